//! The part that each row plays, decided for all rows of a stream at once.

use super::lattice::{self, Factors, Lattice};
use super::observe::Stream;
use super::rows::Announced;
use super::weights::Weights;

/// What a row is among its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
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

/// What it weighs for the labels of a row that a printed table of contents makes it a
/// heading, in hundredths: more than all that a row itself shows.
const ANNOUNCED: i32 = 1500;

/// What it weighs for the row behind that heading to be another, which the table does not
/// name.
const PASSED_OVER: i32 = -300;

/// How many labels there are.
pub const LABELS: usize = 10;

impl Label {
    /// All labels with the letter that stands for each in the table of weights.
    pub const ALL: [(Self, char); LABELS] = [
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

    /// The place in [`Label::ALL`] of the label with the letter that a word begins with.
    pub(super) fn of_letter(word: &str) -> Option<usize> {
        Self::ALL.iter().position(|&(_, letter)| word.starts_with(letter))
    }

    /// Whether this label may stand behind another; a block goes on only after itself.
    #[must_use]
    pub fn follows(self, before: Option<Self>) -> bool {
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

    /// The label of the first row of a block that has this one.
    #[must_use]
    pub fn first(self) -> Self {
        match self {
            Self::Paragraph | Self::ParagraphMore => Self::Paragraph,
            Self::Quotation | Self::QuotationMore => Self::Quotation,
            Self::Heading | Self::HeadingMore => Self::Heading,
            Self::Stanza | Self::VerseLine | Self::VerseMore => Self::Stanza,
            Self::Ornament => Self::Ornament,
        }
    }

    /// What a printed table of contents says for it.
    fn by_contents(self, announced: Announced) -> i32 {
        match announced {
            Announced::First(_) | Announced::Title if self == Self::Heading => ANNOUNCED,
            Announced::More if self == Self::HeadingMore => ANNOUNCED,
            Announced::Behind if self == Self::Heading => ANNOUNCED + PASSED_OVER,
            Announced::Behind if self.begins() => ANNOUNCED,
            _ => 0,
        }
    }

    /// Whether a block begins with it.
    #[must_use]
    pub fn begins(self) -> bool {
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

/// The label of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Decision {
    /// The label that the best sequence has here.
    pub(super) label: Label,
    /// How likely each label is, all sequences considered.
    pub(super) likely: Factors,
}

/// Labels the rows of a stream: the sequence of the greatest weight (Viterbi 1967), and
/// for doubts the likelihood of each label.
pub(super) fn decide(stream: &Stream<'_>, weights: &Weights) -> Vec<Decision> {
    let rows = 0..stream.rows.len();
    let own = rows.map(|at| {
        let mut own = weights.of(&stream.observe(at));
        if let Some(announced) = stream.rows[at].announced {
            for (weight, (label, _)) in own.iter_mut().zip(Label::ALL) {
                *weight += label.by_contents(announced);
            }
        }
        own
    });
    let own: Vec<[i32; LABELS]> = own.collect();
    let lattice =
        Lattice::new(&own.iter().map(factors).collect::<Vec<_>>(), &steps(weights));
    let labels = best_path(&own, weights).into_iter().enumerate();
    labels.map(|(at, label)| Decision { label, likely: lattice.likely(at) }).collect()
}

/// The sequence of labels of the greatest weight.
fn best_path(own: &[[i32; LABELS]], weights: &Weights) -> Vec<Label> {
    /// What cannot be.
    const NEVER: i64 = i64::MIN / 2;
    let mut sums = [0_i64; LABELS];
    let mut befores: Vec<[usize; LABELS]> = Vec::with_capacity(own.len());
    for (at, own) in own.iter().enumerate() {
        let mut next = [(NEVER, 0); LABELS];
        for (place, next) in next.iter_mut().enumerate() {
            let (label, _) = Label::ALL[place];
            if at == 0 {
                *next = (if label.follows(None) { 0 } else { NEVER }, 0);
                continue;
            }
            for (before, (sum, pairs)) in sums.iter().zip(&weights.pairs).enumerate() {
                let sum = sum + i64::from(pairs[place]);
                if label.follows(Some(Label::ALL[before].0)) && sum > next.0 {
                    *next = (sum, before);
                }
            }
        }
        befores.push(next.map(|(_, before)| before));
        for ((sum, (reach, _)), own) in sums.iter_mut().zip(next).zip(own) {
            *sum = reach + i64::from(*own);
        }
    }
    let last = (0..LABELS).max_by_key(|&label| (sums[label], LABELS - label));
    let mut place = last.unwrap_or_default();
    let mut path: Vec<Label> = Vec::with_capacity(own.len());
    for befores in befores.iter().rev() {
        path.push(Label::ALL[place].0);
        place = befores[place];
    }
    path.reverse();
    path
}

/// The factors of a row, the greatest of them 1.
pub(super) fn factors(weights: &[i32; LABELS]) -> Factors {
    let most = weights.iter().max().copied().unwrap_or_default();
    weights.map(|weight| lattice::exp(f64::from(weight - most) / 100.0))
}

/// The factors of neighbouring labels.
pub(super) fn steps(weights: &Weights) -> [Factors; LABELS] {
    let mut steps =
        weights.pairs.map(|row| row.map(|w| lattice::exp(f64::from(w) / 100.0)));
    for ((before, _), row) in Label::ALL.iter().zip(&mut steps) {
        for ((label, _), step) in Label::ALL.iter().zip(row) {
            if !label.follows(Some(*before)) {
                *step = 0.0;
            }
        }
    }
    steps
}
