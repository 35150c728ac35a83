//! Notes that say no more than "the same as before": *Ibid.*, *Ídem*, *op. cit.*
//!
//! On paper the note before stands above them. A reader that shows one note at a time
//! shows nothing to go by.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contents::plain;
use super::notes::NumberedNote;
use crate::book::block::Block;
use crate::book::inline::{Series, notes};
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
    /// The note that they lean on is said again behind them, in square brackets.
    #[serde(rename = "complete")]
    Completed,
}

/// The longest note, in characters, that is said again: some three lines of type. A longer
/// one says more than where something stands, and of what the next note means by "the
/// same" nothing is known.
const LONGEST_REFERENCE: usize = 240;

/// What begins a note that leans on another, in small letters.
struct Habit {
    /// Primary language subtag; empty for what is Latin everywhere.
    language: &'static str,
    /// The work, or the author, of the note before.
    same: &'static [&'static str],
    /// A work named somewhere before.
    earlier: &'static [&'static str],
}

const HABITS: [Habit; 9] = [
    Habit {
        language: "",
        same: &["ibidem", "ibid.", "ibid", "ib.", "idem", "id."],
        earlier: &["op. cit.", "op.cit.", "loc. cit.", "loc.cit.", "l. c."],
    },
    Habit {
        language: "es",
        same: &["ibídem", "ibíd.", "ibíd", "ídem", "íd."],
        earlier: &["ob. cit.", "obra citada", "lug. cit."],
    },
    Habit {
        language: "ca",
        same: &["ibídem", "ibíd.", "ídem", "íd."],
        earlier: &["ob. cit.", "obra citada"],
    },
    Habit {
        language: "gl",
        same: &["ibídem", "ibíd.", "ídem", "íd."],
        earlier: &["ob. cit.", "obra citada"],
    },
    Habit { language: "pt", same: &[], earlier: &["ob. cit.", "obra citada"] },
    Habit { language: "fr", same: &[], earlier: &["ouvr. cit.", "art. cit."] },
    Habit { language: "de", same: &["ebenda", "ebd."], earlier: &["a. a. o.", "a.a.o."] },
    Habit { language: "it", same: &["ivi"], earlier: &["art. cit."] },
    Habit { language: "ru", same: &["там же"], earlier: &["указ. соч."] },
];

/// A note that leans on another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaning<'a> {
    /// The note.
    pub note: NumberedNote<'a>,
    /// What it leans on, where that is sure: the last note of its chapter and series that
    /// stands by itself, if it is short and all between them say "the same" too.
    pub on: Option<NumberedNote<'a>>,
}

/// The notes of a chapter that lean on others.
#[must_use]
pub fn leaning<'a>(
    list: &[NumberedNote<'a>],
    language: Option<&Language>,
) -> Vec<Leaning<'a>> {
    let mut found = Vec::new();
    for series in [Series::First, Series::Second] {
        let mut on = None;
        for note in list.iter().filter(|note| note.note.series == series) {
            match leans(*note, language) {
                None => on = Some(*note).filter(|note| is_reference(*note)),
                Some(Work::Same) => found.push(Leaning { note: *note, on }),
                Some(Work::Earlier) => {
                    on = None;
                    found.push(Leaning { note: *note, on });
                }
            }
        }
    }
    found.sort_by_key(|leaning| leaning.note.serial);
    found
}

/// What a note leans on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Work {
    Same,
    Earlier,
}

/// What a note leans on by its first words, if it does.
fn leans(note: NumberedNote<'_>, language: Option<&Language>) -> Option<Work> {
    let Some(Block::Paragraph(first)) = note.note.blocks.first() else { return None };
    let said = plain(&first.content).to_lowercase();
    let said = said.trim_start_matches(|c: char| !c.is_alphanumeric());
    let own = language.map_or("", Language::primary);
    let habits =
        HABITS.iter().filter(|habit| habit.language.is_empty() || habit.language == own);
    for habit in habits {
        for (list, work) in [(habit.same, Work::Same), (habit.earlier, Work::Earlier)] {
            let ends = |words: &&&str| said.strip_prefix(**words).is_some_and(is_behind);
            if list.iter().any(|words| ends(&words)) {
                return Some(work);
            }
        }
    }
    None
}

/// Whether such a thing may stand behind the words: nothing, a sign, a number, or an
/// abbreviation (*p.*, *t.*). So *id a casa* and *idem est* are no such notes.
fn is_behind(rest: &str) -> bool {
    let behind = rest.trim_start();
    let Some(first) = behind.chars().next() else { return true };
    if !first.is_alphabetic() {
        return true;
    }
    let word = behind.split_whitespace().next().unwrap_or_default();
    behind.len() < rest.len() && word.trim_end_matches(',').ends_with('.')
}

/// Whether a note is short enough to be said again: one paragraph that calls no notes.
fn is_reference(note: NumberedNote<'_>) -> bool {
    let [Block::Paragraph(only)] = note.note.blocks.as_slice() else { return false };
    let is_short = plain(&only.content).chars().count() <= LONGEST_REFERENCE;
    is_short && notes(&only.content).next().is_none()
}

#[cfg(test)]
mod tests {
    use super::is_behind;

    #[test]
    fn a_word_that_only_looks_like_one_does_not_lean() {
        for behind in ["", ".", ", p. 5", " 12", " p. 5", " t. II, p. 4", " (1905)"] {
            assert!(is_behind(behind), "{behind}");
        }
        for behind in [" a la casa", "em", " est quod"] {
            assert!(!is_behind(behind), "{behind}");
        }
    }
}
