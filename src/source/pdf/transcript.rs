//! The lines of a PDF as a text: what an extractor would write if it kept the layout.
//!
//! Indents become spaces, white space between lines becomes blank lines, and pages are
//! divided by form feeds. Raised figures become superscript characters, so that a note mark
//! is not read as a number of the sentence.

use std::collections::BTreeMap;
use std::ops::Range;

use super::document::OutlineItem;
use super::line::{BaselinePosition, PdfLine, PdfLineRun};
use super::lines::PdfLines;
use super::outline_headings::{WrittenLine, find_outline_headings};
use crate::length::Length;
use crate::source::lines::is_other_end;
use crate::source::looks::{
    FileFacts, LetterForm, LetterShape, LineLook, OutlineHeading, RunLook,
};
use crate::source::measures::{
    ALIKE, AT_EDGE, SizesAbove, count_blank_lines, count_spaces, find_prevailing,
    share_of, thousandths,
};
use crate::text::note_series::raise_figure;

/// The lines of a PDF as a text, and how each of them looks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Transcript {
    /// The text.
    pub(crate) text: String,
    /// The look of each line, blank ones included.
    pub(crate) looks: Vec<LineLook>,
    /// The runs whose letters differ from most others, in order.
    pub(crate) runs: Vec<RunLook>,
    /// The lines that the outline names, in order.
    pub(crate) outline: Vec<OutlineHeading>,
    /// What the document says about itself.
    pub(crate) facts: FileFacts,
}

/// Writes the lines of all pages.
pub(super) fn write_transcript(
    pages: &[PdfLines],
    outline: &[OutlineItem],
) -> Transcript {
    let lines = || pages.iter().flat_map(|page| &page.lines);
    let size = find_usual(lines().map(|line| (line.size, line.text.chars().count())));
    let leading = find_usual(lines().filter_map(|line| {
        let of_text = (i64::from(line.size.0) - size).abs() * 1000 <= ALIKE * size;
        line.leading.filter(|_| of_text).map(|leading| (leading, 1))
    }));
    let (size, leading) = (size.max(1), leading.max(1));
    let edges: Vec<BTreeMap<u8, i64>> =
        pages.iter().map(|page| find_edges(&page.lines, size)).collect();
    let widths = pages.iter().zip(&edges);
    let widths = widths.flat_map(|(page, edges)| measure_columns(&page.lines, edges));
    let measure = find_usual(widths.map(|width| (width, 1)));
    let usual_shape = find_usual_shape(pages);
    let mut transcript = Transcript::default();
    let mut written: Vec<Vec<WrittenLine<'_>>> = Vec::with_capacity(pages.len());
    for (index, (page, edges)) in pages.iter().zip(&edges).enumerate() {
        if index > 0 {
            transcript.text.push('\u{C}');
        }
        let mut on_page = Vec::with_capacity(page.lines.len());
        let mut sizes_above = SizesAbove::default();
        for line in &page.lines {
            let above = line.leading.map_or(0, |above| i64::from(above.0));
            let smaller = sizes_above.pass(line.column, i64::from(line.size.0));
            let blanks = count_blank_lines(above, leading, smaller, size);
            for _ in 0..blanks {
                transcript.text.push('\n');
                transcript.looks.push(LineLook::default());
            }
            let edge = edges.get(&line.column).copied().unwrap_or_default();
            let inset = i64::from(line.left.0) - edge;
            for _ in 0..count_spaces(inset, size) {
                transcript.text.push(' ');
            }
            // Of recognized text beneath a scan, the page shows no letters.
            let usual_shape = usual_shape.filter(|_| !page.from_hidden_text);
            let start = transcript.text.len();
            push_words(line, usual_shape, &mut transcript);
            on_page.push(WrittenLine { line, range: start..transcript.text.len() });
            transcript.text.push('\n');
            let share = |is: fn(&PdfLineRun) -> bool| {
                share_of(line.runs.iter().map(|run| (run.text.clone(), is(run))))
            };
            transcript.looks.push(LineLook {
                size: thousandths(i64::from(line.size.0), size),
                leading: thousandths(above, leading),
                left: thousandths(inset, size),
                right: thousandths(edge + measure - i64::from(line.right.0), size),
                bold: share(|run| run.bold),
                italic: share(|run| run.italic),
                small_caps: share(|run| run.small_caps),
                artifact: line.artifact,
            });
        }
        written.push(on_page);
    }
    transcript.outline = find_outline_headings(outline, &written);
    transcript
}

/// The widths of the columns of a page: from the left edge to the end of the farthest line
/// but the tenth part of them, which may hang over.
fn measure_columns(lines: &[PdfLine], edges: &BTreeMap<u8, i64>) -> Vec<Length> {
    let mut rights: BTreeMap<u8, Vec<i32>> = BTreeMap::new();
    for line in lines {
        rights.entry(line.column).or_default().push(line.right.0);
    }
    let width = |(column, mut rights): (u8, Vec<i32>)| {
        rights.sort_unstable();
        let far = *rights.get(rights.len() * 9 / 10)?;
        let edge = i32::try_from(*edges.get(&column)?).ok()?;
        Some(Length(far - edge))
    };
    rights.into_iter().filter_map(width).collect()
}

/// The length that most characters or lines have, in scaled points; 0 without any.
fn find_usual(lengths: impl Iterator<Item = (Length, usize)>) -> i64 {
    // A tenth of a point is finer than any two sizes of a page differ.
    let step = i64::from(Length::SCALE / 10);
    let tenths = |length: Length| (i64::from(length.0) + step / 2) / step;
    let usual = find_prevailing(lengths.map(|(length, count)| (tenths(length), count)));
    usual.map_or(0, |tenths| tenths * step)
}

/// The left edge of each column of a page, in scaled points: the first at which many of its
/// lines begin.
fn find_edges(lines: &[PdfLine], size: i64) -> BTreeMap<u8, i64> {
    let mut lefts: BTreeMap<u8, Vec<i64>> = BTreeMap::new();
    for line in lines {
        lefts.entry(line.column).or_default().push(i64::from(line.left.0));
    }
    let mut edges = BTreeMap::new();
    for (column, mut lefts) in lefts {
        lefts.sort_unstable();
        let is_edge = |left: &&i64| {
            let end =
                lefts.partition_point(|other| (other - **left) * 1000 <= ALIKE * size);
            let first = lefts.partition_point(|other| other < *left);
            (end - first) * 1000 >= lefts.len() * AT_EDGE
        };
        let edge = lefts.iter().find(is_edge).or(lefts.first());
        edges.extend(edge.map(|&edge| (column, edge)));
    }
    edges
}

/// Whether most letters are italic, and whether most are bold; none without letters.
fn find_usual_shape(pages: &[PdfLines]) -> Option<(bool, bool)> {
    let runs = pages.iter().flat_map(|page| &page.lines).flat_map(|line| &line.runs);
    find_prevailing(runs.map(|run| {
        let bytes = run.text.end.saturating_sub(run.text.start);
        ((run.italic, run.bold), bytes as usize)
    }))
}

/// Appends the words of a line. A character that would end it becomes a space. `usual` is
/// how most letters are, see [`find_usual_shape`]; without it no run differs.
fn push_words(line: &PdfLine, usual: Option<(bool, bool)>, transcript: &mut Transcript) {
    let in_line =
        |c: char| if matches!(c, '\n' | '\u{C}') || is_other_end(c) { ' ' } else { c };
    let Transcript { text, runs, .. } = transcript;
    for run in &line.runs {
        let start = text.len();
        let range = run.text.start as usize..run.text.end as usize;
        let words = line.text.get(range).unwrap_or_default();
        let number = words.trim();
        let is_number = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
        let mut shape = usual.map(|usual| shape_of(run, usual)).unwrap_or_default();
        if is_number && run.position == BaselinePosition::Raised {
            shape.form = LetterForm::Usual;
            text.extend(words.chars().map(raise_figure));
        } else {
            text.extend(words.chars().map(in_line));
        }
        push_run(runs, start..text.len(), shape);
    }
}

/// How the letters of a run differ from most others.
fn shape_of(run: &PdfLineRun, (italic, bold): (bool, bool)) -> LetterShape {
    let form = match run.position {
        BaselinePosition::Raised => LetterForm::Raised,
        BaselinePosition::Lowered => LetterForm::Lowered,
        BaselinePosition::Baseline if run.small_caps => LetterForm::SmallCaps,
        BaselinePosition::Baseline => LetterForm::Usual,
    };
    LetterShape { italic: run.italic != italic, bold: run.bold != bold, form }
}

/// Adds a run, or extends the last one.
fn push_run(runs: &mut Vec<RunLook>, range: Range<usize>, shape: LetterShape) {
    let (Ok(start), Ok(end)) = (u32::try_from(range.start), u32::try_from(range.end))
    else {
        return;
    };
    if shape == LetterShape::default() || start == end {
        return;
    }
    match runs.last_mut() {
        Some(last) if last.end == start && last.shape == shape => last.end = end,
        _ => runs.push(RunLook { start, end, shape }),
    }
}
