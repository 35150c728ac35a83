//! Running heads: what the page carries besides the text and its number.
//!
//! They are what stands at the edges of pages again and again, peeled off from the outside
//! inwards.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::contents::Printed;
use super::furniture::{EDGE, Furniture, LONG_HEAD, PAGE_LENGTHS, says};
use super::pages::{Sheet, Turn};
use super::{folios, titles};
use crate::recover::model::RemovalKind;
use crate::text::note_labels::is_label;
use crate::text::spelling::is_reading_of;

/// Most pages from one running head to the next of the same words: heads of left and
/// right pages differ, and pages on which chapters open have none.
const CLOSE_PAGES: usize = 4;

/// Fewest letters of a running head that is told by standing twice beside a folio.
/// Shorter ones, the numbers of chapters, want three.
const SHORT_HEAD: usize = 4;

/// So much the distance of two heads may differ from a whole number of pages, in per cent
/// of one: notes are set closer than the text, and chapters end in the midst of pages.
const IRREGULAR: usize = 25;

/// From so many heads on their distances must show the length of pages. Chapters that end
/// leave fewer no chance to.
const TO_BE_REGULAR: usize = 5;

/// The same where other signs show most pages: the refrain of a poem repeats, too.
const FULL_PAGE_LENGTHS: std::ops::RangeInclusive<usize> = 22..=110;

/// How many lines say the same.
type Times<'s> = FxHashMap<&'s str, usize>;

/// What the lines of a sheet say, and which may be folios: as far as it does not depend on
/// which of them are barred.
pub(crate) struct Lines<'a, 's> {
    sheet: &'s Sheet<'a>,
    printed: &'s Printed,
    /// What lines say, as running heads are compared; nothing where they are of a printed
    /// table of contents.
    keys: Vec<&'s str>,
    said: Times<'s>,
    folios: Vec<folios::Candidate>,
}

impl<'a, 's> Lines<'a, 's> {
    /// Looks at a sheet. What a printed table of contents names is no head, and its lines
    /// are neither head nor folio.
    pub(crate) fn of(sheet: &'s Sheet<'a>, printed: &'s Printed) -> Self {
        let key = |rank| if printed.holds(rank) { "" } else { sheet.key(rank) };
        let keys: Vec<&str> = (0..sheet.solid.len()).map(key).collect();
        let mut said = Times::default();
        for &key in &keys {
            *said.entry(key).or_default() += 1;
        }
        let folios = folios::candidates(sheet, &keys);
        Self { sheet, printed, keys, said, folios }
    }

    /// Finds the furniture. Lines of the ranks in `barred` are no folios.
    pub(crate) fn furniture(&self, barred: &BTreeSet<usize>) -> Furniture {
        let Self { sheet, printed, keys, said, folios } = self;
        let kind = |rank| printed.holds(rank).then_some(RemovalKind::Contents);
        let kinds: Vec<Option<RemovalKind>> = (0..sheet.solid.len()).map(kind).collect();
        let mut furniture = Furniture { kinds, ..Furniture::default() };
        let open = folios.iter().filter(|one| !barred.contains(&one.rank)).cloned();
        folios::find(sheet, open.collect(), &mut furniture);
        if sheet.turn != Turn::Unmarked {
            heads_at_edges(sheet, keys, said, &mut furniture);
        }
        if sheet.turn != Turn::FormFeed {
            heads_by_distance(sheet, keys, said, &mut furniture);
        }
        if sheet.turn != Turn::FormFeed {
            heads_by_folio(sheet, keys, said, &mut furniture);
        }
        titles::spare(sheet, keys, &mut furniture);
        for kind in &mut furniture.kinds[..printed.front] {
            kind.take_if(|kind| *kind == RemovalKind::RunningHead);
        }
        for announced in &printed.announced {
            furniture.kinds[announced.ranks.clone()].fill(None);
        }
        bound(sheet, &mut furniture);
        furniture
    }
}

/// Marks what repeats at the edges of known pages, from the outside inwards.
fn heads_at_edges(
    sheet: &Sheet<'_>,
    keys: &[&str],
    said: &Times<'_>,
    furniture: &mut Furniture,
) {
    let mut heads: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let opening = opening(sheet, keys);
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
                    outer.entry(keys[rank]).or_default().push(rank);
                }
            }
            let accepted: Vec<&str> = outer
                .iter()
                .filter(|(key, ranks)| {
                    heads.contains_key(*key)
                        || !at_foot
                            && opening.contains(*key)
                            && ranks.iter().all(|&rank| sheet.page(rank) > 0)
                            && is_mostly_so(said, key, ranks.len() + 1)
                        || repeats(sheet, key, ranks)
                            && is_mostly_so(said, key, ranks.len())
                })
                .map(|(key, _)| *key)
                .collect();
            for (key, ranks) in &outer {
                let known = accepted.contains(key);
                if known || accepted.iter().take(40).any(|head| is_reading_of(head, key))
                {
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

/// What the first page says of title and author above its text: at the head of a later
/// page it is a running head, even where it comes there but once.
fn opening<'k>(sheet: &Sheet<'_>, keys: &[&'k str]) -> BTreeSet<&'k str> {
    let first = sheet.page_ranks(0);
    // A page of few lines may be a half title, and the title comes after it.
    if first.len() < *PAGE_LENGTHS.start() {
        return BTreeSet::new();
    }
    let keys = first.take(EDGE).map(|rank| keys[rank]);
    keys.filter(|key| key.chars().count() >= LONG_HEAD).collect()
}

/// Whether so many lines with the words of a head are a good part of all: the names of
/// speakers in a play stand at the edges of pages, too, but not only there.
fn is_mostly_so(said: &Times<'_>, key: &str, so: usize) -> bool {
    said.get(key).is_none_or(|&all| so * 3 >= all)
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

/// The first of a series may be the heading that the running head repeats. It is,
/// where the same words stand twice at the head of a page: the inner one; where it stands
/// otherwise than the rest, without their folio; and where a new head begins within the
/// text and nothing before it says the same words, for a heading must stand somewhere.
fn spare_heading(
    sheet: &Sheet<'_>,
    keys: &[&str],
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
        let on_line = sheet.number(rank).is_some();
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
    let said_before = (from..first).any(|rank| says(keys[rank], keys[first]));
    let new_head = sheet.turn != Turn::Unmarked && sheet.page(first) >= 2 && !said_before;
    if at_head && (other_company && company(second) != (false, false) || new_head) {
        furniture.kinds[first] = None;
    }
}

/// Where the extraction shows no page turns, or not all: lines that repeat at the
/// distance of pages.
fn heads_by_distance(
    sheet: &Sheet<'_>,
    keys: &[&str],
    said: &Times<'_>,
    furniture: &mut Furniture,
) {
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (rank, &key) in keys.iter().enumerate() {
        let words = sheet.words(rank);
        // `pág. 23 y siguientes` comes as often as it likes.
        let is_head = || !is_label(words) && !words.starts_with(char::is_lowercase);
        if said.get(key).is_some_and(|&times| times >= 3)
            && key.chars().count() >= LONG_HEAD
            && is_head()
        {
            places.entry(key).or_default().push(rank);
        }
    }
    let lengths = match sheet.turn {
        Turn::Unmarked => PAGE_LENGTHS,
        Turn::Space | Turn::FormFeed => FULL_PAGE_LENGTHS,
    };
    for mut ranks in places.into_values().filter(|ranks| ranks.len() >= 3) {
        // A title stands right below the head of its words.
        let all = ranks.clone();
        ranks.dedup_by(|later, earlier| *later - *earlier < EDGE);
        let page_like = ranks.windows(2).filter(|pair| {
            let apart = pair[1] - pair[0];
            lengths.contains(&apart) || lengths.contains(&(apart / 2))
        });
        if ranks.len() < 3
            || page_like.count() * 4 < (ranks.len() - 1) * 3
            || sheet.turn == Turn::Unmarked
                && ranks.len() >= TO_BE_REGULAR
                && !is_regular(&ranks)
        {
            continue;
        }
        for &rank in &all {
            furniture.kinds[rank].get_or_insert(RemovalKind::RunningHead);
        }
        spare_heading(sheet, keys, &all, furniture);
    }
}

/// Whether lines come again as heads do: at about the length of a page, or two, or so many.
fn is_regular(ranks: &[usize]) -> bool {
    let gaps: Vec<usize> = ranks.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let mut sorted = gaps.clone();
    sorted.sort_unstable();
    let usual = sorted[sorted.len() / 2];
    let fits = |gap: &&usize| {
        let pages = (**gap + usual / 2) / usual;
        pages > 0 && (pages * usual).abs_diff(**gap) * 100 <= usual * IRREGULAR
    };
    gaps.iter().filter(fits).count() * 3 >= gaps.len() * 2
}

/// Where folios alone show the pages: lines that repeat beside them.
fn heads_by_folio(
    sheet: &Sheet<'_>,
    keys: &[&str],
    said: &Times<'_>,
    furniture: &mut Furniture,
) {
    for _ in 0..2 {
        let mut beside: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (rank, &key) in keys.iter().enumerate() {
            let near = |other: Option<usize>| {
                other.is_some_and(|other| {
                    furniture.kinds.get(other).is_some_and(Option::is_some)
                })
            };
            if furniture.kinds[rank].is_none()
                && !key.is_empty()
                && !is_label(sheet.words(rank))
                && (near(rank.checked_sub(1)) || near(Some(rank + 1)))
            {
                beside.entry(key).or_default().push(rank);
            }
        }
        for (key, ranks) in beside {
            let needed = if key.chars().count() >= SHORT_HEAD { 2 } else { 3 };
            if ranks.len() < needed || !is_mostly_so(said, key, ranks.len()) {
                continue;
            }
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
