//! What the labelling sees of a row: a bin for each [`RowFeature`].
//!
//! Signs are coarse on purpose. A text of an unknown typesetter, read by an unknown
//! extractor, shows none of them reliably; together they decide (`weights.txt`).

use super::features::{features, grade};
use super::runs::{Run, Runs};
use crate::recover::page::measure::{self, EM};
use crate::recover::rows::ends::{End, Start};
use crate::recover::rows::row::Row;
use crate::recover::rows::style::Style;
use crate::text::numerals::{self, Numbering};

/// A row wider than the measure by more than this is several lines of print on one.
const JOINED: i32 = 8 * EM;

features! {
    /// A kind of evidence about a row.
    RowFeature;

    /// Would the first word have fitted on the row before? In bins of ems.
    Room: 9,
    /// The same against the longest of the rows around.
    LocalRoom: 9,
    /// What the row before ends with.
    End: 11,
    /// What the row begins with.
    Start: 11,
    /// Blank lines before, beyond the usual, by what they mean in this text.
    Blank: 30,
    /// End of the row before and start of this one.
    EndStart: 121,
    /// Room, end and start together, each coarse.
    RoomEndStart: 108,
    /// Indent against the page's margin, by what indents mean in this text.
    Indent: 21,
    /// Indent against the rows before and after.
    Steps: 16,
    /// Width against the measure.
    Width: 9,
    /// Width of the row before.
    WidthBefore: 10,
    /// Width of the row after.
    WidthAfter: 10,
    /// Width, with blank lines on either side.
    WidthBlanks: 81,
    /// Capitals, and the number of words.
    Capitals: 15,
    /// A number at the head, and a blank line before.
    Number: 27,
    /// What the row ends with, and whether it is short.
    OwnEnd: 22,
    /// What the next row begins with, and what parts the two.
    NextStart: 33,
    /// Set in the middle of the measure.
    Centred: 12,
    /// White space at the end of the row before, where it tells.
    Trailing: 3,
    /// Short rows around, and a capital at the head.
    ShortRun: 14,
    /// Rows around that begin with a capital, and whether this one is short.
    CapitalRun: 12,
    /// Room and start at a page turn.
    Turn: 27,
    /// Nothing but stars, dots or dashes.
    Ornament: 3,
    /// Room and end of the row before that: was the row before a beginning?
    Earlier: 12,
    /// Would the next row's first word have fitted here, and what parts the two.
    NextRoom: 27,
    /// A line that ends early without a full stop, before a capital.
    Broken: 24,
    /// The share of short rows in the whole, and whether this one is short.
    ShortShare: 8,
    /// How far the longest of three rows falls short of the measure, in bins of ems.
    Narrow: 7,
    /// The body or notes; the first row of them or not.
    Stream: 4,
    /// How far the run falls short of the measure, and how far it is indented.
    Inset: 54,
    /// The size of the run, blank lines on either side, and capitals.
    Alone: 324,
    /// The stretch of rows that end early: its size, how many end within a sentence, and
    /// how many of these with a comma.
    Stretch: 60,
    /// The same and whether the row begins with a capital, and how even the stretch is.
    Lines: 60,
    /// A name in capitals with a stop, as speakers have it, and others around.
    Speaker: 12,
    /// Rows around that begin as this one does with a figure, a dash or a bullet.
    Listed: 16,
    /// How long the series is that its number belongs to, and what parts it.
    Series: 15,
    /// How many rows of the whole look as it does.
    Alike: 20,
    /// Whether chance makes the run narrower or wider than the text, and by how much.
    Measured: 36,
    /// The room behind the row before against that of rows that surely go on.
    Rank: 9,
    /// The same with what the row before ends with and what this one begins with.
    RankEndStart: 108,
    /// A row of several lines in print, and what it begins with.
    Joined: 6,
    /// In a stretch of rows that end early: how far above a colon announces it, how many
    /// rows follow the colon, what this row begins and ends with.
    Announced: 96,
    /// A row that ends with a colon over a stretch of rows that end early: whether it
    /// begins anew, what parts it from its neighbours, its width against theirs.
    Announcing: 48,
    /// A row of a short run: how many short runs stand above it up to a longer one and how
    /// many below, capitals, and what it ends with.
    Between: 288,
    /// How many rows say the same, and capitals.
    Repeated: 12,
}

/// The rows of a stream with what is known of the stream as a whole.
#[derive(Debug, Clone)]
pub(super) struct Stream<'a> {
    /// The rows.
    pub(super) rows: &'a [Row],
    /// How the stream is set.
    style: &'a Style,
    /// What looks like one block.
    runs: Runs,
    /// For each row whether it names a speaker.
    speakers: Vec<bool>,
}

impl<'a> Stream<'a> {
    /// Looks at the rows as a whole.
    pub(super) fn new(rows: &'a [Row], style: &'a Style) -> Self {
        let speakers = rows.iter().map(|row| is_speaker(&row.plain)).collect();
        Self { rows, style, runs: Runs::of(rows, style), speakers }
    }

    /// The bins of a row, one for each sign, in the order of [`RowFeature::ALL`].
    pub(super) fn observe(&self, at: usize) -> Vec<usize> {
        let row = &self.rows[at];
        let style = self.style;
        let before = at.checked_sub(1).and_then(|at| self.rows.get(at));
        let after = self.rows.get(at + 1);
        let room = self.room(at);
        let next_room = self.room(at + 1);
        let end = before.map_or(End::Nothing, |row| row.ends);
        let start = row.begins;
        let next_start = after.map_or(Start::Other, |row| row.begins);
        let own_end = row.ends;
        let blank = self.blank(at);
        let blank_after = self.blank(at + 1);
        let width = self.width_bin(Some(row));
        let short = usize::from(self.is_short(row));
        let turned = usize::from(row.turn);
        let upper = usize::from(start.coarse() == 0);
        let shorts = self.around(at, 3, |other| self.is_short(&self.rows[other]));
        let begins = |other: usize| self.rows[other].begins.coarse() == 0;
        let capitals = self.around(at, 2, begins);
        let run = self.runs.all[self.runs.of[at]];
        let words = capital_bin(&row.plain);
        let bin = |sign: RowFeature, none: usize| match sign {
            RowFeature::Room => room,
            RowFeature::LocalRoom => self.local_room(at),
            RowFeature::End => end as usize,
            RowFeature::Start => start as usize,
            RowFeature::Blank => {
                (blank * 3 + style.blanks) * 2 + usize::from(style.stray_blanks)
            }
            RowFeature::EndStart => end as usize * 11 + start as usize,
            RowFeature::RoomEndStart => (room * 4 + end.coarse()) * 3 + start.coarse(),
            RowFeature::Indent => self.indent_bin(row) * 3 + style.indents,
            RowFeature::Steps => self.step(row, before) * 4 + self.step(row, after),
            RowFeature::Width => width,
            RowFeature::WidthBefore => self.width_bin(before),
            RowFeature::WidthAfter => self.width_bin(after),
            RowFeature::WidthBlanks => (width * 3 + gap(blank)) * 3 + gap(blank_after),
            RowFeature::Capitals => words,
            RowFeature::Number => numbering(&row.plain) * 3 + gap(blank),
            RowFeature::OwnEnd => own_end as usize * 2 + short,
            RowFeature::NextStart => next_start as usize * 3 + gap(blank_after),
            RowFeature::Centred => self.centred(row) * 3 + width / 3,
            RowFeature::Trailing => match (style.trailing, before) {
                (true, Some(before)) => 1 + usize::from(before.trailing_space),
                _ => 0,
            },
            RowFeature::ShortRun => shorts * 2 + upper,
            RowFeature::CapitalRun => capitals * 2 + short,
            RowFeature::Turn if turned == 1 => room * 3 + start.coarse(),
            RowFeature::Ornament => ornament(&row.plain),
            RowFeature::Earlier => self.earlier(at).unwrap_or(none),
            RowFeature::NextRoom => next_room * 3 + gap(blank_after),
            RowFeature::Broken => {
                let early = usize::from((5..8).contains(&next_room));
                (early * 4 + own_end.coarse()) * 3 + next_start.coarse()
            }
            RowFeature::ShortShare => style.short_share * 2 + short,
            RowFeature::Narrow => self.narrow(at),
            RowFeature::Stream => usize::from(style.notes) * 2 + usize::from(at == 0),
            RowFeature::Inset => self.inset(&run),
            RowFeature::Alone => self.alone(&run, words),
            RowFeature::Stretch => {
                let stretch = self.runs.stretch(at);
                (stretch.size() * 5 + stretch.open()) * 3 + stretch.commas()
            }
            RowFeature::Lines => {
                let stretch = self.runs.stretch(at);
                ((stretch.open() * 3 + stretch.capitals()) * 2 + stretch.even()) * 2
                    + upper
            }
            RowFeature::Speaker => {
                let speakers = self.around(at, 6, |other| self.speakers[other]);
                usize::from(self.speakers[at]) * 4 + speakers.min(3)
            }
            RowFeature::Listed => {
                let own = listing(row);
                let alike = |other: usize| listing(&self.rows[other]) == own;
                own * 4 + self.around(at, 5, alike).min(3)
            }
            RowFeature::Series => {
                grade(self.runs.series[at], &[1, 2, 3, 6]) * 3 + gap(blank)
            }
            RowFeature::Alike => self.alike(at),
            RowFeature::Rank => self.rank(at),
            RowFeature::RankEndStart => {
                (self.rank(at) * 4 + end.coarse()) * 3 + start.coarse()
            }
            RowFeature::Joined => {
                let joined = row.width > style.measure + JOINED;
                usize::from(joined) * 3 + start.coarse()
            }
            RowFeature::Announced => self.announced(at).unwrap_or(none),
            RowFeature::Announcing => self.announcing(at).unwrap_or(none),
            RowFeature::Between if run.is_short() => self.between(at, &run, words),
            RowFeature::Repeated if run.is_short() => {
                let others = grade(self.runs.repeated[at], &[1, 2, 5]);
                others * 3 + words / 5
            }
            RowFeature::Turn | RowFeature::Between | RowFeature::Repeated => none,
            RowFeature::Measured => measured(run.short.map(|short| (short, run.errors))),
        };
        RowFeature::ALL.iter().map(|&(sign, bins)| bin(sign, bins).min(bins)).collect()
    }

    /// The bin of [`RowFeature::Earlier`]; none for the first row.
    fn earlier(&self, at: usize) -> Option<usize> {
        let before = at.checked_sub(1)?;
        let end = before.checked_sub(1).map(|at| self.rows[at].ends);
        Some(self.room(before) / 3 * 4 + end.unwrap_or(End::Nothing).coarse())
    }

    /// The bin of [`RowFeature::Alone`].
    fn alone(&self, run: &Run, words: usize) -> usize {
        let gaps = gap(self.blank(run.first)) * 3 + gap(self.blank(run.end));
        (run.size() * 9 + gaps) * 9 + words / 5 * 3 + self.style.blanks
    }

    /// The bin of [`RowFeature::Alike`].
    fn alike(&self, at: usize) -> usize {
        let alike = self.runs.alike[at];
        let often = alike * 100 / self.rows.len().max(1);
        grade(alike, &[1, 2, 4, 10]) * 4 + grade(often, &[1, 4])
    }

    /// The bin of [`RowFeature::Between`].
    fn between(&self, at: usize, run: &Run, words: usize) -> usize {
        let [above, below] = self.runs.between(at).map(|n| n.min(3));
        let end = match self.rows[at].ends {
            End::Sentence | End::SentenceClosed => 0,
            End::Letter | End::Digit => 1,
            _ => 2,
        };
        (((run.size() * 4 + above) * 4 + below) * 3 + words / 5) * 3 + end
    }

    /// How far a run falls short of the measure, in bins of half ems, and its inset.
    fn inset(&self, run: &Run) -> usize {
        let short = match run.short {
            None => 0,
            Some(short) => {
                let edges = [-EM / 2, EM / 2, EM, 3 * EM / 2, 5 * EM / 2, 4 * EM, 8 * EM];
                1 + grade(short, &edges)
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

    /// Whether the first word of a row would have fitted on the row before.
    fn room(&self, at: usize) -> usize {
        self.room_against(at, self.style.measure)
    }

    /// The same, against the longest of eight rows around.
    fn local_room(&self, at: usize) -> usize {
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
        if before.ends == End::Hyphen {
            return 0;
        }
        let word = row.plain.split_whitespace().next().unwrap_or_default();
        let room = measure - before.width - measure::width(" ") - measure::width(word);
        // A row of several lines in print says nothing of where the last of them ends.
        if before.width > measure + JOINED {
            return 8;
        }
        let edges = [-3 * EM / 2, 0, 3 * EM / 2, 3 * EM, 6 * EM, 12 * EM];
        1 + grade(room, &edges)
    }

    /// The room behind the row before against that behind rows that surely go on, in eight
    /// grades; 8 where nothing is known.
    fn rank(&self, at: usize) -> usize {
        let (Some(before), Some(row)) =
            (at.checked_sub(1).and_then(|at| self.rows.get(at)), self.rows.get(at))
        else {
            return 8;
        };
        if before.width > self.style.measure + JOINED {
            return 8;
        }
        self.style.rank(self.style.room(before, row))
    }

    /// The bin of [`RowFeature::Announced`]; none outside of stretches and without a colon.
    fn announced(&self, at: usize) -> Option<usize> {
        let stretch = self.runs.stretch(at);
        if stretch.rows == 0 {
            return None;
        }
        let colon = |at: &usize| self.rows[*at].ends == End::Colon;
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
            End::Sentence | End::SentenceClosed => 0,
            End::Comma => 1,
            _ => 2,
        };
        Some(((far * 4 + rest) * 2 + lower) * 3 + end)
    }

    /// The bin of [`RowFeature::Announcing`]; none for rows that end otherwise.
    fn announcing(&self, at: usize) -> Option<usize> {
        let row = &self.rows[at];
        if row.ends != End::Colon {
            return None;
        }
        let stretch = self.runs.stretch((at + 1).min(self.rows.len() - 1));
        if stretch.rows < 2 {
            return None;
        }
        let before = at.checked_sub(1).map_or(End::Nothing, |at| self.rows[at].ends);
        let anew = usize::from(before.is_sentence() && !row.begins.goes_on());
        let gap = |at: usize| usize::from(self.blank(at) > 2);
        let share = row.width * 100 / stretch.middle.max(1);
        let width = grade(share, &[65, 130]);
        let size = usize::from(stretch.rows > 3);
        Some((((anew * 2 + gap(at)) * 2 + gap(at + 1)) * 3 + width) * 2 + size)
    }

    /// 0 at a page turn, 1 behind notes, else 2 and the blank lines beyond the usual.
    fn blank(&self, at: usize) -> usize {
        match self.rows.get(at) {
            None => 0,
            Some(row) if row.turn => 0,
            Some(row) if row.interrupted => 1,
            Some(row) => 2 + self.style.blanks_beyond(row).min(2) as usize,
        }
    }

    fn narrow(&self, at: usize) -> usize {
        let window = at.saturating_sub(1)..(at + 2).min(self.rows.len());
        let widest =
            self.rows[window].iter().map(|row| row.width).max().unwrap_or_default();
        let short = self.style.measure - widest;
        let edges = [-EM, EM / 2, 3 * EM / 2, 3 * EM, 6 * EM, 12 * EM];
        grade(short, &edges)
    }

    fn width_bin(&self, row: Option<&Row>) -> usize {
        let Some(row) = row else { return 9 };
        let share = row.width * 100 / self.style.measure.max(1);
        grade(share, &[25, 40, 55, 70, 80, 90, 97, 103])
    }

    fn is_short(&self, row: &Row) -> bool {
        self.style.is_short(row)
    }

    /// How many rows within a distance, the row itself not counted, are of a kind.
    fn around(&self, at: usize, distance: usize, is: impl Fn(usize) -> bool) -> usize {
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

    /// The step of the indent from another row: none known, less, the same, more.
    fn step(&self, row: &Row, other: Option<&Row>) -> usize {
        let Some(other) = other.filter(|_| self.style.keeps_indents) else { return 0 };
        let own = i64::from(row.indent) - i64::from(row.margin);
        let step = own - (i64::from(other.indent) - i64::from(other.margin));
        match step {
            ..=-2 => 1,
            -1..=1 => 2,
            _ => 3,
        }
    }

    /// 0 where indents are lost, 1 in the middle, 2 at the margin, 3 elsewhere.
    fn centred(&self, row: &Row) -> usize {
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

/// What parts two rows: 0 for nothing, 1 for blank lines beyond the usual, 2 for a page turn
/// or notes.
fn gap(blank: usize) -> usize {
    match blank {
        0 | 1 => 2,
        2 => 0,
        _ => 1,
    }
}

/// The bin of [`RowFeature::Measured`]: how far rows fall short of full ones, and how far in
/// standard errors; 36 where that is not known.
pub(super) fn measured(short: Option<(i32, i32)>) -> usize {
    short.map_or(36, |(short, errors)| {
        let errors = grade(errors, &[-8, -4, -2, 2, 4, 8, 16, 32]);
        errors * 4 + grade(short.abs(), &[EM, 2 * EM, 5 * EM])
    })
}

/// What a row begins with as items of lists do: a figure, a dash or a bullet; else 0.
fn listing(row: &Row) -> usize {
    match row.begins {
        Start::Digit => 1,
        Start::Dash => 2,
        Start::Bullet | Start::Bracket => 3,
        _ => 0,
    }
}

/// No capitals, words with capitals, all capitals; by the number of words.
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

/// A name in capitals with a stop behind it: "HAMLET.", "EL CORO.—"
fn is_speaker(line: &str) -> bool {
    let stops = |c: char| matches!(c, '.' | ':' | '—' | '(');
    // The second letter of most lines tells that they are none.
    let end = line.find(|c: char| stops(c) || c.is_lowercase()).unwrap_or(line.len());
    let (head, rest) = line.split_at(end);
    rest.starts_with(stops)
        && head.chars().filter(|c| c.is_alphabetic()).count() > 2
        && head.split_whitespace().count() <= 4
}

/// The kind of number at the head of a line.
fn numbering(line: &str) -> usize {
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

/// 1 for a line of stars, 2 for one of dots or dashes, else 0.
fn ornament(line: &str) -> usize {
    let only = |set: &[char]| line.chars().all(|c| c.is_whitespace() || set.contains(&c));
    match () {
        () if line.is_empty() => 0,
        () if only(&['*', '⁂', '❦', '✻', '⁎', '†', '◊', '#', '~', '§', '❧', '•']) => {
            1
        }
        () if only(&['.', '-', '—', '–', '_', '…', '·', '=']) => 2,
        () => 0,
    }
}
