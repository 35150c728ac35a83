//! How a book looks, as checked data and nothing else.
//!
//! A design is a file of `designs`, and a book changes keys of it in `[design]`;
//! `project::design_table` reads both. The types of this file are the format: the fields
//! are the keys, with the hyphens of TOML for underscores; the doc comments are what the
//! JSON Schema and the manual say of them; `with` names how a value is written and its
//! bounds ([`crate::length::written`]). A new key is a field here and its use in `typeset`
//! or `edition`; the design files have to set it, unless it has a `default`.
//!
//! Sizes of type are lengths at the size of the text: in a book with larger text they all
//! grow alike.

mod front_matter;
mod named_style;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

pub use self::front_matter::{ContentsPlace, FrontMatterDesign};
use self::named_style::read_styles;
pub use self::named_style::{LineFill, NamedStyle, NamedStyles, StyleIndent, StyleSpace};
use crate::length::written::{
    Ems, EmsBetween, HalfLineSteps, LengthInEms, Percent, PointsBetween, TrimSize, Whole,
};
use crate::length::{Length, Ratio, Size};
use crate::text::config::read_list;

/// The least outer margin of a page that does not bleed (KDP, a quarter of an inch).
pub const LEAST_OUTER: Length = Length::pt(18);

/// The narrowest text block, in ems: some fifteen letters. Below, no line can be set.
const NARROWEST_BLOCK: i32 = 7;
/// The lowest text block, in lines. Below, no page holds a heading and its text.
const LOWEST_BLOCK: i32 = 6;

/// The smallest size of a text face, in points; below, nothing can be read.
const SMALLEST_FONT: i32 = 5;
/// The largest, in points; above, no line holds a word.
const LARGEST_FONT: i32 = 36;
/// The largest size of type beside the text's, in points.
const LARGEST_DISPLAY: i32 = 144;
/// The least leading in hundredths of the size: below, lines overlap.
const LEAST_LEADING: i64 = 90;
/// The most leading, in sizes of the text.
const MOST_LEADING: i32 = 4;
/// The most that letters may be stretched or spaced, in per cent, either way. Above,
/// everyone sees it.
const MOST_MICROTYPE: u8 = 5;
/// The deepest indent, in ems. Deeper ones leave little of a line.
const DEEPEST_INDENT: u8 = 6;
/// The most space above or below a heading, in lines.
const MOST_SPACE: u8 = 6;
/// The most lines of verse from one number to the next.
const MOST_UNNUMBERED: u32 = 100;
/// The fewest lines beside a dropped initial.
const FEWEST_INITIAL_LINES: u32 = 2;
/// The most lines beside a dropped initial: with more it is a picture.
const MOST_INITIAL_LINES: u32 = 3;
/// The lowest that a chapter's title or text may begin, in per cent of the page.
const LOWEST_OPENING: u8 = 80;

/// The size of a text face as it is written.
pub type FontSize = PointsBetween<SMALLEST_FONT, LARGEST_FONT>;

/// A size of type beside the text's as it is written.
type DisplaySize = EmsBetween<SMALLEST_FONT, LARGEST_DISPLAY>;

/// How the book looks. Whatever is left out is as in the template; sizes and leading
/// follow the size of the text, margins the trim.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(
    rename_all = "kebab-case",
    deny_unknown_fields,
    expecting = "[design] and the keys of the design below it"
)]
pub struct Design {
    /// The page as it is trimmed: a name, or width and height.
    #[serde(with = "TrimSize")]
    pub trim: Size,
    /// The font family of the text; `pliego fonts` lists the families.
    pub font: String,
    /// Whether an EPUB contains the fonts of the design.
    #[serde(default)]
    pub fonts: EpubFonts,
    /// The size of the text.
    #[serde(with = "FontSize")]
    pub font_size: Length,
    /// From baseline to baseline: from 0.9 to 4 times the size of the text.
    #[serde(with = "LengthInEms")]
    pub leading: Length,
    /// The margins around the text block.
    pub margins: Margins,
    /// The inner margins that thicker books need, from the thinnest to the thickest. A book
    /// that sets its inner margin itself gets exactly that margin.
    #[serde(deserialize_with = "read_gutters")]
    pub gutters: Vec<Gutter>,
    /// For the sake of the inner margin the outer one is made no narrower than this, and no
    /// page number of the source is nearer to the edge.
    #[serde(skip, default = "least_outer")]
    pub least_outer: Length,
    /// On which page a chapter may open.
    pub chapter_start: ChapterStart,
    /// Whether words may be divided at line ends.
    pub hyphenate: bool,
    /// How many words are divided for the sake of even spaces.
    pub hyphens: Hyphens,
    /// Words that are divided otherwise than the hyphenation patterns say, with a hyphen at
    /// every break opportunity (`exam-ple`); one without a hyphen is never divided.
    #[serde(rename = "hyphenation", default, deserialize_with = "read_exceptions")]
    #[schemars(with = "Vec<HyphenatedWord>")]
    pub exceptions: Vec<String>,
    /// How far letters may be widened or narrowed to fill a line, in per cent either way.
    #[serde(with = "Percent::<MOST_MICROTYPE>")]
    pub expansion: Ratio,
    /// How far letters may be spaced out or closed up inside words, in per cent of the em
    /// either way.
    #[serde(with = "Percent::<MOST_MICROTYPE>")]
    pub tracking: Ratio,
    /// How acronyms of three letters and more (ONU) and the numerals of centuries are set.
    #[serde(default)]
    pub acronyms: Acronyms,
    /// The sizes of type beside that of the text.
    pub sizes: TypeSizes,
    /// Paragraphs of text.
    pub paragraphs: ParagraphDesign,
    /// Display blocks: quotations, verse, lists, pauses.
    #[serde(rename = "apart")]
    pub display_blocks: DisplayBlocks,
    /// The openings of chapters.
    pub openings: OpeningDesign,
    /// Headings of the second level.
    pub section: HeadingDesign,
    /// Headings of the third level.
    pub subsection: HeadingDesign,
    /// Headings of lower levels; without it they are like those of the third.
    #[serde(default)]
    pub minor: Option<HeadingDesign>,
    /// The look of the classes that a text has of its own, each in a table
    /// `[design.styles.NAME]`.
    #[serde(default, deserialize_with = "read_styles")]
    pub styles: NamedStyles,
    /// Running heads and folios.
    pub heads: RunningHeadDesign,
    /// The pages before the text.
    pub front: FrontMatterDesign,
}

fn least_outer() -> Length {
    LEAST_OUTER
}

/// Which fonts an EPUB is shown in, as long as its reader wants no others.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum EpubFonts {
    /// The family of the design, which the EPUB contains, cut down to its characters.
    #[default]
    #[serde(rename = "embed")]
    Embedded,
    /// Those of the reading system.
    System,
}

/// The margins around the text block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(
    rename_all = "kebab-case",
    deny_unknown_fields,
    expecting = "{ inner = \"19mm\", outer = \"24mm\", top = \"20mm\", bottom = \"22mm\" }"
)]
pub struct Margins {
    /// At the fold.
    #[serde(with = "LengthInEms")]
    pub inner: Length,
    /// At the fore edge.
    #[serde(with = "LengthInEms")]
    pub outer: Length,
    /// Above the text block; it contains the running head.
    #[serde(with = "LengthInEms")]
    pub top: Length,
    /// Below the text block.
    #[serde(with = "LengthInEms")]
    pub bottom: Length,
}

/// The inner margin of thick books, some of which their binding hides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(
    rename_all = "kebab-case",
    deny_unknown_fields,
    expecting = "{ over = 150, inner = \"12.7mm\" }"
)]
pub struct Gutter {
    /// It applies to books of more pages than this.
    pub over: u32,
    /// The least inner margin of such a book.
    pub inner: Length,
}

/// Gutters from the thinnest book to the thickest.
fn read_gutters<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<Gutter>, D::Error> {
    let wanted = "a list: [{ over = 150, inner = \"12.7mm\" }]";
    let mut gutters: Vec<Gutter> = read_list(deserializer, wanted)?;
    gutters.sort_by_key(|gutter| gutter.over);
    Ok(gutters)
}

/// On which page a chapter may open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
pub enum ChapterStart {
    /// On a right-hand page.
    #[serde(rename = "right")]
    Recto,
    /// On any page.
    #[serde(rename = "any")]
    Any,
}

/// How even spaces and few divided words are weighed against each other.
///
/// Measured on Spanish prose, 11 on 14 points to 105 mm: the standard deviation of the spaces
/// is .021, .013 and .010 of the em. Languages with longer words have more hyphens at every
/// step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Hyphens {
    /// Words are divided only where the spaces would be conspicuous otherwise: about 4 hyphens
    /// in 100 lines of Spanish prose.
    Few,
    /// Words are divided as good printers do: about 10 hyphens in 100 lines.
    #[default]
    Usual,
    /// The most even spaces: about 14 hyphens in 100 lines.
    Many,
}

/// How words whose letters are all capitals are set in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Acronyms {
    /// In capitals, as they are typed.
    #[default]
    Capitals,
    /// In small capitals, letterspaced.
    SmallCapitals,
}

/// A word of `hyphenation`.
#[derive(JsonSchema)]
#[schemars(transparent)]
struct HyphenatedWord(#[schemars(regex(pattern = r"^\s*\p{L}+(-\p{L}+)*\s*$"))] String);

/// Words with a hyphen at every break opportunity.
fn read_exceptions<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<String>, D::Error> {
    let words: Vec<HyphenatedWord> =
        read_list(deserializer, "a list of words: [\"exam-ple\"]")?;
    Ok(words.into_iter().map(|word| word.0).collect())
}

impl<'de> Deserialize<'de> for HyphenatedWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        let is_part =
            |part: &str| !part.is_empty() && part.chars().all(char::is_alphabetic);
        if word.split('-').all(is_part) {
            return Ok(Self(word));
        }
        let remedy =
            "write one word, with a hyphen wherever it may be divided: 'exam-ple'";
        Err(D::Error::custom(format!("cannot have '{word}'; {remedy}")))
    }
}

/// The sizes of type beside that of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, expecting = "a table of its own")]
pub struct TypeSizes {
    /// Gathered notes and small display blocks.
    #[serde(with = "DisplaySize")]
    pub small: Length,
    /// Notes at the foot of the page.
    #[serde(with = "DisplaySize")]
    pub footnotes: Length,
    /// Running heads and folios.
    #[serde(with = "DisplaySize")]
    pub heads: Length,
    /// The imprint.
    #[serde(with = "DisplaySize")]
    pub imprint: Length,
    /// The author on the title page.
    #[serde(with = "DisplaySize")]
    pub author: Length,
    /// Headings of the second level; without it, the size of the text.
    #[serde(default)]
    pub section: Option<TypeSize>,
    /// Headings of the third level; without it, the size of the text.
    #[serde(default)]
    pub subsection: Option<TypeSize>,
    /// Titles of chapters.
    #[serde(with = "DisplaySize")]
    pub chapter: Length,
    /// The title on the title page.
    #[serde(with = "DisplaySize")]
    pub title: Length,
}

impl Design {
    /// A length in proportion to a size of type, given what it is at the size of the text.
    pub(crate) fn scale_to(&self, size: Length, at_text: Length) -> Length {
        at_text.scaled(size.0.into(), self.font_size.0.max(1).into())
    }
}

/// A size of type, in a place that may be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct TypeSize(#[serde(with = "DisplaySize")] pub Length);

/// Paragraphs of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, expecting = "a table of its own")]
pub struct ParagraphDesign {
    /// The indent of the first line, in ems.
    #[serde(with = "Ems::<DEEPEST_INDENT>")]
    pub indent: Ratio,
    /// Whether the first paragraph of a chapter, and one after a heading or a pause, is
    /// indented too, as in many Spanish and French books.
    pub first_indented: bool,
    /// Whether lines fill the measure; otherwise their right edge is ragged.
    pub justified: bool,
}

/// The letters of words that stand alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Lettering {
    /// As the text.
    Roman,
    /// In italics.
    Italic,
    /// Bold.
    Bold,
    /// In small capitals, letterspaced.
    SmallCapitals,
}

/// How words that stand alone are aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Axis {
    /// In the middle of the measure.
    Centre,
    /// At the left edge.
    Left,
}

/// Display blocks: quotations, verse, lists, pauses.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, expecting = "a table of its own")]
pub struct DisplayBlocks {
    /// The indent of quotations and lists, in ems of the text.
    #[serde(with = "Ems::<DEEPEST_INDENT>")]
    pub indent: Ratio,
    /// Whether quotations are indented on the right, too.
    pub both_sides: bool,
    /// Whether quotations are set in the small size.
    pub small_quotations: bool,
    /// How verse is aligned: as a block in the middle, or indented.
    pub verse: Axis,
    /// How many lines of a poem there are to a line number at the right; 0 for no numbers.
    #[serde(with = "Whole::<0, MOST_UNNUMBERED>")]
    pub verse_numbers: u8,
    /// What marks an author's pause, on the axis of the openings.
    pub pause: String,
    /// Where that mark is shown; elsewhere a pause is space.
    #[serde(default)]
    pub pauses: PauseMarks,
    /// The letters of epigraphs, dedications, stage directions and the heads of tables.
    #[serde(default = "italic")]
    pub letters: Lettering,
    /// What precedes the items of a list without numbers.
    pub bullet: String,
}

fn italic() -> Lettering {
    Lettering::Italic
}

/// Where the mark of a pause is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PauseMarks {
    /// At every pause.
    Everywhere,
    /// At the edges of pages, where space would not be seen.
    #[default]
    AtPageEdges,
}

/// The openings of chapters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, expecting = "a table of its own")]
pub struct OpeningDesign {
    /// The letters of the title.
    pub letters: Lettering,
    /// How the title is aligned.
    pub axis: Axis,
    /// The space above the title, in per cent of the page.
    #[serde(with = "Percent::<LOWEST_OPENING>")]
    pub sink: Ratio,
    /// The least distance from the top of the page to the text, in per cent of the page.
    #[serde(with = "Percent::<LOWEST_OPENING>")]
    pub text: Ratio,
    /// How the text begins.
    pub initial: InitialDesign,
    /// How many lines are beside a dropped initial.
    #[serde(with = "Whole::<FEWEST_INITIAL_LINES, MOST_INITIAL_LINES>")]
    pub initial_lines: u8,
}

/// How the text of a chapter begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InitialDesign {
    /// Like the rest of the text.
    #[default]
    None,
    /// With its first words in small capitals.
    SmallCapitals,
    /// With a capital as high as some lines, and the rest of its first words in small
    /// capitals.
    Drop,
}

/// Headings within a chapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, expecting = "a table of its own")]
pub struct HeadingDesign {
    /// Their letters.
    pub letters: Lettering,
    /// How they are aligned.
    pub axis: Axis,
    /// The space above, in lines, in steps of a half.
    #[serde(with = "HalfLineSteps::<MOST_SPACE>")]
    pub above: u8,
    /// The space below, in lines, in steps of a half.
    #[serde(with = "HalfLineSteps::<MOST_SPACE>")]
    pub below: u8,
}

/// Running heads and folios.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, expecting = "a table of its own")]
pub struct RunningHeadDesign {
    /// The letters of the heads.
    pub letters: Lettering,
    /// Where the folios are.
    pub folio: FolioPlace,
    /// Whether the page numbers of the source are in the outer margin, where its pages
    /// begin.
    pub source_pages: bool,
}

/// Where folios are; the running head takes the space that they leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FolioPlace {
    /// At the outer edge, in the line of the running head, which is in the middle.
    Head,
    /// At the outer edge, the running head beside it.
    Beside,
    /// In the middle below the text block.
    Foot,
}

impl Design {
    /// Width of the text block.
    #[must_use]
    pub fn measure(&self) -> Length {
        self.trim.width - self.margins.inner - self.margins.outer
    }

    /// The smallest text block in which the book can be set.
    #[must_use]
    pub fn least_block(&self) -> Size {
        Size {
            width: self.font_size * NARROWEST_BLOCK,
            height: self.leading * LOWEST_BLOCK,
        }
    }

    /// The least and the most leading for a size of text.
    #[must_use]
    pub fn leading_bounds(font_size: Length) -> (Length, Length) {
        (font_size.scaled(LEAST_LEADING, 100), font_size * MOST_LEADING)
    }

    /// Whether the book can be set in its text block.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        let Size { width, height } = self.least_block();
        self.measure() >= width && self.text_height() >= height
    }

    /// The margins of a bound book. A thick book needs a wider inner margin: the text
    /// block moves outward, as far as the outer margin has room. Lines and pages stay as
    /// they are.
    #[must_use]
    pub fn bound_margins(&self, pages: usize) -> Margins {
        let thick = |over: u32| usize::try_from(over).is_ok_and(|over| pages > over);
        let asked = self.gutters.iter().filter(|gutter| thick(gutter.over));
        let asked = asked.map(|gutter| gutter.inner - self.margins.inner).max();
        let spare = self.margins.outer - self.least_outer;
        let shift = asked.unwrap_or_default().min(spare).max(Length::ZERO);
        Margins {
            inner: self.margins.inner + shift,
            outer: self.margins.outer - shift,
            ..self.margins
        }
    }

    /// The design with margins of at least these widths. The text block moves where the
    /// opposite margin has room, and becomes smaller where that has none.
    #[must_use]
    pub fn with_least_margins(&self, least: Margins) -> Self {
        let Margins { inner, outer, top, bottom } = self.margins;
        let (inner, outer) = widen_margins((inner, least.inner), (outer, least.outer));
        let (top, bottom) = widen_margins((top, least.top), (bottom, least.bottom));
        let margins = Margins { inner, outer, top, bottom };
        Self { margins, least_outer: least.outer, ..self.clone() }
    }

    /// Indent of quotations and lists, as a length.
    #[must_use]
    pub fn indent(&self) -> Length {
        self.display_blocks.indent.of(self.font_size)
    }

    /// Height of the text block.
    #[must_use]
    pub fn text_height(&self) -> Length {
        self.trim.height - self.margins.top - self.margins.bottom
    }
}

/// Widens two opposite margins to the least that each needs. One takes what the other can
/// spare, and the rest from the text block between them.
fn widen_margins(
    (one, least): (Length, Length),
    (other, least_other): (Length, Length),
) -> (Length, Length) {
    let sum = (one + other).max(least + least_other);
    let one = one.min(sum - least_other).max(least);
    (one, sum - one)
}

#[cfg(test)]
mod tests {
    use super::widen_margins;
    use crate::length::Length;

    #[test]
    fn a_margin_takes_from_its_opposite_before_the_text_block() {
        let moved = |one: (i32, i32), other: (i32, i32)| {
            let lengths = |(margin, least)| (Length::pt(margin), Length::pt(least));
            let (one, other) = widen_margins(lengths(one), lengths(other));
            (one.0 / Length::SCALE, other.0 / Length::SCALE)
        };
        assert_eq!(moved((50, 40), (60, 20)), (50, 60));
        assert_eq!(moved((50, 70), (60, 20)), (70, 40));
        assert_eq!(moved((50, 70), (60, 40)), (70, 40));
        assert_eq!(moved((50, 70), (60, 50)), (70, 50));
        assert_eq!(moved((50, 20), (10, 30)), (30, 30));
        assert_eq!(moved((50, 40), (10, 30)), (40, 30));
        assert_eq!(moved((0, 40), (0, 30)), (40, 30));
    }
}
