//! Where a title breaks into lines: by its sense, and into lines of similar lengths.
//!
//! A title is broken where its reader would pause: after a colon, or before the small word
//! that begins a phrase. It is not broken after that word, nor inside a name. Pages and
//! covers measure the words; where they break is decided here, so that both break alike.

use std::ops::Range;

use super::language::Language;
use super::numerals::{is_numeral, roman};
use super::small_words::is_small_word;

/// In a language whose small words are not known, a word as short as this counts as one.
const SHORT_WORD: usize = 3;

/// Titles of more words are read as text, and where their lines end no longer matters.
const MOST_WORDS: usize = 150;

/// The most letters of a word that is an abbreviation with a full stop: `D.`, `St.`
const SHORT_FORM: usize = 3;

/// What elided small words leave before an apostrophe, in French, Italian and Catalan.
const ELIDED: [&str; 17] = [
    "all", "c", "d", "dall", "dell", "j", "jusqu", "l", "lorsqu", "m", "n", "nell", "qu",
    "s", "sull", "t", "un",
];

/// Words between the parts of a name that belong to the last part, with a capital too.
const NAME_PARTICLES: [&str; 14] = [
    "af", "da", "de", "del", "della", "den", "der", "di", "du", "la", "le", "van", "von",
    "zu",
];

/// What it costs, in thousandths, if a line ends after a comma.
const COMMA: i64 = 100;
/// If a line ends before a phrase.
const PHRASE: i64 = 150;
/// If a line ends inside a phrase: as much as lines of which one is twice as long.
const WITHIN: i64 = 450;
/// If a line ends against the sense: more than any lengths of lines.
const BOUND: i64 = 1_500;
/// If there is a line more than the fewest.
const FURTHER_LINE: i64 = 300;

/// What the sense of a title says of a line end between two of its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TitleJoint {
    /// A line ends here.
    LineEnd,
    /// The title pauses here.
    Pause,
    /// A comma is here.
    Comma,
    /// A phrase begins with the second word: with a small word.
    Phrase,
    /// Both words are in one phrase.
    Within,
    /// No line ends here: the first word is a small one, or both are a name.
    Bound,
}

impl TitleJoint {
    /// What a line end here costs, in thousandths.
    #[must_use]
    pub fn cost(self) -> i64 {
        match self {
            Self::LineEnd | Self::Pause => 0,
            Self::Comma => COMMA,
            Self::Phrase => PHRASE,
            Self::Within => WITHIN,
            Self::Bound => BOUND,
        }
    }
}

/// A title in lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TitleLines {
    /// The words of each line.
    pub lines: Vec<Range<usize>>,
    /// What its line ends and the lengths of its lines cost, in thousandths.
    pub cost: i64,
}

/// The joints between the words of a title, one fewer than there are words. Words that
/// no-break spaces join are one.
#[must_use]
pub fn find_joints(words: &[&str], language: Option<&Language>) -> Vec<TitleJoint> {
    // Word joiners may stand before and behind words.
    let parts = || words.iter().flat_map(|word| word.split(['\u{A0}', '\u{2060}']));
    let is_small = |word: &str| is_small(word, language);
    // Two capitals beside each other are a name, if other words have small letters. In German
    // they are two nouns.
    let is_common = |word: &str| !is_small(word) && word.starts_with(char::is_lowercase);
    let is_german = language.is_some_and(|one| one.primary() == "de");
    let shows_names = !is_german && parts().any(is_common);
    let joint = |(place, pair): (usize, &[&str])| {
        let before = pair[0].rsplit('\u{A0}').next().unwrap_or_default();
        let after = pair[1].split('\u{A0}').next().unwrap_or_default();
        let [before, after] = [before, after].map(|word| word.trim_matches('\u{2060}'));
        let bare = before.trim_start_matches(|c: char| !c.is_alphanumeric());
        let is_capital = |word: &str| word.starts_with(char::is_uppercase);
        let is_open = before.ends_with(char::is_alphanumeric);
        let is_name = shows_names && is_capital(bare) && is_capital(after);
        let is_particle = place > 0
            && is_capital(bare)
            && NAME_PARTICLES.contains(&bare.to_lowercase().as_str());
        if is_open && (is_name || is_particle || is_small(before) || is_number(after))
            || is_short_form(bare)
        {
            TitleJoint::Bound
        } else if before.ends_with([':', '.', ';', '?', '!', '—', '–'])
            || after.starts_with(['(', '[', '—', '–'])
        {
            TitleJoint::Pause
        } else if before.ends_with(',') {
            TitleJoint::Comma
        } else if is_small(after) || begins_elided(after) {
            TitleJoint::Phrase
        } else {
            TitleJoint::Within
        }
    };
    words.windows(2).enumerate().map(joint).collect()
}

fn is_small(word: &str, language: Option<&Language>) -> bool {
    match language {
        Some(language) => is_small_word(word, language),
        None => word.chars().count() <= SHORT_WORD,
    }
}

/// Whether a word begins with a small word without its vowel: `l’or`, `dell’impero`.
fn begins_elided(word: &str) -> bool {
    let word = word.trim_start_matches(|c: char| !c.is_alphanumeric());
    let elided = word.split_once(['’', '\'']).map(|(elided, _)| elided.to_lowercase());
    elided.is_some_and(|elided| ELIDED.contains(&elided.as_str()))
}

/// Whether a word is a numeral: `Felipe II`, `1914`.
fn is_number(word: &str) -> bool {
    is_numeral(word.trim_end_matches(|c: char| !c.is_alphanumeric()))
}

/// Whether a word is an initial or another short abbreviation: `D.`, `St.`
fn is_short_form(word: &str) -> bool {
    word.strip_suffix('.').is_some_and(|bare| {
        (1..=SHORT_FORM).contains(&bare.chars().count())
            && bare.starts_with(char::is_uppercase)
            && bare.chars().all(char::is_alphabetic)
            && (bare.chars().count() == 1 || roman(bare).is_none())
    })
}

/// The fewest lines that hold words of some widths; none if a word is wider than the measure.
#[must_use]
pub fn count_fewest_lines(
    widths: &[i64],
    space: i64,
    joints: &[TitleJoint],
    measure: i64,
) -> Option<usize> {
    let (mut lines, mut filled) = (0, None);
    for (place, &width) in widths.iter().enumerate() {
        if width > measure {
            return None;
        }
        filled = match filled {
            Some(before) if before + space + width <= measure => {
                Some(before + space + width)
            }
            _ => {
                lines += 1;
                Some(width)
            }
        };
        if joints.get(place) == Some(&TitleJoint::LineEnd) {
            filled = None;
        }
    }
    Some(lines)
}

/// Whether words are so few that their lines are chosen by the sense.
#[must_use]
pub fn is_short_enough(words: usize) -> bool {
    words <= MOST_WORDS
}

/// Breaks words of some widths into as few lines as hold them, or into one more if the sense
/// gains by it. None if a word is wider than the measure.
#[must_use]
pub fn break_by_sense(
    widths: &[i64],
    space: i64,
    joints: &[TitleJoint],
    measure: i64,
) -> Option<TitleLines> {
    let fewest = count_fewest_lines(widths, space, joints, measure)?;
    let least = break_title(widths, space, joints, measure, fewest)?;
    // Line ends that are stated are enough.
    if fewest < 2 || joints.contains(&TitleJoint::LineEnd) {
        return Some(least);
    }
    let more = break_title(widths, space, joints, measure, fewest + 1);
    let more = more.filter(|more| more.cost + FURTHER_LINE < least.cost);
    Some(more.unwrap_or(least))
}

/// Breaks words of some widths into a number of lines: the least cost over all ways to break
/// them. None if there is no way.
#[must_use]
pub fn break_title(
    widths: &[i64],
    space: i64,
    joints: &[TitleJoint],
    measure: i64,
    count: usize,
) -> Option<TitleLines> {
    let words = widths.len();
    if count == 0 || count > words {
        return None;
    }
    let mut ends = vec![0];
    for width in widths {
        ends.push(ends[ends.len() - 1] + width + space);
    }
    let lines = i64::try_from(count).ok()?;
    let usual = ((ends[words] - space * lines) / lines).max(1);
    let cost = |from: usize, to: usize| {
        let width = ends[to] - ends[from] - space;
        let is_divided = joints[from..to - 1].contains(&TitleJoint::LineEnd);
        (width <= measure && !is_divided).then(|| {
            let differs = (width - usual).abs() * 1_000 / usual;
            let joint = joints.get(to - 1).filter(|_| to < words);
            differs * differs / 1_000 + joint.map_or(0, |joint| joint.cost())
        })
    };
    // best[k][n]: the least cost of the first n words in k lines, and where the last of
    // these lines begins.
    let mut best: Vec<Vec<Option<(i64, usize)>>> = vec![vec![None; words + 1]; count + 1];
    best[0][0] = Some((0, 0));
    for lines in 1..=count {
        for to in lines..=words {
            for from in lines - 1..to {
                let Some((before, _)) = best[lines - 1][from] else { continue };
                let Some(line) = cost(from, to) else { continue };
                let total = before + line;
                if best[lines][to].is_none_or(|(least, _)| total < least) {
                    best[lines][to] = Some((total, from));
                }
            }
        }
    }
    let (cost, _) = best[count][words]?;
    let mut broken = Vec::with_capacity(count);
    let mut to = words;
    for lines in (1..=count).rev() {
        let (_, from) = best[lines][to]?;
        broken.push(from..to);
        to = from;
    }
    broken.reverse();
    Some(TitleLines { lines: broken, cost })
}

#[cfg(test)]
mod tests {
    use super::{break_by_sense, find_joints};

    /// The lines of a title in letters of one width, on lines of `measure` letters.
    fn broken(language: &str, title: &str, measure: i64) -> String {
        let words: Vec<&str> = title.split(' ').collect();
        let widths: Vec<i64> = words
            .iter()
            .map(|word| i64::try_from(word.chars().count()).unwrap())
            .collect();
        let joints = find_joints(&words, language.parse().ok().as_ref());
        let set = break_by_sense(&widths, 1, &joints, measure).unwrap();
        let lines = set.lines.into_iter().map(|line| words[line].join(" "));
        lines.collect::<Vec<_>>().join(" / ")
    }

    #[test]
    fn words_behind_joiners_show_names() {
        let title = "En que \u{2060}se \u{2060}sabe lo \u{2060}que era \
                     del \u{2060}conde Gonzalo Gustios de \u{2060}Lara";
        assert_eq!(
            broken("es", title, 30).replace('\u{2060}', ""),
            "En que se sabe / lo que era del conde / Gonzalo Gustios de Lara"
        );
    }

    #[test]
    fn titles_break_by_sense() {
        for (language, measure, lines) in [
            ("en", 26, "Mutual Aid: / A Factor of Evolution"),
            ("en", 26, "Mutual Aid Among Animals / (Continued)"),
            ("en", 26, "Confessions / of an English Opium-Eater"),
            ("fr", 30, "Les origines / de la France contemporaine"),
            ("es", 26, "Estudio descriptivo / de los monumentos árabes"),
            ("es", 16, "Los siete infantes / de Lara"),
            ("es", 12, "Un año / en Alma Ata"),
            ("es", 24, "Estudios históricos / del reinado de Felipe II"),
            ("it", 24, "Storia della decadenza / e rovina / dell’impero romano"),
            ("it", 20, "Storia comparata / degli usi nuziali"),
            ("de", 20, "Geschichte / der Hexenprozesse"),
            ("it", 12, "Angelo / De Gubernatis"),
            ("es", 14, "Vida / de D. Luis"),
        ] {
            let title = lines.replace(" / ", " ");
            let longest =
                lines.split(" / ").map(|one| one.chars().count()).max().unwrap();
            let measure = i64::try_from(longest).unwrap().max(measure);
            assert_eq!(broken(language, &title, measure), lines);
        }
    }
}
