//! The files of the pictures of a document.

use std::collections::BTreeMap;

use hayro_syntax::Pdf;
use hayro_syntax::object::{Dict, ObjectIdentifier, Stream};

use crate::length::Length;
use crate::source::codes;
use crate::source::pdf::access::PdfProblem;
use crate::source::pdf::document::{ImageFile, PdfDocument, PdfPicture};
use crate::source::pdf::figures::pictures::choose_pictures;
use crate::source::pdf::images::limits::MOST_SAMPLES;
use crate::source::pdf::images::raster::{ImageRaster, RasterPart};
use crate::source::pdf::images::samples::{ImageFault, keep_jpeg, read_raster};
use crate::source::pdf::page::{
    Colour, ImageTurn, PageBox, PdfImage, PdfImageStream, SourcePage, page_index,
};

/// The most samples of all images of a document that are decoded. A thousand
/// full-page pictures at 300 dpi have 9,000 million, but most pictures of such a book are
/// JPEG files, which are not decoded.
const MOST_DECODED: u64 = 4_000_000_000;
/// How much of a side of an image must be hidden for it to be cropped, in thousandths: a
/// clipping path around an image is often smaller by a rounding error.
const CROPPED: i64 = 10;

/// What makes the same file: the stream, how it is turned, its part, and its colour.
type FileKey = (PdfImageStream, ImageTurn, [i64; 4], Option<Colour>);

/// Chooses the pictures of a document and reads their files.
pub(in crate::source::pdf) fn read_pictures(
    pdf: &Pdf,
    document: &mut PdfDocument,
) -> Vec<PdfProblem> {
    let (mut pictures, mut problems) = choose_pictures(&document.pages);
    let mut files: Vec<ImageFile> = Vec::new();
    let mut known: BTreeMap<FileKey, Result<usize, ImageFault>> = BTreeMap::new();
    let mut decoded = 0_u64;
    for picture in &mut pictures {
        let Some(page) = document.pages.get(page_index(picture.page)) else { continue };
        let key = find_key(page, picture);
        let found = key.and_then(|key| known.get(&key).copied());
        let read = found.unwrap_or_else(|| {
            let file = read_file(pdf, page, picture, &mut decoded)?;
            files.push(file);
            Ok(files.len() - 1)
        });
        if let Some(key) = key {
            known.insert(key, read);
        }
        match read {
            Ok(file) => picture.file = Some(file),
            Err(fault) => problems.push(PdfProblem {
                code: codes::PDF_IMAGE,
                page: Some(page.number),
                message: format!("a picture is left out, because {fault}"),
            }),
        }
    }
    pictures.retain(|picture| picture.file.is_some());
    document.pictures = pictures;
    document.image_files = files;
    problems
}

/// What tells the files of pictures of one image apart.
fn find_key(page: &SourcePage, picture: &PdfPicture) -> Option<FileKey> {
    let [at] = picture.images.as_slice() else { return None };
    let image = page.images.get(*at)?;
    let PdfImageStream::Object(..) = image.stream else { return None };
    Some((image.stream, image.turn, measure_seen(image), image.colour))
}

fn read_file(
    pdf: &Pdf,
    page: &SourcePage,
    picture: &PdfPicture,
    decoded: &mut u64,
) -> Result<ImageFile, ImageFault> {
    let images: Vec<&PdfImage> =
        picture.images.iter().filter_map(|at| page.images.get(*at)).collect();
    if let [image] = images.as_slice()
        && image.turn == ImageTurn::default()
        && measure_seen(image) == [0, 0, 1000, 1000]
        && let Some(stream) = find_stream(pdf, image)
        && let Some(bytes) = keep_jpeg(&stream, &Dict::empty())
    {
        return Ok(ImageFile { bytes, extension: "jpg" });
    }
    let mut rasters = Vec::new();
    for image in &images {
        *decoded += u64::from(image.columns) * u64::from(image.rows);
        if *decoded > MOST_DECODED {
            return Err(ImageFault::TooMany);
        }
        rasters.push((image.seen.unwrap_or(image.place), read_seen(pdf, page, image)?));
    }
    let raster = join_rasters(picture.place, rasters)?;
    let bytes = raster.to_png().ok_or(ImageFault::Damaged)?;
    Ok(ImageFile { bytes, extension: "png" })
}

fn find_stream<'a>(pdf: &'a Pdf, image: &PdfImage) -> Option<Stream<'a>> {
    let PdfImageStream::Object(number, generation) = image.stream else { return None };
    pdf.xref().get::<Stream<'a>>(ObjectIdentifier::new(number, generation))
}

/// The samples of an image that are seen, as they stand on the page.
fn read_seen(
    pdf: &Pdf,
    page: &SourcePage,
    image: &PdfImage,
) -> Result<ImageRaster, ImageFault> {
    let raster = match image.stream {
        PdfImageStream::Inline(at) => page.inline_images.get(at).cloned(),
        PdfImageStream::Object(..) => match find_stream(pdf, image) {
            Some(stream) => Some(read_raster(&stream, &Dict::empty(), image.colour)?),
            None => None,
        },
        PdfImageStream::Unread => None,
    };
    let raster = raster.ok_or(ImageFault::Damaged)?.turned(image.turn);
    let [left, top, right, bottom] = measure_seen(image);
    let part = |thousandths: i64, length: u32| {
        u32::try_from(i64::from(length) * thousandths / 1000).unwrap_or(0).min(length)
    };
    let part = RasterPart {
        left: part(left, raster.columns),
        top: part(top, raster.rows),
        right: part(right, raster.columns).max(1),
        bottom: part(bottom, raster.rows).max(1),
    };
    Ok(raster.cropped(part))
}

/// The part of an image that is seen, in thousandths of its sides: left, top, right, bottom.
fn measure_seen(image: &PdfImage) -> [i64; 4] {
    let PdfImage { place, seen, .. } = image;
    let Some(seen) = seen else { return [0, 0, 1000, 1000] };
    let part = |at: Length, from: Length, to: Length| {
        let length = i64::from(to.0) - i64::from(from.0);
        let part = (i64::from(at.0) - i64::from(from.0)) * 1000 / length.max(1);
        let whole = if part >= 500 { 1000 } else { 0 };
        if (part - whole).abs() <= CROPPED { whole } else { part.clamp(0, 1000) }
    };
    let found = [
        part(seen.left, place.left, place.right),
        part(seen.top, place.top, place.bottom),
        part(seen.right, place.left, place.right),
        part(seen.bottom, place.top, place.bottom),
    ];
    let [left, top, right, bottom] = found;
    if left < right && top < bottom { found } else { [0, 0, 1000, 1000] }
}

/// Joins the parts of a picture at the resolution of the largest; later ones are painted
/// over earlier ones.
fn join_rasters(
    place: PageBox,
    rasters: Vec<(PageBox, ImageRaster)>,
) -> Result<ImageRaster, ImageFault> {
    let area = |raster: &ImageRaster| u64::from(raster.columns) * u64::from(raster.rows);
    let largest = rasters.iter().max_by_key(|(_, raster)| area(raster));
    let Some((largest_place, largest)) = largest else { return Err(ImageFault::Damaged) };
    if rasters.len() == 1 {
        return Ok(rasters
            .into_iter()
            .next()
            .map(|(_, raster)| raster)
            .unwrap_or_default());
    }
    let (samples, length) = (
        (i64::from(largest.columns), i64::from(largest.rows)),
        (
            i64::from((largest_place.right - largest_place.left).0).max(1),
            i64::from((largest_place.bottom - largest_place.top).0).max(1),
        ),
    );
    let count = |distance: Length, samples: i64, length: i64| {
        let scaled = (i64::from(distance.0) * samples + length / 2) / length;
        u32::try_from(scaled.max(0)).unwrap_or(u32::MAX)
    };
    let across = |x: Length| count(x - place.left, samples.0, length.0);
    let down = |y: Length| count(y - place.top, samples.1, length.1);
    let (columns, rows) = (across(place.right).max(1), down(place.bottom).max(1));
    if u64::from(columns) * u64::from(rows) > MOST_SAMPLES {
        return Err(ImageFault::TooLarge);
    }
    let mut canvas = ImageRaster::white(columns, rows);
    for (part, raster) in rasters {
        let part = RasterPart {
            left: across(part.left),
            top: down(part.top),
            right: across(part.right),
            bottom: down(part.bottom),
        };
        canvas.paint(&raster, part);
    }
    Ok(canvas)
}
