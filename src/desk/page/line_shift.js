// Where the lines of a text are after it was changed elsewhere.

/**
 * A function from the lines of a text to those of another that differs in one stretch. Lines of
 * the stretch lead to its like.
 * @param {string[]} before
 * @param {string[]} after
 * @returns {(line: number) => number}
 */
export function shiftLines(before, after) {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const moved = after.length - before.length;
  const last = Math.max(start, after.length - end - 1);
  return (line) =>
    line < start ? line : line >= before.length - end ? line + moved : Math.min(line, last);
}
