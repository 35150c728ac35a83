//! Reports how the words of two streams differ.

use std::collections::{BTreeMap, BTreeSet};

use super::alignment::AlignedStreams;
use super::codes;
use super::difference::Hunk;
use super::reconcile::Reconciliation;
use super::source_metadata::{DocumentBeginning, letters_only};
use super::stream::{
    MatterKind, StreamWord, WordOwner, WordStream, join_folded, join_words, quote_words,
};
use super::typewriter::{fold_signs, is_quote};

/// The signs between the number of a heading and its words, which an edition may replace by
/// a line end.
pub(in crate::audit) const SIGNS_OF_NUMBER: [char; 7] =
    ['.', ':', ')', '—', '–', '-', '·'];

/// Whether words of the same characters have the same spaces, but for hair spaces, which some
/// makers put between two quotation marks and beside an ellipsis.
fn has_same_spaces(wanted: &[StreamWord], found: &[StreamWord]) -> bool {
    let is_stop = |c: char| ".,:;!?".contains(c);
    let spaced = |words: &[StreamWord]| {
        let mut spaced = String::new();
        for word in words {
            let is_hair = spaced.ends_with(is_quote) && word.text.starts_with(is_quote)
                || word.text.starts_with('…')
                || spaced.ends_with('…') && word.text.starts_with(is_stop);
            if !is_hair && !spaced.is_empty() {
                spaced.push(' ');
            }
            spaced.push_str(&word.text);
        }
        spaced
    };
    spaced(wanted) == spaced(found)
}

/// Whether a heading of the edition differs in form only: it lacks the signs after a number,
/// has small letters where that of the source has none, or both.
fn is_heading_of_other_form(
    source: &WordStream,
    edition: &WordStream,
    hunk: &Hunk,
) -> bool {
    let (wanted, found) =
        (&source.words[hunk.source.clone()], &edition.words[hunk.edition.clone()]);
    // Where all words of a hunk are missing, the heading is before them.
    let before = hunk.edition.start.checked_sub(1);
    let beside = before.and_then(|at| edition.words.get(at..=at)).unwrap_or_default();
    let in_heading = if found.is_empty() { beside } else { found };
    if in_heading.is_empty() || !in_heading.iter().all(|word| word.in_heading) {
        return false;
    }
    has_letters_of(wanted, found)
}

/// Whether a word of a heading has another form than in the source, not only other signs.
pub(super) fn is_word_of_other_form(wanted: &StreamWord, found: &StreamWord) -> bool {
    found.in_heading
        && fold_signs(&wanted.text) != fold_signs(&found.text)
        && has_letters_of(std::slice::from_ref(wanted), std::slice::from_ref(found))
}

/// Whether words are those of the source, but that signs at the ends of words may be
/// missing, and words all in capitals may have small letters.
fn has_letters_of(wanted: &[StreamWord], found: &[StreamWord]) -> bool {
    let found = join_folded(found);
    let mut found = found.chars().peekable();
    for word in wanted {
        let word = fold_signs(&word.text);
        let bare = word.trim_end_matches(SIGNS_OF_NUMBER).len();
        let in_capitals = !word.contains(char::is_lowercase);
        for (at, c) in word.char_indices() {
            let is_same = |found: &char| {
                *found == c || in_capitals && fold_case(*found).eq(fold_case(c))
            };
            if found.next_if(is_same).is_none() && at < bare {
                return false;
            }
        }
    }
    found.next().is_none()
}

/// A letter in the form in which capitals, small letters and the sigma at the end of a word
/// are the same.
fn fold_case(c: char) -> impl Iterator<Item = char> {
    c.to_lowercase().map(|c| if c == 'ς' { 'σ' } else { c })
}

impl<'a> Reconciliation<'a> {
    /// Reports the differences between two streams.
    pub(super) fn report_differences(
        &mut self,
        streams: &AlignedStreams<'_>,
        is_body: bool,
    ) {
        let AlignedStreams { source, edition, hunks, .. } = streams;
        let wanted = |hunk: &Hunk| &source.words[hunk.source.clone()];
        let found = |hunk: &Hunk| &edition.words[hunk.edition.clone()];
        let hunks = if is_body {
            let hunks = self.take_out_openings(hunks);
            self.take_out_customs(hunks)
        } else {
            hunks.clone()
        };
        let (spaced, open): (Vec<Hunk>, Vec<Hunk>) = hunks
            .into_iter()
            .partition(|hunk| join_folded(wanted(hunk)) == join_folded(found(hunk)));
        for hunk in &spaced {
            let (wanted, found) = (wanted(hunk), found(hunk));
            // Guillemets of French come with a space.
            if join_words(wanted) != join_words(found) {
                self.accept_signs(wanted, found);
                continue;
            }
            if has_same_spaces(wanted, found) {
                continue;
            }
            let message =
                format!("{} is written {} here", quote_words(wanted), quote_words(found));
            self.report(codes::SPACING, message, wanted.first(), found.first());
        }
        let added = open.iter().enumerate().filter(|(_, hunk)| hunk.source.is_empty());
        let mut elsewhere: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, hunk) in added.rev() {
            elsewhere.entry(join_folded(found(hunk))).or_default().push(at);
        }
        let mut moved = vec![false; open.len()];
        for (at, hunk) in
            open.iter().enumerate().filter(|(_, hunk)| hunk.edition.is_empty())
        {
            let wanted = wanted(hunk);
            if let Some(other) =
                elsewhere.get_mut(&join_folded(wanted)).and_then(Vec::pop)
            {
                (moved[at], moved[other]) = (true, true);
                let message = format!("{} is in another place", quote_words(wanted));
                self.report(
                    codes::MOVED,
                    message,
                    wanted.first(),
                    found(&open[other]).first(),
                );
            }
        }
        for (hunk, _) in open.iter().zip(&moved).filter(|(_, moved)| !**moved) {
            if is_heading_of_other_form(source, edition, hunk) {
                continue;
            }
            let (wanted, found) = (wanted(hunk), found(hunk));
            let is_formula = !found.is_empty()
                && found.iter().all(|word| word.owner == WordOwner::Formula);
            if is_formula && join_letters(wanted) == join_letters(found) {
                continue;
            }
            let (code, message) = match (wanted.is_empty(), found.is_empty()) {
                (false, true) => {
                    (codes::LOST, format!("{} is missing", quote_words(wanted)))
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

    /// Removes from the hunks of the body the headings that the edition may add: titles and
    /// authors that the metadata gives. Reports those that are required and missing.
    fn take_out_openings(&mut self, hunks: &[Hunk]) -> Vec<Hunk> {
        let (source, edition) = (self.source, self.edition);
        let known = &source.metadata;
        let mut missing: BTreeMap<usize, Vec<&str>> =
            known.beginnings.iter().map(|one| (one.word, Vec::new())).collect();
        let given: BTreeSet<usize> =
            self.openings.iter().map(|one| one.beginning).collect();
        let open = known.beginnings.iter().enumerate();
        for (_, one) in open.filter(|(place, _)| !given.contains(place)) {
            missing.entry(one.word).or_default().extend(one.strip_heading("").1);
        }
        let mut found = self.openings.iter().flat_map(|one| &one.hunks).peekable();
        let found: Vec<bool> =
            hunks.iter().map(|hunk| found.next_if_eq(&hunk).is_some()).collect();
        let mut rest = Vec::new();
        for (hunk, _) in hunks.iter().zip(found).filter(|(_, found)| !found) {
            let hunk = self.cut_off_title(self.slide_to_beginning(hunk));
            let at = self.beginning_above(hunk.source.start);
            let lacking = self.lacking_above_heading(&hunk, at).or_else(|| {
                let wanted = join_letters(&source.body.words[hunk.source.clone()]);
                let found = join_letters(&edition.body.words[hunk.edition.clone()]);
                self.expected_above(at, &wanted, &found)
            });
            if let Some(lacking) = lacking {
                // The lines above the title and those below it are two hunks.
                let missing = missing.entry(at).or_default();
                missing.retain(|title| lacking.contains(title));
                continue;
            }
            rest.push(hunk);
        }
        for (word, titles) in missing {
            for title in titles {
                let message = format!("'{title}' is missing above its text");
                self.report(
                    codes::NAME_MISSING,
                    message,
                    source.body.words.get(word),
                    None,
                );
            }
        }
        rest
    }

    /// A hunk without the title of a document at its beginning, if only the title page has
    /// that: a first heading of another form may be in the same hunk.
    fn cut_off_title(&self, mut hunk: Hunk) -> Hunk {
        let words = &self.source.body.words[hunk.source.clone()];
        let found = join_letters(&self.edition.body.words[hunk.edition.clone()]);
        let beginnings = self.source.metadata.beginnings_at(hunk.source.start);
        let titles = beginnings.iter().filter_map(|one| one.own.as_deref());
        let end = titles.map(letters_only).find_map(|title| {
            let is_there = found.starts_with(&title) || !self.is_on_title_page(&title);
            let end = (1..words.len()).find(|&end| join_letters(&words[..end]) == title);
            end.filter(|_| !is_there && !title.is_empty())
        });
        hunk.source.start += end.unwrap_or(0);
        hunk
    }

    /// What is missing from the heading at the beginning of a hunk, if nothing but a heading
    /// of another form follows it there; `None` if other words do.
    fn lacking_above_heading(&self, hunk: &Hunk, at: usize) -> Option<Vec<&'a str>> {
        let words = &self.edition.body.words[hunk.edition.clone()];
        let found = join_letters(words);
        let (left, lacking) = self.strip_headings(at, &found);
        let heading = &found[..found.len() - left.len()];
        if hunk.source.is_empty() || heading.is_empty() {
            return None;
        }
        let end = (1..words.len()).find(|&end| join_letters(&words[..end]) == heading)?;
        let edition = hunk.edition.start + end..hunk.edition.end;
        let below = Hunk { source: hunk.source.clone(), edition };
        is_heading_of_other_form(&self.source.body, &self.edition.body, &below)
            .then_some(lacking)
    }

    /// What is missing from the heading that the edition has at a word of the body; `None`
    /// if it may not have that heading. It may replace the title of the text.
    fn expected_above(
        &self,
        at: usize,
        wanted: &str,
        found: &str,
    ) -> Option<Vec<&'a str>> {
        let beginnings = self.source.metadata.beginnings_at(at);
        let (left, lacking) = self.strip_headings(at, found);
        let mut own = beginnings.iter().filter_map(|one| one.own.as_deref());
        let replaces = own.any(|own| letters_only(own) == wanted)
            && (!found.is_empty() || self.is_on_title_page(wanted));
        let is_expected = !beginnings.is_empty() && left.is_empty();
        (is_expected && (wanted.is_empty() || replaces)).then_some(lacking)
    }

    /// Strips the lines above the documents that begin at a word from the head of some
    /// letters. Returns the rest, and the required lines that are missing.
    fn strip_headings<'l>(&self, at: usize, letters: &'l str) -> (&'l str, Vec<&'a str>) {
        let mut left = letters;
        let mut lacking = Vec::new();
        for one in self.source.metadata.beginnings_at(at) {
            let (rest, lacks) = one.strip_heading(left);
            left = rest;
            lacking.extend(lacks);
        }
        (left, lacking)
    }

    /// The beginning of the document whose own title ends at a word of the body, because
    /// subtitle and authors come below it; else the word itself.
    fn beginning_above(&self, at: usize) -> usize {
        let (known, words) = (&self.source.metadata, &self.source.body.words);
        let one = known.beginnings.iter().rev().find(|one| one.word <= at);
        let ends = |one: &&DocumentBeginning| {
            let own = one.own.as_deref().map(letters_only).unwrap_or_default();
            // This bounds the comparison: every word has a letter, or is a sign between two
            // words that have one.
            at - one.word <= 2 * own.len() && join_letters(&words[one.word..at]) == own
        };
        one.filter(ends).map_or(at, |one| one.word)
    }

    /// Moves a hunk back to the beginning of a document, where the words before it repeat
    /// at its end.
    fn slide_to_beginning(&self, hunk: &Hunk) -> Hunk {
        let known = &self.source.metadata;
        let mut slid = hunk.clone();
        while known.beginnings_at(slid.source.start).is_empty() {
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

    /// Whether the title page has a line of these letters.
    fn is_on_title_page(&self, letters: &str) -> bool {
        let front =
            self.edition.matter.iter().filter(|one| one.kind == MatterKind::Front);
        front.into_iter().any(|one| letters_only(&one.text) == letters)
    }
}

/// The letters of words, by which titles are compared.
pub(in crate::audit) fn join_letters(words: &[StreamWord]) -> String {
    words.iter().map(|word| letters_only(&word.text)).collect()
}
