// foliate-js and epub.js behind one face.
//
// An engine opens a book in a room, says what contents and pages it read, goes to a place,
// shows a document in a flow and a theme, and follows links as a click does.

import '/modules/foliate-js/view.js';
import { FootnoteHandler } from '/modules/foliate-js/footnotes.js';

const flat = entries =>
    (entries ?? []).flatMap(entry => [entry, ...flat(entry.subitems)]);

// Two frames, so that what a change of size or style began is done.
export const settled = async doc => {
    const frame = () => new Promise(done => requestAnimationFrame(done));
    await doc?.fonts?.ready;
    await frame();
    await frame();
};

const within = (promise, what) => Promise.race([
    promise,
    new Promise((_, fail) => setTimeout(() => fail(new Error(`${what}: no answer`)), 10000)),
]);

// As Foliate styles a book, in day and night.
const FOLIATE = `
    @namespace epub "http://www.idpf.org/2007/ops";
    html { color-scheme: light dark; }
    @media (prefers-color-scheme: dark) { a:link { color: lightblue; } }
    p, li, blockquote, dd { line-height: 1.4; }
    aside[epub|type~="footnote"] { display: none; }`;

export class Foliate {
    name = 'foliate-js';
    flows = ['paginated', 'scrolled'];

    static async open(address, room) {
        const engine = new Foliate();
        const blob = await (await fetch(address)).blob();
        engine.view = document.createElement('foliate-view');
        room.append(engine.view);
        await engine.view.open(new File([blob], 'book.epub', { type: 'application/epub+zip' }));
        engine.view.renderer.setStyles(FOLIATE);
        engine.footnotes = new FootnoteHandler();
        engine.dialog = document.getElementById('note');
        engine.view.addEventListener('link', event => {
            const shown = engine.footnotes.handle(engine.view.book, event);
            shown?.catch(fault => console.error(fault));
        });
        engine.footnotes.addEventListener('before-render', ({ detail: { view } }) => {
            engine.dialog.replaceChildren(view);
            engine.dialog.showModal();
            view.renderer.setStyles(FOLIATE);
        });
        return engine;
    }

    async close() {
        this.view.close();
        this.view.remove();
    }

    contents() {
        return flat(this.view.book.toc);
    }

    pages() {
        return flat(this.view.book.pageList);
    }

    // An address of the lists, as a path of the package.
    path(address) {
        return address;
    }

    async goTo(address) {
        await within(this.view.goTo(address), `going to ${address}`);
        await settled(this.document());
    }

    document() {
        return this.view.renderer.getContents()[0]?.doc;
    }

    async flow(flow) {
        this.view.renderer.setAttribute('flow', flow);
        await settled(this.document());
    }

    // After a change of the size of the window.
    async resized() {
        await settled(this.document());
    }

    // The theme follows the system's.
    async theme() {
        await settled(this.document());
    }

    // A click on a link that is no mark of a note: where it led.
    async follow(link) {
        const arrived = new Promise(done => {
            this.view.renderer.addEventListener('relocate', done, { once: true });
        });
        link.click();
        await within(arrived, `following ${link.getAttribute('href')}`);
        await settled(this.document());
    }

    // A click on the mark of a note: the document of what popped up.
    async popUp(mark) {
        const rendered = new Promise(done => {
            this.footnotes.addEventListener('render', done, { once: true });
        });
        mark.click();
        const { detail: { view, target } } = await within(rendered, `the note of ${mark.id}`);
        const doc = view.renderer.getContents()[0]?.doc ?? target.ownerDocument;
        await settled(doc);
        return doc;
    }

    async closePopUp() {
        this.dialog.close();
        this.dialog.firstElementChild?.close();
        this.dialog.replaceChildren();
        await settled(this.document());
    }
}

export class EpubJs {
    name = 'epub.js';
    flows = ['paginated', 'scrolled-doc'];

    static async open(address, room) {
        const engine = new EpubJs();
        const data = await (await fetch(address)).arrayBuffer();
        engine.room = room;
        engine.book = ePub(data);
        await within(engine.book.ready, 'opening');
        engine.root = engine.book.container.packagePath.replace(/[^/]*$/, '');
        engine.render('paginated');
        return engine;
    }

    render(flow) {
        this.rendition = this.book.renderTo(this.room, { width: '100%', height: '100%', flow });
        this.rendition.themes.register('day', {});
        this.rendition.themes.register('night', {
            body: { background: '#111', color: '#ddd' },
            'a:link': { color: 'lightblue' },
        });
    }

    async close() {
        this.rendition.destroy();
        this.book.destroy();
    }

    contents() {
        return flat(this.book.navigation.toc);
    }

    pages() {
        return this.book.pageList.pageList ?? [];
    }

    path(address) {
        return this.root + decodeURI(address);
    }

    async goTo(address) {
        this.address = address.slice(this.root.length);
        await within(this.rendition.display(this.address), `going to ${address}`);
        await settled(this.document());
    }

    document() {
        return this.rendition.getContents()[0]?.document;
    }

    async flow(flow) {
        this.rendition.flow(flow);
        await within(this.rendition.display(this.address), `going to ${this.address}`);
        await settled(this.document());
    }

    // It shows nothing until the place is found again.
    async resized() {
        await within(this.rendition.display(this.address), `going to ${this.address}`);
        await settled(this.document());
    }

    async theme(isDark) {
        this.rendition.themes.select(isDark ? 'night' : 'day');
        await settled(this.document());
    }

    async follow(link) {
        const arrived = new Promise(done => this.rendition.once('relocated', done));
        link.click();
        await within(arrived, `following ${link.getAttribute('href')}`);
        await settled(this.document());
    }
}
