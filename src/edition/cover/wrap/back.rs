//! The words on the back and the flaps.

use super::Blurbs;
use super::barcode::PlacedBarcode;
use super::front::{FRONT_EDGE, FRONT_MARGIN, FRONT_UNITS, WordBacking};
use super::geometry::{WrapParts, inset_rect};
use super::setter::{DESCENT, WrapColumn, WrapSetter, place_line};
use crate::design::Design;
use crate::edition::cover::CoverError;
use crate::edition::cover::CoverWords;
use crate::length::{Length, Point, Rect, Size};
use crate::press::Wrap;
use crate::typeset::document::PlacedItem;

/// The margins of a back are its width divided by this, but never less than the press asks
/// for.
const MARGIN: i32 = 9;
/// The name of the back in messages.
const BACK: &str = "back";
/// The margins of a flap are its width divided by this.
const FLAP_MARGIN: i32 = 8;
/// Padding of a field under words: the back's width divided by this.
const FIELD: i32 = 16;

/// The sizes of words on a back where there is room for them. They have the size of the
/// book's text between these, and shrink in steps where they do not fit.
const LARGEST: Length = Length::pt(12);
/// The least of those sizes: a back is read at arm's length.
const USUAL: Length = Length(Length::SCALE * 21 / 2);
/// The smallest size that reads without effort.
const SMALLEST: Length = Length::pt(8);
/// The largest size on a flap.
const LARGEST_ON_FLAP: Length = Length::pt(10);
/// The step between sizes.
const STEP: Length = Length(Length::SCALE / 4);
/// Words take less room by the square of their size. More than this many times too many
/// lines do not fit at any size.
const FAR_TOO_MANY: i32 = 2;

/// Where the words beside the front are set.
pub(super) struct BackCover<'a> {
    /// The measures of the wrap.
    pub(super) wrap: &'a Wrap,
    /// Its parts.
    pub(super) parts: &'a WrapParts,
    /// The design of the book.
    pub(super) design: &'a Design,
    /// Their colours, and what is under them.
    pub(super) paper: WordBacking,
    /// The barcode, which they avoid.
    pub(super) code: Option<&'a PlacedBarcode>,
}

impl BackCover<'_> {
    /// Paints the words of back and flaps.
    pub(super) fn paint_blurbs(
        &self,
        blurbs: &Blurbs,
        wording: &CoverWords,
        setter: &mut WrapSetter<'_>,
    ) -> Result<Vec<PlacedItem>, CoverError> {
        let Self { wrap, parts, design, .. } = *self;
        let mut items = Vec::new();
        let margin = (parts.back.size.width / MARGIN).max(wrap.safe);
        let width = parts.back.size.width;
        let mut area = inset_rect(parts.back, margin);
        if self.paper.edge.is_some() {
            // On the top and the measure of the label on the front.
            area = inset_rect(
                parts.back,
                width.scaled(FRONT_MARGIN, FRONT_UNITS).max(wrap.safe),
            );
        }
        let mut room = self.free_area(area);
        if self.paper.edge.is_some() {
            let edge = width.scaled(FRONT_EDGE, FRONT_UNITS);
            room.corner.y += edge;
            room.size.height = (room.size.height - edge).max(Length::ZERO);
        }
        if let Some(code) = self.code {
            // A blank line between the words and the barcode.
            let end = room.far().y.min(code.rect().corner.y - design.leading);
            room.size.height = (end - room.corner.y).max(Length::ZERO);
        }
        let largest = design.font_size.clamp(USUAL, LARGEST);
        items.extend(self.set_words(BACK, &blurbs.back, room, largest, setter)?);
        items.extend(self.set_publisher(margin, wording, setter));
        let flaps = [
            ("front flap", &blurbs.front_flap, parts.front_flap),
            ("back flap", &blurbs.back_flap, parts.back_flap),
        ];
        for (name, text, flap) in flaps {
            if flap.size.width > Length::ZERO {
                let mut room =
                    inset_rect(flap, (flap.size.width / FLAP_MARGIN).max(wrap.safe));
                room.corner.y = flap.corner.y + margin;
                room.size.height = flap.size.height - margin * 2;
                let largest = design.font_size.min(LARGEST_ON_FLAP);
                items.extend(self.set_words(
                    name,
                    text,
                    self.free_area(room),
                    largest,
                    setter,
                )?);
            }
        }
        Ok(items)
    }

    /// The part of an area that is free for words.
    fn free_area(&self, room: Rect) -> Rect {
        let top = room.corner.y.max(self.paper.from);
        let height = (room.far().y.min(self.paper.to) - top).max(Length::ZERO);
        Rect {
            corner: Point { y: top, ..room.corner },
            size: Size { height, ..room.size },
        }
    }

    /// Sets words into an area, at the largest size that fits.
    fn set_words(
        &self,
        part: &'static str,
        text: &str,
        room: Rect,
        largest: Length,
        setter: &mut WrapSetter<'_>,
    ) -> Result<Vec<PlacedItem>, CoverError> {
        if text.trim().is_empty() {
            return Ok(Vec::new());
        }
        let pad = self.paper.field.map_or(Length::ZERO, |_| room.size.width / FIELD);
        let inner = inset_rect(room, pad);
        let mut size = largest.max(SMALLEST);
        let column = loop {
            let column = setter.set_column(text, size, inner.size.width);
            if column.height() <= inner.size.height {
                break column;
            }
            if size == SMALLEST {
                let lines = count_overflowing_lines(&column, inner);
                return Err(CoverError::TooManyWords { part, lines });
            }
            let smaller =
                |height: Length| height.scaled(SMALLEST.0.into(), size.0.into());
            let at_smallest = smaller(smaller(column.height()));
            let hopeless = at_smallest > inner.size.height * FAR_TOO_MANY;
            size = if hopeless { SMALLEST } else { (size - STEP).max(SMALLEST) };
        };
        let mut items = Vec::new();
        if self.paper.field.is_some() {
            let size = Size { height: column.height() + pad * 2, ..room.size };
            let panel = (part == BACK).then_some(self.parts.back.size.width);
            items.extend(self.paper.paint_under(Rect { size, ..room }, panel));
        }
        items.extend(column.place_at(inner.corner, self.paper.text.ink_for_small_type()));
        Ok(items)
    }

    /// Sets the publisher beside the barcode, on the line on which its white field ends, if
    /// there is room and the ground is plain.
    fn set_publisher(
        &self,
        margin: Length,
        wording: &CoverWords,
        setter: &mut WrapSetter<'_>,
    ) -> Vec<PlacedItem> {
        let (Some(code), None) = (self.code, self.paper.field) else { return Vec::new() };
        if wording.publisher.is_empty() || code.rect().far().y > self.paper.to {
            return Vec::new();
        }
        let (size, back, field) = (LARGEST_ON_FLAP, self.parts.back, code.rect());
        let line = setter.set_small_capitals(&wording.publisher, size);
        let (left, edge) = (back.corner.x + margin, back.far().x - margin);
        // Left of the barcode, or right of it.
        let at_left = field.corner.x - left > edge - field.far().x;
        let (x, room) = if at_left {
            (left, field.corner.x - size - left)
        } else {
            (edge - line.width, edge - field.far().x - size)
        };
        if line.width > room {
            return Vec::new();
        }
        let origin = Point { x, y: field.far().y - DESCENT.of(size) };
        place_line(line, origin, self.paper.text.ink_for_small_type()).collect()
    }
}

/// How many lines of a column do not fit an area.
fn count_overflowing_lines(column: &WrapColumn, room: Rect) -> usize {
    let over = column.height() - room.size.height;
    let leading = column.leading().0.max(1);
    let lines = usize::try_from((over.0 + leading - 1) / leading).unwrap_or(0);
    lines.clamp(1, column.line_count().max(1))
}
