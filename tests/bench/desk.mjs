// How soon the proof desk shows what a person has decided or saved.
//
//   node tests/bench/desk.mjs PROGRAM [TEXT.txt…] [--words 300000] [--runs 9]
//
// Of each TEXT, and of a text of so many words that is made here (--words 0: of none), is told, in
// milliseconds, the median and the least of so many runs:
//
//   answer    from sending a decision, or taking it back, to the last byte of the answer
//   decided   from the key to the frame in which source and edition show it
//   undone    the same for the key that undoes it
//   foreseen  the same as decided, after a rest in which the page has asked ahead
//   saved     from the end of writing the source anew, with another word, to that frame
//   chapters  how long the edition takes to be told and read by itself
//
// The decisions part paragraphs, at places all over the text: each changes a block, and a chapter of
// the edition. Machines are noisy: beside other work, the least is nearer to what the program needs.
// Needs what tests/desk/run has installed, or what $DESK_MODULES names.

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { launch, openPage } from "../desk/browser.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    words: { type: "string", default: "300000" },
    runs: { type: "string", default: "9" },
  },
});
const [PROGRAM, ...TEXTS] = positionals;
const RUNS = Number(values.runs);

// How long something may take before it counts as not shown, in milliseconds.
const PATIENCE = 60_000;

// How long a person looks at a line before a decision about it, in milliseconds.
const REST = 3000;

/** Random numbers that are the same each time (Park & Miller 1988). @param {number} seed */
function randomise(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const SYLLABLES = "ca de lo mi ra so te va be co do fa gui lla mo na pe que ro su ta ver zo al en es in ar or un".split(" ");
const SMALL = "de la que el en y a los se del las un por con no una su para es al lo como más o".split(" ");

/** A text of so many words, as it is extracted from pages: heads, folios, marks and notes. @param {number} count */
function makeText(count) {
  const random = randomise(36);
  const makeWord = () => Array.from({ length: 2 + random(3) }, () => SYLLABLES[random(SYLLABLES.length)]).join("");
  const lexicon = Array.from({ length: 4000 }, makeWord);
  // Few words are frequent, as in any language.
  const pick = () => (random(5) < 2 ? SMALL[random(SMALL.length)] : lexicon[(random(4000) * random(4000)) % 4000]);
  const roman = (/** @type {number} */ n) => {
    const signs = [[100, "C"], [90, "XC"], [50, "L"], [40, "XL"], [10, "X"], [9, "IX"], [5, "V"], [4, "IV"], [1, "I"]];
    let said = "";
    for (const [value, sign] of signs) for (; n >= value; n -= value) said += sign;
    return said;
  };
  /** @type {string[]} */
  const lines = [];
  /** @type {string[]} */
  let notes = [];
  let [page, onPage, words, chapter, note] = [1, 0, 0, 0, 0];
  const endPage = () => {
    lines.push("", ...notes, "", String(page), `\f${page % 2 ? "EL RÍO LARGO" : "MEMORIAS DE UN MOLINO"}`, "");
    [notes, onPage, page] = [[], 0, page + 1];
  };
  const put = (/** @type {string} */ line) => {
    lines.push(line);
    onPage += 1;
    if (onPage + notes.length >= 34) endPage();
  };
  while (words < count) {
    chapter += 1;
    put("");
    put(`CAPÍTULO ${roman(chapter)}`);
    put("");
    for (let paragraph = 0; paragraph < 30 && words < count; paragraph += 1) {
      let line = "    ";
      for (let sentence = 0; sentence < 3 + random(4); sentence += 1) {
        const length = 6 + random(14);
        for (let at = 0; at < length; at += 1) {
          let word = pick();
          if (at === 0) word = word[0].toUpperCase() + word.slice(1);
          if (at === length - 1) word += ".";
          else if (random(9) === 0) word += ",";
          words += 1;
          if (words % 150 === 0) {
            note += 1;
            word += note;
            notes.push(`${note} ${pick()} ${pick()}, ${pick()} ${pick()}.`.replace(/[a-zñ]/, (letter) => letter.toUpperCase()));
          }
          if (line.length + word.length > 66) {
            put(line.trimEnd());
            line = "";
          }
          line += `${word} `;
        }
      }
      put(line.trimEnd());
    }
  }
  endPage();
  return lines.join("\n");
}

/** @param {string} path @returns {Promise<{ address: string, end: () => void }>} */
function startDesk(path) {
  const desk = spawn(PROGRAM, ["desk", "--no-open", "--lang", "es", path], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    let said = "";
    desk.stdout.on("data", (bytes) => {
      said += bytes;
      if (said.includes("\n")) resolve({ address: said.split("\n")[0], end: () => desk.kill() });
    });
    desk.on("exit", (status) => reject(new Error(`the desk has ended (${status})`)));
  });
}

/**
 * Asks the desk, as its page does.
 * @param {string} address
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
function ask(address, path, body) {
  const url = new URL(address + path);
  const headers = { "content-type": "application/json", origin: url.origin };
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: body ? "POST" : "GET", headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part) => (text += part));
      answer.on("end", () => {
        if (answer.statusCode !== 200) reject(new Error(`${path}: ${answer.statusCode} ${text}`));
        else resolve(path.startsWith("api/") ? JSON.parse(text) : text);
      });
    });
    request.on("error", reject);
    request.end(body && JSON.stringify(body));
  });
}

/** @param {() => Promise<void>} work */
async function time(work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** @param {string} name @param {number[]} taken */
function tell(name, taken) {
  const sorted = taken.toSorted((one, other) => one - other);
  const [median, least] = [sorted[Math.floor(sorted.length / 2)], sorted[0]];
  console.log(`  ${name.padEnd(9)} ${median.toFixed(0).padStart(6)} ${least.toFixed(0).padStart(6)}`);
}

/**
 * Lines inside paragraphs, all over a text, with the words of a line before each that no other
 * has: a decision has to name the line.
 * @param {any} state
 * @param {string[]} lines
 */
function choosePlaces(state, lines) {
  const inside = state.runs
    .filter((run) => run.kind === "paragraph" && !run.continued && run.count >= 4)
    .map((run) => run.first + 2)
    .filter((line) => /^\p{Ll}/u.test(lines[line]) && lines[line].length > 40);
  const step = inside.length / RUNS;
  return Array.from({ length: RUNS }, (_, at) => inside[Math.floor((at + 0.5) * step)]);
}

/**
 * Waits until source and edition show a line as a beginning that was decided, or as none, and
 * says when.
 * @param {import("playwright-core").Page} page
 * @param {{ line: number, isBeginning: boolean }} wanted
 * @returns {Promise<number>} in milliseconds since 1970
 */
const waitForLine = (page, wanted) =>
  page.evaluate(
    ({ line, isBeginning, patience }) =>
      new Promise((resolve, reject) => {
        const give = () => reject(new Error(`line ${line} is not shown as it should be`));
        const timer = setTimeout(give, patience);
        const look = () => {
          const row = document.getElementById(`line-${line}`);
          const book = document.getElementById("frame").contentDocument;
          const isShown = book.querySelector(`[data-source^="0:${line}-"]`) !== null;
          const isDecided = row?.classList.contains("is-decided");
          if (isShown === isBeginning && isDecided === isBeginning) {
            clearTimeout(timer);
            resolve(performance.timeOrigin + performance.now());
          } else requestAnimationFrame(look);
        };
        look();
      }),
    { ...wanted, patience: PATIENCE },
  );

/** @param {import("playwright-core").Page} page @param {string} key */
async function press(page, key) {
  await page.evaluate(() => {
    window.pressed = 0;
    const note = (event) => (window.pressed = performance.timeOrigin + event.timeStamp);
    addEventListener("keydown", note, { capture: true, once: true });
  });
  await page.keyboard.press(key);
}

/** @param {string} name @param {string} text */
async function measure(name, text) {
  const folder = await mkdtemp(join(tmpdir(), "pliego-bench-desk-"));
  const path = join(folder, "text.txt");
  await writeFile(path, text);
  const { address, end } = await startDesk(path);
  let browser = null;
  try {
    const [state, { lines }] = [await ask(address, "api/documents/0"), await ask(address, "api/documents/0/text")];
    const { length: words } = text.split(/\s+/);
    console.log(`${name}: ${words} words, ${lines.length} lines, ${state.doubts.length} doubts    median  least`);
    const places = choosePlaces(state, lines);

    /** @type {Record<string, number[]>} */
    const taken = { answer: [], chapters: [], decided: [], undone: [], foreseen: [], saved: [] };
    let { revision } = state;
    for (const first of places) {
      // Lines that the page does not decide on later: what was recovered is remembered.
      const decisions = [{ first: first + 1, count: 1, is: "paragraph" }];
      for (const [action, body] of [["decide", { decisions }], ["undo", {}]]) {
        taken.answer.push(
          await time(async () => ({ revision } = await ask(address, `api/documents/0/${action}`, { revision, ...body }))),
        );
      }
      taken.chapters.push(
        await time(async () => {
          const { documents } = await ask(address, "api/documents/0/edition");
          await ask(address, `editions/0/text/${documents.at(-1).name}`);
        }),
      );
    }

    browser = await launch();
    const { page, close } = await openPage(browser, `${address}#d0`);
    page.setDefaultTimeout(PATIENCE);
    let content = text;
    for (const [run, line] of places.entries()) {
      await page.evaluate((one) => (location.hash = `d0-${one}`), line + 1);
      await page.waitForSelector(`#line-${line}[aria-selected="true"]`);
      await page.waitForFunction(() =>
        document.getElementById("frame").contentDocument?.querySelector(".desk-selected"),
      );
      const until = async (/** @type {string} */ key, /** @type {boolean} */ isBeginning) => {
        await press(page, key);
        const shown = await waitForLine(page, { line, isBeginning });
        return shown - (await page.evaluate(() => window.pressed));
      };
      taken.decided.push(await until("p", true));
      taken.undone.push(await until("u", false));
      // Another line, which no run before has recovered.
      await page.evaluate((one) => (location.hash = `d0-${one}`), line);
      await page.waitForSelector(`#line-${line - 1}[aria-selected="true"]`);
      await page.waitForTimeout(REST);
      await press(page, "p");
      const seen = await waitForLine(page, { line: line - 1, isBeginning: true });
      taken.foreseen.push(seen - (await page.evaluate(() => window.pressed)));
      await page.keyboard.press("u");
      await waitForLine(page, { line: line - 1, isBeginning: false });
      // Another word in the same line.
      const word = `Nuevísimo${run}`;
      const all = content.split("\n");
      const at = all.indexOf(lines[line]);
      all[at] = all[at].replace(/\S+/, word);
      content = all.join("\n");
      const shown = page.evaluate(
        (wanted) =>
          new Promise((resolve) => {
            const look = () => {
              const isThere = (root) => root?.textContent.includes(wanted);
              if (isThere(document.getElementById("frame").contentDocument?.body) && isThere(document.getElementById("lines")))
                resolve(performance.timeOrigin + performance.now());
              else setTimeout(look, 4);
            };
            look();
          }),
        word,
      );
      await writeFile(path, content);
      const saved = performance.timeOrigin + performance.now();
      taken.saved.push((await shown) - saved);
      // What the page still does for itself is not in the next run.
      await page.waitForTimeout(300);
    }
    await close();
    for (const [what, each] of Object.entries(taken)) tell(what, each);
  } finally {
    await browser?.close();
    end();
    await rm(folder, { recursive: true, force: true });
  }
}

for (const path of TEXTS) await measure(basename(path), await readFile(path, "utf8"));
const words = Number(values.words);
if (words > 0) await measure("made here", makeText(words));
