//! The quotation marks of a language, for formats that say "quoted" and write no marks.

/// The marks around a quotation, and those around one inside it: the opening and the closing
/// one (Unicode CLDR, `delimiters`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct QuotationMarks {
    pub(super) outer: [&'static str; 2],
    pub(super) inner: [&'static str; 2],
}

impl Default for QuotationMarks {
    /// Those of English.
    fn default() -> Self {
        Self { outer: ["“", "”"], inner: ["‘", "’"] }
    }
}

impl QuotationMarks {
    /// The marks of a language, by its BCP 47 tag.
    pub(super) fn of(language: &str) -> Self {
        let primary = language.split(['-', '_']).next().unwrap_or_default();
        match primary.to_ascii_lowercase().as_str() {
            "es" | "it" | "pt" | "ca" | "gl" | "el" => {
                Self { outer: ["«", "»"], inner: ["“", "”"] }
            }
            "fr" => Self { outer: ["«\u{A0}", "\u{A0}»"], inner: ["“", "”"] },
            "de" | "cs" | "sk" | "sl" | "is" => {
                Self { outer: ["„", "“"], inner: ["‚", "‘"] }
            }
            "ru" | "uk" | "be" | "bg" => {
                Self { outer: ["«", "»"], inner: ["„", "“"] }
            }
            "pl" | "ro" | "hu" => Self { outer: ["„", "”"], inner: ["«", "»"] },
            "sv" | "fi" => Self { outer: ["”", "”"], inner: ["’", "’"] },
            "da" => Self { outer: ["»", "«"], inner: ["›", "‹"] },
            "nb" | "nn" | "no" => Self { outer: ["«", "»"], inner: ["‘", "’"] },
            _ => Self::default(),
        }
    }
}
