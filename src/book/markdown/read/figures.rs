//! Images, as they are written in a line of text. A paragraph that has nothing else becomes
//! figures: `into_figures`.

use std::ops::Range;

use super::ReaderFindings;
use super::attributes::ImageAttributes;
use crate::book::codes;
use crate::book::figure::{Alternative, Figure, FigureWidth};
use crate::book::inline::Inline;
use crate::text::excerpt::excerpt;

/// An image as it is written.
pub(super) struct WrittenImage {
    /// Its address.
    pub(super) address: String,
    /// Its title, which may be empty.
    pub(super) title: String,
    /// Its alternative text.
    pub(super) alternative: Alternative,
    /// Its identifier and its width.
    pub(super) attributes: ImageAttributes,
}

impl WrittenImage {
    /// Its description as text.
    pub(super) fn into_words(self) -> Vec<Inline> {
        let words = self.alternative.words().map(str::to_owned);
        words.map(Inline::Text).into_iter().collect()
    }

    /// The picture, behind the anchor that it may have; its description if it has no
    /// address. Its title is its caption.
    pub(super) fn read(
        self,
        place: &Range<usize>,
        findings: &mut ReaderFindings<'_>,
    ) -> Vec<Inline> {
        let address = excerpt(&self.address);
        if self.address.trim().is_empty() {
            let message = "this image has no address; its description stays";
            findings.warn(codes::IMAGE, place, message);
            return self.into_words();
        }
        if self.alternative == Alternative::Missing {
            let message = format!("the image '{address}' has no description");
            findings.warn_with_hint(
                codes::IMAGE_WITHOUT_DESCRIPTION,
                place,
                message,
                "describe it between the brackets, ![…](…), for readers who cannot see \
                 it; write an ornament as <img src=\"…\" alt=\"\">",
            );
        }
        let width = self.attributes.width.as_deref().and_then(|width| {
            let parsed = FigureWidth::parse(width);
            if parsed.is_none() {
                let message =
                    format!("'{}' is not the width of an image", excerpt(width));
                findings.warn_with_hint(
                    codes::IMAGE,
                    place,
                    message,
                    "write a share of the measure, 50%, or a length: 8cm, 80mm, 3in",
                );
            }
            parsed
        });
        let title = self.title.trim();
        let caption = if title.is_empty() {
            Vec::new()
        } else {
            vec![Inline::Text(title.to_owned())]
        };
        let figure = Figure {
            picture: self.address,
            alternative: self.alternative,
            caption,
            width,
            origin: findings.places.span(place).into(),
        };
        let anchor = self.attributes.id.map(Inline::Anchor);
        anchor.into_iter().chain([Inline::Picture(Box::new(figure))]).collect()
    }
}
