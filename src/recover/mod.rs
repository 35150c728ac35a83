//! Pages of lines become a document by a list of rules, each of which reports its
//! evidence.

pub mod zones;

mod measure;
mod numbers;
mod series;
mod shapes;

mod pages;

mod folios;

mod furniture;

mod contents;

mod titles;

mod announced;

mod marks;

mod manners;

mod lettered;

mod gathered;

mod endnotes;

mod note_headings;

mod labels;

mod joins;

mod note_evidence;

mod notes;

mod stamps;

mod displaced;

mod interruptions;

mod layout;

mod stacked;

mod joined;

mod alignment;

mod calls;

mod duplicates;

mod note_doubts;

mod report;

mod lexicon;
mod lone_heads;

pub mod corpus;

#[cfg(feature = "hunspell")]
pub mod dictionary;

pub mod blocks;
pub mod codes;
pub mod ledger;
pub mod removals;

use crate::book::Document;
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::source::Text;
use crate::text::language::Language;
use crate::text::span::Span;
use corpus::Corpus;
use ledger::Ledger;

/// Recovers the document from a raw text.
///
/// It cannot fail: what could not be made out stays in the text, and what was guessed or
/// left out is reported.
#[must_use]
pub fn recover(text: &Text, hints: &Hints) -> Warned<Recovered> {
    let mut diagnostics = Vec::new();
    let (text, zoned) = zones::find(text).collect(&mut diagnostics);
    let mut recovered = blocks::rebuild(&text, &zoned, hints).collect(&mut diagnostics);
    let (account, ledger) = rayon::join(
        || removals::account(&text, &recovered),
        || Ledger::draw(&text, &zoned, &recovered),
    );
    let mut unbalanced = account.map_err(|e| e.to_string());
    match ledger {
        Ok(ledger) => recovered.ledger = ledger,
        Err(error) => unbalanced = unbalanced.and(Err(error.to_string())),
    }
    if let Err(error) = unbalanced {
        let message = format!("the text was not recovered whole: {error}");
        let hint = "this is a defect of the program; please report it with the text";
        diagnostics.push(
            Diagnostic::new(codes::UNBALANCED, Severity::Error, message).hint(hint),
        );
    }
    Warned { value: recovered, diagnostics }
}

/// What is known of a document before it is read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hints {
    /// Its language; guessed from the text where none is given.
    pub language: Option<Language>,
    /// The words of the other documents of the book or the shelf that it is part of.
    pub corpus: Corpus,
}

/// A document recovered from raw text, and what was left out of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recovered {
    /// The document.
    pub document: Document,
    /// What of the source is not in the document, in the order of the source.
    /// Every character of the source but white space is in the one or in the other.
    pub removals: Vec<Removal>,
    /// What became of every byte of the source.
    pub ledger: Ledger,
}

/// A stretch of the source that is not part of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Removal {
    /// Where it stood.
    pub span: Span,
    /// What it was.
    pub kind: RemovalKind,
}

/// What a removed stretch of the source was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RemovalKind {
    /// A running head or foot.
    RunningHead,
    /// A page number; it became a page mark.
    Folio,
    /// A stamp, watermark, contact line or printer's signature mark.
    Stamp,
    /// A heading over notes that stood together; the edition sets its own.
    NoteHeading,
    /// The label before a note's text.
    NoteLabel,
    /// The mark in the text that calls a note.
    NoteMark,
    /// A hyphen that divided a word at a line end.
    LineEndHyphen,
    /// A character that only the extraction put there.
    Extraction,
    /// A second copy of a text that stands elsewhere.
    Duplicate,
    /// Title, author or date; it went into the metadata.
    Metadata,
    /// A list number or bullet; the list makes it anew.
    ListLabel,
    /// An ornament between paragraphs; the edition sets its own.
    Ornament,
    /// A line of a printed table of contents; the edition makes its own.
    Contents,
}
