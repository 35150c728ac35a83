//! What the labelling sees of a row: a bin for each [`Sign`].
//!
//! Signs are coarse on purpose. A text of an unknown typesetter, read by an unknown
//! extractor, shows none of them reliably; together they decide (`weights.txt`).

use super::rows::Row;
use super::style::Style;
use crate::recover::measure::{self, EM};
use crate::text::numerals::{self, Numbering};

/// Declares the signs and how many bins each has.
macro_rules! signs {
    ($($(#[$doc:meta])* $name:ident: $bins:expr,)*) => {
        /// A kind of evidence about a row.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum Sign { $($(#[$doc])* $name,)* }

        impl Sign {
            /// All signs, and the number of bins of each.
            pub(super) const ALL: &'static [(Self, &'static str, usize)] =
                &[$((Self::$name, stringify!($name), $bins),)*];
        }
    };
}

signs! {
    /// Would the first word have fitted on the row before? In bins of ems.
    Room: 8,
    /// The same against the longest of the rows around.
    LocalRoom: 8,
    /// What the row before ends with.
    End: 11,
    /// What the row begins with.
    Start: 11,
    /// Blank lines before, beyond the usual, by what they mean in this text.
    Blank: 30,
    /// End of the row before and start of this one.
    EndStart: 121,
    /// Room, end and start together, each coarse.
    RoomEndStart: 96,
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
    Turn: 24,
    /// Nothing but stars, dots or dashes.
    Ornament: 3,
    /// Room and end of the row before that: was the row before a beginning?
    Earlier: 12,
    /// Would the next row's first word have fitted here, and what parts the two.
    NextRoom: 24,
    /// A line that ends early without a full stop, before a capital.
    Broken: 24,
    /// The share of short rows in the whole, and whether this one is short.
    ShortShare: 8,
    /// How far the longest of three rows falls short of the measure, in bins of ems.
    Narrow: 7,
    /// The body or notes; the first row of them or not.
    Stream: 4,
}

/// The rows of a stream with what is known of the stream as a whole.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stream<'a> {
    /// The rows.
    pub(super) rows: &'a [Row],
    /// How the stream is set.
    pub(super) style: &'a Style,
}

impl Stream<'_> {
    /// The bins of a row, one for each sign, in the order of [`Sign::ALL`].
    pub(super) fn observe(&self, at: usize) -> Vec<usize> {
        let row = &self.rows[at];
        let style = self.style;
        let before = at.checked_sub(1).and_then(|at| self.rows.get(at));
        let after = self.rows.get(at + 1);
        let room = self.room(at);
        let next_room = self.room(at + 1);
        let end = before.map_or(End::Nothing, |row| End::of(&row.plain));
        let start = Start::of(&row.plain);
        let next_start = after.map_or(Start::Other, |row| Start::of(&row.plain));
        let own_end = End::of(&row.plain);
        let blank = self.blank(at);
        let blank_after = self.blank(at + 1);
        let width = self.width_bin(Some(row));
        let short = usize::from(self.is_short(row));
        let turned = usize::from(row.turn);
        let upper = usize::from(start.coarse() == 0);
        let shorts = self.around(at, 3, |row| self.is_short(row));
        let capitals = self.around(at, 2, |row| Start::of(&row.plain).coarse() == 0);
        let gap = |blank: usize| match blank {
            0 | 1 => 2,
            2 => 0,
            _ => 1,
        };
        Sign::ALL
            .iter()
            .map(|&(sign, _, bins)| {
                let bin = match sign {
                    Sign::Room => room,
                    Sign::LocalRoom => self.local_room(at),
                    Sign::End => end as usize,
                    Sign::Start => start as usize,
                    Sign::Blank => {
                        (blank * 3 + style.blanks) * 2 + usize::from(style.stray_blanks)
                    }
                    Sign::EndStart => end as usize * 11 + start as usize,
                    Sign::RoomEndStart => (room * 4 + end.coarse()) * 3 + start.coarse(),
                    Sign::Indent => self.indent_bin(row) * 3 + style.indents,
                    Sign::Steps => self.step(row, before) * 4 + self.step(row, after),
                    Sign::Width => width,
                    Sign::WidthBefore => self.width_bin(before),
                    Sign::WidthAfter => self.width_bin(after),
                    Sign::WidthBlanks => (width * 3 + gap(blank)) * 3 + gap(blank_after),
                    Sign::Capitals => capital_bin(&row.plain),
                    Sign::Number => numbering(&row.plain) * 3 + gap(blank),
                    Sign::OwnEnd => own_end as usize * 2 + short,
                    Sign::NextStart => next_start as usize * 3 + gap(blank_after),
                    Sign::Centred => self.centred(row) * 3 + width / 3,
                    Sign::Trailing => match (style.trailing, before) {
                        (true, Some(before)) => 1 + usize::from(before.trailing_space),
                        _ => 0,
                    },
                    Sign::ShortRun => shorts * 2 + upper,
                    Sign::CapitalRun => capitals * 2 + short,
                    Sign::Turn if turned == 1 => room * 3 + start.coarse(),
                    Sign::Turn => bins,
                    Sign::Ornament => ornament(&row.plain),
                    Sign::Earlier => match at.checked_sub(1) {
                        Some(at) => {
                            let end = at
                                .checked_sub(1)
                                .map_or(End::Nothing, |at| End::of(&self.rows[at].plain));
                            self.room(at) / 3 * 4 + end.coarse()
                        }
                        None => bins,
                    },
                    Sign::NextRoom => next_room * 3 + gap(blank_after),
                    Sign::Broken => {
                        let early = usize::from(next_room >= 5);
                        (early * 4 + own_end.coarse()) * 3 + next_start.coarse()
                    }
                    Sign::ShortShare => style.short_share * 2 + short,
                    Sign::Narrow => self.narrow(at),
                    Sign::Stream => usize::from(style.notes) * 2 + usize::from(at == 0),
                };
                bin.min(bins)
            })
            .collect()
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
        if End::of(&before.plain) == End::Hyphen {
            return 0;
        }
        let word = row.plain.split_whitespace().next().unwrap_or_default();
        let room = measure - before.width - measure::width(" ") - measure::width(word);
        let edges = [-3 * EM / 2, 0, 3 * EM / 2, 3 * EM, 6 * EM, 12 * EM];
        1 + edges.iter().filter(|&&edge| room >= edge).count()
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
        edges.iter().filter(|&&edge| short >= edge).count()
    }

    fn width_bin(&self, row: Option<&Row>) -> usize {
        let Some(row) = row else { return 9 };
        let share = row.width * 100 / self.style.measure.max(1);
        [25, 40, 55, 70, 80, 90, 97, 103].iter().filter(|&&edge| share >= edge).count()
    }

    fn is_short(&self, row: &Row) -> bool {
        self.style.is_short(row)
    }

    /// How many rows within a distance, the row itself not counted, are of a kind.
    fn around(&self, at: usize, distance: usize, is: impl Fn(&Row) -> bool) -> usize {
        let window =
            at.saturating_sub(distance)..(at + distance + 1).min(self.rows.len());
        window.filter(|&other| other != at && is(&self.rows[other])).count()
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

/// What a row ends with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// There is no row.
    Nothing,
    /// A full stop or its like.
    Sentence,
    /// The same with a quote or bracket behind it.
    SentenceClosed,
    /// A colon.
    Colon,
    /// A comma or semicolon.
    Comma,
    /// A hyphen behind a letter.
    Hyphen,
    /// A dash.
    Dash,
    /// A quote or bracket.
    Closed,
    /// A letter.
    Letter,
    /// A digit.
    Digit,
    /// Anything else.
    Other,
}

impl End {
    /// What a line ends with.
    pub(super) fn of(line: &str) -> Self {
        const STOPS: [char; 4] = ['.', '!', '?', '…'];
        const CLOSERS: [char; 10] = ['”', '"', '»', ')', ']', '’', '\'', '“', '›', '*'];
        let Some(last) = line.chars().next_back() else { return Self::Nothing };
        match last {
            c if STOPS.contains(&c) => Self::Sentence,
            ':' => Self::Colon,
            ',' | ';' => Self::Comma,
            '—' | '–' | '―' => Self::Dash,
            c if CLOSERS.contains(&c) => {
                let inner = line.trim_end_matches(CLOSERS).trim_end();
                if inner.ends_with(STOPS) { Self::SentenceClosed } else { Self::Closed }
            }
            '-' | '\u{2010}' | '\u{AD}' | '\u{2}' | '¬' => {
                let stem = &line[..line.len() - last.len_utf8()];
                if stem.trim_end().ends_with(char::is_alphabetic) {
                    Self::Hyphen
                } else {
                    Self::Other
                }
            }
            c if c.is_alphabetic() => Self::Letter,
            c if c.is_numeric() => Self::Digit,
            _ => Self::Other,
        }
    }

    /// 0 a sentence, 1 a colon, 2 nothing that ends, 3 unclear.
    fn coarse(self) -> usize {
        match self {
            Self::Nothing | Self::Sentence | Self::SentenceClosed => 0,
            Self::Colon => 1,
            Self::Comma | Self::Hyphen | Self::Letter => 2,
            Self::Dash | Self::Closed | Self::Digit | Self::Other => 3,
        }
    }

    /// Whether a paragraph may well end so.
    pub(super) fn is_sentence(self) -> bool {
        self.coarse() == 0
    }
}

/// What a row begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    /// A capital.
    Upper,
    /// A word in capitals.
    Capitals,
    /// A small letter.
    Lower,
    /// A digit.
    Digit,
    /// A dash.
    Dash,
    /// A quote before a capital.
    QuotedUpper,
    /// A quote before anything else.
    Quoted,
    /// An opening mark of question or exclamation.
    Inverted,
    /// A star or bullet.
    Bullet,
    /// A bracket.
    Bracket,
    /// Anything else.
    Other,
}

impl Start {
    /// What a line begins with.
    pub(super) fn of(line: &str) -> Self {
        let mut chars = line.chars();
        let Some(first) = chars.next() else { return Self::Other };
        match first {
            '—' | '–' | '―' | '-' => Self::Dash,
            '“' | '"' | '«' | '‘' | '„' | '»' | '”' | '\'' | '‹' | '’' => {
                let upper =
                    chars.find(|c| c.is_alphanumeric()).is_some_and(char::is_uppercase);
                if upper { Self::QuotedUpper } else { Self::Quoted }
            }
            '¿' | '¡' => Self::Inverted,
            '*' | '•' | '·' | '▪' | '⁂' => Self::Bullet,
            '(' | '[' => Self::Bracket,
            c if c.is_numeric() => Self::Digit,
            c if c.is_lowercase() => Self::Lower,
            c if c.is_uppercase() => {
                let word =
                    line.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
                let long = word.chars().nth(1).is_some();
                if long && !word.chars().any(char::is_lowercase) {
                    Self::Capitals
                } else {
                    Self::Upper
                }
            }
            c if c.is_alphabetic() => Self::Upper,
            _ => Self::Other,
        }
    }

    /// 0 the way sentences begin, 1 the way they go on, 2 unclear.
    fn coarse(self) -> usize {
        match self {
            Self::Upper | Self::Capitals | Self::QuotedUpper | Self::Inverted => 0,
            Self::Lower | Self::Quoted => 1,
            _ => 2,
        }
    }

    /// Whether a sentence goes on so.
    pub(super) fn goes_on(self) -> bool {
        self.coarse() == 1
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
