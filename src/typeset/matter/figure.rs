//! Figures: a picture at its natural size or as wide as the measure, its caption below.
//!
//! Picture and caption are one piece that no page end parts. The picture has room of whole
//! half lines, and stands in the middle of it.

use crate::book::figure::{Alternative, Figure, Rest};
use crate::book::inline::Inline;
use crate::book::matter::figures::alternative;
use crate::book::matter::words::Words;
use crate::book::picture::Picture;
use crate::design::Axis;
use crate::diagnostic::{Diagnostic, Severity};
use crate::length::{Length, Size};
use crate::text::excerpt::beginning;
use crate::typeset::codes;
use crate::typeset::document::Role;
use crate::typeset::matter::blocks::{Blocks, Frame};
use crate::typeset::matter::column::{Bond, Column};
use crate::typeset::matter::compositor::{Compositor, Style};
use crate::typeset::matter::white::APART;
use crate::typeset::page::galley::{HalfLines, PlacedPicture, Strip, depth};

/// White between a picture and its caption.
const ABOVE_CAPTION: HalfLines = 1;
/// A picture has room of a page's lines but for one in so many at most for its caption;
/// a longer caption is text below it.
const LONGEST_CAPTION: HalfLines = 3;

/// Letters of what stands for a picture at most. Strings of a PDF have 32,767 bytes (ISO
/// 19005-2 §6.1.13), and a letter in them up to four.
const LONGEST_ALTERNATIVE: usize = 8_000;

/// Sets a figure.
pub(crate) fn set(
    column: &mut Column,
    figure: &Figure,
    blocks: &Blocks<'_, '_>,
    frame: Frame,
) {
    let compositor = blocks.compositor;
    let Some(picture) = compositor.picture(figure) else {
        return without_picture(column, figure, compositor, frame);
    };
    column.white(APART);
    let axis = compositor.design().display_blocks.verse;
    let whole = column.tag(Role::Division, frame.tag);
    let words = Words::of(Some(compositor.language()));
    let tag = alternative(figure, words).map(|words| {
        let tag = column.tag(Role::Figure, Some(whole));
        let said = beginning(&words, LONGEST_ALTERNATIVE);
        if said != words && figure.alternative != Alternative::Missing {
            compositor.say(too_long(figure));
        }
        column.galley.tags[tag].alternative = Some(said);
        tag
    });
    let caption = (!figure.caption.is_empty()).then(|| {
        let size = frame.size.min(compositor.design().sizes.small);
        let style = Style { alone: false, ..Style::alone(size, frame.measure, axis) };
        compositor.balanced(&figure.caption, &style, figure.origin)
    });
    let below =
        caption.as_ref().map_or(0, |set| ABOVE_CAPTION + depth(set.lines.len(), 2));
    let page = column.grid.lines * 2;
    let is_long = below > page / LONGEST_CAPTION;
    let room = if is_long { page } else { page - below };
    let size = fitted(picture, frame.measure, column.grid.height(room));
    let half = column.grid.height(1);
    let rows = (size.height + half - Length(1)).0 / half.0.max(1);
    let rows = HalfLines::try_from(rows).unwrap_or(room).clamp(1, room);
    let spare = (frame.measure - size.width).max(Length::ZERO);
    let left = match axis {
        Axis::Centre => frame.left + spare / 2,
        Axis::Left => frame.left,
    };
    let drop = (column.grid.height(rows) - size.height).max(Length::ZERO) / 2;
    let picture = PlacedPicture { picture: picture.clone(), tag, left, drop, size };
    let mut strip = Strip { height: rows, pictures: vec![picture], ..Strip::default() };
    let tagged = caption.map(|set| (set, column.tag(Role::Caption, Some(whole))));
    match tagged {
        Some((set, tag)) if is_long => {
            column.block(strip);
            column.white_to(ABOVE_CAPTION, blocks.register);
            column.paragraph(set, tag, frame.left, Bond::Tied);
        }
        Some((set, tag)) => {
            strip.height += ABOVE_CAPTION;
            column.galley.tags[tag].pieces = set.pieces;
            strip.add(set.lines, tag, frame.left, 2, column.grid);
            column.block(strip);
        }
        None => column.block(strip),
    }
    column.white_to(APART, blocks.register);
}

/// Says that a picture's description is not whole.
fn too_long(figure: &Figure) -> Diagnostic {
    let message = format!(
        "the description of an image is longer than a PDF may say: it says the first \
         {LONGEST_ALTERNATIVE} letters"
    );
    Diagnostic::new(codes::DESCRIPTION_CUT, Severity::Warning, message)
        .at(figure.origin)
        .hint("say in the text what the image shows, and name that in its description")
}

/// A picture's natural size, or as much less as a measure and a height ask for.
fn fitted(picture: &Picture, measure: Length, height: Length) -> Size {
    let inches = |pixels: u32| {
        let inches = i64::from(pixels).min(i64::from(u16::MAX));
        Length::pt(72).scaled(inches, i64::from(picture.resolution.max(1)))
    };
    let (columns, rows) = (i64::from(picture.columns), i64::from(picture.rows));
    // Neither may vanish, however long and narrow a picture is.
    let tall = |width: Length| width.scaled(rows, columns.max(1)).max(Length(1));
    let wide = |height: Length| height.scaled(columns, rows.max(1)).max(Length(1));
    let width = inches(picture.columns).min(measure);
    let size = Size { width, height: tall(width) };
    if size.height <= height {
        return size;
    }
    Size { width: wide(height).min(measure), height }
}

/// What is left of a figure whose picture the book does not have.
fn without_picture(
    column: &mut Column,
    figure: &Figure,
    compositor: &Compositor<'_>,
    frame: Frame,
) {
    let words;
    let content = match figure.rest() {
        Some(Rest::Caption(caption)) => caption,
        Some(Rest::Words(said)) => {
            words = [Inline::Text(said.to_owned())];
            &words
        }
        None => return,
    };
    let tag = column.tag(Role::Paragraph, frame.tag);
    let set = compositor.paragraph(content, &frame.text(), figure.origin);
    column.paragraph(set, tag, frame.left, Bond::Text);
}

#[cfg(test)]
mod tests {
    use super::{Picture, fitted};
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
        let Size { width, height } = fitted(&picture, Length::pt(288), Length::pt(400));
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
