// The edition: a chapter as the EPUB shows it. Its elements say which lines they are from.

/** @import * as Desk from "./types.js" */
/** @import { Source } from "./edition_index.js" */

import { chapterAddress, readChapter, readEdition } from "./api.js";
import { make } from "./dom.js";
import { EditionIndex, covers, sourceOf } from "./edition_index.js";
import { isSameShell, patchChildren } from "./patch.js";
import { DARK, scheme } from "./scheme.js";
import { say } from "./words.js";

const XHTML = "http://www.w3.org/1999/xhtml";

// The sign of what is selected, beside the styles of the book: it moves nothing in it.
const MARK = "desk-selected";

// The whole of a document.
const ALL = { first: 0, count: Infinity };

/** The colours of a book are its reader's own: those of the desk. */
function makeStyle() {
  const { color, backgroundColor } = getComputedStyle(document.body);
  return `
    :root { color: ${color}; background: ${backgroundColor}; color-scheme: ${scheme()}; }
    body { padding: .5rem 1rem 4rem !important; }
    [data-source] { cursor: pointer; }
    [data-source]:hover { outline: 1px dotted currentColor; outline-offset: 3px; }
    .${MARK} { outline: 2px solid #b4552d; outline-offset: 3px; background: rgb(214 140 70 / .18); }
  `;
}

// Where what is selected comes to stand, from the top of the frame.
const REVEAL = 0.25;

/**
 * @typedef {object} EditionActions
 * @property {(source: Source, isByKey?: boolean) => void} select an element was chosen
 * @property {(event: KeyboardEvent) => void} key a key was pressed in the frame
 * @property {(fault: unknown) => void} fail
 */

export class EditionPane {
  /** @type {Desk.Chapter[]} */
  #chapters = [];
  #index = new EditionIndex();
  #shown = "";
  #digest = "";
  // The document that is on the desk.
  #document = 0;
  /** @type {Desk.Selection | null} lines of it */
  #selected = null;
  // Of several searches for a chapter, and of several answers, the last one counts.
  #search = 0;
  #reading = 0;
  /** @type {CSSStyleSheet | null} */
  #style = null;
  #isVisible = false;

  /**
   * @param {{ frame: HTMLIFrameElement, chapters: HTMLSelectElement, message: HTMLElement }} parts
   * @param {EditionActions} actions
   */
  constructor({ frame, chapters, message }, actions) {
    this.frame = frame;
    this.chapters = chapters;
    this.message = message;
    this.actions = actions;
    frame.addEventListener("load", () => this.#onLoad());
    DARK.addEventListener("change", () => this.restyle());
    // A frame behind a tab has no size, and nothing in it has a place.
    new ResizeObserver(() => this.#onResize()).observe(frame);
    chapters.addEventListener("change", () => void this.#guard(() => this.#load(chapters.value)));
  }

  /** Shows a document, from its beginning until lines are selected. @param {number} document */
  open(document) {
    // A chapter of the same name may be one of another book.
    if (document !== this.#document) this.#shown = this.#digest = "";
    this.#document = document;
    this.#selected = null;
    return this.refresh();
  }

  /** Reads the edition as it is now; the chapter and the place in it stay. */
  refresh() {
    const reading = (this.#reading += 1);
    return this.#guard(async () => {
      const { documents } = await readEdition(this.#document);
      if (reading === this.#reading) await this.#adopt(documents);
    });
  }

  /** Shows the elements that are made of lines. @param {Desk.Selection | null} selection */
  select(selection) {
    this.#selected = selection;
    return this.#guard(() => this.#showSelected());
  }

  /**
   * Marks lines without moving to them: they were chosen here.
   * @param {Desk.Selection} selection
   */
  mark(selection) {
    this.#selected = selection;
    this.#search += 1;
    this.#paint();
  }

  /** The colours of the desk are others. */
  restyle() {
    this.#style?.replaceSync(makeStyle());
  }

  /** @param {number} step */
  turn(step) {
    const at = this.#chapters.findIndex(({ name }) => name === this.#shown);
    const next = this.#chapters[at + step];
    if (next) void this.#guard(() => this.#load(next.name));
  }

  /** @param {() => Promise<void>} job */
  async #guard(job) {
    try {
      await job();
    } catch (fault) {
      this.actions.fail(fault);
    }
  }

  #fillChapters() {
    const options = this.#chapters.map(({ name, title }) =>
      make("option", { value: name }, title || name),
    );
    this.chapters.replaceChildren(...options);
    this.chapters.value = this.#shown;
  }

  /** @param {Desk.Chapter[]} chapters */
  async #adopt(chapters) {
    this.#chapters = chapters;
    this.#index.adopt(chapters);
    this.message.textContent = chapters.length === 0 ? say("noChapters") : "";
    const chapter = chapters.find(({ name }) => name === this.#shown);
    if (!chapter) this.#shown = "";
    this.#fillChapters();
    if (chapter && chapter.digest !== this.#digest) await this.#replace(chapter);
    if (this.#selected && this.#paint().length === 0) await this.#showSelected();
    else if (!this.#selected || !this.#shown) await this.#showDocument();
  }

  /** Shows some chapter of the document that is on the desk. */
  async #showDocument() {
    const isShown = this.#book?.querySelector(`[data-source^="${this.#document}:"]`);
    if (this.#shown && isShown) return;
    const name = await this.#index.find(this.#document, ALL, this.#shown);
    await this.#load(name ?? this.#chapters[0]?.name ?? "");
  }

  /** @param {string} name */
  async #load(name) {
    const chapter = this.#chapters.find((one) => one.name === name);
    if (!chapter) return;
    this.#shown = name;
    this.#digest = chapter.digest;
    this.chapters.value = name;
    const loaded = new Promise((resolve) => {
      this.frame.addEventListener("load", resolve, { once: true });
    });
    // The history of the page is that of its documents, not of chapters.
    this.frame.contentWindow?.location.replace(new URL(chapterAddress(this.#document, name), location.href));
    await loaded;
  }

  get #book() {
    return this.frame.contentDocument;
  }

  #onLoad() {
    const book = this.#book;
    const view = book?.defaultView;
    // The frame is empty before the first chapter.
    if (!book || !view || book.URL === "about:blank") return;
    book.addEventListener("click", (event) => this.#onClick(event));
    book.addEventListener("keydown", (event) => this.actions.key(event));
    this.#style = new view.CSSStyleSheet();
    this.restyle();
    book.adoptedStyleSheets = [this.#style];
    this.#learnShown();
    this.#paint();
  }

  #learnShown() {
    const book = this.#book;
    const chapter = this.#chapters.find(({ name }) => name === this.#shown);
    if (book?.body && chapter) this.#index.learn(chapter, book.body.outerHTML);
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    const target = /** @type {Element} */ (event.target);
    const link = target.closest("a[href]");
    if (link) {
      event.preventDefault();
      void this.#guard(() => this.#follow(/** @type {HTMLAnchorElement} */ (link)));
      return;
    }
    const element = target.closest("[data-source]");
    const source = element && sourceOf(element);
    if (source) this.actions.select(source);
  }

  /**
   * Follows a link inside the book; the desk leads nowhere else.
   * @param {HTMLAnchorElement} link
   */
  async #follow(link) {
    const url = new URL(link.href, this.#book?.baseURI);
    const name = decodeURIComponent(url.pathname.split("/").at(-1) ?? "");
    const isOfBook =
      url.origin === location.origin && this.#chapters.some((one) => one.name === name);
    if (!isOfBook) return;
    if (name !== this.#shown) await this.#load(name);
    this.#book
      ?.getElementById(decodeURIComponent(url.hash.slice(1)))
      ?.scrollIntoView({ block: "center" });
  }

  #onResize() {
    const isVisible = this.frame.clientHeight > 0;
    const [first] = isVisible && !this.#isVisible ? this.#paint() : [];
    this.#isVisible = isVisible;
    if (first) this.#reveal(first);
  }

  // ---- what is selected

  async #showSelected() {
    const search = (this.#search += 1);
    const wanted = this.#selected;
    this.message.textContent = "";
    let found = this.#paint();
    // Before the first answer, no chapter is known: this is done again then.
    if (!wanted || this.#chapters.length === 0) return;
    if (found.length === 0) {
      const name = await this.#index.find(this.#document, wanted, this.#shown);
      if (search !== this.#search) return;
      if (name !== null && name !== this.#shown) await this.#load(name);
      if (search !== this.#search) return;
      found = this.#paint();
    }
    if (!this.#shown) await this.#showDocument();
    if (found.length > 0) this.#reveal(found[0]);
    else this.message.textContent = say("notInEdition");
  }

  /** Marks what is selected. @returns {Element[]} the elements */
  #paint() {
    const book = this.#book;
    if (!book?.body) return [];
    this.#unmark(book);
    if (!this.#selected) return [];
    const found = elementsOf(book, this.#document, this.#selected);
    for (const element of found) element.classList.add(MARK);
    return found;
  }

  /** The elements are as the chapter has them. @param {Document} book */
  #unmark(book) {
    for (const old of book.querySelectorAll(`.${MARK}`)) {
      old.classList.remove(MARK);
      if (old.classList.length === 0) old.removeAttribute("class");
    }
  }

  /** @param {Element} element */
  #reveal(element) {
    const view = this.#book?.defaultView;
    if (!view) return;
    const { top, bottom } = element.getBoundingClientRect();
    const isInView = top >= 0 && bottom <= view.innerHeight;
    if (!isInView) view.scrollBy({ top: top - view.innerHeight * REVEAL, behavior: "instant" });
  }

  // ---- what was decided

  /** Puts the new chapter in the place of the old one. @param {Desk.Chapter} chapter */
  async #replace(chapter) {
    const markup = await readChapter(this.#document, chapter.name);
    this.#index.learn(chapter, markup);
    const book = this.#book;
    const read = new DOMParser().parseFromString(markup, "application/xhtml+xml");
    const body = read.getElementsByTagNameNS(XHTML, "body")[0];
    // The chapter may be another by now, and a document that is not well-formed has no body.
    if (!book?.body || !body || chapter.name !== this.#shown) return;
    this.#digest = chapter.digest;
    const place = this.#readPlace(book);
    this.#unmark(book);
    if (isSameShell(book.body, body)) patchChildren(book.body, body);
    else book.body.replaceWith(book.adoptNode(body));
    this.#paint();
    this.#restorePlace(book, place);
  }

  /**
   * The first element in view that has lines, and where it stands.
   * @param {Document} book
   */
  #readPlace(book) {
    const scrolled = book.defaultView?.scrollY ?? 0;
    for (const element of book.querySelectorAll("[data-source]")) {
      const { top, bottom } = element.getBoundingClientRect();
      const source = sourceOf(element);
      if (bottom > 0 && source) return { scrolled, top, source };
    }
    return { scrolled, top: 0, source: null };
  }

  /**
   * @param {Document} book
   * @param {{ scrolled: number, top: number, source: Source | null }} place
   */
  #restorePlace(book, { scrolled, top, source }) {
    const view = book.defaultView;
    view?.scrollTo({ top: scrolled, behavior: "instant" });
    if (!source) return;
    const selection = { first: source.first, count: 1 };
    const [element] = elementsOf(book, source.document, selection);
    const moved = element ? element.getBoundingClientRect().top - top : 0;
    view?.scrollBy({ top: moved, behavior: "instant" });
  }
}

/**
 * The elements made of lines; of nested ones only the innermost.
 * @param {Document} book
 * @param {number} document
 * @param {Desk.Selection} selection
 */
function elementsOf(book, document, selection) {
  const found = [...book.querySelectorAll("[data-source]")].filter((element) => {
    const source = sourceOf(element);
    return source !== null && covers(source, document, selection);
  });
  return found.filter(
    (element) => !found.some((other) => other !== element && element.contains(other)),
  );
}
