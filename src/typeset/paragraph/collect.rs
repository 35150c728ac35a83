//! Inlines become one string, and stretches of it that are set alike.

use std::ops::Range;

use super::addresses::addresses;
use super::style::{Opening, ParagraphStyle};
use super::word::{ClassId, Words};
use crate::book::inline::Inline;
use crate::book::matter::address::web_address;
use crate::book::matter::notes::{NoteLabel, NumberedNotes};
use crate::fonts::FontStyle;
use crate::length::{Length, Ratio};
use crate::text::language::Language;
use crate::text::letters::follows_word;
use crate::typeset::document::Role;
use crate::typeset::line::{Piece, PieceTarget};
use crate::typeset::shape::{Figures, Letters, Manner, MannerId, Shaper};

/// Size of a note mark in a face that has no raised figures, in parts of the text's size:
/// the usual proportion of drawn superiors.
const MARK_SIZE: Ratio = Ratio(600_000);

/// How far such a mark is raised, in parts of the text's size: its top then stands near
/// that of the capitals.
const MARK_RISE: Ratio = Ratio(330_000);

/// The words of a paragraph.
#[derive(Debug, Default)]
pub(super) struct Wording {
    /// Its characters: single spaces, `\n` where a line must end, none that leave no
    /// trace on paper.
    pub(super) text: String,
    /// What is set alike; they touch, and cover the text.
    pub(super) stretches: Vec<Stretch>,
    /// Where soft hyphens stood, in order.
    pub(super) soft_hyphens: Vec<usize>,
    /// Where the text allows a line to turn (zero-width space).
    pub(super) openings: Vec<usize>,
    /// Where the text forbids it (word joiner), in order.
    pub(super) joins: Vec<usize>,
    /// Addresses of the web, in order: their words are never divided.
    pub(super) addresses: Vec<Range<usize>>,
    /// Notes by the place of their marks and their serial numbers, in order.
    pub(super) notes: Vec<(usize, u32)>,
    /// Pages of the source by the place where they begin and their printed numbers, in
    /// order.
    pub(super) source_pages: Vec<(usize, String)>,
    /// Stretches that are elements of their own.
    pub(super) pieces: Vec<Piece>,
}

/// A stretch of a paragraph that is set alike.
#[derive(Debug, Clone)]
pub(super) struct Stretch {
    /// Its bytes.
    pub(super) range: Range<usize>,
    /// How it is set.
    pub(super) manner: MannerId,
    /// Its size.
    pub(super) size: Length,
    /// How far it is raised.
    pub(super) rise: Length,
    /// White added between its letters, in parts of the em.
    pub(super) letterspacing: Ratio,
    /// The piece it belongs to.
    pub(super) piece: Option<usize>,
    /// The class of its words.
    pub(super) class: ClassId,
}

/// Puts the words of a paragraph into one string.
pub(super) fn collect(
    content: &[Inline],
    style: &ParagraphStyle,
    notes: &NumberedNotes<'_>,
    shaper: &mut Shaper<'_>,
    words: &mut Words,
) -> Wording {
    let wording = Wording::default();
    let mut collector =
        Collector { wording, style, notes, shaper, words, gave_way: false };
    let context = Context {
        face: style.text.face,
        language: style.language.clone(),
        piece: None,
        code: false,
    };
    collector.inlines(content, &context);
    collector.finish()
}

/// What the inlines around an inline ask for.
#[derive(Clone)]
struct Context {
    face: FontStyle,
    language: Language,
    piece: Option<usize>,
    code: bool,
}

/// The wording as it grows.
struct Collector<'a, 'n, 'f> {
    wording: Wording,
    style: &'a ParagraphStyle,
    notes: &'a NumberedNotes<'n>,
    shaper: &'a mut Shaper<'f>,
    words: &'a mut Words,
    /// A space gave way to the note mark at the end.
    gave_way: bool,
}

impl Collector<'_, '_, '_> {
    /// Adds inlines as their context asks.
    fn inlines(&mut self, content: &[Inline], context: &Context) {
        for inline in content {
            match inline {
                Inline::Text(text) => self.text(text, context),
                Inline::Emphasis(inner) => {
                    let face = context.face.emphasis();
                    self.inlines(inner, &Context { face, ..context.clone() });
                }
                // Who speaks is told by small capitals, which are enough.
                Inline::Strong(inner) if self.names_speaker() => {
                    self.inlines(inner, context);
                }
                Inline::Strong(inner) => {
                    let face = context.face.strong();
                    self.inlines(inner, &Context { face, ..context.clone() });
                }
                Inline::Foreign { language, content } => {
                    let piece = self.piece(Role::Span, context.piece);
                    self.wording.pieces[piece].language = Some(language.clone());
                    let language = language.clone();
                    let piece = Some(piece);
                    self.inlines(
                        content,
                        &Context { language, piece, ..context.clone() },
                    );
                }
                Inline::Link { target, content } => match web_address(target) {
                    Some(address) => {
                        let piece = self.piece(Role::Link, context.piece);
                        let target = PieceTarget::Address(address);
                        self.wording.pieces[piece].target = Some(target);
                        let piece = Some(piece);
                        self.inlines(content, &Context { piece, ..context.clone() });
                    }
                    None => self.inlines(content, context),
                },
                Inline::Code(text) => {
                    self.text(text, &Context { code: true, ..context.clone() });
                }
                Inline::LineBreak => self.line_break(context),
                Inline::Note(note) => {
                    if let Some(note) = self.notes.get(note) {
                        self.mark(note.serial, note.label, context);
                    }
                }
                // Pages on paper have numbers of their own: these leave no trace in the line.
                Inline::PageMark(number) => {
                    let at = self.wording.text.len();
                    self.wording.source_pages.push((at, number.clone()));
                }
            }
        }
    }

    /// Whether what comes next is the name of who speaks.
    fn names_speaker(&self) -> bool {
        let speaker = matches!(self.style.opening, Opening::Speaker { .. });
        speaker && self.wording.text.is_empty()
    }

    /// Adds characters: white space as single spaces, marks for the line breaker as places.
    fn text(&mut self, text: &str, context: &Context) {
        let start = self.wording.text.len();
        for c in text.chars() {
            let at = self.wording.text.len();
            match c {
                '\u{AD}' => self.wording.soft_hyphens.push(at),
                '\u{200B}' => self.wording.openings.push(at),
                '\u{2060}' | '\u{FEFF}' => self.wording.joins.push(at),
                ' ' | '\t'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => {
                    self.gave_way = false;
                    let spaced = self.wording.text.ends_with([' ', '\n'])
                        || at == 0 && !context.code;
                    if !spaced {
                        self.wording.text.push(' ');
                    } else if context.code {
                        self.wording.text.push('\u{A0}');
                    }
                }
                _ if c.is_control() => {}
                _ => {
                    // The word behind a mark is not that before it.
                    if std::mem::take(&mut self.gave_way) && !follows_word(c) {
                        self.wording.text.push(' ');
                    }
                    self.wording.text.push(c);
                }
            }
        }
        self.stretch(start, context, self.style.text.letters);
    }

    /// A note mark: part of the word before it, and no part of the word behind it.
    fn mark(&mut self, serial: u32, label: NoteLabel, context: &Context) {
        if self.wording.text.ends_with(' ') {
            self.wording.text.pop();
            if let Some(last) = self.wording.stretches.last_mut() {
                last.range.end -= 1;
            }
            self.gave_way = true;
        }
        let piece = self.piece(Role::Reference, context.piece);
        self.wording.pieces[piece].target = Some(PieceTarget::Note(serial));
        let start = self.wording.text.len();
        self.wording.notes.push((start, serial));
        self.wording.joins.push(start);
        self.wording.text.push_str(&label.to_string());
        let piece = Some(piece);
        self.stretch(start, &Context { piece, ..context.clone() }, Letters::Superior);
    }

    /// Ends the line. What that says to who listens or copies is said where it stands: behind
    /// a link or a note mark it is no part of it.
    fn line_break(&mut self, context: &Context) {
        self.gave_way = false;
        if self.wording.text.ends_with(' ') {
            self.wording.text.pop();
        }
        let start = self.wording.text.len();
        self.wording.text.push('\n');
        match self.wording.stretches.last_mut() {
            Some(last) if last.piece == context.piece => last.range.end = start + 1,
            Some(last) => {
                last.range.end = last.range.end.min(start);
                self.stretch(start, context, self.style.text.letters);
            }
            None => {}
        }
    }

    /// Adds a piece.
    fn piece(&mut self, role: Role, parent: Option<usize>) -> usize {
        self.wording.pieces.push(Piece { role, language: None, target: None, parent });
        self.wording.pieces.len() - 1
    }

    /// Adds the stretch from a byte to the end of the text.
    fn stretch(&mut self, start: usize, context: &Context, letters: Letters) {
        let range = start..self.wording.text.len();
        if range.is_empty() {
            return;
        }
        let text = &self.style.text;
        let manner = Manner {
            style: context.face,
            letters,
            figures: if context.code { Figures::Lining } else { text.figures },
            ligatures: !context.code && text.letterspacing == Ratio(0),
            language: context.language.clone(),
        };
        let manner = self.shaper.manner(&manner);
        let (size, rise) = if letters == Letters::Superior && !self.shaper.raises(manner)
        {
            (MARK_SIZE.of(text.size), MARK_RISE.of(text.size))
        } else {
            (text.size, Length::ZERO)
        };
        let divides = self.style.hyphenate && !context.code;
        self.wording.stretches.push(Stretch {
            range,
            manner,
            size,
            rise,
            letterspacing: text.letterspacing,
            piece: context.piece,
            class: self.words.class(
                self.shaper,
                manner,
                divides.then_some(&context.language),
            ),
        });
    }

    /// The wording without spaces at its end, its places in order: a space that gave way
    /// to a note mark had some of them behind it.
    fn finish(mut self) -> Wording {
        self.wording.joins.sort_unstable();
        self.wording.soft_hyphens.sort_unstable();
        self.wording.soft_hyphens.dedup();
        let end = self.wording.text.trim_end_matches([' ', '\n']).len();
        self.wording.text.truncate(end);
        self.wording.openings.retain(|&at| at < end);
        self.wording.stretches.retain_mut(|stretch| {
            stretch.range.end = stretch.range.end.min(end);
            !stretch.range.is_empty()
        });
        self.wording.addresses = addresses(&self.wording.text);
        self.wording
    }
}
