//! The part that each row plays, decided for all rows of a stream at once.

use super::rows::Row;
use crate::recover::measure;
use crate::source::Text;

/// What a row is among its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Label {
    /// The first row of a paragraph.
    Paragraph,
    /// A further row of a paragraph.
    ParagraphMore,
    /// The first row of a paragraph quoted.
    Quotation,
    /// A further row of a paragraph quoted.
    QuotationMore,
    /// The first row of a heading.
    Heading,
    /// A further row of a heading.
    HeadingMore,
    /// The first line of a stanza.
    Stanza,
    /// A further line of a stanza.
    VerseLine,
    /// The end of a line of verse that was too long for the measure.
    VerseMore,
    /// An ornament.
    Ornament,
}

/// Labels the rows of a stream.
pub(super) fn decide(text: &Text, rows: &[Row]) -> Vec<Label> {
    let measure = measure::measure(rows.iter().map(|row| row.width));
    let usual = usual_blanks(rows);
    let mut labels = Vec::with_capacity(rows.len());
    for (at, row) in rows.iter().enumerate() {
        let starts = at == 0 || {
            let before = &rows[at - 1];
            let word = text.slice(row.span).split_whitespace().next().unwrap_or_default();
            let room =
                measure - before.width - measure::width(" ") - measure::width(word);
            let set_off =
                !row.turn && (row.blanks > usual || row.indent > before.indent + 1);
            let line = text.slice(before.span).trim_end_matches(['”', '"', '»', ')']);
            let ended = line.ends_with(['.', '!', '?', ':', '…'])
                || line.ends_with(char::is_numeric);
            room > 2 * measure::EM && ended || set_off && ended
        };
        labels.push(if starts { Label::Paragraph } else { Label::ParagraphMore });
    }
    labels
}

/// The number of blank lines that most often parts two rows of one page.
fn usual_blanks(rows: &[Row]) -> u32 {
    let mut counts = [0_usize; 4];
    for row in rows.iter().skip(1).filter(|row| !row.turn) {
        counts[(row.blanks as usize).min(3)] += 1;
    }
    let most = (0..4).max_by_key(|&n| (counts[n], 4 - n)).unwrap_or_default();
    u32::try_from(most).unwrap_or_default()
}
