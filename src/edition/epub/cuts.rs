//! Where long chapters and long lists of notes are cut into files.
//!
//! All cuts of a chapter or of a list are chosen together, as those that harm least.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::book::Chapter;
use crate::book::block::Block;

/// No file of the text is larger, in bytes, where anything in it can be parted. Adobe's
/// reading system, in many devices of the first years, shows no larger one, for which
/// calibre cuts at the same size (its manual, "Split files larger than").
pub(super) const LARGEST: usize = 260 * 1024;

/// How many notes one file holds at most. Old devices read a file whole before they show
/// a pop-up; Standard Ebooks' manual splits at the same number.
pub(super) const NOTES_TO_A_FILE: usize = 500;

/// What a file needs besides its text: its head, what opens and what closes it. What a file
/// that goes on is called takes half of it at most (`leaves::LONGEST_LABEL`).
const FRAME: usize = 4096;

/// What a link may gain when what it leads to comes to stand in another file: the longest
/// name of one.
const LINK: usize = 32;

/// What the headings over a chapter's notes need besides their words.
const NOTES_HEADING: usize = 512;

/// What the files of a book weigh, in bytes, as they were written once.
#[derive(Debug, Default)]
pub(super) struct Weights {
    /// For every chapter, by its place.
    pub(super) chapters: BTreeMap<usize, ChapterWeights>,
    /// For every note, by its serial number.
    pub(super) notes: BTreeMap<u32, usize>,
}

/// What a chapter weighs.
#[derive(Debug, Default)]
pub(super) struct ChapterWeights {
    /// Its file.
    pub(super) whole: usize,
    /// What stands in it before the first block.
    pub(super) head: usize,
    /// Each of its blocks.
    pub(super) blocks: Vec<usize>,
}

impl Weights {
    /// Takes in a block of a chapter, which calls so many notes.
    pub(super) fn add_block(&mut self, chapter: usize, bytes: usize, calls: usize) {
        let weight = bytes + calls * LINK;
        self.chapters.entry(chapter).or_default().blocks.push(weight);
    }

    /// Takes in a note, which calls so many others.
    pub(super) fn add_note(&mut self, serial: u32, bytes: usize, calls: usize) {
        self.notes.insert(serial, bytes + (calls + 1) * LINK);
    }

    /// What a note weighs; nothing before it is known.
    fn note(&self, serial: u32) -> usize {
        self.notes.get(&serial).copied().unwrap_or_default()
    }

    /// Whether the file of a chapter is too large, with its notes if they stand in it.
    pub(super) fn is_too_large(&self, chapter: usize) -> bool {
        self.chapters.get(&chapter).is_some_and(|weights| weights.whole > LARGEST)
    }

    /// The blocks of each file of a chapter that is too large for one.
    pub(super) fn cut_chapter(
        &self,
        index: usize,
        chapter: &Chapter,
    ) -> Vec<Range<usize>> {
        let blocks = &chapter.blocks;
        let weights = self.chapters.get(&index);
        let highest = highest_heading(blocks);
        // Title and subtitle stand in the first file only.
        let head = weights.map_or(0, |weights| weights.head);
        let block = |place| {
            let block = weights.and_then(|weights| weights.blocks.get(place));
            block.copied().unwrap_or_default()
        };
        let unit = |place: usize| match place.checked_sub(1) {
            Some(before) => Unit {
                weight: block(place),
                harm: harm(&blocks[before], &blocks[place], highest),
            },
            None => Unit { weight: head + block(place), harm: 0 },
        };
        let units: Vec<Unit> = (0..blocks.len()).map(unit).collect();
        let room = Room { weight: LARGEST.saturating_sub(FRAME), units: usize::MAX };
        if units.len() <= MANY {
            return cut(&units, &room);
        }
        let (bundles, begins) = bundled(&units, room.weight / BUNDLES);
        let files = cut(&bundles, &room).into_iter();
        files.map(|file| begins[file.start]..begins[file.end]).collect()
    }

    /// The notes of each file, of which several chapters may have some; `notes` are the
    /// lists of the chapters, as serial numbers.
    pub(super) fn cut_notes(
        &self,
        notes: &[Vec<u32>],
    ) -> Vec<Vec<(usize, Range<usize>)>> {
        let mut units = Vec::new();
        let mut places = Vec::new();
        for (chapter, list) in notes.iter().enumerate() {
            for (place, serial) in list.iter().enumerate() {
                let (heading, harm) = match place {
                    0 => (NOTES_HEADING, 0),
                    _ => (0, APART_FROM_ITS_CHAPTER),
                };
                units.push(Unit { weight: self.note(*serial) + heading, harm });
                places.push((chapter, place));
            }
        }
        if units.is_empty() {
            return Vec::new();
        }
        let room = LARGEST.saturating_sub(FRAME);
        let files = cut(&units, &Room { weight: room, units: NOTES_TO_A_FILE });
        let groups = |file: Range<usize>| {
            let mut groups: Vec<(usize, Range<usize>)> = Vec::new();
            for &(chapter, place) in &places[file] {
                match groups.last_mut() {
                    Some((last, range)) if *last == chapter => range.end = place + 1,
                    _ => groups.push((chapter, place..place + 1)),
                }
            }
            groups
        };
        files.into_iter().map(groups).collect()
    }
}

/// What one file more harms: the reader waits for it, and loses sight of what is before.
const FILE: u32 = 10;
/// A cut before a heading that is not among the highest.
const LOWER_HEADING: u32 = 5;
/// A cut behind a pause of the text, and one before it, which then heads a file.
const BEHIND_PAUSE: u32 = 15;
/// A cut before a pause.
const BEFORE_PAUSE: u32 = 40;
/// A cut between paragraphs.
const BETWEEN_PARAGRAPHS: u32 = 30;
/// A cut before something that the text before it may announce.
const BEFORE_ANNOUNCED: u32 = 45;
/// A cut inside a letter's head or foot.
const INSIDE_FORM: u32 = 120;
/// A cut inside the notes of a chapter.
const APART_FROM_ITS_CHAPTER: u32 = 100;
/// A cut behind a heading, which would stand alone: harms more than any other.
const BEHIND_HEADING: u32 = 10_000;

/// What a cut between two blocks harms.
fn harm(before: &Block, after: &Block, highest: u8) -> u32 {
    match (before, after) {
        (Block::Heading(_), _) => BEHIND_HEADING,
        (_, Block::Heading(heading)) if heading.level <= highest => 0,
        (_, Block::Heading(_)) => LOWER_HEADING,
        (Block::SceneBreak, _) => BEHIND_PAUSE,
        (_, Block::SceneBreak) => BEFORE_PAUSE,
        (Block::Epigraph(_) | Block::Dateline(_) | Block::Salutation(_), _)
        | (_, Block::Dateline(_) | Block::Signature(_) | Block::SourceNote(_)) => {
            INSIDE_FORM
        }
        (
            _,
            Block::Quotation(_)
            | Block::Verse(_)
            | Block::List(_)
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

/// The level of the highest headings of a chapter; 0 where it has none.
fn highest_heading(blocks: &[Block]) -> u8 {
    let levels = blocks.iter().filter_map(|block| match block {
        Block::Heading(heading) => Some(heading.level),
        _ => None,
    });
    levels.min().unwrap_or_default()
}

/// Units of a chapter above which some are put together before it is cut: every unit is
/// held against all others of a file, of which there may be thousands.
const MANY: usize = 10_000;

/// Bundles that make a file, at least.
const BUNDLES: usize = 128;

/// Units put together into bundles of so much weight, and where each begins, and the last
/// ends. A bundle begins wherever a cut harms little.
fn bundled(units: &[Unit], weight: usize) -> (Vec<Unit>, Vec<usize>) {
    let mut bundles: Vec<Unit> = Vec::new();
    let mut begins = Vec::new();
    for (place, &unit) in units.iter().enumerate() {
        // What should stay together may be heavier.
        let most = match unit.harm {
            0..BEHIND_PAUSE => 0,
            BEHIND_PAUSE..INSIDE_FORM => weight,
            INSIDE_FORM.. => 4 * weight,
        };
        match bundles.last_mut() {
            // Units of unknown weight are counted.
            Some(last) if last.weight + unit.weight < most => {
                last.weight += unit.weight + 1;
            }
            _ => {
                bundles.push(unit);
                begins.push(place);
            }
        }
    }
    begins.push(units.len());
    (bundles, begins)
}

/// What is never cut.
#[derive(Debug, Clone, Copy)]
struct Unit {
    /// What it weighs, in bytes.
    weight: usize,
    /// What a cut before it harms.
    harm: u32,
}

/// What a file holds at most.
#[derive(Debug)]
struct Room {
    weight: usize,
    units: usize,
}

/// Cuts units into files so that the cuts harm least, and among such ways so that the
/// files are most alike (least squares of their weights). A unit that is larger than a
/// file has one to itself. One file, maybe empty, at least.
fn cut(units: &[Unit], room: &Room) -> Vec<Range<usize>> {
    // For every end: the least cost of all files up to it, and where the last begins.
    let mut best: Vec<((u64, u128), usize)> = vec![((0, 0), 0)];
    for end in 1..=units.len() {
        let mut least: Option<((u64, u128), usize)> = None;
        let mut weight = 0;
        for start in (0..end).rev() {
            weight += units[start].weight;
            let count = end - start;
            if count > 1 && (weight > room.weight || count > room.units) {
                break;
            }
            let (harm, squares) = best[start].0;
            let harm = harm + u64::from(FILE) + u64::from(units[start].harm);
            // Units of unknown weight are counted.
            let load = (weight + count) as u128;
            let cost = (harm, squares + load * load);
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

    use super::{Room, Unit, cut};

    /// What all cuts harm, by trying every way to cut.
    fn least_harm(units: &[Unit], room: &Room) -> u64 {
        let ways = 1_u32 << units.len().saturating_sub(1);
        let harm = |way: u32| {
            let (mut harm, mut weight, mut count) = (10, 0, 0);
            for (place, unit) in units.iter().enumerate() {
                if place > 0 && way & (1 << (place - 1)) != 0 {
                    harm += u64::from(unit.harm) + 10;
                    (weight, count) = (0, 0);
                }
                weight += unit.weight;
                count += 1;
                if count > 1 && (weight > room.weight || count > room.units) {
                    return None;
                }
            }
            Some(harm)
        };
        (0..ways).filter_map(harm).min().unwrap_or_default()
    }

    proptest! {
        #[test]
        fn no_other_way_to_cut_harms_less(
            given in prop::collection::vec((0_usize..120, 0_u32..40), 1..11),
            most in 1_usize..6,
        ) {
            let units: Vec<Unit> =
                given.into_iter().map(|(weight, harm)| Unit { weight, harm }).collect();
            let room = Room { weight: 100, units: most };
            let files = cut(&units, &room);
            let mut end = 0;
            let mut harm = 0;
            for file in &files {
                prop_assert_eq!(file.start, end);
                end = file.end;
                let weight: usize = units[file.clone()].iter().map(|u| u.weight).sum();
                prop_assert!(file.len() == 1 || weight <= 100 && file.len() <= most);
                let before = if file.start == 0 { 0 } else { units[file.start].harm };
                harm += 10 + u64::from(before);
            }
            prop_assert_eq!(end, units.len());
            prop_assert_eq!(harm, least_harm(&units, &room));
        }
    }

    #[test]
    fn files_are_alike_where_cuts_are() {
        let units = [Unit { weight: 10, harm: 1 }; 12];
        let files = cut(&units, &Room { weight: 100, units: 12 });
        assert_eq!(files, [0..6, 6..12]);
    }

    #[test]
    fn what_has_no_units_is_one_file() {
        let empty = 0..0;
        assert_eq!(cut(&[], &Room { weight: 100, units: 12 }), [empty]);
    }
}
