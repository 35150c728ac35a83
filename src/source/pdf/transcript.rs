//! The lines of a PDF as a text: what an extractor would write if it kept the layout.
//!
//! Indents become spaces, white space between lines becomes blank lines, and pages are
//! divided by form feeds. Raised figures become superscript characters, so that a note mark
//! is not read as a number of the sentence.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::document::PdfDocument;
use super::line::{BaselinePosition, PdfLine, PdfLineRun};
use super::line_tags::LineTags;
use super::lines::PdfLines;
use super::links::find_links;
use super::listings::write_listing_lines;
use super::margins::MarginItemKind;
use super::page::{SourcePage, WritingDirection};
use super::regions::{PdfRegion, RegionContent, cut_line};
use super::stated_headings::{WrittenLine, find_stated_headings};
use super::tables::page_table::{PageTable, TableCell};
use crate::length::Length;
use crate::source::lines::is_other_end;
use crate::source::looks::{
    FileFacts, LetterForm, LetterShape, LineLook, LineTag, RunLook, StatedHeading,
    TextLink,
};
use crate::source::measures::{
    ALIKE, AT_EDGE, SizesAbove, count_blank_lines, count_spaces, find_prevailing,
    share_of, thousandths,
};
use crate::source::regions::{PageRegion, RegionFigure, RegionKind, RegionTable};
use crate::text::note_series::raise_figure;

/// How far the lines of a page are inset at most, in ems: further to the right is another
/// layout.
const DEEPEST_INSET: i64 = 8;

/// The lines of a PDF as a text, and how each of them looks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Transcript {
    /// The text.
    pub(crate) text: String,
    /// The look of each line, blank ones included.
    pub(crate) looks: Vec<LineLook>,
    /// The runs whose letters differ from most others, in order.
    pub(crate) runs: Vec<RunLook>,
    /// The links to addresses outside the document, in order.
    pub(crate) links: Vec<TextLink>,
    /// The headings that the document states, in order.
    pub(crate) headings: Vec<StatedHeading>,
    /// What the document calls each of its pages.
    pub(crate) page_labels: Vec<Option<String>>,
    /// The characters of each page that are on no line, see [`PdfLines::left_out`].
    pub(crate) left_out: Vec<String>,
    /// The tables and figures, in order.
    pub(crate) regions: Vec<PageRegion>,
    /// The pictures by the address that the figures name.
    pub(crate) media: BTreeMap<String, Vec<u8>>,
    /// What the document says about itself.
    pub(crate) facts: FileFacts,
    /// A page is a scan with recognised text beneath.
    pub(crate) recognised: bool,
    /// Each page of the PDF is two of the text.
    pub(crate) has_facing_pages: bool,
}

/// What is measured on the lines of a whole document.
struct Measures {
    /// The size of most characters, in scaled points.
    size: i64,
    /// The distance of most baselines, in scaled points.
    leading: i64,
    /// The width of most columns, in scaled points.
    measure: i64,
    /// How most letters are; none without letters.
    shape: Option<UsualShape>,
}

impl Measures {
    fn take(pages: &[PdfLines], edges: &[BTreeMap<u8, i64>], size: i64) -> Self {
        let lines = || pages.iter().flat_map(|page| &page.lines);
        let leading = find_usual(lines().filter_map(|line| {
            let of_text = (i64::from(line.size.0) - size).abs() * 1000 <= ALIKE * size;
            line.leading.filter(|_| of_text).map(|leading| (leading, 1))
        }));
        let widths = pages.iter().zip(edges);
        let widths = widths.flat_map(|(page, edges)| measure_columns(&page.lines, edges));
        let measure = find_usual(widths.map(|width| (width, 1)));
        let shape = find_usual_shape(pages);
        Self { size, leading: leading.max(1), measure, shape }
    }
}

/// Writes the lines of all pages, with the tables and figures of each. `media` are the
/// addresses of the pictures.
pub(super) fn write_transcript(
    document: &PdfDocument,
    pages: &[PdfLines],
    tags: &LineTags,
    regions: &[Vec<PdfRegion<'_>>],
    media: &[String],
) -> Transcript {
    let lines = pages.iter().flat_map(|page| &page.lines);
    let size = find_usual(lines.map(|line| (line.size, line.text.chars().count())));
    let size = size.max(1);
    let mut edges: Vec<BTreeMap<u8, i64>> =
        pages.iter().map(|page| find_edges(&page.lines, size)).collect();
    settle_edges(pages, &mut edges, size);
    let mut writer = TranscriptWriter {
        measures: Measures::take(pages, &edges, size),
        media,
        transcript: Transcript::default(),
    };
    let mut written = Vec::with_capacity(pages.len());
    for (index, (page, edges)) in pages.iter().zip(&edges).enumerate() {
        if index > 0 {
            writer.transcript.text.push('\u{C}');
        }
        let about = AboutPage {
            source: document.pages.get(index),
            edges,
            tags: tags.get(index).map(Vec::as_slice).unwrap_or_default(),
            regions: regions.get(index).map(Vec::as_slice).unwrap_or_default(),
        };
        written.push(writer.write_page(page, &about));
    }
    let mut transcript = writer.transcript;
    transcript.has_facing_pages = pages.iter().any(|page| page.right_page.is_some());
    if !transcript.has_facing_pages {
        transcript.page_labels =
            document.pages.iter().map(|page| page.label.clone()).collect();
    }
    transcript.recognised = pages.iter().any(|page| page.from_hidden_text);
    transcript.left_out = pages.iter().map(|page| page.left_out.clone()).collect();
    transcript.headings = find_stated_headings(&document.outline, &written);
    transcript
}

/// What is known of a page beside its lines.
struct AboutPage<'a> {
    /// The page as it was read.
    source: Option<&'a SourcePage>,
    /// The left edge of each column.
    edges: &'a BTreeMap<u8, i64>,
    /// The tag of each line, if they are used.
    tags: &'a [Option<LineTag>],
    /// What stands apart on it.
    regions: &'a [PdfRegion<'a>],
}

/// Writes pages one after the other.
struct TranscriptWriter<'m> {
    measures: Measures,
    media: &'m [String],
    transcript: Transcript,
}

impl TranscriptWriter<'_> {
    /// Writes the lines of a page, and gives those of its running text.
    fn write_page<'p>(
        &mut self,
        page: &'p PdfLines,
        about: &AboutPage<'_>,
    ) -> Vec<WrittenLine<'p>> {
        let AboutPage { source, edges, tags, regions } = *about;
        let apart: BTreeSet<usize> =
            regions.iter().flat_map(|region| region.content.lines()).collect();
        let mut regions = regions.iter().peekable();
        let mut written = Vec::with_capacity(page.lines.len());
        let mut sizes_above = SizesAbove::default();
        // The distance from a table says as little of a line as that from the page's edge.
        let mut after_region = false;
        for (at, line) in page.lines.iter().enumerate() {
            if page.right_page == Some(at) {
                self.transcript.text.push('\u{C}');
            }
            while let Some(region) = regions.next_if(|region| region.before <= at) {
                self.write_region(source, page, &region.content);
                after_region |= !matches!(region.content, RegionContent::Margin(_));
            }
            if apart.contains(&at) {
                continue;
            }
            let above = line.leading.filter(|_| !std::mem::take(&mut after_region));
            let above = above.map_or(0, |above| i64::from(above.0));
            let smaller = sizes_above.pass(line.column, i64::from(line.size.0));
            self.write_blanks(above, smaller);
            let edge = edges.get(&line.column).copied().unwrap_or_default();
            let inset = i64::from(line.left.0) - edge;
            for _ in 0..count_spaces(inset, self.measures.size) {
                self.transcript.text.push(' ');
            }
            let range = self.write_words(page, line);
            for (words, address) in
                source.map_or(Vec::new(), |page| find_links(page, line))
            {
                self.add_link(line, &words, range.start, address);
            }
            let tag = tags.get(at).copied().flatten();
            written.push(WrittenLine { line, range, tag });
            self.transcript.looks.push(self.look_at(line, tag, edge, above));
        }
        for region in regions {
            self.write_region(source, page, &region.content);
        }
        if page.right_page.is_some_and(|right| right >= page.lines.len()) {
            self.transcript.text.push('\u{C}');
        }
        written
    }

    fn write_blanks(&mut self, above: i64, smaller: i64) {
        let Measures { size, leading, .. } = self.measures;
        for _ in 0..count_blank_lines(above, leading, smaller, size) {
            self.transcript.text.push('\n');
            self.transcript.looks.push(LineLook::default());
        }
    }

    /// Writes the words of a line and ends the line; gives the place of the words.
    fn write_words(&mut self, page: &PdfLines, line: &PdfLine) -> Range<usize> {
        // Of recognised text beneath a scan, the page shows no letters.
        let usual = self.measures.shape.filter(|_| !page.from_hidden_text);
        let start = self.transcript.text.len();
        push_words(line, usual, &mut self.transcript);
        let end = self.transcript.text.len();
        self.transcript.text.push('\n');
        start..end
    }

    /// Adds the link of some words of a line that is written at an offset. A link that goes
    /// on over the end of a line is one.
    fn add_link(&mut self, line: &PdfLine, words: &Range<u32>, at: usize, address: &str) {
        let Transcript { text, links, .. } = &mut self.transcript;
        // Each character of the line is one of the text, but perhaps not of the same length.
        let characters = |end: u32| {
            let before = line.text.get(..end as usize).unwrap_or_default();
            before.chars().count()
        };
        let offset = |count: usize| {
            let written = text.get(at..).unwrap_or_default();
            let length = written.char_indices().nth(count).map_or(written.len(), |c| c.0);
            u32::try_from(at + length).unwrap_or(u32::MAX)
        };
        let (start, end) =
            (offset(characters(words.start)), offset(characters(words.end)));
        let goes_on = |last: &TextLink| {
            let between = last.text.end as usize..start as usize;
            last.address == address
                && text.get(between).is_some_and(|between| between.trim().is_empty())
        };
        match links.last_mut() {
            Some(last) if goes_on(last) => last.text.end = end,
            _ => links.push(TextLink { text: start..end, address: address.to_owned() }),
        }
    }

    fn look_at(
        &self,
        line: &PdfLine,
        tag: Option<LineTag>,
        edge: i64,
        above: i64,
    ) -> LineLook {
        let Measures { size, leading, measure, .. } = self.measures;
        let share = |is: fn(&PdfLineRun) -> bool| {
            share_of(line.runs.iter().map(|run| (run.text.clone(), is(run))))
        };
        LineLook {
            size: thousandths(i64::from(line.size.0), size),
            leading: thousandths(above, leading),
            height: match line.direction {
                WritingDirection::Right => {
                    thousandths(i64::from(line.baseline.0), leading)
                }
                // It is measured on a page turned likewise.
                WritingDirection::Down
                | WritingDirection::Left
                | WritingDirection::Up
                | WritingDirection::Slanted => 0,
            },
            left: thousandths(i64::from(line.left.0) - edge, size),
            right: thousandths(edge + measure - i64::from(line.right.0), size),
            gap: thousandths(i64::from(line.gap.0), size),
            bold: share(|run| run.bold),
            italic: share(|run| run.italic),
            small_caps: share(|run| run.small_caps),
            artifact: line.artifact,
            tag,
        }
    }

    /// Writes what stands apart.
    fn write_region(
        &mut self,
        source: Option<&SourcePage>,
        page: &PdfLines,
        content: &RegionContent<'_>,
    ) {
        let start = self.offset();
        let kind = match *content {
            RegionContent::Table(table) => {
                RegionKind::Table(self.write_table(page, table))
            }
            RegionContent::Figure(figure) => RegionKind::Figure(RegionFigure {
                picture: figure.file.and_then(|file| self.media.get(file).cloned()),
                caption: self.write_lines(page, &figure.caption),
                labels: self.write_lines(page, &figure.lines),
                shows_labels: figure.shows_words,
                alternative: figure.alternative.clone(),
            }),
            RegionContent::Listing(listing) => {
                if let Some(source) = source {
                    for line in write_listing_lines(source, page, listing) {
                        self.transcript.text.extend(line.chars().map(in_line));
                        self.transcript.text.push('\n');
                        self.transcript.looks.push(LineLook::default());
                    }
                }
                RegionKind::Listing
            }
            RegionContent::Margin(item) => {
                self.write_lines(page, &item.lines);
                match item.kind {
                    MarginItemKind::Note => RegionKind::MarginNote,
                    MarginItemKind::LineNumber => RegionKind::LineNumber,
                }
            }
        };
        let text = start..self.offset();
        self.transcript.regions.push(PageRegion { text, kind });
    }

    /// Writes a table cell by cell, each part of a cell on a line. Its head, which may have
    /// several rows, becomes one.
    fn write_table(&mut self, page: &PdfLines, table: &PageTable) -> RegionTable {
        let caption = self.write_lines(page, &table.caption);
        let head_rows = table.head_rows.max(1);
        let row_of = |cell: &TableCell| (cell.row + 1).saturating_sub(head_rows);
        let mut cells: Vec<&TableCell> = table.cells.iter().collect();
        cells.sort_by_key(|cell| (row_of(cell), cell.column, cell.row));
        let columns = table.columns.len();
        let count = (table.rows + 1).saturating_sub(head_rows);
        let mut rows = vec![vec![0..0; columns]; count];
        for cell in cells {
            let written = self.write_cell(page, cell);
            let row = rows.get_mut(row_of(cell));
            if let Some(place) = row.and_then(|row| row.get_mut(cell.column)) {
                let is_first = place.start == place.end;
                place.start = if is_first { written.start } else { place.start };
                place.end = written.end;
            }
        }
        RegionTable {
            caption,
            columns: table.columns.iter().map(|column| column.alignment).collect(),
            has_head: table.head_rows > 0,
            rows,
            opening: table.opening,
            has_spans: table
                .cells
                .iter()
                .any(|cell| cell.row_span > 1 || cell.column_span > 1),
        }
    }

    fn write_cell(&mut self, page: &PdfLines, cell: &TableCell) -> Range<u32> {
        let start = self.offset();
        for part in &cell.parts {
            if let Some(line) = page.lines.get(part.line) {
                self.write_apart(page, &cut_line(line, part));
            }
        }
        start..self.offset()
    }

    /// Writes lines that stand apart; gives their place.
    fn write_lines(&mut self, page: &PdfLines, lines: &[usize]) -> Range<u32> {
        let start = self.offset();
        for line in lines.iter().filter_map(|at| page.lines.get(*at)) {
            self.write_apart(page, line);
        }
        start..self.offset()
    }

    fn write_apart(&mut self, page: &PdfLines, line: &PdfLine) {
        self.write_words(page, line);
        self.transcript.looks.push(LineLook::default());
    }

    /// The length of what is written. Longer texts are refused.
    fn offset(&self) -> u32 {
        u32::try_from(self.transcript.text.len()).unwrap_or(u32::MAX)
    }
}

/// The widths of the columns of a page: from the left edge to the end of the farthest line
/// but the tenth part of them, which may hang over.
fn measure_columns(lines: &[PdfLine], edges: &BTreeMap<u8, i64>) -> Vec<Length> {
    let mut rights: BTreeMap<u8, Vec<i32>> = BTreeMap::new();
    for line in lines.iter().filter(|line| !line.in_margin) {
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

/// The left edge of each column of some lines, in scaled points: the first at which many of
/// them begin.
fn find_edges<'l>(
    lines: impl IntoIterator<Item = &'l PdfLine>,
    size: i64,
) -> BTreeMap<u8, i64> {
    let mut lefts: BTreeMap<u8, Vec<i64>> = BTreeMap::new();
    for line in lines.into_iter().filter(|line| !line.in_margin) {
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

/// Gives the pages whose lines are mostly inset the left edge of the others: a quotation can
/// fill a page, and the block of text stands where it stands on the other left or right pages.
fn settle_edges(pages: &[PdfLines], edges: &mut [BTreeMap<u8, i64>], size: i64) {
    for side in 0..2 {
        let of_side = || pages.iter().skip(side).step_by(2);
        let usual = find_edges(of_side().flat_map(|page| &page.lines), size);
        for of_page in edges.iter_mut().skip(side).step_by(2) {
            for (column, edge) in of_page {
                let Some(&usual) = usual.get(column) else { continue };
                let inset = *edge - usual;
                if inset * 1000 > ALIKE * size && inset <= DEEPEST_INSET * size {
                    *edge = usual;
                }
            }
        }
    }
}

/// How most letters of a document are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct UsualShape {
    italic: bool,
    bold: bool,
    monospace: bool,
}

/// How most letters are; none without letters.
fn find_usual_shape(pages: &[PdfLines]) -> Option<UsualShape> {
    let runs = pages.iter().flat_map(|page| &page.lines).flat_map(|line| &line.runs);
    find_prevailing(runs.map(|run| {
        let bytes = run.text.end.saturating_sub(run.text.start);
        let PdfLineRun { italic, bold, monospace, .. } = *run;
        (UsualShape { italic, bold, monospace }, bytes as usize)
    }))
}

/// A character of a line; one that would end it becomes a space.
fn in_line(c: char) -> char {
    if matches!(c, '\n' | '\u{C}') || is_other_end(c) { ' ' } else { c }
}

/// Appends the words of a line. `usual` is how most letters are; without it no run
/// differs.
fn push_words(line: &PdfLine, usual: Option<UsualShape>, transcript: &mut Transcript) {
    let Transcript { text, runs, .. } = transcript;
    for run in &line.runs {
        let start = text.len();
        let words = line.words_of(run);
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
fn shape_of(run: &PdfLineRun, usual: UsualShape) -> LetterShape {
    let form = match run.position {
        BaselinePosition::Raised => LetterForm::Raised,
        BaselinePosition::Lowered => LetterForm::Lowered,
        BaselinePosition::Baseline if run.small_caps => LetterForm::SmallCaps,
        BaselinePosition::Baseline if run.monospace && !usual.monospace => {
            LetterForm::Typewriter
        }
        BaselinePosition::Baseline => LetterForm::Usual,
    };
    let (italic, bold) = (run.italic != usual.italic, run.bold != usual.bold);
    LetterShape { italic, bold, form }
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
