//! Markup becomes tags and text, whether it is well-formed or not.
//!
//! hOCR is HTML that programs write by hand, with tags that do not match, stray `<` and
//! `&`, and comments that do not end. So nothing is an error here: what is no tag is text.

use std::borrow::Cow;

use quick_xml::escape::resolve_html5_entity;

/// The most characters of an entity; the longest of HTML has 31.
const LONGEST_ENTITY: usize = 32;

/// A part of the markup.
#[derive(Debug)]
pub(super) enum Token<'a> {
    /// The beginning of an element.
    Start {
        /// Its name without a namespace prefix.
        name: &'a str,
        attributes: TagAttributes<'a>,
        /// It is also the end (`<br/>`).
        empty: bool,
    },
    /// The end of an element.
    End { name: &'a str },
    /// Characters between tags.
    Text(Cow<'a, str>),
}

/// The attributes of a tag; names are without a namespace prefix.
#[derive(Debug, Default)]
pub(super) struct TagAttributes<'a>(Vec<(&'a str, Cow<'a, str>)>);

impl TagAttributes<'_> {
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let same = |(other, _): &&(&str, Cow<'_, str>)| other.eq_ignore_ascii_case(name);
        self.0.iter().find(same).map(|(_, value)| value.as_ref())
    }
}

/// The tags and the text of a file, one after the other.
pub(super) struct Markup<'a> {
    text: &'a str,
    at: usize,
    /// What was looked for and does not come again: without this, many openings without an
    /// end would each search the rest of the file.
    absent: Vec<&'static str>,
    has_doctype: bool,
}

impl<'a> Markup<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0, absent: Vec::new(), has_doctype: false }
    }

    /// The line of the next token, from 1.
    pub(super) fn line(&self) -> usize {
        self.text.get(..self.at).unwrap_or_default().matches('\n').count() + 1
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Where something is for the first time after an offset.
    fn find(&mut self, wanted: &'static str, from: usize) -> Option<usize> {
        if self.absent.contains(&wanted) {
            return None;
        }
        let found = self.text.get(from..).and_then(|rest| rest.find(wanted));
        if found.is_none() {
            self.absent.push(wanted);
        }
        Some(from + found?)
    }

    /// Passes a comment, an instruction or a declaration, or reads a CDATA section; `None`
    /// when the `<` begins none: an OCR program has read such characters from the page.
    fn skip_declaration(&mut self) -> Option<Token<'a>> {
        let (rest, at) = (self.rest(), self.at);
        let is_named = |from: usize| rest.get(from..).is_some_and(starts_with_name);
        let nothing = Some(Token::Text(Cow::Borrowed("")));
        if rest.starts_with("<!--") {
            self.at = self.find("-->", at + 4)? + 3;
        } else if rest.starts_with("<![CDATA[") {
            let end = self.find("]]>", at + 9)?;
            self.at = end + 3;
            return self.text.get(at + 9..end).map(|text| Token::Text(text.into()));
        } else if rest.starts_with("<?") && is_named(2) {
            self.at = self.find("?>", at + 2)? + 2;
        } else if rest.starts_with("<!") && is_named(2) {
            let mut end = self.find(">", at)?;
            let declared = self.text.get(at..end).unwrap_or_default();
            // Entities that a document declares are not expanded.
            if !self.has_doctype && declared.contains('[') {
                end = self.find("]", at).and_then(|end| self.find(">", end))?;
            }
            self.has_doctype = true;
            self.at = end + 1;
        } else {
            return None;
        }
        nothing
    }

    /// Reads an end tag or a start tag; `None` when the `<` begins none.
    fn read_tag(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        let (closes, from) = match rest.strip_prefix("</") {
            Some(_) => (true, self.at + 2),
            None => (false, self.at + 1),
        };
        let body = self.text.get(from..)?;
        if !starts_with_name(body) {
            return None;
        }
        let ends_name = |c: char| c.is_whitespace() || matches!(c, '>' | '/' | '<');
        let name_end = from + body.find(ends_name)?;
        let name = without_prefix(self.text.get(from..name_end)?);
        self.at = name_end;
        let attributes = self.read_attributes();
        let empty = self.rest().starts_with("/>");
        if empty {
            self.at += 1;
        }
        if self.rest().starts_with('>') {
            self.at += 1;
        }
        Some(if closes {
            Token::End { name }
        } else {
            Token::Start { name, attributes, empty }
        })
    }

    /// Reads attributes up to the end of their tag.
    fn read_attributes(&mut self) -> TagAttributes<'a> {
        let mut attributes = TagAttributes::default();
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            // A `<` begins the next tag: this one has lost its end.
            let ends_tag = trimmed.starts_with(['>', '<']) || trimmed.starts_with("/>");
            if trimmed.is_empty() || ends_tag {
                return attributes;
            }
            let ends = |c: char| c.is_whitespace() || matches!(c, '=' | '>' | '<' | '/');
            let end = trimmed.find(ends).unwrap_or(trimmed.len());
            // A character that can be in no name is passed, so that the loop ends.
            if end == 0 && !trimmed.starts_with('=') {
                self.at += trimmed.chars().next().map_or(1, char::len_utf8);
                continue;
            }
            let name = trimmed.get(..end).unwrap_or_default();
            self.at += end;
            let after = self.rest();
            let value = match after.trim_start().strip_prefix('=') {
                Some(value) => {
                    self.at += after.len() - value.trim_start().len();
                    self.read_value()
                }
                None => Cow::Borrowed(""),
            };
            attributes.0.push((without_prefix(name), value));
        }
    }

    /// Reads the value of an attribute, with or without quotation marks.
    fn read_value(&mut self) -> Cow<'a, str> {
        for quote in ["\"", "'"] {
            if !self.rest().starts_with(quote) {
                continue;
            }
            let from = self.at + 1;
            if let Some(end) = self.find(quote, from) {
                self.at = end + 1;
                return resolve_entities(self.text.get(from..end).unwrap_or_default());
            }
            self.at = from;
        }
        let rest = self.rest();
        let end = rest.find(|c: char| c.is_whitespace() || c == '>');
        let value = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        self.at += value.len();
        resolve_entities(value)
    }
}

impl<'a> Iterator for Markup<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        if rest.starts_with('<')
            && let Some(token) = self.skip_declaration().or_else(|| self.read_tag())
        {
            return Some(token);
        }
        // What begins here is text, also a `<` that begins no tag.
        let first = rest.chars().next()?.len_utf8();
        let end = rest.get(first..).and_then(|rest| rest.find('<'));
        let text = rest.get(..end.map_or(rest.len(), |end| first + end))?;
        self.at += text.len();
        Some(Token::Text(resolve_entities(text)))
    }
}

fn starts_with_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// A name without its namespace prefix.
fn without_prefix(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

/// Replaces numeric character references and the named ones of HTML, which include the
/// five of XML. What is no reference stays as it is.
pub(super) fn resolve_entities(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut resolved = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        resolved.push_str(rest.get(..at).unwrap_or_default());
        rest = rest.get(at + 1..).unwrap_or_default();
        let semicolon = rest.bytes().take(LONGEST_ENTITY + 1).position(|b| b == b';');
        let name = semicolon.and_then(|end| rest.get(..end));
        match name.and_then(resolve_entity) {
            Some(characters) => {
                resolved.push_str(&characters);
                rest = rest.get(name.map_or(0, str::len) + 1..).unwrap_or_default();
            }
            None => resolved.push('&'),
        }
    }
    resolved.push_str(rest);
    Cow::Owned(resolved)
}

fn resolve_entity(name: &str) -> Option<Cow<'static, str>> {
    let Some(number) = name.strip_prefix('#') else {
        return resolve_html5_entity(name).map(Cow::Borrowed);
    };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => number.parse(),
    };
    let code = char::from_u32(code.ok()?).filter(|c| *c != '\0');
    Some(code.unwrap_or(char::REPLACEMENT_CHARACTER).to_string().into())
}
