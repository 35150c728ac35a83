// Opens EPUBs in foliate-js and epub.js, in a browser without a window.
// usage: node open.mjs MODULES PICTURES SAID EPUB...
//   MODULES: the folder node_modules that holds the engines
//   PICTURES: a folder for screenshots
//   SAID: a folder; N has what is wrong with the Nth book, N.status 0 if nothing is

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const HOST = 'http://localhost';
const TYPES = { '.js': 'text/javascript', '.html': 'text/html', '.epub': 'application/epub+zip' };

export const ENGINES = ['foliate-js', 'epub.js'];

export const launch = modules => {
    const { chromium } = createRequire(join(resolve(modules), 'x'))('playwright-core');
    const find = 'command -v chromium || command -v google-chrome';
    const executablePath = execFileSync('sh', ['-c', find], { encoding: 'utf8' }).trim();
    return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
};

// What is wrong with a book (its bytes), by each engine.
export const findings = async (browser, modules, bytes, pictures = () => null) => {
    const found = [];
    for (const engine of ENGINES) {
        const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
        const page = await context.newPage();
        page.on('pageerror', fault => found.push(`${engine}: script error: ${fault.message}`));
        page.on('console', message => {
            if (message.type() === 'error') found.push(`${engine}: console: ${message.text()}`);
        });
        page.on('requestfailed', request => {
            found.push(`${engine}: request failed: ${request.url()}`);
        });
        // There is no network: the engines and the book are all that can be had.
        await context.route(/^http/, route => {
            const { origin, pathname } = new URL(route.request().url());
            const contentType = TYPES[extname(pathname)] ?? 'text/plain';
            if (origin !== HOST) return route.abort();
            if (pathname === '/book.epub') return route.fulfill({ body: bytes, contentType });
            const path = pathname.startsWith('/modules/')
                ? join(modules, pathname.slice('/modules/'.length))
                : join(HERE, pathname);
            try {
                return route.fulfill({ body: readFileSync(path), contentType });
            } catch {
                return route.abort();
            }
        });
        await page.exposeFunction('size', (width, height) => page.setViewportSize({ width, height }));
        await page.exposeFunction('dark', dark =>
            page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' }));
        await page.exposeFunction('picture', async name => {
            const path = pictures(name);
            if (path) await page.screenshot({ path });
        });
        await page.goto(`${HOST}/page.html`);
        await page.waitForFunction(() => window.check);
        found.push(...await page.evaluate(engine => window.check(engine, '/book.epub'), engine));
        await context.close();
    }
    return found;
};

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
    const [modules, pictures, said, ...books] = process.argv.slice(2);
    const browser = await launch(modules);
    for (const [at, book] of books.entries()) {
        // editions/NAME/once/BOOK.epub
        const folder = join(pictures, basename(dirname(dirname(resolve(book)))));
        mkdirSync(folder, { recursive: true });
        const name = name => join(folder, `${basename(book, '.epub')}-${name}.png`);
        const open = () => findings(browser, modules, readFileSync(book), name)
            .catch(fault => [String(fault?.stack ?? fault)]);
        // A fault of the book shows each time. Where an engine only lost a race with itself,
        // as happens on a busy machine, it does not show again.
        const first = await open();
        const found = first.length ? await open() : [];
        const lines = [...first.map(line => `at first: ${line}`), ...found];
        writeFileSync(join(said, `${at + 1}`), lines.map(line => `${line}\n`).join(''));
        writeFileSync(join(said, `${at + 1}.status`), found.length ? '1' : '0');
    }
    await browser.close();
}
