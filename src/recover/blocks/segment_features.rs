//! The features of a segment: a bin for each [`SegmentFeature`].
//!
//! This file is long because every feature is described and computed in one place.

use super::features::{bin_of, features};
use super::look_features::{
    coarse_leading, face_class, left_class, right_class, size_class,
};
use super::row_features::measured_bin;
use super::row_label::RowLabel;
use super::segment::{Segment, SegmentKind, Segmentation};
use super::{quotation_style, quotations};
use crate::recover::page::measure::{self, EM};
use crate::recover::rows::row::Row;
use crate::recover::rows::row_ends::{RowEnd, RowStart};
use crate::recover::rows::stream_style::{self, StreamStyle};
use crate::source::LineLook;

features! {
    /// A feature of a segment as a whole.
    SegmentFeature;

    /// How far its wrapped rows are below the full width, in standard errors and ems.
    Measured: 36,
    /// The share of rows on which the next word would have fitted, and how many rows.
    Early: 15,
    /// How far its longest row is below the measure, and how many rows.
    Longest: 18,
    /// Its measure, and how many segments share it.
    Shared: 20,
    /// Indent of its rows except the first, by what indents mean in this text.
    Inset: 21,
    /// The first row relative to the others, which are indented or not.
    First: 9,
    /// Indent relative to the segments before and after.
    Steps: 16,
    /// Width relative to the segments before and after.
    Beside: 25,
    /// Blank lines before and after, by what they mean in this text.
    Gaps: 48,
    /// End of the segment before, and start of this one.
    Announced: 30,
    /// Quotation marks around it, and speech in the segments nearby.
    Spoken: 12,
    /// How many rows, and of which kind.
    Size: 15,
    /// The likelihood of a quotation by its rows, and how many rows.
    Rows: 24,
    /// How many segments of the text stand out, and whether this one does.
    Custom: 8,
    /// How many lines of verse end in mid-sentence, and how many lines there are.
    Open: 20,
    /// How many lines of verse end with a comma, and begin with a capital.
    Commas: 9,
    /// How much verse there is elsewhere, and how many lines this one has.
    Poems: 16,
    /// The likelihood of verse by its rows.
    Lines: 8,
    /// Lines of verse that get shorter and shorter, as in a tapering title.
    Taper: 2,
    /// What sets it off, whether a colon announces it, whether it is in quotation marks,
    /// whether it has several rows.
    SetOff: 80,
    /// Quotation marks and the number of rows, by how often paragraphs of the text begin
    /// with speech.
    Speech: 48,
    /// Short paragraphs that blank lines set off together, in a text without blank lines
    /// between paragraphs: how many, how long, and whether they begin with figures.
    Group: 24,
    /// Before the first long paragraph or after it, one row or more, headings next to it.
    Front: 16,
    /// How much its look is that of likely quotations, and whether it is in quotation
    /// marks or a colon announces it.
    Accord: 32,
    /// What it ends with, and what follows.
    Announcing: 18,
    /// On a page: the size of its type, and whether it has several rows.
    PageSize: 18,
    /// On a page: how far its rows stay from the left edge and from the right one, and
    /// whether it has several.
    PageSides: 108,
    /// On a page: bold, italic and small capitals of its first row.
    PageFace: 27,
    /// On a page: the white space above and below, and whether its type is smaller.
    PageGaps: 48,
    /// On a page: how far its rows stay from the left edge, the size of its type, whether a
    /// colon announces it.
    PageLook: 54,
}

/// A segment stands out if its width differs from that of the text by this many standard
/// errors.
const BEYOND_CHANCE: i32 = 8;

/// Two segments have the same measure if theirs differ by less.
const SAME: i32 = 3 * EM / 4;

/// A group of paragraphs set off together has at most this many.
const LARGEST: usize = 100;

/// A paragraph of this many rows is text, not a line of a title page.
const LONG: usize = 4;

/// The next word would have fitted on a row with this much room to spare.
const ROOM: i32 = EM / 2;

/// The edges of the grades of log odds by look.
const ACCORDS: [f64; 7] = [-2.0, -0.7, -0.2, 0.2, 0.7, 1.5, 2.8];

/// The look of a segment by itself.
#[derive(Debug, Clone, Copy)]
pub(super) struct SegmentLook {
    /// How far its rows are below the full width, in thousandths of an em and in standard
    /// errors; only if it has several rows.
    pub(super) short: Option<(i32, i32)>,
    /// The median width of its wrapped rows.
    width: Option<i32>,
    /// Indent of its rows, without the first if others follow.
    pub(super) inset: i64,
    /// Indent of the first row beyond that.
    first: i64,
    /// It begins like speech or a quotation.
    spoken: bool,
}

/// The segments of a text, with the facts about all of them.
pub(super) struct SegmentStream<'a> {
    segmentation: &'a Segmentation,
    style: &'a StreamStyle,
    looks: Vec<SegmentLook>,
    /// How far each is below the full measure, as far as known, in ascending order.
    shorts: Vec<i32>,
    /// How many stand out from the text.
    standing_out: usize,
    /// Lines of verse in the whole text.
    lines: usize,
    /// How often its paragraphs begin with speech, in four grades.
    speech: usize,
    /// The first segment that is a paragraph of some length.
    text: usize,
    /// The log odds of a quotation by the look of each segment.
    pub(super) log_odds: Vec<f64>,
}

impl<'a> SegmentStream<'a> {
    pub(super) fn new(segmentation: &'a Segmentation, style: &'a StreamStyle) -> Self {
        let looks: Vec<SegmentLook> = segmentation
            .segments
            .iter()
            .map(|segment| measure_look(segmentation, segment, style))
            .collect();
        let shorts = looks.iter().filter_map(|look| look.short);
        let mut shorts: Vec<i32> = shorts.map(|(short, _)| short).collect();
        shorts.sort_unstable();
        let standing_out = looks.iter().filter(|look| look.stands_out()).count();
        let verse = segmentation
            .segments
            .iter()
            .filter(|segment| segment.kind == SegmentKind::Verse);
        let lines = verse.map(|segment| segment.rows.len()).sum();
        let body = || {
            (segmentation.displaced..segmentation.segments.len())
                .filter(|&at| kind_class(&segmentation.segments[at]) == 0)
        };
        let spoken = body().filter(|&at| looks[at].spoken).count();
        let share = as_i64(spoken * 100 / body().count().max(1));
        let speech = bin_of(share, &[3, 10, 30]);
        let long = |at: &usize| {
            segmentation.segments[*at].kind == SegmentKind::Paragraph
                && segmentation.segments[*at].rows.len() >= LONG
        };
        let text = body().find(long).unwrap_or_default();
        let log_odds = quotation_style::quotation_log_odds(segmentation, style);
        Self {
            segmentation,
            style,
            looks,
            shorts,
            standing_out,
            lines,
            speech,
            text,
            log_odds,
        }
    }

    /// The features of a segment: the bin of each, in the order of
    /// [`SegmentFeature::ALL`].
    pub(super) fn extract_features(&self, at: usize) -> Vec<usize> {
        let segment = &self.segmentation.segments[at];
        SegmentFeature::ALL
            .iter()
            .map(|&(sign, bins)| self.feature_bin(sign, at, segment).min(bins))
            .collect()
    }

    fn feature_bin(&self, sign: SegmentFeature, at: usize, segment: &Segment) -> usize {
        let look = self.looks[at];
        let rows = &self.segmentation.rows[segment.rows.clone()];
        let few = bin_of(as_i64(rows.len()), &[3, 6]);
        let several = rows.len() > 1;
        match sign {
            SegmentFeature::Measured => measured_bin(look.short),
            SegmentFeature::Early if several => self.early_grade(rows) * 3 + few,
            SegmentFeature::Longest if several => {
                let longest = rows.iter().map(|row| row.width).max().unwrap_or_default();
                let short = i64::from(self.style.measure - longest);
                bin_of(short, &[-1000, 500, 1500, 3000, 6000]) * 3 + few
            }
            SegmentFeature::SetOff if kind_class(segment) == 0 => {
                let marks = quotations::quotation_marks(rows);
                let colon = usize::from(self.end_before(at) == 1);
                ((self.set_off_grade(at) * 2 + colon) * 4 + marks) * 2
                    + usize::from(several)
            }
            SegmentFeature::Speech if kind_class(segment) == 0 => {
                (self.speech * 4 + quotations::quotation_marks(rows)) * 3 + few
            }
            SegmentFeature::Group if kind_class(segment) == 0 => {
                self.group_bin(at).unwrap_or(usize::MAX)
            }
            SegmentFeature::Accord if kind_class(segment) == 0 => {
                let accord = ACCORDS.iter().filter(|&&edge| self.log_odds[at] >= edge);
                let content =
                    match (quotations::quotation_marks(rows), self.end_before(at) == 1) {
                        (3, colon) => 2 + usize::from(colon),
                        (_, colon) => usize::from(colon),
                    };
                accord.count() * 4 + content
            }
            SegmentFeature::Announcing if kind_class(segment) == 0 => {
                let end = self.end_before(at + 1).min(2);
                let next = self.segmentation.segments.get(at + 1);
                let next = next.map_or(2, |next| {
                    usize::from(
                        quotations::quotation_marks(
                            &self.segmentation.rows[next.rows.clone()],
                        ) > 1,
                    )
                });
                (end * 3 + next) * 2 + usize::from(several)
            }
            SegmentFeature::Shared => self.shared_bin(at),
            SegmentFeature::Inset => {
                let inset = if self.style.keeps_indents {
                    1 + bin_of(look.inset, &[0, 1, 3, 6, 13])
                } else {
                    0
                };
                inset * 3 + self.style.indents
            }
            SegmentFeature::First if several => {
                let first = if self.style.keeps_indents {
                    1 + bin_of(look.first, &[-1, 2])
                } else {
                    0
                };
                first * 2 + usize::from(look.inset > 1)
            }
            SegmentFeature::First => 8,
            SegmentFeature::Steps => {
                let step = |other: Option<usize>| {
                    let other = other.and_then(|other| self.looks.get(other));
                    match other.filter(|_| self.style.keeps_indents) {
                        None => 0,
                        Some(other) => 1 + bin_of(look.inset - other.inset, &[-1, 2]),
                    }
                };
                step(at.checked_sub(1)) * 4 + step(Some(at + 1))
            }
            SegmentFeature::Beside => {
                let beside = |other: Option<usize>| {
                    let other = other.and_then(|other| self.looks.get(other)?.width);
                    look.width.zip(other).map_or(0, |(own, other)| {
                        1 + bin_of(other - own, &[-1000, 1000, 2500])
                    })
                };
                beside(at.checked_sub(1)) * 5 + beside(Some(at + 1))
            }
            SegmentFeature::Gaps => {
                (self.gap_grade(at) * 4 + self.gap_grade(at + 1)) * 3 + self.style.blanks
            }
            SegmentFeature::Announced => {
                self.end_before(at) * 5 + opening_bin(&rows[0].plain)
            }
            SegmentFeature::Spoken => {
                let quoted =
                    |start| matches!(start, RowStart::Quoted | RowStart::QuotedUpper);
                let opens = quoted(rows[0].begins);
                let last = &rows[rows.len() - 1].plain;
                let closes = last.trim_end_matches('.').ends_with(['”', '"', '»', '“']);
                let window = at.saturating_sub(3)..(at + 4).min(self.looks.len());
                let around =
                    window.filter(|&other| other != at && self.looks[other].spoken);
                let around = bin_of(as_i64(around.count()), &[1, 3]);
                (usize::from(opens) * 2 + usize::from(closes)) * 3 + around
            }
            SegmentFeature::Size => {
                bin_of(as_i64(rows.len()), &[2, 3, 6, 11]) * 3 + kind_class(segment)
            }
            SegmentFeature::Rows => {
                let labels = [RowLabel::Quotation, RowLabel::QuotationMore];
                likelihood_grade(self.mean_likelihood(segment, &labels)) * 3 + few
            }
            SegmentFeature::Lines if segment.kind == SegmentKind::Verse => {
                let labels = [RowLabel::Stanza, RowLabel::VerseLine, RowLabel::VerseMore];
                likelihood_grade(self.mean_likelihood(segment, &labels))
            }
            SegmentFeature::Custom => {
                let others = self.standing_out - usize::from(look.stands_out());
                bin_of(as_i64(others), &[1, 2, 5]) * 2 + usize::from(look.stands_out())
            }
            SegmentFeature::Open
            | SegmentFeature::Commas
            | SegmentFeature::Poems
            | SegmentFeature::Taper
                if segment.kind == SegmentKind::Verse =>
            {
                self.verse_bin(sign, segment)
            }
            SegmentFeature::Early
            | SegmentFeature::Longest
            | SegmentFeature::SetOff
            | SegmentFeature::Speech
            | SegmentFeature::Group
            | SegmentFeature::Accord
            | SegmentFeature::Announcing
            | SegmentFeature::Open
            | SegmentFeature::Commas
            | SegmentFeature::Poems
            | SegmentFeature::Taper
            | SegmentFeature::Lines => usize::MAX,
            SegmentFeature::PageSize
            | SegmentFeature::PageSides
            | SegmentFeature::PageFace
            | SegmentFeature::PageGaps
            | SegmentFeature::PageLook => {
                let look = rows.first().and_then(|row| row.look);
                look.map_or(usize::MAX, |look| self.page_bin(sign, at, rows, look))
            }
            SegmentFeature::Front => {
                let heading = |at: Option<usize>| {
                    let segment = at.and_then(|at| self.segmentation.segments.get(at));
                    segment.is_some_and(Segment::is_heading)
                };
                let front = usize::from(at >= self.text) * 2 + usize::from(several);
                front * 4
                    + usize::from(heading(at.checked_sub(1))) * 2
                    + usize::from(heading(Some(at + 1)))
            }
        }
    }

    /// The bin of a feature of a segment whose page is known.
    fn page_bin(
        &self,
        sign: SegmentFeature,
        at: usize,
        rows: &[Row],
        first: LineLook,
    ) -> usize {
        let several = usize::from(rows.len() > 1);
        let looks = || rows.iter().filter_map(|row| row.look);
        // The first row may be indented, and the last one may end anywhere.
        let left = looks().map(|look| look.left).min().unwrap_or_default();
        let right = looks().map(|look| look.right).min().unwrap_or_default();
        let own = LineLook { left, right, ..first };
        let size = match size_class(first) {
            0..=2 => 0,
            3..=5 => 1,
            _ => 2,
        };
        match sign {
            SegmentFeature::PageSize => size_class(first) * 2 + several,
            SegmentFeature::PageSides => {
                (left_class(own) * 6 + right_class(own)) * 2 + several
            }
            SegmentFeature::PageFace => face_class(first),
            SegmentFeature::PageGaps => {
                let next = self.segmentation.segments.get(at + 1);
                let next = next
                    .and_then(|next| self.segmentation.rows.get(next.rows.start)?.look);
                let gaps = coarse_leading(Some(first)) * 4 + coarse_leading(next);
                gaps * 3 + size
            }
            _ => {
                let colon = usize::from(self.end_before(at) == 1);
                (left_class(own) * 3 + size) * 2 + colon
            }
        }
    }

    /// The bin of [`SegmentFeature::Group`]; `None` in texts with blank lines between
    /// paragraphs.
    fn group_bin(&self, at: usize) -> Option<usize> {
        if self.style.blanks > 0 {
            return None;
        }
        let gap = |at: usize| self.gap_grade(at) == 3;
        let plain = |at: &usize| {
            self.segmentation
                .segments
                .get(*at)
                .is_some_and(|segment| kind_class(segment) == 0)
        };
        let first = (self.segmentation.displaced.max(at.saturating_sub(LARGEST))..=at)
            .rev()
            .take_while(plain)
            .find(|&at| gap(at))?;
        let end = (at + 1..=first + LARGEST).find(|at| !plain(at) || gap(*at))?;
        let segments = &self.segmentation.segments[first..end];
        let rows = segments.iter().map(|segment| segment.rows.len()).sum::<usize>();
        let long = bin_of(as_i64(rows * 10 / segments.len()), &[15, 35]);
        let figures = segments.iter().filter(|segment| {
            self.segmentation.rows[segment.rows.start].begins == RowStart::Digit
        });
        let listed = usize::from(figures.count() * 2 > segments.len());
        Some((bin_of(as_i64(segments.len()), &[2, 4, 10]) * 3 + long) * 2 + listed)
    }

    /// What sets a segment off: 0 nothing, 1 a wider measure, 2 a narrower one, 3 an
    /// indent, 4 blank lines in a text whose paragraphs have none.
    fn set_off_grade(&self, at: usize) -> usize {
        let look = self.looks[at];
        let gap = |at: usize| self.gap_grade(at) == 3;
        let narrow =
            look.short.is_some_and(|(short, errors)| short >= NARROWER && errors >= 4);
        match () {
            () if self.style.keeps_indents && look.inset > 1 => 3,
            () if narrow => 2,
            () if self.style.blanks == 0 && gap(at) && gap(at + 1) => 4,
            () if look
                .short
                .is_some_and(|(short, errors)| short <= -NARROWER && errors <= -8) =>
            {
                1
            }
            () => 0,
        }
    }

    /// The bin of a feature of verse.
    fn verse_bin(&self, sign: SegmentFeature, segment: &Segment) -> usize {
        let rows = &self.segmentation.rows[segment.rows.clone()];
        let per_cent = |count: usize| as_i64(count * 100 / rows.len().max(1));
        let ends = |is: fn(RowEnd) -> bool| {
            per_cent(rows.iter().filter(|row| is(row.ends)).count())
        };
        let lines = bin_of(as_i64(rows.len()), &[3, 4, 8]);
        match sign {
            SegmentFeature::Open => {
                bin_of(ends(|end| !end.is_sentence()), &[1, 25, 50, 75]) * 4 + lines
            }
            SegmentFeature::Commas => {
                let capitals = rows.iter().filter(|row| {
                    row.plain
                        .chars()
                        .find(|c| c.is_alphabetic())
                        .is_some_and(char::is_uppercase)
                });
                bin_of(ends(|end| end == RowEnd::Comma), &[1, 15]) * 3
                    + bin_of(per_cent(capitals.count()), &[50, 90])
            }
            SegmentFeature::Poems => {
                bin_of(as_i64(self.lines - rows.len()), &[1, 4, 12]) * 4 + lines
            }
            SegmentFeature::Taper => {
                let shorter =
                    rows.windows(2).filter(|pair| pair[1].width < pair[0].width);
                usize::from(rows.len() > 3 && shorter.count() + 2 >= rows.len())
            }
            _ => 0,
        }
    }

    /// The grade of the share of rows on which the next row's first word would have
    /// fitted.
    fn early_grade(&self, rows: &[Row]) -> usize {
        let fits = |pair: &&[Row]| {
            let word = pair[1].plain.split_whitespace().next().unwrap_or_default();
            let taken =
                pair[0].width + measure::text_width(" ") + measure::text_width(word);
            self.style.full_width() - taken > ROOM && pair[0].ends != RowEnd::Hyphen
        };
        let early = rows.windows(2).filter(fits).count();
        bin_of(as_i64(early * 100 / (rows.len() - 1)), &[1, 26, 51, 76])
    }

    /// The bin of [`SegmentFeature::Shared`].
    fn shared_bin(&self, at: usize) -> usize {
        let Some((short, _)) = self.looks[at].short else { return 0 };
        let narrower =
            self.shorts.partition_point(|&other| other <= short.saturating_sub(SAME));
        let same = self.shorts[narrower..]
            .partition_point(|&other| other < short.saturating_add(SAME));
        let own = 1 + bin_of(short, &[-1000, 1000, 2500]);
        own * 4 + bin_of(as_i64(same - 1), &[1, 2, 5])
    }

    /// 0 at a page turn or at the ends, 1 after notes, 2 without a blank line, 3 with
    /// one.
    fn gap_grade(&self, at: usize) -> usize {
        let Some(segment) = self.segmentation.segments.get(at) else { return 0 };
        let row = &self.segmentation.rows[segment.rows.start];
        match () {
            () if row.turn => 0,
            () if row.interrupted => 1,
            () => 2 + usize::from(self.style.blanks_beyond(row) > 0),
        }
    }

    /// The class of the end of the segment before; 5 after a heading.
    fn end_before(&self, at: usize) -> usize {
        let Some(before) = at.checked_sub(1).map(|at| &self.segmentation.segments[at])
        else {
            return 5;
        };
        let last = &self.segmentation.rows[before.rows.end - 1];
        match (
            before.kind,
            RowEnd::classify(last.plain.trim_end_matches(['—', '–', ' '])),
        ) {
            (SegmentKind::Heading(_), _) => 5,
            (_, RowEnd::Colon) => 1,
            (_, RowEnd::Sentence | RowEnd::SentenceClosed) => 0,
            (_, RowEnd::Comma) => 2,
            (_, RowEnd::Letter | RowEnd::Hyphen) => 3,
            _ => 4,
        }
    }

    /// The likelihood that its rows have one of these labels, averaged.
    fn mean_likelihood(&self, segment: &Segment, labels: &[RowLabel]) -> f64 {
        let sum: f64 = segment
            .rows
            .clone()
            .map(|row| self.segmentation.label_likelihood(row, labels))
            .sum();
        #[expect(clippy::cast_precision_loss, reason = "a segment has few rows")]
        let rows = segment.rows.len() as f64;
        sum / rows
    }
}

impl SegmentLook {
    /// Whether it is narrower than chance allows, or indented as a whole.
    fn stands_out(&self) -> bool {
        let narrow = self
            .short
            .is_some_and(|(short, errors)| short >= NARROWER && errors >= BEYOND_CHANCE);
        narrow || self.width.is_some() && self.inset > 1
    }
}

pub(super) fn measure_look(
    segmentation: &Segmentation,
    segment: &Segment,
    style: &StreamStyle,
) -> SegmentLook {
    let rows = &segmentation.rows[segment.rows.clone()];
    let wrapped: Vec<i32> = rows[..rows.len() - 1].iter().map(|row| row.width).collect();
    let several = !wrapped.is_empty() && segment.kind != SegmentKind::Verse;
    let later = if rows.len() > 1 { &rows[1..] } else { rows };
    let beyond = |row: &Row| i64::from(row.indent) - i64::from(row.margin);
    let inset = later.iter().map(beyond).min().unwrap_or_default();
    SegmentLook {
        short: several.then(|| style.full.shortfall(wrapped.clone())),
        width: several.then(|| stream_style::median(wrapped)).flatten(),
        inset,
        first: beyond(&rows[0]) - inset,
        spoken: matches!(
            rows[0].begins,
            RowStart::Dash | RowStart::Quoted | RowStart::QuotedUpper
        ),
    }
}

/// The class of a block's beginning: quotation mark, lower case, capital, dash, other.
fn opening_bin(line: &str) -> usize {
    match RowStart::classify(line) {
        RowStart::Quoted | RowStart::QuotedUpper => 0,
        RowStart::Lower => 1,
        RowStart::Upper | RowStart::Capitals | RowStart::Inverted => 2,
        RowStart::Dash => 3,
        _ => 4,
    }
}

/// 0 for paragraphs and quotations, 1 for verse, 2 for other kinds.
fn kind_class(segment: &Segment) -> usize {
    match segment.kind {
        SegmentKind::Paragraph | SegmentKind::Quotation => 0,
        SegmentKind::Verse => 1,
        _ => 2,
    }
}

/// The grade of a likelihood.
fn likelihood_grade(likely: f64) -> usize {
    [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98].iter().filter(|&&edge| likely >= edge).count()
}

/// A number of rows or blocks as `i64`.
fn as_i64(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// A quotation in print is narrower than the text by at least this much.
pub(super) const NARROWER: i32 = EM;
