//! What one press asks for.

use std::fmt;

use crate::length::{Length, Size};
use crate::press::{Edges, Standard};

/// What a press asks for: a file of `presses`. It has at least one paper.
#[derive(Clone, PartialEq, Eq)]
pub struct Profile {
    /// Its name: `kdp-paperback`.
    pub name: String,
    /// The press and the kind of book, in words.
    pub title: String,
    /// The day on which its numbers were last gone over: `2026-11-22`.
    pub date: String,
    /// Where the press makes a template for a cover; none where it makes none.
    pub template: Option<String>,
    /// The sizes of books.
    pub trims: Known<Trims>,
    /// How many pages a book may have, whatever its paper.
    pub pages: Known<Count>,
    /// The papers, each with its ink. The first is the usual one.
    pub papers: Vec<Known<Paper>>,
    /// What is printed beyond the trim.
    pub bleed: Known<Bleed>,
    /// The least white around all that is printed on a page.
    pub margins: Known<Margins>,
    /// The file of the interior.
    pub file: Known<File>,
    /// The cover.
    pub cover: Known<Cover>,
    /// The spine of the cover.
    pub spine: Known<Spine>,
    /// The barcode on the back.
    pub barcode: Known<Barcode>,
}

/// What a press asks for in one matter, and how that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known<T> {
    /// What it asks for.
    pub value: T,
    /// How that is known.
    pub source: Source,
}

/// How something of a press is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The page of the press, or who else says so.
    pub place: String,
    /// When it was last compared: `2026-10-21`.
    pub checked: String,
    /// What it is worth.
    pub standing: Standing,
}

/// What a source is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// The press says so itself.
    Stated,
    /// Others say that the press says so.
    SecondHand,
    /// Nobody says so: it is worked out from what is known, or is common practice.
    Estimate,
}

/// The sizes of books.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trims {
    /// Those that have a place in the list of the press.
    pub listed: Vec<Trim>,
    /// The smallest and the largest that are cut to order; none where none are.
    pub custom: Option<(Trim, Trim)>,
}

/// A size, as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trim {
    /// As it is written: `6x9in`.
    pub name: String,
    /// The size.
    pub size: Size,
}

/// How many pages a book may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// They are a multiple of this.
    pub multiple: u32,
    /// The last page has to be blank: the press prints on it.
    pub last_blank: bool,
}

/// What the inside of a book is printed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ink {
    /// Black alone.
    #[default]
    Black,
    /// Four inks.
    Colour,
}

/// A paper and the ink on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paper {
    /// Its name: `white`, `cream`.
    pub name: String,
    /// The ink.
    pub ink: Ink,
    /// The bulk of a page, which is half that of a leaf.
    pub bulk: Length,
    /// The fewest pages that are bound of it.
    pub least: u32,
    /// The most.
    pub most: u32,
}

/// What is printed beyond the trim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bleed {
    /// How far.
    pub edges: Edges,
    /// A book in which nothing touches the edge has it too.
    pub always: bool,
}

/// The least white around all that is printed on a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Margins {
    /// At head, foot and fore edge, in a book without bleed.
    pub least: Length,
    /// The same in a book with bleed.
    pub bleeding: Length,
    /// At the fold, from the thinnest book to the thickest.
    pub gutters: Vec<Gutter>,
}

/// The least white at the fold of thicker books.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gutter {
    /// In books of more pages than this
    pub over: u32,
    /// the margin at the fold is at least so wide.
    pub inner: Length,
}

/// The file of the interior.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The standard that the press asks for, or that suits it best.
    pub standard: Standard,
    /// Fonts are embedded whole.
    pub whole_fonts: bool,
    /// Marks beside the page are allowed.
    pub marks: bool,
    /// The fewest pixels of an image, to the inch.
    pub resolution: u16,
    /// The most ink that may lie in one place, in hundredths of one ink's full cover.
    pub ink_limit: u16,
}

/// The cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cover {
    /// The board of a case; none for a paperback.
    pub case: Option<Case>,
    /// What is cut off from a paperback, or turned in by a case, on all four edges.
    pub bleed: Length,
    /// Words and the barcode stay so far within every edge and fold.
    pub safe: Length,
    /// Flaps can be had.
    pub flaps: bool,
}

/// The board of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Case {
    /// The groove between spine and board.
    pub hinge: Length,
    /// Board and hinge together are so much wider than the page,
    pub wider: Length,
    /// and the board is so much higher.
    pub higher: Length,
}

/// The spine of the cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spine {
    /// What is added to the bulk of the pages.
    pub extra: Length,
    /// Words may stand on it in books of so many pages and more.
    pub words_from: u32,
    /// They stay so far from its folds.
    pub clear: Length,
}

/// The barcode on the back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Barcode {
    /// The room for it.
    pub room: Size,
    /// The press prints it where a cover has none.
    pub printed: bool,
}

/// How far the trim of a file may be from that of the list, in thousandths of an inch: the
/// lists of presses give two decimals.
const LIST_TOLERANCE: i32 = 10;

impl Trims {
    /// Whether books of a size are printed.
    #[must_use]
    pub fn has(&self, size: Size) -> bool {
        let tolerance = Length::pt(72).scaled(LIST_TOLERANCE.into(), 1000);
        let near =
            |one: Length, other: Length| (one - other).max(other - one) <= tolerance;
        let listed = self.listed.iter().any(|trim| {
            near(trim.size.width, size.width) && near(trim.size.height, size.height)
        });
        let custom = self.custom.as_ref().is_some_and(|(least, most)| {
            let within = |least, length, most| (least..=most).contains(&length);
            within(least.size.width, size.width, most.size.width)
                && within(least.size.height, size.height, most.size.height)
        });
        listed || custom
    }

    /// The sizes in words: `5x8in, 6x9in, or from 4x6in to 8.5x11in`.
    #[must_use]
    pub fn in_words(&self) -> String {
        let listed: Vec<&str> =
            self.listed.iter().map(|trim| trim.name.as_str()).collect();
        let listed = listed.join(", ");
        match &self.custom {
            None => listed,
            Some((least, most)) => {
                let custom = format!("from {} to {}", least.name, most.name);
                if listed.is_empty() { custom } else { format!("{listed}, or {custom}") }
            }
        }
    }
}

impl fmt::Debug for Profile {
    /// Which it is; its numbers stand in its file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Profile({} of {})", self.name, self.date)
    }
}

impl Profile {
    /// The paper of a name for an ink.
    #[must_use]
    pub fn paper(&self, name: &str, ink: Ink) -> Option<&Known<Paper>> {
        self.papers
            .iter()
            .find(|paper| paper.value.name == name && paper.value.ink == ink)
    }

    /// The least white at the fold of a book of so many pages.
    #[must_use]
    pub fn gutter(&self, pages: u32) -> Length {
        let gutters = self.margins.value.gutters.iter();
        let asked =
            gutters.filter(|gutter| pages > gutter.over).map(|gutter| gutter.inner);
        asked.max().unwrap_or_default()
    }

    /// The least white at head, foot and fore edge.
    #[must_use]
    pub fn least_margin(&self, bleeds: bool) -> Length {
        let margins = &self.margins.value;
        if bleeds { margins.bleeding } else { margins.least }
    }

    /// The pages of a book that has so many with something on them: filled up with blank
    /// ones to a multiple of what the press binds, and of `asked`.
    #[must_use]
    pub fn filled(&self, pages: u32, asked: u32) -> u32 {
        let Count { multiple, last_blank } = self.pages.value;
        let multiple = common_multiple(multiple.max(1), asked.max(1));
        (pages + u32::from(last_blank)).max(1).next_multiple_of(multiple)
    }

    /// The matters in which nobody says what the press asks for, by the name of the table in
    /// its file; those of the cover apart.
    #[must_use]
    pub fn estimates(&self, cover: bool) -> Vec<&'static str> {
        let interior = [
            ("trims", &self.trims.source),
            ("pages", &self.pages.source),
            ("bleed", &self.bleed.source),
            ("margins", &self.margins.source),
            ("file", &self.file.source),
        ];
        let wrap = [
            ("cover", &self.cover.source),
            ("spine", &self.spine.source),
            ("barcode", &self.barcode.source),
        ];
        let asked = if cover { wrap.as_slice() } else { interior.as_slice() };
        let estimated =
            asked.iter().filter(|(_, source)| source.standing == Standing::Estimate);
        estimated.map(|(name, _)| *name).collect()
    }
}

/// The least number that both divide.
fn common_multiple(one: u32, other: u32) -> u32 {
    let (mut divisor, mut rest) = (one, other);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (one / divisor.max(1)).saturating_mul(other)
}
