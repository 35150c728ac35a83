//! The findings of one book, and how they are shown.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::iter::Sum;
use std::ops::Range;
use std::path::Path;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use pliego::display::display_path;
use pliego::{
    Account, Code, Diagnostic, FileId, Identification, Removal, Severity, Span, Text,
};

use super::desk::DeskCommand;
use super::explain::find_finding;

/// Characters of the source that are underlined at most: a paragraph may be one long line.
const LONGEST_MARK: usize = 60;

/// Columns of the output. A fixed width gives the same output everywhere; longer source
/// lines are cut around the marked place.
const WIDTH: usize = 100;

/// A choice of findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FindingFilter {
    /// Warnings and errors: all but the notes.
    Warnings,
    /// Warnings, errors, and every decision that has a confidence.
    Guesses,
    /// All.
    All,
}

impl FindingFilter {
    /// Whether the choice includes a finding.
    pub(crate) fn matches(self, found: &Diagnostic) -> bool {
        match self {
            Self::Warnings => found.severity > Severity::Note,
            Self::Guesses => found.is_doubt(),
            Self::All => true,
        }
    }
}

/// The sources of a book, and what was found in them.
#[derive(Debug, Default)]
pub(crate) struct BookFindings {
    /// The document or `book.toml`, as messages name it.
    pub(crate) name: String,
    /// The sources in reading order.
    pub(crate) texts: Vec<Text>,
    /// The findings, in the order of the pipeline.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// What of the sources is not in the book.
    pub(crate) removals: Vec<Removal>,
    /// For each source: what became of its bytes; none for Markdown, which is read as it
    /// is.
    pub(crate) accounts: Vec<Option<Account>>,
    /// For each source: what it was taken for; none for Markdown.
    pub(crate) identifications: Vec<Option<Identification>>,
    /// What opens the desk for them.
    pub(crate) desk: Option<DeskCommand>,
}

/// Numbers of findings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct FindingCounts {
    /// Errors.
    pub(crate) errors: usize,
    /// Warnings.
    pub(crate) warnings: usize,
    /// Warnings and errors.
    pub(crate) to_review: usize,
    /// Warnings, errors, and every decision that has a confidence.
    pub(crate) to_review_or_guessed: usize,
}

impl Sum for FindingCounts {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, one| Self {
            errors: sum.errors + one.errors,
            warnings: sum.warnings + one.warnings,
            to_review: sum.to_review + one.to_review,
            to_review_or_guessed: sum.to_review_or_guessed + one.to_review_or_guessed,
        })
    }
}

impl BookFindings {
    /// No findings yet of a document or `book.toml`.
    pub(crate) fn new(path: &Path) -> Self {
        Self { name: display_path(path), ..Self::default() }
    }

    /// The number of findings of a severity.
    pub(crate) fn count_severity(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|found| found.severity == severity).count()
    }

    /// The number of findings that a filter includes.
    pub(crate) fn count_matching(&self, filter: FindingFilter) -> usize {
        self.diagnostics.iter().filter(|found| filter.matches(found)).count()
    }

    /// The numbers of findings.
    pub(crate) fn counts(&self) -> FindingCounts {
        FindingCounts {
            errors: self.count_severity(Severity::Error),
            warnings: self.count_severity(Severity::Warning),
            to_review: self.count_matching(FindingFilter::Warnings),
            to_review_or_guessed: self.count_matching(FindingFilter::Guesses),
        }
    }

    /// The source that a span lies in.
    pub(crate) fn find_text(&self, file: FileId) -> Option<&Text> {
        self.texts.iter().find(|text| text.file == file)
    }

    /// The command that opens the desk at a finding. Only raw texts have lines there.
    pub(crate) fn find_desk(&self, found: &Diagnostic) -> Option<String> {
        let span = found.span.filter(|span| span.line > 0)?;
        let at = self.texts.iter().position(|text| text.file == span.file)?;
        self.accounts.get(at)?.as_ref()?;
        Some(self.desk.as_ref()?.at(&self.texts[at].name, span.line))
    }

    /// Column of the beginning of a span in characters, from 1, where it has a line.
    pub(crate) fn find_column(&self, span: Span) -> Option<usize> {
        let text = self.find_text(span.file)?;
        let line = text.lines.get((span.line as usize).checked_sub(1)?)?;
        let before = text.text.get(line.span.start as usize..span.start as usize)?;
        Some(before.chars().count() + 1)
    }

    /// The findings as text, the most severe first: at most `of_a_kind` of each kind in each
    /// file, and the number of those left out.
    pub(crate) fn render(
        &self,
        filter: FindingFilter,
        colour: bool,
        of_a_kind: usize,
    ) -> String {
        type FindingKey = (Reverse<Severity>, Code, Option<FileId>);
        let mut kinds: BTreeMap<FindingKey, Vec<&Diagnostic>> = BTreeMap::new();
        for found in &self.diagnostics {
            if filter.matches(found) {
                let file = found.span.map(|span| span.file);
                let kind = (Reverse(found.severity), found.code, file);
                kinds.entry(kind).or_default().push(found);
            }
        }
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        let renderer = renderer.term_width(WIDTH);
        let mut shown = String::new();
        for ((_, code, file), mut found) in kinds {
            found.sort_by_key(|diagnostic| diagnostic.span);
            for diagnostic in found.iter().take(of_a_kind) {
                shown.push_str(&renderer.render(&[self.render_group(diagnostic)]));
                shown.push_str("\n\n");
            }
            if let Some(more @ 1..) = found.len().checked_sub(of_a_kind) {
                let name =
                    file.and_then(|file| self.find_text(file)).map(|text| &text.name);
                let place = name.map_or(String::new(), |name| format!(" in {name}"));
                let _ = writeln!(
                    shown,
                    "    and {more} more of {}{place}; --report FILE lists all\n",
                    code.0
                );
            }
        }
        shown
    }

    /// A line for each kind of finding: how many there are, and what it is.
    pub(crate) fn render_counts(&self, filter: FindingFilter) -> String {
        let mut counts: BTreeMap<Code, usize> = BTreeMap::new();
        for found in self.diagnostics.iter().filter(|found| filter.matches(found)) {
            *counts.entry(found.code).or_default() += 1;
        }
        let mut shown = String::new();
        for (code, count) in counts {
            let title = find_finding(code.0).map_or("", |finding| finding.title);
            let _ = writeln!(shown, "{}: {count} × {} {title}", self.name, code.0);
        }
        shown
    }

    fn render_group<'a>(&'a self, found: &'a Diagnostic) -> Group<'a> {
        let level = match found.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let mut group =
            Group::with_title(level.primary_title(&found.message).id(found.code.0));
        let place = found.span.and_then(|span| {
            let text = self.find_text(span.file)?;
            Some((span, text, find_excerpt(&text.text, span)?))
        });
        group = match place {
            Some((span, text, (line, mark))) => group.element(
                Snippet::source(line)
                    .line_start(span.line.max(1) as usize)
                    .path(text.name.as_str())
                    .annotation(AnnotationKind::Primary.span(mark)),
            ),
            None => group.element(Origin::path(self.name.as_str())),
        };
        if let Some(editions) = describe_editions(found) {
            group = group.element(Level::NOTE.message(editions));
        }
        if let Some(thousandths) = found.confidence {
            group = group.element(Level::NOTE.message(describe_confidence(thousandths)));
        }
        group.elements(found.hints.iter().map(|hint| Level::HELP.message(hint)))
    }
}

/// Which editions a finding is about; none where it is about the book.
pub(crate) fn describe_editions(found: &Diagnostic) -> Option<String> {
    match found.editions.as_slice() {
        [] => None,
        [one] => Some(format!("in the edition '{one}'")),
        several => Some(format!("in the editions '{}'", several.join("', '"))),
    }
}

/// A confidence in thousandths as text.
pub(crate) fn describe_confidence(thousandths: u16) -> String {
    format!("{} % sure", (thousandths + 5) / 10)
}

/// The line on which a span begins, and the part of it that is marked.
fn find_excerpt(text: &str, span: Span) -> Option<(&str, Range<usize>)> {
    let start = span.start as usize;
    let begin = text.get(..start)?.rfind('\n').map_or(0, |end| end + 1);
    let end = text.get(start..)?.find('\n').map_or(text.len(), |length| start + length);
    let marked = text.get(start..end.min(span.end as usize).max(start))?;
    let length =
        marked.char_indices().nth(LONGEST_MARK).map_or(marked.len(), |(at, _)| at);
    Some((&text[begin..end], start - begin..start - begin + length))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: Code = Code("r-999");

    fn findings(words: &str) -> BookFindings {
        let text = pliego::read(FileId(0), "uno.txt", words.as_bytes()).unwrap().value;
        BookFindings { texts: vec![text], ..BookFindings::default() }
    }

    fn span(line: u32, start: u32, end: u32) -> Span {
        Span { file: FileId(0), line, start, end }
    }

    #[test]
    fn a_finding_shows_its_line() {
        let mut findings = findings("una línea\notra línea aquí\n");
        findings.diagnostics = vec![
            Diagnostic::new(CODE, Severity::Warning, "this may be a heading")
                .at(span(2, 11, 16))
                .confidence(617)
                .hint("write '# ' before it"),
        ];
        assert_eq!(findings.find_column(span(2, 16, 16)), Some(6));
        assert_eq!(
            findings.render(FindingFilter::Warnings, false, 3),
            "warning[r-999]: this may be a heading\n \
             --> uno.txt:2:1\n  \
               |\n\
             2 | otra línea aquí\n  \
               | ^^^^^\n  \
               |\n  \
               = note: 62 % sure\n  \
               = help: write '# ' before it\n\n"
        );
    }

    #[test]
    fn a_long_line_is_cut_and_a_long_mark_too() {
        let words = "palabra ".repeat(400);
        let mut findings = findings(&words);
        findings.diagnostics = vec![
            Diagnostic::new(CODE, Severity::Warning, "too much").at(span(1, 1600, 3000)),
        ];
        let shown = findings.render(FindingFilter::Warnings, false, 3);
        assert!(shown.lines().all(|line| line.chars().count() <= WIDTH + 8), "{shown}");
        assert!(shown.contains(&"^".repeat(LONGEST_MARK)), "{shown}");
        assert!(!shown.contains(&"^".repeat(LONGEST_MARK + 1)), "{shown}");
    }

    #[test]
    fn of_many_alike_only_some_are_shown_and_notes_where_doubts_are_asked_for() {
        let mut findings = findings("uno\n");
        let warning = Diagnostic::new(CODE, Severity::Warning, "again").at(span(1, 0, 3));
        findings.diagnostics = vec![warning; 26];
        findings.diagnostics.push(Diagnostic::new(CODE, Severity::Note, "unheard"));
        let guess = Diagnostic::new(CODE, Severity::Note, "guessed").confidence(617);
        findings.diagnostics.push(guess);
        let shown = findings.render(FindingFilter::Warnings, false, 3);
        assert_eq!(shown.matches("again").count(), 3);
        assert!(shown.contains("and 23 more of r-999 in uno.txt"), "{shown}");
        assert!(!shown.contains("unheard") && !shown.contains("guessed"), "{shown}");
        assert_eq!(findings.count_matching(FindingFilter::Warnings), 26);
        assert_eq!(findings.count_matching(FindingFilter::Guesses), 27);
        let shown = findings.render(FindingFilter::Guesses, false, 3);
        assert!(!shown.contains("unheard") && shown.contains("guessed"), "{shown}");
    }

    #[test]
    fn a_span_that_lies_nowhere_does_no_harm() {
        let mut findings = findings("á\n");
        for (line, start, end) in [(0, 0, 0), (1, 1, 2), (9, 90, 99), (1, 2, 2)] {
            let at = span(line, start, end);
            findings.find_column(at);
            findings
                .diagnostics
                .push(Diagnostic::new(CODE, Severity::Error, "odd").at(at));
        }
        assert_eq!(
            findings
                .render(FindingFilter::Warnings, false, 3)
                .matches("error[r-999]")
                .count(),
            3
        );
    }
}
