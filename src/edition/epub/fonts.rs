//! The fonts of the book: which faces are embedded, and which characters of them.
//!
//! A face is subset to the characters that the book shows in it, with their ligatures,
//! kerning, old-style figures and small capitals. The names inside a font stay, too: they
//! have the copyright and the licence, which the SIL Open Font License requires. EB Garamond
//! reserves no font name, so a subset may keep its name.

use std::collections::{BTreeMap, BTreeSet};

use read_fonts::collections::IntSet;
use read_fonts::types::{NameId, Tag};
use read_fonts::{FontRef, TableProvider};
use skera::{Plan, SubsetFlags, subset_font};

use super::characters::UsedCharacters;
use super::codes;
use crate::book::markdown::{DONE, TO_DO};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fonts::{Bytes, Embedding, FontFile, FontStyle, read_embedding};
use crate::text::letters::is_ignorable;
use crate::text::span::Span;

/// The layout features that a subset keeps: those that a style sheet or a reading system
/// can ask for in text, such as composition, kerning, marks, ligatures, small capitals,
/// figures, capitals, superiors.
const FEATURES: [&[u8; 4]; 24] = [
    b"c2sc", b"calt", b"case", b"ccmp", b"clig", b"cpsp", b"curs", b"fina", b"init",
    b"isol", b"kern", b"liga", b"lnum", b"locl", b"mark", b"medi", b"mkmk", b"onum",
    b"pnum", b"rclt", b"rlig", b"smcp", b"sups", b"tnum",
];

/// The last name that a subset keeps, the address of the licence (OpenType, `name`, name
/// IDs: 0 copyright, 1–6 names, 13 and 14 the licence).
const LAST_NAME: u16 = 14;

/// The language of the names that a subset keeps: English (United States), which every
/// font has.
const NAMES_LANGUAGE: u16 = 0x0409;

/// A font in the package.
#[derive(Debug)]
pub(super) struct EmbeddedFont {
    /// Path in the package.
    pub(super) path: String,
    /// The media type (EPUB 3.3 §3.2: not an obsolete `application/x-font-…`).
    pub(super) media_type: &'static str,
    /// Which face of the family it is.
    pub(super) style: FontStyle,
    /// The file.
    pub(super) bytes: Vec<u8>,
}

/// Embeds the faces that a book uses, and reports the characters that they lack.
pub(super) fn embed_fonts(
    fonts: &[FontFile],
    characters: &UsedCharacters,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<EmbeddedFont> {
    let mut of_fonts: BTreeMap<FontStyle, (&FontFile, BTreeSet<char>)> = BTreeMap::new();
    let mut missing: BTreeMap<char, MissingCharacter> = BTreeMap::new();
    for (&style, shown) in &characters.shown {
        let Some(font) = choose_font(fonts, style) else { continue };
        let (_, of_font) =
            of_fonts.entry(font.style).or_insert_with(|| (font, BTreeSet::new()));
        of_font.extend(shown.keys());
        let reading = FontRef::new(&font.bytes);
        let covers =
            |character| reading.as_ref().is_ok_and(|font| has_glyph(font, character));
        for (&character, &origin) in shown.iter().filter(|(c, _)| !is_invisible(**c)) {
            if !covers(character) {
                let first = MissingCharacter { origin, styles: BTreeSet::new() };
                missing.entry(character).or_insert(first).styles.insert(style);
            }
        }
    }
    let mut embedded = Vec::new();
    for (font, shown) in of_fonts.into_values() {
        embedded.extend(embed_font(font, shown.into_iter(), diagnostics));
    }
    // The signs of task lists are pliego's own, and every reading system has a font for them.
    missing.retain(|character, _| !matches!(*character, TO_DO | DONE));
    for (character, MissingCharacter { origin, styles }) in missing {
        let lacks_everywhere = characters.shown.iter().all(|(style, shown)| {
            !shown.contains_key(&character) || styles.contains(style)
        });
        diagnostics.push(report_missing(character, origin, lacks_everywhere));
    }
    embedded
}

/// The font that shows a face. Reading systems slant or embolden another if a family lacks
/// one; the slant is the first that they look for (CSS Fonts 4 §5.2).
fn choose_font(fonts: &[FontFile], style: FontStyle) -> Option<&FontFile> {
    use FontStyle::{Bold, BoldItalic, Italic, Roman};
    let instead: &[FontStyle] = match style {
        BoldItalic => &[BoldItalic, Italic, Bold, Roman],
        _ => &[style, Roman],
    };
    let mut found = instead.iter().map(|&style| fonts.iter().find(|f| f.style == style));
    found.find_map(|font| font)
}

/// The faces of a family that may be shown, whole: without their bytes, and these beside
/// them.
pub(super) fn list_whole_fonts(fonts: &[FontFile]) -> Vec<(EmbeddedFont, Bytes)> {
    let faces = fonts.iter().filter_map(|font| {
        let (extension, media_type) = detect_format(&font.bytes)?;
        let path = font_path(font.style, extension);
        let face =
            EmbeddedFont { path, media_type, style: font.style, bytes: Vec::new() };
        Some((face, font.bytes.clone()))
    });
    faces.collect()
}

/// A character that faces lack.
struct MissingCharacter {
    /// Where the book shows it first.
    origin: Option<Span>,
    /// The faces.
    styles: BTreeSet<FontStyle>,
}

/// Chooses the generic family for reading systems that cannot show the fonts (CSS Fonts 4
/// §2.1.1), by the Panose numbers of the roman: Latin text with serif style 11 to 15 has no
/// serifs (OpenType, `OS/2`, `panose`).
pub(super) fn choose_generic_family(fonts: &[FontFile]) -> &'static str {
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

/// Reports a character that one face lacks, or all faces.
fn report_missing(character: char, origin: Option<Span>, everywhere: bool) -> Diagnostic {
    let code = u32::from(character);
    let which =
        if everywhere { "no font of the family" } else { "one face of the family" };
    let lacks = if everywhere { "has" } else { "lacks" };
    let mut found = Diagnostic::new(
        codes::GLYPH_MISSING,
        Severity::Warning,
        format!("{which} {lacks} '{character}' (U+{code:04X}); the reader's own font will show it"),
    )
    .hint("choose a family that has the character");
    found.span = origin;
    found
}

/// Embeds a face: a subset of it, if that is allowed and possible.
fn embed_font(
    font: &FontFile,
    shown: impl Iterator<Item = char>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<EmbeddedFont> {
    let mut warn = |code, message: String| {
        diagnostics.push(Diagnostic::new(code, Severity::Warning, message));
    };
    let name = name_face(font);
    let Some((extension, media_type)) = detect_format(&font.bytes) else {
        warn(
            codes::FONT_LEFT_OUT,
            format!(
                "{name} is not a single TrueType or OpenType font and is not embedded"
            ),
        );
        return None;
    };
    let embedding = read_embedding(&font.bytes);
    if embedding == Embedding::Forbidden {
        let message = format!("{name} is not embedded, because its licence forbids it");
        warn(codes::FONT_LEFT_OUT, message);
        return None;
    }
    if has_broken_loca(&font.bytes) {
        let message =
            format!("{name} is not embedded, because its table 'loca' is broken");
        warn(codes::FONT_LEFT_OUT, message);
        return None;
    }
    let subset = match embedding {
        Embedding::Free => subset_or_none(&font.bytes, shown.collect()),
        Embedding::Whole | Embedding::Forbidden => None,
    };
    let bytes = subset.unwrap_or_else(|| {
        let message = format!("{name} cannot be subset and is embedded whole");
        warn(codes::FONT_WHOLE, message);
        font.bytes.to_vec()
    });
    let path = font_path(font.style, extension);
    Some(EmbeddedFont { path, media_type, style: font.style, bytes })
}

/// Detects the format of a font file: its file extension, and its media type. `None` for
/// collections, and if it is not a font.
fn detect_format(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    match bytes.get(..4)? {
        [0, 1, 0, 0] | b"true" => Some(("ttf", "font/ttf")),
        b"OTTO" => Some(("otf", "font/otf")),
        _ => None,
    }
}

/// Whether a font has a glyph for a character.
fn has_glyph(font: &FontRef<'_>, character: char) -> bool {
    let glyph = font.cmap().ok().and_then(|cmap| cmap.map_codepoint(character));
    glyph.is_some_and(|glyph| glyph.to_u32() != 0)
}

/// Whether the places of the glyphs of a font are not in order, or not within the table of
/// its outlines (OpenType, "loca"). skera adds up the lengths that follow from them, and
/// takes as much memory.
fn has_broken_loca(bytes: &[u8]) -> bool {
    let Ok(font) = FontRef::new(bytes) else { return false };
    let (Ok(loca), Ok(glyf)) = (font.loca(None), font.glyf()) else { return false };
    let length = glyf.offset_data().len();
    let places: Vec<u32> = (0..=loca.len()).map_while(|at| loca.get_raw(at)).collect();
    let is_within = |place: &u32| usize::try_from(*place).is_ok_and(|at| at <= length);
    !places.is_sorted() || !places.iter().all(is_within)
}

/// Like [`subset`], for any bytes: skera panics on about three in a hundred fonts with wrong
/// bytes in them, and a damaged font should not end the run.
fn subset_or_none(bytes: &[u8], shown: Vec<char>) -> Option<Vec<u8>> {
    std::panic::catch_unwind(|| subset(bytes, shown.into_iter())).ok().flatten()
}

/// Subsets a face to the characters shown, and to ASCII, which reading systems use for
/// numbers and hyphens of their own. `None` if it cannot be read or subset.
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
    // A subset that lost a character is worse than the whole font.
    let cut = FontRef::new(&subset).ok()?;
    let kept = |code: u32| {
        char::from_u32(code).is_none_or(|c| !has_glyph(&font, c) || has_glyph(&cut, c))
    };
    characters.iter().all(kept).then_some(subset)
}

/// Whether a character has no shape, so that a font does not need it.
fn is_invisible(character: char) -> bool {
    character.is_whitespace() || character.is_control() || is_ignorable(character)
}

/// The name of a face's file without its extension.
fn name_file(style: FontStyle) -> &'static str {
    match style {
        FontStyle::Roman => "roman",
        FontStyle::Italic => "italic",
        FontStyle::Bold => "bold",
        FontStyle::BoldItalic => "bold-italic",
        FontStyle::Monospaced => "monospaced",
    }
}

/// The path of a face in the package.
fn font_path(style: FontStyle, extension: &str) -> String {
    format!("fonts/{}.{extension}", name_file(style))
}

/// The name of a face in messages.
fn name_face(font: &FontFile) -> String {
    format!("the font {} {}", font.family, name_file(font.style))
}
