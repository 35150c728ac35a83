//! Titles, arguments and mottoes under chapter numbers, decided over all chapters of a
//! text: a book has them in one form.

use std::collections::BTreeSet;
use std::ops::Range;

use super::recurring_lines::RecurringLines;
use super::row_label::RowLabel;
use super::segment::{Segment, SegmentKind, Segmentation};
use crate::recover::page::measure::EM;
use crate::recover::rows::row::Row;
use crate::recover::rows::row_ends::{RowEnd, RowStart};
use crate::recover::rows::stream_style::{self, StreamStyle};
use crate::text::language::Language;
use crate::text::numerals;
use crate::text::small_words::is_small_word;

/// A title that tells what its chapter is about has at most this many rows.
const ROWS_OF_A_TITLE: usize = 5;

/// A title that only its length shows has at most this many rows; more are an argument.
const ROWS_OF_A_SHORT_TITLE: usize = 2;

/// Blank lines that set off headings, and fewest headings that show this.
const WIDE_GAP: u32 = 2;
const HEADINGS_TO_TELL: usize = 3;

/// How many of a hundred segments that are set off may be no headings: where blank lines part
/// paragraphs, and where they do not. A book of legends has 15 beside its 250 headings, a
/// reader for schools 26, whose scenes begin with short sentences.
const OTHERS_SET_OFF: usize = 20;
const OTHERS_APART: usize = 10;

/// The likelihood that so many chapters all begin with short paragraphs by chance, below
/// which these are titles.
const BY_CHANCE: f64 = 0.02;
/// Fewest words of a title that ends like a sentence: a chapter may well begin with a short
/// one (`It rained.`).
const WORDS_OF_A_SENTENCE: usize = 5;

/// A row that exceeds the measure by more than this was not broken with the others.
const BEYOND: i32 = 3 * EM;

/// A motto is indented by at least this many columns more than paragraphs.
const INDENT_OF_A_MOTTO: u32 = 3;

/// The margins beside a centred line differ by no more columns than this.
const OFF_CENTRE: u32 = 6;

/// A motto has at most this many rows.
const ROWS_OF_A_MOTTO: usize = 16;

/// Decides what is under the numbers of chapters.
pub(super) fn find_chapter_titles(segmentation: &mut Segmentation, style: &StreamStyle) {
    part_joined_titles(segmentation);
    part_arguments(segmentation, style);
    promote_set_off_titles(segmentation, style);
    promote_usual_titles(segmentation, style);
    promote_titles_in_capitals(segmentation);
    promote_set_off_lines(segmentation, style);
    set_off_mottoes(segmentation, style);
}

/// Joins the title of a chapter that ends in a small word, such as an article, with the heading
/// below it: no title ends so. The lines of a title page stay as they are displayed.
pub(super) fn join_open_titles(segmentation: &mut Segmentation, language: &Language) {
    segmentation.join_segments(RowLabel::HeadingMore, |rows, title, below| {
        let is_numbered = |segment: &Segment| {
            numerals::numbering(&rows[segment.rows.start].plain).is_some()
        };
        let mut words = rows[title.rows.end - 1].plain.split_whitespace();
        title.is_heading()
            && is_numbered(title)
            && words.next_back().is_some_and(|word| is_small_word(word, language))
            && below.is_heading()
            && rows[below.rows.start].decided.is_none()
            && !is_numbered(below)
            && below.rows.end - title.rows.start <= ROWS_OF_A_TITLE
    });
}

/// Begins a segment with a chapter number at the head of a page if the number before it or
/// after it begins one, too.
pub(super) fn split_at_chapters(segmentation: &mut Segmentation) {
    let chapter = |row: &Row| {
        numerals::numbering(&row.plain)
            .filter(|number| number.keyword)
            .map(|number| number.value)
    };
    let values: BTreeSet<u32> = segmentation
        .segments
        .iter()
        .filter_map(|segment| chapter(&segmentation.rows[segment.rows.start]))
        .collect();
    if values.is_empty() {
        return;
    }
    let begins = |row: usize| {
        let (before, this) = (&segmentation.rows[row - 1], &segmentation.rows[row]);
        (this.turn || this.interrupted)
            && before.ends.is_sentence()
            && chapter(this).is_some_and(|value| {
                values.contains(&value.saturating_add(1))
                    || value > 0 && values.contains(&(value - 1))
            })
    };
    let paragraphs =
        segmentation.segments.iter().filter(|one| one.kind == SegmentKind::Paragraph);
    let inside = paragraphs.flat_map(|one| one.rows.start + 1..one.rows.end);
    let splits: Vec<usize> = inside.filter(|&row| begins(row)).collect();
    split_segments(segmentation, &splits);
}

/// Splits segments before rows, which are in ascending order. Parts of a heading are
/// headings, other parts are paragraphs.
fn split_segments(segmentation: &mut Segmentation, splits: &[usize]) {
    if splits.is_empty() {
        return;
    }
    let mut parts = Vec::with_capacity(segmentation.segments.len() + splits.len());
    let mut splits = splits.iter().copied().peekable();
    for Segment { kind, rows } in std::mem::take(&mut segmentation.segments) {
        let mut start = rows.start;
        while let Some(row) = splits.next_if(|&row| row < rows.end) {
            let label = match kind {
                SegmentKind::Heading(_) => RowLabel::Heading,
                _ => RowLabel::Paragraph,
            };
            segmentation.labels[row] = label;
            parts.push(Segment { kind, rows: start..row });
            start = row;
        }
        parts.push(Segment { kind, rows: start..rows.end });
    }
    segmentation.segments = parts;
}

/// Whether a row is a chapter number and nothing else.
fn is_number_row(row: &Row) -> bool {
    numerals::numbering(&row.plain).is_some_and(|number| number.rest == 0)
}

/// The headings that are a chapter number and nothing else, by their places.
fn find_bare_numbers(segmentation: &Segmentation) -> Vec<usize> {
    let segments = segmentation.segments.iter().enumerate();
    let bare = |(_, segment): &(usize, &Segment)| {
        segment.is_heading()
            && segment.rows.start >= segmentation.displaced
            && segment.rows.len() == 1
            && is_number_row(&segmentation.rows[segment.rows.start])
    };
    segments.filter(bare).map(|(at, _)| at).collect()
}

/// Parts the title from the number above it where they are one heading, if at least as
/// many other numbers have a title apart from them.
fn part_joined_titles(segmentation: &mut Segmentation) {
    let joined = |segment: &Segment| {
        segment.is_heading()
            && segment.rows.len() > 1
            && is_number_row(&segmentation.rows[segment.rows.start])
            && matches!(
                segmentation.rows[segment.rows.start + 1].begins,
                RowStart::Upper | RowStart::Capitals
            )
    };
    let segments = segmentation.segments.iter().enumerate();
    let joined: Vec<usize> =
        segments.filter(|(_, segment)| joined(segment)).map(|(at, _)| at).collect();
    let apart = count_titled(segmentation, &find_bare_numbers(segmentation));
    if apart == 0 || apart < joined.len() {
        return;
    }
    let after = |at: usize| segmentation.segments[at].rows.start + 1;
    let splits: Vec<usize> = joined.into_iter().map(after).collect();
    split_segments(segmentation, &splits);
}

/// How many numbers have a heading under them.
fn count_titled(segmentation: &Segmentation, numbers: &[usize]) -> usize {
    let titled = |at: &&usize| {
        segmentation.segments.get(*at + 1).is_some_and(|title| {
            title.is_heading() && !is_number_row(&segmentation.rows[title.rows.start])
        })
    };
    numbers.iter().filter(titled).count()
}

/// Parts the title under a number from the text that it runs into, if at least half of
/// the numbers have a title.
fn part_arguments(segmentation: &mut Segmentation, style: &StreamStyle) {
    let numbers = find_bare_numbers(segmentation);
    let titled = count_titled(segmentation, &numbers);
    if titled == 0 || titled * 2 < numbers.len() {
        return;
    }
    let mut splits = Vec::new();
    for at in numbers {
        let Some(text) = segmentation.segments.get(at + 1) else { continue };
        let first = text.rows.start;
        if text.kind != SegmentKind::Paragraph || text.rows.len() <= ROWS_OF_A_TITLE {
            continue;
        }
        let (title, next) = (&segmentation.rows[first], &segmentation.rows[first + 1]);
        let own_measure =
            style.ends_early(title, next) || title.width > style.measure + BEYOND;
        let begins = matches!(next.begins, RowStart::Upper | RowStart::Capitals);
        let open = matches!(title.ends, RowEnd::Letter | RowEnd::Digit | RowEnd::Closed);
        if own_measure && begins && open && title.begins == RowStart::Upper {
            splits.push(first + 1);
        }
    }
    split_segments(segmentation, &splits);
    for segment in &mut segmentation.segments {
        if splits.binary_search(&segment.rows.end).is_ok() {
            segment.kind = SegmentKind::Heading(1);
        }
    }
}

/// Makes a heading of the rows under a number that blank lines set off, in a text whose
/// paragraphs are indented and not set off.
fn promote_set_off_titles(segmentation: &mut Segmentation, style: &StreamStyle) {
    if style.blanks > 0 || style.indents == 0 || !style.keeps_indents {
        return;
    }
    for at in find_bare_numbers(segmentation).into_iter().rev() {
        let Some(title) = find_set_off(segmentation, at + 1, style) else { continue };
        let rows = segmentation.segments[title.start].rows.start
            ..segmentation.segments[title.end - 1].rows.end;
        segmentation.labels[rows.clone()].fill(RowLabel::HeadingMore);
        segmentation.labels[rows.start] = RowLabel::Heading;
        let heading = Segment { kind: SegmentKind::Heading(1), rows };
        segmentation.segments.splice(title, [heading]);
    }
}

/// The segments from a place to the next blank line, if they are few rows at the margin
/// and an indented paragraph is after them.
fn find_set_off(
    segmentation: &Segmentation,
    first: usize,
    style: &StreamStyle,
) -> Option<Range<usize>> {
    let starts_at = |at: usize| {
        segmentation.segments.get(at).map(|segment| {
            (segment.kind, &segmentation.rows[segment.rows.start], segment.rows.len())
        })
    };
    let mut rows = 0;
    let mut end = first;
    loop {
        let (kind, row, count) = starts_at(end)?;
        if end > first && style.blanks_beyond(row) > 0 {
            break;
        }
        let of_title = matches!(kind, SegmentKind::Paragraph | SegmentKind::Heading(_));
        rows += count;
        if !of_title || row.indent > row.margin || rows > ROWS_OF_A_TITLE {
            return None;
        }
        end += 1;
    }
    let (kind, text, _) = starts_at(end)?;
    let begins = starts_at(first).is_some_and(|(_, row, _)| {
        row.begins == RowStart::Upper || row.begins == RowStart::Capitals
    });
    let indented = kind == SegmentKind::Paragraph && text.indent > text.margin;
    let bare = starts_at(first).is_some_and(|(_, row, _)| is_number_row(row));
    (begins && indented && !bare).then_some(first..end)
}

/// Makes headings of the short paragraphs under numbers, if all numbers have one and the
/// paragraphs of the text are longer: chance does not shorten the first of each chapter.
fn promote_usual_titles(segmentation: &mut Segmentation, style: &StreamStyle) {
    let numbers = find_bare_numbers(segmentation);
    let under = |at: &usize| segmentation.segments.get(at + 1);
    let plain = |at: &&usize| {
        under(at).is_some_and(|segment| segment.kind == SegmentKind::Paragraph)
    };
    let places: Vec<usize> = numbers.iter().filter(plain).copied().collect();
    let most = places.iter().filter_map(under).map(|segment| segment.rows.len()).max();
    let Some(most) = most.filter(|&most| most <= ROWS_OF_A_SHORT_TITLE) else { return };
    let may_be_title = |at: &usize| {
        let [Some(title), Some(text)] = [under(at), segmentation.segments.get(at + 2)]
        else {
            return false;
        };
        let first = &segmentation.rows[title.rows.start];
        let last = &segmentation.rows[title.rows.end - 1];
        let indented = style.indents > 1 && first.indent > first.margin;
        matches!(first.begins, RowStart::Upper | RowStart::Capitals)
            && !matches!(last.ends, RowEnd::Colon | RowEnd::Comma)
            && !indented
            && text.rows.len() > title.rows.len()
    };
    let titled = count_titled(segmentation, &numbers);
    let is_short_sentence = |at: &usize| {
        under(at).is_some_and(|one| {
            let words = segmentation.words_of(one);
            segmentation.rows[one.rows.end - 1].ends.is_sentence()
                && words.split_whitespace().count() < WORDS_OF_A_SENTENCE
        })
    };
    if places.len() + titled < numbers.len()
        || places.len() < 2
        || !places.iter().all(may_be_title)
        || places.iter().any(is_short_sentence)
    {
        return;
    }
    let paragraphs =
        || segmentation.segments.iter().filter(|one| one.kind == SegmentKind::Paragraph);
    let short = paragraphs().filter(|one| one.rows.len() <= most).count();
    #[expect(clippy::cast_precision_loss, reason = "a text has few paragraphs")]
    let share = short as f64 / paragraphs().count().max(1) as f64;
    if places.iter().fold(1.0, |chance, _| chance * share) < BY_CHANCE {
        for at in places {
            segmentation.segments[at + 1].kind = SegmentKind::Heading(1);
        }
    }
}

/// Makes headings of the lines in capitals under numbers, if most numbers have a title in
/// capitals.
fn promote_titles_in_capitals(segmentation: &mut Segmentation) {
    let in_capitals = |segment: &Segment| {
        let words = segmentation.words_of(segment);
        segment.rows.len() <= ROWS_OF_A_SHORT_TITLE
            && words.contains(char::is_uppercase)
            && !words.contains(char::is_lowercase)
    };
    let numbers = find_bare_numbers(segmentation);
    let under = numbers.iter().filter_map(|at| {
        let title = segmentation.segments.get(at + 1)?;
        in_capitals(title).then_some(at + 1)
    });
    let (titles, lines): (Vec<usize>, Vec<usize>) =
        under.partition(|&at| segmentation.segments[at].is_heading());
    if titles.len() * 2 <= numbers.len() {
        return;
    }
    for at in lines {
        let segment = &mut segmentation.segments[at];
        if segment.kind == SegmentKind::Paragraph {
            segment.kind = SegmentKind::Heading(1);
        }
    }
}

/// Makes headings of the lines that two blank lines set off, if hardly anything but
/// headings has these in the text.
fn promote_set_off_lines(segmentation: &mut Segmentation, style: &StreamStyle) {
    let segments = &segmentation.segments;
    let row = |at: usize| segments.get(at).map(|one| &segmentation.rows[one.rows.start]);
    let gap = |at: usize| row(at).map_or(0, |row| style.set_off_above(row));
    let most_others = if style.blanks > 0 { OTHERS_SET_OFF } else { OTHERS_APART };
    let wide: Vec<usize> = (segmentation.displaced..segments.len())
        .filter(|&at| gap(at) >= WIDE_GAP)
        .collect();
    let headings = wide.iter().filter(|&&at| segments[at].is_heading()).count();
    if headings < HEADINGS_TO_TELL {
        return;
    }
    let may_be_heading = |at: &usize| {
        let (this, below) = (&segments[*at], segments.get(at + 1));
        let (first, last) =
            (&segmentation.rows[this.rows.start], &segmentation.rows[this.rows.end - 1]);
        let begins = match first.begins {
            RowStart::Upper | RowStart::Capitals => true,
            // A title that is a quotation, and no reply in a conversation.
            RowStart::QuotedUpper => {
                matches!(last.ends, RowEnd::Closed | RowEnd::SentenceClosed)
                    || !segmentation.words_of(this).contains(char::is_lowercase)
            }
            _ => false,
        };
        this.kind == SegmentKind::Paragraph
            && this.rows.len() <= ROWS_OF_A_SHORT_TITLE
            && gap(at + 1) > 0
            && below.is_some_and(|below| below.rows.len() > 1 || below.is_heading())
            && begins
            && !matches!(last.ends, RowEnd::Colon | RowEnd::Comma)
            && (style.indents < 2 || first.indent <= first.margin)
    };
    let single = segments.iter().filter(|one| one.rows.len() == 1);
    let recurring = RecurringLines::find(single.map(|one| segmentation.words_of(one)));
    let recurs = |at: &usize| recurring.contain(&segmentation.words_of(&segments[*at]));
    let lines = wide.iter().copied().filter(may_be_heading);
    let lines: Vec<usize> = lines.filter(|at| !recurs(at)).collect();
    let others = wide.len() - headings - lines.len();
    if headings >= lines.len() && others * 100 <= wide.len() * most_others {
        for at in lines {
            segmentation.segments[at].kind = SegmentKind::Heading(1);
        }
    }
}

/// Makes quotations of the rows under a heading at the margin that are indented more than
/// paragraphs, but not centred: a motto, and the name of its author.
fn set_off_mottoes(segmentation: &mut Segmentation, style: &StreamStyle) {
    let Some(indent) = find_paragraph_indent(segmentation) else { return };
    if !style.keeps_indents || style.indents == 0 {
        return;
    }
    let deep = |segment: &Segment| {
        let rows = || segmentation.rows[segment.rows.clone()].iter();
        let far = |row: &Row| row.indent >= row.margin + indent + INDENT_OF_A_MOTTO;
        let centred =
            |row: &Row| (row.indent + row.columns).abs_diff(style.columns) <= OFF_CENTRE;
        rows().all(far)
            && !rows().all(centred)
            && !matches!(segment.kind, SegmentKind::Ornament)
            && numerals::numbering(&segmentation.words_of(segment)).is_none()
    };
    let deep: Vec<bool> = segmentation.segments.iter().map(deep).collect();
    for at in segmentation.displaced..segmentation.segments.len() {
        let first = &segmentation.rows[segmentation.segments[at].rows.start];
        if !segmentation.segments[at].is_heading() || first.indent > first.margin {
            continue;
        }
        let end = at + 1 + deep[at + 1..].iter().take_while(|deep| **deep).count();
        let rows: usize =
            segmentation.segments[at + 1..end].iter().map(|one| one.rows.len()).sum();
        if rows > ROWS_OF_A_MOTTO || end == segmentation.segments.len() {
            continue;
        }
        for segment in &mut segmentation.segments[at + 1..end] {
            if segment.is_heading() || segment.kind == SegmentKind::Paragraph {
                segment.kind = SegmentKind::Quotation;
            }
        }
    }
}

/// The usual indent of paragraphs beyond the margin.
fn find_paragraph_indent(segmentation: &Segmentation) -> Option<u32> {
    let of_paragraph = |segment: &&Segment| {
        segment.kind == SegmentKind::Paragraph && segment.rows.len() > 2
    };
    let indents = segmentation.segments.iter().filter(of_paragraph).map(|segment| {
        let row = &segmentation.rows[segment.rows.start];
        i32::try_from(row.indent.saturating_sub(row.margin)).unwrap_or(i32::MAX)
    });
    let usual = stream_style::median(indents.filter(|&indent| indent > 0).collect())?;
    u32::try_from(usual).ok()
}
