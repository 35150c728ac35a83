//! Figures: a picture at its natural size or as wide as the measure, with its caption
//! below.
//!
//! Picture and caption are one row that no page break parts. The picture gets a whole
//! number of half lines and is centred in them. Between two paragraphs of the text it may
//! wait for the head of the next page.

use crate::book::figure::{Alternative, Figure, FigureFallback, FigureWidth};
use crate::book::inline::Inline;
use crate::book::matter::figures::describe_figure;
use crate::book::matter::words::EditionWords;
use crate::book::picture::Picture;
use crate::design::Axis;
use crate::diagnostic::{Diagnostic, Severity};
use crate::length::{Length, Size};
use crate::text::excerpt::truncate;
use crate::typeset::codes;
use crate::typeset::document::{LONGEST_ALTERNATIVE, Role};
use crate::typeset::matter::blocks::{BlockFrame, BlockSetter};
use crate::typeset::matter::column::{GalleyColumn, LineCohesion};
use crate::typeset::matter::compositor::{Compositor, CompositorStyle};
use crate::typeset::matter::white::APART;
use crate::typeset::page::galley::{GalleyRow, HalfLines, PlacedPicture, row_height};

/// Space between a picture and its caption.
const ABOVE_CAPTION: HalfLines = 1;
/// A caption may take at most this fraction of a page: one in this many parts of its lines.
/// A longer one is text below the picture.
const LONGEST_CAPTION: HalfLines = 3;

/// Sets a figure; whether it may float follows from the blocks around it.
pub(crate) fn set_figure(
    column: &mut GalleyColumn,
    figure: &Figure,
    floats: bool,
    blocks: &BlockSetter<'_, '_>,
    frame: BlockFrame,
) {
    let compositor = blocks.compositor;
    let Some(picture) = compositor.picture_of(figure) else {
        return set_without_picture(column, figure, compositor, frame);
    };
    column.request_space(APART);
    let axis = compositor.design().display_blocks.verse;
    let whole = column.add_tag(Role::Division, frame.tag);
    let words = EditionWords::for_language(Some(compositor.language()));
    let tag = describe_figure(figure, words).map(|words| {
        let tag = column.add_tag(Role::Figure, Some(whole));
        let said = truncate(&words, LONGEST_ALTERNATIVE);
        if said != words && figure.alternative != Alternative::Missing {
            compositor.report(report_long_description(figure));
        }
        column.galley.tags[tag].alternative = Some(said);
        tag
    });
    let caption = (!figure.caption.is_empty()).then(|| {
        let size = frame.size.min(compositor.design().sizes.small);
        let style = CompositorStyle {
            alone: false,
            ..CompositorStyle::standalone(size, frame.measure, axis)
        };
        compositor.set_balanced(&figure.caption, &style, figure.origin)
    });
    let below =
        caption.as_ref().map_or(0, |set| ABOVE_CAPTION + row_height(set.lines.len(), 2));
    let page = column.grid.lines * 2;
    let is_long = below > page / LONGEST_CAPTION;
    let room = if is_long { page } else { page - below };
    let width = figure.width.map(|width| match width {
        FigureWidth::Percent(share) => frame.measure.scaled(share.into(), 100),
        FigureWidth::Length(length) => length,
    });
    let height = column.grid.measure_height(room);
    let size = fit_picture(picture, width, frame.measure, height);
    let rows = column.grid.count_half_lines(size.height).clamp(1, room);
    let spare = (frame.measure - size.width).max(Length::ZERO);
    let left = match axis {
        Axis::Centre => frame.left + spare / 2,
        Axis::Left => frame.left,
    };
    let drop = (column.grid.measure_height(rows) - size.height).max(Length::ZERO) / 2;
    let picture = PlacedPicture { picture: picture.clone(), tag, left, drop, size };
    let mut row =
        GalleyRow { height: rows, pictures: vec![picture], ..GalleyRow::default() };
    let tagged = caption.map(|set| (set, column.add_tag(Role::Caption, Some(whole))));
    match tagged {
        Some((set, tag)) if is_long => {
            column.add_block(row);
            column.request_space_with(ABOVE_CAPTION, blocks.register);
            column.add_paragraph(set, tag, frame.left, LineCohesion::Tied);
        }
        Some((set, tag)) => {
            row.height += ABOVE_CAPTION;
            column.galley.tags[tag].spans = set.spans;
            row.add_lines(set.lines, tag, frame.left, 2, column.grid);
            add_figure(column, row, floats);
        }
        None => add_figure(column, row, floats),
    }
    column.request_space_with(APART, blocks.register);
}

/// Adds the row of a figure.
fn add_figure(column: &mut GalleyColumn, row: GalleyRow, floats: bool) {
    if floats { column.add_floating_block(row) } else { column.add_block(row) }
}

/// Reports that a picture's description is not whole.
fn report_long_description(figure: &Figure) -> Diagnostic {
    let message = format!(
        "the description of an image is longer than a PDF allows: only its first {LONGEST_ALTERNATIVE} characters are kept"
    );
    Diagnostic::new(codes::DESCRIPTION_CUT, Severity::Warning, message)
        .at(figure.origin)
        .hint("describe the image in the text, and refer to that passage in its description")
}

/// The size of a picture of a given or its natural width, reduced to fit a measure and a
/// height.
fn fit_picture(
    picture: &Picture,
    width: Option<Length>,
    measure: Length,
    height: Length,
) -> Size {
    let inches = |pixels: u32| {
        let inches = i64::from(pixels).min(i64::from(u16::MAX));
        Length::pt(72).scaled(inches, i64::from(picture.resolution.max(1)))
    };
    let width = width.unwrap_or_else(|| inches(picture.columns)).min(measure);
    let size = Size { width, height: picture.height_at(width) };
    if size.height <= height {
        return size;
    }
    Size { width: picture.width_at(height).min(measure), height }
}

/// Sets what is left of a figure without its picture.
fn set_without_picture(
    column: &mut GalleyColumn,
    figure: &Figure,
    compositor: &Compositor<'_>,
    frame: BlockFrame,
) {
    let words;
    let content = match figure.fallback() {
        Some(FigureFallback::Caption(caption)) => caption,
        Some(FigureFallback::Words(said)) => {
            words = [Inline::Text(said.to_owned())];
            &words
        }
        None => return,
    };
    let tag = column.add_tag(Role::Paragraph, frame.tag);
    let set = compositor.set_paragraph(content, &frame.text_style(), figure.origin);
    column.add_paragraph(set, tag, frame.left, LineCohesion::Text);
}

#[cfg(test)]
mod tests {
    use super::{Picture, fit_picture};
    use crate::book::picture::{ImageFormat, Pixels};
    use crate::length::{Length, Size};

    fn size(columns: u32, rows: u32) -> (i32, i32) {
        let picture = Picture {
            format: ImageFormat::Png,
            bytes: [].into(),
            columns,
            rows,
            resolution: 300,
            pixels: Pixels::Grey([].into()),
        };
        let Size { width, height } =
            fit_picture(&picture, None, Length::pt(288), Length::pt(400));
        (width.0 / Length::SCALE, height.0 / Length::SCALE)
    }

    #[test]
    fn a_picture_is_never_enlarged_and_always_fits() {
        assert_eq!(size(600, 300), (144, 72));
        assert_eq!(size(2400, 1200), (288, 144));
        assert_eq!(size(1200, 3600), (133, 400));
        assert_eq!(size(1, 60_000), (0, 400));
        assert_eq!(size(60_000, 1), (288, 0));
    }
}
