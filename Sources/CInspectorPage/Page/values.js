// The values of the selected layer, each with the control of its kind.
import { byID, element } from "./link.js";
import { controls } from "./controls.js";
import { keyframeKeys, keyframes } from "./keyframes.js";
import { stops } from "./stops.js";

export class Values {
  constructor(app) {
    this.app = app;
    this.panel = byID("values");
    this.onlyChanged = true;
  }

  clear(text) { this.panel.replaceChildren(element("p", { class: "quiet" }, text)); }

  // Shows a report; a field that has the focus stays as it is, a button gets it again.
  show(report) {
    const active = this.panel.contains(document.activeElement) ? document.activeElement : null;
    if (active && this.layer === report.layer && active.matches(".value :not(button), .keyframes :not(button)")) return this.move(report);
    const label = active?.getAttribute("aria-label");
    this.build(report);
    if (label && this.layer === report.layer) this.panel.querySelector(`[aria-label="${CSS.escape(label)}"]`)?.focus();
  }

  build(report) {
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
      this.panel.append(this.value(name, (text, continues) => this.set({ name: text }, continues)));
    }
    let owner = null;
    for (const value of report.values) {
      const isPlain = value.isDefault && (value.presented === undefined || value.presented === null);
      if (this.onlyChanged && isPlain) continue;
      if (value.owner !== owner) this.panel.append(element("h2", {}, (owner = value.owner)));
      const isGradient = value.isEditable && this.isGradient(report);
      if (isGradient && value.key === "locations") continue;
      this.panel.append(this.value(value, (text, continues) => this.set({ [value.key]: text }, continues)));
      if (isGradient && value.key === "colors") this.showStops(report);
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
    const table = keyframes(animation, (texts, continues) => this.set(texts, continues, animation.key));
    if (table) this.panel.append(table);
    for (const value of animation.values) {
      if (table && keyframeKeys.includes(value.key)) continue;
      if (this.onlyChanged && value.isDefault && value.kind !== "timingFunction") continue;
      const row = { ...value, model: value.text };
      this.panel.append(this.value(row, (text, continues) => this.set({ [value.key]: text }, continues, animation.key)));
    }
  }

  // True for a layer with the colours of a gradient, whose stops show their locations, too.
  isGradient(report) {
    const [colors, locations] = ["colors", "locations"].map((key) => report.values.find((value) => value.key === key));
    return Boolean(locations) && Boolean(colors) && (!this.onlyChanged || !colors.isDefault);
  }

  // The stops of a gradient in place of the text of its colours and locations.
  showStops(report) {
    const find = (key) => report.values.find((value) => value.key === key);
    const row = this.panel.lastChild;
    row.querySelector(".fields").replaceChildren(stops(find("colors"), find("locations"), (texts, continues) => this.set(texts, continues)));
    row.classList.add("wide");
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

  // Sets the texts of keys, all at once; null restores the default.
  async set(values, continues = false, animation = undefined) {
    try {
      await this.app.change("set", { layer: this.layer, values, continues, animation });
      return true;
    } catch (error) {
      this.app.report(error);
      return false;
    }
  }

  value(value, set) {
    const isWide = value.isEditable && ["transform", "affine"].includes(value.kind);
    const row = element("div", { class: `value${value.isDefault ? "" : " changed"}${isWide ? " wide" : ""}`, "data-key": value.key });
    row.append(element("span", { class: "key", title: value.isDefault ? "the default" : "differs from the default" }, value.key));
    const fields = element("div", { class: "fields" });
    if (value.isEditable) fields.append(...controls(value.kind, value.key, value.model ?? "", set));
    else fields.append(value.model ?? "none");
    row.append(fields);
    const shown = element("span", { class: "shown", "data-shown": value.key, title: "on show now" }, value.presented ?? "");
    row.append(shown);
    return row;
  }
}
