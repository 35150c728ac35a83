//! What of an OCR file cannot be read, or not as it is.

/// Something of an OCR file that could not be read as it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{}{kind}", .file.as_deref().map(|file| format!("{file}: ")).unwrap_or_default(),
    .page.map(|page| format!("page {page}: ")).unwrap_or_default())]
pub struct OcrProblem {
    /// The name of the file, where there are several.
    pub file: Option<String>,
    /// The number of the page in the document, from 1, where it is on one.
    pub page: Option<u32>,
    /// What it is.
    pub kind: OcrProblemKind,
}

/// The kinds of problems.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OcrProblemKind {
    /// The file is in no OCR format and was left out.
    #[error("the file is neither hOCR nor ALTO nor PAGE XML and was left out")]
    NoFormat,
    /// Some bytes are no characters of the encoding.
    #[error("some bytes are no characters of the encoding and became U+FFFD")]
    UnreadableBytes,
    /// The file ends inside an element.
    #[error("the file ends too early; its last page may be incomplete")]
    CutOff,
    /// The unit of the lengths is unknown.
    #[error("the unit of measurement is unknown; lengths are taken for pixels: {unit}")]
    UnknownUnit {
        /// The unit, as the file names it.
        unit: String,
    },
    /// Readings beside the first one were left out.
    #[error("{}: {first}", match .count {
        1 => "another reading was left out".to_owned(),
        count => format!("{count} other readings were left out, the first of them"),
    })]
    OtherReadings {
        /// How many.
        count: usize,
        /// The first of them.
        first: String,
    },
    /// A block repeats the text of its lines, but with other characters.
    #[error(
        "the text of a block differs from that of its lines and was left out: {text}"
    )]
    BlockDiffers {
        /// The text of the block.
        text: String,
    },
    /// Words of a line are not in the text of the line.
    #[error("words are not in the text of their line and were left out: {text}")]
    WordsDiffer {
        /// The words, with spaces between them.
        text: String,
    },
    /// Characters are where no line is: outside of the pages, or between elements.
    #[error("text that is in no line was left out: {text}")]
    StrayText {
        /// The characters.
        text: String,
    },
}

/// Why an OCR file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadOcrError {
    /// It is in no format that is known.
    #[error("the file is neither hOCR nor ALTO nor PAGE XML")]
    NoFormat,
    /// It has no page.
    #[error("the file has no page; write it anew with the OCR program")]
    NoPage,
    /// Its elements are nested deeper than the limit.
    #[error("line {line}: elements are nested more than {limit} deep")]
    TooDeep {
        /// The line of the element.
        line: usize,
        /// The limit.
        limit: usize,
    },
    /// One of several files cannot be read.
    #[error("{file}: {cause}")]
    InFile {
        /// Its name.
        file: String,
        /// Why.
        cause: Box<ReadOcrError>,
    },
}

/// The problems of a file.
pub(super) struct ProblemList {
    file: Option<String>,
    pub(super) list: Vec<OcrProblem>,
}

impl ProblemList {
    pub(super) fn new(file: Option<&str>) -> Self {
        Self { file: file.map(str::to_owned), list: Vec::new() }
    }

    /// Adds a problem; `page` counts the pages of the file from 0.
    pub(super) fn push(&mut self, page: Option<usize>, kind: OcrProblemKind) {
        let page = page.and_then(|page| u32::try_from(page + 1).ok());
        self.list.push(OcrProblem { file: self.file.clone(), page, kind });
    }

    /// Adds the characters that are in no line, if there are any.
    pub(super) fn push_stray(&mut self, characters: &str) {
        let words: Vec<&str> = characters.split_whitespace().collect();
        if !words.is_empty() {
            self.push(None, OcrProblemKind::StrayText { text: words.join(" ") });
        }
    }

    /// Counts the pages of the file from those of the files before it.
    pub(super) fn first_page(&mut self, before: usize) {
        let before = u32::try_from(before).unwrap_or(u32::MAX);
        for problem in &mut self.list {
            problem.page = problem.page.map(|page| page.saturating_add(before));
        }
    }
}
