//! The files of jobs, from the disk.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::build::{InputError, InputKind, Inputs, WordTable};
use crate::disk::{self, ConfinedError, DiskError, PathKind};

/// Gives builds the files of the disk, and others that are only in memory.
///
/// # Examples
///
/// ```
/// use std::path::Path;
///
/// use pliego::Inputs;
/// use pliego::inputs::FileInputs;
///
/// let inputs = FileInputs::default().with_file("uno.md", b"# Uno".to_vec());
/// assert_eq!(inputs.read(Path::new("uno.md")).unwrap(), b"# Uno");
/// ```
#[derive(Debug, Clone, Default)]
pub struct FileInputs {
    /// The files in memory. They come before those of the disk.
    in_memory: BTreeMap<PathBuf, Vec<u8>>,
    /// The folders from which a book may use files, besides its own.
    allowed: Vec<PathBuf>,
    /// The words of a library.
    words: Option<Arc<WordTable>>,
}

impl FileInputs {
    /// Like `self`, with a file that is only in memory: what came from a pipe, or from
    /// another program.
    #[must_use]
    pub fn with_file(mut self, path: impl Into<PathBuf>, bytes: Vec<u8>) -> Self {
        self.in_memory.insert(path.into(), bytes);
        self
    }

    /// Like `self`, and a book may use the files of this folder, besides those of its own.
    #[must_use]
    pub fn with_allowed(mut self, folder: impl Into<PathBuf>) -> Self {
        self.allowed.push(folder.into());
        self
    }

    /// Like `self`, and recovery asks the words of a library.
    #[must_use]
    pub fn with_words(self, words: Arc<WordTable>) -> Self {
        Self { words: Some(words), ..self }
    }
}

impl Inputs for FileInputs {
    fn words(&self) -> Result<Option<Arc<WordTable>>, InputError> {
        Ok(self.words.clone())
    }

    fn read(&self, path: &Path) -> Result<Vec<u8>, InputError> {
        match self.in_memory.get(path) {
            Some(bytes) => Ok(bytes.clone()),
            None => disk::read_file(path).map_err(input_error),
        }
    }

    fn look_up(&self, path: &Path) -> Result<InputKind, InputError> {
        if let Some(bytes) = self.in_memory.get(path) {
            return Ok(InputKind::File { bytes: bytes.len() as u64 });
        }
        Ok(match disk::path_kind(path).map_err(input_error)? {
            PathKind::File => InputKind::File { bytes: disk::file_size(path) },
            PathKind::Folder => InputKind::Folder,
        })
    }

    fn list(&self, folder: &Path) -> Result<Vec<PathBuf>, InputError> {
        let mut found = disk::list_folder(folder).map_err(input_error)?;
        found.retain(|path| matches!(disk::path_kind(path), Ok(PathKind::File)));
        Ok(found)
    }

    fn read_confined(
        &self,
        folder: &Path,
        path: &Path,
        most: u64,
    ) -> Result<Vec<u8>, InputError> {
        if self.in_memory.contains_key(path) {
            return self.read(path);
        }
        let folders =
            [folder].into_iter().chain(self.allowed.iter().map(PathBuf::as_path));
        let folders: Vec<&Path> = folders.collect();
        disk::read_file_inside(&folders, path, most).map_err(|error| match error {
            ConfinedError::Outside { path } => InputError::Outside { path },
            ConfinedError::NoFile { path } => InputError::NoFile { path },
            ConfinedError::TooLarge { path, bytes, most } => {
                InputError::TooLarge { path, bytes, most }
            }
            ConfinedError::Disk(error) => input_error(error),
        })
    }
}

fn input_error(error: DiskError) -> InputError {
    match error {
        DiskError::Missing { path } => InputError::Missing { path },
        error => InputError::Unreadable(Box::new(error)),
    }
}
