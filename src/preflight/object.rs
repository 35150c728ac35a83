//! The objects of a file. Every accessor has an answer, even where an object is missing or
//! has the wrong type.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::LazyLock;

use lopdf::{DecompressError, Dictionary, Document, Object, ObjectId, Stream};

use super::error::PreflightError;
use super::geometry::PageArea;
use super::limit::PreflightLimit;
use crate::pdf_syntax::{PdfLoadError, decode_hex, load_pdf};

/// The most bytes that one stream is unpacked to, so that no file can exhaust the memory.
pub(super) const LARGEST: usize = 64_000_000;

/// The most bytes that all streams but images unpack to, each as often as it is read: some
/// seconds of work. The pages and fonts of a book have some hundred million.
pub(super) const MOST_UNPACKED: u64 = 2_000_000_000;

/// The most bytes that all images unpack to: 400 pages of A4 in four colours at 300 dots
/// per inch.
pub(super) const MOST_IMAGE_BYTES: u64 = 16_000_000_000;

/// The longest chain of references.
const LONGEST_CHAIN: usize = 16;

/// The most pages that are checked; a page tree may claim any number.
pub(super) const MOST_PAGES: usize = 20_000;

/// The most entries of dictionaries that all pages inherit. A page has some ten.
const MOST_INHERITED: usize = 4_000_000;

/// The deepest page tree.
const DEEPEST_TREE: usize = 64;

/// The entries that pages inherit from their tree nodes (ISO 32000-1 §7.7.3.4).
const INHERITED: [&[u8]; 4] = [b"Resources", b"MediaBox", b"CropBox", b"Rotate"];

/// Stands in for a missing dictionary.
pub(super) static EMPTY_DICTIONARY: LazyLock<Dictionary> = LazyLock::new(Dictionary::new);

/// A parsed file.
pub(super) struct PdfFile {
    pub(super) document: Document,
    /// The first bytes, from the header on.
    header: Vec<u8>,
    /// How many bytes of streams may still be unpacked.
    unpacked_left: Cell<u64>,
    /// How many bytes of images may still be unpacked.
    pub(super) images_left: Cell<u64>,
}

/// A page with the entries that it inherits.
pub(super) struct PdfPage {
    /// Its number in the file, from 1.
    pub(super) number: u32,
    pub(super) dictionary: Dictionary,
}

impl PdfFile {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// When it is not a PDF, is broken, or needs a password.
    pub(super) fn open(bytes: &[u8]) -> Result<Self, PreflightError> {
        let document = match load_pdf(bytes, None, LARGEST) {
            Ok(document) => document,
            Err(PdfLoadError::Broken(
                lopdf::Error::InvalidPassword | lopdf::Error::Decryption(_),
            )) => return Err(PreflightError::Locked),
            Err(PdfLoadError::Broken(cause)) => {
                return Err(PreflightError::Broken(cause.to_string()));
            }
            Err(PdfLoadError::Spent(what)) => {
                return Err(PreflightError::TooManyObjects(what));
            }
        };
        let begin = bytes.windows(5).position(|five| five == b"%PDF-").unwrap_or(0);
        let header = bytes[begin..].iter().take(1024).copied().collect();
        let pdf = Self {
            document,
            header,
            unpacked_left: Cell::new(MOST_UNPACKED),
            images_left: Cell::new(MOST_IMAGE_BYTES),
        };
        if pdf.catalog().is_empty() {
            return Err(PreflightError::Broken("it has no catalog".to_owned()));
        }
        Ok(pdf)
    }

    /// The version in the first line: `1.6`.
    pub(super) fn header_version(&self) -> String {
        let line = self.header.split(u8::is_ascii_whitespace).next();
        let version = line.and_then(|line| line.strip_prefix(b"%PDF-")).unwrap_or(b"");
        String::from_utf8_lossy(&version[..version.len().min(8)]).into_owned()
    }

    /// Whether the second line marks the file as binary (§7.5.2).
    pub(super) fn has_binary_marker(&self) -> bool {
        let after = self.header.iter().position(|byte| b"\r\n".contains(byte));
        let rest = after.map_or(&[][..], |at| &self.header[at..]);
        let rest = rest.trim_ascii_start();
        rest.first() == Some(&b'%')
            && rest.len() > 4
            && rest[1..5].iter().all(|byte| *byte >= 128)
    }

    /// Follows references; null where they lead to nothing.
    pub(super) fn resolve<'a>(&'a self, mut object: &'a Object) -> &'a Object {
        for _ in 0..LONGEST_CHAIN {
            let Object::Reference(id) = object else { return object };
            match self.document.objects.get(id) {
                Some(next) => object = next,
                None => return &Object::Null,
            }
        }
        &Object::Null
    }

    /// The last of a chain of references: what leads to the same object has the same one.
    pub(super) fn last_reference<'a>(
        &'a self,
        mut object: &'a Object,
    ) -> Option<ObjectId> {
        let mut last = None;
        for _ in 0..LONGEST_CHAIN {
            let Object::Reference(id) = object else { break };
            last = Some(*id);
            object = self.document.objects.get(id)?;
        }
        last
    }

    /// What was more than is unpacked.
    pub(super) fn spent(&self) -> Option<PreflightLimit> {
        if self.unpacked_left.get() == 0 {
            return Some(PreflightLimit::Unpacked);
        }
        (self.images_left.get() == 0).then_some(PreflightLimit::Images)
    }

    /// The value of a key.
    pub(super) fn get<'a>(&'a self, of: &'a Dictionary, key: &str) -> &'a Object {
        of.get(key.as_bytes()).map_or(&Object::Null, |object| self.resolve(object))
    }

    /// An object as a dictionary; that of a stream also counts.
    pub(super) fn as_dictionary<'a>(
        &'a self,
        object: &'a Object,
    ) -> Option<&'a Dictionary> {
        match self.resolve(object) {
            Object::Dictionary(dictionary) => Some(dictionary),
            Object::Stream(stream) => Some(&stream.dict),
            _ => None,
        }
    }

    /// The value of a key, as a dictionary.
    pub(super) fn get_dictionary<'a>(
        &'a self,
        of: &'a Dictionary,
        key: &str,
    ) -> Option<&'a Dictionary> {
        self.as_dictionary(self.get(of, key))
    }

    /// The value of a key, as a stream.
    pub(super) fn get_stream<'a>(
        &'a self,
        of: &'a Dictionary,
        key: &str,
    ) -> Option<&'a Stream> {
        self.get(of, key).as_stream().ok()
    }

    /// The value of a key, as an array; another value counts as an array of one.
    pub(super) fn get_array<'a>(
        &'a self,
        of: &'a Dictionary,
        key: &str,
    ) -> Vec<&'a Object> {
        match self.get(of, key) {
            Object::Array(items) => items.iter().map(|item| self.resolve(item)).collect(),
            Object::Null => Vec::new(),
            one => vec![one],
        }
    }

    /// The value of a key, as a number.
    pub(super) fn get_number(&self, of: &Dictionary, key: &str) -> Option<f64> {
        object_number(self.get(of, key))
    }

    /// The value of a key, as an integer.
    pub(super) fn get_integer(&self, of: &Dictionary, key: &str) -> Option<i64> {
        self.get(of, key).as_i64().ok()
    }

    /// The value of a key, as a name.
    pub(super) fn get_name(&self, of: &Dictionary, key: &str) -> Option<String> {
        object_name(self.get(of, key))
    }

    /// The value of a key, as a text string.
    pub(super) fn get_text(&self, of: &Dictionary, key: &str) -> Option<String> {
        let value = self.get(of, key);
        lopdf::decode_text_string(value).ok().or_else(|| match value {
            Object::String(bytes, _) => Some(String::from_utf8_lossy(bytes).into_owned()),
            _ => None,
        })
    }

    /// The value of a key, as an array of numbers.
    pub(super) fn get_numbers(&self, of: &Dictionary, key: &str) -> Vec<f64> {
        self.get_array(of, key).into_iter().filter_map(object_number).collect()
    }

    /// The value of a key, as a rectangle.
    pub(super) fn get_area(&self, of: &Dictionary, key: &str) -> Option<PageArea> {
        match self.get_numbers(of, key).as_slice() {
            &[a, b, c, d] => Some(PageArea::from_corners(a, b, c, d)),
            _ => None,
        }
    }

    /// The catalog.
    pub(super) fn catalog(&self) -> &Dictionary {
        self.get_dictionary(&self.document.trailer, "Root").unwrap_or(&EMPTY_DICTIONARY)
    }

    /// The information dictionary (§14.3.3).
    pub(super) fn info(&self) -> Option<&Dictionary> {
        self.get_dictionary(&self.document.trailer, "Info")
    }

    /// The pages in order, with the entries that they inherit, and whether there are more
    /// than [`MOST_PAGES`].
    pub(super) fn pages(&self) -> (Vec<PdfPage>, bool) {
        let mut pdf_pages = Vec::new();
        let mut seen = BTreeSet::new();
        let root = self.catalog().get(b"Pages");
        let mut open: Vec<(&Object, Rc<Dictionary>, usize)> =
            root.into_iter().map(|root| (root, Rc::default(), 0)).collect();
        let mut entries_left = MOST_INHERITED;
        while let Some((node, inherited, depth)) = open.pop() {
            if pdf_pages.len() >= MOST_PAGES || entries_left == 0 {
                return (pdf_pages, true);
            }
            let new = node.as_reference().is_ok_and(|id| seen.insert(id));
            let (true, Some(own)) = (new, self.as_dictionary(node)) else { continue };
            let mut whole = (*inherited).clone();
            entries_left = entries_left.saturating_sub(count_entries(&whole));
            for key in INHERITED {
                if let Ok(value) = own.get(key) {
                    whole.set(key, value.clone());
                }
            }
            match self.get(own, "Kids") {
                Object::Array(kids) if depth < DEEPEST_TREE => {
                    let whole = Rc::new(whole);
                    let kids = kids.iter().rev();
                    open.extend(kids.map(|kid| (kid, Rc::clone(&whole), depth + 1)));
                }
                _ => {
                    for (key, value) in own {
                        whole.set(key.clone(), value.clone());
                    }
                    let number = u32::try_from(pdf_pages.len() + 1).unwrap_or(u32::MAX);
                    pdf_pages.push(PdfPage { number, dictionary: whole });
                }
            }
        }
        (pdf_pages, false)
    }

    /// Whether any dictionary of the file, also a nested one, satisfies a condition.
    pub(super) fn any_dictionary(&self, is: impl Fn(&Dictionary) -> bool) -> bool {
        let mut open: Vec<&Object> = self.document.objects.values().collect();
        while let Some(object) = open.pop() {
            let own = match object {
                Object::Dictionary(own) => own,
                Object::Stream(stream) => &stream.dict,
                Object::Array(items) => {
                    open.extend(items);
                    continue;
                }
                _ => continue,
            };
            if is(own) {
                return true;
            }
            open.extend(own.iter().map(|(_, value)| value));
        }
        false
    }

    /// The decoded data of a stream.
    pub(super) fn decode_stream(&self, stream: &Stream) -> Option<Vec<u8>> {
        let left = &self.unpacked_left;
        let (bytes, rest) = self.decode_filters(&stream.dict, &stream.content, left)?;
        rest.is_none().then_some(bytes)
    }

    /// Decodes data by the filters of a dictionary, up to the first image filter, whose
    /// name is returned. What they unpack to is taken from `left`.
    pub(super) fn decode_filters(
        &self,
        of: &Dictionary,
        bytes: &[u8],
        left: &Cell<u64>,
    ) -> Option<(Vec<u8>, Option<String>)> {
        let filters = self.filter_names(of);
        let key = if of.has(b"DecodeParms") { "DecodeParms" } else { "DP" };
        let parameters = self.get_array(of, key);
        let mut bytes = spend_bytes(left, bytes.len()).then(|| bytes.to_vec())?;
        for (index, filter) in filters.into_iter().enumerate() {
            let own = parameters.get(index).and_then(|object| self.as_dictionary(object));
            bytes = match filter.as_str() {
                // lopdf returns nothing for data without a zlib header, and no error.
                "FlateDecode" if !bytes.is_empty() && !is_zlib(&bytes) => return None,
                "FlateDecode" | "LZWDecode" | "ASCII85Decode" => {
                    let mut one = Dictionary::new();
                    one.set("Filter", Object::Name(filter.into_bytes()));
                    if let Some(own) = own {
                        let mut plain = Dictionary::new();
                        for (key, value) in own {
                            if let number @ Object::Integer(_) = self.resolve(value) {
                                plain.set(key.clone(), number.clone());
                            }
                        }
                        one.set("DecodeParms", plain);
                    }
                    let unpacked =
                        Stream::new(one, bytes).decompressed_content_with_limit(LARGEST);
                    if let Err(lopdf::Error::Decompress(
                        DecompressError::MemoryLimitExceeded { .. },
                    )) = unpacked
                    {
                        spend_bytes(left, LARGEST);
                    }
                    unpacked.ok()?
                }
                "ASCIIHexDecode" => decode_hex(&bytes),
                "RunLengthDecode" => decode_run_length(&bytes)?,
                "Crypt" => bytes,
                _ => return Some((bytes, Some(filter))),
            };
            if !spend_bytes(left, bytes.len()) {
                return None;
            }
        }
        Some((bytes, None))
    }

    /// The filters of a stream by their full names.
    pub(super) fn filter_names(&self, of: &Dictionary) -> Vec<String> {
        let key = if of.has(b"Filter") { "Filter" } else { "F" };
        let names = self.get_array(of, key).into_iter().filter_map(object_name);
        names.map(|name| expand_filter_name(&name).to_owned()).collect()
    }
}

/// Takes bytes from those that may still be unpacked; `false` if that is more than there
/// are.
fn spend_bytes(left: &Cell<u64>, bytes: usize) -> bool {
    let rest = left.get().saturating_sub(bytes as u64);
    left.set(rest);
    rest > 0
}

/// The entries of a dictionary, and of those directly in it.
fn count_entries(own: &Dictionary) -> usize {
    let inner = |value: &Object| match value {
        Object::Dictionary(own) => 1 + count_entries(own),
        Object::Array(items) => 1 + items.len(),
        _ => 1,
    };
    own.iter().map(|(_, value)| inner(value)).sum()
}

/// Whether data has a zlib header (RFC 1950 §2.2).
fn is_zlib(bytes: &[u8]) -> bool {
    let [method, flags, ..] = *bytes else { return false };
    method & 15 == 8 && (u16::from(method) << 8 | u16::from(flags)).is_multiple_of(31)
}

/// The full name of a filter that an inline image may abbreviate (§8.9.7).
fn expand_filter_name(name: &str) -> &str {
    match name {
        "AHx" => "ASCIIHexDecode",
        "A85" => "ASCII85Decode",
        "LZW" => "LZWDecode",
        "Fl" => "FlateDecode",
        "RL" => "RunLengthDecode",
        "CCF" => "CCITTFaxDecode",
        "DCT" => "DCTDecode",
        whole => whole,
    }
}

/// An object as a number.
pub(super) fn object_number(object: &Object) -> Option<f64> {
    match object {
        #[expect(clippy::cast_precision_loss, reason = "numbers on pages are small")]
        Object::Integer(number) => Some(*number as f64),
        Object::Real(number) => {
            Some(f64::from(*number)).filter(|number| number.is_finite())
        }
        _ => None,
    }
}

/// An object as a name.
pub(super) fn object_name(object: &Object) -> Option<String> {
    object.as_name().ok().map(|name| String::from_utf8_lossy(name).into_owned())
}

/// Decodes run lengths (§7.4.5).
fn decode_run_length(mut bytes: &[u8]) -> Option<Vec<u8>> {
    let mut whole = Vec::new();
    while let [length, rest @ ..] = bytes {
        if whole.len() > LARGEST {
            return None;
        }
        let length = usize::from(*length);
        bytes = match length {
            0..128 => {
                let (run, rest) = rest.split_at_checked(length + 1)?;
                whole.extend_from_slice(run);
                rest
            }
            128 => return Some(whole),
            _ => {
                let (run, rest) = rest.split_first()?;
                whole.extend(std::iter::repeat_n(*run, 257 - length));
                rest
            }
        };
    }
    Some(whole)
}
