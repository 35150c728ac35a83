//! Compression of streams (ISO 32000-1 §7.4.4), each by itself and in one call.

use std::borrow::Cow;
#[cfg(not(feature = "libdeflate"))]
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use pdf_writer::{Chunk, Filter, Ref, Stream};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Level for content streams, of twelve. The next level takes a third more time and saves
/// 3 % of the file.
const CONTENT_LEVEL: i32 = 4;

/// Level for fonts, images and metadata: there are few of them, and higher levels hardly
/// make them smaller.
const DATA_LEVEL: i32 = 9;

/// Bytes of the entry that a compressed stream needs in its dictionary.
const FILTER_BYTES: usize = "/Filter/FlateDecode".len();

/// Compressors for use by any number of threads. One takes two thirds of a megabyte, so idle
/// ones are reused.
pub(super) struct CompressorPool {
    level: i32,
    idle: Mutex<Vec<ZlibCompressor>>,
}

impl CompressorPool {
    /// Compressors for content streams.
    pub(super) fn for_content() -> Self {
        Self { level: CONTENT_LEVEL, idle: Mutex::default() }
    }

    /// Compressors for all other streams.
    pub(super) fn for_data() -> Self {
        Self { level: DATA_LEVEL, idle: Mutex::default() }
    }

    /// Compresses bytes; none if that does not make the file smaller.
    fn compress(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let most = bytes.len().checked_sub(FILTER_BYTES)?;
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let compressor = idle().pop();
        let mut compressor =
            compressor.unwrap_or_else(|| ZlibCompressor::new(self.level));
        let compressed = compressor.compress(bytes, most);
        idle().push(compressor);
        compressed
    }
}

/// Compresses with libdeflate, in half the time of zlib; or, where there is no C compiler, as
/// in a browser, with zlib in Rust.
struct ZlibCompressor(
    #[cfg(feature = "libdeflate")] libdeflater::Compressor,
    #[cfg(not(feature = "libdeflate"))] flate2::Compression,
);

#[cfg(feature = "libdeflate")]
impl ZlibCompressor {
    fn new(level: i32) -> Self {
        let level = libdeflater::CompressionLvl::new(level).unwrap_or_default();
        Self(libdeflater::Compressor::new(level))
    }

    /// Compresses bytes; none if more than `most` come out.
    fn compress(&mut self, bytes: &[u8], most: usize) -> Option<Vec<u8>> {
        let mut out = vec![0; most];
        let length = self.0.zlib_compress(bytes, &mut out).ok()?;
        out.truncate(length);
        out.shrink_to_fit();
        Some(out)
    }
}

#[cfg(not(feature = "libdeflate"))]
impl ZlibCompressor {
    /// The levels of libdeflate go up to twelve, those of zlib to nine.
    fn new(level: i32) -> Self {
        let level = u32::try_from(level).unwrap_or(0).min(9);
        Self(flate2::Compression::new(level))
    }

    /// Compresses bytes; none if more than `most` come out.
    fn compress(&mut self, bytes: &[u8], most: usize) -> Option<Vec<u8>> {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), self.0);
        encoder.write_all(bytes).ok()?;
        let mut out = encoder.finish().ok()?;
        out.shrink_to_fit();
        (out.len() <= most).then_some(out)
    }
}

/// The bytes of a stream as the file has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StreamData<'a> {
    bytes: Cow<'a, [u8]>,
    is_deflated: bool,
}

impl<'a> StreamData<'a> {
    /// Bytes that are written as they are.
    pub(super) fn plain(bytes: impl Into<Cow<'a, [u8]>>) -> Self {
        Self { bytes: bytes.into(), is_deflated: false }
    }

    /// Bytes that are compressed already.
    pub(super) fn from_deflated(bytes: Vec<u8>) -> Self {
        Self { bytes: bytes.into(), is_deflated: true }
    }

    /// Compresses the bytes, if that makes the file smaller.
    pub(super) fn compress(&mut self, compressors: &CompressorPool) {
        if let Some(deflated) = compressors.compress(&self.bytes) {
            *self = Self::from_deflated(deflated);
        }
    }

    /// The bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes, if they are compressed.
    pub(super) fn deflated_bytes(&self) -> Option<&[u8]> {
        self.is_deflated.then_some(&*self.bytes)
    }

    /// Writes a stream object. `write_entries` adds to its dictionary, before the filter.
    pub(super) fn write(
        &self,
        chunk: &mut Chunk,
        id: Ref,
        write_entries: impl FnOnce(&mut Stream<'_>),
    ) {
        let mut stream = chunk.stream(id, &self.bytes);
        write_entries(&mut stream);
        if self.is_deflated {
            stream.filter(Filter::FlateDecode);
        }
    }
}

/// Compresses streams, each by itself and so on any thread.
pub(super) fn compress_all(
    streams: Vec<Vec<u8>>,
    compressors: &CompressorPool,
) -> Vec<StreamData<'static>> {
    let compress = |bytes| {
        let mut data = StreamData::plain(bytes);
        data.compress(compressors);
        data
    };
    streams.into_par_iter().map(compress).collect()
}
