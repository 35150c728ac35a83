//! Lines that a scan adds to each page, and signatures of sheets: `Digitized by Google` and
//! its misreadings, `B 2`, `4*`.

use std::collections::BTreeSet;

use super::page_chain::{PageChain, PageHead};
use super::source_layout::SourceLayout;
use crate::text::spelling::edit_distance_within;

/// The words with which the line of a scanning service begins, and how many letters of each
/// may be misread.
const SCANNED_BY: [(&str, usize); 2] = [("digitized", 3), ("by", 1)];

/// The most words of such a line: "Digitized by the Internet Archive in 2011".
const WORDS: usize = 8;

/// The longest signature of a sheet, in characters.
const LONGEST_SIGNATURE: usize = 4;

/// Pages of a sheet: octavo, duodecimo, and their halves and doubles.
const PAGES_OF_A_SHEET: [u32; 5] = [8, 12, 16, 24, 32];

/// An inner leaf repeats the signature of its sheet, this many pages after the first.
const INNER_LEAVES: [u32; 3] = [2, 4, 8];

/// A bare number is a signature if at least this many of the text agree on one size of
/// sheet.
const ALIKE: usize = 3;

/// Finds the lines that name the scanning service and are set apart from the text.
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
            || source.begins_known_page(line_no)
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
    let signature = |head: &PageHead| {
        let above =
            (0..head.line_nos.start).rev().find(|line_no| !stamps.contains(line_no))?;
        let signature = read_signature(source.words(above))?;
        let page = head.number.and_then(|number| number.checked_sub(1));
        is_apart(source, above).then_some((above, signature, page))
    };
    let found: Vec<(usize, SignatureMark, Option<u32>)> =
        chain.heads.iter().filter_map(signature).collect();
    let counts = |&(_, signature, page): &(usize, SignatureMark, Option<u32>),
                  pages: u32| {
        page.is_some_and(|page| signature.counts_sheets(page, pages))
    };
    // The size of sheet that most of the numbers agree on.
    let sizes = PAGES_OF_A_SHEET
        .map(|pages| (found.iter().filter(|one| counts(one, pages)).count(), pages));
    let size = sizes.into_iter().max().filter(|&(alike, _)| alike >= ALIKE);
    let is_sure = |one: &&(usize, SignatureMark, Option<u32>)| match one.1 {
        SignatureMark::Number(_) => size.is_some_and(|(_, pages)| counts(one, pages)),
        SignatureMark::StarredNumber(_) | SignatureMark::Letter => true,
    };
    found.iter().filter(is_sure).map(|&(line_no, ..)| line_no).collect()
}

/// A line that may be the signature of a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SignatureMark {
    /// A letter, alone or with a figure or an asterisk for an inner leaf.
    Letter,
    /// The number of the sheet.
    Number(u32),
    /// The number of the sheet with an asterisk for an inner leaf.
    StarredNumber(u32),
}

impl SignatureMark {
    /// Whether its sheet begins with the page, or has it on an inner leaf, if each sheet has
    /// `pages` pages.
    fn counts_sheets(self, page: u32, pages: u32) -> bool {
        let first = |sheet: u32| sheet.checked_sub(1).map(|before| before * pages + 1);
        match self {
            Self::Letter => false,
            Self::Number(sheet) => first(sheet) == Some(page),
            Self::StarredNumber(sheet) => first(sheet).is_some_and(|first| {
                INNER_LEAVES.iter().any(|later| first + later == page)
            }),
        }
    }
}

/// Reads a line as a signature.
fn read_signature(words: &str) -> Option<SignatureMark> {
    let letters: Vec<char> = words.chars().filter(|c| !c.is_whitespace()).collect();
    if letters.len() > LONGEST_SIGNATURE {
        return None;
    }
    let starred = letters.last() == Some(&'*');
    let core = &letters[..letters.len() - usize::from(starred)];
    match core {
        // A Roman numeral may number a chapter.
        [letter] if letter.is_ascii_uppercase() => (starred
            || !matches!(letter, 'I' | 'V' | 'X'))
        .then_some(SignatureMark::Letter),
        [letter, figure] if letter.is_ascii_uppercase() && figure.is_ascii_digit() => {
            Some(SignatureMark::Letter)
        }
        [_, ..] if core.iter().all(char::is_ascii_digit) => {
            let sheet: u32 = core.iter().collect::<String>().parse().ok()?;
            Some(if starred {
                SignatureMark::StarredNumber(sheet)
            } else {
                SignatureMark::Number(sheet)
            })
        }
        _ => None,
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
        assert_eq!(read_signature("B 2"), Some(SignatureMark::Letter));
        assert_eq!(read_signature("12"), Some(SignatureMark::Number(12)));
        assert_eq!(read_signature("4*"), Some(SignatureMark::StarredNumber(4)));
        assert_eq!(read_signature("V"), None);
        assert_eq!(read_signature("II"), None);
        assert!(SignatureMark::Number(12).counts_sheets(133, 12));
        assert!(SignatureMark::StarredNumber(12).counts_sheets(137, 12));
        assert!(!SignatureMark::Number(2).counts_sheets(14, 12));
    }
}
