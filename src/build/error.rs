//! Why a job cannot be built.

use crate::edition::cover::CoverError;
use crate::edition::epub::{EpubError, StyleError};
use crate::edition::pdf::PdfError;
use crate::interchange::ReadRichError;
use crate::length::{Length, Size};
use crate::project::ProjectErrors;
use crate::source::ReadError;
use crate::typeset::font::FontError;

use super::InputError;
use super::work::WorkResource;

/// Why a job cannot be built. Every message says where, what, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A file cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A file that a `book.toml` names cannot be read.
    #[error("{place}: {cause}")]
    NamedFile {
        /// Where it is named.
        place: String,
        /// Why not.
        #[source]
        cause: InputError,
    },
    /// A `book.toml` is not UTF-8.
    #[error("'{path}' is not UTF-8; save it as UTF-8")]
    NotUtf8 {
        /// The file.
        path: String,
    },
    /// A style sheet cannot be part of an EPUB.
    #[error("{path}, {cause}")]
    Style {
        /// The file.
        path: String,
        /// Where, and why not.
        #[source]
        cause: StyleError,
    },
    /// A `book.toml` says something that cannot be built.
    #[error(transparent)]
    Project(#[from] ProjectErrors),
    /// A `book.toml` names no chapters, and there are no documents in its folder.
    #[error(
        "'{path}' names no chapters and has no documents beside it; put .txt or .md \
         files there, or name them: chapters = [\"one.txt\"]"
    )]
    NoChapters {
        /// The `book.toml`.
        path: String,
    },
    /// A chapter is neither raw text nor Markdown.
    #[error(
        "{place}: '{path}' is not a document; name a text (.txt), Markdown (.md), a PDF, or a .docx, .odt, .html or .epub file"
    )]
    NoDocument {
        /// Where it is named.
        place: String,
        /// The file.
        path: String,
    },
    /// The bytes of a document are not text.
    #[error(transparent)]
    Document(#[from] ReadError),
    /// A file of another program cannot be read.
    #[error("{name}: {cause}")]
    Import {
        /// The file.
        name: String,
        /// Why not.
        #[source]
        cause: ReadRichError,
    },
    /// The files of a dictionary are not a dictionary.
    #[error(
        "'{affixes}' and '{words}' are not a dictionary; remove them from the folder: {cause}"
    )]
    Dictionary {
        /// The file of the rules.
        affixes: String,
        /// The file of the words.
        words: String,
        /// What the reader of dictionaries says.
        cause: String,
    },
    /// No font family has the name that the design asks for.
    #[error(
        "{place}: there is no font family '{name}'; choose one of {known}, or name a folder \
         that has it with --fonts"
    )]
    NoFamily {
        /// Where it is named.
        place: String,
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A file is not a font.
    #[error("'{path}' is not a readable font; remove it from the folder")]
    NoFont {
        /// The file.
        path: String,
    },
    /// A font has no units in its em.
    #[error(
        "the font '{path}' has no units per em, so its glyphs have no size; remove it from \
         the folder"
    )]
    NoUnits {
        /// The file.
        path: String,
    },
    /// The fonts cannot be used to typeset.
    #[error(transparent)]
    Fonts(#[from] FontError),
    /// The cover cannot be made.
    #[error("{place}: {cause}")]
    Cover {
        /// Where it is named.
        place: String,
        /// Why not.
        #[source]
        cause: CoverError,
    },
    /// The margins of the press leave the text block no room.
    #[error("{place}: {cause}")]
    Fit {
        /// Where the press is named.
        place: String,
        /// Why not.
        #[source]
        cause: FitError,
    },
    /// The work on a book is estimated at more than it may take.
    #[error(
        "{place}: the work on it is estimated at {needed} {}, and {allowed} are allowed; \
         divide it, or allow more: {} {needed}",
        resource.unit(),
        resource.option()
    )]
    TooMuchWork {
        /// The document or `book.toml`.
        place: String,
        /// What it would take too much of.
        resource: WorkResource,
        /// How much it would take.
        needed: u64,
        /// How much it may take.
        allowed: u64,
    },
    /// No page has anything on it.
    #[error("{place}: the pages of the book are blank; add some text")]
    BlankPages {
        /// The document or `book.toml`.
        place: String,
    },
    /// The press does not bind this number of pages.
    #[error(
        "{place}: the book has {pages} pages, and '{press}' binds from {least} to {most} on \
         {paper} paper; {remedy}"
    )]
    PageCount {
        /// Where the press is named.
        place: String,
        /// The pages of the book.
        pages: u32,
        /// The press.
        press: String,
        /// The fewest that it binds.
        least: u32,
        /// The most that it binds.
        most: u32,
        /// The paper.
        paper: String,
        /// What to write instead.
        remedy: String,
    },
    /// The EPUB cannot be written.
    #[error("{place}: {cause}")]
    Epub {
        /// The document or `book.toml`.
        place: String,
        /// Why not.
        #[source]
        cause: EpubError,
    },
    /// The book has no edition of a name.
    #[error("'{path}' has no edition '{name}'; {remedy}")]
    NoEdition {
        /// The `book.toml`.
        path: String,
        /// The name.
        name: String,
        /// The edition that was meant, or the editions there are.
        remedy: String,
    },
    /// No edition has a format that is asked for.
    #[error(
        "no edition of '{path}' has any of these formats: {formats}; add one to the formats \
         of an [[edition]], or ask for others"
    )]
    NoFormat {
        /// The `book.toml`.
        path: String,
        /// The formats.
        formats: String,
    },
    /// One of several editions of a book cannot be made.
    #[error("edition '{name}': {cause}")]
    Edition {
        /// Its name.
        name: String,
        /// Why not.
        #[source]
        cause: Box<BuildError>,
    },
    /// A PDF cannot be written.
    #[error("{place}: {cause}")]
    Pdf {
        /// The document or `book.toml`, or where it names the printing condition.
        place: String,
        /// Why not.
        #[source]
        cause: PdfError,
    },
}

impl BuildError {
    /// A short name for the kind of failure, for programs.
    ///
    /// ```
    /// use pliego::{BuildError, InputError};
    ///
    /// let error = BuildError::Input(InputError::Missing { path: "uno.md".to_owned() });
    /// assert_eq!((error.code(), error.is_transient()), ("input", true));
    /// ```
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Input(_) => "input",
            Self::NamedFile { .. } => "named-file",
            Self::NotUtf8 { .. } => "not-utf8",
            Self::Style { .. } => "style",
            Self::Project(_) => "project",
            Self::NoChapters { .. } => "no-chapters",
            Self::NoDocument { .. } => "no-document",
            Self::Document(_) => "document",
            Self::Import { .. } => "import",
            Self::Dictionary { .. } => "dictionary",
            Self::NoFamily { .. } => "no-family",
            Self::NoFont { .. } | Self::NoUnits { .. } => "font",
            Self::Fonts(_) => "fonts",
            Self::Cover { .. } => "cover",
            Self::Fit { .. } => "fit",
            Self::TooMuchWork { .. } => "too-much-work",
            Self::BlankPages { .. } => "blank-pages",
            Self::PageCount { .. } => "page-count",
            Self::NoEdition { .. } => "no-edition",
            Self::NoFormat { .. } => "no-format",
            Self::Edition { cause, .. } => cause.code(),
            Self::Epub { .. } => "epub",
            Self::Pdf { .. } => "pdf",
        }
    }

    /// The file that is at fault, and the line in it, from 1, where that is known.
    ///
    /// ```
    /// use pliego::{BuildError, InputError};
    ///
    /// let error = BuildError::Input(InputError::Missing { path: "uno.md".to_owned() });
    /// assert_eq!(error.place(), Some(("uno.md", None)));
    /// ```
    #[must_use]
    pub fn place(&self) -> Option<(&str, Option<usize>)> {
        match self {
            Self::Input(error) => Some((error.path()?, None)),
            Self::Project(error) => {
                let position = error.first().position();
                Some((&position.file, Some(position.line)))
            }
            Self::Document(error) => Some(error.place()),
            Self::Fonts(_) => None,
            Self::NotUtf8 { path }
            | Self::Style { path, .. }
            | Self::NoChapters { path }
            | Self::NoFont { path }
            | Self::NoUnits { path }
            | Self::NoEdition { path, .. }
            | Self::NoFormat { path, .. } => Some((path, None)),
            Self::Edition { cause, .. } => cause.place(),
            Self::Import { name, .. } => Some((name, None)),
            Self::Dictionary { words, .. } => Some((words, None)),
            Self::NamedFile { place, .. }
            | Self::NoDocument { place, .. }
            | Self::NoFamily { place, .. }
            | Self::Cover { place, .. }
            | Self::Fit { place, .. }
            | Self::TooMuchWork { place, .. }
            | Self::BlankPages { place }
            | Self::PageCount { place, .. }
            | Self::Epub { place, .. }
            | Self::Pdf { place, .. } => Some(split_line(place)),
        }
    }

    /// Whether another try may succeed without a change of the sources: a file was not
    /// there, or could not be read.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Input(error) | Self::NamedFile { cause: error, .. } => {
                matches!(error, InputError::Missing { .. } | InputError::Unreadable(_))
            }
            Self::Edition { cause, .. } => cause.is_transient(),
            _ => false,
        }
    }
}

/// `book.toml:7` as file and line; a place without a line is a file.
fn split_line(place: &str) -> (&str, Option<usize>) {
    let split = place.rsplit_once(':');
    match split.and_then(|(file, line)| Some((file, line.parse().ok()?))) {
        Some((file, line)) => (file, Some(line)),
        None => (place, None),
    }
}

/// The margins of a press leave the text block no room.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "with the margins that '{press}' requires ({} at the fold) the text block is {} by {} \
     and has to be at least {} by {}; set a larger trim, or a smaller font-size",
    gutter.in_mm(),
    block.width.in_mm(),
    block.height.in_mm(),
    least.width.in_mm(),
    least.height.in_mm()
)]
pub struct FitError {
    /// The press.
    pub press: String,
    /// The margin at the fold that it asks for.
    pub gutter: Length,
    /// What is left of the page.
    pub block: Size,
    /// What the text needs.
    pub least: Size,
}
