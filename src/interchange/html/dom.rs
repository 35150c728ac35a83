//! The tree of an HTML page, in one list of nodes.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use html5ever::interface::{
    ElementFlags, ExpandedName, NodeOrText, QuirksMode, TreeSink,
};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, QualName};

/// The place of a node in its tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NodeId(usize);

/// A node.
#[derive(Debug, Default)]
struct HtmlNode {
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    depth: usize,
    content: HtmlContent,
}

/// What a node is.
#[derive(Debug, Default)]
enum HtmlContent {
    /// A page, a comment, or what was taken out of the tree.
    #[default]
    Other,
    Element {
        name: Rc<QualName>,
        attributes: Vec<(Box<str>, Box<str>)>,
    },
    Text(String),
}

/// The trees of all pages of a document.
#[derive(Debug, Default)]
pub(super) struct HtmlTree {
    nodes: Vec<HtmlNode>,
}

impl HtmlTree {
    fn node(&self, id: NodeId) -> Option<&HtmlNode> {
        self.nodes.get(id.0)
    }

    fn add(&mut self, content: HtmlContent) -> NodeId {
        self.nodes.push(HtmlNode { content, ..HtmlNode::default() });
        NodeId(self.nodes.len() - 1)
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The place of a node in a list with one entry for each.
    pub(super) fn index(id: NodeId) -> usize {
        id.0
    }

    /// What a node is in.
    pub(super) fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id)?.parent
    }

    /// What is in a node.
    pub(super) fn children(&self, id: NodeId) -> &[NodeId] {
        self.node(id).map_or(&[], |node| &node.children)
    }

    /// The name of an element; empty for other nodes.
    pub(super) fn name(&self, id: NodeId) -> &str {
        match self.node(id).map(|node| &node.content) {
            Some(HtmlContent::Element { name, .. }) => &name.local,
            _ => "",
        }
    }

    /// The characters of a text node.
    pub(super) fn text(&self, id: NodeId) -> Option<&str> {
        match self.node(id).map(|node| &node.content) {
            Some(HtmlContent::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// The value of an attribute, by its name (`epub:type` in HTML's eyes has that name).
    pub(super) fn attribute(&self, id: NodeId, name: &str) -> Option<&str> {
        let HtmlContent::Element { attributes, .. } = &self.node(id)?.content else {
            return None;
        };
        attributes.iter().find(|(key, _)| &**key == name).map(|(_, value)| &**value)
    }

    /// The words of an attribute that is a list.
    pub(super) fn words<'a>(
        &'a self,
        id: NodeId,
        name: &str,
    ) -> impl Iterator<Item = &'a str> + use<'a> {
        self.attribute(id, name).unwrap_or_default().split_ascii_whitespace()
    }

    /// Whether an attribute that is a list has one of some words, whatever their case.
    pub(super) fn has_word(&self, id: NodeId, name: &str, known: &[&str]) -> bool {
        self.words(id, name)
            .any(|word| known.iter().any(|k| k.eq_ignore_ascii_case(word)))
    }

    /// What a node is in, from the inside.
    pub(super) fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.parent(id), |id| self.parent(*id))
    }

    /// Whether a node is another, or in it.
    pub(super) fn is_within(&self, id: NodeId, outer: NodeId) -> bool {
        id == outer || self.ancestors(id).any(|one| one == outer)
    }

    /// A node and all nodes in it, in reading order.
    pub(super) fn descendants(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let mut left = vec![id];
        std::iter::from_fn(move || {
            let next = left.pop()?;
            left.extend(self.children(next).iter().rev());
            Some(next)
        })
    }

    /// All characters in a node.
    pub(super) fn deep_text(&self, id: NodeId) -> String {
        self.descendants(id).filter_map(|one| self.text(one)).collect()
    }

    /// The first element of a name in a node.
    pub(super) fn find(&self, id: NodeId, name: &str) -> Option<NodeId> {
        self.descendants(id).find(|one| self.name(*one) == name)
    }

    fn attach(&mut self, child: NodeId, parent: NodeId, place: Option<usize>) {
        let depth = self.node(parent).map_or(0, |node| node.depth) + 1;
        if let Some(node) = self.nodes.get_mut(child.0) {
            node.parent = Some(parent);
            node.depth = depth;
        }
        if let Some(node) = self.nodes.get_mut(parent.0) {
            let place = place.unwrap_or(node.children.len()).min(node.children.len());
            node.children.insert(place, child);
        }
    }

    fn detach(&mut self, child: NodeId) {
        let Some(parent) = self.nodes.get_mut(child.0).and_then(|n| n.parent.take())
        else {
            return;
        };
        if let Some(node) = self.nodes.get_mut(parent.0)
            && let Some(place) = node.children.iter().rposition(|one| *one == child)
        {
            node.children.remove(place);
        }
    }

    /// Adds characters in a node before a place, to the text that ends there if there is.
    fn push_text(&mut self, parent: NodeId, place: Option<usize>, text: &str) {
        let children = self.children(parent);
        let end = place.unwrap_or(children.len());
        let last = end.checked_sub(1).and_then(|last| children.get(last)).copied();
        let last = last.and_then(|last| self.nodes.get_mut(last.0));
        if let Some(HtmlNode { content: HtmlContent::Text(before), .. }) = last {
            before.push_str(text);
            return;
        }
        let node = self.add(HtmlContent::Text(text.to_owned()));
        self.attach(node, parent, place);
    }
}

/// A node with its name, as the parser asks for both.
#[derive(Debug, Clone)]
pub(super) struct NodeHandle {
    id: NodeId,
    name: Rc<QualName>,
}

/// What the parser fills.
#[derive(Debug)]
pub(super) struct TreeFiller {
    tree: RefCell<HtmlTree>,
    page: NodeHandle,
    unnamed: Rc<QualName>,
    /// How many elements were made.
    pub(super) elements: Cell<usize>,
    /// How deep the last node is that was put into the tree.
    pub(super) last_depth: Cell<usize>,
}

impl TreeFiller {
    /// A new page in a tree.
    pub(super) fn new(mut tree: HtmlTree) -> Self {
        let id = tree.add(HtmlContent::Other);
        let unnamed =
            Rc::new(QualName::new(None, html5ever::ns!(), html5ever::local_name!("")));
        Self {
            tree: RefCell::new(tree),
            page: NodeHandle { id, name: Rc::clone(&unnamed) },
            unnamed,
            elements: Cell::new(0),
            last_depth: Cell::new(0),
        }
    }

    fn put(&self, parent: NodeId, place: Option<usize>, child: NodeOrText<NodeHandle>) {
        let mut tree = self.tree.borrow_mut();
        match child {
            NodeOrText::AppendNode(child) => {
                tree.detach(child.id);
                tree.attach(child.id, parent, place);
            }
            NodeOrText::AppendText(text) => tree.push_text(parent, place, &text),
        }
        self.last_depth.set(tree.node(parent).map_or(0, |node| node.depth) + 1);
    }

    fn other(&self) -> NodeHandle {
        let id = self.tree.borrow_mut().add(HtmlContent::Other);
        NodeHandle { id, name: Rc::clone(&self.unnamed) }
    }
}

fn to_pairs(attributes: Vec<Attribute>) -> impl Iterator<Item = (Box<str>, Box<str>)> {
    attributes.into_iter().map(|one| ((*one.name.local).into(), (*one.value).into()))
}

impl TreeSink for TreeFiller {
    type Handle = NodeHandle;
    type Output = (HtmlTree, NodeId);
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Self::Output {
        (self.tree.into_inner(), self.page.id)
    }

    fn parse_error(&self, _: std::borrow::Cow<'static, str>) {}

    fn get_document(&self) -> NodeHandle {
        self.page.clone()
    }

    fn elem_name<'a>(&'a self, target: &'a NodeHandle) -> ExpandedName<'a> {
        target.name.expanded()
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        _: ElementFlags,
    ) -> NodeHandle {
        self.elements.set(self.elements.get() + 1);
        let name = Rc::new(name);
        let attributes = to_pairs(attributes).collect();
        let content = HtmlContent::Element { name: Rc::clone(&name), attributes };
        NodeHandle { id: self.tree.borrow_mut().add(content), name }
    }

    fn create_comment(&self, _: StrTendril) -> NodeHandle {
        self.other()
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> NodeHandle {
        self.other()
    }

    fn append(&self, parent: &NodeHandle, child: NodeOrText<NodeHandle>) {
        self.put(parent.id, None, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &NodeHandle,
        previous: &NodeHandle,
        child: NodeOrText<NodeHandle>,
    ) {
        let has_parent = self.tree.borrow().parent(element.id).is_some();
        if has_parent {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    /// The contents of a template are in the template: nothing of it is shown.
    fn get_template_contents(&self, target: &NodeHandle) -> NodeHandle {
        target.clone()
    }

    fn same_node(&self, one: &NodeHandle, other: &NodeHandle) -> bool {
        one.id == other.id
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &NodeHandle, node: NodeOrText<NodeHandle>) {
        if let NodeOrText::AppendNode(node) = &node {
            self.tree.borrow_mut().detach(node.id);
        }
        let tree = self.tree.borrow();
        let Some(parent) = tree.parent(sibling.id) else { return };
        let place = tree.children(parent).iter().rposition(|one| *one == sibling.id);
        drop(tree);
        self.put(parent, place, node);
    }

    fn add_attrs_if_missing(&self, target: &NodeHandle, more: Vec<Attribute>) {
        let mut tree = self.tree.borrow_mut();
        let node = tree.nodes.get_mut(target.id.0);
        if let Some(HtmlNode {
            content: HtmlContent::Element { attributes, .. }, ..
        }) = node
        {
            for (name, value) in to_pairs(more) {
                if attributes.iter().all(|(known, _)| *known != name) {
                    attributes.push((name, value));
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &NodeHandle) {
        self.tree.borrow_mut().detach(target.id);
    }

    fn reparent_children(&self, node: &NodeHandle, new_parent: &NodeHandle) {
        let mut tree = self.tree.borrow_mut();
        let Some(from) = tree.nodes.get_mut(node.id.0) else { return };
        for child in std::mem::take(&mut from.children) {
            tree.attach(child, new_parent.id, None);
        }
    }
}
