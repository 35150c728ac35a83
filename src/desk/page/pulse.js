// Listens to the server: whether it is there, and whether a document was changed elsewhere.

import { readPulse } from "./api.js";

// The server answers when there is news. Between two questions, and after one without an answer,
// there are so many milliseconds.
const PAUSE = 40;
const PAUSE_GONE = 3000;

export class Pulse {
  #timer = 0;
  #isGone = false;
  // The state of all documents that was heard last.
  #known = "";
  /** @type {AbortController | null} */
  #asking = null;

  /**
   * @param {object} actions
   * @param {() => number} actions.stamp changes when the page learns of a revision by itself
   * @param {(revisions: [number, number][]) => void | Promise<void>} actions.hear
   * @param {(isGone: boolean) => void} actions.turn the server went, or came back
   */
  constructor(actions) {
    this.actions = actions;
    // A browser has six connections to a server: a window that nobody sees waits for nothing.
    document.addEventListener("visibilitychange", () => this.#wait(0));
  }

  start() {
    this.#wait(0);
  }

  /** The server did not answer to something else. */
  miss() {
    this.#setGone(true);
    this.#wait(PAUSE_GONE);
  }

  /** Asks at once. */
  async beat() {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const before = this.actions.stamp();
    try {
      const { revisions, stamp } = await readPulse(this.#known, asking.signal);
      this.#setGone(false);
      // What was asked before the page itself decided something is old.
      if (before === this.actions.stamp()) {
        this.#known = stamp ?? "";
        await this.actions.hear(revisions);
      }
    } catch {
      // Another question took its place.
      if (asking.signal.aborted) return;
      this.#setGone(true);
    }
    this.#wait(this.#isGone ? PAUSE_GONE : PAUSE);
  }

  /** @param {boolean} isGone */
  #setGone(isGone) {
    // A server that comes back may be another.
    if (isGone) this.#known = "";
    if (isGone === this.#isGone) return;
    this.#isGone = isGone;
    this.actions.turn(isGone);
  }

  /** @param {number} milliseconds */
  #wait(milliseconds) {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    if (document.hidden) return;
    this.#timer = setTimeout(() => void this.beat(), milliseconds);
  }
}
