//! The doubts about a document, and the readings of each that a person can take.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::line_runs::{KindRun, find_run};
use super::note_marks::NoteMarks;
use crate::book::decisions::LineVerdict;
use crate::book::metadata::Metadata;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::recover::{Recovered, codes};
use crate::source::Text;
use crate::text::letters::fold_letters;
use crate::text::span::Span;

/// A doubt that has no confidence stands among those that are as likely right as wrong.
const EVEN: u16 = 500;

/// A doubt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct ListedDoubt {
    /// Names it among those of its document, as long as it is the same doubt about the same
    /// words: also after other lines have changed.
    pub(super) id: String,
    pub(super) code: &'static str,
    severity: &'static str,
    /// In thousandths.
    confidence: Option<u16>,
    message: String,
    hints: Vec<String>,
    /// The first line; none where it is about the whole document.
    pub(super) first: Option<usize>,
    count: usize,
    /// The passage in the first line, in UTF-16 code units.
    pub(super) start: Option<usize>,
    pub(super) end: Option<usize>,
    readings: Vec<DoubtReading>,
}

/// A reading that a person can take.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct DoubtReading {
    is: &'static str,
    /// It is how the lines are read now.
    current: bool,
    /// The words around a mark, or those of a note: which of several it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    decision: DecisionChoice,
}

/// What a person says of lines, or of characters in a line, by the indices of lines.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DecisionChoice {
    pub(super) first: usize,
    #[serde(default = "one_line")]
    pub(super) count: usize,
    /// What lines are, [`MARK`], [`NO_MARK`], [`WORD`] or [`NO_WORD`].
    pub(super) is: String,
    /// The level of a heading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) level: Option<u8>,
    /// The characters of a mark or a word, in UTF-16 code units of the line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) start: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) end: Option<usize>,
    /// The first line of the note that a mark calls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) note: Option<usize>,
    /// What a word should be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) reading: Option<String>,
}

fn one_line() -> usize {
    1
}

/// A choice about characters that call a note.
pub(super) const MARK: &str = "mark";
/// A choice about characters that call no note.
pub(super) const NO_MARK: &str = "no-mark";
/// A choice about characters that should be others.
pub(super) const WORD: &str = "word";
/// A choice about characters that are left out.
pub(super) const NO_WORD: &str = "no-word";

/// How many characters are shown of a note, and on each side of a mark.
const SHOWN: usize = 28;

/// What the doubts of a document are described from.
struct DoubtContext<'a> {
    text: &'a Text,
    runs: &'a [KindRun],
    marks: NoteMarks,
    metadata: &'a Metadata,
}

/// Lists the doubts among what was found about a document, least sure first.
pub(super) fn list_doubts(
    text: &Text,
    recovered: &Recovered,
    runs: &[KindRun],
    found: &[Diagnostic],
) -> Vec<ListedDoubt> {
    let metadata = &recovered.document.metadata;
    let context =
        DoubtContext { text, runs, marks: NoteMarks::read(recovered), metadata };
    let mut of_words: BTreeMap<(Code, u64), usize> = BTreeMap::new();
    let mut doubts = Vec::new();
    for one in found.iter().filter(|one| one.is_doubt()) {
        let words = one.span.map_or(0, |span| digest_words(text, span));
        let number = of_words.entry((one.code, words)).or_default();
        let id = format!("{}/{words:x}/{number}", one.code.0);
        *number += 1;
        doubts.push(context.describe_doubt(one, id));
    }
    // Of equal ones, in the order of the text.
    doubts.sort_by_key(|doubt| {
        let is_error = doubt.severity == Severity::Error.name();
        (!is_error, doubt.confidence.unwrap_or(EVEN), doubt.first)
    });
    doubts
}

/// Tells apart the lines of doubts by their words, and the places in them.
fn digest_words(text: &Text, span: Span) -> u64 {
    let mut hasher = DefaultHasher::new();
    if let Some((first, _)) = find_lines(text, span) {
        text.line(first).hash(&mut hasher);
        find_passage(text, first, span).hash(&mut hasher);
    }
    hasher.finish()
}

impl DoubtContext<'_> {
    fn describe_doubt(&self, found: &Diagnostic, id: String) -> ListedDoubt {
        let place =
            found.span.and_then(|span| Some((span, find_lines(self.text, span)?)));
        let (mut first, mut count, mut passage) = (None, 0, None);
        let mut readings = Vec::new();
        if let Some((span, (line, lines))) = place {
            (first, count) = (Some(line), lines);
            passage = find_passage(self.text, line, span);
            readings = list_readings(found.code, self.runs, line);
            if let Some(reading) = readings.first() {
                count = reading.decision.count;
            }
            readings.extend(self.list_mark_readings(found.code, span));
            readings.extend(self.list_title_readings(found.code, (line, lines)));
            readings.extend(self.list_word_readings(found, span));
        }
        ListedDoubt {
            id,
            code: found.code.0,
            severity: found.severity.name(),
            confidence: found.confidence,
            message: found.message.clone(),
            hints: found.hints.clone(),
            first,
            count,
            start: passage.map(|(start, _)| start),
            end: passage.map(|(_, end)| end),
            readings,
        }
    }

    /// The readings of a doubt about a mark or a note.
    fn list_mark_readings(&self, code: Code, span: Span) -> Vec<DoubtReading> {
        match code {
            codes::UNSURE_MARK | codes::OTHER_NUMBER => {
                let note = self.marks.find_note(span);
                let is_mark = self.read_mark(span, note, true);
                is_mark.into_iter().chain(self.read_mark(span, None, false)).collect()
            }
            codes::MARK_WITHOUT_NOTE => {
                let notes = self.marks.list_uncalled(span).into_iter();
                let notes =
                    notes.filter_map(|note| self.read_mark(span, Some(note), false));
                self.read_mark(span, None, true).into_iter().chain(notes).collect()
            }
            codes::NOTE_WITHOUT_MARK => {
                let places = self.marks.list_places(self.text, span).into_iter();
                places
                    .filter_map(|mark| self.read_mark(mark, Some(span), false))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// The reading that a mark calls a note, or none.
    fn read_mark(
        &self,
        mark: Span,
        note: Option<Span>,
        current: bool,
    ) -> Option<DoubtReading> {
        let (first, _) = find_lines(self.text, mark)?;
        let (start, end) = find_passage(self.text, first, mark)?;
        let note = match note {
            Some(note) => Some(find_lines(self.text, note)?.0),
            None => None,
        };
        let is = if note.is_some() { MARK } else { NO_MARK };
        Some(DoubtReading {
            is,
            current,
            words: Some(self.quote_around(mark)),
            decision: DecisionChoice {
                first,
                count: 1,
                is: is.to_owned(),
                start: Some(start),
                end: Some(end),
                note,
                ..DecisionChoice::default()
            },
        })
    }

    /// The readings of a doubt about lines that were taken out of the text for the title block.
    fn list_title_readings(
        &self,
        code: Code,
        (first, count): (usize, usize),
    ) -> Vec<DoubtReading> {
        use LineVerdict::{Author, Heading, Paragraph, Subtitle, Title};
        let is_subtitle = || {
            let lines = first..first + count;
            let words: String =
                lines.map(|line| fold_letters(self.text.line(line))).collect();
            let subtitle = self.metadata.subtitle.as_ref();
            subtitle.is_some_and(|one| fold_letters(one) == words)
        };
        let now = match code {
            codes::AUTHOR => Author,
            codes::TITLE if is_subtitle() => Subtitle,
            codes::TITLE => Title,
            _ => return Vec::new(),
        };
        list_verdicts(now, &[Title, Subtitle, Author, Heading, Paragraph], (first, count))
    }

    /// The readings of a doubt about a word: that it is right, and what it may have been.
    fn list_word_readings(&self, found: &Diagnostic, span: Span) -> Vec<DoubtReading> {
        if !matches!(found.code, codes::MISREAD | codes::RUN_TOGETHER) {
            return Vec::new();
        }
        let Some(place) = self.find_word(span) else { return Vec::new() };
        let own = self.text.slice(span).to_owned();
        let other = found.reading.clone().map(|reading| (reading, false));
        [(own, true)]
            .into_iter()
            .chain(other)
            .map(|(reading, current)| DoubtReading {
                is: WORD,
                current,
                words: None,
                decision: DecisionChoice { reading: Some(reading), ..place.clone() },
            })
            .collect()
    }

    /// A choice about the characters of a span in one line.
    fn find_word(&self, span: Span) -> Option<DecisionChoice> {
        let (first, count) = find_lines(self.text, span)?;
        let (start, end) = find_passage(self.text, first, span)?;
        (count == 1 && start < end).then(|| DecisionChoice {
            first,
            count,
            is: WORD.to_owned(),
            start: Some(start),
            end: Some(end),
            ..DecisionChoice::default()
        })
    }

    /// The words on both sides of a mark, in its line.
    fn quote_around(&self, mark: Span) -> String {
        let line = find_lines(self.text, mark);
        let line = line.and_then(|(at, _)| self.text.lines.get(at));
        let part = |start: u32, end: u32| {
            self.text.text.get(start as usize..end as usize).unwrap_or_default()
        };
        let own = line.map_or(mark, |line| line.span);
        let before: Vec<char> = part(own.start, mark.start).chars().collect();
        let from = before.len().saturating_sub(SHOWN);
        let before: String = before[from..].iter().collect();
        let after: String = part(mark.end, own.end).chars().take(SHOWN).collect();
        format!("{before}⟨{}⟩{after}", part(mark.start, mark.end)).trim().to_owned()
    }
}

/// The first line of a span, and how many lines it is on.
pub(super) fn find_lines(text: &Text, span: Span) -> Option<(usize, usize)> {
    let first = text.line_of(span.start)?;
    let last = text.line_of(span.end.saturating_sub(1).max(span.start))?;
    Some((first, last - first + 1))
}

/// The part of a line that a span covers, in UTF-16 code units, as browsers count.
pub(super) fn find_passage(
    text: &Text,
    line: usize,
    span: Span,
) -> Option<(usize, usize)> {
    let own = text.lines.get(line)?.span;
    let units = |end: u32| {
        let before = text.text.get(own.start as usize..end as usize)?;
        Some(before.encode_utf16().count())
    };
    Some((units(span.start)?, units(span.end.min(own.end))?))
}

/// The bytes of a passage of a line, which is given in UTF-16 code units.
pub(super) fn find_passage_bytes(
    line: &str,
    start: usize,
    end: usize,
) -> Option<Range<usize>> {
    let byte_at = |units: usize| {
        let mut seen = 0;
        for (at, c) in line.char_indices() {
            if seen >= units {
                return (seen == units).then_some(at);
            }
            seen += c.len_utf16();
        }
        (seen == units).then_some(line.len())
    };
    Some(byte_at(start)?..byte_at(end)?)
}

/// The readings of a doubt at a line. What the program has read comes first.
fn list_readings(code: Code, runs: &[KindRun], line: usize) -> Vec<DoubtReading> {
    use LineVerdict::{
        Continued, Heading, LeftOut, Note, Paragraph, Quotation, Text, Verse,
    };
    let Some(run) = find_run(runs, line).map(|at| &runs[at]) else { return Vec::new() };
    let begins = run.first == line && !run.continued;
    // What a paragraph is called that begins here.
    let start = if run.kind == "quotation" { Quotation } else { Paragraph };
    let starts = [start, Continued];
    let is_start = matches!(code, codes::PAGE_TURN | codes::PARAGRAPH);
    let now = if run.left_out {
        LeftOut
    } else if is_start && !begins {
        Continued
    } else {
        read_kind(run, begins)
    };
    // A decision about what lines are is about all lines of their block: one about the first
    // line of a heading alone would part it from the others.
    let block = (line, run.first + run.count - line);
    let heading = if run.kind == "heading" { block } else { (line, 1) };
    let (others, lines): (&[LineVerdict], (usize, usize)) = match code {
        codes::PAGE_TURN | codes::PARAGRAPH => (&starts, (line, 1)),
        codes::HEADING | codes::EMPTY_CHAPTER | codes::REPEATED_HEADING => {
            (&[Heading, Paragraph, Continued, LeftOut], heading)
        }
        codes::LABEL_IN_TEXT => (&[start, Note], (line, 1)),
        codes::VERSE => (&[Verse, Paragraph], block),
        codes::QUOTATION => (&[Quotation, Paragraph], block),
        codes::UNSURE_HEAD | codes::RUNNING_HEADS | codes::ADDED_LINES => {
            (&[LeftOut, Text], (line, 1))
        }
        _ => return Vec::new(),
    };
    let now = if now == LeftOut || others.contains(&now) { now } else { Text };
    list_verdicts(now, others, lines)
}

/// The readings of what lines are: the first of them and how many. What they are now is first.
fn list_verdicts(
    now: LineVerdict,
    others: &[LineVerdict],
    (first, count): (usize, usize),
) -> Vec<DoubtReading> {
    let others = others.iter().copied().filter(|one| *one != now);
    std::iter::once(now)
        .chain(others)
        .map(|is| DoubtReading {
            is: is.name(),
            current: is == now,
            words: None,
            decision: DecisionChoice {
                first,
                count,
                is: is.name().to_owned(),
                ..DecisionChoice::default()
            },
        })
        .collect()
}

/// What a person would call a line that is read like this.
fn read_kind(run: &KindRun, begins: bool) -> LineVerdict {
    match run.kind {
        "heading" => LineVerdict::Heading,
        "verse" => LineVerdict::Verse,
        "quotation" => LineVerdict::Quotation,
        _ if begins => LineVerdict::Paragraph,
        _ => LineVerdict::Continued,
    }
}
