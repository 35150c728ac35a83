//! Decides whether a document has a series of notes at all.
//!
//! A chain of labels that follow one another may also number arguments, verses, the
//! entries of a contents list or the lines of a key. Each label gives evidence for or
//! against notes: a mark of its number before it, in order with the marks of the other
//! labels; the sentence that it interrupts; the foot of the page; the measure of its
//! lines. The sum decides for the whole series. A mark proves little where marks of its
//! number are also elsewhere, without labels.

use std::collections::BTreeMap;

use super::mark_candidate::{MarkCandidate as Mark, MarkSetting};
use super::note_label::NoteLabel;
use crate::recover::page::source_layout::SourceLayout;
use crate::text::increasing::find_longest_increasing;
use crate::text::note_series::LabelSeries;
use crate::text::odds::ln_hundredths;
use crate::text::sentences::runs_on;
use crate::text::span::Span;

/// Least worth of a mark and the largest evidence that it gives, in hundredths of a nat,
/// for each degree of certainty: a mark that is hardly anything else, a likely one, and a
/// number between words.
const DEGREES: [(i32, i32); 3] = [(CERTAIN, 250), (LIKELY, 180), (-100, 100)];

/// Least worth of a certain mark, in hundredths of a nat.
const CERTAIN: i32 = 200;

/// Least worth of a likely mark, in hundredths of a nat.
const LIKELY: i32 = 100;

// Evidence in hundredths of a nat. It was set on the development cases, the training cases
// and texts without notes.

/// The logarithm of the share of labels of notes that have a mark in order, 75 in 100.
const MARK_IN_ORDER: i32 = -29;
/// Largest evidence of a letter without brackets, which is searched only near lines that
/// begin with it.
const MOST_LETTER: i32 = 60;
/// A label without a mark in order.
const UNCALLED: i32 = -120;
/// The text breaks off in mid-sentence on a full line before the label, at the foot of a
/// page or where pages are unknown.
const TORN: i32 = 150;
/// A sentence continues from a line with room for more to the words after the label: a mark
/// or a number that a converter put at the beginning of a line.
const IN_SENTENCE: i32 = -250;
/// A label alone on its line, with two short lines under it: the number of a stanza.
const OVER_VERSE: i32 = -300;
/// The label is on a line wider than the measure of the text.
const WIDE_LINE: i32 = 60;
/// The last label of a page is at its foot.
const AT_FOOT: i32 = 100;
/// It is elsewhere on its page.
const NOT_AT_FOOT: i32 = -150;
/// A label that neither begins with 1 nor follows the one before it; for the first label,
/// one before which smaller numbers are called.
const OUT_OF_ORDER: i32 = -60;
/// The same for letters and Roman figures.
const LETTER_OUT_OF_ORDER: i32 = -100;
/// Roman figures without `ii`: hardly anything but the letter `i`.
const ONLY_ONES: i32 = -300;
/// A sign in excess of twice those that call notes: it means something else, too.
const FREE_SIGN: i32 = -40;

/// Evidence from which on there is a series, in hundredths of a nat.
const LEAST_EVIDENCE: i32 = 50;
/// The same for letters and Roman figures, which noise also reads as.
const LETTERS_PRESENT: i32 = 200;

/// Most solid lines from the last label of a page to the end of the page.
const FOOT: usize = 8;

/// A line is wide from this share of the measure on, in per cent.
const WIDE: u32 = 108;

/// A line is short below this share of the measure, in per cent.
const SHORT: u32 = 75;

/// Most pairs of a label and a mark that are weighed for each degree of certainty.
const MOST_PAIRS: usize = 400_000;

/// A series of labels and all marks of its series.
pub(crate) struct SupposedSeries<'a> {
    /// The text.
    pub(crate) source: &'a SourceLayout<'a>,
    /// The solid lines with which pages begin, in ascending order; empty if unknown.
    pub(crate) bounds: &'a [usize],
    /// The labels, in order.
    pub(crate) labels: &'a [NoteLabel],
    /// The marks of the series, in order.
    pub(crate) marks: &'a [Mark],
    /// Whether a solid line is text or note.
    pub(crate) is_text: &'a dyn Fn(usize) -> bool,
}

/// What the evidence for a series says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SeriesEvidence {
    /// There is such a series.
    pub(crate) present: bool,
    /// How many of its labels have a certain mark in order.
    pub(crate) called: usize,
    /// A mark or the place of the labels speaks for it.
    pub(crate) doubtful: bool,
}

/// The marks of the labels of a series, in order.
struct Calls {
    /// For each label, what its best mark says, in hundredths of a nat.
    says: Vec<i32>,
    /// How many labels have a certain mark.
    called: usize,
    /// How many have at least a likely one.
    likely: usize,
}

impl SupposedSeries<'_> {
    /// Weighs the evidence for the series. `first_line` is the first line that may have the
    /// mark of a label on a line.
    pub(crate) fn weigh(&self, first_line: impl Fn(usize) -> usize) -> SeriesEvidence {
        let Calls { says, called, likely } = self.weigh_calls(&first_line);
        let calls: i32 = says.iter().sum();
        let feet = self.weigh_feet();
        // Without references, only the foot of the page speaks for notes.
        let at_foot = !self.bounds.is_empty() && feet >= 0;
        let elsewhere = likely * 2 < self.labels.len() && !at_foot;
        let all = calls
            + self.weigh_free_signs(called)
            + self.weigh_lines()
            + self.weigh_order()
            + feet;
        let least = match self.labels[0].series {
            LabelSeries::Figure | LabelSeries::Sign => LEAST_EVIDENCE,
            LabelSeries::Letter | LabelSeries::Roman => LETTERS_PRESENT,
        };
        let doubtful = called > 0 || feet > 0;
        SeriesEvidence { present: all >= least && !elsewhere, called, doubtful }
    }

    /// Finds what the best mark of each label says.
    fn weigh_calls(&self, first_line: impl Fn(usize) -> usize) -> Calls {
        let mut says = vec![UNCALLED; self.labels.len()];
        let (mut called, mut likely) = (0, 0);
        let windows: Vec<(usize, usize)> = self
            .labels
            .iter()
            .map(|label| match label.gathered {
                Some(span) => (span.from, span.to.min(label.line_no)),
                None => (first_line(label.line_no), label.line_no),
            })
            .collect();
        let all = self.source.solid_lines.len() as u64;
        for (least, most) in DEGREES {
            let mut free: BTreeMap<u32, u64> = BTreeMap::new();
            for mark in self.marks.iter().filter(|mark| mark.worth >= least) {
                *free.entry(mark.number).or_default() += 1;
            }
            let pairs = self.pair_in_order(&windows, least);
            match least {
                CERTAIN => called = pairs.len(),
                LIKELY => likely = pairs.len(),
                _ => {}
            }
            for &(label, _) in &pairs {
                let number = self.labels[label].number;
                free.entry(number).and_modify(|free| *free = free.saturating_sub(1));
            }
            for &(label, mark) in &pairs {
                let (from, to) = windows[label];
                let free = free.get(&self.labels[label].number).copied().unwrap_or(0);
                // If the free marks, and a quarter of a mark for those not seen, are
                // scattered over the text, the window has this many by chance.
                let window = to.saturating_sub(from).max(1) as u64;
                let by_chance = (4 * free + 1) * window;
                let ratio = ln_hundredths(by_chance + 4 * all) - ln_hundredths(by_chance);
                let mark = &self.marks[mark];
                let letters =
                    matches!(mark.series, LabelSeries::Letter | LabelSeries::Roman);
                let bracketed =
                    matches!(mark.setting, MarkSetting::Round | MarkSetting::Square);
                // Numbers alone on their lines may all belong to a contents list.
                let alone =
                    mark.setting == MarkSetting::Alone && self.labels[label].alone;
                let most = match () {
                    () if alone => 0,
                    () if letters && !bracketed => MOST_LETTER,
                    () => most,
                };
                says[label] = says[label].max((ratio + MARK_IN_ORDER).clamp(0, most));
            }
        }
        Calls { says, called, likely }
    }

    /// What signs without a label say, if `called` call notes.
    fn weigh_free_signs(&self, called: usize) -> i32 {
        if self.labels[0].series != LabelSeries::Sign {
            return 0;
        }
        let certain = self.marks.iter().filter(|mark| mark.worth >= CERTAIN).count();
        let free = certain.saturating_sub(called * 2);
        i32::try_from(free).unwrap_or(i32::MAX).saturating_mul(FREE_SIGN)
    }

    /// Pairs labels with marks of their numbers that are worth enough, as many as
    /// possible, so that both are in order: the longest common subsequence over the pairs
    /// of equal numbers (Hunt & Szymanski 1977).
    fn pair_in_order(
        &self,
        windows: &[(usize, usize)],
        least: i32,
    ) -> Vec<(usize, usize)> {
        let mut numbered: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (place, mark) in self.marks.iter().enumerate() {
            if mark.worth >= least && mark.setting != MarkSetting::Suffix {
                numbered.entry(mark.number).or_default().push(place);
            }
        }
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for (place, (label, &(from, to))) in self.labels.iter().zip(windows).enumerate() {
            let own = numbered.get(&label.number).map_or(&[][..], Vec::as_slice);
            let start = own.partition_point(|&mark| self.marks[mark].line_no < from);
            let end = own.partition_point(|&mark| self.marks[mark].line_no < to);
            if pairs.len() + end.saturating_sub(start) > MOST_PAIRS {
                break;
            }
            // Backwards, so that no pair precedes another of the same label.
            pairs.extend(
                own[start..end.max(start)].iter().rev().map(|&mark| (place, mark)),
            );
        }
        let marks: Vec<usize> = pairs.iter().map(|pair| pair.1).collect();
        find_longest_increasing(&marks).into_iter().map(|pair| pairs[pair]).collect()
    }

    /// What the lines of the labels, those before and those after them say.
    fn weigh_lines(&self) -> i32 {
        let measure = self.source.measure;
        let says = self.labels.iter().map(|label| {
            let near_foot = self.bounds.is_empty() || self.is_at_foot(label);
            let before = label.line_no.checked_sub(1);
            let torn = before.is_some_and(|before| self.source.breaks_off(before));
            let wide = self.source.shape(label.line_no).width * 100
                > measure.saturating_mul(WIDE);
            let over_verse = label.alone && self.is_over_verse(label.line_no);
            i32::from(torn && near_foot) * TORN
                + i32::from(self.is_in_sentence(label)) * IN_SENTENCE
                + i32::from(wide) * WIDE_LINE
                + i32::from(over_verse) * OVER_VERSE
        });
        says.sum()
    }

    /// Whether a sentence continues across the label, from a line that is not full.
    fn is_in_sentence(&self, label: &NoteLabel) -> bool {
        let Some(before) = label.line_no.checked_sub(1) else { return false };
        let line = self.source.text.lines[self.source.solid_lines[label.line_no]].span;
        let rest = Span { start: label.span.end, ..line };
        label.printed.is_none()
            && self.source.blanks_before(label.line_no) == 0
            && !self.source.is_full(before)
            && runs_on(self.source.words(before), self.source.text.slice(rest).trim())
    }

    /// Whether the next two lines of the text after a number are short, and no blank line
    /// separates the two.
    fn is_over_verse(&self, line_no: usize) -> bool {
        let last = self.source.solid_lines.len();
        let mut next = (line_no + 1..last).filter(|&line_no| (self.is_text)(line_no));
        let (Some(first), Some(second)) = (next.next(), next.next()) else {
            return false;
        };
        let short = |line_no: usize| {
            self.source.shape(line_no).width * 100
                < self.source.measure.saturating_mul(SHORT)
                && self.source.words(line_no).contains(' ')
        };
        second == first + 1
            && self.source.blanks_before(second) == 0
            && short(first)
            && short(second)
    }

    /// What the order of the numbers says.
    fn weigh_order(&self) -> i32 {
        let out_of_order = match self.labels[0].series {
            LabelSeries::Sign => return 0,
            LabelSeries::Figure => OUT_OF_ORDER,
            LabelSeries::Letter | LabelSeries::Roman => LETTER_OUT_OF_ORDER,
        };
        let jumps = self
            .labels
            .windows(2)
            .filter(|pair| pair[1].number != 1 && pair[1].number != pair[0].number + 1);
        let jumps = jumps.count() + usize::from(self.begins_late());
        let jumps = i32::try_from(jumps).unwrap_or(i32::MAX);
        let roman = self.labels[0].series == LabelSeries::Roman;
        let ones = roman && self.labels.iter().all(|label| label.number == 1);
        jumps.saturating_mul(out_of_order) + i32::from(ones) * ONLY_ONES
    }

    /// Whether certain marks of smaller numbers precede the first label: they call notes
    /// that are not there.
    fn begins_late(&self) -> bool {
        let first = &self.labels[0];
        self.marks
            .iter()
            .take_while(|mark| mark.line_no < first.line_no)
            .any(|mark| mark.worth >= CERTAIN && (1..first.number).contains(&mark.number))
    }

    /// Whether a label is not far from the end of its page.
    fn is_at_foot(&self, label: &NoteLabel) -> bool {
        let end = self.bounds.get(self.page_of(label)).copied();
        let end = end.unwrap_or(self.source.solid_lines.len());
        end - label.line_no <= FOOT
    }

    fn page_of(&self, label: &NoteLabel) -> usize {
        self.bounds.partition_point(|&bound| bound <= label.line_no)
    }

    /// What the places of the labels on their pages say.
    fn weigh_feet(&self) -> i32 {
        if self.bounds.is_empty() {
            return 0;
        }
        let near: Vec<&NoteLabel> =
            self.labels.iter().filter(|label| label.gathered.is_none()).collect();
        let lasts = near.iter().enumerate().filter(|(place, label)| {
            near.get(place + 1)
                .is_none_or(|next| self.page_of(next) != self.page_of(label))
        });
        let says = lasts.map(
            |(_, label)| {
                if self.is_at_foot(label) { AT_FOOT } else { NOT_AT_FOOT }
            },
        );
        says.sum()
    }
}
