// The doubts, least sure first: each with its readings and what they would change.

/** @import * as Desk from "./types.js" */
/** @import { DeskDocument } from "./desk_document.js" */

import { make, quote, showControls } from "./dom.js";
import { PreviewBox } from "./preview_box.js";
import { nameDecision, say } from "./words.js";

// So many are in the page; the rest come when they are asked for.
const SHOWN = 150;

// A doubt about many lines shows the first of them.
const EXCERPT = 6;

// The words for a confidence, in thousandths. A reading that is as often wrong as right is a
// guess; one that is wrong once in ten is almost sure.
const FAIRLY = 600;
const ALMOST = 900;

/**
 * @typedef {object} DoubtActions
 * @property {(doubt: Desk.Doubt, reading: Desk.Reading) => void} take
 * @property {(doubt: Desk.Doubt) => void} see it was seen and stays as it is, or was not seen
 * @property {(doubt: Desk.Doubt | null) => void} choose another doubt is looked at
 */

export class DoubtList {
  /** @type {DeskDocument | null} */
  #document = null;
  /** @type {string | null} */
  #current = null;
  // The reading whose preview is shown.
  #chosen = -1;
  #limit = SHOWN;
  // Where the current doubt stood: when it is settled, the next one comes to its place.
  #place = 0;

  /**
   * @param {{ list: HTMLElement, more: HTMLButtonElement }} parts
   * @param {DoubtActions} actions
   */
  constructor({ list, more }, actions) {
    this.list = list;
    this.more = more;
    this.actions = actions;
    this.box = make("div", { class: "preview", role: "status" });
    this.preview = new PreviewBox(this.box);
    list.addEventListener("keydown", (event) => this.#onKey(event));
    more.addEventListener("click", () => this.#showMore());
  }

  /**
   * @param {DeskDocument} document
   */
  open(document) {
    this.#document = document;
    this.#limit = SHOWN;
    this.#place = 0;
    this.#current = this.#nextOpen(0)?.id ?? null;
    this.#fill();
  }

  /** Shows the doubts about the same document after its text has changed. @param {DeskDocument} document */
  reopen(document) {
    this.#document = document;
    this.refresh();
  }

  /** Shows the doubts as they are now. The current one stays, or the next takes its place. */
  refresh() {
    const hadFocus = this.list.contains(document.activeElement);
    const doubts = this.#doubts;
    if (!doubts.some((doubt) => doubt.id === this.#current)) {
      this.#current = this.#nextOpen(this.#place)?.id ?? null;
    }
    this.#fill();
    if (hadFocus) this.focus();
  }

  get #doubts() {
    return this.#document?.state.doubts ?? [];
  }

  get current() {
    return this.#doubts.find((doubt) => doubt.id === this.#current) ?? null;
  }

  /**
   * The first doubt from a place on, and then from the beginning, that was not seen.
   * @param {number} from
   */
  #nextOpen(from) {
    const doubts = this.#doubts;
    const turned = [...doubts.slice(from), ...doubts.slice(0, from)];
    return turned.find((doubt) => !this.#document?.isSeen(doubt)) ?? doubts[0] ?? null;
  }

  /**
   * @param {string | null} id
   * @param {{ focus?: boolean, reveal?: boolean, tell?: boolean }} [how]
   */
  choose(id, { focus = false, reveal = true, tell = true } = {}) {
    const old = this.#current;
    this.#current = id;
    const index = this.#doubts.findIndex((doubt) => doubt.id === id);
    if (index >= 0) this.#place = index;
    if (index >= this.#limit) {
      this.#limit = index + SHOWN;
      this.#fill();
    } else if (old !== id) {
      this.#redraw(old);
      this.#redraw(id);
    }
    if (reveal) this.#itemOf(id)?.scrollIntoView({ block: "nearest" });
    if (focus) this.focus();
    if (tell && old !== id) this.actions.choose(this.current);
  }

  /** @param {number} step */
  go(step) {
    const doubts = this.#doubts;
    if (doubts.length === 0) return;
    const at = doubts.findIndex((doubt) => doubt.id === this.#current);
    const next = Math.max(0, Math.min(doubts.length - 1, at + step));
    this.choose(doubts[next].id, { focus: true });
  }

  /** Goes to the next one that was not seen. */
  goOn() {
    const at = this.#doubts.findIndex((doubt) => doubt.id === this.#current);
    const next = this.#nextOpen(at + 1);
    if (next) this.choose(next.id, { focus: true });
  }

  /** Goes to a reading by its number, from 1. @param {number} number */
  goToReading(number) {
    const buttons = this.#itemOf(this.#current)?.querySelectorAll(".reading");
    /** @type {HTMLElement | undefined} */ (buttons?.[number - 1])?.focus();
  }

  focus() {
    const item = this.#itemOf(this.#current);
    const target =
      item?.querySelector(".reading.is-current") ??
      item?.querySelector(".reading, .see") ??
      this.list.closest("section")?.querySelector("h2");
    /** @type {HTMLElement | null | undefined} */ (target)?.focus();
  }

  // ---- what is in the page

  #fill() {
    const doubts = this.#doubts;
    const index = doubts.findIndex((doubt) => doubt.id === this.#current);
    if (index >= 0) this.#place = index;
    this.#limit = Math.max(this.#limit, index + 1);
    const shown = doubts.slice(0, this.#limit);
    this.preview.clear();
    this.list.replaceChildren(...shown.map((doubt, at) => this.#makeItem(doubt, at)));
    const rest = doubts.length - shown.length;
    this.more.hidden = rest === 0;
    this.more.textContent = say("more", Math.min(rest, SHOWN));
  }

  #showMore() {
    const first = this.#limit;
    this.#limit += SHOWN;
    this.#fill();
    /** @type {HTMLElement | undefined} */ (
      this.list.children[first]?.querySelector("button") ?? undefined
    )?.focus();
  }

  /** @param {string | null} id @returns {HTMLElement | null} */
  #itemOf(id) {
    const index = this.#doubts.findIndex((doubt) => doubt.id === id);
    return /** @type {HTMLElement | null} */ (this.list.children[index] ?? null);
  }

  /** @param {string | null} id */
  #redraw(id) {
    const index = this.#doubts.findIndex((doubt) => doubt.id === id);
    const item = this.#itemOf(id);
    if (item) item.replaceWith(this.#makeItem(this.#doubts[index], index));
  }

  /**
   * @param {Desk.Doubt} doubt
   * @param {number} index
   */
  #makeItem(doubt, index) {
    const isCurrent = doubt.id === this.#current;
    const isSeen = this.#document?.isSeen(doubt) ?? false;
    const item = make(
      "li",
      { class: "doubt", "aria-posinset": index + 1, "aria-setsize": this.#doubts.length },
      make(
        "button",
        {
          type: "button",
          class: "doubt-head",
          "aria-expanded": String(isCurrent),
          click: () => this.choose(doubt.id, { focus: true }),
        },
        make(
          "span",
          { class: "where" },
          doubt.first === null ? say("whole") : say("line", doubt.first),
        ),
        makeConfidence(doubt.confidence),
        make("span", { class: "message", lang: "en", id: `doubt-${index}` }, doubt.message),
        isSeen && make("span", { class: "badge" }, say("seen")),
      ),
      isCurrent && this.#makeBody(doubt, index),
    );
    item.classList.toggle("is-current", isCurrent);
    item.classList.toggle("is-seen", isSeen);
    return item;
  }

  /**
   * @param {Desk.Doubt} doubt
   * @param {number} index
   */
  #makeBody(doubt, index) {
    this.preview.clear();
    this.#chosen = -1;
    const seeWord = this.#document?.isSeen(doubt) ? "unmarkSeen" : "markSeen";
    return make(
      "div",
      { class: "doubt-body" },
      this.#makeExcerpt(doubt),
      doubt.hints.length > 0 &&
        make(
          "ul",
          { class: "hints", lang: "en" },
          ...doubt.hints.map((hint) => make("li", {}, hint)),
        ),
      make(
        "div",
        {
          class: "readings",
          role: "group",
          "aria-label": say("readings"),
          "aria-describedby": `doubt-${index}`,
        },
        ...doubt.readings.map((reading, at) => this.#makeReading(doubt, reading, at)),
        make(
          "button",
          { type: "button", class: "see", click: () => this.actions.see(doubt) },
          say(seeWord),
        ),
      ),
      this.box,
      make(
        "p",
        { class: "code quiet" },
        make("span", { class: "visually-hidden" }, `${say("unknownCode")}: `),
        doubt.code,
      ),
    );
  }

  /**
   * @param {Desk.Doubt} doubt
   * @param {Desk.Reading} reading
   * @param {number} at
   */
  #makeReading(doubt, reading, at) {
    // A finger cannot rest on a button: its first tap shows what changes, its second takes it.
    let isArmed = true;
    const button = make(
      "button",
      {
        type: "button",
        class: "reading",
        pointerdown: (/** @type {PointerEvent} */ event) => {
          isArmed = event.pointerType === "mouse" || this.#chosen === at;
        },
        pointerenter: (/** @type {PointerEvent} */ event) => {
          if (event.pointerType === "mouse") this.#showReading(reading, at);
        },
        focus: () => this.#showReading(reading, at),
        click: () => {
          if (isArmed) this.actions.take(doubt, reading);
          // Not every browser gives the focus to a button that was tapped.
          else this.#showReading(reading, at);
          isArmed = true;
        },
      },
      make("kbd", { "aria-hidden": "true" }, String(at + 1)),
      make("span", {}, nameDecision(reading.decision)),
      ...this.#quoteMark(reading),
      reading.current && make("span", { class: "as-now" }, say("asNow")),
    );
    button.classList.toggle("is-current", reading.current);
    return button;
  }

  /**
   * What tells the places of a mark, and the notes that it may call, from each other.
   * @param {Desk.Reading} reading
   */
  #quoteMark({ words, decision: { note } }) {
    const { lines, state } = this.#document ?? {};
    const called = note === undefined ? "" : (lines?.[note] ?? "").trim();
    return [words, called]
      .filter((part) => part)
      .map((part) => quote("span", state?.language ?? "", shorten(showControls(part ?? ""))));
  }

  /**
   * @param {Desk.Reading} reading
   * @param {number} at
   */
  #showReading(reading, at) {
    if (!this.#document) return;
    this.#chosen = at;
    this.preview.show(this.#document.state, reading.decision);
    const others = this.current?.readings.filter((one) => one !== reading) ?? [];
    this.preview.prepare(this.#document.state, others.map(({ decision }) => decision));
    const buttons = this.#itemOf(this.#current)?.querySelectorAll(".reading") ?? [];
    for (const [index, button] of buttons.entries())
      button.classList.toggle("is-chosen", index === at);
  }

  /** The lines that a doubt is about, between their neighbours. @param {Desk.Doubt} doubt */
  #makeExcerpt(doubt) {
    const document = this.#document;
    if (!document || doubt.first === null) return null;
    const { first } = doubt;
    const end = first + Math.min(Math.max(doubt.count, 1), EXCERPT);
    const show = (/** @type {number | null} */ at, isMeant = false) => {
      if (at === null) return null;
      const line = quote("p", document.state.language, shorten(showControls(document.lines[at])));
      line.classList.toggle("is-meant", isMeant);
      return line;
    };
    const meant = document.lines.slice(first, end).map((_, at) => show(first + at, true));
    return make(
      "div",
      { class: "excerpt" },
      show(document.wordsBeside(first - 1, -1)),
      ...meant,
      show(document.wordsBeside(end, 1)),
    );
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (!(event.key in steps)) return;
    event.preventDefault();
    this.go(steps[/** @type {keyof typeof steps} */ (event.key)]);
  }
}

// Longer lines are shown in full by the source.
const LONGEST = 300;

/** @param {string} words */
const shorten = (words) => (words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words);

/** How sure the program is, in words and as a figure. @param {number | null} confidence */
function makeConfidence(confidence) {
  if (confidence === null) return make("span", { class: "confidence" }, say("unmeasured"));
  const degree = confidence < FAIRLY ? "low" : confidence < ALMOST ? "middle" : "high";
  const words = say(/** @type {"sure-low"} */ (`sure-${degree}`));
  return make("span", { class: `confidence is-${degree}` }, `${words}, ${say("sure", confidence)}`);
}
