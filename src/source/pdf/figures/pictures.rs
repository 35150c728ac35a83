//! Which images of the pages are pictures of the book.
//!
//! Scans beneath recognised text, backgrounds, artifacts, ornaments and logos are not. The
//! bands into which programs cut a picture are joined again.

use std::collections::BTreeMap;

use crate::length::Length;
use crate::source::codes;
use crate::source::pdf::access::PdfProblem;
use crate::source::pdf::document::PdfPicture;
use crate::source::pdf::page::{
    PageBox, PdfImage, PdfImageStream, SourcePage, Visibility,
};

/// The least side of a picture, in points: a centimetre. Smaller images are icons among the
/// words, bullets and letters.
const LEAST_SIDE: i32 = 28;
/// The least samples of the shorter side of a picture.
const LEAST_SAMPLES: u32 = 16;
/// How many times longer than high a rule or a headpiece is; panoramas are up to 8 to 1.
const ORNAMENT: i64 = 12;
/// The part of the page, in thousandths, that a scan or a background covers.
const COVERING: i64 = 650;
/// The glyphs over an image that covers the page from which it is beneath the text: a plate
/// may have a caption of two lines within.
const GLYPHS_OVER_PAGE: usize = 250;
/// The glyphs over a smaller image from which it is a ground. A map has a hundred names.
const GLYPHS_OVER_PART: usize = 700;
/// An image that is painted on this many pages is an ornament or a logo.
const REPEATED: usize = 3;
/// The most pages that may be wholly covered by an image without text, in thousandths:
/// above it, the document is a scan.
const PLATES: usize = 500;
/// The distance of two bands of a picture, in points.
const BAND_GAP: i32 = 1;
/// The most images of a page that can be parts of pictures. An image is compared with all
/// others of its page.
const MOST_PARTS: usize = 600;

/// Chooses the pictures of pages; their files are still missing.
pub(super) fn choose_pictures(
    pages: &[SourcePage],
) -> (Vec<PdfPicture>, Vec<PdfProblem>) {
    let repeated = RepeatedImages::count(pages);
    let is_scan = is_scanned(pages);
    let (mut pictures, mut problems) = (Vec::new(), Vec::new());
    for page in pages.iter().filter(|page| !page.images.is_empty()) {
        let has_hidden =
            page.glyphs.iter().any(|glyph| glyph.visibility == Visibility::Hidden);
        let candidates: Vec<(usize, PageBox)> = page
            .images
            .iter()
            .enumerate()
            .filter(|(_, image)| !repeated.has(image))
            .filter_map(|(at, image)| Some((at, find_seen(image)?)))
            .collect();
        let covered = candidates.iter().any(|(_, place)| covers(*place, page));
        if covered && (has_hidden || is_scan) {
            continue;
        }
        if candidates.len() > MOST_PARTS {
            problems.push(PdfProblem {
                code: codes::PDF_IMAGE,
                page: Some(page.number),
                message: format!(
                    "the page has more than {MOST_PARTS} images; they are left out"
                ),
            });
            continue;
        }
        for (place, images) in join_bands(&candidates) {
            if is_picture(page, place, &images) {
                pictures.push(PdfPicture {
                    page: page.number,
                    place,
                    images,
                    file: None,
                });
            }
        }
    }
    (pictures, problems)
}

/// The part of an image that is seen, if it can be part of a picture.
fn find_seen(image: &PdfImage) -> Option<PageBox> {
    let seen = image.seen?;
    let wanted = image.visibility == Visibility::Visible
        && image.stream != PdfImageStream::Unread
        && seen.left < seen.right
        && seen.top < seen.bottom;
    wanted.then_some(seen)
}

/// Images that are painted on many pages, as an object or as copies of one.
struct RepeatedImages {
    pages_of: BTreeMap<(PdfImageStream, u32, u32, u32), usize>,
    copies: BTreeMap<(u32, u32, u32, i32, i32), usize>,
}

impl RepeatedImages {
    fn count(pages: &[SourcePage]) -> Self {
        let mut repeated = Self { pages_of: BTreeMap::new(), copies: BTreeMap::new() };
        for page in pages {
            let mut keys: Vec<_> = page.images.iter().filter_map(Self::key).collect();
            let mut copies: Vec<_> = page.images.iter().map(Self::copy_key).collect();
            keys.sort_unstable();
            keys.dedup();
            copies.sort_unstable();
            copies.dedup();
            for key in keys {
                *repeated.pages_of.entry(key).or_insert(0) += 1;
            }
            for key in copies {
                *repeated.copies.entry(key).or_insert(0) += 1;
            }
        }
        repeated
    }

    fn key(image: &PdfImage) -> Option<(PdfImageStream, u32, u32, u32)> {
        let is_object = matches!(image.stream, PdfImageStream::Object(..));
        is_object.then_some((image.stream, image.columns, image.rows, image.length))
    }

    /// Copies have the same samples, bytes and size on the page.
    fn copy_key(image: &PdfImage) -> (u32, u32, u32, i32, i32) {
        let PdfImage { place, columns, rows, length, .. } = image;
        let points = |length: Length| length.0 / Length::SCALE;
        (
            *columns,
            *rows,
            *length,
            points(place.right - place.left),
            points(place.bottom - place.top),
        )
    }

    fn has(&self, image: &PdfImage) -> bool {
        let many = |count: Option<&usize>| count.is_some_and(|count| *count >= REPEATED);
        let as_object = Self::key(image).is_some_and(|key| many(self.pages_of.get(&key)));
        as_object || image.length > 0 && many(self.copies.get(&Self::copy_key(image)))
    }
}

/// Whether most pages are images without text.
fn is_scanned(pages: &[SourcePage]) -> bool {
    let is_image = |page: &&SourcePage| {
        let blank =
            page.glyphs.iter().all(|glyph| glyph.visibility != Visibility::Visible);
        blank && page.images.iter().filter_map(find_seen).any(|place| covers(place, page))
    };
    let images = pages.iter().filter(is_image).count();
    images > 2 && images * 1000 > pages.len() * PLATES
}

fn covers(place: PageBox, page: &SourcePage) -> bool {
    let whole = i64::from(page.width.0) * i64::from(page.height.0);
    area_of(place) / 1000 >= whole / 1_000_000 * COVERING
}

/// The area of a box in square scaled points.
pub(super) fn area_of(place: PageBox) -> i64 {
    i64::from((place.right - place.left).0) * i64::from((place.bottom - place.top).0)
}

/// Whether an image or joined bands are a picture of the book.
fn is_picture(page: &SourcePage, place: PageBox, images: &[usize]) -> bool {
    let (width, height) = (place.right - place.left, place.bottom - place.top);
    let least = Length::pt(LEAST_SIDE);
    let (shorter, longer) = (width.min(height), width.max(height));
    if shorter < least || i64::from(longer.0) > i64::from(shorter.0) * ORNAMENT {
        return false;
    }
    let parts = || images.iter().filter_map(|at| page.images.get(*at));
    let columns = parts().map(|image| image.columns).max().unwrap_or(0);
    let rows: u32 = parts().map(|image| image.rows).fold(0, u32::saturating_add);
    if columns.min(rows) < LEAST_SAMPLES {
        return false;
    }
    let over = count_glyphs_over(page, place);
    let limit = if covers(place, page) { GLYPHS_OVER_PAGE } else { GLYPHS_OVER_PART };
    over < limit
}

fn count_glyphs_over(page: &SourcePage, place: PageBox) -> usize {
    let is_over = |x: Length, y: Length| {
        (place.left..=place.right).contains(&x) && (place.top..=place.bottom).contains(&y)
    };
    let seen = page.glyphs.iter().filter(|glyph| glyph.visibility == Visibility::Visible);
    seen.filter(|glyph| is_over(glyph.x, glyph.baseline)).count()
}

/// Joins images that lie edge to edge, or within one another, to pictures. Their order is
/// that of their first parts.
fn join_bands(candidates: &[(usize, PageBox)]) -> Vec<(PageBox, Vec<usize>)> {
    let mut group: Vec<usize> = (0..candidates.len()).collect();
    for (one, (_, first)) in candidates.iter().enumerate() {
        for (two, (_, second)) in candidates.iter().enumerate().skip(one + 1) {
            if !are_joined(*first, *second) {
                continue;
            }
            let from = group.get(two).copied().unwrap_or(two);
            let to = group.get(one).copied().unwrap_or(one);
            let (from, to) = (from.max(to), from.min(to));
            for member in &mut group {
                if *member == from {
                    *member = to;
                }
            }
        }
    }
    let mut joined: BTreeMap<usize, (PageBox, Vec<usize>)> = BTreeMap::new();
    for ((at, place), group) in candidates.iter().zip(group) {
        let (whole, images) = joined.entry(group).or_insert((*place, Vec::new()));
        *whole = join_boxes(*whole, *place);
        images.push(*at);
    }
    joined.into_values().collect()
}

/// The box around two boxes.
pub(super) fn join_boxes(one: PageBox, two: PageBox) -> PageBox {
    PageBox {
        left: one.left.min(two.left),
        top: one.top.min(two.top),
        right: one.right.max(two.right),
        bottom: one.bottom.max(two.bottom),
    }
}

/// What two boxes have in common, unless that is nothing.
pub(super) fn meet_boxes(one: PageBox, two: PageBox) -> Option<PageBox> {
    let common = PageBox {
        left: one.left.max(two.left),
        top: one.top.max(two.top),
        right: one.right.min(two.right),
        bottom: one.bottom.min(two.bottom),
    };
    (common.left < common.right && common.top < common.bottom).then_some(common)
}

fn are_joined(one: PageBox, two: PageBox) -> bool {
    let near =
        |a: Length, b: Length| (a - b).0.saturating_abs() <= Length::pt(BAND_GAP).0;
    let same_columns = near(one.left, two.left) && near(one.right, two.right);
    let same_rows = near(one.top, two.top) && near(one.bottom, two.bottom);
    let stacked =
        same_columns && (near(one.bottom, two.top) || near(two.bottom, one.top));
    let in_row = same_rows && (near(one.right, two.left) || near(two.right, one.left));
    let overlap = meet_boxes(one, two).map_or(0, area_of);
    let smaller = area_of(one).min(area_of(two));
    stacked || in_row || overlap > smaller / 10 * 9
}
