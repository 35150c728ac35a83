//! Segments: runs of rows that become one block each, and their kinds.

use std::ops::Range;

use super::row_label::{LabelFactors, RowLabel};
use crate::recover::rows::row::Row;
use crate::text::span::Span;

/// Rows that become one block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Segment {
    /// The kind of the block.
    pub(super) kind: SegmentKind,
    /// Indices of its rows in their stream; not empty.
    pub(super) rows: Range<usize>,
}

impl Segment {
    pub(super) fn is_heading(&self) -> bool {
        matches!(self.kind, SegmentKind::Heading(_))
    }
}

/// The kind of block that a segment becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SegmentKind {
    /// A paragraph.
    Paragraph,
    /// A paragraph of a block quotation; adjacent ones form one quotation.
    Quotation,
    /// A heading; levels count from 1.
    Heading(u8),
    /// Verse.
    Verse,
    /// An ornament.
    Ornament,
    /// An item of a list.
    Item(ListLabel),
    /// Place and date.
    Dateline,
    /// The salutation of a letter.
    Salutation,
    /// The close of a letter.
    Signature,
    /// Where the text comes from.
    SourceNote,
    /// A paragraph of an epigraph; adjacent ones form one epigraph.
    Epigraph,
    /// Verse as an epigraph.
    EpigraphVerse,
    /// Title or author; no longer part of the text.
    Metadata,
}

/// The label of a list item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ListLabel {
    /// Its characters, punctuation included.
    pub(super) span: Span,
    /// Its number; `None` for a bullet.
    pub(super) number: Option<u32>,
    /// The character that closes the number.
    pub(super) closing: char,
}

/// Rows, their labels, and the segments that they form.
#[derive(Debug, Default)]
pub(super) struct Segmentation {
    /// The rows.
    pub(super) rows: Vec<Row>,
    /// One label for each row.
    pub(super) labels: Vec<RowLabel>,
    /// The likelihood of each label for each row.
    pub(super) label_likelihoods: Vec<LabelFactors>,
    /// The segments, in reading order.
    pub(super) segments: Vec<Segment>,
    /// How many rows at the beginning belong to a displaced title block.
    pub(super) displaced: usize,
    /// The rows of letters that the text quotes, in ascending order.
    pub(super) quoted_letters: Vec<Range<usize>>,
}

impl Segmentation {
    /// Makes a segmentation of a displaced title block: each row is a segment.
    pub(super) fn from_displaced(rows: Vec<Row>) -> Self {
        let segments = (0..rows.len())
            .map(|at| Segment { kind: SegmentKind::Paragraph, rows: at..at + 1 })
            .collect();
        let labels = vec![RowLabel::Paragraph; rows.len()];
        let label_likelihoods = vec![LabelFactors::default(); rows.len()];
        Self {
            displaced: rows.len(),
            rows,
            labels,
            label_likelihoods,
            segments,
            quoted_letters: Vec::new(),
        }
    }

    /// Joins each segment to the one right above it if `goes_on` says so of the rows, the upper
    /// and the lower segment. `label` is what the first row of the lower one becomes.
    pub(super) fn join_segments(
        &mut self,
        label: RowLabel,
        goes_on: impl Fn(&[Row], &Segment, &Segment) -> bool,
    ) {
        let mut joined: Vec<Segment> = Vec::with_capacity(self.segments.len());
        for segment in std::mem::take(&mut self.segments) {
            match joined.last_mut() {
                Some(last)
                    if last.rows.end == segment.rows.start
                        && goes_on(&self.rows, last, &segment) =>
                {
                    self.labels[segment.rows.start] = label;
                    last.rows.end = segment.rows.end;
                }
                _ => joined.push(segment),
            }
        }
        self.segments = joined;
    }

    /// Inserts captions as paragraphs, each after the segment that goes on across it.
    pub(super) fn insert_captions(&mut self, rows: Vec<Row>) {
        let mut rows = rows.into_iter().peekable();
        while let Some(first) = rows.next() {
            let line = first.line;
            let start = self.rows.len();
            self.rows.push(first);
            while let Some(more) = rows.next_if(|row| !row.turn && row.blanks == 0) {
                self.rows.push(more);
            }
            let kind = SegmentKind::Paragraph;
            let place = self.segments.iter().position(|segment| {
                segment.rows.start >= self.displaced
                    && self.rows[segment.rows.start].line > line
            });
            let place = place.unwrap_or(self.segments.len());
            self.segments.insert(place, Segment { kind, rows: start..self.rows.len() });
            self.labels.resize(self.rows.len(), RowLabel::ParagraphMore);
            self.labels[start] = RowLabel::Paragraph;
            self.label_likelihoods.resize(self.rows.len(), LabelFactors::default());
        }
    }

    /// The likelihood that a row has one of these labels.
    pub(super) fn label_likelihood(&self, row: usize, labels: &[RowLabel]) -> f64 {
        let pairs = RowLabel::ALL.iter().zip(self.label_likelihoods[row]);
        pairs
            .filter(|((label, _), _)| labels.contains(label))
            .map(|(_, likely)| likely)
            .sum()
    }

    /// The likelihood that a block begins with a row.
    pub(super) fn start_likelihood(&self, row: usize) -> f64 {
        let pairs = RowLabel::ALL.iter().zip(self.label_likelihoods[row]);
        pairs
            .filter(|((label, _), _)| label.begins_block())
            .map(|(_, likely)| likely)
            .sum()
    }

    /// Redistributes the likelihoods of a segment's rows between paragraph and quotation,
    /// according to the segment as a whole.
    pub(super) fn redistribute_quoted(&mut self, segment: usize, quoted: f64) {
        let at = |label| RowLabel::ALL.iter().position(|&(other, _)| other == label);
        let pairs = [
            (at(RowLabel::Paragraph), at(RowLabel::Quotation)),
            (at(RowLabel::ParagraphMore), at(RowLabel::QuotationMore)),
        ];
        for row in self.segments[segment].rows.clone() {
            for (plain, quotation) in pairs {
                let (Some(plain), Some(quotation)) = (plain, quotation) else { continue };
                let both = self.label_likelihoods[row][plain]
                    + self.label_likelihoods[row][quotation];
                self.label_likelihoods[row][quotation] = both * quoted;
                self.label_likelihoods[row][plain] = both * (1.0 - quoted);
            }
        }
    }

    /// The likelihood of a segment's kind by its labels, averaged over its rows.
    pub(super) fn kind_likelihood(&self, segment: &Segment) -> f64 {
        let kinds: &[RowLabel] = match segment.kind {
            SegmentKind::Heading(_) => &[RowLabel::Heading, RowLabel::HeadingMore],
            SegmentKind::Verse => {
                &[RowLabel::Stanza, RowLabel::VerseLine, RowLabel::VerseMore]
            }
            SegmentKind::Quotation => &[RowLabel::Quotation, RowLabel::QuotationMore],
            _ => &[RowLabel::Paragraph, RowLabel::ParagraphMore],
        };
        let sum: f64 =
            segment.rows.clone().map(|row| self.label_likelihood(row, kinds)).sum();
        #[expect(clippy::cast_precision_loss, reason = "a segment has few rows")]
        let rows = segment.rows.len() as f64;
        sum / rows
    }

    /// The likelihood that a segment is a quotation by its labels, averaged over its
    /// rows.
    pub(super) fn quotation_likelihood(&self, segment: &Segment) -> f64 {
        self.kind_likelihood(&Segment { kind: SegmentKind::Quotation, ..segment.clone() })
    }

    /// The words of a segment, with single spaces and without marks.
    pub(super) fn words_of(&self, segment: &Segment) -> String {
        let rows = &self.rows[segment.rows.clone()];
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

    /// The span of a segment in the source.
    pub(super) fn span_of(&self, segment: &Segment) -> Span {
        let rows = self.rows[segment.rows.clone()].iter();
        rows.map(|row| row.span).reduce(Span::to).unwrap_or_default()
    }
}
