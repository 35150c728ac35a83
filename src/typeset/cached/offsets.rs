//! Counts that go through the whole book: serial numbers of notes, places of chapters. A
//! section is cached as if it were the first of its book, so that it may move.

use crate::book::matter::contents::ContentsTarget;
use crate::typeset::page::audit::Fault;
use crate::typeset::page::facts::SectionFacts;
use crate::typeset::page::galley::Place;
use crate::typeset::page::tree::Branch;

/// The counts with which a section begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct SectionOffsets {
    /// The serial number of the first note.
    pub(super) first_note: u32,
    /// The place of the chapter.
    pub(super) chapter: usize,
}

impl SectionOffsets {
    /// Facts as if the section were the first of the book.
    pub(super) fn facts_in_section(self, facts: SectionFacts) -> SectionFacts {
        move_facts(facts, |place| self.place_in_section(place))
    }

    /// Facts of a section that has its place in the book.
    pub(super) fn facts_in_book(self, facts: SectionFacts) -> SectionFacts {
        move_facts(facts, |place| self.place_in_book(place))
    }

    /// A structure as if the section were the first of the book.
    pub(super) fn branch_in_section(self, branch: Branch) -> Branch {
        move_branch(branch, |place| self.place_in_section(place))
    }

    /// The structure of a section that has its place in the book.
    pub(super) fn branch_in_book(self, branch: Branch) -> Branch {
        move_branch(branch, |place| self.place_in_book(place))
    }

    fn place_in_section(self, place: Place) -> Place {
        self.move_place(place, u32::wrapping_sub, usize::wrapping_sub)
    }

    fn place_in_book(self, place: Place) -> Place {
        self.move_place(place, u32::wrapping_add, usize::wrapping_add)
    }

    fn move_place(
        self,
        place: Place,
        note: fn(u32, u32) -> u32,
        chapter: fn(usize, usize) -> usize,
    ) -> Place {
        let chapter = |index| chapter(index, self.chapter);
        match place {
            Place::Note(serial) => Place::Note(note(serial, self.first_note)),
            Place::NoteMark(serial) => Place::NoteMark(note(serial, self.first_note)),
            Place::Notes(index) => Place::Notes(index.map(chapter)),
            Place::Text(ContentsTarget::Chapter(index)) => {
                Place::Text(ContentsTarget::Chapter(chapter(index)))
            }
            Place::Text(ContentsTarget::Heading(index, heading)) => {
                Place::Text(ContentsTarget::Heading(chapter(index), heading))
            }
            Place::Text(ContentsTarget::Part(_)) | Place::TitlePage | Place::Contents => {
                place
            }
        }
    }
}

fn move_facts(mut facts: SectionFacts, moved: impl Fn(Place) -> Place) -> SectionFacts {
    let serial = |serial: u32| match moved(Place::Note(serial)) {
        Place::Note(serial) => serial,
        _ => serial,
    };
    for (place, _) in &mut facts.places {
        *place = moved(*place);
    }
    for (_, fault) in &mut facts.faults {
        if let Fault::Late(note) = fault {
            *note = serial(*note);
        }
    }
    for note in facts.notes.iter_mut().flat_map(|notes| &mut notes.serials) {
        *note = serial(*note);
    }
    facts
}

fn move_branch(mut branch: Branch, moved: impl Fn(Place) -> Place) -> Branch {
    branch.places().for_each(|place| *place = moved(*place));
    branch
}
