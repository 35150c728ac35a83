//! What four inks on coated paper look like, and how much of each a colour needs.
//!
//! The paper under a screen shows the sixteen colours that four inks make over and beside
//! each other, each by its share of the place (Neugebauer; the shares by Demichel). Dots
//! are printed larger than they are, by curves of ISO 12647-2.

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::lut;
use super::space::{Lab, Xyz, lab, parts, xyz};

/// Inks.
pub(in crate::edition::pdf::press) const INKS: usize = 4;

/// Shares of cyan, magenta, yellow and black.
pub(in crate::edition::pdf::press) type Cover = [f64; INKS];

/// Paper, solids and overprints of the three colours, as ISO 12647-2:2004 with its
/// amendment of 2007 has them for paper of the types 1 and 2, on white backing; FOGRA39,
/// which was measured in print of that standard, has the same. The place of each has a bit
/// for cyan (1), magenta (2) and yellow (4).
const COLOURS: [Lab; 8] = [
    [95.0, 0.0, -2.0],
    [55.0, -37.0, -50.0],
    [48.0, 74.0, -3.0],
    [24.0, 22.0, -46.0],
    [89.0, -5.0, 93.0],
    [50.0, -65.0, 27.0],
    [47.0, 68.0, 48.0],
    [23.0, 0.0, 0.0],
];

/// Black on the same paper.
const BLACK: Lab = [16.0, 0.0, 0.0];

/// Ink on black takes so much of what it takes on paper: all four together are then as
/// dark as offset presses print them, at a lightness of about 9 (FOGRA39: 8.7).
const ON_BLACK: f64 = 0.5;

/// What a tint of 40 % gains on the way to the paper: curves A (colours) and B (black) of
/// ISO 12647-2:2004.
const GAINS_AT_40: Cover = [0.13, 0.13, 0.13, 0.16];

/// What black gains in the middle.
pub(super) const BLACK_GAIN: f64 = GAINS_AT_40[3] * TO_MIDDLE;

/// From the gain at 40 % to that in the middle, on a parabola.
const TO_MIDDLE: f64 = 0.25 / (0.4 * 0.6);

/// Below this lightness black joins the colours, ever more of it: above, its dots would be
/// seen one by one.
const BLACK_BEGINS: f64 = 70.0;

/// At this distance from grey a colour is pure. It has no black, which would dull it.
const PURE: f64 = 80.0;

/// The lightness of middle grey.
const MIDDLE: f64 = 50.0;

/// Magenta, red, yellow, green, cyan and blue, as they lie around grey.
const AROUND: [usize; 6] = [2, 6, 4, 5, 1, 3];

/// Points along each axis of the table from colours to inks; the greys lie on one.
pub(super) const GRID: usize = 17;

/// A press, with a limit of ink.
#[derive(Debug)]
pub(super) struct Press {
    /// The sixteen colours; those with black from 8.
    primaries: [Xyz; 16],
    /// The most ink in one place.
    limit: f64,
    /// The lightness of the darkest place.
    darkest: f64,
}

impl Press {
    /// The press with a limit, in parts of one ink's full cover.
    pub(super) fn new(limit: f64) -> Self {
        let paper = xyz(COLOURS[0]);
        let on_paper = |seen: Lab| {
            let light = xyz(seen);
            [0, 1, 2].map(|axis| light[axis] / paper[axis])
        };
        let black = on_paper(BLACK);
        let mut primaries = [[0.0; 3]; 16];
        for (place, &colour) in COLOURS.iter().enumerate() {
            let colour = on_paper(colour);
            primaries[place] = colour;
            primaries[place + 8] = [0, 1, 2]
                .map(|axis| black[axis] * (1.0 - ON_BLACK + ON_BLACK * colour[axis]));
        }
        let mut press = Self { primaries, limit, darkest: 0.0 };
        press.darkest = lab(press.shown(press.darkest()))[0];
        press
    }

    /// The paper in absolute terms: parts of the light of D50.
    pub(super) fn paper() -> Xyz {
        xyz(COLOURS[0])
    }

    /// What a cover looks like, beside the paper.
    pub(super) fn shown(&self, cover: Cover) -> Xyz {
        let mut gained = cover;
        for (share, gain) in gained.iter_mut().zip(GAINS_AT_40) {
            *share += 4.0 * gain * TO_MIDDLE * *share * (1.0 - *share);
        }
        let [c, m, y, k] = gained;
        self.light([c, m, y], k)
    }

    /// The darkest that may be printed.
    pub(super) fn darkest(&self) -> Cover {
        let colour = ((self.limit - 1.0) / 3.0).clamp(0.0, 1.0);
        [colour, colour, colour, 1.0]
    }

    /// The light of printed shares.
    fn light(&self, colours: [f64; 3], black: f64) -> Xyz {
        let mut light = [0.0; 3];
        for place in 0..8 {
            let share = share(colours, place, None);
            for (axis, part) in light.iter_mut().enumerate() {
                let [without, with] =
                    [place, place + 8].map(|place| self.primaries[place][axis]);
                *part += share * (without + (with - without) * black);
            }
        }
        light
    }

    /// How the light changes with each of the three colours.
    fn slopes(&self, colours: [f64; 3], black: f64) -> [[f64; 3]; 3] {
        [0, 1, 2].map(|ink| {
            let mut slope = [0.0; 3];
            for place in 0..8 {
                let share = share(colours, place, Some(ink));
                for (axis, part) in slope.iter_mut().enumerate() {
                    let [without, with] =
                        [place, place + 8].map(|place| self.primaries[place][axis]);
                    *part += share * (without + (with - without) * black);
                }
            }
            slope
        })
    }

    /// The shares of the three colours that give a light beside a share of black, and
    /// whether they are found: a share far below nothing or above all ends the search.
    fn solve(&self, wanted: Xyz, black: f64) -> ([f64; 3], bool) {
        let mut colours = [0.5; 3];
        for _ in 0..STEPS {
            let light = self.light(colours, black);
            let missing = [0, 1, 2].map(|axis| wanted[axis] - light[axis]);
            let Some(step) = cramer(self.slopes(colours, black), missing) else { break };
            let before = colours;
            for (colour, step) in colours.iter_mut().zip(step) {
                *colour = (*colour + step).clamp(-0.5, 1.5);
            }
            if colours.iter().zip(before).all(|(now, then)| (now - then).abs() < NEAR) {
                return (colours, step.iter().all(|step| step.abs() < NEAR));
            }
        }
        (colours, false)
    }

    /// How a colour is printed: with black as its lightness wants it, or with as much less
    /// or more as leaves the three colours between nothing and all. None where it cannot
    /// be printed.
    fn printed(&self, colour: Lab) -> Option<Cover> {
        let wanted = xyz(colour);
        let mut black = self.black(colour);
        let (mut least, mut most) = (0.0, 1.0);
        for _ in 0..TRIALS {
            let (colours, found) = self.solve(wanted, black);
            let less = colours.iter().any(|share| *share < -NEAR);
            let more = colours.iter().any(|share| *share > 1.0 + NEAR);
            match (less, more) {
                (false, false) if found => {
                    let cover = tints(colours, black);
                    if cover.iter().sum::<f64>() <= self.limit {
                        return Some(cover);
                    }
                    // Black in the place of three colours is less ink.
                    least = black;
                }
                (true, false) => most = black,
                (false, true) => least = black,
                _ => return None,
            }
            if most - least < FINE {
                return None;
            }
            black = f64::midpoint(least, most);
        }
        None
    }

    /// The share of black that a colour has.
    fn black(&self, [lightness, red, yellow]: Lab) -> f64 {
        let depth = (BLACK_BEGINS - lightness) / (BLACK_BEGINS - self.darkest);
        let pure = (red * red + yellow * yellow).sqrt() / PURE;
        let depth = depth.clamp(0.0, 1.0);
        depth * depth * (1.0 - pure).clamp(0.0, 1.0)
    }

    /// How a colour is printed, or the first that can be on the way to a grey, and whether
    /// it was the colour itself. The grey is the nearer to the lightness that the inks have
    /// where they are purest, the purer the colour is.
    fn nearest(&self, colour: Lab) -> (Cover, bool) {
        if let Some(cover) = self.printed(colour) {
            return (cover, true);
        }
        let [lightness, red, yellow] = colour;
        let pure = ((red * red + yellow * yellow).sqrt() / PURE).min(1.0);
        let mut purest = purest(red, yellow);
        if lightness > purest {
            // Level with it, a light colour would lose more hue than lightness.
            purest = purest.min(MIDDLE);
        }
        // One that is nearly grey keeps its lightness, or white would leave the paper.
        let grey = purest + (lightness.max(self.darkest) - purest) * (1.0 - pure);
        let greyer =
            |part: f64| [grey + (lightness - grey) * part, red * part, yellow * part];
        let (mut inside, mut outside) = (0.0, 1.0);
        let mut found = None;
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(inside, outside);
            match self.printed(greyer(middle)) {
                Some(cover) => (inside, found) = (middle, Some(cover)),
                None => outside = middle,
            }
        }
        (found.unwrap_or_else(|| self.darkest()), false)
    }

    /// How the colours of the table are printed, lightness by lightness, then from green
    /// to red, then from blue to yellow.
    pub(super) fn table(&self) -> Vec<(Cover, bool)> {
        let rows: Vec<Vec<(Cover, bool)>> = (0..GRID * GRID)
            .into_par_iter()
            .map(|row| {
                let columns = 0..GRID;
                columns.map(|b| self.nearest(node([row / GRID, row % GRID, b]))).collect()
            })
            .collect();
        rows.concat()
    }
}

/// The colour at a point of the table: eight bits of each axis (ICC.1 §6.3.4.2).
fn node(place: [usize; 3]) -> Lab {
    #[expect(clippy::cast_precision_loss, reason = "a table has few points")]
    let part = |axis: usize| place[axis] as f64 / (GRID - 1) as f64;
    [part(0) * 100.0, part(1) * 255.0 - 128.0, part(2) * 255.0 - 128.0]
}

/// The share of one of the eight colours, or how it changes with an ink.
fn share(colours: [f64; 3], place: usize, changing: Option<usize>) -> f64 {
    let of = |ink: usize| {
        let there = place >> ink & 1 == 1;
        match (changing == Some(ink), there) {
            (true, true) => 1.0,
            (true, false) => -1.0,
            (false, true) => colours[ink],
            (false, false) => 1.0 - colours[ink],
        }
    };
    of(0) * of(1) * of(2)
}

/// Steps of a search: a dozen is twice what the slowest takes that ends.
const STEPS: usize = 12;

/// What counts as nothing: a tenth of what eight bits can say.
const NEAR: f64 = 0.000_4;

/// Shares of black that are tried for a colour, halving what is left each time.
const TRIALS: usize = 7;

/// Shares of black that are no farther apart print alike.
const FINE: f64 = 0.01;

/// Halvings of the way to grey: to less than what eyes tell apart.
const HALVINGS: usize = 7;

/// The lightness of the purest colour of a hue: what lies between two of the six is a
/// mixture of them.
fn purest(red: f64, yellow: f64) -> f64 {
    let cross = |a: [f64; 2], b: [f64; 2]| a[0] * b[1] - a[1] * b[0];
    let next = AROUND.into_iter().cycle().skip(1);
    let between = AROUND.into_iter().zip(next).find_map(|(one, other)| {
        let ([light, a, b], [other_light, c, d]) = (COLOURS[one], COLOURS[other]);
        let whole = cross([a, b], [c, d]);
        let share = cross([red, yellow], [c, d]) / whole;
        let rest = cross([a, b], [red, yellow]) / whole;
        let is_between = share >= 0.0 && rest >= 0.0 && share + rest > 0.0;
        is_between.then(|| (share * light + rest * other_light) / (share + rest))
    });
    between.unwrap_or(MIDDLE)
}

/// The tints that print as shares.
fn tints(colours: [f64; 3], black: f64) -> Cover {
    let [c, m, y] = colours.map(|share| share.clamp(0.0, 1.0));
    let mut cover = [c, m, y, black];
    for (share, gain) in cover.iter_mut().zip(GAINS_AT_40) {
        *share = ungained(*share, gain * TO_MIDDLE);
    }
    cover
}

/// The tint that is printed as a share (the gain undone: the root of its parabola).
pub(super) fn ungained(share: f64, gain: f64) -> f64 {
    let one = 1.0 + 4.0 * gain;
    (one - (one * one - 16.0 * gain * share).max(0.0).sqrt()) / (8.0 * gain)
}

/// Three equations: the parts of three slopes that sum up to what is missing.
fn cramer(slopes: [[f64; 3]; 3], missing: Xyz) -> Option<[f64; 3]> {
    let volume = |a: [f64; 3], b: [f64; 3], c: [f64; 3]| {
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
    };
    let [c, m, y] = slopes;
    let whole = volume(c, m, y);
    (whole.abs() > 1e-9).then(|| {
        [
            volume(missing, m, y) / whole,
            volume(c, missing, y) / whole,
            volume(c, m, missing) / whole,
        ]
    })
}

/// What a table has for a colour, between its points.
pub(super) fn looked_up(printed: &[(Cover, bool)], colour: Lab) -> Cover {
    lut::between(parts(colour), GRID, |place| printed[place].0.as_slice())
}

#[cfg(test)]
mod tests {
    use super::{BLACK, COLOURS, Press, looked_up};
    use crate::edition::pdf::press::condition::space::lab;
    use crate::edition::pdf::press::condition::tables;

    #[test]
    fn solids_look_as_the_standard_says() {
        let press = Press::new(3.0);
        let paper = Press::paper();
        for (place, wanted) in COLOURS.iter().chain([&BLACK]).enumerate() {
            let ink = |bit: usize| f64::from(u8::from(place >> bit & 1 == 1));
            let shown = press.shown([ink(0), ink(1), ink(2), ink(3)]);
            let found = lab([0, 1, 2].map(|axis| shown[axis] * paper[axis]));
            let near = found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-6);
            assert!(near, "{place}: {found:?}, not {wanted:?}");
        }
    }

    #[test]
    fn colours_that_can_be_printed_are_printed_as_they_look() {
        let press = Press::new(3.0);
        for colour in [
            [100.0, 0.0, 0.0],
            [80.0, 10.0, 20.0],
            [60.0, -30.0, 10.0],
            [50.0, 50.0, 30.0],
            [35.0, 10.0, -30.0],
            [20.0, 0.0, 0.0],
        ] {
            let cover = press.printed(colour).expect("it can be printed");
            let shown = lab(press.shown(cover));
            let near =
                shown.iter().zip(colour).all(|(a, b): (&f64, f64)| (a - b).abs() < 0.2);
            assert!(near, "{colour:?}: {cover:?} looks like {shown:?}");
        }
    }

    #[test]
    fn the_table_keeps_the_limit_and_leaves_paper_white() {
        let press = Press::new(2.4);
        let table = press.table();
        assert!(table.iter().all(|(cover, _)| cover.iter().sum::<f64>() <= 2.401));
        assert!(looked_up(&table, [100.0, 0.0, 0.0]).iter().all(|&share| share < 0.01));
        let dark = looked_up(&table, [0.0, 0.0, 0.0]);
        assert!(dark[3] > 0.99 && dark[0] > 0.4, "{dark:?}");
        crate::edition::pdf::icc::check(&tables::profile(&press, &table));
    }
}
