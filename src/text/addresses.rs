//! Lines that hold a mail address, or the address of a page on the web.

/// An address, with a few words before it that begin with a capital and nothing behind.
#[must_use]
pub fn is_contact(line: &str) -> bool {
    let mut words = line.split_whitespace().rev();
    let address = words.next().is_some_and(is_address);
    let first = line.chars().find(|c| c.is_alphabetic());
    let alone = words.next().is_none();
    address && (alone || first.is_some_and(char::is_uppercase))
}

/// A mail address, or the address of a page.
fn is_address(word: &str) -> bool {
    let mail = word.split_once('@').is_some_and(|(name, host)| {
        !name.is_empty() && host.contains('.') && !host.starts_with('.')
    });
    let starts = |start: &str| {
        word.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start))
    };
    mail || ["http://", "https://", "www."].into_iter().any(starts)
}
