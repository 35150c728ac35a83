//! A document as it is read: one stream of text for the body and one for every note.
//!
//! An edition must repeat this text, however it is laid out, so the ledger and the audit
//! compare it.

use std::ops::Range;

use super::Document;
use super::block::{Block, Definition, Paragraph};
use super::figure::{Alternative, Figure};
use super::inline::{IndexSee, Inline, InlineLeaf, Note, PhraseKind};
use super::matter::contents::write_plain_text;
use crate::text::language::Language;
use crate::text::span::{Origin, Span};

/// The text streams of a document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReadingText {
    /// The body.
    pub body: ReadingStream,
    /// The notes, in reading order.
    pub notes: Vec<ReadingStream>,
    /// The headers and the captions of tables, which an edition may repeat on later pages.
    pub heads: Vec<String>,
    /// What an edition may say in place of the pictures, in reading order.
    pub pictures: Vec<String>,
    /// The words of the entries of the index.
    pub index: Vec<String>,
    /// How many blocks are open around those that are read, the document among them.
    nesting: usize,
}

/// Text in reading order, with its references to notes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReadingStream {
    /// The characters. White space separates words, lines and blocks alike.
    pub text: String,
    /// The byte offsets in [`Self::text`] of references to notes, each with the index of
    /// the note in [`ReadingText::notes`].
    pub calls: Vec<(usize, usize)>,
    /// Where it is in the source.
    pub origin: Origin,
    /// The byte offsets in [`Self::text`] at which blocks begin, and where these are in the
    /// source.
    pub places: Vec<(usize, Span)>,
    /// The bytes of [`Self::text`] that are notes in the margin.
    pub margins: Vec<Range<usize>>,
    /// What readers notice besides the characters, by byte offsets in [`Self::text`].
    pub marks: Vec<(usize, ReadingMark)>,
}

/// What readers of a text notice besides its characters and notes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadingMark {
    /// A paragraph, a heading, a stanza, a cell or another block of lines begins.
    Block,
    /// A line of text that is kept as it was typed ends. In some editions the next one is a
    /// block of its own.
    TypedLine,
    /// A heading begins, of a level. One inside another block has the level that its place
    /// in the edition gives it.
    Heading(Option<u8>),
    /// It ends.
    HeadingEnd,
    /// Words in another language begin.
    Language(Language),
    /// They end, and the language around them goes on.
    LanguageEnd,
    /// The words of a link begin, and where it leads.
    Link(String),
    /// A place that links lead to.
    Anchor(String),
    /// A picture that is no ornament: its name, and what an edition says in its place, if it says anything.
    Picture {
        /// The name.
        name: String,
        /// The words, if they are given.
        words: Option<String>,
    },
}

impl ReadingStream {
    fn mark(&mut self, mark: ReadingMark) {
        self.marks.push((self.text.len(), mark));
    }
}

impl ReadingText {
    /// Collects the text of a document.
    #[must_use]
    pub fn of(document: &Document) -> Self {
        let mut reading = Self::default();
        let mut body = ReadingStream::default();
        reading.add_blocks(&document.blocks, &mut body);
        reading.body = body;
        reading
    }

    fn add_blocks(&mut self, list: &[Block], stream: &mut ReadingStream) {
        self.nesting += 1;
        for block in list {
            let place = block.extent().map(|span| (stream.text.len(), span));
            stream.places.extend(place);
            match block {
                Block::Heading(heading) => {
                    stream.mark(ReadingMark::Block);
                    let level = (self.nesting == 1).then_some(heading.level.max(1));
                    stream.mark(ReadingMark::Heading(level));
                    self.add_inlines(&heading.content, stream);
                    stream.mark(ReadingMark::HeadingEnd);
                    stream.text.push('\n');
                }
                Block::Paragraph(Paragraph { content, .. })
                | Block::Dateline(Paragraph { content, .. })
                | Block::Direction(Paragraph { content, .. })
                | Block::Salutation(Paragraph { content, .. })
                | Block::Signature(Paragraph { content, .. }) => {
                    self.add_block_line(content, stream);
                }
                Block::Quotation(inner)
                | Block::Epigraph(inner)
                | Block::Speech(inner)
                | Block::SourceNote(inner)
                | Block::Styled { blocks: inner, .. } => self.add_blocks(inner, stream),
                Block::Verse(verse) => {
                    for stanza in &verse.stanzas {
                        stream.mark(ReadingMark::Block);
                        for line in &stanza.lines {
                            self.add_line(line, stream);
                        }
                    }
                }
                Block::List(list) => {
                    list.items.iter().for_each(|item| self.add_blocks(item, stream));
                }
                Block::Definitions(list) => {
                    for Definition { term, descriptions } in list {
                        self.add_block_line(term, stream);
                        for inner in descriptions {
                            self.add_blocks(inner, stream);
                        }
                    }
                }
                Block::Table(table) => {
                    let head: Vec<String> =
                        table.head.iter().map(|cell| write_plain_text(cell)).collect();
                    self.heads.push(head.concat());
                    self.heads.push(write_plain_text(&table.caption));
                    table.lines().for_each(|line| self.add_block_line(line, stream));
                }
                Block::Figure(figure) => self.add_figure(figure, stream),
                Block::Preformatted(typed) => {
                    stream.mark(ReadingMark::Block);
                    for line in typed.text.split_inclusive('\n') {
                        stream.text.push_str(line);
                        stream.mark(ReadingMark::TypedLine);
                    }
                    stream.text.push('\n');
                }
                Block::SceneBreak => {}
            }
        }
        self.nesting -= 1;
    }

    fn add_figure(&mut self, figure: &Figure, stream: &mut ReadingStream) {
        self.add_picture(figure, stream);
        if !figure.caption.is_empty() {
            // The list of the figures repeats it.
            self.index.push(write_plain_text(&figure.caption));
            self.add_block_line(&figure.caption, stream);
        }
    }

    fn add_picture(&mut self, figure: &Figure, stream: &mut ReadingStream) {
        let words = match &figure.alternative {
            Alternative::Words(words) => Some(words.clone()),
            Alternative::Decorative | Alternative::Missing => None,
        };
        if figure.alternative != Alternative::Decorative {
            stream.mark(ReadingMark::Picture { name: figure.picture.clone(), words });
        }
        self.pictures.push(match &figure.alternative {
            Alternative::Words(words) => words.clone(),
            Alternative::Decorative => String::new(),
            // The caption takes its place.
            Alternative::Missing => write_plain_text(&figure.caption),
        });
    }

    /// Adds a line that is a block of its own, or the first of one.
    fn add_block_line(&mut self, content: &[Inline], stream: &mut ReadingStream) {
        stream.mark(ReadingMark::Block);
        self.add_line(content, stream);
    }

    fn add_line(&mut self, content: &[Inline], stream: &mut ReadingStream) {
        self.add_inlines(content, stream);
        stream.text.push('\n');
    }

    fn add_inlines(&mut self, list: &[Inline], stream: &mut ReadingStream) {
        for inline in list {
            if let Some(leaf) = inline.leaf() {
                self.add_leaf(leaf, stream);
                continue;
            }
            let inner = inline.content().unwrap_or_default();
            match inline {
                Inline::Foreign { language, .. } => {
                    stream.mark(ReadingMark::Language(language.clone()));
                }
                Inline::Link { target, .. } | Inline::CrossReference { target, .. } => {
                    stream.mark(ReadingMark::Link(target.clone()));
                }
                _ => {}
            }
            // In no edition are the words of a note in the margin part of those beside it.
            let stands_apart =
                matches!(inline, Inline::Phrase { kind: PhraseKind::Marginal, .. });
            let space = if stands_apart { " " } else { "" };
            stream.text.push_str(space);
            let start = stream.text.len();
            self.add_inlines(inner, stream);
            if stands_apart {
                stream.margins.push(start..stream.text.len());
            }
            stream.text.push_str(space);
            if matches!(inline, Inline::Foreign { .. }) {
                stream.mark(ReadingMark::LanguageEnd);
            }
        }
    }

    fn add_leaf(&mut self, leaf: InlineLeaf<'_>, stream: &mut ReadingStream) {
        match leaf {
            InlineLeaf::Text(words) | InlineLeaf::Code(words) => {
                stream.text.push_str(words);
            }
            // In every edition, a formula is known by its TeX, and is words of its own: one
            // set apart has no words beside it.
            InlineLeaf::Formula(formula) => {
                for piece in [" ", &formula.tex, " "] {
                    stream.text.push_str(piece);
                }
            }
            InlineLeaf::Picture(figure) => self.add_picture(figure, stream),
            InlineLeaf::Note(note) => self.add_note(note, stream),
            InlineLeaf::LineBreak => stream.text.push('\n'),
            InlineLeaf::IndexMark(mark) => {
                self.index.extend(mark.path.iter().map(|one| one.words.clone()));
                if let Some(IndexSee::See(other) | IndexSee::SeeAlso(other)) = &mark.see {
                    self.index.push(other.clone());
                }
            }
            InlineLeaf::Anchor(name) => stream.mark(ReadingMark::Anchor(name.to_owned())),
            InlineLeaf::PageMark(_) => {}
        }
    }

    fn add_note(&mut self, note: &Note, caller: &mut ReadingStream) {
        let place = self.notes.len();
        caller.calls.push((caller.text.len(), place));
        self.notes.push(ReadingStream::default());
        let mut stream =
            ReadingStream { origin: note.origin, ..ReadingStream::default() };
        self.add_blocks(&note.blocks, &mut stream);
        self.notes[place] = stream;
    }
}
