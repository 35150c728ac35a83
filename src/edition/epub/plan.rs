//! Which file everything goes to, and what it is called there.
//!
//! All names and ids are made here, before anything is written, so that links can lead
//! forward. They are ASCII, begin with a letter and hold nothing but letters, digits and
//! hyphens: some readers look a link's target up with a CSS selector, and epub-builder
//! makes item ids from file names.

use std::collections::BTreeMap;
use std::ops::Range;

use super::cuts::{NOTES_TO_A_FILE, Weights};
use super::flavour::Flavour;
use super::metadata::given;
use crate::book::block::Block;
use crate::book::matter::contents::{
    ContentsEntry, ContentsTarget, build_contents, label_chapter, label_part,
};
use crate::book::matter::ibid::{self, Ibid, IbidNote};
use crate::book::matter::notes::{NotePlacement, NumberedNote, NumberedNotes};
use crate::book::matter::words::EditionWords;
use crate::book::picture::Picture;
use crate::book::{Book, Chapter, Division};
use crate::design::EpubFonts;
use crate::edition::Publication;
use crate::edition::cover::Cover;
use crate::text::language::Language;

/// What is made of a publication.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Make {
    /// For which readers.
    pub(super) flavour: Flavour,
    /// With Kobo's spans.
    pub(super) kobo_spans: bool,
}

/// The book and its files.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    /// What is published.
    pub(super) publication: Publication<'a>,
    /// What is made of it.
    pub(super) make: Make,
    /// The chapters in reading order.
    pub(super) chapters: Vec<&'a Chapter>,
    /// Titles of the parts, and for each chapter the part it stands in.
    pub(super) part_of: Vec<Option<usize>>,
    /// The notes.
    pub(super) notes: NumberedNotes<'a>,
    /// The files of gathered notes, in order; empty where notes stand with their chapter.
    pub(super) gathered: Vec<NotesLeaf>,
    /// The files of each chapter.
    files: Vec<ChapterFiles>,
    /// The file in which notes stand, by the serial number of the last that stands there in
    /// a row.
    note_files: BTreeMap<u32, String>,
    /// The notes that lean on others, by their serial numbers.
    pub(super) leaning: BTreeMap<u32, IbidNote<'a>>,
    /// The files of the pictures, from the folder of the package, by their names in the
    /// book.
    pub(super) pictures: BTreeMap<&'a str, String>,
    /// The language of the book.
    pub(super) language: Language,
    /// The words of its language.
    pub(super) words: &'static EditionWords,
}

/// The files of a chapter.
#[derive(Debug)]
pub(super) struct ChapterFiles {
    /// The blocks that stand in each file of the text; one at least.
    pub(super) text: Vec<Range<usize>>,
    /// Which of its blocks are headings.
    headings: Vec<usize>,
    /// The files of its notes; none where they stand in its last file or are gathered.
    pub(super) notes: Vec<NotesLeaf>,
}

/// A file of gathered notes.
#[derive(Debug)]
pub(super) struct NotesLeaf {
    /// Name of the file.
    pub(super) name: String,
    /// The chapters whose notes it holds, and which of each chapter's list; none empty.
    pub(super) groups: Vec<(usize, Range<usize>)>,
}

impl<'a> Plan<'a> {
    /// Plans the files of a publication. Before weights are known, every chapter has one.
    pub(super) fn new(
        publication: &Publication<'a>,
        make: Make,
        weights: &Weights,
    ) -> Self {
        let book = publication.book;
        let mut part_of = Vec::new();
        let mut parts = 0;
        for division in &book.divisions {
            match division {
                Division::Chapter(_) => part_of.push(None),
                Division::Part(part) => {
                    part_of.extend(part.chapters.iter().map(|_| Some(parts)));
                    parts += 1;
                }
            }
        }
        let notes = NumberedNotes::new(book, publication.notes);
        let is_gathered = publication.notes == NotePlacement::Book;
        let gathered = if is_gathered { gather(&notes, weights) } else { Vec::new() };
        let chapters: Vec<&Chapter> = book.chapters().collect();
        let files = chapters.iter().enumerate().map(|(index, chapter)| {
            let is_divided = weights.is_too_large(index);
            let list = &notes.chapters[index];
            let apart = !is_gathered && (is_divided || list.len() > NOTES_TO_A_FILE);
            ChapterFiles {
                text: if is_divided {
                    weights.cut_chapter(index, chapter)
                } else {
                    let all = 0..chapter.blocks.len();
                    vec![all]
                },
                headings: headings(chapter),
                notes: if apart { put_apart(index, list, weights) } else { Vec::new() },
            }
        });
        let files: Vec<ChapterFiles> = files.collect();
        let language = book.metadata.language.as_ref();
        let leaning = chapters.iter().zip(&notes.chapters).flat_map(|(chapter, list)| {
            ibid::find_ibid_notes(list, chapter.language.as_ref().or(language))
        });
        let leaning = leaning.map(|one| (one.note.serial, one)).collect();
        Self {
            publication: *publication,
            make,
            chapters,
            part_of,
            note_files: note_files(&notes, &gathered, &files),
            notes,
            gathered,
            files,
            leaning,
            pictures: picture_files(book),
            language: language.cloned().unwrap_or_else(Language::undetermined),
            words: EditionWords::for_language(language),
        }
    }

    /// The cover, where it is a page of the book.
    pub(super) fn cover_page(&self) -> Option<&'a Cover> {
        self.publication.cover.filter(|_| self.make.flavour.has_cover_page())
    }

    /// The pictures of the book that its text shows, with their paths in the package.
    pub(super) fn shown_pictures(&self) -> impl Iterator<Item = (&str, &'a Picture)> {
        let pictures = &self.publication.book.pictures;
        let shown = self.pictures.iter();
        shown.filter_map(|(name, path)| Some((path.as_str(), pictures.get(*name)?)))
    }

    /// Whether the package says that the book's own fonts shall be used.
    pub(super) fn asks_for_fonts(&self) -> bool {
        let are_there = self.publication.design.fonts == EpubFonts::Embedded;
        are_there && self.make.flavour.asks_for_fonts()
    }

    /// The note that is said again behind one that leans on it.
    pub(super) fn said_again(&self, serial: u32) -> Option<NumberedNote<'a>> {
        match self.publication.ibid {
            Ibid::Kept => None,
            Ibid::Completed => self.leaning.get(&serial)?.on,
        }
    }

    /// The title of the book.
    pub(super) fn title(&self) -> &str {
        let title = self.publication.book.metadata.title.as_ref();
        given(title).unwrap_or(self.words.untitled)
    }

    /// The parts.
    pub(super) fn parts(&self) -> impl Iterator<Item = &'a crate::book::Part> {
        self.publication.book.divisions.iter().filter_map(|division| match division {
            Division::Part(part) => Some(part),
            Division::Chapter(_) => None,
        })
    }

    /// What a chapter is called where its title cannot stand with its markup.
    pub(super) fn chapter_label(&self, index: usize) -> String {
        label_chapter(self.chapters[index], index, self.words)
    }

    /// What a part is called where its title cannot stand with its markup.
    pub(super) fn part_label(&self, index: usize) -> String {
        let part = self.parts().nth(index);
        part.map_or_else(String::new, |part| label_part(part, index, self.words))
    }

    /// The contents.
    pub(super) fn contents(&self) -> Vec<ContentsEntry> {
        build_contents(self.publication.book, self.words)
    }

    /// Name of the file in which a note stands.
    pub(super) fn notes_file(&self, serial: u32) -> Option<&str> {
        self.note_files.range(serial..).next().map(|(_, file)| file.as_str())
    }

    /// The files of a chapter.
    pub(super) fn files(&self, chapter: usize) -> &ChapterFiles {
        &self.files[chapter]
    }

    /// File and fragment that a line of the contents leads to, from the folder of the text.
    pub(super) fn address(&self, target: ContentsTarget) -> String {
        match target {
            ContentsTarget::Part(index) => part_file(index),
            ContentsTarget::Chapter(index) => chapter_file(index, 0),
            ContentsTarget::Heading(chapter, place) => {
                let file = self.file_of_heading(chapter, place);
                let file = chapter_file(chapter, file);
                format!("{file}#{}", heading_id(&file, place))
            }
        }
    }

    /// Which file of a chapter a heading stands in.
    fn file_of_heading(&self, chapter: usize, place: usize) -> usize {
        let ChapterFiles { text, headings, .. } = &self.files[chapter];
        let block = headings.get(place).copied().unwrap_or_default();
        text.partition_point(|blocks| blocks.end <= block)
    }

    /// The language of a chapter.
    pub(super) fn chapter_language(&self, index: usize) -> &Language {
        self.chapters[index].language.as_ref().unwrap_or(&self.language)
    }
}

/// The files of the pictures of a book.
fn picture_files(book: &Book) -> BTreeMap<&str, String> {
    let pictures = book.pictures.iter().zip(1..);
    let file = |number: usize, picture: &Picture| {
        format!("images/image-{number}.{}", picture.format.extension())
    };
    pictures
        .map(|((name, picture), number)| (name.as_str(), file(number, picture)))
        .collect()
}

/// Which blocks of a chapter are headings.
fn headings(chapter: &Chapter) -> Vec<usize> {
    let blocks = chapter.blocks.iter().enumerate();
    let headings = blocks.filter(|(_, block)| matches!(block, Block::Heading(_)));
    headings.map(|(place, _)| place).collect()
}

/// The files in which notes stand, by the last that stands there in a row: serial numbers
/// rise through the chapters and through the list of each.
fn note_files(
    notes: &NumberedNotes<'_>,
    gathered: &[NotesLeaf],
    files: &[ChapterFiles],
) -> BTreeMap<u32, String> {
    let with_their_chapters = notes.chapters.iter().enumerate();
    let with_their_chapters = with_their_chapters.filter_map(|(chapter, list)| {
        Some((list.last()?.serial, chapter_file(chapter, 0)))
    });
    let leaves = gathered.iter().chain(files.iter().flat_map(|files| &files.notes));
    let in_leaves = leaves.flat_map(|leaf| {
        leaf.groups.iter().filter_map(|(chapter, places)| {
            let last = notes.chapters[*chapter][places.clone()].last()?;
            Some((last.serial, leaf.name.clone()))
        })
    });
    // What stands in a file of notes does not stand with its chapter: the later is kept.
    with_their_chapters.chain(in_leaves).collect()
}

/// Parts the notes of all chapters among files.
fn gather(notes: &NumberedNotes<'_>, weights: &Weights) -> Vec<NotesLeaf> {
    let lists: Vec<Vec<u32>> = notes.chapters.iter().map(|list| serials(list)).collect();
    let leaves = weights.cut_notes(&lists);
    let single = leaves.len() == 1;
    let name = |index: usize| {
        if single { "notes.xhtml".into() } else { format!("notes-{}.xhtml", index + 1) }
    };
    let named = leaves.into_iter().enumerate();
    named.map(|(index, groups)| NotesLeaf { name: name(index), groups }).collect()
}

/// Parts the notes of one chapter among files of their own.
fn put_apart(
    chapter: usize,
    list: &[NumberedNote<'_>],
    weights: &Weights,
) -> Vec<NotesLeaf> {
    let files = weights.cut_notes(&[serials(list)]).into_iter().enumerate();
    let leaf = |(index, groups): (usize, Vec<(usize, Range<usize>)>)| NotesLeaf {
        name: format!("chapter-{}-notes-{}.xhtml", chapter + 1, index + 1),
        groups: groups.into_iter().map(|(_, places)| (chapter, places)).collect(),
    };
    files.map(leaf).collect()
}

fn serials(list: &[NumberedNote<'_>]) -> Vec<u32> {
    list.iter().map(|note| note.serial).collect()
}

/// Name of a file of a chapter.
pub(super) fn chapter_file(chapter: usize, file: usize) -> String {
    match file {
        0 => format!("chapter-{}.xhtml", chapter + 1),
        _ => format!("chapter-{}-{}.xhtml", chapter + 1, file + 1),
    }
}

/// Name of a part's file.
pub(super) fn part_file(index: usize) -> String {
    format!("part-{}.xhtml", index + 1)
}

/// Id of something of which a file has one. No other file of the book has the same: some
/// reading systems join files, and style sheets of readers and scripts go by ids.
pub(super) fn own_id(file: &str, what: &str) -> String {
    format!("{}-{what}", file.strip_suffix(".xhtml").unwrap_or(file))
}

/// Id of a heading at the top level of a chapter, by its place among them; and the file in
/// which it stands.
pub(super) fn heading_id(file: &str, place: usize) -> String {
    own_id(file, &format!("heading-{}", place + 1))
}

/// Id of the heading over a chapter's notes in a file of notes.
pub(super) fn group_id(file: &str, chapter: usize) -> String {
    own_id(file, &format!("to-{}", chapter + 1))
}

/// Id of the heading over the notes of a part in a file of notes.
pub(super) fn part_group_id(file: &str, part: usize) -> String {
    own_id(file, &format!("to-part-{}", part + 1))
}

/// Id of a note.
pub(super) fn note_id(serial: u32) -> String {
    format!("note-{serial}")
}

/// Id of the mark that calls a note.
pub(super) fn mark_id(serial: u32) -> String {
    format!("mark-{serial}")
}
