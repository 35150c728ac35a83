//! Which mark calls which note, and what the reading of all lines comes to.

pub(super) mod layout;

mod stacked;

pub(super) mod joined;

mod alignment;

mod note_calls;

mod duplicates;

mod note_doubts;

mod report;

use layout::Layout;

use crate::diagnostic::Warned;
use crate::recover::model::{Zoned, ZonedHeading};
use crate::recover::notes::label::Label;
use crate::recover::notes::line_parts::Split;
use crate::recover::notes::mark::Candidate;
use crate::recover::page::contents::{Announced, Printed};
use crate::recover::page::furniture::Furniture;
use crate::recover::page::pages::Sheet;

/// How the lines of a text were read.
pub(super) struct Reading {
    /// The printed tables of contents.
    pub(super) printed: Printed,
    /// What is neither text nor note.
    pub(super) furniture: Furniture,
    /// What may be a mark.
    pub(super) marks: Vec<Candidate>,
    /// Which lines are text, and which are notes.
    pub(super) split: Split,
    /// Which lines are of which note.
    pub(super) layout: Layout,
}

/// Puts together which lines are of which note.
pub(super) fn lay_out(
    sheet: &Sheet<'_>,
    furniture: &Furniture,
    split: &Split,
    labels: &[Label],
    displaced: &[usize],
) -> Layout {
    let mut layout = Layout::new(sheet, furniture, split, labels, displaced);
    stacked::unstack(sheet, &mut layout);
    layout.drop_empty();
    layout
}

/// Matches notes and marks, and says what each line is, with all doubts.
pub(super) fn match_calls(sheet: &Sheet<'_>, reading: Reading) -> Warned<Zoned> {
    let Reading { printed, furniture, marks, split, layout } = reading;
    let mut called = note_calls::find(sheet, &layout, &marks);
    let mut diagnostics = printed.report(sheet);
    diagnostics.extend(report::all(sheet, &furniture, &split, &layout, &called));
    let cuts = duplicates::find(sheet, &layout, &called.marks);
    duplicates::move_marks(&mut called.marks, &cuts);
    diagnostics.extend(report::cuts(&cuts));
    let zones = layout.zones(sheet, &furniture);
    let page_starts = layout.bounds.iter().map(|&rank| sheet.solid[rank]).collect();
    let (folios, counted) = layout.folios(sheet, &furniture);
    diagnostics.extend(report::counted(counted, &folios, sheet));
    let notes = layout.notes(sheet);
    let heading = |one: &Announced| {
        let lines = sheet.solid[one.ranks.clone()].to_vec();
        ZonedHeading { lines, level: one.level }
    };
    let announced = printed.announced.iter().map(heading).collect();
    let marks = called.marks;
    let front = if printed.front > 0 { sheet.solid[printed.front] } else { 0 };
    let value =
        Zoned { zones, page_starts, folios, notes, marks, cuts, announced, front };
    Warned { value, diagnostics }
}
