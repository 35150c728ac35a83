//! The page: how wide lines are, where pages begin, and what they carry besides the text.

pub(crate) mod measure;
pub(crate) mod shapes;

mod numbers;

pub(crate) mod pages;

pub(crate) mod furniture;

pub(crate) mod folios;

pub(crate) mod contents;

mod titles;

mod running_heads;

use std::collections::BTreeSet;

use contents::Printed;
use furniture::Furniture;
use pages::Sheet;
use running_heads::Lines;

/// What the pages of a text carry besides it.
pub(super) struct PageParts {
    /// The printed tables of contents.
    pub(super) printed: Printed,
    /// Running heads and folios.
    pub(super) furniture: Furniture,
}

/// Finds the printed contents, the folios and the running heads of a text. Lines that
/// `contested` names are found again as something else: their numbers are no folios.
pub(super) fn find_page_parts(
    sheet: &Sheet<'_>,
    contested: impl FnOnce(&Sheet<'_>, &Furniture) -> BTreeSet<usize>,
) -> PageParts {
    let printed = contents::find(sheet);
    let lines = Lines::of(sheet, &printed);
    let mut furniture = lines.furniture(&BTreeSet::new());
    let contested = contested(sheet, &furniture);
    if !contested.is_empty() {
        furniture = lines.furniture(&contested);
    }
    PageParts { printed, furniture }
}
