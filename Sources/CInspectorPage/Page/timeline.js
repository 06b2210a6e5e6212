// The time: play, steps, loop, speed, and a bar for each animation.
import { byID, element, shape } from "./link.js";

const frame = 1 / 60;

export class Timeline {
  constructor(app) {
    this.app = app;
    this.scrubber = byID("scrubber");
    this.bars = byID("bars");
    this.isPlaying = false;
    this.scrubber.addEventListener("input", async () => {
      this.stop();
      const time = Number(this.scrubber.value);
      if (app.isLive) await app.setLive(false);
      app.setTime(time);
    });
    byID("play").addEventListener("click", () => this.toggle());
    byID("back").addEventListener("click", () => this.step(-1));
    byID("forward").addEventListener("click", () => this.step(1));
  }

  get range() { return [this.app.facts.from, Math.max(this.app.facts.to, this.app.facts.from + 0.001)]; }

  // Takes over another range of time.
  update() {
    [this.scrubber.min, this.scrubber.max] = this.range;
    byID("play").disabled = false;
    byID("play").textContent = this.app.isLive || this.isPlaying ? "Pause" : "Play";
  }

  show(time) {
    this.scrubber.value = time;
    this.scrubber.setAttribute("aria-valuetext", `${time.toFixed(3)} seconds`);
    byID("clock").textContent = `${time.toFixed(3)} s`;
    const [from, to] = this.range;
    if (this.head) this.head.style.left = `${(100 * (time - from)) / (to - from)}%`;
  }

  async toggle() {
    // Pausing a program's page shows what was; then its last seconds play.
    if (this.app.isLive) return this.app.setLive(false);
    if (this.isPlaying) return this.stop();
    this.isPlaying = true;
    byID("play").textContent = "Pause";
    const [from, to] = this.range;
    if (this.app.time >= to - 1e-6) this.app.setTime(from, false);
    let last = performance.now();
    const turn = (now) => {
      if (!this.isPlaying) return;
      let time = this.app.time + ((now - last) / 1000) * Number(byID("speed").value);
      last = now;
      const [from, to] = this.range;
      if (time >= to) {
        if (byID("loop").checked) time = from + ((time - from) % (to - from));
        else {
          this.stop();
          time = to;
        }
      }
      this.app.setTime(time);
      requestAnimationFrame(turn);
    };
    requestAnimationFrame(turn);
  }

  stop() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    byID("play").textContent = "Play";
    this.app.settle();
  }

  async step(count) {
    if (this.app.isLive) await this.app.setLive(false);
    this.stop();
    const [from, to] = this.range;
    const next = (Math.round((this.app.time - from) / frame) + count) * frame + from;
    this.app.setTime(Math.min(to, Math.max(from, next)));
    this.app.settle();
  }

  // Shows the animations of the tree.
  async load() {
    try {
      const { bars, omitted } = await this.app.link.ask("timeline", { time: this.app.time });
      const [from, to] = this.range;
      this.head = element("div", { id: "head", "aria-hidden": "true" });
      this.bars.replaceChildren(this.head);
      for (const bar of bars) this.bars.append(this.track(bar, from, to - from));
      if (omitted) this.bars.append(element("div", { class: "quiet" }, `${omitted} further animations`));
      this.show(this.app.time ?? from);
    } catch (error) {
      this.app.report(error);
    }
  }

  track(bar, from, span) {
    const track = element("div", { class: "track", role: "listitem" });
    const end = bar.end ?? from + span;
    const left = Math.min(100, Math.max(0, (100 * (bar.begin - from)) / span));
    const right = Math.min(100, Math.max(left, (100 * (end - from)) / span));
    const text = `${bar.name || "layer"} · ${bar.keyPath || bar.key}`;
    const length = bar.end === undefined || bar.end === null ? "repeats forever" : `to ${end.toFixed(2)} s`;
    const label = `${text}: ${bar.type}, from ${bar.begin.toFixed(2)} s, ${length}, one run ${bar.duration.toFixed(2)} s`;
    const button = element("button", { title: label, "aria-label": label }, text);
    button.style.left = `${left}%`;
    button.style.width = `max(12px, ${right - left}%)`;
    button.addEventListener("click", () => {
      this.app.select(bar.layer);
      if (!this.app.isLive) this.app.setTime(Math.max(from, bar.begin));
    });
    button.addEventListener("pointerenter", (event) => this.tip(bar, label, event.clientX, event.clientY));
    button.addEventListener("focus", () => {
      const box = button.getBoundingClientRect();
      this.tip(bar, label, box.left, box.top);
    });
    for (const end of ["pointerleave", "blur"]) button.addEventListener(end, () => byID("tip")?.remove());
    track.append(button);
    // The ends of runs, and key times within the first of them.
    const marks = bar.keyTimes.map((share) => bar.begin + share * bar.duration);
    const cycle = bar.duration * (bar.autoreverses ? 2 : 1);
    for (let at = bar.begin + cycle, n = 0; cycle > 0 && at < Math.min(end, from + span) - 1e-6 && n < 50; at += cycle, n++) marks.push(at);
    for (const at of marks) {
      const mark = element("i");
      mark.style.left = `${(100 * (at - from)) / span}%`;
      track.append(mark);
    }
    return track;
  }

  tip(bar, label, x, y) {
    byID("tip")?.remove();
    const tip = element("div", { id: "tip", role: "tooltip" }, element("div", {}, label));
    // Without a timing function time passes evenly.
    for (const curve of bar.curves.length ? bar.curves.slice(0, 8) : [[0, 0, 1, 1]]) {
      const [x1, y1, x2, y2] = curve;
      const drawing = shape("svg", { width: 60, height: 60, viewBox: "-0.05 -0.05 1.1 1.1", class: "curve" });
      drawing.append(shape("path", { d: `M0 1 C${x1} ${1 - y1} ${x2} ${1 - y2} 1 0`, "vector-effect": "non-scaling-stroke" }));
      drawing.style.width = drawing.style.height = "60px";
      tip.append(drawing);
    }
    document.body.append(tip);
    tip.style.left = `${Math.max(0, Math.min(x, window.innerWidth - 270))}px`;
    tip.style.bottom = `${window.innerHeight - y + 14}px`;
  }
}
