//! The bytes of a page become its tree.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use html5ever::buffer_queue::BufferQueue;
use html5ever::interface::TreeSink;
use html5ever::tokenizer::{
    Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{LocalName, local_name};

use super::dom::{HtmlTree, NodeHandle, NodeId, TreeFiller};

/// How deep elements may be nested; tags that nest deeper are passed over and their text
/// stays. Pages of word processors stay below 60.
pub(super) const MOST_NESTED: usize = 200;

/// How many elements the parser may make for each start tag before it passes over tags.
/// Browsers open unclosed `<b>` and `<font>` again in every paragraph; old pages reach two.
const MOST_ELEMENTS_PER_TAG: usize = 8;

/// How many elements a page may have before the limit above counts.
const FEW_ELEMENTS: usize = 10_000;

/// How far into a page its encoding and its kind are looked for (HTML §13.2.3.2).
const HEAD_BYTES: usize = 1024;

/// Elements that never have content (HTML §13.1.2).
const VOID: [&str; 16] = [
    "area", "base", "basefont", "br", "col", "embed", "frame", "hr", "img", "input",
    "keygen", "link", "meta", "source", "track", "wbr",
];

/// Reads a page into a tree; gives the node of the page.
pub(super) fn parse_page(bytes: &[u8], tree: HtmlTree) -> (HtmlTree, NodeId) {
    let text = decode(bytes);
    let head = text.get(..text.floor_char_boundary(HEAD_BYTES)).unwrap_or_default();
    let is_xml = head.trim_start().starts_with("<?xml")
        || head.contains("xmlns=\"http://www.w3.org/1999/xhtml\"");
    let options =
        TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let limiter = TagLimiter {
        builder: TreeBuilder::new(TreeFiller::new(tree), options),
        is_xml,
        tags: Cell::new(0),
        closed: Cell::new(0),
        passed_over: RefCell::default(),
    };
    let tokenizer = Tokenizer::new(limiter, TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(text.as_ref().into());
    // The tokenizer stops after each script; no script runs here.
    while !input.is_empty() {
        let _ = tokenizer.feed(&input);
    }
    tokenizer.end();
    tokenizer.sink.builder.sink.finish()
}

/// Decodes a page by its byte order mark, by what its head says, as UTF-8 if it is that, or
/// as Windows-1252 (HTML §13.2.3.2).
fn decode(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return encoding
            .decode_without_bom_handling(bytes.get(mark..).unwrap_or_default())
            .0;
    }
    let encoding = find_declared_encoding(bytes).unwrap_or_else(|| {
        if std::str::from_utf8(bytes).is_ok() { UTF_8 } else { WINDOWS_1252 }
    });
    encoding.decode_without_bom_handling(bytes).0
}

/// The encoding that `<meta charset>`, `<meta content>` or the XML declaration names.
fn find_declared_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..bytes.len().min(HEAD_BYTES))?;
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let declaration = head.trim_start().starts_with("<?xml").then_some("encoding=");
    ["charset=", declaration.unwrap_or("charset=")].iter().find_map(|word| {
        let (_, after) = head.split_once(word)?;
        let after = after.trim_start_matches(['"', '\'', ' ']);
        let end =
            after.find(|c: char| !(c.is_ascii_alphanumeric() || "-_:.".contains(c)));
        let label = after.get(..end.unwrap_or(after.len()))?;
        let encoding = Encoding::for_label(label.as_bytes())?;
        // A head that can be read byte for byte is not in UTF-16, whatever it says.
        Some(encoding.output_encoding())
    })
}

/// Passes tokens on to the tree builder, without the tags that nest too deep: for many tags
/// the builder searches all open elements, and the readers of the tree are recursive.
struct TagLimiter {
    builder: TreeBuilder<NodeHandle, TreeFiller>,
    is_xml: bool,
    tags: Cell<usize>,
    /// How many end tags came since a node was put into the tree.
    closed: Cell<usize>,
    /// The start tags that were passed over and whose end tags are still to come.
    passed_over: RefCell<BTreeMap<LocalName, usize>>,
}

impl TagLimiter {
    fn is_too_much(&self) -> bool {
        let filler = &self.builder.sink;
        let depth = filler.last_depth.get().saturating_sub(self.closed.get());
        let elements = filler.elements.get();
        depth > MOST_NESTED
            || elements > FEW_ELEMENTS + MOST_ELEMENTS_PER_TAG * self.tags.get()
    }

    fn take_start(&self, tag: Tag, line: u64) -> TokenSinkResult<NodeHandle> {
        self.tags.set(self.tags.get() + 1);
        let name = tag.name.clone();
        let is_void = VOID.contains(&&*name);
        if !is_void && self.is_too_much() {
            *self.passed_over.borrow_mut().entry(name).or_default() += 1;
            return TokenSinkResult::Continue;
        }
        self.closed.set(0);
        let closes = self.is_xml
            && tag.self_closing
            && !is_void
            && !matches!(name, local_name!("svg") | local_name!("math"))
            && !self.builder.adjusted_current_node_present_but_not_in_html_namespace();
        let result = self.builder.process_token(Token::TagToken(tag), line);
        if closes {
            // `<a id="x"/>` is an empty element in XHTML and an open one in HTML.
            let end = Tag {
                kind: TagKind::EndTag,
                name,
                self_closing: false,
                attrs: Vec::new(),
                had_duplicate_attributes: false,
            };
            let _ = self.builder.process_token(Token::TagToken(end), line);
            return TokenSinkResult::Continue;
        }
        result
    }

    fn take_end(&self, tag: Tag, line: u64) -> TokenSinkResult<NodeHandle> {
        if let Some(count) = self.passed_over.borrow_mut().get_mut(&tag.name)
            && *count > 0
        {
            *count -= 1;
            return TokenSinkResult::Continue;
        }
        self.closed.set(self.closed.get() + 1);
        self.builder.process_token(Token::TagToken(tag), line)
    }
}

impl TokenSink for TagLimiter {
    type Handle = NodeHandle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<NodeHandle> {
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => {
                self.take_start(tag, line)
            }
            Token::TagToken(tag) => self.take_end(tag, line),
            // Comments are not kept: they are no text of the book.
            Token::CommentToken(_) => TokenSinkResult::Continue,
            other => self.builder.process_token(other, line),
        }
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn encodings_are_found() {
        assert_eq!(decode(b"\xEF\xBB\xBFa\xC3\xB1o"), "a\u{F1}o");
        assert_eq!(decode(b"\xFF\xFEa\0\xF1\0"), "a\u{F1}");
        assert_eq!(
            decode(b"<meta charset=iso-8859-2>\xB9"),
            "<meta charset=iso-8859-2>\u{161}"
        );
        let declared = b"<meta http-equiv=x content='text/html; charset=koi8-r'>\xC1";
        assert!(decode(declared).ends_with('\u{430}'));
        assert!(
            decode(b"<?xml version='1.0' encoding='cp1251'?>\xE0").ends_with('\u{430}')
        );
        assert_eq!(decode(b"a\xC3\xB1o"), "a\u{F1}o");
        assert_eq!(decode(b"\x93a\xF1o\x94"), "\u{201C}a\u{F1}o\u{201D}");
    }
}
