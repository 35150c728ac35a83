//! Why a `book.toml` cannot be built from.

use std::fmt;

use super::position::{Located, TomlPosition};

/// Why a `book.toml`, a design file or a profile of a press cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProjectError {
    /// The file is not TOML.
    #[error("{position}: {cause}; the file has to be TOML (key = \"value\", one a line)")]
    Syntax {
        /// Where.
        position: TomlPosition,
        /// What the parser says.
        cause: String,
    },
    /// A key that means nothing.
    #[error("{position}: {table} has no key '{key}'; {remedy}")]
    UnknownKey {
        /// Where.
        position: TomlPosition,
        /// The key.
        key: String,
        /// The table that has it.
        table: String,
        /// The key that was meant, or the keys that are known.
        remedy: String,
    },
    /// A required key is missing.
    #[error("{position}: {table} has no {key}; {remedy}")]
    MissingKey {
        /// Where the table begins.
        position: TomlPosition,
        /// The key.
        key: String,
        /// The table.
        table: String,
        /// What to write.
        remedy: String,
    },
    /// A value of the wrong type.
    #[error("{position}: {key} is {found}; write {wanted}")]
    WrongType {
        /// Where.
        position: TomlPosition,
        /// The key.
        key: String,
        /// What it should be.
        wanted: String,
        /// What it is.
        found: String,
    },
    /// A value that makes no book.
    #[error("{position}: {key} {problem}")]
    Impossible {
        /// Where.
        position: TomlPosition,
        /// The key.
        key: String,
        /// Why not, and what to write instead.
        problem: String,
    },
}

impl ProjectError {
    /// Where it is.
    #[must_use]
    pub fn position(&self) -> &TomlPosition {
        match self {
            Self::Syntax { position, .. }
            | Self::UnknownKey { position, .. }
            | Self::MissingKey { position, .. }
            | Self::WrongType { position, .. }
            | Self::Impossible { position, .. } => position,
        }
    }

    /// A value that makes no book: why not, and what to write instead.
    pub(super) fn impossible(
        position: TomlPosition,
        key: &str,
        cause: &str,
        remedy: impl fmt::Display,
    ) -> Self {
        Self::Impossible {
            position,
            key: key.to_owned(),
            problem: format!("{cause}; {remedy}"),
        }
    }
}

impl<T> Located<T> {
    /// The error of a value that makes no book.
    pub(super) fn refuse(
        &self,
        key: &str,
        cause: &str,
        remedy: impl fmt::Display,
    ) -> ProjectError {
        ProjectError::impossible(self.position.clone(), key, cause, remedy)
    }
}
