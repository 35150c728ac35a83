//! White space that the extraction lost, or put into words: which words of a line are
//! two, and which two are one.
//!
//! A tight line may come out without its spaces (`ilprincipiogenerale`), a hyphen at a
//! line end may leave a space in its stead (`mues tra`, `har -` and `moniously`), a
//! ligature may leave one behind it (`dif ícil`). All is decided by what the words of the
//! text cost ([`Lexicon`]): a line is divided where the cheapest division costs so much
//! less that the loss of its spaces is the better story, and two strings are one word
//! where the word costs less than the two, given how often words are broken at such
//! places in this text. Only white space is changed, never a letter.

mod lines;
mod points;
mod tight;

mod breaks;

use std::collections::{BTreeMap, BTreeSet};

use breaks::{Break, Place, breaks};
use lines::{Line, holes, lines};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use tight::{Division, usual_crowding};

use crate::diagnostic::Diagnostic;
use crate::recover::model::Zoned;
use crate::recover::rows::row::Row;
use crate::recover::words::corpus::Corpus;
use crate::recover::words::lexicon::Lexicon;
use crate::source::Text;
use crate::text::language::Language;
use crate::text::odds::confidence;
use crate::text::span::Span;

// Costs and gains are in hundredths of a nat.

/// What it costs to say that a line lost its spaces, without further evidence. Below, German
/// compounds are divided; above, lines with few words stay run together.
const TIGHT_LINE: i32 = 1200;
/// The same in a text where lines surely did.
const ANOTHER_TIGHT_LINE: i32 = 300;
/// Lines from which on a text is one where lines surely did.
const SURE_LINES: usize = 3;
/// A line that may have lost its spaces has this many letters for each that it kept, in
/// per cent of what lines of the text surely have. Below, lines of German compounds look
/// crowded.
const CROWDED: usize = 170;

/// A line of fewer characters may be a heading of one long word.
const FULL_LINE: usize = 40;

/// What must speak for a word that the text has whole elsewhere.
const SEEN_WORD: i32 = 100;
/// What must speak for one that it has not: two words of another language are as rare.
const NEW_WORD: i32 = 270;

/// What may speak against one with a hyphen in it.
const HYPHENED_WORD: i32 = -150;
/// Words joined with this confidence or more are told of together, in thousandths.
const SURE: u16 = 990;
/// What speaks for a word that is plainly broken although few are in its text.
const PLAIN: i32 = 250;

/// White space that was decided anew.
#[derive(Debug, Default)]
pub(crate) struct Spacing {
    /// Inside lines, in the order of the text: an empty span where a space is wanted,
    /// else the white space that falls away.
    pub(crate) edits: Vec<Span>,
    /// Ends of rows from which a word goes on to the next row: how sure, in thousandths.
    broken: BTreeMap<u32, u16>,
    /// What was guessed inside lines.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The words of the text.
    pub(crate) lexicon: Lexicon,
}

impl Spacing {
    /// Decides the white space of a text in a language, given its streams of rows: first
    /// the body, then the notes.
    pub(crate) fn find<'r>(
        text: &Text,
        zoned: &Zoned,
        language: Option<&Language>,
        corpus: &Corpus,
        streams: impl Iterator<Item = &'r [Row]>,
    ) -> Self {
        let holes = holes(zoned);
        let rows: Vec<&[Row]> = streams.collect();
        let streams: Vec<Vec<Line<'_>>> =
            rows.iter().map(|rows| lines(text, &holes, rows)).collect();
        let mut lexicon = Lexicon::of(language);
        let mut spacing = Self::default();
        let words = || {
            spacing.part(&streams, &mut lexicon);
            // Notes may come from another hand than the body: an extraction that keeps the
            // hyphens of the one may lose those of the other.
            let (body, notes) = streams.split_at(1.min(streams.len()));
            spacing.close(body, &lexicon, corpus);
            spacing.close(notes, &lexicon, corpus);
        };
        let ((), points) = rayon::join(words, || points::edits(text, &holes, &rows));
        spacing.edits.extend(points);
        spacing.edits.sort_unstable();
        spacing.edits.dedup();
        spacing.lexicon = lexicon;
        spacing
    }

    /// How sure it is that the word at the end of a row goes on with the next row; none
    /// where it does not.
    pub(crate) fn broken(&self, row: Span) -> Option<u16> {
        self.broken.get(&row.end).copied()
    }

    /// The edits inside a span, or at its end.
    pub(crate) fn edits_in(&self, span: Span) -> impl Iterator<Item = Span> + use<'_> {
        let first = self.edits.partition_point(|edit| edit.start < span.start);
        let edits = self.edits[first..].iter().copied();
        edits.take_while(move |edit| edit.end <= span.end)
    }

    /// Sets spaces into lines that lost them, and teaches the words of all lines. Those of
    /// crowded lines are not believed before it is clear that they are words; those that
    /// were hidden in them are taught, and with them a second round finds more.
    fn part(&mut self, streams: &[Vec<Line<'_>>], lexicon: &mut Lexicon) {
        let usual = usual_crowding(streams);
        let all = || streams.iter().flatten();
        let crowded = |line: &Line<'_>| {
            let full = line.characters >= FULL_LINE;
            full && line.crowding() * 100 >= usual * CROWDED
        };
        all().filter(|line| !crowded(line)).for_each(|line| line.teach(lexicon));
        let lines: Vec<&Line<'_>> = all().filter(|line| crowded(line)).collect();
        let known = &*lexicon;
        let divided =
            lines.par_iter().map(|line| Division::of(line, false, known, TIGHT_LINE));
        let divided: Vec<Option<Division<'_>>> = divided.collect();
        let mut kept = Vec::new();
        let mut first: Vec<Division<'_>> = Vec::new();
        for (line, division) in lines.into_iter().zip(divided) {
            match division {
                Some(division) if division.lost_most() => first.push(division),
                _ => kept.push(line),
            }
        }
        for line in kept {
            line.teach(lexicon);
        }
        if first.is_empty() {
            return;
        }
        // What stands in two lines is no piece of a word by chance.
        let mut pieces: BTreeMap<&str, u32> = BTreeMap::new();
        for piece in first.iter().flat_map(Division::pieces) {
            *pieces.entry(piece).or_default() += 1;
        }
        for (piece, count) in pieces.into_iter().filter(|(_, count)| *count > 1) {
            (0..count).for_each(|_| lexicon.add(piece));
        }
        let lost: BTreeSet<u32> = first.iter().map(Division::line_end).collect();
        let sure = first.len() >= SURE_LINES;
        for line in all().filter(|line| sure || crowded(line)) {
            let taught = !lost.contains(&line.row.end);
            let of = |cost: i32| Division::of(line, taught, lexicon, cost);
            // Lines that kept most of their spaces must speak for themselves.
            let another = || of(ANOTHER_TIGHT_LINE).filter(Division::lost_most);
            let division = match of(TIGHT_LINE) {
                None if sure => another(),
                division => division.filter(|division| sure || division.lost_most()),
            };
            if let Some(division) = division {
                self.diagnostics.push(division.finding());
                self.edits.extend(division.spaces());
            }
        }
    }

    /// Closes words that were broken, in some streams that were set alike.
    fn close(&mut self, streams: &[Vec<Line<'_>>], lexicon: &Lexicon, corpus: &Corpus) {
        let breaks: Vec<Break<'_>> =
            streams.iter().flat_map(|lines| breaks(lines, lexicon, corpus)).collect();
        let odds = Place::ALL.map(|place| {
            let places: usize = streams.iter().map(|lines| place.count(lines)).sum();
            let here = breaks.iter().filter(|broken| broken.place == place);
            place.odds(here.filter(|broken| broken.is_plain()).count(), places)
        });
        let mut sure = Vec::new();
        for broken in breaks {
            let mut worth = broken.gain + odds[broken.place as usize];
            if broken.is_plain_alone() {
                worth = worth.max(PLAIN);
            }
            let wanted = match (broken.place, broken.seen) {
                (Place::SpacedHyphen, _) => HYPHENED_WORD,
                (_, 0) => NEW_WORD,
                _ => SEEN_WORD,
            };
            if worth <= wanted {
                continue;
            }
            let confidence = confidence(worth);
            match (broken.place, broken.gap()) {
                (Place::LineEnd | Place::SpacedHyphen, _) => {
                    self.broken.insert(broken.line_end(), confidence);
                }
                (Place::HiddenLineEnd | Place::Ligature | Place::Inside, Some(gap)) => {
                    self.edits.push(gap);
                    let finding = broken.finding(gap, confidence);
                    if confidence < SURE {
                        self.diagnostics.push(finding);
                    } else {
                        sure.push(finding);
                    }
                }
                (Place::HiddenLineEnd | Place::Ligature | Place::Inside, None) => {}
            }
        }
        let more = sure.len().saturating_sub(1);
        self.diagnostics.extend(sure.into_iter().next().map(|first| match more {
            0 => first,
            1 => first.hint("1 more word was joined as surely"),
            more => first.hint(format!("{more} more words were joined as surely")),
        }));
    }
}
