//! Documents of a library, one after the other: what a manifest says of each becomes its
//! editions, and a line that says what became of it.
//!
//! `pliego shard` and the Python module make the same of the same document. Whatever a
//! document is, it is a line and never the end of a run.

mod document;
mod entry;

pub use document::{
    LibraryDocument, SCHEMA, STATUSES, count_document_words, digest_run, find_shard,
    format_hex, make_document,
};
pub use entry::{AuthorNames, ManifestEntry};
