// What is looked at in a book that an engine has open. Findings are sentences.

import { Book, evenly, letters, typed } from './book.js';
import { EpubJs, Foliate } from './engines.js';

const SIZES = [['phone', 360, 640], ['tablet', 768, 1024], ['desktop', 1280, 800]];

// Contrast of text, WCAG 2.1 §1.4.3.
const CONTRAST = 4.5;

// So many pixels may a line leave its column: the side of an initial hangs over the edge,
// and a page has more margin.
const SLACK = 4;

// Of long lists so many entries are gone to, evenly from the whole list.
const ENTRIES = 40;
const PAGES = 20;
const NOTES = 24;

const ENGINES = { 'foliate-js': Foliate, 'epub.js': EpubJs };

// Opens a book in an engine and tells what is wrong. `host` can do what a page cannot:
// change the size of the window and the colours of the system, and take pictures.
export const check = async (name, address) => {
    const findings = [];
    const say = words => findings.push(`${name}: ${words}`);
    const guarded = async (what, job) => {
        try {
            await job();
        } catch (fault) {
            say(`${what}: ${fault.message ?? fault}`);
        }
    };
    const book = await Book.read(address);
    let engine;
    await window.size(1280, 800);
    await guarded('opening', async () => {
        engine = await ENGINES[name].open(address, document.getElementById('room'));
    });
    if (!engine) return findings;
    const run = { book, engine, say };
    await guarded('contents', () => contents(run));
    await guarded('page list', () => pages(run));
    await guarded('notes', () => notes(run));
    await guarded('looks', () => looks(run));
    await guarded('closing', () => engine.close());
    return findings;
};

const addressOf = ({ file, id }) => id ? `${file}#${id}` : file;

// Goes to a place of the book: its element, or none and a finding.
const goTo = async ({ engine, say }, place, what) => {
    await engine.goTo(addressOf(place));
    const doc = engine.document();
    const element = place.id ? doc?.getElementById(place.id) : doc?.body;
    if (!element) {
        say(`${what} leads to ${addressOf(place)}, which is not there`);
        return null;
    }
    if (!onScreen(element)) say(`${what}: ${addressOf(place)} is not on the screen`);
    return element;
};

// Whether an element begins within the window.
const onScreen = element => {
    const view = element.ownerDocument.defaultView;
    const frame = view.frameElement.getBoundingClientRect();
    const rects = [...element.getClientRects()];
    const rect = rects.find(one => one.width > 0 && one.height > 0) ?? rects[0];
    if (!rect) return false;
    const left = frame.left + rect.left;
    const top = frame.top + rect.top;
    const reaches = left + rect.width > -1 && top + rect.height > -1;
    return reaches && left < innerWidth + 1 && top < innerHeight + 1;
};

// The letters of a document from an element on, without the marks of notes.
const lettersFrom = element => {
    const range = element.ownerDocument.createRange();
    range.selectNodeContents(element.ownerDocument.body);
    range.setStart(element, 0);
    const words = range.cloneContents();
    for (const mark of words.querySelectorAll('.noteref, script, style')) mark.remove();
    return letters(words.textContent);
};

// A list as the engine read it against the list of the book.
const sameList = ({ engine, say }, what, read, wanted) => {
    const got = read.map(entry => engine.path(entry.href));
    const want = wanted.map(addressOf);
    if (got.join('\n') !== want.join('\n')) {
        say(`${what}: read as ${got.length} entries, not the ${want.length} of the book`);
    }
};

const contents = async run => {
    const { book, engine, say } = run;
    sameList(run, 'contents', engine.contents(), book.contents);
    if (book.contents.length === 0) say('contents: there are none');
    for (const entry of evenly(book.contents, ENTRIES)) {
        const element = await goTo(run, entry, `contents, '${entry.label}'`);
        if (!element) continue;
        // A chapter that has only a number is called by its word: chapter II.
        const [number] = entry.label.match(/(?<= )([IVXLCDM]+|[0-9]+)$/) ?? [];
        // A chapter without a title has one for those who hear it.
        const says = number && lettersFrom(element).startsWith(letters(number)) ||
            lettersFrom(element).startsWith(letters(entry.label)) ||
            element.querySelector('section')?.getAttribute('aria-label') === entry.label;
        if (!says) {
            say(`contents: '${entry.label}' leads to ${addressOf(entry)}, which says other words`);
        }
    }
};

const pages = async run => {
    const { book, engine, say } = run;
    sameList(run, 'page list', engine.pages(), book.pages);
    for (const entry of evenly(book.pages, PAGES)) {
        const element = await goTo(run, entry, `page '${entry.label}'`);
        if (!element) continue;
        if (!typed(element, 'pagebreak') || element.getAttribute('aria-label') !== entry.label) {
            say(`page '${entry.label}' leads to ${addressOf(entry)}, which is another`);
        }
    }
};

const notes = async run => {
    const { book, engine, say } = run;
    for (const mark of book.marks.filter(mark => !mark.note)) {
        say(`the note ${addressOf(mark.to)} is not there; ${addressOf(mark)} calls it`);
    }
    const there = book.sample(NOTES).filter(mark => mark.note);
    for (const mark of there) {
        const from = addressOf(mark);
        let link = await goTo(run, mark, 'the mark of a note');
        if (!link) continue;
        const wanted = letters(mark.note.textContent);
        if (engine.popUp) {
            const shown = letters((await engine.popUp(link)).body.innerText);
            if (shown !== wanted) {
                say(`the note of ${from} pops up as '${shown.slice(0, 60)}'`);
            }
            if (mark === there[0]) await window.picture(`${engine.name}-note`);
            await engine.closePopUp();
            if (!onScreen(link)) say(`${from} is gone when its note closes`);
            await engine.goTo(addressOf(mark.to));
        } else {
            await engine.follow(link);
        }
        const note = engine.document().getElementById(mark.to.id);
        if (!note || !onScreen(note)) {
            say(`${from} does not lead to its note`);
            continue;
        }
        if (letters(note.innerText) !== wanted) {
            say(`the note of ${from} is not shown whole: '${note.innerText.slice(0, 60)}'`);
        }
        const back = [...note.querySelectorAll('a')].find(a => typed(a, 'backlink'));
        if (!back) {
            say(`the note of ${from} does not lead back`);
            continue;
        }
        await engine.follow(back);
        link = engine.document().getElementById(mark.id);
        const leads = back.getAttribute('href').endsWith(`#${mark.id}`);
        if (!leads || !link || !onScreen(link)) say(`the note of ${from} leads back to another place`);
    }
};

// Every document at three widths in every flow, and in two colours.
const looks = async run => {
    const { book, engine, say } = run;
    const files = [...book.documents.keys()];
    const length = file => book.documents.get(file).body.textContent.length;
    const longest = files.reduce((one, other) => length(other) > length(one) ? other : one);
    const seen = new Set();
    const once = words => {
        if (!seen.has(words)) say(words);
        seen.add(words);
    };
    let loaded = 0;
    for (const [size, width, height] of SIZES) {
        await window.size(width, height);
        await engine.resized();
        for (const flow of engine.flows) {
            await engine.flow(flow);
            for (const file of files) {
                await engine.goTo(file);
                const wide = tooWide(engine.document());
                if (wide) once(`${file} is too wide for a ${size}, ${flow}: ${wide}`);
                if (file === longest && flow === engine.flows[0]) {
                    await window.picture(`${engine.name}-${size}`);
                }
            }
        }
    }
    await engine.flow(engine.flows[0]);
    for (const dark of [false, true]) {
        await window.dark(dark);
        for (const file of files) {
            await engine.goTo(file);
            await engine.theme(dark);
            const doc = engine.document();
            const faint = tooFaint(doc, dark);
            if (faint) once(`${file} cannot be read ${dark ? 'in the dark' : 'by day'}: ${faint}`);
            if (file === longest && dark) await window.picture(`${engine.name}-dark`);
            if (dark) continue;
            for (const face of doc.fonts) {
                const name = `${face.family} ${face.style} ${face.weight}`;
                await face.load().catch(() => once(`the font ${name} could not be loaded`));
                if (face.status === 'loaded') loaded += 1;
            }
            for (const image of doc.images) {
                if (!image.naturalWidth) once(`${file}: an image is not shown`);
            }
        }
    }
    const declares = book.styles.some(style => style.includes('@font-face'));
    if (declares && loaded === 0) say('no font of the book was loaded');
};

const isReadable = node => {
    const style = node.ownerDocument.defaultView.getComputedStyle(node.parentElement);
    return node.data.trim() && style.visibility === 'visible';
};

// The pieces of text of a document and where their lines stand.
function* lines(doc) {
    const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!isReadable(node)) continue;
        const range = doc.createRange();
        range.selectNodeContents(node);
        yield [node, [...range.getClientRects()].filter(one => one.width > 0)];
    }
}

// Whether something moves under a window of its own, so that the page need not.
const moves = element => {
    const view = element.ownerDocument.defaultView;
    for (let one = element; one; one = one.parentElement) {
        if (one === element.ownerDocument.body) return false;
        if (['auto', 'scroll'].includes(view.getComputedStyle(one).overflowX)) return true;
    }
    return false;
};

// The first thing that is wider than its column, or the page.
const tooWide = doc => {
    const view = doc.defaultView;
    const columns = [doc.documentElement, doc.body]
        .map(one => [one, view.getComputedStyle(one)])
        .find(([, style]) => style.columnWidth !== 'auto');
    let room = [0, doc.documentElement.clientWidth, Infinity];
    if (columns) {
        // How wide columns are that a width was asked for: CSS Multi-column Layout §3.4.
        const [one, style] = columns;
        const [start, end, gap, asked] =
            ['paddingLeft', 'paddingRight', 'columnGap', 'columnWidth'].map(key => parseFloat(style[key]));
        const all = one.clientWidth - start - end;
        const count = Math.max(1, Math.floor((all + gap) / (asked + gap)));
        const width = (all + gap) / count - gap;
        room = [one.getBoundingClientRect().left + start, width, width + gap];
    }
    const [first, width, step] = room;
    const fits = rect => {
        const column = step === Infinity ? 0 : Math.floor((rect.left - first + SLACK) / step) * step;
        const left = rect.left - first - column;
        return left > -SLACK && left + rect.width < width + SLACK;
    };
    for (const [node, rects] of lines(doc)) {
        if (!rects.every(fits) && !moves(node.parentElement)) return `'${node.data.trim().slice(0, 60)}'`;
    }
    for (const one of doc.body.querySelectorAll('*')) {
        const rects = [...one.getClientRects()];
        const ragged = rects.some(rect => rect.width > width + SLACK);
        if (ragged && !moves(one)) return `<${one.localName} class="${one.className}">`;
    }
    return null;
};

const channels = colour => (colour.match(/[\d.]+/g) ?? [0, 0, 0]).map(Number);

// Relative luminance, WCAG 2.1.
const luminance = colour => {
    const [red, green, blue] = colour.slice(0, 3).map(value => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

// What a text stands on.
const ground = (element, dark) => {
    const view = element.ownerDocument.defaultView;
    for (let one = element; one; one = one.parentElement) {
        const colour = channels(view.getComputedStyle(one).backgroundColor);
        if (colour[3] !== 0) return colour;
    }
    const scheme = view.getComputedStyle(element.ownerDocument.documentElement).colorScheme;
    return dark && scheme.includes('dark') ? [18, 18, 18] : [255, 255, 255];
};

// The first text that hardly differs from what it stands on.
const tooFaint = (doc, dark) => {
    const view = doc.defaultView;
    for (const [node, rects] of lines(doc)) {
        if (rects.length === 0) continue;
        const style = view.getComputedStyle(node.parentElement);
        const [one, other] = [channels(style.color), ground(node.parentElement, dark)]
            .map(luminance)
            .sort((a, b) => b - a);
        const contrast = (one + 0.05) / (other + 0.05);
        if (contrast < CONTRAST) {
            return `'${node.data.trim().slice(0, 40)}' with a contrast of ${contrast.toFixed(1)}`;
        }
    }
    return null;
};
