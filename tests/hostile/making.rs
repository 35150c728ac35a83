//! Files that are no text, made by hand, so that they can be made wrong.

use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use image::{DynamicImage, ImageFormat};

/// What is packed as PNG and PDF have it.
pub(crate) fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes).expect("memory takes all bytes");
    packer.finish().expect("memory takes all bytes")
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
        let zlib = zlib(bytes);
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

/// A PDF of a text: a line `[7]` begins object 7, a line `[trailer]` the trailer, in which
/// `{7}` is where object 7 stands and `{table}` where the table of objects does. Where lines
/// `[packed]` are, that is a stream, and each line below them says of an object in which
/// stream of objects it is, and its place there: `7 6 0` (ISO 32000-1 §7.5.7, §7.5.8). A
/// dictionary with a line `stream` below it is a stream; if it does not say its `/Length`,
/// that is counted.
pub(crate) fn pdf(text: &[u8]) -> Vec<u8> {
    // Each byte a character, so that what is packed is text, too.
    let text: String = text.iter().map(|&byte| char::from(byte)).collect();
    let bytes = |text: &str| -> Vec<u8> {
        text.chars().map(|c| u8::try_from(c).expect("a byte")).collect()
    };
    let mut file = b"%PDF-1.6\n%\xE2\xE3\xCF\xD3\n".to_vec();
    let mut places = Vec::new();
    let mut trailer = "<< /Root 1 0 R >>";
    let mut packed = None;
    let heads: Vec<(usize, &str)> = text
        .match_indices("\n[")
        .filter_map(|(at, _)| Some((at, head(&text[at..])?)))
        .collect();
    let ends = heads.iter().skip(1).map(|(at, _)| *at).chain([text.len()]);
    for (&(at, head), end) in heads.iter().zip(ends) {
        let body = text[at + head.len() + 4..end].trim_end_matches('\n');
        if head == "trailer" {
            trailer = body;
            continue;
        }
        if head == "packed" {
            packed = Some(body);
            continue;
        }
        places.push((head, file.len()));
        let body = match body.split_once("\nstream\n") {
            Some((dictionary, content)) => {
                let length = format!("<< /Length {}", content.chars().count());
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
        file.extend(bytes(&format!("{head} 0 obj\n{body}\nendobj\n")));
    }
    let table = file.len();
    let numbers = places.iter().map(|place| place.0.parse::<usize>().expect("a number"));
    let size = numbers.max().unwrap_or_default() + 1;
    if let Some(packed) = packed {
        let number = |word: &str| word.parse::<u32>().expect("a number");
        let place = |place: usize| u32::try_from(place).expect("a place");
        let mut rows: Vec<[u32; 4]> =
            places.iter().map(|&(head, at)| [number(head), 1, place(at), 0]).collect();
        rows.extend(packed.lines().map(|line| {
            let words: Vec<u32> = line.split(' ').map(number).collect();
            [words[0], 2, words[1], words[2]]
        }));
        let index: String =
            rows.iter().flat_map(|row| [row[0].to_string(), " 1 ".into()]).collect();
        let entries: Vec<u8> = rows
            .iter()
            .flat_map(|row| row[1..].iter().flat_map(|n| n.to_be_bytes()))
            .collect();
        let says = format!(
            "<< /Type /XRef /Size 99 /W [4 4 4] /Index [{index}] /Length {}",
            entries.len()
        );
        let dictionary = trailer.replacen("<<", &says, 1);
        file.extend(format!("98 0 obj\n{dictionary}\nstream\n").bytes());
        file.extend(entries);
        let end = format!("\nendstream\nendobj\nstartxref\n{table}\n%%EOF\n");
        file.extend(end.bytes());
        return file;
    }
    file.extend(format!("xref\n0 1\n{:010} 65535 f \n", 0).bytes());
    let mut trailer = trailer.replacen("<<", &format!("<< /Size {size}"), 1);
    trailer = trailer.replace("{table}", &table.to_string());
    for (number, place) in places {
        file.extend(format!("{number} 1\n{place:010} 00000 n \n").bytes());
        trailer = trailer.replace(&format!("{{{number}}}"), &place.to_string());
    }
    file.extend(format!("trailer\n{trailer}\nstartxref\n{table}\n%%EOF\n").bytes());
    file
}

/// What stands in a line `[7]`, `[trailer]` or `[packed]` at whose beginning a text stands.
/// What is packed may have other brackets.
fn head(text: &str) -> Option<&str> {
    let (head, _) = text.get(2..)?.split_once("]\n")?;
    let is_number = !head.is_empty() && head.bytes().all(|byte| byte.is_ascii_digit());
    (is_number || head == "trailer" || head == "packed").then_some(head)
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

/// A font file with other bytes at the place of a glyph, of long offsets (OpenType, "loca").
pub(crate) fn with_glyph(font: &[u8], glyph: usize, new: &[u8]) -> Vec<u8> {
    let (_, places, _) = table(font, "loca");
    let at = &font[places + 4 * glyph..places + 4 * glyph + 4];
    let at = u32::from_be_bytes(at.try_into().expect("a number")) as usize;
    with_table(font, "glyf", |mut table| {
        table[at..at + new.len()].copy_from_slice(new);
        table
    })
}

/// The tables that a font with outlines of CFF has, in their order, besides `CFF `.
const WITH_CFF: [&str; 8] =
    ["OS/2", "cmap", "head", "hhea", "hmtx", "maxp", "name", "post"];

/// A font file with outlines of CFF in the place of its own: every glyph calls a
/// subroutine, which calls the next, so many of them; the last calls the first, if that goes
/// on for ever (Adobe Technical Notes 5176 and 5177).
pub(crate) fn as_cff(font: &[u8], subroutines: i64, for_ever: bool) -> Vec<u8> {
    let (_, maxp, _) = table(font, "maxp");
    let glyphs = usize::from(u16::from_be_bytes([font[maxp + 4], font[maxp + 5]]));
    let count = u16::try_from(subroutines).expect("a number of subroutines");
    let bias = if count < 1240 {
        107
    } else if count < 33_900 {
        1131
    } else {
        32_768
    };
    // A number of two bytes, and `callgsubr`.
    let call = |number: u16| {
        let number = i16::try_from(i32::from(number) - bias).expect("a number");
        [&[28][..], &number.to_be_bytes(), &[29]].concat()
    };
    let index = |items: &[Vec<u8>]| {
        let mut index =
            u16::try_from(items.len()).expect("a count").to_be_bytes().to_vec();
        if items.is_empty() {
            return index;
        }
        index.push(4);
        let mut at = 1_u32;
        for length in std::iter::once(0).chain(items.iter().map(Vec::len)) {
            at += u32::try_from(length).expect("a length");
            index.extend(at.to_be_bytes());
        }
        index.extend(items.concat());
        index
    };
    let outline = [call(0), vec![14]].concat();
    let outlines = index(&vec![outline; glyphs]);
    let calls = (1..=count).map(|next| {
        let goes_on = next < count || for_ever;
        if goes_on { [call(next % count), vec![11]].concat() } else { vec![11] }
    });
    let calls: Vec<Vec<u8>> = calls.collect();
    let calls = index(&calls);
    let name = index(&[b"Molino".to_vec()]);
    // All have one name: the first of the standard ones.
    let charset = [vec![0], [0, 1].repeat(glyphs - 1)].concat();
    // Where names and outlines stand (operators 15 and 17), and that nothing is private.
    let dictionary = |names: usize, outlines: usize| {
        let place = |at: usize| u32::try_from(at).expect("a place").to_be_bytes();
        let (names, outlines) = (place(names), place(outlines));
        let items: [&[u8]; 7] =
            [&[29], &names, &[15, 29], &outlines, &[17, 139, 29], &outlines, &[18]];
        index(&[items.concat()])
    };
    let before = 4 + name.len() + dictionary(0, 0).len() + 2 + calls.len();
    let dictionary = dictionary(before, before + charset.len());
    let head = [vec![1, 0, 4, 4], name, dictionary, vec![0, 0]].concat();
    let cff = [head, calls, charset, outlines].concat();
    let mut tables = vec![("CFF ", cff)];
    for tag in WITH_CFF {
        let (_, at, length) = table(font, tag);
        let mut table = font[at..at + length].to_vec();
        if tag == "maxp" {
            table = [&[0, 0, 0x50, 0], &table[4..6]].concat();
        }
        tables.push((tag, table));
    }
    let number = |number: usize| u32::try_from(number).expect("a number").to_be_bytes();
    let count = u16::try_from(tables.len()).expect("a count").to_be_bytes();
    let mut file = [b"OTTO", &count[..], &[0, 128, 0, 3, 0, 16]].concat();
    let mut at = file.len() + 16 * tables.len();
    for (tag, table) in &tables {
        // The sums of tables are nobody's business here.
        let record = [tag.as_bytes(), &[0; 4], &number(at), &number(table.len())];
        file.extend(record.concat());
        at += table.len().next_multiple_of(4);
    }
    for (_, mut table) in tables {
        table.resize(table.len().next_multiple_of(4), 0);
        file.extend(table);
    }
    file
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
