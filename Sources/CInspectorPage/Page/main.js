// The page: one source, one time, one selected layer.
import { Link, byID, element } from "./link.js";
import { Picture } from "./picture.js";
import { Timeline } from "./timeline.js";
import { Tree } from "./tree.js";
import { Values } from "./values.js";
import { Space } from "./space.js";
import { Insight } from "./insight.js";
import { Program } from "./program.js";
import { Listing } from "./listing.js";

class Page {
  constructor() {
    this.time = 0;
    this.selected = null;
    this.isLive = false;
    this.link = new Link(() => this.opened(), () => this.lost());
    this.picture = new Picture(this);
    this.timeline = new Timeline(this);
    this.tree = new Tree(this);
    this.values = new Values(this);
    this.space = new Space(this);
    this.insight = new Insight(this);
    this.program = new Program(this);
    this.listing = new Listing(this);
    this.link.events = {
      reloaded: (result) => this.reloaded(result),
      changed: (facts) => this.changed(facts),
      rows: (changes) => this.tree.change(changes),
      export: (progress) => this.insight.showProgress(progress),
      ended: ({ reason }) => this.ended(reason),
    };
    this.listen();
  }

  listen() {
    byID("zoom").addEventListener("change", () => this.picture.fit());
    byID("compressed").addEventListener("change", () => this.picture.request(true));
    byID("lines").addEventListener("change", () => this.showSelected());
    byID("heat").addEventListener("change", () => this.picture.showHeat());
    for (const name of ["undo", "redo", "save"]) byID(name).addEventListener("click", () => this.command(name));
    byID("state").addEventListener("change", () => this.enterState(undefined));
    byID("transition").addEventListener("click", () => this.enterState(this.time));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  say(text) { byID("status").textContent = text; }

  report(error) { this.say(error.message || String(error)); }

  // MARK: The connection

  async opened() {
    this.say("connected");
    try {
      const facts = await this.link.ask("hello");
      this.takeFacts(facts);
      this.picture.isStale = true;
      if (facts.kind === "program") {
        this.isLive = true;
        this.time = null;
        this.picture.fit();
        this.picture.follow();
        this.watchProgram();
      } else {
        this.picture.fit();
      }
      this.timeline.update();
      await Promise.all([this.tree.load(), this.timeline.load()]);
      document.body.dataset.ready = "true";
    } catch (error) {
      this.report(error);
    }
  }

  lost() {
    delete document.body.dataset.ready;
    clearInterval(this.watching);
    this.isLive = false;
    if (!this.link.ended) this.say(location.search.includes("token=") ? "connection lost, trying again" : "the address lacks its token");
  }

  ended(reason) {
    this.link.ended = true;
    this.say(reason);
  }

  // MARK: What the source says

  takeFacts(facts) {
    const former = this.facts;
    this.facts = facts;
    document.title = `${facts.name} – Strata`;
    byID("name").textContent = facts.name;
    byID("undo").disabled = !facts.canUndo;
    byID("redo").disabled = !facts.canRedo;
    byID("save").disabled = !facts.isChanged || Boolean(facts.unsavable);
    byID("save").title = facts.unsavable || "Save the document (Ctrl+S)";
    byID("save").classList.toggle("changed", facts.isChanged);
    byID("problem").hidden = !facts.problem;
    byID("problem").replaceChildren(facts.problem ? `Not read again: ${facts.problem.message} ` : "");
    if (facts.problem?.line > 0 && facts.problem.part !== undefined) byID("problem").append(this.listing.link(facts.problem.part, facts.problem.line));
    this.program.show(facts);
    const isStateful = facts.states.length > 0;
    byID("stateField").hidden = byID("transition").hidden = !isStateful;
    if (isStateful) {
      const options = ["", ...facts.states].map((name) => element("option", { value: name }, name || "Base state"));
      byID("state").replaceChildren(...options);
      byID("state").value = facts.state || "";
    }
    this.insight.showMessages(facts);
    this.insight.showExport(facts);
    if (former && (former.width !== facts.width || former.height !== facts.height)) this.picture.fit();
    if (former) this.timeline.update();
  }

  // Another reading of the document: layers have other names.
  reloaded({ selected, facts }) {
    this.selected = selected ?? null;
    this.takeFacts(facts);
    this.refresh();
  }

  changed(facts) {
    this.takeFacts(facts);
    this.refresh();
  }

  // Asks again for everything on show.
  refresh() {
    this.tree.load();
    this.timeline.load();
    this.showSelected();
    if (this.space.isOn) this.space.load();
    else if (!this.isLive) this.picture.request();
    this.insight.loadCosts();
    this.picture.showHeat();
  }

  // Asks for a change; the picture follows.
  async change(method, parameters) {
    const facts = await this.link.ask(method, parameters);
    this.takeFacts(facts);
    this.refresh();
    this.say(facts.isChanged ? "changed, not saved" : "saved");
  }

  async command(method) {
    try {
      await this.change(method, {});
      if (method === "save") this.say("saved");
    } catch (error) {
      this.report(error);
    }
  }

  async enterState(time) {
    try {
      await this.change("state", { name: byID("state").value || null, time });
    } catch (error) {
      this.report(error);
    }
  }

  // MARK: Time

  setTime(time, draws = true) {
    this.time = this.isLive ? null : time;
    this.timeline.show(time);
    if (!draws) return;
    if (this.space.isOn) this.soon("space", () => this.space.load());
    else this.picture.request();
    this.soon("values", () => this.showSelected());
    this.soon("heat", () => this.picture.showHeat());
  }

  // After time has stopped.
  settle() {
    this.showSelected();
    this.insight.loadCosts();
  }

  // Runs at most one call of a kind every 100 ms.
  soon(kind, action) {
    this.timers ??= {};
    if (this.timers[kind]) return;
    this.timers[kind] = setTimeout(() => {
      this.timers[kind] = null;
      action();
    }, 100);
  }

  async setLive(isLive) {
    try {
      this.timeline.stop();
      const facts = await this.link.ask("pause", { isOn: !isLive });
      this.follow(facts);
    } catch (error) {
      this.report(error);
    }
  }

  // Shows what happens, or what was, as the facts say.
  follow(facts) {
    this.isLive = facts.program.isFollowed;
    this.time = this.isLive ? null : facts.to;
    this.takeFacts(facts);
    if (this.isLive) this.picture.follow();
    else this.setTime(facts.to);
    this.tree.load();
    this.timeline.update();
    this.timeline.load();
  }

  // Animations and values of a running program change by themselves; the tree comes as differences.
  watchProgram() {
    clearInterval(this.watching);
    this.watching = setInterval(async () => {
      if (document.hidden) return;
      try {
        const facts = await this.link.ask("hello");
        this.takeFacts(facts);
        // Another page may have stopped the time of all, or let it go on.
        if (facts.program.isFollowed !== this.isLive) return this.follow(facts);
        if (!this.isLive) return;
        this.timeline.load();
        this.showSelected();
      } catch (error) {
        // A connection that ends says so itself.
        if (this.link.isOpen) this.report(error);
      }
    }, 1000);
  }

  // MARK: Selection

  select(layer, reveals = true) {
    this.selected = layer;
    this.space.mark();
    if (layer && reveals) this.tree.reveal(layer);
    else this.tree.draw();
    this.showSelected();
  }

  async showSelected() {
    if (!this.selected) {
      this.values.clear("Select a layer.");
      return this.picture.drawOverlay(null);
    }
    const layer = this.selected;
    try {
      const report = await this.link.ask("layer", { layer, time: this.time });
      if (layer !== this.selected) return;
      this.values.show(report);
      this.picture.drawOverlay(report.overlay);
    } catch (error) {
      this.values.clear(error.message);
      this.picture.drawOverlay(null);
    }
  }

  key(event) {
    const isTyping = event.target.closest("input:not([type=range]):not([type=checkbox]), select, textarea");
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      const name = { s: "save", z: event.shiftKey ? "redo" : "undo", Z: "redo", y: "redo" }[event.key];
      if (!name || (isTyping && name !== "save")) return;
      event.preventDefault();
      return this.command(name);
    }
    if (isTyping || event.altKey) return;
    const keys = {
      " ": () => !event.target.closest("button, input") && this.timeline.toggle(),
      ArrowLeft: () => event.target.id !== "scrubber" && this.timeline.step(-1),
      ArrowRight: () => event.target.id !== "scrubber" && this.timeline.step(1),
      Home: () => (this.facts.program ? this.isLive || this.setLive(true) : this.setTime(this.facts.from)),
      Escape: () => this.select(null),
      "/": () => byID("search").focus(),
      3: () => this.space.show(!this.space.isOn),
    };
    if (keys[event.key] && keys[event.key]() !== false) event.preventDefault();
  }
}

window.page = new Page();
