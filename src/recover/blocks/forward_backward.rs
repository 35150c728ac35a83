//! The forward–backward algorithm over all label sequences of a stream (Lafferty,
//! `McCallum` & Pereira 2001): the likelihood of each label of each row, given all rows.
//!
//! It only multiplies and adds, so that every machine computes the same numbers.

use super::label_weights::LabelWeights;
use super::row_label::{LABELS, LabelFactors, RowLabel};
use crate::text::odds::exp;

/// The forward and backward sums of each row.
#[derive(Debug, Clone, Default)]
pub struct ForwardBackward {
    /// Sums over everything up to the row, the row included; those of a row add up to 1.
    pub forward: Vec<LabelFactors>,
    /// Sums over everything after the row, in the same scale.
    pub backward: Vec<LabelFactors>,
    /// The divisor of each row. Their product is the sum over all sequences.
    pub scales: Vec<f64>,
}

impl ForwardBackward {
    /// Sums up the factors of rows and of adjacent labels. The factor of a forbidden pair
    /// is 0.
    #[inline]
    #[must_use]
    pub fn new(own: &[LabelFactors], steps: &[LabelFactors; LABELS]) -> Self {
        let mut lattice = Self::default();
        let mut reach = [0.0; LABELS];
        for (first, (label, _)) in reach.iter_mut().zip(RowLabel::ALL) {
            *first = if label.begins_block() { 1.0 } else { 0.0 };
        }
        for factors in own {
            if let Some(before) = lattice.forward.last() {
                reach = [0.0; LABELS];
                for (sum, row) in before.iter().zip(steps) {
                    for (reach, step) in reach.iter_mut().zip(row) {
                        *reach += sum * step;
                    }
                }
            }
            let mut sums = reach;
            for (sum, factor) in sums.iter_mut().zip(factors) {
                *sum *= factor;
            }
            let scale = sums.iter().sum::<f64>().max(f64::MIN_POSITIVE);
            for sum in &mut sums {
                *sum /= scale;
            }
            lattice.forward.push(sums);
            lattice.scales.push(scale);
        }
        lattice.backward = vec![[1.0; LABELS]; own.len()];
        for at in (1..own.len()).rev() {
            let mut after = lattice.backward[at];
            for (sum, factor) in after.iter_mut().zip(own[at]) {
                *sum *= factor / lattice.scales[at];
            }
            for (sum, row) in lattice.backward[at - 1].iter_mut().zip(steps) {
                *sum = after.iter().zip(row).map(|(sum, step)| sum * step).sum();
            }
        }
        lattice
    }

    /// The likelihood of each label of a row.
    #[inline]
    #[must_use]
    pub fn label_likelihoods(&self, at: usize) -> LabelFactors {
        let mut likely = self.forward[at];
        for (sum, after) in likely.iter_mut().zip(self.backward[at]) {
            *sum *= after;
        }
        likely
    }
}

/// The factors of a row, scaled so that the greatest is 1.
pub(super) fn label_factors(weights: &[i32; LABELS]) -> LabelFactors {
    let most = weights.iter().max().copied().unwrap_or_default();
    weights.map(|weight| exp(f64::from(weight - most) / 100.0))
}

/// The factors of adjacent labels.
pub(super) fn transition_factors(weights: &LabelWeights) -> [LabelFactors; LABELS] {
    let mut steps = weights.pairs.map(|row| row.map(|w| exp(f64::from(w) / 100.0)));
    for ((before, _), row) in RowLabel::ALL.iter().zip(&mut steps) {
        for ((label, _), step) in RowLabel::ALL.iter().zip(row) {
            if !label.may_follow(Some(*before)) {
                *step = 0.0;
            }
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_a_row_share_one() {
        let steps = [[1.0; LABELS]; LABELS];
        let mut own = vec![[1.0; LABELS]; 5];
        own[2][3] = 7.0;
        let lattice = ForwardBackward::new(&own, &steps);
        for at in 0..own.len() {
            assert!(
                (lattice.label_likelihoods(at).iter().sum::<f64>() - 1.0).abs() < 1e-12
            );
        }
        assert!((lattice.label_likelihoods(2)[3] - 7.0 / 16.0).abs() < 1e-12);
    }
}
