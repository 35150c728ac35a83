//! Drafts: runs of rows that will be one block, and what kind of block.

use std::ops::Range;

use super::label::{Factors, Label};
use crate::recover::rows::row::Row;
use crate::text::span::Span;

/// Rows that will be one block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Draft {
    /// What they will be.
    pub(super) kind: Kind,
    /// Places of the rows in their stream; not empty.
    pub(super) rows: Range<usize>,
}

/// What a draft will be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A paragraph.
    Paragraph,
    /// A paragraph of a block quotation; neighbours are of one quotation.
    Quotation,
    /// A heading of a level from 1.
    Heading(u8),
    /// Verse.
    Verse,
    /// An ornament.
    Ornament,
    /// An item of a list.
    Item(ListLabel),
    /// Place and date.
    Dateline,
    /// The address of a letter.
    Salutation,
    /// The close of a letter.
    Signature,
    /// Where the text comes from.
    SourceNote,
    /// A paragraph of a motto; neighbours are of one.
    Epigraph,
    /// Verse as a motto.
    EpigraphVerse,
    /// Title or author; not part of the text any more.
    Metadata,
}

/// The head of a paragraph that may be an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ListLabel {
    /// Its characters, punctuation included.
    pub(super) span: Span,
    /// Its number; none for a bullet.
    pub(super) number: Option<u32>,
    /// What closes the number.
    pub(super) closing: char,
}

/// Rows, their labels, and the drafts they make.
#[derive(Debug, Default)]
pub(super) struct Sketch {
    /// The rows.
    pub(super) rows: Vec<Row>,
    /// One label for each row.
    pub(super) labels: Vec<Label>,
    /// How likely each label of each row is.
    pub(super) likely: Vec<Factors>,
    /// The drafts, in reading order.
    pub(super) drafts: Vec<Draft>,
    /// How many rows, at the head, are of a displaced title block.
    pub(super) displaced: usize,
}

impl Sketch {
    /// A sketch of a displaced title block: each row for itself.
    pub(super) fn displaced(rows: Vec<Row>) -> Self {
        let drafts = (0..rows.len())
            .map(|at| Draft { kind: Kind::Paragraph, rows: at..at + 1 })
            .collect();
        let labels = vec![Label::Paragraph; rows.len()];
        let likely = vec![Factors::default(); rows.len()];
        Self { displaced: rows.len(), rows, labels, likely, drafts }
    }

    /// How likely it is that a row has one of these labels.
    pub(super) fn likely(&self, row: usize, labels: &[Label]) -> f64 {
        let pairs = Label::ALL.iter().zip(self.likely[row]);
        pairs
            .filter(|((label, _), _)| labels.contains(label))
            .map(|(_, likely)| likely)
            .sum()
    }

    /// How likely it is that a block begins with a row.
    pub(super) fn begins(&self, row: usize) -> f64 {
        let pairs = Label::ALL.iter().zip(self.likely[row]);
        pairs.filter(|((label, _), _)| label.begins()).map(|(_, likely)| likely).sum()
    }

    /// Shares out the likelihoods of the rows of a draft between paragraph and quotation,
    /// as was found for the whole.
    pub(super) fn agree(&mut self, draft: usize, quoted: f64) {
        let at = |label| Label::ALL.iter().position(|&(other, _)| other == label);
        let pairs = [
            (at(Label::Paragraph), at(Label::Quotation)),
            (at(Label::ParagraphMore), at(Label::QuotationMore)),
        ];
        for row in self.drafts[draft].rows.clone() {
            for (plain, quotation) in pairs {
                let (Some(plain), Some(quotation)) = (plain, quotation) else { continue };
                let both = self.likely[row][plain] + self.likely[row][quotation];
                self.likely[row][quotation] = both * quoted;
                self.likely[row][plain] = both * (1.0 - quoted);
            }
        }
    }

    /// How likely the labels make the kind of a draft, in the mean of its rows.
    pub(super) fn kind_likely(&self, draft: &Draft) -> f64 {
        let kinds: &[Label] = match draft.kind {
            Kind::Heading(_) => &[Label::Heading, Label::HeadingMore],
            Kind::Verse => &[Label::Stanza, Label::VerseLine, Label::VerseMore],
            Kind::Quotation => &[Label::Quotation, Label::QuotationMore],
            _ => &[Label::Paragraph, Label::ParagraphMore],
        };
        let sum: f64 = draft.rows.clone().map(|row| self.likely(row, kinds)).sum();
        #[expect(clippy::cast_precision_loss, reason = "a draft has few rows")]
        let rows = draft.rows.len() as f64;
        sum / rows
    }

    /// How likely the labels make a draft a quotation, in the mean of its rows.
    pub(super) fn quotation_likely(&self, draft: &Draft) -> f64 {
        self.kind_likely(&Draft { kind: Kind::Quotation, ..draft.clone() })
    }

    /// The words of a draft, with single spaces and without marks.
    pub(super) fn words(&self, draft: &Draft) -> String {
        let rows = &self.rows[draft.rows.clone()];
        let length = rows.iter().map(|row| row.plain.len() + 1).sum();
        let mut words = String::with_capacity(length);
        for word in rows.iter().flat_map(|row| row.plain.split_whitespace()) {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(word);
        }
        words
    }

    /// The span of a draft in the source.
    pub(super) fn span(&self, draft: &Draft) -> Span {
        let rows = self.rows[draft.rows.clone()].iter();
        rows.map(|row| row.span).reduce(Span::to).unwrap_or_default()
    }
}
