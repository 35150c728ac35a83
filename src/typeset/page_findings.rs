//! What is reported of the pages of the text: bad page breaks, uneven pages, many blank ones.

use std::collections::BTreeMap;

use crate::book::matter::notes::ReferenceMark;
use crate::design::ChapterStart;
use crate::diagnostic::{Diagnostic, Severity};
use crate::typeset::codes;
use crate::typeset::page::audit::PageFault;
use crate::typeset::page::galley::PageBreakKind;
use crate::typeset::section_steps::PlacedSection;

/// Fewest blank pages that are reported: a short book may have some.
const FEWEST_BLANKS: usize = 6;

/// One page in this many is blank: chapters of one page leave one in two, those of three pages
/// one in four, and the chapters of novels about one in twenty.
const MANY_BLANKS: usize = 4;

/// Reports a text with many blank pages because its short chapters open on right-hand pages.
pub(super) fn report_blank_pages(
    text: &[PlacedSection<'_>],
    chapter_start: ChapterStart,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let blanks = text.windows(2).map(|pair| pair[1].first_page - pair[0].end());
    let blanks: usize = blanks.sum();
    let pages = text.last().map_or(0, PlacedSection::end);
    let are_many = blanks >= FEWEST_BLANKS && blanks * MANY_BLANKS >= pages;
    if chapter_start != ChapterStart::Recto || !are_many {
        return;
    }
    let message = format!(
        "{blanks} of {pages} pages are blank: short chapters open on right-hand pages"
    );
    let found = Diagnostic::new(codes::BLANK_PAGES, Severity::Warning, message);
    let hint = "set chapter-start = \"any\" under [design] to open them on any page";
    diagnostics.push(found.hint(hint));
}

/// Reports the faults of a section's pages.
pub(super) fn report_faults(
    section: &PlacedSection<'_>,
    labels: &BTreeMap<u32, ReferenceMark>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for &(page, fault) in &section.facts.faults {
        let number = section.first_page + page + 1;
        let (code, severity, message) = match fault {
            PageFault::BadBreak(PageBreakKind::Widow) => (
                codes::WIDOW,
                Severity::Warning,
                format!(
                    "page {} begins with the last line of a paragraph or table",
                    number + 1
                ),
            ),
            PageFault::BadBreak(PageBreakKind::Orphan) => (
                codes::ORPHAN,
                Severity::Warning,
                format!("page {number} ends with the first line of a paragraph or table"),
            ),
            PageFault::BadBreak(PageBreakKind::AfterHeading) => (
                codes::LONE_HEADING,
                Severity::Warning,
                format!("page {number} ends too close below a heading"),
            ),
            // The audit never reports these.
            PageFault::BadBreak(
                PageBreakKind::Free
                | PageBreakKind::AtPause
                | PageBreakKind::InStanza
                | PageBreakKind::AfterLeadIn,
            ) => {
                continue;
            }
            PageFault::LateNote(serial) => (
                codes::NOTE_LATE,
                Severity::Warning,
                format!(
                    "page {number} has no room for its note {}, which begins later",
                    labels.get(&serial).map(ReferenceMark::to_string).unwrap_or_default()
                ),
            ),
            PageFault::FullMargin => (
                codes::MARGIN_FULL,
                Severity::Warning,
                format!(
                    "the notes in the margin of page {number} are deeper than the page"
                ),
            ),
            PageFault::UnevenSpread(lines) => (
                codes::UNEVEN,
                Severity::Warning,
                format!("page {number} is {}", describe_deviation(lines)),
            ),
            PageFault::ShortSpread(lines) => (
                codes::SPREAD_OFF,
                Severity::Note,
                format!(
                    "page {number} and the page it faces are {}",
                    describe_deviation(lines)
                ),
            ),
        };
        let hint = match fault {
            PageFault::FullMargin => Some(
                "widen 'outer' under 'margins', or make some of them notes with marks",
            ),
            _ => None,
        };
        let found = Diagnostic::new(code, severity, message);
        diagnostics.push(hint.into_iter().fold(found, Diagnostic::hint));
    }
}

/// "1 line short", "2 lines short", "1 line long".
fn describe_deviation(lines: i32) -> String {
    let plural = if lines.abs() == 1 { "" } else { "s" };
    let way = if lines < 0 { "long" } else { "short" };
    format!("{} line{plural} {way}", lines.abs())
}
