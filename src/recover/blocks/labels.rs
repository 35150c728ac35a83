//! The part that each row plays, decided for all rows of a stream at once.

use std::sync::LazyLock;

use super::observe::{Sign, Stream};

/// What a row is among its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Label {
    /// The first row of a paragraph.
    Paragraph,
    /// A further row of a paragraph.
    ParagraphMore,
    /// The first row of a paragraph quoted.
    Quotation,
    /// A further row of a paragraph quoted.
    QuotationMore,
    /// The first row of a heading.
    Heading,
    /// A further row of a heading.
    HeadingMore,
    /// The first line of a stanza.
    Stanza,
    /// A further line of a stanza.
    VerseLine,
    /// The end of a line of verse that was too long for the measure.
    VerseMore,
    /// An ornament.
    Ornament,
}

/// Labels, in the order of [`Label::ALL`].
const LABELS: usize = 10;

impl Label {
    /// All labels with the letter that stands for each in the table of weights.
    pub(super) const ALL: [(Self, char); LABELS] = [
        (Self::Paragraph, 'P'),
        (Self::ParagraphMore, 'p'),
        (Self::Quotation, 'Q'),
        (Self::QuotationMore, 'q'),
        (Self::Heading, 'H'),
        (Self::HeadingMore, 'h'),
        (Self::Stanza, 'S'),
        (Self::VerseLine, 'V'),
        (Self::VerseMore, 'w'),
        (Self::Ornament, 'O'),
    ];

    /// Whether this label may stand behind another; a block goes on only after itself.
    fn follows(self, before: Option<Self>) -> bool {
        let Some(before) = before else { return self.begins() };
        match self {
            Self::ParagraphMore => {
                matches!(before, Self::Paragraph | Self::ParagraphMore)
            }
            Self::QuotationMore => {
                matches!(before, Self::Quotation | Self::QuotationMore)
            }
            Self::HeadingMore => matches!(before, Self::Heading | Self::HeadingMore),
            Self::VerseLine | Self::VerseMore => {
                matches!(before, Self::Stanza | Self::VerseLine | Self::VerseMore)
            }
            _ => true,
        }
    }

    /// Whether a block begins with it.
    pub(super) fn begins(self) -> bool {
        matches!(
            self,
            Self::Paragraph
                | Self::Quotation
                | Self::Heading
                | Self::Stanza
                | Self::Ornament
        )
    }
}

/// The weights that are added up: for the bins of each sign, and for each pair of
/// neighbouring labels. In hundredths of a natural logarithm of odds.
struct Weights {
    /// By sign, bin and label.
    signs: Vec<Vec<[i32; LABELS]>>,
    /// By label before and label.
    pairs: [[i32; LABELS]; LABELS],
}

/// The table that was fitted on extracted texts of known structure.
static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| read(include_str!("weights.txt")));

/// Reads the table: lines of a sign (or `after` and a letter), a bin, and a weight for
/// each label named. What it does not name weighs nothing.
fn read(table: &str) -> Weights {
    let signs =
        Sign::ALL.iter().map(|&(_, _, bins)| vec![[0; LABELS]; bins + 1]).collect();
    let mut weights = Weights { signs, pairs: [[0; LABELS]; LABELS] };
    let label =
        |letter: &str| Label::ALL.iter().position(|&(_, l)| letter.starts_with(l));
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let (Some(name), Some(bin)) = (words.next(), words.next()) else { continue };
        let sign = Sign::ALL.iter().position(|&(_, sign, _)| sign == name);
        let row = match sign {
            Some(sign) => {
                bin.parse().ok().and_then(|bin: usize| weights.signs[sign].get_mut(bin))
            }
            None => label(bin).map(|before| &mut weights.pairs[before]),
        };
        let Some(row) = row else { continue };
        for weight in words {
            if let (Some(label), Ok(value)) =
                (label(weight), weight.trim_start_matches(char::is_alphabetic).parse())
            {
                row[label] = value;
            }
        }
    }
    weights
}

/// A label, and how far the best path with it is ahead of the best path that answers
/// "does a block begin here?" the other way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decision {
    /// The label.
    pub(super) label: Label,
    /// In hundredths of a natural logarithm of odds; never below 0.
    pub(super) margin: i32,
}

/// What cannot be. Far from the ends of `i32`, so that sums of it do not overflow.
const IMPOSSIBLE: i32 = -1_000_000_000;

/// Labels the rows of a stream: the sequence of the greatest weight (Viterbi), with
/// max-marginals for the margins.
pub(super) fn decide(stream: Stream<'_>) -> Vec<Decision> {
    let own: Vec<[i32; LABELS]> =
        (0..stream.rows.len()).map(|at| local(stream, at)).collect();
    let forward = forward(&own);
    let backward = backward(&own);
    let best = |at: usize, begins: Option<bool>| {
        let allowed = move |label: &usize| {
            begins.is_none_or(|begins| Label::ALL[*label].0.begins() == begins)
        };
        (0..LABELS)
            .filter(allowed)
            .map(|label| (forward[at][label] + backward[at][label], label))
            .max_by_key(|&(sum, label)| (sum, LABELS - label))
            .unwrap_or((i64::from(IMPOSSIBLE), 0))
    };
    let mut decisions: Vec<Decision> = Vec::with_capacity(own.len());
    for at in 0..own.len() {
        let before = decisions.last().map(|decision| decision.label);
        let (sum, _) = best(at, None);
        // Of the labels on a best path, one that may follow what was chosen before.
        let label = (0..LABELS)
            .filter(|&label| Label::ALL[label].0.follows(before))
            .max_by_key(|&label| {
                let step = before.map_or(0, |before| pair(before, label));
                (
                    i64::from(step) + i64::from(own[at][label]) + backward[at][label],
                    LABELS - label,
                )
            })
            .unwrap_or_default();
        let label = Label::ALL[label].0;
        let (other, _) = best(at, Some(!label.begins()));
        let margin = i32::try_from(sum - other).unwrap_or(i32::MAX).max(0);
        decisions.push(Decision { label, margin });
    }
    decisions
}

/// The weights of the row's own signs for each label.
fn local(stream: Stream<'_>, at: usize) -> [i32; LABELS] {
    let mut sums = [0; LABELS];
    for (bin, weights) in stream.observe(at).into_iter().zip(&WEIGHTS.signs) {
        for (sum, weight) in sums.iter_mut().zip(weights[bin]) {
            *sum += weight;
        }
    }
    sums
}

/// The weight of a label behind another.
fn pair(before: Label, label: usize) -> i32 {
    let before = Label::ALL.iter().position(|&(l, _)| l == before).unwrap_or_default();
    WEIGHTS.pairs[before][label]
}

/// For each row and label the weight of the best path up to it, itself included.
fn forward(own: &[[i32; LABELS]]) -> Vec<[i64; LABELS]> {
    let mut table: Vec<[i64; LABELS]> = Vec::with_capacity(own.len());
    for (at, weights) in own.iter().enumerate() {
        let mut sums = [i64::from(IMPOSSIBLE); LABELS];
        for (label, sum) in sums.iter_mut().enumerate() {
            let (this, _) = Label::ALL[label];
            let reach = match at.checked_sub(1) {
                None => {
                    if this.follows(None) {
                        0
                    } else {
                        i64::from(IMPOSSIBLE)
                    }
                }
                Some(at) => (0..LABELS)
                    .filter(|&before| this.follows(Some(Label::ALL[before].0)))
                    .map(|before| {
                        table[at][before] + i64::from(WEIGHTS.pairs[before][label])
                    })
                    .max()
                    .unwrap_or(i64::from(IMPOSSIBLE)),
            };
            *sum = reach + i64::from(weights[label]);
        }
        table.push(sums);
    }
    table
}

/// For each row and label the weight of the best path after it, itself left out.
fn backward(own: &[[i32; LABELS]]) -> Vec<[i64; LABELS]> {
    let mut table = vec![[0; LABELS]; own.len()];
    for at in (0..own.len().saturating_sub(1)).rev() {
        for label in 0..LABELS {
            let (this, _) = Label::ALL[label];
            table[at][label] = (0..LABELS)
                .filter(|&next| Label::ALL[next].0.follows(Some(this)))
                .map(|next| {
                    let step = i64::from(WEIGHTS.pairs[label][next]);
                    step + i64::from(own[at + 1][next]) + table[at + 1][next]
                })
                .max()
                .unwrap_or(i64::from(IMPOSSIBLE));
        }
    }
    table
}
