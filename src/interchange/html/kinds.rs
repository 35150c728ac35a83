//! What elements are, by their names, classes and roles.

use super::dom::{HtmlTree, NodeId};

/// Whether an element is a block in the eyes of a browser (HTML §15.3).
pub(super) fn is_block(name: &str) -> bool {
    const BLOCKS: [&str; 51] = [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "caption",
        "center",
        "col",
        "colgroup",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "frameset",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "hr",
        "html",
        "legend",
        "li",
        "listing",
        "main",
        "menu",
        "nav",
        "ol",
        "optgroup",
        "option",
        "p",
        "pre",
        "search",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tr",
        "ul",
    ];
    BLOCKS.binary_search(&name).is_ok()
        || matches!(name, "th" | "thead" | "tfoot" | "xmp" | "plaintext")
}

/// Whether an element has no text of the book: what is for the browser alone.
pub(super) fn is_machinery(name: &str) -> bool {
    matches!(
        name,
        "script"
            | "style"
            | "head"
            | "title"
            | "meta"
            | "link"
            | "base"
            | "col"
            | "colgroup"
            | "input"
            | "source"
            | "track"
            | "param"
            | "wbr"
            | "area"
    )
}

/// What a message calls an element whose text is not text of the book; `None` for others.
pub(super) fn name_omission(tree: &HtmlTree, id: NodeId) -> Option<&'static str> {
    if tree.attribute(id, "hidden").is_some() {
        return Some("hidden text");
    }
    let by_role = ["navigation", "search", "banner", "contentinfo"];
    Some(match tree.name(id) {
        "nav" => "the navigation of the page",
        _ if tree.has_word(id, "role", &by_role) => "the navigation of the page",
        "template" | "datalist" => "hidden text",
        "button" | "select" | "textarea" => "a control of a form",
        "iframe" | "noframes" | "frameset" | "noembed" => "another page in the page",
        "audio" | "video" | "canvas" => "a sound, a film or a drawing",
        "del" => "deleted text",
        "rt" | "rp" | "rtc" => "a reading over the line",
        _ => return None,
    })
}

/// The level of a heading.
pub(super) fn heading_level(tree: &HtmlTree, id: NodeId) -> Option<u8> {
    let by_role = || {
        let level = tree.attribute(id, "aria-level").and_then(|level| level.parse().ok());
        tree.has_word(id, "role", &["heading"]).then(|| level.unwrap_or(2).clamp(1, 6))
    };
    Some(match tree.name(id) {
        "h1" => 1,
        "h2" => 2,
        "h3" => 3,
        "h4" => 4,
        "h5" => 5,
        "h6" => 6,
        _ => return by_role(),
    })
}

/// Whether an element's class or its `epub:type` is one of some words.
pub(super) fn is_of(tree: &HtmlTree, id: NodeId, words: &[&str]) -> bool {
    tree.has_word(id, "class", words) || tree.has_word(id, "epub:type", words)
}

/// Whether an element contains verse.
pub(super) fn is_verse(tree: &HtmlTree, id: NodeId) -> bool {
    // The class of a page says what it has most of.
    let is_page = matches!(tree.name(id), "html" | "body" | "main");
    !is_page
        && is_of(
            tree,
            id,
            &[
                "poem",
                "poetry",
                "verse",
                "stanza",
                "linegroup",
                "lg",
                "line-block",
                "lines",
                "z3998:poem",
                "z3998:verse",
                "z3998:song",
                "z3998:hymn",
            ],
        )
}

/// Whether an element is a stanza.
pub(super) fn is_stanza(tree: &HtmlTree, id: NodeId) -> bool {
    is_of(tree, id, &["stanza", "linegroup", "lg"])
}

/// Whether an inline element is a line of verse by itself.
pub(super) fn is_verse_line(tree: &HtmlTree, id: NodeId) -> bool {
    is_of(tree, id, &["line", "verseline", "verse-line"])
}

/// The classes that blocks keep around them, with the prefix of the EPUB vocabulary taken
/// off. Others say how a page looks and are not kept.
pub(super) fn kept_classes(tree: &HtmlTree, id: NodeId) -> Vec<String> {
    const KEPT: [&str; 10] = [
        "epigraph",
        "dedication",
        "letter",
        "abstract",
        "preface",
        "foreword",
        "colophon",
        "z3998:letter",
        "z3998:epigraph",
        "z3998:dedication",
    ];
    let words = tree.words(id, "class").chain(tree.words(id, "epub:type"));
    let role = tree.words(id, "role").filter_map(|role| role.strip_prefix("doc-"));
    let mut kept = Vec::new();
    for word in words.chain(role).map(str::to_ascii_lowercase) {
        let plain = word.strip_prefix("z3998:").unwrap_or(&word).to_owned();
        if KEPT.contains(&word.as_str()) && !kept.contains(&plain) {
            kept.push(plain);
        }
    }
    kept
}

/// The style of a paragraph: a class that says what part of a letter or a page it is, or
/// its first class.
pub(super) fn paragraph_style(tree: &HtmlTree, id: NodeId) -> String {
    const PARTS: [&str; 7] = [
        "date",
        "dateline",
        "salutation",
        "signature",
        "closing",
        "epigraph",
        "valediction",
    ];
    let mut types = tree.words(id, "class").chain(tree.words(id, "epub:type"));
    let plain = |word: &str| {
        let word = word.to_ascii_lowercase();
        word.strip_prefix("z3998:").map(str::to_owned).unwrap_or(word)
    };
    types
        .find(|word| PARTS.contains(&plain(word).as_str()))
        .or_else(|| tree.words(id, "class").next())
        .map(plain)
        .unwrap_or_default()
}

/// Whether an element says that a page of the printed book begins.
pub(super) fn is_page_break(tree: &HtmlTree, id: NodeId) -> bool {
    const CLASSES: [&str; 5] =
        ["pagenum", "pageno", "pagebreak", "page-number", "ws-pagenum"];
    tree.has_word(id, "epub:type", &["pagebreak"])
        || tree.has_word(id, "role", &["doc-pagebreak"])
        || (matches!(tree.name(id), "span" | "a") && tree.has_word(id, "class", &CLASSES))
}

/// The number of the page that begins; `None` if the element has other words.
pub(super) fn page_number(tree: &HtmlTree, id: NodeId) -> Option<String> {
    let text = tree.deep_text(id);
    let brackets: &[char] = &['[', ']', '(', ')', '{', '}', '|'];
    let text = text.trim().trim_matches(brackets).trim();
    let named = ["title", "aria-label"].iter().find_map(|name| tree.attribute(id, name));
    let named = named.map(str::trim).unwrap_or_default();
    let written = if text.is_empty() { named } else { text };
    if written.is_empty() {
        let id = tree.attribute(id, "id").unwrap_or_default();
        let start = id.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        return Some(id.get(start..).unwrap_or_default().to_owned());
    }
    let number = written.rsplit([' ', '.', '\u{A0}']).next().unwrap_or_default();
    let before = written.strip_suffix(number).unwrap_or_default();
    let is_number = number.chars().all(|c| c.is_ascii_digit())
        || number.chars().all(|c| "ivxlcdmIVXLCDM".contains(c));
    // "Pg", "p.", "página": one word at most before the number.
    (is_number && before.split_whitespace().count() <= 1).then(|| number.to_owned())
}
