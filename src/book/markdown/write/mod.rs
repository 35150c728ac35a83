//! Writes documents as Markdown.

mod escape;
mod inlines;
pub(super) mod remarks;

use std::collections::VecDeque;

use crate::book::Document;
use crate::book::block::{Block, List, Paragraph, Preformatted};
use crate::book::figure::{Alternative, Figure};
use crate::book::inline::{Note, NoteSeries};
use crate::book::markdown::SECOND;
use crate::book::normal::normalise;
use crate::book::table::{Cell, ColumnAlign, Table};
use remarks::{Remark, Remarks};

/// Writes a whole document, ending in a line end; nothing for an empty one. Remarks become
/// comments before the block or note that they refer to.
pub(super) fn write_document(document: &Document, remarks: &[Remark]) -> String {
    let document = normalise(document.clone());
    let mut remarks = Remarks::new(&document, remarks);
    let mut writer = MarkdownWriter::default();
    let mut sections = Vec::new();
    sections.extend(super::metadata::write_metadata(&document.metadata));
    sections.extend(remarks.take_placeless());
    let written = writer.write_blocks(&document.blocks);
    for (block, written) in document.blocks.iter().zip(written) {
        sections.extend(remarks.take_before(block.extent()));
        sections.push(written);
    }
    for (note, written) in writer.write_definitions() {
        sections.extend(remarks.take_before(remarks::find_note_extent(note)));
        sections.push(written);
    }
    for section in &mut sections {
        section.push('\n');
    }
    sections.join("\n")
}

/// The state of writing.
#[derive(Default)]
struct MarkdownWriter<'a> {
    /// The labels given to references so far.
    called: DefinitionLabels,
    /// The notes that are referenced and not written yet, in the order of the references.
    open: VecDeque<&'a Note>,
}

/// Gives labels to notes.
#[derive(Default)]
struct DefinitionLabels {
    first: u32,
    second: u32,
}

impl DefinitionLabels {
    /// The label of the next note.
    fn next(&mut self, note: &Note) -> String {
        match note.series {
            NoteSeries::First => {
                self.first += 1;
                self.first.to_string()
            }
            NoteSeries::Second => {
                self.second += 1;
                format!("{SECOND}{}", self.second)
            }
        }
    }
}

impl<'a> MarkdownWriter<'a> {
    /// Writes blocks, each without a line end after it.
    fn write_blocks(&mut self, blocks: &'a [Block]) -> Vec<String> {
        // Adjacent lists alternate their markers, which keeps them apart (CommonMark §5.3:
        // a change of marker begins a new list).
        let mut turn = false;
        let mut before: Option<bool> = None;
        let mut written = Vec::with_capacity(blocks.len());
        for block in blocks {
            let numbered = match block {
                Block::List(list) => Some(list.start.is_some()),
                _ => None,
            };
            turn = numbered.is_some() && numbered == before && !turn;
            before = numbered;
            written.push(self.write_block(block, turn));
        }
        written
    }

    fn write_block(&mut self, block: &'a Block, turn: bool) -> String {
        match block {
            Block::Heading(heading) => {
                let marks = "#".repeat(usize::from(heading.level));
                format!("{marks} {}", self.write_heading(&heading.content))
            }
            Block::Paragraph(paragraph) => self.write_paragraph(&paragraph.content),
            Block::Quotation(inner) => {
                indent(&self.write_blocks(inner).join("\n\n"), "> ", "> ")
            }
            Block::Verse(verse) => {
                let mut stanzas = Vec::with_capacity(verse.stanzas.len());
                for stanza in &verse.stanzas {
                    let lines =
                        stanza.lines.iter().map(|line| self.write_paragraph(line));
                    stanzas.push(lines.collect::<Vec<_>>().join("\\\n"));
                }
                format_division("verse", &stanzas)
            }
            Block::List(list) => self.write_list(list, turn),
            Block::Table(table) => self.write_table(table),
            Block::Figure(figure) => self.write_figure(figure),
            Block::Epigraph(inner) => {
                format_division("epigraph", &self.write_blocks(inner))
            }
            Block::SourceNote(inner) => {
                format_division("source-note", &self.write_blocks(inner))
            }
            Block::Speech(inner) => format_division("speech", &self.write_blocks(inner)),
            Block::Direction(line) => self.write_line_division("direction", line),
            Block::Dateline(line) => self.write_line_division("dateline", line),
            Block::Salutation(line) => self.write_line_division("salutation", line),
            Block::Signature(line) => self.write_line_division("signature", line),
            Block::SceneBreak => "* * *".to_owned(),
            Block::Preformatted(Preformatted { text, .. }) => {
                let fence = "`".repeat(3.max(longest_run(text, '`') + 1));
                format!("{fence}\n{text}\n{fence}")
            }
        }
    }

    /// Writes a table with pipes (GitHub Flavored Markdown §4.10), which always has a
    /// header: one of empty cells means none.
    fn write_table(&mut self, table: &'a Table) -> String {
        let caption =
            (!table.caption.is_empty()).then(|| self.write_paragraph(&table.caption));
        let empty = vec![String::new(); table.columns.len()];
        let head =
            if table.head.is_empty() { empty } else { self.write_cells(&table.head) };
        let rules = table.columns.iter().map(|align| match align {
            ColumnAlign::Start => "---",
            ColumnAlign::Centre => ":-:",
            ColumnAlign::End => "--:",
        });
        let mut rows = vec![format_row(&head), format_row(&rules.collect::<Vec<_>>())];
        rows.extend(table.rows.iter().map(|cells| format_row(&self.write_cells(cells))));
        let rows = rows.join("\n");
        match caption {
            Some(caption) => format_division("table", &[caption, rows]),
            None => rows,
        }
    }

    /// Writes an image alone in a paragraph. An ornament is written as HTML does it (HTML
    /// §4.8.4.4.4): an empty description in Markdown means a missing one.
    fn write_figure(&mut self, figure: &'a Figure) -> String {
        let picture = &figure.picture;
        let image = match &figure.alternative {
            Alternative::Decorative => {
                format!("<img src=\"{}\" alt=\"\"/>", escape::escape_attribute(picture))
            }
            Alternative::Missing => {
                format!("![]({})", escape::format_destination(picture))
            }
            Alternative::Words(words) => inlines::format_image(words, picture),
        };
        if figure.caption.is_empty() {
            return image;
        }
        format_division("figure", &[image, self.write_paragraph(&figure.caption)])
    }

    fn write_cells(&mut self, cells: &'a [Cell]) -> Vec<String> {
        cells.iter().map(|cell| self.write_cell(cell)).collect()
    }

    fn write_line_division(&mut self, class: &str, paragraph: &'a Paragraph) -> String {
        format_division(class, &[self.write_paragraph(&paragraph.content)])
    }

    fn write_list(&mut self, list: &'a List, turn: bool) -> String {
        let gap = if is_tight(list) { "\n" } else { "\n\n" };
        let mut items = Vec::with_capacity(list.items.len());
        for (number, item) in (u64::from(list.start.unwrap_or(0))..).zip(&list.items) {
            let marker = match (list.start, turn) {
                (None, false) => "- ".to_owned(),
                (None, true) => "+ ".to_owned(),
                (Some(_), false) => format!("{}. ", number.min(999_999_999)),
                (Some(_), true) => format!("{}) ", number.min(999_999_999)),
            };
            let margin = " ".repeat(marker.len());
            items.push(indent(&self.write_blocks(item).join(gap), &marker, &margin));
        }
        items.join(gap)
    }

    /// Writes the notes that are referenced, and those referenced in them.
    fn write_definitions(&mut self) -> Vec<(&'a Note, String)> {
        let mut written = Vec::new();
        // Notes come in the order of their references.
        let mut labels = DefinitionLabels::default();
        while let Some(note) = self.open.pop_front() {
            let mut label = format!("[^{}]:", labels.next(note));
            let mut text = self.write_blocks(&note.blocks).join("\n\n");
            // Only a paragraph may begin on the line of the label.
            if matches!(note.blocks.first(), Some(Block::Paragraph(_))) {
                label.push(' ');
            } else {
                text.insert(0, '\n');
            }
            written.push((note, indent(&text, &label, "    ")));
        }
        written
    }
}

/// A row of a table.
fn format_row<S: AsRef<str>>(cells: &[S]) -> String {
    let cells = cells.iter().map(|cell| format!(" {} |", cell.as_ref()));
    format!("|{}", cells.collect::<String>())
}

/// Whether a list needs no blank lines: every item is a paragraph, followed at most by a
/// tight list that may follow a line of a paragraph directly (CommonMark §5.3: only a list
/// that starts with 1 may).
fn is_tight(list: &List) -> bool {
    list.items.iter().all(|item| match item.as_slice() {
        [Block::Paragraph(_)] => true,
        [Block::Paragraph(_), Block::List(inner)] => {
            inner.start.is_none_or(|start| start == 1) && is_tight(inner)
        }
        _ => false,
    })
}

/// Formats blocks inside a `<div>`; the blank lines make CommonMark read them as Markdown
/// (CommonMark §4.6, kind 6: HTML ends at a blank line).
fn format_division(class: &str, blocks: &[String]) -> String {
    format!("<div class=\"{class}\">\n\n{}\n\n</div>", blocks.join("\n\n"))
}

/// Prefixes the first line with one string, and every other non-empty line with another.
fn indent(text: &str, first: &str, rest: &str) -> String {
    let mut whole = String::with_capacity(text.len() + text.len() / 8 + first.len());
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            whole.push('\n');
        }
        let margin = if index == 0 { first } else { rest };
        whole.push_str(if line.is_empty() {
            margin.trim_end_matches(' ')
        } else {
            margin
        });
        whole.push_str(line);
    }
    whole
}

/// The length of the longest run of a character.
fn longest_run(text: &str, wanted: char) -> usize {
    text.split(|c| c != wanted).map(str::len).max().unwrap_or(0) / wanted.len_utf8()
}
