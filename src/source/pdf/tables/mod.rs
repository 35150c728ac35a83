//! The tables of a document, with rules and without.
//!
//! Blocks of rows between rules, and blocks of rows with corridors between their words, are
//! all scored in the same way; those with the highest scores are tables.

mod bands;
mod blocks;
mod cells;
mod facts;
mod grids;
pub(super) mod page_table;
mod score;

use std::collections::BTreeSet;
use std::ops::Range;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use crate::length::Length;
use crate::source::pdf::captions::{
    CaptionSubject, find_body_size, find_caption, is_table_caption,
};
use crate::source::pdf::document::PdfDocument;
use crate::source::pdf::lines::PdfLines;
use crate::source::pdf::page::{PageBox, PdfShape, PdfShapeKind, SourcePage};
use crate::source::pdf::tables::blocks::{
    BlockLayout, PageRow, build_rows, lay_out_block,
};
use crate::source::pdf::tables::cells::TableBlock;
use crate::source::pdf::tables::grids::{PageRules, StraightRule};
use crate::source::pdf::tables::page_table::{PageTable, mark_continued};
use crate::source::pdf::tables::score::{BlockSigns, DIAGRAM_DRAWN, score_block};
use crate::source::regions::TableOpening;

/// The most rows of text on a page where tables are looked for; a page of a dictionary has
/// 200 in two columns.
const MOST_ROWS: usize = 1000;
/// The most rows of a block without rules.
const MOST_BLOCK: usize = 120;
/// The most blocks between rules that are tried on a page; a table of 50 rows, each with a
/// rule, has 1,200.
const MOST_TRIED: usize = 3000;
/// The distance of baselines from which rows are apart, in thousandths of the size.
const APART: i64 = 3200;
/// The distance that is wide beside those above it, in thousandths of the size; and how much
/// wider it is, in thousandths of the widest: a heading follows.
const WIDE: i64 = 1800;
const WIDER: i64 = 1500;
/// The distance of the lines of a cell at most, in thousandths of their size.
const CELL_LEADING: i64 = 1350;
/// How much the sizes of neighbouring rows differ in a table, in thousandths.
const OTHER_SIZE: i64 = 150;
/// The least rows of a table with rules, and without.
const LEAST_ROWS: (usize, usize) = (2, 3);
/// What a row more is worth where blocks overlap, with rules and without.
const LONGER: (i64, i64) = (60, 40);
/// How far words reach beyond the ends of rules, in points.
const BEYOND: i32 = 6;

/// Finds the tables of a document. `lines` are those of all pages, in their order.
#[must_use]
pub fn find_tables(document: &PdfDocument, lines: &[PdfLines]) -> Vec<PageTable> {
    let body = find_body_size(lines);
    let find = |(page, lines)| {
        let rows = build_rows(page, lines);
        let rules = PageRules::find(page);
        let finder = TableFinder { page, lines, body, rows, rules };
        if finder.rows.len() <= MOST_ROWS { finder.find() } else { Vec::new() }
    };
    let pages = document.pages.par_iter().zip(lines);
    let mut tables: Vec<PageTable> = pages.flat_map_iter(find).collect();
    mark_continued(&mut tables, lines);
    tables
}

/// A block that may be a table.
struct TableCandidate {
    rows: Range<usize>,
    /// The rules with its ends, from top to bottom.
    frame: Vec<StraightRule>,
    layout: BlockLayout,
    caption: Vec<usize>,
    score: i64,
    /// How many rows have several cells.
    multiple: usize,
}

impl TableCandidate {
    /// A part of a table scores as much as the whole, or more; so the longer one is better.
    fn rank(&self) -> i64 {
        let longer = if self.frame.is_empty() { LONGER.1 } else { LONGER.0 };
        let rows = i64::try_from(self.multiple).unwrap_or(i64::MAX);
        self.score.saturating_add(longer.saturating_mul(rows))
    }
}

struct TableFinder<'p> {
    page: &'p SourcePage,
    lines: &'p PdfLines,
    body: Length,
    rows: Vec<PageRow>,
    rules: PageRules,
}

impl TableFinder<'_> {
    fn find(&self) -> Vec<PageTable> {
        let mut candidates = self.find_ruled();
        candidates.extend(self.find_unruled());
        candidates.sort_by_key(|c| (std::cmp::Reverse(c.rank()), c.rows.start));
        let mut free = vec![true; self.rows.len()];
        let mut chosen: Vec<TableCandidate> = Vec::new();
        for mut candidate in candidates {
            let rows = free.get(candidate.rows.clone()).unwrap_or_default();
            if rows.iter().all(|free| *free) {
                if candidate.frame.is_empty() {
                    self.extend(&mut candidate, &free);
                }
                free.get_mut(candidate.rows.clone()).unwrap_or_default().fill(false);
                chosen.push(candidate);
            }
        }
        chosen.sort_by_key(|candidate| candidate.rows.start);
        chosen.iter().map(|candidate| self.build(candidate)).collect()
    }

    /// Adds the rows below a block in which one of its last cells goes on.
    fn extend(&self, candidate: &mut TableCandidate, free: &[bool]) {
        while free.get(candidate.rows.end) == Some(&true) {
            let rows = candidate.rows.start..candidate.rows.end + 1;
            let block = self.rows.get(rows.clone()).unwrap_or_default();
            let Some([above, below]) = block.last_chunk::<2>() else { return };
            let leading = i64::from(below.baseline) - i64::from(above.baseline);
            let near = leading * 1000 <= i64::from(above.size) * CELL_LEADING;
            if !near || below.is_parted() || !goes_on(above, below, 0) {
                return;
            }
            let Some(layout) = lay_out_block(block, &self.rules, &[]) else { return };
            let last = layout.rows.last().and_then(|pieces| pieces.first());
            let above = layout.rows.iter().rev().nth(1).into_iter().flatten();
            let columns: Vec<usize> = above.map(|piece| piece.first).collect();
            let one_cell = last
                .is_some_and(|piece| piece.first > 0 && columns.contains(&piece.first));
            if layout.columns() != candidate.layout.columns() || !one_cell {
                return;
            }
            candidate.rows = rows;
            candidate.layout = layout;
        }
    }

    /// The blocks between rules with the same ends.
    fn find_ruled(&self) -> Vec<TableCandidate> {
        let mut found = Vec::new();
        let mut tried = 0;
        for group in self.rules.group_horizontal() {
            let mut seen: BTreeSet<(usize, usize)> = BTreeSet::new();
            for (at, top) in group.iter().enumerate() {
                for (until, bottom) in group.iter().enumerate().skip(at + 1) {
                    let rows = self.rows_between(*top, *bottom);
                    let frame = group.get(at..=until).unwrap_or_default();
                    let new = seen.insert((rows.start, rows.end));
                    if rows.len() < LEAST_ROWS.0 || !new {
                        continue;
                    }
                    tried += 1;
                    if tried > MOST_TRIED {
                        return found;
                    }
                    let block = self.rows.get(rows.clone()).unwrap_or_default();
                    let layout = lay_out_block(block, &self.rules, frame);
                    found.extend(
                        layout.and_then(|layout| self.judge(rows, frame, layout)),
                    );
                }
            }
        }
        found
    }

    /// The rows between two rules, if none of them reaches beyond their ends.
    fn rows_between(&self, top: StraightRule, bottom: StraightRule) -> Range<usize> {
        let start = self.rows.partition_point(|row| row.baseline <= top.at);
        let end = self.rows.partition_point(|row| row.baseline <= bottom.at);
        let slack = Length::pt(BEYOND).0;
        let rows = self.rows.get(start..end).unwrap_or_default();
        let inside = rows
            .iter()
            .all(|row| row.left() >= top.from - slack && row.right() <= top.to + slack);
        if inside { start..end } else { start..start }
    }

    /// The blocks of rows with corridors between their words: for each first row, the end
    /// with the highest score.
    fn find_unruled(&self) -> Vec<TableCandidate> {
        let mut found = Vec::new();
        let mut tried = 0;
        for start in 0..self.rows.len() {
            if !self.rows.get(start).is_some_and(PageRow::is_parted) {
                continue;
            }
            let mut best: Option<TableCandidate> = None;
            let mut widest = 0;
            for end in start + 1..=self.rows.len().min(start + MOST_BLOCK) {
                let block = self.rows.get(start..end).unwrap_or_default();
                widest = match block.last_chunk::<2>() {
                    Some([above, below]) if goes_on(above, below, widest) => {
                        widest.max(below.baseline - above.baseline)
                    }
                    Some(_) => break,
                    None => widest,
                };
                if block.len() < LEAST_ROWS.1 {
                    continue;
                }
                let Some(layout) = lay_out_block(block, &self.rules, &[]) else { break };
                // A block ends with a row of two cells.
                if !block.last().is_some_and(PageRow::is_parted) {
                    continue;
                }
                tried += 1;
                if tried > MOST_TRIED {
                    return found;
                }
                let candidate = self.judge(start..end, &[], layout);
                let better = |c: &TableCandidate| {
                    best.as_ref().is_none_or(|b| c.rank() >= b.rank())
                };
                if let Some(candidate) = candidate.filter(better) {
                    best = Some(candidate);
                }
            }
            found.extend(best);
        }
        found
    }

    /// A block with its score, if that is above zero.
    fn judge(
        &self,
        rows: Range<usize>,
        frame: &[StraightRule],
        layout: BlockLayout,
    ) -> Option<TableCandidate> {
        let block = self.rows.get(rows.clone())?;
        let columns: BTreeSet<usize> = layout
            .rows
            .iter()
            .filter(|pieces| pieces.len() > 1)
            .flatten()
            .map(|piece| piece.first)
            .collect();
        let has_caption = block.iter().filter_map(|row| row.words.first()).any(|word| {
            let line = self.lines.lines.get(word.line);
            word.text.start == 0 && line.is_some_and(|line| is_table_caption(&line.text))
        });
        if columns.len() < 2 || has_caption {
            return None;
        }
        let place = place_block(block, frame);
        let drawn = self.count_drawn(place);
        let head_rule = self.rules.find_head_rule(block).is_some();
        let mut signs =
            BlockSigns { rules: frame.len(), caption: true, head_rule, drawn };
        // The caption takes longest to find, and is looked for only where it can decide.
        score_block(&layout, block, self.lines, signs).filter(|(score, _)| *score > 0)?;
        let inside = list_lines(block);
        let taken = |at: usize| inside.contains(&at);
        let caption = find_caption(
            &self.lines.lines,
            place,
            self.body,
            CaptionSubject::Table,
            &taken,
        );
        signs.caption = !caption.is_empty();
        let (score, multiple) = score_block(&layout, block, self.lines, signs)?;
        let frame = frame.to_vec();
        (score > 0).then_some(TableCandidate {
            rows,
            frame,
            layout,
            caption,
            score,
            multiple,
        })
    }

    /// How many curves and slanted lines have their middle in a box.
    fn count_drawn(&self, place: PageBox) -> usize {
        let is_inside = |shape: &&PdfShape| {
            let x = Length(i32::midpoint(shape.place.left.0, shape.place.right.0));
            let y = Length(i32::midpoint(shape.place.top.0, shape.place.bottom.0));
            (place.left..=place.right).contains(&x)
                && (place.top..=place.bottom).contains(&y)
        };
        let drawn = self.page.shapes.iter().filter(|s| s.kind == PdfShapeKind::Drawn);
        drawn.filter(is_inside).take(DIAGRAM_DRAWN).count()
    }

    fn build(&self, candidate: &TableCandidate) -> PageTable {
        let rows = self.rows.get(candidate.rows.clone()).unwrap_or_default();
        let block = TableBlock {
            layout: &candidate.layout,
            rows,
            lines: self.lines,
            frame: &candidate.frame,
            rules: &self.rules,
        };
        let built = block.build();
        PageTable {
            page: self.page.number,
            place: place_block(rows, &candidate.frame),
            lines: list_lines(rows).into_iter().collect(),
            columns: built.columns,
            rows: built.rows,
            head_rows: built.head,
            cells: built.cells,
            caption: candidate.caption.clone(),
            ruled: !candidate.frame.is_empty(),
            opening: TableOpening::New,
        }
    }
}

/// Whether a row belongs to the block above it, by its size and its distance.
fn goes_on(above: &PageRow, below: &PageRow, widest: i32) -> bool {
    let leading = i64::from(below.baseline) - i64::from(above.baseline);
    let size = i64::from(below.size.max(above.size));
    let far = leading * 1000 > size * APART
        || widest > 0
            && leading * 1000 > size * WIDE
            && leading * 1000 > i64::from(widest) * WIDER;
    let same_size =
        i64::from(above.size.abs_diff(below.size)) * 1000 <= size * OTHER_SIZE;
    !far && same_size
}

/// The lines of some rows.
fn list_lines(rows: &[PageRow]) -> BTreeSet<usize> {
    rows.iter().flat_map(|row| row.words.iter().map(|word| word.line)).collect()
}

/// The place of a block on the page, its rules included.
fn place_block(rows: &[PageRow], frame: &[StraightRule]) -> PageBox {
    let mut place = PageBox {
        left: Length(rows.iter().map(PageRow::left).min().unwrap_or(0)),
        top: Length(rows.first().map_or(0, |row| row.baseline - row.size * 3 / 4)),
        right: Length(rows.iter().map(PageRow::right).max().unwrap_or(0)),
        bottom: Length(rows.last().map_or(0, |row| row.baseline + row.size / 4)),
    };
    for rule in frame {
        place.left = place.left.min(Length(rule.from));
        place.right = place.right.max(Length(rule.to));
        place.top = place.top.min(Length(rule.at));
        place.bottom = place.bottom.max(Length(rule.at));
    }
    place
}
