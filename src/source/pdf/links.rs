//! The words of a line that a link annotation covers.

use std::ops::Range;

use super::line::PdfLine;
use super::page::{PdfLink, PdfLinkTarget, SourcePage};
use super::word_places::{PlacedWord, place_words};

/// What may stand between the address in a sentence and the end of the word: the annotation
/// ends before it.
const BEHIND_ADDRESS: [char; 9] = ['.', ',', ';', ':', ')', ']', '»', '”', '!'];

/// The links of a line to addresses outside the document: their characters, and the address.
pub(super) fn find_links<'p>(
    page: &'p SourcePage,
    line: &PdfLine,
) -> Vec<(Range<u32>, &'p str)> {
    let near: Vec<(&PdfLink, &str)> = page
        .links
        .iter()
        .filter(|link| {
            let middle = line.baseline - line.size / 4;
            (link.place.top..link.place.bottom).contains(&middle)
        })
        .filter_map(|link| match &link.target {
            PdfLinkTarget::Address(address) => Some((link, address.as_str())),
            PdfLinkTarget::Place(_) => None,
        })
        .collect();
    if near.is_empty() {
        return Vec::new();
    }
    let words = place_words(page, line);
    let mut found: Vec<(Range<u32>, &str)> = Vec::new();
    for (link, address) in near {
        let is_covered = |word: &&PlacedWord| {
            let middle = word.left + (word.right - word.left) / 2;
            (link.place.left..link.place.right).contains(&middle)
        };
        let covered: Vec<&PlacedWord> = words.iter().filter(is_covered).collect();
        let (Some(first), Some(last)) = (covered.first(), covered.last()) else {
            continue;
        };
        let mut range = first.text.start..last.text.end;
        if last.right > link.place.right {
            let whole = range.start as usize..range.end as usize;
            let words = line.text.get(whole).unwrap_or_default();
            let behind = words.len() - words.trim_end_matches(BEHIND_ADDRESS).len();
            range.end -= u32::try_from(behind).unwrap_or(0);
        }
        found.push((range, address));
    }
    found.sort_by_key(|(range, _)| range.start);
    // Of two annotations over the same words, a viewer follows the one on top.
    found.dedup_by(|next, one| next.0.start < one.0.end);
    found
}
