//! What an edition shows besides its text: pictures, hidden words, running heads and folios,
//! the order of its pages.

use std::collections::{BTreeMap, BTreeSet};

use super::codes;
use super::reconcile::Reconciliation;
use super::setting::NO_LEVEL;
use super::source_metadata::letters_only;
use super::stream::{StreamWord, WordOwner};
use crate::text::numerals::words_after_number;

/// The fewest pages whose folios say how pages are counted.
const FEWEST_FOLIOS: usize = 3;

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StreamPicture {
    /// What it shows: the bytes of the file or of its samples, as a number. An edition has
    /// one, and a source the ones that editions may have.
    pub(super) prints: Vec<u64>,
    /// Its name in the source.
    pub(super) name: String,
    /// The words in its place, if there are any.
    pub(super) words: Option<String>,
    /// The index of its file in the edition.
    pub(super) file: usize,
}

/// Words that readers do not see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HiddenWords {
    /// The words.
    pub(super) text: String,
    /// Why nobody sees them.
    pub(super) cause: &'static str,
    /// The index of their file in the edition.
    pub(super) file: usize,
}

/// A line at the head or the foot of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageFurniture {
    /// Its text.
    pub(super) text: String,
    /// The page, from 0.
    pub(super) page: usize,
    /// Thousandths of a point from the bottom.
    pub(super) height: i64,
}

impl Reconciliation<'_> {
    /// Reports what readers do not see, or see elsewhere.
    pub(super) fn check_presentation(&mut self) {
        self.check_pictures();
        self.check_hidden_words();
        self.check_page_order();
        self.check_folios();
        self.check_heads();
        self.check_glyphs();
    }

    /// Each picture of the body is the one of the source, in its place and with its words.
    fn check_pictures(&mut self) {
        let (source, edition) = (self.source, self.edition);
        let wanted = &source.pictures;
        let found = &edition.pictures;
        if wanted.len() != found.len() {
            return;
        }
        let known: BTreeSet<u64> =
            wanted.iter().flat_map(|one| &one.prints).copied().collect();
        for (one, other) in wanted.iter().zip(found) {
            let place = StreamWord { file: other.file, ..StreamWord::default() };
            let words = (one.words.as_deref()).zip(other.words.as_deref());
            if let Some((wanted, found)) = words
                && collapse(wanted) != collapse(found)
            {
                let message =
                    format!("a picture is described as '{found}', not as '{wanted}'");
                self.report(codes::DESCRIPTION_LOST, message, None, Some(&place));
            }
            let is_own = other.prints.iter().any(|print| one.prints.contains(print));
            let is_of_another = other.prints.iter().any(|print| known.contains(print));
            if !is_own && is_of_another {
                let words = one.words.as_deref().unwrap_or_default();
                let message = format!("another picture is in the place of '{words}'");
                self.report(codes::PICTURE_DIFFERS, message, None, Some(&place));
            }
        }
    }

    fn check_hidden_words(&mut self) {
        let edition = self.edition;
        for HiddenWords { text, cause, file } in &edition.hidden {
            let words: Vec<&str> = text.split_whitespace().take(8).collect();
            let message = format!("nobody sees '{}': {cause}", words.join(" "));
            let place = StreamWord { file: *file, ..StreamWord::default() };
            self.report(codes::HIDDEN, message, None, Some(&place));
        }
        // A heading that only names a place in the contents is not in the source.
        let words = &edition.body.words;
        let known = self.body.same_runs().flat_map(|run| &words[run.edition]);
        let mut last = None;
        for word in known.filter(|word| word.owner == WordOwner::HiddenHeading) {
            if last.replace(word.file) != Some(word.file) {
                let message =
                    format!("nobody sees '{}': its heading is hidden", word.text);
                self.report(codes::HIDDEN, message, None, Some(word));
            }
        }
    }

    /// The text goes from page to page.
    fn check_page_order(&mut self) {
        let edition = self.edition;
        if edition.elements_off_pages > 0 {
            let message = "its structure names pages that it does not have".to_owned();
            self.report(codes::PAGES_DIFFER, message, None, None);
        }
        for pages in edition.page_order.windows(2).filter(|pages| pages[1] < pages[0]) {
            let message = format!(
                "the text goes on from page {} to page {}, which comes before it",
                pages[0] + 1,
                pages[1] + 1
            );
            let place = StreamWord { file: pages[1], ..StreamWord::default() };
            self.report(codes::PAGES_DIFFER, message, None, Some(&place));
        }
    }

    /// The folios count the pages.
    fn check_folios(&mut self) {
        let edition = self.edition;
        let folios: Vec<(&PageFurniture, Vec<usize>)> = edition
            .furniture
            .iter()
            .map(|line| (line, list_folios(&line.text)))
            .filter(|(_, folios)| !folios.is_empty())
            .collect();
        // The folio of the first page, from which all others are counted.
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for (line, folios) in &folios {
            for folio in folios {
                *counts.entry(find_first_folio(*folio, line.page)).or_default() += 1;
            }
        }
        // Of equal ones the least: the figures of a title may stand before all folios.
        let Some((&start, &count)) = counts.iter().rev().max_by_key(|(_, count)| **count)
        else {
            return;
        };
        let follows = |line: &PageFurniture, folios: &[usize]| {
            folios.iter().any(|folio| find_first_folio(*folio, line.page) == start)
        };
        if count < FEWEST_FOLIOS || 2 * count < folios.len() {
            return;
        }
        // At which heights folios that count the pages stand, and on which pages.
        let mut heights: BTreeMap<i64, usize> = BTreeMap::new();
        let mut pages = BTreeSet::new();
        for (line, _) in folios.iter().filter(|(line, folios)| follows(line, folios)) {
            *heights.entry(line.height).or_default() += 1;
            pages.insert(line.page);
        }
        let patterns = self.source.metadata.words.iter();
        let patterns: Vec<String> = patterns
            .map(|words| letters_only(&words.page_reference.replace("{}", "")))
            .collect();
        for (words, page) in &edition.page_references {
            let letters = letters_only(words);
            let digits: String = letters.chars().filter(char::is_ascii_digit).collect();
            let rest = letters.replace(|c: char| c.is_ascii_digit(), "");
            let number =
                digits.parse::<usize>().ok().filter(|number| *number < FOLIO_SHIFT);
            let number = number.filter(|_| patterns.contains(&rest));
            if number.is_some_and(|number| find_first_folio(number, *page) != start) {
                let message =
                    format!("the reference '{}' leads to another page", words.trim());
                let place = StreamWord { file: *page, ..StreamWord::default() };
                self.report(codes::PAGES_DIFFER, message, None, Some(&place));
            }
        }
        for (line, _) in folios.iter().filter(|(line, folios)| !follows(line, folios)) {
            let alike = heights.get(&line.height).copied().unwrap_or_default();
            if alike >= FEWEST_FOLIOS && !pages.contains(&line.page) {
                let message =
                    format!("the folio '{}' does not count the pages", line.text.trim());
                let place = StreamWord { file: line.page, ..StreamWord::default() };
                self.report(codes::PAGES_DIFFER, message, None, Some(&place));
            }
        }
    }

    /// A running head that is a heading is one whose text is on its page.
    fn check_heads(&mut self) {
        let edition = self.edition;
        let nested = self.find_nested_headings();
        // With the title under a number, which may stand in a head alone.
        let mut headings: Vec<([String; 2], usize, u8)> = Vec::new();
        for (heading, word) in edition.headings.iter().zip(&edition.heading_places) {
            if let Some(found) = edition.body.words.get(*word)
                && !nested.contains(word)
            {
                let letters = [
                    letters_only(heading),
                    letters_only(words_after_number(heading).unwrap_or(heading)),
                ];
                headings.push((letters, found.file, found.setting.level));
            }
        }
        if headings.is_empty() {
            return;
        }
        let named: Vec<String> = self.source.metadata.head_letters().collect();
        let mut wrong = Vec::new();
        for line in &edition.furniture {
            let letters = letters_only(&line.text);
            let bare = letters.trim_matches(|c: char| c.is_ascii_digit());
            if bare.is_empty() || named.iter().any(|one| one.starts_with(bare)) {
                continue;
            }
            let mut is_heading = false;
            let mut is_right = false;
            for (place, (forms, page, level)) in headings.iter().enumerate() {
                let is_form = |form: &String| form.starts_with(bare) || *form == letters;
                if !forms.iter().any(is_form) {
                    continue;
                }
                is_heading = true;
                let mut rest = headings[place + 1..].iter();
                let next =
                    rest.find(|(_, _, other)| other <= level).map(|(_, page, _)| *page);
                is_right |=
                    *page <= line.page && next.is_none_or(|next| line.page <= next);
            }
            if is_heading && !is_right {
                wrong.push(line);
            }
        }
        for line in wrong {
            let message =
                format!("the running head '{}' is that of other pages", line.text.trim());
            let place = StreamWord { file: line.page, ..StreamWord::default() };
            self.report(codes::HEAD_DIFFERS, message, None, Some(&place));
        }
    }

    /// The words of the edition, by their indices, that are in headings inside other blocks,
    /// such as a letter: no running head names these.
    fn find_nested_headings(&self) -> BTreeSet<usize> {
        let wanted = &self.source.body.words;
        let pairs = self.body.same_runs().flat_map(|run| run.source.zip(run.edition));
        let nested = pairs.filter(|(one, _)| wanted[*one].setting.level == NO_LEVEL);
        nested.map(|(_, other)| other).collect()
    }

    /// Glyphs show what their text says.
    fn check_glyphs(&mut self) {
        let edition = self.edition;
        for message in &edition.glyph_mismatches {
            self.report(codes::GLYPHS_DIFFER, message.clone(), None, None);
        }
    }
}

/// More than any book has pages: a folio is counted from it, so that none is below zero.
const FOLIO_SHIFT: usize = 1_000_000;

/// The folio that the first page has if a page, from 0, has this one.
fn find_first_folio(folio: usize, page: usize) -> usize {
    folio + FOLIO_SHIFT - page.min(FOLIO_SHIFT)
}

/// The numbers that may be the folio of a line.
fn list_folios(text: &str) -> Vec<usize> {
    let text = text.trim();
    let is_digit = |c: char| c.is_ascii_digit();
    let leading = &text[..text.len() - text.trim_start_matches(is_digit).len()];
    let trailing = &text[text.trim_end_matches(is_digit).len()..];
    if leading == text {
        return text
            .parse()
            .ok()
            .filter(|folio| *folio < FOLIO_SHIFT)
            .into_iter()
            .collect();
    }
    // A number at the end of the words may touch the folio, which begins with no zero.
    let leading = (1..=leading.len()).map(|end| &leading[..end]);
    let trailing = (0..trailing.len()).map(|start| &trailing[start..]);
    let digits = leading.chain(trailing).filter(|digits| !digits.starts_with('0'));
    let folios = digits.filter_map(|digits| digits.parse().ok());
    folios.filter(|folio| *folio < FOLIO_SHIFT).collect()
}

/// Words with single spaces.
fn collapse(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The number of some bytes, the same for the same bytes.
pub(super) fn fingerprint(bytes: impl std::io::Read) -> Option<u64> {
    let mut hash = Fnv(0xCBF2_9CE4_8422_2325);
    let mut bytes = bytes;
    std::io::copy(&mut bytes, &mut hash).ok()?;
    Some(hash.0)
}

/// A hash of bytes that are written (FNV-1a). Nobody gains by two pictures of one number.
struct Fnv(u64);

impl std::io::Write for Fnv {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::list_folios;

    #[test]
    fn figures_of_a_title_are_no_folio() {
        assert_eq!(list_folios("12"), [12]);
        assert_eq!(list_folios("The weir12"), [12, 2]);
        assert_eq!(list_folios("8The weir"), [8]);
        // The title ends in 2005, and the folio is 18.
        assert_eq!(list_folios("Of 200518"), [200_518, 518, 18, 8]);
    }
}
