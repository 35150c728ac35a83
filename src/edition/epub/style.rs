//! The style sheet: the fonts of the book, the rules of all books, and what an EPUB can
//! follow of the design of this one.
//!
//! The design sets the lettering and axis of titles, how paragraphs begin and end, and how
//! chapters open. Sizes, margins and colours are the reader's choice.

use std::fmt::Write;

use super::document::StyleNeeds;
use super::figures::write_width_rules;
use super::fonts::{EmbeddedFont, choose_generic_family};
use super::lists::write_counter_styles;
use crate::design::{
    Acronyms, Axis, Design, InitialDesign, Lettering, LineFill, StyleIndent, StyleSpace,
};
use crate::fonts::{FontFile, FontStyle};
use crate::length::{Length, Ratio};

/// The rules of all books.
const COMMON_RULES: &str = include_str!("book.css");

/// Paragraphs after a title, a scene break, or what precedes the text.
const FIRST_PARAGRAPHS: &str = "h1 + p, hgroup + p, h2 + p, h3 + p, h4 + p, h5 + p, h6 + p, \
     hr + p, .chapter > .subtitle + p, .byline + p, .chapter-date + p, .dateline + p, \
     .epigraph + p, .salutation + p";

/// What a design may set in small capitals, each as specific as any rule that does.
const SMALL_CAPITALS: &str = "h1, h2, h3, h4, h5, h6, h1 > .ordinal, h1 > .ordinal.capitals, \
     hgroup > .number, .byline, .first-words, .first-words.capitals, \
     .epigraph p.source.capitals, .speech p:first-child strong:first-child, \
     .title-page .author, .title-page .publisher, .title-page h1, .half-title p, \
     .epigraph p, .dedication-page p, .direction, th";

/// The height of the capitals of the built-in families, in thousandths of the em. With
/// another family an initial is slightly too large or too small, in reading systems that do
/// not support initials themselves.
const CAPITAL_HEIGHT: u64 = 660;

/// The leading of the text in thousandths of the em, as in the rules of all books.
const LEADING: u64 = 1400;

/// Writes the whole style sheet; the publisher's own is the last part of it.
pub(super) fn write_style_sheet(
    design: &Design,
    family: &[FontFile],
    embedded: &[EmbeddedFont],
    needs: &StyleNeeds,
    own: &str,
) -> String {
    write_faces(design, family, embedded) + &write_rules(design, needs, own)
}

/// Writes the rules of the style sheet, without its fonts.
pub(super) fn write_rules(design: &Design, needs: &StyleNeeds, own: &str) -> String {
    let mut css = COMMON_RULES.to_owned();
    css += &write_width_rules(&needs.picture_widths);
    css += &write_counter_styles(&needs.list_numberings);
    css += &write_design_rules(design);
    css += &write_named_styles(design);
    if needs.lacks_small_capitals {
        let plain = "font-variant-caps: normal; letter-spacing: normal;";
        let _ = write!(css, "\n{SMALL_CAPITALS} {{ {plain} }}\n");
    }
    if !own.is_empty() {
        css += "\n/* The style sheet of the publisher */\n\n";
        css += own;
    }
    css
}

/// Writes the rules for the classes of the text that the design has a style for.
fn write_named_styles(design: &Design) -> String {
    let mut css = String::new();
    for (name, style) in &design.styles {
        let mut block: Vec<String> = Vec::new();
        let indent = |indent: Option<StyleIndent>| indent.map(|one| format_em(one.0));
        // Half lines of the usual leading.
        let space = |space: Option<StyleSpace>| {
            let millionths = |space: StyleSpace| u64::from(space.0) * LEADING * 500;
            let ems = |space| Ratio(i32::try_from(millionths(space)).unwrap_or(i32::MAX));
            space.map(|space| format_em(ems(space)))
        };
        for (property, value) in [
            ("margin-left", indent(style.left)),
            ("margin-right", indent(style.right)),
            ("margin-top", space(style.above)),
            ("margin-bottom", space(style.below)),
        ] {
            block.extend(value.map(|value| format!("{property}: {value};")));
        }
        block.extend(style.size.map(|size| {
            let share = design.scale_to(size.0, Length(1_000_000));
            format!("font-size: {};", format_em(Ratio(share.0)))
        }));
        block.extend(style.letters.map(|letters| declare_lettering(letters).to_owned()));
        let _ = write!(css, "\n.{name} {{ {} }}\n", block.join(" "));
        let mut lines: Vec<String> = Vec::new();
        lines.extend(style.align.map(|align| match align {
            LineFill::Justified => "text-align: justify;".to_owned(),
            LineFill::Left => "text-align: left; text-align: start;".to_owned(),
            LineFill::Centre => "text-align: center; text-indent: 0;".to_owned(),
            LineFill::Right => {
                "text-align: right; text-align: end; text-indent: 0;".to_owned()
            }
        }));
        let hanging = style.hanging.map_or(Ratio(0), |indent| indent.0);
        if style.first.is_some() || style.hanging.is_some() {
            let first = style.first.map_or(Ratio(0), |indent| indent.0);
            let sign = if first < hanging { "-" } else { "" };
            let by = format_em(Ratio((first.0 - hanging.0).abs()));
            let hang = format_em(hanging);
            lines.push(format!("padding-left: {hang}; text-indent: {sign}{by};"));
        }
        if !lines.is_empty() {
            let _ = write!(css, "\n.{name} p {{ {} }}\n", lines.join(" "));
        }
    }
    css
}

/// Writes the rules for embedded fonts, if there are any.
fn write_faces(
    design: &Design,
    family: &[FontFile],
    embedded: &[EmbeddedFont],
) -> String {
    if embedded.is_empty() {
        return String::new();
    }
    let name = quote_css(&design.font);
    let mut css = String::new();
    for font in embedded {
        let (slant, weight) = match font.style {
            FontStyle::Roman | FontStyle::Monospaced => ("normal", "normal"),
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
    let generic = choose_generic_family(family);
    let _ = writeln!(css, "body {{ font-family: {name}, {generic}; }}\n");
    css
}

/// Writes the rules that follow the design.
fn write_design_rules(design: &Design) -> String {
    let Design { paragraphs, display_blocks, openings, .. } = design;
    let mut css = String::from("\n/* The design of this book */\n");
    let mut rule = |selectors: &str, declarations: &str| {
        let _ = write!(css, "\n{selectors} {{ {declarations} }}\n");
    };
    let indent = format_em(paragraphs.indent);
    let lines = if paragraphs.justified { "justify" } else { align_to_axis(Axis::Left) };
    rule("p", &format!("text-indent: {indent}; text-align: {lines};"));
    if paragraphs.first_indented {
        rule(FIRST_PARAGRAPHS, &format!("text-indent: {indent};"));
    } else {
        rule(FIRST_PARAGRAPHS, "text-indent: 0;");
    }
    if !design.hyphenate {
        rule("body", "-webkit-hyphens: none; -epub-hyphens: none; hyphens: none;");
    }
    let minor = design.minor.unwrap_or(design.subsection);
    let titles: [(&[&str], _, _); 4] = [
        (&["h1"], openings.letters, openings.axis),
        (&["h2"], design.section.letters, design.section.axis),
        (&["h3"], design.subsection.letters, design.subsection.axis),
        (&["h4", "h5", "h6"], minor.letters, minor.axis),
    ];
    for (titles, letters, axis) in titles {
        let declarations = format!(
            "{} text-align: {};",
            declare_lettering(letters),
            align_to_axis(axis)
        );
        rule(&titles.join(", "), &declarations);
        if letters == Lettering::Italic {
            rule(&select_emphasis(titles), "font-style: normal;");
        }
    }
    rule("hgroup > .number, h1 > .ordinal", declare_number(openings.letters));
    let axis = format!("text-align: {};", align_to_axis(openings.axis));
    rule(".number", &axis);
    rule(".chapter > .subtitle, .byline, .chapter-date", &axis);
    let axis = format!("text-align: {};", align_to_axis(design.front.axis));
    rule(".title-page p, .title-page h1, .half-title p", &axis);
    rule(".title-page h1", declare_lettering(design.front.letters));
    rule(".half-title p", declare_lettering(design.front.half_title));
    let apart = [".epigraph p", ".dedication-page p", ".direction", "th"];
    rule(&apart.join(", "), declare_lettering(display_blocks.letters));
    if display_blocks.letters == Lettering::Italic {
        rule(&select_emphasis(&apart), "font-style: normal;");
    }
    if display_blocks.letters == Lettering::Roman {
        rule("th", declare_lettering(Lettering::Bold));
    }
    let (start, end) = match openings.axis {
        Axis::Centre => ("30%", "0"),
        Axis::Left => ("1.5em", "1.5em"),
    };
    rule(".epigraph", &format!("margin: 0 {end} 2em {start};"));
    rule("[dir=\"rtl\"] .epigraph", &format!("margin: 0 {start} 2em {end};"));
    let aligned = match openings.axis {
        Axis::Centre => "text-align: right; text-align: end;",
        Axis::Left => "text-align: left; text-align: start;",
    };
    let source = declare_lettering(Lettering::Roman);
    rule(".epigraph p.source", &format!("{source} {aligned}"));
    if design.acronyms == Acronyms::SmallCapitals {
        let small = "font-variant-caps: all-small-caps; letter-spacing: 0.05em;";
        rule(".epigraph p.source.capitals", small);
    }
    let left = format_em(display_blocks.indent);
    let right = if display_blocks.both_sides { left.as_str() } else { "0" };
    rule("blockquote", &format!("margin: 0.9em {right} 0.9em {left};"));
    if display_blocks.small_quotations {
        rule("blockquote", "font-size: 0.9em;");
        rule("blockquote blockquote, .verse", "font-size: 1em;");
    }
    if openings.initial != InitialDesign::None {
        rule(".first-words", "font-variant: small-caps; letter-spacing: 0.04em;");
        let all = "font-variant-caps: all-small-caps;";
        rule(".first-words.capitals", all);
    }
    if openings.initial == InitialDesign::Drop {
        css += &write_drop_capital(openings.initial_lines);
    }
    css
}

/// Selects emphasis inside elements that are in italics: there it is upright.
fn select_emphasis(within: &[&str]) -> String {
    let inside = |one: &&str| format!("{one} em, {one} i");
    within.iter().map(inside).collect::<Vec<_>>().join(", ")
}

/// Writes the rules for a drop capital: of the reading system, or floating. The letter stays
/// in its word for those who hear the text.
fn write_drop_capital(lines: u8) -> String {
    let height = u64::from(lines.saturating_sub(1)) * LEADING + CAPITAL_HEIGHT;
    let size = (height * 1000 / CAPITAL_HEIGHT).div_ceil(10);
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

/// The declarations for a lettering.
fn declare_lettering(letters: Lettering) -> &'static str {
    match letters {
        Lettering::Roman => {
            "font-weight: normal; font-style: normal; font-variant: normal; \
             letter-spacing: normal;"
        }
        Lettering::Italic => {
            "font-weight: normal; font-style: italic; font-variant: normal; \
             letter-spacing: normal;"
        }
        Lettering::Bold => {
            "font-weight: bold; font-style: normal; font-variant: normal; \
             letter-spacing: normal;"
        }
        Lettering::SmallCapitals => {
            "font-weight: normal; font-style: normal; font-variant: small-caps; \
             letter-spacing: 0.04em;"
        }
    }
}

/// The declarations for the number above a title: small capitals beside upright or italic
/// words, as in print.
fn declare_number(words: Lettering) -> &'static str {
    match words {
        Lettering::Roman | Lettering::Italic => {
            declare_lettering(Lettering::SmallCapitals)
        }
        Lettering::Bold | Lettering::SmallCapitals => declare_lettering(words),
    }
}

/// The `text-align` of an axis. The left axis is where lines begin; reading systems that do
/// not know `start` take the left.
fn align_to_axis(axis: Axis) -> &'static str {
    match axis {
        Axis::Centre => "center",
        Axis::Left => "left; text-align: start",
    }
}

/// A ratio of the em, to the hundredth.
fn format_em(ratio: Ratio) -> String {
    let hundredths = ratio.0 / 10_000;
    format!("{}.{:02}em", hundredths / 100, hundredths % 100)
}

/// A text as a CSS string (CSS Syntax Level 3 §4.3.5).
fn quote_css(text: &str) -> String {
    let mut string = String::from('"');
    for character in text.chars().filter(|character| !character.is_control()) {
        if matches!(character, '"' | '\\') {
            string.push('\\');
        }
        string.push(character);
    }
    string + "\""
}

#[cfg(test)]
mod tests {
    use super::{SMALL_CAPITALS, write_rules};
    use crate::design::Design;
    use crate::edition::epub::document::StyleNeeds;

    #[test]
    fn a_script_without_small_capitals_has_none_anywhere() {
        let css = write_rules(&Design::default(), &StyleNeeds::default(), "");
        let plain: Vec<&str> = SMALL_CAPITALS.split(", ").collect();
        let rules = css.split('}').filter_map(|rule| rule.split_once('{'));
        let small = rules.filter(|(_, declared)| declared.contains("small-caps"));
        let mut found = 0;
        for (selectors, _) in small {
            let selectors = selectors.rsplit(['/', ';']).next().unwrap_or_default();
            // What an author writes in small capitals is not the design's.
            for selector in
                selectors.split(',').map(str::trim).filter(|s| *s != ".small-caps")
            {
                assert!(plain.contains(&selector), "{selector}");
                found += 1;
            }
        }
        assert!(found > 5, "{found}");
    }
}
