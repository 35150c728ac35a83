//! Lists that the sentence before them announces: `in these steps:`, and then `1.`, `2.`, `3.`.
//!
//! Their numbers look like the labels of notes and count like them. A foot note may stand right
//! below a line that ends in a colon, too, but then a mark calls it on the same page.

use super::mark_candidate::MarkCandidate;
use super::note_label::NoteLabel;
use crate::recover::page::source_layout::SourceLayout;
use crate::text::sections;

/// Fewest items of a list.
const FEWEST_ITEMS: usize = 2;

/// Most solid lines of an item.
const LONGEST_ITEM: usize = 30;

/// Most solid lines from a mark to the foot note on its page.
const PAGE: usize = 60;

/// Removes the labels that number the items of announced lists. `labels` are in text order, and
/// so are `marks`.
pub(super) fn remove_announced_lists(
    source: &SourceLayout<'_>,
    marks: &[MarkCandidate],
    labels: &mut Vec<NoteLabel>,
) {
    let mut is_item = vec![false; labels.len()];
    for first in 0..labels.len() {
        if is_item[first]
            || labels[first].number != 1
            || !is_announced(source, labels[first])
        {
            continue;
        }
        let items = follow_list(labels, first);
        let is_called = items.iter().any(|&item| is_called(marks, labels[item]));
        if items.len() >= FEWEST_ITEMS && !is_called {
            for item in items {
                is_item[item] = true;
            }
        }
    }
    let mut is_item = is_item.into_iter();
    labels.retain(|_| !is_item.next().unwrap_or_default());
}

/// Whether the line before a label ends in a colon, and is no heading over notes.
fn is_announced(source: &SourceLayout<'_>, label: NoteLabel) -> bool {
    let before = label.line_no.checked_sub(1).map(|before| source.words(before));
    before.is_some_and(|words| words.ends_with(':') && sections::named(words).is_none())
}

/// The labels that count on from one in its series and format, each within reach of the one
/// before.
fn follow_list(labels: &[NoteLabel], first: usize) -> Vec<usize> {
    let manner = |label: &NoteLabel| (label.series, label.format);
    let mut items = vec![first];
    let mut last = labels[first];
    for (place, label) in labels.iter().enumerate().skip(first + 1) {
        if label.line_no > last.line_no + LONGEST_ITEM {
            break;
        }
        if manner(label) == manner(&last) && label.number == last.number + 1 {
            items.push(place);
            last = *label;
        }
    }
    items
}

/// Whether a mark calls the number of a label on the page before it.
fn is_called(marks: &[MarkCandidate], label: NoteLabel) -> bool {
    let from = marks.partition_point(|mark| mark.line_no + PAGE < label.line_no);
    let near = marks[from..].iter().take_while(|mark| mark.line_no < label.line_no);
    let mut near = near.filter(|mark| mark.worth > 0 && mark.series == label.series);
    near.any(|mark| mark.number == label.number)
}
