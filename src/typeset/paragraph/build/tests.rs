//! The edges of lines beside note marks.

use std::fmt::Write as _;

use super::build;
use crate::book::block::Block;
use crate::book::markdown;
use crate::book::matter::notes::{NotePlacement, NumberedNotes};
use crate::book::{Book, Chapter, Division};
use crate::fonts::built_in;
use crate::length::Length;
use crate::text::span::FileId;
use crate::typeset::font::Fonts;
use crate::typeset::nodes::Node;
use crate::typeset::paragraph::collect::collect;
use crate::typeset::paragraph::turns::turns;
use crate::typeset::paragraph::word::{Words, digest};
use crate::typeset::paragraph::{ParagraphStyle, TextStyle};
use crate::typeset::shape::Shaper;

/// A mark of two figures was once the word at the edge: the same word under itself, each
/// with a mark of its own, was not seen.
#[test]
fn a_note_mark_is_no_word_at_the_edge_of_a_line() {
    let mut text = String::new();
    for note in 8..13 {
        write!(text, "vez[^{note}] ").expect("a string takes all");
    }
    for note in 1..13 {
        write!(text, "\n\n[^{note}]: Nota.").expect("a string takes all");
    }
    let before = "Una[^1][^2][^3][^4][^5][^6][^7]\n\n";
    let blocks = markdown::read(&format!("{before}{text}"), FileId::default());
    let chapter = Chapter { blocks: blocks.value.blocks, ..Chapter::default() };
    let divisions = vec![Division::Chapter(chapter)];
    let book = Book { divisions, ..Book::default() }.with_note_ids();
    let notes = NumberedNotes::new(&book, NotePlacement::Book);
    let Some(Block::Paragraph(paragraph)) =
        book.chapters().next().and_then(|chapter| chapter.blocks.get(1))
    else {
        panic!("the second paragraph has the marks");
    };

    let fonts = Fonts::new(&built_in()).expect("the built-in fonts are fonts").value;
    let (mut shaper, mut words) = (Shaper::new(&fonts), Words::default());
    let language = "es".parse().expect("a language tag");
    let text = TextStyle::roman(Length::pt(11));
    let style = ParagraphStyle::justified(text, Length::pt(300), language);
    let wording = collect(&paragraph.content, &style, &notes, &mut shaper, &mut words);
    assert_eq!(wording.text, "vez8 vez9 vez10 vez11 vez12");
    let places = turns(&wording, &style.language);
    let material = build(&wording, &places, &style, &mut shaper, &mut words);
    let turns = material.nodes.list.iter().filter_map(|node| match node {
        Node::Glue { turn, .. } => *turn,
        Node::Box { .. } | Node::Discretionary { .. } => None,
    });
    let ends: Vec<u32> = turns.map(|turn| turn.end.word).collect();
    assert_eq!(ends, [digest("vez"); 4]);
    assert_eq!(material.nodes.last.word, digest("vez"));
}
