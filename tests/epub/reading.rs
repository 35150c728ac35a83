//! An EPUB read again into a book: from its package, its contents and its XHTML alone.
//!
//! Nothing is passed over: markup that this reader does not know is a panic, and so is a
//! note that nothing calls.

use std::collections::BTreeMap;

use pliego::book::block::{
    Block, Definition, Heading, List, ListDelimiter, ListNumbering, ListNumerals,
    Paragraph, Stanza, Verse,
};
use pliego::book::figure::{Alternative, Figure, FigureWidth};
use pliego::book::formula::Formula;
use pliego::book::inline::{FontVariant, Inline, Note, NoteSeries, PhraseKind};
use pliego::book::metadata::{self, Contributor, Metadata};
use pliego::book::purpose::Purpose;
use pliego::book::source_traits::SourceTraits;
use pliego::book::table::{ColumnAlign, Table};
use pliego::book::{Book, Chapter, Division, Part};

use super::tree::{Element, Node, Package, resolve};

/// Reads a package. The pictures themselves stay in it: figures name their files.
pub(crate) fn read(package: &Package) -> Book {
    let pages: BTreeMap<String, Element> = package.pages().into_iter().collect();
    let mut reader =
        Reader { notes: notes(&pages), file: String::new(), spoken: String::new() };
    let metadata = particulars(&package.opf());
    let part_of = parts(package);
    let mut divisions = Vec::new();
    // The file of the part that was read last, while its chapters follow.
    let mut part = None;
    for name in package.spine() {
        let page = &pages[&name];
        let body = page.elements().find(|element| element.name == "body");
        let holder = body.expect("a body").elements().collect::<Vec<_>>();
        let [section] = holder[..] else {
            assert_eq!(name, package.navigation(), "one section in every other file");
            continue;
        };
        reader.file.clone_from(&name);
        let own = language(page).expect("a page says its language");
        own.clone_into(&mut reader.spoken);
        let Some(kind) = section.get("epub:type") else {
            // What goes on from the file before says nothing of its own.
            assert!(section.has("class", "chapter"), "a section says what it is");
            let last = match divisions.last_mut() {
                Some(Division::Part(part)) => part.chapters.last_mut(),
                Some(Division::Chapter(chapter)) => Some(chapter),
                None => None,
            };
            let more = reader.blocks(section);
            last.expect("a chapter to go on with").blocks.extend(more);
            continue;
        };
        match kind {
            "cover" | "titlepage" | "imprint" | "halftitlepage"
            | "endnotes footnotes" => {}
            "part" => {
                let title = reader.part_title(section);
                divisions.push(Division::Part(Part { title, chapters: Vec::new() }));
                part = Some(name);
            }
            kind => {
                let mut chapter = reader.chapter(section, kind);
                chapter.language = own.parse().ok().filter(|own| {
                    Some(own) != metadata.language.as_ref() && own.as_str() != "und"
                });
                match (divisions.last_mut(), part_of.get(&name)) {
                    (Some(Division::Part(last)), Some(of))
                        if Some(of) == part.as_ref() =>
                    {
                        last.chapters.push(chapter);
                    }
                    (_, of) => {
                        assert_eq!(of, None, "{name} follows its part");
                        divisions.push(Division::Chapter(chapter));
                        part = None;
                    }
                }
            }
        }
    }
    let left: Vec<&String> = reader.notes.keys().collect();
    assert!(left.is_empty(), "notes that nothing calls: {left:?}");
    Book { metadata, divisions, ..Book::default() }
}

/// For every file of a chapter in a part, as the contents have it, the file of its part.
fn parts(package: &Package) -> BTreeMap<String, String> {
    let mut part = None;
    let mut found = BTreeMap::new();
    for (target, _, depth) in package.nav("toc") {
        match depth {
            1 => part = Some(target),
            2 if !target.contains('#') => {
                found.insert(target, part.clone().expect("a line above it"));
            }
            _ => {}
        }
    }
    found
}

/// The language that an element states, in both ways alike.
fn language(element: &Element) -> Option<&str> {
    let stated = element.get("lang");
    assert_eq!(stated, element.get("xml:lang"), "both attributes say the same");
    stated
}

/// A note before it is read.
struct Found {
    item: Element,
    file: String,
    /// The language that is spoken in it.
    language: String,
}

/// All notes by file and id.
fn notes(pages: &BTreeMap<String, Element>) -> BTreeMap<String, Found> {
    fn collect(
        element: &Element,
        file: &str,
        spoken: &str,
        found: &mut BTreeMap<String, Found>,
    ) {
        let spoken = language(element).unwrap_or(spoken);
        if element.has("epub:type", "endnote") {
            let id = element.get("id").expect("a note has an id");
            let (file, language) = (file.to_owned(), spoken.to_owned());
            let one = Found { item: element.clone(), file, language };
            let before = found.insert(format!("{}#{id}", one.file), one);
            assert!(before.is_none(), "two notes are {id}");
        }
        element.elements().for_each(|inner| collect(inner, file, spoken, found));
    }
    let mut found = BTreeMap::new();
    for (file, page) in pages {
        collect(page, file, "", &mut found);
    }
    found
}

struct Reader {
    /// The notes that no mark has called so far.
    notes: BTreeMap<String, Found>,
    /// The file that is being read.
    file: String,
    /// The language of the text that calls the notes.
    spoken: String,
}

impl Reader {
    /// A title without words stands as what it is called by, and what marks it holds in a
    /// paragraph.
    fn part_title(&mut self, section: &Element) -> Vec<Inline> {
        let elements: Vec<&Element> = section.elements().collect();
        match elements[..] {
            [title] => self.title(title).expect("the title of a part"),
            [label, marks] if label.name == "h1" && marks.name == "p" => {
                self.inlines(&marks.children)
            }
            _ => panic!("a part has a title"),
        }
    }

    fn chapter(&mut self, section: &Element, kind: &str) -> Chapter {
        let stated = Purpose::STATED.into_iter().map(|(_, purpose)| purpose);
        let purpose = stated.into_iter().find(|purpose| purpose.semantics() == kind);
        let purpose = purpose.unwrap_or_default();
        assert_eq!(purpose.semantics(), kind, "a purpose");
        let mut chapter = Chapter { purpose, ..Chapter::default() };
        for element in section.elements() {
            if let Some(title) = self.title(element) {
                assert!(chapter.blocks.is_empty(), "a title stands first");
                chapter.title = title;
            } else if element.has("class", "subtitle") {
                chapter.subtitle = Some(element.text());
            } else if element.has("class", "byline") {
                let name = element.text();
                chapter.authors = vec![Contributor { name, ..Contributor::default() }];
            } else if element.has("class", "chapter-date") {
                let time = element.elements().next().expect("a date for machines");
                let date = time.get("datetime").expect("the date");
                chapter.date = Some(date.parse().expect("a date"));
            } else if !element.has("role", "doc-endnotes") {
                self.block(element, &mut chapter.blocks);
            }
        }
        chapter
    }

    /// The title of a chapter or part: a heading, or a number above one.
    fn title(&mut self, element: &Element) -> Option<Vec<Inline>> {
        match element.name.as_str() {
            "h1" => Some(self.inlines(&element.children)),
            "hgroup" => {
                let rows: Vec<&Element> = element.elements().collect();
                let [number, words] = rows[..] else { panic!("a number and a title") };
                let mut title = self.inlines(&number.children);
                title.push(Inline::LineBreak);
                title.extend(self.inlines(&words.children));
                Some(title)
            }
            _ => None,
        }
    }

    fn blocks(&mut self, element: &Element) -> Vec<Block> {
        let mut blocks = Vec::new();
        for node in &element.children {
            match node {
                Node::Element(inner) => self.block(inner, &mut blocks),
                Node::Text(text) => {
                    assert!(text.trim().is_empty(), "'{text}' in no block");
                }
            }
        }
        blocks
    }

    fn block(&mut self, element: &Element, blocks: &mut Vec<Block>) {
        let class = element.get("class").unwrap_or_default();
        blocks.push(match (element.name.as_str(), class) {
            ("section", "") => return blocks.extend(self.blocks(element)),
            ("h1" | "h2" | "h3" | "h4" | "h5" | "h6", "") => {
                let level = element.name[1..].parse().expect("a level");
                let content = self.inlines(&element.children);
                Block::Heading(Heading { level, content, ..Heading::default() })
            }
            ("p", "" | "note" | "resumed" | "source" | "source capitals") => {
                Block::Paragraph(self.paragraph(element))
            }
            ("p", "dateline") => Block::Dateline(self.paragraph(element)),
            ("p", "salutation") => Block::Salutation(self.paragraph(element)),
            ("p", "signature") => Block::Signature(self.paragraph(element)),
            ("p", "direction") => Block::Direction(self.paragraph(element)),
            ("blockquote", "") => Block::Quotation(self.blocks(element)),
            ("blockquote", "epigraph") => Block::Epigraph(self.blocks(element)),
            ("blockquote", "verse") => self.verse(element),
            ("div", "speech") => Block::Speech(self.blocks(element)),
            ("div", "source-note") => Block::SourceNote(self.blocks(element)),
            ("div", "table") => self.table(element),
            ("figure", _) => self.figure(element),
            ("div", style) => {
                Block::Styled { style: style.to_owned(), blocks: self.blocks(element) }
            }
            ("dl", "") => self.definitions(element),
            ("ul", "entries") => {
                let entries = element.elements().map(|entry| {
                    assert_eq!(entry.name, "li");
                    Block::Paragraph(self.paragraph(entry))
                });
                let entries: Vec<Block> = entries.collect();
                return blocks.extend(entries);
            }
            ("ul" | "ol", _) => {
                let is_counted = element.name == "ol";
                let start = element.get("start").map_or("1", |start| start);
                let start = is_counted.then(|| start.parse().expect("a number"));
                let items = element.elements().map(|item| {
                    assert_eq!(item.name, "li");
                    self.blocks(item)
                });
                let items = items.collect();
                Block::List(List { start, numbering: numbering(element), items })
            }
            ("hr", "") => Block::SceneBreak,
            ("pre", "") => Block::Preformatted(element.text().into()),
            (name, class) => panic!("<{name} class=\"{class}\"> in {}", self.file),
        });
    }

    fn definitions(&mut self, element: &Element) -> Block {
        let mut list: Vec<Definition> = Vec::new();
        for part in element.elements() {
            match part.name.as_str() {
                "dt" => {
                    let term = self.inlines(&part.children);
                    list.push(Definition { term, ..Definition::default() });
                }
                "dd" => {
                    let blocks = self.blocks(part);
                    list.last_mut().expect("a term").descriptions.push(blocks);
                }
                name => panic!("<{name}> in a list of definitions"),
            }
        }
        Block::Definitions(list)
    }

    fn paragraph(&mut self, element: &Element) -> Paragraph {
        let content = self.inlines(&element.children);
        Paragraph { content, ..Paragraph::default() }
    }

    fn verse(&mut self, element: &Element) -> Block {
        let stanzas = element.elements().map(|stanza| {
            assert_eq!(stanza.name, "p");
            let lines = stanza.elements().filter(|line| line.name == "span");
            let lines =
                lines.map(|line| self.inlines(&line.children)).collect::<Vec<_>>();
            let breaks = stanza.elements().filter(|line| line.name == "br").count();
            assert_eq!(breaks + 1, lines.len(), "a break between lines");
            Stanza { lines }
        });
        Block::Verse(Verse { stanzas: stanzas.collect(), ..Verse::default() })
    }

    fn table(&mut self, element: &Element) -> Block {
        let mut table = Table::default();
        let mut rows = Vec::new();
        for part in element.elements().flat_map(Element::elements) {
            match part.name.as_str() {
                "caption" => table.caption = self.inlines(&part.children),
                "thead" => {
                    let row = part.elements().next().expect("a row of the head");
                    rows.push(columns(row));
                    table.head = self.cells(row);
                }
                "tbody" => {
                    rows.extend(part.elements().map(columns));
                    table.rows = part.elements().map(|row| self.cells(row)).collect();
                }
                name => panic!("<{name}> in a table"),
            }
        }
        table.columns.clone_from(&rows[0]);
        assert!(rows.iter().all(|row| *row == table.columns), "a column is of one kind");
        Block::Table(table)
    }

    fn cells(&mut self, row: &Element) -> Vec<Vec<Inline>> {
        row.elements().map(|cell| self.inlines(&cell.children)).collect()
    }

    fn figure(&mut self, element: &Element) -> Block {
        let class = element.get("class").and_then(|class| class.strip_prefix("width-"));
        let width = class.map(|share| {
            FigureWidth::Percent(share.parse().expect("a share in hundredths"))
        });
        let mut figure = Figure { width, ..Figure::default() };
        for part in element.elements() {
            match part.name.as_str() {
                "img" => self.image(part, &mut figure),
                "figcaption" => figure.caption = self.inlines(&part.children),
                name => panic!("<{name}> in a figure"),
            }
        }
        Block::Figure(figure)
    }

    fn image(&self, element: &Element, figure: &mut Figure) {
        figure.picture = resolve(&self.file, element.get("src").expect("a picture"));
        let words = element.get("alt").expect("words for the picture");
        figure.alternative = match element.get("role") {
            Some("presentation") => Alternative::Decorative,
            _ => Alternative::Words(words.to_owned()),
        };
    }

    fn inlines(&mut self, nodes: &[Node]) -> Vec<Inline> {
        let mut inlines = Vec::new();
        let mut begins_line = false;
        for node in nodes {
            match node {
                // The end of a line in the file, after one of the text.
                Node::Text(text) if begins_line => {
                    let text = text.strip_prefix('\n').expect("a line break ends a line");
                    inlines.push(Inline::Text(text.to_owned()));
                }
                Node::Text(text) => inlines.push(Inline::Text(text.clone())),
                // The number before the words of a title, and the stop after them.
                Node::Element(element)
                    if ["ordinal", "ordinal capitals", "title-stop"]
                        .iter()
                        .any(|class| element.get("class") == Some(class)) =>
                {
                    inlines.push(Inline::Text(element.text()));
                }
                Node::Element(element) => inlines.push(self.inline(element)),
            }
            begins_line = matches!(inlines.last(), Some(Inline::LineBreak));
        }
        inlines
    }

    fn inline(&mut self, element: &Element) -> Inline {
        let mut content = || self.inlines(&element.children);
        let spoken = language(element).map(|tag| tag.parse().expect("a language tag"));
        match (element.name.as_str(), spoken, element.get("role")) {
            ("em", None, None) => Inline::Emphasis(content()),
            ("strong", None, None) => Inline::Strong(content()),
            ("sup", None, None) => {
                Inline::Variant { variant: FontVariant::Superscript, content: content() }
            }
            ("sub", None, None) => {
                Inline::Variant { variant: FontVariant::Subscript, content: content() }
            }
            ("del", None, None) => phrase(PhraseKind::Deleted, content()),
            ("span", None, None) if element.get("class") == Some("underlined") => {
                phrase(PhraseKind::Underlined, content())
            }
            ("span", None, Some("note")) => phrase(PhraseKind::Marginal, content()),
            ("mark", None, None) => phrase(PhraseKind::Marked, content()),
            ("kbd", None, None) => phrase(PhraseKind::Keyboard, content()),
            ("abbr", None, None) => {
                let expansion = element.get("title").map(str::to_owned);
                phrase(PhraseKind::Abbreviation { expansion }, content())
            }
            ("span", None, None) if element.get("class") != Some("small-caps") => {
                let style = element.get("class").expect("a style").to_owned();
                phrase(PhraseKind::Styled(style), content())
            }
            ("span", None, None) => {
                Inline::Variant { variant: FontVariant::SmallCaps, content: content() }
            }
            ("i", Some(language), None) => {
                Inline::Foreign { language, content: vec![Inline::Emphasis(content())] }
            }
            ("span", Some(language), None) => {
                Inline::Foreign { language, content: content() }
            }
            ("span", None, Some("doc-pagebreak")) => {
                assert!(element.children.is_empty());
                Inline::PageMark(element.get("aria-label").expect("a number").to_owned())
            }
            ("a", None, Some("doc-noteref")) => self.note(element),
            ("a", None, None) => Inline::Link {
                target: element.get("href").expect("an address").to_owned(),
                content: content(),
            },
            ("code", None, None) => Inline::Code(element.text()),
            ("math", None, None) => {
                let tex = element.get("alttext").unwrap_or_default().to_owned();
                let is_display = element.get("display") == Some("block");
                Inline::Formula(Box::new(Formula { tex, is_display }))
            }
            ("img", None, None | Some("presentation")) => {
                let mut figure = Figure::default();
                self.image(element, &mut figure);
                let title =
                    element.get("title").map(|title| Inline::Text(title.to_owned()));
                figure.caption = title.into_iter().collect();
                Inline::Picture(Box::new(figure))
            }
            ("br", None, None) => Inline::LineBreak,
            (name, ..) => panic!("<{name}> in a line of {}", self.file),
        }
    }

    /// Moves a note from its list to the mark that calls it. Figures count the first
    /// series.
    fn note(&mut self, mark: &Element) -> Inline {
        let target =
            resolve(&self.file, mark.get("href").expect("a mark leads to its note"));
        let note = self.notes.remove(&target);
        let note = note.unwrap_or_else(|| panic!("no note {target}, or a second mark"));
        assert_eq!(note.language, self.spoken, "{target} is spoken as its text is");
        let label = mark.text();
        let is_first = label.bytes().all(|byte| byte.is_ascii_digit());
        let file = std::mem::replace(&mut self.file, note.file);
        let blocks = self.note_blocks(note.item, &label);
        self.file = file;
        let series = if is_first { NoteSeries::First } else { NoteSeries::Second };
        Inline::Note(Box::new(Note { series, blocks, ..Note::default() }))
    }

    /// What a note says, without its number.
    fn note_blocks(&mut self, mut item: Element, label: &str) -> Vec<Block> {
        item.children.retain(|node| matches!(node, Node::Element(_)));
        let Some(Node::Element(first)) = item.children.first_mut() else {
            panic!("a note has a number")
        };
        let Node::Element(back) = first.children.remove(0) else {
            panic!("a note begins with its number")
        };
        assert!(back.has("role", "doc-backlink"));
        assert_eq!(
            back.text().trim_end_matches('.'),
            label,
            "its number is that of the mark"
        );
        if first.get("class") == Some("note-number") {
            item.children.remove(0);
        } else if let Some(Node::Text(text)) = first.children.first_mut() {
            *text = text.strip_prefix(' ').expect("a space after the number").to_owned();
        }
        self.blocks(&item)
    }
}

/// How the cells of a row stand in their columns.
fn columns(row: &Element) -> Vec<ColumnAlign> {
    let align = |cell: &Element| match cell.get("class") {
        None => ColumnAlign::Start,
        Some("centre") => ColumnAlign::Centre,
        Some("end") => ColumnAlign::End,
        Some(class) => panic!("a cell of class {class}"),
    };
    row.elements().map(align).collect()
}

/// The particulars in a package document.
fn particulars(opf: &Element) -> Metadata {
    let all = opf.named("metadata")[0].elements().collect::<Vec<_>>();
    let refined = |element: &Element, property: &str| {
        let id = format!("#{}", element.get("id")?);
        let of_it = all.iter().filter(|meta| meta.get("refines") == Some(&id));
        let mut found = of_it.filter(|meta| meta.get("property") == Some(property));
        found.next().map(|meta| words(meta))
    };
    let of = |name: &'static str| all.iter().filter(move |element| element.name == name);
    let one = |name: &'static str| of(name).next().map(|element| words(element));
    let titled = |kind: &str| {
        let mut titles = of("dc:title")
            .filter(|one| refined(one, "title-type").as_deref() == Some(kind));
        titles.next().map(|title| words(title))
    };
    let people = |name: &'static str| {
        let person = |element: &&Element| Contributor {
            name: words(element),
            sort: refined(element, "file-as"),
            role: refined(element, "role").map(|role| role.parse().expect("a role")),
        };
        of(name).map(person).collect()
    };
    // The unique identifier may be the ISBN, the publisher's own, or made from the text.
    let unique = opf.get("unique-identifier");
    let (first, others): (Vec<&Element>, Vec<&Element>) =
        of("dc:identifier").partition(|one| one.get("id") == unique);
    let first = words(first[0]);
    let isbn = first.strip_prefix("urn:isbn:").map(str::to_owned);
    let own = (isbn.is_none() && !first.starts_with("urn:uuid:")).then_some(first);
    let series =
        all.iter().find(|one| one.get("property") == Some("belongs-to-collection"));
    Metadata {
        title: titled("main"),
        subtitle: titled("subtitle"),
        authors: people("dc:creator"),
        contributors: people("dc:contributor"),
        language: one("dc:language").map(|tag| tag.parse().expect("a language tag")),
        date: one("dc:date").map(|date| date.parse().expect("a date")),
        publisher: one("dc:publisher"),
        isbn_epub: isbn,
        isbns: Vec::new(),
        isbn_print: None,
        identifier: own.or_else(|| others.first().map(|own| words(own))),
        description: one("dc:description"),
        rights: one("dc:rights"),
        source: one("dc:source"),
        series: series.map(|series| metadata::BookSeries {
            name: words(series),
            number: refined(series, "group-position")
                .map(|n| n.parse().expect("a number")),
        }),
        source_traits: SourceTraits::default(),
        typography: None,
        title_lines: Vec::new(),
        short: None,
        original_title: None,
        place: None,
        edition: None,
        deposit: None,
    }
}

/// A value of the metadata: reading systems make one space of any white space
/// (EPUB 3.3 §5.5.2).
fn words(element: &Element) -> String {
    let is_space = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}');
    let text = element.text();
    text.split(is_space).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn phrase(kind: PhraseKind, content: Vec<Inline>) -> Inline {
    Inline::Phrase { kind, content }
}

/// How a list is numbered, by its type and its counter style.
fn numbering(list: &Element) -> ListNumbering {
    let class = list.get("class").unwrap_or_default();
    let numerals = match (list.get("type"), class) {
        (_, class) if class.starts_with("ordinal-o") => ListNumerals::MasculineOrdinal,
        (_, class) if class.starts_with("ordinal-a") => ListNumerals::FeminineOrdinal,
        (None, _) => ListNumerals::Decimal,
        (Some("a"), _) => ListNumerals::LowerAlpha,
        (Some("A"), _) => ListNumerals::UpperAlpha,
        (Some("i"), _) => ListNumerals::LowerRoman,
        (Some("I"), _) => ListNumerals::UpperRoman,
        (Some(kind), _) => panic!("a list of type {kind}"),
    };
    let delimiter = match class.rsplit('-').next() {
        Some("parenthesis") => ListDelimiter::Parenthesis,
        Some("parentheses") => ListDelimiter::Parentheses,
        Some("o" | "a") => ListDelimiter::None,
        Some(_) | None => ListDelimiter::Period,
    };
    ListNumbering { numerals, delimiter }
}
