//! The place of a source note: under the title, and above the date of a letter, which belongs
//! to the salutation.
//!
//! Texts have the date first here and there, because it was printed beside the title.

use std::ops::Range;

use crate::book::Document;
use crate::book::block::Block;
use crate::book::reading::ReadingText;

/// Source notes that follow the date at the beginning of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LateSourceNotes {
    /// The blocks of the date.
    pub(crate) dates: Range<usize>,
    /// The blocks of the source notes.
    pub(crate) notes: Range<usize>,
}

impl LateSourceNotes {
    /// Finds them; none if they or the date call notes, whose numbers follow the text.
    pub(crate) fn find(blocks: &[Block]) -> Option<Self> {
        let run = |from: usize, is_one: fn(&Block) -> bool| {
            let rest = blocks.get(from..).unwrap_or_default();
            from..from + rest.iter().take_while(|block| is_one(block)).count()
        };
        let titles = run(0, |block| matches!(block, Block::Heading(_)));
        let dates = run(titles.end, |block| matches!(block, Block::Dateline(_)));
        let notes = run(dates.end, |block| matches!(block, Block::SourceNote(_)));
        if dates.is_empty() || notes.is_empty() {
            return None;
        }
        let whole = read(&blocks[dates.start..notes.end]);
        whole.notes.is_empty().then_some(Self { dates, notes })
    }

    /// How many words precede the date, and how many the date and the notes have.
    pub(crate) fn count_words(&self, blocks: &[Block]) -> (usize, usize, usize) {
        let count = |range: Range<usize>| {
            read(&blocks[range]).body.text.split_whitespace().count()
        };
        (count(0..self.dates.start), count(self.dates.clone()), count(self.notes.clone()))
    }
}

/// Moves source notes at the beginning of a text above its date.
pub(crate) fn raise_source_notes(blocks: &mut [Block]) {
    if let Some(LateSourceNotes { dates, notes }) = LateSourceNotes::find(blocks) {
        blocks[dates.start..notes.end].rotate_left(dates.len());
    }
}

fn read(blocks: &[Block]) -> ReadingText {
    ReadingText::of(&Document { blocks: blocks.to_vec(), ..Document::default() })
}

#[cfg(test)]
mod tests {
    use super::raise_source_notes;
    use crate::book::block::{Block, Paragraph};

    #[test]
    fn source_notes_are_raised_above_the_date() {
        let line = Paragraph::default;
        let date = || Block::Dateline(line());
        let note = || Block::SourceNote(vec![Block::Paragraph(line())]);
        let greeting = || Block::Salutation(line());
        let mut letter = vec![date(), note(), note(), greeting()];
        raise_source_notes(&mut letter);
        assert_eq!(letter, [note(), note(), date(), greeting()]);
        let mut other = vec![greeting(), date(), note()];
        raise_source_notes(&mut other);
        assert_eq!(other, [greeting(), date(), note()]);
    }
}
