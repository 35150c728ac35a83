//! The events of a build.

use super::Format;

/// Hears how far a build has come: from any thread, in any order. `()` ignores it.
pub trait Progress: Sync {
    /// A document was read, and recovered if it is raw.
    fn document_read(&self, _bytes: u64, _is_raw: bool) {}

    /// One chapter was typeset, out of this many. A press may ask for margins that depend
    /// on the number of pages: then the chapters are typeset again.
    fn chapter_typeset(&self, _chapters: usize) {}

    /// An edition was written; `pages` only for [`Format::Pdf`].
    fn edition_written(&self, _format: Format, _pages: Option<usize>) {}
}

impl Progress for () {}
