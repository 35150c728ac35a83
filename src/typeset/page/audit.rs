//! What the pages had to give up, read from the pages themselves.

use serde::{Deserialize, Serialize};

use crate::typeset::page::breaks::Side;
use crate::typeset::page::galley::Parting;
use crate::typeset::page::section::{Paged, side};

/// A fault of a page that a reader may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Fault {
    /// It ends above a strip that should not be parted from the one before.
    Parted(Parting),
    /// It is so many lines short; less than zero: long. Its facing page is not.
    Short(i32),
    /// Both pages of its spread are so many lines short, or long.
    SpreadShort(i32),
    /// It calls a note, given by its serial number, that begins on a later page.
    Late(u32),
}

/// The faults of a section, each with its page in the section.
pub(crate) fn faults(paged: &Paged) -> Vec<(usize, Fault)> {
    let mut faults = Vec::new();
    // The last page of a section ends where its text does.
    let full = paged.len().saturating_sub(1);
    let short: Vec<i32> = (0..full).map(|page| paged.shortness(page)).collect();
    for page in 0..full {
        let next = paged.strips(page + 1);
        if let Some(head) = next.first()
            && head.strip.parting >= Parting::Orphan
        {
            faults.push((page, Fault::Parted(head.strip.parting)));
        }
        let facing = match side(paged.first + page) {
            Side::Verso => Some(page + 1),
            Side::Recto => page.checked_sub(1),
        };
        let agrees = facing.is_some_and(|other| short.get(other) == Some(&short[page]));
        match short[page] {
            0 => {}
            lines if agrees => faults.push((page, Fault::SpreadShort(lines))),
            lines => faults.push((page, Fault::Short(lines))),
        }
    }
    for page in 0..paged.len() {
        let late = paged.late(page).into_iter();
        faults.extend(late.map(|serial| (page, Fault::Late(serial))));
    }
    faults
}
