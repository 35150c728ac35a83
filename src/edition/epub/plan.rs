//! What goes into which file, decided before anything is rendered, so that links can lead
//! forward.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::document::StyleNeeds;
use super::flavour::EpubFlavour;
use super::names::{
    OwnId, chapter_file, chapter_notes_file, gathered_notes_file, name_chapters,
    part_file,
};
use super::split::{ContentSizes, MOST_NOTES, NoteGroups};
use super::style::write_rules;
use super::text_look::FaceRules;
use crate::book::block::Block;
use crate::book::matter::contents::{
    ContentsEntry, ContentsTarget, build_contents, label_chapter, label_part,
};
use crate::book::matter::ibid::{Ibid, IbidNote, find_ibid_notes};
use crate::book::matter::notes::{NotePlacement, NumberedNote, NumberedNotes};
use crate::book::matter::words::EditionWords;
use crate::book::metadata::Contributor;
use crate::book::picture::Picture;
use crate::book::purpose::Purpose;
use crate::book::{Book, Chapter, Division, Part};
use crate::design::EpubFonts;
use crate::edition::Publication;
use crate::edition::cover::Cover;
use crate::text::filing::invert_name;
use crate::text::language::Language;
use crate::text::small_words::bind_small_words;

/// The roles that no firm has: author, translator, illustrator, author of an introduction.
const PERSONAL_ROLES: [&str; 4] = ["aut", "trl", "ill", "aui"];

/// Which EPUB of a publication to make.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct EpubVariant {
    /// The reading systems it is for.
    pub(super) flavour: EpubFlavour,
    /// With Kobo's spans around sentences.
    pub(super) kobo_spans: bool,
}

/// The book and its files.
#[derive(Debug)]
pub(super) struct EpubPlan<'a> {
    /// What is published.
    pub(super) publication: Publication<'a>,
    /// Which EPUB of it.
    pub(super) variant: EpubVariant,
    /// The chapters in reading order.
    pub(super) chapters: Vec<&'a Chapter>,
    /// For each chapter the index of the part that it is in.
    pub(super) part_of: Vec<Option<usize>>,
    /// The notes.
    pub(super) notes: NumberedNotes<'a>,
    /// The files of chapters and notes.
    pub(super) files: FilePlan,
    /// The notes that only refer to the note before, by serial number.
    pub(super) ibid_notes: BTreeMap<u32, IbidNote<'a>>,
    /// The paths of the pictures in the package, by their names in the book.
    pub(super) picture_paths: BTreeMap<&'a str, String>,
    /// Which faces the style sheet chooses.
    pub(super) faces: Arc<FaceRules>,
    /// The language of the book.
    pub(super) language: Language,
    /// The words of its language.
    pub(super) words: &'static EditionWords,
}

/// The files of chapters and notes.
#[derive(Debug)]
pub(super) struct FilePlan {
    /// The files of gathered notes, in order; empty if notes are with their chapters.
    pub(super) gathered_notes: Vec<NotesFile>,
    /// The files of each chapter.
    pub(super) chapters: Vec<ChapterFiles>,
    /// The files of notes, each by the serial number of the last note of a run in it.
    files_of_notes: BTreeMap<u32, String>,
}

/// The files of a chapter.
#[derive(Debug)]
pub(super) struct ChapterFiles {
    /// What the names of its files begin with.
    stem: String,
    /// The blocks in each file of the text; at least one file.
    pub(super) text: Vec<Range<usize>>,
    /// Which of the blocks are headings.
    headings: Vec<usize>,
    /// The files of its notes; empty if they are in its only file or gathered.
    pub(super) notes: Vec<NotesFile>,
}

/// A file of notes.
#[derive(Debug)]
pub(super) struct NotesFile {
    /// Name of the file.
    pub(super) name: String,
    /// The notes in it, by chapter; no group is empty.
    pub(super) groups: NoteGroups,
}

impl<'a> EpubPlan<'a> {
    /// Plans the files of a publication. Every chapter has one.
    pub(super) fn new(publication: &Publication<'a>, variant: EpubVariant) -> Self {
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
        let chapters: Vec<&Chapter> = book.chapters().collect();
        let language = book.metadata.language.as_ref();
        let ibid = chapters.iter().zip(&notes.chapters).flat_map(|(chapter, list)| {
            find_ibid_notes(list, chapter.language.as_ref().or(language))
        });
        let ibid_notes = ibid.map(|one| (one.note.serial, one)).collect();
        let sizes = ContentSizes::default();
        let Publication { design, style, .. } = publication;
        let css = write_rules(design, &StyleNeeds::default(), style);
        Self {
            publication: *publication,
            variant,
            files: FilePlan::new(&chapters, &notes, publication.notes, &sizes),
            chapters,
            part_of,
            notes,
            ibid_notes,
            picture_paths: name_pictures(book),
            faces: Arc::new(FaceRules::read(&css)),
            language: language.cloned().unwrap_or_else(Language::undetermined),
            words: EditionWords::for_language(language),
        }
    }

    /// Plans the files again, so that none is too large.
    pub(super) fn divide(&mut self, sizes: &ContentSizes) {
        let placement = self.publication.notes;
        self.files = FilePlan::new(&self.chapters, &self.notes, placement, sizes);
    }

    /// The cover, if the book has a page for it.
    pub(super) fn cover_page(&self) -> Option<&'a Cover> {
        self.publication.cover.filter(|_| self.variant.flavour.has_cover_page())
    }

    /// The pictures of the book, with their paths in the package.
    pub(super) fn pictures(&self) -> impl Iterator<Item = (&str, &'a Picture)> {
        let pictures = &self.publication.book.pictures;
        let paths = self.picture_paths.iter();
        paths.filter_map(|(name, path)| Some((path.as_str(), pictures.get(*name)?)))
    }

    /// Whether the package asks reading systems to use the book's own fonts.
    pub(super) fn asks_for_fonts(&self) -> bool {
        let are_embedded = self.publication.design.fonts == EpubFonts::Embedded;
        are_embedded && self.variant.flavour.asks_for_fonts()
    }

    /// The note that is repeated after one that only refers to it.
    pub(super) fn find_repeated_note(&self, serial: u32) -> Option<NumberedNote<'a>> {
        match self.publication.ibid {
            Ibid::Kept => None,
            Ibid::Completed => self.ibid_notes.get(&serial)?.on,
        }
    }

    /// The form of a person's name to sort by, if the book states none and the name shows it.
    pub(super) fn infer_filing_name(&self, person: &Contributor) -> Option<String> {
        let is_person =
            person.role.is_none_or(|role| PERSONAL_ROLES.contains(&role.as_str()));
        let language = self.publication.book.metadata.language.as_ref();
        let is_open = person.sort.is_none() && is_person;
        is_open.then(|| invert_name(&person.name, language)).flatten()
    }

    /// The title of the book, or the word for "untitled".
    pub(super) fn title(&self) -> &str {
        let title = self.publication.book.metadata.title.as_ref();
        non_blank(title).unwrap_or(self.words.untitled)
    }

    /// The lines of the title where it is set large.
    pub(super) fn lines_of_title(&self) -> Vec<String> {
        let lines = self.publication.book.metadata.lines_of_title();
        let lines = lines.into_iter().filter(|line| !line.trim().is_empty());
        let lines: Vec<String> =
            lines.map(|line| bind_small_words(line, &self.language)).collect();
        if lines.is_empty() { vec![self.title().to_owned()] } else { lines }
    }

    /// The parts.
    fn parts(&self) -> impl Iterator<Item = &'a Part> {
        self.publication.book.divisions.iter().filter_map(|division| match division {
            Division::Part(part) => Some(part),
            Division::Chapter(_) => None,
        })
    }

    /// The name of a chapter where its title cannot be shown with its markup.
    pub(super) fn chapter_label(&self, index: usize) -> String {
        label_chapter(self.chapters[index], index, self.words)
    }

    /// The name of a part where its title cannot be shown with its markup.
    pub(super) fn part_label(&self, index: usize) -> String {
        let part = self.parts().nth(index);
        part.map_or_else(String::new, |part| label_part(part, index, self.words))
    }

    /// The language of a chapter.
    pub(super) fn chapter_language(&self, index: usize) -> &Language {
        self.chapters[index].language.as_ref().unwrap_or(&self.language)
    }

    /// The contents.
    pub(super) fn contents(&self) -> Vec<ContentsEntry> {
        let levels = self.publication.design.front.contents_levels.0;
        build_contents(self.publication.book, self.words, levels)
    }
}

impl FilePlan {
    /// Plans the files. A chapter of unknown size is not split; lists of notes are split by
    /// their lengths, too.
    fn new(
        chapters: &[&Chapter],
        notes: &NumberedNotes<'_>,
        placement: NotePlacement,
        sizes: &ContentSizes,
    ) -> Self {
        let is_gathered = placement == NotePlacement::Book;
        let gathered_notes =
            if is_gathered { split_gathered(notes, sizes) } else { Vec::new() };
        let purposes: Vec<Purpose> = chapters.iter().map(|one| one.purpose).collect();
        let stems = name_chapters(&purposes).into_iter();
        let plan_chapter = |((index, &chapter), stem): ((usize, &&Chapter), String)| {
            let is_split = sizes.is_too_large(index);
            let list = &notes.chapters[index];
            let has_notes_files = !is_gathered && (is_split || list.len() > MOST_NOTES);
            ChapterFiles {
                text: if is_split {
                    sizes.split_chapter(index, chapter)
                } else {
                    let all = 0..chapter.blocks.len();
                    vec![all]
                },
                headings: find_headings(chapter),
                notes: if has_notes_files {
                    split_chapter_notes(index, &stem, list, sizes)
                } else {
                    Vec::new()
                },
                stem,
            }
        };
        let chapters: Vec<ChapterFiles> =
            chapters.iter().enumerate().zip(stems).map(plan_chapter).collect();
        let files_of_notes = locate_notes(notes, &gathered_notes, &chapters);
        Self { gathered_notes, chapters, files_of_notes }
    }

    /// The name of the file that a note is in.
    pub(super) fn file_of_note(&self, serial: u32) -> Option<&str> {
        self.files_of_notes.range(serial..).next().map(|(_, file)| file.as_str())
    }

    /// The name of a file of the text of a chapter; both indices begin at 0.
    pub(super) fn chapter_file(&self, chapter: usize, file: usize) -> String {
        self.chapters[chapter].text_file(file)
    }

    /// The name of the file that a block of a chapter is in.
    pub(super) fn file_of_block(&self, chapter: usize, block: usize) -> String {
        let text = &self.chapters[chapter].text;
        self.chapter_file(chapter, text.partition_point(|blocks| blocks.end <= block))
    }

    /// The address of an entry of the contents, from the folder of the text: file and
    /// fragment.
    pub(super) fn address(&self, target: ContentsTarget) -> String {
        match target {
            ContentsTarget::Part(index) => part_file(index),
            ContentsTarget::Chapter(index) => self.chapter_file(index, 0),
            ContentsTarget::Heading(chapter, index) => {
                let block = self.chapters[chapter].headings.get(index);
                let block = block.copied().unwrap_or_default();
                let file = self.file_of_block(chapter, block);
                format!("{file}#{}", OwnId::of_heading(&file, index))
            }
        }
    }
}

impl ChapterFiles {
    /// The name of a file of its text, by its index.
    fn text_file(&self, file: usize) -> String {
        chapter_file(&self.stem, file)
    }
}

/// Words that are given and not blank.
pub(super) fn non_blank(words: Option<&String>) -> Option<&str> {
    words.map(String::as_str).filter(|words| !words.trim().is_empty())
}

/// The paths of the pictures of a book in the package.
fn name_pictures(book: &Book) -> BTreeMap<&str, String> {
    let pictures = book.pictures.iter().zip(1..);
    let path = |number: usize, picture: &Picture| {
        format!("images/image-{number}.{}", picture.format.extension())
    };
    pictures
        .map(|((name, picture), number)| (name.as_str(), path(number, picture)))
        .collect()
}

/// Which blocks of a chapter are headings.
fn find_headings(chapter: &Chapter) -> Vec<usize> {
    let blocks = chapter.blocks.iter().enumerate();
    let headings = blocks.filter(|(_, block)| matches!(block, Block::Heading(_)));
    headings.map(|(index, _)| index).collect()
}

/// The files that notes are in, by the last note of each run: serial numbers rise through
/// the chapters and through the list of each.
fn locate_notes(
    notes: &NumberedNotes<'_>,
    gathered: &[NotesFile],
    chapters: &[ChapterFiles],
) -> BTreeMap<u32, String> {
    let with_chapters = notes.chapters.iter().enumerate();
    let with_chapters = with_chapters.filter_map(|(chapter, list)| {
        Some((list.last()?.serial, chapters[chapter].text_file(0)))
    });
    let files = gathered.iter().chain(chapters.iter().flat_map(|files| &files.notes));
    let in_files = files.flat_map(|file| {
        file.groups.iter().filter_map(|(chapter, range)| {
            let last = notes.chapters[*chapter][range.clone()].last()?;
            Some((last.serial, file.name.clone()))
        })
    });
    // A note in a file of notes is not with its chapter: the later entry wins.
    with_chapters.chain(in_files).collect()
}

/// Splits the notes of all chapters into files.
fn split_gathered(notes: &NumberedNotes<'_>, sizes: &ContentSizes) -> Vec<NotesFile> {
    let lists: Vec<Vec<u32>> =
        notes.chapters.iter().map(|list| list_serials(list)).collect();
    let files = sizes.split_notes(&lists);
    let count = files.len();
    let named = files.into_iter().enumerate().map(|(index, groups)| NotesFile {
        name: gathered_notes_file(index, count),
        groups,
    });
    named.collect()
}

/// Splits the notes of one chapter into files of their own.
fn split_chapter_notes(
    chapter: usize,
    stem: &str,
    list: &[NumberedNote<'_>],
    sizes: &ContentSizes,
) -> Vec<NotesFile> {
    let files = sizes.split_notes(&[list_serials(list)]).into_iter().enumerate();
    let name = |(index, groups): (usize, NoteGroups)| NotesFile {
        name: chapter_notes_file(stem, index),
        groups: groups.into_iter().map(|(_, range)| (chapter, range)).collect(),
    };
    files.map(name).collect()
}

fn list_serials(list: &[NumberedNote<'_>]) -> Vec<u32> {
    list.iter().map(|note| note.serial).collect()
}
