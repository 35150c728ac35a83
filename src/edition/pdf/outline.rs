//! The outline and the page labels (ISO 32000-1 §12.3.3, §12.4.2).

use pdf_writer::{Chunk, Dict, Name, Ref, TextStr};

use super::file::{PdfBuilder, new_chunk, to_i32};
use super::links::{find_destination, write_destination};
use super::values::shorten_text;
use crate::typeset::document::{Bookmark, Folio, Pages};

/// Items of an outline that is shown open at most: about what a window shows. Of a longer
/// outline only the first level is shown.
const MOST_OPEN: usize = 40;

/// Writes the outline and returns its root; none for pages without an outline.
pub(super) fn write_outline(
    file: &mut PdfBuilder,
    pages: &Pages,
    page_refs: &[Ref],
) -> Option<Ref> {
    if pages.outline.is_empty() {
        return None;
    }
    let root = file.reserve();
    let is_open = count_items(&pages.outline) <= MOST_OPEN;
    let mut writer =
        OutlineWriter { file, chunk: new_chunk(), pages, page_refs, is_open };
    let (first, last) = writer.write_level(&pages.outline, root)?;
    let shown = if is_open { count_items(&pages.outline) } else { pages.outline.len() };
    let mut chunk = writer.chunk;
    chunk.outline(root).first(first).last(last).count(to_i32(shown));
    file.add(chunk);
    Some(root)
}

/// Counts the items of a level and of all levels below.
fn count_items(items: &[Bookmark]) -> usize {
    items.iter().map(|item| 1 + count_items(&item.children)).sum()
}

struct OutlineWriter<'a> {
    file: &'a mut PdfBuilder,
    chunk: Chunk,
    pages: &'a Pages,
    page_refs: &'a [Ref],
    is_open: bool,
}

impl OutlineWriter<'_> {
    /// Writes the items of one level and of those below; returns the first and the last.
    fn write_level(&mut self, items: &[Bookmark], parent: Ref) -> Option<(Ref, Ref)> {
        let ids = self.file.reserve_many(items.len());
        for (index, item) in items.iter().enumerate() {
            let below = self.write_level(&item.children, ids[index]);
            let mut entry = self.chunk.outline_item(ids[index]);
            entry.title(TextStr(&item.title)).parent(parent);
            if let Some(destination) = find_destination(item.target, self.pages) {
                let to = entry.insert(Name(b"Dest"));
                write_destination(destination, self.pages, self.page_refs, to);
            }
            if let Some(before) = index.checked_sub(1) {
                entry.prev(ids[before]);
            }
            if let Some(&after) = ids.get(index + 1) {
                entry.next(after);
            }
            if let Some((first, last)) = below {
                // A negative count: the item is closed, and opening it shows that many.
                let shown = if self.is_open {
                    to_i32(count_items(&item.children))
                } else {
                    -to_i32(item.children.len())
                };
                entry.first(first).last(last).count(shown);
            }
        }
        Some((*ids.first()?, *ids.last()?))
    }
}

/// Writes the page labels: a number tree with an entry wherever the numbering changes. A page
/// with the number 0 has no folio, and is labelled with a word.
pub(super) fn write_page_labels(pages: &Pages, unnumbered: &str, to: &mut Dict<'_>) {
    let mut numbers = to.insert(Name(b"Nums")).array();
    let mut expected: Option<Folio> = None;
    for (index, page) in pages.pages.iter().enumerate() {
        let folio = page.folio;
        if expected != Some(folio) {
            numbers.item(to_i32(index));
            let mut label = numbers.push().dict();
            if folio.number == 0 {
                label.pair(Name(b"P"), TextStr(&shorten_text(unnumbered)));
            } else {
                let style = if folio.roman { Name(b"r") } else { Name(b"D") };
                let number = i32::try_from(folio.number).unwrap_or(i32::MAX);
                label.pair(Name(b"S"), style).pair(Name(b"St"), number);
            }
        }
        let next = Folio { number: folio.number.saturating_add(1), ..folio };
        expected = (folio.number > 0).then_some(next);
    }
}
