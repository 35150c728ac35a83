//! What the pages of a file share: its fonts and images, and the limits of the whole file.

use std::collections::BTreeMap;
use std::rc::Rc;

use lopdf::{Dictionary, ObjectId};

use crate::preflight::fonts::CheckedFont;
use crate::preflight::images::CheckedImage;
use crate::preflight::object::PdfFile;

/// The most operators that are interpreted in a whole file: more than a book has.
const MOST_STEPS: u64 = 40_000_000;

/// The most fonts that are read. Fonts and images are cached by object id; those without
/// one are read again each time.
const MOST_FONTS: usize = 10_000;

/// What the pages of a file share.
pub(super) struct SharedResources<'a> {
    pub(super) pdf: &'a PdfFile,
    /// The fonts that were read.
    pub(super) fonts: Vec<CheckedFont>,
    font_indices: BTreeMap<ObjectId, usize>,
    images: BTreeMap<ObjectId, Rc<CheckedImage>>,
    /// The operators that may still be interpreted.
    pub(super) steps_left: u64,
}

impl<'a> SharedResources<'a> {
    pub(super) fn new(pdf: &'a PdfFile) -> Self {
        Self {
            pdf,
            fonts: Vec::new(),
            font_indices: BTreeMap::new(),
            images: BTreeMap::new(),
            steps_left: MOST_STEPS,
        }
    }

    /// Finds a font in the resource dictionary, and reads it where it is new.
    pub(super) fn load_font(
        &mut self,
        resources: &Dictionary,
        name: &str,
    ) -> Option<usize> {
        let fonts = self.pdf.get_dictionary(resources, "Font")?;
        let id = self.pdf.last_reference(fonts.get(name.as_bytes()).ok()?);
        if let Some(index) = id.and_then(|id| self.font_indices.get(&id)) {
            return Some(*index);
        }
        if self.fonts.len() >= MOST_FONTS {
            return None;
        }
        let font =
            CheckedFont::read_font(self.pdf, self.pdf.get_dictionary(fonts, name)?);
        self.fonts.push(font);
        if let Some(id) = id {
            self.font_indices.insert(id, self.fonts.len() - 1);
        }
        Some(self.fonts.len() - 1)
    }

    /// Finds an image XObject, and reads it where it is new.
    pub(super) fn load_image(
        &mut self,
        objects: &Dictionary,
        name: &str,
        resources: &Dictionary,
    ) -> Option<Rc<CheckedImage>> {
        let id = self.pdf.last_reference(objects.get(name.as_bytes()).ok()?);
        if let Some(image) = id.and_then(|id| self.images.get(&id)) {
            return Some(Rc::clone(image));
        }
        let stream = self.pdf.get_stream(objects, name)?;
        let image =
            CheckedImage::read_image(self.pdf, &stream.dict, &stream.content, resources);
        let image = Rc::new(image);
        if let Some(id) = id {
            self.images.insert(id, Rc::clone(&image));
        }
        Some(image)
    }
}
