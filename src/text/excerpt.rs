//! The beginning of long words, for messages.

/// Letters of a text that a message says at most.
const LONGEST: usize = 60;

/// Words as a message says them: of many the beginning. An address that is an image itself
/// may have millions of letters.
#[must_use]
pub fn excerpt(words: &str) -> String {
    beginning(words, LONGEST)
}

/// Words, or of more letters than these the beginning.
#[must_use]
pub fn beginning(words: &str, letters: usize) -> String {
    match words.char_indices().nth(letters) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, beginning, excerpt};

    #[test]
    fn only_what_is_too_long_is_cut() {
        let fits = "ñ".repeat(LONGEST);
        assert_eq!(excerpt(&fits), fits);
        assert_eq!(excerpt(&format!("{fits}a")), format!("{fits}…"));
        assert_eq!(beginning("molino", 3), "mol…");
    }
}
