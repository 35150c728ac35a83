//! Lists, definitions and the entries of an index.

use crate::book::block::{Block, Definition, List, Paragraph};
use crate::book::inline::Inline;
use crate::typeset::document::{ListLabels, Role};
use crate::typeset::matter::blocks::{BlockFrame, BlockSetter, TURNOVER};
use crate::typeset::matter::column::{GalleyColumn, LineCohesion};
use crate::typeset::matter::compositor::CompositorStyle;
use crate::typeset::paragraph::LineAlignment;

/// The gap from a label to its text, as a fraction of the em: a thick space.
const LABEL_GAP: i32 = 3;

/// How the entries of an index are set.
pub(super) fn index_style(frame: BlockFrame) -> CompositorStyle {
    CompositorStyle {
        alignment: LineAlignment::Ragged,
        turnover_indent: frame.size * TURNOVER,
        ..frame.text_style()
    }
}

impl BlockSetter<'_, '_> {
    /// Sets the entries of an index, each with a hanging indent, and those below another
    /// indented further.
    pub(super) fn set_index(
        &self,
        column: &mut GalleyColumn,
        entries: &[Block],
        frame: BlockFrame,
    ) {
        for entry in entries {
            match entry {
                Block::Paragraph(paragraph) => {
                    let style = index_style(frame);
                    let bond = LineCohesion::Text;
                    self.set_paragraph(column, paragraph, &style, frame, bond);
                }
                Block::Styled { blocks, .. } => {
                    let (left, measure) =
                        (frame.left + frame.size, frame.measure - frame.size);
                    column.keep_with_above(1);
                    self.set_index(column, blocks, BlockFrame { left, measure, ..frame });
                }
                _ => {}
            }
        }
    }

    /// Sets terms with their descriptions: the terms at the left, the descriptions indented
    /// below them.
    pub(super) fn set_definitions(
        &self,
        column: &mut GalleyColumn,
        list: &[Definition],
        frame: BlockFrame,
    ) {
        let indent = self.compositor.design().indent();
        let tag = column.add_tag(Role::Division, frame.tag);
        for Definition { term, descriptions } in list {
            let term = Paragraph {
                content: vec![Inline::Strong(term.clone())],
                ..Paragraph::default()
            };
            let frame = BlockFrame { tag: Some(tag), ..frame };
            let style = CompositorStyle {
                alignment: LineAlignment::Ragged,
                ..frame.text_style()
            };
            self.set_paragraph(column, &term, &style, frame, LineCohesion::Text);
            column.keep_with_above(1);
            let inside = Self { in_item: true, ..self.nested() };
            for description in descriptions {
                let body = column.add_tag(Role::Division, Some(tag));
                inside.set_blocks(column, description, frame.indented(indent, body));
            }
        }
    }

    /// Sets a list: labels at the left, items indented.
    pub(super) fn set_list(
        &self,
        column: &mut GalleyColumn,
        list: &List,
        frame: BlockFrame,
    ) {
        let indent = self.compositor.design().indent();
        let labels =
            if list.start.is_some() { ListLabels::Numbers } else { ListLabels::Marks };
        let tag = column.add_tag(Role::List(labels), frame.tag);
        for (place, item) in list.items.iter().enumerate() {
            let label = match list.start {
                None => self.compositor.design().display_blocks.bullet.clone(),
                Some(start) => {
                    let place = u32::try_from(place).unwrap_or(u32::MAX);
                    list.numbering.format(start.saturating_add(place))
                }
            };
            let item_tag = column.add_tag(Role::ListItem, Some(tag));
            let label_tag = column.add_tag(Role::Label, Some(item_tag));
            let body = column.add_tag(Role::ListBody, Some(item_tag));
            let from = column.block_count();
            let item_of = Self { in_item: true, ..self.after_label() };
            item_of.set_blocks(column, item, frame.indented(indent, body));
            let style = CompositorStyle { hyphenate: false, ..frame.text_style() };
            let line = self.compositor.set_on_one_line(&label, &style);
            let room = indent - frame.size / LABEL_GAP;
            column.add_label(from, line, label_tag, frame.left, room);
            // Neither the first item nor the last should be on a page without another.
            if place == 1 || place > 0 && place + 1 == list.items.len() {
                column.prefer_with_above(from);
            }
        }
    }
}
