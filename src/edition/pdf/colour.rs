//! What the numbers of colours mean: the sRGB profile of the output intent.
//!
//! A file that is kept for long says of its greys and colours which they are
//! (ISO 19005-2 §6.2.3). The profile is made of the numbers of the standards, in the form
//! of ICC.1:2010 (version 4.3), which reads as version 4.2 where it has nothing newer.

use lopdf::{Dictionary, Document, Object, Stream};

use super::value::{dict, integer, name, text};

/// The name of the condition, as the registry of the ICC has it.
const CONDITION: &str = "sRGB IEC61966-2.1";

/// Colours of the profile: red, green, blue.
const COMPONENTS: usize = 3;

/// Fixed numbers of ICC.1 §4.6: sixteen bits behind the point.
type Fixed = i32;

/// The white of the connection space, D50 (ICC.1 §7.2.16).
const WHITE: [Fixed; 3] = [0xF6D6, 0x1_0000, 0xD32D];

/// The primaries of IEC 61966-2-1 seen from that white, by the Bradford transform
/// (ICC.1 annex E).
const PRIMARIES: [(&[u8; 4], [Fixed; 3]); 3] = [
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

/// Bytes of the header (ICC.1 §7.2).
const HEADER: usize = 128;

/// Bytes of an entry of the table of tags (ICC.1 §7.3).
const ENTRY: usize = 12;

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
    let mut table = count(tags.len());
    let mut data = Vec::new();
    let begin = HEADER + 4 + ENTRY * tags.len();
    for (tag, value) in tags {
        table.extend(tag);
        table.extend(count(begin + data.len()));
        table.extend(count(value.len()));
        data.extend(value);
        data.resize(data.len().next_multiple_of(4), 0);
    }
    let mut profile = header(begin + data.len());
    profile.extend(table);
    profile.extend(data);
    profile
}

/// The header: a profile of version 4.2 for a screen. Its date is the first that archives
/// know, and not that of a clock.
fn header(size: usize) -> Vec<u8> {
    let mut header = count(size);
    header.extend([0; 4]);
    header.extend([4, 0x20, 0, 0]);
    header.extend(b"mntrRGB XYZ ");
    for part in [1980_u16, 1, 1, 0, 0, 0] {
        header.extend(part.to_be_bytes());
    }
    header.extend(b"acsp");
    header.resize(68, 0);
    header.extend(WHITE.into_iter().flat_map(Fixed::to_be_bytes));
    header.resize(HEADER, 0);
    header
}

/// Words in English (ICC.1 §10.13).
fn words(words: &str) -> Vec<u8> {
    /// The words begin behind type, count, size of a record, and the only record.
    const BEGIN: usize = 28;
    let units: Vec<u8> = words.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let mut value = b"mluc\0\0\0\0".to_vec();
    value.extend(count(1));
    value.extend(count(ENTRY));
    value.extend(b"enUS");
    value.extend(count(units.len()));
    value.extend(count(BEGIN));
    value.extend(units);
    value
}

/// Fixed numbers of a type.
fn fixed(kind: [u8; 4], numbers: &[Fixed]) -> Vec<u8> {
    let mut value = kind.to_vec();
    value.extend([0; 4]);
    value.extend(numbers.iter().flat_map(|number| number.to_be_bytes()));
    value
}

/// The curve, alike for all three colours (ICC.1 §10.16).
fn curve() -> Vec<u8> {
    let mut value = b"para\0\0\0\0\0\x03\0\0".to_vec();
    value.extend(CURVE.into_iter().flat_map(Fixed::to_be_bytes));
    value
}

/// A count or a size.
fn count(count: usize) -> Vec<u8> {
    u32::try_from(count).unwrap_or(u32::MAX).to_be_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use super::{ENTRY, HEADER, srgb};

    #[test]
    fn the_profile_is_as_long_as_it_says_and_all_its_tags_lie_within() {
        let profile = srgb();
        let number = |at: usize| {
            let bytes = profile[at..at + 4].try_into().expect("four bytes");
            usize::try_from(u32::from_be_bytes(bytes)).expect("a size")
        };
        assert_eq!(number(0), profile.len());
        assert_eq!(&profile[36..40], b"acsp");
        let mut end = HEADER + 4 + ENTRY * number(HEADER);
        for tag in 0..number(HEADER) {
            let entry = HEADER + 4 + ENTRY * tag;
            assert_eq!(number(entry + 4), end, "one behind the other");
            end = (end + number(entry + 8)).next_multiple_of(4);
        }
        assert_eq!(end, profile.len());
    }
}
