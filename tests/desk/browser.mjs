// A browser for the tests, and what every test of the page is watched for.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { startMock } from "./mock.mjs";

// Where playwright-core and axe-core are: tests/desk/run puts them there.
const MODULES =
  process.env.DESK_MODULES ??
  fileURLToPath(new URL("../../target/desk/node_modules", import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

/** Whether the tests run in Firefox, which is driven over WebDriver BiDi (W3C) and can do less. */
export const IS_FIREFOX = process.env.DESK_BROWSER === "firefox";

const require = createRequire(join(resolve(MODULES), "x.js"));
const { chromium, firefox } = require("playwright-core");
const AXE = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");

// How long a test waits for something, in milliseconds: a busy machine is slow.
const PATIENCE = 10_000;

// The rules of WCAG 2.2 AA, and what is good practice besides.
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

export const launch = () =>
  IS_FIREFOX
    ? firefox.launch({ executablePath: FIREFOX, channel: "moz-firefox" })
    : chromium.launch({ executablePath: CHROMIUM });

/**
 * Opens an address of a desk, in a context of its own, and watches for what goes wrong.
 * @param {import("playwright-core").Browser} browser
 * @param {string} address
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function openPage(browser, address, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  /** @type {string[]} */
  const faults = [];
  // Chromium asks for an icon that no page names.
  await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
  page.on("pageerror", (fault) => faults.push(String(fault.stack)));
  page.on("console", (message) => {
    const isPolicy = /content.security.policy/i.test(message.text());
    const isRefusal = /Failed to load resource/.test(message.text());
    if (isPolicy || (message.type() === "error" && !isRefusal)) faults.push(message.text());
  });
  await page.exposeFunction("reportViolation", (/** @type {string} */ words) => faults.push(words));
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      window.reportViolation(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  await page.goto(address);
  const isDocument = address.includes("#");
  await page.waitForSelector(
    isDocument ? "#doubt-list .doubt, #bench.is-given" : "#shelf-rows tr",
  );
  return {
    page,
    faults,
    async close() {
      await context.close();
      return faults;
    },
  };
}

/**
 * Opens a page of a desk that is served by a fake.
 * @param {import("playwright-core").Browser} browser
 * @param {{ hash?: string, documents?: object[] } & import("playwright-core").BrowserContextOptions} [options]
 */
export async function openDesk(browser, { hash = "", documents, ...options } = {}) {
  const mock = await startMock(documents && { documents });
  const { page, faults, close } = await openPage(browser, mock.address + hash, options);
  return {
    page,
    mock,
    /** @type {import("./recovery.mjs").FakeDocument} */
    letter: mock.documents[0],
    faults,
    async close() {
      await close();
      await mock.close();
      return faults;
    },
  };
}

/**
 * What axe-core finds, as sentences. The book in the frame is not the desk's.
 * @param {import("playwright-core").Page} page
 */
export async function findBarriers(page) {
  await page.evaluate(AXE);
  // A colour halfway through its transition is nobody's choice.
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map((animation) => animation.finished)),
  );
  const { violations } = await page.evaluate(
    (values) => window.axe.run(document, { iframes: false, runOnly: { type: "tag", values } }),
    RULES,
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => `${html} ${failureSummary}`)
        .join(" | ")}`,
  );
}
