//! The graphics state (ISO 32000-1 §8.4) as far as it matters to a press.

use std::rc::Rc;

use crate::preflight::colour::{ColourSpace, ColourSpaceFamily, InkAmounts};
use crate::preflight::geometry::{Matrix, PageArea};

/// What is painted with.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PaintSource {
    pub(super) space: Rc<ColourSpace>,
    pub(super) inks: InkAmounts,
    /// The name of a pattern of the resources.
    pub(super) pattern: Option<String>,
    /// What is painted over other ink leaves that ink where it is.
    pub(super) overprint: bool,
    /// Less than opaque.
    pub(super) alpha: f64,
}

impl PaintSource {
    fn black() -> Self {
        let space = Rc::new(ColourSpace::gray());
        Self { inks: space.initial(), space, pattern: None, overprint: false, alpha: 1.0 }
    }

    /// What its colour is said in.
    pub(super) fn family(&self) -> ColourSpaceFamily {
        self.space.base().family
    }
}

/// The graphics state.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct GraphicsState {
    pub(super) matrix: Matrix,
    pub(super) clip: PageArea,
    pub(super) fill: PaintSource,
    pub(super) stroke: PaintSource,
    pub(super) line_width: f64,
    /// The font, by its place among those of the file.
    pub(super) font: Option<usize>,
    pub(super) size: f64,
    pub(super) letter_space: f64,
    pub(super) word_space: f64,
    /// 1 is the width of the font.
    pub(super) stretch: f64,
    pub(super) leading: f64,
    pub(super) rise: f64,
    pub(super) mode: i64,
}

impl GraphicsState {
    /// The state with which a page begins.
    pub(super) fn new(clip: PageArea) -> Self {
        Self {
            matrix: Matrix::IDENTITY,
            clip,
            fill: PaintSource::black(),
            stroke: PaintSource::black(),
            line_width: 1.0,
            font: None,
            size: 0.0,
            letter_space: 0.0,
            word_space: 0.0,
            stretch: 1.0,
            leading: 0.0,
            rise: 0.0,
            mode: 0,
        }
    }
}
