//! Finds the lines that decisions are about.
//!
//! A decision is obeyed only where its line is certain: it is the only line of its words, or
//! the only one of them between the lines that the decision names. A line that was corrected
//! is found by the lines around it alone. Every other decision is reported and not obeyed.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::Notation;
use crate::book::decisions::{
    Decisions, LineDecision, LineVerdict, MarkDecision, WordDecision,
};
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::model::{Correction, DecidedLine, DecidedMark};
use crate::source::Text;
use crate::text::letters::{fold_letters, is_extraction_artifact};
use crate::text::span::Span;

/// Why a decision about characters is not obeyed.
const NO_CHARACTERS: &str = "does not apply: the line does not have these characters";

/// Words of a line that a message quotes, in characters.
const QUOTED: usize = 40;

/// Finds the lines of decisions.
pub(super) fn find_decided_lines(
    text: &Text,
    decisions: &Decisions,
    notation: &mut Notation,
) {
    if decisions.is_empty() {
        return;
    }
    let lines = SolidLines::new(text);
    for decision in &decisions.lines {
        match lines.find_first(&LineAnchor::of(decision)) {
            Ok(first) => notation.decided.extend(lines.decide_from(first, decision)),
            Err(cause) => notation.diagnostics.push(report_lost(&decision.line, cause)),
        }
    }
    for decision in &decisions.marks {
        match lines.find_mark(text, decision) {
            Ok(mark) => notation.decided_marks.push(mark),
            Err(cause) => notation.diagnostics.push(report_lost(&decision.line, cause)),
        }
    }
    let mut corrections: Vec<Correction> = Vec::new();
    for decision in &decisions.words {
        match lines.find_word(text, decision) {
            Ok(correction) => {
                corrections.retain(|one| !one.span.overlaps(correction.span));
                corrections.push(correction);
            }
            Err(cause) => notation.diagnostics.push(report_lost(&decision.line, cause)),
        }
    }
    corrections.sort_by_key(|one| one.span.start);
    notation.corrections = corrections;
}

fn report_lost(line: &str, cause: &str) -> Diagnostic {
    let message = format!("the decision about '{}' {cause}", quote(line));
    Diagnostic::new(codes::DECISION_LOST, Severity::Warning, message)
        .hint("correct it in the file of decisions, or take it out")
}

/// The places of decisions in a text; `None` for each that is not obeyed, because the text does
/// not have its lines or characters, or not certainly.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DecisionPlaces {
    /// Those of decisions about lines, from the first line to the last.
    pub lines: Vec<Option<Range<usize>>>,
    /// The marks of decisions about marks, and the first lines of their notes.
    pub marks: Vec<Option<DecidedMark>>,
    /// The characters of decisions about words, and what they are read as.
    pub words: Vec<Option<Correction>>,
}

/// Finds the places of decisions.
///
/// ```
/// use pliego::{Decisions, FileId, LineVerdict, decide_lines, locate_decisions, read};
///
/// let text = read(FileId(0), "a.txt", b"One\n\nTwo\nThree\n").unwrap().value;
/// let decision = decide_lines(&text, 2..4, LineVerdict::Verse, None).unwrap();
/// let decisions = Decisions { lines: vec![decision], ..Decisions::default() };
/// assert_eq!(locate_decisions(&text, &decisions).lines, [Some(2..4)]);
/// ```
#[must_use]
pub fn locate_decisions(text: &Text, decisions: &Decisions) -> DecisionPlaces {
    if decisions.is_empty() {
        return DecisionPlaces::default();
    }
    let lines = SolidLines::new(text);
    let Decisions { lines: of_lines, marks, words, seen: _ } = decisions;
    DecisionPlaces {
        lines: of_lines.iter().map(|one| lines.find_range(one)).collect(),
        marks: marks.iter().map(|one| lines.find_mark(text, one).ok()).collect(),
        words: words.iter().map(|one| lines.find_word(text, one).ok()).collect(),
    }
}

/// A decision about lines of a text, which names them by their words and those around them;
/// `None` if all are blank, or these words do not tell them from other lines.
#[must_use]
pub fn decide_lines(
    text: &Text,
    lines: Range<usize>,
    is: LineVerdict,
    level: Option<u8>,
) -> Option<LineDecision> {
    let solid = SolidLines::new(text);
    let place = |line: &usize| solid.lines.partition_point(|one| one < line);
    let (first, end) = (place(&lines.start), place(&lines.end));
    let words = |at: usize| Some(text.line(*solid.lines.get(at)?).trim().to_owned());
    let decision = LineDecision {
        line: words(first)?,
        before: first.checked_sub(1).and_then(words),
        after: words(end),
        lines: u32::try_from(end.checked_sub(first)?).ok().filter(|&count| count > 0)?,
        is,
        level,
    };
    (solid.find_first(&LineAnchor::of(&decision)) == Ok(first)).then_some(decision)
}

/// A decision about the characters of a span, which are in one line: that they call the note
/// that begins with the line `note`, or no note. `None` if the words of these lines and those
/// around them do not tell them from other lines.
#[must_use]
pub fn decide_mark(text: &Text, span: Span, note: Option<usize>) -> Option<MarkDecision> {
    let solid = SolidLines::new(text);
    let own = text.line_of(span.start)?;
    let (line, before, after) = solid.words_around(text, own)?;
    let mark = text.text.get(span.range())?.to_owned();
    let occurrence = count_occurrence(text, own, &mark, span)?;
    let (note, note_before, note_after) = match note {
        Some(note) => {
            let (line, before, after) = solid.words_around(text, note)?;
            (Some(line), before, after)
        }
        None => (None, None, None),
    };
    let decision = MarkDecision {
        line,
        before,
        after,
        mark,
        occurrence,
        note,
        note_before,
        note_after,
    };
    let found = solid.find_mark(text, &decision).ok()?;
    (found.span.range() == span.range()).then_some(decision)
}

/// A decision that corrects the characters of a span, which are in one line, or leaves them
/// out. `None` if none of them is visible, or the words of the line and those around it do not
/// tell it from other lines.
#[must_use]
pub fn decide_word(
    text: &Text,
    span: Span,
    reading: Option<&str>,
) -> Option<WordDecision> {
    let solid = SolidLines::new(text);
    let own = text.line_of(span.start)?;
    let (line, before, after) = solid.words_around(text, own)?;
    let is_visible = |c: char| !c.is_whitespace() && !is_extraction_artifact(c);
    let word = text.text.get(span.range()).filter(|word| word.contains(is_visible))?;
    let occurrence = count_occurrence(text, own, word, span)?;
    let anchor = LineAnchor::single(&line, before.as_ref(), after.as_ref());
    let found = solid.find_line_part(text, &anchor, (word, occurrence)).ok()?;
    let (word, reading) = (word.to_owned(), reading.map(str::to_owned));
    let decision = WordDecision { line, before, after, word, occurrence, reading };
    (found.range() == span.range()).then_some(decision)
}

/// How many times the characters of a span have occurred in their line, the span included.
fn count_occurrence(
    text: &Text,
    line: usize,
    characters: &str,
    span: Span,
) -> Option<u32> {
    let from = text.lines.get(line)?.span.start as usize;
    let before = text.text.get(from..span.start as usize)?;
    u32::try_from(before.matches(characters).count() + 1).ok()
}

/// The first words of a line.
fn quote(line: &str) -> String {
    let line = line.trim();
    match line.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// What a decision says of the first of its lines.
struct LineAnchor<'a> {
    line: &'a str,
    before: Option<&'a str>,
    after: Option<&'a str>,
    /// How many lines there are before the line `after`.
    count: usize,
}

impl<'a> LineAnchor<'a> {
    fn of(decision: &'a LineDecision) -> Self {
        let LineDecision { line, before, after, lines, .. } = decision;
        let count = usize::try_from((*lines).max(1)).unwrap_or(usize::MAX);
        Self { line, before: before.as_deref(), after: after.as_deref(), count }
    }

    /// That of a single line.
    fn single(
        line: &'a str,
        before: Option<&'a String>,
        after: Option<&'a String>,
    ) -> Self {
        let (before, after) = (before.map(String::as_str), after.map(String::as_str));
        Self { line, before, after, count: 1 }
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

    /// The words of a line, of the one before it and of the one after it; `None` if it is
    /// blank.
    fn words_around(
        &self,
        text: &Text,
        line: usize,
    ) -> Option<(String, Option<String>, Option<String>)> {
        let at = self.lines.binary_search(&line).ok()?;
        let words = |at: usize| Some(text.line(*self.lines.get(at)?).trim().to_owned());
        Some((words(at)?, at.checked_sub(1).and_then(words), words(at + 1)))
    }

    /// The place of the first line of a decision, or why there is none.
    fn find_first(&self, anchor: &LineAnchor<'_>) -> Result<usize, &'static str> {
        let places_of = |words: &str| {
            self.places.get(&fold_line(words)).map(Vec::as_slice).unwrap_or_default()
        };
        let own = places_of(anchor.line);
        if let [only] = own {
            return Ok(*only);
        }
        let is_after = |at: usize| {
            let after = anchor.after.map(fold_line);
            let next = at.checked_add(anchor.count).and_then(|at| self.letters.get(at));
            after.map(|after| next.is_some_and(|next| *next == after))
        };
        let is_before = |at: usize| {
            let before = anchor.before.map(fold_line);
            let last = at.checked_sub(1).map(|at| &self.letters[at]);
            before.map(|before| last.is_some_and(|last| *last == before))
        };
        if own.is_empty() {
            // The line itself was corrected: both lines around it are as they were.
            let before = anchor.before.map(places_of).unwrap_or_default();
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

    /// The lines of a decision, from its first to its last.
    fn find_range(&self, decision: &LineDecision) -> Option<Range<usize>> {
        let anchor = LineAnchor::of(decision);
        let first = self.find_first(&anchor).ok()?;
        let last = first.saturating_add(anchor.count - 1).min(self.lines.len() - 1);
        Some(self.lines[first]..self.lines[last] + 1)
    }

    /// The mark of a decision, or why there is none.
    fn find_mark(
        &self,
        text: &Text,
        decision: &MarkDecision,
    ) -> Result<DecidedMark, &'static str> {
        let MarkDecision { line, before, after, mark, occurrence, .. } = decision;
        let anchor = LineAnchor::single(line, before.as_ref(), after.as_ref());
        let span = self.find_line_part(text, &anchor, (mark, *occurrence))?;
        let MarkDecision { note, note_before: before, note_after: after, .. } = decision;
        let note = note.as_ref().map(|line| {
            let anchor = LineAnchor::single(line, before.as_ref(), after.as_ref());
            self.find_first(&anchor).map(|at| self.lines[at])
        });
        Ok(DecidedMark { span, note: note.transpose()? })
    }

    /// The characters that a decision corrects, without punctuation at their ends that the
    /// reading keeps.
    ///
    /// # Errors
    ///
    /// Why the decision cannot be obeyed.
    fn find_word(
        &self,
        text: &Text,
        decision: &WordDecision,
    ) -> Result<Correction, &'static str> {
        let WordDecision { line, before, after, word, occurrence, reading } = decision;
        let anchor = LineAnchor::single(line, before.as_ref(), after.as_ref());
        let span = self.find_line_part(text, &anchor, (word, *occurrence))?;
        // Characters that are left out of every text are no part of words. At the end of a
        // line they may say that a word is divided.
        let reading = reading.as_deref().unwrap_or_default();
        let reading = reading.trim_matches(is_extraction_artifact);
        let from = word.len() - word.trim_start_matches(is_extraction_artifact).len();
        let word = word.trim_matches(is_extraction_artifact);
        if word.is_empty() {
            return Err(NO_CHARACTERS);
        }
        let (start, end) = common_ends(word, reading);
        let span = span.part(from + start..from + word.len() - end);
        let reading = &reading[start..reading.len() - end];
        Ok(Correction { span, reading: reading.replace(is_extraction_artifact, "") })
    }

    /// Finds characters in the line of an anchor: their nth occurrence, counted from 1. Else it
    /// says why they cannot be found.
    fn find_line_part(
        &self,
        text: &Text,
        anchor: &LineAnchor<'_>,
        (characters, occurrence): (&str, u32),
    ) -> Result<Span, &'static str> {
        let own = text.lines[self.lines[self.find_first(anchor)?]].span;
        let nth = usize::try_from(occurrence.saturating_sub(1)).unwrap_or(usize::MAX);
        let mut places = text.slice(own).match_indices(characters);
        match places.nth(nth).filter(|(_, found)| !found.trim().is_empty()) {
            Some((start, found)) => Ok(own.part(start..start + found.len())),
            None => Err(NO_CHARACTERS),
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

/// How many bytes of punctuation and white space two words begin with alike, and end with
/// alike: what a line-end hyphen or the mark of a note is beside. Something is left of the
/// first.
fn common_ends(word: &str, reading: &str) -> (usize, usize) {
    fn count_alike<'c>(
        word: impl Iterator<Item = char> + 'c,
        reading: impl Iterator<Item = char> + 'c,
    ) -> usize {
        let pairs = word.zip(reading);
        let alike = pairs.take_while(|(a, b)| a == b && !a.is_alphanumeric());
        alike.map(|(c, _)| c.len_utf8()).sum()
    }
    let start = count_alike(word.chars(), reading.chars());
    if start == word.len() {
        return (0, 0);
    }
    let end = count_alike(word[start..].chars().rev(), reading[start..].chars().rev());
    if start + end == word.len() { (start, 0) } else { (start, end) }
}
