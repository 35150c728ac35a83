//! Notes at the feet of columns: they are read after the text of all columns, as a page
//! with one column has them, so that the text goes on at the head of the next column.

use super::columns::Group;
use super::fragments::Fragment;
use super::line::BaselinePosition;
use super::placed::Placed;

/// The size of the notes, in thousandths of that of the line above them, at most. LaTeX sets
/// notes of 8, 9 and 10 points below a text of 10, 11 and 12.
const NOTE_SIZE: i64 = 930;
/// How much larger a line of the notes may be than the last one, in thousandths.
const ALIKE: i64 = 1040;
/// The most characters of a folio below a column.
const FOLIO: usize = 4;

/// How many lines of the notes of a column are searched for a label: each is compared with
/// all fragments of its page.
const MOST_LINES: usize = 100;

/// The lines of a column: its text, the notes at its foot, and a folio below these.
#[derive(Default)]
struct ColumnParts {
    text: Vec<Group>,
    notes: Vec<Group>,
    folio: Vec<Group>,
}

/// Puts the lines of columns that stand beside each other into reading order.
pub(super) fn read_columns(
    columns: &mut [Vec<Group>],
    fragments: &[Fragment],
    placed: &[Placed<'_>],
) -> Vec<Group> {
    let mut parts: Vec<ColumnParts> = columns
        .iter_mut()
        .filter(|column| !column.is_empty())
        .map(|column| part_column(std::mem::take(column), fragments, placed))
        .collect();
    let labelled = |notes: &[Group]| {
        notes
            .iter()
            .take(MOST_LINES)
            .any(|group| begins_with_label(group, fragments, placed))
    };
    // Small type at the foot may be a list that goes on at the head of the next column.
    let goes_on = |pair: &[ColumnParts]| match pair {
        [column, next] if !column.notes.is_empty() => {
            let size = |group: Option<&Group>| {
                group.map_or(0, |group| measure_size(group, fragments))
            };
            size(column.notes.first()) * 1000 > size(next.text.first()) * NOTE_SIZE
        }
        _ => false,
    };
    if !parts.iter().any(|part| labelled(&part.notes)) || parts.windows(2).any(goes_on) {
        let in_order = |part: ColumnParts| [part.text, part.notes, part.folio].concat();
        return parts.into_iter().flat_map(in_order).collect();
    }
    let text = parts.iter_mut().flat_map(|part| std::mem::take(&mut part.text));
    let mut lines: Vec<Group> = text.collect();
    lines.extend(parts.iter_mut().flat_map(|part| std::mem::take(&mut part.notes)));
    lines.extend(parts.into_iter().flat_map(|part| part.folio));
    lines
}

/// Parts a column where its type becomes smaller for the last time.
fn part_column(
    mut text: Vec<Group>,
    fragments: &[Fragment],
    placed: &[Placed<'_>],
) -> ColumnParts {
    let is_folio = |group: &Group| {
        let mut glyphs = glyphs_of(group, fragments, placed).peekable();
        glyphs.peek().is_some()
            && glyphs.clone().count() <= FOLIO
            && glyphs.all(|glyph| glyph.text.chars().all(|c| c.is_ascii_digit()))
    };
    let folio = match text.last() {
        Some(last) if is_folio(last) => text.split_off(text.len() - 1),
        _ => Vec::new(),
    };
    let size = |group: &Group| measure_size(group, fragments);
    let last = text.last().map_or(0, size);
    let is_small = |group: &&Group| size(group) * 1000 <= last * ALIKE;
    let small = text.iter().rev().take_while(is_small).count();
    let at = text.len() - small;
    let above = at.checked_sub(1).and_then(|above| text.get(above));
    let first = text.get(at).map_or(0, size);
    let are_notes = above.is_some_and(|above| first * 1000 <= size(above) * NOTE_SIZE);
    let notes = if are_notes { text.split_off(at) } else { Vec::new() };
    ColumnParts { text, notes, folio }
}

/// The size of most characters of a line.
fn measure_size(group: &Group, fragments: &[Fragment]) -> i64 {
    let members = group.fragments.iter().filter_map(|at| fragments.get(*at));
    members.max_by_key(|fragment| fragment.glyphs.len()).map_or(0, |one| one.size)
}

/// Whether a line begins as a note does: with a figure or a sign, raised or not, or with a
/// raised letter.
fn begins_with_label(
    group: &Group,
    fragments: &[Fragment],
    placed: &[Placed<'_>],
) -> bool {
    let Some(first) = glyphs_of(group, fragments, placed).next() else { return false };
    let is_label = |glyph: &Placed<'_>| {
        let signs = ['*', '†', '‡', '§', '¶'];
        let begins = |c: char| c.is_numeric() || signs.contains(&c);
        glyph.text.starts_with(begins)
    };
    let is_raised = |fragment: &&Fragment| {
        let host = fragment.host.is_some_and(|host| group.fragments.contains(&host));
        host && fragment.position == BaselinePosition::Raised
            && fragment.left <= first.along
    };
    is_label(first)
        || first.position == BaselinePosition::Raised
        || fragments.iter().any(|fragment| is_raised(&fragment))
}

/// The glyphs of a line from left to right, without those that are raised beside it.
fn glyphs_of<'p>(
    group: &Group,
    fragments: &'p [Fragment],
    placed: &'p [Placed<'p>],
) -> impl Iterator<Item = &'p Placed<'p>> + Clone {
    let mut members: Vec<&Fragment> =
        group.fragments.iter().filter_map(|at| fragments.get(*at)).collect();
    members.sort_by_key(|fragment| fragment.left);
    members.into_iter().flat_map(|one| &one.glyphs).filter_map(|at| placed.get(*at))
}
