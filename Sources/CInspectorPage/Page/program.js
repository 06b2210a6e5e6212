// The controls of a running program: the speed of its own clock, steps, the way back to what happens, recordings.
import { byID } from "./link.js";

export class Program {
  constructor(app) {
    this.app = app;
    byID("stop").addEventListener("click", () => this.setSpeed(this.isStopped ? this.running : 0));
    byID("advance").addEventListener("click", () => this.ask("step"));
    byID("slow").addEventListener("change", () => this.setSpeed(Number(byID("slow").value)));
    byID("live").addEventListener("click", () => app.setLive(true));
    byID("record").addEventListener("click", () => this.toggleRecording());
    this.running = 1;
  }

  get isStopped() { return this.app.facts?.program?.speed === 0; }

  // Asks for a change; false if it was refused, which is reported.
  async ask(method, parameters = {}) {
    try {
      this.app.takeFacts(await this.app.link.ask(method, parameters));
      return true;
    } catch (error) {
      this.app.report(error);
      return false;
    }
  }

  async setSpeed(rate) {
    if (rate > 0) this.running = rate;
    if (!(await this.ask("speed", { rate }))) return;
    const speed = this.app.facts.program.speed;
    if (speed === 0) this.app.say("the program's animations are stopped, also on its own display");
    else this.app.say(speed === 1 ? "the program runs at its own speed" : `the program's animations run at ${speed} of their speed`);
  }

  // What happens from now on is kept until the film is made; a film that is refused leaves the recording on.
  async toggleRecording() {
    const start = this.app.facts.program.recordingStart;
    if (start === undefined || start === null) return this.ask("record", { isOn: true });
    try {
      const facts = await this.app.link.ask("hello");
      const from = Math.max(facts.from, start);
      const parameters = { form: byID("export").querySelector("select")?.value || "mp4", from, duration: Math.max(facts.to - from, 1 / 60) };
      await this.app.link.ask("export", parameters);
      this.app.insight.open("export");
    } catch (error) {
      return this.app.report(error);
    }
    await this.ask("record", { isOn: false });
  }

  show(facts) {
    const program = facts.program;
    byID("program").hidden = !program;
    if (!program) return;
    byID("stop").setAttribute("aria-pressed", String(program.speed === 0));
    byID("advance").disabled = program.speed !== 0;
    if (program.speed > 0 && document.activeElement !== byID("slow")) byID("slow").value = String(program.speed);
    byID("live").disabled = program.isFollowed;
    const isRecording = program.recordingStart !== undefined && program.recordingStart !== null;
    byID("record").setAttribute("aria-pressed", String(isRecording));
    byID("record").textContent = isRecording ? "End recording" : "Record";
    byID("kept").textContent =
      `${(facts.to - facts.from).toFixed(1)} s kept, ${(program.keptBytes / 1048576).toFixed(1)} of ${(program.mostKeptBytes / 1048576).toFixed(0)} MiB`;
  }
}
