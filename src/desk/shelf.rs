//! What the shelf shows of each document.

use serde::Serialize;

use super::book::display_name;
use super::{DeskBook, DeskError};

/// What is known of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DocumentSummary {
    pub(super) title: String,
    pub(super) is_raw: bool,
    pub(super) lines: usize,
    pub(super) doubts: usize,
    /// How many of the doubts were seen.
    pub(super) seen: usize,
    pub(super) decisions: usize,
}

/// A line of the shelf.
#[derive(Debug, Default, Serialize)]
pub(super) struct ShelfEntry {
    id: u32,
    name: String,
    title: String,
    raw: bool,
    lines: usize,
    doubts: usize,
    seen: usize,
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
            Self { doubts, seen, .. } if doubts > seen => "doubts",
            Self { doubts: 1.., .. } => "seen",
            Self { decisions: 1.., .. } => "decided",
            _ => "clean",
        }
    }
}

impl DeskBook {
    /// The lines of the shelf for its documents.
    pub(super) fn list_entries(&self) -> impl Iterator<Item = ShelfEntry> {
        let files = self.job.documents.iter().zip(&self.summaries);
        files.map(|(file, summary)| {
            let (id, name) = (file.id.0, display_name(file));
            let unread = if self.failure.is_some() { "failed" } else { "unread" };
            let state = summary.as_ref().map_or(unread, DocumentSummary::state);
            let error = self.failure.clone();
            let known = summary.clone().unwrap_or(DocumentSummary {
                title: String::new(),
                is_raw: true,
                lines: 0,
                doubts: 0,
                seen: 0,
                decisions: 0,
            });
            let DocumentSummary { title, is_raw: raw, lines, doubts, seen, decisions } =
                known;
            ShelfEntry {
                id,
                name,
                title,
                raw,
                lines,
                doubts,
                seen,
                decisions,
                state,
                error,
            }
        })
    }

    /// The line of a book in a preview, which shows it by its first document.
    pub(super) fn describe_book(&self) -> Option<ShelfEntry> {
        let (file, known) = self.job.documents.iter().zip(&self.summaries).next()?;
        let title = self.job.project.metadata.title.clone();
        let title = title.or_else(|| Some(known.as_ref()?.title.clone()));
        let error = self.failure.clone();
        let state = if error.is_some() { "failed" } else { "shown" };
        let (name, title) = (self.job.display_path(), title.unwrap_or_default());
        Some(ShelfEntry {
            id: file.id.0,
            name,
            title,
            state,
            error,
            ..Default::default()
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
            seen: open.list_seen(at)?.len(),
            decisions: document.decisions.len(),
        });
        Ok(())
    }
}
