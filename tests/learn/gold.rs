//! What each row of a case truly is: the true text, laid over the rows letter by letter.

use pliego::recover::blocks::learning::{LABELS, ObservedRow, RowLabel};

use crate::letters::{spell, tie};

/// A row may have lost this many letters at its head and still begin where it seems to.
const LOST: usize = 2;

/// The labels that a row may have: one, or all where the true text does not say.
pub(crate) type Allowed = [bool; LABELS];

/// A true text as letters.
pub(crate) struct Gold {
    /// Its letters without accents, and the line that each belongs to.
    letters: Vec<(char, usize)>,
    /// Its lines: paragraphs, headings, lines of verse.
    lines: Vec<Line>,
    /// Ornaments stand in it.
    ornaments: bool,
}

/// A line of the true text.
pub(crate) struct Line {
    /// The label of its first row, and of further ones; two where it is open.
    pub(crate) first: &'static [RowLabel],
    pub(crate) more: &'static [RowLabel],
    /// What it says, without marks of notes.
    pub(crate) words: String,
    /// It stands in a note.
    in_note: bool,
    /// Its first letter.
    start: usize,
}

impl Gold {
    /// Reads the true text of a case.
    pub(crate) fn read(markdown: &str) -> Self {
        let mut gold = Self { letters: Vec::new(), lines: Vec::new(), ornaments: false };
        let mut stanza = false;
        let mut in_note = false;
        for line in markdown.lines() {
            let (quoted, words) = match line.strip_prefix('>') {
                Some(rest) => (true, rest.trim()),
                None => (false, line.trim()),
            };
            let goes_on = words.ends_with('\\');
            let heading = words.starts_with('#');
            let note = line.starts_with("[^") && line.contains("]:");
            in_note = note || in_note && line.starts_with("    ");
            gold.ornaments |= words == "* * *";
            let (first, more): (&'static [RowLabel], &'static [RowLabel]) = match () {
                () if heading => (&[RowLabel::Heading], &[RowLabel::HeadingMore]),
                () if stanza => (&[RowLabel::VerseLine], &[RowLabel::VerseMore]),
                () if goes_on => (&[RowLabel::Stanza], &[RowLabel::VerseMore]),
                () if quoted => (&[RowLabel::Quotation], &[RowLabel::QuotationMore]),
                // What follows the first line of a note may be verse or not.
                () if in_note && !note => (
                    &[RowLabel::Paragraph, RowLabel::Stanza, RowLabel::VerseLine],
                    &[RowLabel::ParagraphMore, RowLabel::VerseMore],
                ),
                () => (&[RowLabel::Paragraph], &[RowLabel::ParagraphMore]),
            };
            stanza = goes_on;
            let start = gold.letters.len();
            let place = gold.lines.len();
            let spoken = without_marks(if note {
                words.split_once("]:").map_or("", |(_, text)| text)
            } else {
                words
            });
            gold.letters.extend(spell(&spoken).map(|letter| (letter, place)));
            if gold.letters.len() > start {
                let words = spoken
                    .trim_start_matches('#')
                    .trim()
                    .trim_end_matches('\\')
                    .to_owned();
                gold.lines.push(Line { first, more, words, in_note, start });
            }
        }
        gold
    }

    /// The lines of the text, in order; not those of the notes.
    pub(crate) fn body(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| !line.in_note)
    }

    /// What each row may be, for the text and for the notes.
    pub(crate) fn label(&self, streams: &[Vec<ObservedRow>]) -> Vec<Vec<Allowed>> {
        let rows = || streams.iter().flatten();
        let spelt: Vec<char> = rows().flat_map(|row| spell(&row.plain)).collect();
        let own: Vec<char> = self.letters.iter().map(|&(letter, _)| letter).collect();
        let tied = tie(&own, &spelt);
        let mut at = 0;
        let mut labels = streams.iter().map(|rows| {
            let mut before: Option<Allowed> = None;
            let allowed = rows.iter().map(|row| {
                let length = spell(&row.plain).count();
                let allowed = self.row(&tied[at..at + length]);
                at += length;
                // A label that cannot stand here says that the row was read wrongly.
                let fits = (0..LABELS).any(|label| {
                    allowed[label]
                        && match before {
                            None => RowLabel::ALL[label].0.may_follow(None),
                            Some(before) => (0..LABELS).any(|other| {
                                let other_label = RowLabel::ALL[other].0;
                                before[other]
                                    && RowLabel::ALL[label]
                                        .0
                                        .may_follow(Some(other_label))
                            }),
                        }
                });
                let allowed = if fits { allowed } else { [true; LABELS] };
                before = Some(allowed);
                allowed
            });
            allowed.collect()
        });
        labels.by_ref().collect()
    }

    /// What a row may be whose letters are tied to these of the true text.
    fn row(&self, tied: &[Option<usize>]) -> Allowed {
        if tied.is_empty() && self.ornaments {
            return only(&[RowLabel::Ornament]);
        }
        let mut counts: Vec<(usize, usize)> = Vec::new();
        for line in tied.iter().flatten().map(|&letter| self.letters[letter].1) {
            match counts.last_mut() {
                Some((last, count)) if *last == line => *count += 1,
                _ => counts.push((line, 1)),
            }
        }
        // The line that most of the row belongs to: a heading may run into its text.
        let most = counts.iter().max_by_key(|&&(line, count)| (count, usize::MAX - line));
        let Some(&(place, count)) = most else { return [true; LABELS] };
        if count * 3 < tied.len() {
            return [true; LABELS];
        }
        let line = &self.lines[place];
        let of_line = |&(_, letter): &(usize, usize)| self.letters[letter].1 == place;
        let mut letters =
            tied.iter().enumerate().filter_map(|(at, tied)| Some((at, (*tied)?)));
        let Some((at, letter)) = letters.find(of_line) else { return [true; LABELS] };
        // Begins the line here, or did it begin before the row did?
        let begins = letter - line.start <= at + LOST
            && (at <= LOST || letter <= line.start + LOST)
            || letter == line.start;
        only(if begins { line.first } else { line.more })
    }
}

/// Only these labels; all where there are none.
pub(crate) fn only(labels: &[RowLabel]) -> Allowed {
    RowLabel::ALL.map(|(label, _)| labels.is_empty() || labels.contains(&label))
}

/// The true text of a line without the marks of notes.
fn without_marks(line: &str) -> String {
    let mut rest = line;
    let mut kept = String::new();
    while let Some((before, mark)) = rest.split_once("[^") {
        kept.push_str(before);
        rest = mark.split_once(']').map_or("", |(_, after)| after);
    }
    kept + rest
}
