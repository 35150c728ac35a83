//! The page: how wide lines are, where pages begin, and what pages have besides the text.

pub(crate) mod line_shapes;
pub(crate) mod measure;

mod page_numbers;

pub(crate) mod source_layout;

pub(crate) mod furniture;

mod folio_candidate;

pub(crate) mod folios;

pub(crate) mod contents;

mod stanza_numbers;

mod heading_numbers;

mod title_lines;

mod inner_heads;

mod running_heads;

mod head_readings;

mod misread_numbers;

mod page_chain;

mod page_heads;

mod scan_lines;

mod standing_lines;

pub(crate) mod decided_lines;

use std::collections::BTreeSet;

use contents::PrintedContents;
use furniture::{EDGE, Furniture};
use running_heads::HeadScan;
use source_layout::SourceLayout;

use crate::recover::model::RemovalKind;

/// What the pages of a source have besides the text.
pub(super) struct PageParts {
    /// The printed tables of contents.
    pub(super) printed: PrintedContents,
    /// Running heads and folios.
    pub(super) furniture: Furniture,
}

/// Finds the printed contents, the folios and the running heads of a text. `contested`
/// names numbers that may as well belong to notes; these are not folios.
pub(super) fn find_page_parts(
    source: &SourceLayout<'_>,
    contested: impl FnOnce(&SourceLayout<'_>, &Furniture) -> BTreeSet<usize>,
) -> PageParts {
    let printed = if source.notation.keeps_all_lines() {
        PrintedContents::default()
    } else {
        contents::find_contents(source)
    };
    if !source.notation.may_have_furniture() {
        // A transcription has no pages, but it may have the contents of its book.
        let furniture = Furniture::from_contents(source, &printed);
        return PageParts { printed, furniture };
    }
    let lines = HeadScan::new(source, &printed);
    let mut furniture = lines.find_furniture(&BTreeSet::new());
    let contested = contested(source, &furniture);
    if !contested.is_empty() {
        furniture = lines.find_furniture(&contested);
    }
    mark_artifacts(source, &mut furniture);
    PageParts { printed, furniture }
}

/// Marks the lines at the edges of pages that a PDF says are no part of the text.
fn mark_artifacts(source: &SourceLayout<'_>, furniture: &mut Furniture) {
    for (line_no, &line) in source.solid_lines.iter().enumerate() {
        let is_artifact = source.text.looks.get(line).is_some_and(|look| look.artifact);
        let page = source.page_lines(source.page_of(line_no));
        let at_edge = line_no - page.start <= EDGE || page.end - line_no <= EDGE;
        if is_artifact && at_edge && furniture.kinds[line_no].is_none() {
            furniture.kinds[line_no] = Some(RemovalKind::RunningHead);
        }
    }
}
