//! What is known of the sources besides their text, such as titles and authors, and what an
//! edition may add because of that.

use std::collections::BTreeSet;

use super::customs::BEFORE_NAMES;
use crate::book::Document;
use crate::book::assemble::find_later_title;
use crate::book::block::Block;
use crate::book::matter::contents::write_plain_text;
use crate::book::matter::front::name_form;
use crate::book::matter::words::EditionWords;
use crate::book::metadata::{Contributor, EditionIsbn, LINE_END, Metadata};
use crate::text::language::Language;

/// The metadata of all sources.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SourceMetadata {
    /// What the title page must contain: title, subtitle, authors.
    pub(super) required: Vec<String>,
    /// What title page and imprint may contain: phrases of a language or of the book.
    pub(super) front: BTreeSet<String>,
    /// The titles of the book, its parts and its documents.
    pub(super) titles: BTreeSet<String>,
    /// Their titles for running heads.
    pub(super) short_titles: BTreeSet<String>,
    /// Their authors and contributors: each name, and all authors of a book as one phrase.
    pub(super) names: BTreeSet<String>,
    /// Where the documents begin.
    pub(super) beginnings: Vec<DocumentBeginning>,
    /// The heads and the captions of tables.
    pub(super) heads: Vec<String>,
    /// The descriptions of pictures.
    pub(super) pictures: Vec<String>,
    /// The words of the entries of the index.
    pub(super) index: Vec<String>,
    /// The localised words that an edition may add.
    pub(super) words: Vec<&'static EditionWords>,
}

/// Where a document begins, and what an edition may add above it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct DocumentBeginning {
    /// The index of its first word in the body.
    pub(super) word: usize,
    /// The lines above it: title of its part, its own title, subtitle, authors and date.
    pub(super) above: Vec<HeadingLine>,
    /// The title at the head of the text itself.
    pub(super) own: Option<String>,
}

/// A line above a document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct HeadingLine {
    /// Its text.
    pub(super) text: String,
    /// The edition must have it.
    pub(super) is_required: bool,
}

impl HeadingLine {
    fn required(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_required: true }
    }

    fn optional(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_required: false }
    }
}

/// A document that goes into an edition.
#[derive(Debug, Clone, Copy)]
pub struct AuditedDocument<'a> {
    /// The metadata of the book, which takes precedence over that of its documents.
    pub book: &'a Metadata,
    /// The document.
    pub document: &'a Document,
    /// The title of the part that begins with it.
    pub part: Option<&'a str>,
    /// The title that `book.toml` gives it.
    pub title: Option<&'a str>,
    /// The title for running heads that `book.toml` gives it.
    pub short: Option<&'a str>,
    /// It is the whole book, so that its metadata is the book's.
    pub alone: bool,
}

impl SourceMetadata {
    /// The titles and names that a running head may have, as letters.
    pub(super) fn head_letters(&self) -> impl Iterator<Item = String> {
        let Self { titles, short_titles, names, .. } = self;
        titles.iter().chain(short_titles).chain(names).map(|one| letters_only(one))
    }

    /// Allows an edition to repeat the heads of tables, and to say the words in place of
    /// pictures.
    pub(super) fn allow_repeats(
        &mut self,
        heads: Vec<String>,
        pictures: Vec<String>,
        index: Vec<String>,
    ) {
        self.heads.extend(heads);
        self.pictures.extend(pictures);
        self.index.extend(index);
    }

    /// Adds a document whose first word is the word `word` of the body.
    pub(super) fn add_document(&mut self, audited: AuditedDocument<'_>, word: usize) {
        let AuditedDocument { book, document, part, title, short, alone } = audited;
        let own = &document.metadata;
        let highest =
            |block: &&Block| matches!(block, Block::Heading(one) if one.level == 1);
        let names_the_book = document.blocks.first().iter().any(highest)
            && document.blocks.iter().filter(highest).count() == 1;
        let heading = match document.blocks.first() {
            Some(Block::Heading(heading)) => Some(write_plain_text(&heading.content)),
            _ => None,
        };
        let mut whole = if alone { book.clone().or(own.clone()) } else { book.clone() };
        if alone && whole.title.is_none() {
            whole.title = if names_the_book {
                heading.clone()
            } else {
                find_later_title(&document.blocks)
                    .map(|later| write_plain_text(&later.content))
            };
        }
        for language in [&whole.language, &own.language].into_iter().flatten() {
            self.add_words(Some(language));
        }
        if self.words.is_empty() {
            self.add_words(None);
        }
        self.add_book(&whole);
        let words =
            EditionWords::for_passage(own.language.as_ref(), whole.language.as_ref());
        let mut above = Vec::new();
        let is_in_text = |words: &str| {
            heading
                .as_deref()
                .is_some_and(|heading| letters_only(heading) == letters_only(words))
        };
        if let Some(part) = part {
            self.titles.insert(part.to_owned());
            above.push(HeadingLine::required(part));
        }
        if alone {
            let given = book.title.is_some().then_some(own.title.as_ref()).flatten();
            let differs = |title: &&String| {
                !is_in_text(title)
                    && whole
                        .title
                        .as_deref()
                        .is_some_and(|whole| letters_only(whole) != letters_only(title))
            };
            above.extend(given.filter(differs).map(HeadingLine::required));
            let title = whole.title.filter(|title| !is_in_text(title));
            above.extend(title.map(HeadingLine::optional));
        } else {
            let title = title.or(own.title.as_deref());
            let wanted = title.filter(|title| !is_in_text(title));
            above.extend(wanted.map(HeadingLine::required));
            above.extend(own.subtitle.iter().map(HeadingLine::optional));
            let names = if own.authors == book.authors {
                ""
            } else {
                &join_names(&own.authors, words)
            };
            if !names.is_empty() {
                above.push(HeadingLine::required(names));
            }
            above.extend(
                own.date.map(|date| HeadingLine::optional(words.format_date(date))),
            );
            self.names.extend(own.authors.iter().map(|one| one.name.clone()));
        }
        self.titles.extend(above.iter().map(|line| line.text.clone()));
        let short_titles = [short, own.short.as_deref()];
        self.short_titles.extend(short_titles.into_iter().flatten().map(str::to_owned));
        self.titles.extend(own.title.clone());
        self.beginnings.push(DocumentBeginning { word, above, own: heading });
    }

    /// Adds what one of several editions of the book has in its imprint.
    pub(super) fn add_edition(&mut self, edition: &Metadata) {
        let Metadata {
            edition, deposit, rights, identifier, isbn_epub, isbn_print, ..
        } = edition;
        let texts = [edition, deposit, rights, identifier, isbn_epub, isbn_print];
        self.front.extend(texts.into_iter().flatten().cloned());
        let rights = rights.iter().flat_map(|rights| rights.lines());
        self.front.extend(rights.map(str::to_owned));
    }

    /// Adds the words of a language.
    fn add_words(&mut self, language: Option<&Language>) {
        let words = EditionWords::for_language(language);
        if !self.words.contains(&words) {
            self.words.push(words);
        }
    }

    /// Adds the metadata of a book.
    fn add_book(&mut self, book: &Metadata) {
        let people = book.authors.iter().chain(&book.contributors);
        self.names.extend(people.map(|person| person.name.clone()));
        self.names
            .extend(self.words.iter().map(|words| join_names(&book.authors, words)));
        self.titles.extend(book.title.iter().chain(&book.subtitle).cloned());
        self.short_titles.extend(book.short.clone());
        // The information dictionary has one entry for both.
        if let (Some(title), Some(subtitle)) = (&book.title, &book.subtitle) {
            self.titles.insert(format!("{title}: {subtitle}"));
        }
        let mut wanted: Vec<String> =
            book.title.iter().chain(&book.subtitle).cloned().collect();
        wanted.extend(book.authors.iter().map(|author| author.name.clone()));
        wanted.retain(|words| !self.required.contains(words));
        self.required.extend(wanted);
        let texts = [
            &book.title,
            &book.subtitle,
            &book.original_title,
            &book.publisher,
            &book.place,
            &book.edition,
            &book.deposit,
            &book.rights,
            &book.source,
        ];
        let numbers = [&book.isbn_epub, &book.isbn_print, &book.identifier];
        self.front.extend(texts.into_iter().chain(numbers).flatten().cloned());
        let rights = book.rights.iter().flat_map(|rights| rights.lines());
        self.front.extend(rights.map(str::to_owned));
        // A title may be divided into lines.
        let lines = book.title.iter().flat_map(|title| title.split(LINE_END));
        self.front.extend(lines.map(str::to_owned));
        self.front.extend(self.names.iter().cloned());
        self.front.extend(["ISBN", "(EPUB)"].map(str::to_owned));
        for EditionIsbn { isbn, form } in &book.isbns {
            self.front.insert(isbn.clone());
            let forms = self.words.iter().map(|words| name_form(form, words));
            self.front.extend(forms.map(|form| format!("({form})")));
        }
        if let Some(series) = &book.series {
            self.front.insert(series.name.clone());
            self.front.extend(series.number.map(|number| number.to_string()));
        }
        if let Some(date) = book.date {
            let dates: Vec<String> =
                self.words.iter().map(|words| words.format_date(date)).collect();
            self.front.extend(dates);
            self.front.insert(date.year.to_string());
            self.front.insert(date.to_string());
        }
        let patterns = self.words.iter().flat_map(|words| {
            [
                words.translated_by,
                words.edited_by,
                words.introduced_by,
                words.illustrated_by,
                words.source,
                words.original_title,
                words.legal_deposit,
                words.cover,
                words.untitled,
                words.and,
                words.and_before_i,
            ]
        });
        self.front
            .extend(patterns.flat_map(|pattern| pattern.split("{}")).map(str::to_owned));
    }

    /// What a title page may consist of.
    pub(super) fn list_front(&self) -> impl Iterator<Item = &str> {
        self.front.iter().map(String::as_str).chain(BEFORE_NAMES)
    }

    /// The documents that begin at a word of the body.
    pub(super) fn beginnings_at(&self, word: usize) -> &[DocumentBeginning] {
        let first = self.beginnings.partition_point(|one| one.word < word);
        let end = self.beginnings.partition_point(|one| one.word <= word);
        &self.beginnings[first..end]
    }
}

impl DocumentBeginning {
    /// Strips the lines above the document from the head of some letters. Returns the rest,
    /// and the required lines that are missing.
    pub(super) fn strip_heading<'a>(&self, mut letters: &'a str) -> (&'a str, Vec<&str>) {
        let mut missing = Vec::new();
        for line in &self.above {
            match letters.strip_prefix(letters_only(&line.text).as_str()) {
                Some(rest) => letters = rest,
                None if line.is_required => missing.push(line.text.as_str()),
                None => {}
            }
        }
        (letters, missing)
    }
}

/// Letters and digits in lower case, by which titles are compared.
pub(super) fn letters_only(words: &str) -> String {
    let letters = words.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Whether letters can be composed of pieces.
pub(super) fn is_covered_by<'a>(
    letters: &str,
    pieces: impl IntoIterator<Item = &'a str>,
) -> bool {
    LetterPieces::new(pieces).can_compose(letters)
}

/// Pieces, letters only, that longer texts may be composed of.
pub(super) struct LetterPieces {
    pieces: BTreeSet<String>,
    /// The length of the longest, in bytes.
    longest: usize,
}

impl LetterPieces {
    /// Collects the letters of some words.
    pub(super) fn new<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        let pieces: BTreeSet<String> = words.into_iter().map(letters_only).collect();
        let longest = pieces.iter().map(String::len).max().unwrap_or_default();
        Self { pieces, longest }
    }

    /// Whether letters are one of the pieces.
    pub(super) fn has(&self, letters: &str) -> bool {
        self.pieces.contains(letters)
    }

    /// Whether letters can be composed of the pieces.
    pub(super) fn can_compose(&self, letters: &str) -> bool {
        let mut reached = vec![false; letters.len() + 1];
        reached[0] = true;
        for at in 0..letters.len() {
            if !reached[at] {
                continue;
            }
            let last = letters.len().min(at + self.longest);
            for (end, reached) in
                reached.iter_mut().enumerate().take(last + 1).skip(at + 1)
            {
                let piece = letters.get(at..end);
                *reached |= piece.is_some_and(|piece| self.pieces.contains(piece));
            }
        }
        reached[letters.len()]
    }
}

/// Several names as one phrase.
fn join_names(people: &[Contributor], words: &EditionWords) -> String {
    let names: Vec<&str> = people.iter().map(|person| person.name.as_str()).collect();
    words.join_names(&names)
}
