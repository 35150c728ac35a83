//! Lengths as CSS writes them, and what is usual among indents.

use std::collections::BTreeMap;

/// Writes hundredths of a centimetre.
pub(crate) fn write_centimetres(hundredths: u64) -> String {
    let (whole, part) = (hundredths / 100, hundredths % 100);
    let number = format!("{whole}.{part:02}");
    format!("{}cm", number.trim_end_matches('0').trim_end_matches('.'))
}

/// How many times fewer letters than the commonest indent has a usual indent may have. Body
/// text has at least a quarter of the letters of the quotations in it.
const LEAST_SHARE: usize = 4;

/// The indent of body text, from the letters at each indent: the least that is common.
pub(crate) fn find_usual_indent(letters: &BTreeMap<i32, usize>) -> i32 {
    let most = letters.values().max().copied().unwrap_or(0);
    let mut common = letters.iter().filter(|(_, count)| **count >= most / LEAST_SHARE);
    common.next().map_or(0, |(indent, _)| *indent)
}
