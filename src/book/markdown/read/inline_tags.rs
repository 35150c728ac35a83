//! What the tags of HTML mean inside a line.

use std::ops::Range;

use super::ReaderFindings;
use super::html::HtmlTag;
use super::inlines::OpenInline;
use crate::book::codes;
use crate::book::formula::{Formula, write_mathml};
use crate::book::inline::{FontVariant, Inline, PhraseKind};
use crate::book::markdown::formula_marks::FORMULA;
use crate::book::matter::address::is_in_book;
use crate::text::excerpt::excerpt;
use crate::text::language::Language;

/// The kind of words that an element without other attributes stands for.
fn find_phrase(name: &str, tag: HtmlTag<'_>) -> Option<PhraseKind> {
    Some(match name {
        "del" | "s" | "strike" => PhraseKind::Deleted,
        "u" | "ins" => PhraseKind::Underlined,
        "mark" => PhraseKind::Marked,
        "kbd" => PhraseKind::Keyboard,
        "abbr" | "acronym" => {
            PhraseKind::Abbreviation { expansion: tag.attribute("title") }
        }
        "span" => {
            let classes = tag.attribute("class").unwrap_or_default();
            let class =
                classes.split_ascii_whitespace().find(|class| *class != "index")?;
            match class.to_ascii_lowercase().as_str() {
                "underline" | "underlined" | "ul" => PhraseKind::Underlined,
                "mark" => PhraseKind::Marked,
                "kbd" => PhraseKind::Keyboard,
                // As Tufte CSS and Quarto call it, too.
                "margin-note" | "marginnote" | "aside" | "column-margin" => {
                    PhraseKind::Marginal
                }
                "abbr" => PhraseKind::Abbreviation { expansion: tag.attribute("title") },
                _ => PhraseKind::Styled(class.to_owned()),
            }
        }
        _ => return None,
    })
}

/// The inline that a tag opens.
pub(super) fn open_for_tag(
    tag: HtmlTag<'_>,
    place: &Range<usize>,
    findings: &mut ReaderFindings<'_>,
) -> OpenInline {
    let name = tag.name.to_ascii_lowercase();
    let emphasis: Option<fn(Vec<Inline>) -> Inline> = match name.as_str() {
        "em" | "i" | "cite" => Some(Inline::Emphasis),
        "strong" | "b" => Some(Inline::Strong),
        _ => None,
    };
    if let ("a" | "span", Some(label)) = (name.as_str(), parse_page_mark(tag)) {
        return OpenInline::PageMark(label);
    }
    if let ("a", Some(target)) = (name.as_str(), tag.attribute("href")) {
        return open_link(target);
    }
    if let Some(variant) = find_variant(&name, tag) {
        return OpenInline::Variant(variant);
    }
    match name.as_str() {
        FORMULA => {
            let tex = tag.attribute("tex").unwrap_or_default();
            let is_display = tag.attribute("display").is_some();
            let formula = Formula { tex, is_display };
            if let Err(cause) = write_mathml(&formula) {
                let tex = excerpt(&formula.tex);
                let message = format!(
                    "the formula '{tex}' cannot be read: {cause}; it is shown as it is typed"
                );
                findings.warn(codes::FORMULA, place, message);
            }
            return OpenInline::Formula(formula);
        }
        "a" => return OpenInline::Words,
        "q" => return OpenInline::Quoted,
        "code" | "samp" | "tt" | "var" => return OpenInline::Code,
        _ => {}
    }
    let has_place = tag.attribute("id").is_some()
        || tag.attribute("class").is_some_and(|class| class.trim() == "index");
    let language = tag.attribute("lang").or_else(|| tag.attribute("xml:lang"));
    match language.map(|language| language.parse::<Language>()) {
        Some(Ok(language)) if name == "span" || emphasis.is_some() => {
            return OpenInline::Foreign(language, emphasis);
        }
        Some(Err(error)) => findings.warn(codes::HTML, place, error.to_string()),
        Some(Ok(_)) | None if let Some(kind) = find_phrase(&name, tag) => {
            let classes = tag.attribute("class").unwrap_or_default();
            let shown = classes.split_ascii_whitespace().filter(|one| *one != "index");
            if name == "span" && shown.count() > 1 {
                let message =
                    format!("of the classes '{classes}' only the first is shown");
                findings.warn(codes::HTML, place, message);
            }
            return OpenInline::Phrase(kind);
        }
        Some(Ok(_)) | None if name == "span" && has_place => {}
        Some(Ok(_)) | None if emphasis.is_none() => {
            let message =
                format!("the element <{name}> is not supported; its text stays");
            findings.warn(codes::HTML, place, message);
        }
        Some(Ok(_)) | None => {}
    }
    match name.as_str() {
        "em" | "i" | "cite" => OpenInline::Emphasis,
        "strong" | "b" => OpenInline::Strong,
        _ => OpenInline::Words,
    }
}

/// What an address that a link names opens.
pub(super) fn open_link(target: String) -> OpenInline {
    if is_in_book(&target) {
        OpenInline::CrossReference(target)
    } else {
        OpenInline::Link(target)
    }
}

/// The classes that ask for small capitals, of pandoc and of others.
const SMALL_CAPITALS: [&str; 4] = ["smallcaps", "small-caps", "smcp", "sc"];

/// The form of letters that an element asks for.
fn find_variant(name: &str, tag: HtmlTag<'_>) -> Option<FontVariant> {
    let has_class = |wanted: &str| {
        let classes = tag.attribute("class").unwrap_or_default();
        classes.split_ascii_whitespace().any(|class| class.eq_ignore_ascii_case(wanted))
    };
    match name {
        "sup" => Some(FontVariant::Superscript),
        "sub" => Some(FontVariant::Subscript),
        "span" if SMALL_CAPITALS.iter().any(|class| has_class(class)) => {
            Some(FontVariant::SmallCaps)
        }
        _ => None,
    }
}

/// The label of a page mark, if the tag is one (EPUB 3.3 and DPUB-ARIA: by its role).
pub(super) fn parse_page_mark(tag: HtmlTag<'_>) -> Option<String> {
    let id = tag.attribute("id");
    let from_id = id.as_deref().and_then(|id| id.strip_prefix("page-"));
    let is_mark = tag.attribute("role").is_some_and(|role| role == "doc-pagebreak")
        || tag.attribute("epub:type").is_some_and(|kind| kind == "pagebreak");
    if !is_mark && from_id.is_none() {
        return None;
    }
    let label = tag.attribute("aria-label").or_else(|| tag.attribute("title"));
    label.or_else(|| from_id.map(str::to_owned)).or(id)
}

/// Whether an element has no closing tag.
pub(super) fn is_void(name: &str) -> bool {
    ["img", "hr", "wbr", "input"].iter().any(|void| void.eq_ignore_ascii_case(name))
}
