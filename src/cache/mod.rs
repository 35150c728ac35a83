//! What was made before, by digests of all that it was made of.
//!
//! A [`Cache`] is bytes in memory: who asks for something by its [`Key`] gets what was kept
//! under it, or makes it and keeps it. Whether there is a cache, and what is in it, changes
//! nothing but the time a run takes: a key is a digest of everything that what is kept
//! depends on, the program itself among them, and what does not bear its own digest counts
//! as not there.

mod key;
mod pack;

pub use key::{Key, Recipe};

use std::collections::BTreeMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use pack::{CachePack, SealedEntry};

/// What a run may use of what earlier ones made, and what it leaves to later ones.
#[derive(Debug, Default)]
pub struct Cache {
    /// What earlier runs have left; none where nothing is kept.
    pack: Option<CachePack>,
    /// What this run has used or made.
    kept: Mutex<BTreeMap<Key, EntryUse>>,
}

/// Something that is still of use.
#[derive(Debug)]
enum EntryUse {
    /// It was there.
    Used,
    /// It was made in this run.
    Made(Vec<u8>),
}

/// What a run leaves to later ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CacheUpdate {
    /// Bytes that come behind those that were there, if they are there still.
    Append {
        /// How many those are.
        behind: usize,
        /// What comes behind them.
        bytes: Vec<u8>,
    },
    /// Bytes in the place of those that were there.
    Replace(Vec<u8>),
}

impl CacheUpdate {
    /// What is there for a later run, where some bytes were.
    #[must_use]
    pub fn apply_to(self, mut before: Vec<u8>) -> Vec<u8> {
        match self {
            Self::Append { behind, bytes } if behind == before.len() => {
                before.extend(bytes);
                before
            }
            Self::Append { .. } => before,
            Self::Replace(bytes) => bytes,
        }
    }
}

impl Cache {
    /// A cache that keeps nothing.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// A cache with what [`Self::into_update`] has left; bytes of anything else count as none.
    #[must_use]
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Self { pack: Some(CachePack::read(bytes)), kept: Mutex::default() }
    }

    /// Whether it keeps anything: else no key need be made.
    #[must_use]
    pub fn is_enabled(&self) -> bool {
        self.pack.is_some()
    }

    /// Whether something is there, as far as it can be told without reading it.
    #[must_use]
    pub fn has(&self, key: Key) -> bool {
        self.pack.as_ref().is_some_and(|pack| pack.has(key))
    }

    /// What was kept under a key.
    #[must_use]
    pub fn get(&self, key: Key) -> Option<Bytes> {
        let found = self.pack.as_ref()?.get(key)?;
        self.lock_uses().entry(key).or_insert(EntryUse::Used);
        Some(found)
    }

    /// Keeps something under a key.
    pub fn put(&self, key: Key, bytes: Vec<u8>) {
        if self.is_enabled() {
            self.lock_uses().insert(key, EntryUse::Made(bytes));
        }
    }

    /// How many things this run has made that were not there.
    #[must_use]
    pub fn count_made(&self) -> usize {
        self.lock_uses().values().filter(|kept| matches!(kept, EntryUse::Made(_))).count()
    }

    /// What later runs can use: all that was used or made in this one. What was not is
    /// forgotten when it is more than half of what is kept. None where nothing is to change.
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
                    behind: end,
                    bytes: pack::write_bundle(&made),
                };
                (!made.is_empty()).then(more)
            }
            _ => Some(CacheUpdate::Replace(pack::write_bundle(&wanted))),
        }
    }

    /// A thread that stopped with the lock has left a map that is as good as any.
    fn lock_uses(&self) -> MutexGuard<'_, BTreeMap<Key, EntryUse>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A name for the cache of something with a name: letters and figures, the same in every
/// program.
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

    /// Two runs have left something here.
    fn full() -> Vec<u8> {
        let cache = Cache::from_bytes(Vec::new());
        cache.put(key("one"), b"uno".to_vec());
        let first = after(Vec::new(), cache);
        let cache = Cache::from_bytes(first.clone());
        assert!(cache.get(key("one")).is_some());
        cache.put(key("two"), b"dos".to_vec());
        let left = cache.into_update().expect("one more than there was");
        assert!(
            matches!(left, CacheUpdate::Append { behind, .. } if behind == first.len())
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
    fn behind_what_was_cut_off_nothing_is_put() {
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
