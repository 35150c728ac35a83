//! Rows: the lines of the body, or of one note, without what does not belong to them.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use super::row_ends::{RowEnd, RowStart};
use crate::recover::model::{
    DecidedLine, Fence, RemovalKind, Zone, Zoned, ZonedNote, find_replacement,
};
use crate::recover::page::measure;
use crate::source::{LineLook, LineTag, RegionKind, TagRole, Text};
use crate::text::letter_spacing::find_letter_gaps;
use crate::text::numerals::numbering;
use crate::text::span::Span;

/// A page with fewer rows than this takes its margin from the whole.
const ROWS_OF_A_PAGE: usize = 6;

/// On a page of fewer rows, blank lines between all rows may separate paragraphs of one
/// row.
const ROWS_OF_A_SPACED_PAGE: usize = 5;

/// A line of the body or of a note, and what separates it from the line before.
#[expect(clippy::struct_excessive_bools, reason = "independent facts about a line")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    /// Its characters, without the white space around them and without the label of a
    /// note.
    pub(crate) span: Span,
    /// Its index in [`Text::lines`].
    pub(crate) line: usize,
    /// Columns of white space before it; the space that opens a page does not count.
    pub(crate) indent: u32,
    /// White space follows it in the source.
    pub(crate) trailing_space: bool,
    /// Blank lines between the row before and this one; 0 across a page turn, where they
    /// mean nothing.
    pub(crate) blanks: u32,
    /// Blank lines directly above it, below what is between it and the row before.
    pub(crate) blanks_above: u32,
    /// A page turned between the row before and this one.
    pub(crate) turn: bool,
    /// Notes or furniture are between the row before and this one.
    pub(crate) interrupted: bool,
    /// Its characters, without marks and cuts.
    pub(crate) plain: String,
    /// What `plain` begins with.
    pub(crate) begins: RowStart,
    /// What `plain` ends with.
    pub(crate) ends: RowEnd,
    /// The width of `plain`, in thousandths of an em.
    pub(crate) width: i32,
    /// The most common indent on its page.
    pub(crate) margin: u32,
    /// Blank lines between any two rows of its page.
    pub(crate) page_blanks: u32,
    /// Columns of the line, with its indent.
    pub(crate) columns: u32,
    /// Its place in a heading that a printed table of contents names.
    pub(crate) announced: Option<ContentsRow>,
    /// What the notation of the text or the tags of a PDF state that it is.
    pub(crate) fence: Option<Fence>,
    /// What a person decided that it is.
    pub(crate) decided: Option<DecidedLine>,
    /// The notation states that a page turn divides the word at its end.
    pub(crate) divides_word: bool,
    /// Whether a paragraph begins with it, if the notation of the text or the tags of a PDF
    /// state that.
    pub(crate) begins_paragraph: Option<bool>,
    /// How it looks on its page, if that is known.
    pub(crate) look: Option<LineLook>,
}

/// The place of a row in a heading that a printed table of contents names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ContentsRow {
    /// Its first row, and the level of the heading if the table shows it.
    First(Option<u8>),
    /// The first row of the title under its number.
    Title,
    /// A further row.
    More,
    /// The author of the heading above.
    Byline,
    /// The row after the heading.
    After,
}

/// Reads the rows of a displaced title block, and those of the body.
pub(crate) fn read_body_rows(text: &Text, zoned: &Zoned) -> (Vec<Row>, Vec<Row>) {
    let mut announced: BTreeMap<usize, ContentsRow> = BTreeMap::new();
    for heading in &zoned.announced {
        let mut next = ContentsRow::First(heading.level);
        for &line in &heading.lines {
            if heading.is_byline {
                next = ContentsRow::Byline;
            }
            announced.insert(line, next);
            // A number on a line of its own is a heading, and so is the title under it.
            let number = numbering(text.line(line)).filter(|number| number.rest == 0);
            next = number.map_or(ContentsRow::More, |_| ContentsRow::Title);
        }
    }
    let rows_in = |wanted: Zone| {
        let lines = zoned.zones.iter().enumerate();
        let lines = lines.filter(move |&(_, &zone)| zone == wanted).map(|(line, _)| line);
        let mut rows = collect_rows(text, zoned, lines, None);
        let mut before = None;
        for row in &mut rows {
            let named = announced.get(&row.line).copied();
            row.announced = named.or(before.map(|_: ContentsRow| ContentsRow::After));
            // Each line of a title page is separate.
            before = named.or((row.line < zoned.front).then_some(ContentsRow::After));
        }
        rows
    };
    (rows_in(Zone::Displaced), rows_in(Zone::Body))
}

/// Reads the rows of the captions of plates.
pub(crate) fn read_caption_rows(text: &Text, zoned: &Zoned) -> Vec<Row> {
    let lines = zoned.zones.iter().enumerate();
    let lines = lines.filter(|&(_, &zone)| zone == Zone::Caption).map(|(line, _)| line);
    collect_rows(text, zoned, lines, None)
}

/// Reads the rows of a stretch of a text whose lines stand apart.
pub(crate) fn read_rows_apart(
    text: &Text,
    zoned: &Zoned,
    range: &Range<u32>,
) -> Vec<Row> {
    collect_rows(text, zoned, text.lines_in(range), None)
}

/// Reads the rows of each note, in the order of [`Zoned::notes`].
pub(crate) fn read_note_rows(text: &Text, zoned: &Zoned) -> Vec<Vec<Row>> {
    let rows = |note: &ZonedNote| {
        collect_rows(text, zoned, note.lines.iter().copied(), note.label)
    };
    zoned.notes.iter().map(rows).collect()
}

/// Makes rows of lines; leaves out those with only white space.
fn collect_rows(
    text: &Text,
    zoned: &Zoned,
    lines: impl Iterator<Item = usize>,
    label: Option<Span>,
) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for line in lines {
        let Some(whole) = text.lines.get(line).map(|line| line.span) else { continue };
        let mut span = whole;
        if let Some(label) = label
            && span.start <= label.start
            && label.end <= span.end
        {
            span.start = label.end;
        }
        let (mut indent, span) = trim_span(text, span);
        let trailing_space = span.end < whole.end;
        let span = without_cut_ends(text, zoned, span);
        if span.start >= span.end {
            continue;
        }
        let last = rows.last().map(|row| row.line);
        let turn = last.is_none_or(|last| page_turns_between(zoned, last, line));
        if turn && indent == 1 {
            indent = 0;
        }
        let between = last
            .map_or(&[][..], |last| zoned.zones.get(last + 1..line).unwrap_or_default());
        let blanks = between.iter().filter(|&&zone| zone == Zone::Blank).count();
        let above = between.iter().rev().take_while(|&&zone| zone == Zone::Blank).count();
        let plain = plain_text(text, zoned, span);
        rows.push(Row {
            span,
            line,
            indent,
            trailing_space,
            divides_word: divides_word(text, line, span),
            blanks: if turn { 0 } else { as_u32(blanks) },
            blanks_above: as_u32(above),
            turn: turn && last.is_some(),
            interrupted: blanks < between.len(),
            width: measure::text_width(&plain),
            margin: 0,
            page_blanks: 0,
            columns: indent + as_u32(plain.chars().count()),
            announced: None,
            fence: find_fence(zoned, line),
            decided: zoned.decided.get(&line).copied(),
            begins_paragraph: zoned
                .paragraphs
                .as_ref()
                .map(|starts| starts.binary_search(&line).is_ok()),
            look: text.looks.get(line).copied(),
            begins: RowStart::classify(&plain),
            ends: RowEnd::classify(&plain),
            plain,
        });
    }
    let mut rows = join_around_marks(rows);
    set_margins(&mut rows);
    state_tags(&mut rows);
    begin_after_listings(text, zoned, &mut rows);
    rows
}

/// States that a paragraph begins after each listing. Tables and figures may float, and a
/// paragraph goes on across them; but a listing is where it is read. Only one at the head of a
/// page may float as well.
fn begin_after_listings(text: &Text, zoned: &Zoned, rows: &mut [Row]) {
    if text.regions.is_empty() {
        return;
    }
    let first_from = |at: u32| text.regions.partition_point(|one| one.text.start < at);
    for at in 1..rows.len() {
        let [above, row] = &rows[at - 1..=at] else { continue };
        let regions = first_from(above.span.end)..first_from(row.span.start);
        let regions = text.regions.get(regions).unwrap_or_default();
        let has_listing = regions.iter().any(|one| one.kind == RegionKind::Listing);
        // The rows of a note may have the text of a page between them.
        let adjoin = || {
            let between = zoned.zones.get(above.line + 1..row.line).unwrap_or_default();
            !between.iter().any(|zone| matches!(zone, Zone::Body | Zone::Note { .. }))
        };
        if has_listing && !(row.turn && row.begins.goes_on()) && adjoin() {
            rows[at].begins_paragraph = Some(true);
        }
    }
}

/// States what the tags of a PDF say of each row: whether it continues the structure element
/// of the row before, and whether it is quoted.
///
/// Elements of one row each say nothing of each other: they may be the lines of a poem.
fn state_tags(rows: &mut [Row]) {
    let tags: Vec<Option<LineTag>> =
        rows.iter().map(|row| row.look.and_then(|look| look.tag)).collect();
    let mut lengths: BTreeMap<u32, usize> = BTreeMap::new();
    for tag in tags.iter().flatten() {
        *lengths.entry(tag.element).or_default() += 1;
    }
    let mut before: Option<LineTag> = None;
    for (row, tag) in rows.iter_mut().zip(tags) {
        let Some(tag) = tag else {
            before = None;
            continue;
        };
        let is_long =
            |tag: LineTag| lengths.get(&tag.element).is_some_and(|rows| *rows > 1);
        row.begins_paragraph = match before {
            Some(before) if before.element == tag.element => Some(false),
            Some(before) if tag.role != TagRole::Other => {
                (is_long(before) || is_long(tag)).then_some(true)
            }
            _ => None,
        };
        if tag.role == TagRole::Quotation {
            row.fence = Some(Fence::SetOff);
        }
        before = Some(tag);
    }
}

/// A row is wider than the measure from this share on, in per cent.
const WIDER: i32 = 105;

/// Joins the pieces of a printed line that has a raised mark in the middle: the extraction
/// put the mark on a line of its own.
fn join_around_marks(rows: Vec<Row>) -> Vec<Row> {
    if rows.iter().all(|row| !row.plain.is_empty()) {
        return rows;
    }
    let measure = measure::find_measure(rows.iter().map(|row| row.width));
    let mut joined: Vec<Row> = Vec::with_capacity(rows.len());
    let mut after_mark = false;
    let mut last_line = 0;
    for row in rows {
        let is_mark = row.plain.is_empty();
        // A row takes in all between its ends: no note or head may be there.
        let adjoins = !row.turn && row.line == last_line + 1;
        last_line = row.line;
        match joined.last_mut().filter(|_| adjoins) {
            Some(before) if is_mark => before.extend(&row),
            Some(before) if after_mark && is_one_line(before, &row, measure) => {
                before.extend(&row);
            }
            _ => joined.push(row),
        }
        after_mark = is_mark;
    }
    joined
}

/// Whether two rows with a mark between them may be one printed line.
fn is_one_line(before: &Row, row: &Row, measure: i32) -> bool {
    let ended = before.ends.is_sentence() && !row.begins.goes_on();
    let both = before.width + row.width;
    // A row that is longer than the measure has more than one printed line.
    let fits = both * 100 <= measure * WIDER || row.width * 100 > measure * WIDER;
    row.blanks == 0 && !row.interrupted && (!ended || fits)
}

impl Row {
    /// Whether its page says that a paragraph begins with it: by a tag or by a listing above.
    pub(crate) fn begins_by_page(&self) -> bool {
        self.begins_paragraph == Some(true) && self.look.is_some()
    }

    /// Whether the notation of the text states where paragraphs begin. What it does not
    /// indent is not quoted; tags do not say this.
    pub(crate) fn is_in_stated_paragraphs(&self) -> bool {
        self.begins_paragraph.is_some() && self.look.is_none()
    }

    /// Adds the row that continues the same printed line.
    fn extend(&mut self, row: &Self) {
        self.span = self.span.to(row.span);
        self.trailing_space = row.trailing_space;
        self.divides_word = row.divides_word;
        if row.plain.is_empty() {
            return;
        }
        let is_point = row.plain.starts_with(['.', ',', ';', ':', ')']);
        if !self.plain.is_empty() && !is_point {
            self.plain.push(' ');
        }
        self.plain.push_str(&row.plain);
        self.width = measure::text_width(&self.plain);
        self.columns = self.indent + as_u32(self.plain.chars().count());
        self.ends = row.ends;
    }
}

/// Whether a word is certainly divided at the end of a line: the notation states it, or the
/// line was split in the middle of a word.
fn divides_word(text: &Text, line: usize, span: Span) -> bool {
    let whole = text.lines[line].span;
    let words = text.slice(span);
    let split = text.lines.get(line + 1).is_some_and(|next| next.span.start == span.end)
        && words.ends_with(char::is_alphabetic);
    let stated = text.slice(Span { start: span.end, ..whole }).trim_end() == "*"
        && words.ends_with('-');
    split || stated
}

/// What the notation states that a line is.
fn find_fence(zoned: &Zoned, line: usize) -> Option<Fence> {
    let at = zoned.fences.partition_point(|(lines, _)| lines.end <= line);
    zoned
        .fences
        .get(at)
        .filter(|(lines, _)| lines.contains(&line))
        .map(|&(_, fence)| fence)
}

/// Sets the margin of rows page by page: left and right pages, and notes, may have
/// different indents.
fn set_margins(rows: &mut [Row]) {
    let all = most_common_indent(rows).unwrap_or_default();
    for page in rows.chunk_by_mut(|_, next| !next.turn) {
        let own = most_common_indent(page).filter(|_| page.len() >= ROWS_OF_A_PAGE);
        let spaced = page.iter().skip(1).map(|row| row.blanks).min();
        let spaced = spaced.filter(|_| page.len() >= ROWS_OF_A_SPACED_PAGE);
        for row in page {
            row.margin = own.unwrap_or(all);
            row.page_blanks = spaced.unwrap_or_default();
        }
    }
}

/// The most common indent of some rows; of two, the smaller.
fn most_common_indent(rows: &[Row]) -> Option<u32> {
    let mut counts = BTreeMap::new();
    for row in rows {
        *counts.entry(row.indent).or_insert(0_usize) += 1;
    }
    let most = counts.iter().max_by_key(|&(&indent, &count)| (count, Reverse(indent)));
    most.map(|(&indent, _)| indent)
}

/// The characters of a line, with the readings of a person, without the stretches that do not
/// belong to the text, and without the spaces inside letter-spaced words.
fn plain_text(text: &Text, zoned: &Zoned, span: Span) -> String {
    let marks = zoned.marks.iter().map(|mark| mark.span);
    let first = zoned.marks.partition_point(|mark| mark.span.start < span.start);
    let marks = marks.skip(first).take_while(|mark| mark.start < span.end);
    let cuts = zoned.cuts.iter().map(|cut| cut.span);
    let first = zoned.cuts.partition_point(|cut| cut.span.start < span.start);
    let cuts = cuts.skip(first).take_while(|cut| cut.start < span.end);
    let signs = zoned.emphasis.iter().map(|sign| sign.span);
    let first = zoned.emphasis.partition_point(|sign| sign.span.start < span.start);
    let signs = signs.skip(first).take_while(|sign| sign.start < span.end);
    let corrected = zoned.corrections.iter().map(|one| one.span);
    let first = zoned.corrections.partition_point(|one| one.span.start < span.start);
    let corrected = corrected.skip(first).take_while(|one| one.start < span.end);
    let mut holes: Vec<Span> = marks.chain(cuts).chain(signs).chain(corrected).collect();
    holes.sort_unstable();
    let mut plain = String::new();
    let mut at = span.start;
    // A mark alone on its line may reach to the stop that begins the next.
    for hole in holes.into_iter().filter(|hole| hole.start < span.end) {
        let hole = Span { end: hole.end.min(span.end), ..hole };
        if hole.start >= at {
            plain.push_str(text.slice(Span { start: at, end: hole.start, ..span }));
            plain.extend(find_replacement(text.slice(hole), hole, &zoned.corrections));
            at = hole.end;
        }
    }
    plain.push_str(text.slice(Span { start: at, ..span }));
    let gaps = find_letter_gaps(&plain);
    for gap in gaps.into_iter().rev() {
        plain.replace_range(gap, "");
    }
    if at == span.start { plain } else { plain.trim().to_owned() }
}

/// A span without what the notation cuts out at its ends, and the white space beside it:
/// words are joined with what is left.
fn without_cut_ends(text: &Text, zoned: &Zoned, mut span: Span) -> Span {
    let first = zoned.cuts.partition_point(|cut| cut.span.start < span.start);
    let own = zoned.cuts[first..].iter().take_while(|cut| cut.span.start < span.end);
    let own = own.filter(|cut| cut.kind != RemovalKind::CharacterReference);
    let own: Vec<Span> = own.map(|cut| cut.span).collect();
    for cut in &own {
        if cut.start == span.start && cut.end <= span.end {
            span = trim_span(text, Span { start: cut.end, ..span }).1;
        }
    }
    for cut in own.iter().rev() {
        if cut.end == span.end && cut.start >= span.start {
            span = trim_span(text, Span { end: cut.start, ..span }).1;
        }
    }
    span
}

/// A number of lines or columns as `u32`.
fn as_u32(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Whether a page begins after line `last` and not after line `line`.
fn page_turns_between(zoned: &Zoned, last: usize, line: usize) -> bool {
    let after = zoned.page_starts.partition_point(|&start| start <= last);
    zoned.page_starts.get(after).is_some_and(|&start| start <= line)
}

/// A span without the white space around it, and the columns of the white space before
/// it.
fn trim_span(text: &Text, span: Span) -> (u32, Span) {
    let whole = text.slice(span);
    let start = whole.trim_start();
    let before = whole.len() - start.len();
    let indent = whole[..before].chars().map(|c| if c == '\t' { 4 } else { 1 }).sum();
    (indent, span.part(before..before + start.trim_end().len()))
}
