//! The bins of what a page shows of a row: the size and the style of its type, its place in
//! the column, and the white space above and below.

use super::features::bin_of;
use crate::recover::rows::row::Row;
use crate::recover::rows::row_ends::RowStart;
use crate::source::LineLook;

/// Where the classes of sizes end, in thousandths of the usual size. The middle one is the
/// size of the text; notes and quotations are a tenth or a fifth smaller, headings larger.
/// No end is at a ratio of two sizes that printers have: 8, 9, 10, 11 and 12 points.
const SIZES: [i32; 8] = [780, 870, 945, 985, 1016, 1060, 1150, 1300];

/// Two sizes that differ by less are the same, in thousandths of the usual size.
const SAME_SIZE: i32 = 16;

/// Where the classes of distances between baselines end, in thousandths of the usual one.
const LEADINGS: [i32; 7] = [1, 900, 1050, 1200, 1450, 1900, 2600];

/// Where the classes of insets from the left edge end, in thousandths of an em.
const LEFTS: [i32; 8] = [-300, 250, 700, 1300, 1900, 2700, 4500, 9000];

/// Where the classes of white space before the right edge end, in thousandths of an em.
const RIGHTS: [i32; 5] = [300, 1000, 2000, 4000, 8000];

/// Two insets that differ by less are the same, in thousandths of an em.
pub(super) const SAME_INSET: i32 = 350;

/// A line ends at the right edge if it has less white space before it, in thousandths of an
/// em: in ragged text a word would have fitted into more.
const AT_RIGHT_EDGE: i32 = 1000;

/// A line ends far from the right edge if it has more white space before it, in thousandths
/// of an em: about a fifth of a measure.
const FAR_FROM_RIGHT_EDGE: i32 = 5000;

/// The class of a size.
pub(super) fn size_class(look: LineLook) -> usize {
    bin_of(look.size, &SIZES)
}

/// The size relative to that of another row: 0 unknown, 1 smaller, 2 the same, 3 larger.
pub(super) fn size_step(look: LineLook, other: Option<&Row>) -> usize {
    step(look, other, SAME_SIZE, |look| look.size)
}

/// The inset from the left relative to that of another row: 0 unknown, 1 less, 2 the same,
/// 3 more.
pub(super) fn inset_step(look: LineLook, other: Option<&Row>) -> usize {
    step(look, other, SAME_INSET, |look| look.left)
}

fn step(
    look: LineLook,
    other: Option<&Row>,
    same: i32,
    value: fn(&LineLook) -> i32,
) -> usize {
    let Some(other) = other.and_then(|row| row.look) else { return 0 };
    match value(&look) - value(&other) {
        difference if difference <= -same => 1,
        difference if difference < same => 2,
        _ => 3,
    }
}

/// Bold, italic and small capitals, each in no, some, or nearly all characters: 27 classes.
pub(super) fn face_class(look: LineLook) -> usize {
    let class = |share: u8| bin_of(share, &[10, 85]);
    (class(look.bold) * 3 + class(look.italic)) * 3 + class(look.small_caps)
}

/// The distance from the baseline above: 0 for the first line of a page or column, then by
/// [`LEADINGS`].
pub(super) fn leading_class(look: Option<LineLook>) -> usize {
    look.map_or(0, |look| bin_of(look.leading, &LEADINGS))
}

/// The same in four classes: unknown, usual, more, much more.
pub(super) fn coarse_leading(look: Option<LineLook>) -> usize {
    match leading_class(look) {
        0 => 0,
        1..=3 => 1,
        4 | 5 => 2,
        _ => 3,
    }
}

/// The class of the inset from the left edge.
pub(super) fn left_class(look: LineLook) -> usize {
    bin_of(look.left, &LEFTS)
}

/// The class of the white space before the right edge.
pub(super) fn right_class(look: LineLook) -> usize {
    bin_of(look.right, &RIGHTS)
}

/// Whether a line ends before the right edge of its column: 0 no, 1 yes, 2 unknown.
pub(super) fn ends_early(row: Option<&Row>) -> usize {
    row.and_then(|row| row.look).map_or(2, |look| usize::from(look.right > AT_RIGHT_EDGE))
}

/// Whether the rows around a row look like it: the row before, its distance, and the row
/// after; 64 classes. Rows of a heading of two lines look alike, and unlike the text.
pub(super) fn neighbour_class(rows: &[Row], at: usize) -> usize {
    let look = |at: usize| rows.get(at).and_then(|row| row.look);
    let before = at.checked_sub(1).and_then(look);
    let own = look(at);
    // Large type has a large distance between its lines.
    let scaled = |look: LineLook| LineLook {
        leading: look.leading.saturating_mul(1000) / look.size.max(1000),
        ..look
    };
    (likeness(own, before) * 4 + coarse_leading(own.map(scaled))) * 4
        + likeness(own, look(at + 1))
}

/// Whether two rows look alike: 0 unknown, 1 no, 2 yes and like most text, 3 yes and unlike
/// it.
fn likeness(own: Option<LineLook>, other: Option<LineLook>) -> usize {
    let (Some(own), Some(other)) = (own, other) else { return 0 };
    let alike =
        (own.size - other.size).abs() < SAME_SIZE && face_class(own) == face_class(other);
    let usual = size_class(own) == size_class(LineLook { size: 1000, ..own })
        && face_class(own) == 0;
    match (alike, usual) {
        (false, _) => 1,
        (true, true) => 2,
        (true, false) => 3,
    }
}

/// Classes of the length of a run of rows that end before the right edge.
const EARLY_RUNS: [usize; 5] = [1, 2, 3, 5, 9];

/// How many rows around each end before the right edge, and whether it does so by far: 12
/// classes, and 0 for a row that does not. Verse that is set like the text has such rows.
pub(super) fn find_early_runs(rows: &[Row]) -> Vec<usize> {
    let is_early = |row: &Row| ends_early(Some(row)) == 1;
    let mut classes = Vec::with_capacity(rows.len());
    for run in rows.chunk_by(|one, two| is_early(one) == is_early(two)) {
        let length = EARLY_RUNS.iter().filter(|&&least| run.len() >= least).count();
        classes.extend(run.iter().map(|row| {
            let far = row.look.is_some_and(|look| look.right > FAR_FROM_RIGHT_EDGE);
            if is_early(row) { length * 2 + usize::from(far) } else { 0 }
        }));
    }
    classes
}

/// A run of rows with one inset from the left edge. A paragraph has one such row; verse,
/// quotations and dialogue have many.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct InsetRun {
    /// How many rows it has.
    rows: usize,
    /// How many of them end before the right edge.
    early: usize,
    /// How many begin with a dash.
    dashes: usize,
}

impl InsetRun {
    /// Its length, how many of its rows end early, and whether they begin with dashes: 40
    /// classes. A row at the edge is in no run and has class 0.
    pub(super) fn class(self) -> usize {
        let Self { rows, early, dashes } = self;
        let length = [2, 3, 5, 9].iter().filter(|&&least| rows >= least).count();
        let early = early * 3 / rows.max(1);
        (length * 4 + early) * 2 + usize::from(dashes * 2 > rows)
    }
}

/// The run of each row.
pub(super) fn find_inset_runs(rows: &[Row]) -> Vec<InsetRun> {
    let mut runs = Vec::with_capacity(rows.len());
    let mut at = 0;
    while let Some(row) = rows.get(at) {
        let Some(look) = row.look.filter(|look| look.left >= LEFTS[1]) else {
            runs.push(InsetRun::default());
            at += 1;
            continue;
        };
        let is_alike = |row: &&Row| {
            row.look.is_some_and(|other| (other.left - look.left).abs() < SAME_INSET)
        };
        let run: Vec<&Row> = rows[at..].iter().take_while(is_alike).collect();
        let count = |is: fn(&Row) -> bool| run.iter().filter(|row| is(row)).count();
        let all = InsetRun {
            rows: run.len(),
            early: count(|row| ends_early(Some(row)) == 1),
            dashes: count(|row| row.begins == RowStart::Dash),
        };
        runs.extend(std::iter::repeat_n(all, run.len()));
        at += run.len();
    }
    runs
}
