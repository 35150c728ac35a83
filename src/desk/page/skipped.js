// The doubts that were skipped. Nothing is decided by that, so only this sitting knows of it.

/** @import * as Desk from "./types.js" */

export class Skipped {
  /** @type {Set<string>} */
  #ids;
  #key;

  /** @param {string} document its name */
  constructor(document) {
    this.#key = `skipped ${document}`;
    this.#ids = this.#read();
  }

  /** Storage can be forbidden or broken: then nothing is skipped. @returns {Set<string>} */
  #read() {
    try {
      return new Set(JSON.parse(sessionStorage.getItem(this.#key) ?? "[]"));
    } catch {
      return new Set();
    }
  }

  /** @param {Desk.Doubt} doubt */
  has(doubt) {
    return this.#ids.has(doubt.id);
  }

  /** @param {Desk.Doubt} doubt @returns {boolean} whether it is skipped now */
  toggle(doubt) {
    if (!this.#ids.delete(doubt.id)) this.#ids.add(doubt.id);
    try {
      sessionStorage.setItem(this.#key, JSON.stringify([...this.#ids]));
    } catch {
      // It holds until the page is loaded again, then.
    }
    return this.#ids.has(doubt.id);
  }
}
