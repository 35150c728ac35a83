//! Title pages: the author, what the book contains, and the publisher are no chapters.

use super::heading_doubts::is_text;
use super::segment::{SegmentKind, Segmentation};
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::model::Fence;
use crate::recover::rows::row::ContentsRow;
use crate::text::names::{is_by, names_author};
use crate::text::numerals::{self, roman_in_one_case};
use crate::text::sections;

/// Fewest lines of title pages that look like headings, besides the title.
const FEWEST_LINES: usize = 2;

/// Most paragraphs above the text on title pages.
const MOST_PARAGRAPHS: usize = 40;

/// The years in which books were printed.
const YEARS: std::ops::Range<u32> = 1450..2100;

/// Makes paragraphs of the lines of title pages that look like headings. The first heading, the
/// title, remains one, as does what names a section or has a number, and what is right above
/// the text.
///
/// Only a line that names an author with "by", a firm or the year of an imprint shows such a
/// page: what else is above a text may be a title of many lines.
pub(super) fn keep_title_pages_as_text(
    segmentation: &mut Segmentation,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let segments = &segmentation.segments;
    let words = |at: usize| segmentation.words_of(&segments[at]);
    let is_heading = |at: &usize| segments[*at].is_heading();
    let is_chapter =
        |at: &usize| is_heading(at) && segments.get(at + 1).is_some_and(is_text);
    let mut places = (0..segments.len()).take(MOST_PARAGRAPHS);
    let Some(sign) = places.find(|&at| is_publication_line(&words(at))) else { return };
    // The page ends with the title of a text; the remarks of a transcriber may be above it.
    let mut below = (sign..segments.len()).take(MOST_PARAGRAPHS);
    let Some(chapter) = below.find(is_chapter) else { return };
    let start = (0..sign).rfind(is_chapter).map_or(0, |above| above + 1);
    let is_line = |&at: &usize| {
        let row = &segmentation.rows[segments[at].rows.start];
        // Each line of a title page that the contents follow is apart from the others.
        let is_stated = row.fence.is_some_and(|fence| fence != Fence::SetOff)
            || row.decided.is_some()
            || row.announced.is_some_and(|place| place != ContentsRow::After);
        segments[at].rows.start >= segmentation.displaced
            && !is_stated
            && sections::named(&words(at)).is_none()
            && numerals::numbering(&words(at)).is_none()
    };
    let headings = (start..chapter).filter(is_heading);
    // The first is the title, unless that is no heading.
    let is_title =
        |&(place, at): &(usize, usize)| place == 0 && !is_publication_line(&words(at));
    let others = headings.enumerate().filter(|one| !is_title(one));
    let lines: Vec<usize> = others.map(|(_, at)| at).filter(is_line).collect();
    if lines.len() < FEWEST_LINES {
        return;
    }
    let message = format!(
        "{} lines of a title page look like headings; they remain paragraphs",
        lines.len()
    );
    diagnostics.push(
        Diagnostic::new(codes::TOO_MANY_CHAPTERS, Severity::Warning, message)
            .at(segmentation.span_of(&segments[lines[0]]))
            .hint("mark the headings in the Markdown if some of them are"),
    );
    for at in lines {
        segmentation.segments[at].kind = SegmentKind::Paragraph;
    }
}

/// Whether a line says by whom a book is, or names the firm that published it or the year.
fn is_publication_line(words: &str) -> bool {
    let year = |word: &str| {
        let year = roman_in_one_case(word).or_else(|| word.parse().ok());
        year.is_some_and(|year| YEARS.contains(&year))
    };
    let (place, last) =
        words.trim_end_matches('.').rsplit_once(' ').unwrap_or(("", words));
    // The year of a date follows a small word.
    let before = place.split_whitespace().next_back().unwrap_or_default();
    let is_imprint = year(last)
        && (!before.starts_with(char::is_lowercase) || before.ends_with([',', ';', ':']));
    let names_firm = words.to_lowercase().contains("& co");
    is_imprint || names_firm || names_author(words) || is_by(last)
}
