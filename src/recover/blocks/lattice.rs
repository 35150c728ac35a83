//! Sums over all ways to label a stream (Lafferty, `McCallum` & Pereira 2001): how likely
//! each label of each row is, all rows considered.
//!
//! Multiplications and additions only, so that every machine finds the same numbers.

use super::label::{Factors, LABELS, Label};
use super::weights::Weights;
use crate::text::odds::exp;

/// The two sums that meet at each row.
#[derive(Debug, Clone, Default)]
pub struct Lattice {
    /// Over what stands before the row, the row itself included; each row sums to 1.
    pub forward: Vec<Factors>,
    /// Over what stands behind it, in the same scale.
    pub backward: Vec<Factors>,
    /// By what each row was divided to get there. Their product is the sum over all ways.
    pub scales: Vec<f64>,
}

impl Lattice {
    /// Sums up the factors of rows, and of neighbouring labels. The factor of a pair that
    /// cannot stand is 0.
    #[inline]
    #[must_use]
    pub fn new(own: &[Factors], steps: &[Factors; LABELS]) -> Self {
        let mut lattice = Self::default();
        let mut reach = [0.0; LABELS];
        for (first, (label, _)) in reach.iter_mut().zip(Label::ALL) {
            *first = if label.begins() { 1.0 } else { 0.0 };
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
            let mut behind = lattice.backward[at];
            for (sum, factor) in behind.iter_mut().zip(own[at]) {
                *sum *= factor / lattice.scales[at];
            }
            for (sum, row) in lattice.backward[at - 1].iter_mut().zip(steps) {
                *sum = behind.iter().zip(row).map(|(sum, step)| sum * step).sum();
            }
        }
        lattice
    }

    /// How likely each label of a row is.
    #[inline]
    #[must_use]
    pub fn likely(&self, at: usize) -> Factors {
        let mut likely = self.forward[at];
        for (sum, behind) in likely.iter_mut().zip(self.backward[at]) {
            *sum *= behind;
        }
        likely
    }
}

/// The factors of a row, the greatest of them 1.
pub(super) fn factors(weights: &[i32; LABELS]) -> Factors {
    let most = weights.iter().max().copied().unwrap_or_default();
    weights.map(|weight| exp(f64::from(weight - most) / 100.0))
}

/// The factors of neighbouring labels.
pub(super) fn steps(weights: &Weights) -> [Factors; LABELS] {
    let mut steps = weights.pairs.map(|row| row.map(|w| exp(f64::from(w) / 100.0)));
    for ((before, _), row) in Label::ALL.iter().zip(&mut steps) {
        for ((label, _), step) in Label::ALL.iter().zip(row) {
            if !label.follows(Some(*before)) {
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
        let lattice = Lattice::new(&own, &steps);
        for at in 0..own.len() {
            assert!((lattice.likely(at).iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
        assert!((lattice.likely(2)[3] - 7.0 / 16.0).abs() < 1e-12);
    }
}
