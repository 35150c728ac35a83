//! How much of a PDF an audit reads. A file of some kilobytes may unpack to a thousand times
//! its length, and name each part of that any number of times, so what is counted is what
//! all its pages take together.

/// The most bytes that the streams of pages, forms and fonts unpack to, each as often as it
/// is read. A page of text has some thousands, and a map some millions.
const MOST_UNPACKED: usize = 1_000_000_000;

/// The most operators of content, and tokens of the character maps of fonts. A page of text
/// has some hundreds, and a map 100,000.
const MOST_OPERATORS: usize = 30_000_000;

/// The most bytes of text, and the most words; no book has more. A word of an audit takes
/// about a hundred bytes.
const MOST_TEXT: usize = 40_000_000;
const MOST_WORDS: usize = 5_000_000;

/// The most lines, artifacts and sequences of marked content, which are kept. A book has
/// some of each line of text.
const MOST_MARKS: usize = 4_000_000;

/// The most graphics states that are saved at once. Writers keep to 28 (ISO 32000-1, table
/// C.1).
pub(super) const MOST_STATES: usize = 10_000;

/// The most codes that the character maps of all fonts have. A font of all Chinese
/// characters has 65,536.
const MOST_CODES: usize = 2_000_000;

/// What of a PDF was more than an audit reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SpentBudget {
    /// More bytes than [`MOST_UNPACKED`].
    #[error("its pages and fonts unpack to more than 1000 MB")]
    Unpacked,
    /// More operators than [`MOST_OPERATORS`].
    #[error("its pages have more than 30 million operators")]
    Operators,
    /// More text than [`MOST_TEXT`].
    #[error("its pages have more than 40 MB of text")]
    Text,
    /// More words than [`MOST_WORDS`].
    #[error("its pages have more than 5 million words")]
    Words,
    /// More lines and sequences than [`MOST_MARKS`].
    #[error("its pages have more than 4 million lines and marked sequences")]
    Marks,
    /// More nested graphics states than [`MOST_STATES`].
    #[error("its graphics states are nested more than 10,000 deep")]
    States,
    /// More codes than [`MOST_CODES`].
    #[error("its fonts map more than 2 million codes")]
    Codes,
}

/// How much of a document may still be read.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReadBudget {
    unpacked: usize,
    operators: usize,
    text: usize,
    words: usize,
    marks: usize,
    codes: usize,
}

impl Default for ReadBudget {
    fn default() -> Self {
        Self {
            unpacked: MOST_UNPACKED,
            operators: MOST_OPERATORS,
            text: MOST_TEXT,
            words: MOST_WORDS,
            marks: MOST_MARKS,
            codes: MOST_CODES,
        }
    }
}

impl ReadBudget {
    pub(super) fn spend_unpacked(&mut self, bytes: usize) -> Result<(), SpentBudget> {
        spend(&mut self.unpacked, bytes, SpentBudget::Unpacked)
    }

    pub(super) fn spend_operators(&mut self, count: usize) -> Result<(), SpentBudget> {
        spend(&mut self.operators, count, SpentBudget::Operators)
    }

    pub(super) fn spend_text(&mut self, bytes: usize) -> Result<(), SpentBudget> {
        spend(&mut self.text, bytes, SpentBudget::Text)
    }

    pub(super) fn spend_words(&mut self, count: usize) -> Result<(), SpentBudget> {
        spend(&mut self.words, count, SpentBudget::Words)
    }

    pub(super) fn spend_marks(&mut self, count: usize) -> Result<(), SpentBudget> {
        spend(&mut self.marks, count, SpentBudget::Marks)
    }

    pub(super) fn spend_codes(&mut self, count: usize) -> Result<(), SpentBudget> {
        spend(&mut self.codes, count, SpentBudget::Codes)
    }
}

fn spend(left: &mut usize, cost: usize, what: SpentBudget) -> Result<(), SpentBudget> {
    *left = left.checked_sub(cost).ok_or(what)?;
    Ok(())
}
