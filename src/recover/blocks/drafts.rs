//! Drafts: runs of rows that will be one block, and what kind of block.

use std::ops::Range;

use super::labels::Label;

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
}

/// Gathers labelled rows into drafts.
pub(super) fn gather(labels: &[Label]) -> Vec<Draft> {
    let mut drafts: Vec<Draft> = Vec::new();
    for (at, &label) in labels.iter().enumerate() {
        let kind = match label {
            Label::Paragraph | Label::ParagraphMore => Kind::Paragraph,
            Label::Quotation | Label::QuotationMore => Kind::Quotation,
            Label::Heading | Label::HeadingMore => Kind::Heading(1),
            Label::Stanza | Label::VerseLine | Label::VerseMore => Kind::Verse,
            Label::Ornament => Kind::Ornament,
        };
        let goes_on = matches!(
            label,
            Label::ParagraphMore
                | Label::QuotationMore
                | Label::HeadingMore
                | Label::VerseLine
                | Label::VerseMore
        ) || kind == Kind::Verse;
        match drafts.last_mut() {
            Some(draft) if goes_on && draft.kind == kind => draft.rows.end = at + 1,
            _ => drafts.push(Draft { kind, rows: at..at + 1 }),
        }
    }
    drafts
}
