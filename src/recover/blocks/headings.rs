//! The levels of headings: what looks alike is of one level.

use super::drafts::{Kind, Sketch};
use crate::text::numerals;

/// A document has no heading below this level.
const DEEPEST: u8 = 6;

/// How a heading looks, as far as extracted text shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Look {
    /// A word such as "chapter" with a number; the rank of the word.
    Keyword(u8),
    /// A number in Roman figures.
    Roman,
    /// A number in other figures.
    Figures,
    /// All in capitals.
    Capitals,
    /// None of these.
    Plain,
}

/// Gives each heading its level: a look seen before keeps its level; a new look directly
/// under another heading is one deeper; elsewhere it is as high as the last heading, or
/// higher where its word says so.
pub(super) fn set_levels(sketch: &mut Sketch) {
    let looks: Vec<Option<Look>> = sketch
        .drafts
        .iter()
        .map(|draft| {
            let heading = matches!(draft.kind, Kind::Heading(_));
            heading.then(|| look(&sketch.words(draft)))
        })
        .collect();
    let mut known: Vec<(Look, u8)> = Vec::new();
    let mut last: Option<(usize, u8)> = None;
    for (at, look) in looks.into_iter().enumerate() {
        let Some(look) = look else { continue };
        let directly = last.filter(|&(place, _)| place + 1 == at).map(|(_, level)| level);
        let numbered = !matches!(look, Look::Capitals | Look::Plain);
        let title_of_number = directly.is_some()
            && !numbered
            && last.is_some_and(|(place, _)| {
                is_bare_number(&sketch.words(&sketch.drafts[place]))
            });
        let seen =
            known.iter().find(|(other, _)| *other == look).map(|&(_, level)| level);
        let level = match (title_of_number, seen, directly, last) {
            (true, _, Some(level), _) => level,
            (_, Some(level), _, _) => level,
            (_, _, Some(level), _) => level + 1,
            (_, _, None, Some((_, level))) => match outranks(&look, &known) {
                Some(above) => above,
                None => level,
            },
            (_, _, None, None) => 1,
        };
        let level = level.min(DEEPEST);
        if !title_of_number && seen.is_none() {
            known.push((look, level));
        }
        sketch.drafts[at].kind = Kind::Heading(level);
        last = Some((at, level));
    }
}

/// The level of the highest known word that a new word ranks above, if it does.
fn outranks(look: &Look, known: &[(Look, u8)]) -> Option<u8> {
    let Look::Keyword(rank) = look else { return None };
    let below = known.iter().filter_map(|(other, level)| match other {
        Look::Keyword(other) if other > rank => Some(*level),
        _ => None,
    });
    below.min().map(|level| level.saturating_sub(1).max(1))
}

/// A number line without a title: "CAPÍTULO II", "IV".
fn is_bare_number(words: &str) -> bool {
    numerals::numbering(words).is_some_and(|number| number.rest == 0)
}

fn look(words: &str) -> Look {
    match numerals::numbering(words) {
        Some(number) if number.keyword => Look::Keyword(numerals::rank(words)),
        Some(number) if number.roman => Look::Roman,
        Some(_) => Look::Figures,
        None if !words.contains(char::is_lowercase) => Look::Capitals,
        None => Look::Plain,
    }
}
