//! The model as text: what tests compare and `pliego dump` prints.
//!
//! One line per block, indented below its parent; inlines in brackets with their kind.
//! Stable: it changes only when the model changes.

use std::fmt::Write as _;

use super::block::{Block, Definition};
use super::figure::{Alternative, Figure, FigureWidth};
use super::inline::{
    self, FontVariant, IndexMark, IndexSee, Inline, NoteSeries, PhraseKind,
};
use super::metadata::{Contributor, Metadata};
use super::picture::Picture;
use super::purpose::Purpose;
use super::table::{Cell, CellSpan, ColumnAlign, Table};
use super::{Book, Chapter, Division, Document};
use crate::text::language::Language;

/// Formats a document as text.
#[must_use]
pub fn dump_document(document: &Document) -> String {
    let mut dump = ModelDump::default();
    dump.metadata(&document.metadata);
    dump.blocks(&document.blocks);
    dump.text
}

/// Formats a book as text.
#[must_use]
pub fn dump_book(book: &Book) -> String {
    let mut dump = ModelDump::default();
    dump.metadata(&book.metadata);
    for division in &book.divisions {
        match division {
            Division::Chapter(chapter) => dump.chapter(chapter),
            Division::Part(part) => {
                dump.line("part", &format_inlines(&part.title));
                dump.inside(|dump| {
                    part.chapters.iter().for_each(|chapter| dump.chapter(chapter));
                });
            }
        }
    }
    for (name, picture) in &book.pictures {
        let Picture { columns, rows, resolution, .. } = picture;
        let size =
            format!("{name}: {columns} by {rows} pixels, {resolution} to the inch");
        dump.line("picture", &size);
    }
    dump.text
}

#[derive(Default)]
struct ModelDump {
    text: String,
    depth: usize,
}

impl ModelDump {
    fn line(&mut self, kind: &str, words: &str) {
        let gap = if words.is_empty() { "" } else { " " };
        let _ = writeln!(self.text, "{}{kind}{gap}{words}", "  ".repeat(self.depth));
    }

    fn inside(&mut self, write: impl FnOnce(&mut Self)) {
        self.depth += 1;
        write(self);
        self.depth -= 1;
    }

    fn metadata(&mut self, metadata: &Metadata) {
        let mut field = |name: &str, value: Option<&str>| {
            if let Some(value) = value {
                self.line(&format!("{name}:"), &value.escape_debug().to_string());
            }
        };
        field("title", metadata.title.as_deref());
        field("subtitle", metadata.subtitle.as_deref());
        field("original title", metadata.original_title.as_deref());
        for one in &metadata.authors {
            field("author", Some(&format_contributor(one)));
        }
        for one in &metadata.contributors {
            field("contributor", Some(&format_contributor(one)));
        }
        field("language", metadata.language.as_ref().map(Language::as_str));
        field("date", metadata.date.map(|date| date.to_string()).as_deref());
        field("publisher", metadata.publisher.as_deref());
        field("place", metadata.place.as_deref());
        field("edition", metadata.edition.as_deref());
        field("deposit", metadata.deposit.as_deref());
        field("isbn epub", metadata.isbn_epub.as_deref());
        field("isbn print", metadata.isbn_print.as_deref());
        field("identifier", metadata.identifier.as_deref());
        field("description", metadata.description.as_deref());
        field("rights", metadata.rights.as_deref());
        field("source", metadata.source.as_deref());
        if let Some(series) = &metadata.series {
            field("series", Some(&series.name));
            field("number", series.number.map(|number| number.to_string()).as_deref());
        }
    }

    fn chapter(&mut self, chapter: &Chapter) {
        self.line("chapter", &format_inlines(&chapter.title));
        self.inside(|dump| {
            if let Some(subtitle) = &chapter.subtitle {
                dump.line("subtitle:", subtitle);
            }
            if chapter.purpose != Purpose::Text {
                dump.line("purpose:", chapter.purpose.name());
            }
            for one in &chapter.authors {
                dump.line("author:", &format_contributor(one));
            }
            if let Some(date) = chapter.date {
                dump.line("date:", &date.to_string());
            }
            if let Some(language) = &chapter.language {
                dump.line("language:", language.as_str());
            }
            if chapter.restarts_notes {
                dump.line("notes from 1", "");
            }
            dump.blocks(&chapter.blocks);
        });
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            self.block(block);
        }
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Heading(heading) => {
                let kind = format!("heading {}", heading.level);
                self.words(&kind, &heading.content);
            }
            Block::Paragraph(one) => self.words("paragraph", &one.content),
            Block::Direction(one) => self.words("direction", &one.content),
            Block::Dateline(one) => self.words("dateline", &one.content),
            Block::Salutation(one) => self.words("salutation", &one.content),
            Block::Signature(one) => self.words("signature", &one.content),
            Block::Quotation(inner) => self.holder("quotation", inner),
            Block::Speech(inner) => self.holder("speech", inner),
            Block::Epigraph(inner) => self.holder("epigraph", inner),
            Block::SourceNote(inner) => self.holder("source note", inner),
            Block::Styled { style, blocks } => {
                self.holder(&format!("in style {style}"), blocks);
            }
            Block::Verse(verse) => {
                self.line("verse", "");
                self.inside(|dump| {
                    for stanza in &verse.stanzas {
                        dump.line("stanza", "");
                        dump.inside(|dump| {
                            stanza.lines.iter().for_each(|line| dump.words("line", line));
                        });
                    }
                });
            }
            Block::List(list) => {
                let start = list.start.map(|start| format!("from {start}"));
                let start = start.unwrap_or_default();
                let label = list.start.filter(|_| !list.numbering.is_plain());
                let label = label.map(|first| list.numbering.format(first));
                let label = label.map(|label| format!(", as {label}"));
                self.line("list", &format!("{start}{}", label.unwrap_or_default()));
                self.inside(|dump| {
                    list.items.iter().for_each(|item| dump.holder("item", item));
                });
            }
            Block::Definitions(list) => {
                self.line("definitions", "");
                self.inside(|dump| {
                    for Definition { term, descriptions } in list {
                        dump.words("term", term);
                        for inner in descriptions {
                            dump.holder("description", inner);
                        }
                    }
                });
            }
            Block::Table(table) => self.table(table),
            Block::Figure(figure) => self.figure(figure),
            Block::SceneBreak => self.line("scene break", ""),
            Block::Preformatted(typed) => {
                self.line("preformatted", "");
                self.inside(|dump| {
                    typed.text.split('\n').for_each(|line| dump.line("|", line));
                });
            }
        }
    }

    fn table(&mut self, table: &Table) {
        let align = |align: &ColumnAlign| match align {
            ColumnAlign::Start => "start",
            ColumnAlign::Centre => "centre",
            ColumnAlign::End => "end",
        };
        let columns: Vec<&str> = table.columns.iter().map(align).collect();
        self.line("table", &columns.join(" "));
        self.inside(|dump| {
            if !table.caption.is_empty() {
                dump.words("caption", &table.caption);
            }
            if !table.head.is_empty() {
                dump.row("head", &table.head);
            }
            table.rows.iter().for_each(|row| dump.row("row", row));
            for CellSpan { row, column, rows, columns } in &table.spans {
                let span = format!("{row}, {column}: {rows} by {columns}");
                dump.line("span", &span);
            }
        });
    }

    fn figure(&mut self, figure: &Figure) {
        self.line("figure", &format_picture(figure));
        if !figure.caption.is_empty() {
            self.inside(|dump| dump.words("caption", &figure.caption));
        }
    }

    fn row(&mut self, kind: &str, cells: &[Cell]) {
        self.line(kind, "");
        self.inside(|dump| cells.iter().for_each(|cell| dump.words("cell", cell)));
    }

    fn holder(&mut self, kind: &str, blocks: &[Block]) {
        self.line(kind, "");
        self.inside(|dump| dump.blocks(blocks));
    }

    /// Writes a line of text, and below it the notes that it refers to.
    fn words(&mut self, kind: &str, content: &[Inline]) {
        self.line(kind, &format_inlines(content));
        self.inside(|dump| dump.notes(content));
    }

    fn notes(&mut self, content: &[Inline]) {
        for note in inline::notes(content) {
            let kind = match note.series {
                NoteSeries::First => "note",
                NoteSeries::Second => "note of the second series",
            };
            self.holder(kind, &note.blocks);
        }
    }
}

fn format_contributor(one: &Contributor) -> String {
    let mut text = one.name.clone();
    if let Some(sort) = &one.sort {
        let _ = write!(text, " ({sort})");
    }
    if let Some(role) = &one.role {
        let _ = write!(text, " [{role}]");
    }
    text
}

/// Formats inlines on one line; a note is shown as a mark.
fn format_inlines(content: &[Inline]) -> String {
    let one = |inline: &Inline| match inline {
        Inline::Text(text) => text.escape_debug().to_string().replace("\\'", "'"),
        Inline::Emphasis(inner) => format!("[em {}]", format_inlines(inner)),
        Inline::Strong(inner) => format!("[strong {}]", format_inlines(inner)),
        Inline::Variant { variant, content } => {
            let name = match variant {
                FontVariant::SmallCaps => "small-caps",
                FontVariant::Superscript => "sup",
                FontVariant::Subscript => "sub",
            };
            format!("[{name} {}]", format_inlines(content))
        }
        Inline::Foreign { language, content } => {
            format!("[{language} {}]", format_inlines(content))
        }
        Inline::Link { target, content } => {
            format!("[to {target} {}]", format_inlines(content))
        }
        Inline::Phrase { kind, content } => {
            let name = match kind {
                PhraseKind::Deleted => "deleted".to_owned(),
                PhraseKind::Underlined => "underlined".to_owned(),
                PhraseKind::Marked => "marked".to_owned(),
                PhraseKind::Keyboard => "keys".to_owned(),
                PhraseKind::Marginal => "in the margin".to_owned(),
                PhraseKind::Abbreviation { expansion: None } => "abbr".to_owned(),
                PhraseKind::Abbreviation { expansion: Some(words) } => {
                    format!("abbr of '{words}'")
                }
                PhraseKind::Styled(style) => format!("in style {style}"),
                PhraseKind::Added => "added".to_owned(),
            };
            format!("[{name} {}]", format_inlines(content))
        }
        Inline::CrossReference { target, content } => {
            format!("[see {target} {}]", format_inlines(content))
        }
        Inline::Anchor(name) => format!("[anchor {name}]"),
        Inline::IndexMark(mark) => format!("[index {}]", format_index_mark(mark)),
        Inline::Code(text) => format!("[code {}]", text.escape_debug()),
        Inline::Formula(formula) => {
            let name = if formula.is_display { "display" } else { "formula" };
            format!("[{name} {}]", formula.tex.escape_debug())
        }
        Inline::Picture(figure) => {
            let title = format_inlines(&figure.caption);
            format!("[picture {} {title}]", format_picture(figure))
        }
        Inline::LineBreak => "[/]".to_owned(),
        Inline::Note(_) => "[note]".to_owned(),
        Inline::PageMark(label) => format!("[page {label}]"),
    };
    content.iter().map(one).collect()
}

/// Formats a picture without its caption.
fn format_picture(figure: &Figure) -> String {
    let alternative = match &figure.alternative {
        Alternative::Missing => "[no words]".to_owned(),
        Alternative::Decorative => "[decorative]".to_owned(),
        Alternative::Words(words) => words.escape_debug().to_string(),
    };
    let width = match figure.width {
        None => String::new(),
        Some(FigureWidth::Percent(share)) => format!(" [{share} %]"),
        Some(FigureWidth::Length(width)) => format!(" [{width}]"),
    };
    format!("[of {}]{width} {alternative}", figure.picture)
}

/// Formats an entry of the index.
fn format_index_mark(mark: &IndexMark) -> String {
    let path: Vec<String> = mark
        .path
        .iter()
        .map(|heading| match &heading.sort {
            Some(sort) => format!("{} (by {sort})", heading.words),
            None => heading.words.clone(),
        })
        .collect();
    let see = match &mark.see {
        None => String::new(),
        Some(IndexSee::See(other)) => format!(", see {other}"),
        Some(IndexSee::SeeAlso(other)) => format!(", see also {other}"),
    };
    path.join(" > ") + &see
}
