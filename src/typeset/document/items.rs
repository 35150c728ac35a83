//! What is painted on a page: at hand, or kept as bytes until somebody asks for it.

use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;

use super::{ElementId, Placed};
use crate::fonts::Bytes;

/// What is painted on a page, in reading order; page furniture last.
///
/// What an earlier run has made up is read when it is looked at, and not before: of a book
/// that is built again most pages are painted already, and nobody looks at them.
#[derive(Debug, Clone, Default)]
pub struct Items {
    /// All of them, or the furniture alone where the text is kept.
    placed: Vec<Placed>,
    /// How many of the last are page furniture.
    furniture: usize,
    kept: Option<Box<Kept>>,
}

/// Text that was made up by an earlier run.
#[derive(Debug, Clone, Default)]
struct Kept {
    /// As [`Items::text_bytes`] gives it.
    text: Bytes,
    names: Names,
    /// All items, when somebody has asked.
    read: OnceLock<Vec<Placed>>,
}

/// What the elements of a section are called in the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Names {
    /// What its root stands for.
    pub(crate) root: ElementId,
    /// How many elements there were before, less the root.
    pub(crate) before: u32,
}

impl Names {
    /// What an element of the section is called in the book.
    #[must_use]
    pub fn in_book(self, own: ElementId) -> ElementId {
        match own {
            ElementId(0) => self.root,
            ElementId(own) => ElementId(own.saturating_add(self.before)),
        }
    }

    /// What an element of the book is called in the section that it belongs to.
    #[must_use]
    pub fn in_section(self, element: ElementId) -> ElementId {
        if element == self.root {
            ElementId(0)
        } else {
            ElementId(element.0.saturating_sub(self.before))
        }
    }
}

impl Items {
    /// Text as [`Self::text_bytes`] has given it: whoever keeps it knows it by a digest.
    pub(crate) fn kept(text: Bytes) -> Self {
        let kept = Kept { text, ..Kept::default() };
        Self { kept: Some(Box::new(kept)), ..Self::default() }
    }

    /// The same, read at once.
    pub(crate) fn read(mut self) -> Self {
        let _: &mut Vec<Placed> = &mut self;
        self
    }

    /// The text as bytes; none for pictures, which are larger than they take time.
    pub(crate) fn text_bytes(&self) -> Option<Vec<u8>> {
        postcard::to_stdvec(self.text()).ok()
    }

    /// Calls what the items belong to by the names of the book.
    pub(crate) fn rename(&mut self, names: Names) {
        match &mut self.kept {
            Some(kept) => (kept.names, kept.read) = (names, OnceLock::new()),
            None => rename(&mut self.placed, names),
        }
    }

    /// Puts page furniture behind them.
    pub(crate) fn furnish(&mut self, furniture: Vec<Placed>) {
        self.furniture += furniture.len();
        self.placed.extend(furniture);
        // A page is whole with it.
        self.placed.shrink_to_fit();
        if let Some(kept) = &mut self.kept {
            kept.read = OnceLock::new();
        }
    }

    /// The page furniture.
    #[must_use]
    pub fn furniture(&self) -> &[Placed] {
        &self.placed[self.placed.len().saturating_sub(self.furniture)..]
    }

    /// All but the page furniture.
    #[must_use]
    pub fn text(&self) -> &[Placed] {
        &self[..self.len().saturating_sub(self.furniture)]
    }

    /// The figures: images, and outlines that are some element's. Text that is kept has none.
    pub fn figures(&self) -> impl Iterator<Item = &Placed> {
        self.placed.iter().filter(|item| is_figure(item))
    }
}

/// Whether something is a figure.
fn is_figure(item: &Placed) -> bool {
    match item {
        Placed::Picture(_) => true,
        Placed::Outline(outline) => outline.element.is_some(),
        Placed::Run(_) | Placed::Rule(_) => false,
    }
}

impl Kept {
    /// All items of a page with some furniture.
    fn read(&self, furniture: &[Placed]) -> Vec<Placed> {
        let mut items: Vec<Placed> = postcard::from_bytes(&self.text).unwrap_or_default();
        rename(&mut items, self.names);
        items.extend_from_slice(furniture);
        items
    }
}

fn rename(items: &mut [Placed], names: Names) {
    for item in items {
        let element = match item {
            Placed::Run(run) => &mut run.element,
            Placed::Outline(outline) => &mut outline.element,
            Placed::Picture(picture) => &mut picture.element,
            Placed::Rule(_) => continue,
        };
        *element = element.map(|own| names.in_book(own));
    }
}

impl Deref for Items {
    type Target = Vec<Placed>;

    fn deref(&self) -> &Vec<Placed> {
        match &self.kept {
            Some(kept) => kept.read.get_or_init(|| kept.read(&self.placed)),
            None => &self.placed,
        }
    }
}

impl DerefMut for Items {
    fn deref_mut(&mut self) -> &mut Vec<Placed> {
        if let Some(mut kept) = self.kept.take() {
            self.placed = kept.read.take().unwrap_or_else(|| kept.read(&self.placed));
        }
        &mut self.placed
    }
}

impl From<Vec<Placed>> for Items {
    fn from(placed: Vec<Placed>) -> Self {
        Self { placed, ..Self::default() }
    }
}

/// By what is painted, wherever it comes from.
impl PartialEq for Items {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Items {}

impl<'a> IntoIterator for &'a Items {
    type Item = &'a Placed;
    type IntoIter = std::slice::Iter<'a, Placed>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a> IntoIterator for &'a mut Items {
    type Item = &'a mut Placed;
    type IntoIter = std::slice::IterMut<'a, Placed>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::{ElementId, Items, Names, Placed};
    use crate::length::{Length, Point, Rect, Size};
    use crate::typeset::document::{Ink, Outline, Rule, Segment};

    const NAMES: Names = Names { root: ElementId(7), before: 40 };

    fn outline(element: Option<ElementId>) -> Placed {
        let segments = vec![Segment::Move(Point::default()), Segment::Close];
        Placed::Outline(Outline { segments, ink: Ink::Black, element })
    }

    fn rule(width: Length) -> Placed {
        let size = Size { width, height: Length::pt(1) };
        Placed::Rule(Rule {
            rect: Rect { corner: Point::default(), size },
            ink: Ink::Black,
        })
    }

    #[test]
    fn what_is_kept_is_what_was_there() {
        let text = vec![outline(None), rule(Length::pt(3))];
        let furniture = vec![rule(Length::pt(5)), outline(Some(ElementId(9)))];
        let mut read = Items::from(text);
        let mut kept = Items::kept(read.text_bytes().unwrap().into());
        for items in [&mut read, &mut kept] {
            items.rename(NAMES);
            items.furnish(furniture.clone());
        }
        assert_eq!(kept.furniture(), furniture);
        assert_eq!(kept.text().len(), 2);
        assert_eq!(kept, read);
        assert_eq!(kept.clone().read(), read);
        kept.push(rule(Length::pt(8)));
        read.push(rule(Length::pt(8)));
        assert_eq!(kept, read);
    }

    #[test]
    fn figures_bear_the_names_of_the_book() {
        let figure = |element| Items::from(vec![outline(Some(ElementId(element)))]);
        for (own, name) in [(0, 7), (1, 41)] {
            let mut items = Items::kept(figure(own).text_bytes().unwrap().into()).read();
            items.rename(NAMES);
            assert_eq!(items, figure(name));
            assert_eq!(items.figures().count(), 1);
            assert_eq!(NAMES.in_section(ElementId(name)), ElementId(own));
        }
    }
}
