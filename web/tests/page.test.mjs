// The page in Chromium, opened from the disk as a person does.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { buildNatively, CORPUS, fingerprint, PACKAGE } from "./native.mjs";

const { chromium } = createRequire(join(process.env.PLIEGO_WEB, "x"))("playwright-core");
const PICTURES = join(process.env.PLIEGO_WEB, "pictures");
const ADDRESS = pathToFileURL(join(PACKAGE, "pliego.html")).href;

// An unoptimised module needs its time on a busy machine.
const PATIENCE = 240_000;

let browser;
let page;
const requests = [];
const faults = [];

before(async () => {
  mkdirSync(PICTURES, { recursive: true });
  const find = "command -v chromium || command -v google-chrome";
  const executablePath = execFileSync("sh", ["-c", find], { encoding: "utf8" }).trim();
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(PATIENCE);
  page = await context.newPage();
  page.on("request", (request) => requests.push(request.url()));
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  await page.goto(ADDRESS);
  // The list of designs comes from the module.
  await page.locator("#design option").first().waitFor({ state: "attached" });
});

after(() => browser?.close());

const picture = (name) => page.screenshot({ path: join(PICTURES, name), fullPage: true });

const make = async (paths, choose = async () => {}) => {
  await page.locator("#files").setInputFiles(paths.map((path) => join(CORPUS, path)));
  await choose();
  await press();
};

const press = async () => {
  await page.getByRole("button", { name: "Make the book" }).click();
  await page.getByRole("status").filter({ hasText: /made[,.]/ }).waitFor();
};

const save = async (format) => {
  const waiting = page.waitForEvent("download");
  await page.locator(`article a[data-format=${format}]`).click();
  const download = await waiting;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
};

test("a text becomes the editions of the program", { timeout: PATIENCE }, async () => {
  await make(["carta-a-tomas.txt"]);
  const native = buildNatively("carta-a-tomas.txt");
  for (const format of ["epub", "pdf"]) {
    const { name, bytes } = await save(format);
    assert.equal(name, `carta-a-tomas.${format}`);
    assert.equal(fingerprint(format, bytes), fingerprint(format, native[format]), format);
  }
  assert.equal(await page.locator("article h2").textContent(), "Carta a Tomás sobre el ruido");
  assert.match(await page.locator("article .findings").first().textContent(), /r-111.*:35/);
});

test("it fits narrow and wide windows, light and dark", async () => {
  for (const [width, colorScheme] of [[390, "light"], [390, "dark"], [1280, "light"], [1280, "dark"]]) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${wide} px in a window of ${width}`);
    await picture(`page-${width}-${colorScheme}.png`);
  }
});

test("the markup has names and no doubles", async () => {
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll("input, select, button, a")]
      .filter((one) => !(one.labels?.length || one.textContent.trim()))
      .map((one) => one.outerHTML),
  );
  assert.deepEqual(nameless, []);
  const ids = await page.evaluate(() => [...document.querySelectorAll("[id]")].map((one) => one.id));
  assert.equal(new Set(ids).size, ids.length);
});

test("Markdown can be had, and other designs", { timeout: PATIENCE }, async () => {
  await make(["carta-a-tomas.txt"], async () => {
    await page.getByLabel("Design").selectOption("modern");
    await page.getByLabel("EPUB", { exact: true }).uncheck();
    await page.getByLabel("Markdown, to correct").check();
  });
  assert.equal(await page.locator("article a[data-format=epub]").count(), 0);
  const modern = fingerprint("pdf", (await save("pdf")).bytes);
  assert.notEqual(modern, fingerprint("pdf", buildNatively("carta-a-tomas.txt").pdf));
  const markdown = (await save("markdown")).bytes.toString();
  assert.match(markdown, /^---\n|^# /);
  assert.match(markdown, /Carta a Tomás sobre el ruido/);
});

test("a folder is a book with its pictures", { timeout: PATIENCE }, async () => {
  await page.reload();
  await page.locator("#folder").setInputFiles(join(CORPUS, "cartilla"));
  await press();
  assert.equal(await page.locator("article").count(), 1);
  const native = buildNatively("cartilla/book.toml");
  for (const format of ["epub", "pdf"]) {
    const { bytes } = await save(format);
    assert.equal(fingerprint(format, bytes), fingerprint(format, native[format]), format);
  }
});

test("what cannot be built says why, and the page goes on", { timeout: PATIENCE }, async () => {
  await page.locator("#files").setInputFiles([
    { name: "broken.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\nno") },
    { name: "uno.md", mimeType: "text/markdown", buffer: Buffer.from("# Uno\n\nTexto.\n") },
  ]);
  await press();
  assert.equal(await page.getByRole("status").textContent(), "1 book made, 1 failed.");
  await page.locator("details").first().locator("summary").click();
  await picture("failed.png");
  assert.match(await page.locator("article.failed").textContent(), /broken\.pdf/);
  assert.equal(await page.locator("article:not(.failed) h2").textContent(), "Uno");
});

test("a dropped text is taken", { timeout: PATIENCE }, async () => {
  await page.reload();
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["# Dos\n\nTexto.\n"], "dos.md", { type: "text/markdown" }));
    return transfer;
  });
  await page.dispatchEvent("#drop", "drop", { dataTransfer: dropped });
  await press();
  assert.equal(await page.locator("article h2").textContent(), "Dos");
});

test("nothing left the browser", async () => {
  assert.deepEqual(faults, []);
  const outside = requests.filter((url) => url !== ADDRESS && !/^(blob|data):/.test(url));
  assert.deepEqual(outside, []);
  // Nor could it: the policy of the page forbids it.
  const reached = await page.evaluate(() =>
    fetch("http://localhost:9/").then(
      () => "reached",
      (error) => error.message,
    ),
  );
  assert.notEqual(reached, "reached");
  assert.match(faults.join("\n"), /Content Security Policy/);
});
