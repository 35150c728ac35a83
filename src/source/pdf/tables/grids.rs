//! The rules of tables: pieces of rules become long ones, and frames become rules.

use std::collections::BTreeMap;

use crate::length::Length;
use crate::source::pdf::page::{PageBox, PdfShapeKind, SourcePage};
use crate::source::pdf::tables::blocks::PageRow;

/// How far pieces of a rule lie apart across it, in points: programs draw each cell's border
/// for itself.
const SAME_RULE: i32 = 2;
/// The gap between pieces of a rule, in points. Rules below two neighbouring heads of columns
/// stand 4 points apart and more.
const PIECE_GAP: i32 = 2;
/// How far the ends of rules differ that belong to one table, in points.
const SAME_END: i32 = 4;
/// The least length of a horizontal rule of a table, in points.
const LEAST_RULE: i32 = 30;
/// The rules of a staff, and their distance at most, in points: scores for children are set
/// with 8 points, and no words fit between such rules.
const STAFF: usize = 5;
const STAFF_GAP: i32 = 8;
/// The most rows of a head.
const MOST_HEAD: usize = 3;
/// The least length of a vertical rule of a table, in points.
const LEAST_UPRIGHT: i32 = 7;

/// A coordinate in scaled points, so far within the range that differences have no overflow.
/// The largest page of a PDF has half as many (ISO 32000-1 annex C.2).
pub(super) fn clamp(at: Length) -> i32 {
    at.0.clamp(-1_000_000_000, 1_000_000_000)
}

/// A straight line on the page: its place across, and its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct StraightRule {
    pub(super) at: i32,
    pub(super) from: i32,
    pub(super) to: i32,
}

impl StraightRule {
    pub(super) fn length(self) -> i32 {
        self.to - self.from
    }
}

/// The rules of a page.
#[derive(Debug, Clone, Default)]
pub(super) struct PageRules {
    /// From top to bottom.
    pub(super) horizontal: Vec<StraightRule>,
    /// From left to right.
    pub(super) vertical: Vec<StraightRule>,
}

impl PageRules {
    /// Finds the rules of a page, the edges of frames included.
    pub(super) fn find(page: &SourcePage) -> Self {
        let mut horizontal = Vec::new();
        let mut vertical = Vec::new();
        let mut add = |PageBox { left, top, right, bottom }: PageBox| {
            let (left, right) = (clamp(left), clamp(right));
            let (top, bottom) = (clamp(top), clamp(bottom));
            if right - left >= bottom - top {
                let at = i32::midpoint(top, bottom);
                horizontal.push(StraightRule { at, from: left, to: right });
            } else {
                let at = i32::midpoint(left, right);
                vertical.push(StraightRule { at, from: top, to: bottom });
            }
        };
        // Tagged documents mark the borders of tables as artifacts.
        for rule in &page.rules {
            add(rule.place);
        }
        for shape in page.shapes.iter().filter(|shape| shape.kind == PdfShapeKind::Frame)
        {
            let place = shape.place;
            for edge in [
                PageBox { bottom: place.top, ..place },
                PageBox { top: place.bottom, ..place },
                PageBox { right: place.left, ..place },
                PageBox { left: place.right, ..place },
            ] {
                add(edge);
            }
        }
        let keep = |rules: Vec<StraightRule>, least: i32| {
            let mut joined = join_pieces(rules);
            joined.retain(|rule| rule.length() >= Length::pt(least).0);
            joined.sort_unstable();
            joined
        };
        Self {
            horizontal: keep(horizontal, LEAST_RULE),
            vertical: keep(vertical, LEAST_UPRIGHT),
        }
    }

    /// The rule below the first rows of a block that is as wide as the block.
    pub(super) fn find_head_rule(&self, rows: &[PageRow]) -> Option<StraightRule> {
        let (first, last) = (rows.first()?, rows.get(MOST_HEAD.min(rows.len() - 1))?);
        let left = rows.iter().map(PageRow::left).min()?;
        let right = rows.iter().map(PageRow::right).max()?;
        let slack = Length::pt(SAME_END).0 * 2;
        let start = self.horizontal.partition_point(|rule| rule.at <= first.baseline);
        let below =
            self.horizontal.iter().skip(start).take_while(|r| r.at < last.baseline);
        let is_wide = |rule: &&StraightRule| {
            let around = rule.from <= left + slack && right - slack <= rule.to;
            // Not the rule of the whole page.
            around && i64::from(rule.length()) * 2 < i64::from(right - left) * 3
        };
        below.copied().find(|rule| is_wide(&rule))
    }

    /// Horizontal rules with the same ends, from top to bottom, at least two of them.
    pub(super) fn group_horizontal(&self) -> Vec<Vec<StraightRule>> {
        let mut groups: Vec<Vec<StraightRule>> = Vec::new();
        let same = |one: i32, two: i32| {
            one.abs_diff(two) <= Length::pt(SAME_END).0.unsigned_abs()
        };
        let mut by_start: BTreeMap<i32, Vec<usize>> = BTreeMap::new();
        let bucket = |from: i32| from.div_euclid(Length::pt(SAME_END).0);
        for rule in &self.horizontal {
            let near = bucket(rule.from) - 1..=bucket(rule.from) + 1;
            let found =
                by_start.range(near).flat_map(|(_, groups)| groups).copied().find(|at| {
                    groups.get(*at).and_then(|group| group.first()).is_some_and(|first| {
                        same(first.from, rule.from) && same(first.to, rule.to)
                    })
                });
            if let Some(group) = found.and_then(|at| groups.get_mut(at)) {
                group.push(*rule);
            } else {
                by_start.entry(bucket(rule.from)).or_default().push(groups.len());
                groups.push(vec![*rule]);
            }
        }
        for group in &mut groups {
            remove_staves(group);
        }
        groups.retain(|group| group.len() > 1);
        groups
    }
}

/// Removes the rules of staves of music: five at equal distances, too close for words.
fn remove_staves(group: &mut Vec<StraightRule>) {
    let mut in_staff = vec![false; group.len()];
    for (at, rules) in group.windows(STAFF).enumerate() {
        let gaps = || {
            rules.windows(2).filter_map(|pair| match pair {
                [one, two] => Some(two.at - one.at),
                _ => None,
            })
        };
        let (least, most) = (gaps().min().unwrap_or(0), gaps().max().unwrap_or(0));
        if most <= Length::pt(STAFF_GAP).0 && most - least <= Length::pt(1).0 {
            in_staff.iter_mut().skip(at).take(STAFF).for_each(|marked| *marked = true);
        }
    }
    let mut marks = in_staff.iter();
    group.retain(|_| marks.next() != Some(&true));
}

/// Joins pieces that lie on one line and touch.
fn join_pieces(mut pieces: Vec<StraightRule>) -> Vec<StraightRule> {
    pieces.sort_unstable();
    let mut joined = Vec::new();
    let mut open: Vec<StraightRule> = Vec::new();
    let mut first = None;
    for piece in pieces {
        let same = first.is_some_and(|first| piece.at - first <= Length::pt(SAME_RULE).0);
        if !same {
            joined.extend(join_touching(std::mem::take(&mut open)));
            first = Some(piece.at);
        }
        open.push(piece);
    }
    joined.extend(join_touching(open));
    joined
}

fn join_touching(mut pieces: Vec<StraightRule>) -> Vec<StraightRule> {
    pieces.sort_unstable_by_key(|piece| (piece.from, piece.to));
    let mut joined: Vec<StraightRule> = Vec::new();
    for piece in pieces {
        match joined.last_mut() {
            Some(last) if piece.from - last.to <= Length::pt(PIECE_GAP).0 => {
                last.to = last.to.max(piece.to);
            }
            _ => joined.push(piece),
        }
    }
    joined
}
