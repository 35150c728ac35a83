//! Attributes as pandoc writes them: `{#id .class key="value"}` directly after a heading, an
//! image, a link or words in brackets (Pandoc User's Guide, extensions `header_attributes`,
//! `link_attributes` and `bracketed_spans`).

use super::write::escape::escape_attribute;

/// Attributes in braces.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Attributes<'a> {
    /// The bytes from the opening brace to the closing one.
    pub(super) length: usize,
    /// The identifier, without the number sign.
    pub(super) id: Option<&'a str>,
    /// The classes, without the full stop.
    pub(super) classes: Vec<&'a str>,
    /// The keys with their values.
    pub(super) pairs: Vec<(&'a str, &'a str)>,
}

/// More bytes are no attributes: without a bound, each of many opening braces would look at
/// the rest of the text.
const LONGEST: usize = 400;

/// Parses the attributes that a text begins with; none if it begins otherwise, or if the
/// braces are empty.
pub(super) fn parse_attributes(text: &str) -> Option<Attributes<'_>> {
    let mut attributes = Attributes::default();
    let text = &text[..text.floor_char_boundary(LONGEST)];
    let inner = text.strip_prefix('{')?;
    let mut rest = inner;
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix('}') {
            attributes.length = text.len() - after.len();
            let is_empty = attributes.length <= 2 || inner.trim_start().starts_with('}');
            return (!is_empty).then_some(attributes);
        }
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '}' | '='))?;
        let name = &rest[..end];
        let is_pair = rest[end..].starts_with('=');
        let (sign, word) = match name.strip_prefix(['#', '.']) {
            Some(word) => (name.chars().next(), word),
            None => (None, name),
        };
        if is_pair && sign.is_none() && is_name(word) {
            let value = &rest[end + 1..];
            let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
            let (value, after) = match quote {
                Some(quote) => value[1..].split_once(quote)?,
                None => {
                    value.split_at(value.find(|c: char| c.is_whitespace() || c == '}')?)
                }
            };
            if value.contains("\n\n") {
                return None;
            }
            attributes.pairs.push((word, value));
            rest = after;
            continue;
        }
        match sign {
            Some('#') if is_name(word) && !is_pair => attributes.id = Some(word),
            Some('.') if is_name(word) && !is_pair => attributes.classes.push(word),
            None if name == "-" => attributes.classes.push(UNNUMBERED),
            _ => return None,
        }
        rest = &rest[end..];
    }
}

/// The attributes that a text ends with, and the byte at which they begin.
pub(super) fn find_last_attributes(text: &str) -> Option<(usize, Attributes<'_>)> {
    let open = text.rfind('{')?;
    let attributes = parse_attributes(&text[open..])?;
    (open + attributes.length == text.len()).then_some((open, attributes))
}

/// What `-` stands for after a heading.
pub(super) const UNNUMBERED: &str = "unnumbered";

/// Whether a word may be the name of an attribute.
fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ':' | '.'))
}

impl Attributes<'_> {
    /// The value of a key.
    pub(super) fn value(&self, key: &str) -> Option<&str> {
        self.pairs.iter().find(|(name, _)| *name == key).map(|(_, value)| *value)
    }

    /// The attributes as HTML has them, each after a space.
    pub(super) fn write_html(&self) -> String {
        let mut html = String::new();
        let mut write = |name: &str, value: &str| {
            html.extend([" ", name, "=\"", &escape_attribute(value), "\""]);
        };
        if let Some(id) = self.id {
            write("id", id);
        }
        if !self.classes.is_empty() {
            write("class", &self.classes.join(" "));
        }
        for (key, value) in &self.pairs {
            write(if *key == "entry" { "data-entry" } else { key }, value);
        }
        html
    }

    /// The first key that means nothing here, or the first class that is not `allowed`.
    pub(super) fn find_unknown(&self, allowed: fn(&str) -> bool) -> Option<String> {
        const KEYS: [&str; 8] =
            ["width", "height", "lang", "alt", "role", "title", "entry", "id"];
        let class = self.classes.iter().find(|class| !allowed(class));
        let key = self.pairs.iter().find(|(key, _)| !KEYS.contains(key));
        class.map(|class| format!(".{class}")).or_else(|| {
            let (key, value) = key?;
            Some(format!("{key}=\"{value}\""))
        })
    }
}

/// The longest emoji shortcode, in bytes.
const LONGEST_SHORTCODE: usize = 40;

/// The length of the emoji shortcode that a text begins with, `:smile:` as `GitHub` has it:
/// letters, figures and signs without a space, a small letter among them.
pub(super) fn measure_shortcode(text: &str) -> Option<usize> {
    let name = text.strip_prefix(':')?;
    let name = &name[..name.floor_char_boundary(LONGEST_SHORTCODE)];
    let end =
        name.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '+' | '-'))?;
    let closes = name[end..].starts_with(':')
        && name[..end].contains(|c: char| c.is_ascii_lowercase())
        && !name[end + 1..].starts_with(char::is_alphanumeric);
    closes.then_some(end + 2)
}

#[cfg(test)]
mod tests {
    use super::parse_attributes;

    #[test]
    fn braces_with_attributes_are_recognised() {
        for text in [
            "{#two}",
            "{#a-b .unnumbered}",
            "{.smallcaps}, and more",
            "{width=50% height=\"2 in\"}",
            "{-}",
            "{ .a\n.b }",
        ] {
            let attributes = parse_attributes(text).unwrap();
            assert!(text[..attributes.length].ends_with('}'), "{text}");
        }
        for text in [
            "{}", "{ }", "{sic}", "{12}", "{.}", "{#}", "{a b}", "{=html}", "{.a", "(.a)",
        ] {
            assert_eq!(parse_attributes(text), None, "{text}");
        }
    }
}
