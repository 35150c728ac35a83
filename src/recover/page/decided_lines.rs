//! What a person decided about page furniture.

use super::furniture::{Furniture, MovedLines};
use super::source_layout::SourceLayout;
use crate::recover::model::{DecidedLine, RemovalKind};

/// Obeys the decisions about what is part of the text: a line that a person calls anything
/// but left out is no furniture. What is furniture already keeps its kind.
pub(crate) fn obey_decisions(source: &SourceLayout<'_>, furniture: &mut Furniture) {
    for (line_no, decided) in decided_lines(source) {
        let kind = &mut furniture.kinds[line_no];
        if decided.is_left_out() {
            kind.get_or_insert(RemovalKind::Decision);
            continue;
        }
        *kind = None;
        furniture.folios.retain(|folio| folio.line_no != line_no);
        let lists = [
            &mut furniture.unsure_heads,
            &mut furniture.guessed_heads,
            &mut furniture.standing_heads,
            &mut furniture.scan_lines,
        ];
        for list in lists {
            list.retain(|&one| one != line_no);
        }
    }
}

/// Keeps lines in place that a person decided about.
pub(crate) fn keep_in_place(source: &SourceLayout<'_>, moved: &mut MovedLines) {
    for (line_no, _) in decided_lines(source) {
        moved.title.retain(|&one| one != line_no);
        moved.captions.retain(|&one| one != line_no);
    }
}

/// The solid lines that a person decided about.
fn decided_lines(
    source: &SourceLayout<'_>,
) -> impl Iterator<Item = (usize, DecidedLine)> {
    let decided = source.notation.decided.iter();
    decided.filter_map(|(line, decided)| {
        let line_no = source.solid_lines.binary_search(line).ok()?;
        Some((line_no, *decided))
    })
}
