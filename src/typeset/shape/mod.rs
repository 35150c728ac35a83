//! Text in one face and language becomes positioned glyphs.
//!
//! Words are shaped one by one and cached, because a book repeats most of its words. The
//! cache does not depend on the size: all measures are in parts of the em.

mod marks;
mod script;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use harfrust::{
    Buffer, BufferFlags, Direction, ShapeOptions, ShapePlan, ShaperFont, Tag,
};
use rustc_hash::FxHashMap;
use unicode_bidi::{BidiInfo, Level};

use self::script::{find_form_language, inherits_face, script_of_language};
use super::document::FaceId;
use super::font::{FontFace, FontFeature, Fonts};
use crate::fonts::FontStyle;
use crate::length::{Length, Ratio};
use crate::text::language::Language;
use crate::text::letters::{is_ignorable, is_right_to_left};

/// How text is shaped, apart from its size.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ShapingStyle {
    /// Which face of the text family.
    pub(crate) style: FontStyle,
    /// The case of letters.
    pub(crate) letters: LetterCase,
    /// The style of figures.
    pub(crate) figures: FigureStyle,
    /// Whether ligatures are allowed.
    pub(crate) ligatures: bool,
    /// The language, whose letter forms may differ (Serbian italics, Turkish i).
    pub(crate) language: Language,
}

/// How letters are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum LetterCase {
    /// As they are typed.
    #[default]
    Plain,
    /// Small letters as small capitals.
    SmallCapitals,
    /// All letters as small capitals.
    AllSmallCapitals,
    /// Raised figures, as in note marks. A face without them sets them as they are; see
    /// [`Shaper::has_superior_figures`].
    Superior,
}

/// The style of figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum FigureStyle {
    /// With ascenders and descenders, each of its own width, for running text.
    #[default]
    OldStyle,
    /// As high as capitals, each of its own width, for text in capitals.
    Lining,
    /// As high as capitals and all of one width, for tables and formulas.
    Tabular,
}

/// The index of a style in its [`Shaper`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ShapingStyleId(u16);

/// A shaped word.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct ShapedText {
    /// The glyphs from left to right.
    pub(crate) glyphs: Vec<ShapedGlyph>,
    /// The width from the first origin to the end of the last glyph, in parts of the em.
    pub(crate) advance: Ratio,
    /// It is read from right to left.
    pub(crate) right_to_left: bool,
    /// The characters that no face has; each has a replacement glyph.
    pub(crate) missing: Vec<char>,
}

/// A glyph of a shaped word. Measures are in parts of the em.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShapedGlyph {
    /// The face; a fallback if the requested face lacks the character.
    pub(crate) face: FaceId,
    /// The glyph's number in the face.
    pub(crate) id: u16,
    /// The distance from its origin to the next.
    pub(crate) advance: Ratio,
    /// How far it is painted to the right of its origin.
    pub(crate) shift: Ratio,
    /// How far it is painted above its origin.
    pub(crate) rise: Ratio,
    /// The bytes of the word that it represents; empty for further glyphs of a cluster.
    pub(crate) text: Range<u32>,
    /// What is before it in the word and what begins with it are set differently when each
    /// is set alone: they are kerned, or form a ligature.
    pub(crate) bound: bool,
}

/// Key of a shape plan: face, style, script and direction.
struct ShapePlanKey {
    steps: ShapePlan,
    features: Vec<harfrust::Feature>,
    language: Option<harfrust::Language>,
}

/// Shapes words and caches them.
pub(crate) struct Shaper<'a> {
    fonts: &'a Fonts,
    /// By [`FaceId`].
    faces: Vec<ShaperFont<'a, 'static>>,
    /// By [`ShapingStyleId`].
    shaping_styles: Vec<ShapingStyle>,
    /// Words by style. It is only looked up, never iterated.
    words: Vec<FxHashMap<Box<str>, Arc<ShapedText>>>,
    /// The widths of letters with a hyphen after them, by style. It is only looked up.
    hyphenated: Vec<FxHashMap<Box<str>, Ratio>>,
    /// The space of each style, once it has been asked for.
    spaces: Vec<Option<Arc<ShapedText>>>,
    plans: BTreeMap<(FaceId, ShapingStyleId, Tag, bool), ShapePlanKey>,
    /// Reused for every word; none only while a word is being shaped.
    buffer: Option<Buffer>,
}

impl<'a> Shaper<'a> {
    /// Creates a shaper without cached words.
    #[must_use]
    pub(crate) fn new(fonts: &'a Fonts) -> Self {
        let faces =
            fonts.faces().iter().map(|face| ShaperFont::new(face.font())).collect();
        Self {
            fonts,
            faces,
            shaping_styles: Vec::new(),
            words: Vec::new(),
            hyphenated: Vec::new(),
            spaces: Vec::new(),
            plans: BTreeMap::new(),
            buffer: None,
        }
    }

    /// The fonts.
    #[must_use]
    pub(crate) fn fonts(&self) -> &'a Fonts {
        self.fonts
    }

    /// The index of a style, the same for the same style.
    pub(crate) fn style_id(&mut self, shaping: &ShapingStyle) -> ShapingStyleId {
        let place = self.shaping_styles.iter().position(|known| known == shaping);
        let place = place.unwrap_or_else(|| {
            self.shaping_styles.push(shaping.clone());
            self.words.push(FxHashMap::default());
            self.hyphenated.push(FxHashMap::default());
            self.spaces.push(None);
            self.shaping_styles.len() - 1
        });
        // Faces, letters, figures and ligatures make about a hundred styles per language. A
        // text would need hundreds of languages to exceed 65,535.
        ShapingStyleId(u16::try_from(place).unwrap_or(u16::MAX))
    }

    /// A style by its index.
    #[must_use]
    pub(crate) fn style(&self, shaping: ShapingStyleId) -> &ShapingStyle {
        &self.shaping_styles[usize::from(shaping.0)]
    }

    /// The face of a style.
    #[must_use]
    pub(crate) fn face(&self, shaping: ShapingStyleId) -> &'a FontFace {
        self.fonts.text(self.shaping_styles[usize::from(shaping.0)].style)
    }

    /// Whether the face of a style has superior figures.
    #[must_use]
    pub(crate) fn has_superior_figures(&self, shaping: ShapingStyleId) -> bool {
        self.face(shaping).offers(FontFeature::Superiors)
    }

    /// Shapes a word, or returns it from the cache.
    pub(crate) fn shape_word(
        &mut self,
        shaping: ShapingStyleId,
        word: &str,
    ) -> Arc<ShapedText> {
        if let Some(known) = self.words[usize::from(shaping.0)].get(word) {
            return Arc::clone(known);
        }
        let shaped = Arc::new(self.shape_uncached(shaping, word));
        self.words[usize::from(shaping.0)].insert(word.into(), Arc::clone(&shaped));
        shaped
    }

    /// The same style in small capitals; none if its letters are already set otherwise, or
    /// its face has no small capitals.
    pub(crate) fn in_small_capitals(
        &mut self,
        shaping: ShapingStyleId,
        letters: LetterCase,
    ) -> Option<ShapingStyleId> {
        let plain = &self.shaping_styles[usize::from(shaping.0)];
        let offered = self.face(shaping).offers(FontFeature::SmallCapitals);
        let small = (plain.letters == LetterCase::Plain && offered)
            .then(|| ShapingStyle { letters, ligatures: false, ..plain.clone() })?;
        Some(self.style_id(&small))
    }

    /// A word space.
    pub(crate) fn shape_space(&mut self, shaping: ShapingStyleId) -> Arc<ShapedText> {
        let place = usize::from(shaping.0);
        if self.spaces[place].is_none() {
            self.spaces[place] = Some(self.shape_word(shaping, " "));
        }
        self.spaces[place].clone().unwrap_or_default()
    }

    /// The width of a word at a size.
    pub(crate) fn measure_word(
        &mut self,
        shaping: ShapingStyleId,
        word: &str,
        size: Length,
    ) -> Length {
        self.shape_word(shaping, word).advance.of(size)
    }

    /// The width of letters with a hyphen after them, in parts of the em.
    pub(crate) fn measure_hyphenated(
        &mut self,
        shaping: ShapingStyleId,
        letters: &str,
    ) -> Ratio {
        let place = usize::from(shaping.0);
        if let Some(&known) = self.hyphenated[place].get(letters) {
            return known;
        }
        let width = self.shape_uncached(shaping, &format!("{letters}-")).advance;
        self.hyphenated[place].insert(letters.into(), width);
        width
    }

    /// Shapes a word in its face or, if that lacks a character, in several; does not cache
    /// it.
    pub(crate) fn shape_uncached(
        &mut self,
        shaping: ShapingStyleId,
        word: &str,
    ) -> ShapedText {
        let mut shaped = ShapedText::default();
        for (range, right_to_left) in list_visual_runs(word) {
            let run = self.shape_run(shaping, word, range, right_to_left);
            shaped.right_to_left |= right_to_left;
            shaped.advance += run.advance;
            shaped.glyphs.extend(run.glyphs);
            shaped.missing.extend(run.missing);
        }
        shaped
    }

    /// Shapes a run of a word, which has one direction.
    fn shape_run(
        &mut self,
        shaping: ShapingStyleId,
        word: &str,
        range: Range<usize>,
        right_to_left: bool,
    ) -> ShapedText {
        let face = self.face(shaping).id();
        let run = &word[range.clone()];
        let mut shaped = ShapedText { right_to_left, ..ShapedText::default() };
        self.shape_in_face(face, shaping, run, range.start, right_to_left, &mut shaped);
        if shaped.glyphs.iter().any(|glyph| glyph.id == 0) {
            return self.shape_with_fallback(shaping, word, range, right_to_left);
        }
        shaped
    }

    /// Shapes a run of a word whose face lacks a character: each of its characters in the
    /// first face that has it.
    fn shape_with_fallback(
        &mut self,
        shaping: ShapingStyleId,
        word: &str,
        run: Range<usize>,
        right_to_left: bool,
    ) -> ShapedText {
        let style = self.shaping_styles[usize::from(shaping.0)].style;
        let own = self.face(shaping);
        let mut stretches: Vec<(Range<usize>, Option<FaceId>)> = Vec::new();
        for (at, c) in word[run.clone()].char_indices() {
            let range = run.start + at..run.start + at + c.len_utf8();
            let face = if own.has(c) {
                Some(own.id())
            } else {
                self.fonts.fallback_face(style, c).map(FontFace::id)
            };
            match stretches.last_mut() {
                // A mark or joiner that the face lacks may still compose with its letter.
                Some((last, with)) if *with == face || inherits_face(c) => {
                    last.end = range.end;
                }
                _ => stretches.push((range, face)),
            }
        }
        if right_to_left {
            stretches.reverse();
        }
        let mut shaped = ShapedText { right_to_left, ..ShapedText::default() };
        for (range, face) in stretches {
            let offset = range.start;
            if let Some(face) = face {
                let stretch = &word[range];
                self.shape_in_face(
                    face,
                    shaping,
                    stretch,
                    offset,
                    right_to_left,
                    &mut shaped,
                );
                continue;
            }
            let (face, stand_in) = self.fonts.replacement_glyph();
            let face = face.id();
            for (at, c) in word[range].char_indices() {
                let start = to_u32_index(offset + at);
                let first = shaped.glyphs.len();
                let own = self.face(shaping);
                let alike = find_look_alike(c).and_then(|alike| {
                    let fallback = || self.fonts.fallback_face(style, alike);
                    let face = Some(own).filter(|own| own.has(alike)).or_else(fallback);
                    Some((face?.id(), alike))
                });
                let (face, shown) = alike.unwrap_or((face, stand_in));
                let text = shown.to_string();
                self.shape_in_face(face, shaping, &text, 0, false, &mut shaped);
                for (nth, glyph) in shaped.glyphs[first..].iter_mut().enumerate() {
                    let end =
                        start + if nth == 0 { to_u32_index(c.len_utf8()) } else { 0 };
                    glyph.text = start..end;
                }
                shaped.missing.extend(alike.is_none().then_some(c));
            }
        }
        // Marks that were left to compose with their letters, and did not.
        for glyph in shaped.glyphs.iter().filter(|glyph| glyph.id == 0) {
            let range = glyph.text.start as usize..glyph.text.end as usize;
            shaped.missing.extend(word.get(range).unwrap_or_default().chars().last());
        }
        shaped
    }

    /// Shapes a part of a word that begins at byte `start`, in one face.
    fn shape_in_face(
        &mut self,
        face: FaceId,
        shaping: ShapingStyleId,
        stretch: &str,
        offset: usize,
        right_to_left: bool,
        shaped: &mut ShapedText,
    ) {
        let mut buffer = self.buffer.take().unwrap_or_default();
        buffer.clear();
        // Characters that no font draws go with a letter beside them. Where there is none,
        // they keep a glyph without width, so that none of them is lost.
        let is_hidden = stretch.chars().all(is_ignorable);
        buffer.set_flags(if is_hidden {
            BufferFlags::empty()
        } else {
            BufferFlags::REMOVE_DEFAULT_IGNORABLES
        });
        buffer.push_str(stretch);
        buffer.guess_segment_properties();
        let wanted = &self.shaping_styles[usize::from(shaping.0)];
        let script =
            buffer.script().unwrap_or_else(|| script_of_language(&wanted.language));
        buffer.set_script(Some(script));
        let direction =
            if right_to_left { Direction::RightToLeft } else { Direction::LeftToRight };
        buffer.set_direction(direction);
        let font = &self.faces[usize::from(face.0)];
        let new_plan = || {
            let language = find_form_language(&wanted.language);
            let features = requested_features(self.fonts.face(face), wanted);
            let steps = ShapePlan::new(
                font,
                direction,
                Some(script),
                language.as_ref(),
                &features,
            );
            ShapePlanKey { steps, features, language }
        };
        let key = (face, shaping, script.tag(), right_to_left);
        let ShapePlanKey { steps, features, language } =
            self.plans.entry(key).or_insert_with(new_plan);
        buffer.set_language(language.clone());
        let options = ShapeOptions::new().plan(Some(steps)).features(features);
        // A plan for the buffer's own direction and script is never refused.
        if harfrust::shape(font, &mut buffer, options).is_ok() {
            let em = self.fonts.face(face).units_per_em();
            let first = shaped.glyphs.len();
            append_glyphs(&buffer, face, em, offset, to_u32_index(stretch.len()), shaped);
            if !right_to_left {
                marks::place_loose_marks(shaped, first, stretch, offset, self.fonts);
            }
        }
        self.buffer = Some(buffer);
    }
}

/// The runs of a word that have one direction, from left to right as they are painted, and
/// whether each is read from right to left (UAX #9, in a line that is read from left to
/// right).
fn list_visual_runs(word: &str) -> Vec<(Range<usize>, bool)> {
    if !word.chars().any(is_right_to_left) {
        return vec![(0..word.len(), false)];
    }
    let bidi = BidiInfo::new(word, Some(Level::ltr()));
    let runs = bidi.paragraphs.iter().flat_map(|paragraph| {
        let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
        runs.into_iter().map(move |run| {
            let is_turned = levels.get(run.start).is_some_and(Level::is_rtl);
            (run, is_turned)
        })
    });
    runs.collect()
}

/// Appends the glyphs of a shaped buffer to those of the word.
fn append_glyphs(
    buffer: &Buffer,
    face: FaceId,
    em: i32,
    offset: usize,
    length: u32,
    shaped: &mut ShapedText,
) {
    let part =
        |units: i32| Ratio(Length(1_000_000).scaled(i64::from(units), em.into()).0);
    let infos = buffer.glyph_infos();
    // From left to right, the following cluster is the next one with another start.
    let in_order = infos.is_sorted_by_key(|info| info.cluster);
    let mut starts: Vec<u32> = Vec::new();
    if !in_order {
        starts.extend(infos.iter().map(|info| info.cluster));
        starts.sort_unstable();
        starts.dedup();
    }
    shaped.glyphs.reserve_exact(infos.len());
    let offset = to_u32_index(offset);
    for (nth, (info, position)) in infos.iter().zip(buffer.glyph_positions()).enumerate()
    {
        let start = info.cluster;
        let further = nth > 0 && infos[nth - 1].cluster == start;
        let end = if further {
            start
        } else if in_order {
            let next = infos[nth..].iter().find(|info| info.cluster != start);
            next.map_or(length, |next| next.cluster)
        } else {
            let next = starts.partition_point(|&other| other <= start);
            starts.get(next).copied().unwrap_or(length)
        };
        let advance = part(position.x_advance);
        shaped.advance += advance;
        shaped.glyphs.push(ShapedGlyph {
            face,
            // A TrueType or OpenType font has at most 65 535 glyphs.
            id: u16::try_from(info.glyph_id).unwrap_or(0),
            advance,
            shift: part(position.x_offset),
            rise: part(position.y_offset),
            text: offset + start..offset + end,
            bound: info.unsafe_to_break(),
        });
    }
}

/// The features that a style asks for, as far as the face offers them.
fn requested_features(face: &FontFace, shaping: &ShapingStyle) -> Vec<harfrust::Feature> {
    let mut wanted = match shaping.letters {
        LetterCase::Plain => vec![],
        LetterCase::SmallCapitals => vec![FontFeature::SmallCapitals],
        LetterCase::AllSmallCapitals => {
            vec![FontFeature::SmallCapitals, FontFeature::CapitalsToSmall]
        }
        LetterCase::Superior => vec![FontFeature::Superiors],
    };
    wanted.extend(match shaping.figures {
        _ if shaping.letters == LetterCase::Superior => vec![],
        FigureStyle::OldStyle => {
            vec![FontFeature::OldStyleFigures, FontFeature::ProportionalFigures]
        }
        FigureStyle::Lining => {
            vec![FontFeature::LiningFigures, FontFeature::ProportionalFigures]
        }
        FigureStyle::Tabular => {
            vec![FontFeature::LiningFigures, FontFeature::TabularFigures]
        }
    });
    let mut features: Vec<_> = wanted
        .into_iter()
        .filter(|&feature| face.offers(feature))
        .map(|feature| harfrust::Feature::new(feature.tag(), 1, ..))
        .collect();
    if !shaping.ligatures {
        for tag in [b"liga", b"clig", b"calt"] {
            features.push(harfrust::Feature::new(Tag::new(tag), 0, ..));
        }
    }
    features
}

/// An index into a paragraph's text or nodes as 32 bits. Paragraphs are below 4 GB.
pub(super) fn to_u32_index(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
/// A character that says the same as one that few fonts have: a box that is empty or filled
/// for a task that is open or done.
fn find_look_alike(c: char) -> Option<char> {
    match c {
        '☐' => Some('□'),
        '☑' | '☒' => Some('■'),
        _ => None,
    }
}
