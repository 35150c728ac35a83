//! Rows as words, with the gaps between them.

use std::num::NonZeroU32;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::recover::model::Zoned;
use crate::recover::page::measure;
use crate::recover::rows::row::Row;
use crate::recover::words::lexicon::Lexicon;
use crate::source::Text;
use crate::text::addresses::is_address_run;
use crate::text::span::Span;

/// A line may hide a line end if it is at least this long, in per cent of the measure.
const LONG_LINE: i32 = 103;
/// How far from the measure a hidden line end may lie, in per cent of the measure.
const NEAR_MEASURE: i32 = 5;

/// A word in a line. A text has many of them, so they are small.
#[derive(Debug)]
pub(crate) struct LineWord<'t> {
    /// Its letters, with an apostrophe after them.
    pub(crate) letters: &'t str,
    /// Where it begins in the source.
    start: u32,
    /// Where it ends in the source.
    end: u32,
    /// Bytes of the white space after it, if nothing else separates it from the next
    /// word.
    gap: Option<NonZeroU32>,
    /// It may be a fragment and is not counted: at either end of a line, and on either
    /// side of a hidden line end.
    pub(crate) fragment: bool,
}

impl LineWord<'_> {
    /// Its span in a row.
    pub(crate) fn span_in(&self, row: Span) -> Span {
        Span { start: self.start, end: self.end, ..row }
    }

    /// Whether only white space separates it from the next word.
    pub(crate) fn is_spaced(&self) -> bool {
        self.gap.is_some()
    }

    /// The white space after it in a row, if nothing else separates it from the next
    /// word.
    pub(crate) fn gap_in(&self, row: Span) -> Option<Span> {
        let end = self.end;
        self.gap.map(|bytes| Span { start: end, end: end + bytes.get(), ..row })
    }

    /// How often it was counted itself.
    pub(crate) fn own_count(&self) -> u32 {
        u32::from(!self.fragment && !self.is_abbreviation())
    }

    /// A lower-case letter before a full stop or a figure is not a word (`p. 12`).
    fn is_abbreviation(&self) -> bool {
        let mut letters = self.letters.chars();
        let small = letters.next().is_some_and(char::is_lowercase);
        small && letters.next().is_none() && self.gap.is_none()
    }
}

/// A row as words.
#[derive(Debug)]
pub(crate) struct WordLine<'t> {
    pub(crate) words: Vec<LineWord<'t>>,
    /// Its row in the source.
    pub(crate) row: Span,
    /// What the row ends with.
    pub(crate) ends_with: LineEnding,
    /// Its first word begins the row.
    pub(crate) begins_with_word: bool,
    /// Characters that are neither white space nor in an address.
    pub(crate) characters: usize,
    /// Runs of white space.
    pub(crate) spaces: usize,
    /// Where a word directly follows punctuation, or a mark inside another word: a tight
    /// line lost a space there.
    pub(crate) crowded_points: Vec<Span>,
    /// Indices of words after which a line end may be hidden.
    pub(crate) hidden_ends: Vec<usize>,
}

/// What a row ends with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineEnding {
    /// Its last word.
    Word,
    /// A hyphen, separated from the last word by a space.
    SpacedHyphen,
    /// Something else.
    Other,
}

/// The stretches of a text that do not belong to it, in order.
pub(crate) fn find_holes(zoned: &Zoned) -> Vec<Span> {
    let marks = zoned.marks.iter().map(|mark| mark.span);
    let cuts = zoned.cuts.iter().map(|cut| cut.span);
    let mut holes: Vec<Span> = marks.chain(cuts).filter(|h| h.start < h.end).collect();
    holes.sort_unstable();
    holes
}

/// Reads the rows of a stream as words.
pub(crate) fn read_lines<'t>(
    text: &'t Text,
    holes: &[Span],
    rows: &[Row],
) -> Vec<WordLine<'t>> {
    let measure = measure::find_measure(rows.iter().map(|row| row.width));
    rows.par_iter().map(|row| read_line(text, holes, row, measure)).collect()
}

/// Reads a row as words.
fn read_line<'t>(
    text: &'t Text,
    holes: &[Span],
    row: &Row,
    measure: i32,
) -> WordLine<'t> {
    let characters = characters_outside_holes(text, holes, row.span);
    let span = |from: usize, to: usize| {
        let (last, c) = characters[to - 1];
        let end = last + u32::try_from(c.len_utf8()).unwrap_or_default();
        Span { start: characters[from].0, end, ..row.span }
    };
    let mut words: Vec<LineWord<'_>> = Vec::new();
    let mut crowded_points = Vec::new();
    // Where words end, from the beginning of the line, in thousandths of an em.
    let mut ends = Vec::new();
    let (mut at, mut width, mut spaces) = (0, 0_i32, 0);
    let is_space = |at: usize| characters.get(at).is_none_or(|(_, c)| c.is_whitespace());
    // How many characters are in addresses, and where the last of these ends.
    let (mut in_addresses, mut address_end) = (0, 0);
    while at < characters.len() {
        // Addresses have no words, although they have letters.
        if !is_space(at) && (at == 0 || is_space(at - 1)) {
            let end = (at..=characters.len()).find(|end| is_space(*end)).unwrap_or(at);
            let run = text.slice(span(at, end));
            if is_address_run(run) {
                width = width.saturating_add(measure::text_width(run));
                in_addresses += end - at;
                address_end = end;
                at = end;
                continue;
            }
        }
        // Up to a mark or a cut, which separates words.
        let follows = |end: usize, kind: fn(char) -> bool| {
            let next = characters.get(end);
            next.is_some_and(|&(start, c)| kind(c) && start == span(at, end).end)
        };
        let (_, first) = characters[at];
        let end = if first.is_alphabetic() {
            let mut end = at + 1;
            while follows(end, char::is_alphabetic) {
                end += 1;
            }
            end += usize::from(follows(end, is_elision));
            let Span { start, end: after, .. } = span(at, end);
            let letters = text.slice(span(at, end));
            width = width.saturating_add(measure::text_width(letters));
            ends.push(width);
            words.push(LineWord {
                letters,
                start,
                end: after,
                gap: None,
                fragment: false,
            });
            if let Some(&(next, c)) = characters.get(end)
                && next > after
                && c.is_alphabetic()
            {
                crowded_points.push(Span { start: next, end: next, ..row.span });
            }
            end
        } else if first.is_whitespace() {
            let run = characters[at..].iter().map(|&(_, c)| c);
            let run = run.take_while(|c| c.is_whitespace());
            let (end, length) =
                run.fold((at, 0), |(end, length), c| (end + 1, length + c.len_utf8()));
            spaces += 1;
            width = width.saturating_add(measure::text_width(" "));
            let between = at > 0 && characters[at - 1].1.is_alphabetic();
            if let Some(word) = words.last_mut().filter(|_| between)
                && let Some(&(next, c)) = characters.get(end)
                && c.is_alphabetic()
                && (next - word.end) as usize == length
            {
                word.gap = NonZeroU32::new(next - word.end);
            }
            end
        } else {
            width =
                width.saturating_add(measure::text_width(first.encode_utf8(&mut [0; 4])));
            if let Some(&(next, c)) = characters.get(at + 1)
                && lacks_space(first, c)
            {
                crowded_points.push(Span { start: next, end: next, ..row.span });
            }
            at + 1
        };
        at = end;
    }
    let hidden_ends = find_hidden_ends(&words, &ends, width, measure);
    for &place in &hidden_ends {
        words[place].fragment = true;
        words[place + 1].fragment = true;
    }
    let small =
        words.first().is_some_and(|word| word.letters.starts_with(char::is_lowercase));
    if let Some(word) = words.first_mut().filter(|_| small) {
        word.fragment = true;
    }
    if let Some(word) = words.last_mut() {
        word.fragment = true;
    }
    words.shrink_to_fit();
    let first = words.first().map(|word| word.start);
    let begins_with_word =
        first.is_some() && first == characters.first().map(|(at, _)| *at);
    WordLine {
        words,
        row: row.span,
        ends_with: if address_end == characters.len() {
            LineEnding::Other
        } else {
            classify_ending(&characters)
        },
        begins_with_word,
        characters: characters.iter().filter(|(_, c)| !c.is_whitespace()).count()
            - in_addresses,
        spaces,
        crowded_points,
        hidden_ends,
    }
}

/// Classifies the end of a line.
fn classify_ending(characters: &[(u32, char)]) -> LineEnding {
    let mut last = characters.iter().rev().map(|&(_, c)| c);
    match (last.next(), last.next(), last.next()) {
        (Some(c), _, _) if c.is_alphabetic() => LineEnding::Word,
        (Some('-' | '\u{2010}'), Some(' '), Some(c)) if c.is_alphabetic() => {
            LineEnding::SpacedHyphen
        }
        _ => LineEnding::Other,
    }
}

/// The characters of a span with their offsets, without the holes.
pub(crate) fn characters_outside_holes(
    text: &Text,
    holes: &[Span],
    span: Span,
) -> Vec<(u32, char)> {
    let first = holes.partition_point(|hole| hole.end <= span.start);
    let mut holes =
        holes[first..].iter().take_while(|hole| hole.start < span.end).peekable();
    let mut characters = Vec::new();
    for (at, c) in text.slice(span).char_indices() {
        let at = span.start + u32::try_from(at).unwrap_or_default();
        while holes.next_if(|hole| hole.end <= at).is_some() {}
        if holes.peek().is_none_or(|hole| at < hole.start) {
            characters.push((at, c));
        }
    }
    characters
}

/// Indices of words after which the measure is full, in a line that is longer: the
/// extraction joined two lines there.
fn find_hidden_ends(
    words: &[LineWord<'_>],
    ends: &[i32],
    width: i32,
    measure: i32,
) -> Vec<usize> {
    if measure == 0 || width < measure / 100 * LONG_LINE {
        return Vec::new();
    }
    let near = measure / 100 * NEAR_MEASURE;
    (0..words.len().saturating_sub(1))
        .filter(|&place| {
            let past = ends[place] % measure;
            let line = ends[place].saturating_add(near) >= measure;
            line && words[place].is_spaced() && (past <= near || past >= measure - near)
        })
        .collect()
}

/// Whether punctuation lacks a space after it.
fn lacks_space(point: char, next: char) -> bool {
    match point {
        ',' | ';' | ':' | '!' | '?' | '»' | '”' | ')' => next.is_alphabetic(),
        '.' => next.is_uppercase() || next.is_ascii_digit(),
        _ => false,
    }
}

/// Whether a character is an apostrophe, which ends a word that leans on the next one.
pub(crate) fn is_elision(c: char) -> bool {
    matches!(c, '\'' | '’')
}

impl WordLine<'_> {
    /// Adds its whole words to the lexicon.
    pub(crate) fn add_words_to(&self, lexicon: &mut Lexicon) {
        let whole = self.words.iter().filter(|word| !word.fragment);
        for word in whole.filter(|word| !word.is_abbreviation()) {
            lexicon.add_word(word.letters);
        }
    }

    /// Whether its last word ends the row.
    pub(crate) fn ends_with(&self, word: &LineWord<'_>) -> bool {
        let last = self.words.last().is_some_and(|last| last.start == word.start);
        last && self.ends_with == LineEnding::Word
    }

    /// Characters per stretch between spaces, in tenths.
    pub(crate) fn crowding(&self) -> usize {
        self.characters * 10 / (self.spaces + 1)
    }
}
