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

/// What a run leaves to later ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Left {
    /// Bytes that come behind those that were there, if they are there still.
    More {
        /// How many those are.
        behind: usize,
        /// What comes behind them.
        bytes: Vec<u8>,
    },
    /// Bytes in the place of those that were there.
    Anew(Vec<u8>),
}

impl Left {
    /// What is there for a later run, where some bytes were.
    #[must_use]
    pub fn with(self, mut before: Vec<u8>) -> Vec<u8> {
        match self {
            Self::More { behind, bytes } if behind == before.len() => {
                before.extend(bytes);
                before
            }
            Self::More { .. } => before,
            Self::Anew(bytes) => bytes,
        }
    }
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
    pub fn get(&self, key: Key) -> Option<Bytes> {
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

    /// What later runs can use: all that was used or made in this one. What was not is
    /// forgotten when it is more than half of what is kept. None where nothing is to change.
    #[must_use]
    pub fn leave(self) -> Option<Left> {
        let pack = self.pack?;
        let kept = self.kept.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (mut wanted, mut made) = (Vec::new(), Vec::new());
        for (key, kept) in &kept {
            match kept {
                Kept::Used => wanted.extend(pack.sealed(*key)),
                Kept::Made(bytes) => {
                    let sealed = Sealed::of(*key, bytes);
                    wanted.push(sealed);
                    made.push(sealed);
                }
            }
        }
        let size = |sealed: &[Sealed<'_>]| sealed.iter().map(Sealed::size).sum::<usize>();
        match pack.end() {
            Some(end) if end + size(&made) <= 2 * size(&wanted) => {
                let more = || Left::More { behind: end, bytes: pack::write(&made) };
                (!made.is_empty()).then(more)
            }
            _ => Some(Left::Anew(pack::write(&wanted))),
        }
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
    use super::{Cache, Key, Left, Recipe};

    fn key(words: &str) -> Key {
        Recipe::of("a test").with(words).key()
    }

    fn after(before: Vec<u8>, cache: Cache) -> Vec<u8> {
        match cache.leave() {
            Some(left) => left.with(before),
            None => before,
        }
    }

    /// Two runs have left something here.
    fn full() -> Vec<u8> {
        let cache = Cache::of(Vec::new());
        cache.put(key("one"), b"uno".to_vec());
        let first = after(Vec::new(), cache);
        let cache = Cache::of(first.clone());
        assert!(cache.get(key("one")).is_some());
        cache.put(key("two"), b"dos".to_vec());
        let left = cache.leave().expect("one more than there was");
        assert!(matches!(left, Left::More { behind, .. } if behind == first.len()));
        left.with(first)
    }

    fn got(cache: &Cache, words: &str) -> Option<Vec<u8>> {
        cache.get(key(words)).map(Vec::from)
    }

    #[test]
    fn what_is_left_is_there_the_next_time() {
        let cache = Cache::of(full());
        assert_eq!(got(&cache, "one"), Some(b"uno".to_vec()));
        assert_eq!(got(&cache, "two"), Some(b"dos".to_vec()));
        assert_eq!(got(&cache, "three"), None);
        assert_eq!(cache.leave(), None, "nothing is new");
    }

    #[test]
    fn what_is_not_used_is_forgotten_when_it_is_most_of_all() {
        let (mut kept, many) = (Vec::new(), 12);
        for run in 0..many {
            let cache = Cache::of(kept.clone());
            let last = run.max(1) - 1;
            assert_eq!(got(&cache, &last.to_string()).is_some(), run > 0);
            cache.put(key(&run.to_string()), vec![1; 100]);
            kept = after(kept, cache);
            assert!(Cache::of(kept.clone()).has(key(&run.to_string())));
        }
        let cache = Cache::of(kept);
        let there = (0..many).filter(|run| cache.has(key(&run.to_string())));
        assert!((2..=4).contains(&there.count()));
    }

    #[test]
    fn the_last_of_one_key_counts() {
        let mut kept = full();
        let cut = kept.len() - 1;
        kept[cut] ^= 1;
        let cache = Cache::of(kept.clone());
        assert_eq!(got(&cache, "two"), None);
        assert!(cache.get(key("one")).is_some());
        cache.put(key("two"), b"dos".to_vec());
        let cache = Cache::of(after(kept, cache));
        assert_eq!(got(&cache, "two"), Some(b"dos".to_vec()));
    }

    #[test]
    fn behind_what_was_cut_off_nothing_is_put() {
        let full = full();
        for end in 0..full.len() {
            let cache = Cache::of(full[..end].to_vec());
            cache.put(key("three"), b"tres".to_vec());
            let _ = cache.get(key("one"));
            let whole = after(full[..end].to_vec(), cache);
            assert_eq!(got(&Cache::of(whole), "three"), Some(b"tres".to_vec()), "{end}");
        }
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
                    assert!(got.as_ref().is_none_or(|got| *got == said), "{at}: {got:?}");
                }
            }
        }
        for end in 0..full.len() {
            let cache = Cache::of(full[..end].to_vec());
            let got = cache.get(key("two"));
            assert!(got.as_ref().is_none_or(|got| *got == b"dos"[..]), "{end}: {got:?}");
        }
    }
}
