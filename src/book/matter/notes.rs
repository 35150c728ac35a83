//! Collects and numbers the notes of a book.

use std::collections::VecDeque;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::book::block::{Block, visit_lines};
use crate::book::inline::{Inline, Note, NoteSeries, notes};
use crate::book::{Book, Chapter, Division};
use crate::text::numerals::to_letters;

/// Where an edition puts the notes: the key `notes` of `[book]`.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum NotePlacement {
    /// Gathered at the end of the book, chapter by chapter.
    #[default]
    Book,
    /// Gathered at the end of each chapter.
    Chapter,
    /// At the foot of the page that refers to them (PDF); in an EPUB at the end of the chapter.
    Page,
}

/// The most notes of the second series that asterisks mark, where they are numbered
/// together; more have letters. Four asterisks look like three at a glance.
const MOST_ASTERISKS: u32 = 3;

/// The mark of a note, as printed in the text without the full stop: `12`, `b`, `**`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReferenceMark {
    /// A number in figures, as notes usually have.
    Figure(u32),
    /// A number in letters: `a` to `z`, then `aa`, `ab`.
    Letter(u32),
    /// This number of asterisks.
    Asterisks(u32),
}

impl ReferenceMark {
    /// The mark as printed before the note itself: with a full stop after figures and
    /// letters.
    #[must_use]
    pub fn format_before_note(self) -> String {
        match self {
            Self::Figure(_) | Self::Letter(_) => format!("{self}."),
            Self::Asterisks(_) => self.to_string(),
        }
    }
}

impl fmt::Display for ReferenceMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Figure(number) => write!(f, "{number}"),
            Self::Letter(number) => f.write_str(&to_letters(number)),
            Self::Asterisks(number) => f.write_str(&"*".repeat(number as usize)),
        }
    }
}

/// A note and its mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberedNote<'a> {
    /// Its number among all notes of the book, from 1; unique.
    pub serial: u32,
    /// The printed mark.
    pub label: ReferenceMark,
    /// The note.
    pub note: &'a Note,
}

/// The notes of a book, chapter by chapter, and the number of each.
///
/// In each chapter the notes referenced in the text come first, in reading order, then
/// those referenced inside notes: so the numbers in the text have no gaps. At the foot of
/// pages a note follows the note that refers to it, and is numbered there. Printed numbers
/// begin again where [`Chapter::restarts_notes`] says so, and in every chapter unless notes
/// are gathered at the end of the book. Each series is numbered separately. Notes on the
/// title of a part belong to the chapter that follows it.
#[derive(Debug, Clone, Default)]
pub struct NumberedNotes<'a> {
    /// One list for every chapter, in the order of [`Book::chapters`]; may be empty.
    pub chapters: Vec<Vec<NumberedNote<'a>>>,
    /// By note id: the index of the note's chapter, and its index in the list of that
    /// chapter.
    by_id: Vec<Option<(usize, usize)>>,
}

impl<'a> NumberedNotes<'a> {
    /// Numbers the notes of a book.
    ///
    /// # Panics
    ///
    /// If a note has no id, because its mark would be lost.
    /// [`crate::book::assemble::assemble`] gives ids, and so does [`Book::with_note_ids`].
    #[must_use]
    pub fn new(book: &'a Book, placement: NotePlacement) -> Self {
        let mut numbered = Self::default();
        let (mut serial, mut first, mut second) = (0, 0, 0);
        // The first of the chapters whose notes are numbered together.
        let mut from = 0;
        for (part_titles, chapter) in pair_chapters_with_part_titles(book) {
            if chapter.restarts_notes || placement != NotePlacement::Book {
                numbered.use_asterisks_if_few(from, second);
                (first, second, from) = (0, 0, numbered.chapters.len());
            }
            let index = numbered.chapters.len();
            let mut list = Vec::new();
            for note in list_notes_of_chapter(&part_titles, chapter, placement) {
                serial += 1;
                let label = match note.series {
                    NoteSeries::First => {
                        first += 1;
                        ReferenceMark::Figure(first)
                    }
                    NoteSeries::Second => {
                        second += 1;
                        ReferenceMark::Letter(second)
                    }
                };
                let id = note.id.expect("every note of a book has an id").index();
                if numbered.by_id.len() <= id {
                    numbered.by_id.resize(id + 1, None);
                }
                numbered.by_id[id] = Some((index, list.len()));
                list.push(NumberedNote { serial, label, note });
            }
            numbered.chapters.push(list);
        }
        numbered.use_asterisks_if_few(from, second);
        numbered
    }

    /// Replaces letters by asterisks from a chapter on, if there are few notes of the
    /// second series.
    fn use_asterisks_if_few(&mut self, from: usize, count: u32) {
        if count > MOST_ASTERISKS {
            return;
        }
        for note in self.chapters[from..].iter_mut().flatten() {
            if let ReferenceMark::Letter(number) = note.label {
                note.label = ReferenceMark::Asterisks(number);
            }
        }
    }

    /// The number of a note of this book, or of a copy of one; `None` for a note of another
    /// book.
    #[must_use]
    pub fn get(&self, note: &Note) -> Option<NumberedNote<'a>> {
        let (chapter, index) = (*self.by_id.get(note.id?.index())?)?;
        Some(self.chapters[chapter][index])
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

/// Splits a list of notes by series; an empty series is left out.
pub fn split_by_series<'n, 'a>(
    notes: &'n [NumberedNote<'a>],
) -> impl Iterator<Item = Vec<NumberedNote<'a>>> + use<'n, 'a> {
    let of = |series| {
        let of_series = notes.iter().filter(move |note| note.note.series == series);
        of_series.copied().collect::<Vec<_>>()
    };
    [NoteSeries::First, NoteSeries::Second]
        .into_iter()
        .map(of)
        .filter(|list| !list.is_empty())
}

/// The chapters in reading order, each with the titles of the parts that begin with it.
/// Titles that no chapter follows belong to the last chapter, so that no note is lost.
fn pair_chapters_with_part_titles(book: &Book) -> Vec<(Vec<&[Inline]>, &Chapter)> {
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

/// The notes of a chapter: those of titles and text, then those inside these notes; at the
/// foot of pages each followed by those inside it.
fn list_notes_of_chapter<'a>(
    part_titles: &[&'a [Inline]],
    chapter: &'a Chapter,
    placement: NotePlacement,
) -> Vec<&'a Note> {
    let mut found = Vec::new();
    let mut open = VecDeque::new();
    for title in part_titles {
        open.extend(notes(title));
    }
    open.extend(notes(&chapter.title));
    add_called_notes(&chapter.blocks, &mut open);
    while let Some(note) = open.pop_front() {
        found.push(note);
        if placement != NotePlacement::Page {
            add_called_notes(&note.blocks, &mut open);
            continue;
        }
        let mut inside = VecDeque::new();
        add_called_notes(&note.blocks, &mut inside);
        for note in inside.into_iter().rev() {
            open.push_front(note);
        }
    }
    found
}

/// Adds the notes that some blocks refer to.
fn add_called_notes<'a>(blocks: &'a [Block], found: &mut VecDeque<&'a Note>) {
    visit_lines(blocks, &mut |line| found.extend(notes(line)));
}

#[cfg(test)]
mod tests {
    use super::{NotePlacement, NumberedNotes, ReferenceMark};
    use crate::book::inline::{Inline, notes};
    use crate::book::{Book, Chapter, Division};

    /// The title of a chapter refers to three notes with the same text.
    fn book() -> Book {
        let title = vec![Inline::Note(Box::default()); 3];
        let chapter = Chapter { title, ..Chapter::default() };
        let divisions = vec![Division::Chapter(chapter)];
        Book { divisions, ..Book::default() }.with_note_ids()
    }

    #[test]
    fn copies_have_the_number_of_their_note() {
        let book = book();
        let numbered = NumberedNotes::new(&book, NotePlacement::Book);
        let serials = |title: &[Inline]| -> Vec<Option<u32>> {
            notes(title).map(|note| Some(numbered.get(note)?.serial)).collect()
        };
        let title = &book.chapters().next().expect("it has one").title;
        assert_eq!(serials(title), [Some(1), Some(2), Some(3)]);
        assert_eq!(serials(&title.clone()), [Some(1), Some(2), Some(3)]);
        assert_eq!(serials(&title[2..]), [Some(3)]);
        assert_eq!(serials(&[Inline::Note(Box::default())]), [None]);
    }

    #[test]
    fn a_sign_has_no_point_after_it() {
        let labels = [
            ReferenceMark::Figure(12),
            ReferenceMark::Letter(3),
            ReferenceMark::Asterisks(2),
        ];
        assert_eq!(labels.map(ReferenceMark::format_before_note), ["12.", "c.", "**"]);
    }
}
