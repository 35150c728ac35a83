//! Web addresses in the text, and where lines may break inside them.
//!
//! A hyphen or full stop at the end of a line would be read as part of the address. So the
//! line breaks before such a sign, and never inside a word (*The Chicago Manual of Style*,
//! 17th ed., 14.18).

use std::ops::Range;

/// A line breaks before these signs.
const BEFORE: [char; 11] = ['/', '~', '.', ',', '-', '_', '?', '#', '%', '&', ':'];

/// A line breaks after these signs.
const BEHIND: [char; 2] = ['/', '='];

/// Signs around an address that are not part of it.
const AROUND: [char; 17] = [
    '(', '[', '<', '«', '“', '"', '\'', '’', '”', '»', '>', ']', ')', '.', ',', ';', ':',
];

/// This many characters of an address are too few for a line of their own.
const TAIL: usize = 6;

/// The byte ranges of the addresses in a text, in order.
pub(super) fn find_addresses(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if !text.contains("://") && !text.contains("www.") {
        return found;
    }
    let mut start = 0;
    for word in text.split_inclusive([' ', '\u{A0}', '\n']) {
        let bare = word.trim_end().trim_end_matches(AROUND);
        let address = bare.trim_start_matches(AROUND);
        let at = start + bare.len() - address.len();
        start += word.len();
        let scheme = address.split_once("://");
        let has_scheme = scheme.is_some_and(|(scheme, _)| {
            !scheme.is_empty() && scheme.bytes().all(|b| b.is_ascii_alphabetic())
        });
        if has_scheme || address.starts_with("www.") {
            found.push(at..at + address.len());
        }
    }
    found
}

/// The bytes at which a line may break inside an address.
pub(super) fn address_breaks(
    text: &str,
    address: &Range<usize>,
) -> impl Iterator<Item = usize> {
    let inside = &text[address.clone()];
    let start = address.start;
    let last = inside.char_indices().nth_back(TAIL - 1).map_or(0, |(at, _)| at);
    let possible = inside.char_indices().skip(1).take_while(move |(at, _)| *at <= last);
    possible.filter_map(move |(at, c)| {
        let before = inside[..at].chars().next_back()?;
        let after = inside[at + c.len_utf8()..].chars().next();
        // Two slashes are one sign, and a closing sign stays with what it closes.
        let parts = BEFORE.contains(&c)
            && before.is_alphanumeric()
            && after.is_some_and(|after| after.is_alphanumeric() || after == '/')
            && !inside[at..].starts_with("://");
        let follows = BEHIND.contains(&before)
            && c.is_alphanumeric()
            && (before != '/' || inside[..at].ends_with("//"));
        (parts || follows).then_some(start + at)
    })
}

#[cfg(test)]
mod tests {
    use super::{address_breaks, find_addresses};

    /// A text with a stroke at each break inside its addresses.
    fn shown(text: &str) -> String {
        let mut shown = String::new();
        let mut from = 0;
        for address in find_addresses(text) {
            for at in address_breaks(text, &address) {
                shown.push_str(&text[from..at]);
                shown.push('|');
                from = at;
            }
        }
        shown + &text[from..]
    }

    #[test]
    fn lines_turn_before_the_signs_of_an_address() {
        let cases = [
            (
                "see (https://example.org/a-b/page.php?id=9&x=ñ).",
                "see (https://|example|.org|/a|-b|/page|.php|?id=9&x=ñ).",
            ),
            ("«www.example.org/», and", "«www|.example.org/», and"),
            ("either/or, 3.5 and a://", "either/or, 3.5 and a://"),
            ("://x www.", "://x www."),
        ];
        for (text, expected) in cases {
            assert_eq!(shown(text), expected);
        }
    }
}
