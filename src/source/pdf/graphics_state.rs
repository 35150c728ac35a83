//! The graphics state, as far as text depends on it (ISO 32000-1 §8.4, §9.3).

use hayro_syntax::object::{Array, Dict, Name, Object, Stream};

use crate::source::pdf::matrix::{Bounds, PageMatrix};
use crate::source::pdf::page::Colour;

/// The graphics state and the text state.
#[derive(Debug, Clone, Copy)]
pub(super) struct ContentState {
    pub(super) matrix: PageMatrix,
    /// A box around the clipping path.
    pub(super) clip: Bounds,
    pub(super) fill: Option<Colour>,
    pub(super) fill_space: PaintSpace,
    pub(super) stroke: Option<Colour>,
    pub(super) stroke_space: PaintSpace,
    pub(super) line_width: f64,
    pub(super) text: TextState,
}

/// The text state (ISO 32000-1 table 104).
#[derive(Debug, Clone, Copy)]
pub(super) struct TextState {
    pub(super) font: Option<usize>,
    pub(super) size: f64,
    pub(super) character_spacing: f64,
    pub(super) word_spacing: f64,
    /// One where the operator `Tz` has 100.
    pub(super) horizontal_scale: f64,
    pub(super) leading: f64,
    pub(super) rise: f64,
    pub(super) mode: i64,
}

impl ContentState {
    /// The state at the beginning of a page.
    pub(super) fn new(matrix: PageMatrix) -> Self {
        Self {
            matrix,
            clip: Bounds::ALL,
            fill: Some(Colour(0)),
            fill_space: PaintSpace::Gray,
            stroke: Some(Colour(0)),
            stroke_space: PaintSpace::Gray,
            line_width: 1.0,
            text: TextState {
                font: None,
                size: 0.0,
                character_spacing: 0.0,
                word_spacing: 0.0,
                horizontal_scale: 1.0,
                leading: 0.0,
                rise: 0.0,
                mode: 0,
            },
        }
    }
}

/// A colour space, as far as its colours can be told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PaintSpace {
    Gray,
    Rgb,
    Cmyk,
    /// A separation of black, where 1 is black.
    Black,
    /// A pattern, another separation, or a space with a table.
    Other,
}

impl PaintSpace {
    /// The colour space of a name in a content stream.
    pub(super) fn find(name: &Name<'_>, spaces: &Dict<'_>) -> Self {
        match name.as_ref() {
            b"DeviceGray" | b"CalGray" | b"G" => Self::Gray,
            b"DeviceRGB" | b"CalRGB" | b"RGB" => Self::Rgb,
            b"DeviceCMYK" | b"CMYK" => Self::Cmyk,
            key => match spaces.get::<Object<'_>>(key) {
                Some(Object::Array(array)) => Self::of_array(&array),
                Some(Object::Name(name)) if name.as_ref() != key => {
                    Self::find(&name, &Dict::empty())
                }
                _ => Self::Other,
            },
        }
    }

    fn of_array(array: &Array<'_>) -> Self {
        let mut entries = array.flex_iter();
        let Some(family) = entries.next::<Name<'_>>() else { return Self::Other };
        match family.as_ref() {
            b"CalGray" => Self::Gray,
            b"CalRGB" => Self::Rgb,
            b"ICCBased" => {
                let profile = entries.next::<Stream<'_>>();
                match profile.and_then(|stream| stream.dict().get::<u32>("N")) {
                    Some(1) => Self::Gray,
                    Some(3) => Self::Rgb,
                    Some(4) => Self::Cmyk,
                    _ => Self::Other,
                }
            }
            b"Separation" => match entries.next::<Name<'_>>() {
                Some(name) if matches!(name.as_ref(), b"Black" | b"All") => Self::Black,
                _ => Self::Other,
            },
            _ => Self::Other,
        }
    }

    /// The colour with which a space begins (ISO 32000-1 §8.6.8, `CS`).
    pub(super) fn first_colour(self) -> Option<Colour> {
        (self != Self::Other).then_some(Colour(0))
    }

    /// The colour of some components.
    pub(super) fn colour(self, parts: &[f64]) -> Option<Colour> {
        match (self, parts) {
            (Self::Gray, [gray]) => Some(mix(*gray, *gray, *gray)),
            (Self::Black, [black]) => Some(mix(1.0 - black, 1.0 - black, 1.0 - black)),
            (Self::Rgb, [red, green, blue]) => Some(mix(*red, *green, *blue)),
            (Self::Cmyk, [cyan, magenta, yellow, black]) => {
                let part = |ink: f64| (1.0 - ink) * (1.0 - black);
                Some(mix(part(*cyan), part(*magenta), part(*yellow)))
            }
            _ => None,
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to 0 and 255 first"
)]
fn mix(red: f64, green: f64, blue: f64) -> Colour {
    let byte = |part: f64| (part.clamp(0.0, 1.0) * 255.0).round() as u32;
    Colour(byte(red) << 16 | byte(green) << 8 | byte(blue))
}

/// The path that is being constructed, as far as clipping and rules need it.
#[derive(Debug, Default)]
pub(super) struct Path {
    /// The corners in device space, one list for each subpath.
    subpaths: Vec<Vec<(f64, f64)>>,
    /// Whether it has curves.
    curved: bool,
    points: usize,
}

/// At most this many points of a path are kept: clipping boxes and rules have far fewer.
const MOST_POINTS: usize = 20_000;

impl Path {
    /// Begins a subpath.
    pub(super) fn begin(&mut self, point: (f64, f64)) {
        if self.points < MOST_POINTS {
            self.subpaths.push(vec![point]);
            self.points += 1;
        }
    }

    /// Adds a point to the last subpath.
    pub(super) fn extend(&mut self, point: (f64, f64), curved: bool) {
        self.curved |= curved;
        if self.points < MOST_POINTS {
            match self.subpaths.last_mut() {
                Some(subpath) => subpath.push(point),
                None => self.subpaths.push(vec![point]),
            }
            self.points += 1;
        }
    }

    /// The box around the path.
    pub(super) fn bounds(&self) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        for (x, y) in self.subpaths.iter().flatten() {
            bounds.include(*x, *y);
        }
        bounds
    }

    /// The boxes of the subpaths, unless the path has curves.
    pub(super) fn straight_boxes(&self) -> Vec<(Bounds, usize)> {
        if self.curved {
            return Vec::new();
        }
        let boxes = self.subpaths.iter().map(|subpath| {
            let mut bounds = Bounds::EMPTY;
            for (x, y) in subpath {
                bounds.include(*x, *y);
            }
            (bounds, subpath.len())
        });
        boxes.collect()
    }

    /// The subpaths, and whether the path has curves.
    pub(super) fn subpaths(&self) -> (&[Vec<(f64, f64)>], bool) {
        (&self.subpaths, self.curved)
    }

    /// Forgets the path.
    pub(super) fn clear(&mut self) {
        self.subpaths.clear();
        self.curved = false;
        self.points = 0;
    }
}
