//! Notes in the margin: paragraphs of their own, set in a narrow column beside the line that
//! they stand in.

use super::{
    LineAlignment, ParagraphInput, ParagraphSetter, ParagraphStyle, ParagraphVariant,
    TextStyle,
};
use crate::book::inline::{Inline, PhraseKind};
use crate::diagnostic::Warned;
use crate::length::Length;
use crate::text::language::Language;
use crate::typeset::line::{SetParagraph, TextLine};

/// From baseline to baseline of a note, in thousandths of its size: a narrow column needs
/// little.
const LEADING: i64 = 1_150;

/// The column in the margin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct MarginColumn {
    /// Its width.
    pub(crate) width: Length,
    /// The size of its type.
    pub(crate) size: Length,
}

impl MarginColumn {
    /// How its paragraphs are set: ragged, with words divided where need be.
    fn style(self, language: &Language) -> ParagraphStyle {
        let text = TextStyle::roman(self.size);
        ParagraphStyle {
            alignment: LineAlignment::Ragged,
            ..ParagraphStyle::justified(text, self.width, language.clone())
        }
    }
}

impl ParagraphSetter<'_> {
    /// Sets the notes in the margin of a paragraph whose lines are set.
    pub(super) fn set_margin_notes(
        &mut self,
        input: &ParagraphInput<'_>,
        set: &mut Warned<Vec<ParagraphVariant>>,
    ) {
        let has_notes = |line: &TextLine| !line.margin_notes.is_empty();
        let is_set = |one: &ParagraphVariant| one.set.lines.iter().any(has_notes);
        if !set.value.iter().any(is_set) {
            return;
        }
        let style = self.margin.style(&input.style.language);
        let mut contents = Vec::new();
        collect_margin_notes(input.content, &mut contents);
        // The lines of the text do not depend on those beside them.
        let chooser = std::mem::take(&mut self.chooser);
        let mut notes: Vec<SetParagraph> = Vec::new();
        for content in contents {
            let note = self.set_paragraph(content, &style, input.origin);
            set.diagnostics.extend(note.diagnostics);
            let mut note = note.value;
            note.end_with_space();
            notes.push(note);
        }
        self.chooser = chooser;
        let leading = self.margin.size.scaled(LEADING, 1_000);
        for variant in &mut set.value {
            let SetParagraph { lines, spans, .. } = &mut variant.set;
            let mut notes = notes.iter();
            for TextLine { margin_notes, notes: called, .. } in lines {
                for (placed, note) in margin_notes.iter_mut().zip(&mut notes) {
                    let note = note.clone().after_spans(spans.len());
                    let inside = note.spans.into_iter().map(|mut span| {
                        span.parent = span.parent.or(Some(placed.span));
                        span
                    });
                    spans.extend(inside);
                    placed.lines = note.lines;
                    placed.leading = leading;
                    for line in &mut placed.lines {
                        called.extend(&line.notes);
                        for run in &mut line.runs {
                            run.span = run.span.or(Some(placed.span));
                        }
                    }
                }
            }
        }
    }
}

/// The contents of the notes in the margin of a line, in order.
fn collect_margin_notes<'c>(line: &'c [Inline], found: &mut Vec<&'c [Inline]>) {
    for inline in line {
        match inline {
            Inline::Phrase { kind: PhraseKind::Marginal, content } => found.push(content),
            _ => collect_margin_notes(inline.content().unwrap_or_default(), found),
        }
    }
}
