//! Rewrites whole blocks: tables that are drawn with lines as tables of HTML, captions of
//! tables, lines of verse behind bars, labels of lists, and numbers that are counted through
//! the text.
//!
//! All are pandoc's (Pandoc User's Guide, extensions `grid_tables`, `simple_tables`,
//! `multiline_tables`, `table_captions`, `line_blocks`, `fancy_lists`, `example_lists` and
//! `raw_attribute`).

use std::fmt::Write as _;
use std::ops::Range;

use super::dashed_tables::{find_dashed_table, is_dashed};
use super::drawn_table::DrawnTable;
use super::example_lists::ExampleNumbers;
use super::grid_tables::find_grid_table;
use super::labelled_lists::LabelledLists;
use super::lines::skip_item_marks;
use super::{
    IndentedCode, OpenFence, RewriteOutput, RewrittenText, ends_code, measure_code_fence,
};
use crate::book::markdown::attributes::find_last_attributes;
use crate::book::markdown::read::abbreviations::Abbreviations;
use crate::book::markdown::write::escape::find_guard;
use crate::book::table::ColumnAlign;

/// What a caption begins with above or below its table; below it, a colon is enough.
const CAPTION_WORDS: [&str; 2] = ["Table:", "table:"];

/// A caption has fewer lines than this: without a limit, each of many would look at the
/// paragraph that it begins to its end.
const MOST_CAPTION_LINES: usize = 40;

/// How many spaces at the beginning of a line of verse make one em of indent.
const SPACES_OF_AN_EM: usize = 2;

/// Rewrites the blocks of a text from a byte on.
pub(super) fn rewrite_blocks<'a>(
    text: &'a str,
    from: usize,
    code: &IndentedCode,
    abbreviations: &Abbreviations<'_>,
) -> RewrittenText<'a> {
    let mut lines = Vec::new();
    let mut start = from;
    for line in text[from..].split_inclusive('\n') {
        lines.push(start..start + line.len());
        start += line.len();
    }
    let examples = ExampleNumbers::find(text, &lines, code);
    let labels = LabelledLists::find(text, &lines, code, &examples);
    let mut rewriter = BlockRewriter {
        text,
        lines,
        code,
        examples,
        labels,
        abbreviations,
        output: RewriteOutput::new(text, from),
    };
    rewriter.read_lines();
    rewriter.output.finish()
}

/// Rewrites a text block by block.
struct BlockRewriter<'a, 'b> {
    text: &'a str,
    /// The bytes of its lines, with their line ends.
    lines: Vec<Range<usize>>,
    code: &'b IndentedCode,
    examples: ExampleNumbers<'a>,
    labels: LabelledLists,
    abbreviations: &'b Abbreviations<'b>,
    output: RewriteOutput<'a>,
}

/// A caption of a table.
struct TableCaption {
    /// Its lines, without what it begins with.
    lines: Vec<Range<usize>>,
    /// The line after it.
    end: usize,
}

impl<'a> BlockRewriter<'a, '_> {
    fn read_lines(&mut self) {
        let mut fence = OpenFence::default();
        let mut raw: Option<&str> = None;
        let mut at = 0;
        while at < self.lines.len() {
            let line = self.line(at);
            let content = line.trim_start_matches([' ', '\t', '>']);
            let is_raw = raw.is_some();
            if let Some(end) = raw {
                raw = raw.filter(|_| !line.contains(end));
            } else if fence.0.is_none()
                && let Some(after) = self.write_raw_html(at, content)
            {
                at = after;
                continue;
            } else if !fence.takes_line(content) {
                raw = find_raw_end(content).filter(|_| !self.is_code(at));
                if raw.is_none() {
                    at = self.write_block(at);
                    continue;
                }
            }
            if !is_raw {
                self.write_parting(at);
            }
            self.output.copy(self.lines[at].clone());
            at += 1;
        }
    }

    /// Writes the block that begins with a line, or the line. Returns the line after it.
    fn write_block(&mut self, at: usize) -> usize {
        if self.begins_block(at) {
            let block = self
                .write_captioned_table(at)
                .or_else(|| self.write_table(at))
                .or_else(|| self.write_line_block(at));
            if let Some(end) = block {
                return end;
            }
        }
        let bytes = self.lines[at].clone();
        if self.is_code(at) && self.labels.at(at).is_none() {
            self.output.copy(bytes);
        } else if self.abbreviations.are_defined_at(bytes.start) {
            self.output.write("\n", bytes.start);
        } else {
            let from = self.write_labels(at);
            let is_item = from > bytes.start;
            if !self.write_examples(at, from) && (is_item || !self.write_known_sign(at)) {
                self.output.copy(from..bytes.end);
            }
        }
        at + 1
    }

    /// A line without its line end.
    fn line(&self, at: usize) -> &'a str {
        self.lines.get(at).map_or("", |bytes| self.text[bytes.clone()].trim_end())
    }

    /// What is before the text of a line: signs of quotations and white space.
    fn lead_of(&self, at: usize) -> &'a str {
        let line = self.line(at);
        &line[..line.len() - line.trim_start_matches([' ', '\t', '>']).len()]
    }

    fn is_blank(&self, at: usize) -> bool {
        self.lead_of(at).len() == self.line(at).len()
    }

    /// The line of a table that shows its indent. The names of columns may stand far to the
    /// right of the dashes below them.
    fn first_drawn_line(&self, at: usize) -> usize {
        let below = self.line(at + 1).trim_start_matches([' ', '>']);
        if is_dashed(below) { at + 1 } else { at }
    }

    fn is_code(&self, at: usize) -> bool {
        self.code.has_line(self.lines[at].start, self.line(at))
    }

    /// The signs of the quotations that a line is in, with the space after the last.
    fn quote_of(&self, at: usize) -> &'a str {
        let lead = self.lead_of(at);
        lead.rfind('>').map_or("", |sign| {
            let spaced = lead[sign + 1..].starts_with(' ');
            &lead[..=sign + usize::from(spaced)]
        })
    }

    /// The lines from one on as they are inside its quotation, up to where that ends.
    fn quoted_lines(&self, at: usize) -> impl Iterator<Item = &'a str> + '_ {
        let quote = self.quote_of(at);
        (at..self.lines.len()).map_while(move |at| {
            let line = self.line(at);
            line.strip_prefix(quote).or_else(|| (line == quote.trim_end()).then_some(""))
        })
    }

    /// Whether a block may begin with a line: it is below a blank line, a fence, an element
    /// or a heading, and is no code.
    fn begins_block(&self, at: usize) -> bool {
        let above = at.checked_sub(1).map_or("", |above| self.line(above));
        let above = above.trim_start_matches([' ', '\t', '>']);
        let is_apart =
            above.is_empty() || above.starts_with(":::") || above.starts_with(['<', '#']);
        !self.is_blank(at) && is_apart && !self.is_code(self.first_drawn_line(at))
    }

    /// The table that begins with a line.
    fn find_table(&self, at: usize) -> Option<FoundTable> {
        let lines = self.quoted_lines(at);
        let (table, end) =
            match self.line(at).trim_start_matches([' ', '>']).chars().next()? {
                '+' => find_grid_table(lines)?,
                _ => match find_dashed_table(lines) {
                    Some(found) => found,
                    None => return self.find_pipe_table(at),
                },
            };
        Some(FoundTable { drawn: Some(table), end: at + end })
    }

    /// The table of pipes that begins with a line, which the parser knows.
    fn find_pipe_table(&self, at: usize) -> Option<FoundTable> {
        let mut lines = self.quoted_lines(at);
        let head = lines.next()?;
        let row = lines.next()?;
        let text = head.trim_start();
        let is_table = skip_item_marks(text) == text
            && !text.starts_with(':')
            && head.contains('|')
            && is_delimiter_row(row);
        is_table.then(|| {
            let rest = lines.take_while(|line| !line.trim().is_empty()).count();
            FoundTable { drawn: None, end: at + 2 + rest }
        })
    }

    /// Writes a table, with the caption that may be below it.
    fn write_table(&mut self, at: usize) -> Option<usize> {
        let table = self.find_table(at)?;
        let below = table.end + self.count_blanks(table.end);
        let caption = self.find_caption(below, Some(at));
        if table.drawn.is_none() && caption.is_none() && !self.has_crossings(at) {
            return None;
        }
        let end = caption.as_ref().map_or(table.end, |caption| caption.end);
        self.write_found_table(at, &table, caption.as_ref());
        Some(end)
    }

    /// Writes a caption and the table below it.
    fn write_captioned_table(&mut self, at: usize) -> Option<usize> {
        let caption = self.find_caption(at, None)?;
        let start = caption.end + self.count_blanks(caption.end);
        let table = self.find_table(start).filter(|_| start > caption.end)?;
        self.write_found_table(start, &table, Some(&caption));
        Some(table.end)
    }

    /// How many blank lines there are from a line on.
    fn count_blanks(&self, at: usize) -> usize {
        (at..self.lines.len()).take_while(|&line| self.is_blank(line)).count()
    }

    /// The caption that begins with a line, above or below a table. A colon alone makes a
    /// description, except right below a table that is indented as far.
    fn find_caption(&self, at: usize, table: Option<usize>) -> Option<TableCaption> {
        let lead = self.lead_of(at);
        let first = &self.line(at)[lead.len()..];
        let words = CAPTION_WORDS.iter().find_map(|word| first.strip_prefix(word));
        let words = words.or_else(|| {
            let is_beside = |table| self.lead_of(self.first_drawn_line(table)) == lead;
            first.strip_prefix(": ").filter(|_| table.is_some_and(is_beside))
        })?;
        let mut lines = Vec::new();
        for (place, quoted) in self.quoted_lines(at).enumerate() {
            if place == MOST_CAPTION_LINES {
                return None;
            }
            let text = if place == 0 { words } else { quoted }.trim();
            if text.is_empty() {
                break;
            }
            let start =
                self.lines[at + place].start + self.line(at + place).len() - text.len();
            lines.push(start..start + text.len());
        }
        let end = at + lines.len();
        (!lines.is_empty()).then_some(TableCaption { lines, end })
    }

    /// Whether the second line of a table of pipes has crossings, which the parser does not
    /// know.
    fn has_crossings(&self, at: usize) -> bool {
        self.line(at + 1).contains('+')
    }

    /// Writes a table that begins with a line.
    fn write_found_table(
        &mut self,
        at: usize,
        table: &FoundTable,
        caption: Option<&TableCaption>,
    ) {
        let lead = self.lead_of(self.first_drawn_line(at));
        let blank = lead.trim_end();
        let start = self.lines[at].start;
        if let Some(caption) = caption {
            self.output
                .write(&format!("{lead}<div class=\"table\">\n{blank}\n{lead}"), start);
            self.write_caption(caption, lead);
            self.output.write(&format!("\n{blank}\n"), start);
        }
        if let Some(drawn) = &table.drawn {
            self.write_drawn_table(at, drawn, lead);
        } else {
            self.write_pipe_table(at..table.end);
        }
        if caption.is_some() {
            self.output.write(&format!("{blank}\n{lead}</div>\n{blank}\n"), start);
        }
    }

    /// Writes the lines of a table of pipes, without crossings.
    fn write_pipe_table(&mut self, lines: Range<usize>) {
        let end = self.lines[lines.end - 1].end;
        for (place, line) in lines.enumerate() {
            let bytes = self.lines[line].clone();
            if place == 1 {
                let row = self.text[bytes.clone()].replace('+', "|");
                self.output.write(&row, bytes.start);
            } else {
                self.output.copy(bytes);
            }
        }
        self.output.write("\n", end);
    }

    /// Writes the words of a caption. What has attributes behind it stands in brackets.
    fn write_caption(&mut self, caption: &TableCaption, lead: &str) {
        let attributes = caption.lines.last().and_then(|last| {
            let (open, _) = find_last_attributes(&self.text[last.clone()])?;
            Some(last.start + open)
        });
        for (place, line) in caption.lines.iter().enumerate() {
            if place > 0 {
                self.output.write(&format!("\n{lead}"), line.start);
            } else if attributes.is_some() {
                self.output.write("[", line.start);
            }
            match attributes.filter(|open| line.contains(open)) {
                Some(open) => {
                    let words = self.text[line.start..open].trim_end().len();
                    self.output.copy(line.start..line.start + words);
                    self.output.write("]", open);
                    self.output.copy(open..line.end);
                }
                None => self.output.copy(line.clone()),
            }
        }
    }

    /// Writes the drawn table that begins at a line as an HTML table.
    fn write_drawn_table(&mut self, at: usize, table: &DrawnTable, lead: &str) {
        let blank = lead.trim_end();
        let start = self.lines[at].start;
        let quote = self.quote_of(at).len();
        self.output.write(&format!("{lead}<table>\n"), start);
        for column in &table.columns {
            let align = match column {
                ColumnAlign::Centre => " style=\"text-align: center\"",
                ColumnAlign::End => " style=\"text-align: right\"",
                ColumnAlign::Start => "",
            };
            self.output.write(&format!("{lead}<col{align}>\n"), start);
        }
        for (place, row) in table.rows.iter().enumerate() {
            self.output.write(&format!("{lead}<tr>\n"), start);
            let name = if place == 0 && table.has_head { "th" } else { "td" };
            for cell in row {
                let mut tag = format!("{lead}<{name}");
                for (key, count) in [("rowspan", cell.rows), ("colspan", cell.columns)] {
                    if count > 1 {
                        let _ = write!(tag, " {key}=\"{count}\"");
                    }
                }
                self.output.write(&format!("{tag}>\n{blank}\n"), start);
                for (line, words) in &cell.lines {
                    let line = self.lines[at + line].start + quote;
                    self.output.write(lead, line);
                    self.output.copy(line + words.start..line + words.end);
                    self.output.write("\n", line);
                }
                self.output.write(&format!("{blank}\n{lead}</{name}>\n"), start);
            }
            self.output.write(&format!("{lead}</tr>\n"), start);
        }
        self.output.write(&format!("{lead}</table>\n{blank}\n"), start);
    }

    /// Writes lines behind bars as verse.
    fn write_line_block(&mut self, at: usize) -> Option<usize> {
        let lead = self.lead_of(at);
        let own = lead.len();
        let is_verse = |line: &str| line == "|" || line.starts_with("| ");
        let mut end = at;
        while end < self.lines.len() && self.line(end).get(..own) == Some(lead) {
            let line = &self.line(end)[own..];
            // A line that goes on is indented.
            let goes_on = end > at && line.starts_with(' ') && !line.trim().is_empty();
            if !is_verse(line) && !goes_on {
                break;
            }
            end += 1;
        }
        // Rows without the row that makes them a table.
        let is_row = |line: usize| {
            self.line(line).len() > own + 1 && self.line(line).ends_with('|')
        };
        if end == at || (at..end).all(is_row) {
            return None;
        }
        let blank = lead.trim_end();
        let start = self.lines[at].start;
        self.output.write(&format!("{lead}<div class=\"verse\">\n{blank}"), start);
        for line in at..end {
            let text = &self.line(line)[own..];
            let behind = text.strip_prefix('|').unwrap_or(text);
            let words = behind.trim_start();
            let end = self.lines[line].start + self.line(line).len();
            let mut start = end - words.len();
            if !is_verse(text) {
                self.output.write(" ", start);
            } else if words.is_empty() {
                self.output.write(&format!("\n{blank}"), start);
            } else {
                let spaces = behind.len() - words.len() - 1;
                let indent = "&emsp;".repeat(spaces.div_ceil(SPACES_OF_AN_EM));
                self.output.write(&format!("\n{lead}{indent}"), start);
                if let Some((bytes, guard)) = find_guard(words) {
                    self.output.copy(start..start + bytes.start);
                    self.output.write(guard, start + bytes.start);
                    start += bytes.end;
                }
            }
            self.output.copy(start..end);
        }
        self.output.write(&format!("\n{blank}\n{lead}</div>\n{blank}\n"), start);
        Some(end)
    }

    /// Writes the lines between fences that say that they are HTML. Returns the line after
    /// them.
    fn write_raw_html(&mut self, at: usize, content: &str) -> Option<usize> {
        let fence = measure_code_fence(content)?;
        if content[fence.len()..].trim() != "{=html}" {
            return None;
        }
        let is_end = |&line: &usize| {
            ends_code(self.line(line).trim_start_matches([' ', '\t', '>']), fence)
        };
        let end = (at + 1..self.lines.len()).find(is_end)?;
        let blank = format!("{}\n", self.lead_of(at).trim_end());
        self.output.write(&blank, self.lines[at].start);
        for line in at + 1..end {
            self.output.copy(self.lines[line].clone());
        }
        self.output.write(&blank, self.lines[end].start);
        Some(end + 1)
    }

    /// Writes the item or the description that a line begins with a sign that the parser knows.
    /// Returns false if it begins none.
    fn write_known_sign(&mut self, at: usize) -> bool {
        let lead = self.lead_of(at).len();
        let text = &self.line(at)[lead..];
        let is_item = text.starts_with("#. ") || text.starts_with("#) ");
        let is_description = text.starts_with("~ ")
            && (at.saturating_sub(2)..at).any(|above| !self.line(above).is_empty());
        // An item that is counted by itself is the first of a list: the parser counts on.
        let known = match (is_item, is_description) {
            (true, _) => "1",
            (_, true) => ":",
            _ => return false,
        };
        let bytes = self.lines[at].clone();
        let sign = bytes.start + lead;
        self.output.copy(bytes.start..sign);
        self.output.write(known, sign);
        self.output.copy(sign + 1..bytes.end);
        true
    }

    /// Writes what keeps the item that a line begins apart from the text or the list above.
    fn write_parting(&mut self, at: usize) {
        let Some(line) = self.labels.at(at) else { return };
        let (lead, quote) = (self.lead_of(at), self.quote_of(at).trim_end());
        let start = self.lines[at].start;
        if line.begins_list {
            // What is read by nobody ends the list above.
            let parted = format!("{quote}\n{lead}<!-- -->\n{quote}\n");
            self.output.write(&parted, start);
        } else if line.is_apart {
            self.output.write(&format!("{quote}\n"), start);
        }
    }

    /// Writes the labels of a list that a line begins with as labels that the parser knows.
    /// Returns the byte after them.
    fn write_labels(&mut self, at: usize) -> usize {
        let start = self.lines[at].start;
        self.write_parting(at);
        let Some(line) = self.labels.at(at) else { return start };
        let mut copied = start;
        for label in &line.labels {
            self.output.copy(copied..label.bytes.start);
            self.output.write(&label.written, label.bytes.start);
            if let Some(numbering) = label.numbering {
                self.output.numberings.insert(label.bytes.start, numbering);
            }
            copied = label.bytes.end;
        }
        copied
    }

    /// Writes a line from a byte on, with the numbers of the examples that it begins with or
    /// refers to. Returns false if it has none.
    fn write_examples(&mut self, at: usize, from: usize) -> bool {
        let bytes = self.lines[at].clone();
        let mut labels = self.examples.find_labels(self.line(at), at);
        labels.retain(|(label, _)| bytes.start + label.start >= from);
        if labels.is_empty() {
            return false;
        }
        let mut copied = from;
        for (label, number) in labels {
            self.output.copy(copied..bytes.start + label.start);
            self.output.write(&number.to_string(), bytes.start + label.start);
            copied = bytes.start + label.end;
        }
        self.output.copy(copied..bytes.end);
        true
    }
}

/// Whether a line parts the head of a table of pipes from its rows. Those of pandoc may have
/// crossings.
pub(super) fn is_delimiter_row(line: &str) -> bool {
    let row = line.trim_matches([' ', '>', '\n', '\r']);
    row.contains('|')
        && row.contains('-')
        && row.chars().all(|c| matches!(c, '|' | '-' | ':' | '+' | ' '))
}

/// What ends the text that a line begins and that is read by nobody: a comment, or lines that
/// are kept as they are. None if the line ends it.
fn find_raw_end(content: &str) -> Option<&'static str> {
    let end = [
        ("<!--", "-->"),
        ("<pre", "</pre>"),
        ("<script", "</script>"),
        ("<style", "</style>"),
    ]
    .into_iter()
    .find_map(|(start, end)| content.starts_with(start).then_some(end))?;
    (!content.contains(end)).then_some(end)
}

/// A table and the line after it.
struct FoundTable {
    /// None for a table of pipes.
    drawn: Option<DrawnTable>,
    end: usize,
}
