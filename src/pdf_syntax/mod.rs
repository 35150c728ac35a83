//! The syntax of PDFs, as those read it that check them: `loading` opens a file within a
//! budget, and `operators` reads its content streams one operator at a time.
//!
//! What objects and operators mean is decided by each of `audit` and `preflight`, which
//! share nothing else.

mod loading;
mod operators;

pub(crate) use loading::{PdfLoadError, load_pdf};
pub(crate) use operators::{ContentLexer, ContentOperation, decode_hex};
