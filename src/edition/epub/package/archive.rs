//! Compressed files, and how the archive stores them.

use std::borrow::Cow;
use std::io::{Cursor, Write};

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::edition::epub::error::EpubError;

/// The permissions of a file that is unpacked.
pub(super) const FILE_MODE: u32 = 0o644;

/// A file of the package.
pub(super) struct PackageFile<'a> {
    /// Path in the package.
    pub(super) path: String,
    /// What is in it.
    pub(super) bytes: Cow<'a, [u8]>,
}

/// A file of the package, compressed.
pub(super) struct CompressedFile {
    /// Path in the package.
    pub(super) path: String,
    /// An archive with nothing but this file.
    pub(super) archive: Vec<u8>,
}

impl<'a> PackageFile<'a> {
    pub(super) fn new(path: impl Into<String>, bytes: impl Into<Cow<'a, [u8]>>) -> Self {
        Self { path: path.into(), bytes: bytes.into() }
    }
}

/// Compresses files in parallel.
pub(super) fn compress_files(
    files: Vec<PackageFile<'_>>,
) -> Result<Vec<CompressedFile>, EpubError> {
    files.into_par_iter().map(compress_file).collect()
}

fn compress_file(file: PackageFile<'_>) -> Result<CompressedFile, EpubError> {
    let PackageFile { path, bytes } = file;
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file(path.as_str(), file_options(CompressionMethod::Deflated))?;
    writer.write_all(&bytes)?;
    let mut archive = writer.finish()?.into_inner();
    // A book may have many files, with few bytes in each.
    archive.shrink_to_fit();
    Ok(CompressedFile { path, archive })
}

/// How a file is written: the same on every machine and at every time.
pub(super) fn file_options(method: CompressionMethod) -> SimpleFileOptions {
    SimpleFileOptions::default()
        .compression_method(method)
        .last_modified_time(DateTime::default())
        .unix_permissions(FILE_MODE)
}
