//! The files of jobs, from the disk and the standard input, with what the command line says
//! of dictionaries, words and caches.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
#[cfg(feature = "hunspell")]
use pliego::Language;
#[cfg(feature = "hunspell")]
use pliego::build::DictionaryFiles;
use pliego::build::{InputKind, WordTable};
use pliego::cache::Cache;
use pliego::disk::{self, PathKind};
use pliego::inputs::FileInputs;
use pliego::{InputError, Inputs, Job};

use super::args::DictionaryArgs;
use super::asked_files::AskedFiles;
use super::cache_dir::CacheDir;
#[cfg(feature = "hunspell")]
use super::dictionaries::find_dictionary;
use super::jobs::STDIN;
use super::words::read_words;

/// Gives builds the files of the disk, and what earlier builds have left there.
#[derive(Debug)]
pub(crate) struct DiskInputs {
    #[cfg_attr(
        not(feature = "hunspell"),
        expect(dead_code, reason = "only recovery with dictionaries asks for them")
    )]
    dictionaries: DictionaryArgs,
    cache_dir: CacheDir,
    files: FileInputs,
    /// Where what is asked for is noted, if somebody waits for changes.
    asked: Option<Arc<AskedFiles>>,
}

impl DiskInputs {
    /// The files of the disk, with the dictionaries and the words that the command line names.
    ///
    /// # Errors
    ///
    /// When the words cannot be read.
    pub(crate) fn open(dictionaries: &DictionaryArgs) -> Result<Self> {
        let mut files = FileInputs::default();
        if let Some(path) = &dictionaries.words {
            files = files.with_words(read_words(path)?);
        }
        let (dictionaries, cache_dir) = (dictionaries.clone(), CacheDir::open(false));
        Ok(Self { dictionaries, cache_dir, files, asked: None })
    }

    /// Like `self`, and reads the standard input, if a path asks for it, as a document of
    /// this name.
    ///
    /// # Errors
    ///
    /// When the standard input cannot be read.
    pub(crate) fn with_stdin(self, paths: &[PathBuf], name: &Path) -> Result<Self> {
        if !paths.iter().any(|path| path == Path::new(STDIN)) {
            return Ok(self);
        }
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_to_end(&mut bytes);
        read.context("cannot read the standard input")?;
        Ok(Self { files: self.files.with_file(name, bytes), ..self })
    }

    /// Like `self`, and books may use the files of the folders that the command line names:
    /// those with `--allow-path`, and the shelves among its paths.
    pub(crate) fn with_allowed(self, folders: &[PathBuf], paths: &[PathBuf]) -> Self {
        let shelves = paths
            .iter()
            .filter(|path| matches!(disk::path_kind(path), Ok(PathKind::Folder)));
        let allowed = folders.iter().chain(shelves).cloned();
        Self { files: allowed.fold(self.files, FileInputs::with_allowed), ..self }
    }

    /// Like `self`, with a folder for caches.
    pub(crate) fn with_cache(self, cache_dir: CacheDir) -> Self {
        Self { cache_dir, ..self }
    }

    /// Like `self`, and notes what is asked for.
    pub(crate) fn noting(self, asked: Option<Arc<AskedFiles>>) -> Self {
        Self { asked, ..self }
    }

    fn note_file(&self, path: &Path) {
        if let Some(asked) = &self.asked {
            asked.note_file(path);
        }
    }

    /// Keeps what a build leaves for the next one.
    pub(crate) fn save_cache(&self, job: &Job, cache: Cache) {
        self.cache_dir.save(job, cache);
    }
}

impl Inputs for DiskInputs {
    fn read(&self, path: &Path) -> Result<Vec<u8>, InputError> {
        self.note_file(path);
        self.files.read(path)
    }

    fn look_up(&self, path: &Path) -> Result<InputKind, InputError> {
        self.note_file(path);
        self.files.look_up(path)
    }

    fn list(&self, folder: &Path) -> Result<Vec<PathBuf>, InputError> {
        if let Some(asked) = &self.asked {
            asked.note_folder(folder);
        }
        self.files.list(folder)
    }

    fn read_confined(
        &self,
        folder: &Path,
        path: &Path,
        most: u64,
    ) -> Result<Vec<u8>, InputError> {
        self.note_file(path);
        self.files.read_confined(folder, path, most)
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

    fn words(&self) -> Result<Option<Arc<WordTable>>, InputError> {
        self.files.words()
    }

    fn cache(&self, job: &Job) -> Cache {
        self.cache_dir.load(job, job.source_bytes(self))
    }
}
