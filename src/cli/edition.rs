//! What is kept of a book once its files are on the disk: little, so that a shelf of any
//! length finds room.

use std::path::PathBuf;

use super::args::Format;
use super::counts::Counts;
use super::findings::{Findings, Tally};
use super::press::{Made, Printed};

/// A book that was made.
#[derive(Debug)]
pub(crate) struct Edition {
    /// The document or `book.toml`, as messages name it.
    pub(crate) path: String,
    /// Its title.
    pub(crate) title: Option<String>,
    /// What it holds.
    pub(crate) counts: Counts,
    /// Pages of the PDF; none where no PDF was asked for.
    pub(crate) pages: Option<usize>,
    /// What the press gets; none where no file for it was asked for.
    pub(crate) printed: Option<Printed>,
    /// Its files.
    pub(crate) files: Vec<Written>,
    /// How much was found.
    pub(crate) tally: Tally,
}

/// A file of an edition.
#[derive(Debug)]
pub(crate) struct Written {
    /// What it is.
    pub(crate) format: Format,
    /// Where it is, or would be.
    pub(crate) path: PathBuf,
    /// Its size.
    pub(crate) bytes: usize,
}

impl Edition {
    /// What is kept of a book, and what was found in its sources.
    pub(crate) fn of(made: Made) -> (Self, Findings) {
        let Made { title, counts, pages, printed, files, findings, .. } = made;
        let file = |(format, output): (Format, pliego::disk::Output)| Written {
            format,
            bytes: output.bytes.len(),
            path: output.path,
        };
        let edition = Self {
            path: findings.name.clone(),
            title,
            counts,
            pages,
            printed,
            files: files.into_iter().map(file).collect(),
            tally: findings.tally(),
        };
        (edition, findings)
    }
}
