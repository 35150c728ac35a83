//! Finds the run of lines that most looks like a table of contents: the one with the
//! greatest sum of scores (Bentley 1984, "Algorithm design techniques").

use std::ops::Range;

use super::entry_alignment::TitleIndex;
use crate::recover::page::source_layout::SourceLayout;
use crate::text::contents_lines::{EntryPage, PageLink, TableLine};
use crate::text::sections::is_contents;

// Scores of a line for a table of contents, in hundredths; set on printed tables of three
// typesetters in six extractions.

/// The word "contents" alone on a line.
const HEADED: i32 = 300;
/// A title followed by leaders.
const LEADER: i32 = 300;
/// A number far from its title, and one after a single space, on a line that is not full.
const GAP: i32 = 200;
const LOOSE: i32 = 100;
/// A number alone.
const ALONE: i32 = 60;
/// A number smaller than the one before it.
const FALLING: i32 = -300;
/// Words that another line repeats.
const REPEATED: i32 = -10;
/// Other words: the beginning of a title of several lines.
const WORDS: i32 = -30;
/// Words after this many such lines.
const FAR: i32 = -150;
const LINES_OF_A_TITLE: usize = 6;

/// A line is full from this share of the measure on, in per cent.
const FULL: u32 = 90;

/// Least sum of a run that is examined.
const ENOUGH: i32 = 380;

/// Finds the best run of lines that are not taken yet.
pub(crate) fn find_best_run(
    source: &SourceLayout<'_>,
    pieces: &[TableLine<'_>],
    lines: &TitleIndex,
    taken: &[bool],
) -> Option<Range<usize>> {
    let mut best = (ENOUGH, None);
    let mut run = ContentsRun::default();
    for (line_no, piece) in pieces.iter().enumerate() {
        if taken[line_no] {
            run = ContentsRun::default();
            continue;
        }
        if is_own_folio(source, line_no, piece, &run) {
            continue;
        }
        let full =
            source.shape(line_no).width * 100 > source.measure.saturating_mul(FULL);
        let led =
            pieces.get(line_no + 1).is_some_and(|next| next.sign == PageLink::Alone);
        let words = match () {
            () if is_contents(source.words(line_no)) => LineWords::Contents,
            () if lines.repeats(line_no) => LineWords::Repeated,
            () if full => LineWords::Full,
            () => LineWords::Other,
        };
        run.add_line(line_no, piece, words, led);
        if run.sum > best.0 {
            best = (run.sum, Some(run.start..line_no + 1));
        }
    }
    best.1
}

/// Whether a line is the folio of a page of the table: a number alone at the edge of the page,
/// smaller than that of the entry before it.
fn is_own_folio(
    source: &SourceLayout<'_>,
    line_no: usize,
    piece: &TableLine<'_>,
    run: &ContentsRun,
) -> bool {
    let Some(folio) = piece.folio.filter(|_| piece.sign == PageLink::Alone) else {
        return false;
    };
    source.is_at_page_edge(line_no) && folio.value < run.last[usize::from(folio.roman)]
}

/// The class of a line's words, regardless of its page link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineWords {
    /// The word "contents".
    Contents,
    /// A line that occurs elsewhere, too.
    Repeated,
    /// As wide as the measure.
    Full,
    /// None of these.
    Other,
}

/// A run of lines, scored so far.
#[derive(Debug, Clone, Copy, Default)]
struct ContentsRun {
    /// Its first line.
    start: usize,
    /// The sum of its scores.
    sum: i32,
    /// The last page in Arabic figures, and in Roman ones.
    last: [u32; 2],
    /// How many lines of unique words are at its end.
    words: usize,
    /// The last line has a title.
    titled: bool,
}

impl ContentsRun {
    /// Adds a line; `led` says that a number alone follows it. Starts again with this
    /// line if the sum so far is not positive.
    fn add_line(
        &mut self,
        line_no: usize,
        piece: &TableLine<'_>,
        words: LineWords,
        led: bool,
    ) {
        if self.sum <= 0 || words == LineWords::Contents && self.sum < HEADED {
            *self = Self { start: line_no, ..Self::default() };
        }
        let rises = piece.folio.is_none_or(|folio| self.take_page(folio));
        let said = match piece.sign {
            PageLink::Words if words == LineWords::Contents => HEADED,
            PageLink::Words if words == LineWords::Repeated => REPEATED,
            PageLink::Words if self.words < LINES_OF_A_TITLE => WORDS,
            PageLink::Words => FAR,
            PageLink::Leader if piece.title.is_empty() && !(self.titled && led) => 0,
            PageLink::Leader => LEADER,
            PageLink::Gap => GAP,
            PageLink::Loose if words == LineWords::Full => WORDS,
            PageLink::Loose => LOOSE,
            PageLink::Alone => ALONE,
        };
        self.sum += said + if rises { 0 } else { FALLING };
        match piece.sign {
            PageLink::Words
                if matches!(words, LineWords::Contents | LineWords::Repeated) => {}
            PageLink::Words => self.words += 1,
            _ => self.words = 0,
        }
        self.titled = !piece.title.is_empty();
    }

    /// Whether a page is not smaller than the last one in the same figures; if so, it
    /// becomes the last one.
    fn take_page(&mut self, folio: EntryPage) -> bool {
        let last = &mut self.last[usize::from(folio.roman)];
        let rises = folio.value >= *last;
        if rises {
            *last = folio.value;
        }
        rises
    }
}
