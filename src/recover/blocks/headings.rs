//! The levels of headings: what looks alike is of one level.

use super::drafts::{Draft, Kind, Sketch};
use crate::recover::rows::ends::End;
use crate::recover::rows::row::Announced;
use crate::recover::rows::style::Style;
use crate::text::{numerals, sections};

/// A document has no heading below this level.
const DEEPEST: u8 = 6;

/// A numbered heading that tells what its chapter holds has at most so many rows; more are
/// a numbered paragraph.
const ROWS_OF_AN_ARGUMENT: usize = 5;

/// Fewer numbered paragraphs than this make no series whose side-heads could be known.
const SERIES: usize = 3;

/// A side-head has at most so many words.
const WORDS_OF_A_SIDE_HEAD: usize = 10;

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

impl Look {
    /// Whether a number is part of it.
    fn is_numbered(&self) -> bool {
        !matches!(self, Self::Capitals | Self::Plain)
    }
}

/// Makes headings of lines whose numbers run on ("Primera carta …", "Segunda carta …"),
/// and of the title line under a line that is but a number.
pub(super) fn promote(sketch: &mut Sketch, style: &Style) {
    let lines: Vec<Option<u32>> = sketch
        .drafts
        .iter()
        .map(|draft| {
            counted(sketch, draft, style).filter(|_| {
                matches!(draft.kind, Kind::Heading(_))
                    || is_short_line(sketch, draft, style)
            })
        })
        .collect();
    let mut chain: Vec<usize> = Vec::new();
    for (at, number) in lines.iter().enumerate() {
        match *number {
            Some(1) if chain.len() < 2 => chain = vec![at],
            Some(number) if !chain.is_empty() && number as usize == chain.len() + 1 => {
                chain.push(at);
            }
            _ => {}
        }
    }
    if chain.len() > 1 {
        for at in chain {
            sketch.drafts[at].kind = Kind::Heading(1);
        }
    }
    fill_series(sketch, style);
    promote_side_heads(sketch, style);
    for at in 1..sketch.drafts.len().saturating_sub(1) {
        let [number, title, text] = &sketch.drafts[at - 1..=at + 1] else { continue };
        let under_number = matches!(number.kind, Kind::Heading(_))
            && is_bare_number(&sketch.words(number))
            && text.rows.len() > 1
            && is_short_line(sketch, title, style);
        if under_number {
            sketch.drafts[at].kind = Kind::Heading(1);
        }
    }
}

/// Makes headings of what stands in a series of numbered headings and lacks only there:
/// "IV. …" between headings "III. …" and "V. …", whatever it looks like.
fn fill_series(sketch: &mut Sketch, style: &Style) {
    let numbered: Vec<Option<(bool, u32)>> = sketch
        .drafts
        .iter()
        .map(|draft| {
            let row = &sketch.rows[draft.rows.start];
            let number = numerals::numbering(&row.plain);
            let number = number.filter(|number| number.roman || number.keyword)?;
            let may_be = match draft.kind {
                Kind::Heading(_) => true,
                Kind::Paragraph | Kind::Quotation | Kind::Verse => {
                    draft.rows.len() <= ROWS_OF_AN_ARGUMENT
                        && (row.turn || style.blanks_beyond(row) > 0)
                }
                _ => false,
            };
            may_be.then_some((number.keyword, number.value))
        })
        .collect();
    // What was found is the neighbour of the next, either way.
    let drafts = 0..sketch.drafts.len();
    for at in drafts.clone().chain(drafts.rev()) {
        let Some((keyword, value)) = numbered[at] else { continue };
        let alike =
            |other: &usize| numbered[*other].is_some_and(|(other, _)| other == keyword);
        let heading = |at: usize, value: Option<u32>| {
            numbered[at].map(|(_, value)| value) == value
                && matches!(sketch.drafts[at].kind, Kind::Heading(_))
        };
        let before = (0..at).rev().find(alike);
        let after = (at + 1..numbered.len()).find(alike);
        if before.is_some_and(|before| heading(before, value.checked_sub(1)))
            || after.is_some_and(|after| heading(after, value.checked_add(1)))
        {
            sketch.drafts[at].kind = Kind::Heading(1);
        }
    }
}

/// Makes headings of the short lines above numbered paragraphs, if most of a series of
/// these have one.
fn promote_side_heads(sketch: &mut Sketch, style: &Style) {
    let side_head = |at: usize| {
        let draft = &sketch.drafts[at];
        let row = &sketch.rows[draft.rows.start];
        matches!(draft.kind, Kind::Heading(_))
            || draft.kind == Kind::Paragraph
                && draft.rows.len() == 1
                && style.is_short(row)
                && row.plain.starts_with(|c: char| c.is_uppercase() || c == '"')
                && row.plain.split_whitespace().count() <= WORDS_OF_A_SIDE_HEAD
                && numerals::numbering(&row.plain).is_none()
    };
    let mut series: Vec<usize> = Vec::new();
    let mut heads: Vec<usize> = Vec::new();
    let mut last = 0;
    for at in 1..=sketch.drafts.len() {
        let number = sketch.drafts.get(at).and_then(|draft| {
            let text = draft.kind == Kind::Paragraph && draft.rows.len() > 1;
            paragraph_number(&sketch.rows[draft.rows.start].plain).filter(|_| text)
        });
        if at < sketch.drafts.len() && number.is_none() {
            continue;
        }
        if number != Some(last + 1) {
            let with_head: Vec<usize> =
                series.drain(..).filter(|&at| side_head(at - 1)).collect();
            if with_head.len() >= SERIES && with_head.len() * 3 >= last as usize * 2 {
                heads.extend(with_head.iter().map(|at| at - 1));
            }
        }
        if number == Some(1) || number == Some(last + 1) {
            series.push(at);
            last = number.unwrap_or_default();
        } else {
            last = 0;
        }
    }
    for at in heads {
        sketch.drafts[at].kind = Kind::Heading(1);
    }
}

/// The number in figures that a paragraph begins with: 3 of "3.—Desde".
fn paragraph_number(line: &str) -> Option<u32> {
    let (figures, rest) = line.split_at(line.find(|c: char| !c.is_ascii_digit())?);
    let rest = rest.strip_prefix(['.', ')', 'º', '°', '—', '–', '-'])?;
    let amount = rest.starts_with(|c: char| c.is_ascii_digit());
    figures.parse().ok().filter(|_| !amount)
}

/// A paragraph of one short row that does not end as a sentence, or is but a number.
fn is_short_line(sketch: &Sketch, draft: &Draft, style: &Style) -> bool {
    let row = &sketch.rows[draft.rows.start];
    draft.kind == Kind::Paragraph
        && draft.rows.len() == 1
        && style.is_short(row)
        && (matches!(row.ends, End::Letter | End::Digit | End::Closed)
            || is_bare_number(&row.plain))
        && row.plain.starts_with(char::is_uppercase)
}

/// The number that a line set off by a blank line begins with.
fn counted(sketch: &Sketch, draft: &Draft, style: &Style) -> Option<u32> {
    let row = &sketch.rows[draft.rows.start];
    let set_off = row.turn || style.blanks_beyond(row) > 0;
    let number = || {
        let numbering = numerals::numbering(&row.plain).map(|number| number.value);
        numbering.or_else(|| numerals::ordinal(&row.plain))
    };
    if set_off { number() } else { None }
}

/// Gives each heading its level: a look seen before keeps its level; a new look directly
/// under another heading is one deeper; elsewhere its words and number decide, in the
/// light of the looks known so far.
pub(super) fn set_levels(sketch: &mut Sketch) {
    let looks: Vec<Option<(Look, String)>> = sketch
        .drafts
        .iter()
        .map(|draft| {
            let words =
                matches!(draft.kind, Kind::Heading(_)).then(|| sketch.words(draft))?;
            Some((look(&words), words))
        })
        .collect();
    let mut known: Vec<(Look, u8)> = Vec::new();
    let mut last: Option<(usize, u8)> = None;
    for (at, heading) in looks.iter().enumerate() {
        let Some((look, words)) = heading else { continue };
        let directly = last.filter(|&(place, _)| place + 1 == at);
        let title_of_number =
            directly.filter(|_| !look.is_numbered()).filter(|&(place, _)| {
                looks[place].as_ref().is_some_and(|(_, above)| is_bare_number(above))
            });
        let seen = known.iter().find(|(other, _)| other == look).map(|&(_, level)| level);
        // What stands directly above a number is not below it.
        let below = looks.get(at + 1).and_then(Option::as_ref).map(|(below, _)| below);
        let above_number =
            below.filter(|below| !look.is_numbered() && below.is_numbered());
        let no_deeper = above_number.and_then(|below| {
            known.iter().find(|(other, _)| other == below).map(|&(_, level)| level)
        });
        let row = &sketch.rows[sketch.drafts[at].rows.start];
        let (own_entry, printed) = match row.announced {
            Some(Announced::First(level)) => (true, level),
            _ => (false, None),
        };
        let title_of_number = title_of_number.filter(|_| !own_entry);
        let level = printed
            .or(title_of_number.map(|(_, level)| level))
            .or(seen)
            .or(no_deeper)
            .or(directly.map(|(_, level)| level + 1))
            .or_else(|| outranks(look, &known))
            .or_else(|| among(look, words, &known))
            .or(last.map(|(_, level)| level))
            .unwrap_or(1);
        let level = level.min(DEEPEST);
        // A title directly above a numbered heading is that of the whole: what looks like
        // it later on is not of its level.
        let of_the_whole = last.is_none() && above_number.is_some();
        if title_of_number.is_none() && seen.is_none() && !of_the_whole {
            known.push((look.clone(), level));
        }
        sketch.drafts[at].kind = Kind::Heading(level);
        last = Some((at, level));
    }
}

/// The level of a new look among those known: a number without a word is below the words
/// of divisions, and a heading without a number below all that have one, unless it names
/// a section that stands beside chapters.
fn among(look: &Look, words: &str, known: &[(Look, u8)]) -> Option<u8> {
    let numbered = || known.iter().filter(|(other, _)| other.is_numbered());
    let keywords = known.iter().filter(|(other, _)| matches!(other, Look::Keyword(_)));
    match look {
        Look::Keyword(rank) => {
            let above = keywords.filter(|(other, _)| match other {
                Look::Keyword(other) => other < rank,
                _ => false,
            });
            above.map(|(_, level)| level + 1).max()
        }
        Look::Roman | Look::Figures => keywords.map(|(_, level)| level + 1).max(),
        Look::Capitals | Look::Plain if sections::named(words).is_some() => {
            numbered().map(|&(_, level)| level).min()
        }
        Look::Capitals | Look::Plain => numbered().map(|(_, level)| level + 1).max(),
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
