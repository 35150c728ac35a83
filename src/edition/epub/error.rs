//! What can keep an EPUB from being written.

use crate::edition::cover::CoverError;

/// Why no EPUB could be written. None of it is the book's fault, and none of it should
/// happen: the archive is made in memory.
#[derive(Debug, thiserror::Error)]
pub enum EpubError {
    /// The cover could not be painted.
    #[error(transparent)]
    Cover(#[from] CoverError),
    /// epub-builder refused.
    #[error("the EPUB package could not be put together; please report this as a fault")]
    Assemble(#[from] epub_builder::Error),
    /// The archive could not be read or written.
    #[error("the EPUB archive could not be written; please report this as a fault")]
    Archive(#[from] zip::result::ZipError),
    /// A file of the archive could not be read or written.
    #[error("a file of the EPUB could not be written; please report this as a fault")]
    File(#[from] std::io::Error),
    /// A document of the package is not well formed.
    #[error("a document of the EPUB package is broken; please report this as a fault")]
    Document(#[from] quick_xml::Error),
    /// A place that has to be amended was not found once.
    #[error(
        "the EPUB package has '{place}' {found} times where it must have it once; \
         please report this as a fault"
    )]
    Amend {
        /// The place.
        place: &'static str,
        /// How often it was found.
        found: usize,
    },
}
