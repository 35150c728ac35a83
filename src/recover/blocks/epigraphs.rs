//! Epigraphs: a short quotation between the heading of a chapter, or the title of the text,
//! and what follows, with a last line that names where it comes from.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::segment::{Segment, SegmentKind, Segmentation};
use crate::text::{names, numerals, sections, sentences};

/// A longer quotation under a heading is text, whatever it ends with: the longest epigraph
/// of the development texts has eleven lines.
const MOST_ROWS: usize = 24;

/// Prose of more rows than this is text; with its source it is an epigraph of a few lines.
const MOST_ROWS_OF_PROSE: usize = 6;

/// A source in capitals has at least this many letters; fewer may be a number.
const LEAST_LETTERS: usize = 3;

/// A source has at most this many words: a name, a work, a canto.
const MOST_WORDS: usize = 6;

/// A text with at least this many epigraphs in verse has them as a habit: prose with a source
/// in the same place is one, too.
const HABIT: usize = 2;

/// Makes epigraphs of the verse and quotations that are between a heading and text, if
/// their last line, or the line below them, is a source.
///
/// A name that is a line elsewhere, too, is no source: in a play it may be a speaker under
/// a stage direction. What nothing sets off is an epigraph if its source is that of others,
/// or if the text has the habit; a line that was taken for a title, only if its source is
/// that of others.
pub(super) fn find_epigraphs(segmentation: &mut Segmentation) {
    let runs: Vec<Range<usize>> = (segmentation.displaced + 1
        ..segmentation.segments.len())
        .filter_map(|at| find_run(segmentation, at))
        .collect();
    let mut lines: BTreeMap<&str, usize> = BTreeMap::new();
    for run in &runs {
        *lines.entry(source_of(segmentation, run)).or_default() += 1;
    }
    let mut elsewhere: BTreeSet<&str> = BTreeSet::new();
    for row in &segmentation.rows {
        let words = row.plain.trim();
        match lines.get_mut(words) {
            Some(0) => drop(elsewhere.insert(words)),
            Some(sources) => *sources -= 1,
            None => {}
        }
    }
    let is_set_off = |run: &Range<usize>| is_quoted(&segmentation.segments[run.start]);
    let set_off = runs.iter().filter(|run| is_set_off(run));
    let names: Vec<&str> = set_off
        .map(|run| source_of(segmentation, run))
        .filter(|name| !elsewhere.contains(name))
        .collect();
    let is_epigraph = |run: &&Range<usize>| {
        let name = source_of(segmentation, run);
        let by_habit = || {
            let body = &segmentation.segments[run.start..run.end - 1];
            names.len() >= HABIT
                && !elsewhere.contains(name)
                && body.iter().all(|segment| segment.kind == SegmentKind::Paragraph)
        };
        names.contains(&name) || by_habit()
    };
    let runs: Vec<Range<usize>> = runs.iter().filter(is_epigraph).cloned().collect();
    // From the last one on, because each may become one segment longer.
    for run in runs.into_iter().rev() {
        make_epigraph(segmentation, run);
    }
}

/// Whether a segment is verse or a quotation.
fn is_quoted(segment: &Segment) -> bool {
    matches!(segment.kind, SegmentKind::Verse | SegmentKind::Quotation)
}

/// The line of a run that names its source.
fn source_of<'s>(segmentation: &'s Segmentation, run: &Range<usize>) -> &'s str {
    let rows = &segmentation.segments[run.end - 1].rows;
    segmentation.rows[rows.end - 1].plain.trim()
}

/// Makes an epigraph of segments, the last of which ends with the source.
fn make_epigraph(segmentation: &mut Segmentation, run: Range<usize>) {
    for segment in &mut segmentation.segments[run.clone()] {
        segment.kind = match segment.kind {
            SegmentKind::Verse => SegmentKind::EpigraphVerse,
            _ => SegmentKind::Epigraph,
        };
    }
    let last = run.end - 1;
    let rows = segmentation.segments[last].rows.clone();
    let source = rows.end - 1;
    if rows.len() == 1 {
        segmentation.segments[last].kind = SegmentKind::Epigraph;
    } else {
        segmentation.segments[last].rows.end = source;
        let segment = Segment { kind: SegmentKind::Epigraph, rows: source..rows.end };
        segmentation.segments.insert(run.end, segment);
    }
}

/// The segments from an index on that may be an epigraph, if there are any: verse,
/// quotations or a few lines of prose under a heading, and what may be their source.
fn find_run(segmentation: &Segmentation, first: usize) -> Option<Range<usize>> {
    let segments = &segmentation.segments;
    let above = &segments[first - 1];
    let level = match above.kind {
        SegmentKind::Heading(level) => Some(level),
        // The title and the author of the text.
        SegmentKind::Metadata => None,
        _ => return None,
    };
    let rest = &segments[first..];
    let quoted = rest.iter().take_while(|segment| is_quoted(segment)).count();
    // What is a source is found below.
    let is_prose = |segment: &&Segment| {
        let is_text = match segment.kind {
            SegmentKind::Paragraph => true,
            SegmentKind::Heading(_) => is_no_title(&segmentation.words_of(segment)),
            _ => false,
        };
        is_text && !is_source(segmentation, segment.rows.start)
    };
    // Between two speakers of a play, a speech is between headings, too.
    let is_chapter =
        level.is_some() && numerals::numbering(&segmentation.words_of(above)).is_some();
    let prose = rest.iter().take_while(|one| is_chapter && is_prose(one)).count();
    let mut end = first + if quoted > 0 { quoted } else { prose };
    if let Some(below) = segments.get(end)
        && below.rows.len() == 1
        && is_source(segmentation, below.rows.start)
        && match below.kind {
            SegmentKind::Paragraph => true,
            // In capitals it may have been taken for a heading under that of its chapter.
            SegmentKind::Heading(lower) => {
                level.is_some_and(|level| lower > level)
                    && is_no_title(&segmentation.words_of(below))
            }
            _ => false,
        }
    {
        end += 1;
    } else if quoted == 0 {
        return None;
    }
    let run = segments.get(first..end)?;
    let rows = run.first()?.rows.start..run.last()?.rows.end;
    let most = if quoted > 0 { MOST_ROWS } else { MOST_ROWS_OF_PROSE };
    // Text must follow.
    let follows = segments.get(end).is_some_and(|text| {
        matches!(text.kind, SegmentKind::Paragraph | SegmentKind::Dateline)
    });
    let holds = (2..=most).contains(&rows.len())
        && follows
        && (is_source(segmentation, rows.end - 1)
            || quoted > 0 && is_indented_source(segmentation, &rows))
        // In a quotation that shouts throughout, capitals name nobody.
        && !is_source(segmentation, rows.end - 2);
    holds.then_some(first..end)
}

/// Whether a heading has neither a number nor the name of a section.
fn is_no_title(words: &str) -> bool {
    numerals::numbering(words).is_none() && sections::named(words).is_none()
}

/// Whether the last of some rows names a source, as its indent shows: it is farther to the
/// right than all others, which end a sentence, and it ends none.
fn is_indented_source(segmentation: &Segmentation, rows: &Range<usize>) -> bool {
    let [quoted @ .., source] = &segmentation.rows[rows.clone()] else { return false };
    quoted.iter().all(|row| row.indent < source.indent)
        && quoted.last().is_some_and(|row| sentences::ends_sentence(&row.plain))
        && is_short(&source.plain)
        && source.plain.starts_with(|c: char| c.is_uppercase() || c == '(')
        && source.plain.ends_with(|c: char| c.is_alphanumeric() || c == ')')
}

/// Whether words may be a source by their number, and do not exclaim or ask.
fn is_short(words: &str) -> bool {
    words.split_whitespace().count() <= MOST_WORDS && !words.ends_with([':', '!', '?'])
}

/// Whether a row names a source: a few words in capitals, or a name behind a dash.
fn is_source(segmentation: &Segmentation, row: usize) -> bool {
    let words = segmentation.rows[row].plain.trim();
    if !is_short(words) {
        return false;
    }
    let behind_dash = words.strip_prefix(['—', '–', '―']);
    let mut cased = words.chars().filter(|c| c.is_alphabetic());
    let in_capitals = cased.clone().count() >= LEAST_LETTERS
        && cased.all(char::is_uppercase)
        && !words.chars().any(char::is_numeric);
    in_capitals
        || behind_dash.is_some_and(|name| {
            let name = name.trim_matches(|c: char| c.is_whitespace() || c == '.');
            names::is_name(name, 1)
        })
}
