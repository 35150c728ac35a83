// A document as the page knows it: its text, and what each line is taken for.

/** @import * as Desk from "./types.js" */

import { findMarks } from "./note_marks.js";

// A line that stands further away says nothing of its neighbour.
const NEAR = 4;

/** @type {Desk.Run} */
const NOTHING = { first: 0, count: 0, kind: "other" };

/**
 * @param {{ first: number | null, count: number }} one
 * @param {Desk.Selection} other
 */
const overlaps = (one, other) =>
  one.first !== null &&
  one.first < other.first + other.count &&
  other.first < one.first + Math.max(one.count, 1);

export class DeskDocument {
  /** @type {Uint32Array} the run of each line */
  #runOf = new Uint32Array();
  /** @type {Uint8Array} whether there is a doubt about a line */
  #doubted = new Uint8Array();
  /** @type {Uint8Array} whether a line is decided */
  #decided = new Uint8Array();
  /** @type {Set<string>} the doubts that were seen, by their ids */
  #seen = new Set();
  /** @type {Map<number, Desk.SourcePage>} */
  #pageAt = new Map();

  /**
   * @param {Desk.SourceText} text
   * @param {Desk.DocumentState} state
   */
  constructor(text, state) {
    this.text = text;
    this.state = state;
    for (const page of text.pages) this.#pageAt.set(page.line, page);
    this.adopt(state);
  }

  get id() {
    return this.state.id;
  }

  get lines() {
    return this.text.lines;
  }

  get hasPictures() {
    return this.text.pages.some((page) => page.picture !== null);
  }

  /** @param {Desk.DocumentState} state */
  adopt(state) {
    this.state = state;
    this.#runOf = new Uint32Array(this.lines.length);
    for (const [index, run] of state.runs.entries()) {
      this.#runOf.fill(index, run.first, run.first + run.count);
    }
    this.#doubted = this.#mark(state.doubts);
    this.#decided = this.#mark(state.decisions);
    this.#seen = new Set(state.seen);
  }

  /** @param {{ first: number | null, count: number }[]} parts */
  #mark(parts) {
    const marks = new Uint8Array(this.lines.length);
    for (const { first, count } of parts) {
      if (first !== null) marks.fill(1, first, first + Math.max(count, 1));
    }
    return marks;
  }

  /** @param {number} line */
  runAt(line) {
    return this.state.runs[this.#runOf[line]] ?? NOTHING;
  }

  /**
   * The run before or after the one of a line; blank ones do not count.
   * @param {number} line
   * @param {1 | -1} step
   */
  runBeside(line, step) {
    const { runs } = this.state;
    let at = this.#runOf[line] + step;
    while (runs[at]?.kind === "blank") at += step;
    return runs[at] ?? null;
  }

  /**
   * The nearest line with words, from a line on.
   * @param {number} line
   * @param {1 | -1} step
   */
  wordsBeside(line, step) {
    for (let at = line; Math.abs(at - line) < NEAR; at += step) {
      if (this.lines[at]?.trim()) return at;
    }
    return null;
  }

  /** @param {number} line */
  isDoubted(line) {
    return this.#doubted[line] === 1;
  }

  /** @param {number} line */
  isDecided(line) {
    return this.#decided[line] === 1;
  }

  /** Whether somebody has looked at a doubt and left it as it is. @param {Desk.Doubt} doubt */
  isSeen(doubt) {
    return this.#seen.has(doubt.id);
  }

  /** The marks of notes in a line. @param {number} line */
  marksOf(line) {
    const { kind, leftOut } = this.runAt(line);
    if (kind === "blank" || leftOut) return [];
    const { notes } = this.state;
    return findMarks(line, this.lines[line], notes, this.doubtsAbout({ first: line, count: 1 }));
  }

  /** The note that a line is of, by its first line. @param {number} line */
  noteAt(line) {
    if (this.runAt(line).kind !== "note") return null;
    return this.state.notes.findLast(({ first }) => first <= line)?.first ?? null;
  }

  /** The page that begins at a line. @param {number} line */
  pageAt(line) {
    return this.#pageAt.get(line) ?? null;
  }

  /** The page that a line is on. @param {number} line */
  pageOf(line) {
    return this.text.pages.findLast((page) => page.line <= line) ?? null;
  }

  /** @param {Desk.Selection} selection */
  doubtsAbout(selection) {
    return this.state.doubts.filter((doubt) => overlaps(doubt, selection));
  }

  /** @param {Desk.Selection} selection */
  decisionsAbout(selection) {
    return this.state.decisions.filter((decision) => overlaps(decision, selection));
  }
}
