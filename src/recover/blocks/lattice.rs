//! Sums over all ways to label a stream (Lafferty, `McCallum` & Pereira 2001): how likely
//! each label of each row is, all rows considered.
//!
//! Multiplications and additions only, so that every machine finds the same numbers.

use super::labels::{LABELS, Label};

/// One factor for each label: a power of e, not a logarithm.
pub type Factors = [f64; LABELS];

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

/// The bit at which the exponent of an `f64` begins (IEEE 754, binary64).
const EXPONENT: u32 = f64::MANTISSA_DIGITS - 1;
/// What is added to it.
const BIAS: i32 = f64::MAX_EXP - 1;

/// The exponential function: whole powers of 2, and a Taylor series for the rest, of which
/// the fourteenth term is beyond what an `f64` holds.
#[inline]
#[must_use]
pub fn exp(x: f64) -> f64 {
    /// Beyond this, either way, an `f64` is near its end.
    const FAR: f64 = 700.0;
    let x = x.clamp(-FAR, FAR);
    let twos = (x / std::f64::consts::LN_2).round();
    let rest = x - twos * std::f64::consts::LN_2;
    let series = (1..14).rev().fold(1.0, |sum, n| 1.0 + sum * rest / f64::from(n));
    #[expect(clippy::cast_possible_truncation, reason = "at most 1010 either way")]
    let exponent = twos as i64 + i64::from(BIAS);
    series * f64::from_bits(u64::try_from(exponent).unwrap_or_default() << EXPONENT)
}

/// The natural logarithm of a positive number, alike on every machine: whole powers of 2, and
/// the series of the inverse hyperbolic tangent for the rest, of which the twelfth term is
/// beyond what an `f64` holds.
pub(super) fn ln(x: f64) -> f64 {
    let x = x.clamp(f64::MIN_POSITIVE, f64::MAX / 2.0);
    // The powers of 2 nearest to it, so that the rest is between the root of a half and of two.
    let high = (x * std::f64::consts::SQRT_2).to_bits() >> EXPONENT;
    let rest = x / f64::from_bits(high << EXPONENT);
    let z = (rest - 1.0) / (rest + 1.0);
    let series =
        (0..11).rev().fold(0.0, |sum, n| sum * z * z + 1.0 / f64::from(2 * n + 1));
    let twos = i32::try_from(high).unwrap_or_default() - BIAS;
    f64::from(twos) * std::f64::consts::LN_2 + 2.0 * z * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_is_the_exponential_function() {
        for (x, y) in
            [(0.0, 1.0), (1.0, std::f64::consts::E), (-2.5, 0.082_084_998_623_9)]
        {
            assert!((exp(x) - y).abs() < 1e-12, "{x}");
        }
        assert!((exp(300.0) * exp(-300.0) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn ln_undoes_exp() {
        for x in [-300.0, -7.9, -3.0, -0.5, 0.0, 0.1, 0.3466, 2.0, 8.0, 300.0] {
            assert!((ln(exp(x)) - x).abs() < 1e-12, "{x}");
        }
    }

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
