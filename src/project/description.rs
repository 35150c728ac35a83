//! What a `book.toml` describes, checked: the value that reading it returns.

use std::path::PathBuf;

use super::cover_table::CoverTable;
use super::edition_table::NamedEdition;
use super::lint_table::LintRules;
use super::position::{Located, TomlPosition};
use super::{designs, presses};
use crate::book::matter::captions::CaptionNumbers;
use crate::book::matter::ibid::Ibid;
use crate::book::matter::notes::NotePlacement;
use crate::book::metadata::Metadata;
use crate::book::purpose::Purpose;
use crate::book::shop::ShopDetails;
use crate::design::Design;
use crate::length::Length;
use crate::press::profile::{Paper, Profile};
use crate::press::{EdgeInsets, Imposition, PrinterMarks, Standard};

/// A book project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Project {
    /// The metadata, which has precedence over that of the documents.
    pub metadata: Metadata,
    /// The stem of the names of the files that are written.
    pub slug: Option<String>,
    /// The documents in reading order. Paths are as written, from the project's folder.
    /// None means every document of the folder, in the order of their names.
    pub chapters: Vec<ChapterEntry>,
    /// Where the notes are.
    pub notes: NotePlacement,
    /// What the EPUB does with notes that say no more than "the same as before".
    pub ibid: Ibid,
    /// Which findings stop its editions, and which are not reported.
    pub lint: LintRules,
    /// Whether captions are numbered.
    pub captions: CaptionNumbers,
    /// Whether there is a list of the figures.
    pub has_list_of_figures: bool,
    /// A style sheet for the EPUB.
    pub css: Option<Located<PathBuf>>,
    /// The front cover.
    pub cover: CoverSource,
    /// The design.
    pub design: Design,
    /// Where the font of the design is named; none where the book names none.
    pub font_position: Option<TomlPosition>,
    /// What the press needs.
    pub print: Print,
    /// What is on the cover of the printed book besides its front.
    pub cover_table: CoverTable,
    /// What shops want to know.
    pub shop: ShopDetails,
    /// The editions that the book has by name, each with what it does not share with the
    /// others; none for a book that is made in one way.
    pub editions: Vec<NamedEdition>,
}

impl Default for Project {
    /// Every document of the folder, in the classic design.
    fn default() -> Self {
        Self {
            metadata: Metadata::default(),
            slug: None,
            chapters: Vec::new(),
            notes: NotePlacement::default(),
            ibid: Ibid::default(),
            lint: LintRules::default(),
            captions: CaptionNumbers::default(),
            has_list_of_figures: false,
            css: None,
            cover: CoverSource::default(),
            design: designs::standard_design(),
            font_position: None,
            print: Print::default(),
            cover_table: CoverTable::default(),
            shop: ShopDetails::default(),
            editions: Vec::new(),
        }
    }
}

/// A line of `chapters`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChapterEntry {
    /// A document.
    Document {
        /// Its file.
        file: PathBuf,
        /// Where it is named; none where it was found in the folder.
        position: Option<TomlPosition>,
        /// The chapter's title, where the document's own is not wanted.
        title: Option<String>,
        /// A short title for running heads.
        short: Option<String>,
        /// What it is for.
        purpose: Purpose,
    },
    /// A part.
    Part {
        /// Its title.
        title: String,
        /// Its chapters; no further parts.
        chapters: Vec<ChapterEntry>,
    },
}

/// Where the cover comes from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum CoverSource {
    /// A typographic cover is made, by the template that suits best.
    #[default]
    Made,
    /// A typographic cover is made by the template of this name.
    Template(Located<String>),
    /// An image file, from the project's folder.
    Image(Located<PathBuf>),
}

/// What the press needs: the `[print]` table, with what the press asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Print {
    /// Whose rules the files keep.
    pub profile: Profile,
    /// Where the profile is named; none where the book names none.
    pub profile_position: Option<TomlPosition>,
    /// The paper, on whose bulk the width of the spine depends, and its ink.
    pub paper: Paper,
    /// The thickness of a leaf as the publisher measured it, which replaces the paper's.
    pub caliper: Option<Length>,
    /// How far what touches the edge of a page is printed beyond it.
    pub bleed: EdgeInsets,
    /// The bleed as it is written.
    pub bleed_written: Option<Length>,
    /// What is printed beside the pages.
    pub marks: PrinterMarks,
    /// The standard that the files conform to.
    pub standard: Standard,
    /// The printing condition.
    pub intent: IntentSource,
    /// Whether fonts are embedded whole.
    pub whole_fonts: bool,
    /// The number of pages is a multiple of this.
    pub multiple: u32,
    /// How the pages are imposed on sheets that are folded.
    pub imposition: Imposition,
}

impl Default for Print {
    /// No press in particular.
    fn default() -> Self {
        let profile = presses::standard_profile();
        let file = &profile.file.value;
        let bleed = &profile.bleed.value;
        Self {
            paper: profile.papers[0].value.clone(),
            caliper: None,
            bleed: if bleed.always { bleed.edges } else { EdgeInsets::default() },
            bleed_written: None,
            marks: PrinterMarks::default(),
            standard: file.standard,
            intent: IntentSource::default(),
            whole_fonts: file.whole_fonts,
            multiple: 1,
            imposition: Imposition {
                leaf: profile.papers[0].value.bulk * 2,
                ..Imposition::default()
            },
            profile_position: None,
            profile,
        }
    }
}

/// A printing condition, as a book names it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum IntentSource {
    /// The one that suits.
    #[default]
    Usual,
    /// One of the registry of the ICC.
    Named(Located<String>),
    /// A file of an ICC profile, from the project's folder.
    File(Located<PathBuf>),
}
