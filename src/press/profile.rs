//! What one press asks for.
//!
//! The types of this file are the format of the files of `presses`, as those of `design`
//! are that of a design: the fields are the keys. A new key is a field here and its use;
//! every file of `presses` has to have it, unless it has a `default`.

use std::fmt;

use schemars::JsonSchema;
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer};

use crate::length::written::{Whole, parse_trim};
use crate::length::{Length, Size};
use crate::press::{EdgeInsets, EmbeddedFonts, Standard};
use crate::text::config::{read_as_typed, read_list, read_shared_table};
use crate::text::dates::is_day;

/// The most pages of any book, far beyond what is bound.
const MOST_PAGES: u32 = 10_000;

/// What a press asks for: a file of `presses`. It has at least one paper.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Profile {
    /// Its name: `kdp-paperback`; it is that of the file.
    #[serde(skip)]
    pub name: String,
    /// The press and the kind of book, in words.
    pub title: String,
    /// The day on which its numbers were last reviewed: `2026-11-22`.
    #[serde(with = "Day")]
    pub date: String,
    /// Where the press offers templates for covers, if it does.
    pub template: Option<String>,
    /// The sizes of books.
    pub trims: Sourced<TrimRules>,
    /// How many pages a book may have, whatever its paper.
    pub pages: Sourced<PageCountRules>,
    /// The papers, each with its ink. The first is the usual one.
    #[serde(deserialize_with = "read_papers")]
    pub papers: Vec<Sourced<Paper>>,
    /// What is printed beyond the trim.
    pub bleed: Sourced<BleedRules>,
    /// The least margins around all that is printed on a page.
    pub margins: Sourced<PressMargins>,
    /// The file of the interior.
    pub file: Sourced<FileRules>,
    /// The cover.
    pub cover: Sourced<CoverRules>,
    /// The spine of the cover.
    pub spine: Sourced<SpineRules>,
    /// The barcode on the back.
    pub barcode: Sourced<BarcodeRules>,
}

/// What a press asks for in one matter, and the source of that. In a file both are one
/// table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sourced<T> {
    /// What it asks for.
    pub value: T,
    /// How that is known.
    pub source: RuleSource,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Sourced<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (value, source) = read_shared_table(deserializer)?;
        Ok(Self { value, source })
    }
}

/// How a rule of a press is known.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct RuleSource {
    /// The page of the press, or another source.
    #[serde(rename = "source")]
    pub place: String,
    /// When it was last compared: `2026-10-21`.
    #[serde(with = "Day")]
    pub checked: String,
    /// How reliable it is.
    pub standing: Reliability,
}

/// How reliable a source is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reliability {
    /// The press says so itself.
    Stated,
    /// Others say that the press says so.
    SecondHand,
    /// There is no source: it is worked out from what is known, or is common practice.
    Estimate,
}

/// The sizes of books.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", expecting = "a table of its own")]
pub struct TrimRules {
    /// Those in the list of the press.
    #[serde(rename = "sizes", deserialize_with = "read_sizes")]
    pub listed: Vec<NamedTrim>,
    /// The range of trims that are cut to order, if there are any.
    pub custom: Option<TrimRange>,
}

fn read_sizes<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<NamedTrim>, D::Error> {
    read_list(deserializer, "a list: [\"6x9in\"]")
}

/// The trims that are cut to order.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(
    rename_all = "kebab-case",
    deny_unknown_fields,
    expecting = "{ least = \"4x6in\", most = \"8.5x11in\" }"
)]
pub struct TrimRange {
    /// The smallest.
    pub least: NamedTrim,
    /// The largest.
    pub most: NamedTrim,
}

/// A trim, and how it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedTrim {
    /// As it is written: `6x9in`.
    pub name: String,
    /// The size.
    pub size: Size,
}

impl<'de> Deserialize<'de> for NamedTrim {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        match parse_trim(&name) {
            Ok(size) => Ok(Self { name, size }),
            Err(remedy) => {
                Err(D::Error::invalid_value(Unexpected::Str(&name), &remedy.as_str()))
            }
        }
    }
}

/// How many pages a book may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", expecting = "a table of its own")]
pub struct PageCountRules {
    /// They are a multiple of this.
    #[serde(with = "Whole::<1, 128>")]
    pub multiple: u32,
    /// The last page has to be blank: the press prints on it.
    pub last_blank: bool,
}

/// The inks that the interior of a book is printed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PressInk {
    /// Black alone.
    #[default]
    Black,
    /// Four inks.
    Colour,
}

/// A paper and the ink on it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", expecting = "a table of its own")]
pub struct Paper {
    /// Its name: `white`, `cream`.
    pub name: String,
    /// The ink.
    pub ink: PressInk,
    /// The bulk of a page, which is half that of a leaf.
    pub bulk: Length,
    /// The fewest pages that the press binds with it.
    #[serde(with = "Whole::<1, MOST_PAGES>")]
    pub least: u32,
    /// The most pages that the press binds with it.
    #[serde(with = "Whole::<1, MOST_PAGES>")]
    pub most: u32,
}

/// The papers of a press; it has at least one.
fn read_papers<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<Sourced<Paper>>, D::Error> {
    let papers: Vec<_> = read_list(deserializer, "a list of tables: [[papers]]")?;
    if papers.is_empty() {
        return Err(D::Error::custom("is empty; a press has at least one paper"));
    }
    Ok(papers)
}

/// What is printed beyond the trim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(from = "BleedTable")]
pub struct BleedRules {
    /// How far.
    pub edges: EdgeInsets,
    /// Whether a book needs it even if nothing in it touches an edge.
    pub always: bool,
}

/// [`BleedRules`] as a file has them.
#[derive(Deserialize)]
#[serde(expecting = "a table of its own")]
struct BleedTable {
    inner: Length,
    outer: Length,
    top: Length,
    bottom: Length,
    always: bool,
}

impl From<BleedTable> for BleedRules {
    fn from(table: BleedTable) -> Self {
        let BleedTable { inner, outer, top, bottom, always } = table;
        Self { edges: EdgeInsets { inner, outer, top, bottom }, always }
    }
}

/// The least margins around all that is printed on a page.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", expecting = "a table of its own")]
pub struct PressMargins {
    /// At head, foot and fore edge, in a book without bleed.
    pub least: Length,
    /// Likewise in a book with bleed.
    pub bleeding: Length,
    /// At the fold, from the thinnest book to the thickest.
    #[serde(deserialize_with = "read_gutters")]
    pub gutters: Vec<PressGutter>,
}

fn read_gutters<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<PressGutter>, D::Error> {
    read_list(deserializer, "a list: [{ over = 150, inner = \"0.5in\" }]")
}

/// The least inner margin of thicker books.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(
    rename_all = "kebab-case",
    deny_unknown_fields,
    expecting = "{ over = 150, inner = \"0.5in\" }"
)]
pub struct PressGutter {
    /// It applies to books of more pages than this.
    pub over: u32,
    /// The least inner margin of such a book.
    pub inner: Length,
}

/// The file of the interior.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", expecting = "a table of its own")]
pub struct FileRules {
    /// The standard that the press asks for, or that suits it best.
    pub standard: Standard,
    /// Whether fonts are embedded whole.
    #[serde(rename = "fonts", deserialize_with = "read_whole_fonts")]
    pub whole_fonts: bool,
    /// Marks beside the page are allowed.
    pub marks: bool,
    /// The fewest pixels of an image, to the inch.
    #[serde(with = "Whole::<72, 2400>")]
    pub resolution: u16,
    /// The limit of total ink coverage, in per cent: the sum of all inks in one place.
    #[serde(with = "Whole::<100, 400>")]
    pub ink_limit: u16,
}

fn read_whole_fonts<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<bool, D::Error> {
    Ok(EmbeddedFonts::deserialize(deserializer)? == EmbeddedFonts::Whole)
}

/// The cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "CoverRulesTable")]
pub struct CoverRules {
    /// The board of a case; none for a paperback.
    pub case: Option<CaseBoard>,
    /// What is cut off from a paperback, or turned in by a case, on all four edges.
    pub bleed: Length,
    /// How far words and the barcode stay within every edge and fold.
    pub safe: Length,
    /// Whether the press makes flaps.
    pub flaps: bool,
}

/// [`CoverRules`] as a file has them.
#[derive(Deserialize)]
#[serde(expecting = "a table of its own")]
struct CoverRulesTable {
    hinge: Option<Length>,
    wider: Option<Length>,
    higher: Option<Length>,
    bleed: Length,
    safe: Length,
    flaps: bool,
}

impl TryFrom<CoverRulesTable> for CoverRules {
    type Error = &'static str;

    fn try_from(table: CoverRulesTable) -> Result<Self, Self::Error> {
        let CoverRulesTable { hinge, wider, higher, bleed, safe, flaps } = table;
        let case = match (hinge, wider, higher) {
            (None, None, None) => None,
            (Some(hinge), Some(wider), Some(higher)) => {
                Some(CaseBoard { hinge, wider, higher })
            }
            _ => {
                return Err(
                    "has only a part of a case; write hinge, wider and higher, or none of them",
                );
            }
        };
        Ok(Self { case, bleed, safe, flaps })
    }
}

/// The board of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CaseBoard {
    /// The groove between spine and board.
    pub hinge: Length,
    /// Board and hinge together are wider than the page by this.
    pub wider: Length,
    /// The board is higher than the page by this.
    pub higher: Length,
}

/// The spine of the cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", expecting = "a table of its own")]
pub struct SpineRules {
    /// What is added to the bulk of the pages.
    pub extra: Length,
    /// The fewest pages of a book with words on its spine.
    #[serde(with = "Whole::<0, MOST_PAGES>")]
    pub words_from: u32,
    /// How far these words stay from its folds.
    pub clear: Length,
}

/// The barcode on the back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(from = "BarcodeTable")]
pub struct BarcodeRules {
    /// The area for it.
    pub room: Size,
    /// The press prints it where a cover has none.
    pub printed: bool,
}

/// [`BarcodeRules`] as a file has them.
#[derive(Deserialize)]
#[serde(expecting = "a table of its own")]
struct BarcodeTable {
    width: Length,
    height: Length,
    printed: bool,
}

impl From<BarcodeTable> for BarcodeRules {
    fn from(table: BarcodeTable) -> Self {
        let BarcodeTable { width, height, printed } = table;
        Self { room: Size { width, height }, printed }
    }
}

/// A day as a file has it: `2026-03-04`.
struct Day;

impl Day {
    fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<String, D::Error> {
        let text = read_as_typed(deserializer)?;
        if is_day(&text) {
            return Ok(text);
        }
        Err(D::Error::invalid_value(Unexpected::Str(&text), &"write '2026-03-04'"))
    }
}

/// How far the trim of a file may be from that of the list, in thousandths of an inch: the
/// lists of presses give two decimals.
const LIST_TOLERANCE: i32 = 10;

impl TrimRules {
    /// Whether books of a size are printed.
    #[must_use]
    pub fn has(&self, size: Size) -> bool {
        let tolerance = Length::pt(72).scaled(LIST_TOLERANCE.into(), 1000);
        let near =
            |one: Length, other: Length| (one - other).max(other - one) <= tolerance;
        let listed = self.listed.iter().any(|trim| {
            near(trim.size.width, size.width) && near(trim.size.height, size.height)
        });
        let custom = self.custom.as_ref().is_some_and(|TrimRange { least, most }| {
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
            Some(TrimRange { least, most }) => {
                let custom = format!("from {} to {}", least.name, most.name);
                if listed.is_empty() { custom } else { format!("{listed}, or {custom}") }
            }
        }
    }
}

impl fmt::Debug for Profile {
    /// Its name and date; its numbers are in its file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Profile({} of {})", self.name, self.date)
    }
}

impl Profile {
    /// The paper with this name for this ink.
    #[must_use]
    pub fn paper(&self, name: &str, ink: PressInk) -> Option<&Sourced<Paper>> {
        self.papers
            .iter()
            .find(|paper| paper.value.name == name && paper.value.ink == ink)
    }

    /// The least inner margin of a book with a number of pages.
    #[must_use]
    pub fn gutter(&self, pages: u32) -> Length {
        let gutters = self.margins.value.gutters.iter();
        let asked =
            gutters.filter(|gutter| pages > gutter.over).map(|gutter| gutter.inner);
        asked.max().unwrap_or_default()
    }

    /// The least margin at head, foot and fore edge.
    #[must_use]
    pub fn least_margin(&self, bleeds: bool) -> Length {
        let margins = &self.margins.value;
        if bleeds { margins.bleeding } else { margins.least }
    }

    /// The page count of a book with `pages` printed pages: filled up with blank ones to
    /// a multiple of what the press binds, and of `asked`.
    #[must_use]
    pub fn fill_pages(&self, pages: u32, asked: u32) -> u32 {
        let PageCountRules { multiple, last_blank } = self.pages.value;
        let multiple = least_common_multiple(multiple.max(1), asked.max(1));
        (pages + u32::from(last_blank)).max(1).next_multiple_of(multiple)
    }

    /// The tables of its file whose numbers are estimates: those of the cover, or those of
    /// the interior.
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
            asked.iter().filter(|(_, source)| source.standing == Reliability::Estimate);
        estimated.map(|(name, _)| *name).collect()
    }
}

/// The least number that both divide.
fn least_common_multiple(one: u32, other: u32) -> u32 {
    let (mut divisor, mut rest) = (one, other);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (one / divisor.max(1)).saturating_mul(other)
}
