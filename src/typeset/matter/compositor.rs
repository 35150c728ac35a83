//! The compositor: sets words and paragraphs in the faces and the language of the book.

use std::cell::RefCell;

use crate::book::block::Paragraph;
use crate::book::figure::Figure;
use crate::book::inline::Inline;
use crate::book::matter::contents::plain;
use crate::book::picture::{Picture, Pictures};
use crate::design::{Axis, ChapterOpening, Design, InitialDesign, Lettering};
use crate::diagnostic::Diagnostic;
use crate::fonts::FontStyle;
use crate::length::Length;
use crate::text::language::Language;
use crate::text::numerals::roman;
use crate::text::span::Origin;
use crate::typeset::line::{Line, SetParagraph};
use crate::typeset::page::galley::Version;
use crate::typeset::paragraph::{
    Alignment, Opening, ParagraphStyle, SMALL_CAPITALS_SPACING, Setter, Take, TextStyle,
    Variant,
};
use crate::typeset::shape::{Figures, Letters};

/// Lines of words that stand alone: more of them, as no title page has, are read as text, and
/// it is all the same how long each is.
const MOST_BALANCED: usize = 30;

/// How a paragraph or a line of display is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Style {
    /// The size.
    pub(crate) size: Length,
    /// Its letters; what is stressed in italics stands upright.
    pub(crate) letters: Lettering,
    /// Its figures.
    pub(crate) figures: Figures,
    /// It is words that stand alone: their lines are of much the same length, and
    /// capitals throughout become small.
    pub(crate) alone: bool,
    /// How lines fill the measure.
    pub(crate) alignment: Alignment,
    /// The measure.
    pub(crate) measure: Length,
    /// Indent of the first line.
    pub(crate) first_indent: Length,
    /// Indent of the lines after the first.
    pub(crate) turnover_indent: Length,
    /// Words may be divided, where the design allows it.
    pub(crate) hyphenate: bool,
    /// What begins the first line may hang into the white before it.
    pub(crate) hangs: bool,
    /// How it begins.
    pub(crate) opening: Opening,
}

impl Style {
    /// Justified text.
    pub(crate) fn text(size: Length, measure: Length) -> Self {
        Self {
            size,
            letters: Lettering::Roman,
            figures: Figures::OldStyle,
            alone: false,
            alignment: Alignment::Justified,
            measure,
            first_indent: Length::ZERO,
            turnover_indent: Length::ZERO,
            hyphenate: true,
            hangs: true,
            opening: Opening::Plain,
        }
    }

    /// Lines that end where they end, never divided.
    pub(crate) fn display(size: Length, measure: Length, alignment: Alignment) -> Self {
        Self { alignment, hyphenate: false, ..Self::text(size, measure) }
    }

    /// Words that stand alone, on an axis.
    pub(crate) fn alone(size: Length, measure: Length, axis: Axis) -> Self {
        let alignment = match axis {
            Axis::Centre => Alignment::Centred,
            Axis::Left => Alignment::Ragged,
        };
        Self { alone: true, ..Self::display(size, measure, alignment) }
    }
}

/// Sets type. One for every stretch of the book that may be set at the same time as
/// others.
pub(crate) struct Compositor<'a> {
    setter: RefCell<Setter<'a>>,
    findings: RefCell<Vec<Diagnostic>>,
    design: &'a Design,
    pictures: &'a Pictures,
    language: Language,
}

impl<'a> Compositor<'a> {
    /// A compositor for a language.
    pub(crate) fn new(
        setter: Setter<'a>,
        design: &'a Design,
        pictures: &'a Pictures,
        language: Language,
    ) -> Self {
        let setter = RefCell::new(setter);
        Self { setter, findings: RefCell::default(), design, pictures, language }
    }

    /// Goes on in another language.
    pub(crate) fn set_language(&mut self, language: Language) {
        self.language = language;
    }

    /// Sets a paragraph; it has at least one line.
    pub(crate) fn paragraph(
        &self,
        content: &[Inline],
        style: &Style,
        origin: Origin,
    ) -> SetParagraph {
        let style = self.style(style, &plain(content));
        let set = self.setter.borrow_mut().set_paragraph(content, &style, origin);
        set.collect(&mut self.findings.borrow_mut())
    }

    /// Sets a paragraph to its best length and, where it can be done, a line longer and a
    /// line shorter: the best first.
    pub(crate) fn lengths(
        &self,
        content: &[Inline],
        style: &Style,
        origin: Origin,
    ) -> Vec<Variant> {
        let style = self.style(style, &plain(content));
        let set = self.setter.borrow_mut().set_lengths(content, &style, origin);
        set.collect(&mut self.findings.borrow_mut())
    }

    /// Sets paragraphs that follow one another, each as [`Self::lengths`] does: the first in
    /// one style, the others in another. Below them another may stand.
    pub(crate) fn run(
        &self,
        paragraphs: &[&Paragraph],
        below: Option<&Paragraph>,
        first: &Style,
        others: &Style,
    ) -> Vec<Vec<Variant>> {
        let texts = paragraphs.iter().copied().chain(below);
        let texts: Vec<String> =
            texts.map(|paragraph| plain(&paragraph.content)).collect();
        let takes = paragraphs.iter().zip(&texts).enumerate();
        let takes = takes.map(|(place, (Paragraph { content, origin }, text))| {
            let style = self.style(if place == 0 { first } else { others }, text);
            let below = texts.get(place + 1).map(String::as_str);
            Take::new(content, style, *origin, below)
        });
        let takes: Vec<Take<'_>> = takes.collect();
        let set = self.setter.borrow_mut().set_run(&takes);
        let findings = &mut self.findings.borrow_mut();
        set.into_iter().map(|set| set.collect(findings)).collect()
    }

    /// Sets the lines of a paragraph that pages have taken, where they are not set yet.
    pub(crate) fn complete(&self, version: &mut Version) {
        let Some((late, tag)) = version.late.take() else { return };
        let lines = self.setter.borrow_mut().set_late(&late);
        let placed = version.strips.iter_mut().flat_map(|strip| &mut strip.lines);
        for (placed, line) in placed.filter(|placed| placed.tag == Some(tag)).zip(lines) {
            placed.line = line;
        }
    }

    /// The picture of a figure; none where the book does not have it.
    pub(crate) fn picture(&self, figure: &Figure) -> Option<&'a Picture> {
        self.pictures.get(&figure.picture)
    }

    /// The language that it sets.
    pub(crate) fn language(&self) -> &Language {
        &self.language
    }

    /// The look of the book.
    pub(crate) fn design(&self) -> &'a Design {
        self.design
    }

    /// A style of this book: its language, and the freedom its design gives.
    fn style(&self, style: &Style, words: &str) -> ParagraphStyle {
        let alignment = match style.alignment {
            Alignment::Justified if !self.design.paragraphs.justified => {
                Alignment::Ragged
            }
            alignment => alignment,
        };
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
            ..ParagraphStyle::justified(
                letters(style, words),
                style.measure,
                self.language.clone(),
            )
        }
    }

    /// How the first paragraph of a chapter begins.
    pub(crate) fn opening(&self) -> Opening {
        let ChapterOpening { initial, initial_lines: lines, .. } = self.design.openings;
        match initial {
            InitialDesign::None => Opening::Plain,
            InitialDesign::SmallCapitals => Opening::SmallCapitals,
            InitialDesign::Drop => {
                Opening::Initial { lines, leading: self.design.leading }
            }
        }
    }

    /// Sets words that stand alone on as few lines as they need, of much the same length.
    pub(crate) fn balanced(
        &self,
        content: &[Inline],
        style: &Style,
        origin: Origin,
    ) -> SetParagraph {
        let whole = self.paragraph(content, style, origin);
        let text = plain(content);
        let Some(measure) = self.narrowest(&text, style, whole.lines.len()) else {
            return whole;
        };
        let narrow = self.style(&Style { measure, ..*style }, &text);
        let narrow = self.setter.borrow_mut().set_paragraph(content, &narrow, origin);
        // What is said of the narrow lines is either said of the wide ones or no reason to
        // set them so.
        if narrow.value.lines.len() > whole.lines.len() || !narrow.diagnostics.is_empty()
        {
            return whole;
        }
        match style.alignment {
            Alignment::Centred => moved(narrow.value, (style.measure - measure) / 2),
            _ => narrow.value,
        }
    }

    /// The narrowest measure that holds words on so many lines; none where there is but
    /// one line or very many, or where a word alone fills the measure.
    fn narrowest(&self, text: &str, style: &Style, lines: usize) -> Option<Length> {
        if !(2..=MOST_BALANCED).contains(&lines) {
            return None;
        }
        let space = style.size / 4;
        let widths: Vec<Length> =
            text.split(' ').map(|word| self.words(word, style).width + space).collect();
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
    pub(crate) fn plain(&self, words: &str, style: &Style) -> SetParagraph {
        let content = [Inline::Text(words.to_owned())];
        if style.alone {
            self.balanced(&content, style, Origin::default())
        } else {
            self.paragraph(&content, style, Origin::default())
        }
    }

    /// Sets words on one line, however long it is.
    pub(crate) fn words(&self, words: &str, style: &Style) -> Line {
        self.setter.borrow_mut().set_words(words, &letters(style, words), &self.language)
    }

    /// Sets something of which nothing shall be said: what is set to be measured only, or
    /// has been told as a whole.
    pub(crate) fn quietly<T>(&self, set: impl FnOnce() -> T) -> T {
        let said = self.findings.borrow().len();
        let value = set();
        self.findings.borrow_mut().truncate(said);
        value
    }

    /// Says something of what is set.
    pub(crate) fn say(&self, found: Diagnostic) {
        self.findings.borrow_mut().push(found);
    }

    /// What was found while setting.
    pub(crate) fn findings(self) -> Vec<Diagnostic> {
        let mut findings = self.findings.into_inner();
        findings.extend(self.setter.into_inner().finish());
        findings
    }
}

/// A set paragraph moved to the right.
fn moved(mut set: SetParagraph, by: Length) -> SetParagraph {
    for line in &mut set.lines {
        line.width += by;
        for run in &mut line.runs {
            run.run.origin.x += by;
            run.extent = run.extent.start + by..run.extent.end + by;
        }
    }
    set
}

/// How the letters of words in a style are set. Words that stand alone and are typed in
/// capitals throughout are set in small capitals: a line of capitals shouts.
fn letters(style: &Style, words: &str) -> TextStyle {
    let mut text = TextStyle::roman(style.size);
    text.figures = style.figures;
    text.face = match style.letters {
        Lettering::Roman | Lettering::SmallCapitals => FontStyle::Roman,
        Lettering::Italic => FontStyle::Italic,
        Lettering::Bold => FontStyle::Bold,
    };
    let small = style.letters == Lettering::SmallCapitals;
    let capitals = (style.alone || small) && in_capitals(words);
    if small || capitals {
        text.letterspacing = SMALL_CAPITALS_SPACING;
        text.letters =
            if capitals { Letters::AllSmallCapitals } else { Letters::SmallCapitals };
    }
    text
}

/// Whether words have several capitals and no small letter, or are a Roman number: a
/// chapter I is set like the chapters II and III.
pub(super) fn in_capitals(words: &str) -> bool {
    let capitals = words.chars().filter(|c| c.is_uppercase());
    let fewest = if roman(words.trim_end_matches('.')).is_some() { 1 } else { 2 };
    capitals.take(fewest).count() == fewest && !words.chars().any(char::is_lowercase)
}
