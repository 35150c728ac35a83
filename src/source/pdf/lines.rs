//! Glyphs become lines in reading order.
//!
//! Glyphs on one baseline make fragments, parted where the gap is wider than an em. Small
//! raised and lowered fragments and drop capitals join the line beside which they stand;
//! what is left of a baseline on one side of a gutter is a line.

use crate::length::Length;
use crate::source::pdf::columns::order_fragments;
use crate::source::pdf::fonts::PdfFont;
use crate::source::pdf::fragments::{Fragment, attach_fragments, build_fragments};
use crate::source::pdf::glyph_ledger::GlyphLedger;
use crate::source::pdf::line::{BaselinePosition, PdfLine};
use crate::source::pdf::line_text::write_line;
use crate::source::pdf::page::{
    PdfGlyph, SourcePage, Visibility, WritingDirection, page_index,
};
use crate::source::pdf::placed::{Placed, absorb_accents, absorb_doubles, place_glyphs};

/// The lines of a page, and what became of its glyphs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PdfLines {
    /// The lines in reading order.
    pub lines: Vec<PdfLine>,
    /// What became of the glyphs.
    pub ledger: GlyphLedger,
    /// The characters of the glyphs that are on no line, without spaces: hidden, clipped,
    /// outside the page, or painted twice.
    pub left_out: String,
    /// The page paints no text, and the lines are from its hidden text: it is a scan with
    /// recognised text beneath.
    pub from_hidden_text: bool,
    /// The index of the first line of the right page, where the page shows two facing pages.
    pub right_page: Option<usize>,
}

/// The lines of a page, by its number, among those of all pages.
pub(super) fn lines_of_page(pages: &[PdfLines], number: u32) -> &[PdfLine] {
    pages.get(page_index(number)).map(|page| page.lines.as_slice()).unwrap_or_default()
}

/// Builds the lines of a page that may show two facing pages: first those of the left one,
/// then those of the right one. `gutter` is between the two.
#[must_use]
pub fn build_lines(
    page: &SourcePage,
    fonts: &[PdfFont],
    gutter: Option<Length>,
) -> PdfLines {
    let mut ledger = GlyphLedger::new(page.glyphs.len());
    let visible = |glyph: &PdfGlyph| {
        matches!(glyph.visibility, Visibility::Visible | Visibility::Artifact)
    };
    let paints_text = page
        .glyphs
        .iter()
        .any(|glyph| visible(glyph) && !page.text_of(glyph).trim().is_empty());
    let has_hidden =
        page.glyphs.iter().any(|glyph| glyph.visibility == Visibility::Hidden);
    let from_hidden_text = !paints_text && has_hidden;
    let wanted = |glyph: &PdfGlyph| {
        visible(glyph) || (from_hidden_text && glyph.visibility == Visibility::Hidden)
    };
    for glyph in page.glyphs.iter().filter(|glyph| !wanted(glyph)) {
        ledger.count_unseen(glyph.visibility);
    }
    let mut lines: Vec<PdfLine> = Vec::new();
    let mut right_page = None;
    for is_right in [false, true].into_iter().take(if gutter.is_some() { 2 } else { 1 }) {
        let in_half = |glyph: &PdfGlyph| {
            gutter.is_none_or(|gutter| (glyph.x >= gutter) == is_right)
        };
        right_page = is_right.then_some(lines.len());
        let columns = lines.iter().map(|line| line.column.saturating_add(1)).max();
        let columns = columns.unwrap_or(0);
        for direction in list_directions(page) {
            let wanted = |glyph: &PdfGlyph| {
                wanted(glyph) && in_half(glyph) && glyph.direction == direction
            };
            let mut placed = place_glyphs(page, fonts, direction, wanted);
            ledger.doubled += absorb_doubles(&mut placed);
            absorb_accents(&mut placed);
            let built = build_in_direction(page, &mut placed, direction, &mut ledger);
            lines.extend(built.into_iter().map(|line| {
                let column = line.column.saturating_add(columns);
                PdfLine { column, ..line }
            }));
        }
    }
    for line in &lines {
        ledger.count_line(page, line);
    }
    debug_assert!(ledger.balance(), "{ledger:?}");
    let left_out = collect_left_out(page, &lines);
    PdfLines { lines, ledger, left_out, from_hidden_text, right_page }
}

/// The characters of the glyphs that no line has.
fn collect_left_out(page: &SourcePage, lines: &[PdfLine]) -> String {
    let mut on_line = vec![false; page.glyphs.len()];
    for index in lines.iter().flat_map(|line| &line.glyphs) {
        if let Some(slot) = on_line.get_mut(*index as usize) {
            *slot = true;
        }
    }
    let glyphs = page.glyphs.iter().zip(on_line).filter(|(_, on_line)| !on_line);
    glyphs.map(|(glyph, _)| page.text_of(glyph).trim()).collect()
}

/// The directions of the glyphs, the most frequent first.
fn list_directions(page: &SourcePage) -> Vec<WritingDirection> {
    let all = [
        WritingDirection::Right,
        WritingDirection::Down,
        WritingDirection::Up,
        WritingDirection::Left,
        WritingDirection::Slanted,
    ];
    let count = |direction: WritingDirection| {
        page.glyphs.iter().filter(|glyph| glyph.direction == direction).count()
    };
    let mut counted: Vec<_> = all.iter().map(|d| (count(*d), *d)).collect();
    counted.retain(|(count, _)| *count > 0);
    counted.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    counted.into_iter().map(|(_, direction)| direction).collect()
}

fn build_in_direction(
    page: &SourcePage,
    placed: &mut [Placed<'_>],
    direction: WritingDirection,
    ledger: &mut GlyphLedger,
) -> Vec<PdfLine> {
    let mut fragments = build_fragments(placed);
    attach_fragments(&mut fragments, placed);
    let groups = order_fragments(&fragments, placed);
    // The group of each glyph, so that spaces can follow their neighbours.
    let mut group_of: Vec<Option<u32>> = vec![None; placed.len()];
    let mut members: Vec<Vec<usize>> = Vec::with_capacity(groups.len());
    // Raised fragments stay together, even where they overlap glyphs of the line.
    let mut starts: Vec<Option<i64>> = vec![None; placed.len()];
    for (number, group) in groups.iter().enumerate() {
        let mut glyphs = Vec::new();
        for fragment in group.fragments.iter().filter_map(|at| fragments.get(*at)) {
            glyphs.extend_from_slice(&fragment.glyphs);
            mark_position(placed, fragment);
            if fragment.host.is_some() {
                for at in &fragment.glyphs {
                    if let Some(start) = starts.get_mut(*at) {
                        *start = Some(fragment.left);
                    }
                }
            }
        }
        for at in &glyphs {
            if let Some(slot) = group_of.get_mut(*at) {
                *slot = u32::try_from(number).ok();
            }
        }
        members.push(glyphs);
    }
    ledger.blank += assign_spaces(placed, &group_of, &groups, &mut members);
    let mut lines: Vec<PdfLine> = Vec::with_capacity(groups.len());
    for (group, mut glyphs) in groups.iter().zip(members) {
        let key = |at: &usize| {
            let start = starts.get(*at).copied().flatten();
            let glyph = placed.get(*at)?;
            Some((
                start.unwrap_or(glyph.along),
                start.is_some(),
                glyph.along,
                glyph.index,
            ))
        };
        if direction == WritingDirection::Slanted {
            glyphs.sort_unstable();
        } else {
            glyphs.sort_by_key(key);
        }
        let items: Vec<&Placed<'_>> =
            glyphs.iter().filter_map(|at| placed.get(*at)).collect();
        let mut line = write_line(&items, group.baseline);
        line.page = page.number;
        line.direction = direction;
        line.column = group.column;
        line.in_margin = group.in_margin;
        // Glyphs that another one has absorbed are of its line.
        let absorbed = items.iter().flat_map(|item| item.absorbed.iter().copied());
        let mut indices: Vec<u32> =
            items.iter().map(|item| item.index).chain(absorbed).collect();
        indices.dedup();
        line.glyphs = indices;
        let mut before = lines.iter().rev();
        let before = before
            .find(|before| before.in_margin == line.in_margin)
            .filter(|before| before.column == line.column);
        line.leading = before
            .map(|before| line.baseline - before.baseline)
            .filter(|leading| *leading > Length::ZERO);
        lines.push(line);
    }
    lines
}

fn mark_position(placed: &mut [Placed<'_>], fragment: &Fragment) {
    if fragment.position == BaselinePosition::Baseline {
        return;
    }
    for at in &fragment.glyphs {
        if let Some(glyph) = placed.get_mut(*at) {
            glyph.position = fragment.position;
        }
    }
}

/// Gives each space to the line of the glyph before or after it in the content stream,
/// whichever has the nearer baseline. Returns how many spaces are on no line.
fn assign_spaces(
    placed: &[Placed<'_>],
    group_of: &[Option<u32>],
    groups: &[crate::source::pdf::columns::Group],
    members: &mut [Vec<usize>],
) -> u32 {
    let mut after: Vec<Option<u32>> = vec![None; placed.len()];
    let mut next = None;
    for (slot, group) in after.iter_mut().zip(group_of).rev() {
        next = group.or(next);
        *slot = next;
    }
    let mut blank = 0;
    let mut before = None;
    for (at, glyph) in placed.iter().enumerate() {
        let group = group_of.get(at).copied().flatten();
        before = group.or(before);
        if !glyph.is_space() {
            continue;
        }
        let distance = |group: u32| {
            let baseline = groups.get(group as usize).map_or(0, |group| group.baseline);
            (baseline - glyph.across).abs()
        };
        let next = after.get(at).copied().flatten();
        let chosen = match (before, next) {
            (Some(before), Some(next)) if distance(next) < distance(before) => Some(next),
            (Some(before), _) => Some(before),
            (None, next) => next,
        };
        // Beyond two sizes, a space is a remnant that belongs to no line.
        let near = |group: &u32| distance(*group) <= 2 * glyph.size;
        match chosen.filter(near).and_then(|group| members.get_mut(group as usize)) {
            Some(members) => members.push(at),
            None => blank += 1 + u32::try_from(glyph.absorbed.len()).unwrap_or(0),
        }
    }
    blank
}
