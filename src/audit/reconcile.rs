//! The streams of the sources and of the edition are held against each other.

use std::collections::BTreeSet;

use super::codes;
use super::difference::{Hunk, diff_words};
use super::given::{KnownOpening, find_openings};
use super::stream::{NoteReference, StreamWord, Streams, WordStream};
use super::wording::join_words;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::text::span::Origin;

/// Words that a message quotes at most.
const QUOTED: usize = 12;

/// What was found, and how much was compared.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditReport {
    /// The differences.
    pub diagnostics: Vec<Diagnostic>,
    /// Characters of the source that were looked for, white space not counted.
    pub characters: usize,
    /// Notes of the source.
    pub notes: usize,
}

/// Names every difference between what the sources say and what the edition says.
#[must_use]
pub fn reconcile(source: &Streams, edition: &Streams) -> AuditReport {
    let mut work = Reconciliation {
        source,
        edition,
        paired: vec![false; edition.notes.len()],
        done: vec![false; source.notes.len()],
        notes: source.notes.iter().map(|note| join_words(&note.words)).collect(),
        given: find_openings(source, edition),
        diagnostics: Vec::new(),
    };
    let mut open = work.compare_streams(&source.body, &edition.body, true);
    while let Some((wanted, found)) = open.pop() {
        if !std::mem::replace(&mut work.done[wanted], true) {
            work.paired[found] = true;
            let (wanted, found) = (&source.notes[wanted], &edition.notes[found]);
            open.extend(work.compare_streams(wanted, found, false));
        }
    }
    for (place, words) in edition.notes.iter().enumerate() {
        if !work.paired[place] {
            let said = quote_words(&words.words);
            work.report(
                codes::NOTE_UNCALLED,
                format!("no reference of the source leads to the note {said}"),
                None,
                words.words.first(),
            );
        }
    }
    work.account_for_links();
    work.account_for_matter();
    let notes = source.notes.iter().map(WordStream::count_characters).sum::<usize>();
    AuditReport {
        diagnostics: work.diagnostics,
        characters: source.body.count_characters() + notes,
        notes: source.notes.len(),
    }
}

/// A reconciliation at work.
pub(super) struct Reconciliation<'a> {
    /// What the sources say.
    pub(super) source: &'a Streams,
    /// What the edition says.
    pub(super) edition: &'a Streams,
    /// What stands above the documents as it should.
    pub(super) given: Vec<KnownOpening>,
    /// What the notes of the source say.
    notes: BTreeSet<String>,
    /// Notes of the edition that a reference of the source leads to.
    paired: Vec<bool>,
    /// Notes of the source that were compared.
    done: Vec<bool>,
    diagnostics: Vec<Diagnostic>,
}

impl Reconciliation<'_> {
    /// Compares two streams; what comes back are the notes they call, in pairs.
    fn compare_streams(
        &mut self,
        source: &WordStream,
        edition: &WordStream,
        is_body: bool,
    ) -> Vec<(usize, usize)> {
        let given = if is_body { self.given.as_slice() } else { &[] };
        let hunks = diff_words(&source.words, &edition.words, given);
        self.report_differences(source, edition, &hunks, is_body);
        self.compare_references(source, edition, &hunks)
    }

    /// Holds the references to notes against each other.
    fn compare_references(
        &mut self,
        source: &WordStream,
        edition: &WordStream,
        hunks: &[Hunk],
    ) -> Vec<(usize, usize)> {
        let is_spaced = |hunk: &Hunk| {
            join_words(&source.words[hunk.source.clone()])
                == join_words(&edition.words[hunk.edition.clone()])
        };
        let spaced: Vec<bool> = hunks.iter().map(is_spaced).collect();
        let mut pairs = Vec::new();
        let mut used = vec![false; edition.calls.len()];
        for &NoteReference { at, note, .. } in &source.calls {
            let before = word_before(source, at);
            let expected = edition_position(source, edition, hunks, &spaced, at);
            let first = edition.calls.partition_point(|call| Some(call.at) < expected);
            let found = (first..edition.calls.len())
                .take_while(|&call| Some(edition.calls[call].at) == expected)
                .find(|&call| !used[call]);
            let Some(found) = found else {
                let message = "no reference to a note stands here in the edition";
                self.report(codes::CALL_LOST, message.to_owned(), before, None);
                continue;
            };
            used[found] = true;
            if let (Some(wanted), Some(found)) = (note, edition.calls[found].note) {
                if self.leads_elsewhere(wanted, found) {
                    let words = &self.edition.notes[found].words;
                    let message = format!(
                        "the reference leads to another note, {}",
                        quote_words(words)
                    );
                    self.report(codes::OTHER_NOTE, message, before, words.first());
                    self.paired[found] = true;
                } else {
                    pairs.push((wanted, found));
                }
            } else {
                let message = "the reference to a note leads nowhere".to_owned();
                self.report(codes::OTHER_NOTE, message, before, None);
            }
        }
        for (call, _) in edition.calls.iter().zip(&used).filter(|(_, used)| !**used) {
            let message = "the source has no reference to a note here".to_owned();
            self.report(codes::CALL_ADDED, message, None, word_before(edition, call.at));
        }
        pairs
    }

    /// Whether a note of the edition is not the one that is wanted but another.
    fn leads_elsewhere(&self, wanted: usize, found: usize) -> bool {
        let found = join_words(&self.edition.notes[found].words);
        join_words(&self.source.notes[wanted].words) != found
            && self.notes.contains(&found)
    }

    /// Names a difference.
    pub(super) fn report(
        &mut self,
        code: Code,
        message: String,
        source: Option<&StreamWord>,
        edition: Option<&StreamWord>,
    ) {
        let place = Origin(source.and_then(|word| word.span));
        let mut found = Diagnostic::new(code, Severity::Error, message).at(place);
        if let Some(word) = edition
            && let Some(file) = self.edition.files.get(word.file)
        {
            found = found.hint(format!("in the edition: {file}, at '{}'", word.text));
        }
        self.diagnostics.push(found);
    }
}

/// Where in the edition the place is that stands behind so many characters of the source;
/// none where these characters are not in it. `spaced` says of each hunk whether nothing
/// but spaces differ in it.
fn edition_position(
    source: &WordStream,
    edition: &WordStream,
    hunks: &[Hunk],
    spaced: &[bool],
    at: usize,
) -> Option<usize> {
    let index = source.words.partition_point(|word| word.start < at).checked_sub(1);
    let Some(index) = index else {
        // What an edition says before the first word, as the title, is said above the text
        // that begins with this place.
        let own = hunks.first().filter(|hunk| hunk.source.end == 0);
        let next = own.map_or(0, |hunk| hunk.edition.end);
        let next = edition.words.get(next).map(|word| word.start);
        return next.or_else(|| Some(edition.count_characters()));
    };
    let behind = at - source.words[index].start;
    let next = hunks.partition_point(|hunk| hunk.source.end <= index);
    if let Some(hunk) = hunks.get(next).filter(|hunk| hunk.source.start <= index) {
        if spaced[next] {
            let first = source.words[hunk.source.start].start;
            return Some(edition.words.get(hunk.edition.start)?.start + (at - first));
        }
        // Of words that became as many others, each stands for its own.
        let alike = hunk.source.len() == hunk.edition.len();
        let word = alike
            .then(|| &edition.words[hunk.edition.start + index - hunk.source.start])?;
        let length = |word: &StreamWord| word.text.chars().count();
        let is_end = behind == length(&source.words[index]);
        return Some(
            word.start + if is_end { length(word) } else { behind.min(length(word)) },
        );
    }
    let (a, b) = match next.checked_sub(1).and_then(|before| hunks.get(before)) {
        Some(hunk) => (hunk.source.end, hunk.edition.end),
        None => (0, 0),
    };
    let word = edition.words.get(index - a + b)?;
    Some(word.start + behind)
}

/// The word that stands before a place.
fn word_before(words: &WordStream, at: usize) -> Option<&StreamWord> {
    let after = words.words.partition_point(|word| word.start < at);
    words.words.get(after.saturating_sub(1))
}

/// The first words of a stretch in quotation marks.
pub(super) fn quote_words(words: &[StreamWord]) -> String {
    let first: Vec<&str> =
        words.iter().take(QUOTED).map(|word| word.text.as_str()).collect();
    let more = if words.len() > QUOTED { " …" } else { "" };
    format!("'{}{more}'", first.join(" "))
}
