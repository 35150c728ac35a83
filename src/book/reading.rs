//! A document as it is read: one stream of words for the body and one for every note.
//!
//! This is what an edition has to say again, whatever it does to it; so it is what the
//! ledger and the audit compare.

use super::Document;
use super::block::{Block, Paragraph};
use super::figure::{Alternative, Figure};
use super::inline::{Inline, InlineLeaf, Note, leaves};
use super::matter::contents::plain;
use crate::text::span::{Origin, Span};

/// The streams of a document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReadingText {
    /// The body.
    pub body: ReadingStream,
    /// The notes, in the order in which they are met.
    pub notes: Vec<ReadingStream>,
    /// The heads of tables, which an edition may say again on later pages.
    pub heads: Vec<String>,
    /// What an edition may say for the pictures, in the order in which they are met.
    pub pictures: Vec<String>,
}

/// Words in reading order, and the notes that they call.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReadingStream {
    /// The characters. White space parts words, lines and blocks alike.
    pub text: String,
    /// Places in [`Self::text`] at which a note is called, and its place in
    /// [`ReadingText::notes`].
    pub calls: Vec<(usize, usize)>,
    /// Where it stood in the source.
    pub origin: Origin,
    /// Places in [`Self::text`] at which a block begins, and where it stood in the source.
    pub places: Vec<(usize, Span)>,
}

impl ReadingText {
    /// Reads a document.
    #[must_use]
    pub fn of(document: &Document) -> Self {
        let mut reading = Self::default();
        let mut body = ReadingStream::default();
        reading.blocks(&document.blocks, &mut body);
        reading.body = body;
        reading
    }

    fn blocks(&mut self, list: &[Block], stream: &mut ReadingStream) {
        for block in list {
            let place = block.extent().map(|span| (stream.text.len(), span));
            stream.places.extend(place);
            match block {
                Block::Heading(heading) => self.line(&heading.content, stream),
                Block::Paragraph(Paragraph { content, .. })
                | Block::Dateline(Paragraph { content, .. })
                | Block::Direction(Paragraph { content, .. })
                | Block::Salutation(Paragraph { content, .. })
                | Block::Signature(Paragraph { content, .. }) => {
                    self.line(content, stream);
                }
                Block::Quotation(inner)
                | Block::Epigraph(inner)
                | Block::Speech(inner)
                | Block::SourceNote(inner) => self.blocks(inner, stream),
                Block::Verse(verse) => {
                    for line in verse.stanzas.iter().flat_map(|stanza| &stanza.lines) {
                        self.line(line, stream);
                    }
                }
                Block::List(list) => {
                    list.items.iter().for_each(|item| self.blocks(item, stream));
                }
                Block::Table(table) => {
                    let head: Vec<String> =
                        table.head.iter().map(|cell| plain(cell)).collect();
                    self.heads.push(head.concat());
                    table.lines().for_each(|line| self.line(line, stream));
                }
                Block::Figure(figure) => self.figure(figure, stream),
                Block::Preformatted(words) => {
                    stream.text.push_str(words);
                    stream.text.push('\n');
                }
                Block::SceneBreak => {}
            }
        }
    }

    fn figure(&mut self, figure: &Figure, stream: &mut ReadingStream) {
        self.pictures.push(match &figure.alternative {
            Alternative::Words(words) => words.clone(),
            Alternative::Decorative => String::new(),
            // Its caption is said in their place.
            Alternative::Missing => plain(&figure.caption),
        });
        if !figure.caption.is_empty() {
            self.line(&figure.caption, stream);
        }
    }

    fn line(&mut self, content: &[Inline], stream: &mut ReadingStream) {
        self.inlines(content, stream);
        stream.text.push('\n');
    }

    fn inlines(&mut self, list: &[Inline], stream: &mut ReadingStream) {
        for leaf in leaves(list) {
            match leaf {
                InlineLeaf::Text(words) | InlineLeaf::Code(words) => {
                    stream.text.push_str(words)
                }
                InlineLeaf::Note(note) => self.note(note, stream),
                InlineLeaf::LineBreak => stream.text.push('\n'),
                InlineLeaf::PageMark(_) => {}
            }
        }
    }

    fn note(&mut self, note: &Note, caller: &mut ReadingStream) {
        let place = self.notes.len();
        caller.calls.push((caller.text.len(), place));
        self.notes.push(ReadingStream::default());
        let mut stream =
            ReadingStream { origin: note.origin, ..ReadingStream::default() };
        self.blocks(&note.blocks, &mut stream);
        self.notes[place] = stream;
    }
}
