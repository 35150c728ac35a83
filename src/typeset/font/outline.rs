//! How far a glyph's ink reaches at a height. What is set beside a large letter keeps its
//! distance from the ink, not from the sidebearings.

use std::ops::RangeInclusive;

use harfrust::font::glyph::outline::{DrawMemory, DrawOptions, PathSink};
use harfrust::{Font, GlyphId};

use crate::length::Ratio;

/// A curve is flattened to this many strokes. In a letter an inch high, each is off by less
/// than a tenth of a point.
const STROKES: i64 = 16;

/// No point is farther from the origin than this, in millionths of the em. A thousand ems
/// are more than the largest page, and a product of two such distances does not overflow.
const FARTHEST: f64 = 1e9;

/// The outline of a glyph as straight strokes. Measures are in parts of the em, to the
/// right and up from the glyph's origin.
#[derive(Debug, Clone, Default)]
pub(in crate::typeset) struct GlyphOutline {
    strokes: Vec<(OutlinePoint, OutlinePoint)>,
    /// The pen's position, and where its contour began.
    pen: OutlinePoint,
    begun: OutlinePoint,
    /// Units in the em.
    em: f64,
}

/// A point: right and up, in millionths of the em.
type OutlinePoint = (i64, i64);

impl GlyphOutline {
    /// The outline of a glyph; empty if the font has none.
    pub(super) fn new(font: &Font, glyph: u16) -> Self {
        let mut outline = Self { em: font.units_per_em().into(), ..Self::default() };
        let drawn = font.outline_glyphs().get(GlyphId::new(glyph.into())).map(|glyph| {
            glyph.draw(&DrawOptions::new(), DrawMemory::Scratch, &mut outline)
        });
        if drawn.is_none_or(|drawn| drawn.is_err()) {
            outline.strokes.clear();
        }
        outline
    }

    /// How far the ink reaches to the left and right between two heights; none if it has no
    /// ink there.
    pub(in crate::typeset) fn horizontal_reach(
        &self,
        heights: &RangeInclusive<Ratio>,
    ) -> Option<(Ratio, Ratio)> {
        let (low, high) = (i64::from(heights.start().0), i64::from(heights.end().0));
        let inside = self.strokes.iter().filter_map(|&(a, b)| {
            let (a, b) = if a.1 <= b.1 { (a, b) } else { (b, a) };
            (a.1 <= high && b.1 >= low)
                .then(|| [intersect_height(a, b, low), intersect_height(a, b, high)])
        });
        let inside = inside.flatten();
        let least = inside.clone().min()?;
        Some((from_millionths(least), from_millionths(inside.max()?)))
    }

    /// How far the ink reaches down and up; none without ink.
    pub(in crate::typeset) fn vertical_reach(&self) -> Option<(Ratio, Ratio)> {
        let heights = self.strokes.iter().flat_map(|(a, b)| [a.1, b.1]);
        let lowest = heights.clone().min()?;
        Some((from_millionths(lowest), from_millionths(heights.max()?)))
    }

    /// How far the ink reaches down; zero if nothing is below the baseline.
    pub(in crate::typeset) fn depth(&self) -> Ratio {
        let lowest = self.strokes.iter().map(|(a, b)| a.1.min(b.1)).min();
        from_millionths(-lowest.unwrap_or(0).min(0))
    }

    /// Converts a point of the font.
    fn to_point(&self, x: f32, y: f32) -> OutlinePoint {
        #[expect(clippy::cast_possible_truncation, reason = "saturates")]
        let millionths = |units: f32| {
            let far = (f64::from(units) * 1_000_000.0 / self.em).round();
            far.clamp(-FARTHEST, FARTHEST) as i64
        };
        (millionths(x), millionths(y))
    }

    fn add_stroke(&mut self, to: OutlinePoint) {
        self.strokes.push((self.pen, to));
        self.pen = to;
    }

    /// Adds strokes along a Bézier curve, by de Casteljau's method.
    fn add_curve(&mut self, points: &[OutlinePoint]) {
        for step in 1..=STROKES {
            let between = |from: i64, to: i64| from + (to - from) * step / STROKES;
            let mut hull = points.to_vec();
            while hull.len() > 1 {
                let pairs = hull.windows(2).map(|pair| (pair[0], pair[1]));
                let nearer = |(a, b): (OutlinePoint, OutlinePoint)| {
                    (between(a.0, b.0), between(a.1, b.1))
                };
                hull = pairs.map(nearer).collect();
            }
            self.add_stroke(hull[0]);
        }
    }
}

impl PathSink for GlyphOutline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.pen = self.to_point(x, y);
        self.begun = self.pen;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add_stroke(self.to_point(x, y));
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        self.add_curve(&[self.pen, self.to_point(cx0, cy0), self.to_point(x, y)]);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        let ahead =
            [self.to_point(cx0, cy0), self.to_point(cx1, cy1), self.to_point(x, y)];
        self.add_curve(&[self.pen, ahead[0], ahead[1], ahead[2]]);
    }

    fn close(&mut self) {
        self.add_stroke(self.begun);
    }
}

/// Where a stroke that rises from `a` to `b` is at a height, or at its end nearest to it.
fn intersect_height(a: OutlinePoint, b: OutlinePoint, height: i64) -> i64 {
    let height = height.clamp(a.1, b.1);
    a.0 + ((b.0 - a.0) * (height - a.1)).checked_div(b.1 - a.1).unwrap_or(0)
}

fn from_millionths(millionths: i64) -> Ratio {
    let most = i64::from(i32::MAX);
    Ratio(i32::try_from(millionths.clamp(-most, most)).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::GlyphOutline;
    use crate::fonts::{FontStyle, built_in};
    use crate::length::Ratio;
    use crate::typeset::font::Fonts;

    fn outline(c: char) -> GlyphOutline {
        let fonts = Fonts::new(&built_in()).expect("the built-in fonts are fonts").value;
        let face = fonts.text(FontStyle::Roman);
        let glyph = face.font().charmap().map_unicode(c).expect("the face has it");
        face.outline(u16::try_from(glyph.to_u32()).expect("a glyph id"))
    }

    /// The right edge of a letter between heights in hundredths of the em, in hundredths.
    fn right(c: char, low: i32, high: i32) -> i32 {
        let heights = Ratio(low * 10_000)..=Ratio(high * 10_000);
        outline(c).horizontal_reach(&heights).map_or(0, |(_, right)| right.0 / 10_000)
    }

    #[test]
    fn letters_reach_where_they_have_ink() {
        // A leans: its foot reaches further than its head. L is a stem and a foot.
        assert_eq!([right('A', 0, 65), right('A', 50, 70)], [69, 43]);
        assert_eq!([right('L', 0, 65), right('L', 30, 65)], [57, 33]);
        assert_eq!([right('T', 0, 65), right('T', 0, 40)], [66, 48]);
        assert_eq!(
            outline('L').horizontal_reach(&(Ratio(900_000)..=Ratio(990_000))),
            None
        );
    }

    #[test]
    fn tails_go_below_the_baseline() {
        let depth = |c| outline(c).depth().0 / 10_000;
        assert_eq!(['H', 'Q', 'J'].map(depth), [0, 24, 20]);
    }
}
