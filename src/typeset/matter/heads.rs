//! Running heads and folios.

use crate::book::matter::titles::shorten;
use crate::book::matter::words::EditionWords;
use crate::book::metadata::Contributor;
use crate::design::FolioPlace;
use crate::length::Length;
use crate::text::numerals::to_roman;
use crate::typeset::document::Folio;
use crate::typeset::line::TextLine;
use crate::typeset::matter::compositor::{Compositor, CompositorStyle};
use crate::typeset::page::breaks::Side;
use crate::typeset::page::galley::PlacedLine;
use crate::typeset::page::geometry::PageGeometry;
use crate::typeset::paragraph::LineAlignment;

/// Room for the folio on either side of a running head, in ems of the head.
const FOLIO_ROOM: i32 = 3;

/// From the text block to a source page number in the margin, in ems of the number. At
/// least as much stays free to the edge of the paper, beside what the press asks for.
const MARGINAL_GAP: i32 = 1;

/// A source page number of usual width.
const USUAL_NUMBER: &str = "000";

/// A head with more characters than this is too wide whatever they are, and is not set to
/// find out. Even of the narrowest, no line holds a thousand.
const LONGEST: usize = 2_000;

/// Sets running heads and folios.
#[derive(Clone, Copy)]
pub(crate) struct RunningHeadSetter<'a, 'f> {
    /// Sets the lines.
    pub(crate) compositor: &'a Compositor<'f>,
    /// The page geometry.
    pub(crate) geometry: &'a PageGeometry,
}

impl RunningHeadSetter<'_, '_> {
    /// Sets a running head, or a short form of it that ends where its sense pauses. None
    /// without words, or if none fits on the line.
    pub(crate) fn set_head(&self, words: &str) -> Option<TextLine> {
        let words = words.trim();
        let letters = self.compositor.design().heads.letters;
        let style = CompositorStyle { letters, alone: true, ..self.head_style() };
        let room = self.geometry.measure - self.size() * (2 * FOLIO_ROOM);
        let forms = std::iter::once(words).chain(shorten(words));
        let lines = forms
            .filter(|form| !form.is_empty() && form.chars().nth(LONGEST).is_none())
            .map(|form| self.compositor.set_on_one_line(form, &style));
        lines.into_iter().find(|line| line.width <= room)
    }

    /// Sets the first of several running heads that fits on the line.
    pub(crate) fn set_first_head<'w>(
        &self,
        heads: impl IntoIterator<Item = &'w str>,
    ) -> Option<TextLine> {
        heads.into_iter().find_map(|words| self.set_head(words))
    }

    /// Sets the furniture of a page: its running head and folio, if the design has them.
    pub(crate) fn set_furniture(
        &self,
        head: Option<&TextLine>,
        folio: Folio,
        side: Side,
    ) -> Vec<PlacedLine> {
        let measure = self.geometry.measure;
        let place =
            |line: TextLine, left, drop| PlacedLine { line, tag: None, left, drop };
        let number =
            self.compositor.set_on_one_line(&format_folio(folio), &self.head_style());
        // A position at this distance from the outer edge.
        let outer = |from: Length, width: Length| match side {
            Side::Verso => from,
            Side::Recto => measure - from - width,
        };
        let folio_place = self.compositor.design().heads.folio;
        let (left, drop) = match folio_place {
            FolioPlace::Head | FolioPlace::Beside => {
                (outer(Length::ZERO, number.width), self.geometry.head_baseline())
            }
            FolioPlace::Foot => {
                ((measure - number.width) / 2, self.geometry.folio_baseline())
            }
        };
        let mut furniture = Vec::new();
        if let Some(line) = head {
            let left = match folio_place {
                FolioPlace::Head => (measure - line.width) / 2,
                FolioPlace::Beside => outer(self.size() * FOLIO_ROOM, line.width),
                FolioPlace::Foot => outer(Length::ZERO, line.width),
            };
            furniture.push(place(line.clone(), left, self.geometry.head_baseline()));
        }
        furniture.push(place(number, left, drop));
        furniture
    }

    /// Sets the source page numbers beside a line, in the outer margin, given how far its
    /// baseline is below the top of the text block.
    pub(crate) fn set_source_pages(
        &self,
        numbers: &[String],
        drop: Length,
        side: Side,
    ) -> PlacedLine {
        let line =
            self.compositor.set_on_one_line(&numbers.join(", "), &self.marginal_style());
        let gap = self.marginal_style().size * MARGINAL_GAP;
        let left = match side {
            Side::Verso => -gap - line.width,
            Side::Recto => self.geometry.measure + gap,
        };
        PlacedLine { line, tag: None, left, drop }
    }

    /// Whether source page numbers are asked for and fit in the outer margin.
    pub(crate) fn shows_source_pages(&self) -> bool {
        if !self.compositor.design().heads.source_pages {
            return false;
        }
        let number =
            self.compositor.set_on_one_line(USUAL_NUMBER, &self.marginal_style());
        let gap = self.marginal_style().size * MARGINAL_GAP;
        let edge = gap.max(self.compositor.design().least_outer);
        number.width + gap + edge <= self.geometry.outer_margin()
    }

    /// How source page numbers are set.
    fn marginal_style(&self) -> CompositorStyle {
        let size = self.compositor.design().sizes.footnotes;
        CompositorStyle::display(size, self.geometry.measure, LineAlignment::Ragged)
    }

    /// The size of heads and folios.
    fn size(&self) -> Length {
        self.compositor.design().sizes.heads
    }

    /// How heads and folios are set.
    fn head_style(&self) -> CompositorStyle {
        CompositorStyle::display(
            self.size(),
            self.geometry.measure,
            LineAlignment::Ragged,
        )
    }
}

/// A folio as it is printed.
#[must_use]
pub(crate) fn format_folio(folio: Folio) -> String {
    if folio.roman { to_roman(folio.number) } else { folio.number.to_string() }
}

/// Several names as one phrase.
pub(crate) fn join_names(people: &[Contributor], words: &EditionWords) -> String {
    let names: Vec<&str> = people.iter().map(|person| person.name.as_str()).collect();
    words.join_names(&names)
}
