//! A document of the model becomes rich text, for programs that read pandoc's JSON.

use super::rich::{
    CellAlignment, NoteKind, RichBlock, RichCell, RichDocument, RichImage, RichInline,
    RichMetadata, RichNumbering, RichTable,
};
use crate::book::Document;
use crate::book::block::{Block, Paragraph};
use crate::book::figure::Figure;
use crate::book::formula::Formula;
use crate::book::inline::{FontVariant, Inline, NoteSeries, PhraseKind};
use crate::book::matter::contents::write_plain_text;
use crate::book::metadata::{Contributor, Metadata};
use crate::book::table::{CellSpan, ColumnAlign, Table};

/// Turns a document into rich text.
pub(super) fn export_document(document: &Document) -> RichDocument {
    RichDocument {
        metadata: export_metadata(&document.metadata),
        blocks: export_blocks(&document.blocks),
        ..RichDocument::default()
    }
}

fn export_metadata(metadata: &Metadata) -> RichMetadata {
    let text = |text: &Option<String>| {
        text.iter().map(|text| RichInline::Text(text.clone())).collect()
    };
    let others = [
        ("publisher", &metadata.publisher),
        ("rights", &metadata.rights),
        ("identifier", &metadata.identifier),
        ("description", &metadata.description),
    ];
    let others = others.into_iter();
    RichMetadata {
        title: text(&metadata.title),
        subtitle: text(&metadata.subtitle),
        authors: metadata
            .authors
            .iter()
            .map(|one: &Contributor| one.name.clone())
            .collect(),
        date: metadata.date.as_ref().map(ToString::to_string),
        language: metadata.language.as_ref().map(ToString::to_string),
        others: others
            .filter_map(|(key, value)| Some((key.to_owned(), value.clone()?)))
            .collect(),
    }
}

fn export_blocks(blocks: &[Block]) -> Vec<RichBlock> {
    blocks.iter().map(export_block).collect()
}

fn export_block(block: &Block) -> RichBlock {
    let paragraph = |style: &str, paragraph: &Paragraph| RichBlock::Paragraph {
        style: style.to_owned(),
        content: export_inlines(&paragraph.content),
    };
    let division = |class: &str, blocks: &[Block]| RichBlock::Division {
        classes: vec![class.to_owned()],
        language: None,
        id: None,
        blocks: export_blocks(blocks),
    };
    match block {
        Block::Heading(heading) => RichBlock::Heading {
            level: heading.level,
            id: None,
            content: export_inlines(&heading.content),
        },
        Block::Paragraph(one) => paragraph("", one),
        Block::Direction(one) => paragraph("direction", one),
        Block::Dateline(one) => paragraph("dateline", one),
        Block::Salutation(one) => paragraph("salutation", one),
        Block::Signature(one) => paragraph("signature", one),
        Block::Quotation(inner) => RichBlock::Quotation(export_blocks(inner)),
        Block::Epigraph(inner) => division("epigraph", inner),
        Block::Speech(inner) => division("speech", inner),
        Block::SourceNote(inner) => division("source-note", inner),
        Block::Styled { style, blocks } => division(style, blocks),
        Block::Definitions(list) => {
            let entries = list.iter().map(|one| {
                let inner = one.descriptions.iter();
                let inner = inner.map(|blocks| export_blocks(blocks)).collect();
                (export_inlines(&one.term), inner)
            });
            RichBlock::Definitions(entries.collect())
        }
        Block::Verse(verse) => {
            let mut lines = Vec::new();
            for stanza in &verse.stanzas {
                if !lines.is_empty() {
                    lines.push(Vec::new());
                }
                lines.extend(stanza.lines.iter().map(|line| export_inlines(line)));
            }
            RichBlock::Lines(lines)
        }
        Block::List(list) => {
            let numbering = |start| RichNumbering { start, numbering: list.numbering };
            RichBlock::List {
                numbering: list.start.map(numbering),
                items: list.items.iter().map(|item| export_blocks(item)).collect(),
            }
        }
        Block::Table(table) => RichBlock::Table(export_table(table)),
        Block::Figure(figure) => export_figure(figure),
        Block::SceneBreak => RichBlock::Rule,
        Block::Preformatted(typed) => RichBlock::Preformatted(typed.text.clone()),
    }
}

fn export_table(table: &Table) -> RichTable {
    let extents = table.extents();
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let row = |(row, cells): (usize, &Vec<Vec<Inline>>)| {
        let cell = |(column, line): (usize, &Vec<Inline>)| {
            let CellSpan { rows, columns, .. } = extents.at(row, column)?;
            let content = export_inlines(line);
            let paragraph = RichBlock::Paragraph { style: String::new(), content };
            let blocks = if line.is_empty() { Vec::new() } else { vec![paragraph] };
            Some(RichCell { columns: count(columns), rows: count(rows), blocks })
        };
        cells.iter().enumerate().filter_map(cell).collect::<Vec<_>>()
    };
    let align = |column: &ColumnAlign| match column {
        ColumnAlign::Start => CellAlignment::Left,
        ColumnAlign::Centre => CellAlignment::Centre,
        ColumnAlign::End => CellAlignment::Right,
    };
    RichTable {
        caption: export_inlines(&table.caption),
        columns: table.columns.iter().map(align).collect(),
        head: if table.head.is_empty() {
            Vec::new()
        } else {
            vec![row((0, &table.head))]
        },
        body: (1..).zip(&table.rows).map(row).collect(),
    }
}

fn export_figure(figure: &Figure) -> RichBlock {
    let image = export_image(figure);
    RichBlock::Figure { image, caption: export_inlines(&figure.caption) }
}

fn export_image(figure: &Figure) -> RichImage {
    let alternative = figure.words().to_owned();
    let address = figure.picture.clone();
    let width = figure.width.map(|width| width.to_string());
    RichImage { address, alternative, width, ..RichImage::default() }
}

fn export_inlines(line: &[Inline]) -> Vec<RichInline> {
    line.iter().map(export_inline).collect()
}

fn export_inline(inline: &Inline) -> RichInline {
    match inline {
        Inline::Text(text) => RichInline::Text(text.clone()),
        Inline::Emphasis(inner) => RichInline::Emphasis(export_inlines(inner)),
        Inline::Strong(inner) => RichInline::Strong(export_inlines(inner)),
        Inline::Variant { variant, content } => {
            let content = export_inlines(content);
            match variant {
                FontVariant::SmallCaps => RichInline::SmallCaps(content),
                FontVariant::Superscript => RichInline::Superscript(content),
                FontVariant::Subscript => RichInline::Subscript(content),
            }
        }
        Inline::Foreign { language, content } => RichInline::Span {
            classes: Vec::new(),
            language: Some(language.to_string()),
            id: None,
            content: export_inlines(content),
        },
        Inline::Link { target, content } | Inline::CrossReference { target, content } => {
            RichInline::Link { target: target.clone(), content: export_inlines(content) }
        }
        Inline::Phrase { kind, content } => {
            let content = export_inlines(content);
            let span = |class: &str| RichInline::Span {
                classes: vec![class.to_owned()],
                language: None,
                id: None,
                content: content.clone(),
            };
            match kind {
                PhraseKind::Deleted => RichInline::Strikeout(content),
                PhraseKind::Underlined => RichInline::Underline(content),
                PhraseKind::Marked => span("mark"),
                PhraseKind::Keyboard => span("kbd"),
                PhraseKind::Marginal => span("margin-note"),
                PhraseKind::Abbreviation { .. } => span("abbr"),
                PhraseKind::Styled(style) => span(style),
                PhraseKind::Added => span("added"),
            }
        }
        Inline::Anchor(name) => RichInline::Span {
            classes: Vec::new(),
            language: None,
            id: Some(name.clone()),
            content: Vec::new(),
        },
        // Pandoc has no index.
        Inline::IndexMark(_) => RichInline::Span {
            classes: vec!["index".to_owned()],
            language: None,
            id: None,
            content: Vec::new(),
        },
        Inline::Code(text) => RichInline::Code(text.clone()),
        Inline::Formula(formula) => {
            let Formula { tex, is_display } = formula.as_ref().clone();
            RichInline::Math { tex, display: is_display }
        }
        Inline::Picture(figure) => RichInline::Image(RichImage {
            title: write_plain_text(&figure.caption),
            ..export_image(figure)
        }),
        Inline::LineBreak => RichInline::LineBreak,
        Inline::Note(note) => RichInline::Note {
            kind: match note.series {
                NoteSeries::First => NoteKind::Footnote,
                NoteSeries::Second => NoteKind::Endnote,
            },
            blocks: export_blocks(&note.blocks),
        },
        Inline::PageMark(number) => RichInline::PageBreak(number.clone()),
    }
}
