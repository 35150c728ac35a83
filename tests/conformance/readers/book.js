// What an EPUB says of itself, read without an engine: what the engines are held against.

const OPS = 'http://www.idpf.org/2007/ops';

// Whether an element is of a type of EPUB; epub.js reads the files as HTML, which has no
// namespaces.
export const typed = (element, type) => {
    const types = element.getAttributeNS(OPS, 'type') ?? element.getAttribute('epub:type');
    return (types ?? '').split(/\s+/).includes(type);
};

const parsed = (text, type) => {
    const tree = new DOMParser().parseFromString(text, type);
    const fault = tree.querySelector('parsererror');
    if (fault) throw new Error(fault.textContent);
    return tree;
};

// The path and the fragment that an address leads to from a file of the package.
const resolved = (address, from) => {
    const to = new URL(address, `http://book/${from}`);
    return { file: decodeURI(to.pathname.slice(1)), id: decodeURIComponent(to.hash.slice(1)) };
};

export class Book {
    static async read(address) {
        const book = new Book();
        const zip = await JSZip.loadAsync(await (await fetch(address)).arrayBuffer());
        const text = path => zip.file(path).async('string');
        const container = parsed(await text('META-INF/container.xml'), 'application/xml');
        book.package = container.querySelector('rootfile').getAttribute('full-path');
        const opf = parsed(await text(book.package), 'application/xml');
        const items = new Map();
        for (const item of opf.querySelectorAll('manifest > item')) {
            const { file } = resolved(item.getAttribute('href'), book.package);
            const properties = (item.getAttribute('properties') ?? '').split(' ');
            items.set(item.id, file);
            if (properties.includes('nav')) book.nav = file;
        }
        // The documents in reading order, by path.
        book.documents = new Map();
        for (const place of opf.querySelectorAll('spine > itemref')) {
            const file = items.get(place.getAttribute('idref'));
            book.documents.set(file, parsed(await text(file), 'application/xhtml+xml'));
        }
        const nav = book.documents.get(book.nav) ??
            parsed(await text(book.nav), 'application/xhtml+xml');
        const list = type => {
            const one = [...nav.querySelectorAll('nav')].find(one => typed(one, type));
            return [...one?.querySelectorAll('a') ?? []].map(a => ({
                label: a.textContent,
                ...resolved(a.getAttribute('href'), book.nav),
            }));
        };
        book.contents = list('toc');
        book.pages = list('page-list');
        // The marks of notes, and the notes that they lead to.
        book.marks = [];
        for (const [file, tree] of book.documents) {
            for (const a of tree.querySelectorAll('a')) {
                if (!typed(a, 'noteref')) continue;
                const to = resolved(a.getAttribute('href'), file);
                const note = book.documents.get(to.file)?.getElementById(to.id) ?? null;
                book.marks.push({ file, id: a.id, to, note });
            }
        }
        book.styles = [];
        for (const file of zip.file(/\.css$/)) book.styles.push(await file.async('string'));
        return book;
    }

    // Notes of every kind, and of each kind some, evenly from the whole book.
    sample(limit) {
        const kinds = new Map();
        for (const mark of this.marks) {
            const has = parts => Boolean(mark.note?.querySelector(parts));
            const length = mark.note?.textContent.length ?? 0;
            const where = this.documents.get(mark.file).getElementById(mark.id);
            const kind = JSON.stringify([
                has('ol, ul'), has('table'), has('blockquote, .verse'), has('img'),
                has('h2, h3, h4, h5, h6'), has('.noteref'), has('[epub\\:type="pagebreak"]'),
                has('p + p'), length < 20, length > 5000,
                where?.closest('li, table, h1, h2, h3, h4, h5, h6, .verse, em, a a')?.localName,
            ]);
            if (!kinds.has(kind)) kinds.set(kind, []);
            kinds.get(kind).push(mark);
        }
        const each = Math.max(1, Math.floor(limit / kinds.size));
        return [...kinds.values()].flatMap(marks => evenly(marks, each));
    }
}

// At most so many of a list, the first and the last among them.
export const evenly = (list, limit) => {
    if (list.length <= limit) return list;
    const step = (list.length - 1) / Math.max(1, limit - 1);
    return Array.from({ length: limit }, (_, place) => list[Math.round(place * step)]);
};

// Letters and figures, by which words are compared; the marks of notes are no words.
export const letters = text =>
    text.normalize('NFC').toLowerCase().replace(/[^\p{L}\p{N}\p{S}]/gu, '');
