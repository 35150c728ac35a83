//! Mail and web addresses in lines of text.

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

/// Signs after which a line may end inside an address, whatever follows.
const BREAKS_AFTER: [char; 8] = ['/', '=', '_', '&', '?', '%', '#', '~'];

/// Signs before which a line may end inside an address (*The Chicago Manual of Style*, 17th
/// ed., 14.18). Full stops and hyphens have to be followed by a letter or a figure.
const BREAKS_BEFORE: [char; 9] = ['/', '=', '_', '&', '?', '%', '#', '~', '+'];

/// Whether a run of characters without spaces is or contains an address, or part of one that
/// began on the line above: no word has two slashes, or a slash and a full stop inside.
#[must_use]
pub fn is_address_run(run: &str) -> bool {
    // A shortcut: most words have none of these.
    if !run.contains(['/', '.', '@']) {
        return false;
    }
    let inner = run.trim_start_matches(|c: char| !c.is_alphanumeric());
    let slashes = run.matches('/').count();
    is_address(inner)
        || run.contains("://")
        || slashes > 1
        || slashes == 1 && has_inner(inner, &['.'])
}

/// Whether an address at the end of a line goes on in the next.
///
/// ```
/// use pliego::text::addresses::address_goes_on;
///
/// assert!(address_goes_on("see https://www.", "example.org/molino."));
/// assert!(address_goes_on("see https://example.org", "/molino."));
/// assert!(!address_goes_on("see https://example.org.", "The mill is old."));
/// ```
#[must_use]
pub fn address_goes_on(line: &str, next: &str) -> bool {
    let last = line.rsplit(char::is_whitespace).next().unwrap_or_default();
    let first = next.split(char::is_whitespace).next().unwrap_or_default();
    let (mut before, mut after) = (last.chars().rev(), first.chars());
    let (Some(end), Some(start)) = (before.next(), after.next()) else { return false };
    let joins = match (end, start) {
        ('/', _) => true,
        (end, start) if BREAKS_AFTER.contains(&end) => start.is_alphanumeric(),
        (_, '.' | '-') => after.next().is_some_and(char::is_alphanumeric),
        (_, start) if BREAKS_BEFORE.contains(&start) => true,
        // A sentence may end here, too.
        ('.', start) => start.is_alphanumeric() && has_inner(first, &['.', '/']),
        _ => false,
    };
    joins && is_address_run(last)
}

/// Whether a run has a sign before a letter or a figure, as `example.org` has a full stop.
fn has_inner(run: &str, signs: &[char]) -> bool {
    let mut found = run.match_indices(signs);
    found.any(|(at, _)| run[at + 1..].starts_with(char::is_alphanumeric))
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

/// The bytes of an address in which `%20` stands for a space (RFC 3986 §2.1).
#[must_use]
pub fn decode_percent(address: &str) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(address.len());
    let mut bytes = address.bytes();
    while let Some(byte) = bytes.next() {
        let mut ahead = bytes.clone();
        let digits = [ahead.next(), ahead.next()].map(|digit| {
            digit.and_then(|digit| char::from(digit).to_digit(16)).map(u8::try_from)
        });
        match (byte, digits) {
            (b'%', [Some(Ok(high)), Some(Ok(low))]) => {
                decoded.push(high * 16 + low);
                bytes = ahead;
            }
            _ => decoded.push(byte),
        }
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::{address_goes_on, decode_percent, is_address_run};

    #[test]
    fn addresses_are_no_words() {
        for run in [
            "(https://example.org",
            "www.example.org/a",
            "a@example.org",
            "a/b/c-d",
            "example.org/a",
        ] {
            assert!(is_address_run(run), "{run}");
        }
        for run in ["and/or", "e.g.", "well-known", "3/4", "ilprincipio.Dunque"] {
            assert!(!is_address_run(run), "{run}");
        }
    }

    #[test]
    fn addresses_go_on_in_the_next_line() {
        let broken = [
            ("http://example.org/", "Molino/rio"),
            ("http://example.org/a_", "b"),
            ("http://example.org/a?b=", "12"),
            ("http://example.org/a", "?b=12"),
            ("http://example", ".org"),
            ("https://www.", "example.org"),
        ];
        for (line, next) in broken {
            assert!(address_goes_on(line, next), "{line} {next}");
        }
        let whole = [
            ("http://example.org", "and others"),
            ("http://example.org.", "The mill"),
            ("http://example.org", "– that is"),
            ("this or/", "that"),
            ("", "example.org"),
        ];
        for (line, next) in whole {
            assert!(!address_goes_on(line, next), "{line} {next}");
        }
    }

    #[test]
    fn percent_encoded_characters_are_decoded() {
        assert_eq!(decode_percent("a%20b%C3%B1.png"), "a bñ.png".as_bytes());
        assert_eq!(decode_percent("100%.png"), "100%.png".as_bytes());
        assert_eq!(decode_percent("%ff.png"), b"\xff.png");
    }
}
