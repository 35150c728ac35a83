//! Which of the lines that may be labels of notes are: those of the section of notes, and
//! numbers that may as well be folios.

use std::collections::{BTreeMap, BTreeSet};

use super::label::Label;
use super::mark::Candidate;
use super::{label_chain, marks, note_headings};
use crate::recover::page::contents::{Announced, Printed};
use crate::recover::page::furniture::Furniture;
use crate::recover::page::pages::Sheet;
use crate::text::note_labels::Manner;

/// The labels of notes. Where the printed contents names a section of notes, and it has half
/// as many as the whole text, or more, they are its own: what looks so elsewhere is a list.
pub(crate) fn note_labels(
    sheet: &Sheet<'_>,
    printed: &Printed,
    marks: &[Candidate],
    open: impl Fn(usize) -> bool,
) -> Vec<Label> {
    let (_, labels) = label_chain::chain(sheet, marks, &open);
    let says_notes =
        |one: &&Announced| note_headings::says_notes(sheet.words(one.ranks.start));
    let Some(section) = printed.announced.iter().rfind(says_notes) else { return labels };
    let (_, own) =
        label_chain::chain(sheet, marks, |rank| rank >= section.ranks.end && open(rank));
    if own.len() * 2 >= labels.len() { own } else { labels }
}

/// What a chain of labels must gain for each folio that it takes, in hundredths of a nat:
/// a label that a mark supports gains three times as much.
const FOLIO_WORTH: i32 = 150;

/// Lines that are taken for folios although they are labels of notes, or marks.
///
/// A number alone on its line may be either, and the chains settle it: where half of a
/// chain of folios stands in the chain of labels, and without them there is no chain of
/// labels that is worth as much, that half are no folios.
pub(crate) fn contested(sheet: &Sheet<'_>, furniture: &Furniture) -> BTreeSet<usize> {
    let folios: BTreeMap<usize, usize> =
        furniture.folios.iter().map(|folio| (folio.rank, folio.chain)).collect();
    let open =
        |rank: usize| furniture.kinds[rank].is_none() || folios.contains_key(&rank);
    // Folios are figures: raised letters have no part in this.
    let marks = marks::candidates(sheet, None, open);
    let (worth, labels) = label_chain::chain(sheet, &marks, open);
    let (worth_without, _) =
        label_chain::chain(sheet, &marks, |rank| furniture.kinds[rank].is_none());
    // A folio beside a running head has no dash or bracket behind it.
    let mut contested: BTreeSet<usize> = labels
        .iter()
        .filter(|label| label.manner != Manner::Plain && !label.alone)
        .map(|label| label.rank)
        .filter(|rank| folios.contains_key(rank))
        .collect();
    let mut claims: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for label in &labels {
        if let Some(&chain) = folios.get(&label.rank) {
            claims.entry(chain).or_default().push(label.rank);
        }
    }
    claims.retain(|chain, claimed| {
        let folios = folios.values().filter(|of| *of == chain).count();
        let claim = i32::try_from(claimed.len()).unwrap_or(i32::MAX);
        claimed.len() * 2 >= folios
            && worth - worth_without > claim.saturating_mul(FOLIO_WORTH)
    });
    contested.extend(claims.into_values().flatten());
    contested
}
