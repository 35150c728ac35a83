//! Estimates the size of the type of each line.
//!
//! The box of a word is as high as its letters reach: `nun` has the height of an x, `hand`
//! an ascender more, `page` a descender. So the box divided by what its letters reach is
//! the size, whatever the letters are. What remains is evened out over neighbouring lines,
//! and then over the document.
//!
//! Measured on 24 pages that Tesseract read: at 200 to 300 dpi, the estimates of nine lines
//! of ten are within 4 % of their true size before they are evened out, and those by
//! `x_size` within 11 %; at the end, 99 lines of 100 are within 5 %. On pages with noise at
//! 120 to 225 dpi, all estimates are a tenth too large, as specks widen the boxes, and 82 to
//! 88 lines of 100 are within 5 % of this.

use std::collections::BTreeMap;

use crate::length::Length;
use crate::source::ocr::baselines::find_baseline;
use crate::source::ocr::frames::BoxFrame;
use crate::source::ocr::scanned::{ScannedLine, ScannedPage};

/// What letters reach above and below the baseline, in thousandths of the size. The mean of
/// text faces: Times has 450, 662, 683 and 217.
const X_HEIGHT: i64 = 450;
const CAPITAL: i64 = 660;
const ASCENDER: i64 = 690;
const SHORT_ASCENDER: i64 = 570;
const ACCENTED_CAPITAL: i64 = 860;
const DESCENDER: i64 = 210;
const COMMA: i64 = 140;
const BRACKET: i64 = 180;

/// What `x_size` of hOCR is of the size, in thousandths: Tesseract writes 880 to 930.
const X_SIZE: i64 = 910;

/// The most that the estimate from words is of that from `x_size`, in thousandths: on clean
/// pages it is up to 1250.
const MOST_OF_X_SIZE: i64 = 1400;

/// Neighbouring lines whose estimates differ by less have one size, in thousandths. The
/// estimates of equal lines differ by 30; sizes of text and notes by 90 and more.
const NEIGHBOURS_ALIKE: i64 = 50;

/// The same for a line of few letters, whose estimate is uncertain.
const SHORT_ALIKE: i64 = 150;

/// The most that the size of type is of the distance between its lines, in thousandths.
/// Type set solid has 1000; the rest is for the error of the estimate.
const MOST_OF_LEADING: i64 = 1100;

/// How far the estimate of one line is misled, in thousandths, at most.
const OUTLIER: i64 = 130;

/// A line with fewer letters is short.
const FEW_LETTERS: usize = 6;

/// Sizes of a document that differ by less are one, in thousandths.
const LEVELS_ALIKE: i64 = 45;

/// The largest size that is compared with others, in points: that of a poster.
const LARGEST: i64 = 200;

/// Estimates the sizes of the lines of all pages, in scaled points.
pub(super) fn estimate_sizes(pages: &[ScannedPage]) -> Vec<Vec<i64>> {
    let mut sizes: Vec<Vec<i64>> = pages.iter().map(even_out_page).collect();
    let mut weights: BTreeMap<i64, usize> = BTreeMap::new();
    for (page, sizes) in pages.iter().zip(&sizes) {
        for (line, size) in page.lines.iter().zip(sizes) {
            *weights.entry(*size).or_insert(0) += line.text.len();
        }
    }
    let levels = find_levels(&weights);
    for size in sizes.iter_mut().flatten() {
        *size = levels.get(size).copied().unwrap_or(*size);
    }
    sizes
}

/// The sizes of the lines of a page, each evened out with its neighbours.
fn even_out_page(page: &ScannedPage) -> Vec<i64> {
    let mut estimates: Vec<Option<i64>> = page.lines.iter().map(estimate_size).collect();
    drop_impossible(page, &mut estimates);
    drop_outliers(page, &mut estimates);
    fill_estimates(page, &mut estimates);
    let mut sizes = Vec::with_capacity(estimates.len());
    // The estimates of the lines that are alike so far, with their weights.
    let mut stretch: Vec<(i64, usize)> = Vec::new();
    let (mut sum, mut weight) = (0_i64, 0_i64);
    let mut length = 0;
    for (line, estimate) in page.lines.iter().zip(&estimates) {
        let letters = count_letters(&line.text);
        let alike = if letters < FEW_LETTERS { SHORT_ALIKE } else { NEIGHBOURS_ALIKE };
        let joins = estimate.is_none_or(|size| {
            let mean = sum / weight.max(1);
            weight == 0 || (size - mean).abs() * 1000 <= mean * alike
        });
        if !joins {
            let size = find_median(&mut stretch).unwrap_or(0);
            sizes.extend(std::iter::repeat_n(size, std::mem::take(&mut length)));
            stretch.clear();
            (sum, weight) = (0, 0);
        }
        length += 1;
        if let Some(size) = *estimate {
            stretch.push((size, letters.max(1)));
            let letters = i64::try_from(letters.max(1)).unwrap_or(1);
            sum = sum.saturating_add(size.saturating_mul(letters));
            weight = weight.saturating_add(letters);
        }
    }
    let size = find_median(&mut stretch).unwrap_or(0);
    sizes.extend(std::iter::repeat_n(size, length));
    sizes
}

/// Drops estimates that are larger than the distance to the line above or below allows:
/// specks on the page have made the boxes of the words too high.
fn drop_impossible(page: &ScannedPage, estimates: &mut [Option<i64>]) {
    let places: Vec<_> =
        page.lines.iter().map(|line| find_baseline(line).zip(line.extent())).collect();
    let distance = |one: usize, other: usize| {
        let (above, over) = places.get(one).copied().flatten()?;
        let (below, under) = places.get(other).copied().flatten()?;
        let is_under = over.left < under.right && under.left < over.right;
        Some(below - above).filter(|distance| is_under && *distance > 0)
    };
    for (at, estimate) in estimates.iter_mut().enumerate() {
        let above = at.checked_sub(1).and_then(|before| distance(before, at));
        let nearest = above.into_iter().chain(distance(at, at + 1)).min();
        let is_possible = |size: &i64| {
            nearest.is_none_or(|distance| size * 1000 <= distance * MOST_OF_LEADING)
        };
        *estimate = estimate.filter(is_possible);
    }
}

/// Gives to lines without an estimate that of the next one before or after in their block.
fn fill_estimates(page: &ScannedPage, estimates: &mut [Option<i64>]) {
    let mut fill = |order: &mut dyn Iterator<Item = usize>| {
        let mut last = None;
        for at in order {
            let block = page.lines.get(at).and_then(|line| line.block);
            let Some(estimate) = estimates.get_mut(at) else { continue };
            let same = last.filter(|(other, _)| *other == block).map(|(_, size)| size);
            *estimate = estimate.or(same);
            last = estimate.map(|size| (block, size));
        }
    };
    fill(&mut (0..page.lines.len()));
    fill(&mut (0..page.lines.len()).rev());
}

/// Drops the estimate of a line that differs from those above and below it in its block,
/// which are alike: a rare letter has misled it. A heading is a block of its own, or differs
/// by more.
fn drop_outliers(page: &ScannedPage, estimates: &mut [Option<i64>]) {
    for at in 1..page.lines.len() {
        let block = |at: usize| page.lines.get(at).map(|line| line.block);
        let size = |at: usize| estimates.get(at).copied().flatten();
        let (Some(above), Some(own), Some(below)) =
            (size(at - 1), size(at), size(at + 1))
        else {
            continue;
        };
        let alike = |one: i64, other: i64, limit: i64| {
            (one - other).abs() * 1000 <= one.max(other) * limit
        };
        let is_outlier = block(at - 1) == block(at)
            && block(at) == block(at + 1)
            && alike(above, below, NEIGHBOURS_ALIKE)
            && !alike(own, above, NEIGHBOURS_ALIKE)
            && alike(own, above, OUTLIER);
        if let Some(estimate) = estimates.get_mut(at).filter(|_| is_outlier) {
            *estimate = None;
        }
    }
}

/// The few sizes of a document: each size with the one that it counts as.
///
/// The size with the most text within reach takes all that are, and so on with the rest.
fn find_levels(weights: &BTreeMap<i64, usize>) -> BTreeMap<i64, i64> {
    let tenth = i64::from(Length::SCALE / 10);
    let largest = LARGEST * i64::from(Length::SCALE);
    let is_compared = |size: i64| (1..=largest).contains(&size);
    let mut left: BTreeMap<i64, usize> = BTreeMap::new();
    for (size, weight) in weights.iter().filter(|(size, _)| is_compared(**size)) {
        *left.entry((size + tenth / 2) / tenth).or_insert(0) += weight;
    }
    let mut level_of: BTreeMap<i64, i64> = BTreeMap::new();
    let reach =
        |size: i64| size - size * LEVELS_ALIKE / 1000..=size + size * LEVELS_ALIKE / 1000;
    while !left.is_empty() {
        // Sizes are tenths of points, so that few are within reach of each other.
        let weigh = |size: i64| left.range(reach(size)).map(|(_, weight)| *weight).sum();
        let weighed = left.iter().map(|(size, own)| (weigh(*size), *own, *size));
        let best: Option<(usize, usize, i64)> = weighed.max();
        let Some((_, _, centre)) = best else { break };
        let taken: Vec<(i64, usize)> =
            left.range(reach(centre)).map(|(size, weight)| (*size, *weight)).collect();
        let level = find_median(&mut taken.clone()).unwrap_or(centre);
        for (size, _) in taken {
            left.remove(&size);
            level_of.insert(size, level);
        }
    }
    let snapped = weights.keys().filter_map(|size| {
        let level = level_of.get(&((size + tenth / 2) / tenth))?;
        Some((*size, level * tenth))
    });
    snapped.collect()
}

/// The size of a line: from the boxes of its words, as its file says, or from its own box.
fn estimate_size(line: &ScannedLine) -> Option<i64> {
    let from_words = estimate_from_words(line);
    let fonts = line
        .styles
        .iter()
        .filter_map(|(range, style)| Some((style.font_size?, range.end - range.start)));
    let from_font = || find_median(&mut fonts.collect::<Vec<_>>());
    let from_x_size = || Some(line.x_size? * 1000 / X_SIZE);
    let from_line = || {
        let reach = measure_reach(&line.text)?;
        Some(line.frame?.height() * 1000 / reach)
    };
    // Specks make the boxes of words higher, but hardly the height that Tesseract finds for
    // the whole line.
    let from_words = match (from_words, from_x_size()) {
        (Some(words), Some(line)) if words * 1000 > line * MOST_OF_X_SIZE => Some(line),
        (words, _) => words,
    };
    let size = from_words.or_else(from_font).or_else(from_x_size).or_else(from_line);
    size.filter(|size| *size > 0)
}

fn estimate_from_words(line: &ScannedLine) -> Option<i64> {
    let framed = || line.words.iter().filter_map(|word| Some((word, word.frame?)));
    // Some programs give to all words the box of the line, which says nothing of letters.
    let (_, first) = framed().next()?;
    let same = |frame: BoxFrame| frame.top == first.top && frame.bottom == first.bottom;
    if framed().count() > 2 && framed().all(|(_, frame)| same(frame)) {
        return None;
    }
    let estimates = framed().filter_map(|(word, frame)| {
        let text = line.text.get(word.text.clone())?;
        let reach = measure_reach(text)?;
        Some((frame.height() * 1000 / reach, count_letters(text)))
    });
    find_median(&mut estimates.collect::<Vec<_>>())
}

/// How high the letters of a word reach from their lowest to their highest point, in
/// thousandths of the size; `None` without letters or figures.
pub(super) fn measure_reach(word: &str) -> Option<i64> {
    let (mut above, mut below) = (X_HEIGHT, 0);
    let mut has_letters = false;
    for c in word.chars() {
        has_letters |= c.is_alphanumeric();
        let (top, bottom) = measure_letter(c);
        above = above.max(top);
        below = below.max(bottom);
    }
    has_letters.then_some(above + below)
}

/// What a character reaches above and below the baseline.
fn measure_letter(c: char) -> (i64, i64) {
    match c {
        'g' | 'p' | 'q' | 'y' | 'ç' => (X_HEIGHT, DESCENDER),
        'j' => (CAPITAL, DESCENDER),
        'Q' => (CAPITAL, BRACKET),
        ',' | ';' => (0, COMMA),
        '(' | ')' | '[' | ']' | '{' | '}' | '/' => (ASCENDER, BRACKET),
        'b' | 'd' | 'f' | 'h' | 'k' | 'l' | 'ß' | 'ſ' => (ASCENDER, 0),
        't' => (SHORT_ASCENDER, 0),
        'i' | '!' | '?' => (CAPITAL, 0),
        _ if c.is_ascii_digit() || c.is_ascii_uppercase() => (CAPITAL, 0),
        _ if c.is_uppercase() => (ACCENTED_CAPITAL, 0),
        // Letters of Latin with an accent reach as high as capitals.
        'à'..='ÿ' | 'ā'..='ž' => (CAPITAL, 0),
        'а'..='я' => match c {
            'р' | 'у' | 'ф' | 'ц' | 'щ' | 'д' => (X_HEIGHT, DESCENDER),
            _ => (X_HEIGHT, 0),
        },
        _ => (0, 0),
    }
}

fn count_letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}

/// The number in the middle of numbers with weights.
pub(super) fn find_median(numbers: &mut [(i64, usize)]) -> Option<i64> {
    numbers.sort_unstable();
    let half = numbers.iter().map(|(_, weight)| *weight).sum::<usize>() / 2;
    let mut passed = 0;
    let middle = numbers.iter().find(|(_, weight)| {
        passed += weight;
        passed > half
    });
    middle.or(numbers.last()).map(|(number, _)| *number)
}
