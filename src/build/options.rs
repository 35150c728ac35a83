//! Which editions are made, and how.

use std::collections::BTreeSet;

use crate::edition::epub::EpubFlavour;
use crate::project::Format;

use super::FontLibrary;

/// Which editions a build makes, and how.
#[derive(Debug, Clone)]
pub struct BuildOptions {
    /// The formats; for a book with named editions, those of an edition that states none.
    pub formats: BTreeSet<Format>,
    /// What the formats mean for a named edition that states its own.
    pub format_choice: FormatChoice,
    /// The readers that the EPUB is made for.
    pub flavour: EpubFlavour,
    /// The font families that designs may name.
    pub fonts: FontLibrary,
    /// Puts the cover before the first page of the PDF.
    pub cover_in_pdf: bool,
    /// The editions are only checked, and not kept. No cover is painted for the EPUB,
    /// because that takes longer than all else in a small book.
    pub is_check: bool,
    /// The EPUB is as small as it can be: without a cover picture, and in the fonts of the
    /// reading system. For libraries of very many books.
    pub is_lean: bool,
    /// The date in the editions, in seconds since 1970-01-01. `None` gives none, or a
    /// fixed one where the format requires one.
    pub made: Option<u64>,
}

/// What the formats of a build mean for a named edition that states its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FormatChoice {
    /// Nothing: it has all that it states.
    #[default]
    Usual,
    /// Somebody asked for them: of those that it states, it has these alone.
    Asked,
}

impl Default for BuildOptions {
    /// An EPUB and a PDF in the built-in fonts.
    fn default() -> Self {
        Self {
            formats: BTreeSet::from([Format::Epub, Format::Pdf]),
            format_choice: FormatChoice::Usual,
            flavour: EpubFlavour::default(),
            fonts: FontLibrary::default(),
            cover_in_pdf: false,
            is_check: false,
            is_lean: false,
            made: None,
        }
    }
}

impl BuildOptions {
    /// The default options with other formats, which are those of named editions, too.
    #[must_use]
    pub fn with_formats(formats: impl IntoIterator<Item = Format>) -> Self {
        let formats = formats.into_iter().collect();
        Self { formats, format_choice: FormatChoice::Asked, ..Self::default() }
    }

    /// Whether any of the formats is asked for.
    pub(super) fn has_any(&self, formats: &[Format]) -> bool {
        formats.iter().any(|format| self.formats.contains(format))
    }
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 7] = [
        Self::Epub,
        Self::Kepub,
        Self::Pdf,
        Self::Print,
        Self::Imposed,
        Self::Cover,
        Self::Onix,
    ];

    /// Those that show the cover of the EPUB, or say that it has one.
    pub(super) const WITH_EPUB_COVER: [Self; 3] = [Self::Epub, Self::Kepub, Self::Onix];

    /// Those for a press.
    pub(super) const FOR_PRESS: [Self; 3] = [Self::Print, Self::Imposed, Self::Cover];

    /// Whether it has pages.
    #[must_use]
    pub fn has_pages(self) -> bool {
        match self {
            Self::Pdf | Self::Print | Self::Imposed | Self::Cover => true,
            Self::Epub | Self::Kepub | Self::Onix => false,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Epub => "epub",
            Self::Kepub => "kepub",
            Self::Pdf => "pdf",
            Self::Print => "print",
            Self::Imposed => "imposed",
            Self::Cover => "cover",
            Self::Onix => "onix",
        }
    }

    /// What follows the name of the book in the name of the file.
    #[must_use]
    pub fn file_suffix(self) -> &'static str {
        match self {
            Self::Epub => ".epub",
            Self::Kepub => ".kepub.epub",
            Self::Pdf => ".pdf",
            Self::Print => "-print.pdf",
            Self::Imposed => "-imposed.pdf",
            Self::Cover => "-cover.pdf",
            Self::Onix => "-onix.xml",
        }
    }
}
