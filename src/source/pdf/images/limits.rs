//! The sizes of images before they are decoded.

use hayro_syntax::Filter;
use hayro_syntax::object::{Array, Dict, Stream};

use crate::source::pdf::streams::{is_within_limit, read_number};

/// The most samples of an image. A page of 210 × 297 mm at 600 dpi has 35 million.
pub(in crate::source::pdf) const MOST_SAMPLES: u64 = 50_000_000;
/// The most bytes of an image in the file. A photograph on a whole page has 20 MB.
const MOST_BYTES: usize = 64_000_000;

/// Whether an image, by all that its dictionary and its data say of its size, is small
/// enough to be decoded.
pub(in crate::source::pdf) fn is_image_within_limit(stream: &Stream<'_>) -> bool {
    let dict = stream.dict();
    let (columns, rows) =
        (read_number(dict, "Width", "W"), read_number(dict, "Height", "H"));
    let raw = stream.raw_data();
    if !is_area_within_limit(columns, rows)
        || raw.len() > MOST_BYTES
        || !is_within_limit(stream)
    {
        return false;
    }
    let filters = stream.filters();
    let image_filter = filters.iter().find(|filter| {
        matches!(
            filter,
            Filter::JpxDecode
                | Filter::Jbig2Decode
                | Filter::CcittFaxDecode
                | Filter::DctDecode
        )
    });
    match image_filter {
        None | Some(Filter::DctDecode) => true,
        // Its lines are as long as its parameters say.
        Some(Filter::CcittFaxDecode) => {
            is_area_within_limit(read_fax_columns(dict), rows)
        }
        // The size is in the data, which must not be wrapped in another filter.
        Some(_) if filters.len() > 1 => false,
        Some(Filter::JpxDecode) => find_jpx_sizes(&raw)
            .all(|(columns, rows)| is_area_within_limit(columns, rows)),
        Some(_) => find_jbig2_size(&raw)
            .is_some_and(|(columns, rows)| is_area_within_limit(columns, rows)),
    }
}

fn is_area_within_limit(columns: u32, rows: u32) -> bool {
    let area = u64::from(columns) * u64::from(rows);
    area > 0 && area <= MOST_SAMPLES
}

/// The length of the lines of fax data (ISO 32000-1 table 11).
fn read_fax_columns(dict: &Dict<'_>) -> u32 {
    let columns = |parameters: Dict<'_>| parameters.get::<u32>("Columns");
    for key in ["DP", "DecodeParms"] {
        if let Some(parameters) = dict.get::<Dict<'_>>(key) {
            return columns(parameters).unwrap_or(1728);
        }
        if let Some(list) = dict.get::<Array<'_>>(key) {
            let longest = list.iter::<Dict<'_>>().filter_map(columns).max();
            return longest.unwrap_or(1728).max(1728);
        }
    }
    1728
}

/// The sizes of all JPEG 2000 codestreams in some data: each begins with the markers SOC
/// and SIZ (ITU-T T.800 §A.5.1).
fn find_jpx_sizes(data: &[u8]) -> impl Iterator<Item = (u32, u32)> {
    const MARKERS: [u8; 4] = [0xFF, 0x4F, 0xFF, 0x51];
    data.windows(4).enumerate().filter(|(_, bytes)| *bytes == MARKERS).map(|(at, _)| {
        let number = |offset: usize| read_u32(data, at + offset).unwrap_or(u32::MAX);
        (number(8), number(12))
    })
}

/// The size in the page information segment of embedded JBIG2 data (ITU-T T.88 §7.2,
/// §7.4.8).
fn find_jbig2_size(data: &[u8]) -> Option<(u32, u32)> {
    const PAGE_INFORMATION: u8 = 48;
    let mut at = 0_usize;
    loop {
        let number = read_u32(data, at)?;
        let flags = *data.get(at + 4)?;
        let count = *data.get(at + 5)? >> 5;
        let (referred, counted) = if count == 7 {
            let referred = usize::try_from(read_u32(data, at + 5)? & 0x1FFF_FFFF).ok()?;
            (referred, 4 + referred.checked_add(8)? / 8)
        } else {
            (usize::from(count), 1)
        };
        let width = match number {
            ..=256 => 1,
            257..=65_536 => 2,
            _ => 4,
        };
        let association = if flags & 0x40 == 0 { 1 } else { 4 };
        let head = 5 + counted + association;
        let length_at = referred.checked_mul(width)?.checked_add(at + head)?;
        let body = length_at.checked_add(4)?;
        if flags & 0x3F == PAGE_INFORMATION {
            let columns = read_u32(data, body)?;
            // The height of a striped page may be unknown; that of the image counts then.
            let rows = read_u32(data, body + 4)?;
            return Some((columns, if rows == u32::MAX { 1 } else { rows }));
        }
        let length = usize::try_from(read_u32(data, length_at)?).ok()?;
        at = body.checked_add(length)?;
    }
}

fn read_u32(data: &[u8], at: usize) -> Option<u32> {
    let bytes = data.get(at..at.checked_add(4)?)?;
    Some(u32::from_be_bytes(bytes.try_into().ok()?))
}
