//! Sizes as people write them.

use super::ProjectError;
use super::table::Item;
use crate::length::{Length, Size};

/// Trims that have a name, in millimetres: ISO 216; letter and what American paperbacks are
/// cut to; the formats of British paperbacks, and royal and demy octavo and crown quarto.
const TRIMS: [(&str, f64, f64); 15] = [
    ("a4", 210.0, 297.0),
    ("a5", 148.0, 210.0),
    ("a6", 105.0, 148.0),
    ("b5", 176.0, 250.0),
    ("b6", 125.0, 176.0),
    ("letter", 215.9, 279.4),
    ("digest", 139.7, 215.9),
    ("us-trade", 152.4, 228.6),
    ("mass-market", 108.0, 174.6),
    ("a-format", 110.0, 178.0),
    ("b-format", 129.0, 198.0),
    ("c-format", 135.0, 216.0),
    ("crown-quarto", 189.0, 246.0),
    ("royal", 156.0, 234.0),
    ("demy", 138.0, 216.0),
];

/// The smallest side of a page, in millimetres: that of a miniature book.
const SMALLEST_SIDE: f64 = 50.0;
/// The longest side of a page, in millimetres: that of A2, beyond what presses bind.
const LONGEST_SIDE: f64 = 594.0;
/// The longest edge of a sheet, in millimetres: that of the largest offset presses.
const LONGEST_EDGE: f64 = 2100.0;
/// The longest length of any kind, in points: two metres.
const LONGEST: f64 = 5700.0;

/// A length with its unit. `em` is the size of the text face; none where a length may
/// not be measured by it.
pub(super) fn length(
    item: &Item<'_>,
    em: Option<Length>,
) -> Result<Length, ProjectError> {
    let text = item.text()?;
    let units = if em.is_some() { "mm, cm, in, pt or em" } else { "mm, cm, in or pt" };
    let wrong = || {
        let cause = format!("cannot be '{text}'");
        item.impossible(cause, format!("write a number and its unit, {units}: '14pt'"))
    };
    let (number, unit) = parted(&text).ok_or_else(wrong)?;
    let points = number * points_of(unit, em).ok_or_else(wrong)?;
    if points > LONGEST {
        return Err(item.impossible(format!("cannot be '{text}'"), "no book is so large"));
    }
    Ok(Length::from_pt(points))
}

/// A trim: a name, or width and height.
pub(super) fn trim(item: &Item<'_>) -> Result<Size, ProjectError> {
    let text = item.text()?;
    size(&text).map_err(|remedy| item.impossible(format!("cannot be '{text}'"), remedy))
}

/// A trim by its name, or by width and height: `a5`, `6x9in`.
///
/// # Errors
///
/// What to write, where it is none.
pub fn size(text: &str) -> Result<Size, String> {
    sized(text, LONGEST_SIDE)
}

/// The sheet of a press: as a trim, but larger.
pub(super) fn sheet(item: &Item<'_>) -> Result<Size, ProjectError> {
    let text = item.text()?;
    sized(&text, LONGEST_EDGE)
        .map_err(|remedy| item.impossible(format!("cannot be '{text}'"), remedy))
}

/// A size with no side longer than so many millimetres.
fn sized(text: &str, longest: f64) -> Result<Size, String> {
    let text = text.to_lowercase();
    if let Some(&(_, width, height)) = TRIMS.iter().find(|(name, ..)| *name == text) {
        return Ok(Size {
            width: Length::from_mm(width),
            height: Length::from_mm(height),
        });
    }
    let wrong = || {
        let names: Vec<&str> = TRIMS.iter().map(|(name, ..)| *name).collect();
        format!(
            "write width and height, such as '148x210mm' or '6x9in', or one of {}",
            names.join(", ")
        )
    };
    let (width, height) = text.split_once(['x', '×']).ok_or_else(wrong)?;
    let (height, unit) = parted(height).ok_or_else(wrong)?;
    // The unit may stand after the height alone.
    let (width, own_unit) = parted(width).ok_or_else(wrong)?;
    let own_unit = if own_unit.is_empty() { unit } else { own_unit };
    let side = |number: f64, unit| {
        let length = number * points_of(unit, None).ok_or_else(wrong)?;
        let millimetres = length / 72.0 * 25.4;
        if (SMALLEST_SIDE..=longest).contains(&millimetres) {
            return Ok(Length::from_pt(length));
        }
        Err(format!("each side has to be from {SMALLEST_SIDE} to {longest} millimetres"))
    };
    Ok(Size { width: side(width, own_unit)?, height: side(height, unit)? })
}

/// A number that is not negative, and what stands behind it.
fn parted(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let is_figure = |c: char| c.is_ascii_digit() || c == '.';
    let (number, unit) =
        text.split_at(text.find(|c| !is_figure(c)).unwrap_or(text.len()));
    let number = number.parse().ok().filter(|number: &f64| number.is_finite())?;
    Some((number, unit.trim()))
}

/// Points of a unit.
fn points_of(unit: &str, em: Option<Length>) -> Option<f64> {
    Some(match unit {
        "mm" => 72.0 / 25.4,
        "cm" => 720.0 / 25.4,
        "in" => 72.0,
        "pt" => 1.0,
        "em" => em?.to_pt(),
        _ => return None,
    })
}
