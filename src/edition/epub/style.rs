//! The style sheet: the faces of the book's family, the look of every book, and what of
//! its design an EPUB can follow.
//!
//! The design says which letters and what axis titles have, how paragraphs begin and end
//! and how chapters open. Sizes, margins and colours are the reader's.

use std::fmt::Write;

use super::fonts::{EmbeddedFont, generic_family};
use crate::design::{Axis, Design, InitialDesign, Lettering};
use crate::fonts::{FontFile, FontStyle};
use crate::length::Ratio;

/// The look of every book.
const BOOK: &str = include_str!("book.css");

/// Paragraphs that follow a title, a pause, or what stands before the text.
const FIRST_PARAGRAPHS: &str = "h1 + p, hgroup + p, h2 + p, h3 + p, h4 + p, h5 + p, h6 + p, \
     hr + p, .chapter > .subtitle + p, .byline + p, .chapter-date + p, .dateline + p, \
     .epigraph + p, .salutation + p";

/// The capitals of the built-in families are so high, in thousandths of the em; an initial
/// of a family with others is a hair too large or too small, where a reading system does
/// not know initials itself.
const CAPITALS: u64 = 660;

/// The leading of the text in thousandths of the em, as the sheet of every book has it.
const LEADING: u64 = 1400;

/// The whole style sheet.
pub(super) fn style_sheet(
    design: &Design,
    family: &[FontFile],
    embedded: &[EmbeddedFont],
) -> String {
    let mut css = faces(design, family, embedded);
    css += BOOK;
    css += &look(design);
    css
}

/// The faces that the book brings; nothing where it is shown in what there is.
fn faces(design: &Design, family: &[FontFile], embedded: &[EmbeddedFont]) -> String {
    if embedded.is_empty() {
        return String::new();
    }
    let name = css_string(&design.font);
    let mut css = String::new();
    for font in embedded {
        let (slant, weight) = match font.style {
            FontStyle::Roman => ("normal", "normal"),
            FontStyle::Italic => ("italic", "normal"),
            FontStyle::Bold => ("normal", "bold"),
            FontStyle::BoldItalic => ("italic", "bold"),
        };
        let path = &font.path;
        // Writing to a string does not fail.
        let _ = writeln!(
            css,
            "@font-face {{ font-family: {name}; font-style: {slant}; \
             font-weight: {weight}; src: url(\"{path}\"); }}"
        );
    }
    let generic = generic_family(family);
    let _ = writeln!(css, "body {{ font-family: {name}, {generic}; }}\n");
    css
}

/// What of a design an EPUB follows.
fn look(design: &Design) -> String {
    let Design { paragraphs, display_blocks: apart, openings, .. } = design;
    let mut css = String::from("\n/* The design of this book */\n");
    let mut rule = |selectors: &str, declarations: &str| {
        let _ = write!(css, "\n{selectors} {{ {declarations} }}\n");
    };
    let indent = em(paragraphs.indent);
    let lines = if paragraphs.justified { "justify" } else { side(Axis::Left) };
    rule("p", &format!("text-indent: {indent}; text-align: {lines};"));
    if paragraphs.first_indented {
        rule(FIRST_PARAGRAPHS, &format!("text-indent: {indent};"));
    } else {
        rule(FIRST_PARAGRAPHS, "text-indent: 0;");
    }
    if !design.hyphenate {
        rule("body", "-webkit-hyphens: none; -epub-hyphens: none; hyphens: none;");
    }
    let titles: [(&[&str], _, _); 3] = [
        (&["h1", ".number"], openings.letters, openings.axis),
        (&["h2"], design.section.letters, design.section.axis),
        (&["h3", "h4", "h5", "h6"], design.subsection.letters, design.subsection.axis),
    ];
    for (titles, letters, axis) in titles {
        let look = format!("{} text-align: {};", lettering(letters), side(axis));
        rule(&titles.join(", "), &look);
        // Emphasis inside italics stands upright.
        if letters == Lettering::Italic {
            let inside = |title: &&str| format!("{title} em, {title} i");
            let inside: Vec<String> = titles.iter().map(inside).collect();
            rule(&inside.join(", "), "font-style: normal;");
        }
    }
    let axis = format!("text-align: {};", side(openings.axis));
    rule(".chapter > .subtitle, .byline, .chapter-date", &axis);
    let axis = format!("text-align: {};", side(design.front.axis));
    rule(".title-page p, .title-page h1, .half-title p", &axis);
    rule(".title-page h1", lettering(design.front.letters));
    rule(".half-title p", lettering(design.front.half_title));
    let left = em(apart.indent);
    let right = if apart.both_sides { left.as_str() } else { "0" };
    rule("blockquote", &format!("margin: 0.9em {right} 0.9em {left};"));
    if apart.small_quotations {
        rule("blockquote", "font-size: 0.9em;");
        rule("blockquote blockquote, .verse", "font-size: 1em;");
    }
    if openings.initial != InitialDesign::None {
        rule(".first-words", "font-variant: small-caps; letter-spacing: 0.04em;");
        let all = "font-variant-caps: all-small-caps;";
        rule(".first-words.capitals", all);
    }
    if openings.initial == InitialDesign::Drop {
        css += &dropped(openings.initial_lines);
    }
    css
}

/// A letter as high as some lines: as the reading system has it, or floating beside them.
/// A letter that the style sheet raises stays in its word for whoever hears it.
fn dropped(lines: u8) -> String {
    let height = u64::from(lines.saturating_sub(1)) * LEADING + CAPITALS;
    let size = (height * 1000 / CAPITALS).div_ceil(10);
    let (whole, hundredths) = (size / 100, size % 100);
    format!(
        "\n.initial {{ text-indent: 0; }}\n\n\
         .initial::first-letter {{\n  -webkit-initial-letter: {lines};\n  \
         initial-letter: {lines};\n  margin-right: 0.08em;\n}}\n\n\
         @supports not ((initial-letter: 2) or (-webkit-initial-letter: 2)) {{\n  \
         .initial::first-letter {{\n    float: left;\n    \
         font-size: {whole}.{hundredths:02}em;\n    line-height: 0.72;\n    \
         margin: 0.05em 0.05em 0 0;\n  }}\n}}\n"
    )
}

/// How words that stand alone are lettered.
fn lettering(letters: Lettering) -> &'static str {
    match letters {
        Lettering::Roman => {
            "font-weight: normal; font-style: normal; font-variant: normal;"
        }
        Lettering::Italic => {
            "font-weight: normal; font-style: italic; font-variant: normal;"
        }
        Lettering::Bold => "font-weight: bold; font-style: normal; font-variant: normal;",
        Lettering::SmallCapitals => {
            "font-weight: normal; font-style: normal; font-variant: small-caps; \
             letter-spacing: 0.04em;"
        }
    }
}

/// The face in which such words are shown.
pub(super) fn face(letters: Lettering) -> FontStyle {
    match letters {
        Lettering::Roman | Lettering::SmallCapitals => FontStyle::Roman,
        Lettering::Italic => FontStyle::Italic,
        Lettering::Bold => FontStyle::Bold,
    }
}

/// What words stand on. The left edge is that where lines begin; reading systems that do
/// not know it by that name take the left.
fn side(axis: Axis) -> &'static str {
    match axis {
        Axis::Centre => "center",
        Axis::Left => "left; text-align: start",
    }
}

/// Parts of the em, to the hundredth.
fn em(ratio: Ratio) -> String {
    let hundredths = ratio.0 / 10_000;
    format!("{}.{:02}em", hundredths / 100, hundredths % 100)
}

/// Words as a CSS string (CSS Syntax Level 3 §4.3.5).
fn css_string(words: &str) -> String {
    let mut string = String::from('"');
    for character in words.chars().filter(|character| !character.is_control()) {
        if matches!(character, '"' | '\\') {
            string.push('\\');
        }
        string.push(character);
    }
    string + "\""
}
