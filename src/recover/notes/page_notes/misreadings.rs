//! How often each printed label or mark was read as what: a table learnt from the text.

use std::collections::BTreeMap;

use super::reading::Reading;
use crate::text::note_series::LabelSeries;
use crate::text::odds::ln_hundredths;

/// How many readings the expected shares weigh as much as.
const EXPECTED: u64 = 8;

/// Expected shares of the readings of any raised figure, in thousandths.
const OF_FIGURES: [(char, u64); 8] = [
    ('^', 250),
    ('*', 80),
    ('\'', 80),
    ('"', 15),
    ('†', 5),
    ('t', 3),
    ('f', 3),
    ('J', 3),
];
/// The share of a figure read as itself.
const RIGHT_FIGURE: u64 = 450;
/// The share of a figure read as another one.
const OTHER_FIGURE: u64 = 3;
/// The share of any other sign.
const OTHER_SIGN: u64 = 4;
/// The share of a sign read as a figure.
const FIGURE_FOR_SIGN: u64 = 2;

/// Expected shares of the readings of the first sign of a page, the second and so on, in
/// thousandths.
const OF_SIGNS: [&[(char, u64)]; 4] = [
    &[('*', 550), ('^', 150), ('\'', 100), ('"', 20), ('†', 5), ('+', 5)],
    &[
        ('†', 350),
        ('t', 180),
        ('f', 180),
        ('+', 120),
        ('J', 15),
        ('*', 15),
        ('^', 15),
        ('\'', 10),
    ],
    &[
        ('‡', 300),
        ('J', 180),
        ('X', 100),
        ('%', 60),
        ('t', 60),
        ('f', 50),
        ('+', 40),
        ('I', 20),
    ],
    &[('§', 300), ('S', 30), ('$', 30), ('‖', 30), ('¶', 30), ('*', 15)],
];
/// The share of so many equal asterisks for the second or third sign of a page.
const ASTERISKS: u64 = 50;

/// The readings of a series that were seen.
#[derive(Debug, Clone, Default)]
pub(super) struct MisreadingTable {
    /// For each printed sign, how often it was read as what. All figures are one sign, and
    /// a figure read as itself is 0.
    seen: BTreeMap<usize, (u64, BTreeMap<Reading, u64>)>,
}

impl MisreadingTable {
    /// Counts a reading of the label or mark of a note, by its number on the page.
    pub(super) fn count(&mut self, series: LabelSeries, number: u32, reading: Reading) {
        let (all, readings) = self.seen.entry(row_of(series, number)).or_default();
        *all += 1;
        *readings.entry(column_of(series, number, reading)).or_default() += 1;
    }

    /// Scores a reading of a number: the logarithm of its share, in hundredths.
    pub(super) fn score(
        &self,
        series: LabelSeries,
        number: u32,
        reading: Reading,
    ) -> i32 {
        let expected = expect_share(series, number, reading);
        let (all, seen) = self.seen.get(&row_of(series, number)).map_or((0, 0), |row| {
            let seen = row.1.get(&column_of(series, number, reading));
            (row.0, seen.copied().unwrap_or_default())
        });
        ln_hundredths(expected * EXPECTED + seen * 1000)
            - ln_hundredths((EXPECTED + all) * 1000)
    }
}

/// Whether a label or mark is read as it was printed.
pub(super) fn is_right(series: LabelSeries, number: u32, reading: Reading) -> bool {
    match (series, reading) {
        (LabelSeries::Sign, Reading::Sign('*', count)) => {
            u32::try_from(count) == Ok(number)
        }
        (LabelSeries::Sign, Reading::Sign(sign, 1)) => {
            let at = ['†', '‡', '§'].iter().position(|printed| *printed == sign);
            at.is_some_and(|at| at + 2 == number as usize)
        }
        (LabelSeries::Figure, Reading::Figure(read)) => read == number,
        _ => false,
    }
}

/// Whether a reading is expected no more than any other figure or sign.
pub(super) fn is_any(series: LabelSeries, number: u32, reading: Reading) -> bool {
    match reading {
        Reading::Figure(_) => !is_right(series, number, reading),
        Reading::Sign(..) => expect_share(series, number, reading) <= OTHER_SIGN,
    }
}

fn row_of(series: LabelSeries, number: u32) -> usize {
    match series {
        LabelSeries::Sign => (number.saturating_sub(1) as usize).min(OF_SIGNS.len() - 1),
        _ => 0,
    }
}

fn column_of(series: LabelSeries, number: u32, reading: Reading) -> Reading {
    match reading {
        Reading::Figure(_) if is_right(series, number, reading) => Reading::Figure(0),
        Reading::Figure(_) => Reading::Figure(1),
        Reading::Sign(..) => reading,
    }
}

/// The expected share of a reading, in thousandths.
fn expect_share(series: LabelSeries, number: u32, reading: Reading) -> u64 {
    let signs = series == LabelSeries::Sign;
    let shares = if signs { OF_SIGNS[row_of(series, number)] } else { &OF_FIGURES };
    match reading {
        Reading::Figure(_) if signs => FIGURE_FOR_SIGN,
        Reading::Figure(read) if read == number => RIGHT_FIGURE,
        Reading::Figure(_) => OTHER_FIGURE,
        Reading::Sign(sign, 1) => {
            let share = shares.iter().find(|(read, _)| *read == sign);
            share.map_or(OTHER_SIGN, |(_, share)| *share)
        }
        Reading::Sign('*', count) if signs && number > 1 && count == number as usize => {
            ASTERISKS
        }
        Reading::Sign(..) => OTHER_SIGN / 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_seen_outweighs_what_was_expected() {
        let mut table = MisreadingTable::default();
        let caret = Reading::Sign('^', 1);
        let score = |table: &MisreadingTable, reading| {
            table.score(LabelSeries::Figure, 2, reading)
        };
        assert!(score(&table, caret) < score(&table, Reading::Figure(2)));
        for number in 1..20 {
            table.count(LabelSeries::Figure, number, caret);
        }
        assert!(score(&table, caret) > score(&table, Reading::Figure(2)));
        assert!(score(&table, Reading::Figure(3)) < score(&table, Reading::Figure(2)));
    }

    #[test]
    fn signs_have_an_order() {
        assert!(is_right(LabelSeries::Sign, 2, Reading::Sign('†', 1)));
        assert!(is_right(LabelSeries::Sign, 2, Reading::Sign('*', 2)));
        assert!(!is_right(LabelSeries::Sign, 2, Reading::Sign('*', 1)));
        assert!(!is_right(LabelSeries::Sign, 1, Reading::Sign('^', 1)));
    }
}
