//! Cuts each face down to the glyphs that the book uses.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use subsetter::GlyphRemapper;

use super::PdfError;
use super::font_program::{ParsedFontProgram, catch_damage};
use super::glyph_text::{GlyphText, MOST_READINGS};
use super::glyph_use::{GlyphUse, count_glyphs};
use super::page_cache::PageSource;
use crate::fonts::{self, Embedding};
use crate::length::Length;
use crate::typeset::document::{EmbeddedFace, Glyph, PlacedItem};

/// Offset of the number of glyphs in the `maxp` table (OpenType 1.9).
const GLYPH_COUNT_OFFSET: usize = 4;

/// Offset of `sCapHeight` in the `OS/2` table, which has it from version 2 on (OpenType 1.9).
const CAP_HEIGHT_OFFSET: usize = 88;

/// What a glyph stands for that the font has no character for.
const REPLACEMENT_CHARACTER: char = '\u{fffd}';

/// The fonts that a face becomes.
#[derive(Debug, Clone)]
pub(super) struct FaceSubsets {
    /// What the glyphs of the face stand for.
    pub(super) text: GlyphText,
    /// A font for each reading; none for a face that is not used.
    pub(super) subsets: Vec<FontSubset>,
}

/// A face cut down to the glyphs of one reading.
#[derive(Debug, Clone)]
pub(super) struct FontSubset {
    /// The font program.
    pub(super) program: ParsedFontProgram,
    /// The `PostScript` name, after the tag of a subset: `ABCDEF+EBGaramond-Regular`.
    pub(super) name: String,
    /// The weight of the whole face: the subset lacks the table that says it.
    pub(super) weight: u16,
    /// Height of capitals in thousandths of an em, if the face says it.
    pub(super) cap_height: Option<i64>,
    /// The glyphs by their ids in the whole face, because every glyph of the book is looked
    /// up.
    glyphs: Vec<Option<SubsetGlyph>>,
}

/// A glyph of a subset.
#[derive(Debug, Clone)]
pub(super) struct SubsetGlyph {
    /// Its id in the font program.
    pub(super) id: u16,
    /// What it stands for.
    pub(super) text: String,
    /// Its width as the file has it: whole thousandths of an em.
    pub(super) width: f64,
}

impl Hash for FontSubset {
    /// Hashes name and glyphs; everything else follows from the face.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
        for glyph in &self.glyphs {
            let outline = |glyph: &SubsetGlyph| (glyph.id, glyph.width.to_bits());
            glyph.as_ref().map(outline).hash(state);
            glyph.as_ref().map(|glyph| &glyph.text).hash(state);
        }
    }
}

impl FontSubset {
    /// A glyph by its id in the whole face.
    pub(super) fn glyph(&self, id: u16) -> Option<&SubsetGlyph> {
        self.glyphs.get(usize::from(id))?.as_ref()
    }

    /// All glyphs by their ids in the font program.
    pub(super) fn glyphs(&self) -> BTreeMap<u16, &SubsetGlyph> {
        self.glyphs.iter().flatten().map(|glyph| (glyph.id, glyph)).collect()
    }
}

/// How much of a font is embedded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FontPortion {
    /// The glyphs that are used, unless the maker of the font asks for all.
    UsedGlyphs,
    /// All glyphs.
    AllGlyphs,
}

/// Cuts down all faces to what is painted of them, on pages and beside them.
pub(super) fn subset_faces(
    source: PageSource<'_>,
    beside: &[PlacedItem],
    portion: FontPortion,
) -> Result<Vec<FaceSubsets>, PdfError> {
    let files = &source.outer().faces;
    let programs =
        files.par_iter().map(|file| ParsedFontProgram::parse(&file.bytes, file));
    let programs: Vec<ParsedFontProgram> = programs.collect::<Result<_, _>>()?;
    let used = count_glyphs(&programs, source, beside)?;
    let faces = files.iter().zip(&programs).zip(used);
    faces
        .map(|((file, program), used)| subset_face(file, program, used, portion))
        .collect()
}

fn subset_face(
    file: &EmbeddedFace,
    program: &ParsedFontProgram,
    used: GlyphUse,
    portion: FontPortion,
) -> Result<FaceSubsets, PdfError> {
    let ids: BTreeSet<u16> = used.ids().collect();
    let mut text = used.into_text();
    text.rank_readings();
    let mut subsets = Vec::new();
    for reading in 0..MOST_READINGS {
        let texts = find_texts(program, &ids, &text, reading);
        if !texts.is_empty() {
            subsets.push(cut_face(file, program, &texts, reading, portion)?);
        }
    }
    Ok(FaceSubsets { text, subsets })
}

/// Finds the glyphs of a reading and what they stand for. The first reading has all glyphs:
/// one that never had a text of its own stands for the character that the face has it for.
fn find_texts(
    program: &ParsedFontProgram,
    ids: &BTreeSet<u16>,
    text: &GlyphText,
    reading: usize,
) -> BTreeMap<u16, String> {
    let own = |&glyph: &u16| Some((glyph, text.text(glyph, reading)?.to_owned()));
    let mut texts: BTreeMap<u16, String> = ids.iter().filter_map(own).collect();
    if reading == 0 && texts.len() < ids.len() {
        let characters = program.characters();
        for &glyph in ids {
            let character = characters.get(&glyph).and_then(|&code| char::from_u32(code));
            let text = || character.unwrap_or(REPLACEMENT_CHARACTER).to_string();
            texts.entry(glyph).or_insert_with(text);
        }
    }
    texts
}

/// Cuts a face down to the glyphs of a reading, as far as its maker allows.
fn cut_face(
    file: &EmbeddedFace,
    whole: &ParsedFontProgram,
    texts: &BTreeMap<u16, String>,
    reading: usize,
    portion: FontPortion,
) -> Result<FontSubset, PdfError> {
    let glyphs: Vec<u16> = match (fonts::read_embedding(&file.bytes), portion) {
        (Embedding::Free, FontPortion::UsedGlyphs) => texts.keys().copied().collect(),
        // All in their order: each keeps its id.
        (Embedding::Whole, _) | (Embedding::Free, FontPortion::AllGlyphs) => {
            let count = fonts::find_table(&file.bytes, *b"maxp");
            let count = count.and_then(|maxp| fonts::read_u16(maxp, GLYPH_COUNT_OFFSET));
            (0..count.unwrap_or(0)).chain(texts.keys().copied()).collect()
        }
        (Embedding::Forbidden, _) => {
            return Err(PdfError::Licence { name: file.name.clone() });
        }
    };
    let ids = GlyphRemapper::new_from_glyphs(&glyphs);
    let program = catch_damage(file, || subsetter::subset(&file.bytes, 0, &ids))?
        .map_err(|cause| PdfError::Font { name: file.name.clone(), cause })?;
    let program = ParsedFontProgram::parse(&program, file)?;
    let name = match portion {
        FontPortion::UsedGlyphs => {
            let tag = make_subset_tag(&file.name, texts.keys().copied(), reading);
            format!("{tag}+{}", file.name)
        }
        FontPortion::AllGlyphs => file.name.clone(),
    };
    let em = f32::from(program.units_per_em());
    let glyph = |whole_id: u16| {
        let text = texts.get(&whole_id)?;
        let id = ids.get(whole_id).unwrap_or_default();
        // Truncated to whole thousandths. Positions are computed from the truncated widths, so
        // that no error adds up.
        let width = f64::from((f32::from(program.advance(id)) * 1000.0 / em).trunc());
        Some(SubsetGlyph { id, text: text.clone(), width })
    };
    let last = texts.keys().next_back().map_or(0, |&last| last);
    let glyphs = (0..=last).map(glyph).collect();
    let weight = whole.metrics().weight;
    let cap_height = read_cap_height(&file.bytes, program.units_per_em());
    Ok(FontSubset { program, name, weight, cap_height, glyphs })
}

/// Reads `sCapHeight` of the `OS/2` table, in thousandths of an em.
fn read_cap_height(file: &[u8], units_per_em: u16) -> Option<i64> {
    let table = fonts::find_table(file, *b"OS/2")?;
    let version = fonts::read_u16(table, 0)?;
    let height = (version >= 2).then(|| fonts::read_u16(table, CAP_HEIGHT_OFFSET));
    Some(i64::from(height.flatten()?.cast_signed()) * 1000 / i64::from(units_per_em))
}

/// Makes the six capital letters that distinguish subsets of one font (ISO 32000-1 §9.6.4).
/// They are a digest of face, glyphs and reading, so that the same book has the same tags.
fn make_subset_tag(
    name: &str,
    glyphs: impl Iterator<Item = u16>,
    reading: usize,
) -> String {
    // FNV-1a, 64 bits: the input is not hostile.
    let mut digest: u64 = 0xcbf2_9ce4_8422_2325;
    let glyphs = glyphs.flat_map(u16::to_be_bytes);
    // As many bytes in a browser, where numbers have 32 bits.
    let reading = u64::try_from(reading).unwrap_or(u64::MAX).to_be_bytes();
    for byte in name.bytes().chain(glyphs).chain(reading) {
        digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    let letters = (0..6).map(|place| {
        let letter = digest / 26_u64.pow(place) % 26;
        char::from(b'A' + u8::try_from(letter).unwrap_or_default())
    });
    letters.collect()
}

/// Sets lines of a size in a face, character by character, for text beside the page that the
/// typesetter does not know. Characters that the face lacks are left out.
pub(super) fn set_lines(
    file: &EmbeddedFace,
    texts: impl IntoIterator<Item = String>,
    size: Length,
) -> Result<Vec<(String, Vec<Glyph>)>, PdfError> {
    let face = ParsedFontProgram::parse(&file.bytes, file)?;
    let em = i64::from(face.units_per_em());
    let set_line = |line: String| {
        let (mut text, mut glyphs, mut x) = (String::new(), Vec::new(), Length::ZERO);
        for character in line.chars() {
            let Some(id) = face.glyph(character) else { continue };
            let start = u32::try_from(text.len()).unwrap_or(u32::MAX);
            text.push(character);
            let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
            glyphs.push(Glyph { id, x, rise: Length::ZERO, text: start..end });
            x += size.scaled(face.advance(id).into(), em);
        }
        (text, glyphs)
    };
    Ok(texts.into_iter().map(set_line).collect())
}
