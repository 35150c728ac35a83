// The server. Addresses are relative to the page, so that the page never sees its token.

/** @import * as Desk from "./types.js" */

const STALE = 409;

/** What the server refused to do, and why. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.status = status;
  }

  /** Whether the page did not know the newest decisions. */
  get isStale() {
    return this.status === STALE;
  }
}

/** The server does not answer at all. */
export class Unreachable extends Error {}

/**
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
async function request(address, options = {}) {
  let response;
  try {
    response = await fetch(address, { cache: "no-store", ...options });
  } catch (fault) {
    if (fault instanceof DOMException && fault.name === "AbortError") throw fault;
    throw new Unreachable(String(fault));
  }
  if (response.ok) return response;
  const said = await response.json().catch(() => ({}));
  throw new Refusal(response.status, said.error ?? `${response.status} ${response.statusText}`);
}

/** @param {string} address */
const get = async (address) => (await request(address)).json();

/**
 * @param {string} address
 * @param {object} body
 * @param {AbortSignal} [signal]
 */
async function post(address, body, signal) {
  const headers = { "content-type": "application/json" };
  const response = await request(address, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    signal,
  });
  return response.json();
}

/** @param {number} id */
const at = (id) => `api/documents/${id}`;

/** @returns {Promise<Desk.Shelf>} */
export const readShelf = () => get("api/shelf");

/** @returns {Promise<Desk.SourceText>} */
export const readText = (/** @type {number} */ id) => get(`${at(id)}/text`);

/** @returns {Promise<Desk.DocumentState>} */
export const readState = (/** @type {number} */ id) => get(at(id));

/**
 * The ids of documents and their revisions, as soon as they are no longer those of a stamp.
 * @param {string} known none: at once
 * @param {AbortSignal} signal
 * @returns {Promise<{ stamp?: string, revisions: [number, number][] }>}
 */
export const readPulse = async (known, signal) =>
  (await request(known ? `api/pulse/${known}` : "api/pulse", { signal })).json();

// The edition and the pages of a document are those of the book that it is in.

/** @returns {Promise<{ documents: Desk.Chapter[] }>} */
export const readEdition = (/** @type {number} */ id) => get(`${at(id)}/edition`);

/**
 * @param {number} id
 * @param {string} name
 */
export const chapterAddress = (id, name) => `editions/${id}/text/${encodeURIComponent(name)}`;

/**
 * @param {number} id
 * @param {string} name
 */
export const readChapter = async (id, name) => (await request(chapterAddress(id, name))).text();

/** @returns {Promise<Desk.TypesetPages>} */
export const readPages = (/** @type {number} */ id) => get(`${at(id)}/pages`);

/** @returns {Promise<Desk.TypesetPages>} */
export const typesetPages = (/** @type {number} */ id) => post(`${at(id)}/pages`, {});

/** @returns {Promise<{ digest: string, places: Desk.Place[] }>} */
export const readPlaces = (/** @type {number} */ id) => get(`${at(id)}/places`);

/**
 * @param {number} id
 * @param {number} page
 * @param {string} digest
 */
export const pageAddress = (id, page, digest) =>
  `pages/${id}/${page}.svg?${encodeURIComponent(digest)}`;

/**
 * @param {number} id
 * @param {number} picture
 */
export const pictureAddress = (id, picture) => `sources/${id}/${picture}.svg`;

/** @param {number} id */
export const exportAddress = (id) => `${at(id)}/decisions.toml`;

/**
 * @param {number} id
 * @param {Desk.Decision} decision
 * @param {AbortSignal} [signal]
 * @returns {Promise<Desk.Preview>}
 */
export const preview = (id, decision, signal) => post(`${at(id)}/preview`, decision, signal);

/**
 * @param {number} id
 * @param {number} revision
 * @param {Desk.Decision[]} decisions
 * @returns {Promise<Desk.DocumentState>}
 */
export const decide = (id, revision, decisions) =>
  post(`${at(id)}/decide`, { revision, decisions });

/**
 * @param {number} id
 * @param {number} revision
 * @param {number} index
 * @returns {Promise<Desk.DocumentState>}
 */
export const withdraw = (id, revision, index) => post(`${at(id)}/withdraw`, { revision, index });

/**
 * Says whether a doubt was seen.
 * @param {number} id
 * @param {number} revision
 * @param {string} doubt
 * @param {boolean} seen
 * @returns {Promise<Desk.DocumentState>}
 */
export const see = (id, revision, doubt, seen) => post(`${at(id)}/see`, { revision, doubt, seen });

/**
 * @param {number} id
 * @param {number} revision
 * @returns {Promise<Desk.DocumentState>}
 */
export const undo = (id, revision) => post(`${at(id)}/undo`, { revision });

/**
 * @param {number} id
 * @param {number} revision
 * @returns {Promise<Desk.DocumentState>}
 */
export const redo = (id, revision) => post(`${at(id)}/redo`, { revision });

/**
 * @param {number} id
 * @param {number} revision
 * @param {string} text
 * @returns {Promise<Desk.Imported>}
 */
export const importDecisions = (id, revision, text) => post(`${at(id)}/import`, { revision, text });
