//! Where the lines of the sources are on the typeset pages.

use serde::Serialize;

use super::book::OpenBook;
use super::doubts::find_lines;
use super::line_runs::{NOTE, find_run};
use crate::build::{ProofLine, count_letters};
use crate::source::Text;
use crate::text::span::Span;

/// The fewest letters that two lines share if one was set from the other: the shares are
/// estimates, and less is within their error.
const LEAST: f64 = 0.5;

/// A line of the typeset pages, and the lines of a source that it was made of.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct TypesetPlace {
    /// The index of the page.
    page: usize,
    /// What it covers, in points from the top left corner.
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    /// The id of the document.
    document: u32,
    /// Where it begins and ends in the document, in lines: 3.5 is the middle of the fourth.
    from: f64,
    to: f64,
}

impl OpenBook {
    /// Finds what each typeset line was made of. A line has as large a share of the letters
    /// of its block as it has on the pages: hyphens, marks and spaces differ by some letters
    /// at most.
    pub(super) fn place_lines(&self, lines: &[ProofLine]) -> Vec<TypesetPlace> {
        let is_same = |one: &ProofLine, other: &ProofLine| {
            (one.source, one.is_note) == (other.source, other.is_note)
        };
        let parts = lines.chunk_by(is_same).filter_map(|lines| {
            let source = self.read_source(lines.first()?)?;
            Some(lines.iter().flat_map(move |line| source.place(line)))
        });
        parts.flatten().collect()
    }

    /// The lines of the source that are those of a part of the text: between the lines of a
    /// paragraph there may be notes and a running head.
    fn read_source(&self, part: &ProofLine) -> Option<PartLines> {
        let document = self.find_document(part.source.file)?;
        let text = document.text();
        let (first, count) = find_lines(text, part.source)?;
        let is_own = |line: &usize| {
            let run = find_run(&document.runs, *line).map(|at| &document.runs[at]);
            run.is_none_or(|run| !run.left_out && (run.kind == NOTE) == part.is_note)
        };
        let all = first..first + count;
        let own = PartLines::new(text, part.source, all.clone().filter(is_own));
        // A note may be on the line that calls it.
        let is_known = own.letters > 0;
        Some(if is_known { own } else { PartLines::new(text, part.source, all) })
    }
}

/// The lines of a part of the text in its source.
struct PartLines {
    document: u32,
    /// Lines with letters, in stretches without others between them.
    stretches: Vec<Vec<CountedLine>>,
    /// How many letters they have.
    letters: u32,
}

/// A line with letters: its index, and how many letters of the part come before its beginning
/// and its end.
#[derive(Debug, Clone, Copy)]
struct CountedLine {
    line: usize,
    begin: u32,
    end: u32,
}

impl PartLines {
    /// Counts the letters of lines, as far as they are in a span.
    fn new(text: &Text, span: Span, lines: impl Iterator<Item = usize>) -> Self {
        let mut letters: u32 = 0;
        let mut counted = Vec::new();
        for line in lines {
            let own = text.lines.get(line).map(|line| line.span).unwrap_or_default();
            let part = own.start.max(span.start)..own.end.min(span.end);
            let words = text.text.get(part.start as usize..part.end as usize);
            let end = letters.saturating_add(count_letters(words.unwrap_or_default()));
            if end > letters {
                counted.push(CountedLine { line, begin: letters, end });
                letters = end;
            }
        }
        let stretches = counted.chunk_by(|one, next| one.line + 1 == next.line);
        let stretches = stretches.map(<[CountedLine]>::to_vec).collect();
        Self { document: span.file.0, stretches, letters }
    }

    /// The places of a typeset line: one, or several if the lines of the source have others
    /// between them. A picture is all of them.
    fn place(&self, line: &ProofLine) -> Vec<TypesetPlace> {
        let whole = f64::from(self.letters);
        let share = |at: u32| f64::from(at) / f64::from(line.part_letters.max(1)) * whole;
        let (from, to) = match line.letters {
            0 => (0.0, whole),
            letters => (share(line.before), share(line.before.saturating_add(letters))),
        };
        let ends_before = |stretch: &Vec<CountedLine>| {
            stretch.last().is_none_or(|last| f64::from(last.end) <= from)
        };
        let first = self.stretches.partition_point(ends_before);
        let mut places = Vec::new();
        for stretch in self.stretches.iter().skip(first) {
            let (Some(begins), Some(ends)) = (stretch.first(), stretch.last()) else {
                continue;
            };
            let (own_from, own_to) =
                (from.max(f64::from(begins.begin)), to.min(f64::from(ends.end)));
            if own_to <= own_from {
                break;
            }
            if own_to - own_from < LEAST {
                continue;
            }
            let (corner, size) = (line.rect.corner, line.rect.size);
            let (mut left, mut width) = (corner.x.to_pt(), size.width.to_pt());
            if line.letters > 0 {
                left += width * (own_from - from) / (to - from);
                width *= (own_to - own_from) / (to - from);
            }
            places.push(TypesetPlace {
                page: line.page,
                left,
                top: corner.y.to_pt(),
                width,
                height: size.height.to_pt(),
                document: self.document,
                from: find_line(stretch, own_from, false),
                to: find_line(stretch, own_to, true),
            });
        }
        places
    }
}

/// Finds where in the source a number of letters ends, in lines: 3.5 is the middle of the fourth.
/// A place between two lines is the end of the first with `as_end`, otherwise the beginning of
/// the second.
fn find_line(stretch: &[CountedLine], letters: f64, as_end: bool) -> f64 {
    let is_before = |line: &CountedLine| {
        let begin = f64::from(line.begin);
        begin < letters || begin <= letters && !as_end
    };
    let at = stretch.partition_point(is_before).saturating_sub(1);
    let Some(&CountedLine { line, begin, end }) = stretch.get(at) else { return 0.0 };
    let (begin, end) = (f64::from(begin), f64::from(end));
    let share = ((letters - begin) / (end - begin)).clamp(0.0, 1.0);
    // Hundredths of a line are less than a letter.
    ((f64::from(u32::try_from(line).unwrap_or(u32::MAX)) + share) * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::read;
    use crate::text::span::FileId;

    #[test]
    fn shares_of_letters_become_lines() {
        let text = read(FileId(3), "a.txt", b"abcd\n12\nef gh\n").unwrap().value;
        let end = u32::try_from(text.text.len()).unwrap();
        let span = Span { file: FileId(3), line: 1, start: 0, end };
        // The second line is a folio, and no part of the paragraph.
        let lines = PartLines::new(&text, span, [0, 2].into_iter());
        let place = |before, letters| {
            let whole =
                ProofLine { source: span, part_letters: 16, ..ProofLine::default() };
            let line = ProofLine { before, letters, ..whole };
            let places = lines.place(&line).into_iter();
            places.map(|place| (place.from, place.to)).collect::<Vec<_>>()
        };
        assert_eq!(place(0, 4), [(0.0, 0.5)]);
        assert_eq!(place(4, 8), [(0.5, 1.0), (2.0, 2.5)]);
        assert_eq!(place(0, 8), [(0.0, 1.0)]);
        assert_eq!(place(8, 8), [(2.0, 3.0)]);
        assert_eq!(place(0, 0), [(0.0, 1.0), (2.0, 3.0)]);
        let blank = PartLines::new(&text, span, std::iter::empty());
        assert!(blank.stretches.is_empty());
    }
}
