//! A page as it was read: what is painted on it and what it makes use of.

use std::collections::{BTreeMap, BTreeSet};

use crate::preflight::colour::{ColourSpaceFamily, InkAmounts};
use crate::preflight::geometry::PageArea;
use crate::preflight::images::CheckedImage;

/// What a mark on the page is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MarkKind {
    /// Words, in a font by its place among those of the file.
    Text(usize),
    /// A shape that is filled; whether it is a rectangle along the edges.
    Fill { straight: bool },
    /// A line along a path.
    Line,
    /// An image, by its place among those of the page.
    Image(usize),
    /// A passage of colours.
    Shading,
}

/// A mark on the page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PageMarkPainted {
    pub(crate) what: MarkKind,
    /// What it covers, as far as it is not clipped away.
    pub(crate) area: PageArea,
    pub(crate) family: ColourSpaceFamily,
    pub(crate) inks: InkAmounts,
    /// Something of an image is in colour.
    pub(crate) coloured: bool,
    pub(crate) overprint: bool,
    /// How thick a line is, or the thinner side of a rectangle.
    pub(crate) thickness: Option<f64>,
}

/// An image as it stands on a page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PlacedImage {
    pub(crate) area: PageArea,
    /// Dots to the inch, the fewer of both directions.
    pub(crate) resolution: f64,
    pub(crate) picture: std::rc::Rc<CheckedImage>,
}

/// What a page makes use of besides ink.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PageFeature {
    SoftMask,
    /// Paint of so many hundredths.
    Alpha(u32),
    Blend(String),
    /// Objects that are seen through together.
    Group,
    Transfer,
    Halftone,
    PostScript,
    /// An object that stands in another file.
    Reference,
    Opi,
    /// An object that is shown or hidden as the reader likes.
    Layer,
}

/// A page as it was read.
#[derive(Debug, Clone, Default)]
pub(crate) struct PaintedPage {
    /// Its number in the file, from 1.
    pub(crate) number: u32,
    pub(crate) marks: Vec<PageMarkPainted>,
    pub(crate) images: Vec<PlacedImage>,
    /// What it makes use of, and where first.
    pub(crate) uses: BTreeMap<PageFeature, Option<PageArea>>,
    /// The inks by name that are none of the four.
    pub(crate) spots: BTreeSet<String>,
    /// The fonts that show something, by their place among those of the file.
    pub(crate) fonts: BTreeMap<usize, PageArea>,
    /// What is wrong with its content, in words.
    pub(crate) broken: Option<&'static str>,
    /// Not all of it was looked at: there is too much.
    pub(crate) unfinished: bool,
}
