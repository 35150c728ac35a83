// The source: its lines, what each was taken for, and the lines that are selected.
//
// Only the lines in view are in the page. Their heights are estimated until they are shown, and
// the line at the top keeps its place when an estimate above it proves wrong.

/** @import * as Desk from "./types.js" */
/** @import { DeskDocument } from "./desk_document.js" */
/** @import { Mark } from "./note_marks.js" */

import { pictureAddress } from "./api.js";
import { make, quote, setAttribute, showControls } from "./dom.js";
import { hueOf, isNamed, signOf } from "./kinds.js";
import { LineHeights } from "./line_heights.js";
import { MarkDrag } from "./mark_drag.js";
import { nameKind, say } from "./words.js";

// Lines shown above and below the window, so that scrolling a little shows no gap.
const OVERSCAN = 12;

// Measuring can show that more lines are needed to fill the window; and after these rounds the
// rest comes with the next scroll.
const ROUNDS = 4;

// Where a line that is looked for comes to stand, from the top of the window.
const REVEAL = 0.3;

// How many letters go into a row is measured on these.
const SAMPLE = "de la imprenta y los pliegos que aún quedan por leer, ";

/**
 * @typedef {object} Metrics
 * @property {number} row height of a line that does not wrap, in pixels
 * @property {number} wrap what each further row of the same line adds
 * @property {number} letters in a row
 * @property {number} separator height of the sign of a page
 * @property {number} width of the pane, for which this holds
 */

export class SourcePane {
  /** @type {DeskDocument | null} */
  #document = null;
  /** @type {LineHeights} */
  #heights = new LineHeights(0, () => 0);
  /** @type {Metrics | null} */
  #metrics = null;
  /** @type {Map<number, HTMLElement>} the rows in the page, by line */
  #rows = new Map();
  /** @type {Desk.Selection | null} */
  #selection = null;
  /** @type {Desk.Doubt | null} the doubt whose passage is marked */
  #passage = null;
  // The line where the selection began, and the one where it ends now.
  #anchor = 0;
  #active = 0;
  /** @type {number | null} the note that a mark is over */
  #target = null;
  // Whether the last pointer was a mouse: a click does not say it in every browser.
  #isMouse = false;
  /** @type {number | null} a line to show as soon as the pane has a size */
  #awaited = null;
  #report;

  /**
   * @param {{ scroller: HTMLElement, picture: HTMLImageElement, pictureToggle: HTMLButtonElement }} parts
   * @param {(selection: Desk.Selection | null) => void} onSelect
   * @param {{ aim: (mark: Mark, note: number | null) => void, drop: (mark: Mark, note: number | null) => void }} marks
   *   where a mark is dragged to
   */
  constructor({ scroller, picture, pictureToggle }, onSelect, marks) {
    this.scroller = scroller;
    this.picture = picture;
    this.pictureToggle = pictureToggle;
    this.sizer = make("div", { role: "presentation", class: "sizer" });
    this.block = make("div", { role: "presentation", class: "rows" });
    this.sizer.append(this.block);
    scroller.append(this.sizer);
    this.#report = onSelect;
    this.drag = new MarkDrag(scroller, {
      markAt: (target) => this.#markAt(target),
      noteAt: (target) => {
        const line = lineOf(target);
        return line === null ? null : (this.#document?.noteAt(line) ?? null);
      },
      begin: (mark) => this.#moveTo(mark.first, false),
      aim: (mark, note) => {
        this.#showTarget(note);
        marks.aim(mark, note);
      },
      drop: (mark, note) => {
        this.#showTarget(null);
        marks.drop(mark, note);
      },
      scrolled: () => this.#render(),
    });
    scroller.addEventListener("scroll", () => this.#render(), { passive: true });
    scroller.addEventListener("keydown", (event) => this.#onKey(event));
    scroller.addEventListener("pointerdown", (event) => this.#onPointerDown(event));
    scroller.addEventListener("pointermove", (event) => this.#onPointerMove(event));
    scroller.addEventListener("click", (event) => this.#onClick(event));
    scroller.addEventListener("copy", (event) => this.#onCopy(event));
    pictureToggle.addEventListener("click", () => this.#togglePicture());
    new ResizeObserver(() => this.#onResize()).observe(scroller);
  }

  /**
   * @param {DeskDocument} document
   * @param {(line: number) => number} [shift] where the lines are now, if it was open before; the
   *   place stays
   */
  open(document, shift) {
    const held = shift && this.#heights.rowAt(this.scroller.scrollTop);
    const below = held === undefined ? 0 : this.scroller.scrollTop - this.#heights.topOf(held);
    this.#document = document;
    // Numbers of lines get no more room than they need.
    this.scroller.style.setProperty("--digits", String(String(document.lines.length).length));
    this.#selection = null;
    this.#passage = null;
    this.#anchor = 0;
    this.#active = 0;
    this.#metrics = null;
    this.#forgetRows();
    if (held === undefined) this.scroller.scrollTop = 0;
    this.pictureToggle.hidden = !document.hasPictures;
    this.#onResize();
    if (shift && held !== undefined && this.#metrics) {
      this.scroller.scrollTop = this.#heights.topOf(shift(held)) + below;
      this.#render();
    }
    this.#showPicture();
  }

  /** Shows what the lines are taken for now; the place stays. */
  refresh() {
    this.#forgetRows();
    this.#render();
  }

  /** Measures again: the typeface is another. */
  remeasure() {
    this.#metrics = null;
    this.#onResize();
  }

  /**
   * @param {Desk.Selection | null} selection
   * @param {{ passage?: Desk.Doubt | null, reveal?: boolean }} [how]
   */
  select(selection, { passage = null, reveal = true } = {}) {
    this.#selection = selection;
    const marked = [this.#passage?.first, passage?.first];
    this.#passage = passage;
    for (const line of marked) this.#forgetRow(line ?? -1);
    if (selection) {
      this.#anchor = selection.first;
      this.#active = selection.first + selection.count - 1;
      if (reveal) this.#reveal(selection.first, selection.count);
    }
    this.#render();
    this.#paintSelection();
    this.#showPicture();
  }

  /** Makes the selection longer or shorter at its end. @param {number} step */
  extend(step) {
    this.#moveTo(this.#active + step, true);
  }

  focus() {
    this.scroller.focus({ preventScroll: true });
  }

  // ---- what is in the page

  #forgetRows() {
    this.#rows.clear();
    this.block.replaceChildren();
  }

  /** @param {number} line */
  #forgetRow(line) {
    this.#rows.get(line)?.remove();
    this.#rows.delete(line);
  }

  #onResize() {
    const width = this.scroller.clientWidth;
    if (!this.#document || width === 0) return;
    if (this.#metrics?.width !== width) {
      const top = this.#heights.rowAt(this.scroller.scrollTop);
      this.#metrics = this.#measure(width);
      this.#heights = new LineHeights(this.#document.lines.length, (line) => this.#estimate(line));
      this.#forgetRows();
      this.sizer.style.height = `${this.#heights.total}px`;
      this.scroller.scrollTop = this.#heights.topOf(top);
    }
    if (this.#awaited !== null) this.#reveal(this.#awaited, 1);
    this.#render();
  }

  /**
   * Measures rows made for it.
   * @param {number} width
   * @returns {Metrics}
   */
  #measure(width) {
    const plain = this.#makeProbe(SAMPLE.slice(0, 8), false);
    const wrapped = this.#makeProbe(SAMPLE.repeat(40), false);
    const separated = this.#makeProbe(SAMPLE.slice(0, 8), true);
    this.block.append(plain, wrapped, separated);
    const row = plain.offsetHeight;
    const text = /** @type {HTMLElement} */ (plain.querySelector(".text"));
    const wrap = parseFloat(getComputedStyle(text).lineHeight);
    const rows = 1 + (wrapped.offsetHeight - row) / wrap;
    const separator = separated.offsetHeight - row;
    for (const probe of [plain, wrapped, separated]) probe.remove();
    return { row, wrap, letters: (SAMPLE.length * 40) / rows, separator, width };
  }

  /**
   * @param {string} words
   * @param {boolean} beginsPage
   */
  #makeProbe(words, beginsPage) {
    return make(
      "div",
      { class: "row", "aria-hidden": "true" },
      beginsPage && make("div", { class: "page-sign" }, say("page", "0")),
      make("span", { class: "number" }, "0"),
      make("span", { class: "sign" }, "¶"),
      make("span", { class: "text" }, words),
    );
  }

  /** @param {number} line */
  #estimate(line) {
    const metrics = /** @type {Metrics} */ (this.#metrics);
    const document = /** @type {DeskDocument} */ (this.#document);
    const rows = Math.max(1, Math.ceil(document.lines[line].length / metrics.letters));
    const separator = document.pageAt(line) ? metrics.separator : 0;
    return metrics.row + (rows - 1) * metrics.wrap + separator;
  }

  #render() {
    const { scroller } = this;
    const count = this.#document?.lines.length ?? 0;
    if (count === 0 || scroller.clientHeight === 0 || !this.#metrics) return;
    const held = this.#heights.rowAt(scroller.scrollTop);
    const below = scroller.scrollTop - this.#heights.topOf(held);
    for (let round = 0; round < ROUNDS; round += 1) {
      const end = this.#heights.topOf(held) + below + scroller.clientHeight;
      const first = Math.max(0, held - OVERSCAN);
      const last = Math.min(count - 1, this.#heights.rowAt(end) + OVERSCAN);
      const isNew = this.#placeRows(first, last);
      this.sizer.style.height = `${this.#heights.total}px`;
      this.block.style.top = `${this.#heights.topOf(first)}px`;
      if (!isNew) break;
    }
    const place = this.#heights.topOf(held) + below;
    // Half a pixel is what browsers round away; to set it again would never end.
    if (Math.abs(place - scroller.scrollTop) > 0.5) scroller.scrollTop = place;
    this.#pointAtActive();
  }

  /**
   * Puts these lines, and no others, into the page, and measures the new ones.
   * @param {number} first
   * @param {number} last
   * @returns {boolean} whether there are new ones
   */
  #placeRows(first, last) {
    for (const [line, row] of this.#rows) {
      if (line >= first && line <= last) continue;
      row.remove();
      this.#rows.delete(line);
    }
    const made = [];
    let after = null;
    for (let line = last; line >= first; line -= 1) {
      let row = this.#rows.get(line);
      if (!row) {
        row = this.#makeRow(line);
        this.#rows.set(line, row);
        this.block.insertBefore(row, after);
        made.push(line);
      }
      after = row;
    }
    // All are in the page before the first is measured: one layout, not one for each.
    for (const line of made) {
      const row = /** @type {HTMLElement} */ (this.#rows.get(line));
      this.#heights.set(line, row.getBoundingClientRect().height);
    }
    return made.length > 0;
  }

  /** @param {number} line @returns {HTMLElement} */
  #makeRow(line) {
    const document = /** @type {DeskDocument} */ (this.#document);
    const run = document.runAt(line);
    const page = document.pageAt(line);
    const isDoubted = document.isDoubted(line);
    const isDecided = document.isDecided(line);
    const row = make(
      "div",
      {
        role: "option",
        id: `line-${line}`,
        class: `row hue-${hueOf(run)}`,
        "aria-posinset": line + 1,
        "aria-setsize": document.lines.length,
        "aria-selected": String(this.#isSelected(line)),
        "data-line": line,
        "data-kind": run.kind,
      },
      page && make("div", { class: "page-sign" }, say("page", page.label)),
      make("span", { class: "number" }, String(line + 1)),
      make("span", { class: "sign", "aria-hidden": "true" }, signOf(run, line)),
      make(
        "span",
        { class: "states", "aria-hidden": "true" },
        isDecided ? "✓" : isDoubted ? "?" : "",
      ),
      make("span", { class: "visually-hidden" }, this.#nameRow(line, run)),
      this.#makeText(line),
      line === run.first &&
        isNamed(run) &&
        make("span", { class: "tag", "aria-hidden": "true" }, this.#nameRun(run)),
    );
    row.classList.toggle("is-left-out", Boolean(run.leftOut));
    row.classList.toggle("is-doubted", isDoubted);
    row.classList.toggle("is-decided", isDecided);
    row.classList.toggle("is-blank", run.kind === "blank");
    row.classList.toggle("is-target", this.#isTarget(line));
    return row;
  }

  /** @param {Desk.Run} run */
  #nameRun(run) {
    const name = nameKind(run.kind);
    const level = run.kind === "heading" && run.level ? `${name} ${run.level}` : name;
    return run.continued ? `${level}, ${say("continued")}` : level;
  }

  /**
   * What a screen reader says of a line before its words.
   * @param {number} line
   * @param {Desk.Run} run
   */
  #nameRow(line, run) {
    const document = /** @type {DeskDocument} */ (this.#document);
    const states = [
      this.#nameRun(run),
      run.leftOut && say("leftOut"),
      document.isDoubted(line) && say("doubt"),
      document.isDecided(line) && say("decided"),
    ];
    return `${states.filter(Boolean).join(", ")}: `;
  }

  /** The words of a line, with the passage that the doubt is about. @param {number} line */
  #makeText(line) {
    const document = /** @type {DeskDocument} */ (this.#document);
    const words = showControls(document.lines[line]);
    const doubt = this.#passage;
    const { language } = document.state;
    const hasPassage = doubt?.first === line && doubt.start !== null && doubt.end !== null;
    const passage = hasPassage ? [Number(doubt.start), Number(doubt.end)] : [0, 0];
    const marks = document.marksOf(line);
    const text = quote("span", language, ...cutWords(words, passage, marks));
    text.classList.add("text");
    return text;
  }

  /** The mark that an element shows. @param {Element} target */
  #markAt(target) {
    const element = /** @type {HTMLElement | null} */ (target.closest?.(".note-mark"));
    const line = lineOf(element);
    if (!element || line === null) return null;
    const marks = this.#document?.marksOf(line) ?? [];
    return marks.find(({ start }) => start === Number(element.dataset.start)) ?? null;
  }

  /** Shows onto which note a mark would be dropped. @param {number | null} note */
  #showTarget(note) {
    this.#target = note;
    for (const [line, row] of this.#rows)
      row.classList.toggle("is-target", this.#isTarget(line));
  }

  /** @param {number} line */
  #isTarget(line) {
    return this.#target !== null && this.#document?.noteAt(line) === this.#target;
  }

  // ---- what is selected

  /** @param {number} line */
  #isSelected(line) {
    const selection = this.#selection;
    return (
      selection !== null && line >= selection.first && line < selection.first + selection.count
    );
  }

  #paintSelection() {
    for (const [line, row] of this.#rows) {
      setAttribute(row, "aria-selected", String(this.#isSelected(line)));
    }
    this.#pointAtActive();
  }

  #pointAtActive() {
    const row = this.#rows.get(this.#active);
    setAttribute(this.scroller, "aria-activedescendant", row?.id);
    this.block.querySelector(".is-active")?.classList.remove("is-active");
    row?.classList.add("is-active");
  }

  /**
   * @param {number} line
   * @param {boolean} extend whether the lines from the first one on are meant
   */
  #moveTo(line, extend) {
    const count = this.#document?.lines.length ?? 0;
    if (count === 0) return;
    this.#active = Math.max(0, Math.min(count - 1, line));
    if (!extend) this.#anchor = this.#active;
    const first = Math.min(this.#anchor, this.#active);
    this.#selection = { first, count: Math.abs(this.#anchor - this.#active) + 1 };
    this.#keepInView(this.#active);
    this.#paintSelection();
    this.#showPicture();
    this.#report(this.#selection);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = Math.max(
      1,
      Math.floor(this.scroller.clientHeight / (this.#metrics?.row ?? 24)) - 2,
    );
    const last = (this.#document?.lines.length ?? 1) - 1;
    const targets = {
      ArrowDown: this.#active + (this.#selection ? 1 : 0),
      ArrowUp: this.#active - (this.#selection ? 1 : 0),
      PageDown: this.#active + rows,
      PageUp: this.#active - rows,
      Home: 0,
      End: last,
    };
    if (!(event.key in targets)) return;
    event.preventDefault();
    this.#moveTo(targets[/** @type {keyof typeof targets} */ (event.key)], event.shiftKey);
  }

  /** @param {PointerEvent} event */
  #onPointerDown(event) {
    const line = lineOf(/** @type {Element} */ (event.target));
    this.#isMouse = event.pointerType === "mouse";
    // A finger scrolls; it selects when it is lifted, by the click.
    if (line === null || !this.#isMouse || event.button !== 0) return;
    this.#moveTo(line, event.shiftKey && this.#selection !== null);
    // Shift would select letters, too.
    if (event.shiftKey) event.preventDefault();
    this.focus();
  }

  /** @param {PointerEvent} event */
  #onPointerMove(event) {
    if (event.pointerType !== "mouse" || event.buttons !== 1 || this.drag.isHeld) return;
    const line = lineOf(/** @type {Element} */ (event.target));
    if (line !== null && line !== this.#active) this.#moveTo(line, true);
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    const line = lineOf(/** @type {Element} */ (event.target));
    if (line !== null && !this.#isMouse) this.#moveTo(line, false);
  }

  /**
   * Several lines are copied as they are; letters of one line, as the browser does it.
   * @param {ClipboardEvent} event
   */
  #onCopy(event) {
    const selection = this.#selection;
    if (!selection || !this.#document || !getSelection()?.isCollapsed) return;
    const lines = this.#document.lines.slice(selection.first, selection.first + selection.count);
    event.clipboardData?.setData("text/plain", `${lines.join("\n")}\n`);
    event.preventDefault();
  }

  // ---- the place

  /** Shows lines, unless they are in view. @param {number} first @param {number} count */
  #reveal(first, count) {
    if (this.scroller.clientHeight === 0) {
      this.#awaited = first;
      return;
    }
    this.#awaited = null;
    const top = this.#heights.topOf(first);
    const bottom = this.#heights.topOf(first + count);
    const window = this.scroller.clientHeight;
    const isInView = top >= this.scroller.scrollTop && bottom <= this.scroller.scrollTop + window;
    if (!isInView) this.#scrollTo(first);
  }

  /** @param {number} line */
  #scrollTo(line) {
    const shift = Math.min(
      this.scroller.clientHeight * REVEAL,
      // A line that is higher than the window is shown from its beginning.
      Math.max(0, this.scroller.clientHeight - this.#heights.heightOf(line)),
    );
    // The lines above are measured when they are shown, and then the place is another.
    for (let round = 0; round < 2; round += 1) {
      this.scroller.scrollTop = this.#heights.topOf(line) - shift;
      this.#render();
    }
  }

  /** Scrolls no further than it must. @param {number} line */
  #keepInView(line) {
    const { scroller } = this;
    for (let round = 0; round < 2; round += 1) {
      const top = this.#heights.topOf(line);
      const bottom = top + this.#heights.heightOf(line);
      if (top < scroller.scrollTop) scroller.scrollTop = top;
      else if (bottom > scroller.scrollTop + scroller.clientHeight) {
        scroller.scrollTop = Math.min(top, bottom - scroller.clientHeight);
      }
      this.#render();
    }
  }

  // ---- the picture of the page

  #togglePicture() {
    const isShown = this.pictureToggle.getAttribute("aria-pressed") !== "true";
    this.pictureToggle.setAttribute("aria-pressed", String(isShown));
    this.#showPicture();
  }

  #showPicture() {
    const document = this.#document;
    const isShown = this.pictureToggle.getAttribute("aria-pressed") === "true";
    const page = document?.pageOf(this.#active) ?? null;
    const frame = /** @type {HTMLElement} */ (this.picture.parentElement);
    frame.hidden = !isShown || !document?.hasPictures;
    if (frame.hidden || !document || page === null || page.picture === null) return;
    const address = pictureAddress(document.id, page.picture);
    if (this.picture.getAttribute("src") !== address) this.picture.src = address;
    this.picture.alt = say("pictureOf", page.label);
  }
}

/** The line that an element is in. @param {Element | null} element */
function lineOf(element) {
  const row = /** @type {HTMLElement | null} */ (element?.closest?.("[data-line]") ?? null);
  return row ? Number(row.dataset.line) : null;
}

/**
 * The words of a line, cut where a passage or a mark begins or ends.
 * @param {string} words
 * @param {number[]} passage
 * @param {Mark[]} marks
 */
function cutWords(words, [from, to], marks) {
  const places = [0, from, to, words.length, ...marks.flatMap(({ start, end }) => [start, end])];
  const cuts = [...new Set(places)].sort((one, other) => one - other);
  return cuts.slice(1).map((end, at) => {
    const start = cuts[at];
    const part = words.slice(start, end);
    const mark = marks.find((one) => one.start <= start && end <= one.end);
    const shown = mark
      ? make("span", { class: "note-mark", "data-start": mark.start, title: say("dragMark") }, part)
      : part;
    return from <= start && end <= to ? make("mark", {}, shown) : shown;
  });
}
