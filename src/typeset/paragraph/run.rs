//! Consecutive paragraphs: while the lines of some are being chosen, the words of the next
//! are shaped and the lines of those before are set.
//!
//! The lines of a paragraph depend on the last line of the one above, so choosing is
//! sequential. The work before and after does not. So two cores are busy even if a book has
//! one chapter, or a chapter is the last to be set.

use std::vec::IntoIter;

use rayon::in_place_scope;

use super::choice::{ChosenLines, LineChooser, ShapedParagraph};
use super::{ParagraphInput, ParagraphSetter, ParagraphVariant, SPREAD};
use crate::book::inline::{InlineLeaf, leaves};
use crate::diagnostic::Warned;

/// Bytes of text whose words are shaped at once: a page and a half. The nodes of three such
/// portions are in memory, and handing one over costs little compared with setting it.
const PORTION: usize = 4_000;

impl ParagraphSetter<'_> {
    /// Sets paragraphs, each like [`Self::set_lengths`].
    pub(crate) fn set_run(
        &mut self,
        inputs: &[ParagraphInput<'_>],
    ) -> Vec<Warned<Vec<ParagraphVariant>>> {
        let portions = split_into_portions(inputs);
        if portions.len() < 2 {
            return inputs.iter().map(|input| self.set_variants(input, SPREAD)).collect();
        }
        let mut all = Vec::with_capacity(inputs.len());
        let first = portions.first().copied().unwrap_or_default();
        let mut ready: Vec<ShapedParagraph> = first
            .iter()
            .map(|input| self.builder.shape_paragraph(input, SPREAD))
            .collect();
        let mut after: Vec<(&ParagraphInput<'_>, ChosenLines)> = Vec::new();
        for (place, &portion) in portions.iter().enumerate() {
            let next = portions.get(place + 1).copied().unwrap_or_default();
            let mut ahead = std::mem::take(&mut ready).into_iter();
            let mut broken = Vec::with_capacity(portion.len());
            let Self { builder, chooser, .. } = self;
            // The faces stay with this thread.
            in_place_scope(|scope| {
                scope.spawn(|_| choose_run(chooser, &mut ahead, &mut broken));
                all.extend(
                    after.drain(..).map(|(input, broken)| {
                        builder.set_variants(input, broken, SPREAD)
                    }),
                );
                ready = next
                    .iter()
                    .map(|input| builder.shape_paragraph(input, SPREAD))
                    .collect();
            });
            while let Some(input) = portion.get(broken.len()) {
                broken.push(self.choose_lines(input, SPREAD));
                choose_run(&mut self.chooser, &mut ahead, &mut broken);
            }
            after.extend(portion.iter().zip(broken));
        }
        let last = after.into_iter();
        all.extend(
            last.map(|(input, broken)| self.builder.set_variants(input, broken, SPREAD)),
        );
        for (input, set) in inputs.iter().zip(&mut all) {
            self.set_margin_notes(input, set);
        }
        all
    }
}

/// Chooses the lines of paragraphs, up to the first that needs more than that.
fn choose_run(
    chooser: &mut LineChooser,
    ahead: &mut IntoIter<ShapedParagraph>,
    broken: &mut Vec<ChosenLines>,
) {
    for prepared in ahead {
        let Some(breaking) = chooser.choose_good_lines(&prepared) else { return };
        broken.push(prepared.with_lines(breaking, false));
    }
}

/// Splits paragraphs into groups of about [`PORTION`] bytes of text.
fn split_into_portions<'t, 'c>(
    inputs: &'t [ParagraphInput<'c>],
) -> Vec<&'t [ParagraphInput<'c>]> {
    let mut portions = Vec::new();
    let (mut first, mut length) = (0, 0);
    for (place, input) in inputs.iter().enumerate() {
        let words = leaves(input.content).map(|leaf| match leaf {
            InlineLeaf::Text(words) | InlineLeaf::Code(words) => words.len(),
            InlineLeaf::Formula(formula) => formula.tex.len(),
            InlineLeaf::Picture(_)
            | InlineLeaf::LineBreak
            | InlineLeaf::Note(_)
            | InlineLeaf::PageMark(_)
            | InlineLeaf::Anchor(_)
            | InlineLeaf::IndexMark(_) => 0,
        });
        length += words.sum::<usize>();
        if length >= PORTION {
            portions.push(&inputs[first..=place]);
            (first, length) = (place + 1, 0);
        }
    }
    portions.extend(Some(&inputs[first..]).filter(|rest| !rest.is_empty()));
    portions
}

#[cfg(test)]
mod tests {
    use super::split_into_portions;
    use crate::book::Book;
    use crate::book::inline::Inline;
    use crate::book::matter::notes::{NotePlacement, NumberedNotes};
    use crate::diagnostic::Warned;
    use crate::length::Length;
    use crate::text::span::Origin;
    use crate::typeset::paragraph::samples::{self, SENTENCE};
    use crate::typeset::paragraph::{
        ParagraphInput, ParagraphOpening, ParagraphSetter, ParagraphStyle,
        ParagraphVariant, SPREAD,
    };

    /// A text form of what paragraphs were set to.
    fn told(set: &[Warned<Vec<ParagraphVariant>>]) -> String {
        let paragraph = |set: &Warned<Vec<ParagraphVariant>>| {
            let lengths = set.value.iter();
            let lengths = lengths.map(|one| format!("{:?} {}", one.set, one.surcharge));
            let lengths: Vec<String> = lengths.collect();
            format!("{}\n{:?}", lengths.join("\n"), set.diagnostics)
        };
        set.iter().map(paragraph).collect::<Vec<_>>().join("\n\n")
    }

    /// Paragraphs set as a run have the same lines, lengths and findings as if set one by
    /// one, also with drop capitals, with words that divide nowhere, and with lines that
    /// depend on those above and below.
    #[test]
    fn a_run_is_set_as_its_paragraphs_are() {
        let fonts = samples::fonts();
        let book = Book::default();
        let notes = NumberedNotes::new(&book, NotePlacement::Book);
        let text = |place: usize| match place % 7 {
            3 => "0123456789".repeat(9),
            5 => format!("{}{}", SENTENCE.repeat(2), "0123456789".repeat(12)),
            many => SENTENCE.repeat(1 + many * 3),
        };
        let texts: Vec<[Inline; 1]> =
            (0..24).map(|place| [Inline::Text(text(place))]).collect();
        let plain = samples::style(Length::pt(180));
        let initial = ParagraphOpening::Initial { lines: 3, leading: Length::pt(14) };
        let inputs = texts.iter().enumerate().map(|(place, content)| {
            let opening = if place == 0 { initial } else { ParagraphOpening::Plain };
            let style = ParagraphStyle { opening, ..plain.clone() };
            ParagraphInput::new(content, style, Origin::default(), Some("El cajista"))
        });
        let inputs: Vec<ParagraphInput<'_>> = inputs.collect();
        assert!(split_into_portions(&inputs).len() > 3, "the run is set in one go");

        let run = ParagraphSetter::new(&fonts, &notes).set_run(&inputs);
        let mut setter = ParagraphSetter::new(&fonts, &notes);
        let single: Vec<_> =
            inputs.iter().map(|input| setter.set_variants(input, SPREAD)).collect();
        let wide = single.iter().filter(|set| !set.diagnostics.is_empty()).count();
        assert!(wide > 3, "no word is too wide");
        assert!(run.iter().all(|set| !set.value.is_empty()));
        assert!(told(&run) == told(&single), "a run is set otherwise");

        let mut setter = ParagraphSetter::new(&fonts, &notes);
        let (above, below) = inputs.split_at(9);
        let parted = [above, below].into_iter().flat_map(|part| setter.set_run(part));
        let parted: Vec<_> = parted.collect();
        assert!(told(&parted) == told(&single), "two runs are set otherwise");
    }
}
