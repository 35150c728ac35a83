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
    pub(in crate::preflight) digits: Option<Vec<usize>>,
    /// The number of its bars.
    pub(in crate::preflight) bars: usize,
}

/// Finds the add-on of a symbol. `after` are the bars to its right, from left to right.
pub(in crate::preflight) fn find_add_on(
    symbol: &PageArea,
    module: f64,
    after: &[PageArea],
) -> Option<ScannedAddOn> {
    let level = |bar: &&PageArea| bar.bottom < symbol.top && bar.top > symbol.bottom;
    let mut bars: Vec<PageArea> = Vec::new();
    for bar in after.iter().filter(level) {
        let end = bars.last().map_or(symbol.right, |last| last.right);
        // Within an add-on, a space is at most four modules wide.
        if bar.left - end > if bars.is_empty() { GAP } else { 4.5 } * module {
            break;
        }
        bars.push(*bar);
    }
    let area = bars.iter().copied().reduce(|whole, bar| whole.union(&bar))?;
    let mut widths = Vec::new();
    for (index, bar) in bars.iter().enumerate() {
        widths.push(width_in_modules(bar.width(), module));
        if let Some(next) = bars.get(index + 1) {
            widths.push(width_in_modules(next.left - bar.right, module));
        }
    }
    let widths: Option<Vec<usize>> = widths.into_iter().collect();
    let digits = widths.and_then(|widths| decode_add_on(&widths));
    Some(ScannedAddOn { area, digits, bars: bars.len() })
}

/// Decodes bars and spaces: three widths of the guard, four of each digit, and two between
/// digits.
fn decode_add_on(widths: &[usize]) -> Option<Vec<usize>> {
    let (guard, rest) = widths.split_at_checked(3)?;
    if guard != [1, 1, 2] {
        return None;
    }
    let (mut digits, mut even) = (Vec::new(), Vec::new());
    for chunk in rest.chunks(6) {
        let (digit_widths, between) = chunk.split_at_checked(4)?;
        let backwards: Vec<usize> = digit_widths.iter().rev().copied().collect();
        let odd = DIGITS.iter().position(|digit| digit == digit_widths);
        even.push(odd.is_none());
        digits
            .push(odd.or_else(|| DIGITS.iter().position(|digit| *digit == *backwards))?);
        if !between.is_empty() && between != [1, 1] {
            return None;
        }
    }
    (rest.len() % 6 == 4 && has_expected_parity(&digits, &even)).then_some(digits)
}

/// Whether the parities of the digits are those that their value requires.
fn has_expected_parity(digits: &[usize], even: &[bool]) -> bool {
    match *digits {
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
        for (index, module) in (0_u32..).zip(modules.chars()) {
            let left = from + f64::from(index) * 2.0;
            match bars.last_mut() {
                _ if module == '0' => {}
                Some(last) if last.right >= left => last.right = left + 2.0,
                _ => bars.push(PageArea::from_corners(left, 0.0, left + 2.0, 50.0)),
            }
        }
        bars
    }

    fn scan(modules: &str) -> Option<ScannedAddOn> {
        let symbol = PageArea::from_corners(0.0, 0.0, 190.0, 60.0);
        find_add_on(&symbol, 2.0, &bars(modules, 206.0))
    }

    #[test]
    fn add_ons_of_five_and_two_digits_are_decoded() {
        let five = "01011 0111001 01 0010011 01 0011101 01 0001011 01 0110001";
        let read = scan(&five.replace(' ', "")).unwrap();
        assert_eq!((read.digits, read.bars), (Some(vec![5, 2, 4, 9, 5]), 16));
        // 53 modulo 4 is 1: odd, then even.
        let read = scan("010110110001010100001").unwrap();
        assert_eq!((read.digits, read.bars), (Some(vec![5, 3]), 7));
    }

    #[test]
    fn an_add_on_without_a_number_is_found() {
        // The last digit is even, and should be odd.
        let five = "01011 0111001 01 0010011 01 0011101 01 0001011 01 0111001";
        assert_eq!(scan(&five.replace(' ', "")).unwrap().digits, None);
        assert_eq!(scan("01").unwrap().digits, None);
        assert_eq!(scan("010110110001").unwrap().digits, None);
    }

    #[test]
    fn distant_bars_are_no_add_on() {
        assert_eq!(scan("0000000000001011"), None);
    }
}
