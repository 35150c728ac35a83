//! What the rest of a book asks of a section that is cut into pages.

use serde::{Deserialize, Serialize};

use crate::length::Length;
use crate::typeset::page::audit::{self, Fault};
use crate::typeset::page::galley::Place;
use crate::typeset::page::section::{Heads, NotesOnPage, Paged};

/// What the rest of a book asks of a section that is cut into pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SectionFacts {
    /// How many pages it has.
    pub(crate) pages: usize,
    /// What stands above them.
    pub(crate) heads: Heads,
    /// Every place with its page in the section; note marks, too.
    pub(crate) places: Vec<(Place, usize)>,
    /// What the pages had to give up, each with its page.
    pub(crate) faults: Vec<(usize, Fault)>,
    /// The notes that begin on each page, if running heads differ from page to page; else
    /// empty.
    pub(crate) notes: Vec<NotesOnPage>,
    /// Pages of the source that begin on each page, by line, with how far down it stands.
    pub(crate) sources: Vec<Vec<(Vec<String>, Length)>>,
}

impl SectionFacts {
    /// Collects the facts of a section.
    pub(crate) fn of(paged: &Paged) -> Self {
        let by_page = matches!(paged.section.heads, Heads::Pages(_));
        let noted = 0..if by_page { paged.len() } else { 0 };
        Self {
            pages: paged.len(),
            heads: paged.section.heads.clone(),
            places: paged.places(),
            faults: audit::faults(paged),
            notes: noted.map(|page| paged.notes(page)).collect(),
            sources: (0..paged.len()).map(|page| paged.sources(page)).collect(),
        }
    }
}
