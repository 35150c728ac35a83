//! The family in the book: which faces, which characters of them.
//!
//! A face is cut down to the characters that the book shows in it; ligatures, kerning,
//! old-style figures and small caps of these characters stay. The names inside a font
//! stay too: copyright and licence travel in them, as the SIL Open Font License asks. EB
//! Garamond reserves no font name, so a cut-down font may keep its name.

use std::collections::{BTreeMap, BTreeSet};

use read_fonts::collections::IntSet;
use read_fonts::types::{NameId, Tag};
use read_fonts::{FontRef, TableProvider};
use skera::{Plan, SubsetFlags, subset_font};

use super::codes;
use super::markup::Characters;
use crate::diagnostic::{Diagnostic, Severity};
use crate::fonts::{Embedding, FontFile, FontStyle, read_embedding};
use crate::text::letters::is_ignorable;
use crate::text::span::Span;

/// Layout features that stay. Those that a style sheet or a reader calls for in text:
/// composition, kerning, marks, ligatures, small caps, figures, capitals, superiors.
const FEATURES: [&[u8; 4]; 24] = [
    b"c2sc", b"calt", b"case", b"ccmp", b"clig", b"cpsp", b"curs", b"fina", b"init",
    b"isol", b"kern", b"liga", b"lnum", b"locl", b"mark", b"medi", b"mkmk", b"onum",
    b"pnum", b"rclt", b"rlig", b"smcp", b"sups", b"tnum",
];

/// The last name that stays: up to the address of the licence (OpenType, `name`, name IDs:
/// 0 copyright, 1–6 names, 13 and 14 the licence).
const LAST_NAME: u16 = 14;

/// Language of the names that stay: English (United States), which every font has.
const NAMES_LANGUAGE: u16 = 0x0409;

/// A font as it goes into the book.
#[derive(Debug)]
pub(super) struct EmbeddedFont {
    /// Path in the package.
    pub(super) path: String,
    /// The media type (EPUB 3.3 §3.2: not an obsolete `application/x-font-…`).
    pub(super) media_type: &'static str,
    /// Which member of the family.
    pub(super) style: FontStyle,
    /// The file.
    pub(super) bytes: Vec<u8>,
}

/// The faces that a book uses, and what cannot be shown with them.
pub(super) fn embed(
    fonts: &[FontFile],
    characters: &Characters,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<EmbeddedFont> {
    let mut embedded = Vec::new();
    let mut missing: BTreeMap<char, (Option<Span>, BTreeSet<FontStyle>)> =
        BTreeMap::new();
    for (&style, shown) in &characters.shown {
        let of_style = |style| fonts.iter().find(|font| font.style == style);
        // A reader slants or thickens the roman where a family has no such face.
        let Some(font) = of_style(style).or_else(|| of_style(FontStyle::Roman)) else {
            continue;
        };
        let reading = FontRef::new(&font.bytes);
        let covers =
            |character| reading.as_ref().is_ok_and(|reading| has(reading, character));
        for (&character, &origin) in shown.iter().filter(|(c, _)| !is_invisible(**c)) {
            if !covers(character) {
                missing
                    .entry(character)
                    .or_insert((origin, BTreeSet::new()))
                    .1
                    .insert(style);
            }
        }
        if font.style == style {
            embedded.extend(embed_one(font, shown.keys().copied(), diagnostics));
        }
    }
    for (character, (origin, styles)) in missing {
        let lacks_everywhere = characters.shown.iter().all(|(style, shown)| {
            !shown.contains_key(&character) || styles.contains(style)
        });
        diagnostics.push(report_missing(character, origin, lacks_everywhere));
    }
    embedded
}

/// The kind of letters that stands in where a family cannot be shown (CSS Fonts 4 §2.1.1), by
/// the Panose numbers of its roman: Latin text with serif style 11 to 15 has no serifs
/// (OpenType, `OS/2`, `panose`).
pub(super) fn generic_family(fonts: &[FontFile]) -> &'static str {
    let roman = fonts.iter().find(|font| font.style == FontStyle::Roman);
    let panose: Option<[u8; 2]> = roman.and_then(|font| {
        let font = FontRef::new(&font.bytes).ok()?;
        font.os2().ok()?.panose_10().get(..2)?.try_into().ok()
    });
    match panose {
        Some([2, 11..=15]) => "sans-serif",
        _ => "serif",
    }
}

/// A character that a face lacks, or all of them do.
fn report_missing(character: char, origin: Option<Span>, everywhere: bool) -> Diagnostic {
    let code = u32::from(character);
    let which =
        if everywhere { "no font of the family" } else { "one face of the family" };
    let lacks = if everywhere { "has" } else { "lacks" };
    let mut found = Diagnostic::new(
        codes::NO_FONT_HAS,
        Severity::Warning,
        format!("{which} {lacks} '{character}' (U+{code:04X}); the reader's own font will show it"),
    )
    .hint("choose a family that has the character");
    found.span = origin;
    found
}

/// One face, cut down where that is allowed and can be done.
fn embed_one(
    font: &FontFile,
    shown: impl Iterator<Item = char>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<EmbeddedFont> {
    let mut warn = |code, message: String| {
        diagnostics.push(Diagnostic::new(code, Severity::Warning, message));
    };
    let name = face_name(font);
    let Some((extension, media_type)) = format(&font.bytes) else {
        warn(
            codes::FONT_LEFT_OUT,
            format!("{name} is no single TrueType or OpenType font; it is not embedded"),
        );
        return None;
    };
    let embedding = read_embedding(&font.bytes);
    if embedding == Embedding::Forbidden {
        let message = format!("{name} may not be embedded without its maker's leave");
        warn(codes::FONT_LEFT_OUT, message);
        return None;
    }
    let subset = match embedding {
        Embedding::Free => subset_or_none(&font.bytes, shown.collect()),
        Embedding::Whole | Embedding::Forbidden => None,
    };
    let bytes = subset.unwrap_or_else(|| {
        let message = format!("{name} could not be cut down; the book holds it whole");
        warn(codes::FONT_WHOLE, message);
        font.bytes.to_vec()
    });
    let path = format!("fonts/{}.{extension}", file_stem(font.style));
    Some(EmbeddedFont { path, media_type, style: font.style, bytes })
}

/// What kind of font file it is: how its name ends, and its media type. None for
/// collections and for what is no font.
fn format(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    match bytes.get(..4)? {
        [0, 1, 0, 0] | b"true" => Some(("ttf", "font/ttf")),
        b"OTTO" => Some(("otf", "font/otf")),
        _ => None,
    }
}

/// Whether a font has a character.
fn has(font: &FontRef<'_>, character: char) -> bool {
    let glyph = font.cmap().ok().and_then(|cmap| cmap.map_codepoint(character));
    glyph.is_some_and(|glyph| glyph.to_u32() != 0)
}

/// As [`subset`], for any bytes: on about three in a hundred fonts with wrong bytes in
/// them skera panics, and a damaged font should not end the run.
fn subset_or_none(bytes: &[u8], shown: Vec<char>) -> Option<Vec<u8>> {
    std::panic::catch_unwind(|| subset(bytes, shown.into_iter())).ok().flatten()
}

/// The face with all of ASCII, which readers set numbers and hyphens of their own from,
/// and with the characters shown. None where it cannot be read or cut down.
fn subset(bytes: &[u8], shown: impl Iterator<Item = char>) -> Option<Vec<u8>> {
    let font = FontRef::new(bytes).ok()?;
    let ascii = (b' '..=b'~').map(u32::from);
    let characters: IntSet<u32> = ascii.chain(shown.map(u32::from)).collect();
    let features: IntSet<Tag> = FEATURES.into_iter().map(Tag::new).collect();
    let names: IntSet<NameId> = (0..=LAST_NAME).map(NameId::from).collect();
    let mut languages = IntSet::empty();
    languages.insert(NAMES_LANGUAGE);
    let plan = Plan::new(
        &IntSet::empty(),
        &characters,
        &font,
        SubsetFlags::default(),
        &IntSet::empty(),
        &IntSet::all(),
        &features,
        &names,
        &languages,
    );
    let subset = subset_font(&font, &plan).ok()?;
    // Better whole than without its letters.
    let cut = FontRef::new(&subset).ok()?;
    let kept =
        |code: u32| char::from_u32(code).is_none_or(|c| !has(&font, c) || has(&cut, c));
    characters.iter().all(kept).then_some(subset)
}

/// Whether a character has no shape, so that no font need have it.
fn is_invisible(character: char) -> bool {
    character.is_whitespace() || character.is_control() || is_ignorable(character)
}

/// Stem of the name of a face's file.
fn file_stem(style: FontStyle) -> &'static str {
    match style {
        FontStyle::Roman => "roman",
        FontStyle::Italic => "italic",
        FontStyle::Bold => "bold",
        FontStyle::BoldItalic => "bold-italic",
    }
}

/// How messages name a face.
fn face_name(font: &FontFile) -> String {
    format!("the font {} {}", font.family, file_stem(font.style))
}
