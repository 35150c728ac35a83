//! Why an edition could not be read.

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
