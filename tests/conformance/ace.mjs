// Runs DAISY Ace on EPUBs, all in one browser.
// usage: node ace.mjs MODULES SAID EPUB...
//   MODULES: the folder node_modules that holds Ace
//   SAID: a folder; N has the violations in the Nth book, N.status 0 if there are none

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

// How long the browser may take to start, in milliseconds; Ace's own 5 seconds are too few
// for a busy machine.
process.env.ACE_TIMEOUT_INITIAL ??= '60000';
// How long a book may take, in milliseconds.
const LONGEST = 300_000;

const [modules, said, ...books] = process.argv.slice(2);
const load = createRequire(join(resolve(modules), 'x'));
const ace = load('@daisy/ace-core');
const runner = load('@daisy/ace-axe-runner-puppeteer');

// Ace starts and ends a browser for each book; this one outlives them.
const shared = { ...runner, launch: async () => {}, close: async () => {} };

// The violations in a book, and whether Ace passes it.
const check = async book => {
    const outdir = mkdtempSync(join(tmpdir(), 'ace-'));
    try {
        const options = { cwd: process.cwd(), outdir, initLogger: true, silent: true };
        const [, report] = await ace(book, options, shared);
        const violations = report.assertions.flatMap(page => page.assertions.map(found => {
            const { 'earl:impact': impact, 'dct:title': title } = found['earl:test'];
            return `${page['earl:testSubject'].url} ${impact} ${title}`;
        }));
        return [violations, report['earl:result']['earl:outcome'] === 'pass'];
    } finally {
        rmSync(outdir, { recursive: true });
    }
};

await runner.launch();
for (const [at, book] of books.entries()) {
    const late = new Promise((_, fail) => {
        setTimeout(() => fail(new Error('Ace took too long')), LONGEST).unref();
    });
    const [found, passed] = await Promise.race([check(book), late])
        .catch(fault => [[String(fault?.stack ?? fault)], false]);
    writeFileSync(join(said, `${at + 1}`), found.map(line => `${line}\n`).join(''));
    writeFileSync(join(said, `${at + 1}.status`), passed && !found.length ? '0' : '1');
}
await runner.close();
process.exit(0);
