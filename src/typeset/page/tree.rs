//! The structure tree and the destinations of a book during make-up. Each section has its
//! own at first; then all are joined.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::length::Point;
use crate::text::language::Language;
use crate::typeset::document::{
    BookPassage, Destination, DestinationId, ElementId, LinkTarget, Page, PlacedItem,
    Role, StructElem,
};
use crate::typeset::page::galley::NamedDestination;

/// A structure tree with its destinations.
#[derive(Debug)]
pub(crate) struct StructureTree {
    /// The elements; the first is the root.
    pub(crate) elements: Vec<StructElem>,
    /// The destinations; those not set yet are all zero.
    pub(crate) destinations: Vec<Destination>,
    ids: BTreeMap<NamedDestination, DestinationId>,
    is_set: Vec<bool>,
}

impl StructureTree {
    /// Creates a tree with a root only.
    pub(crate) fn new(language: Option<Language>) -> Self {
        let mut tree = Self {
            elements: Vec::new(),
            destinations: Vec::new(),
            ids: BTreeMap::new(),
            is_set: Vec::new(),
        };
        tree.add_element(Role::Document, None, language);
        tree
    }

    /// The root.
    pub(crate) const ROOT: ElementId = ElementId(0);

    /// Adds an element.
    pub(crate) fn add_element(
        &mut self,
        role: Role,
        parent: Option<ElementId>,
        language: Option<Language>,
    ) -> ElementId {
        let id = u32::try_from(self.elements.len()).unwrap_or(u32::MAX);
        self.elements.push(StructElem {
            role,
            parent,
            language,
            alternative: None,
            passage: None,
        });
        ElementId(id)
    }

    /// Returns the identifier of a destination, which may be set later.
    pub(crate) fn destination_id(
        &mut self,
        destination: NamedDestination,
    ) -> DestinationId {
        let next = DestinationId(u32::try_from(self.ids.len()).unwrap_or(u32::MAX));
        let id = *self.ids.entry(destination).or_insert(next);
        if id == next {
            self.destinations.push(Destination::default());
            self.is_set.push(false);
        }
        id
    }

    /// Sets where a destination is. Only the first call counts.
    pub(crate) fn set_destination(
        &mut self,
        destination: NamedDestination,
        page: usize,
        point: Point,
    ) {
        let id = self.destination_id(destination).0 as usize;
        if !self.is_set[id] {
            let page = u32::try_from(page).unwrap_or(u32::MAX);
            self.destinations[id] = Destination { page, point };
            self.is_set[id] = true;
        }
    }

    /// Joins the tree of a section to the book's. The section's root becomes `root`, and
    /// its first page becomes page `first` of the book.
    pub(crate) fn join_section(
        &mut self,
        section: Self,
        root: ElementId,
        first: usize,
    ) -> SectionNumbering {
        let before = u32::try_from(self.elements.len()).unwrap_or(u32::MAX);
        let elements = ElementMap { root, offset: before.saturating_sub(1) };
        let elements_in_book =
            section.elements.into_iter().skip(1).map(|element| StructElem {
                parent: element.parent.map(|parent| elements.in_book(parent)),
                ..element
            });
        self.elements.extend(elements_in_book);
        let mut by_id: Vec<(DestinationId, NamedDestination)> =
            section.ids.into_iter().map(|(destination, id)| (id, destination)).collect();
        by_id.sort_unstable();
        let mut destinations = Vec::with_capacity(by_id.len());
        for (id, destination) in by_id {
            destinations.push(self.destination_id(destination));
            if section.is_set[id.0 as usize] {
                let Destination { page, point } = section.destinations[id.0 as usize];
                self.set_destination(destination, first + page as usize, point);
            }
        }
        SectionNumbering { elements, destinations }
    }

    /// The identifier of a destination, if it is set.
    pub(crate) fn find_destination(
        &self,
        destination: NamedDestination,
    ) -> Option<DestinationId> {
        self.ids.get(&destination).copied().filter(|id| self.is_set[id.0 as usize])
    }
}

/// The structure tree of a section as the cache stores it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CachedTree {
    elements: Vec<StructElem>,
    /// The destinations in the order of their identifiers, with their positions if they are
    /// set.
    destinations: Vec<(NamedDestination, Option<Destination>)>,
}

impl CachedTree {
    /// The destinations in it.
    pub(crate) fn destinations_mut(
        &mut self,
    ) -> impl Iterator<Item = &mut NamedDestination> {
        self.destinations.iter_mut().map(|(destination, _)| destination)
    }

    /// The parts that its elements are made of.
    pub(crate) fn passages_mut(&mut self) -> impl Iterator<Item = &mut BookPassage> {
        self.elements.iter_mut().filter_map(|element| element.passage.as_mut())
    }
}

impl From<&StructureTree> for CachedTree {
    fn from(tree: &StructureTree) -> Self {
        let mut destinations =
            vec![(NamedDestination::TitlePage, None); tree.destinations.len()];
        for (&destination, id) in &tree.ids {
            let id = id.0 as usize;
            destinations[id] =
                (destination, tree.is_set[id].then_some(tree.destinations[id]));
        }
        Self { elements: tree.elements.clone(), destinations }
    }
}

impl From<CachedTree> for StructureTree {
    fn from(CachedTree { elements, destinations: stored }: CachedTree) -> Self {
        let is_set = stored.iter().map(|(_, at)| at.is_some()).collect();
        let destinations = stored.iter().map(|(_, at)| at.unwrap_or_default()).collect();
        let numbers = (0..).map(DestinationId);
        let ids =
            stored.into_iter().map(|(destination, _)| destination).zip(numbers).collect();
        Self { elements, destinations, ids, is_set }
    }
}

/// The position of a section in the assembled book.
#[derive(Debug, Clone)]
pub(crate) struct SectionInBook {
    /// Its pages among all pages of the book.
    pub(crate) pages: Range<usize>,
    /// Maps its elements to those of the book.
    pub(crate) elements: ElementMap,
}

/// Maps the element identifiers of a section to those of the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct ElementMap {
    /// The book's element that the section's root becomes.
    pub(crate) root: ElementId,
    /// What is added to all other identifiers: the number of elements the book had before,
    /// less the root.
    pub(crate) offset: u32,
}

impl ElementMap {
    /// The identifier in the book of an element of the section.
    pub(crate) fn in_book(self, id: ElementId) -> ElementId {
        match id {
            ElementId(0) => self.root,
            ElementId(id) => ElementId(id.saturating_add(self.offset)),
        }
    }

    /// The identifier in the section of an element of the book.
    pub(crate) fn in_section(self, element: ElementId) -> ElementId {
        if element == self.root {
            ElementId(0)
        } else {
            ElementId(element.0.saturating_sub(self.offset))
        }
    }

    /// Changes the element identifiers of the section's items to those of the book.
    pub(crate) fn renumber_items(self, items: &mut [PlacedItem]) {
        for item in items {
            let element = match item {
                PlacedItem::Run(run) => &mut run.element,
                PlacedItem::Outline(outline) => &mut outline.element,
                PlacedItem::Image(picture) => &mut picture.element,
                PlacedItem::Rule(_) => continue,
            };
            *element = element.map(|id| self.in_book(id));
        }
    }
}

/// Maps the element and destination identifiers of a section to those of the book.
#[derive(Debug)]
pub(crate) struct SectionNumbering {
    /// Maps its elements.
    pub(crate) elements: ElementMap,
    destinations: Vec<DestinationId>,
}

impl SectionNumbering {
    /// Changes the identifiers on a page of the section to those of the book.
    pub(crate) fn renumber_page(&self, page: &mut Page) {
        self.elements.renumber_items(&mut page.items);
        for link in &mut page.links {
            link.element = self.elements.in_book(link.element);
            if let LinkTarget::Destination(destination) = &mut link.target {
                *destination = self.destinations[destination.0 as usize];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ElementId, ElementMap};

    #[test]
    fn section_elements_map_to_book_elements_and_back() {
        let map = ElementMap { root: ElementId(7), offset: 40 };
        for (id, name) in [(0, 7), (1, 41)] {
            assert_eq!(map.in_book(ElementId(id)), ElementId(name));
            assert_eq!(map.in_section(ElementId(name)), ElementId(id));
        }
    }
}
