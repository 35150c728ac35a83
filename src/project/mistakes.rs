//! All mistakes of a `book.toml` at once, each with its line.
//!
//! A value that cannot be read is taken out, and its table is read again. What depends on it
//! may be wrong then, too, so that only mistakes that stand by themselves are reported
//! besides the first: unknown keys and values of the wrong type anywhere, and impossible
//! values if nothing was taken out before.

use std::fmt;

use super::book_file::STEPS;
use super::description::Project;
use super::error::ProjectError;
use super::tree::{FileKind, TomlNode};

/// The most mistakes that one run reports.
const MOST_MISTAKES: usize = 20;

/// What is wrong in a `book.toml`, in the order of the file; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectErrors {
    first: Box<ProjectError>,
    others: Vec<ProjectError>,
    /// The name of the file, and its text.
    file: Box<(String, String)>,
}

impl ProjectErrors {
    /// Finds what else is wrong in a file than the first mistake. The arguments are those of
    /// [`super::read_project`].
    #[must_use]
    pub fn find(
        first: ProjectError,
        name: &str,
        text: &str,
        file: &dyn Fn(&str) -> Option<String>,
    ) -> Self {
        let mut errors = Self::single(first, name, text);
        let Ok(mut tree) = TomlNode::parse(name, FileKind::Book, text) else {
            return errors;
        };
        let mut project = Project::default();
        let mut taken_out = 0;
        for read in STEPS {
            while let Err(error) = read(&tree, file, &mut project) {
                let stands_alone =
                    match error {
                        ProjectError::UnknownKey { .. }
                        | ProjectError::WrongType { .. } => true,
                        ProjectError::Impossible { .. }
                        | ProjectError::MissingKey { .. } => taken_out == 0,
                        ProjectError::Syntax { .. } => false,
                    };
                let is_missing = matches!(error, ProjectError::MissingKey { .. });
                let is_taken_out = !is_missing && tree.take_out(error.position());
                if stands_alone && error != *errors.first {
                    errors.others.push(error);
                }
                taken_out += usize::from(is_taken_out);
                if !is_taken_out || taken_out >= MOST_MISTAKES {
                    break;
                }
            }
        }
        errors
            .others
            .sort_by_key(|error| (error.position().line, error.position().column));
        errors
    }

    /// One mistake in a file, of which no others are sought.
    pub(super) fn single(first: ProjectError, name: &str, text: &str) -> Self {
        let file = Box::new((name.to_owned(), text.to_owned()));
        Self { first: Box::new(first), others: Vec::new(), file }
    }

    /// The first mistake that was found.
    #[must_use]
    pub fn first(&self) -> &ProjectError {
        &self.first
    }

    /// All mistakes.
    pub fn iter(&self) -> impl Iterator<Item = &ProjectError> {
        std::iter::once(self.first()).chain(&self.others)
    }

    /// The line of a mistake with its number, and below it a caret under the place; none if
    /// it is in another file.
    ///
    /// ```
    /// use pliego::project::{ProjectErrors, read_project};
    ///
    /// let text = "[book]\ntitle = \"T\"\nlanguage = 7\n";
    /// let first = read_project("book.toml", text, &|_| None).unwrap_err();
    /// let errors = ProjectErrors::find(first, "book.toml", text, &|_| None);
    /// let excerpt = errors.excerpt(errors.first()).expect("it is in the file");
    /// assert_eq!(excerpt, "  3 | language = 7\n    |            ^");
    /// ```
    #[must_use]
    pub fn excerpt(&self, error: &ProjectError) -> Option<String> {
        let position = error.position();
        let (name, text) = &*self.file;
        let line = text.lines().nth(position.line.checked_sub(1)?)?;
        if *position.file != **name || line.trim().is_empty() {
            return None;
        }
        let shown = line.chars().map(|c| if c == '\t' { ' ' } else { c });
        let shown: String = shown.take(LONGEST_LINE).collect();
        let number = position.line.to_string();
        let gap = " ".repeat(number.len());
        let indent = " ".repeat(position.column.saturating_sub(1).min(LONGEST_LINE));
        Some(format!("  {number} | {shown}\n  {gap} | {indent}^"))
    }
}

/// Characters of a line that are shown.
const LONGEST_LINE: usize = 100;

impl fmt::Display for ProjectErrors {
    /// Writes a line for each mistake.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first)?;
        self.others.iter().try_for_each(|error| write!(f, "\n{error}"))
    }
}

impl std::error::Error for ProjectErrors {}
