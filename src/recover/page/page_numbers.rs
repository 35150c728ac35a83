//! Numbers as books print them: folios with their ornaments, Roman figures.

use crate::text::letters;
use crate::text::numerals::{
    has_numeral_capitals_only, is_section_number, numbering, roman_in_one_case,
};
use crate::text::page_words::is_page_word;

/// A line that may be a folio.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PageNumber {
    /// Its value.
    pub(crate) value: u32,
    /// As it is printed (`12`, `xiv`).
    pub(crate) printed: String,
    /// It is in Roman figures.
    pub(crate) roman: bool,
    /// It has dashes, brackets or the word "page" around it.
    pub(crate) decorated: bool,
    /// Other words are on the line, as in a running head.
    pub(crate) beside_words: bool,
}

impl PageNumber {
    /// Whether it is printed in capitals.
    pub(crate) fn is_upper(&self) -> bool {
        self.printed.chars().all(char::is_uppercase)
    }
}

/// The word between a page number and the number of pages.
const OF_WORDS: [&str; 8] = ["de", "of", "von", "sur", "di", "из", "/", "do"];

/// Most words of a running head.
const LONGEST_HEAD: usize = 14;
/// Most marks between spaces in a running head: French has them before `:` and `!`. More are
/// the leaders of a table of contents.
const MOST_MARKS: usize = 6;

/// Reads a line as a folio: a number alone, with ornaments, with "page" before it and the
/// number of pages after it, or at either end of a running head.
pub(crate) fn read_page_number(line: &str) -> Option<PageNumber> {
    let longest = LONGEST_HEAD + MOST_MARKS;
    let words: Vec<&str> = line.split_whitespace().take(longest + 1).collect();
    let is_word = |word: &&&str| word.contains(char::is_alphanumeric);
    if words.len() > longest || words.iter().filter(is_word).count() > LONGEST_HEAD {
        return None;
    }
    let refers = |word: &&str| {
        word.starts_with(char::is_lowercase) && is_page_word(word.trim_end_matches('.'))
    };
    read_lone_number(&words).or_else(|| {
        // `pág. 23 y siguientes` is the end of a note.
        if words.first().is_some_and(refers) {
            return None;
        }
        let words = without_page_count(&words);
        let first = words.first().and_then(|word| read_bare_number(word));
        let last = words.last().and_then(|word| read_bare_number(word));
        let one = match (first, last) {
            // A head such as `III 17` has the number of its chapter and the folio.
            (Some((.., true)), Some(folio @ (.., false)))
            | (Some(folio @ (.., false)), Some((.., true))) => Some(folio),
            // A head such as "1808 Historia 12" has its folio at the outer edge. The
            // chain decides which number that is; years are not folios.
            (Some(first), Some(last)) if first.0 > last.0 => Some(last),
            (Some(first), _) => Some(first),
            (None, last) => last,
        };
        let (value, printed, roman) = one?;
        // A head may be nothing but the number of a chapter.
        let of_chapter = words.len() == 2
            && words.iter().any(|word| has_numeral_capitals_only(word))
            && !roman;
        let letters = words.iter().flat_map(|word| word.chars());
        let enough = of_chapter || letters.filter(|c| c.is_alphabetic()).count() >= 3;
        // A note such as `3 Ibid., 369` has more numbers than one, and so has a head with the
        // number of its section: `3.2. The Sheets 12`.
        let figures = |word: &&&str| word.contains(|c: char| c.is_ascii_digit());
        let single = match words.iter().filter(figures).count() {
            0 => roman,
            1 => !roman || numbers_division(words),
            2 => !roman && numbers_division(words),
            _ => false,
        };
        // A head in capitals may end in the number of a chapter, but not in `xiv`.
        let small = !roman || printed.chars().all(char::is_lowercase);
        (enough && single && small).then_some(PageNumber {
            value,
            printed,
            roman,
            decorated: false,
            beside_words: true,
        })
    })
}

/// The words of a head without the number of pages behind its folio: `The Weir 12 / 244`.
fn without_page_count<'w, 's>(words: &'w [&'s str]) -> &'w [&'s str] {
    let number = |word: &str| read_bare_number(word).map(|(value, ..)| value);
    if let [head @ .., folio, of, count] = words
        && is_one_of(of, &OF_WORDS)
        && let (Some(folio), Some(count)) = (number(folio), number(count))
        && folio <= count
    {
        return &words[..=head.len()];
    }
    words
}

/// Whether the title in a head has the number of its section or chapter: `3.2. The Sheets`,
/// `CHAPTER 3. THE SHEETS`. The folio is before or behind it.
fn numbers_division(words: &[&str]) -> bool {
    let is_title = |words: &[&str]| {
        let number = numbering(&words.join(" "));
        words.first().is_some_and(|first| is_section_number(first))
            || number.is_some_and(|number| number.keyword && number.rest > 0)
    };
    let [_, after @ ..] = words else { return false };
    let [before @ .., _] = words else { return false };
    is_title(before) || is_title(after)
}

/// Reads a line with nothing but a number and the ornaments of a folio.
fn read_lone_number(words: &[&str]) -> Option<PageNumber> {
    let mut number = None;
    let mut decorated = false;
    let mut of = false;
    for word in words {
        let core = word.trim_matches(is_ornament);
        // A full stop also follows the number of a chapter.
        decorated |= core.len() < word.trim_end_matches('.').len();
        if core.is_empty() {
            of |= *word == "/";
        } else if number.is_none() && words.len() > 1 && is_page_word(core) {
            decorated = true;
        } else if number.is_some() && is_one_of(core, &OF_WORDS) {
            of = true;
        } else if let Some(read) = parse_number(core) {
            match (&number, of) {
                (None, _) => number = Some(read),
                (Some(_), true) => decorated = true,
                (Some(_), false) => return None,
            }
        } else {
            return None;
        }
    }
    let (value, printed, roman) = number?;
    Some(PageNumber { value, printed, roman, decorated, beside_words: false })
}

/// Whether a word, in lower case, is in a list.
fn is_one_of(word: &str, list: &[&str]) -> bool {
    list.contains(&&*letters::small(word))
}

fn is_ornament(c: char) -> bool {
    matches!(
        c,
        '-' | '–'
            | '—'
            | '―'
            | '−'
            | '['
            | ']'
            | '('
            | ')'
            | '|'
            | '·'
            | '•'
            | '*'
            | '.'
            | '~'
            | '/'
            | '<'
            | '>'
            | '«'
            | '»'
            | ':'
            | '_'
            | '='
    )
}

/// Reads a number with at most a bar or a bullet beside it.
fn read_bare_number(word: &str) -> Option<(u32, String, bool)> {
    parse_number(
        word.trim_matches(|c| matches!(c, '|' | '·' | '•' | '[' | ']' | '-' | '–' | '—')),
    )
}

/// Reads a page number in Arabic or Roman figures.
fn parse_number(word: &str) -> Option<(u32, String, bool)> {
    if !word.is_empty() && word.len() <= 4 && word.bytes().all(|b| b.is_ascii_digit()) {
        let value = word.parse().ok().filter(|&value| value > 0)?;
        return Some((value, word.to_owned(), false));
    }
    roman_in_one_case(word).map(|value| (value, word.to_owned(), true))
}

#[cfg(test)]
mod tests {
    use super::read_page_number;

    #[test]
    fn folios_are_read_beside_the_numbers_of_heads() {
        let folio = |line: &str| read_page_number(line).map(|number| number.value);
        assert_eq!(folio("12 THE WEIR"), Some(12));
        assert_eq!(folio("1.2 The clerk 5"), Some(5));
        assert_eq!(folio("4 CHAPTER 1. OF THE WATER"), Some(4));
        assert_eq!(folio("The Book of the Weir 12 / 244"), Some(12));
        assert_eq!(folio("The Book of the Weir 244 / 12"), None);
        assert_eq!(folio("3 Ibid., 369"), None);
    }
}
