//! Numbers in words, cardinal and ordinal, in the languages of the books.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::letters;

/// The stems of numbers in words, first to twentieth and one to twenty.
const WORDS: &[(&str, u32)] = &[
    ("primer", 1),
    ("segund", 2),
    ("tercer", 3),
    ("cuart", 4),
    ("quint", 5),
    ("sext", 6),
    ("séptim", 7),
    ("octav", 8),
    ("noven", 9),
    ("décim", 10),
    ("undécim", 11),
    ("duodécim", 12),
    ("uno", 1),
    ("dos", 2),
    ("tres", 3),
    ("cuatro", 4),
    ("cinco", 5),
    ("seis", 6),
    ("siete", 7),
    ("ocho", 8),
    ("nueve", 9),
    ("diez", 10),
    ("once", 11),
    ("doce", 12),
    ("first", 1),
    ("second", 2),
    ("third", 3),
    ("fourth", 4),
    ("fifth", 5),
    ("sixth", 6),
    ("seventh", 7),
    ("eighth", 8),
    ("ninth", 9),
    ("tenth", 10),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("premi", 1),
    ("deuxième", 2),
    ("troisième", 3),
    ("quatrième", 4),
    ("cinquième", 5),
    ("sixième", 6),
    ("septième", 7),
    ("huitième", 8),
    ("neuvième", 9),
    ("dixième", 10),
    ("erste", 1),
    ("zweite", 2),
    ("dritte", 3),
    ("vierte", 4),
    ("fünfte", 5),
    ("sechste", 6),
    ("siebente", 7),
    ("achte", 8),
    ("neunte", 9),
    ("zehnte", 10),
    ("prim", 1),
    ("secondo", 2),
    ("terzo", 3),
    ("quarto", 4),
    ("sesto", 6),
    ("settimo", 7),
    ("ottavo", 8),
    ("nono", 9),
    ("primeir", 1),
    ("terceir", 3),
    ("quart", 4),
    ("sétim", 7),
    ("oitav", 8),
    ("non", 9),
    ("перв", 1),
    ("втор", 2),
    ("трет", 3),
    ("четверт", 4),
    ("пят", 5),
    ("шест", 6),
    ("седьм", 7),
    ("восьм", 8),
    ("девят", 9),
    ("десят", 10),
    ("segon", 2),
    ("terc", 3),
    ("cinqu", 5),
    ("sis", 6),
    ("vuit", 8),
    ("trece", 13),
    ("catorce", 14),
    ("quince", 15),
    ("dieciséis", 16),
    ("diecisiete", 17),
    ("dieciocho", 18),
    ("diecinueve", 19),
    ("veinte", 20),
    ("decimoprim", 11),
    ("decimosegund", 12),
    ("decimotercer", 13),
    ("decimocuart", 14),
    ("decimoquint", 15),
    ("decimosext", 16),
    ("decimoséptim", 17),
    ("decimoctav", 18),
    ("decimonoven", 19),
    ("vigésim", 20),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("seventeen", 17),
    ("eighteen", 18),
    ("nineteen", 19),
    ("twent", 20),
    ("onzième", 11),
    ("douzième", 12),
    ("treizième", 13),
    ("quatorzième", 14),
    ("quinzième", 15),
    ("seizième", 16),
    ("dix-septième", 17),
    ("dix-huitième", 18),
    ("dix-neuvième", 19),
    ("vingtième", 20),
    ("elfte", 11),
    ("zwölfte", 12),
    ("dreizehnte", 13),
    ("vierzehnte", 14),
    ("fünfzehnte", 15),
    ("sechzehnte", 16),
    ("siebzehnte", 17),
    ("achtzehnte", 18),
    ("neunzehnte", 19),
    ("zwanzigste", 20),
    ("undicesim", 11),
    ("dodicesim", 12),
    ("decimoprimo", 11),
    ("decimosecondo", 12),
    ("decimoterzo", 13),
    ("decimoquarto", 14),
    ("decimoquinto", 15),
    ("ventesim", 20),
    ("onze", 11),
    ("doze", 12),
    ("одиннадцат", 11),
    ("двенадцат", 12),
    ("тринадцат", 13),
    ("четырнадцат", 14),
    ("пятнадцат", 15),
    ("шестнадцат", 16),
    ("семнадцат", 17),
    ("восемнадцат", 18),
    ("девятнадцат", 19),
    ("двадцат", 20),
];

/// [`WORDS`] as a hash map, because nearly every line of a raw text is looked up.
static STEMS: LazyLock<FxHashMap<&str, u32>> =
    LazyLock::new(|| WORDS.iter().copied().collect());

/// The longest ending after a stem, in bytes.
const LONGEST_ENDING: usize = 4;

/// The units before the tens in German numbers, from one.
const GERMAN_UNITS: [&str; 9] =
    ["ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"];

/// The German tens, from twenty.
const GERMAN_TENS: [&str; 8] = [
    "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig",
    "neunzig",
];

/// Parses a number in words. German ones may have units before their tens
/// ("siebenundzwanzigstes").
#[must_use]
pub fn in_words(word: &str) -> Option<u32> {
    let word = letters::small(word.trim_end_matches(['.', ':', ',']));
    if let Some((units, tens)) = word.split_once("und")
        && let Some(units) = GERMAN_UNITS.iter().position(|unit| *unit == units)
        && let Some(tens) = GERMAN_TENS.iter().position(|ten| tens.starts_with(ten))
    {
        return u32::try_from((tens + 2) * 10 + units + 1).ok();
    }
    // Find the longest stem that the word begins with.
    let longest = word.len().saturating_sub(LONGEST_ENDING)..=word.len();
    longest.rev().find_map(|end| STEMS.get(word.get(..end)?).copied())
}
