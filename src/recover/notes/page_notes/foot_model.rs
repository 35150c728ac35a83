//! What speaks for notes at the foot of a page, learnt from all pages.

use std::collections::BTreeMap;

use super::misreadings::{MisreadingTable, is_any};
use super::reading::{LabelPlace, PossibleLabel, PossibleMark, Reading};
use super::{FootNotes, ReadPages};
use crate::recover::notes::mark_candidate::{MarkSetting, SETTINGS};
use crate::text::note_series::LabelSeries;
use crate::text::odds::ln_hundredths;

// All scores are in hundredths of a nat.

/// A line of notes begins with a label once in four lines.
const LABEL_PER_LINE: i32 = -139;
/// A note begins at a line start with what may begin a text: 88 in 100.
const AT_LINE_START: i32 = -13;
/// It begins with a small letter, or inside a line: 6 in 100 each.
const ELSEWHERE: i32 = -281;
/// The text breaks off in mid-sentence before the first label, at a full line.
const TORN: i32 = 100;
/// The mark was lost: 8 in 100.
pub(super) const LOST: i32 = -250;

/// How many observations the expected shares of settings and blank lines weigh as much as.
const EXPECTED: u64 = 8;

/// Stray characters that a scan shows by chance, in quarters, and in how many lines or
/// pages: before the text is read, half a line in 60 begins with a given one like a note,
/// and a page in 16 has half of one that is set like a mark.
const STRAY_LABEL: (u64, u64) = (2, 60);
const STRAY_MARK: (u64, u64) = (2, 8);

/// Expected shares of the settings of marks, in thousandths.
fn expect_setting(setting: MarkSetting) -> u64 {
    match setting {
        MarkSetting::AfterLetter => 300,
        MarkSetting::AfterPoint => 350,
        MarkSetting::SpacedPoint | MarkSetting::SpacedWord => 150,
        MarkSetting::LineStart => 30,
        _ => 10,
    }
}

/// Expected share of pages whose notes have a blank line above them, in thousandths.
const PARTED: u64 = 700;

/// The log-odds of labels and marks against chance.
///
/// A label weighs the share of notes whose label is read like that, against the share of
/// lines of the text that begin like that. A mark weighs the same, and how marks are set.
/// All shares are counted in the text, once its notes are supposed.
pub(super) struct FootModel<'a> {
    pages: &'a ReadPages<'a>,
    pub(super) series: LabelSeries,
    /// How labels and marks were read.
    labels: MisreadingTable,
    marks: MisreadingTable,
    /// In quarters: how often the text begins a line, or sets a sign, like a note.
    label_noise: BTreeMap<(Reading, LabelPlace), u64>,
    mark_noise: BTreeMap<(Reading, MarkSetting), u64>,
    /// How many marks have each setting.
    settings: [u64; SETTINGS],
    /// How many pages have notes.
    with_notes: usize,
    /// How many of them have a blank line above the notes.
    parted: u64,
    /// How many lines of the text have a blank line above them.
    blanks: u64,
}

impl<'a> FootModel<'a> {
    /// A model before any page is read: most signs are marks.
    pub(super) fn new(pages: &'a ReadPages<'a>, series: LabelSeries) -> Self {
        let mut model = Self {
            pages,
            series,
            labels: MisreadingTable::default(),
            marks: MisreadingTable::default(),
            label_noise: BTreeMap::new(),
            mark_noise: BTreeMap::new(),
            settings: [0; SETTINGS],
            with_notes: pages.pages.len() / 2,
            parted: 0,
            blanks: pages.count_blanks(),
        };
        for label in &pages.labels {
            for reading in [label.reading, any_reading(label.reading)] {
                *model.label_noise.entry((reading, label.place)).or_default() += 1;
            }
        }
        for mark in &pages.marks {
            for reading in [mark.reading, any_reading(mark.reading)] {
                *model.mark_noise.entry((reading, mark.setting)).or_default() += 1;
            }
        }
        model
    }

    /// Learns all shares again from the notes that were found: what is no label or mark of
    /// a note is chance.
    pub(super) fn learn(&mut self, found: &[FootNotes]) {
        let (pages, series) = (self.pages, self.series);
        let mut learnt = Self::new(pages, series);
        learnt.label_noise.values_mut().for_each(|count| *count *= 4);
        learnt.mark_noise.values_mut().for_each(|count| *count *= 4);
        learnt.with_notes = found.len();
        for notes in found {
            for (&(label, number), mark) in notes.labels.iter().zip(&notes.marks) {
                let label = &pages.labels[label];
                learnt.labels.count(series, number, label.reading);
                take_four(&mut learnt.label_noise, (label.reading, label.place));
                let Some(mark) = mark.map(|mark| &pages.marks[mark]) else { continue };
                learnt.marks.count(series, number, mark.reading);
                learnt.settings[mark.setting as usize] += 1;
                take_four(&mut learnt.mark_noise, (mark.reading, mark.setting));
            }
            let first = pages.labels[notes.labels[0].0].line_no;
            learnt.parted += u64::from(pages.source.blanks_before(first) > 0);
        }
        *self = learnt;
    }

    /// Scores a label as that of the note of a number.
    pub(super) fn score_label(&self, label: &PossibleLabel, number: u32) -> i32 {
        let place = match label.place {
            LabelPlace::LineStart => AT_LINE_START,
            LabelPlace::BeforeSmall | LabelPlace::Inside => ELSEWHERE,
        };
        let noise =
            self.count_noise(&self.label_noise, label.reading, label.place, number);
        self.labels.score(self.series, number, label.reading) + place + LABEL_PER_LINE
            - score_noise(noise, self.pages.lines, STRAY_LABEL)
    }

    /// What else speaks for notes that begin with a line: one of the lines of the page, the
    /// blank line above it, and the sentence that breaks off there.
    pub(super) fn score_beginning(&self, line_no: usize) -> i32 {
        let source = self.pages.source;
        let (lines, pages) = (self.pages.lines as u64, self.pages.pages.len() as u64);
        let noted = self.with_notes as u64;
        let parted = PARTED * EXPECTED + self.parted * 1000;
        let all = (noted.max(self.parted) + EXPECTED) * 1000;
        let blank = source.blanks_before(line_no) > 0;
        let (with, of_text) = if blank {
            (parted, self.blanks + 1)
        } else {
            (all - parted, lines - self.blanks + 1)
        };
        let gap = ln_hundredths(with) - ln_hundredths(all) - ln_hundredths(of_text)
            + ln_hundredths(lines + 2);
        let torn = line_no.checked_sub(1).is_some_and(|before| source.breaks_off(before));
        let line = ln_hundredths(pages) - ln_hundredths(lines) - LABEL_PER_LINE;
        line + gap + if torn { TORN } else { 0 }
    }

    /// Scores a mark as that of the note of a number.
    pub(super) fn score_mark(&self, mark: &PossibleMark, number: u32) -> i32 {
        let noise =
            self.count_noise(&self.mark_noise, mark.reading, mark.setting, number);
        let expected = expect_setting(mark.setting) * EXPECTED;
        let all: u64 = self.settings.iter().sum();
        let set = expected + self.settings[mark.setting as usize] * 1000;
        self.marks.score(self.series, number, mark.reading) + ln_hundredths(set)
            - ln_hundredths((EXPECTED + all) * 1000)
            - score_noise(noise, self.pages.pages.len(), STRAY_MARK)
            + mark.doubt
    }

    /// How often a reading is chance, in quarters.
    fn count_noise<P: Ord>(
        &self,
        noise: &BTreeMap<(Reading, P), u64>,
        reading: Reading,
        place: P,
        number: u32,
    ) -> u64 {
        let any = is_any(self.series, number, reading);
        let reading = if any { any_reading(reading) } else { reading };
        noise.get(&(reading, place)).copied().unwrap_or_default()
    }

    /// The logarithms of the shares of pages with and without notes.
    pub(super) fn weigh_pages(&self) -> (i32, i32) {
        let pages = self.pages.pages.len();
        let all = ln_hundredths(pages as u64 + 2);
        let share = |count: usize| ln_hundredths(count as u64 + 1) - all;
        (share(self.with_notes), share(pages - self.with_notes))
    }
}

/// Where all figures, and all signs, are counted: a reading that is not expected may be
/// any.
fn any_reading(reading: Reading) -> Reading {
    match reading {
        Reading::Figure(_) => Reading::Figure(0),
        Reading::Sign(..) => Reading::Sign(' ', 0),
    }
}

/// The logarithm of the rate at which a reading occurs by chance, from the `noise` seen in
/// `size` lines or pages (in quarters) and from what is expected.
fn score_noise(noise: u64, size: usize, (expected, weight): (u64, u64)) -> i32 {
    ln_hundredths(noise + expected) - ln_hundredths((size as u64 + weight) * 4)
}

/// Takes one observation from counts in quarters.
fn take_four<P: Ord + Copy>(
    noise: &mut BTreeMap<(Reading, P), u64>,
    (reading, place): (Reading, P),
) {
    for reading in [reading, any_reading(reading)] {
        if let Some(count) = noise.get_mut(&(reading, place)) {
            *count = count.saturating_sub(4);
        }
    }
}
