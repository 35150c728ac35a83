//! Figures, as the lines bring them: a paragraph that is an image and nothing else.

use super::blocks::Builder;
use super::inlines::Image;
use crate::book::block::{Block, Paragraph};
use crate::book::codes;
use crate::book::figure::{Alternative, Figure};
use crate::book::inline::Inline;
use crate::text::span::Origin;

impl Builder<'_, '_, '_, '_> {
    /// Adds a figure. The title of its image is its caption.
    pub(super) fn figure(&mut self, image: &Image, origin: Origin) {
        if image.address.trim().is_empty() {
            let message = "an image without an address; its description stays";
            self.findings.warn(codes::IMAGE, &image.place, message);
        } else if image.alternative == Alternative::Missing {
            let address = &image.address;
            let message = format!("nothing says what the image '{address}' shows");
            self.findings.hint(
                codes::IMAGE_WITHOUT_WORDS,
                &image.place,
                message,
                "describe it between the brackets, ![…](…), for readers who cannot see \
                 it; <img src=\"…\" alt=\"\"> is an ornament that says nothing",
            );
        }
        let caption = match image.title.trim() {
            "" => Vec::new(),
            title => vec![Inline::Text(title.to_owned())],
        };
        let (picture, alternative) = (image.address.clone(), image.alternative.clone());
        self.push(Block::Figure(Figure { picture, alternative, caption, origin }));
    }

    /// Says of the images in a line of text that their words stand in their place.
    pub(super) fn images_in_text(&mut self, images: &[Image]) {
        for Image { address, place, .. } in images {
            let message = format!(
                "the image '{address}' stands in a line of text and is left out; its \
                 description stays"
            );
            let remedy = "give it a paragraph of its own";
            self.findings.hint(codes::IMAGE, place, message, remedy);
        }
    }
}

/// A figure and its caption, which stands in a paragraph below or above it; the blocks
/// again where they are anything else.
pub(super) fn captioned(mut blocks: Vec<Block>) -> Result<Block, Vec<Block>> {
    if matches!(blocks.as_slice(), [Block::Paragraph(_), Block::Figure(_)]) {
        blocks.swap(0, 1);
    }
    match blocks.as_mut_slice() {
        [Block::Figure(figure)] => Ok(Block::Figure(std::mem::take(figure))),
        [Block::Figure(figure), Block::Paragraph(Paragraph { content, .. })]
            if figure.caption.is_empty() =>
        {
            let caption = std::mem::take(content);
            Ok(Block::Figure(Figure { caption, ..std::mem::take(figure) }))
        }
        _ => Err(blocks),
    }
}
