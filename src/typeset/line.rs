//! A set line: glyph runs on one baseline, and what else happens on it.

use std::ops::Range;

use super::document::{GlyphRun, Role};
use crate::length::Length;
use crate::text::language::Language;

/// A paragraph as set lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SetParagraph {
    /// The lines from top to bottom; never empty.
    pub lines: Vec<Line>,
    /// The stretches of the paragraph that are elements of their own. Runs name them by
    /// [`LineRun::piece`], so that a link broken over two lines stays one link.
    pub pieces: Vec<Piece>,
}

/// A stretch inside a paragraph with a role or a language of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// What it is.
    pub role: Role,
    /// Its language, where it is not the paragraph's.
    pub language: Option<Language>,
    /// Where it leads, where it is a link or a note mark.
    pub target: Option<PieceTarget>,
    /// The piece it stands in, if any, by place in [`SetParagraph::pieces`].
    pub parent: Option<usize>,
}

/// Where a piece leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PieceTarget {
    /// To a note, by its serial number.
    Note(u32),
    /// To an address outside.
    Address(String),
}

/// A set line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Line {
    /// The runs from left to right. Their origins are relative to the left edge of the
    /// measure on the baseline; hanging punctuation may stand outside.
    pub runs: Vec<LineRun>,
    /// From the left edge of the measure to the end of the last glyph.
    pub width: Length,
    /// Notes called on this line, by serial number, from left to right.
    pub notes: Vec<u32>,
    /// Pages of the source that begin on this line, by their printed numbers.
    pub source_pages: Vec<String>,
    /// The line ends inside a word.
    pub ends_hyphenated: bool,
}

/// A run and the piece it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineRun {
    /// The run. Its `element` is not set yet.
    pub run: GlyphRun,
    /// The piece, by place in [`SetParagraph::pieces`]; none for the paragraph itself.
    pub piece: Option<usize>,
    /// Where the run's glyphs begin and end, for the area of a link.
    pub extent: Range<Length>,
}
