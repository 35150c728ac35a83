//! What each line of the source is, and which mark calls which note: the hand-over
//! between finding the structure of the page and rebuilding the text.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::contents::{self, Printed};
use super::furniture::{Furniture, Lines};
use super::labels::Label;
use super::layout::Layout;
use super::manners::Manner;
use super::pages::Sheet;
use super::{Removal, RemovalKind};
use super::{
    calls, displaced, duplicates, folios, interruptions, joined, labels, lettered,
    lone_heads, marks, note_headings, notes, report, stamps,
};
use crate::diagnostic::Warned;
use crate::source::Text;
use crate::text::span::Span;

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zone {
    /// Nothing but white space.
    Blank,
    /// A line of the text.
    Body,
    /// A line of a title block (title, author, date) that the extraction set down in the
    /// midst of the text: it belongs before the text, and the text runs on across it.
    Displaced,
    /// A line of a note.
    Note {
        /// Place of the note in [`Zoned::notes`].
        note: usize,
    },
    /// Not part of the text: a running head, a folio, a stamp.
    Furniture(RemovalKind),
}

/// A source text with the part that each line plays.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Zoned {
    /// One zone for every line of the text, in order.
    pub zones: Vec<Zone>,
    /// Indices of the lines with which a new page of the source begins, rising. The
    /// first page begins at line 0 and is not listed.
    pub page_starts: Vec<usize>,
    /// Printed page numbers: the first line of the page, and its number as it was printed.
    pub folios: Vec<(usize, String)>,
    /// The notes in the order of their labels.
    pub notes: Vec<ZonedNote>,
    /// The marks that call notes, in the order of the text. A mark may stand in a note.
    pub marks: Vec<Mark>,
    /// Stretches inside lines of the text or of notes that are not part of them, in the
    /// order of the source: the second copy of a note, a running head glued to a line.
    pub cuts: Vec<Removal>,
    /// Headings that a printed table of contents names, in order.
    pub announced: Vec<ZonedHeading>,
    /// How many lines, before a printed table of contents, are of a half title, a title page
    /// and what goes with them.
    pub front: usize,
}

/// A heading that a printed table of contents names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ZonedHeading {
    /// Its lines, rising.
    pub lines: Vec<usize>,
    /// Its level, from 1, where the table shows levels.
    pub level: Option<u8>,
}

/// A note as lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ZonedNote {
    /// Its label with the punctuation and spaces that belong to it (`12- `, `(3) `).
    pub label: Option<Span>,
    /// It belongs to the second of two series.
    pub second: bool,
    /// Its lines, rising; they may lie on several pages. The label stands on the first.
    pub lines: Vec<usize>,
}

/// A mark in the text that calls a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// The characters of the mark, brackets included; not the spaces around it. Empty
    /// where the text has no mark and the note is placed there all the same.
    pub span: Span,
    /// Place of the note in [`Zoned::notes`].
    pub note: usize,
    /// How sure the match is, in thousandths.
    pub confidence: u16,
}

/// Finds what each line is, and which mark calls which note.
///
/// Furniture first, because folios and heads can be told by themselves; then the labels,
/// the division of each page into text and notes, and the marks in the text. With the
/// zones comes the text that they are of: the given one, or one in which lines are parted
/// that the extraction joined over the foot of a page.
#[must_use]
pub fn find(text: &Text) -> Warned<(Cow<'_, Text>, Zoned)> {
    let sheet = folios::with_true_pages(Sheet::new(text));
    let reading = Reading::new(&sheet);
    let Some(parted) = joined::part(&sheet, &reading.layout) else {
        let Warned { value, diagnostics } = reading.zoned(&sheet);
        return Warned { value: (Cow::Borrowed(text), value), diagnostics };
    };
    let sheet = folios::with_true_pages(Sheet::new(&parted));
    let Warned { value, diagnostics } = Reading::new(&sheet).zoned(&sheet);
    Warned { value: (Cow::Owned(parted), value), diagnostics }
}

/// How the lines of a text were read.
struct Reading {
    printed: Printed,
    furniture: Furniture,
    marks: Vec<marks::Candidate>,
    split: notes::Split,
    layout: Layout,
}

impl Reading {
    fn new(sheet: &Sheet<'_>) -> Self {
        let ((printed, mut furniture), (mut lettered, lexicon)) = rayon::join(
            || {
                let printed = contents::find(sheet);
                let lines = Lines::of(sheet, &printed);
                let mut furniture = lines.furniture(&BTreeSet::new());
                let contested = contested(sheet, &furniture);
                if !contested.is_empty() {
                    furniture = lines.furniture(&contested);
                }
                (printed, furniture)
            },
            // Notes by letters are few; the words are wanted only where they may be.
            || {
                let lettered = labels::lettered(sheet);
                let lexicon = (!lettered.is_empty()).then(|| lettered::lexicon(sheet));
                (lettered, lexicon)
            },
        );
        let open = |rank: usize| furniture.kinds[rank].is_none();
        lettered.retain(|_, ranks| {
            ranks.retain(|&rank| open(rank));
            !ranks.is_empty()
        });
        let by_letters = lexicon.as_ref().filter(|_| !lettered.is_empty());
        let by_letters = by_letters.map(|lexicon| (&lettered, lexicon));
        let marks = marks::candidates(sheet, by_letters, open);
        let labels = note_labels(sheet, &printed, &marks, open);
        note_headings::find(sheet, &labels, &printed, &mut furniture);
        let split = notes::split(sheet, &furniture, &labels, &marks);
        stamps::find(sheet, &split, &mut furniture);
        interruptions::find(sheet, &split, &mut furniture);
        lone_heads::find(sheet, &split, &mut furniture);
        let displaced = displaced::find(sheet, &split, &furniture);
        let layout = Layout::new(sheet, &furniture, &split, &labels, &displaced);
        Self { printed, furniture, marks, split, layout }
    }

    /// What the reading says of each line, with its doubts.
    fn zoned(self, sheet: &Sheet<'_>) -> Warned<Zoned> {
        let Self { printed, furniture, marks, split, layout } = self;
        let mut called = calls::find(sheet, &layout, &marks);
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
        let heading = |one: &contents::Announced| {
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
}

/// The labels of notes. Where the printed contents names a section of notes, and it has half
/// as many as the whole text, or more, they are its own: what looks so elsewhere is a list.
fn note_labels(
    sheet: &Sheet<'_>,
    printed: &Printed,
    marks: &[marks::Candidate],
    open: impl Fn(usize) -> bool,
) -> Vec<Label> {
    let (_, labels) = labels::chain(sheet, marks, &open);
    let says_notes = |one: &&contents::Announced| {
        note_headings::says_notes(sheet.words(one.ranks.start))
    };
    let Some(section) = printed.announced.iter().rfind(says_notes) else { return labels };
    let (_, own) =
        labels::chain(sheet, marks, |rank| rank >= section.ranks.end && open(rank));
    if own.len() * 2 >= labels.len() { own } else { labels }
}

/// What a chain of labels must gain for each folio that it takes, in hundredths of a nat:
/// a label that a mark supports gains three times as much.
const FOLIO_WORTH: i32 = 150;

/// Lines that are taken for folios although they are labels of notes, or marks.
///
/// A number alone on its line may be either, and the chains settle it: where half of a
/// chain of folios stands in the chain of labels, and without them there is no chain of
/// labels that is worth as much, that half are no folios.
fn contested(sheet: &Sheet<'_>, furniture: &Furniture) -> BTreeSet<usize> {
    let folios: BTreeMap<usize, usize> =
        furniture.folios.iter().map(|folio| (folio.rank, folio.chain)).collect();
    let open =
        |rank: usize| furniture.kinds[rank].is_none() || folios.contains_key(&rank);
    // Folios are figures: raised letters have no part in this.
    let marks = marks::candidates(sheet, None, open);
    let (worth, labels) = labels::chain(sheet, &marks, open);
    let (worth_without, _) =
        labels::chain(sheet, &marks, |rank| furniture.kinds[rank].is_none());
    // A folio beside a running head has no dash or bracket behind it.
    let mut contested: BTreeSet<usize> = labels
        .iter()
        .filter(|label| label.manner != Manner::Plain && !label.alone)
        .map(|label| label.rank)
        .filter(|rank| folios.contains_key(rank))
        .collect();
    let mut claims: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for label in &labels {
        if let Some(&chain) = folios.get(&label.rank) {
            claims.entry(chain).or_default().push(label.rank);
        }
    }
    claims.retain(|chain, claimed| {
        let folios = folios.values().filter(|of| *of == chain).count();
        let claim = i32::try_from(claimed.len()).unwrap_or(i32::MAX);
        claimed.len() * 2 >= folios
            && worth - worth_without > claim.saturating_mul(FOLIO_WORTH)
    });
    contested.extend(claims.into_values().flatten());
    contested
}
