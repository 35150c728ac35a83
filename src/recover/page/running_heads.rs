//! Running heads: what pages have besides the text and the folio.
//!
//! They are the lines that repeat at the edges of pages, found from the edge inwards.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::contents::PrintedContents;
use super::folio_candidate::FolioCandidate;
use super::furniture::{EDGE, Furniture, LONG_HEAD, MOST_HEADS, PAGE_LENGTHS, says_head};
use super::page_chain::{PageChain, find_page_chain};
use super::source_layout::{PageTurn, SourceLayout};
use super::standing_lines::StandingLines;
use super::{folios, inner_heads, page_heads, scan_lines, title_lines};
use crate::recover::model::RemovalKind;
use crate::text::note_labels::begins_with_label;
use crate::text::numerals::{is_numeral, numbering};
use crate::text::sentences::runs_on;
use crate::text::spelling::is_reading_of;

/// Most pages between two running heads of the same words: left and right pages have
/// different heads, and pages that open chapters have none.
const CLOSE_PAGES: usize = 4;

/// Fewest letters of a running head that two occurrences beside a folio prove. Shorter
/// ones, such as chapter numbers, need three.
const SHORT_HEAD: usize = 4;

/// The largest deviation of the distance of two heads from a whole number of pages, in
/// per cent of a page. Pages differ because notes are set closer than the text, and
/// because chapters end in mid-page.
const IRREGULAR: usize = 25;

/// From this many heads on, their distances must show the length of pages. Fewer may be
/// disturbed by chapter ends.
const TO_BE_REGULAR: usize = 5;

/// One in this many of the heads of a text without folios interrupts a sentence: of a few,
/// and of [`TO_BE_REGULAR`] or more. Every second page turn does so in prose.
const FEW_TORN: usize = 3;
const MANY_TORN: usize = 6;

/// Fewest distances of one length that show pages by themselves.
const EVEN_PAGES: usize = 3;

/// A line is a head by its place alone if at least this many lines at its place are, and this
/// share of them, in per cent: the others are heads that occur once as well.
const FEWEST_COMPANIONS: usize = 3;
const COMPANIONS: usize = 75;

/// From this many folios on, they show where pages begin.
const FOLIOS_OF_PAGES: usize = 4;

/// The page lengths that count if other evidence shows most pages: the refrain of a poem
/// repeats, too.
const FULL_PAGE_LENGTHS: std::ops::RangeInclusive<usize> = 22..=110;

/// How many lines have each head key.
type KeyCounts<'s> = FxHashMap<&'s str, usize>;

/// The head keys of a text and its folio candidates: everything that does not depend on
/// which candidates are barred.
pub(crate) struct HeadScan<'a, 's> {
    source: &'s SourceLayout<'a>,
    printed: &'s PrintedContents,
    /// The head key of each line; empty for the lines of a printed table of contents.
    keys: Vec<&'s str>,
    said: KeyCounts<'s>,
    folios: Vec<FolioCandidate>,
    /// The lines that stand where heads and folios do.
    standing: StandingLines,
    /// The lines that a scanner added.
    stamps: BTreeSet<usize>,
    /// The heads of the pages of a scan.
    chain: PageChain,
}

impl<'a, 's> HeadScan<'a, 's> {
    /// Reads the keys of a text. A heading that a printed table of contents names is no
    /// head, and the table's own lines are neither heads nor folios.
    pub(crate) fn new(
        source: &'s SourceLayout<'a>,
        printed: &'s PrintedContents,
    ) -> Self {
        let key =
            |line_no| if printed.holds(line_no) { "" } else { source.head_key(line_no) };
        let keys: Vec<&str> = (0..source.solid_lines.len()).map(key).collect();
        let mut said = KeyCounts::default();
        for &key in &keys {
            *said.entry(key).or_default() += 1;
        }
        let standing = StandingLines::find(source);
        let folios = folios::find_folio_candidates(source, &keys, &standing);
        let stamps = scan_lines::find_scanner_lines(source);
        let chain = find_page_chain(source, printed, &stamps);
        Self { source, printed, keys, said, folios, standing, stamps, chain }
    }

    /// Finds the furniture. The lines in `barred` are not folios.
    pub(crate) fn find_furniture(&self, barred: &BTreeSet<usize>) -> Furniture {
        let Self { source, printed, keys, said, folios, standing, stamps, chain } = self;
        let mut furniture = Furniture::from_contents(source, printed);
        page_heads::mark_scan_lines(stamps.iter().copied(), &mut furniture);
        let open = folios.iter().filter(|one| !barred.contains(&one.line_no)).cloned();
        folios::mark_folios(source, open.collect(), &mut furniture);
        if source.turn != PageTurn::Unmarked {
            mark_heads_at_edges(source, keys, said, standing, &mut furniture);
        }
        if source.turn == PageTurn::FormFeed {
            inner_heads::mark_inner_heads(source, &mut furniture);
        }
        if source.turn != PageTurn::FormFeed {
            mark_heads_by_distance(source, keys, said, &mut furniture);
        }
        if source.turn != PageTurn::FormFeed {
            mark_heads_by_folio(source, keys, said, &mut furniture);
        }
        mark_standing_heads(source, standing, &mut furniture);
        title_lines::keep_titles(source, keys, &mut furniture);
        // The pages of scans do not lie alike: a title may have the height of a head.
        if !source.text.recognised {
            mark_repeated_heads(keys, standing, &mut furniture);
        }
        for kind in &mut furniture.kinds[..printed.front] {
            kind.take_if(|kind| *kind == RemovalKind::RunningHead);
        }
        page_heads::mark_page_heads(source, chain, stamps, &mut furniture);
        for announced in &printed.announced {
            furniture.kinds[announced.line_nos.clone()].fill(None);
        }
        mark_page_bounds(source, &mut furniture);
        furniture
    }
}

/// Marks the lines that repeat at the edges of known pages, from the outside inwards.
fn mark_heads_at_edges(
    source: &SourceLayout<'_>,
    keys: &[&str],
    said: &KeyCounts<'_>,
    standing: &StandingLines,
    furniture: &mut Furniture,
) {
    let mut heads: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let opening = opening_keys(source, keys);
    for _ in 0..3 {
        let mut found = false;
        for at_foot in [false, true] {
            let mut outer: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
            for page in 0..source.page_count() {
                let Some(line_no) = outermost_line(source, furniture, page, at_foot)
                else {
                    continue;
                };
                // A note at the foot may equal another, such as `3 Ibid.`
                let may_be_note = || {
                    begins_with_label(source.words(line_no))
                        && !standing.is_at_head(line_no)
                };
                if !keys[line_no].is_empty() && !may_be_note() {
                    outer.entry(keys[line_no]).or_default().push(line_no);
                }
            }
            let accepted: Vec<&str> = outer
                .iter()
                .filter(|(_, line_nos)| !count_divisions(source, line_nos))
                .filter(|(key, line_nos)| {
                    heads.contains_key(*key)
                        || !at_foot
                            && opening.contains(*key)
                            && line_nos.iter().all(|&line_no| source.page_of(line_no) > 0)
                            && is_often_at_edges(said, key, line_nos.len() + 1)
                        || repeats_on_pages(source, key, line_nos)
                            && is_often_at_edges(said, key, line_nos.len())
                })
                .map(|(key, _)| *key)
                .collect();
            for (key, line_nos) in &outer {
                let known = accepted.contains(key);
                if known
                    || accepted
                        .iter()
                        .take(MOST_HEADS)
                        .any(|head| is_reading_of(head, key))
                {
                    for &line_no in line_nos {
                        furniture.kinds[line_no] = Some(RemovalKind::RunningHead);
                        heads.entry(key).or_default().push(line_no);
                        found = true;
                    }
                }
            }
        }
        if !found {
            break;
        }
    }
    for line_nos in heads.values_mut() {
        line_nos.sort_unstable();
        keep_heading(source, keys, line_nos, furniture);
    }
}

/// Marks lines whose words no other page has, where nearly all lines of their size and
/// height are heads or folios.
fn mark_standing_heads(
    source: &SourceLayout<'_>,
    standing: &StandingLines,
    furniture: &mut Furniture,
) {
    let is_head = |line_no: usize| {
        matches!(
            furniture.kinds[line_no],
            Some(RemovalKind::RunningHead | RemovalKind::Folio)
        )
    };
    let is_one = |line_no: &usize| {
        if furniture.kinds[*line_no].is_some()
            || !standing.is_at_head(*line_no) && begins_with_label(source.words(*line_no))
        {
            return false;
        }
        let companions: Vec<usize> = standing.companions(*line_no).collect();
        let heads = companions.iter().filter(|line_no| is_head(**line_no)).count();
        heads >= FEWEST_COMPANIONS && heads * 100 >= companions.len() * COMPANIONS
    };
    let mut line_nos: Vec<usize> = standing.line_nos().filter(is_one).collect();
    line_nos.sort_unstable();
    for line_no in line_nos {
        furniture.kinds[line_no] = Some(RemovalKind::RunningHead);
        furniture.standing_heads.push(line_no);
    }
}

/// Marks the lines that have the words, the size and the height of running heads, although
/// they were kept as headings: a title that running heads repeat is larger, or stands lower.
fn mark_repeated_heads(
    keys: &[&str],
    standing: &StandingLines,
    furniture: &mut Furniture,
) {
    let is_head =
        |line_no: usize| furniture.kinds[line_no] == Some(RemovalKind::RunningHead);
    let is_one = |line_no: &usize| {
        furniture.kinds[*line_no].is_none()
            && standing.is_at_head(*line_no)
            && standing
                .companions(*line_no)
                .any(|other| is_head(other) && keys[other] == keys[*line_no])
    };
    let line_nos: Vec<usize> = standing.line_nos().filter(is_one).collect();
    for line_no in line_nos {
        furniture.kinds[line_no] = Some(RemovalKind::RunningHead);
    }
}

/// The keys of title and author above the text of the first page. At the head of a later
/// page they are a running head, even if they occur there only once.
fn opening_keys<'k>(source: &SourceLayout<'_>, keys: &[&'k str]) -> BTreeSet<&'k str> {
    let first = source.page_lines(0);
    // A page of few lines may be a half title, and the title comes after it.
    if first.len() < *PAGE_LENGTHS.start() {
        return BTreeSet::new();
    }
    let keys = first.take(EDGE).map(|line_no| keys[line_no]);
    keys.filter(|key| key.chars().count() >= LONG_HEAD).collect()
}

/// Whether at least a third of all lines with a key are at the edges of pages: the names
/// of speakers in a play are there, too, but not only there.
fn is_often_at_edges(said: &KeyCounts<'_>, key: &str, at_edges: usize) -> bool {
    said.get(key).is_none_or(|&all| at_edges * 3 >= all)
}

/// Whether lines are the numbers of divisions, each once: `Chapter 1`, `Chapter 2`. A running
/// head has the number of its chapter on several pages.
fn count_divisions(source: &SourceLayout<'_>, line_nos: &[usize]) -> bool {
    let mut values = BTreeSet::new();
    line_nos.iter().all(|&line_no| {
        let number = numbering(source.words(line_no)).filter(|number| number.keyword);
        number.is_some_and(|number| values.insert(number.value))
    })
}

/// Whether a line at the edge of these pages is a running head: a head repeats within a
/// few pages, but the last lines of two notes are equal by chance.
fn repeats_on_pages(source: &SourceLayout<'_>, key: &str, line_nos: &[usize]) -> bool {
    let needed = if key.chars().count() >= LONG_HEAD { 2 } else { 3 };
    let near = line_nos
        .windows(2)
        .filter(|pair| source.page_of(pair[1]) - source.page_of(pair[0]) <= CLOSE_PAGES);
    near.count() + 1 >= needed && line_nos.len() >= needed
}

/// The line nearest to the edge of a page that is not furniture yet, if it is near
/// enough.
fn outermost_line(
    source: &SourceLayout<'_>,
    furniture: &Furniture,
    page: usize,
    at_foot: bool,
) -> Option<usize> {
    let range = source.page_lines(page);
    let open = |line_no: &usize| furniture.kinds[*line_no].is_none();
    // What a printed table of contents separates from the edge is not a head.
    let outer =
        |line_no: &usize| furniture.kinds[*line_no] != Some(RemovalKind::Contents);
    if at_foot {
        let start = range.start.max(range.end.saturating_sub(EDGE));
        (start..range.end).rev().take_while(outer).find(open)
    } else {
        range.take(EDGE).take_while(outer).find(open)
    }
}

/// Keeps the first of a series of heads if it is the heading that the running head
/// repeats. It is: the inner one of two equal lines at the head of a page; a line that
/// lacks the folio that the others have; a new head within the text whose words neither
/// anything before nor its own page repeats, because a heading must exist.
fn keep_heading(
    source: &SourceLayout<'_>,
    keys: &[&str],
    line_nos: &[usize],
    furniture: &mut Furniture,
) {
    let [first, second, ..] = *line_nos else { return };
    if second - first <= 2 && source.page_of(first) == source.page_of(second) {
        furniture.kinds[second] = None;
        return;
    }
    let is_folio = |line_no: usize, near: Option<usize>| {
        near.is_some_and(|near| {
            let folio = furniture.kinds.get(near) == Some(&Some(RemovalKind::Folio));
            folio && source.page_of(near) == source.page_of(line_no)
        })
    };
    let company = |line_no: usize| {
        let on_line = source.number(line_no).is_some();
        let beside = is_folio(line_no, line_no.checked_sub(1))
            || is_folio(line_no, Some(line_no + 1));
        (on_line, beside)
    };
    let others_agree =
        line_nos[1..].iter().all(|&line_no| company(line_no) == company(second));
    let other_company = others_agree && company(first) == (false, false);
    let at_head = source.turn == PageTurn::Unmarked || {
        let range = source.page_lines(source.page_of(first));
        first - range.start < EDGE
    };
    let from = source.page_lines(source.page_of(first).saturating_sub(2)).start;
    let said_before = (from..first).any(|line_no| says_head(keys[line_no], keys[first]));
    let of_page = first + 1..source.page_lines(source.page_of(first)).end;
    let new_head = source.turn != PageTurn::Unmarked
        && source.page_of(first) >= 2
        && !said_before
        && !of_page.into_iter().any(|line_no| keys[line_no] == keys[first]);
    if at_head && (other_company && company(second) != (false, false) || new_head) {
        furniture.kinds[first] = None;
    }
}

/// Where the extraction does not show all page turns: marks lines that repeat a page
/// apart.
fn mark_heads_by_distance(
    source: &SourceLayout<'_>,
    keys: &[&str],
    said: &KeyCounts<'_>,
    furniture: &mut Furniture,
) {
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (line_no, &key) in keys.iter().enumerate() {
        let words = source.words(line_no);
        // `pág. 23 y siguientes` may repeat any number of times.
        let is_head =
            || !begins_with_label(words) && !words.starts_with(char::is_lowercase);
        if said.get(key).is_some_and(|&times| times >= 3)
            && key.chars().count() >= LONG_HEAD
            && is_head()
        {
            places.entry(key).or_default().push(line_no);
        }
    }
    let lengths = match source.turn {
        PageTurn::Unmarked => PAGE_LENGTHS,
        PageTurn::Space | PageTurn::FormFeed => FULL_PAGE_LENGTHS,
    };
    for mut line_nos in places.into_values().filter(|line_nos| line_nos.len() >= 3) {
        // A title may be right below a head of the same words.
        let all = line_nos.clone();
        line_nos.dedup_by(|later, earlier| *later - *earlier < EDGE);
        let page_like = line_nos.windows(2).filter(|pair| {
            let apart = pair[1] - pair[0];
            lengths.contains(&apart) || lengths.contains(&(apart / 2))
        });
        if line_nos.len() < 3
            || page_like.count() * 4 < (line_nos.len() - 1) * 3
            || source.turn == PageTurn::Unmarked
                && line_nos.len() >= TO_BE_REGULAR
                && !is_regular(&line_nos)
        {
            continue;
        }
        if are_far_from_folios(furniture, &all) {
            continue;
        }
        if !are_beside_folios(furniture, &line_nos)
            && !are_a_page_apart(&line_nos)
            && !interrupt_sentences(source, furniture, &line_nos)
        {
            continue;
        }
        for &line_no in &all {
            furniture.kinds[line_no].get_or_insert(RemovalKind::RunningHead);
        }
        keep_heading(source, keys, &all, furniture);
    }
}

/// Whether enough of some lines interrupt sentences, which go on below them: nothing but the
/// turn of a page puts a line there. Without it, equal lines may be anything that recurs, such
/// as the source of a quotation, or a formula of the law, within its own sentence.
fn interrupt_sentences(
    source: &SourceLayout<'_>,
    furniture: &Furniture,
    line_nos: &[usize],
) -> bool {
    let is_text = |line_no: &usize| {
        let is_number = source.number(*line_no).is_some_and(|one| !one.beside_words);
        furniture.kinds[*line_no].is_none() && !is_number
    };
    let is_torn = |line_no: &&usize| {
        let above = (0..**line_no).rev().take(EDGE).find(is_text);
        let below = (**line_no + 1..source.solid_lines.len()).take(EDGE).find(is_text);
        let around = above.zip(below);
        around.is_some_and(|(above, below)| {
            let is_apart = source.blanks_before(below) > 0;
            let (above, below) = (source.words(above), source.words(below));
            // Parts of a list end so, too, but these begin behind a blank line in capitals.
            let pauses = above.ends_with(';') && below.starts_with(char::is_lowercase);
            pauses && is_apart || runs_on(above, below)
        })
    };
    // The first may be the title that the others repeat.
    let torn = line_nos.iter().skip(1).filter(is_torn).count();
    let each = if line_nos.len() < TO_BE_REGULAR { FEW_TORN } else { MANY_TORN };
    torn * each >= line_nos.len() - 1
}

/// Whether nearly all distances between some lines are as long as most: those of pages are,
/// and those of sections are not.
fn are_a_page_apart(line_nos: &[usize]) -> bool {
    let (gaps, usual) = measure_gaps(line_nos);
    let fits = |gap: &&usize| gap.abs_diff(usual) * 100 <= usual * IRREGULAR;
    gaps.len() >= EVEN_PAGES && gaps.iter().filter(fits).count() * 5 >= gaps.len() * 4
}

/// Whether at least half of some lines stand where the folios do.
fn are_beside_folios(furniture: &Furniture, line_nos: &[usize]) -> bool {
    let near = |line_no: &&usize| is_near_folio(furniture, **line_no);
    line_nos.iter().filter(near).count() * 2 >= line_nos.len()
}

/// Whether a folio is at most [`EDGE`] lines from a line.
fn is_near_folio(furniture: &Furniture, line_no: usize) -> bool {
    let folios = &furniture.folios;
    let from = folios.partition_point(|folio| folio.line_no + EDGE < line_no);
    folios.get(from).is_some_and(|folio| folio.line_no <= line_no + EDGE)
}

/// Whether most lines are in the middle of pages, according to the folios around them: a
/// refrain, or a reply in a dialogue.
fn are_far_from_folios(furniture: &Furniture, line_nos: &[usize]) -> bool {
    let folios = &furniture.folios;
    let [Some(first), Some(last)] = [folios.first(), folios.last()] else { return false };
    let pace = (last.line_no - first.line_no) / (folios.len() - 1).max(1);
    let within = |line_no: &usize| {
        line_no + pace >= first.line_no && *line_no <= last.line_no + pace
    };
    let near = |line_no: &&usize| is_near_folio(furniture, **line_no);
    folios.len() >= FOLIOS_OF_PAGES
        && line_nos.iter().all(within)
        && line_nos.iter().filter(near).count() * 2 < line_nos.len()
}

/// The distances between some lines, at least two, from the shortest, and the middle one.
fn measure_gaps(line_nos: &[usize]) -> (Vec<usize>, usize) {
    let mut gaps: Vec<usize> =
        line_nos.windows(2).map(|pair| pair[1] - pair[0]).collect();
    gaps.sort_unstable();
    let usual = gaps[gaps.len() / 2];
    (gaps, usual)
}

/// Whether lines repeat like heads: at the length of one page, or of several.
fn is_regular(line_nos: &[usize]) -> bool {
    let (gaps, usual) = measure_gaps(line_nos);
    let fits = |gap: &&usize| {
        let pages = (**gap + usual / 2) / usual;
        pages > 0 && (pages * usual).abs_diff(**gap) * 100 <= usual * IRREGULAR
    };
    gaps.iter().filter(fits).count() * 3 >= gaps.len() * 2
}

/// Where only folios show the pages: marks lines that repeat beside folios.
fn mark_heads_by_folio(
    source: &SourceLayout<'_>,
    keys: &[&str],
    said: &KeyCounts<'_>,
    furniture: &mut Furniture,
) {
    for _ in 0..2 {
        let mut beside: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (line_no, &key) in keys.iter().enumerate() {
            let near = |other: Option<usize>| {
                other.is_some_and(|other| {
                    let kind = furniture.kinds.get(other).copied().flatten();
                    kind.is_some_and(|kind| kind != RemovalKind::Stamp)
                })
            };
            if furniture.kinds[line_no].is_none()
                && !key.is_empty()
                && !begins_with_label(source.words(line_no))
                && !source.words(line_no).starts_with(char::is_lowercase)
                && (near(line_no.checked_sub(1)) || near(Some(line_no + 1)))
            {
                beside.entry(key).or_default().push(line_no);
            }
        }
        for (key, line_nos) in beside {
            // The number of a chapter is proved by its heading as well.
            let repeats_chapter = is_numeral(key)
                && said.get(key).is_some_and(|&times| times > line_nos.len());
            let is_long = key.chars().count() >= SHORT_HEAD;
            let needed = if is_long || repeats_chapter { 2 } else { 3 };
            if line_nos.len() < needed || !is_often_at_edges(said, key, line_nos.len()) {
                continue;
            }
            for &line_no in &line_nos {
                furniture.kinds[line_no] = Some(RemovalKind::RunningHead);
            }
            keep_heading(source, keys, &line_nos, furniture);
        }
    }
}

/// Collects the lines with which pages begin: those that the extraction shows, and the
/// first line after a foot or of a head elsewhere.
fn mark_page_bounds(source: &SourceLayout<'_>, furniture: &mut Furniture) {
    if source.turn == PageTurn::FormFeed {
        furniture.bounds.clone_from(&source.starts);
        return;
    }
    let mut bounds = source.starts.clone();
    let feet: Vec<usize> =
        furniture.folios.iter().filter(|f| f.at_foot).map(|f| f.line_no).collect();
    let mut line_no = 0;
    while line_no < furniture.kinds.len() {
        if furniture.kinds[line_no].is_none() {
            line_no += 1;
            continue;
        }
        let start = line_no;
        while furniture.kinds.get(line_no).is_some_and(Option::is_some) {
            line_no += 1;
        }
        // After the last foot of this run of furniture; otherwise before the run.
        let foot = feet[..feet.partition_point(|&foot| foot < line_no)].last();
        let bound = match foot {
            Some(&foot) if foot >= start => foot + 1,
            _ => start,
        };
        let at = source.starts.partition_point(|&known| known < start);
        let shown = source.starts.get(at).is_some_and(|&known| known <= line_no);
        if bound > 0 && bound < source.solid_lines.len() && !shown {
            bounds.push(bound);
        }
    }
    bounds.sort_unstable();
    bounds.dedup();
    furniture.bounds = bounds;
}
