//! Embedded font programs: the boxes and widths of their glyphs.

use std::panic::{self, AssertUnwindSafe};

use read_fonts::ps::Sid;
use read_fonts::ps::cff::CffFontRef;
use read_fonts::ps::type1::Type1Font;
use read_fonts::types::{BoundingBox, Fixed, GlyphId, Tag};
use read_fonts::{FontRef, TableProvider};

use super::encoding::{self, SimpleCharacter};
use crate::preflight::geometry::PageArea;

/// A font program.
pub(super) enum FontProgram {
    /// TrueType outlines.
    TrueType(Vec<u8>),
    /// CFF outlines, in an OpenType file or alone.
    Compact { cff: Vec<u8>, opentype: Option<Vec<u8>> },
    /// A Type 1 font.
    Type1(Box<Type1Font>),
}

/// A glyph as its program describes it, in thousandths of the em.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct GlyphBox {
    pub(super) width: Option<f64>,
    /// `None` where the glyph is blank.
    pub(super) area: Option<PageArea>,
}

/// Runs a font reader, which may panic on a damaged font.
fn catch_panic<T>(read: impl FnOnce() -> Option<T>) -> Option<T> {
    panic::catch_unwind(AssertUnwindSafe(read)).ok().flatten()
}

impl FontProgram {
    /// Reads a program; `None` where it is damaged.
    pub(super) fn parse(bytes: Vec<u8>) -> Option<Self> {
        catch_panic(|| Self::parse_unguarded(bytes))
    }

    fn parse_unguarded(bytes: Vec<u8>) -> Option<Self> {
        if bytes.starts_with(b"%!") || bytes.starts_with(&[0x80, 1]) {
            return Type1Font::new(&bytes).ok().map(|font| Self::Type1(Box::new(font)));
        }
        if bytes.first() == Some(&1)
            && bytes.get(1) == Some(&0)
            && bytes.get(2) != Some(&0)
        {
            CffFontRef::new_cff(&bytes, 0, None).ok()?;
            return Some(Self::Compact { cff: bytes, opentype: None });
        }
        let font = FontRef::new(&bytes).ok()?;
        if let Some(table) = font.table_data(Tag::new(b"CFF ")) {
            let cff = table.as_bytes().to_vec();
            CffFontRef::new_cff(&cff, 0, None).ok()?;
            return Some(Self::Compact { cff, opentype: Some(bytes) });
        }
        let glyphs = font.maxp().ok()?.num_glyphs();
        font.head().ok()?;
        font.hmtx().ok()?;
        font.glyf().ok()?;
        let loca = font.loca(None).ok()?;
        (loca.len() >= usize::from(glyphs)).then_some(Self::TrueType(bytes))
    }

    /// The box and width of a glyph; `None` where the program has no such glyph.
    pub(super) fn glyph_box(&self, glyph: u32) -> Option<GlyphBox> {
        catch_panic(|| self.glyph_box_unguarded(GlyphId::new(glyph)))
    }

    fn glyph_box_unguarded(&self, glyph: GlyphId) -> Option<GlyphBox> {
        match self {
            Self::TrueType(bytes) => {
                let font = FontRef::new(bytes).ok()?;
                let em = 1000.0 / f64::from(font.head().ok()?.units_per_em().max(1));
                if glyph.to_u32() >= u32::from(font.maxp().ok()?.num_glyphs()) {
                    return None;
                }
                let outline =
                    font.loca(None).ok()?.get_glyf(glyph, &font.glyf().ok()?).ok()?;
                let corner = |value: i16| f64::from(value) * em;
                Some(GlyphBox {
                    width: font
                        .hmtx()
                        .ok()?
                        .advance(glyph)
                        .map(|one| f64::from(one) * em),
                    area: outline.map(|outline| {
                        PageArea::from_corners(
                            corner(outline.x_min()),
                            corner(outline.y_min()),
                            corner(outline.x_max()),
                            corner(outline.y_max()),
                        )
                    }),
                })
            }
            Self::Compact { cff, opentype } => {
                let font = CffFontRef::new_cff(cff, 0, None).ok()?;
                if glyph.to_u32() >= font.num_glyphs() {
                    return None;
                }
                let em = 1000.0 / f64::from(font.upem().max(1));
                let subfont = font.subfont(font.subfont_index(glyph)?, &[]).ok()?;
                let area = font.evaluate_extents(&subfont, glyph, &[]).ok()?;
                let own = font.advance(&subfont, glyph, &[], None).ok().flatten();
                let opentype = opentype.as_ref().and_then(|bytes| {
                    let font = FontRef::new(bytes).ok()?;
                    let em = 1000.0 / f64::from(font.head().ok()?.units_per_em().max(1));
                    Some(f64::from(font.hmtx().ok()?.advance(glyph)?) * em)
                });
                let width = opentype.or(own.map(|width| f64::from(width) * em));
                Some(GlyphBox { width, area: area.map(|area| scale_to_em(area, em)) })
            }
            Self::Type1(font) => {
                if glyph.to_u32() >= font.num_glyphs() {
                    return None;
                }
                let em = 1000.0 / f64::from(font.upem().max(1));
                let area = font.evaluate_extents(glyph).ok()?;
                let width = font.advance(glyph, None).ok()?;
                let width = width.map(|width| f64::from(width) * em);
                Some(GlyphBox { width, area: area.map(|area| scale_to_em(area, em)) })
            }
        }
    }

    /// The glyph index of a CID (ISO 32000-1 §9.7.4.2).
    pub(super) fn glyph_of_cid(&self, identifier: u32) -> Option<u32> {
        let Self::Compact { cff, .. } = self else { return Some(identifier) };
        catch_panic(|| {
            let font = CffFontRef::new_cff(cff, 0, None).ok()?;
            if !font.is_cid() {
                return Some(identifier);
            }
            let sid = Sid::new(u16::try_from(identifier).ok()?);
            font.charset()?.glyph_id(sid).map(GlyphId::to_u32)
        })
    }

    /// The glyph index of a character of a simple font (§9.6.6).
    pub(super) fn glyph_of_character(&self, letter: &SimpleCharacter) -> Option<u32> {
        catch_panic(|| match self {
            Self::TrueType(bytes) => {
                encoding::glyph_by_cmap(&FontRef::new(bytes).ok()?, letter)
            }
            Self::Compact { cff, .. } => {
                let font = CffFontRef::new_cff(cff, 0, None).ok()?;
                let own = || {
                    let map = font.encoding()?.map(letter.code)?;
                    Some(map.to_u32())
                };
                let Some(name) = &letter.name else { return own() };
                let charset = font.charset()?;
                let named = charset.iter().find(|(_, sid)| {
                    font.string(*sid).is_some_and(|string| string == name.as_bytes())
                });
                named.map(|(glyph, _)| glyph.to_u32())
            }
            Self::Type1(font) => {
                let Some(name) = &letter.name else {
                    return Some(font.encoding()?.map(letter.code)?.to_u32());
                };
                let mut names = font.glyph_names();
                Some(names.find(|(_, own)| own == name)?.0.to_u32())
            }
        })
    }
}

/// Scales a box to thousandths of the em.
fn scale_to_em(area: BoundingBox<Fixed>, em: f64) -> PageArea {
    let corner = |value: Fixed| value.to_f64() * em;
    PageArea::from_corners(
        corner(area.x_min),
        corner(area.y_min),
        corner(area.x_max),
        corner(area.y_max),
    )
}
