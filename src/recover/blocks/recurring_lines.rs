//! Lines that recur in a text: signatures, salutations, datelines and the fields of a
//! description look like headings, but chapters have titles of their own.
//!
//! Scores are hundredths of natural log odds, as in `row_weights.txt`.

use std::collections::BTreeMap;

use super::segment::{Segment, SegmentKind, Segmentation};
use crate::text::letters::fold_letters;
use crate::text::numerals::{Numbering, ordinal};
use crate::text::sections;

/// A line recurs from this often on. Two poems may share a title.
const FEWEST: usize = 3;

/// Score of a line that recurs, unless it is where titles recur: under a number, or right above
/// the text. It outweighs all that makes a line look like a heading.
const RECURRING: i32 = -1000;

/// Score of a line that begins with the name of a field, as in `Habitat: the mill`.
const FIELD: i32 = -400;

/// The name of a field has at most this many words.
const WORDS_OF_A_FIELD: usize = 3;

/// The lines that recur, each a segment by itself.
#[derive(Debug, Default)]
pub(super) struct RecurringLines {
    /// How often each occurs, by its letters.
    times: BTreeMap<String, usize>,
}

impl RecurringLines {
    /// Finds them among lines.
    pub(super) fn find<W: AsRef<str>>(lines: impl Iterator<Item = W>) -> Self {
        let mut times: BTreeMap<String, usize> = BTreeMap::new();
        for line in lines {
            *times.entry(fold_letters(line.as_ref())).or_default() += 1;
        }
        times.retain(|_, times| *times >= FEWEST);
        Self { times }
    }

    /// Whether a line recurs.
    pub(super) fn contain(&self, words: &str) -> bool {
        self.times.contains_key(&fold_letters(words))
    }
}

/// Scores each segment by the others that have its words, or begin with its field. `is_label`
/// says which segments are numbers over a title.
pub(super) fn score_recurring_lines(
    segmentation: &Segmentation,
    words: &[String],
    numbers: &[Option<Numbering>],
    is_label: impl Fn(usize) -> bool,
) -> Vec<i32> {
    let segments = || segmentation.segments.iter().zip(words);
    let single = segments().filter(|(segment, _)| segment.rows.len() == 1);
    let lines = RecurringLines::find(single.map(|(_, words)| words));
    // How often a field occurs, and whether it has a paragraph of more than a line.
    let mut fields: BTreeMap<&str, (usize, bool)> = BTreeMap::new();
    for (segment, words) in segments() {
        if let Some(field) = name_of_field(words) {
            let (count, has_long) = fields.entry(field).or_default();
            *count += 1;
            *has_long |= segment.rows.len() > 1;
        }
    }
    let score = |(at, (segment, words)): (usize, (&Segment, &String))| {
        let has_ordinal = || words.split_whitespace().any(|word| ordinal(word).is_some());
        let is_numbered = numbers[at].is_some() || has_ordinal();
        if is_numbered || sections::named(words).is_some() {
            return 0;
        }
        let field = name_of_field(words).and_then(|field| fields.get(field));
        if field.is_some_and(|(count, has_long)| *count >= FEWEST && *has_long) {
            return FIELD;
        }
        let recurs = segment.rows.len() == 1 && lines.contain(words);
        let goes_on = words.ends_with([':', ',']);
        let above = at.checked_sub(1);
        let is_heading = |at: usize| segmentation.segments[at].is_heading();
        let is_title = above.is_some_and(&is_label) || is_above_text(segmentation, at);
        // Between a text and a number it closes the text; among headings it is none of them.
        let is_apart = above.is_some_and(is_heading)
            || at + 1 < segmentation.segments.len() && is_label(at + 1);
        if recurs && (goes_on || is_apart && !is_title) { RECURRING } else { 0 }
    };
    segments().enumerate().map(score).collect()
}

/// Whether text follows a segment: verse, or a paragraph of more than a line.
fn is_above_text(segmentation: &Segmentation, at: usize) -> bool {
    segmentation.segments.get(at + 1).is_some_and(|below| match below.kind {
        SegmentKind::Paragraph => below.rows.len() > 1,
        SegmentKind::Quotation | SegmentKind::Verse | SegmentKind::Item(_) => true,
        _ => false,
    })
}

/// The name of the field that a line is of: a few words in small letters, a colon, and what it
/// says.
fn name_of_field(words: &str) -> Option<&str> {
    let (name, value) = words.split_once(": ")?;
    let is_name = name.starts_with(char::is_uppercase)
        && name.contains(char::is_lowercase)
        && name.split_whitespace().count() <= WORDS_OF_A_FIELD;
    (is_name && !value.trim().is_empty()).then_some(name)
}
