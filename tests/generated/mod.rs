//! Books as nobody would write them, for tests of promises that hold for all of them.

pub(crate) mod books;

use pliego::book::block::{
    Block, Definition, Heading, List, ListDelimiter, ListNumbering, ListNumerals,
    Paragraph, Stanza, Verse,
};
use pliego::book::figure::{Alternative, Figure, FigureWidth};
use pliego::book::formula::Formula;
use pliego::book::inline::{
    self, FontVariant, IndexHeading, IndexMark, IndexSee, Inline, Note, PhraseKind,
};
use pliego::book::metadata::{BookSeries, Contributor, Date, Metadata};
use pliego::book::source_traits::SourceTraits;
use pliego::book::table::{CellSpan, ColumnAlign, Table};
use pliego::length::Length;
use pliego::text::span::Origin;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

/// What a book names that is no part of its text.
#[derive(Clone)]
pub(crate) struct Outside {
    /// Where its links lead.
    pub(crate) links: BoxedStrategy<String>,
    /// What its pictures are called.
    pub(crate) pictures: BoxedStrategy<String>,
    /// It is a document, which has places that others refer to, and tables whose cells span
    /// others.
    pub(crate) is_document: bool,
}

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
    "[[",
    "]]",
    "[a]",
    "{{",
    "}}",
    "{:",
    "{=html}",
    ":a:",
    "==",
    "++",
    "@a1",
    "[@",
    "~ ",
    "Table:",
    "*[",
    "#. ",
    "(@a) ",
    "| ",
    "+--",
    "\\ ",
    "[TOC]",
    "][",
    "--- ---",
    "% ",
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

/// A text of words and such pieces.
pub(crate) fn text() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => "[a-zñéü]{1,6}".prop_map(String::from),
        2 => Just(" ".to_owned()),
        3 => select(HOSTILE).prop_map(String::from),
        1 => any::<char>().prop_map(String::from),
    ];
    vec(word, 1..7).prop_map(|words| words.concat())
}

/// The TeX of a formula, or what is none.
fn formula() -> impl Strategy<Value = String> {
    let tex = [
        "x",
        "x^2",
        "\\frac{1}{2}",
        "|a|_i",
        "\\$5",
        "5",
        "a$b",
        "`a`",
        "\\",
        "{",
        "<&>\"",
    ];
    prop_oneof![select(tex.to_vec()).prop_map(str::to_owned), text(),]
}

/// A line of text.
pub(crate) fn inlines(outside: &Outside) -> impl Strategy<Value = Vec<Inline>> + use<> {
    let targets = outside.links.clone();
    let languages = select(vec!["ru", "pt-BR", "el", "zh-Hant"]);
    let variants = select(vec![
        FontVariant::SmallCaps,
        FontVariant::Superscript,
        FontVariant::Subscript,
    ]);
    let places = u32::from(outside.is_document);
    let leaf = prop_oneof![
        8 => text().prop_map(Inline::Text),
        1 => text().prop_map(Inline::Code),
        1 => (formula(), any::<bool>()).prop_map(|(tex, is_display)| {
            Inline::Formula(Box::new(Formula { tex, is_display }))
        }),
        1 => (figure(outside), option::of(text())).prop_map(|(figure, title)| {
            let caption = title.map(Inline::Text).into_iter().collect();
            Inline::Picture(Box::new(Figure { caption, ..figure }))
        }),
        1 => Just(Inline::LineBreak),
        1 => text().prop_map(Inline::PageMark),
        places => prop_oneof![
            text().prop_map(Inline::Anchor),
            index_mark().prop_map(|mark| Inline::IndexMark(Box::new(mark))),
            text().prop_map(|text| Inline::CrossReference {
                target: format!("#{text}"),
                content: Vec::new(),
            }),
        ],
        1 => vec(text().prop_map(|text| Block::Paragraph(Paragraph {
            content: vec![Inline::Text(text)], ..Paragraph::default()
        })), 1..3).prop_map(|blocks| note(false, blocks)),
    ];
    let inline = leaf.prop_recursive(3, 12, 4, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Inline::Emphasis),
            vec(inner.clone(), 0..4).prop_map(Inline::Strong),
            (variants.clone(), vec(inner.clone(), 0..4))
                .prop_map(|(variant, content)| { Inline::Variant { variant, content } }),
            (languages.clone(), vec(inner.clone(), 0..4)).prop_map(|(tag, content)| {
                Inline::Foreign { language: tag.parse().unwrap(), content }
            }),
            (phrase_kinds(), vec(inner.clone(), 0..4))
                .prop_map(|(kind, content)| Inline::Phrase { kind, content }),
            (targets.clone(), vec(inner, 0..4))
                .prop_map(|(target, content)| Inline::Link { target, content }),
        ]
    });
    vec(inline, 0..6)
}

/// A figure without a caption.
fn figure(outside: &Outside) -> impl Strategy<Value = Figure> + use<> {
    let alternative = prop_oneof![
        Just(Alternative::Missing),
        Just(Alternative::Decorative),
        text().prop_map(Alternative::Words),
    ];
    let width = option::of(prop_oneof![
        (0..120_u8).prop_map(FigureWidth::Percent),
        (0..9_000_000).prop_map(|width| FigureWidth::Length(Length(width))),
    ]);
    (outside.pictures.clone(), alternative, width).prop_map(
        |(picture, alternative, width)| Figure {
            picture,
            alternative,
            width,
            ..Figure::default()
        },
    )
}

/// Every kind of words with a meaning of their own.
fn phrase_kinds() -> impl Strategy<Value = PhraseKind> {
    prop_oneof![
        select(vec![
            PhraseKind::Deleted,
            PhraseKind::Underlined,
            PhraseKind::Marked,
            PhraseKind::Keyboard,
            PhraseKind::Marginal,
        ]),
        option::of(text()).prop_map(|expansion| PhraseKind::Abbreviation { expansion }),
        "[a-z]{1,8}".prop_map(PhraseKind::Styled),
    ]
}

/// An entry of the index.
fn index_mark() -> impl Strategy<Value = IndexMark> {
    let heading = (text(), option::of(text()))
        .prop_map(|(words, sort)| IndexHeading { words, sort });
    let see = option::of(prop_oneof![
        "[a-z]{1,8}".prop_map(IndexSee::See),
        "[a-z]{1,8}".prop_map(IndexSee::SeeAlso),
    ]);
    (vec(heading, 1..3), see).prop_map(|(path, see)| IndexMark { path, see })
}

/// Every way to number a list.
fn numberings() -> impl Strategy<Value = ListNumbering> {
    let numerals = select(vec![
        ListNumerals::Decimal,
        ListNumerals::LowerAlpha,
        ListNumerals::UpperAlpha,
        ListNumerals::LowerRoman,
        ListNumerals::UpperRoman,
        ListNumerals::MasculineOrdinal,
        ListNumerals::FeminineOrdinal,
    ]);
    let delimiters = select(vec![
        ListDelimiter::Period,
        ListDelimiter::Parenthesis,
        ListDelimiter::Parentheses,
        ListDelimiter::None,
    ]);
    let any = (numerals, delimiters)
        .prop_map(|(numerals, delimiter)| ListNumbering { numerals, delimiter });
    prop_oneof![Just(ListNumbering::default()), any]
}

/// A note.
fn note(second: bool, blocks: Vec<Block>) -> Inline {
    let series =
        if second { inline::NoteSeries::Second } else { inline::NoteSeries::First };
    Inline::Note(Box::new(Note { series, blocks, ..Note::default() }))
}

fn paragraph(outside: &Outside) -> impl Strategy<Value = Paragraph> + use<> {
    inlines(outside).prop_map(|content| Paragraph { content, ..Paragraph::default() })
}

/// Blocks of every kind.
pub(crate) fn blocks(outside: &Outside) -> impl Strategy<Value = Vec<Block>> + use<> {
    let stanza = vec(inlines(outside), 0..4).prop_map(|lines| Stanza { lines });
    let aligns = select(vec![ColumnAlign::Start, ColumnAlign::Centre, ColumnAlign::End]);
    let cells = || vec(inlines(outside), 0..4);
    let spans = (0..4_usize, 0..3_usize, 1..4_usize, 1..4_usize)
        .prop_map(|(row, column, rows, columns)| CellSpan { row, column, rows, columns });
    let spans = vec(spans, 0..if outside.is_document { 3 } else { 1 });
    let table = (inlines(outside), vec(aligns, 0..4), cells(), vec(cells(), 0..4), spans)
        .prop_map(|(caption, columns, head, rows, spans)| {
            let origin = Origin::default();
            Block::Table(Table { caption, columns, head, rows, spans, origin })
        });
    let figure = (figure(outside), inlines(outside))
        .prop_map(|(figure, caption)| Block::Figure(Figure { caption, ..figure }));
    let leaf = prop_oneof![
        2 => table,
        2 => figure,
        6 => paragraph(outside).prop_map(Block::Paragraph),
        2 => (0..8_u8, inlines(outside)).prop_map(|(level, content)| {
            Block::Heading(Heading { level, content, ..Heading::default() })
        }),
        2 => vec(stanza, 0..3)
            .prop_map(|stanzas| Block::Verse(Verse { stanzas, ..Verse::default() })),
        1 => paragraph(outside).prop_map(Block::Dateline),
        1 => paragraph(outside).prop_map(Block::Direction),
        1 => paragraph(outside).prop_map(Block::Salutation),
        1 => paragraph(outside).prop_map(Block::Signature),
        1 => Just(Block::SceneBreak),
        1 => vec(text(), 0..4).prop_map(|lines| Block::Preformatted(lines.join("\n").into())),
    ];
    let outside = outside.clone();
    let block = leaf.prop_recursive(3, 16, 4, move |inner| {
        let items = vec(vec(inner.clone(), 0..3), 0..4);
        let starts = prop_oneof![Just(1), 0..20_u32, any::<u32>()];
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Block::Quotation),
            vec(inner.clone(), 0..3).prop_map(Block::Epigraph),
            vec(inner.clone(), 0..3).prop_map(Block::Speech),
            vec(inner.clone(), 0..3).prop_map(Block::SourceNote),
            (option::of(starts), numberings(), items).prop_map(
                |(start, numbering, items)| Block::List(List { start, numbering, items })
            ),
            ("[a-z]{1,8}", vec(inner.clone(), 0..3))
                .prop_map(|(style, blocks)| Block::Styled { style, blocks }),
            vec((inlines(&outside), vec(vec(inner.clone(), 0..3), 0..3)), 0..3).prop_map(
                |list| {
                    let one = |(term, descriptions)| Definition { term, descriptions };
                    Block::Definitions(list.into_iter().map(one).collect())
                }
            ),
            (any::<bool>(), vec(inner, 1..4)).prop_map(|(second, blocks)| {
                let content =
                    vec![Inline::Text("called".to_owned()), note(second, blocks)];
                Block::Paragraph(Paragraph { content, ..Paragraph::default() })
            }),
        ]
    });
    vec(block, 0..6)
}

/// Particulars.
pub(crate) fn metadata() -> impl Strategy<Value = Metadata> {
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
        .prop_map(|series| series.map(|(name, number)| BookSeries { name, number }));
    let language = option::of(Just("es-AR".parse().unwrap()));
    let texts = (line(), line(), line(), line(), line(), line(), line());
    let imprint = (line(), line(), line(), line());
    ((texts, imprint), people(), people(), language, option::of(date), isbn, series)
        .prop_map(
            |((texts, imprint), authors, contributors, language, date, isbn, series)| {
                Metadata {
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
                    isbns: Vec::new(),
                    series,
                    source_traits: SourceTraits::default(),
                    typography: None,
                    title_lines: Vec::new(),
                    short: None,
                    original_title: imprint.0,
                    place: imprint.1,
                    edition: imprint.2,
                    deposit: imprint.3,
                }
            },
        )
}
