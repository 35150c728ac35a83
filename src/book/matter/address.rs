//! Addresses outside the book, as an edition may contain them.

use std::fmt::Write;

/// The longest address, in bytes, that software should support (RFC 9110 §4.1). An edition
/// repeats an address on each line of its link.
pub(crate) const LONGEST_ADDRESS: usize = 8_000;

/// An address that a reader can follow and a validator accepts, or `None`.
///
/// Only absolute `http`, `https` and `mailto` addresses can be followed from a book: a
/// relative one would name a file beside it or in the package, and other schemes run
/// programs. Characters that RFC 3986 §2 does not allow are percent-encoded. A host must be
/// a plain DNS name. An address of more than [`LONGEST_ADDRESS`] bytes is refused.
pub(crate) fn web_address(target: &str) -> Option<String> {
    let target = target.trim();
    if target.len() > LONGEST_ADDRESS {
        return None;
    }
    let (scheme, rest) = target.split_once(':')?;
    let scheme = scheme.to_ascii_lowercase();
    match scheme.as_str() {
        "mailto" => {
            rest.contains('@').then(|| format!("mailto:{}", percent_encode(rest)))
        }
        "http" | "https" => {
            let rest = rest.strip_prefix("//")?;
            let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
            let (authority, path) = rest.split_at(end);
            is_authority(authority).then(|| {
                format!(
                    "{scheme}://{}{}",
                    authority.to_ascii_lowercase(),
                    percent_encode(path)
                )
            })
        }
        _ => None,
    }
}

/// Whether the text of a link is an address other than its target, which misleads readers
/// who trust the text. For web addresses only the hosts are compared, without `www.`; the
/// rest of the address is ignored.
pub(crate) fn misleads(words: &str, target: &str) -> bool {
    let words = words.trim();
    let said = if words.starts_with("www.") {
        web_address(&format!("http://{words}"))
    } else {
        web_address(words)
    };
    match (said, web_address(target)) {
        (Some(said), Some(leads)) => find_host(&said) != find_host(&leads),
        _ => false,
    }
}

/// The host, or the mailbox, of an address.
fn find_host(address: &str) -> String {
    let (scheme, rest) = address.split_once(':').unwrap_or(("", address));
    let rest = rest.strip_prefix("//").unwrap_or(rest);
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let host = rest[..end].to_ascii_lowercase();
    match scheme {
        "mailto" => host,
        _ => format!("//{}", host.strip_prefix("www.").unwrap_or(&host)),
    }
}

/// A DNS name, with or without a port (RFC 3986 §3.2 without user information).
fn is_authority(authority: &str) -> bool {
    let (host, port) = authority.split_once(':').unwrap_or((authority, "80"));
    let label = |label: &str| {
        !label.is_empty()
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
    };
    host.split('.').all(label) && port.parse::<u16>().is_ok()
}

/// Percent-encodes characters that are not allowed in a path, query or fragment (RFC 3986
/// §2.1).
fn percent_encode(part: &str) -> String {
    let mut encoded = String::with_capacity(part.len());
    let bytes = part.as_bytes();
    let mut fragment = false;
    for (index, &byte) in bytes.iter().enumerate() {
        let escape_follows = || {
            let digits = bytes.get(index + 1..index + 3);
            digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
        };
        let is_allowed = match byte {
            b'%' => escape_follows(),
            // Only the first number sign begins the fragment.
            b'#' => !std::mem::replace(&mut fragment, true),
            _ => byte.is_ascii_alphanumeric() || b"-._~:/?@!$&'()*+,;=".contains(&byte),
        };
        if is_allowed {
            encoded.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

/// The extensions of the files that a book is made of.
const SOURCES: [&str; 7] = ["md", "markdown", "txt", "docx", "odt", "html", "xhtml"];

/// Whether an address is a place in the book: in this document (`#id`), or in another one of
/// it (`02.md`, `02.md#id`).
pub(crate) fn is_in_book(target: &str) -> bool {
    let file = target.split('#').next().unwrap_or_default();
    let extension = file.rsplit_once('.').map(|(_, extension)| extension);
    let is_source =
        |extension: &str| SOURCES.iter().any(|one| one.eq_ignore_ascii_case(extension));
    let is_place = file.is_empty() && target.len() > 1;
    is_place || !file.contains([':', '?']) && extension.is_some_and(is_source)
}

#[cfg(test)]
mod tests {
    use super::{misleads, web_address};

    #[test]
    fn words_that_are_another_address_mislead() {
        for (words, target, expected) in [
            ("http://banco.example", "http://ladron.example", true),
            ("www.banco.example", "https://ladron.example/banco.example", true),
            ("mailto:ana@banco.example", "mailto:ana@ladron.example", true),
            ("http://banco.example", "mailto:ana@banco.example", true),
            ("http://www.Banco.example/a", "https://banco.example/b?c", false),
            ("www.banco.example", "http://banco.example", false),
            ("mailto:ana@banco.example", "mailto:Ana@banco.example?subject=a", false),
            ("El banco", "http://ladron.example", false),
            ("http://banco.example y más", "http://ladron.example", false),
            ("http://banco.example", "#uno", false),
        ] {
            assert_eq!(misleads(words, target), expected, "{words} to {target}");
        }
    }

    #[test]
    fn follows_what_can_be_followed() {
        let cases = [
            (
                "https://example.org/a b?q=ñ#x#y",
                Some("https://example.org/a%20b?q=%C3%B1#x%23y"),
            ),
            ("HTTP://Example.org:8080", Some("http://example.org:8080")),
            ("http://example.org/100%", Some("http://example.org/100%25")),
            ("mailto:a@example.org", Some("mailto:a@example.org")),
            ("http://exa mple.org/", None),
            ("http://", None),
            ("javascript:alert(1)", None),
            ("other.html", None),
            ("#place", None),
            ("", None),
        ];
        for (target, address) in cases {
            assert_eq!(web_address(target).as_deref(), address, "{target}");
        }
    }
}
