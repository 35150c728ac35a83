//! Lengths of a paragraph that few pages take: their lines are set when one does.

use std::sync::Arc;

use super::style::ParagraphStyle;
use crate::book::inline::Inline;
use crate::length::Length;
use crate::typeset::linebreak::BrokenLine;

/// A paragraph broken to a length, of which nothing is set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Late {
    /// What it says, and how it is to be set.
    pub(super) paragraph: Arc<(Vec<Inline>, ParagraphStyle)>,
    /// Its lines, and the indent of each.
    pub(super) lines: Vec<(BrokenLine, Length)>,
}
