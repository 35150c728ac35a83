//! Turns the lines of raw pages into a document, in steps that each report their evidence.
//!
//! `page → notes → leftovers → calls → blocks → ledger`: a step names only those before it,
//! and what it hands over is in `model`.

pub mod codes;
pub mod model;

mod notation;

mod page;
mod words;

mod notes;

mod leftovers;

mod calls;

mod rows;
mod spelling;

pub mod blocks;

mod corrections;
mod facts;
mod identify;
mod page_labels;
mod spaced_passages;

pub mod ledger;

use std::borrow::Cow;

use calls::LineReading;
use model::Zoned;
use notation::Notation;
use notes::NoteParts;
use page::PageParts;
use page::source_layout::SourceLayout;

use crate::book::decisions::Decisions;
use crate::book::source_traits::{SourceForm, SourceTraits};
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::source::Text;
use crate::text::language::Language;

pub use notation::decisions::{
    DecisionPlaces, decide_lines, decide_mark, decide_word, locate_decisions,
};

pub use model::{Correction, Identification, Recovered, Removal, RemovalKind};
pub use words::corpus;
#[cfg(feature = "hunspell")]
pub use words::dictionary;
pub use words::table;

/// What is known of a document before it is read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hints {
    /// Its language; guessed from the text where none is given.
    pub language: Option<Language>,
    /// Its form, and where its notes are; the text shows what is not given.
    pub traits: SourceTraits,
    /// What a person decided about its lines.
    pub decisions: Decisions,
    /// The words of the other documents of the book or the shelf that it is part of.
    pub corpus: corpus::Corpus,
}

/// Recovers the document from a raw text.
///
/// It cannot fail: what could not be made out stays in the text, and what was guessed or
/// left out is reported.
#[must_use]
pub fn recover(text: &Text, hints: &Hints) -> Warned<Recovered> {
    let mut diagnostics = Vec::new();
    let (text, zoned) =
        find_zones(text, hints.traits, &hints.decisions).collect(&mut diagnostics);
    let language = hints.language.as_ref().or(zoned.stated.language.as_ref());
    let identification =
        identify::identify_text(&text, &zoned, &diagnostics, zoned.traits);
    let mut recovered = if identification.form == SourceForm::Verbatim {
        blocks::keep_lines(&text, &zoned, language)
    } else {
        blocks::rebuild_document(&text, &zoned, language, &hints.corpus)
            .collect(&mut diagnostics)
    };
    recovered.identification = Some(identification);
    diagnostics.extend(facts::complete_metadata(&mut recovered.document, &text));
    match ledger::draw_balanced(&text, &zoned, &mut recovered) {
        Ok(()) => {}
        Err(error) => {
            let message = format!("the text was not recovered completely: {error}");
            let hint = "this is a defect of the program; please report it with the text";
            diagnostics.push(
                Diagnostic::new(codes::UNBALANCED, Severity::Error, message).hint(hint),
            );
        }
    }
    Warned { value: recovered, diagnostics }
}

/// Finds what each line is, and which mark refers to which note.
///
/// `traits` and `decisions` are what is known of the text. With the zones comes the text that they are of:
/// the given one, or one whose passages with a blank line after every line are closed up, and
/// in which lines are divided that the extraction joined over the foot of a page.
#[must_use]
pub fn find_zones<'t>(
    text: &'t Text,
    traits: SourceTraits,
    decisions: &Decisions,
) -> Warned<(Cow<'t, Text>, Zoned)> {
    let mut diagnostics = Vec::new();
    let text = match spaced_passages::close_up_passages(text) {
        Some(closed) => Cow::Owned(closed.collect(&mut diagnostics)),
        None => Cow::Borrowed(text),
    };
    let zones = find_zones_and_split(text, traits, decisions, SPLITS);
    Warned { value: zones.collect(&mut diagnostics), diagnostics }
}

/// How often joined lines are sought: once they are divided, others may show.
const SPLITS: usize = 3;

/// Divides joined lines at most `splits` times, and finds the zones.
fn find_zones_and_split<'t>(
    text: Cow<'t, Text>,
    traits: SourceTraits,
    decisions: &Decisions,
    splits: usize,
) -> Warned<(Cow<'t, Text>, Zoned)> {
    let notation = Notation::read(&text, traits, decisions);
    let source = page::folios::check_page_turns(SourceLayout::new(&text, &notation));
    let reading = read_lines(&source);
    let may_split = splits > 0;
    let divided =
        may_split.then(|| calls::joined_lines::split_joined_lines(&source, &reading));
    if let Some(divided) = divided.flatten() {
        return find_zones_and_split(Cow::Owned(divided), traits, decisions, splits - 1);
    }
    let Warned { value: mut zoned, mut diagnostics } =
        calls::match_calls(&source, reading);
    diagnostics.extend(notation.add_to(&mut zoned));
    page_labels::complete_folios(&text, &mut zoned);
    diagnostics.extend(corrections::keep_certain_corrections(&text, &mut zoned));
    Warned { value: (text, zoned), diagnostics }
}

/// Reads each line as text, note or furniture. Furniture comes first, because folios and
/// heads can be recognised without the others; then the labels, and the division of each
/// page into text and notes.
fn read_lines(source: &SourceLayout<'_>) -> LineReading {
    let (page, lettered) = rayon::join(
        || page::find_page_parts(source, notes::contested::find_contested_folios),
        || notes::find_lettered_lines(source),
    );
    let PageParts { printed, mut furniture } = page;
    page::decided_lines::obey_decisions(source, &mut furniture);
    let NoteParts { marks, labels, rejected, split, cuts, page_calls } =
        notes::find_notes(source, lettered, &printed, &mut furniture);
    let mut moved = leftovers::find_leftovers(source, &split, &mut furniture);
    page::decided_lines::obey_decisions(source, &mut furniture);
    page::decided_lines::keep_in_place(source, &mut moved);
    let layout = calls::lay_out_notes(source, &furniture, &split, &labels, moved);
    LineReading { printed, furniture, marks, rejected, split, layout, cuts, page_calls }
}
