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
//! * A link to a place in the book is a cross reference. That may be without text, but
//!   contains no link.
//! * All rows of a table have as many cells as it has columns. A header or row of empty
//!   cells is removed, and a table without cells becomes its caption. Cells that another one spans are empty.
//! * Of control characters, preformatted text has only line ends and tabs.
//! * The alternative text of a figure is written like a line of text, or is missing.
//! * A heading's level is 1 to 6; a list starts at 999 999 999 at most.
//! * Strings of the metadata are trimmed and not blank; of control characters they have
//!   only line ends and tabs.
//!   characters they have only line ends and tabs.

mod lines;

use lines::{normalise_inlines, normalise_style};

use super::Document;
use super::block::{
    Block, Definition, Heading, List, ListDelimiter, ListNumbering, ListNumerals,
    Paragraph, Preformatted, Stanza, Verse,
};
use super::figure::{Alternative, Figure, FigureWidth, into_figures};
use super::inline::{Inline, InlineLeaf, leaves};
use super::metadata::{Contributor, Metadata};
use super::table::{Cell, ColumnAlign, Table};
use crate::length::written::parse_length;
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
        &mut metadata.original_title,
        &mut metadata.publisher,
        &mut metadata.place,
        &mut metadata.edition,
        &mut metadata.deposit,
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
    let mut normal = Vec::with_capacity(list.len());
    for block in list {
        match block {
            Block::Definitions(list) => {
                normal.extend(split_definitions(list).into_iter().flatten());
            }
            block => match normalise_block(block) {
                Some(Block::Paragraph(one)) => push_paragraph(one, &mut normal),
                block => normal.extend(block),
            },
        }
    }
    normal
}

/// Adds a paragraph in normal form: in one of its own, a picture is a figure.
fn push_paragraph(paragraph: Paragraph, normal: &mut Vec<Block>) {
    let Paragraph { content, origin } = paragraph;
    match into_figures(content) {
        Ok(figures) => {
            let figures = figures.into_iter();
            normal.extend(
                figures
                    .filter_map(|figure| normalise_figure(Figure { origin, ..figure })),
            );
        }
        Err(content) => normal.push(Block::Paragraph(Paragraph { content, origin })),
    }
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
        Block::Styled { style, blocks } => {
            let blocks = filled(normalise_blocks(blocks))?;
            Block::Styled { style: normalise_style(&style), blocks }
        }
        // These may become several blocks.
        Block::Definitions(_) => return normalise_blocks(vec![block]).pop(),
        Block::Verse(Verse { stanzas, origin }) => {
            let stanzas: Vec<_> =
                stanzas.into_iter().filter_map(normalise_stanza).collect();
            (!stanzas.is_empty()).then_some(Block::Verse(Verse { stanzas, origin }))?
        }
        Block::List(mut list) => {
            let items = list.items.into_iter();
            list.items =
                items.filter_map(|item| filled(normalise_blocks(item))).collect();
            list.start = list.start.map(|number| number.min(HIGHEST_START));
            list.numbering = normalise_numbering(&list);
            (!list.items.is_empty()).then_some(Block::List(list))?
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
    let Table { caption, mut columns, head, rows, spans, origin } = table;
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
    let empty = || vec![Cell::new(); width];
    let rows = rows.into_iter().map(|cells| row(cells).unwrap_or_else(empty));
    let rows: Vec<Vec<Cell>> = rows.collect();
    let is_empty = |cells: &Vec<Cell>| cells.iter().all(Vec::is_empty);
    if head.is_empty() && rows.iter().all(is_empty) {
        let caption = normalise_paragraph(Paragraph { content: caption, origin })?;
        return Some(Block::Paragraph(caption));
    }
    columns.resize(width, ColumnAlign::Start);
    let mut table = Table { caption, columns, head, rows, spans, origin };
    table.normalise_spans();
    // Rows are counted in spans, so an empty one may only go if there are none.
    if table.spans.is_empty() {
        table.rows.retain(|cells| !is_empty(cells));
    }
    Some(Block::Table(table))
}

/// A figure in normal form; without a picture, its fallback text.
fn normalise_figure(figure: Figure) -> Option<Block> {
    let figure = normalise_figure_parts(figure);
    if figure.picture.is_empty() {
        return figure.without_picture().and_then(normalise_block);
    }
    Some(Block::Figure(figure))
}

/// A figure whose parts are in normal form.
fn normalise_figure_parts(figure: Figure) -> Figure {
    let Figure { picture, alternative, caption, width, origin } = figure;
    let picture = strip_control_characters(&picture).trim().to_owned();
    let caption = normalise_line(caption).unwrap_or_default();
    let caption = match into_figures(caption) {
        // A caption is words.
        Ok(pictures) => {
            let words = pictures.into_iter().flat_map(|picture| {
                let words = Inline::Text(picture.words().to_owned());
                picture.caption.into_iter().filter(Inline::is_place).chain([words])
            });
            normalise_line(words.collect()).unwrap_or_default()
        }
        Err(caption) => caption,
    };
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
    let width = width.and_then(|width| match width {
        FigureWidth::Percent(share) => {
            (1..=100).contains(&share).then_some(FigureWidth::Percent(share))
        }
        // As exactly as it is written.
        FigureWidth::Length(length) => parse_length(&length.to_string())
            .filter(|length| length.0 > 0)
            .map(FigureWidth::Length),
    });
    Figure { picture, alternative, caption, width, origin }
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
    let content = normalise_inlines(content);
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
            mut inline => match inline.content_mut().map(std::mem::take) {
                Some(content) => {
                    cut.divide(content, |content| inline.clone().with_content(content));
                }
                None => cut.line.push(inline),
            },
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

/// Definitions in normal form, with the blocks before and after them: descriptions before
/// the first term describe nothing, and a last term without a description is a paragraph.
/// Other terms without one belong to the next, and descriptions without a term to the one
/// before.
fn split_definitions(list: Vec<Definition>) -> [Vec<Block>; 3] {
    let (mut before, mut kept) = (Vec::new(), Vec::<Definition>::new());
    let mut waiting: Vec<Inline> = Vec::new();
    for Definition { term, descriptions } in list {
        waiting.extend((!waiting.is_empty()).then_some(Inline::LineBreak));
        waiting.extend(normalise_line(term).unwrap_or_default());
        let descriptions = descriptions.into_iter().map(normalise_blocks);
        let mut descriptions: Vec<_> =
            descriptions.filter(|blocks: &Vec<Block>| !blocks.is_empty()).collect();
        if descriptions.is_empty() {
            continue;
        }
        match (normalise_line(std::mem::take(&mut waiting)), kept.last_mut()) {
            (Some(term), _) => kept.push(Definition { term, descriptions }),
            (None, Some(last)) => last.descriptions.append(&mut descriptions),
            (None, None) => before.extend(descriptions.into_iter().flatten()),
        }
    }
    let mut after = Vec::new();
    if let Some(content) = normalise_line(waiting) {
        push_paragraph(Paragraph { content, ..Paragraph::default() }, &mut after);
    }
    let kept = (!kept.is_empty()).then_some(Block::Definitions(kept));
    [before, Vec::from_iter(kept), after]
}

/// How a list is numbered in normal form: with letters only as far as the alphabet goes.
fn normalise_numbering(list: &List) -> ListNumbering {
    let Some(start) = list.start else { return ListNumbering::default() };
    let last = u64::from(start) + list.items.len() as u64;
    let ListNumbering { numerals, delimiter } = list.numbering;
    let fits = match numerals {
        ListNumerals::Decimal
        | ListNumerals::MasculineOrdinal
        | ListNumerals::FeminineOrdinal => true,
        ListNumerals::LowerAlpha | ListNumerals::UpperAlpha => start > 0 && last <= 27,
        ListNumerals::LowerRoman | ListNumerals::UpperRoman => start > 0 && last <= 4_000,
    };
    let numerals = if fits { numerals } else { ListNumerals::Decimal };
    let is_ordinal = matches!(
        numerals,
        ListNumerals::MasculineOrdinal | ListNumerals::FeminineOrdinal
    );
    let delimiter = match delimiter {
        // Only ordinals need nothing around them.
        ListDelimiter::None if !is_ordinal => ListDelimiter::Period,
        delimiter => delimiter,
    };
    ListNumbering { numerals, delimiter }
}

/// Removes noncharacters, and replaces other control characters by spaces.
fn strip_control_characters(text: &str) -> String {
    let kept = text.chars().filter(|&c| !is_dropped(c));
    kept.map(|c| if c.is_control() { ' ' } else { c }).collect()
}
