//! The names of glyphs, and what they say (Adobe Glyph List Specification §2).

use std::collections::BTreeMap;

use hayro_syntax::object::{Array, Dict, Object};
use read_fonts::ps::agl;

use crate::source::pdf::cmap::is_private;
use crate::source::pdf::page::GlyphForm;

/// The names that the `Differences` of an encoding give to codes (ISO 32000-1 §9.6.6.1).
pub(super) fn read_differences(font: &Dict<'_>) -> BTreeMap<u32, String> {
    let mut names = BTreeMap::new();
    let differences = font
        .get::<Dict<'_>>("Encoding")
        .and_then(|encoding| encoding.get::<Array<'_>>("Differences"));
    let Some(differences) = differences else { return names };
    let mut code = 0_u32;
    for entry in differences.iter::<Object<'_>>() {
        match entry {
            Object::Number(number) => {
                code = u32::try_from(number.as_i64()).unwrap_or(u32::MAX);
            }
            Object::Name(name) if code < 256 => {
                names.insert(code, name.as_str().to_owned());
                code += 1;
            }
            _ => {}
        }
    }
    names
}

/// The characters that a glyph name stands for; `None` when it stands for none, as the
/// names `g17`, `cid:42` and `.notdef`.
pub(super) fn text_of_name(name: &str, dingbats: bool) -> Option<String> {
    let base = name.split('.').next().filter(|base| !base.is_empty())?;
    let mut text = String::new();
    for component in base.split('_') {
        text.push_str(&text_of_component(component, dingbats)?);
    }
    (!text.is_empty()).then_some(text)
}

/// The endings of names of glyphs that are other shapes of a character.
const SHAPES: [&str; 5] = ["superior", "inferior", "oldstyle", "fitted", "small"];

fn text_of_component(component: &str, dingbats: bool) -> Option<String> {
    // The list holds the names of dingbats, `a1` to `a206`; in other fonts these are
    // numbers of glyphs.
    let numbered = component
        .strip_prefix('a')
        .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()));
    if numbered && !dingbats {
        return None;
    }
    let known: String = agl::name_to_chars(component).collect();
    if !known.is_empty() && !is_private(&known) {
        return Some(known);
    }
    // `onesuperior` has its own character, but `asuperior` and `oneoldstyle` say only that
    // the figure has another shape; so do the `Asmall` of expert fonts. The list gives these
    // code points for private use.
    let stem = SHAPES.iter().find_map(|shape| component.strip_suffix(shape))?;
    let text: String = agl::name_to_chars(stem).collect();
    (!text.is_empty()).then_some(text)
}

/// The characters that a glyph name with the number of its code, `a97`, most likely stands
/// for. Old TeX drivers name the glyphs of bitmap fonts so. Their codes are those of ASCII,
/// but for quotation marks, dashes and ligatures; fonts with accented letters have them
/// nearly where Latin-1 has them, and other codes for the marks.
pub(super) fn guess_text(name: &str, code: u32, accented: bool) -> Option<String> {
    let number = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    if number.parse() != Ok(code) || name.len() - number.len() > 3 {
        return None;
    }
    let text = match (code, accented) {
        (11, false) | (27, true) => "ff",
        (12, false) | (28, true) => "fi",
        (13, false) | (29, true) => "fl",
        (14, false) | (30, true) => "ffi",
        (15, false) | (31, true) => "ffl",
        (92, false) | (16, true) => "\u{201C}",
        (34, false) | (17, true) => "\u{201D}",
        (18, true) => "\u{201E}",
        (19, true) => "\u{AB}",
        (20, true) => "\u{BB}",
        (123, false) | (21, true) => "\u{2013}",
        (124, false) | (22, true) => "\u{2014}",
        (39, _) => "\u{2019}",
        (96, _) => "\u{2018}",
        (0xD7, true) => "\u{152}",
        (0xF7, true) => "\u{153}",
        (0xFF, true) => "\u{DF}",
        (0xBD, true) => "\u{A1}",
        (0xBE, true) => "\u{BF}",
        (33..127, _) | (0xC0..0xFF, true) => {
            return char::from_u32(code).map(String::from);
        }
        _ => return None,
    };
    Some(text.to_owned())
}

/// Whether the codes of a bitmap font are those of a font with accented letters.
pub(super) fn has_accented_codes(differences: &BTreeMap<u32, String>) -> bool {
    let named = |range: std::ops::Range<u32>| {
        differences.range(range).any(|(_, name)| name != ".notdef")
    };
    named(128..256) || (named(16..32) && !named(11..16))
}

/// The characters for the code points that Adobe's fonts used for old-style figures and
/// small capitals before they left it to glyph names.
pub(super) fn decode_private(text: &str) -> Option<String> {
    let decode = |c: char| match u32::from(c) {
        // U+F730 is zero, U+F761 is a small A, U+F7E0 a small A with grave accent.
        code @ (0xF730..=0xF739 | 0xF726 | 0xF721 | 0xF73F | 0xF7A1 | 0xF7BF) => {
            char::from_u32(code - 0xF700)
        }
        code @ (0xF761..=0xF77A | 0xF7E0..=0xF7F6 | 0xF7F8..=0xF7FE) => {
            char::from_u32(code - 0xF700 - 0x20)
        }
        _ => None,
    };
    text.chars().map(decode).collect()
}

/// What the suffix of a glyph name says of the form: `one.sups`, `two.subs`, `a.smcp`,
/// `asuperior`.
pub(super) fn form_of_name(name: &str) -> GlyphForm {
    let suffixes = name.split('.').skip(1);
    for suffix in suffixes {
        match suffix {
            "sups" | "superior" | "sup" | "superiors" | "ordn" | "numr" => {
                return GlyphForm::Superior;
            }
            "subs" | "inferior" | "sinf" | "sub" | "inferiors" | "dnom" => {
                return GlyphForm::Inferior;
            }
            "sc" | "smcp" | "c2sc" | "small" | "smallcap" | "smallcaps" => {
                return GlyphForm::SmallCapital;
            }
            _ => {}
        }
    }
    let base = name.split('.').next().unwrap_or_default();
    // `onesuperior` and its like have characters that say it themselves.
    let says_itself =
        agl::name_to_char(base).is_some_and(|c| !is_private(&c.to_string()));
    match base {
        _ if says_itself => GlyphForm::Plain,
        _ if base.ends_with("superior") => GlyphForm::Superior,
        _ if base.ends_with("inferior") => GlyphForm::Inferior,
        _ if base.ends_with("small") && base.len() > 5 => GlyphForm::SmallCapital,
        _ => GlyphForm::Plain,
    }
}
