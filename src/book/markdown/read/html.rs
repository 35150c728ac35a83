//! The subset of HTML that the dialect has: tags, and the text between them.

use crate::text::character_references::read_reference;

/// The most characters that a tag may have after its name. Anything longer is text: an
/// unclosed tag would have to be searched for again at every `<`.
const LONGEST_TAG: usize = 4096;

/// A piece of HTML.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum HtmlPiece<'a> {
    /// A tag.
    Tag(HtmlTag<'a>),
    /// A comment, or a declaration.
    Comment(&'a str),
    /// Text.
    Text(&'a str),
}

/// A tag.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub(super) struct HtmlTag<'a> {
    /// Its name, as written.
    pub(super) name: &'a str,
    /// `</…>`.
    pub(super) closes: bool,
    /// `<…/>`.
    pub(super) is_whole: bool,
    /// The whole tag.
    pub(super) source: &'a str,
    /// The text between the name and the end of the tag.
    attributes: &'a str,
}

impl HtmlTag<'_> {
    /// Whether it has this name, in any case.
    pub(super) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The value of an attribute.
    pub(super) fn attribute(&self, wanted: &str) -> Option<String> {
        let mut rest = self.attributes;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
            let end =
                rest.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(rest.len());
            if end == 0 && !rest.starts_with('=') {
                return None;
            }
            let name = &rest[..end];
            rest = rest[end..].trim_start();
            let mut value = "";
            if let Some(after) = rest.strip_prefix('=') {
                let after = after.trim_start();
                let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
                let body = quote.map_or(after, |_| &after[1..]);
                let end = match quote {
                    Some(quote) => body.find(quote),
                    None => body.find(char::is_whitespace),
                };
                value = &body[..end.unwrap_or(body.len())];
                rest = &body[end.unwrap_or(body.len())..];
                if quote.is_some() {
                    rest = rest.get(1..).unwrap_or_default();
                }
            }
            if name.eq_ignore_ascii_case(wanted) {
                return Some(decode_references(value));
            }
        }
    }
}

/// Splits HTML into its pieces, in order.
pub(super) fn split_html(html: &str) -> Vec<HtmlPiece<'_>> {
    let mut pieces = Vec::new();
    let (mut text, mut rest) = (0, 0);
    // Nothing is searched for after the last end of a tag; else a text of opening brackets
    // would be searched from each of them.
    let end = html.rfind('>').map_or(0, |end| end + 1);
    let comments_end = html.rfind("-->").unwrap_or_default();
    let mut may_have_script = true;
    while let Some(open) = html[rest..].find('<').map(|open| rest + open) {
        let until = html.floor_char_boundary(end.max(open + "<!--".len()));
        let searched = &html[open..until];
        let Some((mut piece, mut length)) = parse_markup(searched, open < comments_end)
        else {
            rest = open + 1;
            continue;
        };
        if let HtmlPiece::Tag(tag) = piece
            && (tag.is("script") || tag.is("style"))
            && !tag.closes
            && may_have_script
        {
            match measure_script(searched, tag.name) {
                Some(whole) => {
                    piece = HtmlPiece::Comment(&searched[..whole]);
                    length = whole;
                }
                None => may_have_script = false,
            }
        }
        if open > text {
            pieces.push(HtmlPiece::Text(&html[text..open]));
        }
        pieces.push(piece);
        text = open + length;
        rest = text;
    }
    if text < html.len() {
        pieces.push(HtmlPiece::Text(&html[text..]));
    }
    pieces
}

/// The length of a script or a style sheet that a text begins with, up to the end of its
/// closing tag.
fn measure_script(html: &str, name: &str) -> Option<usize> {
    let closing = html.find(&format!("</{name}"))?;
    Some(closing + html[closing..].find('>')? + 1)
}

/// The tag at the very beginning of the text.
pub(super) fn parse_leading_tag(html: &str) -> Option<HtmlTag<'_>> {
    match html.starts_with('<').then(|| parse_markup(html, true))?? {
        (HtmlPiece::Tag(tag), _) => Some(tag),
        _ => None,
    }
}

/// The tag or comment at the beginning, and its length. `ends` is false if no comment can
/// end after it.
fn parse_markup(html: &str, ends: bool) -> Option<(HtmlPiece<'_>, usize)> {
    for (begin, end) in [("<!--", "-->"), ("<!", ">"), ("<?", ">")] {
        if let Some(rest) = html.strip_prefix(begin) {
            // An unclosed comment hides nothing: the text after it stays.
            let found = if end == "-->" && !ends { None } else { rest.find(end) };
            let hidden = found.map_or(0, |at| at + end.len());
            let length = begin.len() + hidden;
            return Some((HtmlPiece::Comment(&html[..length]), length));
        }
    }
    let after = &html[1..];
    let closes = after.starts_with('/');
    let after = if closes { &after[1..] } else { after };
    if !after.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == ':';
    let name = &after[..after.find(|c| !is_name(c)).unwrap_or(after.len())];
    let body = &after[name.len()..];
    let mut quote = None;
    let (end, _) = body.char_indices().take(LONGEST_TAG).find(|&(_, c)| {
        if let Some(open) = quote {
            quote = quote.filter(|_| c != open);
            return false;
        }
        quote = Some(c).filter(|c| matches!(c, '"' | '\''));
        c == '>'
    })?;
    let attributes = &body[..end];
    let length = html.len() - body.len() + end + 1;
    let (source, is_whole) = (&html[..length], attributes.ends_with('/'));
    Some((HtmlPiece::Tag(HtmlTag { name, closes, is_whole, source, attributes }), length))
}

/// Decodes the character references in text or in the value of an attribute.
pub(super) fn decode_references(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        decoded.push_str(&rest[..at]);
        rest = &rest[at..];
        let (c, length) = read_reference(rest).unwrap_or(('&', 1));
        decoded.push(c);
        rest = &rest[length..];
    }
    decoded + rest
}

/// Whether an element is a block, so that the text before and after it are different
/// paragraphs.
pub(super) fn is_block_element(name: &str) -> bool {
    const BLOCKS: [&str; 45] = [
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
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "head",
        "header",
        "hr",
        "html",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
    ];
    BLOCKS.iter().any(|block| block.eq_ignore_ascii_case(name))
}
