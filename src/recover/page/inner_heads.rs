//! Running heads below other lines, where form feeds show the pages.
//!
//! `running_heads` finds heads from the edge inwards, and stops at a line that no other page
//! has: the stamp of an office above the head, which is read in another way on every page.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::furniture::{EDGE, Furniture, LONG_HEAD};
use super::source_layout::SourceLayout;
use crate::recover::model::RemovalKind;
use crate::text::numerals::numbering;
use crate::text::sentences::ends_sentence;

/// A line below others at the head of a page is a running head if at least this many pages have
/// it, and this share of them, in per cent.
const INNER_HEADS: usize = 5;
const INNER_SHARE: usize = 20;

/// Marks lines that are the same near the heads of many pages and hardly anywhere else, and
/// the line above each: a stamp that is read in another way on every page.
pub(super) fn mark_inner_heads(source: &SourceLayout<'_>, furniture: &mut Furniture) {
    let mut near: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut said: FxHashMap<&str, usize> = FxHashMap::default();
    for page in 0..source.page_count() {
        let lines = source.page_lines(page);
        for line_no in lines.clone() {
            *said.entry(source.words(line_no)).or_default() += 1;
        }
        for line_no in lines.take(EDGE) {
            let words = source.words(line_no);
            if furniture.kinds[line_no].is_none() && words.chars().count() >= LONG_HEAD {
                near.entry(words).or_default().push(line_no);
            }
        }
    }
    let fewest = INNER_HEADS.max(source.page_count() * INNER_SHARE / 100);
    for (words, line_nos) in near {
        let is_inner = |line_no: &&usize| {
            let start = source.page_lines(source.page_of(**line_no)).start;
            (start..**line_no).any(|above| furniture.kinds[above].is_none())
        };
        let is_head = line_nos.iter().filter(is_inner).count() >= fewest
            && !ends_sentence(words)
            && said.get(words).is_some_and(|all| line_nos.len() * 3 >= all * 2)
            && numbering(words).is_none_or(|number| !number.keyword);
        if !is_head {
            continue;
        }
        for line_no in line_nos {
            furniture.kinds[line_no] = Some(RemovalKind::RunningHead);
            let start = source.page_lines(source.page_of(line_no)).start;
            for above in start..line_no {
                if furniture.kinds[above].is_none() {
                    furniture.kinds[above] = Some(RemovalKind::RunningHead);
                    furniture.guessed_heads.push(above);
                }
            }
        }
    }
    furniture.guessed_heads.sort_unstable();
}
