// The keys of the desk: what each does, and when none of them does anything.

/** @import { Key } from "./words.js" */

import { make } from "./dom.js";
import { preferences } from "./preferences.js";
import { say } from "./words.js";

/**
 * @typedef {object} Command
 * @property {string} name
 * @property {string[]} keys as they are shown
 * @property {(event: KeyboardEvent) => boolean} [on] none: an element answers to the key itself
 * @property {boolean} [letter] whether it is a single character, which can be turned off (WCAG 2.1.4)
 */

/** @param {KeyboardEvent} event */
const isPlain = (event) => !event.ctrlKey && !event.metaKey && !event.altKey;

/** @param {KeyboardEvent} event */
const isCommand = (event) => (event.ctrlKey || event.metaKey) && !event.altKey;

/** @param {string} key @returns {Pick<Command, "on" | "letter">} */
const letter = (key) => ({
  letter: true,
  on: (event) => isPlain(event) && !event.shiftKey && event.key.toLowerCase() === key,
});

/**
 * Signs that need Shift on one keyboard do not on another.
 * @param {string} key
 * @returns {Pick<Command, "on" | "letter">}
 */
const sign = (key) => ({ letter: true, on: (event) => isPlain(event) && event.key === key });

/**
 * @param {string} key
 * @param {"ctrl" | "alt" | "none"} held
 * @param {boolean} shift
 * @returns {Pick<Command, "on">}
 */
const chord = (key, held, shift = false) => ({
  on: (event) =>
    event.key.toLowerCase() === key &&
    event.shiftKey === shift &&
    (held === "ctrl"
      ? isCommand(event)
      : held === "alt"
        ? event.altKey && !event.ctrlKey
        : isPlain(event)),
});

/** @type {Command[]} */
const COMMANDS = [
  { name: "nextDoubt", keys: ["J", "↓"], ...letter("j") },
  { name: "previousDoubt", keys: ["K", "↑"], ...letter("k") },
  { name: "take", keys: ["Enter"] },
  {
    name: "reading",
    keys: ["1 … 9"],
    letter: true,
    on: (event) => isPlain(event) && /^[1-9]$/.test(event.key),
  },
  { name: "see", keys: ["S"], ...letter("s") },
  { name: "undo", keys: ["U"], ...letter("u") },
  { name: "undo", keys: ["Ctrl+Z"], ...chord("z", "ctrl") },
  {
    name: "redo",
    keys: ["Shift+U"],
    letter: true,
    on: (event) => isPlain(event) && event.shiftKey && event.key.toLowerCase() === "u",
  },
  { name: "redo", keys: ["Ctrl+Y"], ...chord("y", "ctrl") },
  { name: "redo", keys: ["Ctrl+Shift+Z"], ...chord("z", "ctrl", true) },
  { name: "moveLine", keys: ["↑", "↓"] },
  { name: "extend", keys: ["Shift+↑", "Shift+↓"] },
  { name: "nextBlock", keys: ["Alt+↓"], ...chord("arrowdown", "alt") },
  { name: "previousBlock", keys: ["Alt+↑"], ...chord("arrowup", "alt") },
  { name: "heading", keys: ["H"], ...letter("h") },
  { name: "paragraph", keys: ["P"], ...letter("p") },
  { name: "verse", keys: ["V"], ...letter("v") },
  { name: "quotation", keys: ["Q"], ...letter("q") },
  { name: "continued", keys: ["C"], ...letter("c") },
  { name: "leftOut", keys: ["X"], ...letter("x") },
  { name: "text", keys: ["T"], ...letter("t") },
  { name: "note", keys: ["O"], ...letter("o") },
  { name: "mark", keys: ["M"], ...letter("m") },
  { name: "withdraw", keys: ["W"], ...letter("w") },
  { name: "clear", keys: ["Esc"], ...chord("escape", "none") },
  { name: "pages", keys: ["E"], ...letter("e") },
  { name: "turnBack", keys: ["["], ...sign("[") },
  { name: "turn", keys: ["]"], ...sign("]") },
  { name: "turnBack", keys: ["Alt+PageUp"], ...chord("pageup", "alt") },
  { name: "turn", keys: ["Alt+PageDown"], ...chord("pagedown", "alt") },
  { name: "nextDocument", keys: ["N"], ...letter("n") },
  { name: "shelf", keys: ["L"], ...letter("l") },
  { name: "pane", keys: ["F6"], ...chord("f6", "none") },
  { name: "help", keys: ["?"], ...sign("?") },
];

/** Whether keys belong to what has the focus. @param {KeyboardEvent} event */
function isWriting(event) {
  const target = /** @type {Element} */ (event.target);
  return Boolean(target.closest?.("input, select, textarea, [contenteditable]"));
}

/**
 * The command for a key, if it is for the desk.
 * @param {KeyboardEvent} event
 * @returns {Command | null}
 */
export function commandOf(event) {
  const isHeld = event.repeat && /^[a-z0-9?]$/i.test(event.key) && !/^[jk]$/i.test(event.key);
  if (event.defaultPrevented || event.isComposing || isHeld || isWriting(event)) return null;
  if (document.querySelector("dialog[open]")) return null;
  const command = COMMANDS.find(({ on }) => on?.(event)) ?? null;
  return command?.letter && !preferences.letterKeys ? null : command;
}

/** The list of all keys: those with one meaning together. */
export function listKeys() {
  /** @type {Map<string, Command[]>} */
  const byName = Map.groupBy(COMMANDS, ({ name }) => name);
  return [...byName].map(([name, commands]) =>
    make(
      "tr",
      {},
      make("td", {}, ...commands.flatMap(({ keys }) => keys).map((key) => make("kbd", {}, key))),
      make("td", {}, say(/** @type {Key} */ (`key-${name}`))),
    ),
  );
}
