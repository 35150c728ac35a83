//! The metadata block at the beginning of a document: YAML between two `---` lines.

use std::fmt::Write as _;
use std::ops::Range;

use saphyr::{LoadableYamlNode, MarkedYaml, Scalar, YamlData};

use super::read::LineIndex;
use crate::book::codes;
use crate::book::metadata::{BookSeries, Contributor, Metadata, format_isbn};
use crate::book::relator::Relator;
use crate::diagnostic::{Code, Diagnostic, Severity, Warned};
use crate::text::language::Language;
use crate::text::letters::is_blank;
use crate::text::span::FileId;
use crate::text::spelling::nearest_word;

/// The keys that a document's block may have: those of `[book]` that describe a text.
pub const KEYS: [&str; 21] = [
    "title",
    "short",
    "subtitle",
    "original-title",
    "authors",
    "contributors",
    "language",
    "date",
    "publisher",
    "place",
    "edition",
    "deposit",
    "isbn",
    "identifier",
    "description",
    "rights",
    "source",
    "series",
    "source-form",
    "source-notes",
    "typography",
];

/// Keys that pandoc and others use, each with our key.
const SYNONYMS: [(&str, &str); 2] = [("author", "authors"), ("lang", "language")];

/// The longest block that is parsed as YAML, in bytes. A longer one is read line by line:
/// no description of a book is that long, and a recursive parser needs a bound on untrusted
/// input.
const LONGEST: usize = 64 * 1024;

/// Finds the metadata block of a text: its bytes, and where the text after it begins.
///
/// A block must begin with a line that looks like a key: a scene break at the beginning of
/// a text is not a metadata block. A block that is not closed ends at its first blank line,
/// if it begins with a known key.
pub(super) fn split_metadata(text: &str) -> Option<(Range<usize>, usize)> {
    let mut lines = text.split_inclusive('\n');
    let opening = lines.next().filter(|line| line.trim_end() == "---")?;
    let mut end = opening.len();
    let mut seen_key = false;
    let mut blank = None;
    for line in lines {
        let content = line.trim_end();
        if content == "---" || content == "..." {
            return Some((opening.len()..end, end + line.len()));
        }
        seen_key |= split_key(content).is_some();
        if !seen_key && !content.is_empty() && !content.starts_with('#') {
            return None;
        }
        if seen_key && content.is_empty() {
            blank.get_or_insert(end);
        }
        end += line.len();
    }
    let first = text[opening.len()..].lines().next().and_then(split_key);
    let end = blank.unwrap_or(end);
    first.is_some_and(|(key, _)| KEYS.contains(&key)).then_some((opening.len()..end, end))
}

/// Reads the metadata block at the beginning of a raw text, and gives the byte where the
/// text after it begins. The block must be closed and begin with a known key: a raw text may
/// have anything between two rules.
pub(crate) fn read_leading_metadata(
    text: &str,
    file: FileId,
) -> Option<(Warned<Metadata>, usize)> {
    let (block, after) = split_metadata(text)?;
    let first = text[block.clone()].lines().next().and_then(split_key);
    let is_known = first.is_some_and(|(key, _)| KEYS.contains(&resolve_synonym(key)));
    if !is_known || after == block.end {
        return None;
    }
    Some((read_metadata(text, block, &LineIndex::new(text, file)), after))
}

/// Splits a line into a key and the value after the colon.
fn split_key(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let is_key = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let ends = value.is_empty() || value.starts_with([' ', '\t']);
    (ends && !key.is_empty() && key.chars().all(is_key)).then_some((key, value.trim()))
}

/// Reads the block that [`split_metadata`] found.
pub(super) fn read_metadata(
    text: &str,
    block: Range<usize>,
    places: &LineIndex<'_>,
) -> Warned<Metadata> {
    let mut reader = MetadataReader {
        yaml: &text[block.clone()],
        start: block.start,
        closed: text[block.end..].starts_with(['-', '.']),
        places,
        found: Warned::default(),
    };
    reader.read();
    reader.found
}

/// Reads fields that are no YAML: the name and the value of each, and where it is.
pub(super) fn read_fields(
    fields: impl Iterator<Item = (&'static str, String, MetadataOffset)>,
    places: &LineIndex<'_>,
) -> Warned<Metadata> {
    let found = Warned::default();
    let mut reader = MetadataReader { yaml: "", start: 0, closed: true, places, found };
    for (name, value, place) in fields {
        reader.set_field(name, value, place);
    }
    reader.found
}

/// The byte of the whole text at which a value begins.
pub(super) type MetadataOffset = usize;

struct MetadataReader<'a> {
    yaml: &'a str,
    /// Where the block begins in the text.
    start: usize,
    /// A `---` line closes it.
    closed: bool,
    places: &'a LineIndex<'a>,
    found: Warned<Metadata>,
}

impl MetadataReader<'_> {
    fn read(&mut self) {
        if !self.closed {
            self.warn(codes::METADATA_SYNTAX, 0, "no line '---' closes the metadata block; it ends at its first blank line");
        }
        if self.yaml.len() > LONGEST || has_deep_line(self.yaml) {
            self.warn(codes::METADATA_SYNTAX, self.start, "the metadata block is too long or too deeply nested for YAML; it was read line by line");
            return self.read_lines();
        }
        match MarkedYaml::load_from_str(self.yaml) {
            Err(error) => {
                let place = self.offset_of(error.marker());
                self.warn(
                    codes::METADATA_SYNTAX,
                    place,
                    format!(
                        "the metadata block is not valid YAML ({}); it was read line by line",
                        error.info()
                    ),
                );
                self.read_lines();
            }
            Ok(documents) => {
                if let Some(YamlData::Mapping(mapping)) =
                    documents.first().map(|document| &document.data)
                {
                    for (key, value) in mapping {
                        let place = self.offset_of(&key.span.start);
                        if let Some(name) = self.scalar_text(key) {
                            self.read_field(&name, value, place);
                        }
                    }
                }
            }
        }
    }

    fn read_field(&mut self, name: &str, node: &MarkedYaml<'_>, place: MetadataOffset) {
        match resolve_synonym(name) {
            "authors" => self.found.value.authors = self.read_contributors(name, node),
            "contributors" => {
                self.found.value.contributors = self.read_contributors(name, node);
            }
            "isbn" if node.is_mapping() => {
                for (key, value) in self.entries(node) {
                    match key.as_str() {
                        "epub" | "print" => {
                            self.read_text_field(&format!("isbn {key}"), value, place);
                        }
                        _ => self.warn_unknown_key(&key, &["epub", "print"], place),
                    }
                }
            }
            "series" if node.is_mapping() => {
                let mut series = BookSeries::default();
                for (key, value) in self.entries(node) {
                    let text = self.scalar_text(value).unwrap_or_default();
                    match key.as_str() {
                        "name" => series.name = text,
                        "number" => match text.parse() {
                            Ok(number) => series.number = Some(number),
                            Err(_) => {
                                self.warn_wrong_value(
                                    "number",
                                    &text,
                                    "a whole number",
                                    place,
                                );
                            }
                        },
                        _ => self.warn_unknown_key(&key, &["name", "number"], place),
                    }
                }
                self.found.value.series = Some(series);
            }
            _ => self.read_text_field(name, node, place),
        }
    }

    /// Reads a field whose value is a single string.
    fn read_text_field(
        &mut self,
        name: &str,
        node: &MarkedYaml<'_>,
        place: MetadataOffset,
    ) {
        match self.scalar_text(node) {
            Some(value) => self.set_field(name, value, place),
            None => {
                self.warn_wrong_value(name, "a list or table", "a single text", place);
            }
        }
    }

    fn set_field(&mut self, name: &str, value: String, place: MetadataOffset) {
        if is_blank(&value) {
            return;
        }
        let metadata = &mut self.found.value;
        let field = match resolve_synonym(name) {
            "title" => &mut metadata.title,
            "short" => &mut metadata.short,
            "subtitle" => &mut metadata.subtitle,
            "original-title" => &mut metadata.original_title,
            "publisher" => &mut metadata.publisher,
            "place" => &mut metadata.place,
            "edition" => &mut metadata.edition,
            "deposit" => &mut metadata.deposit,
            "identifier" => &mut metadata.identifier,
            "description" => &mut metadata.description,
            "rights" => &mut metadata.rights,
            "source" => &mut metadata.source,
            "authors" => {
                metadata.authors.push(Contributor::named(value));
                return;
            }
            "contributors" => {
                metadata.contributors.push(Contributor::named(value));
                return;
            }
            "series" => {
                metadata.series = Some(BookSeries { name: value, number: None });
                return;
            }
            "language" => {
                match value.trim().parse() {
                    Ok(language) => metadata.language = Some(language),
                    Err(error) => self.warn_invalid_value(name, &error, place),
                }
                return;
            }
            "date" => {
                match value.trim().parse() {
                    Ok(date) => metadata.date = Some(date),
                    Err(error) => self.warn_invalid_value(name, &error, place),
                }
                return;
            }
            "source-form" => {
                match value.parse() {
                    Ok(form) => metadata.source_traits.form = Some(form),
                    Err(error) => self.warn_invalid_value(name, &error, place),
                }
                return;
            }
            "source-notes" => {
                match value.parse() {
                    Ok(notes) => metadata.source_traits.notes = Some(notes),
                    Err(error) => self.warn_invalid_value(name, &error, place),
                }
                return;
            }
            "typography" => {
                match value.parse() {
                    Ok(typography) => metadata.typography = Some(typography),
                    Err(error) => self.warn_invalid_value(name, &error, place),
                }
                return;
            }
            "isbn" | "isbn epub" | "isbn print" => {
                match format_isbn(&value) {
                    Ok(number) if name == "isbn print" => {
                        metadata.isbn_print = Some(number);
                    }
                    Ok(number) => metadata.isbn_epub = Some(number),
                    Err(error) => self.warn_invalid_value(name, &error, place),
                }
                return;
            }
            _ => return self.warn_unknown_key(name, &KEYS, place),
        };
        *field = Some(value);
    }

    fn read_contributors(
        &mut self,
        name: &str,
        node: &MarkedYaml<'_>,
    ) -> Vec<Contributor> {
        match &node.data {
            YamlData::Sequence(list) => {
                list.iter().filter_map(|one| self.read_contributor(name, one)).collect()
            }
            _ => self.read_contributor(name, node).into_iter().collect(),
        }
    }

    fn read_contributor(
        &mut self,
        name: &str,
        node: &MarkedYaml<'_>,
    ) -> Option<Contributor> {
        let place = self.offset_of(&node.span.start);
        let mut contributor = Contributor::default();
        if node.is_mapping() {
            for (key, value) in self.entries(node) {
                let text = self.scalar_text(value).unwrap_or_default();
                match key.as_str() {
                    "name" => contributor.name = text,
                    "sort" => contributor.sort = Some(text),
                    "role" => match text.parse() {
                        Ok(role) => contributor.role = Some(role),
                        Err(error) => self.warn_invalid_value("role", &error, place),
                    },
                    _ => self.warn_unknown_key(&key, &["name", "sort", "role"], place),
                }
            }
        } else {
            contributor.name = self.scalar_text(node).unwrap_or_default();
        }
        if is_blank(&contributor.name) {
            self.warn_wrong_value(
                name,
                "without a name",
                "names, or tables with a name",
                place,
            );
            return None;
        }
        Some(contributor)
    }

    /// The keys and values of a mapping.
    fn entries<'n>(&self, node: &'n MarkedYaml<'n>) -> Vec<(String, &'n MarkedYaml<'n>)> {
        let YamlData::Mapping(mapping) = &node.data else { return Vec::new() };
        let named = |(key, value)| Some((self.scalar_text(key)?, value));
        mapping.iter().filter_map(named).collect()
    }

    /// The string of a scalar. Numbers and dates are taken as typed: `title: 1984` is a
    /// title, and ISBNs and years keep their zeros.
    fn scalar_text(&self, node: &MarkedYaml<'_>) -> Option<String> {
        match &node.data {
            YamlData::Representation(text, ..)
            | YamlData::Value(Scalar::String(text)) => Some(text.clone().into_owned()),
            YamlData::Value(Scalar::Null) => Some(String::new()),
            YamlData::Value(_) => {
                let (start, end) = (node.span.start.index(), node.span.end.index());
                let typed = self.yaml.chars().skip(start);
                let typed: String = typed.take(end.saturating_sub(start)).collect();
                Some(typed.trim().to_owned())
            }
            YamlData::Tagged(_, inner) => self.scalar_text(inner),
            YamlData::Sequence(_)
            | YamlData::Mapping(_)
            | YamlData::Alias(_)
            | YamlData::BadValue => None,
        }
    }

    /// Reads a block that is not valid YAML: those of its lines that are a key and a value.
    fn read_lines(&mut self) {
        let mut place = self.start;
        // A key whose values are list items below it.
        let mut list = "";
        for line in self.yaml.split_inclusive('\n') {
            if let Some((key, value)) = split_key(line.trim_end()) {
                list = if value.is_empty() { key } else { "" };
                self.set_field(key, strip_quotes(value).to_owned(), place);
            } else if let Some(item) =
                line.trim().strip_prefix("- ").filter(|_| !list.is_empty())
            {
                self.set_field(list, strip_quotes(item.trim()).to_owned(), place);
            } else if !line.trim().is_empty() && !line.starts_with('#') {
                let message = format!(
                    "the metadata line '{}' is not 'key: value'; it was left out",
                    line.trim()
                );
                self.warn(codes::METADATA_SYNTAX, place, message);
            }
            place += line.len();
        }
    }

    fn offset_of(&self, marker: &saphyr::Marker) -> MetadataOffset {
        let before = self.yaml.chars().take(marker.index()).map(char::len_utf8);
        self.start + before.sum::<usize>()
    }

    fn warn_unknown_key(&mut self, key: &str, known: &[&str], place: MetadataOffset) {
        let near = nearest_word(key, known);
        let hint = match near {
            Some(near) => format!("did you mean '{near}'?"),
            None => format!("the known keys are {}", known.join(", ")),
        };
        let message = format!("unknown metadata key '{key}'; it was left out");
        self.warn(codes::METADATA_KEY, place, message);
        if let Some(last) = self.found.diagnostics.last_mut() {
            last.hints.push(hint);
        }
    }

    fn warn_wrong_value(
        &mut self,
        key: &str,
        found: &str,
        wanted: &str,
        place: MetadataOffset,
    ) {
        let message =
            format!("'{key}' is {found}, but should be {wanted}; it was left out");
        self.warn(codes::METADATA_VALUE, place, message);
    }

    fn warn_invalid_value(
        &mut self,
        key: &str,
        error: &dyn std::error::Error,
        place: MetadataOffset,
    ) {
        let message = format!("'{key}' was left out: {error}");
        self.warn(codes::METADATA_VALUE, place, message);
    }

    fn warn(&mut self, code: Code, place: MetadataOffset, message: impl Into<String>) {
        let span = self.places.line_at(place);
        self.found
            .diagnostics
            .push(Diagnostic::new(code, Severity::Warning, message).at(span));
    }
}

/// The key that a synonym replaces; any other name as it is.
fn resolve_synonym(key: &str) -> &str {
    let synonym = SYNONYMS.iter().find(|(synonym, _)| *synonym == key);
    synonym.map_or(key, |(_, name)| name)
}

/// Whether a line opens more nested collections than any real block does. A level costs only
/// a byte or two, so a short line could exhaust the stack of the parser.
fn has_deep_line(yaml: &str) -> bool {
    yaml.lines().any(|line| {
        line.split_whitespace()
            .take_while(|word| matches!(*word, "-" | "?" | ":"))
            .count()
            > 4
    })
}

fn strip_quotes(value: &str) -> &str {
    let inner = |quote| value.strip_prefix(quote).and_then(|v| v.strip_suffix(quote));
    inner('"').or_else(|| inner('\'')).unwrap_or(value)
}

/// Writes a metadata block, without a line end after it; `None` if there is no metadata.
pub(super) fn write_metadata(metadata: &Metadata) -> Option<String> {
    let mut block = String::from("---\n");
    let empty = block.len();
    write_field(&mut block, "title", metadata.title.as_deref());
    write_field(&mut block, "short", metadata.short.as_deref());
    write_field(&mut block, "subtitle", metadata.subtitle.as_deref());
    write_field(&mut block, "original-title", metadata.original_title.as_deref());
    write_contributors(&mut block, "authors", &metadata.authors);
    write_contributors(&mut block, "contributors", &metadata.contributors);
    write_field(&mut block, "language", metadata.language.as_ref().map(Language::as_str));
    // A date needs no quotation marks: the reader takes it as typed.
    if let Some(date) = metadata.date {
        let _ = writeln!(block, "date: {date}");
    }
    write_field(&mut block, "publisher", metadata.publisher.as_deref());
    write_field(&mut block, "place", metadata.place.as_deref());
    write_field(&mut block, "edition", metadata.edition.as_deref());
    write_field(&mut block, "deposit", metadata.deposit.as_deref());
    if metadata.isbn_epub.is_some() || metadata.isbn_print.is_some() {
        block.push_str("isbn:\n");
        write_field(&mut block, "  epub", metadata.isbn_epub.as_deref());
        write_field(&mut block, "  print", metadata.isbn_print.as_deref());
    }
    write_field(&mut block, "identifier", metadata.identifier.as_deref());
    write_field(&mut block, "description", metadata.description.as_deref());
    write_field(&mut block, "rights", metadata.rights.as_deref());
    write_field(&mut block, "source", metadata.source.as_deref());
    if let Some(series) = &metadata.series {
        block.push_str("series:\n");
        write_field(&mut block, "  name", Some(&series.name));
        if let Some(number) = series.number {
            let _ = writeln!(block, "  number: {number}");
        }
    }
    let typography = metadata.typography.map(|typography| typography.to_string());
    write_field(&mut block, "typography", typography.as_deref());
    (block.len() > empty).then(|| block + "---")
}

fn write_field(block: &mut String, key: &str, value: Option<&str>) {
    if let Some(value) = value {
        let _ = writeln!(block, "{key}: {}", format_scalar(value));
    }
}

fn write_contributors(block: &mut String, key: &str, list: &[Contributor]) {
    if list.is_empty() {
        return;
    }
    let _ = writeln!(block, "{key}:");
    for one in list {
        if one.sort.is_none() && one.role.is_none() {
            let _ = writeln!(block, "  - {}", format_scalar(&one.name));
        } else {
            write_field(block, "  - name", Some(&one.name));
            write_field(block, "    sort", one.sort.as_deref());
            write_field(block, "    role", one.role.map(Relator::as_str));
        }
    }
}

/// Formats a string as a YAML scalar: plain if no YAML reader could misunderstand it, else
/// between double quotation marks (YAML 1.2.2 §7.3.1).
fn format_scalar(text: &str) -> String {
    if is_plain_scalar(text) {
        return text.to_owned();
    }
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

/// Whether a plain scalar is read as this text, by YAML 1.1 readers too.
fn is_plain_scalar(text: &str) -> bool {
    let begins = text.starts_with(|c: char| c.is_alphabetic() || "¿¡«“‘(".contains(c));
    let ends = !text.ends_with([':', ' ']);
    let means_itself = text
        .chars()
        .all(|c| c.is_alphanumeric() || " .,;:!?¿¡«»“”‘’'()/&—–-…º ª".contains(c));
    let is_word = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
        .contains(&text.to_lowercase().as_str());
    begins && ends && means_itself && !is_word && !text.contains(": ")
}
