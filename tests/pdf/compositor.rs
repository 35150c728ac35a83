//! A tiny book, set by hand.

use pliego::edition::pdf::DocumentInfo;
use pliego::fonts;
use pliego::length::{Length, Point, Ratio, Rect, Size};
use pliego::typeset::document::{
    Bookmark, Destination, DestinationId, ElementId, EmbeddedFace, FaceId, FilledOutline,
    Folio, Glyph, GlyphRun, Ink, Link, LinkTarget, OutlineSegment, Page, Pages,
    PlacedItem, Role, Rule, StructElem,
};

/// Sets text by hand in one face: characters and the ligature fi, no kerning.
pub(crate) struct Compositor {
    pub(crate) face: printpdf::ParsedFont,
    pub(crate) pages: Pages,
}

impl Compositor {
    /// An empty book in the first of the fonts that are built in.
    pub(crate) fn new() -> Self {
        let roman = fonts::built_in().remove(0);
        let face = printpdf::ParsedFont::from_bytes(&roman.bytes, 0, &mut Vec::new());
        let faces =
            vec![EmbeddedFace { name: "EBGaramond-Regular".into(), bytes: roman.bytes }];
        let trim = Size { width: Length::pt(300), height: Length::pt(200) };
        Self { face: face.unwrap(), pages: Pages { trim, faces, ..Pages::default() } }
    }

    pub(crate) fn element(&mut self, role: Role, parent: Option<ElementId>) -> ElementId {
        let id = ElementId(u32::try_from(self.pages.elements.len()).unwrap());
        let (language, alternative) = (None, None);
        let passage = None;
        let element = StructElem { role, parent, language, alternative, passage };
        self.pages.elements.push(element);
        id
    }

    pub(crate) fn page(&mut self, roman: bool, number: u32) {
        let page = Page { folio: Folio { roman, number }, ..Page::default() };
        self.pages.pages.push(page);
    }

    pub(crate) fn place(&mut self, item: PlacedItem) {
        self.pages.pages.last_mut().unwrap().items.push(item);
    }

    /// Sets a line on the last page. `|` at the end stands for a hyphen made here.
    pub(crate) fn line(
        &mut self,
        text: &str,
        x: i32,
        y: i32,
        element: Option<ElementId>,
    ) {
        let (words, hyphenated) =
            text.strip_suffix('|').map_or((text, false), |words| (words, true));
        let size = Length::pt(12);
        let mut pen = Length::ZERO;
        let mut glyphs = Vec::new();
        let mut set = |character: char, range: std::ops::Range<usize>| {
            let id = self.face.lookup_glyph_index(u32::from(character)).unwrap();
            let offset = |byte: usize| u32::try_from(byte).unwrap();
            let text = offset(range.start)..offset(range.end);
            glyphs.push(Glyph { id, x: pen, rise: Length::ZERO, text });
            let advance = i64::from(self.face.get_glyph_width(id).unwrap());
            pen += size.scaled(advance, i64::from(self.face.units_per_em));
        };
        let mut rest = words;
        while let Some(character) = rest.chars().next() {
            let start = words.len() - rest.len();
            let (glyph, length) = if rest.starts_with("fi") {
                ('\u{fb01}', 2)
            } else {
                (character, character.len_utf8())
            };
            set(glyph, start..start + length);
            rest = &rest[length..];
        }
        if hyphenated {
            set('-', words.len()..words.len());
        }
        self.place(PlacedItem::Run(GlyphRun {
            replacement: None,
            face: FaceId(0),
            size,
            origin: at(x, y),
            scaling: Ratio::ONE,
            ink: Ink::Black,
            glyphs,
            text: words.to_owned(),
            element,
        }));
    }
}

pub(crate) fn at(x: i32, y: i32) -> Point {
    Point { x: Length::pt(x), y: Length::pt(y) }
}

pub(crate) fn area(x: i32, y: i32, width: Length, height: Length) -> Rect {
    Rect { corner: at(x, y), size: Size { width, height } }
}

/// Four pages: a title, an ornament, a beginning with a note mark, a note.
pub(crate) fn tiny_book() -> Pages {
    let mut book = Compositor::new();
    let root = book.element(Role::Document, None);
    let chapter = book.element(Role::Section, Some(root));
    let heading = book.element(Role::Heading(1), Some(chapter));
    let paragraph = book.element(Role::Paragraph, Some(chapter));
    let reference = book.element(Role::Reference, Some(paragraph));
    let mark = book.element(Role::Link, Some(reference));
    let notes = book.element(Role::Section, Some(root));
    let note = book.element(Role::Note, Some(notes));
    let note_text = book.element(Role::Paragraph, Some(note));
    let title = book.element(Role::Paragraph, Some(root));
    let ornament = book.element(Role::Figure, Some(root));
    book.pages.elements[ornament.0 as usize].alternative = Some("Un rombo".into());

    book.page(true, 1);
    book.line("El oficio", 100, 90, Some(title));

    book.page(true, 2);
    book.place(PlacedItem::Outline(FilledOutline {
        segments: vec![
            OutlineSegment::Move(at(150, 90)),
            OutlineSegment::Line(at(160, 100)),
            OutlineSegment::Line(at(150, 110)),
            OutlineSegment::Curve(at(146, 107), at(143, 104), at(140, 100)),
            OutlineSegment::Close,
        ],
        ink: Ink::Rgb(120, 30, 30),
        element: Some(ornament),
    }));

    book.page(false, 1);
    book.line("Capítulo primero", 40, 40, Some(heading));
    book.line("El fin del oficio es que la compo|", 40, 70, Some(paragraph));
    book.line("sición se lea sin esfuerzo", 40, 84, Some(paragraph));
    book.line("1", 164, 80, Some(mark));
    book.line(" y guste. Слово.", 170, 84, Some(paragraph));
    book.line("1", 148, 190, None);
    let rect = area(40, 180, Length::pt(60), Length::from_pt(0.4));
    book.place(PlacedItem::Rule(Rule { rect, ink: Ink::Tint(500) }));
    book.pages.pages[2].links.push(Link {
        rect: area(162, 70, Length::pt(8), Length::pt(14)),
        target: LinkTarget::Destination(DestinationId(1)),
        element: mark,
        description: "Nota 1".into(),
    });

    book.page(false, 2);
    book.line("1. Una nota.", 40, 40, Some(note_text));

    let point = at(40, 28);
    book.pages.destinations =
        vec![Destination { page: 2, point }, Destination { page: 3, point }];
    let item = |title: &str, target, children| Bookmark {
        title: title.into(),
        target: DestinationId(target),
        children,
    };
    let inner = item("Más adentro", 0, vec![]);
    let middle = item("Sección", 0, vec![inner]);
    book.pages.outline =
        vec![item("Capítulo primero", 0, vec![middle]), item("Notas", 1, vec![])];
    book.pages
}

/// What the tiny book says of itself.
pub(crate) fn document_info() -> DocumentInfo {
    DocumentInfo {
        title: "El oficio".into(),
        authors: vec!["Ana Prueba".into(), "Борис Пробин".into()],
        language: Some("es".parse().unwrap()),
        subject: Some("Un libro <diminuto> & de prueba".into()),
        keywords: vec!["muestras".into()],
        made: Some(1_709_208_000),
        unnumbered: "Cubierta".into(),
    }
}
