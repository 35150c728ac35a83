// A mark is dragged onto a note.

/** @import { Mark } from "./note_marks.js" */

// A pointer that moves less, in pixels, has clicked.
const LEAST = 5;

// So near to its edge the pane scrolls, and so far with each frame, in pixels.
const EDGE = 28;
const STEP = 9;

/**
 * @typedef {object} DragActions
 * @property {(target: Element) => Mark | null} markAt the mark that an element shows
 * @property {(target: Element | null) => number | null} noteAt the note that an element is of
 * @property {(mark: Mark) => void} begin
 * @property {(mark: Mark, note: number | null) => void} aim the pointer is over a note, or none
 * @property {(mark: Mark, note: number | null) => void} drop
 * @property {() => void} scrolled
 */

export class MarkDrag {
  /** @type {Mark | null} */
  #mark = null;
  /** @type {number | null} */
  #note = null;
  #from = { x: 0, y: 0 };
  #at = { x: 0, y: 0 };
  #isMoving = false;
  #pointer = 0;

  /**
   * @param {HTMLElement} scroller
   * @param {DragActions} actions
   */
  constructor(scroller, actions) {
    this.scroller = scroller;
    this.actions = actions;
    scroller.addEventListener("pointerdown", (event) => this.#onDown(event));
    scroller.addEventListener("pointermove", (event) => this.#onMove(event));
    scroller.addEventListener("pointerup", (event) => this.#onUp(event));
    scroller.addEventListener("pointercancel", () => this.cancel());
    // A finger on a mark drags it, and does not scroll: the property `touch-action`, which says so
    // of other elements, does not apply to inline boxes (Pointer Events Level 3).
    scroller.addEventListener(
      "touchstart",
      (event) => {
        if (this.actions.markAt(/** @type {Element} */ (event.target))) event.preventDefault();
      },
      { passive: false },
    );
    // A finger that rests on a mark holds it.
    scroller.addEventListener("contextmenu", (event) => {
      if (this.isHeld) event.preventDefault();
    });
    addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.isMoving) return;
      event.stopPropagation();
      this.cancel();
    }, { capture: true });
  }

  /** Whether the pointer has a mark, so that it selects nothing. */
  get isMoving() {
    return this.#mark !== null && this.#isMoving;
  }

  /** Whether a pointer is down on a mark. */
  get isHeld() {
    return this.#mark !== null;
  }

  /** The mark stays where it is. */
  cancel() {
    const mark = this.#mark;
    const wasMoving = this.isMoving;
    this.#end();
    if (mark && wasMoving) this.actions.aim(mark, null);
  }

  #end() {
    this.#mark = this.#note = null;
    this.#isMoving = false;
    this.scroller.classList.remove("is-dragging");
  }

  /** @param {PointerEvent} event */
  #onDown(event) {
    if (event.button !== 0 || event.shiftKey || !event.isPrimary) return;
    this.#mark = this.actions.markAt(/** @type {Element} */ (event.target));
    if (!this.#mark) return;
    this.#from = this.#at = { x: event.clientX, y: event.clientY };
    this.#pointer = event.pointerId;
    // The row of the mark may scroll away.
    this.scroller.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #onMove(event) {
    const mark = this.#mark;
    if (!mark || event.pointerId !== this.#pointer) return;
    this.#at = { x: event.clientX, y: event.clientY };
    const { x, y } = this.#from;
    if (!this.#isMoving && Math.hypot(event.clientX - x, event.clientY - y) < LEAST) return;
    if (!this.#isMoving) {
      this.#isMoving = true;
      this.scroller.classList.add("is-dragging");
      this.actions.begin(mark);
      this.#scroll();
    }
    this.#aim(mark);
  }

  /** @param {Mark} mark */
  #aim(mark) {
    const note = this.actions.noteAt(document.elementFromPoint(this.#at.x, this.#at.y));
    if (note === this.#note) return;
    this.#note = note;
    this.actions.aim(mark, note);
  }

  /** @param {PointerEvent} event */
  #onUp(event) {
    const [mark, note] = [this.#mark, this.#note];
    if (!mark || event.pointerId !== this.#pointer) return;
    const wasMoving = this.#isMoving;
    this.#end();
    if (wasMoving) this.actions.drop(mark, note);
    // A tap on a mark has no click of its own.
    else if (event.pointerType !== "mouse") this.actions.begin(mark);
  }

  /** Scrolls as long as the pointer is near an edge. */
  #scroll() {
    const mark = this.#mark;
    if (!mark || !this.#isMoving) return;
    const { top, bottom } = this.scroller.getBoundingClientRect();
    const { y } = this.#at;
    const step = y < top + EDGE ? -STEP : y > bottom - EDGE ? STEP : 0;
    if (step !== 0) {
      this.scroller.scrollTop += step;
      this.actions.scrolled();
      this.#aim(mark);
    }
    requestAnimationFrame(() => this.#scroll());
  }
}
