//! Streams compressed (ISO 32000-2, 7.4.4), each by itself and in one go.

use std::sync::{Mutex, PoisonError};

use libdeflater::{CompressionLvl, Compressor};

/// How hard content streams are pressed, of twelve: more takes a third of the time again for
/// three hundredths of the file.
const LEVEL: i32 = 4;

/// The same for fonts, images and metadata, which are few, and are hardly to be had smaller.
const LEVEL_OF_DATA: i32 = 9;

/// Bytes that a stream takes to say that it is compressed.
const FILTER: usize = "/Filter/FlateDecode".len();

/// Compresses streams, on any thread. A compressor takes two thirds of a megabyte, so those
/// that are free are used again.
pub(super) struct Presses {
    level: CompressionLvl,
    free: Mutex<Vec<Compressor>>,
}

impl Presses {
    /// For content streams.
    pub(super) fn of_content() -> Self {
        Self::new(LEVEL)
    }

    /// For all other streams.
    pub(super) fn of_data() -> Self {
        Self::new(LEVEL_OF_DATA)
    }

    fn new(level: i32) -> Self {
        let level = CompressionLvl::new(level).unwrap_or_default();
        Self { level, free: Mutex::default() }
    }

    /// Bytes compressed; none where that would make the file no smaller.
    pub(super) fn compressed(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let mut out = vec![0; bytes.len().checked_sub(FILTER)?];
        let free = || self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let press = free().pop();
        let mut press = press.unwrap_or_else(|| Compressor::new(self.level));
        let length = press.zlib_compress(bytes, &mut out);
        free().push(press);
        out.truncate(length.ok()?);
        out.shrink_to_fit();
        Some(out)
    }
}
