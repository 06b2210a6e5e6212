// The stops of a gradient on a bar: a drag moves one, a click on the bar adds one, Delete removes one.
import { element } from "./link.js";
import { button, color, components, numbers, short } from "./controls.js";

const css = (text) => {
  const [red, green, blue, alpha] = components(text);
  return `rgba(${[red, green, blue].map((value) => Math.round(value * 255)).join(", ")}, ${alpha})`;
};

// The colour of a share between two.
const between = (first, second, share) => {
  const [a, b] = [components(first), components(second)];
  return a.map((value, index) => short(value + (b[index] - value) * share)).join(" ");
};

let chosen = 0;

// The editor of `colors` and `locations`; `set(texts, continues)` takes the texts of both.
export function stops(colors, locations, set) {
  const list = colors.model ? colors.model.split(",").map((item) => item.trim()) : [];
  const even = (index) => short(list.length > 1 ? index / (list.length - 1) : 0);
  const given = locations.model ? locations.model.split(" ") : [];
  const places = list.map((_, index) => given[index] ?? even(index));
  chosen = Math.min(chosen, Math.max(0, list.length - 1));
  const texts = () => ({ colors: list.join(", "), locations: places.join(" ") });
  const editor = element("div", { class: "stops", role: "group", "aria-label": "gradient stops" });
  const bar = element("div", { class: "ramp", title: "click to add a stop" });
  const fields = element("div", { class: "fields" });
  const drawBar = () => {
    const shown = list.map((item, index) => `${css(item)} ${Number(places[index]) * 100}%`);
    bar.style.backgroundImage = list.length > 1 ? `linear-gradient(to right, ${shown.join(", ")})` : `linear-gradient(${css(list[0] ?? "")}, ${css(list[0] ?? "")})`;
  };
  const move = (index, place, continues) => {
    const low = index ? Number(places[index - 1]) : 0;
    const high = index + 1 < places.length ? Number(places[index + 1]) : 1;
    places[index] = short(Math.min(high, Math.max(low, place)));
    handles[index].style.left = `${Number(places[index]) * 100}%`;
    handles[index].setAttribute("aria-valuenow", places[index]);
    drawBar();
    set(texts(), continues);
  };
  const insert = (place) => {
    const after = places.findIndex((other) => Number(other) > place);
    const at = after < 0 ? list.length : after;
    const [low, high] = [Math.max(0, at - 1), Math.min(list.length - 1, at)];
    const span = Number(places[high]) - Number(places[low]);
    list.splice(at, 0, list.length ? between(list[low], list[high], span > 0 ? (place - Number(places[low])) / span : 0) : "1 1 1");
    places.splice(at, 0, short(place));
    chosen = at;
    set(texts());
  };
  const remove = (index) => {
    // What has the focus would stay as it is.
    document.activeElement?.blur();
    list.splice(index, 1);
    places.splice(index, 1);
    set(list.length ? texts() : { colors: null, locations: null });
  };
  const choose = (index) => {
    chosen = index;
    handles.forEach((handle, place) => handle.classList.toggle("chosen", place === index));
    const label = `stop ${index + 1}`;
    fields.replaceChildren(
      ...color(label, list[index], (value, continues) => {
        list[index] = value;
        handles[index].style.background = css(value);
        drawBar();
        set(texts(), continues);
      }),
      ...numbers(["location"], label, [places[index]], ([value]) => move(index, Number(value), false)),
      button("−", `remove ${label}`, () => remove(index)),
      adding
    );
  };
  const share = (event) => {
    const box = bar.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
  };
  const adding = button("+", "add a stop", () => insert(list.length ? Math.min(1, Number(places[chosen]) + 0.1) : 0));
  const handles = list.map((item, index) => handle(item, index, places, { move, choose, remove, share }));
  bar.addEventListener("click", (event) => event.target === bar && insert(share(event)));
  drawBar();
  bar.append(...handles);
  editor.append(bar, fields);
  if (list.length) choose(chosen);
  else fields.append(adding);
  return editor;
}

function handle(item, index, places, actions) {
  const handle = element("div", {
    class: "stop", tabindex: "0", role: "slider", "aria-label": `stop ${index + 1}`, "aria-valuemin": "0", "aria-valuemax": "1",
    "aria-valuenow": places[index], title: `stop ${index + 1}: drag or arrow keys move it, Delete removes it`,
  });
  handle.style.left = `${Number(places[index]) * 100}%`;
  handle.style.background = css(item);
  let isGoing = false;
  handle.addEventListener("pointerdown", (event) => {
    handle.setPointerCapture(event.pointerId);
    actions.choose(index);
  });
  handle.addEventListener("pointermove", (event) => {
    if (!handle.hasPointerCapture(event.pointerId)) return;
    actions.move(index, actions.share(event), isGoing);
    isGoing = true;
  });
  for (const end of ["pointerup", "blur"]) handle.addEventListener(end, () => (isGoing = false));
  handle.addEventListener("focus", () => actions.choose(index));
  handle.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -0.01, ArrowRight: 0.01 }[event.key];
    if (!step && event.key !== "Delete" && event.key !== "Backspace") return;
    event.preventDefault();
    event.stopPropagation();
    if (!step) return actions.remove(index);
    actions.move(index, Number(places[index]) + step, isGoing);
    isGoing = true;
  });
  return handle;
}
