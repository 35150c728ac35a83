//! Words as the line breaker needs them: shaped, with their hyphenation points.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use super::hang::hanging_share;
use super::hyphenate::Hyphenator;
use crate::length::Ratio;
use crate::text::language::Language;
use crate::typeset::shape::{
    ShapedGlyph, ShapedText, Shaper, ShapingStyle, ShapingStyleId,
};

/// A last line should have at least this many letters. With fewer it is a runt, however
/// wide its stops and quotation marks are.
const LEAST_LETTERS: usize = 4;

/// How many letters away from a division letters may be set differently because of it.
/// Kerning depends on the next letter, ligatures and contextual forms of text faces on two
/// or three.
const REACH: usize = 3;

/// The dot of Catalan `l·l`, which the hyphen replaces.
const POINT: char = '·';

/// A word, or another run of text without a space, in one style. Measures are in parts of
/// the em.
#[derive(Debug)]
pub(super) struct ShapedWord {
    /// Its glyphs.
    pub(super) shaped: Arc<ShapedText>,
    /// The gaps between its letters.
    pub(super) gaps: i32,
    /// How far its first and its last sign hang.
    pub(super) hang: (Ratio, Ratio),
    /// A digest of its letters; 0 if it may be at the edge of two consecutive lines.
    pub(super) digest: u32,
    /// It is too short for a line of its own.
    pub(super) short: bool,
    /// Its hyphenation points, in order.
    pub(super) divisions: Vec<HyphenationPoint>,
}

/// A place where a word may be divided.
#[derive(Debug, Clone)]
pub(super) struct HyphenationPoint {
    /// The byte of the word.
    pub(super) at: usize,
    /// How the word is written if it is divided here.
    pub(super) kind: HyphenationKind,
    /// Width of the letters before the point in the whole word.
    pub(super) prefix: Ratio,
    /// Gaps between the letters before the point, and the one at it.
    pub(super) gaps: i32,
    /// Width of the first part if the word is divided, with its hyphen, less `prefix`.
    pub(super) before: Ratio,
    /// Width of the second part if the word is divided, less its width in the whole word.
    pub(super) after: Ratio,
    /// How far the hyphen hangs.
    pub(super) hang: Ratio,
    /// Digests of the first and the second part.
    pub(super) digests: (u32, u32),
    /// The second part is too short for a line of its own.
    pub(super) short: bool,
}

/// How a word is written when it is divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HyphenationKind {
    /// A hyphen is added.
    Hyphen,
    /// A hyphen replaces the dot after the division: Catalan `l·l` becomes `l-` and `l`.
    ReplacesPoint,
    /// Nothing is added: the word is wider than the measure.
    Bare,
}

impl HyphenationKind {
    /// How many bytes of the word the hyphen replaces.
    pub(super) fn replaced_bytes(self) -> usize {
        match self {
            Self::ReplacesPoint => POINT.len_utf8(),
            Self::Hyphen | Self::Bare => 0,
        }
    }
}

/// The shaped words of a book, shared by all setters. It does not matter which of them
/// shaped a word first, because all shape alike.
#[derive(Debug, Default)]
pub struct SharedWordCache {
    shelves: Mutex<BTreeMap<WordClassKey, Arc<WordMap>>>,
}

/// The style of words, and the language by whose rules they are divided, if at all.
type WordClassKey = (ShapingStyle, Option<Language>);

/// Words of one class by their characters. It is only looked up, never iterated.
type WordMap = Mutex<FxHashMap<Box<str>, Arc<ShapedWord>>>;

impl SharedWordCache {
    /// The words of a class.
    fn words_of_class(
        &self,
        shaping: &ShapingStyle,
        language: Option<&Language>,
    ) -> Arc<WordMap> {
        let kind = (shaping.clone(), language.cloned());
        Arc::clone(lock_ignoring_poison(&self.shelves).entry(kind).or_default())
    }
}

/// Locks a mutex and ignores poisoning. A thread that panicked left the data valid: only
/// whole words and maps are ever inserted.
fn lock_ignoring_poison<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The words that a setter has met.
#[derive(Debug, Default)]
pub(super) struct WordCache {
    library: Arc<SharedWordCache>,
    classes: Vec<WordClass>,
    /// Words in lower case, and the bytes where they may be divided.
    exceptions: BTreeMap<String, Vec<usize>>,
}

/// Words in one style, divided by the rules of one language.
#[derive(Debug)]
struct WordClass {
    shaping: ShapingStyleId,
    language: Option<Language>,
    /// The words met before, by their characters. It is only looked up, never iterated.
    known: FxHashMap<Box<str>, Arc<ShapedWord>>,
    /// The words that all setters share.
    shelf: Arc<WordMap>,
}

/// The index of a class in [`WordCache`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WordClassId(usize);

impl WordCache {
    /// Creates a cache that shares words with others; all must divide words alike.
    pub(super) fn with_shared(library: Arc<SharedWordCache>) -> Self {
        Self { library, ..Self::default() }
    }

    /// Sets words that are divided otherwise than the patterns say, with a hyphen wherever
    /// they may be divided. A word without a hyphen is never divided.
    pub(super) fn set_hyphenation_exceptions(&mut self, words: &[String]) {
        for word in words {
            let mut whole = String::new();
            let mut places = Vec::new();
            for c in word.to_lowercase().chars() {
                match c {
                    '-' => places.push(whole.len()),
                    _ => whole.push(c),
                }
            }
            self.exceptions.insert(whole, places);
        }
    }

    /// The class of words in a style that are divided by the rules of a language, if at
    /// all.
    pub(super) fn class_of(
        &mut self,
        shaper: &Shaper<'_>,
        shaping: ShapingStyleId,
        language: Option<&Language>,
    ) -> WordClassId {
        let same =
            |c: &WordClass| c.shaping == shaping && c.language.as_ref() == language;
        let place = self.classes.iter().position(same).unwrap_or_else(|| {
            let shelf = self.library.words_of_class(shaper.style(shaping), language);
            let language = language.cloned();
            let known = FxHashMap::default();
            self.classes.push(WordClass { shaping, language, known, shelf });
            self.classes.len() - 1
        });
        WordClassId(place)
    }

    /// A word of a class, shaped if it is new.
    pub(super) fn get_or_shape(
        &mut self,
        shaper: &mut Shaper<'_>,
        class: WordClassId,
        text: &str,
    ) -> Arc<ShapedWord> {
        let exceptions = &self.exceptions;
        let WordClass { shaping, language, known, shelf } = &mut self.classes[class.0];
        if let Some(word) = known.get(text) {
            return Arc::clone(word);
        }
        let met = lock_ignoring_poison(shelf).get(text).map(Arc::clone);
        let word = met.unwrap_or_else(|| {
            let language = language.as_ref();
            let places =
                language.map(|language| hyphenation_points(text, language, exceptions));
            let word =
                ShapedWord::new(shaper, *shaping, text, &places.unwrap_or_default());
            let word = Arc::new(word);
            lock_ignoring_poison(shelf).insert(text.into(), Arc::clone(&word));
            word
        });
        known.insert(text.into(), Arc::clone(&word));
        word
    }
}

impl ShapedWord {
    /// The width of the widest part that must fit on one line.
    pub(super) fn widest_rest(&self) -> Ratio {
        let (mut widest, mut start) = (Ratio(0), Ratio(0));
        for division in &self.divisions {
            widest = widest.max(division.prefix + division.before - start);
            start = division.prefix - division.after;
        }
        widest.max(self.shaped.advance - start)
    }

    /// Shapes a word and its parts.
    pub(super) fn new(
        shaper: &mut Shaper<'_>,
        shaping: ShapingStyleId,
        text: &str,
        places: &[(usize, HyphenationKind)],
    ) -> Self {
        let shaped = Arc::new(shaper.shape_uncached(shaping, text));
        let edge = |c: Option<char>, glyph: Option<&ShapedGlyph>| {
            let (left, right) = c.map_or((0, 0), hanging_share);
            let advance = glyph.map_or(Ratio(0), |glyph| glyph.advance);
            (share_of(advance, left), share_of(advance, right))
        };
        let left = edge(text.chars().next(), shaped.glyphs.first()).0;
        let right = edge(text.chars().next_back(), shaped.glyphs.last()).1;
        let mut divisions = Vec::with_capacity(places.len());
        for &(at, kind) in places {
            divisions.push(hyphenation_point(shaper, shaping, text, &shaped, at, kind));
        }
        Self {
            gaps: gaps_between(&shaped.glyphs),
            hang: (left, right),
            digest: digest_word(text),
            short: is_short(text),
            divisions,
            shaped,
        }
    }

    /// Places where the word may be divided if it is wider than the measure even with
    /// hyphens. Nothing is added there. `places` are bytes in order.
    pub(super) fn emergency_points(
        &self,
        places: impl Iterator<Item = usize>,
    ) -> Vec<HyphenationPoint> {
        let mut glyphs: Vec<&ShapedGlyph> = self.shaped.glyphs.iter().collect();
        glyphs.sort_by_key(|glyph| glyph.text.start);
        let mut glyphs = glyphs.into_iter().peekable();
        let (mut prefix, mut letters) = (Ratio(0), 0);
        let bare = places.map(|at| {
            let above = |glyph: &&ShapedGlyph| (glyph.text.start as usize) < at;
            while let Some(glyph) = glyphs.next_if(above) {
                prefix += glyph.advance;
                letters += i32::from(glyph.advance.0 != 0);
            }
            HyphenationPoint {
                at,
                kind: HyphenationKind::Bare,
                prefix,
                // As for any other division.
                gaps: letters.min(self.gaps),
                before: Ratio(0),
                after: Ratio(0),
                hang: Ratio(0),
                digests: (0, 0),
                short: false,
            }
        });
        let mut divisions: Vec<HyphenationPoint> =
            self.divisions.iter().cloned().chain(bare).collect();
        divisions.sort_by_key(|division| division.at);
        divisions.dedup_by_key(|division| division.at);
        divisions
    }
}

/// A hyphenation point of a shaped word.
fn hyphenation_point(
    shaper: &mut Shaper<'_>,
    shaping: ShapingStyleId,
    text: &str,
    whole: &ShapedText,
    at: usize,
    kind: HyphenationKind,
) -> HyphenationPoint {
    let above = |glyph: &&ShapedGlyph| (glyph.text.start as usize) < at;
    let before = whole.glyphs.iter().filter(above);
    let resumed = at + kind.replaced_bytes();
    let (start, end) = (&text[..at], &text[resumed..]);
    let hyphen = shaper.shape_word(shaping, "-").advance;
    let touched = reshaped_range(whole, text.len(), at);
    let written = shaper.measure_hyphenated(shaping, &text[touched.start..at]);
    // Most letters are set beside one another as they would be alone.
    let next = whole
        .glyphs
        .get(before.clone().count())
        .filter(|next| next.text.start as usize == at);
    let alone = kind == HyphenationKind::Hyphen && !whole.right_to_left;
    let after = match next {
        Some(next) if alone && !next.bound => Ratio(0),
        _ => {
            let rest = shaper.shape_word(shaping, &text[resumed..touched.end]).advance;
            rest - advance_of(whole, at..touched.end)
        }
    };
    HyphenationPoint {
        at,
        kind,
        prefix: advance_of(whole, 0..at),
        // Only zero-width signs may follow, so there may be no gap after the last letter.
        gaps: count_spacing_glyphs(before).min(gaps_between(&whole.glyphs)),
        before: written - advance_of(whole, touched.start..at),
        after,
        hang: share_of(hyphen, hanging_share('-').1),
        digests: (digest_word(start), digest_word(end)),
        short: is_short(end),
    }
}

/// The bytes of a word that may be shaped differently if it is divided at `at`: a few
/// letters on either side, extended to positions across which letters do not affect each
/// other. So the same few letters are shaped once for many words.
fn reshaped_range(whole: &ShapedText, length: usize, at: usize) -> Range<usize> {
    let mut faces = whole.glyphs.iter().map(|glyph| glyph.face);
    let first = faces.next();
    if whole.right_to_left || faces.any(|face| Some(face) != first) {
        return 0..length;
    }
    let place = |glyph: &ShapedGlyph| glyph.text.start as usize;
    let (above, below) =
        whole.glyphs.split_at(whole.glyphs.partition_point(|glyph| place(glyph) < at));
    let mut letters = 0;
    let start = above.iter().rev().find(|glyph| {
        letters += usize::from(glyph.advance.0 != 0);
        letters >= REACH && !glyph.bound
    });
    let mut letters = 0;
    let end = below.iter().find(|glyph| {
        let free = letters >= REACH && !glyph.bound;
        letters += usize::from(glyph.advance.0 != 0);
        free
    });
    start.map_or(0, place)..end.map_or(length, place)
}

/// The width of the letters of a shaped word that begin within bytes of it.
fn advance_of(whole: &ShapedText, bytes: Range<usize>) -> Ratio {
    let within = |glyph: &&ShapedGlyph| bytes.contains(&(glyph.text.start as usize));
    whole.glyphs.iter().filter(within).map(|glyph| glyph.advance).sum()
}

/// A width times this many thousandths.
fn share_of(width: Ratio, thousandths: i64) -> Ratio {
    Ratio(crate::length::Length(width.0).scaled(thousandths, 1000).0)
}

/// How many gaps are between the letters of a word.
pub(super) fn gaps_between(glyphs: &[ShapedGlyph]) -> i32 {
    count_spacing_glyphs(glyphs).max(1) - 1
}

/// How many glyphs take room; marks on other glyphs do not.
fn count_spacing_glyphs<'a>(glyphs: impl IntoIterator<Item = &'a ShapedGlyph>) -> i32 {
    let wide = glyphs.into_iter().filter(|glyph| glyph.advance.0 != 0).count();
    i32::try_from(wide).unwrap_or(i32::MAX)
}

/// Where a word, with its stops, may be divided by the rules of a language.
fn hyphenation_points(
    text: &str,
    language: &Language,
    exceptions: &BTreeMap<String, Vec<usize>>,
) -> Vec<(usize, HyphenationKind)> {
    let Some(divider) = Hyphenator::for_language(language) else { return Vec::new() };
    // Text with figures in it, or all in capitals, is not a word.
    let figures = text.contains(|c: char| c.is_numeric());
    let capitals = !text.contains(char::is_lowercase);
    // Each part of a compound is a word; one may end with the compound's hyphen.
    let word = text.trim_end_matches(['-', '\u{2010}']);
    if figures || capitals || word.contains(['-', '\u{2010}', '\u{2011}', '/', '@', '_'])
    {
        return Vec::new();
    }
    let mut found = Vec::new();
    let is_letter = |c: char| c.is_alphabetic() || ('\u{300}'..='\u{36F}').contains(&c);
    let mut start = 0;
    while let Some(from) = text[start..].find(is_letter).map(|at| start + at) {
        let length = text[from..]
            .find(|c| !is_letter(c) && c != POINT)
            .unwrap_or(text.len() - from);
        let run = text[from..from + length].trim_end_matches(POINT);
        // Places in the lower-case word hold only if every letter has the same length in
        // capitals.
        let except = exceptions
            .get(&run.to_lowercase())
            .filter(|places| places.iter().all(|&at| run.is_char_boundary(at)));
        let places = except.cloned().unwrap_or_else(|| divider.hyphenation_bytes(run));
        for at in places {
            found.push(hyphenation_at(run, from, at));
        }
        start = from + length;
    }
    found.dedup_by_key(|place| place.0);
    found
}

/// A hyphenation point at a byte of a run of letters that begins at byte `from` of the
/// word. Catalan divides `l·l` at the dot, which the hyphen replaces.
fn hyphenation_at(run: &str, from: usize, at: usize) -> (usize, HyphenationKind) {
    if run[at..].starts_with(POINT) {
        (from + at, HyphenationKind::ReplacesPoint)
    } else if run[..at].ends_with(POINT) {
        (from + at - POINT.len_utf8(), HyphenationKind::ReplacesPoint)
    } else {
        (from + at, HyphenationKind::Hyphen)
    }
}

/// Whether a word, or the rest of one, has fewer letters than a last line should have.
fn is_short(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphanumeric()).nth(LEAST_LETTERS - 1).is_none()
}

/// A digest of the first word of a paragraph, as the line breaker compares it.
pub(super) fn first_word(text: &str) -> u32 {
    let words = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let ends = |c: char| c.is_whitespace() || c == '—' || c == '–';
    digest_word(words.split(ends).next().unwrap_or_default())
}

/// The letters and figures of a word as one number, the same for `Casa` and `casa,`; 0 for
/// a word of fewer than two.
pub(super) fn digest_word(text: &str) -> u32 {
    // FNV-1a, 32 bits (Fowler, Noll & Vo).
    let mut hash: u32 = 0x811c_9dc5;
    let mut count = 0;
    let mut add = |c: char| {
        hash = (hash ^ u32::from(c)).wrapping_mul(0x0100_0193);
        count += 1;
    };
    for c in text.chars().filter(|c| c.is_alphanumeric()) {
        if c.is_ascii() {
            add(c.to_ascii_lowercase());
        } else {
            c.to_lowercase().for_each(&mut add);
        }
    }
    if count < 2 { 0 } else { hash }
}
