//! The positions in a book: the places of its parts in the sources, and the ids of its notes.
//!
//! Neither is part of the content. A place in a source serves messages only. The id of a note
//! distinguishes it from all others of its book; an equal book may have other ids. Two values
//! have the same content if they are equal `without_positions`.

use super::block::{Block, Definition};
use super::inline::{Inline, Note, NoteId};
use super::{Book, Chapter, Division, Document};
use crate::text::span::Origin;

/// A position that [`walk_blocks`] meets.
enum Position<'a> {
    /// Where a block or a note is in the source.
    Origin(&'a mut Origin),
    /// Which note a note is.
    Note(&'a mut Option<NoteId>),
}

/// What a walk does with each position, in reading order.
type OnPosition<'a> = dyn FnMut(Position<'_>) + 'a;

impl Document {
    /// The same document without the places of its parts in the source.
    #[must_use]
    pub fn without_positions(mut self) -> Self {
        walk_blocks(&mut self.blocks, &mut clear);
        self
    }
}

impl Book {
    /// The same book without the places of its parts in the sources, and without note ids.
    ///
    /// Before it is numbered, typeset or written, its notes need ids again
    /// ([`Self::with_note_ids`]).
    #[must_use]
    pub fn without_positions(mut self) -> Self {
        self.walk(&mut clear);
        self
    }

    /// The same book in which every note has an id that no other note of it has: 0, 1, 2 … in
    /// reading order, a note before those that it calls itself.
    ///
    /// [`super::assemble::assemble`] does this once, at its end. Only a book that is built or
    /// changed by hand has to be given them again.
    #[must_use]
    pub fn with_note_ids(mut self) -> Self {
        let mut next = 0;
        self.walk(&mut |position| match position {
            Position::Note(id) => {
                *id = Some(NoteId(next));
                next += 1;
            }
            Position::Origin(_) => {}
        });
        self
    }

    fn walk(&mut self, each: &mut OnPosition<'_>) {
        for division in &mut self.divisions {
            match division {
                Division::Chapter(chapter) => walk_chapter(chapter, each),
                Division::Part(part) => {
                    walk_line(&mut part.title, each);
                    part.chapters.iter_mut().for_each(|one| walk_chapter(one, each));
                }
            }
        }
    }
}

impl Chapter {
    /// The same chapter without the places of its parts in the source, and without note ids.
    #[must_use]
    pub fn without_positions(mut self) -> Self {
        walk_chapter(&mut self, &mut clear);
        self
    }
}

impl Note {
    /// The same note without the places of its parts in the source, and without note ids.
    #[must_use]
    pub fn without_positions(mut self) -> Self {
        walk_note(&mut self, &mut clear);
        self
    }
}

fn clear(position: Position<'_>) {
    match position {
        Position::Origin(origin) => *origin = Origin::default(),
        Position::Note(id) => *id = None,
    }
}

fn walk_chapter(chapter: &mut Chapter, each: &mut OnPosition<'_>) {
    each(Position::Origin(&mut chapter.origin));
    walk_line(&mut chapter.title, each);
    walk_blocks(&mut chapter.blocks, each);
}

fn walk_note(note: &mut Note, each: &mut OnPosition<'_>) {
    each(Position::Note(&mut note.id));
    each(Position::Origin(&mut note.origin));
    walk_blocks(&mut note.blocks, each);
}

fn walk_blocks(blocks: &mut [Block], each: &mut OnPosition<'_>) {
    for block in blocks {
        match block {
            Block::Heading(heading) => {
                each(Position::Origin(&mut heading.origin));
                walk_line(&mut heading.content, each);
            }
            Block::Paragraph(one)
            | Block::Direction(one)
            | Block::Dateline(one)
            | Block::Salutation(one)
            | Block::Signature(one) => {
                each(Position::Origin(&mut one.origin));
                walk_line(&mut one.content, each);
            }
            Block::Quotation(inner)
            | Block::Speech(inner)
            | Block::Epigraph(inner)
            | Block::SourceNote(inner)
            | Block::Styled { blocks: inner, .. } => walk_blocks(inner, each),
            Block::Verse(verse) => {
                each(Position::Origin(&mut verse.origin));
                let lines = verse.stanzas.iter_mut().flat_map(|one| &mut one.lines);
                lines.for_each(|line| walk_line(line, each));
            }
            Block::List(list) => {
                list.items.iter_mut().for_each(|item| walk_blocks(item, each));
            }
            Block::Definitions(list) => {
                for Definition { term, descriptions } in list {
                    walk_line(term, each);
                    for inner in descriptions {
                        walk_blocks(inner, each);
                    }
                }
            }
            Block::Table(table) => {
                each(Position::Origin(&mut table.origin));
                table.lines_mut().for_each(|line| walk_line(line, each));
            }
            Block::Figure(figure) => {
                each(Position::Origin(&mut figure.origin));
                walk_line(&mut figure.caption, each);
            }
            Block::Preformatted(typed) => each(Position::Origin(&mut typed.origin)),
            Block::SceneBreak => {}
        }
    }
}

fn walk_line(line: &mut [Inline], each: &mut OnPosition<'_>) {
    for inline in line {
        if let Inline::Note(note) = inline {
            walk_note(note, each);
        } else if let Inline::Picture(figure) = inline {
            each(Position::Origin(&mut figure.origin));
        } else if let Some(inner) = inline.content_mut() {
            walk_line(inner, each);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::book::block::{Block, Heading, Paragraph};
    use crate::book::inline::{Inline, Note, NoteId, notes};
    use crate::book::{Book, Chapter, Division, Part};
    use crate::text::span::{Origin, Span};

    fn note(blocks: Vec<Block>) -> Inline {
        let origin = Origin(Some(Span { line: 9, ..Span::default() }));
        Inline::Note(Box::new(Note { blocks, origin, ..Note::default() }))
    }

    fn paragraph(content: Vec<Inline>) -> Block {
        Block::Paragraph(Paragraph { content, ..Paragraph::default() })
    }

    fn book() -> Book {
        let nested = paragraph(vec![note(vec![]), Inline::Emphasis(vec![note(vec![])])]);
        let title = vec![Inline::Text("Uno".to_owned()), note(vec![nested])];
        let heading = Heading { content: vec![note(vec![])], ..Heading::default() };
        let blocks = vec![Block::Quotation(vec![Block::Heading(heading)])];
        let chapter = Chapter { title, blocks, ..Chapter::default() };
        let part = Part { title: vec![note(vec![])], chapters: vec![chapter.clone()] };
        let divisions = vec![Division::Part(part), Division::Chapter(chapter)];
        Book { divisions, ..Book::default() }
    }

    #[test]
    fn note_ids_follow_reading_order() {
        let book = book().with_note_ids();
        let Division::Part(part) = &book.divisions[0] else { panic!("a part") };
        let id_of_title = notes(&part.title).next().and_then(|note| note.id);
        assert_eq!(id_of_title, Some(NoteId(0)));
        let ids_of_titles = book.chapters().map(|chapter| {
            let outer = notes(&chapter.title).next().expect("the title calls one");
            let Block::Paragraph(inner) = &outer.blocks[0] else { panic!("a paragraph") };
            let inner: Vec<_> = notes(&inner.content).map(|note| note.id).collect();
            (outer.id, inner)
        });
        let id = |number| Some(NoteId(number));
        assert_eq!(
            ids_of_titles.collect::<Vec<_>>(),
            [(id(1), vec![id(2), id(3)]), (id(5), vec![id(6), id(7)])]
        );
    }

    #[test]
    fn books_that_say_the_same_are_equal_without_positions() {
        let plain = book().without_positions();
        let other = book().with_note_ids();
        assert_ne!(other, plain);
        assert_ne!(book(), plain);
        assert_eq!(other.without_positions(), plain);
    }
}
