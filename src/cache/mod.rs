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

use pack::{Pack, Sealed};

/// What a run may use of what earlier ones made, and what it leaves to later ones.
#[derive(Debug, Default)]
pub struct Cache {
    /// What earlier runs have left; none where nothing is kept.
    pack: Option<Pack>,
    /// What this run has used or made.
    kept: Mutex<BTreeMap<Key, Kept>>,
}

/// Something that is still of use.
#[derive(Debug)]
enum Kept {
    /// It was there.
    Used,
    /// It was made in this run.
    Made(Vec<u8>),
}

impl Cache {
    /// A cache that keeps nothing.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// A cache with what [`Self::leave`] has left; bytes of anything else count as none.
    #[must_use]
    pub fn of(bytes: Vec<u8>) -> Self {
        Self { pack: Some(Pack::read(bytes)), kept: Mutex::default() }
    }

    /// Whether it keeps anything: else no key need be made.
    #[must_use]
    pub fn keeps(&self) -> bool {
        self.pack.is_some()
    }

    /// Whether something is there, as far as it can be told without reading it.
    #[must_use]
    pub fn has(&self, key: Key) -> bool {
        self.pack.as_ref().is_some_and(|pack| pack.has(key))
    }

    /// What was kept under a key.
    #[must_use]
    pub fn get(&self, key: Key) -> Option<&[u8]> {
        let found = self.pack.as_ref()?.get(key)?;
        self.kept().entry(key).or_insert(Kept::Used);
        Some(found)
    }

    /// Keeps something under a key.
    pub fn put(&self, key: Key, bytes: Vec<u8>) {
        if self.keeps() {
            self.kept().insert(key, Kept::Made(bytes));
        }
    }

    /// How many things this run has made that were not there.
    #[must_use]
    pub fn made(&self) -> usize {
        self.kept().values().filter(|kept| matches!(kept, Kept::Made(_))).count()
    }

    /// What later runs can use: all that was used or made in this one, and nothing else. None
    /// where that is what was there.
    #[must_use]
    pub fn leave(self) -> Option<Vec<u8>> {
        let pack = self.pack?;
        let kept = self.kept.into_inner().unwrap_or_else(PoisonError::into_inner);
        let same = kept.len() == pack.len()
            && kept.values().all(|kept| matches!(kept, Kept::Used));
        let entries = kept.iter().filter_map(|(key, kept)| match kept {
            Kept::Used => pack.sealed(*key),
            Kept::Made(bytes) => Some(Sealed::of(*key, bytes)),
        });
        (!same).then(|| pack::write(entries))
    }

    /// A thread that stopped with the lock has left a map that is as good as any.
    fn kept(&self) -> MutexGuard<'_, BTreeMap<Key, Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A name for the cache of something with a name: letters and figures, the same in every
/// program.
#[must_use]
pub fn name_of(thing: impl Hash) -> String {
    Recipe::nameless().with(thing).key().to_string()
}

#[cfg(test)]
mod tests {
    use super::{Cache, Key, Recipe};

    fn key(words: &str) -> Key {
        Recipe::of("a test").with(words).key()
    }

    fn full() -> Vec<u8> {
        let cache = Cache::of(Vec::new());
        cache.put(key("one"), b"uno".to_vec());
        cache.put(key("two"), b"dos".to_vec());
        cache.leave().expect("two more than there were")
    }

    #[test]
    fn what_is_left_is_there_the_next_time() {
        let cache = Cache::of(full());
        assert_eq!(cache.get(key("one")), Some(&b"uno"[..]));
        assert_eq!(cache.get(key("two")), Some(&b"dos"[..]));
        assert_eq!(cache.get(key("three")), None);
        assert_eq!(cache.leave(), None, "nothing is new");
    }

    #[test]
    fn what_is_not_used_is_not_left() {
        let cache = Cache::of(full());
        assert!(cache.get(key("one")).is_some());
        let left = Cache::of(cache.leave().expect("one fewer"));
        assert!(left.get(key("one")).is_some());
        assert!(left.get(key("two")).is_none());
    }

    #[test]
    fn a_cache_of_nothing_keeps_nothing() {
        let cache = Cache::none();
        cache.put(key("one"), b"uno".to_vec());
        assert_eq!(cache.get(key("one")), None);
        assert_eq!(cache.leave(), None);
    }

    #[test]
    fn a_byte_that_was_changed_is_never_believed() {
        let full = full();
        for at in 0..full.len() {
            for bit in [1, 0x80] {
                let mut broken = full.clone();
                broken[at] ^= bit;
                let cache = Cache::of(broken);
                for (words, said) in [("one", &b"uno"[..]), ("two", b"dos")] {
                    let got = cache.get(key(words));
                    assert!(got.is_none_or(|got| got == said), "{at}: {got:?}");
                }
            }
        }
        for end in 0..full.len() {
            let cache = Cache::of(full[..end].to_vec());
            let got = cache.get(key("two"));
            assert!(got.is_none_or(|got| got == b"dos"), "{end}: {got:?}");
        }
    }
}
