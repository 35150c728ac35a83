// What a person says of the lines that are selected, and what was said of them.

/** @import * as Desk from "./types.js" */
/** @import { DeskDocument } from "./desk_document.js" */

import { make, setAttribute } from "./dom.js";
import { correctLine } from "./line_edit.js";
import { MarkBar } from "./mark_bar.js";
import { PreviewBox } from "./preview_box.js";
import { nameDecision, say } from "./words.js";

/** @type {Desk.Is[]} */
const CHOICES = [
  "heading",
  "paragraph",
  "continued",
  "verse",
  "quotation",
  "note",
  "left-out",
  "text",
  "title",
  "subtitle",
  "author",
];

const LEVELS = [1, 2, 3, 4, 5, 6];

/**
 * @typedef {object} SelectionActions
 * @property {(decision: Desk.Decision) => void} decide
 * @property {(decision: Desk.KeptDecision) => void} withdraw
 * @property {(step: number) => void} extend
 * @property {() => void} clear
 */

export class SelectionBar {
  /** @type {DeskDocument | null} */
  #document = null;
  /** @type {Desk.Selection | null} */
  #selection = null;
  // The line whose words are in the field: what a person writes there stays until another comes.
  #shown = "";

  /**
   * @param {HTMLElement} element
   * @param {SelectionActions} actions
   */
  constructor(element, actions) {
    this.element = element;
    this.actions = actions;
    this.title = make("p", { class: "selected-lines" });
    this.level = make("select", { id: "level", change: () => this.preview.clear() });
    this.kept = make("ul", { class: "kept" });
    this.box = make("div", { class: "preview", role: "status" });
    this.preview = new PreviewBox(this.box);
    this.marks = new MarkBar(this.preview, (decision) => this.actions.decide(decision));
    this.choices = make("div", { class: "choices", role: "group" });
    this.sizes = make("div", { class: "sizes" });
    this.line = make("input", {
      id: "corrected-line",
      type: "text",
      spellcheck: "false",
      input: () => this.#showCorrection(),
    });
    this.correction = make("form", {
      class: "correction",
      submit: (/** @type {Event} */ event) => this.#correct(event),
    });
    this.translate();
    element.append(
      make("div", { class: "selected-head" }, this.title, this.sizes),
      this.choices,
      this.correction,
      this.marks.element,
      this.kept,
      this.box,
    );
  }

  /** Makes what has words. */
  translate() {
    const { value } = this.level;
    this.level.replaceChildren(
      make("option", { value: "" }, say("anyLevel")),
      ...LEVELS.map((level) => make("option", { value: String(level) }, String(level))),
    );
    this.level.value = value;
    const [heading, ...others] = CHOICES.map((is) => this.#makeChoice(is));
    const level = make("label", { class: "level" }, make("span", {}, say("level")), this.level);
    setAttribute(this.choices, "aria-label", say("selectedLines"));
    this.choices.replaceChildren(heading, level, ...others);
    this.correction.replaceChildren(
      make("label", { for: "corrected-line" }, say("correctedLine")),
      this.line,
      make("button", { type: "submit" }, say("correct")),
    );
    this.sizes.replaceChildren(
      makeSmall("−", say("oneFewer"), () => this.actions.extend(-1)),
      makeSmall("+", say("oneMore"), () => this.actions.extend(1)),
      makeSmall("×", say("clear"), () => this.actions.clear()),
    );
    this.#fill();
  }

  /**
   * @param {DeskDocument | null} document
   * @param {Desk.Selection | null} selection
   */
  show(document, selection) {
    this.#document = document;
    this.#selection = selection;
    this.preview.clear();
    this.#fill();
  }

  /** Asks ahead what would change by the choices that are likeliest about the lines. */
  prepare() {
    const [document, selection] = [this.#document, this.#selection];
    if (!document || !selection) return;
    const run = document.runAt(selection.first);
    const begins = run.first === selection.first && !run.continued;
    /** @type {Desk.Is[]} */
    const likely = [
      begins && run.kind !== "heading" ? "continued" : "paragraph",
      run.kind === "heading" ? "continued" : "heading",
      run.leftOut ? "text" : "left-out",
    ];
    const decisions = likely.map((is) => this.decisionOf(is)).filter((one) => one !== null);
    this.preview.prepare(document.state, decisions);
  }

  /**
   * The decision that a choice makes of the lines.
   * @param {Desk.Is} is
   * @returns {Desk.Decision | null}
   */
  decisionOf(is) {
    if (!this.#selection) return null;
    const level = is === "heading" && this.level.value ? Number(this.level.value) : undefined;
    return { ...this.#selection, is, ...(level && { level }) };
  }

  /** The words of the line that is selected, without the space around them; else none. */
  get #words() {
    const { first, count } = this.#selection ?? { first: 0, count: 0 };
    const line = count === 1 ? (this.#document?.lines[first] ?? "") : "";
    return { first, words: line.trim(), indent: line.length - line.trimStart().length };
  }

  /** The decision that makes the line what the person has written. */
  #correction() {
    const { first, words, indent } = this.#words;
    const decision = correctLine(first, words, this.line.value.trim());
    if (!decision) return null;
    const { start = 0, end = 0 } = decision;
    return { ...decision, start: start + indent, end: end + indent };
  }

  #showCorrection() {
    const decision = this.#correction();
    if (decision && this.#document) this.preview.show(this.#document.state, decision);
    else this.preview.clear();
  }

  /** @param {Event} event */
  #correct(event) {
    event.preventDefault();
    const decision = this.#correction();
    if (decision) this.actions.decide(decision);
  }

  #fill() {
    const selection = this.#selection;
    const isEmpty = !selection || !this.#document;
    const { words } = this.#words;
    this.correction.hidden = !words;
    const shown = `${selection?.first} ${words}`;
    if (shown !== this.#shown) this.line.value = words;
    this.#shown = shown;
    this.line.lang = this.#document?.state.language ?? "";
    this.element.classList.toggle("is-empty", isEmpty);
    for (const part of [this.choices, this.sizes, this.kept]) part.hidden = isEmpty;
    this.title.textContent = isEmpty
      ? say("noSelection")
      : say("linesOf", selection.first, selection.count);
    const line = selection?.count === 1 ? selection.first : null;
    this.marks.show(this.#document, line);
    const kept = isEmpty ? [] : (this.#document?.decisionsAbout(selection) ?? []);
    const hadFocus = this.kept.contains(document.activeElement);
    this.kept.replaceChildren(...kept.map((decision) => this.#makeKept(decision)));
    if (hadFocus) this.choices.querySelector("button")?.focus();
  }

  /** @param {Desk.Is} is */
  #makeChoice(is) {
    const show = () => {
      const decision = this.decisionOf(is);
      if (decision && this.#document) this.preview.show(this.#document.state, decision);
    };
    const take = () => {
      const decision = this.decisionOf(is);
      if (decision) this.actions.decide(decision);
    };
    return make(
      "button",
      {
        type: "button",
        title: say(`about-${is}`),
        "data-is": is,
        focus: show,
        pointerenter: show,
        click: take,
      },
      say(`is-${is}`),
    );
  }

  /** @param {Desk.KeptDecision} decision */
  #makeKept(decision) {
    const name = nameDecision(decision);
    return make(
      "li",
      {},
      make("span", {}, say("decidedAs", name)),
      make(
        "button",
        {
          type: "button",
          "aria-label": say("withdrawOf", name),
          click: () => this.actions.withdraw(decision),
        },
        say("withdraw"),
      ),
    );
  }
}

/** @param {string} sign @param {string} label @param {() => void} click */
const makeSmall = (sign, label, click) =>
  make(
    "button",
    { type: "button", class: "small", "aria-label": label, title: label, click },
    sign,
  );
