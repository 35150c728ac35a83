//! Where links lead: to the line that begins below a place (ISO 32000-1 §12.3.2.2: the
//! place is the upper left corner of the window).

use super::content::{PdfPosition, ShownPage};

/// Where a reference or a note stands, and where it leads.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct LinkEnds {
    /// The line it stands on.
    pub(super) stands: Option<PdfPosition>,
    /// The place that it leads to.
    pub(super) leads: Option<PdfPosition>,
}

/// For each link of the one side, by place, what it leads to on the other: of what stands
/// on the line in question, what leads back, or else the first.
pub(super) fn match_targets(
    from: &[LinkEnds],
    to: &[LinkEnds],
    pages: &[ShownPage],
) -> Vec<Option<usize>> {
    let mut standing: Vec<(usize, f32, usize)> = to
        .iter()
        .enumerate()
        .filter_map(|(at, ends)| ends.stands.map(|place| (place.page, place.y, at)))
        .collect();
    // Down the pages.
    standing.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
    let find = |ends: &LinkEnds| {
        let line = line_below(ends.leads?, pages)?;
        let first =
            standing.partition_point(|&(page, y, _)| (page, -y) < (line.page, -line.y));
        let on_line = standing[first..].iter().take_while(|&&(page, y, _)| {
            page == line.page && y.to_bits() == line.y.to_bits()
        });
        let places: Vec<usize> = on_line.map(|&(.., at)| at).collect();
        let back = |&&at: &&usize| {
            let line = to[at].leads.and_then(|place| line_below(place, pages));
            line.is_some() && line == ends.stands
        };
        places.iter().find(back).or(places.first()).copied()
    };
    from.iter().map(find).collect()
}

/// The line that begins below a place: the highest that lies below it, the foot of a line
/// above being visible at the edge of the window.
fn line_below(place: PdfPosition, pages: &[ShownPage]) -> Option<PdfPosition> {
    let lines = pages.get(place.page)?.lines.iter();
    let below = lines.filter(|(y, half)| y + half < place.y).map(|(y, _)| *y);
    Some(PdfPosition { y: below.max_by(f32::total_cmp)?, ..place })
}
