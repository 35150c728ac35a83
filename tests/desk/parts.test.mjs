// The parts of the page that need no browser.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

/** A module of the page that imports nothing. @param {string} name */
async function load(name) {
  const text = await readFile(new URL(`../../src/desk/page/${name}`, import.meta.url), "utf8");
  return import(`data:text/javascript,${encodeURIComponent(text)}`);
}

const { LineHeights } = await load("line_heights.js");
const { correctLine } = await load("line_edit.js");
const { Pace } = await load("pace.js");
const { shiftLines } = await load("line_shift.js");
const { decideMark, findMarks } = await load("note_marks.js");
const { lineBeside, marksAround, placesOf, sourceAt } = await load("page_places.js");

test("heights of lines are those of a plain sum", () => {
  for (const count of [0, 1, 2, 7, 64, 1000]) {
    const plain = Array.from({ length: count }, (_, row) => 10 + (row % 5));
    const heights = new LineHeights(count, (row) => plain[row]);
    for (let row = 0; row < count; row += 3) {
      plain[row] = 7 + (row % 11);
      heights.set(row, plain[row]);
    }
    let top = 0;
    for (const [row, height] of plain.entries()) {
      assert.equal(heights.topOf(row), top);
      assert.equal(heights.rowAt(top), row);
      assert.equal(heights.rowAt(top + height - 0.5), row);
      assert.equal(heights.heightOf(row), height);
      top += height;
    }
    assert.equal(heights.total, top);
    assert.equal(heights.rowAt(top + 100), Math.max(0, count - 1));
    assert.equal(heights.rowAt(-5), 0);
  }
});

test("the time left is the median of a person's pace, and unknown before three", () => {
  const pace = new Pace(0);
  let now = 0;
  const settle = (took) => pace.settle((now += took));
  settle(4000);
  settle(60_000);
  assert.equal(pace.timeFor(10), null);
  settle(6000);
  assert.equal(pace.timeFor(10), 60_000);
  // A coffee is no pace.
  settle(20 * 60_000);
  assert.equal(pace.timeFor(10), 60_000);
  settle(8000);
  assert.equal(pace.timeFor(10), 70_000);
  for (let more = 0; more < 20; more += 1) settle(1000);
  assert.equal(pace.timeFor(10), 10_000);
});

test("a corrected line is a decision about the words that differ", () => {
  // The line, what it should say, the words that are decided on, and their reading.
  const edits = [
    ["in tbe mill", "in the mill", "tbe", "the"],
    ["in tbe miil", "in the mill", "tbe miil", "the mill"],
    ["on thewheel", "on the wheel", "thewheel", "the wheel"],
    ["the wh eel turns", "the wheel turns", "wh eel", "wheel"],
    ["the mill", "the old mill", "the", "the old"],
    ["mill", "the mill", "mill", "the mill"],
    ["the mill", "the mill turns", "mill", "mill turns"],
    ["the ı mill", "the mill", "ı", undefined],
    ["a 𝔪ill", "a mill", "𝔪ill", "mill"],
    ["the the mill", "the mill", "the", undefined],
  ];
  for (const [line, edited, words, reading] of edits) {
    const { first, start, end, is, reading: found } = correctLine(7, line, edited);
    assert.equal(first, 7);
    assert.equal(line.slice(start, end), words, line);
    assert.equal(found, reading, line);
    assert.equal(is, reading === undefined ? "no-word" : "word", line);
    const made = line.slice(0, start) + (found ?? "") + line.slice(end);
    assert.equal(made.replace(/\s+/g, " "), edited, line);
  }
  assert.equal(correctLine(7, "the mill", "the mill"), null);
});

test("the marks of a line are those of its notes, of its doubts, and what may be one", () => {
  const words = "El papel1 de 1791, de 12 pliegos,* y la rueda2 del año1790.";
  const place = (sign) => ({ start: words.indexOf(sign), end: words.indexOf(sign) + sign.length });
  const notes = [
    { first: 40, mark: { first: 3, start: 8, end: 9 } },
    { first: 41, mark: { first: 9, start: 0, end: 1 } },
    { first: 42, mark: null },
  ];
  const number = place("1791");
  const doubt = { readings: [{ decision: { first: 3, count: 1, is: "no-mark", ...number } }] };
  const marks = findMarks(3, words, notes, [doubt]);
  assert.deepEqual(
    marks.map(({ start, end, note }) => [words.slice(start, end), note]),
    [
      ["1", 40],
      ["1791", null],
      ["*", null],
      ["2", null],
    ],
  );
  assert.deepEqual(decideMark(marks[3], 42), {
    ...{ first: 3, count: 1, start: marks[3].start, end: marks[3].end },
    is: "mark",
    note: 42,
  });
  assert.equal(decideMark(marks[0], null).is, "no-mark");
});

test("places of a selection are marked together, and a point leads to a line", () => {
  const place = (page, top, from, to) => ({ page, left: 50, top, width: 200, height: 11, document: 1, from, to });
  const places = [place(4, 100, 7, 8.5), place(4, 114, 8.5, 10), place(5, 60, 10, 12)];
  const of = (first, count = 1, document = 1) => placesOf(places, document, { first, count }).length;
  assert.deepEqual([of(7), of(8), of(9), of(9, 2), of(12), of(7, 9), of(7, 1, 2)], [1, 2, 1, 2, 0, 3, 0]);
  assert.deepEqual(marksAround(places), [
    { page: 4, left: 50, top: 100, right: 250, bottom: 125 },
    { page: 5, left: 50, top: 60, right: 250, bottom: 71 },
  ]);
  const line = (page, x, y) => sourceAt(places, page, x, y)?.first;
  assert.deepEqual([line(4, 60, 105), line(4, 249, 105), line(4, 60, 112), line(4, 249, 118)], [7, 8, 7, 9]);
  // Beside every line there is nothing.
  assert.deepEqual([line(4, 10, 105), line(4, 60, 300), line(3, 60, 105)], [undefined, undefined, undefined]);
});

test("keys go from a typeset line to the next that is another line of the source", () => {
  const place = (page, from, to) => ({ page, left: 50, top: 0, width: 200, height: 11, document: 1, from, to });
  const places = [place(3, 1, 2), place(4, 2, 3), place(4, 3, 3.4), place(4, 3.4, 4), place(5, 4, 5), place(6, 5, 6)];
  const beside = (found, step, shown = [4, 5]) => lineBeside(places, found, shown, step)?.first;
  // Without a line on the pages that are shown, their first or last.
  assert.deepEqual([beside([], 1), beside([], -1), beside([places[0]], 1)], [2, 4, 2]);
  assert.deepEqual([beside([places[1]], 1), beside(places.slice(2, 4), 1), beside([places[2]], 1)], [3, 4, 4]);
  // Beyond the pages that are shown, to the ends of the book.
  assert.deepEqual([beside([places[4]], 1), beside([places[1]], -1)], [5, 1]);
  assert.deepEqual([beside([places[5]], 1, [6]), beside([], 1, [9])], [undefined, undefined]);
});

test("lines of a text that was changed in one stretch keep their places", () => {
  // The lines before and after, and where each line is then.
  const texts = [
    ["abc", "abc", [0, 1, 2]],
    ["abc", "axbc", [0, 2, 3]],
    ["abcd", "abd", [0, 1, 2, 2]],
    ["abcd", "aXd", [0, 1, 1, 2]],
    ["abc", "Xbc", [0, 1, 2]],
    ["abc", "abX", [0, 1, 2]],
    ["aab", "ab", [0, 1, 1]],
    ["abc", "", [0, 0, 0]],
  ];
  for (const [before, after, places] of texts) {
    const shift = shiftLines([...before], [...after]);
    assert.deepEqual([...before].map((_, line) => shift(line)), places, `${before} ${after}`);
  }
});
