//! One face: its names, its proportions, the characters and features it has.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use harfrust::font::name::NameId;
use harfrust::{Font, ShaperFont};

use super::feature::{Feature, offered};
use crate::fonts::{FontFile, FontStyle};
use crate::length::{Length, Ratio};
use crate::typeset::document::FaceId;

/// Proportions taken where a face does not state them, in thousandths of the em: those of
/// a text face of middling size.
const USUAL_ASCENDER: i64 = 800;
/// See [`USUAL_ASCENDER`].
const USUAL_DESCENDER: i64 = -200;
/// See [`USUAL_ASCENDER`].
const USUAL_CAP_HEIGHT: i64 = 650;
/// See [`USUAL_ASCENDER`].
const USUAL_X_HEIGHT: i64 = 430;
/// See [`USUAL_ASCENDER`]; a quarter of the em is what hand compositors cast on.
const USUAL_SPACE: i64 = 250;

/// A face.
#[derive(Clone)]
pub struct Face {
    id: FaceId,
    family: String,
    style: FontStyle,
    postscript_name: String,
    bytes: Arc<[u8]>,
    font: Font,
    proportions: Proportions,
    features: BTreeSet<Feature>,
}

/// The proportions of a face, in parts of the em.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Proportions {
    ascender: Ratio,
    descender: Ratio,
    cap_height: Ratio,
    x_height: Ratio,
    space: Ratio,
}

impl Face {
    /// Reads a font file; none when it is no font.
    pub(super) fn new(id: FaceId, file: &FontFile) -> Option<Self> {
        let shared: Arc<dyn AsRef<[u8]> + Send + Sync> =
            Arc::new(Arc::clone(&file.bytes));
        let font = Font::new(shared, 0)?;
        let postscript_name = font
            .names()
            .get(NameId::POSTSCRIPT_NAME)
            .and_then(|name| name.english_or_first())
            .map_or_else(|| file.family.replace(' ', ""), |name| name.name().to_string());
        let proportions = proportions(&font);
        let features = offered(&font);
        Some(Self {
            id,
            family: file.family.clone(),
            style: file.style,
            postscript_name,
            bytes: Arc::clone(&file.bytes),
            font,
            proportions,
            features,
        })
    }

    /// Its number.
    #[must_use]
    pub fn id(&self) -> FaceId {
        self.id
    }

    /// The family it was given as.
    #[must_use]
    pub fn family(&self) -> &str {
        &self.family
    }

    /// The member of the family it was given as.
    #[must_use]
    pub fn style(&self) -> FontStyle {
        self.style
    }

    /// Its `PostScript` name.
    #[must_use]
    pub fn postscript_name(&self) -> &str {
        &self.postscript_name
    }

    /// The whole file.
    #[must_use]
    pub fn bytes(&self) -> &Arc<[u8]> {
        &self.bytes
    }

    /// What the shaper works with.
    pub(in crate::typeset) fn font(&self) -> &Font {
        &self.font
    }

    /// Units in its em.
    pub(in crate::typeset) fn units_per_em(&self) -> i32 {
        i32::from(self.font.units_per_em())
    }

    /// Whether it has a glyph for a character.
    #[must_use]
    pub fn has(&self, c: char) -> bool {
        self.font.charmap().map_unicode(c).is_some_and(|glyph| glyph.to_u32() != 0)
    }

    /// Whether it offers a feature.
    #[must_use]
    pub fn offers(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    /// Height of its tall letters above the baseline, at a size.
    #[must_use]
    pub fn ascender(&self, size: Length) -> Length {
        self.proportions.ascender.of(size)
    }

    /// Depth of its descending letters at a size; negative, below the baseline.
    #[must_use]
    pub fn descender(&self, size: Length) -> Length {
        self.proportions.descender.of(size)
    }

    /// Height of its capitals at a size.
    #[must_use]
    pub fn cap_height(&self, size: Length) -> Length {
        self.proportions.cap_height.of(size)
    }

    /// Height of its small letters at a size.
    #[must_use]
    pub fn x_height(&self, size: Length) -> Length {
        self.proportions.x_height.of(size)
    }

    /// Width of its word space at a size.
    #[must_use]
    pub fn space(&self, size: Length) -> Length {
        self.proportions.space.of(size)
    }
}

impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Face")
            .field("id", &self.id)
            .field("postscript_name", &self.postscript_name)
            .finish_non_exhaustive()
    }
}

/// The proportions that a font states, else the usual ones.
fn proportions(font: &Font) -> Proportions {
    let metrics = font.metrics();
    let em = i64::from(font.units_per_em());
    // A face that does not state a measure states nothing, or zero.
    let part = |units: i64, usual: i64| {
        if units == 0 { ratio(usual, 1000) } else { ratio(units, em) }
    };
    let line = metrics.typo_line.or(metrics.hhea_line).unwrap_or_default();
    let shaper = ShaperFont::new(font);
    let space = shaper.nominal_glyph(u32::from(' '));
    let space = space.map_or(0, |glyph| i64::from(shaper.glyph_h_advance(glyph)));
    Proportions {
        ascender: part(line.ascender.to_i64(), USUAL_ASCENDER),
        descender: part(line.descender.to_i64(), USUAL_DESCENDER),
        cap_height: part(
            metrics.cap_height.unwrap_or_default().to_i64(),
            USUAL_CAP_HEIGHT,
        ),
        x_height: part(metrics.x_height.unwrap_or_default().to_i64(), USUAL_X_HEIGHT),
        space: part(space, USUAL_SPACE),
    }
}

/// A fraction as a ratio.
fn ratio(numerator: i64, denominator: i64) -> Ratio {
    Ratio(Length(1_000_000).scaled(numerator, denominator).0)
}
