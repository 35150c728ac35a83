//! Which links are note marks, and which blocks are the notes they lead to.
//!
//! A link is a mark if it is declared as one and leads to a block, or if its text is a label
//! and its block is declared as a note or links back to where the mark is. The
//! declarations are `epub:type`, `role` and the classes of common programs. If two labels
//! lead to each other, the one that begins its block belongs to the note.

use std::collections::{BTreeMap, BTreeSet};

use super::declared::{
    find_kind, is_container, is_declared_back, is_declared_mark, is_declared_note,
};
use super::dom::NodeId;
use super::kinds::{heading_level, name_omission};
use super::labels::{bare, is_arrow, is_arrow_character, is_label};
use super::pages::ParsedPages;
use crate::interchange::rich::NoteKind;

/// A note that a mark leads to.
#[derive(Debug)]
pub(super) struct LinkedNote {
    /// Its blocks; usually one.
    pub(super) nodes: Vec<NodeId>,
    pub(super) kind: NoteKind,
    /// The labels of its marks, without brackets.
    pub(super) labels: BTreeSet<String>,
    /// How many nodes it has.
    pub(super) size: usize,
    /// Whether it has a link back to a mark that is a label or an arrow.
    pub(super) has_back_link: bool,
    /// What its marks lead to.
    targets: BTreeSet<NodeId>,
}

/// The notes of a document.
#[derive(Debug, Default)]
pub(super) struct LinkedNotes {
    pub(super) notes: Vec<LinkedNote>,
    /// The index of the note of each mark.
    pub(super) marks: BTreeMap<NodeId, usize>,
    /// The index of the note of each block that is one.
    pub(super) taken: BTreeMap<NodeId, usize>,
    /// Links from notes to their marks that are labels or arrows.
    pub(super) back_links: BTreeSet<NodeId>,
}

/// A link within the document whose target may be a note.
struct NoteLink {
    link: NodeId,
    target: NodeId,
    nodes: Vec<NodeId>,
}

/// What is in a block that may be a note.
#[derive(Default)]
struct NoteBlockFacts {
    has_heading: bool,
    has_own_text: bool,
    /// The blocks that links in it lead to, and whether one of these links begins it.
    back: BTreeMap<NodeId, bool>,
}

/// Finds the notes of a document.
pub(super) fn find_notes(pages: &ParsedPages) -> LinkedNotes {
    let mut facts: BTreeMap<NodeId, NoteBlockFacts> = BTreeMap::new();
    let mut links = Vec::new();
    for page in &pages.pages {
        for link in pages.tree.descendants(page.root) {
            if let Some(found) = find_note_link(pages, link) {
                if let Some(first) = found.nodes.first() {
                    facts
                        .entry(*first)
                        .or_insert_with(|| gather_facts(pages, &found.nodes));
                }
                links.push(found);
            }
        }
    }
    let mut notes: BTreeMap<NodeId, (LinkedNote, Vec<NodeId>)> = BTreeMap::new();
    for found in links {
        let Some(first) = found.nodes.first().copied() else { continue };
        if facts.get(&first).is_none_or(|facts| !is_mark(pages, &found, facts)) {
            continue;
        }
        let label = bare(&pages.tree.deep_text(found.link)).to_owned();
        let (note, marks) = notes.entry(first).or_insert_with(|| {
            let kind = find_kind(pages, first);
            let (labels, targets) = (BTreeSet::new(), BTreeSet::new());
            let nodes = found.nodes;
            let (size, has_back_link) = (0, false);
            let note = LinkedNote { nodes, kind, labels, size, has_back_link, targets };
            (note, Vec::new())
        });
        note.labels.insert(label);
        note.targets.insert(found.target);
        marks.push(found.link);
    }
    number_notes(pages, notes.into_values())
}

fn number_notes(
    pages: &ParsedPages,
    found: impl Iterator<Item = (LinkedNote, Vec<NodeId>)>,
) -> LinkedNotes {
    let mut notes = LinkedNotes::default();
    for (note, marks) in found {
        // Notes with different labels in one block have no blocks of their own.
        if note.targets.len() > 1 && note.labels.len() > 1 {
            continue;
        }
        let index = notes.notes.len();
        notes.marks.extend(marks.into_iter().map(|mark| (mark, index)));
        notes.taken.extend(note.nodes.iter().map(|node| (*node, index)));
        notes.notes.push(note);
    }
    let marked: BTreeSet<(NodeId, usize)> = notes
        .marks
        .iter()
        .filter_map(|(mark, index)| Some((pages.nearest_block(*mark)?, *index)))
        .collect();
    for (index, note) in notes.notes.iter_mut().enumerate() {
        for link in note.nodes.iter().flat_map(|node| pages.tree.descendants(*node)) {
            note.size += 1;
            let back = pages.find_target(link).and_then(|to| pages.nearest_block(to));
            if back.is_some_and(|back| marked.contains(&(back, index)))
                && !notes.marks.contains_key(&link)
                && is_label_or_arrow(&pages.tree.deep_text(link))
            {
                notes.back_links.insert(link);
                note.has_back_link = true;
            }
        }
    }
    notes
}

fn is_label_or_arrow(text: &str) -> bool {
    text.trim().is_empty() || is_label(text) || is_arrow(bare(text))
}

fn find_note_link(pages: &ParsedPages, link: NodeId) -> Option<NoteLink> {
    let tree = &pages.tree;
    if tree.name(link) != "a" || tree.find(link, "img").is_some() {
        return None;
    }
    let target = pages.find_target(link)?;
    let is_text = tree.ancestors(link).all(|one| {
        name_omission(tree, one).is_none()
            && !matches!(
                tree.name(one),
                "pre" | "code" | "kbd" | "samp" | "tt" | "math" | "svg"
            )
    });
    let nodes = find_note_block(pages, target)?;
    let is_outside = nodes.iter().all(|node| !tree.is_within(link, *node));
    (is_text && is_outside).then_some(NoteLink { link, target, nodes })
}

/// The block that a link to a node shows: the nearest one around it that can be a note, and
/// what is around that if it begins there and is one note.
fn find_note_block(pages: &ParsedPages, target: NodeId) -> Option<Vec<NodeId>> {
    const BLOCKS: [&str; 10] =
        ["li", "p", "div", "aside", "section", "td", "dd", "dt", "tr", "blockquote"];
    let tree = &pages.tree;
    let nearest = pages.nearest_block(target)?;
    let is_anchor = nearest != target && pages.is_blank(target, |_| false);
    // An anchor between blocks is for the block after it.
    let mut block = if is_anchor && pages.holds_block(nearest) {
        pages.next_element(target).filter(|next| BLOCKS.contains(&tree.name(*next)))?
    } else {
        nearest
    };
    if !BLOCKS.contains(&tree.name(block)) || is_container(pages, block) {
        return None;
    }
    while let Some(parent) = tree.parent(block) {
        let is_note_around = is_declared_note(pages, parent)
            || matches!(tree.name(parent), "li" | "aside" | "dd")
            || (tree.name(parent) == "div" && is_single(pages, parent));
        let climbs = BLOCKS.contains(&tree.name(parent))
            && !is_container(pages, parent)
            && is_note_around
            && pages.is_first_in(block, parent, |_| false);
        if !climbs {
            break;
        }
        block = parent;
    }
    match tree.name(block) {
        // The label has a cell of its own.
        "td" if is_label_or_arrow(&tree.deep_text(block)) => {
            tree.parent(block).map(|row| vec![row])
        }
        "dt" => {
            let mut nodes = vec![block];
            let mut next = pages.next_element(block);
            while let Some(dd) = next.filter(|next| tree.name(*next) == "dd") {
                nodes.push(dd);
                next = pages.next_element(dd);
            }
            Some(nodes)
        }
        _ => Some(vec![block]),
    }
}

/// Whether a division has an id of its own or only one block, as those have that Word and
/// `LibreOffice` put around a note.
fn is_single(pages: &ParsedPages, division: NodeId) -> bool {
    const PREFIXES: [&str; 7] =
        ["ftn", "edn", "sdfootnote", "sdendnote", "fn", "footnote", "note"];
    let tree = &pages.tree;
    let id = tree.attribute(division, "id").unwrap_or_default().to_ascii_lowercase();
    let is_numbered = id.ends_with(|c: char| c.is_ascii_digit());
    let blocks = || tree.children(division).iter().filter(|c| !tree.name(**c).is_empty());
    (is_numbered && PREFIXES.iter().any(|prefix| id.starts_with(prefix)))
        || blocks().nth(1).is_none()
}

fn gather_facts(pages: &ParsedPages, nodes: &[NodeId]) -> NoteBlockFacts {
    let tree = &pages.tree;
    let mut facts = NoteBlockFacts::default();
    let Some(first) = nodes.first().copied() else { return facts };
    let mut linked = String::new();
    let mut text = String::new();
    for node in nodes.iter().flat_map(|node| tree.descendants(*node)) {
        facts.has_heading |= heading_level(tree, node).is_some();
        text.push_str(tree.text(node).unwrap_or_default());
        let Some(block) = pages.find_target(node).and_then(|to| pages.nearest_block(to))
        else {
            continue;
        };
        let starts = pages.is_first_in(node, first, is_before_label);
        *facts.back.entry(block).or_default() |= starts;
        if is_label_or_arrow(&tree.deep_text(node)) {
            linked.push_str(&tree.deep_text(node));
        }
    }
    let count = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    facts.has_own_text = count(&text) > count(&linked);
    facts
}

fn is_before_label(c: char) -> bool {
    matches!(c, '[' | '(' | '*') || is_arrow_character(c)
}

fn is_mark(pages: &ParsedPages, found: &NoteLink, facts: &NoteBlockFacts) -> bool {
    let Some(first) = found.nodes.first().copied() else { return false };
    let text = pages.tree.deep_text(found.link);
    if is_declared_back(pages, found.link) {
        return false;
    }
    let is_declared_note = is_declared_note(pages, first);
    if facts.has_heading && !is_declared_note {
        return false;
    }
    if is_declared_mark(pages, found.link) {
        return true;
    }
    if !is_label(&text) {
        return false;
    }
    let Some(own) = pages.nearest_block(found.link) else { return false };
    if is_declared_note {
        return true;
    }
    let Some(note_starts) = facts.back.get(&own) else { return false };
    let mark_starts = pages.is_first_in(found.link, own, is_before_label);
    let is_before = pages.order(found.link) < pages.order(first);
    facts.has_own_text
        && match (mark_starts, *note_starts) {
            (false, true) => true,
            (true, false) => false,
            // So begin the entries of a list of contents, too, and the titles they lead to.
            (true, true) => is_before && is_raised(pages, found.link, &text),
            (false, false) => is_before,
        }
}

/// Whether a label looks like a mark: it is in superscript or in brackets.
fn is_raised(pages: &ParsedPages, link: NodeId, text: &str) -> bool {
    let tree = &pages.tree;
    text.trim_start().starts_with(['[', '('])
        || tree.find(link, "sup").is_some()
        || tree.parent(link).is_some_and(|parent| tree.name(parent) == "sup")
}
