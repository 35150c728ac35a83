//! What every PDF file has, whoever it is for.

use std::collections::BTreeSet;
use std::fmt::Write;

use flate2::{Compress, Compression, FlushCompress, Status};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, StringFormat};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

use super::value::{date, dict, name, text};
use super::{Particulars, PdfError};
use crate::edition::moment::Moment;

/// What wrote the file, by name and version.
pub(super) const PRODUCER: &str = concat!("pliego ", env!("CARGO_PKG_VERSION"));

/// How hard content streams are pressed, of nine: more takes twice the time for three
/// hundredths of the file.
const LEVEL: u32 = 4;

/// The same for fonts, images and metadata, which are few, and not to be had smaller
/// otherwise.
const LEVEL_OF_DATA: u32 = 9;

/// Bytes that a stream takes to say that it is compressed.
const FILTER: usize = "/Filter/FlateDecode".len();

/// Bytes of the identifier of a file (ISO 32000-1 §14.4 has MD5 in mind: sixteen).
const IDENTIFIER_BYTES: usize = 16;

/// The fonts and images that the writer gave to the first page, as to all others.
pub(super) fn resources(document: &Document, page_ids: &[ObjectId]) -> Dictionary {
    let given = page_ids.first().and_then(|&page| {
        let page = document.get_dictionary(page).ok()?;
        let (_, given) = document.dereference(page.get(b"Resources").ok()?).ok()?;
        given.as_dict().ok()
    });
    let mut resources = Dictionary::new();
    for kind in ["Font", "XObject"] {
        let Some(named) = given.and_then(|given| given.get(kind.as_bytes()).ok()) else {
            continue;
        };
        let list = document.dereference(named).and_then(|(_, list)| list.as_dict());
        if list.is_ok_and(|list| !list.is_empty()) {
            resources.set(kind, named.clone());
        }
    }
    resources
}

/// Adds the metadata stream.
pub(super) fn metadata(document: &mut Document, packet: String) -> ObjectId {
    let kind = dict([("Type", name("Metadata")), ("Subtype", name("XML"))]);
    // Left as plain text, so that tools which know no PDF can find it.
    document.add_object(Stream::new(kind, packet.into_bytes()).with_compression(false))
}

/// The information dictionary (ISO 32000-1 §14.3.3).
pub(super) fn info(particulars: &Particulars) -> Dictionary {
    let mut info = dict([
        ("Title", text(&particulars.title)),
        ("Producer", text(PRODUCER)),
        ("Creator", text(PRODUCER)),
    ]);
    if !particulars.authors.is_empty() {
        info.set("Author", text(&particulars.authors.join(", ")));
    }
    if let Some(subject) = &particulars.subject {
        info.set("Subject", text(subject));
    }
    if !particulars.keywords.is_empty() {
        info.set("Keywords", text(&particulars.keywords.join(", ")));
    }
    if let Some(made) = particulars.made {
        info.set("CreationDate", text(&date(Moment::from_seconds(made))));
        info.set("ModDate", text(&date(Moment::from_seconds(made))));
    }
    info
}

/// Writes the file with a catalog and an information dictionary. What nothing leads to is
/// left out.
pub(super) fn save(
    mut document: Document,
    catalog: Dictionary,
    info: Dictionary,
) -> Result<Vec<u8>, PdfError> {
    let catalog = document.add_object(catalog);
    let info = document.add_object(info);
    let identifier = Object::String(vec![0; IDENTIFIER_BYTES], StringFormat::Hexadecimal);
    document.trailer = dict([
        ("Root", Object::Reference(catalog)),
        ("Info", Object::Reference(info)),
        ("ID", Object::Array(vec![identifier.clone(), identifier])),
    ]);
    number(&mut document);
    compress(&mut document);
    let mut bytes = Vec::new();
    document.save_to(&mut bytes)?;
    identify(&mut bytes);
    Ok(bytes)
}

/// Numbers what the trailer leads to from 1 on, in the order in which it was added, and
/// leaves out the rest. lopdf does so in a tenth of the time of a whole PDF.
fn number(document: &mut Document) {
    let mut reached = BTreeSet::new();
    let mut open = Vec::new();
    references(&document.trailer, &mut |id| open.push(id));
    while let Some(id) = open.pop() {
        if let Some(object) = document.objects.get(&id)
            && reached.insert(id)
        {
            references_in(object, &mut |id| open.push(id));
        }
    }
    let numbers: FxHashMap<ObjectId, ObjectId> =
        reached.into_iter().zip((1..).map(|number| (number, 0))).collect();
    document.max_id = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
    let renumbered = |(id, mut object): (ObjectId, Object)| {
        let number = *numbers.get(&id)?;
        renumber(&mut object, &numbers);
        Some((number, object))
    };
    let objects = std::mem::take(&mut document.objects);
    document.objects = objects.into_iter().filter_map(renumbered).collect();
    renumber_all(&mut document.trailer, &numbers);
}

/// Tells of all references in a dictionary.
fn references(dictionary: &Dictionary, told: &mut impl FnMut(ObjectId)) {
    dictionary.iter().for_each(|(_, value)| references_in(value, told));
}

/// Tells of all references in an object.
fn references_in(object: &Object, told: &mut impl FnMut(ObjectId)) {
    match object {
        Object::Reference(id) => told(*id),
        Object::Array(values) => values.iter().for_each(|one| references_in(one, told)),
        Object::Dictionary(dictionary) => references(dictionary, told),
        Object::Stream(stream) => references(&stream.dict, told),
        _ => {}
    }
}

/// Gives all references in an object their numbers. What leads nowhere is nothing (ISO
/// 32000-1 §7.3.10).
fn renumber(object: &mut Object, numbers: &FxHashMap<ObjectId, ObjectId>) {
    match object {
        Object::Reference(id) => match numbers.get(id) {
            Some(number) => *id = *number,
            None => *object = Object::Null,
        },
        Object::Array(values) => {
            for value in values {
                renumber(value, numbers);
            }
        }
        Object::Dictionary(dictionary) => renumber_all(dictionary, numbers),
        Object::Stream(stream) => renumber_all(&mut stream.dict, numbers),
        _ => {}
    }
}

/// Gives all references in a dictionary their numbers.
fn renumber_all(dictionary: &mut Dictionary, numbers: &FxHashMap<ObjectId, ObjectId>) {
    for (_, value) in dictionary {
        renumber(value, numbers);
    }
}

/// Compresses the streams, each by itself and so in any order: it is the longest part of
/// the work.
fn compress(document: &mut Document) {
    let streams = document.objects.values_mut().filter_map(|object| match object {
        Object::Stream(stream)
            if stream.allows_compression && !stream.dict.has(b"Filter") =>
        {
            Some(stream)
        }
        _ => None,
    });
    let streams: Vec<&mut Stream> = streams.collect();
    let presses = || [press(LEVEL), press(LEVEL_OF_DATA)];
    streams.into_par_iter().for_each_init(presses, |[content, data], stream| {
        let operators = stream.dict.iter().all(|(key, _)| key == b"Length");
        let compress = if operators { content } else { data };
        // A stream that does not compress stays as it is, and is as good.
        if let Some(bytes) = compressed(&stream.content, compress) {
            stream.dict.set("Filter", name("FlateDecode"));
            stream.set_content(bytes);
        }
    });
}

/// What presses content streams, one after the other.
pub(super) fn press_of_content() -> Compress {
    press(LEVEL)
}

fn press(level: u32) -> Compress {
    Compress::new(Compression::new(level), true)
}

/// Bytes compressed; none where that would make the file no smaller.
pub(super) fn compressed(bytes: &[u8], compress: &mut Compress) -> Option<Vec<u8>> {
    compress.reset();
    let mut out = Vec::with_capacity(bytes.len().checked_sub(FILTER)?);
    match compress.compress_vec(bytes, &mut out, FlushCompress::Finish) {
        Ok(Status::StreamEnd) => Some(out),
        // It has no room left.
        Ok(Status::Ok | Status::BufError) | Err(_) => None,
    }
}

/// Puts a digest of the file in the place of its identifier, which is all zeros yet.
fn identify(bytes: &mut [u8]) {
    let digest = Sha256::digest(&*bytes);
    let mut digits = String::with_capacity(2 * IDENTIFIER_BYTES);
    for byte in &digest[..IDENTIFIER_BYTES] {
        write!(digits, "{byte:02X}").expect("a string takes all text");
    }
    let zeros = "0".repeat(2 * IDENTIFIER_BYTES);
    for _ in 0..2 {
        let place =
            bytes.windows(zeros.len()).rposition(|window| window == zeros.as_bytes());
        if let Some(place) = place {
            bytes[place..place + digits.len()].copy_from_slice(digits.as_bytes());
        }
    }
}
