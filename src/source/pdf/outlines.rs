//! What font programs say of their glyphs: names, characters, and the boxes of outlines.

use std::collections::BTreeMap;

use hayro_font::kurbo::Shape;
use hayro_font::{Font, FontGlyph, GlyphId};
use hayro_syntax::content::UntypedIter;
use hayro_syntax::object::{Dict, Object, Stream};
use read_fonts::ps::cff::CffFontRef;
use read_fonts::ps::type1::Type1Font;
use read_fonts::tables::cmap::CmapSubtable;
use read_fonts::{FontRef, TableProvider};

use crate::source::pdf::matrix::{Bounds, PageMatrix};
use crate::source::pdf::streams::decode_stream;

/// The names and characters that the program of a font has for its glyphs.
#[derive(Debug, Default)]
pub(super) struct ProgramGlyphs {
    /// The name of a glyph.
    names: BTreeMap<u32, String>,
    /// A character that the program maps to a glyph.
    characters: BTreeMap<u32, char>,
}

impl ProgramGlyphs {
    /// Reads the embedded font program of a font descriptor.
    pub(super) fn read(descriptor: &Dict<'_>) -> Self {
        let mut glyphs = Self::default();
        let files = ["FontFile2", "FontFile3", "FontFile"];
        let stream = files.iter().find_map(|key| descriptor.get::<Stream<'_>>(key));
        let Some(data) = stream.and_then(|stream| decode_stream(&stream)) else {
            return glyphs;
        };
        if let Ok(font) = FontRef::new(&data) {
            glyphs.read_open_type(&font);
        } else if let Ok(font) = CffFontRef::new(&data, 0, None) {
            glyphs.read_compact(&font);
        } else if let Ok(font) = Type1Font::new(&data) {
            for (glyph, name) in font.glyph_names() {
                glyphs.names.insert(glyph.to_u32(), name.to_owned());
            }
        }
        glyphs
    }

    /// The name of a glyph.
    pub(super) fn name(&self, glyph: GlyphId) -> Option<&str> {
        self.names.get(&glyph.to_u32()).map(String::as_str)
    }

    /// A character that the program maps to a glyph.
    pub(super) fn character(&self, glyph: GlyphId) -> Option<char> {
        self.characters.get(&glyph.to_u32()).copied()
    }

    fn read_compact(&mut self, font: &CffFontRef<'_>) {
        if font.is_cid() {
            return;
        }
        let Some(charset) = font.charset() else { return };
        for (glyph, string) in charset.iter() {
            if let Some(Ok(name)) = font.string(string).map(std::str::from_utf8) {
                self.names.insert(glyph.to_u32(), name.to_owned());
            }
        }
    }

    fn read_open_type(&mut self, font: &FontRef<'_>) {
        let table = font.data_for_tag(read_fonts::types::Tag::new(b"CFF "));
        if let Some(table) = table
            && let Ok(compact) = CffFontRef::new(table.as_bytes(), 0, None)
        {
            self.read_compact(&compact);
        }
        if let Ok(post) = font.post() {
            let count = post.num_glyphs().unwrap_or(0);
            for glyph in 0..count {
                let name = post.glyph_name(read_fonts::types::GlyphId16::new(glyph));
                if let Some(name) = name.filter(|name| !name.is_empty()) {
                    self.names.entry(u32::from(glyph)).or_insert_with(|| name.to_owned());
                }
            }
        }
        let Ok(cmap) = font.cmap() else { return };
        for record in cmap.encoding_records() {
            let Ok(subtable) = record.subtable(cmap.offset_data()) else { continue };
            match subtable {
                CmapSubtable::Format4(table) => {
                    self.add_characters(table.iter().map(|(c, g)| (c, g.to_u32())));
                }
                CmapSubtable::Format12(table) => {
                    let mappings = table.iter().take(100_000);
                    self.add_characters(mappings.map(|(c, g)| (c, g.to_u32())));
                }
                _ => {}
            }
        }
    }

    /// The first character of a glyph wins; those for private use come last.
    fn add_characters(&mut self, mappings: impl Iterator<Item = (u32, u32)>) {
        for (code, glyph) in mappings {
            let Some(character) = char::from_u32(code) else { continue };
            let private = matches!(character, '\u{E000}'..='\u{F8FF}');
            let control = character < ' ';
            if glyph != 0 && !private && !control {
                self.characters.entry(glyph).or_insert(character);
            }
        }
    }
}

/// The box of a glyph in thousandths of an em, or `None` when nothing is drawn.
pub(super) fn measure_ink(font: &Font<'_>, glyph: GlyphId, code: u32) -> Option<Bounds> {
    match font.glyph(glyph, code) {
        FontGlyph::Outline(outline) => {
            let path = outline.outline();
            if path.elements().is_empty() {
                return None;
            }
            let place = path.bounding_box();
            let stretch = font.glyph_stretch(glyph, code);
            let (x0, x1) = (place.x0 * stretch, place.x1 * stretch);
            let bounds = Bounds { x0, y0: place.y0, x1, y1: place.y1 };
            (bounds.width() > 0.0 || bounds.height() > 0.0).then_some(bounds)
        }
        FontGlyph::Type3(glyph) => {
            let matrix = PageMatrix(glyph.font().matrix().as_coeffs());
            let bounds = matrix.apply_box(read_type3_box(glyph.program()?)?);
            Some(Bounds {
                x0: bounds.x0 * 1000.0,
                y0: bounds.y0 * 1000.0,
                x1: bounds.x1 * 1000.0,
                y1: bounds.y1 * 1000.0,
            })
        }
    }
}

/// The box that the operator `d1` declares at the head of a glyph description (ISO 32000-1
/// §9.6.5).
fn read_type3_box(program: &Stream<'_>) -> Option<Bounds> {
    let data = decode_stream(program)?;
    let mut instructions = UntypedIter::new(&data);
    let first = instructions.next()?;
    if &**first.operator != b"d1" {
        return None;
    }
    let numbers: Vec<f64> = first
        .operands()
        .filter_map(|operand| match operand {
            Object::Number(number) => Some(number.as_f64()),
            _ => None,
        })
        .collect();
    let [_, _, x0, y0, x1, y1] = numbers.as_slice() else { return None };
    let bounds = Bounds::between(*x0, *y0, *x1, *y1);
    (bounds.width() > 0.0 && bounds.height() > 0.0).then_some(bounds)
}
