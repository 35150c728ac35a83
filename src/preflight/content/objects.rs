//! What a page names to be painted: patterns, shadings, forms and images (ISO 32000-1 §8.7
//! to §8.10).

use std::rc::Rc;

use lopdf::{Dictionary, Stream};

use super::state::{GraphicsState, PaintSource};
use super::{
    ContentInterpreter, DEEPEST, MarkKind, PageFeature, PageMarkPainted, PlacedImage,
    STEPS_OF_A_FORM,
};
use crate::preflight::colour::{self, ColourSpace, ColourSpaceFamily, InkAmounts};
use crate::preflight::geometry::{Matrix, PageArea};
use crate::preflight::images::CheckedImage;

impl<'a> ContentInterpreter<'_, 'a> {
    /// Paints with a pattern (§8.7).
    pub(super) fn paint_pattern(
        &mut self,
        area: PageArea,
        brush: &PaintSource,
        resources: &'a Dictionary,
        state: &GraphicsState,
    ) {
        let pdf = self.reader.pdf;
        let patterns = pdf.get_dictionary(resources, "Pattern");
        let Some((patterns, name)) = patterns.zip(brush.pattern.as_ref()) else { return };
        let pattern = pdf.get(patterns, name);
        let Some(own) = pdf.as_dictionary(pattern) else { return };
        if let Some(shading) = pdf.get_dictionary(own, "Shading") {
            self.paint_shading(shading, resources, area, brush.overprint);
            return;
        }
        let Ok(stream) = pattern.as_stream() else { return };
        // Whatever the tile shows may come anywhere in the painted area.
        let first = self.sheet.marks.len();
        let mut tile = GraphicsState::new(PageArea::ALL);
        tile.fill.clone_from(&state.fill);
        tile.fill.space = Rc::new(ColourSpace::gray());
        self.run_form(stream, resources, tile);
        for mark in self.sheet.marks.iter_mut().skip(first) {
            mark.area = area;
        }
    }

    /// Paints a passage of colours (§8.7.4).
    pub(super) fn paint_shading(
        &mut self,
        shading: &'a Dictionary,
        resources: &'a Dictionary,
        area: PageArea,
        overprint: bool,
    ) {
        let pdf = self.reader.pdf;
        let space = ColourSpace::resolve(pdf, pdf.get(shading, "ColorSpace"), resources);
        self.sheet.spots.extend(space.spot_names().cloned());
        let colours = colour::sample_colours(pdf, pdf.get(shading, "Function"), 0);
        let inks = colours.iter().map(|values| space.ink_amounts(values));
        let most = inks.max_by(|one, other| one.total().total_cmp(&other.total()));
        let inks = most.unwrap_or_else(|| space.initial());
        let family = space.base().family;
        let coloured = inks.is_coloured();
        let what = MarkKind::Shading;
        self.add_mark(PageMarkPainted {
            what,
            area,
            family,
            inks,
            coloured,
            overprint,
            thickness: None,
        });
    }

    /// Paints an object of the resources (§8.8).
    pub(super) fn paint_x_object(
        &mut self,
        objects: &'a Dictionary,
        called: &str,
        resources: &'a Dictionary,
        state: &GraphicsState,
    ) {
        let pdf = self.reader.pdf;
        let Ok(stream) = pdf.get(objects, called).as_stream() else {
            self.sheet.broken = Some("it shows an object that is not there");
            return;
        };
        let own = &stream.dict;
        let mut uses = |used: PageFeature| {
            self.sheet.uses.entry(used).or_insert(None);
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
                let id = objects
                    .get(called.as_bytes())
                    .ok()
                    .and_then(|one| one.as_reference().ok());
                let known = id.and_then(|id| self.reader.pictures.get(&id)).cloned();
                let picture = known.unwrap_or_else(|| {
                    let read =
                        CheckedImage::read_image(pdf, own, &stream.content, resources);
                    Rc::new(read)
                });
                if let Some(id) = id {
                    self.reader.pictures.insert(id, Rc::clone(&picture));
                }
                self.paint_image(picture, state);
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

    /// Follows the content of a form or a tile, with its own resources.
    fn run_form(
        &mut self,
        stream: &'a Stream,
        resources: &'a Dictionary,
        state: GraphicsState,
    ) {
        let pdf = self.reader.pdf;
        if self.depth >= DEEPEST || self.reader.bytes == 0 {
            self.sheet.unfinished = true;
            return;
        }
        let Some(content) = pdf.decode_stream(stream) else {
            self.sheet.broken = Some("a form on it cannot be unpacked");
            return;
        };
        self.left = self.left.saturating_sub(STEPS_OF_A_FORM);
        self.reader.bytes = self.reader.bytes.saturating_sub(content.len() + 1);
        let own = pdf.get_dictionary(&stream.dict, "Resources").unwrap_or(resources);
        self.depth += 1;
        let path = std::mem::take(&mut self.path);
        self.run_content(&content, own, state);
        self.path = path;
        self.depth -= 1;
    }

    /// Paints an image into the unit square (§8.9.4).
    pub(super) fn paint_image(
        &mut self,
        picture: Rc<CheckedImage>,
        state: &GraphicsState,
    ) {
        let square = state.matrix.map_area(&PageArea::from_corners(0.0, 0.0, 1.0, 1.0));
        let Some(area) = square.intersection(&state.clip) else { return };
        self.record_transparency(&state.fill, area);
        let (across, up) = state.matrix.side_lengths();
        #[expect(clippy::cast_precision_loss, reason = "images are not that large")]
        let dots = |count: i64, side: f64| {
            if side > 0.0 { count as f64 * 72.0 / side } else { f64::INFINITY }
        };
        let resolution = dots(picture.width, across).min(dots(picture.height, up));
        let stencil = picture.is_stencil;
        let family = match picture.family {
            Some(family) => family,
            None if stencil => state.fill.family(),
            None => ColourSpaceFamily::Unknown,
        };
        let inks = match picture.most {
            Some(inks) => inks,
            None if stencil => state.fill.inks,
            None => InkAmounts { light: Some(picture.bare), ..InkAmounts::default() },
        };
        self.sheet.spots.extend(picture.spots.iter().cloned());
        let coloured = picture.coloured;
        self.sheet.images.push(PlacedImage { area, resolution, picture });
        let what = MarkKind::Image(self.sheet.images.len() - 1);
        let overprint = state.fill.overprint;
        self.add_mark(PageMarkPainted {
            what,
            area,
            family,
            inks,
            coloured,
            overprint,
            thickness: None,
        });
    }
}
