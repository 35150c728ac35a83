//! The streams of the sources and of the edition are held against each other.

use super::codes;
use super::difference::{Hunk, hunks};
use super::stream::{Streams, Word, Words};
use crate::diagnostic::{Code, Diagnostic, Severity};

/// Words that a message quotes at most.
const QUOTED: usize = 12;

/// What was found, and how much was compared.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outcome {
    /// The differences.
    pub diagnostics: Vec<Diagnostic>,
    /// Characters of the source that were looked for, white space not counted.
    pub characters: usize,
    /// Notes of the source.
    pub notes: usize,
}

/// Names every difference between what the sources say and what the edition says.
#[must_use]
pub fn reconcile(source: &Streams, edition: &Streams) -> Outcome {
    let mut work = Work {
        source,
        edition,
        paired: vec![false; edition.notes.len()],
        done: vec![false; source.notes.len()],
        diagnostics: Vec::new(),
    };
    let mut open = work.compare(&source.body, &edition.body, true);
    while let Some((wanted, found)) = open.pop() {
        if !std::mem::replace(&mut work.done[wanted], true) {
            work.paired[found] = true;
            let (wanted, found) = (&source.notes[wanted], &edition.notes[found]);
            open.extend(work.compare(wanted, found, false));
        }
    }
    for (place, words) in edition.notes.iter().enumerate() {
        if !work.paired[place] {
            let said = quote(&words.words);
            work.say(
                codes::NOTE_UNCALLED,
                format!("no reference of the source leads to the note {said}"),
                None,
                words.words.first(),
            );
        }
    }
    let notes = source.notes.iter().map(Words::characters).sum::<usize>();
    Outcome {
        diagnostics: work.diagnostics,
        characters: source.body.characters() + notes,
        notes: source.notes.len(),
    }
}

/// A reconciliation at work.
struct Work<'a> {
    source: &'a Streams,
    edition: &'a Streams,
    /// Notes of the edition that a reference of the source leads to.
    paired: Vec<bool>,
    /// Notes of the source that were compared.
    done: Vec<bool>,
    diagnostics: Vec<Diagnostic>,
}

impl Work<'_> {
    /// Compares two streams; what comes back are the notes they call, in pairs.
    fn compare(
        &mut self,
        source: &Words,
        edition: &Words,
        is_body: bool,
    ) -> Vec<(usize, usize)> {
        let hunks = hunks(&source.words, &edition.words);
        self.differences(source, edition, &hunks, is_body);
        self.calls(source, edition, &hunks)
    }

    fn differences(
        &mut self,
        source: &Words,
        edition: &Words,
        hunks: &[Hunk],
        is_body: bool,
    ) {
        let said =
            |words: &[Word]| words.iter().map(|w| w.text.as_str()).collect::<String>();
        let mut open: Vec<&Hunk> = Vec::new();
        let mut given: Vec<String> = Vec::new();
        for hunk in hunks {
            let wanted = &source.words[hunk.source.clone()];
            let found = &edition.words[hunk.edition.clone()];
            if is_body && self.is_given(wanted, found) {
                if wanted.is_empty() {
                    given.push(said(found));
                }
                continue;
            }
            // A title stands above the text that led up to it.
            if found.is_empty()
                && let Some(at) = given.iter().position(|title| *title == said(wanted))
            {
                given.remove(at);
                continue;
            }
            if said(wanted) == said(found) {
                let message = format!("{} is {} here", quote(wanted), quote(found));
                self.say(codes::SPACING, message, wanted.first(), found.first());
            } else {
                open.push(hunk);
            }
        }
        let mut settled = vec![false; open.len()];
        for (at, lost) in
            open.iter().enumerate().filter(|(_, hunk)| hunk.edition.is_empty())
        {
            let wanted = &source.words[lost.source.clone()];
            let other = open.iter().enumerate().find(|(at, hunk)| {
                !settled[*at]
                    && hunk.source.is_empty()
                    && said(&edition.words[hunk.edition.clone()]) == said(wanted)
            });
            if let Some((added, hunk)) = other {
                (settled[at], settled[added]) = (true, true);
                let message = format!("{} stands in another place", quote(wanted));
                let found = edition.words[hunk.edition.clone()].first();
                self.say(codes::MOVED, message, wanted.first(), found);
            }
        }
        for (hunk, _) in open.iter().zip(&settled).filter(|(_, settled)| !**settled) {
            let wanted = &source.words[hunk.source.clone()];
            let found = &edition.words[hunk.edition.clone()];
            let (code, message) = match (wanted.is_empty(), found.is_empty()) {
                (false, true) => (codes::LOST, format!("{} is lost", quote(wanted))),
                (true, _) => {
                    (codes::ADDED, format!("{} is not in the source", quote(found)))
                }
                _ => {
                    (codes::CHANGED, format!("{} became {}", quote(wanted), quote(found)))
                }
            };
            let place = wanted.first().or_else(|| source.words.get(hunk.source.start));
            let found = found.first().or_else(|| edition.words.get(hunk.edition.start));
            self.say(code, message, place, found);
        }
    }

    /// Whether the edition gives a title where the source has it elsewhere: in its
    /// particulars, or on the title page.
    fn is_given(&self, wanted: &[Word], found: &[Word]) -> bool {
        let known = |words: &[Word], besides: &str| {
            let said = letters(words.iter().map(|word| word.text.as_str()));
            letters([besides]).contains(&said)
        };
        if wanted.is_empty() {
            return found.iter().all(|word| word.may_be_given);
        }
        found.is_empty()
            && wanted.first().is_some_and(|word| word.start == 0)
            && known(wanted, &self.edition.besides)
    }

    /// Holds the references to notes against each other.
    fn calls(
        &mut self,
        source: &Words,
        edition: &Words,
        hunks: &[Hunk],
    ) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        let mut used = vec![false; edition.calls.len()];
        for &(at, note) in &source.calls {
            let before = place_before(source, at);
            let expected = counterpart(source, edition, hunks, at);
            let first = edition.calls.partition_point(|call| Some(call.0) < expected);
            let found = (first..edition.calls.len())
                .take_while(|&call| Some(edition.calls[call].0) == expected)
                .find(|&call| !used[call]);
            let Some(found) = found else {
                let message = "no reference to a note stands here in the edition";
                self.say(codes::CALL_LOST, message.to_owned(), before, None);
                continue;
            };
            used[found] = true;
            if let (Some(wanted), Some(found)) = (note, edition.calls[found].1) {
                if self.leads_elsewhere(wanted, found) {
                    let words = &self.edition.notes[found].words;
                    let message =
                        format!("the reference leads to another note, {}", quote(words));
                    self.say(codes::OTHER_NOTE, message, before, words.first());
                    self.paired[found] = true;
                } else {
                    pairs.push((wanted, found));
                }
            } else {
                let message = "the reference to a note leads nowhere".to_owned();
                self.say(codes::OTHER_NOTE, message, before, None);
            }
        }
        for (&(at, _), _) in edition.calls.iter().zip(&used).filter(|(_, used)| !**used) {
            let message = "the source has no reference to a note here".to_owned();
            self.say(codes::CALL_ADDED, message, None, place_before(edition, at));
        }
        pairs
    }

    /// Whether a note of the edition is not the one that is wanted but another.
    fn leads_elsewhere(&self, wanted: usize, found: usize) -> bool {
        let words = &self.edition.notes[found];
        !self.source.notes[wanted].say_as(words)
            && self.source.notes.iter().any(|note| note.say_as(words))
    }

    fn say(
        &mut self,
        code: Code,
        message: String,
        source: Option<&Word>,
        edition: Option<&Word>,
    ) {
        let mut found = Diagnostic::new(code, Severity::Error, message);
        found.span = source.and_then(|word| word.span);
        if let Some(word) = edition
            && let Some(file) = self.edition.files.get(word.file)
        {
            found = found.hint(format!("in the edition: {file}, at '{}'", word.text));
        }
        self.diagnostics.push(found);
    }
}

/// Where in the edition the place is that stands behind so many characters of the source;
/// none where these characters are not in it.
fn counterpart(
    source: &Words,
    edition: &Words,
    hunks: &[Hunk],
    at: usize,
) -> Option<usize> {
    let index = source.words.partition_point(|word| word.start < at).checked_sub(1);
    let Some(index) = index else {
        return Some(0);
    };
    let next = hunks.partition_point(|hunk| hunk.source.end <= index);
    if hunks.get(next).is_some_and(|hunk| hunk.source.start <= index) {
        return None;
    }
    let (a, b) = match next.checked_sub(1).and_then(|before| hunks.get(before)) {
        Some(hunk) => (hunk.source.end, hunk.edition.end),
        None => (0, 0),
    };
    let word = edition.words.get(index - a + b)?;
    Some(word.start + (at - source.words[index].start))
}

/// The word that stands before a place.
fn place_before(words: &Words, at: usize) -> Option<&Word> {
    let after = words.words.partition_point(|word| word.start < at);
    words.words.get(after.saturating_sub(1))
}

/// Letters and figures, in small letters.
fn letters<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let letters = words.into_iter().flat_map(str::chars).filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// The first words of a stretch in quotation marks.
fn quote(words: &[Word]) -> String {
    let first: Vec<&str> =
        words.iter().take(QUOTED).map(|word| word.text.as_str()).collect();
    let more = if words.len() > QUOTED { " …" } else { "" };
    format!("'{}{more}'", first.join(" "))
}
