//! The style of a stream of rows: its measure, and what its blank lines and indents mean.

use super::row::Row;
use super::row_ends::{RowEnd, RowStart};
use crate::recover::page::measure::{self, AMPLE, EM};

/// If at least this share of certain paragraph starts (in per cent) has a sign, the sign
/// is a rule of the text; below [`RARE`] it means nothing.
const USUAL: usize = 60;

/// See [`USUAL`].
const RARE: usize = 15;

/// A row below this share of the measure (in per cent) is short.
const SHORT: i32 = 80;

/// What the rows of a stream have in common.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of a text")]
pub(crate) struct StreamStyle {
    /// The rows are notes.
    pub(crate) notes: bool,
    /// The measure, in thousandths of an em.
    pub(crate) measure: i32,
    /// Blank lines between two rows of one paragraph; not 0 if the extraction put a blank
    /// line after each row.
    pub(crate) usual_blanks: u32,
    /// Blank lines before certain starts: 0 rare, 1 sometimes, 2 the rule.
    pub(crate) blanks: usize,
    /// Blank lines occur inside paragraphs, too.
    pub(crate) stray_blanks: bool,
    /// The source preserves indents.
    pub(crate) keeps_indents: bool,
    /// Indents at certain starts: 0 rare, 1 sometimes, 2 the rule.
    pub(crate) indents: usize,
    /// White space at line ends distinguishes wrapped lines from the last line of a
    /// paragraph.
    pub(crate) trailing: bool,
    /// The share of short rows: 0 below 10 per cent, 1 below 25, 2 below 50, 3 from 50
    /// on.
    pub(crate) short_share: usize,
    /// Columns of a full row, with its indent.
    pub(crate) columns: u32,
    /// The widths of full rows.
    pub(crate) full: FullWidth,
    /// The extraction removed hyphens together with the line ends after them, so that a
    /// row may be several printed lines.
    pub(crate) undone_hyphens: bool,
    /// Quantiles of the room after rows that certainly continue, from the median to the
    /// maximum.
    rooms: [i32; ROOM_QUANTILES.len()],
}

/// A row that exceeds the measure by more is several printed lines.
const LONGER: i32 = 5 * EM / 2;

/// Lines of a typewriter face differ by more than that from each other, but not by this.
const MUCH_LONGER: i32 = 8 * EM;

/// The least share of rows that exceed the measure by [`MUCH_LONGER`], in per cent, if
/// hyphens are undone: about one line in eight ends in a hyphen.
const UNDONE: usize = 3;

/// Most printed lines that undone hyphens join.
const MOST_LINES: i32 = 4;

/// The shares of these quantiles, in thousandths.
const ROOM_QUANTILES: [usize; 7] = [250, 500, 750, 900, 960, 990, 1000];

/// With fewer rows that certainly continue, the room means nothing.
const ROWS_OF_A_RANK: usize = 20;

/// With fewer rows, blank lines between all of them count as usual only if a sentence
/// continues across one: a few paragraphs of one line each have them, too.
const FEW_ROWS: usize = 12;

impl StreamStyle {
    /// Learns the style of a stream from rows.
    pub(crate) fn learn(rows: &[&Row], notes: bool) -> Self {
        let measure = measure::find_measure(rows.iter().map(|row| row.width));
        let usual_blanks = usual_blanks(rows);
        let full = FullWidth::measure(rows, measure);
        let mut style = Self { notes, measure, usual_blanks, full, ..Self::default() };
        let indented = rows.iter().filter(|row| row.indent > row.margin).count();
        style.keeps_indents = indented * 50 > rows.len();
        let mut starts = SignCounts::default();
        let mut more = SignCounts::default();
        for pair in rows.windows(2) {
            let (before, row) = (pair[0], pair[1]);
            if row.turn || row.interrupted {
                continue;
            }
            let end = before.ends;
            let start = row.begins;
            let early = before.width < measure - 8 * EM && before.width > measure / 5;
            if early && end.is_sentence() && !start.goes_on() {
                starts.add(before, row, usual_blanks);
            } else if start.goes_on() && !end.is_sentence() && row.width > measure / 2 {
                more.add(before, row, usual_blanks);
            }
        }
        style.undone_hyphens = has_undone_hyphens(rows, measure);
        style.set_rooms(rows);
        style.blanks = usual_grade(starts.share(starts.blank));
        style.stray_blanks = more.share(more.blank) > 5;
        style.indents = usual_grade(starts.share(starts.indent));
        style.trailing =
            more.share(more.trailing) > 80 && starts.share(starts.trailing) < 40;
        let short = rows.iter().filter(|row| style.is_short(row)).count();
        style.short_share = match short * 100 / rows.len().max(1) {
            0..10 => 0,
            10..25 => 1,
            25..50 => 2,
            _ => 3,
        };
        let mut columns: Vec<u32> = rows.iter().map(|row| row.columns).collect();
        columns.sort_unstable();
        style.columns = columns.get(columns.len() * 9 / 10).copied().unwrap_or_default();
        style
    }

    /// Blank lines before a row beyond the usual ones.
    pub(crate) fn blanks_beyond(&self, row: &Row) -> u32 {
        row.blanks.saturating_sub(self.usual_blanks.max(row.page_blanks))
    }

    /// Blank lines beyond the usual ones that set a row off from what is above it. Without
    /// pages those below a note or a page mark count, too.
    pub(crate) fn set_off_above(&self, row: &Row) -> u32 {
        if row.is_in_stated_paragraphs() {
            row.blanks_above.saturating_sub(self.usual_blanks)
        } else if row.turn || row.interrupted {
            0
        } else {
            self.blanks_beyond(row)
        }
    }

    /// Whether the first word of a row would have fitted on the row before, with room to
    /// spare.
    pub(crate) fn ends_early(&self, before: &Row, row: &Row) -> bool {
        self.room_before(before, row) > AMPLE
    }

    /// The room that the first word of a row would have left on the row before.
    pub(crate) fn room_before(&self, before: &Row, row: &Row) -> i32 {
        let width = self.short_tail(before).unwrap_or(before.width);
        measure::room_after(width, &row.plain, self.measure)
    }

    /// The width of the last printed line of a row of several, if it is short. A full one
    /// shows nothing: the widths of the lines before it are not known exactly.
    pub(crate) fn short_tail(&self, row: &Row) -> Option<i32> {
        if !self.undone_hyphens || row.width <= self.measure + LONGER {
            return None;
        }
        // The printed lines before the last are full.
        let tail = (row.width - LONGER) % self.measure.max(1) + LONGER;
        (tail * 100 < self.measure * SHORT).then_some(tail)
    }

    /// How many quantiles of the room after rows that certainly continue are exceeded.
    pub(crate) fn room_grade(&self, room: i32) -> usize {
        self.rooms.iter().filter(|&&grade| room > grade).count()
    }

    /// Learns how much room is left after rows that certainly continue.
    fn set_rooms(&mut self, rows: &[&Row]) {
        let goes_on = |pair: &&[&Row]| {
            let (before, row) = (pair[0], pair[1]);
            let inner = matches!(before.ends, RowEnd::Letter | RowEnd::Comma);
            inner
                && row.begins == RowStart::Lower
                && before.width > self.measure / 2
                && before.width < self.measure + AMPLE
        };
        let mut rooms: Vec<i32> = rows
            .windows(2)
            .filter(goes_on)
            .map(|pair| self.room_before(pair[0], pair[1]))
            .collect();
        rooms.sort_unstable();
        self.rooms = if rooms.len() < ROWS_OF_A_RANK {
            [-EM, 0, EM, 2 * EM, 3 * EM, 5 * EM, 8 * EM]
        } else {
            ROOM_QUANTILES.map(|share| rooms[(rooms.len() - 1) * share / 1000])
        };
    }

    /// The median width of full rows.
    pub(crate) fn full_width(&self) -> i32 {
        self.full.width
    }

    /// The standard deviation of the widths of full rows, in thousandths of an em.
    pub(crate) fn full_spread(&self) -> f64 {
        // The ratio of standard deviation and median deviation in a normal distribution.
        f64::from(self.full.spread) * 1.48
    }

    /// Whether a row is well short of the measure.
    pub(crate) fn is_short(&self, row: &Row) -> bool {
        row.width * 100 < self.measure * SHORT
    }
}

/// The width of the full rows of a stream, and its deviation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct FullWidth {
    /// The median width.
    width: i32,
    /// The median deviation from it.
    spread: i32,
}

impl FullWidth {
    fn measure(rows: &[&Row], measure: i32) -> Self {
        let near = |row: &&&Row| (row.width - measure).abs() < 4 * EM;
        let widths: Vec<i32> = rows.iter().filter(near).map(|row| row.width).collect();
        let width = median(widths.clone()).unwrap_or(measure);
        let distances = widths.into_iter().map(|other| (other - width).abs());
        let spread = median(distances.collect()).unwrap_or(EM).max(EM / 4);
        Self { width, spread }
    }

    /// How far the median of these widths is below the full width, and the same in
    /// standard errors; negative if it is above.
    pub(crate) fn shortfall(self, widths: Vec<i32>) -> (i32, i32) {
        let count = u32::try_from(widths.len()).unwrap_or(u32::MAX);
        let root = i32::try_from(count.isqrt()).unwrap_or(i32::MAX);
        let short = median(widths).map_or(0, |width| self.width - width);
        (short, (short / 10).saturating_mul(root) * 10 / self.spread.max(EM / 4))
    }
}

/// The median deviation of widths from their median, in per cent of it.
pub(crate) fn relative_deviation(widths: Vec<i32>) -> i32 {
    let width = median(widths.clone()).unwrap_or_default().max(1);
    let distances = widths.into_iter().map(|other| (other - width).abs()).collect();
    median(distances).unwrap_or_default() * 100 / width
}

/// The median of some values.
pub(crate) fn median(mut values: Vec<i32>) -> Option<i32> {
    values.sort_unstable();
    values.get(values.len() / 2).copied()
}

/// Whether the extraction removed hyphens together with the line ends after them. Then
/// some rows are much longer than the measure, none is as long as a paragraph, and hardly
/// any ends in a hyphen.
fn has_undone_hyphens(rows: &[&Row], measure: i32) -> bool {
    let count = |is: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| is(row)).count();
    let long = count(&|row| row.width > measure + MUCH_LONGER);
    let full = count(&|row| (row.width - measure).abs() <= LONGER);
    let longest = count(&|row| row.width / MOST_LINES > measure);
    let hyphens = count(&|row| row.ends == RowEnd::Hyphen);
    long * 100 >= rows.len() * UNDONE
        && full > long
        && longest * 20 <= long
        && hyphens * 3 <= long
}

/// How often some rows have a sign.
#[derive(Debug, Default)]
struct SignCounts {
    rows: usize,
    blank: usize,
    indent: usize,
    trailing: usize,
}

impl SignCounts {
    fn add(&mut self, before: &Row, row: &Row, usual_blanks: u32) {
        self.rows += 1;
        self.blank += usize::from(row.blanks > usual_blanks);
        self.indent += usize::from(row.indent > row.margin);
        self.trailing += usize::from(before.trailing_space);
    }

    fn share(&self, count: usize) -> usize {
        count * 100 / self.rows.max(1)
    }
}

/// 2 for the rule, 1 for sometimes, 0 for rare, by a share in per cent.
fn usual_grade(share: usize) -> usize {
    usize::from(share >= RARE) + usize::from(share >= USUAL)
}

/// The most common number of blank lines between two rows of one page.
fn usual_blanks(rows: &[&Row]) -> u32 {
    let mut counts = [0_usize; 4];
    for row in rows.iter().skip(1).filter(|row| !row.turn) {
        counts[(row.blanks as usize).min(3)] += 1;
    }
    let most = (0..4).max_by_key(|&n| (counts[n], 4 - n)).unwrap_or_default();
    let most = u32::try_from(most).unwrap_or_default();
    let over = |pair: &[&Row]| {
        pair[1].blanks >= most && pair[1].begins.goes_on() && !pair[0].ends.is_sentence()
    };
    if rows.len() < FEW_ROWS && !rows.windows(2).any(over) { 0 } else { most }
}
