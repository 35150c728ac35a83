//! Small texts set in lines: `tests/lines/NAME-MEASURE.md`, the measure in millimetres.
//!
//! A line of a snapshot tells how far the line ends from the edge of the measure in
//! points, then its text. `¬` is a hyphen that the text does not have, `_` italics, `*`
//! bold, `^` a note mark, `#` what a reader hears as one word with what follows: an
//! initial. The lines beside one also tell how far they begin from the edge.

use std::fmt::Write as _;

use insta::assert_snapshot;
use proptest::prelude::*;

use pliego::book::block::Block;
use pliego::book::inline::Inline;
use pliego::book::markdown;
use pliego::book::matter::notes::{NotePlacement, NumberedNotes};
use pliego::book::{Book, Chapter, Division};
use pliego::diagnostic::Warned;
use pliego::fonts::{FontStyle, built_in};
use pliego::length::{Length, Ratio};
use pliego::text::span::{FileId, Origin};
use pliego::typeset::document::{Glyph, GlyphRun, Role};
use pliego::typeset::font::Fonts;
use pliego::typeset::line::{SetParagraph, TextLine};
use pliego::typeset::paragraph::{
    LineAlignment, ParagraphOpening, ParagraphSetter, ParagraphStyle, TextStyle,
};

#[test]
fn cases_match() {
    insta::glob!("lines/*.md", |path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let measure = name.rsplit('-').next().and_then(|part| part.parse().ok());
        let measure = Length::from_mm(measure.expect("the name ends with the measure"));
        #[expect(clippy::disallowed_methods, reason = "it reads the project's own cases")]
        let text = std::fs::read_to_string(path).expect("the case was just listed");
        let leading = Length::pt(14);
        let opening = match name.split('-').nth(1) {
            Some("inicial") => ParagraphOpening::Initial { lines: 3, leading },
            Some("versalitas") => ParagraphOpening::SmallCapitals,
            _ => ParagraphOpening::Plain,
        };
        assert_snapshot!(set(&text, measure, opening));
    });
}

/// The paragraphs of a Markdown text as lines.
fn set(text: &str, measure: Length, opening: ParagraphOpening) -> String {
    let document = markdown::read(text, FileId::default()).value;
    let language = document.metadata.language.expect("the case states its language");
    let chapter = Chapter { blocks: document.blocks, ..Chapter::default() };
    let divisions = vec![Division::Chapter(chapter)];
    let book = Book { divisions, ..Book::default() }.with_note_ids();
    let notes = NumberedNotes::new(&book, NotePlacement::Book);
    let fonts = fonts();
    let mut setter = ParagraphSetter::new(&fonts, &notes);
    let style = ParagraphStyle {
        first_indent: Length::pt(11),
        opening,
        expansion: Ratio(20_000),
        tracking: Ratio(6_000),
        ..ParagraphStyle::justified(TextStyle::roman(Length::pt(11)), measure, language)
    };
    let mut lines = String::new();
    for block in book.chapters().flat_map(|chapter| &chapter.blocks) {
        let Block::Paragraph(paragraph) = block else { continue };
        let set = setter.set_paragraph(&paragraph.content, &style, Origin::default());
        for (place, line) in set.value.lines.iter().enumerate() {
            lines.push_str(&shown(line, &set.value, &fonts, measure));
            if place < set.value.unbreakable_lines {
                lines.pop();
                let first = line.runs.iter().find(|run| !is_initial(&run.run));
                let left = first.map_or(Length::ZERO, |run| run.run.origin.x);
                writeln!(lines, " [from {:.1}]", left.to_pt())
                    .expect("a string takes all");
            }
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
fn shown(line: &TextLine, set: &SetParagraph, fonts: &Fonts, measure: Length) -> String {
    let mut shown = format!("{:>+7.1} ", (line.width - measure).to_pt());
    for run in &line.runs {
        let is_mark = run.span.is_some_and(|at| set.spans[at].role == Role::Reference);
        let sign = match fonts.face(run.run.face).style() {
            _ if is_mark => "^",
            _ if is_initial(&run.run) => "#",
            FontStyle::Roman => "",
            FontStyle::Italic => "_",
            FontStyle::Bold | FontStyle::BoldItalic => "*",
            FontStyle::Monospaced => "`",
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
    shown.push('\n');
    shown
}

/// Whether a run is an initial or stands before one: the run after it says its text.
fn is_initial(run: &GlyphRun) -> bool {
    run.replacement.as_deref() == Some("")
}

/// What a glyph stands for. A glyph at an edge that stands for nothing is a hyphen.
fn written(run: &GlyphRun, nth: usize, glyph: &Glyph) -> String {
    let text = &run.text[glyph.text.start as usize..glyph.text.end as usize];
    let edge = nth == 0 || nth + 1 == run.glyphs.len();
    if text.is_empty() && edge { "¬".to_owned() } else { text.to_owned() }
}

/// Words of one script, words read from right to left, words of signs that take no room
/// (soft hyphens, marks above a letter, signs that turn the direction), and anything else.
const WORD: &str = "[«¿—]{0,2}[A-ZÉ]?[a-zñéüß·]{1,14}[.,;:—»-]?|[א-ת]{2,4}|\\PC{1,6}\
    |[a-z]{0,3}[\u{ad}\u{301}\u{c00}\u{200b}\u{202e}]{1,4}[a-z]{0,2}";

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Whatever is set, the text of its runs is the text, in its order where it is read in
    /// one direction; no line is too wide, and no word is set over another.
    #[test]
    fn lines_keep_text_and_measure(
        words in proptest::collection::vec(WORD, 1..60),
        measure in 20..120_i32,
        alignment in 0..4_u8,
        lines in 0..4_u8,
    ) {
        let text = words.join(" ");
        let book = Book::default();
        let notes = NumberedNotes::new(&book, NotePlacement::Book);
        let fonts = fonts();
        let mut setter = ParagraphSetter::new(&fonts, &notes);
        let measure = Length::from_mm(f64::from(measure));
        let text_style = TextStyle::roman(Length::pt(10));
        let language = "es".parse().expect("a language tag");
        let style = ParagraphStyle {
            alignment: [
                LineAlignment::Justified,
                LineAlignment::Ragged,
                LineAlignment::Centred,
                LineAlignment::Right,
            ][usize::from(alignment)],
            opening: match lines {
                0 => ParagraphOpening::Plain,
                1 => ParagraphOpening::SmallCapitals,
                lines => ParagraphOpening::Initial { lines, leading: Length::pt(13) },
            },
            expansion: Ratio(20_000),
            tracking: Ratio(6_000),
            ..ParagraphStyle::justified(text_style, measure, language)
        };
        let content = [Inline::Text(text.clone())];
        let Warned { value: set, diagnostics: set_diagnostics } =
            setter.set_paragraph(&content, &style, Origin::default());
        let runs = set.lines.iter().flat_map(|line| &line.runs);
        let copied: String = runs.map(|run| run.run.text.as_str()).collect();
        // Sorted: a word of two scripts read in opposite ways is not in reading order.
        let both_ways = text.chars().any(is_right_to_left);
        let signs = |text: &str| {
            let mut signs: Vec<char> = text.chars().filter(|&c| is_printed(c)).collect();
            if both_ways {
                signs.sort_unstable();
            }
            signs
        };
        prop_assert_eq!(signs(&copied), signs(&text));
        // A quotation mark may hang; a glyph alone may be wider than 20 mm, rarely.
        let widest = measure + Length::pt(8);
        for line in &set.lines {
            let by = line.width - measure;
            prop_assert!(line.width <= widest || !set_diagnostics.is_empty(), "{}", by);
            let space = narrowest_space(line);
            prop_assert!(space >= Length::pt(1), "a space of {}", space);
            for pair in line.runs.windows(2) {
                let (end, start) = (pair[0].extent.end, pair[1].run.origin.x);
                // What leans away from its line has the line above its foot.
                let leans = is_initial(&pair[0].run);
                prop_assert!(leans || start >= end, "a run at {} after {}", start, end);
            }
        }
    }
}

/// The narrowest space inside a line; the one at its end takes no room.
fn narrowest_space(line: &TextLine) -> Length {
    let mut narrowest = Length(i32::MAX);
    for run in &line.runs {
        for pair in run.run.glyphs.windows(2) {
            let text = pair[0].text.start as usize..pair[0].text.end as usize;
            if run.run.text[text] == *" " {
                narrowest = narrowest.min(pair[1].x - pair[0].x);
            }
        }
    }
    narrowest
}

/// Whether a sign leaves a trace on paper, and is so always part of the text of a run.
fn is_printed(c: char) -> bool {
    let never = matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}');
    let ignored =
        matches!(c, '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}');
    let varied = matches!(c, '\u{180b}'..='\u{180f}' | '\u{fe00}'..='\u{fe0f}')
        || matches!(c, '\u{17b4}' | '\u{17b5}' | '\u{e0000}'..='\u{e0fff}');
    !c.is_whitespace() && !c.is_control() && !never && !ignored && !varied
}

/// Whether a sign may be of a script that is read from right to left.
fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
        || matches!(c, '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

#[test]
fn book_hyphenation_is_used() {
    let notes = NumberedNotes::default();
    let fonts = fonts();
    let content = [Inline::Text("componedor ".repeat(20).trim_end().to_owned())];
    let language = "es".parse().expect("a language tag");
    let text_style = TextStyle::roman(Length::pt(11));
    let style = ParagraphStyle::justified(text_style, Length::from_mm(14.0), language);
    let first_line = |exceptions: &[String]| -> String {
        let mut setter = ParagraphSetter::new(&fonts, &notes);
        setter.set_hyphenation_exceptions(exceptions);
        let set = setter.set_paragraph(&content, &style, Origin::default()).value;
        set.lines[0].runs.iter().map(|run| run.run.text.as_str()).collect()
    };
    assert_eq!(first_line(&["Comp-onedor".to_owned()]), "comp");
    assert_ne!(first_line(&[]), "comp");
}
