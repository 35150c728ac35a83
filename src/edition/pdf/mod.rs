//! Writes finished pages as a PDF file. It paints, and measures nothing.
//!
//! [`write_pdf`] has three steps. Fonts are cut down to what the pages use (`fonts`). Each page
//! becomes a content stream, on any thread (`tagged_painter`; `page_cache` is a cache around
//! it). Then all objects of the document are written: resources, pages, links, outline,
//! structure, metadata (`reader_file`).
//!
//! [`write_press_pdf`] writes the same pages for a press, with other colours, boxes and marks.
//! Both write through the same types: `page_resources` for fonts and images, `canvas` for what
//! is painted, `output_intent`, and `file` for objects. A document exists in no other form
//! before its objects become bytes. `PDF.md` beside this file says which clauses of the
//! standards are met, and how.

mod document_info;
mod error;

// From pages to content streams.

mod page_cache;

mod font_program;
mod glyph_text;
mod glyph_use;

mod fonts;

mod operators;

mod canvas;
mod page_painter;
mod tagged_painter;

// From values to objects.

mod values;

mod deflate;
mod file;

mod font_streams;
mod image_stream;
mod page_resources;

mod icc;
mod srgb;

mod output_intent;
mod page_tree;

mod links;
mod outline;
mod structure;
mod xmp;

mod reader_file;

pub mod press;

pub use document_info::DocumentInfo;
pub use error::PdfError;
pub use press::{write_imposed_pdf, write_press_pdf};

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use crate::cache::Cache;
use crate::typeset::cached::CachedPages;
use crate::typeset::document::{Page, Pages};
use deflate::{CompressorPool, StreamData};
use fonts::{FontPortion, subset_faces};
use links::describe_links;
use page_cache::{PageCache, PageSource, TaggedPage};
use page_resources::PageResources;
use reader_file::write_reader_file;
use tagged_painter::TaggedPainter;

/// Pages that one thread paints at a time: few, because at the end all others wait for the
/// last.
const PAGES_AT_ONCE: usize = 4;

/// Writes a typeset book as a tagged PDF 1.7.
///
/// The same pages and information give the same bytes.
///
/// # Errors
///
/// When a face cannot be embedded, or is missing.
pub fn write_pdf(pages: &Pages, info: &DocumentInfo) -> Result<Vec<u8>, PdfError> {
    write_source(PageSource::from_whole(pages), info)
}

/// Like [`write_pdf`], but takes from a cache what earlier runs have painted.
///
/// # Errors
///
/// When a face cannot be embedded, or is missing.
pub fn write_cached_pdf(
    pages: &CachedPages,
    info: &DocumentInfo,
    cache: &Cache,
) -> Result<Vec<u8>, PdfError> {
    write_source(PageSource::from_cached(pages, cache), info)
}

fn write_source(
    source: PageSource<'_>,
    info: &DocumentInfo,
) -> Result<Vec<u8>, PdfError> {
    let faces = subset_faces(source, &[], FontPortion::UsedGlyphs)?;
    let cache = PageCache::new(source, &faces);
    let pages = source.outer();
    let resources = PageResources::new(faces, &pages.pages);
    let compressors = CompressorPool::for_content();
    let make_painter = || TaggedPainter::new(&resources);
    let all = (0..pages.pages.len()).into_par_iter().with_max_len(PAGES_AT_ONCE);
    let painted = all.map_init(make_painter, |painter, index| {
        cache.get_or_paint(index, |page| paint_page(page, pages, painter, &compressors))
    });
    let painted: Vec<TaggedPage> = painted.collect();
    Ok(write_reader_file(&resources, pages, painted, info))
}

/// Paints a page: its content stream, the elements of its marked contents, the descriptions of
/// its links.
fn paint_page(
    page: &Page,
    pages: &Pages,
    painter: &mut TaggedPainter<'_>,
    compressors: &CompressorPool,
) -> TaggedPage {
    let (operators, tagged) = painter.paint_page(page, pages);
    let mut content = StreamData::plain(operators);
    content.compress(compressors);
    TaggedPage { content, tagged, links: describe_links(page) }
}
