//! Notes at the foot of scanned pages, counted anew on each page.
//!
//! The OCR reads small raised figures and signs as anything: `^`, `*`, `'`, `f`, or
//! nothing. So no label and no mark proves much. But on each page the labels at the foot
//! have the order of the marks above them. For each page, the best chain of labels from a
//! line to the end of the page is aligned with the marks before that line. The score
//! weighs how often each printed sign is read as what, how marks are set, and how often
//! the text has the same characters by chance ([`foot_model`]). These shares are learnt
//! from the text in a few rounds. The sum over all pages decides whether the text has such
//! notes.

use std::collections::BTreeMap;
use std::ops::Range;

mod reading;

mod misreadings;

mod foot_model;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use foot_model::{FootModel, LOST};
use misreadings::is_right;
use reading::{LabelPlace, MOST_NOTES, PossibleLabel, PossibleMark, Reading};

use super::label_chain::RejectedSeries;
use super::mark_candidate::MarkCandidate;
use super::note_label::NoteLabel;
use crate::recover::page::source_layout::SourceLayout;
use crate::text::alignment::AlignmentTable;
use crate::text::note_labels::LabelFormat;
use crate::text::note_series::LabelSeries;
use crate::text::odds::{confidence_of_odds, ln_hundredths};
use crate::text::viterbi::trace_chain;

/// How often the shares are learnt.
const ROUNDS: usize = 4;

/// Most possible labels of a page that are considered, from its end.
const MOST_LABELS: usize = 24;

/// How many lines of a page are tried as the beginning of its notes.
const BEGINNINGS: usize = 4;

/// Cost of a missing label, in hundredths of a nat.
const MISSING: i32 = -250;

/// Most labels that may be missing in a row.
const MOST_MISSING: u32 = 2;

/// For each step from the middle label of a page to the first or last: how much dearer it
/// is that its mark is lost, in hundredths of a nat. If nothing else decides which mark is
/// lost, it is the middle one, so that the fewest others call a wrong note.
const OFF_MIDDLE: i32 = 3;

/// The evidence from which on a text has such notes is this times the logarithm of the
/// number of its pages: in a long text, more foots of pages look like notes by chance.
const LEAST_EVIDENCE_FACTOR: i32 = 3;

/// One label or mark in so many is misread; in a text with fewer, numbers and signs say
/// more by themselves ([`super::label_chain`]).
const MISREAD: usize = 12;

/// Fewest misread labels and marks; fewer are an accident.
const FEW_MISREAD: usize = 2;

/// The notes of scanned pages.
#[derive(Debug, Default)]
pub(crate) struct PageNotes {
    /// The labels, in order.
    pub(crate) labels: Vec<NoteLabel>,
    /// The marks that call them.
    pub(crate) calls: PageCalls,
    /// Labels inside a line of notes: the index of the line and the offset in it.
    pub(crate) inner: Vec<(usize, usize)>,
}

/// The marks of notes, by the solid lines of their labels.
pub(crate) type PageCalls = BTreeMap<usize, PageCall>;

/// The mark of a note.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageCall {
    /// The mark, with the number of its note.
    pub(crate) mark: MarkCandidate,
    /// Confidence of the match, in thousandths.
    pub(crate) confidence: u16,
    /// The best other mark, if there is one.
    pub(crate) rival: Option<MarkCandidate>,
}

/// Finds the notes of scanned pages; or else the series that was not accepted, if anything
/// speaks for it. `bounds` are the solid lines with which pages begin, `figures` the
/// numbers that may be marks.
pub(crate) fn find_page_notes(
    source: &SourceLayout<'_>,
    bounds: &[usize],
    figures: &[MarkCandidate],
    open: impl Fn(usize) -> bool + Sync,
) -> Result<PageNotes, Option<RejectedSeries>> {
    if bounds.is_empty() {
        return Err(None);
    }
    let pages = ReadPages::read(source, bounds, figures, open);
    let figures = pages.suppose(LabelSeries::Figure);
    let signs = pages.suppose(LabelSeries::Sign);
    let best = if signs.worth > figures.worth { signs } else { figures };
    if !pages.is_misread(&best) {
        return Err(None);
    }
    let notes = pages.link(&best);
    let least = LEAST_EVIDENCE_FACTOR * ln_hundredths(pages.pages.len() as u64);
    // Labels alone may number anything.
    let called = best.found.iter().map(|notes| notes.called);
    if best.worth >= least && called.fold(0, i32::saturating_add) > 0 {
        return Ok(notes);
    }
    let rejected = notes.labels.first().map(|first| RejectedSeries {
        first: *first,
        labels: notes.labels.len(),
        called: notes.calls.len(),
        doubtful: best.worth > 0,
    });
    Err(rejected)
}

/// The notes of a series, if the text has it.
struct SupposedNotes<'a> {
    model: FootModel<'a>,
    /// The notes of each page that has any.
    found: Vec<FootNotes>,
    /// The logarithm of the odds of these notes against none, in hundredths of a nat.
    worth: i32,
}

/// The pages of a text with what may be labels and marks.
struct ReadPages<'a> {
    source: &'a SourceLayout<'a>,
    /// How many lines of text and notes there are.
    lines: usize,
    pages: Vec<ReadPage>,
    labels: Vec<PossibleLabel>,
    marks: Vec<PossibleMark>,
}

/// A page.
struct ReadPage {
    /// Its first line of text or notes.
    first: usize,
    labels: Range<usize>,
    marks: Range<usize>,
}

/// The notes at the foot of a page.
struct FootNotes {
    /// Their labels in [`ReadPages::labels`] and their numbers on the page.
    labels: Vec<(usize, u32)>,
    /// Their marks in [`ReadPages::marks`].
    marks: Vec<Option<usize>>,
    /// What speaks for them, in hundredths of a nat.
    worth: i32,
    /// The same if all their labels are known to be labels of notes.
    supposed: i32,
    /// What the marks alone say.
    called: i32,
}

impl<'a> ReadPages<'a> {
    fn read(
        source: &'a SourceLayout<'a>,
        bounds: &[usize],
        figures: &[MarkCandidate],
        open: impl Fn(usize) -> bool + Sync,
    ) -> Self {
        let lines = (0..source.solid_lines.len()).into_par_iter();
        let mut of_lines: Vec<Option<(Vec<PossibleLabel>, Vec<PossibleMark>)>> = lines
            .map(|line_no| {
                let read = || {
                    let (mut labels, mut signs) = (Vec::new(), Vec::new());
                    reading::find_labels(source, line_no, &mut labels);
                    reading::find_signs(source, line_no, &mut signs);
                    (labels, signs)
                };
                open(line_no).then(read)
            })
            .collect();
        let mut read = Self {
            source,
            lines: 0,
            pages: Vec::with_capacity(bounds.len() + 1),
            labels: Vec::new(),
            marks: Vec::new(),
        };
        let figure = |mark: &&MarkCandidate| mark.series == LabelSeries::Figure;
        let mut figures = figures.iter().filter(figure).peekable();
        for page in source.divide_into_pages(bounds) {
            let (labels, marks) = (read.labels.len(), read.marks.len());
            let mut first = None;
            for line_no in page {
                let Some((labels, signs)) = of_lines[line_no].take() else { continue };
                first = first.or(Some(line_no));
                read.lines += 1;
                read.labels.extend(labels);
                let of_line = read.marks.len();
                read.marks.extend(signs);
                while let Some(figure) =
                    figures.next_if(|figure| figure.line_no <= line_no)
                {
                    let own = reading::take_figure(figure)
                        .filter(|mark| mark.line_no == line_no);
                    read.marks.extend(own);
                }
                read.marks[of_line..].sort_by_key(|mark| mark.span.start);
            }
            let labels = labels..read.labels.len();
            let marks = marks..read.marks.len();
            read.pages.extend(first.map(|first| ReadPage { first, labels, marks }));
        }
        read
    }

    /// How many lines have a blank line above them.
    fn count_blanks(&self) -> u64 {
        let lines = 0..self.source.solid_lines.len();
        let blank = lines.filter(|&line_no| self.source.blanks_before(line_no) > 0);
        (blank.count() as u64).min(self.lines as u64)
    }

    /// Supposes that the text has a series: learns how it is read, and finds its notes.
    fn suppose(&self, series: LabelSeries) -> SupposedNotes<'_> {
        let mut model = FootModel::new(self, series);
        // While all labels pass for labels of notes, their marks show how marks are read.
        for _ in 0..ROUNDS {
            model.learn(&self.find_notes(&model, |notes| notes.supposed));
        }
        let found = self.find_notes(&model, |notes| notes.worth);
        let worth = self.weigh(&model, &found);
        SupposedNotes { model, found, worth }
    }

    /// Finds the notes of each page that has any.
    fn find_notes(
        &self,
        model: &FootModel<'_>,
        worth: impl Fn(&FootNotes) -> i32,
    ) -> Vec<FootNotes> {
        let (with, without) = model.weigh_pages();
        let pages = self.pages.iter();
        let found = pages.filter_map(|page| self.find_foot(model, page));
        found.filter(|notes| worth(notes) + with > without).collect()
    }

    /// The logarithm of the odds of these notes on all pages against none.
    fn weigh(&self, model: &FootModel<'_>, found: &[FootNotes]) -> i32 {
        let (with, without) = model.weigh_pages();
        let none = i32::try_from(self.pages.len() - found.len()).unwrap_or(i32::MAX);
        let says = found.iter().map(|notes| notes.worth.saturating_add(with));
        says.fold(without.saturating_mul(none), i32::saturating_add)
    }

    /// Finds the best notes at the foot of a page.
    fn find_foot(&self, model: &FootModel<'_>, page: &ReadPage) -> Option<FootNotes> {
        let labels = &page.labels;
        let labels = labels.start.max(labels.end.saturating_sub(MOST_LABELS))..labels.end;
        let begins = |&label: &usize| {
            let label = &self.labels[label];
            label.place != LabelPlace::Inside && label.line_no > page.first
        };
        let chains = labels.clone().filter(begins);
        let mut chains: Vec<(i32, Vec<(usize, u32)>)> =
            chains.map(|first| self.find_chain(model, first..labels.end)).collect();
        chains.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
        let tried = chains.into_iter().take(BEGINNINGS).map(|(worth, labels)| {
            let windows = self.find_windows(page, &labels);
            let table = self.align(model, &labels, &windows);
            let (marks, called) = (table.best_path(), table.total());
            drop(table);
            FootNotes { labels, marks, worth, supposed: worth + called, called }
        });
        let mut best = tried.max_by_key(|notes| notes.supposed)?;
        best.worth = self.weigh_labels(model, &best.labels) + best.called;
        Some(best)
    }

    /// What the labels of a page say for notes. A number that goes on from the one before
    /// says nothing: it may number a list.
    fn weigh_labels(&self, model: &FootModel<'_>, labels: &[(usize, u32)]) -> i32 {
        let (first, _) = labels[0];
        let first = &self.labels[first];
        let others = labels[1..].iter().map(|&(label, number)| {
            let label = &self.labels[label];
            let goes_on =
                matches!(label.reading, Reading::Figure(read) if read == number);
            let says = model.score_label(label, number);
            if goes_on { says.min(0) } else { says }
        });
        let first = model.score_label(first, 1) + model.score_beginning(first.line_no);
        first + others.sum::<i32>()
    }

    /// Finds the best chain of labels that begins with the first of a range, and its score.
    fn find_chain(
        &self,
        model: &FootModel<'_>,
        labels: Range<usize>,
    ) -> (i32, Vec<(usize, u32)>) {
        let first = &self.labels[labels.start];
        let worth = model.score_label(first, 1) + model.score_beginning(first.line_no);
        // Chains by their last label: its index, its number, the score, the chain before.
        let mut ends: Vec<(usize, u32, i32, Option<usize>)> =
            vec![(labels.start, 1, worth, None)];
        // The best chain so far that ends with each number.
        let mut best_with: BTreeMap<u32, usize> = BTreeMap::from([(1, 0)]);
        for place in labels.start + 1..labels.end {
            let label = &self.labels[place];
            let known = ends.len();
            for number in 2..=MOST_NOTES {
                let fewest = if is_right(model.series, number, label.reading) {
                    number.saturating_sub(1 + MOST_MISSING)
                } else {
                    number - 1
                };
                let before = best_with.range(fewest..number).map(|(&last, &at)| {
                    let missing = i32::try_from(number - last - 1).unwrap_or_default();
                    (ends[at].2 + missing * MISSING, at)
                });
                let Some((before, at)) = before.max_by_key(|(worth, _)| *worth) else {
                    continue;
                };
                let worth = before + model.score_label(label, number);
                ends.push((place, number, worth, Some(at)));
            }
            for at in known..ends.len() {
                let (_, number, worth, _) = ends[at];
                let best = best_with.entry(number).or_insert(at);
                if worth >= ends[*best].2 {
                    *best = at;
                }
            }
        }
        let best = (0..ends.len()).max_by_key(|&end| ends[end].2);
        let chain = trace_chain(best, |end| ends[end].3);
        let worth = best.map_or(worth, |best| ends[best].2);
        (worth, chain.into_iter().map(|end| (ends[end].0, ends[end].1)).collect())
    }

    /// The marks of a page before its notes, for each label.
    fn find_windows(
        &self,
        page: &ReadPage,
        labels: &[(usize, u32)],
    ) -> Vec<Range<usize>> {
        let first = self.labels[labels[0].0].line_no;
        let marks = &self.marks[page.marks.clone()];
        let above = marks.partition_point(|mark| mark.line_no < first);
        vec![page.marks.start..page.marks.start + above; labels.len()]
    }

    /// Aligns the labels of a page with the marks above them.
    fn align<'t>(
        &'t self,
        model: &'t FootModel<'_>,
        labels: &'t [(usize, u32)],
        windows: &'t [Range<usize>],
    ) -> AlignmentTable<'t, impl Fn(usize, usize) -> Option<i32>> {
        AlignmentTable::new(windows, LOST, move |label: usize, mark: usize| {
            let off = (2 * label + 1).abs_diff(labels.len());
            let off = i32::try_from(off).unwrap_or_default() * OFF_MIDDLE;
            Some(model.score_mark(&self.marks[mark], labels[label].1) + off)
        })
    }

    /// Whether labels and marks are misread too often for their numbers and signs to decide
    /// by themselves.
    fn is_misread(&self, notes: &SupposedNotes<'_>) -> bool {
        let (mut misread, mut all) = (0, 0);
        for foot in &notes.found {
            for (&(label, number), mark) in foot.labels.iter().zip(&foot.marks) {
                let mark = mark.map(|mark| self.marks[mark].reading);
                for reading in [self.labels[label].reading].into_iter().chain(mark) {
                    all += 1;
                    misread +=
                        usize::from(!is_right(notes.model.series, number, reading));
                }
            }
        }
        misread >= FEW_MISREAD && misread * MISREAD >= all
    }

    /// Makes the labels and the marks that call them, with the confidence of each.
    fn link(&self, SupposedNotes { model, found, .. }: &SupposedNotes<'_>) -> PageNotes {
        let mut notes = PageNotes::default();
        for foot in found {
            let first = foot.labels[0].0;
            let page = self.pages.partition_point(|page| page.labels.end <= first);
            let windows = self.find_windows(&self.pages[page], &foot.labels);
            let aligned = self.align(model, &foot.labels, &windows).align();
            for (&(label, number), aligned) in foot.labels.iter().zip(aligned) {
                let label = &self.labels[label];
                if label.place == LabelPlace::Inside {
                    let line = self.source.solid_lines[label.line_no];
                    let start = self.source.text.lines[line].span.start;
                    notes.inner.push((line, (label.span.start - start) as usize));
                    continue;
                }
                let make_mark =
                    |mark: usize| make_candidate(&self.marks[mark], model.series, number);
                if let Some(mark) = aligned.candidate {
                    let call = PageCall {
                        mark: make_mark(mark),
                        confidence: confidence_of_odds(aligned.margin),
                        rival: aligned.rival.map(make_mark),
                    };
                    notes.calls.insert(label.line_no, call);
                }
                notes.labels.push(make_label(label, model.series, number));
            }
        }
        notes
    }
}

fn make_candidate(
    mark: &PossibleMark,
    series: LabelSeries,
    number: u32,
) -> MarkCandidate {
    let &PossibleMark { line_no, span, setting, .. } = mark;
    MarkCandidate { line_no, span, number, series, setting, worth: MARKED_LABEL_SCORE }
}

/// Score of the marks and labels that were found, for the steps that follow, in hundredths
/// of a nat.
const MARKED_LABEL_SCORE: i32 = 300;

fn make_label(label: &PossibleLabel, series: LabelSeries, number: u32) -> NoteLabel {
    NoteLabel {
        line_no: label.line_no,
        span: label.span,
        number,
        series,
        format: match series {
            LabelSeries::Sign => LabelFormat::Symbol,
            _ => LabelFormat::Plain,
        },
        alone: false,
        printed: None,
        worth: 0,
        support: MARKED_LABEL_SCORE,
        gathered: None,
    }
}
