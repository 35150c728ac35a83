//! The files that a job names, as bytes from wherever the caller has them.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::cache::Cache;
use crate::recover::table::WordTable;
use crate::text::language::Language;
use crate::text::paths::display_path;

use super::Job;

/// Gives a build the bytes of the files that its job names. From several threads at once.
///
/// Only [`read`](Self::read) must be written; the rest has defaults that are right for
/// files in memory. [`MemoryInputs`] is such an implementation.
pub trait Inputs: Sync {
    /// The whole of a file: a document, a `book.toml`, a cover, an ICC profile, a design.
    ///
    /// # Errors
    ///
    /// When there is no such file, or it cannot be read.
    fn read(&self, path: &Path) -> Result<Vec<u8>, InputError>;

    /// Whether a path is a file or a folder, and the size of a file.
    ///
    /// # Errors
    ///
    /// When there is neither.
    fn look_up(&self, path: &Path) -> Result<InputKind, InputError> {
        self.read(path).map(|bytes| InputKind::File { bytes: bytes.len() as u64 })
    }

    /// The files of a folder, without folders and hidden files, sorted by name. A
    /// `book.toml` that names no chapters has all documents of its folder.
    ///
    /// # Errors
    ///
    /// When there is no such folder, or it cannot be listed.
    fn list(&self, folder: &Path) -> Result<Vec<PathBuf>, InputError> {
        Err(InputError::Missing { path: display_path(folder) })
    }

    /// The whole of a file that has to lie in a folder or below it, and may have at most
    /// `most` bytes. A book names chapters, covers, designs and pictures, and must not reach
    /// the rest of the machine by that: an implementation that follows links checks where
    /// they lead.
    ///
    /// # Errors
    ///
    /// When it lies elsewhere, is too large, or cannot be read.
    fn read_confined(
        &self,
        folder: &Path,
        path: &Path,
        most: u64,
    ) -> Result<Vec<u8>, InputError> {
        if !normalise(path).starts_with(normalise(folder)) {
            return Err(InputError::Outside { path: display_path(path) });
        }
        let found = self.read(path)?;
        let bytes = found.len() as u64;
        if bytes > most {
            return Err(InputError::TooLarge { path: display_path(path), bytes, most });
        }
        Ok(found)
    }

    /// The dictionary of a language, which recovery asks about words. A build without the
    /// feature `hunspell` never asks.
    ///
    /// # Errors
    ///
    /// When there is one that cannot be read.
    fn dictionary(
        &self,
        _language: &Language,
    ) -> Result<Option<DictionaryFiles>, InputError> {
        Ok(None)
    }

    /// The words of a library, which recovery asks as well.
    ///
    /// # Errors
    ///
    /// When there are some that cannot be read.
    fn words(&self) -> Result<Option<Arc<WordTable>>, InputError> {
        Ok(None)
    }

    /// What an earlier build of a job left in [`super::Editions::cache`].
    fn cache(&self, _job: &Job) -> Cache {
        Cache::none()
    }
}

/// What is at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputKind {
    /// A file.
    File {
        /// Its size in bytes.
        bytes: u64,
    },
    /// A folder.
    Folder,
}

/// A dictionary in the format of Hunspell.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DictionaryFiles {
    /// Where the rules of inflection come from (`es.aff`), as messages show it.
    pub affixes_name: String,
    /// The rules of inflection.
    pub affixes: String,
    /// Where the words come from (`es.dic`), as messages show it.
    pub words_name: String,
    /// The words.
    pub words: String,
}

/// Why a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// There is nothing at the path.
    #[error("'{path}': there is no such file or folder; check the name")]
    Missing {
        /// The path.
        path: String,
    },
    /// It lies outside the folder that it has to lie in.
    #[error(
        "'{path}' is outside the folder of the book; \
         put it there, or name its folder with --allow-path"
    )]
    Outside {
        /// The path.
        path: String,
    },
    /// It is not a file, but a folder, a pipe or a device.
    #[error("'{path}' is not a file")]
    NoFile {
        /// The path.
        path: String,
    },
    /// It is too large.
    #[error("'{path}' has {bytes} bytes, more than {most}")]
    TooLarge {
        /// The path.
        path: String,
        /// Its size in bytes.
        bytes: u64,
        /// The most it may have.
        most: u64,
    },
    /// Anything else. The message of the cause has to name the file.
    #[error(transparent)]
    Unreadable(Box<dyn Error + Send + Sync>),
}

impl InputError {
    /// The path, unless the cause alone knows it.
    pub(super) fn path(&self) -> Option<&str> {
        match self {
            Self::Missing { path }
            | Self::Outside { path }
            | Self::NoFile { path }
            | Self::TooLarge { path, .. } => Some(path),
            Self::Unreadable(_) => None,
        }
    }
}

/// Files in memory.
///
/// ```
/// use pliego::{Inputs, MemoryInputs};
///
/// let inputs = MemoryInputs::new().with("book/one.md", "# One\n\nText.\n");
/// assert!(inputs.read("book/one.md".as_ref()).is_ok());
/// assert!(inputs.read("book/two.md".as_ref()).is_err());
/// ```
#[derive(Debug, Clone, Default)]
pub struct MemoryInputs {
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl MemoryInputs {
    /// No files yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Like `self`, with one more file.
    #[must_use]
    pub fn with(mut self, path: impl AsRef<Path>, bytes: impl Into<Vec<u8>>) -> Self {
        self.files.insert(normalise(path.as_ref()), bytes.into());
        self
    }
}

impl Inputs for MemoryInputs {
    fn read(&self, path: &Path) -> Result<Vec<u8>, InputError> {
        let found = self.files.get(&normalise(path)).cloned();
        found.ok_or_else(|| InputError::Missing { path: display_path(path) })
    }

    fn look_up(&self, path: &Path) -> Result<InputKind, InputError> {
        let whole = normalise(path);
        if let Some(bytes) = self.files.get(&whole) {
            return Ok(InputKind::File { bytes: bytes.len() as u64 });
        }
        if self.files.keys().any(|file| file.starts_with(&whole)) {
            return Ok(InputKind::Folder);
        }
        Err(InputError::Missing { path: display_path(path) })
    }

    fn list(&self, folder: &Path) -> Result<Vec<PathBuf>, InputError> {
        let whole = normalise(folder);
        let files = self.files.keys().filter(|file| file.parent() == Some(&whole));
        Ok(files.filter_map(|file| Some(folder.join(file.file_name()?))).collect())
    }
}

/// A path without `.`, and without steps that a `..` takes back.
fn normalise(path: &Path) -> PathBuf {
    let mut whole = PathBuf::new();
    for step in path.components() {
        match step {
            Component::CurDir => {}
            Component::ParentDir if ends_in_name(&whole) => drop(whole.pop()),
            Component::Prefix(_)
            | Component::RootDir
            | Component::ParentDir
            | Component::Normal(_) => whole.push(step),
        }
    }
    whole
}

fn ends_in_name(path: &Path) -> bool {
    matches!(path.components().next_back(), Some(Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_mean_the_same_file_find_it() {
        let inputs = MemoryInputs::new().with("./book/texts/../one.md", "uno");
        assert_eq!(inputs.read(Path::new("book/./one.md")).unwrap(), b"uno");
        assert!(matches!(inputs.look_up(Path::new("book")), Ok(InputKind::Folder)));
        let listed = inputs.list(Path::new("./book")).unwrap();
        assert_eq!(listed, [Path::new("./book/one.md")]);
    }

    #[test]
    fn a_confined_file_stays_in_its_folder() {
        let inputs = MemoryInputs::new().with("book/a.png", "1234").with("b.png", "1234");
        let read = |path: &str, most| {
            inputs.read_confined(Path::new("book"), Path::new(path), most)
        };
        assert!(read("book/a.png", 4).is_ok());
        assert!(matches!(read("book/a.png", 3), Err(InputError::TooLarge { .. })));
        assert!(matches!(read("book/../b.png", 4), Err(InputError::Outside { .. })));
        assert!(matches!(read("../b.png", 4), Err(InputError::Outside { .. })));
    }
}
