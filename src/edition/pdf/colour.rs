//! What the numbers of colours mean: the sRGB profile of the output intent.
//!
//! A file that is kept for long says of its greys and colours which they are
//! (ISO 19005-2 §6.2.3). The profile is made of the numbers of the standards, in the form
//! of ICC.1:2010 (version 4.3), which reads as version 4.2 where it has nothing newer.

use lopdf::{Dictionary, Document, Object, Stream};

use super::icc::{self, Fixed, Kind, WHITE, fixed, words};
use super::value::{dict, integer, name, text};

/// The name of the condition, as the registry of the ICC has it.
const CONDITION: &str = "sRGB IEC61966-2.1";

/// Colours of the profile: red, green, blue.
const COMPONENTS: usize = 3;

/// The primaries of IEC 61966-2-1 seen from that white, by the Bradford transform
/// (ICC.1 annex E).
pub(super) const PRIMARIES: [(&[u8; 4], [Fixed; 3]); 3] = [
    (b"rXYZ", [0x6FA2, 0x38F5, 0x0390]),
    (b"gXYZ", [0x6299, 0xB785, 0x18DA]),
    (b"bXYZ", [0x24A0, 0x0F84, 0xB6CF]),
];

/// From the white of sRGB, D65, to that of the connection space (ICC.1 annex E.3), row by
/// row.
const ADAPTATION: [Fixed; 9] =
    [0x1_0C42, 0x05DE, -0x0CDB, 0x0793, 0xFD90, -0x045F, -0x025E, 0x03DC, 0xC06E];

/// The curve of IEC 61966-2-1 §5.2 as ICC.1 §10.16 writes it (function 3): exponent 2.4,
/// 1/1.055, 0.055/1.055, 1/12.92, and where its straight part ends, 0.04045.
const CURVE: [Fixed; 5] = [0x2_6666, 0xF2A7, 0x0D59, 0x13D0, 0x0A5B];

/// Adds the output intent of a file whose colours are those of screens, which PDF/A wants.
pub(super) fn output_intent(document: &mut Document) -> Object {
    let profile = Stream::new(dict([("N", integer(COMPONENTS))]), srgb());
    let profile = document.add_object(profile);
    let intent: Dictionary = dict([
        ("Type", name("OutputIntent")),
        ("S", name("GTS_PDFA1")),
        ("OutputConditionIdentifier", text(CONDITION)),
        ("Info", text(CONDITION)),
        ("DestOutputProfile", Object::Reference(profile)),
    ]);
    Object::Array(vec![Object::Reference(document.add_object(intent))])
}

/// The profile.
fn srgb() -> Vec<u8> {
    let curve = curve();
    let mut tags: Vec<(&[u8; 4], Vec<u8>)> = vec![
        (b"desc", words(CONDITION)),
        (b"cprt", words("No copyright: numbers of IEC 61966-2-1")),
        (b"wtpt", fixed(*b"XYZ ", &WHITE)),
        (b"chad", fixed(*b"sf32", &ADAPTATION)),
    ];
    tags.extend(PRIMARIES.map(|(tag, primary)| (tag, fixed(*b"XYZ ", &primary))));
    for tag in [b"rTRC", b"gTRC", b"bTRC"] {
        tags.push((tag, curve.clone()));
    }
    let kind = Kind {
        version: [4, 0x20],
        class: *b"mntr",
        space: *b"RGB ",
        connection: *b"XYZ ",
    };
    icc::profile(&kind, &tags)
}

/// The curve, alike for all three colours (ICC.1 §10.16).
fn curve() -> Vec<u8> {
    let mut value = b"para\0\0\0\0\0\x03\0\0".to_vec();
    value.extend(CURVE.into_iter().flat_map(Fixed::to_be_bytes));
    value
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_profile_is_as_long_as_it_says_and_all_its_tags_lie_within() {
        crate::edition::pdf::icc::check(&super::srgb());
    }
}
