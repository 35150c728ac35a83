// One document on the desk: its panes follow each other, and its decisions go to the server.

/** @import * as Desk from "./types.js" */
/** @import { Mark } from "./note_marks.js" */

import * as api from "./api.js";
import { DecisionsDialog, showConflicts } from "./dialogs.js";
import { DeskDocument } from "./desk_document.js";
import { byId, later } from "./dom.js";
import { DoubtList } from "./doubt_list.js";
import { EditionView } from "./edition_view.js";
import { shiftLines } from "./line_shift.js";
import { Pace } from "./pace.js";
import { SelectionBar } from "./selection_bar.js";
import { SourcePane } from "./source_pane.js";
import { tell } from "./status.js";
import { Tabs } from "./tabs.js";
import { nameDecision, say } from "./words.js";

/** @typedef {"source" | "edition" | "doubts"} Pane */

const MINUTE = 60_000;

// A selection that a held key moves through the source moves the other panes when it rests.
const REST = 70;

/** What single keys say of the selected lines. @type {Record<string, Desk.Is>} */
const SAYS = {
  heading: "heading",
  paragraph: "paragraph",
  verse: "verse",
  quotation: "quotation",
  continued: "continued",
  leftOut: "left-out",
  text: "text",
  note: "note",
};

export class Workbench {
  /** @type {DeskDocument | null} */
  #document = null;
  /** @type {Desk.Selection | null} */
  #selection = null;
  #pace = new Pace(0);
  // Actions wait for each other: each needs the revision that the one before made.
  #queue = Promise.resolve();
  // How often the page learned of a revision by itself, and how many answers it waits for.
  #learned = 0;
  #pending = 0;

  /**
   * @param {object} actions
   * @param {(id: number, selection: Desk.Selection) => void} actions.open another document
   * @param {(event: KeyboardEvent) => void} actions.key
   * @param {() => void} actions.miss the server did not answer
   */
  constructor(actions) {
    this.actions = actions;
    this.tabs = new Tabs();
    this.source = new SourcePane(
      {
        scroller: byId("lines"),
        picture: /** @type {HTMLImageElement} */ (byId("picture")),
        pictureToggle: /** @type {HTMLButtonElement} */ (byId("picture-toggle")),
      },
      (selection) => this.#select(selection, "source"),
      {
        aim: (mark, note) => this.bar.marks.propose(mark, note),
        drop: (mark, note) => this.#proposeNote(mark, note),
      },
    );
    this.edition = new EditionView({
      select: ({ document, first, last }, isByKey) => {
        const selection = { first, count: last - first + 1 };
        if (document === this.#document?.id) this.#select(selection, "edition");
        else actions.open(document, selection);
        // The focus stays on the pages, where nothing else says which line it is.
        if (isByKey) tell(`${say("line", first)}: ${this.#document?.lines[first].trim() ?? ""}`);
      },
      key: actions.key,
      fail: (fault) => void this.#fail(fault, false),
    });
    this.doubts = new DoubtList(
      { list: byId("doubt-list"), more: /** @type {HTMLButtonElement} */ (byId("more-doubts")) },
      {
        take: (doubt, reading) => this.#take(doubt, reading),
        see: (doubt) => this.#see(doubt),
        choose: (doubt) => this.#showDoubt(doubt),
      },
    );
    this.bar = new SelectionBar(byId("selection-bar"), {
      decide: (decision) => this.#decide(decision),
      withdraw: (decision) => this.#withdraw(decision),
      extend: (step) => this.source.extend(step),
      clear: () => this.#select(null, "doubts"),
    });
    this.decisions = new DecisionsDialog({
      withdraw: (decision) => this.#withdraw(decision),
      show: (selection) => this.#select(selection, "doubts"),
      importFile: (file) => void this.importInto(Number(this.#document?.id), file),
    });
    byId("undo").addEventListener("click", () => this.run("undo"));
    byId("redo").addEventListener("click", () => this.run("redo"));
    byId("show-decisions").addEventListener("click", () => {
      if (this.#document) this.decisions.open(this.#document.state);
    });
  }

  /** The document that is on the desk. */
  get id() {
    return this.#document?.id ?? null;
  }

  get revision() {
    return this.#document?.state.revision ?? null;
  }

  /** The same at two times if no revision was learned between; while one is awaited, never. */
  get stamp() {
    return this.#pending > 0 ? NaN : this.#learned;
  }

  // ---- documents

  /**
   * @param {Desk.ShelfDocument} wanted
   * @param {Desk.Selection | null} selection
   */
  async open(wanted, selection) {
    byId("bench").classList.toggle("is-given", !wanted.raw);
    this.#document = null;
    this.#selection = null;
    try {
      if (wanted.raw) await this.#openRaw(wanted.id, selection);
      else await this.#openGiven(wanted);
    } catch (fault) {
      await this.#fail(fault, false);
    }
  }

  /**
   * @param {number} id
   * @param {Desk.Selection | null} selection
   */
  async #openRaw(id, selection) {
    const [text, state] = await Promise.all([api.readText(id), api.readState(id)]);
    this.#learned += 1;
    this.#document = new DeskDocument(text, state);
    this.#pace = new Pace(performance.now());
    this.source.open(this.#document);
    this.doubts.open(this.#document);
    this.#showState();
    const opened = this.edition.open(id);
    // An address may name a line that the text no longer has.
    const isThere = selection && text.lines[selection.first] !== undefined;
    if (isThere) this.#select(selection, "doubts");
    else this.#showDoubt(this.doubts.current);
    await opened;
  }

  /** @param {Desk.ShelfDocument} wanted */
  async #openGiven({ id, state }) {
    this.#showState();
    this.tabs.show("edition");
    if (state !== "shown") tell(say("given"));
    await this.edition.open(id);
  }

  /** The desk is cleared. */
  close() {
    this.#document = null;
    this.#selection = null;
  }

  /** Shows everything in the language that is spoken now. */
  translate() {
    this.bar.translate();
    if (!this.#document) return;
    this.source.refresh();
    this.doubts.refresh();
    this.#showState();
  }

  // ---- what is selected

  /**
   * @param {Desk.Selection | null} selection
   * @param {Pane} origin the pane where it was selected; its place stays
   */
  #select(selection, origin) {
    const document = this.#document;
    if (!document) return;
    this.#selection = selection;
    this.bar.show(document, selection);
    this.bar.prepare();
    if (origin !== "source") this.source.select(selection);
    if (origin === "edition" && selection) this.edition.mark(selection);
    if (origin === "source") this.#follow(selection);
    else this.#showSelection(selection, origin);
  }

  #follow = later(REST, (/** @type {Desk.Selection | null} */ selection) => {
    if (selection === this.#selection) this.#showSelection(selection, "source");
  });

  /**
   * The panes that need time for it.
   * @param {Desk.Selection | null} selection
   * @param {Pane} origin
   */
  #showSelection(selection, origin) {
    if (origin !== "edition") void this.edition.select(selection);
    const [doubt] = selection ? (this.#document?.doubtsAbout(selection) ?? []) : [];
    if (doubt) this.doubts.choose(doubt.id, { tell: false });
  }

  /** @param {Desk.Doubt | null} doubt */
  #showDoubt(doubt) {
    const document = this.#document;
    if (!document || !doubt || doubt.first === null) return;
    const selection = { first: doubt.first, count: Math.max(doubt.count, 1) };
    this.#selection = selection;
    this.source.select(selection, { passage: doubt });
    this.bar.show(document, selection);
    void this.edition.select(selection);
  }

  /**
   * A mark was dropped: what changes is shown, and one key or click takes it.
   * @param {Mark} mark
   * @param {number | null} note
   */
  #proposeNote(mark, note) {
    this.bar.marks.propose(mark, note);
    if (note === null) tell(say("noNoteThere"));
    else if (note === mark.note) tell(say("sameNote"));
    else this.bar.marks.focusOn(mark);
  }

  #goToMarks() {
    if (!this.bar.marks.focus()) tell(say("noMarks"));
  }

  /** @param {1 | -1} step */
  #selectBlock(step) {
    const document = this.#document;
    if (!document) return;
    const at = this.#selection;
    const line = !at ? 0 : step > 0 ? at.first + at.count - 1 : at.first;
    const run = at ? document.runBeside(line, step) : document.runAt(line);
    if (run) this.#select({ first: run.first, count: run.count }, "doubts");
  }

  // ---- what is decided

  /**
   * Asks the server for something, after what was asked before it.
   * @param {(state: Desk.DocumentState) => Promise<Desk.DocumentState> | null} job none: not now
   * @param {(before: Desk.DocumentState, after: Desk.DocumentState) => void} [done]
   */
  #act(job, done) {
    this.#queue = this.#queue.then(async () => {
      const document = this.#document;
      const before = document?.state;
      const answer = before && job(before);
      if (!answer) return;
      try {
        const after = await this.#learn(answer);
        // Another document may have been opened meanwhile.
        if (this.#document !== document) return;
        await this.#adopt(after);
        done?.(before, after);
      } catch (fault) {
        await this.#fail(fault, true);
      }
    });
  }

  /**
   * Waits for an answer that has a new revision.
   * @template Answer
   * @param {Promise<Answer>} answer
   */
  async #learn(answer) {
    this.#pending += 1;
    try {
      return await answer;
    } finally {
      this.#pending -= 1;
      this.#learned += 1;
    }
  }

  /**
   * @param {Desk.Doubt} doubt
   * @param {Desk.Reading} reading
   */
  #take(doubt, reading) {
    this.#act(
      // A key that is pressed twice settles one doubt.
      ({ id, revision, doubts }) =>
        doubts.some((one) => one.id === doubt.id)
          ? api.decide(id, revision, [reading.decision])
          : null,
      () => {
        this.#pace.settle(performance.now());
        this.#showProgress();
        this.#showDoubt(this.doubts.current);
        tell(say("taken", nameDecision(reading.decision)));
      },
    );
  }

  /** @param {Desk.Decision} decision */
  #decide(decision) {
    this.#act(
      ({ id, revision }) => api.decide(id, revision, [decision]),
      () => tell(say("taken", nameDecision(decision))),
    );
  }

  /** @param {Desk.KeptDecision} decision */
  #withdraw({ index }) {
    this.#act(
      ({ id, revision }) => api.withdraw(id, revision, index),
      () => tell(say("withdrawn")),
    );
  }

  #undo() {
    this.#act(
      ({ id, revision, canUndo }) =>
        canUndo ? api.undo(id, revision) : this.#refuse("nothingToUndo"),
      (before, after) => {
        this.#showChange(before, after);
        tell(say("undone"));
      },
    );
  }

  #redo() {
    this.#act(
      ({ id, revision, canRedo }) =>
        canRedo ? api.redo(id, revision) : this.#refuse("nothingToRedo"),
      (before, after) => {
        this.#showChange(before, after);
        tell(say("redone"));
      },
    );
  }

  /** @param {"nothingToUndo" | "nothingToRedo"} why */
  #refuse(why) {
    tell(say(why));
    return null;
  }

  /**
   * Goes to where something is otherwise now: a doubt that came back, or lines decided otherwise.
   * @param {Desk.DocumentState} before
   * @param {Desk.DocumentState} after
   */
  #showChange(before, after) {
    const doubt = after.doubts.find(({ id }) => !before.doubts.some((one) => one.id === id));
    if (doubt) {
      this.doubts.choose(doubt.id, { tell: false });
      this.#showDoubt(doubt);
      return;
    }
    const changed = differing(before.decisions, after.decisions).find(
      ({ first }) => first !== null,
    );
    if (changed && changed.first !== null) {
      this.#select({ first: changed.first, count: Math.max(changed.count, 1) }, "doubts");
    }
  }

  /** @param {Desk.Doubt} doubt */
  #see(doubt) {
    const isSeen = !this.#document?.isSeen(doubt);
    this.#act(
      ({ id, revision }) => api.see(id, revision, doubt.id, isSeen),
      () => {
        if (isSeen) this.doubts.goOn();
        else this.doubts.focus();
        tell(say(isSeen ? "nowSeen" : "nowUnseen"));
      },
    );
  }

  /**
   * @param {number} id
   * @param {File} file
   */
  async importInto(id, file) {
    try {
      const text = await file.text();
      const { revision, language } = await api.readState(id);
      const imported = await this.#learn(api.importDecisions(id, revision, text));
      const { state, added, same, conflicts } = imported;
      if (id === this.#document?.id) await this.#adopt(state);
      tell(say("imported", added, same, conflicts.length));
      if (conflicts.length > 0) showConflicts(language, conflicts);
    } catch (fault) {
      await this.#fail(fault, true);
    }
  }

  // ---- what the server says

  /** Shows a new state in place. @param {Desk.DocumentState} state */
  async #adopt(state) {
    const document = this.#document;
    if (!document) return;
    if (state.text === document.state.text) {
      // While the edition is made, the other panes are filled.
      void this.edition.refresh();
      document.adopt(state);
      this.source.refresh();
      this.doubts.refresh();
    } else {
      const text = await api.readText(state.id);
      if (this.#document !== document) return;
      this.#reopen(document, new DeskDocument(text, state));
      void this.edition.refresh();
    }
    this.#showState();
  }

  /**
   * Shows a document whose text has changed. What is looked at stays in view.
   * @param {DeskDocument} before
   * @param {DeskDocument} after
   */
  #reopen(before, after) {
    const shift = shiftLines(before.lines, after.lines);
    const selected = this.#selection;
    this.#document = after;
    this.#selection = null;
    this.source.open(after, shift);
    this.doubts.reopen(after);
    if (!selected) return;
    const first = shift(selected.first);
    const last = shift(selected.first + selected.count - 1);
    this.#selection = { first, count: Math.max(last - first, 0) + 1 };
    this.source.select(this.#selection, { reveal: false });
    this.edition.mark(this.#selection);
  }

  /** Loads what was changed elsewhere. @param {"stale" | "changedOutside"} why */
  async reload(why) {
    const { id } = this;
    if (id === null) return;
    try {
      const state = await this.#learn(api.readState(id));
      if (id !== this.id) return;
      await this.#adopt(state);
      tell(say(why));
    } catch (fault) {
      await this.#fail(fault, false);
    }
  }

  /**
   * @param {unknown} fault
   * @param {boolean} isLost whether something was to be kept
   */
  async #fail(fault, isLost) {
    if (fault instanceof api.Refusal && fault.isStale) {
      await this.reload("stale");
    } else if (fault instanceof api.Unreachable) {
      this.actions.miss();
      if (isLost) tell(say("goneLost"));
    } else {
      tell(say("failed", fault instanceof Error ? fault.message : String(fault)));
    }
  }

  #showState() {
    const state = this.#document?.state;
    setDisabled("undo", !state?.canUndo);
    setDisabled("redo", !state?.canRedo);
    setDisabled("show-decisions", !state);
    this.bar.show(this.#document, this.#selection);
    if (state) {
      byId("lines").lang = state.language;
      if (byId("decisions").hasAttribute("open")) this.decisions.fill(state);
    }
    this.#showProgress();
  }

  #showProgress() {
    const counts = this.#document?.state.counts;
    byId("progress").hidden = !counts;
    if (!counts) return;
    const { doubts, seen, settled } = counts;
    const left = doubts - seen;
    const bar = /** @type {HTMLProgressElement} */ (byId("progress-bar"));
    bar.max = Math.max(doubts + settled, 1);
    bar.value = doubts + settled === 0 ? 1 : settled + seen;
    const time = this.#pace.timeFor(left);
    const parts = [say("left", left), say("settled", settled)];
    if (seen > 0) parts.push(say("seenOnly", seen));
    if (time !== null && left > 0)
      parts.push(say("timeLeft", Math.max(1, Math.round(time / MINUTE))));
    byId("progress-words").textContent = parts.join(" · ");
    byId("no-doubts").hidden = left > 0;
    byId("no-doubts").textContent = say(seen > 0 ? "allSeen" : "allSettled");
  }

  // ---- keys

  /**
   * @param {string} name of a command
   * @param {string} key
   * @returns {boolean} whether it is one of the bench
   */
  run(name, key = "") {
    if (name in SAYS) {
      const decision = this.bar.decisionOf(SAYS[name]);
      if (decision) this.#decide(decision);
      else tell(say("noSelection"));
      return true;
    }
    /** @type {Record<string, () => void>} */
    const commands = {
      nextDoubt: () => this.#goToDoubt(1),
      previousDoubt: () => this.#goToDoubt(-1),
      reading: () => this.doubts.goToReading(Number(key)),
      see: () => this.doubts.current && this.#see(this.doubts.current),
      undo: () => this.#undo(),
      redo: () => this.#redo(),
      nextBlock: () => this.#selectBlock(1),
      previousBlock: () => this.#selectBlock(-1),
      mark: () => this.#goToMarks(),
      withdraw: () => this.#withdrawSelected(),
      clear: () => this.#select(null, "doubts"),
      pages: () => this.edition.toggle(),
      turn: () => this.edition.turn(1),
      turnBack: () => this.edition.turn(-1),
      pane: () => this.tabs.next((pane) => this.#focus(pane)),
    };
    commands[name]?.();
    return name in commands;
  }

  /** The first of these keys goes to the list, the others within it. @param {1 | -1} step */
  #goToDoubt(step) {
    this.tabs.show("doubts");
    if (byId("doubt-list").contains(document.activeElement)) this.doubts.go(step);
    else if (this.doubts.current) this.doubts.focus();
  }

  #withdrawSelected() {
    const [decision] = this.#selection
      ? (this.#document?.decisionsAbout(this.#selection) ?? [])
      : [];
    if (decision) this.#withdraw(decision);
  }

  /** @param {string} pane */
  #focus(pane) {
    if (pane === "source") this.source.focus();
    else if (pane === "edition") this.edition.focus();
    else this.doubts.focus();
  }
}

/** @param {string} id @param {boolean} isDisabled */
function setDisabled(id, isDisabled) {
  /** @type {HTMLButtonElement} */ (byId(id)).disabled = isDisabled;
}

/**
 * The decisions that are in one list only.
 * @param {Desk.KeptDecision[]} one
 * @param {Desk.KeptDecision[]} other
 */
function differing(one, other) {
  const key = (/** @type {Desk.KeptDecision} */ { first, count, is, level, words }) =>
    JSON.stringify([first, count, is, level, words]);
  const [ours, theirs] = [new Set(one.map(key)), new Set(other.map(key))];
  return [
    ...other.filter((item) => !ours.has(key(item))),
    ...one.filter((item) => !theirs.has(key(item))),
  ];
}
