//! Figures: paragraphs that consist of an image alone.

use super::blocks::BlockBuilder;
use super::inlines::LineImage;
use crate::book::block::Block;
use crate::book::codes;
use crate::book::figure::{Alternative, Figure, FigureWidth};
use crate::book::inline::Inline;
use crate::length::written::parse_length;
use crate::text::excerpt::excerpt;
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
        let mut caption = Vec::new();
        caption.extend(image.attributes.id.clone().map(Inline::Anchor));
        if !image.title.trim().is_empty() {
            caption.push(Inline::Text(image.title.trim().to_owned()));
        }
        let (picture, alternative) = (image.address.clone(), image.alternative.clone());
        let width = image.attributes.width.as_deref().and_then(|width| {
            let parsed = parse_width(width);
            if parsed.is_none() {
                let message =
                    format!("'{}' is not the width of an image", excerpt(width));
                self.findings.warn_with_hint(
                    codes::IMAGE,
                    &image.place,
                    message,
                    "write a share of the measure, 50%, or a length: 8cm, 80mm, 3in",
                );
            }
            parsed
        });
        self.push(Block::Figure(Figure { picture, alternative, caption, width, origin }));
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

/// Parses a width as pandoc and CSS have it: `50%`, `8cm`, `240px`, `240`.
pub(super) fn parse_width(width: &str) -> Option<FigureWidth> {
    let width = width.trim();
    if let Some(share) = width.strip_suffix('%') {
        let share: f64 = share.trim().parse().ok()?;
        let share = share.round();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is from 1 to 100"
        )]
        return (1.0..=100.0)
            .contains(&share)
            .then_some(FigureWidth::Percent(share as u8));
    }
    let unit = width.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let number = &width[..width.len() - unit.len()];
    // A pixel of CSS is three quarters of a point (CSS Values 4 §6.2).
    let (unit, share) = match unit.trim() {
        "" | "px" => ("pt", (3, 4)),
        unit => (unit, (1, 1)),
    };
    let length = parse_length(&format!("{number}{unit}"))?.scaled(share.0, share.1);
    (length.0 > 0).then_some(FigureWidth::Length(length))
}
