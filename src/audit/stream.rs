//! What is compared: streams of words with their references to notes.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use super::presentation::{HiddenWords, PageFurniture, StreamPicture};
use super::setting::WordSetting;
use super::source_metadata::{AuditedDocument, SourceMetadata};
use super::targets::{EditionEntry, LinkEnd, StreamLink, StreamPlace};
use super::typewriter::fold_signs;
use crate::book::Document;
use crate::book::matter::source_notes::LateSourceNotes;
use crate::book::metadata::Metadata;
use crate::book::reading::ReadingText;
use crate::recover::ledger::{Correction, Fate, Ledger, find_replacement};
use crate::source::Text;
use crate::text::letters::follows_word;
use crate::text::span::Span;

/// The most words that a message quotes.
const QUOTED: usize = 12;

/// The body and the notes of an edition or of its sources.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Streams {
    /// The body.
    pub body: WordStream,
    /// The notes.
    pub notes: Vec<WordStream>,
    /// The labels that an edition puts before its notes.
    pub labels: Vec<EditionNoteLabel>,
    /// The text that an edition adds.
    pub matter: Vec<EditionMatter>,
    /// The headings of an edition.
    pub headings: Vec<String>,
    /// Where they begin, as indices into the words of the body.
    pub heading_places: Vec<usize>,
    /// The entries of the contents of an edition, and its bookmarks.
    pub entries: Vec<EditionEntry>,
    /// The edition has parts, whose titles have the level of chapters.
    pub has_parts: bool,
    /// The titles of the files of an edition.
    pub file_titles: Vec<EditionMatter>,
    /// The places that links lead to, by their names.
    pub places: BTreeMap<String, StreamPlace>,
    /// The pictures of the body, but for ornaments.
    pub pictures: Vec<StreamPicture>,
    /// Words of an edition that readers do not see.
    pub hidden: Vec<HiddenWords>,
    /// The pages of an edition in the order in which its text goes through them.
    pub page_order: Vec<usize>,
    /// The words that an edition adds to references, and the pages that these lead to, from 0.
    pub page_references: Vec<(String, usize)>,
    /// How many parts of the structure are on pages that an edition does not have.
    pub elements_off_pages: usize,
    /// The lines at the heads and feet of the pages of an edition.
    pub furniture: Vec<PageFurniture>,
    /// Where the glyphs of an edition show something else than their text.
    pub glyph_mismatches: Vec<String>,
    /// The language of the document that is read.
    pub(super) language: Option<Arc<str>>,
    /// How many documents were begun.
    pub(super) documents: usize,
    /// Where parts and chapters of an edition begin, as indices into the words of the body.
    pub openings: Vec<usize>,
    /// What is known of the sources besides their text.
    pub metadata: SourceMetadata,
    /// The sources ask that no typewriter character is set as a printed one.
    pub keeps_characters: bool,
    /// The files or pages of an edition, by [`StreamWord::file`].
    pub files: Vec<String>,
}

/// The label of a note in an edition.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EditionNoteLabel {
    /// Its text.
    pub text: String,
    /// The reference that it links back to, by [`NoteReference::id`].
    pub back: Option<usize>,
    /// It links back to something.
    pub has_back: bool,
    /// It is not written, but follows from the place of the note in a list.
    pub is_implied: bool,
}

/// Text that an edition adds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditionMatter {
    /// What it is.
    pub kind: MatterKind,
    /// Its text.
    pub text: String,
    /// The index of its file in [`Streams::files`].
    pub file: usize,
}

/// What a text that an edition adds is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatterKind {
    /// The title in the metadata of the file.
    Title,
    /// One or several persons in the metadata of the file.
    Names,
    /// A line of the title page or half title.
    Front,
    /// A line of an imprint.
    Imprint,
    /// The description of a picture or of the cover.
    Picture,
    /// An entry of the contents, or a bookmark.
    Entry,
    /// A heading over notes.
    Heading,
    /// A heading over the contents.
    ContentsHeading,
    /// An entry that says where a part of the book begins.
    Landmark,
    /// A full reference repeated after a note that abbreviates it.
    Completion,
    /// The number or bullet of a list item.
    ListLabel,
    /// Where a cross reference leads: a page or a heading.
    Reference,
    /// The index at the back of the book.
    Index,
    /// Running heads, folios, ornaments.
    Furniture,
    /// Text outside the structure.
    Stray,
}

/// Words in reading order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WordStream {
    /// The words.
    pub words: Vec<StreamWord>,
    /// The references to notes.
    pub references: Vec<NoteReference>,
    /// The other links.
    pub links: Vec<StreamLink>,
    /// The next word begins a block.
    begins_block: bool,
    /// The number of characters.
    length: usize,
    /// The last word is complete.
    word_ended: bool,
    /// It is, but a reference follows it in place of the white space.
    ended_by_reference: bool,
}

/// A reference to a note.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NoteReference {
    /// How many characters of the stream come before it.
    pub at: usize,
    /// Its index among all references of an edition.
    pub id: usize,
    /// The index of the note in [`Streams::notes`], if it leads to one.
    pub note: Option<usize>,
    /// Its text in an edition.
    pub text: String,
}

/// Whose a word of an edition is. The sources may lack words that are not the book's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum WordOwner {
    /// The book's.
    #[default]
    Book,
    /// The publisher's, on a page that speaks of the edition: an imprint, a colophon.
    Publisher,
    /// It repeats the description of a picture below it.
    PictureDescription,
    /// It belongs to a heading over notes.
    NotesHeading,
    /// It belongs to a formula that is set as text, and not known by its TeX.
    Formula,
    /// It belongs to a heading that nobody sees, which gives a place in the contents its name.
    HiddenHeading,
}

/// A word: characters without white space.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StreamWord {
    /// Its characters.
    pub text: String,
    /// How many characters of the stream come before it.
    pub start: usize,
    /// Where it is in the source.
    pub span: Option<Span>,
    /// The index of its file in the edition.
    pub file: usize,
    /// It is in a heading of the edition.
    pub in_heading: bool,
    /// Whose it is, in the edition.
    pub owner: WordOwner,
    /// How it is set.
    pub setting: WordSetting,
    /// The height of its line on its page, in thousandths of a point.
    pub height: i64,
}

impl WordStream {
    /// Adds a character; `like` describes the word if the character begins a new one.
    pub(super) fn push(&mut self, c: char, like: impl FnOnce() -> StreamWord) {
        if c.is_whitespace() {
            self.end_word();
            return;
        }
        if is_invisible(c) {
            return;
        }
        let goes_on = self.ended_by_reference && follows_word(c);
        if self.word_ended && !goes_on || self.words.is_empty() {
            let mut word = StreamWord { start: self.length, ..like() };
            word.setting.begins_block = std::mem::take(&mut self.begins_block);
            self.words.push(word);
        }
        (self.word_ended, self.ended_by_reference) = (false, false);
        if let Some(word) = self.words.last_mut() {
            word.text.push(c);
        }
        self.length += 1;
    }

    /// Ends the last word.
    pub(super) fn end_word(&mut self) {
        (self.word_ended, self.ended_by_reference) = (true, false);
    }

    /// Ends the last word; the next one begins a block.
    pub(super) fn begin_block(&mut self) {
        self.end_word();
        self.begins_block = true;
    }

    /// Adds a link at the current position.
    pub(super) fn add_link(&mut self, end: LinkEnd) {
        self.links.push(StreamLink { at: self.length, end });
    }

    /// Adds a reference to a note at the current position.
    pub(super) fn add_reference(&mut self, id: usize, note: Option<usize>) {
        // Where it begins a block, what follows goes on with no word.
        self.ended_by_reference = self.word_ended && !self.begins_block;
        self.references.push(NoteReference {
            at: self.length,
            id,
            note,
            text: String::new(),
        });
    }

    /// Counts some characters less, which are not in the words any more.
    pub(super) fn shorten(&mut self, length: usize) {
        self.length = self.length.saturating_sub(length);
    }

    /// The number of characters, without white space.
    #[must_use]
    pub fn count_characters(&self) -> usize {
        self.length
    }
}

impl Streams {
    /// All streams of words: the body, then the notes.
    pub(super) fn word_streams(&self) -> impl Iterator<Item = &WordStream> {
        std::iter::once(&self.body).chain(&self.notes)
    }

    /// All references to notes.
    pub(super) fn references_mut(&mut self) -> impl Iterator<Item = &mut NoteReference> {
        let notes = self.notes.iter_mut().flat_map(|words| &mut words.references);
        self.body.references.iter_mut().chain(notes)
    }

    /// Begins a document of the sources; its words are added next.
    pub fn begin_document(&mut self, audited: AuditedDocument<'_>) {
        self.metadata.add_document(audited, self.body.words.len());
        let own = audited.document.metadata.language.as_ref();
        let language = own.or(audited.book.language.as_ref());
        self.language = language.map(|language| language.as_str().into());
        self.documents += 1;
    }

    /// Adds what one of several editions of the book has in its imprint.
    pub fn add_edition(&mut self, edition: &Metadata) {
        self.metadata.add_edition(edition);
    }

    /// Adds a raw text, as its ledger accounts for it and a person corrected it, and what an edition may repeat of its
    /// document.
    pub fn add_ledger(
        &mut self,
        text: &Text,
        ledger: &Ledger,
        corrections: &[Correction],
        document: &Document,
    ) {
        let ReadingText { heads, pictures, index, .. } = ReadingText::of(document);
        self.metadata.allow_repeats(heads, pictures, index);
        let (first, begin) = (self.notes.len(), self.body.words.len());
        self.body.end_word();
        let moved = |fate| fate == Fate::Moved;
        for head in [true, false] {
            // White space ends the last word of the stream that the text before it belongs
            // to.
            let mut last = None;
            let mut captions = VecDeque::new();
            for entry in &ledger.entries {
                add_captions(&mut self.body, text, &mut captions, entry.span.start);
                match entry.fate {
                    Fate::MovedAfter(after) if !head => {
                        let goes_on = last == Some(LastText::Caption);
                        let span = entry.span;
                        captions.push_back(MovedCaption { after, span, goes_on });
                        last = Some(LastText::Caption);
                    }
                    Fate::Moved | Fate::Kept if moved(entry.fate) == head => {
                        let mut rest = entry.span;
                        // A note in the margin may stand between the words of a line.
                        while let Some(caption) = captions.front()
                            && caption.after < rest.end
                        {
                            let after = caption.after;
                            let before = Span { end: after, ..rest };
                            add_span_text(&mut self.body, text, before);
                            add_captions(&mut self.body, text, &mut captions, after + 1);
                            rest.start = after;
                        }
                        add_span_text(&mut self.body, text, rest);
                        last = Some(LastText::Body);
                    }
                    Fate::InNote(note) if !head => {
                        add_span_text(self.note_stream(first + note), text, entry.span);
                        last = Some(LastText::Note(first + note));
                    }
                    Fate::Decoded(note) | Fate::Corrected(note) if !head => {
                        let words = match note {
                            Some(note) => self.note_stream(first + note),
                            None => &mut self.body,
                        };
                        let span = entry.span;
                        let shown = find_replacement(text.slice(span), span, corrections);
                        for c in shown.iter().flat_map(|shown| shown.chars()) {
                            words.push(c, || StreamWord {
                                span: Some(span),
                                ..StreamWord::default()
                            });
                        }
                        last =
                            Some(note.map_or(LastText::Body, |note| {
                                LastText::Note(first + note)
                            }));
                    }
                    Fate::Folded | Fate::Spaced => match last {
                        Some(LastText::Note(note)) => self.note_stream(note).end_word(),
                        Some(LastText::Body) => self.body.end_word(),
                        Some(LastText::Caption) => last = None,
                        None => {}
                    },
                    Fate::Mark(note) if !head => {
                        self.note_stream(first + note);
                        match last {
                            Some(LastText::Note(caller))
                                if is_in_note(text, ledger, entry.span) =>
                            {
                                self.note_stream(caller)
                                    .add_reference(0, Some(first + note));
                            }
                            _ => self.body.add_reference(0, Some(first + note)),
                        }
                    }
                    _ => {}
                }
            }
            add_captions(&mut self.body, text, &mut captions, u32::MAX);
            self.body.end_word();
        }
        self.copy_settings(document, begin, first);
        self.raise_source_notes(document, begin);
        // Notes without a reference are set at the end.
        let references = self.word_streams().flat_map(|words| &words.references);
        let referenced: BTreeSet<usize> =
            references.filter_map(|reference| reference.note).collect();
        for note in (first..self.notes.len()).filter(|note| !referenced.contains(note)) {
            self.body.add_reference(0, Some(note));
        }
    }

    /// Adds a document that was written as Markdown.
    pub fn add_document(&mut self, document: &Document) {
        let (first, begin) = (self.notes.len(), self.body.words.len());
        let ReadingText { body, notes, heads, pictures, index, .. } =
            ReadingText::of(document);
        self.metadata.allow_repeats(heads, pictures, index);
        self.notes.resize_with(first + notes.len(), WordStream::default);
        self.add_reading(None, &body, first);
        for (note, stream) in (first..).zip(&notes) {
            self.add_reading(Some(note), stream, first);
        }
        self.raise_source_notes(document, begin);
    }

    /// Moves the words of source notes above those of the date, as every edition does, in a
    /// document whose first word is the word `begin` of the body.
    fn raise_source_notes(&mut self, document: &Document, begin: usize) {
        let Some(late) = LateSourceNotes::find(&document.blocks) else { return };
        let (before, dates, notes) = late.count_words(&document.blocks);
        let first = begin + before;
        let moved = self.body.words.get_mut(first..first + dates + notes);
        let Some(moved) = moved else { return };
        let mut start = moved.first().map_or(0, |word| word.start);
        moved.rotate_left(dates);
        for word in moved {
            word.start = start;
            start += word.text.chars().count();
        }
    }

    fn note_stream(&mut self, note: usize) -> &mut WordStream {
        if self.notes.len() <= note {
            self.notes.resize_with(note + 1, WordStream::default);
        }
        &mut self.notes[note]
    }
}

/// Invisible characters that only allow or forbid line breaks. An edition may act on them
/// and leave them out.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}' | '\u{2060}' | '\u{FEFF}') || c.is_control()
}

fn add_span_text(words: &mut WordStream, text: &Text, span: Span) {
    for (offset, c) in text.slice(span).char_indices() {
        let start = span.start + u32::try_from(offset).unwrap_or_default();
        words.push(c, || StreamWord {
            span: Some(Span { start, ..span }),
            ..StreamWord::default()
        });
    }
}

/// What the last text of a ledger belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LastText {
    Body,
    Note(usize),
    Caption,
}

/// Text of a caption, a table, a figure or a margin, which stands behind the text around it.
struct MovedCaption {
    /// The byte of the source after which it stands.
    after: u32,
    span: Span,
    /// It goes on with the word at whose end the one before it stops.
    goes_on: bool,
}

/// Adds the captions that follow text that ends before a byte of the source.
fn add_captions(
    words: &mut WordStream,
    text: &Text,
    captions: &mut VecDeque<MovedCaption>,
    at: u32,
) {
    let mut was_added = false;
    while captions.front().is_some_and(|caption| caption.after < at)
        && let Some(caption) = captions.pop_front()
    {
        if !(caption.goes_on && was_added) {
            words.end_word();
        }
        add_span_text(words, text, caption.span);
        was_added = true;
    }
    if was_added {
        words.end_word();
    }
}

/// Whether the line of a reference belongs to a note, according to the ledger.
fn is_in_note(text: &Text, ledger: &Ledger, mark: Span) -> bool {
    let at = ledger.entries.partition_point(|entry| entry.span.start < mark.start);
    let Some(line) = text.line_of(mark.start) else { return false };
    let line = &text.lines[line];
    let on_line = |entry: &&crate::recover::ledger::LedgerEntry| {
        entry.span.end >= line.span.start && entry.span.start <= line.span.end
    };
    let speaks = |fate| match fate {
        Fate::InNote(_) | Fate::Label(_) => Some(true),
        Fate::Kept => Some(false),
        _ => None,
    };
    let before = ledger.entries[..at].iter().rev().take_while(on_line);
    let after = ledger.entries[at..].iter().take_while(on_line);
    before.chain(after).find_map(|entry| speaks(entry.fate)).unwrap_or(false)
}

/// The characters of words.
pub(super) fn join_words(words: &[StreamWord]) -> String {
    words.iter().map(|word| word.text.as_str()).collect()
}

/// The characters of words, in the form in which typed and printed signs are the same.
pub(super) fn join_folded(words: &[StreamWord]) -> String {
    fold_signs(&join_words(words)).into_owned()
}

/// Quotes the first words of a run.
pub(super) fn quote_words(words: &[StreamWord]) -> String {
    let first: Vec<&str> =
        words.iter().take(QUOTED).map(|word| word.text.as_str()).collect();
    let more = if words.len() > QUOTED { " …" } else { "" };
    format!("'{}{more}'", first.join(" "))
}
