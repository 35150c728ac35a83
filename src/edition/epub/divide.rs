//! Divides documents that are too large, after all are rendered: their markup is copied
//! into more files, and only the places that depend on file names are rewritten.

use std::collections::BTreeMap;
use std::ops::Range;

use super::document::{
    ContentDocument, DocumentFacts, DocumentKind, NoteExtent, PageBreakMarker,
    RenderedDocuments,
};
use super::markup::{RelocationTarget, StartTag, XmlWriter, tag};
use super::names::file_stem;
use super::notes_documents::{number_title, render_chapter_notes, render_gathered_notes};
use super::plan::EpubPlan;
use super::split::{ChapterSizes, ContentSizes, measure_markup};
use super::writer::{DocumentHeader, DocumentWriter, render_document};
use crate::book::matter::notes::{NumberedNote, split_by_series};
use crate::book::purpose::Purpose;

/// How a section is closed in rendered markup.
const SECTION_END: &str = "</section>\n";

/// Divides the documents of a book by a new plan of its files, so that none is too large
/// unless a single block is. They come and go in the order of rendering.
pub(super) fn divide_documents(
    plan: &mut EpubPlan<'_>,
    documents: &[ContentDocument],
) -> Vec<ContentDocument> {
    plan.divide(&measure_documents(documents));
    let plan = &*plan;
    let mut divider = Divider {
        plan,
        documents,
        files_of_marks: locate_marks(plan, documents),
        notes: index_notes(documents),
        nothing_earlier: &RenderedDocuments::default(),
        page_count: 0,
        divided: Vec::new(),
    };
    let mut chapters = 0;
    for (index, document) in documents.iter().enumerate() {
        match document.kind {
            DocumentKind::Chapter(purpose) => {
                divider.divide_chapter(index, chapters, purpose);
                chapters += 1;
            }
            // Notes are copied one by one, into the files that the plan has for them.
            DocumentKind::Continuation(_) | DocumentKind::Notes => {}
            DocumentKind::Cover
            | DocumentKind::TitlePage
            | DocumentKind::Imprint
            | DocumentKind::HalfTitle
            | DocumentKind::Part => divider.copy_document(index),
        }
    }
    for file in 0..plan.files.gathered_notes.len() {
        divider.divide_gathered_notes(file);
    }
    divider.divided
}

/// The sizes of what documents can be divided into.
fn measure_documents(documents: &[ContentDocument]) -> ContentSizes {
    let mut sizes = ContentSizes::default();
    for ContentDocument { kind, markup, facts, .. } in documents {
        let measure = |range: &Range<usize>, own_links: usize| {
            measure_markup(range.len(), facts.count_note_marks(range) + own_links)
        };
        if matches!(kind, DocumentKind::Chapter(_)) {
            let blocks = facts.blocks.iter().map(|block| measure(&block.range, 0));
            sizes.chapters.push(ChapterSizes {
                file: markup.len(),
                head: facts.text_start,
                blocks: blocks.collect(),
            });
        }
        // Each note has a link back.
        let notes = facts.notes.iter();
        sizes.notes.extend(notes.map(|note| (note.serial, measure(&note.range, 1))));
    }
    sizes
}

/// The names of the files that note marks come to be in, by the serial numbers of notes.
fn locate_marks(
    plan: &EpubPlan<'_>,
    documents: &[ContentDocument],
) -> BTreeMap<u32, String> {
    let mut files = BTreeMap::new();
    let mut chapters = 0..;
    for document in documents {
        let is_chapter = matches!(document.kind, DocumentKind::Chapter(_));
        let chapter = if is_chapter { chapters.next() } else { None };
        for relocation in &document.facts.relocations {
            if let RelocationTarget::NoteFile(serial) = relocation.target {
                let at = relocation.range.start;
                files.insert(serial, locate_markup(plan, document, chapter, at));
            }
        }
    }
    files
}

/// The name of the file that a byte of a document comes to be in.
fn locate_markup(
    plan: &EpubPlan<'_>,
    document: &ContentDocument,
    chapter: Option<usize>,
    at: usize,
) -> String {
    let DocumentFacts { blocks, notes, .. } = &document.facts;
    let note = notes.partition_point(|note| note.range.end <= at);
    if let Some(note) = notes.get(note).filter(|note| note.range.contains(&at)) {
        let file = plan.files.file_of_note(note.serial);
        return file.unwrap_or(&document.name).to_owned();
    }
    let block = blocks.partition_point(|block| block.range.end <= at);
    match (chapter, blocks.get(block)) {
        (Some(chapter), Some(extent)) if extent.range.contains(&at) => {
            plan.files.file_of_block(chapter, block)
        }
        _ => document.name.clone(),
    }
}

/// The notes by serial number: the indices of their documents, and the bytes in them.
fn index_notes(documents: &[ContentDocument]) -> BTreeMap<u32, (usize, Range<usize>)> {
    let notes = documents.iter().enumerate().flat_map(|(index, document)| {
        let notes = document.facts.notes.iter();
        notes.map(move |NoteExtent { serial, range }| (*serial, (index, range.clone())))
    });
    notes.collect()
}

/// Documents that are being divided.
struct Divider<'d> {
    /// The new plan.
    plan: &'d EpubPlan<'d>,
    /// The rendered documents.
    documents: &'d [ContentDocument],
    /// From [`locate_marks`].
    files_of_marks: BTreeMap<u32, String>,
    /// From [`index_notes`].
    notes: BTreeMap<u32, (usize, Range<usize>)>,
    /// What new documents look up in earlier ones: nothing, because all is rendered.
    nothing_earlier: &'d RenderedDocuments,
    /// How many page break markers the new documents have.
    page_count: usize,
    /// The new documents.
    divided: Vec<ContentDocument>,
}

impl<'d> Divider<'d> {
    /// Copies a document, with new links.
    fn copy_document(&mut self, index: usize) {
        let ContentDocument { name, title, kind, markup, .. } = &self.documents[index];
        let mut copy = XmlWriter::new();
        let mut pages = Vec::new();
        self.copy_markup(index, 0..markup.len(), name, &mut copy, &mut pages);
        self.divided.push(ContentDocument {
            name: name.clone(),
            title: title.clone(),
            kind: *kind,
            landmark: None,
            markup: copy.finish().text,
            facts: DocumentFacts { pages, ..DocumentFacts::default() },
        });
    }

    /// Divides the document of a chapter, and puts the notes of the chapter into files of
    /// their own if the plan has such files.
    fn divide_chapter(&mut self, index: usize, chapter: usize, purpose: Purpose) {
        let (plan, document) = (self.plan, &self.documents[index]);
        let files = &plan.files.chapters[chapter];
        let loses_notes = !files.notes.is_empty() && !document.facts.notes.is_empty();
        if files.text.len() == 1 && !loses_notes {
            self.copy_document(index);
        } else {
            for (file, blocks) in files.text.iter().enumerate() {
                let (kind, title) = match file {
                    0 => (DocumentKind::Chapter(purpose), document.title.clone()),
                    _ => (
                        DocumentKind::Continuation(purpose),
                        number_title(&document.title, file),
                    ),
                };
                let name = plan.files.chapter_file(chapter, file);
                let language = plan.chapter_language(chapter);
                let header = DocumentHeader { kind, name, title, language };
                let part =
                    render_document(plan, self.nothing_earlier, header, |writer| {
                        self.copy_blocks(index, file, blocks, writer);
                    });
                self.divided.push(part);
            }
        }
        for file in 0..files.notes.len() {
            let none = self.nothing_earlier;
            let write_notes = &mut |writer: &mut _, list: &_, notes: &[_]| {
                self.copy_notes(writer, list, notes);
            };
            let notes = render_chapter_notes(plan, none, chapter, file, write_notes);
            self.divided.push(notes);
        }
    }

    fn divide_gathered_notes(&mut self, file: usize) {
        let (plan, none) = (self.plan, self.nothing_earlier);
        let write_notes = &mut |writer: &mut _, list: &_, notes: &[_]| {
            self.copy_notes(writer, list, notes);
        };
        let notes = render_gathered_notes(plan, none, file, write_notes);
        self.divided.push(notes);
    }

    /// Copies some blocks of a chapter into one of its files. The first file also has the
    /// title. A later one opens again the sections that the file before it had to close.
    ///
    /// To readers the chapter is one: only its first file is called a chapter.
    fn copy_blocks(
        &mut self,
        index: usize,
        file: usize,
        blocks: &Range<usize>,
        writer: &mut DocumentWriter<'d>,
    ) {
        let document = &self.documents[index];
        let DocumentFacts { body_start, text_start, blocks: all, .. } = &document.facts;
        let extents = &all[blocks.clone()];
        let mut start = *body_start;
        if let (1.., Some(first)) = (file, extents.first()) {
            let title = number_title(&document.title, file);
            let section = tag("section").class("chapter");
            writer.markup.open_line(section.with("aria-label", &title));
            let before = all[..blocks.start].last().map_or(0, |one| one.open_sections);
            for _ in first.closed_sections..before {
                writer.markup.append_markup("<section>\n");
            }
            start = first.range.start + first.closed_sections * SECTION_END.len();
        }
        let end = extents.last().map_or(*text_start, |last| last.range.end);
        let DocumentWriter { markup, file: name, facts, .. } = writer;
        self.copy_markup(index, start..end, name, markup, &mut facts.pages);
        let open_sections = extents.last().map_or(0, |last| last.open_sections);
        // The section of the chapter itself is copied with its title.
        writer.markup.assume_open("section", open_sections + usize::from(file == 0));
    }

    /// Copies notes into lists, one for each series.
    fn copy_notes(
        &mut self,
        writer: &mut DocumentWriter<'d>,
        list: &StartTag,
        notes: &[NumberedNote<'d>],
    ) {
        for series in split_by_series(notes) {
            writer.markup.open_line(list.clone());
            for note in series {
                if let Some((index, range)) = self.notes.get(&note.serial).cloned() {
                    let DocumentWriter { markup, file, facts, .. } = &mut *writer;
                    self.copy_markup(index, range, file, markup, &mut facts.pages);
                }
            }
            writer.markup.close_line();
        }
    }

    /// Copies markup of a document to the end of a file, and writes anew what depends on
    /// the file.
    fn copy_markup(
        &mut self,
        index: usize,
        bytes: Range<usize>,
        file: &str,
        copy: &mut XmlWriter,
        pages: &mut Vec<PageBreakMarker>,
    ) {
        let ContentDocument { markup, facts, .. } = &self.documents[index];
        let mut start = bytes.start;
        for relocation in facts.relocations_in(&bytes) {
            copy.append_markup(&markup[start..relocation.range.start]);
            start = relocation.range.end;
            match relocation.target {
                RelocationTarget::NoteFile(serial) => {
                    let name = self.plan.files.file_of_note(serial);
                    copy.append_markup(
                        name.filter(|name| *name != file).unwrap_or_default(),
                    );
                }
                RelocationTarget::MarkFile(serial) => {
                    let name = self.files_of_marks.get(&serial).map(String::as_str);
                    copy.append_markup(
                        name.filter(|name| *name != file).unwrap_or_default(),
                    );
                }
                RelocationTarget::OwnStem => copy.append_markup(file_stem(file)),
                RelocationTarget::PageNumber(page) => {
                    self.page_count += 1;
                    let (number, label) = (self.page_count, &facts.pages[page].label);
                    copy.append_markup(&number.to_string());
                    pages.push(PageBreakMarker { label: label.clone(), number });
                }
            }
        }
        copy.append_markup(&markup[start..bytes.end]);
    }
}
