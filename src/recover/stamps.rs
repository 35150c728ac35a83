//! Contact lines at the foot of a page: addresses that no sentence leads up to.

use super::RemovalKind;
use super::furniture::Furniture;
use super::notes::{Part, Split};
use super::pages::Sheet;

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

/// An address, with a few words before it that begin with a capital and nothing behind.
pub(super) fn is_contact(line: &str) -> bool {
    let mut words = line.split_whitespace().rev();
    let address = words.next().is_some_and(is_address);
    let first = line.chars().find(|c| c.is_alphabetic());
    let alone = words.next().is_none();
    address && (alone || first.is_some_and(char::is_uppercase))
}

/// A mail address, or the address of a page.
fn is_address(word: &str) -> bool {
    let mail = word.split_once('@').is_some_and(|(name, host)| {
        !name.is_empty() && host.contains('.') && !host.starts_with('.')
    });
    let starts = |start: &str| {
        word.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start))
    };
    mail || ["http://", "https://", "www."].into_iter().any(starts)
}
