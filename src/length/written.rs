//! Lengths, sizes and numbers as people write them in a file: `14pt`, `a5`, `6x9in`, `2.5`.
//!
//! A type without a value, such as [`PointsBetween`], names one way of writing a value:
//! `#[serde(with = "Percent::<5>")]` gives a field its reader, its bounds, its message and
//! its JSON Schema at once. The message of a reader is only the remedy (`write a number
//! from 0 to 5`); `project` prefixes the place, the key and the value as it is written.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

use super::{Length, Ratio, Size};
use crate::text::config::IN_EMS;

/// Named trim sizes, in millimetres: ISO 216; letter and the usual American paperbacks; the
/// British paperback formats, royal and demy octavo and crown quarto.
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

/// The message for a longer length.
const TOO_LONG: &str = "no book is that large";

/// A number without a sign, as [`split_number`] reads it.
const NUMBER: &str = r"([0-9]+\.?[0-9]*|\.[0-9]+)";

/// What every text is expected to be.
const TEXT: &str = "a text between quotation marks";

fn parse_with_units(text: &str, units: &str) -> Result<Length, String> {
    let wrong = || format!("write a number and its unit, {units}: '14pt'");
    let (number, unit) = split_number(text).ok_or_else(wrong)?;
    within_reach(number * points_per(unit).ok_or_else(wrong)?)
}

fn within_reach(points: f64) -> Result<Length, String> {
    if points > LONGEST {
        return Err(TOO_LONG.to_owned());
    }
    Ok(Length::from_pt(points))
}

/// Parses a length with its unit (`8cm`, `80mm`, `3in`, `240pt`); `None` for anything else,
/// and for one that is longer than any book.
#[must_use]
pub fn parse_length(text: &str) -> Option<Length> {
    parse_with_units(text, "").ok()
}

/// Parses a length in ems (`1.25em`), where `em` is the size of one em; `None` for another
/// unit.
#[must_use]
pub fn parse_ems(text: &str, em: Length) -> Option<Length> {
    let (number, unit) = split_number(text)?;
    (unit == "em").then(|| Length::from_pt(number * em.to_pt()))
}

/// Parses a trim: a name (`a5`), or width and height (`6x9in`).
///
/// # Errors
///
/// What to write instead.
pub fn parse_trim(text: &str) -> Result<Size, String> {
    parse_size(text, LONGEST_SIDE)
}

/// Parses the sheet of a press: like a trim, but up to the size of the largest presses.
///
/// # Errors
///
/// What to write instead.
pub fn parse_sheet(text: &str) -> Result<Size, String> {
    parse_size(text, LONGEST_EDGE)
}

/// Parses a size with no side longer than `longest` millimetres.
fn parse_size(text: &str, longest: f64) -> Result<Size, String> {
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
    let (height, unit) = split_number(height).ok_or_else(wrong)?;
    // The unit may follow the height only.
    let (width, own_unit) = split_number(width).ok_or_else(wrong)?;
    let own_unit = if own_unit.is_empty() { unit } else { own_unit };
    let side = |number: f64, unit| {
        let length = number * points_per(unit).ok_or_else(wrong)?;
        let millimetres = length / 72.0 * 25.4;
        if (SMALLEST_SIDE..=longest).contains(&millimetres) {
            return Ok(Length::from_pt(length));
        }
        Err(format!("each side has to be from {SMALLEST_SIDE} to {longest} millimetres"))
    };
    Ok(Size { width: side(width, own_unit)?, height: side(height, unit)? })
}

/// Splits a text into a number that is not negative and what follows it.
fn split_number(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let is_figure = |c: char| c.is_ascii_digit() || c == '.';
    let (number, unit) =
        text.split_at(text.find(|c| !is_figure(c)).unwrap_or(text.len()));
    let number = number.parse().ok().filter(|number: &f64| number.is_finite())?;
    Some((number, unit.trim()))
}

/// Points in one unit; ems have no fixed number of points.
fn points_per(unit: &str) -> Option<f64> {
    Some(match unit {
        "mm" => 72.0 / 25.4,
        "cm" => 720.0 / 25.4,
        "in" => 72.0,
        "pt" => 1.0,
        _ => return None,
    })
}

/// A length, and whether bounds apply to it.
struct FoundLength {
    length: Length,
    /// It comes from a template, scaled to the book, and no one wrote it.
    is_scaled: bool,
}

/// Reads a length. A length of a template, scaled to the book, comes as an `i32` of scaled
/// points, and one in ems as a `u32` of scaled points; numbers of a file come as `i64` or
/// `f64`.
struct LengthVisitor {
    units: &'static str,
}

impl<'de> Visitor<'de> for LengthVisitor {
    type Value = FoundLength;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(TEXT)
    }

    fn visit_i32<E: Error>(self, scaled_points: i32) -> Result<FoundLength, E> {
        Ok(FoundLength { length: Length(scaled_points), is_scaled: true })
    }

    fn visit_u32<E: Error>(self, scaled_points: u32) -> Result<FoundLength, E> {
        let points = f64::from(scaled_points) / f64::from(Length::SCALE);
        let length = within_reach(points).map_err(|remedy| refuse("", &remedy))?;
        Ok(FoundLength { length, is_scaled: false })
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<FoundLength, E> {
        let length = parse_with_units(text, self.units);
        let length = length.map_err(|remedy| refuse(text, &remedy))?;
        Ok(FoundLength { length, is_scaled: false })
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<FoundLength, D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// The error for a wrong value; the remedy is all that `project` needs.
fn refuse<E: Error>(text: &str, remedy: &str) -> E {
    E::invalid_value(Unexpected::Str(text), &remedy)
}

/// Reads a [`Length`] of a file.
pub(super) fn read_length<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Length, D::Error> {
    let visitor = LengthVisitor { units: "mm, cm, in or pt" };
    deserializer.deserialize_any(visitor).map(|found| found.length)
}

fn read_length_in_ems<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<FoundLength, D::Error> {
    let visitor = LengthVisitor { units: "mm, cm, in, pt or em" };
    deserializer.deserialize_newtype_struct(IN_EMS, visitor)
}

/// Checks that a length is within bounds in whole points.
fn expect_points<E: Error>(length: Length, least: i32, most: i32) -> Result<Length, E> {
    if (Length::pt(least)..=Length::pt(most)).contains(&length) {
        return Ok(length);
    }
    Err(refuse("", &format!("write a size from {least}pt to {most}pt")))
}

/// A length from `LEAST` to `MOST` points.
#[derive(Debug)]
pub struct PointsBetween<const LEAST: i32, const MOST: i32>;

impl<const LEAST: i32, const MOST: i32> PointsBetween<LEAST, MOST> {
    /// Reads the length.
    ///
    /// # Errors
    ///
    /// When it is not a length, or out of bounds.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Length, D::Error> {
        expect_points(read_length(deserializer)?, LEAST, MOST)
    }
}

/// A length that may be written in ems of the text face.
#[derive(Debug)]
pub struct LengthInEms;

impl LengthInEms {
    /// Reads the length; ems are resolved before.
    ///
    /// # Errors
    ///
    /// When it is not a length.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Length, D::Error> {
        read_length_in_ems(deserializer).map(|found| found.length)
    }
}

/// A length from `LEAST` to `MOST` points that may be written in ems of the text face. The
/// bounds do not apply to a length of a template, scaled to the book.
#[derive(Debug)]
pub struct EmsBetween<const LEAST: i32, const MOST: i32>;

impl<const LEAST: i32, const MOST: i32> EmsBetween<LEAST, MOST> {
    /// Reads the length; ems are resolved before.
    ///
    /// # Errors
    ///
    /// When it is not a length, or out of bounds.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Length, D::Error> {
        let FoundLength { length, is_scaled } = read_length_in_ems(deserializer)?;
        if is_scaled { Ok(length) } else { expect_points(length, LEAST, MOST) }
    }
}

/// A trim size, by name or by width and height.
#[derive(Debug)]
pub struct TrimSize;

impl TrimSize {
    /// Reads the size.
    ///
    /// # Errors
    ///
    /// When it is not a trim size.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Size, D::Error> {
        let text = String::deserialize(deserializer)?;
        parse_trim(&text).map_err(|remedy| refuse(&text, &remedy))
    }
}

/// Reads a number from 0 to `most`.
fn read_number<'de, D: Deserializer<'de>>(
    deserializer: D,
    most: f64,
) -> Result<f64, D::Error> {
    let number = f64::deserialize(deserializer)?;
    if (0.0..=most).contains(&number) {
        return Ok(number);
    }
    let remedy = format!("write a number from 0 to {most}");
    Err(D::Error::invalid_value(Unexpected::Float(number), &remedy.as_str()))
}

/// Converts a number to a ratio.
fn to_ratio(number: f64) -> Ratio {
    #[expect(clippy::cast_possible_truncation, reason = "at most some wholes")]
    let millionths = (number * 1_000_000.0).round() as i32;
    Ratio(millionths)
}

/// A percentage from 0 to `MOST`.
#[derive(Debug)]
pub struct Percent<const MOST: u8>;

impl<const MOST: u8> Percent<MOST> {
    /// Reads the percentage.
    ///
    /// # Errors
    ///
    /// When it is not a number, or out of bounds.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Ratio, D::Error> {
        Ok(to_ratio(read_number(deserializer, MOST.into())? / 100.0))
    }
}

/// A number of ems from 0 to `MOST`, as a part of the em.
#[derive(Debug)]
pub struct Ems<const MOST: u8>;

impl<const MOST: u8> Ems<MOST> {
    /// Reads the number.
    ///
    /// # Errors
    ///
    /// When it is not a number, or out of bounds.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Ratio, D::Error> {
        Ok(to_ratio(read_number(deserializer, MOST.into())?))
    }
}

/// A number of lines from 0 to `MOST`, in steps of half a line.
#[derive(Debug)]
pub struct HalfLineSteps<const MOST: u8>;

impl<const MOST: u8> HalfLineSteps<MOST> {
    /// Reads the number and returns it in half lines.
    ///
    /// # Errors
    ///
    /// When it is not a number, out of bounds, or not a multiple of one half.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<u8, D::Error> {
        let lines = read_number(deserializer, MOST.into())?;
        #[expect(clippy::cast_possible_truncation, reason = "at most some lines")]
        #[expect(clippy::cast_sign_loss, reason = "at least none")]
        let halves = (lines * 2.0).round() as u8;
        if (lines * 2.0 - f64::from(halves)).abs() < f64::EPSILON {
            return Ok(halves);
        }
        let remedy = "write whole or half lines: 0.5, 1, 1.5";
        Err(D::Error::invalid_value(Unexpected::Float(lines), &remedy))
    }
}

/// A whole number from `LEAST` to `MOST`.
#[derive(Debug)]
pub struct Whole<const LEAST: u32, const MOST: u32>;

impl<const LEAST: u32, const MOST: u32> Whole<LEAST, MOST> {
    /// Reads the number.
    ///
    /// # Errors
    ///
    /// When it is not a whole number, or out of bounds.
    pub fn deserialize<'de, D: Deserializer<'de>, T: TryFrom<u32>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        let number = u32::deserialize(deserializer)?;
        let fitting = (LEAST..=MOST).contains(&number).then(|| T::try_from(number));
        fitting.and_then(Result::ok).ok_or_else(|| {
            let remedy = format!("write a whole number from {LEAST} to {MOST}");
            D::Error::invalid_value(Unexpected::Unsigned(number.into()), &remedy.as_str())
        })
    }
}

/// Implements a JSON Schema that is inlined where the type is used.
macro_rules! inline_schema {
    ([$($generics:tt)*] $name:ty, $schema:expr) => {
        impl<$($generics)*> JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn schema_id() -> Cow<'static, str> {
                std::any::type_name::<Self>().into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    };
}

fn length_schema(units: &str, form: &str) -> Schema {
    json_schema!({
        "type": "string",
        "pattern": format!(r"^\s*{NUMBER}\s*({units})\s*$"),
        "x-form": form,
    })
}

/// How the manual describes a length within bounds.
fn length_form(ems: bool, least: i32, most: i32) -> String {
    let ems = if ems { ", may be in em" } else { "" };
    format!("length from {least}pt to {most}pt{ems}")
}

fn number_schema(most: u8, unit: &str) -> Schema {
    json_schema!({
        "type": "number",
        "minimum": 0,
        "maximum": most,
        "x-form": format!("{unit} from 0 to {most}"),
    })
}

/// The JSON Schema of the size of a page or sheet.
#[must_use]
pub fn size_schema() -> Schema {
    let names: Vec<String> = TRIMS.iter().map(|(name, ..)| any_case(name)).collect();
    let names = names.join("|");
    let sides = format!(r"{NUMBER}\s*(mm|cm|in|pt)?\s*[xX×]\s*{NUMBER}\s*(mm|cm|in|pt)");
    let sides = sides.replace("(mm|cm|in|pt)", "([mM][mM]|[cC][mM]|[iI][nN]|[pP][tT])");
    json_schema!({
        "type": "string",
        "pattern": format!(r"^(\s*{sides}\s*|{names})$"),
        "x-form": "size: a name or width x height",
        "examples": ["a5", "148x210mm", "6x9in"],
    })
}

/// A pattern for a name in upper or lower case.
fn any_case(name: &str) -> String {
    let letter = |c: char| {
        if c.is_ascii_lowercase() {
            format!("[{c}{}]", c.to_ascii_uppercase())
        } else {
            c.to_string()
        }
    };
    name.chars().map(letter).collect()
}

inline_schema!([] Length, length_schema("mm|cm|in|pt", "length"));
inline_schema!([] LengthInEms, length_schema("mm|cm|in|pt|em", "length, may be in em"));
inline_schema!(
    [const LEAST: i32, const MOST: i32] PointsBetween<LEAST, MOST>,
    length_schema("mm|cm|in|pt", &length_form(false, LEAST, MOST))
);
inline_schema!(
    [const LEAST: i32, const MOST: i32] EmsBetween<LEAST, MOST>,
    length_schema("mm|cm|in|pt|em", &length_form(true, LEAST, MOST))
);
inline_schema!([] TrimSize, size_schema());
inline_schema!([const MOST: u8] Percent<MOST>, number_schema(MOST, "per cent"));
inline_schema!([const MOST: u8] Ems<MOST>, number_schema(MOST, "ems"));
inline_schema!([const MOST: u8] HalfLineSteps<MOST>, {
    let mut schema = number_schema(MOST, "lines, by halves,");
    schema.insert("multipleOf".to_owned(), 0.5.into());
    schema
});
inline_schema!(
    [const LEAST: u32, const MOST: u32] Whole<LEAST, MOST>,
    json_schema!({ "type": "integer", "minimum": LEAST, "maximum": MOST })
);
