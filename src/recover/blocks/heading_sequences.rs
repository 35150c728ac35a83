//! Doubts about the numbers of headings: where chapters are counted, a number that is missing
//! or out of order tells of a heading that stayed in the text, of lost pages, or of a misread
//! numeral.

use std::collections::BTreeMap;

use super::segment::{Segment, SegmentKind, Segmentation};
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::rows::row::Row;
use crate::text::numerals::{self, Numbering};

/// Fewest steps from a number to the next that show that headings are counted.
const SURE_STEPS: usize = 2;

/// Most numbers in a row that are missed. A longer gap is that of an excerpt, or the numbers
/// are no count: years, the articles of a law.
const MOST_MISSING: u32 = 3;

/// A heading with a number.
struct NumberedHeading<'s> {
    segment: &'s Segment,
    number: Numbering,
}

impl NumberedHeading<'_> {
    /// Another number as this heading would print it: Roman numerals of headings are capitals.
    fn print(&self, value: u32) -> String {
        if self.number.roman {
            numerals::to_roman(value).to_uppercase()
        } else {
            value.to_string()
        }
    }
}

/// Reports the numbers that are missing or out of order among headings of one level and one
/// manner. A series that begins anew, as the chapters of each part do, is no gap.
pub(super) fn report_broken_sequences(
    segmentation: &Segmentation,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut series: BTreeMap<(u8, bool, bool), Vec<NumberedHeading<'_>>> =
        BTreeMap::new();
    for segment in &segmentation.segments {
        let SegmentKind::Heading(level) = segment.kind else { continue };
        if let Some(number) = numerals::numbering(&segmentation.words_of(segment)) {
            let manner = (level, number.keyword, number.roman);
            series.entry(manner).or_default().push(NumberedHeading { segment, number });
        }
    }
    let mut findings: Vec<Diagnostic> = series
        .values()
        .flat_map(|headings| find_breaks(segmentation, headings))
        .collect();
    findings.sort_by_key(|finding| finding.span.map(|span| span.start));
    diagnostics.append(&mut findings);
}

/// Finds the breaks of a series: a finding for each number out of order, and one for all that
/// are missing.
fn find_breaks(
    segmentation: &Segmentation,
    headings: &[NumberedHeading<'_>],
) -> Vec<Diagnostic> {
    let value = |at: usize| headings[at].number.value;
    let steps = (1..headings.len()).filter(|&at| value(at) == count_on(value(at - 1), 1));
    if steps.count() < SURE_STEPS {
        return Vec::new();
    }
    let report = |at: usize, message: String, hint: &str| {
        Diagnostic::new(codes::NUMBER_OF_HEADING, Severity::Warning, message)
            .at(segmentation.span_of(headings[at].segment))
            .hint(hint)
    };
    let mut findings = Vec::new();
    // The heading after each gap, and how many numbers are missing there.
    let mut gaps: Vec<(usize, u32)> = Vec::new();
    let mut at = 1;
    while at < headings.len() {
        let before = value(at - 1);
        if value(at) == count_on(before, 1) {
            at += 1;
            continue;
        }
        // The next heading goes on as if this one had the right number.
        if at + 1 < headings.len() && value(at + 1) == count_on(before, 2) {
            let print = |value: u32| headings[at].print(value);
            let message = format!(
                "'{}' is out of order between {} and {}; it may be a misreading of {}",
                print(value(at)),
                print(before),
                print(count_on(before, 2)),
                print(count_on(before, 1)),
            );
            findings.push(report(at, message, "compare the heading with the page"));
            at += 2;
            continue;
        }
        let missing = value(at).saturating_sub(count_on(before, 1));
        if (1..=MOST_MISSING).contains(&missing) {
            gaps.push((at, missing));
        }
        at += 1;
    }
    if let Some(&(first, _)) = gaps.first() {
        let heading = &headings[first];
        let missing: u32 = gaps.iter().map(|(_, missing)| missing).sum();
        let (from, to) = (heading.print(value(first - 1)), heading.print(value(first)));
        let message = match missing {
            1 => format!(
                "no heading has the number {}, between {from} and {to}",
                heading.print(value(first) - 1)
            ),
            _ => format!(
                "{missing} numbers of headings are missing, the first between {from} and {to}"
            ),
        };
        let hint = match find_line_like(segmentation, &headings[first - 1], heading) {
            Some(line) => format!("line {line} begins like it"),
            None => "a heading may be part of the text, or pages are missing".to_owned(),
        };
        findings.push(report(first, message, &hint));
    }
    findings
}

/// Counts on from a number: a misread one may be the greatest there is.
fn count_on(number: u32, steps: u32) -> u32 {
    number.saturating_add(steps)
}

/// The first line between two headings that begins with a number between theirs, from 1.
fn find_line_like(
    segmentation: &Segmentation,
    before: &NumberedHeading<'_>,
    next: &NumberedHeading<'_>,
) -> Option<u32> {
    let between = before.segment.rows.end..next.segment.rows.start;
    let is_like = |row: &&Row| {
        numerals::numbering(&row.plain).is_some_and(|number| {
            before.number.value < number.value
                && number.value < next.number.value
                && number.roman == next.number.roman
                && number.keyword == next.number.keyword
        })
    };
    let rows = segmentation.rows.get(between)?;
    rows.iter().find(is_like).map(|row| row.span.line)
}
