/** What is known of a document. */
export interface SourceOptions {
  /**
   * The name of the document. Its ending says what it is: `.md`, `.txt`, `.pdf`, `.docx`,
   * `.odt`, `.html`, `.epub`, `.hocr`; `.toml` is a `book.toml`.
   */
  name?: string;
  /** Other files that the document names, by their paths: pictures, chapters, designs. */
  files?: Record<string, string | Uint8Array>;
  title?: string;
  authors?: string[];
  /** BCP 47: `es`, `pt-BR`. Guessed where it is missing. */
  language?: string;
  /** The form in which a raw text came. */
  form?:
    | "pages"
    | "scan"
    | "transcription"
    | "proofreading"
    | "page-codes"
    | "converted"
    | "verbatim";
  /** Where a raw text has its notes. */
  notes?: "none" | "page" | "chapter" | "end";
  /** One of `designs()`. */
  design?: string;
}

export type Format = "epub" | "kepub" | "pdf" | "print" | "imposed" | "cover" | "onix";

export interface BuildOptions extends SourceOptions {
  /** Without it, an EPUB and a PDF; each named edition of a `book.toml` has its own. */
  formats?: Format[];
  /** The named editions that are made; all without it. */
  editions?: string[];
}

/** A file: its format, after the name of its edition where the book has several. */
export type FileName = Format | `${string}/${Format}`;

/** Something that was guessed, left out or is wrong, with its place in the source. */
export interface Finding {
  /** The manual has a section for each code. */
  code: string;
  severity: "note" | "warning" | "error";
  message: string;
  file: string | null;
  /** From 1. */
  line: number | null;
  /** In characters, from 1. */
  column: number | null;
  /** From 0 to 1; null where pliego is sure. */
  confidence: number | null;
  hints: string[];
  /** The named editions that it is about; missing where it is about the book. */
  editions?: string[];
}

/** A line that was left out of the text. */
export interface Removal {
  kind: string;
  line: number;
}

/** What became of the bytes of a raw text. */
export interface Ledger {
  bytes: number;
  removed: number;
  kept?: number;
  "in-notes"?: number;
}

export interface Recovered {
  markdown: string;
  /** The document as pandoc's JSON. */
  document: unknown;
  findings: Finding[];
  removals: Removal[];
  /** Null for a text that says what it is. */
  ledger: Ledger | null;
}

export interface Editions {
  /** The bytes of each edition. */
  files: Partial<Record<FileName, Uint8Array>>;
  report: {
    title: string | null;
    language: string | null;
    counts: {
      parts: number;
      chapters: number;
      notes: number;
      words: number;
      /** Null without a PDF. */
      pages: number | null;
    };
    /** The name of the file of each edition. */
    names: Partial<Record<FileName, string>>;
    /** Where the book has several by name. */
    editions?: { name: string; pages: number | null }[];
    removals: Removal[];
    ledgers: (Ledger | null)[];
  };
  findings: Finding[];
}

export interface Audit {
  complete: boolean;
  characters: number;
  notes: number;
  findings: Finding[];
}

/** A document, an edition or an option that cannot be used. */
export class PliegoError extends Error {
  /** The kind of failure; `option` for an option, null where an edition cannot be read. */
  code: string | null;
  /** The file at fault, where it is known. */
  file: string | null;
  /** The line in it, from 1, where it is known. */
  line: number | null;
}

/**
 * Loads the module, once; every other function may be called after that.
 *
 * @param source The bytes of `module_bg.wasm`, or where they are, if not beside this file.
 */
export default function init(
  source?: string | URL | Request | Response | BufferSource | WebAssembly.Module,
): Promise<void>;

/** The version of pliego. */
export function version(): string;

/** The names of the built-in designs; the first is the standard. */
export function designs(): string[];

/**
 * Recovers a raw text, a PDF or another file into Markdown. Without a name, bytes that begin
 * like a PDF are one, and all others are raw text.
 *
 * @throws {PliegoError}
 */
export function recover(source: string | Uint8Array, options?: SourceOptions): Recovered;

/**
 * Makes the editions of a document or a `book.toml`. Without a name, bytes that begin like a
 * PDF are one, and all others are Markdown.
 *
 * @throws {PliegoError}
 */
export function build(source: string | Uint8Array, options?: BuildOptions): Editions;

/**
 * Compares an EPUB or a PDF with its source, character by character.
 *
 * @throws {PliegoError}
 */
export function audit(
  edition: Uint8Array,
  source: string | Uint8Array,
  options?: SourceOptions,
): Audit;
