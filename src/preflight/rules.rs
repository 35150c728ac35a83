//! The limits that a file is checked against: those of a press profile, or usual ones.

use crate::length::Size;
use crate::press::profile::{Paper, PressInk, Profile};

use super::geometry::points_to_mm;

/// The most ink that is sure to dry, where no profile gives a limit, in per cent: the limit
/// for coated sheets in ISO 12647-2.
const MOST_INK: u16 = 330;

/// The image resolution that presses ask for, in pixels per inch.
const RESOLUTION: u16 = 300;

/// From this ratio of width to height on, a file of one page is taken for a cover: back,
/// spine and front of the widest books in portrait format are wider.
const COVER: f64 = 1.15;

/// What a caller knows of a file besides its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PreflightOptions<'a> {
    /// The profile of the press.
    pub profile: Option<&'a Profile>,
    /// The paper of the interior; without it, the first paper of the profile.
    pub paper: Option<&'a Paper>,
    /// It is a cover, wrapped around a book.
    pub cover: bool,
    /// The page count of the book that it is wrapped around.
    pub pages: Option<u32>,
    /// The trim size of the book.
    pub trim: Option<Size>,
}

/// The limits that a file is checked against.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PreflightRules<'a> {
    pub(super) profile: Option<&'a Profile>,
    /// The paper, where there is a profile.
    pub(super) paper: Option<&'a Paper>,
    pub(super) cover: bool,
    pub(super) pages: Option<u32>,
    pub(super) trim: Option<Size>,
    /// The most ink in one place; 1 is one ink in full.
    pub(super) ink_limit: f64,
    /// The resolution that images should have, in pixels per inch.
    pub(super) resolution: f64,
}

impl<'a> PreflightOptions<'a> {
    /// The rules for a file with this many pages, the first of which has the given size in
    /// points.
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
            ink_limit: f64::from(file.as_ref().map_or(MOST_INK, |file| file.ink_limit))
                / 100.0,
            resolution: f64::from(file.map_or(RESOLUTION, |file| file.resolution)),
        }
    }
}

impl PreflightRules<'_> {
    /// Whether only black is printed.
    pub(super) fn is_black_only(&self) -> bool {
        !self.cover && self.paper.is_some_and(|paper| paper.ink == PressInk::Black)
    }

    /// Whether ink may lie beside the pages.
    pub(super) fn allows_marks(&self) -> bool {
        self.profile.is_none_or(|profile| profile.file.value.marks)
    }
}

/// Formats a size in millimetres.
pub(super) fn format_size(size: Size) -> String {
    format!(
        "{:.1} x {:.1} mm",
        points_to_mm(size.width.to_pt()),
        points_to_mm(size.height.to_pt())
    )
}
