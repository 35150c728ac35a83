//! Small books that are hard to publish.

use pliego::book::block::{
    Block, Heading, List, ListNumbering, Paragraph, Stanza, Verse,
};
use pliego::book::figure::{Alternative, Figure};
use pliego::book::inline::{Inline, Note};
use pliego::book::metadata::{BookSeries, Contributor, Metadata};
use pliego::book::picture::{ImageFormat, Picture, Pixels};
use pliego::book::references::BookPlaces;
use pliego::book::table::{ColumnAlign, Table};
use pliego::book::{Book, Chapter, Division, Part};

/// Words.
pub(crate) fn text(words: &str) -> Inline {
    Inline::Text(words.to_owned())
}

/// A note of one paragraph.
pub(crate) fn note(words: &str) -> Inline {
    note_of(vec![paragraph(vec![text(words)])])
}

/// A note of blocks.
pub(crate) fn note_of(blocks: Vec<Block>) -> Inline {
    Inline::Note(Box::new(Note { blocks, ..Note::default() }))
}

/// A paragraph.
pub(crate) fn paragraph(content: Vec<Inline>) -> Block {
    Block::Paragraph(line(content))
}

fn line(content: Vec<Inline>) -> Paragraph {
    Paragraph { content, ..Paragraph::default() }
}

fn plain(words: &str) -> Block {
    paragraph(vec![text(words)])
}

fn heading(level: u8, content: Vec<Inline>) -> Block {
    Block::Heading(Heading { level, content, ..Heading::default() })
}

fn foreign(language: &str, words: &str) -> Inline {
    let language = language.parse().expect("a language tag");
    Inline::Foreign { language, content: vec![text(words)] }
}

fn person(name: &str, role: Option<&str>) -> Contributor {
    Contributor {
        name: name.to_owned(),
        role: role.and_then(|role| role.parse().ok()),
        sort: None,
    }
}

#[expect(clippy::unnecessary_wraps, reason = "it fills the fields of metadata")]
fn some(words: &str) -> Option<String> {
    Some(words.to_owned())
}

fn stanza(lines: Vec<Vec<Inline>>) -> Stanza {
    Stanza { lines }
}

/// Every kind of block and inline, parts, and metadata of every kind.
pub(crate) fn everything() -> Book {
    let metadata = Metadata {
        title: some("Sal & <pimienta>"),
        subtitle: some("Un \"libro\" de prueba"),
        authors: vec![
            Contributor {
                sort: some("Prueba, Juana de"),
                ..person("Juana de Prueba", None)
            },
            person("Otro & Compañía", Some("aut")),
        ],
        contributors: vec![
            person("Ana Modelo", Some("trl")),
            person("Luis Muestra", Some("trl")),
            person("Eva Ejemplo", Some("edt")),
            person("Nadie", Some("not a role")),
        ],
        language: "es".parse().ok(),
        date: "1926-03-04".parse().ok(),
        publisher: some("Ediciones < Prueba"),
        isbn_epub: some("9788400000004"),
        identifier: some("prueba-1 & más"),
        description: some("Notas, versos & cartas."),
        rights: some("© Nadie; texto <libre>"),
        source: some("Edición de Cádiz, 1926"),
        series: Some(BookSeries { name: "Libros & pruebas".to_owned(), number: Some(3) }),
        ..Metadata::default()
    };
    let divisions = vec![
        Division::Chapter(Chapter { blocks: preface(), ..Chapter::default() }),
        Division::Part(Part {
            title: vec![text("Primera <parte>"), note("Nota a la parte.")],
            chapters: vec![letters(), verses()],
        }),
        Division::Part(Part { title: vec![], chapters: vec![languages()] }),
    ];
    Book { metadata, divisions, ..Book::default() }.with_note_ids()
}

/// Titles that hold a note or a page mark and no words.
pub(crate) fn wordless() -> Book {
    let chapter = Chapter {
        title: vec![note("A note to nothing.")],
        authors: vec![person("Ann Reed", None)],
        date: "1901-05".parse().ok(),
        blocks: vec![plain("Text.")],
        ..Chapter::default()
    };
    let part = Part {
        title: vec![Inline::PageMark("5".to_owned())],
        chapters: vec![Chapter {
            title: vec![Inline::PageMark("6".to_owned())],
            blocks: vec![plain("More text.")],
            ..Chapter::default()
        }],
    };
    let metadata = Metadata {
        title: some("Wordless"),
        language: "en".parse().ok(),
        ..Metadata::default()
    };
    Book {
        metadata,
        divisions: vec![Division::Chapter(chapter), Division::Part(part)],
        ..Book::default()
    }
    .with_note_ids()
}

fn preface() -> Vec<Block> {
    let epigraph = vec![
        plain("Quien mucho anda, mucho ve & mucho calla."),
        Block::Signature(line(vec![text("Refrán")])),
    ];
    vec![
        Block::Epigraph(epigraph),
        paragraph(vec![
            Inline::PageMark("v".to_owned()),
            text("Este libro no dice nada"),
            note("Casi nada."),
            text(", pero lo dice todo: «a < b > c & d», \u{2}sin \u{FFFE}tropiezo."),
        ]),
    ]
}

fn letters() -> Chapter {
    let deep = note_of(vec![
        paragraph(vec![
            text("Una nota con nota"),
            note_of(vec![paragraph(vec![text("La de dentro"), note("Y la más honda.")])]),
            text("."),
        ]),
        Block::Quotation(vec![plain("Y con cita.")]),
        Block::List(List {
            numbering: ListNumbering::default(),
            start: Some(4),
            items: vec![vec![plain("Y con lista.")]],
        }),
    ]);
    let stress = Inline::Emphasis(vec![
        text("muy "),
        Inline::Emphasis(vec![text("de verdad")]),
        Inline::Strong(vec![text(" siempre")]),
    ]);
    let link = Inline::Link {
        target: "https://example.org/a b?x=1&y=2".to_owned(),
        content: vec![text("un enlace"), note("La nota de un enlace.")],
    };
    let dead =
        Inline::Link { target: "otra.html".to_owned(), content: vec![text("nada")] };
    Chapter {
        title: vec![text("Cartas"), note("Del editor."), text(" & cuentas")],
        authors: vec![person("María Carta", None)],
        date: "1901-02".parse().ok(),
        blocks: vec![
            Block::Dateline(line(vec![text("Cádiz, 3 de marzo")])),
            Block::Salutation(line(vec![text("Muy señor mío:")])),
            paragraph(vec![
                text("Le escribo "),
                stress,
                text(" desde aquí"),
                deep,
                text(", con "),
                link,
                text(" y "),
                dead,
                text(", "),
                Inline::Code("a <- b & c".to_owned()),
                text("."),
                Inline::LineBreak,
                text("Otra línea."),
            ]),
            Block::Signature(line(vec![text("J. de P.")])),
            heading(3, vec![text("Un título que salta"), note("Con nota.")]),
            plain("Texto."),
            heading(5, vec![text("Más hondo")]),
            Block::List(List {
                numbering: ListNumbering::default(),
                start: Some(5),
                items: vec![
                    vec![plain("cinco"), plain("y medio")],
                    vec![
                        plain("seis"),
                        Block::List(List {
                            numbering: ListNumbering::default(),
                            start: None,
                            items: vec![vec![plain("bola")]],
                        }),
                    ],
                ],
            }),
            table(),
            heading(2, vec![]),
            Block::SceneBreak,
            Block::Preformatted("  si a < b {\n    && nada\n  }".to_owned().into()),
            heading(2, vec![Inline::Emphasis(vec![text("Fin")]), text(" de las cartas")]),
            Block::Quotation(vec![
                heading(2, vec![text("Título citado")]),
                plain("Cita."),
            ]),
            Block::SourceNote(vec![plain("De la edición de 1926.")]),
        ],
        ..Chapter::default()
    }
}

fn table() -> Block {
    let cell = |words: &str| vec![text(words)];
    Block::Table(Table {
        caption: vec![text("Gastos"), note("De la tabla.")],
        columns: vec![ColumnAlign::Start, ColumnAlign::Centre, ColumnAlign::End],
        head: vec![cell("Mes"), vec![], cell("Reales & maravedíes")],
        rows: vec![
            vec![cell("enero"), cell("1"), cell("12")],
            vec![vec![text("febrero"), note("De la celda.")], cell("2"), vec![]],
        ],
        ..Table::default()
    })
}

fn verses() -> Chapter {
    let first = stanza(vec![
        vec![text("La nave va"), note("Con viento."), text(",")],
        vec![text("y el mar no "), Inline::Emphasis(vec![text("se mueve")]), text(",")],
        vec![Inline::PageMark("2".to_owned()), text("dice la sal.")],
    ]);
    let second = stanza(vec![
        vec![text("Queda la orilla, larga y sola, sin más compañía que la espuma,")],
        vec![text("dice el pinar.")],
    ]);
    let in_note = note_of(vec![Block::Verse(Verse {
        stanzas: vec![stanza(vec![
            vec![text("Dos versos,")],
            vec![text("dice la nota.")],
        ])],
        ..Verse::default()
    })]);
    Chapter {
        title: vec![text("Versos")],
        blocks: vec![
            Block::Verse(Verse { stanzas: vec![first, second], ..Verse::default() }),
            paragraph(vec![text("Prosa"), in_note, text(".")]),
        ],
        ..Chapter::default()
    }
}

fn languages() -> Chapter {
    Chapter {
        title: vec![text("Чужие слова")],
        language: "ru".parse().ok(),
        restarts_notes: true,
        blocks: vec![paragraph(vec![
            text("По-гречески "),
            foreign("el", "λόγος"),
            note("По-русски."),
            text(", по-еврейски "),
            foreign("he", "הר לבן"),
            text(", по-испански "),
            Inline::Emphasis(vec![foreign("es", "mañana")]),
            text(" и "),
            Inline::Foreign {
                language: "la".parse().expect("a tag"),
                content: vec![Inline::Emphasis(vec![text("cras")])],
            },
            text("; 字."),
        ])],
        ..Chapter::default()
    }
}

/// A picture of one pixel, described; an ornament; and pictures that the book lacks.
pub(crate) fn pictures(pixel: &[u8]) -> Book {
    let figure = |name: &str, alternative, caption| {
        let picture = name.to_owned();
        Block::Figure(Figure { picture, alternative, caption, ..Figure::default() })
    };
    let words = |words: &str| Alternative::Words(words.to_owned());
    let caption = vec![text("El punto & la coma"), note("Al pie de un punto.")];
    let chapter = Chapter {
        title: vec![text("Un punto")],
        blocks: vec![
            figure("images/punto.png", words("Un \"punto\" <gris>"), caption),
            plain("Texto."),
            figure("orla.png", Alternative::Decorative, vec![]),
            figure("falta.png", words("Lo que falta"), vec![]),
            figure(
                "falta.png",
                words("No se dice"),
                vec![text("Al pie de lo que falta")],
            ),
        ],
        ..Chapter::default()
    };
    let picture = Picture {
        format: ImageFormat::Png,
        bytes: pixel.into(),
        columns: 1,
        rows: 1,
        resolution: 300,
        pixels: Pixels::Grey([255].as_slice().into()),
    };
    let name = |name: &str| (name.to_owned(), picture.clone());
    Book {
        metadata: Metadata {
            title: some("El punto"),
            language: "es".parse().ok(),
            ..Metadata::default()
        },
        divisions: vec![Division::Chapter(chapter)],
        places: BookPlaces::default(),
        pictures: [name("images/punto.png"), name("orla.png")].into(),
    }
    .with_note_ids()
}

/// Text, and nothing known of it.
pub(crate) fn bare() -> Book {
    let chapter = |blocks| Division::Chapter(Chapter { blocks, ..Chapter::default() });
    let divisions = vec![
        chapter(vec![plain("Only text."), heading(2, vec![text("A heading")])]),
        chapter(vec![paragraph(vec![text("More text"), note("A note.")])]),
        chapter(vec![]),
        Division::Chapter(Chapter {
            title: vec![text("IV."), Inline::LineBreak, text("The mill"), note("Burnt.")],
            blocks: vec![plain("A number above its title.")],
            ..Chapter::default()
        }),
    ];
    Book { divisions, ..Book::default() }.with_note_ids()
}

/// More notes than one file should hold: three chapters, the second with 700.
pub(crate) fn many_notes() -> Book {
    let chapter = |name: &str, count: usize| {
        let paragraphs = (0..count).map(|index| {
            let words = format!("Note {index} of chapter {name}.");
            paragraph(vec![text("Some words"), note(&words), text(" and some more.")])
        });
        Division::Chapter(Chapter {
            title: vec![text(name)],
            blocks: paragraphs.collect(),
            ..Chapter::default()
        })
    };
    let metadata = Metadata {
        title: some("Many notes"),
        language: "en-GB".parse().ok(),
        ..Metadata::default()
    };
    let divisions = vec![chapter("One", 300), chapter("Two", 700), chapter("Three", 150)];
    Book { metadata, divisions, ..Book::default() }.with_note_ids()
}

/// A book written from right to left.
pub(crate) fn hebrew() -> Book {
    let metadata = Metadata {
        title: some("ספר קטן"),
        authors: vec![person("פלוני אלמוני", None)],
        language: "he".parse().ok(),
        ..Metadata::default()
    };
    let chapter = |title: &str| {
        Division::Chapter(Chapter {
            title: vec![text(title)],
            blocks: vec![paragraph(vec![text("שלום"), note("הערה."), text(".")])],
            ..Chapter::default()
        })
    };
    Book { metadata, divisions: vec![chapter("א"), chapter("ב")], ..Book::default() }
        .with_note_ids()
}

/// A chapter whose text opens after a motto, with a poem in it.
pub(crate) fn opened() -> Book {
    let verse = |lines: &[&str]| {
        let lines = lines.iter().map(|line| vec![text(line)]).collect();
        Block::Verse(Verse { stanzas: vec![stanza(lines)], ..Verse::default() })
    };
    let blocks = vec![
        Block::Epigraph(vec![plain("Un lema.")]),
        paragraph(vec![
            Inline::PageMark("7".to_owned()),
            text("«En una imprenta de las de antes, de "),
            Inline::Emphasis(vec![text("plomo")]),
            text(" y de tinta, nadie tenía prisa."),
        ]),
        verse(&["Uno,", "dos,", "tres,"]),
        Block::SceneBreak,
        verse(&["cuatro."]),
        heading(2, vec![text("Aparte")]),
        heading(3, vec![text("Más "), Inline::Emphasis(vec![text("aparte")])]),
        Block::Quotation(vec![plain("Citado."), verse(&["No", "se", "cuenta."])]),
    ];
    let title = vec![text("Capítulo")];
    let chapter = Chapter { title, blocks, ..Chapter::default() };
    Book { divisions: vec![Division::Chapter(chapter)], ..Book::default() }
        .with_note_ids()
}
