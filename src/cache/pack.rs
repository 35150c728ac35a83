//! What is kept, as bytes: bundles, one behind the other, each as one run has left it.
//!
//! A bundle is a sign, the number of its entries, for each its key, its digest and its
//! length, then their bytes one after the other. Numbers have eight bytes, the lowest first.
//! Of entries with one key the last counts.

use std::collections::BTreeMap;
use std::ops::Range;

use bytes::Bytes;
use sha2::{Digest, Sha256};

use super::Key;

/// What a bundle begins with; another number behind it for another order of its bytes.
const SIGN: &[u8; 16] = b"pliego cache 2\r\n";

/// Bytes of a digest.
const DIGEST: usize = 32;

/// Bytes of an entry before all bytes: its key, its digest, its length.
const ENTRY: usize = 2 * DIGEST + 8;

/// What earlier runs have left.
#[derive(Debug)]
pub(super) struct CachePack {
    bytes: Bytes,
    entries: BTreeMap<Key, PackEntry>,
    /// It ends where a bundle ends, so that another may stand behind it.
    is_whole: bool,
}

#[derive(Debug)]
struct PackEntry {
    digest: [u8; DIGEST],
    at: Range<usize>,
}

impl CachePack {
    /// Reads a pack, up to what is none, or was cut off.
    pub(super) fn read(bytes: Vec<u8>) -> Self {
        let bytes = Bytes::from(bytes);
        let mut entries = BTreeMap::new();
        let mut end = 0;
        while end < bytes.len()
            && let Some(behind) = read_bundle(&bytes, end, &mut entries)
        {
            end = behind;
        }
        let is_whole = end > 0 && end == bytes.len();
        Self { bytes, entries, is_whole }
    }

    /// How many bytes it has, if another bundle may stand behind them.
    pub(super) fn end(&self) -> Option<usize> {
        self.is_whole.then_some(self.bytes.len())
    }

    pub(super) fn has(&self, key: Key) -> bool {
        self.entries.contains_key(&key)
    }

    /// The bytes of an entry; none for one that is not what was written.
    pub(super) fn get(&self, key: Key) -> Option<Bytes> {
        let SealedEntry { bytes, digest, .. } = self.sealed(key)?;
        (SealedEntry::seal(key, bytes).digest == digest)
            .then(|| self.bytes.slice_ref(bytes))
    }

    /// An entry as it was written, with its digest as it stands there.
    pub(super) fn sealed(&self, key: Key) -> Option<SealedEntry<'_>> {
        let PackEntry { digest, at } = self.entries.get(&key)?;
        let bytes = self.bytes.get(at.clone())?;
        Some(SealedEntry { key, digest: *digest, bytes })
    }
}

/// An entry with a digest of its bytes; of its key, too, so that none can stand under another.
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

    /// How many bytes it takes in a bundle.
    pub(super) fn size(&self) -> usize {
        ENTRY + self.bytes.len()
    }
}

/// Reads the bundle that begins at a place; gives the place behind it. None for what is no
/// bundle, or was cut off; of that, what is there of its entries is read.
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
