//! Two facing pages of a book on one page of a file, as scanners of open books make them.

use super::codes;
use crate::diagnostic::{Diagnostic, Severity};

/// The fewest pages that show a habit.
const FEWEST_PAGES: usize = 3;
/// How much the widths of the pages differ at most, in thousandths: they are cropped by hand.
/// Slides and drawings among the pages of a book differ by more.
const CROPPED: i64 = 50;
/// The middle of an open book is within this share of the width from that of the page, in
/// thousandths.
const OFF_MIDDLE: i64 = 120;
/// The steps in which the middle is sought, in thousandths of the width.
const STEP: usize = 10;
/// The white between the texts of facing pages, in thousandths of the width: two inner margins.
/// The white between two columns of a page is half as wide.
const GUTTER: i64 = 60;
/// The share of the pages whose gutter is white, in per cent: pictures and tables may run
/// across it.
const WHITE: usize = 90;
/// The share of the pages with text in both halves, in per cent.
const BOTH_HALVES: usize = 60;
/// More characters than these are text: a folio alone is none.
const CHARACTERS_OF_TEXT: usize = 40;

/// A page of a file that may show two pages of a book.
pub(super) trait OpenBookSheet {
    /// Its width and its height, in scaled points.
    fn size(&self) -> (i64, i64);

    /// What is written on it.
    fn extents(&self) -> impl Iterator<Item = WrittenExtent>;
}

/// How far a glyph or a word extends on its sheet, in scaled points.
#[derive(Debug, Clone, Copy)]
pub(super) struct WrittenExtent {
    pub(super) left: i64,
    pub(super) right: i64,
    /// How many characters it has.
    pub(super) characters: usize,
    /// It is a space.
    pub(super) is_blank: bool,
}

/// A place on a sheet, by its share of the width in thousandths.
pub(super) fn part_of_width(width: i64, thousandths: i64) -> i64 {
    width * thousandths / 1000
}

/// Finds where the sheets of a document are to be divided, if they are wide and nearly all
/// have a text on either side of a white gutter. The place is a share of the width, in
/// thousandths.
pub(super) fn find_gutter<S: OpenBookSheet>(sheets: &[S]) -> Option<i64> {
    let sheets: Vec<&S> =
        sheets.iter().filter(|sheet| has_text(*sheet, |_| true)).collect();
    let (width, _) = sheets.first()?.size();
    let is_open_book = |sheet: &&S| {
        let (own, height) = sheet.size();
        own > height && (own - width).abs() * 1000 <= width * CROPPED
    };
    if sheets.len() < FEWEST_PAGES || !sheets.iter().all(is_open_book) {
        return None;
    }
    let half = GUTTER / 2;
    let steps = (-OFF_MIDDLE..=OFF_MIDDLE).step_by(STEP);
    let count_white = |middle: i64| {
        sheets.iter().filter(|sheet| is_white(**sheet, middle, half)).count()
    };
    // Of several that are as white, the one nearest to the middle of the page.
    let middle = steps
        .map(|off| (count_white(500 + off), -off.abs(), off))
        .max()
        .filter(|(white, ..)| white * 100 >= sheets.len() * WHITE)?
        .2;
    let middle = 500 + middle;
    let has_both = |sheet: &&&S| {
        let place = part_of_width(sheet.size().0, middle);
        let is_left = |extent: &WrittenExtent| extent.left < place;
        has_text(**sheet, is_left) && has_text(**sheet, |extent| !is_left(extent))
    };
    let both = sheets.iter().filter(has_both).count();
    (both * 100 >= sheets.len() * BOTH_HALVES).then_some(middle)
}

/// Whether a part of a sheet has text.
fn has_text<S: OpenBookSheet>(
    sheet: &S,
    in_part: impl Fn(&WrittenExtent) -> bool,
) -> bool {
    let mut characters = 0;
    sheet.extents().filter(|extent| in_part(extent)).any(|extent| {
        characters += extent.characters;
        characters > CHARACTERS_OF_TEXT
    })
}

/// Whether nothing is written within `half` of a place on a sheet, in thousandths of its
/// width.
fn is_white<S: OpenBookSheet>(sheet: &S, middle: i64, half: i64) -> bool {
    let (width, _) = sheet.size();
    let [left, right] =
        [middle - half, middle + half].map(|edge| part_of_width(width, edge));
    let mut inked = sheet.extents().filter(|extent| !extent.is_blank);
    !inked.any(|extent| extent.left < right && extent.right > left)
}

/// Reports that the pages of a document were divided; `kind` says what its file is.
pub(super) fn report_facing_pages(name: &str, kind: &str) -> Diagnostic {
    let message = format!(
        "{name}: each page of the {kind} shows two pages of the book; they were divided"
    );
    Diagnostic::new(codes::FACING_PAGES, Severity::Note, message)
}
