//! Notes: the labels with which they begin, the marks that may call them, and which lines
//! are theirs.

pub(crate) mod label;
pub(crate) mod mark;

mod announced;

mod lettered;

mod marks;

pub(crate) mod labels;

mod gathered;

mod endnotes;

mod label_chain;

mod note_headings;

pub(crate) mod contested;

pub(crate) mod line_parts;

mod joins;

mod note_evidence;

mod split;

use label::Label;
use lettered::Lettered;
use line_parts::Split;
use mark::Candidate;

use crate::recover::page::contents::Printed;
use crate::recover::page::furniture::Furniture;
use crate::recover::page::pages::Sheet;
use crate::recover::words::lexicon::Lexicon;

/// The notes of a text, as far as they are found.
pub(super) struct NoteParts {
    /// What may be a mark.
    pub(super) marks: Vec<Candidate>,
    /// The labels of notes.
    pub(super) labels: Vec<Label>,
    /// Which lines are text, and which are notes.
    pub(super) split: Split,
}

/// Lines that begin with a letter as notes do, and the words of the text.
pub(super) struct LetteredLines {
    lines: Lettered,
    lexicon: Option<Lexicon>,
}

/// Finds the lines that begin with a letter as notes do. They are few; the words of the text
/// are wanted only where they may be.
pub(super) fn find_lettered_lines(sheet: &Sheet<'_>) -> LetteredLines {
    let lines = labels::lettered(sheet);
    let lexicon = (!lines.is_empty()).then(|| lettered::lexicon(sheet));
    LetteredLines { lines, lexicon }
}

/// Finds the labels of notes and the lines of each; headings over notes become furniture.
pub(super) fn find_notes(
    sheet: &Sheet<'_>,
    lettered: LetteredLines,
    printed: &Printed,
    furniture: &mut Furniture,
) -> NoteParts {
    let LetteredLines { mut lines, lexicon } = lettered;
    let open = |rank: usize| furniture.kinds[rank].is_none();
    lines.retain(|_, ranks| {
        ranks.retain(|&rank| open(rank));
        !ranks.is_empty()
    });
    let by_letters = lexicon.as_ref().filter(|_| !lines.is_empty());
    let by_letters = by_letters.map(|lexicon| (&lines, lexicon));
    let marks = marks::candidates(sheet, by_letters, open);
    let labels = contested::note_labels(sheet, printed, &marks, open);
    note_headings::find(sheet, &labels, printed, furniture);
    let split = split::split(sheet, furniture, &labels, &marks);
    NoteParts { marks, labels, split }
}
