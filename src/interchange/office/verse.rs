//! Paragraphs in a style for verse become verse.

use crate::interchange::office::flow::FlowParagraph;
use crate::interchange::rich::{RichBlock, RichInline};

/// The class of blocks of verse.
const VERSE: &str = "verse";

/// Makes verse of consecutive paragraphs. Either they are stanzas, with line breaks in them,
/// or each of them is a line, and empty ones divide stanzas.
pub(crate) fn build_verse(run: Vec<FlowParagraph>) -> Option<RichBlock> {
    let mut contents: Vec<Vec<RichInline>> =
        run.into_iter().map(|paragraph| paragraph.content).collect();
    let text_at = |content: &Vec<RichInline>| !content.is_empty();
    let last = contents.iter().rposition(text_at)?;
    contents.truncate(last + 1);
    contents.drain(..contents.iter().position(text_at)?);
    if !contents.iter().flatten().any(|inline| *inline == RichInline::LineBreak) {
        return Some(RichBlock::Lines(contents));
    }
    let stanzas = contents.into_iter().filter(text_at);
    let blocks = stanzas
        .map(|content| RichBlock::Paragraph { style: String::new(), content })
        .collect();
    let classes = vec![VERSE.to_owned()];
    Some(RichBlock::Division { classes, language: None, id: None, blocks })
}
