// What lines were taken for: the sign and the colour of each kind.

/** @import * as Desk from "./types.js" */

// Signs, since colour alone says nothing to many. What has none here is shown by a dot.
const SIGNS = {
  heading: "H",
  paragraph: "¶",
  verse: "V",
  quotation: "Q",
  epigraph: "E",
  list: "L",
  table: "T",
  figure: "F",
  dateline: "D",
  salutation: "S",
  signature: "S",
  speech: "S",
  direction: "D",
  definition: "D",
  preformatted: "P",
  note: "N",
};

const CONTINUED = "↳";
const LEFT_OUT = "×";
const GOES_ON = "│";
const OTHER = "·";

// Kinds that share a colour: ten hues cannot be told apart.
const HUES = {
  heading: "heading",
  paragraph: "paragraph",
  verse: "verse",
  quotation: "quotation",
  epigraph: "quotation",
  note: "note",
  dateline: "letter",
  salutation: "letter",
  signature: "letter",
  list: "list",
  table: "list",
  definition: "list",
  figure: "list",
  preformatted: "list",
  speech: "verse",
  direction: "verse",
};

/**
 * @param {Desk.Run} run
 * @param {number} line
 */
export function signOf(run, line) {
  if (run.kind === "blank") return "";
  if (run.leftOut) return LEFT_OUT;
  if (line > run.first) return GOES_ON;
  if (run.continued) return CONTINUED;
  const sign = SIGNS[/** @type {keyof typeof SIGNS} */ (run.kind)] ?? OTHER;
  return run.kind === "heading" && run.level ? `${sign}${run.level}` : sign;
}

/** @param {Desk.Run} run */
export function hueOf(run) {
  if (run.leftOut) return "left-out";
  return HUES[/** @type {keyof typeof HUES} */ (run.kind)] ?? "other";
}

/**
 * Whether a run says in words what it is: where the sign of a paragraph is enough, it does not.
 * @param {Desk.Run} run
 */
export const isNamed = (run) => run.kind !== "paragraph" && run.kind !== "blank";
