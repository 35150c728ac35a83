//! A model of four inks on coated paper: what they look like, and how much of each a colour
//! needs.
//!
//! The sixteen colours that four inks make over and beside each other add up, each by its share
//! of the area (Neugebauer; the shares by Demichel). Dots are printed larger than they are, by
//! the gain curves of ISO 12647-2.

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::lut;
use super::space::{InkCover, Lab, Xyz, to_axis_parts, to_lab, to_xyz};

/// Paper, solids and overprints of the three colours, as ISO 12647-2:2004 with its
/// amendment of 2007 has them for paper of the types 1 and 2, on white backing; FOGRA39,
/// which was measured in print of that standard, has the same. The index of each has a bit for
/// cyan (1), magenta (2) and yellow (4).
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

/// How much light an ink absorbs on black, as a part of what it absorbs on paper. With it all
/// four inks together are as dark as offset presses print them, at a lightness of about 9
/// (FOGRA39: 8.7).
const ON_BLACK: f64 = 0.5;

/// The dot gains of a tint of 40 %: curves A (colours) and B (black) of
/// ISO 12647-2:2004.
const GAINS_AT_40: InkCover = [0.13, 0.13, 0.13, 0.16];

/// The dot gain of black at 50 %.
pub(super) const BLACK_GAIN: f64 = GAINS_AT_40[3] * TO_MIDDLE;

/// The factor from the gain at 40 % to that at 50 %, on a parabola.
const TO_MIDDLE: f64 = 0.25 / (0.4 * 0.6);

/// The lightness below which black is added to the colours, more and more of it. Above, single
/// dots of black would be visible.
const BLACK_BEGINS: f64 = 70.0;

/// The distance from grey at which a colour is pure. It has no black, which would dull it.
const PURE: f64 = 80.0;

/// The lightness of middle grey.
const MIDDLE: f64 = 50.0;

/// Magenta, red, yellow, green, cyan and blue, in their order around grey.
const AROUND: [usize; 6] = [2, 6, 4, 5, 1, 3];

/// Points along each axis of the table from colours to inks; the greys are on one.
pub(super) const GRID: usize = 17;

/// A model of a press, with an ink limit.
#[derive(Debug)]
pub(super) struct PressModel {
    /// The sixteen colours; those with black from 8.
    primaries: [Xyz; 16],
    /// The most ink in one place.
    limit: f64,
    /// The lightness of the darkest place.
    darkest: f64,
}

impl PressModel {
    /// The press with an ink limit, as a part of the full cover of one ink.
    pub(super) fn new(limit: f64) -> Self {
        let paper = to_xyz(COLOURS[0]);
        let on_paper = |seen: Lab| {
            let light = to_xyz(seen);
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
        press.darkest = to_lab(press.predict_light(press.darkest_cover()))[0];
        press
    }

    /// The paper, as parts of the white D50.
    pub(super) fn paper() -> Xyz {
        to_xyz(COLOURS[0])
    }

    /// Predicts the light of a cover, as parts of the light of the paper.
    pub(super) fn predict_light(&self, cover: InkCover) -> Xyz {
        let mut gained = cover;
        for (share, gain) in gained.iter_mut().zip(GAINS_AT_40) {
            *share += 4.0 * gain * TO_MIDDLE * *share * (1.0 - *share);
        }
        let [c, m, y, k] = gained;
        self.mix_primaries([c, m, y], k)
    }

    /// The darkest cover that may be printed.
    pub(super) fn darkest_cover(&self) -> InkCover {
        let colour = ((self.limit - 1.0) / 3.0).clamp(0.0, 1.0);
        [colour, colour, colour, 1.0]
    }

    /// Finds the light of printed shares.
    fn mix_primaries(&self, colours: [f64; 3], black: f64) -> Xyz {
        let mut light = [0.0; 3];
        for place in 0..8 {
            let share = find_share(colours, place, None);
            for (axis, part) in light.iter_mut().enumerate() {
                let [without, with] =
                    [place, place + 8].map(|place| self.primaries[place][axis]);
                *part += share * (without + (with - without) * black);
            }
        }
        light
    }

    /// Finds how the light changes with each of the three colours.
    fn find_slopes(&self, colours: [f64; 3], black: f64) -> [[f64; 3]; 3] {
        [0, 1, 2].map(|ink| {
            let mut slope = [0.0; 3];
            for place in 0..8 {
                let share = find_share(colours, place, Some(ink));
                for (axis, part) in slope.iter_mut().enumerate() {
                    let [without, with] =
                        [place, place + 8].map(|place| self.primaries[place][axis]);
                    *part += share * (without + (with - without) * black);
                }
            }
            slope
        })
    }

    /// Finds the shares of the three colours that give a light together with a share of black,
    /// and whether the search converged: a share far below zero or above one ends it.
    fn solve_shares(&self, wanted: Xyz, black: f64) -> ([f64; 3], bool) {
        let mut colours = [0.5; 3];
        for _ in 0..STEPS {
            let light = self.mix_primaries(colours, black);
            let missing = [0, 1, 2].map(|axis| wanted[axis] - light[axis]);
            let Some(step) = solve_linear(self.find_slopes(colours, black), missing)
            else {
                break;
            };
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

    /// Finds how a colour is printed: with the black that fits its lightness, or with less or
    /// more, so that the shares of the three colours are possible. None if it cannot be printed.
    fn find_cover(&self, colour: Lab) -> Option<InkCover> {
        let wanted = to_xyz(colour);
        let mut black = self.find_black(colour);
        let (mut least, mut most) = (0.0, 1.0);
        for _ in 0..TRIALS {
            let (colours, found) = self.solve_shares(wanted, black);
            let less = colours.iter().any(|share| *share < -NEAR);
            let more = colours.iter().any(|share| *share > 1.0 + NEAR);
            match (less, more) {
                (false, false) if found => {
                    let cover = find_tints(colours, black);
                    if cover.iter().sum::<f64>() <= self.limit {
                        return Some(cover);
                    }
                    // Black instead of three colours is less ink.
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

    /// Finds the share of black that a colour starts with.
    fn find_black(&self, [lightness, red, yellow]: Lab) -> f64 {
        let depth = (BLACK_BEGINS - lightness) / (BLACK_BEGINS - self.darkest);
        let pure = (red * red + yellow * yellow).sqrt() / PURE;
        let depth = depth.clamp(0.0, 1.0);
        depth * depth * (1.0 - pure).clamp(0.0, 1.0)
    }

    /// Finds how a colour is printed, or the first colour on the way to a grey that can be, and
    /// whether it is the colour itself. The purer the colour, the nearer is the lightness of the
    /// grey to that of the purest inks of this hue.
    fn find_nearest_cover(&self, colour: Lab) -> (InkCover, bool) {
        if let Some(cover) = self.find_cover(colour) {
            return (cover, true);
        }
        let [lightness, red, yellow] = colour;
        let pure = ((red * red + yellow * yellow).sqrt() / PURE).min(1.0);
        let mut purest = find_purest_lightness(red, yellow);
        if lightness > purest {
            // At the same lightness a light colour would lose too much of its hue.
            purest = purest.min(MIDDLE);
        }
        // A colour that is nearly grey keeps its lightness, or white would not be paper.
        let grey = purest + (lightness.max(self.darkest) - purest) * (1.0 - pure);
        let greyer =
            |part: f64| [grey + (lightness - grey) * part, red * part, yellow * part];
        let (mut inside, mut outside) = (0.0, 1.0);
        let mut found = None;
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(inside, outside);
            match self.find_cover(greyer(middle)) {
                Some(cover) => (inside, found) = (middle, Some(cover)),
                None => outside = middle,
            }
        }
        (found.unwrap_or_else(|| self.darkest_cover()), false)
    }

    /// Tabulates how colours are printed, and whether they can be: lightness changes slowest,
    /// then from green to red, then from blue to yellow.
    pub(super) fn tabulate(&self) -> Vec<(InkCover, bool)> {
        let rows: Vec<Vec<(InkCover, bool)>> = (0..GRID * GRID)
            .into_par_iter()
            .map(|row| {
                let columns = 0..GRID;
                columns
                    .map(|b| {
                        self.find_nearest_cover(find_table_colour([
                            row / GRID,
                            row % GRID,
                            b,
                        ]))
                    })
                    .collect()
            })
            .collect();
        rows.concat()
    }
}

/// Finds the colour at a point of the table: eight bits of each axis (ICC.1 §6.3.4.2).
fn find_table_colour(place: [usize; 3]) -> Lab {
    #[expect(clippy::cast_precision_loss, reason = "a table has few points")]
    let part = |axis: usize| place[axis] as f64 / (GRID - 1) as f64;
    [part(0) * 100.0, part(1) * 255.0 - 128.0, part(2) * 255.0 - 128.0]
}

/// Finds the share of one of the eight colours, or how it changes with an ink.
fn find_share(colours: [f64; 3], place: usize, changing: Option<usize>) -> f64 {
    let factor = |ink: usize| {
        let is_present = place >> ink & 1 == 1;
        match (changing == Some(ink), is_present) {
            (true, true) => 1.0,
            (true, false) => -1.0,
            (false, true) => colours[ink],
            (false, false) => 1.0 - colours[ink],
        }
    };
    factor(0) * factor(1) * factor(2)
}

/// Steps of a search at most: twice what the slowest search that converges takes.
const STEPS: usize = 12;

/// A difference that counts as zero: a tenth of a step of eight bits.
const NEAR: f64 = 0.000_4;

/// Shares of black that are tried for a colour, by bisection.
const TRIALS: usize = 7;

/// A difference in black below which shares print alike.
const FINE: f64 = 0.01;

/// Bisections of the way to grey: the rest is smaller than eyes can distinguish.
const HALVINGS: usize = 7;

/// Finds the lightness of the purest colour of a hue. A hue between two of the six is a mixture
/// of them.
fn find_purest_lightness(red: f64, yellow: f64) -> f64 {
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

/// Finds the tints that print as shares.
fn find_tints(colours: [f64; 3], black: f64) -> InkCover {
    let [c, m, y] = colours.map(|share| share.clamp(0.0, 1.0));
    let mut cover = [c, m, y, black];
    for (share, gain) in cover.iter_mut().zip(GAINS_AT_40) {
        *share = undo_gain(*share, gain * TO_MIDDLE);
    }
    cover
}

/// Finds the tint that is printed as a share: the root of the parabola of the gain.
pub(super) fn undo_gain(share: f64, gain: f64) -> f64 {
    let one = 1.0 + 4.0 * gain;
    (one - (one * one - 16.0 * gain * share).max(0.0).sqrt()) / (8.0 * gain)
}

/// Solves three linear equations by Cramer's rule: the parts of three slopes that add up to
/// what is missing.
fn solve_linear(slopes: [[f64; 3]; 3], missing: Xyz) -> Option<[f64; 3]> {
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

/// Looks up a colour in a table, between its points.
pub(super) fn look_up_cover(printed: &[(InkCover, bool)], colour: Lab) -> InkCover {
    lut::interpolate(to_axis_parts(colour), GRID, |place| printed[place].0.as_slice())
}

#[cfg(test)]
mod tests {
    use super::{BLACK, COLOURS, PressModel, look_up_cover};
    use crate::edition::pdf::press::condition::space::to_lab;
    use crate::edition::pdf::press::condition::tables;

    #[test]
    fn solids_have_the_colours_of_the_standard() {
        let press = PressModel::new(3.0);
        let paper = PressModel::paper();
        for (place, wanted) in COLOURS.iter().chain([&BLACK]).enumerate() {
            let ink = |bit: usize| f64::from(u8::from(place >> bit & 1 == 1));
            let shown = press.predict_light([ink(0), ink(1), ink(2), ink(3)]);
            let found = to_lab([0, 1, 2].map(|axis| shown[axis] * paper[axis]));
            let near = found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-6);
            assert!(near, "{place}: {found:?}, not {wanted:?}");
        }
    }

    #[test]
    fn printable_colours_keep_their_look() {
        let press = PressModel::new(3.0);
        for colour in [
            [100.0, 0.0, 0.0],
            [80.0, 10.0, 20.0],
            [60.0, -30.0, 10.0],
            [50.0, 50.0, 30.0],
            [35.0, 10.0, -30.0],
            [20.0, 0.0, 0.0],
        ] {
            let cover = press.find_cover(colour).expect("it can be printed");
            let shown = to_lab(press.predict_light(cover));
            let near =
                shown.iter().zip(colour).all(|(a, b): (&f64, f64)| (a - b).abs() < 0.2);
            assert!(near, "{colour:?}: {cover:?} looks like {shown:?}");
        }
    }

    #[test]
    fn table_keeps_the_limit_and_leaves_paper_white() {
        let press = PressModel::new(2.4);
        let table = press.tabulate();
        assert!(table.iter().all(|(cover, _)| cover.iter().sum::<f64>() <= 2.401));
        assert!(
            look_up_cover(&table, [100.0, 0.0, 0.0]).iter().all(|&share| share < 0.01)
        );
        let dark = look_up_cover(&table, [0.0, 0.0, 0.0]);
        assert!(dark[3] > 0.99 && dark[0] > 0.4, "{dark:?}");
        crate::edition::pdf::icc::check_profile(&tables::make_profile(&press, &table));
    }
}
