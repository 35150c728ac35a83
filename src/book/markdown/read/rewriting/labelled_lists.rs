//! Finds the lists whose labels the parser does not know: `a)`, `(1)`, `iv.`, `1.º`, `II.`, the
//! numbers of examples, and bullets that are typed as `•`.
//!
//! Each label is written as one that the parser knows, as wide as it is typed, so that nested
//! lists, paragraphs and loose items are read as in any other list. How the labels were typed
//! is kept beside the text. At least two labels in order make a list; one by itself is text,
//! because a paragraph may well begin with `(a)`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;

use super::blocks::is_delimiter_row;
use super::example_lists::ExampleNumbers;
use super::item_marks::{
    LineMark, MOST_DIGITS, measure_mark, measure_quotation, measure_quotation_indent,
    skip_spaces,
};
use super::lines::skip_item_marks;
use super::{IndentedCode, OpenFence, measure_code_fence};
use crate::book::block::{ListDelimiter, ListNumbering};
use crate::book::markdown::item_labels::{ItemLabel, parse_labels};

/// A bullet that the parser does not know, with the space after it.
const BULLET: &str = "• ";

/// The indent that makes a line code, in columns (`CommonMark` 0.31.2, section 4.4).
const CODE_INDENT: usize = 4;

/// How many of the lists that are open a label is compared with, and how many are kept open.
/// No real text nests as deeply; without the bound, each of many labels that nothing follows
/// would be compared with all of them.
const DEEPEST_LIST: usize = 32;

/// A label as the parser knows it.
#[derive(Debug)]
pub(super) struct RewrittenLabel {
    /// Its bytes in the text, with the white space around it.
    pub(super) bytes: Range<usize>,
    /// What is written for them.
    pub(super) written: String,
    /// How it is numbered; none for a bullet.
    pub(super) numbering: Option<ListNumbering>,
}

/// What is written for a line that begins with labels.
#[derive(Debug, Default)]
pub(super) struct LabelledLine {
    /// The labels, in order.
    pub(super) labels: Vec<RewrittenLabel>,
    /// A blank line has to part it from the line above.
    pub(super) is_apart: bool,
    /// The parser would take the item for one of the list above.
    pub(super) begins_list: bool,
}

/// The lines of a text that begin with the labels of a list, by their places.
#[derive(Debug, Default)]
pub(super) struct LabelledLists(BTreeMap<usize, LabelledLine>);

impl LabelledLists {
    /// Finds the lists of a text with these lines.
    pub(super) fn find(
        text: &str,
        lines: &[Range<usize>],
        code: &IndentedCode,
        examples: &ExampleNumbers<'_>,
    ) -> Self {
        let mut finder = ListFinder {
            text,
            lines,
            examples,
            open: Vec::new(),
            found: BTreeMap::new(),
            parted: BTreeSet::new(),
            conditions: BTreeMap::new(),
            quotes: 0,
            is_after_blank: true,
            ends_hard: false,
        };
        let mut fence = OpenFence::default();
        let mut at = 0;
        while at < lines.len() {
            let line = &text[lines[at].clone()];
            let content = line.trim_start_matches([' ', '\t', '>']);
            let begins_item = fence.0.is_none() && skip_item_marks(content) != content;
            let is_fence = fence.takes_line(content);
            let is_code = code.has_line(lines[at].start, line);
            let list = finder.find_list_around(line).filter(|_| is_code);
            if is_fence && !begins_item || is_code && list.is_none() {
                finder.is_after_blank = false;
                at += 1;
            } else {
                finder.conditions.extend(list.map(|list| (at, list)));
                at = finder.read_line(at);
            }
        }
        for line in finder.parted {
            finder.found.entry(line).or_default().begins_list = true;
        }
        for (line, list) in finder.conditions {
            let is_list =
                finder.found.get(&list).is_some_and(|line| !line.labels.is_empty());
            if !is_list {
                finder.found.remove(&line);
            }
        }
        Self(finder.found)
    }

    /// What is written for a line.
    pub(super) fn at(&self, line: usize) -> Option<&LabelledLine> {
        self.0.get(&line)
    }
}

/// What a label may be.
#[derive(Debug, Clone, Copy)]
struct LabelReading {
    numbering: Option<ListNumbering>,
    number: u32,
    /// Its list ends where a line does not begin with a label.
    needs_neighbour: bool,
}

impl LabelReading {
    fn new(label: &ItemLabel) -> Self {
        let ItemLabel { numbering, number, needs_neighbour, .. } = *label;
        Self { numbering: Some(numbering), number, needs_neighbour }
    }

    /// Whether another is the next label of its list.
    fn is_followed_by(self, next: Self) -> bool {
        let number = self.number.saturating_add(u32::from(self.numbering.is_some()));
        self.numbering == next.numbering && number == next.number
    }
}

/// A label where it is typed.
#[derive(Debug, Clone)]
struct TypedLabel {
    line: usize,
    bytes: Range<usize>,
    /// The column at which it begins.
    column: usize,
    /// The column of what follows it.
    end: usize,
    /// Only white space and signs of quotations are before it.
    begins_line: bool,
}

/// An item, or a list, that the next line may belong to.
#[derive(Debug)]
struct OpenItem {
    /// The line of its first label.
    line: usize,
    /// How many quotations it is in. Columns are counted from where the last begins.
    quotes: usize,
    column: usize,
    /// The column at which its content begins.
    content: usize,
    /// What its label may be; empty for an item that the parser knows.
    readings: Vec<LabelReading>,
    /// Its first label, as long as no other follows.
    first: Option<TypedLabel>,
    /// It is an item with a number that the parser knows.
    is_known: bool,
    /// Other items have come between its own on their level.
    is_interrupted: bool,
    /// Lines that the parser would take for items of it, if it turns out to be a list.
    parted: Vec<usize>,
}

impl OpenItem {
    fn new(line: usize, quotes: usize, column: usize, content: usize) -> Self {
        Self {
            line,
            quotes,
            column,
            content,
            readings: Vec::new(),
            first: None,
            is_known: false,
            is_interrupted: false,
            parted: Vec::new(),
        }
    }

    fn is_labelled(&self) -> bool {
        !self.readings.is_empty()
    }

    /// Whether it has at least two labels.
    fn is_list(&self) -> bool {
        self.is_labelled() && self.first.is_none()
    }

    fn needs_neighbour(&self) -> bool {
        self.is_labelled() && self.readings.iter().all(|one| one.needs_neighbour)
    }
}

/// Finds lists line by line.
struct ListFinder<'a> {
    text: &'a str,
    lines: &'a [Range<usize>],
    examples: &'a ExampleNumbers<'a>,
    /// The items that are open, the outermost first.
    open: Vec<OpenItem>,
    found: BTreeMap<usize, LabelledLine>,
    /// The lines whose item the parser would add to another list.
    parted: BTreeSet<usize>,
    /// Lines that are code unless another line is the first of a list.
    conditions: BTreeMap<usize, usize>,
    /// How many quotations the line is in.
    quotes: usize,
    is_after_blank: bool,
    /// The line above ends with a hard line break.
    ends_hard: bool,
}

impl<'a> ListFinder<'a> {
    /// The text of a line.
    fn line(&self, at: usize) -> &'a str {
        self.lines.get(at).map_or("", |bytes| &self.text[bytes.clone()])
    }

    /// Reads a line. Returns the line after what it begins.
    fn read_line(&mut self, at: usize) -> usize {
        let text = self.text;
        let Some(bytes) = self.lines.get(at).cloned() else { return at + 1 };
        let line = text[bytes.clone()].trim_end_matches(['\n', '\r']);
        let quote = measure_quotation(line);
        self.quotes = line[..quote].matches('>').count();
        let quotes = self.quotes;
        if line[quote..].trim().is_empty() {
            self.is_after_blank = true;
            self.ends_hard = false;
            self.open.retain(|item| item.quotes <= quotes && !item.needs_neighbour());
            return at + 1;
        }
        let text_of_line = line[quote..].trim_start();
        let is_plain = measure_mark(text_of_line).0 == LineMark::None
            && !text_of_line.starts_with(['<', '#']);
        let is_in_quotation = self.open.last().is_some_and(|item| item.quotes > quotes);
        if is_plain && is_in_quotation && !self.is_after_blank {
            // The text of a quotation goes on without its sign.
            self.open.retain(|item| !item.needs_neighbour());
            return at + 1;
        }
        // A quotation is in an item if its sign is below the text of that.
        self.open.retain(|item| {
            item.quotes == quotes
                || item.quotes < quotes
                    && measure_quotation_indent(line, item.quotes) >= item.content
        });
        if let Some(end) = self.skip_table(at, &line[quote..]) {
            self.is_after_blank = false;
            return end;
        }
        self.read_marks(at, bytes.start + quote, &line[quote..]);
        self.is_after_blank = false;
        let slashes = line.len() - line.trim_end_matches('\\').len();
        self.ends_hard = slashes % 2 == 1 || line.ends_with("  ");
        at + 1
    }

    /// The line of the first label of the list that a line is in. The parser takes such a line
    /// for code before it knows the list.
    fn find_list_around(&self, line: &str) -> Option<usize> {
        let quote = measure_quotation(line);
        let quotes = line[..quote].matches('>').count();
        let (_, column) = skip_spaces(&line[quote..], 0);
        let mut around = self.open.iter().rev().filter(|item| item.quotes == quotes);
        let item = around.find(|item| item.content <= column)?;
        let is_near = column < item.content + CODE_INDENT;
        (is_near && item.is_labelled()).then_some(item.line)
    }

    /// The line after the table that begins with a line: labels in its cells are text.
    fn skip_table(&self, at: usize, line: &str) -> Option<usize> {
        let ends: fn(&str) -> bool = if line.trim_start().starts_with("<table") {
            |line: &str| line.contains("</table")
        } else if line.contains('|') && is_delimiter_row(self.line(at + 1)) {
            |line: &str| line.trim_matches([' ', '\t', '>', '\n', '\r']).is_empty()
        } else {
            return None;
        };
        let last = (at..self.lines.len()).find(|&line| ends(self.line(line)));
        Some(last.map_or(self.lines.len(), |last| last + 1))
    }

    /// Reads the marks of items that a line begins with, from a byte of the text on.
    fn read_marks(&mut self, at: usize, start: usize, line: &str) {
        let (mut rest, mut column) = skip_spaces(line, 0);
        let mut begins_line = true;
        loop {
            if !begins_line && let Some(quoted) = rest.strip_prefix('>') {
                self.quotes += 1;
                (rest, column) =
                    skip_spaces(quoted.strip_prefix(' ').unwrap_or(quoted), 0);
                continue;
            }
            let place = start + line.len() - rest.len();
            let (mark, length) = measure_mark(rest);
            let mut readings: Vec<LabelReading> = Vec::new();
            let mut length = length;
            if mark == LineMark::None {
                (length, readings) = self.read_label(rest, at, begins_line);
                // After a hard break it is the next line of the text.
                let ends_hard = self.ends_hard && begins_line;
                readings.retain(|one| !(one.needs_neighbour && ends_hard));
            }
            if length == 0 || (mark == LineMark::None && readings.is_empty()) {
                break;
            }
            let width = rest[..length].chars().count();
            let (after, end) = skip_spaces(&rest[length..], column + width);
            let is_code = measure_code_fence(after).is_some();
            if (after.is_empty() || is_code) && mark == LineMark::None {
                // A label without a text is none.
                break;
            }
            // What belongs to a note is indented as code is elsewhere.
            let end = if mark == LineMark::Note { column + CODE_INDENT } else { end };
            if mark == LineMark::None {
                let bytes = place..place + rest.len() - after.len();
                let label = TypedLabel { line: at, bytes, column, end, begins_line };
                if !self.open_label(label, readings) {
                    break;
                }
            } else {
                self.open_item(column, end, mark, at);
            }
            (rest, column, begins_line) = (after, end, false);
        }
        if begins_line {
            self.read_text(rest, column);
        }
    }

    /// The length of the label that a text begins with, and what it may be.
    fn read_label(
        &self,
        text: &str,
        at: usize,
        begins_line: bool,
    ) -> (usize, Vec<LabelReading>) {
        if text.starts_with(BULLET) {
            let reading =
                LabelReading { numbering: None, number: 0, needs_neighbour: true };
            return (BULLET.len(), vec![reading]);
        }
        let example = self.examples.find_own_label(text, at).filter(|_| begins_line);
        if let Some((length, number)) = example {
            let delimiter = ListDelimiter::Parentheses;
            let numbering = ListNumbering { delimiter, ..ListNumbering::default() };
            let numbering = Some(numbering);
            let reading = LabelReading { numbering, number, needs_neighbour: false };
            return (length, vec![reading]);
        }
        let labels = parse_labels(text);
        let length = labels.first().map_or(0, |label| label.length);
        (length, labels.iter().map(LabelReading::new).collect())
    }

    /// Reads a line without a mark: it ends items that it is not in.
    fn read_text(&mut self, text: &str, column: usize) {
        // What interrupts a paragraph (`CommonMark` 0.31.2, section 4).
        let interrupts = text.starts_with(['<', '#', '>']) || text.starts_with(":::");
        if self.is_after_blank || interrupts {
            let quotes = self.quotes;
            self.open.retain(|item| item.quotes < quotes || column >= item.content);
        } else {
            self.end_doubtful(column);
        }
    }

    /// Opens an item that the parser knows.
    fn open_item(&mut self, column: usize, content: usize, mark: LineMark, at: usize) {
        self.end_doubtful(column);
        self.end_deeper(column);
        let is_known = mark == LineMark::Number;
        if is_known {
            // The labels of the lists around it on its level are written as numbers, too.
            let lists = self.open.iter_mut().rev().take(DEEPEST_LIST);
            let quotes = self.quotes;
            let lists =
                lists.take_while(|item| item.quotes == quotes && column < item.content);
            for list in lists.filter(|item| item.is_labelled() && !item.is_interrupted) {
                list.is_interrupted = true;
                if list.is_list() {
                    self.parted.insert(at);
                } else {
                    list.parted.push(at);
                }
            }
        }
        self.push(OpenItem {
            is_known,
            ..OpenItem::new(at, self.quotes, column, content)
        });
    }

    /// Ends the lists around a column whose labels need a neighbour.
    fn end_doubtful(&mut self, column: usize) {
        let quotes = self.quotes;
        self.open.retain(|item| {
            item.quotes < quotes || !item.needs_neighbour() || column >= item.content
        });
    }

    /// Ends the items that begin to the right of a column, and an item that the parser knows
    /// on its level.
    fn end_deeper(&mut self, column: usize) {
        while let Some(last) = self.open.last().filter(|last| last.quotes == self.quotes)
        {
            let is_beside = column < last.content && !last.is_labelled();
            if last.column <= column && !is_beside {
                break;
            }
            self.open.pop();
        }
    }

    fn push(&mut self, item: OpenItem) {
        if self.open.len() >= DEEPEST_LIST {
            self.open.remove(0);
        }
        self.open.push(item);
    }

    /// Opens the item of a label, or adds it to the list whose next label it is. Returns false
    /// if it is code.
    fn open_label(&mut self, label: TypedLabel, readings: Vec<LabelReading>) -> bool {
        let (column, quotes) = (label.column, self.quotes);
        let pair = |item: &OpenItem| {
            let next = |first: &LabelReading| {
                readings.iter().find(|next| first.is_followed_by(**next)).copied()
            };
            // Labels may be aligned to the right. One that is indented as the content of the
            // item may begin a list in it.
            let is_near = item.quotes == quotes
                && column + CODE_INDENT > item.column
                && column < item.content + CODE_INDENT
                && (column < item.content || readings.len() == 1);
            is_near.then(|| item.readings.iter().find_map(next)).flatten()
        };
        let found = self.open.iter().enumerate().rev();
        let found = found.take(DEEPEST_LIST);
        let mut found = found.filter(|_| label.begins_line);
        let found = found.find_map(|(place, item)| Some((place, pair(item)?)));
        if let Some((place, reading)) = found {
            self.add_item(place, label, reading);
            return true;
        }
        let mut level = self.open.iter().rev().filter(|item| item.quotes == quotes);
        let around = level.find(|item| item.content <= column);
        if column >= around.map_or(0, |item| item.content) + CODE_INDENT {
            return false;
        }
        let is_known = |item: &OpenItem| item.is_known || item.is_list();
        let level = self.open.iter().filter(|item| item.quotes == quotes);
        let beside = level.filter(|item| item.column <= column);
        let mut beside = beside.filter(|item| column < item.content);
        let follows = label.begins_line && beside.any(is_known);
        self.open.retain(|item| item.quotes < quotes || item.column <= column);
        let parted = if follows { vec![label.line] } else { Vec::new() };
        let content = column + measure_written(&label, column, 1);
        let mut item = OpenItem::new(label.line, self.quotes, column, content);
        (item.readings, item.parted) = (readings, parted);
        item.first = Some(label);
        self.push(item);
        true
    }

    /// Adds a label as the next item of the open list at a place.
    fn add_item(&mut self, place: usize, label: TypedLabel, reading: LabelReading) {
        let later = self.open.split_off(place + 1);
        let Some(list) = self.open.get_mut(place) else { return };
        let level = list.content;
        let is_interrupted = later.iter().any(|one| one.is_list() && one.column < level);
        let numbering = reading.numbering;
        let mut labels = Vec::new();
        if let Some(first) = list.first.take() {
            let number = list.readings.iter().find(|one| one.is_followed_by(reading));
            labels.push((first, number.map_or(reading.number, |one| one.number)));
            self.parted.extend(list.parted.drain(..));
        }
        if std::mem::take(&mut list.is_interrupted) || is_interrupted {
            self.parted.insert(label.line);
        }
        let column = list.column;
        list.content = column + measure_written(&label, column, reading.number);
        list.readings = vec![reading];
        let begins_list = labels.len();
        labels.push((label, reading.number));
        for (place, (label, number)) in labels.into_iter().enumerate() {
            self.write_label(&label, column, number, numbering, place < begins_list);
        }
    }

    /// Keeps what is written for a label of a list that begins at a column.
    fn write_label(
        &mut self,
        label: &TypedLabel,
        column: usize,
        number: u32,
        numbering: Option<ListNumbering>,
        begins_list: bool,
    ) {
        let width = measure_written(label, column, number);
        let mut bytes = label.bytes.clone();
        let mut written = String::new();
        if label.begins_line && label.column != column {
            // All labels of the list begin at one column.
            bytes.start =
                self.lines[label.line].start + measure_quotation(self.line(label.line));
            written.push_str(&" ".repeat(column));
        }
        match numbering {
            Some(_) => {
                let digits = width.saturating_sub(") ".len()).min(MOST_DIGITS);
                let _ = write!(written, "{number:0digits$}) ");
            }
            None => written.push_str("- "),
        }
        let above = label.line.checked_sub(1).map_or("", |above| self.line(above)).trim();
        let is_below_label = above.starts_with("[^") && above.ends_with("]:");
        let is_below_text =
            !above.trim_start_matches([' ', '\t', '>']).is_empty() && !is_below_label;
        let line = self.found.entry(label.line).or_default();
        line.is_apart |= begins_list && label.begins_line && is_below_text;
        // The list inside may be known before the one around it.
        let place = line.labels.partition_point(|one| one.bytes.start < bytes.start);
        line.labels.insert(place, RewrittenLabel { bytes, written, numbering });
    }
}

/// The columns of what is written for a label of a list that begins at a column, with the
/// space after it: so few that what is typed below its text or below the label's own width is
/// in the item, and is no code.
fn measure_written(label: &TypedLabel, column: usize, number: u32) -> usize {
    let least = number.to_string().len() + ") ".len();
    let wanted = label.end.saturating_sub(column + CODE_INDENT - 1);
    wanted.clamp(least, least.max(MOST_DIGITS + ") ".len()))
}
