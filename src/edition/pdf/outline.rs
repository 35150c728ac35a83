//! The outline and the page labels (ISO 32000-1 §12.3.3, §12.4.2).

use lopdf::Object;
use pdf_writer::{Chunk, Name, Ref, TextStr};

use super::file::{COMPACT, number, reference};
use super::links::{destination, lead_to};
use super::value::{dict, integer, name, text};
use crate::typeset::document::{Folio, OutlineItem, Pages};

/// An outline of at most so many items is shown open: about what a window shows at once.
/// A longer one shows its first level only.
const OPEN_AT_MOST: usize = 40;

/// Writes the outline, with the objects of all pages, as objects from a number on: the first
/// is its root. None for pages without one.
pub(super) fn write(pages: &Pages, page_refs: &[Ref], first: usize) -> Option<Chunk> {
    if pages.outline.is_empty() {
        return None;
    }
    let open = count(&pages.outline) <= OPEN_AT_MOST;
    let chunk = Chunk::with_settings(COMPACT);
    let mut writer = Writer { chunk, pages, page_refs, open, next: first + 1 };
    let root = reference(first);
    let (first, last) = writer.level(&pages.outline, root)?;
    let shown = if open { count(&pages.outline) } else { pages.outline.len() };
    writer.chunk.outline(root).first(first).last(last).count(number(shown));
    Some(writer.chunk)
}

/// Items of a level and all levels below.
fn count(items: &[OutlineItem]) -> usize {
    items.iter().map(|item| 1 + count(&item.children)).sum()
}

struct Writer<'a> {
    chunk: Chunk,
    pages: &'a Pages,
    page_refs: &'a [Ref],
    open: bool,
    /// The number of the next object.
    next: usize,
}

impl Writer<'_> {
    /// Writes the items of one level and those below; gives the first and the last.
    fn level(&mut self, items: &[OutlineItem], parent: Ref) -> Option<(Ref, Ref)> {
        let ids: Vec<Ref> = (self.next..).map(reference).take(items.len()).collect();
        self.next += items.len();
        for (place, item) in items.iter().enumerate() {
            let below = self.level(&item.children, ids[place]);
            let mut entry = self.chunk.outline_item(ids[place]);
            entry.title(TextStr(&item.title)).parent(parent);
            if let Some(to) = destination(item.target, self.pages) {
                lead_to(to, self.pages, self.page_refs, entry.insert(Name(b"Dest")));
            }
            if let Some(before) = place.checked_sub(1) {
                entry.prev(ids[before]);
            }
            if let Some(&after) = ids.get(place + 1) {
                entry.next(after);
            }
            if let Some((first, last)) = below {
                // Negative: closed, and so many would come to light.
                let shown = if self.open {
                    number(count(&item.children))
                } else {
                    -number(item.children.len())
                };
                entry.first(first).last(last).count(shown);
            }
        }
        Some((*ids.first()?, *ids.last()?))
    }
}

/// The page labels: a number tree with an entry wherever the count of pages changes.
/// A page with the number 0 has no folio, and is labelled with words.
pub(super) fn labels(pages: &Pages, unnumbered: &str) -> Object {
    let mut numbers = Vec::new();
    let mut expected: Option<Folio> = None;
    for (place, page) in pages.pages.iter().enumerate() {
        let folio = page.folio;
        if expected != Some(folio) {
            let style = name(if folio.roman { "r" } else { "D" });
            let entry = match folio.number {
                0 => dict([("P", text(unnumbered))]),
                number => dict([("S", style), ("St", i64::from(number).into())]),
            };
            numbers.extend([integer(place), entry.into()]);
        }
        let next = Folio { number: folio.number.saturating_add(1), ..folio };
        expected = (folio.number > 0).then_some(next);
    }
    dict([("Nums", Object::Array(numbers))]).into()
}
