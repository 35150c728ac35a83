//! Words and numbers that a book says or is called by.

use pliego::book::metadata::{Date, format_isbn, parse_isbn, strip_isbn};
use pliego::book::relator::Relator;
use pliego::length::written::parse_trim;
use pliego::press::price::Price;
use pliego::text::language::Language;
use pliego::text::{
    dates, excerpt, function_words, guess, number_words, numerals, sections, spelling,
    xml,
};

/// What is read of a few words is said the same way again, and stands where it was found.
pub(super) fn words(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(language) = text.parse::<Language>() {
        assert_eq!(language.as_str().parse().as_ref(), Ok(&language));
        let _ = (
            language.primary(),
            language.right_to_left(),
            function_words::has_language(&language),
        );
    }
    if let Ok(date) = text.parse::<Date>() {
        assert_eq!(date.to_string().parse(), Ok(date));
    }
    if let Ok(number) = parse_isbn(&text) {
        assert!(matches!(strip_isbn(&number).len(), 10 | 13));
        assert_eq!(parse_isbn(&number).as_ref(), Ok(&number));
    }
    let _ = format_isbn(&text);
    let _ = (text.parse::<Relator>(), text.parse::<Price>(), parse_trim(&text));
    if let Some((_, range)) = dates::find_date(&text) {
        assert!(text.get(range).is_some());
    }
    if let Some(number) = numerals::roman(&text) {
        assert_eq!(numerals::to_roman(number).to_uppercase(), text);
    }
    let number = bytes.iter().fold(0_u32, |sum, byte| sum << 8 | u32::from(*byte));
    let _ = (numerals::to_roman(number), numerals::to_letters(number));
    let _ = (numerals::numbering(&text), numerals::ordinal(&text), numerals::rank(&text));
    let _ = (number_words::in_words(&text), sections::named(&text));
    let _ = spelling::nearest_word(&text, &["title", "authors"]);
    let escaped = xml::escape_xml(&text);
    assert!(!escaped.contains(['<', '>']));
    assert!(excerpt::excerpt(&text).chars().count() <= text.chars().count() + 1);
    let main = guess::main_script(&text);
    for (range, _) in guess::find_foreign_phrases(&text, main) {
        assert!(text.get(range).is_some());
    }
    if let Some((language, _)) = function_words::guess_main(&text)
        && let Some(main) = function_words::MainLanguage::of(&text, &language)
    {
        let _ = main.passages(&text);
    }
}
