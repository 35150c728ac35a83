// The marks of notes in a line: those that are known, and what may be one.

/** @import * as Desk from "./types.js" */

/** @typedef {{ first: number, start: number, end: number, note: number | null }} Mark */

// Raised figures, figures and signs right behind a word, or behind its comma or bracket.
const MAY_BE_MARK = /(?<=\p{L}\p{P}{0,2})(?:\p{No}+|\d{1,3}|[*∗†‡§]{1,3})(?![\d\p{L}])/gu;

/** @param {Mark} one @param {Mark} other */
const overlap = (one, other) => one.start < other.end && other.start < one.end;

/**
 * The marks of a line, in its order.
 * @param {number} first the line
 * @param {string} words
 * @param {Desk.Note[]} notes
 * @param {Desk.Doubt[]} doubts about it
 * @returns {Mark[]}
 */
export function findMarks(first, words, notes, doubts) {
  /** @type {Mark[]} */
  const marks = [];
  const add = (/** @type {Mark} */ mark) => {
    if (!marks.some((one) => overlap(one, mark))) marks.push(mark);
  };
  for (const { first: note, mark } of notes) {
    if (mark?.first === first) add({ ...mark, note });
  }
  for (const { decision } of doubts.flatMap(({ readings }) => readings)) {
    const { is, start, end } = decision;
    const isMark = is === "mark" || is === "no-mark";
    if (isMark && decision.first === first && start !== undefined && end !== undefined)
      add({ first, start, end, note: null });
  }
  for (const { index, 0: sign } of words.matchAll(MAY_BE_MARK))
    add({ first, start: index, end: index + sign.length, note: null });
  return marks.sort((one, other) => one.start - other.start);
}

/**
 * The decision that a mark calls a note, or none.
 * @param {Mark} mark
 * @param {number | null} note
 * @returns {Desk.Decision}
 */
export function decideMark({ first, start, end }, note) {
  const place = { first, count: 1, start, end };
  return note === null ? { ...place, is: "no-mark" } : { ...place, is: "mark", note };
}
