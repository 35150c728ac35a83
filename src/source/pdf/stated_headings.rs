//! The lines that are headings by the outline or the tags of a PDF.
//!
//! An item of the outline is a heading of the text only where the page has the same words:
//! outlines also name pages, figures and what is not on the page.

use std::ops::Range;

use super::document::OutlineItem;
use super::line::PdfLine;
use super::page::Place;
use crate::source::looks::{
    LINES_OF_A_HEADING, LineTag, StatedHeading, TaggedWords, find_tagged_headings,
};
use crate::source::measures::find_prevailing;
use crate::text::letters::fold_letters;
use crate::text::numerals::is_keyword;

/// A line of a page, and its characters in the transcript.
pub(super) struct WrittenLine<'p> {
    pub(super) line: &'p PdfLine,
    pub(super) range: Range<usize>,
    pub(super) tag: Option<LineTag>,
}

/// The letters of the lines of a page, as titles are compared; `None` until they are wanted.
type PageLetters = Option<Vec<String>>;

/// The most letters of the number before a title, in bytes: `appendixa1`, and the words of
/// other languages.
const LONGEST_NUMBER: usize = 16;

/// The words before the letter of an appendix, folded.
const APPENDICES: [&str; 8] = [
    "anejo",
    "anexo",
    "anhang",
    "annexe",
    "apendice",
    "apendix",
    "appendice",
    "appendix",
];

/// Finds the lines of each page that are a heading by the outline or by their tags, in order.
///
/// Outlines and tags count levels differently: one has the title of the book as its first
/// level, and the other has not. The levels of the outline are kept.
pub(super) fn find_stated_headings(
    outline: &[OutlineItem],
    pages: &[Vec<WrittenLine<'_>>],
) -> Vec<StatedHeading> {
    let mut found = find_outline_headings(outline, pages);
    let tagged = pages.iter().flat_map(|page| {
        let lines = page.iter().map(|written| (written.range.clone(), written.tag));
        find_tagged_headings(&lines.collect::<Vec<TaggedWords>>())
    });
    let tagged: Vec<StatedHeading> = tagged.collect();
    let in_outline = |tagged: &StatedHeading| {
        let after = found.partition_point(|other| other.end <= tagged.start);
        found.get(after).filter(|other| other.start < tagged.end)
    };
    let difference = |tagged: &StatedHeading| {
        let outlined = in_outline(tagged)?.level?;
        Some(i16::from(tagged.level?) - i16::from(outlined))
    };
    let deeper = find_prevailing(tagged.iter().filter_map(difference).map(|d| (d, 1)));
    let deeper = deeper.unwrap_or_default();
    let only_tagged = tagged.iter().filter(|tagged| in_outline(tagged).is_none());
    let levelled: Vec<StatedHeading> = only_tagged
        .map(|tagged| {
            let level = tagged.level.map(|level| (i16::from(level) - deeper).max(1));
            let level = level.and_then(|level| u8::try_from(level).ok());
            StatedHeading { level, ..*tagged }
        })
        .collect();
    found.extend(levelled);
    found.sort_by_key(|heading| heading.start);
    found
}

/// Finds the lines of each page that items of the outline name, in order.
fn find_outline_headings(
    outline: &[OutlineItem],
    pages: &[Vec<WrittenLine<'_>>],
) -> Vec<StatedHeading> {
    let mut letters: Vec<PageLetters> = vec![None; pages.len()];
    let mut found: Vec<StatedHeading> = outline
        .iter()
        .filter_map(|item| {
            let place = item.place?;
            let index = usize::try_from(place.page).ok()?.checked_sub(1)?;
            let page = pages.get(index)?;
            let folded = letters.get_mut(index)?.get_or_insert_with(|| {
                page.iter().map(|written| fold_letters(&written.line.text)).collect()
            });
            find_heading(item, place, page, folded)
        })
        .collect();
    found.sort_by_key(|heading| (heading.start, heading.level));
    found.dedup_by(|later, earlier| later.start < earlier.end);
    found
}

/// Finds the lines of a page that an item names: those nearest to its place. `letters` are
/// those of the lines.
fn find_heading(
    item: &OutlineItem,
    place: Place,
    page: &[WrittenLine<'_>],
    letters: &[String],
) -> Option<StatedHeading> {
    let title = fold_letters(&item.title);
    // The number may stand above the title, or only in the outline.
    let bare = title.trim_start_matches(|c: char| c.is_ascii_digit());
    let top = place.top.map_or(0, |top| i64::from(top.0));
    let matching = |title: &str| {
        let lines =
            (0..page.len()).filter_map(|first| match_lines(letters, first, title));
        lines.collect()
    };
    let mut lines: Vec<Range<usize>> = matching(&title);
    if lines.is_empty() && !bare.is_empty() {
        lines = matching(bare);
    }
    let distance = |lines: &Range<usize>| {
        let baseline = page.get(lines.start).map_or(0, |one| one.line.baseline.0);
        (i64::from(baseline) - top).abs()
    };
    let lines = lines.into_iter().min_by_key(distance)?;
    let [first, last] = [page.get(lines.start)?, page.get(lines.end - 1)?];
    Some(StatedHeading {
        start: u32::try_from(first.range.start).ok()?,
        end: u32::try_from(last.range.end).ok()?,
        level: Some(item.level.max(1)),
    })
}

/// The lines from a first one on that have the letters of a title, perhaps after a number, and
/// no others.
fn match_lines(letters: &[String], first: usize, title: &str) -> Option<Range<usize>> {
    let words = letters.get(first)?;
    let begins = (0..=LONGEST_NUMBER).filter(|&begin| {
        // Most lines of a page are passed over by their letters.
        words.as_bytes().get(begin) == title.as_bytes().first()
            && words.get(..begin).is_some_and(|number| begin == 0 || may_number(number))
    });
    for begin in begins {
        let mut rest = title;
        let opening = words.get(begin..).into_iter();
        let below = letters.iter().skip(first + 1).map(String::as_str);
        for (at, words) in opening.chain(below).enumerate().take(LINES_OF_A_HEADING) {
            let Some(after) = rest.strip_prefix(words).filter(|_| !words.is_empty())
            else {
                break;
            };
            if after.is_empty() {
                return Some(first..first + at + 1);
            }
            rest = after;
        }
    }
    None
}

/// Whether letters before a title may be its number: `1`, `12`, `a`, `a1`, `xii`, `chapter3`.
/// Outlines often leave it out.
fn may_number(letters: &str) -> bool {
    let figures = letters.trim_start_matches(|c: char| c.is_alphabetic());
    let words = &letters[..letters.len() - figures.len()];
    let is_roman = |words: &str| words.chars().all(|c| "ivxlc".contains(c));
    let is_short = |words: &str| words.chars().count() <= 1 || is_roman(words);
    let ends = words.char_indices().map(|(at, c)| at + c.len_utf8());
    let is_named = ends.map(|end| words.split_at(end)).any(|(name, rest)| {
        (is_keyword(name) || APPENDICES.contains(&name)) && is_short(rest)
    });
    figures.bytes().all(|byte| byte.is_ascii_digit()) && (is_short(words) || is_named)
}

#[cfg(test)]
mod tests {
    use super::{match_lines, may_number};

    #[test]
    fn numbers_are_told_from_words() {
        for number in
            ["1", "12", "31", "a", "a1", "xii", "chapter3", "appendixb", "partiv"]
        {
            assert!(may_number(number), "{number}");
        }
        for words in ["the", "1the", "chapterone", "ab"] {
            assert!(!may_number(words), "{words}");
        }
    }

    #[test]
    fn a_title_is_found_behind_its_number() {
        let lines = ["31ofthe", "water", "water", "ofthewater", "ofthewater12"];
        let lines = lines.map(str::to_owned);
        assert_eq!(match_lines(&lines, 0, "ofthewater"), Some(0..2));
        assert_eq!(match_lines(&lines, 3, "ofthewater"), Some(3..4));
        assert_eq!(match_lines(&lines, 1, "ofthewater"), None);
        assert_eq!(match_lines(&lines, 4, "ofthewater"), None);
    }
}
