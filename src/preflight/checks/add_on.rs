//! The add-on of two or five digits beside a barcode, which encodes a price or an issue
//! (GS1 General Specifications §5.2.2.5).

use super::bars::{DIGITS, width_in_modules};
use crate::preflight::geometry::PageArea;

/// White between a symbol and its add-on, in modules. The standard asks for 7 to 12; bars
/// farther away are not an add-on.
const GAP: f64 = 13.0;

/// Which of five digits have even parity, by the last digit of the weighted sum
/// (§5.2.2.5.2).
const OF_FIVE: [[bool; 5]; 10] = [
    [true, true, false, false, false],
    [true, false, true, false, false],
    [true, false, false, true, false],
    [true, false, false, false, true],
    [false, true, true, false, false],
    [false, false, true, true, false],
    [false, false, false, true, true],
    [false, true, false, true, false],
    [false, true, false, false, true],
    [false, false, true, false, true],
];

/// The add-on to the right of a symbol.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::preflight) struct ScannedAddOn {
    pub(in crate::preflight) area: PageArea,
    /// The decoded digits; `None` where the bars encode no number.
    pub(in crate::preflight) figures: Option<Vec<usize>>,
    /// The number of its bars.
    pub(in crate::preflight) bars: usize,
}

/// Finds the add-on of a symbol. `behind` are the bars to its right, from left to right.
pub(in crate::preflight) fn find_add_on(
    symbol: &PageArea,
    module: f64,
    behind: &[PageArea],
) -> Option<ScannedAddOn> {
    let level = |bar: &&PageArea| bar.bottom < symbol.top && bar.top > symbol.bottom;
    let mut bars: Vec<PageArea> = Vec::new();
    for bar in behind.iter().filter(level) {
        let end = bars.last().map_or(symbol.right, |last| last.right);
        // Within an add-on, a space is at most four modules wide.
        if bar.left - end > if bars.is_empty() { GAP } else { 4.5 } * module {
            break;
        }
        bars.push(*bar);
    }
    let area = bars.iter().copied().reduce(|whole, bar| whole.union(&bar))?;
    let mut widths = Vec::new();
    for (place, bar) in bars.iter().enumerate() {
        widths.push(width_in_modules(bar.width(), module));
        if let Some(next) = bars.get(place + 1) {
            widths.push(width_in_modules(next.left - bar.right, module));
        }
    }
    let widths: Option<Vec<usize>> = widths.into_iter().collect();
    let figures = widths.and_then(|widths| decode_add_on(&widths));
    Some(ScannedAddOn { area, figures, bars: bars.len() })
}

/// Decodes bars and spaces: three widths of the guard, four of each digit, and two between
/// digits.
fn decode_add_on(widths: &[usize]) -> Option<Vec<usize>> {
    let (guard, rest) = widths.split_at_checked(3)?;
    if guard != [1, 1, 2] {
        return None;
    }
    let (mut figures, mut even) = (Vec::new(), Vec::new());
    for piece in rest.chunks(6) {
        let (figure, between) = piece.split_at_checked(4)?;
        let backwards: Vec<usize> = figure.iter().rev().copied().collect();
        let odd = DIGITS.iter().position(|digit| digit == figure);
        even.push(odd.is_none());
        figures
            .push(odd.or_else(|| DIGITS.iter().position(|digit| *digit == *backwards))?);
        if !between.is_empty() && between != [1, 1] {
            return None;
        }
    }
    (rest.len() % 6 == 4 && is_even_where_it_should_be(&figures, &even))
        .then_some(figures)
}

/// Whether the parities of the digits are those that their value requires.
fn is_even_where_it_should_be(figures: &[usize], even: &[bool]) -> bool {
    match *figures {
        [tens, ones] => {
            let value = (tens * 10 + ones) % 4;
            even == [value >= 2, value % 2 == 1]
        }
        [one, two, three, four, five] => {
            let sum = (one + three + five) * 3 + (two + four) * 9;
            even == OF_FIVE[sum % 10]
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bars of a row of modules, each two points wide.
    fn bars(modules: &str, from: f64) -> Vec<PageArea> {
        let mut bars: Vec<PageArea> = Vec::new();
        for (place, module) in (0_u32..).zip(modules.chars()) {
            let left = from + f64::from(place) * 2.0;
            match bars.last_mut() {
                _ if module == '0' => {}
                Some(last) if last.right >= left => last.right = left + 2.0,
                _ => bars.push(PageArea::from_corners(left, 0.0, left + 2.0, 50.0)),
            }
        }
        bars
    }

    fn said(modules: &str) -> Option<ScannedAddOn> {
        let symbol = PageArea::from_corners(0.0, 0.0, 190.0, 60.0);
        find_add_on(&symbol, 2.0, &bars(modules, 206.0))
    }

    #[test]
    fn five_figures_and_two_are_read() {
        let five = "01011 0111001 01 0010011 01 0011101 01 0001011 01 0110001";
        let read = said(&five.replace(' ', "")).unwrap();
        assert_eq!((read.figures, read.bars), (Some(vec![5, 2, 4, 9, 5]), 16));
        // 53 modulo 4 is 1: odd, then even.
        let read = said("010110110001010100001").unwrap();
        assert_eq!((read.figures, read.bars), (Some(vec![5, 3]), 7));
    }

    #[test]
    fn what_says_nothing_is_an_add_on_all_the_same() {
        // The last digit is even, and should be odd.
        let five = "01011 0111001 01 0010011 01 0011101 01 0001011 01 0111001";
        assert_eq!(said(&five.replace(' ', "")).unwrap().figures, None);
        assert_eq!(said("01").unwrap().figures, None);
        assert_eq!(said("010110110001").unwrap().figures, None);
    }

    #[test]
    fn bars_further_off_are_something_else() {
        assert_eq!(said("0000000000001011"), None);
    }
}
