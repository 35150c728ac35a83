//! Estimates the cost of rendering a drawing before it is rendered: a small file can keep a
//! computer busy for an hour.
//!
//! The estimate counts painted pixels, each as often as it is painted, the dashes of dashed
//! lines, and the steps along the edges of shapes. It errs on the high side.

use resvg::tiny_skia::PathSegment;
use resvg::usvg::{Group, LineJoin, Node, Paint, Path, Stroke, Tree};

use super::PictureRefusal;
use super::drawing_cost::refuse_more;

/// The most pixels that may be painted: some seconds of work. A town map with all its
/// houses has a tenth.
const MOST_PAINTED: f64 = 1_000_000_000.0;
/// The most dashes.
const MOST_DASHES: f64 = 200_000.0;
/// The most steps along edges, each of about a nanosecond.
const MOST_EDGE_STEPS: f64 = 4_000_000_000.0;

/// Rows that the renderer samples for each row of pixels.
const SAMPLES: f64 = 4.0;
/// The steps that an edge takes for each of these rows.
const STEPS_OF_A_ROW: f64 = 7.0;
/// The steps that an edge takes for each other that crosses the row where it begins: edges
/// are sorted by insertion.
const STEPS_OF_A_NEIGHBOUR: f64 = 6.0;

/// Refuses a drawing that costs more to render than a picture is worth, at `scale` pixels
/// per unit.
pub(super) fn check_render_cost(tree: &Tree, scale: f64) -> Result<(), PictureRefusal> {
    let size = tree.size();
    let (width, height) = (f64::from(size.width()), f64::from(size.height()));
    let mut cost = RenderCost {
        canvas: width * height,
        height,
        painted: 0.0,
        dashes: 0.0,
        edge_steps: 0.0,
        scale,
    };
    cost.add_group(tree.root());
    cost.check()
}

/// The cost so far.
struct RenderCost {
    /// The whole drawing, in square units; nothing that is painted is larger.
    canvas: f64,
    /// The height of the drawing, in units.
    height: f64,
    /// Square units.
    painted: f64,
    dashes: f64,
    edge_steps: f64,
    /// Pixels to the unit.
    scale: f64,
}

impl RenderCost {
    fn check(&self) -> Result<(), PictureRefusal> {
        let pixels = self.painted * self.scale * self.scale;
        for (what, cost, most) in [
            ("pixels to paint", pixels, MOST_PAINTED),
            ("dashes", self.dashes, MOST_DASHES),
            ("steps along edges", self.edge_steps, MOST_EDGE_STEPS),
        ] {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it saturates"
            )]
            refuse_more(what, cost as u64, most as u64)?;
        }
        Ok(())
    }

    fn add_group(&mut self, group: &Group) {
        if self.check().is_err() {
            return;
        }
        if group.should_isolate() {
            let layer = group.abs_layer_bounding_box();
            self.add_area(layer.width(), layer.height());
        }
        let mut clip = group.clip_path();
        while let Some(path) = clip {
            self.painted += self.canvas;
            self.add_group(path.root());
            clip = path.clip_path();
        }
        let mut mask = group.mask();
        while let Some(one) = mask {
            self.painted += self.canvas;
            self.add_group(one.root());
            mask = one.mask();
        }
        for node in group.children() {
            match node {
                Node::Group(inner) => self.add_group(inner),
                Node::Path(path) => self.add_path(path),
                Node::Text(text) => self.add_group(text.flattened()),
                // There are none; they are refused before.
                Node::Image(_) => {}
            }
        }
    }

    fn add_path(&mut self, path: &Path) {
        let area = path.abs_stroke_bounding_box();
        if let Some(fill) = path.fill() {
            self.add_area(area.width(), area.height());
            self.add_pattern(fill.paint());
            self.add_edges(&PathEdges::of(path), 1.0, 0.0);
        }
        if let Some(stroke) = path.stroke() {
            self.add_area(area.width(), area.height());
            self.add_pattern(stroke.paint());
            let dashes = count_dashes(path, stroke);
            self.dashes += dashes;
            // Two sides, and a join or an end for each part.
            let sides = match stroke.linejoin() {
                LineJoin::Round => 8.0,
                _ => 4.0,
            };
            let mut edges = PathEdges::of(path);
            edges.parts += dashes;
            let (across, up) = path.abs_transform().get_scale();
            let width = stroke.width().get() * across.max(up);
            self.add_edges(&edges, sides, f64::from(width));
        }
    }

    /// A pattern is drawn again for everything that is filled with it.
    fn add_pattern(&mut self, paint: &Paint) {
        if let Paint::Pattern(pattern) = paint {
            self.painted += self.canvas;
            self.add_group(pattern.root());
        }
    }

    /// Adds what the edges of a shape cost. A line of some width has `sides` edges for each
    /// of its parts: two along it, and the others at its joins.
    fn add_edges(&mut self, edges: &PathEdges, sides: f64, width: f64) {
        let rows =
            |height: f64| (height.min(self.height) * self.scale * SAMPLES).max(1.0);
        let along: f64 = edges.heights.iter().map(|&height| rows(height)).sum();
        let crossed = if sides > 1.0 {
            2.0 * along + edges.parts * (sides - 2.0) * rows(width)
        } else {
            along
        };
        let at_once = crossed / rows(edges.height + width);
        self.edge_steps += crossed * STEPS_OF_A_ROW;
        self.edge_steps += edges.parts * sides * at_once * STEPS_OF_A_NEIGHBOUR;
    }

    fn add_area(&mut self, width: f32, height: f32) {
        let area = f64::from(width) * f64::from(height);
        self.painted +=
            if area.is_finite() { area.min(self.canvas) } else { self.canvas };
    }
}

/// The edges of a path as it is drawn.
struct PathEdges {
    /// How many parts it has; a curve counts for as many as go up or down only.
    parts: f64,
    /// How high each part of the path is, in units.
    heights: Vec<f64>,
    /// How high all of it is.
    height: f64,
}

impl PathEdges {
    fn of(path: &Path) -> Self {
        let transform = path.abs_transform();
        let mut edges = Self { parts: 0.0, heights: Vec::new(), height: 0.0 };
        let (mut pen, mut start) = (0.0, 0.0);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut height_of = |point: resvg::tiny_skia::Point| {
            let mut point = point;
            transform.map_point(&mut point);
            let y = f64::from(point.y);
            (low, high) = (low.min(y), high.max(y));
            y
        };
        for segment in path.data().segments() {
            let (parts, way) = match segment {
                PathSegment::MoveTo(point) => {
                    pen = height_of(point);
                    start = pen;
                    continue;
                }
                PathSegment::LineTo(end) => (1.0, vec![height_of(end)]),
                PathSegment::QuadTo(one, end) => {
                    (2.0, vec![height_of(one), height_of(end)])
                }
                PathSegment::CubicTo(one, two, end) => {
                    (3.0, vec![height_of(one), height_of(two), height_of(end)])
                }
                PathSegment::Close => (1.0, vec![start]),
            };
            let mut sum = 0.0;
            for next in way {
                sum += (next - pen).abs();
                pen = next;
            }
            edges.parts += parts;
            edges.heights.push(if sum.is_finite() { sum } else { 0.0 });
        }
        edges.height = if high > low { high - low } else { 0.0 };
        edges
    }
}

/// How many dashes a line has.
fn count_dashes(path: &Path, stroke: &Stroke) -> f64 {
    let Some(dashes) = stroke.dasharray() else { return 0.0 };
    let cycle: f64 = dashes.iter().map(|&dash| f64::from(dash.abs())).sum();
    #[expect(clippy::cast_precision_loss, reason = "few are written in a file")]
    let count = dashes.len() as f64;
    let length = path_length(path);
    if cycle > 0.0 && length.is_finite() {
        length / cycle * count
    } else {
        MOST_DASHES * 2.0
    }
}

/// The length of a line, along the corners of its curves, which is longer.
fn path_length(path: &Path) -> f64 {
    let mut pen = resvg::tiny_skia::Point::zero();
    let mut length = 0.0;
    let mut to = |point: resvg::tiny_skia::Point| {
        length += f64::from(pen.distance(point));
        pen = point;
    };
    for segment in path.data().segments() {
        match segment {
            PathSegment::MoveTo(end) | PathSegment::LineTo(end) => to(end),
            PathSegment::QuadTo(control, end) => {
                [control, end].into_iter().for_each(&mut to);
            }
            PathSegment::CubicTo(one, two, end) => {
                [one, two, end].into_iter().for_each(&mut to);
            }
            PathSegment::Close => {}
        }
    }
    length
}
