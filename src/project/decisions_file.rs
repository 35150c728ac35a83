//! The file of decisions beside a raw text.

use std::path::{Path, PathBuf};

use super::mistakes::ProjectErrors;
use super::reader::read_file;
use super::tree::{FileKind, TomlNode};
use crate::book::decisions::Decisions;

/// The end of the name of a file of decisions.
const FILE: &str = "decisions.toml";

/// The file of decisions about a document: beside `NAME.txt` it is `NAME.decisions.toml`.
///
/// ```
/// use std::path::Path;
/// use pliego::project::decisions_path;
///
/// assert_eq!(decisions_path(Path::new("a/mill.txt")), Path::new("a/mill.decisions.toml"));
/// ```
#[must_use]
pub fn decisions_path(document: &Path) -> PathBuf {
    document.with_extension(FILE)
}

/// Reads the decisions about a text. `file` is what messages call the file.
///
/// # Errors
///
/// When it is not TOML, or says what is no decision.
///
/// # Examples
///
/// ```
/// use pliego::project::read_decisions;
///
/// let text = "[[decision]]\nline = \"The mill\"\nis = \"heading\"\n";
/// let decisions = read_decisions("mill.decisions.toml", text).unwrap();
/// assert_eq!(decisions.lines.len(), 1);
/// ```
pub fn read_decisions(file: &str, text: &str) -> Result<Decisions, ProjectErrors> {
    TomlNode::parse(file, FileKind::Decisions, text)
        .and_then(|tree| read_file(&tree))
        .map_err(|error| ProjectErrors::single(error, file, text))
}
