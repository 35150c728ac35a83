//! What an EPUB says, read from its package and its XHTML.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;

use super::stream::{Streams, Word};

/// The most bytes of one file that are read, so that no archive can exhaust the memory.
const LARGEST: u64 = 200_000_000;

/// Why an EPUB could not be read.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// It is no archive, or a broken one.
    #[error("it is no whole EPUB archive: {0}")]
    Archive(#[from] zip::result::ZipError),
    /// A file in it is missing or cannot be unpacked.
    #[error("'{name}' in it cannot be read")]
    File {
        /// The file.
        name: String,
    },
    /// A file in it is not well formed.
    #[error("'{name}' in it is not well formed: {cause}")]
    Markup {
        /// The file.
        name: String,
        /// What is wrong.
        cause: String,
    },
}

/// Reads the text of an EPUB.
///
/// # Errors
///
/// When the archive, its package or a file of the text cannot be read.
pub fn read(bytes: &[u8]) -> Result<Streams, AuditError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes))?;
    let container = file(&mut archive, "META-INF/container.xml")?;
    let mut package = String::new();
    elements("META-INF/container.xml", &container, |tag| {
        if tag.name == "rootfile" {
            package.push_str(tag.get("full-path"));
        }
    })?;
    let folder = package.rfind('/').map_or("", |end| &package[..=end]).to_owned();
    let markup = file(&mut archive, &package)?;
    let mut items: BTreeMap<String, (String, String)> = BTreeMap::new();
    let mut spine = Vec::new();
    elements(&package, &markup, |tag| match tag.name.as_str() {
        "item" => {
            let item = (tag.get("href").to_owned(), tag.get("properties").to_owned());
            items.insert(tag.get("id").to_owned(), item);
        }
        "itemref" => spine.push(tag.get("idref").to_owned()),
        _ => {}
    })?;
    let mut reading = Reading::default();
    reading.streams.besides = text_of(&package, &markup)?;
    for id in spine {
        let Some((address, properties)) = items.get(&id) else { continue };
        if !has(properties, "nav") {
            let name = format!("{folder}{address}");
            let markup = file(&mut archive, &name)?;
            reading.file(&name, &markup)?;
        }
    }
    Ok(reading.resolved())
}

/// A file of the archive.
fn file(
    archive: &mut ZipArchive<Cursor<&[u8]>>,
    name: &str,
) -> Result<String, AuditError> {
    let missing = || AuditError::File { name: name.to_owned() };
    let entry = archive.by_name(name).map_err(|_| missing())?;
    let mut text = String::new();
    entry.take(LARGEST).read_to_string(&mut text).map_err(|_| missing())?;
    Ok(text)
}

/// An element's name without prefix, and its attributes.
struct Tag {
    name: String,
    attributes: Vec<(String, String)>,
}

impl Tag {
    fn new(start: &BytesStart<'_>) -> Self {
        let attributes = start.attributes().flatten().map(|attribute| {
            (attribute.key.as_ref().to_owned(), attribute.value.replace("&amp;", "&"))
        });
        Self {
            attributes: attributes.collect(),
            name: start.local_name().as_ref().to_owned(),
        }
    }

    fn get(&self, name: &str) -> &str {
        let found = self.attributes.iter().find(|(key, _)| key == name);
        found.map_or("", |(_, value)| value)
    }

    /// Whether it has a meaning, as EPUB or as ARIA says it.
    fn is(&self, kind: &str, role: &str) -> bool {
        has(self.get("epub:type"), kind) || has(self.get("role"), role)
    }
}

fn has(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|one| one == word)
}

fn broken(name: &str, cause: &dyn ToString) -> AuditError {
    AuditError::Markup { name: name.to_owned(), cause: cause.to_string() }
}

/// Goes through the elements of a file.
fn elements(
    name: &str,
    markup: &str,
    mut each: impl FnMut(&Tag),
) -> Result<(), AuditError> {
    let mut reader = Reader::from_str(markup);
    loop {
        match reader.read_event().map_err(|cause| broken(name, &cause))? {
            Event::Start(start) | Event::Empty(start) => each(&Tag::new(&start)),
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

/// All characters of a file.
fn text_of(name: &str, markup: &str) -> Result<String, AuditError> {
    let mut reader = Reader::from_str(markup);
    let mut said = String::new();
    loop {
        match reader.read_event().map_err(|cause| broken(name, &cause))? {
            Event::Eof => return Ok(said),
            event => characters(&event, name, &mut |c| said.push(c))?,
        }
    }
}

/// The characters of an event.
fn characters(
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
                entity.resolve_char_ref().map_err(|cause| broken(name, &cause))?
            {
                each(c);
            } else {
                resolve_predefined_entity(entity)
                    .unwrap_or("\u{FFFD}")
                    .chars()
                    .for_each(each);
            }
        }
        _ => {}
    }
    Ok(())
}

/// Where the characters go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goes {
    /// Into the body.
    Body,
    /// To what is said besides the text.
    Besides,
    /// Into a note.
    Note(usize),
    /// Nowhere: the edition says it by itself.
    Nowhere,
}

/// What holds inside an element.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each holds by itself")]
struct State {
    goes: Goes,
    may_be_given: bool,
    in_notes: bool,
    is_block: bool,
    in_division: bool,
}

/// The text of a book in the reading.
#[derive(Default)]
struct Reading {
    streams: Streams,
    /// Notes by file and fragment.
    notes: BTreeMap<String, usize>,
    /// For each reference, in the order of `refer`: its target.
    targets: Vec<String>,
}

impl Reading {
    fn file(&mut self, name: &str, markup: &str) -> Result<(), AuditError> {
        let number = self.streams.files.len();
        self.streams.files.push(name.to_owned());
        let outside = State {
            goes: Goes::Nowhere,
            may_be_given: false,
            in_notes: false,
            is_block: true,
            in_division: false,
        };
        let mut states = vec![outside];
        let mut reader = Reader::from_str(markup);
        loop {
            let event = reader.read_event().map_err(|cause| broken(name, &cause))?;
            let state = states.last().copied().unwrap_or(outside);
            match event {
                Event::Start(start) => {
                    let inner = self.open(&Tag::new(&start), state, name);
                    if inner.is_block {
                        self.part(state.goes);
                    }
                    states.push(inner);
                }
                Event::Empty(start) => {
                    if self.open(&Tag::new(&start), state, name).is_block {
                        self.part(state.goes);
                    }
                }
                Event::End(_) => {
                    states.pop();
                    if state.is_block {
                        self.part(state.goes);
                        self.part(
                            states.last().map_or(Goes::Nowhere, |outer| outer.goes),
                        );
                    }
                }
                Event::Eof => return Ok(()),
                event => characters(&event, name, &mut |c| self.say(c, state, number))?,
            }
        }
    }

    /// What holds inside an element.
    fn open(&mut self, tag: &Tag, outer: State, file: &str) -> State {
        let name = tag.name.as_str();
        let phrase = ["a", "em", "strong", "i", "b", "span", "code", "img", "sup", "sub"];
        let mut state = State { is_block: !phrase.contains(&name), ..outer };
        if name == "body" {
            let front = tag.is("frontmatter", "");
            state.goes = if front { Goes::Besides } else { Goes::Body };
        }
        if tag.is("chapter", "doc-chapter") || tag.is("part", "doc-part") {
            state.in_division = true;
        }
        // Headings and lines directly at the head of a division may come from the
        // particulars; those of sections further down never do.
        if name == "section"
            && !tag.is("chapter", "doc-chapter")
            && !tag.is("part", "doc-part")
        {
            state.in_division = false;
        }
        let below =
            has(tag.get("class"), "byline") || has(tag.get("class"), "chapter-date");
        if state.in_division && (name == "h1" || below) {
            state.may_be_given = true;
        }
        if tag.is("endnotes", "doc-endnotes") {
            state.in_notes = true;
            state.goes = Goes::Nowhere;
        }
        if state.in_notes && tag.is("endnote", "doc-endnote") {
            let note = self.streams.notes.len();
            self.notes.insert(format!("{file}#{}", tag.get("id")), note);
            self.streams.notes.push(super::stream::Words::default());
            state.goes = Goes::Note(note);
        }
        if tag.is("backlink", "doc-backlink") {
            state.goes = Goes::Nowhere;
        }
        if tag.is("noteref", "doc-noteref") {
            let target = tag.get("href");
            let target = if let Some(("", id)) = target.split_once('#') {
                format!("{file}#{id}")
            } else {
                let folder = file.rfind('/').map_or("", |end| &file[..=end]);
                format!("{folder}{target}")
            };
            let place = self.targets.len();
            self.targets.push(target);
            match outer.goes {
                Goes::Body => self.streams.body.call(Some(place)),
                Goes::Note(note) => self.streams.notes[note].call(Some(place)),
                Goes::Besides | Goes::Nowhere => {}
            }
            state.goes = Goes::Nowhere;
        }
        state
    }

    fn say(&mut self, c: char, state: State, file: usize) {
        let like = || Word { file, may_be_given: state.may_be_given, ..Word::default() };
        match state.goes {
            Goes::Body => self.streams.body.push(c, like),
            Goes::Note(note) => self.streams.notes[note].push(c, like),
            Goes::Besides => self.streams.besides.push(c),
            Goes::Nowhere => {}
        }
    }

    fn part(&mut self, goes: Goes) {
        match goes {
            Goes::Body => self.streams.body.part(),
            Goes::Note(note) => self.streams.notes[note].part(),
            Goes::Besides => self.streams.besides.push(' '),
            Goes::Nowhere => {}
        }
    }

    /// The streams, with references that lead to notes.
    fn resolved(mut self) -> Streams {
        let streams =
            std::iter::once(&mut self.streams.body).chain(&mut self.streams.notes);
        for (_, note) in streams.flat_map(|words| &mut words.calls) {
            let target = note.and_then(|place| self.targets.get(place));
            *note = target.and_then(|target| self.notes.get(target)).copied();
        }
        self.streams
    }
}
