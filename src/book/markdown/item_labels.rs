//! The labels of list items that `CommonMark` does not know: `a)`, `(1)`, `iv.`, `1.º`, `II.`.

use crate::book::block::{ListDelimiter, ListNumbering, ListNumerals};
use crate::text::numerals::roman_in_one_case;

/// The most letters of a Roman numeral in a label.
const LONGEST_ROMAN: usize = 8;

/// The most digits of a number in a label.
const MOST_DIGITS: usize = 4;

/// A label at the beginning of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ItemLabel {
    /// How it is written.
    pub(super) numbering: ListNumbering,
    /// Its number.
    pub(super) number: u32,
    /// Its bytes, with the space after it.
    pub(super) length: usize,
    /// The byte of the sign that makes it a label.
    pub(super) sign: usize,
    /// It is a label only on the line after that of the label before it, or before the next:
    /// `I. went` is a sentence.
    pub(super) needs_neighbour: bool,
}

/// The labels that a line may begin with; two for a letter that is a Roman numeral, too.
/// `1.` and `1)` are left out: the parser reads them by itself.
pub(super) fn parse_labels(line: &str) -> Vec<ItemLabel> {
    let inner = line.strip_prefix('(');
    let opened = line.len() - inner.unwrap_or(line).len();
    let rest = inner.unwrap_or(line);
    let word = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let (word, after) = rest.split_at(word);
    let numerals = find_numerals(word);
    let mut signs = after.char_indices();
    let sign = signs.next().map(|(_, c)| c);
    let (ordinal, delimiter, length) = match (inner.is_some(), sign, signs.next()) {
        (true, Some(')'), _) => (None, ListDelimiter::Parentheses, 1),
        (false, Some(')'), _) => (None, ListDelimiter::Parenthesis, 1),
        (false, Some('.'), Some((_, c @ ('º' | 'ª')))) => {
            (Some(c), ListDelimiter::Period, 1 + c.len_utf8())
        }
        (false, Some('.'), _) => (None, ListDelimiter::Period, 1),
        (false, Some(c @ ('º' | 'ª')), Some((at, ')'))) => {
            (Some(c), ListDelimiter::Parenthesis, at + 1)
        }
        (false, Some(c @ ('º' | 'ª')), _) => {
            (Some(c), ListDelimiter::None, c.len_utf8())
        }
        _ => return Vec::new(),
    };
    let end = opened + word.len() + length;
    if !line[end..].starts_with(' ') {
        return Vec::new();
    }
    let label = |(numerals, number)| {
        let numerals = match (ordinal, numerals) {
            (None, numerals) => numerals,
            (Some('º'), ListNumerals::Decimal) => ListNumerals::MasculineOrdinal,
            (Some(_), ListNumerals::Decimal) => ListNumerals::FeminineOrdinal,
            (Some(_), _) => return None,
        };
        let numbering = ListNumbering { numerals, delimiter };
        let is_known = numerals == ListNumerals::Decimal && inner.is_none();
        // "A. Machado" is a name.
        let has_stop = delimiter == ListDelimiter::Period;
        let is_name = numerals == ListNumerals::UpperAlpha && has_stop;
        let needs_neighbour = numerals == ListNumerals::UpperRoman && has_stop;
        let sign = if inner.is_some() { 0 } else { word.len() };
        let is_same = line[..end] == numbering.format(number);
        let is_label = is_same && !is_known && !is_name;
        let length = end + 1;
        let label = ItemLabel { numbering, number, length, sign, needs_neighbour };
        is_label.then_some(label)
    };
    numerals.into_iter().filter_map(label).collect()
}

/// The numerals that a word may be, with its number.
fn find_numerals(word: &str) -> Vec<(ListNumerals, u32)> {
    let mut found = Vec::new();
    if (1..=MOST_DIGITS).contains(&word.len())
        && let Ok(number) = word.parse()
    {
        found.push((ListNumerals::Decimal, number));
    }
    let is_upper = word.starts_with(|c: char| c.is_ascii_uppercase());
    if let [letter] = word.as_bytes()
        && letter.is_ascii_alphabetic()
    {
        let number = u32::from(letter.to_ascii_lowercase() - b'a') + 1;
        let kind =
            if is_upper { ListNumerals::UpperAlpha } else { ListNumerals::LowerAlpha };
        found.push((kind, number));
    }
    if word.len() <= LONGEST_ROMAN
        && let Some(number) = roman_in_one_case(word)
    {
        let kind =
            if is_upper { ListNumerals::UpperRoman } else { ListNumerals::LowerRoman };
        found.push((kind, number));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::parse_labels;

    #[test]
    fn labels_of_lists_are_recognised() {
        for (line, readings) in [
            ("a) uno", 1),
            ("(a) uno", 1),
            ("i) uno", 2),
            ("iv. uno", 1),
            ("1.º uno", 1),
            ("2ª uno", 1),
            ("(12) uno", 1),
            ("B) uno", 1),
            ("II. dos", 1),
            ("D. Luis", 0),
            ("A. Machado", 0),
            ("1. uno", 0),
            ("1) uno", 0),
            ("a)uno", 0),
            ("aa) uno", 0),
            ("iiii) uno", 0),
            ("(a uno", 0),
            ("a.º uno", 0),
            ("01.º uno", 0),
        ] {
            assert_eq!(parse_labels(line).len(), readings, "{line}");
        }
    }
}
