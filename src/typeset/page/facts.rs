//! What the rest of a book asks of a section that is cut into pages.

use serde::{Deserialize, Serialize};

use crate::length::Length;
use crate::typeset::page::audit::{self, PageFault};
use crate::typeset::page::galley::NamedDestination;
use crate::typeset::page::section::{NotesOnPage, PagedSection, RunningHeads};

/// What the rest of a book asks of a section that is cut into pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SectionFacts {
    /// How many pages it has.
    pub(crate) pages: usize,
    /// What stands above them.
    pub(crate) heads: RunningHeads,
    /// Every place with its page in the section; note marks, too.
    pub(crate) destinations: Vec<(NamedDestination, usize)>,
    /// What the pages had to give up, each with its page.
    pub(crate) faults: Vec<(usize, PageFault)>,
    /// The notes that begin on each page, if running heads differ from page to page; else
    /// empty.
    pub(crate) notes: Vec<NotesOnPage>,
    /// Pages of the source that begin on each page, by line, with how far down it stands.
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
