//! Probabilities as costs: sums of logarithms, in integers, so that every machine decides
//! the same way.

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
