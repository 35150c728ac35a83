//! The structure tree: what the marked contents are parts of (ISO 32000-1 §14.7).

use std::collections::BTreeMap;

use lopdf::{Dictionary, Document, Object, ObjectId};

use super::emitter::Tagged;
use super::links::Annotation;
use super::value::{dict, integer, name, rectangle, text};
use crate::length::{Point, Rect};
use crate::typeset::document::{ElementId, Labels, Pages, Placed, Role, Segment};

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

/// Adds the structure tree, and gives its object; none for pages without elements.
///
/// `annotations` are the links of all pages in order. Each page's key in the parent tree
/// is its place, and the keys of the annotations follow.
pub(super) fn add(
    document: &mut Document,
    pages: &Pages,
    tagged: &Tagged,
    page_ids: &[ObjectId],
    annotations: &[Annotation],
) -> Option<ObjectId> {
    if pages.elements.is_empty() {
        return None;
    }
    let mut tree = Tree::new(document, pages);
    let mut parents: Vec<(usize, Object)> = Vec::new();
    let mut links = annotations.iter().peekable();
    for (index, (elements, &page)) in tagged.iter().zip(page_ids).enumerate() {
        for (mcid, &element) in elements.iter().enumerate() {
            tree.add_content(element, page, mcid);
        }
        let ids = elements.iter().map(|&element| Object::Reference(tree.id(element)));
        let ids = document.add_object(Object::Array(ids.collect()));
        parents.push((index, Object::Reference(ids)));
        while let Some(link) = links.next_if(|link| link.page == index) {
            tree.add_link(link, page);
        }
    }
    tree.attach_empty_cells();
    for link in annotations {
        parents.push((link.key, Object::Reference(tree.id(link.element))));
    }
    let next_key = integer(page_ids.len() + annotations.len());
    let root = tree.root;
    let first = tree.id(ElementId(0));
    let notes = tree.write(document, pages);
    let parent_tree = document.add_object(dict([("Nums", flat(parents))]));
    let mut entry = dict([
        ("Type", name("StructTreeRoot")),
        ("K", Object::Reference(first)),
        ("ParentTree", Object::Reference(parent_tree)),
        ("ParentTreeNextKey", next_key),
    ]);
    if !notes.is_empty() {
        let names = notes.into_iter().flat_map(|(id, note)| [text(&id), note]).collect();
        let names = document.add_object(dict([("Names", Object::Array(names))]));
        entry.set("IDTree", Object::Reference(names));
    }
    document.set_object(root, entry);
    Some(root)
}

fn flat(numbers: Vec<(usize, Object)>) -> Object {
    let pairs = numbers.into_iter().flat_map(|(key, value)| [integer(key), value]);
    Object::Array(pairs.collect())
}

/// The tree while it grows.
struct Tree<'a> {
    pages: &'a Pages,
    root: ObjectId,
    nodes: Vec<Node>,
}

/// An element of the tree.
struct Node {
    id: ObjectId,
    kids: Vec<Object>,
    /// It stands among its parent's kids.
    attached: bool,
    /// The page that bare numbers among the kids refer to.
    page: Option<ObjectId>,
}

impl<'a> Tree<'a> {
    fn new(document: &mut Document, pages: &'a Pages) -> Self {
        let root = document.new_object_id();
        let mut node = |_| Node {
            id: document.new_object_id(),
            kids: vec![],
            attached: false,
            page: None,
        };
        let mut nodes: Vec<Node> = pages.elements.iter().map(&mut node).collect();
        nodes[0].attached = true;
        Self { pages, root, nodes }
    }

    /// Place of an element; an id that leads nowhere is taken for the root.
    fn place(&self, element: ElementId) -> usize {
        let place = element.0 as usize;
        if place < self.nodes.len() { place } else { 0 }
    }

    fn id(&self, element: ElementId) -> ObjectId {
        self.nodes[self.place(element)].id
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
            let reference = Object::Reference(self.nodes[place].id);
            place = self.parent(place);
            self.nodes[place].kids.push(reference);
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
                let reference = Object::Reference(self.nodes[cell].id);
                self.nodes[row].kids.push(reference);
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

    fn add_content(&mut self, element: ElementId, page: ObjectId, mcid: usize) {
        let node = self.attach(element);
        let kid = if *node.page.get_or_insert(page) == page {
            integer(mcid)
        } else {
            let page = Object::Reference(page);
            let entry =
                dict([("Type", name("MCR")), ("Pg", page), ("MCID", integer(mcid))]);
            Object::Dictionary(entry)
        };
        node.kids.push(kid);
    }

    fn add_link(&mut self, link: &Annotation, page: ObjectId) {
        let kid = dict([
            ("Type", name("OBJR")),
            ("Pg", Object::Reference(page)),
            ("Obj", Object::Reference(link.id)),
        ]);
        self.attach(link.element).kids.push(Object::Dictionary(kid));
    }

    /// Writes the elements; gives the notes by their identifiers, in order.
    fn write(self, document: &mut Document, pages: &Pages) -> BTreeMap<String, Object> {
        let figures = figures(pages);
        let ids: Vec<ObjectId> = self.nodes.iter().map(|node| node.id).collect();
        let parents: Vec<usize> =
            (0..self.nodes.len()).map(|place| self.parent(place)).collect();
        let mut notes = BTreeMap::new();
        for (place, node) in self.nodes.into_iter().enumerate() {
            if !node.attached {
                continue;
            }
            let element = &pages.elements[place];
            let parent = if place == 0 { self.root } else { ids[parents[place]] };
            let mut entry = dict([
                ("Type", name("StructElem")),
                ("S", name(structure_type(element.role))),
                ("P", Object::Reference(parent)),
            ]);
            if let Some(page) = node.page {
                entry.set("Pg", Object::Reference(page));
            }
            if let Some(language) = &element.language {
                entry.set("Lang", text(language.as_str()));
            }
            if let Some(words) = &element.alternative {
                entry.set("Alt", text(words));
            }
            if element.role == Role::Note {
                let id = format!("note-{place:08}");
                entry.set("ID", text(&id));
                notes.insert(id, Object::Reference(node.id));
            }
            if let Some(rect) = figures.get(&place) {
                entry.set("A", layout(*rect, pages));
            }
            match element.role {
                Role::HeadCell => {
                    let scope = ("Scope", name("Column"));
                    entry.set("A", dict([("O", name("Table")), scope]));
                }
                Role::List(labels) => {
                    let numbering = ("ListNumbering", name(numbering(labels)));
                    entry.set("A", dict([("O", name("List")), numbering]));
                }
                _ => {}
            }
            entry.set("K", Object::Array(node.kids));
            document.set_object(node.id, entry);
        }
        notes
    }
}

/// How a list is numbered (ISO 32000-1 §14.8.5.5, table 347). `None` is for marks that say
/// no number.
fn numbering(labels: Labels) -> &'static str {
    match labels {
        Labels::Numbers => "Decimal",
        Labels::Marks => "None",
    }
}

/// The attributes of a figure: its box (ISO 32000-1 §14.8.5.4.3).
fn layout(rect: Rect, pages: &Pages) -> Dictionary {
    let far =
        Point { x: rect.corner.x + rect.size.width, y: rect.corner.y + rect.size.height };
    dict([
        ("O", name("Layout")),
        ("Placement", name("Block")),
        ("BBox", rectangle(rect.corner, far, pages.trim)),
    ])
}

/// The boxes of the figures, by place of the element.
fn figures(pages: &Pages) -> BTreeMap<usize, Rect> {
    let mut boxes: BTreeMap<usize, (Point, Point)> = BTreeMap::new();
    for item in pages.pages.iter().flat_map(|page| &page.items) {
        let (element, points) = match item {
            Placed::Outline(outline) => {
                (outline.element, outline.segments.iter().flat_map(corners).collect())
            }
            Placed::Picture(picture) => (picture.element, ends(picture.rect)),
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
        let size = crate::length::Size { width: high.x - low.x, height: high.y - low.y };
        Rect { corner: low, size }
    };
    boxes.into_iter().map(|(element, corners)| (element, rect(corners))).collect()
}

/// Two opposite corners of a rectangle.
fn ends(rect: Rect) -> Vec<Point> {
    let (corner, size) = (rect.corner, rect.size);
    vec![corner, Point { x: corner.x + size.width, y: corner.y + size.height }]
}

/// Points that bound a segment.
fn corners(segment: &Segment) -> Vec<Point> {
    match *segment {
        Segment::Move(point) | Segment::Line(point) => vec![point],
        Segment::Curve(a, b, end) => vec![a, b, end],
        Segment::Close => vec![],
    }
}
