// The page of the desk, in a browser, with a fake server.
// tests/desk/run installs what this needs and runs it.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { IS_FIREFOX, findBarriers, launch, openDesk } from "./browser.mjs";

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/**
 * Runs a test on a page, and asks afterwards that nothing went wrong by the way: no exception, and
 * nothing that the policy had to stop.
 * @param {Parameters<typeof openDesk>[1]} options
 * @param {(desk: Awaited<ReturnType<typeof openDesk>>) => Promise<void>} job
 */
const onDesk = (options, job) => async () => {
  const desk = await openDesk(browser, options);
  try {
    await job(desk);
  } finally {
    assert.deepEqual(await desk.close(), []);
  }
};

/** A test by touch: what drives Firefox makes none. */
const testTouch = IS_FIREFOX ? () => {} : test;

const doubtsLeft = ({ page }) => page.locator("#progress-words").textContent();
const waitForLeft = ({ page }, count) =>
  page.waitForFunction(
    (words) => document.querySelector("#progress-words")?.textContent?.startsWith(words),
    `${count} doubt`,
  );
const focusedText = (page) => page.evaluate(() => document.activeElement?.textContent ?? "");
const selectedLines = (page) =>
  page
    .locator('#lines [aria-selected="true"]')
    .evaluateAll((rows) => rows.map((row) => Number(row.dataset.line)));
const markedInEdition = (page) =>
  page
    .frameLocator("#frame")
    .locator(".desk-selected")
    .evaluateAll((all) => all.map((one) => one.dataset.source));
const waitForMark = (page, source) =>
  page.waitForFunction(
    (wanted) =>
      document.querySelector("#frame").contentDocument?.querySelector(".desk-selected")?.dataset
        .source === wanted,
    source,
  );
const waitForStatus = (page, words) =>
  page.waitForFunction(
    (wanted) => document.querySelector("#status").textContent.includes(wanted),
    words,
  );

describe("doubts", () => {
  test(
    "ten are settled by keys and by mouse, three undone, and a reload shows the same",
    onDesk({ hash: "#d0" }, async (desk) => {
      const { page, letter } = desk;
      const all = letter.doubts().length;
      await page.keyboard.press("j");
      for (let settled = 1; settled <= 5; settled += 1) {
        // The reading that is not the program's, by its number; then the doubt's own.
        if (settled % 2 === 1) await page.keyboard.press("2");
        await page.keyboard.press("Enter");
        await waitForLeft(desk, all - settled);
      }
      for (let settled = 6; settled <= 10; settled += 1) {
        const withReadings = page.locator(".doubt:not(:has(.doubt-body)) .doubt-head").first();
        if ((await page.locator(".doubt.is-current .reading").count()) === 0)
          await withReadings.click();
        const reading = page.locator(".doubt.is-current .reading").nth(settled % 2);
        await reading.hover();
        await page.waitForSelector(".doubt.is-current .preview:not(:empty)");
        await reading.click();
        await waitForLeft(desk, all - settled);
      }
      assert.equal(letter.decisions.length, 10);
      const ten = structuredClone(letter.decisions);
      for (const left of [all - 9, all - 8]) {
        await page.keyboard.press("u");
        await waitForLeft(desk, left);
      }
      await page.keyboard.press("Control+z");
      await waitForLeft(desk, all - 7);
      assert.equal(letter.decisions.length, 7);
      assert.ok(
        letter.decisions.every((one) =>
          ten.some((other) => other.first === one.first && other.is === one.is),
        ),
      );
      const shown = await page.locator(".doubt .message").allTextContents();
      await page.reload();
      await waitForLeft(desk, all - 7);
      assert.deepEqual(await page.locator(".doubt .message").allTextContents(), shown);
      assert.match(await doubtsLeft(desk), /7 settled/);
      await page.keyboard.press("Shift+U");
      await waitForLeft(desk, all - 8);
      await page.keyboard.press("Control+y");
      await waitForLeft(desk, all - 9);
      await page.keyboard.press("Control+Shift+z");
      await waitForLeft(desk, all - 10);
    }),
  );

  test(
    "least sure first, with readings, hints and confidence",
    onDesk({ hash: "#d0" }, async ({ page, letter }) => {
      const shares = await page.locator(".confidence").allTextContents();
      const figures = shares.map((words) => Number(words.match(/(\d+)\s?%/)[1]));
      assert.deepEqual(
        figures,
        figures.toSorted((one, other) => one - other),
      );
      assert.equal(figures.length, letter.doubts().length);
      assert.equal(await page.locator(".doubt.is-current .reading").count(), 2);
      assert.equal(await page.locator(".doubt.is-current .hints li").count(), 1);
    }),
  );

  test(
    "what a reading changes is shown before it is taken",
    onDesk({ hash: "#d0" }, async ({ page, letter }) => {
      await page.keyboard.press("j");
      await page.keyboard.press("2");
      await page.waitForSelector(".preview ins");
      assert.match(await page.locator(".preview ins").first().textContent(), /^## /);
      assert.match(await page.locator(".doubt .preview").textContent(), /21 doubts would be left/);
      await page.keyboard.press("1");
      await page.waitForFunction(() =>
        document.querySelector(".doubt .preview")?.textContent.includes("stays as it is"),
      );
      assert.equal(letter.decisions.length, 0);
    }),
  );

  test(
    "the other readings are asked for ahead, and shown without another question",
    onDesk({ hash: "#d0" }, async ({ page, letter }) => {
      let asked = 0;
      page.on("request", (request) => {
        if (request.url().endsWith("/preview")) asked += 1;
      });
      const ahead = page.waitForRequest((one) => one.url().endsWith("/preview") && asked === 2);
      await page.keyboard.press("j");
      await ahead;
      await page.keyboard.press("2");
      await page.waitForSelector(".preview ins");
      assert.deepEqual([asked, letter.decisions.length], [2, 0]);
    }),
  );

  testTouch(
    "a finger sees first what a reading changes",
    onDesk({ hash: "#d0", hasTouch: true, viewport: { width: 390, height: 844 } }, async (desk) => {
      const { page, letter } = desk;
      const all = letter.doubts().length;
      const reading = page.locator(".doubt.is-current .reading").nth(1);
      await reading.tap();
      await page.waitForSelector(".preview ins");
      assert.equal(letter.decisions.length, 0);
      await reading.tap();
      await waitForLeft(desk, all - 1);
      assert.equal(letter.decisions.length, 1);
    }),
  );

  test(
    "a seen one stays in the list, marked, for every sitting",
    onDesk({ hash: "#d0" }, async ({ page, letter }) => {
      await page.keyboard.press("j");
      await page.keyboard.press("s");
      await page.waitForSelector(".doubt:nth-child(1).is-seen .badge");
      assert.equal(await page.locator(".doubt:nth-child(2).is-current").count(), 1);
      assert.match(await focusedText(page), /as it is now/);
      await page.reload();
      await page.waitForSelector(".doubt:nth-child(1).is-seen:not(.is-current)");
      await page.keyboard.press("k");
      await page.keyboard.press("k");
      await page.keyboard.press("s");
      await page.waitForSelector(".doubt:nth-child(1):not(.is-seen)");
      assert.deepEqual([letter.decisions.length, letter.revision], [0, 3]);
    }),
  );

  test(
    "keys go from doubt to doubt, within the list and from elsewhere",
    onDesk({ hash: "#d0" }, async ({ page }) => {
      const current = () =>
        page
          .locator(".doubt")
          .evaluateAll((all) => all.findIndex((one) => one.classList.contains("is-current")));
      await page.keyboard.press("j");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("j");
      assert.equal(await current(), 2);
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("k");
      assert.equal(await current(), 0);
    }),
  );

  test(
    "the time left is told from the third one on",
    onDesk({ hash: "#d0" }, async (desk) => {
      await desk.page.keyboard.press("j");
      for (const left of [21, 20]) {
        await desk.page.keyboard.press("Enter");
        await waitForLeft(desk, left);
      }
      assert.doesNotMatch(await doubtsLeft(desk), /minute/);
      await desk.page.keyboard.press("Enter");
      await waitForLeft(desk, 19);
      assert.match(await doubtsLeft(desk), /about \d+ minutes? left/);
    }),
  );
});

describe("panes follow each other", () => {
  test(
    "a doubt shows its lines in the source and in the edition",
    onDesk({ hash: "#d0" }, async ({ page, letter }) => {
      await page.keyboard.press("j");
      await page.keyboard.press("j");
      const { first } = letter.doubts()[1];
      await page.waitForSelector(`#line-${first}[aria-selected="true"]`);
      assert.deepEqual(await selectedLines(page), [first]);
      assert.equal(
        await page.locator(`#line-${first} mark`).textContent(),
        letter.lines[first].text.slice(0, 12),
      );
      await waitForMark(page, `0:${first}-${first + 1}`);
    }),
  );

  test(
    "an element of the edition shows its lines, and the doubt about them",
    onDesk({ hash: "#d0" }, async ({ page, letter }) => {
      const heading = page.frameLocator("#frame").locator("h2", { hasText: "De los pliegos" });
      await heading.click();
      const line = letter.lines.findIndex(({ text }) => text.startsWith("De los pliegos"));
      await page.waitForSelector(`#line-${line}[aria-selected="true"]`);
      assert.match(
        await page.locator(".doubt.is-current .where").textContent(),
        new RegExp(`line ${line + 1}$`),
      );
      assert.deepEqual(await markedInEdition(page), [`0:${line}-${line}`]);
    }),
  );

  test(
    "lines of the source lead to another chapter of the edition",
    onDesk({ hash: "#d0" }, async ({ page, letter }) => {
      await page.locator("#lines").focus();
      await page.keyboard.press("End");
      const last = letter.lines.length - 1;
      assert.deepEqual(await selectedLines(page), [last]);
      await page.waitForFunction(
        () => document.querySelector("#edition-message").textContent !== "",
      );
      await page.keyboard.press("Home");
      await waitForMark(page, "0:0-0");
      const line = letter.lines.findIndex(({ text }) => text === "Receta");
      await page.locator("#lines").press("PageDown");
      while ((await selectedLines(page))[0] < line) await page.keyboard.press("ArrowDown");
      await waitForMark(page, `0:${line}-${line}`);
      assert.equal(await page.locator("#chapters").inputValue(), "d0-2.xhtml");
    }),
  );

  test(
    "keys go from block to block, also from the edition",
    onDesk({ hash: "#d0" }, async ({ page }) => {
      await page.locator("#lines").focus();
      await page.keyboard.press("Home");
      await page.keyboard.press("Alt+ArrowDown");
      assert.deepEqual(await selectedLines(page), [2]);
      await waitForMark(page, "0:2-2");
      await page
        .frameLocator("#frame")
        .locator("body")
        .click({ position: { x: 3, y: 3 } });
      await page.keyboard.press("Alt+ArrowDown");
      await waitForMark(page, "0:4-4");
      await page.keyboard.press("Alt+ArrowUp");
      await waitForMark(page, "0:2-2");
    }),
  );

  test(
    "an element of another document opens it",
    onDesk({ hash: "#d0" }, async ({ page }) => {
      await page.locator("#chapters").selectOption("d2-1.xhtml");
      await page.frameLocator("#frame").locator("p", { hasText: "right to left" }).click();
      await page.waitForFunction(() => location.hash === "#d2");
      await page.waitForSelector('#line-4[aria-selected="true"]');
      assert.equal(await page.locator("#title").textContent(), "<i>Hostil</i>");
    }),
  );
});

describe("plain actions", () => {
  test(
    "lines are selected by keys, said to be a heading of a level, and that is withdrawn",
    onDesk({ hash: "#d0" }, async ({ page, letter }) => {
      const line = letter.lines.findIndex(
        ({ text }) => text.startsWith("P Quise") || text.startsWith("Quise comprar"),
      );
      await page.locator("#lines").focus();
      await page.keyboard.press("Home");
      while ((await selectedLines(page))[0] < line) await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Shift+ArrowUp");
      assert.deepEqual(await selectedLines(page), [line, line + 1]);
      await page.locator("#level").selectOption("3");
      // In a field, keys are the field's.
      await page.locator("#level").focus();
      await page.keyboard.press("v");
      assert.equal(letter.decisions.length, 0);
      await page.locator("#lines").focus();
      await page.keyboard.press("h");
      await page.waitForSelector(`#line-${line}[data-kind="heading"].is-decided`);
      assert.deepEqual(letter.decisions, [{ first: line, count: 2, is: "heading", level: 3 }]);
      assert.equal(
        await page.locator("#selection-bar .kept span").textContent(),
        "Decided: Heading, level 3",
      );
      assert.equal(await page.evaluate(() => document.activeElement.id), "lines");
      await page.locator("#selection-bar .kept button").click();
      await page.waitForSelector(`#line-${line}[data-kind="paragraph"]:not(.is-decided)`);
      assert.deepEqual(letter.decisions, []);
    }),
  );

  for (const [key, is] of Object.entries({
    p: "paragraph",
    v: "verse",
    q: "quotation",
    c: "continued",
    x: "left-out",
    t: "text",
  })) {
    test(
      `${key} says ${is}`,
      onDesk({ hash: "#d0" }, async ({ page, letter }) => {
        await page.locator("#line-51").click();
        await page.keyboard.press(key);
        await page.waitForSelector("#line-51.is-decided");
        assert.deepEqual(letter.decisions, [{ first: 51, count: 1, is }]);
      }),
    );
  }

  test(
    "lines are selected by mouse, and shown before they are decided",
    onDesk({ hash: "#d0" }, async ({ page, letter }) => {
      await page.locator("#line-53").click();
      await page.locator("#line-56").click({ modifiers: ["Shift"] });
      assert.deepEqual(await selectedLines(page), [53, 54, 55, 56]);
      await page.locator('#selection-bar [aria-label="One line fewer"]').click();
      assert.deepEqual(await selectedLines(page), [53, 54, 55]);
      await page.locator('#selection-bar [data-is="quotation"]').hover();
      await page.waitForSelector("#selection-bar .preview ins");
      assert.equal(letter.decisions.length, 0);
      await page.locator('#selection-bar [data-is="quotation"]').click();
      await page.waitForSelector('#line-55[data-kind="quotation"]');
      assert.deepEqual(letter.decisions, [{ first: 53, count: 3, is: "quotation" }]);
      const quoted = page.frameLocator("#frame").locator('blockquote[data-source="0:53-55"]');
      await quoted.waitFor();
    }),
  );

  test(
    "what is left out says so without colour",
    onDesk({ hash: "#d0" }, async ({ page, letter }) => {
      const folio = letter.lines.findIndex(({ kind }) => kind === "folio");
      const row = page.locator(`#line-${folio}`);
      await page.locator("#lines").focus();
      await page.keyboard.press("Home");
      await row.scrollIntoViewIfNeeded();
      assert.equal(await row.locator(".sign").textContent(), "×");
      assert.match(
        await row.locator(".visually-hidden").textContent(),
        /page number, left out, doubt/,
      );
      assert.match(
        await row.locator(".text").evaluate((text) => getComputedStyle(text).textDecorationLine),
        /line-through/,
      );
    }),
  );
});

describe("live", () => {
  test(
    "a decision keeps the place of the edition and of the source, and the focus",
    onDesk({ hash: "#d0", viewport: { width: 1440, height: 500 } }, async ({ page }) => {
      await page.locator("#line-51").click();
      const frameTop = () =>
        page.evaluate(() => {
          const { contentDocument } = document.querySelector("#frame");
          return Math.round(
            contentDocument.querySelector('[data-source="0:53-56"]')?.getBoundingClientRect().top,
          );
        });
      await waitForMark(page, "0:51-51");
      const [top, place] = [
        await frameTop(),
        await page.locator("#lines").evaluate((one) => one.scrollTop),
      ];
      await page.keyboard.press("x");
      await page.waitForSelector("#line-51.is-left-out");
      await page.waitForFunction(
        () =>
          !document
            .querySelector("#frame")
            .contentDocument.querySelector('[data-source="0:51-51"]'),
      );
      assert.equal(await page.locator("#lines").evaluate((one) => one.scrollTop), place);
      assert.equal(await page.evaluate(() => document.activeElement.id), "lines");
      // What stood below moved up by the line that went, at most.
      assert.ok(Math.abs((await frameTop()) - top) < 120);
    }),
  );

  test(
    "the edition becomes that of the server, and what is equal stays in it",
    onDesk({ hash: "#d0" }, async ({ page }) => {
      await page.locator("#line-51").click();
      await page.waitForFunction(() => document.querySelector("#frame").contentDocument?.querySelector(".desk-selected"));
      const blocks = page.frameLocator("#frame").locator("section > *");
      const count = await blocks.evaluateAll((all) => {
        for (const [at, one] of all.entries()) one.number = at;
        return all.length;
      });
      for (const [key, is] of [["v", "verse"], ["h", "heading"], ["u", "verse"], ["x", "decision"]]) {
        await page.keyboard.press(key);
        await page.waitForSelector(`#line-51[data-kind="${is}"]`);
        await page.waitForFunction(async () => {
          const { documents } = await (await fetch("api/documents/0/edition")).json();
          const book = document.querySelector("#frame").contentDocument;
          const name = book.URL.split("/").at(-1);
          const text = await (await fetch(`editions/0/text/${name}`)).text();
          const fresh = new DOMParser().parseFromString(text, "application/xhtml+xml").querySelector("body");
          const shown = book.body.cloneNode(true);
          for (const one of shown.querySelectorAll(".desk-selected")) {
            one.classList.remove("desk-selected");
            if (!one.className) one.removeAttribute("class");
          }
          return documents.length > 0 && shown.isEqualNode(fresh);
        });
      }
      const kept = await blocks.evaluateAll((all) => all.filter((one) => one.number !== undefined).length);
      assert.ok(kept >= count - 4 && kept < count, `${kept} of ${count} blocks are kept`);
    }),
  );

  test(
    "a stale revision is told, and the newest decisions are shown",
    onDesk({ hash: "#d0" }, async (desk) => {
      const { page, letter } = desk;
      await page.route("**/api/pulse**", (route) =>
        route.fulfill({ json: { revisions: [[0, letter.revision - 1]] } }),
      );
      await page.locator("#line-51").click();
      letter.changeOutside([{ first: 2, count: 1, is: "heading" }]);
      await page.keyboard.press("v");
      await waitForStatus(page, "changed elsewhere");
      assert.deepEqual(letter.decisions, [{ first: 2, count: 1, is: "heading" }]);
      await waitForLeft(desk, letter.doubts().length);
      await page.keyboard.press("v");
      await page.waitForSelector('#line-51[data-kind="verse"]');
    }),
  );

  test(
    "a change by another program is noticed",
    onDesk({ hash: "#d0" }, async ({ page, letter }) => {
      await page.waitForSelector("#line-51");
      letter.changeOutside([{ first: 51, count: 1, is: "heading" }]);
      await page.waitForSelector('#line-51[data-kind="heading"]');
      await waitForStatus(page, "another program");
    }),
  );

  test(
    "what is looked at stays in view when the text changes above it",
    onDesk({ hash: "#d0" }, async ({ page, letter }) => {
      await page.locator("#line-51").click();
      const top = () => page.locator('#lines [aria-selected="true"]').evaluate((row) => row.getBoundingClientRect().top);
      const before = await top();
      const words = letter.lines[51].text;
      const current = await page.locator(".doubt.is-current .message").textContent();
      letter.lines = letter.lines.toSpliced(0, 1, letter.lines[0], letter.lines[0], letter.lines[0]);
      letter.changeOutside([]);
      await waitForStatus(page, "another program");
      assert.deepEqual(await selectedLines(page), [53]);
      assert.equal(await page.locator("#line-53 .text").textContent(), words);
      assert.ok(Math.abs((await top()) - before) < 3);
      assert.equal(await page.locator(".doubt.is-current .message").textContent(), current);
    }),
  );

  test(
    "a text that changed is read again",
    onDesk({ hash: "#d0" }, async ({ page, letter }) => {
      letter.lines = letter.lines.with(0, { ...letter.lines[0], text: "CARTA PRIMERA, CORREGIDA" });
      letter.changeOutside([]);
      await page.locator("#lines").focus();
      await waitForStatus(page, "another program");
      await page.keyboard.press("Home");
      assert.equal(await page.locator("#line-0 .text").textContent(), "CARTA PRIMERA, CORREGIDA");
    }),
  );

  test(
    "what the page decides itself is not taken for another program's",
    onDesk({ hash: "#d0" }, async (desk) => {
      const { page } = desk;
      const told = [];
      await page.exposeFunction("tellTest", (words) => told.push(words));
      await page.evaluate(() => {
        new MutationObserver(() =>
          window.tellTest(document.querySelector("#status").textContent),
        ).observe(document.querySelector("#status"), { childList: true });
      });
      await page.keyboard.press("j");
      for (let left = 21; left > 15; left -= 1) {
        await page.keyboard.press("Enter");
        await waitForLeft(desk, left);
        await page.waitForTimeout(350);
      }
      assert.deepEqual(
        told.filter((words) => words.includes("another program")),
        [],
      );
    }),
  );

  test(
    "a server that is gone is told, and found again",
    onDesk({ hash: "#d0" }, async ({ page, mock, letter }) => {
      await mock.close();
      await page.waitForSelector("#gone:not([hidden])");
      await page.locator("#line-51").click();
      await page.keyboard.press("v");
      await waitForStatus(page, "not kept");
      assert.equal(letter.decisions.length, 0);
      await mock.reopen();
      await page.locator("#retry").click();
      await page.waitForSelector("#gone[hidden]", { state: "attached" });
      await page.keyboard.press("v");
      await page.waitForSelector('#line-51[data-kind="verse"]');
    }),
  );

  test(
    "an answer that refuses is told in its words",
    onDesk({ hash: "#d0" }, async ({ page }) => {
      await page.route("**/decide", (route) =>
        route.fulfill({ status: 500, json: { error: "The disk is full." } }),
      );
      await page.locator("#line-51").click();
      await page.keyboard.press("v");
      await waitForStatus(page, "The disk is full.");
    }),
  );
});

describe("large and hostile documents", () => {
  test(
    "30,000 lines scroll, with few of them in the page",
    onDesk({ hash: "#d1" }, async ({ page }) => {
      const lines = page.locator("#lines");
      await lines.focus();
      const shown = () => page.locator("#lines .row").count();
      const lineAtTop = () =>
        lines.evaluate((one) => {
          const { left, top } = one.getBoundingClientRect();
          const row = document.elementFromPoint(left + 60, top + 20).closest(".row");
          return Number(row.dataset.line);
        });
      await page.keyboard.press("End");
      await page.waitForSelector('#line-29999[aria-selected="true"]');
      const isInView = await page.locator("#line-29999").evaluate((row) => {
        const [one, all] = [
          row.getBoundingClientRect(),
          document.querySelector("#lines").getBoundingClientRect(),
        ];
        return one.top >= all.top && one.bottom <= all.bottom + 1;
      });
      assert.ok(isInView);
      assert.ok((await shown()) < 150, `${await shown()} rows are in the page`);
      await page.keyboard.press("Home");
      // The whole length, in strides: estimates are right enough for the scrollbar to be.
      for (const share of [0.1, 0.25, 0.5, 0.75, 0.9]) {
        await lines.evaluate((one, part) => {
          one.scrollTop = one.scrollHeight * part;
        }, share);
        await page.waitForTimeout(60);
        const at = await lineAtTop();
        assert.ok(
          Math.abs(at - 30_000 * share) < 1500,
          `at ${share} of the height stands line ${at}`,
        );
        assert.ok((await shown()) < 150);
      }
      // Scrolling by a little moves by a little, whatever is measured meanwhile.
      const before = await lineAtTop();
      await lines.hover();
      for (let step = 0; step < 20; step += 1) {
        await page.mouse.wheel(0, 100);
        await page.waitForTimeout(20);
      }
      const moved = (await lineAtTop()) - before;
      assert.ok(moved > 20 && moved <= 100, `moved by ${moved} lines`);
      assert.equal(await page.locator("#lines .row").first().getAttribute("aria-setsize"), "30000");
    }),
  );

  test(
    "a doubt far away in 30,000 lines is shown within a moment",
    onDesk({ hash: "#d1" }, async ({ page, mock }) => {
      await page.keyboard.press("j");
      for (let step = 0; step < 30; step += 1) await page.keyboard.press("j");
      const { first } = mock.documents[1].doubts()[30];
      await page.waitForSelector(`#line-${first}[aria-selected="true"]`);
      const row = await page.locator(`#line-${first}`).boundingBox();
      const pane = await page.locator("#lines").boundingBox();
      assert.ok(row.y >= pane.y && row.y + row.height <= pane.y + pane.height);
      assert.ok((await page.locator(".doubt").count()) <= 150);
      await page.locator("#more-doubts").click();
      assert.equal(await page.locator(".doubt").count(), 300);
    }),
  );

  test(
    "a decision at the end of 30,000 lines is shown",
    onDesk({ hash: "#d1" }, async ({ page, mock }) => {
      await page.locator("#lines").focus();
      for (const key of ["End", "ArrowUp", "ArrowUp", "v"]) await page.keyboard.press(key);
      await page.waitForSelector("#line-29997.is-decided");
      assert.equal(mock.documents[1].decisions.at(-1).first, 29997);
    }),
  );

  test(
    "hostile lines are text",
    onDesk({ hash: "#d2" }, async ({ page, mock }) => {
      const texts = mock.documents[2].text().lines;
      await page.locator("#lines").focus();
      for (const [line, text] of texts.entries()) {
        await page.keyboard.press(line === 0 ? "Home" : "ArrowDown");
        await page.waitForSelector(`#line-${line}`);
        const shown = await page.locator(`#line-${line} .text`).textContent();
        assert.equal(shown.length, text.length);
        if (line !== 3) assert.equal(shown, text);
      }
      await page.keyboard.press("Home");
      assert.equal(
        await page.locator("#line-3 .text").textContent(),
        "␀ ␇ ␛[31m ␡ control characters",
      );
      assert.equal(
        await page.locator("#line-5 .text").evaluate((one) => getComputedStyle(one).direction),
        "rtl",
      );
      assert.equal(await page.locator("#line-10 .tag").textContent(), "a-kind-nobody-knows");
      assert.equal(
        await page.locator("#lines script, #lines img, #lines style, #doubt-list script").count(),
        0,
      );
      assert.doesNotMatch(await page.title(), /taken/);
      const isWide = await page
        .locator("#lines")
        .evaluate((one) => one.scrollWidth > one.clientWidth);
      assert.equal(isWide, false);
    }),
  );
});

describe("shelf", () => {
  test(
    "states, filter, search, next document",
    onDesk({}, async ({ page }) => {
      const names = () => page.locator("#shelf-rows .file").allTextContents();
      assert.deepEqual(await names(), ["carta.txt", "largo.txt", "hostil.txt", "prologo.md"]);
      await page.locator("#shelf-search").fill("rio");
      assert.deepEqual(await names(), ["largo.txt"]);
      await page.locator("#shelf-search").fill("");
      await page.locator("#shelf-filter").selectOption("given");
      assert.deepEqual(await names(), ["prologo.md"]);
      await page.locator("#shelf-filter").selectOption("clean");
      assert.equal(await page.locator("#shelf-count").textContent(), "No document is like that.");
      await page.locator("#shelf-filter").selectOption("");
      await page.locator("#shelf-next").click();
      await page.waitForSelector("#doubt-list .doubt");
      assert.equal(await page.locator("#title").textContent(), "Cartas del molino");
      assert.equal(await page.evaluate(() => document.activeElement.id), "title");
      await page.keyboard.press("n");
      await page.waitForFunction(() => location.hash === "#d1");
      await page.keyboard.press("l");
      await page.waitForSelector("#shelf:not([hidden])");
    }),
  );

  test(
    "a document that was given shows its edition only",
    onDesk({ hash: "#d3" }, async ({ page }) => {
      await page.frameLocator("#frame").locator("h2", { hasText: "Prólogo" }).waitFor();
      assert.equal(await page.locator("#source").isVisible(), false);
      assert.equal(await page.locator("#doubts").isVisible(), false);
      assert.equal(await page.locator("#progress").isVisible(), false);
    }),
  );

  test(
    "decisions are exported and imported; those that disagree are shown",
    onDesk({ hash: "#d0" }, async ({ page, letter }) => {
      await page.locator("#line-51").click();
      await page.keyboard.press("h");
      await page.waitForSelector("#line-51.is-decided");
      await page.locator("#show-decisions").click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.locator("#export").click(),
      ]);
      assert.equal(download.suggestedFilename(), "carta.txt.decisions.toml");
      const text = letter.exportText().replace("heading", "verse");
      const other = `[[decision]]\nline = ${JSON.stringify(letter.lines[2].text)}\nis = "paragraph"\nlines = 1\n`;
      const file = {
        name: "other.toml",
        mimeType: "application/toml",
        buffer: Buffer.from(`${text}\n${other}`),
      };
      await page.locator("#import-file").setInputFiles(file);
      await page.waitForSelector("#conflicts[open]");
      assert.deepEqual(await page.locator("#conflict-rows td").allTextContents(), [
        "Heading",
        "Verse",
      ]);
      assert.equal(letter.decisions.length, 2);
      await page.locator("#conflicts .close").click();
      assert.equal(await page.locator("#decision-list li").count(), 2);
      await page.locator("#decision-list li").first().getByText("Withdraw").click();
      await page.waitForFunction(() => document.querySelectorAll("#decision-list li").length === 1);
      await page.locator("#decision-list li").getByText("Show").click();
      await page.waitForSelector('#line-51[aria-selected="true"]');
    }),
  );

  test(
    "decisions about no line can be withdrawn",
    onDesk({ hash: "#d0" }, async ({ page, letter }) => {
      const lost = {
        index: 0,
        first: null,
        count: 1,
        is: "heading",
        words: "Carta perdida",
        applies: false,
      };
      letter.decide([{ first: 2, count: 1, is: "heading" }]);
      await page.route("**/api/documents/0", (route) =>
        route.fulfill({ json: { ...letter.state(0), decisions: [lost] } }),
      );
      await page.reload();
      await page.waitForSelector("#doubt-list .doubt");
      await page.locator("#show-decisions").click();
      assert.match(
        await page.locator("#decision-list li").textContent(),
        /Carta perdida.*about no line/,
      );
      await page.locator("#decision-list li button").click();
      await waitForStatus(page, "Withdrawn");
      assert.deepEqual(letter.decisions, []);
    }),
  );
});

describe("addresses", () => {
  test(
    "of a line open the document there",
    onDesk({ hash: "#d0-12" }, async ({ page }) => {
      await page.waitForSelector('#line-11[aria-selected="true"]');
      assert.deepEqual(await selectedLines(page), [11]);
      // A line that is not there is not looked for: the first doubt is shown.
      await page.evaluate(() => {
        location.hash = "d0-99999";
      });
      await page.waitForFunction(
        () => !document.querySelector('#line-11[aria-selected="true"]'),
      );
      await page.evaluate(() => {
        location.hash = "d0-30";
      });
      await page.waitForSelector('#line-29[aria-selected="true"]');
    }),
  );
});

describe("marks", () => {
  /** The line with the mark of the letter, and that of its note. @param {any} letter */
  const linesOf = (letter) => {
    const [{ first: note, mark }] = letter.notes();
    return { note, mark };
  };
  const proposed = (page) =>
    page.waitForFunction(() => {
      const shown = document.querySelector("#selection-bar .preview ins")?.textContent ?? "";
      return shown.includes("[^") && document.activeElement?.matches(".mark-row button");
    });

  test(
    "are dragged onto a note, which shows what changes before it is taken",
    // Mark and note are in view together.
    onDesk({ hash: "#d0", viewport: { width: 1440, height: 1500 } }, async ({ page, letter }) => {
      // The note is called by nothing, until its mark is dragged to it.
      const { note, mark } = linesOf(letter);
      letter.decide([{ ...mark, count: 1, is: "no-mark" }]);
      await page.reload();
      await page.locator(`#line-${mark.first}`).waitFor();
      await page.locator(`#line-${mark.first}`).click();
      const sign = page.locator(`#line-${mark.first} .note-mark`);
      const target = page.locator(`#line-${note} .text`);
      await target.scrollIntoViewIfNeeded();
      const [from, to] = [await sign.boundingBox(), await target.boundingBox()];
      // Onto a line that is no note: nothing.
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(from.x, from.y + 30, { steps: 4 });
      await page.mouse.up();
      await waitForStatus(page, "There is no note");
      assert.deepEqual(await selectedLines(page), [mark.first]);
      // Onto the note, and given up.
      const drag = async () => {
        await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
        await page.mouse.down();
        await page.mouse.move(to.x + 20, to.y + 5, { steps: 6 });
        await page.waitForSelector(`#line-${note}.is-target`);
      };
      await drag();
      await page.keyboard.press("Escape");
      await page.mouse.up();
      assert.equal(await page.locator(".is-target, .is-dragging").count(), 0);
      assert.equal(await page.locator(".mark-row button").isDisabled(), true);
      // Onto the note, and taken.
      await drag();
      await page.mouse.up();
      await proposed(page);
      assert.equal(letter.decisions.length, 1);
      await page.keyboard.press("Enter");
      await waitForStatus(page, "Calls this note");
      assert.deepEqual(letter.decisions, [{ ...mark, count: 1, is: "mark", note }]);
      assert.deepEqual(letter.notes()[0], { first: note, mark });
    }),
  );

  for (const where of ["on a screen that is touched", "on a phone"]) {
    const viewport = where === "on a phone" ? { width: 390, height: 1500 } : { width: 1440, height: 1500 };
    testTouch(
      `are dragged by a finger ${where}`,
      onDesk({ hash: "#d0", hasTouch: true, viewport }, async ({ page, letter }) => {
        const { note, mark } = linesOf(letter);
        letter.decide([{ ...mark, count: 1, is: "no-mark" }]);
        await page.reload();
        await page.waitForSelector("#doubt-list .doubt");
        if (where === "on a phone") await page.locator("#tab-source").tap();
        await page.locator(`#line-${mark.first}`).tap();
        const target = page.locator(`#line-${note} .text`);
        await target.scrollIntoViewIfNeeded();
        const sign = page.locator(`#line-${mark.first} .note-mark`);
        const [from, to] = [await sign.boundingBox(), await target.boundingBox()];
        const client = await page.context().newCDPSession(page);
        const touch = (type, ...points) =>
          client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
        const scrolled = () => page.locator("#lines").evaluate((one) => one.scrollTop);
        const drag = async () => {
          const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
          await touch("touchStart", { x, y });
          for (let step = 1; step <= 6; step += 1) {
            const at = (one, other) => one + ((other - one) * step) / 6;
            await touch("touchMove", { x: at(x, to.x + 20), y: at(y, to.y + to.height / 2) });
          }
          await page.waitForSelector(`#line-${note}.is-target`);
        };
        const place = await scrolled();
        // A gesture of the system takes the finger away: nothing is proposed.
        await drag();
        await touch("touchCancel");
        await page.waitForFunction(() => !document.querySelector(".is-target, .is-dragging"));
        assert.equal(await page.locator(".mark-row button").isDisabled(), true);
        await drag();
        await touch("touchEnd");
        await proposed(page);
        // The finger has dragged, and not scrolled.
        assert.equal(await scrolled(), place);
        assert.equal(letter.decisions.length, 1);
        await page.locator(".mark-row button").tap();
        await waitForStatus(page, "Calls this note");
        assert.deepEqual(letter.decisions, [{ ...mark, count: 1, is: "mark", note }]);
        // Beside a mark, a finger scrolls.
        const row = await page.locator(`#line-${mark.first + 1} .text`).boundingBox();
        const [x, y] = [row.x + 8, row.y + row.height / 2];
        await touch("touchStart", { x, y });
        for (let step = 1; step <= 6; step += 1) await touch("touchMove", { x, y: y - step * 40 });
        await touch("touchEnd");
        await page.waitForFunction(
          (before) => document.querySelector("#lines").scrollTop > before + 50,
          place,
        );
      }),
    );
  }

  test(
    "are given to notes by keys alone",
    onDesk({ hash: "#d0" }, async ({ page, letter }) => {
      const { note, mark } = linesOf(letter);
      await page.locator("#lines").focus();
      await page.keyboard.press("Home");
      for (let at = 0; at < mark.first; at += 1) await page.keyboard.press("ArrowDown");
      await page.keyboard.press("m");
      assert.equal(await page.evaluate(() => document.activeElement?.tagName), "SELECT");
      assert.equal(await page.locator(".mark-row select").inputValue(), String(note));
      // The first choice: it calls no note.
      await page.keyboard.press("Home");
      await page.waitForSelector("#selection-bar .preview:not(:empty)");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await waitForStatus(page, "Calls no note");
      assert.deepEqual(letter.decisions, [{ ...mark, count: 1, is: "no-mark" }]);
      assert.deepEqual(await findBarriers(page), []);
      // A line without marks says so.
      await page.locator("#lines").focus();
      await page.keyboard.press("Home");
      await page.keyboard.press("m");
      await waitForStatus(page, "Select a single line with a mark");
    }),
  );
});

describe("pages", () => {
  test(
    "are set when they are looked at, and again after a decision",
    onDesk({ hash: "#d0" }, async ({ page, letter }) => {
      await page.keyboard.press("Escape");
      await page.keyboard.press("e");
      await page.waitForSelector('#pages-room img[src^="pages/0/0.svg?d1"]');
      assert.equal(await page.locator("#page-count").textContent(), "1 of 12");
      await page.keyboard.press("]");
      await page.waitForSelector('#pages-room img[src^="pages/0/2.svg"]');
      assert.equal(await page.locator("#page-count").textContent(), "2–3 of 12");
      const width = await page
        .locator("#pages-room img")
        .first()
        .evaluate((one) => one.clientWidth);
      await page.locator("#zoom-in").click();
      assert.ok(
        (await page
          .locator("#pages-room img")
          .first()
          .evaluate((one) => one.clientWidth)) > width,
      );
      await page.locator("#zoom-fit").click();
      await page.locator("#facing").uncheck();
      assert.equal(await page.locator("#page-count").textContent(), "2 of 12");
      await page.locator("#page-number").fill("12");
      await page.locator("#page-number").press("Enter");
      await page.waitForSelector('#pages-room img[src^="pages/0/11.svg"]');
      await page.locator("#line-51").click();
      // The page on which the line stands.
      await page.waitForSelector('#pages-room img[src="pages/0/1.svg?d1"]');
      await page.keyboard.press("v");
      await page.waitForFunction(() =>
        document.querySelector("#pages-message").textContent.includes("anew"),
      );
      await page.waitForSelector('#pages-room img[src="pages/0/1.svg?d2"]');
      await page.keyboard.press("e");
      await page.frameLocator("#frame").locator("h2").first().waitFor();
      await page.keyboard.press("u");
      await page.waitForSelector("#line-51:not(.is-decided)");
      assert.equal(letter.decisions.length, 0);
      // Nobody looks at them: nothing is set.
      assert.equal(
        await page.evaluate(() =>
          fetch("api/documents/0/pages")
            .then((said) => said.json())
            .then(({ state }) => state),
        ),
        "none",
      );
    }),
  );

  test(
    "are turned, enlarged and gone through by keys",
    onDesk({ hash: "#d0" }, async ({ page }) => {
      await page.keyboard.press("Escape");
      await page.locator("#as-pages").click();
      await page.waitForSelector("#pages-room img");
      const room = page.locator("#pages-room");
      const shown = () => page.locator("#page-count").textContent();
      const line = async () => (await selectedLines(page))[0];
      // From pane to pane the keys come here.
      await page.locator("#lines").focus();
      await page.keyboard.press("F6");
      assert.equal(await page.evaluate(() => document.activeElement.id), "pages-room");
      assert.match(
        await room.evaluate((one) => document.getElementById(one.getAttribute("aria-describedby")).textContent),
        /select lines/,
      );
      await page.keyboard.press("End");
      assert.equal(await shown(), "12 of 12");
      await page.keyboard.press("PageUp");
      assert.equal(await shown(), "10–11 of 12");
      await page.keyboard.press("Home");
      await page.keyboard.press("PageDown");
      assert.equal(await shown(), "2–3 of 12");
      // Pages 2 and 3 have lines 30 to 89, of which none is selected yet.
      await page.keyboard.press("ArrowDown");
      assert.equal(await line(), 30);
      await page.waitForSelector('[data-page="1"] .place');
      await waitForStatus(page, "line 31: ");
      await page.keyboard.press("ArrowDown");
      assert.equal(await line(), 31);
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("ArrowUp");
      // The line before is on the page before.
      assert.equal(await line(), 29);
      await page.waitForSelector('[data-page="0"] .place');
      assert.equal(await shown(), "1 of 12");
      assert.equal(await page.evaluate(() => document.activeElement.id), "pages-room");
      // Enlarged, the page is read to its end before it is turned.
      const zoom = () => page.locator("#zoom").textContent();
      for (const key of [..."++++++-"]) await page.keyboard.press(key);
      assert.equal(await zoom(), "305 %");
      await page.keyboard.press("PageDown");
      assert.equal(await shown(), "1 of 12");
      assert.ok((await room.evaluate((one) => one.scrollTop)) > 0);
      for (let at = 0; at < 3; at += 1) await page.keyboard.press("PageDown");
      assert.notEqual(await shown(), "1 of 12");
      await page.keyboard.press("0");
      assert.equal(await zoom(), "100 %");
      assert.deepEqual(await findBarriers(page), []);
    }),
  );

  test(
    "follow the selection, and lead back to the source",
    onDesk({ hash: "#d0" }, async ({ page }) => {
      await page.locator("#line-51").click();
      await page.locator("#as-pages").click();
      // Lines 52 to 54 are on page 2, three lines below each other are one mark.
      await page.waitForSelector('[data-page="1"] .place');
      await page.keyboard.press("Shift+ArrowDown");
      await page.locator("#lines").focus();
      await page.keyboard.press("Shift+ArrowDown");
      await page.waitForFunction(() => {
        const [mark, ...others] = document.querySelectorAll(".place");
        return others.length === 0 && parseFloat(mark?.style.height) > (100 * 20) / 595;
      });
      const [sheet, mark] = await Promise.all([
        page.locator('[data-page="1"]').boundingBox(),
        page.locator(".place").boundingBox(),
      ]);
      const top = 81 + 21 * 15;
      assert.ok(Math.abs((mark.y - sheet.y) / sheet.height - top / 595) < 0.01);
      // A doubt shows its place, too.
      await page.locator(".doubt-head").nth(3).click();
      const [line] = await selectedLines(page);
      await page.waitForSelector(`[data-page="${Math.floor(line / 30)}"] .place`);
      // A click on the first line of the page shown selects that line; the page stays.
      const shown = await page.locator("[data-page]").first();
      const number = Number(await shown.getAttribute("data-page"));
      const box = await shown.boundingBox();
      await page.mouse.click(
        box.x + (60 / 419) * box.width,
        box.y + ((81 + 15 + 5) / 595) * box.height,
      );
      assert.deepEqual(await selectedLines(page), [number * 30 + 1]);
      assert.equal(await page.locator(`[data-page="${number}"] .place`).count(), 1);
      // A click on nothing selects nothing else.
      await page.mouse.click(box.x + box.width / 2, box.y + 4);
      assert.deepEqual(await selectedLines(page), [number * 30 + 1]);
      // The pages that are shown large scroll to the place.
      for (let step = 0; step < 6; step += 1) await page.locator("#zoom-in").click();
      await page.locator("#lines").focus();
      await page.keyboard.press("ArrowDown");
      await page.waitForFunction((at) => {
        const [room, mark] = ["#pages-room", ".place"].map((one) =>
          document.querySelector(one)?.getBoundingClientRect(),
        );
        const isSelected = document.querySelector(`#line-${at}[aria-selected="true"]`);
        return isSelected && mark && mark.top >= room.top && mark.bottom <= room.bottom;
      }, number * 30 + 2);
      // Where only one of two facing pages has room, it is that of the place.
      await page.locator("#zoom-fit").click();
      await page.locator("#lines").focus();
      await page.keyboard.press("Home");
      for (let at = 0; at < 61; at += 1) await page.keyboard.press("ArrowDown");
      await page.waitForSelector('[data-page="2"] .place');
      await page.setViewportSize({ width: 600, height: 900 });
      await page.locator("#tab-edition").click();
      await page.waitForSelector('[data-page="2"] .place');
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.locator("#lines").focus();
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => !document.querySelector(".place"));
    }),
  );

  test(
    "say if lines are not on them",
    onDesk({ hash: "#d0" }, async ({ page }) => {
      await page.route("**/api/documents/*/places", (route) =>
        route.fulfill({ json: { digest: "d1", places: [] } }),
      );
      await page.locator("#as-pages").click();
      await page.waitForFunction(() =>
        document.querySelector("#pages-message").textContent.includes("not in the edition"),
      );
      await page.waitForSelector('#pages-room img[src="pages/0/0.svg?d1"]');
    }),
  );

  test(
    "that cannot be set say why",
    onDesk({ hash: "#d0" }, async ({ page }) => {
      await page.route("**/api/documents/*/pages", (route) =>
        route.fulfill({
          json: {
            state: "failed",
            error: "A font is missing.",
            count: 0,
            width: 0,
            height: 0,
            digest: "",
          },
        }),
      );
      await page.locator("#as-pages").click();
      await page.waitForFunction(() =>
        document.querySelector("#pages-message").textContent.includes("A font is missing."),
      );
    }),
  );

  test(
    "of the source are shown beside it",
    onDesk({ hash: "#d0" }, async ({ page }) => {
      await page.locator("#picture-toggle").click();
      await page.locator("#lines").focus();
      await page.keyboard.press("Home");
      await page.waitForSelector('#picture[src="sources/0/0.svg"]');
      await page.keyboard.press("End");
      await page.waitForSelector('#picture[src="sources/0/4.svg"]');
      assert.equal(
        await page.locator("#picture").getAttribute("alt"),
        "Picture of page 11 of the source",
      );
    }),
  );
});

describe("keys", () => {
  test(
    "of a single character can be turned off",
    onDesk({ hash: "#d0" }, async ({ page, letter }) => {
      await page.locator("#show-settings").click();
      await page.locator("#letter-keys").uncheck();
      await page.locator("#settings .close").click();
      await page.locator("#line-51").click();
      for (const key of ["v", "x", "2", "?", "j", "["]) await page.keyboard.press(key);
      await page.waitForTimeout(200);
      assert.equal(letter.decisions.length, 0);
      assert.equal(await page.locator("dialog[open]").count(), 0);
      await page.locator('#selection-bar [data-is="verse"]').click();
      await page.waitForSelector("#line-51.is-decided");
      await page.keyboard.press("Control+z");
      await page.waitForSelector("#line-51:not(.is-decided)");
    }),
  );

  test(
    "are listed, do nothing in fields and behind dialogs",
    onDesk({ hash: "#d0" }, async ({ page, letter }) => {
      await page.locator("#line-51").click();
      await page.keyboard.press("?");
      await page.waitForSelector("#help[open]");
      assert.ok((await page.locator("#help-keys tr").count()) > 20);
      await page.keyboard.press("v");
      await page.keyboard.press("Escape");
      await page.locator("#as-pages").click();
      await page.locator("#page-number").press("x");
      await page.waitForTimeout(200);
      assert.equal(letter.decisions.length, 0);
    }),
  );

  test(
    "reach every pane",
    onDesk({ hash: "#d0" }, async ({ page }) => {
      // Keys in the frame are heard once its chapter is there.
      await page.frameLocator("#frame").locator("h2").first().waitFor();
      await page.keyboard.press("j");
      await page.keyboard.press("F6");
      assert.equal(await page.evaluate(() => document.activeElement.id), "lines");
      await page.keyboard.press("F6");
      assert.equal(await page.evaluate(() => document.activeElement.id), "frame");
      await page.keyboard.press("F6");
      assert.match(await focusedText(page), /as it is now/);
    }),
  );
});

describe("for everybody", () => {
  /** @param {Awaited<ReturnType<typeof openDesk>>} desk */
  async function lookEverywhere({ page }) {
    const found = [];
    const look = async (/** @type {string} */ where) => {
      found.push(...(await findBarriers(page)).map((words) => `${where}: ${words}`));
    };
    await look("shelf");
    await page.evaluate(() => {
      location.hash = "d0";
    });
    await page.waitForSelector("#doubt-list .doubt");
    await page.keyboard.press("j");
    await page.keyboard.press("2");
    await page.waitForSelector(".preview ins");
    await look("doubts");
    for (const pane of ["source", "edition"]) {
      const tab = page.locator(`#tab-${pane}`);
      if (!(await tab.isVisible())) continue;
      await tab.click();
      await look(pane);
    }
    if (await page.locator("#tab-source").isVisible()) await page.locator("#tab-source").click();
    await page.locator("#lines").focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("h");
    await page.waitForSelector("#line-0.is-decided");
    await page.locator("#picture-toggle").click();
    await look("source with decisions");
    if (await page.locator("#tab-edition").isVisible()) await page.locator("#tab-edition").click();
    await page.locator("#as-pages").click();
    await page.waitForSelector("#pages-room img");
    await look("pages");
    for (const dialog of ["help", "settings", "decisions"]) {
      await page.locator(`#show-${dialog}`).click();
      await page.waitForSelector(`#${dialog}[open]`);
      await look(dialog);
      await page.keyboard.press("Escape");
    }
    await page.evaluate(() => {
      location.hash = "d3";
    });
    await page.waitForSelector("#bench.is-given");
    await look("given");
    assert.deepEqual(found, []);
  }

  for (const [name, options] of Object.entries({
    "light, in English": { colorScheme: "light" },
    "dark, in Spanish": { colorScheme: "dark", locale: "es-ES" },
    "on a tablet": { viewport: { width: 820, height: 1180 } },
    "on a phone": { viewport: { width: 360, height: 740 } },
    "on a phone, in the dark": {
      viewport: { width: 360, height: 740 },
      colorScheme: "dark",
      locale: "es-ES",
    },
  })) {
    test(`axe-core finds nothing: ${name}`, onDesk(options, lookEverywhere));
  }

  test(
    "axe-core finds nothing in conflicts and without a server",
    onDesk({ hash: "#d0" }, async ({ page, mock, letter }) => {
      letter.decide([{ first: 51, count: 1, is: "heading" }]);
      await page.waitForSelector("#line-51.is-decided");
      await page.locator("#show-decisions").click();
      const buffer = Buffer.from(letter.exportText().replace("heading", "verse"));
      await page
        .locator("#import-file")
        .setInputFiles({ name: "a.toml", mimeType: "text/plain", buffer });
      await page.waitForSelector("#conflicts[open]");
      assert.deepEqual(await findBarriers(page), []);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await mock.close();
      await page.waitForSelector("#gone:not([hidden])");
      assert.deepEqual(await findBarriers(page), []);
    }),
  );

  test(
    "nothing is wider than 320 pixels, but tables",
    onDesk({ viewport: { width: 320, height: 640 }, locale: "es-ES" }, async ({ page }) => {
      const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      assert.equal(await isWide(), false);
      await page.evaluate(() => {
        location.hash = "d0";
      });
      await page.waitForSelector("#doubt-list .doubt");
      for (const pane of ["source", "edition", "doubts"]) {
        await page.locator(`#tab-${pane}`).click();
        assert.equal(await isWide(), false, pane);
        assert.equal(await page.locator(`#${pane}`).isVisible(), true);
      }
    }),
  );

  test(
    "tabs are gone through by arrows, and keep the place",
    onDesk({ hash: "#d0", viewport: { width: 390, height: 844 } }, async ({ page, letter }) => {
      await page.locator("#tab-doubts").focus();
      await page.keyboard.press("ArrowRight");
      assert.equal(await page.evaluate(() => document.activeElement.id), "tab-source");
      const { first } = letter.doubts()[0];
      const row = await page.locator(`#line-${first}`).boundingBox();
      const pane = await page.locator("#lines").boundingBox();
      assert.ok(row.y >= pane.y && row.y < pane.y + pane.height);
      await page.keyboard.press("ArrowRight");
      const marked = page.frameLocator("#frame").locator(".desk-selected");
      const [box, frame] = [await marked.boundingBox(), await page.locator("#frame").boundingBox()];
      assert.ok(box.y >= frame.y && box.y < frame.y + frame.height);
    }),
  );

  test(
    "language and colours are a choice that is kept",
    onDesk({ hash: "#d0" }, async ({ page }) => {
      await page.locator("#show-settings").click();
      await page.locator("#language").selectOption("es");
      await page.locator("#theme").selectOption("dark");
      await page.locator("#typewriter").check();
      await page.locator("#settings .close").click();
      assert.equal(await page.locator("html").getAttribute("lang"), "es");
      assert.equal(await page.locator("#doubts-title").textContent(), "Dudas");
      assert.match(await page.locator("#progress-words").textContent(), /^Quedan 22 dudas/);
      const [desk, book] = await page.evaluate(() => [
        getComputedStyle(document.body).backgroundColor,
        getComputedStyle(document.querySelector("#frame").contentDocument.documentElement)
          .backgroundColor,
      ]);
      assert.equal(book, desk);
      await page.reload();
      await page.waitForSelector("#doubt-list .doubt");
      assert.equal(await page.locator("#undo").textContent(), "Deshacer");
      assert.equal(await page.evaluate(() => getComputedStyle(document.body).colorScheme), "dark");
    }),
  );

  test(
    "text of the documents has its language",
    onDesk({ hash: "#d0" }, async ({ page }) => {
      assert.equal(await page.locator("#lines .text").first().getAttribute("lang"), "es");
      assert.equal(await page.locator(".excerpt p").first().getAttribute("lang"), "es");
      assert.equal(await page.locator(".doubt .message").first().getAttribute("lang"), "en");
    }),
  );
});
