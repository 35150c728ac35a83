// The proof desk: a shelf of documents, and one of them on the desk.

/** @import * as Desk from "./types.js" */

import * as api from "./api.js";
import { prepareDialogs, showHelp, showSettings } from "./dialogs.js";
import { byId } from "./dom.js";
import { commandOf } from "./keys.js";
import { onPreference, preferences } from "./preferences.js";
import { Pulse } from "./pulse.js";
import { ShelfView } from "./shelf.js";
import { tell } from "./status.js";
import { Workbench } from "./workbench.js";
import { putWords, say } from "./words.js";

// The address of a document: `#d3`, and of a line of it: `#d3-41`. Anything else is the shelf.
const DOCUMENT = /^#d(\d+)(?:-(\d+))?$/;

/** @type {Desk.Shelf} */
let shelf = { title: "", preview: false, documents: [] };
/** @type {Map<number, number>} the revisions of documents, by their ids, as told last */
let revisions = new Map();
/** @type {Desk.Selection | null} lines to select in the document that is opened next */
let awaited = null;

const shelfView = new ShelfView({ open, importInto });

const bench = new Workbench({
  open: (id, selection) => {
    // A preview shows a book by its first document alone.
    if (!shelf.documents.some((one) => one.id === id)) return;
    awaited = selection;
    open(id);
  },
  key: onKey,
  miss: () => pulse.miss(),
});

const pulse = new Pulse({
  stamp: () => bench.stamp,
  hear,
  turn: (isGone) => {
    byId("gone").hidden = !isGone;
    if (isGone) return;
    tell(say("back"));
    // What could not be loaded is loaded now.
    if (bench.id === null) void start();
  },
});

// ---- shelf and desk

/** @param {number} id */
function open(id) {
  location.hash = `d${id}`;
}

async function readShelf() {
  try {
    shelf = await api.readShelf();
    document.documentElement.classList.toggle("is-preview", shelf.preview);
    shelfView.show(shelf);
  } catch (fault) {
    if (fault instanceof api.Unreachable) pulse.miss();
    else tell(say("failed", String(fault)));
  }
}

/** Shows what the address says. */
async function route() {
  const [, number, line] = location.hash.match(DOCUMENT) ?? [];
  const id = Number(number ?? NaN);
  const wanted = shelf.documents.find((one) => one.id === id);
  byId("shelf").hidden = Boolean(wanted);
  byId("bench").hidden = !wanted;
  showTitle(wanted?.title || wanted?.name || shelf.title);
  if (!wanted) {
    bench.close();
    byId("progress").hidden = true;
    await readShelf();
    return;
  }
  const selection = awaited ?? (line ? { first: Number(line) - 1, count: 1 } : null);
  awaited = null;
  await bench.open(wanted, selection);
}

/** @param {string} title */
function showTitle(title) {
  const name = say(shelf.preview ? "preview" : "desk");
  byId("title").textContent = title || name;
  document.title = `${title} · ${name}`;
  const isShelf = byId("bench").hidden;
  byId("to-shelf").hidden = isShelf || shelf.documents.length < 2;
  const decides = !isShelf && !shelf.preview;
  for (const id of ["undo", "redo", "show-decisions"]) byId(id).hidden = !decides;
  byId("next-document").hidden = !decides || shelf.documents.length < 2;
}

async function openNext() {
  await readShelf();
  const next = shelfView.nextAfter(bench.id ?? -1);
  if (next === null) tell(say("noneLeft"));
  else open(next);
}

/** @param {number} id @param {File} file */
async function importInto(id, file) {
  await bench.importInto(id, file);
  await readShelf();
}

/** @param {[number, number][]} pairs the ids of all documents, and their revisions */
async function hear(pairs) {
  const told = new Map(pairs);
  const { id, revision } = bench;
  const old = revisions;
  revisions = told;
  const isOtherChanged =
    old.size > 0 && [...told].some(([one, at]) => one !== id && at !== old.get(one));
  if (id !== null && told.get(id) !== revision) await bench.reload("changedOutside");
  else if (isOtherChanged && byId("bench").hidden) await readShelf();
  else if (isOtherChanged) await bench.edition.refresh();
}

// ---- keys

/** @param {KeyboardEvent} event */
function onKey(event) {
  const command = commandOf(event);
  if (!command) return;
  /** @type {Record<string, () => void>} */
  const commands = {
    help: showHelp,
    nextDocument: () => void openNext(),
    shelf: () => {
      location.hash = "shelf";
    },
  };
  const run = commands[command.name];
  if (run) run();
  else if (byId("bench").hidden || !bench.run(command.name, event.key)) return;
  event.preventDefault();
}

// ---- words and colours

function showPreferences() {
  const root = document.documentElement;
  root.lang = preferences.language;
  root.dataset.theme = preferences.theme;
  root.classList.toggle("is-typewriter", preferences.typewriter);
  putWords(document);
  byId("gone-words").textContent = say("gone");
}

function begin() {
  prepareDialogs();
  showPreferences();
  onPreference(() => {
    showPreferences();
    shelfView.translate();
    bench.translate();
    bench.source.remeasure();
    bench.edition.chapters.restyle();
  });
  document.addEventListener("keydown", onKey);
  byId("show-help").addEventListener("click", showHelp);
  byId("show-settings").addEventListener("click", showSettings);
  byId("next-document").addEventListener("click", () => void openNext());
  byId("retry").addEventListener("click", () => void pulse.beat());
  addEventListener("hashchange", () => {
    void route();
    // At once: who has gone on to something meanwhile is not called back.
    byId("title").focus();
  });
  pulse.start();
  return start();
}

async function start() {
  await readShelf();
  const [only, ...others] = shelf.documents;
  if (only && others.length === 0 && !location.hash) history.replaceState(null, "", `#d${only.id}`);
  await route();
}

await begin();
