//! What is kept, in one piece: a sign, the number of entries, for each its key, its digest
//! and its length, then their bytes one after the other. Numbers have eight bytes, the
//! lowest first.

use std::collections::BTreeMap;
use std::ops::Range;

use sha2::{Digest, Sha256};

use super::Key;

/// What a pack begins with; another number behind it for another order of its bytes.
const SIGN: &[u8; 16] = b"pliego cache 1\r\n";

/// Bytes of a digest.
const DIGEST: usize = 32;

/// Bytes of an entry before all bytes: its key, its digest, its length.
const ENTRY: usize = 2 * DIGEST + 8;

/// What earlier runs have left.
#[derive(Debug)]
pub(super) struct Pack {
    bytes: Vec<u8>,
    entries: BTreeMap<Key, Entry>,
}

#[derive(Debug)]
struct Entry {
    digest: [u8; DIGEST],
    at: Range<usize>,
}

impl Pack {
    /// Reads a pack. What is none, or was cut off, has no entries.
    pub(super) fn read(bytes: Vec<u8>) -> Self {
        let entries = entries(&bytes).unwrap_or_default();
        Self { bytes, entries }
    }

    /// How many entries it has, sound or not.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn has(&self, key: Key) -> bool {
        self.entries.contains_key(&key)
    }

    /// The bytes of an entry; none for one that is not what was written.
    pub(super) fn get(&self, key: Key) -> Option<&[u8]> {
        let Sealed { bytes, digest, .. } = self.sealed(key)?;
        (Sealed::of(key, bytes).digest == digest).then_some(bytes)
    }

    /// An entry as it was written, with its digest as it stands there.
    pub(super) fn sealed(&self, key: Key) -> Option<Sealed<'_>> {
        let Entry { digest, at } = self.entries.get(&key)?;
        let bytes = self.bytes.get(at.clone())?;
        Some(Sealed { key, digest: *digest, bytes })
    }
}

/// An entry with a digest of its bytes; of its key, too, so that none can stand under another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sealed<'a> {
    key: Key,
    digest: [u8; DIGEST],
    bytes: &'a [u8],
}

impl<'a> Sealed<'a> {
    /// A new entry.
    pub(super) fn of(key: Key, bytes: &'a [u8]) -> Self {
        let digest = Sha256::new().chain_update(key.0).chain_update(bytes).finalize();
        Self { key, digest: digest.into(), bytes }
    }
}

fn entries(bytes: &[u8]) -> Option<BTreeMap<Key, Entry>> {
    let (sign, rest) = bytes.split_at_checked(SIGN.len())?;
    let (count, rest) = rest.split_first_chunk::<8>()?;
    let count = usize::try_from(u64::from_le_bytes(*count)).ok()?;
    let size = count.checked_mul(ENTRY)?;
    let (list, _) = rest.split_at_checked(size)?;
    if sign != SIGN {
        return None;
    }
    let mut entries = BTreeMap::new();
    let mut end = bytes.len() - rest.len() + size;
    for entry in list.chunks_exact(ENTRY) {
        let (key, entry) = entry.split_first_chunk::<DIGEST>()?;
        let (digest, length) = entry.split_first_chunk::<DIGEST>()?;
        let length = u64::from_le_bytes(length.try_into().ok()?);
        let begin = end;
        end = begin.checked_add(usize::try_from(length).ok()?)?;
        entries.insert(Key(*key), Entry { digest: *digest, at: begin..end });
    }
    Some(entries)
}

/// Writes entries as a pack.
pub(super) fn write<'a>(entries: impl Iterator<Item = Sealed<'a>>) -> Vec<u8> {
    let entries: Vec<Sealed<'a>> = entries.collect();
    let size: usize = entries.iter().map(|one| ENTRY + one.bytes.len()).sum();
    let mut pack = Vec::with_capacity(SIGN.len() + 8 + size);
    pack.extend_from_slice(SIGN);
    pack.extend_from_slice(&(entries.len() as u64).to_le_bytes());
    for Sealed { key, digest, bytes } in &entries {
        pack.extend_from_slice(&key.0);
        pack.extend_from_slice(digest);
        pack.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
    }
    for Sealed { bytes, .. } in &entries {
        pack.extend_from_slice(bytes);
    }
    pack
}
