//! Sets words and paragraphs in the faces and language of the book.

use std::cell::RefCell;

use crate::book::block::Paragraph;
use crate::book::figure::Figure;
use crate::book::inline::Inline;
use crate::book::matter::contents::write_plain_text;
use crate::book::matter::titles::is_in_capitals;
use crate::book::picture::{Picture, Pictures};
use crate::design::{Acronyms, Axis, Design, InitialDesign, Lettering, OpeningDesign};
use crate::diagnostic::Diagnostic;
use crate::fonts::FontStyle;
use crate::length::{Length, Ratio};
use crate::text::language::Language;
use crate::text::span::Origin;
use crate::typeset::font::Fonts;
use crate::typeset::line::{SetParagraph, TextLine};
use crate::typeset::page::galley::BlockVariant;
use crate::typeset::paragraph::{
    LineAlignment, ParagraphInput, ParagraphOpening, ParagraphSetter, ParagraphStyle,
    ParagraphVariant, SMALL_CAPITALS_SPACING, TextStyle,
};
use crate::typeset::shape::{FigureStyle, LetterCase};

/// Display text with more lines than this is not balanced. No title page has so many; it is
/// read as text, and line lengths no longer matter.
pub(super) const MOST_BALANCED: usize = 30;

/// The last letter of the Latin alphabets (Unicode block Latin Extended-B), whose small
/// capitals every face has that has any.
const LAST_LATIN: char = '\u{24F}';

/// How a paragraph or a display line is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CompositorStyle {
    /// The size.
    pub(crate) size: Length,
    /// Its letters; emphasis in italic letters is upright.
    pub(crate) letters: Lettering,
    /// Its figures.
    pub(crate) figures: FigureStyle,
    /// Display text: its lines have similar lengths, and text all in capitals becomes small
    /// capitals.
    pub(crate) alone: bool,
    /// How lines fill the measure.
    pub(crate) alignment: LineAlignment,
    /// The measure.
    pub(crate) measure: Length,
    /// Indent of the first line.
    pub(crate) first_indent: Length,
    /// Indent of the lines after the first.
    pub(crate) turnover_indent: Length,
    /// Words may be divided, if the design allows it.
    pub(crate) hyphenate: bool,
    /// A sign at the start of the first line may hang into its indent.
    pub(crate) hangs: bool,
    /// How it begins.
    pub(crate) opening: ParagraphOpening,
    /// How acronyms are set; without it, as the design says for text, and in capitals in
    /// type that is larger.
    pub(crate) acronyms: Option<Acronyms>,
}

impl CompositorStyle {
    /// Justified text.
    pub(crate) fn text(size: Length, measure: Length) -> Self {
        Self {
            size,
            letters: Lettering::Roman,
            figures: FigureStyle::OldStyle,
            alone: false,
            alignment: LineAlignment::Justified,
            measure,
            first_indent: Length::ZERO,
            turnover_indent: Length::ZERO,
            hyphenate: true,
            hangs: true,
            opening: ParagraphOpening::Plain,
            acronyms: None,
        }
    }

    /// Ragged lines without hyphenation.
    pub(crate) fn display(
        size: Length,
        measure: Length,
        alignment: LineAlignment,
    ) -> Self {
        Self { alignment, hyphenate: false, ..Self::text(size, measure) }
    }

    /// Display text on an axis.
    pub(crate) fn standalone(size: Length, measure: Length, axis: Axis) -> Self {
        let alignment = match axis {
            Axis::Centre => LineAlignment::Centred,
            Axis::Left => LineAlignment::Ragged,
        };
        Self { alone: true, ..Self::display(size, measure, alignment) }
    }
}

/// Sets type. Each part of the book that may be set in parallel has its own.
pub(crate) struct Compositor<'a> {
    setter: RefCell<ParagraphSetter<'a>>,
    findings: RefCell<Vec<Diagnostic>>,
    design: &'a Design,
    pictures: &'a Pictures,
    language: Language,
}

impl<'a> Compositor<'a> {
    /// Creates a compositor for a language.
    pub(crate) fn new(
        setter: ParagraphSetter<'a>,
        design: &'a Design,
        pictures: &'a Pictures,
        language: Language,
    ) -> Self {
        let setter = RefCell::new(setter);
        Self { setter, findings: RefCell::default(), design, pictures, language }
    }

    /// The faces that it sets with.
    pub(crate) fn fonts(&self) -> &'a Fonts {
        self.setter.borrow().fonts()
    }

    /// Continues in another language.
    pub(crate) fn set_language(&mut self, language: Language) {
        self.language = language;
    }

    /// Sets a paragraph; it has at least one line.
    pub(crate) fn set_paragraph(
        &self,
        content: &[Inline],
        style: &CompositorStyle,
        origin: Origin,
    ) -> SetParagraph {
        let style = self.paragraph_style(style, &write_plain_text(content));
        let set = self.setter.borrow_mut().set_paragraph(content, &style, origin);
        set.collect(&mut self.findings.borrow_mut())
    }

    /// Sets a paragraph to its best length and, where possible, to one line more and one
    /// line less; the best first.
    pub(crate) fn set_variants(
        &self,
        content: &[Inline],
        style: &CompositorStyle,
        origin: Origin,
    ) -> Vec<ParagraphVariant> {
        let style = self.paragraph_style(style, &write_plain_text(content));
        let set = self.setter.borrow_mut().set_lengths(content, &style, origin);
        set.collect(&mut self.findings.borrow_mut())
    }

    /// Sets consecutive paragraphs, each like [`Self::set_variants`]: the first in one
    /// style, the others in another. A further paragraph may follow below.
    pub(crate) fn set_run(
        &self,
        paragraphs: &[&Paragraph],
        below: Option<&Paragraph>,
        first: &CompositorStyle,
        others: &CompositorStyle,
    ) -> Vec<Vec<ParagraphVariant>> {
        let texts = paragraphs.iter().copied().chain(below);
        let texts: Vec<String> =
            texts.map(|paragraph| write_plain_text(&paragraph.content)).collect();
        let inputs = paragraphs.iter().zip(&texts).enumerate();
        let inputs = inputs.map(|(place, (Paragraph { content, origin }, text))| {
            let style =
                self.paragraph_style(if place == 0 { first } else { others }, text);
            let below = texts.get(place + 1).map(String::as_str);
            ParagraphInput::new(content, style, *origin, below)
        });
        let inputs: Vec<ParagraphInput<'_>> = inputs.collect();
        let set = self.setter.borrow_mut().set_run(&inputs);
        let findings = &mut self.findings.borrow_mut();
        set.into_iter().map(|set| set.collect(findings)).collect()
    }

    /// Sets the lines of a variant that pages have taken, if they are not set yet.
    pub(crate) fn set_deferred(&self, variant: &mut BlockVariant) {
        let Some((deferred, tag)) = variant.deferred.take() else { return };
        let lines = self.setter.borrow_mut().set_late(&deferred);
        let placed = variant.rows.iter_mut().flat_map(|row| &mut row.lines);
        for (placed, line) in placed.filter(|placed| placed.tag == Some(tag)).zip(lines) {
            placed.line = line;
        }
    }

    /// The picture of a figure; none if the book does not have it.
    pub(crate) fn picture_of(&self, figure: &Figure) -> Option<&'a Picture> {
        self.pictures.get(&figure.picture)
    }

    /// The language that it sets.
    pub(crate) fn language(&self) -> &Language {
        &self.language
    }

    /// The design of the book.
    pub(crate) fn design(&self) -> &'a Design {
        self.design
    }

    /// The paragraph style that follows from a style, the language and the design.
    fn paragraph_style(&self, style: &CompositorStyle, words: &str) -> ParagraphStyle {
        let alignment = match style.alignment {
            LineAlignment::Justified if !self.design.paragraphs.justified => {
                LineAlignment::Ragged
            }
            alignment => alignment,
        };
        // Small capitals of acronyms are letterspaced for the grey of a page of text.
        let is_larger = style.size > self.design.font_size;
        let usual_acronyms =
            if is_larger { Acronyms::Capitals } else { self.design.acronyms };
        ParagraphStyle {
            first_indent: style.first_indent,
            hanging_indent: style.turnover_indent,
            alignment,
            opening: style.opening,
            hyphenate: style.hyphenate && self.design.hyphenate,
            hyphens: self.design.hyphens,
            hangs: style.hangs,
            expansion: self.design.expansion,
            tracking: self.design.tracking,
            acronyms: style.acronyms.unwrap_or(usual_acronyms),
            ..ParagraphStyle::justified(
                self.text_style(style, words),
                style.measure,
                self.language.clone(),
            )
        }
    }

    /// How the first paragraph of a chapter begins.
    pub(crate) fn first_paragraph_opening(&self) -> ParagraphOpening {
        let OpeningDesign { initial, initial_lines: lines, .. } = self.design.openings;
        match initial {
            InitialDesign::None => ParagraphOpening::Plain,
            InitialDesign::SmallCapitals => ParagraphOpening::SmallCapitals,
            InitialDesign::Drop => {
                ParagraphOpening::Initial { lines, leading: self.design.leading }
            }
        }
    }

    /// Sets display text on as few lines as it needs, with similar lengths and line ends by
    /// its sense.
    pub(crate) fn set_balanced(
        &self,
        content: &[Inline],
        style: &CompositorStyle,
        origin: Origin,
    ) -> SetParagraph {
        let whole = self.set_paragraph(content, style, origin);
        if whole.lines.len() > 1
            && let Some(set) = self.set_by_sense(content, style, origin)
        {
            return set;
        }
        let text = write_plain_text(content);
        let Some(measure) = self.narrowest_measure(&text, style, whole.lines.len())
        else {
            return whole;
        };
        let narrow = self.paragraph_style(&CompositorStyle { measure, ..*style }, &text);
        let narrow = self.setter.borrow_mut().set_paragraph(content, &narrow, origin);
        // A finding about the narrow lines either holds for the wide ones too or is a
        // reason not to use the narrow ones.
        if narrow.value.lines.len() > whole.lines.len() || !narrow.diagnostics.is_empty()
        {
            return whole;
        }
        match style.alignment {
            LineAlignment::Centred => {
                shift_right(narrow.value, (style.measure - measure) / 2)
            }
            _ => narrow.value,
        }
    }

    /// Sets display text like [`Self::set_balanced`] within a share of the measure, unless a
    /// word is wider, or the whole measure has three lines of it.
    pub(crate) fn set_within(
        &self,
        (part, of): (i32, i32),
        content: &[Inline],
        style: &CompositorStyle,
        origin: Origin,
    ) -> SetParagraph {
        let measure = style.measure * part / of;
        let before = self.findings.borrow().len();
        let narrow = CompositorStyle { measure, ..*style };
        let set = self.set_balanced(content, &narrow, origin);
        let is_too_wide = self.findings.borrow().len() > before;
        let whole =
            || self.without_findings(|| self.set_balanced(content, style, origin));
        if is_too_wide || set.lines.len() > 2 && whole().lines.len() > 2 {
            self.findings.borrow_mut().truncate(before);
            return self.set_balanced(content, style, origin);
        }
        match style.alignment {
            LineAlignment::Centred => shift_right(set, (style.measure - measure) / 2),
            _ => set,
        }
    }

    /// The narrowest measure that holds the words on `lines` lines; none for a single line
    /// or very many, or if one word fills the measure.
    fn narrowest_measure(
        &self,
        text: &str,
        style: &CompositorStyle,
        lines: usize,
    ) -> Option<Length> {
        if !(2..=MOST_BALANCED).contains(&lines) {
            return None;
        }
        let space = style.size / 4;
        // A word joiner behind a space keeps two words on one line.
        let text = text.replace(" \u{2060}", "\u{A0}");
        let widths: Vec<Length> = text
            .split(' ')
            .map(|word| self.set_on_one_line(word, style).width + space)
            .collect();
        let fits = |measure: Length| {
            let (mut count, mut filled) = (1, Length::ZERO);
            for &width in &widths {
                if filled + width > measure && filled > Length::ZERO {
                    (count, filled) = (count + 1, Length::ZERO);
                }
                filled += width;
            }
            count <= lines
        };
        let mut low = widths.iter().copied().max()?;
        let mut high = style.measure;
        while high - low > space {
            let middle = low + (high - low) / 2;
            if fits(middle) { high = middle } else { low = middle }
        }
        Some(high)
    }

    /// Sets words of the edition itself.
    pub(crate) fn set_plain(&self, words: &str, style: &CompositorStyle) -> SetParagraph {
        let content = [Inline::Text(words.to_owned())];
        if style.alone {
            self.set_balanced(&content, style, Origin::default())
        } else {
            self.set_paragraph(&content, style, Origin::default())
        }
    }

    /// The width of a letter of code beside text of a size; all are of one width.
    pub(crate) fn measure_code(&self, size: Length) -> Length {
        let style = CompositorStyle::display(size, size * 2, LineAlignment::Ragged);
        let letter = [Inline::Code("0".to_owned())];
        self.without_findings(|| {
            let set = self.set_paragraph(&letter, &style, Origin::default());
            set.lines.first().map_or(size / 2, |line| line.width)
        })
    }

    /// How far the ink of an ornament has to go down to be in the middle of its white.
    pub(crate) fn measure_centring(&self, ornament: &TextLine) -> Length {
        self.setter.borrow().measure_centring(ornament)
    }

    /// Sets words on one line, however long it is.
    pub(crate) fn set_on_one_line(
        &self,
        words: &str,
        style: &CompositorStyle,
    ) -> TextLine {
        let text = self.text_style(style, words);
        self.setter.borrow_mut().set_words(words, &text, &self.language)
    }

    /// The text style of words. Small letters that the face has no small capitals of, such as
    /// those of Cyrillic, stay small letters, without space between them.
    fn text_style(&self, style: &CompositorStyle, words: &str) -> TextStyle {
        let text = text_style_for(style, words);
        let is_small = text.letters == LetterCase::SmallCapitals;
        let is_other = |c: &char| c.is_lowercase() && *c > LAST_LATIN;
        let Some(letter) = words.chars().find(is_other).filter(|_| is_small) else {
            return text;
        };
        let plain = TextStyle {
            letters: LetterCase::Plain,
            letterspacing: Ratio(0),
            ..text.clone()
        };
        let mut setter = self.setter.borrow_mut();
        let mut set = |style: &TextStyle| {
            let line = setter.set_words(&letter.to_string(), style, &self.language);
            let glyphs = line.runs.iter().flat_map(|run| &run.run.glyphs);
            glyphs.map(|glyph| glyph.id).collect::<Vec<u16>>()
        };
        if set(&text) == set(&plain) { plain } else { text }
    }

    /// Sets something without recording findings: text that is only measured, or was
    /// already reported as a whole.
    pub(crate) fn without_findings<T>(&self, set: impl FnOnce() -> T) -> T {
        self.collect_findings(set).0
    }

    /// Sets something that is placed later, and returns the findings instead of recording
    /// them.
    pub(crate) fn collect_findings<T>(
        &self,
        set: impl FnOnce() -> T,
    ) -> (T, Vec<Diagnostic>) {
        let said = self.findings.borrow().len();
        let value = set();
        (value, self.findings.borrow_mut().split_off(said))
    }

    /// Records a finding.
    pub(crate) fn report(&self, found: Diagnostic) {
        self.findings.borrow_mut().push(found);
    }

    /// The findings.
    pub(crate) fn into_findings(self) -> Vec<Diagnostic> {
        let mut findings = self.findings.into_inner();
        findings.extend(self.setter.into_inner().finish());
        findings
    }
}

/// A set paragraph moved to the right.
fn shift_right(mut set: SetParagraph, by: Length) -> SetParagraph {
    for line in &mut set.lines {
        line.width += by;
        for run in &mut line.runs {
            run.run.origin.x += by;
            run.extent = run.extent.start + by..run.extent.end + by;
        }
    }
    set
}

/// The text style of words. Display text typed all in capitals is set in small capitals: a
/// line of capitals shouts.
fn text_style_for(style: &CompositorStyle, words: &str) -> TextStyle {
    let mut text = TextStyle::roman(style.size);
    text.figures = style.figures;
    text.face = match style.letters {
        Lettering::Roman | Lettering::SmallCapitals => FontStyle::Roman,
        Lettering::Italic => FontStyle::Italic,
        Lettering::Bold => FontStyle::Bold,
    };
    let small = style.letters == Lettering::SmallCapitals;
    let capitals = (style.alone || small) && is_in_capitals(words);
    if small || capitals {
        text.letterspacing = SMALL_CAPITALS_SPACING;
        text.letters = if capitals {
            LetterCase::AllSmallCapitals
        } else {
            LetterCase::SmallCapitals
        };
    }
    text
}
