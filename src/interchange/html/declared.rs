//! What pages declare of their notes: by `epub:type` (EPUB Structural Semantics), `role`
//! (DPUB-ARIA), and the classes that common programs write.

use super::dom::NodeId;
use super::kinds::is_of;
use super::pages::ParsedPages;
use crate::interchange::rich::NoteKind;

/// Whether a link is declared as a note mark.
pub(super) fn is_declared_mark(pages: &ParsedPages, link: NodeId) -> bool {
    const CLASSES: [&str; 12] = [
        "footnote-ref",
        "footnoteref",
        "footnote-reference",
        "noteref",
        "note-ref",
        "fnref",
        "fnanchor",
        "sdfootnoteanc",
        "sdendnoteanc",
        "endnote-ref",
        "endnoteref",
        "footnote-anchor",
    ];
    let tree = &pages.tree;
    tree.has_word(link, "epub:type", &["noteref"])
        || tree.has_word(link, "role", &["doc-noteref"])
        || tree.has_word(link, "class", &CLASSES)
        || tree.parent(link).is_some_and(|parent| {
            matches!(tree.name(parent), "sup" | "span")
                && tree.has_word(parent, "class", &CLASSES)
        })
}

/// Whether a link is declared as one that leads back to a mark.
pub(super) fn is_declared_back(pages: &ParsedPages, link: NodeId) -> bool {
    const CLASSES: [&str; 9] = [
        "footnote-back",
        "footnote-backref",
        "backlink",
        "back-link",
        "fn-backref",
        "sdfootnotesym",
        "sdendnotesym",
        "reversefootnote",
        "data-footnote-backref",
    ];
    let tree = &pages.tree;
    tree.has_word(link, "role", &["doc-backlink"]) || is_of(tree, link, &CLASSES)
}

const FOOTNOTES: [&str; 8] = [
    "footnote",
    "doc-footnote",
    "sdfootnote",
    "sdfootnote-western",
    "msofootnotetext",
    "footnotetext",
    "footnote-text",
    "footnote-body",
];
const ENDNOTES: [&str; 7] = [
    "endnote",
    "rearnote",
    "doc-endnote",
    "sdendnote",
    "sdendnote-western",
    "msoendnotetext",
    "endnotetext",
];
const FOOTNOTE_CONTAINERS: [&str; 4] =
    ["footnotes", "footnote-list", "mw-references-wrap", "references"];
const ENDNOTE_CONTAINERS: [&str; 4] =
    ["endnotes", "rearnotes", "doc-endnotes", "endnote-list"];

fn declares(pages: &ParsedPages, node: NodeId, words: &[&str]) -> bool {
    is_of(&pages.tree, node, words) || pages.tree.has_word(node, "role", words)
}

/// Whether an element is declared to contain notes.
pub(super) fn is_container(pages: &ParsedPages, node: NodeId) -> bool {
    declares(pages, node, &FOOTNOTE_CONTAINERS)
        || declares(pages, node, &ENDNOTE_CONTAINERS)
        || matches!(pages.tree.name(node), "body" | "html")
}

/// Whether a block is declared as a note, or is an item of declared notes.
pub(super) fn is_declared_note(pages: &ParsedPages, node: NodeId) -> bool {
    if declares(pages, node, &FOOTNOTES) || declares(pages, node, &ENDNOTES) {
        return true;
    }
    let tree = &pages.tree;
    let Some(parent) = tree.parent(node).filter(|_| tree.name(node) == "li") else {
        return false;
    };
    let around = tree.parent(parent);
    [Some(parent), around].into_iter().flatten().any(|one| {
        tree.name(one) != "body" && tree.name(one) != "html" && is_container(pages, one)
    })
}

/// The series that a note is in. pandoc declares footnotes as endnotes, too: what is called a
/// footnote anywhere is one.
pub(super) fn find_kind(pages: &ParsedPages, note: NodeId) -> NoteKind {
    let mut is_endnote = false;
    for node in std::iter::once(note).chain(pages.tree.ancestors(note)) {
        let id = pages.tree.attribute(node, "id").unwrap_or_default();
        let id = id.to_ascii_lowercase();
        if declares(pages, node, &FOOTNOTES)
            || declares(pages, node, &FOOTNOTE_CONTAINERS)
        {
            return NoteKind::Footnote;
        }
        is_endnote |= declares(pages, node, &ENDNOTES)
            || declares(pages, node, &ENDNOTE_CONTAINERS)
            || ["edn", "sdendnote", "_edn", "endnote"].iter().any(|p| id.starts_with(p));
    }
    if is_endnote { NoteKind::Endnote } else { NoteKind::Footnote }
}
