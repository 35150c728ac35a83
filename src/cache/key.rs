//! Keys of cache entries: digests of all that an entry is made from.

use std::fmt;
use std::hash::{Hash, Hasher};

use sha2::{Digest, Sha256};

/// The key of a cache entry: a digest of all that it was made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub(super) [u8; 32]);

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// All that an entry is made from, until it becomes a key. The parts and their order
/// distinguish recipes; so every part must mark its end, as [`Hash`] does.
#[derive(Debug, Clone)]
pub struct Recipe(Vec<u8>);

/// The program: other sources, another compiler or other crates make another one.
const PROGRAM: &str = env!("PLIEGO_PROGRAM");

impl Recipe {
    /// A recipe for a kind of entry, made by this program.
    #[must_use]
    pub fn for_kind(kind: &str) -> Self {
        Self::nameless().with(PROGRAM).with(kind)
    }

    /// An empty recipe, the same in any program.
    pub(super) fn nameless() -> Self {
        Self(Vec::new())
    }

    /// Adds a part that the entry is made from.
    #[must_use]
    pub fn with(mut self, part: impl Hash) -> Self {
        part.hash(&mut ByteHasher(&mut self.0));
        self
    }

    /// The key.
    #[must_use]
    pub fn key(&self) -> Key {
        Key(Sha256::digest(&self.0).into())
    }
}

/// Records the bytes that a value feeds to a hasher.
struct ByteHasher<'a>(&'a mut Vec<u8>);

impl Hasher for ByteHasher<'_> {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// Never called: only the bytes are wanted.
    fn finish(&self) -> u64 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::Recipe;

    #[test]
    fn what_goes_in_makes_the_key_and_so_does_where_it_ends() {
        let key = |parts: &[&str]| {
            let recipe = Recipe::for_kind("a test");
            parts.iter().fold(recipe, Recipe::with).key()
        };
        assert_eq!(key(&["ab", "c"]), key(&["ab", "c"]));
        assert_ne!(key(&["ab", "c"]), key(&["a", "bc"]));
        assert_ne!(key(&["ab", "c"]), key(&["abc"]));
        assert_ne!(Recipe::for_kind("one").key(), Recipe::for_kind("other").key());
    }
}
