// A tiny fake of recovery: lines have kinds, decisions change them, doubts go when decided.

/** @import { Line } from "./texts.mjs" */

const LEFT_OUT = new Set(["folio", "running-head", "decision"]);

const TAGS = { heading: "h2", quotation: "blockquote" };

const MESSAGES = {
  heading: "the line may be a heading",
  paragraph: "the line may be the beginning of a paragraph",
  continued: "the paragraph may go on here",
  verse: "the line may be verse",
  quotation: "the lines may be a quotation",
  text: "the line was left out; it may be text",
  list: "the lines may be a list",
};

/** @param {string} words a digest that only has to differ */
function digestOf(words) {
  let hash = 5381;
  for (let at = 0; at < words.length; at += 1)
    hash = (hash * 33 + words.charCodeAt(at)) % 4294967296;
  return hash.toString(16);
}

/** What a line is, said as decisions say it. @param {Line} line */
function saidOf({ kind, begins }) {
  if (LEFT_OUT.has(kind)) return "left-out";
  if (kind === "paragraph" && !begins) return "continued";
  return ["heading", "verse", "quotation"].includes(kind) ? kind : "paragraph";
}

export class FakeDocument {
  /**
   * @param {string} name
   * @param {string} title
   * @param {string} language
   * @param {{ lines: Line[], pages: object[] }} recovered
   */
  constructor(name, title, language, { lines, pages }) {
    this.name = name;
    this.title = title;
    this.language = language;
    this.lines = lines;
    this.pages = pages;
    this.revision = 1;
    this.history = [[]];
    /** @type {Set<string>} the doubts that were seen; the fake does not undo that */
    this.seen = new Set();
    this.at = 0;
  }

  get decisions() {
    return this.history[this.at];
  }

  /** The lines as the decisions have them. @param {object[]} decisions @returns {Line[]} */
  recover(decisions = this.decisions) {
    const lines = this.lines.slice();
    for (const { first, count, is, level } of decisions) {
      if (is === "mark" || is === "no-mark") continue;
      for (let at = first; at < first + count; at += 1) {
        lines[at] = decided(lines[at], is, level, at === first);
      }
    }
    return lines;
  }

  /** @param {object[]} decisions */
  doubts(decisions = this.decisions) {
    const isDecided = (line) =>
      decisions.some(({ first, count }) => line >= first && line < first + count);
    const found = [];
    /** @type {Map<string, number>} */
    const alike = new Map();
    for (const [at, line] of this.lines.entries()) {
      if (!line.doubt) continue;
      const number = alike.get(line.text) ?? 0;
      alike.set(line.text, number + 1);
      if (!isDecided(at)) found.push(this.#makeDoubt(at, line, number));
    }
    return found.sort((one, other) => one.confidence - other.confidence);
  }

  #makeDoubt(first, line, number) {
    const { is, confidence } = line.doubt;
    const now = saidOf(line);
    const reading = (said, current) => ({
      is: said,
      current,
      decision: { first, count: 1, is: said },
    });
    // `list` is nothing that can be said: such a doubt can only be seen.
    const readings = is === "list" ? [] : [reading(now, true), reading(is, false)];
    return {
      id: `r-208/${digestOf(line.text)}/${number}`,
      code: "r-208",
      severity: "warning",
      confidence,
      message: MESSAGES[is],
      hints: [`it was taken for: ${line.kind}`],
      first,
      count: 1,
      start: 0,
      end: Math.min(line.text.length, 12),
      readings,
    };
  }

  /** The notes, and the marks before them with their sign; decisions say otherwise. */
  notes(decisions = this.decisions) {
    const own = (first) => decisions.find((one) => one.is === "mark" && one.note === first);
    const isMoved = ({ first, start }) =>
      decisions.some((one) => one.first === first && one.start === start);
    const notes = [];
    for (const [first, { kind, begins, text }] of this.recover(decisions).entries()) {
      if (kind !== "note" || !begins) continue;
      const sign = text.match(/^\s*(\S+)/)?.[1] ?? "";
      const before = this.lines.slice(0, first).findLastIndex((one) => one.text.includes(`${sign};`));
      const start = before < 0 ? -1 : this.lines[before].text.indexOf(`${sign};`);
      const found = before < 0 ? null : { first: before, start, end: start + sign.length };
      const said = own(first);
      const mark = said
        ? { first: said.first, start: said.start, end: said.end }
        : found && !isMoved(found)
          ? found
          : null;
      notes.push({ first, mark });
    }
    return notes;
  }

  runs(lines = this.recover()) {
    const runs = [];
    for (const [at, line] of lines.entries()) {
      const last = runs.at(-1);
      const joins =
        last &&
        last.kind === line.kind &&
        !line.continued &&
        (!line.begins || line.kind === "blank");
      if (joins) last.count += 1;
      else {
        runs.push({
          first: at,
          count: 1,
          kind: line.kind,
          ...(line.level && { level: line.level }),
          ...(LEFT_OUT.has(line.kind) && { leftOut: true }),
          ...(line.continued && { continued: true }),
        });
      }
    }
    return runs;
  }

  summary() {
    const doubts = this.doubts().length;
    const seen = this.listSeen().length;
    const decisions = this.decisions.length;
    return {
      name: this.name,
      title: this.title,
      raw: true,
      lines: this.lines.length,
      doubts,
      seen,
      decisions,
      state: doubts > seen ? "doubts" : doubts > 0 ? "seen" : decisions > 0 ? "decided" : "clean",
    };
  }

  text() {
    return { lines: this.lines.map(({ text }) => text), pages: this.pages };
  }

  /** @param {number} id */
  state(id) {
    const doubts = this.doubts();
    return {
      id,
      name: this.name,
      title: this.title,
      language: this.language,
      revision: this.revision,
      text: digestOf(`${this.lines.length} ${this.lines[0].text}`),
      runs: this.runs(),
      notes: this.notes(),
      doubts,
      seen: this.listSeen(),
      decisions: this.decisions.map((decision, index) => ({
        ...decision,
        index,
        words: this.lines[decision.first].text.slice(0, 60),
        applies: true,
      })),
      counts: { doubts: doubts.length, seen: this.listSeen().length, settled: this.decisions.length },
      canUndo: this.at > 0,
      canRedo: this.at + 1 < this.history.length,
    };
  }

  #keep(decisions) {
    this.history = [...this.history.slice(0, this.at + 1), decisions];
    this.at += 1;
    this.revision += 1;
  }

  /** @param {object[]} added */
  #with(added) {
    const kept = this.decisions.filter(
      (old) =>
        !added.some(
          (one) => one.first === old.first && one.count === old.count && one.start === old.start,
        ),
    );
    return [...kept, ...added].sort((one, other) => one.first - other.first);
  }

  decide(decisions) {
    this.#keep(this.#with(decisions));
  }

  /** @param {string} id @param {boolean} isSeen */
  see(id, isSeen) {
    if (isSeen) this.seen.add(id);
    else this.seen.delete(id);
    this.revision += 1;
  }

  listSeen() {
    return this.doubts().map(({ id }) => id).filter((id) => this.seen.has(id));
  }

  withdraw(index) {
    this.#keep(this.decisions.toSpliced(index, 1));
  }

  undo() {
    this.#move(-1);
  }

  redo() {
    this.#move(1);
  }

  #move(step) {
    this.at = Math.max(0, Math.min(this.history.length - 1, this.at + step));
    this.revision += 1;
  }

  /** As another program would: the page does not know of it. @param {object[]} decisions */
  changeOutside(decisions) {
    this.decide(decisions);
  }

  /** A kind of TOML: the fake reads only what it writes. */
  exportText() {
    return this.decisions
      .map(
        ({ first, count, is }) =>
          `[[decision]]\nline = ${JSON.stringify(this.lines[first].text)}\nis = "${is}"\nlines = ${count}\n`,
      )
      .join("\n");
  }

  /** @param {string} text */
  importText(text) {
    const read = [...text.matchAll(/line = (".*")\nis = "(.*)"\nlines = (\d+)/g)].map(
      ([, words, is, count]) => ({
        first: this.lines.findIndex((line) => line.text === JSON.parse(words)),
        count: Number(count),
        is,
      }),
    );
    const mineOf = (one) => this.decisions.find((mine) => mine.first === one.first);
    const added = read.filter((one) => !mineOf(one));
    const conflicts = read.filter((one) => mineOf(one) && mineOf(one).is !== one.is);
    this.#keep(this.#with(added));
    return {
      added: added.length,
      same: read.length - added.length - conflicts.length,
      conflicts: conflicts.map((one) => ({
        words: this.lines[one.first].text,
        mine: mineOf(one).is,
        theirs: one.is,
      })),
    };
  }

  preview(decision) {
    const after = this.#with([decision]);
    const [old, now] = [this.markdown(this.recover()), this.markdown(this.recover(after))];
    if (decision.is === "mark" || decision.is === "no-mark") {
      const words = this.lines[decision.first].text;
      const sign = decision.is === "mark" ? `[^${decision.note}]` : words.slice(decision.start, decision.end);
      const then = words.slice(0, decision.start) + sign + words.slice(decision.end);
      return { changes: [{ before: words, after: then }], more: 0, doubts: this.doubts(after).length };
    }
    const before = old.filter((block) => !now.includes(block));
    const then = now.filter((block) => !old.includes(block));
    const changes =
      before.length + then.length > 0
        ? [{ before: before.join("\n\n"), after: then.join("\n\n") }]
        : [];
    return { changes, more: 0, doubts: this.doubts(after).length };
  }

  /** The blocks around nothing in particular, as Markdown. @param {Line[]} lines */
  markdown(lines) {
    return this.blocks(lines).map(({ kind, level, text }) =>
      kind === "heading"
        ? `${"#".repeat(level ?? 1)} ${text}`
        : kind === "quotation"
          ? `> ${text}`
          : text,
    );
  }

  /** @param {Line[]} lines */
  blocks(lines) {
    const blocks = [];
    for (const run of this.runs(lines)) {
      if (run.kind === "blank" || run.leftOut) continue;
      const text = lines
        .slice(run.first, run.first + run.count)
        .map((line) => line.text.trim())
        .join(" ");
      const last = run.first + run.count - 1;
      if (run.continued && blocks.length > 0) {
        blocks.at(-1).text += ` ${text}`;
        blocks.at(-1).last = last;
      } else blocks.push({ kind: run.kind, level: run.level, first: run.first, last, text });
    }
    return blocks;
  }

  /** @param {number} id */
  chapters(id) {
    if (this.made?.revision === this.revision) return this.made.chapters;
    const chapters = [];
    for (const block of this.blocks(this.recover())) {
      if (chapters.length === 0 || (block.kind === "heading" && block.level === 1)) {
        chapters.push({
          name: `d${id}-${chapters.length + 1}.xhtml`,
          title: block.text.slice(0, 60),
          blocks: [],
        });
      }
      chapters.at(-1).blocks.push({
        tag: TAGS[block.kind] ?? "p",
        role: block.kind === "verse" ? "verse" : "",
        source: `${id}:${block.first}-${block.last}`,
        text: block.text,
      });
    }
    for (const one of chapters) one.digest = digestOf(JSON.stringify(one.blocks));
    this.made = { revision: this.revision, chapters };
    return chapters;
  }
}

/**
 * A line as a decision has it.
 * @param {Line} line
 * @param {string} is
 * @param {number | undefined} level
 * @param {boolean} isFirst
 * @returns {Line}
 */
function decided(line, is, level, isFirst) {
  const { text, doubt } = line;
  if (line.kind === "blank") return line;
  if (is === "left-out") return { text, doubt, kind: "decision", begins: isFirst };
  if (is === "continued")
    return { text, doubt, kind: "paragraph", begins: isFirst, continued: isFirst };
  if (is === "heading") return { text, doubt, kind: "heading", level: level ?? 2, begins: isFirst };
  const kind = is === "text" ? "paragraph" : is;
  return { text, doubt, kind, begins: isFirst };
}

/** A document that was given as it is. */
export class FakeGiven {
  constructor(name, title, language, lines) {
    this.name = name;
    this.title = title;
    this.language = language;
    this.lines = lines;
    this.revision = 0;
  }

  summary() {
    return {
      name: this.name,
      title: this.title,
      raw: false,
      lines: this.lines.length,
      doubts: 0,
      seen: 0,
      decisions: 0,
      state: "given",
    };
  }

  chapters(id) {
    const blocks = this.lines.map((text, at) => ({
      tag: at === 0 ? "h2" : "p",
      source: `${id}:${at}-${at}`,
      text,
    }));
    return [
      { name: `d${id}-1.xhtml`, title: this.title, digest: digestOf(this.lines.join()), blocks },
    ];
  }
}
