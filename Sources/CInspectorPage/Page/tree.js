// The layer tree: only the rows in sight are asked for and made.
import { byID, element } from "./link.js";

const rowHeight = 24;

export class Tree {
  constructor(app) {
    this.app = app;
    [this.box, this.rows, this.search] = ["tree", "rows", "search"].map(byID);
    this.toggled = null;
    this.page = { total: 0, start: 0, rows: [] };
    this.box.addEventListener("scroll", () => this.scrolled());
    this.box.addEventListener("keydown", (event) => this.key(event));
    this.search.addEventListener("input", () => {
      this.box.scrollTop = 0;
      this.load();
    });
    new ResizeObserver(() => this.scrolled()).observe(this.box);
  }

  scrolled() {
    const first = Math.floor(this.box.scrollTop / rowHeight);
    const last = first + Math.ceil(this.box.clientHeight / rowHeight);
    const loaded = this.page.start + this.page.rows.length;
    if (first < this.page.start || (last > loaded && loaded < this.page.total)) this.load();
  }

  // Asks for the rows around those in sight.
  async load() {
    if (this.isLoading) {
      this.again = true;
      return;
    }
    this.isLoading = true;
    const seen = Math.ceil(this.box.clientHeight / rowHeight) + 1;
    const start = Math.max(0, Math.floor(this.box.scrollTop / rowHeight) - seen);
    const parameters = { start, count: seen * 3, search: this.search.value, time: this.app.time, follows: this.app.isLive };
    Object.assign(parameters, this.toggled);
    this.toggled = null;
    try {
      this.page = await this.app.link.ask("outline", parameters);
      this.draw();
    } catch (error) {
      this.app.report(error);
    } finally {
      this.isLoading = false;
      if (this.again) {
        this.again = false;
        this.load();
      }
    }
  }

  // Takes over what changed in the rows of a running program's tree: first rows leave, then others take their places.
  change({ list, total, start, selected, changes }) {
    if (list !== this.page.list || this.isLoading) return;
    const gone = new Set([...changes.removed, ...changes.moved.map((move) => move.layer)]);
    const known = new Map(this.page.rows.map((row) => [row.layer, row]));
    const rows = this.page.rows.filter((row) => !gone.has(row.layer));
    const placed = [...changes.inserted, ...changes.moved.map(({ layer, index }) => ({ index, row: known.get(layer) }))];
    for (const { index, row } of placed.sort((a, b) => a.index - b.index)) rows.splice(index, 0, row);
    const changed = new Map(changes.changed.map((row) => [row.layer, row]));
    this.page = { list, total, start, selected, rows: rows.map((row) => changed.get(row.layer) ?? row) };
    this.draw();
  }

  // Makes rows that are new or look different; the others stay.
  draw() {
    this.rows.style.height = `${this.page.total * rowHeight}px`;
    const former = this.nodes ?? new Map();
    this.nodes = new Map();
    const nodes = this.page.rows.map((row, index) => {
      const look = JSON.stringify([row, row.layer === this.app.selected, Boolean(this.search.value)]);
      const kept = former.get(row.layer);
      const node = kept?.look === look ? kept.node : this.row(row);
      node.style.top = `${(this.page.start + index) * rowHeight}px`;
      this.nodes.set(row.layer, { look, node });
      return node;
    });
    this.rows.replaceChildren(...nodes);
    if (!this.page.total) this.rows.append(element("p", { class: "quiet" }, this.search.value ? "No layer matches." : "No layers."));
    const chosen = this.page.rows.find((row) => row.layer === this.app.selected);
    if (chosen) this.box.setAttribute("aria-activedescendant", `row-${chosen.layer}`);
    else this.box.removeAttribute("aria-activedescendant");
  }

  row(row) {
    const isSelected = row.layer === this.app.selected;
    const node = element("div", {
      class: `row${row.isHidden ? " hidden" : ""}`,
      id: `row-${row.layer}`,
      role: "treeitem",
      "aria-level": String(row.depth + 1),
      "aria-selected": String(isSelected),
      "aria-expanded": row.children ? String(row.isOpen) : null,
      "aria-label": `${row.isMask ? "mask " : ""}${row.name || row.type}${row.name ? ` ${row.type}` : ""}`,
    });
    node.style.paddingLeft = `${4 + Math.min(row.depth, 24) * 14}px`;
    const twist = element("button", { class: "twist", tabindex: "-1", "aria-hidden": "true" }, row.children && !this.search.value ? (row.isOpen ? "▾" : "▸") : "");
    twist.addEventListener("click", (event) => {
      event.stopPropagation();
      this.toggle(row);
    });
    const label = element("span", { class: "label" }, `${row.isMask ? "mask " : ""}${row.name || row.type}`);
    const eye = element("button", { class: "eye", tabindex: "-1", "aria-hidden": "true", title: row.isHidden ? "Show in the preview" : "Hide in the preview" }, row.isHidden ? "○" : "●");
    eye.addEventListener("click", (event) => {
      event.stopPropagation();
      this.hide(row);
    });
    node.append(twist, label);
    if (row.name) node.append(element("span", { class: "type" }, row.type));
    if (row.isAnimated) node.append(element("span", { class: "mark", title: "animated" }, "~"));
    node.append(eye);
    node.addEventListener("click", () => this.app.select(row.layer, false));
    return node;
  }

  // Opens or closes a row; the other side keeps which layers are open.
  toggle(row) {
    this.toggled = { layer: row.layer, isOn: !row.isOpen };
    this.load();
  }

  async hide(row) {
    try {
      await this.app.link.ask("hide", { layer: row.layer, isOn: !row.isHidden });
      this.load();
      this.app.refresh();
    } catch (error) {
      this.app.report(error);
    }
  }

  // Opens what lies above a layer and scrolls to it.
  async reveal(layer) {
    try {
      const { row } = await this.app.link.ask("reveal", { layer, time: this.app.time });
      if (row !== null && row !== undefined && !this.search.value) {
        const top = row * rowHeight;
        if (top < this.box.scrollTop || top + rowHeight > this.box.scrollTop + this.box.clientHeight) {
          this.box.scrollTop = Math.max(0, top - this.box.clientHeight / 2);
        }
      }
    } catch (error) {
      this.app.report(error);
    }
    await this.load();
  }

  key(event) {
    const rows = this.page.rows;
    const at = rows.findIndex((row) => row.layer === this.app.selected);
    const row = rows[at];
    const keys = {
      ArrowDown: () => rows[at + 1] && this.move(at + 1),
      ArrowUp: () => at > 0 && this.move(at - 1),
      ArrowRight: () => row?.children && (row.isOpen ? this.move(at + 1) : this.toggle(row)),
      ArrowLeft: () => row && (row.isOpen && row.children ? this.toggle(row) : this.parent(at)),
      Home: () => rows[0] && this.move(0),
      h: () => row && this.hide(row),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  }

  parent(at) {
    for (let index = at - 1; index >= 0; index--) {
      if (this.page.rows[index].depth < this.page.rows[at].depth) return this.move(index);
    }
  }

  move(index) {
    const row = this.page.rows[index];
    if (!row) return;
    const top = (this.page.start + index) * rowHeight;
    if (top < this.box.scrollTop) this.box.scrollTop = top;
    if (top + rowHeight > this.box.scrollTop + this.box.clientHeight) this.box.scrollTop = top + rowHeight - this.box.clientHeight;
    this.app.select(row.layer, false);
  }
}
