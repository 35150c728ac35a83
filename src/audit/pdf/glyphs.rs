//! Holds the glyphs of embedded fonts against the letters that they are said to be.
//!
//! A subset keeps neither the names of its glyphs nor their characters, but it does keep
//! their outlines. Where the whole font is known, because it is one of those in the program,
//! the outline says which character a glyph is. Of other fonts nothing is certain.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use lopdf::{Dictionary, Document, Object, ObjectId};
use read_fonts::tables::glyf::{Anchor, Glyf, Glyph, Transform};
use read_fonts::tables::loca::Loca;
use read_fonts::types::{GlyphId, NameId};
use read_fonts::{FontRef, TableProvider};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::budget::{ReadBudget, SpentBudget};
use super::file::{LARGEST, resolve_dictionary};
use super::to_unicode::ToUnicodeMap;
use crate::fonts::{FontFile, all_built_in, monospaced};

/// The most glyphs that a glyph consists of: a letter with two accents has three.
const MOST_PARTS: usize = 30;

/// The most findings about one file: a font in disorder has hundreds.
const MOST_MISMATCHES: usize = 20;

/// The points of an outline: where they are, whether they are on the curve, and which end a
/// contour.
type Outline = Vec<(i32, i32, bool, bool)>;

/// Finds glyphs that show another letter than the one that they are said to be.
///
/// # Errors
///
/// When the fonts have more codes than those of any book.
pub(super) fn find_mismatches(
    document: &Document,
    pages: &[ObjectId],
    budget: &mut ReadBudget,
) -> Result<Vec<String>, SpentBudget> {
    let mut seen = BTreeSet::new();
    let mut mismatches = Vec::new();
    for &page in pages {
        for font in document.get_page_fonts(page).unwrap_or_default().into_values() {
            let map = font.get(b"ToUnicode").and_then(Object::as_reference);
            if mismatches.len() >= MOST_MISMATCHES
                || !map.is_ok_and(|map| seen.insert(map))
            {
                continue;
            }
            let Some(embedded) = TrueTypeSubset::read(document, font) else { continue };
            let glyphs = embedded.glyphs.as_ref().map_or(0, Vec::len);
            budget.spend_unpacked(embedded.program.len() + glyphs)?;
            let map = ToUnicodeMap::from_font(document, font, budget)?;
            mismatches.extend(embedded.find_mismatches(&map).unwrap_or_default());
        }
    }
    mismatches.truncate(MOST_MISMATCHES);
    Ok(mismatches)
}

/// A composite font with TrueType outlines (ISO 32000-1 §9.7.4), whose whole font is known.
struct TrueTypeSubset {
    /// The whole font.
    known: FontFile,
    /// The subset.
    program: Vec<u8>,
    /// The glyphs of the codes, as pairs of bytes; none where they are the codes.
    glyphs: Option<Vec<u8>>,
}

impl TrueTypeSubset {
    /// Reads the font; `None` for fonts of other kinds and those that nobody knows.
    fn read(document: &Document, font: &Dictionary) -> Option<Self> {
        let name = String::from_utf8_lossy(font.get(b"BaseFont").ok()?.as_name().ok()?);
        let name = name.split_once('+').map_or(&*name, |(_, name)| name);
        let mut known = all_built_in().chain([monospaced()]);
        let known = known.find(|file| read_name(&file.bytes).as_deref() == Some(name))?;

        let descendants =
            document.dereference(font.get(b"DescendantFonts").ok()?).ok()?;
        let descendant =
            resolve_dictionary(document, descendants.1.as_array().ok()?.first()?)?;
        let descriptor =
            resolve_dictionary(document, descendant.get(b"FontDescriptor").ok()?)?;
        let read = |object: &Object| {
            let stream = document.dereference(object).ok()?.1.as_stream().ok()?;
            stream.get_plain_content_with_limit(LARGEST).ok()
        };
        Some(Self {
            known,
            program: read(descriptor.get(b"FontFile2").ok()?)?,
            glyphs: descendant.get(b"CIDToGIDMap").ok().and_then(read),
        })
    }

    /// The glyph of a code.
    fn glyph_of(&self, code: u32) -> Option<u32> {
        let Some(map) = &self.glyphs else { return Some(code) };
        let at = 2 * usize::try_from(code).ok()?;
        let pair = map.get(at..at + 2)?;
        Some(u32::from(u16::from_be_bytes([pair[0], pair[1]])))
    }

    /// Says which glyphs show another character than its map says.
    fn find_mismatches(&self, map: &ToUnicodeMap) -> Option<Vec<String>> {
        let whole = KnownFont::new(&self.known.bytes)?;
        let subset = FontOutlines::new(&self.program)?;
        let name = read_name(&self.known.bytes)?;
        let mut mismatches = Vec::new();
        for (code, said) in map.two_byte_codes() {
            let mut characters = said.chars();
            let (Some(c), None) = (characters.next(), characters.next()) else {
                continue;
            };
            let outline = self.glyph_of(code).and_then(|glyph| subset.outline(glyph));
            if let Some(shown) =
                outline.and_then(|outline| whole.find_other_character(c, &outline))
            {
                mismatches.push(format!(
                    "a glyph of {name} shows '{shown}', but is said to be '{c}'"
                ));
            }
        }
        Some(mismatches)
    }
}

/// Whether the letters of glyphs are not those of the text that replaces them. Only letters
/// of scripts are compared whose glyphs stand for letters one by one; one glyph stands in for
/// all signs that no face has, such as the italics of mathematics.
pub(super) fn is_other_text(glyphs: &str, text: &str) -> bool {
    let letters = |text: &str| -> Vec<char> {
        let plain = text.nfkd().filter(|c| !is_combining_mark(*c));
        plain.filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let (shown, said) = (letters(glyphs), letters(text));
    let is_plain = |c: char| c < '\u{530}' || !c.is_alphanumeric();
    // An initial has its letter in the text of what stands beside it.
    let is_beside_initial = said.get(1..).is_some_and(|rest| rest == shown);
    let has_both = !shown.is_empty() && !said.is_empty();
    let are_plain = glyphs.chars().chain(text.chars()).all(is_plain);
    has_both && are_plain && shown != said && !is_beside_initial
}

/// The name of a font for PostScript.
fn read_name(bytes: &[u8]) -> Option<String> {
    let font = FontRef::new(bytes).ok()?;
    let names = font.name().ok()?;
    let mut records = names.name_record().iter();
    let record = records.find(|record| record.name_id() == NameId::POSTSCRIPT_NAME)?;
    Some(record.string(names.string_data()).ok()?.chars().collect())
}

/// The outlines of a font.
struct FontOutlines<'a> {
    loca: Loca<'a>,
    glyf: Glyf<'a>,
}

impl<'a> FontOutlines<'a> {
    fn new(bytes: &'a [u8]) -> Option<Self> {
        let font = FontRef::new(bytes).ok()?;
        Some(Self { loca: font.loca(None).ok()?, glyf: font.glyf().ok()? })
    }

    /// The outline of a glyph, if it has one.
    fn outline(&self, glyph: u32) -> Option<Outline> {
        let mut outline = Outline::new();
        let mut left = MOST_PARTS;
        self.add_outline(GlyphId::new(glyph), (0, 0), &mut left, &mut outline)?;
        (!outline.is_empty()).then_some(outline)
    }

    fn add_outline(
        &self,
        glyph: GlyphId,
        (x, y): (i32, i32),
        left: &mut usize,
        outline: &mut Outline,
    ) -> Option<()> {
        *left = left.checked_sub(1)?;
        match self.loca.get_glyf(glyph, &self.glyf).ok()? {
            None => {}
            Some(Glyph::Simple(simple)) => {
                let ends: BTreeSet<usize> = simple
                    .end_pts_of_contours()
                    .iter()
                    .map(|end| usize::from(end.get()))
                    .collect();
                outline.extend(simple.points().enumerate().map(|(place, point)| {
                    let at = (x + i32::from(point.x), y + i32::from(point.y));
                    (at.0, at.1, point.on_curve, ends.contains(&place))
                }));
            }
            Some(Glyph::Composite(composite)) => {
                for component in composite.components() {
                    let Anchor::Offset { x: right, y: up } = component.anchor else {
                        return None;
                    };
                    if component.transform != Transform::default() {
                        return None;
                    }
                    let at = (x + i32::from(right), y + i32::from(up));
                    self.add_outline(component.glyph, at, left, outline)?;
                }
            }
        }
        Some(())
    }
}

/// A font whose characters are known.
struct KnownFont<'a> {
    outlines: FontOutlines<'a>,
    glyphs: BTreeMap<char, u32>,
    /// The characters of each outline; read when it is first needed.
    shown: OnceCell<BTreeMap<Outline, Vec<char>>>,
}

impl<'a> KnownFont<'a> {
    fn new(bytes: &'a [u8]) -> Option<Self> {
        let font = FontRef::new(bytes).ok()?;
        let cmap = font.cmap().ok()?;
        let (_, _, table) = cmap.best_subtable()?;
        let pairs = table.iter();
        let glyphs =
            pairs.filter_map(|(c, glyph)| Some((char::from_u32(c)?, glyph.to_u32())));
        Some(Self {
            outlines: FontOutlines::new(bytes)?,
            glyphs: glyphs.collect(),
            shown: OnceCell::new(),
        })
    }

    /// The character that an outline shows, where that is certainly not `c`.
    fn find_other_character(&self, c: char, outline: &Outline) -> Option<char> {
        let own = self.glyphs.get(&c).and_then(|&glyph| self.outlines.outline(glyph))?;
        if own == *outline {
            return None;
        }
        let shown = self.shown.get_or_init(|| {
            let mut shown: BTreeMap<Outline, Vec<char>> = BTreeMap::new();
            for (&c, &glyph) in &self.glyphs {
                if let Some(outline) = self.outlines.outline(glyph) {
                    shown.entry(outline).or_default().push(c);
                }
            }
            shown
        });
        let shown = shown.get(outline)?;
        let is_alike = |other: &char| bare_letters(*other) == bare_letters(c);
        let is_plain = |other: &char| other.is_alphanumeric() && !is_phonetic(*other);
        let is_other = c.is_alphanumeric()
            && shown.iter().all(is_plain)
            && !shown.iter().any(is_alike);
        shown.first().copied().filter(|_| is_other)
    }
}

/// The letters of a character, however it is written. An accent counts.
fn bare_letters(c: char) -> String {
    c.nfkc().flat_map(char::to_lowercase).collect()
}

/// Whether a character is of the phonetic alphabets, whose letters look like small capitals.
fn is_phonetic(c: char) -> bool {
    matches!(c, '\u{250}'..='\u{2AF}' | '\u{1D00}'..='\u{1DBF}' | '\u{A720}'..='\u{A7FF}')
}
