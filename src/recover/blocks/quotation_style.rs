//! How this text sets off its quotations, learned from the text itself.
//!
//! The words of a paragraph make it a likely quotation or not: a colon announces it, or
//! it is in quotation marks. If the likely ones look different from the rest (blank
//! lines, indents, measure), this look is the style of quotations in the text, and other
//! paragraphs of the same look are quotations, too. No style is known beforehand: a few
//! rounds of expectation maximisation find the two looks (Dempster, Laird & Rubin 1977).

use super::quotations;
use super::segment::{Segment, SegmentKind, Segmentation};
use crate::recover::page::measure::EM;
use crate::recover::rows::row_ends::{RowEnd, RowStart};
use crate::recover::rows::stream_style::{self, StreamStyle};
use crate::text::odds::{exp, ln};

/// Rounds until the two looks hardly change.
const ROUNDS: usize = 3;

/// Prior weight of the pooled look in both looks, in paragraphs, so that one or two
/// paragraphs mean little.
const PRIOR: f64 = 3.0;

/// Prior weight of the pooled measure, in rows.
const PRIOR_ROWS: f64 = 6.0;

/// The rows of one paragraph are not independent evidence of its measure: at most this
/// many count.
const WITNESSES: f64 = 4.0;

/// Bound of the score of a look, either way, in natural logarithms of odds.
const MOST: f64 = 4.0;

/// The prior likelihood of a quotation by its words: in quotation marks after a colon, in
/// quotation marks, after a colon, opening with a quotation mark, none of these.
const SAID: [f64; 5] = [0.5, 0.25, 0.3, 0.15, 0.03];

/// Words in quotation marks with fewer rows are mostly speech, and a quotation is less
/// likely by the factor [`SPEECH`].
const ROWS_OF_QUOTATION: usize = 3;

/// See [`ROWS_OF_QUOTATION`].
const SPEECH: f64 = 0.3;

/// How many facets the look of a paragraph has, and how many values each facet has.
const FACETS: usize = 3;

/// See [`FACETS`].
const VALUES: usize = 8;

/// The look of a paragraph.
#[derive(Debug, Clone, Copy)]
struct ParagraphLook {
    /// The prior likelihood of a quotation by its words.
    said: f64,
    /// Space above, space below, indent.
    facets: [usize; FACETS],
    /// Its measure in ems, and how many rows show it.
    measure: Option<(f64, f64)>,
}

/// For each segment, the log odds of a quotation by its look: how often paragraphs of
/// this look are quotations by their words. 0 for segments that are no paragraphs.
pub(super) fn quotation_log_odds(
    segmentation: &Segmentation,
    style: &StreamStyle,
) -> Vec<f64> {
    let first = usual_first_indent(segmentation);
    let seen: Vec<Option<ParagraphLook>> = (0..segmentation.segments.len())
        .map(|at| look_at(segmentation, at, first, style))
        .collect();
    // Paragraphs differ by chance as much as the rows of one paragraph, and by at least
    // one em.
    let spread = (style.full_spread() / f64::from(EM)).max(1.0);
    let mut accords = vec![0.0; seen.len()];
    for _ in 0..ROUNDS {
        let shares: Vec<f64> = seen
            .iter()
            .zip(&accords)
            .map(|(seen, accord)| {
                seen.map_or(0.0, |seen| posterior_likelihood(seen.said, *accord))
            })
            .collect();
        let looks = LookModel::fit(&seen, &shares);
        for ((accord, seen), share) in accords.iter_mut().zip(&seen).zip(&shares) {
            *accord = seen.map_or(0.0, |seen| looks.log_odds(&seen, *share, spread));
        }
    }
    accords
}

/// The likelihood after evidence in log odds.
fn posterior_likelihood(prior: f64, odds: f64) -> f64 {
    let odds = prior / (1.0 - prior) * exp(odds);
    odds / (1.0 + odds)
}

/// The median indent of the first rows of paragraphs relative to the rest.
fn usual_first_indent(segmentation: &Segmentation) -> u32 {
    let paragraphs = segmentation.segments.iter().filter(|segment| {
        segment.kind == SegmentKind::Paragraph && segment.rows.len() > 1
    });
    let mut indents: Vec<u32> = paragraphs
        .map(|segment| {
            let [first, next] =
                [0, 1].map(|at| segmentation.rows[segment.rows.start + at].indent);
            first.saturating_sub(next)
        })
        .collect();
    indents.sort_unstable();
    indents.get(indents.len() / 2).copied().unwrap_or_default()
}

/// The look of a segment that is a paragraph or a quotation.
fn look_at(
    segmentation: &Segmentation,
    at: usize,
    first: u32,
    style: &StreamStyle,
) -> Option<ParagraphLook> {
    let segment = &segmentation.segments[at];
    let plain = matches!(segment.kind, SegmentKind::Paragraph | SegmentKind::Quotation);
    if at < segmentation.displaced || !plain {
        return None;
    }
    let rows = &segmentation.rows[segment.rows.clone()];
    let announced = at.checked_sub(1).is_some_and(|before| {
        let before = &segmentation.rows[segmentation.segments[before].rows.end - 1].plain;
        RowEnd::classify(before.trim_end_matches(['—', '–', ' '])) == RowEnd::Colon
    });
    let content = match (quotations::quotation_marks(rows), announced) {
        (3, true) => 0,
        (3, false) => 1,
        (_, true) if rows[0].begins != RowStart::Dash => 2,
        (2, _) => 3,
        _ => 4,
    };
    let speech = matches!(content, 0 | 1 | 3) && rows.len() < ROWS_OF_QUOTATION;
    let content = SAID[content] * if speech { SPEECH } else { 1.0 };
    let labels = segmentation.quotation_likelihood(segment);
    let said = 1.0 - (1.0 - content) * (1.0 - labels.min(0.95));
    let wrapped: Vec<i32> = rows[..rows.len() - 1].iter().map(|row| row.width).collect();
    let witnesses = f64::from(u32::try_from(wrapped.len()).unwrap_or(u32::MAX));
    let width = stream_style::median(wrapped);
    Some(ParagraphLook {
        said,
        facets: [
            gap_value(segmentation, at, style),
            gap_value(segmentation, at + 1, style),
            {
                // A single row may be indented as far as first rows.
                let (later, usual) =
                    if rows.len() > 1 { (&rows[1..], 0) } else { (rows, first) };
                let indents =
                    later.iter().map(|row| row.indent.saturating_sub(row.margin));
                match indents.min().unwrap_or_default().saturating_sub(usual) {
                    _ if !style.keeps_indents => 0,
                    0 => 1,
                    1 | 2 => 2,
                    3..=5 => 3,
                    6..=12 => 4,
                    _ => 5,
                }
            },
        ],
        measure: width
            .map(|width| (f64::from(width) / f64::from(EM), witnesses.min(WITNESSES))),
    })
}

/// What separates a segment from the one before: 0 unknown, 1 no blank line, 2 a blank
/// line.
fn gap_value(segmentation: &Segmentation, at: usize, style: &StreamStyle) -> usize {
    let row = segmentation
        .segments
        .get(at)
        .map(|segment: &Segment| &segmentation.rows[segment.rows.start]);
    match row {
        Some(row) if !row.turn && !row.interrupted => {
            1 + usize::from(style.blanks_beyond(row) > 0)
        }
        _ => 0,
    }
}

/// How quotations look in this text, and how other paragraphs look.
struct LookModel {
    /// Weight of quotations and of others, by facet and value.
    facets: [[[f64; 2]; VALUES]; FACETS],
    /// Weight of both.
    sums: [f64; 2],
    /// Rows of both that show a measure, and the sum of their measures.
    measures: [[f64; 2]; 2],
}

impl LookModel {
    fn fit(seen: &[Option<ParagraphLook>], shares: &[f64]) -> Self {
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

    /// The log odds of a quotation by the look of a paragraph, with the paragraph itself
    /// left out of both classes.
    fn log_odds(&self, seen: &ParagraphLook, share: f64, spread: f64) -> f64 {
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
                    // Beyond three deviations rows are short for other reasons.
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
