//! A book as its publisher describes it: the file `book.toml`, read and checked.
//!
//! Whatever [`read_project`] returns can be built: sizes fit together, ISBNs are right,
//! names are names of files. What is wrong is an error that says where and what to do, and
//! the first one ends the reading.
//!
//! A file becomes a tree of values that know where they are ([`tree`]), tables are merged
//! where one is based on another, and serde reads types from the tree ([`reader`]). The
//! types are the format: `book_table`, `chapters`, `print_table`, `cover_table`, `shop_table`, `edition_table` here, and
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

mod forms;

mod design_table;
pub mod designs;
mod whole_design;

mod cover_table;
mod decisions_edit;
mod decisions_file;
mod description;
pub mod presses;

mod book_file;
mod book_table;
mod chapters;
mod edition_table;
mod lint_table;
mod mistakes;
mod print_table;
mod shop_table;

mod reference;
pub mod schema;

pub mod edit;
pub mod new;

pub use book_file::read_project;
pub use cover_table::CoverTable;
pub use decisions_edit::{DecisionIndices, add_decisions, remove_decisions};
pub use decisions_file::{decisions_path, read_decisions};
pub use description::{ChapterEntry, CoverSource, IntentSource, Print, Project};
pub use edition_table::{EpubReaders, Format, NamedEdition};
pub use error::ProjectError;
pub use lint_table::LintRules;
pub use mistakes::ProjectErrors;
pub use position::{Located, TomlPosition};
