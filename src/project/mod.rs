//! A book as its publisher describes it: the file `book.toml`, read and checked.

use std::path::PathBuf;

use crate::book::matter::notes::NotePlacement;
use crate::book::metadata::Metadata;
use crate::design::Design;

/// A book project.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Project {
    /// The particulars, which win over what the documents say of themselves.
    pub metadata: Metadata,
    /// Stem of the names of the files that are written.
    pub slug: Option<String>,
    /// The documents in reading order. Paths are as written, from the project's folder.
    pub chapters: Vec<Entry>,
    /// Where the notes go.
    pub notes: NotePlacement,
    /// The cover.
    pub cover: Cover,
    /// The look.
    pub design: Design,
}

/// A line of `chapters`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// A document.
    Document {
        /// Its file.
        file: PathBuf,
        /// The chapter's title, where the document's own is not wanted.
        title: Option<String>,
    },
    /// A part.
    Part {
        /// Its title.
        title: String,
        /// What stands in it; no further parts.
        chapters: Vec<Entry>,
    },
}

/// Where the cover comes from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Cover {
    /// A typographic cover is made, by the template that suits best.
    #[default]
    Made,
    /// A typographic cover is made by the template of this name.
    Template(String),
    /// An image file, from the project's folder.
    Image(PathBuf),
}
