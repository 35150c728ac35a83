// The panes as tabs, where only one has room.

import { byId, setAttribute } from "./dom.js";

// As wide as desk.css says.
const NARROW = matchMedia("(max-width: 719px)");

const PANES = ["source", "edition", "doubts"];

export class Tabs {
  constructor() {
    this.bench = byId("bench");
    for (const pane of PANES) {
      byId(`tab-${pane}`).addEventListener("click", () => this.show(pane));
    }
    byId("tabs").addEventListener("keydown", (event) => this.#onKey(event));
    NARROW.addEventListener("change", () => this.#describe());
    this.show("doubts");
  }

  get #shown() {
    return this.bench.dataset.pane ?? "doubts";
  }

  /** @param {string} pane */
  show(pane) {
    this.bench.dataset.pane = pane;
    for (const one of PANES) {
      const tab = byId(`tab-${one}`);
      setAttribute(tab, "aria-selected", String(one === pane));
      setAttribute(tab, "tabindex", one === pane ? 0 : -1);
    }
    this.#describe();
  }

  /** Panes side by side are regions, not panels of tabs. */
  #describe() {
    for (const pane of PANES) setAttribute(byId(pane), "role", NARROW.matches ? "tabpanel" : null);
  }

  /**
   * Goes to the next pane, and to what is worked on in it.
   * @param {(pane: string) => void} focus
   */
  next(focus) {
    const here = document.activeElement?.closest(".pane")?.id ?? "doubts";
    const next = PANES[(PANES.indexOf(here) + 1) % PANES.length];
    this.show(next);
    focus(next);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const steps = { ArrowRight: 1, ArrowLeft: -1 };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    const at = PANES.indexOf(this.#shown) + step;
    const pane = PANES[(at + PANES.length) % PANES.length];
    this.show(pane);
    byId(`tab-${pane}`).focus();
  }
}
