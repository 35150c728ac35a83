//! Collects inlines into one string and runs of equal style.

mod formulas;

use std::ops::Range;

use super::acronyms::set_acronyms;
use super::addresses::find_addresses;
use super::style::{ParagraphOpening, ParagraphStyle};
use super::word::{WordCache, WordClassId};
use crate::book::figure::Figure;
use crate::book::formula::FormulaError;
use crate::book::inline::{FontVariant, Inline, PhraseKind};
use crate::book::matter::address::web_address;
use crate::book::matter::figures::{describe_figure, size_in_line};
use crate::book::matter::notes::{NumberedNotes, ReferenceMark};
use crate::book::matter::words::EditionWords;
use crate::book::picture::{Picture, Pictures};
use crate::design::Acronyms;
use crate::fonts::FontStyle;
use crate::length::{Length, Ratio};
use crate::text::excerpt::truncate;
use crate::text::language::Language;
use crate::text::letters::follows_word;
use crate::typeset::document::{LONGEST_ALTERNATIVE, Role};
use crate::typeset::font::Fonts;
use crate::typeset::line::{Decoration, ParagraphSpan, SpanTarget};
use crate::typeset::shape::{
    FigureStyle, LetterCase, Shaper, ShapingStyle, ShapingStyleId,
};

/// Size of a note mark in a face without superior figures, in parts of the text size: the
/// usual proportion of drawn superiors.
const MARK_SIZE: Ratio = Ratio(600_000);

/// How far such a mark is raised, in parts of the text size. Its top is then near that of
/// the capitals.
const MARK_RISE: Ratio = Ratio(330_000);

/// How far subscripts are raised, in parts of the text size: by less than nothing. The foot
/// of their figures is then in the middle of the descenders.
const SUBSCRIPT_RISE: Ratio = Ratio(-150_000);

/// The text of a paragraph.
#[derive(Debug, Default)]
pub(super) struct ParagraphText {
    /// Its characters: single spaces, `\n` where a line must end, no invisible ones.
    pub(super) text: String,
    /// Runs of equal style; they touch, and cover the text.
    pub(super) runs: Vec<StyledRun>,
    /// Where soft hyphens are, in order.
    pub(super) soft_hyphens: Vec<usize>,
    /// Where the text allows a break (zero-width space).
    pub(super) openings: Vec<usize>,
    /// Where the text forbids a break (word joiner), in order.
    pub(super) joins: Vec<usize>,
    /// Web addresses, in order: their words are never divided.
    pub(super) addresses: Vec<Range<usize>>,
    /// Notes, by the place of their marks and their serial numbers, in order.
    pub(super) notes: Vec<(usize, u32)>,
    /// Source pages, by the place where they begin and their printed numbers, in order.
    pub(super) source_pages: Vec<(usize, String)>,
    /// Anchors, by their places and numbers, in order.
    pub(super) anchors: Vec<(usize, u32)>,
    /// Spans that are structure elements.
    pub(super) spans: Vec<ParagraphSpan>,
    /// The pictures and the notes in the margin, in order.
    pub(super) objects: Vec<ParagraphObject>,
    /// The formulas that are set as their source, and why.
    pub(super) formulas_as_source: Vec<(String, FormulaError)>,
    /// The bytes of the others, in order.
    pub(super) formulas: Vec<Range<usize>>,
    /// Their spaces, in order.
    pub(super) formula_spaces: Vec<FormulaSpace>,
}

/// A space of a formula: its width is that of TeX, and the same on every line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FormulaSpace {
    /// The byte of the character that stands for it.
    pub(super) at: usize,
    /// Its width, in parts of the size; it may be negative.
    pub(super) width: Ratio,
    /// What ending the line here costs; none where it may not end.
    pub(super) penalty: Option<i32>,
}

/// What stands for a picture in the text: the object replacement character. Lines may end
/// beside it.
const PICTURE: char = '\u{FFFC}';

/// What stands for a note in the margin, and for nothing in the line: an annotation anchor,
/// which a line break treats as part of the letter before it.
const MARGIN_NOTE: char = '\u{FFF9}';

/// Something in the text of a paragraph that is no letter. It has a run of its own.
#[derive(Debug)]
pub(super) struct ParagraphObject {
    /// The byte of the character that stands for it.
    pub(super) at: usize,
    /// How wide it is in the line.
    pub(super) width: Length,
    /// Its span.
    pub(super) span: usize,
    /// What it is.
    pub(super) kind: ParagraphObjectKind,
}

/// What is in a text that is no letter.
#[derive(Debug)]
pub(super) enum ParagraphObjectKind {
    /// A picture, and how high it is.
    Picture(Picture, Length),
    /// A note in the margin.
    MarginNote,
}

/// A run of a paragraph in one style.
#[derive(Debug, Clone)]
pub(super) struct StyledRun {
    /// Its bytes.
    pub(super) range: Range<usize>,
    /// The shaping style.
    pub(super) shaping: ShapingStyleId,
    /// The size.
    pub(super) size: Length,
    /// How far it is raised.
    pub(super) rise: Length,
    /// Space added between its letters, in parts of the em.
    pub(super) letterspacing: Ratio,
    /// The span that it belongs to.
    pub(super) span: Option<usize>,
    /// The class of its words.
    pub(super) class: WordClassId,
}

/// The size at which small letters of code are as high as those of the text around them.
fn size_code(fonts: &Fonts, size: Length) -> Length {
    let height = |style| fonts.text(style).x_height();
    match (height(FontStyle::Roman), height(FontStyle::Monospaced)) {
        (Some(text), Some(code)) => size.scaled(text.0.into(), code.0.into()),
        _ => size,
    }
}

/// Collects the inlines of a paragraph into one string.
pub(super) fn collect_text(
    content: &[Inline],
    style: &ParagraphStyle,
    notes: &NumberedNotes<'_>,
    pictures: &Pictures,
    shaper: &mut Shaper<'_>,
    words: &mut WordCache,
) -> ParagraphText {
    let paragraph = ParagraphText::default();
    let mut collector = TextCollector {
        paragraph,
        style,
        notes,
        pictures,
        shaper,
        words,
        gave_way: false,
    };
    let context = InlineContext {
        face: style.text.face,
        language: style.language.clone(),
        span: None,
        code: false,
        in_formula: false,
        variant: None,
        script: ScriptPlace::default(),
    };
    collector.add_inlines(content, &context);
    let mut paragraph = collector.finish();
    if style.acronyms == Acronyms::SmallCapitals {
        set_acronyms(&mut paragraph, shaper, words);
    }
    paragraph
}

/// What the inlines around an inline ask for.
#[derive(Clone)]
struct InlineContext {
    face: FontStyle,
    language: Language,
    span: Option<usize>,
    code: bool,
    in_formula: bool,
    variant: Option<FontVariant>,
    script: ScriptPlace,
}

/// Where raised and lowered letters stand.
#[derive(Debug, Clone, Copy)]
struct ScriptPlace {
    /// Their size, in parts of the text's.
    size: Ratio,
    /// How far they are raised, in parts of the text's size.
    rise: Ratio,
}

impl Default for ScriptPlace {
    fn default() -> Self {
        Self { size: Ratio::ONE, rise: Ratio(0) }
    }
}

impl ScriptPlace {
    /// The place of letters raised or lowered from here.
    fn inside(self, variant: FontVariant) -> Self {
        let rise = match variant {
            FontVariant::Superscript => MARK_RISE,
            FontVariant::Subscript => SUBSCRIPT_RISE,
            FontVariant::SmallCaps => return self,
        };
        let part = |of: Ratio| Ratio(of.of(Length(self.size.0)).0);
        Self { size: part(MARK_SIZE), rise: Ratio(self.rise.0 + part(rise).0) }
    }
}

impl InlineContext {
    /// The context of code: it has a face of its own, and its spaces count.
    fn for_code(&self) -> Self {
        Self { face: FontStyle::Monospaced, code: true, ..self.clone() }
    }
}

/// The text while it grows.
struct TextCollector<'a, 'n, 'f> {
    paragraph: ParagraphText,
    style: &'a ParagraphStyle,
    notes: &'a NumberedNotes<'n>,
    pictures: &'a Pictures,
    shaper: &'a mut Shaper<'f>,
    words: &'a mut WordCache,
    /// A space was dropped before the note mark at the end.
    gave_way: bool,
}

impl TextCollector<'_, '_, '_> {
    /// Adds inlines in their context.
    fn add_inlines(&mut self, content: &[Inline], context: &InlineContext) {
        for inline in content {
            match inline {
                Inline::Text(text) => self.add_text(text, context),
                Inline::Emphasis(inner) => {
                    let face = context.face.emphasis();
                    self.add_inlines(inner, &InlineContext { face, ..context.clone() });
                }
                // Small capitals are enough to mark the speaker.
                Inline::Strong(inner) if self.is_speaker_name() => {
                    self.add_inlines(inner, context);
                }
                Inline::Strong(inner) => {
                    let face = context.face.strong();
                    self.add_inlines(inner, &InlineContext { face, ..context.clone() });
                }
                Inline::Variant { variant, content } => {
                    let script = context.script.inside(*variant);
                    let variant = Some(*variant);
                    self.add_inlines(
                        content,
                        &InlineContext { variant, script, ..context.clone() },
                    );
                }
                Inline::Foreign { language, content } => {
                    let span = self.add_span(Role::Span, context.span);
                    self.paragraph.spans[span].language = Some(language.clone());
                    let language = language.clone();
                    let span = Some(span);
                    self.add_inlines(
                        content,
                        &InlineContext { language, span, ..context.clone() },
                    );
                }
                Inline::Link { target, content } => match web_address(target) {
                    Some(address) => {
                        let span = self.add_span(Role::Link, context.span);
                        let target = SpanTarget::Address(address);
                        self.paragraph.spans[span].target = Some(target);
                        self.add_inlines_in(span, content, context);
                    }
                    None => self.add_inlines(content, context),
                },
                Inline::Phrase { kind, content } => {
                    self.add_phrase(kind, content, context);
                }
                Inline::CrossReference { target, content } => match target.parse() {
                    Ok(number) => {
                        let span = self.add_span(Role::Link, context.span);
                        let target = SpanTarget::Anchor(number);
                        self.paragraph.spans[span].target = Some(target);
                        self.add_inlines_in(span, content, context);
                    }
                    Err(_) => self.add_inlines(content, context),
                },
                Inline::Anchor(name) => {
                    let at = self.paragraph.text.len();
                    self.paragraph.anchors.extend(name.parse().ok().map(|one| (at, one)));
                }
                // The index has taken them.
                Inline::IndexMark(_) => {}
                Inline::Code(text) => {
                    self.add_text(text, &context.for_code());
                }
                Inline::Formula(formula) => self.add_formula(formula, context),
                Inline::Picture(figure) => self.add_picture(figure, context),
                Inline::LineBreak => self.add_line_break(context),
                Inline::Note(note) => {
                    if let Some(note) = self.notes.get(note) {
                        self.add_note_mark(note.serial, note.label, context);
                    }
                }
                // Printed pages have numbers of their own, so these are invisible in the
                // line.
                Inline::PageMark(number) => {
                    let at = self.paragraph.text.len();
                    self.paragraph.source_pages.push((at, number.clone()));
                }
            }
        }
    }

    /// Adds inlines inside a span.
    fn add_inlines_in(
        &mut self,
        span: usize,
        content: &[Inline],
        context: &InlineContext,
    ) {
        self.add_inlines(content, &InlineContext { span: Some(span), ..context.clone() });
    }

    /// Adds a picture; its words if the book does not have it.
    fn add_picture(&mut self, figure: &Figure, context: &InlineContext) {
        let Some(picture) = self.pictures.get(&figure.picture) else {
            return self.add_text(figure.words(), context);
        };
        let words = EditionWords::for_language(Some(&self.style.language));
        let span = self.add_span(Role::Figure, context.span);
        let alternative = describe_figure(figure, words);
        self.paragraph.spans[span].alternative =
            alternative.map(|words| truncate(&words, LONGEST_ALTERNATIVE));
        let size =
            size_in_line(picture, figure.width, self.style.text.size, self.style.measure);
        let kind = ParagraphObjectKind::Picture(picture.clone(), size.height);
        self.add_object(PICTURE, size.width, span, kind, context);
    }

    /// Adds what is no letter.
    fn add_object(
        &mut self,
        stand_in: char,
        width: Length,
        span: usize,
        kind: ParagraphObjectKind,
        context: &InlineContext,
    ) {
        let at = self.paragraph.text.len();
        self.gave_way = false;
        self.paragraph.text.push(stand_in);
        let context =
            InlineContext { span: Some(span), variant: None, ..context.clone() };
        self.add_styled_run(at, &context, LetterCase::Plain);
        self.paragraph.objects.push(ParagraphObject { at, width, span, kind });
    }

    /// Adds words with a meaning or a style of their own.
    fn add_phrase(
        &mut self,
        kind: &PhraseKind,
        content: &[Inline],
        context: &InlineContext,
    ) {
        let decoration = match kind {
            PhraseKind::Deleted => Decoration::StrikeThrough,
            PhraseKind::Underlined => Decoration::Underline,
            PhraseKind::Marked => Decoration::Highlight,
            PhraseKind::Added => {
                let span = self.add_span(Role::Label, context.span);
                return self.add_inlines_in(span, content, context);
            }
            PhraseKind::Keyboard => {
                return self.add_inlines(content, &context.for_code());
            }
            // Its words are set beside the line.
            PhraseKind::Marginal => {
                let (span, kind) = (
                    self.add_span(Role::Span, context.span),
                    ParagraphObjectKind::MarginNote,
                );
                return self.add_object(MARGIN_NOTE, Length::ZERO, span, kind, context);
            }
            PhraseKind::Abbreviation { .. } | PhraseKind::Styled(_) => {
                return self.add_inlines(content, context);
            }
        };
        let span = self.add_span(Role::Span, context.span);
        self.paragraph.spans[span].decoration = Some(decoration);
        self.add_inlines_in(span, content, context);
    }

    /// Whether what comes next is the name of the speaker.
    fn is_speaker_name(&self) -> bool {
        let speaker = matches!(self.style.opening, ParagraphOpening::Speaker { .. });
        speaker && self.paragraph.text.is_empty()
    }

    /// Adds characters: white space as single spaces, invisible line-break controls as
    /// places.
    fn add_text(&mut self, text: &str, context: &InlineContext) {
        let start = self.paragraph.text.len();
        for c in text.chars() {
            let at = self.paragraph.text.len();
            match c {
                '\u{AD}' => self.paragraph.soft_hyphens.push(at),
                '\u{200B}' => self.paragraph.openings.push(at),
                '\u{2060}' | '\u{FEFF}' => self.paragraph.joins.push(at),
                ' ' | '\t'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => {
                    self.gave_way = false;
                    // Notes in the margin leave nothing between two spaces.
                    let before = self.paragraph.text.trim_end_matches(MARGIN_NOTE);
                    let spaced = before.ends_with([' ', '\n'])
                        || before.is_empty() && !context.code;
                    if !spaced {
                        self.paragraph.text.push(' ');
                    } else if context.code {
                        self.paragraph.text.push('\u{A0}');
                    }
                }
                _ if c.is_control() => {}
                _ => {
                    // The word after a mark is separate from the word before it.
                    if std::mem::take(&mut self.gave_way) && !follows_word(c) {
                        self.paragraph.text.push(' ');
                    }
                    self.paragraph.text.push(c);
                }
            }
        }
        self.add_styled_run(start, context, self.style.text.letters);
    }

    /// Adds a note mark. It is part of the word before it, and not of the word after it.
    fn add_note_mark(
        &mut self,
        serial: u32,
        label: ReferenceMark,
        context: &InlineContext,
    ) {
        if self.paragraph.text.ends_with(' ') {
            self.paragraph.text.pop();
            if let Some(last) = self.paragraph.runs.last_mut() {
                last.range.end -= 1;
            }
            self.gave_way = true;
        }
        let span = self.add_span(Role::Reference, context.span);
        self.paragraph.spans[span].target = Some(SpanTarget::Note(serial));
        let start = self.paragraph.text.len();
        let follows_mark = self.ends_in_note_mark();
        self.paragraph.notes.push((start, serial));
        self.paragraph.joins.push(start);
        if follows_mark {
            // Two marks in a row would read as one number.
            self.paragraph.text.push('\u{202F}');
        }
        self.paragraph.text.push_str(&label.to_string());
        let context =
            InlineContext { span: Some(span), variant: None, ..context.clone() };
        // An asterisk is raised already, and small enough.
        let is_raised = !label.to_string().contains(char::is_alphanumeric);
        let letters = if is_raised { LetterCase::Plain } else { LetterCase::Superior };
        self.add_styled_run(start, &context, letters);
    }

    /// Whether nothing follows the last note mark so far.
    fn ends_in_note_mark(&self) -> bool {
        // A space before the next mark has given way, and left an empty run.
        let mut runs = self.paragraph.runs.iter().rev();
        let last = runs.find(|run| !run.range.is_empty());
        last.zip(self.paragraph.notes.last()).is_some_and(|(run, (start, _))| {
            run.range.start == *start && run.range.end == self.paragraph.text.len()
        })
    }

    /// Ends the line. Screen readers and copied text get the line end where it is: after a
    /// link or a note mark it is not part of it.
    fn add_line_break(&mut self, context: &InlineContext) {
        self.gave_way = false;
        if self.paragraph.text.ends_with(' ') {
            self.paragraph.text.pop();
        }
        let start = self.paragraph.text.len();
        self.paragraph.text.push('\n');
        match self.paragraph.runs.last_mut() {
            Some(last) if last.span == context.span => last.range.end = start + 1,
            Some(last) => {
                last.range.end = last.range.end.min(start);
                self.add_styled_run(start, context, self.style.text.letters);
            }
            None => {}
        }
    }

    /// Adds a span.
    fn add_span(&mut self, role: Role, parent: Option<usize>) -> usize {
        self.paragraph.spans.push(ParagraphSpan {
            role,
            language: None,
            target: None,
            decoration: None,
            alternative: None,
            parent,
        });
        self.paragraph.spans.len() - 1
    }

    /// Adds the run from a byte to the end of the text.
    fn add_styled_run(
        &mut self,
        start: usize,
        context: &InlineContext,
        letters: LetterCase,
    ) {
        let range = start..self.paragraph.text.len();
        if range.is_empty() {
            return;
        }
        let text = &self.style.text;
        let letters = match context.variant {
            Some(FontVariant::SmallCaps) if letters == LetterCase::Plain => {
                LetterCase::SmallCapitals
            }
            _ => letters,
        };
        let shaping = ShapingStyle {
            style: context.face,
            letters,
            figures: if context.code || context.in_formula {
                FigureStyle::Tabular
            } else {
                text.figures
            },
            ligatures: !context.code && text.letterspacing == Ratio(0),
            language: context.language.clone(),
        };
        let shaping = self.shaper.style_id(&shaping);
        let is_drawn =
            letters == LetterCase::Superior && self.shaper.has_superior_figures(shaping);
        let full = if context.code {
            size_code(self.shaper.fonts(), text.size)
        } else {
            text.size
        };
        let (size, rise) = match letters {
            LetterCase::Superior if is_drawn => (text.size, Length::ZERO),
            LetterCase::Superior => (MARK_SIZE.of(full), MARK_RISE.of(text.size)),
            _ => (context.script.size.of(full), context.script.rise.of(text.size)),
        };
        let divides = self.style.hyphenate && !context.code && !context.in_formula;
        self.paragraph.runs.push(StyledRun {
            range,
            shaping,
            size,
            rise,
            letterspacing: text.letterspacing,
            span: context.span,
            class: self.words.class_of(
                self.shaper,
                shaping,
                divides.then_some(&context.language),
            ),
        });
    }

    /// Finishes the text: removes spaces at its end, and sorts its places. When a space
    /// is dropped before a note mark, places after it may be out of order.
    fn finish(mut self) -> ParagraphText {
        self.paragraph.joins.sort_unstable();
        self.paragraph.soft_hyphens.sort_unstable();
        self.paragraph.soft_hyphens.dedup();
        let end = self.paragraph.text.trim_end_matches([' ', '\n']).len();
        self.paragraph.text.truncate(end);
        self.paragraph.openings.retain(|&at| at < end);
        self.paragraph.formulas.retain(|formula| formula.start < end);
        self.paragraph.runs.retain_mut(|run| {
            run.range.end = run.range.end.min(end);
            !run.range.is_empty()
        });
        self.paragraph.addresses = find_addresses(&self.paragraph.text);
        self.paragraph
    }
}
