//! The part of each face that the book uses, and what the writer must know of it.

use std::collections::BTreeSet;

use subsetter::GlyphRemapper;

use super::PdfError;
use super::legend::Legend;
use crate::typeset::document::{FaceFile, Pages, Placed};

/// A face cut down to the glyphs that are used.
#[derive(Debug, Clone)]
pub(super) struct Subset {
    /// `PostScript` name with the tag of a subset: `ABCDEF+EBGaramond-Regular`.
    pub(super) name: String,
    /// The whole font file that it was cut from.
    pub(super) original: std::sync::Arc<[u8]>,
    /// The font program.
    pub(super) program: Vec<u8>,
    /// From the glyph ids of the whole face to those of the program.
    pub(super) glyphs: GlyphRemapper,
    /// What the glyphs say, by the ids of the whole face.
    pub(super) legend: Legend,
}

/// Cuts down all faces; none in the place of a face that is not used.
pub(super) fn subset(pages: &Pages) -> Result<Vec<Option<Subset>>, PdfError> {
    let mut used: Vec<(BTreeSet<u16>, Legend)> =
        vec![Default::default(); pages.faces.len()];
    for item in pages.pages.iter().flat_map(|page| &page.items) {
        let Placed::Run(run) = item else { continue };
        let (index, count) = (run.face.0, pages.faces.len());
        let (glyphs, legend) = used
            .get_mut(usize::from(index))
            .ok_or(PdfError::MissingFace { index, count })?;
        glyphs.extend(run.glyphs.iter().map(|glyph| glyph.id));
        legend.note(run);
    }
    let faces = pages.faces.iter().zip(used);
    faces
        .map(|(face, (glyphs, legend))| {
            (!glyphs.is_empty()).then(|| cut(face, &glyphs, legend)).transpose()
        })
        .collect()
}

fn cut(
    face: &FaceFile,
    used: &BTreeSet<u16>,
    mut legend: Legend,
) -> Result<Subset, PdfError> {
    let mut glyphs = GlyphRemapper::new();
    for &glyph in used {
        glyphs.remap(glyph);
    }
    let program = subsetter::subset(&face.bytes, 0, &glyphs)
        .map_err(|cause| PdfError::Font { name: face.name.clone(), cause })?;
    legend.settle();
    let name = format!("{}+{}", tag(&face.name, used), face.name);
    Ok(Subset { name, original: face.bytes.clone(), program, glyphs, legend })
}

/// Six capital letters that tell subsets of one font apart (ISO 32000-1 §9.6.4): a
/// digest of the face and its glyphs, so that the same book has the same tag.
fn tag(name: &str, used: &BTreeSet<u16>) -> String {
    // FNV-1a, 64 bits: nothing hostile is digested here.
    let mut digest: u64 = 0xcbf2_9ce4_8422_2325;
    let glyphs = used.iter().flat_map(|glyph| glyph.to_be_bytes());
    for byte in name.bytes().chain(glyphs) {
        digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    let letters = (0..6).map(|place| {
        let letter = digest / 26_u64.pow(place) % 26;
        char::from(b'A' + u8::try_from(letter).unwrap_or_default())
    });
    letters.collect()
}
