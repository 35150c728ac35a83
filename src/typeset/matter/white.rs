//! The white around what stands apart from the text.
//!
//! White is counted in half lines: what stands apart has half a line above and as much
//! below as brings the text back to the grid.

use crate::book::block::{Block, Heading};
use crate::design;
use crate::typeset::matter::blocks::Blocks;
use crate::typeset::page::galley::{HalfLines, Register};

/// White around what stands apart from the text.
pub(super) const APART: HalfLines = 1;

impl Blocks<'_, '_> {
    /// How the lines of each block shall stand, so that the white below what stands apart,
    /// and below headings, is the same everywhere: what is left of a line is added above.
    pub(super) fn registers(&self, blocks: &[Block]) -> Vec<Register> {
        let mut registers = vec![self.register; blocks.len()];
        for (place, this) in blocks.iter().enumerate().rev() {
            let next = blocks.get(place + 1);
            let below = match (this, next) {
                (Block::Heading(this), Some(Block::Heading(next))) => {
                    self.white_below(this).max(self.white_above(next))
                }
                (Block::Heading(this), Some(next)) if self.stands_apart(next) => {
                    self.white_below(this).max(APART)
                }
                (Block::Heading(this), _) => self.white_below(this),
                (this, Some(next)) if closes_up(this, next) => 0,
                (this, _) if self.stands_apart(this) => APART,
                _ => continue,
            };
            let stands = match next {
                // The white above a heading takes what is left of a line itself.
                Some(Block::Heading(_)) if self.stands_apart(this) => self.register,
                _ => registers.get(place + 1).copied().unwrap_or(self.register),
            };
            registers[place] = stands.apart(below);
        }
        registers
    }

    /// Whether a block stands apart from the text, with half a line above and below.
    pub(super) fn stands_apart(&self, block: &Block) -> bool {
        match block {
            Block::Quotation(_)
            | Block::Direction(_)
            | Block::Dateline(_)
            | Block::Salutation(_)
            | Block::Signature(_)
            | Block::Preformatted(_) => true,
            Block::List(_) => !self.in_item,
            // Verse that is spoken stands as prose that is spoken does.
            Block::Verse(_) => !self.continued,
            Block::Heading(_)
            | Block::Paragraph(_)
            | Block::Epigraph(_)
            | Block::Speech(_)
            | Block::SourceNote(_)
            | Block::SceneBreak
            // These see to their white themselves, because of rules and pictures.
            | Block::Table(_)
            | Block::Figure(_) => false,
        }
    }

    /// White above a heading.
    pub(super) fn white_above(&self, heading: &Heading) -> HalfLines {
        self.look(heading).above.into()
    }

    /// White below a heading.
    pub(super) fn white_below(&self, heading: &Heading) -> HalfLines {
        self.look(heading).below.into()
    }

    /// How a heading looks.
    pub(super) fn look(&self, heading: &Heading) -> design::HeadingDesign {
        let design = self.compositor.design();
        if heading.level <= 2 { design.section } else { design.subsection }
    }
}

/// Whether two blocks stand together without white: lines of a letter of one kind.
pub(super) fn closes_up(above: &Block, below: &Block) -> bool {
    matches!(
        (above, below),
        (Block::Dateline(_), Block::Dateline(_))
            | (Block::Salutation(_), Block::Salutation(_))
            | (Block::Signature(_), Block::Signature(_))
    )
}
