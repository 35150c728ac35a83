//! The features of a row: a bin for each [`RowFeature`].
//!
//! Features are coarse on purpose. A text of an unknown typesetter, read by an unknown
//! extractor, shows none of them reliably; all together decide (`row_weights.txt`).
//!
//! This file is long because every feature is described and computed in one place.

use super::features::{bin_of, features};
use super::look_features::{
    InsetRun, coarse_leading, ends_early, face_class, find_early_runs, find_inset_runs,
    inset_step, leading_class, left_class, neighbour_class, right_class, size_class,
    size_step,
};
use super::row_runs::{RowRun, RowRuns};
use crate::recover::page::measure::{self, EM};
use crate::recover::rows::row::Row;
use crate::recover::rows::row_ends::{RowEnd, RowStart};
use crate::recover::rows::stream_style::StreamStyle;
use crate::source::LineLook;
use crate::text::numerals::{self, Numbering};

/// A row that exceeds the measure by more than this is several printed lines in one.
const JOINED: i32 = 8 * EM;

/// Where the classes of widths end, in per cent of the measure.
const WIDTHS: [i32; 8] = [25, 40, 55, 70, 80, 90, 97, 103];

features! {
    /// A feature of a row.
    RowFeature;

    /// Would the first word have fitted on the row before? In bins of ems.
    Room: 9,
    /// The same, relative to the longest row nearby.
    LocalRoom: 9,
    /// What the row before ends with.
    End: 11,
    /// What the row begins with.
    Start: 11,
    /// Blank lines before it, beyond the usual, by what they mean in this text.
    Blank: 30,
    /// End of the row before, and start of this one.
    EndStart: 121,
    /// Room, end and start together, each in coarse classes.
    RoomEndStart: 108,
    /// Indent relative to the page's margin, by what indents mean in this text.
    Indent: 21,
    /// Indent relative to the rows before and after.
    Steps: 16,
    /// Width relative to the measure.
    Width: 9,
    /// Width of the row before.
    WidthBefore: 10,
    /// Width of the row after.
    WidthAfter: 10,
    /// Width, with blank lines on either side.
    WidthBlanks: 81,
    /// Capitals, and the number of words.
    Capitals: 15,
    /// A number at the beginning, and a blank line before it.
    Number: 27,
    /// What the row ends with, and whether it is short.
    OwnEnd: 22,
    /// What the next row begins with, and what separates the two.
    NextStart: 33,
    /// Centred in the measure.
    Centred: 12,
    /// White space at the end of the row before, in texts where it means something.
    Trailing: 3,
    /// Short rows nearby, and a capital at the beginning.
    ShortRun: 14,
    /// Rows nearby that begin with a capital, and whether this one is short.
    CapitalRun: 12,
    /// Room and start at a page turn.
    Turn: 27,
    /// Nothing but stars, dots or dashes.
    Ornament: 3,
    /// Room and end of the row before the previous one: did the previous row begin a
    /// block?
    Earlier: 12,
    /// Would the next row's first word have fitted here, and what separates the two.
    NextRoom: 27,
    /// A line that ends early without a full stop, before a capital.
    Broken: 24,
    /// The share of short rows in the text, and whether this one is short.
    ShortShare: 8,
    /// How far the longest of three rows is below the measure, in bins of ems.
    Narrow: 7,
    /// The body or notes; the first row or a later one.
    Stream: 4,
    /// How far the run is below the measure, and how far it is indented.
    Inset: 54,
    /// The size of the run, blank lines on either side, and capitals.
    Alone: 324,
    /// The stretch of rows that end early: its size, how many end in mid-sentence, and
    /// how many of these with a comma.
    Stretch: 60,
    /// The same stretch: how even it is, and whether the row begins with a capital.
    Lines: 60,
    /// A name in capitals with a stop, as before the words of a speaker, and others
    /// nearby.
    Speaker: 12,
    /// Rows nearby that begin like this one with a figure, a dash or a bullet.
    Listed: 16,
    /// The length of the series that its number belongs to, and what separates it.
    Series: 15,
    /// How many rows of the text look like it.
    Alike: 20,
    /// Whether the run is narrower or wider than the text by chance, and by how much.
    Measured: 36,
    /// The room after the row before, relative to rows that certainly continue.
    Rank: 9,
    /// The same, with the end of the row before and the start of this one.
    RankEndStart: 108,
    /// A row of several printed lines, and what it begins with.
    Joined: 6,
    /// In a stretch of rows that end early: how far above a colon announces it, how many
    /// rows follow the colon, what this row begins and ends with.
    Announced: 96,
    /// A row that ends with a colon above a stretch of rows that end early: whether it
    /// begins a sentence, what separates it from its neighbours, its width relative to
    /// theirs.
    Announcing: 48,
    /// A row of a short run: how many short runs precede it up to a longer one and how
    /// many follow, capitals, and what it ends with.
    Between: 288,
    /// How many rows have the same letters, and capitals.
    Repeated: 12,
    /// On a page: the size of the type.
    Size: 9,
    /// On a page: the size relative to the rows before and after.
    SizeSteps: 16,
    /// On a page: bold, italic and small capitals.
    Face: 27,
    /// On a page: the white space above and below.
    Leading: 32,
    /// On a page: the place of its left and right ends in the column.
    Sides: 54,
    /// On a page: the inset relative to the rows before and after, and whether the row
    /// before ends early.
    InsetSteps: 48,
    /// On a page: whether the row before ends early, how it ends, the inset relative to it,
    /// and what this row begins with.
    Flow: 144,
    /// On a page: whether the rows before and after look like it, and like the text.
    Neighbours: 64,
    /// On a page: the run of rows with its inset, and what it begins with.
    InsetRun: 120,
    /// On a page: the run of rows that end before the right edge, and what it begins with.
    EarlyRun: 39,
}

/// The rows of a stream, with the facts about the stream as a whole.
#[derive(Debug, Clone)]
pub(super) struct RowStream<'a> {
    /// The rows.
    pub(super) rows: &'a [Row],
    /// The style of the stream.
    style: &'a StreamStyle,
    /// The runs that look like one block each.
    runs: RowRuns,
    /// Which rows name a speaker.
    speakers: Vec<bool>,
    /// On a page: the run of rows with the same inset that each row is in.
    inset_runs: Vec<InsetRun>,
    early_runs: Vec<usize>,
}

impl<'a> RowStream<'a> {
    /// Examines the rows as a whole.
    pub(super) fn new(rows: &'a [Row], style: &'a StreamStyle) -> Self {
        let speakers = rows.iter().map(|row| is_speaker(&row.plain)).collect();
        let inset_runs = find_inset_runs(rows);
        let early_runs = find_early_runs(rows);
        Self {
            rows,
            style,
            runs: RowRuns::find(rows, style),
            speakers,
            inset_runs,
            early_runs,
        }
    }

    /// The features of a row: the bin of each, in the order of [`RowFeature::ALL`].
    pub(super) fn extract_features(&self, at: usize) -> Vec<usize> {
        let row = &self.rows[at];
        let style = self.style;
        let before = at.checked_sub(1).and_then(|at| self.rows.get(at));
        let after = self.rows.get(at + 1);
        let room = self.room_bin(at);
        let next_room = self.room_bin(at + 1);
        let end = before.map_or(RowEnd::Nothing, |row| row.ends);
        let start = row.begins;
        let next_start = after.map_or(RowStart::Other, |row| row.begins);
        let own_end = row.ends;
        let blank = self.blank_bin(at);
        let blank_after = self.blank_bin(at + 1);
        let width = self.width_bin(Some(row));
        let short = usize::from(self.is_short(row));
        let turned = usize::from(row.turn);
        let upper = usize::from(start.coarse() == 0);
        let shorts = self.count_around(at, 3, |other| self.is_short(&self.rows[other]));
        let begins = |other: usize| self.rows[other].begins.coarse() == 0;
        let capitals = self.count_around(at, 2, begins);
        let run = self.runs.all[self.runs.of[at]];
        let words = capital_bin(&row.plain);
        let bin = |sign: RowFeature, none: usize| match sign {
            RowFeature::Room => room,
            RowFeature::LocalRoom => self.local_room_bin(at),
            RowFeature::End => end as usize,
            RowFeature::Start => start as usize,
            RowFeature::Blank => {
                (blank * 3 + style.blanks) * 2 + usize::from(style.stray_blanks)
            }
            RowFeature::EndStart => end as usize * 11 + start as usize,
            RowFeature::RoomEndStart => (room * 4 + end.coarse()) * 3 + start.coarse(),
            RowFeature::Indent => self.indent_bin(row) * 3 + style.indents,
            RowFeature::Steps => {
                self.indent_step_bin(row, before) * 4 + self.indent_step_bin(row, after)
            }
            RowFeature::Width => width,
            RowFeature::WidthBefore => self.last_width_bin(before),
            RowFeature::WidthAfter => self.width_bin(after),
            RowFeature::WidthBlanks => {
                (width * 3 + gap_bin(blank)) * 3 + gap_bin(blank_after)
            }
            RowFeature::Capitals => words,
            RowFeature::Number => numbering_bin(&row.plain) * 3 + gap_bin(blank),
            RowFeature::OwnEnd => own_end as usize * 2 + short,
            RowFeature::NextStart => next_start as usize * 3 + gap_bin(blank_after),
            RowFeature::Centred => self.centred_bin(row) * 3 + width / 3,
            RowFeature::Trailing => match (style.trailing, before) {
                (true, Some(before)) => 1 + usize::from(before.trailing_space),
                _ => 0,
            },
            RowFeature::ShortRun => shorts * 2 + upper,
            RowFeature::CapitalRun => capitals * 2 + short,
            RowFeature::Turn if turned == 1 => room * 3 + start.coarse(),
            RowFeature::Ornament => ornament_bin(&row.plain),
            RowFeature::Earlier => self.earlier_bin(at).unwrap_or(none),
            RowFeature::NextRoom => next_room * 3 + gap_bin(blank_after),
            RowFeature::Broken => {
                let early = usize::from((5..8).contains(&next_room));
                (early * 4 + own_end.coarse()) * 3 + next_start.coarse()
            }
            RowFeature::ShortShare => style.short_share * 2 + short,
            RowFeature::Narrow => self.narrow_bin(at),
            RowFeature::Stream => usize::from(style.notes) * 2 + usize::from(at == 0),
            RowFeature::Inset => self.inset_bin(&run),
            RowFeature::Alone => self.alone_bin(&run, words),
            RowFeature::Stretch => {
                let stretch = self.runs.stretch_at(at);
                (stretch.size() * 5 + stretch.open()) * 3 + stretch.commas()
            }
            RowFeature::Lines => {
                let stretch = self.runs.stretch_at(at);
                ((stretch.open() * 3 + stretch.capitals()) * 2 + stretch.even()) * 2
                    + upper
            }
            RowFeature::Speaker => {
                let speakers = self.count_around(at, 6, |other| self.speakers[other]);
                usize::from(self.speakers[at]) * 4 + speakers.min(3)
            }
            RowFeature::Listed => {
                let own = listing_bin(row);
                let alike = |other: usize| listing_bin(&self.rows[other]) == own;
                own * 4 + self.count_around(at, 5, alike).min(3)
            }
            RowFeature::Series => {
                bin_of(self.runs.series[at], &[1, 2, 3, 6]) * 3 + gap_bin(blank)
            }
            RowFeature::Alike => self.alike_bin(at),
            RowFeature::Rank => self.room_grade(at),
            RowFeature::RankEndStart => {
                (self.room_grade(at) * 4 + end.coarse()) * 3 + start.coarse()
            }
            RowFeature::Joined => {
                let joined = row.width > style.measure + JOINED;
                usize::from(joined) * 3 + start.coarse()
            }
            RowFeature::Announced => self.announced_bin(at).unwrap_or(none),
            RowFeature::Announcing => self.announcing_bin(at).unwrap_or(none),
            RowFeature::Between if run.is_short() => self.between_bin(at, &run, words),
            RowFeature::Repeated if run.is_short() => {
                let others = bin_of(self.runs.repeated[at], &[1, 2, 5]);
                others * 3 + words / 5
            }
            RowFeature::Turn | RowFeature::Between | RowFeature::Repeated => none,
            RowFeature::Size
            | RowFeature::SizeSteps
            | RowFeature::Face
            | RowFeature::Leading
            | RowFeature::Sides
            | RowFeature::InsetSteps
            | RowFeature::Flow
            | RowFeature::Neighbours
            | RowFeature::InsetRun
            | RowFeature::EarlyRun => {
                row.look.map_or(none, |look| self.look_bin(sign, at, look))
            }
            RowFeature::Measured => {
                measured_bin(run.short.map(|short| (short, run.errors)))
            }
        };
        RowFeature::ALL.iter().map(|&(sign, bins)| bin(sign, bins).min(bins)).collect()
    }

    /// The bin of a feature of a row whose page is known.
    fn look_bin(&self, sign: RowFeature, at: usize, look: LineLook) -> usize {
        let before = at.checked_sub(1).and_then(|at| self.rows.get(at));
        let after = self.rows.get(at + 1);
        match sign {
            RowFeature::Size => size_class(look),
            RowFeature::SizeSteps => size_step(look, before) * 4 + size_step(look, after),
            RowFeature::Face => face_class(look),
            RowFeature::Leading => {
                let below = coarse_leading(after.and_then(|row| row.look));
                leading_class(Some(look)) * 4 + below
            }
            RowFeature::Sides => left_class(look) * 6 + right_class(look),
            RowFeature::Neighbours => neighbour_class(self.rows, at),
            RowFeature::InsetRun => {
                let run = self.inset_runs.get(at).copied().unwrap_or_default();
                run.class() * 3 + self.rows[at].begins.coarse()
            }
            RowFeature::EarlyRun => {
                let run = self.early_runs.get(at).copied().unwrap_or_default();
                run * 3 + self.rows[at].begins.coarse()
            }
            RowFeature::InsetSteps => {
                let steps = inset_step(look, before) * 4 + inset_step(look, after);
                steps * 3 + ends_early(before)
            }
            _ => {
                let own = &self.rows[at];
                let end = before.map_or(RowEnd::Nothing, |row| row.ends).coarse();
                ((ends_early(before) * 4 + inset_step(look, before)) * 4 + end) * 3
                    + own.begins.coarse()
            }
        }
    }

    /// The bin of [`RowFeature::Earlier`]; `None` for the first row.
    fn earlier_bin(&self, at: usize) -> Option<usize> {
        let before = at.checked_sub(1)?;
        let end = before.checked_sub(1).map(|at| self.rows[at].ends);
        Some(self.room_bin(before) / 3 * 4 + end.unwrap_or(RowEnd::Nothing).coarse())
    }

    /// The bin of [`RowFeature::Alone`].
    fn alone_bin(&self, run: &RowRun, words: usize) -> usize {
        let gaps =
            gap_bin(self.blank_bin(run.first)) * 3 + gap_bin(self.blank_bin(run.end));
        (run.size_grade() * 9 + gaps) * 9 + words / 5 * 3 + self.style.blanks
    }

    /// The bin of [`RowFeature::Alike`].
    fn alike_bin(&self, at: usize) -> usize {
        let alike = self.runs.alike[at];
        let often = alike * 100 / self.rows.len().max(1);
        bin_of(alike, &[1, 2, 4, 10]) * 4 + bin_of(often, &[1, 4])
    }

    /// The bin of [`RowFeature::Between`].
    fn between_bin(&self, at: usize, run: &RowRun, words: usize) -> usize {
        let [above, below] = self.runs.short_runs_around(at).map(|n| n.min(3));
        let end = match self.rows[at].ends {
            RowEnd::Sentence | RowEnd::SentenceClosed => 0,
            RowEnd::Letter | RowEnd::Digit => 1,
            _ => 2,
        };
        (((run.size_grade() * 4 + above) * 4 + below) * 3 + words / 5) * 3 + end
    }

    /// The bin of [`RowFeature::Inset`]: how far a run is below the measure, in half ems,
    /// and its indent.
    fn inset_bin(&self, run: &RowRun) -> usize {
        let short = match run.short {
            None => 0,
            Some(short) => {
                let edges = [-EM / 2, EM / 2, EM, 3 * EM / 2, 5 * EM / 2, 4 * EM, 8 * EM];
                1 + bin_of(short, &edges)
            }
        };
        let inset = match run.inset {
            _ if !self.style.keeps_indents => 0,
            ..=0 => 1,
            1..=2 => 2,
            3..=5 => 3,
            6..=12 => 4,
            _ => 5,
        };
        short * 6 + inset
    }

    /// The bin of [`RowFeature::Room`].
    fn room_bin(&self, at: usize) -> usize {
        self.room_against(at, self.style.measure)
    }

    /// The bin of [`RowFeature::LocalRoom`], relative to the longest of eight rows
    /// nearby.
    fn local_room_bin(&self, at: usize) -> usize {
        let window = at.saturating_sub(4)..(at + 4).min(self.rows.len());
        let widest = self.rows[window].iter().map(|row| row.width).max();
        self.room_against(at, widest.unwrap_or_default())
    }

    fn room_against(&self, at: usize, measure: i32) -> usize {
        let (Some(before), Some(row)) =
            (at.checked_sub(1).and_then(|at| self.rows.get(at)), self.rows.get(at))
        else {
            return 7;
        };
        if before.ends == RowEnd::Hyphen {
            return 0;
        }
        let word = row.plain.split_whitespace().next().unwrap_or_default();
        let tail = self.style.short_tail(before);
        let (measure, width) =
            tail.map_or((measure, before.width), |tail| (self.style.measure, tail));
        let room = measure - width - measure::text_width(" ") - measure::text_width(word);
        // Otherwise a row of several printed lines does not show where the last of them ends.
        if width > measure + JOINED {
            return 8;
        }
        let edges = [-3 * EM / 2, 0, 3 * EM / 2, 3 * EM, 6 * EM, 12 * EM];
        1 + bin_of(room, &edges)
    }

    /// The bin of [`RowFeature::Rank`]; 8 if nothing is known.
    fn room_grade(&self, at: usize) -> usize {
        let (Some(before), Some(row)) =
            (at.checked_sub(1).and_then(|at| self.rows.get(at)), self.rows.get(at))
        else {
            return 8;
        };
        let is_joined = before.width > self.style.measure + JOINED;
        if is_joined && self.style.short_tail(before).is_none() {
            return 8;
        }
        self.style.room_grade(self.style.room_before(before, row))
    }

    /// The bin of [`RowFeature::Announced`]; `None` outside of stretches and without a
    /// colon.
    fn announced_bin(&self, at: usize) -> Option<usize> {
        let stretch = self.runs.stretch_at(at);
        if stretch.rows == 0 {
            return None;
        }
        let colon = |at: &usize| self.rows[*at].ends == RowEnd::Colon;
        let above = (stretch.first.saturating_sub(1)..at).rev().find(colon)?;
        let far = match at - above {
            1 => 0,
            2..=4 => 1,
            5..=8 => 2,
            _ => 3,
        };
        let rest = match stretch.first + stretch.rows - above - 1 {
            0 | 1 => 0,
            2 => 1,
            3..=5 => 2,
            _ => 3,
        };
        let row = &self.rows[at];
        let lower = usize::from(row.begins.coarse() == 1);
        let end = match row.ends {
            RowEnd::Sentence | RowEnd::SentenceClosed => 0,
            RowEnd::Comma => 1,
            _ => 2,
        };
        Some(((far * 4 + rest) * 2 + lower) * 3 + end)
    }

    /// The bin of [`RowFeature::Announcing`]; `None` for rows that end differently.
    fn announcing_bin(&self, at: usize) -> Option<usize> {
        let row = &self.rows[at];
        if row.ends != RowEnd::Colon {
            return None;
        }
        let stretch = self.runs.stretch_at((at + 1).min(self.rows.len() - 1));
        if stretch.rows < 2 {
            return None;
        }
        let before = at.checked_sub(1).map_or(RowEnd::Nothing, |at| self.rows[at].ends);
        let anew = usize::from(before.is_sentence() && !row.begins.goes_on());
        let gap = |at: usize| usize::from(self.blank_bin(at) > 2);
        let share = row.width * 100 / stretch.middle.max(1);
        let width = bin_of(share, &[65, 130]);
        let size = usize::from(stretch.rows > 3);
        Some((((anew * 2 + gap(at)) * 2 + gap(at + 1)) * 3 + width) * 2 + size)
    }

    /// 0 at a page turn, 1 after notes, else 2 plus the blank lines beyond the usual.
    fn blank_bin(&self, at: usize) -> usize {
        match self.rows.get(at) {
            None => 0,
            Some(row) if row.turn => 0,
            Some(row) if row.interrupted => 1,
            Some(row) => 2 + self.style.blanks_beyond(row).min(2) as usize,
        }
    }

    fn narrow_bin(&self, at: usize) -> usize {
        let window = at.saturating_sub(1)..(at + 2).min(self.rows.len());
        let widest =
            self.rows[window].iter().map(|row| row.width).max().unwrap_or_default();
        let short = self.style.measure - widest;
        let edges = [-EM, EM / 2, 3 * EM / 2, 3 * EM, 6 * EM, 12 * EM];
        bin_of(short, &edges)
    }

    fn width_bin(&self, row: Option<&Row>) -> usize {
        let Some(row) = row else { return 9 };
        let share = row.width * 100 / self.style.measure.max(1);
        bin_of(share, &WIDTHS)
    }

    /// The bin of the width of the last printed line of a row.
    fn last_width_bin(&self, row: Option<&Row>) -> usize {
        let Some(row) = row else { return 9 };
        let width = self.style.short_tail(row).unwrap_or(row.width);
        let share = width * 100 / self.style.measure.max(1);
        bin_of(share, &WIDTHS)
    }

    fn is_short(&self, row: &Row) -> bool {
        self.style.is_short(row)
    }

    /// How many rows within a distance satisfy a condition; the row itself does not
    /// count.
    fn count_around(
        &self,
        at: usize,
        distance: usize,
        is: impl Fn(usize) -> bool,
    ) -> usize {
        let window =
            at.saturating_sub(distance)..(at + distance + 1).min(self.rows.len());
        window.filter(|&other| other != at && is(other)).count()
    }

    fn indent_bin(&self, row: &Row) -> usize {
        if !self.style.keeps_indents {
            return 0;
        }
        match i64::from(row.indent) - i64::from(row.margin) {
            ..0 => 1,
            0 => 2,
            1..=2 => 3,
            3..=5 => 4,
            6..=12 => 5,
            _ => 6,
        }
    }

    /// The step of the indent from another row: 0 unknown, 1 less, 2 equal, 3 more.
    fn indent_step_bin(&self, row: &Row, other: Option<&Row>) -> usize {
        let Some(other) = other.filter(|_| self.style.keeps_indents) else { return 0 };
        let own = i64::from(row.indent) - i64::from(row.margin);
        let step = own - (i64::from(other.indent) - i64::from(other.margin));
        match step {
            ..=-2 => 1,
            -1..=1 => 2,
            _ => 3,
        }
    }

    /// 0 if indents are lost, 1 in the middle, 2 at the margin, 3 elsewhere.
    fn centred_bin(&self, row: &Row) -> usize {
        if !self.style.keeps_indents {
            return 0;
        }
        let left = i64::from(row.indent) - i64::from(row.margin);
        let right = i64::from(self.style.columns.saturating_sub(row.columns));
        match left {
            ..=2 => 2,
            _ if (left - right).abs() <= 3 + (left + right) / 8 => 1,
            _ => 3,
        }
    }
}

/// What separates two rows: 0 nothing, 1 blank lines beyond the usual, 2 a page turn or
/// notes.
fn gap_bin(blank: usize) -> usize {
    match blank {
        0 | 1 => 2,
        2 => 0,
        _ => 1,
    }
}

/// The bin of [`RowFeature::Measured`]: how far rows are below the full width, in ems and
/// in standard errors; 36 if unknown.
pub(super) fn measured_bin(short: Option<(i32, i32)>) -> usize {
    short.map_or(36, |(short, errors)| {
        let errors = bin_of(errors, &[-8, -4, -2, 2, 4, 8, 16, 32]);
        errors * 4 + bin_of(short.abs(), &[EM, 2 * EM, 5 * EM])
    })
}

/// The beginning of a row as a list item: a figure, a dash or a bullet; else 0.
fn listing_bin(row: &Row) -> usize {
    match row.begins {
        RowStart::Digit => 1,
        RowStart::Dash => 2,
        RowStart::Bullet | RowStart::Bracket => 3,
        _ => 0,
    }
}

/// No capitals, capitalised words, or all capitals; by the number of words.
fn capital_bin(line: &str) -> usize {
    let words = line.split_whitespace().filter(|word| word.contains(char::is_alphabetic));
    let (mut count, mut long, mut upper) = (0, 0, 0);
    for word in words {
        count += 1;
        if word.chars().count() > 3 {
            long += 1;
            let first = word.chars().find(|c| c.is_alphabetic());
            upper += usize::from(first.is_some_and(char::is_uppercase));
        }
    }
    let shouted = !line.contains(char::is_lowercase) && line.contains(char::is_uppercase);
    let kind = match () {
        () if shouted => 2,
        () if long == upper => 1,
        () => 0,
    };
    let size = match count {
        0 | 1 => 0,
        2..=3 => 1,
        4..=6 => 2,
        7..=10 => 3,
        _ => 4,
    };
    kind * 5 + size
}

/// Whether a line begins with a name in capitals and a stop: "HAMLET.", "EL CORO.—"
fn is_speaker(line: &str) -> bool {
    let stops = |c: char| matches!(c, '.' | ':' | '—' | '(');
    // The second letter of most lines rules them out.
    let end = line.find(|c: char| stops(c) || c.is_lowercase()).unwrap_or(line.len());
    let (head, rest) = line.split_at(end);
    rest.starts_with(stops)
        && head.chars().filter(|c| c.is_alphabetic()).count() > 2
        && head.split_whitespace().count() <= 4
}

/// The class of the number at the beginning of a line.
fn numbering_bin(line: &str) -> usize {
    match numerals::numbering(line) {
        None => 0,
        Some(Numbering { keyword: true, rest: 0, .. }) => 3,
        Some(Numbering { keyword: true, .. }) => 4,
        Some(Numbering { roman: true, rest: 0, .. }) => 1,
        Some(Numbering { rest: 0, .. }) => 2,
        Some(Numbering { roman: true, .. }) => 5,
        Some(Numbering { .. }) => 6,
    }
}

/// The signs of a line of stars.
const STARS: [char; 13] =
    ['*', '∗', '⁂', '❦', '✻', '⁎', '†', '◊', '#', '~', '§', '❧', '•'];

/// 1 for a line of stars, 2 for one of dots or dashes, else 0.
fn ornament_bin(line: &str) -> usize {
    let only = |set: &[char]| line.chars().all(|c| c.is_whitespace() || set.contains(&c));
    match () {
        () if line.is_empty() => 0,
        () if only(&STARS) => 1,
        () if only(&['.', '-', '—', '–', '_', '…', '·', '=']) => 2,
        () => 0,
    }
}
