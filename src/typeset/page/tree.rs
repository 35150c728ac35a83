//! The logical structure and the places of a book, while its pages are made up.

use std::collections::BTreeMap;

use crate::length::Point;
use crate::text::language::Language;
use crate::typeset::document::{Destination, DestinationId, Element, ElementId, Role};
use crate::typeset::page::galley::Place;

/// The structure so far.
#[derive(Debug)]
pub(crate) struct Tree {
    /// The elements; the first is the root.
    pub(crate) elements: Vec<Element>,
    /// The destinations; those not reached yet are all zero.
    pub(crate) destinations: Vec<Destination>,
    places: BTreeMap<Place, DestinationId>,
    reached: Vec<bool>,
}

impl Tree {
    /// A structure with nothing but its root.
    pub(crate) fn new(language: Option<Language>) -> Self {
        let mut tree = Self {
            elements: Vec::new(),
            destinations: Vec::new(),
            places: BTreeMap::new(),
            reached: Vec::new(),
        };
        tree.add(Role::Document, None, language);
        tree
    }

    /// The root.
    pub(crate) const ROOT: ElementId = ElementId(0);

    /// Adds an element.
    pub(crate) fn add(
        &mut self,
        role: Role,
        parent: Option<ElementId>,
        language: Option<Language>,
    ) -> ElementId {
        let id = u32::try_from(self.elements.len()).unwrap_or(u32::MAX);
        self.elements.push(Element { role, parent, language, alternative: None });
        ElementId(id)
    }

    /// The destination of a place, which may be reached later.
    pub(crate) fn destination(&mut self, place: Place) -> DestinationId {
        let next = DestinationId(u32::try_from(self.places.len()).unwrap_or(u32::MAX));
        let id = *self.places.entry(place).or_insert(next);
        if id == next {
            self.destinations.push(Destination::default());
            self.reached.push(false);
        }
        id
    }

    /// Says where a place is. What was said first holds.
    pub(crate) fn reach(&mut self, place: Place, page: usize, point: Point) {
        let id = self.destination(place).0 as usize;
        if !self.reached[id] {
            let page = u32::try_from(page).unwrap_or(u32::MAX);
            self.destinations[id] = Destination { page, point };
            self.reached[id] = true;
        }
    }

    /// The destination of a place that was reached.
    pub(crate) fn reached(&self, place: Place) -> Option<DestinationId> {
        self.places.get(&place).copied().filter(|id| self.reached[id.0 as usize])
    }
}
