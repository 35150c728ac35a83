//! Figures as XHTML.

use super::markup::tag;
use super::writer::DocumentWriter;
use crate::book::figure::{Figure, FigureFallback};
use crate::book::matter::figures::describe_figure;
use crate::book::picture::Picture;

/// CSS pixels to the inch (CSS Values 4 §6.2).
const CSS_PIXELS_TO_INCH: u64 = 96;

/// The folder of the package, from that of the text.
const FROM_TEXT: &str = "../";

impl<'d> DocumentWriter<'d> {
    /// Writes a figure. A reading voice does not stop at an ornament (HTML §4.8.4.4).
    pub(super) fn write_figure(&mut self, figure: &'d Figure) {
        self.set_origin(figure.origin);
        let name = figure.picture.as_str();
        let picture = self.plan.publication.book.pictures.get(name);
        let (Some(path), Some(picture)) = (self.plan.picture_paths.get(name), picture)
        else {
            return self.write_figure_fallback(figure);
        };
        let [width, height] =
            [picture.columns, picture.rows].map(|pixels| scale_pixels(pixels, picture));
        let image = tag("img")
            .with("src", &format!("{FROM_TEXT}{path}"))
            .with("width", &width.to_string())
            .with("height", &height.to_string());
        let image = match describe_figure(figure, self.words) {
            Some(words) => image.with("alt", &words),
            None => image.with("alt", "").with("role", "presentation"),
        };
        self.facts.pictures.add_figure(figure);
        self.markup.open_line(tag("figure"));
        self.markup.write_image(&image);
        self.markup.write_text("\n");
        self.write_line(tag("figcaption"), &figure.caption);
        self.markup.close_line();
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

/// Pixels of a picture at its natural size, in CSS pixels. The style sheet shows it smaller
/// on a narrow screen.
fn scale_pixels(pixels: u32, picture: &Picture) -> u64 {
    let resolution = u64::from(picture.resolution.max(1));
    let scaled = u64::from(pixels) * CSS_PIXELS_TO_INCH + resolution / 2;
    (scaled / resolution).max(1)
}
