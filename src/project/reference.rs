//! The reference of the manual: a JSON Schema as tables of Markdown.

use std::fmt::Write as _;

use serde_json::Value;

use super::book_table::BookTable;
use super::cover_table::CoverTable;
use super::design_table::TemplateKey;
use super::designs::standard_template;
use super::edition_table::{EditionBookTable, EditionTable};
use super::forms::FORM;
use super::lint_table::LintRules;
use super::print_table::PrintTable;
use super::reader::known_keys;
use super::shop_table::ShopTable;
use super::tree::EDITIONS;
use crate::design::{Design, NamedStyle};

/// The tables of a file, in reading order.
pub(super) const TABLES: [&str; 7] =
    ["book", "design", "print", "cover", "shop", EDITIONS, "lint"];

/// The most keys of a table of lengths that has no section of its own.
const SMALL: usize = 4;

/// A section for each table of a schema.
pub(super) fn write_sections(schema: &Value) -> String {
    let mut text = String::new();
    for table in TABLES {
        if let Some(schema) = schema["properties"].get(table) {
            let is_list = schema["type"] == "array";
            write_table(
                &mut text,
                table,
                if is_list { &schema["items"] } else { schema },
            );
        }
    }
    text
}

/// The keys of a table and their schemas, in the order of the type.
fn list_properties<'s>(name: &str, table: &'s Value) -> Vec<(&'s str, &'s Value)> {
    let order = list_keys(name);
    let place = |key: &str| order.iter().position(|one| one == key);
    let properties = table["properties"].as_object().into_iter().flatten();
    let mut properties: Vec<_> =
        properties.map(|(key, value)| (key.as_str(), value)).collect();
    properties.sort_by_key(|(key, _)| place(key).unwrap_or(usize::MAX));
    properties
}

/// The keys of a table in the order of its type, or of the classic design.
pub(super) fn list_keys(name: &str) -> Vec<String> {
    let owned = |keys: Vec<&str>| keys.into_iter().map(str::to_owned).collect();
    match name {
        "book" => owned(known_keys::<BookTable>()),
        "print" => owned(known_keys::<PrintTable>()),
        "cover" => owned(known_keys::<CoverTable>()),
        "shop" => owned(known_keys::<ShopTable>()),
        "lint" => owned(known_keys::<LintRules>()),
        EDITIONS => owned(known_keys::<EditionTable>()),
        "edition.book" => owned(known_keys::<EditionBookTable>()),
        "design.styles" => owned(known_keys::<NamedStyle>()),
        "design" => owned([known_keys::<TemplateKey>(), known_keys::<Design>()].concat()),
        _ => {
            let (design, _) = standard_template();
            let table = name.strip_prefix("design.").and_then(|key| design.get(key));
            let entries = table.map(super::tree::TomlNode::entries).unwrap_or_default();
            entries.iter().map(|entry| entry.key.clone()).collect()
        }
    }
}

/// The line above the keys of a table; editions are a list of tables.
pub(super) fn write_header(name: &str) -> String {
    if name == EDITIONS { format!("[[{name}]]") } else { format!("[{name}]") }
}

fn write_table(text: &mut String, name: &str, table: &Value) {
    let _ = writeln!(text, "## `{}`\n", write_header(name));
    if let Some(about) = table["description"].as_str() {
        let _ = writeln!(text, "{about}\n");
    }
    // The names of its tables are the book's own; all have the same keys.
    let named = &table["additionalProperties"];
    let table = if named.is_object() { named } else { table };
    text.push_str("| key | value | default | what it is |\n| --- | --- | --- | --- |\n");
    let mut sections = Vec::new();
    for (key, value) in list_properties(name, table) {
        let path = format!("{name}.{key}");
        if value["type"] != "object" || value[FORM].is_string() {
            write_row(text, key, value);
        } else if is_section(name, value) {
            sections.push((path, value));
        } else {
            for (inner, value) in list_properties(&path, value) {
                write_row(text, &format!("{key}.{inner}"), value);
            }
        }
    }
    text.push('\n');
    for (path, table) in sections {
        write_table(text, &path, table);
    }
}

/// Whether a table within another has a section of its own, as tables of a design have.
fn is_section(name: &str, table: &Value) -> bool {
    let properties = table["properties"].as_object();
    let is_small = properties.is_some_and(|properties| {
        properties.len() <= SMALL
            && properties.values().all(|value| value.get("pattern").is_some())
    });
    name == "design" && !is_small
}

fn write_row(text: &mut String, key: &str, value: &Value) {
    let default = value.get("default").map(write_toml).unwrap_or_default();
    let default = if default.is_empty() { default } else { format!("`{default}`") };
    let mut about = value["description"].as_str().unwrap_or_default().to_owned();
    for word in value["oneOf"].as_array().into_iter().flatten() {
        if let (Some(meaning), Some(word)) =
            (word["description"].as_str(), word.get("const"))
        {
            let _ = write!(about, " `{}`: {meaning}", write_toml(word));
        }
    }
    let row = [format!("`{key}`"), describe_form(value), default, about];
    let row = row.map(|cell| cell.replace('|', "\\|").replace('\n', " "));
    let _ = writeln!(text, "| {} |", row.join(" | ").replace(" |  | ", " | | "));
}

/// What a value looks like, in words.
fn describe_form(value: &Value) -> String {
    if let Some(form) = value[FORM].as_str() {
        return form.to_owned();
    }
    for forms in ["anyOf", "oneOf"] {
        if let Some(forms) = value[forms].as_array() {
            let forms: Vec<String> = forms.iter().map(describe_form).collect();
            return join_or(&forms);
        }
    }
    if let Some(word) = value.get("const") {
        return format!("`{}`", write_toml(word));
    }
    if let Some(words) = value["enum"].as_array() {
        let words: Vec<String> =
            words.iter().map(|word| format!("`{}`", write_toml(word))).collect();
        return join_or(&words);
    }
    match value["type"].as_str() {
        Some("string") => "text".to_owned(),
        Some("boolean") => "`true` or `false`".to_owned(),
        Some("integer") => match (value["minimum"].as_i64(), value["maximum"].as_i64()) {
            (Some(least), Some(most)) => format!("whole number from {least} to {most}"),
            _ => "whole number".to_owned(),
        },
        Some("number") => "number".to_owned(),
        Some("array") => format!("list of: {}", describe_form(&value["items"])),
        Some("object") => {
            let properties = value["properties"].as_object().into_iter().flatten();
            let is_required = |key: &str| {
                let required = value["required"].as_array();
                required.is_some_and(|required| required.iter().any(|one| one == key))
            };
            let mut keys: Vec<&str> = properties.map(|(key, _)| key.as_str()).collect();
            keys.sort_by_key(|key| !is_required(key));
            format!("table with `{}`", keys.join("`, `"))
        }
        _ => "value".to_owned(),
    }
}

/// Words with commas and an "or".
fn join_or(words: &[String]) -> String {
    match words {
        [words @ .., last] if !words.is_empty() => {
            format!("{} or {last}", words.join(", "))
        }
        _ => words.concat(),
    }
}

/// A value as TOML has it.
fn write_toml(value: &Value) -> String {
    match value {
        Value::Array(list) => {
            let list: Vec<String> = list.iter().map(write_toml).collect();
            format!("[{}]", list.join(", "))
        }
        Value::Object(table) => {
            let keys: Vec<String> = table
                .iter()
                .map(|(key, value)| format!("{key} = {}", write_toml(value)))
                .collect();
            format!("{{ {} }}", keys.join(", "))
        }
        other => other.to_string(),
    }
}
