// The dialogs: keys, settings, decisions, conflicts.

/** @import * as Desk from "./types.js" */

import { exportAddress } from "./api.js";
import { byId, make, quote } from "./dom.js";
import { listKeys } from "./keys.js";
import { onPreference, prefer, preferences } from "./preferences.js";
import { nameDecision, nameKind, say } from "./words.js";

const dialog = (/** @type {string} */ id) => /** @type {HTMLDialogElement} */ (byId(id));

const THEMES = /** @type {const} */ (["auto", "light", "dark"]);

// What the signs of the source stand for, in the help.
const SIGNS = [
  ["H1", "heading", "heading"],
  ["¶", "paragraph", "paragraph"],
  ["V", "verse", "verse"],
  ["Q", "quotation", "quotation"],
  ["N", "note", "note"],
  ["D S", "letter", "dateline"],
  ["L T F", "list", "list"],
];

/** Dialogs are closed by their button, by Escape, and by a click beside them. */
export function prepareDialogs() {
  for (const one of document.querySelectorAll("dialog")) {
    for (const button of one.querySelectorAll(".close"))
      button.addEventListener("click", () => one.close());
    one.addEventListener("click", (event) => {
      if (event.target === one) one.close();
    });
  }
  prepareSettings();
}

export function showHelp() {
  byId("help-keys").replaceChildren(...listKeys());
  byId("help-signs").replaceChildren(
    ...SIGNS.map(([sign, hue, kind]) => makeSign(sign, hue, nameKind(kind))),
    makeSign("↳", "paragraph", say("continued")),
    makeSign("×", "left-out", say("leftOut")),
    makeSign("?", "other", say("doubt")),
    makeSign("✓", "other", say("decided")),
  );
  dialog("help").showModal();
}

/** @param {string} sign @param {string} hue @param {string} name */
const makeSign = (sign, hue, name) =>
  make(
    "li",
    { class: `hue-${hue}` },
    make("span", { class: "sign" }, sign),
    make("span", {}, name),
  );

// ---- settings

function prepareSettings() {
  const theme = /** @type {HTMLSelectElement} */ (byId("theme"));
  const language = /** @type {HTMLSelectElement} */ (byId("language"));
  const letterKeys = /** @type {HTMLInputElement} */ (byId("letter-keys"));
  const typewriter = /** @type {HTMLInputElement} */ (byId("typewriter"));
  theme.addEventListener("change", () => prefer("theme", theme.value));
  language.addEventListener("change", () => prefer("language", language.value));
  letterKeys.addEventListener("change", () => prefer("letterKeys", letterKeys.checked));
  typewriter.addEventListener("change", () => prefer("typewriter", typewriter.checked));
  const fill = () => {
    theme.replaceChildren(
      ...THEMES.map((one) => make("option", { value: one }, say(`theme-${one}`))),
    );
    theme.value = preferences.theme;
    language.value = preferences.language;
    letterKeys.checked = preferences.letterKeys;
    typewriter.checked = preferences.typewriter;
  };
  fill();
  onPreference(fill);
}

export const showSettings = () => dialog("settings").showModal();

// ---- decisions

/**
 * @typedef {object} DecisionActions
 * @property {(decision: Desk.KeptDecision) => void} withdraw
 * @property {(selection: Desk.Selection) => void} show
 * @property {(file: File) => void} importFile
 */

export class DecisionsDialog {
  /** @param {DecisionActions} actions */
  constructor(actions) {
    this.actions = actions;
    const file = /** @type {HTMLInputElement} */ (byId("import-file"));
    byId("import").addEventListener("click", () => file.click());
    file.addEventListener("change", () => {
      if (file.files?.[0]) actions.importFile(file.files[0]);
      file.value = "";
    });
  }

  /** @param {Desk.DocumentState} state */
  open(state) {
    this.fill(state);
    dialog("decisions").showModal();
  }

  /** @param {Desk.DocumentState} state */
  fill(state) {
    byId("decisions-title").textContent = say("decisionsOf", state.name);
    const link = /** @type {HTMLAnchorElement} */ (byId("export"));
    link.href = exportAddress(state.id);
    link.download = `${state.name}.decisions.toml`;
    const list = byId("decision-list");
    const hadFocus = list.contains(document.activeElement);
    const items = state.decisions.map((decision) => this.#makeItem(state, decision));
    list.replaceChildren(...items);
    byId("no-decisions").hidden = items.length > 0;
    if (hadFocus) (list.querySelector("button") ?? byId("import")).focus();
  }

  /**
   * @param {Desk.DocumentState} state
   * @param {Desk.KeptDecision} decision
   */
  #makeItem(state, decision) {
    const { first, count } = decision;
    const name = nameDecision(decision);
    const where = first === null ? say("noLonger") : say("linesOf", first, count);
    const show = () => {
      if (first === null) return;
      dialog("decisions").close();
      this.actions.show({ first, count });
    };
    return make(
      "li",
      { class: decision.applies ? "" : "is-idle" },
      make("span", { class: "is" }, name),
      quote("q", state.language, decision.words),
      make("span", { class: "quiet" }, where),
      first !== null &&
        make(
          "button",
          { type: "button", "aria-label": `${say("goTo")}: ${where}`, click: show },
          say("goTo"),
        ),
      make(
        "button",
        {
          type: "button",
          "aria-label": `${say("withdrawOf", name)}, ${where}`,
          click: () => this.actions.withdraw(decision),
        },
        say("withdraw"),
      ),
    );
  }
}

/**
 * Shows the decisions of two people that disagree.
 * @param {string | null} language
 * @param {Desk.Conflict[]} conflicts
 */
export function showConflicts(language, conflicts) {
  byId("conflict-rows").replaceChildren(
    ...conflicts.map(({ words, mine, theirs }) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, quote("span", language, words)),
        make("td", {}, nameDecision({ is: mine })),
        make("td", {}, nameDecision({ is: theirs })),
      ),
    ),
  );
  dialog("conflicts").showModal();
}
