//! The structure tree, whose elements the marked contents belong to (ISO 32000-1 §14.7).

use std::collections::BTreeMap;

use pdf_writer::types::{ListNumbering, Placement, TableHeaderScope};
use pdf_writer::writers::{Attributes, StructChildren, StructElement, StructTreeRoot};
use pdf_writer::{Chunk, Dict, Name, Ref, Str, TextStr};
use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;

use super::file::{PdfBuilder, new_chunk, to_i32};
use super::links::LinkAnnotation;
use super::values::to_rect;
use crate::length::{Point, Rect, Size};
use crate::typeset::document::{
    ElementId, ListLabels, OutlineSegment, Page, Pages, PlacedItem, Role,
};

/// Elements that one thread writes at a time.
const ELEMENTS_AT_ONCE: usize = 1024;

/// Pages whose marked contents one thread lists at a time.
const PAGES_AT_ONCE: usize = 64;

/// Finds the standard structure type of a role (ISO 32000-1 §14.8.4).
pub(super) fn find_structure_type(role: Role) -> &'static str {
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
        Role::Index => "Index",
        Role::Contents => "TOC",
        Role::ContentsItem => "TOCI",
        Role::Note => "Note",
        Role::Reference => "Reference",
        Role::Link => "Link",
        Role::Span => "Span",
        Role::Figure => "Figure",
        Role::Formula => "Formula",
        Role::Caption => "Caption",
        Role::Table => "Table",
        Role::TableRow => "TR",
        Role::HeadCell => "TH",
        Role::Cell => "TD",
        Role::Division => "Div",
    }
}

/// Writes the structure tree of pages that have elements, and returns its root.
///
/// `annotations` are the links of all pages in order. The key of each page in the parent tree
/// is its index, and the keys of the annotations follow. A book has very many elements, so
/// they become bytes at once and never objects.
pub(super) fn write_structure(
    file: &mut PdfBuilder,
    pages: &Pages,
    tagged: &[Vec<ElementId>],
    page_refs: &[Ref],
    annotations: &[LinkAnnotation<'_>],
) -> Ref {
    let tree = build_tree(pages, tagged, annotations);
    let is_attached = |index: &usize| tree.nodes[*index].is_attached;
    let attached: Vec<usize> = (0..tree.nodes.len()).filter(is_attached).collect();
    let root = file.reserve();
    let mut elements = vec![None; tree.nodes.len()];
    for &index in &attached {
        elements[index] = Some(file.reserve());
    }
    let figures = find_figure_boxes(pages);
    let writer =
        StructTreeWriter { tree, figures, root, elements, page_refs, annotations };
    let lists = file.reserve_many(tagged.len());
    let parents = file.reserve();

    let sets = attached.par_chunks(ELEMENTS_AT_ONCE);
    let chunks = sets.map(|indices| writer.write_elements(indices));
    file.add_all(chunks.collect::<Vec<Chunk>>());
    let of_pages: Vec<(&Vec<ElementId>, &Ref)> = tagged.iter().zip(&lists).collect();
    let sets = of_pages.par_chunks(PAGES_AT_ONCE);
    let chunks = sets.map(|pages| writer.write_parent_lists(pages));
    file.add_all(chunks.collect::<Vec<Chunk>>());
    let mut chunk = new_chunk();
    writer.write_parent_tree(&lists, parents, &mut chunk);
    let notes = writer.write_note_names(file, &mut chunk);
    writer.write_root(lists.len(), parents, notes, &mut chunk);
    file.add(chunk);
    root
}

/// Builds the tree of the elements that have content.
fn build_tree<'a>(
    pages: &'a Pages,
    tagged: &[Vec<ElementId>],
    annotations: &[LinkAnnotation<'_>],
) -> StructTree<'a> {
    let mut tree = StructTree::new(pages);
    let mut links = annotations.iter().enumerate().peekable();
    for (page, elements) in tagged.iter().enumerate() {
        for (mcid, &element) in elements.iter().enumerate() {
            tree.add_content(element, page, mcid);
        }
        while let Some((index, link)) = links.next_if(|(_, link)| link.page == page) {
            tree.attach(link.element).add(StructKid::Link(index));
        }
    }
    tree.attach_empty_cells();
    tree
}

/// The structure tree.
struct StructTree<'a> {
    pages: &'a Pages,
    /// By the indices of the elements.
    nodes: Vec<StructNode>,
}

/// An element of the tree.
#[derive(Debug, Clone, Default)]
struct StructNode {
    kids: Vec<StructKid>,
    /// Whether it is among the kids of its parent.
    is_attached: bool,
    /// The index of the page that bare identifiers among the kids refer to.
    page: Option<usize>,
}

impl StructNode {
    fn add(&mut self, kid: StructKid) {
        // Most elements have one kid.
        if self.kids.is_empty() {
            self.kids.reserve_exact(1);
        }
        self.kids.push(kid);
    }

    /// Adds an element before those after it in reading order: the content of a figure that
    /// waits for the next page comes late.
    fn add_element(&mut self, index: usize) {
        self.add(StructKid::Element(index));
        let is_later =
            |kid: &StructKid| matches!(kid, StructKid::Element(other) if *other > index);
        let before = self.kids[..self.kids.len() - 1].iter().rev();
        let later = before.take_while(|kid| is_later(kid)).count();
        let moved = self.kids.len() - 1 - later;
        self.kids[moved..].rotate_right(1);
    }
}

/// A kid of an element (ISO 32000-1 §14.7.2, table 323).
#[derive(Debug, Clone, Copy)]
enum StructKid {
    /// Another element, by its index.
    Element(usize),
    /// A marked content of the page of the element, by its identifier (MCID).
    Content(usize),
    /// A marked content of another page: the index of the page, and the identifier.
    ContentElsewhere(usize, usize),
    /// A link, by its index among the annotations.
    Link(usize),
}

impl<'a> StructTree<'a> {
    fn new(pages: &'a Pages) -> Self {
        let mut nodes = vec![StructNode::default(); pages.elements.len()];
        nodes[0].is_attached = true;
        Self { pages, nodes }
    }

    /// The index of an element; the root for an id that does not exist.
    fn index(&self, element: ElementId) -> usize {
        let index = element.0 as usize;
        if index < self.nodes.len() { index } else { 0 }
    }

    /// The index of the parent; the root for an element without one, or with a later one.
    fn parent(&self, index: usize) -> usize {
        let parent = self.pages.elements[index].parent;
        parent
            .map(|parent| parent.0 as usize)
            .filter(|&parent| parent < index)
            .unwrap_or(0)
    }

    /// Attaches an element and its ancestors to the tree, unless they are attached already.
    fn attach(&mut self, element: ElementId) -> &mut StructNode {
        let own = self.index(element);
        let mut index = own;
        while !self.nodes[index].is_attached {
            self.attach_cells_before(index);
            self.nodes[index].is_attached = true;
            let kid = index;
            index = self.parent(index);
            match index {
                // What is put before the pages has the last elements.
                0 => self.nodes[index].add(StructKid::Element(kid)),
                _ => self.nodes[index].add_element(kid),
            }
        }
        &mut self.nodes[own]
    }

    /// Attaches the empty cells that come before a cell in its row.
    fn attach_cells_before(&mut self, index: usize) {
        let elements = &self.pages.elements;
        let is_cell =
            |index: usize| matches!(elements[index].role, Role::Cell | Role::HeadCell);
        if !is_cell(index) {
            return;
        }
        let row = self.parent(index);
        let before = (row + 1..index).filter(|&cell| is_cell(cell));
        let before: Vec<usize> = before.filter(|&c| self.parent(c) == row).collect();
        for cell in before {
            if !std::mem::replace(&mut self.nodes[cell].is_attached, true) {
                self.nodes[row].add(StructKid::Element(cell));
            }
        }
    }

    /// Attaches the empty cells at the ends of rows: every row has as many cells as there are
    /// columns (ISO 32000-1 §14.8.4.3.4).
    fn attach_empty_cells(&mut self) {
        for (index, element) in self.pages.elements.iter().enumerate() {
            if matches!(element.role, Role::Cell | Role::HeadCell) {
                let index = u32::try_from(index).unwrap_or(u32::MAX);
                self.attach(ElementId(index));
            }
        }
    }

    fn add_content(&mut self, element: ElementId, page: usize, mcid: usize) {
        let node = self.attach(element);
        let is_own_page = *node.page.get_or_insert(page) == page;
        node.add(if is_own_page {
            StructKid::Content(mcid)
        } else {
            StructKid::ContentElsewhere(page, mcid)
        });
    }
}

/// Writes the objects of the structure tree.
struct StructTreeWriter<'a> {
    tree: StructTree<'a>,
    /// The boxes of figures, by the indices of the elements.
    figures: BTreeMap<usize, Rect>,
    root: Ref,
    /// By the indices of the elements; none for an element that is not part of the tree.
    elements: Vec<Option<Ref>>,
    page_refs: &'a [Ref],
    annotations: &'a [LinkAnnotation<'a>],
}

impl StructTreeWriter<'_> {
    fn write_elements(&self, indices: &[usize]) -> Chunk {
        let mut chunk = new_chunk();
        for &index in indices {
            let Some(id) = self.elements[index] else { continue };
            let mut element = chunk.struct_element(id);
            self.write_entries(index, &mut element);
            let mut kids = element.children();
            for &kid in &self.tree.nodes[index].kids {
                self.write_kid(kid, &mut kids);
            }
        }
        chunk
    }

    /// Writes the entries of an element but for its kids.
    fn write_entries(&self, index: usize, to: &mut StructElement<'_>) {
        let StructTree { pages, ref nodes } = self.tree;
        let element = &pages.elements[index];
        let parent =
            (index > 0).then(|| self.elements[self.tree.parent(index)]).flatten();
        to.custom_kind(Name(find_structure_type(element.role).as_bytes()));
        to.parent(parent.unwrap_or(self.root));
        let page = nodes[index].page.and_then(|page| self.page_refs.get(page));
        if let Some(&page) = page {
            to.page(page);
        }
        if let Some(language) = &element.language {
            to.lang(TextStr(language.as_str()));
        }
        if let Some(text) = &element.alternative {
            to.alt(TextStr(text));
        }
        if element.role == Role::Note {
            to.id(Str(format_note_name(index).as_bytes()));
        }
        match (element.role, self.figures.get(&index)) {
            (Role::HeadCell, _) => {
                begin_attributes(to).table().scope(TableHeaderScope::Column);
            }
            (Role::List(labels), _) => {
                begin_attributes(to).list().list_numbering(find_numbering(labels));
            }
            (_, Some(rect)) => {
                let bbox = to_rect(rect.corner, rect.far(), pages.trim);
                let mut attributes = begin_attributes(to).layout();
                attributes.placement(Placement::Block).bbox(bbox);
            }
            _ => {}
        }
    }

    fn write_kid(&self, kid: StructKid, kids: &mut StructChildren<'_>) {
        match kid {
            StructKid::Element(index) => {
                if let Some(id) = self.elements[index] {
                    kids.struct_element(id);
                }
            }
            StructKid::Content(mcid) => {
                kids.marked_content_id(to_i32(mcid));
            }
            StructKid::ContentElsewhere(page, mcid) => {
                let mut content = kids.marked_content_ref();
                if let Some(&page) = self.page_refs.get(page) {
                    content.page(page);
                }
                content.marked_content_id(to_i32(mcid));
            }
            StructKid::Link(index) => {
                let link = &self.annotations[index];
                kids.object_ref().page(self.page_refs[link.page]).object(link.id);
            }
        }
    }

    /// The object of an element; the root for one that is not part of the tree.
    fn element_ref(&self, element: ElementId) -> Ref {
        self.elements[self.tree.index(element)].unwrap_or(self.root)
    }

    /// Writes for each page the list of the elements of its marked contents.
    fn write_parent_lists(&self, pages: &[(&Vec<ElementId>, &Ref)]) -> Chunk {
        let mut chunk = new_chunk();
        for &(elements, &list) in pages {
            let mut list = chunk.indirect(list).array();
            list.items(elements.iter().map(|&element| self.element_ref(element)));
        }
        chunk
    }

    /// Writes the parent tree (ISO 32000-1 §14.7.4.4): pages first, then links.
    fn write_parent_tree(&self, lists: &[Ref], id: Ref, chunk: &mut Chunk) {
        let links = self.annotations.iter();
        let links = links.map(|link| (link.key, self.element_ref(link.element)));
        let keys = lists.iter().copied().enumerate().chain(links);
        let mut tree: Dict<'_> = chunk.indirect(id).dict();
        let mut entries = tree.insert(Name(b"Nums")).array();
        for (key, element) in keys {
            entries.item(to_i32(key)).item(element);
        }
    }

    /// Writes the name tree of the notes; none if there are no notes.
    fn write_note_names(&self, file: &mut PdfBuilder, chunk: &mut Chunk) -> Option<Ref> {
        let elements = self.tree.pages.elements.iter().zip(&self.elements).enumerate();
        let notes = elements.filter(|(_, (element, _))| element.role == Role::Note);
        let notes =
            notes.filter_map(|(index, (_, id))| Some((format_note_name(index), (*id)?)));
        let notes: Vec<(String, Ref)> = notes.collect();
        if notes.is_empty() {
            return None;
        }
        let names = file.reserve();
        let mut tree: Dict<'_> = chunk.indirect(names).dict();
        let mut entries = tree.insert(Name(b"Names")).array();
        for (name, note) in &notes {
            entries.item(Str(name.as_bytes())).item(*note);
        }
        Some(names)
    }

    fn write_root(
        &self,
        pages: usize,
        parents: Ref,
        notes: Option<Ref>,
        chunk: &mut Chunk,
    ) {
        let mut root: StructTreeRoot<'_> = chunk.indirect(self.root).start();
        root.child(self.element_ref(ElementId(0)));
        root.pair(Name(b"ParentTree"), parents);
        root.parent_tree_next_key(to_i32(pages + self.annotations.len()));
        if let Some(notes) = notes {
            root.pair(Name(b"IDTree"), notes);
        }
    }
}

/// The name of a note in the name tree, which is sorted by names.
fn format_note_name(index: usize) -> String {
    format!("note-{index:08}")
}

/// Begins the attributes of an element, which has one kind of them at most.
fn begin_attributes<'a>(element: &'a mut StructElement<'_>) -> Attributes<'a> {
    element.insert(Name(b"A")).start()
}

/// Finds how a list is numbered (ISO 32000-1 §14.8.5.5, table 347). `ListNumbering::None`
/// is for marks that are not numbers.
fn find_numbering(labels: ListLabels) -> ListNumbering {
    match labels {
        ListLabels::Numbers => ListNumbering::Decimal,
        ListLabels::Marks => ListNumbering::None,
    }
}

/// Finds the boxes of the figures (ISO 32000-1 §14.8.5.4.3), by the indices of the elements.
fn find_figure_boxes(pages: &Pages) -> BTreeMap<usize, Rect> {
    let mut boxes: BTreeMap<usize, (Point, Point)> = BTreeMap::new();
    for item in pages.pages.iter().flat_map(Page::figure_items) {
        let (element, points) = match item {
            PlacedItem::Outline(outline) => {
                (outline.element, outline.segments.iter().flat_map(list_points).collect())
            }
            PlacedItem::Image(picture) => {
                (picture.element, vec![picture.rect.corner, picture.rect.far()])
            }
            PlacedItem::Run(_) | PlacedItem::Rule(_) => continue,
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

/// Lists the points that bound a segment.
fn list_points(segment: &OutlineSegment) -> Vec<Point> {
    match *segment {
        OutlineSegment::Move(point) | OutlineSegment::Line(point) => vec![point],
        OutlineSegment::Curve(a, b, end) => vec![a, b, end],
        OutlineSegment::Close => vec![],
    }
}
