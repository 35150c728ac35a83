//! Joins line ends inside a paragraph: hyphens, dashes, words broken without a hyphen.

use super::compound_hyphens::{self, HYPHEN_FEATURES, HyphenHabit};
use super::spacing::Spacing;
use super::vocabulary::Vocabulary;
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::rows::row::Row;
use crate::source::Text;
use crate::text::addresses::{address_goes_on, is_address_run};
use crate::text::letters::DIVIDING;
use crate::text::odds::confidence_of_odds;
use crate::text::span::Span;

/// How two rows of a paragraph are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RowJoin {
    /// What is removed at the end of the first row and at the beginning of the second.
    pub(crate) dropped: [Option<Span>; 2],
    /// A space separates the two rows.
    pub(crate) space: bool,
    /// The decision is doubtful enough to report, with this confidence in thousandths.
    pub(crate) doubt: Option<u16>,
    /// A hyphen was removed from a word that the text has nowhere whole.
    pub(crate) unseen: bool,
}

/// Fewer hyphens than this at line ends do not show the habit of a stream.
const HYPHENS_TO_TELL: usize = 3;

/// Words between two compounds that share their second part: "Stein- und Sandmeer". No
/// German word is divided before them.
const AFTER_A_SUSPENDED_HYPHEN: [&str; 3] = ["und", "oder", "sowie"];

/// Decisions of a lower confidence, in thousandths, are reported.
const TOLD: u16 = 950;

/// A word that continues after a separate hyphen is not reported from this confidence on.
const SURE: u16 = 950;

/// Joins the line ends of one stream (the body, or the notes).
#[derive(Debug)]
pub(crate) struct RowJoiner<'a> {
    text: &'a Text,
    vocabulary: &'a Vocabulary<'a>,
    spacing: &'a Spacing,
    habit: HyphenHabit,
    /// Words are divided with another sign than the hyphen of compounds.
    prints_divisions: bool,
}

impl<'a> RowJoiner<'a> {
    /// Counts how often lines of the stream end in a hyphen; if too few do, lines of both
    /// streams.
    pub(crate) fn new(
        text: &'a Text,
        vocabulary: &'a Vocabulary<'a>,
        spacing: &'a Spacing,
        [own, others]: [&[&Row]; 2],
        language: Option<&str>,
    ) -> Self {
        let hyphened = |row: &&&Row| hyphen_at_end(text.slice(row.span)).is_some();
        let hyphens = |rows: &[&Row]| rows.iter().filter(hyphened).count();
        let (mut rows, mut hyphened) = (own.len(), hyphens(own));
        if hyphened < HYPHENS_TO_TELL {
            rows += others.len();
            hyphened += hyphens(others);
        }
        let habit = HyphenHabit::new(rows, hyphened, vocabulary, language);
        let lines = || own.iter().chain(others).map(|row| text.slice(row.span));
        let prints_divisions = prints_divisions(lines);
        Self { text, vocabulary, spacing, habit, prints_divisions }
    }

    /// Decides how two rows of one paragraph are joined.
    pub(crate) fn join_rows(&self, first: &Row, second: &Row) -> RowJoin {
        let (before, after) = (self.text.slice(first.span), self.text.slice(second.span));
        if let Some(hyphen) = hyphen_at_end(before) {
            let join = self.join_at_hyphen(first.span, second.span, hyphen);
            return if first.divides_word {
                self.join_divided(first, second, join)
            } else {
                join
            };
        }
        if first.divides_word && starts_lowercase(after) {
            let dropped = [None, None];
            return RowJoin { dropped, space: false, doubt: None, unseen: false };
        }
        let last = before.chars().next_back().unwrap_or(' ');
        let next = after.chars().next().unwrap_or(' ');
        let space = if self.vocabulary.ends_glued(before) {
            !next.is_alphanumeric()
        } else if self.vocabulary.begins_glued(after) {
            !last.is_alphanumeric()
        } else {
            !address_goes_on(before, after)
        };
        let broken = self.spacing.broken_at_end(first.span).filter(|_| space);
        RowJoin {
            dropped: [None, None],
            space: space && broken.is_none(),
            doubt: broken,
            unseen: false,
        }
    }

    /// Joins the halves of a word that the notation states to be divided. Transcribers
    /// have joined the words at other line ends, so these show nothing about the habits
    /// of the text: the hyphen stays only if the text has the word with it.
    fn join_divided(&self, first: &Row, second: &Row, join: RowJoin) -> RowJoin {
        let (before, after) = (self.text.slice(first.span), self.text.slice(second.span));
        let [left, right] = split_halves(before.trim_end_matches('-'), after);
        if join.dropped[0].is_some()
            || self.vocabulary.count(&format!("{left}-{right}")) > 0
        {
            return join;
        }
        let hyphen = Span { start: first.span.end - 1, ..first.span };
        RowJoin {
            dropped: [Some(hyphen), None],
            space: false,
            doubt: None,
            unseen: false,
        }
    }

    /// The diagnostic about a doubtful join.
    pub(crate) fn describe_doubt(
        &self,
        first: &Row,
        second: &Row,
        join: RowJoin,
        sure: u16,
    ) -> Diagnostic {
        let left = self.text.slice(first.span).rsplit(char::is_whitespace).next();
        let right = self.text.slice(second.span).split(char::is_whitespace).next();
        let (left, right) = (left.unwrap_or_default(), right.unwrap_or_default());
        let stem = left.trim_end_matches('-');
        let (code, done, other) = match join.dropped[0] {
            Some(_) => (
                codes::LINE_END_HYPHEN,
                format!("'{left}' and '{right}' are joined to '{stem}{right}'"),
                format!("or '{left}{right}', with the hyphen"),
            ),
            None if left.len() > stem.len() => (
                codes::LINE_END_HYPHEN,
                format!("'{left}{right}' keeps the hyphen of its line end"),
                format!("or '{stem}{right}', a word divided at the line end"),
            ),
            None => (
                codes::BROKEN_WORD,
                format!("'{left}' and '{right}' are joined to '{left}{right}'"),
                format!("or '{left} {right}', two words"),
            ),
        };
        let span = Span { start: first.span.end - as_u32(left.len()), ..first.span };
        Diagnostic::new(code, Severity::Note, done).at(span).confidence(sure).hint(other)
    }

    /// Joins two rows at a hyphen, which takes `hyphen` bytes with the spaces before it.
    fn join_at_hyphen(&self, first: Span, second: Span, hyphen: usize) -> RowJoin {
        let (before, after) = (self.text.slice(first), self.text.slice(second));
        let stem = &before[..before.len() - hyphen];
        let mark = before[before.len() - hyphen..].trim_start();
        let cut = Span { start: first.end - as_u32(mark.len()), ..first };
        let rest = after
            .strip_prefix('-')
            .filter(|rest| starts_lowercase(rest) && hyphen > mark.len());
        let second_cut = rest.map(|_| Span { end: second.start + 1, ..second });
        let kept =
            RowJoin { dropped: [None, None], space: false, doubt: None, unseen: false };
        let joined = RowJoin { dropped: [Some(cut), second_cut], ..kept };
        if rest.is_some() || !mark.starts_with(['-', '\u{2010}']) {
            return joined;
        }
        if hyphen > mark.len() {
            // A separate hyphen is a dash, unless the word continues after it.
            let cut = Span { start: first.end - as_u32(hyphen), ..first };
            let joined = RowJoin { dropped: [Some(cut), second_cut], ..kept };
            return match self.spacing.broken_at_end(first) {
                Some(sure) => RowJoin { doubt: (sure < SURE).then_some(sure), ..joined },
                None => RowJoin { space: true, ..kept },
            };
        }
        let [left, right] = split_halves(stem, after);
        let token = stem.rsplit(char::is_whitespace).next().unwrap_or_default();
        if left.is_empty() || right.is_empty() || is_address_run(token) {
            return kept;
        }
        let whole = format!("{left}{right}");
        if AFTER_A_SUSPENDED_HYPHEN.contains(&right) && self.vocabulary.count(&whole) == 0
        {
            return RowJoin { space: true, ..kept };
        }
        if self.prints_divisions {
            return if mark == "-" { kept } else { joined };
        }
        if self.is_compound([left, right], [token, after]) {
            return kept;
        }
        let odds = compound_hyphens::compound_odds(self.extract_features([left, right]));
        let sure = confidence_of_odds(odds.abs());
        let doubt = (sure < TOLD).then_some(sure);
        if odds > 0 {
            return RowJoin { doubt, ..kept };
        }
        let unseen = self.vocabulary.count(&whole) == 0
            && self.vocabulary.count_elsewhere(&whole) == 0;
        RowJoin { doubt, unseen: unseen && doubt.is_none(), ..joined }
    }

    /// Whether two halves are certainly parts of a compound. If `whole` is no word of the
    /// text, either of two signs is enough. A word has no capital inside unless all its
    /// letters are capitals: of 39 hyphens before a capital in the 194 texts that
    /// [`compound_hyphens`] was fitted on, 39 belonged to the word. And the text may have
    /// the compound within lines: 15 of 16.
    fn is_compound(&self, [left, right]: [&str; 2], [token, after]: [&str; 2]) -> bool {
        if self.vocabulary.count(&format!("{left}{right}")) > 0 {
            return false;
        }
        let shouted = left.chars().all(char::is_uppercase);
        let in_word = |c: char| c.is_alphabetic() || c == '-';
        let rest = after.split(|c| !in_word(c)).next().unwrap_or_default();
        let before = token.rsplit(|c| !in_word(c)).next().unwrap_or_default();
        let compound = format!("{before}-{}", rest.trim_end_matches('-'));
        right.starts_with(char::is_uppercase) && !shouted
            || self.vocabulary.count(&compound) > 0
    }

    /// The features of a hyphen between two halves.
    fn extract_features(&self, halves: [&str; 2]) -> [i32; HYPHEN_FEATURES] {
        compound_hyphens::extract_features(
            halves,
            self.vocabulary,
            &self.spacing.lexicon,
            self.habit,
        )
    }

    /// The halves of a word with a hyphen at a line end, and the features of the hyphen.
    #[cfg(feature = "internals")]
    pub(crate) fn hyphened_word(
        &self,
        first: &Row,
        second: &Row,
    ) -> Option<([&'a str; 2], [i32; HYPHEN_FEATURES])> {
        let (before, after) = (self.text.slice(first.span), self.text.slice(second.span));
        let hyphen = hyphen_at_end(before)?;
        let halves = split_halves(&before[..before.len() - hyphen], after);
        halves
            .iter()
            .all(|half| !half.is_empty())
            .then(|| (halves, self.extract_features(halves)))
    }
}

/// Whether lines divide words with U+2010 or U+00AD where compounds have the hyphen of a
/// typewriter, as typesetting programs do: then a hyphen says which of the two it is.
fn prints_divisions<'t, I: Iterator<Item = &'t str>>(lines: impl Fn() -> I) -> bool {
    let printed = ['\u{2010}', '\u{AD}'];
    let divides = |line: &&str| line.ends_with(printed);
    let is_printed_inside = |line: &str| line.trim_end_matches(printed).contains(printed);
    lines().filter(divides).count() >= HYPHENS_TO_TELL
        && lines().any(is_hyphened)
        && !lines().any(is_printed_inside)
}

/// Whether a line has a hyphen of a typewriter between two letters.
fn is_hyphened(line: &str) -> bool {
    line.match_indices('-').any(|(at, _)| {
        let [before, after] = [&line[..at], &line[at + 1..]];
        before.ends_with(char::is_alphabetic) && after.starts_with(char::is_alphabetic)
    })
}

/// The letters on both sides of a line end.
fn split_halves<'t>(stem: &'t str, after: &'t str) -> [&'t str; 2] {
    let left = stem.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let right = after.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    [left, right]
}

/// The length in bytes of the hyphen after a letter at the end of a line, with the white
/// space between the two; `None` without one.
fn hyphen_at_end(line: &str) -> Option<usize> {
    let stem = line.strip_suffix(DIVIDING)?;
    let stem = stem.trim_end();
    let after_word = stem.ends_with(char::is_alphanumeric);
    after_word.then_some(line.len() - stem.len())
}

/// Whether a string begins with a lower-case letter.
fn starts_lowercase(word: &str) -> bool {
    word.starts_with(char::is_lowercase)
}

/// A length in bytes as `u32`.
fn as_u32(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
