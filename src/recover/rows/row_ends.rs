//! What rows begin and end with: the clearest evidence of where blocks begin.

use crate::text::letters::DIVIDING;

/// What a row ends with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowEnd {
    /// There is no row.
    Nothing,
    /// A full stop or the like.
    Sentence,
    /// A full stop or the like, and a quote or bracket after it.
    SentenceClosed,
    /// A colon.
    Colon,
    /// A comma or semicolon.
    Comma,
    /// A hyphen after a letter.
    Hyphen,
    /// A dash.
    Dash,
    /// A quote or bracket.
    Closed,
    /// A letter.
    Letter,
    /// A digit.
    Digit,
    /// Anything else.
    Other,
}

impl RowEnd {
    /// Classifies the end of a line.
    pub(crate) fn classify(line: &str) -> Self {
        const STOPS: [char; 4] = ['.', '!', '?', '…'];
        const CLOSERS: [char; 12] =
            ['”', '"', '»', '«', ')', ']', '’', '\'', '“', '›', '‹', '*'];
        let Some(last) = line.chars().next_back() else { return Self::Nothing };
        match last {
            c if STOPS.contains(&c) => Self::Sentence,
            ':' => Self::Colon,
            ',' | ';' => Self::Comma,
            '—' | '–' | '―' => Self::Dash,
            c if CLOSERS.contains(&c) => {
                let inner = line.trim_end_matches(CLOSERS).trim_end();
                if inner.ends_with(STOPS) { Self::SentenceClosed } else { Self::Closed }
            }
            c if DIVIDING.contains(&c) => {
                let stem = &line[..line.len() - last.len_utf8()];
                if stem.trim_end().ends_with(char::is_alphabetic) {
                    Self::Hyphen
                } else {
                    Self::Other
                }
            }
            c if c.is_alphabetic() => Self::Letter,
            c if c.is_numeric() => Self::Digit,
            _ => Self::Other,
        }
    }

    /// 0 for a sentence, 1 for a colon, 2 for no end, 3 for unclear.
    pub(crate) fn coarse(self) -> usize {
        match self {
            Self::Nothing | Self::Sentence | Self::SentenceClosed => 0,
            Self::Colon => 1,
            Self::Comma | Self::Hyphen | Self::Letter => 2,
            Self::Dash | Self::Closed | Self::Digit | Self::Other => 3,
        }
    }

    /// Whether a paragraph may well end like this.
    pub(crate) fn is_sentence(self) -> bool {
        self.coarse() == 0
    }
}

/// What a row begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowStart {
    /// A capital.
    Upper,
    /// A word in capitals.
    Capitals,
    /// A lower-case letter.
    Lower,
    /// A digit.
    Digit,
    /// A dash.
    Dash,
    /// A quote before a capital.
    QuotedUpper,
    /// A quote before anything else.
    Quoted,
    /// An inverted question or exclamation mark.
    Inverted,
    /// A star or bullet.
    Bullet,
    /// A bracket.
    Bracket,
    /// Anything else.
    Other,
}

impl RowStart {
    /// Classifies the beginning of a line.
    pub(crate) fn classify(line: &str) -> Self {
        let mut chars = line.chars();
        let Some(first) = chars.next() else { return Self::Other };
        match first {
            '—' | '–' | '―' | '-' => Self::Dash,
            '“' | '"' | '«' | '‘' | '„' | '»' | '”' | '\'' | '‹' | '’' => {
                let upper =
                    chars.find(|c| c.is_alphanumeric()).is_some_and(char::is_uppercase);
                if upper { Self::QuotedUpper } else { Self::Quoted }
            }
            '¿' | '¡' => Self::Inverted,
            '*' | '•' | '·' | '▪' | '⁂' => Self::Bullet,
            '(' | '[' => Self::Bracket,
            c if c.is_numeric() => Self::Digit,
            c if c.is_lowercase() => Self::Lower,
            c if c.is_uppercase() => {
                let word =
                    line.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
                let long = word.chars().nth(1).is_some();
                if long && !word.chars().any(char::is_lowercase) {
                    Self::Capitals
                } else {
                    Self::Upper
                }
            }
            c if c.is_alphabetic() => Self::Upper,
            _ => Self::Other,
        }
    }

    /// 0 if sentences begin like this, 1 if they continue like this, 2 if unclear.
    pub(crate) fn coarse(self) -> usize {
        match self {
            Self::Upper | Self::Capitals | Self::QuotedUpper | Self::Inverted => 0,
            Self::Lower | Self::Quoted => 1,
            _ => 2,
        }
    }

    /// Whether a sentence continues like this.
    pub(crate) fn goes_on(self) -> bool {
        self.coarse() == 1
    }
}
