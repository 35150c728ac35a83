//! Drawings that are painted with paths: diagrams, maps, music.
//!
//! A page is divided into cells. Cells that paths touch make regions, and a region with
//! enough slanted and curved paths is a drawing.

use std::collections::BTreeMap;

use crate::length::Length;
use crate::source::pdf::document::PdfDocument;
use crate::source::pdf::figures::page_figure::PageFigure;
use crate::source::pdf::figures::pictures::{area_of, join_boxes, meet_boxes};
use crate::source::pdf::line::PdfLine;
use crate::source::pdf::lines::PdfLines;
use crate::source::pdf::page::{PageBox, PdfShapeKind, SourcePage, WritingDirection};
use crate::source::pdf::tables::page_table::PageTable;

/// The side of a cell, in points: parts of a drawing lie less than a line apart.
const CELL: i32 = 9;
/// The most cells along a side of a page; on larger pages the cells are larger.
const MOST_CELLS: i32 = 200;
/// The least side of a drawing, in points.
const LEAST_SIDE: i32 = 40;
/// The least paths that are neither upright rectangles nor rules, and the least points of
/// all of them together. A box with round corners has two paths with 17 points each.
const LEAST_DRAWN: (usize, u32) = (3, 36);
/// A drawing with at least this many paths may have fewer points.
const MANY_DRAWN: usize = 9;
/// From this part of the page on, in thousandths, a single shape is a ground or a border.
const BORDER: i64 = 600;
/// The long lines inside from which a region is a box around text; and the paths from which
/// it is a drawing all the same.
const TEXT_BOX: (usize, usize) = (4, 40);
/// How far the labels of axes stand from a drawing, in thousandths of their size.
const LABEL_GAP: i64 = 1800;
/// The size of labels at most, in thousandths of that of the text; numbers may be larger.
const SMALL_LABEL: i64 = 970;
/// The most characters of a label.
const LONGEST_LABEL: usize = 60;
/// A drawing that stands at the same place on this many pages is an ornament.
const REPEATED: usize = 3;

/// Finds the drawings of a document.
pub(super) fn find_drawings(
    document: &PdfDocument,
    lines: &[PdfLines],
    tables: &[PageTable],
) -> Vec<PageFigure> {
    let mut drawings = Vec::new();
    for (page, lines) in document.pages.iter().zip(lines) {
        let others: Vec<PageBox> = document
            .pictures
            .iter()
            .filter(|picture| picture.page == page.number)
            .map(|picture| picture.place)
            .chain(
                tables.iter().filter(|t| t.page == page.number).map(|table| table.place),
            )
            .collect();
        for region in find_regions(page) {
            let place = region.place;
            let covered: i64 = others
                .iter()
                .filter_map(|other| meet_boxes(*other, place))
                .map(area_of)
                .sum();
            if covered > area_of(place) / 2 {
                continue;
            }
            let inside = list_lines_inside(&lines.lines, place);
            if is_drawing(&region, &inside, &lines.lines) {
                drawings.push(PageFigure {
                    page: page.number,
                    place,
                    file: None,
                    caption: Vec::new(),
                    lines: inside,
                    shows_words: false,
                    alternative: None,
                });
            }
        }
    }
    let key = |place: PageBox| {
        let round = |length: Length| length.0 / (4 * Length::SCALE);
        (round(place.left), round(place.top), round(place.right), round(place.bottom))
    };
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    for drawing in &drawings {
        *counts.entry(key(drawing.place)).or_insert(0) += 1;
    }
    drawings.retain(|d| counts.get(&key(d.place)).is_none_or(|count| *count < REPEATED));
    drawings
}

/// The lines whose middle is in a box.
pub(super) fn list_lines_inside(lines: &[PdfLine], place: PageBox) -> Vec<usize> {
    let is_inside = |line: &PdfLine| {
        let (x, y) =
            (line.left + (line.right - line.left) / 2, line.baseline - line.size / 3);
        let upright = line.direction == WritingDirection::Right;
        upright
            && (place.left..=place.right).contains(&x)
            && (place.top..=place.bottom).contains(&y)
    };
    let inside = lines.iter().enumerate().filter(|(_, line)| is_inside(line));
    inside.map(|(at, _)| at).collect()
}

/// Adds the labels that stand around a drawing: short lines close to it, with numbers or in
/// small type.
pub(super) fn add_labels(drawing: &mut PageFigure, lines: &[PdfLine], body: Length) {
    let place = drawing.place;
    let is_label = |line: &PdfLine| {
        let gap = line.size.scaled(LABEL_GAP, 1000);
        let small = i64::from(line.size.0) * 1000 < i64::from(body.0) * SMALL_LABEL;
        let numbers = line.text.chars().all(|c| !c.is_alphabetic());
        line.direction == WritingDirection::Right
            && (small || numbers)
            && line.text.chars().count() <= LONGEST_LABEL
            && line.left >= place.left - gap
            && line.right <= place.right + gap
            && line.baseline - line.size >= place.top - gap
            && line.baseline <= place.bottom + gap
    };
    let labels = lines.iter().enumerate().filter(|(_, line)| is_label(line));
    drawing.lines.extend(labels.map(|(at, _)| at));
    drawing.lines.sort_unstable();
    drawing.lines.dedup();
}

/// Adds the lines between a drawing and the caption below it: the titles of axes.
pub(super) fn add_lines_between(drawing: &mut PageFigure, lines: &[PdfLine]) {
    let Some(caption) = drawing.caption.first().and_then(|at| lines.get(*at)) else {
        return;
    };
    let (place, end) = (drawing.place, caption.baseline);
    let between = lines.iter().enumerate().filter(|(at, line)| {
        (place.bottom..end).contains(&line.baseline) && !drawing.caption.contains(at)
    });
    let between: Vec<usize> = between.map(|(at, _)| at).collect();
    drawing.lines.extend(between);
    drawing.lines.sort_unstable();
    drawing.lines.dedup();
}

/// Cells that touch, and what is painted in them.
#[derive(Debug, Clone, Copy)]
struct Region {
    place: PageBox,
    /// The paths that are neither upright rectangles nor rules.
    drawn: usize,
    points: u32,
}

fn is_drawing(region: &Region, inside: &[usize], lines: &[PdfLine]) -> bool {
    let PageBox { left, top, right, bottom } = region.place;
    let shorter = (right - left).min(bottom - top);
    let (least, points) = LEAST_DRAWN;
    let few = region.drawn < least || region.points < points && region.drawn < MANY_DRAWN;
    if shorter < Length::pt(LEAST_SIDE) || few {
        return false;
    }
    let is_long = |line: &&PdfLine| {
        let width = i64::from((line.right - line.left).0);
        width * 10 > i64::from((right - left).0) * 6 && line.text.len() > 30
    };
    let long = inside.iter().filter_map(|at| lines.get(*at)).filter(is_long).count();
    long < TEXT_BOX.0 || region.drawn >= TEXT_BOX.1
}

/// The regions of a page that paths touch.
fn find_regions(page: &SourcePage) -> Vec<Region> {
    let whole = i64::from(page.width.0) * i64::from(page.height.0);
    let is_part = |place: &PageBox| {
        area_of(*place) / 1000 < whole / 1_000_000 * BORDER
            && i64::from((place.right - place.left).0) * 20 < i64::from(page.width.0) * 19
    };
    let shapes: Vec<(PageBox, usize, u32)> = page
        .shapes
        .iter()
        .map(|shape| match shape.kind {
            PdfShapeKind::Drawn => (shape.place, 1, shape.points),
            PdfShapeKind::Frame | PdfShapeKind::Ground => (shape.place, 0, 0),
        })
        .chain(page.rules.iter().filter(|r| !r.artifact).map(|rule| (rule.place, 0, 0)))
        .filter(|(place, ..)| is_part(place))
        .collect();
    if shapes.iter().filter(|(_, drawn, _)| *drawn > 0).count() < LEAST_DRAWN.0 {
        return Vec::new();
    }
    let grid = CellGrid::cover(page, shapes.iter().map(|(place, ..)| *place));
    let labels = grid.label();
    let mut regions: BTreeMap<usize, Region> = BTreeMap::new();
    for (place, drawn, points) in shapes {
        let (row, column) = (grid.cell_of(place.top), grid.cell_of(place.left));
        let Some(label) = labels.get(row * grid.columns + column).copied().flatten()
        else {
            continue;
        };
        let region =
            regions.entry(label).or_insert(Region { place, drawn: 0, points: 0 });
        region.place = join_boxes(region.place, place);
        region.drawn += drawn;
        region.points = region.points.saturating_add(points);
    }
    regions.into_values().collect()
}

/// A page in cells.
struct CellGrid {
    side: i32,
    columns: usize,
    rows: usize,
    covered: Vec<bool>,
}

impl CellGrid {
    /// The cells that some boxes touch. The sums of steps at the corners of boxes count them,
    /// so that the time does not depend on the sizes of boxes.
    fn cover(page: &SourcePage, boxes: impl Iterator<Item = PageBox>) -> Self {
        let longest = page.width.max(page.height).0;
        let side = (longest / MOST_CELLS).max(Length::pt(CELL).0);
        let count = |length: Length| usize::try_from(length.0 / side).unwrap_or(0) + 2;
        let (columns, rows) = (count(page.width), count(page.height));
        let mut grid = Self { side, columns, rows, covered: Vec::new() };
        let mut steps = vec![0_i64; (columns + 1) * (rows + 1)];
        let mut step = |row: usize, column: usize, by: i64| {
            if let Some(step) = steps.get_mut(row * (columns + 1) + column) {
                *step += by;
            }
        };
        for place in boxes {
            let (left, top) = (grid.cell_of(place.left), grid.cell_of(place.top));
            let (right, bottom) =
                (grid.cell_of(place.right) + 1, grid.cell_of(place.bottom) + 1);
            let (right, bottom) = (right.min(columns), bottom.min(rows));
            step(top, left, 1);
            step(top, right, -1);
            step(bottom, left, -1);
            step(bottom, right, 1);
        }
        let mut above = vec![0_i64; columns + 1];
        for row in steps.chunks(columns + 1).take(rows) {
            let mut sum = 0;
            for (step, above) in row.iter().zip(&mut above).take(columns) {
                sum += step;
                *above += sum;
                grid.covered.push(*above > 0);
            }
        }
        grid
    }

    /// The row or column of cells in which a coordinate is.
    fn cell_of(&self, at: Length) -> usize {
        let cell = usize::try_from(at.0 / self.side).unwrap_or(0);
        cell.min(self.columns.max(self.rows) - 1)
    }

    /// For each covered cell, the first cell of its region.
    fn label(&self) -> Vec<Option<usize>> {
        let mut labels: Vec<Option<usize>> = vec![None; self.covered.len()];
        let is_free = |labels: &[Option<usize>], at: usize| {
            self.covered.get(at) == Some(&true) && labels.get(at) == Some(&None)
        };
        for first in 0..self.covered.len() {
            if !is_free(&labels, first) {
                continue;
            }
            let mut waiting = vec![first];
            while let Some(at) = waiting.pop() {
                if !is_free(&labels, at) {
                    continue;
                }
                if let Some(label) = labels.get_mut(at) {
                    *label = Some(first);
                }
                let (row, column) = (at / self.columns, at % self.columns);
                for near_row in row.saturating_sub(1)..=(row + 1).min(self.rows - 1) {
                    for near in
                        column.saturating_sub(1)..=(column + 1).min(self.columns - 1)
                    {
                        waiting.push(near_row * self.columns + near);
                    }
                }
            }
        }
        labels
    }
}
