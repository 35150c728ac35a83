//! Profiles of colours, made of numbers: the file that holds them (ICC.1:2010).

/// Fixed numbers of ICC.1 §4.6: sixteen bits behind the point.
pub(super) type Fixed = i32;

/// The white of the connection space, D50 (ICC.1 §7.2.16).
pub(super) const WHITE: [Fixed; 3] = [0xF6D6, 0x1_0000, 0xD32D];

/// Bytes of the header (ICC.1 §7.2).
pub(super) const HEADER: usize = 128;

/// Bytes of an entry of the table of tags (ICC.1 §7.3).
pub(super) const ENTRY: usize = 12;

/// What a profile is of.
pub(super) struct Kind {
    /// The version of the specification: major, and minor in the high half.
    pub(super) version: [u8; 2],
    /// The class of device.
    pub(super) class: [u8; 4],
    /// The colours of the device.
    pub(super) space: [u8; 4],
    /// The colours that they are connected to.
    pub(super) connection: [u8; 4],
}

impl Kind {
    /// A profile of a press, of version 2, which PDF 1.3 knows.
    pub(super) fn press(space: [u8; 4], connection: [u8; 4]) -> Self {
        Self { version: [2, 0x10], class: *b"prtr", space, connection }
    }
}

/// The number at a place of a profile (`uInt32Number`, ICC.1 §4.10); none beyond its end.
pub(super) fn number(profile: &[u8], at: usize) -> Option<usize> {
    let bytes = profile.get(at..)?.first_chunk::<4>()?;
    usize::try_from(u32::from_be_bytes(*bytes)).ok()
}

/// A profile of its tags. What stands in two of them is in the file once.
pub(super) fn profile(kind: &Kind, tags: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut table = count(tags.len());
    let mut data: Vec<u8> = Vec::new();
    let begin = HEADER + 4 + ENTRY * tags.len();
    let mut places: Vec<usize> = Vec::new();
    for (index, (tag, value)) in tags.iter().enumerate() {
        let known = tags[..index].iter().position(|(_, before)| before == value);
        let place = known.map_or(data.len(), |known| places[known]);
        places.push(place);
        table.extend(*tag);
        table.extend(count(begin + place));
        table.extend(count(value.len()));
        if known.is_none() {
            data.extend(value);
            data.resize(data.len().next_multiple_of(4), 0);
        }
    }
    let mut profile = header(kind, begin + data.len());
    profile.extend(table);
    profile.extend(data);
    profile
}

/// The header. Its date is the first that archives know, and not that of a clock.
fn header(kind: &Kind, size: usize) -> Vec<u8> {
    let mut header = count(size);
    header.extend([0; 4]);
    header.extend(kind.version);
    header.extend([0; 2]);
    header.extend(kind.class);
    header.extend(kind.space);
    header.extend(kind.connection);
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
pub(super) fn words(words: &str) -> Vec<u8> {
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
pub(super) fn fixed(kind: [u8; 4], numbers: &[Fixed]) -> Vec<u8> {
    let mut value = kind.to_vec();
    value.extend([0; 4]);
    value.extend(numbers.iter().flat_map(|number| number.to_be_bytes()));
    value
}

/// A white, as parts of that of the connection space.
pub(super) fn white(parts: [f64; 3]) -> [Fixed; 3] {
    #[expect(clippy::cast_possible_truncation, reason = "no white is lighter than one")]
    [0, 1, 2].map(|axis| (parts[axis] * f64::from(WHITE[axis])).round() as Fixed)
}

/// Words as version 2 has them (ICC.1:1998-09 §6.5.17): in ASCII, and in no other script.
pub(super) fn description(words: &str) -> Vec<u8> {
    let mut value = b"desc\0\0\0\0".to_vec();
    value.extend(count(words.len() + 1));
    value.extend(words.as_bytes());
    value.push(0);
    // The language and length of the words in Unicode; the script, the length and the
    // 67 bytes of those for old Macintoshes.
    value.resize(value.len() + 4 + 4 + 2 + 1 + 67, 0);
    value
}

/// Text as version 2 has it (ICC.1:1998-09 §6.5.18).
pub(super) fn text(words: &str) -> Vec<u8> {
    let mut value = b"text\0\0\0\0".to_vec();
    value.extend(words.as_bytes());
    value.push(0);
    value
}

/// A curve through samples (ICC.1 §10.5).
pub(super) fn curve(samples: &[u16]) -> Vec<u8> {
    let mut value = b"curv\0\0\0\0".to_vec();
    value.extend(count(samples.len()));
    value.extend(samples.iter().flat_map(|sample| sample.to_be_bytes()));
    value
}

/// A count or a size.
fn count(count: usize) -> Vec<u8> {
    u32::try_from(count).unwrap_or(u32::MAX).to_be_bytes().to_vec()
}

/// Fails unless a profile is as long as it says, and its tags lie one behind the other, or
/// where one before lies.
#[cfg(test)]
pub(super) fn check(profile: &[u8]) {
    let number = |at: usize| {
        let bytes = profile[at..at + 4].try_into().expect("four bytes");
        usize::try_from(u32::from_be_bytes(bytes)).expect("a size")
    };
    assert_eq!(number(0), profile.len());
    assert_eq!(&profile[36..40], b"acsp");
    let mut end = HEADER + 4 + ENTRY * number(HEADER);
    for tag in 0..number(HEADER) {
        let entry = HEADER + 4 + ENTRY * tag;
        if number(entry + 4) < end {
            continue;
        }
        assert_eq!(number(entry + 4), end, "one behind the other");
        end = (end + number(entry + 8)).next_multiple_of(4);
    }
    assert_eq!(end, profile.len());
}
