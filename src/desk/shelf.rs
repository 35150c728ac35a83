//! What the shelf shows of each document.

use serde::Serialize;

use super::book::display_name;
use super::{DeskBook, DeskError, DeskPurpose};

/// What is known of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DocumentSummary {
    pub(super) title: String,
    pub(super) is_raw: bool,
    pub(super) lines: usize,
    pub(super) doubts: usize,
    pub(super) decisions: usize,
}

/// A line of the shelf.
#[derive(Debug, Serialize)]
pub(super) struct ShelfEntry {
    id: u32,
    name: String,
    title: String,
    raw: bool,
    lines: usize,
    doubts: usize,
    decisions: usize,
    state: &'static str,
    /// Why the document cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl DocumentSummary {
    /// How far a person is with the document.
    fn state(&self) -> &'static str {
        match self {
            Self { is_raw: false, .. } => "given",
            Self { doubts: 1.., .. } => "doubts",
            Self { decisions: 1.., .. } => "decided",
            _ => "clean",
        }
    }
}

impl DeskBook {
    /// The lines of the shelf for its documents.
    pub(super) fn list_entries(
        &self,
        purpose: DeskPurpose,
    ) -> impl Iterator<Item = ShelfEntry> {
        let files = self.job.documents.iter().zip(&self.summaries);
        files.map(move |(file, summary)| {
            let (id, name) = (file.id.0, display_name(file));
            let unread = if self.failure.is_some() { "failed" } else { "unread" };
            let state = summary.as_ref().map_or(unread, DocumentSummary::state);
            let error = self.failure.clone();
            let known = summary.clone().unwrap_or(DocumentSummary {
                title: String::new(),
                is_raw: true,
                lines: 0,
                doubts: 0,
                decisions: 0,
            });
            let DocumentSummary { title, is_raw: raw, lines, doubts, decisions } = known;
            match purpose {
                DeskPurpose::Proof => ShelfEntry {
                    id,
                    name,
                    title,
                    raw,
                    lines,
                    doubts,
                    decisions,
                    state,
                    error,
                },
                DeskPurpose::Preview => ShelfEntry {
                    id,
                    name: self.job.display_path(),
                    title: self.job.project.metadata.title.clone().unwrap_or(title),
                    raw: false,
                    lines: 0,
                    doubts: 0,
                    decisions: 0,
                    state: if error.is_some() { "failed" } else { "shown" },
                    error,
                },
            }
        })
    }

    /// Counts what the shelf shows of an open document.
    pub(super) fn summarise(&mut self, at: usize) -> Result<(), DeskError> {
        let open = self.open.as_ref().ok_or(DeskError::NoDocument)?;
        let document = open.document(at)?;
        let title = document.document().metadata.title.clone();
        self.summaries[at] = Some(DocumentSummary {
            title: title.unwrap_or_default(),
            is_raw: document.is_raw,
            lines: document.text().lines.len(),
            doubts: document.doubts.len(),
            decisions: document.decisions.len(),
        });
        Ok(())
    }
}
