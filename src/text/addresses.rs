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
    use super::decode_percent;

    #[test]
    fn percent_encoded_characters_are_decoded() {
        assert_eq!(decode_percent("a%20b%C3%B1.png"), "a bñ.png".as_bytes());
        assert_eq!(decode_percent("100%.png"), "100%.png".as_bytes());
        assert_eq!(decode_percent("%ff.png"), b"\xff.png");
    }
}
