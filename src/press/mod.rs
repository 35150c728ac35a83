//! What presses ask for, as checked data, and the calculations that follow from it.
//!
//! - [`profile`]: what one press asks for. The profiles are files of `presses`, which
//!   `project::presses` reads; each of their numbers has its source.
//! - [`cover`]: the measures of a cover: bulk, spine, wrap.
//! - [`fit`]: the search for an inner margin that suits the number of pages it leads to.
//! - [`price`]: prices, as a publisher writes them.
//!
//! The types of this file are what the writers of files need; these know nothing of
//! profiles.

pub mod codes;
pub mod cover;
pub mod fit;
pub mod price;
pub mod profile;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::length::{Length, Size};

/// How far something extends beyond, or stays within, the edges of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EdgeInsets {
    /// At the fold.
    pub inner: Length,
    /// At the fore edge.
    pub outer: Length,
    /// At the head.
    pub top: Length,
    /// At the foot.
    pub bottom: Length,
}

/// The sheet that the pages of a file for the press are on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sheet {
    /// How far what is printed extends beyond the trim, to be cut off.
    pub bleed: EdgeInsets,
    /// What is printed beside the page for the press.
    pub marks: PrinterMarks,
    /// The standard that the file conforms to.
    pub standard: Standard,
    /// The printing condition that its inks are meant for.
    pub intent: PrintIntent,
    /// Fonts are embedded whole, and not cut down to their used characters.
    pub whole_fonts: bool,
    /// The limit of total ink coverage, in per cent: the sum of all inks in one place.
    pub ink_limit: u16,
    /// The press prints black only: colours become greys.
    pub black_only: bool,
    /// The least effective resolution of an image, in pixels per inch; zero means what
    /// presses usually ask for.
    pub resolution: u16,
}

/// What is printed beside the page for the press.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is asked for by itself")]
pub struct PrinterMarks {
    /// Where the page is cut.
    pub crop: bool,
    /// Where the bleed ends.
    pub bleed: bool,
    /// Patches of ink by which the printer checks and adjusts the press.
    pub colour_bar: bool,
    /// A line that names file and page.
    pub slug: bool,
}

/// A standard for files that are exchanged with a press.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
pub enum Standard {
    /// PDF/X-4 (ISO 15930-7:2010).
    #[default]
    #[serde(rename = "x-4")]
    X4,
    /// PDF/X-1a:2001 (ISO 15930-1:2001).
    #[serde(rename = "x-1a")]
    X1a,
}

/// How fonts are embedded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EmbeddedFonts {
    /// Whole.
    Whole,
    /// Cut down to the characters that are used.
    Subset,
}

/// A printing condition.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum PrintIntent {
    /// The one that suits: black on uncoated paper, or four inks.
    #[default]
    Usual,
    /// One of the registry of the ICC, by its name, such as `FOGRA39` or `CGATS TR 001`.
    Named(String),
    /// The ICC profile of a file.
    Profile(Vec<u8>),
}

/// How pages are put on sheets that are folded and gathered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Imposition {
    /// How many pages a folded sheet has.
    pub signature: Signature,
    /// The sheet; `None` for one as large as the pages and their marks need.
    pub sheet: Option<Size>,
    /// How thick a leaf is.
    pub leaf: Length,
}

/// A sheet that is folded at right angles, both sides printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Signature {
    /// Folded twice.
    Eight,
    /// Folded three times.
    #[default]
    Sixteen,
    /// Folded four times.
    ThirtyTwo,
}

impl Signature {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Eight, Self::Sixteen, Self::ThirtyTwo];

    /// How many pages it has.
    #[must_use]
    pub fn pages(self) -> usize {
        match self {
            Self::Eight => 8,
            Self::Sixteen => 16,
            Self::ThirtyTwo => 32,
        }
    }
}

/// The measures of a cover that is wrapped around a book: back, spine, front, and flaps
/// beyond them. Left to right as it lies printed side up: flap, back panel, hinge, spine,
/// hinge, front panel, flap; [`Wrap::bleed`] around the whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wrap {
    /// The size of the front, and of the back, as seen on the finished book: the trim of
    /// a paperback, the board of a case. It includes no part of a hinge.
    pub panel: Size,
    /// The width of the spine.
    pub spine: Length,
    /// The groove of a case between spine and board, at either side of the spine.
    pub hinge: Length,
    /// The width of a flap; zero for no flaps.
    pub flap: Length,
    /// What extends beyond all four edges: it is cut off from a paperback, and turned in
    /// over the boards of a case.
    pub bleed: Length,
    /// How far words and the barcode stay within every edge and fold.
    pub safe: Length,
    /// How far words on the spine stay from its folds; `None` if the spine stays blank.
    pub spine_words: Option<Length>,
}

/// Which way the words on a spine run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// From head to foot: they are upright when the book lies on its back.
    Down,
    /// From foot to head.
    Up,
}
