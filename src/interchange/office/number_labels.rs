//! Numbers as they are printed.

use crate::interchange::rich::NumberStyle;

/// The largest number that is written in Roman numerals or letters.
const MOST_LETTERED: u32 = 3999;

/// Writes a number. A number that has no form in a style is decimal.
pub(crate) fn write_number(number: u32, style: NumberStyle) -> String {
    if number == 0 || number > MOST_LETTERED {
        return number.to_string();
    }
    match style {
        NumberStyle::Decimal => number.to_string(),
        NumberStyle::UpperRoman => write_roman(number),
        NumberStyle::LowerRoman => write_roman(number).to_lowercase(),
        NumberStyle::UpperLetter => write_letters(number),
        NumberStyle::LowerLetter => write_letters(number).to_lowercase(),
    }
}

fn write_roman(mut number: u32) -> String {
    const NUMERALS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let mut written = String::new();
    for (value, numeral) in NUMERALS {
        while number >= value {
            written.push_str(numeral);
            number -= value;
        }
    }
    written
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
    use crate::interchange::rich::NumberStyle;

    #[test]
    fn numbers_have_the_forms_of_word_processors() {
        assert_eq!(write_number(1949, NumberStyle::LowerRoman), "mcmxlix");
        assert_eq!(write_number(28, NumberStyle::UpperLetter), "BB");
        assert_eq!(write_number(0, NumberStyle::UpperRoman), "0");
        assert_eq!(write_number(4_000_000_000, NumberStyle::LowerLetter), "4000000000");
    }
}
