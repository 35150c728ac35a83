//! Numbers of headings and sections, which belong to the text.
//!
//! They rise one by one like folios, and may be a page apart. But they are between
//! sentences, while every second page turn interrupts one.

use super::folio_candidate::FolioCandidate;
use super::source_layout::{PageTurn, SourceLayout};
use crate::text::numerals::numbering;

/// If fewer than one number in eight interrupts a sentence, the numbers are not folios.
const RARELY_TORN: usize = 8;
/// Fewest numbers from which that is judged. Five page turns in a row between sentences
/// have odds of 1 to 31.
const FEWEST_TURNS: usize = 5;
/// Fewest numbers beside the same words (`Article 7`) from which that is judged where none
/// interrupts a sentence: such a line is as good as a heading.
const FEWEST_WITH_WORDS: usize = 2;
/// A running head may be between a folio and the text below it.
const LINES_TO_TEXT: usize = 2;

/// What sections of laws and appendices of reports are called.
const SECTION_WORDS: [&str; 16] = [
    "anexo",
    "anhang",
    "anlage",
    "annex",
    "appendix",
    "apéndice",
    "art",
    "article",
    "articolo",
    "articulo",
    "artigo",
    "artikel",
    "artículo",
    "clause",
    "cláusula",
    "статья",
];

/// Whether numbers that should show the pages count headings or sections (`Rule 7`): none
/// interrupts a sentence. Above a number there may be a note, so that a small letter below
/// it shows the sentence, too.
pub(super) fn number_headings(
    source: &SourceLayout<'_>,
    chain: &[&FolioCandidate],
) -> bool {
    if source.turn != PageTurn::Unmarked {
        return false;
    }
    let open = chain.iter().filter(|one| !one.below_note);
    let goes_on = |line_no: usize| {
        let below = (line_no + 1..source.solid_lines.len()).take(LINES_TO_TEXT);
        below
            .map(|below| source.words(below))
            .any(|one| one.starts_with(char::is_lowercase))
    };
    let is_torn = |one: &&&FolioCandidate| {
        goes_on(one.line_no) || source.splits_sentence(one.line_no)
    };
    let torn = open.clone().filter(is_torn).count();
    let count = open.clone().count();
    let have_words = open.clone().all(|one| one.number.beside_words);
    let fewest = if torn == 0 && have_words { FEWEST_WITH_WORDS } else { FEWEST_TURNS };
    count >= fewest && torn * RARELY_TORN < count
}

/// Whether a number on a line is that of a section, which its words name: `Article 7`, `§ 7`.
pub(super) fn numbers_section(words: &str, value: u32) -> bool {
    let mut parts = words.split_whitespace();
    let bare = |part: Option<&str>| {
        part.unwrap_or_default()
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase()
    };
    let (first, second) = (bare(parts.next()), bare(parts.next()));
    let is_named = SECTION_WORDS.contains(&first.as_str());
    words.starts_with('§')
        || is_named && second.parse() == Ok(value)
        || numbering(words).is_some_and(|one| one.keyword && one.value == value)
}
