//! The pages of a document with what must be known of them before they are read.

use std::collections::BTreeMap;

use super::css::{CssLook, CssSheet};
use super::dom::{HtmlTree, NodeId};
use super::kinds::is_block;
use super::parse::parse_page;
use crate::interchange::addresses::{is_outside, resolve_address};
use crate::text::addresses::decode_percent;

/// How many siblings are looked at for text before a node.
const MOST_SIBLINGS: usize = 16;

/// A page.
#[derive(Debug)]
pub(super) struct ParsedPage {
    /// Its path in the archive; empty if it is alone.
    pub(super) path: String,
    pub(super) root: NodeId,
    sheet: CssSheet,
}

/// All pages, in reading order.
#[derive(Debug)]
pub(super) struct ParsedPages {
    pub(super) tree: HtmlTree,
    pub(super) pages: Vec<ParsedPage>,
    ids: BTreeMap<(usize, String), NodeId>,
    facts: Vec<NodeFacts>,
}

/// What is known of a node.
#[derive(Debug, Clone, Copy, Default)]
struct NodeFacts {
    /// Its place in reading order.
    order: usize,
    /// Its place among its siblings.
    place: usize,
    page: usize,
    holds_block: bool,
}

impl ParsedPages {
    /// Reads pages, by their paths, with the style sheets that they may name, by theirs.
    pub(super) fn parse(
        files: &[(String, Vec<u8>)],
        sheets: &BTreeMap<String, String>,
    ) -> Self {
        let mut tree = HtmlTree::default();
        let mut pages = Vec::with_capacity(files.len());
        for (path, bytes) in files {
            let (grown, root) = parse_page(bytes, tree);
            tree = grown;
            let sheet = collect_sheet(&tree, root, path, sheets);
            pages.push(ParsedPage { path: path.clone(), root, sheet });
        }
        let facts = vec![NodeFacts::default(); tree.len()];
        let mut parsed = Self { tree, pages, ids: BTreeMap::new(), facts };
        parsed.survey();
        parsed
    }

    fn survey(&mut self) {
        let mut order = 0;
        let roots: Vec<NodeId> = self.pages.iter().map(|page| page.root).collect();
        for (page, root) in roots.into_iter().enumerate() {
            let nodes: Vec<NodeId> = self.tree.descendants(root).collect();
            for node in &nodes {
                order += 1;
                self.change(*node, |facts| {
                    facts.order = order;
                    facts.page = page;
                });
                for (place, child) in
                    self.tree.children(*node).to_vec().iter().enumerate()
                {
                    self.change(*child, |facts| facts.place = place);
                }
                let is_anchor = self.tree.name(*node) == "a";
                let names =
                    ["id", "name"].into_iter().take(if is_anchor { 2 } else { 1 });
                for name in names {
                    if let Some(id) = self.tree.attribute(*node, name) {
                        self.ids.entry((page, id.to_owned())).or_insert(*node);
                    }
                }
            }
            // From the inside: what holds a block passes it on.
            for node in nodes.iter().rev() {
                let holds = is_block(self.tree.name(*node)) || self.holds_block(*node);
                if let (true, Some(parent)) = (holds, self.tree.parent(*node)) {
                    self.change(parent, |facts| facts.holds_block = true);
                }
            }
        }
    }

    fn change(&mut self, node: NodeId, how: impl FnOnce(&mut NodeFacts)) {
        if let Some(facts) = self.facts.get_mut(HtmlTree::index(node)) {
            how(facts);
        }
    }

    fn facts(&self, node: NodeId) -> NodeFacts {
        self.facts.get(HtmlTree::index(node)).copied().unwrap_or_default()
    }

    /// The place of a node in reading order.
    pub(super) fn order(&self, node: NodeId) -> usize {
        self.facts(node).order
    }

    /// The index of a node's page.
    pub(super) fn page_index(&self, node: NodeId) -> usize {
        self.facts(node).page
    }

    /// The path of a node's page.
    pub(super) fn path(&self, node: NodeId) -> &str {
        self.pages.get(self.page_index(node)).map_or("", |page| &page.path)
    }

    /// Whether there is a block in a node.
    pub(super) fn holds_block(&self, node: NodeId) -> bool {
        self.facts(node).holds_block
    }

    /// How an element looks by its page's style sheets and its own `style`.
    pub(super) fn look(&self, node: NodeId) -> CssLook {
        let Some(page) = self.pages.get(self.page_index(node)) else {
            return CssLook::default();
        };
        let look = page.sheet.look(self.tree.name(node), self.tree.words(node, "class"));
        match self.tree.attribute(node, "style") {
            Some(style) => look.overlay(CssLook::parse(style)),
            None => look,
        }
    }

    /// The node that a link in the document leads to.
    pub(super) fn find_target(&self, link: NodeId) -> Option<NodeId> {
        let href = self.tree.attribute(link, "href")?.trim();
        if is_outside(href) {
            return None;
        }
        let (address, fragment) = href.split_once('#').unwrap_or((href, ""));
        let own = self.page_index(link);
        let page = if address.is_empty() {
            own
        } else {
            let path = resolve_address(self.path(link), address);
            self.pages.iter().position(|page| !path.is_empty() && page.path == path)?
        };
        if fragment.is_empty() {
            let root = self.pages.get(page)?.root;
            return (page != own).then(|| self.tree.find(root, "body")).flatten();
        }
        let exact = self.ids.get(&(page, fragment.to_owned()));
        let decoded = || {
            let id = String::from_utf8_lossy(&decode_percent(fragment)).into_owned();
            self.ids.get(&(page, id))
        };
        exact.or_else(decoded).copied()
    }

    /// The siblings before a node, the nearest first, and whether there are more.
    fn siblings_before(&self, node: NodeId) -> (impl Iterator<Item = NodeId>, bool) {
        let place = self.facts(node).place;
        let siblings = self.tree.parent(node).map_or(&[][..], |p| self.tree.children(p));
        let before = siblings.get(..place).unwrap_or_default();
        (before.iter().rev().take(MOST_SIBLINGS).copied(), place > MOST_SIBLINGS)
    }

    /// The element after a node in the same parent.
    pub(super) fn next_element(&self, node: NodeId) -> Option<NodeId> {
        let siblings = self.tree.children(self.tree.parent(node)?);
        let after = siblings.get(self.facts(node).place + 1..)?;
        let is_element = |id: &&NodeId| !self.tree.name(**id).is_empty();
        after.iter().take(MOST_SIBLINGS).find(is_element).copied()
    }

    /// Whether a node has nothing but white space, or characters that `is_passed` names.
    pub(super) fn is_blank(&self, node: NodeId, is_passed: fn(char) -> bool) -> bool {
        self.tree.descendants(node).all(|one| {
            self.tree.name(one) != "img"
                && self.tree.text(one).is_none_or(|text| {
                    text.chars().all(|c| c.is_whitespace() || is_passed(c))
                })
        })
    }

    /// Whether nothing comes before a node in another one that it is in.
    pub(super) fn is_first_in(
        &self,
        node: NodeId,
        outer: NodeId,
        is_passed: fn(char) -> bool,
    ) -> bool {
        std::iter::once(node)
            .chain(self.tree.ancestors(node))
            .take_while(|one| *one != outer)
            .all(|one| {
                let (mut before, has_more) = self.siblings_before(one);
                !has_more && before.all(|sibling| self.is_blank(sibling, is_passed))
            })
    }

    /// The nearest block that a node is, or is in.
    pub(super) fn nearest_block(&self, node: NodeId) -> Option<NodeId> {
        std::iter::once(node)
            .chain(self.tree.ancestors(node))
            .find(|one| is_block(self.tree.name(*one)))
    }
}

/// The rules of a page's own style elements, and of the sheets that it links to.
fn collect_sheet(
    tree: &HtmlTree,
    root: NodeId,
    path: &str,
    sheets: &BTreeMap<String, String>,
) -> CssSheet {
    let mut sheet = CssSheet::default();
    for node in tree.descendants(root) {
        match tree.name(node) {
            "style" => sheet.add(&tree.deep_text(node)),
            "link" if tree.has_word(node, "rel", &["stylesheet"]) => {
                let href = tree.attribute(node, "href").unwrap_or_default();
                if let Some(css) = sheets.get(&resolve_address(path, href)) {
                    sheet.add(css);
                }
            }
            _ => {}
        }
    }
    sheet
}
