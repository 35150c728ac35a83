//! Folios: the numbers that pages carry.
//!
//! Folios are found as chains of numbers that rise with the pages, so that each number is
//! judged by the others.

use std::collections::{BTreeMap, BTreeSet};

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rustc_hash::FxHashMap;

use super::folio_candidate::FolioCandidate;
use super::furniture::{EDGE, Furniture, LONG_HEAD, PAGE_LENGTHS, SourceFolio};
use super::page_numbers::PageNumber;
use super::source_layout::{PageTurn, SourceLayout};
use super::standing_lines::StandingLines;
use super::{heading_numbers, stanza_numbers};
use crate::recover::model::RemovalKind;
use crate::text::note_labels::begins_with_label;
use crate::text::numerals::has_numeral_capitals_only;
use crate::text::spelling::is_reading_of;
use crate::text::viterbi::trace_chain;

/// Most chains of folios. Front matter has its own chain, and a book of several texts may
/// have more.
const MOST_CHAINS: usize = 4;

/// This many folios in the middle of pages show that the supposed page turns are wrong.
const FOLIOS_TO_TELL: usize = 4;

/// Least worth of an accepted chain of folios, in hundredths: two folios at the edges of
/// known pages, or five bare numbers a page apart.
const BELIEVED: i32 = 300;

/// The score, in hundredths, of a number at the head of a known page that is at the
/// margin opposite the words on its line, with white space below.
const SET_APART: i32 = 100;
/// Fewest spaces between such a number and the words.
const MARGINS: &str = "   ";
/// The least space between them in a PDF, in thousandths of an em: the number of a section is
/// seldom set so far before its title.
const WIDE_GAP: i32 = 3000;

// Scores for the step from one folio to the next where nothing else shows the pages, in
// hundredths; set on the development cases.

/// Largest penalty for a page longer than the one before.
const LONGER_PAGE: i32 = 150;
/// Largest penalty for a shorter page: the last page of a chapter may have any length.
const SHORTER_PAGE: i32 = 60;
/// Penalty if only one of the two has dashes, brackets or a running head.
const OTHER_DRESS: i32 = 40;
/// Fewest solid lines of a page that ends a chapter.
const SHORTEST_PAGE: usize = 3;
/// Penalty for a page shorter than [`PAGE_LENGTHS`] allows: items of a list are that
/// short.
const SHORT_PAGE: i32 = 150;
/// Score of a number on the last line of the text.
const LAST_LINE: i32 = 60;
/// Score of a number that interrupts a sentence. Every second page turn interrupts one,
/// and no chapter number does. A mark that the extraction set on a line of its own does
/// too, but not at the edge of a page.
const TORN: i32 = 120;
/// Score of such a number at the edge of a known page: it is a folio even if it is the
/// only one.
const TORN_AT_EDGE: i32 = 250;
/// Score of a number right below a note: the folio of a page with notes is there, and
/// hardly anything else.
const BELOW_NOTE: i32 = 80;
/// Smaller numbers may be below the last note of a chapter and number the next chapter.
const NO_CHAPTER: u32 = 10;
/// Score of a number at the height of those of other pages, apart from the text.
const STANDS: i32 = 100;
/// The label of a note at the foot is looked for in this many lines.
const NOTE_LINES: usize = 6;
/// This many numbered lines before and after a running head are searched for other
/// readings of it.
const NEAR_HEADS: usize = 12;
/// From this number on, hardly anything but notes and pages is counted.
const HIGH: u32 = 100;
/// Score of such a number.
const HIGH_SAYS: i32 = 50;

/// Finds chains of folios among the candidates and marks their lines.
pub(crate) fn mark_folios(
    source: &SourceLayout<'_>,
    mut candidates: Vec<FolioCandidate>,
    furniture: &mut Furniture,
) {
    candidates.retain(|one| furniture.kinds[one.line_no].is_none());
    let mut chain_number = 0;
    while chain_number < MOST_CHAINS {
        let Some(chain) = find_best_chain(source, &mut candidates) else { break };
        let numbers: Vec<&FolioCandidate> =
            chain.iter().map(|&place| &candidates[place]).collect();
        if stanza_numbers::numbers_stanzas(source, &numbers)
            || heading_numbers::number_headings(source, &numbers)
        {
            let line_nos: BTreeSet<usize> =
                numbers.iter().map(|number| number.line_no).collect();
            candidates.retain(|one| !line_nos.contains(&one.line_no));
            continue;
        }
        let (first, last) =
            (candidates[chain[0]].line_no, candidates[chain[chain.len() - 1]].line_no);
        let mut found: Vec<SourceFolio> = Vec::with_capacity(chain.len());
        for &place in &chain {
            let FolioCandidate { line_no, number, page, below_note, .. } =
                &candidates[place];
            furniture.kinds[*line_no] = Some(RemovalKind::Folio);
            let range = source.page_lines(*page);
            let (above, below) = (line_no - range.start, range.end - 1 - line_no);
            let at_foot = match source.turn {
                PageTurn::FormFeed => above > below,
                _ if *below_note => true,
                // A page that begins with its folio has no leading space.
                PageTurn::Space => above > below && below < EDGE,
                PageTurn::Unmarked => false,
            };
            found.push(SourceFolio {
                line_no: *line_no,
                printed: number.printed.clone(),
                value: number.value,
                roman: number.roman,
                at_foot,
                chain: chain_number,
            });
        }
        if source.turn == PageTurn::Unmarked {
            let at_foot = stand_at_foot(source, &found);
            for folio in &mut found {
                folio.at_foot = at_foot;
            }
        }
        furniture.folios.append(&mut found);
        chain_number += 1;
        candidates.retain(|one| one.line_no < first || one.line_no > last);
    }
    furniture.folios.sort_by_key(|folio| folio.line_no);
}

/// Whether the number at the head of a page is at the opposite margin from its words.
pub(crate) fn is_set_apart(source: &SourceLayout<'_>, line_no: usize) -> bool {
    let words = source.words(line_no);
    let (first, last) = (words.split_once(MARGINS), words.rsplit_once(MARGINS));
    let is_number = |word: &str| word.chars().all(|c| c.is_ascii_digit());
    let look = source.text.looks.get(source.solid_lines[line_no]);
    let apart = first.is_some_and(|(word, _)| is_number(word))
        || last.is_some_and(|(_, word)| is_number(word.trim()))
        || look.is_some_and(|look| look.gap >= WIDE_GAP);
    apart
        && source.starts.binary_search(&line_no).is_ok()
        && line_no + 1 < source.solid_lines.len()
        && source.blanks_before(line_no + 1) > 0
}

/// Whether folios are at the foot, if only folios show the pages: then about one page of
/// text precedes the first.
fn stand_at_foot(source: &SourceLayout<'_>, chain: &[SourceFolio]) -> bool {
    let span = chain[chain.len() - 1].line_no - chain[0].line_no;
    let pace = span / (chain.len() - 1).max(1);
    let after = source.solid_lines.len() - 1 - chain[chain.len() - 1].line_no;
    chain[0].line_no * 2 > pace || (after == 0 && chain[0].line_no > 2)
}

/// Finds the lines that may be folios, in order; `keys` has the head key of each line.
pub(crate) fn find_folio_candidates(
    source: &SourceLayout<'_>,
    keys: &[&str],
    standing: &StandingLines,
) -> Vec<FolioCandidate> {
    let finder = FolioScan::new(source, keys, standing);
    let line_nos = (0..source.solid_lines.len()).into_par_iter();
    line_nos.filter_map(|line_no| finder.read_candidate(line_no)).collect()
}

/// A text that is searched for folios.
struct FolioScan<'a, 's> {
    source: &'a SourceLayout<'s>,
    /// The head key of each line.
    keys: &'a [&'a str],
    /// How many lines have the same key.
    times: FxHashMap<&'a str, usize>,
    /// The lines that have a number beside words.
    beside: Vec<usize>,
    standing: &'a StandingLines,
    usual_gap: usize,
}

/// The context of a line that may be a folio.
struct FolioContext {
    number: PageNumber,
    /// Its distance from the edge of its page, in lines.
    depth: usize,
    /// It is a number beside words that occur nowhere else.
    once: bool,
    /// It interrupts a sentence.
    torn: bool,
    /// The line before or after it is a running head.
    under_head: bool,
}

impl<'a, 's> FolioScan<'a, 's> {
    fn new(
        source: &'a SourceLayout<'s>,
        keys: &'a [&'a str],
        standing: &'a StandingLines,
    ) -> Self {
        let mut times: FxHashMap<&str, usize> = FxHashMap::default();
        let is_head =
            |key: &&&str| key.chars().count() >= 4 || has_numeral_capitals_only(key);
        for &key in keys.iter().filter(is_head) {
            *times.entry(key).or_default() += 1;
        }
        let is_beside =
            |&line_no: &usize| source.number(line_no).is_some_and(|one| one.beside_words);
        let beside = (0..source.solid_lines.len()).filter(is_beside).collect();
        Self { source, keys, times, beside, standing, usual_gap: usual_gap(source) }
    }

    /// Reads a line as a candidate, if it can be one.
    fn read_candidate(&self, line_no: usize) -> Option<FolioCandidate> {
        let source = self.source;
        let words = source.words(line_no);
        let number = source.number(line_no)?.clone();
        if number.beside_words && heading_numbers::numbers_section(words, number.value) {
            return None;
        }
        let sight = FolioContext {
            depth: page_depth(source, line_no),
            once: number.beside_words && self.count_repeats(line_no) < 2,
            torn: source.splits_sentence(line_no),
            under_head: self.is_under_head(line_no),
            number,
        };
        if sight.number.beside_words && !self.may_stand_beside(line_no, &sight) {
            return None;
        }
        let torn = self.score_tear(&sight);
        let below_note = sight.number.value >= NO_CHAPTER
            && !sight.number.beside_words
            && is_below_note(source, line_no);
        // A note may end with `1564.)`, but not with `(1564)`.
        let between = words.starts_with(|c: char| !c.is_alphanumeric())
            && words.ends_with(|c: char| !c.is_alphanumeric());
        let noted = match (below_note, between) {
            (false, _) => 0,
            (true, false) => BELOW_NOTE,
            (true, true) => TORN_AT_EDGE,
        };
        let high = if sight.number.value >= HIGH { HIGH_SAYS } else { 0 };
        let worth = self.score_look(line_no, &sight)
            + self.score_place(line_no, &sight)
            + torn
            + noted
            + high
            + if self.stands(line_no, &sight.number) { STANDS } else { 0 };
        Some(FolioCandidate {
            line_no,
            number: sight.number,
            worth,
            below_note,
            alone: torn == TORN_AT_EDGE || noted == TORN_AT_EDGE,
            page: source.page_of(line_no),
            chain_worth: 0,
            length: 1,
            backpointer: None,
            pace: 0,
        })
    }

    /// Whether a number stands at the height of those of other pages. Notes of one line at
    /// the foot stand so as well, but they have words.
    fn stands(&self, line_no: usize, number: &PageNumber) -> bool {
        self.standing.is_at_head(line_no)
            || self.standing.contains(line_no) && !number.beside_words
    }

    /// How many lines repeat the words beside a number.
    fn count_repeats(&self, line_no: usize) -> usize {
        match self.times.get(self.keys[line_no]) {
            Some(&times) if times >= 2 => times,
            times => {
                let readings =
                    count_similar_heads(self.source, self.keys, &self.beside, line_no);
                readings.max(times.copied().unwrap_or_default())
            }
        }
    }

    /// Whether a number beside words may be a folio: it is one only beside a running
    /// head. The head of a chapter may occur just once, at the edge of its page. A line
    /// that begins like a note is a note at the foot, and a head at the head.
    fn may_stand_beside(&self, line_no: usize, sight: &FolioContext) -> bool {
        let source = self.source;
        // A head in small type has more letters than a line of the text.
        if source.shape(line_no).width > source.measure
            && !self.standing.is_at_head(line_no)
        {
            return false;
        }
        let words = source.words(line_no);
        let at_edge = || {
            source.turn != PageTurn::Unmarked
                && sight.depth == 0
                && (!begins_with_label(words)
                    || source.page_lines(source.page_of(line_no)).start == line_no)
        };
        let tears_text = || {
            sight.torn
                && !begins_with_label(words)
                && !words.starts_with(char::is_lowercase)
        };
        // Few words are Roman figures, but every book has some: `vi`, `i`.
        !sight.once || !sight.number.roman && (at_edge() || tears_text())
    }

    /// Whether the line before or after is a running head, which is as good as one on the
    /// same line.
    fn is_under_head(&self, line_no: usize) -> bool {
        let near = [line_no.checked_sub(1), Some(line_no + 1)].into_iter().flatten();
        near.filter_map(|near| self.keys.get(near)).any(|&key| {
            key.chars().count() >= LONG_HEAD
                && self.times.get(key).is_some_and(|&times| times >= 3)
        })
    }

    /// Scores a candidate by its look.
    fn score_look(&self, line_no: usize, sight: &FolioContext) -> i32 {
        let number = &sight.number;
        let dress = match (number.beside_words, number.decorated || sight.under_head) {
            (true, _) if sight.once && is_set_apart(self.source, line_no) => SET_APART,
            (true, _) if sight.once => 0,
            (true, _) => 250,
            (false, true) => 200,
            (false, false) => 100,
        };
        let roman = match (number.roman, self.source.turn) {
            // Where nothing shows the pages, they number chapters.
            (true, PageTurn::Unmarked) if number.is_upper() => -250,
            (true, PageTurn::Unmarked) => -100,
            _ => 0,
        };
        dress + roman
    }

    /// Scores a candidate by its place on the page.
    fn score_place(&self, line_no: usize, sight: &FolioContext) -> i32 {
        let (source, number) = (self.source, &sight.number);
        match source.turn {
            PageTurn::Unmarked if line_no + 1 == source.solid_lines.len() => LAST_LINE,
            PageTurn::Unmarked => score_gap(source, line_no, self.usual_gap),
            // Roman capitals number chapters, and chapters begin pages.
            _ if number.roman && !number.decorated && number.is_upper() => -150,
            // Of two equal numbers at the foot, the outer one is the folio.
            _ if sight.depth < EDGE => {
                100 - i32::try_from(sight.depth).unwrap_or_default()
            }
            // A page that begins with a running head may have no leading space.
            PageTurn::Space if sight.under_head => 50,
            PageTurn::Space => -100,
            PageTurn::FormFeed => -400,
        }
    }

    /// Scores a candidate that interrupts a sentence.
    fn score_tear(&self, sight: &FolioContext) -> i32 {
        match self.source.turn {
            _ if !sight.torn => 0,
            PageTurn::Unmarked => TORN,
            PageTurn::FormFeed | PageTurn::Space if sight.depth == 0 => TORN_AT_EDGE,
            PageTurn::FormFeed | PageTurn::Space => 0,
        }
    }
}

/// How many nearby lines are readings of the same running head, with a number at either
/// end: the extraction may misread each in its own way.
fn count_similar_heads(
    source: &SourceLayout<'_>,
    keys: &[&str],
    beside: &[usize],
    line_no: usize,
) -> usize {
    let Ok(at) = beside.binary_search(&line_no) else { return 0 };
    let near = at.saturating_sub(NEAR_HEADS)..(at + NEAR_HEADS + 1).min(beside.len());
    let like = |other: &&usize| {
        source.shape(**other).width < source.measure
            && is_reading_of(keys[line_no], keys[**other])
    };
    beside[near].iter().filter(like).count()
}

/// Whether the lines right above a line are a note.
fn is_below_note(source: &SourceLayout<'_>, line_no: usize) -> bool {
    let above = line_no.saturating_sub(NOTE_LINES)..line_no;
    above.rev().any(|above| {
        let words = source.words(above);
        begins_with_label(words) || words.starts_with(['*', '†'])
    })
}

/// How many blank lines precede most solid lines.
fn usual_gap(source: &SourceLayout<'_>) -> usize {
    let mut gaps: Vec<usize> = (1..source.solid_lines.len())
        .map(|line_no| source.blanks_before(line_no))
        .collect();
    gaps.sort_unstable();
    gaps.get(gaps.len() / 2).copied().unwrap_or_default()
}

/// Scores a folio by the blank lines around it.
fn score_gap(source: &SourceLayout<'_>, line_no: usize, usual: usize) -> i32 {
    let before = source.blanks_before(line_no);
    let after = if line_no + 1 < source.solid_lines.len() {
        source.blanks_before(line_no + 1)
    } else {
        0
    };
    if before.max(after) > usual { 60 } else { 0 }
}

/// How many solid lines separate a line from the nearer edge of its page.
fn page_depth(source: &SourceLayout<'_>, line_no: usize) -> usize {
    let range = source.page_lines(source.page_of(line_no));
    (line_no - range.start).min(range.end - 1 - line_no)
}

/// Cost of starting a chain, in hundredths.
const BEGIN: i32 = -150;

/// Finds the chain of the greatest worth, if it is worth enough, as indices into the
/// candidates.
fn find_best_chain(
    source: &SourceLayout<'_>,
    candidates: &mut [FolioCandidate],
) -> Option<Vec<usize>> {
    // Only the last candidates of each number, and the last of each offset between number
    // and page, can precede.
    let mut by_number: BTreeMap<(bool, u32), Vec<usize>> = BTreeMap::new();
    let mut by_offset: BTreeMap<(bool, i64), usize> = BTreeMap::new();
    for place in 0..candidates.len() {
        let one = &candidates[place];
        let (roman, value) = (one.number.roman, one.number.value);
        let page = i64::try_from(one.page).unwrap_or(i64::MAX);
        let offset = (roman, i64::from(value) - page);
        let (mut best, mut length, mut before, mut pace) = (BEGIN, 1, None, 0);
        let near = (1..=4)
            .filter_map(|step| by_number.get(&(roman, value.checked_sub(step)?)))
            .flatten();
        let drift = match source.turn {
            PageTurn::Space => -3..=3,
            PageTurn::FormFeed | PageTurn::Unmarked => 0..=0,
        };
        let far = drift
            .filter(|_| source.turn != PageTurn::Unmarked)
            .filter_map(|by| by_offset.get(&(roman, offset.1 + by)));
        for &earlier in near.chain(far) {
            let Some((worth, step_pace)) = score_step(source, &candidates[earlier], one)
            else {
                continue;
            };
            let worth = candidates[earlier].chain_worth + worth;
            if worth > best {
                (best, before, pace) = (worth, Some(earlier), step_pace);
                length = candidates[earlier].length + 1;
            }
        }
        let best = best + one.worth;
        let one = &mut candidates[place];
        (one.chain_worth, one.backpointer, one.pace, one.length) =
            (best, before, pace, length);
        let list = by_number.entry((roman, value)).or_default();
        if list.len() == 6 {
            list.remove(0);
        }
        list.push(place);
        let last = by_offset.entry(offset).or_insert(place);
        if candidates[*last].chain_worth <= best {
            *last = place;
        }
    }
    let last =
        (0..candidates.len()).max_by_key(|&place| candidates[place].chain_worth)?;
    let one = &candidates[last];
    if one.chain_worth < BELIEVED || one.length < 2 && !one.alone {
        return None;
    }
    Some(trace_chain(Some(last), |place| candidates[place].backpointer))
}

/// Scores the step from one folio to another, in hundredths, with the solid lines of a
/// full page between them; `None` if the step is impossible.
fn score_step(
    source: &SourceLayout<'_>,
    from: &FolioCandidate,
    to: &FolioCandidate,
) -> Option<(i32, usize)> {
    let pages = to.number.value.checked_sub(from.number.value)?;
    if pages == 0 || to.line_no <= from.line_no {
        return None;
    }
    let mut lines = (to.line_no - from.line_no) / pages as usize;
    let skipped =
        i32::try_from(pages - 1).unwrap_or(i32::MAX).saturating_mul(30).min(150);
    let mut worth = -skipped;
    if from.number.decorated != to.number.decorated
        || from.number.beside_words != to.number.beside_words
    {
        worth -= OTHER_DRESS;
    }
    if source.turn == PageTurn::Unmarked {
        if !(SHORTEST_PAGE..=*PAGE_LENGTHS.end()).contains(&lines) {
            return None;
        }
        let ends = to.line_no + 1 == source.solid_lines.len();
        if !PAGE_LENGTHS.contains(&lines) && !ends {
            worth -= SHORT_PAGE;
        }
        if from.pace > 0 {
            // Pages are about equally long.
            let most = match lines > from.pace {
                true => LONGER_PAGE,
                false if ends => 0,
                false => SHORTER_PAGE,
            };
            let apart = lines.abs_diff(from.pace) * 300 / lines.max(from.pace);
            worth -= i32::try_from(apart).unwrap_or(most).min(most);
            lines = lines.max(from.pace);
        }
    } else {
        let turned = to.page - from.page;
        let apart = turned.abs_diff(pages as usize);
        // Where spaces show the page turns, some turns have none, and some spaces are no
        // turns.
        let (each, most) = match source.turn {
            PageTurn::FormFeed => (150, 450),
            _ => (50, 200),
        };
        let apart = i32::try_from(apart).unwrap_or(most).saturating_mul(each).min(most);
        worth += if apart == 0 { skipped + 60 } else { skipped / 2 - apart };
        if turned == 0 {
            return None;
        }
    }
    Some((worth, lines))
}

/// Removes the pages that single spaces show, if the folios contradict them.
pub(crate) fn check_page_turns(mut source: SourceLayout<'_>) -> SourceLayout<'_> {
    if source.turn != PageTurn::Space {
        return source;
    }
    let starts = std::mem::take(&mut source.starts);
    source.turn = PageTurn::Unmarked;
    let mut furniture =
        Furniture { kinds: vec![None; source.solid_lines.len()], ..Furniture::default() };
    let keys: Vec<&str> =
        (0..source.solid_lines.len()).map(|line_no| source.head_key(line_no)).collect();
    // Pages that single spaces show have no looks.
    let candidates = find_folio_candidates(&source, &keys, &StandingLines::default());
    mark_folios(&source, candidates, &mut furniture);
    let agrees = |folio: &&SourceFolio| {
        let near = starts.partition_point(|&start| start + EDGE < folio.line_no);
        starts.get(near).is_some_and(|&start| start <= folio.line_no + EDGE)
    };
    let folios = furniture.folios.len();
    let agreeing = furniture.folios.iter().filter(agrees).count();
    if folios < FOLIOS_TO_TELL || agreeing * 2 >= folios {
        source.turn = PageTurn::Space;
        source.starts = starts;
    }
    source
}
