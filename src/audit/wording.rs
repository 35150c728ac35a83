//! What differs in the words of two streams, by name.

use std::collections::{BTreeMap, BTreeSet};

use super::codes;
use super::difference::Hunk;
use super::particulars::{DocumentBeginning, letters_only};
use super::reconcile::{Reconciliation, quote_words};
use super::stream::{MatterKind, StreamWord, WordStream};

impl<'a> Reconciliation<'a> {
    /// Names the differences between two streams.
    pub(super) fn report_differences(
        &mut self,
        source: &WordStream,
        edition: &WordStream,
        hunks: &[Hunk],
        is_body: bool,
    ) {
        let wanted = |hunk: &Hunk| &source.words[hunk.source.clone()];
        let found = |hunk: &Hunk| &edition.words[hunk.edition.clone()];
        let hunks = if is_body { self.without_given(hunks) } else { hunks.to_vec() };
        let (spaced, open): (Vec<Hunk>, Vec<Hunk>) = hunks
            .into_iter()
            .partition(|hunk| join_words(wanted(hunk)) == join_words(found(hunk)));
        for hunk in &spaced {
            let (wanted, found) = (wanted(hunk), found(hunk));
            let message =
                format!("{} is {} here", quote_words(wanted), quote_words(found));
            self.report(codes::SPACING, message, wanted.first(), found.first());
        }
        let added = open.iter().enumerate().filter(|(_, hunk)| hunk.source.is_empty());
        let mut elsewhere: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, hunk) in added.rev() {
            elsewhere.entry(join_words(found(hunk))).or_default().push(at);
        }
        let mut moved = vec![false; open.len()];
        for (at, hunk) in
            open.iter().enumerate().filter(|(_, hunk)| hunk.edition.is_empty())
        {
            let wanted = wanted(hunk);
            if let Some(other) = elsewhere.get_mut(&join_words(wanted)).and_then(Vec::pop)
            {
                (moved[at], moved[other]) = (true, true);
                let message = format!("{} stands in another place", quote_words(wanted));
                self.report(
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
                (false, true) => {
                    (codes::LOST, format!("{} is lost", quote_words(wanted)))
                }
                (true, _) => {
                    (codes::ADDED, format!("{} is not in the source", quote_words(found)))
                }
                _ => (
                    codes::CHANGED,
                    format!("{} became {}", quote_words(wanted), quote_words(found)),
                ),
            };
            let place = wanted.first().or_else(|| source.words.get(hunk.source.start));
            let found = found.first().or_else(|| edition.words.get(hunk.edition.start));
            self.report(code, message, place, found);
        }
    }

    /// The hunks of the body without what stands above the documents by right: titles and
    /// authors that their particulars give. What had to stand there and does not is said.
    fn without_given(&mut self, hunks: &[Hunk]) -> Vec<Hunk> {
        let (source, edition) = (self.source, self.edition);
        let known = &source.particulars;
        let mut missing: BTreeMap<usize, Vec<&str>> =
            known.beginnings.iter().map(|one| (one.word, Vec::new())).collect();
        let given: BTreeSet<usize> = self.given.iter().map(|one| one.beginning).collect();
        let open = known.beginnings.iter().enumerate();
        for (_, one) in open.filter(|(place, _)| !given.contains(place)) {
            missing.entry(one.word).or_default().extend(one.strip_heading("").1);
        }
        let mut found = self.given.iter().flat_map(|one| &one.hunks).peekable();
        let found: Vec<bool> =
            hunks.iter().map(|hunk| found.next_if_eq(&hunk).is_some()).collect();
        let mut rest = Vec::new();
        for (hunk, _) in hunks.iter().zip(found).filter(|(_, found)| !found) {
            let hunk = self.to_beginning(hunk);
            let at = self.beginning_above(hunk.source.start);
            let wanted = join_letters(&source.body.words[hunk.source.clone()]);
            let found = &edition.body.words[hunk.edition.clone()];
            if let Some(lacking) = self.expected_above(at, &wanted, &join_letters(found))
            {
                // What stands above the title and what stands below it are two hunks.
                let missing = missing.entry(at).or_default();
                missing.retain(|title| lacking.contains(title));
                continue;
            }
            rest.push(hunk);
        }
        for (word, titles) in missing {
            for title in titles {
                let message = format!("'{title}' does not stand above its text");
                self.report(codes::UNNAMED, message, source.body.words.get(word), None);
            }
        }
        rest
    }

    /// If what the edition has at a word of the body stands above a document by right:
    /// what is missing there. It may stand in the place of the title that the text has.
    fn expected_above(
        &self,
        at: usize,
        wanted: &str,
        found: &str,
    ) -> Option<Vec<&'a str>> {
        let beginnings = self.source.particulars.at(at);
        let mut left = found;
        let mut lacking = Vec::new();
        for one in beginnings {
            let (rest, lacks) = one.strip_heading(left);
            left = rest;
            lacking.extend(lacks);
        }
        let mut own = beginnings.iter().filter_map(|one| one.own.as_deref());
        let replaces = own.any(|own| letters_only(own) == wanted)
            && (!found.is_empty() || self.stands_in_front(wanted));
        let by_right = !beginnings.is_empty() && left.is_empty();
        (by_right && (wanted.is_empty() || replaces)).then_some(lacking)
    }

    /// The beginning of the document whose own title ends before a word of the body, as
    /// subtitle and authors stand below it; else the word itself.
    fn beginning_above(&self, at: usize) -> usize {
        let (known, words) = (&self.source.particulars, &self.source.body.words);
        let one = known.beginnings.iter().rev().find(|one| one.word <= at);
        let ends = |one: &&DocumentBeginning| {
            let own = one.own.as_deref().map(letters_only).unwrap_or_default();
            // A word has a letter at least, or is a sign between words.
            at - one.word <= 2 * own.len() && join_letters(&words[one.word..at]) == own
        };
        one.filter(ends).map_or(at, |one| one.word)
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
        front.into_iter().any(|one| letters_only(&one.text) == said)
    }
}

/// The characters of words.
pub(super) fn join_words(words: &[StreamWord]) -> String {
    words.iter().map(|word| word.text.as_str()).collect()
}

/// The letters of words, by which titles are compared.
fn join_letters(words: &[StreamWord]) -> String {
    words.iter().map(|word| letters_only(&word.text)).collect()
}
