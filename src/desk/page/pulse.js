// Listens to the server: whether it is there, and whether a document was changed elsewhere.

import { readPulse } from "./api.js";

// In milliseconds. A server that is gone is asked less often.
const BEAT = 1000;
const BEAT_GONE = 3000;

export class Pulse {
  #timer = 0;
  #isGone = false;

  /**
   * @param {object} actions
   * @param {() => number} actions.stamp changes when the page learns of a revision by itself
   * @param {(revisions: [number, number][]) => void | Promise<void>} actions.hear
   * @param {(isGone: boolean) => void} actions.turn the server went, or came back
   */
  constructor(actions) {
    this.actions = actions;
    document.addEventListener("visibilitychange", () => this.#wait(0));
  }

  start() {
    this.#wait(0);
  }

  /** The server did not answer to something else. */
  miss() {
    this.#setGone(true);
    this.#wait(BEAT_GONE);
  }

  /** Asks at once. */
  async beat() {
    const before = this.actions.stamp();
    try {
      const { revisions } = await readPulse();
      this.#setGone(false);
      // What was asked before the page itself decided something is old.
      if (before === this.actions.stamp()) await this.actions.hear(revisions);
    } catch {
      this.#setGone(true);
    }
    this.#wait(this.#isGone ? BEAT_GONE : BEAT);
  }

  /** @param {boolean} isGone */
  #setGone(isGone) {
    if (isGone === this.#isGone) return;
    this.#isGone = isGone;
    this.actions.turn(isGone);
  }

  /** @param {number} milliseconds */
  #wait(milliseconds) {
    clearTimeout(this.#timer);
    if (document.hidden) return;
    this.#timer = setTimeout(() => void this.beat(), milliseconds);
  }
}
