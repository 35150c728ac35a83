//! Typewriter characters become those of a printed book.
//!
//! A typewriter has one apostrophe, one quotation mark and one dash. What each stands for is
//! decided over a whole paragraph: quotation marks are paired ([`quotes`]), and so are
//! hyphens that stand for dashes ([`dashes`]). A sign that may mean two things stays, and is
//! reported. Markdown is always set so, unless a person says `typography = "as-is"`; a raw
//! text only if it has no printed character at all, because the others are the habit of its
//! compositor.

mod capitals;
mod dashes;
mod fractions;
mod quotes;
mod superiors;
mod tally;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::inline::Inline;
use super::metadata::Metadata;
use super::passage::{Passage, Replacement, visit_lines_mut};
use super::source_traits::{UnknownTrait, parse_word, write_word};
use super::{Document, codes};
use crate::diagnostic::{Diagnostic, Severity};
use crate::text::language::Language;
use crate::text::span::Origin;

use dashes::DashStyle;
use tally::CharacterTally;

use quotes::QuoteStyle;
use superiors::OrdinalStyle;

/// What becomes of the characters of a typewriter: the key `typography` of `[book]` and of a
/// document's metadata block.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Typography {
    /// They become those of the language: `"` `'` `--` `...` become “ ” ’ — …
    Typographic,
    /// They stay.
    AsIs,
}

impl Typography {
    /// All settings, with the words of the key.
    pub const ALL: [(Self, &'static str); 2] =
        [(Self::Typographic, "typographic"), (Self::AsIs, "as-is")];
}

impl FromStr for Typography {
    type Err = UnknownTrait;

    fn from_str(word: &str) -> Result<Self, UnknownTrait> {
        parse_word(word, &Self::ALL)
    }
}

impl fmt::Display for Typography {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_word(self, &Self::ALL, f)
    }
}

/// Why a character is replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CharacterRule {
    /// A straight apostrophe between or beside letters.
    Apostrophe,
    /// A straight quotation mark.
    QuotationMark,
    /// Hyphens that stand for a dash.
    Dash,
    /// Three full stops.
    Ellipsis,
    /// A straight mark for minutes, seconds, feet or inches.
    Prime,
    /// A hyphen before a number below zero.
    Minus,
    /// Figures with a stroke after a whole number.
    Fraction,
}

impl CharacterRule {
    /// What the characters are called, one and several of them.
    fn name(self) -> [&'static str; 2] {
        match self {
            Self::Apostrophe => ["apostrophe", "apostrophes"],
            Self::QuotationMark => ["quotation mark", "quotation marks"],
            Self::Dash => ["dash", "dashes"],
            Self::Ellipsis => ["ellipsis", "ellipses"],
            Self::Prime => ["prime", "primes"],
            Self::Minus => ["minus sign", "minus signs"],
            Self::Fraction => ["fraction", "fractions"],
        }
    }
}

/// A character that is replaced, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct RuledReplacement {
    rule: CharacterRule,
    replacement: Replacement,
}

/// What was found in a passage.
#[derive(Debug, Default)]
struct PassageFindings {
    /// The characters that are replaced.
    replaced: Vec<RuledReplacement>,
    /// The bytes of signs whose meaning is not clear.
    unclear: Vec<usize>,
}

impl PassageFindings {
    /// Replaces some bytes.
    fn replace(
        &mut self,
        rule: CharacterRule,
        start: usize,
        length: usize,
        by: &'static str,
    ) {
        let replacement = Replacement { start, length, by };
        self.replaced.push(RuledReplacement { rule, replacement });
    }
}

/// Sets the typewriter characters of a document as those of its language, if a person or the
/// text itself asks for it, and reports how many. `is_raw` says that the document was
/// recovered from a raw text.
pub fn set_characters(
    document: &mut Document,
    stated: Option<Typography>,
    language: Option<&Language>,
    is_raw: bool,
) -> Vec<Diagnostic> {
    let tally = CharacterTally::of(document);
    let asked = match stated {
        Some(Typography::AsIs) => return Vec::new(),
        Some(Typography::Typographic) => true,
        None => !is_raw || tally.is_typewritten(),
    };
    if !asked {
        // The book may name the same people, and its names are set.
        let style = CharacterStyle::new(language, &CharacterTally::default());
        set_names(&mut document.metadata, &style);
        return report_kept(document, &tally, language).into_iter().collect();
    }
    let mut setter = CharacterSetter::new(CharacterStyle::new(language, &tally));
    visit_lines_mut(&mut document.blocks, &mut |lines, origin| {
        setter.set_lines(lines, origin);
    });
    let mut found: Vec<Diagnostic> = setter.report_counts().into_iter().collect();
    found.extend(setter.unclear.iter().map(report_unclear));
    set_metadata_with(&mut document.metadata, &setter.style);
    found
}

/// Gives the headings and the title of a document that are in full capitals the letters that
/// its text spells their words with, unless a person says that characters stay; reports it.
pub fn set_heading_capitals(
    document: &mut Document,
    stated: Option<Typography>,
    language: Option<&Language>,
) -> Option<Diagnostic> {
    if stated == Some(Typography::AsIs) {
        return None;
    }
    let unknown = Language::undetermined();
    let Document { metadata, blocks } = document;
    capitals::recase_headings(&mut metadata.title, blocks, language.unwrap_or(&unknown))
}

/// Sets the typewriter characters in the names and titles of a book.
#[must_use]
pub fn set_metadata(mut metadata: Metadata, language: Option<&Language>) -> Metadata {
    let style = CharacterStyle::new(language, &CharacterTally::default());
    set_metadata_with(&mut metadata, &style);
    metadata
}

/// Sets the typewriter characters of a title that stands alone.
#[must_use]
pub fn set_title(title: &str, language: Option<&Language>) -> String {
    let style = CharacterStyle::new(language, &CharacterTally::default());
    set_text(title, &style)
}

fn set_metadata_with(metadata: &mut Metadata, style: &CharacterStyle) {
    let texts = [
        &mut metadata.title,
        &mut metadata.short,
        &mut metadata.subtitle,
        &mut metadata.original_title,
        &mut metadata.edition,
        &mut metadata.description,
        &mut metadata.rights,
        &mut metadata.source,
    ];
    for text in texts.into_iter().flatten() {
        *text = set_text(text, style);
    }
    if let Some(series) = &mut metadata.series {
        series.name = set_text(&series.name, style);
    }
    set_names(metadata, style);
}

fn set_names(metadata: &mut Metadata, style: &CharacterStyle) {
    for person in metadata.authors.iter_mut().chain(&mut metadata.contributors) {
        person.name = set_text(&person.name, style);
    }
}

/// A text that is no part of a document, with its characters set.
fn set_text(text: &str, style: &CharacterStyle) -> String {
    let mut lines = [vec![Inline::Text(text.to_owned())]];
    let passage = Passage::of(&lines);
    let found = find_replacements(&passage, style);
    let replaced: Vec<Replacement> =
        found.replaced.iter().map(|one| one.replacement).collect();
    passage.replace(&replaced, &mut lines);
    match lines[0].pop() {
        Some(Inline::Text(text)) => text,
        _ => text.to_owned(),
    }
}

/// The characters of a language, or of a text that has its own.
#[derive(Debug, Clone, Copy)]
struct CharacterStyle {
    quotes: QuoteStyle,
    dashes: DashStyle,
    ordinals: Option<OrdinalStyle>,
}

impl CharacterStyle {
    fn new(language: Option<&Language>, tally: &CharacterTally) -> Self {
        let unknown = Language::undetermined();
        let language = language.unwrap_or(&unknown);
        Self {
            quotes: QuoteStyle::new(language, tally.printed_quotes()),
            dashes: DashStyle::new(language, tally),
            ordinals: OrdinalStyle::new(language),
        }
    }
}

/// Finds all characters of a passage that are replaced, in order.
fn find_replacements(passage: &Passage, style: &CharacterStyle) -> PassageFindings {
    let mut found = PassageFindings::default();
    let text = passage.text.as_str();
    // Most passages have nothing typed.
    if !text.contains(['"', '\'', '-', '/']) && !text.contains("...") {
        return found;
    }
    let addresses = find_addresses(text);
    dashes::find_dashes(text, &style.dashes, &mut found);
    dashes::find_ellipses(text, &mut found);
    fractions::find_fractions(text, &mut found);
    quotes::find_quotes(text, &style.quotes, &mut found);
    let is_free = |at: usize| {
        let next = addresses.partition_point(|one| one.end <= at);
        addresses.get(next).is_none_or(|one| at < one.start)
    };
    found.replaced.retain(|one| {
        let Replacement { start, length, .. } = one.replacement;
        is_free(start) && passage.is_in_one_text(&(start..start + length))
    });
    found.unclear.retain(|&at| is_free(at) && passage.is_in_one_text(&(at..at + 1)));
    found.replaced.sort_by_key(|one| one.replacement.start);
    found.unclear.sort_unstable();
    found
}

/// The bytes of web and mail addresses, whose characters are never replaced. Signs around an
/// address are no part of it.
fn find_addresses(text: &str) -> Vec<Range<usize>> {
    let is_address =
        |word: &str| word.contains("://") || word.contains("www.") || word.contains('@');
    let mut found = Vec::new();
    if !is_address(text) {
        return found;
    }
    let mut start = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        if is_address(word) {
            let after = word.trim_start_matches(AROUND_ADDRESSES);
            let address = after.trim_end().trim_end_matches(AROUND_ADDRESSES);
            let first = start + word.len() - after.len();
            found.push(first..first + address.len());
        }
        start += word.len();
    }
    found
}

/// Signs before and after an address that belong to the sentence.
const AROUND_ADDRESSES: [char; 9] = ['"', '\'', '(', ')', '[', ']', ',', ';', '.'];

/// Sets the characters of the lines of a document, one group after the other.
struct CharacterSetter {
    style: CharacterStyle,
    counts: BTreeMap<CharacterRule, usize>,
    /// Signs that are not clear: where they are, and the words around them.
    unclear: Vec<UnclearSign>,
}

/// A sign whose meaning is not clear.
struct UnclearSign {
    origin: Origin,
    words: String,
}

/// How many characters before and after an unclear sign are quoted.
const QUOTED: usize = 12;

impl CharacterSetter {
    fn new(style: CharacterStyle) -> Self {
        Self { style, counts: BTreeMap::new(), unclear: Vec::new() }
    }

    fn set_lines(&mut self, lines: &mut [Vec<Inline>], origin: Origin) {
        let passage = Passage::of(lines);
        let found = find_replacements(&passage, &self.style);
        for &at in &found.unclear {
            let words = quote_around(&passage.text, at);
            self.unclear.push(UnclearSign { origin, words });
        }
        let mut replaced = Vec::with_capacity(found.replaced.len());
        for one in found.replaced {
            *self.counts.entry(one.rule).or_default() += 1;
            replaced.push(one.replacement);
        }
        passage.replace(&replaced, lines);
        if let Some(ordinals) = self.style.ordinals {
            for line in lines {
                ordinals.raise_endings(line);
            }
        }
    }

    /// How many characters were replaced.
    fn count(&self) -> usize {
        self.counts.values().sum()
    }

    /// How many characters were replaced, by rule: `2 dashes, 1 ellipsis`.
    fn list_counts(&self) -> String {
        let counts = self.counts.iter().map(|(rule, &count)| {
            let [one, several] = rule.name();
            format!("{count} {}", if count == 1 { one } else { several })
        });
        counts.collect::<Vec<String>>().join(", ")
    }

    fn report_counts(&self) -> Option<Diagnostic> {
        if self.counts.is_empty() {
            return None;
        }
        let message = format!("set as printed characters: {}", self.list_counts());
        let found = Diagnostic::new(codes::CHARACTERS_SET, Severity::Note, message);
        Some(found.hint("typography = \"as-is\" keeps the characters as they are typed"))
    }
}

fn report_unclear(sign: &UnclearSign) -> Diagnostic {
    let message =
        format!("the meaning of a typed sign is not clear; it stays: '{}'", sign.words);
    Diagnostic::new(codes::CHARACTER_UNCLEAR, Severity::Note, message)
        .at(sign.origin)
        .hint("type the character that is meant: “ ” ‘ ’ « » — – ′ ″")
}

/// Reports the typewriter characters of a raw text that stay, because it has printed ones
/// too. It is a warning if most are typed: then the printed ones are the exception.
fn report_kept(
    document: &Document,
    tally: &CharacterTally,
    language: Option<&Language>,
) -> Option<Diagnostic> {
    let mut setter = CharacterSetter::new(CharacterStyle::new(language, tally));
    let mut copy = document.blocks.clone();
    visit_lines_mut(&mut copy, &mut |lines, origin| setter.set_lines(lines, origin));
    if setter.counts.is_empty() {
        return None;
    }
    let is_typed = setter.count() > tally.count_printed();
    let severity = if is_typed { Severity::Warning } else { Severity::Note };
    let message = format!(
        "typewriter characters stay as they are, because the text has printed ones, too: {}",
        setter.list_counts()
    );
    let found = Diagnostic::new(codes::CHARACTERS_KEPT, severity, message);
    Some(found.hint("typography = \"typographic\" sets them as those of the language"))
}

/// The words around a byte of a text.
fn quote_around(text: &str, at: usize) -> String {
    let before = text[..at].char_indices().rev().take(QUOTED).last();
    let start = before.map_or(at, |(start, _)| start);
    let after = text[at..].char_indices().take(QUOTED + 1).last();
    let end = after.map_or(at, |(end, c)| at + end + c.len_utf8());
    text[start..end].replace('\n', " ")
}
