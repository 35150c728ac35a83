//! The `custom` attribute of PAGE XML, as Transkribus writes it:
//! `readingOrder {index:0;} structure {type:heading;}`.

use std::ops::Range;

use crate::source::ocr::OcrRole;
use crate::source::ocr::frames::{parse_count, parse_number};
use crate::source::ocr::line_style::LetterStyle;
use crate::source::ocr::roles::parse_role;
use crate::source::ocr::title_properties::in_points;

/// The least size of a font that is believed, in points: some files have 0.
const LEAST_FONT_SIZE: f64 = 3.0;

/// What a `custom` attribute says.
#[derive(Debug, Default)]
pub(super) struct CustomAttribute {
    /// The place among its neighbours.
    pub(super) index: Option<u32>,
    pub(super) role: Option<OcrRole>,
    /// Styles with the range of the text that they are for, in units of UTF-16, as the
    /// program counts.
    pub(super) styles: Vec<(Range<u32>, LetterStyle)>,
}

impl CustomAttribute {
    /// Reads the groups of an attribute. What has another form says nothing.
    pub(super) fn parse(custom: &str) -> Self {
        let mut attribute = Self::default();
        for group in custom.split('}') {
            let Some((name, body)) = group.split_once('{') else { continue };
            let fields = || body.split(';').filter_map(|field| field.split_once(':'));
            let get = |wanted: &str| {
                let found = fields().find(|(name, _)| name.trim() == wanted);
                found.map(|(_, value)| value.trim())
            };
            match name.trim() {
                "readingOrder" => attribute.index = get("index").and_then(parse_count),
                "structure" => attribute.role = get("type").and_then(parse_role),
                "textStyle" => {
                    let start = get("offset").and_then(parse_count).unwrap_or(0);
                    let length = get("length").and_then(parse_count).unwrap_or(0);
                    let style = read_style(|name| get(name));
                    let range = start..start.saturating_add(length);
                    if style != LetterStyle::default() && length > 0 {
                        attribute.styles.push((range, style));
                    }
                }
                _ => {}
            }
        }
        attribute.styles.sort_by_key(|(range, _)| range.start);
        attribute
    }
}

/// Reads a style from properties with the names of PAGE XML (`TextStyleType`).
pub(super) fn read_style<'a>(get: impl Fn(&str) -> Option<&'a str>) -> LetterStyle {
    let is =
        |name: &str| get(name).is_some_and(|value| value.eq_ignore_ascii_case("true"));
    let size = get("fontSize").and_then(parse_number);
    LetterStyle {
        bold: is("bold"),
        italic: is("italic"),
        small_caps: is("smallCaps"),
        raised: is("superscript"),
        font_size: size.filter(|size| *size >= LEAST_FONT_SIZE).map(in_points),
    }
}
