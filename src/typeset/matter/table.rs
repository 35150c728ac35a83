//! Tables: rules above, below the head and at the foot; none between columns.
//!
//! A row is kept on one page, and so is a short table. A longer one may break between
//! rows where its page would otherwise be short; its head is then repeated, as page
//! furniture. Space and rules take half lines that add up to whole ones, so that the rows
//! of a table with a head, and the text below, are on the grid.

use crate::book::inline::Inline;
use crate::book::matter::contents::write_plain_text;
use crate::book::matter::words::EditionWords;
use crate::book::normal;
use crate::book::table::{Cell, ColumnAlign, Table, TableExtents};
use crate::design::{Axis, Lettering};
use crate::diagnostic::{Diagnostic, Severity};
use crate::length::Length;
use crate::typeset::codes;
use crate::typeset::document::Role;
use crate::typeset::line::{ParagraphSpan, SetParagraph, TextLine};
use crate::typeset::matter::blocks::{BlockFrame, BlockSetter};
use crate::typeset::matter::column::GalleyColumn;
use crate::typeset::matter::compositor::{Compositor, CompositorStyle};
use crate::typeset::matter::row_spans::{OpenRowSpan, share_rows};
use crate::typeset::matter::white::APART;
use crate::typeset::matter::widths::{ColumnWidths, share_width};
use crate::typeset::page::galley::{
    GalleyRow, HalfLines, PageBreakKind, PlacedLine, PlacedRule, RepeatedHead, row_height,
};
use crate::typeset::paragraph::LineAlignment;
use crate::typeset::shape::FigureStyle;

/// A rule takes half a line and is in its middle.
const RULE: HalfLines = 1;
/// The least space between two columns, in ems.
const GUTTER: i32 = 1;
/// The space between two columns if there is room, in ems.
const WIDE_GUTTER: i32 = 2;
/// A table with at most this many rows is kept on one page, if it takes no more of the
/// page than [`LARGEST_WHOLE`].
const SHORT_TABLE: usize = 6;
/// As a fraction of a page: one in this many parts. A taller table would leave too much of
/// a page empty.
const LARGEST_WHOLE: HalfLines = 3;
/// At least this many rows of a table stand on each of its pages, where that can be.
const LEAST_ROWS: usize = 3;
/// A caption of more lines is not repeated.
const LONGEST_CARRIED_CAPTION: usize = 2;
/// A head that takes more than one in this many parts of a page is not repeated.
const LARGEST_CARRIED: HalfLines = 4;
/// Cells are measured without a limit.
const BOUNDLESS: Length = Length(i32::MAX / 4);

/// Sets a table.
struct TableSetter<'a, 'f> {
    table: &'a Table,
    /// The extents of its cells.
    extents: TableExtents,
    compositor: &'a Compositor<'f>,
    /// The style of the cells.
    style: CompositorStyle,
    /// For each column, its left edge and width.
    places: Vec<(Length, Length)>,
    /// For each column and row, how far a number moves left to align decimal points.
    shifts: Vec<Vec<Length>>,
    /// The left end of the rules, and their length.
    rules: (Length, Length),
    /// The widest words of its columns do not fit side by side.
    is_wide: bool,
}

/// Sets a table.
pub(crate) fn set_table(
    column: &mut GalleyColumn,
    table: &Table,
    blocks: &BlockSetter<'_, '_>,
    frame: BlockFrame,
) {
    let setting = TableSetter::new(table, blocks.compositor, frame);
    let whole = column.add_tag(Role::Table, frame.tag);
    // The rows align with the text: below one rule, or below two and the head between.
    let rules = if table.head.is_empty() { RULE } else { 2 * RULE };
    column.request_space_with(APART, blocks.register.after_white(rules));
    if !table.caption.is_empty() {
        setting.set_caption(column, whole, frame);
    }
    let (mut galley_rows, carried) = setting.set_head(column, whole);
    let carried = setting.repeat_caption(column, carried);
    let count = table.rows.len();
    let mut open = vec![OpenRowSpan::default(); setting.places.len()];
    for (place, row) in table.rows.iter().enumerate() {
        let break_above = match place {
            0 => PageBreakKind::AfterHeading,
            _ if place + LEAST_ROWS > count => PageBreakKind::Widow,
            _ if place < LEAST_ROWS => PageBreakKind::Orphan,
            _ => PageBreakKind::InStanza,
        };
        let carried = carried.as_ref().filter(|_| place > 0);
        let tag = column.add_tag(Role::TableRow, Some(whole));
        let mut cells = setting.set_row(column, row, place, tag);
        // No cell goes on below the table.
        let rows_of = |at| {
            let span = setting.extents.at(place + 1, at);
            span.map_or(1, |span| span.rows).min(count - place)
        };
        share_rows(&mut cells, rows_of, &mut open);
        let mut rows = split_high_row(column, cells);
        if let Some(first) = rows.first_mut() {
            first.break_above = first.break_above.max(break_above);
        }
        if let Some(last) = rows.last_mut().filter(|_| place + 1 == count) {
            setting.add_rule_below(column, last);
        }
        for row in &mut rows {
            row.repeated_head = carried.cloned().map(Box::new);
        }
        galley_rows.append(&mut rows);
    }
    let height: HalfLines =
        galley_rows.iter().fold(0, |sum, one| sum.saturating_add(one.height));
    if is_kept_whole(count, height, column.grid.lines) {
        galley_rows = vec![join_rows(galley_rows, column)];
    }
    for row in galley_rows {
        column.add_block(row);
    }
    column.request_space_with(APART, blocks.register);
}

/// Whether a table with this many rows is one galley row.
fn is_kept_whole(rows: usize, height: HalfLines, page: HalfLines) -> bool {
    rows <= SHORT_TABLE && height / 2 <= page / LARGEST_WHOLE
}

/// Joins rows into one that no page break parts.
fn join_rows(rows: Vec<GalleyRow>, column: &GalleyColumn) -> GalleyRow {
    let mut whole = GalleyRow::default();
    for row in rows {
        let top = column.grid.measure_height(whole.height);
        let lines = row.lines.into_iter();
        whole.lines.extend(lines.map(|one| PlacedLine { drop: one.drop + top, ..one }));
        let rules = row.rules.into_iter();
        whole.rules.extend(rules.map(|one| PlacedRule { drop: one.drop + top, ..one }));
        whole.height += row.height;
    }
    whole
}

impl<'a, 'f> TableSetter<'a, 'f> {
    /// Measures the cells and shares out the measure.
    fn new(table: &'a Table, compositor: &'a Compositor<'f>, frame: BlockFrame) -> Self {
        let size = frame.size.min(compositor.design().sizes.small);
        let style = CompositorStyle {
            figures: FigureStyle::Tabular,
            hyphenate: true,
            ..CompositorStyle::display(size, frame.measure, LineAlignment::Ragged)
        };
        let empty = Self {
            table,
            extents: table.extents(),
            compositor,
            style,
            places: Vec::new(),
            shifts: Vec::new(),
            rules: (frame.left, frame.measure),
            is_wide: false,
        };
        let count = table.columns.len();
        let shifts: Vec<_> =
            (0..count).map(|place| empty.decimal_shifts(place)).collect();
        let wants: Vec<_> = compositor.without_findings(|| {
            let columns = shifts.iter().enumerate();
            columns.map(|(at, shift)| empty.column_widths(at, shift)).collect()
        });
        let gutters = i32::try_from(count.saturating_sub(1)).unwrap_or(i32::MAX);
        let gutter = (size * GUTTER).min(frame.measure / 2 / gutters.max(1));
        let room = frame.measure - gutter * gutters;
        let widths = share_width(&wants, room, size / 4);
        let least: i64 = wants.iter().map(|one| i64::from(one.minimum.0)).sum();
        let is_wide = least > i64::from(room.0);
        if is_wide {
            compositor.report(report_wide_table(table));
        }
        let filled = widths.iter().fold(Length::ZERO, |sum, &width| sum + width);
        let spare = (frame.measure - filled) / gutters.max(1);
        let gutter = spare.min(size * WIDE_GUTTER).max(gutter);
        let width = (filled + gutter * gutters).min(frame.measure);
        let margin = match compositor.design().display_blocks.verse {
            Axis::Centre => (frame.measure - width) / 2,
            Axis::Left => Length::ZERO,
        };
        let left = frame.left + margin;
        let mut begins = left;
        let place = |width: &Length| {
            let place = (begins, *width);
            begins += *width + gutter;
            place
        };
        let places = widths.iter().map(place).collect();
        Self { places, shifts, rules: (left, width), is_wide, ..empty }
    }

    /// The minimum and natural widths of a column.
    fn column_widths(&self, at: usize, shifts: &[Length]) -> ColumnWidths {
        let mut wants = ColumnWidths::default();
        // A cell over several columns takes the room that they have.
        let is_single =
            |row| self.extents.at(row, at).is_none_or(|span| span.columns == 1);
        let heads = self.table.head.get(at).filter(|_| is_single(0));
        let heads = heads.map(|cell| (cell, self.head_style()));
        let empty = Cell::new();
        let rows = (1..).zip(&self.table.rows).filter_map(|(row, cells)| {
            let cell = cells.get(at)?;
            Some(if is_single(row) { cell } else { &empty })
        });
        let rows = rows.map(|cell| (cell, self.style));
        let shifts = heads.iter().map(|_| Length::ZERO).chain(shifts.iter().copied());
        for ((cell, style), shift) in heads.into_iter().chain(rows).zip(shifts) {
            let lines = normal::split_lines(cell.clone());
            let words: Vec<Vec<Length>> = lines
                .iter()
                .map(|line| self.line_widths(&break_at_spaces(line), &style))
                .collect();
            let natural = self.line_widths(cell, &style).into_iter().max();
            let widest = words.iter().flatten().copied().max();
            wants.natural = wants.natural.max(natural.unwrap_or_default() + shift);
            wants.minimum = wants.minimum.max(widest.unwrap_or_default() + shift);
            wants.cells.push(words);
        }
        wants.natural = wants.natural.max(wants.minimum);
        wants
    }

    /// The widths of the lines of inlines without a limit.
    fn line_widths(&self, content: &[Inline], style: &CompositorStyle) -> Vec<Length> {
        if content.is_empty() {
            return Vec::new();
        }
        let style = CompositorStyle { measure: BOUNDLESS, hyphenate: false, ..*style };
        let set = self.compositor.set_paragraph(content, &style, self.table.origin);
        // Signs that hang into the margin elsewhere, and rounding, need room here.
        set.lines.iter().map(|line| line.width + style.size / 50).collect()
    }

    /// How far the numbers of a column move so that their decimal points align. Nothing
    /// moves in a column that is not right-aligned or that contains words.
    fn decimal_shifts(&self, at: usize) -> Vec<Length> {
        let rows = || self.table.rows.iter();
        let none = vec![Length::ZERO; rows().len()];
        if self.table.columns.get(at) != Some(&ColumnAlign::End) {
            return none;
        }
        let texts: Vec<String> = rows()
            .map(|row| row.get(at).map_or_else(String::new, |c| write_plain_text(c)))
            .collect();
        let Some(mark) = decimal_mark(&texts) else { return none };
        let tail = |text: &String| {
            let tail = text.split_once(mark).map_or_else(
                || text.trim_start_matches(|c: char| !is_unit(c)).to_owned(),
                |(_, tail)| format!("{mark}{tail}"),
            );
            if tail.is_empty() {
                return Length::ZERO;
            }
            self.compositor.set_on_one_line(&tail, &self.style).width
        };
        let tails: Vec<Length> = texts.iter().map(tail).collect();
        let widest = tails.iter().copied().max().unwrap_or_default();
        tails.into_iter().map(|tail| widest - tail).collect()
    }

    /// The style of the head.
    fn head_style(&self) -> CompositorStyle {
        let letters = match self.compositor.design().display_blocks.letters {
            // Roman, a head would be another row.
            Lettering::Roman => Lettering::Bold,
            letters => letters,
        };
        CompositorStyle { letters, hyphenate: false, ..self.style }
    }

    /// Sets the caption above, centred or at the left like the table.
    fn set_caption(&self, column: &mut GalleyColumn, whole: usize, frame: BlockFrame) {
        let tag = column.add_tag(Role::Caption, Some(whole));
        let axis = self.compositor.design().display_blocks.verse;
        let style = CompositorStyle {
            alone: false,
            ..CompositorStyle::standalone(self.style.size, frame.measure, axis)
        };
        let set =
            self.compositor.set_balanced(&self.table.caption, &style, self.table.origin);
        column.add_unbreakable(set, tag, frame.left);
        column.keep_with_above(1);
    }

    /// Puts the caption, marked as continued, above the head that is repeated on the next
    /// page, or above a rule alone.
    fn repeat_caption(
        &self,
        column: &GalleyColumn,
        carried: Option<RepeatedHead>,
    ) -> Option<RepeatedHead> {
        if self.table.caption.is_empty() {
            return carried;
        }
        let words = EditionWords::for_language(Some(self.compositor.language()));
        let caption = write_plain_text(&self.table.caption);
        let caption = format!("{} {}", caption.trim_end(), words.continued);
        let (left, width) = self.rules;
        let axis = self.compositor.design().display_blocks.verse;
        let style = CompositorStyle::standalone(self.style.size, width, axis);
        let style = CompositorStyle { alone: false, ..style };
        let set = self.compositor.without_findings(|| {
            let content = [Inline::Text(caption)];
            self.compositor.set_balanced(&content, &style, self.table.origin)
        });
        if set.lines.len() > LONGEST_CARRIED_CAPTION {
            return carried;
        }
        let height = row_height(set.lines.len(), 2);
        let above = column.grid.measure_height(height);
        let mut whole = carried.unwrap_or_else(|| {
            let rule = self.rule(column.grid.leading / 4);
            RepeatedHead { height: RULE, lines: Vec::new(), rules: vec![rule] }
        });
        whole.height = whole.height.saturating_add(height);
        whole.lines.iter_mut().for_each(|line| line.drop += above);
        whole.rules.iter_mut().for_each(|rule| rule.drop += above);
        for (place, line) in set.lines.into_iter().enumerate() {
            let drop = line_baseline(column, place);
            whole.lines.push(PlacedLine { line, tag: None, left, drop });
        }
        Some(whole)
    }

    /// Sets the head between its rules, or the rule above a table without a head; also
    /// returns what is repeated on the next page.
    fn set_head(
        &self,
        column: &mut GalleyColumn,
        whole: usize,
    ) -> (Vec<GalleyRow>, Option<RepeatedHead>) {
        let half = column.grid.leading / 2;
        let mut row = GalleyRow { height: RULE, ..GalleyRow::default() };
        row.rules.push(self.rule(half / 2));
        if self.table.head.is_empty() {
            return (vec![row], None);
        }
        let tag = column.add_tag(Role::TableRow, Some(whole));
        let style = self.head_style();
        let mut cells = Vec::new();
        for (at, cell) in self.table.head.iter().enumerate() {
            let role = if cell.is_empty() { Role::Cell } else { Role::HeadCell };
            let tag = column.add_tag(role, Some(tag));
            cells.push(self.set_cell(column, cell, (0, at), Length::ZERO, &style, tag));
        }
        let deepest = cells.iter().map(Vec::len).max().unwrap_or(0);
        if is_high(deepest, column) {
            let mut lines = split_high_row(column, cells);
            if let Some(first) = lines.first_mut() {
                first.break_above = PageBreakKind::AfterHeading;
            }
            if let Some(last) = lines.last_mut() {
                self.add_rule_below(column, last);
            }
            lines.insert(0, row);
            return (lines, None);
        }
        for lines in cells {
            // The last lines of all heads are on one line.
            let above = deepest - lines.len();
            for (place, line) in lines.into_iter().enumerate() {
                let drop = half + line_baseline(column, above + place);
                row.lines.push(PlacedLine { drop, ..line });
            }
        }
        row.height += row_height(deepest, 2);
        self.add_rule_below(column, &mut row);
        let height = row.height;
        let carried = RepeatedHead {
            height,
            lines: without_note_marks(&row, column),
            rules: row.rules.clone(),
        };
        let small = height / 2 <= column.grid.lines / LARGEST_CARRIED;
        (vec![row], small.then_some(carried))
    }

    /// The cells of a row.
    fn set_row(
        &self,
        column: &mut GalleyColumn,
        row: &[Cell],
        place: usize,
        tag: usize,
    ) -> Vec<Vec<PlacedLine>> {
        let mut cells = Vec::with_capacity(row.len());
        for (at, cell) in row.iter().enumerate().take(self.places.len()) {
            let tag = column.add_tag(Role::Cell, Some(tag));
            let shift = self.shifts[at].get(place).copied().unwrap_or_default();
            let at = (place + 1, at);
            cells.push(self.set_cell(column, cell, at, shift, &self.style, tag));
        }
        cells
    }

    /// Sets the lines of a cell, by its row and column, at the top of its row. An empty cell
    /// gets an empty line, so that the structure has the cell, and so does one that another
    /// cell covers.
    fn set_cell(
        &self,
        column: &mut GalleyColumn,
        cell: &Cell,
        (row, at): (usize, usize),
        shift: Length,
        style: &CompositorStyle,
        tag: usize,
    ) -> Vec<PlacedLine> {
        let (left, mut width) = self.places[at];
        let columns = self.extents.at(row, at).map_or(1, |span| span.columns);
        if let Some((last, of_last)) = self.places.get(at + columns - 1) {
            width = *last + *of_last - left;
        }
        let alignment = match self.table.columns[at] {
            ColumnAlign::Start => LineAlignment::Ragged,
            ColumnAlign::Centre => LineAlignment::Centred,
            ColumnAlign::End => LineAlignment::Right,
        };
        let style = CompositorStyle { alignment, measure: width - shift, ..*style };
        let set = if cell.is_empty() {
            SetParagraph { lines: vec![TextLine::default()], ..SetParagraph::default() }
        } else if self.is_wide {
            let set = || self.compositor.set_paragraph(cell, &style, self.table.origin);
            self.compositor.without_findings(set)
        } else {
            self.compositor.set_paragraph(cell, &style, self.table.origin)
        };
        column.galley.tags[tag].spans = set.spans;
        let lines = set.lines.into_iter();
        let drop = column.grid.first;
        lines.map(|line| PlacedLine { line, tag: Some(tag), left, drop }).collect()
    }

    /// Adds a rule below a row, and the room for it.
    fn add_rule_below(&self, column: &GalleyColumn, row: &mut GalleyRow) {
        let half = column.grid.leading / 2;
        row.rules.push(self.rule(column.grid.measure_height(row.height) + half / 2));
        row.height += RULE;
    }

    fn rule(&self, drop: Length) -> PlacedRule {
        let (left, width) = self.rules;
        PlacedRule { left, width, drop }
    }
}

/// The lines of a head without note marks, which must occur only once.
fn without_note_marks(head: &GalleyRow, column: &GalleyColumn) -> Vec<PlacedLine> {
    let mut lines = head.lines.clone();
    for line in &mut lines {
        let tag = line.tag.and_then(|tag| column.galley.tags.get(tag));
        let is_mark = |span: usize| {
            tag.is_some_and(|tag| {
                tag.spans.get(span).is_some_and(ParagraphSpan::is_note_mark)
            })
        };
        line.line.runs.retain(|run| !run.span.is_some_and(is_mark));
    }
    lines
}

/// Reports that a table is too wide for the page.
fn report_wide_table(table: &Table) -> Diagnostic {
    let message = format!(
        "a table of {} columns is wider than the page: words in it are divided without regard to syllables",
        table.columns.len()
    );
    Diagnostic::new(codes::TABLE_TOO_WIDE, Severity::Warning, message)
        .at(table.origin)
        .hint("make two tables of it, or make its columns rows")
}

/// Whether this many lines are more than half a page, so that they may continue on the
/// next.
fn is_high(lines: usize, column: &GalleyColumn) -> bool {
    lines > usize::from(column.grid.lines / 2)
}

/// The galley rows of a table row: one, unless it is tall.
fn split_high_row(column: &GalleyColumn, cells: Vec<Vec<PlacedLine>>) -> Vec<GalleyRow> {
    let deepest = cells.iter().map(Vec::len).max().unwrap_or(0).max(1);
    if !is_high(deepest, column) {
        let mut whole =
            GalleyRow { height: row_height(deepest, 2), ..GalleyRow::default() };
        for (place, line) in
            cells.into_iter().flat_map(|cell| cell.into_iter().enumerate())
        {
            whole.lines.push(PlacedLine { drop: line_baseline(column, place), ..line });
        }
        return vec![whole];
    }
    let mut rows = vec![GalleyRow { height: 2, ..GalleyRow::default() }; deepest];
    for cell in cells {
        for (row, line) in rows.iter_mut().zip(cell) {
            row.lines.push(line);
        }
    }
    rows
}

/// From the top of a row to the baseline of one of its lines, counted from 0.
fn line_baseline(column: &GalleyColumn, place: usize) -> Length {
    let line = i32::try_from(place).unwrap_or(i32::MAX);
    column.grid.first + column.grid.leading * line
}

/// The same inlines with a line end for every space, so that each word is a line.
fn break_at_spaces(content: &[Inline]) -> Vec<Inline> {
    let mut all = Vec::with_capacity(content.len());
    for inline in content {
        match inline {
            Inline::Text(text) => {
                for (place, word) in text.split(' ').enumerate() {
                    if place > 0 {
                        all.push(Inline::LineBreak);
                    }
                    all.push(Inline::Text(word.to_owned()));
                }
            }
            holder => match holder.content() {
                Some(inner) => {
                    all.push(holder.clone().with_content(break_at_spaces(inner)));
                }
                None => all.push(holder.clone()),
            },
        }
    }
    all
}

/// The decimal separator in a column of numbers; none if there is none, or if the column
/// contains words. A separator before three digits in every cell groups thousands.
fn decimal_mark(texts: &[String]) -> Option<char> {
    let is_number = |text: &String| {
        text.chars().all(|c| c.is_ascii_digit() || ".,'+-−–".contains(c) || is_unit(c))
    };
    if !texts.iter().all(is_number) {
        return None;
    }
    let parts = |text: &String, mark: char| {
        let (_, tail) = text.rsplit_once(mark)?;
        let figures = tail.chars().take_while(char::is_ascii_digit).count();
        Some((text.matches(mark).count(), figures))
    };
    [',', '.'].into_iter().find(|&mark| {
        let mut found = texts.iter().filter_map(|text| parts(text, mark)).peekable();
        let mut known = found.clone();
        found.peek().is_some()
            && found.all(|(times, _)| times == 1)
            && known.any(|(_, figures)| figures != 3)
    })
}

/// Whether a sign may follow a number.
fn is_unit(c: char) -> bool {
    c.is_whitespace() || "%‰°€$£".contains(c)
}

#[cfg(test)]
mod tests {
    use super::{HalfLines, SHORT_TABLE, decimal_mark, is_kept_whole};

    fn mark(texts: &[&str]) -> Option<char> {
        decimal_mark(&texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn only_low_tables_of_few_rows_stand_whole() {
        assert!(is_kept_whole(SHORT_TABLE, 22, 33));
        assert!(!is_kept_whole(SHORT_TABLE + 1, 22, 33));
        for height in [24, 43_692, HalfLines::MAX] {
            assert!(!is_kept_whole(1, height, 33), "{height}");
        }
    }

    #[test]
    fn points_part_whole_numbers_from_parts_and_thousands_do_not() {
        assert_eq!(mark(&["3,5", "12", "0,25 %"]), Some(','));
        assert_eq!(mark(&["1.250", "12.400"]), None);
        assert_eq!(mark(&["1.250,5", "980"]), Some(','));
        assert_eq!(mark(&["3.14", "2.7"]), Some('.'));
        assert_eq!(mark(&["3.14", "three"]), None);
        assert_eq!(mark(&["12", "7"]), None);
    }
}
