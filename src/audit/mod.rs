//! A written edition is read again and held against its sources and their ledgers.
//!
//! What it reads with shares nothing with the writers: it may not name `edition` or
//! `typeset`. What an edition adds by itself (title page, contents, headings over notes,
//! running heads) is known by its semantics, and has to follow from the sources too.

mod account;
pub mod codes;
mod difference;
pub mod epub;
mod error;
mod given;
pub mod pages;
mod particulars;
pub mod pdf;
mod reconcile;
pub mod stream;
mod wording;

pub use error::AuditError;
pub use particulars::{AuditedDocument, SourceMetadata};
pub use reconcile::{AuditReport, reconcile};
pub use stream::{Streams, WordStream};
