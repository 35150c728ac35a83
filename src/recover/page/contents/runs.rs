//! The run of lines that looks most as a table of contents does: that of the greatest sum
//! of what its lines say for it and against it (Bentley 1984, "Algorithm design
//! techniques").

use std::ops::Range;

use super::alignment::Lines;
use super::pieces::{Folio, Piece, Sign};
use crate::recover::page::pages::Sheet;
use crate::text::sections::is_contents;

// What a line says for a table of contents, in hundredths; set on printed tables of three
// typesetters in six extractions.

/// The word "contents" alone on a line.
const HEADED: i32 = 300;
/// A title that leaders lead from.
const LEADER: i32 = 300;
/// A number far from its title, and one behind a single space, on a line that is not
/// full.
const GAP: i32 = 200;
const LOOSE: i32 = 100;
/// A number alone.
const ALONE: i32 = 60;
/// A number that is smaller than the one before it.
const FALLING: i32 = -300;
/// Words that stand elsewhere as a line.
const REPEATED: i32 = -10;
/// Other words: the beginning of a title of several lines.
const WORDS: i32 = -30;
/// The same behind so many such lines.
const FAR: i32 = -150;
const LINES_OF_A_TITLE: usize = 6;

/// A line is full from this share of the measure, in per cent.
const FULL: u32 = 90;

/// The sum from which a run is looked at.
const ENOUGH: i32 = 380;

/// The best run of lines of which none is taken.
pub(crate) fn best(
    sheet: &Sheet<'_>,
    pieces: &[Piece<'_>],
    lines: &Lines,
    taken: &[bool],
) -> Option<Range<usize>> {
    let mut best = (ENOUGH, None);
    let mut run = Run::default();
    for (rank, piece) in pieces.iter().enumerate() {
        if taken[rank] {
            run = Run::default();
            continue;
        }
        let full = sheet.shape(rank).width * 100 > sheet.measure.saturating_mul(FULL);
        let led = pieces.get(rank + 1).is_some_and(|next| next.sign == Sign::Alone);
        let words = match () {
            () if is_contents(sheet.words(rank)) => Words::Contents,
            () if lines.repeats(rank) => Words::Repeated,
            () if full => Words::Full,
            () => Words::Other,
        };
        run.add(rank, piece, words, led);
        if run.sum > best.0 {
            best = (run.sum, Some(run.start..rank + 1));
        }
    }
    best.1
}

/// What the words of a line are, beside what its piece says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Words {
    /// The word "contents".
    Contents,
    /// A line that stands elsewhere, too.
    Repeated,
    /// As wide as the measure.
    Full,
    /// None of these.
    Other,
}

/// A run of lines, and what is known of it so far.
#[derive(Debug, Clone, Copy, Default)]
struct Run {
    /// Its first line.
    start: usize,
    /// What its lines say.
    sum: i32,
    /// The last page in Arabic figures, and that in Roman ones.
    last: [u32; 2],
    /// How many lines of words, said nowhere else, stand last.
    words: usize,
    /// The last line is of words, or has some.
    titled: bool,
}

impl Run {
    /// Adds a line, behind which a number may stand alone; begins anew where the lines so
    /// far say nothing.
    fn add(&mut self, rank: usize, piece: &Piece<'_>, words: Words, led: bool) {
        if self.sum <= 0 || words == Words::Contents && self.sum < HEADED {
            *self = Self { start: rank, ..Self::default() };
        }
        let rises = piece.folio.is_none_or(|folio| self.rises(folio));
        let said = match piece.sign {
            Sign::Words if words == Words::Contents => HEADED,
            Sign::Words if words == Words::Repeated => REPEATED,
            Sign::Words if self.words < LINES_OF_A_TITLE => WORDS,
            Sign::Words => FAR,
            Sign::Leader if piece.title.is_empty() && !(self.titled && led) => 0,
            Sign::Leader => LEADER,
            Sign::Gap => GAP,
            Sign::Loose if words == Words::Full => WORDS,
            Sign::Loose => LOOSE,
            Sign::Alone => ALONE,
        };
        self.sum += said + if rises { 0 } else { FALLING };
        match piece.sign {
            Sign::Words if matches!(words, Words::Contents | Words::Repeated) => {}
            Sign::Words => self.words += 1,
            _ => self.words = 0,
        }
        self.titled = !piece.title.is_empty();
    }

    /// Whether a page does not fall behind the last one of its figures; it is the last now
    /// if so.
    fn rises(&mut self, folio: Folio) -> bool {
        let last = &mut self.last[usize::from(folio.roman)];
        let rises = folio.value >= *last;
        if rises {
            *last = folio.value;
        }
        rises
    }
}
