//! Numbers of chapters below notes: where a chapter begins a page without head and folio,
//! nothing else parts it from the notes of the page before.

use std::collections::{BTreeMap, BTreeSet};

use crate::recover::page::source_layout::{PageTurn, SourceLayout};
use crate::text::numerals::numbering;
use crate::text::sentences::ends_sentence;

/// A chapter number that is alone on its line: whether a word such as "chapter" is before
/// it, and its value.
type ChapterNumber = (bool, u32);

/// Finds the places, among the lines of the text, of chapter numbers that are alone on their
/// line and that the number before or the number after confirms. Lines that are `labelled` as
/// notes are not considered; the list is parallel to `text`.
///
/// Where form feeds show the pages, they show where chapters begin.
pub(crate) fn find_chapter_numbers(
    source: &SourceLayout<'_>,
    text: &[usize],
    labelled: &[bool],
) -> BTreeSet<usize> {
    let read = |place: usize| -> Option<ChapterNumber> {
        let number = numbering(source.words(text[place]))?;
        let is_alone = number.rest == 0 && (number.keyword || number.roman);
        let begins = place == 0
            || source.blanks_before(text[place]) > 0
            || ends_sentence(source.words(text[place] - 1));
        (is_alone && begins && !labelled[place]).then_some((number.keyword, number.value))
    };
    let mut confirmed = BTreeSet::new();
    if source.turn == PageTurn::FormFeed {
        return confirmed;
    }
    let mut last: BTreeMap<ChapterNumber, usize> = BTreeMap::new();
    for place in 0..text.len() {
        let Some((keyword, value)) = read(place) else { continue };
        let before = value.checked_sub(1).and_then(|before| last.get(&(keyword, before)));
        if let Some(&before) = before {
            confirmed.extend([before, place]);
        }
        last.insert((keyword, value), place);
    }
    confirmed
}
