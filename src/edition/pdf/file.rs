//! What every PDF file has, whoever it is for.

use std::collections::BTreeSet;

use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use pdf_writer::{Array, Chunk, Dict, Finish, Name, Null, Obj, Pdf, Ref, Settings, Str};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

use super::Particulars;
use super::deflate::Presses;
use super::value::{date, dict, name, text};
use crate::edition::moment::Moment;

/// What wrote the file, by name and version.
pub(super) const PRODUCER: &str = concat!("pliego ", env!("CARGO_PKG_VERSION"));

/// Bytes that an object has, as a rule, beside the content of its stream.
const USUAL_OBJECT: usize = 256;

/// Bytes of the identifier of a file (ISO 32000-1 §14.4 has MD5 in mind: sixteen).
const IDENTIFIER_BYTES: usize = 16;

/// The fonts and images that the writer gave to the first page, as to all others.
pub(super) fn resources(document: &Document) -> Dictionary {
    let given = document.page_iter().next().and_then(|page| {
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

/// How objects are written: without a byte that is for the eye only.
pub(super) const COMPACT: Settings = Settings { pretty: false };

/// A file whose objects have their numbers: from 1 on, in the order in which they were added.
/// What neither the catalog nor the information leads to is left out.
pub(super) struct File {
    /// Each in the place of its number, from 1.
    objects: Vec<Object>,
    catalog: Dictionary,
    info: Dictionary,
    numbers: Numbers,
}

/// The objects of a document by their ids, as they are called in the file.
type Numbers = FxHashMap<ObjectId, Ref>;

/// What is added to a file as bytes: what has many objects becomes that at once.
#[derive(Default)]
pub(super) struct Added {
    /// Objects, which have their numbers from [`File::next`] on and leave none out.
    pub(super) chunks: Vec<Chunk>,
    /// Where they begin in the catalog.
    pub(super) catalog: Vec<(&'static str, Ref)>,
}

impl File {
    /// A file of a document, with its catalog, but for the type, and its information
    /// dictionary.
    ///
    /// What is added will lead to some of the objects.
    pub(super) fn new(
        document: Document,
        catalog: Dictionary,
        info: Dictionary,
        led_to: &[ObjectId],
    ) -> Self {
        let mut reached = BTreeSet::new();
        let mut open = led_to.to_vec();
        references(&catalog, &mut |id| open.push(id));
        references(&info, &mut |id| open.push(id));
        while let Some(id) = open.pop() {
            if let Some(object) = document.objects.get(&id)
                && reached.insert(id)
            {
                references_in(object, &mut |id| open.push(id));
            }
        }
        let numbers: Numbers = reached.into_iter().zip((1..).map(reference)).collect();
        let objects = document.objects.into_iter();
        let objects = objects.filter(|(id, _)| numbers.contains_key(id));
        Self {
            objects: objects.map(|(_, object)| object).collect(),
            catalog,
            info,
            numbers,
        }
    }

    /// An object that the document had; nothing leads to one that was left out.
    pub(super) fn reference(&self, id: ObjectId) -> Option<Ref> {
        self.numbers.get(&id).copied()
    }

    /// The number of the first object that may be added.
    pub(super) fn next(&self) -> usize {
        self.objects.len() + 1
    }

    /// The bytes of the file, of PDF 1 with a minor version.
    pub(super) fn write(mut self, minor: u8, added: Added) -> Vec<u8> {
        compress(&mut self.objects);
        let streams = self.objects.iter().filter_map(|object| object.as_stream().ok());
        let size = streams.map(|stream| stream.content.len()).sum::<usize>()
            + self.objects.len() * USUAL_OBJECT
            + added.chunks.iter().map(Chunk::len).sum::<usize>();
        let mut pdf = Pdf::with_settings_and_capacity(COMPACT, size);
        pdf.set_version(1, minor);
        let behind = self.next() + added.objects();
        let numbers = &self.numbers;
        for (object, number) in self.objects.into_iter().zip(1..) {
            indirect(&mut pdf, reference(number), &object, numbers);
        }
        for chunk in added.chunks {
            pdf.extend(&chunk);
        }
        let mut catalog = pdf.catalog(reference(behind));
        entries(&mut catalog, &self.catalog, numbers);
        for (key, object) in added.catalog {
            catalog.pair(Name(key.as_bytes()), object);
        }
        catalog.finish();
        entries(&mut pdf.document_info(reference(behind + 1)), &self.info, numbers);
        let digest = &Sha256::digest(pdf.as_bytes())[..IDENTIFIER_BYTES];
        pdf.set_file_id((digest.to_vec(), digest.to_vec()));
        pdf.finish()
    }
}

impl Added {
    /// How many objects there are.
    pub(super) fn objects(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.refs().len()).sum()
    }
}

/// A number of objects, or of something of which there are no more: not more than a file may
/// have (ISO 32000-1 annex C.2), or it could not be held.
pub(super) fn number(value: usize) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}

/// The reference to an object with a number.
pub(super) fn reference(value: usize) -> Ref {
    Ref::new(number(value))
}

/// Writes an object under its number.
fn indirect(pdf: &mut Pdf, number: Ref, object: &Object, numbers: &Numbers) {
    match object {
        Object::Stream(Stream { dict, content, .. }) => {
            let mut stream = pdf.stream(number, content);
            // It is written with the content.
            for (key, value) in dict.iter().filter(|(key, _)| *key != b"Length") {
                write(value, stream.insert(Name(key)), numbers);
            }
        }
        _ => write(object, pdf.indirect(number), numbers),
    }
}

/// Writes an object that is no stream.
fn write(object: &Object, to: Obj<'_>, numbers: &Numbers) {
    match object {
        Object::Boolean(value) => to.primitive(*value),
        // No reader knows larger ones (ISO 32000-1 annex C.2).
        Object::Integer(value) => to.primitive(i32::try_from(*value).unwrap_or(i32::MAX)),
        Object::Real(value) => to.primitive(*value),
        Object::Name(name) => to.primitive(Name(name)),
        Object::String(bytes, _) => to.primitive(Str(bytes)),
        Object::Array(values) => {
            let mut array: Array<'_> = to.array();
            for value in values {
                write(value, array.push(), numbers);
            }
        }
        Object::Dictionary(dictionary) => entries(&mut to.dict(), dictionary, numbers),
        Object::Reference(id) => match numbers.get(id) {
            Some(number) => to.primitive(*number),
            // What leads nowhere is nothing (ISO 32000-1 §7.3.10).
            None => to.primitive(Null),
        },
        // A stream is never the value of another object (ISO 32000-1 §7.3.8).
        Object::Null | Object::Stream(_) => to.primitive(Null),
    }
}

/// Writes the entries of a dictionary.
fn entries(to: &mut Dict<'_>, dictionary: &Dictionary, numbers: &Numbers) {
    for (key, value) in dictionary {
        write(value, to.insert(Name(key)), numbers);
    }
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

/// Compresses the streams, each by itself and so in any order: it is the longest part of
/// the work.
fn compress(objects: &mut [Object]) {
    let streams = objects.iter_mut().filter_map(|object| match object {
        Object::Stream(stream)
            if stream.allows_compression && !stream.dict.has(b"Filter") =>
        {
            Some(stream)
        }
        _ => None,
    });
    let streams: Vec<&mut Stream> = streams.collect();
    let (content, data) = (Presses::of_content(), Presses::of_data());
    streams.into_par_iter().for_each(|stream| {
        let operators = stream.dict.iter().all(|(key, _)| key == b"Length");
        let presses = if operators { &content } else { &data };
        // A stream that does not compress stays as it is, and is as good.
        if let Some(bytes) = presses.compressed(&stream.content) {
            stream.dict.set("Filter", name("FlateDecode"));
            stream.set_content(bytes);
        }
    });
}
