//! What a PDF says of itself.

use crate::book::matter::words::EditionWords;
use crate::book::metadata::Metadata;
use crate::edition::Publication;
use crate::text::language::Language;

/// What a PDF says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Particulars {
    /// The title; shown in the title bar of the window.
    pub title: String,
    /// The authors.
    pub authors: Vec<String>,
    /// The main language.
    pub language: Option<Language>,
    /// What the book is about.
    pub subject: Option<String>,
    /// Words to find it by.
    pub keywords: Vec<String>,
    /// When it was made, in seconds since 1970-01-01; none writes no date at all.
    pub made: Option<u64>,
    /// The label of a page without a folio, such as the cover.
    pub unnumbered: String,
}

impl Particulars {
    /// The particulars of a publication.
    #[must_use]
    pub fn of(publication: &Publication<'_>) -> Self {
        let metadata: &Metadata = &publication.book.metadata;
        let names = metadata.authors.iter().map(|author| author.name.clone());
        let series = metadata.series.iter().map(|series| series.name.clone());
        Self {
            title: full_title(metadata),
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

/// Title and subtitle as one line; that there is none, in words, where nothing says it: the
/// window that shows the book has to be called something.
fn full_title(metadata: &Metadata) -> String {
    match (&metadata.title, &metadata.subtitle) {
        (None, _) => {
            EditionWords::for_language(metadata.language.as_ref()).untitled.to_owned()
        }
        (Some(title), None) => title.clone(),
        (Some(title), Some(subtitle)) => format!("{title}: {subtitle}"),
    }
}
