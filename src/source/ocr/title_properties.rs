//! The properties that hOCR writes into the `title` of an element (hOCR 1.2 §4).

use crate::source::ocr::frames::{
    BoxFrame, UnitScale, parse_confidence, parse_count, parse_number, to_percent,
};
use crate::source::ocr::line_style::LetterStyle;
use crate::source::ocr::scanned::ScannedBaseline;

/// The properties of an element.
#[derive(Debug, Default)]
pub(super) struct TitleProperties<'a>(Vec<(&'a str, &'a str)>);

impl<'a> TitleProperties<'a> {
    /// Parts a title at its semicolons, but not at those in quotation marks: the name of a
    /// picture may have some.
    pub(super) fn parse(title: &'a str) -> Self {
        let mut quoted = false;
        let parts = title.split(move |c: char| {
            quoted ^= c == '"';
            c == ';' && !quoted
        });
        let named = parts.filter_map(|part| {
            let part = part.trim();
            Some(part.split_once(char::is_whitespace).unwrap_or((part, "")))
                .filter(|(name, _)| !name.is_empty())
        });
        Self(named.collect())
    }

    pub(super) fn get(&self, name: &str) -> Option<&'a str> {
        let found = self.0.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.trim())
    }

    fn numbers(&self, name: &str) -> Option<Vec<f64>> {
        self.get(name)?.split_whitespace().map(parse_number).collect()
    }

    /// The box of the element.
    pub(super) fn frame(&self, scale: UnitScale) -> Option<BoxFrame> {
        let numbers = self.numbers("bbox")?;
        let &[left, top, right, bottom] = numbers.as_slice() else { return None };
        let [left, top, right, bottom] =
            [left, top, right, bottom].map(|number| scale.to_length(number));
        (left < right && top < bottom).then_some(BoxFrame { left, top, right, bottom })
    }

    /// The baseline: a polynomial from the lower left corner of the box, its constant at
    /// the end. What is beyond a straight line does not count.
    pub(super) fn baseline(
        &self,
        frame: BoxFrame,
        scale: UnitScale,
    ) -> Option<ScannedBaseline> {
        let numbers = self.numbers("baseline")?;
        let (offset, others) = numbers.split_last()?;
        let slope = others.last().copied().unwrap_or(0.0).clamp(-1000.0, 1000.0);
        Some(ScannedBaseline {
            x: frame.left,
            y: frame.bottom + scale.to_length(*offset),
            slope: in_millionths(slope),
        })
    }

    /// The height of the type.
    pub(super) fn x_size(&self, scale: UnitScale) -> Option<i64> {
        let size = parse_number(self.get("x_size")?)?;
        (size > 0.0).then(|| scale.to_length(size))
    }

    /// How sure the program is of the element, in per cent. `x_confs` has a number for each
    /// character, whose mean counts; Kraken writes shares of 1.
    pub(super) fn confidence(&self) -> Option<u8> {
        if let Some(number) = self.get("x_wconf").or(self.get("x_conf")) {
            return parse_confidence(number, 100.0);
        }
        let numbers = self.numbers("x_confs").filter(|numbers| !numbers.is_empty())?;
        let count = u32::try_from(numbers.len()).ok()?;
        let mean = numbers.iter().sum::<f64>() / f64::from(count);
        let whole = if numbers.iter().all(|number| *number <= 1.0) { 1.0 } else { 100.0 };
        Some(to_percent(mean / whole))
    }

    /// The resolution of the picture, upright.
    pub(super) fn resolution(&self) -> Option<u32> {
        let numbers = self.get("scan_res")?;
        parse_count(numbers.split_whitespace().last()?)
    }

    /// The style that the font says.
    pub(super) fn style(&self) -> LetterStyle {
        let mut style = LetterStyle::default();
        style.add_words(self.get("x_font").unwrap_or_default());
        let size = self.get("x_fsize").and_then(parse_number);
        style.font_size = size.filter(|size| *size > 0.0).map(in_points);
        style
    }

    /// A number, such as `ppageno`.
    pub(super) fn count(&self, name: &str) -> Option<u32> {
        parse_count(self.get(name)?)
    }
}

/// A size in points, as scaled points.
pub(super) fn in_points(size: f64) -> i64 {
    UnitScale::new(72).to_length(size)
}

#[expect(clippy::cast_possible_truncation, reason = "clamped to a thousand first")]
fn in_millionths(slope: f64) -> i64 {
    (slope * 1_000_000.0).round() as i64
}
