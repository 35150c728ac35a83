//! Reads the text of a tagged PDF from its structure tree and its pages.
//!
//! The reading order is that of the structure tree (ISO 32000-1 §14.7.2), never that of the
//! pages. The text of a glyph comes from the `ToUnicode` map of its font, or from a
//! replacement text.

pub(super) mod budget;

mod file;

mod to_unicode;

mod content;

mod tree;

mod links;

mod glyphs;

pub(super) mod letters;

use std::collections::{BTreeMap, BTreeSet};

use lopdf::{Document, ObjectId, decode_text_string};

use super::error::AuditError;
use super::presentation::{HiddenWords, PageFurniture, StreamPicture, fingerprint};
use super::setting::WordSetting;
use super::stream::{
    EditionMatter, EditionNoteLabel, MatterKind, StreamWord, Streams, WordStream,
};
use super::targets::{EditionEntry, LinkEnd, PagePlace};
use budget::{ReadBudget, SpentBudget};
use content::{LINE_START, PdfPosition, ShownPage};
use file::{LARGEST, load_document, resolve_dictionary};
use links::LinkEnds;
use tree::{MarkedContentId, StructureElement, StructureKid};

/// The most bookmarks that are read; a chain of them may be a circle.
const MOST_BOOKMARKS: usize = 100_000;

/// Reads the text of a PDF.
///
/// # Errors
///
/// When it is broken, or has no structure tree.
pub fn read_pdf(bytes: &[u8]) -> Result<Streams, AuditError> {
    let document = load_document(bytes, None)?;
    let ids: Vec<ObjectId> = document.get_pages().into_values().collect();
    let pages: BTreeMap<ObjectId, usize> =
        ids.iter().enumerate().map(|(place, &id)| (id, place)).collect();
    let mut budget = ReadBudget::default();
    let tree =
        tree::read_structure_tree(&document, &pages).ok_or(AuditError::Untagged)?;
    let mut reader = PdfTextReader {
        pages: content::read_pages(&document, &ids, &mut budget)?,
        ..PdfTextReader::default()
    };
    reader.streams.files = (1..=ids.len()).map(|page| format!("page {page}")).collect();
    reader.streams.elements_off_pages = tree.elements_off_pages;
    for element in tree.root.elements() {
        reader.read_top_level(element);
    }
    reader.read_info(&document);
    reader.read_bookmarks(&document, &pages);
    reader.add_remaining_text();
    reader.add_pictures(&document);
    let mismatches = glyphs::find_mismatches(&document, &ids, &mut budget)?;
    reader.streams.glyph_mismatches.extend(mismatches);
    match reader.spent {
        Some(spent) => Err(spent.into()),
        None => Ok(reader.into_streams()),
    }
}

/// The text of each page of a PDF, in painting order.
///
/// # Errors
///
/// When it is broken.
pub fn read_painted_text(bytes: &[u8]) -> Result<Vec<String>, AuditError> {
    let document = load_document(bytes, None)?;
    let ids: Vec<ObjectId> = document.get_pages().into_values().collect();
    let pages = content::read_pages(&document, &ids, &mut ReadBudget::default())?;
    Ok(pages.into_iter().map(|page| page.painted).collect())
}

/// Where the words of an element belong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WordTarget {
    Body,
    Note(usize),
}

/// Collects the text of a PDF.
#[derive(Default)]
struct PdfTextReader {
    pages: Vec<ShownPage>,
    streams: Streams,
    /// The links of the references, by id.
    references: Vec<LinkEnds>,
    /// The links of the notes.
    notes: Vec<LinkEnds>,
    /// The pictures of the body, by their index among those of the streams.
    pictures: Vec<Option<ObjectId>>,
    /// The text that is read goes from page to page.
    is_in_order: bool,
    /// The marked-content sequences that were read.
    read: BTreeSet<MarkedContentId>,
    /// How much text may still be read. The structure may name a sequence several times.
    budget: ReadBudget,
    /// That was more.
    spent: Option<SpentBudget>,
}

impl PdfTextReader {
    /// Reads an element of the top level: front matter or a document.
    fn read_top_level(&mut self, element: &StructureElement) {
        if element.kind == "Document" {
            element.elements().for_each(|kid| self.read_top_level(kid));
        } else if element.kind == "Part"
            && element.elements().next().is_some_and(|first| !first.is_heading())
        {
            self.read_front_matter(element);
        } else {
            self.streams.has_parts |= element.kind == "Part";
            self.read_block(element, WordTarget::Body);
        }
    }

    /// Reads front matter, which comes from the metadata.
    fn read_front_matter(&mut self, element: &StructureElement) {
        for kid in element.elements() {
            match kid.kind.as_str() {
                "Part" | "Sect" | "Div" => self.read_front_matter(kid),
                // A dedication or a motto comes from the sources.
                "Art" => self.read_block(kid, WordTarget::Body),
                "TOC" => kid.elements().for_each(|item| self.add_entry(item)),
                _ if kid.is_heading() => self.add_element(MatterKind::Heading, kid),
                _ => self.add_element(MatterKind::Front, kid),
            }
        }
    }

    /// Reads a block, or an element that contains blocks.
    fn read_block(&mut self, element: &StructureElement, target: WordTarget) {
        let kids: Vec<&StructureElement> = element.elements().collect();
        match element.kind.as_str() {
            // The contents behind the text.
            "Sect" if kids.get(1).is_some_and(|kid| kid.kind == "TOC") => {
                self.read_front_matter(element);
            }
            "Part" | "Sect" | "Div" | "BlockQuote" | "L" | "LI" | "LBody" | "Art"
            | "Table" | "THead" | "TBody" | "TFoot" | "TR" => {
                if matches!(element.kind.as_str(), "Part" | "Sect" | "Art")
                    && target == WordTarget::Body
                {
                    self.streams.openings.push(self.streams.body.words.len());
                }
                // At the foot of a page, notes may follow any heading, and other text the
                // notes. Where nothing but notes follows, the heading belongs to them.
                let rest = kids.get(1..).unwrap_or_default();
                let notes_alone = !rest.is_empty()
                    && rest.iter().all(|kid| kid.kind == "Note" || kid.holds_notes());
                for (place, kid) in kids.iter().enumerate() {
                    if place == 0
                        && kid.is_heading()
                        && notes_alone
                        && !kid.has_reference()
                    {
                        self.add_element(MatterKind::Heading, kid);
                    } else {
                        self.read_block(kid, target);
                    }
                }
            }
            "Note" => self.read_note(element),
            "Index" => {
                for kid in kids {
                    self.add_element(MatterKind::Index, kid);
                }
            }
            "Lbl" => self.add_element(MatterKind::ListLabel, element),
            "Figure" => self.read_figure(element, target),
            "Formula" => self.read_formula(element, target, false),
            _ => self.read_paragraph(element, target),
        }
    }

    /// Reads a formula: it is known by its TeX, in every edition, and is words of its own.
    fn read_formula(
        &mut self,
        element: &StructureElement,
        target: WordTarget,
        in_heading: bool,
    ) {
        let contents = element.marked_contents();
        self.read.extend(&contents);
        let file = contents.first().map_or(0, |first| first.page);
        let tex = element.alternative.clone().unwrap_or_default();
        let words = self.stream_of(target);
        words.end_word();
        for c in tex.chars() {
            words.push(c, || StreamWord { file, in_heading, ..StreamWord::default() });
        }
        words.end_word();
    }

    fn read_figure(&mut self, element: &StructureElement, target: WordTarget) {
        let contents = element.marked_contents();
        self.read.extend(&contents);
        if target == WordTarget::Body {
            let paints = |id: &MarkedContentId| {
                self.pages.get(id.page)?.marked.get(&id.mcid)?.picture
            };
            self.pictures.push(contents.iter().find_map(paints));
            self.streams.pictures.push(StreamPicture {
                words: element.alternative.clone(),
                file: contents.first().map_or(0, |first| first.page),
                ..StreamPicture::default()
            });
        }
        if let Some(words) = &element.alternative {
            let text = words.clone();
            self.streams.matter.push(EditionMatter {
                kind: MatterKind::Picture,
                text,
                file: 0,
            });
        }
    }

    fn read_note(&mut self, element: &StructureElement) {
        let note = self.streams.notes.len();
        self.streams.notes.push(WordStream::default());
        let mut label =
            EditionNoteLabel { has_back: true, ..EditionNoteLabel::default() };
        let mut ends = LinkEnds::default();
        for kid in element.elements() {
            if kid.kind == "Lbl" && label.text.is_empty() {
                let contents = kid.marked_contents();
                ends = LinkEnds {
                    from: self.find_position(&contents),
                    to: kid.link_target(),
                };
                label.text = self.take_text(&contents);
            } else {
                self.read_block(kid, WordTarget::Note(note));
            }
        }
        self.streams.labels.push(label);
        self.notes.push(ends);
    }

    /// Reads an element of running text: a paragraph, a heading, a line.
    fn read_paragraph(&mut self, element: &StructureElement, target: WordTarget) {
        self.stream_of(target).begin_block();
        // What waits for the next page with its figure is not in order.
        self.is_in_order = !matches!(element.kind.as_str(), "TD" | "TH" | "Caption");
        if element.is_heading() && target == WordTarget::Body {
            self.streams.heading_places.push(self.streams.body.words.len());
            let contents = element.marked_contents();
            let heading = self.take_text(&contents);
            self.streams.headings.push(heading);
        }
        // A paragraph that consists of spans only is verse, a line in each.
        let is_verse = !element.kids.is_empty()
            && element.kids.iter().all(
                |kid| matches!(kid, StructureKid::Element(kid) if kid.kind == "Span"),
            );
        self.read_phrase(element, target, element.level(), is_verse);
        self.stream_of(target).begin_block();
    }

    /// Reads the children of an element of running text. With `is_verse`, each is a line.
    fn read_phrase(
        &mut self,
        element: &StructureElement,
        target: WordTarget,
        level: u8,
        is_verse: bool,
    ) {
        let in_heading = level > 0;
        for kid in &element.kids {
            match kid {
                StructureKid::Content(id) => {
                    self.add_marked_content(*id, target, &set_words(element, level));
                }
                StructureKid::Element(kid) if kid.kind == "Reference" => {
                    self.read_reference(kid, target);
                }
                StructureKid::Element(kid) if kid.kind == "Figure" => {
                    self.read_figure(kid, target);
                }
                StructureKid::Element(kid) if kid.kind == "Formula" => {
                    self.read_formula(kid, target, in_heading);
                }
                StructureKid::Element(kid) if kid.kind == "Note" => self.read_note(kid),
                StructureKid::Element(kid) if kid.kind == "Lbl" => {
                    self.add_element(MatterKind::Reference, kid);
                    self.add_page_reference(element);
                }
                StructureKid::Element(kid) => {
                    if kid.kind == "Link" {
                        let end = find_link_end(kid);
                        self.stream_of(target).add_link(end);
                    }
                    self.read_phrase(kid, target, level, false);
                }
                StructureKid::Link(..) => {}
            }
            if is_verse {
                self.stream_of(target).end_word();
            }
        }
    }

    /// Adds the words that were added last, with the page that their link leads to.
    fn add_page_reference(&mut self, link: &StructureElement) {
        let Some(place) = link.link_target() else { return };
        if let Some(matter) = self.streams.matter.last() {
            let words = matter.text.clone();
            self.streams.page_references.push((words, place.page));
        }
    }

    /// Adds a marked-content sequence to a stream.
    fn add_marked_content(
        &mut self,
        content: MarkedContentId,
        target: WordTarget,
        setting: &WordSetting,
    ) {
        let text = self.take_text_with_lines(&[content]);
        let marked = self.pages.get(content.page);
        let marked = marked.and_then(|page| page.marked.get(&content.mcid));
        let baselines = marked.map(|marked| marked.baselines.clone()).unwrap_or_default();
        let mut baselines = baselines.into_iter();
        let place = marked.and_then(|marked| marked.place);
        let mut height = place.map_or(0, |place| in_thousandths(place.y));
        if target == WordTarget::Body && self.is_in_order {
            self.streams.page_order.push(content.page);
        }
        let words = self.stream_of(target);
        for c in text.chars() {
            // At the end of a line, a space separates words; a word that is longer than its
            // line has none.
            if LINE_START.contains(c) {
                height = baselines.next().map_or(height, in_thousandths);
            } else {
                words.push(c, || StreamWord {
                    file: content.page,
                    in_heading: setting.level > 0,
                    setting: setting.clone(),
                    height,
                    ..StreamWord::default()
                });
            }
        }
    }

    /// Reads a reference to a note.
    fn read_reference(&mut self, element: &StructureElement, target: WordTarget) {
        let contents = element.marked_contents();
        let (id, text) = (self.references.len(), self.take_text(&contents));
        self.references.push(LinkEnds {
            from: self.find_position(&contents),
            to: element.link_target(),
        });
        let words = self.stream_of(target);
        words.add_reference(id, None);
        if let Some(reference) = words.references.last_mut() {
            reference.text = text;
        }
    }

    fn stream_of(&mut self, target: WordTarget) -> &mut WordStream {
        match target {
            WordTarget::Body => &mut self.streams.body,
            WordTarget::Note(note) => &mut self.streams.notes[note],
        }
    }

    /// Adds the text of an element that the edition adds.
    fn add_element(&mut self, kind: MatterKind, element: &StructureElement) {
        if element.kind == "Figure" {
            if let Some(text) = element.alternative.clone() {
                let kind = MatterKind::Picture;
                self.streams.matter.push(EditionMatter { kind, text, file: 0 });
            }
            return;
        }
        let contents = element.marked_contents();
        self.add_matter(kind, &contents);
    }

    /// Adds an entry of the contents.
    fn add_entry(&mut self, element: &StructureElement) {
        self.add_element(MatterKind::Entry, element);
        if let Some(entry) = self.streams.matter.last() {
            let text = entry.text.clone();
            self.streams.entries.push(EditionEntry { text, end: find_link_end(element) });
        }
    }

    fn add_matter(&mut self, kind: MatterKind, contents: &[MarkedContentId]) {
        let file = contents.first().map_or(0, |first| first.page);
        if matches!(kind, MatterKind::Front | MatterKind::Entry | MatterKind::Index) {
            self.streams.page_order.extend(contents.first().map(|first| first.page));
        }
        let text = self.take_text(contents);
        self.streams.matter.push(EditionMatter { kind, text, file });
    }

    /// The text of marked-content sequences, which count as read.
    fn take_text(&mut self, contents: &[MarkedContentId]) -> String {
        self.take_text_with_lines(contents).replace(LINE_START, "")
    }

    /// Like [`take_text`](Self::take_text), with [`LINE_START`] where lines begin.
    fn take_text_with_lines(&mut self, contents: &[MarkedContentId]) -> String {
        self.read.extend(contents);
        let mut whole = String::new();
        for id in contents {
            let page = self.pages.get(id.page);
            let Some(marked) = page.and_then(|page| page.marked.get(&id.mcid)) else {
                continue;
            };
            let words = marked.text.split_whitespace().count();
            let spent = self.budget.spend_text(marked.text.len());
            if let Err(spent) = spent.and_then(|()| self.budget.spend_words(words)) {
                self.spent = Some(spent);
                break;
            }
            whole.push_str(&marked.text);
        }
        whole
    }

    /// The position of the first sequence.
    fn find_position(&self, contents: &[MarkedContentId]) -> Option<PdfPosition> {
        let first = contents.first()?;
        self.pages.get(first.page)?.marked.get(&first.mcid)?.place
    }

    /// Reads the information dictionary (§14.3.3).
    fn read_info(&mut self, document: &Document) {
        let info =
            document.trailer.get(b"Info").and_then(|info| document.dereference(info));
        let Ok(info) = info.and_then(|(_, info)| info.as_dict()) else { return };
        for (key, kind) in
            [(b"Title".as_slice(), MatterKind::Title), (b"Author", MatterKind::Names)]
        {
            if let Some(text) =
                info.get(key).ok().and_then(|text| decode_text_string(text).ok())
            {
                self.streams.matter.push(EditionMatter { kind, text, file: 0 });
            }
        }
    }

    /// Reads the outline (§12.3.3).
    fn read_bookmarks(&mut self, document: &Document, pages: &BTreeMap<ObjectId, usize>) {
        let outline =
            document.catalog().ok().and_then(|catalog| catalog.get(b"Outlines").ok());
        let mut open: Vec<&lopdf::Dictionary> = outline
            .and_then(|outline| resolve_dictionary(document, outline))
            .into_iter()
            .collect();
        let mut left = MOST_BOOKMARKS;
        while let (Some(item), 1..) = (open.pop(), left) {
            left -= 1;
            let title =
                item.get(b"Title").ok().and_then(|text| decode_text_string(text).ok());
            if let Some(text) = title {
                let place = tree::read_destination(document, item, pages);
                let end =
                    place.map_or(LinkEnd::Nowhere, |place| LinkEnd::Line(place.into()));
                self.streams.entries.push(EditionEntry { text: text.clone(), end });
                let kind = MatterKind::Entry;
                self.streams.matter.push(EditionMatter { kind, text, file: 0 });
            }
            for key in [b"Next".as_slice(), b"First"] {
                open.extend(
                    item.get(key)
                        .ok()
                        .and_then(|item| resolve_dictionary(document, item)),
                );
            }
        }
    }

    /// Says what the pictures show.
    fn add_pictures(&mut self, document: &Document) {
        let mut known = BTreeMap::new();
        for (picture, id) in self.streams.pictures.iter_mut().zip(&self.pictures) {
            let Some(id) = id else { continue };
            let budget = &mut self.budget;
            let print = known.entry(*id).or_insert_with(|| {
                let stream = document.get_object(*id).ok()?.as_stream().ok()?;
                let plain = stream.get_plain_content_with_limit(LARGEST);
                let samples = plain.unwrap_or_else(|_| stream.content.clone());
                // What is more than an audit reads is not compared.
                budget.spend_unpacked(samples.len()).ok()?;
                fingerprint(samples.as_slice())
            });
            picture.prints.extend(*print);
        }
    }

    /// Adds artifacts, and text outside the structure.
    fn add_remaining_text(&mut self) {
        for (file, page) in self.pages.iter().enumerate() {
            let hidden = page.hidden.iter();
            self.streams.hidden.extend(hidden.map(|(text, cause)| HiddenWords {
                text: text.clone(),
                cause,
                file,
            }));
            let replaced = page
                .replaced
                .iter()
                .filter(|(glyphs, text)| glyphs::is_other_text(glyphs, text));
            self.streams.glyph_mismatches.extend(replaced.map(|(glyphs, text)| {
                format!(
                    "the glyphs of '{glyphs}' on page {} are said to be '{text}'",
                    file + 1
                )
            }));
            let lines = page.artifacts.iter().filter_map(|artifact| {
                let place =
                    artifact.place.filter(|_| !artifact.text.trim().is_empty())?;
                Some(PageFurniture {
                    text: artifact.text.replace(LINE_START, ""),
                    page: file,
                    height: in_thousandths(place.y),
                })
            });
            self.streams.furniture.extend(lines);
            let unread = page.marked.iter().filter(|(mcid, _)| {
                !self.read.contains(&MarkedContentId { page: file, mcid: **mcid })
            });
            let stray = unread.map(|(_, marked)| &marked.text).chain([&page.stray]);
            let stray = stray.map(|text| (MatterKind::Stray, text));
            let artifacts = page.artifacts.iter();
            let artifacts =
                artifacts.map(|artifact| (MatterKind::Furniture, &artifact.text));
            for (kind, text) in
                artifacts.chain(stray).filter(|(_, text)| !text.trim().is_empty())
            {
                let text = text.replace(LINE_START, "");
                self.streams.matter.push(EditionMatter { kind, text, file });
            }
        }
    }

    /// The streams, with references resolved to notes and backlinks to references.
    fn into_streams(mut self) -> Streams {
        let notes = links::match_targets(&self.references, &self.notes, &self.pages);
        let backlinks = links::match_targets(&self.notes, &self.references, &self.pages);
        for call in self.streams.references_mut() {
            call.note = notes[call.id];
        }
        for (label, back) in self.streams.labels.iter_mut().zip(backlinks) {
            label.back = back;
        }
        self.streams
    }
}

/// Where the link in an element leads.
fn find_link_end(element: &StructureElement) -> LinkEnd {
    let line = element.link_target().map(|place| LinkEnd::Line(place.into()));
    let address = || Some(LinkEnd::Address(element.link_address()?.to_owned()));
    line.or_else(address).unwrap_or(LinkEnd::Nowhere)
}

/// How words of an element are set, in a heading of a level.
fn set_words(element: &StructureElement, level: u8) -> WordSetting {
    WordSetting {
        is_known: true,
        level,
        language: element.language.clone(),
        ..WordSetting::default()
    }
}

/// A height in thousandths of a point.
#[expect(clippy::cast_possible_truncation, reason = "a page is not that high")]
fn in_thousandths(height: f32) -> i64 {
    (height * 1000.0).round() as i64
}

impl From<PdfPosition> for PagePlace {
    fn from(place: PdfPosition) -> Self {
        Self { page: place.page, height: in_thousandths(place.y) }
    }
}
