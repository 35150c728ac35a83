// Heights of many rows of which few were ever measured: a Fenwick tree, so that a scrollbar of
// 300,000 lines is right and neither scrolling nor measuring walks over all of them.

export class LineHeights {
  /** @type {Float64Array} */
  #heights;
  /** @type {Float64Array} sums, as Fenwick's tree has them; counted from 1 */
  #tree;

  /**
   * @param {number} count
   * @param {(row: number) => number} estimate pixels
   */
  constructor(count, estimate) {
    this.#heights = Float64Array.from({ length: count }, (_, row) => estimate(row));
    this.#tree = new Float64Array(count + 1);
    for (let at = 1; at <= count; at += 1) {
      this.#tree[at] += this.#heights[at - 1];
      const parent = at + (at & -at);
      if (parent <= count) this.#tree[parent] += this.#tree[at];
    }
  }

  get total() {
    return this.topOf(this.#heights.length);
  }

  /**
   * @param {number} row
   * @param {number} height pixels
   */
  set(row, height) {
    const more = height - this.#heights[row];
    if (more === 0) return;
    this.#heights[row] = height;
    for (let at = row + 1; at < this.#tree.length; at += at & -at) this.#tree[at] += more;
  }

  /**
   * @param {number} row
   * @returns {number} pixels of all rows before it
   */
  topOf(row) {
    let sum = 0;
    for (let at = row; at > 0; at -= at & -at) sum += this.#tree[at];
    return sum;
  }

  /** @param {number} row */
  heightOf(row) {
    return this.#heights[row];
  }

  /**
   * @param {number} top pixels
   * @returns {number} the row there; the last one below the end
   */
  rowAt(top) {
    const count = this.#heights.length;
    let row = 0;
    let rest = top;
    for (let step = 2 ** Math.floor(Math.log2(Math.max(count, 1))); step >= 1; step /= 2) {
      const next = row + step;
      if (next <= count && this.#tree[next] <= rest) {
        row = next;
        rest -= this.#tree[next];
      }
    }
    return Math.max(0, Math.min(row, count - 1));
  }
}
