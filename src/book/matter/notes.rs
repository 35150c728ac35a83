//! Notes gathered and numbered.

use std::collections::{BTreeMap, VecDeque};

use crate::book::block::{Block, Paragraph};
use crate::book::inline::{Inline, Note, notes};
use crate::book::{Book, Chapter, Division};

/// Where an edition puts the notes: the key `notes` of `[book]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NotePlacement {
    /// Gathered at the end of the book, chapter by chapter.
    #[default]
    Book,
    /// Gathered at the end of each chapter.
    Chapter,
    /// At the foot of the page that calls them (PDF); in an EPUB as [`Self::Chapter`].
    Page,
}

/// A note and its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberedNote<'a> {
    /// Its place among all notes of the book, from 1: no two are alike.
    pub serial: u32,
    /// The number that is printed.
    pub number: u32,
    /// The note.
    pub note: &'a Note,
}

/// The notes of a book, chapter by chapter, and the number of each.
///
/// In each chapter the notes called in the text come first, in reading order, then those
/// called inside notes: so the numbers in the text run without a gap. Printed numbers
/// begin again where [`Chapter::restarts_notes`] says so, and in every chapter unless
/// notes are gathered at the end of the book. Notes to the title of a part stand with those of the
/// chapter that follows it.
#[derive(Debug, Clone, Default)]
pub struct NumberedNotes<'a> {
    /// One list for every chapter, in the order of [`Book::chapters`]; may be empty.
    pub chapters: Vec<Vec<NumberedNote<'a>>>,
    /// From a note's address to its chapter and place in the chapter's list. Only looked
    /// up, never walked: addresses differ from run to run.
    places: BTreeMap<usize, (usize, usize)>,
}

impl<'a> NumberedNotes<'a> {
    /// Numbers the notes of a book.
    #[must_use]
    pub fn new(book: &'a Book, placement: NotePlacement) -> Self {
        let mut numbered = Self::default();
        let (mut serial, mut number) = (0, 0);
        for (part_titles, chapter) in chapters_and_part_titles(book) {
            if chapter.restarts_notes || placement != NotePlacement::Book {
                number = 0;
            }
            let index = numbered.chapters.len();
            let mut list = Vec::new();
            for note in notes_of(&part_titles, chapter) {
                serial += 1;
                number += 1;
                numbered.places.insert(address(note), (index, list.len()));
                list.push(NumberedNote { serial, number, note });
            }
            numbered.chapters.push(list);
        }
        numbered
    }

    /// The number of a note of this book; none for a note of another.
    #[must_use]
    pub fn of(&self, note: &Note) -> Option<NumberedNote<'a>> {
        let &(chapter, place) = self.places.get(&address(note))?;
        Some(self.chapters[chapter][place])
    }

    /// How many notes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.chapters.iter().map(Vec::len).sum()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

fn address(note: &Note) -> usize {
    std::ptr::from_ref(note).addr()
}

/// The chapters in reading order, each with the titles of the parts that begin with it.
/// Titles that no chapter follows go with the last chapter, so that no note is lost.
fn chapters_and_part_titles(book: &Book) -> Vec<(Vec<&[Inline]>, &Chapter)> {
    let mut found: Vec<(Vec<&[Inline]>, &Chapter)> = Vec::new();
    let mut waiting = Vec::new();
    for division in &book.divisions {
        let chapters = match division {
            Division::Chapter(chapter) => std::slice::from_ref(chapter),
            Division::Part(part) => {
                waiting.push(part.title.as_slice());
                part.chapters.as_slice()
            }
        };
        for chapter in chapters {
            found.push((std::mem::take(&mut waiting), chapter));
        }
    }
    if let Some((titles, _)) = found.last_mut() {
        titles.extend(waiting);
    }
    found
}

/// The notes of a chapter: those of titles and text, then those of these notes.
fn notes_of<'a>(part_titles: &[&'a [Inline]], chapter: &'a Chapter) -> Vec<&'a Note> {
    let mut found = Vec::new();
    let mut open = VecDeque::new();
    for title in part_titles {
        open.extend(notes(title));
    }
    open.extend(notes(&chapter.title));
    blocks(&chapter.blocks, &mut open);
    while let Some(note) = open.pop_front() {
        found.push(note);
        blocks(&note.blocks, &mut open);
    }
    found
}

fn blocks<'a>(list: &'a [Block], found: &mut VecDeque<&'a Note>) {
    for block in list {
        match block {
            Block::Heading(heading) => found.extend(notes(&heading.content)),
            Block::Paragraph(Paragraph { content, .. })
            | Block::Dateline(Paragraph { content, .. })
            | Block::Salutation(Paragraph { content, .. })
            | Block::Signature(Paragraph { content, .. }) => found.extend(notes(content)),
            Block::Quotation(inner)
            | Block::Epigraph(inner)
            | Block::SourceNote(inner) => {
                blocks(inner, found);
            }
            Block::Verse(verse) => {
                for line in verse.stanzas.iter().flat_map(|stanza| &stanza.lines) {
                    found.extend(notes(line));
                }
            }
            Block::List(items) => items.items.iter().for_each(|item| blocks(item, found)),
            Block::Table(table) => {
                table.lines().for_each(|line| found.extend(notes(line)));
            }
            Block::SceneBreak | Block::Preformatted(_) => {}
        }
    }
}
