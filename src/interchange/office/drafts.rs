//! A paragraph while it is being read.

use std::rc::Rc;

use crate::interchange::office::flow::FlowItem;
use crate::interchange::office::inlines::{InlineLook, Run, RunPiece, RunTrait};
use crate::interchange::office::omissions::OmissionList;
use crate::interchange::plain_text::text_of;
use crate::interchange::rich::RichInline;

/// A paragraph that is being read, with a style of its format.
#[derive(Debug, Default)]
pub(crate) struct ParagraphDraft<S> {
    /// Its style.
    pub(crate) style: Rc<S>,
    /// Its parts.
    pub(crate) runs: Vec<Run>,
    /// What follows it: the blocks of its text boxes.
    pub(crate) after: Vec<FlowItem>,
    /// Whether a horizontal rule is drawn in it.
    pub(crate) has_rule: bool,
    omitted: Option<(&'static str, String)>,
}

impl<S: Default> ParagraphDraft<S> {
    /// A paragraph with a style, and what comes first in it.
    pub(crate) fn new(style: Rc<S>, runs: Vec<Run>) -> Self {
        Self { style, runs, ..Self::default() }
    }

    /// Adds a part.
    pub(crate) fn push(
        &mut self,
        look: InlineLook,
        piece: RunPiece,
        omissions: &mut OmissionList,
    ) {
        self.settle_omitted(omissions);
        self.runs.push(Run { look, piece });
    }

    /// Adds characters that have no place. What is omitted in a row is one omission.
    pub(crate) fn omit(
        &mut self,
        what: &'static str,
        text: &str,
        omissions: &mut OmissionList,
    ) {
        match &mut self.omitted {
            Some((last, omitted)) if *last == what => omitted.push_str(text),
            _ => {
                self.settle_omitted(omissions);
                self.omitted = Some((what, text.to_owned()));
            }
        }
    }

    /// Reports the characters that have no place so far.
    pub(crate) fn settle_omitted(&mut self, omissions: &mut OmissionList) {
        if let Some((what, text)) = self.omitted.take() {
            omissions.push_text(what, &text);
        }
    }

    /// Takes away a look that all the text has.
    pub(crate) fn clear_whole(&mut self, of: RunTrait) {
        let is_text = |run: &Run| match &run.piece {
            RunPiece::Text(text) => !text.trim().is_empty(),
            _ => false,
        };
        if self.runs.iter().all(|run| !is_text(run) || run.look.traits.has(of)) {
            self.runs.iter_mut().for_each(|run| run.look.traits.set(of, false));
        }
    }

    /// Takes out the first place that links lead to, which names a whole heading.
    pub(crate) fn take_anchor(&mut self) -> Option<String> {
        let is_anchor = |run: &Run| matches!(run.piece, RunPiece::Anchor(_));
        let place = self.runs.iter().position(is_anchor)?;
        match self.runs.remove(place).piece {
            RunPiece::Anchor(id) => Some(id),
            _ => None,
        }
    }

    /// The characters as they are typed; `None` if there is something else too.
    pub(crate) fn typed_text(&self) -> Option<String> {
        let mut text = String::new();
        for run in &self.runs {
            match &run.piece {
                RunPiece::Text(part) => text.push_str(part),
                RunPiece::LineBreak => text.push('\n'),
                RunPiece::Anchor(_) | RunPiece::Object(_) => return None,
            }
        }
        Some(text)
    }
}

/// Whether inlines have more than anchors and white space.
pub(crate) fn has_substance(content: &[RichInline]) -> bool {
    content.iter().any(|inline| match inline {
        RichInline::Span { content, .. } => has_substance(content),
        RichInline::Text(text) => !text.trim().is_empty(),
        _ => true,
    })
}

/// The id of an anchor.
pub(crate) fn id_of_anchor(inline: RichInline) -> Option<String> {
    match inline {
        RichInline::Span { id, .. } => id,
        _ => None,
    }
}

/// Puts a label before the text, unless the text begins with it already.
pub(crate) fn prefix_label(label: &str, content: &mut Vec<RichInline>) {
    if label.is_empty() || text_of(content).starts_with(label) {
        return;
    }
    match content.first_mut() {
        Some(RichInline::Text(text)) => *text = format!("{label} {text}"),
        _ => content.insert(0, RichInline::Text(format!("{label} "))),
    }
}
