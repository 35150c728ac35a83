//! A page as it was read: what is painted on it and what it makes use of.

use std::collections::{BTreeMap, BTreeSet};

use crate::preflight::colour::{Family, Inks};
use crate::preflight::geometry::Area;
use crate::preflight::images::Picture;

/// What a mark on the page is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
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
pub(crate) struct Mark {
    pub(crate) what: What,
    /// What it covers, as far as it is not clipped away.
    pub(crate) area: Area,
    pub(crate) family: Family,
    pub(crate) inks: Inks,
    /// Something of an image is in colour.
    pub(crate) coloured: bool,
    pub(crate) overprint: bool,
    /// How thick a line is, or the thinner side of a rectangle.
    pub(crate) thickness: Option<f64>,
}

/// An image as it stands on a page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Placed {
    pub(crate) area: Area,
    /// Dots to the inch, the fewer of both directions.
    pub(crate) resolution: f64,
    pub(crate) picture: std::rc::Rc<Picture>,
}

/// What a page makes use of besides ink.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Use {
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
pub(crate) struct Sheet {
    /// Its number in the file, from 1.
    pub(crate) number: u32,
    pub(crate) marks: Vec<Mark>,
    pub(crate) images: Vec<Placed>,
    /// What it makes use of, and where first.
    pub(crate) uses: BTreeMap<Use, Option<Area>>,
    /// The inks by name that are none of the four.
    pub(crate) spots: BTreeSet<String>,
    /// The fonts that show something, by their place among those of the file.
    pub(crate) fonts: BTreeMap<usize, Area>,
    /// What is wrong with its content, in words.
    pub(crate) broken: Option<&'static str>,
    /// Not all of it was looked at: there is too much.
    pub(crate) unfinished: bool,
}
