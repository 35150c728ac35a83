// A fake of the desk's server, so that the page is tested by itself: its addresses, its answers
// and its policy are those of the real one; what it recovers is made up (texts.mjs).
//
// usage: node mock.mjs [PORT]    prints the address of a desk to try

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { FakeDocument, FakeGiven } from "./recovery.mjs";
import { makeHostile, makeLong, readLetter } from "./texts.mjs";

const PAGE = fileURLToPath(new URL("../../src/desk/page/", import.meta.url));
const TOKEN = "0123456789abcdef";

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".xhtml": "application/xhtml+xml",
  ".toml": "application/toml",
  ".json": "application/json",
};

// How long the fake takes to set pages, in milliseconds.
const SETTING = 400;
const PAGES = 12;
// How often it looks for news when a page waits for some, in milliseconds, and how many times.
const LOOK = 10;
const LOOKS = 200;
// How many lines it sets on a page.
const ON_PAGE = 30;

const escape = (/** @type {string} */ text) =>
  text
    // What XML cannot hold, the real program replaces, too.
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "\ufffd")
    .replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** The documents of a desk, anew for each server. */
const makeDocuments = () => [
  new FakeDocument("carta.txt", "Cartas del molino", "es", readLetter()),
  new FakeDocument("largo.txt", "El río largo", "es", makeLong(30_000)),
  new FakeDocument("hostil.txt", "<i>Hostil</i>", "es", makeHostile()),
  new FakeGiven("prologo.md", "Prólogo", "es", [
    "Prólogo",
    "Un texto que se dio tal cual, sin nada que recuperar.",
  ]),
];

class Mock {
  constructor(documents) {
    this.documents = documents;
    this.pages = { state: "none", digest: 0 };
  }

  /** @param {number} id */
  documentAt(id) {
    const found = this.documents[id];
    if (!found) throw new Refused(404, "There is no such document.");
    return found;
  }

  shelf() {
    return {
      title: "El molino",
      documents: this.documents.map((one, id) => ({ id, ...one.summary() })),
    };
  }

  pulse() {
    const revisions = this.documents.map((one, id) => [id, one.revision]);
    return { stamp: revisions.join("-").replaceAll(",", "."), revisions };
  }

  chapters() {
    return this.documents.flatMap((one, id) => one.chapters(id));
  }

  edition() {
    const documents = this.chapters().map(({ name, title, digest }) => ({ name, title, digest }));
    return { documents, findings: 0 };
  }

  /** @param {string} name */
  chapter(name) {
    const found = this.chapters().find((one) => one.name === name);
    if (!found) throw new Refused(404, "There is no such chapter.");
    const body = found.blocks.map(({ tag, source, text, role }) => {
      const from = source ? ` data-source="${source}"` : "";
      return `<${tag}${from}${role ? ` class="${role}"` : ""}>${escape(text)}</${tag}>`;
    });
    return [
      '<?xml version="1.0" encoding="utf-8"?>',
      '<html xmlns="http://www.w3.org/1999/xhtml" lang="es" xml:lang="es">',
      `<head><title>${escape(found.title)}</title><link rel="stylesheet" href="../book.css"/></head>`,
      `<body><section>${body.join("\n")}</section></body></html>`,
    ].join("\n");
  }

  askPages() {
    const { state, digest } = this.pages;
    return { state, error: null, count: PAGES, width: 419, height: 595, digest: `d${digest}` };
  }

  /** Of the first document, as drawPage draws it: each line of it is a line of some page. */
  places() {
    const { lines } = this.documents[0].text();
    const shown = lines.slice(0, PAGES * ON_PAGE).map((line, at) => ({
      page: Math.floor(at / ON_PAGE),
      left: 54,
      top: 81 + (at % ON_PAGE) * 15,
      width: Math.max(1, line.length) * 5,
      height: 11,
      document: 0,
      from: at,
      to: at + 1,
    }));
    return { digest: `d${this.pages.digest}`, places: shown };
  }

  typeset() {
    if (this.pages.state === "none") {
      this.pages.state = "working";
      setTimeout(() => {
        this.pages = { state: "ready", digest: this.pages.digest + 1 };
      }, SETTING);
    }
    return this.askPages();
  }

  /** After something was decided, the pages are others. */
  change(answer) {
    if (this.pages.state === "ready") this.pages.state = "none";
    return answer;
  }

  /**
   * @param {number} id
   * @param {string} action
   * @param {any} body
   */
  act(id, action, body) {
    const one = this.documentAt(id);
    if (action === "preview") return one.preview(body);
    if (body.revision !== one.revision)
      throw new Refused(409, "The decisions were changed elsewhere.");
    if (action === "decide") one.decide(body.decisions);
    else if (action === "see") one.see(body.doubt, body.seen);
    else if (action === "withdraw") one.withdraw(body.index);
    else if (action === "undo") one.undo();
    else if (action === "redo") one.redo();
    else if (action === "import")
      return this.change({ ...one.importText(body.text), state: one.state(id) });
    else throw new Refused(404, "There is no such action.");
    return this.change(one.state(id));
  }
}

/** @param {string} title @param {string[]} lines */
function drawPage(title, lines) {
  const texts = lines.map(
    (line, at) => `<text x="54" y="${90 + at * 15}" font-size="10">${escape(line)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="419" height="595" viewBox="0 0 419 595" font-family="serif">
    <rect width="419" height="595" fill="#fff"/><text x="209" y="50" font-size="9" text-anchor="middle">${escape(title)}</text>${texts.join("")}</svg>`;
}

/** @param {import("node:http").IncomingMessage} request */
async function readBody(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString("utf8"));
}

/**
 * What an address answers: its type by its ending, and its bytes.
 * @param {Mock} mock
 * @param {import("node:http").IncomingMessage} request
 * @param {string} path
 */
async function answer(mock, request, path) {
  const isPost = request.method === "POST";
  const [, book] = path.match(/^api\/documents\/(\d+)\/(?:edition|pages)$/) ?? [];
  if (/^api\/documents\/\d+\/places$/.test(path)) return [".json", JSON.stringify(mock.places())];
  if (book && path.endsWith("/edition")) return [".json", JSON.stringify(mock.edition())];
  if (book) return [".json", JSON.stringify(isPost ? mock.typeset() : mock.askPages())];
  const [, id, action] = path.match(/^api\/documents\/(\d+)(?:\/([a-z.]+))?$/) ?? [];
  if (id !== undefined && isPost)
    return [".json", JSON.stringify(mock.act(Number(id), action, await readBody(request)))];
  if (id !== undefined) {
    const one = mock.documentAt(Number(id));
    if (action === "decisions.toml") return [".toml", one.exportText()];
    return [".json", JSON.stringify(action === "text" ? one.text() : one.state(Number(id)))];
  }
  if (path === "api/shelf") return [".json", JSON.stringify(mock.shelf())];
  const [, known] = path.match(/^api\/pulse(?:\/(.*))?$/) ?? [];
  if (path.startsWith("api/pulse")) {
    for (let look = 0; look < LOOKS && known === mock.pulse().stamp; look += 1) {
      await new Promise((resolve) => setTimeout(resolve, LOOK));
    }
    return [".json", JSON.stringify(mock.pulse())];
  }
  if (/^editions\/\d+\/book\.css$/.test(path)) {
    return [
      ".css",
      "body { margin: 0; padding: 0 .5em; line-height: 1.4 } p { margin: 0; text-indent: 1.2em } .verse { text-indent: 0; margin-left: 2em }",
    ];
  }
  const [, chapter] = path.match(/^editions\/\d+\/text\/([^/]+)$/) ?? [];
  if (chapter) return [".xhtml", mock.chapter(decodeURIComponent(chapter))];
  const [, page] = path.match(/^pages\/\d+\/(\d+)\.svg$/) ?? [];
  if (page)
    return [
      ".svg",
      drawPage(
        `página ${Number(page) + 1}`,
        mock.documents[0].text().lines.slice(ON_PAGE * Number(page), ON_PAGE * (Number(page) + 1)),
      ),
    ];
  const [, source, picture] = path.match(/^sources\/(\d+)\/(\d+)\.svg$/) ?? [];
  if (picture) {
    const { lines, pages } = mock.documentAt(Number(source)).text();
    const from = pages[Number(picture)].line;
    return [
      ".svg",
      drawPage(`original ${picture}`, lines.slice(from, pages[Number(picture) + 1]?.line)),
    ];
  }
  const name = path === "" ? "index.html" : path;
  if (!/^[a-z_]+\.(html|css|js)$/.test(name)) throw new Refused(404, "There is nothing here.");
  return [extname(name), await readFile(join(PAGE, name))];
}

/**
 * Starts a server.
 * @param {{ port?: number, documents?: FakeDocument[] }} [options]
 */
export async function startMock({ port = 0, documents = makeDocuments() } = {}) {
  const mock = new Mock(documents);
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://desk");
    const headers = {
      "content-security-policy": POLICY,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    };
    try {
      if (!pathname.startsWith(`/${TOKEN}/`)) throw new Refused(404, "There is nothing here.");
      const [ending, bytes] = await answer(mock, request, pathname.slice(TOKEN.length + 2));
      response.writeHead(200, { ...headers, "content-type": TYPES[ending] });
      response.end(bytes);
    } catch (fault) {
      response.writeHead(fault.status ?? 500, { ...headers, "content-type": TYPES[".json"] });
      response.end(JSON.stringify({ error: fault.message }));
    }
  });
  const listen = (at) =>
    new Promise((resolve) => server.listen(at, "127.0.0.1", () => resolve(server.address().port)));
  const given = await listen(port);
  return {
    address: `http://127.0.0.1:${given}/${TOKEN}/`,
    documents,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
    /** Starts it again at the same address. */
    reopen: () => listen(given),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { address } = await startMock({ port: Number(process.argv[2] ?? 0) });
  console.log(address);
}
