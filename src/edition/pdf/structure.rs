//! The structure tree: what the marked contents are parts of (ISO 32000-1 §14.7).

use std::collections::BTreeMap;

use pdf_writer::types::{ListNumbering, Placement, TableHeaderScope};
use pdf_writer::writers::{Attributes, StructChildren, StructElement, StructTreeRoot};
use pdf_writer::{Chunk, Dict, Finish, Name, Ref, Str, TextStr};
use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;

use super::file::{COMPACT, number, reference};
use super::links::Annotation;
use super::value;
use crate::length::{Point, Rect, Size};
use crate::typeset::document::{ElementId, Labels, Pages, Placed, Role, Segment};

/// Elements that are written at a time, each set of them on any thread.
const ELEMENTS_AT_ONCE: usize = 1024;

/// Pages whose marked contents are.
const PAGES_AT_ONCE: usize = 64;

/// The standard structure type of a role (ISO 32000-1 §14.8.4).
pub(super) fn structure_type(role: Role) -> &'static str {
    match role {
        Role::Document => "Document",
        Role::Part => "Part",
        Role::Section => "Sect",
        Role::Article => "Art",
        Role::Heading(level) => match level {
            0 | 1 => "H1",
            2 => "H2",
            3 => "H3",
            4 => "H4",
            5 => "H5",
            6.. => "H6",
        },
        Role::Paragraph => "P",
        Role::Quotation => "BlockQuote",
        Role::List(_) => "L",
        Role::ListItem => "LI",
        Role::Label => "Lbl",
        Role::ListBody => "LBody",
        Role::Contents => "TOC",
        Role::ContentsItem => "TOCI",
        Role::Note => "Note",
        Role::Reference => "Reference",
        Role::Link => "Link",
        Role::Span => "Span",
        Role::Figure => "Figure",
        Role::Caption => "Caption",
        Role::Table => "Table",
        Role::TableRow => "TR",
        Role::HeadCell => "TH",
        Role::Cell => "TD",
        Role::Division => "Div",
    }
}

/// Writes the structure tree of pages that have elements, as objects from a number on: the
/// first is its root.
///
/// `annotations` are the links of all pages in order. Each page's key in the parent tree
/// is its place, and the keys of the annotations follow. Elements are many: they become
/// bytes at once, and never objects.
pub(super) fn write(
    pages: &Pages,
    tagged: &[Vec<ElementId>],
    page_refs: &[Ref],
    annotations: &[Annotation<'_>],
    root: usize,
) -> Vec<Chunk> {
    let mut tree = Tree::new(pages);
    let mut links = annotations.iter().enumerate().peekable();
    for (page, elements) in tagged.iter().enumerate() {
        for (mcid, &element) in elements.iter().enumerate() {
            tree.add_content(element, page, mcid);
        }
        while let Some((place, link)) = links.next_if(|(_, link)| link.page == page) {
            tree.attach(link.element).add(Kid::Link(place));
        }
    }
    tree.attach_empty_cells();

    // The root, the elements, a list for each page, the parent tree, the names.
    let attached = |place: &usize| tree.nodes[*place].attached;
    let attached: Vec<usize> = (0..tree.nodes.len()).filter(attached).collect();
    let mut elements = vec![None; tree.nodes.len()];
    for (&place, own) in attached.iter().zip(root + 1..) {
        elements[place] = Some(reference(own));
    }
    let written = Written {
        figures: figures(pages),
        root: reference(root),
        elements,
        pages: page_refs,
        annotations,
        tree,
    };
    let first_list = root + 1 + attached.len();
    let lists: Vec<Ref> = (first_list..).map(reference).take(tagged.len()).collect();
    let [parents, names] = [0, 1].map(|more| reference(first_list + lists.len() + more));

    let sets = attached.par_chunks(ELEMENTS_AT_ONCE);
    let mut chunks: Vec<Chunk> = sets.map(|places| written.elements(places)).collect();
    let of_pages: Vec<(&Vec<ElementId>, &Ref)> = tagged.iter().zip(&lists).collect();
    let sets = of_pages.par_chunks(PAGES_AT_ONCE);
    chunks.extend(sets.map(|pages| written.lists(pages)).collect::<Vec<_>>());
    chunks.push(written.root(&lists, parents, names));
    chunks
}

/// The tree while it grows.
struct Tree<'a> {
    pages: &'a Pages,
    nodes: Vec<Node>,
}

/// An element of the tree.
#[derive(Debug, Clone, Default)]
struct Node {
    kids: Vec<Kid>,
    /// It stands among its parent's kids.
    attached: bool,
    /// The place of the page that bare numbers among the kids refer to.
    page: Option<usize>,
}

impl Node {
    fn add(&mut self, kid: Kid) {
        // Most elements have one.
        if self.kids.is_empty() {
            self.kids.reserve_exact(1);
        }
        self.kids.push(kid);
    }
}

/// What is part of an element.
#[derive(Debug, Clone, Copy)]
enum Kid {
    /// Another, by its place.
    Element(usize),
    /// A marked content of its page, by its number there.
    Content(usize),
    /// One of another page, by the place of that.
    Elsewhere(usize, usize),
    /// A link, by its place among the annotations.
    Link(usize),
}

impl<'a> Tree<'a> {
    fn new(pages: &'a Pages) -> Self {
        let mut nodes = vec![Node::default(); pages.elements.len()];
        nodes[0].attached = true;
        Self { pages, nodes }
    }

    /// Place of an element; an id that leads nowhere is taken for the root.
    fn place(&self, element: ElementId) -> usize {
        let place = element.0 as usize;
        if place < self.nodes.len() { place } else { 0 }
    }

    /// Place of the parent; the root for an element that has none, or a later one.
    fn parent(&self, place: usize) -> usize {
        let parent = self.pages.elements[place].parent;
        parent
            .map(|parent| parent.0 as usize)
            .filter(|&parent| parent < place)
            .unwrap_or(0)
    }

    /// Takes an element, and those it is part of, into the tree, if this is the first
    /// that is seen of it.
    fn attach(&mut self, element: ElementId) -> &mut Node {
        let own = self.place(element);
        let mut place = own;
        while !self.nodes[place].attached {
            self.attach_cells_before(place);
            self.nodes[place].attached = true;
            let kid = Kid::Element(place);
            place = self.parent(place);
            self.nodes[place].add(kid);
        }
        &mut self.nodes[own]
    }

    /// Takes the empty cells into the tree that stand before an element in its row.
    fn attach_cells_before(&mut self, place: usize) {
        let elements = &self.pages.elements;
        let is_cell =
            |place: usize| matches!(elements[place].role, Role::Cell | Role::HeadCell);
        if !is_cell(place) {
            return;
        }
        let row = self.parent(place);
        let before = (row + 1..place).filter(|&cell| is_cell(cell));
        let before: Vec<usize> = before.filter(|&c| self.parent(c) == row).collect();
        for cell in before {
            if !std::mem::replace(&mut self.nodes[cell].attached, true) {
                self.nodes[row].add(Kid::Element(cell));
            }
        }
    }

    /// Takes the empty cells at the ends of rows into the tree: every row has as many
    /// cells as there are columns (ISO 32000-1 §14.8.4.3.4).
    fn attach_empty_cells(&mut self) {
        for (place, element) in self.pages.elements.iter().enumerate() {
            if matches!(element.role, Role::Cell | Role::HeadCell) {
                let place = u32::try_from(place).unwrap_or(u32::MAX);
                self.attach(ElementId(place));
            }
        }
    }

    fn add_content(&mut self, element: ElementId, page: usize, mcid: usize) {
        let node = self.attach(element);
        let own = *node.page.get_or_insert(page) == page;
        node.add(if own { Kid::Content(mcid) } else { Kid::Elsewhere(page, mcid) });
    }
}

/// The tree as it becomes objects.
struct Written<'a> {
    tree: Tree<'a>,
    figures: BTreeMap<usize, Rect>,
    root: Ref,
    /// By place; none for an element that is not part of the tree.
    elements: Vec<Option<Ref>>,
    pages: &'a [Ref],
    annotations: &'a [Annotation<'a>],
}

impl Written<'_> {
    /// Some elements.
    fn elements(&self, places: &[usize]) -> Chunk {
        let mut chunk = Chunk::with_settings(COMPACT);
        for &place in places {
            let Some(id) = self.elements[place] else { continue };
            let mut element = chunk.struct_element(id);
            self.describe(place, &mut element);
            let mut kids = element.children();
            for &kid in &self.tree.nodes[place].kids {
                self.kid(kid, &mut kids);
            }
        }
        chunk
    }

    /// Says of an element what it is, but for what is part of it.
    fn describe(&self, place: usize, to: &mut StructElement<'_>) {
        let Tree { pages, ref nodes } = self.tree;
        let element = &pages.elements[place];
        let parent =
            (place > 0).then(|| self.elements[self.tree.parent(place)]).flatten();
        to.custom_kind(Name(structure_type(element.role).as_bytes()));
        to.parent(parent.unwrap_or(self.root));
        if let Some(&page) = nodes[place].page.and_then(|page| self.pages.get(page)) {
            to.page(page);
        }
        if let Some(language) = &element.language {
            to.lang(TextStr(language.as_str()));
        }
        if let Some(words) = &element.alternative {
            to.alt(TextStr(words));
        }
        if element.role == Role::Note {
            to.id(Str(name_of_note(place).as_bytes()));
        }
        match (element.role, self.figures.get(&place)) {
            (Role::HeadCell, _) => {
                attributes(to).table().scope(TableHeaderScope::Column);
            }
            (Role::List(labels), _) => {
                attributes(to).list().list_numbering(numbering(labels));
            }
            (_, Some(rect)) => layout(*rect, pages.trim, attributes(to)),
            _ => {}
        }
    }

    fn kid(&self, kid: Kid, kids: &mut StructChildren<'_>) {
        match kid {
            Kid::Element(place) => {
                if let Some(id) = self.elements[place] {
                    kids.struct_element(id);
                }
            }
            Kid::Content(mcid) => {
                kids.marked_content_id(number(mcid));
            }
            Kid::Elsewhere(page, mcid) => {
                let mut content = kids.marked_content_ref();
                if let Some(&page) = self.pages.get(page) {
                    content.page(page);
                }
                content.marked_content_id(number(mcid));
            }
            Kid::Link(place) => {
                let link = &self.annotations[place];
                kids.object_ref().page(self.pages[link.page]).object(link.id);
            }
        }
    }

    /// An element as the parent tree names it.
    fn element(&self, element: ElementId) -> Ref {
        self.elements[self.tree.place(element)].unwrap_or(self.root)
    }

    /// For some pages the elements of their marked contents.
    fn lists(&self, pages: &[(&Vec<ElementId>, &Ref)]) -> Chunk {
        let mut chunk = Chunk::with_settings(COMPACT);
        for &(elements, &list) in pages {
            let mut list = chunk.indirect(list).array();
            list.items(elements.iter().map(|&element| self.element(element)));
        }
        chunk
    }

    /// The root, the parent tree, and the names of the notes, if there are any.
    fn root(&self, lists: &[Ref], parents: Ref, names: Ref) -> Chunk {
        let mut chunk = Chunk::with_settings(COMPACT);
        let links = self.annotations.iter();
        let links = links.map(|link| (link.key, self.element(link.element)));
        let keys = lists.iter().copied().enumerate().chain(links);
        let mut tree: Dict<'_> = chunk.indirect(parents).dict();
        let mut entries = tree.insert(Name(b"Nums")).array();
        for (key, element) in keys {
            entries.item(number(key)).item(element);
        }
        entries.finish();
        tree.finish();

        let elements = self.tree.pages.elements.iter().zip(&self.elements).enumerate();
        let notes = elements.filter(|(_, (element, _))| element.role == Role::Note);
        let notes =
            notes.filter_map(|(place, (_, id))| Some((name_of_note(place), (*id)?)));
        let notes: Vec<(String, Ref)> = notes.collect();
        if !notes.is_empty() {
            let mut tree: Dict<'_> = chunk.indirect(names).dict();
            let mut entries = tree.insert(Name(b"Names")).array();
            for (name, note) in &notes {
                entries.item(Str(name.as_bytes())).item(*note);
            }
        }

        let mut root: StructTreeRoot<'_> = chunk.indirect(self.root).start();
        root.child(self.element(ElementId(0)));
        root.pair(Name(b"ParentTree"), parents);
        root.parent_tree_next_key(number(lists.len() + self.annotations.len()));
        if !notes.is_empty() {
            root.pair(Name(b"IDTree"), names);
        }
        root.finish();
        chunk
    }
}

/// By which a note is found among the names, which are in the order of their letters.
fn name_of_note(place: usize) -> String {
    format!("note-{place:08}")
}

/// The attributes of an element, which has one kind of them at most.
fn attributes<'a>(element: &'a mut StructElement<'_>) -> Attributes<'a> {
    element.insert(Name(b"A")).start()
}

/// How a list is numbered (ISO 32000-1 §14.8.5.5, table 347). `None` is for marks that say
/// no number.
fn numbering(labels: Labels) -> ListNumbering {
    match labels {
        Labels::Numbers => ListNumbering::Decimal,
        Labels::Marks => ListNumbering::None,
    }
}

/// The attributes of a figure: its box (ISO 32000-1 §14.8.5.4.3).
fn layout(rect: Rect, page: Size, attributes: Attributes<'_>) {
    let mut layout = attributes.layout();
    layout.placement(Placement::Block).bbox(value::rect(rect.corner, rect.far(), page));
}

/// The boxes of the figures, by place of the element.
fn figures(pages: &Pages) -> BTreeMap<usize, Rect> {
    let mut boxes: BTreeMap<usize, (Point, Point)> = BTreeMap::new();
    for item in pages.pages.iter().flat_map(crate::typeset::document::Page::figures) {
        let (element, points) = match item {
            Placed::Outline(outline) => {
                (outline.element, outline.segments.iter().flat_map(corners).collect())
            }
            Placed::Picture(picture) => {
                (picture.element, vec![picture.rect.corner, picture.rect.far()])
            }
            Placed::Run(_) | Placed::Rule(_) => continue,
        };
        let Some(element) = element else { continue };
        for point in points {
            let (low, high) = boxes.entry(element.0 as usize).or_insert((point, point));
            *low = Point { x: low.x.min(point.x), y: low.y.min(point.y) };
            *high = Point { x: high.x.max(point.x), y: high.y.max(point.y) };
        }
    }
    let rect = |(low, high): (Point, Point)| {
        let size = Size { width: high.x - low.x, height: high.y - low.y };
        Rect { corner: low, size }
    };
    boxes.into_iter().map(|(element, corners)| (element, rect(corners))).collect()
}

/// Points that bound a segment.
fn corners(segment: &Segment) -> Vec<Point> {
    match *segment {
        Segment::Move(point) | Segment::Line(point) => vec![point],
        Segment::Curve(a, b, end) => vec![a, b, end],
        Segment::Close => vec![],
    }
}
