//! Folios: the numbers that pages carry.
//!
//! They are found as a chain: numbers that rise with the pages, of which each is judged
//! by the others.

use std::collections::BTreeMap;

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rustc_hash::FxHashMap;

use super::furniture::{EDGE, Folio, Furniture, LONG_HEAD, PAGE_LENGTHS};
use super::numbers::PageNumber;
use super::pages::{Sheet, Turn};
use crate::recover::model::RemovalKind;
use crate::text::note_labels::is_label;
use crate::text::sentences::runs_on;
use crate::text::spelling::is_reading_of;

/// So many folios in the midst of pages show that what was taken for page turns is none.
const FOLIOS_TO_TELL: usize = 4;

/// Worth of a chain of folios from which it is believed, in hundredths: two folios at
/// the edges of known pages, or five bare numbers at the distance of pages.
const BELIEVED: i32 = 300;

/// What it says, in hundredths, for a number at the head of a known page that it is set at
/// the other margin than the words beside it, with white below.
const SET_APART: i32 = 100;
/// Fewest spaces between such a number and the words.
const MARGINS: &str = "   ";

// Worth of a step from one folio to the next where nothing else shows the pages, in
// hundredths; set on the development cases.

/// Most that a page longer than the one before says against the step.
const LONGER_PAGE: i32 = 150;
/// Most that a shorter one says: the last page of a chapter is as short as it likes.
const SHORTER_PAGE: i32 = 60;
/// What it says that one has dashes, brackets or a running head, and the other has not.
const OTHER_DRESS: i32 = 40;
/// Fewest solid lines of a page, where a chapter ends with it.
const SHORTEST_PAGE: usize = 3;
/// What a page says against the step that is shorter than [`PAGE_LENGTHS`] has it: the
/// items of a list are.
const SHORT_PAGE: i32 = 150;
/// What it says for a number that it stands on the last line of the text.
const LAST_LINE: i32 = 60;
/// What it says for a number that a sentence runs on across it: so it does across every
/// second page turn, and across no number of a chapter. A mark that the extraction set on
/// a line of its own has it, too, but not at the edge of a page.
const TORN: i32 = 120;
/// The same for a number at the edge of a known page: it is a folio, though it be the only
/// one.
const TORN_AT_EDGE: i32 = 250;
/// What it says for a number that it stands right below a note: so does the folio of a page
/// with notes, and hardly anything else.
const BELOW_NOTE: i32 = 80;
/// Numbers below this one may stand below the last note of a chapter and head the next.
const NO_CHAPTER: u32 = 10;
/// A note at the foot has so few lines that its label is looked for in them.
const NOTE_LINES: usize = 6;
/// So many lines with a number before and behind a running head are looked through for
/// other readings of it.
const NEAR_HEADS: usize = 12;
/// From this number on nothing else is counted so far, but notes.
const HIGH: u32 = 100;
/// What such a number says for itself.
const HIGH_SAYS: i32 = 50;

/// A number that may be a folio.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    /// Its line.
    pub(crate) rank: usize,
    number: PageNumber,
    /// Worth of this one alone, in hundredths.
    worth: i32,
    /// It needs no other: a sentence runs on across it at the edge of a known page, or it
    /// stands between dashes below a note.
    alone: bool,
    /// It stands below a note, and so at the foot of its page if nothing else shows that.
    below_note: bool,
    page: usize,
    /// Best chain that ends here, and how many folios it has.
    best: i32,
    length: usize,
    before: Option<usize>,
    /// Solid lines of the longest pages before this.
    pace: usize,
}

/// Finds chains of folios among the lines that may be some, and marks them.
pub(crate) fn find(
    sheet: &Sheet<'_>,
    mut candidates: Vec<Candidate>,
    furniture: &mut Furniture,
) {
    candidates.retain(|one| furniture.kinds[one.rank].is_none());
    // Front matter has a chain of its own, and a book of several texts may have more.
    for chain_number in 0..4 {
        let Some(chain) = best_chain(sheet, &mut candidates) else { break };
        let (first, last) =
            (candidates[chain[0]].rank, candidates[chain[chain.len() - 1]].rank);
        let mut found: Vec<Folio> = Vec::with_capacity(chain.len());
        for &place in &chain {
            let Candidate { rank, number, page, below_note, .. } = &candidates[place];
            furniture.kinds[*rank] = Some(RemovalKind::Folio);
            let range = sheet.page_ranks(*page);
            let (above, below) = (rank - range.start, range.end - 1 - rank);
            let at_foot = match sheet.turn {
                Turn::FormFeed => above > below,
                _ if *below_note => true,
                // A page that begins with its folio shows no space.
                Turn::Space => above > below && below < EDGE,
                Turn::Unmarked => false,
            };
            found.push(Folio {
                rank: *rank,
                printed: number.printed.clone(),
                value: number.value,
                roman: number.roman,
                at_foot,
                chain: chain_number,
            });
        }
        if sheet.turn == Turn::Unmarked {
            let at_foot = stand_at_foot(sheet, &found);
            for folio in &mut found {
                folio.at_foot = at_foot;
            }
        }
        furniture.folios.append(&mut found);
        candidates.retain(|one| one.rank < first || one.rank > last);
    }
    furniture.folios.sort_by_key(|folio| folio.rank);
}

/// Whether the number at the head of a page stands at the other margin than its words.
fn is_set_apart(sheet: &Sheet<'_>, rank: usize) -> bool {
    let words = sheet.words(rank);
    let (first, last) = (words.split_once(MARGINS), words.rsplit_once(MARGINS));
    let is_number = |word: &str| word.chars().all(|c| c.is_ascii_digit());
    let apart = first.is_some_and(|(word, _)| is_number(word))
        || last.is_some_and(|(_, word)| is_number(word.trim()));
    apart
        && sheet.starts.binary_search(&rank).is_ok()
        && rank + 1 < sheet.solid.len()
        && sheet.blanks_before(rank + 1) > 0
}

/// Whether folios stand at the foot, where nothing but they show the pages: then about
/// a page of text stands before the first.
fn stand_at_foot(sheet: &Sheet<'_>, chain: &[Folio]) -> bool {
    let span = chain[chain.len() - 1].rank - chain[0].rank;
    let pace = span / (chain.len() - 1).max(1);
    let after = sheet.solid.len() - 1 - chain[chain.len() - 1].rank;
    chain[0].rank * 2 > pace || (after == 0 && chain[0].rank > 2)
}

/// The lines that may be folios, in order, given what the lines say.
pub(crate) fn candidates(sheet: &Sheet<'_>, keys: &[&str]) -> Vec<Candidate> {
    let finder = Finder::new(sheet, keys);
    let ranks = (0..sheet.solid.len()).into_par_iter();
    ranks.filter_map(|rank| finder.candidate(rank)).collect()
}

/// A text in which folios are looked for.
struct Finder<'a, 's> {
    sheet: &'a Sheet<'s>,
    /// What lines say, as running heads are compared.
    keys: &'a [&'a str],
    /// How many lines say the same.
    times: FxHashMap<&'a str, usize>,
    /// The lines that are a number beside words.
    beside: Vec<usize>,
    usual_gap: usize,
}

/// What is known of a line that may be a folio.
struct Sight {
    number: PageNumber,
    /// How deep it stands in its page.
    depth: usize,
    /// It is a number beside words that come nowhere else.
    once: bool,
    /// A sentence runs on across it.
    torn: bool,
    /// A running head stands on the line before or after it.
    under_head: bool,
}

impl<'a, 's> Finder<'a, 's> {
    fn new(sheet: &'a Sheet<'s>, keys: &'a [&'a str]) -> Self {
        let mut times: FxHashMap<&str, usize> = FxHashMap::default();
        for &key in keys.iter().filter(|key| key.chars().count() >= 4) {
            *times.entry(key).or_default() += 1;
        }
        let is_beside =
            |&rank: &usize| sheet.number(rank).is_some_and(|one| one.beside_words);
        let beside = (0..sheet.solid.len()).filter(is_beside).collect();
        Self { sheet, keys, times, beside, usual_gap: usual_gap(sheet) }
    }

    /// The candidate that a line is, if it is one.
    fn candidate(&self, rank: usize) -> Option<Candidate> {
        let sheet = self.sheet;
        let words = sheet.words(rank);
        let number = sheet.number(rank)?.clone();
        let sight = Sight {
            depth: depth(sheet, rank),
            once: number.beside_words && self.repeats(rank) < 2,
            torn: tears(sheet, rank),
            under_head: self.is_under_head(rank),
            number,
        };
        if sight.number.beside_words && !self.may_stand_beside(rank, &sight) {
            return None;
        }
        let torn = self.tear(&sight);
        let below_note = sight.number.value >= NO_CHAPTER
            && !sight.number.beside_words
            && below_note(sheet, rank);
        // The last words of a note may be `1564.)`, but not `(1564)`.
        let between = words.starts_with(|c: char| !c.is_alphanumeric())
            && words.ends_with(|c: char| !c.is_alphanumeric());
        let noted = match (below_note, between) {
            (false, _) => 0,
            (true, false) => BELOW_NOTE,
            (true, true) => TORN_AT_EDGE,
        };
        let high = if sight.number.value >= HIGH { HIGH_SAYS } else { 0 };
        let worth =
            self.look(rank, &sight) + self.edge(rank, &sight) + torn + noted + high;
        Some(Candidate {
            rank,
            number: sight.number,
            worth,
            below_note,
            alone: torn == TORN_AT_EDGE || noted == TORN_AT_EDGE,
            page: sheet.page(rank),
            best: 0,
            length: 1,
            before: None,
            pace: 0,
        })
    }

    /// How many lines say what stands beside a number.
    fn repeats(&self, rank: usize) -> usize {
        match self.times.get(self.keys[rank]) {
            Some(&times) if times >= 2 => times,
            times => {
                let readings = readings(self.sheet, self.keys, &self.beside, rank);
                readings.max(times.copied().unwrap_or_default())
            }
        }
    }

    /// Whether a number beside words may be a folio: it is one only beside a running head.
    /// The head of a chapter may come but once, at the edge of its page. What begins as
    /// notes do is a note at the foot, and a head at the head.
    fn may_stand_beside(&self, rank: usize, sight: &Sight) -> bool {
        let sheet = self.sheet;
        if sheet.shape(rank).width > sheet.measure {
            return false;
        }
        let words = sheet.words(rank);
        let at_edge = || {
            sheet.turn != Turn::Unmarked
                && sight.depth == 0
                && (!is_label(words) || sheet.page_ranks(sheet.page(rank)).start == rank)
        };
        let tears_text =
            || sight.torn && !is_label(words) && !words.starts_with(char::is_lowercase);
        // Few words are Roman figures, but those come in every book: `vi`, `i`.
        !sight.once || !sight.number.roman && (at_edge() || tears_text())
    }

    /// Whether a running head stands on the line before or after a line, which is as good as
    /// one on the same line.
    fn is_under_head(&self, rank: usize) -> bool {
        let near = [rank.checked_sub(1), Some(rank + 1)].into_iter().flatten();
        near.filter_map(|near| self.keys.get(near)).any(|&key| {
            key.chars().count() >= LONG_HEAD
                && self.times.get(key).is_some_and(|&times| times >= 3)
        })
    }

    /// What its look says for a candidate.
    fn look(&self, rank: usize, sight: &Sight) -> i32 {
        let number = &sight.number;
        let dress = match (number.beside_words, number.decorated || sight.under_head) {
            (true, _) if sight.once && is_set_apart(self.sheet, rank) => SET_APART,
            (true, _) if sight.once => 0,
            (true, _) => 250,
            (false, true) => 200,
            (false, false) => 100,
        };
        let roman = match (number.roman, self.sheet.turn) {
            // Where nothing shows the pages they head chapters.
            (true, Turn::Unmarked) if number.is_upper() => -250,
            (true, Turn::Unmarked) => -100,
            _ => 0,
        };
        dress + roman
    }

    /// What its place on the page says for it.
    fn edge(&self, rank: usize, sight: &Sight) -> i32 {
        let (sheet, number) = (self.sheet, &sight.number);
        match sheet.turn {
            Turn::Unmarked if rank + 1 == sheet.solid.len() => LAST_LINE,
            Turn::Unmarked => gap(sheet, rank, self.usual_gap),
            // Upper-case roman numbers head chapters, and those begin pages.
            _ if number.roman && !number.decorated && number.is_upper() => -150,
            _ if sight.depth < EDGE => 100,
            // Pages that begin with a running head may show no space.
            Turn::Space if sight.under_head => 50,
            Turn::Space => -100,
            Turn::FormFeed => -400,
        }
    }

    /// What it says for it that a sentence runs on across it.
    fn tear(&self, sight: &Sight) -> i32 {
        match self.sheet.turn {
            _ if !sight.torn => 0,
            Turn::Unmarked => TORN,
            Turn::FormFeed | Turn::Space if sight.depth == 0 => TORN_AT_EDGE,
            Turn::FormFeed | Turn::Space => 0,
        }
    }
}

/// How many lines near this one are readings of the same running head, with a number at
/// either end: each may be misread in its own way.
fn readings(sheet: &Sheet<'_>, keys: &[&str], beside: &[usize], rank: usize) -> usize {
    let Ok(at) = beside.binary_search(&rank) else { return 0 };
    let near = at.saturating_sub(NEAR_HEADS)..(at + NEAR_HEADS + 1).min(beside.len());
    let like = |other: &&usize| {
        sheet.shape(**other).width < sheet.measure
            && is_reading_of(keys[rank], keys[**other])
    };
    beside[near].iter().filter(like).count()
}

/// Whether a sentence runs on across a line, or across it and a running head beside it.
fn tears(sheet: &Sheet<'_>, rank: usize) -> bool {
    let head = |rank: usize| {
        let words = sheet.words(rank);
        !words.starts_with(char::is_lowercase) && sheet.shape(rank).width < sheet.measure
    };
    let last = sheet.solid.len() - 1;
    let runs_on = |before: Option<usize>, after: usize| {
        before.is_some_and(|before| {
            after <= last && runs_on(sheet.words(before), sheet.words(after))
        })
    };
    let (one, two) = (rank.checked_sub(1), rank.checked_sub(2));
    runs_on(one, rank + 1)
        || rank < last && head(rank + 1) && runs_on(one, rank + 2)
        || one.is_some_and(head) && runs_on(two, rank + 1)
}

/// Whether the lines right above a line are a note.
fn below_note(sheet: &Sheet<'_>, rank: usize) -> bool {
    let above = rank.saturating_sub(NOTE_LINES)..rank;
    above.rev().any(|above| {
        let words = sheet.words(above);
        is_label(words) || words.starts_with(['*', '†'])
    })
}

/// How many blank lines stand before most solid lines.
fn usual_gap(sheet: &Sheet<'_>) -> usize {
    let mut gaps: Vec<usize> =
        (1..sheet.solid.len()).map(|rank| sheet.blanks_before(rank)).collect();
    gaps.sort_unstable();
    gaps.get(gaps.len() / 2).copied().unwrap_or_default()
}

/// What the blank lines about a number say for its being a folio.
fn gap(sheet: &Sheet<'_>, rank: usize, usual: usize) -> i32 {
    let before = sheet.blanks_before(rank);
    let after =
        if rank + 1 < sheet.solid.len() { sheet.blanks_before(rank + 1) } else { 0 };
    if before.max(after) > usual { 60 } else { 0 }
}

/// How many solid lines stand between a line and the nearer edge of its page.
fn depth(sheet: &Sheet<'_>, rank: usize) -> usize {
    let range = sheet.page_ranks(sheet.page(rank));
    (rank - range.start).min(range.end - 1 - rank)
}

/// What beginning a chain costs, in hundredths.
const BEGIN: i32 = -150;

/// The chain of greatest worth, if it is to be believed, as places among the candidates.
fn best_chain(sheet: &Sheet<'_>, candidates: &mut [Candidate]) -> Option<Vec<usize>> {
    // The last candidates of each number, and the last of each distance of number and
    // page: only those can come before.
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
        let drift = match sheet.turn {
            Turn::Space => -3..=3,
            Turn::FormFeed | Turn::Unmarked => 0..=0,
        };
        let far = drift
            .filter(|_| sheet.turn != Turn::Unmarked)
            .filter_map(|by| by_offset.get(&(roman, offset.1 + by)));
        for &earlier in near.chain(far) {
            let Some((worth, step_pace)) = step(sheet, &candidates[earlier], one) else {
                continue;
            };
            let worth = candidates[earlier].best + worth;
            if worth > best {
                (best, before, pace) = (worth, Some(earlier), step_pace);
                length = candidates[earlier].length + 1;
            }
        }
        let best = best + one.worth;
        let one = &mut candidates[place];
        (one.best, one.before, one.pace, one.length) = (best, before, pace, length);
        let list = by_number.entry((roman, value)).or_default();
        if list.len() == 6 {
            list.remove(0);
        }
        list.push(place);
        let last = by_offset.entry(offset).or_insert(place);
        if candidates[*last].best <= best {
            *last = place;
        }
    }
    let last = (0..candidates.len()).max_by_key(|&place| candidates[place].best)?;
    let one = &candidates[last];
    if one.best < BELIEVED || one.length < 2 && !one.alone {
        return None;
    }
    let mut chain = vec![last];
    while let Some(before) = candidates[chain[chain.len() - 1]].before {
        chain.push(before);
    }
    chain.reverse();
    Some(chain)
}

/// Worth of one folio following another, in hundredths, and the solid lines of a full page
/// between them; none where it cannot.
fn step(sheet: &Sheet<'_>, from: &Candidate, to: &Candidate) -> Option<(i32, usize)> {
    let pages = to.number.value.checked_sub(from.number.value)?;
    if pages == 0 || to.rank <= from.rank {
        return None;
    }
    let mut lines = (to.rank - from.rank) / pages as usize;
    let skipped =
        i32::try_from(pages - 1).unwrap_or(i32::MAX).saturating_mul(30).min(150);
    let mut worth = -skipped;
    if from.number.decorated != to.number.decorated
        || from.number.beside_words != to.number.beside_words
    {
        worth -= OTHER_DRESS;
    }
    if sheet.turn == Turn::Unmarked {
        if !(SHORTEST_PAGE..=*PAGE_LENGTHS.end()).contains(&lines) {
            return None;
        }
        let ends = to.rank + 1 == sheet.solid.len();
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
        // Where a space shows the page turns, some are not shown, and some spaces are
        // none.
        let (each, most) = match sheet.turn {
            Turn::FormFeed => (150, 450),
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

/// The sheet, without the pages that single spaces show if the folios show others.
pub(crate) fn with_true_pages(mut sheet: Sheet<'_>) -> Sheet<'_> {
    if sheet.turn != Turn::Space {
        return sheet;
    }
    let starts = std::mem::take(&mut sheet.starts);
    sheet.turn = Turn::Unmarked;
    let mut furniture =
        Furniture { kinds: vec![None; sheet.solid.len()], ..Furniture::default() };
    let keys: Vec<&str> = (0..sheet.solid.len()).map(|rank| sheet.key(rank)).collect();
    find(&sheet, candidates(&sheet, &keys), &mut furniture);
    let agrees = |folio: &&Folio| {
        let near = starts.partition_point(|&start| start + EDGE < folio.rank);
        starts.get(near).is_some_and(|&start| start <= folio.rank + EDGE)
    };
    let folios = furniture.folios.len();
    let agreeing = furniture.folios.iter().filter(agrees).count();
    if folios < FOLIOS_TO_TELL || agreeing * 2 >= folios {
        sheet.turn = Turn::Space;
        sheet.starts = starts;
    }
    sheet
}
