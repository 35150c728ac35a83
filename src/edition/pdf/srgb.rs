//! The sRGB profile of the output intent, which says what the numbers of colours mean.
//!
//! PDF/A asks a file to define its greys and colours (ISO 19005-2 §6.2.3). The profile is made
//! from the numbers of the standards, in the form of ICC.1:2010 (version 4.3). It uses nothing
//! newer than version 4.2 and says that version.

use pdf_writer::types::OutputIntentSubtype;

use super::icc::{
    ProfileHeader, S15Fixed16, WHITE, encode_fixed, encode_localized_text, encode_profile,
};
use super::output_intent::{ConditionSource, EmbeddedProfile, OutputIntent};

/// The name of the condition in the registry of the ICC.
const CONDITION: &str = "sRGB IEC61966-2.1";

/// Components of the profile: red, green, blue.
const COMPONENTS: usize = 3;

/// The primaries of IEC 61966-2-1 adapted to the white D50 by the Bradford transform (ICC.1
/// annex E).
pub(super) const PRIMARIES: [(&[u8; 4], [S15Fixed16; 3]); 3] = [
    (b"rXYZ", [0x6FA2, 0x38F5, 0x0390]),
    (b"gXYZ", [0x6299, 0xB785, 0x18DA]),
    (b"bXYZ", [0x24A0, 0x0F84, 0xB6CF]),
];

/// The adaptation from the white of sRGB, D65, to that of the connection space (ICC.1 annex
/// E.3), row by row.
const ADAPTATION: [S15Fixed16; 9] =
    [0x1_0C42, 0x05DE, -0x0CDB, 0x0793, 0xFD90, -0x045F, -0x025E, 0x03DC, 0xC06E];

/// The curve of IEC 61966-2-1 §5.2 as ICC.1 §10.16 writes it (function 3): exponent 2.4,
/// 1/1.055, 0.055/1.055, 1/12.92, and where its straight part ends, 0.04045.
const CURVE: [S15Fixed16; 5] = [0x2_6666, 0xF2A7, 0x0D59, 0x13D0, 0x0A5B];

/// Makes the output intent of a file whose colours are those of screens, which PDF/A asks for.
pub(super) fn make_screen_intent() -> OutputIntent {
    OutputIntent {
        subtype: OutputIntentSubtype::PDFA,
        identifier: CONDITION.to_owned(),
        source: ConditionSource::Description(CONDITION.to_owned()),
        profile: Some(EmbeddedProfile { components: COMPONENTS, bytes: make_profile() }),
    }
}

fn make_profile() -> Vec<u8> {
    let curve = encode_curve();
    let mut tags: Vec<(&[u8; 4], Vec<u8>)> = vec![
        (b"desc", encode_localized_text(CONDITION)),
        (b"cprt", encode_localized_text("No copyright: numbers of IEC 61966-2-1")),
        (b"wtpt", encode_fixed(*b"XYZ ", &WHITE)),
        (b"chad", encode_fixed(*b"sf32", &ADAPTATION)),
    ];
    tags.extend(PRIMARIES.map(|(tag, primary)| (tag, encode_fixed(*b"XYZ ", &primary))));
    for tag in [b"rTRC", b"gTRC", b"bTRC"] {
        tags.push((tag, curve.clone()));
    }
    let header = ProfileHeader {
        version: [4, 0x20],
        class: *b"mntr",
        space: *b"RGB ",
        connection: *b"XYZ ",
    };
    encode_profile(&header, &tags)
}

/// Encodes the curve, which is the same for all three colours (ICC.1 §10.16).
fn encode_curve() -> Vec<u8> {
    let mut value = b"para\0\0\0\0\0\x03\0\0".to_vec();
    value.extend(CURVE.into_iter().flat_map(S15Fixed16::to_be_bytes));
    value
}

#[cfg(test)]
mod tests {
    #[test]
    fn profile_has_the_size_it_states_and_contains_its_tags() {
        crate::edition::pdf::icc::check_profile(&super::make_profile());
    }
}
