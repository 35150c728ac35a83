//! The pages before the text, and the contents, which may come after it.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Axis, Lettering};
use crate::length::written::Whole;

/// The levels of the contents where a design states none: chapters and two levels of
/// headings, or parts, chapters and one. Reading systems show three (Kobo keeps no more).
const USUAL_CONTENTS_LEVELS: u8 = 3;
/// The most levels of the contents: a part, and the six levels of headings in HTML.
const MOST_CONTENTS_LEVELS: u32 = 7;

/// The pages before the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, expecting = "a table of its own")]
pub struct FrontMatterDesign {
    /// How the words of half title and title page are aligned.
    pub axis: Axis,
    /// The letters of the title on the title page.
    pub letters: Lettering,
    /// The letters of the title on the half title.
    pub half_title: Lettering,
    /// Whether leaders (points) join an entry of the contents to its folio.
    pub leaders: bool,
    /// Where the contents are: before the text, or behind all of it, as in many French and
    /// Spanish books.
    #[serde(default)]
    pub contents: ContentsPlace,
    /// How many levels the contents have: parts, chapters, and headings in them. In a book
    /// without parts chapters are the first level. The bookmarks of a PDF have all levels.
    #[serde(default)]
    pub contents_levels: ContentsLevels,
}

/// Where the contents are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ContentsPlace {
    /// Before the text.
    #[default]
    Front,
    /// Behind the text and its notes; a colophon follows.
    Back,
}

/// How many levels the contents have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct ContentsLevels(#[serde(with = "Whole::<1, MOST_CONTENTS_LEVELS>")] pub u8);

impl Default for ContentsLevels {
    fn default() -> Self {
        Self(USUAL_CONTENTS_LEVELS)
    }
}
