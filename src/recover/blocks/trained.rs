//! The weights that the program comes with.

use std::sync::LazyLock;

use super::observe::RowFeature;
use super::segment_features::SegmentFeature;
use super::weights::Weights;

/// What was learnt: of rows, and of blocks as wholes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Learnt {
    /// By the signs of rows.
    pub rows: Weights,
    /// By the signs of wholes.
    pub wholes: Weights,
}

/// The tables that were fitted on extracted texts of known structure.
static FITTED: LazyLock<Learnt> = LazyLock::new(|| {
    Learnt::read(include_str!("weights.txt"), include_str!("wholes.txt"))
});

impl Learnt {
    /// The weights of the program.
    #[must_use]
    pub fn fitted() -> &'static Self {
        &FITTED
    }

    /// Reads the tables for rows and for wholes.
    #[must_use]
    pub fn read(rows: &str, wholes: &str) -> Self {
        Self {
            rows: Weights::none(RowFeature::TABLE).with(rows),
            wholes: Weights::none(SegmentFeature::TABLE).with(wholes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_reads_back_the_same() {
        let learnt = Learnt::fitted();
        let read = Learnt::read(&learnt.rows.write(), &learnt.wholes.write());
        assert_eq!(&read, learnt);
    }
}
