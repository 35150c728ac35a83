//! Notes that the extraction printed twice: once in their place, and once in the midst
//! of the text.

use std::collections::BTreeMap;

use super::layout::Layout;
use super::pages::Sheet;
use super::{Removal, RemovalKind};
use crate::text::span::Span;

/// Fewest words of a note that is looked for in the text: shorter ones ("Ibid., p. 12")
/// may well be said twice.
const FEWEST_WORDS: usize = 7;

/// How many pages from its place a second copy may stand.
const NEAR: usize = 2;

/// The second copies, with the characters of a label before them, in the order of the
/// text. A copy stands on one line.
pub(super) fn find(sheet: &Sheet<'_>, layout: &Layout) -> Vec<Removal> {
    // Notes by their first words.
    let mut by_head: BTreeMap<Vec<String>, Vec<usize>> = BTreeMap::new();
    let mut notes: Vec<Vec<String>> = vec![Vec::new(); layout.labels.len()];
    for (rank, note) in layout.note_of.iter().enumerate() {
        let Some(note) = *note else { continue };
        let span = sheet.text.lines[sheet.solid[rank]].span;
        let label = layout.labels[note].span;
        let begins = span.start <= label.start && label.end <= span.end;
        let start = if begins { label.end } else { span.start };
        let line = sheet.text.slice(Span { start, ..span });
        if notes[note].len() <= FEWEST_WORDS * 12 {
            notes[note].extend(words(line).map(|(_, word)| word));
        }
    }
    for (note, said) in notes.iter().enumerate() {
        if said.len() >= FEWEST_WORDS {
            by_head.entry(said[..FEWEST_WORDS].to_vec()).or_default().push(note);
        }
    }
    if by_head.is_empty() {
        return Vec::new();
    }
    let mut cuts = Vec::new();
    for rank in (0..sheet.solid.len()).filter(|&rank| layout.is_body[rank]) {
        let line = sheet.text.lines[sheet.solid[rank]].span;
        let said: Vec<(usize, String)> = words(sheet.text.slice(line)).collect();
        let mut at = 0;
        while at + FEWEST_WORDS <= said.len() {
            let head: Vec<String> = said[at..at + FEWEST_WORDS]
                .iter()
                .map(|(_, word)| word.clone())
                .collect();
            let copy = by_head.get(&head).into_iter().flatten().find(|&&note| {
                let words = &notes[note];
                let near =
                    layout.page(layout.labels[note].rank).abs_diff(layout.page(rank));
                near <= NEAR
                    && said.len() >= at + words.len()
                    && said[at..].iter().zip(words).all(|((_, a), b)| a == b)
            });
            if let Some(&note) = copy {
                cuts.push(cut(sheet, line, &said, at, at + notes[note].len()));
                at += notes[note].len();
            } else {
                at += 1;
            }
        }
    }
    cuts
}

/// Cuts words out of a line, with the punctuation that belongs to them.
fn cut(
    sheet: &Sheet<'_>,
    line: Span,
    said: &[(usize, String)],
    from: usize,
    to: usize,
) -> Removal {
    let text = sheet.text.slice(line);
    let end = said.get(to).map_or(text.len(), |(start, _)| *start);
    // What stands between the copy and the next word, up to the last space, is its own.
    let end = text[..end].trim_end().len();
    let mut start = said[from].0;
    let before = &text[..start];
    // A line that begins with the copy begins with the rest of its label.
    if before.chars().all(|c| !c.is_alphanumeric() || c.is_ascii_digit()) {
        start = before.len() - before.trim_start().len();
    }
    let at = |offset: usize| line.start + u32::try_from(offset).unwrap_or_default();
    let span = Span { start: at(start), end: at(end), ..line };
    Removal { span, kind: RemovalKind::Duplicate }
}

/// The words of a line in small letters, with where they start in it.
fn words(line: &str) -> impl Iterator<Item = (usize, String)> {
    let mut at = 0;
    line.split(|c: char| !c.is_alphanumeric()).filter_map(move |word| {
        let start = at;
        let separator = line[at + word.len()..].chars().next().map_or(0, char::len_utf8);
        at += word.len() + separator;
        (!word.is_empty()).then(|| (start, word.to_lowercase()))
    })
}
