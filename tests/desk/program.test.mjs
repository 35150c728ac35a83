// The desk of the program itself, in a browser: what is decided is in the file and in the editions,
// and nobody else gets in. $PLIEGO is the program; tests/desk/run sets it.

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { findBarriers, launch, openPage } from "./browser.mjs";

const PROGRAM = process.env.PLIEGO ?? "";
const fromRoot = (/** @type {string} */ path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

// The longest document that the project was made for, where it is; else one of the samples.
const SHARED = fromRoot("../shared/corpus");
const SAMPLE = fromRoot("corpus/carta-a-tomas.txt");

/** How many doubts are settled, and how many of these are undone. */
const [SETTLED, UNDONE] = [10, 3];

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {string} */
let folder;
/** @type {import("node:child_process").ChildProcess[]} */
let desks = [];

before(async () => {
  browser = await launch();
});
after(() => browser.close());
afterEach(async () => {
  for (const desk of desks) desk.kill("SIGKILL");
  desks = [];
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Puts a text of the corpus into a folder of its own. */
async function copyText() {
  folder = await mkdtemp(join(tmpdir(), "pliego-desk-"));
  const shared = existsSync(SHARED) ? (await readdir(SHARED)).filter((name) => /^001.*\.txt$/.test(name)) : [];
  const text = join(folder, "text.txt");
  await copyFile(shared.length > 0 ? join(SHARED, shared[0]) : SAMPLE, text);
  return { text, decisions: join(folder, "text.decisions.toml"), isLong: shared.length > 0 };
}

/**
 * Starts a desk, and gives its address.
 * @param {string} path
 * @param {"desk" | "preview"} command
 * @returns {Promise<string>}
 */
function startDesk(path, command = "desk") {
  const desk = spawn(PROGRAM, [command, "--no-open", path], { stdio: ["ignore", "pipe", "inherit"] });
  desks.push(desk);
  return new Promise((resolve, reject) => {
    let said = "";
    desk.stdout.on("data", (bytes) => {
      said += bytes;
      if (said.includes("\n")) resolve(said.split("\n")[0]);
    });
    desk.on("exit", (status) => reject(new Error(`the desk has ended (${status}): ${said}`)));
  });
}

/**
 * Sends a request as no browser would.
 * @param {string} address
 * @param {{ method?: string, path?: string, headers?: Record<string, string>, body?: string }} options
 * @returns {Promise<{ status: number, headers: http.IncomingHttpHeaders, text: string }>}
 */
function send(address, { method = "GET", path = "", headers = {}, body = "" } = {}) {
  const url = new URL(address);
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: url.hostname, port: url.port, method, path: path.startsWith("/") ? path : url.pathname + path, headers },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (part) => (text += part));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

/** @param {string} address @param {string} path @param {object} body */
async function post(address, path, body) {
  const headers = { "content-type": "application/json", origin: new URL(address).origin };
  return send(address, { method: "POST", path, headers, body: JSON.stringify(body) });
}

const count = (/** @type {string} */ text) => (text.match(/^\[\[/gm) ?? []).length;
const settledOf = (page) => page.locator("#progress-words").textContent();

describe("a sitting", () => {
  test("what is settled is in the file, in the editions and after a reload", async () => {
    const { text, decisions, isLong } = await copyText();
    const out = (/** @type {string} */ name) => join(folder, name);
    const build = (/** @type {string} */ name) =>
      execFileSync(PROGRAM, ["build", text, "--out", out(name), "--formats", "epub", "--quiet"]);
    build("before");
    const address = await startDesk(text);
    const desk = await openPage(browser, `${address}#d0`);
    const { page } = desk;
    const state = async () => JSON.parse((await send(address, { path: "api/documents/0" })).text);
    const first = await state();
    const choosable = first.doubts.filter((one) => one.readings.length > 1).length;
    const wanted = isLong ? SETTLED : Math.min(SETTLED, choosable);
    assert.ok(choosable >= wanted && wanted > 0, `${choosable} doubts can be settled`);

    for (let settled = 0; settled < wanted; settled += 1) {
      const { revision } = await state();
      const doubt = page.locator(".doubt:not(.is-seen)").filter({ has: page.locator(".doubt-head") });
      // The next one that has readings.
      for (let at = 0; (await page.locator(".doubt.is-current .reading").count()) < 2; at += 1) {
        await doubt.nth(at).locator(".doubt-head").click();
      }
      const reading = page.locator(".doubt.is-current .reading").nth(1);
      if (settled % 2 === 0) {
        await reading.focus();
        await page.keyboard.press("Enter");
      } else {
        await reading.hover();
        await reading.click();
      }
      await page.waitForFunction(
        async ([known]) => (await (await fetch("api/documents/0")).json()).revision !== known,
        [revision],
      );
    }
    const all = count(await readFile(decisions, "utf8"));
    assert.ok(all > 0 && all <= wanted, `${all} of ${wanted} decisions are kept`);
    const undone = Math.min(UNDONE, wanted - 1);
    for (let step = 0; step < undone; step += 1) {
      const { revision } = await state();
      await page.locator("body").press("Control+z");
      await page.waitForFunction(
        async ([known]) => (await (await fetch("api/documents/0")).json()).revision !== known,
        [revision],
      );
    }
    const kept = await readFile(decisions, "utf8");
    const shown = await state();
    assert.equal(count(kept), shown.decisions.length);
    await page.reload();
    await page.waitForSelector("#doubt-list .doubt");
    assert.match((await settledOf(page)) ?? "", new RegExp(`${shown.counts.settled} settled`));
    assert.deepEqual(await findBarriers(page), []);
    assert.deepEqual(await desk.close(), []);

    build("after");
    const [old, now] = await Promise.all(["before", "after"].map((name) => readFile(join(out(name), "text.epub"))));
    assert.notDeepEqual(now, old);
    execFileSync(PROGRAM, ["audit", join(out("after"), "text.epub"), "--source", text]);
    assert.equal(await readFile(decisions, "utf8"), kept);
  });

  test("a line that a person corrects is read so in the edition, and the source stays", async () => {
    const { text, decisions } = await copyText();
    const address = await startDesk(text);
    const { page, close } = await openPage(browser, `${address}#d0`);
    const source = await readFile(text, "utf8");
    // A line of prose that is in view.
    const shown = await page
      .locator(".row")
      .evaluateAll((rows) => rows.map((row) => [row.id, row.querySelector(".text")?.textContent ?? ""]));
    const [id, line] = shown.find(([, words]) => /^\s*[a-záéíóú]+ [a-záéíóú]+ [a-záéíóú]+ /.test(words)) ?? [];
    await page.locator(`#${id} .text`).click();
    const field = page.locator("#corrected-line");
    assert.equal(await field.inputValue(), line?.trim());
    const [first, ...others] = (line ?? "").trim().split(" ");
    await field.fill([first, "ENMENDADO", ...others.slice(1)].join(" "));
    await page.waitForSelector("#selection-bar .preview :text('ENMENDADO')");
    await field.press("Enter");
    await page.waitForSelector("#selection-bar .kept :text('ENMENDADO')");
    const kept = await readFile(decisions, "utf8");
    assert.match(kept, /^\[\[word\]\]$/m);
    assert.match(kept, new RegExp(`^word = "${others[0]}"$`, "m"));
    assert.match(kept, /^reading = "ENMENDADO"$/m);
    assert.equal(await readFile(text, "utf8"), source);
    const frame = page.frameLocator("#frame");
    await frame.getByText("ENMENDADO").first().waitFor();
    assert.deepEqual(await findBarriers(page), []);
    assert.deepEqual(await close(), []);
    const edition = join(folder, "editions", "text.epub");
    execFileSync(PROGRAM, ["build", text, "--out", join(folder, "editions"), "--formats", "epub", "--quiet"]);
    execFileSync(PROGRAM, ["audit", edition, "--source", text]);
  });

  test("the edition and its typeset pages are shown, without a word from the policy", async () => {
    const { text } = await copyText();
    const address = await startDesk(text);
    const desk = await openPage(browser, `${address}#d0`);
    const { page } = desk;
    await page.waitForFunction(() => document.querySelector("#frame")?.contentDocument?.querySelector("[data-source]"));
    const answer = await post(address, "api/documents/0/pages", {});
    assert.equal(answer.status, 200);
    let pages = JSON.parse(answer.text);
    for (let tries = 0; pages.state === "working" && tries < 240; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      pages = JSON.parse((await send(address, { path: "api/documents/0/pages" })).text);
    }
    assert.equal(pages.state, "ready");
    const picture = await send(address, { path: "pages/0/0.svg" });
    assert.equal(picture.headers["content-type"], "image/svg+xml");
    assert.match(picture.text, /^<svg/);
    // Lines of the source are on the pages, in their order.
    const said = JSON.parse((await send(address, { path: "api/documents/0/places" })).text);
    assert.equal(said.digest, pages.digest);
    assert.ok(said.places.length > 40, `${said.places.length} places`);
    for (const { page: on, left, top, width, height, document: of, from, to } of said.places) {
      assert.ok(on < pages.count && from < to && of === 0);
      assert.ok(left >= 0 && top >= 0 && left + width <= pages.width && top + height <= pages.height);
    }
    // What is selected in one is shown in the other.
    await page.locator("#as-pages").click();
    await page.waitForSelector("#pages-room img");
    const middle = said.places[Math.floor(said.places.length / 2)];
    const wanted = Math.floor((middle.from + middle.to) / 2);
    await page.evaluate((line) => {
      location.hash = `d0-${line + 1}`;
    }, wanted);
    const first = said.places.find((one) => one.from < wanted + 1 && one.to > wanted);
    await page.waitForSelector(`[data-page="${first.page}"] .place`);
    const sheet = page.locator(`[data-page="${first.page}"]`);
    const [across, down] = await sheet.evaluate((one) => [one.clientWidth, one.clientHeight]);
    await sheet.click({
      position: {
        x: ((first.left + first.width / 2) / pages.width) * across,
        y: ((first.top + first.height / 2) / pages.height) * down,
      },
    });
    const line = await page.locator('#lines [aria-selected="true"]').getAttribute("data-line");
    assert.ok(Number(line) >= Math.floor(first.from) && Number(line) < first.to, `${line}`);
    await page.waitForSelector(".place");
    assert.deepEqual(await desk.close(), []);
  });
});

describe("the report", () => {
  test("has commands that open the desk at a line", async () => {
    const { text } = await copyText();
    await writeFile(
      join(folder, "book.toml"),
      `[book]\ntitle = "Cartas"\nlanguage = "es"\nchapters = ["uno's.txt", "dos.txt"]\n`,
    );
    await copyFile(text, join(folder, "uno's.txt"));
    await copyFile(text, join(folder, "dos.txt"));
    for (const path of ["text.txt", "book.toml"]) {
      const args = ["check", path, "--formats", "epub", "--report", "report.json", "--quiet"];
      const hints = path === "text.txt" ? ["--lang", "es", "--title", "It's -a- title"] : [];
      execFileSync(PROGRAM, [...args, ...hints], { cwd: folder });
      const report = JSON.parse(await readFile(join(folder, "report.json"), "utf8"));
      const file = path === "text.txt" ? path : "dos.txt";
      const found = report.editions[0].diagnostics.findLast((one) => one.desk && one.file === file);
      assert.match(found.desk, path === "text.txt" ? / --title='It'\\''s -a- title' --lang='es' --line=\d+$/ : / --document='dos\.txt' --line=\d+$/);
      const command = found.desk.replace(/^pliego /, '"$PLIEGO" ');
      const desk = spawn("sh", ["-c", `exec ${command} --no-open`], { cwd: folder, env: { ...process.env, PLIEGO: PROGRAM }, stdio: ["ignore", "pipe", "inherit"] });
      desks.push(desk);
      const address = await new Promise((resolve) => desk.stdout.once("data", (said) => resolve(String(said).trim())));
      assert.match(String(address), new RegExp(`#d${path === "text.txt" ? 0 : 1}-${found.line}$`));
      const opened = await openPage(browser, String(address));
      await opened.page.waitForSelector(`#line-${found.line - 1}[aria-selected="true"]`);
      assert.deepEqual(await opened.close(), []);
      desk.kill("SIGKILL");
    }
  });
});

describe("nobody else gets in", () => {
  test("other hosts, origins and addresses are refused", async () => {
    const { text } = await copyText();
    const address = await startDesk(text);
    const { host, origin } = new URL(address);
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/);
    const status = async (/** @type {object} */ options) => (await send(address, options)).status;
    assert.equal(await status({ path: "api/shelf" }), 200);
    assert.equal(await status({ path: "api/shelf", headers: { host: `desk.example:${host.split(":")[1]}` } }), 421);
    assert.equal(await status({ path: "api/shelf", headers: { origin: "http://desk.example" } }), 403);
    assert.equal(await status({ path: "api/shelf", headers: { "sec-fetch-site": "cross-site" } }), 403);
    assert.equal(await status({ path: "/api/shelf" }), 403);
    assert.equal(await status({ path: `/${"0".repeat(32)}/api/shelf` }), 403);
    const body = "{}";
    const type = { "content-type": "application/json" };
    const path = "api/documents/0/undo";
    assert.equal(await status({ method: "POST", path, headers: type, body }), 403);
    assert.equal(await status({ method: "POST", path, headers: { origin, "content-type": "text/plain" }, body }), 415);
    assert.equal(await status({ method: "PUT", path, headers: { origin, ...type }, body }), 405);
  });

  test("no path leads to another file", async () => {
    const { text } = await copyText();
    await writeFile(join(folder, "secret.txt"), "a secret");
    const address = await startDesk(text);
    for (const path of ["../secret.txt", "editions/0/../../secret.txt", "editions/0/%2e%2e/secret.txt", "..%2fsecret.txt", "/etc/passwd", "sources/0/..%2f0.svg"]) {
      const answer = await send(address, { path });
      assert.ok([403, 404].includes(answer.status), `${path}: ${answer.status}`);
      assert.ok(!answer.text.includes("a secret"), path);
    }
    const page = await send(address, {});
    assert.match(String(page.headers["content-security-policy"]), /default-src 'none'; script-src 'self'/);
    assert.equal(page.headers["x-content-type-options"], "nosniff");
    assert.equal(page.headers["referrer-policy"], "no-referrer");
  });

  test("odd and huge requests are answered, and the desk goes on", async () => {
    const { text } = await copyText();
    const address = await startDesk(text);
    for (const body of ["", "{", "[]", '{"revision":1,"decisions":[{"first":99999999999,"count":1,"is":"heading"}]}']) {
      const headers = { "content-type": "application/json", origin: new URL(address).origin };
      const answer = await send(address, { method: "POST", path: "api/documents/0/decide", headers, body });
      assert.ok(answer.status >= 400 && answer.status < 500, `${body}: ${answer.status}`);
    }
    const huge = await post(address, "api/documents/0/import", { revision: 1, text: "x".repeat(21_000_000) }).catch(() => ({ status: 413 }));
    assert.equal(huge.status, 413);
    assert.equal((await send(address, { path: "api/shelf" })).status, 200);
  });
});

describe("two at once", () => {
  test("the second desk is told that the first has decided", async () => {
    const { text, decisions } = await copyText();
    const [one, two] = [await startDesk(text), await startDesk(text)];
    const [first, second] = await Promise.all(
      [one, two].map(async (address) => JSON.parse((await send(address, { path: "api/documents/0" })).text)),
    );
    const line = first.runs.find((run) => run.kind === "paragraph").first;
    const choice = (/** @type {string} */ is) => [{ first: line, count: 1, is }];
    const decided = await post(one, "api/documents/0/decide", { revision: first.revision, decisions: choice("heading") });
    assert.equal(decided.status, 200);
    const refused = await post(two, "api/documents/0/decide", { revision: second.revision, decisions: choice("left-out") });
    assert.equal(refused.status, 409);
    await send(two, { path: "api/pulse" });
    const now = JSON.parse((await send(two, { path: "api/documents/0" })).text);
    assert.equal(now.decisions.length, 1);
    assert.equal(count(await readFile(decisions, "utf8")), 1);
  });

  test("a desk that is killed while it writes leaves a whole file", async () => {
    const { text, decisions } = await copyText();
    for (let round = 0; round < 5; round += 1) {
      const address = await startDesk(text);
      let state = JSON.parse((await send(address, { path: "api/documents/0" })).text);
      const line = state.runs.find((run) => run.kind === "paragraph").first;
      const killed = new Promise((resolve) => setTimeout(() => resolve(desks.at(-1)?.kill("SIGKILL")), 40 + 35 * round));
      for (let at = 0; at < 200; at += 1) {
        const is = at % 2 === 0 ? "heading" : "paragraph";
        const answer = await post(address, "api/documents/0/decide", { revision: state.revision, decisions: [{ first: line, count: 1, is }] }).catch(() => null);
        if (answer === null || answer.status !== 200) break;
        state = JSON.parse(answer.text);
      }
      await killed;
      // Each round decides about one line, the first that is a paragraph then.
      if (existsSync(decisions)) assert.ok(count(await readFile(decisions, "utf8")) <= round + 1);
      const checked = spawnSync(PROGRAM, ["recover", text, "--out", "-", "--quiet"]);
      assert.equal(checked.status, 0, String(checked.stderr));
    }
    const left = (await readdir(folder)).filter((name) => !["text.txt", "text.decisions.toml"].includes(name));
    const address = await startDesk(text);
    const state = JSON.parse((await send(address, { path: "api/documents/0" })).text);
    const line = state.runs.find((run) => run.kind === "paragraph" || run.kind === "heading").first;
    await post(address, "api/documents/0/decide", { revision: state.revision, decisions: [{ first: line, count: 1, is: "left-out" }] });
    // The next run clears away what the killed ones began.
    assert.deepEqual((await readdir(folder)).filter((name) => left.includes(name)), []);
  });
});

describe("the preview", () => {
  test("a book is shown, shown again when a file of it changes, and nothing is decided", async () => {
    folder = await mkdtemp(join(tmpdir(), "pliego-preview-"));
    const project = join(folder, "book.toml");
    const toml = (/** @type {string} */ more) =>
      `[book]\ntitle = "La rueda"\nlanguage = "es"\nchapters = ["uno.md"${more}]\n`;
    await writeFile(join(folder, "uno.md"), "# El molino\n\nEl agua mueve la rueda.\n");
    await writeFile(join(folder, "dos.md"), "# La tina\n\nLos trapos esperan.\n");
    await writeFile(project, toml(""));
    const address = await startDesk(project, "preview");
    const { page, close } = await openPage(browser, `${address}#d0`);
    const frame = page.frameLocator("#frame");
    await page.locator("#chapters").selectOption({ label: "El molino" });
    await frame.getByText("El agua mueve la rueda.").waitFor();
    for (const hidden of ["#source", "#doubts", "#undo", "#show-decisions", "#next-document"]) {
      assert.equal(await page.locator(hidden).isVisible(), false, hidden);
    }
    assert.deepEqual(await findBarriers(page), []);

    await writeFile(join(folder, "uno.md"), "# El molino\n\nEl viento mueve las aspas.\n");
    await frame.getByText("El viento mueve las aspas.").waitFor();
    // The chapters of the book as it is now.
    await writeFile(project, toml(', "dos.md"'));
    await page.locator("#chapters option", { hasText: "La tina" }).waitFor({ state: "attached" });
    await writeFile(project, "[book]\ntitle = 1\n");
    await page.waitForFunction(() => document.querySelector("#status")?.textContent?.includes("title"));
    await writeFile(project, toml(""));
    await page.waitForFunction(() => !document.querySelector("#chapters")?.textContent?.includes("La tina"));
    await frame.getByText("El viento mueve las aspas.").waitFor();

    const refused = await post(address, "api/documents/0/decide", {
      revision: 1,
      decisions: [{ first: 0, count: 1, is: "heading" }],
    });
    assert.equal(refused.status, 403);
    assert.deepEqual((await readdir(folder)).sort(), ["book.toml", "dos.md", "uno.md"]);
    assert.deepEqual(await close(), []);
  });
});

describe("build --watch", () => {
  test("a changed text is built again, and a broken file of decisions ends nothing", async () => {
    const { text, decisions } = await copyText();
    const edition = join(folder, "editions", "text.epub");
    const args = ["build", text, "--out", join(folder, "editions"), "--formats", "epub", "--watch"];
    const watch = spawn(PROGRAM, args, { stdio: ["ignore", "ignore", "pipe"] });
    desks.push(watch);
    let said = "";
    watch.stderr.on("data", (bytes) => (said += bytes));
    const until = async (/** @type {() => Promise<boolean>} */ holds) => {
      for (let tries = 0; tries < 600; tries += 1) {
        if (await holds().catch(() => false)) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      assert.fail(`it does not come to that: ${said}`);
    };
    const changed = (/** @type {Buffer} */ old) => async () => !(await readFile(edition)).equals(old);
    await until(async () => (await readFile(edition)).length > 0);
    const first = await readFile(edition);
    await writeFile(decisions, "[[decision]]\nline = 1\n");
    await until(async () => said.includes("text.decisions.toml"));
    assert.ok((await readFile(edition)).equals(first));
    await rm(decisions);
    await writeFile(text, `${await readFile(text, "utf8")}\n\nUna línea más, y con ella otra edición.\n`);
    await until(changed(first));
  });
});
