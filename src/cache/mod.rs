//! Results of earlier runs, by digests of all that they were made from.
//!
//! A [`Cache`] is bytes in memory. A caller asks for an entry by its [`Key`], or makes it
//! and puts it into the cache. The cache and its content change nothing but the time of a
//! run: a key is a digest of everything that the entry depends on, including the program
//! itself, and an entry whose own digest does not match counts as missing.

mod key;
mod pack;

pub use key::{Key, Recipe};

use std::collections::BTreeMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use pack::{CachePack, SealedEntry};

/// The entries that a run may use, and those that it adds.
#[derive(Debug, Default)]
pub struct Cache {
    /// The entries of earlier runs; `None` if the cache is disabled.
    pack: Option<CachePack>,
    /// The entries that this run has used or made.
    kept: Mutex<BTreeMap<Key, EntryUse>>,
}

/// How this run used an entry.
#[derive(Debug)]
enum EntryUse {
    /// It was in the cache.
    Used,
    /// It was made in this run.
    Made(Vec<u8>),
}

/// What a run changes in the cache file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CacheUpdate {
    /// Append these bytes, if the file is still the same.
    Append {
        /// The length of the file without them.
        offset: usize,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// Replace the file by these bytes.
    Replace(Vec<u8>),
}

impl CacheUpdate {
    /// The content of the file after the update.
    #[must_use]
    pub fn apply_to(self, mut before: Vec<u8>) -> Vec<u8> {
        match self {
            Self::Append { offset, bytes } if offset == before.len() => {
                before.extend(bytes);
                before
            }
            Self::Append { .. } => before,
            Self::Replace(bytes) => bytes,
        }
    }
}

impl Cache {
    /// A disabled cache.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// A cache with the content of a cache file; other bytes count as an empty file.
    #[must_use]
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Self { pack: Some(CachePack::read(bytes)), kept: Mutex::default() }
    }

    /// Whether the cache is enabled; if not, no key need be made.
    #[must_use]
    pub fn is_enabled(&self) -> bool {
        self.pack.is_some()
    }

    /// Whether an entry exists, without reading it.
    #[must_use]
    pub fn has(&self, key: Key) -> bool {
        self.pack.as_ref().is_some_and(|pack| pack.has(key))
    }

    /// The bytes of an entry.
    #[must_use]
    pub fn get(&self, key: Key) -> Option<Bytes> {
        let found = self.pack.as_ref()?.get(key)?;
        self.lock_uses().entry(key).or_insert(EntryUse::Used);
        Some(found)
    }

    /// Adds an entry.
    pub fn put(&self, key: Key, bytes: Vec<u8>) {
        if self.is_enabled() {
            self.lock_uses().insert(key, EntryUse::Made(bytes));
        }
    }

    /// The number of entries that this run has added.
    #[must_use]
    pub fn count_made(&self) -> usize {
        self.lock_uses().values().filter(|kept| matches!(kept, EntryUse::Made(_))).count()
    }

    /// The update for later runs: all entries that this run used or added. Unused entries
    /// are removed when they are more than half of the file. `None` if nothing changes.
    #[must_use]
    pub fn into_update(self) -> Option<CacheUpdate> {
        let pack = self.pack?;
        let kept = self.kept.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (mut wanted, mut made) = (Vec::new(), Vec::new());
        for (key, kept) in &kept {
            match kept {
                EntryUse::Used => wanted.extend(pack.sealed(*key)),
                EntryUse::Made(bytes) => {
                    let sealed = SealedEntry::seal(*key, bytes);
                    wanted.push(sealed);
                    made.push(sealed);
                }
            }
        }
        let size = |sealed: &[SealedEntry<'_>]| {
            sealed.iter().map(SealedEntry::size).sum::<usize>()
        };
        match pack.end() {
            Some(end) if end + size(&made) <= 2 * size(&wanted) => {
                let more = || CacheUpdate::Append {
                    offset: end,
                    bytes: pack::write_bundle(&made),
                };
                (!made.is_empty()).then(more)
            }
            _ => Some(CacheUpdate::Replace(pack::write_bundle(&wanted))),
        }
    }

    /// A thread that panicked while it held the lock has left a valid map.
    fn lock_uses(&self) -> MutexGuard<'_, BTreeMap<Key, EntryUse>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A file name for the cache of something: letters and digits, the same in every program.
#[must_use]
pub fn digest_name(thing: impl Hash) -> String {
    Recipe::nameless().with(thing).key().to_string()
}

#[cfg(test)]
mod tests {
    use super::{Cache, CacheUpdate, Key, Recipe};

    fn key(words: &str) -> Key {
        Recipe::for_kind("a test").with(words).key()
    }

    fn after(before: Vec<u8>, cache: Cache) -> Vec<u8> {
        match cache.into_update() {
            Some(left) => left.apply_to(before),
            None => before,
        }
    }

    /// The content after two runs.
    fn full() -> Vec<u8> {
        let cache = Cache::from_bytes(Vec::new());
        cache.put(key("one"), b"uno".to_vec());
        let first = after(Vec::new(), cache);
        let cache = Cache::from_bytes(first.clone());
        assert!(cache.get(key("one")).is_some());
        cache.put(key("two"), b"dos".to_vec());
        let left = cache.into_update().expect("one more than there was");
        assert!(
            matches!(left, CacheUpdate::Append { offset, .. } if offset == first.len())
        );
        left.apply_to(first)
    }

    fn got(cache: &Cache, words: &str) -> Option<Vec<u8>> {
        cache.get(key(words)).map(Vec::from)
    }

    #[test]
    fn what_is_left_is_there_the_next_time() {
        let cache = Cache::from_bytes(full());
        assert_eq!(got(&cache, "one"), Some(b"uno".to_vec()));
        assert_eq!(got(&cache, "two"), Some(b"dos".to_vec()));
        assert_eq!(got(&cache, "three"), None);
        assert_eq!(cache.into_update(), None, "nothing is new");
    }

    #[test]
    fn what_is_not_used_is_forgotten_when_it_is_most_of_all() {
        let (mut kept, many) = (Vec::new(), 12);
        for run in 0..many {
            let cache = Cache::from_bytes(kept.clone());
            let last = run.max(1) - 1;
            assert_eq!(got(&cache, &last.to_string()).is_some(), run > 0);
            cache.put(key(&run.to_string()), vec![1; 100]);
            kept = after(kept, cache);
            assert!(Cache::from_bytes(kept.clone()).has(key(&run.to_string())));
        }
        let cache = Cache::from_bytes(kept);
        let there = (0..many).filter(|run| cache.has(key(&run.to_string())));
        assert!((2..=4).contains(&there.count()));
    }

    #[test]
    fn the_last_of_one_key_counts() {
        let mut kept = full();
        let cut = kept.len() - 1;
        kept[cut] ^= 1;
        let cache = Cache::from_bytes(kept.clone());
        assert_eq!(got(&cache, "two"), None);
        assert!(cache.get(key("one")).is_some());
        cache.put(key("two"), b"dos".to_vec());
        let cache = Cache::from_bytes(after(kept, cache));
        assert_eq!(got(&cache, "two"), Some(b"dos".to_vec()));
    }

    #[test]
    fn after_what_was_cut_off_nothing_is_put() {
        let full = full();
        for end in 0..full.len() {
            let cache = Cache::from_bytes(full[..end].to_vec());
            cache.put(key("three"), b"tres".to_vec());
            let _ = cache.get(key("one"));
            let whole = after(full[..end].to_vec(), cache);
            assert_eq!(
                got(&Cache::from_bytes(whole), "three"),
                Some(b"tres".to_vec()),
                "{end}"
            );
        }
    }

    #[test]
    fn a_cache_of_nothing_keeps_nothing() {
        let cache = Cache::none();
        cache.put(key("one"), b"uno".to_vec());
        assert_eq!(cache.get(key("one")), None);
        assert_eq!(cache.into_update(), None);
    }

    #[test]
    fn a_byte_that_was_changed_is_never_believed() {
        let full = full();
        for at in 0..full.len() {
            for bit in [1, 0x80] {
                let mut broken = full.clone();
                broken[at] ^= bit;
                let cache = Cache::from_bytes(broken);
                for (words, said) in [("one", &b"uno"[..]), ("two", b"dos")] {
                    let got = cache.get(key(words));
                    assert!(got.as_ref().is_none_or(|got| *got == said), "{at}: {got:?}");
                }
            }
        }
        for end in 0..full.len() {
            let cache = Cache::from_bytes(full[..end].to_vec());
            let got = cache.get(key("two"));
            assert!(got.as_ref().is_none_or(|got| *got == b"dos"[..]), "{end}: {got:?}");
        }
    }
}
