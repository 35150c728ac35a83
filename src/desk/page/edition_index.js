// Which chapter of the edition has which lines of which document.

/** @import * as Desk from "./types.js" */

import { readChapter } from "./api.js";

/** @typedef {{ document: number, first: number, last: number }} Source */

// So many chapters are asked for together: as many as a browser asks of one server.
const TOGETHER = 6;

const IN_MARKUP = /\bdata-source="(\d+):(\d+)-(\d+)"/g;
const IN_ATTRIBUTE = /^(\d+):(\d+)-(\d+)$/;

/** @param {RegExpMatchArray} found @returns {Source} */
const toSource = ([, document, first, last]) => ({
  document: Number(document),
  first: Number(first),
  last: Number(last),
});

/** The lines that an element says it is from. @param {Element} element @returns {Source | null} */
export function sourceOf(element) {
  const found = (element.getAttribute("data-source") ?? "").match(IN_ATTRIBUTE);
  return found && toSource(found);
}

/**
 * Whether a source has lines of a selection.
 * @param {Source} source
 * @param {number} document
 * @param {Desk.Selection} selection
 */
export const covers = (source, document, { first, count }) =>
  source.document === document && source.first < first + count && source.last >= first;

export class EditionIndex {
  /** @type {Map<string, { digest: string, sources: Source[] }>} by the name of the chapter */
  #chapters = new Map();
  /** @type {Desk.Chapter[]} */
  #order = [];

  /** Forgets what is no longer in the edition. @param {Desk.Chapter[]} chapters */
  adopt(chapters) {
    this.#order = chapters;
    const digests = new Map(chapters.map(({ name, digest }) => [name, digest]));
    for (const [name, { digest }] of this.#chapters) {
      if (digests.get(name) !== digest) this.#chapters.delete(name);
    }
  }

  /** Learns a chapter from its markup. @param {Desk.Chapter} chapter @param {string} markup */
  learn({ name, digest }, markup) {
    this.#chapters.set(name, { digest, sources: [...markup.matchAll(IN_MARKUP)].map(toSource) });
  }

  /**
   * The chapter that has lines, and of several the one with the first of them. Chapters are read
   * until it is found: those beside the one that is shown are asked first.
   * @param {number} document
   * @param {Desk.Selection} selection
   * @param {string} shown
   * @returns {Promise<string | null>}
   */
  async find(document, selection, shown) {
    const has = (/** @type {Desk.Chapter} */ { name }) =>
      this.#chapters.get(name)?.sources.some((source) => covers(source, document, selection));
    const known = this.#order.find(has);
    if (known) return known.name;
    const here = this.#order.findIndex(({ name }) => name === shown);
    const distance = (/** @type {Desk.Chapter} */ chapter) =>
      Math.abs(this.#order.indexOf(chapter) - here);
    const unread = this.#order
      .filter(({ name }) => !this.#chapters.has(name))
      .sort((one, other) => distance(one) - distance(other));
    for (let at = 0; at < unread.length; at += TOGETHER) {
      const chapters = unread.slice(at, at + TOGETHER);
      await Promise.all(chapters.map(async (one) => this.learn(one, await readChapter(document, one.name))));
      const found = this.#order.find(has);
      if (found) return found.name;
    }
    return null;
  }
}
