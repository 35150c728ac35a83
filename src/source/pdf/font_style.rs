//! The style of a font: what its name and its descriptor say.

use hayro_syntax::object::{Dict, Name};

/// What the name and the descriptor of a font say of its style.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the font descriptor"
)]
pub struct FontTraits {
    /// Bold, semibold or black.
    pub bold: bool,
    /// Italic or oblique.
    pub italic: bool,
    /// Its lower-case letters are small capitals.
    pub small_caps: bool,
    /// All glyphs have the same width.
    pub monospace: bool,
    /// It has serifs.
    pub serif: bool,
}

/// The flags of a font descriptor (ISO 32000-1 table 123).
const FIXED_PITCH: u32 = 1;
const SERIF: u32 = 1 << 1;
const ITALIC: u32 = 1 << 6;
const FORCE_BOLD: u32 = 1 << 18;

/// Reads the style of a font from its name, which has no subset tag, and its descriptor.
pub(super) fn read_style(name: &str, descriptor: Option<&Dict<'_>>) -> FontTraits {
    let mut style = style_of_name(name);
    let Some(descriptor) = descriptor else { return style };
    let flags = descriptor.get::<u32>("Flags").unwrap_or(0);
    let angle = descriptor.get::<f32>("ItalicAngle").unwrap_or(0.0);
    let weight = descriptor.get::<f32>("FontWeight").unwrap_or(0.0);
    if let Some(family) = descriptor.get::<Name<'_>>("FontName") {
        let family = style_of_name(family.as_str());
        style.bold |= family.bold;
        style.italic |= family.italic;
        style.small_caps |= family.small_caps;
    }
    // The flag for small capitals is not used: Typst sets it for every font that has some.
    style.bold |= flags & FORCE_BOLD != 0 || weight >= 600.0;
    // Some programs give every font an angle; less than three degrees is no slope.
    style.italic |= flags & ITALIC != 0 || angle.abs() > 3.0;
    style.monospace |= flags & FIXED_PITCH != 0;
    style.serif |= flags & SERIF != 0;
    style
}

/// The style that a PostScript name tells: `CMBX10`, `Garamond-BoldIt`, `LinLibertineOC`.
fn style_of_name(name: &str) -> FontTraits {
    let mut style = FontTraits::default();
    for word in split_words(name) {
        match word.as_str() {
            "bold" | "bd" | "semibold" | "demibold" | "demi" | "black" | "heavy"
            | "extrabold" | "ultrabold" | "xbold" | "sb" | "bol" => style.bold = true,
            "italic" | "it" | "ita" | "oblique" | "obl" | "ital" | "slanted"
            | "kursiv" | "cursiva" => style.italic = true,
            "boldit" | "bolditalic" | "boldoblique" | "bi" | "bdit" | "semiboldit"
            | "demiit" => {
                style.bold = true;
                style.italic = true;
            }
            "sc" | "caps" | "smallcaps" | "smallcap" | "smcp" | "cap" => {
                style.small_caps = true;
            }
            "mono" | "monospace" | "courier" | "typewriter" | "consolas" | "code" => {
                style.monospace = true;
            }
            "times" | "serif" | "roman" => style.serif = true,
            _ => {}
        }
    }
    let lower = name.to_ascii_lowercase();
    // Computer Modern and its successors name style and size in one word (cmbx10, SFTI1200,
    // lmcsc10).
    let stem = lower.trim_end_matches(|c: char| c.is_ascii_digit());
    let stem = stem.split('-').next().unwrap_or_default();
    let family = ["cm", "sf", "ec", "lm", "rm", "cs"];
    // Libertine and Biolinum end in letters for open source, bold, semibold, italic, capitals.
    if let Some((_, end)) = name.rsplit_once("ibertineO").or(name.rsplit_once("iolinumO"))
    {
        let is_letters = !end.is_empty() && end.chars().all(|c| "BZICDS".contains(c));
        style.bold |= is_letters && end.contains(['B', 'Z']);
        style.italic |= is_letters && end.contains('I');
        style.small_caps |= is_letters && end.contains('C');
    }
    let letters = family.iter().find_map(|family| stem.strip_prefix(family));
    match letters {
        Some("bx" | "b" | "ssbx" | "rb" | "rbx") => style.bold = true,
        Some("ti" | "sl" | "ri" | "u" | "ssi" | "itt" | "si") => style.italic = true,
        Some("bxti" | "bi" | "bxsl" | "bl" | "bxi") => {
            style.bold = true;
            style.italic = true;
        }
        Some("csc" | "cc" | "xc") => style.small_caps = true,
        Some("tt" | "tc" | "sltt") => style.monospace = true,
        _ => {}
    }
    style
}

/// Divides a name at hyphens, commas, digits, where a capital follows a small letter, and
/// before the last of several capitals (`OBold`).
fn split_words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut before = ' ';
    let mut characters = name.chars().peekable();
    while let Some(character) = characters.next() {
        let leads = characters.peek().is_some_and(|next| next.is_lowercase());
        let begins = character.is_uppercase()
            && (before.is_lowercase() || before.is_uppercase() && leads);
        if (begins || !character.is_alphabetic()) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if character.is_alphabetic() {
            word.extend(character.to_lowercase());
        }
        before = character;
    }
    if !word.is_empty() {
        words.push(word);
    }
    // `SemiBold` and `SmallCaps` are one word each, and `BoldIt` is two.
    let mut joined: Vec<String> = Vec::new();
    for word in words {
        match joined.last_mut() {
            Some(last)
                if matches!(last.as_str(), "semi" | "demi" | "extra" | "small") =>
            {
                last.push_str(&word);
            }
            _ => joined.push(word),
        }
    }
    joined
}
