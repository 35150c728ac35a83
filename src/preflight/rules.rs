//! What a file is held against: what a press asks for, or what all of them do.

use crate::length::Size;
use crate::press::profile::{Paper, PressInk, Profile};

use super::geometry::points_to_mm;

/// The most ink that is sure to dry, where no press says another number, in hundredths:
/// coated sheets of ISO 12647-2 take no more.
const MOST_INK: u16 = 330;

/// Dots to the inch that presses ask for.
const FINE: u16 = 300;

/// How much wider than high one page is taken for a cover, in hundredths: back, spine and
/// front of the broadest books that stand upright.
const COVER: f64 = 1.15;

/// What is known of a file besides its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PreflightOptions<'a> {
    /// What the press asks for.
    pub profile: Option<&'a Profile>,
    /// The paper of the interior; the usual one of the press where none is given.
    pub paper: Option<&'a Paper>,
    /// It is a cover, wrapped around a book.
    pub cover: bool,
    /// The pages of the book that it is wrapped around.
    pub pages: Option<u32>,
    /// The pages of the book as they are trimmed.
    pub trim: Option<Size>,
}

/// What a file is held against.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PreflightRules<'a> {
    pub(super) profile: Option<&'a Profile>,
    /// The paper, where there is a profile.
    pub(super) paper: Option<&'a Paper>,
    pub(super) cover: bool,
    pub(super) pages: Option<u32>,
    pub(super) trim: Option<Size>,
    /// The most ink in one place, 1 for one ink in full.
    pub(super) most_ink: f64,
    /// Dots to the inch that images ought to have.
    pub(super) fine: f64,
}

impl<'a> PreflightOptions<'a> {
    /// The rules for a file of so many pages, the first of which is so wide and so high.
    pub(super) fn rules_for(
        &self,
        pages: usize,
        width: f64,
        height: f64,
    ) -> PreflightRules<'a> {
        let profile = self.profile;
        let usual = profile.and_then(|profile| profile.papers.first());
        let paper = self.paper.or(usual.map(|paper| &paper.value));
        let file = profile.map(|profile| profile.file.value.clone());
        let is_wide = width > height * COVER;
        PreflightRules {
            profile,
            paper,
            cover: self.cover || pages == 1 && (profile.is_some() || is_wide),
            pages: self.pages,
            trim: self.trim,
            most_ink: f64::from(file.as_ref().map_or(MOST_INK, |file| file.ink_limit))
                / 100.0,
            fine: f64::from(file.map_or(FINE, |file| file.resolution)),
        }
    }
}

impl PreflightRules<'_> {
    /// Only black is printed.
    pub(super) fn is_black_only(&self) -> bool {
        !self.cover && self.paper.is_some_and(|paper| paper.ink == PressInk::Black)
    }

    /// Ink may be beside the pages.
    pub(super) fn allows_marks(&self) -> bool {
        self.profile.is_none_or(|profile| profile.file.value.marks)
    }
}

/// A size in words.
pub(super) fn format_size(size: Size) -> String {
    format!(
        "{:.1} x {:.1} mm",
        points_to_mm(size.width.to_pt()),
        points_to_mm(size.height.to_pt())
    )
}
