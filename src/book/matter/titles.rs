//! Titles: the number and the words of one, its lines, and its short form.

use crate::book::inline::Inline;
use crate::book::matter::contents::{
    is_bare_number, split_number_and_title, write_plain_text,
};
use crate::book::matter::words::{EditionWords, fill_pattern};
use crate::book::passage::{Passage, Replacement};
use crate::text::language::Language;
use crate::text::line_ends::is_initial;
use crate::text::numerals::numbering;
use crate::text::small_words::is_small_word;

/// What separates the number of a title from its words.
const AFTER_NUMBER: [char; 6] = ['.', ':', ')', '—', '–', '-'];

/// Where a title pauses, by rank: its short form ends there.
const PAUSES: [&[&str]; 3] = [
    &[". ", ": ", "; ", "? ", "! ", " — ", " – "],
    &[" (", " [", ", "],
    &[" o ", " or "],
];

/// The fewest characters of a short title.
const SHORTEST: usize = 4;

/// A title in its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TitleParts {
    /// The number, with its keyword, without the signs after it: `Capítulo II`.
    pub(crate) label: Vec<Inline>,
    /// The words of the title.
    pub(crate) words: Vec<Inline>,
}

/// Splits a title into its number and its words, on one line or on two; `None` if it has not
/// both.
pub(crate) fn split_title(title: &[Inline]) -> Option<TitleParts> {
    if let Some((label, words)) = split_number_and_title(title) {
        return Some(TitleParts { label: trim_label(label), words: words.to_vec() });
    }
    let (first, start) = find_words_after_number(title)?;
    let Inline::Text(text) = &title[first] else { return None };
    let label = text[..start].trim_end();
    let mut parts = TitleParts { label: title[..first].to_vec(), words: Vec::new() };
    parts.label.push(Inline::Text(trim_number(label).to_owned()));
    parts.words.push(Inline::Text(text[start..].to_owned()));
    parts.words.extend_from_slice(&title[first + 1..]);
    Some(parts)
}

/// Where the words of a title begin that has a number on the same line: in which inline,
/// which is text, and at which byte of it.
pub(crate) fn find_words_after_number(title: &[Inline]) -> Option<(usize, usize)> {
    let first = title.iter().position(|one| !one.is_place())?;
    let Inline::Text(text) = &title[first] else { return None };
    Some((first, find_words(text)?))
}

/// The byte at which the words of a numbered title begin.
fn find_words(text: &str) -> Option<usize> {
    let number = numbering(text).filter(|number| number.rest > 0)?;
    let end = text.trim_end_matches(|c: char| !c.is_alphanumeric()).len();
    let rest = text.get(end.checked_sub(number.rest)?..end)?;
    // Signs before the first word belong to it.
    let head = text[..end - number.rest].trim_end_matches(|c: char| {
        !c.is_alphanumeric() && !c.is_whitespace() && !AFTER_NUMBER.contains(&c)
    });
    let label = head.trim_end();
    let is_closed = label.ends_with(AFTER_NUMBER);
    let is_spaced = head.len() > label.len();
    // The initials of a name: `C. S. Lewis`.
    let first = rest.split_whitespace().next()?;
    let is_name = !number.keyword && number.roman && is_initial(first);
    (is_spaced && (is_closed || number.keyword) && !is_name).then_some(head.len())
}

/// A title without the full stop at its end, unless that belongs to an abbreviation.
pub(crate) fn trim_stop(title: &str) -> &str {
    let Some(bare) = title.strip_suffix('.') else { return title };
    let last = bare.rsplit(char::is_whitespace).next().unwrap_or(bare);
    let is_word = last.chars().count() > LONGEST_ABBREVIATION
        && last.chars().all(|c| c.is_alphabetic() || matches!(c, '’' | '\'' | '-'));
    if is_word { bare } else { title }
}

/// A title of inlines without the full stop at its end.
fn trim_title(title: &[Inline]) -> Vec<Inline> {
    let mut title = title.to_vec();
    let is_number = is_bare_number(&title);
    if let Some(Inline::Text(text)) = title.last_mut() {
        let end = if is_number { trim_number(text) } else { trim_stop(text) };
        text.truncate(end.len());
    }
    title
}

/// The longest word that may be an abbreviation with its full stop: `etc.`
const LONGEST_ABBREVIATION: usize = 3;

/// A number without the signs after it.
fn trim_number(label: &str) -> &str {
    label.trim_end_matches(|c: char| AFTER_NUMBER.contains(&c) || c.is_whitespace())
}

/// The number of a title without the signs after it.
fn trim_label(label: &[Inline]) -> Vec<Inline> {
    let mut label = label.to_vec();
    if let Some(Inline::Text(text)) = label.last_mut() {
        text.truncate(trim_number(text).len());
    }
    label
}

/// A title as text for contents and heads: number and words are separated.
#[must_use]
pub(crate) fn write_title(title: &[Inline]) -> String {
    match split_number_and_title(title) {
        Some((label, words)) => {
            let label = write_plain_text(&trim_label(label));
            format!("{label}. {}", trim_stop(&write_plain_text(words)))
        }
        None => trim_stop(&write_plain_text(title)).to_owned(),
    }
}

/// The name of a title that may be a bare number: `II` is chapter II. `pattern` has the word
/// for it.
#[must_use]
pub(crate) fn name_number(title: &str, pattern: &str) -> String {
    let number = trim_number(title.trim());
    match numbering(number) {
        Some(found) if found.rest == 0 && !found.keyword => fill_pattern(pattern, number),
        _ => title.to_owned(),
    }
}

/// The words of a running head for a chapter's title: without its number, or the name of a
/// bare one.
#[must_use]
pub(crate) fn write_head(title: &[Inline], words: &EditionWords) -> String {
    let head = match split_title(title) {
        Some(parts) => write_plain_text(&parts.words),
        None => name_number(&write_plain_text(title), words.chapter),
    };
    trim_stop(&head).to_owned()
}

/// The short forms of a title, longest first: it ends where its sense pauses.
pub(crate) fn shorten(title: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for pauses in PAUSES {
        let ends = pauses.iter().filter_map(|pause| title.find(pause));
        let Some(end) = ends.min() else { continue };
        let short = title[..end].trim_end();
        if short.chars().count() >= SHORTEST && !found.contains(&short) {
            found.push(short);
        }
    }
    found.sort_by_key(|short| std::cmp::Reverse(short.len()));
    found
}

/// A title to be typeset, without the full stop at its end, in which no line ends after a small word: word joiners are behind
/// the spaces after these words, which stay spaces for those who copy or search.
#[must_use]
pub(crate) fn bind_title(title: &[Inline], language: &Language) -> Vec<Inline> {
    let mut lines = [trim_title(title)];
    let passage = Passage::of(&lines);
    let join = |at: usize| Replacement { start: at, length: 1, by: " \u{2060}" };
    let bound: Vec<_> = find_small_spaces(&passage, language).map(join).collect();
    passage.replace(&bound, &mut lines);
    let [line] = lines;
    line
}

/// Puts no-break spaces behind the small words of a title.
pub(crate) fn bind_lines(lines: &mut [Vec<Inline>], language: &Language) {
    let passage = Passage::of(lines);
    let fix = |at: usize| Replacement { start: at, length: 1, by: "\u{A0}" };
    let bound: Vec<_> = find_small_spaces(&passage, language).map(fix).collect();
    passage.replace(&bound, lines);
}

/// The bytes of the spaces behind small words.
fn find_small_spaces<'p>(
    passage: &'p Passage,
    language: &'p Language,
) -> impl Iterator<Item = usize> + 'p {
    let text = passage.text.as_str();
    text.match_indices(' ').map(|(at, _)| at).filter(move |&at| {
        let word = text[..at].rsplit(char::is_whitespace).next().unwrap_or_default();
        is_small_word(word, passage.language_at(at).unwrap_or(language))
    })
}

#[cfg(test)]
mod tests {
    use super::{shorten, split_title, trim_stop, write_title};
    use crate::book::inline::Inline;
    use crate::book::matter::contents::write_plain_text;

    fn text(words: &str) -> Inline {
        Inline::Text(words.to_owned())
    }

    #[test]
    fn numbers_are_split_from_words() {
        let cases = [
            ("II. El molino", Some(("II", "El molino"))),
            ("Capítulo II. El molino", Some(("Capítulo II", "El molino"))),
            ("Chapter 3 — The Weir", Some(("Chapter 3", "The Weir"))),
            ("Capítulo tercero: «Los días»", Some(("Capítulo tercero", "«Los días»"))),
            ("Chapter IV The mill", Some(("Chapter IV", "The mill"))),
            ("1. ¿Quién va?", Some(("1", "¿Quién va?"))),
            ("C. S. Lewis", None),
            ("El molino", None),
            ("VII", None),
            ("1904 fue un año seco", None),
        ];
        for (title, expected) in cases {
            let parts = split_title(&[text(title)]);
            let parts = parts.map(|parts| {
                (write_plain_text(&parts.label), write_plain_text(&parts.words))
            });
            let expected = expected.map(|(a, b)| (a.to_owned(), b.to_owned()));
            assert_eq!(parts, expected, "{title}");
        }
        let two = [text("II."), Inline::LineBreak, text("El molino")];
        assert_eq!(write_title(&two), "II. El molino");
    }

    #[test]
    fn titles_end_without_a_stop() {
        let cases = [
            ("Les privilèges.", "Les privilèges"),
            ("El molino etc.", "El molino etc."),
            ("El molino…", "El molino…"),
            ("En 1914.", "En 1914."),
            ("Sí, no...", "Sí, no..."),
        ];
        for (title, expected) in cases {
            assert_eq!(trim_stop(title), expected);
        }
    }

    #[test]
    fn titles_are_short_by_sense() {
        assert_eq!(shorten("El molino: historia de una presa"), ["El molino"]);
        assert_eq!(
            shorten("Nuevas del valle, donde se cuenta todo. Y más"),
            ["Nuevas del valle, donde se cuenta todo", "Nuevas del valle"]
        );
        assert!(shorten("El molino de la presa vieja").is_empty());
    }
}
