//! Logistic regression by Newton's method, with a small Gaussian prior.

use pliego::recover::blocks::learning::exp;

/// The precision of the prior: a weight of one in either direction is nothing unusual.
const PRIOR: f64 = 0.5;

/// Steps of Newton's method; it is still after ten.
const STEPS: usize = 30;

/// The weights that explain examples best: what each shows, and whether it is one.
pub(crate) fn fit<'e, const SIGNS: usize>(
    examples: impl Iterator<Item = (&'e [f64; SIGNS], bool)>,
) -> [f64; SIGNS] {
    let examples: Vec<(&[f64; SIGNS], bool)> = examples.collect();
    let mut weights = [0.0; SIGNS];
    for _ in 0..STEPS {
        let mut gradient = weights.map(|weight| PRIOR * weight);
        let mut hessian = [[0.0; SIGNS]; SIGNS];
        for (at, row) in hessian.iter_mut().enumerate() {
            row[at] = PRIOR;
        }
        for (signs, is_one) in &examples {
            let likely = likelihood(&weights, signs);
            let miss = likely - f64::from(u8::from(*is_one));
            for (row, &sign) in signs.iter().enumerate() {
                gradient[row] += miss * sign;
                for (column, &other) in signs.iter().enumerate() {
                    hessian[row][column] += likely * (1.0 - likely) * sign * other;
                }
            }
        }
        let step = solve(hessian, gradient);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight -= step);
    }
    weights
}

/// How likely something is one, by what it shows.
pub(crate) fn likelihood<const SIGNS: usize>(
    weights: &[f64; SIGNS],
    signs: &[f64; SIGNS],
) -> f64 {
    let sum: f64 = weights.iter().zip(signs).map(|(weight, sign)| weight * sign).sum();
    1.0 / (1.0 + exp(-sum))
}

/// Solves a system of linear equations by elimination; the matrix is positive definite.
fn solve<const SIGNS: usize>(
    mut matrix: [[f64; SIGNS]; SIGNS],
    mut right: [f64; SIGNS],
) -> [f64; SIGNS] {
    for pivot in 0..SIGNS {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let head = &above[pivot];
        for (row, line) in below.iter_mut().enumerate() {
            let ratio = line[pivot] / head[pivot];
            for (entry, &of_head) in line.iter_mut().zip(head).skip(pivot) {
                *entry -= ratio * of_head;
            }
            right[pivot + 1 + row] -= ratio * right[pivot];
        }
    }
    for pivot in (0..SIGNS).rev() {
        let known: f64 =
            (pivot + 1..SIGNS).map(|column| matrix[pivot][column] * right[column]).sum();
        right[pivot] = (right[pivot] - known) / matrix[pivot][pivot];
    }
    right
}
