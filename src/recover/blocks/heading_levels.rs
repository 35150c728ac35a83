//! The levels of headings: headings that look alike have the same level.

use super::heading_doubts::is_text;
use super::prose_score::is_numbered_prose;
use super::run_in_numbers::RunInNumbers;
use super::segment::{Segment, SegmentKind, Segmentation};
use crate::recover::rows::row::ContentsRow;
use crate::recover::rows::row_ends::RowEnd;
use crate::recover::rows::stream_style::StreamStyle;
use crate::text::numerals::{self, Numbering};
use crate::text::sections;

/// The deepest level of a heading in a document.
const DEEPEST: u8 = 6;

/// A numbered heading that summarises its chapter has at most this many rows; more are a
/// numbered paragraph.
const ROWS_OF_AN_ARGUMENT: usize = 5;

/// Fewer numbered paragraphs than this are no series with side-heads.
const SERIES: usize = 3;

/// Fewest headings that are figures alone and show a series, and how many of them there are
/// at least for each line of figures that is no heading. Folios that stayed in a text are few
/// and seldom headings.
const LEAST_FIGURES: usize = 10;
const OTHER_FIGURES: usize = 2;

/// The size of a title in per cent of that of the largest heading below it, at least.
const FAR_LARGER: i32 = 150;

/// A side-head has at most this many words.
const WORDS_OF_A_SIDE_HEAD: usize = 10;

/// The look of a heading, as far as extracted text shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
enum HeadingLook {
    /// A word such as "chapter" with a number, and the rank of the word.
    Keyword(u8),
    /// A number in Roman figures.
    Roman,
    /// A number in other figures.
    Figures,
    /// All in capitals, of a size.
    Capitals(Option<HeadingSize>),
    /// None of these, of a size.
    Plain(Option<HeadingSize>),
}

/// The size of a heading on its page, in tenths of the usual size: a designer makes no smaller
/// differences.
type HeadingSize = i32;

impl HeadingLook {
    /// Whether it includes a number.
    fn is_numbered(&self) -> bool {
        !matches!(self, Self::Capitals(_) | Self::Plain(_))
    }

    /// The size of a heading without a number, if its page is known.
    fn size(&self) -> Option<HeadingSize> {
        match self {
            Self::Capitals(size) | Self::Plain(size) => *size,
            Self::Keyword(_) | Self::Roman | Self::Figures => None,
        }
    }
}

/// Makes headings of lines with consecutive numbers ("Primera carta …", "Segunda carta
/// …"), and of the title line under a bare number.
pub(super) fn promote_series(segmentation: &mut Segmentation, style: &StreamStyle) {
    let lines: Vec<Option<u32>> = segmentation
        .segments
        .iter()
        .map(|segment| {
            leading_number(segmentation, segment, style).filter(|_| {
                segment.is_heading() || is_short_line(segmentation, segment, style)
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
            segmentation.segments[at].kind = SegmentKind::Heading(1);
        }
    }
    fill_series(segmentation, style, |number| number.roman || number.keyword);
    promote_side_heads(segmentation, style);
    for at in 1..segmentation.segments.len().saturating_sub(1) {
        let [number, title, text] = &segmentation.segments[at - 1..=at + 1] else {
            continue;
        };
        let under_number = number.is_heading()
            && is_bare_number(&segmentation.words_of(number))
            && text.rows.len() > 1
            && is_short_line(segmentation, title, style);
        if under_number {
            segmentation.segments[at].kind = SegmentKind::Heading(1);
        }
    }
}

/// Whether figures alone on their line are headings in this text: many are already, and few
/// are not. Elsewhere they may be folios.
fn has_figures_alone(segmentation: &Segmentation) -> bool {
    let are_figures = |segment: &&Segment| {
        let number = numerals::numbering(&segmentation.rows[segment.rows.start].plain);
        segment.rows.len() == 1 && number.as_ref().is_some_and(is_figures_alone)
    };
    let (headings, others): (Vec<&Segment>, Vec<&Segment>) = segmentation
        .segments
        .iter()
        .filter(are_figures)
        .partition(|segment| segment.is_heading());
    headings.len() >= LEAST_FIGURES && others.len() * OTHER_FIGURES <= headings.len()
}

/// Makes headings of what a series of chapters lacks, once all headings are decided.
pub(super) fn fill_chapters(segmentation: &mut Segmentation, style: &StreamStyle) {
    fill_series(segmentation, style, |number| number.keyword);
    if has_figures_alone(segmentation) {
        fill_series(segmentation, style, is_figures_alone);
    }
}

/// Whether a number is figures and nothing else.
fn is_figures_alone(number: &Numbering) -> bool {
    !number.roman && !number.keyword && number.rest == 0
}

/// Makes headings of what a series of numbered headings lacks: "IV. …" between the
/// headings "III. …" and "V. …", whatever it looks like. `counts` says which numbers do.
fn fill_series(
    segmentation: &mut Segmentation,
    style: &StreamStyle,
    counts: fn(&Numbering) -> bool,
) {
    let run_in = RunInNumbers::find(segmentation);
    let numbered: Vec<Option<(bool, u32)>> = segmentation
        .segments
        .iter()
        .map(|segment| {
            let row = &segmentation.rows[segment.rows.start];
            let number = numerals::numbering(&row.plain);
            let number = number
                .filter(counts)
                .filter(|number| !run_in.begin(&row.plain, number))?;
            let may_be = match segment.kind {
                SegmentKind::Heading(_) => true,
                SegmentKind::Paragraph | SegmentKind::Quotation | SegmentKind::Verse => {
                    segment.rows.len() <= ROWS_OF_AN_ARGUMENT
                        && (row.turn || style.blanks_beyond(row) > 0)
                        && !is_numbered_prose(&segmentation.words_of(segment), &number)
                }
                _ => false,
            };
            may_be.then_some((number.keyword, number.value))
        })
        .collect();
    // What was added is a neighbour of the next one, either way.
    let segments = 0..segmentation.segments.len();
    for at in segments.clone().chain(segments.rev()) {
        let Some((keyword, value)) = numbered[at] else { continue };
        let alike =
            |other: &usize| numbered[*other].is_some_and(|(other, _)| other == keyword);
        let heading = |at: usize, value: Option<u32>| {
            numbered[at].map(|(_, value)| value) == value
                && segmentation.segments[at].is_heading()
        };
        let before = (0..at).rev().find(alike);
        let after = (at + 1..numbered.len()).find(alike);
        if before.is_some_and(|before| heading(before, value.checked_sub(1)))
            || after.is_some_and(|after| heading(after, value.checked_add(1)))
        {
            segmentation.segments[at].kind = SegmentKind::Heading(1);
        }
    }
}

/// Makes headings of the short lines above numbered paragraphs, if most of a series have
/// one.
fn promote_side_heads(segmentation: &mut Segmentation, style: &StreamStyle) {
    let side_head = |at: usize| {
        let segment = &segmentation.segments[at];
        let row = &segmentation.rows[segment.rows.start];
        segment.is_heading()
            || segment.kind == SegmentKind::Paragraph
                && segment.rows.len() == 1
                && style.is_short(row)
                && row.plain.starts_with(|c: char| c.is_uppercase() || c == '"')
                && row.plain.split_whitespace().count() <= WORDS_OF_A_SIDE_HEAD
                && numerals::numbering(&row.plain).is_none()
    };
    let mut series: Vec<usize> = Vec::new();
    let mut heads: Vec<usize> = Vec::new();
    let mut last = 0;
    for at in 1..=segmentation.segments.len() {
        let number = segmentation.segments.get(at).and_then(|segment| {
            let text = segment.kind == SegmentKind::Paragraph && segment.rows.len() > 1;
            paragraph_number(&segmentation.rows[segment.rows.start].plain)
                .filter(|_| text)
        });
        if at < segmentation.segments.len() && number.is_none() {
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
        segmentation.segments[at].kind = SegmentKind::Heading(1);
    }
}

/// The number in figures that a paragraph begins with: 3 of "3.—Desde".
fn paragraph_number(line: &str) -> Option<u32> {
    let (figures, rest) = line.split_at(line.find(|c: char| !c.is_ascii_digit())?);
    let rest = rest.strip_prefix(['.', ')', 'º', '°', '—', '–', '-'])?;
    let amount = rest.starts_with(|c: char| c.is_ascii_digit());
    figures.parse().ok().filter(|_| !amount)
}

/// Whether a segment is a paragraph of one short row that does not end a sentence, or is
/// a bare number.
fn is_short_line(
    segmentation: &Segmentation,
    segment: &Segment,
    style: &StreamStyle,
) -> bool {
    let row = &segmentation.rows[segment.rows.start];
    segment.kind == SegmentKind::Paragraph
        && segment.rows.len() == 1
        && style.is_short(row)
        && (matches!(row.ends, RowEnd::Letter | RowEnd::Digit | RowEnd::Closed)
            || is_bare_number(&row.plain))
        && row.plain.starts_with(char::is_uppercase)
}

/// The number at the beginning of a line that a blank line sets off.
fn leading_number(
    segmentation: &Segmentation,
    segment: &Segment,
    style: &StreamStyle,
) -> Option<u32> {
    let row = &segmentation.rows[segment.rows.start];
    let set_off = row.turn || style.blanks_beyond(row) > 0;
    let number = || {
        let numbering = numerals::numbering(&row.plain).map(|number| number.value);
        numbering.or_else(|| numerals::ordinal(&row.plain))
    };
    if set_off { number() } else { None }
}

/// Gives each heading its level. A known look keeps its level. A new look that the printed
/// contents do not name is below those that they name. Where pages are known, a new look is
/// below larger ones. One directly under another heading is one deeper.
/// Elsewhere its words and number decide, relative to the looks known so far.
///
/// `sized` says that sizes are exact, and not those of recognised letters.
pub(super) fn set_levels(segmentation: &mut Segmentation, sized: bool) {
    let looks: Vec<Option<(HeadingLook, String)>> = segmentation
        .segments
        .iter()
        .map(|segment| {
            let words = segment.is_heading().then(|| segmentation.words_of(segment))?;
            let look = segmentation.rows[segment.rows.start].look.filter(|_| sized);
            Some((classify_look(&words, look.map(|look| look.size)), words))
        })
        .collect();
    let of_sections = find_section_looks(&looks);
    let mut known: Vec<(HeadingLook, u8)> = Vec::new();
    let mut last: Option<(usize, u8)> = None;
    let mut last_entry: Option<u8> = None;
    for (at, heading) in looks.iter().enumerate() {
        let Some((look, words)) = heading else { continue };
        if look.is_numbered() && !known.iter().any(|(other, _)| other.is_numbered()) {
            // What stands before the first number is no section of a chapter.
            known.retain(|(other, _)| !of_sections.contains(other));
        }
        let directly = last.filter(|&(place, _)| place + 1 == at);
        let title_of_number =
            directly.filter(|_| !look.is_numbered()).filter(|&(place, _)| {
                looks[place].as_ref().is_some_and(|(_, above)| is_bare_number(above))
            });
        let seen = known.iter().find(|(other, _)| other == look).map(|&(_, level)| level);
        // A heading directly above a number is not below it.
        let below = looks.get(at + 1).and_then(Option::as_ref).map(|(below, _)| below);
        let above_number =
            below.filter(|below| !look.is_numbered() && below.is_numbered());
        let no_deeper = above_number.and_then(|below| {
            known.iter().find(|(other, _)| other == below).map(|&(_, level)| level)
        });
        let row = &segmentation.rows[segmentation.segments[at].rows.start];
        let (own_entry, printed) = match row.announced {
            Some(ContentsRow::First(level)) => (true, level),
            _ => (false, None),
        };
        // Number and title are two entries of the contents, or one.
        let is_apart = |place: usize| {
            let number = &segmentation.rows[segmentation.segments[place].rows.start];
            own_entry && number.announced.is_some()
        };
        let level_of_number = title_of_number.filter(|&(place, _)| !is_apart(place));
        let below_entry = last_entry
            .filter(|_| !own_entry && !look.is_numbered() && above_number.is_none())
            .map(|level| level + 1);
        let level = printed
            .or(level_of_number.map(|(_, level)| level))
            .or(seen)
            .or(below_entry)
            .or(no_deeper)
            .or_else(|| level_below_larger(look, &known))
            .or(directly.map(|(_, level)| level + 1))
            .or_else(|| level_above_smaller(look, &known))
            .or_else(|| level_above(look, &known))
            .or_else(|| level_among(look, words, &known))
            .or(last.map(|(_, level)| level))
            .unwrap_or(1);
        let level = level.min(DEEPEST);
        // A title directly above a numbered heading is that of the whole text: later
        // headings of its look do not have its level.
        let of_the_whole = last.is_none() && above_number.is_some();
        if title_of_number.is_none()
            && seen.is_none()
            && !of_the_whole
            && !is_on_title_page(segmentation, &looks, at, look)
        {
            known.push((look.clone(), level));
        }
        segmentation.segments[at].kind = SegmentKind::Heading(level);
        last = Some((at, level));
        if own_entry {
            last_entry = Some(level);
        }
    }
}

/// Whether a heading is a display line of a title page, whose size says nothing about the level
/// of others: no other heading has its look, and it is above all text, or it is the first
/// heading and far larger than all others.
fn is_on_title_page(
    segmentation: &Segmentation,
    looks: &[Option<(HeadingLook, String)>],
    at: usize,
    look: &HeadingLook,
) -> bool {
    let Some(size) = look.size() else { return false };
    let headings =
        || looks.iter().enumerate().filter_map(|(at, one)| Some((at, one.as_ref()?)));
    let mut others =
        headings().filter(|(other, _)| *other != at).map(|(_, (look, _))| look);
    if others.clone().any(|other| other == look) {
        return false;
    }
    let (above, below) = segmentation.segments.split_at(at + 1);
    let is_above_all_text =
        !below.first().is_some_and(is_text) && !above.iter().any(is_text);
    let is_first = headings().next().is_some_and(|(first, _)| first == at);
    let is_far_larger = |other: &HeadingLook| {
        other.size().is_none_or(|other| size * 100 >= other * FAR_LARGER)
    };
    is_above_all_text || is_first && others.all(is_far_larger)
}

/// The looks whose headings are sections of chapters: most of them stand between two
/// consecutive numbers, and neither right under the first nor right above the second.
fn find_section_looks(looks: &[Option<(HeadingLook, String)>]) -> Vec<HeadingLook> {
    let headings = looks.iter().enumerate();
    let headings: Vec<(usize, &HeadingLook, &str)> = headings
        .filter_map(|(at, heading)| {
            let (look, words) = heading.as_ref()?;
            Some((at, look, words.as_str()))
        })
        .collect();
    let numbers: Vec<usize> =
        (0..headings.len()).filter(|&one| headings[one].1.is_numbered()).collect();
    let value = |one: usize| numerals::numbering(headings[one].2).map(|one| one.value);
    let is_right_above = |one: usize, other: usize| {
        one + 1 == other && headings[one].0 + 1 == headings[other].0
    };
    // How many headings of a look are not inside chapters, and how many are.
    let mut counts: Vec<(HeadingLook, [usize; 2])> = Vec::new();
    for (_, look, _) in headings.iter().filter(|(_, look, _)| !look.is_numbered()) {
        if !counts.iter().any(|(other, _)| other == *look) {
            counts.push(((*look).clone(), [0; 2]));
        }
    }
    for (place, &number) in numbers.iter().enumerate() {
        let later = &numbers[place + 1..];
        let next = later.first().copied();
        // A part may begin between two chapters.
        let of_series = later.iter().find(|&&one| headings[one].1 == headings[number].1);
        let is_consecutive = of_series.is_some_and(|&one| {
            value(number).and_then(|value| value.checked_add(1)) == value(one)
        });
        for one in number + 1..next.unwrap_or(headings.len()) {
            let (_, look, words) = headings[one];
            if is_right_above(number, one) && is_bare_number(headings[number].2) {
                continue;
            }
            let is_inside = is_consecutive
                && !next.is_some_and(|next| is_right_above(one, next))
                && sections::named(words).is_none();
            for (_, counts) in counts.iter_mut().filter(|(other, _)| other == look) {
                counts[usize::from(is_inside)] += 1;
            }
        }
    }
    let of_sections =
        counts.into_iter().filter(|(_, [outside, inside])| inside > outside);
    of_sections.map(|(look, _)| look).collect()
}

/// The level of a new look among the known ones. A number without a word is below the
/// words of divisions. A heading without a number is below all that have one, unless it
/// names a section on the level of chapters.
fn level_among(
    look: &HeadingLook,
    words: &str,
    known: &[(HeadingLook, u8)],
) -> Option<u8> {
    let numbered = || known.iter().filter(|(other, _)| other.is_numbered());
    let keywords =
        known.iter().filter(|(other, _)| matches!(other, HeadingLook::Keyword(_)));
    match look {
        HeadingLook::Keyword(rank) => {
            let above = keywords.filter(|(other, _)| match other {
                HeadingLook::Keyword(other) => other < rank,
                _ => false,
            });
            above.map(|(_, level)| level + 1).max()
        }
        HeadingLook::Roman | HeadingLook::Figures => {
            keywords.map(|(_, level)| level + 1).max()
        }
        HeadingLook::Capitals(_) | HeadingLook::Plain(_)
            if sections::named(words).is_some() =>
        {
            numbered().map(|&(_, level)| level).min()
        }
        HeadingLook::Capitals(_) | HeadingLook::Plain(_) => {
            numbered().map(|(_, level)| level + 1).max()
        }
    }
}

/// The level of a new look, one below the smallest of the larger ones.
fn level_below_larger(look: &HeadingLook, known: &[(HeadingLook, u8)]) -> Option<u8> {
    let size = look.size()?;
    let larger = sizes(known).filter(|&(other, _)| other > size).min();
    larger.map(|(_, level)| level + 1)
}

/// The level of a new look, that of the largest of the smaller ones.
fn level_above_smaller(look: &HeadingLook, known: &[(HeadingLook, u8)]) -> Option<u8> {
    let size = look.size()?;
    let smaller = sizes(known).filter(|&(other, _)| other < size).max();
    smaller.map(|(_, level)| level)
}

/// The sizes of known looks, each with its level.
fn sizes(known: &[(HeadingLook, u8)]) -> impl Iterator<Item = (HeadingSize, u8)> {
    known.iter().filter_map(|(look, level)| Some((look.size()?, *level)))
}

/// The level of the highest known word that a new word ranks above, if any.
fn level_above(look: &HeadingLook, known: &[(HeadingLook, u8)]) -> Option<u8> {
    let HeadingLook::Keyword(rank) = look else { return None };
    let below = known.iter().filter_map(|(other, level)| match other {
        HeadingLook::Keyword(other) if other > rank => Some(*level),
        _ => None,
    });
    below.min().map(|level| level.saturating_sub(1).max(1))
}

/// Whether words are a number without a title: "CAPÍTULO II", "IV".
fn is_bare_number(words: &str) -> bool {
    numerals::numbering(words).is_some_and(|number| number.rest == 0)
}

fn classify_look(words: &str, size: Option<i32>) -> HeadingLook {
    let size = size.map(|size| (size + 50) / 100);
    match numerals::numbering(words) {
        Some(number) if number.keyword => HeadingLook::Keyword(numerals::rank(words)),
        Some(number) if number.roman => HeadingLook::Roman,
        Some(_) => HeadingLook::Figures,
        None if !words.contains(char::is_lowercase) => HeadingLook::Capitals(size),
        None => HeadingLook::Plain(size),
    }
}
