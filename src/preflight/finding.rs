//! Findings, and how those of many pages become one.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::length::{Length, Point};

use super::geometry::{PageArea, format_mm};

/// The most page ranges that a message lists; the rest are counted.
const NAMED: usize = 12;

/// Something that is wrong with a file, or worth knowing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreflightFinding {
    /// Its code.
    pub code: Code,
    /// How severe it is.
    pub severity: Severity,
    /// One sentence without a full stop.
    pub message: String,
    /// The pages that it concerns, from 1; empty if it concerns the file.
    pub pages: BTreeSet<u32>,
    /// Where it is on the first of them, from the top left corner of the trimmed page.
    pub place: Option<Point>,
    /// What is there.
    pub found: Option<String>,
    /// What should be there.
    pub wanted: Option<String>,
    /// What to do about it.
    pub remedy: &'static str,
    /// Of several pages, the one with the lowest value is described.
    worst: i64,
}

impl PreflightFinding {
    /// A finding about the file.
    pub(super) fn new(
        code: Code,
        severity: Severity,
        message: impl Into<String>,
        remedy: &'static str,
    ) -> Self {
        Self {
            code,
            severity,
            message: message.into(),
            pages: BTreeSet::new(),
            place: None,
            found: None,
            wanted: None,
            remedy,
            worst: i64::MAX,
        }
    }

    /// Like [`new`](Self::new), as an error.
    pub(super) fn new_error(
        code: Code,
        message: impl Into<String>,
        remedy: &'static str,
    ) -> Self {
        Self::new(code, Severity::Error, message, remedy)
    }

    /// Adds a page.
    pub(super) fn on_page(mut self, page: u32) -> Self {
        self.pages.insert(page);
        self
    }

    /// Adds the position of an area on a page with the given trim.
    pub(super) fn at_area(mut self, area: &PageArea, trim: &PageArea) -> Self {
        self.place = Some(Point {
            x: Length::from_pt(area.left - trim.left),
            y: Length::from_pt(trim.top - area.top),
        });
        self
    }

    /// Adds what was found.
    pub(super) fn with_found(mut self, found: impl Into<String>) -> Self {
        self.found = Some(found.into());
        self
    }

    /// Adds what was wanted.
    pub(super) fn with_wanted(mut self, wanted: impl Into<String>) -> Self {
        self.wanted = Some(wanted.into());
        self
    }

    /// Of findings on several pages, describes the one where this measure is lowest.
    #[expect(clippy::cast_possible_truncation, reason = "it saturates")]
    pub(super) fn ranked_by_lowest(mut self, measure: f64) -> Self {
        self.worst = (measure * 1000.0) as i64;
        self
    }

    /// The finding as a diagnostic.
    #[must_use]
    pub fn to_diagnostic(&self) -> Diagnostic {
        let mut message = self.message.clone();
        if let Some(pages) = self.describe_place() {
            message = format!("{message} ({pages})");
        }
        let mut diagnostic = Diagnostic::new(self.code, self.severity, message);
        let facts = [("found", &self.found), ("wanted", &self.wanted)];
        let facts: Vec<String> = facts
            .iter()
            .filter_map(|(what, fact)| Some(format!("{what}: {}", fact.as_ref()?)))
            .collect();
        if !facts.is_empty() {
            diagnostic = diagnostic.hint(facts.join("; "));
        }
        diagnostic.hint(self.remedy)
    }

    /// Lists the pages, and the position on the first.
    fn describe_place(&self) -> Option<String> {
        let first = self.pages.first()?;
        let mut runs: Vec<(u32, u32)> = Vec::new();
        for page in &self.pages {
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == *page => *last = *page,
                _ => runs.push((*page, *page)),
            }
        }
        let run = |(from, to): &(u32, u32)| match to - from {
            0 => from.to_string(),
            _ => format!("{from}-{to}"),
        };
        let mut words = if self.pages.len() == 1 { "page " } else { "pages " }.to_owned();
        let named: Vec<String> = runs.iter().take(NAMED).map(run).collect();
        words.push_str(&named.join(", "));
        if let Some(more @ 1..) = runs.len().checked_sub(NAMED) {
            words = format!("{words} and {more} more");
        }
        if let Some(place) = self.place {
            let on = if self.pages.len() == 1 {
                String::new()
            } else {
                format!(", on {first}")
            };
            let (x, y) = (format_mm(place.x.to_pt()), format_mm(place.y.to_pt()));
            words = format!("{words}{on} {x} from the left and {y} from the top");
        }
        Some(words)
    }
}

/// The findings so far.
#[derive(Debug, Default)]
pub(super) struct PreflightFindings {
    found: BTreeMap<(Code, String), PreflightFinding>,
}

impl PreflightFindings {
    /// Adds a finding. Findings with the same code and message on several pages are one.
    pub(super) fn add(&mut self, finding: PreflightFinding) {
        let key = (finding.code, finding.message.clone());
        let Some(known) = self.found.get_mut(&key) else {
            self.found.insert(key, finding);
            return;
        };
        known.pages.extend(&finding.pages);
        if finding.worst < known.worst {
            // The position is that of the first page, so it would be wrong for a worse one.
            known.place = None;
            known.found = finding.found;
            known.wanted = finding.wanted;
            known.worst = finding.worst;
        }
    }

    /// All findings, in the order of the clauses.
    pub(super) fn into_sorted(self) -> Vec<PreflightFinding> {
        self.found.into_values().collect()
    }
}
