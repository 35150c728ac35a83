//! Running heads, folios and stamps: what the page carries besides the text.
//!
//! Folios are found as a chain: numbers that rise with the pages, of which each is
//! judged by the others. Running heads are what stands at the edges of pages again and
//! again, peeled off from the outside inwards.

use std::collections::{BTreeMap, BTreeSet};

use super::RemovalKind;
use super::labels::is_label;
use super::numbers::{PageNumber, page_number};
use super::pages::{Sheet, Turn};

/// Most pages from one running head to the next of the same words: heads of left and
/// right pages differ, and pages on which chapters open have none.
const CLOSE_PAGES: usize = 4;

/// How many solid lines from the edge of a known page furniture may stand.
const EDGE: usize = 4;

/// Fewest letters of a running head that is told by two occurrences alone. Shorter lines
/// may be a reply in a dialogue, and want three.
const LONG_HEAD: usize = 8;

/// Fewest and most solid lines of a page where the extraction shows no pages.
const PAGE_LENGTHS: std::ops::RangeInclusive<usize> = 8..=110;

/// Worth of a chain of folios from which it is believed, in hundredths: two folios at
/// the edges of known pages, or five bare numbers at the distance of pages.
const BELIEVED: i32 = 300;

/// A folio that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Folio {
    /// Its line.
    pub(super) rank: usize,
    /// The number as it is printed.
    pub(super) printed: String,
    /// It stands at the foot of its page.
    pub(super) at_foot: bool,
    /// Which of the chains of folios it belongs to.
    pub(super) chain: usize,
}

/// What of the lines is furniture.
#[derive(Debug, Clone, Default)]
pub(super) struct Furniture {
    /// What each solid line is; none where it is text or a note.
    pub(super) kinds: Vec<Option<RemovalKind>>,
    /// The folios, in the order of the source.
    pub(super) folios: Vec<Folio>,
    /// Ranks of lines with which a page begins as the furniture shows it, rising.
    pub(super) bounds: Vec<usize>,
}

/// Finds the furniture. Lines of the ranks in `barred` are no folios.
pub(super) fn find(sheet: &Sheet<'_>, barred: &BTreeSet<usize>) -> Furniture {
    let mut furniture = Furniture {
        kinds: vec![None; sheet.solid.len()],
        folios: Vec::new(),
        bounds: Vec::new(),
    };
    let keys: Vec<String> = (0..sheet.solid.len()).map(|rank| key(sheet, rank)).collect();
    folios(sheet, &keys, barred, &mut furniture);
    if sheet.turn == Turn::Unmarked {
        heads_by_distance(sheet, &keys, &mut furniture);
    } else {
        heads_at_edges(sheet, &keys, &mut furniture);
    }
    if sheet.turn != Turn::FormFeed {
        heads_by_folio(sheet, &keys, &mut furniture);
    }
    bound(sheet, &mut furniture);
    furniture
}

/// The letters of a line, small, without figures and spaces: what repeats in a running
/// head. Empty for a line longer than any head.
fn key(sheet: &Sheet<'_>, rank: usize) -> String {
    let words = sheet.words(rank);
    // Longest running heads seen are near 90 characters; a paragraph on one line is not
    // worth a key.
    if words.len() > 250 {
        return String::new();
    }
    words.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

/// A number that may be a folio.
struct Candidate {
    rank: usize,
    number: PageNumber,
    /// Worth of this one alone, in hundredths.
    worth: i32,
    page: usize,
    /// Best chain that ends here, and how many folios it has.
    best: i32,
    length: usize,
    before: Option<usize>,
    /// Solid lines for each page between the one before and this.
    pace: usize,
}

/// Finds chains of folios and marks them.
fn folios(
    sheet: &Sheet<'_>,
    keys: &[String],
    barred: &BTreeSet<usize>,
    furniture: &mut Furniture,
) {
    let mut candidates = candidates(sheet, keys);
    candidates.retain(|one| !barred.contains(&one.rank));
    // Front matter has a chain of its own, and a book of several texts may have more.
    for chain_number in 0..4 {
        let Some(chain) = best_chain(sheet, &mut candidates) else { break };
        let (first, last) =
            (candidates[chain[0]].rank, candidates[chain[chain.len() - 1]].rank);
        let mut found: Vec<Folio> = Vec::with_capacity(chain.len());
        for &place in &chain {
            let Candidate { rank, number, page, .. } = &candidates[place];
            furniture.kinds[*rank] = Some(RemovalKind::Folio);
            let at_foot = sheet.turn != Turn::Unmarked && {
                let range = sheet.page_ranks(*page);
                rank - range.start > range.end - 1 - rank
            };
            let printed = number.printed.clone();
            found.push(Folio { rank: *rank, printed, at_foot, chain: chain_number });
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

/// Whether folios stand at the foot, where nothing but they show the pages: then about
/// a page of text stands before the first.
fn stand_at_foot(sheet: &Sheet<'_>, chain: &[Folio]) -> bool {
    let span = chain[chain.len() - 1].rank - chain[0].rank;
    let pace = span / (chain.len() - 1).max(1);
    let after = sheet.solid.len() - 1 - chain[chain.len() - 1].rank;
    chain[0].rank * 2 > pace || (after == 0 && chain[0].rank > 2)
}

fn candidates(sheet: &Sheet<'_>, keys: &[String]) -> Vec<Candidate> {
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for key in keys.iter().filter(|key| key.chars().count() >= 4) {
        *count.entry(key).or_default() += 1;
    }
    let widest = sheet.measure();
    let usual_gap = usual_gap(sheet);
    (0..sheet.solid.len())
        .filter_map(|rank| {
            let number = page_number(sheet.words(rank))?;
            let repeats = count.get(keys[rank].as_str()).copied().unwrap_or_default();
            // A number beside words is a folio only beside a running head.
            if number.beside_words && (repeats < 2 || sheet.shape(rank).width > widest) {
                return None;
            }
            // A head on the line before or after is as good as one on the same line.
            let under_head = [rank.checked_sub(1), Some(rank + 1)]
                .into_iter()
                .flatten()
                .filter_map(|near| keys.get(near))
                .any(|key| {
                    key.chars().count() >= LONG_HEAD
                        && count.get(key.as_str()).is_some_and(|&times| times >= 3)
                });
            let page = sheet.page(rank);
            let depth = depth(sheet, rank);
            let edge = match sheet.turn {
                Turn::Unmarked => gap(sheet, rank, usual_gap),
                // Upper-case roman numbers head chapters, and those begin pages.
                _ if number.roman && !number.decorated && number.is_upper() => -150,
                _ if depth < EDGE => 100,
                // Pages that begin with a running head may show no space.
                Turn::Space if under_head => 50,
                Turn::Space => -100,
                Turn::FormFeed => -400,
            };
            let plain = match (number.beside_words, number.decorated || under_head) {
                (true, _) => 250,
                (false, true) => 200,
                (false, false) => 100,
            };
            let roman = match (number.roman, sheet.turn) {
                (true, Turn::Unmarked) => -100,
                _ => 0,
            };
            let worth = plain + edge + roman;
            Some(Candidate {
                rank,
                number,
                worth,
                page,
                best: 0,
                length: 1,
                before: None,
                pace: 0,
            })
        })
        .collect()
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
    if candidates[last].best < BELIEVED || candidates[last].length < 2 {
        return None;
    }
    let mut chain = vec![last];
    while let Some(before) = candidates[chain[chain.len() - 1]].before {
        chain.push(before);
    }
    chain.reverse();
    Some(chain)
}

/// Worth of one folio following another, in hundredths, and the solid lines for each
/// page between them; none where it cannot.
fn step(sheet: &Sheet<'_>, from: &Candidate, to: &Candidate) -> Option<(i32, usize)> {
    let pages = to.number.value.checked_sub(from.number.value)?;
    if pages == 0 || to.rank <= from.rank {
        return None;
    }
    let lines = (to.rank - from.rank) / pages as usize;
    let skipped =
        i32::try_from(pages - 1).unwrap_or(i32::MAX).saturating_mul(30).min(150);
    let mut worth = -skipped;
    if from.number.decorated != to.number.decorated
        || from.number.beside_words != to.number.beside_words
    {
        worth -= 40;
    }
    if sheet.turn == Turn::Unmarked {
        if !PAGE_LENGTHS.contains(&lines) {
            return None;
        }
        if from.pace > 0 {
            // Pages are about equally long.
            let apart = lines.abs_diff(from.pace) * 300 / lines.max(from.pace);
            worth -= i32::try_from(apart).unwrap_or(150).min(150);
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

/// Marks what repeats at the edges of known pages, from the outside inwards.
fn heads_at_edges(sheet: &Sheet<'_>, keys: &[String], furniture: &mut Furniture) {
    let mut heads: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for _ in 0..3 {
        let mut found = false;
        for at_foot in [false, true] {
            let mut outer: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
            for page in 0..sheet.pages() {
                let Some(rank) = outermost(sheet, furniture, page, at_foot) else {
                    continue;
                };
                // A note at the foot may be as like another as `3 Ibid.` is.
                if !keys[rank].is_empty() && !is_label(sheet.words(rank)) {
                    outer.entry(&keys[rank]).or_default().push(rank);
                }
            }
            let accepted: Vec<&str> = outer
                .iter()
                .filter(|(key, ranks)| {
                    heads.contains_key(*key) || repeats(sheet, key, ranks)
                })
                .map(|(key, _)| *key)
                .collect();
            for (key, ranks) in &outer {
                let known = accepted.contains(key);
                if known || accepted.iter().take(40).any(|head| is_like(head, key)) {
                    for &rank in ranks {
                        furniture.kinds[rank] = Some(RemovalKind::RunningHead);
                        heads.entry(key).or_default().push(rank);
                        found = true;
                    }
                }
            }
        }
        if !found {
            break;
        }
    }
    for ranks in heads.values_mut() {
        ranks.sort_unstable();
        spare_heading(sheet, keys, ranks, furniture);
    }
}

/// Whether a line at the edge of these pages is a running head: a head comes again
/// within a few pages, where the last lines of two notes are alike by chance.
fn repeats(sheet: &Sheet<'_>, key: &str, ranks: &[usize]) -> bool {
    let needed = if key.chars().count() >= LONG_HEAD { 2 } else { 3 };
    let near = ranks
        .windows(2)
        .filter(|pair| sheet.page(pair[1]) - sheet.page(pair[0]) <= CLOSE_PAGES);
    near.count() + 1 >= needed && ranks.len() >= needed
}

/// The line next to the edge of a page that is no furniture yet, if it is still near.
fn outermost(
    sheet: &Sheet<'_>,
    furniture: &Furniture,
    page: usize,
    at_foot: bool,
) -> Option<usize> {
    let range = sheet.page_ranks(page);
    let open = |rank: &usize| furniture.kinds[*rank].is_none();
    if at_foot {
        let start = range.start.max(range.end.saturating_sub(EDGE));
        (start..range.end).rev().find(open)
    } else {
        range.take(EDGE).find(open)
    }
}

/// Whether two keys are readings of one head: one letter in eight may be misread.
fn is_like(head: &str, key: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (head.chars().collect(), key.chars().collect());
    let allowed = a.len() / 8;
    if allowed == 0 || a.len().abs_diff(b.len()) > allowed {
        return false;
    }
    edit_distance(&a, &b) <= allowed
}

/// Levenshtein 1966: insertions, deletions and substitutions between two words.
fn edit_distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

/// The first of a series may be the heading that the running head repeats. It is,
/// where the same words stand twice at the head of a page: the inner one; where it stands
/// otherwise than the rest, without their folio; and where a new head begins within the
/// text and nothing before it says the same words, for a heading must stand somewhere.
fn spare_heading(
    sheet: &Sheet<'_>,
    keys: &[String],
    ranks: &[usize],
    furniture: &mut Furniture,
) {
    let [first, second, ..] = *ranks else { return };
    if second - first <= 2 && sheet.page(first) == sheet.page(second) {
        furniture.kinds[second] = None;
        return;
    }
    let is_folio = |rank: usize, near: Option<usize>| {
        near.is_some_and(|near| {
            let folio = furniture.kinds.get(near) == Some(&Some(RemovalKind::Folio));
            folio && sheet.page(near) == sheet.page(rank)
        })
    };
    let company = |rank: usize| {
        let on_line = page_number(sheet.words(rank)).is_some();
        let beside =
            is_folio(rank, rank.checked_sub(1)) || is_folio(rank, Some(rank + 1));
        (on_line, beside)
    };
    let others_agree = ranks[1..].iter().all(|&rank| company(rank) == company(second));
    let other_company = others_agree && company(first) == (false, false);
    let at_head = sheet.turn == Turn::Unmarked || {
        let range = sheet.page_ranks(sheet.page(first));
        first - range.start < EDGE
    };
    let from = sheet.page_ranks(sheet.page(first).saturating_sub(2)).start;
    let said_before = (from..first).any(|rank| says(&keys[rank], &keys[first]));
    let new_head = sheet.turn != Turn::Unmarked && sheet.page(first) >= 2 && !said_before;
    if at_head && (other_company && company(second) != (false, false) || new_head) {
        furniture.kinds[first] = None;
    }
}

/// Whether a line says the words of a head, or a good part of them.
fn says(line: &str, head: &str) -> bool {
    line == head
        || line.chars().count() >= LONG_HEAD && head.contains(line)
        || head.chars().count() >= LONG_HEAD && line.contains(head)
}

/// Where the extraction shows no pages and no folios: lines that repeat at the distance
/// of pages.
fn heads_by_distance(sheet: &Sheet<'_>, keys: &[String], furniture: &mut Furniture) {
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (rank, key) in keys.iter().enumerate() {
        if key.chars().count() >= LONG_HEAD && !is_label(sheet.words(rank)) {
            places.entry(key).or_default().push(rank);
        }
    }
    for ranks in places.into_values().filter(|ranks| ranks.len() >= 3) {
        let page_like = ranks.windows(2).filter(|pair| {
            PAGE_LENGTHS.contains(&(pair[1] - pair[0]))
                || PAGE_LENGTHS.contains(&((pair[1] - pair[0]) / 2))
        });
        if page_like.count() * 4 < (ranks.len() - 1) * 3 {
            continue;
        }
        for &rank in &ranks {
            furniture.kinds[rank].get_or_insert(RemovalKind::RunningHead);
        }
        spare_heading(sheet, keys, &ranks, furniture);
    }
}

/// Where folios alone show the pages: lines that repeat beside them.
fn heads_by_folio(sheet: &Sheet<'_>, keys: &[String], furniture: &mut Furniture) {
    for _ in 0..2 {
        let mut beside: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (rank, key) in keys.iter().enumerate() {
            let near = |other: Option<usize>| {
                other.is_some_and(|other| {
                    furniture.kinds.get(other).is_some_and(Option::is_some)
                })
            };
            if furniture.kinds[rank].is_none()
                && key.chars().count() >= 4
                && !is_label(sheet.words(rank))
                && (near(rank.checked_sub(1)) || near(Some(rank + 1)))
            {
                beside.entry(key).or_default().push(rank);
            }
        }
        for ranks in beside.into_values().filter(|ranks| ranks.len() >= 2) {
            for &rank in &ranks {
                furniture.kinds[rank] = Some(RemovalKind::RunningHead);
            }
            spare_heading(sheet, keys, &ranks, furniture);
        }
    }
}

/// Collects the lines with which pages begin: those that the extraction shows, and for
/// others the first line after a foot or the first of a head.
fn bound(sheet: &Sheet<'_>, furniture: &mut Furniture) {
    if sheet.turn == Turn::FormFeed {
        furniture.bounds.clone_from(&sheet.starts);
        return;
    }
    let mut bounds = sheet.starts.clone();
    let feet: Vec<usize> =
        furniture.folios.iter().filter(|f| f.at_foot).map(|f| f.rank).collect();
    let mut rank = 0;
    while rank < furniture.kinds.len() {
        if furniture.kinds[rank].is_none() {
            rank += 1;
            continue;
        }
        let start = rank;
        while furniture.kinds.get(rank).is_some_and(Option::is_some) {
            rank += 1;
        }
        // Behind the last foot of this run of furniture; else before the run.
        let foot = feet[..feet.partition_point(|&foot| foot < rank)].last();
        let bound = match foot {
            Some(&foot) if foot >= start => foot + 1,
            _ => start,
        };
        let at = sheet.starts.partition_point(|&known| known < start);
        let shown = sheet.starts.get(at).is_some_and(|&known| known <= rank);
        if bound > 0 && bound < sheet.solid.len() && !shown {
            bounds.push(bound);
        }
    }
    bounds.sort_unstable();
    bounds.dedup();
    furniture.bounds = bounds;
}
