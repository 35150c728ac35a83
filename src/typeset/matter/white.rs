//! Space around display blocks.
//!
//! Space is counted in half lines. A display block has half a line above, and below as much
//! as brings the text back to the grid.

use crate::book::block::{Block, Heading};
use crate::book::matter::titles::follows_number;
use crate::design;
use crate::length::Length;
use crate::typeset::matter::blocks::BlockSetter;
use crate::typeset::matter::verse::BETWEEN_STANZAS;
use crate::typeset::page::galley::{HalfLines, Register};

/// Space around display blocks.
pub(super) const APART: HalfLines = 1;

impl BlockSetter<'_, '_> {
    /// How the lines of each block align with the grid, so that the space below display
    /// blocks and headings is the same everywhere. What is left of a line is added above.
    pub(super) fn registers(&self, blocks: &[Block]) -> Vec<Register> {
        let mut registers = vec![self.register; blocks.len()];
        for (place, this) in blocks.iter().enumerate().rev() {
            let next = blocks.get(place + 1);
            let below = match (this, next) {
                (Block::Heading(this), Some(Block::Heading(next)))
                    if !follows_number(&blocks[..=place], next) =>
                {
                    self.white_below(this).max(self.white_above(next))
                }
                (Block::Heading(this), Some(next)) if self.stands_apart(next) => {
                    self.white_below(this).max(APART)
                }
                (Block::Heading(this), _) => self.white_below(this),
                (this, Some(next)) if closes_up(this, next) => 0,
                (Block::Verse(_), Some(Block::Verse(_))) => BETWEEN_STANZAS,
                (this, _) if self.stands_apart(this) => APART,
                _ => continue,
            };
            let stands = match next {
                // The space above a heading takes what is left of a line itself.
                Some(Block::Heading(_)) if self.stands_apart(this) => self.register,
                _ => registers.get(place + 1).copied().unwrap_or(self.register),
            };
            registers[place] = stands.after_white(below);
        }
        registers
    }

    /// Whether a block is set off from the text, with half a line above and below.
    pub(super) fn stands_apart(&self, block: &Block) -> bool {
        match block {
            Block::Quotation(_)
            | Block::Direction(_)
            | Block::Dateline(_)
            | Block::Salutation(_)
            | Block::Signature(_)
            | Block::Styled { .. }
            | Block::Preformatted(_) => true,
            Block::List(_) | Block::Definitions(_) => !self.in_item,
            // Spoken verse is set like spoken prose.
            Block::Verse(_) => !self.continued,
            Block::Heading(_)
            | Block::Paragraph(_)
            | Block::Epigraph(_)
            | Block::Speech(_)
            | Block::SourceNote(_)
            | Block::SceneBreak
            // These handle their own space, because of rules and pictures.
            | Block::Table(_)
            | Block::Figure(_) => false,
        }
    }

    /// Space above a heading.
    pub(super) fn white_above(&self, heading: &Heading) -> HalfLines {
        self.heading_design(heading).above.into()
    }

    /// Space below a heading.
    pub(super) fn white_below(&self, heading: &Heading) -> HalfLines {
        self.heading_design(heading).below.into()
    }

    /// The size of a heading among text of a size.
    pub(super) fn heading_size(&self, heading: &Heading, text: Length) -> Length {
        let design = self.compositor.design();
        let stated = match heading.level {
            0..=2 => design.sizes.section,
            3 => design.sizes.subsection,
            _ => None,
        };
        stated.map_or(text, |size| design.scale_to(size.0, text))
    }

    /// The design of a heading.
    pub(super) fn heading_design(&self, heading: &Heading) -> design::HeadingDesign {
        let design = self.compositor.design();
        match heading.level {
            0..=2 => design.section,
            3 => design.subsection,
            _ => design.minor.unwrap_or(design.subsection),
        }
    }
}

/// Whether two blocks follow without space: parts of a letter of one kind.
pub(super) fn closes_up(above: &Block, below: &Block) -> bool {
    matches!(
        (above, below),
        (Block::Dateline(_), Block::Dateline(_))
            | (Block::Salutation(_), Block::Salutation(_))
            | (Block::Signature(_), Block::Signature(_))
    )
}
