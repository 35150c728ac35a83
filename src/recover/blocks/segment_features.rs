//! What the segment model sees of a draft: a bin for each [`SegmentFeature`].

use super::drafts::{Draft, Kind, Sketch};
use super::features::{features, grade};
use super::label::Label;
use super::observe::measured;
use super::{customs, quotations};
use crate::recover::page::measure::{self, EM};
use crate::recover::rows::ends::{End, Start};
use crate::recover::rows::row::Row;
use crate::recover::rows::style::{self, Style};

features! {
    /// A kind of evidence about a draft as a whole.
    SegmentFeature;

    /// How far its wrapped rows fall short of full ones, in standard errors and ems.
    Measured: 36,
    /// The share of rows on which the next word would have fitted, and how many rows.
    Early: 15,
    /// How far its longest row falls short of the measure, and how many rows.
    Longest: 18,
    /// Its measure, and how many drafts have the same.
    Shared: 20,
    /// Indent of its rows but the first, by what indents mean in this text.
    Inset: 21,
    /// The first row against the others, which are indented or not.
    First: 9,
    /// Indent against the drafts before and after.
    Steps: 16,
    /// Width against the drafts before and after.
    Beside: 25,
    /// Blank lines before and after, by what they mean in this text.
    Gaps: 48,
    /// End of the draft before and start of this one.
    Announced: 30,
    /// Quotation marks around it, and speech in the drafts around.
    Spoken: 12,
    /// How many rows, of what kind.
    Size: 15,
    /// What its rows say for a quotation, and how many they are.
    Rows: 24,
    /// How many drafts of the whole stand out from the text, and whether this one does.
    Custom: 8,
    /// How many lines of verse end within a sentence, and how many lines.
    Open: 20,
    /// How many lines of verse end with a comma, and begin with a capital.
    Commas: 9,
    /// How much verse there is elsewhere, and how many lines this one has.
    Poems: 16,
    /// What its rows say for verse.
    Lines: 8,
    /// Lines of verse that grow shorter, as in a title set to a point.
    Taper: 2,
    /// What sets it off, whether a colon announces it, whether it stands in quotation
    /// marks, whether it has several rows.
    SetOff: 80,
    /// In quotation marks, with how many rows, where paragraphs of the whole seldom or often
    /// begin with speech.
    Speech: 48,
    /// Among short paragraphs that blank lines set off together, where paragraphs have none
    /// between them: how many, how long, and whether they begin with figures.
    Group: 24,
    /// Before the first long paragraph or behind it, one row or more, headings beside it.
    Front: 16,
    /// How far its look is that of likely quotations, and whether it stands in quotation
    /// marks or a colon announces it.
    Accord: 32,
    /// What it ends with, and what follows.
    Announcing: 18,
}

/// Its width differs from that of the text by so many standard errors.
const BEYOND_CHANCE: i32 = 8;

/// Two blocks have the same measure if theirs differ by less.
const SAME: i32 = 3 * EM / 4;

/// A group of paragraphs set off together has at most so many.
const LARGEST: usize = 100;

/// A paragraph of so many rows is text, no line of a title page.
const LONG: usize = 4;

/// With this much room to spare the next word would have stood on the row before.
const ROOM: i32 = EM / 2;

/// Grades of what the look of a paragraph says, in natural logarithms of odds.
const ACCORDS: [f64; 7] = [-2.0, -0.7, -0.2, 0.2, 0.7, 1.5, 2.8];

/// What is seen of a draft before it is compared.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    /// How far its rows fall short of full ones, and in standard errors; of several rows.
    pub(super) short: Option<(i32, i32)>,
    /// The middling width of its wrapped rows.
    width: Option<i32>,
    /// Indent of its rows, the first left out if others follow.
    pub(super) inset: i64,
    /// Indent of the first row beyond that.
    first: i64,
    /// It begins as speech or a quotation does.
    spoken: bool,
}

/// The drafts of a sketch with what is known of all.
pub(super) struct Drafts<'a> {
    sketch: &'a Sketch,
    style: &'a Style,
    looks: Vec<Look>,
    /// How far each falls short of the full measure, as far as that is known; rising.
    shorts: Vec<i32>,
    /// How many stand out from the text.
    standing_out: usize,
    /// Lines of verse in the whole.
    lines: usize,
    /// How often its paragraphs begin with speech, in four grades.
    speech: usize,
    /// The first draft that is a paragraph of some length.
    text: usize,
    /// How much the look of each speaks for a quotation.
    pub(super) accords: Vec<f64>,
}

impl<'a> Drafts<'a> {
    pub(super) fn new(sketch: &'a Sketch, style: &'a Style) -> Self {
        let looks: Vec<Look> =
            sketch.drafts.iter().map(|draft| look(sketch, draft, style)).collect();
        let shorts = looks.iter().filter_map(|look| look.short);
        let mut shorts: Vec<i32> = shorts.map(|(short, _)| short).collect();
        shorts.sort_unstable();
        let standing_out = looks.iter().filter(|look| look.stands_out()).count();
        let verse = sketch.drafts.iter().filter(|draft| draft.kind == Kind::Verse);
        let lines = verse.map(|draft| draft.rows.len()).sum();
        let body = || {
            (sketch.displaced..sketch.drafts.len())
                .filter(|&at| kind(&sketch.drafts[at]) == 0)
        };
        let spoken = body().filter(|&at| looks[at].spoken).count();
        let share = i64_of(spoken * 100 / body().count().max(1));
        let speech = grade(share, &[3, 10, 30]);
        let long = |at: &usize| {
            sketch.drafts[*at].kind == Kind::Paragraph
                && sketch.drafts[*at].rows.len() >= LONG
        };
        let text = body().find(long).unwrap_or_default();
        let accords = customs::accords(sketch, style);
        Self { sketch, style, looks, shorts, standing_out, lines, speech, text, accords }
    }

    /// The bins of a draft, one for each sign, in the order of [`SegmentFeature::ALL`].
    pub(super) fn observe(&self, at: usize) -> Vec<usize> {
        let draft = &self.sketch.drafts[at];
        SegmentFeature::ALL
            .iter()
            .map(|&(sign, bins)| self.bin(sign, at, draft).min(bins))
            .collect()
    }

    fn bin(&self, sign: SegmentFeature, at: usize, draft: &Draft) -> usize {
        let look = self.looks[at];
        let rows = &self.sketch.rows[draft.rows.clone()];
        let few = grade(i64_of(rows.len()), &[3, 6]);
        let several = rows.len() > 1;
        match sign {
            SegmentFeature::Measured => measured(look.short),
            SegmentFeature::Early if several => self.early(rows) * 3 + few,
            SegmentFeature::Longest if several => {
                let longest = rows.iter().map(|row| row.width).max().unwrap_or_default();
                let short = i64::from(self.style.measure - longest);
                grade(short, &[-1000, 500, 1500, 3000, 6000]) * 3 + few
            }
            SegmentFeature::SetOff if kind(draft) == 0 => {
                let marks = quotations::marks(rows);
                let colon = usize::from(self.announced(at) == 1);
                ((self.set_off(at) * 2 + colon) * 4 + marks) * 2 + usize::from(several)
            }
            SegmentFeature::Speech if kind(draft) == 0 => {
                (self.speech * 4 + quotations::marks(rows)) * 3 + few
            }
            SegmentFeature::Group if kind(draft) == 0 => {
                self.group(at).unwrap_or(usize::MAX)
            }
            SegmentFeature::Accord if kind(draft) == 0 => {
                let accord = ACCORDS.iter().filter(|&&edge| self.accords[at] >= edge);
                let content = match (quotations::marks(rows), self.announced(at) == 1) {
                    (3, colon) => 2 + usize::from(colon),
                    (_, colon) => usize::from(colon),
                };
                accord.count() * 4 + content
            }
            SegmentFeature::Announcing if kind(draft) == 0 => {
                let end = self.announced(at + 1).min(2);
                let next = self.sketch.drafts.get(at + 1);
                let next = next.map_or(2, |next| {
                    usize::from(
                        quotations::marks(&self.sketch.rows[next.rows.clone()]) > 1,
                    )
                });
                (end * 3 + next) * 2 + usize::from(several)
            }
            SegmentFeature::Shared => self.shared(at),
            SegmentFeature::Inset => {
                let inset = if self.style.keeps_indents {
                    1 + grade(look.inset, &[0, 1, 3, 6, 13])
                } else {
                    0
                };
                inset * 3 + self.style.indents
            }
            SegmentFeature::First if several => {
                let first = if self.style.keeps_indents {
                    1 + grade(look.first, &[-1, 2])
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
                        Some(other) => 1 + grade(look.inset - other.inset, &[-1, 2]),
                    }
                };
                step(at.checked_sub(1)) * 4 + step(Some(at + 1))
            }
            SegmentFeature::Beside => {
                let beside = |other: Option<usize>| {
                    let other = other.and_then(|other| self.looks.get(other)?.width);
                    look.width.zip(other).map_or(0, |(own, other)| {
                        1 + grade(other - own, &[-1000, 1000, 2500])
                    })
                };
                beside(at.checked_sub(1)) * 5 + beside(Some(at + 1))
            }
            SegmentFeature::Gaps => {
                (self.gap(at) * 4 + self.gap(at + 1)) * 3 + self.style.blanks
            }
            SegmentFeature::Announced => self.announced(at) * 5 + opening(&rows[0].plain),
            SegmentFeature::Spoken => {
                let quoted = |start| matches!(start, Start::Quoted | Start::QuotedUpper);
                let opens = quoted(rows[0].begins);
                let last = &rows[rows.len() - 1].plain;
                let closes = last.trim_end_matches('.').ends_with(['”', '"', '»', '“']);
                let window = at.saturating_sub(3)..(at + 4).min(self.looks.len());
                let around =
                    window.filter(|&other| other != at && self.looks[other].spoken);
                let around = grade(i64_of(around.count()), &[1, 3]);
                (usize::from(opens) * 2 + usize::from(closes)) * 3 + around
            }
            SegmentFeature::Size => {
                grade(i64_of(rows.len()), &[2, 3, 6, 11]) * 3 + kind(draft)
            }
            SegmentFeature::Rows => {
                let labels = [Label::Quotation, Label::QuotationMore];
                share(self.said(draft, &labels)) * 3 + few
            }
            SegmentFeature::Lines if draft.kind == Kind::Verse => {
                let labels = [Label::Stanza, Label::VerseLine, Label::VerseMore];
                share(self.said(draft, &labels))
            }
            SegmentFeature::Custom => {
                let others = self.standing_out - usize::from(look.stands_out());
                grade(i64_of(others), &[1, 2, 5]) * 2 + usize::from(look.stands_out())
            }
            SegmentFeature::Open
            | SegmentFeature::Commas
            | SegmentFeature::Poems
            | SegmentFeature::Taper
                if draft.kind == Kind::Verse =>
            {
                self.of_verse(sign, draft)
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
            SegmentFeature::Front => {
                let heading = |at: Option<usize>| {
                    let draft = at.and_then(|at| self.sketch.drafts.get(at));
                    draft.is_some_and(|draft| matches!(draft.kind, Kind::Heading(_)))
                };
                let front = usize::from(at >= self.text) * 2 + usize::from(several);
                front * 4
                    + usize::from(heading(at.checked_sub(1))) * 2
                    + usize::from(heading(Some(at + 1)))
            }
        }
    }

    /// The bin of [`SegmentFeature::Group`]; none where blank lines stand between paragraphs.
    fn group(&self, at: usize) -> Option<usize> {
        if self.style.blanks > 0 {
            return None;
        }
        let gap = |at: usize| self.gap(at) == 3;
        let plain = |at: &usize| {
            self.sketch.drafts.get(*at).is_some_and(|draft| kind(draft) == 0)
        };
        let first = (self.sketch.displaced.max(at.saturating_sub(LARGEST))..=at)
            .rev()
            .take_while(plain)
            .find(|&at| gap(at))?;
        let end = (at + 1..=first + LARGEST).find(|at| !plain(at) || gap(*at))?;
        let drafts = &self.sketch.drafts[first..end];
        let rows = drafts.iter().map(|draft| draft.rows.len()).sum::<usize>();
        let long = grade(i64_of(rows * 10 / drafts.len()), &[15, 35]);
        let figures = drafts
            .iter()
            .filter(|draft| self.sketch.rows[draft.rows.start].begins == Start::Digit);
        let listed = usize::from(figures.count() * 2 > drafts.len());
        Some((grade(i64_of(drafts.len()), &[2, 4, 10]) * 3 + long) * 2 + listed)
    }

    /// What sets a draft off: nothing, a wider or narrower measure, an indent, blank lines
    /// where paragraphs have none.
    fn set_off(&self, at: usize) -> usize {
        let look = self.looks[at];
        let gap = |at: usize| self.gap(at) == 3;
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

    /// The bin of a sign that only verse has.
    fn of_verse(&self, sign: SegmentFeature, draft: &Draft) -> usize {
        let rows = &self.sketch.rows[draft.rows.clone()];
        let per_cent = |count: usize| i64_of(count * 100 / rows.len().max(1));
        let ends = |is: fn(End) -> bool| {
            per_cent(rows.iter().filter(|row| is(row.ends)).count())
        };
        let lines = grade(i64_of(rows.len()), &[3, 4, 8]);
        match sign {
            SegmentFeature::Open => {
                grade(ends(|end| !end.is_sentence()), &[1, 25, 50, 75]) * 4 + lines
            }
            SegmentFeature::Commas => {
                let capitals = rows.iter().filter(|row| {
                    row.plain
                        .chars()
                        .find(|c| c.is_alphabetic())
                        .is_some_and(char::is_uppercase)
                });
                grade(ends(|end| end == End::Comma), &[1, 15]) * 3
                    + grade(per_cent(capitals.count()), &[50, 90])
            }
            SegmentFeature::Poems => {
                grade(i64_of(self.lines - rows.len()), &[1, 4, 12]) * 4 + lines
            }
            SegmentFeature::Taper => {
                let shorter =
                    rows.windows(2).filter(|pair| pair[1].width < pair[0].width);
                usize::from(rows.len() > 3 && shorter.count() + 2 >= rows.len())
            }
            _ => 0,
        }
    }

    /// The share of rows on which the next row's first word would have fitted.
    fn early(&self, rows: &[Row]) -> usize {
        let fits = |pair: &&[Row]| {
            let word = pair[1].plain.split_whitespace().next().unwrap_or_default();
            let taken = pair[0].width + measure::width(" ") + measure::width(word);
            self.style.full_width() - taken > ROOM && pair[0].ends != End::Hyphen
        };
        let early = rows.windows(2).filter(fits).count();
        grade(i64_of(early * 100 / (rows.len() - 1)), &[1, 26, 51, 76])
    }

    /// Its measure, and how many others have the same.
    fn shared(&self, at: usize) -> usize {
        let Some((short, _)) = self.looks[at].short else { return 0 };
        let narrower =
            self.shorts.partition_point(|&other| other <= short.saturating_sub(SAME));
        let same = self.shorts[narrower..]
            .partition_point(|&other| other < short.saturating_add(SAME));
        let own = 1 + grade(short, &[-1000, 1000, 2500]);
        own * 4 + grade(i64_of(same - 1), &[1, 2, 5])
    }

    /// 0 at a page turn or at the ends, 1 behind notes, 2 without a blank line, 3 with one.
    fn gap(&self, at: usize) -> usize {
        let Some(draft) = self.sketch.drafts.get(at) else { return 0 };
        let row = &self.sketch.rows[draft.rows.start];
        match () {
            () if row.turn => 0,
            () if row.interrupted => 1,
            () => 2 + usize::from(self.style.blanks_beyond(row) > 0),
        }
    }

    /// What the draft before ends with; 5 behind a heading.
    fn announced(&self, at: usize) -> usize {
        let Some(before) = at.checked_sub(1).map(|at| &self.sketch.drafts[at]) else {
            return 5;
        };
        let last = &self.sketch.rows[before.rows.end - 1];
        match (before.kind, End::of(last.plain.trim_end_matches(['—', '–', ' ']))) {
            (Kind::Heading(_), _) => 5,
            (_, End::Colon) => 1,
            (_, End::Sentence | End::SentenceClosed) => 0,
            (_, End::Comma) => 2,
            (_, End::Letter | End::Hyphen) => 3,
            _ => 4,
        }
    }

    /// How likely its rows have one of these labels, in the mean.
    fn said(&self, draft: &Draft, labels: &[Label]) -> f64 {
        let sum: f64 =
            draft.rows.clone().map(|row| self.sketch.likely(row, labels)).sum();
        #[expect(clippy::cast_precision_loss, reason = "a draft has few rows")]
        let rows = draft.rows.len() as f64;
        sum / rows
    }
}

impl Look {
    /// Narrower than chance allows, or indented as a whole.
    fn stands_out(&self) -> bool {
        let narrow = self
            .short
            .is_some_and(|(short, errors)| short >= NARROWER && errors >= BEYOND_CHANCE);
        narrow || self.width.is_some() && self.inset > 1
    }
}

pub(super) fn look(sketch: &Sketch, draft: &Draft, style: &Style) -> Look {
    let rows = &sketch.rows[draft.rows.clone()];
    let wrapped: Vec<i32> = rows[..rows.len() - 1].iter().map(|row| row.width).collect();
    let several = !wrapped.is_empty() && draft.kind != Kind::Verse;
    let later = if rows.len() > 1 { &rows[1..] } else { rows };
    let beyond = |row: &Row| i64::from(row.indent) - i64::from(row.margin);
    let inset = later.iter().map(beyond).min().unwrap_or_default();
    Look {
        short: several.then(|| style.full.shortfall(wrapped.clone())),
        width: several.then(|| style::middle(wrapped)).flatten(),
        inset,
        first: beyond(&rows[0]) - inset,
        spoken: matches!(
            rows[0].begins,
            Start::Dash | Start::Quoted | Start::QuotedUpper
        ),
    }
}

/// How a block begins: with a quotation mark, a small letter, a capital, a dash, else.
fn opening(line: &str) -> usize {
    match Start::of(line) {
        Start::Quoted | Start::QuotedUpper => 0,
        Start::Lower => 1,
        Start::Upper | Start::Capitals | Start::Inverted => 2,
        Start::Dash => 3,
        _ => 4,
    }
}

/// Paragraph or quotation by its rows, verse, else.
fn kind(draft: &Draft) -> usize {
    match draft.kind {
        Kind::Paragraph | Kind::Quotation => 0,
        Kind::Verse => 1,
        _ => 2,
    }
}

/// The grade of a likelihood.
fn share(likely: f64) -> usize {
    [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98].iter().filter(|&&edge| likely >= edge).count()
}

/// A number of rows or blocks.
fn i64_of(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// A quotation in print is narrower than the text by at least this much.
pub(super) const NARROWER: i32 = EM;
