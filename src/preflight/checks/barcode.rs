//! The barcode on a cover, read from its painted bars (GS1 General Specifications §5.2,
//! EAN-13).

use crate::diagnostic::Severity;
use crate::preflight::codes;
use crate::preflight::content::{MarkKind, PageContent, PaintedMark};
use crate::preflight::finding::{PreflightFinding, PreflightFindings};
use crate::preflight::geometry::{PageArea, VISIBLE, format_mm};

use super::add_on::{ScannedAddOn, find_add_on};
use super::bars::{DIGITS, width_in_modules};
use super::boxes::PageBoxes;

/// Bars of a symbol, and its width in modules (§5.2.3.1).
const BARS: usize = 30;
const MODULES: f64 = 95.0;

/// The quiet zones before and after a symbol, in modules (§5.2.3.4).
const QUIET: (f64, f64) = (11.0, 7.0);

/// A module in points, at 80, 100 and 200 % (§5.12.3: 0.264, 0.330, 0.660 mm).
const SMALLEST: f64 = 0.748_3;
const USUAL: f64 = 0.935_4;
const LARGEST: f64 = 1.870_9;

/// The bar height at 100 %, in points: 22.85 mm (§5.2.3.2). Bars below this share of it are
/// reported as truncated.
const HEIGHT: f64 = 64.77;
const CUT: f64 = 0.85;

/// How far sizes may exceed their bounds.
const SLACK: f64 = 0.01;

/// The most bars that are checked; more of them are a pattern.
const MOST_BARS: usize = 20_000;

/// Points that are sampled in a quiet zone, in each direction.
const GRID: usize = 9;

/// Which of the left-hand digits have even parity, for each first digit (§5.2.1.2.2).
const FIRST: [[bool; 6]; 10] = [
    [false, false, false, false, false, false],
    [false, false, true, false, true, true],
    [false, false, true, true, false, true],
    [false, false, true, true, true, false],
    [false, true, false, false, true, true],
    [false, true, true, false, false, true],
    [false, true, true, true, false, false],
    [false, true, false, true, false, true],
    [false, true, false, true, true, false],
    [false, true, true, false, true, false],
];

/// A symbol that was found on the page.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::preflight) struct ScannedSymbol {
    /// Its extent: across the whole symbol, and the height that all bars share.
    pub(in crate::preflight) area: PageArea,
    module: f64,
    digits: [usize; 13],
    /// Its bars, as indices into the marks of the page.
    bars: Vec<usize>,
    /// The add-on to its right.
    add_on: Option<ScannedAddOn>,
}

/// A painted bar.
#[derive(Debug, Clone)]
struct ScannedBar {
    area: PageArea,
    /// Its marks, as indices into the marks of the page.
    marks: Vec<usize>,
}

/// Finds the barcode of a page.
pub(in crate::preflight) fn find_barcode(content: &PageContent) -> Option<ScannedSymbol> {
    let is_bar = |mark: &PaintedMark| {
        matches!(mark.kind, MarkKind::Fill { straight: true })
            && !mark.inks.is_bare()
            && mark.area.height() > 3.0 * mark.area.width()
            && mark.area.width() < LARGEST * 2.0 * 4.0
            && mark.area.height() > HEIGHT / 4.0
    };
    let marks = content.marks.iter().enumerate();
    let mut bars: Vec<ScannedBar> = marks
        .filter(|(_, mark)| is_bar(mark))
        .map(|(index, mark)| ScannedBar { area: mark.area, marks: vec![index] })
        .take(MOST_BARS)
        .collect();
    bars.sort_by(|one, other| one.area.left.total_cmp(&other.area.left));
    let mut joined: Vec<ScannedBar> = Vec::new();
    for bar in bars {
        match joined.last_mut() {
            // Some writers draw a bar module by module.
            Some(last) if bar.area.left - last.area.right < SMALLEST / 10.0 => {
                last.area = last.area.union(&bar.area);
                last.marks.extend(bar.marks);
            }
            _ => joined.push(bar),
        }
    }
    (BARS..=joined.len()).find_map(|end| {
        let mut symbol = decode_symbol(&joined[end - BARS..end])?;
        let after: Vec<PageArea> = joined[end..].iter().map(|bar| bar.area).collect();
        symbol.add_on = find_add_on(&symbol.area, symbol.module, &after);
        Some(symbol)
    })
}

/// Decodes a row of bars.
fn decode_symbol(bars: &[ScannedBar]) -> Option<ScannedSymbol> {
    let (first, last) = (bars.first()?.area, bars.last()?.area);
    let module = (last.right - first.left) / MODULES;
    let mut common = first;
    let mut widths = Vec::new();
    for (index, bar) in bars.iter().enumerate() {
        let bar = bar.area;
        common.bottom = common.bottom.max(bar.bottom);
        common.top = common.top.min(bar.top);
        widths.push(width_in_modules(bar.width(), module)?);
        if let Some(next) = bars.get(index + 1) {
            widths.push(width_in_modules(next.area.left - bar.right, module)?);
        }
    }
    if common.height() <= 0.0 {
        return None;
    }
    common.right = last.right;
    let digits = decode_digits(&widths)?;
    let bars = bars.iter().flat_map(|bar| &bar.marks).copied().collect();
    Some(ScannedSymbol { area: common, module, digits, bars, add_on: None })
}

/// Decodes bars and spaces: three widths of the left guard, six digits of four, five of the
/// centre, six digits of four, three of the right guard.
fn decode_digits(widths: &[usize]) -> Option<[usize; 13]> {
    let guards = widths.get(..3)? == [1, 1, 1]
        && widths.get(27..32)? == [1, 1, 1, 1, 1]
        && widths.get(56..59)? == [1, 1, 1];
    if !guards {
        return None;
    }
    let mut digits = [0; 13];
    let mut even = [false; 6];
    for index in 0..6 {
        let left = widths.get(3 + 4 * index..7 + 4 * index)?;
        let backwards: Vec<usize> = left.iter().rev().copied().collect();
        let odd = DIGITS.iter().position(|digit| digit == left);
        even[index] = odd.is_none();
        digits[index + 1] =
            odd.or_else(|| DIGITS.iter().position(|digit| *digit == *backwards))?;
        let right = widths.get(32 + 4 * index..36 + 4 * index)?;
        digits[index + 7] = DIGITS.iter().position(|digit| digit == right)?;
    }
    digits[0] = FIRST.iter().position(|first| *first == even)?;
    Some(digits)
}

/// The check digit that the other digits require (§7.9).
fn expected_check_digit(digits: &[usize; 13]) -> usize {
    let weighed = digits[..12]
        .iter()
        .enumerate()
        .map(|(index, digit)| digit * if index % 2 == 0 { 1 } else { 3 });
    (10 - weighed.sum::<usize>() % 10) % 10
}

/// Checks a symbol. `safe` is the least distance to the edges of the cover and to the folds
/// of its spine.
pub(in crate::preflight) fn check_barcode(
    symbol: &ScannedSymbol,
    content: &PageContent,
    page: &PageBoxes,
    spine: Option<(f64, f64)>,
    safe: f64,
    findings: &mut PreflightFindings,
) {
    let area = symbol.area;
    let mut add = |code, severity, message: &str, remedy, found: String, wanted: &str| {
        findings.add(
            PreflightFinding::new(code, severity, message, remedy)
                .on_page(page.number)
                .at_area(&area, &page.trim)
                .with_found(found)
                .with_wanted(wanted),
        );
    };
    let number: String = symbol.digits.iter().map(ToString::to_string).collect();
    let last = expected_check_digit(&symbol.digits);
    if last != symbol.digits[12] {
        let wanted = format!("the check digit {last}");
        let message = "the check digit of the barcode is wrong";
        let remedy = "make it again from the ISBN of the printed book";
        add(codes::BARCODE_WRONG, Severity::Error, message, remedy, number, &wanted);
    }
    if !(SMALLEST - SLACK..=LARGEST + SLACK).contains(&symbol.module) {
        let found = format!("{:.0} %", symbol.module / USUAL * 100.0);
        let message = "the barcode is too small or too large for scanners";
        let remedy = "scale it to 80 to 200 % of its nominal size";
        add(codes::BARCODE_SIZE, Severity::Error, message, remedy, found, "80 to 200 %");
    } else if area.height() < HEIGHT * symbol.module / USUAL * CUT {
        let wanted = format_mm(HEIGHT * symbol.module / USUAL);
        let message = "the bars of the barcode are truncated";
        let remedy = "make them as high as their width requires";
        let found = format_mm(area.height());
        add(codes::BARCODE_SIZE, Severity::Warning, message, remedy, found, &wanted);
    }
    if let Some(after) = symbol.add_on.as_ref().filter(|one| one.digits.is_none()) {
        let message = "the add-on beside the barcode cannot be read";
        let remedy = "make it again, with five digits or two";
        let (found, wanted) = (format!("{} bars", after.bars), "16 bars, or 7");
        add(codes::ADD_ON, Severity::Error, message, remedy, found, wanted);
    }
    let whole = symbol.add_on.as_ref().map_or(area, |after| area.union(&after.area));
    let trim = page.trim;
    let mut off = (whole.left - trim.left)
        .min(trim.right - whole.right)
        .min(whole.bottom - trim.bottom)
        .min(trim.top - whole.top);
    if let Some((left, right)) = spine {
        off = off.min((left - whole.right).max(whole.left - right));
    }
    if off < safe - VISIBLE {
        let severity = if off < 0.0 { Severity::Error } else { Severity::Warning };
        let message = "the barcode is too close to an edge or a fold of the cover";
        let remedy = "move it further in";
        let wanted = format!("{} or more", format_mm(safe));
        let found = if off < 0.0 {
            format!("{} beyond it", format_mm(-off))
        } else {
            format_mm(off)
        };
        add(codes::BARCODE_PLACE, severity, message, remedy, found, &wanted);
    }
    let odd =
        symbol.bars.iter().filter_map(|index| content.marks.get(*index)).find(|bar| {
            bar.inks.additive.is_some()
                || bar.inks.is_coloured()
                || bar.inks.process[3] < 0.9
        });
    if let Some(bar) = odd {
        let found = match bar.inks.additive {
            Some(_) => bar.family.name().to_owned(),
            None => bar.inks.in_words(),
        };
        let message = "the barcode is not in black ink only";
        let remedy = "print its bars in black: scanners see red as white";
        add(codes::BARCODE_INK, Severity::Error, message, remedy, found, "K 100");
    }
    let (before, after) = QUIET;
    let left =
        PageArea { left: area.left - before * symbol.module, right: area.left, ..area };
    let right =
        PageArea { left: area.right, right: area.right + after * symbol.module, ..area };
    for (zone, side) in [(left, "left"), (right, "right")] {
        if !is_quiet(&zone, symbol, content, page) {
            let found = format!("ink to the {side} of the bars");
            let wanted = format_mm(zone.width());
            let message = "the quiet zone of the barcode is not blank";
            let remedy =
                "leave 11 modules of white to the left of the bars and 7 to the right";
            add(codes::QUIET_ZONE, Severity::Error, message, remedy, found, &wanted);
        }
    }
}

/// Whether a zone is white. On each sampled point, the mark painted last decides.
#[expect(clippy::cast_precision_loss, reason = "there are few points")]
fn is_quiet(
    zone: &PageArea,
    symbol: &ScannedSymbol,
    content: &PageContent,
    page: &PageBoxes,
) -> bool {
    let share = |index: usize| (index as f64 + 0.5) / GRID as f64;
    (0..GRID * GRID).all(|point| {
        let x = zone.left + zone.width() * share(point % GRID);
        let y = zone.bottom + zone.height() * share(point / GRID);
        let point = PageArea::from_corners(x, y, x, y);
        let marks = content.marks.iter().enumerate().rev();
        let top = marks
            .filter(|(index, _)| !symbol.bars.contains(index))
            .find(|(_, mark)| mark.area.contains(&point, 0.0));
        page.trim.contains(&point, 0.0) && top.is_none_or(|(_, mark)| mark.inks.is_bare())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_digits_of_known_numbers() {
        assert_eq!(expected_check_digit(&[9, 7, 8, 8, 4, 3, 7, 6, 0, 4, 9, 4, 0]), 7);
        assert_eq!(expected_check_digit(&[4, 0, 0, 6, 3, 8, 1, 3, 3, 3, 9, 3, 0]), 1);
    }
}
