//! Printed tables of contents: titles with the pages on which they stand.
//!
//! An edition makes its own, so the printed one is no part of the text. But it says what
//! the headings are, where extracted text hardly shows them. It is found as the run of
//! lines that looks most as a table of contents does; then its entries are aligned with
//! the lines of the text, as a whole and in order. Where most of them stand there, it is
//! left out and the lines are headings. Else it stays, and is told.

mod alignment;
mod pieces;
mod runs;

use std::collections::BTreeMap;
use std::ops::Range;

use alignment::{Lines, Pair};
use pieces::{Piece, Sign};

use super::pages::{Sheet, Turn};
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::text::sections::is_contents;

/// A document has at most so many tables of contents: those of its volumes.
const MOST: usize = 4;

/// Fewest lines that end in a page number, or lead up to one, in a table of contents.
const FEWEST_PAGES: usize = 3;

/// So many numbers of pages in a thousand must not fall from one entry to the next.
const RISING: usize = 800;

/// Indents that differ by no more columns than this are one.
const STEP: u32 = 1;

/// A table of contents has at most so many levels; more indents are titles set in the middle.
const LEVELS: usize = 4;

/// A half title or a title page has at most so many lines, and front matter so many pages
/// before its table of contents.
const LINES_OF_A_TITLE_PAGE: usize = 12;
const PAGES_OF_FRONT: usize = 6;

/// Fewest letters by which the beginning of a title is known.
const LETTERS_BEGUN: usize = 8;

/// A printed table of contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Contents {
    /// Ranks of its lines.
    pub(crate) ranks: Range<usize>,
    /// Ranks of the lines with which its entries begin.
    entries: Vec<usize>,
    /// The lines of the text that entries name, in order.
    headings: Vec<Pair>,
    /// Whether it is left out of the text.
    pub(crate) left_out: bool,
}

/// Lines of the text that a printed table of contents names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Announced {
    /// Their ranks.
    pub(crate) ranks: Range<usize>,
    /// The level of the entry, from 1, where indents show levels.
    pub(crate) level: Option<u8>,
}

/// What printed tables of contents say of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Printed {
    /// The tables.
    pub(crate) tables: Vec<Contents>,
    /// The lines of the text that they name, in order.
    pub(crate) announced: Vec<Announced>,
    /// The letters of the titles that stand in the text, in their order.
    titles: Vec<String>,
    /// How many lines stand before the first of the tables on pages of their own: half title,
    /// title page, imprint.
    pub(crate) front: usize,
}

impl Printed {
    /// Whether a line belongs to a table that is left out.
    pub(crate) fn holds(&self, rank: usize) -> bool {
        self.tables.iter().any(|table| table.left_out && table.ranks.contains(&rank))
    }

    /// The place among the titles, from a given one on, of the one that some words say; they
    /// may say its beginning and an ellipsis.
    pub(crate) fn title(&self, words: &str, from: usize) -> Option<usize> {
        let said = alignment::letters(words);
        let begun = words.ends_with(['…', '.']) && said.chars().count() >= LETTERS_BEGUN;
        let says = |title: &String| *title == said || begun && title.starts_with(&said);
        let titles = self.titles.iter().enumerate().skip(from);
        titles.filter(|(_, title)| says(title)).map(|(place, _)| place).next()
    }

    /// What a person should know of the tables.
    pub(crate) fn report(&self, sheet: &Sheet<'_>) -> Vec<Diagnostic> {
        self.tables.iter().flat_map(|table| table.report(sheet)).collect()
    }
}

/// Finds the printed tables of contents of a text.
pub(crate) fn find(sheet: &Sheet<'_>) -> Printed {
    let pieces: Vec<Piece<'_>> =
        (0..sheet.solid.len()).map(|rank| pieces::read(sheet.words(rank))).collect();
    // Most texts have none, and are not looked at further.
    let headed = || (0..pieces.len()).any(|rank| is_contents(sheet.words(rank)));
    let signs = pieces.iter().filter(|piece| piece.is_plain_sign());
    if signs.count() < FEWEST_PAGES && !headed() {
        return Printed::default();
    }
    let lines = Lines::new(sheet, &pieces);
    let mut taken = vec![false; pieces.len()];
    let mut printed = Printed::default();
    for _ in 0..MOST {
        let Some(ranks) = runs::best(sheet, &pieces, &lines, &taken) else { break };
        taken[ranks.clone()].fill(true);
        printed.tables.extend(table(sheet, &pieces, &lines, ranks));
    }
    printed.tables.sort_by_key(|table| table.ranks.start);
    let left_out = || printed.tables.iter().filter(|table| table.left_out);
    let title = |pair: &Pair| {
        let words = pieces[pair.entry.clone()].iter().map(|piece| piece.title);
        words.map(alignment::letters).collect()
    };
    let titles = left_out().flat_map(|table| &table.headings).map(title).collect();
    let front = left_out().next().filter(|table| table.has_front(sheet));
    let front = front.map_or(0, |table| table.ranks.start);
    let mut announced: Vec<Announced> = left_out()
        .flat_map(|table| {
            let pairs = table.headings.iter().zip(table.levels(sheet));
            pairs.map(|(pair, level)| Announced { ranks: pair.text.clone(), level })
        })
        .collect();
    announced.sort_by_key(|announced| announced.ranks.start);
    announced.dedup_by(|later, earlier| later.ranks.start < earlier.ranks.end);
    announced.retain(|one| !printed.holds(one.ranks.start));
    Printed { announced, titles, front, ..printed }
}

/// The table of contents that a run of lines is, if it is one.
fn table(
    sheet: &Sheet<'_>,
    pieces: &[Piece<'_>],
    lines: &Lines,
    ranks: Range<usize>,
) -> Option<Contents> {
    let end = lines.text_begins(pieces, &ranks);
    let signed = |rank: &usize| pieces[*rank].sign != Sign::Words;
    let end = (ranks.start..end).rev().find(signed)? + 1;
    let ranks = ranks.start..end;
    let run = &pieces[ranks.clone()];
    let headed = is_contents(sheet.words(ranks.start));
    let count = |sign: fn(&Sign) -> bool| run.iter().filter(|p| sign(&p.sign)).count();
    let leaders = count(|sign| *sign == Sign::Leader);
    let plain = leaders + count(|sign| *sign == Sign::Gap);
    let pages = run.iter().filter(|piece| piece.folio.is_some()).count();
    let ends = plain + count(|sign| *sign == Sign::Loose);
    let expected = if ends > 0 { ends } else { count(|sign| *sign == Sign::Alone) };
    let rises = rising(run) * 1000 >= pages * RISING;
    let looks = rises && pages >= FEWEST_PAGES && (headed || plain >= FEWEST_PAGES);
    let says = headed && (leaders > 0 || rises && ends > 0);
    if !looks && !says {
        return None;
    }
    let headings = alignment::align(sheet, pieces, lines, &ranks);
    // A leader or a page may stand on the next line.
    let is_signed = |pair: &&Pair| {
        let signed =
            |rank: usize| pieces.get(rank).is_some_and(|p| p.sign != Sign::Words);
        let titled = |rank: usize| pieces.get(rank).is_some_and(|p| !p.title.is_empty());
        let end = pair.entry.end;
        ends == 0 || signed(end - 1) || signed(end) && !titled(end)
    };
    let found = headings.iter().filter(is_signed).count();
    let left_out = if looks {
        found > 1 && found * 2 >= expected
    } else {
        (found > 1 || plain > 0) && found >= expected.max(1)
    };
    // What neither says that it is one nor is borne out by the text is any table.
    if !left_out && (!headed || plain < FEWEST_PAGES) {
        return None;
    }
    let entries = entries(pieces, &ranks, &headings);
    let ranks = with_folios(sheet, ranks);
    Some(Contents { ranks, entries, headings, left_out })
}

/// The lines of a table with the numbers of its own pages before and behind them.
fn with_folios(sheet: &Sheet<'_>, ranks: Range<usize>) -> Range<usize> {
    if sheet.turn == Turn::Unmarked {
        return ranks;
    }
    let is_number = |rank: usize| sheet.number(rank).is_some_and(|one| !one.beside_words);
    let first = sheet.page_ranks(sheet.page(ranks.start)).start;
    let last = sheet.page_ranks(sheet.page(ranks.end - 1)).end;
    let start =
        if first + 1 == ranks.start && is_number(first) { first } else { ranks.start };
    let end =
        if ranks.end + 1 == last && is_number(ranks.end) { last } else { ranks.end };
    start..end
}

/// How many pages do not fall, each against the one before it in the same figures.
fn rising(run: &[Piece<'_>]) -> usize {
    let mut last = [0; 2];
    let mut rising = 0;
    for folio in run.iter().filter_map(|piece| piece.folio) {
        let last = &mut last[usize::from(folio.roman)];
        rising += usize::from(folio.value >= *last);
        *last = folio.value;
    }
    rising
}

/// The ranks of lines with which entries begin: those that were found in the text, and
/// the lines with a sign of their own between them.
fn entries(pieces: &[Piece<'_>], ranks: &Range<usize>, found: &[Pair]) -> Vec<usize> {
    let mut entries: Vec<usize> = found.iter().map(|pair| pair.entry.start).collect();
    let covered = |rank: usize| found.iter().any(|pair| pair.entry.contains(&rank));
    entries.extend(ranks.clone().filter(|&rank| {
        let piece = &pieces[rank];
        !covered(rank)
            && !piece.title.is_empty()
            && matches!(piece.sign, Sign::Leader | Sign::Gap | Sign::Loose)
    }));
    entries.sort_unstable();
    entries
}

impl Contents {
    /// Whether the lines before it are those of a half title and a title page.
    fn has_front(&self, sheet: &Sheet<'_>) -> bool {
        let page = sheet.page(self.ranks.start);
        let short = |page: usize| sheet.page_ranks(page).len() <= LINES_OF_A_TITLE_PAGE;
        let first =
            self.headings.first().is_some_and(|pair| pair.text.start > self.ranks.start);
        first && page > 0 && page <= PAGES_OF_FRONT && (0..page).all(short)
    }

    /// The levels of the entries that stand in the text: by their indents, each against the
    /// least of its page; none where these show none.
    fn levels(&self, sheet: &Sheet<'_>) -> Vec<Option<u8>> {
        let mut margins: BTreeMap<usize, u32> = BTreeMap::new();
        for rank in self.ranks.clone().filter(|rank| self.entries.contains(rank)) {
            let margin = margins.entry(sheet.page(rank)).or_insert(u32::MAX);
            *margin = sheet.shape(rank).indent.min(*margin);
        }
        let indent = |pair: &Pair| {
            let rank = pair.entry.start;
            let margin = margins.get(&sheet.page(rank)).copied().unwrap_or_default();
            sheet.shape(rank).indent.saturating_sub(margin)
        };
        let mut steps: Vec<u32> = self.headings.iter().map(indent).collect();
        steps.sort_unstable();
        steps.dedup_by(|later, earlier| *later <= *earlier + STEP);
        let level = |pair: &Pair| {
            let above = steps.partition_point(|&step| step <= indent(pair));
            u8::try_from(above).ok().filter(|_| (2..=LEVELS).contains(&steps.len()))
        };
        self.headings.iter().map(level).collect()
    }

    /// What a person should know of it.
    fn report(&self, sheet: &Sheet<'_>) -> Vec<Diagnostic> {
        let line = |rank: usize| sheet.text.lines[sheet.solid[rank]].span;
        let (all, found) = (self.entries.len(), self.headings.len());
        let at = line(self.ranks.start);
        if !self.left_out {
            let message = "a printed table of contents stays in the text";
            let hint = format!("of its {all} entries {found} stand in the text as lines");
            return vec![
                Diagnostic::new(codes::CONTENTS_KEPT, Severity::Warning, message)
                    .at(at)
                    .hint(hint),
            ];
        }
        let message = format!(
            "a printed table of contents was left out; {found} of its {all} entries are \
             headings of the text"
        );
        let mut findings =
            vec![Diagnostic::new(codes::CONTENTS, Severity::Note, message).at(at)];
        let found = |rank: &&usize| self.headings.iter().any(|h| h.entry.start == **rank);
        for &rank in self.entries.iter().filter(|rank| !found(rank)) {
            let title = pieces::read(sheet.words(rank)).title;
            let message = format!(
                "the printed contents name “{title}”, and no line of the text is so"
            );
            findings.push(
                Diagnostic::new(codes::NOT_IN_TEXT, Severity::Warning, message)
                    .at(line(rank))
                    .hint(
                        "the heading may be misread, or set on a line with other words",
                    ),
            );
        }
        findings
    }
}
