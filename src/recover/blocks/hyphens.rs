//! Line ends inside a paragraph: hyphens, dashes, words broken without a hyphen.

use super::codes;
use super::compounds::{self, Habit, SIGNS};
use super::rows::Row;
use super::spacing::{Spacing, confidence};
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::corpus::{self, Corpus, Counts};
use crate::source::Text;
use crate::text::letters::{self, DIVIDING};
use crate::text::span::Span;

/// How two lines of a paragraph are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Join {
    /// What falls away at the end of the first line and at the head of the second.
    pub(super) dropped: [Option<Span>; 2],
    /// A space parts the two lines.
    pub(super) space: bool,
    /// The decision is a guess worth telling, with this confidence in thousandths.
    pub(super) doubt: Option<u16>,
    /// A hyphen fell away from a word that the text has nowhere whole.
    pub(super) unseen: bool,
}

/// What the text itself says about its words.
#[derive(Debug, Default)]
pub(super) struct Vocabulary<'a> {
    /// What the other documents of the corpus have.
    corpus: Option<&'a Corpus>,
    /// How often each word occurs inside lines, in small letters, hyphens included.
    words: Counts,
    /// For the em dash and the en dash: how often it stands between two letters, less
    /// how often a space parts it from one of them.
    glued_dashes: [i32; 2],
    /// How many words there are inside lines.
    pub(super) tokens: u64,
    /// How many of them have a hyphen inside.
    pub(super) compounds: u64,
}

/// The dashes that [`Vocabulary::glued_dashes`] counts.
const DASHES: [char; 2] = ['—', '–'];

/// Fewer hyphens than this at line ends do not tell the habit of a stream.
const HYPHENS_TO_TELL: usize = 3;

/// A decision less sure than this, in thousandths, is told.
const TOLD: u16 = 950;

/// A word that goes on behind a hyphen that stands alone, with this confidence or more,
/// needs no telling.
const SURE: u16 = 950;

impl<'a> Vocabulary<'a> {
    /// Counts the words of rows. The last word of a row and the first of the next may be
    /// fragments and do not count.
    pub(super) fn of<'r>(
        text: &Text,
        rows: impl Iterator<Item = &'r Row>,
        elsewhere: &'a Corpus,
    ) -> Self {
        let mut vocabulary = Self { corpus: Some(elsewhere), ..Self::default() };
        for row in rows {
            let line = text.slice(row.span);
            vocabulary.count_dashes(line);
            for word in corpus::words_inside(line) {
                vocabulary.tokens += 1;
                vocabulary.compounds += u64::from(word.contains('-'));
                corpus::add(word, &mut vocabulary.words);
            }
        }
        vocabulary
    }

    /// How often a word was seen.
    pub(super) fn seen(&self, word: &str) -> u32 {
        self.words.get(&*letters::small(word)).copied().unwrap_or_default()
    }

    /// How often the other documents of the corpus have a word.
    pub(super) fn seen_elsewhere(&self, word: &str) -> u32 {
        self.corpus.map_or(0, |corpus| corpus.seen(word))
    }

    fn count_dashes(&mut self, line: &str) {
        for (at, c) in line.char_indices() {
            let Some(dash) = DASHES.iter().position(|&dash| dash == c) else { continue };
            let before = line[..at].chars().next_back();
            let after = line[at + c.len_utf8()..].chars().next();
            if let (Some(before), Some(after)) = (before, after) {
                let spaced = before.is_whitespace() != after.is_whitespace();
                let glued = before.is_alphanumeric() && after.is_alphanumeric();
                self.glued_dashes[dash] += i32::from(glued) - i32::from(spaced);
            }
        }
    }

    /// Whether a dash of this kind ties words without a space in this text.
    fn glues(&self, dash: char) -> bool {
        DASHES.iter().zip(self.glued_dashes).any(|(&d, sum)| d == dash && sum > 0)
    }
}

/// How line ends of one stream (the body, or the notes) are joined.
#[derive(Debug)]
pub(super) struct Joiner<'a> {
    text: &'a Text,
    vocabulary: &'a Vocabulary<'a>,
    spacing: &'a Spacing,
    habit: Habit,
}

impl<'a> Joiner<'a> {
    /// Looks how often lines of the stream end in a hyphen, and, where the stream has
    /// too few to tell, lines of both.
    pub(super) fn new(
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
    pub(super) fn join(&self, first: &Row, second: &Row) -> Join {
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
    pub(super) fn doubt(
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
    pub(super) fn hyphened(
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
