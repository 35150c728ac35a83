//! Opens a PDF and follows the references in it.

use lopdf::{Dictionary, Document, Object};

use crate::audit::error::AuditError;
use crate::pdf_syntax::load_pdf;

/// The most bytes of one stream that are unpacked, so that no file can exhaust the memory.
/// A page of text has some thousands, and the object streams of a long book some millions.
pub(super) const LARGEST: usize = 40_000_000;

/// Parses a PDF.
pub(super) fn load_document(
    bytes: &[u8],
    password: Option<&str>,
) -> Result<Document, AuditError> {
    Ok(load_pdf(bytes, password, LARGEST)?)
}

/// An object as a dictionary, following references.
pub(super) fn resolve_dictionary<'a>(
    document: &'a Document,
    object: &'a Object,
) -> Option<&'a Dictionary> {
    document.dereference(object).ok()?.1.as_dict().ok()
}
