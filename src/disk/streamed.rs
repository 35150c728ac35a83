//! A file that is too large to be in memory: written piece by piece, and named at the end.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::error::{DiskAction, DiskError, failure};
use crate::text::paths::folder_of;

/// A file under a temporary name. Without [`Self::finish`] nothing is left of it.
#[derive(Debug)]
pub struct StreamedFile {
    file: BufWriter<NamedTempFile>,
    path: PathBuf,
}

impl StreamedFile {
    /// Begins a file beside its final name.
    ///
    /// # Errors
    ///
    /// When nothing can be written there.
    pub fn create(path: &Path) -> Result<Self, DiskError> {
        let failed = |cause| failure(DiskAction::Write, path, cause);
        let folder = folder_of(path);
        fs::create_dir_all(folder).map_err(failed)?;
        let file = tempfile::Builder::new()
            .prefix(".pliego-")
            .tempfile_in(folder)
            .map_err(failed)?;
        Ok(Self { file: BufWriter::new(file), path: path.to_owned() })
    }

    /// Gives the file its name, in place of one that exists.
    ///
    /// # Errors
    ///
    /// When it cannot be written to its end.
    pub fn finish(self) -> Result<(), DiskError> {
        let failed = |cause| failure(DiskAction::Write, &self.path, cause);
        let file = self.file.into_inner().map_err(|error| failed(error.into_error()))?;
        file.as_file().sync_all().map_err(failed)?;
        file.persist(&self.path).map_err(|error| failed(error.error))?;
        Ok(())
    }
}

impl Write for StreamedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The right to make some files, which one process has at a time. The system takes it from a
/// process that ends, however it ends.
#[derive(Debug)]
pub struct FileLock(File);

impl FileLock {
    /// Waits for the right.
    ///
    /// # Errors
    ///
    /// When the file of the lock cannot be made.
    pub fn wait(path: &Path) -> Result<Self, DiskError> {
        let failed = |cause| failure(DiskAction::Write, path, cause);
        fs::create_dir_all(folder_of(path)).map_err(failed)?;
        let file =
            File::options().create(true).append(true).open(path).map_err(failed)?;
        file.lock().map_err(failed)?;
        Ok(Self(file))
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // The system gives it back in any case.
        let _ = self.0.unlock();
    }
}
