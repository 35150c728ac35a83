//! The lines as a file has them become lines with the measures that a PDF gives.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::length::Length;
use crate::source::ocr::baselines::find_baseline;
use crate::source::ocr::columns::find_columns;
use crate::source::ocr::drop_capitals::join_drop_capitals;
use crate::source::ocr::facing_pages::divide_sheets;
use crate::source::ocr::line_style::LetterStyle;
use crate::source::ocr::note_marks::raise_note_marks;
use crate::source::ocr::scanned::{ScannedLine, ScannedPage};
use crate::source::ocr::sizes::estimate_sizes;
use crate::source::ocr::upright::turn_upright;
use crate::source::ocr::{OcrLine, OcrPage, OcrRun, OcrWord};

/// Measures the lines of all pages.
pub(super) fn measure_pages(mut scanned: Vec<ScannedPage>) -> Vec<OcrPage> {
    scanned.iter_mut().for_each(turn_upright);
    let mut scanned = divide_sheets(scanned);
    for page in &mut scanned {
        // The halves of an open book do not lie alike.
        if page.sheet.is_some() {
            turn_upright(page);
        }
        join_drop_capitals(page);
    }
    let sizes = estimate_sizes(&scanned);
    let numbered = scanned.into_iter().zip(&sizes).zip(1_u32..);
    numbered.map(|((page, sizes), number)| measure_page(page, sizes, number)).collect()
}

fn measure_page(page: ScannedPage, sizes: &[i64], number: u32) -> OcrPage {
    let columns = find_columns(&page);
    let mut above: BTreeMap<u8, Length> = BTreeMap::new();
    let mut lines: Vec<OcrLine> = Vec::with_capacity(page.lines.len());
    for ((line, size), column) in page.lines.into_iter().zip(sizes).zip(columns) {
        let baseline = find_baseline(&line).map(to_length);
        let mut line = measure_line(line, *size);
        line.page = number;
        line.column = column;
        if let Some(baseline) = baseline {
            let before = above.insert(column, baseline);
            let leading =
                before.map(|before| Length(baseline.0.saturating_sub(before.0)));
            line.leading = leading.filter(|leading| *leading > Length::ZERO);
        }
        lines.push(line);
    }
    OcrPage {
        number,
        label: page.label,
        image: page.image,
        sheet: page.sheet,
        width: to_length(page.width),
        height: to_length(page.height),
        dpi: page.dpi,
        lines,
    }
}

fn measure_line(mut line: ScannedLine, size: i64) -> OcrLine {
    let baseline = find_baseline(&line);
    raise_note_marks(&mut line, baseline, size);
    let extent = line.extent();
    let words = line.words.iter().map(|word| OcrWord {
        text: to_range(&word.text),
        confidence: word.confidence,
        whole: word.whole.clone(),
    });
    OcrLine {
        baseline: to_length(baseline.unwrap_or(0)),
        left: to_length(extent.map_or(0, |frame| frame.left)),
        right: to_length(extent.map_or(0, |frame| frame.right)),
        size: to_length(size),
        role: line.role,
        block: line.block.and_then(|block| u32::try_from(block).ok()),
        runs: build_runs(&line),
        words: words.collect(),
        text: line.text,
        ..OcrLine::default()
    }
}

/// The runs of a line: its styles, and the characters between them.
fn build_runs(line: &ScannedLine) -> Vec<OcrRun> {
    let mut runs: Vec<OcrRun> = Vec::new();
    let mut end = 0;
    let mut push = |range: Range<usize>, style: LetterStyle| {
        let run = OcrRun {
            text: to_range(&range),
            bold: style.bold,
            italic: style.italic,
            small_caps: style.small_caps,
            raised: style.raised,
        };
        match runs.last_mut() {
            Some(last)
                if (OcrRun { text: last.text.clone(), ..run.clone() }) == *last =>
            {
                last.text.end = run.text.end;
            }
            _ if !range.is_empty() => runs.push(run),
            _ => {}
        }
    };
    for (range, style) in line.styles.iter().cloned() {
        push(end..range.start, LetterStyle::default());
        end = range.end;
        push(range, style);
    }
    push(end..line.text.len(), LetterStyle::default());
    runs
}

fn to_length(scaled_points: i64) -> Length {
    let limits = (i64::from(i32::MIN), i64::from(i32::MAX));
    Length(i32::try_from(scaled_points.clamp(limits.0, limits.1)).unwrap_or(0))
}

fn to_range(range: &Range<usize>) -> Range<u32> {
    let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    number(range.start)..number(range.end)
}
