//! The formats around text: those of elements, of classes and of CSS.

use super::css::CssShift;
use super::dom::NodeId;
use super::pages::ParsedPages;
use crate::interchange::rich::RichInline;

/// A format around inlines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TextWrap {
    Emphasis,
    Strong,
    Underline,
    Strikeout,
    Superscript,
    Subscript,
    SmallCaps,
    Language(String),
    Link(String),
}

impl TextWrap {
    /// Puts the format around inlines.
    pub(super) fn wrap(&self, content: Vec<RichInline>) -> RichInline {
        match self {
            Self::Emphasis => RichInline::Emphasis(content),
            Self::Strong => RichInline::Strong(content),
            Self::Underline => RichInline::Underline(content),
            Self::Strikeout => RichInline::Strikeout(content),
            Self::Superscript => RichInline::Superscript(content),
            Self::Subscript => RichInline::Subscript(content),
            Self::SmallCaps => RichInline::SmallCaps(content),
            Self::Language(language) => RichInline::Span {
                classes: Vec::new(),
                language: Some(language.clone()),
                id: None,
                content,
            },
            Self::Link(target) => RichInline::Link { target: target.clone(), content },
        }
    }
}

/// Puts formats around inlines, the first outermost.
pub(super) fn wrap_all(wraps: &[TextWrap], content: Vec<RichInline>) -> Vec<RichInline> {
    wraps.iter().rev().fold(content, |content, wrap| vec![wrap.wrap(content)])
}

/// The formats of an element. What `em` and `strong` mean stays whatever CSS says; what the
/// others look like is changed by it.
pub(super) fn find_wraps(pages: &ParsedPages, id: NodeId) -> Vec<TextWrap> {
    const SMALL_CAPS: [&str; 6] =
        ["smcap", "small-caps", "smallcaps", "sc", "small-capitals", "smcaps"];
    let name = pages.tree.name(id);
    let look = pages.look(id);
    let mut wraps = Vec::new();
    let mut add = |holds: bool, wrap: TextWrap| {
        if holds {
            wraps.push(wrap);
        }
    };
    let is_italic = matches!(name, "i" | "cite" | "dfn" | "var");
    add(name == "em" || look.is_italic.unwrap_or(is_italic), TextWrap::Emphasis);
    add(name == "strong" || look.is_bold.unwrap_or(name == "b"), TextWrap::Strong);
    // Browsers underline links and `ins`, too; there the line is no format of the text.
    let is_plain_line = matches!(name, "a" | "ins");
    let is_underlined = look.is_underlined.unwrap_or(name == "u") && !is_plain_line;
    add(is_underlined, TextWrap::Underline);
    let is_struck = matches!(name, "s" | "strike");
    add(look.is_struck.unwrap_or(is_struck), TextWrap::Strikeout);
    let is_small_caps = pages.tree.has_word(id, "class", &SMALL_CAPS);
    add(look.is_small_caps.unwrap_or(is_small_caps), TextWrap::SmallCaps);
    let shift = match name {
        "sup" => Some(CssShift::Superscript),
        "sub" => Some(CssShift::Subscript),
        // In blocks and pictures the property moves boxes.
        "img" | "td" | "th" | "tr" => return wraps,
        _ => look.shift,
    };
    match shift {
        Some(CssShift::Superscript) => wraps.push(TextWrap::Superscript),
        Some(CssShift::Subscript) => wraps.push(TextWrap::Subscript),
        Some(CssShift::Baseline) | None => {}
    }
    wraps
}
