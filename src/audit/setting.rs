//! How words are set: where blocks begin, which words are headings, and their languages.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::alignment::AlignedStreams;
use super::codes;
use super::reconcile::Reconciliation;
use super::stream::{StreamWord, quote_words};
use crate::text::numerals::{CHAPTER_RANK, PART_RANK, is_keyword, numbering, rank};

/// The level of a heading that has none of its own.
pub(super) const NO_LEVEL: u8 = u8::MAX;

/// The deepest level of headings in HTML and in tagged PDF. An edition gives it to those below
/// it, too.
const DEEPEST_LEVEL: u8 = 6;

/// How many words the number of a heading has: "Second part".
const WORDS_OF_NUMBER: usize = 2;

/// How many words a finding about a place quotes.
const QUOTED_BEGIN: usize = 4;

/// What readers notice of a word besides its characters.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WordSetting {
    /// Whether the rest is known. Of words that only a ledger has, it is not.
    pub(super) is_known: bool,
    /// A block begins with it.
    pub(super) begins_block: bool,
    /// The level of the heading that it belongs to; 0 for text, and [`NO_LEVEL`] where its
    /// place decides.
    pub(super) level: u8,
    /// Its language, if it is known.
    pub(super) language: Option<Arc<str>>,
}

impl WordSetting {
    fn is_heading(&self) -> bool {
        self.level > 0
    }
}

/// A heading that both streams have.
struct PairedHeading<'a> {
    wanted: &'a StreamWord,
    found: &'a StreamWord,
}

impl Reconciliation<'_> {
    /// Compares how the words are set that both streams have.
    pub(super) fn compare_settings(
        &mut self,
        streams: &AlignedStreams<'_>,
        is_body: bool,
    ) {
        let mut headings = Vec::new();
        for run in streams.same_runs() {
            // Behind a hunk, what begins with the next word is part of that difference.
            let is_first = run.source.start == 0 && run.edition.start == 0;
            let wanted = &streams.source.words[run.source];
            let found = &streams.edition.words[run.edition];
            self.compare_run(wanted, found, is_first, &mut headings);
        }
        if is_body {
            self.compare_levels(&headings);
            self.check_titles();
        }
    }

    /// Checks that the titles above documents are headings of the highest level. Which words
    /// of such an opening are the title is not known, but one of them is.
    fn check_titles(&mut self) {
        let edition = self.edition;
        for opening in self.openings {
            let one = &self.source.metadata.beginnings[opening.beginning];
            let is_title = one.above.first().is_some_and(|line| !line.is_required);
            let words = &edition.body.words[opening.edition.clone()];
            let (true, Some(first)) = (is_title || one.own.is_some(), words.first())
            else {
                continue;
            };
            let levels =
                words.iter().map(|word| word.setting.level).filter(|level| *level > 0);
            match levels.min() {
                None => {
                    let message = "no title is a heading".to_owned();
                    self.report(codes::HEADING_DIFFERS, message, None, Some(first));
                }
                Some(level) if level > 1 && level != NO_LEVEL && !edition.has_parts => {
                    let message =
                        "the title has another level than those of chapters".to_owned();
                    self.report(codes::LEVEL_DIFFERS, message, None, Some(first));
                }
                Some(_) => {}
            }
        }
    }

    /// Compares words that are the same in both.
    fn compare_run<'a>(
        &mut self,
        wanted: &'a [StreamWord],
        found: &'a [StreamWord],
        is_first: bool,
        headings: &mut Vec<PairedHeading<'a>>,
    ) {
        // What was said of the words before, so that it is said once of a passage.
        let (mut heading_differs, mut language_differs) = (false, false);
        let mut is_after_known = true;
        for (place, (one, other)) in wanted.iter().zip(found).enumerate() {
            let (source, edition) = (&one.setting, &other.setting);
            if !source.is_known || !edition.is_known {
                is_after_known = false;
                continue;
            }
            // A formula that is set apart divides a paragraph in some editions.
            let is_after_known = std::mem::replace(&mut is_after_known, true);
            let differs = source.is_heading() != edition.is_heading();
            // The number of a poem may stand above its first line, which then begins anew.
            let is_below_number = place.checked_sub(1).is_some_and(|before| {
                let before = &wanted[before];
                before.setting.begins_block && numbering(&before.text).is_some()
            });
            let begins = is_after_known
                && !is_below_number
                && (place > 0 || is_first)
                && source.begins_block != edition.begins_block
                // An edition may join the number of a chapter and its title.
                && !source.is_heading()
                && !differs
                && !heading_differs;
            let quote =
                || quote_words(&wanted[place..wanted.len().min(place + QUOTED_BEGIN)]);
            if begins {
                let words = quote();
                let message = if source.begins_block {
                    format!("{words} does not begin a paragraph here")
                } else {
                    format!("{words} begins a paragraph here, but not in the source")
                };
                self.report(codes::PARAGRAPH_DIFFERS, message, Some(one), Some(other));
            }
            if differs && !heading_differs {
                let words = quote();
                let message = if source.is_heading() {
                    format!("{words} is no heading here")
                } else {
                    format!("{words} is a heading here, but not in the source")
                };
                self.report(codes::HEADING_DIFFERS, message, Some(one), Some(other));
            }
            heading_differs = differs;
            let has_level = |one: &WordSetting| {
                one.is_heading() && one.level != NO_LEVEL && one.begins_block
            };
            if has_level(source) && has_level(edition) {
                headings.push(PairedHeading { wanted: one, found: other });
            }
            let languages = source.language.as_ref().zip(edition.language.as_ref());
            let languages =
                languages.filter(|(one, other)| !is_same_language(one, other));
            if let Some((wanted, found)) = languages
                && !language_differs
            {
                let message =
                    format!("the language of {} is '{found}', not '{wanted}'", quote());
                self.report(codes::LANGUAGE_DIFFERS, message, Some(one), Some(other));
            }
            language_differs = languages.is_some();
        }
    }

    /// Compares how headings stand below each other. An edition may count levels anew, and
    /// begin with another number.
    fn compare_levels(&mut self, headings: &[PairedHeading<'_>]) {
        let levels_in_source = self.levels_by_words(headings);
        let (mut wanted, mut found) = (Vec::new(), Vec::new());
        // Chapters have the highest level, whether they are in a part or not; and above the
        // headings of a document, an edition may have its title.
        let words = &self.source.body.words;
        let beginnings = &self.source.metadata.beginnings;
        let document_of = |place: usize| {
            let start = headings[place].wanted.start;
            beginnings.partition_point(|one| {
                words.get(one.word).is_some_and(|word| word.start <= start)
            })
        };
        let begins = |place: usize| {
            let level = headings[place].found.setting.level;
            // A heading that calls itself a chapter is one wherever it stands.
            let is_named = is_keyword(&headings[place].found.text);
            document_of(place) != document_of(place - 1)
                || (self.edition.has_parts || is_named) && level == 1
        };
        let mut begin = 0;
        for end in 1..=headings.len() {
            if end == headings.len() || begins(end) {
                let chapter = &headings[begin..end];
                wanted.extend(find_depths(levels_in_source[begin..end].iter().copied()));
                found.extend(find_depths(
                    chapter.iter().map(|one| one.found.setting.level),
                ));
                begin = end;
            }
        }
        // One other level may change the depths of many headings below it.
        let differs = |place: &usize| {
            let is_lowest = headings[*place].found.setting.level >= DEEPEST_LEVEL;
            wanted[*place] != found[*place] && !is_lowest
        };
        let first = (0..headings.len()).find(differs);
        if let Some(place) = first {
            let PairedHeading { wanted, found } = &headings[place];
            let message = format!(
                "the heading at '{}' has another level below the ones before it",
                wanted.text
            );
            self.report(codes::LEVEL_DIFFERS, message, Some(wanted), Some(found));
            return;
        }
        // Below which heading of the source it is, does not tell how it is counted.
        let levels =
            |one: &PairedHeading<'_>| (one.wanted.setting.level, one.found.setting.level);
        // A chapter without a title stands for the level above its first heading.
        let mut before = 1;
        for pair in headings {
            let (wanted, found) = levels(pair);
            let skips = found > u8::saturating_add(before, 1) && found != wanted;
            before = found;
            if skips && !self.has_heading_before(pair.found) {
                let message =
                    format!("the heading at '{}' skips a level", pair.wanted.text);
                let PairedHeading { wanted, found } = pair;
                self.report(codes::LEVEL_DIFFERS, message, Some(wanted), Some(found));
            }
        }
    }

    /// The levels of headings in the source. A heading that calls itself a part has as its
    /// chapters the headings of its own level after it, and those that call themselves chapters.
    fn levels_by_words(&self, headings: &[PairedHeading<'_>]) -> Vec<u8> {
        let words = &self.source.body.words;
        let mut part = None;
        let mut levels = BTreeMap::new();
        for (at, word) in words.iter().enumerate() {
            let level = word.setting.level;
            if !word.setting.begins_block || level == 0 || level == NO_LEVEL {
                continue;
            }
            let line = words[at..].iter().take(WORDS_OF_NUMBER);
            let line: Vec<&str> = line.map(|word| word.text.as_str()).collect();
            let line = line.join(" ");
            let is_number = numbering(&line).is_some_and(|number| number.keyword);
            // A heading above it ends a part.
            part = part.filter(|part| *part <= level);
            let by_words = match (is_number.then(|| rank(&line)), part) {
                (Some(..=PART_RANK), _) => {
                    part = Some(level);
                    level
                }
                (Some(CHAPTER_RANK), Some(part)) if level >= part => part + 1,
                (_, Some(part)) if level == part => level + 1,
                _ => level,
            };
            levels.insert(word.start, by_words);
        }
        let level_of = |one: &PairedHeading<'_>| {
            let stated = one.wanted.setting.level;
            levels.get(&one.wanted.start).copied().unwrap_or(stated)
        };
        headings.iter().map(level_of).collect()
    }

    /// Whether the heading before a heading, which may be one that only the edition has, is at
    /// most a level above it.
    fn has_heading_before(&self, heading: &StreamWord) -> bool {
        let (words, places) = (&self.edition.body.words, &self.edition.heading_places);
        let next = |&place: &usize| {
            words.get(place).is_some_and(|word| word.start < heading.start)
        };
        let before = places.partition_point(next).checked_sub(1);
        let before = before.and_then(|before| words.get(places[before]));
        before.is_some_and(|before| {
            before.setting.level.saturating_add(1) >= heading.setting.level
        })
    }
}

/// Whether two tags name one language. A book may say more of it than its documents do.
fn is_same_language(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    let begin = long.get(..short.len());
    begin.is_some_and(|begin| begin.eq_ignore_ascii_case(short))
        && matches!(long.as_bytes().get(short.len()), None | Some(b'-'))
}

/// The depth of each heading among those around it, itself included.
fn find_depths(levels: impl Iterator<Item = u8>) -> Vec<usize> {
    let mut open: Vec<u8> = Vec::new();
    let depth = |level| {
        while open.last().is_some_and(|&last| last >= level) {
            open.pop();
        }
        open.push(level);
        open.len()
    };
    levels.map(depth).collect()
}
