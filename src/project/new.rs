//! A new book project: what `pliego new` writes.

use std::fmt::Write;

use super::forms::is_safe_stem;
use super::schema::{SCHEMA_FILE, SchemaKind, write_json_schema};
use crate::text::language::Language;

/// The files of a new project: their paths from its folder, and their texts. `name` is
/// the folder's.
///
/// The project can be built. The schema beside the `book.toml`, which names it in its first
/// line, is that of the program that made the project: an editor needs no network.
#[must_use]
pub fn files(name: &str) -> Vec<(&'static str, String)> {
    let title = title(name);
    let book = BOOK.replace("{title}", &quoted(&title));
    vec![
        ("book.toml", book.replace("{slug}", &quoted(&slug(name)))),
        ("01-first.md", FIRST_CHAPTER.to_owned()),
        ("02-second.md", SECOND_CHAPTER.to_owned()),
        ("README.md", README.replace("{title}", &title)),
        (SCHEMA_FILE, write_json_schema(SchemaKind::Book)),
    ]
}

/// The files that make a folder of texts a book: their paths from it, and their texts.
/// `name` is the folder's; `chapters` are the names of its documents, in reading order.
#[must_use]
pub fn project_files(
    name: &str,
    chapters: &[String],
    language: Option<&Language>,
) -> Vec<(&'static str, String)> {
    let mut book = String::from("#:schema ./book.schema.json\n\n[book]\n");
    // Writing to a string does not fail.
    let _ = writeln!(book, "title = {}", quoted(&title(name)));
    book.push_str("# authors = [\"Name Surname\"]\n");
    if let Some(language) = language {
        let _ = writeln!(book, "language = {}", quoted(language.as_str()));
    }
    let _ = writeln!(book, "slug = {}", quoted(&slug(name)));
    book.push_str("chapters = [\n");
    for chapter in chapters {
        let _ = writeln!(book, "    {},", quoted(chapter));
    }
    book.push_str("]\n");
    vec![("book.toml", book), (SCHEMA_FILE, write_json_schema(SchemaKind::Book))]
}

/// The name of a folder as a title: `my-first_book` is "My first book".
fn title(name: &str) -> String {
    let spaced: String = name
        .chars()
        .map(|c| if matches!(c, '-' | '_') || c.is_control() { ' ' } else { c })
        .collect();
    let mut letters = spaced.trim().chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => "Untitled".to_owned(),
    }
}

/// The name of a folder as a stem of the names of files: `My first_book` is
/// `my-first-book`.
fn slug(name: &str) -> String {
    let words =
        name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let slug = words.collect::<Vec<_>>().join("-").to_lowercase();
    if !slug.is_empty() && is_safe_stem(&slug) { slug } else { "book".to_owned() }
}

/// A text without control characters as a TOML basic string.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The `book.toml`.
const BOOK: &str = r#"#:schema ./book.schema.json

# What the book is. Only the title is required.
[book]
title = {title}
# subtitle = "…"
authors = ["Name Surname"]
# contributors = [{ name = "Name Surname", role = "trl" }]   # trl: translator, edt: editor
language = "en"
# date = "1926-03-04"                      # of the text; a year or a month will do
# publisher = "…"
# isbn = { epub = "978…", print = "978…" }
# description = "…"
# rights = "…"
# source = "…"                             # the printed edition the text was taken from
# series = { name = "…", number = 1 }
slug = {slug}                              # stem of the names of the files
# cover = "cover.jpg"                      # without: a typographic cover is made

# The documents in reading order: .md (Markdown) or .txt (raw text from a PDF).
chapters = ["01-first.md", "02-second.md"]
# chapters = [
#   { file = "01-first.md", title = "Another title" },
#   { part = "Part One", chapters = ["02-second.md"] },
# ]

# Where the notes are: "book" (at its end), "chapter" (at the end of each) or "page"
# (at the foot of the page that refers to them; in the EPUB as with "chapter").
notes = "book"

# How the book looks. Sizes take mm, cm, in, pt and em.
[design]
# template = "modern"                      # or "large-print", or a design file; else "classic"
trim = "a5"                                # or "148x210mm", "6x9in" …
# font = "EB Garamond"
# fonts = "embed"                          # or "system": the EPUB contains no fonts
# font-size = "11pt"
# leading = "14pt"
# margins = { inner = "19mm", outer = "24mm", top = "19.75mm", bottom = "22.3mm" }
# chapter-start = "right"                  # or "any"
# hyphenation = ["ta-ble"]                 # words the patterns divide wrongly
# hyphens = "usual"                        # "few" or "many": fewer, or more even spaces

# What the press needs, for --formats print,cover; "pliego presses" lists the presses.
# [print]
# profile = "kdp-paperback"
# paper = "white"                          # or "cream"
"#;

/// The first chapter.
const FIRST_CHAPTER: &str = r#"# The first chapter

A paragraph is a line of this file, however long; a blank line ends it. Words between asterisks are *emphasised*. A note is at the end of the file, under the number that refers to it.[^1]

> A quotation begins with a greater-than sign.

What Markdown has no markup for is between two tags, like this stanza:

<div class="verse">

The press stood idle, and the type\
lay sorted in its case;

so many letters, and not one\
was in another's place.

</div>

* * *

After a pause the text continues. A foreign phrase states its language, so that it is hyphenated and read aloud correctly: <span lang="fr">le bon à tirer</span>.

[^1]: This is the note. It may have several paragraphs.

    Those after the first are indented by four spaces.
"#;

/// The second chapter.
const SECOND_CHAPTER: &str = r#"# The second chapter

<div class="epigraph">

This is a motto.

</div>

Write on from here. Or put a text that was extracted from a PDF beside this file, clean it with `pliego recover`, and name the Markdown in the book.toml.

## A heading

The contents of the book list chapters and the headings below them.
"#;

/// The README.
const README: &str = r"# {title}

| file | what it is |
| --- | --- |
| `book.toml` | what the book is, what is in it, how it looks |
| `01-first.md`, `02-second.md` | the text, one chapter in each file |
| `book.schema.json` | the keys of a `book.toml`, for editors (`pliego schema` prints it) |

    pliego check .      # reports what needs your review
    pliego build .      # writes the EPUB and the PDF into editions/

This turns raw text from a PDF into Markdown, which you read and correct:

    pliego recover extracted.txt --out .
";
