//! Drawings of few colours as PNG files (ISO/IEC 15948).
//!
//! A cover that is drawn has some thirty colours, ground and letters and what lies between
//! them at their edges. With a byte for a pixel and no filter its file takes half the room
//! and a tenth of the time that it takes with three.

use std::collections::BTreeMap;

use flate2::{Compress, Compression, Crc, FlushCompress, Status};

/// How hard it is pressed, of nine: half of what more would bring is had at four, for a
/// fifth of the time.
const LEVEL: u32 = 4;

/// What every file begins with (§5.2).
const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// Eight bits, colours from a palette; compression, filters and order as usual (§11.2.1).
const MANNER: [u8; 5] = [8, 3, 0, 0, 0];

/// Bytes of a chunk besides its data: length, type and check.
const CHUNK: usize = 12;

/// Pixels of four bytes, of which the last is not looked at, as a file; none where they have
/// more colours than a palette holds.
pub(super) fn png((width, height): (u32, u32), pixels: &[u8]) -> Option<Vec<u8>> {
    let (palette, rows) = indices(usize::try_from(width).ok()?, pixels)?;
    let data = compressed(&rows)?;
    let mut file = Vec::with_capacity(data.len() + palette.len() + 5 * CHUNK);
    file.extend(SIGNATURE);
    let size = [width.to_be_bytes(), height.to_be_bytes()];
    chunk(&mut file, *b"IHDR", &[size.as_flattened(), &MANNER].concat())?;
    chunk(&mut file, *b"PLTE", &palette)?;
    chunk(&mut file, *b"IDAT", &data)?;
    chunk(&mut file, *b"IEND", &[])?;
    Some(file)
}

/// The colours in the order in which they come, and the place of that of each pixel, every
/// row after the number of its filter, which is none.
fn indices(width: usize, pixels: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let (pixels, _) = pixels.as_chunks::<4>();
    let mut known: BTreeMap<[u8; 3], u8> = BTreeMap::new();
    let mut palette = Vec::new();
    let mut rows = Vec::with_capacity(pixels.len() + pixels.len() / width.max(1));
    for row in pixels.chunks(width.max(1)) {
        rows.push(0);
        for alike in row.chunk_by(|a, b| colour(*a) == colour(*b)) {
            let colour = colour(alike[0]);
            let place = if let Some(&place) = known.get(&colour) {
                place
            } else {
                palette.extend(colour);
                let next = u8::try_from(known.len()).ok()?;
                *known.entry(colour).or_insert(next)
            };
            rows.resize(rows.len() + alike.len(), place);
        }
    }
    Some((palette, rows))
}

fn colour([red, green, blue, _]: [u8; 4]) -> [u8; 3] {
    [red, green, blue]
}

fn compressed(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut compress = Compress::new(Compression::new(LEVEL), true);
    // Most covers need no more.
    let mut out = Vec::with_capacity(bytes.len() / 64 + 1024);
    loop {
        let read = usize::try_from(compress.total_in()).ok()?;
        let rest = bytes.get(read..)?;
        match compress.compress_vec(rest, &mut out, FlushCompress::Finish).ok()? {
            Status::StreamEnd => return Some(out),
            Status::Ok | Status::BufError => out.reserve(out.len().max(1024)),
        }
    }
}

/// Adds a chunk (§5.3).
fn chunk(file: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) -> Option<()> {
    file.extend(u32::try_from(data.len()).ok()?.to_be_bytes());
    let mut check = Crc::new();
    check.update(&kind);
    check.update(data);
    file.extend(kind);
    file.extend_from_slice(data);
    file.extend(check.sum().to_be_bytes());
    Some(())
}

#[cfg(test)]
mod tests {
    use super::png;

    #[test]
    fn few_colours_read_back_as_they_were() {
        let pixel = |place: u8| [place % 7, place % 5, 200, 255];
        let pixels: Vec<u8> = (0..60).flat_map(pixel).collect();
        let file = png((12, 5), &pixels).expect("35 colours are few");
        let read = image::load_from_memory(&file).expect("a PNG file").into_rgba8();
        assert_eq!((read.width(), read.height()), (12, 5));
        assert_eq!(read.into_raw(), pixels);
    }

    #[test]
    fn a_palette_holds_256_colours() {
        let pixels = |count: u16| -> Vec<u8> {
            let pixel =
                |place: u16| [place.to_be_bytes()[0], place.to_be_bytes()[1], 0, 255];
            (0..count).flat_map(pixel).collect()
        };
        assert!(png((1, 256), &pixels(256)).is_some());
        assert_eq!(png((1, 257), &pixels(257)), None);
    }
}
