//! Finds the faults that the finished pages of a section still have.

use serde::{Deserialize, Serialize};

use crate::typeset::page::breaks::Side;
use crate::typeset::page::galley::PageBreakKind;
use crate::typeset::page::section::{PagedSection, page_side};

/// A fault of a page that a reader may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum PageFault {
    /// The page ends above a row that should stay with the one before it.
    BadBreak(PageBreakKind),
    /// The page is this many lines short, or long if below zero, and its facing page is
    /// not.
    UnevenSpread(i32),
    /// Both pages of the spread are this many lines short, or long if below zero.
    ShortSpread(i32),
    /// The page calls a note, given by its serial number, that begins on a later page.
    LateNote(u32),
    /// The notes in its margin are deeper than the page.
    FullMargin,
}

/// Finds the faults of a section, each with the index of its page in the section.
pub(crate) fn find_faults(paged: &PagedSection) -> Vec<(usize, PageFault)> {
    let mut faults = Vec::new();
    // The last page of a section may end anywhere.
    let full = paged.page_count().saturating_sub(1);
    let short: Vec<i32> = (0..full).map(|page| paged.count_missing_lines(page)).collect();
    for page in 0..full {
        let next = paged.break_above(page + 1);
        if next >= PageBreakKind::Orphan {
            faults.push((page, PageFault::BadBreak(next)));
        }
        let facing = match page_side(paged.first_page + page) {
            Side::Verso => Some(page + 1),
            Side::Recto => page.checked_sub(1),
        };
        let agrees = facing.is_some_and(|other| short.get(other) == Some(&short[page]));
        match short[page] {
            0 => {}
            lines if agrees => faults.push((page, PageFault::ShortSpread(lines))),
            lines => faults.push((page, PageFault::UnevenSpread(lines))),
        }
    }
    for page in 0..paged.page_count() {
        let deferred = paged.find_late_notes(page).into_iter();
        faults.extend(deferred.map(|serial| (page, PageFault::LateNote(serial))));
        if !paged.has_room_in_margin(page) {
            faults.push((page, PageFault::FullMargin));
        }
    }
    faults
}
