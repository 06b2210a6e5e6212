// The text of the document around a line.
import { byID, element } from "./link.js";

// How many lines are shown before and after the one that is meant.
const around = 100;

export class Listing {
  constructor(app) {
    this.app = app;
    byID("listing-close").addEventListener("click", () => this.close());
    byID("listing").addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
  }

  // A button that shows a line of a text.
  link(part, line) {
    const button = element("button", { class: "link" }, `line ${line}`);
    button.addEventListener("click", () => this.open(part, line, button));
    return button;
  }

  async open(part, line, origin) {
    try {
      const listing = await this.app.link.ask("source", { part, start: Math.max(1, line - around), count: 2 * around + 1 });
      this.origin = origin;
      const rows = listing.lines.map((text, index) => {
        const number = listing.start + index;
        const isMeant = number === line;
        return element("li", { value: String(number), class: isMeant ? "meant" : null, "aria-current": isMeant ? "true" : null }, text || " ");
      });
      byID("listing-name").textContent = `${listing.name}, line ${line} of ${listing.total}`;
      byID("listing-lines").replaceChildren(...rows);
      byID("listing").hidden = false;
      byID("listing-lines").querySelector(".meant")?.scrollIntoView({ block: "center" });
      byID("listing-close").focus();
    } catch (error) {
      this.app.report(error);
    }
  }

  close() {
    byID("listing").hidden = true;
    if (this.origin?.isConnected) this.origin.focus();
  }
}
