// How long the doubts that are left will take this person, from the last ones settled.

// A median of fewer says nothing; of more, it would remember the slow beginning.
const FEWEST = 3;
const MOST = 15;

// Who takes longer was away.
const PAUSE = 5 * 60_000;

export class Pace {
  /** @type {number[]} milliseconds, the last ones settled */
  #taken = [];
  #since = 0;

  /** @param {number} now milliseconds */
  constructor(now) {
    this.#since = now;
  }

  /** @param {number} now milliseconds */
  settle(now) {
    const took = now - this.#since;
    this.#since = now;
    if (took < PAUSE) this.#taken = [...this.#taken, took].slice(-MOST);
  }

  /**
   * @param {number} doubts
   * @returns {number | null} milliseconds, or null while it is not known
   */
  timeFor(doubts) {
    if (this.#taken.length < FEWEST) return null;
    const sorted = this.#taken.toSorted((one, other) => one - other);
    const middle = sorted.length >> 1;
    const median =
      sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return median * doubts;
  }
}
