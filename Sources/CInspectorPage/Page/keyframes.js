// The keyframes of an animation: a row for each, with its time, its value and the curve that leads to the next one.
import { element } from "./link.js";
import { button, controls, curves, numbers, short } from "./controls.js";

// The times without key times of their own: evenly spread.
const spread = (count) => Array.from({ length: count }, (_, index) => short(count > 1 ? index / (count - 1) : 0));

export const keyframeKeys = ["values", "keyTimes", "timingFunctions"];

// The editor, or null for an animation without values. `set(texts, continues)` takes the texts of several keys.
export function keyframes(animation, set) {
  const find = (key) => animation.values.find((value) => value.key === key);
  const values = find("values");
  if (values?.text === undefined || values.text === null || !values.isEditable) return null;
  const kind = values.kind.slice(0, -2);
  const list = values.text.split("\n");
  let hasTimes = Boolean(find("keyTimes")?.text);
  const times = hasTimes ? find("keyTimes").text.split(" ") : spread(list.length);
  const functions = (find("timingFunctions")?.text || "").split("\n").filter(Boolean);
  const table = element("div", { class: "keyframes", role: "group", "aria-label": `keyframes of ${animation.key}` });

  const frames = (next, nextTimes, nextFunctions) => {
    const changes = { values: next.join("\n") };
    if (hasTimes) changes.keyTimes = nextTimes.join(" ");
    if (functions.length) changes.timingFunctions = nextFunctions.length ? nextFunctions.join("\n") : null;
    return changes;
  };
  const insert = (index) => {
    const next = index + 1 < list.length ? index + 1 : index;
    const middle = (Number(times[index]) + Number(times[next])) / 2;
    const spliced = (items, at, item) => [...items.slice(0, at), item, ...items.slice(at)];
    set(frames(spliced(list, index + 1, list[index]), spliced(times, next, short(middle)), spliced(functions, Math.min(index, functions.length), functions[index] ?? functions.at(-1) ?? "linear")));
  };
  const remove = (index) => {
    const without = (items, at) => items.filter((_, place) => place !== at);
    set(frames(without(list, index), without(times, index), without(functions, Math.min(index, functions.length - 1))));
  };
  const moveTime = (index, text) => {
    const low = index ? Number(times[index - 1]) : 0;
    const high = index + 1 < times.length ? Number(times[index + 1]) : 1;
    times[index] = short(Math.min(high, Math.max(low, Number(text))));
    hasTimes = true;
    set({ keyTimes: times.join(" ") });
  };

  list.forEach((text, index) => {
    const label = `keyframe ${index + 1}`;
    const time = numbers(["time"], label, [times[index] ?? ""], ([value]) => moveTime(index, value));
    time[0].title = hasTimes ? "share of the duration" : "share of the duration; evenly spread until one is changed";
    time[0].min = "0";
    time[0].max = "1";
    const value = controls(kind, label, text, (changed, continues) => {
      list[index] = changed;
      return set({ values: list.join("\n") }, continues);
    });
    const row = element("div", { class: "keyframe" }, element("span", { class: "quiet" }, `${index + 1} at`), ...time);
    row.append(element("div", { class: "fields" }, ...value));
    const pace = index + 1 < list.length ? easing(label, functions, index, (changes) => set(changes)) : null;
    row.append(element("div", { class: "fields" }, ...(pace ? [pace] : []), button("+", `add a keyframe after ${index + 1}`, () => insert(index))));
    if (list.length > 1) row.lastChild.append(button("−", `remove keyframe ${index + 1}`, () => remove(index)));
    table.append(row);
  });
  return table;
}

// The pace from one keyframe to the next.
function easing(label, functions, index, set) {
  const text = functions[index] ?? "";
  const names = [...Object.keys(curves)];
  if (text && !curves[text]) names.push(text);
  const select = element("select", { "aria-label": `${label} pace`, title: "pace to the next keyframe" }, element("option", { value: "" }, "pace"), ...names.map((name) => element("option", {}, name)));
  select.value = text;
  select.addEventListener("change", () => {
    while (functions.length < index) functions.push("linear");
    functions[index] = select.value || "linear";
    set({ timingFunctions: functions.join("\n") });
  });
  return select;
}
