//! Probable OCR errors: a word that occurs once or twice and equals a frequent one except
//! for letters that are easily confused (`tbe` for `the`, `rnodo` for `modo`), and words
//! run together. Nothing is changed; the words are reported.
//!
//! Most words that a text has once are words of the language, and many of them have such
//! a neighbour (`cansa` and `causa`). So features add up, each with its weight: the
//! frequency of the neighbour, the difference of the spelling costs, how rarely true
//! words differ in these letters. The sum is the log odds, for a text in which one word
//! of 400 is misread.
//!
//! The weights are those of a logistic regression over 194 true texts of 50 books with
//! simulated errors (`tests/learn/misread.rs`). With the book left out of the fit, of
//! 1,246,000 words, 2,969 of them with an error, 1,314 were reported and 1,266 of these
//! had one. The other reports are one word in 26,000, and some of them are errors of the
//! books themselves.
//!
//! Where an OCR program says how sure it is of its words, that is evidence as well
//! (`engine_evidence.rs`).
//!
//! Costs are in hundredths of a nat.

mod tokens;

mod letter_sum_filter;

mod confusions;

mod misread;

mod engine_evidence;

mod run_together;

use engine_evidence::{find_confidence, weigh_joined, weigh_misread};
use misread::{WordRarity, is_rare, misread_odds};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use run_together::{AdjacentPairs, WordPair};
use tokens::RowToken;

use super::spacing::Spacing;
use crate::diagnostic::Diagnostic;
use crate::recover::rows::row::Row;
use crate::recover::words::corpus::Corpus;
use crate::source::Text;
use crate::text::span::Span;

#[cfg(feature = "internals")]
pub(crate) use misread::MISREAD_FEATURES;
pub(crate) use misread::WordFrequencies;

/// Least log odds of a misread word that is reported: 73 in 100.
const TOLD: i32 = 100;

/// Finds words that may be misread, or run together, in streams of rows.
pub(crate) fn find_ocr_errors<'r>(
    text: &Text,
    streams: impl Iterator<Item = &'r [Row]>,
    spacing: &Spacing,
    corpus: &Corpus,
) -> Vec<Diagnostic> {
    let streams: Vec<&[Row]> = streams.collect();
    let mut words = WordFrequencies::new(&spacing.lexicon, corpus);
    for rows in &streams {
        tokens::visit_tokens(rows, spacing, |token| {
            if !token.fragment {
                words.add(&token.letters);
            }
        });
    }
    let mut diagnostics = Vec::new();
    let mut doubles: Vec<RunTogether<'_>> = Vec::new();
    // Few words are rare, and each takes long.
    let mut rare: Vec<(&[Row], RowToken<'_>, i32)> = Vec::new();
    for &rows in &streams {
        let mut seen = Vec::new();
        let mut few: Vec<(usize, RowToken<'_>)> = Vec::new();
        tokens::visit_tokens(rows, spacing, |token| {
            let times = if token.fragment { 0 } else { words.count(&token.letters) };
            if is_rare(times) {
                few.push((seen.len(), token));
            }
            seen.push(times);
        });
        let rarity = WordRarity::new(seen);
        let with_around = |(at, token)| Some((rows, token, rarity.rare_around(at)?));
        rare.extend(few.into_iter().filter_map(with_around));
    }
    let judged = rare.into_par_iter().filter_map(|(rows, token, around)| {
        let place = || word_span(text, &rows[token.row], token.here);
        // What is said of one part of a divided word is not said of the other.
        let is_whole = token.here.len() == token.letters.len();
        let percent = if is_whole && !text.confidences.is_empty() {
            find_confidence(text, place())
        } else {
            None
        };
        let evidence = weigh_misread(percent);
        let neighbours = words.find_candidates(&token.letters, around).into_iter();
        let weighed =
            neighbours.map(|other| (misread_odds(other.features) + evidence, other));
        let likeliest = weighed.max_by_key(|(odds, other)| (*odds, other.seen));
        if let Some((odds, other)) = likeliest.filter(|(odds, _)| *odds >= TOLD) {
            let found = other.make_finding(&token, percent, odds);
            return Some(OcrError::Misread(place_finding(found, text, &token, place())));
        }
        let pairs = WordPair::find_pairs(&token.letters, &words, weigh_joined(percent));
        let unlisted = percent
            .and_then(|percent| words.report_unlisted(&token, percent, TOLD))
            .map(|found| found.at(place()));
        if pairs.is_empty() {
            return unlisted.map(OcrError::Misread);
        }
        let place = place();
        Some(OcrError::Double(RunTogether { token, place, pairs, unlisted }))
    });
    for suspect in judged.collect::<Vec<_>>() {
        match suspect {
            OcrError::Misread(found) => diagnostics.push(found),
            OcrError::Double(double) => doubles.push(double),
        }
    }
    diagnostics.extend(report_run_together(text, &streams, spacing, &doubles));
    diagnostics
}

/// A word that may be two.
struct RunTogether<'t> {
    token: RowToken<'t>,
    place: Span,
    /// The pairs that it may be.
    pairs: Vec<WordPair>,
    /// What else may be reported of it.
    unlisted: Option<Diagnostic>,
}

/// What a rare word may be.
enum OcrError<'t> {
    /// A misread word; its diagnostic.
    Misread(Diagnostic),
    /// Two words run together.
    Double(RunTogether<'t>),
}

/// Reports the words that are probably two.
fn report_run_together(
    text: &Text,
    streams: &[&[Row]],
    spacing: &Spacing,
    doubles: &[RunTogether<'_>],
) -> Vec<Diagnostic> {
    let mut neighbours = AdjacentPairs::default();
    if doubles.is_empty() {
        return Vec::new();
    }
    doubles
        .iter()
        .flat_map(|double| &double.pairs)
        .for_each(|pair| neighbours.ask_for(pair));
    for rows in streams {
        let mut before: Option<RowToken<'_>> = None;
        tokens::visit_tokens(rows, spacing, |token| {
            if let Some(before) = before.as_ref().filter(|before| !before.fragment) {
                neighbours.record_pair(&before.letters, &token.letters);
            }
            before = Some(token);
        });
    }
    let findings = doubles.iter().filter_map(|double| {
        let RunTogether { token, place, pairs, unlisted } = double;
        let found = neighbours.make_finding(token, pairs);
        found
            .map(|found| place_finding(found, text, token, *place))
            .or_else(|| unlisted.clone())
    });
    findings.collect()
}

/// Places a finding about a word. A word that is not whole at its place has no reading there.
fn place_finding(
    mut found: Diagnostic,
    text: &Text,
    token: &RowToken<'_>,
    place: Span,
) -> Diagnostic {
    found.reading = found.reading.filter(|_| text.slice(place) == token.letters);
    found.at(place)
}

/// The span of a word in its row.
fn word_span(text: &Text, row: &Row, word: &str) -> Span {
    let line = text.slice(row.span);
    let found = tokens::split_words(line).find(|(_, other)| *other == word);
    let Some((at, _)) = found else { return row.span };
    row.span.part(at..at + word.len())
}

/// The confusions in the order of the table: what was printed, and what is read.
#[cfg(feature = "internals")]
pub(crate) fn confusions() -> Vec<(&'static str, &'static str)> {
    confusions::all_confusions()
}
