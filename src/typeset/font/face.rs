//! One face: its names, characters and features.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use harfrust::Font;
use harfrust::font::name::NameId;

use super::feature::{FontFeature, offered_features};
use super::outline::GlyphOutline;
use crate::fonts::{Bytes, FontFile, FontStyle};
use crate::length::{Length, Ratio};
use crate::typeset::document::FaceId;

/// A face.
#[derive(Clone)]
pub struct FontFace {
    id: FaceId,
    family: String,
    style: FontStyle,
    postscript_name: String,
    bytes: Bytes,
    font: Font,
    features: BTreeSet<FontFeature>,
}

/// The height of small letters in a face that does not state it.
pub(in crate::typeset) const USUAL_X_HEIGHT: Ratio = Ratio(450_000);

impl FontFace {
    /// Reads a font file; none if it is not a font.
    pub(super) fn new(id: FaceId, file: &FontFile) -> Option<Self> {
        let shared: Arc<dyn AsRef<[u8]> + Send + Sync> = Arc::new(file.bytes.clone());
        let font = Font::new(shared, 0)?;
        let postscript_name = font
            .names()
            .get(NameId::POSTSCRIPT_NAME)
            .and_then(|name| name.english_or_first())
            .map_or_else(|| file.family.replace(' ', ""), |name| name.name().to_string());
        let features = offered_features(&font);
        Some(Self {
            id,
            family: file.family.clone(),
            style: file.style,
            postscript_name,
            bytes: file.bytes.clone(),
            font,
            features,
        })
    }

    /// Its number.
    #[must_use]
    pub fn id(&self) -> FaceId {
        self.id
    }

    /// The family that it was given as.
    #[must_use]
    pub fn family(&self) -> &str {
        &self.family
    }

    /// The style that it was given as.
    #[must_use]
    pub fn style(&self) -> FontStyle {
        self.style
    }

    /// Its PostScript name.
    #[must_use]
    pub fn postscript_name(&self) -> &str {
        &self.postscript_name
    }

    /// The whole file.
    #[must_use]
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// The font that the shaper works with.
    pub(in crate::typeset) fn font(&self) -> &Font {
        &self.font
    }

    /// Units per em.
    pub(in crate::typeset) fn units_per_em(&self) -> i32 {
        i32::from(self.font.units_per_em())
    }

    /// The height of its capitals, in parts of the em; none if it does not state it.
    pub(in crate::typeset) fn cap_height(&self) -> Option<Ratio> {
        self.part_of_em(self.font.metrics().cap_height?.to_i32())
    }

    /// The height of its small letters, in parts of the em; none if it does not state it.
    pub(in crate::typeset) fn x_height(&self) -> Option<Ratio> {
        self.part_of_em(self.font.metrics().x_height?.to_i32())
    }

    /// A height in units of the face as parts of the em, if it is above zero.
    fn part_of_em(&self, height: i32) -> Option<Ratio> {
        let em = i64::from(self.units_per_em());
        let height = Length(1_000_000).scaled(height.into(), em);
        (height > Length::ZERO).then_some(Ratio(height.0))
    }

    /// The outline of one of its glyphs.
    pub(in crate::typeset) fn outline(&self, glyph: u16) -> GlyphOutline {
        GlyphOutline::new(&self.font, glyph)
    }

    /// Whether it has a glyph for a character.
    #[must_use]
    pub fn has(&self, c: char) -> bool {
        self.font.charmap().map_unicode(c).is_some_and(|glyph| glyph.to_u32() != 0)
    }

    /// Whether it offers a feature.
    #[must_use]
    pub fn offers(&self, feature: FontFeature) -> bool {
        self.features.contains(&feature)
    }
}

impl fmt::Debug for FontFace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Face")
            .field("id", &self.id)
            .field("postscript_name", &self.postscript_name)
            .finish_non_exhaustive()
    }
}
