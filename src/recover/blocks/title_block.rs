//! The title block of a document: title, author, date, source note, epigraph.

use std::collections::{BTreeMap, BTreeSet};

use super::decided_rows::set_off_title_lines;
use super::segment::{Segment, SegmentKind, Segmentation};
use super::source_notes::mark_source_notes;
use crate::book::decisions::LineVerdict;
use crate::book::metadata::{Contributor, Metadata};
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::model::{RemovalKind, Zone, Zoned};
use crate::recover::rows::row::{ContentsRow, Row};
use crate::source::Text;
use crate::text::letter_lines::is_dateline;
use crate::text::letters::fold_letters;
use crate::text::names::is_name;
use crate::text::{dates, numerals, sections};

/// The title block is within this many blocks at the beginning.
const HEAD: usize = 6;

/// A title has at most this many words.
const TITLE_WORDS: usize = 16;

/// A subtitle has at most this many words.
const SUBTITLE_WORDS: usize = 8;

/// An epigraph or a dedication on the page before the title has at most this many lines.
const MOTTO_ROWS: usize = 12;
/// The lines of paragraphs that may be above the title on its page, as of a note on a series.
const ROWS_ABOVE_TITLE: usize = 4;

/// Type for display is larger than the text by this share at least, in thousandths of its
/// size: 12 points over 10.5. Only headings are so far from the text.
const DISPLAY_SIZE: i32 = 1140;
/// A heading in larger type has at most this many lines.
const DISPLAY_ROWS: usize = 4;

/// Confidence that a text has the date of its only dateline, in thousandths: as for a title
/// that a single sign supports.
const DATELINE: u16 = 750;

/// A running head must repeat a title this often to confirm it.
const REPEATS: usize = 2;

/// Fewest letters of a word that identifies a person: not those of `de` and `van`.
const LETTERS_OF_A_NAME: usize = 4;

/// Reads the title block of a document, beginning with a displaced one. What a person named as
/// title, subtitle or author is that, wherever it is.
pub(super) fn read_title_block(
    text: &Text,
    zoned: &Zoned,
    segmentation: &mut Segmentation,
    diagnostics: &mut Vec<Diagnostic>,
) -> Metadata {
    set_off_title_lines(segmentation);
    let decided = list_decided(segmentation);
    let series = find_series(segmentation);
    let metadata = Metadata::default();
    let mut head = TitleBlock { text, zoned, decided, series, metadata, diagnostics };
    head.read_displaced(segmentation);
    mark_source_notes(segmentation, HEAD);
    head.read_front(segmentation);
    if head.metadata.title.is_none() {
        head.find_title(segmentation);
    }
    head.take_decided(segmentation);
    head.take_date(segmentation);
    complete_from_frame(head.metadata, &zoned.framed)
}

/// Metadata with what only the frame of a transcription says. What the text prints may be more
/// exact than a frame, but for its capitals.
fn complete_from_frame(mut metadata: Metadata, framed: &Metadata) -> Metadata {
    let is_shouted = |printed: &String| {
        let letters = fold_letters(printed);
        !printed.contains(char::is_lowercase)
            && framed
                .title
                .as_deref()
                .is_some_and(|framed| fold_letters(framed) == letters)
    };
    let printed = metadata.title.take().filter(|printed| !is_shouted(printed));
    metadata.title = printed.or_else(|| framed.title.clone());
    if metadata.authors.is_empty() {
        metadata.authors.clone_from(&framed.authors);
    }
    metadata
}

/// The context of the title block, and the metadata read so far.
struct TitleBlock<'a> {
    text: &'a Text,
    zoned: &'a Zoned,
    /// The segments that a person named, and as what.
    decided: Vec<(usize, LineVerdict)>,
    /// The words before the numerals of numbered headings, see [`find_series`].
    series: BTreeSet<String>,
    metadata: Metadata,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl TitleBlock<'_> {
    /// Reads a displaced title block: title, author, date, each on its own line.
    fn read_displaced(&mut self, segmentation: &mut Segmentation) {
        for at in 0..segmentation.displaced {
            let words = segmentation.words_of(&segmentation.segments[at]);
            if is_dateline(&words) {
                segmentation.segments[at].kind = SegmentKind::Dateline;
            } else if self.metadata.title.is_none()
                && self.may_take(segmentation, at, LineVerdict::Title)
            {
                self.take_title(segmentation, at, 800);
            } else if is_name(&words, 2) && self.metadata.authors.is_empty() {
                self.take_author(segmentation, at, 800);
            }
        }
    }

    /// Reads a half title and a title page: the first line is the title, repetitions of
    /// it are removed, and a name is the author.
    fn read_front(&mut self, segmentation: &mut Segmentation) {
        let of_front = |segment: &&Segment| {
            segmentation.rows[segment.rows.start].line < self.zoned.front
        };
        let front = segmentation.displaced
            ..segmentation.segments.iter().take_while(of_front).count();
        let words: Vec<String> = front
            .clone()
            .map(|at| segmentation.words_of(&segmentation.segments[at]))
            .collect();
        let title = words.first().filter(|words| self.may_be_title(words));
        let Some(title) = title.filter(|words| self.agrees_with_frame(words)) else {
            return;
        };
        let again = words.iter().filter(|words| *words == title).count() > 1;
        if self.metadata.title.is_none()
            && self.may_take(segmentation, front.start, LineVerdict::Title)
        {
            self.take_title(segmentation, front.start, if again { 950 } else { 850 });
        }
        for (at, words) in front.zip(&words).skip(1) {
            let name = is_name(strip_by(words), 2) && self.may_be_author(words);
            if words == title {
                segmentation.segments[at].kind = SegmentKind::Metadata;
            } else if name && self.metadata.authors.is_empty() {
                self.take_author(segmentation, at, if again { 900 } else { 800 });
            }
        }
    }

    /// Whether words may be the title of a whole text.
    fn may_be_title(&self, words: &str) -> bool {
        !self.is_numbered(words)
            && sections::named(words).is_none()
            && words.split_whitespace().count() <= TITLE_WORDS
            && words.contains(char::is_alphabetic)
    }

    /// Whether a heading is numbered, with a number, with a word such as "first", or as one
    /// of a series.
    fn is_numbered(&self, words: &str) -> bool {
        numerals::numbering(words).is_some()
            || numerals::ordinal(words).is_some()
            || split_numeral(words)
                .is_some_and(|(stem, _)| self.series.contains(&fold_letters(stem)))
    }

    /// Whether words may be the title that the frame of a collection states, printed in
    /// another way: one has the letters of the other.
    fn agrees_with_frame(&self, words: &str) -> bool {
        let Some(framed) = &self.zoned.framed.title else { return true };
        let (printed, framed) = (fold_letters(words), fold_letters(framed));
        !printed.is_empty() && (framed.contains(&printed) || printed.contains(&framed))
    }

    /// Whether a name may be that of the author: a frame that names one has a word of it.
    fn may_be_author(&self, name: &str) -> bool {
        let framed = &self.zoned.framed.authors;
        let own: Vec<String> = name.split_whitespace().map(fold_letters).collect();
        let has_word = |author: &Contributor| {
            let words = author.name.split_whitespace().map(fold_letters);
            let mut long = words.filter(|word| word.chars().count() >= LETTERS_OF_A_NAME);
            long.any(|word| own.contains(&word))
        };
        !name.starts_with('[') && (framed.is_empty() || framed.iter().any(has_word))
    }

    /// Finds the title at the beginning of the text, and its author.
    fn find_title(&mut self, segmentation: &mut Segmentation) {
        let head = segmentation.segments.len().min(HEAD);
        if let Some(level) = find_display_level(segmentation) {
            segmentation.segments[0].kind = SegmentKind::Heading(level);
        }
        let heading = |segment: &Segment| segment.is_heading();
        let titled = |segment: &Segment| {
            let words = segmentation.words_of(segment);
            heading(segment) && !is_by_line(&words) && self.agrees_with_frame(&words)
        };
        let may_take = |at: usize| self.may_take(segmentation, at, LineVerdict::Title);
        let decided = self.find_decided(LineVerdict::Title).filter(|&at| may_take(at));
        let found =
            decided.or_else(|| (0..head).find(|&at| titled(&segmentation.segments[at])));
        let Some(at) = found else { return };
        let words = segmentation.words_of(&segmentation.segments[at]);
        let is_likely = || {
            self.may_be_title(&words) && may_take(at) && !is_below_text(segmentation, at)
        };
        if decided.is_none() && !is_likely() {
            return;
        }
        let next = at + 1;
        let named = |place: usize| {
            let segment = segmentation.segments.get(place)?;
            let row = &segmentation.rows[segment.rows.start];
            // The author of a chapter of a collection is not that of the book.
            if row.announced == Some(ContentsRow::Byline) {
                return None;
            }
            let words = segmentation.words_of(segment);
            let words = strip_by(&words);
            let alone =
                segment.rows.len() == 1 && is_name(words, 2) && self.may_be_author(words);
            (alone && words != segmentation.words_of(&segmentation.segments[at]))
                .then_some(place)
        };
        let author = named(next).or_else(|| named(at.checked_sub(1)?));
        // A title differs from the other headings: they have numbers, or the printed
        // contents names them, and it does not.
        let named = |segment: &Segment| is_named_by_contents(segmentation, segment);
        let passed_over = !named(&segmentation.segments[at]);
        let others =
            segmentation.segments[next..].iter().filter(|segment| heading(segment));
        // A heading directly under the title is a subtitle.
        let under = usize::from(segmentation.segments.get(next).is_some_and(heading));
        let alone = others.skip(under).all(|other| {
            self.is_numbered(&segmentation.words_of(other)) || passed_over && named(other)
        });
        let repeated = self.count_in_running_heads(&words) >= REPEATS;
        let sure = match (author.is_some(), repeated, alone) {
            (true, true, _) => 950,
            (true, false, _) | (false, true, true) => 850,
            (false, false, true) => 750,
            _ if decided.is_some() => 750,
            _ => return,
        };
        self.take_title(segmentation, at, sure);
        match author {
            Some(place) => self.take_author(segmentation, place, sure),
            None => self.take_author_of_running_head(&words),
        }
        self.take_subtitle(
            segmentation,
            next.max(author.map_or(next, |place| place + 1)),
        );
        // Text on a page of its own before the title is an epigraph.
        let turns = segmentation.rows[segmentation.segments[at].rows.start].turn;
        if turns && segmentation.segments[..at].iter().all(is_text) {
            for segment in &mut segmentation.segments[..at] {
                segment.kind = match segment.kind {
                    SegmentKind::Verse => SegmentKind::EpigraphVerse,
                    _ => SegmentKind::Epigraph,
                };
            }
        }
    }

    /// Takes a line under the title as the subtitle, if it is neither a name nor a
    /// heading that the printed contents name.
    fn take_subtitle(&mut self, segmentation: &mut Segmentation, at: usize) {
        let Some([line, text]) = segmentation.segments.get(at..at + 2) else { return };
        if is_named_by_contents(segmentation, line) {
            return;
        }
        let words = segmentation.words_of(line);
        let alone = line.rows.len() == 1
            && match line.kind {
                SegmentKind::Heading(_) => true,
                SegmentKind::Paragraph => text.rows.len() > 1,
                _ => false,
            }
            && text.kind == SegmentKind::Paragraph;
        let plain = !words.ends_with(['.', ',', ':', ';', '?', '!', '»', '”'])
            && words.starts_with(char::is_uppercase)
            && words.split(' ').count() <= SUBTITLE_WORDS
            // One letter is the drop capital of the text below.
            && words.chars().count() > 1
            && self.may_be_title(&words);
        if alone && plain && self.may_take(segmentation, at, LineVerdict::Subtitle) {
            let message = format!("'{words}' is taken for the subtitle");
            self.push_finding(codes::TITLE, message, segmentation, at, 700);
            self.metadata.subtitle = Some(words);
            segmentation.segments[at].kind = SegmentKind::Metadata;
        }
    }

    /// Moves a segment into the title.
    fn take_title(&mut self, segmentation: &mut Segmentation, at: usize, sure: u16) {
        let printed = segmentation.words_of(&segmentation.segments[at]);
        let title = self.case_from_running_head(&printed).unwrap_or(printed);
        let message = format!("'{title}' is taken for the title");
        self.push_finding(codes::TITLE, message, segmentation, at, sure);
        self.metadata.title = Some(title);
        segmentation.segments[at].kind = SegmentKind::Metadata;
    }

    /// Moves a segment into the authors.
    fn take_author(&mut self, segmentation: &mut Segmentation, at: usize, sure: u16) {
        // What a person named is taken at the end, in the order of the text.
        if self.find_decided(LineVerdict::Author).is_some()
            || !self.may_take(segmentation, at, LineVerdict::Author)
        {
            return;
        }
        let words = segmentation.words_of(&segmentation.segments[at]);
        let name = strip_by(&words).to_owned();
        let message = format!("'{name}' is taken for the author");
        self.push_finding(codes::AUTHOR, message, segmentation, at, sure);
        self.metadata.authors = vec![Contributor::named(name)];
        segmentation.segments[at].kind = SegmentKind::Metadata;
    }

    /// Takes what a person named and no step has taken yet.
    fn take_decided(&mut self, segmentation: &mut Segmentation) {
        for (at, verdict) in self.decided.clone() {
            let segment = &segmentation.segments[at];
            if segment.kind == SegmentKind::Metadata {
                continue;
            }
            let words = segmentation.words_of(segment);
            let has_place = match verdict {
                LineVerdict::Title => self.metadata.title.is_none(),
                LineVerdict::Subtitle => self.metadata.subtitle.is_none(),
                _ => true,
            };
            if !has_place || !self.may_take(segmentation, at, verdict) {
                let cause = if has_place {
                    "the mark of a note is in the line"
                } else {
                    "another line has been named so"
                };
                let message = format!("a decision is not obeyed: {cause}");
                let span = segmentation.span_of(segment);
                let found = Diagnostic::new(
                    codes::DECISION_NOT_OBEYED,
                    Severity::Warning,
                    message,
                );
                self.diagnostics.push(found.at(span));
                continue;
            }
            match verdict {
                LineVerdict::Title => self.take_title(segmentation, at, 0),
                LineVerdict::Subtitle => self.metadata.subtitle = Some(words),
                _ => {
                    let name = strip_by(&words).to_owned();
                    self.metadata.authors.push(Contributor::named(name));
                }
            }
            segmentation.segments[at].kind = SegmentKind::Metadata;
        }
    }

    /// The first segment that a person named so.
    fn find_decided(&self, verdict: LineVerdict) -> Option<usize> {
        self.decided.iter().find(|(_, one)| *one == verdict).map(|&(at, _)| at)
    }

    /// Whether a segment may be taken for this: no person called it something else, or
    /// called something else this, and it has no mark of a note, which would be lost.
    fn may_take(
        &self,
        segmentation: &Segmentation,
        at: usize,
        verdict: LineVerdict,
    ) -> bool {
        let rows = &segmentation.rows[segmentation.segments[at].rows.clone()];
        let is_open = match self.decided.iter().find(|(one, _)| *one == at) {
            Some((_, named)) => *named == verdict,
            None => {
                self.find_decided(verdict).is_none()
                    && rows.iter().all(|row| row.decided.is_none())
            }
        };
        let span = segmentation.span_of(&segmentation.segments[at]);
        let mut marks = self.zoned.marks.iter().map(|mark| mark.span);
        is_open && !marks.any(|mark| span.start <= mark.start && mark.end <= span.end)
    }

    /// Reports what was guessed of a segment; what a person named is no guess.
    fn push_finding(
        &mut self,
        code: crate::diagnostic::Code,
        message: String,
        segmentation: &Segmentation,
        at: usize,
        sure: u16,
    ) {
        if self.decided.iter().any(|(one, _)| *one == at) {
            return;
        }
        let span = segmentation.span_of(&segmentation.segments[at]);
        let hint = if code == codes::DATE {
            "to change it, edit the metadata block of the Markdown, or set `date` in a book.toml"
        } else {
            "to change it, edit the metadata block of the Markdown, or pass --title and --author \
             to build"
        };
        let found = Diagnostic::new(code, Severity::Note, message).at(span);
        self.diagnostics.push(found.confidence(sure).hint(hint));
    }

    /// Takes the date of the only dateline, in a text of at most one letter. It is near the
    /// beginning or the end: a date inside is that of something else, such as a licence.
    fn take_date(&mut self, segmentation: &Segmentation) {
        let segments = &segmentation.segments;
        let of_kind = |kind: SegmentKind| {
            (0..segments.len()).filter(move |&at| segments[at].kind == kind)
        };
        let datelines: Vec<usize> = of_kind(SegmentKind::Dateline).collect();
        // Two letters have two dates, and the book has neither.
        let letters = of_kind(SegmentKind::Salutation).count();
        let (&[at], 0..=1) = (&datelines[..], letters) else { return };
        let words = segmentation.words_of(&segments[at]);
        let is_outer = at < HEAD || at + HEAD >= segments.len();
        let Some((written, _)) = dates::find_date(&words).filter(|_| is_outer) else {
            return;
        };
        let message = format!("the date of '{words}' is taken for that of the text");
        self.push_finding(codes::DATE, message, segmentation, at, DATELINE);
        self.metadata.date = Some(written.into());
    }

    /// The running heads of the source.
    fn running_heads(&self) -> impl Iterator<Item = &str> {
        let lines = self.zoned.zones.iter().enumerate();
        lines
            .filter(|(_, zone)| **zone == Zone::Furniture(RemovalKind::RunningHead))
            .map(|(line, _)| self.text.line(line).trim())
    }

    /// How many running heads contain some words.
    fn count_in_running_heads(&self, words: &str) -> usize {
        let words = words.to_lowercase();
        self.running_heads().filter(|head| head.to_lowercase().contains(&words)).count()
    }

    /// A title in capitals with the case of the running head.
    fn case_from_running_head(&self, title: &str) -> Option<String> {
        if title.contains(char::is_lowercase) {
            return None;
        }
        let (start, head) = self.find_in_running_head(title)?;
        let length = title.chars().count();
        let found: String = head.chars().skip(start).take(length).collect();
        found.contains(char::is_lowercase).then_some(found)
    }

    /// The running head that contains a title, and the number of characters before it.
    fn find_in_running_head(&self, title: &str) -> Option<(usize, &str)> {
        let small = title.to_lowercase();
        self.running_heads().find_map(|head| {
            let lower = head.to_lowercase();
            let start = lower.find(&small)?;
            Some((lower[..start].chars().count(), head))
        })
    }

    /// Takes the name beside the title in the running head as the author.
    fn take_author_of_running_head(&mut self, title: &str) {
        let Some((start, head)) = self.find_in_running_head(title) else { return };
        let length = title.chars().count();
        let rest: String =
            head.chars().take(start).chain(head.chars().skip(start + length)).collect();
        let name = rest.trim_matches(|c: char| !c.is_alphabetic()).to_owned();
        if is_name(&name, 2) {
            let message =
                format!("'{name}', from the running head, is taken for the author");
            self.diagnostics.push(
                Diagnostic::new(codes::AUTHOR, Severity::Note, message)
                    .confidence(700)
                    .hint("to change it, edit the metadata block of the Markdown, or pass --author to build"),
            );
            self.metadata.authors = vec![Contributor::named(name)];
        }
    }
}

/// The level of the heading with which a text begins, if its first paragraph is one: a line in
/// capitals, or lines in larger type. No blank line and no other page above shows it, as they
/// show other headings.
fn find_display_level(segmentation: &Segmentation) -> Option<u8> {
    let first = segmentation.segments.first()?;
    let rows = &segmentation.rows[first.rows.clone()];
    let words = segmentation.words_of(first);
    if first.kind != SegmentKind::Paragraph || words.ends_with(['.', ',', ':', ';']) {
        return None;
    }
    if rows.len() == 1 && !words.contains(char::is_lowercase) {
        return Some(1);
    }
    let size = |segment: &Segment| {
        segmentation.rows[segment.rows.start].look.map(|look| look.size)
    };
    let own = size(first)?;
    let is_larger = |row: &Row| row.look.is_some_and(|look| look.size >= DISPLAY_SIZE);
    // Where notes fill the pages, the text itself is larger than most lines.
    let is_smaller = |segment: &Segment| {
        segment.kind != SegmentKind::Paragraph
            || size(segment).is_none_or(|other| other < own)
    };
    let is_display = rows.len() <= DISPLAY_ROWS
        && rows.iter().all(is_larger)
        && segmentation.segments.len() > 1
        && segmentation.segments[1..].iter().all(is_smaller);
    // Another heading of its size has its level.
    let level = |segment: &Segment| match segment.kind {
        SegmentKind::Heading(level) if size(segment) == Some(own) => Some(level),
        _ => None,
    };
    is_display.then(|| segmentation.segments.iter().find_map(level).unwrap_or(1))
}

/// The segments that a person named as title, subtitle or author.
fn list_decided(segmentation: &Segmentation) -> Vec<(usize, LineVerdict)> {
    let segments = segmentation.segments.iter().enumerate();
    let named = segments.filter_map(|(at, segment)| {
        let verdict = segmentation.rows[segment.rows.start].decided?.verdict;
        verdict.is_of_title_block().then_some((at, verdict))
    });
    named.collect()
}

/// Whether the printed contents name a heading.
fn is_named_by_contents(segmentation: &Segmentation, segment: &Segment) -> bool {
    let row = &segmentation.rows[segment.rows.start];
    matches!(row.announced, Some(ContentsRow::First(_) | ContentsRow::Title))
}

/// Whether a segment is part of the text itself: prose, verse or a quotation.
fn is_text(segment: &Segment) -> bool {
    matches!(
        segment.kind,
        SegmentKind::Paragraph | SegmentKind::Verse | SegmentKind::Quotation
    )
}

/// Whether running text stands above a heading, which then is not the title of the whole text.
/// Paragraphs of a single line, as on a title page, do not count.
fn is_below_text(segmentation: &Segmentation, at: usize) -> bool {
    let above = segmentation.segments[..at].iter().filter(|segment| is_text(segment));
    let rows: usize =
        above.map(|segment| segment.rows.len()).filter(|&rows| rows > 1).sum();
    let begins_page = segmentation.rows[segmentation.segments[at].rows.start].turn;
    rows > if begins_page { MOTTO_ROWS } else { ROWS_ABOVE_TITLE }
}

/// The words before the numerals of headings that differ in these alone: "TRANCO" of
/// "TRANCO I" and "TRANCO II". They are numbered, whatever these words mean.
fn find_series(segmentation: &Segmentation) -> BTreeSet<String> {
    let headings = segmentation.segments.iter();
    let headings = headings.filter(|one| one.is_heading());
    let mut numerals: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    for heading in headings {
        let words = segmentation.words_of(heading);
        if let Some((stem, number)) = split_numeral(&words) {
            numerals.entry(fold_letters(stem)).or_default().insert(number);
        }
    }
    let is_series =
        |(stem, numbers): (String, BTreeSet<u32>)| (numbers.len() > 1).then_some(stem);
    numerals.into_iter().filter_map(is_series).collect()
}

/// The words of a heading before the numeral that ends it, and the numeral.
fn split_numeral(words: &str) -> Option<(&str, u32)> {
    let (stem, last) = words.trim_end_matches('.').rsplit_once(' ')?;
    let number = numerals::roman_in_one_case(last).or_else(|| last.parse().ok())?;
    Some((stem, number))
}

/// Whether words are "by" and a name; they are never the title.
fn is_by_line(words: &str) -> bool {
    let name = strip_by(words);
    name.len() < words.len() && is_name(name, 2)
}

/// A name without the "by" before it.
fn strip_by(words: &str) -> &str {
    [
        "Por ", "por ", "By ", "by ", "Par ", "par ", "Von ", "von ", "Di ", "di ",
        "POR ", "BY ",
    ]
    .iter()
    .find_map(|by| words.strip_prefix(by))
    .unwrap_or(words)
    .trim()
}
