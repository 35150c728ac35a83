//! How a book shall look, as checked data and nothing else.
//!
//! A design is a file of `designs`; `project::look` reads it. Sizes of type are lengths at
//! the size of its text: in a book that sets its text larger they all grow alike.

use crate::length::{Length, Ratio, Size};

/// The least that is asked of the outside of a page that does not bleed (KDP, a quarter of
/// an inch).
pub const LEAST_OUTER: Length = Length::pt(18);

/// The narrowest text block, in ems: some fifteen letters. Below, no line can be set.
const NARROWEST_BLOCK: i32 = 7;
/// The lowest text block, in lines. Below, no page holds a heading and its text.
const LOWEST_BLOCK: i32 = 6;

/// The look of a book: the `[design]` table.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Design {
    /// The page as it is trimmed.
    pub trim: Size,
    /// Family of the text face.
    pub font: String,
    /// Whether an EPUB brings it.
    pub fonts: EpubFonts,
    /// Size of the text face.
    pub font_size: Length,
    /// From baseline to baseline.
    pub leading: Length,
    /// White around the text block.
    pub margins: Margins,
    /// What thicker books need at the fold, from the thinnest to the thickest.
    pub gutters: Vec<Gutter>,
    /// For the sake of the fold the outer margin is made no narrower than this, and no
    /// page number of the source stands nearer to the edge.
    pub least_outer: Length,
    /// On which page a chapter may open.
    pub chapter_start: ChapterStart,
    /// Words may be divided at line ends.
    pub hyphenate: bool,
    /// How many are, for the sake of even spaces.
    pub hyphens: Hyphens,
    /// Words that are divided otherwise than the patterns say, with a hyphen wherever
    /// they may be divided (`exam-ple`); one without a hyphen is never divided.
    pub exceptions: Vec<String>,
    /// How far letters may be widened or narrowed, either way.
    pub expansion: Ratio,
    /// How far letters may be set apart or together inside words, in parts of the em.
    pub tracking: Ratio,
    /// The sizes of type beside that of the text.
    pub sizes: Sizes,
    /// Paragraphs of text.
    pub paragraphs: Paragraphs,
    /// What stands apart from the text: quotations, verse, lists, pauses.
    pub apart: Apart,
    /// The openings of chapters.
    pub openings: Openings,
    /// Headings of the second level.
    pub section: Heading,
    /// Headings of lower levels.
    pub subsection: Heading,
    /// Running heads and folios.
    pub heads: Heads,
    /// The pages before the text.
    pub front: Front,
}

/// What an EPUB is shown in, as long as its reader wants nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum EpubFonts {
    /// The family of the design, which the EPUB brings, cut down to its characters.
    #[default]
    Embedded,
    /// What the reading system has.
    System,
}

/// White around the text block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Margins {
    /// At the fold.
    pub inner: Length,
    /// At the fore edge.
    pub outer: Length,
    /// Above the text block (the running head stands in it).
    pub top: Length,
    /// Below the text block.
    pub bottom: Length,
}

/// What the binding of a thick book takes of the margin at the fold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Gutter {
    /// In books of more pages than this
    pub over: u32,
    /// the margin at the fold is at least so wide.
    pub inner: Length,
}

/// On which page a chapter may open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChapterStart {
    /// On a right-hand page.
    Recto,
    /// On any page.
    Any,
}

/// What is given up for what: even spaces for few divided words, or the other way round.
///
/// The figures are those of Spanish prose, 11 on 14 points to 105 mm: hyphens in a hundred
/// lines, and the standard deviation of the spaces in parts of the em. Languages with
/// longer words have more hyphens at every step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Hyphens {
    /// Words are divided where spaces would else be seen: 4, and .021.
    Few,
    /// Words are divided as a good press does: 10, and .013.
    #[default]
    Usual,
    /// The most even spaces: 14, and .010.
    Many,
}

/// The sizes of type beside that of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sizes {
    /// Gathered notes, and what stands apart from the text.
    pub small: Length,
    /// Notes at the foot of the page.
    pub footnotes: Length,
    /// Running heads and folios.
    pub heads: Length,
    /// The imprint.
    pub imprint: Length,
    /// The author on the title page.
    pub author: Length,
    /// Titles of chapters.
    pub chapter: Length,
    /// The title on the title page.
    pub title: Length,
}

/// How paragraphs of text are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Paragraphs {
    /// Indent of the first line, in parts of the em.
    pub indent: Ratio,
    /// The first paragraph of a chapter, and one after a heading or a pause, is indented
    /// too, as in many Spanish and French books.
    pub first_indented: bool,
    /// Lines fill the measure; else they end where they end.
    pub justified: bool,
}

/// How the letters of words that stand alone are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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

/// What words that stand alone stand on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Axis {
    /// The middle of the measure.
    Centre,
    /// The left edge.
    Left,
}

/// What stands apart from the text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Apart {
    /// Indent of quotations and lists, in parts of the text's em.
    pub indent: Ratio,
    /// Quotations are indented on the right, too.
    pub both_sides: bool,
    /// Quotations are set in the small size.
    pub small_quotations: bool,
    /// Where verse stands: as a block in the middle, or indented.
    pub verse: Axis,
    /// Every so many lines of a poem are numbered at the right; none where it is zero.
    pub verse_numbers: u8,
    /// What marks an author's pause where white would not be seen.
    pub pause: String,
    /// What stands before the items of a list without numbers.
    pub bullet: String,
}

/// The openings of chapters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Openings {
    /// The letters of the title.
    pub letters: Lettering,
    /// What the title stands on.
    pub axis: Axis,
    /// White above the title, in parts of the page.
    pub sink: Ratio,
    /// The text begins at least so far down, in parts of the page.
    pub text: Ratio,
    /// How the text begins.
    pub initial: Initial,
    /// So many lines stand beside a dropped initial.
    pub initial_lines: u8,
}

/// How the text of a chapter begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Initial {
    /// As it goes on.
    #[default]
    None,
    /// With its first words in small capitals.
    SmallCapitals,
    /// With a capital as high as some lines, and the rest of its first words in small
    /// capitals.
    Drop,
}

/// Headings within a chapter, at the size of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Heading {
    /// Their letters.
    pub letters: Lettering,
    /// What they stand on.
    pub axis: Axis,
    /// White above, in half lines.
    pub above: u8,
    /// White below, in half lines.
    pub below: u8,
}

/// Running heads and folios.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Heads {
    /// The letters of the heads.
    pub letters: Lettering,
    /// Where the folios stand.
    pub folio: FolioPlace,
    /// The page numbers of the source stand in the outer margin, where its pages begin.
    pub source_pages: bool,
}

/// Where folios stand; the running head takes the room that they leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FolioPlace {
    /// At the outer edge, in the line of the running head, which stands in the middle.
    Head,
    /// At the outer edge, the running head beside it.
    Beside,
    /// In the middle below the text block.
    Foot,
}

/// The pages before the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Front {
    /// What the words of half title and title page stand on.
    pub axis: Axis,
    /// The letters of the title on the title page.
    pub letters: Lettering,
    /// The letters of the title on the half title.
    pub half_title: Lettering,
    /// Points lead from a line of the contents to its folio.
    pub leaders: bool,
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

    /// Whether the book can be set in its text block.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        let Size { width, height } = self.least_block();
        self.measure() >= width && self.text_height() >= height
    }

    /// The margins of a book of so many pages, whose thickness may ask for more white at
    /// the fold: the text block moves outward, as far as the outer margin has room, and
    /// lines and pages stay as they are.
    #[must_use]
    pub fn bound(&self, pages: usize) -> Margins {
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

    /// The design with at least so much white around the text block. The block moves where
    /// the margin across from it has room, and becomes smaller where that has none.
    #[must_use]
    pub fn with_white(&self, least: Margins) -> Self {
        let Margins { inner, outer, top, bottom } = self.margins;
        let (inner, outer) = moved((inner, least.inner), (outer, least.outer));
        let (top, bottom) = moved((top, least.top), (bottom, least.bottom));
        let margins = Margins { inner, outer, top, bottom };
        Self { margins, least_outer: least.outer, ..self.clone() }
    }

    /// Indent of quotations and lists.
    #[must_use]
    pub fn indent(&self) -> Length {
        self.apart.indent.of(self.font_size)
    }

    /// Height of the text block.
    #[must_use]
    pub fn text_height(&self) -> Length {
        self.trim.height - self.margins.top - self.margins.bottom
    }
}

/// Two margins across from each other, each with the least that is asked of it: one takes
/// from the other what that can spare, and the rest from between them.
fn moved(
    (one, least): (Length, Length),
    (other, least_other): (Length, Length),
) -> (Length, Length) {
    let sum = (one + other).max(least + least_other);
    let one = one.min(sum - least_other).max(least);
    (one, sum - one)
}

#[cfg(test)]
mod tests {
    use super::moved;
    use crate::length::Length;

    #[test]
    fn margins_take_from_each_other_before_they_take_from_the_text() {
        let moved = |one: (i32, i32), other: (i32, i32)| {
            let lengths = |(margin, least)| (Length::pt(margin), Length::pt(least));
            let (one, other) = moved(lengths(one), lengths(other));
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
