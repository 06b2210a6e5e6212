// The values of the selected layer, each with the control of its kind.
import { byID, element, shape } from "./link.js";

const parts = { point: ["x", "y"], size: ["width", "height"], rect: ["x", "y", "width", "height"] };
const curves = { linear: [0, 0, 1, 1], easeIn: [0.42, 0, 1, 1], easeOut: [0, 0, 0.58, 1], easeInEaseOut: [0.42, 0, 0.58, 1], default: [0.25, 0.1, 0.25, 1] };
const short = (number) => String(Math.round(number * 1e4) / 1e4);

export class Values {
  constructor(app) {
    this.app = app;
    this.panel = byID("values");
    this.onlyChanged = true;
  }

  clear(text) { this.panel.replaceChildren(element("p", { class: "quiet" }, text)); }

  // Shows a report; a control that has the focus stays as it is.
  show(report) {
    if (this.panel.contains(document.activeElement) && this.layer === report.layer && document.activeElement.closest(".value")) {
      return this.move(report);
    }
    this.layer = report.layer;
    const title = element("h2", {}, `${report.name || report.type}`);
    const about = element("p", { class: "quiet" }, `${report.type}${report.line ? ` · line ${report.line}` : ""} · own time ${report.localTime.toFixed(3)} s`);
    const all = element("input", { type: "checkbox" });
    all.checked = !this.onlyChanged;
    all.addEventListener("change", () => {
      this.onlyChanged = !all.checked;
      this.show(report);
    });
    const bar = element("div", { class: "bar" }, element("label", {}, all, " All values"));
    if (this.app.facts.kind === "document") bar.append(this.copyButton("Copy as Swift", "swift"), this.copyButton("Copy as CAML", "caml"));
    this.panel.replaceChildren(title, about, bar);
    if (this.app.facts.kind === "document") {
      const name = { key: "name", kind: "string", model: report.name || "", isDefault: !report.name, isEditable: true };
      this.panel.append(this.value(name, (text, continues) => this.set("name", text, continues)));
    }
    let owner = null;
    for (const value of report.values) {
      const isPlain = value.isDefault && (value.presented === undefined || value.presented === null);
      if (this.onlyChanged && isPlain) continue;
      if (value.owner !== owner) this.panel.append(element("h2", {}, (owner = value.owner)));
      this.panel.append(this.value(value, (text, continues) => this.set(value.key, text, continues)));
    }
    for (const animation of report.animations) this.showAnimation(animation);
  }

  // Moves the values on show to another time.
  move(report) {
    for (const value of report.values) {
      const shown = this.panel.querySelector(`[data-shown="${CSS.escape(value.key)}"]`);
      if (shown) shown.textContent = value.presented ?? "";
    }
  }

  showAnimation(animation) {
    this.panel.append(element("h2", {}, `Animation ${animation.key}`), element("p", { class: "quiet" }, animation.type));
    const bar = element("div", { class: "bar" });
    if (this.app.facts.kind === "document") {
      bar.append(this.copyButton("Copy as Swift", "swift", animation.key), this.copyButton("Copy as CAML", "caml", animation.key));
      this.panel.append(bar);
    }
    for (const value of animation.values) {
      if (this.onlyChanged && value.isDefault && value.kind !== "timingFunction") continue;
      const row = { ...value, model: value.text };
      this.panel.append(this.value(row, (text, continues) => this.set(value.key, text, continues, animation.key)));
    }
  }

  copyButton(label, form, animation) {
    const button = element("button", {}, label);
    button.addEventListener("click", async () => {
      try {
        const { text } = await this.app.link.ask("copy", { layer: this.layer, animation, form });
        this.app.copied = text;
        await navigator.clipboard?.writeText(text).catch(() => {});
        this.app.say("copied");
      } catch (error) {
        this.app.report(error);
      }
    });
    return button;
  }

  async set(key, text, continues = false, animation = undefined) {
    try {
      await this.app.change("set", { layer: this.layer, key, text, continues, animation });
      return true;
    } catch (error) {
      this.app.report(error);
      return false;
    }
  }

  value(value, set) {
    const row = element("div", { class: `value${value.isDefault ? "" : " changed"}`, "data-key": value.key });
    row.append(element("span", { class: "key", title: value.isDefault ? "the default" : "differs from the default" }, value.key));
    const fields = element("div", { class: "fields" });
    if (value.isEditable) this.fill(fields, value, set);
    else fields.append(value.model ?? "none");
    row.append(fields);
    const shown = element("span", { class: "shown", "data-shown": value.key, title: "on show now" }, value.presented ?? "");
    row.append(shown);
    return row;
  }

  // Adds the controls of a value.
  fill(fields, value, set) {
    const text = value.model ?? "";
    if (value.kind === "bool") {
      const box = element("input", { type: "checkbox", "aria-label": value.key });
      box.checked = text === "1" || text === "true";
      box.addEventListener("change", () => set(box.checked ? "1" : "0"));
      fields.append(box);
    } else if (value.kind === "color") {
      fields.append(...this.color(value.key, text, set));
    } else if (value.kind === "colors") {
      const list = text ? text.split(",").map((item) => item.trim()) : [];
      const change = (index, item, continues) => {
        list[index] = item;
        set(list.join(", "), continues);
      };
      list.forEach((item, index) => fields.append(...this.color(`${value.key} ${index + 1}`, item, (item, continues) => change(index, item, continues))));
      fields.append(
        this.button("+", `add to ${value.key}`, () => set([...list, list.at(-1) ?? "1 1 1"].join(", "))),
        this.button("−", `remove from ${value.key}`, () => set(list.slice(0, -1).join(", ")))
      );
    } else if (parts[value.kind] || value.kind === "number" || value.kind === "integer") {
      const names = parts[value.kind] || [""];
      const numbers = text.split(" ");
      const inputs = names.map((name, index) => {
        const input = element("input", { type: "number", step: "any", "aria-label": `${value.key} ${name}`.trim(), title: name });
        input.value = numbers[index] ?? "";
        input.addEventListener("change", () => {
          const wrong = inputs.some((other) => other.value === "" || !Number.isFinite(Number(other.value)));
          input.classList.toggle("wrong", wrong);
          if (!wrong) set(inputs.map((other) => other.value).join(" "));
        });
        return input;
      });
      fields.append(...inputs);
    } else if (value.kind === "timingFunction") {
      this.curve(fields, value.key, text, set);
    } else {
      const input = element("input", { type: "text", "aria-label": value.key });
      input.value = text;
      input.addEventListener("change", async () => input.classList.toggle("wrong", (await set(input.value)) === false));
      fields.append(input);
    }
  }

  button(text, label, action) {
    const button = element("button", { "aria-label": label }, text);
    button.addEventListener("click", action);
    return button;
  }

  color(key, text, set) {
    const numbers = text.split(" ").map(Number);
    const [red, green, blue, alpha] = numbers.length < 3 ? [0, 0, 0, text ? numbers[1] ?? 1 : 0] : numbers;
    const digits = (value) => Math.round(Math.min(1, Math.max(0, value)) * 255).toString(16).padStart(2, "0");
    const input = element("input", { type: "color", "aria-label": key });
    input.value = `#${digits(red)}${digits(green)}${digits(blue)}`;
    const opacity = element("input", { type: "range", min: "0", max: "1", step: "0.01", "aria-label": `${key} alpha`, title: "alpha" });
    opacity.value = alpha ?? 1;
    opacity.style.width = "60px";
    const send = (continues) => {
      const value = [1, 3, 5].map((at) => short(parseInt(input.value.slice(at, at + 2), 16) / 255));
      if (Number(opacity.value) < 1) value.push(opacity.value);
      set(value.join(" "), continues);
    };
    let isGoing = false;
    for (const control of [input, opacity]) {
      control.addEventListener("input", () => {
        // A colour that is chosen where there was none is to be seen.
        if (!text && control === input && !isGoing) opacity.value = 1;
        send(isGoing);
        isGoing = true;
      });
      control.addEventListener("change", () => (isGoing = false));
    }
    return [input, opacity];
  }

  // A curve with two handles, and the names of known ones.
  curve(fields, key, text, set) {
    const points = curves[text] || (text ? text.split(" ").map(Number) : curves.linear);
    const current = [...points];
    const select = element("select", { "aria-label": key }, ...["", ...Object.keys(curves)].map((name) => element("option", { value: name }, name || "custom")));
    select.value = curves[text] ? text : "";
    select.addEventListener("change", () => select.value && set(select.value));
    const drawing = shape("svg", { class: "curve", viewBox: "-0.1 -0.6 1.2 2.2", role: "img", "aria-label": `${key}: drag the handles` });
    const path = shape("path", { "vector-effect": "non-scaling-stroke" });
    const lines = [0, 1].map(() => shape("line", { "stroke-width": 1, "vector-effect": "non-scaling-stroke" }));
    const handles = [0, 1].map(() => shape("circle", { r: 0.07 }));
    const draw = () => {
      const [x1, y1, x2, y2] = current;
      path.setAttribute("d", `M0 1 C${x1} ${1 - y1} ${x2} ${1 - y2} 1 0`);
      [[x1, y1, 0, 1], [x2, y2, 1, 0]].forEach(([x, y, fromX, fromY], index) => {
        handles[index].setAttribute("cx", x);
        handles[index].setAttribute("cy", 1 - y);
        Object.entries({ x1: fromX, y1: fromY, x2: x, y2: 1 - y }).forEach(([name, value]) => lines[index].setAttribute(name, value));
      });
    };
    let isGoing = false;
    handles.forEach((handle, index) => {
      handle.addEventListener("pointerdown", (event) => handle.setPointerCapture(event.pointerId));
      handle.addEventListener("pointermove", (event) => {
        if (!handle.hasPointerCapture(event.pointerId)) return;
        const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
        current[index * 2] = Math.min(1, Math.max(0, place.x));
        current[index * 2 + 1] = Math.min(1.5, Math.max(-0.5, 1 - place.y));
        draw();
        set(current.map(short).join(" "), isGoing);
        isGoing = true;
        select.value = "";
      });
      handle.addEventListener("pointerup", () => (isGoing = false));
    });
    draw();
    drawing.append(path, ...lines, ...handles);
    const input = element("input", { type: "text", "aria-label": `${key} numbers` });
    input.value = text;
    input.addEventListener("change", () => set(input.value));
    fields.append(select, drawing, input);
  }
}
