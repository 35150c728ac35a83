//! What readers of pages measure alike.

use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The value with the greatest weight, the least of several.
pub(super) fn find_prevailing<T: Ord>(
    values: impl Iterator<Item = (T, usize)>,
) -> Option<T> {
    let mut weights: BTreeMap<T, usize> = BTreeMap::new();
    for (value, weight) in values {
        *weights.entry(value).or_insert(0) += weight;
    }
    let best = weights.into_iter().map(|(value, weight)| (weight, Reverse(value))).max();
    best.map(|(_, Reverse(value))| value)
}

/// A part of a whole, in thousandths.
pub(super) fn thousandths(part: i64, whole: i64) -> i32 {
    i32::try_from(part.saturating_mul(1000) / whole).unwrap_or(i32::MAX)
}
