//! The lines of an OCR file as a text, as an extractor would write them that keeps the
//! layout: indents are spaces, white space between lines is blank lines, and pages are
//! divided by form feeds. Raised figures are superscript characters, so that a note mark is
//! not read as a number of the sentence.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::source::looks::{
    LINES_OF_A_HEADING, LineLook, LineTag, StatedHeading, TagRole, TaggedWords,
    WordConfidence, find_tagged_headings,
};
use crate::source::measures::{
    ALIKE, AT_EDGE, SizesAbove, count_blank_lines, count_spaces, find_prevailing,
    share_of, thousandths,
};
use crate::source::ocr::sizes::find_median;
use crate::source::ocr::{OcrLine, OcrPage, OcrRole, OcrRun, OcrWord};
use crate::text::note_series::raise_figure;

/// The confidence, in per cent, below which a word is a suspect.
///
/// Measured with Tesseract 5.3 on 24 pages in four languages, as they are and twice with
/// noise, turned and blurred (34,000 words, 3 % of them wrong). Below 75, one wrong word of
/// three is a suspect on clean pages and every second one on bad pages; every second
/// suspect is wrong; 2.5 % of the right words of bad pages are suspects. At 90, three wrong
/// words of four on bad pages would be suspects, but three suspects of four would be right.
const SUSPECT_CONFIDENCE: u8 = 75;

/// The least inset that is an indent, in thousandths of the size of the text. Insets of the
/// lines of one edge differ by up to 300 on a scan with specks; printers indent by an em.
const LEAST_INDENT: i64 = 400;

/// How far to the right of a possible edge a better one may be, in thousandths of the size:
/// specks in the margin widen boxes by less than half an em, and an indent is wider.
const NEAR_EDGE: i64 = 500;

/// The lines of an OCR file as a text, and how each of them looks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OcrTranscript {
    /// The text.
    pub text: String,
    /// The look of each line, blank ones included.
    pub looks: Vec<LineLook>,
    /// The lines that the file calls headings, in order.
    pub headings: Vec<StatedHeading>,
    /// The words that the OCR program is unsure of, in order.
    pub suspects: Vec<Suspect>,
    /// How sure it is of its words, as far as the file says, in order.
    pub confidences: Vec<WordConfidence>,
}

/// A word that may be misread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suspect {
    /// Its line in the transcript, from 0.
    pub line: usize,
    /// Its characters in the line, in bytes, the indent included.
    pub range: Range<usize>,
    /// How sure the OCR program is of it, in per cent.
    pub confidence: u8,
}

/// What is usual in a document, in scaled points.
struct Usual {
    size: i64,
    leading: i64,
    /// The width of a column.
    measure: i64,
}

/// Writes the lines of all pages.
#[must_use]
pub fn write_transcript(pages: &[OcrPage]) -> OcrTranscript {
    let lines = || pages.iter().flat_map(|page| &page.lines);
    let sizes = lines().map(|line| (i64::from(line.size.0), line.text.chars().count()));
    let size = find_prevailing(sizes.filter(|(size, _)| *size > 0)).unwrap_or(1);
    let edges: Vec<BTreeMap<u8, i64>> =
        pages.iter().map(|page| find_edges(&page.lines, size)).collect();
    let mut leadings: Vec<_> = lines()
        .filter(|line| (i64::from(line.size.0) - size).abs() * 1000 <= ALIKE * size)
        .filter_map(|line| line.leading.map(|leading| (i64::from(leading.0), 1)))
        .collect();
    let mut widths: Vec<_> = pages
        .iter()
        .zip(&edges)
        .flat_map(|(page, edges)| measure_columns(&page.lines, edges))
        .collect();
    let usual = Usual {
        size,
        leading: find_median(&mut leadings).unwrap_or(1).max(1),
        measure: find_median(&mut widths).unwrap_or(0),
    };
    let mut transcript = OcrTranscript::default();
    let mut tags = tag_lines(pages).into_iter();
    let mut tagged: Vec<TaggedWords> = Vec::new();
    for (index, (page, edges)) in pages.iter().zip(&edges).enumerate() {
        if index > 0 {
            transcript.text.push('\u{C}');
        }
        let mut sizes_above = SizesAbove::default();
        for line in &page.lines {
            let edge = edges.get(&line.column).copied().unwrap_or_default();
            let smaller = sizes_above.pass(line.column, i64::from(line.size.0));
            let tag = tags.next().flatten();
            let words = transcript.push_line(line, (edge, smaller), tag, &usual);
            tagged.push((words, tag));
        }
    }
    transcript.headings = find_tagged_headings(&tagged);
    transcript
}

impl OcrTranscript {
    /// Adds a line, with the left edge of its column and the size of the smaller of it and
    /// the line above; gives the place of its words.
    fn push_line(
        &mut self,
        line: &OcrLine,
        (edge, smaller): (i64, i64),
        tag: Option<LineTag>,
        usual: &Usual,
    ) -> Range<usize> {
        let above = line.leading.map_or(0, |above| i64::from(above.0));
        for _ in 0..count_blank_lines(above, usual.leading, smaller, usual.size) {
            self.text.push('\n');
            self.looks.push(LineLook::default());
        }
        let start = self.text.len();
        // A line without a box is like most others.
        let is_placed = line.left < line.right;
        let inset = if is_placed { i64::from(line.left.0) - edge } else { 0 };
        let size = if line.size.0 > 0 { i64::from(line.size.0) } else { usual.size };
        if inset * 1000 >= LEAST_INDENT * usual.size {
            for _ in 0..count_spaces(inset, usual.size) {
                self.text.push(' ');
            }
        }
        push_words(line, &mut self.text, |word, range| {
            let [from, to] = [range.start, range.end].map(u32::try_from);
            if let (Some(percent), Ok(start), Ok(end)) = (word.confidence, from, to) {
                self.confidences.push(WordConfidence { start, end, percent });
            }
            let confidence = word.confidence.filter(|c| *c < SUSPECT_CONFIDENCE);
            self.suspects.extend(confidence.map(|confidence| Suspect {
                line: self.looks.len(),
                range: range.start - start..range.end - start,
                confidence,
            }));
        });
        let words = start..self.text.len();
        self.text.push('\n');
        let right = edge + usual.measure - i64::from(line.right.0);
        let right = if is_placed { right } else { 0 };
        let share = |is: fn(&OcrRun) -> bool| {
            share_of(line.runs.iter().map(|run| (run.text.clone(), is(run))))
        };
        self.looks.push(LineLook {
            size: thousandths(size, usual.size),
            leading: thousandths(above, usual.leading),
            height: if is_placed {
                thousandths(i64::from(line.baseline.0), usual.leading)
            } else {
                0
            },
            left: thousandths(inset, usual.size),
            right: thousandths(right, usual.size),
            // The words of a line have no boxes here.
            gap: 0,
            bold: share(|run| run.bold),
            italic: share(|run| run.italic),
            small_caps: share(|run| run.small_caps),
            artifact: line.role.is_of_page(),
            tag,
        });
        words
    }
}

/// The most lines that may be headings, in thousandths: in books they are fewer than a
/// tenth. Where more are, the program takes every short line for one.
const MOST_HEADINGS: usize = 250;

/// What the roles in the file say of each line. Where it calls no line a heading or a note,
/// or too many lines headings, they say nothing.
fn tag_lines(pages: &[OcrPage]) -> Vec<Option<LineTag>> {
    let lines: Vec<&OcrLine> = pages.iter().flat_map(|page| &page.lines).collect();
    let count = |role: OcrRole| lines.iter().filter(|line| line.role == role).count();
    let headings = count(OcrRole::Heading);
    let says_headings = headings * 1000 <= lines.len() * MOST_HEADINGS;
    let says = headings > 0 && says_headings || count(OcrRole::Footnote) > 0;
    let mut tags: Vec<Option<LineTag>> = Vec::with_capacity(lines.len());
    let mut above: Option<&OcrLine> = None;
    let mut element = 0;
    let mut length = 0;
    for line in lines {
        let role = match line.role {
            OcrRole::Heading if says_headings => TagRole::Heading(None),
            OcrRole::Footnote => TagRole::Note,
            _ => TagRole::Other,
        };
        // The lines of a heading are one block; of the others nothing is said.
        let goes_on = role == TagRole::Heading(None)
            && length < LINES_OF_A_HEADING
            && above.is_some_and(|above| {
                let of = |line: &OcrLine| (line.page, line.role, line.block);
                of(above) == of(line)
            });
        element += u32::from(!goes_on);
        length = if goes_on { length + 1 } else { 1 };
        tags.push(says.then_some(LineTag { element, role }));
        above = Some(line);
    }
    tags
}

/// The widths of the columns of a page: from the left edge to the end of the farthest line
/// but the tenth part of them, which may hang over. Each counts as often as it has lines.
fn measure_columns(lines: &[OcrLine], edges: &BTreeMap<u8, i64>) -> Vec<(i64, usize)> {
    let mut rights: BTreeMap<u8, Vec<i64>> = BTreeMap::new();
    for line in lines.iter().filter(|line| line.left < line.right) {
        rights.entry(line.column).or_default().push(i64::from(line.right.0));
    }
    let width = |(column, mut rights): (u8, Vec<i64>)| {
        rights.sort_unstable();
        let far = *rights.get(rights.len() * 9 / 10)?;
        Some((far - edges.get(&column)?, rights.len()))
    };
    rights.into_iter().filter_map(width).collect()
}

/// The left edge of each column of a page, in scaled points: the first at which many of its
/// lines begin.
fn find_edges(lines: &[OcrLine], size: i64) -> BTreeMap<u8, i64> {
    let mut lefts: BTreeMap<u8, Vec<i64>> = BTreeMap::new();
    for line in lines.iter().filter(|line| line.left < line.right) {
        lefts.entry(line.column).or_default().push(i64::from(line.left.0));
    }
    let mut edges = BTreeMap::new();
    for (column, mut lefts) in lefts {
        lefts.sort_unstable();
        let count_from = |left: i64| {
            let end =
                lefts.partition_point(|other| (other - left) * 1000 <= ALIKE * size);
            end - lefts.partition_point(|other| *other < left)
        };
        let is_edge = |left: &&i64| count_from(**left) * 1000 >= lefts.len() * AT_EDGE;
        let first = lefts.iter().find(is_edge).or(lefts.first()).copied();
        let near = |left: &&i64| {
            first.is_some_and(|first| {
                (first..=first + NEAR_EDGE * size / 1000).contains(*left)
            })
        };
        // Of several with as many lines, the first one.
        let edge = lefts.iter().filter(near).rev().max_by_key(|left| count_from(**left));
        edges.extend(edge.map(|&edge| (column, edge)));
    }
    edges
}

/// Appends the words of a line, and hands each on with its place in the text.
fn push_words(
    line: &OcrLine,
    text: &mut String,
    mut place: impl FnMut(&OcrWord, Range<usize>),
) {
    // Superscript figures have more bytes, so that places in the line move.
    let mut moved: Vec<(usize, usize)> = Vec::new();
    for run in &line.runs {
        let range = run.text.start as usize..run.text.end as usize;
        moved.push((range.start, text.len()));
        let words = line.text.get(range).unwrap_or_default();
        let number = words.trim();
        let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        if is_number && run.raised {
            for (at, c) in words.char_indices() {
                moved.push((run.text.start as usize + at, text.len()));
                text.push(raise_figure(c));
            }
        } else {
            text.push_str(words);
        }
    }
    let end = text.len();
    let place_of = |at: usize| {
        let run = moved.partition_point(|(start, _)| *start <= at).checked_sub(1);
        let run = run.and_then(|run| moved.get(run));
        run.map_or(end, |(start, moved)| (moved + at - start).min(end))
    };
    for word in &line.words {
        let (from, to) = (word.text.start as usize, word.text.end as usize);
        // The end is counted from the last character, which may be in a raised run.
        let last = line.text.get(from..to).and_then(|word| word.chars().next_back());
        let last = to.saturating_sub(last.map_or(0, char::len_utf8));
        let last = place_of(last);
        let length = text.get(last..).and_then(|rest| rest.chars().next());
        place(word, place_of(from)..last + length.map_or(0, char::len_utf8));
    }
}
