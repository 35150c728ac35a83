//! Remarks on a document, as comments between its blocks.

use std::collections::BTreeMap;

use crate::book::Document;
use crate::book::block::{Block, visit_lines};
use crate::book::inline::{Note, notes};
use crate::text::span::Span;

/// A remark about a place in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The place; `None` for a remark about the document as a whole.
    pub span: Option<Span>,
    /// The text of the remark.
    pub words: String,
}

/// Remarks, each with its position in the written document.
#[derive(Debug, Default)]
pub(super) struct Remarks {
    /// By the first byte of the block or note before which they are written.
    placed: BTreeMap<u32, Vec<String>>,
    /// Remarks about the document as a whole, or without any block that has a place in the
    /// source.
    placeless: Vec<String>,
}

impl Remarks {
    /// Assigns every remark a position: before the smallest top-level block or note that
    /// contains its place, else before the next block.
    pub(super) fn new(document: &Document, said: &[Remark]) -> Self {
        if said.is_empty() {
            return Self::default();
        }
        let mut blocks: Vec<Span> =
            document.blocks.iter().filter_map(Block::extent).collect();
        let mut notes = Vec::new();
        collect_note_extents(&document.blocks, &mut notes);
        blocks.sort_unstable_by_key(|unit| unit.start);
        notes.sort_unstable_by_key(|unit| unit.start);
        let mut remarks = Self::default();
        for Remark { span, words } in said {
            let Some(span) = span else {
                remarks.placeless.push(format_comment(words));
                continue;
            };
            let holding = [find_holding(&blocks, *span), find_holding(&notes, *span)];
            let smallest =
                holding.into_iter().flatten().min_by_key(|unit| unit.end - unit.start);
            let after = blocks.partition_point(|unit| unit.start < span.start);
            let unit = smallest.or(blocks.get(after)).or(blocks.last());
            let list = match unit {
                Some(unit) => remarks.placed.entry(unit.start).or_default(),
                None => &mut remarks.placeless,
            };
            list.push(format_comment(words));
        }
        remarks
    }

    /// Takes the comments before a block or note.
    pub(super) fn take_before(&mut self, unit: Option<Span>) -> Vec<String> {
        unit.and_then(|unit| self.placed.remove(&unit.start)).unwrap_or_default()
    }

    /// Takes the comments without a place.
    pub(super) fn take_placeless(&mut self) -> Vec<String> {
        std::mem::take(&mut self.placeless)
    }
}

/// The last of some sorted spans that begins at or before a place, if it contains the
/// place.
fn find_holding(units: &[Span], place: Span) -> Option<&Span> {
    let after = units.partition_point(|unit| unit.start <= place.start);
    units[..after].last().filter(|unit| place.start < unit.end)
}

/// Collects the spans of all notes.
fn collect_note_extents(blocks: &[Block], found: &mut Vec<Span>) {
    visit_lines(blocks, &mut |line| {
        for note in notes(line) {
            found.extend(find_note_extent(note));
            collect_note_extents(&note.blocks, found);
        }
    });
}

/// The span of a note in the source, including its label.
pub(super) fn find_note_extent(note: &Note) -> Option<Span> {
    let blocks = note.blocks.iter().filter_map(Block::extent);
    note.origin.0.into_iter().chain(blocks).reduce(Span::to)
}

/// Formats text as a comment that it cannot end (CommonMark §4.6 and §6.6).
fn format_comment(words: &str) -> String {
    let words: Vec<&str> = words.split_whitespace().collect();
    format!("<!-- {} -->", words.join(" ").replace("-->", "-- >"))
}
