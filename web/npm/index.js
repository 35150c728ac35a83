// pliego for browsers and Node.js: the functions of the WebAssembly module, with values of
// JavaScript.

import load, * as module from "./module.js";

/** A document, an edition or an option that cannot be used. */
export class PliegoError extends Error {
  constructor({ message, code = null, file = null, line = null }) {
    super(message);
    this.name = "PliegoError";
    this.code = code;
    this.file = file;
    this.line = line;
  }
}

let loading;

/** Loads the module, once; every other function may be called after that. */
export default function init(source) {
  loading ??= start(source).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function start(source) {
  const found = source ?? (await locate(new URL("./module_bg.wasm", import.meta.url)));
  await load({ module_or_path: found });
}

// The bytes of a file, which Node.js does not fetch, or its address.
async function locate(address) {
  if (address.protocol !== "file:") return address;
  const { readFile } = await import("node:fs/promises");
  return readFile(address);
}

/** The version of pliego. */
export const version = () => module.version();

/** The names of the built-in designs; the first is the standard. */
export const designs = () => JSON.parse(module.designs());

/** Recovers a raw text, a PDF or another file into Markdown. */
export function recover(source, options = {}) {
  return call(source, options, nameRaw, (files, order) =>
    JSON.parse(module.recover(files, order)),
  );
}

/** Makes the editions of a document or a `book.toml`. */
export function build(source, options = {}) {
  return call(source, options, nameWritten, (files, order) => {
    const made = module.build(files, order);
    try {
      const { findings, ...report } = JSON.parse(made.report());
      const bytes = Object.keys(report.names).map((format) => [format, made.take(format)]);
      return { files: Object.fromEntries(bytes), report, findings };
    } finally {
      made.free();
    }
  });
}

/** Compares an EPUB or a PDF with its source, character by character. */
export function audit(edition, source, options = {}) {
  return call(source, options, nameWritten, (files, order) =>
    JSON.parse(module.audit(edition, files, order)),
  );
}

// A document without a name: pliego.recover takes it for raw text, the others for Markdown.
const isPdf = (bytes) => String.fromCharCode(...bytes.subarray(0, 5)) === "%PDF-";
const nameRaw = (bytes) => (isPdf(bytes) ? "text.pdf" : "text.txt");
const nameWritten = (bytes) => (isPdf(bytes) ? "text.pdf" : "text.md");

const toBytes = (data) => (typeof data === "string" ? new TextEncoder().encode(data) : data);

function call(source, { name, files = {}, ...order }, chooseName, work) {
  const bytes = toBytes(source);
  order.name = name ?? chooseName(bytes);
  const sources = new module.Sources();
  let done;
  try {
    for (const [path, data] of Object.entries(files)) sources.add(path, toBytes(data));
    sources.add(order.name, bytes);
    done = work(sources, JSON.stringify(order));
  } catch (thrown) {
    // What pliego refuses is JSON. What else is thrown is a fault, after which nothing of the
    // module can be used, nor freed.
    if (typeof thrown !== "string") throw thrown;
    sources.free();
    throw new PliegoError(JSON.parse(thrown));
  }
  sources.free();
  return done;
}
