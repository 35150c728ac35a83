//! Addresses in pages, and pictures that are written into them.

use crate::text::addresses::decode_percent;

/// The address of a file in the archive, from that of the page that names it. Addresses
/// outside the archive, and all addresses of a page without a path, stay as they are.
pub(super) fn resolve_address(page: &str, address: &str) -> String {
    if page.is_empty() || is_outside(address) {
        return address.to_owned();
    }
    let decoded = decode_percent(address);
    let decoded = String::from_utf8_lossy(&decoded);
    if decoded.is_empty() {
        return page.to_owned();
    }
    let mut parts: Vec<&str> = Vec::new();
    if let (Some((folder, _)), false) = (page.rsplit_once('/'), decoded.starts_with('/'))
    {
        parts.extend(folder.split('/'));
    }
    for part in decoded.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Whether an address names its scheme or another host.
pub(super) fn is_outside(address: &str) -> bool {
    if address.starts_with("//") {
        return true;
    }
    let Some((scheme, _)) = address.split_once(':') else { return false };
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
}

/// The bytes of a `data:` address and the extension for its type (RFC 2397); `None` for any
/// other address, and for anything but a picture.
pub(super) fn read_data_address(address: &str) -> Option<(Vec<u8>, &'static str)> {
    let scheme = address.get(..5)?;
    if !scheme.eq_ignore_ascii_case("data:") {
        return None;
    }
    let (kind, data) = address.get(5..)?.split_once(',')?;
    let kind = kind.to_ascii_lowercase();
    let extension = match kind.split(';').next()?.trim() {
        "image/png" => "png",
        "image/jpeg" | "image/jpg" => "jpg",
        "image/gif" => "gif",
        "image/bmp" => "bmp",
        "image/svg+xml" => "svg",
        "image/tiff" => "tiff",
        "image/webp" => "webp",
        _ => return None,
    };
    let bytes = decode_percent(data);
    let is_base64 = kind.rsplit(';').next()?.trim() == "base64";
    // Some programs write the alphabet for addresses (RFC 4648 §5).
    let to_standard = |byte| match byte {
        b'-' => b'+',
        b'_' => b'/',
        other => other,
    };
    let decode = |bytes: Vec<u8>| decode_base64(bytes.into_iter().map(to_standard));
    Some((if is_base64 { decode(bytes)? } else { bytes }, extension))
}

/// Decodes Base64 (RFC 4648 §4), with white space between the characters; `None` if it is
/// something else.
pub(super) fn decode_base64(text: impl Iterator<Item = u8>) -> Option<Vec<u8>> {
    let mut decoded = Vec::with_capacity(text.size_hint().0 / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0_u32);
    for byte in text.filter(|byte| !byte.is_ascii_whitespace()) {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => break,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(value)) & 0xFF_FFFF;
        count += 6;
        if count >= 8 {
            count -= 8;
            decoded.push(u8::try_from((bits >> count) & 0xFF).ok()?);
        }
    }
    Some(decoded)
}

#[cfg(test)]
mod tests {
    use super::{decode_base64, read_data_address, resolve_address};

    #[test]
    fn addresses_are_resolved_within_the_archive() {
        assert_eq!(
            resolve_address("OPS/text/a.xhtml", "../images/x%20y.png"),
            "OPS/images/x y.png"
        );
        assert_eq!(resolve_address("a.xhtml", "b.xhtml"), "b.xhtml");
        assert_eq!(resolve_address("OPS/a.xhtml", ""), "OPS/a.xhtml");
        assert_eq!(resolve_address("OPS/a.xhtml", "https://x.org/y"), "https://x.org/y");
        assert_eq!(resolve_address("", "../x.png"), "../x.png");
    }

    #[test]
    fn data_addresses_are_decoded() {
        let read = read_data_address("data:image/png;base64,aGVs\nbG8%3D");
        assert_eq!(read, Some((b"hello".to_vec(), "png")));
        let read = read_data_address("data:image/svg+xml,%3Csvg/%3E");
        assert_eq!(read, Some((b"<svg/>".to_vec(), "svg")));
        assert_eq!(read_data_address("data:image/png;base64,*"), None);
    }

    #[test]
    fn base64_is_decoded() {
        assert_eq!(decode_base64("UGx\n pZWdv".bytes()).as_deref(), Some(&b"Pliego"[..]));
        assert_eq!(decode_base64("UGxpZQ==".bytes()).as_deref(), Some(&b"Plie"[..]));
        assert_eq!(decode_base64("<p>".bytes()), None);
    }
}
