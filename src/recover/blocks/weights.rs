//! The weights of the labelling: what each sign says for each label.

use super::features::FeatureTable;
use super::label::{LABELS, Label};

/// Weights that are added up: for the bins of each sign, and for each pair of neighbouring
/// labels. In hundredths of a natural logarithm of odds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights {
    /// The signs that they are for.
    pub table: FeatureTable,
    /// By sign, bin and label.
    pub signs: Vec<Vec<[i32; LABELS]>>,
    /// By label before and label.
    pub pairs: [[i32; LABELS]; LABELS],
}

impl Weights {
    /// Weights that say nothing.
    #[must_use]
    pub fn none(table: FeatureTable) -> Self {
        let signs = table.iter().map(|&(_, bins)| vec![[0; LABELS]; bins + 1]).collect();
        Self { table, signs, pairs: [[0; LABELS]; LABELS] }
    }

    /// Reads a table: lines of a sign (or `after` and a letter), a bin, and a weight for
    /// each label named. What it does not name weighs nothing.
    #[must_use]
    pub fn with(self, table: &str) -> Self {
        let mut weights = self;
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split_whitespace();
            let (Some(name), Some(bin)) = (words.next(), words.next()) else { continue };
            let sign = weights.table.iter().position(|&(sign, _)| sign == name);
            let row = match sign {
                Some(sign) => bin
                    .parse()
                    .ok()
                    .and_then(|bin: usize| weights.signs[sign].get_mut(bin)),
                None => Label::of_letter(bin).map(|before| &mut weights.pairs[before]),
            };
            let Some(row) = row else { continue };
            for weight in words {
                let value = weight.trim_start_matches(char::is_alphabetic).parse();
                if let (Some(label), Ok(value)) = (Label::of_letter(weight), value) {
                    row[label] = value;
                }
            }
        }
        weights
    }

    /// Writes the table that [`Weights::with`] reads.
    #[must_use]
    pub fn write(&self) -> String {
        let mut table = String::new();
        let mut line = |head: String, row: &[i32; LABELS]| {
            if row.iter().any(|&weight| weight != 0) {
                let named =
                    Label::ALL.iter().zip(row).filter(|(_, weight)| **weight != 0);
                let words: Vec<String> = named
                    .map(|((_, letter), weight)| format!("{letter}{weight:+}"))
                    .collect();
                table.extend([head.as_str(), " ", &words.join(" "), "\n"]);
            }
        };
        for ((_, letter), row) in Label::ALL.iter().zip(&self.pairs) {
            line(format!("after {letter}"), row);
        }
        for ((sign, _), bins) in self.table.iter().zip(&self.signs) {
            for (bin, row) in bins.iter().enumerate() {
                line(format!("{sign} {bin}"), row);
            }
        }
        table
    }

    /// What the bins of a row weigh for each label; one bin for each sign.
    #[must_use]
    pub fn of(&self, bins: &[usize]) -> [i32; LABELS] {
        let mut sums = [0; LABELS];
        for (&bin, weights) in bins.iter().zip(&self.signs) {
            for (sum, weight) in sums.iter_mut().zip(weights[bin]) {
                *sum += weight;
            }
        }
        sums
    }
}
