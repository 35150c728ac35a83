//! The logical structure and the places of a book, while its pages are made up: of each
//! section by itself first, then all joined.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::length::Point;
use crate::text::language::Language;
use crate::typeset::document::{
    Destination, DestinationId, ElementId, LinkTarget, Page, PlacedItem, Role, StructElem,
};
use crate::typeset::page::galley::NamedDestination;

/// The structure so far.
#[derive(Debug)]
pub(crate) struct StructureTree {
    /// The elements; the first is the root.
    pub(crate) elements: Vec<StructElem>,
    /// The destinations; those not reached yet are all zero.
    pub(crate) destinations: Vec<Destination>,
    ids: BTreeMap<NamedDestination, DestinationId>,
    is_set: Vec<bool>,
}

impl StructureTree {
    /// A structure with nothing but its root.
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
        self.elements.push(StructElem { role, parent, language, alternative: None });
        ElementId(id)
    }

    /// The destination of a place, which may be reached later.
    pub(crate) fn destination_id(&mut self, place: NamedDestination) -> DestinationId {
        let next = DestinationId(u32::try_from(self.ids.len()).unwrap_or(u32::MAX));
        let id = *self.ids.entry(place).or_insert(next);
        if id == next {
            self.destinations.push(Destination::default());
            self.is_set.push(false);
        }
        id
    }

    /// Says where a place is. What was said first holds.
    pub(crate) fn set_destination(
        &mut self,
        place: NamedDestination,
        page: usize,
        point: Point,
    ) {
        let id = self.destination_id(place).0 as usize;
        if !self.is_set[id] {
            let page = u32::try_from(page).unwrap_or(u32::MAX);
            self.destinations[id] = Destination { page, point };
            self.is_set[id] = true;
        }
    }

    /// Takes in the structure and the pages of a section: its root stands for an element of
    /// this structure, and its first page has a place among those of the book.
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
        let mut places: Vec<(DestinationId, NamedDestination)> =
            section.ids.into_iter().map(|(place, id)| (id, place)).collect();
        places.sort_unstable();
        let mut destinations = Vec::with_capacity(places.len());
        for (id, place) in places {
            destinations.push(self.destination_id(place));
            if section.is_set[id.0 as usize] {
                let Destination { page, point } = section.destinations[id.0 as usize];
                self.set_destination(place, first + page as usize, point);
            }
        }
        SectionNumbering { elements, destinations }
    }

    /// The destination of a place that was reached.
    pub(crate) fn find_destination(
        &self,
        place: NamedDestination,
    ) -> Option<DestinationId> {
        self.ids.get(&place).copied().filter(|id| self.is_set[id.0 as usize])
    }
}

/// The structure of a section, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CachedTree {
    elements: Vec<StructElem>,
    /// The places in the order of their numbers, with where they were reached.
    destinations: Vec<(NamedDestination, Option<Destination>)>,
}

impl CachedTree {
    /// The places in it.
    pub(crate) fn destinations_mut(
        &mut self,
    ) -> impl Iterator<Item = &mut NamedDestination> {
        self.destinations.iter_mut().map(|(place, _)| place)
    }
}

impl From<&StructureTree> for CachedTree {
    fn from(tree: &StructureTree) -> Self {
        let mut places =
            vec![(NamedDestination::TitlePage, None); tree.destinations.len()];
        for (&place, id) in &tree.ids {
            let id = id.0 as usize;
            places[id] = (place, tree.is_set[id].then_some(tree.destinations[id]));
        }
        Self { elements: tree.elements.clone(), destinations: places }
    }
}

impl From<CachedTree> for StructureTree {
    fn from(CachedTree { elements, destinations: places }: CachedTree) -> Self {
        let reached = places.iter().map(|(_, at)| at.is_some()).collect();
        let destinations = places.iter().map(|(_, at)| at.unwrap_or_default()).collect();
        let ids = (0..).map(DestinationId);
        let places = places.into_iter().map(|(place, _)| place).zip(ids).collect();
        Self { elements, destinations, ids: places, is_set: reached }
    }
}

/// Where a section stands in a book that is put together.
#[derive(Debug, Clone)]
pub(crate) struct SectionInBook {
    /// Its pages among all pages of the book.
    pub(crate) pages: Range<usize>,
    /// What its elements are called in the book.
    pub(crate) elements: ElementMap,
}

/// What the elements of a section are called in the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct ElementMap {
    /// What the root of the section stands for.
    pub(crate) root: ElementId,
    /// How many elements the book had before, less the root.
    pub(crate) offset: u32,
}

impl ElementMap {
    /// What an element of the section is called in the book.
    pub(crate) fn in_book(self, id: ElementId) -> ElementId {
        match id {
            ElementId(0) => self.root,
            ElementId(id) => ElementId(id.saturating_add(self.offset)),
        }
    }

    /// What an element of the book is called in the section that it belongs to.
    pub(crate) fn in_section(self, element: ElementId) -> ElementId {
        if element == self.root {
            ElementId(0)
        } else {
            ElementId(element.0.saturating_sub(self.offset))
        }
    }

    /// Calls what items of the section belong to by the names of the book.
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

/// How the elements and destinations of a section are called in the book.
#[derive(Debug)]
pub(crate) struct SectionNumbering {
    /// What its elements are called.
    pub(crate) elements: ElementMap,
    destinations: Vec<DestinationId>,
}

impl SectionNumbering {
    /// Calls what stands on a page of the section by the names of the book.
    pub(crate) fn renumber_page(&self, page: &mut Page) {
        self.elements.renumber_items(&mut page.items);
        for link in &mut page.links {
            link.element = self.elements.in_book(link.element);
            if let LinkTarget::Destination(place) = &mut link.target {
                *place = self.destinations[place.0 as usize];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ElementId, ElementMap};

    #[test]
    fn elements_of_a_section_have_names_in_the_book() {
        let map = ElementMap { root: ElementId(7), offset: 40 };
        for (id, name) in [(0, 7), (1, 41)] {
            assert_eq!(map.in_book(ElementId(id)), ElementId(name));
            assert_eq!(map.in_section(ElementId(name)), ElementId(id));
        }
    }
}
