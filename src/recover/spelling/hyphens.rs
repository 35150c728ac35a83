//! Line ends inside a paragraph: hyphens, dashes, words broken without a hyphen.

use super::compounds::{self, Habit, SIGNS};
use super::spacing::Spacing;
use super::vocabulary::Vocabulary;
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::rows::row::Row;
use crate::source::Text;
use crate::text::letters::DIVIDING;
use crate::text::odds::confidence;
use crate::text::span::Span;

/// How two lines of a paragraph are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Join {
    /// What falls away at the end of the first line and at the head of the second.
    pub(crate) dropped: [Option<Span>; 2],
    /// A space parts the two lines.
    pub(crate) space: bool,
    /// The decision is a guess worth telling, with this confidence in thousandths.
    pub(crate) doubt: Option<u16>,
    /// A hyphen fell away from a word that the text has nowhere whole.
    pub(crate) unseen: bool,
}

/// Fewer hyphens than this at line ends do not tell the habit of a stream.
const HYPHENS_TO_TELL: usize = 3;

/// A decision less sure than this, in thousandths, is told.
const TOLD: u16 = 950;

/// A word that goes on behind a hyphen that stands alone, with this confidence or more,
/// needs no telling.
const SURE: u16 = 950;

/// How line ends of one stream (the body, or the notes) are joined.
#[derive(Debug)]
pub(crate) struct Joiner<'a> {
    text: &'a Text,
    vocabulary: &'a Vocabulary<'a>,
    spacing: &'a Spacing,
    habit: Habit,
}

impl<'a> Joiner<'a> {
    /// Looks how often lines of the stream end in a hyphen, and, where the stream has
    /// too few to tell, lines of both.
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
        let habit = Habit::new(rows, hyphened, vocabulary, language);
        Self { text, vocabulary, spacing, habit }
    }

    /// Decides how two rows of one paragraph are joined.
    pub(crate) fn join(&self, first: &Row, second: &Row) -> Join {
        let (before, after) = (self.text.slice(first.span), self.text.slice(second.span));
        if let Some(hyphen) = hyphen_at_end(before) {
            return self.hyphen(first.span, second.span, hyphen);
        }
        let last = before.chars().next_back().unwrap_or(' ');
        let next = after.chars().next().unwrap_or(' ');
        let address = before.rsplit(char::is_whitespace).next().unwrap_or_default();
        let space = if self.vocabulary.glues(last) {
            !next.is_alphanumeric()
        } else if self.vocabulary.glues(next) {
            !last.is_alphanumeric()
        } else {
            !(address.contains("://") && last == '/')
        };
        let broken = self.spacing.broken(first.span).filter(|_| space);
        Join {
            dropped: [None, None],
            space: space && broken.is_none(),
            doubt: broken,
            unseen: false,
        }
    }

    /// What to say about a doubtful join.
    pub(crate) fn doubt(
        &self,
        first: &Row,
        second: &Row,
        join: Join,
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
        let span = Span { start: first.span.end - bytes(left.len()), ..first.span };
        Diagnostic::new(code, Severity::Note, done).at(span).confidence(sure).hint(other)
    }

    /// A line that ends in a hyphen, `hyphen` bytes of it with the spaces before.
    fn hyphen(&self, first: Span, second: Span, hyphen: usize) -> Join {
        let (before, after) = (self.text.slice(first), self.text.slice(second));
        let stem = &before[..before.len() - hyphen];
        let mark = before[before.len() - hyphen..].trim_start();
        let cut = Span { start: first.end - bytes(mark.len()), ..first };
        let rest =
            after.strip_prefix('-').filter(|rest| lower(rest) && hyphen > mark.len());
        let second_cut = rest.map(|_| Span { end: second.start + 1, ..second });
        let kept =
            Join { dropped: [None, None], space: false, doubt: None, unseen: false };
        let joined = Join { dropped: [Some(cut), second_cut], ..kept };
        if rest.is_some() || !mark.starts_with(['-', '\u{2010}']) {
            return joined;
        }
        if hyphen > mark.len() {
            // A hyphen that stands alone is a dash, unless the word goes on behind it.
            let cut = Span { start: first.end - bytes(hyphen), ..first };
            let joined = Join { dropped: [Some(cut), second_cut], ..kept };
            return match self.spacing.broken(first) {
                Some(sure) => Join { doubt: (sure < SURE).then_some(sure), ..joined },
                None => Join { space: true, ..kept },
            };
        }
        let [left, right] = halves(stem, after);
        let token = stem.rsplit(char::is_whitespace).next().unwrap_or_default();
        if left.is_empty() || right.is_empty() || token.contains("://") {
            return kept;
        }
        let odds = compounds::odds(self.signs([left, right]));
        let sure = confidence(odds.abs());
        let doubt = (sure < TOLD).then_some(sure);
        if odds > 0 {
            return Join { doubt, ..kept };
        }
        let whole = format!("{left}{right}");
        let unseen = self.vocabulary.seen(&whole) == 0
            && self.vocabulary.seen_elsewhere(&whole) == 0;
        Join { doubt, unseen: unseen && doubt.is_none(), ..joined }
    }

    /// What speaks for and against a hyphen of the word's own between two halves.
    fn signs(&self, halves: [&str; 2]) -> [i32; SIGNS] {
        compounds::signs(halves, self.vocabulary, &self.spacing.lexicon, self.habit)
    }

    /// The halves of a word with a hyphen at a line end, and what the hyphen's signs are.
    pub(crate) fn hyphened(
        &self,
        first: &Row,
        second: &Row,
    ) -> Option<([&'a str; 2], [i32; SIGNS])> {
        let (before, after) = (self.text.slice(first.span), self.text.slice(second.span));
        let hyphen = hyphen_at_end(before)?;
        let halves = halves(&before[..before.len() - hyphen], after);
        halves.iter().all(|half| !half.is_empty()).then(|| (halves, self.signs(halves)))
    }
}

/// The letters on both sides of a line end.
fn halves<'t>(stem: &'t str, after: &'t str) -> [&'t str; 2] {
    let left = stem.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let right = after.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    [left, right]
}

/// Length in bytes of the hyphen at the end of a line that follows a letter, with white
/// space between the two; none without one.
fn hyphen_at_end(line: &str) -> Option<usize> {
    let stem = line.strip_suffix(DIVIDING)?;
    let stem = stem.trim_end();
    let after_word = stem.ends_with(char::is_alphanumeric);
    after_word.then_some(line.len() - stem.len())
}

/// Whether a string begins with a small letter.
fn lower(word: &str) -> bool {
    word.starts_with(char::is_lowercase)
}

/// A length in bytes as spans count them.
fn bytes(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
