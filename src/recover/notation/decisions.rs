//! Finds the lines that decisions are about.
//!
//! A decision is obeyed only where its line is certain: it is the only line of its words, or
//! the only one of them between the lines that the decision names. A line that was corrected
//! is found by the lines around it alone. Every other decision is reported and not obeyed.

use rustc_hash::FxHashMap;

use super::Notation;
use crate::book::decisions::{Decisions, LineDecision};
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::model::DecidedLine;
use crate::source::Text;
use crate::text::letters::fold_letters;

/// Words of a line that a message quotes, in characters.
const QUOTED: usize = 40;

/// Finds the lines of decisions.
pub(super) fn find_decided_lines(
    text: &Text,
    decisions: &Decisions,
    notation: &mut Notation,
) {
    if decisions.lines.is_empty() {
        return;
    }
    let lines = SolidLines::new(text);
    for decision in &decisions.lines {
        match lines.find_first(decision) {
            Ok(first) => notation.decided.extend(lines.decide_from(first, decision)),
            Err(cause) => notation.diagnostics.push(
                Diagnostic::new(
                    codes::DECISION_LOST,
                    Severity::Warning,
                    format!("the decision about '{}' {cause}", quote(&decision.line)),
                )
                .hint("correct it in the file of decisions, or take it out"),
            ),
        }
    }
}

/// The first words of a line.
fn quote(line: &str) -> String {
    let line = line.trim();
    match line.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// The lines of a text that are not blank, by their letters.
struct SolidLines {
    /// Their indices in the text.
    lines: Vec<usize>,
    /// Their letters and figures, without accents and capitals: a corrected accent does not
    /// lose a decision.
    letters: Vec<String>,
    /// The places of each line in these lists.
    places: FxHashMap<String, Vec<usize>>,
}

impl SolidLines {
    fn new(text: &Text) -> Self {
        let words = |line: &usize| !text.line(*line).trim().is_empty();
        let lines: Vec<usize> = (0..text.lines.len()).filter(words).collect();
        let letters: Vec<String> =
            lines.iter().map(|&line| fold_line(text.line(line))).collect();
        let mut places: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        for (at, letters) in letters.iter().enumerate() {
            places.entry(letters.clone()).or_default().push(at);
        }
        Self { lines, letters, places }
    }

    /// The place of the first line of a decision, or why there is none.
    fn find_first(&self, decision: &LineDecision) -> Result<usize, &'static str> {
        let places_of = |words: &str| {
            self.places.get(&fold_line(words)).map(Vec::as_slice).unwrap_or_default()
        };
        let own = places_of(&decision.line);
        if let [only] = own {
            return Ok(*only);
        }
        let count = usize::try_from(decision.lines.max(1)).unwrap_or(usize::MAX);
        let is_after = |at: usize| {
            let after = decision.after.as_deref().map(fold_line);
            let next = at.checked_add(count).and_then(|at| self.letters.get(at));
            after.map(|after| next.is_some_and(|next| *next == after))
        };
        let is_before = |at: usize| {
            let before = decision.before.as_deref().map(fold_line);
            let last = at.checked_sub(1).map(|at| &self.letters[at]);
            before.map(|before| last.is_some_and(|last| *last == before))
        };
        if own.is_empty() {
            // The line itself was corrected: both lines around it are as they were.
            let before = decision.before.as_deref().map(places_of).unwrap_or_default();
            let below = before.iter().map(|at| at + 1);
            let mut between = below.filter(|&at| is_after(at) == Some(true));
            return match (between.next(), between.next()) {
                (Some(only), None) => Ok(only),
                _ => Err("does not apply: the text has no such line"),
            };
        }
        let agrees = |at: usize| {
            let around = [is_before(at), is_after(at)];
            around.into_iter().flatten().filter(|agrees| *agrees).count()
        };
        let most = own.iter().map(|&at| agrees(at)).max().unwrap_or_default();
        let mut best = own.iter().copied().filter(|&at| agrees(at) == most);
        match (best.next(), best.next()) {
            (Some(only), None) if most > 0 => Ok(only),
            _ => Err("does not say which of several such lines it is about"),
        }
    }

    /// The lines of a decision from a place on.
    fn decide_from(
        &self,
        first: usize,
        decision: &LineDecision,
    ) -> impl Iterator<Item = (usize, DecidedLine)> {
        let count = usize::try_from(decision.lines.max(1)).unwrap_or(usize::MAX);
        let lines = self.lines[first..].iter().take(count).enumerate();
        let LineDecision { is, level, .. } = *decision;
        lines.map(move |(at, &line)| {
            (line, DecidedLine { verdict: is, level, begins: at == 0 })
        })
    }
}

/// What lines are compared by: their letters; of a line without any, all that it has.
fn fold_line(line: &str) -> String {
    let letters = fold_letters(line);
    if letters.is_empty() { line.split_whitespace().collect() } else { letters }
}
