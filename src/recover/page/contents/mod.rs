//! Printed tables of contents: titles with page numbers.
//!
//! An edition makes its own table, so the printed one is not part of the text. But it
//! names the headings, which extracted text hardly shows. We find the run of lines that
//! most looks like a table of contents, and align its entries with the lines of the text,
//! as a whole and in order. If most entries have a line, or if the table can be nothing
//! else, it is removed and these lines are headings. Otherwise it remains, and a
//! diagnostic reports it.

mod bylines;
mod contents_run;
mod contents_signs;
mod entry_alignment;
mod parted_entries;
mod unpaged_entries;

use std::collections::BTreeMap;
use std::ops::Range;

use contents_signs::ContentsSigns;
use entry_alignment::{EntryMatch, TitleIndex};
use unpaged_entries::UnpagedRun;

use super::source_layout::{PageTurn, SourceLayout};
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::text::contents_lines::{PageLink, TableLine, read_contents_line};
use crate::text::letters::fold_letters;
use crate::text::numerals::numbering;
use crate::text::sections::is_contents;

/// A document has at most this many tables of contents, one for each volume.
const MOST: usize = 4;

/// A table of contents has at least this many lines with a page number or a leader.
const FEWEST_PAGES: usize = 3;

/// Most lines between the heading of a table and its first entry: "Page".
const LINES_OF_COLUMN_HEADS: usize = 1;

/// Indents that differ by no more columns than this are equal.
const STEP: u32 = 1;

/// The margins beside a centred entry differ by no more columns than this.
const OFF_CENTRE: u32 = 6;

/// A table of contents has at most this many levels; more indents mean centred titles.
const LEVELS: usize = 4;

/// Most lines of a half title or a title page, and most pages of front matter before the
/// table of contents.
const LINES_OF_A_TITLE_PAGE: usize = 12;
const PAGES_OF_FRONT: usize = 6;

/// Fewest letters that identify the beginning of a title.
const LETTERS_BEGUN: usize = 8;

/// A printed table of contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ContentsTable {
    /// Line numbers of the table.
    pub(crate) line_nos: Range<usize>,
    /// Line numbers with which entries begin.
    entries: Vec<usize>,
    /// Entries matched with lines of the text, in order.
    headings: Vec<EntryMatch>,
    /// Whether it is removed from the text.
    pub(crate) left_out: bool,
}

/// Lines of the text that a printed table of contents names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AnnouncedHeading {
    /// Their line numbers.
    pub(crate) line_nos: Range<usize>,
    /// The level of the entry, from 1, if indents show levels.
    pub(crate) level: Option<u8>,
    /// The table names them as the author of the heading above.
    pub(crate) is_byline: bool,
}

/// The printed tables of contents of a text, and what they name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PrintedContents {
    /// The tables.
    pub(crate) tables: Vec<ContentsTable>,
    /// The lines of the text that they name, in order.
    pub(crate) announced: Vec<AnnouncedHeading>,
    /// The letters of the titles that are in the text, in order.
    titles: Vec<String>,
    /// How many lines precede the first table on pages of their own: half title, title
    /// page, imprint.
    pub(crate) front: usize,
}

impl PrintedContents {
    /// Whether a line belongs to a table that is removed.
    pub(crate) fn holds(&self, line_no: usize) -> bool {
        self.tables
            .iter()
            .any(|table| table.left_out && table.line_nos.contains(&line_no))
    }

    /// Finds the title that the words repeat, from an index on; the words may be its
    /// beginning and an ellipsis.
    pub(crate) fn find_title(&self, words: &str, from: usize) -> Option<usize> {
        let said = fold_letters(words);
        let begun = words.ends_with(['…', '.']) && said.chars().count() >= LETTERS_BEGUN;
        let says = |title: &String| *title == said || begun && title.starts_with(&said);
        let titles = self.titles.iter().enumerate().skip(from);
        titles.filter(|(_, title)| says(title)).map(|(place, _)| place).next()
    }

    /// The diagnostics about the tables.
    pub(crate) fn findings(&self, source: &SourceLayout<'_>) -> Vec<Diagnostic> {
        self.tables.iter().flat_map(|table| table.findings(source)).collect()
    }
}

/// Finds the printed tables of contents of a text, and the lines that they or the outline
/// and the tags of a PDF say are headings.
pub(crate) fn find_contents(source: &SourceLayout<'_>) -> PrintedContents {
    let mut printed = find_printed_contents(source);
    let mut stated = list_stated_headings(source);
    // The table itself is in the outline, too.
    stated.retain(|one| !one.line_nos.clone().any(|line_no| printed.holds(line_no)));
    if !stated.is_empty() {
        // This is no reading of marks on paper, so it counts first.
        let is_stated = |one: &AnnouncedHeading| {
            let after =
                stated.partition_point(|other| other.line_nos.end <= one.line_nos.start);
            let other = stated.get(after);
            other.is_some_and(|other| other.line_nos.start < one.line_nos.end)
        };
        printed.announced.retain(|one| !is_stated(one));
        printed.announced.extend(stated);
        printed.announced.sort_by_key(|announced| announced.line_nos.start);
    }
    printed
}

/// The lines of the headings that a PDF or an OCR program states.
fn list_stated_headings(source: &SourceLayout<'_>) -> Vec<AnnouncedHeading> {
    let text = source.text;
    let to_line_no = |offset: u32| {
        let line = text.lines.partition_point(|line| line.span.end < offset);
        source.solid_lines.partition_point(|&solid| solid < line)
    };
    let headings = text.headings.iter().map(|heading| AnnouncedHeading {
        line_nos: to_line_no(heading.start + 1)..to_line_no(heading.end) + 1,
        level: heading.level,
        is_byline: false,
    });
    headings.filter(|one| one.line_nos.end <= source.solid_lines.len()).collect()
}

/// Finds the printed tables of contents of a text.
fn find_printed_contents(source: &SourceLayout<'_>) -> PrintedContents {
    let mut pieces: Vec<TableLine<'_>> = (0..source.solid_lines.len())
        .map(|line_no| read_contents_line(source.words(line_no)))
        .collect();
    // Most texts have none; they are not examined further.
    let headed = || (0..pieces.len()).any(|line_no| is_contents(source.words(line_no)));
    let signs = pieces.iter().filter(|piece| piece.is_plain_sign());
    if signs.count() < FEWEST_PAGES && !headed() {
        return PrintedContents::default();
    }
    let lines = TitleIndex::new(source, &pieces);
    let mut taken = vec![false; pieces.len()];
    let mut printed = PrintedContents::default();
    for line_nos in parted_entries::join_parted_entries(source, &mut pieces) {
        let start = find_contents_heading(source, line_nos.start);
        let line_nos = start..line_nos.end;
        taken[line_nos.clone()].fill(true);
        printed.tables.extend(read_table(source, &pieces, &lines, line_nos, true));
    }
    for _ in 0..MOST {
        let Some(line_nos) = contents_run::find_best_run(source, &pieces, &lines, &taken)
        else {
            break;
        };
        taken[line_nos.clone()].fill(true);
        let Some(line_nos) = cut_run(&pieces, &lines, line_nos) else { continue };
        let line_nos = bylines::with_last_byline(source, &pieces, line_nos);
        printed.tables.extend(read_table(source, &pieces, &lines, line_nos, false));
    }
    for run in unpaged_entries::find_unpaged_runs(source, &lines) {
        let overlaps = |table: &ContentsTable| {
            table.line_nos.start < run.line_nos.end
                && run.line_nos.start < table.line_nos.end
        };
        if !printed.tables.iter().any(overlaps) {
            printed.tables.extend(read_unpaged_table(source, &pieces, &lines, &run));
        }
    }
    printed.tables.sort_by_key(|table| table.line_nos.start);
    let left_out = || printed.tables.iter().filter(|table| table.left_out);
    let title = |pair: &EntryMatch| {
        let words = pieces[pair.entry.clone()].iter().map(|piece| piece.title);
        words.map(fold_letters).collect()
    };
    let titles = left_out().flat_map(|table| &table.headings).map(title).collect();
    let front = left_out().next().filter(|table| table.has_front(source));
    let front = front.map_or(0, |table| table.line_nos.start);
    let mut announced: Vec<AnnouncedHeading> = left_out()
        .flat_map(|table| {
            let bylines = bylines::find_bylines(source, &pieces, &table.headings);
            let pairs = table.headings.iter().zip(table.entry_levels(source));
            let whole = pairs
                .zip(bylines)
                .filter(|((pair, _), _)| !table.is_cut_short(source, &pieces, pair));
            whole.map(|((pair, level), is_byline)| AnnouncedHeading {
                line_nos: pair.text.clone(),
                level,
                is_byline,
            })
        })
        .collect();
    announced.sort_by_key(|announced| announced.line_nos.start);
    announced.dedup_by(|later, earlier| later.line_nos.start < earlier.line_nos.end);
    announced.retain(|one| !printed.holds(one.line_nos.start));
    PrintedContents { announced, titles, front, ..printed }
}

/// Finds the heading of a table right above its first entry; there may be the heads of
/// columns between them.
fn find_contents_heading(source: &SourceLayout<'_>, first: usize) -> usize {
    let near = first.saturating_sub(LINES_OF_COLUMN_HEADS + 1)..first;
    near.rev().find(|&line_no| is_contents(source.words(line_no))).unwrap_or(first)
}

/// Cuts off the lines of a run with which the text begins, and those without a page.
fn cut_run(
    pieces: &[TableLine<'_>],
    lines: &TitleIndex,
    run: Range<usize>,
) -> Option<Range<usize>> {
    let end = lines.find_text_start(pieces, &run);
    let signed = |line_no: &usize| pieces[*line_no].is_linked();
    let end = (run.start..end).rev().find(signed)? + 1;
    Some(run.start..end)
}

/// Reads a run of lines as a table of contents, if it is one. `parted` says that number,
/// title and page of each entry are on separate lines.
fn read_table(
    source: &SourceLayout<'_>,
    pieces: &[TableLine<'_>],
    lines: &TitleIndex,
    line_nos: Range<usize>,
    parted: bool,
) -> Option<ContentsTable> {
    let signs = ContentsSigns::count(source, pieces, &line_nos, parted);
    if !signs.looks() && !signs.says() {
        return None;
    }
    let headings = entry_alignment::align_entries(source, pieces, lines, &line_nos);
    // A leader or a page may be on the next line.
    let is_signed = |pair: &&EntryMatch| {
        let signed =
            |line_no: usize| pieces.get(line_no).is_some_and(TableLine::is_linked);
        let titled =
            |line_no: usize| pieces.get(line_no).is_some_and(|p| !p.title.is_empty());
        let end = pair.entry.end;
        signs.ends == 0 || signed(end - 1) || signed(end) && !titled(end)
    };
    let found = headings.iter().filter(is_signed).count();
    let borne_out = if signs.looks() {
        found > 1 && found * 2 >= signs.expected
    } else {
        (found > 1 || signs.plain > 0) && found >= signs.expected.max(1)
    };
    let left_out = borne_out || signs.is_certain();
    // A run without a heading whose entries the text does not confirm is some other
    // table.
    if !left_out && (!signs.headed || signs.plain < FEWEST_PAGES) {
        return None;
    }
    let entries = find_entries(pieces, &line_nos, &headings);
    let line_nos = with_folios(source, line_nos);
    Some(ContentsTable { line_nos, entries, headings, left_out })
}

/// Reads a run of lines without pages as a table of contents, if nearly all entries are titles
/// of the text in the same order.
fn read_unpaged_table(
    source: &SourceLayout<'_>,
    pieces: &[TableLine<'_>],
    lines: &TitleIndex,
    run: &UnpagedRun,
) -> Option<ContentsTable> {
    let headings = entry_alignment::align_entries(source, pieces, lines, &run.line_nos);
    let titles: Vec<Range<usize>> =
        headings.iter().map(|pair| pair.entry.clone()).collect();
    if !run.is_borne_out(&titles) {
        return None;
    }
    let entries = run.entries.iter().map(|entry| entry.start).collect();
    let line_nos = with_folios(source, run.line_nos.clone());
    Some(ContentsTable { line_nos, entries, headings, left_out: true })
}

/// Extends a table by the folios of its own pages before and after it.
fn with_folios(source: &SourceLayout<'_>, line_nos: Range<usize>) -> Range<usize> {
    if source.turn == PageTurn::Unmarked {
        return line_nos;
    }
    let is_number =
        |line_no: usize| source.number(line_no).is_some_and(|one| !one.beside_words);
    let first = source.page_lines(source.page_of(line_nos.start)).start;
    let last = source.page_lines(source.page_of(line_nos.end - 1)).end;
    let start = if first + 1 == line_nos.start && is_number(first) {
        first
    } else {
        line_nos.start
    };
    let end = if line_nos.end + 1 == last && is_number(line_nos.end) {
        last
    } else {
        line_nos.end
    };
    start..end
}

/// Finds the lines with which entries begin: those matched with the text, and the lines
/// between them that link a title to a page.
fn find_entries(
    pieces: &[TableLine<'_>],
    line_nos: &Range<usize>,
    found: &[EntryMatch],
) -> Vec<usize> {
    let mut entries: Vec<usize> = found.iter().map(|pair| pair.entry.start).collect();
    let covered = |line_no: usize| found.iter().any(|pair| pair.entry.contains(&line_no));
    entries.extend(line_nos.clone().filter(|&line_no| {
        let piece = &pieces[line_no];
        !covered(line_no)
            && !piece.title.is_empty()
            && matches!(piece.sign, PageLink::Leader | PageLink::Gap | PageLink::Loose)
    }));
    entries.sort_unstable();
    entries
}

/// The columns of the numbers of entries, if these end below each other and do not begin
/// so, as Roman figures are often set: their indents show how long they are, and no levels.
fn find_number_column(
    source: &SourceLayout<'_>,
    entries: &[usize],
) -> Option<Range<u32>> {
    let numbers = entries.iter().filter_map(|&line_no| {
        let start = source.shape(line_no).indent;
        Some(start..start + number_columns(source.words(line_no))?)
    });
    let numbers: Vec<Range<u32>> = numbers.collect();
    let pairs = || numbers.windows(2).filter(|pair| pair[0].len() != pair[1].len());
    let aligned = pairs().filter(|pair| pair[0].end == pair[1].end).count();
    let is_column = aligned > 1 && aligned * 2 > pairs().count();
    let [start, end] = [
        numbers.iter().map(|one| one.start).min()?,
        numbers.iter().map(|one| one.end).max()?,
    ];
    is_column.then_some(start..end)
}

/// The columns that the number at the beginning of an entry takes.
fn number_columns(entry: &str) -> Option<u32> {
    numbering(entry).filter(|number| !number.keyword && number.rest > 0)?;
    u32::try_from(entry.split_whitespace().next()?.chars().count()).ok()
}

impl ContentsTable {
    /// Whether a match has only the first lines of a title, whose last line, with the page, has
    /// other words in the text: where the heading ends is not known.
    fn is_cut_short(
        &self,
        source: &SourceLayout<'_>,
        pieces: &[TableLine<'_>],
        pair: &EntryMatch,
    ) -> bool {
        let rest = pair.entry.end;
        !pieces[rest - 1].is_linked()
            && numbering(source.words(pair.entry.start)).is_none()
            && rest < self.line_nos.end
            && pieces[rest].is_linked()
            && !pieces[rest].title.is_empty()
            && source.blanks_before(rest) == 0
            && !self.headings.iter().any(|other| other.entry.start == rest)
    }

    /// Whether the lines before it are those of a half title and a title page.
    fn has_front(&self, source: &SourceLayout<'_>) -> bool {
        let page = source.page_of(self.line_nos.start);
        let short = |page: usize| source.page_lines(page).len() <= LINES_OF_A_TITLE_PAGE;
        let first = self
            .headings
            .first()
            .is_some_and(|pair| pair.text.start > self.line_nos.start);
        first && page > 0 && page <= PAGES_OF_FRONT && (0..page).all(short)
    }

    /// The levels of the matched entries, by their indents relative to the least of the
    /// page; `None` if the indents show no levels. Centred entries without a page are the
    /// titles of parts, above the entries that follow.
    fn entry_levels(&self, source: &SourceLayout<'_>) -> Vec<Option<u8>> {
        let centred = self.find_centred_entries(source);
        let parts = |line_no: usize| centred.binary_search(&line_no).is_ok();
        let numbers = find_number_column(source, &self.entries);
        let title_indent = |line_no: usize| {
            let indent = source.shape(line_no).indent;
            let numbers = numbers.as_ref().filter(|numbers| numbers.contains(&indent));
            let Some(numbers) = numbers else { return indent };
            let columns = number_columns(source.words(line_no));
            columns.map_or(numbers.end, |columns| indent + columns)
        };
        let mut margins: BTreeMap<usize, u32> = BTreeMap::new();
        for line_no in
            self.line_nos.clone().filter(|line_no| self.entries.contains(line_no))
        {
            let margin = margins.entry(source.page_of(line_no)).or_insert(u32::MAX);
            *margin = title_indent(line_no).min(*margin);
        }
        let indent = |pair: &EntryMatch| {
            let line_no = pair.entry.start;
            let margin =
                margins.get(&source.page_of(line_no)).copied().unwrap_or_default();
            title_indent(line_no).saturating_sub(margin)
        };
        let aligned = self.headings.iter().filter(|pair| !parts(pair.entry.start));
        let mut steps: Vec<u32> = aligned.map(indent).collect();
        steps.sort_unstable();
        steps.dedup_by(|later, earlier| *later <= *earlier + STEP);
        let level = |pair: &EntryMatch| {
            let of_parts = centred.partition_point(|&part| part < pair.entry.start) > 0;
            let level = match steps.len() {
                _ if parts(pair.entry.start) => 1,
                2..=LEVELS => {
                    let above = steps.partition_point(|&step| step <= indent(pair));
                    above + usize::from(of_parts)
                }
                _ if centred.is_empty() => return None,
                _ => 1 + usize::from(of_parts),
            };
            u8::try_from(level).ok()
        };
        self.headings.iter().map(level).collect()
    }

    /// The entries without a page that are centred over the others, in ascending order.
    fn find_centred_entries(&self, source: &SourceLayout<'_>) -> Vec<usize> {
        let extent = |line_no: usize| {
            let indent = source.shape(line_no).indent;
            let columns = source.words(line_no).chars().count();
            indent..indent.saturating_add(u32::try_from(columns).unwrap_or(u32::MAX))
        };
        let lines = || self.line_nos.clone().map(extent);
        let left = lines().map(|line| line.start).min().unwrap_or_default();
        let right = lines().map(|line| line.end).max().unwrap_or_default();
        let has_page =
            |line_no: &usize| read_contents_line(source.words(*line_no)).is_linked();
        let paged = self.line_nos.clone().filter(has_page);
        let deepest = paged.map(|line_no| extent(line_no).start).max();
        let is_centred = |line_no: &usize| {
            let line = extent(*line_no);
            let margins = [line.start - left, right - line.end];
            !has_page(line_no)
                && deepest.is_some_and(|deepest| line.start > deepest + STEP)
                && margins[0].abs_diff(margins[1]) <= OFF_CENTRE
        };
        self.entries.iter().copied().filter(is_centred).collect()
    }

    /// The diagnostics about the table.
    fn findings(&self, source: &SourceLayout<'_>) -> Vec<Diagnostic> {
        let line = |line_no: usize| source.text.lines[source.solid_lines[line_no]].span;
        let (all, found) = (self.entries.len(), self.headings.len());
        let at = line(self.line_nos.start);
        if !self.left_out {
            let message = "a printed table of contents remains in the text";
            let hint =
                format!("only {found} of its {all} entries match lines of the text");
            return vec![
                Diagnostic::new(codes::CONTENTS_KEPT, Severity::Warning, message)
                    .at(at)
                    .hint(hint),
            ];
        }
        let message = format!(
            "removed a printed table of contents; {found} of its {all} entries are \
             headings of the text"
        );
        let severity = if found * 2 < all { Severity::Warning } else { Severity::Note };
        let mut findings =
            vec![Diagnostic::new(codes::CONTENTS, severity, message).at(at)];
        let found =
            |line_no: &&usize| self.headings.iter().any(|h| h.entry.start == **line_no);
        for &line_no in self.entries.iter().filter(|line_no| !found(line_no)) {
            let title = read_contents_line(source.words(line_no)).title;
            let message =
                format!("no line of the text matches “{title}” of the printed contents");
            findings.push(
                Diagnostic::new(codes::NOT_IN_TEXT, Severity::Warning, message)
                    .at(line(line_no))
                    .hint("the heading may be misread, or share a line with other words"),
            );
        }
        findings
    }
}
