// Why a picture costs what it costs, the reader's messages, and exports.
import { byID, element, pageAddress } from "./link.js";

const cell = (text, isNumber) => element("td", { class: isNumber ? "number" : null }, String(text ?? ""));

function table(headings, rows) {
  const head = element("tr", {}, ...headings.map((text, index) => element("th", { scope: "col", class: index ? "number" : null }, text)));
  return element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
}

export class Insight {
  constructor(app) {
    this.app = app;
    const tabs = [...document.querySelectorAll('[role="tab"]')];
    tabs.forEach((tab, index) => {
      tab.addEventListener("click", () => this.open(tab.getAttribute("aria-controls")));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        event.stopPropagation();
        const next = tabs[(index + step + tabs.length) % tabs.length];
        this.open(next.getAttribute("aria-controls"));
        next.focus();
      });
    });
    this.shown = "values";
  }

  open(name) {
    this.shown = name;
    for (const tab of document.querySelectorAll('[role="tab"]')) {
      const isShown = tab.getAttribute("aria-controls") === name;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      byID(tab.getAttribute("aria-controls")).hidden = !isShown;
    }
    if (name === "why") this.loadCosts();
  }

  link(layer, text) {
    if (!layer) return text || "";
    const button = element("button", { class: "link" }, text || `layer ${layer}`);
    button.addEventListener("click", () => this.app.select(layer));
    return button;
  }

  async loadCosts() {
    if (this.shown !== "why") return;
    try {
      const report = await this.app.link.ask("why", { time: this.app.time, scale: this.app.picture.parameters.scale });
      const { evaluate, build, plan, draw } = report.phases;
      const phases = Object.entries({ evaluate, build, plan, draw }).map(([name, time]) =>
        element("tr", {}, cell(name), cell(`${time.toFixed(2)} ms`, true)));
      const surfaces = report.surfaces.map((surface) =>
        element("tr", {}, element("td", {}, this.link(surface.layer, surface.name), ` ${surface.why}`), cell(`${surface.width}×${surface.height}`, true), cell(surface.items, true), cell(`${(surface.bytes / 1024).toFixed(0)} KiB`, true)));
      const layers = report.layers.map((layer) =>
        element("tr", {}, element("td", {}, this.link(layer.layer, layer.name)), cell(layer.items, true), cell(layer.pixels.toLocaleString("en"), true), cell(layer.time === undefined || layer.time === null ? "" : `${layer.time.toFixed(2)} ms`, true)));
      const again = element("button", {}, "Measure again");
      again.addEventListener("click", () => this.loadCosts());
      byID("why").replaceChildren(
        element("h2", {}, "Time of this picture, all of it, on one thread"), table(["phase", "time"], phases), again,
        element("p", {}, `${report.items} items, ${report.hiddenItems} hidden by opaque ones; each pixel is painted ${report.overdraw.toFixed(2)} times.`),
        element("p", {}, `Raster cache: ${report.cache}.`),
        element("h2", {}, `Surfaces (${report.surfaces.length})`),
        report.surfaces.length ? table(["why", "pixels", "items", "memory"], surfaces) : element("p", { class: "quiet" }, "None: everything is painted straight onto the picture."),
        element("h2", {}, "Layers by painted pixels"), table(["layer", "items", "pixels", "alone"], layers),
        ...report.notes.map((note) => element("p", {}, note))
      );
    } catch (error) {
      this.app.report(error);
    }
  }

  showMessages(facts) {
    byID("tab-messages").textContent = facts.remarks.length ? `Messages (${facts.remarks.length})` : "Messages";
    const rows = facts.remarks.map((remark) => {
      const hasText = remark.line > 0 && remark.part !== undefined && remark.part !== null;
      const line = hasText ? this.app.listing.link(remark.part, remark.line) : remark.line > 0 ? `line ${remark.line}` : "";
      const layer = remark.layer ? this.link(remark.layer, "layer") : "";
      return element("p", {}, element("b", {}, `${remark.severity} `), line, " ", layer, ` ${remark.message}`);
    });
    byID("messages").replaceChildren(...(rows.length ? rows : [element("p", { class: "quiet" }, "Nothing of the document is ignored.")]));
  }

  showExport(facts) {
    const panel = byID("export");
    // What is kept of a program changes; the fields follow when it is stopped for looking.
    const name = facts.program?.isFollowed === false ? `${facts.name} ${facts.from} ${facts.to}` : facts.name;
    if (panel.dataset.name === name && panel.children.length) return;
    const list = this.list;
    panel.dataset.name = name;
    const field = (label, input) => element("p", {}, element("label", {}, `${label} `, input));
    const number = (value) => element("input", { type: "number", step: "any", value: String(value) });
    const format = element("select", {}, ...facts.formats.map((name) => element("option", {}, name)));
    const [from, duration, rate, scale] = [facts.from, facts.to - facts.from, 60, 1].map(number);
    const still = element("button", {}, "Export this moment as PNG");
    const film = element("button", {}, "Export");
    const send = async (parameters) => {
      try {
        await this.app.link.ask("export", parameters);
      } catch (error) {
        this.app.report(error);
      }
    };
    still.addEventListener("click", () => send({ form: "png", from: this.app.time ?? this.app.facts.to, scale: Number(scale.value) }));
    film.addEventListener("click", () => send({ form: format.value, from: Number(from.value), duration: Number(duration.value), rate: Number(rate.value), scale: Number(scale.value) }));
    this.list = list || element("div", { role: "status", "aria-live": "polite" });
    panel.replaceChildren(
      field("Pixels for each point", scale), element("p", {}, still), element("h2", {}, "Film or picture"),
      field("Format", format), field("From (s)", from), field("Duration (s)", duration), field("Frames per second", rate),
      element("p", {}, film), this.list
    );
  }

  showProgress(progress) {
    const id = `export-${progress.export}`;
    let row = byID(id);
    if (!row) {
      row = element("p", { id });
      this.list?.prepend(row);
    }
    if (progress.error) return row.replaceChildren(`Export ${progress.export}: ${progress.error}`);
    if (progress.file) {
      const name = progress.file.split("/").pop();
      return row.replaceChildren(element("a", { href: pageAddress(progress.file), download: name }, `Download ${name}`));
    }
    const stop = element("button", {}, "Cancel");
    stop.addEventListener("click", () => this.app.link.ask("cancel", { count: progress.export }).catch(() => {}));
    row.replaceChildren(element("progress", { max: String(progress.total), value: String(progress.done), "aria-label": `export ${progress.export}` }), `${progress.done} of ${progress.total} frames `, stop);
  }
}
