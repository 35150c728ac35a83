//! The table of contents: titles at the left, folios at the right, fine leaders between.

use crate::book::matter::contents::{Entry, Target};
use crate::design::Lettering;
use crate::length::Length;
use crate::typeset::document::Role;
use crate::typeset::line::SetParagraph;
use crate::typeset::matter::blocks::{Blocks, Frame};
use crate::typeset::matter::column::{Bond, Column};
use crate::typeset::matter::compositor::{Style, in_capitals};
use crate::typeset::page::galley::{HalfLines, Place, PlacedLine, Register};
use crate::typeset::paragraph::Alignment;

/// From point to point of the leaders, in parts of the em, so that points stand under
/// points on all lines.
const LEADER_STEP: i32 = 2;
/// White between a title or a folio and the leaders, in parts of the em.
const LEADER_GAP: i32 = 2;
/// Fewest points between a title and its folio: a title that leaves room for fewer goes on
/// over the next line, so that the eye is led from every one.
const FEWEST_LEADERS: i32 = 3;
/// Room for the folios at the right, in ems.
const FOLIO_ROOM: i32 = 2;
/// White between a title and its folio where no leaders stand between them, in ems.
const FOLIO_BESIDE: i32 = 1;
/// White above a part, in half lines.
const ABOVE_PART: HalfLines = 2;

/// A line of the contents with the folio that it leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reference {
    /// Its words.
    pub(crate) title: String,
    /// The place.
    pub(crate) place: Place,
    /// How deep it stands, from 0.
    pub(crate) depth: usize,
    /// It is a part, over chapters.
    pub(crate) part: bool,
}

/// The lines of the contents in reading order.
pub(crate) fn references(entries: &[Entry]) -> Vec<Reference> {
    let mut references = Vec::new();
    for entry in entries {
        push(entry, 0, &mut references);
    }
    references
}

/// Lists an entry and those below it.
fn push(entry: &Entry, depth: usize, references: &mut Vec<Reference>) {
    references.push(Reference {
        title: entry.title.clone(),
        place: Place::Text(entry.target),
        depth,
        part: matches!(entry.target, Target::Part(_)),
    });
    for child in &entry.children {
        push(child, depth + 1, references);
    }
}

/// Sets the lines of the contents, each with its folio.
pub(crate) fn set(
    column: &mut Column,
    references: &[(Reference, String)],
    blocks: &Blocks<'_, '_>,
    frame: Frame,
) {
    let contents = column.tag(Role::Contents, frame.tag);
    for (place, (reference, folio)) in references.iter().enumerate() {
        if reference.part && place > 0 {
            column.white_to(ABOVE_PART, Register::On);
        }
        line(column, reference, folio, blocks, Frame { tag: Some(contents), ..frame });
        if reference.part {
            column.keep(1);
        }
    }
}

/// Sets a line of the contents: title, leaders, folio.
fn line(
    column: &mut Column,
    reference: &Reference,
    folio: &str,
    blocks: &Blocks<'_, '_>,
    frame: Frame,
) {
    let em = frame.size;
    let depth = i32::try_from(reference.depth).unwrap_or(0);
    let indent = (blocks.compositor.design().indent() * depth).min(frame.measure / 3);
    let room = em * FOLIO_ROOM;
    let plain = Style::display(frame.size, frame.measure, Alignment::Ragged);
    let letters = match () {
        () if reference.part => blocks.compositor.design().section.letters,
        () if in_capitals(&reference.title) => Lettering::SmallCapitals,
        () => Lettering::Roman,
    };
    let led = blocks.compositor.design().front.leaders;
    let title = |measure: Length| {
        let style = Style { letters, measure, turnover_indent: em, ..plain };
        blocks.compositor.plain(&reference.title, &style)
    };
    let last_width =
        |set: &SetParagraph| set.lines.last().map_or(Length::ZERO, |l| l.width);
    let measure = frame.measure - indent - room;
    let fullest = measure - em / LEADER_STEP * FEWEST_LEADERS - em / LEADER_GAP;
    let set = match title(measure) {
        set if led && last_width(&set) > fullest => title(fullest),
        set => set,
    };
    let item = column.tag(Role::ContentsItem, frame.tag);
    let link = column.tag(Role::Link, Some(item));
    column.galley.tags[link].target = Some(reference.place);
    let title_ends = indent + last_width(&set);
    let mark = column.mark();
    column.paragraph(set, link, frame.left + indent, Bond::Together);
    let drop = column.grid.first;
    let folio = blocks.compositor.words(folio, &plain);
    let folio_begins =
        if led { frame.measure - folio.width } else { title_ends + em * FOLIO_BESIDE };
    if led {
        let gap = em / LEADER_GAP;
        let (from, to) = (title_ends + gap, folio_begins - gap);
        if let Some(leaders) = leaders(blocks, &plain, from, to, frame) {
            column.beside(mark, &PlacedLine { drop, ..leaders });
        }
    }
    let left = frame.left + folio_begins;
    column.beside(mark, &PlacedLine { line: folio, tag: Some(link), left, drop });
}

/// Points between a title and its folio, counted from the right so that they stand in
/// columns; none where there is no room for one. They are no part of the text.
fn leaders(
    blocks: &Blocks<'_, '_>,
    style: &Style,
    from: Length,
    to: Length,
    frame: Frame,
) -> Option<PlacedLine> {
    let step = style.size / LEADER_STEP;
    let point = blocks.compositor.words(".", style);
    let rightmost = frame.measure - style.size * FOLIO_ROOM;
    let columns = std::iter::successors(Some(rightmost), |&left| Some(left - step));
    let points = columns
        .take_while(|&left| left >= from && step > Length::ZERO)
        .skip_while(|&left| left + point.width > to);
    let (leftmost, count) = points.zip(1..).last()?;
    let line = point.repeated(count, step);
    let left = frame.left + leftmost;
    Some(PlacedLine { line, tag: None, left, drop: Length::ZERO })
}
