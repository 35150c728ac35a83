//! The JSON Schema of `book.toml`, of design files and of files of decisions, and the reference of the manual, from
//! the types that they are read into.
//!
//! The schema is draft 7, which the editors' plug-ins for TOML know (taplo, Even Better
//! TOML). It is written into one object without references, for those that follow none.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use super::book_file::BookFile;
use super::design_table::TemplateKey;
use super::designs::standard_template;
use super::edition_table::LIKE_TOP_LEVEL;
use super::forms::FORM;
use super::reference;
use super::tree::{NodeValue, TomlNode};
use crate::book::decisions::Decisions;
use crate::design::Design;

/// The name of the schema file that a new project has beside its `book.toml`.
pub const SCHEMA_FILE: &str = "book.schema.json";

/// A file that has a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchemaKind {
    /// A `book.toml`.
    Book,
    /// A design file.
    Design,
    /// A file of decisions.
    Decisions,
}

/// Writes the JSON Schema of a file.
#[must_use]
pub fn write_json_schema(kind: SchemaKind) -> String {
    let mut schema = schema_of(kind);
    visit_objects(&mut schema, &mut |object| {
        object.remove(FORM);
    });
    format!("{schema:#}\n")
}

/// Writes the reference of a file: every key with its values, its default and what it is,
/// as Markdown, a section for each table of the file, in the order of the types.
#[must_use]
pub fn write_reference(kind: SchemaKind) -> String {
    reference::write_sections(&schema_of(kind))
}

fn schema_of(kind: SchemaKind) -> Value {
    let mut schema = match kind {
        SchemaKind::Book => {
            let mut book = generate::<BookFile>();
            loosen_design(&mut book);
            fill_editions(&mut book);
            book
        }
        SchemaKind::Design => {
            let design = generate::<Design>();
            json!({
                "$schema": design["$schema"],
                "type": "object",
                "properties": { "design": without_meta(design) },
                "required": ["design"],
                "additionalProperties": false,
            })
        }
        SchemaKind::Decisions => generate::<Decisions>(),
    };
    let title = match kind {
        SchemaKind::Book => "A book of pliego (book.toml)",
        SchemaKind::Design => "A design of pliego",
        SchemaKind::Decisions => "Decisions about a raw text",
    };
    if let Some(object) = schema.as_object_mut() {
        object.remove("description");
        object.insert("title".to_owned(), title.into());
    }
    schema
}

fn generate<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft07().with(|settings| {
        settings.inline_subschemas = true;
    });
    let schema: Schema = settings.into_generator().into_root_schema_for::<T>();
    let mut schema = Value::from(schema);
    visit_objects(&mut schema, &mut drop_null);
    join_descriptions(&mut schema);
    visit_objects(&mut schema, &mut forbid_blank);
    schema
}

fn without_meta(mut schema: Value) -> Value {
    if let Some(object) = schema.as_object_mut() {
        object.remove("$schema");
        object.remove("title");
    }
    schema
}

/// Visits every object that is or may be a schema.
fn visit_objects(value: &mut Value, visit: &mut dyn FnMut(&mut Map<String, Value>)) {
    match value {
        Value::Object(object) => {
            object.values_mut().for_each(|value| visit_objects(value, visit));
            visit(object);
        }
        Value::Array(list) => {
            for value in list {
                visit_objects(value, visit);
            }
        }
        _ => {}
    }
}

/// TOML has no null: an optional value is one that may be left out.
fn drop_null(object: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|one| one != "null");
        let single = (types.len() == 1).then(|| types.remove(0));
        if let Some(single) = single {
            object.insert("type".to_owned(), single);
        }
    }
    if object.get("default") == Some(&Value::Null) {
        object.remove("default");
    }
    if let Some(Value::Array(words)) = object.get_mut("enum") {
        words.retain(|word| !word.is_null());
    }
    let Some(Value::Array(forms)) = object.get_mut("anyOf") else { return };
    forms.retain(|form| form["type"] != "null");
    if let [Value::Object(form)] = forms.as_slice() {
        let form = form.clone();
        object.remove("anyOf");
        for (key, value) in form {
            object.entry(key).or_insert(value);
        }
    }
}

/// Makes each paragraph of a schema's descriptions one line, whatever the width of the source.
pub fn join_descriptions(schema: &mut Value) {
    visit_objects(schema, &mut |object| {
        if let Some(Value::String(text)) = object.get_mut("description") {
            let paragraphs = text.split("\n\n").map(|one| one.replace('\n', " "));
            *text = paragraphs.collect::<Vec<_>>().join("\n\n");
        }
    });
}

/// No text is blank: the reader refuses it.
fn forbid_blank(object: &mut Map<String, Value>) {
    let is_plain =
        ["pattern", "enum", "const"].iter().all(|key| !object.contains_key(*key));
    if object.get("type") == Some(&"string".into()) && is_plain {
        object.insert("pattern".to_owned(), r"\S".into());
    }
}

/// In a book every key of a design may be left out, a template can be named, and what is
/// left out is as in the classic design.
fn loosen_design(book: &mut Value) {
    let design = &mut book["properties"]["design"];
    drop_required(design);
    let template = generate::<TemplateKey>();
    let (table, _) = standard_template();
    set_defaults(design, &table);
    if let Some(Value::Object(properties)) = design.get_mut("properties") {
        properties
            .insert("template".to_owned(), template["properties"]["template"].clone());
    }
}

/// The tables of an edition are those of the file, and what they leave out is as there.
fn fill_editions(book: &mut Value) {
    for key in LIKE_TOP_LEVEL {
        let mut table = book["properties"][key].clone();
        visit_objects(&mut table, &mut |object| {
            // A key may be called so, too: then it has a schema.
            if object.get("default").is_some_and(|default| !default["type"].is_string()) {
                object.remove("default");
            }
        });
        table[FORM] = format!("table like `[{key}]`").into();
        let own = &mut book["properties"]["edition"]["items"]["properties"][key];
        table["description"] = own["description"].clone();
        *own = table;
    }
}

fn drop_required(schema: &mut Value) {
    let Some(object) = schema.as_object_mut() else { return };
    object.remove("required");
    if let Some(Value::Object(properties)) = object.get_mut("properties") {
        properties.values_mut().for_each(drop_required);
    }
}

fn set_defaults(schema: &mut Value, table: &TomlNode) {
    let Some(Value::Object(properties)) = schema.get_mut("properties") else { return };
    for entry in table.entries() {
        let Some(property) = properties.get_mut(&entry.key) else { continue };
        match entry.node.value() {
            NodeValue::Table(_) => set_defaults(property, &entry.node),
            value => {
                property["default"] = as_json(value);
            }
        }
    }
}

/// A value as JSON has it.
fn as_json(value: &NodeValue) -> Value {
    let number = |typed: &str| typed.parse::<f64>().ok().map_or(Value::Null, Value::from);
    match value {
        NodeValue::Text(text) | NodeValue::Date(text) => text.as_str().into(),
        NodeValue::Whole(Some(typed)) => {
            typed.parse::<i64>().map_or_else(|_| number(typed), Value::from)
        }
        NodeValue::Whole(None) => Value::Null,
        NodeValue::Real(typed) => number(typed),
        NodeValue::Flag(flag) => (*flag).into(),
        NodeValue::Scaled(length) => length.to_string().into(),
        NodeValue::List(list) => list.iter().map(|node| as_json(node.value())).collect(),
        NodeValue::Table(entries) => entries
            .iter()
            .map(|entry| (entry.key.clone(), as_json(entry.node.value())))
            .collect(),
    }
}
