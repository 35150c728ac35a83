//! Keys: digests of recipes.

use std::fmt;
use std::hash::{Hash, Hasher};

use sha2::{Digest, Sha256};

/// What something is kept under: a digest of all that it was made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub(super) [u8; 32]);

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// All that something is made of, until it becomes a key. What was put in and in which order
/// tells one recipe from another; so every part has to say where it ends, as [`Hash`] does.
#[derive(Debug, Clone)]
pub struct Recipe(Vec<u8>);

/// The program: of other sources, another compiler or other crates, it is another.
const PROGRAM: &str = env!("PLIEGO_PROGRAM");

impl Recipe {
    /// The recipe of a kind of thing, by this program.
    #[must_use]
    pub fn for_kind(kind: &str) -> Self {
        Self::nameless().with(PROGRAM).with(kind)
    }

    /// A recipe of nothing, by any program.
    pub(super) fn nameless() -> Self {
        Self(Vec::new())
    }

    /// The same with something more that the thing is made of.
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

/// Takes down what a value says of itself to a hasher.
struct ByteHasher<'a>(&'a mut Vec<u8>);

impl Hasher for ByteHasher<'_> {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// Nobody asks: what is wanted are the bytes.
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
