//! Reads a barcode from the rectangles that are painted, as a scanner does: from the
//! widths of dark and light. It shares no table with what drew them.

use pliego::length::{Length, Rect};

/// Widths of light, dark, light, dark in the digits 0 to 9 of odd parity; those of even
/// parity are the same backwards (GS1 General Specifications, figure 5.2.2.1-1).
const DIGITS: [&str; 10] =
    ["3211", "2221", "2122", "1411", "1132", "1231", "1114", "1312", "1213", "3112"];

/// Parities of the left half, by the leading digit.
const LEADING: [&str; 10] = [
    "oooooo", "ooeoee", "ooeeoe", "ooeeeo", "oeooee", "oeeooe", "oeeeoo", "oeoeoe",
    "oeoeeo", "oeeoeo",
];

/// Parities of an add-on, by its check value.
const ADD_ON: [&str; 10] = [
    "eeooo", "eoeoo", "eooeo", "eoooe", "oeeoo", "ooeeo", "oooee", "oeoeo", "oeooe",
    "ooeoe",
];

/// What bars say: the thirteen digits, and those of the add-on behind a space. None where
/// they say nothing, or a digit that checks the others is wrong.
pub(crate) fn scan(bars: &[Rect]) -> Option<String> {
    let mut bars: Vec<(Length, Length)> =
        bars.iter().map(|bar| (bar.corner.x, bar.corner.x + bar.size.width)).collect();
    bars.sort();
    // 30 bars are the symbol, the rest its add-on.
    let (symbol, add_on) = bars.split_at_checked(30)?;
    let module = (symbol.last()?.1 - symbol.first()?.0).0 / 95;
    let widths = |bars: &[(Length, Length)]| -> Vec<i32> {
        let edges: Vec<Length> = bars.iter().flat_map(|&(from, to)| [from, to]).collect();
        let modules = |pair: &[Length]| ((pair[1] - pair[0]).0 + module / 2) / module;
        edges.windows(2).map(modules).collect()
    };
    let read = main(&widths(symbol))?;
    if add_on.is_empty() {
        Some(read)
    } else {
        Some(format!("{read} {}", beside(&widths(add_on))?))
    }
}

fn main(widths: &[i32]) -> Option<String> {
    let (start, rest) = widths.split_at_checked(3)?;
    let (left, rest) = rest.split_at_checked(24)?;
    let (middle, rest) = rest.split_at_checked(5)?;
    let (right, end) = rest.split_at_checked(24)?;
    if start != [1; 3] || middle != [1; 5] || end != [1; 3] {
        return None;
    }
    let (left, parities) = digits(left)?;
    let (right, all_odd) = digits(right)?;
    let leading = LEADING.iter().position(|&known| known == parities)?;
    let read = format!("{leading}{left}{right}");
    let weighted = read.bytes().zip([1, 3].into_iter().cycle());
    let sum: u32 = weighted.map(|(digit, weight)| u32::from(digit - b'0') * weight).sum();
    (all_odd == "oooooo" && sum.is_multiple_of(10)).then_some(read)
}

fn beside(widths: &[i32]) -> Option<String> {
    let (start, mut rest) = widths.split_at_checked(3)?;
    if start != [1, 1, 2] {
        return None;
    }
    let mut fours = Vec::new();
    while let Some((digit, after)) = rest.split_at_checked(4) {
        fours.extend_from_slice(digit);
        let Some((between, after)) = after.split_at_checked(2) else { break };
        if between != [1, 1] {
            return None;
        }
        rest = after;
    }
    let (read, parities) = digits(&fours)?;
    let weighted = read.bytes().zip([3, 9].into_iter().cycle());
    let sum: u32 = weighted.map(|(digit, weight)| u32::from(digit - b'0') * weight).sum();
    (ADD_ON[sum as usize % 10] == parities).then_some(read)
}

/// Digits and their parities, from four widths each.
fn digits(widths: &[i32]) -> Option<(String, String)> {
    let (mut read, mut parities) = (String::new(), String::new());
    for four in widths.chunks_exact(4) {
        let forth: String = four.iter().map(ToString::to_string).collect();
        let back: String = forth.chars().rev().collect();
        let place = |wanted: &str| DIGITS.iter().position(|&digit| digit == wanted);
        let (digit, parity) = match (place(&forth), place(&back)) {
            (Some(digit), _) => (digit, 'o'),
            (None, Some(digit)) => (digit, 'e'),
            (None, None) => return None,
        };
        read.push_str(&digit.to_string());
        parities.push(parity);
    }
    Some((read, parities))
}
