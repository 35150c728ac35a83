//! The decisions about a document, with their places in its text, and new ones from what a
//! person says.

use std::ops::Range;

use super::DeskError;
use super::doubts::{
    DecisionChoice, MARK, NO_MARK, NO_WORD, WORD, find_lines, find_passage_bytes,
};
use crate::book::decisions::{Decisions, LineVerdict};
use crate::project::DecisionIndices;
use crate::recover::{
    DecisionPlaces, decide_lines, decide_mark, decide_word, locate_decisions,
};
use crate::source::Text;
use crate::text::span::Span;

/// A decision about lines, a mark or a word, and where that is in the text as it is now.
pub(super) struct PlacedDecision {
    /// The words of its line.
    pub(super) words: String,
    /// What was decided.
    pub(super) verdict: Verdict,
    /// The lines; `None` if it is not obeyed.
    pub(super) lines: Option<Range<usize>>,
    /// The characters of a mark or a word.
    pub(super) characters: Option<Span>,
}

/// What was decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    /// What lines are, and the level of a heading.
    Lines(LineVerdict, Option<u8>),
    /// The first line of the note that a mark calls; it may be unknown.
    Mark(Option<usize>),
    /// Characters call no note.
    NoMark,
    /// What characters should be.
    Word(String),
    /// Characters are left out.
    NoWord,
}

/// Decisions with their places: those about lines, about marks and about words.
pub(super) fn place_decisions(text: &Text, decisions: &Decisions) -> Vec<PlacedDecision> {
    let DecisionPlaces { lines, marks, words } = locate_decisions(text, decisions);
    let lines = decisions.lines.iter().zip(lines);
    let lines = lines.map(|(decision, lines)| PlacedDecision {
        words: decision.line.clone(),
        verdict: Verdict::Lines(decision.is, decision.level),
        lines,
        characters: None,
    });
    let place = |words: &str, verdict, characters: Option<Span>| {
        let lines = characters.and_then(|span| find_lines(text, span));
        let lines = lines.map(|(first, count)| first..first + count);
        PlacedDecision { words: words.to_owned(), verdict, lines, characters }
    };
    let marks = decisions.marks.iter().zip(marks);
    let marks = marks.map(|(decision, found)| {
        let verdict = match decision.note {
            Some(_) => Verdict::Mark(found.and_then(|found| found.note)),
            None => Verdict::NoMark,
        };
        place(&decision.line, verdict, found.map(|found| found.span))
    });
    let words = decisions.words.iter().zip(words);
    let words = words.map(|(decision, found)| {
        let verdict = match &decision.reading {
            Some(reading) => Verdict::Word(reading.clone()),
            None => Verdict::NoWord,
        };
        place(&decision.line, verdict, found.map(|found| found.span))
    });
    lines.chain(marks).chain(words).collect()
}

/// The indices of some decisions in the lists of their file. `placed` has those about lines
/// first, then those about marks.
pub(super) fn index_decisions(
    placed: &[PlacedDecision],
    indices: impl Iterator<Item = usize>,
) -> DecisionIndices {
    let kind = |one: &PlacedDecision| match one.verdict {
        Verdict::Lines(..) => 0,
        Verdict::Mark(_) | Verdict::NoMark => 1,
        Verdict::Word(_) | Verdict::NoWord => 2,
    };
    let first_of = |wanted: i32| placed.partition_point(|one| kind(one) < wanted);
    let (marks, words) = (first_of(1), first_of(2));
    let mut found = DecisionIndices::default();
    for at in indices {
        match at {
            at if at < marks => found.lines.push(at),
            at if at < words => found.marks.push(at - marks),
            at => found.words.push(at - words),
        }
    }
    found
}

impl PlacedDecision {
    /// Whether another decision is about the same lines or characters.
    pub(super) fn is_about_same(&self, other: &Self) -> bool {
        match (self.characters, other.characters) {
            (Some(own), Some(other)) => own.overlaps(other),
            (None, None) => self.lines.is_some() && self.lines == other.lines,
            _ => false,
        }
    }

    /// Whether another decision is about some of the same lines or characters; where neither
    /// is obeyed, whether it is about a line of the same words.
    pub(super) fn meets(&self, other: &Self) -> bool {
        match (&self.lines, &other.lines, self.characters, other.characters) {
            (_, _, Some(own), Some(other)) => own.overlaps(other),
            (Some(own), Some(other), None, None) => {
                own.start < other.end && other.start < own.end
            }
            (None, None, None, None) => self.words == other.words,
            _ => false,
        }
    }
}

impl Verdict {
    /// Its name in the page.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Lines(is, _) => is.name(),
            Self::Mark(_) => MARK,
            Self::NoMark => NO_MARK,
            Self::Word(_) => WORD,
            Self::NoWord => NO_WORD,
        }
    }
}

/// Adds the decision that a person has taken.
pub(super) fn make_decision(
    text: &Text,
    choice: &DecisionChoice,
    added: &mut Decisions,
) -> Result<(), DeskError> {
    let DecisionChoice { first, count, is, level, start, end, note, reading } = choice;
    let refusal = |words: &str| DeskError::BadRequest(words.to_owned());
    let find_characters = || match (*start, *end) {
        (Some(start), Some(end)) => {
            find_span(text, *first, start, end).ok_or(DeskError::Ambiguous)
        }
        _ => Err(refusal("a mark or a word has a start and an end")),
    };
    match is.as_str() {
        MARK | NO_MARK => {
            let span = find_characters()?;
            if note.is_some() != (is == MARK) {
                return Err(refusal("a mark has a note"));
            }
            let decision = decide_mark(text, span, *note);
            added.marks.push(decision.ok_or(DeskError::Ambiguous)?);
        }
        WORD | NO_WORD => {
            let span = find_characters()?;
            if reading.is_some() != (is == WORD) {
                return Err(refusal("a word has a reading"));
            }
            let decision = decide_word(text, span, reading.as_deref());
            added.words.push(decision.ok_or(DeskError::Ambiguous)?);
        }
        _ => {
            let Some(is) = LineVerdict::of_name(is) else {
                return Err(refusal(&format!("'{is}' is no decision")));
            };
            let level = match (is, *level) {
                (LineVerdict::Heading, Some(1..=6)) => *level,
                (_, None) => None,
                _ => return Err(refusal("a heading has a level from 1 to 6")),
            };
            let end = first.saturating_add(*count).min(text.lines.len());
            let decision = decide_lines(text, *first..end, is, level);
            added.lines.push(decision.ok_or(DeskError::Ambiguous)?);
        }
    }
    Ok(())
}

/// The span of some characters of a line, in UTF-16 code units, as browsers count.
fn find_span(text: &Text, line: usize, start: usize, end: usize) -> Option<Span> {
    let own = text.lines.get(line)?.span;
    let bytes = find_passage_bytes(text.text.get(own.range())?, start, end)?;
    (bytes.start < bytes.end).then(|| own.part(bytes))
}
