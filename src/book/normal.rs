//! The normal form of a document: one of the many ways to write the same content.
//!
//! [`super::markdown::read()`] returns the normal form, and [`super::markdown::write()`]
//! normalises what it gets, so reading what was written gives the same document. In normal
//! form:
//!
//! * No text, inline, paragraph, stanza, note, list or item is empty.
//! * Adjacent texts are one text, and so are adjacent code spans; adjacent emphases are one
//!   emphasis, and so are strong emphases and foreign phrases of one language.
//! * A line neither begins nor ends with a space, and no two spaces are adjacent, even
//!   across inlines. Only U+0020 counts as a space here: no-break spaces, thin spaces and
//!   the like are characters and stay. Control characters are white space if Unicode says
//!   so and are removed otherwise; U+FEFF and noncharacters are removed.
//! * Neither a paragraph nor an inline begins or ends with a line break, and no two are
//!   adjacent; a line of verse has none.
//! * A link has an address and contains no link.
//! * A quotation in which every paragraph has line breaks is verse: that is how verse is
//!   set off in plain CommonMark.
//! * All rows of a table have as many cells as it has columns. A header or row of empty
//!   cells is removed, and a table without cells becomes its caption.
//! * Of control characters, preformatted text has only line ends and tabs.
//! * The alternative text of a figure is written like a line of text, or is missing.
//! * A heading's level is 1 to 6; a list starts at 999 999 999 at most.
//! * Strings of the metadata are trimmed and not blank; of control characters they have
//!   only line ends and tabs.
//!   characters they have only line ends and tabs.

use super::Document;
use super::block::{Block, Heading, List, Paragraph, Preformatted, Stanza, Verse};
use super::figure::{Alternative, Figure};
use super::inline::{Inline, InlineLeaf, leaves};
use super::metadata::{Contributor, Metadata};
use super::table::{Cell, ColumnAlign, Table};
use crate::text::letters::{is_blank, is_noncharacter};

/// The highest number with which CommonMark lets a list start (nine digits).
const HIGHEST_START: u32 = 999_999_999;

/// Brings a document into normal form.
#[must_use]
pub fn normalise(document: Document) -> Document {
    Document {
        metadata: normalise_metadata(document.metadata),
        blocks: normalise_blocks(document.blocks),
    }
}

/// Brings metadata into normal form.
#[must_use]
pub fn normalise_metadata(mut metadata: Metadata) -> Metadata {
    for text in [
        &mut metadata.title,
        &mut metadata.short,
        &mut metadata.subtitle,
        &mut metadata.publisher,
        &mut metadata.isbn_epub,
        &mut metadata.isbn_print,
        &mut metadata.identifier,
        &mut metadata.description,
        &mut metadata.rights,
        &mut metadata.source,
    ] {
        *text = text.take().and_then(|text| normalise_string(&text));
    }
    metadata.authors = normalise_contributors(metadata.authors);
    metadata.contributors = normalise_contributors(metadata.contributors);
    metadata.series = metadata.series.and_then(|mut series| {
        series.name = normalise_string(&series.name)?;
        Some(series)
    });
    metadata
}

fn normalise_contributors(list: Vec<Contributor>) -> Vec<Contributor> {
    let normal = |one: Contributor| {
        Some(Contributor {
            name: normalise_string(&one.name)?,
            sort: one.sort.as_deref().and_then(normalise_string),
            role: one.role,
        })
    };
    list.into_iter().filter_map(normal).collect()
}

fn normalise_string(text: &str) -> Option<String> {
    let text = normalise_typed(text);
    let text = text.trim();
    (!is_blank(text)).then(|| text.to_owned())
}

/// Removes control characters except line ends and tabs.
fn normalise_typed(text: &str) -> String {
    let kept = text.chars().filter(|&c| !is_dropped(c));
    let spaced =
        |c: char| if c.is_control() && !matches!(c, '\n' | '\t') { ' ' } else { c };
    kept.map(spaced).collect()
}

fn normalise_blocks(list: Vec<Block>) -> Vec<Block> {
    list.into_iter().filter_map(normalise_block).collect()
}

/// A block in normal form; `None` if nothing is left of it.
fn normalise_block(block: Block) -> Option<Block> {
    let filled = |blocks: Vec<Block>| (!blocks.is_empty()).then_some(blocks);
    Some(match block {
        Block::Heading(Heading { level, content, origin }) => {
            let (level, content) = (level.clamp(1, 6), normalise_line(content)?);
            Block::Heading(Heading { level, content, origin })
        }
        Block::Paragraph(one) => Block::Paragraph(normalise_paragraph(one)?),
        Block::Direction(one) => Block::Direction(normalise_paragraph(one)?),
        Block::Dateline(one) => Block::Dateline(normalise_paragraph(one)?),
        Block::Salutation(one) => Block::Salutation(normalise_paragraph(one)?),
        Block::Signature(one) => Block::Signature(normalise_paragraph(one)?),
        Block::Quotation(inner) => normalise_quotation(filled(normalise_blocks(inner))?),
        Block::Speech(inner) => Block::Speech(filled(normalise_blocks(inner))?),
        Block::Epigraph(inner) => Block::Epigraph(filled(normalise_blocks(inner))?),
        Block::SourceNote(inner) => Block::SourceNote(filled(normalise_blocks(inner))?),
        Block::Verse(Verse { stanzas, origin }) => {
            let stanzas: Vec<_> =
                stanzas.into_iter().filter_map(normalise_stanza).collect();
            (!stanzas.is_empty()).then_some(Block::Verse(Verse { stanzas, origin }))?
        }
        Block::List(List { start, items }) => {
            let items: Vec<_> = items
                .into_iter()
                .filter_map(|item| filled(normalise_blocks(item)))
                .collect();
            let start = start.map(|number| number.min(HIGHEST_START));
            (!items.is_empty()).then_some(Block::List(List { start, items }))?
        }
        Block::Table(one) => normalise_table(one)?,
        Block::Figure(one) => normalise_figure(one)?,
        Block::SceneBreak => Block::SceneBreak,
        Block::Preformatted(Preformatted { text, origin }) => {
            let text = normalise_typed(&text.replace("\r\n", "\n").replace('\r', "\n"));
            let typed = Preformatted { text, origin };
            (!typed.text.is_empty()).then_some(Block::Preformatted(typed))?
        }
    })
}

/// A table in normal form, or its caption if it has no cells.
fn normalise_table(table: Table) -> Option<Block> {
    let Table { caption, mut columns, head, rows, origin } = table;
    let caption = normalise_line(caption).unwrap_or_default();
    let rows_and_head = || std::iter::once(&head).chain(&rows);
    let width = rows_and_head().map(Vec::len).max().unwrap_or_default();
    let width = width.max(columns.len());
    let row = |cells: Vec<Cell>| {
        let cells =
            cells.into_iter().map(|cell| normalise_line(cell).unwrap_or_default());
        let mut cells: Vec<Cell> = cells.collect();
        cells.resize_with(width, Cell::new);
        cells.iter().any(|cell| !cell.is_empty()).then_some(cells)
    };
    let head = row(head).unwrap_or_default();
    let rows: Vec<Vec<Cell>> = rows.into_iter().filter_map(row).collect();
    if head.is_empty() && rows.is_empty() {
        let caption = normalise_paragraph(Paragraph { content: caption, origin })?;
        return Some(Block::Paragraph(caption));
    }
    columns.resize(width, ColumnAlign::Start);
    Some(Block::Table(Table { caption, columns, head, rows, origin }))
}

/// A figure in normal form; without a picture, its fallback text.
fn normalise_figure(figure: Figure) -> Option<Block> {
    let Figure { picture, alternative, caption, origin } = figure;
    let picture = strip_control_characters(&picture).trim().to_owned();
    let caption = normalise_line(caption).unwrap_or_default();
    let alternative = match alternative {
        Alternative::Words(words) => {
            match normalise_line(vec![Inline::Text(words)]).and_then(|mut one| one.pop())
            {
                Some(Inline::Text(words)) if !words.trim().is_empty() => {
                    Alternative::Words(words.trim().to_owned())
                }
                _ => Alternative::Missing,
            }
        }
        Alternative::Missing | Alternative::Decorative => alternative,
    };
    let figure = Figure { picture, alternative, caption, origin };
    if figure.picture.is_empty() {
        return figure.without_picture().and_then(normalise_block);
    }
    Some(Block::Figure(figure))
}

/// A quotation, or verse if every paragraph has line breaks.
fn normalise_quotation(blocks: Vec<Block>) -> Block {
    let is_stanza = |block: &Block| match block {
        Block::Paragraph(one) => has_line_break(&one.content),
        _ => false,
    };
    if !blocks.iter().all(is_stanza) {
        return Block::Quotation(blocks);
    }
    let mut verse = Verse::default();
    for block in blocks {
        if let Block::Paragraph(one) = block {
            verse.origin.0 = verse.origin.0.or(one.origin.0);
            verse.stanzas.push(Stanza { lines: split_lines(one.content) });
        }
    }
    Block::Verse(verse)
}

fn has_line_break(content: &[Inline]) -> bool {
    leaves(content).any(|leaf| leaf == InlineLeaf::LineBreak)
}

fn normalise_paragraph(one: Paragraph) -> Option<Paragraph> {
    Some(Paragraph { content: normalise_line(one.content)?, origin: one.origin })
}

fn normalise_stanza(stanza: Stanza) -> Option<Stanza> {
    let lines: Vec<_> = stanza
        .lines
        .into_iter()
        .filter_map(normalise_line)
        .flat_map(split_lines)
        .collect();
    (!lines.is_empty()).then_some(Stanza { lines })
}

/// A line of text in normal form; `None` if nothing is left of it.
#[must_use]
pub fn normalise_line(content: Vec<Inline>) -> Option<Vec<Inline>> {
    let mut content =
        ForwardPass { after_space: true, line_empty: true }.list(content, false);
    BackwardPass { line_end: true, end: true }.list(&mut content);
    let content = hoist_breaks(content);
    (!content.is_empty()).then_some(content)
}

/// Splits a line at its line breaks; an inline that contains one is divided.
#[must_use]
pub fn split_lines(content: Vec<Inline>) -> Vec<Vec<Inline>> {
    let lines = split_at_breaks(content).into_iter();
    lines.filter_map(normalise_line).collect()
}

/// Splits a line at its line breaks, and keeps empty lines.
fn split_at_breaks(content: Vec<Inline>) -> Vec<Vec<Inline>> {
    let mut cut = LineCutter::default();
    for inline in content {
        match inline {
            Inline::LineBreak => cut.end_line(),
            Inline::Emphasis(inner) => cut.divide(inner, Inline::Emphasis),
            Inline::Strong(inner) => cut.divide(inner, Inline::Strong),
            Inline::Variant { variant, content } => {
                cut.divide(content, |content| Inline::Variant { variant, content });
            }
            Inline::Foreign { language, content } => cut.divide(content, |content| {
                Inline::Foreign { language: language.clone(), content }
            }),
            Inline::Link { target, content } => cut.divide(content, |content| {
                Inline::Link { target: target.clone(), content }
            }),
            leaf @ (Inline::Text(_)
            | Inline::Code(_)
            | Inline::Note(_)
            | Inline::PageMark(_)) => cut.line.push(leaf),
        }
    }
    cut.end_line();
    cut.lines
}

/// Builds the lines of [`split_at_breaks`].
#[derive(Default)]
struct LineCutter {
    /// The finished lines.
    lines: Vec<Vec<Inline>>,
    /// The current line.
    line: Vec<Inline>,
}

impl LineCutter {
    fn end_line(&mut self) {
        self.lines.push(std::mem::take(&mut self.line));
    }

    /// Adds an inline that may span several lines; each line gets its own part.
    fn divide(&mut self, inner: Vec<Inline>, wrap: impl Fn(Vec<Inline>) -> Inline) {
        for (index, part) in split_at_breaks(inner).into_iter().enumerate() {
            if index > 0 {
                self.end_line();
            }
            self.line.push(wrap(part));
        }
    }
}

/// Whether a character is removed from every text.
pub(super) fn is_dropped(c: char) -> bool {
    c == '\u{feff}' || is_noncharacter(c) || (c.is_control() && !c.is_whitespace())
}

/// The first pass over a paragraph: single spaces, no empty inlines, adjacent inlines
/// joined.
struct ForwardPass {
    /// A space here would be the second one, or the first of its line.
    after_space: bool,
    /// The current line is empty so far.
    line_empty: bool,
}

impl ForwardPass {
    fn list(&mut self, list: Vec<Inline>, in_link: bool) -> Vec<Inline> {
        let mut normal = Vec::with_capacity(list.len());
        for inline in list {
            self.inline(inline, in_link, &mut normal);
        }
        normal
    }

    fn inline(&mut self, inline: Inline, in_link: bool, normal: &mut Vec<Inline>) {
        let one = match inline {
            Inline::Text(text) => Inline::Text(self.text(&text)),
            Inline::Emphasis(inner) => Inline::Emphasis(self.list(inner, in_link)),
            Inline::Strong(inner) => Inline::Strong(self.list(inner, in_link)),
            Inline::Variant { variant, content } => {
                Inline::Variant { variant, content: self.list(content, in_link) }
            }
            Inline::Foreign { language, content } => {
                Inline::Foreign { language, content: self.list(content, in_link) }
            }
            Inline::Link { target, content } => {
                let target = strip_control_characters(&target);
                let content = self.list(content, true);
                if in_link || target.is_empty() {
                    for inner in content {
                        join_inline(normal, inner);
                    }
                    return;
                }
                Inline::Link { target, content }
            }
            Inline::Code(text) => Inline::Code(strip_control_characters(&text)),
            Inline::PageMark(label) => {
                Inline::PageMark(strip_control_characters(&label).trim().to_owned())
            }
            Inline::Note(mut note) => {
                note.blocks = normalise_blocks(std::mem::take(&mut note.blocks));
                Inline::Note(note)
            }
            Inline::LineBreak => {
                if !self.line_empty {
                    normal.push(Inline::LineBreak);
                    (self.after_space, self.line_empty) = (true, true);
                }
                return;
            }
        };
        if is_empty(&one) {
            return;
        }
        if matches!(one, Inline::Code(_) | Inline::PageMark(_) | Inline::Note(_)) {
            (self.after_space, self.line_empty) = (false, false);
        }
        join_inline(normal, one);
    }

    fn text(&mut self, text: &str) -> String {
        // Most characters need one comparison only.
        let is_plain = |c: char| c.is_ascii_graphic();
        let is_space = |c: char| c == ' ' || c.is_control();
        let mut normal = String::with_capacity(text.len());
        let mut rest = text;
        loop {
            let word = rest.find(|c| !is_plain(c) && (is_space(c) || is_dropped(c)));
            let (word, after) = rest.split_at(word.unwrap_or(rest.len()));
            if !word.is_empty() {
                normal.push_str(word);
                (self.after_space, self.line_empty) = (false, false);
            }
            let mut after = after.chars();
            let Some(c) = after.next() else { return normal };
            rest = after.as_str();
            if !is_dropped(c) && !std::mem::replace(&mut self.after_space, true) {
                normal.push(' ');
            }
        }
    }
}

/// Removes noncharacters, and replaces other control characters by spaces.
fn strip_control_characters(text: &str) -> String {
    let kept = text.chars().filter(|&c| !is_dropped(c));
    kept.map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Appends an inline, merging it with the last one if both are of one kind.
fn join_inline(list: &mut Vec<Inline>, inline: Inline) {
    match (list.last_mut(), inline) {
        (Some(Inline::Text(before)), Inline::Text(text))
        | (Some(Inline::Code(before)), Inline::Code(text)) => before.push_str(&text),
        (Some(Inline::Emphasis(before)), Inline::Emphasis(inner))
        | (Some(Inline::Strong(before)), Inline::Strong(inner)) => {
            for one in inner {
                join_inline(before, one);
            }
        }
        (
            Some(Inline::Variant { variant, content }),
            Inline::Variant { variant: other, content: inner },
        ) if *variant == other => {
            for one in inner {
                join_inline(content, one);
            }
        }
        (
            Some(Inline::Foreign { language, content }),
            Inline::Foreign { language: other, content: inner },
        ) if *language == other => {
            for one in inner {
                join_inline(content, one);
            }
        }
        (_, inline) => list.push(inline),
    }
}

fn is_empty(inline: &Inline) -> bool {
    match inline {
        Inline::Text(text) | Inline::Code(text) | Inline::PageMark(text) => {
            text.is_empty()
        }
        Inline::Emphasis(inner)
        | Inline::Strong(inner)
        | Inline::Variant { content: inner, .. }
        | Inline::Foreign { content: inner, .. }
        | Inline::Link { content: inner, .. } => inner.is_empty(),
        Inline::Note(note) => note.blocks.is_empty(),
        Inline::LineBreak => false,
    }
}

/// The second pass, from the end: no spaces before a line end, no line break at the end.
struct BackwardPass {
    /// Nothing follows on this line.
    line_end: bool,
    /// Nothing follows at all.
    end: bool,
}

impl BackwardPass {
    fn list(&mut self, list: &mut Vec<Inline>) {
        let mut kept = Vec::with_capacity(list.len());
        while let Some(mut inline) = list.pop() {
            if self.keeps(&mut inline) {
                kept.push(inline);
            }
        }
        kept.reverse();
        *list = kept;
    }

    /// Whether anything is left of an inline.
    fn keeps(&mut self, inline: &mut Inline) -> bool {
        match inline {
            Inline::Text(text) => {
                if self.line_end {
                    text.truncate(text.trim_end_matches(' ').len());
                }
                if text.is_empty() {
                    return false;
                }
                (self.line_end, self.end) = (false, false);
                true
            }
            Inline::LineBreak => {
                self.line_end = true;
                !self.end
            }
            Inline::Emphasis(inner)
            | Inline::Strong(inner)
            | Inline::Variant { content: inner, .. }
            | Inline::Foreign { content: inner, .. }
            | Inline::Link { content: inner, .. } => {
                self.list(inner);
                !inner.is_empty()
            }
            Inline::Code(_) | Inline::Note(_) | Inline::PageMark(_) => {
                (self.line_end, self.end) = (false, false);
                true
            }
        }
    }
}

/// Moves line breaks from the edges of inlines out of them.
fn hoist_breaks(list: Vec<Inline>) -> Vec<Inline> {
    let mut outer = Vec::with_capacity(list.len());
    let push = |outer: &mut Vec<Inline>,
                content: Vec<Inline>,
                wrap: &dyn Fn(Vec<Inline>) -> Inline| {
        let mut content = hoist_breaks(content);
        let ends = content.pop_if(|last| matches!(last, Inline::LineBreak));
        if matches!(content.first(), Some(Inline::LineBreak)) {
            outer.push(content.remove(0));
        }
        if !content.is_empty() {
            outer.push(wrap(content));
        }
        outer.extend(ends);
    };
    for inline in list {
        match inline {
            Inline::Emphasis(inner) => push(&mut outer, inner, &Inline::Emphasis),
            Inline::Strong(inner) => push(&mut outer, inner, &Inline::Strong),
            Inline::Variant { variant, content } => {
                push(&mut outer, content, &|content| Inline::Variant {
                    variant,
                    content,
                });
            }
            Inline::Foreign { language, content } => {
                push(&mut outer, content, &|content| Inline::Foreign {
                    language: language.clone(),
                    content,
                });
            }
            Inline::Link { target, content } => push(&mut outer, content, &|content| {
                Inline::Link { target: target.clone(), content }
            }),
            leaf @ (Inline::Text(_)
            | Inline::Code(_)
            | Inline::LineBreak
            | Inline::Note(_)
            | Inline::PageMark(_)) => outer.push(leaf),
        }
    }
    outer
}
