//! The fonts and images that all pages of a file share (ISO 32000-1 §7.8.3).

use pdf_writer::{Dict, Name, Ref};
use rayon::iter::{
    IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator,
};

use super::deflate::CompressorPool;
use super::file::{PdfBuilder, new_chunk};
use super::font_streams::FontStreams;
use super::fonts::{FaceSubsets, FontSubset};
use super::image_stream::ImageStream;
use crate::typeset::document::{Page, PageImage, PlacedItem};

/// What the pages of a file are painted with.
pub(super) struct PageResources<'a> {
    /// By the indices of the faces of the pages.
    faces: Vec<FaceSubsets>,
    /// Each picture once, by its number. Pictures with the same pixels are the same.
    pictures: Vec<&'a PageImage>,
}

/// A font of the file: the index of its face, and the reading.
pub(super) type FontKey = (usize, usize);

impl<'a> PageResources<'a> {
    /// The fonts given, and the pictures of some pages.
    pub(super) fn new(faces: Vec<FaceSubsets>, pages: &'a [Page]) -> Self {
        let mut resources = Self { faces, pictures: Vec::new() };
        for item in pages.iter().flat_map(Page::figure_items) {
            if let PlacedItem::Image(picture) = item
                && resources.picture_number(picture).is_none()
            {
                resources.pictures.push(picture);
            }
        }
        resources
    }

    /// The faces.
    pub(super) fn faces(&self) -> &[FaceSubsets] {
        &self.faces
    }

    /// The number of a picture.
    pub(super) fn picture_number(&self, picture: &PageImage) -> Option<usize> {
        self.pictures.iter().position(|one| one.pixels == picture.pixels)
    }

    /// The fonts with their names.
    fn fonts(&self) -> impl Iterator<Item = (String, &FontSubset)> {
        self.faces.iter().enumerate().flat_map(|(face, of_face)| {
            let subsets = of_face.subsets.iter().enumerate();
            subsets
                .map(move |(reading, subset)| (format_font_name((face, reading)), subset))
        })
    }
}

/// The name of a font among the resources.
pub(super) fn format_font_name((face, reading): FontKey) -> String {
    format!("F{face}.{reading}")
}

/// The name of a picture among the resources.
pub(super) fn format_image_name(number: usize) -> String {
    format!("I{number}")
}

/// Fonts and images as streams, with their names, in the order of the names.
pub(super) struct ResourceStreams<'a> {
    fonts: Vec<(String, FontStreams<'a>)>,
    /// For each font the first one with the same program, which it shares.
    program_owners: Vec<usize>,
    images: Vec<(String, ImageStream<'a>)>,
}

impl<'a> ResourceStreams<'a> {
    /// Takes the fonts, and makes images of the pictures.
    pub(super) fn new(
        resources: &'a PageResources<'a>,
        mut make_image: impl FnMut(&'a PageImage) -> ImageStream<'a>,
    ) -> Self {
        let fonts = resources.fonts().map(|(name, subset)| {
            let font = FontStreams::new(&name, subset);
            (name, font)
        });
        let mut fonts: Vec<(String, FontStreams<'a>)> = fonts.collect();
        fonts.sort_by(|(one, _), (other, _)| one.cmp(other));
        let names = (0..resources.pictures.len()).map(format_image_name);
        let mut pictures: Vec<(String, &PageImage)> =
            names.zip(resources.pictures.iter().copied()).collect();
        pictures.sort_by(|(one, _), (other, _)| one.cmp(other));
        let images = pictures.into_iter().map(|(name, one)| (name, make_image(one)));
        let images = images.collect();
        Self { program_owners: (0..fonts.len()).collect(), fonts, images }
    }

    /// Writes a font program once if several fonts share it. Fonts that read the glyphs of
    /// one face differently do, if the whole face is embedded.
    pub(super) fn share_programs(&mut self) {
        for index in 0..self.fonts.len() {
            let program = self.fonts[index].1.program();
            let owner = self.fonts.iter().position(|(_, one)| one.program() == program);
            self.program_owners[index] = owner.unwrap_or(index);
        }
    }

    /// The bytes of all streams, in the order of their objects; a shared program for each of
    /// its fonts.
    pub(super) fn streams(&self) -> impl Iterator<Item = &[u8]> {
        let images = self.images.iter().map(|(_, image)| image.bytes());
        let fonts = self.fonts.iter();
        images.chain(fonts.flat_map(|(_, font)| [font.program(), font.to_unicode()]))
    }

    /// Compresses all streams that are written.
    pub(super) fn compress(&mut self) {
        let (content, data) = (CompressorPool::for_content(), CompressorPool::for_data());
        let owners = &self.program_owners;
        let (fonts, images) = (&mut self.fonts, &mut self.images);
        rayon::join(
            || {
                fonts.par_iter_mut().enumerate().for_each(|(index, (_, font))| {
                    font.compress(owners[index] == index, &content, &data);
                });
            },
            || images.par_iter_mut().for_each(|(_, image)| image.compress(&data)),
        );
    }

    /// Writes the images.
    pub(super) fn write_images(&self, file: &mut PdfBuilder) -> Vec<Ref> {
        let mut chunk = new_chunk();
        let ids: Vec<Ref> = file.reserve_many(self.images.len());
        for ((_, image), &id) in self.images.iter().zip(&ids) {
            image.write(&mut chunk, id);
        }
        file.add(chunk);
        ids
    }

    /// Writes the fonts, and dictionaries with the names of all fonts and images.
    pub(super) fn write_fonts(
        &self,
        file: &mut PdfBuilder,
        images: &[Ref],
    ) -> ResourceRefs {
        let mut programs: Vec<Ref> = Vec::new();
        let mut ids: Vec<Ref> = Vec::new();
        for ((_, font), &owner) in self.fonts.iter().zip(&self.program_owners) {
            let [id, program] = font.write(file, programs.get(owner).copied());
            programs.push(program);
            ids.push(id);
        }
        let fonts = self.fonts.iter().map(|(name, _)| name.as_str()).zip(ids);
        let names = self.images.iter().map(|(name, _)| name.as_str());
        let images = names.zip(images.iter().copied());
        ResourceRefs {
            fonts: write_names(file, fonts.collect()),
            images: write_names(file, images.collect()),
        }
    }
}

/// The dictionaries of all fonts and of all images; none for what a file does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ResourceRefs {
    /// The fonts.
    pub(super) fonts: Option<Ref>,
    /// The images.
    pub(super) images: Option<Ref>,
}

impl ResourceRefs {
    /// Writes the entries of a resource dictionary.
    pub(super) fn write_entries(self, to: &mut Dict<'_>) {
        if let Some(fonts) = self.fonts {
            to.pair(Name(b"Font"), fonts);
        }
        if let Some(images) = self.images {
            to.pair(Name(b"XObject"), images);
        }
    }
}

/// Writes a dictionary of names, unless it would be empty.
fn write_names(file: &mut PdfBuilder, names: Vec<(&str, Ref)>) -> Option<Ref> {
    if names.is_empty() {
        return None;
    }
    Some(file.write_object(|chunk, id| {
        let mut dictionary = chunk.indirect(id).dict();
        for (name, object) in names {
            dictionary.pair(Name(name.as_bytes()), object);
        }
    }))
}
