//! Counted things in words.

/// `1 page`, `2 pages`, `3 guesses`.
pub(crate) fn count_things(number: usize, thing: &str) -> String {
    let more = if thing.ends_with('s') { "es" } else { "s" };
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}{more}") }
}
