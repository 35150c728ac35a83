//! Words that may be misread: a word seen once or twice that is another, seen often, but
//! for letters that are easily confused (`tbe` for `the`, `rnodo` for `modo`). Nothing is
//! changed: they are listed for a person.
//!
//! Most words that a text has once are words of the language, and many of them have such a
//! neighbour (`cansa` and `causa`). So each sign adds its weight: how often the neighbour
//! is seen, how much dearer the letters of the word are than those of the neighbour, how
//! rarely true words differ in these letters. The sum is the logarithm of the odds, for a
//! text in which one word of 400 is misread.
//!
//! The weights are those of a logistic regression over 194 true texts of 50 books, spoilt
//! so (`tests/learn/misread.rs`). With the book left out of the fit, of 1,246,000 words,
//! 2,969 of them spoilt, 1,314 were listed and 1,266 of these were spoilt; the others are
//! one word in 26,000, and some of them are slips of the books themselves.
//!
//! Costs are in hundredths of a nat.

mod tokens;

mod sieve;

mod confusions;

mod misread;

mod pairs;

use misread::{Rarity, is_rare, odds};
use pairs::{Neighbours, Pair};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use tokens::Token;

use super::spacing::Spacing;
use crate::diagnostic::Diagnostic;
use crate::recover::rows::row::Row;
use crate::recover::words::corpus::Corpus;
use crate::source::Text;
use crate::text::span::Span;

pub(crate) use misread::{SIGNS, Words};

/// What must speak for a misread word, as odds, so that it is worth reading of: 73 in 100.
const TOLD: i32 = 100;

/// Lists the words that may be misread, or two, in some streams of rows.
pub(crate) fn find<'r>(
    text: &Text,
    streams: impl Iterator<Item = &'r [Row]>,
    spacing: &Spacing,
    corpus: &Corpus,
) -> Vec<Diagnostic> {
    let streams: Vec<&[Row]> = streams.collect();
    let mut words = Words::new(&spacing.lexicon, corpus);
    for rows in &streams {
        tokens::each(rows, spacing, |token| {
            if !token.fragment {
                words.add(&token.letters);
            }
        });
    }
    let mut diagnostics = Vec::new();
    let mut doubles: Vec<Double<'_>> = Vec::new();
    // Few words are rare, and each takes long.
    let mut rare: Vec<(&[Row], Token<'_>, i32)> = Vec::new();
    for &rows in &streams {
        let mut seen = Vec::new();
        let mut few: Vec<(usize, Token<'_>)> = Vec::new();
        tokens::each(rows, spacing, |token| {
            let times = if token.fragment { 0 } else { words.seen(&token.letters) };
            if is_rare(times) {
                few.push((seen.len(), token));
            }
            seen.push(times);
        });
        let rarity = Rarity::of(seen);
        let with_around = |(at, token)| Some((rows, token, rarity.around(at)?));
        rare.extend(few.into_iter().filter_map(with_around));
    }
    let judged = rare.into_par_iter().filter_map(|(rows, token, around)| {
        let neighbours = words.neighbours(&token.letters, around).into_iter();
        let weighed = neighbours.map(|other| (odds(other.signs), other));
        let likeliest = weighed.max_by_key(|(odds, other)| (*odds, other.seen));
        let place = || place(text, &rows[token.row], token.here);
        if let Some((odds, other)) = likeliest.filter(|(odds, _)| *odds >= TOLD) {
            return Some(Suspect::Misread(other.finding(&token, odds).at(place())));
        }
        let pairs = Pair::all(&token.letters, &words);
        let place = (!pairs.is_empty()).then(place)?;
        Some(Suspect::Double((token, place, pairs)))
    });
    for suspect in judged.collect::<Vec<_>>() {
        match suspect {
            Suspect::Misread(found) => diagnostics.push(found),
            Suspect::Double(double) => doubles.push(double),
        }
    }
    diagnostics.extend(run_together(&streams, spacing, &doubles));
    diagnostics
}

/// A word that may be two, where it stands, and which two.
type Double<'t> = (Token<'t>, Span, Vec<Pair>);

/// What a rare word may be.
enum Suspect<'t> {
    /// Another word, as is told.
    Misread(Diagnostic),
    /// Two words.
    Double(Double<'t>),
}

/// Lists the words that are likely two, of those that may be.
fn run_together(
    streams: &[&[Row]],
    spacing: &Spacing,
    doubles: &[Double<'_>],
) -> Vec<Diagnostic> {
    let mut neighbours = Neighbours::default();
    if doubles.is_empty() {
        return Vec::new();
    }
    doubles.iter().flat_map(|(.., pairs)| pairs).for_each(|pair| neighbours.ask(pair));
    for rows in streams {
        let mut before: Option<Token<'_>> = None;
        tokens::each(rows, spacing, |token| {
            if let Some(before) = before.as_ref().filter(|before| !before.fragment) {
                neighbours.see(&before.letters, &token.letters);
            }
            before = Some(token);
        });
    }
    let findings = doubles.iter().filter_map(|(token, place, pairs)| {
        Some(neighbours.finding(token, pairs)?.at(*place))
    });
    findings.collect()
}

/// Where a word stands in its row.
fn place(text: &Text, row: &Row, word: &str) -> Span {
    let line = text.slice(row.span);
    let found = tokens::words(line).find(|(_, other)| *other == word);
    let Some((at, _)) = found else { return row.span };
    let start = row.span.start + u32::try_from(at).unwrap_or_default();
    let end = start + u32::try_from(word.len()).unwrap_or_default();
    Span { start, end, ..row.span }
}

/// The confusions in the order of the table: what was printed, and what is read.
pub(crate) fn confusions() -> Vec<(&'static str, &'static str)> {
    confusions::all()
}
