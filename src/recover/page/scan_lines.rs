//! Lines that a scan adds to each page, and signatures of sheets: `Digitized by Google` and
//! its misreadings, `B 2`, `4*`.

use std::collections::BTreeSet;

use super::page_chain::PageChain;
use super::source_layout::{PageTurn, SourceLayout};
use crate::text::spelling::edit_distance_within;

/// The words with which the line of a scanner begins, and how many of their letters may be
/// misread.
const SCANNED_BY: [(&str, usize); 2] = [("digitized", 3), ("by", 1)];

/// Most words of such a line: "Digitized by the Internet Archive in 2011".
const WORDS: usize = 8;

/// Longest signature of a sheet, in characters.
const LONGEST_SIGNATURE: usize = 4;

/// Pages of the smallest sheet: a signature is at most the page number divided by this,
/// plus one.
const PAGES_OF_A_SHEET: u32 = 4;

/// Finds the lines that a scanner added: a line of its own that names it.
pub(crate) fn find_scanner_lines(source: &SourceLayout<'_>) -> BTreeSet<usize> {
    let lines = 0..source.solid_lines.len();
    lines
        .filter(|&line_no| {
            is_apart(source, line_no) && names_scanner(source.words(line_no))
        })
        .collect()
}

/// Whether blank lines or the edges of pages are above and below a line.
fn is_apart(source: &SourceLayout<'_>, line_no: usize) -> bool {
    let begins = |line_no: usize| {
        line_no == 0
            || line_no >= source.solid_lines.len()
            || source.blanks_before(line_no) > 0
            || source.turn == PageTurn::FormFeed
                && source.starts.binary_search(&line_no).is_ok()
    };
    begins(line_no) && begins(line_no + 1)
}

fn names_scanner(words: &str) -> bool {
    let words: Vec<&str> = words.split_whitespace().take(WORDS + 1).collect();
    let read = |(word, (meant, wrong)): (&&str, &(&str, usize))| {
        edit_distance_within(&word.to_lowercase(), meant, *wrong) <= *wrong
    };
    (3..=WORDS).contains(&words.len())
        && words.iter().zip(&SCANNED_BY).all(read)
        && !words[WORDS.min(words.len()) - 1].ends_with(['.', ',', ';'])
}

/// Finds the signatures of sheets: at the foot of a page, above the head of the next.
pub(crate) fn find_signatures(
    source: &SourceLayout<'_>,
    chain: &PageChain,
    stamps: &BTreeSet<usize>,
) -> Vec<usize> {
    let signature = |head: &super::page_chain::PageHead| {
        let above =
            (0..head.line_nos.start).rev().find(|line_no| !stamps.contains(line_no))?;
        (is_apart(source, above) && is_signature(source.words(above), head.number))
            .then_some(above)
    };
    chain.heads.iter().filter_map(signature).collect()
}

/// Whether a line is a signature: a letter or a number, with a number or an asterisk
/// behind it for the inner leaves of the sheet. `number` is that of the page below.
fn is_signature(words: &str, number: Option<u32>) -> bool {
    let letters: Vec<char> = words.chars().filter(|c| !c.is_whitespace()).collect();
    if letters.len() > LONGEST_SIGNATURE {
        return false;
    }
    let stars = letters.iter().rev().take_while(|&&c| c == '*').count();
    let core = &letters[..letters.len() - stars];
    let figures: String = core.iter().collect();
    match core {
        // A Roman figure may number a chapter.
        [letter] if letter.is_ascii_uppercase() => {
            stars == 0 && !matches!(letter, 'I' | 'V' | 'X') || stars == 1
        }
        [letter, figure] if letter.is_ascii_uppercase() => figure.is_ascii_digit(),
        [_, ..] if core.iter().all(char::is_ascii_digit) && stars <= 1 => {
            let sheet: u32 = figures.parse().unwrap_or(u32::MAX);
            number.is_some_and(|number| sheet <= number / PAGES_OF_A_SHEET + 1)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_scanners_however_misread() {
        assert!(names_scanner("Digitized by Google"));
        assert!(names_scanner("Digitized by VjOOQIC"));
        assert!(names_scanner("Digitized by the Internet Archive in 2011"));
        assert!(names_scanner("Digitizcd bv Gocgle"));
        assert!(!names_scanner("Digitized"));
        assert!(!names_scanner("The plates were digitized by hand"));
    }

    #[test]
    fn signatures_count_sheets() {
        assert!(is_signature("B 2", None));
        assert!(is_signature("4*", Some(60)));
        assert!(is_signature("12", Some(137)));
        assert!(!is_signature("59", Some(60)));
        assert!(!is_signature("II", Some(60)));
        assert!(!is_signature("V", Some(60)));
    }
}
