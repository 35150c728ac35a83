//! Bytes of markup become characters.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// Where an encoding is declared: XML demands it in the first line, and HTML in the first
/// 1,024 bytes (WHATWG HTML §4.2.5.4).
const DECLARED_WITHIN: usize = 1024;

/// The characters of a file.
pub(super) struct DecodedMarkup<'a> {
    pub(super) text: Cow<'a, str>,
    /// Some bytes are no characters of the encoding.
    pub(super) damaged: bool,
}

/// Decodes a file by its byte order mark, as UTF-8 if it is that, or as it declares.
pub(super) fn decode_markup(bytes: &[u8]) -> DecodedMarkup<'_> {
    let marked = Encoding::for_bom(bytes).map(|(encoding, _)| encoding);
    // Many files are UTF-8 and declare something else, and none by chance the other way.
    let is_utf8 = match std::str::from_utf8(bytes) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none() && error.valid_up_to() > 0,
    };
    let encoding = match marked {
        Some(encoding) => encoding,
        None if is_utf8 => UTF_8,
        None => find_declared(bytes).unwrap_or(WINDOWS_1252),
    };
    let (text, _, damaged) = encoding.decode(bytes);
    DecodedMarkup { text, damaged }
}

/// The encoding that a file declares.
fn find_declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..DECLARED_WITHIN).unwrap_or(bytes);
    let head: String = head.iter().map(|byte| char::from(*byte)).collect();
    let (_, rest) =
        head.split_once("encoding=").or_else(|| head.split_once("charset="))?;
    let label = rest.trim_start_matches(['"', '\'']);
    let end = label.find(['"', '\'', ' ', '>', '/', ';', '?']).unwrap_or(label.len());
    Encoding::for_label(label.get(..end)?.as_bytes())
}
