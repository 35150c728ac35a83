//! The cache file: bundles one after the other, each written by one run.
//!
//! A bundle is a signature, the number of its entries, for each entry its key, its digest
//! and its length, then the bytes of all entries. Numbers have eight bytes, little-endian.
//! Of several entries with one key the last counts.

use std::collections::BTreeMap;
use std::ops::Range;

use bytes::Bytes;
use sha2::{Digest, Sha256};

use super::Key;

/// The signature of a bundle; its number changes with the format.
const SIGN: &[u8; 16] = b"pliego cache 2\r\n";

/// Length of a digest in bytes.
const DIGEST: usize = 32;

/// Length of the header of an entry in bytes: key, digest, length.
const ENTRY: usize = 2 * DIGEST + 8;

/// The entries of earlier runs.
#[derive(Debug)]
pub(super) struct CachePack {
    bytes: Bytes,
    entries: BTreeMap<Key, PackEntry>,
    /// The file ends where a bundle ends, so that another may follow.
    is_whole: bool,
}

#[derive(Debug)]
struct PackEntry {
    digest: [u8; DIGEST],
    at: Range<usize>,
}

impl CachePack {
    /// Reads a file up to the first bytes that are not a bundle, or are truncated.
    pub(super) fn read(bytes: Vec<u8>) -> Self {
        let bytes = Bytes::from(bytes);
        let mut entries = BTreeMap::new();
        let mut end = 0;
        while end < bytes.len()
            && let Some(after) = read_bundle(&bytes, end, &mut entries)
        {
            end = after;
        }
        let is_whole = end > 0 && end == bytes.len();
        Self { bytes, entries, is_whole }
    }

    /// The length of the file, if another bundle may follow.
    pub(super) fn end(&self) -> Option<usize> {
        self.is_whole.then_some(self.bytes.len())
    }

    pub(super) fn has(&self, key: Key) -> bool {
        self.entries.contains_key(&key)
    }

    /// The bytes of an entry; `None` if they do not match its digest.
    pub(super) fn get(&self, key: Key) -> Option<Bytes> {
        let SealedEntry { bytes, digest, .. } = self.sealed(key)?;
        (SealedEntry::seal(key, bytes).digest == digest)
            .then(|| self.bytes.slice_ref(bytes))
    }

    /// An entry with its digest as it is in the file.
    pub(super) fn sealed(&self, key: Key) -> Option<SealedEntry<'_>> {
        let PackEntry { digest, at } = self.entries.get(&key)?;
        let bytes = self.bytes.get(at.clone())?;
        Some(SealedEntry { key, digest: *digest, bytes })
    }
}

/// An entry with a digest of its key and its bytes, so that it cannot be found under
/// another key.
#[derive(Debug, Clone, Copy)]
pub(super) struct SealedEntry<'a> {
    key: Key,
    digest: [u8; DIGEST],
    bytes: &'a [u8],
}

impl<'a> SealedEntry<'a> {
    /// A new entry.
    pub(super) fn seal(key: Key, bytes: &'a [u8]) -> Self {
        let digest = Sha256::new().chain_update(key.0).chain_update(bytes).finalize();
        Self { key, digest: digest.into(), bytes }
    }

    /// Its length in a bundle, in bytes.
    pub(super) fn size(&self) -> usize {
        ENTRY + self.bytes.len()
    }
}

/// Reads the bundle that begins at an offset, and returns the offset after it. `None` if it
/// is not a bundle or is truncated; its complete entries are still read.
fn read_bundle(
    pack: &[u8],
    begin: usize,
    entries: &mut BTreeMap<Key, PackEntry>,
) -> Option<usize> {
    let (sign, rest) = pack.get(begin..)?.split_at_checked(SIGN.len())?;
    let (count, rest) = rest.split_first_chunk::<8>()?;
    let count = usize::try_from(u64::from_le_bytes(*count)).ok()?;
    let size = count.checked_mul(ENTRY)?;
    let (list, rest) = rest.split_at_checked(size)?;
    if sign != SIGN {
        return None;
    }
    let mut end = pack.len() - rest.len();
    for entry in list.chunks_exact(ENTRY) {
        let (key, entry) = entry.split_first_chunk::<DIGEST>()?;
        let (digest, length) = entry.split_first_chunk::<DIGEST>()?;
        let length = u64::from_le_bytes(length.try_into().ok()?);
        let begin = end;
        end = begin.checked_add(usize::try_from(length).ok()?)?;
        entries.insert(Key(*key), PackEntry { digest: *digest, at: begin..end });
    }
    (end <= pack.len()).then_some(end)
}

/// Writes entries as a bundle.
pub(super) fn write_bundle(entries: &[SealedEntry<'_>]) -> Vec<u8> {
    let size: usize = entries.iter().map(SealedEntry::size).sum();
    let mut bundle = Vec::with_capacity(SIGN.len() + 8 + size);
    bundle.extend_from_slice(SIGN);
    bundle.extend_from_slice(&(entries.len() as u64).to_le_bytes());
    for SealedEntry { key, digest, bytes } in entries {
        bundle.extend_from_slice(&key.0);
        bundle.extend_from_slice(digest);
        bundle.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
    }
    for SealedEntry { bytes, .. } in entries {
        bundle.extend_from_slice(bytes);
    }
    bundle
}
