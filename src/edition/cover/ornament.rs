//! Patterns drawn from a seed: the same seed gives the same pattern.

use std::fmt::Write;
use std::ops::Range;

use super::template::WIDTH;

/// Width of a tile, in units: ten are side by side on a cover.
const TILE: i32 = 160;

/// Tiles of the unit that is mirrored and repeated in both directions.
const UNIT: usize = 3;

/// How far paint reaches, in units from the upper left corner of the front: to the front's
/// own edges, or to those of a sheet with back and spine beside it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PaintExtent {
    /// The left edge.
    pub(super) left: f32,
    /// The upper edge.
    pub(super) top: f32,
    /// The right edge.
    pub(super) right: f32,
    /// The lower edge.
    pub(super) bottom: f32,
}

impl PaintExtent {
    /// The extent of a front alone, of a given height.
    pub(super) fn front_only(height: f32) -> Self {
        Self { left: 0.0, top: 0.0, right: WIDTH, bottom: height }
    }
}

/// Random numbers from a digest (splitmix64: Steele, Lea & Flood 2014).
#[derive(Debug, Clone)]
pub(super) struct PatternRng(u64);

impl PatternRng {
    /// Seeds from the beginning of a digest.
    pub(super) fn new(digest: &[u8]) -> Self {
        Self(digest.iter().take(8).fold(0, |seed, &byte| seed << 8 | u64::from(byte)))
    }

    /// The next number, below `bound`.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let bound = u64::try_from(bound.max(1)).unwrap_or(u64::MAX);
        usize::try_from((mixed ^ mixed >> 31) % bound).unwrap_or_default()
    }
}

/// Path data (SVG 1.1 §8.3) of a pattern that covers everything between the edges.
///
/// A unit of a few tiles, each turned at random, is mirrored both ways and repeated, as on
/// the endpapers of old books. It begins at the corner of the front, so a front has the
/// same pattern alone and beside its back.
pub(super) fn draw_pattern(seed: &mut PatternRng, edges: PaintExtent) -> String {
    let motif = [push_leaf_tile, push_quarter, push_rings, push_half][seed.below(4)];
    let unit: [[usize; UNIT]; UNIT] =
        std::array::from_fn(|_| std::array::from_fn(|_| seed.below(4)));
    let mut path = String::new();
    for row in tile_range(edges.top, edges.bottom) {
        for column in tile_range(edges.left, edges.right) {
            let (x, mirrored_x) = mirrored_index(column);
            let (y, mirrored_y) = mirrored_index(row);
            let mut corner = unit[y][x];
            // Corners are numbered around the tile from the upper left. A mirror swaps 0
            // and 1, 2 and 3; or 0 and 3, 1 and 2.
            if mirrored_x {
                corner ^= 1;
            }
            if mirrored_y {
                corner = 3 - corner;
            }
            motif(&mut path, column * TILE, row * TILE, corner);
        }
    }
    path
}

/// The tiles that cover a range.
fn tile_range(from: f32, to: f32) -> Range<i32> {
    tile_range_of_width(from, to, TILE)
}

/// The tiles of a given width that cover a range.
#[expect(clippy::cast_possible_truncation, reason = "saturates, as lengths should")]
fn tile_range_of_width(from: f32, to: f32, width: i32) -> Range<i32> {
    let (from, to) = (from.floor() as i32, to.ceil() as i32);
    from.div_euclid(width)..-(-to).div_euclid(width)
}

/// The index within the unit of a tile of the pattern, and whether it is mirrored.
fn mirrored_index(place: i32) -> (usize, bool) {
    let period = 2 * i32::try_from(UNIT).unwrap_or(1);
    let place = usize::try_from(place.rem_euclid(period)).unwrap_or_default();
    if place < UNIT { (place, false) } else { (2 * UNIT - 1 - place, true) }
}

/// The corners of a tile, clockwise from the upper left.
fn tile_corners(x: i32, y: i32) -> [(i32, i32); 4] {
    [(x, y), (x + TILE, y), (x + TILE, y + TILE), (x, y + TILE)]
}

/// Two arcs between opposite corners.
fn push_leaf_tile(path: &mut String, x: i32, y: i32, corner: usize) {
    let corners = tile_corners(x, y);
    let ((ax, ay), (bx, by)) = (corners[corner], corners[(corner + 2) % 4]);
    push_data(
        path,
        format_args!(
            "M{ax} {ay}A{TILE} {TILE} 0 0 1 {bx} {by}A{TILE} {TILE} 0 0 1 {ax} {ay}Z"
        ),
    );
}

/// A quarter of a disc around a corner.
fn push_quarter(path: &mut String, x: i32, y: i32, corner: usize) {
    push_sector(path, x, y, corner, TILE);
}

/// Three quarter rings around a corner.
fn push_rings(path: &mut String, x: i32, y: i32, corner: usize) {
    for (outer, inner) in [(TILE, 120), (80, 40)] {
        let corners = tile_corners(x, y);
        let point = |radius: i32, neighbour: usize| {
            point_toward(corners[corner], corners[neighbour % 4], radius)
        };
        let (ax, ay) = point(outer, corner + 1);
        let (bx, by) = point(outer, corner + 3);
        let (cx, cy) = point(inner, corner + 3);
        let (dx, dy) = point(inner, corner + 1);
        push_data(
            path,
            format_args!(
                "M{ax} {ay}A{outer} {outer} 0 0 1 {bx} {by}L{cx} {cy}A{inner} {inner} 0 0 0 {dx} {dy}Z"
            ),
        );
    }
}

/// Half of the tile, cut from corner to corner.
fn push_half(path: &mut String, x: i32, y: i32, corner: usize) {
    let corners = tile_corners(x, y);
    let ((ax, ay), (bx, by), (cx, cy)) =
        (corners[corner], corners[(corner + 1) % 4], corners[(corner + 3) % 4]);
    push_data(path, format_args!("M{ax} {ay}L{bx} {by}L{cx} {cy}Z"));
}

fn push_sector(path: &mut String, x: i32, y: i32, corner: usize, radius: i32) {
    let corners = tile_corners(x, y);
    let (ax, ay) = corners[corner];
    let (bx, by) = point_toward(corners[corner], corners[(corner + 1) % 4], radius);
    let (cx, cy) = point_toward(corners[corner], corners[(corner + 3) % 4], radius);
    push_data(
        path,
        format_args!("M{ax} {ay}L{bx} {by}A{radius} {radius} 0 0 1 {cx} {cy}Z"),
    );
}

/// The point at a distance from one corner towards a neighbour.
fn point_toward(from: (i32, i32), to: (i32, i32), distance: i32) -> (i32, i32) {
    let step = |from: i32, to: i32| match from.cmp(&to) {
        std::cmp::Ordering::Less => from + distance,
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from - distance,
    };
    (step(from.0, to.0), step(from.1, to.1))
}

fn push_data(path: &mut String, data: std::fmt::Arguments<'_>) {
    path.write_fmt(data).expect("a string takes all text");
}

/// Height and width of a unit of the frieze.
const FRIEZE: i32 = 160;

/// A piece of an ornament, in a unit of [`FRIEZE`].
#[derive(Debug, Clone, Copy)]
enum FriezePiece {
    /// A leaf: its foot, its tip and its width.
    Leaf((i32, i32), (i32, i32), i32),
    /// A disc: its centre and its radius.
    Dot((i32, i32), i32),
}
use FriezePiece::{Dot, Leaf};

/// Palmettes with buds between them.
const PALMETTE: &[FriezePiece] = &[
    Leaf((80, 134), (80, 16), 34),
    Leaf((74, 136), (44, 34), 28),
    Leaf((86, 136), (116, 34), 28),
    Leaf((68, 140), (16, 72), 24),
    Leaf((92, 140), (144, 72), 24),
    Dot((80, 146), 10),
    Leaf((0, 128), (0, 92), 16),
    Leaf((160, 128), (160, 92), 16),
    Dot((0, 142), 8),
    Dot((160, 142), 8),
    Dot((0, 30), 9),
    Dot((160, 30), 9),
];

/// Flowers of eight leaves.
const FLOWER: &[FriezePiece] = &[
    Leaf((80, 68), (80, 10), 30),
    Leaf((80, 92), (80, 150), 30),
    Leaf((68, 80), (10, 80), 30),
    Leaf((92, 80), (150, 80), 30),
    Leaf((73, 73), (38, 38), 20),
    Leaf((87, 73), (122, 38), 20),
    Leaf((73, 87), (38, 122), 20),
    Leaf((87, 87), (122, 122), 20),
    Dot((80, 80), 9),
    Dot((0, 80), 10),
    Dot((160, 80), 10),
    Leaf((0, 60), (0, 22), 16),
    Leaf((160, 60), (160, 22), 16),
    Leaf((0, 100), (0, 138), 16),
    Leaf((160, 100), (160, 138), 16),
];

/// Ears with leaves that lean to both sides.
const GARLAND: &[FriezePiece] = &[
    Leaf((0, 80), (80, 80), 8),
    Leaf((80, 80), (160, 80), 8),
    Leaf((12, 78), (52, 18), 26),
    Leaf((12, 82), (52, 142), 26),
    Leaf((66, 78), (106, 18), 26),
    Leaf((66, 82), (106, 142), 26),
    Leaf((120, 78), (152, 30), 22),
    Leaf((120, 82), (152, 130), 22),
    Dot((26, 26), 9),
    Dot((26, 134), 9),
    Dot((80, 30), 8),
    Dot((80, 130), 8),
    Dot((132, 26), 7),
    Dot((132, 134), 7),
];

/// Path data of a band of ornaments, [`FRIEZE`] high, from edge to edge. A unit begins at
/// the left edge of the front, and ten fill it.
pub(super) fn draw_frieze(seed: &mut PatternRng, edges: PaintExtent) -> String {
    let unit = [PALMETTE, FLOWER, GARLAND][seed.below(3)];
    let mut path = String::new();
    for column in tile_range(edges.left, edges.right) {
        for &piece in unit {
            let x = column * FRIEZE;
            match piece {
                Leaf((ax, ay), (bx, by), width) => {
                    push_leaf(&mut path, (x + ax, ay), (x + bx, by), width);
                }
                Dot((cx, cy), radius) => {
                    let (from, to) = (x + cx - radius, x + cx + radius);
                    push_data(
                        &mut path,
                        format_args!(
                            "M{from} {cy}A{radius} {radius} 0 0 1 {to} {cy}A{radius} {radius} 0 0 1 {from} {cy}Z"
                        ),
                    );
                }
            }
        }
    }
    path
}

/// A leaf between two points. All have the same orientation, so overlapping ones form one
/// shape.
fn push_leaf(path: &mut String, foot: (i32, i32), tip: (i32, i32), width: i32) {
    // The control points lie on either side of the middle, a whole width away; the curve
    // reaches half as far.
    let (dx, dy) = (tip.0 - foot.0, tip.1 - foot.1);
    let length = dx.abs().max(dy.abs()) + dx.abs().min(dy.abs()) * 2 / 5;
    let (mx, my) = (foot.0 + dx / 2, foot.1 + dy / 2);
    let (nx, ny) = (-dy * width / length.max(1), dx * width / length.max(1));
    push_data(
        path,
        format_args!(
            "M{} {}Q{} {} {} {}Q{} {} {} {}Z",
            foot.0,
            foot.1,
            mx - nx,
            my - ny,
            tip.0,
            tip.1,
            mx + nx,
            my + ny,
            foot.0,
            foot.1
        ),
    );
}

/// Length of a wave, in units: four fit on a front.
const WAVE: i32 = 400;

/// Path data of a sea that reaches to the lower edge: lines that grow broader and farther
/// apart, as in a woodcut.
pub(super) fn draw_waves(seed: &mut PatternRng, edges: PaintExtent) -> String {
    let (turn, steep) = (seed.below(4), seed.below(3));
    let depth = tile_range_of_width(0.0, edges.bottom, 1).end;
    let mut path = String::new();
    let (mut row, mut y, mut broad) = (0, 0, 6);
    while y < depth {
        let shift = i32::try_from((row * (2 * turn + 3)) % 8).unwrap_or(0) * WAVE / 8;
        let high = 10 + i32::try_from(steep).unwrap_or(0) * 4 + broad / 2;
        push_wave(&mut path, edges, (shift, y), high, broad);
        y += broad * 2 + 10;
        broad += 2;
        row += 1;
    }
    path
}

/// A line that goes up and down.
fn push_wave(
    path: &mut String,
    edges: PaintExtent,
    (shift, y): (i32, i32),
    high: i32,
    broad: i32,
) {
    let half = WAVE / 2;
    let columns: Vec<i32> = waves_across(edges, shift).collect();
    let (Some(&first), Some(&last)) = (columns.first(), columns.last()) else { return };
    push_data(path, format_args!("M{first} {y}"));
    for (place, &x) in columns.iter().enumerate() {
        let crest = if place % 2 == 0 { y - high } else { y + high };
        push_data(
            path,
            format_args!(
                "C{} {crest} {} {crest} {} {y}",
                x + 73,
                x + half - 73,
                x + half
            ),
        );
    }
    // Back along the lower side, flatter: crests are thick and troughs thin.
    let low = y + broad;
    push_data(path, format_args!("L{} {low}", last + half));
    for (place, &x) in columns.iter().enumerate().rev() {
        let crest = if place % 2 == 0 { low - high / 2 } else { low + high };
        push_data(
            path,
            format_args!("C{} {crest} {} {crest} {x} {low}", x + half - 73, x + 73),
        );
    }
    push_data(path, format_args!("Z"));
}

/// Where the half waves begin that cover everything between the edges; a whole number of
/// waves.
fn waves_across(edges: PaintExtent, shift: i32) -> impl Iterator<Item = i32> {
    let waves = tile_range_of_width(edges.left, edges.right, WAVE);
    let half = WAVE / 2;
    let (from, to) = (waves.start * WAVE - WAVE, waves.end * WAVE + WAVE);
    (0..(to - from) / half).map(move |place| from + place * half + shift)
}
