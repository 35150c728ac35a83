//! Figures: paragraphs that consist of an image alone.

use super::blocks::BlockBuilder;
use super::inlines::LineImage;
use crate::book::block::Block;
use crate::book::codes;
use crate::book::figure::{Alternative, Figure};
use crate::book::inline::Inline;
use crate::text::span::Origin;

impl BlockBuilder<'_, '_, '_, '_> {
    /// Adds a figure. The title of its image is its caption.
    pub(super) fn figure(&mut self, image: &LineImage, origin: Origin) {
        if image.address.trim().is_empty() {
            let message = "this image has no address; its description stays";
            self.findings.warn(codes::IMAGE, &image.place, message);
        } else if image.alternative == Alternative::Missing {
            let address = &image.address;
            let message = format!("the image '{address}' has no description");
            self.findings.warn_with_hint(
                codes::IMAGE_WITHOUT_DESCRIPTION,
                &image.place,
                message,
                "describe it between the brackets, ![…](…), for readers who cannot see \
                 it; write an ornament as <img src=\"…\" alt=\"\">",
            );
        }
        let caption = match image.title.trim() {
            "" => Vec::new(),
            title => vec![Inline::Text(title.to_owned())],
        };
        let (picture, alternative) = (image.address.clone(), image.alternative.clone());
        self.push(Block::Figure(Figure { picture, alternative, caption, origin }));
    }

    /// Reports the images inside a line of text; only their descriptions stay.
    pub(super) fn images_in_text(&mut self, images: &[LineImage]) {
        for LineImage { address, place, .. } in images {
            let message = format!(
                "the image '{address}' is inside a line of text and was left out; its description stays"
            );
            let remedy = "give it a paragraph of its own";
            self.findings.warn_with_hint(codes::IMAGE, place, message, remedy);
        }
    }
}
