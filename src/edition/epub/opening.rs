//! The text of a chapter as it opens, and verse with its numbers: what a design may ask for
//! and whoever hears or copies the text must not notice.

use super::markup::tag;
use super::xhtml::Renderer;
use crate::book::block::{Block, Paragraph, Verse};
use crate::book::inline::Inline;
use crate::book::matter::openings::{
    end_of_first_words, end_of_typed_capitals, stands_before_text,
};
use crate::design::InitialDesign;

/// Signs that are raised with an initial.
const SIGNS_BEFORE_INITIALS: [char; 9] = ['¿', '¡', '«', '‹', '“', '‘', '„', '"', '('];

impl<'a> Renderer<'a> {
    /// The text of a chapter follows.
    pub(super) fn open_text(&mut self) {
        (self.unopened, self.verses) = (true, 0);
    }

    /// A block of a chapter's text. The first words of all are set apart where the design
    /// asks for it, and lines of verse counted.
    pub(super) fn text_block(&mut self, block: &'a Block) {
        if !matches!(block, Block::Verse(_) | Block::SceneBreak) {
            self.verses = 0;
        }
        let opens = self.unopened && !stands_before_text(block);
        self.unopened &= !opens;
        match block {
            Block::Paragraph(paragraph) if opens => self.opening(paragraph),
            Block::Verse(verse) => {
                let every = self.plan.publication.design.display_blocks.verse_numbers;
                self.verse(verse, every.into());
            }
            _ => self.block(block),
        }
    }

    /// The paragraph that opens a chapter. Whoever hears it or copies it has whole words: the
    /// style sheet raises the initial, and an element goes round the first words.
    fn opening(&mut self, paragraph: &'a Paragraph) {
        let content = paragraph.content.as_slice();
        let marks = content.iter().take_while(|one| matches!(one, Inline::PageMark(_)));
        let (marks, words) = content.split_at(marks.count());
        let initial = self.plan.publication.design.openings.initial;
        let (Some((Inline::Text(text), rest)), true) =
            (words.split_first(), initial != InitialDesign::None)
        else {
            return self.paragraph(tag("p"), paragraph);
        };
        let begun = if initial == InitialDesign::Drop { capital(text) } else { 0 };
        let typed = end_of_typed_capitals(text, begun);
        let end = typed.unwrap_or_else(|| end_of_first_words(text, begun));
        let class = if typed.is_some() { "first-words capitals" } else { "first-words" };
        self.origin(paragraph.origin);
        self.markup.open(if begun > 0 { tag("p").class("initial") } else { tag("p") });
        self.inlines(marks);
        if end > 0 {
            self.markup.open(tag("span").class(class));
            self.markup.words(&text[..end]);
            self.markup.close();
        }
        self.markup.words(&text[end..]);
        self.inlines(rest);
        self.markup.close_line();
    }

    /// Verse in prose is quoted matter set off from it (HTML §4.4.4), and reading systems
    /// indent it as such where they know no style sheet. A stanza is one paragraph, so that
    /// a reading voice does not stop at each line; the spans let the style sheet hang a
    /// line that is too long. Every so many lines have their number, which is no part of the
    /// text: it stands in an attribute, and the style sheet shows it.
    pub(super) fn verse(&mut self, verse: &'a Verse, every: u32) {
        self.origin(verse.origin);
        self.markup.open_line(tag("blockquote").class("verse"));
        for stanza in &verse.stanzas {
            self.markup.open(tag("p"));
            for (index, line) in stanza.lines.iter().enumerate() {
                if index > 0 {
                    self.markup.void(&tag("br"));
                    self.newline();
                }
                self.verses += 1;
                let span = tag("span");
                self.markup.open(match self.verses.checked_rem(every) {
                    Some(0) => span.with("data-number", &self.verses.to_string()),
                    _ => span,
                });
                self.inlines(line);
                self.markup.close();
            }
            self.markup.close_line();
        }
        self.markup.close_line();
    }
}

/// Where the initial of a text ends; 0 where it has none that a style sheet can raise. It
/// raises signs with the letter behind them, but no dash (CSS Pseudo-Elements 4 §2.2).
fn capital(text: &str) -> usize {
    let letter = text.trim_start_matches(SIGNS_BEFORE_INITIALS);
    let end = text.len() - letter.len();
    match letter.chars().next() {
        Some(letter) if letter.is_uppercase() => end + letter.len_utf8(),
        _ => 0,
    }
}
