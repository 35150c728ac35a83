// The shelf: every document with its state, and the work that is left.

/** @import * as Desk from "./types.js" */

import { exportAddress } from "./api.js";
import { byId, make } from "./dom.js";
import { language, say } from "./words.js";

const STATES = /** @type {const} */ (["doubts", "seen", "decided", "clean", "given", "unread", "failed"]);

// Signs of the states, for eyes that do not see their colours.
const SIGNS = { doubts: "?", seen: "◦", decided: "✓", clean: "○", given: "–", shown: "–", unread: "…", failed: "!" };

/** The letters that a search compares. @param {string} words */
const fold = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * @typedef {object} ShelfActions
 * @property {(id: number) => void} open
 * @property {(id: number, file: File) => void} importInto
 */

export class ShelfView {
  /** @type {Desk.Shelf} */
  #shelf = { title: "", preview: false, documents: [] };

  /** @param {ShelfActions} actions */
  constructor(actions) {
    this.actions = actions;
    this.search = /** @type {HTMLInputElement} */ (byId("shelf-search"));
    this.filter = /** @type {HTMLSelectElement} */ (byId("shelf-filter"));
    this.search.addEventListener("input", () => this.#fill());
    this.filter.addEventListener("change", () => this.#fill());
    byId("shelf-next").addEventListener("click", () => this.#openNext());
    this.translate();
  }

  translate() {
    const { value } = this.filter;
    this.filter.replaceChildren(
      make("option", { value: "" }, say("allStates")),
      ...STATES.map((state) => make("option", { value: state }, say(`state-${state}`))),
    );
    this.filter.value = value;
    this.#fill();
  }

  /** @param {Desk.Shelf} shelf */
  show(shelf) {
    this.#shelf = shelf;
    this.#fill();
  }

  /**
   * The next document with doubts that nobody has seen, from one on and then from the beginning.
   * @param {number} after
   */
  nextAfter(after) {
    const { documents } = this.#shelf;
    const at = documents.findIndex(({ id }) => id === after) + 1;
    const turned = [...documents.slice(at), ...documents.slice(0, at)];
    return turned.find(({ id, doubts, seen }) => doubts > seen && id !== after)?.id ?? null;
  }

  #openNext() {
    const next = this.nextAfter(-1);
    if (next !== null) this.actions.open(next);
  }

  #fill() {
    const wanted = fold(this.search.value.trim());
    const state = this.filter.value;
    const shown = this.#shelf.documents.filter(
      (one) => (!state || one.state === state) && fold(`${one.name} ${one.title}`).includes(wanted),
    );
    byId("shelf-rows").replaceChildren(...shown.map((one) => this.#makeRow(one)));
    byId("shelf-count").textContent =
      shown.length === 0 ? say("noMatch") : say("shown", shown.length);
    /** @type {HTMLButtonElement} */ (byId("shelf-next")).disabled = this.nextAfter(-1) === null;
  }

  /** @param {Desk.ShelfDocument} one */
  #makeRow(one) {
    const figure = (/** @type {number} */ count) =>
      make("td", { class: "figure" }, count.toLocaleString(language()));
    return make(
      "tr",
      { "data-id": one.id },
      make(
        "th",
        { scope: "row" },
        make("a", { href: `#d${one.id}` }, one.title || one.name),
        make("span", { class: "file" }, one.name),
      ),
      make(
        "td",
        {},
        make(
          "span",
          { class: `state is-${one.state}` },
          make("span", { "aria-hidden": "true" }, SIGNS[one.state]),
          say(`state-${one.state}`),
        ),
      ),
      figure(one.doubts),
      figure(one.decisions),
      make("td", { class: "figure lines" }, one.lines.toLocaleString(language())),
      make("td", { class: "work" }, ...(one.raw ? this.#makeWork(one) : [])),
    );
  }

  /** @param {Desk.ShelfDocument} one */
  #makeWork({ id, name }) {
    const file = make("input", {
      type: "file",
      accept: ".toml",
      hidden: true,
      change: () => {
        if (file.files[0]) this.actions.importInto(id, file.files[0]);
        file.value = "";
      },
    });
    return [
      make(
        "a",
        {
          class: "button",
          href: exportAddress(id),
          download: `${name}.decisions.toml`,
          "aria-label": say("exportOf", name),
        },
        say("export"),
      ),
      make(
        "button",
        { type: "button", "aria-label": say("importInto", name), click: () => file.click() },
        say("import"),
      ),
      file,
    ];
  }
}
