//! Sets display text on lines that end by its sense.

use crate::book::inline::Inline;
use crate::book::matter::titles::{end_lines_at, is_in_capitals};
use crate::book::passage::Passage;
use crate::text::span::Origin;
use crate::text::title_lines::{
    TitleJoint, break_by_sense, find_joints, is_short_enough,
};
use crate::typeset::line::SetParagraph;
use crate::typeset::matter::compositor::{Compositor, CompositorStyle, MOST_BALANCED};

impl Compositor<'_> {
    /// Sets display text on lines that end by its sense and have similar lengths. None if it
    /// is one line or very many, or has a word that does not fit.
    pub(super) fn set_by_sense(
        &self,
        content: &[Inline],
        style: &CompositorStyle,
        origin: Origin,
    ) -> Option<SetParagraph> {
        let passage = Passage::of(&[content.to_vec()]);
        let text = passage.text.as_str();
        let words: Vec<&str> = text.split([' ', '\n']).collect();
        if words.len() < 2 || !is_short_enough(words.len()) || words.contains(&"") {
            return None;
        }
        let mut joints = find_joints(&words, Some(self.language()));
        let ends: Vec<usize> =
            text.match_indices([' ', '\n']).map(|(at, _)| at).collect();
        for (joint, &at) in joints.iter_mut().zip(&ends) {
            if text[at..].starts_with('\n') {
                *joint = TitleJoint::LineEnd;
            }
        }
        // The whole decides whether capitals are small ones.
        let style_of_words =
            CompositorStyle { alone: style.alone && is_in_capitals(text), ..*style };
        let measure = |words: &str| -> i64 {
            let words = words.replace('\u{2060}', "");
            self.set_on_one_line(&words, &style_of_words).width.0.into()
        };
        let widths: Vec<i64> = words.iter().map(|word| measure(word)).collect();
        let space = measure("n n") - measure("nn");
        let set = break_by_sense(&widths, space, &joints, style.measure.0.into())?;
        if !(2..=MOST_BALANCED).contains(&set.lines.len()) {
            return None;
        }
        let is_space = |at: &usize| text[*at..].starts_with(' ');
        let breaks = set.lines.iter().skip(1).filter_map(|line| ends.get(line.start - 1));
        let breaks: Vec<usize> = breaks.copied().filter(is_space).collect();
        let broken = end_lines_at(content, &breaks);
        let (paragraph, findings) =
            self.collect_findings(|| self.set_paragraph(&broken, style, origin));
        let is_as_wished =
            paragraph.lines.len() == set.lines.len() && findings.is_empty();
        is_as_wished.then_some(paragraph)
    }
}
