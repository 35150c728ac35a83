//! Poems: the numbers over their stanzas.

use super::contents::is_bare_number;
use crate::book::block::Stanza;
use crate::book::inline::Inline;

/// Splits the number of a poem, or of a part of one, from the lines of a stanza: its first
/// line, if that has nothing else.
#[must_use]
pub(crate) fn split_poem_number(
    stanza: &Stanza,
) -> (Option<&Vec<Inline>>, &[Vec<Inline>]) {
    match stanza.lines.split_first() {
        Some((first, rest)) if is_bare_number(first) => (Some(first), rest),
        _ => (None, &stanza.lines),
    }
}

#[cfg(test)]
mod tests {
    use super::split_poem_number;
    use crate::book::block::Stanza;
    use crate::book::inline::Inline;

    #[test]
    fn numbers_are_no_verses() {
        let stanza = |lines: &[&str]| Stanza {
            lines: lines
                .iter()
                .map(|line| vec![Inline::Text((*line).to_owned())])
                .collect(),
        };
        for (lines, number, rest) in [
            (&["II", "Gira la noria"][..], true, 1),
            (&["XIV."], true, 0),
            (&["Gira la noria,", "II"], false, 2),
            (&["Dos y dos son cuatro"], false, 1),
        ] {
            let stanza = stanza(lines);
            let (found, verses) = split_poem_number(&stanza);
            assert_eq!((found.is_some(), verses.len()), (number, rest), "{lines:?}");
        }
    }
}
