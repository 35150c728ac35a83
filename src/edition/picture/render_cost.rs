//! Estimates the cost of rendering a drawing before it is rendered: a small file can keep a
//! computer busy for an hour.
//!
//! The estimate counts painted pixels, each as often as it is painted, and the dashes of
//! dashed lines. It errs on the high side.

use resvg::tiny_skia::PathSegment;
use resvg::usvg::{Group, Node, Paint, Path, Stroke, Tree};

/// The most pixels that may be painted: some seconds of work. A town map with all its
/// houses has a tenth.
const MOST_PAINTED: f64 = 1_000_000_000.0;
/// The most dashes.
const MOST_DASHES: f64 = 200_000.0;

/// Whether rendering a drawing costs more than a picture is worth, at `scale` pixels per
/// unit.
pub(super) fn exceeds_render_budget(tree: &Tree, scale: f64) -> bool {
    let size = tree.size();
    let canvas = f64::from(size.width()) * f64::from(size.height());
    let mut cost = RenderCost { canvas, painted: 0.0, dashes: 0.0, scale };
    cost.add_group(tree.root());
    cost.exceeds_budget()
}

/// The cost so far.
struct RenderCost {
    /// The whole drawing, in square units; nothing that is painted is larger.
    canvas: f64,
    /// Square units.
    painted: f64,
    dashes: f64,
    /// Pixels to the unit.
    scale: f64,
}

impl RenderCost {
    fn exceeds_budget(&self) -> bool {
        let pixels = self.painted * self.scale * self.scale;
        pixels > MOST_PAINTED || self.dashes > MOST_DASHES
    }

    fn add_group(&mut self, group: &Group) {
        if self.exceeds_budget() {
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
        }
        if let Some(stroke) = path.stroke() {
            self.add_area(area.width(), area.height());
            self.add_pattern(stroke.paint());
            self.dashes += count_dashes(path, stroke);
        }
    }

    /// A pattern is drawn again for everything that is filled with it.
    fn add_pattern(&mut self, paint: &Paint) {
        if let Paint::Pattern(pattern) = paint {
            self.painted += self.canvas;
            self.add_group(pattern.root());
        }
    }

    fn add_area(&mut self, width: f32, height: f32) {
        let area = f64::from(width) * f64::from(height);
        self.painted +=
            if area.is_finite() { area.min(self.canvas) } else { self.canvas };
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
