//! The interpreted content of a page: its marks, images and features.

use std::collections::{BTreeMap, BTreeSet};

use crate::preflight::colour::{ColourSpaceFamily, InkAmounts};
use crate::preflight::geometry::PageArea;
use crate::preflight::images::CheckedImage;
use crate::preflight::limit::PreflightLimit;

/// What a mark is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MarkKind {
    /// Glyphs, in the font with this index in the file.
    Text(usize),
    /// A filled path; `straight` if it is an axis-aligned rectangle.
    Fill { straight: bool },
    /// A stroked path.
    Line,
    /// An image, by its index on the page.
    Image(usize),
    /// A shading.
    Shading,
}

/// A mark on the page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PaintedMark {
    pub(crate) kind: MarkKind,
    /// The area that it covers, as far as it is not clipped away.
    pub(crate) area: PageArea,
    pub(crate) family: ColourSpaceFamily,
    pub(crate) inks: InkAmounts,
    /// An image that is partly in colour.
    pub(crate) coloured: bool,
    pub(crate) overprint: bool,
    /// The thickness of a line, or the shorter side of a rectangle.
    pub(crate) thickness: Option<f64>,
}

/// An image as it is placed on a page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PlacedImage {
    pub(crate) area: PageArea,
    /// Pixels per inch, the lower of both directions.
    pub(crate) resolution: f64,
    pub(crate) picture: std::rc::Rc<CheckedImage>,
}

/// A feature that a page uses besides ink.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PageFeature {
    SoftMask,
    /// Opacity below 100 %, in per cent.
    Alpha(u32),
    Blend(String),
    /// A transparency group.
    Group,
    Transfer,
    Halftone,
    PostScript,
    /// A form that is in another file.
    Reference,
    Opi,
    /// An object in a layer, which readers show or hide.
    Layer,
}

/// The interpreted content of a page.
#[derive(Debug, Clone, Default)]
pub(crate) struct PageContent {
    /// The number of the page in the file, from 1.
    pub(crate) number: u32,
    pub(crate) marks: Vec<PaintedMark>,
    pub(crate) images: Vec<PlacedImage>,
    /// The features that it uses, and where first.
    pub(crate) features: BTreeMap<PageFeature, Option<PageArea>>,
    /// The spot inks.
    pub(crate) spots: BTreeSet<String>,
    /// The fonts that paint glyphs, by their index in the file, and where first.
    pub(crate) fonts: BTreeMap<usize, PageArea>,
    /// What is wrong with its content, for a message.
    pub(crate) broken: Option<&'static str>,
    /// There is more content than is interpreted, and what of it.
    pub(crate) limit: Option<PreflightLimit>,
}
