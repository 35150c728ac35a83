//! The quotation marks of a language.

/// The marks around a quotation, and those around one inside it: the opening and the closing
/// one, with the space that belongs to it (Unicode CLDR, `delimiters`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuotationMarks {
    /// Around a quotation.
    pub outer: [&'static str; 2],
    /// Around a quotation inside another.
    pub inner: [&'static str; 2],
}

/// Regions of Spanish in which quotation marks are those of English.
const AMERICAS: [&str; 21] = [
    "419", "AR", "BO", "CL", "CO", "CR", "CU", "DO", "EC", "GT", "HN", "MX", "NI", "PA",
    "PE", "PR", "PY", "SV", "US", "UY", "VE",
];

impl Default for QuotationMarks {
    /// Those of English.
    fn default() -> Self {
        Self { outer: ["“", "”"], inner: ["‘", "’"] }
    }
}

impl QuotationMarks {
    /// The marks of a language, by its BCP 47 tag.
    #[must_use]
    pub fn of(language: &str) -> Self {
        let mut subtags = language.split(['-', '_']);
        let primary = subtags.next().unwrap_or_default().to_ascii_lowercase();
        let region = subtags.next_back().unwrap_or_default();
        match (primary.as_str(), region) {
            ("es", region) if AMERICAS.contains(&region) => Self::default(),
            ("pt", "BR") => Self::default(),
            ("fr" | "de" | "it", "CH") => {
                Self { outer: ["«", "»"], inner: ["‹", "›"] }
            }
            ("es" | "it" | "pt" | "ca" | "gl" | "el" | "eu", _) => {
                Self { outer: ["«", "»"], inner: ["“", "”"] }
            }
            ("fr", _) => {
                Self { outer: ["«\u{202F}", "\u{202F}»"], inner: ["“", "”"] }
            }
            ("de" | "cs" | "sk" | "sl" | "is", _) => {
                Self { outer: ["„", "“"], inner: ["‚", "‘"] }
            }
            ("ru" | "uk" | "be" | "bg", _) => {
                Self { outer: ["«", "»"], inner: ["„", "“"] }
            }
            ("pl" | "ro" | "hu", _) => {
                Self { outer: ["„", "”"], inner: ["«", "»"] }
            }
            ("sv" | "fi", _) => Self { outer: ["”", "”"], inner: ["’", "’"] },
            ("da", _) => Self { outer: ["»", "«"], inner: ["›", "‹"] },
            ("nb" | "nn" | "no", _) => {
                Self { outer: ["«", "»"], inner: ["‘", "’"] }
            }
            _ => Self::default(),
        }
    }
}
