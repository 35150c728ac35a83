//! Marks what the chain of page heads found, and corrects what single lines suggested
//! against it.

use std::collections::{BTreeMap, BTreeSet};

use super::furniture::{Furniture, SourceFolio};
use super::head_readings::fold_misread;
use super::page_chain::{PageChain, PageHead};
use super::scan_lines;
use super::source_layout::SourceLayout;
use crate::recover::model::RemovalKind;

/// A folio or a head this near to the head of a page is part of it, in solid lines.
const NEAR: usize = 2;

/// Marks lines that a scanner or a binder needs, unless they are marked.
pub(crate) fn mark_scan_lines(
    line_nos: impl IntoIterator<Item = usize>,
    furniture: &mut Furniture,
) {
    for line_no in line_nos {
        if furniture.kinds[line_no].is_none() {
            furniture.kinds[line_no] = Some(RemovalKind::Stamp);
            furniture.scan_lines.push(line_no);
        }
    }
    furniture.scan_lines.sort_unstable();
}

/// Marks the heads of a chain, their numbers, and the signatures above them.
pub(crate) fn mark_page_heads(
    source: &SourceLayout<'_>,
    chain: &PageChain,
    stamps: &BTreeSet<usize>,
    furniture: &mut Furniture,
) {
    if chain.heads.is_empty() {
        return;
    }
    let headings = find_headings(chain);
    let heads =
        || chain.heads.iter().filter(|head| !headings.contains(&head.line_nos.start));
    unmark_other_lines(source, chain, &headings, furniture);
    correct_folios(chain, heads(), furniture);
    for head in heads() {
        for line_no in head.line_nos.clone() {
            match furniture.kinds[line_no] {
                None => furniture.kinds[line_no] = Some(RemovalKind::RunningHead),
                Some(RemovalKind::RunningHead | RemovalKind::Folio) => continue,
                Some(_) => {}
            }
            if !head.sure {
                furniture.guessed_heads.push(line_no);
            }
        }
        furniture.headed_turns.push(head.line_nos.start);
    }
    mark_scan_lines(scan_lines::find_signatures(source, chain, stamps), furniture);
}

/// The first lines of those heads of a chain that are headings: the first head with its
/// words, if it has no number although most heads have one.
fn find_headings(chain: &PageChain) -> BTreeSet<usize> {
    let mut seen = BTreeSet::new();
    let numbered = chain.is_numbered();
    let first = |head: &&PageHead| {
        head.head.is_some_and(|words| seen.insert(words)) && !head.numbered && numbered
    };
    chain.heads.iter().filter(first).map(|head| head.line_nos.start).collect()
}

/// Unmarks lines that are not running heads. The first line with the words of a head that
/// later pages repeat is the heading. A line whose words no head of the chain has stays a
/// running head.
fn unmark_other_lines(
    source: &SourceLayout<'_>,
    chain: &PageChain,
    headings: &BTreeSet<usize>,
    furniture: &mut Furniture,
) {
    let mut first: BTreeMap<usize, usize> = BTreeMap::new();
    for head in chain.heads.iter().filter(|head| !headings.contains(&head.line_nos.start))
    {
        if let Some(words) = head.head {
            first.entry(words).or_insert(head.line_nos.start);
        }
    }
    let mut seen: BTreeSet<usize> = BTreeSet::new();
    for line_no in 0..chain.span().end {
        if furniture.kinds[line_no] != Some(RemovalKind::RunningHead) {
            continue;
        }
        let of_chain =
            chain.head_near(line_no, 0).filter(|head| head.line_nos.contains(&line_no));
        if of_chain.is_some_and(|head| !headings.contains(&head.line_nos.start)) {
            continue;
        }
        let letters = fold_misread(source.words(line_no));
        let words = chain.readings.find_reading(&letters).map(|(words, _)| words);
        let heading = words.is_some_and(|words| {
            seen.insert(words) && first.get(&words).is_some_and(|&first| line_no < first)
        }) && chain.is_numbered()
            && source.number(line_no).is_none();
        if heading {
            furniture.kinds[line_no] = None;
        }
    }
}

/// Takes back folios that contradict the numbers of the pages, and adds those that are
/// misread.
fn correct_folios<'c>(
    chain: &PageChain,
    heads: impl Iterator<Item = &'c PageHead>,
    furniture: &mut Furniture,
) {
    let span = chain.span();
    if chain.heads.iter().any(|head| head.number.is_none()) {
        return;
    }
    // The numbers of the pages around a line.
    let numbers_at = |line_no: usize| {
        let at = chain.heads.partition_point(|head| head.line_nos.start <= line_no);
        let before = chain.heads.get(at.checked_sub(1)?)?.number?;
        let after = chain.heads.get(at).and_then(|head| head.number);
        Some(before..=after.unwrap_or(before + 1))
    };
    let agrees = |folio: &SourceFolio| {
        let near = chain.head_near(folio.line_no, NEAR).and_then(|head| head.number);
        let around = numbers_at(folio.line_no);
        !span.contains(&folio.line_no)
            || near == Some(folio.value)
            || around.is_some_and(|around| around.contains(&folio.value))
    };
    let (agreeing, others): (Vec<SourceFolio>, Vec<SourceFolio>) =
        std::mem::take(&mut furniture.folios).into_iter().partition(agrees);
    for folio in others {
        furniture.kinds[folio.line_no] = None;
    }
    let chain_number = agreeing.iter().find(|folio| span.contains(&folio.line_no));
    let chain_number = chain_number.map_or(usize::MAX, |folio| folio.chain);
    furniture.folios = agreeing;
    for head in heads {
        let Some(value) = head.number.filter(|_| head.numbered) else { continue };
        let near = head.line_nos.start.saturating_sub(1)..head.line_nos.end + 1;
        let folios = furniture.folios.iter_mut();
        if let Some(folio) =
            folios.into_iter().find(|folio| near.contains(&folio.line_no))
        {
            folio.at_foot &= !head.line_nos.contains(&folio.line_no);
            continue;
        }
        furniture.folios.push(SourceFolio {
            line_no: head.line_nos.start,
            printed: value.to_string(),
            value,
            roman: false,
            at_foot: false,
            chain: chain_number,
        });
    }
    furniture.folios.sort_by_key(|folio| folio.line_no);
}
