//! Opens a PDF and follows the references in it.

use lopdf::{Dictionary, Document, LoadOptions, Object};

use crate::audit::error::AuditError;

/// The most bytes of one stream that are unpacked, so that no file can exhaust the memory.
/// A page of text has some thousands, and the object streams of a long book some millions.
pub(super) const LARGEST: usize = 40_000_000;

/// Parses a PDF.
pub(super) fn load_document(bytes: &[u8]) -> Result<Document, AuditError> {
    let options = LoadOptions::with_max_decompressed_size(LARGEST);
    Ok(Document::load_mem_with_options(bytes, options)?)
}

/// An object as a dictionary, following references.
pub(super) fn resolve_dictionary<'a>(
    document: &'a Document,
    object: &'a Object,
) -> Option<&'a Dictionary> {
    document.dereference(object).ok()?.1.as_dict().ok()
}
