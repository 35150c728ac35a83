//! A small writer of PDFs that are known to the letter: a file is text, and a fault is a
//! change of that text.
//!
//! A line `[7]` begins object 7, up to the next such line. `[3 page 1]` is a page of its
//! own, `[5 odd]` and `[6 even]` are those of all other pages, and `[2 pages 24]` counts
//! them. A dictionary and a line `stream` with lines after it are a stream, whose length
//! is counted here; of these lines,
//!
//! - `@font` is the font file of the built-in roman, `@damaged` half of it,
//! - `@icc SPACE CLASS` is an ICC profile of no more than a head,
//! - `@fill BYTE COUNT` is so many bytes of one kind, in hexadecimal,
//! - `@packed` says that what follows is packed by Flate.
//!
//! The lines before the first object are the header, those of `[trailer]` the trailer.

use pliego::fonts::Bytes;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The highest number of an object and of a page.
const MOST: usize = 10_000;

/// The most bytes that [`object`] fills a stream with.
const MOST_FILLED: usize = 1_000_000;

/// A file of bytes from its text, if the text is one of a file.
pub(crate) fn pdf(text: &str) -> Option<Vec<u8>> {
    let mut parts = text.split("\n[");
    let header = parts.next()?;
    let mut objects: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
    let (mut trailer, mut count) = (String::new(), 1);
    let (mut own, mut others) = (BTreeMap::new(), BTreeMap::new());
    let mut tree = (0, "");
    for part in parts {
        let (head, body) = part.split_once("]\n")?;
        let words: Vec<&str> = head.split(' ').collect();
        match words[..] {
            ["trailer"] => body.trim_end().clone_into(&mut trailer),
            [one] => drop(objects.insert(number(one)?, object(body)?)),
            [one, "pages", all] => {
                count = number(all)?;
                tree = (number(one)?, body);
            }
            [one, "page", page] => {
                own.insert(number(page)?, (number(one)?, body));
            }
            [_, side] => drop(others.insert(side, body)),
            _ => return None,
        }
    }
    let mut kids = String::new();
    for page in 1..=count {
        let side = if page % 2 == 1 { "odd" } else { "even" };
        let other = || Some((1000 + page, *others.get(side)?));
        let (number, body) = own.get(&page).copied().or_else(other)?;
        objects.insert(number, object(body)?);
        write!(kids, "{number} 0 R ").ok()?;
    }
    let (number, body) = tree;
    let body = body.replacen("<<", &format!("<< /Kids [{kids}] /Count {count}"), 1);
    objects.insert(number, object(&body)?);
    assemble(header, &objects, &trailer)
}

fn number(word: &str) -> Option<usize> {
    word.parse().ok().filter(|number| (0..=MOST).contains(number))
}

fn assemble(
    header: &str,
    objects: &BTreeMap<usize, Vec<u8>>,
    trailer: &str,
) -> Option<Vec<u8>> {
    let mut file = unescaped(header)?;
    file.push(b'\n');
    let mut places = BTreeMap::new();
    for (number, object) in objects {
        places.insert(*number, file.len());
        file.extend(format!("{number} 0 obj\n").bytes());
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let table = file.len();
    let size = objects.keys().max()? + 1;
    file.extend(format!("xref\n0 {size}\n0000000000 65535 f \n").bytes());
    for number in 1..size {
        let line = match places.get(&number) {
            Some(place) => format!("{place:010} 00000 n \n"),
            None => "0000000000 00001 f \n".to_owned(),
        };
        file.extend(line.bytes());
    }
    let trailer = trailer.replacen("<<", &format!("<< /Size {size}"), 1);
    file.extend(format!("trailer\n{trailer}\nstartxref\n{table}\n%%EOF\n").bytes());
    Some(file)
}

/// Bytes of a text with `\E9` for a byte that is none.
fn unescaped(text: &str) -> Option<Vec<u8>> {
    let mut parts = text.split('\\');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        bytes.extend(part[2..].bytes());
    }
    Some(bytes)
}

fn object(body: &str) -> Option<Vec<u8>> {
    let body = body.trim_end();
    let Some((dictionary, lines)) = body.split_once("\nstream\n") else {
        return Some(body.as_bytes().to_vec());
    };
    let mut bytes = Vec::new();
    let mut packed = false;
    for line in lines.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["@packed"] => packed = true,
            ["@font"] => bytes.extend(roman().iter()),
            ["@damaged"] => bytes.extend(&roman()[..roman().len() / 2]),
            ["@icc", space, class] => bytes.extend(profile(space, class)?),
            ["@fill", byte, count] => {
                let byte = u8::from_str_radix(byte, 16).ok()?;
                let count: usize = count.parse().ok()?;
                bytes.extend(vec![byte; count.min(MOST_FILLED)]);
            }
            _ => bytes.extend(format!("{line}\n").bytes()),
        }
    }
    let mut filter = String::new();
    if packed {
        filter.push_str(" /Filter /FlateDecode");
        let dictionary = lopdf::Dictionary::new();
        let mut stream = lopdf::Stream::new(dictionary, bytes);
        stream.compress().ok()?;
        bytes = stream.content;
    }
    let length = format!("<< /Length {}{filter}", bytes.len());
    let dictionary = dictionary.replacen("<<", &length, 1);
    let mut object = format!("{dictionary}\nstream\n").into_bytes();
    object.extend(bytes);
    object.extend(b"\nendstream");
    Some(object)
}

fn roman() -> Bytes {
    pliego::fonts::built_in().swap_remove(0).bytes
}

/// The head of an ICC profile (ICC.1:2010 §7.2) and an empty table of tags.
fn profile(space: &str, class: &str) -> Option<Vec<u8>> {
    let mut profile = vec![0; 132];
    profile[..4].copy_from_slice(&132_u32.to_be_bytes());
    profile[8] = 2;
    profile[12..16].copy_from_slice(class.as_bytes().first_chunk::<4>()?);
    let space = format!("{space:<4}");
    profile[16..20].copy_from_slice(space.as_bytes().first_chunk::<4>()?);
    profile[20..24].copy_from_slice(b"Lab ");
    profile[36..40].copy_from_slice(b"acsp");
    Some(profile)
}
