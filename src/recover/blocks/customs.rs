//! Customs: how this text sets off what it quotes, learnt from itself.
//!
//! What a paragraph says makes it a likely quotation or not: a colon announces it, it stands
//! in quotation marks. If those that are likely look otherwise than the rest (blank lines,
//! indents, measure), this look is the custom of the text, and what has it is a quotation,
//! too. No custom is known beforehand: the two looks are found by a few rounds of
//! expectation and maximisation (Dempster, Laird & Rubin 1977).

use super::drafts::{Draft, Kind, Sketch};
use super::quotations;
use crate::recover::page::measure::EM;
use crate::recover::rows::ends::{End, Start};
use crate::recover::rows::style::{self, Style};

use crate::text::odds::{exp, ln};

/// Rounds until the two looks change little.
const ROUNDS: usize = 3;

/// How many paragraphs without a look of their own both looks are thought to have seen, so
/// that one or two tell little.
const PRIOR: f64 = 3.0;

/// The same for the measure, in rows.
const PRIOR_ROWS: f64 = 6.0;

/// Rows of one paragraph are no independent witnesses of its measure: so many count at most.
const WITNESSES: f64 = 4.0;

/// What a look says counts for no more than this, either way, in natural logarithms of odds.
const MOST: f64 = 4.0;

/// How likely a paragraph is a quotation by what it says: in quotation marks behind a colon,
/// in quotation marks, behind a colon, opening with a quotation mark, none of these.
const SAID: [f64; 5] = [0.5, 0.25, 0.3, 0.15, 0.03];

/// What stands in quotation marks and has fewer rows is mostly speech: so many times less
/// likely a quotation.
const ROWS_OF_QUOTATION: usize = 3;

/// See [`ROWS_OF_QUOTATION`].
const SPEECH: f64 = 0.3;

/// Kinds of evidence about the look of a paragraph, and the values of each.
const FACETS: usize = 3;

/// See [`FACETS`].
const VALUES: usize = 8;

/// What is seen of a paragraph.
#[derive(Debug, Clone, Copy)]
struct Seen {
    /// How likely it is a quotation by what it says.
    said: f64,
    /// Space above, space below, indent.
    facets: [usize; FACETS],
    /// Its measure in ems, and how many rows witness it.
    measure: Option<(f64, f64)>,
}

/// How much the look of each draft speaks for a quotation, in natural logarithms of odds:
/// how often others that say it of themselves look so. None for what is no paragraph.
pub(super) fn accords(sketch: &Sketch, style: &Style) -> Vec<f64> {
    let first = first_indent(sketch);
    let seen: Vec<Option<Seen>> =
        (0..sketch.drafts.len()).map(|at| see(sketch, at, first, style)).collect();
    // Paragraphs differ by chance as much as the rows of one do, and by an em at least.
    let spread = (style.full_spread() / f64::from(EM)).max(1.0);
    let mut accords = vec![0.0; seen.len()];
    for _ in 0..ROUNDS {
        let shares: Vec<f64> = seen
            .iter()
            .zip(&accords)
            .map(|(seen, accord)| seen.map_or(0.0, |seen| posterior(seen.said, *accord)))
            .collect();
        let looks = Looks::of(&seen, &shares);
        for ((accord, seen), share) in accords.iter_mut().zip(&seen).zip(&shares) {
            *accord = seen.map_or(0.0, |seen| looks.accord(&seen, *share, spread));
        }
    }
    accords
}

/// A likelihood after evidence in logarithms of odds.
fn posterior(prior: f64, odds: f64) -> f64 {
    let odds = prior / (1.0 - prior) * exp(odds);
    odds / (1.0 + odds)
}

/// How far the first rows of paragraphs are indented against the rest, in the middle.
fn first_indent(sketch: &Sketch) -> u32 {
    let paragraphs = sketch
        .drafts
        .iter()
        .filter(|draft| draft.kind == Kind::Paragraph && draft.rows.len() > 1);
    let mut indents: Vec<u32> = paragraphs
        .map(|draft| {
            let [first, next] =
                [0, 1].map(|at| sketch.rows[draft.rows.start + at].indent);
            first.saturating_sub(next)
        })
        .collect();
    indents.sort_unstable();
    indents.get(indents.len() / 2).copied().unwrap_or_default()
}

/// What is seen of a draft that is a paragraph or a quotation.
fn see(sketch: &Sketch, at: usize, first: u32, style: &Style) -> Option<Seen> {
    let draft = &sketch.drafts[at];
    let plain = matches!(draft.kind, Kind::Paragraph | Kind::Quotation);
    if at < sketch.displaced || !plain {
        return None;
    }
    let rows = &sketch.rows[draft.rows.clone()];
    let announced = at.checked_sub(1).is_some_and(|before| {
        let before = &sketch.rows[sketch.drafts[before].rows.end - 1].plain;
        End::of(before.trim_end_matches(['—', '–', ' '])) == End::Colon
    });
    let content = match (quotations::marks(rows), announced) {
        (3, true) => 0,
        (3, false) => 1,
        (_, true) if rows[0].begins != Start::Dash => 2,
        (2, _) => 3,
        _ => 4,
    };
    let speech = matches!(content, 0 | 1 | 3) && rows.len() < ROWS_OF_QUOTATION;
    let content = SAID[content] * if speech { SPEECH } else { 1.0 };
    let labels = sketch.quotation_likely(draft);
    let said = 1.0 - (1.0 - content) * (1.0 - labels.min(0.95));
    let wrapped: Vec<i32> = rows[..rows.len() - 1].iter().map(|row| row.width).collect();
    let witnesses = f64::from(u32::try_from(wrapped.len()).unwrap_or(u32::MAX));
    let width = style::middle(wrapped);
    Some(Seen {
        said,
        facets: [gap(sketch, at, style), gap(sketch, at + 1, style), {
            // A row alone may stand as far in as first rows do.
            let (later, usual) =
                if rows.len() > 1 { (&rows[1..], 0) } else { (rows, first) };
            let indents = later.iter().map(|row| row.indent.saturating_sub(row.margin));
            match indents.min().unwrap_or_default().saturating_sub(usual) {
                _ if !style.keeps_indents => 0,
                0 => 1,
                1 | 2 => 2,
                3..=5 => 3,
                6..=12 => 4,
                _ => 5,
            }
        }],
        measure: width
            .map(|width| (f64::from(width) / f64::from(EM), witnesses.min(WITNESSES))),
    })
}

/// What parts a draft from the one before: nothing known, no blank line, a blank line.
fn gap(sketch: &Sketch, at: usize, style: &Style) -> usize {
    let row = sketch.drafts.get(at).map(|draft: &Draft| &sketch.rows[draft.rows.start]);
    match row {
        Some(row) if !row.turn && !row.interrupted => {
            1 + usize::from(style.blanks_beyond(row) > 0)
        }
        _ => 0,
    }
}

/// How quotations look in this text, and how other paragraphs.
struct Looks {
    /// Weight of quotations and of others, by facet and value.
    facets: [[[f64; 2]; VALUES]; FACETS],
    /// Weight of both.
    sums: [f64; 2],
    /// Rows of both that witness a measure, and the sum of their measures.
    measures: [[f64; 2]; 2],
}

impl Looks {
    fn of(seen: &[Option<Seen>], shares: &[f64]) -> Self {
        let mut looks = Self {
            facets: [[[0.0; 2]; VALUES]; FACETS],
            sums: [0.0; 2],
            measures: [[0.0; 2]; 2],
        };
        for (seen, share) in seen.iter().zip(shares) {
            let Some(seen) = seen else { continue };
            for (class, share) in [*share, 1.0 - share].into_iter().enumerate() {
                looks.sums[class] += share;
                for (facet, &value) in looks.facets.iter_mut().zip(&seen.facets) {
                    facet[value][class] += share;
                }
                if let Some((measure, rows)) = seen.measure {
                    looks.measures[class][0] += share * rows;
                    looks.measures[class][1] += share * rows * measure;
                }
            }
        }
        looks
    }

    /// How much the look of a paragraph speaks for a quotation, itself left out of both.
    fn accord(&self, seen: &Seen, share: f64, spread: f64) -> f64 {
        let own = [share, 1.0 - share];
        let mut accord = 0.0;
        for (facet, &value) in self.facets.iter().zip(&seen.facets) {
            let all = self.sums[0] + self.sums[1] - 1.0;
            let pooled = (facet[value][0] + facet[value][1] - 1.0 + 0.5) / (all + 1.0);
            let likely = |class: usize| {
                let of_value = facet[value][class] - own[class];
                let all = self.sums[class] - own[class];
                (of_value + PRIOR * pooled) / (all + PRIOR)
            };
            accord += ln(likely(0) / likely(1));
        }
        if let Some((measure, rows)) = seen.measure {
            let without = |class: usize| {
                let [all, sum] = self.measures[class];
                [all - own[class] * rows, sum - own[class] * rows * measure]
            };
            let [[quoted, quoted_sum], [plain, plain_sum]] = [without(0), without(1)];
            if quoted + plain > 0.0 {
                let whole = (quoted_sum + plain_sum) / (quoted + plain);
                let of = |rows: f64, sum: f64| {
                    (sum + PRIOR_ROWS * whole) / (rows + PRIOR_ROWS)
                };
                let far = |middle: f64| {
                    // Beyond three spreads rows are short for other reasons.
                    let far = ((measure - middle) / spread).clamp(-3.0, 3.0);
                    far * far
                };
                let says = far(of(plain, plain_sum)) - far(of(quoted, quoted_sum));
                accord += says * rows / 2.0;
            }
        }
        accord.clamp(-MOST, MOST)
    }
}
