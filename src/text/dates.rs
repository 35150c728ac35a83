//! Dates in letters and on title pages: "12 de febrero de 1936", "June 24th, 1928", "24.
//! Juni 1928", "4-III-1920".

use std::ops::Range;

use super::numerals;

/// A date found in a text. It is a plain value, because `text` knows no book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FoundDate {
    /// The year of the Common Era, 1000 to 2099.
    pub year: u16,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day, 1 to 31.
    pub day: Option<u8>,
}

/// The names of the months and their usual abbreviations, in Spanish, Catalan, English,
/// French, German, Italian, Portuguese and Russian.
const MONTHS: [&str; 12] = [
    "enero gener january jan janvier janv januar jänner gennaio janeiro января январь",
    "febrero febrer february feb février févr februar febbraio fevereiro февраля февраль",
    "marzo març march mar mars märz março марта март",
    "abril april apr avril aprile апреля апрель",
    "mayo maig may mai maggio maio мая май",
    "junio juny june jun juin juni giugno junho июня июнь",
    "julio juliol july jul juillet juli luglio julho июля июль",
    "agosto agost august aug août августа август",
    "septiembre setiembre setembre september sept septembre settembre setembro сентября сентябрь",
    "octubre october oct octobre oktober okt ottobre outubro октября октябрь",
    "noviembre novembre november nov novembro ноября ноябрь",
    "diciembre desembre december dec décembre dezember dez dicembre dezembro декабря декабрь",
];

/// Words between the parts of a date.
const SMALL: &[&str] = &["de", "del", "d", "of", "the", "den", "le", "el", "a"];

/// A word and its offset in the text.
#[derive(Debug, Clone, Copy)]
struct DateWord<'a> {
    at: usize,
    word: &'a str,
}

/// The first date of a text with at least a month and a year, and its range.
#[must_use]
pub fn find_date(text: &str) -> Option<(FoundDate, Range<usize>)> {
    let is_part = |c: char| c.is_alphanumeric();
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (start, is_part(c)) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                words.push(DateWord { at: from, word: &text[from..at] });
                start = None;
            }
            _ => {}
        }
    }
    // Years are recognised faster than months, and few lines have any.
    if words.iter().all(|word| parse_year(word.word).is_none()) {
        return None;
    }
    (0..words.len()).find_map(|at| date_around(&words, at))
}

/// Whether a text is a calendar date: `2026-03-04` (ISO 8601).
#[must_use]
pub fn is_day(text: &str) -> bool {
    let number = |part: &str, digits: usize| {
        let well_formed =
            part.len() == digits && part.bytes().all(|b| b.is_ascii_digit());
        well_formed.then(|| part.parse::<u16>().ok()).flatten().filter(|n| *n > 0)
    };
    let mut parts = text.splitn(3, '-');
    let mut next = |digits| parts.next().and_then(|part| number(part, digits));
    let (Some(year), Some(month), Some(day)) = (next(4), next(2), next(2)) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let longest = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    month <= 12 && day <= longest
}

/// The date around a month, the word at `at`.
fn date_around(words: &[DateWord<'_>], at: usize) -> Option<(FoundDate, Range<usize>)> {
    let month = parse_month(words[at].word)?;
    let step = |from: usize, by: isize| {
        let mut place = from.checked_add_signed(by)?;
        while SMALL.contains(&words.get(place)?.word.to_lowercase().as_str()) {
            place = place.checked_add_signed(by)?;
        }
        words.get(place).map(|_| place)
    };
    let before =
        step(at, -1).and_then(|place| Some((place, parse_day(words[place].word)?)));
    let after = step(at, 1)?;
    // "June 24, 1928": the day comes between the month and the year.
    let (day, first, last) = match (before, parse_day(words[after].word)) {
        (Some((place, day)), _) => (Some(day), place, after),
        (None, Some(day)) => (Some(day), at, step(after, 1)?),
        (None, None) => (None, at, after),
    };
    let year = parse_year(words[last].word)?;
    let end = words[last].at + words[last].word.len();
    // A Roman numeral is a month only with a day: "4-III-1920", not "Carlos III 1516".
    let roman = numerals::roman(words[at].word).is_some();
    if roman && before.is_none() {
        return None;
    }
    Some((FoundDate { year, month, day }, words[first].at..end))
}

/// The month that a word names.
fn parse_month(word: &str) -> Option<u8> {
    if let Some(value) = numerals::roman(word).filter(|value| (1..=12).contains(value)) {
        return u8::try_from(value).ok();
    }
    let small = word.to_lowercase();
    let place =
        MONTHS.iter().position(|names| names.split(' ').any(|name| name == small))?;
    u8::try_from(place + 1).ok()
}

/// The day that a number, with or without an ordinal ending, names.
fn parse_day(word: &str) -> Option<u8> {
    let digits = word.trim_end_matches(char::is_alphabetic);
    let ordinal = &word[digits.len()..];
    let usual =
        matches!(ordinal, "" | "º" | "er" | "st" | "nd" | "rd" | "th" | "o" | "ro");
    digits.parse().ok().filter(|day| usual && (1..=31).contains(day))
}

/// The year that four digits name.
fn parse_year(word: &str) -> Option<u16> {
    let four = word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit());
    word.parse().ok().filter(|year| four && (1000..2100).contains(year))
}

#[cfg(test)]
mod tests {
    use super::find_date;

    #[test]
    fn dates_of_eight_languages() {
        for (text, date) in [
            ("Vilanova, 3 de mayo de 1907", (1907, 5, Some(3))),
            ("Reus, 1 de març de 1899", (1899, 3, Some(1))),
            ("June 24th, 1928", (1928, 6, Some(24))),
            ("the 24th of June 1928", (1928, 6, Some(24))),
            ("Lyon, le 1er août 1883", (1883, 8, Some(1))),
            ("Weimar, den 24. Juni 1928", (1928, 6, Some(24))),
            ("Torino, 24 giugno 1928", (1928, 6, Some(24))),
            ("Porto, 2 de dezembro de 1870", (1870, 12, Some(2))),
            ("Тула, 4 марта 1901 г.", (1901, 3, Some(4))),
            ("4-III-1920", (1920, 3, Some(4))),
            ("enero de 1932", (1932, 1, None)),
        ] {
            let found =
                find_date(text).map(|(date, _)| (date.year, date.month, date.day));
            assert_eq!(found, Some(date), "{text}");
        }
    }

    #[test]
    fn texts_that_only_look_like_dates() {
        for text in ["Carlos III 1516", "el 3 de mayo", "capítulo V", "mayo", "May I, 1"]
        {
            assert!(find_date(text).is_none(), "{text}");
        }
    }
}
