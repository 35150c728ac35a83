// What the server says, as types. The module has no code.

/**
 * @typedef {object} ShelfDocument
 * @property {number} id
 * @property {string} name
 * @property {string} title
 * @property {boolean} raw whether it is recovered, and so can have decisions
 * @property {number} lines
 * @property {number} doubts
 * @property {number} seen how many of the doubts were seen
 * @property {number} decisions
 * @property {"doubts" | "seen" | "decided" | "clean" | "given" | "shown" | "unread" | "failed"} state
 */

/**
 * @typedef {object} Shelf
 * @property {string} title
 * @property {boolean} preview whether editions are shown, and nothing is decided
 * @property {ShelfDocument[]} documents
 */

/**
 * @typedef {object} SourcePage
 * @property {number} line the first line of the page
 * @property {string | null} label its printed number
 * @property {number | null} picture the index of its picture
 */

/** @typedef {{ lines: string[], pages: SourcePage[] }} SourceText */

/**
 * Lines that are a block, or a part of one.
 * @typedef {object} Run
 * @property {number} first
 * @property {number} count
 * @property {string} kind
 * @property {number} [level]
 * @property {boolean} [leftOut]
 * @property {boolean} [continued]
 */

/**
 * @typedef {"heading" | "paragraph" | "continued" | "verse" | "quotation" | "left-out" | "text" |
 *   "title" | "subtitle" | "author" | "note" | "mark" | "no-mark" | "word" | "no-word"} Is
 */

/**
 * What is said of lines, or of characters of a line: then `start` and `end` are their place in
 * it, `note` is the first line of the note that they call, and `reading` what they should be.
 * @typedef {object} Decision
 * @property {number} first
 * @property {number} count
 * @property {Is} is
 * @property {number} [level]
 * @property {number} [start]
 * @property {number} [end]
 * @property {number} [note]
 * @property {string} [reading]
 */

/**
 * A decision that is kept.
 * @typedef {object} KeptDecision
 * @property {number} index
 * @property {number | null} first
 * @property {number} count
 * @property {Is} is
 * @property {number | null} [level]
 * @property {string | null} [reading]
 * @property {string} words
 * @property {boolean} applies
 */

/** @typedef {{ is: Is, current: boolean, words?: string, decision: Decision }} Reading */

/**
 * @typedef {object} Doubt
 * @property {string} id
 * @property {string} code
 * @property {string} severity
 * @property {number | null} confidence in thousandths
 * @property {string} message
 * @property {string[]} hints
 * @property {number | null} first
 * @property {number} count
 * @property {number | null} start
 * @property {number | null} end
 * @property {Reading[]} readings
 */

/**
 * A note: the line that it begins on, and the mark that calls it, if it is known.
 * @typedef {{ first: number, mark: { first: number, start: number, end: number } | null }} Note
 */

/**
 * @typedef {object} DocumentState
 * @property {number} id
 * @property {string} name
 * @property {string} title
 * @property {string} language
 * @property {number} revision
 * @property {string} text the digest of the text
 * @property {Run[]} runs
 * @property {Doubt[]} doubts
 * @property {string[]} seen the ids of the doubts that somebody has seen and left as they are
 * @property {Note[]} notes in the order of their lines
 * @property {KeptDecision[]} decisions
 * @property {{ doubts: number, seen: number, settled: number }} counts
 * @property {boolean} canUndo
 * @property {boolean} canRedo
 */

/**
 * @typedef {{ changes: { before: string, after: string }[], more: number, doubts: number }} Preview
 */
/** @typedef {{ words: string, mine: string, theirs: string }} Conflict */
/**
 * @typedef {{ state: DocumentState, added: number, same: number, conflicts: Conflict[] }} Imported
 */
/** @typedef {{ name: string, title: string, digest: string }} Chapter */

/**
 * @typedef {object} TypesetPages
 * @property {"none" | "working" | "ready" | "failed"} state
 * @property {string | null} error
 * @property {number} count
 * @property {number} width in points
 * @property {number} height in points
 * @property {string} digest
 */

/**
 * A line of the typeset pages.
 * @typedef {object} Place
 * @property {number} page
 * @property {number} left in points from the left edge of the page
 * @property {number} top in points from its top edge
 * @property {number} width
 * @property {number} height
 * @property {number} document
 * @property {number} from where it begins in the document, in lines: 3.5 is in the fourth
 * @property {number} to where it ends
 */

/** Lines that are selected. @typedef {{ first: number, count: number }} Selection */

export {};
