//! The files of jobs, from the disk.

use std::path::{Path, PathBuf};

#[cfg(feature = "hunspell")]
use pliego::Language;
#[cfg(feature = "hunspell")]
use pliego::build::DictionaryFiles;
use pliego::build::InputKind;
use pliego::cache::Cache;
use pliego::disk::{self, ConfinedError, DiskError, PathKind};
use pliego::{InputError, Inputs, Job};

use super::args::DictionaryArgs;
use super::cache_dir::CacheDir;
#[cfg(feature = "hunspell")]
use super::dictionaries::find_dictionary;

/// Gives builds the files of the disk, and what earlier builds have left there.
#[derive(Debug)]
pub(crate) struct DiskInputs {
    #[cfg_attr(
        not(feature = "hunspell"),
        expect(dead_code, reason = "only recovery with dictionaries asks for them")
    )]
    dictionaries: DictionaryArgs,
    cache_dir: CacheDir,
}

impl DiskInputs {
    /// The files of the disk, with the dictionaries that the command line names.
    pub(crate) fn new(dictionaries: &DictionaryArgs) -> Self {
        let (dictionaries, cache_dir) = (dictionaries.clone(), CacheDir::open(false));
        Self { dictionaries, cache_dir }
    }

    /// Like `self`, with a folder for caches.
    pub(crate) fn with_cache(self, cache_dir: CacheDir) -> Self {
        Self { cache_dir, ..self }
    }

    /// Keeps what a build leaves for the next one.
    pub(crate) fn save_cache(&self, job: &Job, cache: Cache) {
        self.cache_dir.save(job, cache);
    }
}

impl Inputs for DiskInputs {
    fn read(&self, path: &Path) -> Result<Vec<u8>, InputError> {
        disk::read_file(path).map_err(input_error)
    }

    fn look_up(&self, path: &Path) -> Result<InputKind, InputError> {
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
        disk::read_file_inside(folder, path, most).map_err(|error| match error {
            ConfinedError::Outside { path } => InputError::Outside { path },
            ConfinedError::NoFile { path } => InputError::NoFile { path },
            ConfinedError::TooLarge { path, bytes, most } => {
                InputError::TooLarge { path, bytes, most }
            }
            ConfinedError::Disk(error) => input_error(error),
        })
    }

    #[cfg(feature = "hunspell")]
    fn dictionary(
        &self,
        language: &Language,
    ) -> Result<Option<DictionaryFiles>, InputError> {
        let Some(folder) = &self.dictionaries.folder else { return Ok(None) };
        let found = find_dictionary(folder, language);
        found.map_err(|error| InputError::Unreadable(error.into()))
    }

    fn cache(&self, job: &Job) -> Cache {
        self.cache_dir.load(job, job.source_bytes(self))
    }
}

fn input_error(error: DiskError) -> InputError {
    match error {
        DiskError::Missing { path } => InputError::Missing { path },
        error => InputError::Unreadable(Box::new(error)),
    }
}
