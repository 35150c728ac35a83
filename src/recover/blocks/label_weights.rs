//! The weights of a linear-chain conditional random field: for each feature and label.

use super::features::FeatureTable;
use super::row_label::{LABELS, RowLabel};

/// Additive weights: for the bins of each feature, and for each pair of adjacent labels.
/// In hundredths of natural log odds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelWeights {
    /// The features that they belong to.
    pub table: FeatureTable,
    /// Weights by feature, bin and label.
    pub features: Vec<Vec<[i32; LABELS]>>,
    /// Weights by label and following label.
    pub pairs: [[i32; LABELS]; LABELS],
}

impl LabelWeights {
    /// Weights that are all 0.
    #[must_use]
    pub fn zero(table: FeatureTable) -> Self {
        let features =
            table.iter().map(|&(_, bins)| vec![[0; LABELS]; bins + 1]).collect();
        Self { table, features, pairs: [[0; LABELS]; LABELS] }
    }

    /// Reads a table: each line has a feature (or `after` and a letter), a bin, and a
    /// weight for each label named. What it does not name weighs 0.
    #[must_use]
    pub fn read_table(self, table: &str) -> Self {
        let mut weights = self;
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split_whitespace();
            let (Some(name), Some(bin)) = (words.next(), words.next()) else { continue };
            let sign = weights.table.iter().position(|&(sign, _)| sign == name);
            let row = match sign {
                Some(sign) => bin
                    .parse()
                    .ok()
                    .and_then(|bin: usize| weights.features[sign].get_mut(bin)),
                None => RowLabel::of_letter(bin).map(|before| &mut weights.pairs[before]),
            };
            let Some(row) = row else { continue };
            for weight in words {
                let value = weight.trim_start_matches(char::is_alphabetic).parse();
                if let (Some(label), Ok(value)) = (RowLabel::of_letter(weight), value) {
                    row[label] = value;
                }
            }
        }
        weights
    }

    /// Writes the table that [`LabelWeights::read_table`] reads.
    #[must_use]
    #[cfg(feature = "internals")]
    pub fn write_table(&self) -> String {
        let mut table = String::new();
        let mut line = |head: String, row: &[i32; LABELS]| {
            if row.iter().any(|&weight| weight != 0) {
                let named =
                    RowLabel::ALL.iter().zip(row).filter(|(_, weight)| **weight != 0);
                let words: Vec<String> = named
                    .map(|((_, letter), weight)| format!("{letter}{weight:+}"))
                    .collect();
                table.extend([head.as_str(), " ", &words.join(" "), "\n"]);
            }
        };
        for ((_, letter), row) in RowLabel::ALL.iter().zip(&self.pairs) {
            line(format!("after {letter}"), row);
        }
        for ((sign, _), bins) in self.table.iter().zip(&self.features) {
            for (bin, row) in bins.iter().enumerate() {
                line(format!("{sign} {bin}"), row);
            }
        }
        table
    }

    /// The weight of each label for the bins of a row; one bin for each feature.
    #[must_use]
    pub fn sum_weights(&self, bins: &[usize]) -> [i32; LABELS] {
        let mut sums = [0; LABELS];
        for (&bin, weights) in bins.iter().zip(&self.features) {
            for (sum, weight) in sums.iter_mut().zip(weights[bin]) {
                *sum += weight;
            }
        }
        sums
    }
}
