//! Files that are no text, made by hand, so that they can be made wrong.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat};

/// What is packed as PNG and PDF have it.
pub(crate) fn zlib(bytes: Vec<u8>) -> Vec<u8> {
    let mut stream = lopdf::Stream::new(lopdf::Dictionary::new(), bytes);
    stream.compress().expect("bytes can be packed");
    stream.content
}

/// A photograph of 30 by 20 pixels.
pub(crate) fn jpeg() -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let image = DynamicImage::new_rgb8(30, 20);
    image.write_to(&mut bytes, ImageFormat::Jpeg).expect("an image");
    bytes.into_inner()
}

/// A chunk of a PNG, with its check sum.
pub(crate) fn chunk(kind: &[u8], bytes: &[u8]) -> Vec<u8> {
    let length = u32::try_from(bytes.len()).expect("a length").to_be_bytes();
    let body = [kind, bytes].concat();
    [&length[..], &body, &check_sum(&body).to_be_bytes()].concat()
}

/// The check sum of PNG (Annex D) and of ZIP.
fn check_sum(bytes: &[u8]) -> u32 {
    let sum = bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| {
            (sum >> 1) ^ if sum & 1 == 1 { 0xEDB8_8320 } else { 0 }
        })
    });
    !sum
}

/// A member of an archive: its length before it, then what stands before its bytes, then
/// them. `packed` packs it; `flag=1` sets flags, `method=99`, `sum=0` and `size=7` say
/// something else of it than is so.
pub(crate) fn member(name: &[u8], bytes: &[u8], how: &[String]) -> Vec<u8> {
    let says = |key: &str| {
        let found = how.iter().find_map(|how| how.strip_prefix(key)?.strip_prefix('='));
        found.map(|number| number.parse::<u32>().expect("a number"))
    };
    let packed = how.iter().any(|how| how == "packed");
    let body = if packed {
        let zlib = zlib(bytes.to_vec());
        zlib[2..zlib.len() - 4].to_vec()
    } else {
        bytes.to_vec()
    };
    let half = |number: u32| number.to_le_bytes()[..2].to_vec();
    let length = |length: usize| u32::try_from(length).expect("a length");
    let head = [
        half(20),
        half(says("flag").unwrap_or(0)),
        half(says("method").unwrap_or(if packed { 8 } else { 0 })),
        // 1980-01-01, midnight.
        vec![0, 0, 0x21, 0],
        says("sum").unwrap_or_else(|| check_sum(bytes)).to_le_bytes().to_vec(),
        length(body.len()).to_le_bytes().to_vec(),
        says("size").unwrap_or_else(|| length(bytes.len())).to_le_bytes().to_vec(),
        half(length(name.len())),
        half(0),
    ]
    .concat();
    [&length(name.len()).to_le_bytes()[..], &head, name, &body].concat()
}

/// The length of what stands before a name in an archive.
const HEAD: usize = 26;

/// An archive of members.
pub(crate) fn zip(members: &[Vec<u8>]) -> Vec<u8> {
    let mut archive = Vec::new();
    let mut directory = Vec::new();
    let number = |number: usize| u32::try_from(number).expect("a number").to_le_bytes();
    for member in members {
        let (length, rest) = member.split_at(4);
        let length = u32::from_le_bytes(length.try_into().expect("a number")) as usize;
        let (head, name) = (&rest[..HEAD], &rest[HEAD..HEAD + length]);
        directory.extend(b"PK\x01\x02\x14\0");
        directory.extend(head);
        directory.extend([0; 10]);
        directory.extend(number(archive.len()));
        directory.extend(name);
        archive.extend(b"PK\x03\x04");
        archive.extend(rest);
    }
    let count = &number(members.len())[..2];
    let (at, size) = (number(archive.len()), number(directory.len()));
    archive.extend(directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend([count, count, &size, &at, &[0, 0]].concat());
    archive
}

/// A PDF of a text: a line `[7]` begins object 7, a line `[trailer]` the trailer. A
/// dictionary with a line `stream` below it is a stream; if it does not say its `/Length`,
/// that is counted.
pub(crate) fn pdf(text: &str) -> Vec<u8> {
    let mut file = b"%PDF-1.6\n%\xE2\xE3\xCF\xD3\n".to_vec();
    let mut places = Vec::new();
    let mut trailer = "<< /Root 1 0 R >>";
    for part in text.split("\n[").skip(1) {
        let (head, body) = part.split_once("]\n").expect("an object has a head");
        let body = body.trim_end_matches('\n');
        if head == "trailer" {
            trailer = body;
            continue;
        }
        places.push((head, file.len()));
        let body = match body.split_once("\nstream\n") {
            Some((dictionary, content)) => {
                let length = format!("<< /Length {}", content.len());
                let says = dictionary.contains("/Length");
                let dictionary = if says {
                    dictionary.to_owned()
                } else {
                    dictionary.replacen("<<", &length, 1)
                };
                format!("{dictionary}\nstream\n{content}\nendstream")
            }
            None => body.to_owned(),
        };
        file.extend(format!("{head} 0 obj\n{body}\nendobj\n").bytes());
    }
    let table = file.len();
    let numbers = places.iter().map(|place| place.0.parse::<usize>().expect("a number"));
    let size = numbers.max().unwrap_or_default() + 1;
    file.extend(format!("xref\n0 1\n{:010} 65535 f \n", 0).bytes());
    for (number, place) in places {
        file.extend(format!("{number} 1\n{place:010} 00000 n \n").bytes());
    }
    let trailer = trailer.replacen("<<", &format!("<< /Size {size}"), 1);
    file.extend(format!("trailer\n{trailer}\nstartxref\n{table}\n%%EOF\n").bytes());
    file
}

/// A font file with another table in the place of one.
pub(crate) fn with_table(
    font: &[u8],
    tag: &str,
    change: impl FnOnce(Vec<u8>) -> Vec<u8>,
) -> Vec<u8> {
    let (record, at, length) = table(font, tag);
    let new = change(font[at..at + length].to_vec());
    let number = |number: usize| u32::try_from(number).expect("a number").to_be_bytes();
    // At the end, where a table of any length has room.
    let mut font = font.to_vec();
    font.resize(font.len().next_multiple_of(4), 0);
    let place = number(font.len());
    font[record + 8..record + 12].copy_from_slice(&place);
    font[record + 12..record + 16].copy_from_slice(&number(new.len()));
    font.extend(new);
    font
}

/// A font file in which nothing has the name of a table any more.
pub(crate) fn without_table(font: &[u8], tag: &str) -> Vec<u8> {
    let (record, ..) = table(font, tag);
    let mut font = font.to_vec();
    font[record..record + 4].copy_from_slice(b"zzzz");
    font
}

/// Where the record of a table stands, and the table, and its length (OpenType, "Table
/// Directory").
fn table(font: &[u8], tag: &str) -> (usize, usize, usize) {
    let number = |at: usize, length: usize| {
        font[at..at + length].iter().fold(0, |sum, &byte| sum << 8 | usize::from(byte))
    };
    let mut records = (0..number(4, 2)).map(|table| 12 + 16 * table);
    let record = records.find(|&at| &font[at..at + 4] == tag.as_bytes());
    let record = record.unwrap_or_else(|| panic!("the font has no table '{tag}'"));
    (record, number(record + 8, 4), number(record + 12, 4))
}
