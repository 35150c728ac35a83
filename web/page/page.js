// The page: files in, books out. The work is done in a worker (worker.js).

const $ = (id) => document.getElementById(id);

const KINDS = {
  epub: ["EPUB", "application/epub+zip"],
  pdf: ["PDF", "application/pdf"],
  markdown: ["Markdown", "text/markdown"],
};

// The endings of documents; what else is dropped lies beside them.
const DOCUMENT = /\.(txt|md|markdown|pdf|docx|odt|fodt|html?|xhtml|epub|hocr|xml|json)$/i;
const PROJECT = /(^|\/)book\.toml$/i;

// A file without an ending is raw text.
const UNNAMED = /(^|\/)[^./]+$/;

// How many files are listed by name.
const LISTED = 12;

const DESIGNS = {
  classic: "Classic: EB Garamond, centred",
  modern: "Modern: Source Sans, to the left",
  "large-print": "Large print",
};

// ---- the worker

let worker;
let asked = new Map();

function begin() {
  const code = new Blob([$("worker").textContent], { type: "text/javascript" });
  worker = new Worker(URL.createObjectURL(code));
  worker.onmessage = ({ data: { id, done, failed } }) => {
    const { resolve, reject } = asked.get(id);
    asked.delete(id);
    if (failed) reject(failed);
    else resolve(done);
  };
  worker.onerror = (event) => {
    const waiting = [...asked.values()];
    asked = new Map();
    for (const { reject } of waiting) reject({ fault: event.message });
  };
  return ask("load", { letters: $("module").textContent });
}

let last = 0;
function ask(task, given) {
  last += 1;
  const id = last;
  return new Promise((resolve, reject) => {
    asked.set(id, { resolve, reject });
    worker.postMessage({ id, task, ...given });
  });
}

// ---- the files

// Each with its path, from the folder that was chosen.
let files = [];

function choose(chosen) {
  files = chosen.filter(({ path }) => !/(^|\/)\./.test(path));
  const items = files.slice(0, LISTED).map(({ path, file }) =>
    element("li", `${path}, ${size(file.size)}`),
  );
  if (files.length > LISTED) items.push(element("li", `and ${files.length - LISTED} more`));
  $("chosen").replaceChildren(...(items.length > 0 ? [element("ul", ...items)] : []));
  $("make").disabled = books().length === 0 || !isReady || isBusy;
  const nothing = files.length > 0 && books().length === 0;
  if (isReady && !isBusy) say(nothing ? "None of these files is a document." : "");
}

// The documents that become books. A book.toml names its own.
function books() {
  const projects = files.filter(({ path }) => PROJECT.test(path));
  if (projects.length > 0) return projects;
  return files.filter(({ path }) => DOCUMENT.test(path) || UNNAMED.test(path));
}

const withPaths = (list) =>
  [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

for (const id of ["files", "folder"]) {
  $(id).addEventListener("change", ({ target }) => choose(withPaths(target.files)));
}

// The files of what was dropped, and of the folders in it.
async function listDropped(entry) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath.replace(/^\//, ""), file }];
  }
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    // A reader gives a part of a large folder at a time, and nothing at the end.
    const part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return found;
    for (const one of part) found.push(...(await listDropped(one)));
  }
}

const everywhere = document.documentElement;
for (const kind of ["dragenter", "dragover"]) {
  everywhere.addEventListener(kind, (event) => {
    event.preventDefault();
    $("drop").classList.add("over");
  });
}
everywhere.addEventListener("dragleave", () => $("drop").classList.remove("over"));
everywhere.addEventListener("drop", async (event) => {
  event.preventDefault();
  $("drop").classList.remove("over");
  const { items, files: dropped } = event.dataTransfer;
  const entries = [...items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) {
    if (dropped.length > 0) choose(withPaths(dropped));
    return;
  }
  const found = await Promise.all(entries.map(listDropped));
  choose(found.flat().sort((one, other) => (one.path < other.path ? -1 : 1)));
});

// ---- the books

let isReady = false;
let isBusy = false;

$("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (isBusy || !isReady) return;
  const wanted = [...document.querySelectorAll("[name=make]:checked")].map((one) => one.value);
  if (wanted.length === 0) {
    say("Choose what to make.");
    return;
  }
  isBusy = true;
  $("make").disabled = true;
  for (const link of document.querySelectorAll(".downloads a")) URL.revokeObjectURL(link.href);
  $("books").replaceChildren();
  const chosen = books();
  for (const [number, book] of chosen.entries()) {
    const which = chosen.length > 1 ? ` (${number + 1} of ${chosen.length})` : "";
    say(`Making ${book.path}${which} …`, true);
    try {
      show(book, await make(book, wanted));
    } catch (failure) {
      showFailure(book, failure);
      // After a fault the module is not to be trusted.
      if (failure.fault) await restart();
    }
  }
  const failed = document.querySelectorAll("article.failed").length;
  const count = chosen.length - failed;
  isBusy = false;
  $("make").disabled = books().length === 0 || !isReady;
  if (isReady) say(`${count === 1 ? "1 book" : `${count} books`} made${failed > 0 ? `, ${failed} failed` : ""}.`);
});

async function make(book, wanted) {
  const read = async ({ file }) => new Uint8Array(await file.arrayBuffer());
  const beside = {};
  for (const one of files) {
    if (one !== book) beside[one.path] = await read(one);
  }
  const options = {};
  const said = { title: "title", language: "language", form: "form-of", notes: "notes" };
  for (const [key, id] of Object.entries(said)) {
    if ($(id).value.trim()) options[key] = $(id).value.trim();
  }
  if ($("author").value.trim()) options.authors = [$("author").value.trim()];
  // A book.toml names its design, unless a person chooses another.
  if (!PROJECT.test(book.path) || $("design").selectedIndex > 0) {
    options.design = $("design").value;
  }
  const name = UNNAMED.test(book.path) ? `${book.path}.txt` : book.path;
  return ask("make", { name, bytes: await read(book), files: beside, options, wanted });
}

function show(book, { editions, findings, report }) {
  const shown = element("article", element("h2", report?.title ?? book.path));
  if (report) shown.append(element("p", count(report)));
  const links = editions.map(({ format, name, data }) => {
    const [label, type] = KINDS[format];
    const link = element("a", `${label}, ${size(data.byteLength)}`);
    link.href = URL.createObjectURL(new Blob([data], { type }));
    link.download = name;
    link.dataset.format = format;
    return element("li", link);
  });
  const list = element("ul", ...links);
  list.className = "downloads";
  shown.append(list, ...showFindings(findings));
  $("books").append(shown);
}

function showFailure(book, { message, code, file, line, fault }) {
  const shown = element("article", element("h2", book.path));
  shown.className = "failed";
  const place = [file, line].filter((one) => one !== null && one !== undefined).join(":");
  const where = element("p", [code, place].filter(Boolean).join(", "));
  where.className = "note";
  shown.append(element("p", fault ? `A fault of pliego: ${fault}` : message), where);
  $("books").append(shown);
}

function count({ language, counts }) {
  const many = (number, one, more) => `${number.toLocaleString("en")} ${number === 1 ? one : more}`;
  const said = [
    many(counts.words, "word", "words"),
    many(counts.chapters, "chapter", "chapters"),
    many(counts.notes, "note", "notes"),
  ];
  if (counts.pages !== null) said.push(many(counts.pages, "page", "pages"));
  if (language) said.push(new Intl.DisplayNames("en", { type: "language" }).of(language));
  return said.join(" · ");
}

// Warnings and errors first, to be read; guesses and notes folded away.
function showFindings(findings) {
  const urgent = findings.filter((one) => one.severity !== "note");
  const others = findings.filter((one) => one.severity === "note");
  const shown = [];
  if (urgent.length > 0) {
    const heading = urgent.length === 1 ? "1 place to review" : `${urgent.length} places to review`;
    shown.push(element("p", heading), listFindings(urgent));
  }
  if (others.length > 0) {
    const summary = others.length === 1 ? "1 remark" : `${others.length} remarks`;
    shown.push(element("details", element("summary", summary), listFindings(others)));
  }
  return shown.length > 0 ? shown : [element("p", "Nothing to review.")];
}

function listFindings(findings) {
  const items = findings.map(({ code, severity, message, file, line, confidence, hints }) => {
    const kind = element("span", confidence === null ? severity : "guess");
    kind.className = "kind";
    const place = file ? ` (${file}${line ? `:${line}` : ""})` : "";
    const item = element("li", kind, ` ${code}: ${message}${place}`);
    item.className = severity;
    for (const hint of hints) {
      const told = element("span", hint);
      told.className = "hint";
      item.append(told);
    }
    return item;
  });
  const list = element("ul", ...items);
  list.className = "findings";
  return list;
}

// ---- small things

function element(name, ...content) {
  const made = document.createElement(name);
  made.append(...content);
  return made;
}

function size(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function say(words, isWorking = false) {
  $("status").textContent = words;
  $("status").classList.toggle("busy", isWorking);
}

async function restart() {
  worker?.terminate();
  isReady = false;
  say("Loading …", true);
  try {
    const { version, designs } = await begin();
    $("version").textContent = version;
    if ($("design").options.length === 0) {
      $("design").append(...designs.map((name) => new Option(DESIGNS[name] ?? name, name)));
    }
    isReady = true;
    say("");
    if (!isBusy) $("make").disabled = books().length === 0;
  } catch (failure) {
    say(`This browser cannot run pliego: ${failure.fault ?? failure.message}`);
  }
}

// A reload keeps what was chosen.
choose(withPaths($("files").files));
restart();
