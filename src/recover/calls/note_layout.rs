//! The notes laid out: which lines belong to which note.

use std::collections::BTreeMap;

use crate::recover::model::{Zone, ZonedNote};
use crate::recover::notes::line_parts::{LinePart, TextNoteSplit};
use crate::recover::notes::note_label::{NoteLabel, find_distant_labels};
use crate::recover::page::furniture::{Furniture, MovedLines, SourceFolio};
use crate::recover::page::source_layout::SourceLayout;
use crate::text::note_series;

/// What every solid line is, and where pages begin.
#[derive(Debug, Clone)]
pub(crate) struct NoteLayout {
    /// The note of every solid line, as an index into [`Self::labels`]; `None` outside
    /// notes.
    pub(crate) note_of: Vec<Option<usize>>,
    /// Which solid lines are text; displaced title blocks do not count.
    pub(crate) is_body: Vec<bool>,
    /// Solid lines of a displaced title block.
    pub(crate) displaced: Vec<usize>,
    /// Solid lines of captions between two pages, in ascending order.
    pub(crate) captions: Vec<usize>,
    /// The labels that begin notes, in order.
    pub(crate) labels: Vec<NoteLabel>,
    /// Solid lines with which pages begin, in ascending order, without the first page.
    pub(crate) bounds: Vec<usize>,
    /// Solid lines at which a note continues after a page turn without a label.
    pub(crate) run_ons: Vec<usize>,
}

impl NoteLayout {
    /// Combines the results of the earlier steps.
    pub(crate) fn new(
        source: &SourceLayout<'_>,
        furniture: &Furniture,
        split: &TextNoteSplit,
        labels: &[NoteLabel],
        moved: MovedLines,
    ) -> Self {
        let MovedLines { title: displaced, captions } = moved;
        let lines = source.solid_lines.len();
        let mut note_of = vec![None; lines];
        let mut is_body = vec![false; lines];
        let mut kept: Vec<NoteLabel> = Vec::new();
        let mut run_ons = Vec::new();
        let distant = find_distant_labels(labels);
        let mut next = labels.iter().peekable();
        let mut after_body = false;
        for line_no in 0..lines {
            let label = next.next_if(|label| label.line_no == line_no);
            if furniture.kinds[line_no].is_some() || displaced.contains(&line_no) {
                continue;
            }
            let is_label = distant.binary_search(&line_no).is_ok();
            if is_label || captions.binary_search(&line_no).is_ok() {
                continue;
            }
            match split.parts[line_no] {
                Some(LinePart::Note) => {
                    if let Some(label) = label {
                        kept.push(*label);
                    } else if after_body && !kept.is_empty() {
                        run_ons.push(line_no);
                    }
                    match kept.len().checked_sub(1) {
                        Some(note) => note_of[line_no] = Some(note),
                        None => is_body[line_no] = true,
                    }
                    after_body = false;
                }
                Some(LinePart::Body) | None => {
                    is_body[line_no] = true;
                    after_body = true;
                }
            }
        }
        let mut bounds: Vec<usize> =
            furniture.bounds.iter().chain(&split.hidden_turns).copied().collect();
        bounds.retain(|&line_no| line_no > 0 && note_of[line_no].is_none());
        bounds.sort_unstable();
        bounds.dedup();
        Self { note_of, is_body, displaced, captions, labels: kept, bounds, run_ons }
    }

    /// Adds to notes the lines of their labels that come after them.
    pub(crate) fn add_distant_labels(&mut self) {
        for (note, label) in self.labels.iter().enumerate() {
            if let Some(printed) = label.printed {
                self.note_of[printed.line_no] = Some(note);
            }
        }
    }

    /// Returns to the text the labels that no words follow: a number alone at the end of
    /// the notes is not a label.
    pub(crate) fn drop_empty_notes(&mut self) {
        let mut has_text = vec![false; self.labels.len()];
        let mut first = vec![usize::MAX; self.labels.len()];
        for (line_no, note) in self.note_of.iter().enumerate() {
            let Some(note) = *note else { continue };
            has_text[note] |= first[note] < line_no || !self.labels[note].alone;
            first[note] = first[note].min(line_no);
        }
        if has_text.iter().all(|&has_text| has_text) {
            return;
        }
        let mut places = Vec::with_capacity(has_text.len());
        let mut kept = 0;
        for &has_text in &has_text {
            places.push(has_text.then_some(kept));
            kept += usize::from(has_text);
        }
        for (line_no, note) in self.note_of.iter_mut().enumerate() {
            if let Some(old) = *note {
                *note = places[old];
                self.is_body[line_no] |= note.is_none();
            }
        }
        let mut keep = has_text.iter();
        self.labels.retain(|_| keep.next() == Some(&true));
    }

    /// The page of a solid line, counted from 0.
    pub(crate) fn page(&self, line_no: usize) -> usize {
        self.bounds.partition_point(|&bound| bound <= line_no)
    }

    /// The first solid line of a page.
    pub(crate) fn page_start(&self, page: usize) -> usize {
        page.checked_sub(1).map_or(0, |before| self.bounds[before])
    }

    /// The zone of every line of the text.
    pub(crate) fn line_zones(
        &self,
        source: &SourceLayout<'_>,
        furniture: &Furniture,
    ) -> Vec<Zone> {
        let mut zones = vec![Zone::Blank; source.shapes.len()];
        for (line_no, &line) in source.solid_lines.iter().enumerate() {
            zones[line] = match (furniture.kinds[line_no], self.note_of[line_no]) {
                (Some(kind), _) => Zone::Furniture(kind),
                (None, Some(note)) => Zone::Note { note },
                (None, None) if self.displaced.binary_search(&line_no).is_ok() => {
                    Zone::Displaced
                }
                (None, None) if self.captions.binary_search(&line_no).is_ok() => {
                    Zone::Caption
                }
                (None, None) => Zone::Body,
            };
        }
        zones
    }

    /// The notes as lines.
    pub(crate) fn zoned_notes(&self, source: &SourceLayout<'_>) -> Vec<ZonedNote> {
        let main =
            note_series::find_main_series(self.labels.iter().map(|label| label.series));
        let mut notes: Vec<ZonedNote> = self
            .labels
            .iter()
            .map(|label| ZonedNote {
                label: Some(label.span),
                second: main.is_some_and(|main| main != label.series),
                lines: Vec::new(),
            })
            .collect();
        for (line_no, note) in self.note_of.iter().enumerate() {
            if let Some(note) = note {
                notes[*note].lines.push(source.solid_lines[line_no]);
            }
        }
        notes
    }

    /// The first line of each page with a known number, and the number; and how many of
    /// these were counted rather than printed.
    pub(crate) fn page_folios(
        &self,
        source: &SourceLayout<'_>,
        furniture: &Furniture,
    ) -> (Vec<(usize, String)>, usize) {
        let mut printed: BTreeMap<usize, &SourceFolio> = BTreeMap::new();
        for folio in &furniture.folios {
            printed.entry(self.page(folio.line_no)).or_insert(folio);
        }
        let counted = count_missing_folios(&printed, self.bounds.len() + 1);
        let count = counted.len();
        let mut numbers = counted;
        numbers
            .extend(printed.iter().map(|(&page, folio)| (page, folio.printed.clone())));
        let line = |page: usize| source.solid_lines[self.page_start(page)];
        let folios = numbers.into_iter().map(|(page, number)| (line(page), number));
        (folios.collect(), count)
    }
}

/// Counts the numbers of pages that have none: between two folios of one chain that are
/// as far apart as their pages; and before the first and after the last folio, if all of
/// a chain are.
fn count_missing_folios(
    printed: &BTreeMap<usize, &SourceFolio>,
    pages: usize,
) -> BTreeMap<usize, String> {
    let mut numbers = BTreeMap::new();
    let mut number = |page: usize, (at, folio): (usize, &SourceFolio)| {
        let value = (folio.value as usize + page).checked_sub(at);
        if let Some(value @ 1..) = value.filter(|_| !printed.contains_key(&page)) {
            numbers.insert(page, value.to_string());
        }
    };
    let known: Vec<(usize, &SourceFolio)> =
        printed.iter().map(|(&page, &folio)| (page, folio)).collect();
    let of_chain = |one: &(usize, &SourceFolio), other: &(usize, &SourceFolio)| {
        one.1.chain == other.1.chain && !one.1.roman
    };
    let mut from = 0;
    for chain in known.chunk_by(of_chain) {
        let agree = |pair: &[(usize, &SourceFolio)]| {
            usize::try_from(pair[1].1.value.saturating_sub(pair[0].1.value))
                == Ok(pair[1].0 - pair[0].0)
        };
        let (first, last) = (chain[0], chain[chain.len() - 1]);
        for pair in chain.windows(2).filter(|pair| agree(pair)) {
            (pair[0].0 + 1..pair[1].0).for_each(|page| number(page, pair[0]));
        }
        let next = known.iter().find(|(page, _)| *page > last.0);
        if chain.len() > 1 && chain.windows(2).all(agree) {
            (from..first.0).for_each(|page| number(page, first));
            let end = next.map_or(pages, |_| last.0 + 1);
            (last.0 + 1..end).for_each(|page| number(page, last));
        }
        from = last.0 + 1;
    }
    numbers
}
