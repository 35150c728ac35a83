//! Where long chapters and long lists of notes are split into files.
//!
//! All splits of a chapter or of a list are chosen together, as those with the least total
//! cost.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::book::Chapter;
use crate::book::block::Block;

/// The largest content document, in bytes, unless a single block is larger. The first
/// version of Adobe's reading system, in many early devices, shows no larger ones; calibre
/// splits at the same size (its manual, "Split files larger than").
pub(super) const LARGEST_FILE: usize = 260 * 1024;

/// The most notes in one file. Old devices read a whole file before they show a pop-up;
/// Standard Ebooks' manual splits at the same number.
pub(super) const MOST_NOTES: usize = 500;

/// The bytes that a file needs besides its text: for its head, and what opens and closes
/// it. The title of a file that continues another takes half of them at most
/// (`notes_documents::LONGEST_LABEL`).
const FRAME_SIZE: usize = 4096;

/// The bytes that a link may gain when its target moves to another file: those of the
/// longest file name.
const LINK_SIZE: usize = 32;

/// The bytes that the headings above a chapter's notes need besides their text.
const NOTES_HEADING_SIZE: usize = 512;

/// How large the content of a book is, in bytes of markup.
#[derive(Debug, Default)]
pub(super) struct ContentSizes {
    /// By the index of the chapter.
    pub(super) chapters: Vec<ChapterSizes>,
    /// By the serial number of the note.
    pub(super) notes: BTreeMap<u32, usize>,
}

/// How large a chapter is, in bytes of markup.
#[derive(Debug)]
pub(super) struct ChapterSizes {
    /// Of the whole file.
    pub(super) file: usize,
    /// Of what comes before the first block.
    pub(super) head: usize,
    /// Of each block.
    pub(super) blocks: Vec<usize>,
}

/// The notes of a file: the indices of chapters, and of their notes the range that is in
/// the file.
pub(super) type NoteGroups = Vec<(usize, Range<usize>)>;

/// The size of a block or note, given its bytes and the links in it whose targets may move.
pub(super) fn measure_markup(bytes: usize, links: usize) -> usize {
    bytes + links * LINK_SIZE
}

impl ContentSizes {
    /// The size of a note; 0 before it is known.
    fn note(&self, serial: u32) -> usize {
        self.notes.get(&serial).copied().unwrap_or_default()
    }

    /// Whether the file of a chapter is too large, with its notes if it has them.
    pub(super) fn is_too_large(&self, chapter: usize) -> bool {
        self.chapters.get(chapter).is_some_and(|sizes| sizes.file > LARGEST_FILE)
    }

    /// Splits a chapter that is too large. Returns the blocks of each file.
    pub(super) fn split_chapter(
        &self,
        index: usize,
        chapter: &Chapter,
    ) -> Vec<Range<usize>> {
        let blocks = &chapter.blocks;
        let sizes = self.chapters.get(index);
        let highest = find_highest_heading(blocks);
        // Only the first file has title and subtitle.
        let head = sizes.map_or(0, |sizes| sizes.head);
        let size_of_block = |index: usize| {
            let size = sizes.and_then(|sizes| sizes.blocks.get(index));
            size.copied().unwrap_or_default()
        };
        let unit = |index: usize| match index.checked_sub(1) {
            Some(before) => SplitUnit {
                size: size_of_block(index),
                cost: rate_split(&blocks[before], &blocks[index], highest),
            },
            None => SplitUnit { size: head + size_of_block(index), cost: 0 },
        };
        let units: Vec<SplitUnit> = (0..blocks.len()).map(unit).collect();
        let limits = FileLimits {
            size: LARGEST_FILE.saturating_sub(FRAME_SIZE),
            units: usize::MAX,
        };
        if units.len() <= MOST_UNITS {
            return split_units(&units, &limits);
        }
        let (bundles, starts) = bundle_units(&units, limits.size / BUNDLES_PER_FILE);
        let files = split_units(&bundles, &limits).into_iter();
        files.map(|file| starts[file.start]..starts[file.end]).collect()
    }

    /// Splits the notes of one or more chapters, given the serial numbers of each chapter.
    pub(super) fn split_notes(&self, notes: &[Vec<u32>]) -> Vec<NoteGroups> {
        let mut units = Vec::new();
        let mut positions = Vec::new();
        for (chapter, list) in notes.iter().enumerate() {
            for (index, serial) in list.iter().enumerate() {
                let (heading, cost) = match index {
                    0 => (NOTES_HEADING_SIZE, 0),
                    _ => (0, INSIDE_CHAPTER_NOTES),
                };
                units.push(SplitUnit { size: self.note(*serial) + heading, cost });
                positions.push((chapter, index));
            }
        }
        if units.is_empty() {
            return Vec::new();
        }
        let size = LARGEST_FILE.saturating_sub(FRAME_SIZE);
        let files = split_units(&units, &FileLimits { size, units: MOST_NOTES });
        let group = |file: Range<usize>| {
            let mut groups = NoteGroups::new();
            for &(chapter, index) in &positions[file] {
                match groups.last_mut() {
                    Some((last, range)) if *last == chapter => range.end = index + 1,
                    _ => groups.push((chapter, index..index + 1)),
                }
            }
            groups
        };
        files.into_iter().map(group).collect()
    }
}

/// The cost of one more file: the reader waits for it, and cannot see what comes before.
const FILE: u32 = 10;
/// The cost of a split before a heading that is not of the highest level.
const LOWER_HEADING: u32 = 5;
/// The cost of a split after a scene break.
const AFTER_SCENE_BREAK: u32 = 15;
/// The cost of a split before a scene break, which then begins a file.
const BEFORE_SCENE_BREAK: u32 = 40;
/// The cost of a split between paragraphs.
const BETWEEN_PARAGRAPHS: u32 = 30;
/// The cost of a split before something that the text before it may announce.
const BEFORE_ANNOUNCED: u32 = 45;
/// The cost of a split inside the head or foot of a letter.
const INSIDE_LETTER_FORM: u32 = 120;
/// The cost of a split inside the notes of a chapter.
const INSIDE_CHAPTER_NOTES: u32 = 100;
/// The cost of a split after a heading, which would be alone: higher than all others.
const AFTER_HEADING: u32 = 10_000;

/// The cost of a split between two blocks.
fn rate_split(before: &Block, after: &Block, highest: u8) -> u32 {
    match (before, after) {
        (Block::Heading(_), _) => AFTER_HEADING,
        (_, Block::Heading(heading)) if heading.level <= highest => 0,
        (_, Block::Heading(_)) => LOWER_HEADING,
        (Block::SceneBreak, _) => AFTER_SCENE_BREAK,
        (_, Block::SceneBreak) => BEFORE_SCENE_BREAK,
        (Block::Epigraph(_) | Block::Dateline(_) | Block::Salutation(_), _)
        | (_, Block::Dateline(_) | Block::Signature(_) | Block::SourceNote(_)) => {
            INSIDE_LETTER_FORM
        }
        (
            _,
            Block::Quotation(_)
            | Block::Verse(_)
            | Block::List(_)
            | Block::Definitions(_)
            | Block::Styled { .. }
            | Block::Table(_)
            | Block::Figure(_)
            | Block::Preformatted(_),
        ) => BEFORE_ANNOUNCED,
        (
            _,
            Block::Paragraph(_)
            | Block::Epigraph(_)
            | Block::Speech(_)
            | Block::Direction(_)
            | Block::Salutation(_),
        ) => BETWEEN_PARAGRAPHS,
    }
}

/// The level of the highest headings of a chapter; 0 if it has none.
fn find_highest_heading(blocks: &[Block]) -> u8 {
    let levels = blocks.iter().filter_map(|block| match block {
        Block::Heading(heading) => Some(heading.level),
        _ => None,
    });
    levels.min().unwrap_or_default()
}

/// The most blocks that are split one by one; of more, some are bundled first. Every block
/// is compared with all others of a file, which may be thousands.
const MOST_UNITS: usize = 10_000;

/// The least number of bundles that fill a file.
const BUNDLES_PER_FILE: usize = 128;

/// Bundles units to a size, and starts a bundle wherever a split costs little. Also returns
/// where each bundle starts, and where the last one ends.
fn bundle_units(units: &[SplitUnit], size: usize) -> (Vec<SplitUnit>, Vec<usize>) {
    let mut bundles: Vec<SplitUnit> = Vec::new();
    let mut starts = Vec::new();
    for (index, &unit) in units.iter().enumerate() {
        // What should stay together may become larger.
        let largest = match unit.cost {
            0..AFTER_SCENE_BREAK => 0,
            AFTER_SCENE_BREAK..INSIDE_LETTER_FORM => size,
            INSIDE_LETTER_FORM.. => 4 * size,
        };
        match bundles.last_mut() {
            // One more for each, because units of unknown size are counted.
            Some(last) if last.size + unit.size < largest => {
                last.size += unit.size + 1;
            }
            _ => {
                bundles.push(unit);
                starts.push(index);
            }
        }
    }
    starts.push(units.len());
    (bundles, starts)
}

/// A block, note or bundle, which is never split itself.
#[derive(Debug, Clone, Copy)]
struct SplitUnit {
    /// In bytes.
    size: usize,
    /// The cost of a split before it.
    cost: u32,
}

/// The most that a file holds.
#[derive(Debug)]
struct FileLimits {
    size: usize,
    units: usize,
}

/// Splits units into files with the least total cost. Of several ways that cost the same,
/// takes the one with the most even files (least squares of their sizes). A unit larger than
/// a file has a file of its own. There is always one file, if an empty one.
fn split_units(units: &[SplitUnit], limits: &FileLimits) -> Vec<Range<usize>> {
    // For every end: the least cost of all files up to it, and the start of the last one.
    let mut best: Vec<((u64, u128), usize)> = vec![((0, 0), 0)];
    for end in 1..=units.len() {
        let mut least: Option<((u64, u128), usize)> = None;
        let mut size = 0;
        for start in (0..end).rev() {
            size += units[start].size;
            let count = end - start;
            if count > 1 && (size > limits.size || count > limits.units) {
                break;
            }
            let (cost, squares) = best[start].0;
            let cost = cost + u64::from(FILE) + u64::from(units[start].cost);
            // Units of unknown size are counted.
            let load = (size + count) as u128;
            let cost = (cost, squares + load * load);
            if least.is_none_or(|(known, _)| cost < known) {
                least = Some((cost, start));
            }
        }
        best.push(least.unwrap_or(((0, 0), end - 1)));
    }
    let mut files = Vec::new();
    let mut end = units.len();
    while end > 0 {
        let start = best[end].1;
        files.push(start..end);
        end = start;
    }
    files.reverse();
    if files.is_empty() {
        files.push(0..0);
    }
    files
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{FileLimits, SplitUnit, split_units};

    /// The least total cost, by trying every way to split.
    fn find_least_cost(units: &[SplitUnit], limits: &FileLimits) -> u64 {
        let ways = 1_u32 << units.len().saturating_sub(1);
        let rate = |way: u32| {
            let (mut cost, mut size, mut count) = (10, 0, 0);
            for (index, unit) in units.iter().enumerate() {
                if index > 0 && way & (1 << (index - 1)) != 0 {
                    cost += u64::from(unit.cost) + 10;
                    (size, count) = (0, 0);
                }
                size += unit.size;
                count += 1;
                if count > 1 && (size > limits.size || count > limits.units) {
                    return None;
                }
            }
            Some(cost)
        };
        (0..ways).filter_map(rate).min().unwrap_or_default()
    }

    proptest! {
        #[test]
        fn no_other_way_to_split_costs_less(
            given in prop::collection::vec((0_usize..120, 0_u32..40), 1..11),
            most in 1_usize..6,
        ) {
            let units: Vec<SplitUnit> =
                given.into_iter().map(|(size, cost)| SplitUnit { size, cost }).collect();
            let limits = FileLimits { size: 100, units: most };
            let files = split_units(&units, &limits);
            let mut end = 0;
            let mut cost = 0;
            for file in &files {
                prop_assert_eq!(file.start, end);
                end = file.end;
                let size: usize = units[file.clone()].iter().map(|u| u.size).sum();
                prop_assert!(file.len() == 1 || size <= 100 && file.len() <= most);
                let before = if file.start == 0 { 0 } else { units[file.start].cost };
                cost += 10 + u64::from(before);
            }
            prop_assert_eq!(end, units.len());
            prop_assert_eq!(cost, find_least_cost(&units, &limits));
        }
    }

    #[test]
    fn equal_costs_give_even_files() {
        let units = [SplitUnit { size: 10, cost: 1 }; 12];
        let files = split_units(&units, &FileLimits { size: 100, units: 12 });
        assert_eq!(files, [0..6, 6..12]);
    }

    #[test]
    fn nothing_to_split_is_one_file() {
        let empty = 0..0;
        assert_eq!(split_units(&[], &FileLimits { size: 100, units: 12 }), [empty]);
    }
}
