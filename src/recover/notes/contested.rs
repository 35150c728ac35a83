//! Decides which of the possible labels are labels of notes, and which numbers are labels
//! rather than folios.

use std::collections::{BTreeMap, BTreeSet};

use super::label_chain::{LabelChains, LabelLines};
use super::mark_candidate::MarkCandidate;
use super::{find_marks, label_chain};
use crate::recover::page::contents::{AnnouncedHeading, PrintedContents};
use crate::recover::page::furniture::Furniture;
use crate::recover::page::source_layout::SourceLayout;
use crate::text::note_headings::says_notes;
use crate::text::note_labels::LabelFormat;

/// Finds the labels of notes. If the printed contents names a section of notes that has
/// at least half of all labels, gathered there, only its labels count: the others number a
/// list.
pub(crate) fn find_note_labels(
    source: &SourceLayout<'_>,
    printed: &PrintedContents,
    marks: &[MarkCandidate],
    bounds: &[usize],
    lines: LabelLines<'_>,
) -> LabelChains {
    let found = label_chain::find_label_chains(source, marks, bounds, lines);
    let is_of_notes =
        |one: &&AnnouncedHeading| says_notes(source.words(one.line_nos.start));
    let Some(section) = printed.announced.iter().rfind(is_of_notes) else { return found };
    let may_begin =
        |line_no: usize| line_no >= section.line_nos.end && (lines.may_begin)(line_no);
    let own = LabelLines { may_begin: &may_begin, ..lines };
    let own = label_chain::find_label_chains(source, marks, bounds, own);
    // A section of remarks on a chapter may be among pages with notes at their feet.
    let gathered = own.labels.iter().filter(|label| label.gathered.is_some()).count();
    let is_section = gathered * 2 >= own.labels.len();
    if is_section && own.labels.len() * 2 >= found.labels.len() { own } else { found }
}

/// What a chain of labels must gain for each folio that it takes, in hundredths of a nat.
/// A label that a mark supports gains three times as much.
const FOLIO_WORTH: i32 = 150;

/// Finds the lines that were taken for folios although they are labels or marks.
///
/// A number alone on its line may be either, and the chains decide: if the chain of
/// labels contains half of a chain of folios, and is worth less without them, that half
/// are no folios.
pub(crate) fn find_contested_folios(
    source: &SourceLayout<'_>,
    furniture: &Furniture,
) -> BTreeSet<usize> {
    let folios: BTreeMap<usize, usize> =
        furniture.folios.iter().map(|folio| (folio.line_no, folio.chain)).collect();
    let open = |line_no: usize| {
        furniture.kinds[line_no].is_none() || folios.contains_key(&line_no)
    };
    // Folios are figures, so raised letters do not matter here.
    let marks = find_marks::find_mark_candidates(source, None, open);
    let find_chains = |may_begin: &dyn Fn(usize) -> bool| {
        let lines = LabelLines { may_begin, after: &[] };
        label_chain::find_label_chains(source, &marks, &furniture.bounds, lines)
    };
    let LabelChains { worth, labels, .. } = find_chains(&open);
    let without = find_chains(&|line_no| furniture.kinds[line_no].is_none());
    // A folio beside a running head has no dash or bracket after it.
    let mut contested: BTreeSet<usize> = labels
        .iter()
        .filter(|label| label.format != LabelFormat::Plain && !label.alone)
        .map(|label| label.line_no)
        .filter(|line_no| folios.contains_key(line_no))
        .collect();
    let mut claims: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for label in &labels {
        if let Some(&chain) = folios.get(&label.line_no) {
            claims.entry(chain).or_default().push(label.line_no);
        }
    }
    claims.retain(|chain, claimed| {
        let folios = folios.values().filter(|of| *of == chain).count();
        let claim = i32::try_from(claimed.len()).unwrap_or(i32::MAX);
        claimed.len() * 2 >= folios
            && worth - without.worth > claim.saturating_mul(FOLIO_WORTH)
    });
    contested.extend(claims.into_values().flatten());
    contested
}
