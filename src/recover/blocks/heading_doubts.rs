//! Headings that lead to no text or stand twice, many in a row, and texts with more chapters
//! than a book has: signs that other lines were taken for headings.

use std::collections::{BTreeMap, BTreeSet};

use super::segment::{Segment, SegmentKind, Segmentation};
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::rows::row::Row;
use crate::text::contents_lines::{PageLink, read_contents_line};
use crate::text::letters::fold_letters;
use crate::text::{numerals, sections};

/// A text with more headings of one level is hardly divided into chapters: the longest
/// series that people read as chapters, aphorisms and numbered thoughts, have some 900.
const MOST_CHAPTERS: usize = 1000;

/// Headings of fewer letters may recur: `Coro`, `Él`.
const LEAST_LETTERS: usize = 6;

/// Longer runs of headings without text between them are title pages: of 589 runs in 228
/// texts, 5 are longer, all of them titles and publishers' notices.
const MOST_IN_A_ROW: usize = 5;

/// Fewest lines that end with a page and are entries of a list, and how many segments
/// they are apart at most: an index has many entries that no longer look like headings.
const FEWEST_ENTRIES: usize = 3;
const ENTRIES_APART: usize = 50;

/// Fewest rows of the paragraph with which the text begins, behind the title pages.
const ROWS_OF_TEXT: usize = 3;

/// Makes paragraphs of headings that end with a page, near other lines that do: they are the
/// entries of a list, such as that of the pictures.
pub(super) fn keep_page_links_as_text(
    segmentation: &mut Segmentation,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let titles: BTreeSet<String> = segmentation
        .segments
        .iter()
        .filter(|one| one.is_heading())
        .map(|one| fold_letters(&segmentation.words_of(one)))
        .collect();
    // An entry without leaders is one if its title is a heading without the page.
    let is_title = |title: &str| titles.contains(&fold_letters(title));
    let repeats_title = |segment: &Segment| {
        let words = segmentation.words_of(segment);
        let read = read_contents_line(&words);
        read.sign == PageLink::Loose && is_title(read.title)
    };
    let links_to_page = |segment: &Segment| {
        let rows = &segmentation.rows[segment.rows.clone()];
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return false };
        let is_bare_number = || {
            numerals::numbering(&segmentation.words_of(segment))
                .is_some_and(|number| number.rest == 0)
        };
        let may_be_entry = match segment.kind {
            SegmentKind::Heading(_) => true,
            SegmentKind::Paragraph => segment.rows.len() == 1,
            _ => false,
        };
        may_be_entry
            && first.announced.is_none()
            && first.decided.is_none()
            && (ends_with_page(&last.plain) || repeats_title(segment))
            && !is_bare_number()
    };
    let segments = segmentation.segments.iter().enumerate();
    let entries: Vec<usize> =
        segments.filter(|(_, one)| links_to_page(one)).map(|(at, _)| at).collect();
    let lists = entries.chunk_by(|one, next| next - one <= ENTRIES_APART);
    let is_heading = |at: &usize| segmentation.segments[*at].is_heading();
    let mut headings: Vec<usize> = Vec::new();
    for list in lists.filter(|list| list.len() >= FEWEST_ENTRIES) {
        let of_list = headings.len();
        headings.extend(list.iter().copied().filter(is_heading));
        let Some(&first) = headings.get(of_list) else { continue };
        let message = match headings.len() - of_list {
            1 => "this line looks like a heading, but ends with a page; it remains a \
                  paragraph"
                .to_owned(),
            count => format!(
                "{count} lines look like headings, but end with a page; they remain \
                 paragraphs"
            ),
        };
        diagnostics.push(
            Diagnostic::new(codes::TOO_MANY_CHAPTERS, Severity::Warning, message)
                .at(segmentation.span_of(&segmentation.segments[first]))
                .hint("this may be an index, a list of pictures or printed contents"),
        );
    }
    for at in headings {
        segmentation.segments[at].kind = SegmentKind::Paragraph;
    }
}

/// Whether a line ends as the entries of contents and of an index do: leaders or a gap and a
/// page, or pages behind commas.
fn ends_with_page(line: &str) -> bool {
    let read = read_contents_line(line);
    read.is_plain_sign()
        || read.sign == PageLink::Loose && line[read.title.len()..].starts_with(',')
}

/// Makes paragraphs of long runs of headings within the text: the words of a drawing, the
/// axis of a diagram, a list of names.
pub(super) fn keep_labels_as_text(
    segmentation: &mut Segmentation,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let segments = &segmentation.segments;
    let Some(begin) = segments.iter().position(is_text) else { return };
    let mut labels: Vec<Vec<usize>> = Vec::new();
    let mut at = begin;
    while at < segments.len() {
        let run = segments[at..].iter().take_while(|one| one.is_heading()).count();
        if run > MOST_IN_A_ROW {
            // The last one may be the title of the text below.
            let title = segments.get(at + run).filter(|text| text.rows.len() > 1);
            let end = at + run - usize::from(title.is_some());
            let is_label = |&at: &usize| !is_named(segmentation, &segments[at]);
            labels.push((at..end).filter(is_label).collect());
        }
        at += run.max(1);
    }
    for labels in labels.into_iter().filter(|labels| labels.len() > 1) {
        let message = format!(
            "{} lines in a row look like headings; they remain paragraphs",
            labels.len()
        );
        diagnostics.push(
            Diagnostic::new(codes::TOO_MANY_CHAPTERS, Severity::Warning, message)
                .at(segmentation.span_of(&segmentation.segments[labels[0]]))
                .hint(
                    "they may be the words of a drawing or a list; mark the headings in \
                     the Markdown",
                ),
        );
        for at in labels {
            segmentation.segments[at].kind = SegmentKind::Paragraph;
        }
    }
}

/// Whether a segment is text behind the title pages.
pub(super) fn is_text(segment: &Segment) -> bool {
    let is_title =
        matches!(segment.kind, SegmentKind::Heading(_) | SegmentKind::Metadata);
    !is_title && segment.rows.len() >= ROWS_OF_TEXT
}

/// Whether the contents or the notation of the text state what a row is.
fn is_stated(row: &Row) -> bool {
    row.fence.is_some() || row.announced.is_some()
}

/// Whether a heading is one whatever is around it: a number with its title, the name of a
/// section, or what a person, the contents or the notation of the text state.
fn is_named(segmentation: &Segmentation, heading: &Segment) -> bool {
    let words = segmentation.words_of(heading);
    let row = &segmentation.rows[heading.rows.start];
    is_stated(row)
        || row.decided.is_some()
        || sections::named(&words).is_some()
        || numerals::numbering(&words)
            .is_some_and(|number| number.keyword || number.rest > 0)
}

/// Reports headings without text below them; several in a row, such as the lines of a title
/// page, at once. A number over the title of its chapter is not one.
pub(super) fn report_empty_chapters(
    segmentation: &Segmentation,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let of_text: Vec<&Segment> = segmentation
        .segments
        .iter()
        .filter(|segment| {
            !matches!(segment.kind, SegmentKind::Metadata | SegmentKind::Ornament)
        })
        .collect();
    let is_empty = |at: usize| {
        let SegmentKind::Heading(level) = of_text[at].kind else { return false };
        of_text.get(at + 1).is_none_or(|next| match next.kind {
            SegmentKind::Heading(other) => {
                other <= level && !is_number_over_title(segmentation, of_text[at], next)
            }
            _ => false,
        })
    };
    let empty: Vec<usize> = (0..of_text.len()).filter(|&at| is_empty(at)).collect();
    for run in empty.chunk_by(|one, next| one + 1 == *next) {
        let message = match run.len() {
            1 => "this heading has no text below it".to_owned(),
            count => format!("these {count} headings in a row have no text below them"),
        };
        diagnostics.push(
            Diagnostic::new(codes::EMPTY_CHAPTER, Severity::Warning, message)
                .at(segmentation.span_of(of_text[run[0]]))
                .hint(
                    "a running head, the lines of a title page or of the contents may be \
                     taken for headings, or text is missing",
                ),
        );
    }
}

/// Reports headings with the words of one before them, each kind once: a running head that
/// differs from page to page, or stands below other lines, is often taken for a heading.
///
/// Numbered headings, which begin anew in each part, and the names of sections may recur.
pub(super) fn report_repeated_headings(
    segmentation: &Segmentation,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut by_letters: BTreeMap<String, Vec<&Segment>> = BTreeMap::new();
    for segment in segmentation.segments.iter().filter(|one| one.is_heading()) {
        let words = segmentation.words_of(segment);
        let letters = fold_letters(&words);
        let may_recur = letters.chars().count() < LEAST_LETTERS
            || numerals::numbering(&words).is_some()
            || sections::named(&words).is_some();
        if !may_recur {
            by_letters.entry(letters).or_default().push(segment);
        }
    }
    let mut findings: Vec<Diagnostic> = Vec::new();
    for headings in by_letters.values() {
        let [first, second, ..] = headings[..] else { continue };
        let line = segmentation.rows[first.rows.start].span.line;
        let message = match headings.len() {
            2 => format!("this heading has the words of the one on line {line}"),
            count => {
                format!(
                    "{count} headings have the same words; the first is on line {line}"
                )
            }
        };
        findings.push(
            Diagnostic::new(codes::REPEATED_HEADING, Severity::Warning, message)
                .at(segmentation.span_of(second))
                .hint("a running head may be taken for a heading"),
        );
    }
    findings.sort_by_key(|finding| finding.span.map(|span| span.start));
    diagnostics.append(&mut findings);
}

/// Makes paragraphs of the lines of a note that look like headings: in 228 texts no note has
/// one. Such a line may show that the note goes on into the text, so the first is reported.
pub(super) fn keep_note_as_text(
    note: &mut Segmentation,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let first = note.segments.iter().skip(1).find(|one| one.is_heading());
    diagnostics.extend(first.map(|heading| {
        let message = "a line of a note looks like a heading; it remains a paragraph";
        Diagnostic::new(codes::HEADING_IN_NOTE, Severity::Warning, message.to_owned())
            .at(note.span_of(heading))
            .hint("text may be taken for the end of the note; compare it with the page")
    }));
    for segment in note.segments.iter_mut().filter(|one| one.is_heading()) {
        segment.kind = SegmentKind::Paragraph;
    }
}

/// Whether the first of two headings is only a number, and the second a title without one.
fn is_number_over_title(
    segmentation: &Segmentation,
    number: &Segment,
    title: &Segment,
) -> bool {
    let numbering = |segment| numerals::numbering(&segmentation.words_of(segment));
    numbering(number).is_some_and(|number| number.rest == 0) && numbering(title).is_none()
}

/// Makes paragraphs of headings without a number where a text has too many headings of their
/// level: they are the entries of a dictionary, a catalogue or a list. What the source
/// states to be a heading remains one.
pub(super) fn keep_entries_as_text(
    segmentation: &mut Segmentation,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut counts = [0_usize; u8::MAX as usize + 1];
    for segment in &segmentation.segments {
        if let SegmentKind::Heading(level) = segment.kind {
            counts[usize::from(level)] += 1;
        }
    }
    let mut entries = Vec::new();
    for (at, segment) in segmentation.segments.iter().enumerate() {
        let SegmentKind::Heading(level) = segment.kind else { continue };
        let row = &segmentation.rows[segment.rows.start];
        let is_numbered = numerals::numbering(&row.plain).is_some();
        if counts[usize::from(level)] > MOST_CHAPTERS && !is_stated(row) && !is_numbered {
            entries.push(at);
        }
    }
    let Some(&first) = entries.first() else { return };
    let message = format!(
        "{} lines look like headings, more than any book has chapters; they remain \
         paragraphs",
        entries.len()
    );
    diagnostics.push(
        Diagnostic::new(codes::TOO_MANY_CHAPTERS, Severity::Warning, message)
            .at(segmentation.span_of(&segmentation.segments[first]))
            .hint(
                "they may be the entries of a dictionary, a catalogue or a list; mark the \
                 headings in the Markdown",
            ),
    );
    for at in entries {
        segmentation.segments[at].kind = SegmentKind::Paragraph;
    }
}
