//! The barcode of the printed book in its white field.

use super::ean::{
    ADD_ON_WIDTH, Bar, DIGIT, LEFT, RIGHT, WIDTH, encode_ean5, encode_ean13,
};
use super::geometry::{WrapParts, inset_rect};
use super::price::AddOnPrice;
use super::setter::{WrapSetter, place_line};
use super::{WrapContent, fill_rect};
use crate::book::metadata::strip_isbn;
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::edition::cover::{CoverError, ISBN_CONVERTED, NO_ISBN, PRICE_UNSAID};
use crate::length::{Length, Point, Rect, Size};
use crate::press::price::Price;
use crate::typeset::document::{Ink, PlacedItem};
use crate::typeset::line::TextLine;
use crate::typeset::shape::FigureStyle;

/// What the field of the barcode holds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum BarcodeField {
    /// Nothing.
    #[default]
    Nothing,
    /// Blank space of a size, in which the press prints the barcode itself.
    Room(Size),
    /// The barcode of the ISBN.
    Symbol(IsbnSymbol),
}

/// A barcode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IsbnSymbol {
    /// Its size in hundredths of the nominal size, 80 to 200.
    pub magnification: u16,
    /// The price that the add-on beside it encodes.
    pub price: Option<Price>,
}

impl Default for IsbnSymbol {
    fn default() -> Self {
        Self { magnification: 100, price: None }
    }
}

/// Hundredths of the nominal size that point-of-sale scanners read (GS1 General
/// Specifications, section 5.12.3: 0.264 to 0.660 mm for a module).
const MAGNIFICATIONS: std::ops::RangeInclusive<u16> = 80..=200;

/// A module at nominal size, in micrometres. This and the following: GS1 General
/// Specifications, section 5.2.
const MODULE: i64 = 330;
/// Height of the bars at nominal size; guards are five modules longer.
const BARS: i64 = 22_850;
/// Height of the add-on's bars.
const ADD_ON_BARS: i64 = 21_900;
/// Height of the digits at nominal size.
const FIGURES: i64 = 2_750;
/// How many modules longer the guard bars are.
const GUARD: i32 = 5;
/// Quiet zones before and after the symbol, in modules.
const QUIET: (i32, i32) = (11, 7);
/// Modules between the symbol and its add-on; 7 to 12 are allowed.
const BETWEEN: i32 = 10;
/// Quiet zone after the add-on, in modules.
const QUIET_ADD_ON: i32 = 5;
/// Space around all of it, in modules, so that a shift of the trim or of the inks leaves
/// the quiet zones whole.
const AROUND: i32 = 4;
/// Height of lining figures in thousandths of the size: 0.65 in EB Garamond, 0.66 in Source
/// Sans and 0.67 in Source Serif.
const FIGURE_HEIGHT: i64 = 660;

/// A barcode field with its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlacedBarcode {
    rect: Rect,
    symbol: Option<SizedSymbol>,
}

/// A symbol of a size.
#[derive(Debug, Clone, PartialEq, Eq)]
struct SizedSymbol {
    digits: [u8; 13],
    /// The ISBN in human-readable form.
    written: String,
    add_on: Option<[u8; 5]>,
    magnification: i64,
}

/// Finds the position of the barcode.
pub(super) fn place_barcode(
    wrapping: &WrapContent<'_>,
    parts: &WrapParts,
) -> Result<Warned<Option<PlacedBarcode>>, CoverError> {
    let mut found = Vec::new();
    let (size, symbol) = match wrapping.barcode {
        BarcodeField::Nothing => return Ok(Warned::sure(None)),
        BarcodeField::Room(size) => (*size, None),
        BarcodeField::Symbol(symbol) => {
            let Some(drawn) = size_symbol(wrapping, symbol, &mut found)? else {
                return Ok(Warned { value: None, diagnostics: found });
            };
            (drawn.field_size(), Some(drawn))
        }
    };
    let room = inset_rect(parts.back, wrapping.wrap.safe);
    if size.width > room.size.width || size.height > room.size.height {
        return Err(CoverError::BarcodeTooLarge(size));
    }
    let back_is_left = parts.back.corner.x < parts.spine.corner.x;
    // Beside the spine, where Kindle Direct Publishing prints its own.
    let x = if back_is_left { room.far().x - size.width } else { room.corner.x };
    let corner = Point { x, y: room.far().y - size.height };
    let value = Some(PlacedBarcode { rect: Rect { corner, size }, symbol });
    Ok(Warned { value, diagnostics: found })
}

/// The symbol of a book; none without an ISBN.
fn size_symbol(
    wrapping: &WrapContent<'_>,
    symbol: &IsbnSymbol,
    found: &mut Vec<Diagnostic>,
) -> Result<Option<SizedSymbol>, CoverError> {
    if !MAGNIFICATIONS.contains(&symbol.magnification) {
        return Err(CoverError::Magnification(symbol.magnification));
    }
    let Some(isbn) = &wrapping.metadata.isbn_print else {
        let message = "the printed book has no ISBN, so its cover has no barcode";
        let note = Diagnostic::new(NO_ISBN, Severity::Warning, message);
        found.push(
            note.hint("set 'print' under 'isbn', or barcode = false under [cover]"),
        );
        return Ok(None);
    };
    let Some(digits) = to_isbn13(&strip_isbn(isbn)) else { return Ok(None) };
    let number: String = digits.iter().map(u8::to_string).collect();
    let written = if strip_isbn(isbn) == number { isbn.clone() } else { number.clone() };
    if written != *isbn {
        let message =
            format!("the barcode encodes {number}, the ISBN {isbn} in thirteen digits");
        let note = Diagnostic::new(ISBN_CONVERTED, Severity::Note, message);
        found.push(note.hint("give the ISBN in thirteen digits"));
    }
    let add_on = symbol.price.as_ref().and_then(|price| encode_price(price, found));
    let magnification = symbol.magnification.into();
    Ok(Some(SizedSymbol { digits, written, add_on, magnification }))
}

/// The add-on digits of a price, if it can be encoded.
fn encode_price(price: &Price, found: &mut Vec<Diagnostic>) -> Option<[u8; 5]> {
    let mut tell = |severity, message: String| {
        found.push(Diagnostic::new(PRICE_UNSAID, severity, message));
    };
    match price.add_on() {
        AddOnPrice::Exactly(digits) => Some(digits),
        AddOnPrice::AtLeast(digits) => {
            let code: String = digits.iter().map(u8::to_string).collect();
            tell(
                Severity::Note,
                format!(
                    "the barcode encodes {code}, the highest price possible, for {price}"
                ),
            );
            Some(digits)
        }
        AddOnPrice::NoCurrency => {
            let message = format!(
                "barcodes have no digit for {}, so the price {price} is not encoded",
                price.currency
            );
            tell(Severity::Warning, message);
            None
        }
    }
}

/// An ISBN in thirteen digits; one of ten digits is converted with the prefix 978 (ISO
/// 2108).
fn to_isbn13(isbn: &str) -> Option<[u8; 13]> {
    let value = |c: char| c.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
    match isbn.len() {
        13 => {
            let digits: Option<Vec<u8>> = isbn.chars().map(value).collect();
            digits?.try_into().ok()
        }
        10 => {
            let body = isbn.chars().take(9).map(value);
            let digits = [9, 7, 8].into_iter().map(Some).chain(body);
            let mut digits: Vec<u8> = digits.collect::<Option<_>>()?;
            digits.push(check_digit(&digits));
            digits.try_into().ok()
        }
        _ => None,
    }
}

/// The check digit, which makes the weighted sum a multiple of ten (GS1 General
/// Specifications, section 7.9).
fn check_digit(digits: &[u8]) -> u8 {
    let weighted = digits.iter().zip([1, 3].into_iter().cycle());
    let sum: u32 = weighted.map(|(&digit, weight)| u32::from(digit) * weight).sum();
    ((10 - sum % 10) % 10) as u8
}

impl PlacedBarcode {
    /// The white field.
    pub(super) fn rect(&self) -> Rect {
        self.rect
    }

    /// The field and its content.
    pub(super) fn paint(&self, setter: &mut WrapSetter<'_>) -> Vec<PlacedItem> {
        let mut items = vec![fill_rect(self.rect, WHITE)];
        if let Some(symbol) = &self.symbol {
            symbol.paint(self.rect.corner, setter, &mut items);
        }
        items
    }
}

/// Bare paper, whatever is printed around it.
const WHITE: Ink = Ink::Tint(0);

impl SizedSymbol {
    /// A length given in micrometres at nominal size.
    fn scale(&self, micrometres: i64) -> Length {
        // 72 points are 25,400 micrometres.
        let scale = i64::from(Length::SCALE) * 72;
        Length(1).scaled(micrometres * self.magnification * scale, 25_400 * 100)
    }

    /// The width of a module: all bars are whole multiples of it.
    fn module_width(&self) -> Length {
        self.scale(MODULE)
    }

    /// The size of the ISBN above the bars.
    fn isbn_size(&self) -> Length {
        self.scale(FIGURES).scaled(1000, FIGURE_HEIGHT)
    }

    /// The size of the field.
    fn field_size(&self) -> Size {
        let (before, after) = QUIET;
        let symbol = i32::try_from(WIDTH).unwrap_or(0);
        let add_on = match self.add_on {
            Some(_) => BETWEEN + i32::try_from(ADD_ON_WIDTH).unwrap_or(0) + QUIET_ADD_ON,
            None => after,
        };
        let module = self.module_width();
        let modules = AROUND * 2 + before + symbol + add_on;
        let height =
            module * (AROUND * 2 + 3) + self.scale(FIGURES) * 2 + self.scale(BARS);
        Size { width: module * modules, height }
    }

    fn paint(
        &self,
        field: Point,
        setter: &mut WrapSetter<'_>,
        items: &mut Vec<PlacedItem>,
    ) {
        let module = self.module_width();
        let x = field.x + module * (AROUND + QUIET.0);
        // The ISBN, two modules of space, the bars, one module of space, the digits.
        let line = field.y + module * AROUND + self.scale(FIGURES);
        let top = line + module * 2;
        let foot = top + self.scale(BARS);
        let baseline = foot + module + self.scale(FIGURES);
        let across = |modules: usize| module * i32::try_from(modules).unwrap_or(0);
        let bar = |bar: &Bar, x: Length, top: Length, foot: Length| {
            let corner = Point { x: x + across(bar.from), y: top };
            let size = Size { width: across(bar.width), height: foot - top };
            fill_rect(Rect { corner, size }, Ink::Black)
        };
        for one in encode_ean13(self.digits) {
            let foot = if one.guard { foot + module * GUARD } else { foot };
            items.push(bar(&one, x, top, foot));
        }
        let mut figures = |digits: &[u8], x: Length, y: Length, pitch: Length| {
            items.extend(self.set_figures(digits, Point { x, y }, pitch, setter));
        };
        let pitch = across(DIGIT);
        // The leading digit has no bars of its own: it is in the quiet zone.
        figures(&self.digits[..1], x - module * QUIET.0, baseline, pitch);
        figures(&self.digits[1..7], x + across(LEFT), baseline, pitch);
        figures(&self.digits[7..], x + across(RIGHT), baseline, pitch);
        if let Some(digits) = self.add_on {
            let x = x + across(WIDTH) + module * BETWEEN;
            let foot = foot + module * GUARD;
            let top = foot - self.scale(ADD_ON_BARS);
            // After a guard of four modules come digits two modules apart.
            figures(&digits, x + across(3), top - module, pitch + module * 2);
            items.extend(encode_ean5(digits).iter().map(|one| bar(one, x, top, foot)));
        }
        let words = format!("ISBN {}", self.written);
        let set = self.fit_words(&words, across(WIDTH), setter);
        items.extend(place_line(set, Point { x, y: line }, Ink::Black));
    }

    /// Sets words at the size of the digits, or smaller to fit a width.
    fn fit_words(
        &self,
        words: &str,
        width: Length,
        setter: &mut WrapSetter<'_>,
    ) -> TextLine {
        let size = self.isbn_size();
        let line = setter.set_words(words, size, FigureStyle::Lining);
        if line.width <= width {
            return line;
        }
        let smaller = size.scaled(width.0.into(), line.width.0.into());
        setter.set_words(words, smaller, FigureStyle::Lining)
    }

    /// Sets digits, each centred under its bars.
    fn set_figures(
        &self,
        digits: &[u8],
        origin: Point,
        pitch: Length,
        setter: &mut WrapSetter<'_>,
    ) -> Vec<PlacedItem> {
        let words: String = digits.iter().map(u8::to_string).collect();
        let mut line = setter.set_words(&words, self.isbn_size(), FigureStyle::Tabular);
        let count = i32::try_from(digits.len()).unwrap_or(1).max(1);
        let white = (pitch - line.width / count) / 2;
        for run in line.runs.iter_mut().take(1) {
            for (place, glyph) in (0..).zip(&mut run.run.glyphs) {
                glyph.x = pitch * place + white;
            }
            run.run.origin.x = Length::ZERO;
        }
        place_line(line, origin, Ink::Black).collect()
    }
}
