//! What the elements of an hOCR file are, by their tags and classes.

use crate::source::ocr::OcrRole;
use crate::source::ocr::line_style::LetterStyle;
use crate::source::ocr::roles::parse_role;
use crate::source::ocr::title_properties::in_points;

/// Classes of lines (hOCR 1.2 §3.3 and §5); those of floats are lines when Tesseract
/// writes them into a span.
const LINE_CLASSES: [&str; 2] = ["ocr_line", "ocrx_line"];

/// Classes of floats, which may hold lines or be one.
const FLOAT_CLASSES: [&str; 5] =
    ["ocr_header", "ocr_footer", "ocr_caption", "ocr_textfloat", "ocr_pageno"];

/// What an element is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ElementKind {
    Page,
    Block,
    Line,
    Word,
    /// A letter of a word.
    Letter,
    /// Its text is not of the page: the head of the file.
    Hidden,
    /// A reading that lost.
    OtherReading,
    Other,
}

/// An element whose end has not come.
#[derive(Debug)]
pub(super) struct HocrElement {
    pub(super) name: String,
    pub(super) kind: ElementKind,
    pub(super) style: LetterStyle,
    pub(super) role: OcrRole,
}

/// Whether a list of classes has one of hOCR.
pub(super) fn has_ocr_class(classes: &str) -> bool {
    let begins = |class: &str| class.starts_with("ocr_") || class.starts_with("ocrx_");
    classes.split_whitespace().any(begins)
}

/// The role that the classes or the tag of an element say.
pub(super) fn find_role(name: &str, classes: &str) -> Option<OcrRole> {
    let is_heading = matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
    let mut classes = classes.split_whitespace().filter(|class| has_ocr_class(class));
    // A chapter or a section is all of its text, not its heading.
    let named = classes.find_map(parse_role);
    named.or(is_heading.then_some(OcrRole::Heading))
}

/// What an element is.
pub(super) fn classify(name: &str, classes: &str, id: &str) -> ElementKind {
    let has = |wanted: &[&str]| classes.split_whitespace().any(|c| wanted.contains(&c));
    // Tesseract writes what else a letter may be (`lstm_choice_mode`) into elements that
    // only their ids tell from letters.
    let mut begins = ["lstm_choices_", "timestep", "choice_"].into_iter();
    let is_choice = begins.any(|begin| id.starts_with(begin));
    if matches!(name, "head" | "script" | "style") {
        ElementKind::Hidden
    } else if name == "del" || has(&["ocr_symbol"]) || has(&["ocrx_cinfo"]) && is_choice {
        ElementKind::OtherReading
    } else if has(&["ocrx_cinfo"]) {
        ElementKind::Letter
    } else if has(&["ocr_page"]) {
        ElementKind::Page
    } else if has(&["ocrx_word"]) {
        ElementKind::Word
    } else if has(&LINE_CLASSES) || name == "span" && has(&FLOAT_CLASSES) {
        ElementKind::Line
    } else if matches!(name, "p" | "div" | "li" | "td")
        || matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
    {
        ElementKind::Block
    } else {
        ElementKind::Other
    }
}

/// The style that a tag and its CSS say.
pub(super) fn read_tag_style(name: &str, css: &str) -> LetterStyle {
    let mut style = LetterStyle::default();
    match name {
        "b" | "strong" => style.bold = true,
        "i" | "em" | "cite" => style.italic = true,
        "sup" => style.raised = true,
        _ => {}
    }
    for declaration in css.split(';') {
        let Some((property, value)) = declaration.split_once(':') else { continue };
        let value = value.trim();
        match property.trim() {
            "font-weight" => style.bold |= value == "bold",
            "font-style" | "font-variant" => style.add_words(value),
            "vertical-align" => style.raised |= value == "super",
            "font-size" => {
                let points = value.strip_suffix("pt").and_then(|n| n.trim().parse().ok());
                style.font_size = points.filter(|size| *size > 0.0).map(in_points);
            }
            _ => {}
        }
    }
    style
}
