//! The XML that an EPUB needs: elements with attributes, and characters.

use quick_xml::Reader;
use quick_xml::escape::{resolve_html5_entity, unescape};
use quick_xml::events::{BytesStart, Event};

use crate::audit::error::AuditError;

/// The name of an element, without prefix, and its attributes.
pub(super) struct MarkupTag {
    /// Its name, without prefix.
    pub(super) name: String,
    attributes: Vec<(String, String)>,
}

impl MarkupTag {
    pub(super) fn new(start: &BytesStart<'_>) -> Self {
        let attributes = start.attributes().flatten().map(|attribute| {
            let value = unescape(&attribute.value).unwrap_or_default().into_owned();
            (attribute.key.as_ref().to_owned(), value)
        });
        Self {
            attributes: attributes.collect(),
            name: start.local_name().as_ref().to_owned(),
        }
    }

    /// The value of an attribute; empty where there is none.
    pub(super) fn get(&self, name: &str) -> &str {
        let found = self.attributes.iter().find(|(key, _)| key == name);
        found.map_or("", |(_, value)| value)
    }

    /// Whether it has an attribute.
    pub(super) fn has(&self, name: &str) -> bool {
        self.attributes.iter().any(|(key, _)| key == name)
    }

    /// Whether it has a class.
    pub(super) fn has_class(&self, class: &str) -> bool {
        has_word(self.get("class"), class)
    }

    /// Whether it has a meaning, as an `epub:type` or as an ARIA role.
    pub(super) fn has_semantics(&self, kind: &str, role: &str) -> bool {
        has_word(self.get("epub:type"), kind) || has_word(self.get("role"), role)
    }
}

/// Whether a list of words contains a word.
pub(super) fn has_word(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|one| one == word)
}

/// The error for a file that is not well-formed.
pub(super) fn malformed(name: &str, cause: &dyn ToString) -> AuditError {
    AuditError::Markup { name: name.to_owned(), cause: cause.to_string() }
}

/// Calls `each` with every element of a file.
pub(super) fn visit_elements(
    name: &str,
    markup: &str,
    mut each: impl FnMut(&MarkupTag),
) -> Result<(), AuditError> {
    let mut reader = Reader::from_str(markup);
    loop {
        match reader.read_event().map_err(|cause| malformed(name, &cause))? {
            Event::Start(start) | Event::Empty(start) => each(&MarkupTag::new(&start)),
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

/// Calls `each` with every character of an event.
pub(super) fn event_characters(
    event: &Event<'_>,
    name: &str,
    each: &mut dyn FnMut(char),
) -> Result<(), AuditError> {
    match event {
        Event::Text(text) => {
            text.chars().for_each(each);
        }
        Event::CData(text) => {
            text.chars().for_each(each);
        }
        Event::GeneralRef(entity) => {
            if let Some(c) =
                entity.resolve_char_ref().map_err(|cause| malformed(name, &cause))?
            {
                each(c);
            } else {
                // Those of XML are among those of HTML, which EPUB 2 allows.
                resolve_html5_entity(entity).unwrap_or("\u{FFFD}").chars().for_each(each);
            }
        }
        _ => {}
    }
    Ok(())
}
