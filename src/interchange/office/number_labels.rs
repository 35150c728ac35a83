//! Numbers as they are printed.

use crate::book::block::ListNumerals;
use crate::text::numerals::to_roman;

/// The largest number that is written in Roman numerals or letters.
const MOST_LETTERED: u32 = 3999;

/// Writes a number. A number that has no form in a style is decimal.
pub(crate) fn write_number(number: u32, numerals: ListNumerals) -> String {
    if number == 0 || number > MOST_LETTERED {
        return number.to_string();
    }
    match numerals {
        ListNumerals::Decimal => number.to_string(),
        ListNumerals::MasculineOrdinal => format!("{number}º"),
        ListNumerals::FeminineOrdinal => format!("{number}ª"),
        ListNumerals::UpperRoman => to_roman(number).to_uppercase(),
        ListNumerals::LowerRoman => to_roman(number),
        ListNumerals::UpperAlpha => write_letters(number),
        ListNumerals::LowerAlpha => write_letters(number).to_lowercase(),
    }
}

/// A, B … Z, AA, BB: a letter is repeated, as word processors do it.
fn write_letters(number: u32) -> String {
    let index = u8::try_from((number - 1) % 26).unwrap_or(0);
    let times = usize::try_from((number - 1) / 26).unwrap_or(0) + 1;
    char::from(b'A' + index).to_string().repeat(times)
}

#[cfg(test)]
mod tests {
    use super::write_number;
    use crate::book::block::ListNumerals;

    #[test]
    fn numbers_have_the_forms_of_word_processors() {
        assert_eq!(write_number(1949, ListNumerals::LowerRoman), "mcmxlix");
        assert_eq!(write_number(28, ListNumerals::UpperAlpha), "BB");
        assert_eq!(write_number(0, ListNumerals::UpperRoman), "0");
        assert_eq!(write_number(4_000_000_000, ListNumerals::LowerAlpha), "4000000000");
    }
}
