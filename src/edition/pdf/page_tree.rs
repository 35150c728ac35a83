//! The pages of a file as objects: their tree, boxes, contents and links (ISO 32000-1 §7.7.3).

use pdf_writer::types::TabOrder;
use pdf_writer::{Chunk, Finish, Name, Rect, Ref};
use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;

use super::deflate::StreamData;
use super::file::{PdfBuilder, new_chunk, to_i32};
use super::links::LinkAnnotation;
use super::values::to_page_rect;
use crate::typeset::document::Pages;

/// Pages that one thread writes at a time.
const PAGES_AT_ONCE: usize = 64;

/// The object numbers of the pages of a file: first their tree, then the pages, then their
/// content streams.
pub(super) struct PageTree {
    /// The root of the tree.
    pub(super) root: Ref,
    /// The pages.
    pub(super) pages: Vec<Ref>,
    contents: Vec<Ref>,
}

impl PageTree {
    /// Reserves the objects of a number of pages.
    pub(super) fn reserve(file: &mut PdfBuilder, count: usize) -> Self {
        Self {
            root: file.reserve(),
            pages: file.reserve_many(count),
            contents: file.reserve_many(count),
        }
    }
}

/// Writes the root of a page tree without inner nodes.
pub(super) fn write_page_root(chunk: &mut Chunk, root: Ref, pages: &[Ref]) {
    chunk.pages(root).count(to_i32(pages.len())).kids(pages.iter().copied());
}

/// A page of the PDF for readers that is to be written: its index, its content stream, and its
/// links.
struct ReaderPage<'a> {
    index: usize,
    content: &'a StreamData<'static>,
    links: &'a [LinkAnnotation<'a>],
}

/// Writes the pages of the PDF for readers. Each has the same box four times, the shared
/// resources, and the keys of its tags. `links` are in the order of their pages.
pub(super) fn write_pages(
    file: &mut PdfBuilder,
    pages: &Pages,
    contents: &[StreamData<'static>],
    links: &[LinkAnnotation<'_>],
    tree: &PageTree,
    resources: Ref,
) {
    let mut rest = links;
    let all = contents.iter().enumerate().map(|(index, content)| {
        let links;
        (links, rest) = rest.split_at(rest.partition_point(|link| link.page <= index));
        ReaderPage { index, content, links }
    });
    let all: Vec<ReaderPage<'_>> = all.collect();
    let sets = all.par_chunks(PAGES_AT_ONCE).map(|set| {
        let mut chunk = new_chunk();
        for page in set {
            write_page(page, pages, tree, resources, &mut chunk);
        }
        chunk
    });
    file.add_all(sets.collect::<Vec<Chunk>>());
    let mut root = new_chunk();
    write_page_root(&mut root, tree.root, &tree.pages);
    file.add(root);
}

fn write_page(
    &ReaderPage { index, content, links }: &ReaderPage<'_>,
    pages: &Pages,
    tree: &PageTree,
    resources: Ref,
    chunk: &mut Chunk,
) {
    let whole = to_page_rect(pages.trim);
    let mut page = chunk.page(tree.pages[index]);
    page.parent(tree.root)
        .media_box(whole)
        .crop_box(whole)
        .bleed_box(whole)
        .trim_box(whole)
        .contents(tree.contents[index]);
    page.pair(Name(b"Resources"), resources);
    if !links.is_empty() {
        page.annotations(links.iter().map(|link| link.id));
    }
    if !pages.elements.is_empty() {
        // The tab key follows the structure (ISO 14289-1 §7.18.3).
        page.struct_parents(to_i32(index)).tab_order(TabOrder::StructureOrder);
    }
    page.finish();
    content.write(chunk, tree.contents[index], |_| {});
    for link in links {
        link.write(pages, &tree.pages, chunk);
    }
}

/// The boxes of a page for a press (ISO 32000-1 §14.11.2). It has no crop box: viewers show all
/// that is printed.
#[derive(Debug, Clone, Copy)]
pub(super) struct PressBoxes {
    pub(super) media: Rect,
    pub(super) bleed: Rect,
    pub(super) trim: Rect,
}

/// Writes a page of the PDF for a press, with one or more content streams.
pub(super) fn write_press_page(
    chunk: &mut Chunk,
    id: Ref,
    root: Ref,
    boxes: PressBoxes,
    resources: Ref,
    contents: &[Ref],
) {
    let mut page = chunk.page(id);
    page.media_box(boxes.media).trim_box(boxes.trim).bleed_box(boxes.bleed).parent(root);
    page.pair(Name(b"Resources"), resources);
    match contents {
        [content] => page.contents(*content),
        contents => page.contents_array(contents.iter().copied()),
    };
}
