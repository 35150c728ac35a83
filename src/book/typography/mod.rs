//! Typewriter characters become those of a printed book.
//!
//! A typewriter has one apostrophe, one quotation mark and one dash. What each stands for is
//! decided over a whole paragraph: quotation marks are paired ([`quotes`]), and so are
//! hyphens that stand for dashes ([`dashes`]). A sign that may mean two things stays, and is
//! reported. Markdown is always set so, unless a person says `typography = "as-is"`. In a raw
//! text, a kind of sign is set so if the text never has it printed: otherwise both are the
//! habit of its compositor. No compositor has two hyphens for a dash, nor a straight
//! apostrophe in a word.

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
use tally::{CharacterTally, TypedKinds};

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

impl RuledReplacement {
    /// Whether the sign, in its text, is of some kinds; without them it is.
    fn is_of(&self, kinds: Option<TypedKinds>, text: &str) -> bool {
        let Replacement { start, length, .. } = self.replacement;
        kinds.is_none_or(|kinds| kinds.has(self.rule, &text[start..start + length]))
    }
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
    let is_mixed = match stated {
        Some(Typography::AsIs) => return Vec::new(),
        Some(Typography::Typographic) => false,
        None => is_raw && !tally.is_typewritten(),
    };
    let mut setter = CharacterSetter::new(CharacterStyle::new(language, &tally));
    if is_mixed {
        setter.kinds = Some(tally.typed_kinds());
    }
    visit_lines_mut(&mut document.blocks, &mut |lines, origin| {
        setter.set_lines(lines, origin);
    });
    let mut found: Vec<Diagnostic> = setter.report_counts().into_iter().collect();
    if is_mixed {
        // The book may name the same people, and its names are set.
        let style = CharacterStyle::new(language, &CharacterTally::default());
        set_names(&mut document.metadata, &style);
        found.extend(setter.report_kept(&tally));
    } else {
        found.extend(setter.unclear.iter().map(report_unclear));
        set_names(&mut document.metadata, &setter.style);
    }
    set_titles(&mut document.metadata, &setter.style, setter.kinds);
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
    set_titles(&mut metadata, &style, None);
    set_names(&mut metadata, &style);
    metadata
}

/// Sets the typewriter characters of a title that stands alone.
#[must_use]
pub fn set_title(title: &str, language: Option<&Language>) -> String {
    let style = CharacterStyle::new(language, &CharacterTally::default());
    set_text(title, &style, None)
}

fn set_titles(
    metadata: &mut Metadata,
    style: &CharacterStyle,
    kinds: Option<TypedKinds>,
) {
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
        *text = set_text(text, style, kinds);
    }
    if let Some(series) = &mut metadata.series {
        series.name = set_text(&series.name, style, kinds);
    }
}

fn set_names(metadata: &mut Metadata, style: &CharacterStyle) {
    for person in metadata.authors.iter_mut().chain(&mut metadata.contributors) {
        person.name = set_text(&person.name, style, None);
    }
}

/// A text that is no part of a document, with its characters set.
fn set_text(text: &str, style: &CharacterStyle, kinds: Option<TypedKinds>) -> String {
    let mut lines = [vec![Inline::Text(text.to_owned())]];
    let passage = Passage::of(&lines);
    let found = find_replacements(&passage, style);
    let replaced = found.replaced.iter().filter(|one| one.is_of(kinds, text));
    let replaced: Vec<Replacement> = replaced.map(|one| one.replacement).collect();
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
    /// The kinds of signs that are set; all without it.
    kinds: Option<TypedKinds>,
    counts: BTreeMap<CharacterRule, usize>,
    /// How many signs of the other kinds there are.
    kept: BTreeMap<CharacterRule, usize>,
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
        let (counts, kept) = (BTreeMap::new(), BTreeMap::new());
        Self { style, kinds: None, counts, kept, unclear: Vec::new() }
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
            if !one.is_of(self.kinds, &passage.text) {
                *self.kept.entry(one.rule).or_default() += 1;
                continue;
            }
            *self.counts.entry(one.rule).or_default() += 1;
            replaced.push(one.replacement);
        }
        passage.replace(&replaced, lines);
        if let Some(ordinals) = self.style.ordinals.filter(|_| self.kinds.is_none()) {
            for line in lines {
                ordinals.raise_endings(line);
            }
        }
    }

    fn report_counts(&self) -> Option<Diagnostic> {
        if self.counts.is_empty() {
            return None;
        }
        let message = format!("set as printed characters: {}", list_counts(&self.counts));
        let found = Diagnostic::new(codes::CHARACTERS_SET, Severity::Note, message);
        Some(found.hint("typography = \"as-is\" keeps the characters as they are typed"))
    }

    /// Reports the typewriter characters of a raw text that stay, because it has printed ones
    /// of their kind. It is a warning if most are typed: then the printed ones are the
    /// exception.
    fn report_kept(&self, tally: &CharacterTally) -> Option<Diagnostic> {
        if self.kept.is_empty() {
            return None;
        }
        let is_typed = self.kept.values().sum::<usize>() > tally.count_printed();
        let severity = if is_typed { Severity::Warning } else { Severity::Note };
        let message = format!(
            "typewriter characters stay as they are, because the text has printed ones, too: {}",
            list_counts(&self.kept)
        );
        let found = Diagnostic::new(codes::CHARACTERS_KEPT, severity, message);
        let hint = "typography = \"typographic\" sets them as those of the language";
        Some(found.hint(hint))
    }
}

/// How many characters there are, by rule: `2 dashes, 1 ellipsis`.
fn list_counts(counts: &BTreeMap<CharacterRule, usize>) -> String {
    let counts = counts.iter().map(|(rule, &count)| {
        let [one, several] = rule.name();
        format!("{count} {}", if count == 1 { one } else { several })
    });
    counts.collect::<Vec<String>>().join(", ")
}

fn report_unclear(sign: &UnclearSign) -> Diagnostic {
    let message =
        format!("the meaning of a typed sign is not clear; it stays: '{}'", sign.words);
    Diagnostic::new(codes::CHARACTER_UNCLEAR, Severity::Note, message)
        .at(sign.origin)
        .hint("type the character that is meant: “ ” ‘ ’ « » — – ′ ″")
}

/// The words around a byte of a text.
fn quote_around(text: &str, at: usize) -> String {
    let before = text[..at].char_indices().rev().take(QUOTED).last();
    let start = before.map_or(at, |(start, _)| start);
    let after = text[at..].char_indices().take(QUOTED + 1).last();
    let end = after.map_or(at, |(end, c)| at + end + c.len_utf8());
    text[start..end].replace('\n', " ")
}
