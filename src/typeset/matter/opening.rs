//! Openings: the sunk title of a chapter, and the title leaf of a part.

use crate::book::inline::Inline;
use crate::book::matter::contents::{is_bare_number, write_plain_text};
use crate::book::matter::titles::{TitleParts, bind_title, split_title};
use crate::design::{Design, InitialDesign, Lettering, OpeningDesign};
use crate::length::{Length, Ratio};
use crate::text::span::Origin;
use crate::typeset::document::Role;
use crate::typeset::line::SetParagraph;
use crate::typeset::matter::column::{GalleyColumn, LINES_WITH_HEADING, LineCohesion};
use crate::typeset::matter::compositor::{Compositor, CompositorStyle};
use crate::typeset::page::galley::{GalleyRow, HalfLines, Register, row_height};

/// Space between the title and what is under it, in half lines.
const BELOW_TITLE: HalfLines = 1;
/// Space between the opening and the text, in half lines.
const ABOVE_TEXT: HalfLines = 4;
/// What it costs, in demerits, if the text under a title begins one line higher or lower
/// than in other chapters. No two openings face each other, so it is seen even less than a
/// spread that is a line short.
const OTHER_DEPTH: i64 = 80_000;
/// A title's leading in half lines of the grid: 17 on 21.
const TITLE_LEADING: HalfLines = 3;
/// Space between the number of a title and its words, in half lines.
const BELOW_NUMBER: HalfLines = 2;
/// The size of the number above the words of a title, in parts of that of the text.
const NUMBER_SIZE: (i64, i64) = (115, 100);
/// The widest line of a title, in parts of the measure.
const TITLE_MEASURE: (i32, i32) = (3, 4);
/// A title of more lines than this is set smaller: halfway to the size of the number above
/// it, or in that size.
const MOST_TITLE_LINES: usize = 5;
/// How far down its page a part's title begins, in tenths.
const PART_TITLE: HalfLines = 3;

/// The content of an opening.
#[derive(Debug, Clone, Default)]
pub(crate) struct ChapterOpening<'a> {
    /// The title; may be empty.
    pub(crate) title: &'a [Inline],
    /// What is under the title: the author of the chapter, and its date.
    pub(crate) under: Vec<String>,
    /// Level of the title in the structure.
    pub(crate) level: u8,
    /// Its parent tag.
    pub(crate) tag: Option<usize>,
    /// Where the title was in the source.
    pub(crate) origin: Origin,
}

/// How chapter titles are set.
fn title_style(
    openings: OpeningDesign,
    size: Length,
    measure: Length,
) -> CompositorStyle {
    let letters = openings.letters;
    CompositorStyle {
        letters,
        ..CompositorStyle::standalone(size, measure, openings.axis)
    }
}

/// Sets the words of a title: no line is longer than three quarters of the measure, unless
/// the title needs it, and none ends after a small word.
fn set_title(
    compositor: &Compositor<'_>,
    title: &[Inline],
    style: &CompositorStyle,
    origin: Origin,
) -> SetParagraph {
    let title = bind_title(title, compositor.language());
    // A numeral alone is as large as a title in words.
    let alone = style.alone && !is_bare_number(&title);
    let style = CompositorStyle { alone, ..*style };
    compositor.set_within(TITLE_MEASURE, &title, &style, origin)
}

/// Sets the number above the words of a title.
fn set_number(
    compositor: &Compositor<'_>,
    label: &[Inline],
    measure: Length,
    origin: Origin,
) -> SetParagraph {
    let style = number_style(label, compositor.design(), measure);
    let mut set = compositor.set_balanced(label, &style, origin);
    set.end_with_space();
    set
}

/// How the number above the words of a title is set: in small capitals, but a numeral
/// without a word in capitals.
fn number_style(label: &[Inline], design: &Design, measure: Length) -> CompositorStyle {
    let openings = design.openings;
    let is_numeral = !write_plain_text(label).contains(' ');
    let letters = match openings.letters {
        Lettering::Roman | Lettering::Italic if is_numeral => Lettering::Roman,
        Lettering::Roman | Lettering::Italic => Lettering::SmallCapitals,
        letters => letters,
    };
    let size = number_size(design);
    let alone = !is_numeral;
    CompositorStyle {
        letters,
        alone,
        ..CompositorStyle::standalone(size, measure, openings.axis)
    }
}

/// The size of the number above the words of a title, which is also that of the longest
/// titles: a step over the text.
fn number_size(design: &Design) -> Length {
    let (size, of) = NUMBER_SIZE;
    design.font_size.scaled(size, of).min(design.sizes.chapter)
}

/// A share of a page in half lines, rounded down.
fn share_of_page(page: HalfLines, part: Ratio) -> HalfLines {
    let half_lines = i64::from(page) * i64::from(part.0) / i64::from(Ratio::ONE.0);
    HalfLines::try_from(half_lines).unwrap_or(page)
}

/// Puts a chapter's opening at the head of a column.
pub(crate) fn set_chapter_opening(
    column: &mut GalleyColumn,
    opening: &ChapterOpening<'_>,
    compositor: &Compositor<'_>,
    measure: Length,
) {
    let page = column.grid.lines * 2;
    let design = compositor.design();
    let openings = design.openings;
    let sink = share_of_page(page, openings.sink) / 2 * 2;
    let parts_of_title = split_title(opening.title);
    let words = parts_of_title.as_ref().map_or(opening.title, |parts| &parts.words);
    let title = |size| {
        let style = title_style(openings, size, measure);
        set_title(compositor, words, &style, opening.origin)
    };
    let smallest = number_size(design);
    let mut parts = Vec::new();
    if !opening.title.is_empty() {
        let tag = column.add_tag(Role::Heading(opening.level), opening.tag);
        if let Some(TitleParts { label, .. }) = &parts_of_title {
            let set = set_number(compositor, label, measure, opening.origin);
            parts.push((set, tag, 2, 0));
        }
        let above = if parts.is_empty() { 0 } else { BELOW_NUMBER };
        let sizes = [design.sizes.chapter, (design.sizes.chapter + smallest) / 2];
        let set = sizes.into_iter().find_map(|size| {
            let (set, findings) = compositor.collect_findings(|| title(size));
            (set.lines.len() <= MOST_TITLE_LINES).then(|| {
                for found in findings {
                    compositor.report(found);
                }
                (set, TITLE_LEADING)
            })
        });
        let (title, leading) = set.unwrap_or_else(|| (title(smallest), 2));
        parts.push((title, tag, leading, above));
    }
    let title_at = parts.len().saturating_sub(1);
    for words in &opening.under {
        let tag = column.add_tag(Role::Paragraph, opening.tag);
        let letters = design.display_blocks.letters;
        let style = CompositorStyle {
            letters,
            ..CompositorStyle::standalone(design.font_size, measure, openings.axis)
        };
        parts.push((compositor.set_plain(words, &style), tag, 2, BELOW_TITLE));
    }
    let below = parts
        .iter()
        .map(|(set, _, leading, above)| row_height(set.lines.len(), *leading) + above);
    let whole = below.fold(sink, HalfLines::saturating_add);
    let long = |set: &SetParagraph| set.lines.len() > usize::from(column.grid.lines / 2);
    if whole > page || !opening.title.is_empty() && long(&parts[title_at].0) {
        if !opening.title.is_empty() {
            parts[title_at].0 = title(smallest);
        }
        set_overlong(column, parts.into_iter().map(|(set, tag, ..)| (set, tag)));
        column.request_space_with(ABOVE_TEXT, Register::On);
        return column.keep_with_above(LINES_WITH_HEADING);
    }
    let mut row = GalleyRow { height: sink, ..GalleyRow::default() };
    for (set, tag, leading, above) in parts {
        row.height += above;
        add_part(column, &mut row, set, tag, leading);
    }
    let filled = row.height + ABOVE_TEXT;
    let least = share_of_page(page, openings.text);
    // An opening that leaves no room for two lines of text, or for its drop capital, gets a
    // page of its own.
    let text = match openings.initial {
        InitialDesign::Drop => HalfLines::from(openings.initial_lines) * 2,
        InitialDesign::None | InitialDesign::SmallCapitals => 4,
    };
    row.height = match filled.max(least).next_multiple_of(2) {
        height if height + text > page => page,
        height => height,
    };
    if row.height == page {
        return column.add_block(row);
    }
    let highest = filled.next_multiple_of(2);
    let heights = [row.height + 2, row.height - 2];
    let others =
        heights.into_iter().filter(|&other| highest <= other && other + text <= page);
    column.add_block_of_heights(row, others, OTHER_DEPTH);
    column.keep_with_above(LINES_WITH_HEADING);
}

/// Adds the lines of a part of an opening to its row. Several parts may have one tag: the
/// spans of the later one follow those of the earlier.
fn add_part(
    column: &mut GalleyColumn,
    row: &mut GalleyRow,
    set: SetParagraph,
    tag: usize,
    leading: HalfLines,
) {
    let set = set.after_spans(column.galley.tags[tag].spans.len());
    row.add_lines(set.lines, tag, Length::ZERO, leading, column.grid);
    column.galley.tags[tag].spans.extend(set.spans);
}

/// Puts a part's title on a leaf of its own.
pub(crate) fn set_part_title(
    column: &mut GalleyColumn,
    title: &[Inline],
    compositor: &Compositor<'_>,
    measure: Length,
) {
    let page = column.grid.lines * 2;
    let height = page * PART_TITLE / 10 / 2 * 2;
    let mut row = GalleyRow { height, ..GalleyRow::default() };
    let tag = column.add_tag(Role::Heading(1), None);
    let design = compositor.design();
    let openings = design.openings;
    let parts = split_title(title);
    let words = parts.as_ref().map_or(title, |parts| &parts.words);
    let set = |size| {
        let style = title_style(openings, size, measure);
        set_title(compositor, words, &style, Origin::default())
    };
    let label = parts
        .as_ref()
        .map(|parts| set_number(compositor, &parts.label, measure, Origin::default()));
    let large = set(design.sizes.chapter);
    let above = label
        .as_ref()
        .map_or(0, |label| row_height(label.lines.len(), 2).saturating_add(BELOW_NUMBER));
    let whole = row_height(large.lines.len(), TITLE_LEADING).saturating_add(above);
    if whole.saturating_add(height) > page {
        let small = (set(design.font_size), tag);
        return set_overlong(
            column,
            label.map(|label| (label, tag)).into_iter().chain([small]),
        );
    }
    if let Some(label) = label {
        add_part(column, &mut row, label, tag, 2);
        row.height += BELOW_NUMBER;
    }
    add_part(column, &mut row, large, tag, TITLE_LEADING);
    // Only notes to the title can follow on this leaf.
    if row.note_calls().next().is_none() {
        row.height = page;
    }
    column.add_block(row);
}

/// Sets what no page holds as paragraphs on the lines of the text, which may continue on
/// the next page.
pub(crate) fn set_overlong(
    column: &mut GalleyColumn,
    paragraphs: impl IntoIterator<Item = (SetParagraph, usize)>,
) {
    for (place, (set, tag)) in paragraphs.into_iter().enumerate() {
        if place > 0 {
            column.request_space_with(BELOW_TITLE, Register::On);
        }
        column.add_paragraph(set, tag, Length::ZERO, LineCohesion::Text);
    }
}
