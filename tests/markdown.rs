//! Markdown: what is written reads back the same, and anything at all can be read.
//!
//! `tests/markdown/*.md` are texts as people write them, several of them parted by lines
//! of `%%%%%`; the snapshots have what the reader makes of them and says about them.

#![expect(clippy::disallowed_methods, reason = "a test reads its cases")]

use std::fmt::Write as _;

use pliego::book::block::{Block, Heading, List, Paragraph, Stanza, Verse};
use pliego::book::figure::{Alternative, Figure};
use pliego::book::inline::{self, Inline, Note};
use pliego::book::markdown::{read, write};
use pliego::book::metadata::{Contributor, Date, Metadata, Series};
use pliego::book::normal::normalise;
use pliego::book::table::{Align, Table};
use pliego::book::{Document, codes, dump};
use pliego::diagnostic::{Diagnostic, Warned};
use pliego::text::span::{FileId, Origin};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

/// Pieces of text that mean something in Markdown, YAML or HTML, or are easily lost.
const HOSTILE: &[&str] = &[
    "*",
    "**",
    "_",
    "__",
    "#",
    "##",
    ">",
    "1.",
    "2)",
    "1234567890.",
    "-",
    "+",
    "---",
    "* * *",
    "===",
    "=",
    "[",
    "]",
    "[x]",
    "[x]:",
    "](",
    "(",
    ")",
    "[^1]",
    "[^1]:",
    "^",
    "!",
    "![",
    "<",
    ">",
    "<b>",
    "</div>",
    "<div>",
    "<!--",
    "-->",
    "&",
    "&amp;",
    "&#42;",
    "&nbsp",
    ";",
    "\\",
    "\\\\",
    "`",
    "```",
    "~~~",
    "|",
    "|-|",
    ":-:",
    ":",
    "\"",
    "'",
    "$",
    "%",
    "{",
    "}",
    "~",
    "—",
    "–",
    "…",
    "«",
    "»",
    "“",
    "”",
    "¿",
    "¡",
    "’",
    "\u{a0}",
    "\u{202f}",
    "\u{2009}",
    "\u{3000}",
    "\u{200b}",
    "\u{200f}",
    "\u{ad}",
    "\u{2028}",
    "\u{85}",
    "\u{7}",
    "\t",
    "\n",
    "\r\n",
    "\u{feff}",
    "  ",
    "שלום",
    "مرحبا",
    "👍🏽",
    "e\u{301}",
    "ﬁ",
    "§",
    "№",
    "Ⓐ",
    "€",
    "°",
    "http://x.y",
    "a@b.c",
    "snake_case",
    "2 * 3 * 4",
    "a_b_",
    "www.x.org",
    "+++",
    "...",
    "@",
    "key: value",
    "- item",
];

fn text() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => "[a-zñéü]{1,6}".prop_map(String::from),
        2 => Just(" ".to_owned()),
        3 => select(HOSTILE).prop_map(String::from),
        1 => any::<char>().prop_map(String::from),
    ];
    vec(word, 1..7).prop_map(|words| words.concat())
}

fn inlines() -> impl Strategy<Value = Vec<Inline>> {
    let languages = select(vec!["ru", "pt-BR", "el", "zh-Hant"]);
    let leaf = prop_oneof![
        8 => text().prop_map(Inline::Text),
        1 => text().prop_map(Inline::Code),
        1 => Just(Inline::LineBreak),
        1 => text().prop_map(Inline::PageMark),
        1 => vec(text().prop_map(|text| Block::Paragraph(Paragraph {
            content: vec![Inline::Text(text)], ..Paragraph::default()
        })), 1..3).prop_map(|blocks| note(false, blocks)),
    ];
    let inline = leaf.prop_recursive(3, 12, 4, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Inline::Emphasis),
            vec(inner.clone(), 0..4).prop_map(Inline::Strong),
            (languages.clone(), vec(inner.clone(), 0..4)).prop_map(|(tag, content)| {
                Inline::Foreign { language: tag.parse().unwrap(), content }
            }),
            (text(), vec(inner, 0..4))
                .prop_map(|(target, content)| Inline::Link { target, content }),
        ]
    });
    vec(inline, 0..6)
}

fn note(second: bool, blocks: Vec<Block>) -> Inline {
    let series = if second { inline::Series::Second } else { inline::Series::First };
    Inline::Note(Box::new(Note { series, blocks, ..Note::default() }))
}

fn paragraph() -> impl Strategy<Value = Paragraph> {
    inlines().prop_map(|content| Paragraph { content, ..Paragraph::default() })
}

fn blocks() -> impl Strategy<Value = Vec<Block>> {
    let stanza = vec(inlines(), 0..4).prop_map(|lines| Stanza { lines });
    let aligns = select(vec![Align::Start, Align::Centre, Align::End]);
    let cells = || vec(inlines(), 0..4);
    let table = (inlines(), vec(aligns, 0..4), cells(), vec(cells(), 0..4)).prop_map(
        |(caption, columns, head, rows)| {
            let origin = Origin::default();
            Block::Table(Table { caption, columns, head, rows, origin })
        },
    );
    let alternative = prop_oneof![
        Just(Alternative::Missing),
        Just(Alternative::Decorative),
        text().prop_map(Alternative::Words),
    ];
    let figure =
        (text(), alternative, inlines()).prop_map(|(picture, alternative, caption)| {
            let origin = Origin::default();
            Block::Figure(Figure { picture, alternative, caption, origin })
        });
    let leaf = prop_oneof![
        2 => table,
        2 => figure,
        6 => paragraph().prop_map(Block::Paragraph),
        2 => (0..8_u8, inlines()).prop_map(|(level, content)| {
            Block::Heading(Heading { level, content, ..Heading::default() })
        }),
        2 => vec(stanza, 0..3)
            .prop_map(|stanzas| Block::Verse(Verse { stanzas, ..Verse::default() })),
        1 => paragraph().prop_map(Block::Dateline),
        1 => paragraph().prop_map(Block::Direction),
        1 => paragraph().prop_map(Block::Salutation),
        1 => paragraph().prop_map(Block::Signature),
        1 => Just(Block::SceneBreak),
        1 => vec(text(), 0..4).prop_map(|lines| Block::Preformatted(lines.join("\n"))),
    ];
    let block = leaf.prop_recursive(3, 16, 4, |inner| {
        let items = vec(vec(inner.clone(), 0..3), 0..4);
        let starts = prop_oneof![Just(1), 0..20_u32, any::<u32>()];
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Block::Quotation),
            vec(inner.clone(), 0..3).prop_map(Block::Epigraph),
            vec(inner.clone(), 0..3).prop_map(Block::Speech),
            vec(inner.clone(), 0..3).prop_map(Block::SourceNote),
            (option::of(starts), items)
                .prop_map(|(start, items)| Block::List(List { start, items })),
            (any::<bool>(), vec(inner, 1..4)).prop_map(|(second, blocks)| {
                let content =
                    vec![Inline::Text("called".to_owned()), note(second, blocks)];
                Block::Paragraph(Paragraph { content, ..Paragraph::default() })
            }),
        ]
    });
    vec(block, 0..6)
}

fn metadata() -> impl Strategy<Value = Metadata> {
    let line = || option::of(prop_oneof![text(), "[0-9]{4}", "true|null|~|0x1F"]);
    let people = || {
        vec(
            (text(), line(), option::of(select(&["trl", "aut", "wst"][..]))).prop_map(
                |(name, sort, role)| {
                    let role = role.and_then(|role| role.parse().ok());
                    Contributor { name, sort, role }
                },
            ),
            0..3,
        )
    };
    let date = (1..=9999_u16, option::of((1..=12_u8, option::of(1..=28_u8)))).prop_map(
        |(year, rest)| Date {
            year,
            month: rest.map(|(month, _)| month),
            day: rest.and_then(|(_, day)| day),
        },
    );
    let isbn = option::of(Just("9780306406157".to_owned()));
    let series = option::of((text(), option::of(any::<u32>())))
        .prop_map(|series| series.map(|(name, number)| Series { name, number }));
    let language = option::of(Just("es-AR".parse().unwrap()));
    let texts = (line(), line(), line(), line(), line(), line(), line());
    (texts, people(), people(), language, option::of(date), isbn, series).prop_map(
        |(texts, authors, contributors, language, date, isbn, series)| Metadata {
            title: texts.0,
            subtitle: texts.1,
            publisher: texts.2,
            identifier: texts.3,
            description: texts.4,
            rights: texts.5,
            source: texts.6,
            authors,
            contributors,
            language,
            date,
            isbn_print: isbn.clone(),
            isbn_epub: isbn,
            series,
        },
    )
}

fn document() -> impl Strategy<Value = Document> {
    let metadata = prop_oneof![2 => Just(Metadata::default()), 1 => metadata()];
    (metadata, blocks()).prop_map(|(metadata, blocks)| Document { metadata, blocks })
}

#[test]
fn texts_by_hand() {
    insta::glob!("markdown/*.md", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let mut shown = String::new();
        for one in text.split("%%%%%\n") {
            let read = read(one, FileId(0));
            let _ = writeln!(shown, "{}", dump::document(&read.value));
            for found in &read.diagnostics {
                let line = found.span.map_or(0, |span| span.line);
                let _ = writeln!(shown, "{line}: {}: {}", found.code.0, found.message);
            }
            let _ = writeln!(shown);
        }
        insta::with_settings!({ omit_expression => true }, {
            insta::assert_snapshot!(shown);
        });
    });
}

/// A text of pieces that mean something, on lines that begin like blocks.
fn anything() -> impl Strategy<Value = String> {
    let head = select(vec![
        "",
        "",
        "> ",
        "- ",
        "1. ",
        "    ",
        "\t",
        "# ",
        "[^1]: ",
        "[^2]: ",
        "[^1]:",
        "<div class=\"verse\">",
        "</div>",
        "<div>",
        "<p>",
        "<span lang=\"ru\">",
        "</span>",
        "```",
        "| a | b |",
        "| - | - |",
        "---",
        "title: x",
        "authors: [x",
        "<!--",
        "-->",
        "<em>",
        "<div class=\"dateline\">x</div>",
        "> <div class=\"epigraph\">",
        "- [^2] ",
    ]);
    let line = (vec(head, 0..4), text()).prop_map(|(heads, text)| heads.concat() + &text);
    vec(line, 0..12).prop_map(|lines| lines.join("\n"))
}

/// Links that random documents found: with their brackets, what stands in them would
/// make a note mark or the definition of a reference.
#[test]
fn what_is_in_a_link_means_nothing_with_its_brackets() {
    let mark = vec![Inline::Text("^".into()), Inline::PageMark("[x]:".into())];
    for content in [mark, vec![Inline::Code("]:-:".into())]] {
        let link = Inline::Link { target: "*".into(), content };
        let line = Paragraph { content: vec![link], ..Paragraph::default() };
        let document =
            Document { blocks: vec![Block::Paragraph(line)], ..Document::default() };
        let written = write(&document);
        assert_eq!(document_of(&written), document, "{written}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn what_is_written_reads_back_the_same(document in document()) {
        let normal = normalise(document.clone());
        let written = write(&document);
        let read = read(&written, FileId(0));
        prop_assert_eq!(&read.value, &normal, "{}", written);
        prop_assert_eq!(said(&read), Vec::<&Diagnostic>::new(), "{}", written);
    }

    #[test]
    fn anything_can_be_read_and_is_stable_then(text in anything()) {
        let document = read(&text, FileId(0)).value;
        let written = write(&document);
        let again = read(&written, FileId(0));
        prop_assert_eq!(&again.value, &document, "{}", written);
        prop_assert_eq!(said(&again), Vec::<&Diagnostic>::new(), "{}", written);
    }

    #[test]
    fn the_normal_form_is_one(document in document()) {
        let once = normalise(document);
        prop_assert_eq!(normalise(once.clone()), once);
    }
}

#[test]
fn nothing_is_too_deep_to_be_read() {
    for piece in [
        "> ",
        "- ",
        "1. ",
        "*a ",
        "**a ",
        "[",
        "![",
        "<em>",
        "<span lang=\"ru\">",
        "<div>\n\n",
        "<div class=\"verse\">\n\n",
        "> <div>\n",
        "[^1]",
        "`x ",
        "&",
        "<",
        "<!--",
        "<a ",
        "| ",
    ] {
        let read =
            read(&format!("{}x\n\n[^1]: a[^1]\n", piece.repeat(3000)), FileId(0)).value;
        let written = write(&read);
        assert!(written.contains('x'), "{piece}");
    }
    let notes: String = (0..500)
        .flat_map(|n| [format!("[^{n}]: note{n}[^{}]", n + 1), "\n".into()])
        .collect();
    let read = read(&format!("Text[^0]\n\n{notes}"), FileId(0)).value;
    let written = write(&read);
    assert!((0..500).all(|n| written.contains(&format!("note{n}"))));
    for deep in [
        "- ".repeat(20_000),
        "[".repeat(20_000),
        "{a: ".repeat(9_000),
        "? ".repeat(9_000),
    ] {
        let text = format!("---\nkey: 1\ndeep:\n  {deep}\n---\n\nBody.\n");
        assert_eq!(document_of(&text).blocks.len(), 1);
    }
}

fn document_of(text: &str) -> Document {
    read(text, FileId(0)).value
}

/// What reading found, but for links that lead nowhere and images without a description:
/// they stay what they are.
fn said(read: &Warned<Document>) -> Vec<&Diagnostic> {
    let stays = [codes::DEAD_LINK, codes::IMAGE_WITHOUT_WORDS];
    read.diagnostics.iter().filter(|found| !stays.contains(&found.code)).collect()
}
