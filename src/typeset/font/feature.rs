//! The OpenType features that typesetting asks for by name.

use std::collections::BTreeSet;

use harfrust::{Buffer, Direction, Font, ShapeOptions, ShaperFont, Tag};

/// A feature that is off by default (kerning and ligatures are on).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FontFeature {
    /// Small letters as small capitals, `smcp`.
    SmallCapitals,
    /// Capitals as small capitals, `c2sc`.
    CapitalsToSmall,
    /// Figures with ascenders and descenders, `onum`.
    OldStyleFigures,
    /// Figures as high as capitals, `lnum`.
    LiningFigures,
    /// Figures that are all of one width, `tnum`.
    TabularFigures,
    /// Figures each of its own width, `pnum`.
    ProportionalFigures,
    /// Superior figures, `sups`.
    Superiors,
}

impl FontFeature {
    /// All of them.
    const ALL: [Self; 7] = [
        Self::SmallCapitals,
        Self::CapitalsToSmall,
        Self::OldStyleFigures,
        Self::LiningFigures,
        Self::TabularFigures,
        Self::ProportionalFigures,
        Self::Superiors,
    ];

    /// Its tag (OpenType 1.9, registered features).
    pub(in crate::typeset) fn tag(self) -> Tag {
        match self {
            Self::SmallCapitals => Tag::new(b"smcp"),
            Self::CapitalsToSmall => Tag::new(b"c2sc"),
            Self::OldStyleFigures => Tag::new(b"onum"),
            Self::LiningFigures => Tag::new(b"lnum"),
            Self::TabularFigures => Tag::new(b"tnum"),
            Self::ProportionalFigures => Tag::new(b"pnum"),
            Self::Superiors => Tag::new(b"sups"),
        }
    }

    /// Characters that a face with the feature sets differently.
    fn specimen(self) -> &'static str {
        match self {
            Self::SmallCapitals => "an",
            Self::CapitalsToSmall => "AN",
            Self::OldStyleFigures
            | Self::LiningFigures
            | Self::TabularFigures
            | Self::ProportionalFigures
            | Self::Superiors => "0123456789",
        }
    }
}

/// The features that change what a face prints. A face whose default figures are old-style
/// does not offer [`FontFeature::OldStyleFigures`], because nothing has to be asked for.
pub(super) fn offered_features(font: &Font) -> BTreeSet<FontFeature> {
    let shaper = ShaperFont::new(font);
    let on = |feature: FontFeature| harfrust::Feature::new(feature.tag(), 1, ..);
    let changes = |feature: FontFeature, after: &[harfrust::Feature]| {
        let with: Vec<_> = after.iter().copied().chain([on(feature)]).collect();
        let plain = shape_specimen(&shaper, feature.specimen(), after);
        shape_specimen(&shaper, feature.specimen(), &with) != plain
    };
    FontFeature::ALL
        .into_iter()
        .filter(|&feature| {
            // Some faces have proportional figures of the old style only.
            let old_style = on(FontFeature::OldStyleFigures);
            changes(feature, &[])
                || feature == FontFeature::ProportionalFigures
                    && changes(feature, &[old_style])
        })
        .collect()
}

/// The glyphs that a face uses for a text.
fn shape_specimen(
    font: &ShaperFont<'_, '_>,
    text: &str,
    features: &[harfrust::Feature],
) -> Vec<u32> {
    let mut buffer = Buffer::new();
    buffer.push_str(text);
    buffer.set_direction(Direction::LeftToRight);
    buffer.guess_segment_properties();
    match harfrust::shape(font, &mut buffer, ShapeOptions::new().features(features)) {
        Ok(()) => buffer.glyph_infos().iter().map(|info| info.glyph_id).collect(),
        Err(_) => Vec::new(),
    }
}
