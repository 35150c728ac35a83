//! Clips outlines at the edges of the sheet: beyond the bleed is the room for printer's
//! marks.

use crate::length::{Length, Point, Rect};
use crate::typeset::document::{FilledOutline, OutlineSegment, PlacedItem};

/// A curve that is clipped is flattened to this many lines. A curve as long as a hand is
/// then off by less than a tenth of a millimetre, at the trim.
const LINES: i64 = 32;

/// The part of an item within a sheet; none if nothing is. Only outlines reach beyond it.
pub(super) fn clip_item(item: PlacedItem, sheet: Rect) -> Option<PlacedItem> {
    let PlacedItem::Outline(outline) = item else { return Some(item) };
    let mut segments = Vec::new();
    for shape in
        outline.segments.split_inclusive(|segment| *segment == OutlineSegment::Close)
    {
        match relate_to_sheet(shape, sheet) {
            ClipRelation::Within => segments.extend_from_slice(shape),
            ClipRelation::Across => {
                let part = clip_polygon(flatten(shape), sheet);
                // A part that only touches the edge would leave a line without width.
                if !matches!(relate_to_sheet(&part, sheet), ClipRelation::Beyond) {
                    segments.extend(part);
                }
            }
            ClipRelation::Beyond => {}
        }
    }
    (!segments.is_empty())
        .then_some(PlacedItem::Outline(FilledOutline { segments, ..outline }))
}

/// How a shape lies to a sheet.
enum ClipRelation {
    Within,
    Across,
    Beyond,
}

/// Judges by the points and control points of a shape: the shape lies within their hull.
fn relate_to_sheet(shape: &[OutlineSegment], sheet: Rect) -> ClipRelation {
    let mut least = Point { x: Length(i32::MAX), y: Length(i32::MAX) };
    let mut most = Point { x: Length(i32::MIN), y: Length(i32::MIN) };
    let mut see = |point: Point| {
        least = Point { x: least.x.min(point.x), y: least.y.min(point.y) };
        most = Point { x: most.x.max(point.x), y: most.y.max(point.y) };
    };
    for segment in shape {
        match *segment {
            OutlineSegment::Move(to) | OutlineSegment::Line(to) => see(to),
            OutlineSegment::Curve(a, b, to) => [a, b, to].into_iter().for_each(&mut see),
            OutlineSegment::Close => {}
        }
    }
    let Rect { corner, .. } = sheet;
    if least.x >= sheet.far().x
        || least.y >= sheet.far().y
        || most.x <= corner.x
        || most.y <= corner.y
    {
        ClipRelation::Beyond
    } else if least.x < corner.x
        || least.y < corner.y
        || most.x > sheet.far().x
        || most.y > sheet.far().y
    {
        ClipRelation::Across
    } else {
        ClipRelation::Within
    }
}

/// The points of a shape with its curves flattened.
fn flatten(shape: &[OutlineSegment]) -> Vec<Point> {
    let mut corners = Vec::new();
    let mut pen = Point::default();
    for segment in shape {
        match *segment {
            OutlineSegment::Move(to) | OutlineSegment::Line(to) => {
                corners.push(to);
                pen = to;
            }
            OutlineSegment::Curve(a, b, to) => {
                let points = [pen, a, b, to];
                corners.extend((1..=LINES).map(|part| point_on_curve(points, part)));
                pen = to;
            }
            OutlineSegment::Close => {}
        }
    }
    corners
}

/// A point of a cubic Bézier curve, `part` of [`LINES`] along it.
fn point_on_curve(points: [Point; 4], part: i64) -> Point {
    let rest = LINES - part;
    let weights = [
        rest * rest * rest,
        3 * rest * rest * part,
        3 * rest * part * part,
        part * part * part,
    ];
    let sum = |coordinate: fn(Point) -> Length| {
        let weighted = points.into_iter().zip(weights);
        let sum: i64 =
            weighted.map(|(point, weight)| i64::from(coordinate(point).0) * weight).sum();
        // A mean of lengths is a length.
        Length(i32::try_from(sum / (LINES * LINES * LINES)).unwrap_or(i32::MAX))
    };
    Point { x: sum(|point| point.x), y: sum(|point| point.y) }
}

/// An edge of a sheet.
struct ClipEdge {
    /// The coordinate that it limits.
    along: fn(Point) -> Length,
    /// Its position.
    at: Length,
    /// What is greater is inside.
    least: bool,
}

impl ClipEdge {
    fn is_inside(&self, point: Point) -> bool {
        let at = (self.along)(point);
        if self.least { at >= self.at } else { at <= self.at }
    }

    /// Where a line between two points on either side crosses it.
    fn intersect(&self, from: Point, to: Point) -> Point {
        let whole = ((self.along)(to) - (self.along)(from)).0;
        let part = (self.at - (self.along)(from)).0;
        let on = |from: Length, to: Length| match whole {
            0 => from,
            _ => from + (to - from).scaled(part.into(), whole.into()),
        };
        Point { x: on(from.x, to.x), y: on(from.y, to.y) }
    }
}

/// Clips a polygon at each edge of a sheet in turn (Sutherland & Hodgman 1974).
fn clip_polygon(mut corners: Vec<Point>, sheet: Rect) -> Vec<OutlineSegment> {
    let across: fn(Point) -> Length = |point| point.x;
    let down: fn(Point) -> Length = |point| point.y;
    let edges = [
        ClipEdge { along: across, at: sheet.corner.x, least: true },
        ClipEdge { along: across, at: sheet.far().x, least: false },
        ClipEdge { along: down, at: sheet.corner.y, least: true },
        ClipEdge { along: down, at: sheet.far().y, least: false },
    ];
    for edge in edges {
        let mut kept = Vec::with_capacity(corners.len());
        let Some(&last) = corners.last() else { return Vec::new() };
        let mut from = last;
        for to in corners {
            if edge.is_inside(from) != edge.is_inside(to) {
                kept.push(edge.intersect(from, to));
            }
            if edge.is_inside(to) {
                kept.push(to);
            }
            from = to;
        }
        corners = kept;
    }
    let mut corners = corners.into_iter();
    let Some(first) = corners.next() else { return Vec::new() };
    let mut segments = vec![OutlineSegment::Move(first)];
    segments.extend(corners.map(OutlineSegment::Line));
    segments.push(OutlineSegment::Close);
    segments
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::length::Size;
    use crate::typeset::document::Ink;

    /// Ten points by ten.
    const SHEET: Rect = Rect {
        corner: Point { x: Length::ZERO, y: Length::ZERO },
        size: Size { width: Length::pt(10), height: Length::pt(10) },
    };

    fn point() -> impl Strategy<Value = Point> {
        let length = || (-20..30_i32).prop_map(Length::pt);
        (length(), length()).prop_map(|(x, y)| Point { x, y })
    }

    fn shape() -> impl Strategy<Value = Vec<OutlineSegment>> {
        let segment = prop_oneof![
            point().prop_map(OutlineSegment::Line),
            (point(), point(), point())
                .prop_map(|(a, b, to)| OutlineSegment::Curve(a, b, to)),
        ];
        let rest = prop::collection::vec(segment, 1..6);
        (point(), rest).prop_map(|(from, rest)| {
            let close = std::iter::once(OutlineSegment::Close);
            std::iter::once(OutlineSegment::Move(from)).chain(rest).chain(close).collect()
        })
    }

    fn clipped(segments: &[OutlineSegment]) -> Vec<OutlineSegment> {
        let outline =
            FilledOutline { segments: segments.to_vec(), ink: Ink::Black, element: None };
        match clip_item(PlacedItem::Outline(outline), SHEET) {
            Some(PlacedItem::Outline(outline)) => outline.segments,
            _ => Vec::new(),
        }
    }

    proptest! {
        #[test]
        fn nothing_is_left_beyond_the_sheet(shape in shape()) {
            let left = clipped(&shape);
            prop_assert!(left.is_empty() || matches!(relate_to_sheet(&left, SHEET), ClipRelation::Within));
            prop_assert_eq!(clipped(&left), left);
        }
    }

    #[test]
    fn a_square_over_a_corner_keeps_its_part() {
        let at = |x, y| Point { x: Length::pt(x), y: Length::pt(y) };
        let square = [at(5, 5), at(15, 5), at(15, 15), at(5, 15)];
        let mut shape = vec![OutlineSegment::Move(square[0])];
        shape.extend(square[1..].iter().map(|&to| OutlineSegment::Line(to)));
        shape.push(OutlineSegment::Close);
        let mut left = flatten(&clipped(&shape));
        left.sort_by_key(|corner| (corner.x, corner.y));
        assert_eq!(left, [at(5, 5), at(5, 10), at(10, 5), at(10, 10)]);
    }
}
