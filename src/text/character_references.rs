//! Character references of HTML: `&mdash;`, `&#8212;`, `&#x2014;` (HTML Living Standard
//! §13.5).

use quick_xml::escape::resolve_html5_entity;

/// The longest reference that is read, in bytes.
const LONGEST: usize = 12;

/// Reads a character reference at the beginning of a text: the character, and the length of
/// the reference in bytes. One that stands for several characters is not read.
#[must_use]
pub fn read_reference(text: &str) -> Option<(char, usize)> {
    let inner = text.strip_prefix('&')?;
    let end = inner.bytes().take(LONGEST).position(|byte| byte == b';')?;
    let name = &inner[..end];
    let character = if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16),
            None => number.parse(),
        };
        char::from_u32(code.ok()?).filter(|c| !c.is_control())?
    } else {
        let mut characters = resolve_html5_entity(name)?.chars();
        characters.next().filter(|_| characters.as_str().is_empty())?
    };
    Some((character, end + 2))
}

#[cfg(test)]
mod tests {
    use super::read_reference;

    #[test]
    fn references_are_read() {
        assert_eq!(read_reference("&mdash; y"), Some(('\u{2014}', 7)));
        assert_eq!(read_reference("&#233;"), Some(('é', 6)));
        assert_eq!(read_reference("&#x201C;"), Some(('“', 8)));
        for other in ["& y;", "&nada;", "&#0;", "&mdash", "&#xD800;", "mdash;"] {
            assert_eq!(read_reference(other), None, "{other}");
        }
    }
}
