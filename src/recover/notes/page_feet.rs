//! The feet of pages whose first labels are after their notes.
//!
//! `pdftotext` reads the raised figures of the first one or two notes of a page after the
//! last note of that page: the texts of notes 5 and 6, then `7`, its text, `5`, `6`, and the
//! folio. So the lines at the end of such a page have nothing but numbers that count up, the
//! next number precedes a note above them, and the text of the page has their marks.

use super::mark_candidate::{MarkCandidate, MarkSetting};
use super::note_label::NoteLabel;
use super::read_labels::{read_labels, read_lone_label};
use crate::recover::page::furniture::Furniture;
use crate::recover::page::source_layout::{PageTurn, SourceLayout};
use crate::text::note_series::LabelSeries;

/// Most solid lines of a page; a longer one was put together.
const MOST_LINES_OF_A_PAGE: usize = 200;

/// Most labels after the notes of a page; more are a column of numbers.
const MOST_BEHIND: usize = 8;

/// Worth of a mark, in hundredths of a nat, from which on it calls a note: a figure after a
/// word, or a space after punctuation.
const CALLS: i32 = 100;
/// Worth from which on a mark may call one: a figure between spaces, or alone on its line.
const MAY_CALL: i32 = -100;
/// Worth of a mark that is hardly another number.
const CERTAIN: i32 = 200;

// What speaks for a foot, in hundredths of a nat, as in `series_presence`.

/// The text of the page has a mark of the number of a label.
const HAS_MARK: i32 = 250;
/// It has the number between spaces or alone on a line.
const MAY_BE_CALLED: i32 = 100;
/// It has no such mark.
const UNCALLED: i32 = -250;
/// The label of the next number is above them.
const TURNED: i32 = 150;
/// The label before them in the text has the number before theirs.
const FOLLOWS: i32 = 150;
/// Another line of the page begins with such a number.
const LABELLED_TWICE: i32 = -300;
/// Least sum.
const LEAST_EVIDENCE: i32 = 200;

/// The foot of a page whose first labels are after its notes.
#[derive(Debug, Clone)]
pub(super) struct PageFoot {
    /// The lines of the page above the labels, without furniture.
    pub(super) lines: Vec<usize>,
    /// How many of these lines precede the first note whose label is before it.
    pub(super) open: usize,
    /// The labels after the notes, in order.
    pub(super) after: Vec<NoteLabel>,
    /// The labels before their notes.
    pub(super) before: Vec<NoteLabel>,
    /// The last line with a certain mark of one of these notes.
    pub(super) last_call: Option<usize>,
    /// The last line of the page before, if there is one.
    pub(super) page_before: Option<usize>,
    /// The first line of the next page, if there is one.
    pub(super) page_after: Option<usize>,
}

/// The pages of a text.
#[derive(Debug, Clone, Default)]
pub(super) struct PageFeet {
    /// The feet of the pages whose first labels are after the notes.
    pub(super) feet: Vec<PageFoot>,
    /// Lines of other pages that are text.
    pub(super) text: Vec<usize>,
    /// Lines of other pages that belong to notes.
    pub(super) notes: Vec<usize>,
}

/// Finds the feet of all pages whose first labels are after the notes. `bounds` of the
/// furniture are the lines with which pages begin.
pub(super) fn find_page_feet(
    source: &SourceLayout<'_>,
    furniture: &Furniture,
    marks: &[MarkCandidate],
) -> PageFeet {
    let lines = source.solid_lines.len();
    let mut found = PageFeet::default();
    let (mut start, mut number) = (0, None);
    for end in furniture.bounds.iter().copied().chain([lines]) {
        if end <= start {
            continue;
        }
        let is_open = |line_no: &usize| furniture.kinds[*line_no].is_none();
        let is_furniture =
            |line_no: usize| furniture.kinds.get(line_no).is_some_and(Option::is_some);
        let page: Vec<usize> = (start..end).filter(is_open).collect();
        let last = page.iter().rev().find_map(|&line_no| read_number(source, line_no));
        // A space that is taken for a page turn may be that of a note after its label.
        let shown = source.turn == PageTurn::FormFeed
            || page.last().is_some_and(|&last| is_furniture(last + 1));
        let foot = (shown && page.len() <= MOST_LINES_OF_A_PAGE)
            .then(|| read_foot(source, page.clone(), marks, number));
        number = last.map(|label| label.number).or(number);
        if let Some(foot) = foot.flatten() {
            let highest = foot.before.last().or(foot.after.last());
            number = highest.map(|label| label.number).or(number);
            found.feet.push(PageFoot {
                page_before: (0..start).rev().find(is_open),
                page_after: (end..lines).find(is_open),
                ..foot
            });
        } else {
            found.sort_lines(source, &page, marks, last);
        }
        start = end;
    }
    found
}

impl PageFeet {
    /// Adds the lines of a page without such a foot that are text or notes for sure: those
    /// up to the last mark, and those after the last label.
    fn sort_lines(
        &mut self,
        source: &SourceLayout<'_>,
        page: &[usize],
        marks: &[MarkCandidate],
        last: Option<NoteLabel>,
    ) {
        let (Some(&start), Some(&end)) = (page.first(), page.last()) else { return };
        let from = marks.partition_point(|mark| mark.line_no < start);
        let to = marks.partition_point(|mark| mark.line_no <= end);
        let called = marks[from..to.max(from)]
            .iter()
            .rev()
            .find(|mark| mark.worth >= CERTAIN && mark.series == LabelSeries::Figure);
        let label = last.map_or(usize::MAX, |label| label.line_no);
        let call = match (called, last) {
            (Some(mark), _) => mark.line_no,
            (None, Some(_)) => 0,
            (None, None) => usize::MAX,
        };
        for &line_no in page {
            if line_no > label {
                self.notes.push(line_no);
            } else if line_no <= call && read_number(source, line_no).is_none() {
                self.text.push(line_no);
            }
        }
    }
}

/// Reads a line that has nothing but a number.
fn read_number(source: &SourceLayout<'_>, line_no: usize) -> Option<NoteLabel> {
    read_lone_label(source, line_no).filter(|label| label.series == LabelSeries::Figure)
}

/// Reads the lines of a page as text, notes, and labels after the notes. `number` is that of
/// the label before the page.
fn read_foot(
    source: &SourceLayout<'_>,
    mut lines: Vec<usize>,
    marks: &[MarkCandidate],
    number: Option<u32>,
) -> Option<PageFoot> {
    let after = take_trailing_labels(source, &mut lines);
    let (first, last) = (*after.first()?, *after.last()?);
    if after.len() > MOST_BEHIND {
        return None;
    }
    let lones = lines.iter().filter_map(|&line_no| read_number(source, line_no));
    let lones: Vec<NoteLabel> = lones.collect();
    let before = find_labels_before(&lones, last);
    let upper = before.first().map_or(usize::MAX, |label| label.line_no);
    let open = lines.partition_point(|&line_no| line_no < upper);
    let calls = CallsOfPage::new(marks, *lines.first()?..upper.min(first.line_no));
    let follows = number.is_some_and(|number| number + 1 == first.number);
    let turned = !before.is_empty();
    let own: i32 =
        after.iter().map(|label| weigh_label(source, &lines, &calls, label)).sum();
    if own + i32::from(turned) * TURNED + i32::from(follows) * FOLLOWS < LEAST_EVIDENCE {
        return None;
    }
    let numbers = after.iter().chain(&before).map(|label| label.number);
    let called = numbers.flat_map(|number| calls.of_number(number));
    let called = called.filter(|mark| mark.worth >= CERTAIN).map(|mark| mark.line_no);
    let last_call = called.max();
    // The label before these is above its own note: the labels of the page are in order.
    let text_end = last_call.unwrap_or_default();
    let in_order =
        |label: &NoteLabel| label.number + 1 == first.number && label.line_no > text_end;
    if lones.iter().any(in_order) {
        return None;
    }
    let (page_before, page_after) = (None, None);
    Some(PageFoot { lines, open, after, before, last_call, page_before, page_after })
}

/// Takes the labels at the end of a page from its lines.
fn take_trailing_labels(
    source: &SourceLayout<'_>,
    lines: &mut Vec<usize>,
) -> Vec<NoteLabel> {
    let mut after: Vec<NoteLabel> = Vec::new();
    while let Some(label) = lines.last().and_then(|&line_no| read_number(source, line_no))
        && after.last().is_none_or(|next| {
            (label.number + 1, label.format) == (next.number, next.format)
        })
    {
        after.push(label);
        lines.pop();
    }
    after.reverse();
    after
}

/// Finds the labels before their notes, which go on from a number, among numbers alone on
/// their lines.
fn find_labels_before(lones: &[NoteLabel], last: NoteLabel) -> Vec<NoteLabel> {
    let mut before: Vec<NoteLabel> = Vec::new();
    let mut above = 0;
    for number in last.number + 1.. {
        // A mark alone on a line has the number of its label, which is below it.
        let next =
            |label: &NoteLabel| (label.number, label.format) == (number, last.format);
        let Some(at) = lones[above..].iter().rposition(next) else { break };
        before.push(lones[above + at]);
        above += at + 1;
    }
    before
}

/// What may be a mark in the text of a page.
struct CallsOfPage<'a> {
    marks: &'a [MarkCandidate],
}

impl<'a> CallsOfPage<'a> {
    fn new(marks: &'a [MarkCandidate], page: std::ops::Range<usize>) -> Self {
        let from = marks.partition_point(|mark| mark.line_no < page.start);
        let to = marks.partition_point(|mark| mark.line_no < page.end);
        Self { marks: &marks[from..to.max(from)] }
    }

    /// The marks of a number.
    fn of_number(
        &self,
        number: u32,
    ) -> impl Iterator<Item = &'a MarkCandidate> + use<'a> {
        self.marks.iter().filter(move |mark| {
            mark.number == number
                && mark.series == LabelSeries::Figure
                && mark.setting != MarkSetting::Suffix
        })
    }
}

/// What speaks for a label after its note, in hundredths of a nat.
fn weigh_label(
    source: &SourceLayout<'_>,
    lines: &[usize],
    calls: &CallsOfPage<'_>,
    label: &NoteLabel,
) -> i32 {
    let called = match calls.of_number(label.number).map(|mark| mark.worth).max() {
        Some(CALLS..) => HAS_MARK,
        Some(MAY_CALL..) => MAY_BE_CALLED,
        _ => UNCALLED,
    };
    let same = |other: &NoteLabel| {
        let kind = (other.series, other.number, other.format);
        !other.alone && kind == (label.series, label.number, label.format)
    };
    let twice =
        lines.iter().any(|&line_no| read_labels(source, line_no).iter().any(same));
    called + i32::from(twice) * LABELLED_TWICE
}
