//! Plays: what is said on the stage, and what happens on it.

use crate::book::block::{Block, Paragraph};
use crate::book::inline::Inline;
use crate::book::matter::contents::plain;
use crate::design::Lettering;
use crate::typeset::document::Role;
use crate::typeset::matter::blocks::{Blocks, Frame};
use crate::typeset::matter::column::{Bond, Column};
use crate::typeset::matter::compositor::Style;
use crate::typeset::paragraph::Opening;

impl Blocks<'_, '_> {
    /// A speech: who speaks in small capitals at the left edge, all else indented.
    pub(super) fn speech(&self, column: &mut Column, inner: &[Block], frame: Frame) {
        let hang = self.compositor.design().indent();
        let tag = column.tag(Role::Division, frame.tag);
        let frame = Frame { tag: Some(tag), ..frame };
        let [Block::Paragraph(first), rest @ ..] = inner else {
            return self.inside().set(column, inner, frame.indented(hang, tag));
        };
        let opening = match first.content.first() {
            Some(Inline::Strong(name)) => {
                Opening::Speaker { letters: plain(name).chars().count() }
            }
            _ => Opening::Plain,
        };
        let style = Style { opening, turnover_indent: hang, ..frame.text() };
        self.paragraph(column, first, &style, frame, Bond::Text);
        // A name alone belongs to what follows it.
        if !rest.is_empty() && matches!(first.content.as_slice(), [Inline::Strong(_)]) {
            column.keep(1);
        }
        let inside = Self { continued: true, ..self.inside() };
        inside.set(column, rest, frame.indented(hang, tag));
    }

    /// What happens on the stage: in italics, indented.
    pub(super) fn direction(
        &self,
        column: &mut Column,
        paragraph: &Paragraph,
        frame: Frame,
    ) {
        let style = Style { letters: Lettering::Italic, ..frame.text() };
        let indent = self.compositor.design().indent();
        let measure = frame.measure - indent;
        let inside = Frame { left: frame.left + indent, measure, ..frame };
        let style = Style { measure, ..style };
        self.paragraph(column, paragraph, &style, inside, Bond::Text);
    }
}
