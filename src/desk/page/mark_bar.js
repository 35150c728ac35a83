// The marks of the line that is selected, each with the note that it calls: another can be chosen.

/** @import * as Desk from "./types.js" */
/** @import { DeskDocument } from "./desk_document.js" */
/** @import { Mark } from "./note_marks.js" */
/** @import { PreviewBox } from "./preview_box.js" */

import { make } from "./dom.js";
import { decideMark } from "./note_marks.js";
import { say } from "./words.js";

// So many notes around a mark are offered: as many as a list can be looked through.
const OFFERED = 60;

// So many letters of a note tell it from the others.
const LONGEST = 48;

export class MarkBar {
  /** @type {DeskDocument | null} */
  #document = null;
  /** @type {{ mark: Mark, choice: HTMLSelectElement, take: HTMLButtonElement }[]} */
  #rows = [];

  /**
   * @param {PreviewBox} preview
   * @param {(decision: Desk.Decision) => void} decide
   */
  constructor(preview, decide) {
    this.preview = preview;
    this.decide = decide;
    this.element = make("div", { class: "marks" });
  }

  /**
   * @param {DeskDocument | null} document
   * @param {number | null} line none where it is not a single one
   */
  show(document, line) {
    this.#document = document;
    const marks = document && line !== null ? document.marksOf(line) : [];
    const hadFocus = this.element.contains(window.document.activeElement);
    this.#rows = marks.map((mark) => this.#makeRow(mark));
    const rows = this.#rows.map(({ mark, choice, take }, at) => this.#layOut(mark, choice, take, at));
    this.element.replaceChildren(...rows);
    if (hadFocus) this.#rows[0]?.choice.focus();
  }

  /** Goes to the first mark, if there is one. */
  focus() {
    this.#rows[0]?.choice.focus();
    return this.#rows.length > 0;
  }

  /**
   * Shows what changes if a mark calls a note.
   * @param {Mark} mark
   * @param {number | null} note none: what it calls now
   */
  propose({ start, note: now }, note) {
    const row = this.#rows.find(({ mark }) => mark.start === start);
    if (!row) return;
    const wanted = note ?? now;
    if (wanted !== null && !row.choice.querySelector(`option[value="${wanted}"]`))
      row.choice.append(this.#makeOption(wanted));
    row.choice.value = wanted === null ? "" : String(wanted);
    this.#showChoice(row);
  }

  /** Goes to the button that takes what is proposed for a mark. @param {Mark} mark */
  focusOn({ start }) {
    this.#rows.find(({ mark }) => mark.start === start)?.take.focus();
  }

  /** @param {Mark} mark */
  #makeRow(mark) {
    const notes = this.#notesAround(mark);
    const choice = make(
      "select",
      { id: `mark-${mark.start}`, change: () => this.#showChoice(row) },
      make("option", { value: "" }, say("is-no-mark")),
      ...notes.map((note) => this.#makeOption(note)),
    );
    choice.value = mark.note === null ? "" : String(mark.note);
    const take = make("button", { type: "submit", disabled: true }, say("takeMark"));
    const row = { mark, choice, take };
    return row;
  }

  /**
   * @param {Mark} mark
   * @param {HTMLSelectElement} choice
   * @param {HTMLButtonElement} take
   * @param {number} at
   */
  #layOut(mark, choice, take, at) {
    const words = this.#document?.lines[mark.first].slice(mark.start, mark.end) ?? "";
    return make(
      "form",
      {
        class: "mark-row",
        submit: (/** @type {Event} */ event) => {
          event.preventDefault();
          const decision = this.#decisionOf(this.#rows[at]);
          if (decision) this.decide(decision);
        },
      },
      make("label", { for: choice.id }, say("markOf", words)),
      choice,
      take,
    );
  }

  /** @param {number} note */
  #makeOption(note) {
    const words = (this.#document?.lines[note] ?? "").trim();
    const shown = words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
    return make("option", { value: String(note) }, say("noteOf", note, shown));
  }

  /** The lines of the notes around a mark, in their order. @param {Mark} mark */
  #notesAround({ first, note }) {
    const all = (this.#document?.state.notes ?? []).map((one) => one.first);
    const from = note ?? first;
    const near = [...new Set(all)].sort(
      (one, other) => Math.abs(one - from) - Math.abs(other - from),
    );
    return near.slice(0, OFFERED).sort((one, other) => one - other);
  }

  /** @param {{ mark: Mark, choice: HTMLSelectElement }} row */
  #decisionOf({ mark, choice }) {
    const note = choice.value === "" ? null : Number(choice.value);
    return note === mark.note ? null : decideMark(mark, note);
  }

  /** @param {{ mark: Mark, choice: HTMLSelectElement, take: HTMLButtonElement }} row */
  #showChoice(row) {
    const decision = this.#decisionOf(row);
    row.take.disabled = decision === null;
    if (decision && this.#document) this.preview.show(this.#document.state, decision);
    else this.preview.clear();
  }
}
