//! The graphics state (ISO 32000-1 §8.4), as far as a press cares.

use std::rc::Rc;

use crate::preflight::colour::{ColourSpace, ColourSpaceFamily, InkAmounts};
use crate::preflight::geometry::{Matrix, PageArea};

/// The current colour for filling or stroking.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PaintSource {
    pub(super) space: Rc<ColourSpace>,
    pub(super) inks: InkAmounts,
    /// The name of a pattern in the resource dictionary.
    pub(super) pattern: Option<String>,
    /// Whether it leaves other inks below it in place.
    pub(super) overprint: bool,
    /// Opacity from 0 to 1.
    pub(super) alpha: f64,
}

impl PaintSource {
    fn black() -> Self {
        let space = Rc::new(ColourSpace::gray());
        Self { inks: space.initial(), space, pattern: None, overprint: false, alpha: 1.0 }
    }

    /// The kind of its colour space.
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
    /// The font, by its index in the file.
    pub(super) font: Option<usize>,
    pub(super) size: f64,
    pub(super) letter_space: f64,
    pub(super) word_space: f64,
    /// Horizontal scaling; 1 is the natural width.
    pub(super) stretch: f64,
    pub(super) leading: f64,
    pub(super) rise: f64,
    pub(super) mode: i64,
}

impl GraphicsState {
    /// The state in which a page begins.
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

/// The matrices of the current text object (§9.4.1).
#[derive(Debug, Clone, Copy)]
pub(super) struct TextObject {
    pub(super) text_matrix: Matrix,
    pub(super) line_matrix: Matrix,
}

impl Default for TextObject {
    fn default() -> Self {
        Self { text_matrix: Matrix::IDENTITY, line_matrix: Matrix::IDENTITY }
    }
}
