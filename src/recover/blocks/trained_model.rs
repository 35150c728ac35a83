//! The trained model of the program.

use std::sync::LazyLock;

use super::label_weights::LabelWeights;
use super::row_features::RowFeature;
use super::segment_features::SegmentFeature;
use crate::source::Text;

/// The trained weights: of rows, and of segments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    /// The weights of row features.
    pub rows: LabelWeights,
    /// The weights of segment features.
    pub segments: LabelWeights,
}

/// The weights, trained on extracted texts of known structure.
static FITTED: LazyLock<Model> = LazyLock::new(|| {
    Model::read_tables(
        include_str!("row_weights.txt"),
        include_str!("segment_weights.txt"),
    )
});

/// The weights, trained on the same texts as PDFs, whose lines have looks.
static FITTED_TO_PDFS: LazyLock<Model> = LazyLock::new(|| {
    Model::read_tables(
        include_str!("pdf_row_weights.txt"),
        include_str!("pdf_segment_weights.txt"),
    )
});

impl Model {
    /// The trained model for a text: one for PDFs, one for all others.
    #[must_use]
    pub fn for_text(text: &Text) -> &'static Self {
        if text.looks.is_empty() { &FITTED } else { &FITTED_TO_PDFS }
    }

    /// Reads the tables of weights for rows and for segments.
    #[must_use]
    pub fn read_tables(rows: &str, wholes: &str) -> Self {
        Self {
            rows: LabelWeights::zero(RowFeature::TABLE).read_table(rows),
            segments: LabelWeights::zero(SegmentFeature::TABLE).read_table(wholes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_reads_back_the_same() {
        for learnt in [&*FITTED, &*FITTED_TO_PDFS] {
            let read = Model::read_tables(
                &learnt.rows.write_table(),
                &learnt.segments.write_table(),
            );
            assert_eq!(&read, learnt);
        }
    }
}
