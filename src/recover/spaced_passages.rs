//! Passages with a blank line after every line, in a text that is not set so elsewhere: it was
//! put together from several files, or a part of it was converted twice.
//!
//! Where all lines of a text are apart, every step counts their blank lines as usual. Those of
//! a passage would be read as the ends of paragraphs, so they are left out before any step.

use super::codes;
use super::page::measure::{self, AMPLE};
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::source::Text;
use crate::text::sentences::ends_sentence;

/// Fewest lines of such a passage; a few lines apart may be anything.
const FEWEST_LINES: usize = 12;

/// The whole text is spaced if this share of its lines, in per cent, have a blank line above;
/// its notes may not be.
const WHOLE: usize = 50;

/// Least share of the lines of a passage, in per cent, at which a sentence goes on in small
/// letters. In German, with its capitals, about half do; of paragraphs of one line, hardly any.
const GOES_ON: usize = 40;

/// Least share of full lines, in per cent, and the share of the measure from which on a line
/// is full. Verse and lists have few.
const FULL_LINES: usize = 60;
const FULL: i32 = 80;

/// Leaves out the blank lines of such passages, but for those at which a paragraph ends;
/// `None` if the text has no such passage.
pub(super) fn close_up_passages(text: &Text) -> Option<Warned<Text>> {
    if !text.looks.is_empty() {
        // The page itself tells how far lines are apart.
        return None;
    }
    let solid: Vec<usize> = (0..text.lines.len())
        .filter(|&line| !text.line(line).trim().is_empty())
        .collect();
    let is_apart = |pair: &[usize]| pair[1] > pair[0] + 1;
    let apart = solid.windows(2).filter(|pair| is_apart(pair)).count();
    if apart < FEWEST_LINES || apart * 100 >= solid.len() * WHOLE {
        return None;
    }
    let mut superfluous = vec![false; text.lines.len()];
    let mut diagnostics = Vec::new();
    for passage in solid.chunk_by(|&line, &next| next > line + 1) {
        let Some(measure) = find_passage_measure(text, passage) else { continue };
        for pair in passage.windows(2) {
            let is_spacing = pair[1] == pair[0] + 2
                && text.lines[pair[0]].page == text.lines[pair[1]].page
                && !ends_paragraph(text, pair[0], pair[1], measure);
            superfluous[pair[0] + 1] = is_spacing;
        }
        diagnostics.push(report_passage(text, passage));
    }
    if diagnostics.is_empty() {
        return None;
    }
    let lines = text.lines.iter().zip(superfluous);
    let lines = lines.filter(|(_, is_spacing)| !is_spacing).map(|(line, _)| *line);
    Some(Warned { value: text.with_lines(lines.collect(), Vec::new()), diagnostics })
}

/// The measure of lines that are all apart, if they are the lines of paragraphs.
fn find_passage_measure(text: &Text, passage: &[usize]) -> Option<i32> {
    if passage.len() < FEWEST_LINES {
        return None;
    }
    let words = |line: usize| text.line(line).trim();
    let pairs = passage.windows(2);
    let going_on = pairs.filter(|pair| goes_on(words(pair[0]), words(pair[1]))).count();
    if going_on * 100 < passage.len() * GOES_ON {
        return None;
    }
    let widths: Vec<i32> =
        passage.iter().map(|&line| measure::text_width(words(line))).collect();
    let measure = measure::find_measure(widths.iter().copied());
    let full = widths.iter().filter(|&&width| width * 100 >= measure * FULL).count();
    (full * 100 >= passage.len() * FULL_LINES).then_some(measure)
}

/// Whether a sentence goes on from a line to the next.
fn goes_on(line: &str, next: &str) -> bool {
    !ends_sentence(line) && next.starts_with(char::is_lowercase)
}

/// Whether a paragraph ends with a line: the first word of the next would have fitted, and no
/// sentence goes on with it.
fn ends_paragraph(text: &Text, line: usize, next: usize, measure: i32) -> bool {
    let (words, next) = (text.line(line).trim(), text.line(next).trim());
    let width = measure::text_width(words);
    !goes_on(words, next) && measure::room_after(width, next, measure) >= AMPLE
}

fn report_passage(text: &Text, passage: &[usize]) -> Diagnostic {
    let message = format!(
        "{} lines are read without the blank line after each: sentences go on across it",
        passage.len()
    );
    Diagnostic::new(codes::SPACED_PASSAGE, Severity::Note, message)
        .at(text.lines[passage[0]].span)
        .hint("paragraphs end here with a line that is not full; compare them with the page")
}
