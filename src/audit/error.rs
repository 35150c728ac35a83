//! Why an edition could not be read.

use super::pdf::budget::SpentBudget;
use crate::pdf_syntax::PdfLoadError;

/// Why an edition could not be read.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// It is not an archive, or a broken one.
    #[error("it is not a complete EPUB archive: {0}")]
    Archive(#[from] zip::result::ZipError),
    /// A file in it is missing or cannot be unpacked.
    #[error("'{name}' in it cannot be read")]
    File {
        /// The file.
        name: String,
    },
    /// Its files unpack to more than any book has.
    #[error(
        "its text unpacks to more than {megabytes} MB, more than any book has; \
         audit its parts"
    )]
    TooLarge {
        /// The most that is read.
        megabytes: u64,
    },
    /// It has more words, notes and headings than any book.
    #[error(
        "it has more than {millions} million words, notes and headings, more than any book \
         has; audit its parts"
    )]
    TooManyWords {
        /// The most that are read, in millions.
        millions: usize,
    },
    /// A file in it is not well-formed.
    #[error("'{name}' in it is not well-formed: {cause}")]
    Markup {
        /// The file.
        name: String,
        /// The cause.
        cause: String,
    },
    /// It is not a PDF, or a broken one.
    #[error("it is not a complete PDF: {0}")]
    Pdf(#[from] lopdf::Error),
    /// A page of a PDF has content that is not valid.
    #[error("the content of its page {page} is broken")]
    Content {
        /// The page, from 1.
        page: usize,
    },
    /// A PDF has more objects than any book.
    #[error("it has {what}, more than any book has; audit its parts")]
    TooManyObjects {
        /// What it has.
        what: &'static str,
    },
    /// A PDF has more of something than an audit reads.
    #[error("{0}, more than any book has; audit its parts")]
    Spent(#[from] SpentBudget),
    /// A PDF without a reading order.
    #[error(
        "it has no structure tree, so its reading order is unknown (a press PDF is compared with \
         the PDF for readers: --source NAME.pdf)"
    )]
    Untagged,
    /// Two readings of a source PDF find another number of pages.
    #[error("one reading finds {first} pages in it, and the other {second}")]
    OtherPages {
        /// Of the reading that the edition was made from.
        first: usize,
        /// Of the reading of the audit.
        second: usize,
    },
}

impl From<PdfLoadError> for AuditError {
    fn from(error: PdfLoadError) -> Self {
        match error {
            PdfLoadError::Spent(what) => Self::TooManyObjects { what },
            PdfLoadError::Broken(cause) => Self::Pdf(cause),
        }
    }
}

impl AuditError {
    /// Whether another edition of the same book would do better.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        !matches!(
            self,
            Self::TooLarge { .. }
                | Self::TooManyWords { .. }
                | Self::TooManyObjects { .. }
                | Self::Spent(_)
                | Self::Untagged
        )
    }
}
