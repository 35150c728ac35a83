//! Paragraphs: transcribers, proofreaders and converters put a blank line before each, and
//! nowhere else.

use super::Notation;
use super::lines::find_usual_blanks;
use crate::book::source_traits::SourceForm;
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
        None
        | Some(
            SourceForm::Pages
            | SourceForm::Scan
            | SourceForm::PageCodes
            | SourceForm::Verbatim,
        ) => return,
        Some(
            SourceForm::Transcription | SourceForm::Proofreading | SourceForm::Converted,
        ) => {}
    }
    // Blank lines before each line of text or note. A separator of pages ends the count: the
    // text goes on after it unless a blank line follows it.
    let (mut lines, mut blanks) = (Vec::new(), Vec::new());
    let mut count = 0;
    for line in 0..text.lines.len() {
        if text.line(line).trim().is_empty() {
            count += 1;
            continue;
        }
        if !notation.is_furniture(line) {
            lines.push(line);
            blanks.push(count);
        }
        count = 0;
    }
    let usual = find_usual_blanks(&blanks);
    // A note that goes on after a page turn continues its paragraph.
    let continues = |line: usize| text.line(line).trim_start().starts_with("*[");
    let starts: Vec<usize> = lines
        .iter()
        .zip(&blanks)
        .filter(|&(&line, &count)| count > usual && !continues(line))
        .map(|(&line, _)| line)
        .collect();
    if starts.len() * MOST_LINES <= lines.len() {
        return;
    }
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
    let mut fenced = vec![false; text.lines.len()];
    for (lines, _) in &notation.fences {
        fenced[lines.clone()].fill(true);
    }
    let mut from = 0;
    while from < lines.len() {
        let more = lines[from + 1..].iter();
        let to = from
            + 1
            + more.take_while(|line| starts.binary_search(line).is_err()).count();
        let own = &lines[from..to];
        let is_text = own.iter().all(|&line| !notation.hides(line) && !fenced[line]);
        if own.len() > 1 && is_text && own.iter().all(|&line| indent(line) >= SET_OFF) {
            notation.fences.push((own[0]..own[own.len() - 1] + 1, Fence::SetOff));
        }
        from = to;
    }
}
