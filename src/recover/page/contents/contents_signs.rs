//! What a run of lines shows of a table of contents by itself, before its entries are
//! looked for in the text.

use std::ops::Range;

use super::FEWEST_PAGES;
use crate::recover::page::source_layout::SourceLayout;
use crate::text::contents_lines::{PageLink, TableLine};
use crate::text::numerals::numbering;
use crate::text::sections::is_contents;

/// This share of the page numbers, in thousandths, must not fall from one entry to the
/// next.
const RISING: usize = 800;

/// A table is certain by itself from this many entries on: that five numbers in any order
/// rise has odds of 1 to 119.
const CERTAIN: usize = 5;

/// Such a table is within this many solid lines of the beginning of the text, where the
/// front matter is, or of its end.
const LINES_OF_FRONT: usize = 150;

/// This share of its entries, in per cent, is counted by numbers.
const COUNTED: usize = 70;

/// At most this many numbers may be missing between two entries, because they are
/// misread.
const MISSING: u32 = 2;

/// The signs of a table of contents in a run of lines.
pub(super) struct ContentsSigns {
    /// It begins with the word "contents".
    pub(super) headed: bool,
    /// Number, title and page of each entry are on separate lines.
    parted: bool,
    /// It is near the beginning or the end of the text.
    outside: bool,
    /// Lines with leaders, and those with leaders or a gap before the page.
    leaders: usize,
    pub(super) plain: usize,
    /// Lines with a page on them.
    pub(super) ends: usize,
    /// How many entries to expect.
    pub(super) expected: usize,
    /// Page numbers, and those that are not smaller than the one before.
    pages: usize,
    rising: usize,
    /// Entries that numbers count.
    counted: usize,
}

impl ContentsSigns {
    /// Counts the signs of a run.
    pub(super) fn count(
        source: &SourceLayout<'_>,
        pieces: &[TableLine<'_>],
        line_nos: &Range<usize>,
        parted: bool,
    ) -> Self {
        let run = &pieces[line_nos.clone()];
        let count =
            |sign: PageLink| run.iter().filter(|piece| piece.sign == sign).count();
        let leaders = count(PageLink::Leader);
        let plain = leaders + count(PageLink::Gap);
        let ends = plain + count(PageLink::Loose);
        Self {
            headed: is_contents(source.words(line_nos.start)),
            parted,
            outside: line_nos.start < LINES_OF_FRONT
                || pieces.len() - line_nos.end < LINES_OF_FRONT,
            leaders,
            plain,
            ends,
            expected: if ends > 0 { ends } else { count(PageLink::Alone) },
            pages: run.iter().filter(|piece| piece.folio.is_some()).count(),
            rising: count_rising_pages(run),
            counted: count_numbered(run),
        }
    }

    /// Whether its pages rise.
    fn rises(&self) -> bool {
        self.rising * 1000 >= self.pages * RISING
    }

    /// Whether it looks like a table of contents.
    pub(super) fn looks(&self) -> bool {
        self.rises()
            && self.pages >= FEWEST_PAGES
            && (self.headed || self.plain >= FEWEST_PAGES)
    }

    /// Whether its heading says that it is one, and nothing else contradicts.
    pub(super) fn says(&self) -> bool {
        self.headed && (self.leaders > 0 || self.rises() && self.ends > 0)
    }

    /// Whether it can be nothing else, even if the text has none of its titles: the text
    /// may be a part of the work, or its headings may be misread.
    pub(super) fn is_certain(&self) -> bool {
        if self.parted {
            let led = self.leaders >= CERTAIN && self.leaders * 2 >= self.ends;
            return self.outside && (self.headed || led);
        }
        let counted =
            self.counted >= CERTAIN && self.counted * 100 >= self.ends * COUNTED;
        let plain = self.plain >= CERTAIN
            && self.plain == self.ends
            && self.rising == self.pages
            && self.pages * 2 >= self.plain;
        self.headed && self.outside && self.looks() && (counted || plain)
    }
}

/// Counts the page numbers that are not smaller than the one before in the same figures.
fn count_rising_pages(run: &[TableLine<'_>]) -> usize {
    let mut last = [0; 2];
    let mut rising = 0;
    for folio in run.iter().filter_map(|piece| piece.folio) {
        let last = &mut last[usize::from(folio.roman)];
        rising += usize::from(folio.value >= *last);
        *last = folio.value;
    }
    rising
}

/// Counts the lines that begin with the next number.
fn count_numbered(run: &[TableLine<'_>]) -> usize {
    let mut last = 0;
    let mut counted = 0;
    let numbers = run.iter().filter_map(|piece| numbering(piece.title));
    for number in numbers.filter(|number| number.rest > 0) {
        if (last + 1..=last + 1 + MISSING).contains(&number.value) {
            last = number.value;
            counted += 1;
        }
    }
    counted
}
