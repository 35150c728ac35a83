//! XML that is well formed by construction, with a record of its characters and of the
//! places that depend on file names.
//!
//! Elements are closed in the order in which they were opened and every string is escaped,
//! so no text can break a file. Characters that XHTML does not allow are left out and
//! recorded ([`UsedCharacters::forbidden`]).

use std::ops::Range;
use std::sync::Arc;

use quick_xml::escape::{escape, partial_escape};

use super::characters::{UsedCharacters, remove_forbidden};
use super::kobo_spans::{
    FIRST_OF_BLOCK, KOBO_CLASS, KOBO_SPAN, KoboSpanCounter, split_sentences,
};
use super::names::OwnId;
use super::selectors::{ElementName, OpenElement};
use super::text_look::{FaceRules, TextLook};
use crate::text::language::Language;
use crate::text::span::Span;

/// A place in the markup of a content document that depends on which file something is in.
/// When documents are divided, these places are rewritten and the rest is copied, as a
/// linker does with object files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Relocation {
    /// The bytes of the markup.
    pub(super) range: Range<usize>,
    /// What is written there.
    pub(super) target: RelocationTarget,
}

/// What is written at a [`Relocation`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RelocationTarget {
    /// The name of the file that a note is in, by serial number; nothing if the link is in
    /// the same file. The link is a note mark.
    NoteFile(u32),
    /// The name of the file that the mark of a note is in; nothing if it is the same file.
    /// The link is in the note.
    MarkFile(u32),
    /// The stem of the name of the file itself, with which an id begins.
    OwnStem,
    /// The number in the book of a page break marker, given its index in the document.
    PageNumber(usize),
}

/// Writes XML.
#[derive(Debug)]
pub(super) struct XmlWriter {
    /// What is written so far.
    text: String,
    /// The elements that are open, outermost first.
    open: Vec<OpenElement>,
    /// The rules of the style sheet for the faces of text.
    faces: Arc<FaceRules>,
    /// Where in the source that text comes from.
    pub(super) origin: Option<Span>,
    characters: UsedCharacters,
    /// In the order of their positions.
    relocations: Vec<Relocation>,
    /// Numbers the spans around sentences, if there are any.
    kobo_spans: Option<KoboSpanCounter>,
}

/// A finished file.
#[derive(Debug)]
pub(super) struct FinishedMarkup {
    pub(super) text: String,
    pub(super) characters: UsedCharacters,
    pub(super) relocations: Vec<Relocation>,
}

impl XmlWriter {
    /// An empty file, whose text is not counted by how it is shown.
    pub(super) fn new() -> Self {
        Self::with_faces(Arc::default())
    }

    /// An empty file that is shown in the faces of these rules.
    pub(super) fn with_faces(faces: Arc<FaceRules>) -> Self {
        Self {
            text: String::new(),
            open: Vec::new(),
            faces,
            origin: None,
            characters: UsedCharacters::default(),
            relocations: Vec::new(),
            kobo_spans: None,
        }
    }

    /// How many bytes are written so far.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// Writes the XML declaration.
    pub(super) fn write_declaration(&mut self) {
        self.text.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    }

    /// Writes what comes before the root element of an XHTML file.
    pub(super) fn write_prologue(&mut self) {
        self.write_declaration();
        self.text.push_str("<!DOCTYPE html>\n");
    }

    /// From here on every sentence and every image is in a span of its own.
    pub(super) fn start_kobo_spans(&mut self) {
        self.kobo_spans = Some(KoboSpanCounter::default());
    }

    /// Opens an element.
    pub(super) fn open(&mut self, tag: StartTag) {
        let StartTag { name, attributes, classes, relocations } = tag;
        if let Some(spans) = &mut self.kobo_spans {
            spans.enter_element(name);
        }
        self.text.push('<');
        self.text.push_str(name);
        let base = self.text.len();
        self.relocations.extend(relocations.into_iter().map(|one| Relocation {
            range: base + one.range.start..base + one.range.end,
            target: one.target,
        }));
        self.text.push_str(&attributes);
        self.text.push('>');
        self.push_open(ElementName { name, classes });
    }

    /// Counts an element as open, after the last that was closed in the one around it.
    fn push_open(&mut self, own: ElementName) {
        let parent = self.open.last_mut();
        let previous = parent.and_then(|parent| parent.last_child.take());
        let look = TextLook::default();
        self.open.push(OpenElement { own, previous, last_child: None, look });
        let look = self.faces.find_look(&self.open);
        if let Some(element) = self.open.last_mut() {
            element.look = look;
        }
    }

    /// Remembers the last element that is closed in the innermost open one.
    fn set_last_child(&mut self, element: ElementName) {
        if let Some(parent) = self.open.last_mut() {
            parent.last_child = Some(element);
        }
    }

    /// How the text that follows is shown.
    fn look(&self) -> TextLook {
        self.open.last().map(|element| element.look).unwrap_or_default()
    }

    /// Opens an element that contains blocks, and ends the line.
    pub(super) fn open_line(&mut self, tag: StartTag) {
        self.open(tag);
        self.text.push('\n');
    }

    /// Closes the innermost open element.
    pub(super) fn close(&mut self) {
        if let Some(OpenElement { own, .. }) = self.open.pop() {
            self.text.push_str("</");
            self.text.push_str(own.name);
            self.text.push('>');
            self.set_last_child(own);
        }
    }

    /// Closes the innermost open element and ends the line, as after a block.
    pub(super) fn close_line(&mut self) {
        self.close();
        self.text.push('\n');
    }

    /// Writes an element without content (`br`, `hr`, `img`).
    pub(super) fn write_empty(&mut self, tag: &StartTag) {
        self.text.push('<');
        self.text.push_str(tag.name);
        self.text.push_str(&tag.attributes);
        self.text.push_str("/>");
        self.set_last_child(ElementName { name: tag.name, classes: tag.classes.clone() });
    }

    /// Writes an image.
    pub(super) fn write_image(&mut self, image: &StartTag) {
        let Some(spans) = &mut self.kobo_spans else { return self.write_empty(image) };
        open_span(&mut self.text, spans);
        self.write_empty(image);
        self.text.push_str("</span>");
    }

    /// Writes an element with nothing but text in it, and ends the line.
    pub(super) fn write_line(&mut self, tag: StartTag, text: &str) {
        self.open(tag);
        self.write_text(text);
        self.close_line();
    }

    /// Writes text.
    pub(super) fn write_text(&mut self, text: &str) {
        self.characters.record(text, self.look(), self.origin);
        let text = remove_forbidden(text);
        let is_typed = self.open.iter().any(|element| element.own.name == "pre");
        match self.kobo_spans.as_mut().filter(|_| !is_typed) {
            Some(spans) if !text.trim().is_empty() => {
                for sentence in split_sentences(&text) {
                    open_span(&mut self.text, spans);
                    self.text.push_str(&partial_escape(sentence));
                    self.text.push_str("</span>");
                }
                let classes = KOBO_CLASS.to_owned();
                self.set_last_child(ElementName { name: "span", classes });
            }
            _ => self.text.push_str(&partial_escape(text)),
        }
    }

    /// Writes a formula in `MathML`, with its TeX for reading systems that do not know it.
    pub(super) fn write_mathml(&mut self, mathml: &str, tex: &str) {
        let inner = mathml.strip_prefix("<math").unwrap_or(mathml);
        for text in inner.split('<').filter_map(|piece| piece.split_once('>')) {
            self.characters.record(text.1, self.look(), self.origin);
        }
        let tex = escape(remove_forbidden(tex));
        for piece in ["<math alttext=\"", &tex, "\"", inner] {
            self.text.push_str(piece);
        }
    }

    /// Appends markup of another file as it is, but numbers the Kobo spans in it.
    pub(super) fn append_markup(&mut self, markup: &str) {
        let mut rest = markup;
        if let Some(spans) = &mut self.kobo_spans {
            while let Some(at) = rest.find(KOBO_SPAN) {
                self.text.push_str(&rest[..at]);
                rest = &rest[at + KOBO_SPAN.len()..];
                let (id, after) = rest.split_at(rest.find('"').unwrap_or(rest.len()));
                if id.ends_with(FIRST_OF_BLOCK) {
                    spans.start_block();
                }
                self.text.push_str(KOBO_SPAN);
                self.text.push_str(&spans.next_id());
                rest = after;
            }
        }
        self.text.push_str(rest);
    }

    /// Counts elements as open that appended markup has left open.
    pub(super) fn assume_open(&mut self, name: &'static str, count: usize) {
        for _ in 0..count {
            self.push_open(ElementName { name, classes: String::new() });
        }
    }

    /// Closes all elements that are still open.
    pub(super) fn finish(mut self) -> FinishedMarkup {
        while !self.open.is_empty() {
            self.close_line();
        }
        let Self { text, characters, relocations, .. } = self;
        FinishedMarkup { text, characters, relocations }
    }
}

/// Opens the span around a sentence.
fn open_span(text: &mut String, spans: &mut KoboSpanCounter) {
    text.push_str(KOBO_SPAN);
    text.push_str(&spans.next_id());
    text.push_str("\">");
}

/// A start tag.
#[derive(Debug, Clone)]
pub(super) struct StartTag {
    /// Name of the element.
    name: &'static str,
    /// The attributes as they are written, each after a space.
    attributes: String,
    /// The classes, as the attribute has them.
    classes: String,
    /// Positions in the attributes.
    relocations: Vec<Relocation>,
}

/// A start tag without attributes.
pub(super) fn tag(name: &'static str) -> StartTag {
    StartTag {
        name,
        attributes: String::new(),
        classes: String::new(),
        relocations: Vec::new(),
    }
}

impl StartTag {
    /// Adds an attribute.
    pub(super) fn with(mut self, name: &str, value: &str) -> Self {
        if name == "class" {
            value.clone_into(&mut self.classes);
        }
        self.begin_attribute(name);
        self.attributes.push_str(&escape(remove_forbidden(value)));
        self.attributes.push('"');
        self
    }

    /// Adds an attribute that depends on the file it is in: of the three parts of its value
    /// the middle one. None of them needs to be escaped.
    pub(super) fn with_relocation(
        mut self,
        name: &str,
        [before, dependent, after]: [&str; 3],
        target: RelocationTarget,
    ) -> Self {
        self.begin_attribute(name);
        self.attributes.push_str(before);
        let start = self.attributes.len();
        self.attributes.push_str(dependent);
        let range = start..self.attributes.len();
        self.relocations.push(Relocation { range, target });
        self.attributes.push_str(after);
        self.attributes.push('"');
        self
    }

    /// Adds an attribute that is an id of the file itself.
    pub(super) fn with_own_id(self, attribute: &str, id: &OwnId) -> Self {
        let OwnId { stem, name } = id;
        let after = format!("-{name}");
        self.with_relocation(attribute, ["", stem, &after], RelocationTarget::OwnStem)
    }

    fn begin_attribute(&mut self, name: &str) {
        self.attributes.push(' ');
        self.attributes.push_str(name);
        self.attributes.push_str("=\"");
    }

    /// Adds a class.
    pub(super) fn class(self, class: &str) -> Self {
        self.with("class", class)
    }

    /// Adds a language in both attributes (reading systems look for either), and the
    /// direction of its script if that is not left to right.
    pub(super) fn language(self, language: &Language) -> Self {
        let tag =
            self.with("lang", language.as_str()).with("xml:lang", language.as_str());
        if language.right_to_left() { tag.with("dir", "rtl") } else { tag }
    }

    /// Adds a language if it is not that of the text around.
    pub(super) fn language_unless(self, language: &Language, around: &Language) -> Self {
        if language == around {
            return self;
        }
        let turns_back = around.right_to_left() && !language.right_to_left();
        let tag = self.language(language);
        if turns_back { tag.with("dir", "ltr") } else { tag }
    }
}

#[cfg(test)]
mod tests {
    use super::{RelocationTarget, XmlWriter, tag};

    #[test]
    fn relocations_are_where_the_markup_has_them() {
        let mut writer = XmlWriter::new();
        writer.open(tag("p"));
        let parts = ["", "notes.xhtml", "#note-3"];
        let target = RelocationTarget::NoteFile(3);
        writer.open(tag("a").class("noteref").with_relocation("href", parts, target));
        let finished = writer.finish();
        let [relocation] = finished.relocations.as_slice() else { panic!("one") };
        assert_eq!(&finished.text[relocation.range.clone()], "notes.xhtml");
        assert_eq!(relocation.target, target);
    }

    #[test]
    fn appended_spans_are_numbered_from_the_start() {
        let write = |writer: &mut XmlWriter, from: usize| {
            for paragraph in ["Uno. Dos.", "Tres.", "Cuatro. Cinco."].iter().skip(from) {
                writer.write_line(tag("p"), paragraph);
            }
        };
        let [mut whole, mut wanted, mut appended] = [(); 3].map(|()| {
            let mut writer = XmlWriter::new();
            writer.start_kobo_spans();
            writer
        });
        write(&mut whole, 0);
        write(&mut wanted, 1);
        let whole = whole.finish().text;
        let (_, rest) = whole.split_once("</p>\n").expect("paragraphs");
        appended.append_markup(rest);
        assert_eq!(appended.finish().text, wanted.finish().text);
    }
}
