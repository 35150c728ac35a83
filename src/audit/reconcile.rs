//! Compares the streams of the sources with those of the edition.

use std::collections::BTreeSet;

use super::alignment::AlignedStreams;
use super::codes;
use super::difference::MatchedOpening;
use super::openings::find_openings;
use super::stream::{
    NoteReference, StreamWord, Streams, WordStream, join_folded, join_words, quote_words,
};
use super::typewriter::{
    PrintedQuote, are_paired, count_printed_signs, list_printed_quotes,
};
use super::wording::is_word_of_other_form;
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
    /// Words of the edition in which its publisher speaks of it, and which no source has.
    pub publishers_words: usize,
}

/// Reports every difference between the sources and the edition.
#[must_use]
pub fn reconcile(source: &Streams, edition: &Streams) -> AuditReport {
    let openings = find_openings(source, edition);
    let body = AlignedStreams::new(&source.body, &edition.body, &openings);
    let mut audit = Reconciliation {
        source,
        edition,
        paired_notes: vec![false; edition.notes.len()],
        compared_notes: vec![false; source.notes.len()],
        note_texts: source.notes.iter().map(|note| join_folded(&note.words)).collect(),
        printed_signs: 0,
        publishers_words: 0,
        body: &body,
        openings: &openings,
        diagnostics: Vec::new(),
    };
    let mut open = audit.compare_streams(&body, true);
    while let Some((wanted, found)) = open.pop() {
        if !std::mem::replace(&mut audit.compared_notes[wanted], true) {
            audit.paired_notes[found] = true;
            let note =
                AlignedStreams::new(&source.notes[wanted], &edition.notes[found], &[]);
            open.extend(audit.compare_streams(&note, false));
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
    audit.check_presentation();
    let notes = source.notes.iter().map(WordStream::count_characters).sum::<usize>();
    AuditReport {
        diagnostics: audit.diagnostics,
        characters: source.body.count_characters() + notes,
        notes: source.notes.len(),
        printed_signs: audit.printed_signs,
        publishers_words: audit.publishers_words,
    }
}

/// A comparison in progress.
pub(super) struct Reconciliation<'a> {
    /// The text of the sources.
    pub(super) source: &'a Streams,
    /// The text of the edition.
    pub(super) edition: &'a Streams,
    /// The openings of documents that are as expected.
    pub(super) openings: &'a [MatchedOpening],
    /// The texts of the notes of the source.
    note_texts: BTreeSet<String>,
    /// Which notes of the edition a reference of the source leads to.
    paired_notes: Vec<bool>,
    /// Which notes of the source were compared.
    compared_notes: Vec<bool>,
    /// Typewriter characters of the source that are printed ones in the edition.
    printed_signs: usize,
    /// Words of the edition in which its publisher speaks of it.
    pub(super) publishers_words: usize,
    /// The bodies.
    pub(super) body: &'a AlignedStreams<'a>,
    diagnostics: Vec<Diagnostic>,
}

impl Reconciliation<'_> {
    /// Compares two streams. Returns the notes that they refer to, in pairs.
    fn compare_streams(
        &mut self,
        streams: &AlignedStreams<'_>,
        is_body: bool,
    ) -> Vec<(usize, usize)> {
        self.report_differences(streams, is_body);
        self.compare_signs(streams);
        self.compare_settings(streams, is_body);
        self.compare_links(streams);
        self.compare_references(streams)
    }

    /// Compares the signs of the words that are the same but for them.
    fn compare_signs(&mut self, streams: &AlignedStreams<'_>) {
        let words = &streams.edition.words;
        for run in streams.same_runs() {
            let (is_first, is_last) =
                (run.edition.start == 0, run.edition.end == words.len());
            let (wanted, found) =
                (&streams.source.words[run.source], &words[run.edition]);
            for (one, other) in wanted.iter().zip(found) {
                // The title of a text may have the form of the headings.
                if one.text != other.text && !is_word_of_other_form(one, other) {
                    self.accept_signs(
                        std::slice::from_ref(one),
                        std::slice::from_ref(other),
                    );
                }
            }
            self.check_quotes(wanted, found, is_first, is_last);
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
        streams: &AlignedStreams<'_>,
    ) -> Vec<(usize, usize)> {
        let AlignedStreams { source, edition, .. } = *streams;
        let mut pairs = Vec::new();
        let mut used = vec![false; edition.references.len()];
        for &NoteReference { at, note, .. } in &source.references {
            let before = word_before(source, at);
            let expected = streams.edition_position(at);
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
            diagnostic = diagnostic.hint(match word.text.as_str() {
                "" => format!("in the edition: {file}"),
                text => format!("in the edition: {file}, at '{text}'"),
            });
        }
        self.diagnostics.push(diagnostic);
    }
}

/// Whether a sign is an apostrophe, typed or printed.
fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | 'ʼ')
}

/// The word before a position.
fn word_before(words: &WordStream, at: usize) -> Option<&StreamWord> {
    let after = words.words.partition_point(|word| word.start < at);
    words.words.get(after.saturating_sub(1))
}
