//! Reads a barcode from bars, as a scanner does: from the widths of dark and light. It
//! shares no table with what drew them.

/// Widths of light, dark, light, dark in the digits 0 to 9 of odd parity; those of even
/// parity are the same backwards (GS1 General Specifications, section 5.2).
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

/// What bars say: the thirteen digits, and those of the add-on after a space. None where
/// they say nothing, or a digit that checks the others is wrong.
///
/// A bar is where it begins and where it ends, in any unit.
pub(crate) fn scan(mut bars: Vec<(i64, i64)>) -> Option<String> {
    bars.sort_unstable();
    // 30 bars are the symbol, the rest its add-on.
    let (symbol, add_on) = bars.split_at_checked(30)?;
    let whole = symbol.last()?.1 - symbol.first()?.0;
    let widths = |bars: &[(i64, i64)]| -> Vec<i64> {
        let edges: Vec<i64> = bars.iter().flat_map(|&(from, to)| [from, to]).collect();
        // To the nearest module, of which the symbol has 95.
        let modules = |pair: &[i64]| ((pair[1] - pair[0]) * 190 + whole) / (2 * whole);
        edges.windows(2).map(modules).collect()
    };
    let read = main(&widths(symbol))?;
    if add_on.is_empty() {
        return Some(read);
    }
    Some(format!("{read} {}", beside(&widths(add_on))?))
}

fn main(widths: &[i64]) -> Option<String> {
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

fn beside(widths: &[i64]) -> Option<String> {
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
fn digits(widths: &[i64]) -> Option<(String, String)> {
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
