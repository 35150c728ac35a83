//! Plays: speeches and stage directions.

use crate::book::block::{Block, Paragraph};
use crate::book::inline::Inline;
use crate::book::matter::contents::write_plain_text;
use crate::typeset::document::Role;
use crate::typeset::matter::blocks::{BlockFrame, BlockSetter};
use crate::typeset::matter::column::{GalleyColumn, LineCohesion};
use crate::typeset::matter::compositor::CompositorStyle;
use crate::typeset::paragraph::ParagraphOpening;

impl BlockSetter<'_, '_> {
    /// Sets a speech: the speaker in small capitals at the left edge, all else indented.
    pub(super) fn set_speech(
        &self,
        column: &mut GalleyColumn,
        inner: &[Block],
        frame: BlockFrame,
    ) {
        let hang = self.compositor.design().indent();
        let tag = column.add_tag(Role::Division, frame.tag);
        let frame = BlockFrame { tag: Some(tag), ..frame };
        let [Block::Paragraph(first), rest @ ..] = inner else {
            return self.nested().set_blocks(column, inner, frame.indented(hang, tag));
        };
        let opening = match first.content.first() {
            Some(Inline::Strong(name)) => ParagraphOpening::Speaker {
                letters: write_plain_text(name).chars().count(),
            },
            _ => ParagraphOpening::Plain,
        };
        let style =
            CompositorStyle { opening, turnover_indent: hang, ..frame.text_style() };
        self.set_paragraph(column, first, &style, frame, LineCohesion::Text);
        // A name alone belongs to what follows it.
        if !rest.is_empty() && matches!(first.content.as_slice(), [Inline::Strong(_)]) {
            column.keep_with_above(1);
        }
        let inside = Self { continued: true, ..self.nested() };
        inside.set_blocks(column, rest, frame.indented(hang, tag));
    }

    /// Sets a stage direction: in italics, indented.
    pub(super) fn set_stage_direction(
        &self,
        column: &mut GalleyColumn,
        paragraph: &Paragraph,
        frame: BlockFrame,
    ) {
        let letters = self.compositor.design().display_blocks.letters;
        let style = CompositorStyle { letters, ..frame.text_style() };
        let indent = self.compositor.design().indent();
        let measure = frame.measure - indent;
        let inside = BlockFrame { left: frame.left + indent, measure, ..frame };
        let style = CompositorStyle { measure, ..style };
        self.set_paragraph(column, paragraph, &style, inside, LineCohesion::Text);
    }
}
