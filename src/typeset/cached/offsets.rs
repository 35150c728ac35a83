//! Counts that span the whole book: serial numbers of notes, indices of chapters. A section
//! is cached as if it were the first of its book, so that it can move.

use crate::book::matter::contents::ContentsTarget;
use crate::typeset::document::BookPassage;
use crate::typeset::page::audit::PageFault;
use crate::typeset::page::facts::SectionFacts;
use crate::typeset::page::galley::NamedDestination;
use crate::typeset::page::tree::CachedTree;

/// The counts with which a section begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct SectionOffsets {
    /// The serial number of the first note.
    pub(super) first_note: u32,
    /// The index of the chapter.
    pub(super) chapter: usize,
}

impl SectionOffsets {
    /// Facts as if the section were the first of the book.
    pub(super) fn facts_in_section(self, facts: SectionFacts) -> SectionFacts {
        move_facts(facts, |destination| self.destination_in_section(destination))
    }

    /// Facts of a section at its position in the book.
    pub(super) fn facts_in_book(self, facts: SectionFacts) -> SectionFacts {
        move_facts(facts, |destination| self.destination_in_book(destination))
    }

    /// A structure tree as if the section were the first of the book.
    pub(super) fn tree_in_section(self, tree: CachedTree) -> CachedTree {
        let part = |part| self.move_passage(part, u32::wrapping_sub, usize::wrapping_sub);
        move_tree(tree, |destination| self.destination_in_section(destination), part)
    }

    /// The structure tree of a section at its position in the book.
    pub(super) fn tree_in_book(self, tree: CachedTree) -> CachedTree {
        let part = |part| self.move_passage(part, u32::wrapping_add, usize::wrapping_add);
        move_tree(tree, |destination| self.destination_in_book(destination), part)
    }

    fn destination_in_section(self, destination: NamedDestination) -> NamedDestination {
        self.move_destination(destination, u32::wrapping_sub, usize::wrapping_sub)
    }

    fn destination_in_book(self, destination: NamedDestination) -> NamedDestination {
        self.move_destination(destination, u32::wrapping_add, usize::wrapping_add)
    }

    fn move_passage(
        self,
        part: BookPassage,
        note: fn(u32, u32) -> u32,
        chapter: fn(usize, usize) -> usize,
    ) -> BookPassage {
        match part {
            BookPassage::Title(index) => BookPassage::Title(chapter(index, self.chapter)),
            BookPassage::Block(index, block) => {
                BookPassage::Block(chapter(index, self.chapter), block)
            }
            BookPassage::Note(serial) => BookPassage::Note(note(serial, self.first_note)),
        }
    }

    fn move_destination(
        self,
        destination: NamedDestination,
        note: fn(u32, u32) -> u32,
        chapter: fn(usize, usize) -> usize,
    ) -> NamedDestination {
        let chapter = |index| chapter(index, self.chapter);
        match destination {
            NamedDestination::Note(serial) => {
                NamedDestination::Note(note(serial, self.first_note))
            }
            NamedDestination::NoteMark(serial) => {
                NamedDestination::NoteMark(note(serial, self.first_note))
            }
            NamedDestination::Notes(index) => NamedDestination::Notes(index.map(chapter)),
            NamedDestination::Text(ContentsTarget::Chapter(index)) => {
                NamedDestination::Text(ContentsTarget::Chapter(chapter(index)))
            }
            NamedDestination::Text(ContentsTarget::Heading(index, heading)) => {
                NamedDestination::Text(ContentsTarget::Heading(chapter(index), heading))
            }
            NamedDestination::Text(ContentsTarget::Part(_))
            | NamedDestination::TitlePage
            | NamedDestination::Anchor(_)
            | NamedDestination::Contents => destination,
        }
    }
}

fn move_facts(
    mut facts: SectionFacts,
    moved: impl Fn(NamedDestination) -> NamedDestination,
) -> SectionFacts {
    let serial = |serial: u32| match moved(NamedDestination::Note(serial)) {
        NamedDestination::Note(serial) => serial,
        _ => serial,
    };
    for (destination, _) in &mut facts.destinations {
        *destination = moved(*destination);
    }
    for (_, fault) in &mut facts.faults {
        if let PageFault::LateNote(note) = fault {
            *note = serial(*note);
        }
    }
    for note in facts.notes.iter_mut().flat_map(|notes| &mut notes.serials) {
        *note = serial(*note);
    }
    facts
}

fn move_tree(
    mut tree: CachedTree,
    moved: impl Fn(NamedDestination) -> NamedDestination,
    moved_passage: impl Fn(BookPassage) -> BookPassage,
) -> CachedTree {
    tree.passages_mut().for_each(|part| *part = moved_passage(*part));
    tree.destinations_mut().for_each(|destination| *destination = moved(*destination));
    tree
}
