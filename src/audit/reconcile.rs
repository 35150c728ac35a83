//! Compares the streams of the sources with those of the edition.

use std::collections::BTreeSet;

use super::codes;
use super::difference::{Hunk, MatchedOpening, diff_words};
use super::openings::find_openings;
use super::stream::{
    NoteReference, StreamWord, Streams, WordStream, join_folded, join_words, quote_words,
};
use super::typewriter::{
    PrintedQuote, are_paired, count_printed_signs, list_printed_quotes, map_offset,
};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::text::span::Origin;

/// The result of an audit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditReport {
    /// The differences.
    pub diagnostics: Vec<Diagnostic>,
    /// Characters of the source that were compared, without white space.
    pub characters: usize,
    /// Notes of the source.
    pub notes: usize,
    /// Typewriter characters of the source that are printed ones in the edition.
    pub printed_signs: usize,
}

/// Reports every difference between the sources and the edition.
#[must_use]
pub fn reconcile(source: &Streams, edition: &Streams) -> AuditReport {
    let mut audit = Reconciliation {
        source,
        edition,
        paired_notes: vec![false; edition.notes.len()],
        compared_notes: vec![false; source.notes.len()],
        note_texts: source.notes.iter().map(|note| join_folded(&note.words)).collect(),
        printed_signs: 0,
        body_hunks: Vec::new(),
        body_spaced: Vec::new(),
        openings: find_openings(source, edition),
        diagnostics: Vec::new(),
    };
    audit.body_hunks =
        diff_words(&source.body.words, &edition.body.words, &audit.openings);
    audit.body_spaced = find_spaced(&source.body, &edition.body, &audit.body_hunks);
    let mut open = audit.compare_streams(&source.body, &edition.body, true);
    while let Some((wanted, found)) = open.pop() {
        if !std::mem::replace(&mut audit.compared_notes[wanted], true) {
            audit.paired_notes[found] = true;
            let (wanted, found) = (&source.notes[wanted], &edition.notes[found]);
            open.extend(audit.compare_streams(wanted, found, false));
        }
    }
    for (place, words) in edition.notes.iter().enumerate() {
        if !audit.paired_notes[place] {
            let quote = quote_words(&words.words);
            audit.report(
                codes::UNREFERENCED_NOTE,
                format!("no reference of the source leads to the note {quote}"),
                None,
                words.words.first(),
            );
        }
    }
    audit.check_references();
    audit.check_added_text();
    audit.check_entries();
    audit.check_sights();
    let notes = source.notes.iter().map(WordStream::count_characters).sum::<usize>();
    AuditReport {
        diagnostics: audit.diagnostics,
        characters: source.body.count_characters() + notes,
        notes: source.notes.len(),
        printed_signs: audit.printed_signs,
    }
}

/// A comparison in progress.
pub(super) struct Reconciliation<'a> {
    /// The text of the sources.
    pub(super) source: &'a Streams,
    /// The text of the edition.
    pub(super) edition: &'a Streams,
    /// The openings of documents that are as expected.
    pub(super) openings: Vec<MatchedOpening>,
    /// The texts of the notes of the source.
    note_texts: BTreeSet<String>,
    /// Which notes of the edition a reference of the source leads to.
    paired_notes: Vec<bool>,
    /// Which notes of the source were compared.
    compared_notes: Vec<bool>,
    /// Typewriter characters of the source that are printed ones in the edition.
    printed_signs: usize,
    /// How the bodies differ.
    pub(super) body_hunks: Vec<Hunk>,
    /// Which of these differences are in spaces only.
    pub(super) body_spaced: Vec<bool>,
    diagnostics: Vec<Diagnostic>,
}

impl Reconciliation<'_> {
    /// Compares two streams. Returns the notes that they refer to, in pairs.
    fn compare_streams(
        &mut self,
        source: &WordStream,
        edition: &WordStream,
        is_body: bool,
    ) -> Vec<(usize, usize)> {
        let hunks = if is_body {
            self.body_hunks.clone()
        } else {
            diff_words(&source.words, &edition.words, &[])
        };
        self.report_differences(source, edition, &hunks, is_body);
        self.compare_signs(source, edition, &hunks);
        self.compare_settings(source, edition, &hunks, is_body);
        self.compare_links(source, edition, &hunks);
        self.compare_references(source, edition, &hunks)
    }

    /// Compares the signs of the words that are the same but for them.
    fn compare_signs(
        &mut self,
        source: &WordStream,
        edition: &WordStream,
        hunks: &[Hunk],
    ) {
        let (mut from, mut to) = (0, 0);
        let end = Hunk {
            source: source.words.len()..source.words.len(),
            edition: edition.words.len()..edition.words.len(),
        };
        for hunk in hunks.iter().chain([&end]) {
            let same = source.words[from..hunk.source.start].iter();
            for (wanted, found) in same.zip(&edition.words[to..hunk.edition.start]) {
                if wanted.text != found.text {
                    self.accept_signs(
                        std::slice::from_ref(wanted),
                        std::slice::from_ref(found),
                    );
                }
            }
            let same = &source.words[from..hunk.source.start];
            let is_last = hunk.edition.start == edition.words.len();
            self.check_quotes(
                same,
                &edition.words[to..hunk.edition.start],
                to == 0,
                is_last,
            );
            (from, to) = (hunk.source.end, hunk.edition.end);
        }
    }

    /// Checks the printed quotation marks of words that are the same but for them. Of the
    /// paragraph that they begin or end within, nothing is certain, unless they are the first
    /// or the last words.
    fn check_quotes(
        &mut self,
        wanted: &[StreamWord],
        found: &[StreamWord],
        is_first: bool,
        is_last: bool,
    ) {
        let mut quotes = Vec::new();
        let mut is_whole = is_first;
        for (one, other) in wanted.iter().zip(found) {
            if other.setting.begins_block {
                if is_whole {
                    self.expect_paired(&quotes, other);
                }
                quotes.clear();
                is_whole = true;
            }
            if one.text == other.text {
                continue;
            }
            for quote in list_printed_quotes(&one.text, &other.text) {
                if quote.typed == '\''
                    && quote.is_in_word
                    && !is_apostrophe(quote.printed)
                {
                    let message = format!("'{}' became '{}'", one.text, other.text);
                    self.report(codes::CHANGED, message, Some(one), Some(other));
                }
                quotes.push(quote);
            }
        }
        if let Some(last) = found.last().filter(|_| is_whole && is_last) {
            self.expect_paired(&quotes, last);
        }
    }

    /// Reports quotation marks before a word that do not close those that are open.
    fn expect_paired(&mut self, quotes: &[PrintedQuote], before: &StreamWord) {
        if !are_paired(quotes) {
            let message =
                "its quotation marks do not close those that they open".to_owned();
            self.report(codes::CHANGED, message, None, Some(before));
        }
    }

    /// Counts the signs of some words that are printed in the edition, or reports that it
    /// has other words.
    pub(super) fn accept_signs(&mut self, wanted: &[StreamWord], found: &[StreamWord]) {
        let count = count_printed_signs(&join_words(wanted), &join_words(found));
        if let Some(count) = count.filter(|_| !self.source.keeps_characters) {
            self.printed_signs += count;
        } else {
            let message =
                format!("{} became {}", quote_words(wanted), quote_words(found));
            self.report(codes::CHANGED, message, wanted.first(), found.first());
        }
    }

    /// Compares the references to notes.
    fn compare_references(
        &mut self,
        source: &WordStream,
        edition: &WordStream,
        hunks: &[Hunk],
    ) -> Vec<(usize, usize)> {
        let spaced = find_spaced(source, edition, hunks);
        let mut pairs = Vec::new();
        let mut used = vec![false; edition.references.len()];
        for &NoteReference { at, note, .. } in &source.references {
            let before = word_before(source, at);
            let expected = edition_position(source, edition, hunks, &spaced, at);
            let first =
                edition.references.partition_point(|call| Some(call.at) < expected);
            let found = (first..edition.references.len())
                .take_while(|&call| Some(edition.references[call].at) == expected)
                .find(|&call| !used[call]);
            let Some(found) = found else {
                let message = "the edition has no reference to a note here";
                self.report(codes::REFERENCE_LOST, message.to_owned(), before, None);
                continue;
            };
            used[found] = true;
            if let (Some(wanted), Some(found)) = (note, edition.references[found].note) {
                if self.leads_elsewhere(wanted, found) {
                    let words = &self.edition.notes[found].words;
                    let message = format!(
                        "the reference leads to another note, {}",
                        quote_words(words)
                    );
                    self.report(codes::OTHER_NOTE, message, before, words.first());
                    self.paired_notes[found] = true;
                } else {
                    pairs.push((wanted, found));
                }
            } else {
                let message = "the reference to a note leads nowhere".to_owned();
                self.report(codes::OTHER_NOTE, message, before, None);
            }
        }
        for (call, _) in edition.references.iter().zip(&used).filter(|(_, used)| !**used)
        {
            let message = "the source has no reference to a note here".to_owned();
            self.report(
                codes::REFERENCE_ADDED,
                message,
                None,
                word_before(edition, call.at),
            );
        }
        pairs
    }

    /// Whether a note of the edition is not the wanted one but another of the source.
    fn leads_elsewhere(&self, wanted: usize, found: usize) -> bool {
        let found = join_folded(&self.edition.notes[found].words);
        join_folded(&self.source.notes[wanted].words) != found
            && self.note_texts.contains(&found)
    }

    /// Reports a difference.
    pub(super) fn report(
        &mut self,
        code: Code,
        message: String,
        source: Option<&StreamWord>,
        edition: Option<&StreamWord>,
    ) {
        let place = Origin(source.and_then(|word| word.span));
        let mut diagnostic = Diagnostic::new(code, Severity::Error, message).at(place);
        if let Some(word) = edition
            && let Some(file) = self.edition.files.get(word.file)
        {
            diagnostic =
                diagnostic.hint(format!("in the edition: {file}, at '{}'", word.text));
        }
        self.diagnostics.push(diagnostic);
    }
}

/// Whether a sign is an apostrophe, typed or printed.
fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | 'ʼ')
}

/// Which differences are in spaces only.
pub(super) fn find_spaced(
    source: &WordStream,
    edition: &WordStream,
    hunks: &[Hunk],
) -> Vec<bool> {
    let is_spaced = |hunk: &Hunk| {
        join_folded(&source.words[hunk.source.clone()])
            == join_folded(&edition.words[hunk.edition.clone()])
    };
    hunks.iter().map(is_spaced).collect()
}

/// The position in the edition, in characters, of a position in the source; `None` where
/// the characters before it are not in the edition. `spaced` says of each hunk whether it
/// differs in spaces only.
pub(super) fn edition_position(
    source: &WordStream,
    edition: &WordStream,
    hunks: &[Hunk],
    spaced: &[bool],
    at: usize,
) -> Option<usize> {
    let index = source.words.partition_point(|word| word.start < at).checked_sub(1);
    let Some(index) = index else {
        // Text that an edition adds before the first word, such as the title, comes before
        // the text that begins at this position.
        let own = hunks.first().filter(|hunk| hunk.source.end == 0);
        let next = own.map_or(0, |hunk| hunk.edition.end);
        let next = edition.words.get(next).map(|word| word.start);
        return next.or_else(|| Some(edition.count_characters()));
    };
    let offset = at - source.words[index].start;
    let next = hunks.partition_point(|hunk| hunk.source.end <= index);
    if let Some(hunk) = hunks.get(next).filter(|hunk| hunk.source.start <= index) {
        if spaced[next] {
            let wanted = &source.words[hunk.source.clone()];
            let found = &edition.words[hunk.edition.clone()];
            let offset = at - wanted.first()?.start;
            let offset = map_offset(&join_words(wanted), &join_words(found), offset);
            return Some(found.first()?.start + offset);
        }
        // If both sides have the same number of words, they correspond one to one.
        let alike = hunk.source.len() == hunk.edition.len();
        let word = alike
            .then(|| &edition.words[hunk.edition.start + index - hunk.source.start])?;
        let length = |word: &StreamWord| word.text.chars().count();
        let is_end = offset == length(&source.words[index]);
        return Some(
            word.start + if is_end { length(word) } else { offset.min(length(word)) },
        );
    }
    let (a, b) = match next.checked_sub(1).and_then(|before| hunks.get(before)) {
        Some(hunk) => (hunk.source.end, hunk.edition.end),
        None => (0, 0),
    };
    let word = edition.words.get(index - a + b)?;
    Some(word.start + map_offset(&source.words[index].text, &word.text, offset))
}

/// The word before a position.
fn word_before(words: &WordStream, at: usize) -> Option<&StreamWord> {
    let after = words.words.partition_point(|word| word.start < at);
    words.words.get(after.saturating_sub(1))
}
