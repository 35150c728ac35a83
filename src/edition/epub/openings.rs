//! The opening of a chapter's text, and verse with line numbers: what a design may ask for,
//! without a difference for those who hear or copy the text.

use super::markup::tag;
use super::writer::DocumentWriter;
use crate::book::block::{Block, Paragraph, Verse};
use crate::book::inline::Inline;
use crate::book::matter::openings::{
    end_of_first_words, end_of_typed_capitals, stands_before_text,
};
use crate::book::matter::poems::split_poem_number;
use crate::design::InitialDesign;

impl<'d> DocumentWriter<'d> {
    /// Writes a top-level block of a chapter: sets off the first words of the text if the
    /// design asks for it, and numbers lines of verse.
    pub(super) fn write_text_block(&mut self, block: &'d Block) {
        if !matches!(block, Block::Verse(_) | Block::SceneBreak) {
            self.verse_count = 0;
        }
        let opens = self.awaits_opening && !stands_before_text(block);
        self.awaits_opening &= !opens;
        match block {
            Block::Paragraph(paragraph) if opens => self.write_opening(paragraph),
            Block::Verse(verse) => {
                let every = self.plan.publication.design.display_blocks.verse_numbers;
                self.write_verse(verse, every.into());
            }
            _ => self.write_block(block),
        }
    }

    /// Writes the paragraph that opens a chapter. Its words stay whole in the markup: the
    /// style sheet raises the initial, and an element is around the first words.
    fn write_opening(&mut self, paragraph: &'d Paragraph) {
        let content = paragraph.content.as_slice();
        let marks = content.iter().take_while(|one| one.is_place());
        let (marks, words) = content.split_at(marks.count());
        let initial = self.plan.publication.design.openings.initial;
        let (Some((Inline::Text(text), rest)), true) =
            (words.split_first(), initial != InitialDesign::None)
        else {
            return self.write_paragraph(tag("p"), paragraph);
        };
        let is_drop = initial == InitialDesign::Drop;
        let initial_end = if is_drop { find_initial_end(text) } else { 0 };
        let typed = end_of_typed_capitals(text, initial_end);
        let end = typed.unwrap_or_else(|| end_of_first_words(text, initial_end));
        let class = if typed.is_some() { "first-words capitals" } else { "first-words" };
        self.set_origin(paragraph.origin);
        let has_initial = initial_end > 0;
        self.markup.open(if has_initial { tag("p").class("initial") } else { tag("p") });
        self.write_inlines(marks);
        if end > 0 {
            self.markup.open(tag("span").class(class));
            self.markup.write_text(&text[..end]);
            self.markup.close();
        }
        self.markup.write_text(&text[end..]);
        self.write_inlines(rest);
        self.markup.close_line();
    }

    /// Writes verse with numbers at the multiples of `every`; without numbers if it is 0.
    ///
    /// Verse in prose is quoted matter set off from it (HTML §4.4.4), and reading systems
    /// without style sheets indent it as such. A stanza is one paragraph, so that a voice
    /// does not stop at each line; the spans let the style sheet indent the rest of a line
    /// that is too long. Numbers are not part of the text: the style sheet shows them from
    /// an attribute.
    pub(super) fn write_verse(&mut self, verse: &'d Verse, every: u32) {
        self.set_origin(verse.origin);
        let poem = tag("blockquote").class("verse").with("epub:type", "z3998:verse");
        self.markup.open_line(poem);
        for stanza in &verse.stanzas {
            let (number, verses) = split_poem_number(stanza);
            let is_alone = number.is_some() && verses.is_empty();
            self.markup.open(if is_alone { tag("p").class("kept") } else { tag("p") });
            if let Some(number) = number {
                self.markup.open(tag("span").class("poem-number"));
                self.write_inlines(number);
                self.markup.close();
            }
            for (index, line) in verses.iter().enumerate() {
                if index > 0 || number.is_some() {
                    self.markup.write_empty(&tag("br"));
                    self.write_newline();
                }
                self.verse_count += 1;
                let span = tag("span");
                self.markup.open(match self.verse_count.checked_rem(every) {
                    Some(0) => span.with("data-number", &self.verse_count.to_string()),
                    _ => span,
                });
                self.write_inlines(line);
                self.markup.close();
            }
            self.markup.close_line();
        }
        self.markup.close_line();
    }
}

/// The end of the initial of a text; 0 if a style sheet can raise none: it would raise
/// punctuation together with the letter after it (CSS Pseudo-Elements 4 §2.2), and a raised
/// quotation mark or an apostrophe is as high as the letter.
fn find_initial_end(text: &str) -> usize {
    let mut characters = text.chars();
    let letter = characters.next().filter(|letter| letter.is_uppercase());
    let is_joined = |next: char| next.is_alphanumeric() || next.is_whitespace();
    letter.filter(|_| characters.next().is_none_or(is_joined)).map_or(0, char::len_utf8)
}
