//! The file format of ICC profiles (ICC.1:2010).

/// A signed number with sixteen bits after the point (`s15Fixed16Number`, ICC.1 §4.6).
pub(super) type S15Fixed16 = i32;

/// The white of the connection space, D50 (ICC.1 §7.2.16).
pub(super) const WHITE: [S15Fixed16; 3] = [0xF6D6, 0x1_0000, 0xD32D];

/// Bytes of the header (ICC.1 §7.2).
pub(super) const HEADER_BYTES: usize = 128;

/// Bytes of an entry of the tag table (ICC.1 §7.3).
pub(super) const TAG_ENTRY_BYTES: usize = 12;

/// The fields of the header of a profile in which profiles differ.
pub(super) struct ProfileHeader {
    /// The version of the specification: the major one, and the minor one in the high half.
    pub(super) version: [u8; 2],
    /// The class of device.
    pub(super) class: [u8; 4],
    /// The colour space of the device.
    pub(super) space: [u8; 4],
    /// The profile connection space.
    pub(super) connection: [u8; 4],
}

impl ProfileHeader {
    /// The header of an output profile of version 2, which PDF 1.3 allows.
    pub(super) fn for_press(space: [u8; 4], connection: [u8; 4]) -> Self {
        Self { version: [2, 0x10], class: *b"prtr", space, connection }
    }
}

/// Reads a number of a profile at an offset (`uInt32Number`, ICC.1 §4.10); none beyond its end.
pub(super) fn read_number(profile: &[u8], at: usize) -> Option<usize> {
    let bytes = profile.get(at..)?.first_chunk::<4>()?;
    usize::try_from(u32::from_be_bytes(*bytes)).ok()
}

/// Encodes a profile with its tags. Tags with the same value share it.
pub(super) fn encode_profile(
    header: &ProfileHeader,
    tags: &[(&[u8; 4], Vec<u8>)],
) -> Vec<u8> {
    let mut table = encode_count(tags.len());
    let mut data: Vec<u8> = Vec::new();
    let begin = HEADER_BYTES + 4 + TAG_ENTRY_BYTES * tags.len();
    let mut offsets: Vec<usize> = Vec::new();
    for (index, (tag, value)) in tags.iter().enumerate() {
        let same = tags[..index].iter().position(|(_, before)| before == value);
        let offset = same.map_or(data.len(), |same| offsets[same]);
        offsets.push(offset);
        table.extend(*tag);
        table.extend(encode_count(begin + offset));
        table.extend(encode_count(value.len()));
        if same.is_none() {
            data.extend(value);
            data.resize(data.len().next_multiple_of(4), 0);
        }
    }
    let mut profile = encode_header(header, begin + data.len());
    profile.extend(table);
    profile.extend(data);
    profile
}

/// Encodes the header. Its date is 1980-01-01, the earliest of archives, and not that of a
/// clock.
fn encode_header(header: &ProfileHeader, size: usize) -> Vec<u8> {
    let mut bytes = encode_count(size);
    bytes.extend([0; 4]);
    bytes.extend(header.version);
    bytes.extend([0; 2]);
    bytes.extend(header.class);
    bytes.extend(header.space);
    bytes.extend(header.connection);
    for part in [1980_u16, 1, 1, 0, 0, 0] {
        bytes.extend(part.to_be_bytes());
    }
    bytes.extend(b"acsp");
    bytes.resize(68, 0);
    bytes.extend(WHITE.into_iter().flat_map(S15Fixed16::to_be_bytes));
    bytes.resize(HEADER_BYTES, 0);
    bytes
}

/// Encodes a text in English (`multiLocalizedUnicodeType`, ICC.1 §10.13).
pub(super) fn encode_localized_text(text: &str) -> Vec<u8> {
    /// The text begins after type, count, size of a record, and the only record.
    const BEGIN: usize = 28;
    let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let mut value = b"mluc\0\0\0\0".to_vec();
    value.extend(encode_count(1));
    value.extend(encode_count(TAG_ENTRY_BYTES));
    value.extend(b"enUS");
    value.extend(encode_count(units.len()));
    value.extend(encode_count(BEGIN));
    value.extend(units);
    value
}

/// Encodes numbers as a value of a type.
pub(super) fn encode_fixed(kind: [u8; 4], numbers: &[S15Fixed16]) -> Vec<u8> {
    let mut value = kind.to_vec();
    value.extend([0; 4]);
    value.extend(numbers.iter().flat_map(|number| number.to_be_bytes()));
    value
}

/// Scales a white, given as parts of that of the connection space.
pub(super) fn scale_white(parts: [f64; 3]) -> [S15Fixed16; 3] {
    #[expect(clippy::cast_possible_truncation, reason = "no white is lighter than one")]
    [0, 1, 2].map(|axis| (parts[axis] * f64::from(WHITE[axis])).round() as S15Fixed16)
}

/// Encodes a description of version 2 (`textDescriptionType`, ICC.1:1998-09 §6.5.17), in ASCII
/// and in no other script.
pub(super) fn encode_description(text: &str) -> Vec<u8> {
    let mut value = b"desc\0\0\0\0".to_vec();
    value.extend(encode_count(text.len() + 1));
    value.extend(text.as_bytes());
    value.push(0);
    // Language and length of the text in Unicode; script, length and the 67 bytes of the text
    // for old Macintoshes.
    value.resize(value.len() + 4 + 4 + 2 + 1 + 67, 0);
    value
}

/// Encodes a text of version 2 (`textType`, ICC.1:1998-09 §6.5.18).
pub(super) fn encode_text(text: &str) -> Vec<u8> {
    let mut value = b"text\0\0\0\0".to_vec();
    value.extend(text.as_bytes());
    value.push(0);
    value
}

/// Encodes a curve through samples (`curveType`, ICC.1 §10.5).
pub(super) fn encode_curve(samples: &[u16]) -> Vec<u8> {
    let mut value = b"curv\0\0\0\0".to_vec();
    value.extend(encode_count(samples.len()));
    value.extend(samples.iter().flat_map(|sample| sample.to_be_bytes()));
    value
}

/// Encodes a count or a size.
fn encode_count(count: usize) -> Vec<u8> {
    u32::try_from(count).unwrap_or(u32::MAX).to_be_bytes().to_vec()
}

/// Panics unless a profile has the size it states, and each tag begins where the one before
/// ends or shares the value of an earlier one.
#[cfg(test)]
pub(super) fn check_profile(profile: &[u8]) {
    let number = |at: usize| {
        let bytes = profile[at..at + 4].try_into().expect("four bytes");
        usize::try_from(u32::from_be_bytes(bytes)).expect("a size")
    };
    assert_eq!(number(0), profile.len());
    assert_eq!(&profile[36..40], b"acsp");
    let mut end = HEADER_BYTES + 4 + TAG_ENTRY_BYTES * number(HEADER_BYTES);
    for tag in 0..number(HEADER_BYTES) {
        let entry = HEADER_BYTES + 4 + TAG_ENTRY_BYTES * tag;
        if number(entry + 4) < end {
            continue;
        }
        assert_eq!(number(entry + 4), end, "tags are contiguous");
        end = (end + number(entry + 8)).next_multiple_of(4);
    }
    assert_eq!(end, profile.len());
}
