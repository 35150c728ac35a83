// Where the lines of a document are on the typeset pages.

/** @import * as Desk from "./types.js" */
/** @import { Source } from "./edition_index.js" */

// Lines with less between them than this share of their height are one mark.
const TOGETHER = 1.2;

// A click meets a line that is no further away than this, in points: half a line space.
const NEAR = 8;

/** @typedef {{ page: number, left: number, top: number, right: number, bottom: number }} Mark */

/**
 * The places of lines.
 * @param {Desk.Place[]} places
 * @param {number} document
 * @param {Desk.Selection} selection
 */
export const placesOf = (places, document, { first, count }) =>
  places.filter((one) => one.document === document && one.from < first + count && one.to > first);

/**
 * Marks around places: one around lines below each other.
 * @param {Desk.Place[]} places
 * @returns {Mark[]}
 */
export function marksAround(places) {
  /** @type {Mark[]} */
  const marks = [];
  for (const { page, left, top, width, height } of places) {
    const [right, bottom] = [left + width, top + height];
    const last = marks.at(-1);
    const isNext =
      last?.page === page && Math.abs(top - last.bottom) < height * TOGETHER && left < last.right;
    if (!last || !isNext) {
      marks.push({ page, left, top, right, bottom });
      continue;
    }
    last.left = Math.min(last.left, left);
    last.right = Math.max(last.right, right);
    last.bottom = Math.max(last.bottom, bottom);
  }
  return marks;
}

/**
 * The line of a source that is at a point of a page.
 * @param {Desk.Place[]} places
 * @param {number} page
 * @param {number} x in points
 * @param {number} y in points
 * @returns {Source | null}
 */
export function sourceAt(places, page, x, y) {
  /** @type {Desk.Place | null} */
  let nearest = null;
  let least = NEAR;
  for (const one of places) {
    if (one.page !== page) continue;
    const across = Math.max(one.left - x, x - one.left - one.width, 0);
    const down = Math.max(one.top - y, y - one.top - one.height, 0);
    const distance = Math.max(across, down);
    if (distance >= least) continue;
    [nearest, least] = [one, distance];
  }
  if (!nearest) return null;
  const { document, from, to, left, width } = nearest;
  const share = Math.max(0, Math.min(1, (x - left) / width));
  const line = Math.floor(from + share * (to - from));
  const last = Math.max(Math.floor(from), Math.ceil(to) - 1);
  const first = Math.min(line, last);
  return { document, first, last: first };
}

/**
 * The line of a source that is the nearest before or after the lines that are found, in the order
 * of the pages. Where none of them is on the shown pages, it is the first of these, or the last.
 * @param {Desk.Place[]} places
 * @param {Desk.Place[]} found
 * @param {number[]} shown
 * @param {1 | -1} step
 * @returns {Source | null}
 */
export function lineBeside(places, found, shown, step) {
  const own = found.filter(({ page }) => shown.includes(page));
  const edge = step > 0 ? own.at(-1) : own[0];
  const onPages = places.filter(({ page }) => shown.includes(page));
  const first = step > 0 ? onPages[0] : onPages.at(-1);
  if (!edge) return first ? middleOf(first) : null;
  const taken = new Set(own.map((one) => middleOf(one).first));
  for (let at = places.indexOf(edge) + step; places[at]; at += step) {
    const line = middleOf(places[at]);
    // Several places may be one line of the source.
    if (!taken.has(line.first)) return line;
  }
  return null;
}

/** The line of the source in the middle of a place. @param {Desk.Place} place @returns {Source} */
function middleOf({ document, from, to }) {
  const line = Math.floor((from + to) / 2);
  return { document, first: line, last: line };
}
