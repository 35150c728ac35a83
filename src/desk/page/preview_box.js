// What a decision would change, shown before it is taken.

/** @import * as Desk from "./types.js" */

import { preview, Refusal } from "./api.js";
import { later, make, quote } from "./dom.js";
import { say } from "./words.js";

// A pointer that passes over asks nothing.
const REST = 90;

// When a person still looks after this, what may be wanted next is asked for: it is recovered then,
// so that it is shown and taken at once.
const PREPARE = 400;

// An answer that takes longer, in milliseconds, is the last that is asked for ahead: a decision has
// to wait for the one that is being made.
const SLOW = 250;

// So many answers are remembered; they are small, and hold for one revision only.
const REMEMBERED = 200;

export class PreviewBox {
  /** @type {Map<string, Desk.Preview>} */
  #known = new Map();
  /** @type {AbortController | null} */
  #asking = null;
  // What is asked for ahead, and not answered yet.
  /** @type {{ key: string, answer: Promise<Desk.Preview> } | null} */
  #ahead = null;
  #ask;
  #prepare;
  #wanted = "";
  // Of several that are prepared, the last counts.
  #preparing = 0;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.#ask = later(REST, (document, decision) => void this.#load(document, decision));
    this.#prepare = later(PREPARE, (document, decisions, preparing) =>
      void this.#loadAll(document, decisions, preparing),
    );
  }

  /**
   * @param {Desk.DocumentState} document
   * @param {Desk.Decision} decision
   */
  show(document, decision) {
    const key = keyOf(document, decision);
    if (key === this.#wanted) return;
    this.#wanted = key;
    const known = this.#known.get(key);
    if (known) this.#put(document, known);
    else this.#ask(document, decision);
  }

  /**
   * Asks for what may be wanted next, one after the other.
   * @param {Desk.DocumentState} document
   * @param {Desk.Decision[]} decisions
   */
  prepare(document, decisions) {
    this.#prepare(document, decisions, (this.#preparing += 1));
  }

  clear() {
    this.#wanted = "";
    this.#preparing += 1;
    this.#asking?.abort();
    this.element.replaceChildren();
  }

  /**
   * @param {Desk.DocumentState} document
   * @param {Desk.Decision} decision
   */
  async #load(document, decision) {
    const key = keyOf(document, decision);
    if (key !== this.#wanted) return;
    this.#asking?.abort();
    this.#asking = new AbortController();
    try {
      const answer =
        this.#known.get(key) ??
        (await (this.#ahead?.key === key
          ? this.#ahead.answer
          : preview(document.id, decision, this.#asking.signal)));
      this.#remember(key, answer);
      if (key === this.#wanted) this.#put(document, answer);
    } catch (fault) {
      // Another one is asked for; and that the server is gone, the pulse says.
      if (!(fault instanceof Refusal) || key !== this.#wanted) return;
      this.element.replaceChildren(make("p", { class: "quiet" }, say("failed", fault.message)));
    }
  }

  /**
   * @param {Desk.DocumentState} document
   * @param {Desk.Decision[]} decisions
   * @param {number} preparing
   */
  async #loadAll(document, decisions, preparing) {
    for (const decision of decisions) {
      const key = keyOf(document, decision);
      if (preparing !== this.#preparing) return;
      if (this.#known.has(key)) continue;
      const begun = performance.now();
      const ahead = { key, answer: preview(document.id, decision) };
      this.#ahead = ahead;
      try {
        this.#remember(key, await ahead.answer);
        if (performance.now() - begun > SLOW) return;
      } catch {
        // Whoever wants it by now says what went wrong.
        return;
      } finally {
        if (this.#ahead === ahead) this.#ahead = null;
      }
    }
  }

  /** @param {string} key @param {Desk.Preview} answer */
  #remember(key, answer) {
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.set(key, answer);
  }

  /**
   * @param {Desk.DocumentState} document
   * @param {Desk.Preview} answer
   */
  #put(document, { changes, more, doubts }) {
    const parts = changes.flatMap((change) => showChange(document.language, change));
    this.element.replaceChildren(
      changes.length === 0
        ? make("p", { class: "quiet" }, say("nothingChanges"))
        : make("dl", { class: "changes" }, ...parts),
      more > 0 ? make("p", { class: "quiet" }, say("moreChanges", more)) : "",
      make("p", { class: "quiet" }, say("wouldBeLeft", doubts)),
    );
  }
}

/**
 * @param {Desk.DocumentState} document
 * @param {Desk.Decision} decision
 */
const keyOf = (document, decision) =>
  JSON.stringify([document.id, document.revision, document.text, decision]);

/**
 * @param {string} language
 * @param {{ before: string, after: string }} change
 */
function showChange(language, { before, after }) {
  const [start, end] = sameEnds(before, after);
  /** @param {string} words @param {string} tag */
  const show = (words, tag) =>
    quote(
      "dd",
      language,
      words.slice(0, start),
      make(tag, {}, words.slice(start, words.length - end)),
      words.slice(words.length - end),
    );
  return [
    make("dt", {}, say("before")),
    show(before, "del"),
    make("dt", {}, say("after")),
    show(after, "ins"),
  ];
}

const IS_WORD = /[\p{L}\p{M}\p{N}]/u;

/** Whether a cut before a letter would tear a word. @param {string} words @param {number} at */
const tears = (words, at) =>
  at > 0 && at < words.length && IS_WORD.test(words[at - 1]) && IS_WORD.test(words[at]);

/**
 * How many letters two texts share at their beginning and at their end, in whole words.
 * @param {string} one
 * @param {string} other
 * @returns {[number, number]}
 */
function sameEnds(one, other) {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start += 1;
  while (tears(one, start) || tears(other, start)) start -= 1;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  while (tears(one, one.length - end) || tears(other, other.length - end)) end -= 1;
  return [start, end];
}
