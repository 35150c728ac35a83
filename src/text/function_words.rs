//! Finds passages in another language of the same script, by the function words (articles,
//! prepositions, conjunctions, pronouns) that make up nearly half of any text.
//!
//! A text is a sequence of segments between stops, brackets and quotation marks. Each
//! language has a cost for the function words of a segment, and a change of language has a
//! cost. The cheapest path through all segments (Viterbi) gives the passages. Costs are in
//! hundredths of a nat.

use std::ops::Range;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use whatlang::{Detector, Lang};

use super::language::Language;
use super::odds::ln_hundredths;
use super::viterbi::{PathScores, find_best_states};

/// The languages, in the order of the columns of [`WORDS`].
const LANGUAGES: [&str; 9] = ["ca", "de", "en", "es", "fr", "gl", "it", "la", "pt"];

/// The languages as `whatlang` knows them by trigrams; it does not know Galician.
const BY_LETTERS: [Option<Lang>; LANGUAGES.len()] = [
    Some(Lang::Cat),
    Some(Lang::Deu),
    Some(Lang::Eng),
    Some(Lang::Spa),
    Some(Lang::Fra),
    None,
    Some(Lang::Ita),
    Some(Lang::Lat),
    Some(Lang::Por),
];

/// A cost in each language. Sums saturate, after about a million words without a stop.
type Costs = [i32; LANGUAGES.len()];

/// The cost of words in each language.
type Prices = FxHashMap<&'static str, Costs>;

/// The cost of each function word in each language.
static WORDS: LazyLock<Prices> =
    LazyLock::new(|| prices(include_str!("function_words.txt")));

/// The number of words of running prose in which the function words were counted.
const WORDS_OF_PROSE: u64 = 10_000;

/// The cost of a function word in a language that lacks it, where it may be a name, a slip
/// or a quotation within a quotation: about once in 100,000 words.
const STRANGE: i32 = 1151;

/// The cost of a change to another language, and of the change back: in a text where every
/// twentieth sentence or title is foreign, it would be half as much. One function word of
/// another language never outweighs two changes; two do.
const GOING_OVER: i32 = 600;

/// How much better a passage must read to be named: above this, nine in ten are right.
const WORTH_NAMING: i32 = 220;

/// Function words decide between two languages if one is this much cheaper.
const CLEARLY: i32 = 250;

/// From this many occurrences on, a word is typical of a text.
const OFTEN: u64 = 3;

/// The longest function word, in bytes; longer words are not looked up.
const LONGEST: usize = 12;

/// A passage in another language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForeignPassage {
    /// Its bytes.
    pub range: Range<usize>,
    /// Its language.
    pub language: Language,
    /// How much better it reads in its language than in that of the text, in hundredths of
    /// a nat, the cost of both changes included.
    pub margin: i32,
}

/// Whether the function words of a language are known.
#[must_use]
pub fn has_language(language: &Language) -> bool {
    LANGUAGES.contains(&language.primary())
}

/// The language with known function words in which a text reads best, and how much worse it
/// reads in the second best, in hundredths of a nat; `None` if it has no function words.
#[must_use]
pub fn guess_main(text: &str) -> Option<(Language, i64)> {
    let mut sums = [0_i64; LANGUAGES.len()];
    let mut none = true;
    for (_, prices) in text.split(parts).flat_map(small_words) {
        none = false;
        for (sum, &price) in sums.iter_mut().zip(prices) {
            *sum += i64::from(price);
        }
    }
    let (best, name) = sums.into_iter().zip(LANGUAGES).min_by_key(|(sum, _)| *sum)?;
    sums.sort_unstable();
    let language = name.parse().ok().filter(|_| !none)?;
    Some((language, sums[1] - best))
}

/// The main language of a text, as this text writes it.
#[derive(Debug)]
pub struct MainLanguage {
    /// The index of the language in [`LANGUAGES`].
    place: usize,
    /// The costs of function words that are more frequent in this text than in its
    /// language: old spellings, a name with an article.
    own: FxHashMap<&'static str, i32>,
}

impl MainLanguage {
    /// Learns how a text writes its main language; `None` if the function words of that
    /// language are not known.
    #[must_use]
    pub fn of(text: &str, language: &Language) -> Option<Self> {
        let place = LANGUAGES.iter().position(|&name| name == language.primary())?;
        let mut learnt = Self { place, own: FxHashMap::default() };
        let mut counts: FxHashMap<&'static str, u64> = FxHashMap::default();
        let mut all = 0_u64;
        let mut words = Vec::new();
        for part in text.split(parts) {
            words.clear();
            words.extend(small_words(part));
            // A part that reads better in another language teaches nothing about this one.
            let costs = learnt.costs(words.iter().copied());
            if costs
                .into_iter()
                .any(|cost| cost.saturating_add(GOING_OVER) < costs[place])
            {
                continue;
            }
            all += u64::try_from(part.split_whitespace().count()).unwrap_or_default();
            for &(word, _) in &words {
                *counts.entry(word).or_default() += 1;
            }
        }
        let often = counts.into_iter().filter(|(_, count)| *count >= OFTEN);
        let cost = |count| ln_hundredths(all) - ln_hundredths(count);
        learnt.own = often.map(|(word, count)| (word, cost(count))).collect();
        Some(learnt)
    }

    /// The passages of a text that are in another language.
    #[must_use]
    pub fn passages(&self, text: &str) -> Vec<ForeignPassage> {
        let main = self.place;
        let segments = self.segments(text);
        if segments.iter().all(|segment| segment.plain) {
            return Vec::new();
        }
        let mut passages: Vec<(Range<usize>, Costs)> = Vec::new();
        let mut before = main;
        for (segment, column) in segments.iter().zip(cheapest_reading(&segments, main)) {
            match passages.last_mut().filter(|_| column == before) {
                _ if column == main => {}
                Some((range, costs)) => {
                    range.end = segment.range.end;
                    let pairs = costs.iter_mut().zip(segment.costs);
                    pairs.for_each(|(sum, cost)| *sum = sum.saturating_add(cost));
                }
                None => passages.push((segment.range.clone(), segment.costs)),
            }
            before = column;
        }
        let named = |(range, costs): (Range<usize>, Costs)| {
            let column = decide(&text[range.clone()], &costs, main)?;
            let margin = costs[main] - costs[column] - 2 * GOING_OVER;
            let language = LANGUAGES[column].parse().ok()?;
            (margin >= WORTH_NAMING).then_some(ForeignPassage { range, language, margin })
        };
        passages.into_iter().filter_map(named).collect()
    }

    /// Parts a text at stops, brackets, quotation marks, dashes and figures.
    fn segments(&self, text: &str) -> Vec<PricedSegment> {
        let mut segments = Vec::new();
        let mut at = 0;
        for part in text.split(parts) {
            let start = at + part.len() - part.trim_start().len();
            let end = at + part.trim_end().len();
            if start < end {
                let costs = self.costs(small_words(part));
                let plain = costs.into_iter().all(|cost| costs[self.place] <= cost);
                segments.push(PricedSegment { range: start..end, costs, plain });
            }
            at += part.len();
            at += text[at..].chars().next().map_or(0, char::len_utf8);
        }
        segments
    }

    /// The cost of function words in each language.
    fn costs(&self, words: impl Iterator<Item = Priced>) -> Costs {
        let mut costs: Costs = [0; LANGUAGES.len()];
        for (word, prices) in words {
            for (sum, price) in costs.iter_mut().zip(prices) {
                *sum = sum.saturating_add(*price);
            }
            if let Some(own) = self.own.get(word) {
                costs[self.place] -= (prices[self.place] - own).max(0);
            }
        }
        costs
    }
}

/// A part of a text between stops.
#[derive(Debug)]
struct PricedSegment {
    /// From its first letter to its last.
    range: Range<usize>,
    /// The cost of its function words in each language.
    costs: Costs,
    /// No other language is cheaper than the main one.
    plain: bool,
}

/// Whether a character separates segments.
fn parts(c: char) -> bool {
    !(c.is_alphabetic() || c.is_whitespace() || matches!(c, '\'' | '’' | '-' | '\u{ad}'))
}

/// A function word, and its cost in each language.
type Priced = (&'static str, &'static Costs);

/// The function words of a segment, and their costs.
fn small_words(part: &str) -> impl Iterator<Item = Priced> {
    let mut small = String::new();
    words(part)
        .filter(|word| (1..=LONGEST).contains(&word.len()))
        // A single capital is a number or an initial.
        .filter(|word| {
            word.chars().nth(1).is_some() || !word.starts_with(char::is_uppercase)
        })
        .filter_map(move |word| {
            small.clear();
            if word.is_ascii() {
                small.push_str(word);
                small.make_ascii_lowercase();
            } else {
                let letters = word.chars().flat_map(char::to_lowercase);
                small.extend(letters.map(|c| if c == '’' { '\'' } else { c }));
            }
            WORDS.get_key_value(small.as_str()).map(|(&word, costs)| (word, costs))
        })
}

/// The words of a segment. An elided word includes its apostrophe.
fn words(part: &str) -> impl Iterator<Item = &str> {
    let mut rest = part;
    let parts = |c: char| c.is_whitespace() || matches!(c, '-' | '\'' | '’');
    std::iter::from_fn(move || {
        let (word, after) = match rest.find(parts).map(|at| rest.split_at(at)) {
            Some((word, after)) => {
                let sign = after.chars().next().map_or(0, char::len_utf8);
                let leans = after.starts_with(['\'', '’']);
                let end = word.len() + if leans { sign } else { 0 };
                (&rest[..end], &after[sign..])
            }
            None if rest.is_empty() => return None,
            None => (rest, ""),
        };
        rest = after;
        Some(word)
    })
}

/// The language of a passage that is not in the main one. Where the function words of two
/// languages cost about the same, trigrams decide.
fn decide(passage: &str, costs: &Costs, main: usize) -> Option<usize> {
    let others = || (0..LANGUAGES.len()).filter(|&column| column != main);
    let best = others().min_by_key(|&column| costs[column])?;
    let rivals: Vec<usize> =
        others().filter(|&column| costs[column] - costs[best] < CLEARLY).collect();
    if rivals.len() < 2 {
        return Some(best);
    }
    let known = rivals.iter().filter_map(|&column| BY_LETTERS[column]).collect();
    let guess = Detector::with_allowlist(known).detect_lang(passage);
    rivals
        .into_iter()
        .find(|&column| guess.is_some() && BY_LETTERS[column] == guess)
        .or(Some(best))
}

/// The language of each segment on the cheapest way through all of them, which begins and
/// ends in the main one.
fn cheapest_reading(segments: &[PricedSegment], main: usize) -> Vec<usize> {
    let readings = Readings { segments, main };
    let states = find_best_states(segments.len(), &readings);
    states.into_iter().map(|state| readings.language_of(state)).collect()
}

/// What segments cost in each language, as scores of paths. The main language is the first
/// state, so that segments that say nothing are left to it.
struct Readings<'a> {
    segments: &'a [PricedSegment],
    main: usize,
}

impl Readings<'_> {
    /// The language of a state.
    fn language_of(&self, state: usize) -> usize {
        match state {
            0 => self.main,
            state if state <= self.main => state - 1,
            state => state,
        }
    }

    /// The score of one language following another: from one other language to the next the
    /// way leads through the main one.
    fn step(from: usize, to: usize) -> i64 {
        i64::from(match (from == to, from == 0 || to == 0) {
            (true, _) => 0,
            (false, true) => -GOING_OVER,
            (false, false) => -2 * GOING_OVER,
        })
    }
}

impl PathScores<{ LANGUAGES.len() }> for Readings<'_> {
    fn start(&self, state: usize) -> Option<i64> {
        Some(Self::step(0, state))
    }

    fn own(&self, position: usize, state: usize) -> Option<i64> {
        Some(-i64::from(self.segments[position].costs[self.language_of(state)]))
    }

    fn transition(&self, _: usize, from: usize, to: usize) -> Option<i64> {
        Some(Self::step(from, to))
    }

    fn end(&self, state: usize) -> Option<i64> {
        Some(Self::step(state, 0))
    }
}

/// Reads the list of words: on each line a language, then words, each with its frequency in
/// [`WORDS_OF_PROSE`].
fn prices(list: &'static str) -> Prices {
    let mut prices = Prices::default();
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let mut entries = line.split(' ');
        let name = entries.next().unwrap_or_default();
        let Some(column) = LANGUAGES.iter().position(|&column| column == name) else {
            continue;
        };
        while let (Some(word), Some(rate)) = (entries.next(), entries.next()) {
            let rate: u64 = rate.parse().unwrap_or(1);
            let cost = ln_hundredths(WORDS_OF_PROSE) - ln_hundredths(rate);
            prices.entry(word).or_insert([STRANGE; LANGUAGES.len()])[column] = cost;
        }
    }
    prices
}

#[cfg(test)]
mod tests {
    use super::{MainLanguage, guess_main};

    fn found(text: &str, main: &str) -> Vec<(String, String)> {
        let learnt = MainLanguage::of(text, &main.parse().unwrap()).unwrap();
        learnt
            .passages(text)
            .into_iter()
            .map(|passage| {
                (text[passage.range].to_owned(), passage.language.as_str().to_owned())
            })
            .collect()
    }

    fn pair(words: &str, tag: &str) -> (String, String) {
        (words.to_owned(), tag.to_owned())
    }

    #[test]
    fn a_title_in_a_note() {
        let note = "Véase J. Lamb, The Paper and the Mill, Londres, 1911, p. 23, y también \
                    «Le papier dans les moulins du Nord», de la misma casa.";
        let expected = [
            pair("The Paper and the Mill", "en"),
            pair("Le papier dans les moulins du Nord", "fr"),
        ];
        assert_eq!(found(note, "es"), expected);
    }

    #[test]
    fn a_quotation_over_several_stops() {
        let text = "Escribió en la puerta: «Wer nicht arbeitet, der soll auch nicht \
                    schreiben, und wer schreibt, der arbeitet.» Nadie lo borró.";
        let quoted = "Wer nicht arbeitet, der soll auch nicht schreiben, und wer schreibt, \
                      der arbeitet";
        assert_eq!(found(text, "es"), [pair(quoted, "de")]);
    }

    #[test]
    fn names_and_kindred_words_are_not_foreign() {
        for text in [
            "Don Juan de la Cosa y el conde Del Monte fueron a La Habana en el Santa Fe.",
            "La Tribune, Le Monde y Der Spiegel lo contaron; The Times no.",
            "Vino a por la carta, e hizo como que no la veía.",
        ] {
            assert_eq!(found(text, "es"), []);
        }
    }

    #[test]
    fn the_language_of_a_text() {
        let texts = [
            ("gl", "O muíño do río xa non moe, pero unha vez ao ano abren a porta."),
            ("pt", "O moinho do rio já não mói, mas uma vez por ano abrem a porta."),
            ("ca", "El molí del riu ja no mol, però una vegada a l'any obren la porta."),
        ];
        for (language, text) in texts {
            assert_eq!(guess_main(text).unwrap().0.as_str(), language);
        }
        assert_eq!(guess_main("Molinos, ríos, barcas"), None);
    }
}
