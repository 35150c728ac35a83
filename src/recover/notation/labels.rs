//! The labels of notes in brackets, and the words that announce a note.

use crate::text::note_series::{
    LabelSeries, MOST_SIGNS, is_note_sign, letter_numbers, raised_figure,
};

/// "Note" or "footnote" before a label, in the languages of the collections, in lower case.
const KEYWORDS: [&str; 24] = [
    "footnote",
    "foot-note",
    "note",
    "nota",
    "nota del autor",
    "nota al pie",
    "fußnote",
    "fussnote",
    "anmerkung",
    "voetnoot",
    "noot",
    "fotnot",
    "fodnote",
    "fotnote",
    "przypis",
    "сноска",
    "примечание",
    "alaviite",
    "nota de rodapé",
    "nota a piè di pagina",
    "note de bas de page",
    "renvoi",
    "sidenote",
    "poznámka",
];

/// The most characters of a label.
const LONGEST: usize = 5;

/// A label as it is written, without brackets: `12`, `A`, `*`. Raised figures are written
/// as others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct WrittenLabel {
    /// What it counts with.
    pub(super) series: LabelSeries,
    /// Its characters.
    pub(super) written: String,
}

/// Reads the label of a note without its brackets.
pub(super) fn read_label(text: &str) -> Option<WrittenLabel> {
    let length = text.chars().count();
    if length == 0 || length > LONGEST {
        return None;
    }
    let figures: Option<String> = text
        .chars()
        .map(|c| c.to_digit(10).or_else(|| raised_figure(c)))
        .map(|figure| char::from_digit(figure?, 10))
        .collect();
    let most_signs = usize::try_from(MOST_SIGNS).unwrap_or(usize::MAX);
    let (series, written) =
        if let Some(figures) = figures.filter(|one| !one.starts_with('0')) {
            (LabelSeries::Figure, figures)
        } else if text.chars().all(is_note_sign) && length <= most_signs {
            (LabelSeries::Sign, text.to_owned())
        } else {
            (letter_numbers(text).next()?.0, text.to_owned())
        };
    Some(WrittenLabel { series, written })
}

/// The beginning of a note in brackets.
pub(super) struct NoteOpening {
    /// Its label, if it has one.
    pub(super) label: Option<WrittenLabel>,
    /// Its length in bytes, with the white space after it.
    pub(super) length: usize,
}

/// Reads `[Footnote 12: ` at the beginning of a line.
pub(super) fn read_note_opening(words: &str) -> Option<NoteOpening> {
    let inner = words.strip_prefix('[')?;
    let keyword = find_keyword(inner)?;
    let rest = &inner[keyword..];
    let colon =
        rest.char_indices().take(12).find(|(_, c)| matches!(c, ':' | '.' | ')'))?.0;
    let said =
        rest[..colon].trim_matches(|c: char| c.is_whitespace() || c == '[' || c == ']');
    let said = said.trim_start_matches("n.").trim_start_matches('º').trim();
    let label = if said.is_empty() { None } else { Some(read_label(said)?) };
    let head = 1 + keyword + colon + 1;
    let text = words[head..].trim_start_matches(']');
    let length = words.len() - text.trim_start().len();
    Some(NoteOpening { label, length })
}

/// The length of the keyword that a text begins with, as a whole word.
fn find_keyword(text: &str) -> Option<usize> {
    let head: String = text.chars().take(24).flat_map(char::to_lowercase).collect();
    let of = |keyword: &&str| {
        head.strip_prefix(*keyword)
            .is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
    };
    let keyword =
        KEYWORDS.iter().filter(|keyword| of(keyword)).max_by_key(|one| one.len())?;
    // The keyword may be in capitals, whose bytes may differ in number.
    let characters = keyword.chars().count();
    text.char_indices().map(|(at, c)| at + c.len_utf8()).nth(characters - 1)
}
