//! A book as its publisher describes it: the file `book.toml`, read and checked.
//!
//! Whatever comes out of [`read`] can be built: sizes fit together, ISBNs are right,
//! names are names of files. What is wrong is an error that says where and what to do,
//! and the first one ends the reading.

mod particulars;

pub mod designs;

mod look;

mod press;

mod sizes;
mod table;

pub mod new;

use std::path::PathBuf;

use crate::book::matter::ibid::Ibid;
use crate::book::matter::notes::NotePlacement;
use crate::book::metadata::Metadata;
use crate::book::purpose::Purpose;
use crate::design::Design;
use crate::diagnostic::Code;
use crate::length::Length;
use designs::Designs;
use table::{Manifest, Table};

pub use table::Place;

/// What a `book.toml` says of the press, for which no files are made yet.
pub const PRESS_FILES: Code = Code("b-033");

/// A book project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Project {
    /// The particulars, which win over what the documents say of themselves.
    pub metadata: Metadata,
    /// Stem of the names of the files that are written.
    pub slug: Option<String>,
    /// The documents in reading order. Paths are as written, from the project's folder.
    /// None means every document of the folder, in the order of their names.
    pub chapters: Vec<Entry>,
    /// Where the notes go.
    pub notes: NotePlacement,
    /// What the EPUB does with notes that lean on those before them.
    pub ibid: Ibid,
    /// The cover.
    pub cover: Cover,
    /// The look.
    pub design: Design,
    /// What the press wants.
    pub print: Print,
}

impl Default for Project {
    /// Nothing said: every document of the folder, in the classic design.
    fn default() -> Self {
        Self {
            metadata: Metadata::default(),
            slug: None,
            chapters: Vec::new(),
            notes: NotePlacement::default(),
            ibid: Ibid::default(),
            cover: Cover::default(),
            design: designs::standard(),
            print: Print::default(),
        }
    }
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
        /// What it is for.
        purpose: Purpose,
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

/// What the press wants: the `[print]` table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Print {
    /// Whose rules the file has to keep; none for no one's.
    pub profile: Option<Profile>,
    /// How far what touches the edge is printed beyond it; none where the profile says.
    pub bleed: Option<Length>,
    /// Marks show where to cut.
    pub marks: bool,
    /// The paper, on whose bulk the width of the spine depends.
    pub paper: Paper,
}

/// Whose rules a file for the press has to keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// Amazon KDP, paperbacks.
    KdpPaperback,
    /// `IngramSpark`.
    Ingram,
    /// Lulu.
    Lulu,
    /// An offset press: PDF/X.
    Offset,
}

/// Paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paper {
    /// White.
    #[default]
    White,
    /// Cream, which is bulkier.
    Cream,
}

/// Why a `book.toml` cannot be built from.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProjectError {
    /// The file is no TOML.
    #[error("{place}: {cause}; the file has to be TOML (key = \"value\", one a line)")]
    Syntax {
        /// Where.
        place: Place,
        /// What the parser says.
        cause: String,
    },
    /// A key that means nothing.
    #[error("{place}: {table} has no key '{key}'; {remedy}")]
    UnknownKey {
        /// Where.
        place: Place,
        /// The key.
        key: String,
        /// The table it stands in.
        table: String,
        /// The key that was meant, or the keys that are known.
        remedy: String,
    },
    /// A key that has to be there.
    #[error("{place}: {table} has no {key}; {remedy}")]
    MissingKey {
        /// Where the table begins.
        place: Place,
        /// The key.
        key: &'static str,
        /// The table.
        table: String,
        /// What to write.
        remedy: &'static str,
    },
    /// A value of the wrong type.
    #[error("{place}: {key} is {found}; write {wanted}")]
    WrongType {
        /// Where.
        place: Place,
        /// The key.
        key: &'static str,
        /// What it should be.
        wanted: String,
        /// What it is.
        found: &'static str,
    },
    /// A value that makes no book.
    #[error("{place}: {key} {cause}; {remedy}")]
    Impossible {
        /// Where.
        place: Place,
        /// The key.
        key: String,
        /// Why not.
        cause: String,
        /// What to write instead.
        remedy: String,
    },
}

/// Reads a `book.toml`. `name` is what messages call it; `file` gives the text of a file
/// beside it, or none if that cannot be read.
///
/// # Errors
///
/// When it is no TOML, or has an unknown key, a value of the wrong type or an
/// impossible one, or no title; or when the same holds of the design file that it names.
pub fn read(
    name: &str,
    text: &str,
    file: &dyn Fn(&str) -> Option<String>,
) -> Result<Project, ProjectError> {
    let manifest = Manifest::new(name, text);
    let table = manifest.parse()?;
    let keys = ["book", "design", "print"];
    let whole =
        Table::new(manifest, "the file", table.get_ref(), 0, &keys).map_err(misplaced)?;
    let mut project = Project::default();
    particulars::read(&whole.demand("book")?, &mut project)?;
    if let Some(design) = whole.get("design") {
        project.design = look::read(&design, &Designs { file })?;
    }
    if let Some(print) = whole.get("print") {
        project.print = press::read(&print)?;
    }
    Ok(project)
}

/// A better remedy for a key of a table that stands above the table's name.
fn misplaced(error: ProjectError) -> ProjectError {
    match error {
        ProjectError::UnknownKey { place, key, table, remedy } => {
            let belongs = particulars::keys().contains(&key.as_str());
            let remedy =
                if belongs { "put a line [book] above it".to_owned() } else { remedy };
            ProjectError::UnknownKey { place, key, table, remedy }
        }
        other => other,
    }
}
