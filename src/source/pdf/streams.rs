//! Decoded streams with a limit on their length.
//!
//! The decoder of the syntax crate has no limit, and a kilobyte of deflated data can become
//! a megabyte. So the length is bounded first, and measured where the bound is too large.

use std::borrow::Cow;
use std::io::Read;

use hayro_syntax::object::{Array, Dict, Name, Stream};

/// The longest decoded stream that is read, in bytes. The longest content stream of a page
/// seen in books has 3 MB, the longest font 40 MB; an image is never decoded.
const LONGEST: u64 = 128 * 1024 * 1024;
/// The longest raw stream with a text filter around its compression, in bytes. Up to here
/// it is decoded without being measured, and takes less than a second and a gigabyte.
const LONGEST_WRAPPED: u64 = 512 * 1024;
/// How many bytes one byte can become in deflate: a match of 258 bytes takes at least two
/// bits (RFC 1951 §3.2.5).
const DEFLATE_RATIO: u64 = 1032;
/// How many bytes one byte can become in LZW: 12 bits stand for at most 4,096 bytes.
const LZW_RATIO: u64 = 2731;
/// How many bytes one byte can become in run-length encoding: 2 bytes stand for 128.
const RUN_LENGTH_RATIO: u64 = 64;

/// The decoded data of a stream; `None` when it is damaged or longer than the limit.
pub(super) fn decode_stream<'a>(stream: &Stream<'a>) -> Option<Cow<'a, [u8]>> {
    is_within_limit(stream).then(|| stream.decoded_data().ok())?
}

/// What a filter does to the length of data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Filter {
    Deflate,
    Lzw,
    RunLength,
    /// It only shortens, or it is an image, which is never decoded.
    Shortening,
}

/// Whether the decoded data of a stream is short enough to be read.
pub(super) fn is_within_limit(stream: &Stream<'_>) -> bool {
    let filters = list_filters(stream);
    if filters.is_empty() {
        return true;
    }
    let raw = stream.raw_data();
    let bound = filters.iter().fold(length_of(&raw), |length, filter| match filter {
        Filter::Deflate => length.saturating_mul(DEFLATE_RATIO),
        Filter::Lzw => length.saturating_mul(LZW_RATIO),
        Filter::RunLength => length.saturating_mul(RUN_LENGTH_RATIO),
        Filter::Shortening => length,
    });
    if bound <= LONGEST {
        return true;
    }
    match filters.as_slice() {
        [Filter::Deflate] => measure_inflated(&raw) <= LONGEST,
        [Filter::Lzw] => measure_lzw(&raw) <= LONGEST,
        // Text filters around one compression: old programs write them, with streams that
        // are short beside the limit.
        [Filter::Shortening, Filter::Deflate | Filter::Lzw] => {
            length_of(&raw) <= LONGEST_WRAPPED
        }
        _ => false,
    }
}

fn length_of(data: &[u8]) -> u64 {
    data.len() as u64
}

fn list_filters(stream: &Stream<'_>) -> Vec<Filter> {
    let dict = stream.dict();
    let of_name = |name: Name<'_>| match name.as_ref() {
        b"FlateDecode" | b"Fl" => Filter::Deflate,
        b"LZWDecode" | b"LZW" => Filter::Lzw,
        b"RunLengthDecode" | b"RL" => Filter::RunLength,
        _ => Filter::Shortening,
    };
    for key in [&b"F"[..], b"Filter"] {
        if let Some(name) = dict.get::<Name<'_>>(key) {
            return vec![of_name(name)];
        }
        if let Some(names) = dict.get::<Array<'_>>(key) {
            return names.iter::<Name<'_>>().map(of_name).collect();
        }
    }
    Vec::new()
}

/// A number of an image dictionary, under its name or the short one of inline images.
pub(super) fn read_number(dict: &Dict<'_>, key: &str, short: &str) -> u32 {
    dict.get::<u32>(key).or_else(|| dict.get::<u32>(short)).unwrap_or(0)
}

/// The length of deflated data when it is inflated, or a number above the limit.
pub(super) fn measure_inflated(raw: &[u8]) -> u64 {
    let mut inflater = flate2::read::ZlibDecoder::new(raw);
    let mut buffer = [0; 16 * 1024];
    let mut length = 0;
    while length <= LONGEST {
        match inflater.read(&mut buffer) {
            // The decoder of the syntax crate stops at damage as well.
            Ok(0) | Err(_) => break,
            Ok(more) => length += more as u64,
        }
    }
    length
}

/// The length of LZW data when it is decoded, or a number above the limit. Only the lengths
/// of the table entries are kept (ISO 32000-1 §7.4.4.2).
fn measure_lzw(raw: &[u8]) -> u64 {
    const CLEAR: usize = 256;
    const END: usize = 257;
    let mut lengths: Vec<u64> = Vec::with_capacity(4096);
    let (mut bits, mut held, mut width) = (0_u32, 0_u32, 9_u32);
    let (mut length, mut before) = (0, None);
    lengths.resize(258, 1);
    for &byte in raw {
        bits = (bits << 8) | u32::from(byte);
        held += 8;
        if held < width {
            continue;
        }
        held -= width;
        let code = ((bits >> held) & ((1 << width) - 1)) as usize;
        bits &= (1 << held) - 1;
        match code {
            CLEAR => {
                lengths.truncate(258);
                (width, before) = (9, None);
                continue;
            }
            END => break,
            _ => {}
        }
        let after_before = before.map_or(1, |before: u64| before + 1);
        let this = lengths.get(code).copied().unwrap_or(after_before);
        length += this;
        if length > LONGEST {
            break;
        }
        if before.is_some() && lengths.len() < 4096 {
            lengths.push(after_before);
        }
        before = Some(this);
        width = match lengths.len() + 1 {
            ..512 => 9,
            512..1024 => 10,
            1024..2048 => 11,
            _ => 12,
        };
    }
    length
}

/// Whether all object streams and cross-reference streams of a file are short enough. The
/// syntax crate decodes them when it opens the file, before anything can be asked.
pub(super) fn are_object_streams_within_limit(bytes: &[u8]) -> bool {
    // Above this raw length the bound on deflated data exceeds the limit.
    const SUSPECT: usize = (LONGEST / DEFLATE_RATIO) as usize;
    let mut rest = bytes;
    while let Some(at) = find(rest, b"/Type") {
        rest = rest.get(at + 5..).unwrap_or_default();
        let kind = rest.trim_ascii_start();
        if !kind.starts_with(b"/ObjStm") && !kind.starts_with(b"/XRef") {
            continue;
        }
        let head = rest.get(..rest.len().min(1024)).unwrap_or_default();
        let Some(begin) = find(head, b"stream") else { continue };
        let data = rest.get(begin + 6..).unwrap_or_default();
        let data = data.strip_prefix(b"\r").unwrap_or(data);
        let data = data.strip_prefix(b"\n").unwrap_or(data);
        let end = find(data, b"endstream").unwrap_or(data.len());
        if end > SUSPECT && measure_inflated(data) > LONGEST {
            return false;
        }
    }
    true
}

/// The offset of the first occurrence of a word.
pub(super) fn find(bytes: &[u8], word: &[u8]) -> Option<usize> {
    let first = *word.first()?;
    let mut from = 0;
    loop {
        let rest = bytes.get(from..)?;
        let at = rest.iter().position(|byte| *byte == first)?;
        if rest.get(at..)?.starts_with(word) {
            return Some(from + at);
        }
        from += at + 1;
    }
}
