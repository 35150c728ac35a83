//! Reads a written edition again and compares it with its sources and their ledgers.
//!
//! The reader shares no code with the writers: it may not import `edition` or `typeset`.
//! Text that an edition adds (title page, contents, headings over notes, running heads) is
//! recognised by its semantics and must follow from the sources too.
//!
//! The letters of a source PDF are read a second time, with code that the reader of sources
//! does not use.
//!
//! In reading order: `stream` and `source_metadata` hold what is compared, `epub` and `pdf`
//! read an edition, `openings`, `difference` and `alignment` align it with the sources, and the rest
//! names the differences.

pub mod codes;
mod error;

mod source_metadata;
pub mod stream;

pub mod epub;
pub mod pdf;

mod typewriter;

mod alignment;
mod difference;
mod openings;

mod reconcile;

mod wording;

mod setting;

mod targets;

mod document_streams;

mod presentation;

mod account;

mod note_numbers;

mod customs;

pub mod pages;

mod letter_tally;
pub mod source_pages;

pub use error::AuditError;
pub use reconcile::{AuditReport, reconcile};
pub use source_metadata::AuditedDocument;
pub use stream::Streams;
