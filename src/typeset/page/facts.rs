//! What the rest of a book needs to know about a paginated section.

use serde::{Deserialize, Serialize};

use crate::length::Length;
use crate::typeset::page::audit::{self, PageFault};
use crate::typeset::page::galley::NamedDestination;
use crate::typeset::page::section::{NotesOnPage, PagedSection, RunningHeads};

/// What the rest of a book needs to know about a paginated section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SectionFacts {
    /// The number of its pages.
    pub(crate) pages: usize,
    /// The running heads.
    pub(crate) heads: RunningHeads,
    /// Every destination with its page in the section, including note marks.
    pub(crate) destinations: Vec<(NamedDestination, usize)>,
    /// The faults of the pages, each with its page.
    pub(crate) faults: Vec<(usize, PageFault)>,
    /// The notes that begin on each page, if the running heads differ from page to page;
    /// otherwise empty.
    pub(crate) notes: Vec<NotesOnPage>,
    /// The source pages that begin on each page, by line, with the drop of the line below
    /// the top of the text block.
    pub(crate) source_pages: Vec<Vec<(Vec<String>, Length)>>,
}

impl SectionFacts {
    /// Collects the facts of a section.
    pub(crate) fn collect(paged: &PagedSection) -> Self {
        let by_page = matches!(paged.section.heads, RunningHeads::ByPage(_));
        let noted = 0..if by_page { paged.page_count() } else { 0 };
        Self {
            pages: paged.page_count(),
            heads: paged.section.heads.clone(),
            destinations: paged.list_destinations(),
            faults: audit::find_faults(paged),
            notes: noted.map(|page| paged.find_beginning_notes(page)).collect(),
            source_pages: (0..paged.page_count())
                .map(|page| paged.find_source_pages(page))
                .collect(),
        }
    }
}
