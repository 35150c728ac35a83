//! The pages of a file: their boxes, what is painted on them, their links (ISO 32000-1
//! §7.7.3).

use pdf_writer::types::TabOrder;
use pdf_writer::{Chunk, Filter, Finish, Name, Ref};
use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;

use super::file::{COMPACT, number, reference};
use super::links::Annotation;
use super::value::rect;
use crate::length::Point;
use crate::typeset::document::Pages;

/// Pages that are written at a time, each set of them on any thread.
const PAGES_AT_ONCE: usize = 64;

/// A content stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Content {
    /// Its operators.
    Plain(Vec<u8>),
    /// The same, compressed.
    Compressed(Vec<u8>),
}

/// The objects of pages in a file: first their tree, then the pages, then what is painted on
/// them.
pub(super) struct PageTree {
    /// The number of the tree.
    first: usize,
    /// The pages.
    pub(super) page_refs: Vec<Ref>,
}

impl PageTree {
    /// So many pages, as objects from a number on.
    pub(super) fn new(first: usize, count: usize) -> Self {
        Self { first, page_refs: (first + 1..).map(reference).take(count).collect() }
    }

    /// The root of the tree.
    pub(super) fn root(&self) -> Ref {
        reference(self.first)
    }

    /// The first number behind them.
    pub(super) fn end(&self) -> usize {
        self.content(self.page_refs.len())
    }

    fn content(&self, place: usize) -> usize {
        self.first + 1 + self.page_refs.len() + place
    }
}

/// A page that is to be written: its place, what is painted on it, and its links.
type OnPage<'a> = (usize, &'a Content, &'a [Annotation<'a>]);

/// Writes pages, each with its boxes, one shared set of resources, and the keys of its tags;
/// with their links, which are in order.
pub(super) fn write(
    pages: &Pages,
    painted: &[Content],
    links: &[Annotation<'_>],
    tree: &PageTree,
    resources: Option<Ref>,
) -> Vec<Chunk> {
    let mut behind = links;
    let all = painted.iter().enumerate().map(|(place, content)| {
        let own = behind.partition_point(|link| link.page <= place);
        let (own, rest) = behind.split_at(own);
        behind = rest;
        (place, content, own)
    });
    let all: Vec<OnPage<'_>> = all.collect();
    let sets = all.par_chunks(PAGES_AT_ONCE).map(|set| {
        let mut chunk = Chunk::with_settings(COMPACT);
        for page in set {
            write_page(page, pages, tree, resources, &mut chunk);
        }
        chunk
    });
    let mut chunks: Vec<Chunk> = sets.collect();
    let mut root = Chunk::with_settings(COMPACT);
    root.pages(tree.root())
        .count(number(tree.page_refs.len()))
        .kids(tree.page_refs.iter().copied());
    chunks.push(root);
    chunks
}

fn write_page(
    &(place, content, links): &OnPage<'_>,
    pages: &Pages,
    tree: &PageTree,
    resources: Option<Ref>,
    chunk: &mut Chunk,
) {
    let far = Point { x: pages.trim.width, y: pages.trim.height };
    let whole = rect(Point::default(), far, pages.trim);
    let painted = reference(tree.content(place));
    let mut page = chunk.page(tree.page_refs[place]);
    page.parent(tree.root())
        .media_box(whole)
        .crop_box(whole)
        .bleed_box(whole)
        .trim_box(whole)
        .contents(painted);
    if let Some(resources) = resources {
        page.pair(Name(b"Resources"), resources);
    }
    if !links.is_empty() {
        page.annotations(links.iter().map(|link| link.id));
    }
    if !pages.elements.is_empty() {
        // The tab key goes by structure (ISO 14289-1 §7.18.3).
        page.struct_parents(number(place)).tab_order(TabOrder::StructureOrder);
    }
    page.finish();
    let (bytes, is_compressed) = match content {
        Content::Plain(bytes) => (bytes, false),
        Content::Compressed(bytes) => (bytes, true),
    };
    let mut stream = chunk.stream(painted, bytes);
    if is_compressed {
        stream.filter(Filter::FlateDecode);
    }
    stream.finish();
    for link in links {
        link.write(pages, &tree.page_refs, chunk);
    }
}
