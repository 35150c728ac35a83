//! The outline and the page labels (ISO 32000-1 §12.3.3, §12.4.2).

use lopdf::{Document, Object, ObjectId};

use super::links::destination;
use super::value::{dict, integer, name, text};
use crate::typeset::document::{Folio, OutlineItem, Pages};

/// An outline of at most so many items is shown open: about what a window shows at once.
/// A longer one shows its first level only.
const OPEN_AT_MOST: usize = 40;

/// Adds the outline; none for pages without one.
pub(super) fn add(
    document: &mut Document,
    pages: &Pages,
    page_ids: &[ObjectId],
) -> Option<ObjectId> {
    if pages.outline.is_empty() {
        return None;
    }
    let open = count(&pages.outline) <= OPEN_AT_MOST;
    let root = document.new_object_id();
    let mut writer = Writer { document, pages, page_ids, open };
    let (first, last) = writer.level(&pages.outline, root)?;
    let shown = if open { count(&pages.outline) } else { pages.outline.len() };
    let entry = dict([
        ("Type", name("Outlines")),
        ("First", Object::Reference(first)),
        ("Last", Object::Reference(last)),
        ("Count", integer(shown)),
    ]);
    document.set_object(root, entry);
    Some(root)
}

/// Items of a level and all levels below.
fn count(items: &[OutlineItem]) -> usize {
    items.iter().map(|item| 1 + count(&item.children)).sum()
}

struct Writer<'a> {
    document: &'a mut Document,
    pages: &'a Pages,
    page_ids: &'a [ObjectId],
    open: bool,
}

impl Writer<'_> {
    /// Writes the items of one level and those below; gives the first and the last.
    fn level(
        &mut self,
        items: &[OutlineItem],
        parent: ObjectId,
    ) -> Option<(ObjectId, ObjectId)> {
        let ids: Vec<ObjectId> =
            items.iter().map(|_| self.document.new_object_id()).collect();
        for (place, item) in items.iter().enumerate() {
            let mut entry = dict([
                ("Title", text(&item.title)),
                ("Parent", Object::Reference(parent)),
            ]);
            if let Some(place) = destination(item.target, self.pages, self.page_ids) {
                entry.set("Dest", place);
            }
            if let Some(before) = place.checked_sub(1) {
                entry.set("Prev", Object::Reference(ids[before]));
            }
            if let Some(&after) = ids.get(place + 1) {
                entry.set("Next", Object::Reference(after));
            }
            if let Some((first, last)) = self.level(&item.children, ids[place]) {
                entry.set("First", Object::Reference(first));
                entry.set("Last", Object::Reference(last));
                // Negative: closed, and so many would come to light.
                let shown = if self.open {
                    integer(count(&item.children))
                } else {
                    Object::Integer(-i64::try_from(item.children.len()).unwrap_or(1))
                };
                entry.set("Count", shown);
            }
            self.document.set_object(ids[place], entry);
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
