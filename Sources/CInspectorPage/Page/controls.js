// The controls of values, one for each kind. A control calls `set(text, continues)`; `continues` is true within a drag.
import { element, shape } from "./link.js";

const parts = { point: ["x", "y"], size: ["width", "height"], rect: ["x", "y", "width", "height"], number: [""], integer: [""] };
const affineParts = ["a", "b", "c", "d", "tx", "ty"];
export const curves = { linear: [0, 0, 1, 1], easeIn: [0.42, 0, 1, 1], easeOut: [0, 0, 0.58, 1], easeInEaseOut: [0.42, 0, 0.58, 1], default: [0.25, 0.1, 0.25, 1] };
export const short = (number) => String(Math.round(number * 1e4) / 1e4);

// The controls of a value of a kind, as a list of elements.
export function controls(kind, label, text, set) {
  if (kind === "bool") return [truth(label, text, set)];
  if (kind === "color") return color(label, text, set);
  if (kind === "colors") return colors(label, text, set);
  if (parts[kind]) return numbers(parts[kind], label, text ? text.split(" ") : [], (list) => set(list.join(" ")));
  if (kind === "transform") return transform(label, text, set);
  if (kind === "affine") return affine(label, text, set);
  if (kind === "timingFunction") return curve(label, text, set);
  return [words(label, text, set)];
}

export function button(text, label, action) {
  const button = element("button", { "aria-label": label, title: label }, text);
  button.addEventListener("click", action);
  return button;
}

function truth(label, text, set) {
  const box = element("input", { type: "checkbox", "aria-label": label });
  box.checked = text === "1" || text === "true";
  box.addEventListener("change", () => set(box.checked ? "1" : "0"));
  return box;
}

function words(label, text, set) {
  const input = element("input", { type: "text", "aria-label": label });
  input.value = text;
  input.addEventListener("change", async () => input.classList.toggle("wrong", (await set(input.value)) === false));
  return input;
}

// A field for each number; `set` gets all of them when each is one.
export function numbers(names, label, values, set) {
  const inputs = names.map((name, index) => {
    const input = element("input", { type: "number", step: "any", "aria-label": `${label} ${name}`.trim(), title: name });
    input.value = values[index] ?? "";
    input.addEventListener("change", () => {
      const isWrong = (other) => other.value === "" || !Number.isFinite(Number(other.value));
      for (const other of inputs) other.classList.toggle("wrong", isWrong(other));
      if (!inputs.some(isWrong)) set(inputs.map((other) => other.value));
    });
    return input;
  });
  return inputs;
}

// MARK: Colours

export const digits = (text) => {
  const [red, green, blue] = components(text);
  const pair = (value) => Math.round(Math.min(1, Math.max(0, value)) * 255).toString(16).padStart(2, "0");
  return `#${pair(red)}${pair(green)}${pair(blue)}`;
};

// Red, green, blue and alpha of a text; grey has one component, and perhaps alpha.
export function components(text) {
  const list = (text || "").split(" ").map(Number);
  if (list.length >= 3) return [...list.slice(0, 3), list[3] ?? 1];
  return text ? [list[0], list[0], list[0], list[1] ?? 1] : [0, 0, 0, 0];
}

export function color(label, text, set) {
  const input = element("input", { type: "color", "aria-label": label });
  input.value = digits(text);
  const opacity = element("input", { type: "range", class: "alpha", min: "0", max: "1", step: "0.01", "aria-label": `${label} alpha`, title: "alpha" });
  opacity.value = components(text)[3];
  let current = text;
  // The picker's colours end at 0 and 1 and have 256 steps, so that the slider leaves those of the text alone.
  const send = (control, continues) => {
    const picked = () => [1, 3, 5].map((at) => short(parseInt(input.value.slice(at, at + 2), 16) / 255));
    const value = control === opacity && current ? components(current).slice(0, 3) : picked();
    if (Number(opacity.value) < 1) value.push(opacity.value);
    current = value.join(" ");
    set(current, continues);
  };
  let isGoing = false;
  for (const control of [input, opacity]) {
    control.addEventListener("input", () => {
      // A colour that is chosen where there was none is to be seen.
      if (!text && control === input && !isGoing) opacity.value = 1;
      send(control, isGoing);
      isGoing = true;
    });
    control.addEventListener("change", () => (isGoing = false));
  }
  return [input, opacity];
}

function colors(label, text, set) {
  const list = text ? text.split(",").map((item) => item.trim()) : [];
  const fields = list.flatMap((item, index) =>
    color(`${label} ${index + 1}`, item, (value, continues) => {
      list[index] = value;
      set(list.join(", "), continues);
    }));
  return [
    ...fields,
    button("+", `add to ${label}`, () => set([...list, list.at(-1) ?? "1 1 1"].join(", "))),
    button("−", `remove from ${label}`, () => set(list.slice(0, -1).join(", "))),
  ];
}

// MARK: Transforms

// The parts of a transform as documents write it, from the outside in; null for another order or a matrix.
export function transformParts(text) {
  const found = { perspective: "0", move: ["0", "0", "0"], turn: ["0", "0", "0"], scale: ["1", "1", "1"] };
  const order = ["perspective", "translate", "z", "y", "x", "scale"];
  let last = -1;
  for (const [whole, name, list] of (text || "").matchAll(/(\w+)\(([^)]*)\)\s*|\S+/g)) {
    if (!name) return null;
    const values = list.split(",").map((value) => value.trim());
    const axis = { "": "z", "0,0,1": "z", "0,1,0": "y", "1,0,0": "x" }[values.slice(1).join(",")];
    const place = order.indexOf(name === "rotate" ? axis : name);
    if (place <= last || !whole) return null;
    last = place;
    if (name === "perspective") found.perspective = values[0];
    else if (name === "translate") found.move = [values[0], values[1], values[2] ?? "0"];
    else if (name === "scale") found.scale = values.length === 1 ? [values[0], values[0], values[0]] : [values[0], values[1], values[2] ?? "1"];
    else if (values[0].endsWith("rad")) return null;
    else found.turn["xyz".indexOf(axis)] = values[0].replace("deg", "");
  }
  return found;
}

export function transformText({ perspective, move, turn, scale }) {
  const isNot = (value, plain) => Number(value) !== plain;
  const list = [];
  if (isNot(perspective, 0)) list.push(`perspective(${perspective})`);
  if (move.some((value) => isNot(value, 0))) list.push(`translate(${isNot(move[2], 0) ? move.join(", ") : move.slice(0, 2).join(", ")})`);
  for (const [index, axis] of [[2, ""], [1, ", 0, 1, 0"], [0, ", 1, 0, 0"]]) if (isNot(turn[index], 0)) list.push(`rotate(${turn[index]}deg${axis})`);
  if (scale.some((value) => isNot(value, 1))) list.push(`scale(${scale.join(", ")})`);
  return list.join(" ");
}

function group(name, fields) { return element("div", { class: "part", role: "group", "aria-label": name }, element("span", { class: "quiet" }, name), ...fields); }

// Move, turn, scale and perspective, or the sixteen numbers where these do not make the transform.
function transform(label, text, set) {
  const axes = ["x", "y", "z"];
  const current = transformParts(text);
  const written = words(`${label} text`, text, set);
  if (!current) {
    const list = text.slice(text.indexOf("(") + 1, -1).split(/[\s,]+/);
    if (!text.startsWith("matrix(") || list.length !== 16) return [written];
    const names = [1, 2, 3, 4].flatMap((row) => [1, 2, 3, 4].map((column) => `m${row}${column}`));
    return [element("div", { class: "matrix" }, ...numbers(names, label, list, (values) => set(`matrix(${values.join(" ")})`))), written];
  }
  const change = (key) => (values) => {
    current[key] = key === "perspective" ? values[0] : values;
    set(transformText(current));
  };
  return [
    group("move", numbers(axes, `${label} move`, current.move, change("move"))),
    group("turn °", numbers(axes, `${label} turn`, current.turn, change("turn"))),
    group("scale", numbers(axes, `${label} scale`, current.scale, change("scale"))),
    group("perspective", numbers(["distance"], `${label} perspective`, [current.perspective], change("perspective"))),
    written,
  ];
}

function affine(label, text, set) {
  const list = text.startsWith("matrix(") ? text.slice(7, -1).split(/[\s,]+/) : ["1", "0", "0", "1", "0", "0"];
  return [element("div", { class: "matrix" }, ...numbers(affineParts, label, list, (values) => set(`matrix(${values.join(" ")})`)))];
}

// MARK: Curves

// A curve with two handles, the names of known ones, and its numbers.
export function curve(label, text, set) {
  const current = [...(curves[text] || (text ? text.split(" ").map(Number) : curves.linear))];
  const select = element("select", { "aria-label": label }, ...["", ...Object.keys(curves)].map((name) => element("option", { value: name }, name || "custom")));
  select.value = curves[text] ? text : "";
  select.addEventListener("change", () => select.value && set(select.value));
  const drawing = shape("svg", { class: "curve", viewBox: "-0.1 -0.6 1.2 2.2", role: "group", "aria-label": `${label}: drag the handles` });
  const path = shape("path", { "vector-effect": "non-scaling-stroke" });
  const lines = [0, 1].map(() => shape("line", { "stroke-width": 1, "vector-effect": "non-scaling-stroke" }));
  const handles = [0, 1].map((index) => shape("circle", { r: 0.07, tabindex: 0, role: "button", "aria-label": `${label} handle ${index + 1}: arrow keys move it` }));
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
  const move = (index, x, y) => {
    current[index * 2] = Math.min(1, Math.max(0, x));
    current[index * 2 + 1] = Math.min(1.5, Math.max(-0.5, y));
    draw();
    set(current.map(short).join(" "), isGoing);
    isGoing = true;
    select.value = "";
  };
  handles.forEach((handle, index) => {
    handle.addEventListener("pointerdown", (event) => handle.setPointerCapture(event.pointerId));
    handle.addEventListener("pointermove", (event) => {
      if (!handle.hasPointerCapture(event.pointerId)) return;
      const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
      move(index, place.x, 1 - place.y);
    });
    handle.addEventListener("pointerup", () => (isGoing = false));
    handle.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-0.02, 0], ArrowRight: [0.02, 0], ArrowUp: [0, 0.02], ArrowDown: [0, -0.02] }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      move(index, current[index * 2] + step[0], current[index * 2 + 1] + step[1]);
    });
    handle.addEventListener("blur", () => (isGoing = false));
  });
  draw();
  drawing.append(path, ...lines, ...handles);
  const input = element("input", { type: "text", "aria-label": `${label} numbers` });
  input.value = text;
  input.addEventListener("change", () => set(input.value));
  return [select, drawing, input];
}
