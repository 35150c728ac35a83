//! Small texts set in lines: `tests/lines/NAME-MEASURE.md`, the measure in millimetres.
//!
//! A line of a snapshot tells how far the line ends from the edge of the measure in
//! points, then its text. `¬` is a hyphen that the text does not have, `_` italics, `*`
//! bold, `^` a note mark.

use std::fmt::Write as _;

use insta::assert_snapshot;
use proptest::prelude::*;

use pliego::book::block::Block;
use pliego::book::inline::Inline;
use pliego::book::markdown;
use pliego::book::matter::notes::{NotePlacement, NumberedNotes};
use pliego::book::{Book, Chapter, Division};
use pliego::fonts::{FontStyle, built_in};
use pliego::length::{Length, Ratio};
use pliego::text::span::{FileId, Origin};
use pliego::typeset::document::{Glyph, GlyphRun, Role};
use pliego::typeset::font::Fonts;
use pliego::typeset::line::{Line, SetParagraph};
use pliego::typeset::paragraph::{Alignment, ParagraphStyle, Setter, TextStyle};

#[test]
fn texts_are_set_as_before() {
    insta::glob!("lines/*.md", |path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let measure = name.rsplit('-').next().and_then(|part| part.parse().ok());
        let measure = Length::from_mm(measure.expect("the name ends with the measure"));
        #[expect(clippy::disallowed_methods, reason = "it reads the project's own cases")]
        let text = std::fs::read_to_string(path).expect("the case was just listed");
        assert_snapshot!(set(&text, measure));
    });
}

/// The paragraphs of a Markdown text as lines.
fn set(text: &str, measure: Length) -> String {
    let document = markdown::read(text, FileId::default()).value;
    let language = document.metadata.language.expect("the case states its language");
    let chapter = Chapter { blocks: document.blocks, ..Chapter::default() };
    let book = Book { divisions: vec![Division::Chapter(chapter)], ..Book::default() };
    let notes = NumberedNotes::new(&book, NotePlacement::Book);
    let fonts = fonts();
    let mut setter = Setter::new(&fonts, &notes);
    let style = ParagraphStyle {
        first_indent: Length::pt(11),
        expansion: Ratio(20_000),
        tracking: Ratio(6_000),
        ..ParagraphStyle::justified(TextStyle::roman(Length::pt(11)), measure, language)
    };
    let mut lines = String::new();
    for block in book.chapters().flat_map(|chapter| &chapter.blocks) {
        let Block::Paragraph(paragraph) = block else { continue };
        let set = setter.set_paragraph(&paragraph.content, &style, Origin::default());
        for line in &set.value.lines {
            lines.push_str(&shown(line, &set.value, &fonts, measure));
        }
        for diagnostic in &set.diagnostics {
            writeln!(lines, "! {}", diagnostic.message).expect("a string takes all");
        }
        lines.push('\n');
    }
    for diagnostic in setter.finish() {
        writeln!(lines, "! {}", diagnostic.message).expect("a string takes all");
    }
    lines
}

fn fonts() -> Fonts {
    Fonts::new(&built_in()).expect("the built-in fonts are fonts").value
}

/// A line as a line of a snapshot.
fn shown(line: &Line, set: &SetParagraph, fonts: &Fonts, measure: Length) -> String {
    let mut shown = format!("{:>+7.1} ", (line.width - measure).to_pt());
    for run in &line.runs {
        let is_mark = run.piece.is_some_and(|at| set.pieces[at].role == Role::Reference);
        let sign = match fonts.face(run.run.face).style() {
            _ if is_mark => "^",
            FontStyle::Roman => "",
            FontStyle::Italic => "_",
            FontStyle::Bold | FontStyle::BoldItalic => "*",
        };
        shown.push_str(sign);
        for (nth, glyph) in run.run.glyphs.iter().enumerate() {
            shown.push_str(&written(&run.run, nth, glyph));
        }
        shown.push_str(sign);
    }
    for note in &line.notes {
        write!(shown, " [note {note}]").expect("a string takes all");
    }
    for page in &line.page_marks {
        write!(shown, " [page {page}]").expect("a string takes all");
    }
    shown.push('\n');
    shown
}

/// What a glyph stands for. A glyph at an edge that stands for nothing is a hyphen.
fn written(run: &GlyphRun, nth: usize, glyph: &Glyph) -> String {
    let text = &run.text[glyph.text.start as usize..glyph.text.end as usize];
    let edge = nth == 0 || nth + 1 == run.glyphs.len();
    if text.is_empty() && edge { "¬".to_owned() } else { text.to_owned() }
}

/// Words of one script, words read from right to left, words of signs that take no room
/// (soft hyphens, marks above a letter, signs that turn the direction), and anything else.
const WORD: &str = "[a-zñéüß·]{1,14}[.,;:—»-]?|[א-ת]{2,4}|\\PC{1,6}\
    |[a-z]{0,3}[\u{ad}\u{301}\u{c00}\u{200b}\u{202e}]{1,4}[a-z]{0,2}";

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Whatever is set, the text of its runs is the text, and no line is too wide.
    #[test]
    fn all_text_is_there_and_within_the_measure(
        words in proptest::collection::vec(WORD, 1..60),
        measure in 20..120_i32,
        alignment in 0..4_u8,
    ) {
        let text = words.join(" ");
        let book = Book::default();
        let notes = NumberedNotes::new(&book, NotePlacement::Book);
        let fonts = fonts();
        let mut setter = Setter::new(&fonts, &notes);
        let measure = Length::from_mm(f64::from(measure));
        let text_style = TextStyle::roman(Length::pt(10));
        let language = "es".parse().expect("a language tag");
        let style = ParagraphStyle {
            alignment: [
                Alignment::Justified,
                Alignment::Ragged,
                Alignment::Centred,
                Alignment::Right,
            ][usize::from(alignment)],
            expansion: Ratio(20_000),
            tracking: Ratio(6_000),
            ..ParagraphStyle::justified(text_style, measure, language)
        };
        let content = [Inline::Text(text.clone())];
        let set = setter.set_paragraph(&content, &style, Origin::default()).value;
        let runs = set.lines.iter().flat_map(|line| &line.runs);
        let copied: String = runs.map(|run| run.run.text.as_str()).collect();
        // Sorted: a word of two scripts read in opposite ways is not in reading order.
        let letters = |text: &str| {
            let mut letters: Vec<char> =
                text.chars().filter(|c| c.is_alphanumeric()).collect();
            letters.sort_unstable();
            letters
        };
        prop_assert_eq!(letters(&copied), letters(&text));
        // A quotation mark may hang; a glyph alone may be wider than 20 mm, rarely.
        let widest = measure + Length::pt(8);
        for line in &set.lines {
            prop_assert!(line.width <= widest, "{} over {}", line.width, measure);
        }
    }
}

#[test]
fn a_word_is_divided_as_its_book_says() {
    let notes = NumberedNotes::default();
    let fonts = fonts();
    let content = [Inline::Text("componedor ".repeat(20).trim_end().to_owned())];
    let language = "es".parse().expect("a language tag");
    let text_style = TextStyle::roman(Length::pt(11));
    let style = ParagraphStyle::justified(text_style, Length::from_mm(14.0), language);
    let first_line = |exceptions: &[String]| -> String {
        let mut setter = Setter::new(&fonts, &notes);
        setter.except(exceptions);
        let set = setter.set_paragraph(&content, &style, Origin::default()).value;
        set.lines[0].runs.iter().map(|run| run.run.text.as_str()).collect()
    };
    assert_eq!(first_line(&["Comp-onedor".to_owned()]), "comp");
    assert_ne!(first_line(&[]), "comp");
}
