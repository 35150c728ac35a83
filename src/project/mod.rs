//! A book as its publisher describes it: the file `book.toml`, read and checked.
//!
//! Whatever comes out of [`read`] can be built: sizes fit together, ISBNs are right,
//! names are names of files. What is wrong is an error that says where and what to do,
//! and the first one ends the reading.

mod particulars;

pub mod designs;

pub mod presses;

mod look;

mod press;

mod outside;

mod sizes;
mod table;

pub mod edit;
pub mod new;

use std::path::PathBuf;

use crate::book::matter::ibid::Ibid;
use crate::book::matter::notes::NotePlacement;
use crate::book::metadata::Metadata;
use crate::book::purpose::Purpose;
use crate::design::Design;
use crate::length::Length;
use crate::press::price::Price;
use crate::press::profile::{Paper, Profile};
use crate::press::{Direction, Edges, Imposition, Marks, Standard};
use designs::Designs;
use table::{Manifest, Table};

pub use sizes::size;
pub use table::Place;

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
    /// What stands on the cover of the printed book besides its front.
    pub outside: Outside,
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
            outside: Outside::default(),
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Print {
    /// Whose rules the files keep.
    pub profile: Profile,
    /// The paper, on whose bulk the width of the spine depends, and its ink.
    pub paper: Paper,
    /// The thickness of a leaf as the publisher measured it, which wins over the paper's.
    pub caliper: Option<Length>,
    /// How far what touches the edge of a page is printed beyond it.
    pub bleed: Edges,
    /// The bleed as it is written.
    pub bleed_written: Option<Length>,
    /// What is printed beside the pages.
    pub marks: Marks,
    /// The standard that the files keep.
    pub standard: Standard,
    /// The printing condition.
    pub intent: Intent,
    /// Fonts are embedded whole.
    pub whole_fonts: bool,
    /// The pages are a multiple of this.
    pub multiple: u32,
    /// How they are put on sheets that are folded.
    pub imposition: Imposition,
}

impl Default for Print {
    /// No press in particular.
    fn default() -> Self {
        let profile = presses::standard();
        let file = &profile.file.value;
        let bleed = &profile.bleed.value;
        Self {
            paper: profile.papers[0].value.clone(),
            caliper: None,
            bleed: if bleed.always { bleed.edges } else { Edges::default() },
            bleed_written: None,
            marks: Marks::default(),
            standard: file.standard,
            intent: Intent::default(),
            whole_fonts: file.whole_fonts,
            multiple: 1,
            imposition: Imposition {
                leaf: profile.papers[0].value.bulk * 2,
                ..Imposition::default()
            },
            profile,
        }
    }
}

/// A printing condition, as a book names it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Intent {
    /// The one that suits.
    #[default]
    Usual,
    /// One of the registry of the ICC.
    Named(String),
    /// A file of an ICC profile, from the project's folder.
    File(PathBuf),
}

/// What stands on the cover of the printed book besides its front: the `[cover]` table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outside {
    /// The words on the back; paragraphs are parted by blank lines.
    pub back: Option<String>,
    /// The width of the flaps; none where zero.
    pub flap: Length,
    /// The words on the flap beside the front.
    pub front_flap: Option<String>,
    /// The words on the flap beside the back.
    pub back_flap: Option<String>,
    /// Words are wanted on the spine, where it has room.
    pub spine: bool,
    /// Which way they run; none for the custom of the language.
    pub spine_direction: Option<Direction>,
    /// The price, which the barcode says.
    pub price: Option<Price>,
    /// The barcode is wanted, where the book has an ISBN.
    pub barcode: bool,
}

impl Default for Outside {
    /// Nothing but title and barcode.
    fn default() -> Self {
        Self {
            back: None,
            flap: Length::ZERO,
            front_flap: None,
            back_flap: None,
            spine: true,
            spine_direction: None,
            price: None,
            barcode: true,
        }
    }
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
    let keys = ["book", "design", "print", "cover"];
    let whole =
        Table::new(manifest, "the file", table.get_ref(), 0, &keys).map_err(misplaced)?;
    let mut project = Project::default();
    particulars::read(&whole.demand("book")?, &mut project)?;
    if let Some(design) = whole.get("design") {
        project.design = look::read(&design, &Designs { file })?;
    }
    if let Some(print) = whole.get("print") {
        project.print = press::read(&print, &project.design, file)?;
    }
    if let Some(cover) = whole.get("cover") {
        project.outside = outside::read(&cover, &project)?;
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
