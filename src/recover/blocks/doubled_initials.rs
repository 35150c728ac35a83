//! Initials that stand twice: an extractor gives the picture of a drop capital as a letter of
//! its own, and the text below has the letter, too.

use super::segment::{Segment, SegmentKind, Segmentation};
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;

/// Reports each capital by itself above a paragraph that begins with it. Where several headings
/// are letters, they are over the entries of a list.
pub(super) fn report_doubled_initials(
    segmentation: &Segmentation,
    diagnostics: &mut Vec<Diagnostic>,
) {
    // Only a segment of one row may be a letter: the words of the others are not put together.
    let letter = |segment: &Segment| {
        let is_row = segment.rows.len() == 1;
        is_row
            .then(|| segmentation.words_of(segment))
            .and_then(|words| read_initial(&words))
    };
    let headings = segmentation.segments.iter().filter(|segment| segment.is_heading());
    let several = headings.filter(|segment| letter(segment).is_some()).count() > 1;
    for pair in segmentation.segments.windows(2) {
        let [above, text] = pair else { continue };
        let may_be =
            above.kind == SegmentKind::Paragraph || above.is_heading() && !several;
        if !may_be || text.kind != SegmentKind::Paragraph {
            continue;
        }
        let Some(initial) = letter(above) else { continue };
        if segmentation.words_of(text).chars().find(|c| c.is_alphabetic())
            == Some(initial)
        {
            let message = format!(
                "'{initial}' stands alone above a paragraph that begins with it; it may be \
                 its drop capital"
            );
            diagnostics.push(
                Diagnostic::new(codes::DOUBLED_INITIAL, Severity::Warning, message)
                    .at(segmentation.span_of(above))
                    .hint("leave it out if the page has the letter only once"),
            );
        }
    }
}

/// The capital that some words are, if they are nothing else.
fn read_initial(words: &str) -> Option<char> {
    let mut letters = words.trim().chars();
    let initial = letters.next().filter(|c| c.is_uppercase())?;
    letters.next().is_none().then_some(initial)
}
