//! How a stream of rows is set: its measure, and what its blank lines and indents mean.

use super::ends::{End, Start};
use super::row::Row;
use crate::recover::page::measure::{self, EM};

/// Where at least this share of sure paragraph starts has a sign (in per cent), the sign
/// is the rule of the text; below [`RARE`] it says nothing.
const USUAL: usize = 60;

/// See [`USUAL`].
const RARE: usize = 15;

/// A row below this share of the measure (in per cent) is short.
const SHORT: i32 = 80;

/// Where the first word of a row would have fitted on the row before with this much to
/// spare, a block or a line of verse most likely ends between them.
const AMPLE: i32 = 3 * EM;

/// What a stream of rows has in common.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of a text")]
pub(crate) struct Style {
    /// The rows are notes.
    pub(crate) notes: bool,
    /// The measure, in thousandths of an em.
    pub(crate) measure: i32,
    /// Blank lines between two rows of one paragraph: more than none in texts that were
    /// extracted with a blank line after each.
    pub(crate) usual_blanks: u32,
    /// Blank lines before sure starts: 0 rare, 1 sometimes, 2 the rule.
    pub(crate) blanks: usize,
    /// Blank lines stand inside paragraphs, too.
    pub(crate) stray_blanks: bool,
    /// The source keeps indents.
    pub(crate) keeps_indents: bool,
    /// Indents at sure starts: 0 rare, 1 sometimes, 2 the rule.
    pub(crate) indents: usize,
    /// White space at line ends tells a wrapped line from the last of a paragraph.
    pub(crate) trailing: bool,
    /// The share of short rows: 0 below 10 per cent, 1 below 25, 2 below 50, 3.
    pub(crate) short_share: usize,
    /// Columns of a full row with its indent.
    pub(crate) columns: u32,
    /// The widths of full rows.
    pub(crate) full: Full,
    /// The room behind rows that surely go on: its grades from the middle to the widest.
    rooms: [i32; RANKS.len()],
}

/// Shares of the rows that surely go on, in per mille.
const RANKS: [usize; 7] = [250, 500, 750, 900, 960, 990, 1000];

/// Of fewer rows that surely go on, the room says nothing.
const ROWS_OF_A_RANK: usize = 20;

/// Among fewer rows, blank lines between all of them are taken for usual only if a sentence
/// goes on over one: a few paragraphs of a line each have them, too.
const FEW_ROWS: usize = 12;

impl Style {
    /// Learns the style of a stream from rows.
    pub(crate) fn of(rows: &[&Row], notes: bool) -> Self {
        let measure = measure::measure(rows.iter().map(|row| row.width));
        let usual_blanks = usual_blanks(rows);
        let full = Full::of(rows, measure);
        let mut style = Self { notes, measure, usual_blanks, full, ..Self::default() };
        let indented = rows.iter().filter(|row| row.indent > row.margin).count();
        style.keeps_indents = indented * 50 > rows.len();
        let mut starts = Tally::default();
        let mut more = Tally::default();
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
        style.set_rooms(rows);
        style.blanks = grade(starts.share(starts.blank));
        style.stray_blanks = more.share(more.blank) > 5;
        style.indents = grade(starts.share(starts.indent));
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

    /// Blank lines before a row beyond those that say nothing.
    pub(crate) fn blanks_beyond(&self, row: &Row) -> u32 {
        row.blanks.saturating_sub(self.usual_blanks.max(row.page_blanks))
    }

    /// Whether the first word of a row would have fitted on the row before, with room to
    /// spare.
    pub(crate) fn ends_early(&self, before: &Row, row: &Row) -> bool {
        self.room(before, row) > AMPLE
    }

    /// The room that the first word of a row would have left on the row before.
    pub(crate) fn room(&self, before: &Row, row: &Row) -> i32 {
        let word = row.plain.split_whitespace().next().unwrap_or_default();
        self.measure - before.width - measure::width(" ") - measure::width(word)
    }

    /// How many of the grades of room behind rows that surely go on a room reaches.
    pub(crate) fn rank(&self, room: i32) -> usize {
        self.rooms.iter().filter(|&&grade| room > grade).count()
    }

    /// Learns how much room is left behind rows that surely go on.
    fn set_rooms(&mut self, rows: &[&Row]) {
        let goes_on = |pair: &&[&Row]| {
            let (before, row) = (pair[0], pair[1]);
            let inner = matches!(before.ends, End::Letter | End::Comma);
            inner
                && row.begins == Start::Lower
                && before.width > self.measure / 2
                && before.width < self.measure + AMPLE
        };
        let mut rooms: Vec<i32> = rows
            .windows(2)
            .filter(goes_on)
            .map(|pair| self.room(pair[0], pair[1]))
            .collect();
        rooms.sort_unstable();
        self.rooms = if rooms.len() < ROWS_OF_A_RANK {
            [-EM, 0, EM, 2 * EM, 3 * EM, 5 * EM, 8 * EM]
        } else {
            RANKS.map(|share| rooms[(rooms.len() - 1) * share / 1000])
        };
    }

    /// The middling width of full rows.
    pub(crate) fn full_width(&self) -> i32 {
        self.full.width
    }

    /// The standard deviation of the widths of full rows, in thousandths of an em.
    pub(crate) fn full_spread(&self) -> f64 {
        // As the normal distribution has it.
        f64::from(self.full.spread) * 1.48
    }

    /// Whether a row falls well short of the measure.
    pub(crate) fn is_short(&self, row: &Row) -> bool {
        row.width * 100 < self.measure * SHORT
    }
}

/// How long the full rows of a stream are, and how much they differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Full {
    /// The middling width.
    width: i32,
    /// The middling distance from it.
    spread: i32,
}

impl Full {
    fn of(rows: &[&Row], measure: i32) -> Self {
        let near = |row: &&&Row| (row.width - measure).abs() < 4 * EM;
        let widths: Vec<i32> = rows.iter().filter(near).map(|row| row.width).collect();
        let width = middle(widths.clone()).unwrap_or(measure);
        let distances = widths.into_iter().map(|other| (other - width).abs());
        let spread = middle(distances.collect()).unwrap_or(EM).max(EM / 4);
        Self { width, spread }
    }

    /// How far rows of these widths fall short of full ones, and how many standard errors
    /// that is; below 0 if they are longer.
    pub(crate) fn shortfall(self, widths: Vec<i32>) -> (i32, i32) {
        let count = u32::try_from(widths.len()).unwrap_or(u32::MAX);
        let root = i32::try_from(count.isqrt()).unwrap_or(i32::MAX);
        let short = middle(widths).map_or(0, |width| self.width - width);
        (short, (short / 10).saturating_mul(root) * 10 / self.spread.max(EM / 4))
    }
}

/// The middling difference of widths from the middling one, in per cent of it.
pub(crate) fn spread(widths: Vec<i32>) -> i32 {
    let width = middle(widths.clone()).unwrap_or_default().max(1);
    let distances = widths.into_iter().map(|other| (other - width).abs()).collect();
    middle(distances).unwrap_or_default() * 100 / width
}

/// The middle value.
pub(crate) fn middle(mut values: Vec<i32>) -> Option<i32> {
    values.sort_unstable();
    values.get(values.len() / 2).copied()
}

/// How often rows of a kind show a sign.
#[derive(Debug, Default)]
struct Tally {
    rows: usize,
    blank: usize,
    indent: usize,
    trailing: usize,
}

impl Tally {
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

/// 2 for the rule, 1 for now and then, 0 for rare; of a share in per cent.
fn grade(share: usize) -> usize {
    usize::from(share >= RARE) + usize::from(share >= USUAL)
}

/// The number of blank lines that most often parts two rows of one page.
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
