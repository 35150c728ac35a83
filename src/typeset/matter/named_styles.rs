//! Blocks of a class of one's own, in the style that the design has for it.

use crate::book::block::Block;
use crate::book::purpose::Purpose;
use crate::design::{Lettering, LineFill, NamedStyle, StyleIndent};
use crate::length::{Length, Ratio};
use crate::typeset::document::Role;
use crate::typeset::matter::blocks::{BlockFrame, BlockSetter};
use crate::typeset::matter::column::GalleyColumn;
use crate::typeset::matter::compositor::CompositorStyle;
use crate::typeset::paragraph::LineAlignment;

/// The indent of the lines after the first in an entry of a bibliography or a glossary.
const ENTRY_TURNOVER: Ratio = Ratio(1_500_000);

/// What is asked of paragraphs beyond the usual.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct StyleOverrides {
    letters: Option<Lettering>,
    alignment: Option<LineAlignment>,
    first_indent: Option<Ratio>,
    turnover: Option<Ratio>,
}

impl StyleOverrides {
    /// Those of the paragraphs of a chapter.
    pub(crate) fn of_chapter(purpose: Purpose) -> Self {
        match purpose {
            Purpose::Bibliography | Purpose::Glossary => Self {
                first_indent: Some(Ratio(0)),
                turnover: Some(ENTRY_TURNOVER),
                ..Self::default()
            },
            _ => Self::default(),
        }
    }

    /// These, and those of a named style, which take precedence.
    fn with_style(self, style: &NamedStyle) -> Self {
        let alignment = style.align.map(|align| match align {
            LineFill::Justified => LineAlignment::Justified,
            LineFill::Left => LineAlignment::Ragged,
            LineFill::Centre => LineAlignment::Centred,
            LineFill::Right => LineAlignment::Right,
        });
        // A paragraph on an axis has no indent of its own, but for one that is stated.
        let is_on_axis = matches!(style.align, Some(LineFill::Centre | LineFill::Right));
        let first_indent = style.first.map(|indent| indent.0);
        Self {
            letters: style.letters.or(self.letters),
            alignment: alignment.or(self.alignment),
            first_indent: first_indent
                .or(is_on_axis.then_some(Ratio(0)))
                .or(self.first_indent),
            turnover: style.hanging.map(|indent| indent.0).or(self.turnover),
        }
    }

    /// These, with other letters.
    pub(super) fn with_letters(self, letters: Lettering) -> Self {
        Self { letters: Some(letters), ..self }
    }

    /// The letters that are asked for, or else the usual.
    pub(super) fn letters_or(self, usual: Lettering) -> Lettering {
        self.letters.unwrap_or(usual)
    }

    /// A style with these.
    pub(crate) fn apply(self, style: CompositorStyle) -> CompositorStyle {
        CompositorStyle {
            letters: self.letters.unwrap_or(style.letters),
            alignment: self.alignment.unwrap_or(style.alignment),
            first_indent: self
                .first_indent
                .map_or(style.first_indent, |indent| indent.of(style.size)),
            turnover_indent: self
                .turnover
                .map_or(style.turnover_indent, |indent| indent.of(style.size)),
            ..style
        }
    }
}

impl BlockSetter<'_, '_> {
    /// Sets blocks of a class: as the design has it, or like the text.
    pub(super) fn set_styled(
        &self,
        column: &mut GalleyColumn,
        class: &str,
        blocks: &[Block],
        frame: BlockFrame,
    ) {
        let tag = Some(column.add_tag(Role::Division, frame.tag));
        let frame = BlockFrame { tag, ..frame };
        let design = self.compositor.design();
        let Some(style) = design.styles.get(class) else {
            return self.set_blocks(column, blocks, frame);
        };
        if let Some(above) = style.above {
            column.request_space(above.0.into());
        }
        let size =
            style.size.map_or(frame.size, |size| design.scale_to(size.0, frame.size));
        let indent = |indent: Option<StyleIndent>| {
            indent.map_or(Length::ZERO, |indent| indent.0.of(frame.size))
        };
        let (left, right) = (indent(style.left), indent(style.right));
        let inside = BlockFrame {
            left: frame.left + left,
            measure: frame.measure - left - right,
            ..frame
        };
        let setter = Self { overrides: self.overrides.with_style(style), ..*self };
        self.set_in_size(column, inside, size, |column, inside| {
            setter.set_blocks(column, blocks, inside);
        });
        if let Some(below) = style.below {
            column.request_space(below.0.into());
        }
    }
}
