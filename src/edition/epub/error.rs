//! Why an EPUB cannot be written.

use std::error::Error;

use crate::edition::cover::CoverError;

/// Why an EPUB cannot be written. Apart from the cover, no book causes these errors: the
/// archive is made in memory.
#[derive(Debug, thiserror::Error)]
pub enum EpubError {
    /// The cover cannot be painted.
    #[error(transparent)]
    Cover(#[from] CoverError),
    /// epub-builder refuses a file or cannot build the package.
    #[error("the EPUB package cannot be built; please report this as a bug")]
    Builder(#[source] Box<dyn Error + Send + Sync>),
    /// The archive cannot be read or written.
    #[error("the EPUB archive cannot be written; please report this as a bug")]
    Archive(#[from] zip::result::ZipError),
    /// A file of the archive cannot be read or written.
    #[error("a file of the EPUB cannot be written; please report this as a bug")]
    File(#[from] std::io::Error),
    /// A document of the package is not well formed.
    #[error(
        "a document of the EPUB package is not well formed; please report this as a bug"
    )]
    Document(#[from] quick_xml::Error),
    /// Something that must be amended does not occur exactly once.
    #[error(
        "the EPUB package has '{place}' {found} times where it must have it once; \
         please report this as a bug"
    )]
    Amend {
        /// What must be amended.
        place: &'static str,
        /// How often it occurs.
        found: usize,
    },
}
