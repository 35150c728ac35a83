//! Why an edition could not be read.

/// Why an edition could not be read.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// It is no archive, or a broken one.
    #[error("it is no whole EPUB archive: {0}")]
    Archive(#[from] zip::result::ZipError),
    /// A file in it is missing or cannot be unpacked.
    #[error("'{name}' in it cannot be read")]
    File {
        /// The file.
        name: String,
    },
    /// A file in it is not well formed.
    #[error("'{name}' in it is not well formed: {cause}")]
    Markup {
        /// The file.
        name: String,
        /// What is wrong.
        cause: String,
    },
    /// It is no PDF, or a broken one.
    #[error("it is no whole PDF: {0}")]
    Pdf(#[from] lopdf::Error),
    /// A PDF that does not say in what order it is read.
    #[error(
        "it has no structure tree, so nobody can tell in what order it is read (a PDF for the \
         press is held against that for readers: --source NAME.pdf)"
    )]
    Untagged,
}
