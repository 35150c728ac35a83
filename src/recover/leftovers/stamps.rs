//! Contact lines at the foot of a page: addresses that belong to no sentence.

use crate::recover::model::RemovalKind;
use crate::recover::notes::line_parts::{LinePart, TextNoteSplit};
use crate::recover::page::furniture::Furniture;
use crate::recover::page::source_layout::SourceLayout;
use crate::text::addresses::is_contact_line;

/// A contact line is shorter than this share of the measure, in per cent. A line of text
/// with an address fills the measure; its last line may be as short, but begins in
/// mid-sentence.
const SHORT: u32 = 75;

/// Marks lines with a web or mail address between the text of a page and its notes or its
/// end.
pub(super) fn mark_contact_lines(
    source: &SourceLayout<'_>,
    split: &TextNoteSplit,
    furniture: &mut Furniture,
) {
    let measure = source.measure;
    // Backwards, so that the upper of two contact lines sees the lower one.
    for line_no in (0..source.solid_lines.len()).rev() {
        let short = source.shape(line_no).width * 100 < measure.saturating_mul(SHORT);
        let text = split.parts[line_no] == Some(LinePart::Body);
        if !text || !short || !is_contact_line(source.words(line_no)) {
            continue;
        }
        let after = line_no + 1;
        let ends_text = after == source.solid_lines.len()
            || split.parts[after] == Some(LinePart::Note)
            || furniture.kinds[after].is_some()
            || furniture.bounds.binary_search(&after).is_ok()
            || split.hidden_turns.binary_search(&after).is_ok();
        if ends_text {
            furniture.kinds[line_no] = Some(RemovalKind::Stamp);
        }
    }
}
