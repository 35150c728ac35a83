//! Sets the words on back and flaps, in the type of the book.

use crate::book::block::{Block, TextPassage, visit_passages};
use crate::book::inline::Inline;
use crate::book::markdown;
use crate::book::matter::notes::NumberedNotes;
use crate::design::Design;
use crate::diagnostic::Diagnostic;
use crate::fonts::FontStyle;
use crate::length::{Length, Point, Ratio};
use crate::text::language::Language;
use crate::text::span::{FileId, Origin};
use crate::typeset::document::{GlyphRun, Ink, PlacedItem};
use crate::typeset::font::Fonts;
use crate::typeset::line::TextLine;
use crate::typeset::paragraph::{
    LineAlignment, ParagraphSetter, ParagraphStyle, TextStyle,
};
use crate::typeset::shape::{FigureStyle, LetterCase};

/// Height of ascenders above the baseline, as a fraction of the size, in book faces. A
/// column begins with the top of its first letters.
const ASCENT: Ratio = Ratio(720_000);
/// Depth of descenders below the baseline.
pub(super) const DESCENT: Ratio = Ratio(250_000);

/// Letterspacing of small capitals, as in the book.
const SMALL_CAPITALS_SPACING: Ratio = Ratio(50_000);

/// Sets words for a cover.
pub(super) struct WrapSetter<'a> {
    setter: ParagraphSetter<'a>,
    design: &'a Design,
    language: Language,
    findings: Vec<Diagnostic>,
}

/// Lines of a column, with the depth of each baseline below the first.
pub(super) struct WrapColumn {
    lines: Vec<TextLine>,
    size: Length,
    leading: Length,
}

impl WrapColumn {
    /// How many lines it has.
    pub(super) fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// From the top of its first letters to the bottom of its last.
    pub(super) fn height(&self) -> Length {
        let further =
            i32::try_from(self.lines.len().saturating_sub(1)).unwrap_or(i32::MAX);
        ASCENT.of(self.size) + self.leading * further + DESCENT.of(self.size)
    }

    /// The distance between baselines.
    pub(super) fn leading(&self) -> Length {
        self.leading
    }

    /// Its runs, with its upper left corner at a point.
    pub(super) fn place_at(self, corner: Point, ink: Ink) -> Vec<PlacedItem> {
        let mut baseline = corner.y + ASCENT.of(self.size);
        let mut runs = Vec::new();
        for line in self.lines {
            runs.extend(place_line(line, Point { x: corner.x, y: baseline }, ink));
            baseline += self.leading;
        }
        runs
    }
}

/// The runs of a line whose baseline begins at a point.
pub(super) fn place_line(
    line: TextLine,
    origin: Point,
    ink: Ink,
) -> impl Iterator<Item = PlacedItem> {
    line.runs.into_iter().map(move |run| {
        let run = run.run;
        let origin = Point { x: origin.x + run.origin.x, y: origin.y + run.origin.y };
        PlacedItem::Run(GlyphRun { origin, ink, ..run })
    })
}

impl<'a> WrapSetter<'a> {
    /// Creates a setter for the type of a book.
    pub(super) fn new(
        fonts: &'a Fonts,
        notes: &'a NumberedNotes<'a>,
        design: &'a Design,
        language: Option<&Language>,
    ) -> Self {
        let mut setter = ParagraphSetter::new(fonts, notes);
        setter.set_hyphenation_exceptions(&design.exceptions);
        let language = language.cloned().unwrap_or_else(Language::undetermined);
        Self { setter, design, language, findings: Vec::new() }
    }

    /// Sets Markdown in a column: paragraphs one below the other, indented from the second
    /// on, as in the book.
    pub(super) fn set_column(
        &mut self,
        text: &str,
        size: Length,
        measure: Length,
    ) -> WrapColumn {
        let design = self.design;
        let leading =
            size.scaled(design.leading.0.into(), design.font_size.0.max(1).into());
        let document = markdown::read(text, FileId::default());
        self.findings.extend(document.diagnostics);
        let mut lines = Vec::new();
        let mut style = ParagraphStyle {
            hyphenate: design.hyphenate,
            hyphens: design.hyphens,
            expansion: design.expansion,
            tracking: design.tracking,
            hangs: false,
            alignment: if design.paragraphs.justified {
                LineAlignment::Justified
            } else {
                LineAlignment::Ragged
            },
            ..ParagraphStyle::justified(
                TextStyle::roman(size),
                measure,
                self.language.clone(),
            )
        };
        for block in &document.value.blocks {
            let is_quotation = matches!(block, Block::Quotation(_) | Block::Epigraph(_));
            if is_quotation {
                // Quotations are apart, and in italics.
                style.text.face = FontStyle::Italic;
                style.first_indent = Length::ZERO;
                lines.extend((!lines.is_empty()).then(TextLine::default));
            }
            visit_passages(std::slice::from_ref(block), &mut |passage| {
                let kept;
                let content = match passage {
                    TextPassage::Line(content) => content,
                    TextPassage::Preformatted(text) => {
                        kept = [Inline::Code(text.to_owned())];
                        &kept
                    }
                };
                let set = self.setter.set_paragraph(content, &style, Origin::default());
                lines.extend(set.collect(&mut self.findings).lines);
                style.first_indent = design.paragraphs.indent.of(size);
            });
            if is_quotation {
                style.text.face = FontStyle::Roman;
                style.first_indent = Length::ZERO;
                lines.push(TextLine::default());
            }
        }
        if lines.last().is_some_and(|last| last.runs.is_empty()) {
            lines.pop();
        }
        WrapColumn { lines, size, leading }
    }

    /// Sets words on one line, with lining figures.
    pub(super) fn set_words(
        &mut self,
        words: &str,
        size: Length,
        figures: FigureStyle,
    ) -> TextLine {
        let style = TextStyle { figures, ..TextStyle::roman(size) };
        self.setter.set_words(words, &style, &self.language)
    }

    /// Sets words on one line in small capitals.
    pub(super) fn set_small_capitals(&mut self, words: &str, size: Length) -> TextLine {
        let style = TextStyle {
            letters: LetterCase::SmallCapitals,
            letterspacing: SMALL_CAPITALS_SPACING,
            ..TextStyle::roman(size)
        };
        self.setter.set_words(words, &style, &self.language)
    }

    /// The findings.
    pub(super) fn into_findings(self) -> Vec<Diagnostic> {
        let mut findings = self.findings;
        findings.extend(self.setter.finish());
        findings
    }
}
