//! Painting with named resources: patterns, shadings, form XObjects and images (ISO 32000-1
//! §8.7 to §8.10).

use std::rc::Rc;

use lopdf::{Dictionary, Stream};

use super::interpreter::ContentInterpreter;
use super::page::{MarkKind, PageFeature, PaintedMark, PlacedImage};
use super::state::{GraphicsState, PaintSource};
use crate::preflight::colour::{self, ColourSpace, ColourSpaceFamily, InkAmounts};
use crate::preflight::geometry::{Matrix, PageArea};
use crate::preflight::images::CheckedImage;
use crate::preflight::limit::PreflightLimit;

/// The deepest nesting of form XObjects.
const DEEPEST: usize = 12;

/// How many operators a form XObject counts for besides its own: it is unpacked each time.
const STEPS_OF_A_FORM: u64 = 200;

impl<'a> ContentInterpreter<'_, 'a> {
    /// Paints an area with a pattern (§8.7).
    pub(super) fn paint_pattern(
        &mut self,
        area: PageArea,
        paint: &PaintSource,
        resources: &'a Dictionary,
        state: &GraphicsState,
    ) {
        let pdf = self.shared.pdf;
        let patterns = pdf.get_dictionary(resources, "Pattern");
        let Some((patterns, name)) = patterns.zip(paint.pattern.as_ref()) else { return };
        let pattern = pdf.get(patterns, name);
        let Some(own) = pdf.as_dictionary(pattern) else { return };
        if let Some(shading) = pdf.get_dictionary(own, "Shading") {
            self.paint_shading(shading, resources, area, paint.overprint);
            return;
        }
        let Ok(stream) = pattern.as_stream() else { return };
        // A mark of the tile may appear anywhere in the painted area.
        let first = self.page.marks.len();
        let mut tile = GraphicsState::new(PageArea::ALL);
        tile.fill.clone_from(&state.fill);
        tile.fill.space = Rc::new(ColourSpace::gray());
        self.run_form(stream, resources, tile);
        for mark in self.page.marks.iter_mut().skip(first) {
            mark.area = area;
        }
    }

    /// Paints an area with a shading (§8.7.4).
    pub(super) fn paint_shading(
        &mut self,
        shading: &'a Dictionary,
        resources: &'a Dictionary,
        area: PageArea,
        overprint: bool,
    ) {
        let pdf = self.shared.pdf;
        let space = ColourSpace::resolve(pdf, pdf.get(shading, "ColorSpace"), resources);
        self.page.spots.extend(space.spot_names().cloned());
        let colours = colour::sample_colours(pdf, pdf.get(shading, "Function"));
        self.spend_steps(colours.len() as u64);
        let inks = colours.iter().map(|values| space.ink_amounts(values));
        let most = inks.max_by(|one, other| one.total().total_cmp(&other.total()));
        let inks = most.unwrap_or_else(|| space.initial());
        let family = space.base().family;
        let coloured = inks.is_coloured();
        let kind = MarkKind::Shading;
        self.add_mark(PaintedMark {
            kind,
            area,
            family,
            inks,
            coloured,
            overprint,
            thickness: None,
        });
    }

    /// Paints an XObject (§8.8).
    pub(super) fn paint_x_object(
        &mut self,
        objects: &'a Dictionary,
        name: &str,
        resources: &'a Dictionary,
        state: &GraphicsState,
    ) {
        let pdf = self.shared.pdf;
        let Ok(stream) = pdf.get(objects, name).as_stream() else {
            self.page.broken = Some("an XObject is missing");
            return;
        };
        let own = &stream.dict;
        let mut uses = |used: PageFeature| {
            self.page.features.entry(used).or_insert(None);
        };
        if own.has(b"OPI") {
            uses(PageFeature::Opi);
        }
        if own.has(b"OC") {
            uses(PageFeature::Layer);
        }
        match pdf.get_name(own, "Subtype").as_deref() {
            Some("Image") => {
                if pdf.get(own, "SMask").as_stream().is_ok() {
                    uses(PageFeature::SoftMask);
                }
                if let Some(image) = self.shared.load_image(objects, name, resources) {
                    self.paint_image(image, state);
                }
            }
            Some("PS") => uses(PageFeature::PostScript),
            _ => {
                if pdf.get_name(own, "Subtype2").as_deref() == Some("PS")
                    || own.has(b"PS")
                {
                    uses(PageFeature::PostScript);
                }
                if own.has(b"Ref") {
                    uses(PageFeature::Reference);
                }
                if let Some(group) = pdf.get_dictionary(own, "Group")
                    && pdf.get_name(group, "S").as_deref() == Some("Transparency")
                {
                    uses(PageFeature::Group);
                }
                let mut inner = state.clone();
                if let Ok(matrix) = pdf.get_numbers(own, "Matrix").try_into() {
                    inner.matrix = Matrix(matrix).then(&inner.matrix);
                }
                if let Some(area) = pdf.get_area(own, "BBox") {
                    let area = inner.matrix.map_area(&area);
                    match inner.clip.intersection(&area) {
                        Some(clip) => inner.clip = clip,
                        None => return,
                    }
                }
                self.run_form(stream, resources, inner);
            }
        }
    }

    /// Interprets a form XObject or a pattern tile with its own resources.
    fn run_form(
        &mut self,
        stream: &'a Stream,
        resources: &'a Dictionary,
        state: GraphicsState,
    ) {
        let pdf = self.shared.pdf;
        if self.depth >= DEEPEST {
            self.page.limit = Some(PreflightLimit::Forms);
            return;
        }
        self.spend_steps(STEPS_OF_A_FORM);
        let Some(content) = pdf.decode_stream(stream) else {
            if pdf.spent().is_none() {
                self.page.broken = Some("a form XObject cannot be decoded");
            }
            return;
        };
        let own = pdf.get_dictionary(&stream.dict, "Resources").unwrap_or(resources);
        self.depth += 1;
        let path = std::mem::take(&mut self.path);
        self.run_content(&content, own, state);
        self.path = path;
        self.depth -= 1;
    }

    /// Paints an image into the unit square (§8.9.4).
    pub(super) fn paint_image(&mut self, image: Rc<CheckedImage>, state: &GraphicsState) {
        let square = state.matrix.map_area(&PageArea::from_corners(0.0, 0.0, 1.0, 1.0));
        let Some(area) = square.intersection(&state.clip) else { return };
        self.record_transparency(&state.fill, area);
        let (across, up) = state.matrix.side_lengths();
        #[expect(clippy::cast_precision_loss, reason = "images are not that large")]
        let dots = |count: i64, side: f64| {
            if side > 0.0 { count as f64 * 72.0 / side } else { f64::INFINITY }
        };
        let resolution = dots(image.width, across).min(dots(image.height, up));
        let stencil = image.is_stencil;
        let family = match image.family {
            Some(family) => family,
            None if stencil => state.fill.family(),
            None => ColourSpaceFamily::Unknown,
        };
        let inks = match image.most_ink {
            Some(inks) => inks,
            None if stencil => state.fill.inks,
            None => InkAmounts { additive: Some(image.bare), ..InkAmounts::default() },
        };
        self.page.spots.extend(image.spots.iter().cloned());
        let coloured = image.coloured;
        self.page.images.push(PlacedImage { area, resolution, picture: image });
        let kind = MarkKind::Image(self.page.images.len() - 1);
        let overprint = state.fill.overprint;
        self.add_mark(PaintedMark {
            kind,
            area,
            family,
            inks,
            coloured,
            overprint,
            thickness: None,
        });
    }
}
