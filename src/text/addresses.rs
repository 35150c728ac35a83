//! Lines with a mail or web address.

/// Whether a line is an address, with at most a few words before it that begin with a
/// capital, and nothing after it.
#[must_use]
pub fn is_contact_line(line: &str) -> bool {
    let mut words = line.split_whitespace().rev();
    let address = words.next().is_some_and(is_address);
    let first = line.chars().find(|c| c.is_alphabetic());
    let alone = words.next().is_none();
    address && (alone || first.is_some_and(char::is_uppercase))
}

/// Whether a word is a mail or web address.
fn is_address(word: &str) -> bool {
    let mail = word.split_once('@').is_some_and(|(name, host)| {
        !name.is_empty() && host.contains('.') && !host.starts_with('.')
    });
    let starts = |start: &str| {
        word.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start))
    };
    mail || ["http://", "https://", "www."].into_iter().any(starts)
}
