//! Probabilities as costs, and the functions for them, which give the same result on every
//! machine.

/// The natural logarithm of a positive number in hundredths, accurate to about 6: the
/// integer part of the binary logarithm, interpolated linearly between powers of two.
#[must_use]
pub fn ln_hundredths(number: u64) -> i32 {
    let number = number.max(1);
    let power = number.ilog2();
    let rest = number - (1 << power);
    let fraction = i32::try_from((rest << 10 >> power).min(1023)).unwrap_or_default();
    // ln 2 = 0.6931
    (i32::try_from(power).unwrap_or_default() * 6931 + fraction * 6931 / 1024) / 100
}

/// The lowest bit of the exponent of an `f64` (IEEE 754, binary64).
const EXPONENT: u32 = f64::MANTISSA_DIGITS - 1;

/// The bias of the exponent.
const BIAS: i32 = f64::MAX_EXP - 1;

/// The exponential function: an integer power of 2, and a Taylor series for the rest, whose
/// fourteenth term is below the precision of an `f64`.
#[inline]
#[must_use]
pub fn exp(x: f64) -> f64 {
    /// Beyond this, either way, an `f64` is near its limits.
    const FAR: f64 = 700.0;
    let x = x.clamp(-FAR, FAR);
    let twos = (x / std::f64::consts::LN_2).round();
    let rest = x - twos * std::f64::consts::LN_2;
    let series = (1..14).rev().fold(1.0, |sum, n| 1.0 + sum * rest / f64::from(n));
    #[expect(clippy::cast_possible_truncation, reason = "at most 1010 either way")]
    let exponent = twos as i64 + i64::from(BIAS);
    series * f64::from_bits(u64::try_from(exponent).unwrap_or_default() << EXPONENT)
}

/// The natural logarithm of a positive number, equal on every machine: powers of 2, and
/// the series of the inverse hyperbolic tangent for the rest, whose twelfth term is
/// beyond the precision of an `f64`.
#[inline]
#[must_use]
pub fn ln(x: f64) -> f64 {
    let x = x.clamp(f64::MIN_POSITIVE, f64::MAX / 2.0);
    // The nearest power of 2, so that the rest is between √½ and √2.
    let high = (x * std::f64::consts::SQRT_2).to_bits() >> EXPONENT;
    let rest = x / f64::from_bits(high << EXPONENT);
    let z = (rest - 1.0) / (rest + 1.0);
    let series =
        (0..11).rev().fold(0.0, |sum, n| sum * z * z + 1.0 / f64::from(2 * n + 1));
    let twos = i32::try_from(high).unwrap_or_default() - BIAS;
    f64::from(twos) * std::f64::consts::LN_2 + 2.0 * z * series
}

/// The sum of features with their weights in thousandths, as a logistic regression has it.
#[must_use]
pub fn sum_weighted<F, const N: usize>(
    features: [i32; N],
    weights: &[(F, i64); N],
) -> i32 {
    let products = features
        .iter()
        .zip(weights)
        .map(|(&feature, (_, weight))| i64::from(feature) * weight);
    i32::try_from(products.sum::<i64>() / 1000).unwrap_or_default()
}

/// Confidence in thousandths of odds in hundredths of a nat: the logistic function at
/// whole nats, rounded down.
#[must_use]
pub fn confidence_of_odds(margin: i32) -> u16 {
    const BY_NAT: [u16; 8] = [500, 731, 880, 952, 982, 993, 997, 999];
    let nats = usize::try_from(margin / 100).unwrap_or_default();
    BY_NAT[nats.min(BY_NAT.len() - 1)]
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
}
