//! Paragraphs: transcribers, proofreaders and converters put a blank line before each, and
//! nowhere else.

use super::{Notation, SourceForm};
use crate::recover::model::Fence;
use crate::source::Text;

/// The most solid lines for one that follows a blank line; a text with fewer blank lines
/// separates its paragraphs otherwise.
const MOST_LINES: usize = 25;

/// Fewest columns by which a quotation or verse is indented.
const SET_OFF: usize = 2;

/// Finds the lines with which paragraphs begin.
pub(super) fn read_paragraphs(text: &Text, notation: &mut Notation) {
    match notation.form {
        SourceForm::Plain | SourceForm::CodedPages => return,
        SourceForm::Transcription
        | SourceForm::ProofreadPages
        | SourceForm::Converted => {}
    }
    // Blank lines before each line of text or note. A separator of pages ends the count: the
    // text goes on behind it unless a blank line follows it.
    let mut blanks: Vec<(usize, usize)> = Vec::new();
    let mut count = 0;
    for line in 0..text.lines.len() {
        if text.line(line).trim().is_empty() {
            count += 1;
        } else {
            if !matches!(notation.lines[line], Some(super::NotatedLine::Furniture(_))) {
                blanks.push((line, count));
            }
            count = 0;
        }
    }
    let usual = find_usual_blanks(&blanks);
    // A note that goes on behind a page turn continues its paragraph.
    let continues = |line: usize| text.line(line).trim_start().starts_with("*[");
    let starts: Vec<usize> = blanks
        .iter()
        .filter(|&&(line, count)| count > usual && !continues(line))
        .map(|&(line, _)| line)
        .collect();
    if starts.len() * MOST_LINES <= blanks.len() {
        return;
    }
    let lines: Vec<usize> = blanks.iter().map(|&(line, _)| line).collect();
    find_set_off(text, &lines, &starts, notation);
    notation.paragraphs = Some(starts);
}

/// Finds paragraphs of several lines that are all indented: quotations and verse. Ordinary
/// paragraphs begin at the margin.
fn find_set_off(text: &Text, lines: &[usize], starts: &[usize], notation: &mut Notation) {
    let indent = |line: usize| {
        let words = text.line(line);
        words.len() - words.trim_start().len()
    };
    let mut from = 0;
    while from < lines.len() {
        let more = lines[from + 1..].iter();
        let to = from
            + 1
            + more.take_while(|line| starts.binary_search(line).is_err()).count();
        let own = &lines[from..to];
        let is_text = own
            .iter()
            .all(|&line| notation.lines[line].is_none() && !notation.is_fenced(line));
        if own.len() > 1 && is_text && own.iter().all(|&line| indent(line) >= SET_OFF) {
            notation.fences.push((own[0]..own[own.len() - 1] + 1, Fence::SetOff));
        }
        from = to;
    }
}

/// How many blank lines are between two lines of a paragraph: none, or one if a converter
/// left one between all lines.
fn find_usual_blanks(blanks: &[(usize, usize)]) -> usize {
    let with = |least: usize| blanks.iter().filter(|&&(_, count)| count >= least).count();
    // A text with a paragraph on each line has one blank line between all, and few more.
    let spaced = with(1) * 10 > blanks.len() * 9;
    let parted = with(2) * 20 > blanks.len();
    usize::from(spaced && parted && blanks.len() > 10)
}
