//! The bars of EAN-13 and of its five-digit add-on, as pure data.
//!
//! GS1 General Specifications, section 5.2 (EAN/UPC symbology, also ISO/IEC 15420:2009). A
//! symbol is a row of modules of one width, dark or light.

/// The digits of set A, light first. Set B is set C read backwards, and C is A inverted.
const SET_A: [u8; 10] = [
    0b000_1101, 0b001_1001, 0b001_0011, 0b011_1101, 0b010_0011, 0b011_0001, 0b010_1111,
    0b011_1011, 0b011_0111, 0b000_1011,
];

/// Which of the six digits in the left half use set B, by the leading digit. The first of
/// the six is the highest bit.
const LEADING: [u8; 10] = [
    0b00_0000, 0b00_1011, 0b00_1101, 0b00_1110, 0b01_0011, 0b01_1001, 0b01_1100,
    0b01_0101, 0b01_0110, 0b01_1010,
];

/// Which of the five digits of an add-on use set B, by its check value. The first of the
/// five is the highest bit.
const CHECKING: [u8; 10] = [
    0b1_1000, 0b1_0100, 0b1_0010, 0b1_0001, 0b0_1100, 0b0_0110, 0b0_0011, 0b0_1010,
    0b0_1001, 0b0_0101,
];

/// Modules of a digit.
pub(super) const DIGIT: usize = 7;
/// Modules of an EAN-13, without quiet zones.
pub(super) const WIDTH: usize = 95;
/// Modules of a five-digit add-on, without its quiet zone.
pub(super) const ADD_ON_WIDTH: usize = 47;
/// Where the digits of the left half begin, after the guard of three modules.
pub(super) const LEFT: usize = 3;
/// Where the digits of the right half begin, after the centre guard of five modules.
pub(super) const RIGHT: usize = LEFT + 6 * DIGIT + 5;

/// A dark bar of a symbol, in modules from its left edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bar {
    /// Where it begins.
    pub(super) from: usize,
    /// How wide it is, one to four.
    pub(super) width: usize,
    /// It belongs to a guard, and is longer.
    pub(super) guard: bool,
}

/// The bars of an EAN-13.
pub(super) fn encode_ean13(digits: [u8; 13]) -> Vec<Bar> {
    let [leading, halves @ ..] = digits;
    let (left, right) = halves.split_at(6);
    let sets = LEADING[usize::from(leading % 10)];
    let mut row = ModuleRow::default();
    row.push_modules(0b101, 3, true);
    for (place, &digit) in left.iter().enumerate() {
        row.push_digit(digit, sets >> (5 - place) & 1 == 1);
    }
    row.push_modules(0b0_1010, 5, true);
    for &digit in right {
        row.push_modules(!set_a_pattern(digit), DIGIT, false);
    }
    row.push_modules(0b101, 3, true);
    row.bars
}

/// The bars of a five-digit add-on.
pub(super) fn encode_ean5(digits: [u8; 5]) -> Vec<Bar> {
    let sets = CHECKING[usize::from(add_on_checksum(digits))];
    let mut row = ModuleRow::default();
    row.push_modules(0b1011, 4, false);
    for (place, &digit) in digits.iter().enumerate() {
        if place > 0 {
            row.push_modules(0b01, 2, false);
        }
        row.push_digit(digit, sets >> (4 - place) & 1 == 1);
    }
    row.bars
}

/// The check value of an add-on. It is encoded in the choice of sets, not as a digit.
fn add_on_checksum(digits: [u8; 5]) -> u8 {
    let weighted =
        digits.iter().zip([3, 9, 3, 9, 3]).map(|(digit, weight)| digit % 10 * weight);
    (weighted.map(u16::from).sum::<u16>() % 10) as u8
}

fn set_a_pattern(digit: u8) -> u8 {
    SET_A[usize::from(digit % 10)]
}

/// A row of modules, from left to right.
#[derive(Default)]
struct ModuleRow {
    bars: Vec<Bar>,
    end: usize,
}

impl ModuleRow {
    /// Adds a digit of set A or B.
    fn push_digit(&mut self, digit: u8, b: bool) {
        let a = set_a_pattern(digit);
        // Seven bits, reversed and inverted.
        let modules = if b { !a.reverse_bits() >> 1 } else { a };
        self.push_modules(modules, DIGIT, false);
    }

    /// Adds modules, the highest bit first.
    fn push_modules(&mut self, modules: u8, count: usize, guard: bool) {
        for bit in (0..count).rev() {
            if modules >> bit & 1 == 1 {
                match self.bars.last_mut() {
                    Some(bar)
                        if bar.from + bar.width == self.end && bar.guard == guard =>
                    {
                        bar.width += 1;
                    }
                    _ => self.bars.push(Bar { from: self.end, width: 1, guard }),
                }
            }
            self.end += 1;
        }
    }
}

#[cfg(test)]
#[path = "../../../../tests/wrap/scanner.rs"]
mod scanner;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::scanner::scan;
    use super::*;

    /// Where bars begin and end.
    fn ends(bars: &[Bar], shift: usize) -> Vec<(i64, i64)> {
        let end = |at: usize| i64::try_from(at + shift).unwrap();
        bars.iter().map(|bar| (end(bar.from), end(bar.from + bar.width))).collect()
    }

    proptest! {
        #[test]
        fn every_number_is_read_again(body: [u8; 12], add_on: [u8; 5]) {
            let mut digits = [0; 13];
            digits[..12].copy_from_slice(&body.map(|digit| digit % 10));
            let odd: u32 = digits.iter().step_by(2).map(|&d| u32::from(d)).sum();
            let even: u32 = digits.iter().skip(1).step_by(2).map(|&d| u32::from(d)).sum();
            digits[12] = ((10 - (odd + 3 * even) % 10) % 10) as u8;
            let add_on = add_on.map(|digit| digit % 10);
            let mut bars = ends(&encode_ean13(digits), 0);
            bars.extend(ends(&encode_ean5(add_on), WIDTH + 9));
            let said = |digits: &[u8]| digits.iter().map(u8::to_string).collect::<String>();
            prop_assert_eq!(scan(bars), Some(format!("{} {}", said(&digits), said(&add_on))));
        }
    }

    /// The modules of bars, dark as `1`.
    fn modules(bars: &[Bar], width: usize) -> String {
        let dark =
            |at| bars.iter().any(|bar| (bar.from..bar.from + bar.width).contains(&at));
        (0..width).map(|at| if dark(at) { '1' } else { '0' }).collect()
    }

    /// Two symbols that other encoders and decoders also test.
    #[test]
    fn gives_the_symbols_that_are_known() {
        assert_eq!(
            modules(&encode_ean13([5, 9, 0, 1, 2, 3, 4, 1, 2, 3, 4, 5, 7]), WIDTH),
            "10100010110100111011001100100110111101001110101010110011011011001000010101110010011101\
             000100101"
        );
        assert_eq!(
            modules(&encode_ean5([5, 4, 4, 9, 5]), ADD_ON_WIDTH),
            "10110110001010100011010011101010001011010111001"
        );
    }

    #[test]
    fn only_guards_are_long() {
        let long: Vec<usize> = encode_ean13([9, 7, 8, 0, 3, 0, 6, 4, 0, 6, 1, 5, 7])
            .iter()
            .filter(|bar| bar.guard)
            .map(|bar| bar.from)
            .collect();
        assert_eq!(long, [0, 2, 46, 48, 92, 94]);
    }
}
