//! Titles: the number and the words of one, its lines, and its short form.

use crate::book::block::{Block, Heading};
use crate::book::inline::Inline;
use crate::book::matter::contents::{
    is_bare_number, split_number_and_title, write_plain_text,
};
use crate::book::matter::words::{EditionWords, fill_pattern};
use crate::book::passage::{Passage, Replacement};
use crate::text::language::Language;
use crate::text::line_ends::is_initial;
use crate::text::numerals::{is_numeral, numbering, roman};
use crate::text::small_words::is_small_word;

/// What separates the number of a title from its words.
const AFTER_NUMBER: [char; 7] = ['.', ':', ')', '—', '–', '-', '·'];

/// Where a title pauses, by rank: its short form ends there.
const PAUSES: [&[&str]; 3] = [
    &[". ", ": ", "; ", "? ", "! ", " — ", " – "],
    &[" (", " [", ", "],
    &[" o ", " or "],
];

/// The fewest characters of a short title.
const SHORTEST: usize = 4;

/// Signs at which a short title does not end.
const OPEN_ENDS: [char; 6] = [',', ';', ':', '—', '–', '-'];

/// Words that begin a clause. Before a comma in a clause the sense is not complete: "How
/// love, when it can, overcomes all".
const CLAUSE_WORDS: [&str; 22] = [
    "que", "cómo", "donde", "dónde", "cuando", "où", "comment", "qui", "how", "that",
    "which", "where", "wherein", "when", "wie", "daß", "dass", "wo", "che", "dove",
    "как", "что",
];

/// Words that join the second matter of a title to its first.
const CONJUNCTIONS: [&str; 8] = ["y", "e", "i", "et", "ed", "and", "und", "и"];

/// Words with which a title begins each of its matters: "Of the mill, and of the price of
/// paper", "De cómo se hizo la presa y de lo que costó".
const MATTER_WORDS: [&str; 21] = [
    "de", "del", "da", "do", "di", "della", "dei", "des", "du", "of", "on", "von", "vom",
    "über", "о", "об", "en", "em", "in", "sobre", "sur",
];

/// Words between two numbers of one title: `Lectures IV and V`.
const BETWEEN_NUMBERS: [&str; 11] =
    ["y", "e", "i", "and", "et", "und", "и", "a", "à", "to", "bis"];

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
    let recase = |label: &str| recase_label(label).unwrap_or_else(|| label.to_owned());
    let (first, start) = find_words_after_number(title)?;
    let Inline::Text(text) = &title[first] else { return None };
    let label = text[..start].trim_end();
    let mut parts = TitleParts { label: title[..first].to_vec(), words: Vec::new() };
    parts.label.push(Inline::Text(recase(trim_number(label))));
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
    let mut words = rest.split_whitespace();
    let first = words.next()?;
    let is_name = !number.keyword && number.roman && is_initial(first);
    // Several numbers: `Lectures IV and V`.
    let follows_number =
        BETWEEN_NUMBERS.contains(&first) && words.next().is_some_and(is_numeral);
    let is_title = !(is_name || number.keyword && follows_number);
    (is_spaced && (is_closed || number.keyword) && is_title).then_some(head.len())
}

/// A title without the full stop at its end, unless that belongs to an abbreviation.
pub(crate) fn trim_stop(title: &str) -> &str {
    let Some(bare) = title.strip_suffix('.') else { return title };
    let last = bare.rsplit(char::is_whitespace).next().unwrap_or(bare);
    // A closing bracket or quotation mark may follow the word.
    let last = last.trim_matches(|c: char| !c.is_alphanumeric());
    let letters = last.chars().count();
    let is_word =
        last.chars().all(|c| c.is_alphabetic() || matches!(c, '’' | '\'' | '-'))
            && letters > 1
            && (letters > LONGEST_ABBREVIATION || !is_abbreviation(last));
    if is_word { bare } else { title }
}

/// Whether a short word is an abbreviation: one without a vowel, or a usual one.
fn is_abbreviation(word: &str) -> bool {
    let small = word.to_lowercase();
    roman(word).is_some()
        || ABBREVIATIONS.contains(&small.as_str())
        || !small.chars().any(|c| VOWELS.contains(c))
}

/// The vowels of Latin and Cyrillic letters.
const VOWELS: &str = "aeiouyáàâäãåæéèêëíìîïóòôöõøœúùûüýаеёиоуыэюяіїє";

/// Abbreviations of at most [`LONGEST_ABBREVIATION`] letters that have a vowel.
const ABBREVIATIONS: [&str; 30] = [
    "etc", "vol", "cap", "fig", "pág", "pag", "núm", "num", "art", "ed", "eds", "op",
    "cit", "id", "ib", "lib", "tom", "jr", "co", "ca", "no", "abs", "hg", "ap", "sec",
    "esq", "inc", "bros", "usw", "и",
];

/// A title without the signs at its end: the full stop of a sentence, or those of a number.
fn trim_end(title: &str) -> &str {
    let is_number = numbering(title).is_some_and(|number| number.rest == 0);
    if is_number { trim_number(title) } else { trim_stop(title) }
}

/// A title of inlines without the full stop at its end.
fn trim_title(title: &[Inline]) -> Vec<Inline> {
    let end = find_end_of_title(title);
    let mut title = title.to_vec();
    if let (Some(end), Some(Inline::Text(text))) = (end, title.last_mut()) {
        text.truncate(end);
    }
    title
}

/// Where the signs at the end of a title begin that print leaves out: the byte in its last
/// inline, which is text. None if it has none.
pub(crate) fn find_end_of_title(title: &[Inline]) -> Option<usize> {
    let Some(Inline::Text(text)) = title.last() else { return None };
    let end = if is_bare_number(title) { trim_number(text) } else { trim_stop(text) };
    (end.len() < text.len()).then_some(end.len())
}

/// The longest word that may be an abbreviation with its full stop: `etc.`
const LONGEST_ABBREVIATION: usize = 3;

/// A number without the signs after it.
pub(crate) fn trim_number(label: &str) -> &str {
    label.trim_end_matches(|c: char| AFTER_NUMBER.contains(&c) || c.is_whitespace())
}

/// A number in full capitals, as `TÍTULO PRIMERO` before words that are in small letters,
/// with a capital alone; None for other numbers.
pub(crate) fn recase_label(label: &str) -> Option<String> {
    let letters = || label.chars().filter(|c| c.is_alphabetic());
    let is_shouted = letters().nth(1).is_some() && letters().all(char::is_uppercase);
    let words: Vec<&str> = label.split(' ').collect();
    if !is_shouted || words.len() < 2 {
        return None;
    }
    let recased = words.iter().enumerate().map(|(place, word)| {
        // The keywords of German are nouns.
        let small = word.to_lowercase();
        let is_capital =
            place == 0 || matches!(small.as_str(), "kapitel" | "teil" | "buch");
        let mut rest = small.chars();
        match rest.next() {
            _ if roman(word).is_some() => (*word).to_owned(),
            Some(first) if is_capital => first.to_uppercase().chain(rest).collect(),
            _ => small,
        }
    });
    Some(recased.collect::<Vec<String>>().join(" "))
}

/// The number of a title without the signs after it.
fn trim_label(label: &[Inline]) -> Vec<Inline> {
    let mut label = label.to_vec();
    if let Some(Inline::Text(text)) = label.last_mut() {
        text.truncate(trim_number(text).len());
    }
    label
}

/// Whether a heading is the words of a title whose number is the heading before it, the last
/// of some blocks.
pub(crate) fn follows_number(before: &[Block], heading: &Heading) -> bool {
    let Some(Block::Heading(number)) = before.last() else { return false };
    number.level == heading.level
        && is_bare_number(&number.content)
        && !is_bare_number(&heading.content)
        && split_title(&heading.content).is_none()
}

/// A title as text for contents and heads: number and words are separated.
#[must_use]
pub(crate) fn write_title(title: &[Inline]) -> String {
    if let Some((label, words)) = split_number_and_title(title) {
        let label = write_plain_text(&trim_label(label));
        return format!("{label}. {}", trim_stop(&write_plain_text(words)));
    }
    let title = write_plain_text(title);
    let title = trim_end(&title);
    // A keyword shows where the number ends, whatever sign comes after it.
    let has_keyword = numbering(title).is_some_and(|number| number.keyword);
    let Some(at) = find_words(title).filter(|_| has_keyword) else {
        return title.to_owned();
    };
    let label = trim_number(&title[..at]);
    let recased = recase_label(label);
    format!("{}. {}", recased.as_deref().unwrap_or(label), &title[at..])
}

/// The name of a title that may be a bare number: `II` is chapter II. `pattern` has the word
/// for it.
#[must_use]
pub(crate) fn name_number(title: &str, pattern: &str) -> String {
    let number = trim_number(title.trim());
    match numbering(number) {
        Some(found) if found.rest == 0 && !found.keyword => fill_pattern(pattern, number),
        Some(found) if found.rest == 0 => number.to_owned(),
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
        let short = title[..end].trim_end().trim_end_matches(OPEN_ENDS);
        let mut words = short.split(' ').map(str::to_lowercase);
        let is_in_clause = title[end..].starts_with(',')
            && words.any(|word| CLAUSE_WORDS.contains(&word.as_str()));
        if is_in_clause {
            continue;
        }
        if short.chars().count() >= SHORTEST && !found.contains(&short) {
            found.push(short);
        }
    }
    found.extend(find_first_matter(title).filter(|short| !found.contains(short)));
    found.sort_by_key(|short| std::cmp::Reverse(short.len()));
    found
}

/// The first matter of a title that begins its second with the same word.
fn find_first_matter(title: &str) -> Option<&str> {
    let first = title.split(' ').next()?.to_lowercase();
    let is_opening =
        |word: &str| MATTER_WORDS.contains(&word) || CLAUSE_WORDS.contains(&word);
    if !is_opening(&first) {
        return None;
    }
    let mut end = 0;
    let words: Vec<&str> = title.split(' ').collect();
    for three in words.windows(3) {
        let is_second = CONJUNCTIONS.contains(&three[0])
            && three[1] == first
            && three[2].starts_with(char::is_lowercase);
        if is_second {
            let short = title[..end].trim_end().trim_end_matches(OPEN_ENDS);
            return (short.chars().count() >= SHORTEST).then_some(short);
        }
        end += three[0].len() + 1;
    }
    None
}

/// Whether words have several capitals and no lower-case letter, or are a Roman numeral: a
/// chapter I is set like chapters II and III.
#[must_use]
pub(crate) fn is_in_capitals(words: &str) -> bool {
    let capitals = words.chars().filter(|c| c.is_uppercase());
    let fewest = if roman(words.trim_end_matches('.')).is_some() { 1 } else { 2 };
    capitals.take(fewest).count() == fewest && !words.chars().any(char::is_lowercase)
}

/// A title to be typeset: without the full stop at its end, and no line of it ends after a
/// small word. Word joiners are behind the spaces after these words, which stay spaces for
/// those who copy or search.
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

/// A title with line ends in place of some spaces, by their bytes in its [`Passage`].
pub(crate) fn end_lines_at(title: &[Inline], spaces: &[usize]) -> Vec<Inline> {
    let mut at = 0;
    end_lines_within(title, spaces, &mut at)
}

/// The same for some inlines that begin at a byte of the passage, which moves on.
fn end_lines_within(inlines: &[Inline], spaces: &[usize], at: &mut usize) -> Vec<Inline> {
    let mut broken = Vec::with_capacity(inlines.len() + spaces.len() * 2);
    for inline in inlines {
        let start = *at;
        match inline {
            Inline::Text(text) => {
                *at += text.len();
                let mut from = 0;
                for space in spaces.iter().filter(|space| (start..*at).contains(space)) {
                    let end = space - start;
                    broken.push(Inline::Text(text[from..end].to_owned()));
                    broken.push(Inline::LineBreak);
                    from = end + 1;
                }
                broken.push(Inline::Text(text[from..].to_owned()));
            }
            _ => {
                if let Some(content) = inline.content() {
                    let content = end_lines_within(content, spaces, at);
                    broken.push(inline.clone().with_content(content));
                } else {
                    *at += Passage::of(&[vec![inline.clone()]]).text.len();
                    broken.push(inline.clone());
                }
            }
        }
    }
    broken
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
            ("Lectures IV and V", None),
            ("Cartas II y III. El río", None),
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
        assert_eq!(write_title(&[text("Libro II.")]), "Libro II");
        let shouted = [text("TÍTULO PRIMERO. Antigüedad")];
        assert_eq!(write_title(&shouted), "Título primero. Antigüedad");
        let typed = [text("Chapitre II -- Où l’on part.")];
        assert_eq!(write_title(&typed), "Chapitre II. Où l’on part");
    }

    #[test]
    fn titles_end_without_a_stop() {
        let cases = [
            ("Les privilèges.", "Les privilèges"),
            ("El molino etc.", "El molino etc."),
            ("El molino…", "El molino…"),
            ("En 1914.", "En 1914."),
            ("América del Sur.", "América del Sur"),
            ("«Paraderos».", "«Paraderos»"),
            ("El molino (en Soria).", "El molino (en Soria)"),
            ("Carlos V.", "Carlos V."),
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
        assert_eq!(
            shorten("Of the price of paper, or of its worth"),
            ["Of the price of paper"]
        );
        assert!(shorten("De cómo el agua, cuando quiere, vuelve").is_empty());
        assert_eq!(
            shorten("De cómo se hizo la presa, y de lo que costó"),
            ["De cómo se hizo la presa"]
        );
        assert_eq!(
            shorten("Où l’on part du moulin et où l’on n’arrive pas"),
            ["Où l’on part du moulin"]
        );
        assert!(shorten("De los hijos de Juan y de Pedro").is_empty());
    }
}
