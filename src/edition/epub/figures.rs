//! Figures as XHTML.

use std::collections::BTreeSet;

use super::markup::{StartTag, tag};
use super::writer::DocumentWriter;
use crate::book::figure::{Figure, FigureFallback, FigureWidth};
use crate::book::matter::contents::write_plain_text;
use crate::book::matter::figures::{describe_figure, size_in_line};
use crate::book::picture::Picture;
use crate::length::Length;

/// CSS pixels to the inch (CSS Values 4 §6.2).
const CSS_PIXELS_TO_INCH: u64 = 96;

/// The size of type of a reading system: 16 CSS pixels.
const USUAL_EM: Length = Length::pt(12);

/// The line of a narrow screen: a picture in a line is no wider.
const WIDEST_LINE: Length = Length::pt(240);

/// The folder of the package, from that of the text.
const FROM_TEXT: &str = "../";

impl<'d> DocumentWriter<'d> {
    /// Writes a figure.
    pub(super) fn write_figure(&mut self, figure: &'d Figure) {
        self.set_origin(figure.origin);
        let Some((image, picture)) = self.open_image(figure) else {
            return self.write_figure_fallback(figure);
        };
        let [width, height] =
            [picture.columns, picture.rows].map(|pixels| scale_pixels(pixels, picture));
        // A length is that of the page in the natural size of its type.
        let (width, height) = match figure.width {
            Some(FigureWidth::Length(length)) => {
                let wanted = length_in_pixels(length);
                (wanted, (height * wanted / width.max(1)).max(1))
            }
            Some(FigureWidth::Percent(_)) | None => (width, height),
        };
        let image =
            image.with("width", &width.to_string()).with("height", &height.to_string());
        let image = self.describe_image(image, figure);
        self.facts.pictures.add_figure(figure);
        let element = match figure.width {
            Some(FigureWidth::Percent(share)) => {
                self.facts.style.picture_widths.insert(share);
                tag("figure").class(&width_class(share))
            }
            Some(FigureWidth::Length(_)) | None => tag("figure"),
        };
        self.markup.open_line(element);
        self.markup.write_image(&image);
        self.markup.write_text("\n");
        self.write_line(tag("figcaption"), &figure.caption);
        self.markup.close_line();
    }

    /// Writes a picture in a line of text: as high as the letters beside it.
    pub(super) fn write_picture(&mut self, figure: &'d Figure) {
        let Some((image, picture)) = self.open_image(figure) else {
            return self.markup.write_text(figure.words());
        };
        let image = match figure.width {
            Some(width @ FigureWidth::Length(_)) => {
                let size = size_in_line(picture, Some(width), USUAL_EM, WIDEST_LINE);
                let pixels = |length: Length| length_in_pixels(length).to_string();
                image
                    .class("in-line-sized")
                    .with("width", &pixels(size.width))
                    .with("height", &pixels(size.height))
            }
            Some(FigureWidth::Percent(_)) | None => image.class("in-line"),
        };
        let image = self.describe_image(image, figure);
        let title = write_plain_text(&figure.caption);
        let image = if title.is_empty() { image } else { image.with("title", &title) };
        self.facts.pictures.add_figure(figure);
        self.markup.write_image(&image);
    }

    /// The picture of a figure and the beginning of its tag; `None` if it is not in the book.
    fn open_image(&self, figure: &Figure) -> Option<(StartTag, &'d Picture)> {
        let name = figure.picture.as_str();
        let path = self.plan.picture_paths.get(name)?;
        let picture = self.plan.publication.book.pictures.get(name)?;
        Some((tag("img").with("src", &format!("{FROM_TEXT}{path}")), picture))
    }

    /// Adds what a reading voice says of a picture. It does not stop at an ornament (HTML
    /// §4.8.4.4).
    fn describe_image(&self, image: StartTag, figure: &Figure) -> StartTag {
        match describe_figure(figure, self.words) {
            Some(words) => image.with("alt", &words),
            None => image.with("alt", "").with("role", "presentation"),
        }
    }

    /// Writes a figure whose picture is not in the book.
    fn write_figure_fallback(&mut self, figure: &'d Figure) {
        match figure.fallback() {
            Some(FigureFallback::Caption(caption)) => self.write_line(tag("p"), caption),
            Some(FigureFallback::Words(words)) => {
                self.markup.write_line(tag("p"), words);
            }
            None => {}
        }
    }
}

/// A length in CSS pixels, four thirds of a point (CSS Values 4 §6.2); at least one.
fn length_in_pixels(length: Length) -> u64 {
    u64::try_from(length.scaled(4, 3).0 / Length::SCALE).unwrap_or_default().max(1)
}

/// The class of a figure whose picture is so many hundredths of the measure wide.
fn width_class(share: u8) -> String {
    format!("width-{share}")
}

/// The rules of the style sheet for such classes.
pub(super) fn write_width_rules(shares: &BTreeSet<u8>) -> String {
    let rule = |share: &u8| {
        let class = width_class(*share);
        format!("\nfigure.{class} img {{\n  width: {share}%;\n  height: auto;\n}}\n")
    };
    shares.iter().map(rule).collect()
}

/// Pixels of a picture at its natural size, in CSS pixels. The style sheet shows it smaller
/// on a narrow screen.
fn scale_pixels(pixels: u32, picture: &Picture) -> u64 {
    let resolution = u64::from(picture.resolution.max(1));
    let scaled = u64::from(pixels) * CSS_PIXELS_TO_INCH + resolution / 2;
    (scaled / resolution).max(1)
}
