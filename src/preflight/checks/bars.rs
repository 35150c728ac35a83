//! Bars and spaces of EAN symbols, as widths in modules (GS1 General Specifications §5.2).

/// The widest bar in modules, and how far a width may differ from whole modules. Bars are
/// often narrowed to allow for ink spread.
const WIDEST: usize = 4;
const OFF: f64 = 0.35;

/// The left-hand digits with odd parity, as widths of white, dark, white, dark
/// (§5.2.1.2.1). Those with even parity are these reversed; the right-hand digits are these
/// with dark and white exchanged.
pub(super) const DIGITS: [[usize; 4]; 10] = [
    [3, 2, 1, 1],
    [2, 2, 2, 1],
    [2, 1, 2, 2],
    [1, 4, 1, 1],
    [1, 1, 3, 2],
    [1, 2, 3, 1],
    [1, 1, 1, 4],
    [1, 3, 1, 2],
    [1, 2, 1, 3],
    [3, 1, 1, 2],
];

/// Rounds a width to whole modules.
pub(super) fn width_in_modules(width: f64, module: f64) -> Option<usize> {
    (1..=WIDEST).find(|count| {
        #[expect(clippy::cast_precision_loss, reason = "it is four at most")]
        let whole = *count as f64;
        (width / module - whole).abs() <= OFF
    })
}
