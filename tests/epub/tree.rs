//! XML as a tree, and a package as its files.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use quick_xml::Reader;
use quick_xml::escape::{resolve_predefined_entity, unescape};
use quick_xml::events::{BytesStart, Event};
use zip::{CompressionMethod, ZipArchive};

/// An element with all that it holds.
#[derive(Debug, Clone, Default)]
pub(crate) struct Element {
    /// Its name as it is written.
    pub(crate) name: String,
    attributes: BTreeMap<String, String>,
    /// What it holds.
    pub(crate) children: Vec<Node>,
}

/// What an element holds.
#[derive(Debug, Clone)]
pub(crate) enum Node {
    /// An element.
    Element(Element),
    /// Characters.
    Text(String),
}

impl Element {
    /// Reads a document; it has to be well formed.
    pub(crate) fn parse(document: &str) -> Self {
        // XML 1.0 §2.11: all line ends are one character.
        let document = document.replace("\r\n", "\n").replace('\r', "\n");
        let mut reader = Reader::from_str(&document);
        reader.config_mut().check_end_names = true;
        let mut open = vec![Self::default()];
        loop {
            let event = reader.read_event().expect("well-formed XML");
            let last = open.last_mut().expect("the document itself is open");
            match event {
                Event::Start(start) => open.push(Self::new(&start)),
                Event::Empty(start) => {
                    last.children.push(Node::Element(Self::new(&start)));
                }
                Event::End(_) => {
                    let element = open.pop().expect("an open element");
                    let around = open.last_mut().expect("an element around it");
                    around.children.push(Node::Element(element));
                }
                Event::Text(text) => last.write(&text),
                Event::GeneralRef(entity) => {
                    match entity.resolve_char_ref().expect("a character") {
                        Some(character) => last.write(&character.to_string()),
                        None => last.write(
                            resolve_predefined_entity(&entity).expect("an entity of XML"),
                        ),
                    }
                }
                Event::Eof => break,
                _ => {}
            }
        }
        assert_eq!(open.len(), 1, "all elements end");
        let document = open.pop().expect("the document");
        let found = document.elements().next().cloned();
        found.expect("an element")
    }

    fn new(start: &BytesStart<'_>) -> Self {
        let attributes = start.attributes().map(|attribute| {
            let attribute = attribute.expect("an attribute");
            // XML 1.0 §3.3.3: white space in an attribute is spaces.
            let value = attribute.value.replace(['\n', '\t'], " ");
            let value = unescape(&value).expect("entities of XML").into_owned();
            (attribute.key.as_ref().to_owned(), value)
        });
        Self {
            name: start.name().as_ref().to_owned(),
            attributes: attributes.collect(),
            children: Vec::new(),
        }
    }

    fn write(&mut self, words: &str) {
        match self.children.last_mut() {
            Some(Node::Text(text)) => text.push_str(words),
            _ => self.children.push(Node::Text(words.to_owned())),
        }
    }

    /// The value of an attribute.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).map(String::as_str)
    }

    /// Whether a word stands in an attribute that is a list of words.
    pub(crate) fn has(&self, name: &str, word: &str) -> bool {
        self.get(name).is_some_and(|list| list.split(' ').any(|one| one == word))
    }

    /// Its attributes, by name.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.attributes.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The elements directly in it.
    pub(crate) fn elements(&self) -> impl Iterator<Item = &Self> {
        self.children.iter().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// It and all elements in it, in reading order.
    pub(crate) fn all(&self) -> Vec<&Self> {
        let mut found = vec![self];
        found.extend(self.elements().flat_map(Self::all));
        found
    }

    /// All elements of a name in it.
    pub(crate) fn named(&self, name: &str) -> Vec<&Self> {
        self.all().into_iter().filter(|element| element.name == name).collect()
    }

    /// All its characters.
    pub(crate) fn text(&self) -> String {
        let texts = self.children.iter().map(|node| match node {
            Node::Element(element) => element.text(),
            Node::Text(text) => text.clone(),
        });
        texts.collect()
    }
}

/// An EPUB, unpacked.
#[derive(Debug, Clone)]
pub(crate) struct Package {
    /// The names of its files in the order of the archive, and whether each is stored.
    pub(crate) entries: Vec<(String, bool)>,
    /// Its files by name.
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    /// The name of the package document.
    pub(crate) document: String,
}

impl Package {
    /// Unpacks an archive.
    pub(crate) fn open(epub: &[u8]) -> Self {
        let mut archive = ZipArchive::new(Cursor::new(epub)).expect("an archive");
        let mut entries = Vec::new();
        let mut files = BTreeMap::new();
        for index in 0..archive.len() {
            let mut file = archive.by_index(index).expect("a file");
            let is_stored = file.compression() == CompressionMethod::Stored;
            entries.push((file.name().to_owned(), is_stored));
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).expect("its bytes");
            files.insert(file.name().to_owned(), bytes);
        }
        let mut package = Self { entries, files, document: String::new() };
        let container = package.tree("META-INF/container.xml");
        let root = container.named("rootfile");
        let [root] = root[..] else { panic!("one package document") };
        root.get("full-path").expect("its name").clone_into(&mut package.document);
        package
    }

    /// The same with something else in the first place of a file that says something.
    pub(crate) fn with(mut self, file: &str, from: &str, to: &str) -> Self {
        let text = self.text(file);
        assert!(text.contains(from), "{file} does not say {from}");
        let changed = text.replacen(from, to, 1).into_bytes();
        self.files.insert(file.to_owned(), changed);
        self
    }

    /// A file as text.
    pub(crate) fn text(&self, name: &str) -> &str {
        let bytes = self.files.get(name).unwrap_or_else(|| panic!("no file {name}"));
        str::from_utf8(bytes).expect("UTF-8")
    }

    /// A file as a tree.
    pub(crate) fn tree(&self, name: &str) -> Element {
        Element::parse(self.text(name))
    }

    /// The package document.
    pub(crate) fn opf(&self) -> Element {
        self.tree(&self.document)
    }

    /// The manifest: every item with the name of its file.
    pub(crate) fn manifest(&self) -> Vec<(Element, String)> {
        let items = self.opf().named("item").into_iter().cloned().collect::<Vec<_>>();
        let named = items.into_iter().map(|item| {
            let file = resolve(&self.document, item.get("href").expect("a path"));
            (item, file)
        });
        named.collect()
    }

    /// The files of the spine, in order.
    pub(crate) fn spine(&self) -> Vec<String> {
        let manifest = self.manifest();
        let file = |wanted: &str| {
            let mut named =
                manifest.iter().filter(|(item, _)| item.get("id") == Some(wanted));
            named.next().expect("an item of the spine is in the manifest").1.clone()
        };
        let opf = self.opf();
        let items = opf.named("itemref").into_iter();
        items.map(|item| file(item.get("idref").expect("an item"))).collect()
    }

    /// The name of the navigation document.
    pub(crate) fn navigation(&self) -> String {
        let manifest = self.manifest().into_iter();
        let mut found = manifest.filter(|(item, _)| item.has("properties", "nav"));
        found.next().expect("a navigation document").1
    }

    /// All XHTML files with their names: those of the spine in its order, then the others.
    pub(crate) fn pages(&self) -> Vec<(String, Element)> {
        let mut names = self.spine();
        let is_page = |name: &String| {
            let end = name.rsplit('.').next();
            end == Some("xhtml") && !names.contains(name)
        };
        let others: Vec<String> =
            self.files.keys().filter(|name| is_page(name)).cloned().collect();
        names.extend(others);
        names.into_iter().map(|name| (name.clone(), self.tree(&name))).collect()
    }

    /// The lines of a list in the navigation document: where each leads, the words, and
    /// how deep it stands.
    pub(crate) fn nav(&self, kind: &str) -> Vec<(String, String, usize)> {
        let name = self.navigation();
        let tree = self.tree(&name);
        let navs = tree.named("nav").into_iter();
        let mut lines = Vec::new();
        for nav in navs.filter(|nav| nav.has("epub:type", kind)) {
            nav_lines(nav, 0, &name, &mut lines);
        }
        lines
    }
}

fn nav_lines(
    around: &Element,
    depth: usize,
    file: &str,
    lines: &mut Vec<(String, String, usize)>,
) {
    for element in around.elements() {
        match element.name.as_str() {
            "a" => {
                let target = resolve(file, element.get("href").expect("an address"));
                lines.push((target, element.text(), depth));
            }
            "ol" => nav_lines(element, depth + 1, file, lines),
            _ => nav_lines(element, depth, file, lines),
        }
    }
}

/// A link's target as file and fragment, seen from the archive's root.
pub(crate) fn resolve(file: &str, target: &str) -> String {
    if target.contains(':') {
        return target.to_owned();
    }
    if target.starts_with('#') {
        return format!("{file}{target}");
    }
    let mut folder: Vec<&str> = file.split('/').collect();
    folder.pop();
    for step in target.split('/') {
        match step {
            ".." => {
                folder.pop();
            }
            step => folder.push(step),
        }
    }
    folder.join("/")
}
