//! Characters of the symbol fonts that Word files use by their codes.

/// The private use area where Word keeps the characters of a symbol font
/// (ISO/IEC 29500-1 §17.3.3.30).
const SYMBOL_AREA: u32 = 0xF000;

/// The character of a code in a symbol font; `None` for one that Unicode lacks or that this
/// list lacks, and for other fonts.
pub(super) fn find_symbol(font: &str, code: u32) -> Option<char> {
    let code = if code >= SYMBOL_AREA { code - SYMBOL_AREA } else { code };
    let table: &[(u32, &str)] = match font.trim().to_ascii_lowercase().as_str() {
        "symbol" => &SYMBOL,
        "wingdings" => &WINGDINGS,
        "wingdings 2" => &WINGDINGS_2,
        "wingdings 3" => &WINGDINGS_3,
        _ => return None,
    };
    let (start, characters) = table.iter().rev().find(|(start, _)| *start <= code)?;
    let place = usize::try_from(code - start).ok()?;
    characters.chars().nth(place).filter(|found| *found != MISSING)
}

/// Whether a font has symbols in place of letters.
pub(super) fn is_symbol_font(font: &str) -> bool {
    let font = font.trim().to_ascii_lowercase();
    matches!(
        font.as_str(),
        "symbol" | "wingdings" | "wingdings 2" | "wingdings 3" | "webdings"
    )
}

/// Whether a character is one of a symbol font by its code.
pub(super) fn is_symbol_code(c: char) -> bool {
    matches!(c, '\u{F020}'..='\u{F0FF}')
}

/// A place of a table that has no character here.
const MISSING: char = '\u{FFFD}';

/// The encoding of Symbol: Adobe's "Symbol Encoding to Unicode" table.
const SYMBOL: [(u32, &str); 3] = [
    (
        0x20,
        " !∀#∃%&∍()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_\u{203E}αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼",
    ),
    (0x7F, "\u{FFFD}"),
    (
        0xA0,
        "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…\u{23D0}\u{23AF}↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\u{FFFD}〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭",
    ),
];

/// Common characters of Wingdings, by the names of its glyphs in Unicode 7.0.
const WINGDINGS: [(u32, &str); 15] = [
    (0x20, " ✏✂✁"),
    (0x24, "\u{FFFD}"),
    (0x28, "☎✆✉"),
    (0x2B, "\u{FFFD}"),
    (0x3E, "✇✍\u{FFFD}✌\u{FFFD}"),
    (0x43, "\u{FFFD}\u{FFFD}☜☞☝☟\u{FFFD}☺😐☹\u{FFFD}☠"),
    (0x4F, "\u{FFFD}"),
    (0x51, "✈☼\u{FFFD}❄\u{FFFD}✞\u{FFFD}✠✡☪☯ॐ☸♈♉♊♋♌♍♎♏♐♑♒♓"),
    (0x6A, "\u{FFFD}\u{FFFD}●❍■□\u{FFFD}❑❒⬧⧫◆❖⬥⌧⮹⌘❀✿❝❞"),
    (0x7F, "\u{FFFD}⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿"),
    (0x96, "\u{FFFD}"),
    (0x9E, "·•\u{FFFD}○\u{FFFD}\u{FFFD}◉◎\u{FFFD}▪◻\u{FFFD}✦★✶✴✹✵"),
    (0xB2, "⟡⌑\u{FFFD}✪✰"),
    (0xB7, "\u{FFFD}"),
    (0xD5, "⌫⌦⮘➢⮙⮛⮈➲⮉⮋←→↑↓↖↗↙↘🡸➔🡹🡻🡼🡽🡿🡾⇦⇨⇧⇩⬄⇳⬁⬀⬃⬂▭▫✗✓☒☑"),
];

/// Common characters of Wingdings 2.
const WINGDINGS_2: [(u32, &str); 4] =
    [(0x20, "\u{FFFD}"), (0x4F, "✗✓☒☑"), (0x53, "\u{FFFD}"), (0x96, "●")];

/// Common characters of Wingdings 3.
const WINGDINGS_3: [(u32, &str); 3] =
    [(0x20, "\u{FFFD}"), (0x66, "←→↑↓"), (0x6A, "\u{FFFD}")];

#[cfg(test)]
mod tests {
    use super::find_symbol;

    #[test]
    fn codes_have_the_characters_of_the_fonts() {
        let known = [
            ("Symbol", 0xF061, Some('α')),
            ("Symbol", 0x7D, Some('}')),
            ("Symbol", 0x90, None),
            ("symbol", 0xF0B7, Some('•')),
            ("Symbol", 0xE5, Some('∑')),
            ("Symbol", 0xFE, Some('⎭')),
            ("Wingdings", 0xF04A, Some('☺')),
            ("Wingdings", 0x69, Some('♓')),
            ("Wingdings", 0xF06C, Some('●')),
            ("Wingdings", 0xA7, Some('▪')),
            ("Wingdings", 0xC0, None),
            ("Wingdings", 0xE0, Some('→')),
            ("Wingdings", 0xFE, Some('☑')),
            ("Wingdings 2", 0x50, Some('✓')),
            ("Arial", 0x61, None),
        ];
        for (font, code, character) in known {
            assert_eq!(find_symbol(font, code), character, "{font} {code:X}");
        }
    }
}
