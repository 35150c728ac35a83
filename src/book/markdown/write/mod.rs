//! Writes documents as Markdown.

pub(super) mod escape;
mod inlines;
pub(super) mod remarks;

use std::collections::VecDeque;
use std::fmt::Write as _;

use crate::book::Document;
use crate::book::block::{
    Block, Definition, List, ListDelimiter, ListNumbering, ListNumerals, Paragraph,
    Preformatted,
};
use crate::book::figure::{Alternative, Figure};
use crate::book::inline::{Inline, Note, NoteSeries};
use crate::book::markdown::item_labels::parse_labels;
use crate::book::markdown::read::is_known_to_parser;
use crate::book::markdown::{DONE, SECOND, TO_DO};
use crate::book::matter::contents::write_plain_text;
use crate::book::normal::normalise;
use crate::book::table::{Cell, ColumnAlign, Table};
use escape::HeadingWords;
use remarks::{Remark, Remarks};

/// Writes a whole document, ending in a line end; nothing for an empty one. Remarks become
/// comments before the block or note that they refer to.
pub(super) fn write_document(document: &Document, remarks: &[Remark]) -> String {
    let document = normalise(document.clone());
    let mut remarks = Remarks::new(&document, remarks);
    let mut headings = HeadingWords::default();
    add_headings(&document.blocks, &mut headings);
    let mut writer = MarkdownWriter { headings, ..MarkdownWriter::default() };
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

/// Adds the headings among some blocks.
fn add_headings(blocks: &[Block], headings: &mut HeadingWords) {
    for block in blocks {
        match block {
            Block::Heading(heading) => headings.add(&write_plain_text(&heading.content)),
            Block::Quotation(inner)
            | Block::Epigraph(inner)
            | Block::Speech(inner)
            | Block::SourceNote(inner)
            | Block::Styled { blocks: inner, .. } => add_headings(inner, headings),
            Block::List(list) => {
                list.items.iter().for_each(|item| add_headings(item, headings));
            }
            Block::Definitions(list) => {
                let inner = list.iter().flat_map(|one| &one.descriptions);
                inner.for_each(|inner| add_headings(inner, headings));
            }
            _ => {}
        }
    }
}

/// The state of writing.
#[derive(Default)]
struct MarkdownWriter<'a> {
    /// The headings of the document.
    headings: HeadingWords,
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
        // Adjacent lists with bullets alternate their markers, which keeps them apart
        // (CommonMark §5.3: a change of marker begins a new list). Between lists with numbers,
        // or of definitions, an empty comment does, as pandoc has it.
        let mut turn = false;
        let mut before: Option<ListSeparation> = None;
        let mut written = Vec::with_capacity(blocks.len());
        for block in blocks {
            let kind = ListSeparation::of(block);
            let is_same = kind.is_some() && kind == before;
            turn = is_same && !turn;
            before = kind;
            let mut block = self.write_block(block, turn);
            if is_same && kind != Some(ListSeparation::Bullets) {
                block.insert_str(0, "<!-- -->\n\n");
            }
            written.push(block);
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
            Block::Definitions(list) => {
                let entries: Vec<String> =
                    list.iter().map(|one| self.write_definition(one)).collect();
                entries.join("\n\n")
            }
            Block::Styled { style, blocks } => {
                format_division(style, &self.write_blocks(blocks))
            }
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
        if !table.spans.is_empty() {
            return self.write_spanning_table(table);
        }
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

    /// Writes a table with cells that span others as HTML (HTML §4.9).
    fn write_spanning_table(&mut self, table: &'a Table) -> String {
        let mut written = String::from("<table>");
        if !table.caption.is_empty() {
            let caption = self.write_paragraph(&table.caption);
            let _ = write!(written, "\n<caption>\n\n{caption}\n\n</caption>");
        }
        written.push_str("\n<colgroup>");
        for align in &table.columns {
            written.push_str(match align {
                ColumnAlign::Start => "<col/>",
                ColumnAlign::Centre => "<col align=\"center\"/>",
                ColumnAlign::End => "<col align=\"right\"/>",
            });
        }
        written.push_str("</colgroup>");
        let head = (0, &table.head, "th");
        let head = std::iter::once(head).filter(|(_, cells, _)| !cells.is_empty());
        let rows = (1..).zip(&table.rows).map(|(row, cells)| (row, cells, "td"));
        let extents = table.extents();
        for (row, cells, name) in head.chain(rows) {
            written.push_str("\n<tr>");
            for (column, cell) in cells.iter().enumerate() {
                let Some(span) = extents.at(row, column) else { continue };
                let _ = write!(written, "\n<{name}");
                if span.columns > 1 {
                    let _ = write!(written, " colspan=\"{}\"", span.columns);
                }
                if span.rows > 1 {
                    let _ = write!(written, " rowspan=\"{}\"", span.rows);
                }
                let cell = self.write_paragraph(cell);
                let cell = if cell.is_empty() { cell } else { format!("\n\n{cell}\n\n") };
                let _ = write!(written, ">{cell}</{name}>");
            }
            written.push_str("\n</tr>");
        }
        written + "\n</table>"
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
        let image = match (figure.width, &figure.alternative) {
            (Some(width), Alternative::Decorative) => {
                image.replacen(" alt", &format!(" width=\"{width}\" alt"), 1)
            }
            (Some(width), _) => format!("{image}{{width={width}}}"),
            (None, _) => image,
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

    /// Writes a term and its descriptions (pandoc, extension `definition_lists`).
    fn write_definition(&mut self, one: &'a Definition) -> String {
        let term = escape::guard_line(self.write_heading(&one.term));
        let mut written = escape::guard_paragraph(term);
        if written.starts_with("<img") && written.ends_with("/>") {
            // Alone on its line, the tag would be a block of HTML (CommonMark §4.6).
            written.push_str("<!-- -->");
        }
        for description in &one.descriptions {
            let blocks = self.write_blocks(description).join("\n\n");
            written.push_str("\n\n");
            written.push_str(&indent(&blocks, ":   ", "    "));
        }
        written
    }

    /// Writes a list whose labels Markdown does not have: as lines with their labels, or as
    /// HTML if its items are more than paragraphs.
    fn write_labelled_list(&mut self, list: &'a List, start: u32) -> String {
        let numbering = list.numbering;
        let is_paragraph =
            |item: &Vec<Block>| matches!(item.as_slice(), [Block::Paragraph(_)]);
        let numbers =
            start..start.saturating_add(u32::try_from(list.items.len()).unwrap_or(0));
        let labels: Vec<String> =
            numbers.map(|number| numbering.format(number)).collect();
        let is_read = labels.iter().zip(start..).all(|(label, number)| {
            let readings = parse_labels(&format!("{label} "));
            readings.iter().any(|one| one.numbering == numbering && one.number == number)
        });
        // A first letter may be read as a numeral.
        let first = labels.first().map(|label| parse_labels(&format!("{label} ")));
        let is_sure =
            first.is_some_and(|readings| readings.len() == 1) && labels.len() > 1;
        let is_simple = list.items.iter().all(is_paragraph);
        if is_sure && is_read && is_simple {
            let mut lines = Vec::with_capacity(labels.len());
            for (label, item) in labels.iter().zip(&list.items) {
                let Some(Block::Paragraph(paragraph)) = item.first() else { continue };
                let text = self.write_paragraph(&paragraph.content);
                let margin = " ".repeat(label.chars().count() + 1);
                lines.push(indent(&text, &format!("{label} "), &margin));
            }
            return lines.join("\n");
        }
        let kind = match numbering.numerals {
            ListNumerals::LowerAlpha => " type=\"a\"",
            ListNumerals::UpperAlpha => " type=\"A\"",
            ListNumerals::LowerRoman => " type=\"i\"",
            ListNumerals::UpperRoman => " type=\"I\"",
            ListNumerals::Decimal
            | ListNumerals::MasculineOrdinal
            | ListNumerals::FeminineOrdinal => "",
        };
        let ordinal = match numbering.numerals {
            ListNumerals::MasculineOrdinal => "masculine-ordinal ",
            ListNumerals::FeminineOrdinal => "feminine-ordinal ",
            _ => "",
        };
        let delimiter = match numbering.delimiter {
            ListDelimiter::Period => "period",
            ListDelimiter::Parenthesis => "parenthesis",
            ListDelimiter::Parentheses => "parentheses",
            ListDelimiter::None => "bare",
        };
        let mut written =
            format!("<ol{kind} class=\"{ordinal}{delimiter}\" start=\"{start}\">");
        for item in &list.items {
            let blocks = self.write_blocks(item).join("\n\n");
            let _ = write!(written, "\n<li>\n\n{blocks}\n\n</li>");
        }
        written + "\n</ol>"
    }

    fn write_list(&mut self, list: &'a List, turn: bool) -> String {
        if let Some(start) = list.start.filter(|_| !is_known_to_parser(list.numbering)) {
            return self.write_labelled_list(list, start);
        }
        let gap = if is_tight(list) { "\n" } else { "\n\n" };
        let mut items = Vec::with_capacity(list.items.len());
        for (number, item) in (u64::from(list.start.unwrap_or(0))..).zip(&list.items) {
            let marker = match (list.start, turn) {
                (None, false) => "- ".to_owned(),
                (None, true) => "+ ".to_owned(),
                (Some(_), _) => {
                    let number = number.min(999_999_999);
                    let sign = match list.numbering.delimiter {
                        ListDelimiter::Parenthesis => ')',
                        _ => '.',
                    };
                    format!("{number}{sign} ")
                }
            };
            let margin = " ".repeat(marker.len());
            let blocks = write_task(item, self.write_blocks(item).join(gap));
            items.push(indent(&blocks, &marker, &margin));
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

/// Writes the box of a task as `GitHub` has it, if an item begins with one.
fn write_task(item: &[Block], written: String) -> String {
    let Some(Block::Paragraph(Paragraph { content, .. })) = item.first() else {
        return written;
    };
    let Some(Inline::Text(text)) = content.first() else { return written };
    for (sign, typed) in [(TO_DO, "[ ]"), (DONE, "[x]")] {
        if text.strip_prefix(sign).is_some_and(|rest| rest.starts_with(' '))
            && let Some(rest) = written.strip_prefix(sign)
        {
            return format!("{typed}{rest}");
        }
    }
    written
}

/// A kind of list, by what keeps it apart from the list before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ListSeparation {
    Bullets,
    Numbers(ListNumbering),
    Definitions,
}

impl ListSeparation {
    fn of(block: &Block) -> Option<Self> {
        match block {
            Block::List(List { start: None, .. }) => Some(Self::Bullets),
            Block::List(list) => Some(Self::Numbers(list.numbering)),
            Block::Definitions(_) => Some(Self::Definitions),
            _ => None,
        }
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
