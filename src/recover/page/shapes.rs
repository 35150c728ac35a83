//! What can be seen of a line without knowing what it is: its width, its indent, the
//! white space about it.

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::measure;
use crate::source::Text;

/// Width classes of the histogram: half an em. Justified lines of one measure come out
/// within about half an em of one another with a face that is not their own.
const BIN: u32 = 500;

/// The widest lines that are still told apart, in bins: about 250 em. A paragraph that
/// the extraction left on one line says nothing of a measure.
const WIDEST: usize = 500;

/// Greatest width that is measured, in thousandths of an em, so that widths can be
/// multiplied by hundreds.
const LONGEST: u32 = 1_000_000;

/// Width of every character of a typewriter face, in thousandths of an em.
const TYPEWRITER: u32 = 600;

/// The look of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Shape {
    /// White space characters before its first letter.
    pub(crate) indent: u32,
    /// Width of its text in thousandths of an em; runs of spaces count as one.
    pub(crate) width: u32,
    /// Nothing but white space.
    pub(crate) blank: bool,
}

/// The shapes of all lines, by the widths of that face, Times or typewriter, with which
/// the lines of the text come out most alike.
pub(crate) fn shapes(text: &Text) -> Vec<Shape> {
    let lines = (0..text.lines.len()).into_par_iter().map(|line| text.line(line));
    let (book, typewriter): (Vec<Shape>, Vec<Shape>) = lines
        .map(|line| (shape(line, book_width), shape(line, typewriter_width)))
        .unzip();
    if sharpness(&typewriter) > sharpness(&book) { typewriter } else { book }
}

fn book_width(word: &str) -> u32 {
    u32::try_from(measure::width(word)).unwrap_or_default()
}

fn typewriter_width(word: &str) -> u32 {
    u32::try_from(word.chars().count()).unwrap_or(u32::MAX).saturating_mul(TYPEWRITER)
}

fn shape(line: &str, width_of: fn(&str) -> u32) -> Shape {
    let (words, width) =
        line.split_whitespace().fold((0_u32, 0_u32), |(words, width), word| {
            (words + 1, width.saturating_add(width_of(word)))
        });
    let spaces = words.saturating_sub(1).saturating_mul(width_of(" "));
    let indent = line.chars().take_while(|c| c.is_whitespace()).count();
    Shape {
        indent: u32::try_from(indent).unwrap_or(u32::MAX),
        width: width.saturating_add(spaces).min(LONGEST),
        blank: words == 0,
    }
}

/// The greatest share of lines, in thousandths, within one em of width.
fn sharpness(shapes: &[Shape]) -> u64 {
    let bins = histogram(shapes.iter().filter(|shape| !shape.blank));
    let all: u64 = bins.iter().sum();
    let most = bins.windows(2).map(|pair| pair[0] + pair[1]).max().unwrap_or_default();
    (most * 1000).checked_div(all).unwrap_or_default()
}

/// How many lines there are of each width.
pub(crate) fn histogram<'a>(lines: impl Iterator<Item = &'a Shape>) -> Vec<u64> {
    let mut bins = Vec::new();
    for shape in lines {
        let bin = bin(shape.width);
        if bin >= bins.len() {
            bins.resize(bin + 1, 0);
        }
        bins[bin] += 1;
    }
    bins
}

/// The place of a width in a histogram.
pub(crate) fn bin(width: u32) -> usize {
    usize::try_from(width / BIN).unwrap_or(WIDEST).min(WIDEST)
}
