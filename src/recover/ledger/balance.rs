//! The balance of characters: every character of the source is either in the document or
//! in the removals.

use std::collections::BTreeMap;

use crate::book::block::{Block, TextPassage, visit_passages};
use crate::book::inline::{InlineLeaf, leaves};
use crate::recover::model::{Recovered, Removal, RemovalKind, find_replacement};
use crate::source::Text;
use crate::text::span::Span;

/// Nearly all characters of books are below this code point, Unicode's general
/// punctuation included.
const FREQUENT: usize = 0x2070;

/// The balance fails.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unbalanced {
    /// Two removals cover the same characters, or one ends before it begins.
    #[error("two removals cover the same characters")]
    Overlap {
        /// The later one.
        span: Span,
    },
    /// A character occurs less often in the document and the removals than in the source.
    #[error("'{character}' is missing {times} times")]
    Lost {
        /// The character.
        character: char,
        /// How often it is missing.
        times: u64,
    },
    /// A character occurs more often in the document and the removals than in the source.
    #[error("'{character}' occurs {times} times too often")]
    Doubled {
        /// The character.
        character: char,
        /// How often it is too many.
        times: u64,
    },
}

/// Checks that each character of the source except white space is either in the document
/// or in a removal.
///
/// Characters are counted, not compared in order, because notes move to their marks. Those that
/// a person corrected count as they are read.
///
/// # Errors
///
/// The first character, by code point, that is lost or doubled.
pub fn check_balance(text: &Text, recovered: &Recovered) -> Result<(), Unbalanced> {
    let mut counts = CharacterCounts::default();
    let mut at = 0;
    for Removal { span, kind } in &recovered.removals {
        if span.start < at || span.end < span.start {
            return Err(Unbalanced::Overlap { span: *span });
        }
        let kept = Span { start: at, end: span.start, ..*span };
        counts.add(text.slice(kept), |count| count.0 += 1);
        at = span.end;
        if matches!(kind, RemovalKind::CharacterReference | RemovalKind::Correction)
            && let Some(words) =
                find_replacement(text.slice(*span), *span, &recovered.corrections)
        {
            counts.add(&words, |count| count.0 += 1);
        }
    }
    let rest = text.text.get(at as usize..).unwrap_or_default();
    counts.add(rest, |count| count.0 += 1);
    visit_text(&recovered.document.blocks, &mut |words| {
        counts.add(words, |count| count.1 += 1);
    });
    for (character, (source, document)) in counts.into_counts() {
        if document < source {
            return Err(Unbalanced::Lost { character, times: source - document });
        }
        if document > source {
            return Err(Unbalanced::Doubled { character, times: document - source });
        }
    }
    Ok(())
}

/// How often each character is in the source, and in the document.
struct CharacterCounts {
    /// Of the characters below [`FREQUENT`], by code point.
    frequent: Vec<(u64, u64)>,
    others: BTreeMap<char, (u64, u64)>,
}

impl Default for CharacterCounts {
    fn default() -> Self {
        Self { frequent: vec![(0, 0); FREQUENT], others: BTreeMap::new() }
    }
}

impl CharacterCounts {
    fn add(&mut self, words: &str, one: impl Fn(&mut (u64, u64))) {
        for c in words.chars().filter(|c| !c.is_whitespace()) {
            match self.frequent.get_mut(c as usize) {
                Some(count) => one(count),
                None => one(self.others.entry(c).or_default()),
            }
        }
    }

    /// All counts, in the order of code points.
    fn into_counts(self) -> impl Iterator<Item = (char, (u64, u64))> {
        let frequent = ('\0'..).zip(self.frequent);
        frequent.chain(self.others)
    }
}

/// Visits all text of blocks, notes included.
fn visit_text(blocks: &[Block], say: &mut dyn FnMut(&str)) {
    visit_passages(blocks, &mut |passage| match passage {
        TextPassage::Line(line) => {
            for leaf in leaves(line) {
                match leaf {
                    InlineLeaf::Text(text) | InlineLeaf::Code(text) => say(text),
                    InlineLeaf::Formula(formula) => say(&formula.tex),
                    InlineLeaf::Note(note) => visit_text(&note.blocks, say),
                    InlineLeaf::Picture(_)
                    | InlineLeaf::LineBreak
                    | InlineLeaf::PageMark(_)
                    | InlineLeaf::Anchor(_)
                    | InlineLeaf::IndexMark(_) => {}
                }
            }
        }
        TextPassage::Preformatted(text) => say(text),
    });
}
