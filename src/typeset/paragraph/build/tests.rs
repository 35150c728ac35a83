//! The edges of lines beside note marks.

use std::fmt::Write as _;

use super::build_nodes;
use crate::book::block::Block;
use crate::book::markdown;
use crate::book::matter::notes::{NotePlacement, NumberedNotes};
use crate::book::picture::Pictures;
use crate::book::{Book, Chapter, Division};
use crate::fonts::built_in;
use crate::length::Length;
use crate::text::span::FileId;
use crate::typeset::font::Fonts;
use crate::typeset::nodes::ParagraphNode;
use crate::typeset::paragraph::break_opportunities::find_breaks;
use crate::typeset::paragraph::collect::collect_text;
use crate::typeset::paragraph::word::{WordCache, digest_word};
use crate::typeset::paragraph::{ParagraphStyle, TextStyle};
use crate::typeset::shape::Shaper;

/// A mark of two figures used to count as the word at the edge, so that the same word on
/// consecutive lines, each with its own mark, was not noticed.
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
    let (mut shaper, mut words) = (Shaper::new(&fonts), WordCache::default());
    let language = "es".parse().expect("a language tag");
    let text = TextStyle::roman(Length::pt(11));
    let style = ParagraphStyle::justified(text, Length::pt(300), language);
    let (content, pictures) = (&paragraph.content, Pictures::new());
    let paragraph =
        collect_text(content, &style, &notes, &pictures, &mut shaper, &mut words);
    assert_eq!(paragraph.text, "vez8 vez9 vez10 vez11 vez12");
    let places = find_breaks(&paragraph, &style.language);
    let material = build_nodes(&paragraph, &places, &style, &mut shaper, &mut words);
    let turns = material.nodes.list.iter().filter_map(|node| match node {
        ParagraphNode::Glue { breakpoint, .. } => *breakpoint,
        ParagraphNode::Box { .. } | ParagraphNode::Discretionary { .. } => None,
    });
    let ends: Vec<u32> = turns.map(|breakpoint| breakpoint.end.word).collect();
    assert_eq!(ends, [digest_word("vez"); 4]);
    assert_eq!(material.nodes.last.word, digest_word("vez"));
}
