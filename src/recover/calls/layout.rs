//! The lines with the parts that were found for them, put together.

use std::collections::BTreeMap;

use crate::recover::model::{Zone, ZonedNote};
use crate::recover::notes::label::Label;
use crate::recover::notes::line_parts::{Part, Split};
use crate::recover::page::furniture::{Folio, Furniture};
use crate::recover::page::pages::Sheet;
use crate::text::note_series;

/// What every solid line is, and where pages begin.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    /// The note of every solid line, by place in [`Self::labels`]; none outside notes.
    pub(crate) note_of: Vec<Option<usize>>,
    /// Solid lines of the text; title blocks out of place are not among them.
    pub(crate) is_body: Vec<bool>,
    /// Solid lines of a title block out of place.
    pub(crate) displaced: Vec<usize>,
    /// The labels with which notes begin, in order.
    pub(crate) labels: Vec<Label>,
    /// Ranks of the lines with which pages begin, rising, without the first page.
    pub(crate) bounds: Vec<usize>,
    /// Ranks of lines with which a note goes on although no label stands there and a page
    /// has turned.
    pub(crate) run_ons: Vec<usize>,
}

impl Layout {
    /// Puts together what was found.
    pub(crate) fn new(
        sheet: &Sheet<'_>,
        furniture: &Furniture,
        split: &Split,
        labels: &[Label],
        displaced: &[usize],
    ) -> Self {
        let lines = sheet.solid.len();
        let mut note_of = vec![None; lines];
        let mut is_body = vec![false; lines];
        let mut kept: Vec<Label> = Vec::new();
        let mut run_ons = Vec::new();
        let mut next = labels.iter().peekable();
        let mut after_body = false;
        for rank in 0..lines {
            let label = next.next_if(|label| label.rank == rank);
            if furniture.kinds[rank].is_some() || displaced.contains(&rank) {
                continue;
            }
            match split.parts[rank] {
                Some(Part::Note) => {
                    if let Some(label) = label {
                        kept.push(*label);
                    } else if after_body && !kept.is_empty() {
                        run_ons.push(rank);
                    }
                    match kept.len().checked_sub(1) {
                        Some(note) => note_of[rank] = Some(note),
                        None => is_body[rank] = true,
                    }
                    after_body = false;
                }
                Some(Part::Body) | None => {
                    is_body[rank] = true;
                    after_body = true;
                }
            }
        }
        let mut bounds: Vec<usize> =
            furniture.bounds.iter().chain(&split.hidden_turns).copied().collect();
        bounds.retain(|&rank| rank > 0 && note_of[rank].is_none());
        bounds.sort_unstable();
        bounds.dedup();
        let displaced = displaced.to_vec();
        Self { note_of, is_body, displaced, labels: kept, bounds, run_ons }
    }

    /// Gives back to the text the labels that no text follows: a number alone at the end
    /// of the notes is none.
    pub(crate) fn drop_empty(&mut self) {
        let mut has_text = vec![false; self.labels.len()];
        let mut first = vec![usize::MAX; self.labels.len()];
        for (rank, note) in self.note_of.iter().enumerate() {
            let Some(note) = *note else { continue };
            has_text[note] |= first[note] < rank || !self.labels[note].alone;
            first[note] = first[note].min(rank);
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
        for (rank, note) in self.note_of.iter_mut().enumerate() {
            if let Some(old) = *note {
                *note = places[old];
                self.is_body[rank] |= note.is_none();
            }
        }
        let mut keep = has_text.iter();
        self.labels.retain(|_| keep.next() == Some(&true));
    }

    /// The page of a solid line, counted from 0.
    pub(crate) fn page(&self, rank: usize) -> usize {
        self.bounds.partition_point(|&bound| bound <= rank)
    }

    /// The first solid line of a page.
    pub(crate) fn page_start(&self, page: usize) -> usize {
        page.checked_sub(1).map_or(0, |before| self.bounds[before])
    }

    /// The zone of every line of the text.
    pub(crate) fn zones(&self, sheet: &Sheet<'_>, furniture: &Furniture) -> Vec<Zone> {
        let mut zones = vec![Zone::Blank; sheet.shapes.len()];
        for (rank, &line) in sheet.solid.iter().enumerate() {
            zones[line] = match (furniture.kinds[rank], self.note_of[rank]) {
                (Some(kind), _) => Zone::Furniture(kind),
                (None, Some(note)) => Zone::Note { note },
                (None, None) if self.displaced.binary_search(&rank).is_ok() => {
                    Zone::Displaced
                }
                (None, None) => Zone::Body,
            };
        }
        zones
    }

    /// The notes as lines.
    pub(crate) fn notes(&self, sheet: &Sheet<'_>) -> Vec<ZonedNote> {
        let main = note_series::main(self.labels.iter().map(|label| label.series));
        let mut notes: Vec<ZonedNote> = self
            .labels
            .iter()
            .map(|label| ZonedNote {
                label: Some(label.span),
                second: main.is_some_and(|main| main != label.series),
                lines: Vec::new(),
            })
            .collect();
        for (rank, note) in self.note_of.iter().enumerate() {
            if let Some(note) = note {
                notes[*note].lines.push(sheet.solid[rank]);
            }
        }
        notes
    }

    /// The first line of each page whose number is known, and the number; and how many
    /// of them were counted.
    pub(crate) fn folios(
        &self,
        sheet: &Sheet<'_>,
        furniture: &Furniture,
    ) -> (Vec<(usize, String)>, usize) {
        let mut printed: BTreeMap<usize, &Folio> = BTreeMap::new();
        for folio in &furniture.folios {
            printed.entry(self.page(folio.rank)).or_insert(folio);
        }
        let counted = counted(&printed, self.bounds.len() + 1);
        let count = counted.len();
        let mut numbers = counted;
        numbers
            .extend(printed.iter().map(|(&page, folio)| (page, folio.printed.clone())));
        let line = |page: usize| sheet.solid[self.page_start(page)];
        let folios = numbers.into_iter().map(|(page, number)| (line(page), number));
        (folios.collect(), count)
    }
}

/// The numbers of pages that bear none, counted from those that do: between two folios of
/// one chain that are as far apart as their pages are; and from the first and the last on,
/// where all of a chain are so.
fn counted(printed: &BTreeMap<usize, &Folio>, pages: usize) -> BTreeMap<usize, String> {
    let mut numbers = BTreeMap::new();
    let mut number = |page: usize, (at, folio): (usize, &Folio)| {
        let value = (folio.value as usize + page).checked_sub(at);
        if let Some(value @ 1..) = value.filter(|_| !printed.contains_key(&page)) {
            numbers.insert(page, value.to_string());
        }
    };
    let known: Vec<(usize, &Folio)> =
        printed.iter().map(|(&page, &folio)| (page, folio)).collect();
    let of_chain = |one: &(usize, &Folio), other: &(usize, &Folio)| {
        one.1.chain == other.1.chain && !one.1.roman
    };
    let mut from = 0;
    for chain in known.chunk_by(of_chain) {
        let agree = |pair: &[(usize, &Folio)]| {
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
