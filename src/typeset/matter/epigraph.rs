//! Epigraphs.

use crate::book::block::Block;
use crate::design::{Acronyms, Axis, Lettering};
use crate::typeset::document::Role;
use crate::typeset::matter::blocks::{BlockFrame, BlockSetter};
use crate::typeset::matter::column::{GalleyColumn, LineCohesion};
use crate::typeset::matter::compositor::CompositorStyle;
use crate::typeset::page::galley::HalfLines;
use crate::typeset::paragraph::LineAlignment;

/// Space between an epigraph and the text.
const BELOW_EPIGRAPH: HalfLines = 2;
/// The width of an epigraph in tenths of the measure.
const EPIGRAPH_WIDTH: i64 = 6;

impl BlockSetter<'_, '_> {
    /// Sets an epigraph: small and narrow, its source on a line of its own. In a design
    /// whose chapters open on the left edge it is indented like a quotation; else it is at
    /// the right.
    pub(crate) fn set_epigraph(
        &self,
        column: &mut GalleyColumn,
        inner: &[Block],
        frame: BlockFrame,
    ) {
        let design = self.compositor.design();
        let axis = design.openings.axis;
        let measure = frame.measure.scaled(EPIGRAPH_WIDTH, 10);
        let (indent, measure) = match axis {
            Axis::Centre => (frame.measure - measure, measure),
            Axis::Left => {
                (design.indent(), measure.max(frame.measure - design.indent() * 2))
            }
        };
        let tag = Some(column.add_tag(Role::Quotation, frame.tag));
        let frame = BlockFrame { tag, left: frame.left + indent, measure, ..frame };
        self.set_small(column, frame, |column, inside| {
            self.set_lines_of_epigraph(column, inner, inside);
        });
        column.request_space_with(BELOW_EPIGRAPH, self.register);
    }

    fn set_lines_of_epigraph(
        &self,
        column: &mut GalleyColumn,
        inner: &[Block],
        inside: BlockFrame,
    ) {
        let design = self.compositor.design();
        let (axis, letters) = (design.openings.axis, design.display_blocks.letters);
        for (place, block) in inner.iter().enumerate() {
            let Block::Paragraph(paragraph) = block else {
                // Verse stands where prose does, right above its source.
                let setter = Self {
                    continued: true,
                    overrides: self.overrides.with_letters(letters),
                    ..self.nested()
                };
                setter.set_blocks(column, std::slice::from_ref(block), inside);
                continue;
            };
            let source = place > 0 && place + 1 == inner.len();
            let style = CompositorStyle {
                letters: if source { Lettering::Roman } else { letters },
                alignment: if source && axis == Axis::Centre {
                    LineAlignment::Right
                } else {
                    LineAlignment::Ragged
                },
                // A name in capitals is set in small capitals, where the design has them.
                alone: source && design.acronyms == Acronyms::SmallCapitals,
                hyphenate: false,
                ..inside.text_style()
            };
            let bond = if place > 0 { LineCohesion::Tied } else { LineCohesion::Text };
            self.set_paragraph(column, paragraph, &style, inside, bond);
        }
    }
}
