//! White space that the extraction lost or inserted: finds strings that are two words,
//! and pairs that are one word.
//!
//! A tight line may come out without its spaces (`ilprincipiogenerale`). A hyphen at a
//! line end may leave a space (`mues tra`, `har -` and `moniously`), and so may a
//! ligature (`dif ícil`). The costs of the words decide ([`Lexicon`]). A line is divided
//! if the cheapest division costs so much less that lost spaces are the better
//! explanation. Two strings are one word if the word costs less than the two, given how
//! often words are broken at such places in this text. A letter-spaced title loses the
//! spaces inside its words. Only white space changes, never a letter.

mod point_spaces;
mod tight_lines;
mod word_lines;

mod word_breaks;

use std::collections::{BTreeMap, BTreeSet};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use tight_lines::{LineDivision, usual_crowding};
use word_breaks::{BreakPlace, WordBreak, find_breaks};
use word_lines::{WordLine, find_holes, read_lines};

use crate::diagnostic::Diagnostic;
use crate::recover::model::Zoned;
use crate::recover::rows::row::Row;
use crate::recover::words::corpus::Corpus;
use crate::recover::words::lexicon::Lexicon;
use crate::source::Text;
use crate::text::language::Language;
use crate::text::letter_spacing::find_letter_gaps;
use crate::text::odds::confidence_of_odds;
use crate::text::span::Span;

// Costs and gains are in hundredths of a nat.

/// The cost of assuming that a line lost its spaces, without further evidence. Lower
/// values divide German compounds; higher ones miss lines of few words.
const TIGHT_LINE: i32 = 1200;
/// The same cost in a text in which lines certainly lost their spaces.
const ANOTHER_TIGHT_LINE: i32 = 300;
/// This many lines make a text one in which lines certainly did.
const SURE_LINES: usize = 3;
/// A line that may have lost its spaces has this many characters per space, in per cent
/// of what is usual in the text. Lower values include lines of German compounds.
const CROWDED: usize = 170;

/// A line of fewer characters may be a heading of one long word.
const FULL_LINE: usize = 40;

/// Least gain of a joined word that the text has elsewhere.
const SEEN_WORD: i32 = 100;
/// Least gain of a joined word that the text does not have: two words of another language
/// are as rare.
const NEW_WORD: i32 = 270;

/// Least gain of a joined word with a hyphen.
const HYPHENED_WORD: i32 = -150;
/// Words joined with at least this confidence, in thousandths, are reported together.
const SURE: u16 = 990;
/// Gain of a clearly broken word in a text with few of them.
const PLAIN: i32 = 250;

/// Corrections of white space.
#[derive(Debug, Default)]
pub(crate) struct Spacing {
    /// Inside lines, in text order: an empty span where a space is missing, otherwise the
    /// white space to remove.
    pub(crate) edits: Vec<Span>,
    /// Ends of rows at which a word continues in the next row, with the confidence in
    /// thousandths.
    broken: BTreeMap<u32, u16>,
    /// The diagnostics about corrections inside lines.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The words of the text, with their costs.
    pub(crate) lexicon: Lexicon,
}

impl Spacing {
    /// Decides the white space of a text in a language, given its streams of rows: first
    /// the body, then the notes.
    pub(crate) fn decide<'r>(
        text: &Text,
        zoned: &Zoned,
        language: Option<&Language>,
        corpus: &Corpus,
        streams: impl Iterator<Item = &'r [Row]>,
    ) -> Self {
        let holes = find_holes(zoned);
        let rows: Vec<&[Row]> = streams.collect();
        let streams: Vec<Vec<WordLine<'_>>> =
            rows.iter().map(|rows| read_lines(text, &holes, rows)).collect();
        let mut lexicon = Lexicon::with_language(language);
        let mut spacing = Self::default();
        let words = || {
            spacing.divide_tight_lines(&streams, &mut lexicon);
            // Notes may have another source than the body: an extraction that keeps the
            // hyphens of one may lose those of the other.
            let (body, notes) = streams.split_at(1.min(streams.len()));
            spacing.join_broken_words(body, &lexicon, corpus);
            spacing.join_broken_words(notes, &lexicon, corpus);
        };
        let ((), points) =
            rayon::join(words, || point_spaces::find_edits(text, &holes, &rows));
        spacing.edits.extend(points);
        spacing.edits.extend(rows.iter().copied().flatten().flat_map(|row| {
            let gaps = find_letter_gaps(text.slice(row.span)).into_iter();
            gaps.map(|gap| row.span.part(gap))
        }));
        spacing.edits.sort_unstable();
        spacing.edits.dedup();
        spacing.lexicon = lexicon;
        spacing
    }

    /// The confidence that the last word of a row continues in the next row; `None` if it
    /// does not.
    pub(crate) fn broken_at_end(&self, row: Span) -> Option<u16> {
        self.broken.get(&row.end).copied()
    }

    /// The edits in a span, or at its end.
    pub(crate) fn edits_in(&self, span: Span) -> impl Iterator<Item = Span> + use<'_> {
        let first = self.edits.partition_point(|edit| edit.start < span.start);
        let edits = self.edits[first..].iter().copied();
        edits.take_while(move |edit| edit.end <= span.end)
    }

    /// Divides lines that lost their spaces, and counts the words of all lines. Words of
    /// crowded lines count only once they are certain to be words. Words found inside
    /// crowded lines are counted, and with them a second round finds more.
    fn divide_tight_lines(
        &mut self,
        streams: &[Vec<WordLine<'_>>],
        lexicon: &mut Lexicon,
    ) {
        let usual = usual_crowding(streams);
        let all = || streams.iter().flatten();
        let crowded = |line: &WordLine<'_>| {
            let full = line.characters >= FULL_LINE;
            full && line.crowding() * 100 >= usual * CROWDED
        };
        all().filter(|line| !crowded(line)).for_each(|line| line.add_words_to(lexicon));
        let lines: Vec<&WordLine<'_>> = all().filter(|line| crowded(line)).collect();
        let known = &*lexicon;
        let divided = lines
            .par_iter()
            .map(|line| LineDivision::divide_line(line, false, known, TIGHT_LINE));
        let divided: Vec<Option<LineDivision<'_>>> = divided.collect();
        let mut kept = Vec::new();
        let mut first: Vec<LineDivision<'_>> = Vec::new();
        for (line, division) in lines.into_iter().zip(divided) {
            match division {
                Some(division) if division.lost_most() => first.push(division),
                _ => kept.push(line),
            }
        }
        for line in kept {
            line.add_words_to(lexicon);
        }
        if first.is_empty() {
            return;
        }
        // A piece that occurs in two lines is probably a word.
        let mut pieces: BTreeMap<&str, u32> = BTreeMap::new();
        for piece in first.iter().flat_map(LineDivision::inner_pieces) {
            *pieces.entry(piece).or_default() += 1;
        }
        for (piece, count) in pieces.into_iter().filter(|(_, count)| *count > 1) {
            (0..count).for_each(|_| lexicon.add_word(piece));
        }
        let lost: BTreeSet<u32> = first.iter().map(LineDivision::line_end).collect();
        let sure = first.len() >= SURE_LINES;
        for line in all().filter(|line| sure || crowded(line)) {
            let taught = !lost.contains(&line.row.end);
            let of = |cost: i32| LineDivision::divide_line(line, taught, lexicon, cost);
            // Lines that kept most of their spaces need evidence of their own.
            let another = || of(ANOTHER_TIGHT_LINE).filter(LineDivision::lost_most);
            let division = match of(TIGHT_LINE) {
                None if sure => another(),
                division => division.filter(|division| sure || division.lost_most()),
            };
            if let Some(division) = division {
                self.diagnostics.push(division.make_finding());
                self.edits.extend(division.space_spans());
            }
        }
    }

    /// Joins broken words, in streams that were set alike.
    fn join_broken_words(
        &mut self,
        streams: &[Vec<WordLine<'_>>],
        lexicon: &Lexicon,
        corpus: &Corpus,
    ) {
        let breaks: Vec<WordBreak<'_>> = streams
            .iter()
            .flat_map(|lines| find_breaks(lines, lexicon, corpus))
            .collect();
        let odds = BreakPlace::ALL.map(|place| {
            let places: usize =
                streams.iter().map(|lines| place.count_places(lines)).sum();
            let here = breaks.iter().filter(|broken| broken.place == place);
            place.break_odds(here.filter(|broken| broken.is_plain()).count(), places)
        });
        let mut sure = Vec::new();
        for broken in breaks {
            let mut worth = broken.gain + odds[broken.place as usize];
            if broken.is_plain_alone() {
                worth = worth.max(PLAIN);
            }
            let wanted = match (broken.place, broken.seen) {
                (BreakPlace::SpacedHyphen, _) => HYPHENED_WORD,
                (_, 0) => NEW_WORD,
                _ => SEEN_WORD,
            };
            if worth <= wanted {
                continue;
            }
            let confidence = confidence_of_odds(worth);
            match (broken.place, broken.gap()) {
                (BreakPlace::LineEnd | BreakPlace::SpacedHyphen, _) => {
                    self.broken.insert(broken.line_end(), confidence);
                }
                (
                    BreakPlace::HiddenLineEnd | BreakPlace::Ligature | BreakPlace::Inside,
                    Some(gap),
                ) => {
                    self.edits.push(gap);
                    let finding = broken.make_finding(gap, confidence);
                    if confidence < SURE {
                        self.diagnostics.push(finding);
                    } else {
                        sure.push(finding);
                    }
                }
                (
                    BreakPlace::HiddenLineEnd | BreakPlace::Ligature | BreakPlace::Inside,
                    None,
                ) => {}
            }
        }
        let more = sure.len().saturating_sub(1);
        self.diagnostics.extend(sure.into_iter().next().map(|first| match more {
            0 => first,
            1 => first.hint("1 more word was joined with the same certainty"),
            more => {
                first.hint(format!(
                    "{more} more words were joined with the same certainty"
                ))
            }
        }));
    }
}
