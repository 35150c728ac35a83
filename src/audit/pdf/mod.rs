//! What a tagged PDF says, read from its structure tree and its pages.
//!
//! The order of reading is that of the structure (ISO 32000-1 §14.7.2), never that
//! of the pages; what a glyph says is what its font's map or a replacement text says.

mod content;
mod links;
mod meaning;
mod tree;

use std::collections::BTreeSet;

use lopdf::{Document, LoadOptions, ObjectId, decode_text_string};

use super::AuditError;
use super::stream::{
    EditionMatter, EditionNoteLabel, MatterKind, StreamWord, Streams, WordStream,
};
use content::{LINE, PdfPosition, ShownPage};
use links::LinkEnds;
use tree::{Element, Kid, Piece, follow};

/// The most bytes of one stream that are unpacked, so that no file can exhaust the memory. A
/// page of text has some thousand, and the objects of a long book that are pressed together
/// some million.
const LARGEST: usize = 40_000_000;

/// Bookmarks that are read at most; a chain of them may be a circle.
const MOST_BOOKMARKS: usize = 100_000;

/// Reads the text of a PDF.
///
/// # Errors
///
/// When it is broken, or has no structure.
pub fn read_pdf(bytes: &[u8]) -> Result<Streams, AuditError> {
    let document = load_document(bytes)?;
    let ids: Vec<ObjectId> = document.get_pages().into_values().collect();
    let pages = ids.iter().enumerate().map(|(place, &id)| (id, place)).collect();
    let tree = tree::read(&document, &pages).ok_or(AuditError::Untagged)?;
    let mut reading = PdfTextReader {
        pages: content::read_pages(&document, &ids)?,
        ..PdfTextReader::default()
    };
    reading.streams.files = (1..=ids.len()).map(|page| format!("page {page}")).collect();
    for element in tree.elements() {
        reading.top(element);
    }
    reading.particulars(&document);
    reading.bookmarks(&document);
    reading.rest();
    Ok(reading.resolved())
}

/// What the glyphs of each page of a PDF say, in the order in which they are painted.
///
/// # Errors
///
/// When it is broken.
pub fn painted_text(bytes: &[u8]) -> Result<Vec<String>, AuditError> {
    let document = load_document(bytes)?;
    let ids: Vec<ObjectId> = document.get_pages().into_values().collect();
    let pages = content::read_pages(&document, &ids)?;
    Ok(pages.into_iter().map(|page| page.painted).collect())
}

/// The objects of a PDF.
fn load_document(bytes: &[u8]) -> Result<Document, AuditError> {
    let options = LoadOptions::with_max_decompressed_size(LARGEST);
    Ok(Document::load_mem_with_options(bytes, options)?)
}

/// Where the words of an element go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WordTarget {
    Body,
    Note(usize),
}

/// The text of a PDF in the reading.
#[derive(Default)]
struct PdfTextReader {
    pages: Vec<ShownPage>,
    streams: Streams,
    /// The references, by number.
    calls: Vec<LinkEnds>,
    /// The notes.
    notes: Vec<LinkEnds>,
    /// The marked contents that were read.
    read: BTreeSet<Piece>,
}

impl PdfTextReader {
    /// An element at the top: front matter and the documents.
    fn top(&mut self, element: &Element) {
        if element.kind == "Document" {
            element.elements().for_each(|kid| self.top(kid));
        } else if element.kind == "Part"
            && element.elements().next().is_some_and(|first| !first.is_heading())
        {
            self.front(element);
        } else {
            self.block(element, WordTarget::Body);
        }
    }

    /// Front matter: what stands there comes from the particulars.
    fn front(&mut self, element: &Element) {
        for kid in element.elements() {
            match kid.kind.as_str() {
                "Part" | "Sect" | "Div" => self.front(kid),
                // A dedication or a motto comes from the sources.
                "Art" => self.block(kid, WordTarget::Body),
                "TOC" => {
                    kid.elements().for_each(|item| self.matter(MatterKind::Entry, item));
                }
                _ if kid.is_heading() => self.matter(MatterKind::Heading, kid),
                _ => self.matter(MatterKind::Front, kid),
            }
        }
    }

    /// A block, or what holds blocks.
    fn block(&mut self, element: &Element, goes: WordTarget) {
        let kids: Vec<&Element> = element.elements().collect();
        match element.kind.as_str() {
            "Part" | "Sect" | "Div" | "BlockQuote" | "L" | "LI" | "LBody" | "Art"
            | "Table" | "THead" | "TBody" | "TFoot" | "TR" => {
                if matches!(element.kind.as_str(), "Part" | "Sect" | "Art")
                    && goes == WordTarget::Body
                {
                    self.streams.openings.push(self.streams.body.words.len());
                }
                // At the foot of a page notes may follow on any heading, and other text on
                // the notes; where no other text does, the heading calls them.
                let rest = kids.get(1..).unwrap_or_default();
                let notes_alone = !rest.is_empty()
                    && rest.iter().all(|kid| kid.kind == "Note" || kid.holds_notes());
                for (place, kid) in kids.iter().enumerate() {
                    if place == 0 && kid.is_heading() && notes_alone && !kid.calls() {
                        self.matter(MatterKind::Heading, kid);
                    } else {
                        self.block(kid, goes);
                    }
                }
            }
            "Note" => self.note(element),
            "Lbl" => self.matter(MatterKind::ListLabel, element),
            "Figure" => self.figure(element),
            _ => self.paragraph(element, goes),
        }
    }

    fn figure(&mut self, element: &Element) {
        if let Some(words) = &element.alternative {
            let text = words.clone();
            self.streams.matter.push(EditionMatter {
                kind: MatterKind::Picture,
                text,
                file: 0,
            });
        }
    }

    fn note(&mut self, element: &Element) {
        let note = self.streams.notes.len();
        self.streams.notes.push(WordStream::default());
        let mut label = EditionNoteLabel::default();
        let mut ends = LinkEnds::default();
        for kid in element.elements() {
            if kid.kind == "Lbl" && label.said.is_empty() {
                let pieces = kid.pieces();
                ends = LinkEnds { stands: self.stands(&pieces), leads: kid.link() };
                label.said = self.text(&pieces);
            } else {
                self.block(kid, WordTarget::Note(note));
            }
        }
        self.streams.labels.push(label);
        self.notes.push(ends);
    }

    /// A paragraph, a heading, a line: what is read in one breath.
    fn paragraph(&mut self, element: &Element, goes: WordTarget) {
        self.words(goes).end_word();
        if element.is_heading() && goes == WordTarget::Body {
            let pieces = element.pieces();
            let heading = self.text(&pieces);
            self.streams.headings.push(heading);
        }
        // Where a paragraph consists of nothing but phrases, they are lines of verse.
        let lines = !element.kids.is_empty()
            && element
                .kids
                .iter()
                .all(|kid| matches!(kid, Kid::Element(kid) if kid.kind == "Span"));
        self.phrase(element, goes, element.is_heading(), lines);
        self.words(goes).end_word();
    }

    fn phrase(
        &mut self,
        element: &Element,
        goes: WordTarget,
        in_heading: bool,
        lines: bool,
    ) {
        for kid in &element.kids {
            match kid {
                Kid::Content(page, number) => {
                    self.say((*page, *number), goes, in_heading);
                }
                Kid::Element(kid) if kid.kind == "Reference" => self.call(kid, goes),
                Kid::Element(kid) if kid.kind == "Figure" => self.figure(kid),
                Kid::Element(kid) if kid.kind == "Note" => self.note(kid),
                Kid::Element(kid) => self.phrase(kid, goes, in_heading, false),
                Kid::Link(_) => {}
            }
            if lines {
                self.words(goes).end_word();
            }
        }
    }

    /// Puts a marked content into a stream.
    fn say(&mut self, piece: Piece, goes: WordTarget, in_heading: bool) {
        let said = self.raw(&[piece]);
        let words = self.words(goes);
        for c in said.chars() {
            // A line's end parts words by the space that stands there; a word that is too
            // long for its line has none.
            if !LINE.contains(c) {
                words.push(c, || StreamWord {
                    file: piece.0,
                    in_heading,
                    ..StreamWord::default()
                });
            }
        }
    }

    /// A reference to a note.
    fn call(&mut self, element: &Element, goes: WordTarget) {
        let pieces = element.pieces();
        let (id, said) = (self.calls.len(), self.text(&pieces));
        self.calls.push(LinkEnds { stands: self.stands(&pieces), leads: element.link() });
        let words = self.words(goes);
        words.add_reference(id, None);
        if let Some(call) = words.calls.last_mut() {
            call.said = said;
        }
    }

    fn words(&mut self, goes: WordTarget) -> &mut WordStream {
        match goes {
            WordTarget::Body => &mut self.streams.body,
            WordTarget::Note(note) => &mut self.streams.notes[note],
        }
    }

    /// Says something besides the text.
    fn matter(&mut self, kind: MatterKind, element: &Element) {
        if element.kind == "Figure" {
            return self.figure(element);
        }
        let pieces = element.pieces();
        self.add(kind, &pieces);
    }

    fn add(&mut self, kind: MatterKind, pieces: &[Piece]) {
        let file = pieces.first().map_or(0, |(page, _)| *page);
        let text = self.text(pieces);
        self.streams.matter.push(EditionMatter { kind, text, file });
    }

    /// What marked contents say.
    fn text(&mut self, pieces: &[Piece]) -> String {
        self.raw(pieces).replace(LINE, "")
    }

    /// The same, with the beginnings of lines.
    fn raw(&mut self, pieces: &[Piece]) -> String {
        self.read.extend(pieces);
        let said = pieces.iter().filter_map(|&(page, number)| {
            Some(self.pages.get(page)?.marked.get(&number)?.text.as_str())
        });
        said.collect()
    }

    /// Where the first of some marked contents stands.
    fn stands(&self, pieces: &[Piece]) -> Option<PdfPosition> {
        let (page, number) = pieces.first()?;
        self.pages.get(*page)?.marked.get(number)?.place
    }

    /// What the information dictionary says (§14.3.3).
    fn particulars(&mut self, document: &Document) {
        let info =
            document.trailer.get(b"Info").and_then(|info| document.dereference(info));
        let Ok(info) = info.and_then(|(_, info)| info.as_dict()) else { return };
        for (key, kind) in
            [(b"Title".as_slice(), MatterKind::Title), (b"Author", MatterKind::Names)]
        {
            if let Some(text) =
                info.get(key).ok().and_then(|text| decode_text_string(text).ok())
            {
                self.streams.matter.push(EditionMatter { kind, text, file: 0 });
            }
        }
    }

    /// The outline (§12.3.3).
    fn bookmarks(&mut self, document: &Document) {
        let outline =
            document.catalog().ok().and_then(|catalog| catalog.get(b"Outlines").ok());
        let mut open: Vec<&lopdf::Dictionary> =
            outline.and_then(|outline| follow(document, outline)).into_iter().collect();
        let mut left = MOST_BOOKMARKS;
        while let (Some(item), 1..) = (open.pop(), left) {
            left -= 1;
            let title =
                item.get(b"Title").ok().and_then(|text| decode_text_string(text).ok());
            let entry = |text| EditionMatter { kind: MatterKind::Entry, text, file: 0 };
            self.streams.matter.extend(title.map(entry));
            for key in [b"Next".as_slice(), b"First"] {
                open.extend(item.get(key).ok().and_then(|item| follow(document, item)));
            }
        }
    }

    /// Artifacts, and what stands in no structure.
    fn rest(&mut self) {
        for (file, page) in self.pages.iter().enumerate() {
            let unread = page
                .marked
                .iter()
                .filter(|(number, _)| !self.read.contains(&(file, **number)));
            let stray = unread.map(|(_, marked)| &marked.text).chain([&page.stray]);
            let stray = stray.map(|text| (MatterKind::Stray, text));
            let artifacts =
                page.artifacts.iter().map(|text| (MatterKind::Furniture, text));
            for (kind, text) in
                artifacts.chain(stray).filter(|(_, text)| !text.trim().is_empty())
            {
                let text = text.replace(LINE, "");
                self.streams.matter.push(EditionMatter { kind, text, file });
            }
        }
    }

    /// The streams, with references that lead to notes, and notes that lead back.
    fn resolved(mut self) -> Streams {
        let notes = links::match_targets(&self.calls, &self.notes, &self.pages);
        let calls = links::match_targets(&self.notes, &self.calls, &self.pages);
        for call in self.streams.calls_mut() {
            call.note = notes[call.id];
        }
        for (label, back) in self.streams.labels.iter_mut().zip(calls) {
            label.back = back;
        }
        self.streams
    }
}
