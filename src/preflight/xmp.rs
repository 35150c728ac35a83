//! The metadata stream (ISO 32000-1 §14.3.2): its properties by namespace and name.

use std::collections::BTreeMap;

use quick_xml::NsReader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, Event};
use quick_xml::name::ResolveResult;

use super::object::PdfFile;

/// The most elements that are read.
const MOST: usize = 2_000;

/// The namespaces that are used here.
pub(super) const PDFXID: &str = "http://www.npes.org/pdfx/ns/id/";
pub(super) const PDF: &str = "http://ns.adobe.com/pdf/1.3/";
pub(super) const DUBLIN: &str = "http://purl.org/dc/elements/1.1/";
pub(super) const BASIC: &str = "http://ns.adobe.com/xap/1.0/";
pub(super) const PDFA: &str = "http://www.aiim.org/pdfa/ns/id/";

/// The metadata properties of a file.
#[derive(Debug, Clone, Default)]
pub(super) struct XmpProperties {
    /// There is a metadata stream.
    pub(super) present: bool,
    /// It is well-formed XML.
    pub(super) sound: bool,
    properties: BTreeMap<(String, String), String>,
}

impl XmpProperties {
    /// A property, as text.
    pub(super) fn get(&self, namespace: &str, name: &str) -> Option<&str> {
        let key = (namespace.to_owned(), name.to_owned());
        self.properties
            .get(&key)
            .map(|value| value.trim())
            .filter(|value| !value.is_empty())
    }

    /// Reads the metadata of a file.
    pub(super) fn from_file(pdf: &PdfFile) -> Self {
        let Some(stream) = pdf.get_stream(pdf.catalog(), "Metadata") else {
            return Self::default();
        };
        let text =
            pdf.decode_stream(stream).and_then(|bytes| String::from_utf8(bytes).ok());
        let mut xmp = Self { present: true, ..Self::default() };
        if let Some(text) = text {
            xmp.sound = xmp.parse(text.trim_start_matches('\u{FEFF}')).is_some();
        }
        xmp
    }

    fn parse(&mut self, text: &str) -> Option<()> {
        let mut reader = NsReader::from_str(text);
        // The open elements; those of RDF itself only contain others.
        let mut open: Vec<(String, String)> = Vec::new();
        let mut elements = 0;
        loop {
            let (namespace, event) = reader.read_resolved_event().ok()?;
            let namespace = match namespace {
                ResolveResult::Bound(namespace) => namespace.as_ref().to_owned(),
                _ => String::new(),
            };
            let closed = matches!(event, Event::Empty(_));
            match event {
                Event::Start(start) | Event::Empty(start) if elements < MOST => {
                    elements += 1;
                    let name = start.local_name();
                    let name = name.as_ref().to_owned();
                    for attribute in start.attributes().flatten() {
                        let (space, local) =
                            reader.resolver().resolve_attribute(attribute.key);
                        let ResolveResult::Bound(space) = space else { continue };
                        let space = space.as_ref().to_owned();
                        let local = local.as_ref().to_owned();
                        let value = attribute.value.to_string();
                        self.properties.insert((space, local), value);
                    }
                    if !closed {
                        open.push((namespace, name));
                    }
                }
                Event::End(_) => {
                    open.pop();
                }
                Event::Text(_) | Event::GeneralRef(_) => {
                    let text = match &event {
                        Event::Text(text) => text.to_string(),
                        Event::GeneralRef(entity) => resolve_entity(entity)?,
                        _ => String::new(),
                    };
                    let own = open.iter().rev().find(|(space, _)| {
                        !space.ends_with("22-rdf-syntax-ns#") && !space.is_empty()
                    });
                    if let Some(key) = own {
                        self.properties.entry(key.clone()).or_default().push_str(&text);
                    }
                }
                Event::Eof => return (elements > 0).then_some(()),
                _ => {}
            }
        }
    }
}

/// Resolves an entity.
fn resolve_entity(entity: &BytesRef<'_>) -> Option<String> {
    if let Some(character) = entity.resolve_char_ref().ok()? {
        return Some(character.to_string());
    }
    resolve_predefined_entity(entity).map(str::to_owned)
}
