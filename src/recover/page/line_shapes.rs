//! What a line shows before anything is known about it: its width, its indent, whether it
//! is blank.

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::measure;
use crate::source::Text;

/// Width classes of the histogram: half an em. Justified lines of one measure differ by
/// about half an em if measured with another face.
const BIN: u32 = 500;

/// The widest class, about 250 em: a paragraph that the extraction left on one line says
/// nothing about the measure.
const WIDEST: usize = 500;

/// Greatest width, in thousandths of an em, so that widths can be multiplied by hundreds.
const LONGEST: u32 = 1_000_000;

/// Width of every character of a monospaced face, in thousandths of an em.
const TYPEWRITER: u32 = 600;

/// The shape of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct LineExtent {
    /// White space characters before its first letter.
    pub(crate) indent: u32,
    /// Width of its text in thousandths of an em; runs of spaces count as one.
    pub(crate) width: u32,
    /// It has nothing but white space.
    pub(crate) blank: bool,
}

/// Measures all lines by the metrics of a Times-like or a monospaced face, whichever
/// makes their widths more equal.
pub(crate) fn measure_lines(text: &Text) -> Vec<LineExtent> {
    let lines = (0..text.lines.len()).into_par_iter().map(|line| text.line(line));
    let (book, typewriter): (Vec<LineExtent>, Vec<LineExtent>) = lines
        .map(|line| {
            (measure_line(line, book_width), measure_line(line, typewriter_width))
        })
        .unzip();
    if width_concentration(&typewriter) > width_concentration(&book) {
        typewriter
    } else {
        book
    }
}

fn book_width(word: &str) -> u32 {
    u32::try_from(measure::text_width(word)).unwrap_or_default()
}

fn typewriter_width(word: &str) -> u32 {
    u32::try_from(word.chars().count()).unwrap_or(u32::MAX).saturating_mul(TYPEWRITER)
}

fn measure_line(line: &str, width_of: fn(&str) -> u32) -> LineExtent {
    let (words, width) =
        line.split_whitespace().fold((0_u32, 0_u32), |(words, width), word| {
            (words + 1, width.saturating_add(width_of(word)))
        });
    let spaces = words.saturating_sub(1).saturating_mul(width_of(" "));
    let indent = line.chars().take_while(|c| c.is_whitespace()).count();
    LineExtent {
        indent: u32::try_from(indent).unwrap_or(u32::MAX),
        width: width.saturating_add(spaces).min(LONGEST),
        blank: words == 0,
    }
}

/// The greatest share of lines, in thousandths, within one em of width.
fn width_concentration(shapes: &[LineExtent]) -> u64 {
    let bins = count_widths(shapes.iter().filter(|shape| !shape.blank));
    let all: u64 = bins.iter().sum();
    let most = bins.windows(2).map(|pair| pair[0] + pair[1]).max().unwrap_or_default();
    (most * 1000).checked_div(all).unwrap_or_default()
}

/// Counts the lines of each width class.
pub(crate) fn count_widths<'a>(lines: impl Iterator<Item = &'a LineExtent>) -> Vec<u64> {
    let mut bins = Vec::new();
    for shape in lines {
        let bin = width_bin(shape.width);
        if bin >= bins.len() {
            bins.resize(bin + 1, 0);
        }
        bins[bin] += 1;
    }
    bins
}

/// The class of a width.
pub(crate) fn width_bin(width: u32) -> usize {
    usize::try_from(width / BIN).unwrap_or(WIDEST).min(WIDEST)
}
