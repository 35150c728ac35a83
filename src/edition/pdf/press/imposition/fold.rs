//! The order of pages on a sheet that is folded.

use crate::press::Signature;

/// A row of pages on a side of a sheet: their numbers in the signature, from 1, negative if
/// upside down.
type FormeRow = &'static [i8];

/// The two sides of a sheet, each row by row from the top as it is seen. The sheet is turned
/// over like a leaf to see the other side.
#[derive(Debug, Clone, Copy)]
pub(super) struct Forme {
    /// The side with the first page.
    pub(super) outer: &'static [FormeRow],
    /// The other side.
    pub(super) inner: &'static [FormeRow],
}

/// Two right-angle folds: four pages on each side, head to head.
const EIGHT: Forme = Forme { outer: &[&[-5, -4], &[8, 1]], inner: &[&[-3, -6], &[2, 7]] };

/// Three right-angle folds.
const SIXTEEN: Forme = Forme {
    outer: &[&[-5, -12, -9, -8], &[4, 13, 16, 1]],
    inner: &[&[-7, -10, -11, -6], &[2, 15, 14, 3]],
};

/// Four right-angle folds.
const THIRTY_TWO: Forme = Forme {
    outer: &[
        &[-5, -28, -29, -4],
        &[12, 21, 20, 13],
        &[-9, -24, -17, -16],
        &[8, 25, 32, 1],
    ],
    inner: &[
        &[-3, -30, -27, -6],
        &[14, 19, 22, 11],
        &[-15, -18, -23, -10],
        &[2, 31, 26, 7],
    ],
};

/// Finds the forme of a signature. All formes have the last fold at the spine, which is between
/// the first two columns and between the last two; heads meet between the first two rows.
pub(super) fn find_forme(signature: Signature) -> Forme {
    match signature {
        Signature::Eight => EIGHT,
        Signature::Sixteen => SIXTEEN,
        Signature::ThirtyTwo => THIRTY_TWO,
    }
}
