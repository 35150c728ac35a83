// Spoils an EPUB in every way that open.mjs looks for and sees to it
// that each engine tells of each.
// usage: node spoil.mjs MODULES EPUB
// The EPUB has to have notes, a page list and fonts.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { ENGINES, findings, launch } from './open.mjs';

const [modules, epub] = process.argv.slice(2);
const JSZip = createRequire(join(resolve(modules), 'x'))('jszip');

const CHAPTER = /text\/chapter-.*\.xhtml$/;

// Adds to the end of a document, or of a style sheet.
const add = more => text =>
    text.includes('</body>') ? text.replace('</body>', () => `${more}</body>`) : text + more;

// What is spoilt, in which files, how, and by what an engine has to find it. Faults that
// do not hide each other are made in one copy.
const COPIES = [[
    ['a note is gone', /\.xhtml$/, text => text.replaceAll('id="note-1"', ''),
        /the note .*#note-1 is not there/],
    ['a line of the contents leads nowhere', /nav\.xhtml$/,
        text => text.replace(/text\/chapter-2\.xhtml"/, 'text/chapter-2.xhtml#nowhere"'),
        /contents, .* leads to .*#nowhere/],
    ['a page is another', CHAPTER, text => text.replace('aria-label="1"', 'aria-label="7"'),
        /page '1' leads to/],
    ['a font is gone', /fonts\/roman\.ttf$/, () => null, /the font .* could not be loaded/],
    ['something is too wide', CHAPTER, add('<div style="width: 2000px; height: 1em"/>'),
        /too wide for a desktop.*<div/],
    ['a colour is fixed', /\.css$/, add('p { color: #333; }'), /cannot be read in the dark/],
    ['something is asked of the network', CHAPTER,
        add('<p><img src="http://example.org/a.png" alt=""/></p>'),
        /request failed: http:..example.org/],
], [
    ['some words of a note are not shown', /\.xhtml$/,
        text => text.replace(/(<li id="note-1"[^>]*>)/, '$1<p hidden="">Hidden.</p>'),
        /foliate-js: .* pops up as|epub.js: the note .* is not shown whole/],
    ['a note leads back to another place', /\.xhtml$/,
        text => text.replace(/#mark-2"/, '#page-1"'), /leads back to another place/],
    ['a line of the contents has another title', /nav\.xhtml$/,
        text => text.replace(/(text\/chapter-2\.xhtml">)/, '$1Un-'), /says other words/],
    ['an image is gone', CHAPTER, add('<p><img src="../images/none.png" alt=""/></p>'),
        /an image is not shown/],
    ['a line cannot be broken', CHAPTER,
        add(`<p style="white-space: nowrap">${'Word '.repeat(200)}</p>`),
        /too wide for a phone.*'Word/],
    ['a colour is faint', /\.css$/, add('p { color: #ccc; }'), /cannot be read by day/],
]];

const browser = await launch(modules);
const whole = readFileSync(epub);
let unseen = 0;
for (const faults of COPIES) {
    const zip = await JSZip.loadAsync(whole);
    const made = new Set();
    for (const [what, files, change] of faults) {
        for (const { name } of zip.file(files)) {
            const text = await zip.file(name).async('string');
            const spoilt = change(text);
            if (spoilt === text) continue;
            made.add(what);
            if (spoilt === null) zip.remove(name);
            else zip.file(name, spoilt);
        }
    }
    const found = await findings(browser, modules, await zip.generateAsync({ type: 'nodebuffer' }));
    for (const engine of ENGINES) {
        for (const [what, , , sign] of faults) {
            const isSeen = found.some(words => words.startsWith(engine) && sign.test(words));
            if (made.has(what) && isSeen) continue;
            console.log(`${what}: ${made.has(what) ? `${engine} does not tell` : 'could not be made'}`);
            unseen += 1;
        }
    }
    if (unseen) for (const words of found) console.log(`    ${words}`);
}
await browser.close();
process.exit(unseen ? 1 : 0);
