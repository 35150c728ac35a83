//! Notes that say no more than "the same as before": *Ibid.*, *Ídem*, *op. cit.*
//!
//! On paper the note before is directly above. A reading system that shows one note at a
//! time gives readers no help.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contents::write_plain_text;
use super::notes::NumberedNote;
use crate::book::block::Block;
use crate::book::inline::{NoteSeries, notes};
use crate::text::language::Language;

/// What an EPUB does with such notes: the key `ibid` of `[book]`.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema,
)]
pub enum Ibid {
    /// They stay as they are.
    #[default]
    #[serde(rename = "keep")]
    Kept,
    /// The note that they refer to is repeated after them, in square brackets.
    #[serde(rename = "complete")]
    Completed,
}

/// The longest note that is repeated, in characters: about three lines of type. A longer
/// one is more than a reference, so what "the same" means is not known.
const LONGEST_REFERENCE: usize = 240;

/// The first words of a note that refers to an earlier one, in lower case.
struct IbidPhrases {
    /// Primary language subtag; empty for Latin phrases, which are used in all languages.
    language: &'static str,
    /// Phrases for the work, or the author, of the note before.
    same: &'static [&'static str],
    /// Phrases for a work cited somewhere before.
    earlier: &'static [&'static str],
}

const IBID_PHRASES: [IbidPhrases; 9] = [
    IbidPhrases {
        language: "",
        same: &["ibidem", "ibid.", "ibid", "ib.", "idem", "id."],
        earlier: &["op. cit.", "op.cit.", "loc. cit.", "loc.cit.", "l. c."],
    },
    IbidPhrases {
        language: "es",
        same: &["ibídem", "ibíd.", "ibíd", "ídem", "íd."],
        earlier: &["ob. cit.", "obra citada", "lug. cit."],
    },
    IbidPhrases {
        language: "ca",
        same: &["ibídem", "ibíd.", "ídem", "íd."],
        earlier: &["ob. cit.", "obra citada"],
    },
    IbidPhrases {
        language: "gl",
        same: &["ibídem", "ibíd.", "ídem", "íd."],
        earlier: &["ob. cit.", "obra citada"],
    },
    IbidPhrases { language: "pt", same: &[], earlier: &["ob. cit.", "obra citada"] },
    IbidPhrases { language: "fr", same: &[], earlier: &["ouvr. cit.", "art. cit."] },
    IbidPhrases {
        language: "de",
        same: &["ebenda", "ebd."],
        earlier: &["a. a. o.", "a.a.o."],
    },
    IbidPhrases { language: "it", same: &["ivi"], earlier: &["art. cit."] },
    IbidPhrases {
        language: "ru", same: &["там же"], earlier: &["указ. соч."]
    },
];

/// A note that refers to an earlier note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IbidNote<'a> {
    /// The note.
    pub note: NumberedNote<'a>,
    /// The note that it refers to, if that is certain: the last note of its chapter and
    /// series that stands by itself, if it is short and all notes between them say "the
    /// same", too.
    pub on: Option<NumberedNote<'a>>,
}

/// Finds the notes of a chapter that refer to earlier ones.
#[must_use]
pub fn find_ibid_notes<'a>(
    list: &[NumberedNote<'a>],
    language: Option<&Language>,
) -> Vec<IbidNote<'a>> {
    let mut found = Vec::new();
    for series in [NoteSeries::First, NoteSeries::Second] {
        let mut on = None;
        for note in list.iter().filter(|note| note.note.series == series) {
            match find_cited_work(*note, language) {
                None => on = Some(*note).filter(|note| is_reference(*note)),
                Some(CitedWork::Same) => found.push(IbidNote { note: *note, on }),
                Some(CitedWork::Earlier) => {
                    on = None;
                    found.push(IbidNote { note: *note, on });
                }
            }
        }
    }
    found.sort_by_key(|leaning| leaning.note.serial);
    found
}

/// The work that such a note cites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CitedWork {
    Same,
    Earlier,
}

/// The work that a note cites, by its first words; `None` for other notes.
fn find_cited_work(
    note: NumberedNote<'_>,
    language: Option<&Language>,
) -> Option<CitedWork> {
    let Some(Block::Paragraph(first)) = note.note.blocks.first() else { return None };
    let said = write_plain_text(&first.content).to_lowercase();
    let said = said.trim_start_matches(|c: char| !c.is_alphanumeric());
    let own = language.map_or("", Language::primary);
    let habits = IBID_PHRASES
        .iter()
        .filter(|habit| habit.language.is_empty() || habit.language == own);
    for habit in habits {
        for (list, work) in
            [(habit.same, CitedWork::Same), (habit.earlier, CitedWork::Earlier)]
        {
            let ends =
                |words: &&&str| said.strip_prefix(**words).is_some_and(may_follow_phrase);
            if list.iter().any(|words| ends(&words)) {
                return Some(work);
            }
        }
    }
    None
}

/// Whether this may follow the phrase: nothing, punctuation, a number, or an abbreviation
/// (*p.*, *t.*). So *id a casa* and *idem est* do not count.
fn may_follow_phrase(rest: &str) -> bool {
    let after = rest.trim_start();
    let Some(first) = after.chars().next() else { return true };
    if !first.is_alphabetic() {
        return true;
    }
    let word = after.split_whitespace().next().unwrap_or_default();
    after.len() < rest.len() && word.trim_end_matches(',').ends_with('.')
}

/// Whether a note is short enough to be repeated: one paragraph without notes of its own.
fn is_reference(note: NumberedNote<'_>) -> bool {
    let [Block::Paragraph(only)] = note.note.blocks.as_slice() else { return false };
    let is_short = write_plain_text(&only.content).chars().count() <= LONGEST_REFERENCE;
    is_short && notes(&only.content).next().is_none()
}

#[cfg(test)]
mod tests {
    use super::may_follow_phrase;

    #[test]
    fn a_word_that_only_looks_like_one_does_not_lean() {
        for after in ["", ".", ", p. 5", " 12", " p. 5", " t. II, p. 4", " (1905)"] {
            assert!(may_follow_phrase(after), "{after}");
        }
        for after in [" a la casa", "em", " est quod"] {
            assert!(!may_follow_phrase(after), "{after}");
        }
    }
}
