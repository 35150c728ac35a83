//! Tables whose columns are under dashes: simple ones, a line for each row, and those of
//! several lines for a row, between two lines of dashes.

use std::ops::Range;

use super::drawn_table::{CellIndents, DrawnCell, DrawnTable, find_letter};
use crate::book::table::ColumnAlign;

/// A table has no more lines than this.
const MOST_LINES: usize = 5_000;

/// The dashes under a column, as letters from the left edge.
type Dashes = Vec<Range<usize>>;

/// The table that begins with the first of some lines, and how many lines it has.
pub(super) fn find_dashed_table<'t>(
    mut lines: impl Iterator<Item = &'t str>,
) -> Option<(DrawnTable, usize)> {
    let first = lines.next()?;
    if !is_dashed(first) {
        let second = lines.next().filter(|second| read_dashes(second).len() > 1)?;
        let is_row = |line: &&str| !line.trim().is_empty() && !is_dashed(line);
        let mut table = vec![first, second];
        let mut rest = lines.take(MOST_LINES).peekable();
        table.extend(std::iter::from_fn(|| rest.next_if(is_row)));
        table.extend(rest.next().filter(|line| is_dashed(line)));
        return find_simple_table(&table);
    }
    // What is between two lines of dashes, or three, is looked at once.
    let is_framed = read_dashes(first).len() == 1;
    let mut dashed = if is_framed { 2 } else { 1 };
    let mut table = vec![first];
    for line in lines.take(MOST_LINES) {
        if dashed == 2 && line.trim().is_empty() {
            return None;
        }
        table.push(line);
        dashed -= usize::from(is_dashed(line));
        if dashed == 0 {
            let find = if is_framed { find_framed_table } else { find_headless_table };
            return find(&table);
        }
    }
    None
}

/// A line with the names of the columns, one of dashes, and a line for each row.
fn find_simple_table(lines: &[&str]) -> Option<(DrawnTable, usize)> {
    let dashes = read_dashes(lines[1]);
    let rows = &lines[2..];
    let end = rows.iter().position(|line| line.trim().is_empty() || is_dashed(line));
    let end = 2 + end.unwrap_or(rows.len());
    let rows: Vec<Range<usize>> = (2..end).map(|line| line..line + 1).collect();
    // Dashes may end the table, too.
    let closed = lines.get(end).is_some_and(|line| is_dashed(line));
    build_table(lines, &dashes, Some(&(0..1)), &rows)
        .map(|table| (table, end + usize::from(closed)))
}

/// Between two lines of dashes that show the columns, rows of a line each, or with blank
/// lines between them.
fn find_headless_table(lines: &[&str]) -> Option<(DrawnTable, usize)> {
    let dashes = read_dashes(lines[0]);
    let end = 1 + lines[1..].iter().position(|line| is_dashed(line))?;
    let rows = divide_rows(lines, 1..end);
    build_table(lines, &dashes, None, &rows).map(|table| (table, end + 1))
}

/// Between two unbroken lines of dashes, the names of the columns, a line of dashes, and rows
/// with blank lines between them.
fn find_framed_table(lines: &[&str]) -> Option<(DrawnTable, usize)> {
    let frame = read_dashes(lines[0]).pop()?;
    let head = 1 + lines[1..].iter().position(|line| is_dashed(line))?;
    let dashes = read_dashes(lines[head]);
    let end = head + 1 + lines[head + 1..].iter().position(|line| is_dashed(line))?;
    let is_closed = read_dashes(lines[end]).len() == 1
        && dashes.first().is_some_and(|first| first.start == frame.start);
    if !is_closed {
        return None;
    }
    let rows = divide_rows(lines, head + 1..end);
    build_table(lines, &dashes, Some(&(1..head)), &rows).map(|table| (table, end + 1))
}

/// The lines of each row. Blank lines separate rows; without any, each line is a row.
fn divide_rows(lines: &[&str], within: Range<usize>) -> Vec<Range<usize>> {
    let is_blank = |&line: &usize| lines[line].trim().is_empty();
    if !within.clone().any(|line| is_blank(&line)) {
        return within.map(|line| line..line + 1).collect();
    }
    let mut rows: Vec<Range<usize>> = Vec::new();
    for line in within.filter(|line| !is_blank(line)) {
        match rows.last_mut() {
            Some(row) if row.end == line => row.end += 1,
            _ => rows.push(line..line + 1),
        }
    }
    rows
}

/// Builds a table of rows under dashes. None if words are where no column is: between two
/// columns.
fn build_table(
    lines: &[&str],
    dashes: &Dashes,
    head: Option<&Range<usize>>,
    rows: &[Range<usize>],
) -> Option<DrawnTable> {
    if dashes.len() < 2 || rows.is_empty() {
        return None;
    }
    let parts: Vec<Range<usize>> = (0..dashes.len())
        .map(|at| {
            let end = dashes.get(at + 1).map_or(usize::MAX, |next| next.start);
            if at == 0 { 0..end } else { dashes[at].start..end }
        })
        .collect();
    let stands_in_columns = |line: &&str| {
        dashes[1..].iter().all(|column| {
            line.chars().nth(column.start - 1).is_none_or(char::is_whitespace)
        })
    };
    let all = head.into_iter().chain(rows).flat_map(Clone::clone);
    if !all.map(|line| lines[line]).all(|line| stands_in_columns(&line)) {
        return None;
    }
    let row = |row: &Range<usize>| -> Vec<DrawnCell> {
        parts
            .iter()
            .map(|part| DrawnCell::between(lines, row.clone(), part, CellIndents::Place))
            .collect()
    };
    let shown = head.or(rows.first())?;
    let columns = dashes
        .iter()
        .zip(&parts)
        .map(|(dashes, part)| find_align(&lines[shown.clone()], dashes, part));
    Some(DrawnTable {
        columns: columns.collect(),
        has_head: head.is_some(),
        rows: head.into_iter().chain(rows).map(row).collect(),
    })
}

/// The alignment of a column: its words are flush with the dashes where it is aligned.
fn find_align(lines: &[&str], dashes: &Range<usize>, part: &Range<usize>) -> ColumnAlign {
    let reach = lines.iter().filter_map(|line| {
        let (start, end) = (find_letter(line, part.start), find_letter(line, part.end));
        let words = line[start..end].trim_end();
        let indent = words.chars().take_while(|c| c.is_whitespace()).count();
        let first = part.start + indent;
        (!words.trim().is_empty()).then(|| (first, part.start + words.chars().count()))
    });
    let (left, right) = reach.fold((usize::MAX, 0), |(left, right), (first, end)| {
        (left.min(first), right.max(end))
    });
    match (left <= dashes.start, right >= dashes.end) {
        _ if right == 0 => ColumnAlign::Start,
        (true, _) => ColumnAlign::Start,
        (false, true) => ColumnAlign::End,
        (false, false) => ColumnAlign::Centre,
    }
}

/// Whether a line has dashes and spaces only, three dashes at least.
pub(super) fn is_dashed(line: &str) -> bool {
    line.contains("---") && line.chars().all(|c| c == '-' || c == ' ')
}

/// The runs of dashes of a line that has nothing else.
fn read_dashes(line: &str) -> Dashes {
    let mut dashes = Dashes::new();
    if !is_dashed(line) {
        return dashes;
    }
    for (letter, _) in line.chars().enumerate().filter(|(_, c)| *c == '-') {
        match dashes.last_mut() {
            Some(last) if last.end == letter => last.end += 1,
            _ => dashes.push(letter..letter + 1),
        }
    }
    dashes
}
