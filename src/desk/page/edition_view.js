// The pane of the edition: its chapters, or its pages.

/** @import * as Desk from "./types.js" */
/** @import { EditionActions } from "./edition_pane.js" */

import { byId } from "./dom.js";
import { EditionPane } from "./edition_pane.js";
import { PagesPane } from "./pages_pane.js";

export class EditionView {
  /** @param {EditionActions} actions */
  constructor(actions) {
    this.chapters = new EditionPane(
      {
        frame: /** @type {HTMLIFrameElement} */ (byId("frame")),
        chapters: /** @type {HTMLSelectElement} */ (byId("chapters")),
        message: byId("edition-message"),
      },
      actions,
    );
    this.pages = new PagesPane(
      {
        room: byId("pages-room"),
        message: byId("pages-message"),
        number: /** @type {HTMLInputElement} */ (byId("page-number")),
        count: byId("page-count"),
        zoom: /** @type {HTMLOutputElement} */ (byId("zoom")),
        facing: /** @type {HTMLInputElement} */ (byId("facing")),
      },
      actions,
    );
    byId("as-chapters").addEventListener("click", () => this.#show(false));
    byId("as-pages").addEventListener("click", () => this.#show(true));
    byId("turn").addEventListener("click", () => this.turn(1));
    byId("turn-back").addEventListener("click", () => this.turn(-1));
    byId("zoom-in").addEventListener("click", () => this.pages.zoom(1));
    byId("zoom-out").addEventListener("click", () => this.pages.zoom(-1));
    byId("zoom-fit").addEventListener("click", () => this.pages.zoom(0));
  }

  get #isPages() {
    return byId("as-pages").getAttribute("aria-pressed") === "true";
  }

  toggle() {
    this.#show(!this.#isPages);
  }

  /** @param {boolean} asPages */
  #show(asPages) {
    byId("as-pages").setAttribute("aria-pressed", String(asPages));
    byId("as-chapters").setAttribute("aria-pressed", String(!asPages));
    byId("pages-view").hidden = !asPages;
    byId("chapter-view").hidden = asPages;
    byId("chapters").hidden = asPages;
    this.pages.setVisible(asPages);
  }

  /** @param {1 | -1} step */
  turn(step) {
    if (this.#isPages) this.pages.turn(step);
    else this.chapters.turn(step);
  }

  /** Shows what is made of lines. @param {Desk.Selection | null} selection */
  async select(selection) {
    this.pages.select(selection);
    await this.chapters.select(selection);
  }

  /** Marks lines that were chosen here. @param {Desk.Selection} selection */
  mark(selection) {
    this.pages.mark(selection);
    this.chapters.mark(selection);
  }

  /** Something was decided. */
  async refresh() {
    this.pages.refresh();
    await this.chapters.refresh();
  }

  /** Shows a document. @param {number} document */
  async open(document) {
    this.pages.open(document);
    await this.chapters.open(document);
  }

  focus() {
    (this.#isPages ? byId("pages-room") : byId("frame")).focus();
  }
}
