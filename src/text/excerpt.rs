//! Shortens long texts for messages.

/// The most characters of a text that a message quotes.
const LONGEST: usize = 60;

/// A text as a message quotes it, shortened if it is long: an address that is an image
/// itself may have millions of characters.
#[must_use]
pub fn excerpt(words: &str) -> String {
    truncate(words, LONGEST)
}

/// The first `letters` characters of a text, with an ellipsis if it has more.
#[must_use]
pub fn truncate(words: &str, letters: usize) -> String {
    match words.char_indices().nth(letters) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, excerpt, truncate};

    #[test]
    fn only_long_texts_are_shortened() {
        let fits = "ñ".repeat(LONGEST);
        assert_eq!(excerpt(&fits), fits);
        assert_eq!(excerpt(&format!("{fits}a")), format!("{fits}…"));
        assert_eq!(truncate("molino", 3), "mol…");
    }
}
