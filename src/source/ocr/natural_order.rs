//! The natural order of file names: numbers in them count by their value.

use std::cmp::Ordering;

/// Sorts files by their names, `p9` before `p10`.
pub(super) fn sort_naturally<T>(files: &mut [(&str, T)]) {
    files.sort_by(|(one, _), (other, _)| compare_naturally(one, other));
}

fn compare_naturally(one: &str, other: &str) -> Ordering {
    let (mut one_rest, mut other_rest) = (one, other);
    loop {
        let (first, second) = (split_part(one_rest), split_part(other_rest));
        let ((a, one_after), (b, other_after)) = match (first, second) {
            (Some(a), Some(b)) => (a, b),
            (a, b) => return a.is_some().cmp(&b.is_some()).then_with(|| one.cmp(other)),
        };
        let is_number = |part: &str| part.starts_with(|c: char| c.is_ascii_digit());
        let order = if is_number(a) && is_number(b) {
            let (a, b) = (a.trim_start_matches('0'), b.trim_start_matches('0'));
            a.len().cmp(&b.len()).then_with(|| a.cmp(b))
        } else {
            a.cmp(b)
        };
        if order != Ordering::Equal {
            return order;
        }
        (one_rest, other_rest) = (one_after, other_after);
    }
}

/// The digits or the other characters at the beginning of a name, and the rest.
fn split_part(name: &str) -> Option<(&str, &str)> {
    let digits = name.chars().next()?.is_ascii_digit();
    let end = name.find(|c: char| c.is_ascii_digit() != digits);
    Some(name.split_at(end.unwrap_or(name.len())))
}
