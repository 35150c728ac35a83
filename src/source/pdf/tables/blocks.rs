//! Rows of words on a page, and how they fall into columns.

use std::ops::Range;

use crate::length::Length;
use crate::source::pdf::lines::PdfLines;
use crate::source::pdf::page::SourcePage;
use crate::source::pdf::tables::grids::{PageRules, StraightRule, clamp};
use crate::source::pdf::word_places::place_words;

/// How far baselines of one row lie apart, in thousandths of the size.
const SAME_ROW: i64 = 250;
/// The gap between words of a cell, in thousandths of the size: spaces of justified lines
/// are up to 600 wide, but those of cells are not stretched.
const WORD_SPACE: i64 = 480;
/// The width of the corridor between two columns at least, in thousandths of the size: with
/// rules above and below, and without.
const CORRIDOR: (i64, i64) = (500, 800);
/// One row in this many may cross a corridor: a head above two columns.
const CROSSING: usize = 8;
/// The part of the height of a block, in thousandths, that a rule between columns has.
const UPRIGHT_PART: i64 = 400;
/// The most rows of a head, which may cross corridors.
const MOST_HEAD: usize = 3;
/// The most rows above the rules between columns.
const SPANNING_HEADS: usize = 2;
/// The largest size of words that counts, in scaled points.
const LARGEST_SIZE: i32 = 100_000_000;
/// The most columns of a table.
pub(super) const MOST_COLUMNS: usize = 40;

/// A word in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RowWord {
    /// The index of its line.
    pub(super) line: usize,
    /// Its characters in the text of the line.
    pub(super) text: Range<u32>,
    pub(super) left: i32,
    pub(super) right: i32,
}

/// The words on one baseline, whatever column of the page they are in.
#[derive(Debug, Clone, Default)]
pub(super) struct PageRow {
    pub(super) baseline: i32,
    pub(super) size: i32,
    pub(super) words: Vec<RowWord>,
    /// The words without wide gaps.
    pieces: Vec<CellPiece>,
}

impl PageRow {
    pub(super) fn left(&self) -> i32 {
        self.words.iter().map(|word| word.left).min().unwrap_or(0)
    }

    pub(super) fn right(&self) -> i32 {
        self.words.iter().map(|word| word.right).max().unwrap_or(0)
    }

    /// Whether it has words on both sides of a wide gap.
    pub(super) fn is_parted(&self) -> bool {
        self.pieces.len() > 1
    }

    /// The words without a wide gap, and without one of some rules between them.
    fn split(&self, rules: &[i32]) -> Vec<CellPiece> {
        let mut pieces: Vec<CellPiece> = Vec::new();
        for word in &self.words {
            let joins = pieces.last().is_some_and(|last| {
                let gap = i64::from(word.left) - i64::from(last.right);
                let parted =
                    rules.iter().any(|at| last.middle < *at && *at < word.middle());
                last.line == word.line
                    && gap * 1000 <= i64::from(self.size) * WORD_SPACE
                    && !parted
            });
            match pieces.last_mut() {
                Some(last) if joins => {
                    last.text.end = word.text.end;
                    last.right = word.right;
                    last.middle = word.middle();
                }
                _ => pieces.push(CellPiece {
                    line: word.line,
                    text: word.text.clone(),
                    left: word.left,
                    right: word.right,
                    middle: word.middle(),
                    first: 0,
                    last: 0,
                }),
            }
        }
        pieces
    }
}

impl RowWord {
    fn middle(&self) -> i32 {
        i32::midpoint(self.left, self.right)
    }
}

/// Words of one row that stand together, and the columns over which they stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CellPiece {
    pub(super) line: usize,
    pub(super) text: Range<u32>,
    pub(super) left: i32,
    pub(super) right: i32,
    /// The middle of its last word.
    middle: i32,
    /// The first and the last column.
    pub(super) first: usize,
    pub(super) last: usize,
}

impl CellPiece {
    pub(super) fn width(&self) -> i32 {
        self.right - self.left
    }
}

/// The rows of a page from top to bottom.
pub(super) fn build_rows(page: &SourcePage, lines: &PdfLines) -> Vec<PageRow> {
    let mut placed: Vec<(i32, i32, Vec<RowWord>)> = Vec::new();
    for (at, line) in lines.lines.iter().enumerate().filter(|(_, line)| !line.artifact) {
        let words: Vec<RowWord> = place_words(page, line)
            .into_iter()
            .map(|word| RowWord {
                line: at,
                text: word.text,
                left: clamp(word.left),
                right: clamp(word.right),
            })
            .collect();
        if !words.is_empty() {
            placed.push((
                clamp(line.baseline),
                line.size.0.clamp(1, LARGEST_SIZE),
                words,
            ));
        }
    }
    placed.sort_by_key(|(baseline, _, words)| (*baseline, words.first().map(|w| w.left)));
    let mut rows: Vec<PageRow> = Vec::new();
    for (baseline, size, words) in placed {
        let same = rows.last().is_some_and(|row| {
            let apart = i64::from(baseline) - i64::from(row.baseline);
            apart * 1000 <= i64::from(row.size.min(size)) * SAME_ROW
        });
        match rows.last_mut() {
            Some(row) if same => row.words.extend(words),
            _ => rows.push(PageRow { baseline, size, words, pieces: Vec::new() }),
        }
    }
    for row in &mut rows {
        row.words.sort_by_key(|word| (word.left, word.line));
        row.pieces = row.split(&[]);
    }
    rows
}

/// A block of rows that are divided into columns.
#[derive(Debug, Clone, Default)]
pub(super) struct BlockLayout {
    /// The limits between columns, from left to right: one less than columns.
    pub(super) limits: Vec<i32>,
    /// The pieces of each row.
    pub(super) rows: Vec<Vec<CellPiece>>,
    /// The limits are rules.
    pub(super) grid: bool,
}

impl BlockLayout {
    pub(super) fn columns(&self) -> usize {
        self.limits.len() + 1
    }
}

/// Divides rows into columns, by rules between them or by corridors; `None` where they have
/// one column only. `frame` are the rules as wide as the block, from top to bottom.
pub(super) fn lay_out_block(
    rows: &[PageRow],
    rules: &PageRules,
    frame: &[StraightRule],
) -> Option<BlockLayout> {
    if let (Some(top), Some(bottom)) = (frame.first().copied(), frame.last().copied()) {
        let upright = find_upright_rules(rules, top, bottom);
        let within = upright.len() > 2 && upright.len() <= MOST_COLUMNS;
        // Rules between columns that do not stand beside all rows are of several tables.
        if within {
            return are_rows_between(rows, &upright)
                .then(|| lay_out_grid(rows, &upright, (top, bottom)));
        }
    }
    let least = if frame.is_empty() { CORRIDOR.1 } else { CORRIDOR.0 };
    // Heads stand across the columns below them.
    let head = match frame {
        [_, below, _, ..] => rows.iter().filter(|row| row.baseline < below.at).count(),
        _ => 0,
    };
    let body = if head <= MOST_HEAD && head + 2 <= rows.len() { head } else { 0 };
    let limits = find_corridors(rows.get(body..).unwrap_or_default(), least);
    if limits.is_empty() || limits.len() >= MOST_COLUMNS {
        return None;
    }
    let pieces = rows.iter().map(|row| row.pieces.clone()).collect();
    let mut layout = BlockLayout { limits, rows: pieces, grid: false };
    for piece in layout.rows.iter_mut().flatten() {
        piece.first = layout.limits.iter().filter(|limit| **limit <= piece.left).count();
        let last = layout.limits.iter().filter(|limit| **limit < piece.right).count();
        piece.last = last.max(piece.first);
    }
    Some(layout)
}

/// The places of the vertical rules between two horizontal ones, their ends included.
fn find_upright_rules(
    rules: &PageRules,
    top: StraightRule,
    bottom: StraightRule,
) -> Vec<(i32, Vec<StraightRule>)> {
    let slack = Length::pt(4).0;
    let height = i64::from(bottom.at) - i64::from(top.at);
    let mut found: Vec<(i32, Vec<StraightRule>)> = Vec::new();
    for rule in &rules.vertical {
        let within = rule.at >= top.from - slack
            && rule.at <= top.to + slack
            && rule.from < bottom.at
            && rule.to > top.at;
        if !within {
            continue;
        }
        match found.last_mut() {
            Some((at, pieces)) if rule.at - *at <= slack => pieces.push(*rule),
            _ => found.push((rule.at, vec![*rule])),
        }
    }
    found.retain(|(_, pieces)| {
        let covered: i64 = pieces
            .iter()
            .map(|r| i64::from(r.to.min(bottom.at)) - i64::from(r.from.max(top.at)))
            .sum();
        covered * 1000 >= height * UPRIGHT_PART
    });
    // A table may be open at its sides.
    if found.first().is_some_and(|(at, _)| *at > top.from + slack) {
        found.insert(0, (top.from, Vec::new()));
    }
    if found.last().is_some_and(|(at, _)| *at < top.to - slack) {
        found.push((top.to, Vec::new()));
    }
    found
}

/// Whether vertical rules stand beside all rows, except for heads over the whole width, and
/// so belong to one table.
fn are_rows_between(rows: &[PageRow], upright: &[(i32, Vec<StraightRule>)]) -> bool {
    let is_beside = |row: &PageRow| {
        let middle = row.baseline - row.size / 4;
        let mut pieces = upright.iter().flat_map(|(_, pieces)| pieces);
        pieces.any(|rule| rule.from <= middle && middle <= rule.to)
    };
    let first = rows.iter().position(is_beside);
    first.is_some_and(|first| {
        first <= SPANNING_HEADS && rows.iter().skip(first).all(is_beside)
    })
}

fn lay_out_grid(
    rows: &[PageRow],
    upright: &[(i32, Vec<StraightRule>)],
    frame: (StraightRule, StraightRule),
) -> BlockLayout {
    let inner = upright.get(1..upright.len().saturating_sub(1)).unwrap_or_default();
    let limits: Vec<i32> = inner.iter().map(|(at, _)| *at).collect();
    let mut layout = BlockLayout { limits, rows: Vec::new(), grid: true };
    for row in rows {
        // Only the rules that reach this row part its cells.
        let middle = row.baseline - row.size / 4;
        let reaching: Vec<i32> = inner
            .iter()
            .filter(|(_, pieces)| {
                pieces.iter().any(|r| r.from <= middle && middle <= r.to)
            })
            .map(|(at, _)| *at)
            .collect();
        let mut pieces = row.split(&reaching);
        for piece in &mut pieces {
            let middle = i32::midpoint(piece.left, piece.right);
            let left = reaching
                .iter()
                .rfind(|at| **at <= middle)
                .copied()
                .unwrap_or(frame.0.from);
            let right =
                reaching.iter().find(|at| **at > middle).copied().unwrap_or(frame.0.to);
            piece.first = layout.limits.iter().filter(|at| **at <= left).count();
            piece.last =
                layout.limits.iter().filter(|at| **at < right).count().max(piece.first);
        }
        part_regions(&mut pieces, &layout.limits);
        layout.rows.push(pieces);
    }
    layout
}

/// Gives pieces that share a region of several columns, with a wide gap between them, the
/// columns over which they stand: some tables have rules between columns in few rows.
fn part_regions(pieces: &mut [CellPiece], limits: &[i32]) {
    let regions: Vec<(usize, usize)> = pieces.iter().map(|p| (p.first, p.last)).collect();
    for piece in pieces {
        let region = (piece.first, piece.last);
        let shared = regions.iter().filter(|other| **other == region).count() > 1;
        if shared && piece.first < piece.last {
            piece.first = limits.iter().filter(|limit| **limit <= piece.left).count();
            let last = limits.iter().filter(|limit| **limit < piece.right).count();
            piece.last = last.max(piece.first);
        }
    }
}

/// The middles of the corridors that hardly any row crosses.
fn find_corridors(rows: &[PageRow], least: i64) -> Vec<i32> {
    let tolerated = rows.len() / CROSSING;
    let size = rows.iter().map(|row| row.size).min().unwrap_or(0);
    let mut steps: Vec<(i32, i32)> = Vec::new();
    for piece in rows.iter().flat_map(|row| &row.pieces) {
        steps.push((piece.left, 1));
        steps.push((piece.right.max(piece.left), -1));
    }
    // Where a piece begins at the end of another, none is between.
    steps.sort_by_key(|(at, step)| (*at, -step));
    let mut corridors = Vec::new();
    let (mut covered, mut open) = (0_i32, None);
    let tolerated = i32::try_from(tolerated).unwrap_or(0);
    for (at, step) in steps {
        let before = covered;
        covered += step;
        if before > tolerated && covered <= tolerated {
            open = Some(at);
        } else if before <= tolerated
            && covered > tolerated
            && let Some(begin) = open.take()
            && (i64::from(at) - i64::from(begin)) * 1000 >= i64::from(size) * least
        {
            corridors.push(i32::midpoint(begin, at));
        }
    }
    corridors
}
