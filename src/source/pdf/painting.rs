//! What a page paints beside text: images, rules and other paths.

use hayro_syntax::object::{Dict, ObjectIdentifier, Stream};

use crate::source::pdf::content::Interpreter;
use crate::source::pdf::images::samples::read_raster;
use crate::source::pdf::matrix::{Bounds, PageMatrix, length_of};
use crate::source::pdf::page::{
    Colour, ImageTurn, PdfImage, PdfImageStream, PdfRule, PdfShape, PdfShapeKind,
};
use crate::source::pdf::streams::read_number;

/// The most images, the most rules, and the most shapes, of a page.
const MOST_PLACES: usize = 50_000;
/// The greatest thickness of a rule, in points: above it, a rectangle is a ground.
const THICKEST_RULE: f64 = 4.0;
/// The least length of a rule, in points: below it, a rectangle is a dot or a dash.
const SHORTEST_RULE: f64 = 6.0;
/// How far a side of a rectangle may lean, in points: what programs round.
const LEANING: f64 = 0.2;
/// The least samples of an inline image that is read. Smaller ones are the letters of
/// scanned type and the dots of patterns.
const LEAST_INLINE: u64 = 1_024;
/// The most samples of the inline images of a page. ISO 32000-1 §8.9.7 recommends less than
/// 4 KB for each of them.
const MOST_INLINE: u64 = 16_000_000;
/// White: a ground in it is paper.
const WHITE: Colour = Colour(0x00FF_FFFF);

impl Interpreter<'_, '_> {
    /// Keeps the rules of the current path.
    pub(super) fn keep_rules(&mut self, stroked: bool) {
        let current = self.marked.current();
        if current.hidden {
            return;
        }
        let half = if stroked { self.half_line_width() } else { 0.0 };
        for (bounds, corners) in self.path.straight_boxes() {
            if stroked && corners > 2 {
                continue;
            }
            let (width, height) = (bounds.width(), bounds.height());
            let bounds = if width >= height {
                Bounds { y0: bounds.y0 - half, y1: bounds.y1 + half, ..bounds }
            } else {
                Bounds { x0: bounds.x0 - half, x1: bounds.x1 + half, ..bounds }
            };
            let seen = bounds.meets(self.bounds) && bounds.meets(self.state.clip);
            if is_rule(bounds)
                && seen
                && self.page.rules.len() < MOST_PLACES
                && let Some(place) = bounds.to_rect()
            {
                self.page.rules.push(PdfRule { place, artifact: current.artifact });
            }
        }
    }

    fn half_line_width(&self) -> f64 {
        length_of(self.state.matrix.apply_distance(self.state.line_width, 0.0)) / 2.0
    }

    /// Keeps the frames and grounds of the current path, or the path as a drawn shape.
    pub(super) fn keep_shapes(&mut self, fills: bool, strokes: bool) {
        let current = self.marked.current();
        if current.hidden {
            return;
        }
        let mut shapes = Vec::new();
        let (subpaths, curved) = self.path.subpaths();
        let plain = !curved && subpaths.iter().all(|subpath| is_upright(subpath));
        if plain {
            for subpath in subpaths.iter().filter(|subpath| subpath.len() > 2) {
                let bounds = bounds_of(subpath);
                if is_rule(bounds) && fills {
                    continue;
                }
                if fills && self.state.fill != Some(WHITE) {
                    shapes.push((bounds, PdfShapeKind::Ground, subpath.len()));
                }
                if strokes {
                    shapes.push((bounds, PdfShapeKind::Frame, subpath.len()));
                }
            }
        } else if current.artifact {
            // Ornaments; but the borders of tables are artifacts as well.
            return;
        } else if strokes || self.state.fill != Some(WHITE) {
            let points = subpaths.iter().map(Vec::len).sum();
            shapes.push((self.path.bounds(), PdfShapeKind::Drawn, points));
        }
        for (bounds, kind, points) in shapes {
            let seen = bounds.intersection(self.bounds).intersection(self.state.clip);
            if self.page.shapes.len() < MOST_PLACES
                && let Some(place) = seen.to_rect()
            {
                let points = u32::try_from(points).unwrap_or(u32::MAX);
                self.page.shapes.push(PdfShape { place, kind, points });
            }
        }
    }

    /// Keeps the place of an image XObject (ISO 32000-1 §8.9.5).
    pub(super) fn place_image(
        &mut self,
        stream: &Stream<'_>,
        id: Option<ObjectIdentifier>,
        hidden: bool,
    ) {
        let stream_place = match id.unwrap_or_else(|| stream.obj_id()) {
            ObjectIdentifier { obj_number: 0, .. } => PdfImageStream::Unread,
            id => PdfImageStream::Object(id.obj_number, id.gen_number),
        };
        self.push_image(stream.dict(), stream_place, hidden);
    }

    /// Keeps the place of an inline image (ISO 32000-1 §8.9.7), and its samples: the names
    /// of its colour spaces mean something only among the resources of this content.
    pub(super) fn place_inline_image(&mut self, stream: &Stream<'_>, spaces: &Dict<'_>) {
        let held: u64 =
            self.page.inline_images.iter().map(|i| count(i.columns, i.rows)).sum();
        let samples = count(
            read_number(stream.dict(), "Width", "W"),
            read_number(stream.dict(), "Height", "H"),
        );
        let mut place = PdfImageStream::Unread;
        if samples >= LEAST_INLINE
            && held + samples <= MOST_INLINE
            && let Ok(raster) = read_raster(stream, spaces, self.state.fill)
        {
            place = PdfImageStream::Inline(self.page.inline_images.len());
            self.page.inline_images.push(raster);
        }
        self.push_image(stream.dict(), place, false);
    }

    fn push_image(&mut self, dict: &Dict<'_>, stream: PdfImageStream, hidden: bool) {
        let bounds = self.state.matrix.apply_box(Bounds::between(0.0, 0.0, 1.0, 1.0));
        let visibility = self.judge(bounds, hidden);
        let seen = bounds.intersection(self.bounds).intersection(self.state.clip);
        if self.page.images.len() < MOST_PLACES
            && let Some(place) = bounds.to_rect()
        {
            self.page.images.push(PdfImage {
                place,
                seen: seen.to_rect(),
                columns: read_number(dict, "Width", "W"),
                rows: read_number(dict, "Height", "H"),
                visibility,
                stream,
                length: read_number(dict, "Length", "L"),
                turn: find_turn(self.state.matrix),
                colour: self.state.fill,
                mcid: self.marked.current().mcid,
            });
        }
    }
}

fn count(columns: u32, rows: u32) -> u64 {
    u64::from(columns) * u64::from(rows)
}

/// How the unit square of an image is turned by a matrix into page coordinates, in which y
/// grows downward. The first sample of an image is at its upper left corner (0, 1).
fn find_turn(PageMatrix([x_x, x_y, y_x, y_y, ..]): PageMatrix) -> ImageTurn {
    let transposed = x_x.abs() + y_y.abs() < x_y.abs() + y_x.abs();
    if transposed {
        ImageTurn { transposed, mirrored: y_x > 0.0, upside_down: x_y < 0.0 }
    } else {
        ImageTurn { transposed, mirrored: x_x < 0.0, upside_down: y_y > 0.0 }
    }
}

fn is_rule(bounds: Bounds) -> bool {
    let thickness = bounds.width().min(bounds.height());
    let length = bounds.width().max(bounds.height());
    thickness <= THICKEST_RULE && length >= SHORTEST_RULE && length >= 3.0 * thickness
}

fn bounds_of(points: &[(f64, f64)]) -> Bounds {
    let mut bounds = Bounds::EMPTY;
    for (x, y) in points {
        bounds.include(*x, *y);
    }
    bounds
}

/// Whether a subpath is a horizontal or vertical line or an upright rectangle.
fn is_upright(subpath: &[(f64, f64)]) -> bool {
    let straight = subpath.windows(2).all(|points| {
        let [from, to] = points else { return true };
        (from.0 - to.0).abs() <= LEANING || (from.1 - to.1).abs() <= LEANING
    });
    let corners = match subpath {
        [_] | [_, _] => return straight,
        [first, .., last] => {
            let closed = (first.0 - last.0).abs() <= LEANING
                && (first.1 - last.1).abs() <= LEANING;
            subpath.len() - usize::from(closed)
        }
        [] => return true,
    };
    straight && corners == 4
}
