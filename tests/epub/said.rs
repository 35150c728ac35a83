//! A book as an EPUB says it: what the markup has no word for, made equal.
//!
//! Everything else comes back as it was. What does not, and why:
//!
//! - *Particulars.* A package must have a title and a language, so a book without them has
//!   the word for "untitled" and `und`. Who stands among the authors is one (`aut`). The
//!   ISBN of the printed book belongs to another publication. White space is one space.
//! - *What counts notes from 1 again* is a fact about their numbers, and these stand there.
//! - *A chapter's language* is said where it is not the book's.
//! - *A chapter's authors* are one line of words under its title, as they are printed.
//! - *The colophon* is the last page, wherever it stood.
//! - *A title or heading without words* is no heading, for a reading voice would find
//!   nothing to say: what marks it holds are a paragraph. A part without a title, or with
//!   one of that kind, is called by its number.
//! - *Levels of headings* are those of the sections that they open: none is skipped, and
//!   none is below the sixth. In a note they begin below the heading over the notes.
//! - *A link* has words and leads to an address outside the book, or is none. Notes called in it stand
//!   after it, for no link stands in another.
//! - *Stress and language* of the same words are one element, whichever holds the other.
//! - *A picture* has a name of its own in the package. One that nobody has described is
//!   called by its caption, or said to be a picture. A figure without a picture is words.
//! - *Characters that no XHTML may hold* are left out, and reported.

use std::collections::BTreeMap;

use pliego::book::block::{Block, Definition, Heading, Paragraph};
use pliego::book::figure::{Alternative, Figure, FigureWidth};
use pliego::book::formula::write_mathml;
use pliego::book::inline::{Inline, PhraseKind};
use pliego::book::matter::contents::{label_part, write_plain_text};
use pliego::book::matter::notes::NotePlacement;
use pliego::book::matter::words::EditionWords;
use pliego::book::metadata::{Contributor, Metadata};
use pliego::book::normal;
use pliego::book::purpose::Purpose;
use pliego::book::relator::Relator;
use pliego::book::{Book, Chapter, Division, Document};
use pliego::text::filing::invert_name;
use pliego::text::language::Language;

/// The deepest heading of XHTML.
const DEEPEST: u8 = 6;

/// The book as its EPUB says it.
pub(crate) fn said(mut book: Book, placement: NotePlacement) -> Book {
    let pictures = book.pictures.iter().zip(1..).map(|((name, picture), number)| {
        let end = picture.format.extension();
        (name.clone(), format!("OEBPS/images/image-{number}.{end}"))
    });
    let mut saying = Saying {
        book_language: book.metadata.language.clone(),
        pictures: pictures.collect(),
        words: EditionWords::for_language(book.metadata.language.as_ref()),
        note_base: 2,
    };
    book.pictures.clear();
    let of_book = saying.words;
    book.metadata = particulars(book.metadata, of_book);
    let count = book.divisions.iter().map(|division| match division {
        Division::Part(part) => part.chapters.len(),
        Division::Chapter(_) => 1,
    });
    let is_alone = count.sum::<usize>() == 1;
    let base = |in_part: bool| match (placement, is_alone, in_part) {
        (NotePlacement::Book, true, _) => 1,
        (NotePlacement::Book, false, true) => 3,
        _ => 2,
    };
    let (mut divisions, mut last, mut parts) = (Vec::new(), Vec::new(), 0);
    for division in book.divisions {
        match division {
            Division::Part(mut part) => {
                saying.note_base = base(true);
                saying.words = of_book;
                if part.title.is_empty() {
                    part.title = vec![Inline::Text(label_part(&part, parts, of_book))];
                }
                part.title = saying.line(part.title);
                parts += 1;
                part.chapters =
                    part.chapters.into_iter().map(|one| saying.chapter(one)).collect();
                divisions.push(Division::Part(part));
            }
            Division::Chapter(chapter) => {
                saying.note_base = base(false);
                let is_last = chapter.purpose == Purpose::Colophon;
                let to = if is_last { &mut last } else { &mut divisions };
                to.push(Division::Chapter(saying.chapter(chapter)));
            }
        }
    }
    divisions.append(&mut last);
    normalised(Book { divisions, ..book })
}

/// A book in normal form, without positions: words that became neighbours are one text.
pub(crate) fn normalised(mut book: Book) -> Book {
    let line = |title: Vec<Inline>| normal::normalise_line(title).unwrap_or_default();
    let chapter = |chapter: &mut Chapter| {
        let blocks = std::mem::take(&mut chapter.blocks);
        chapter.blocks =
            normal::normalise(Document { blocks, ..Document::default() }).blocks;
        chapter.title = line(std::mem::take(&mut chapter.title));
    };
    for division in &mut book.divisions {
        match division {
            Division::Part(part) => {
                part.title = line(std::mem::take(&mut part.title));
                part.chapters.iter_mut().for_each(chapter);
            }
            Division::Chapter(one) => chapter(one),
        }
    }
    book.metadata = normal::normalise_metadata(book.metadata);
    book.without_positions().with_note_ids()
}

fn particulars(mut metadata: Metadata, words: &EditionWords) -> Metadata {
    for text in [
        &mut metadata.title,
        &mut metadata.subtitle,
        &mut metadata.publisher,
        &mut metadata.isbn_epub,
        &mut metadata.identifier,
        &mut metadata.description,
        &mut metadata.rights,
        &mut metadata.source,
    ] {
        *text = text.take().map(|text| spaced(&text)).filter(|text| !text.is_empty());
    }
    metadata.title.get_or_insert_with(|| words.untitled.to_owned());
    let states_language = metadata.language.is_some();
    metadata.language.get_or_insert_with(Language::undetermined);
    metadata.isbn_print = None;
    // Only the imprint has them.
    metadata.original_title = None;
    metadata.place = None;
    metadata.edition = None;
    metadata.deposit = None;
    for author in &mut metadata.authors {
        author.role = author.role.or("aut".parse().ok());
    }
    let language = metadata.language.clone().filter(|_| states_language);
    for person in metadata.authors.iter_mut().chain(&mut metadata.contributors) {
        person.name = spaced(&person.name);
        person.sort = person.sort.take().map(|sort| spaced(&sort));
        let role = person.role.map_or("aut", Relator::as_str);
        if person.sort.is_none() && ["aut", "trl", "ill", "aui"].contains(&role) {
            person.sort = invert_name(&person.name, language.as_ref());
        }
    }
    if let Some(series) = &mut metadata.series {
        series.name = spaced(&series.name);
    }
    metadata
}

/// What XHTML may hold of some words.
fn legal(text: &str) -> String {
    let is_forbidden = |c: char| {
        let is_noncharacter =
            u32::from(c) & 0xFFFE == 0xFFFE || (0xFDD0..=0xFDEF).contains(&u32::from(c));
        is_noncharacter || (c.is_control() && !matches!(c, '\t' | '\n' | '\r'))
    };
    text.chars().filter(|&c| !is_forbidden(c)).collect()
}

/// A value of the metadata as a reading system takes it.
fn spaced(text: &str) -> String {
    let legal = legal(text);
    let words = legal.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

struct Saying {
    book_language: Option<Language>,
    /// The files of the pictures by their names.
    pictures: BTreeMap<String, String>,
    /// The words of the language that is spoken.
    words: &'static EditionWords,
    /// The level of the heading over the notes.
    note_base: u8,
}

impl Saying {
    fn chapter(&mut self, chapter: Chapter) -> Chapter {
        self.words = EditionWords::for_passage(
            chapter.language.as_ref(),
            self.book_language.as_ref(),
        );
        let names: Vec<&str> = chapter.authors.iter().map(|a| a.name.as_str()).collect();
        let byline = legal(&self.words.join_names(&names));
        let author = Contributor { name: byline, ..Contributor::default() };
        // The word for a picture that nobody describes makes no title.
        let has_words = !write_plain_text(&chapter.title).is_empty();
        let mut title = self.line(chapter.title);
        let mut blocks = Vec::new();
        if !has_words && !title.is_empty() {
            let content = std::mem::take(&mut title);
            blocks.push(Block::Paragraph(Paragraph { content, ..Paragraph::default() }));
        }
        blocks.extend(self.blocks(chapter.blocks, 1));
        let language =
            chapter.language.filter(|l| Some(l) != self.book_language.as_ref());
        Chapter {
            title,
            authors: if names.is_empty() { Vec::new() } else { vec![author] },
            language,
            restarts_notes: false,
            blocks,
            subtitle: chapter.subtitle.map(|subtitle| legal(&subtitle)),
            ..chapter
        }
    }

    /// Blocks below a heading of a level.
    fn blocks(&mut self, blocks: Vec<Block>, base: u8) -> Vec<Block> {
        // Levels of the headings whose sections are open.
        let mut open: Vec<u8> = Vec::new();
        let mut said = Vec::new();
        for block in blocks {
            if let Block::Heading(Heading { level, content, origin }) = block {
                let has_words = !write_plain_text(&content).is_empty();
                let content = self.line(content);
                if !has_words {
                    said.push(Block::Paragraph(Paragraph { content, origin }));
                    continue;
                }
                open.retain(|&around| around < level);
                open.push(level);
                let level = deeper(base, open.len());
                said.push(Block::Heading(Heading { level, content, origin }));
            } else {
                said.extend(self.block(block, deeper(base, open.len())));
            }
        }
        said
    }

    fn block(&mut self, block: Block, base: u8) -> Option<Block> {
        Some(match block {
            Block::Paragraph(one) => Block::Paragraph(self.paragraph(one)),
            Block::Dateline(one) => Block::Dateline(self.paragraph(one)),
            Block::Salutation(one) => Block::Salutation(self.paragraph(one)),
            Block::Signature(one) => Block::Signature(self.paragraph(one)),
            Block::Direction(one) => Block::Direction(self.paragraph(one)),
            Block::Quotation(inner) => Block::Quotation(self.blocks(inner, base)),
            Block::Epigraph(inner) => Block::Epigraph(self.blocks(inner, base)),
            Block::Speech(inner) => Block::Speech(self.blocks(inner, base)),
            Block::SourceNote(inner) => Block::SourceNote(self.blocks(inner, base)),
            Block::Styled { style, blocks } => {
                Block::Styled { style, blocks: self.blocks(blocks, base) }
            }
            Block::Definitions(list) => {
                let one = |one: Definition| {
                    let term = self.line(one.term);
                    let inner = one.descriptions.into_iter();
                    let descriptions = inner.map(|blocks| self.blocks(blocks, base));
                    Definition { term, descriptions: descriptions.collect() }
                };
                Block::Definitions(list.into_iter().map(one).collect())
            }
            Block::Verse(mut verse) => {
                for line in verse.stanzas.iter_mut().flat_map(|one| &mut one.lines) {
                    *line = self.line(std::mem::take(line));
                }
                Block::Verse(verse)
            }
            Block::List(mut list) => {
                for item in &mut list.items {
                    *item = self.blocks(std::mem::take(item), base);
                }
                Block::List(list)
            }
            Block::Table(mut table) => {
                let cells = table.head.iter_mut().chain(table.rows.iter_mut().flatten());
                for line in std::iter::once(&mut table.caption).chain(cells) {
                    *line = self.line(std::mem::take(line));
                }
                Block::Table(table)
            }
            Block::Figure(figure) => return self.figure(figure),
            Block::SceneBreak => Block::SceneBreak,
            Block::Preformatted(typed) => Block::Preformatted(legal(&typed.text).into()),
            Block::Heading(_) => unreachable!("headings open sections"),
        })
    }

    fn figure(&mut self, mut figure: Figure) -> Option<Block> {
        let title = legal(&write_plain_text(&figure.caption));
        figure.caption = self.line(figure.caption);
        // A length is a number of pixels in the file, like a natural width.
        figure.width =
            figure.width.filter(|width| matches!(width, FigureWidth::Percent(_)));
        let Some(file) = self.pictures.get(&figure.picture) else {
            return figure.without_picture();
        };
        figure.picture.clone_from(file);
        figure.alternative = match figure.alternative {
            Alternative::Missing => {
                let word = self.words.picture.to_owned();
                Alternative::Words(if title.is_empty() { word } else { title })
            }
            Alternative::Words(words) => Alternative::Words(legal(&words)),
            Alternative::Decorative => Alternative::Decorative,
        };
        Some(Block::Figure(figure))
    }

    fn paragraph(&mut self, one: Paragraph) -> Paragraph {
        Paragraph { content: self.line(one.content), ..one }
    }

    fn line(&mut self, line: Vec<Inline>) -> Vec<Inline> {
        let mut said = Vec::new();
        for inline in line {
            self.inline(inline, &mut said);
        }
        said
    }

    fn inline(&mut self, inline: Inline, said: &mut Vec<Inline>) {
        said.push(match inline {
            Inline::Text(text) => Inline::Text(legal(&text)),
            Inline::Code(text) => Inline::Code(legal(&text)),
            // What is not TeX is shown as it is typed.
            Inline::Formula(mut formula) => match write_mathml(&formula) {
                Ok(_) => {
                    formula.tex = legal(&formula.tex);
                    Inline::Formula(formula)
                }
                Err(_) => Inline::Code(legal(&formula.tex)),
            },
            Inline::Picture(figure) => {
                let words = figure.words().to_owned();
                match self.figure(*figure) {
                    Some(Block::Figure(mut figure)) => {
                        figure.width = None;
                        Inline::Picture(Box::new(figure))
                    }
                    _ => Inline::Text(legal(&words)),
                }
            }
            Inline::PageMark(label) => Inline::PageMark(legal(&label)),
            Inline::LineBreak => Inline::LineBreak,
            Inline::Strong(inner) => Inline::Strong(self.line(inner)),
            Inline::Variant { variant, content } => {
                Inline::Variant { variant, content: self.line(content) }
            }
            Inline::Phrase { kind, content } => {
                let kind = match kind {
                    PhraseKind::Abbreviation { expansion } => PhraseKind::Abbreviation {
                        expansion: expansion.map(|words| legal(&words)),
                    },
                    kind => kind,
                };
                Inline::Phrase { kind, content: self.line(content) }
            }
            // Nothing gave it a place.
            Inline::CrossReference { content, .. } => {
                let content = self.line(content);
                return said.extend(content);
            }
            Inline::Anchor(_) | Inline::IndexMark(_) => {
                unreachable!("books are generated without places")
            }
            Inline::Emphasis(mut inner) => match inner.pop() {
                Some(Inline::Foreign { language, content }) if inner.is_empty() => {
                    let content = vec![Inline::Emphasis(self.line(content))];
                    Inline::Foreign { language, content }
                }
                last => {
                    inner.extend(last);
                    Inline::Emphasis(self.line(inner))
                }
            },
            Inline::Foreign { language, mut content } => {
                // Its italics are its own, and not those of a phrase within it.
                let content = match content.as_mut_slice() {
                    [Inline::Emphasis(inner)] => {
                        vec![Inline::Emphasis(self.line(std::mem::take(inner)))]
                    }
                    _ => self.line(content),
                };
                Inline::Foreign { language, content }
            }
            Inline::Link { target, content } => {
                let content = self.line(content);
                let leads = target.starts_with("http") || target.starts_with("mailto:");
                if !leads || write_plain_text(&content).is_empty() {
                    return said.extend(content);
                }
                let mut notes = Vec::new();
                let content = without_notes(content, &mut notes);
                // An address has no spaces (RFC 3986 §2.1).
                let target = target.replace(' ', "%20");
                said.push(Inline::Link { target, content });
                return said.append(&mut notes);
            }
            Inline::Note(mut note) => {
                note.blocks = self.blocks(note.blocks, self.note_base);
                Inline::Note(note)
            }
        });
    }
}

/// So many levels deeper than one.
fn deeper(base: u8, levels: usize) -> u8 {
    base.saturating_add(u8::try_from(levels).unwrap_or(DEEPEST)).min(DEEPEST)
}

/// The same inlines, their notes put aside.
fn without_notes(line: Vec<Inline>, notes: &mut Vec<Inline>) -> Vec<Inline> {
    let mut kept = Vec::new();
    for inline in line {
        kept.push(match inline {
            Inline::Note(_) => {
                notes.push(inline);
                continue;
            }
            Inline::Emphasis(inner) => Inline::Emphasis(without_notes(inner, notes)),
            Inline::Strong(inner) => Inline::Strong(without_notes(inner, notes)),
            Inline::Variant { variant, content } => {
                Inline::Variant { variant, content: without_notes(content, notes) }
            }
            Inline::Foreign { language, content } => {
                Inline::Foreign { language, content: without_notes(content, notes) }
            }
            Inline::Phrase { kind, content } => {
                Inline::Phrase { kind, content: without_notes(content, notes) }
            }
            other => other,
        });
    }
    kept
}
