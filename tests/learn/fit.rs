//! Fits the weights: the likelihood of the true labels, less a penalty on weights, is
//! raised by OWL-QN (Andrew & Gao 2007), which is L-BFGS with weights that stay at nought.

use pliego::recover::blocks::learning::{
    FeatureTable, ForwardBackward, LABELS, LabelFactors, LabelWeights, RowLabel, exp,
};

use crate::gold::Allowed;

/// Rows in order, with what is seen of each and what each may be.
pub(crate) struct Stream {
    /// The bins of each row.
    pub(crate) bins: Vec<Vec<usize>>,
    /// The labels that can be had by each at all.
    pub(crate) possible: Vec<Allowed>,
    /// The labels that each may have.
    pub(crate) allowed: Vec<Allowed>,
    /// How much it counts.
    pub(crate) weight: f64,
}

/// What the fitting is told.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    /// The price of a weight by its size; many stay at nought for it.
    pub(crate) l1: f64,
    /// The price of half its square.
    pub(crate) l2: f64,
    /// How many steps.
    pub(crate) rounds: usize,
    /// Names of signs that are to weigh nothing: to see what they bring.
    pub(crate) without: Vec<String>,
}

/// Steps that the quasi-Newton direction remembers.
const MEMORY: usize = 8;

/// A step is halved at most so often.
const HALVINGS: usize = 20;

/// Parts of the streams that are summed at once; the sums are added in order, so that the
/// number of processors changes nothing.
const PARTS: usize = 2;

/// The weights that fit the streams best.
pub(crate) fn fit(
    table: FeatureTable,
    streams: &[&Stream],
    settings: &Settings,
) -> LabelWeights {
    let mut frame = Frame::new(table, &settings.without);
    let mut weights = vec![0.0; frame.length];
    let (mut loss, mut slope) = frame.loss(streams, &weights, settings);
    let mut memory: Vec<(Vec<f64>, Vec<f64>)> = Vec::new();
    for _ in 0..settings.rounds {
        let steepest = pseudo_slope(&weights, &slope, settings.l1);
        let mut direction = newton(&steepest, &memory);
        for (step, steepest) in direction.iter_mut().zip(&steepest) {
            if *step * steepest >= 0.0 {
                *step = 0.0;
            }
        }
        let descent = dot(&direction, &steepest);
        if descent >= -1e-9 {
            break;
        }
        let mut reach =
            if memory.is_empty() { 1.0 / dot(&steepest, &steepest).sqrt() } else { 1.0 };
        let mut moved = None;
        for _ in 0..HALVINGS {
            let trial: Vec<f64> = weights
                .iter()
                .zip(&direction)
                .zip(&steepest)
                .map(|((&weight, step), steepest)| {
                    let orthant = if weight == 0.0 { -steepest } else { weight };
                    let trial = weight + reach * step;
                    if trial * orthant > 0.0 { trial } else { 0.0 }
                })
                .collect();
            let (trial_loss, trial_slope) = frame.loss(streams, &trial, settings);
            if trial_loss <= loss + 1e-4 * reach * descent {
                moved = Some((trial, trial_loss, trial_slope));
                break;
            }
            reach /= 2.0;
        }
        let Some((next, next_loss, next_slope)) = moved else { break };
        let minus = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a - b).collect();
        let step: (Vec<f64>, Vec<f64>) =
            (minus(&next, &weights), minus(&next_slope, &slope));
        if dot(&step.0, &step.1) > 1e-10 {
            memory.push(step);
        }
        if memory.len() > MEMORY {
            memory.remove(0);
        }
        let gain = loss - next_loss;
        (weights, loss, slope) = (next, next_loss, next_slope);
        if gain < loss * 1e-5 {
            break;
        }
    }
    frame.table(&weights)
}

/// Where each weight stands in one long row.
struct Frame {
    table: FeatureTable,
    /// The place of each sign that weighs something, and the first of its weights.
    signs: Vec<(usize, usize)>,
    /// The first weight of the pairs.
    pairs: usize,
    length: usize,
}

impl Frame {
    fn new(table: FeatureTable, without: &[String]) -> Self {
        let mut length = 0;
        let mut signs = Vec::new();
        for (sign, bins) in LabelWeights::zero(table).features.iter().enumerate() {
            if without.iter().any(|name| *name == table[sign].0) {
                continue;
            }
            signs.push((sign, length));
            length += bins.len() * LABELS;
        }
        Self { table, signs, pairs: length, length: length + LABELS * LABELS }
    }

    /// The loss and its slope, without the price by size in the slope.
    fn loss(
        &mut self,
        streams: &[&Stream],
        weights: &[f64],
        settings: &Settings,
    ) -> (f64, Vec<f64>) {
        let part = streams.len().div_ceil(PARTS).max(1);
        let frame = &*self;
        let sums: Vec<(f64, Vec<f64>)> = std::thread::scope(|scope| {
            let sum = |part: &'_ [&Stream]| {
                let mut slope = vec![0.0; frame.length];
                let mut loss = 0.0;
                for stream in part {
                    loss += frame.stream(stream, weights, &mut slope);
                }
                (loss, slope)
            };
            let running: Vec<_> =
                streams.chunks(part).map(|part| scope.spawn(move || sum(part))).collect();
            running
                .into_iter()
                .map(|sum| sum.join().expect("the sums do not panic"))
                .collect()
        });
        let mut slope: Vec<f64> =
            weights.iter().map(|weight| weight * settings.l2).collect();
        let mut loss = dot(weights, weights) * settings.l2 / 2.0
            + weights.iter().map(|weight| weight.abs()).sum::<f64>() * settings.l1;
        for (part, part_slope) in sums {
            loss += part;
            for (sum, part) in slope.iter_mut().zip(part_slope) {
                *sum += part;
            }
        }
        (loss, slope)
    }

    /// The loss of one stream; its slope is added.
    fn stream(&self, stream: &Stream, weights: &[f64], slope: &mut [f64]) -> f64 {
        let steps = self.steps(weights);
        let mut own: Vec<LabelFactors> = Vec::with_capacity(stream.bins.len());
        for bins in &stream.bins {
            let mut sums = [0.0; LABELS];
            for &(sign, start) in &self.signs {
                let at = start + bins[sign] * LABELS;
                for (sum, weight) in sums.iter_mut().zip(&weights[at..at + LABELS]) {
                    *sum += weight;
                }
            }
            let most = sums.iter().copied().fold(f64::MIN, f64::max);
            own.push(sums.map(|sum| exp(sum - most)));
        }
        let keep = |own: &mut [LabelFactors], among: &[Allowed]| {
            for (factors, among) in own.iter_mut().zip(among) {
                for (factor, among) in factors.iter_mut().zip(among) {
                    *factor *= f64::from(u8::from(*among));
                }
            }
        };
        keep(&mut own, &stream.possible);
        let all = self.add(stream, &own, &steps, stream.weight, slope);
        keep(&mut own, &stream.allowed);
        let allowed = self.add(stream, &own, &steps, -stream.weight, slope);
        (all - allowed) * stream.weight
    }

    /// Adds to the slope what the labels are likely to be; the logarithm of their sum.
    fn add(
        &self,
        stream: &Stream,
        own: &[LabelFactors],
        steps: &[LabelFactors; LABELS],
        sign: f64,
        slope: &mut [f64],
    ) -> f64 {
        let lattice = ForwardBackward::new(own, steps);
        for (at, bins) in stream.bins.iter().enumerate() {
            let likely = lattice.label_likelihoods(at).map(|likely| likely * sign);
            for &(sign, start) in &self.signs {
                let at = start + bins[sign] * LABELS;
                for (sum, likely) in slope[at..at + LABELS].iter_mut().zip(likely) {
                    *sum += likely;
                }
            }
            let Some(before) = at.checked_sub(1).map(|at| lattice.forward[at]) else {
                continue;
            };
            for (label, (factor, after)) in
                own[at].iter().zip(lattice.backward[at]).enumerate()
            {
                let rest = factor * after / lattice.scales[at] * sign;
                for (other, sum) in before.iter().enumerate() {
                    slope[self.pairs + other * LABELS + label] +=
                        sum * steps[other][label] * rest;
                }
            }
        }
        lattice.scales.iter().map(|&scale| ln(scale)).sum()
    }

    /// The factors of neighbouring labels.
    fn steps(&self, weights: &[f64]) -> [LabelFactors; LABELS] {
        let mut steps = [[0.0; LABELS]; LABELS];
        for (before, row) in steps.iter_mut().enumerate() {
            for (label, step) in row.iter_mut().enumerate() {
                if RowLabel::ALL[label].0.may_follow(Some(RowLabel::ALL[before].0)) {
                    *step = exp(weights[self.pairs + before * LABELS + label]);
                }
            }
        }
        steps
    }

    /// The weights as a table, in hundredths.
    fn table(&self, weights: &[f64]) -> LabelWeights {
        #[expect(clippy::cast_possible_truncation, reason = "weights are a few units")]
        let hundredths = |at: usize| (weights[at] * 100.0).round() as i32;
        let mut table = LabelWeights::zero(self.table);
        for &(sign, start) in &self.signs {
            for (bin, row) in table.features[sign].iter_mut().enumerate() {
                *row =
                    std::array::from_fn(|label| hundredths(start + bin * LABELS + label));
            }
        }
        for (before, row) in table.pairs.iter_mut().enumerate() {
            *row = std::array::from_fn(|label| {
                hundredths(self.pairs + before * LABELS + label)
            });
        }
        table
    }
}

/// The slope of loss and price, where the price has a corner the least one.
fn pseudo_slope(weights: &[f64], slope: &[f64], price: f64) -> Vec<f64> {
    let of = |(&weight, &slope): (&f64, &f64)| match weight {
        weight if weight > 0.0 => slope + price,
        weight if weight < 0.0 => slope - price,
        _ if slope + price < 0.0 => slope + price,
        _ if slope - price > 0.0 => slope - price,
        _ => 0.0,
    };
    weights.iter().zip(slope).map(of).collect()
}

/// Downhill, by what the last steps tell of the curvature (Nocedal & Wright, algorithm 7.4).
fn newton(slope: &[f64], memory: &[(Vec<f64>, Vec<f64>)]) -> Vec<f64> {
    let mut direction: Vec<f64> = slope.iter().map(|slope| -slope).collect();
    let mut shares = Vec::with_capacity(memory.len());
    for (step, change) in memory.iter().rev() {
        let share = dot(step, &direction) / dot(step, change);
        add(&mut direction, change, -share);
        shares.push(share);
    }
    if let Some((step, change)) = memory.last() {
        let scale = dot(step, change) / dot(change, change);
        for value in &mut direction {
            *value *= scale;
        }
    }
    for ((step, change), share) in memory.iter().zip(shares.into_iter().rev()) {
        let back = dot(change, &direction) / dot(step, change);
        add(&mut direction, step, share - back);
    }
    direction
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(sums: &mut [f64], values: &[f64], share: f64) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value * share;
    }
}

/// The natural logarithm, alike on every machine: of the power of 2, and by the series of
/// the inverse hyperbolic tangent for the rest.
fn ln(x: f64) -> f64 {
    let bits = x.to_bits();
    let exponent = i32::try_from(bits >> 52 & 0x7FF).unwrap_or_default() - 1023;
    let rest = f64::from_bits(bits & 0x000F_FFFF_FFFF_FFFF | 0x3FF0_0000_0000_0000);
    let z = (rest - 1.0) / (rest + 1.0);
    let series =
        (0..24).rev().fold(0.0, |sum, n| sum * z * z + 1.0 / f64::from(2 * n + 1));
    f64::from(exponent) * std::f64::consts::LN_2 + 2.0 * z * series
}
