//! The names of files, and the ids in them.
//!
//! All are ASCII, begin with a letter and have nothing but letters, digits and hyphens:
//! some reading systems look up the target of a link with a CSS selector, and epub-builder
//! makes item ids from file names.

use std::collections::BTreeMap;
use std::fmt;

use crate::book::purpose::Purpose;

/// Path of the style sheet in the package. epub-builder chooses it.
pub(super) const STYLE_SHEET: &str = "stylesheet.css";

/// Path of the navigation document in the package. epub-builder chooses it.
pub(super) const NAVIGATION: &str = "nav.xhtml";

/// Id of the unique identifier in the package document. epub-builder chooses it.
pub(super) const UNIQUE_IDENTIFIER: &str = "epub-id-1";

/// What the ids of the places begin with that cross references lead to. Their numbers count
/// through the book.
pub(super) const ANCHOR_ID: &str = "ref-";

/// Name of the file of the cover page.
pub(super) const COVER_PAGE: &str = "cover.xhtml";

/// Path of a content document in the package.
pub(super) fn text_path(file: &str) -> String {
    format!("text/{file}")
}

/// What the names of the files of each chapter begin with: its purpose, with a number where
/// there are several. Chapters of the text are always numbered, by themselves.
pub(super) fn name_chapters(purposes: &[Purpose]) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut count = |name| {
        let count = counts.entry(name).or_default();
        *count += 1;
        *count
    };
    let numbers: Vec<usize> = purposes.iter().map(|one| count(one.name())).collect();
    let name = |(purpose, number): (&Purpose, usize)| {
        let name = purpose.name();
        let is_numbered = *purpose == Purpose::Text || counts[name] > 1;
        if is_numbered { format!("{name}-{number}") } else { name.to_owned() }
    };
    purposes.iter().zip(numbers).map(name).collect()
}

/// Name of a file of a chapter, by its index.
pub(super) fn chapter_file(stem: &str, file: usize) -> String {
    match file {
        0 => format!("{stem}.xhtml"),
        _ => format!("{stem}-{}.xhtml", file + 1),
    }
}

/// Name of a file of notes that belong to one chapter, by its index.
pub(super) fn chapter_notes_file(stem: &str, file: usize) -> String {
    format!("{stem}-notes-{}.xhtml", file + 1)
}

/// Name of one of the `count` files of gathered notes.
pub(super) fn gathered_notes_file(file: usize, count: usize) -> String {
    if count == 1 { "notes.xhtml".into() } else { format!("notes-{}.xhtml", file + 1) }
}

/// Name of the file of a part.
pub(super) fn part_file(part: usize) -> String {
    format!("part-{}.xhtml", part + 1)
}

/// The name of a file without its extension, with which the ids in it begin.
pub(super) fn file_stem(file: &str) -> &str {
    file.strip_suffix(".xhtml").unwrap_or(file)
}

/// An id that begins with the name of its file. No other file of the book has the same:
/// some reading systems join files, and their style sheets and scripts use ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OwnId {
    /// The name of the file without its extension.
    pub(super) stem: String,
    /// The rest, without the hyphen between the two.
    pub(super) name: String,
}

impl OwnId {
    pub(super) fn new(file: &str, name: impl Into<String>) -> Self {
        Self { stem: file_stem(file).to_owned(), name: name.into() }
    }

    /// The id of a heading, by its index among the top-level headings of its chapter.
    pub(super) fn of_heading(file: &str, index: usize) -> Self {
        Self::new(file, format!("heading-{}", index + 1))
    }

    /// The id of the heading above the notes of a chapter in a file of gathered notes.
    pub(super) fn of_notes_group(file: &str, chapter: usize) -> Self {
        Self::new(file, format!("to-{}", chapter + 1))
    }

    /// The id of the heading above the notes of a part in a file of gathered notes.
    pub(super) fn of_notes_part(file: &str, part: usize) -> Self {
        Self::new(file, format!("to-part-{}", part + 1))
    }
}

impl fmt::Display for OwnId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.stem, self.name)
    }
}

/// The id of a note, by its serial number.
pub(super) fn note_id(serial: u32) -> String {
    format!("note-{serial}")
}

/// The id of a note mark, by the serial number of its note.
pub(super) fn mark_id(serial: u32) -> String {
    format!("mark-{serial}")
}

/// What the ids of page break markers begin with; the rest is their number in the book,
/// from 1.
pub(super) const PAGE_ID: &str = "page-";
