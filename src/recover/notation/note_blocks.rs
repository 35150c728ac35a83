//! Notes in brackets: `[Footnote 12: …]`, or paragraphs that begin with `[12]` or `[^12]:`.

use std::collections::BTreeSet;
use std::ops::Range;

use super::labels::{WrittenLabel, read_label, read_note_opening};
use super::lines::NotatedLines;
use super::references::{
    Reference, ReferenceStyle, STYLES, find_references, match_references,
};
use super::{NotatedLine, Notation, markdown_signs};
use crate::book::source_traits::SourceForm;
use crate::recover::codes;
use crate::recover::model::{NoteMark, Removal, RemovalKind, ZonedNote};
use crate::text::note_headings::says_notes;
use crate::text::note_series::{LabelSeries, find_main_series};
use crate::text::span::Span;

/// Fewest notes without a keyword that show a notation.
const FEWEST: usize = 2;

/// Least share of such notes with a reference, in per cent. Brackets at the beginning of
/// paragraphs may number these.
const REFERRED: usize = 80;

/// The arrow back to the reference, as converters write it.
const BACK: &str = "↩";

/// A note that the notation shows.
#[derive(Debug)]
struct NotatedNote {
    label: WrittenLabel,
    /// The label with its brackets and keyword.
    span: Span,
    /// Its solid lines.
    lines: Vec<usize>,
}

/// The last solid line of a note, and the bytes of its closing bracket; with the asterisk
/// of a note that goes on after the page turn.
struct NoteEnd {
    last: usize,
    bracket: Range<usize>,
}

/// Finds the notes of a text and their references.
pub(super) fn read_notes(lines: &NotatedLines<'_>, notation: &mut Notation) {
    let mut signs = Vec::new();
    let blocks = find_keyword_notes(lines, notation, &mut signs);
    let blocks = if blocks.is_empty() {
        // Typeset books write `[12]` before notes, too: that alone is no notation.
        let has_notation =
            notation.form.is_some() || markdown_signs::has_inline_signs(lines.text);
        find_bracket_notes(lines, has_notation, &mut signs)
    } else {
        blocks
    };
    if blocks.is_empty() {
        return;
    }
    let mut of_note = vec![false; lines.solid.len()];
    for &at in blocks.iter().flat_map(|block| &block.lines) {
        of_note[at] = true;
    }
    let notes: Vec<(&WrittenLabel, u32)> =
        blocks.iter().map(|block| (&block.label, block.span.start)).collect();
    let Some((references, matches)) =
        find_best_references(lines, &notes, |at| !of_note[at])
    else {
        return;
    };
    if notation.form.is_none() {
        notation.form = Some(SourceForm::Transcription);
    }
    hide_headings(lines, &blocks, notation);
    let main = find_main_series(blocks.iter().map(|block| block.label.series));
    for (note, block) in blocks.iter().enumerate() {
        for &at in &block.lines {
            notation.lines[lines.solid[at]] = Some(NotatedLine::Note(note));
        }
        notation.notes.push(ZonedNote {
            label: Some(block.span),
            second: main.is_some_and(|main| main != block.label.series),
            lines: block.lines.iter().map(|&at| lines.solid[at]).collect(),
        });
        if let Some(reference) = matches[note] {
            let span = references[reference].span;
            notation.marks.push(NoteMark { span, note, confidence: 1000 });
        } else {
            let message = format!(
                "note {} has no reference in the text; it was placed before the note",
                block.label.written
            );
            notation.warn(codes::NOTE_WITHOUT_MARK, message, block.span);
            notation.unplaced.push((note, lines.solid[block.lines[0]]));
        }
    }
    report_unused(&blocks, &references, &matches, notation);
    notation.cuts.extend(signs);
}

/// Finds the references of the style in which most notes have one.
fn find_best_references(
    lines: &NotatedLines<'_>,
    notes: &[(&WrittenLabel, u32)],
    is_text: impl Fn(usize) -> bool,
) -> Option<(Vec<Reference>, Vec<Option<usize>>)> {
    let of_style = |style| {
        let references = find_references(lines, style, &is_text);
        let matches = match_references(notes, &references);
        (references, matches)
    };
    let count = |matches: &[Option<usize>]| matches.iter().flatten().count();
    // Of equals the first.
    STYLES.into_iter().rev().map(of_style).max_by_key(|(_, matches)| count(matches))
}

/// Finds notes in brackets that begin with a keyword.
fn find_keyword_notes(
    lines: &NotatedLines<'_>,
    notation: &mut Notation,
    signs: &mut Vec<Removal>,
) -> Vec<NotatedNote> {
    let mut blocks: Vec<NotatedNote> = Vec::new();
    // The note that goes on after the page turn.
    let mut goes_on: Option<usize> = None;
    let mut at = 0;
    while at < lines.solid.len() {
        let words = lines.words(at);
        let unstarred = words.strip_prefix('*').unwrap_or(words);
        let star = words.len() - unstarred.len();
        let Some(opening) = read_note_opening(unstarred) else {
            at += 1;
            continue;
        };
        let span = lines.span(at, 0..star + opening.length);
        let end = find_closing_bracket(lines, at, star);
        let last = if let Some(NoteEnd { last, bracket }) = &end {
            signs.push(removal(lines.span(*last, bracket.clone())));
            *last
        } else {
            let message = "the note that begins here has no closing bracket; it ends with \
                           its paragraph";
            notation.warn(codes::OPEN_NOTATION, message.to_owned(), span);
            end_of_paragraph(lines, at)
        };
        let own = at..=last;
        let continued = goes_on.filter(|_| star > 0 && opening.label.is_none());
        let note = if let Some(note) = continued {
            signs.push(removal(span));
            blocks[note].lines.extend(own);
            goes_on = None;
            Some(note)
        } else {
            let label = opening.label.or_else(|| read_label("*"));
            let lines = own.collect();
            blocks.extend(label.map(|label| NotatedNote { label, span, lines }));
            blocks.len().checked_sub(1)
        };
        if end.is_some_and(|end| end.bracket.len() > 1) {
            goes_on = note;
        }
        at = last + 1;
    }
    blocks
}

/// The sign of a note that is not text.
fn removal(span: Span) -> Removal {
    Removal { span, kind: RemovalKind::NoteLabel }
}

/// Finds the bracket that closes the one with which a line begins; `None` if it is not
/// closed, or text follows it on its line.
fn find_closing_bracket(
    lines: &NotatedLines<'_>,
    first: usize,
    from: usize,
) -> Option<NoteEnd> {
    let mut depth = 0_usize;
    for last in first..lines.solid.len() {
        let words = lines.words(last);
        if last > first && read_note_opening(words).is_some() {
            return None;
        }
        let start = if last == first { from } else { 0 };
        for (at, bracket) in words[start..].match_indices(['[', ']']) {
            let at = start + at;
            depth = if bracket == "[" { depth + 1 } else { depth.saturating_sub(1) };
            if depth == 0 {
                return match &words[at + 1..] {
                    "" | "." => Some(NoteEnd { last, bracket: at..at + 1 }),
                    "*" => Some(NoteEnd { last, bracket: at..at + 2 }),
                    _ => None,
                };
            }
        }
    }
    None
}

/// The last solid line of the paragraph that begins with one.
fn end_of_paragraph(lines: &NotatedLines<'_>, first: usize) -> usize {
    let next = (first + 1..lines.solid.len()).find(|&at| lines.begins_paragraph(at));
    next.unwrap_or(lines.solid.len()) - 1
}

/// Finds paragraphs that begin with a label in brackets.
fn find_bracket_notes(
    lines: &NotatedLines<'_>,
    has_notation: bool,
    signs: &mut Vec<Removal>,
) -> Vec<NotatedNote> {
    if let Some(blocks) = find_arrow_notes(lines, signs) {
        return blocks;
    }
    let mut styles = vec![ReferenceStyle::CaretSquare];
    if has_notation {
        styles.push(ReferenceStyle::Square);
    }
    styles
        .into_iter()
        .find_map(|style| find_notes_of_style(lines, style))
        .unwrap_or_default()
}

/// Finds notes that end with the arrow of a converter: each begins with the last paragraph
/// before its arrow that has a label.
fn find_arrow_notes(
    lines: &NotatedLines<'_>,
    signs: &mut Vec<Removal>,
) -> Option<Vec<NotatedNote>> {
    let arrows: Vec<usize> =
        (0..lines.solid.len()).filter(|&at| lines.words(at).contains(BACK)).collect();
    if arrows.len() < FEWEST {
        return None;
    }
    let mut blocks = Vec::with_capacity(arrows.len());
    let mut from = 0;
    for &last in &arrows {
        let mut starts = (from..=last).rev().filter(|&at| lines.begins_paragraph(at));
        let found =
            starts.find_map(|at| Some((at, read_paragraph_label(lines.words(at))?)));
        let (at, (label, length)) = found?;
        blocks.push(NotatedNote {
            label,
            span: lines.span(at, 0..length),
            lines: (at..=last).collect(),
        });
        from = last + 1;
    }
    signs.extend(arrows.iter().map(|&at| cut_arrow(lines, at)));
    Some(blocks)
}

/// Reads the label of a note that ends with an arrow: `[12] `, `[^12]: `, `12. `, `12 `.
fn read_paragraph_label(words: &str) -> Option<(WrittenLabel, usize)> {
    let bracketed = [ReferenceStyle::CaretSquare, ReferenceStyle::Square]
        .into_iter()
        .find_map(|style| read_bracket_label(words, style));
    bracketed.or_else(|| {
        let end = words.find(char::is_whitespace)?;
        let bare = words[..end].trim_end_matches(['.', ')', ':', '↑', '^']);
        // A letter may be a name: `B. de Lacalle`.
        let label = read_label(bare).filter(|one| one.series == LabelSeries::Figure)?;
        let text = words[end..].trim_start();
        Some((label, words.len() - text.len()))
    })
}

/// The arrow at the end of a note, and what follows it.
fn cut_arrow(lines: &NotatedLines<'_>, at: usize) -> Removal {
    let words = lines.words(at);
    let arrow = words.find(BACK).unwrap_or(words.len());
    Removal { span: lines.span(at, arrow..words.len()), kind: RemovalKind::Markup }
}

/// Finds the notes whose labels are in brackets of a style, if most have a reference.
fn find_notes_of_style(
    lines: &NotatedLines<'_>,
    style: ReferenceStyle,
) -> Option<Vec<NotatedNote>> {
    let labels: Vec<(usize, WrittenLabel, usize)> = (0..lines.solid.len())
        .filter(|&at| lines.begins_paragraph(at) || style == ReferenceStyle::CaretSquare)
        .filter_map(|at| {
            let (label, length) = read_bracket_label(lines.words(at), style)?;
            Some((at, label, length))
        })
        .collect();
    if labels.len() < FEWEST {
        return None;
    }
    let mut begins = vec![false; lines.solid.len()];
    for &(at, ..) in &labels {
        begins[at] = true;
    }
    let notes: Vec<(&WrittenLabel, u32)> =
        labels.iter().map(|(at, label, _)| (label, lines.start(*at))).collect();
    let (references, matches) = find_best_references(lines, &notes, |at| !begins[at])?;
    if matches.iter().flatten().count() * 100 < labels.len() * REFERRED {
        return None;
    }
    let called: Vec<u32> =
        matches.iter().flatten().map(|&at| references[at].span.start).collect();
    let mut blocks = Vec::with_capacity(labels.len());
    for (place, (at, label, length)) in labels.iter().enumerate() {
        let next = labels.get(place + 1).map(|(next, ..)| *next);
        let last = find_last_line(lines, *at, next, &called);
        blocks.push(NotatedNote {
            label: label.clone(),
            span: lines.span(*at, 0..*length),
            lines: (*at..=last).collect(),
        });
    }
    Some(blocks)
}

/// Reads `[12] ` or `[^12]: ` at the beginning of a line: the label, and the bytes with the
/// white space after it.
fn read_bracket_label(
    words: &str,
    style: ReferenceStyle,
) -> Option<(WrittenLabel, usize)> {
    let (opening, closing) = match style {
        ReferenceStyle::CaretSquare => ("[^", "]:"),
        _ => ("[", "]"),
    };
    let inner = words.strip_prefix(opening)?;
    let end = inner.find(closing)?;
    let label = read_label(&inner[..end])?;
    let text = &inner[end + closing.len()..];
    let is_note = text.starts_with(char::is_whitespace) && !text.trim().is_empty();
    is_note.then(|| (label, words.len() - text.trim_start().len()))
}

/// The last line of a note that begins with a bracket. It ends with its paragraph; where the
/// notes are gathered, so that no reference is between two labels, it may have more
/// paragraphs.
fn find_last_line(
    lines: &NotatedLines<'_>,
    first: usize,
    next: Option<usize>,
    called: &[u32],
) -> usize {
    let end_of_paragraph = end_of_paragraph(lines, first);
    let Some(next) = next else { return end_of_paragraph };
    let (from, to) = (lines.start(first), lines.start(next));
    let at = called.partition_point(|&call| call < from);
    let is_gathered = called.get(at).is_none_or(|&call| call >= to);
    if is_gathered { next - 1 } else { end_of_paragraph.min(next - 1) }
}

/// Hides the headings over gathered notes: the edition sets its own.
fn hide_headings(
    lines: &NotatedLines<'_>,
    blocks: &[NotatedNote],
    notation: &mut Notation,
) {
    for block in blocks {
        let Some(before) = block.lines[0].checked_sub(1) else { continue };
        let words = lines.words(before).trim_start_matches('#').trim();
        if says_notes(words) {
            notation.hide(lines.solid[before], RemovalKind::NoteHeading);
        }
    }
}

/// Reports references whose label notes have, but which match none.
fn report_unused(
    blocks: &[NotatedNote],
    references: &[Reference],
    matches: &[Option<usize>],
    notation: &mut Notation,
) {
    let labels: BTreeSet<&WrittenLabel> =
        blocks.iter().map(|block| &block.label).collect();
    let used: BTreeSet<usize> = matches.iter().flatten().copied().collect();
    for (at, Reference { label, span }) in references.iter().enumerate() {
        if !used.contains(&at) && labels.contains(label) {
            let message = format!(
                "reference {} has no note; it remains in the text",
                label.written
            );
            notation.warn(codes::MARK_WITHOUT_NOTE, message, *span);
        }
    }
}
