//! How wide a line is, by the metrics of a Times-like face, in which most of our sources
//! were set; and the measure that the lines of a text keep to.

use std::sync::LazyLock;

use crate::text::letters;

/// Widths of U+0020 to U+007E in thousandths of an em, from the metrics of Times Roman
/// (Adobe Font Metrics, `Times-Roman.afm`); the apostrophe counts as a quote.
const LATIN: [i32; 95] = [
    250, 333, 408, 500, 500, 833, 778, 333, 333, 333, 500, 564, 250, 333, 250,
    278, //
    500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564,
    444, //
    921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722,
    722, //
    556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469,
    500, //
    333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500,
    500, //
    500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
];

/// Widths of а to я, in the same unit, of Cyrillic faces of the Times kind.
const CYRILLIC: [i32; 32] = [
    444, 509, 472, 410, 509, 444, 691, 395, 535, 535, 486, 499, 633, 535, 500,
    535, //
    500, 444, 437, 500, 648, 500, 535, 503, 770, 770, 517, 671, 456, 429, 747, 460,
];

/// Capitals are wider than small letters by about this ratio, in per cent.
const CAPITAL_RATIO: i32 = 138;

/// One em.
pub(crate) const EM: i32 = 1000;

/// If the first word of a line would have fitted on the line before with this much to spare, a
/// block or a line of verse most likely ends between them.
pub(crate) const AMPLE: i32 = 3 * EM;

/// The room that the first word of the next line would have left after a line of some width.
pub(crate) fn room_after(width: i32, next: &str, measure: i32) -> i32 {
    let word = next.split_whitespace().next().unwrap_or_default();
    measure - width - text_width(" ") - text_width(word)
}

/// Computes the width of a string in thousandths of an em, at most [`WIDEST`].
pub(crate) fn text_width(text: &str) -> i32 {
    text.chars().map(cached_char_width).fold(0, |sum, width| (sum + width).min(WIDEST))
}

/// Widest string that is measured: a paragraph that the extraction left on one line says
/// nothing about the measure. A thousand ems.
const WIDEST: i32 = 1000 * EM;

/// The characters of European languages in the Latin alphabet, as Unicode blocks: Basic
/// Latin to Latin Extended-A.
const EUROPEAN: usize = 0x180;

/// The widths of [`EUROPEAN`], computed once: removing accents is slow.
static WIDTHS: LazyLock<Vec<i32>> =
    LazyLock::new(|| ('\0'..).take(EUROPEAN).map(char_width).collect());

/// The width of a character in thousandths of an em; 0 for combining marks.
fn cached_char_width(c: char) -> i32 {
    WIDTHS.get(c as usize).copied().unwrap_or_else(|| char_width(c))
}

/// Computes the width of a character from its base letter.
fn char_width(c: char) -> i32 {
    match c {
        ' '..='~' => LATIN[c as usize - 0x20],
        'а'..='я' => CYRILLIC[c as usize - 'а' as usize],
        'А'..='Я' => CYRILLIC[c as usize - 'А' as usize] * CAPITAL_RATIO / 100,
        '\u{2014}' | '…' => 1000,
        'æ' | 'œ' => 700,
        'Æ' | 'Œ' => 889,
        '“' | '”' | '„' => 444,
        '‘' | '’' | '‚' => 333,
        '\u{00AD}' | '\u{0300}'..='\u{036F}' | '\u{200B}'..='\u{200F}' => 0,
        c if c.is_control() => 0,
        c => match letters::base(c) {
            base @ ' '..='~' => LATIN[base as usize - 0x20],
            base if base != c => char_width(base),
            c if c.is_uppercase() => 700,
            _ => 500,
        },
    }
}

/// Finds the measure of lines with these widths: where the widths are densest. Long lines
/// count for more, because headings, verse and last lines fall short of the measure.
///
/// Widths and result are in thousandths of an em; the result is 0 without lines.
pub(crate) fn find_measure(widths: impl Iterator<Item = i32>) -> i32 {
    /// Lines within a window of this width count as equally long: justified lines differ
    /// by the stretch of their spaces.
    const WINDOW: i32 = 3 * EM;
    let mut widths: Vec<i32> = widths.collect();
    widths.sort_unstable();
    let mut best = (0, 0);
    let mut first = 0;
    let mut sum = 0_i64;
    for (last, &width) in widths.iter().enumerate() {
        sum += i64::from(width);
        while widths[first] < width - WINDOW {
            sum -= i64::from(widths[first]);
            first += 1;
        }
        if sum >= best.0 {
            best = (sum, widths[first + (last - first) / 2]);
        }
    }
    best.1
}
