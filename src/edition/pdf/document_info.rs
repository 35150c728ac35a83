//! What a PDF says about itself as a document.

use crate::book::matter::words::EditionWords;
use crate::book::metadata::Metadata;
use crate::edition::Publication;
use crate::text::language::Language;

/// What a PDF says about itself as a document, in its information dictionary and metadata.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DocumentInfo {
    /// The title, which viewers show in the title bar of the window.
    pub title: String,
    /// The authors.
    pub authors: Vec<String>,
    /// The main language.
    pub language: Option<Language>,
    /// What the book is about.
    pub subject: Option<String>,
    /// Keywords.
    pub keywords: Vec<String>,
    /// When it was made, in seconds since 1970-01-01; without it no date is written.
    pub made: Option<u64>,
    /// The label of a page without a folio, such as the cover.
    pub unnumbered: String,
}

impl DocumentInfo {
    /// What a PDF says about a publication.
    #[must_use]
    pub fn from_publication(publication: &Publication<'_>) -> Self {
        let metadata: &Metadata = &publication.book.metadata;
        let names = metadata.authors.iter().map(|author| author.name.clone());
        let series = metadata.series.iter().map(|series| series.name.clone());
        Self {
            title: join_title(metadata),
            authors: names.collect(),
            language: metadata.language.clone(),
            subject: metadata.description.clone(),
            keywords: series.collect(),
            made: publication.made,
            unnumbered: EditionWords::for_language(metadata.language.as_ref())
                .cover
                .to_owned(),
        }
    }
}

/// Title and subtitle as one line. A book without a title is called "untitled" in its own
/// language, because the window that shows it needs a name.
fn join_title(metadata: &Metadata) -> String {
    match (&metadata.title, &metadata.subtitle) {
        (None, _) => {
            EditionWords::for_language(metadata.language.as_ref()).untitled.to_owned()
        }
        (Some(title), None) => title.clone(),
        (Some(title), Some(subtitle)) => format!("{title}: {subtitle}"),
    }
}
