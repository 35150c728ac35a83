//! Turns rich text into a document of the model, and lists what the model cannot hold.

use std::collections::{BTreeMap, BTreeSet};

use super::codes;
use super::plain_text::{text_of, text_of_blocks};
use super::rich::{
    CellAlignment, NoteKind, Omission, RichBlock, RichCell, RichDocument, RichImage,
    RichInline, RichMetadata, RichTable,
};
use crate::book::Document;
use crate::book::block::{
    Block, Definition, Heading, List, Paragraph, Stanza, TextPassage, Verse,
    visit_passages,
};
use crate::book::figure::{Alternative, Figure, FigureWidth};
use crate::book::formula::{Formula, write_mathml};
use crate::book::inline::{FontVariant, Inline, Note, NoteSeries, PhraseKind};
use crate::book::metadata::{Contributor, Metadata, format_isbn};
use crate::book::normal::split_lines;
use crate::book::passage::put_before;
use crate::book::table::{ColumnAlign, PlacedCells, SpanningCell, Table, place_cells};
use crate::diagnostic::Code;
use crate::text::excerpt::excerpt;

/// Blocks and inlines nested deeper than this are taken out of what is around them; no book
/// has as many levels.
const DEEPEST: usize = 60;

/// What a file has and its document does not, gathered by kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Loss {
    /// How many there are.
    pub(super) count: usize,
    /// The index of the block of the document that the first is in or before.
    pub(super) block: usize,
    /// The beginning of the words of the first.
    pub(super) words: String,
}

/// What becomes of something that the model has no place for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LossKind {
    /// It is left out.
    LeftOut(&'static str),
    /// Its words stay in the text, without what distinguishes them.
    Plain(&'static str),
}

impl LossKind {
    /// The code of the finding.
    pub(super) fn code(self) -> Code {
        match self {
            Self::LeftOut(_) => codes::LEFT_OUT,
            Self::Plain(_) => codes::KEPT_PLAIN,
        }
    }
}

/// A document, and what of its file is not in it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct BuiltDocument {
    pub(super) document: Document,
    pub(super) losses: BTreeMap<LossKind, Loss>,
}

/// Builds the document that rich text says. `media` are the names of pictures by their
/// address.
pub(super) fn build_document(
    rich: RichDocument,
    media: &BTreeMap<String, String>,
) -> BuiltDocument {
    let mut builder = DocumentBuilder {
        media,
        losses: BTreeMap::new(),
        block: 0,
        has_footnotes: has_footnotes(&rich.blocks),
        targets: collect_targets(&rich.blocks),
        figures: Vec::new(),
    };
    let mut omissions = rich.omissions.into_iter().peekable();
    let mut blocks = Vec::new();
    for (index, block) in rich.blocks.into_iter().enumerate() {
        builder.block = blocks.len();
        while let Some(omission) = omissions.next_if(|one| one.block <= index) {
            builder.lose_omission(&omission);
        }
        builder.add_block(block, 0, &mut blocks);
    }
    omissions.for_each(|omission| builder.lose_omission(&omission));
    let metadata = builder.build_metadata(rich.metadata);
    BuiltDocument { document: Document { metadata, blocks }, losses: builder.losses }
}

/// Whether a document has notes at the foot of the page.
fn has_footnotes(blocks: &[RichBlock]) -> bool {
    let mut found = false;
    super::walk::visit_inlines(blocks, &mut |inline| {
        found |= matches!(inline, RichInline::Note { kind: NoteKind::Footnote, .. });
    });
    found
}

/// The ids that links inside a document lead to.
fn collect_targets(blocks: &[RichBlock]) -> BTreeSet<String> {
    let mut targets = BTreeSet::new();
    super::walk::visit_inlines(blocks, &mut |inline| {
        if let RichInline::Link { target, .. } = inline
            && let Some(id) = target.strip_prefix('#')
        {
            targets.insert(id.to_owned());
        }
    });
    targets
}

/// Builds the blocks of a document.
struct DocumentBuilder<'m> {
    /// The names of pictures by their address.
    media: &'m BTreeMap<String, String>,
    losses: BTreeMap<LossKind, Loss>,
    /// The number of blocks before the current one.
    block: usize,
    /// Endnotes are a second series beside footnotes, and else the only one.
    has_footnotes: bool,
    /// The ids that links inside the document lead to.
    targets: BTreeSet<String>,
    /// Pictures in the lines of the current block, which stand after it.
    figures: Vec<Figure>,
}

impl DocumentBuilder<'_> {
    fn lose(&mut self, kind: LossKind, words: &str) {
        let block = self.block;
        let first = || Loss { count: 0, block, words: excerpt(words) };
        self.losses.entry(kind).or_insert_with(first).count += 1;
    }

    fn lose_omission(&mut self, omission: &Omission) {
        self.lose(LossKind::LeftOut(omission.what), &omission.text);
    }

    fn build_metadata(&mut self, rich: RichMetadata) -> Metadata {
        let mut metadata = Metadata {
            title: non_empty(text_of(&rich.title)),
            subtitle: non_empty(text_of(&rich.subtitle)),
            ..Metadata::default()
        };
        metadata.authors = rich.authors.into_iter().map(Contributor::named).collect();
        if let Some(language) = rich.language {
            match language.parse() {
                Ok(language) => metadata.language = Some(language),
                Err(_) => {
                    self.lose(LossKind::LeftOut("an invalid language tag"), &language);
                }
            }
        }
        if let Some(date) = rich.date {
            // Programs write the time of day, too.
            let day = date.split(['T', ' ']).next().unwrap_or_default();
            match day.parse() {
                Ok(date) => metadata.date = Some(date),
                Err(_) => self.lose(LossKind::LeftOut("an invalid date"), &date),
            }
        }
        for (name, value) in rich.others {
            let field = match name.as_str() {
                "publisher" => &mut metadata.publisher,
                "description" => &mut metadata.description,
                "rights" => &mut metadata.rights,
                "identifier" if format_isbn(&value).is_ok() => &mut metadata.isbn_epub,
                _ => continue,
            };
            field.get_or_insert(value);
        }
        metadata
    }

    fn build_blocks(&mut self, rich: Vec<RichBlock>, depth: usize) -> Vec<Block> {
        let mut blocks = Vec::with_capacity(rich.len());
        for block in rich {
            self.add_block(block, depth, &mut blocks);
        }
        blocks
    }

    /// Adds a block, and the pictures that stood in its lines.
    fn add_block(&mut self, rich: RichBlock, depth: usize, blocks: &mut Vec<Block>) {
        let outer = std::mem::take(&mut self.figures);
        if depth >= DEEPEST {
            let words = text_of_blocks(std::slice::from_ref(&rich));
            self.lose(LossKind::Plain("blocks nested too deep"), &words);
            blocks.push(paragraph(vec![Inline::Text(words)]));
        } else {
            self.add_block_of_kind(rich, depth + 1, blocks);
        }
        let figures = std::mem::replace(&mut self.figures, outer);
        blocks.extend(figures.into_iter().map(Block::Figure));
    }

    fn add_block_of_kind(
        &mut self,
        rich: RichBlock,
        depth: usize,
        blocks: &mut Vec<Block>,
    ) {
        match rich {
            RichBlock::Paragraph { style, content } => {
                let content = self.build_inlines(content, depth);
                let content = Paragraph { content, ..Paragraph::default() };
                blocks.push(match style.as_str() {
                    "date" | "dateline" => Block::Dateline(content),
                    "salutation" => Block::Salutation(content),
                    "signature" | "closing" => Block::Signature(content),
                    "epigraph" => Block::Epigraph(vec![Block::Paragraph(content)]),
                    _ => Block::Paragraph(content),
                });
            }
            RichBlock::Heading { level, id, content } => {
                let mut content = self.build_inlines(content, depth);
                content.splice(0..0, self.build_anchor(id));
                let level = level.clamp(1, 6);
                blocks.push(Block::Heading(Heading {
                    level,
                    content,
                    ..Heading::default()
                }));
            }
            RichBlock::Quotation(inner) => {
                let inner = self.build_blocks(inner, depth);
                blocks.push(Block::Quotation(inner));
            }
            RichBlock::Lines(lines) => {
                let stanzas = self.build_stanzas(lines, depth);
                blocks.push(Block::Verse(Verse { stanzas, ..Verse::default() }));
            }
            RichBlock::List { numbering, items } => {
                let start = numbering.map(|numbering| numbering.start);
                let numbering = numbering.unwrap_or_default().numbering;
                let items = items.into_iter();
                let items = items.map(|item| self.build_blocks(item, depth)).collect();
                blocks.push(Block::List(List { start, numbering, items }));
            }
            RichBlock::Definitions(entries) => {
                let build = |(term, definitions): (_, Vec<Vec<RichBlock>>)| {
                    let term = self.build_inlines(term, depth);
                    let inner = definitions.into_iter();
                    let inner = inner.map(|blocks| self.build_blocks(blocks, depth));
                    Definition { descriptions: inner.collect(), term }
                };
                let list = entries.into_iter().map(build).collect();
                blocks.push(Block::Definitions(list));
            }
            RichBlock::Table(table) => {
                let table = self.build_table(table, depth);
                blocks.push(Block::Table(table));
            }
            RichBlock::Figure { image, caption } => {
                let caption = self.build_inlines(caption, depth);
                blocks.push(Block::Figure(self.build_figure(image, caption)));
            }
            RichBlock::Preformatted(text) => {
                blocks.push(Block::Preformatted(text.into()));
            }
            RichBlock::Division { classes, blocks: inner, id, .. } => {
                let mut inner = self.build_blocks(inner, depth);
                if let Some(anchor) = self.build_anchor(id) {
                    put_before(anchor, &mut inner);
                }
                blocks.extend(wrap_division(&classes, inner));
            }
            RichBlock::Rule => blocks.push(Block::SceneBreak),
        }
    }

    fn build_stanzas(
        &mut self,
        lines: Vec<Vec<RichInline>>,
        depth: usize,
    ) -> Vec<Stanza> {
        let lines = lines.into_iter().map(|line| self.build_inlines(line, depth));
        let lines: Vec<Vec<Inline>> = lines.collect();
        let stanzas = lines.split(Vec::is_empty).filter(|stanza| !stanza.is_empty());
        stanzas.map(|lines| Stanza { lines: lines.to_vec() }).collect()
    }

    /// A table: what a cell covers besides its first place is empty.
    fn build_table(&mut self, rich: RichTable, depth: usize) -> Table {
        let caption = self.build_inlines(rich.caption, depth);
        let columns: Vec<ColumnAlign> = rich
            .columns
            .iter()
            .map(|column| match column {
                CellAlignment::Default | CellAlignment::Left => ColumnAlign::Start,
                CellAlignment::Centre => ColumnAlign::Centre,
                CellAlignment::Right => ColumnAlign::End,
            })
            .collect();
        let head = self.build_rows(rich.head, depth);
        let has_head = !head.is_empty();
        let PlacedCells { mut rows, mut spans, .. } = place_cells(head, 0);
        let first = rows.len().max(1);
        let body = place_cells(self.build_rows(rich.body, depth), first);
        rows.extend(body.rows);
        spans.extend(body.spans);
        let head = if has_head { rows.remove(0) } else { Vec::new() };
        if spans.is_empty() {
            rows.retain(|row| row.iter().any(|cell| !cell.is_empty()));
        }
        Table { caption, columns, head, rows, spans, ..Table::default() }
    }

    fn build_rows(
        &mut self,
        rich: Vec<Vec<RichCell>>,
        depth: usize,
    ) -> Vec<Vec<SpanningCell>> {
        let count = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
        let mut cell = |cell: RichCell| SpanningCell {
            content: self.build_cell(cell.blocks, depth),
            rows: count(cell.rows),
            columns: count(cell.columns),
        };
        rich.into_iter().map(|row| row.into_iter().map(&mut cell).collect()).collect()
    }

    /// The blocks of a cell as one line of text, with line ends between them.
    fn build_cell(&mut self, blocks: Vec<RichBlock>, depth: usize) -> Vec<Inline> {
        let mut line: Vec<Inline> = Vec::new();
        for block in self.build_blocks(blocks, depth) {
            let content = match block {
                Block::Paragraph(paragraph) => paragraph.content,
                other => {
                    let mut words = Vec::new();
                    let mut push = |line: &[Inline]| {
                        words.extend((!words.is_empty()).then_some(Inline::LineBreak));
                        words.extend_from_slice(line);
                    };
                    visit_passages(&[other], &mut |passage| match passage {
                        TextPassage::Line(line) => push(line),
                        TextPassage::Preformatted(text) => {
                            let lines = text.lines();
                            lines.for_each(|line| push(&[Inline::Code(line.to_owned())]));
                        }
                    });
                    words
                }
            };
            line.extend((!line.is_empty()).then_some(Inline::LineBreak));
            line.extend(content);
        }
        line
    }

    fn build_inlines(&mut self, rich: Vec<RichInline>, depth: usize) -> Vec<Inline> {
        let mut inlines = Vec::with_capacity(rich.len());
        for inline in rich {
            self.add_inline(inline, depth, &mut inlines);
        }
        inlines
    }

    fn add_inline(&mut self, rich: RichInline, depth: usize, line: &mut Vec<Inline>) {
        if depth >= DEEPEST {
            let words = text_of(std::slice::from_ref(&rich));
            self.lose(LossKind::Plain("text nested too deep"), &words);
            return line.push(Inline::Text(words));
        }
        let depth = depth + 1;
        match rich {
            RichInline::Text(text) => line.push(Inline::Text(text)),
            RichInline::Strong(inner) => {
                line.push(Inline::Strong(self.build_inlines(inner, depth)));
            }
            // Underlining is the typewriter's italics.
            RichInline::Emphasis(inner) | RichInline::Underline(inner) => {
                line.push(Inline::Emphasis(self.build_inlines(inner, depth)));
            }
            RichInline::Strikeout(inner) => {
                let content = self.build_inlines(inner, depth);
                line.push(Inline::Phrase { kind: PhraseKind::Deleted, content });
            }
            RichInline::Superscript(inner) => {
                line.push(self.build_variant(FontVariant::Superscript, inner, depth));
            }
            RichInline::Subscript(inner) => {
                line.push(self.build_variant(FontVariant::Subscript, inner, depth));
            }
            RichInline::SmallCaps(inner) => {
                line.push(self.build_variant(FontVariant::SmallCaps, inner, depth));
            }
            RichInline::Span { language, id, content, .. } => {
                let content = self.build_inlines(content, depth);
                line.extend(self.build_anchor(id));
                match language.and_then(|language| language.parse().ok()) {
                    Some(language) => line.push(Inline::Foreign { language, content }),
                    None => line.extend(content),
                }
            }
            RichInline::Link { target, content } if target.starts_with('#') => {
                let content = self.build_inlines(content, depth);
                line.push(Inline::CrossReference { target, content });
            }
            RichInline::Link { target, content } => {
                let content = self.build_inlines(content, depth);
                line.push(Inline::Link { target, content });
            }
            RichInline::Image(image) => {
                let width = image.width.as_deref().and_then(FigureWidth::parse);
                let title = Some(image.title.clone()).filter(|title| !title.is_empty());
                let figure = self.build_figure(image, Vec::new());
                if width.is_some_and(FigureWidth::is_of_a_sign) {
                    let caption = title.map(Inline::Text).into_iter().collect();
                    let figure = Figure { caption, width, ..figure };
                    line.push(Inline::Picture(Box::new(figure)));
                } else {
                    self.figures.push(figure);
                }
            }
            RichInline::Code(text) => line.push(Inline::Code(text)),
            RichInline::Math { tex, display } => {
                let formula = Formula { tex, is_display: display };
                if write_mathml(&formula).is_err() {
                    self.lose(LossKind::Plain("the form of a formula"), &formula.tex);
                }
                line.push(Inline::Formula(Box::new(formula)));
            }
            RichInline::LineBreak => line.push(Inline::LineBreak),
            RichInline::Note { kind, blocks } => {
                let second = kind == NoteKind::Endnote && self.has_footnotes;
                let series = if second { NoteSeries::Second } else { NoteSeries::First };
                let blocks = self.build_blocks(blocks, depth);
                let note = Note { series, blocks, ..Note::default() };
                line.push(Inline::Note(Box::new(note)));
            }
            RichInline::PageBreak(number) => line.push(Inline::PageMark(number)),
        }
    }

    fn build_figure(&self, image: RichImage, caption: Vec<Inline>) -> Figure {
        let alternative = match image.alternative.trim() {
            "" => Alternative::Missing,
            words => Alternative::Words(words.to_owned()),
        };
        let picture = self.media.get(&image.address).cloned().unwrap_or(image.address);
        Figure { picture, alternative, caption, ..Figure::default() }
    }

    /// The anchor of an id that a link leads to.
    fn build_anchor(&self, id: Option<String>) -> Option<Inline> {
        id.filter(|id| self.targets.contains(id)).map(Inline::Anchor)
    }

    fn build_variant(
        &mut self,
        variant: FontVariant,
        inner: Vec<RichInline>,
        depth: usize,
    ) -> Inline {
        Inline::Variant { variant, content: self.build_inlines(inner, depth) }
    }
}

fn paragraph(content: Vec<Inline>) -> Block {
    Block::Paragraph(Paragraph { content, ..Paragraph::default() })
}

/// What the classes of a division say that its blocks are.
fn wrap_division(classes: &[String], blocks: Vec<Block>) -> Vec<Block> {
    let has = |class: &str| classes.iter().any(|one| one == class);
    if has("epigraph") {
        vec![Block::Epigraph(blocks)]
    } else if has("verse") || has("poem") {
        wrap_verse(blocks)
    } else {
        blocks
    }
}

/// Paragraphs of lines as the stanzas of a verse. Other blocks stand between verses.
fn wrap_verse(blocks: Vec<Block>) -> Vec<Block> {
    let mut wrapped: Vec<Block> = Vec::new();
    for block in blocks {
        let Block::Paragraph(paragraph) = block else {
            wrapped.push(block);
            continue;
        };
        let stanza = Stanza { lines: split_lines(paragraph.content) };
        match wrapped.last_mut() {
            Some(Block::Verse(verse)) => verse.stanzas.push(stanza),
            _ => wrapped
                .push(Block::Verse(Verse { stanzas: vec![stanza], ..Verse::default() })),
        }
    }
    wrapped
}

fn non_empty(text: String) -> Option<String> {
    (!text.trim().is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::build_document;
    use crate::book::dump::dump_document;
    use crate::interchange::rich::{RichBlock, RichDocument, RichImage, RichInline};

    #[test]
    fn a_small_picture_stays_among_its_letters() {
        let image = |address: &str, width: &str| {
            RichInline::Image(RichImage {
                address: address.to_owned(),
                width: Some(width.to_owned()),
                ..RichImage::default()
            })
        };
        let content = vec![
            RichInline::Text("a".to_owned()),
            image("sign.png", "16px"),
            image("map.png", "8cm"),
            RichInline::Text("b".to_owned()),
        ];
        let paragraph = RichBlock::Paragraph { style: String::new(), content };
        let rich = RichDocument { blocks: vec![paragraph], ..RichDocument::default() };
        let dump = dump_document(&build_document(rich, &BTreeMap::new()).document);
        let sign = dump.find("sign.png").expect("the sign");
        let map = dump.find("map.png").expect("the map");
        let end = dump.rfind('b').expect("the last word");
        assert!(dump[..sign].contains("[picture") && sign < map, "{dump}");
        assert!(dump[map - 20..map].contains("figure") && end > 0, "{dump}");
    }
}
