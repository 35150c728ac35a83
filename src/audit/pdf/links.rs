//! Resolves links: one leads to the line that begins below its destination (ISO 32000-1
//! §12.3.2.2: the destination is the top left corner of the window).

use super::content::{PdfPosition, ShownPage};

/// Both ends of a link.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct LinkEnds {
    /// The line that it is on.
    pub(super) from: Option<PdfPosition>,
    /// The destination that it leads to.
    pub(super) to: Option<PdfPosition>,
}

/// For each link of `from`, the index in `to` of the link that it leads to. Among those on
/// the target line, the one that links back is chosen, or else the first.
pub(super) fn match_targets(
    from: &[LinkEnds],
    to: &[LinkEnds],
    pages: &[ShownPage],
) -> Vec<Option<usize>> {
    let mut down_the_pages: Vec<(usize, f32, usize)> = to
        .iter()
        .enumerate()
        .filter_map(|(at, ends)| ends.from.map(|place| (place.page, place.y, at)))
        .collect();
    // `y` grows upwards.
    down_the_pages
        .sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
    let find = |ends: &LinkEnds| {
        let line = line_below(ends.to?, pages)?;
        let first = down_the_pages
            .partition_point(|&(page, y, _)| (page, -y) < (line.page, -line.y));
        let on_line = down_the_pages[first..].iter().take_while(|&&(page, y, _)| {
            page == line.page && y.to_bits() == line.y.to_bits()
        });
        let places: Vec<usize> = on_line.map(|&(.., at)| at).collect();
        let back = |&&at: &&usize| {
            let line = to[at].to.and_then(|place| line_below(place, pages));
            line.is_some() && line == ends.from
        };
        places.iter().find(back).or(places.first()).copied()
    };
    from.iter().map(find).collect()
}

/// The first line that is at least half below a destination: the window may also show the
/// descenders of the line above.
fn line_below(place: PdfPosition, pages: &[ShownPage]) -> Option<PdfPosition> {
    let lines = pages.get(place.page)?.lines.iter();
    let below = lines
        .filter(|line| line.baseline + line.half_size < place.y)
        .map(|line| line.baseline);
    Some(PdfPosition { y: below.max_by(f32::total_cmp)?, ..place })
}
