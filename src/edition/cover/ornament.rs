//! Patterns drawn from numbers: the same numbers give the same pattern.

use std::fmt::Write;
use std::ops::Range;

use super::compose::Edges;

/// Width of a tile, in units: ten stand side by side on a cover.
const TILE: i32 = 160;

/// Tiles of the unit that is mirrored and repeated, either way.
const UNIT: usize = 3;

/// Numbers that follow from a digest (splitmix64: Steele, Lea & Flood 2014).
#[derive(Debug, Clone)]
pub(super) struct Seed(u64);

impl Seed {
    /// Numbers that follow from the beginning of a digest.
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

/// Path data (SVG 1.1 §8.3) of a pattern that covers all between the edges.
///
/// A unit of a few tiles, each turned as the numbers say, is mirrored both ways and
/// repeated, as on the endpapers of old books. It begins at the corner of the front, so
/// that a front has the same pattern alone and beside its back.
pub(super) fn pattern(seed: &mut Seed, edges: Edges) -> String {
    let motif = [leaf, quarter, ring, half][seed.below(4)];
    let unit: [[usize; UNIT]; UNIT] =
        std::array::from_fn(|_| std::array::from_fn(|_| seed.below(4)));
    let mut path = String::new();
    for row in tiles(edges.top, edges.bottom) {
        for column in tiles(edges.left, edges.right) {
            let (x, mirrored_x) = fold(column);
            let (y, mirrored_y) = fold(row);
            let mut corner = unit[y][x];
            // Corners are numbered around the tile from the upper left: a mirror swaps
            // 0 and 1, 2 and 3; or 0 and 3, 1 and 2.
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

/// The tiles that cover a stretch.
#[expect(clippy::cast_possible_truncation, reason = "saturates, as lengths should")]
fn tiles(from: f32, to: f32) -> Range<i32> {
    let (from, to) = (from.floor() as i32, to.ceil() as i32);
    from.div_euclid(TILE)..-(-to).div_euclid(TILE)
}

/// Place in the unit of the tile at a place in the pattern, and whether it is mirrored.
fn fold(place: i32) -> (usize, bool) {
    let period = 2 * i32::try_from(UNIT).unwrap_or(1);
    let place = usize::try_from(place.rem_euclid(period)).unwrap_or_default();
    if place < UNIT { (place, false) } else { (2 * UNIT - 1 - place, true) }
}

/// Corners of a tile around from the upper left.
fn corners(x: i32, y: i32) -> [(i32, i32); 4] {
    [(x, y), (x + TILE, y), (x + TILE, y + TILE), (x, y + TILE)]
}

/// Two arcs between opposite corners.
fn leaf(path: &mut String, x: i32, y: i32, corner: usize) {
    let corners = corners(x, y);
    let ((ax, ay), (bx, by)) = (corners[corner], corners[(corner + 2) % 4]);
    push(
        path,
        format_args!(
            "M{ax} {ay}A{TILE} {TILE} 0 0 1 {bx} {by}A{TILE} {TILE} 0 0 1 {ax} {ay}Z"
        ),
    );
}

/// A quarter of a disc around a corner.
fn quarter(path: &mut String, x: i32, y: i32, corner: usize) {
    sector(path, x, y, corner, TILE);
}

/// Three quarter rings around a corner.
fn ring(path: &mut String, x: i32, y: i32, corner: usize) {
    for (outer, inner) in [(TILE, 120), (80, 40)] {
        let corners = corners(x, y);
        let point = |radius: i32, neighbour: usize| {
            toward(corners[corner], corners[neighbour % 4], radius)
        };
        let (ax, ay) = point(outer, corner + 1);
        let (bx, by) = point(outer, corner + 3);
        let (cx, cy) = point(inner, corner + 3);
        let (dx, dy) = point(inner, corner + 1);
        push(
            path,
            format_args!(
                "M{ax} {ay}A{outer} {outer} 0 0 1 {bx} {by}L{cx} {cy}A{inner} {inner} 0 0 0 {dx} {dy}Z"
            ),
        );
    }
}

/// Half of the tile, cut from corner to corner.
fn half(path: &mut String, x: i32, y: i32, corner: usize) {
    let corners = corners(x, y);
    let ((ax, ay), (bx, by), (cx, cy)) =
        (corners[corner], corners[(corner + 1) % 4], corners[(corner + 3) % 4]);
    push(path, format_args!("M{ax} {ay}L{bx} {by}L{cx} {cy}Z"));
}

fn sector(path: &mut String, x: i32, y: i32, corner: usize, radius: i32) {
    let corners = corners(x, y);
    let (ax, ay) = corners[corner];
    let (bx, by) = toward(corners[corner], corners[(corner + 1) % 4], radius);
    let (cx, cy) = toward(corners[corner], corners[(corner + 3) % 4], radius);
    push(path, format_args!("M{ax} {ay}L{bx} {by}A{radius} {radius} 0 0 1 {cx} {cy}Z"));
}

/// The point at a distance from one corner on the way to a neighbour.
fn toward(from: (i32, i32), to: (i32, i32), distance: i32) -> (i32, i32) {
    let step = |from: i32, to: i32| match from.cmp(&to) {
        std::cmp::Ordering::Less => from + distance,
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from - distance,
    };
    (step(from.0, to.0), step(from.1, to.1))
}

fn push(path: &mut String, data: std::fmt::Arguments<'_>) {
    path.write_fmt(data).expect("a string takes all text");
}
