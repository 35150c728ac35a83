//! A book as its publisher describes it: the file `book.toml`, read and checked.
//!
//! Whatever [`read_project`] returns can be built: sizes fit together, ISBNs are right,
//! names are names of files. What is wrong is an error that says where and what to do, and
//! the first one ends the reading.
//!
//! A file becomes a tree of values that know where they are ([`tree`]), tables are merged
//! where one is based on another, and serde reads types from the tree ([`reader`]). The
//! types are the format: `book_table`, `chapters`, `print_table`, `cover_table` here, and
//! [`crate::design`] and [`crate::press::profile`]. From the same types come the JSON
//! Schema and the reference of the manual ([`schema`]).
//!
//! # Adding a key
//!
//! Two places: a field, and its use. Every third paragraph could be indented by
//!
//! ```text
//! pub struct ParagraphDesign {
//!     /// Whether every third paragraph is indented, as in no book.
//!     #[serde(default)]
//!     pub third_indented: bool,
//! ```
//!
//! and one line in `typeset`. The key is `third-indented` of `[design.paragraphs]`; that it
//! is known, its message for a wrong type, its place in the schema and its row in the
//! manual follow from the field. Without `default`, the files of `designs` have to set it.
//! Bounds are a `with`: `#[serde(with = "Percent::<5>")]` ([`crate::length::written`]).

mod error;
mod position;
mod reader;
mod tree;

mod book_table;
mod chapters;
mod forms;

mod design_table;
pub mod designs;

pub mod presses;
mod print_table;

mod cover_table;

mod reference;
pub mod schema;

pub mod edit;
pub mod new;

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::book::matter::ibid::Ibid;
use crate::book::matter::notes::NotePlacement;
use crate::book::metadata::Metadata;
use crate::book::purpose::Purpose;
use crate::design::Design;
use crate::length::Length;
use crate::press::profile::{Paper, Profile};
use crate::press::{EdgeInsets, Imposition, PrinterMarks, Standard};
use book_table::BookTable;
use designs::Designs;
use print_table::PrintTable;
use tree::{FileKind, TomlNode};

pub use cover_table::CoverTable;
pub use error::ProjectError;
pub use position::{Located, TomlPosition};

/// A book project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Project {
    /// The metadata, which has precedence over that of the documents.
    pub metadata: Metadata,
    /// The stem of the names of the files that are written.
    pub slug: Option<String>,
    /// The documents in reading order. Paths are as written, from the project's folder.
    /// None means every document of the folder, in the order of their names.
    pub chapters: Vec<ChapterEntry>,
    /// Where the notes are.
    pub notes: NotePlacement,
    /// What the EPUB does with notes that say no more than "the same as before".
    pub ibid: Ibid,
    /// The front cover.
    pub cover: CoverSource,
    /// The design.
    pub design: Design,
    /// Where the font of the design is named; none where the book names none.
    pub font_position: Option<TomlPosition>,
    /// What the press needs.
    pub print: Print,
    /// What is on the cover of the printed book besides its front.
    pub cover_table: CoverTable,
}

impl Default for Project {
    /// Every document of the folder, in the classic design.
    fn default() -> Self {
        Self {
            metadata: Metadata::default(),
            slug: None,
            chapters: Vec::new(),
            notes: NotePlacement::default(),
            ibid: Ibid::default(),
            cover: CoverSource::default(),
            design: designs::standard_design(),
            font_position: None,
            print: Print::default(),
            cover_table: CoverTable::default(),
        }
    }
}

/// A line of `chapters`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChapterEntry {
    /// A document.
    Document {
        /// Its file.
        file: PathBuf,
        /// Where it is named; none where it was found in the folder.
        position: Option<TomlPosition>,
        /// The chapter's title, where the document's own is not wanted.
        title: Option<String>,
        /// What it is for.
        purpose: Purpose,
    },
    /// A part.
    Part {
        /// Its title.
        title: String,
        /// Its chapters; no further parts.
        chapters: Vec<ChapterEntry>,
    },
}

/// Where the cover comes from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum CoverSource {
    /// A typographic cover is made, by the template that suits best.
    #[default]
    Made,
    /// A typographic cover is made by the template of this name.
    Template(Located<String>),
    /// An image file, from the project's folder.
    Image(Located<PathBuf>),
}

/// What the press needs: the `[print]` table, with what the press asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Print {
    /// Whose rules the files keep.
    pub profile: Profile,
    /// Where the profile is named; none where the book names none.
    pub profile_position: Option<TomlPosition>,
    /// The paper, on whose bulk the width of the spine depends, and its ink.
    pub paper: Paper,
    /// The thickness of a leaf as the publisher measured it, which replaces the paper's.
    pub caliper: Option<Length>,
    /// How far what touches the edge of a page is printed beyond it.
    pub bleed: EdgeInsets,
    /// The bleed as it is written.
    pub bleed_written: Option<Length>,
    /// What is printed beside the pages.
    pub marks: PrinterMarks,
    /// The standard that the files conform to.
    pub standard: Standard,
    /// The printing condition.
    pub intent: IntentSource,
    /// Whether fonts are embedded whole.
    pub whole_fonts: bool,
    /// The number of pages is a multiple of this.
    pub multiple: u32,
    /// How the pages are imposed on sheets that are folded.
    pub imposition: Imposition,
}

impl Default for Print {
    /// No press in particular.
    fn default() -> Self {
        let profile = presses::standard_profile();
        let file = &profile.file.value;
        let bleed = &profile.bleed.value;
        Self {
            paper: profile.papers[0].value.clone(),
            caliper: None,
            bleed: if bleed.always { bleed.edges } else { EdgeInsets::default() },
            bleed_written: None,
            marks: PrinterMarks::default(),
            standard: file.standard,
            intent: IntentSource::default(),
            whole_fonts: file.whole_fonts,
            multiple: 1,
            imposition: Imposition {
                leaf: profile.papers[0].value.bulk * 2,
                ..Imposition::default()
            },
            profile_position: None,
            profile,
        }
    }
}

/// A printing condition, as a book names it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum IntentSource {
    /// The one that suits.
    #[default]
    Usual,
    /// One of the registry of the ICC.
    Named(Located<String>),
    /// A file of an ICC profile, from the project's folder.
    File(Located<PathBuf>),
}

/// The tables of a `book.toml`. All but the first are read by themselves.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "[book], and below it title = \"…\"")]
struct BookFile {
    book: BookTable,
    #[schemars(with = "Option<Design>")]
    #[expect(dead_code, reason = "it is read from the tree, over its template")]
    design: Option<IgnoredAny>,
    #[schemars(with = "Option<PrintTable>")]
    #[expect(dead_code, reason = "it is read from the tree, after the design")]
    print: Option<IgnoredAny>,
    #[schemars(with = "Option<CoverTable>")]
    #[expect(dead_code, reason = "it is read from the tree, after the press")]
    cover: Option<IgnoredAny>,
}

/// Reads a `book.toml`. `name` is what messages call it; `file` returns the text of a file
/// beside it, or none if that cannot be read.
///
/// # Errors
///
/// When it is not TOML, or has an unknown key, a value of the wrong type or an
/// impossible one, or no title; or when the same holds of the design file or the profile
/// that it names.
pub fn read_project(
    name: &str,
    text: &str,
    file: &dyn Fn(&str) -> Option<String>,
) -> Result<Project, ProjectError> {
    let tree = TomlNode::parse(name, FileKind::Book, text)?;
    let BookFile { book, .. } = reader::read_file(&tree).map_err(find_table)?;
    let mut project = Project::default();
    book.apply(&mut project)?;
    if let Some(design) = tree.get("design") {
        let read = design_table::read_design_table(design, &Designs { file })?;
        project.design = read.design;
        project.font_position = read.font_position;
    }
    if let Some(print) = tree.get("print") {
        let print: PrintTable = reader::read_node(print, "print")?;
        project.print = print.resolve(&project.design, file)?;
    }
    if let Some(cover) = tree.get("cover") {
        project.cover_table = cover_table::read_cover_table(cover, &project)?;
    }
    Ok(project)
}

/// A better remedy for a key of `[book]` that is above the table's name.
fn find_table(error: ProjectError) -> ProjectError {
    match error {
        ProjectError::UnknownKey { position, key, table, .. }
            if table == FileKind::Book.name()
                && reader::known_keys::<BookTable>().contains(&key.as_str()) =>
        {
            let remedy = "put a line [book] above it".to_owned();
            ProjectError::UnknownKey { position, key, table, remedy }
        }
        other => other,
    }
}
