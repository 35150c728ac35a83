//! What a page names to be painted: patterns, shadings, forms and images (ISO 32000-1 §8.7
//! to §8.10).

use std::rc::Rc;

use lopdf::{Dictionary, Stream};

use super::state::{Brush, State};
use super::{DEEPEST, Mark, Placed, STEPS_OF_A_FORM, Use, Walk, What};
use crate::preflight::colour::{self, Family, Inks, Space};
use crate::preflight::geometry::{Area, Matrix};
use crate::preflight::images::Picture;

impl<'a> Walk<'_, 'a> {
    /// Paints with a pattern (§8.7).
    pub(super) fn pattern(
        &mut self,
        area: Area,
        brush: &Brush,
        resources: &'a Dictionary,
        state: &State,
    ) {
        let pdf = self.reader.pdf;
        let patterns = pdf.dictionary(resources, "Pattern");
        let Some((patterns, name)) = patterns.zip(brush.pattern.as_ref()) else { return };
        let pattern = pdf.value(patterns, name);
        let Some(own) = pdf.as_dictionary(pattern) else { return };
        if let Some(shading) = pdf.dictionary(own, "Shading") {
            self.shading(shading, resources, area, brush.overprint);
            return;
        }
        let Ok(stream) = pattern.as_stream() else { return };
        // Whatever the tile shows may come anywhere in the painted area.
        let first = self.sheet.marks.len();
        let mut tile = State::new(Area::ALL);
        tile.fill.clone_from(&state.fill);
        tile.fill.space = Rc::new(Space::gray());
        self.enter(stream, resources, tile);
        for mark in self.sheet.marks.iter_mut().skip(first) {
            mark.area = area;
        }
    }

    /// Paints a passage of colours (§8.7.4).
    pub(super) fn shading(
        &mut self,
        shading: &'a Dictionary,
        resources: &'a Dictionary,
        area: Area,
        overprint: bool,
    ) {
        let pdf = self.reader.pdf;
        let space = Space::read(pdf, pdf.value(shading, "ColorSpace"), resources);
        self.sheet.spots.extend(space.spots().cloned());
        let colours = colour::colours(pdf, pdf.value(shading, "Function"), 0);
        let inks = colours.iter().map(|values| space.inks(values));
        let most = inks.max_by(|one, other| one.total().total_cmp(&other.total()));
        let inks = most.unwrap_or_else(|| space.initial());
        let family = space.base().family;
        let coloured = inks.is_coloured();
        let what = What::Shading;
        self.mark(Mark {
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
    pub(super) fn object(
        &mut self,
        objects: &'a Dictionary,
        called: &str,
        resources: &'a Dictionary,
        state: &State,
    ) {
        let pdf = self.reader.pdf;
        let Ok(stream) = pdf.value(objects, called).as_stream() else {
            self.sheet.broken = Some("it shows an object that is not there");
            return;
        };
        let own = &stream.dict;
        let mut uses = |used: Use| {
            self.sheet.uses.entry(used).or_insert(None);
        };
        if own.has(b"OPI") {
            uses(Use::Opi);
        }
        if own.has(b"OC") {
            uses(Use::Layer);
        }
        match pdf.name(own, "Subtype").as_deref() {
            Some("Image") => {
                if pdf.value(own, "SMask").as_stream().is_ok() {
                    uses(Use::SoftMask);
                }
                let id = objects
                    .get(called.as_bytes())
                    .ok()
                    .and_then(|one| one.as_reference().ok());
                let known = id.and_then(|id| self.reader.pictures.get(&id)).cloned();
                let picture = known.unwrap_or_else(|| {
                    let read = Picture::read(pdf, own, &stream.content, resources);
                    Rc::new(read)
                });
                if let Some(id) = id {
                    self.reader.pictures.insert(id, Rc::clone(&picture));
                }
                self.image(picture, state);
            }
            Some("PS") => uses(Use::PostScript),
            _ => {
                if pdf.name(own, "Subtype2").as_deref() == Some("PS") || own.has(b"PS") {
                    uses(Use::PostScript);
                }
                if own.has(b"Ref") {
                    uses(Use::Reference);
                }
                if let Some(group) = pdf.dictionary(own, "Group")
                    && pdf.name(group, "S").as_deref() == Some("Transparency")
                {
                    uses(Use::Group);
                }
                let mut inner = state.clone();
                if let Ok(matrix) = pdf.numbers(own, "Matrix").try_into() {
                    inner.matrix = Matrix(matrix).then(&inner.matrix);
                }
                if let Some(area) = pdf.area(own, "BBox") {
                    let area = inner.matrix.area(&area);
                    match inner.clip.within(&area) {
                        Some(clip) => inner.clip = clip,
                        None => return,
                    }
                }
                self.enter(stream, resources, inner);
            }
        }
    }

    /// Follows the content of a form or a tile, with its own resources.
    fn enter(&mut self, stream: &'a Stream, resources: &'a Dictionary, state: State) {
        let pdf = self.reader.pdf;
        if self.depth >= DEEPEST || self.reader.bytes == 0 {
            self.sheet.unfinished = true;
            return;
        }
        let Some(content) = pdf.unpacked(stream) else {
            self.sheet.broken = Some("a form on it cannot be unpacked");
            return;
        };
        self.left = self.left.saturating_sub(STEPS_OF_A_FORM);
        self.reader.bytes = self.reader.bytes.saturating_sub(content.len() + 1);
        let own = pdf.dictionary(&stream.dict, "Resources").unwrap_or(resources);
        self.depth += 1;
        let path = std::mem::take(&mut self.path);
        self.content(&content, own, state);
        self.path = path;
        self.depth -= 1;
    }

    /// Paints an image into the unit square (§8.9.4).
    pub(super) fn image(&mut self, picture: Rc<Picture>, state: &State) {
        let square = state.matrix.area(&Area::of(0.0, 0.0, 1.0, 1.0));
        let Some(area) = square.within(&state.clip) else { return };
        self.see_through(&state.fill, area);
        let (across, up) = state.matrix.sides();
        #[expect(clippy::cast_precision_loss, reason = "images are not that large")]
        let dots = |count: i64, side: f64| {
            if side > 0.0 { count as f64 * 72.0 / side } else { f64::INFINITY }
        };
        let resolution = dots(picture.width, across).min(dots(picture.height, up));
        let stencil = picture.is_stencil;
        let family = match picture.family {
            Some(family) => family,
            None if stencil => state.fill.family(),
            None => Family::Unknown,
        };
        let inks = match picture.most {
            Some(inks) => inks,
            None if stencil => state.fill.inks,
            None => Inks { light: Some(picture.bare), ..Inks::default() },
        };
        self.sheet.spots.extend(picture.spots.iter().cloned());
        let coloured = picture.coloured;
        self.sheet.images.push(Placed { area, resolution, picture });
        let what = What::Image(self.sheet.images.len() - 1);
        let overprint = state.fill.overprint;
        self.mark(Mark {
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
