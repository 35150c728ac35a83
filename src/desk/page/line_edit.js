// A line as a person has corrected it, as one decision about the words that differ.

/** @import * as Desk from "./types.js" */

/** @param {string | undefined} character */
const isWord = (character) => character !== undefined && !/\s/.test(character);

/**
 * The decision that makes one line of another: about the words from the first to the last that
 * differ. Without a difference there is none.
 * @param {number} first the index of the line
 * @param {string} line
 * @param {string} edited
 * @returns {Desk.Decision | null}
 */
export function correctLine(first, line, edited) {
  if (line === edited) return null;
  const shorter = Math.min(line.length, edited.length);
  let start = 0;
  while (start < shorter && line[start] === edited[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && line.at(-1 - tail) === edited.at(-1 - tail)) tail += 1;
  // Whole words, so that what was decided can be read.
  const isInside = (/** @type {(text: string) => boolean} */ cuts) => cuts(line) || cuts(edited);
  while (isInside((text) => isWord(text[start - 1]) && isWord(text[start]))) start -= 1;
  while (tail > 0 && isInside((text) => isWord(text.at(-tail)) && isWord(text.at(-tail - 1))))
    tail -= 1;
  // Words that were put in belong to the word before them, or else to the one after.
  if (!line.slice(start, line.length - tail).trim()) {
    const before = line.slice(0, start).trimEnd();
    if (before) start = before.length - (/\S+$/.exec(before)?.[0].length ?? 0);
    else tail -= /^\s*\S*/.exec(line.slice(line.length - tail))?.[0].length ?? 0;
  }
  const end = line.length - tail;
  const reading = edited.slice(start, edited.length - tail).trimEnd();
  const place = { first, count: 1, start, end: start + line.slice(start, end).trimEnd().length };
  return reading.trim() ? { ...place, is: "word", reading } : { ...place, is: "no-word" };
}
