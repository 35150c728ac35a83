// Opens an EPUB in foliate-js, opens its fourth note, and takes a picture.
// usage: node note.mjs MODULES EPUB PICTURE
//   MODULES: the folder node_modules that holds the engine

import { readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { launch } from '../../tests/conformance/readers/open.mjs';

const READERS = join(dirname(fileURLToPath(import.meta.url)), '../../tests/conformance/readers');
const HOST = 'http://localhost';
const TYPES = { '.js': 'text/javascript', '.epub': 'application/epub+zip' };
// Which mark is clicked: its note has two paragraphs.
const MARK = 3;

const PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>A reader</title>
<style>
html, body { margin: 0; height: 100%; overflow: hidden; }
#room { position: absolute; inset: 0; }
#room > * { width: 100%; height: 100%; }
dialog { position: absolute; inset: auto 24px 24px auto; width: 430px; height: 330px; margin: 0;
    padding: 0; border: 1px solid #999; border-radius: 10px; box-shadow: 0 6px 24px #0005; }
dialog:focus-visible { outline: none; }
dialog::backdrop { background: none; }
dialog > * { display: block; width: 100%; height: 100%; }
</style>
</head>
<body>
<div id="room"></div>
<dialog id="note"></dialog>
<script type="module">
import { Foliate } from './engines.js';
window.openNote = async () => {
    const engine = await Foliate.open('/book.epub', document.getElementById('room'));
    const [chapter] = engine.contents();
    await engine.goTo(chapter.href);
    const marks = engine.document().querySelectorAll('a[role="doc-noteref"]');
    await engine.popUp(marks[${MARK}]);
};
</script>
</body>
</html>`;

const [modules, epub, picture] = process.argv.slice(2);
const bytes = readFileSync(epub);
const browser = await launch(modules);
const page = await browser.newPage({ viewport: { width: 1060, height: 760 } });
await page.route(/^http/, route => {
    const { origin, pathname } = new URL(route.request().url());
    const contentType = TYPES[extname(pathname)] ?? 'text/plain';
    if (origin !== HOST) return route.abort();
    if (pathname === '/') return route.fulfill({ body: PAGE, contentType: 'text/html' });
    if (pathname === '/book.epub') return route.fulfill({ body: bytes, contentType });
    const path = pathname.startsWith('/modules/')
        ? join(modules, pathname.slice('/modules/'.length))
        : join(READERS, pathname);
    return route.fulfill({ body: readFileSync(path), contentType });
});
await page.goto(`${HOST}/`);
await page.waitForFunction(() => window.openNote);
await page.evaluate(() => window.openNote());
await page.screenshot({ path: picture });
await browser.close();
