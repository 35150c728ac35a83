//! The parts of a ZIP archive, within a budget.

use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use super::rich::ReadRichError;

/// The most bytes that all parts of an archive may have together when they are unpacked. The
/// text of the longest novel has 12 MB; the rest is for pictures.
const MOST_UNPACKED: u64 = 512_000_000;

/// An archive, and what is left of its budget.
pub(super) struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    left: u64,
}

impl<'a> Archive<'a> {
    /// Opens an archive.
    ///
    /// # Errors
    ///
    /// When the bytes are not a ZIP archive; `format` names what they should be.
    pub(super) fn open(
        bytes: &'a [u8],
        format: &'static str,
    ) -> Result<Self, ReadRichError> {
        let zip = ZipArchive::new(Cursor::new(bytes));
        let zip = zip.map_err(|_| ReadRichError::NotFormat { format })?;
        Ok(Self { zip, left: MOST_UNPACKED })
    }

    /// The names of its parts.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.zip.file_names()
    }

    /// Unpacks a part; `None` if there is none of that name.
    ///
    /// # Errors
    ///
    /// When it is damaged or encrypted, or the budget is spent.
    pub(super) fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, ReadRichError> {
        let damaged = || ReadRichError::Damaged { part: name.to_owned() };
        let part = match self.zip.by_name(name) {
            Ok(part) => part,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED)) => {
                return Err(ReadRichError::Encrypted);
            }
            Err(_) => return Err(damaged()),
        };
        let mut bytes = Vec::new();
        // What the archive says of the size is not believed.
        let read = part.take(self.left + 1).read_to_end(&mut bytes);
        let size = read.map_err(|_| damaged())? as u64;
        self.left = self
            .left
            .checked_sub(size)
            .ok_or(ReadRichError::TooLarge { limit: MOST_UNPACKED / 1_000_000 })?;
        Ok(Some(bytes))
    }
}
