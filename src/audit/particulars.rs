//! What is known of the sources besides their words: what they are called, who wrote
//! them; and what an edition may say by itself because of that.

use std::collections::BTreeSet;

use super::stream::Streams;
use crate::book::Document;
use crate::book::block::Block;
use crate::book::matter::contents::plain;
use crate::book::matter::words::EditionWords;
use crate::book::metadata::{Contributor, Metadata};
use crate::text::language::Language;

/// The particulars of all sources.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SourceMetadata {
    /// What the title page has to say: title, subtitle, authors.
    pub(super) wanted: Vec<String>,
    /// What title page and imprint may say, word by word of a language or of the book.
    pub(super) front: BTreeSet<String>,
    /// Titles of the book, of its parts and of the documents.
    pub(super) titles: BTreeSet<String>,
    /// Who made them: each name, and those of all authors of a book as one phrase.
    pub(super) names: BTreeSet<String>,
    /// Where the documents begin.
    pub(super) beginnings: Vec<DocumentBeginning>,
    /// The heads of tables.
    pub(super) heads: Vec<String>,
    /// What an edition says for the pictures of the documents.
    pub(super) pictures: Vec<String>,
    /// The words that an edition may say by itself.
    pub(super) words: Vec<&'static EditionWords>,
}

/// Where a document begins, and what an edition may say above it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct DocumentBeginning {
    /// Its first word, by place in the body.
    pub(super) word: usize,
    /// Title of its part, its own, subtitle, authors, date: those that there are, each
    /// with whether it has to be said.
    pub(super) above: Vec<(String, bool)>,
    /// The title that the text itself has at its head.
    pub(super) own: Option<String>,
}

/// A document on its way into an edition.
#[derive(Debug, Clone, Copy)]
pub struct AuditedDocument<'a> {
    /// The particulars of the book, which win over those of its documents.
    pub book: &'a Metadata,
    /// The document.
    pub document: &'a Document,
    /// The title of the part that begins with it.
    pub part: Option<&'a str>,
    /// The title that is given to it.
    pub title: Option<&'a str>,
    /// It is the whole book, so its particulars are the book's.
    pub alone: bool,
}

impl Streams {
    /// Begins a document of the sources; its words come next.
    pub fn begin(&mut self, contribution: AuditedDocument<'_>) {
        let AuditedDocument { book, document, part, title, alone } = contribution;
        let own = &document.metadata;
        let known = &mut self.particulars;
        let highest =
            |block: &&Block| matches!(block, Block::Heading(one) if one.level == 1);
        let names_the_book = document.blocks.first().iter().any(highest)
            && document.blocks.iter().filter(highest).count() == 1;
        let heading = match document.blocks.first() {
            Some(Block::Heading(heading)) => Some(plain(&heading.content)),
            _ => None,
        };
        let mut whole = if alone { book.clone().or(own.clone()) } else { book.clone() };
        if alone && whole.title.is_none() && names_the_book {
            whole.title.clone_from(&heading);
        }
        for language in [&whole.language, &own.language].into_iter().flatten() {
            known.add_words(Some(language));
        }
        if known.words.is_empty() {
            known.add_words(None);
        }
        known.add_book(&whole);
        let words =
            EditionWords::for_passage(own.language.as_ref(), whole.language.as_ref());
        let mut above = Vec::new();
        let is_said = |words: &str| {
            heading
                .as_deref()
                .is_some_and(|said| letters_only(said) == letters_only(words))
        };
        if let Some(part) = part {
            known.titles.insert(part.to_owned());
            above.push((part.to_owned(), true));
        }
        if alone {
            let given = book.title.is_some().then_some(own.title.as_ref()).flatten();
            let differs = |title: &&String| {
                !is_said(title)
                    && whole
                        .title
                        .as_deref()
                        .is_some_and(|whole| letters_only(whole) != letters_only(title))
            };
            above.extend(given.filter(differs).map(|title| (title.clone(), true)));
            let title = whole.title.filter(|title| !is_said(title));
            above.extend(title.map(|title| (title, false)));
        } else {
            let title = title.or(own.title.as_deref());
            let wanted = title.filter(|title| !is_said(title));
            above.extend(wanted.map(|title| (title.to_owned(), true)));
            above.extend(own.subtitle.iter().map(|words| (words.clone(), false)));
            let names = if own.authors == book.authors {
                ""
            } else {
                &join_names(&own.authors, words)
            };
            if !names.is_empty() {
                above.push((names.to_owned(), true));
            }
            above.extend(own.date.map(|date| (words.format_date(date), false)));
            known.names.extend(own.authors.iter().map(|one| one.name.clone()));
        }
        known.titles.extend(above.iter().map(|(words, _)| words.clone()));
        known.titles.extend(own.title.clone());
        known.beginnings.push(DocumentBeginning {
            word: self.body.words.len(),
            above,
            own: heading,
        });
    }
}

impl SourceMetadata {
    /// Takes in the words that editions in a language say by themselves.
    fn add_words(&mut self, language: Option<&Language>) {
        let words = EditionWords::for_language(language);
        if !self.words.contains(&words) {
            self.words.push(words);
        }
    }

    /// Takes in the particulars of a book.
    fn add_book(&mut self, book: &Metadata) {
        let people = book.authors.iter().chain(&book.contributors);
        self.names.extend(people.map(|person| person.name.clone()));
        self.names
            .extend(self.words.iter().map(|words| join_names(&book.authors, words)));
        self.titles.extend(book.title.iter().chain(&book.subtitle).cloned());
        // Information dictionaries have one line for both.
        if let (Some(title), Some(subtitle)) = (&book.title, &book.subtitle) {
            self.titles.insert(format!("{title}: {subtitle}"));
        }
        let mut wanted: Vec<String> =
            book.title.iter().chain(&book.subtitle).cloned().collect();
        wanted.extend(book.authors.iter().map(|author| author.name.clone()));
        wanted.retain(|words| !self.wanted.contains(words));
        self.wanted.extend(wanted);
        let texts =
            [&book.title, &book.subtitle, &book.publisher, &book.rights, &book.source];
        let numbers = [&book.isbn_epub, &book.isbn_print, &book.identifier];
        self.front.extend(texts.into_iter().chain(numbers).flatten().cloned());
        self.front.extend(self.names.iter().cloned());
        self.front.extend(["ISBN".to_owned()]);
        if let Some(series) = &book.series {
            self.front.insert(series.name.clone());
            self.front.extend(series.number.map(|number| number.to_string()));
        }
        if let Some(date) = book.date {
            let said: Vec<String> =
                self.words.iter().map(|words| words.format_date(date)).collect();
            self.front.extend(said);
            self.front.insert(date.year.to_string());
        }
        let patterns = self.words.iter().flat_map(|words| {
            [
                words.translated_by,
                words.edited_by,
                words.introduced_by,
                words.illustrated_by,
                words.source,
                words.cover,
                words.untitled,
                words.and,
                words.and_before_i,
            ]
        });
        self.front
            .extend(patterns.flat_map(|pattern| pattern.split("{}")).map(str::to_owned));
    }

    /// The beginnings at a word of the body.
    pub(super) fn at(&self, word: usize) -> &[DocumentBeginning] {
        let first = self.beginnings.partition_point(|one| one.word < word);
        let end = self.beginnings.partition_point(|one| one.word <= word);
        &self.beginnings[first..end]
    }
}

impl DocumentBeginning {
    /// What is left of some letters when those of what may stand above the document are
    /// taken from their head, and what of that was missing.
    pub(super) fn strip_heading<'a>(&self, mut said: &'a str) -> (&'a str, Vec<&str>) {
        let mut missing = Vec::new();
        for (words, has_to) in &self.above {
            match said.strip_prefix(letters_only(words).as_str()) {
                Some(rest) => said = rest,
                None if *has_to => missing.push(words.as_str()),
                None => {}
            }
        }
        (said, missing)
    }
}

/// Letters and figures, in small letters: what titles are compared by.
pub(super) fn letters_only(words: &str) -> String {
    let letters = words.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Whether some letters can be put together from pieces.
pub(super) fn is_covered_by<'a>(
    said: &str,
    pieces: impl IntoIterator<Item = &'a str>,
) -> bool {
    let pieces: Vec<String> =
        pieces.into_iter().map(letters_only).filter(|piece| !piece.is_empty()).collect();
    let mut reached = vec![false; said.len() + 1];
    reached[0] = true;
    for at in 0..said.len() {
        if reached[at] {
            for piece in pieces.iter().filter(|piece| said[at..].starts_with(*piece)) {
                reached[at + piece.len()] = true;
            }
        }
    }
    reached[said.len()]
}

/// Several names as one phrase.
fn join_names(people: &[Contributor], words: &EditionWords) -> String {
    let names: Vec<&str> = people.iter().map(|person| person.name.as_str()).collect();
    words.join_names(&names)
}
