//! Contact lines at the foot of a page: addresses that no sentence leads up to.

use crate::recover::model::RemovalKind;
use crate::recover::notes::line_parts::{Part, Split};
use crate::recover::page::furniture::Furniture;
use crate::recover::page::pages::Sheet;
use crate::text::addresses::is_contact;

/// A contact line is shorter than this share of the measure, in per cent. A line of text
/// with an address in it goes on to the measure; its last line may be as short, but
/// begins in mid-sentence.
const SHORT: u32 = 75;

/// Marks lines of the text with an address on the web or for mail, where they stand
/// between the text of a page and its notes or its end.
pub(super) fn find(sheet: &Sheet<'_>, split: &Split, furniture: &mut Furniture) {
    let measure = sheet.measure;
    // From behind, so that of two contact lines the upper sees the lower.
    for rank in (0..sheet.solid.len()).rev() {
        let short = sheet.shape(rank).width * 100 < measure.saturating_mul(SHORT);
        let text = split.parts[rank] == Some(Part::Body);
        if !text || !short || !is_contact(sheet.words(rank)) {
            continue;
        }
        let after = rank + 1;
        let ends_text = after == sheet.solid.len()
            || split.parts[after] == Some(Part::Note)
            || furniture.kinds[after].is_some()
            || furniture.bounds.binary_search(&after).is_ok()
            || split.hidden_turns.binary_search(&after).is_ok();
        if ends_text {
            furniture.kinds[rank] = Some(RemovalKind::Stamp);
        }
    }
}
