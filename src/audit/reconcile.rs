//! The streams of the sources and of the edition are held against each other.

use std::collections::{BTreeMap, BTreeSet};

use super::codes;
use super::difference::{Hunk, hunks};
use super::particulars::letters;
use super::stream::{Call, MatterKind, Streams, Word, Words};
use crate::diagnostic::{Code, Diagnostic, Severity};

/// Words that a message quotes at most.
const QUOTED: usize = 12;

/// So many words may stand in the source before a title that the edition sets above them:
/// half a page, the longest opening that makes no chapter of its own.
const OPENING_WORDS: usize = 200;

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
        notes: source.notes.iter().map(|note| said(&note.words)).collect(),
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
    work.account_for_links();
    work.account_for_matter();
    let notes = source.notes.iter().map(Words::characters).sum::<usize>();
    Outcome {
        diagnostics: work.diagnostics,
        characters: source.body.characters() + notes,
        notes: source.notes.len(),
    }
}

/// A reconciliation at work.
pub(super) struct Work<'a> {
    /// What the sources say.
    pub(super) source: &'a Streams,
    /// What the edition says.
    pub(super) edition: &'a Streams,
    /// What the notes of the source say.
    notes: BTreeSet<String>,
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
        let wanted = |hunk: &Hunk| &source.words[hunk.source.clone()];
        let found = |hunk: &Hunk| &edition.words[hunk.edition.clone()];
        let hunks = if is_body { self.without_given(hunks) } else { hunks.to_vec() };
        let (spaced, open): (Vec<Hunk>, Vec<Hunk>) =
            hunks.into_iter().partition(|hunk| said(wanted(hunk)) == said(found(hunk)));
        for hunk in &spaced {
            let (wanted, found) = (wanted(hunk), found(hunk));
            let message = format!("{} is {} here", quote(wanted), quote(found));
            self.say(codes::SPACING, message, wanted.first(), found.first());
        }
        let added = open.iter().enumerate().filter(|(_, hunk)| hunk.source.is_empty());
        let mut elsewhere: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, hunk) in added.rev() {
            elsewhere.entry(said(found(hunk))).or_default().push(at);
        }
        let mut moved = vec![false; open.len()];
        for (at, hunk) in
            open.iter().enumerate().filter(|(_, hunk)| hunk.edition.is_empty())
        {
            let wanted = wanted(hunk);
            if let Some(other) = elsewhere.get_mut(&said(wanted)).and_then(Vec::pop) {
                (moved[at], moved[other]) = (true, true);
                let message = format!("{} stands in another place", quote(wanted));
                self.say(
                    codes::MOVED,
                    message,
                    wanted.first(),
                    found(&open[other]).first(),
                );
            }
        }
        for (hunk, _) in open.iter().zip(&moved).filter(|(_, moved)| !**moved) {
            let (wanted, found) = (wanted(hunk), found(hunk));
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

    /// The hunks of the body without what stands above the documents by right: titles and
    /// authors that their particulars give. What had to stand there and does not is said.
    fn without_given(&mut self, hunks: &[Hunk]) -> Vec<Hunk> {
        let (source, edition) = (self.source, self.edition);
        let known = &source.particulars;
        let mut missing: BTreeMap<usize, Vec<&str>> =
            known.beginnings.iter().map(|one| (one.word, Vec::new())).collect();
        for one in &known.beginnings {
            missing.entry(one.word).or_default().extend(one.take("").1);
        }
        let mut given: Vec<(usize, String)> = Vec::new();
        let mut rest = Vec::new();
        for hunk in hunks {
            let hunk = self.to_beginning(hunk);
            let at = hunk.source.start;
            let wanted = said_plainly(&source.body.words[hunk.source.clone()]);
            let found = &edition.body.words[hunk.edition.clone()];
            let mut left = said_plainly(found);
            let mut lacking = Vec::new();
            for one in known.at(at) {
                let (rest, lacks) = one.take(&left);
                let rest = rest.to_owned();
                left = rest;
                lacking.extend(lacks);
            }
            let replaced = known.at(at).iter().filter_map(|one| one.own.as_deref());
            let replaced = wanted.is_empty()
                || replaced.map(letters).any(|own| own == wanted)
                    && (!found.is_empty() || self.stands_in_front(&wanted));
            if let Some(missing) =
                missing.get_mut(&at).filter(|_| left.is_empty() && replaced)
            {
                *missing = lacking;
                continue;
            }
            if wanted.is_empty()
                && found.iter().all(|word| word.in_heading)
                && !known.at(at).is_empty()
            {
                given.push((at, left));
                rest.push(hunk);
                continue;
            }
            // A title stands above the few words that led up to it.
            let above = given.iter().position(|(from, title)| {
                found.is_empty() && *title == wanted && at - from <= OPENING_WORDS
            });
            if let Some(above) = above {
                let (from, _) = given.swap_remove(above);
                rest.retain(|one: &Hunk| {
                    one.source.start != from || !one.source.is_empty()
                });
                continue;
            }
            rest.push(hunk);
        }
        for (word, titles) in missing {
            for title in titles {
                let message = format!("'{title}' does not stand above its text");
                self.say(codes::UNNAMED, message, source.body.words.get(word), None);
            }
        }
        rest
    }

    /// A hunk that may as well begin where a document begins, since the words before it
    /// come again at its end.
    fn to_beginning(&self, hunk: &Hunk) -> Hunk {
        let known = &self.source.particulars;
        let mut slid = hunk.clone();
        while known.at(slid.source.start).is_empty() {
            let (range, words) = match (hunk.source.is_empty(), hunk.edition.is_empty()) {
                (true, false) => (&slid.edition, &self.edition.body.words),
                (false, true) => (&slid.source, &self.source.body.words),
                _ => return hunk.clone(),
            };
            let before = range.start.checked_sub(1);
            let comes_again =
                |before: usize| words[before].text == words[range.end - 1].text;
            if slid.source.start == 0
                || slid.edition.start == 0
                || !before.is_some_and(comes_again)
            {
                return hunk.clone();
            }
            slid = Hunk {
                source: slid.source.start - 1..slid.source.end - 1,
                edition: slid.edition.start - 1..slid.edition.end - 1,
            };
        }
        slid
    }

    /// Whether the title page says some letters.
    fn stands_in_front(&self, said: &str) -> bool {
        let front =
            self.edition.matter.iter().filter(|one| one.kind == MatterKind::Front);
        front.into_iter().any(|one| letters(&one.text) == said)
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
        for &Call { at, note, .. } in &source.calls {
            let before = place_before(source, at);
            let expected = counterpart(source, edition, hunks, at);
            let first = edition.calls.partition_point(|call| Some(call.at) < expected);
            let found = (first..edition.calls.len())
                .take_while(|&call| Some(edition.calls[call].at) == expected)
                .find(|&call| !used[call]);
            let Some(found) = found else {
                let message = "no reference to a note stands here in the edition";
                self.say(codes::CALL_LOST, message.to_owned(), before, None);
                continue;
            };
            used[found] = true;
            if let (Some(wanted), Some(found)) = (note, edition.calls[found].note) {
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
        for (call, _) in edition.calls.iter().zip(&used).filter(|(_, used)| !**used) {
            let message = "the source has no reference to a note here".to_owned();
            self.say(codes::CALL_ADDED, message, None, place_before(edition, call.at));
        }
        pairs
    }

    /// Whether a note of the edition is not the one that is wanted but another.
    fn leads_elsewhere(&self, wanted: usize, found: usize) -> bool {
        let found = said(&self.edition.notes[found].words);
        said(&self.source.notes[wanted].words) != found && self.notes.contains(&found)
    }

    /// Names a difference.
    pub(super) fn say(
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

/// The characters of words.
fn said(words: &[Word]) -> String {
    words.iter().map(|word| word.text.as_str()).collect()
}

/// The letters of words, by which titles are compared.
fn said_plainly(words: &[Word]) -> String {
    words.iter().map(|word| letters(&word.text)).collect()
}

/// The first words of a stretch in quotation marks.
fn quote(words: &[Word]) -> String {
    let first: Vec<&str> =
        words.iter().take(QUOTED).map(|word| word.text.as_str()).collect();
    let more = if words.len() > QUOTED { " …" } else { "" };
    format!("'{}{more}'", first.join(" "))
}
