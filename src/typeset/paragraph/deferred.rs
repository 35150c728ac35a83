//! Variants of a paragraph that few pages take: their lines are set when one does.

use std::sync::Arc;

use super::style::ParagraphStyle;
use crate::book::inline::Inline;
use crate::length::Length;
use crate::typeset::linebreak::BrokenLine;

/// A paragraph broken to a length, with no line set yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DeferredLines {
    /// Its content, and how it is set.
    pub(super) paragraph: Arc<(Vec<Inline>, ParagraphStyle)>,
    /// Its lines, and the indent of each.
    pub(super) lines: Vec<(BrokenLine, Length)>,
}

#[cfg(test)]
mod tests {
    use crate::book::Book;
    use crate::book::inline::Inline;
    use crate::book::matter::notes::{NotePlacement, NumberedNotes};
    use crate::length::Length;
    use crate::text::span::Origin;
    use crate::typeset::line::TextLine;
    use crate::typeset::paragraph::ParagraphSetter;
    use crate::typeset::paragraph::samples::{self, SENTENCE};

    /// The characters that lines show.
    fn shown(lines: &[TextLine]) -> String {
        let runs = lines.iter().flat_map(|line| &line.runs);
        runs.map(|run| run.run.text.as_str()).collect()
    }

    /// Another setter sets the deferred lines as they were broken, with every character of
    /// the paragraph.
    #[test]
    fn deferred_lines_are_the_same_paragraph() {
        let fonts = samples::fonts();
        let book = Book::default();
        let notes = NumberedNotes::new(&book, NotePlacement::Book);
        let content = [Inline::Text(SENTENCE.repeat(12))];
        let style = samples::style(Length::pt(200));
        let mut setter = ParagraphSetter::new(&fonts, &notes);
        let set = setter.set_lengths(&content, &style, Origin::default()).value;
        let best = shown(&set[0].set.lines);
        assert_eq!(best, SENTENCE.repeat(12).trim_end());
        let deferred: Vec<_> = set.iter().filter(|one| one.deferred.is_some()).collect();
        assert!(!deferred.is_empty(), "the paragraph has one length only");
        for one in deferred {
            let known = &one.set.lines;
            assert_eq!(shown(known), "", "nothing is set before it is needed");
            let mut other = ParagraphSetter::new(&fonts, &notes);
            let lines = one
                .deferred
                .as_ref()
                .map(|deferred| other.set_late(deferred))
                .unwrap_or_default();
            assert_eq!(shown(&lines), best);
            assert_ne!(lines.len(), set[0].set.lines.len());
            let hyphens = |lines: &[TextLine]| -> Vec<bool> {
                lines.iter().map(|line| line.ends_hyphenated).collect()
            };
            assert_eq!(hyphens(&lines), hyphens(known));
        }
    }
}
