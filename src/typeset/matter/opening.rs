//! Openings: the sunk title of a chapter, and the leaf of a part.

use crate::book::inline::Inline;
use crate::design::{ChapterOpening, InitialDesign, Lettering};
use crate::length::{Length, Ratio};
use crate::text::span::Origin;
use crate::typeset::document::Role;
use crate::typeset::line::SetParagraph;
use crate::typeset::matter::column::{Bond, Column, LINES_WITH_HEADING};
use crate::typeset::matter::compositor::{Compositor, Style};
use crate::typeset::page::galley::{HalfLines, Register, Strip, depth};

/// White between the title and what stands under it, in half lines.
const BELOW_TITLE: HalfLines = 1;
/// White between the opening and the text, in half lines.
const ABOVE_TEXT: HalfLines = 4;
/// What it costs, in demerits, that the text under a title begins a line higher or lower
/// than in other chapters: no two openings face each other, so it is seen even less than a
/// spread that is a line short.
const OTHER_DEPTH: i64 = 80_000;
/// A title's leading in half lines of the grid: 17 on 21.
const TITLE_LEADING: HalfLines = 3;
/// A title of more lines than this is set in the size of the text.
const MOST_TITLE_LINES: usize = 5;
/// A part's title stands so far down its page, in tenths.
const PART_TITLE: HalfLines = 3;

/// What an opening says.
#[derive(Debug, Clone, Default)]
pub(crate) struct Opening<'a> {
    /// The title; may be empty.
    pub(crate) title: &'a [Inline],
    /// What stands under it: who wrote the chapter, and when.
    pub(crate) under: Vec<String>,
    /// Level of the title in the structure.
    pub(crate) level: u8,
    /// What it is part of.
    pub(crate) tag: Option<usize>,
    /// Where the title stood in the source.
    pub(crate) origin: Origin,
}

/// How the titles of chapters are set.
fn title_style(openings: ChapterOpening, size: Length, measure: Length) -> Style {
    let letters = openings.letters;
    Style { letters, ..Style::alone(size, measure, openings.axis) }
}

/// A part of a page, in half lines, rounded down.
fn part_of(page: HalfLines, part: Ratio) -> HalfLines {
    let half_lines = i64::from(page) * i64::from(part.0) / i64::from(Ratio::ONE.0);
    HalfLines::try_from(half_lines).unwrap_or(page)
}

/// Puts a chapter's opening at the head of a column.
pub(crate) fn chapter(
    column: &mut Column,
    opening: &Opening<'_>,
    compositor: &Compositor<'_>,
    measure: Length,
) {
    let page = column.grid.lines * 2;
    let design = compositor.design();
    let openings = design.openings;
    let sink = part_of(page, openings.sink) / 2 * 2;
    let title = |size| {
        let style = title_style(openings, size, measure);
        compositor.balanced(opening.title, &style, opening.origin)
    };
    let mut parts = Vec::new();
    if !opening.title.is_empty() {
        let tag = column.tag(Role::Heading(opening.level), opening.tag);
        let large = title(design.sizes.chapter);
        let (title, leading) = match large.lines.len() {
            0..=MOST_TITLE_LINES => (large, TITLE_LEADING),
            _ => (title(design.font_size), 2),
        };
        parts.push((title, tag, leading, 0));
    }
    for words in &opening.under {
        let tag = column.tag(Role::Paragraph, opening.tag);
        let letters = Lettering::Italic;
        let style =
            Style { letters, ..Style::alone(design.font_size, measure, openings.axis) };
        parts.push((compositor.plain(words, &style), tag, 2, BELOW_TITLE));
    }
    let below = parts
        .iter()
        .map(|(set, _, leading, above)| depth(set.lines.len(), *leading) + above);
    let whole = below.fold(sink, HalfLines::saturating_add);
    let long = |set: &SetParagraph| set.lines.len() > usize::from(column.grid.lines / 2);
    if whole > page || !opening.title.is_empty() && long(&parts[0].0) {
        if !opening.title.is_empty() {
            parts[0].0 = title(design.font_size);
        }
        run_over(column, parts.into_iter().map(|(set, tag, ..)| (set, tag)));
        column.white_to(ABOVE_TEXT, Register::On);
        return column.keep(LINES_WITH_HEADING);
    }
    let mut strip = Strip { height: sink, ..Strip::default() };
    for (set, tag, leading, above) in parts {
        strip.height += above;
        strip.add(set.lines, tag, Length::ZERO, leading, column.grid);
        column.galley.tags[tag].pieces = set.pieces;
    }
    let filled = strip.height + ABOVE_TEXT;
    let least = part_of(page, openings.text);
    // An opening that leaves no room for two lines of text, or for its initial, has its page
    // for itself.
    let text = match openings.initial {
        InitialDesign::Drop => HalfLines::from(openings.initial_lines) * 2,
        InitialDesign::None | InitialDesign::SmallCapitals => 4,
    };
    strip.height = match filled.max(least).next_multiple_of(2) {
        height if height + text > page => page,
        height => height,
    };
    if strip.height == page {
        return column.block(strip);
    }
    let highest = filled.next_multiple_of(2);
    let heights = [strip.height + 2, strip.height - 2];
    let others =
        heights.into_iter().filter(|&other| highest <= other && other + text <= page);
    column.block_of_heights(strip, others, OTHER_DEPTH);
    column.keep(LINES_WITH_HEADING);
}

/// Puts a part's title on a leaf of its own.
pub(crate) fn part(
    column: &mut Column,
    title: &[Inline],
    compositor: &Compositor<'_>,
    measure: Length,
) {
    let page = column.grid.lines * 2;
    let height = page * PART_TITLE / 10 / 2 * 2;
    let mut strip = Strip { height, ..Strip::default() };
    let tag = column.tag(Role::Heading(1), None);
    let design = compositor.design();
    let openings = design.openings;
    let set = |size| {
        let style = title_style(openings, size, measure);
        compositor.balanced(title, &style, Origin::default())
    };
    let large = set(design.sizes.chapter);
    if depth(large.lines.len(), TITLE_LEADING) + height > page {
        return run_over(column, [(set(design.font_size), tag)]);
    }
    strip.add(large.lines, tag, Length::ZERO, TITLE_LEADING, column.grid);
    column.galley.tags[tag].pieces = large.pieces;
    // Nothing follows on the leaf but notes to the title.
    if strip.calls().next().is_none() {
        strip.height = page;
    }
    column.block(strip);
}

/// Sets what no page holds as paragraphs that go on over the page, on the lines of the
/// text.
pub(crate) fn run_over(
    column: &mut Column,
    paragraphs: impl IntoIterator<Item = (SetParagraph, usize)>,
) {
    for (place, (set, tag)) in paragraphs.into_iter().enumerate() {
        if place > 0 {
            column.white_to(BELOW_TITLE, Register::On);
        }
        column.paragraph(set, tag, Length::ZERO, Bond::Text);
    }
}
