//! Figures as XHTML.

use super::markup::tag;
use super::xhtml::Renderer;
use crate::book::figure::{Alternative, Figure, FigureFallback};
use crate::book::matter::figures::describe_figure;
use crate::book::picture::Picture;

/// Units of CSS to the inch (CSS Values 4 §6.2).
const UNITS_TO_INCH: u64 = 96;

/// The folder of the pictures, from that of the text.
const FROM_TEXT: &str = "../";

impl<'a> Renderer<'a> {
    /// A figure. An ornament is nothing that a reading voice should stop at (HTML §4.8.4.4).
    pub(super) fn figure(&mut self, figure: &'a Figure) {
        self.origin(figure.origin);
        let known = &self.plan.publication.book.pictures;
        let (Some(path), Some(picture)) =
            (self.plan.pictures.get(figure.picture.as_str()), known.get(&figure.picture))
        else {
            return self.without_picture(figure);
        };
        let image = tag("img")
            .with("src", &format!("{FROM_TEXT}{path}"))
            .with("width", &units(picture.columns, picture).to_string())
            .with("height", &units(picture.rows, picture).to_string());
        let image = match describe_figure(figure, self.words) {
            Some(words) => image.with("alt", &words),
            None => image.with("alt", "").with("role", "presentation"),
        };
        self.described.look(figure);
        self.markup.open_line(tag("figure"));
        self.markup.picture(&image);
        self.markup.words("\n");
        self.inline_block(tag("figcaption"), &figure.caption);
        self.markup.close_line();
    }

    /// What is left of a figure whose picture the book does not have.
    fn without_picture(&mut self, figure: &'a Figure) {
        match figure.fallback() {
            Some(FigureFallback::Caption(caption)) => {
                self.inline_block(tag("p"), caption);
            }
            Some(FigureFallback::Words(words)) => self.markup.line(tag("p"), words),
            None => {}
        }
    }
}

/// Pixels of a picture at its natural size in units of CSS; the style sheet makes less of
/// them where the screen is narrow.
fn units(pixels: u32, picture: &Picture) -> u64 {
    let resolution = u64::from(picture.resolution.max(1));
    let units = u64::from(pixels) * UNITS_TO_INCH + resolution / 2;
    (units / resolution).max(1)
}

/// What the figures of a book say of their pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Described {
    /// There is a picture that shows something.
    pub(super) shows: bool,
    /// There is a picture of which nothing says what it shows.
    pub(super) missing: bool,
}

impl Described {
    /// Takes in a figure that is shown.
    fn look(&mut self, figure: &Figure) {
        match figure.alternative {
            Alternative::Words(_) => self.shows = true,
            Alternative::Missing => (self.shows, self.missing) = (true, true),
            Alternative::Decorative => {}
        }
    }
}
