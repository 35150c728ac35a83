// The edition as typeset pages: facing pages, at any size.

/** @import * as Desk from "./types.js" */
/** @import { EditionActions } from "./edition_pane.js" */

import { pageAddress, readPages, readPlaces, Refusal, typesetPages } from "./api.js";
import { make } from "./dom.js";
import { lineBeside, marksAround, placesOf, sourceAt } from "./page_places.js";
import { say } from "./words.js";

// How often the server is asked whether the pages are set, in milliseconds.
const ASK = 500;

// Steps of the zoom; 1 shows whole pages.
const STEP = 1.25;
const SMALLEST = 0.5;
const LARGEST = 6;

// Two pages side by side need so much room, in pixels, to be read.
const FACING_WIDTH = 480;

// The space around pages and between them and the edge of the pane, in pixels.
const MARGIN = 24;

// A key scrolls enlarged pages by this share of the room.
const SCROLL = 0.9;

// What the server answers where the pages are not set any more.
const NOT_SET = 404;

// Where what is selected comes to stand, from the top of the room.
const REVEAL = 0.25;

/**
 * @typedef {object} Parts
 * @property {HTMLElement} room
 * @property {HTMLElement} message
 * @property {HTMLInputElement} number
 * @property {HTMLElement} count
 * @property {HTMLOutputElement} zoom
 * @property {HTMLInputElement} facing
 */

export class PagesPane {
  /** @type {Desk.TypesetPages | null} the pages that are shown */
  #pages = null;
  /** @type {Desk.Place[] | null} where lines are on them */
  #places = null;
  // The document that is on the desk.
  #document = 0;
  /** @type {Desk.Selection | null} lines of it */
  #selected = null;
  // The first of the pages that are shown.
  #at = 0;
  #zoom = 1;
  #isVisible = false;
  #isStale = true;
  #isAsking = false;

  /**
   * @param {Parts} parts
   * @param {EditionActions} actions
   */
  constructor(parts, actions) {
    this.parts = parts;
    this.actions = actions;
    parts.number.addEventListener("change", () => this.goTo(Number(parts.number.value) - 1));
    parts.facing.addEventListener("change", () => this.goTo(this.#at));
    parts.room.addEventListener("keydown", (event) => this.#onKey(event));
    new ResizeObserver(() => this.#onResize()).observe(parts.room);
  }

  /** @param {boolean} isVisible */
  setVisible(isVisible) {
    this.#isVisible = isVisible;
    if (isVisible && this.#isStale) void this.#ask();
    else if (isVisible) this.#showSelected();
  }

  /** Shows the page on which lines stand. @param {Desk.Selection | null} selection */
  select(selection) {
    this.#selected = selection;
    this.#showSelected();
  }

  /**
   * Marks lines without moving to them: they were chosen here.
   * @param {Desk.Selection} selection
   */
  mark(selection) {
    this.#selected = selection;
    this.#paint();
  }

  /** Another document is on the desk. @param {number} document */
  open(document) {
    if (document !== this.#document) {
      this.#pages = null;
      this.#places = null;
      this.#at = 0;
      this.parts.room.replaceChildren();
    }
    this.#document = document;
    this.#selected = null;
    this.refresh();
  }

  /** Something was decided: the pages are others. */
  refresh() {
    this.#isStale = true;
    if (this.#isVisible) void this.#ask();
  }

  async #ask() {
    // The one who is asking goes on until the pages are set, and sees what was decided since.
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      while (this.#isStale && this.#isVisible) await this.#askOnce();
    } catch (fault) {
      this.actions.fail(fault);
    } finally {
      this.#isAsking = false;
    }
  }

  async #askOnce() {
    const document = this.#document;
    const said = await readPages(document);
    if (document !== this.#document) return;
    if (said.state === "ready") {
      const places = await readPlacesOf(document, said.digest);
      if (document !== this.#document) return;
      // What was decided meanwhile has other pages.
      if (places === null) return;
      this.#isStale = false;
      this.#pages = said;
      this.#places = places;
      this.#say("");
      this.goTo(this.#at);
      this.#showSelected();
      return;
    }
    if (said.state === "failed") {
      this.#isStale = false;
      this.#say(say("settingFailed", said.error ?? ""));
      return;
    }
    this.#say(say(this.#pages ? "settingAnew" : "setting"));
    if (said.state === "none") await typesetPages(document);
    await new Promise((resolve) => setTimeout(resolve, ASK));
  }

  /** @param {string} words */
  #say(words) {
    if (this.parts.message.textContent !== words) this.parts.message.textContent = words;
  }

  get #isFacing() {
    return this.parts.facing.checked && this.parts.room.clientWidth >= FACING_WIDTH;
  }

  /** A page, counted from 0; the first is a right-hand one, alone. @param {number} page */
  goTo(page) {
    const count = this.#pages?.count ?? 0;
    const wanted = Math.max(0, Math.min(count - 1, Number.isNaN(page) ? 0 : Math.trunc(page)));
    this.#at = this.#isFacing && wanted > 0 ? wanted - ((wanted + 1) % 2) : wanted;
    this.#draw();
    this.parts.room.scrollTo({ top: 0, left: 0 });
  }

  /** @param {number} step */
  turn(step) {
    const shown = this.#shownPages().length;
    this.goTo(step > 0 ? this.#at + shown : this.#at - 1);
  }

  /** Scrolls, and turns the page at its end. @param {1 | -1} step */
  #scrollOrTurn(step) {
    const { room } = this.parts;
    const before = room.scrollTop;
    room.scrollBy({ top: step * room.clientHeight * SCROLL, behavior: "instant" });
    if (room.scrollTop !== before) return;
    const at = this.#at;
    this.turn(step);
    // Backwards, a page is read from its end.
    if (step < 0 && this.#at !== at) room.scrollTop = room.scrollHeight;
  }

  /** @param {number} step more than 0 for larger, less for smaller, 0 for whole pages */
  zoom(step) {
    const wanted = step === 0 ? 1 : this.#zoom * STEP ** step;
    this.#zoom = Math.max(SMALLEST, Math.min(LARGEST, wanted));
    this.#draw();
  }

  /** @returns {number[]} */
  #shownPages() {
    const count = this.#pages?.count ?? 0;
    if (count === 0) return [];
    const isPair = this.#isFacing && this.#at > 0 && this.#at + 1 < count;
    return isPair ? [this.#at, this.#at + 1] : [this.#at];
  }

  /** Where two pages had room and one has now, the one with the mark stays. */
  #onResize() {
    const { room } = this.parts;
    const hadPlace = room.querySelector(".place") !== null;
    this.#draw();
    if (hadPlace && !room.querySelector(".place")) this.#showSelected();
  }

  #draw() {
    const pages = this.#pages;
    const { room, number, count, zoom } = this.parts;
    if (!pages || room.clientWidth === 0) return;
    const shown = this.#shownPages();
    const across = this.#isFacing ? 2 : 1;
    const fit = Math.min(
      (room.clientWidth - 2 * MARGIN) / (pages.width * across),
      (room.clientHeight - 2 * MARGIN) / pages.height,
    );
    const width = pages.width * Math.max(fit, 0.1) * this.#zoom;
    room.replaceChildren(...shown.map((page) => this.#makePage(page, width)));
    this.#paint();
    number.value = String(shown[0] + 1);
    number.max = String(pages.count);
    const range = shown.map((page) => page + 1).join("–");
    count.textContent = say("pageOfCount", range, pages.count);
    zoom.textContent = `${Math.round(this.#zoom * 100)} %`;
  }

  /**
   * @param {number} page
   * @param {number} width pixels
   */
  #makePage(page, width) {
    const { digest, width: across, height } = /** @type {Desk.TypesetPages} */ (this.#pages);
    const picture = make("img", {
      src: pageAddress(this.#document, page, digest),
      alt: say("typesetPage", page),
      width: Math.round(width),
      height: Math.round((width * height) / across),
    });
    const click = (/** @type {MouseEvent} */ event) => this.#onClick(event, page);
    return make("div", { class: "sheet", "data-page": page, click }, picture);
  }

  // ---- what is selected

  get #found() {
    return this.#selected ? placesOf(this.#places ?? [], this.#document, this.#selected) : [];
  }

  #showSelected() {
    if (!this.#isVisible || !this.#pages || !this.#places) return;
    const found = this.#found;
    if (!this.#isStale) this.#say(this.#selected && found.length === 0 ? say("notInEdition") : "");
    const shown = this.#shownPages();
    if (found.length > 0 && !found.some(({ page }) => shown.includes(page))) {
      this.goTo(found[0].page);
    } else {
      this.#paint();
    }
    this.#reveal();
  }

  /** Marks what is selected on the pages that are shown. */
  #paint() {
    const { room } = this.parts;
    for (const old of room.querySelectorAll(".place")) old.remove();
    const pages = this.#pages;
    if (!pages) return;
    for (const { page, left, top, right, bottom } of marksAround(this.#found)) {
      const mark = make("div", { class: "place" });
      // The policy of the page forbids styles in markup.
      mark.style.left = `${(left / pages.width) * 100}%`;
      mark.style.top = `${(top / pages.height) * 100}%`;
      mark.style.width = `${((right - left) / pages.width) * 100}%`;
      mark.style.height = `${((bottom - top) / pages.height) * 100}%`;
      room.querySelector(`[data-page="${page}"]`)?.append(mark);
    }
  }

  /** Brings the first mark into view, where the pages are larger than the room. */
  #reveal() {
    const { room } = this.parts;
    const mark = room.querySelector(".place")?.getBoundingClientRect();
    if (!mark) return;
    const view = room.getBoundingClientRect();
    const isAcross =
      mark.left >= view.left && (mark.right <= view.right || mark.width >= view.width);
    const isInView = mark.top >= view.top && mark.bottom <= view.bottom && isAcross;
    if (isInView) return;
    const top = mark.top - view.top - view.height * REVEAL;
    room.scrollBy({ top, left: mark.left - view.left - MARGIN, behavior: "instant" });
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== this.parts.room) return;
    /** @type {Record<string, () => void>} */
    const jobs = {
      ArrowDown: () => this.#selectBeside(1),
      ArrowUp: () => this.#selectBeside(-1),
      PageDown: () => this.#scrollOrTurn(1),
      PageUp: () => this.#scrollOrTurn(-1),
      Home: () => this.goTo(0),
      End: () => this.goTo(Infinity),
      "+": () => this.zoom(1),
      "-": () => this.zoom(-1),
      "0": () => this.zoom(0),
    };
    if (!(event.key in jobs)) return;
    event.preventDefault();
    jobs[event.key]();
  }

  /** Selects the line above or below; without one, a line of the page. @param {1 | -1} step */
  #selectBeside(step) {
    const shown = this.#shownPages();
    const source = lineBeside(this.#places ?? [], this.#found, shown, step);
    if (!source) return;
    this.actions.select(source, true);
    this.#showSelected();
  }

  /**
   * @param {MouseEvent} event
   * @param {number} page
   */
  #onClick(event, page) {
    const pages = this.#pages;
    const sheet = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
    if (!pages || sheet.width === 0) return;
    const x = ((event.clientX - sheet.left) / sheet.width) * pages.width;
    const y = ((event.clientY - sheet.top) / sheet.height) * pages.height;
    const source = sourceAt(this.#places ?? [], page, x, y);
    if (source) this.actions.select(source);
  }
}

/**
 * The places on pages; none if these are no longer the pages of the document.
 * @param {number} document
 * @param {string} digest
 */
async function readPlacesOf(document, digest) {
  try {
    const said = await readPlaces(document);
    return said.digest === digest ? said.places : null;
  } catch (fault) {
    if (fault instanceof Refusal && fault.status === NOT_SET) return null;
    throw fault;
  }
}
