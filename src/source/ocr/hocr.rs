//! Reads hOCR (hOCR 1.2, and 1.1): HTML whose classes say what is a page, a line, a word.
//!
//! Tags need not match. A page ends where the next one begins, as does a line or a word;
//! an end tag ends all elements inside its own. Words outside of lines make lines by their
//! boxes.

use std::mem;

use crate::source::ocr::frames::{BoxFrame, UnitScale};
use crate::source::ocr::hocr_elements::{
    ElementKind, HocrElement, classify, find_role, read_tag_style,
};
use crate::source::ocr::line_style::LetterStyle;
use crate::source::ocr::markup::{Markup, TagAttributes, Token};
use crate::source::ocr::problems::{OcrProblemKind, ProblemList};
use crate::source::ocr::roles::parse_role;
use crate::source::ocr::scanned::{ScannedLine, ScannedPage};
use crate::source::ocr::title_properties::TitleProperties;
use crate::source::ocr::{DEFAULT_DPI, OcrRole, ReadOcrError};

/// How deep elements may be nested. Browsers allow 512; hOCR has ten levels.
const DEEPEST: usize = 200;

/// The least resolution that is believed: programs write 70 or 72 when they know none.
const LEAST_DPI: u32 = 75;

/// The gap from which on words have a space between them when the file has none, in
/// thousandths of the height of the line: word spaces are a fifth of the size and more.
const WORD_GAP: i64 = 150;

/// Elements without an end tag (WHATWG HTML §13.1.2).
const VOID: [&str; 9] =
    ["br", "hr", "img", "input", "link", "meta", "col", "wbr", "area"];

/// Reads the pages of an hOCR file.
pub(super) fn scan_hocr(
    text: &str,
    problems: &mut ProblemList,
) -> Result<Vec<ScannedPage>, ReadOcrError> {
    let has_pages = text.contains("ocr_page");
    let mut reader = HocrReader { has_pages, ..HocrReader::default() };
    let mut markup = Markup::new(text);
    while let Some(token) = markup.next() {
        match token {
            Token::Start { name, attributes, empty } => {
                reader.start_element(name, &attributes, empty);
                if reader.open.len() > DEEPEST {
                    let line = markup.line();
                    return Err(ReadOcrError::TooDeep { line, limit: DEEPEST });
                }
            }
            Token::End { name } => reader.end_element(name),
            Token::Text(text) => reader.read_text(&text),
        }
    }
    reader.close_from(0);
    reader.report(problems);
    reader.pages.iter_mut().for_each(ScannedPage::sort_lines);
    Ok(reader.pages)
}

#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
struct HocrReader {
    pages: Vec<ScannedPage>,
    open: Vec<HocrElement>,
    /// The readings that lost on each page: how many, and the first.
    lost: Vec<(usize, String)>,
    outside: String,
    /// The file parts itself into pages; otherwise it is one.
    has_pages: bool,
    /// The program is Tesseract, which has its own meaning of `ocr_header`.
    is_tesseract: bool,
    /// The word is made of letters; blanks between them only indent the file.
    has_letters: bool,
    /// The last line goes on with text or words that are in no line.
    is_loose: bool,
}

impl HocrReader {
    fn start_element(&mut self, name: &str, attributes: &TagAttributes<'_>, empty: bool) {
        let name = name.to_ascii_lowercase();
        let classes = attributes.get("class").unwrap_or_default();
        if name == "meta" && attributes.get("name") == Some("ocr-system") {
            let system = attributes.get("content").unwrap_or_default();
            self.is_tesseract = system.to_ascii_lowercase().contains("tesseract");
        }
        let kind = classify(&name, classes, attributes.get("id").unwrap_or_default());
        self.close_before(&name, kind);
        let outer = self.open.last();
        let role = self.find_role(&name, attributes);
        let role = role.or(outer.map(|outer| outer.role));
        let style = outer.map(|outer| outer.style).unwrap_or_default();
        let title = TitleProperties::parse(attributes.get("title").unwrap_or_default());
        let mut own = read_tag_style(&name, attributes.get("style").unwrap_or_default());
        own = own.over(title.style());
        let role = role.unwrap_or_default();
        match kind {
            ElementKind::Page => self.start_page(&title),
            ElementKind::Block => {
                // A block around all pages is no page.
                if let Some(page) = self.pages.last_mut() {
                    page.blocks += 1;
                }
                self.is_loose = false;
            }
            ElementKind::Line => self.start_line(&title, role),
            ElementKind::Word => self.start_word(&title),
            ElementKind::Letter => self.has_letters = true,
            ElementKind::Hidden | ElementKind::OtherReading | ElementKind::Other => {}
        }
        if name == "br" {
            self.read_text(" ");
            self.is_loose = false;
        }
        if !VOID.contains(&name.as_str()) {
            let style = own.over(style);
            self.open.push(HocrElement { name, kind, style, role });
            if empty {
                self.close_from(self.open.len().saturating_sub(1));
            }
        }
    }

    /// Ends what cannot be around a new element: tags are missing.
    fn close_before(&mut self, name: &str, kind: ElementKind) {
        let ends = |open: &HocrElement| match kind {
            ElementKind::Page => true,
            ElementKind::Block => {
                matches!(open.kind, ElementKind::Line | ElementKind::Word)
                    || open.name == "head"
                    || name == "p" && open.name == "p"
            }
            ElementKind::Line => {
                matches!(open.kind, ElementKind::Line | ElementKind::Word)
                    || open.name == "head"
            }
            ElementKind::Word => open.kind == ElementKind::Word || open.name == "head",
            ElementKind::Letter | ElementKind::Hidden | ElementKind::OtherReading => {
                false
            }
            ElementKind::Other => name == "body",
        };
        if let Some(from) = self.open.iter().position(ends) {
            self.close_from(from);
        }
    }

    /// Ends an element and all inside of it. An end without a beginning is no matter.
    fn end_element(&mut self, name: &str) {
        let same = |open: &HocrElement| open.name.eq_ignore_ascii_case(name);
        if let Some(from) = self.open.iter().rposition(same) {
            self.close_from(from);
        }
    }

    fn close_from(&mut self, from: usize) {
        while self.open.len() > from {
            let Some(closed) = self.open.pop() else { return };
            match closed.kind {
                ElementKind::Word => {
                    if let Some(line) = self.current_line() {
                        line.end_word();
                    }
                }
                ElementKind::Line | ElementKind::Block | ElementKind::Page => {
                    self.is_loose = false;
                }
                ElementKind::Letter
                | ElementKind::Hidden
                | ElementKind::OtherReading
                | ElementKind::Other => {}
            }
        }
    }

    /// The role that an element says.
    fn find_role(&self, name: &str, attributes: &TagAttributes<'_>) -> Option<OcrRole> {
        let classes = attributes.get("class").unwrap_or_default();
        // Tesseract gives this class to lines that run across several columns.
        if self.is_tesseract && name == "span" && classes == "ocr_header" {
            return None;
        }
        // Kraken names the type of a block outside of the classes.
        let typed = || attributes.get("data-region-type").and_then(parse_role);
        find_role(name, classes).or_else(typed)
    }

    fn start_page(&mut self, title: &TitleProperties<'_>) {
        let dpi = title.resolution().filter(|dpi| *dpi >= LEAST_DPI);
        let dpi = dpi.unwrap_or(DEFAULT_DPI);
        let frame = title.frame(UnitScale::new(dpi));
        self.pages.push(ScannedPage {
            label: title.get("lpageno").map(|label| label.trim_matches('"').to_owned()),
            image: title.count("ppageno"),
            width: frame.map_or(0, |frame| frame.right),
            height: frame.map_or(0, |frame| frame.bottom),
            dpi,
            ..ScannedPage::default()
        });
        self.is_loose = false;
    }

    /// The page that is read now; the first one begins without a tag if need be.
    fn page(&mut self) -> &mut ScannedPage {
        if self.pages.is_empty() {
            self.pages.push(ScannedPage { dpi: DEFAULT_DPI, ..ScannedPage::default() });
        }
        let last = self.pages.len() - 1;
        #[expect(clippy::indexing_slicing, reason = "there is a page, as made above")]
        &mut self.pages[last]
    }

    fn scale(&mut self) -> UnitScale {
        UnitScale::new(self.page().dpi)
    }

    fn start_line(&mut self, title: &TitleProperties<'_>, role: OcrRole) {
        let scale = self.scale();
        let frame = title.frame(scale);
        let block = self.page().blocks.checked_sub(1);
        self.page().lines.push(ScannedLine {
            block,
            frame,
            baseline: frame.and_then(|frame| title.baseline(frame, scale)),
            x_size: title.x_size(scale),
            role,
            ..ScannedLine::default()
        });
        self.is_loose = false;
    }

    fn start_word(&mut self, title: &TitleProperties<'_>) {
        let frame = title.frame(self.scale());
        let confidence = title.confidence();
        self.open_loose_line(frame);
        let Some(line) = self.current_line() else { return };
        let before = line.words.last().and_then(|word| word.frame);
        let apart = match (before, frame) {
            (Some(before), Some(frame)) => {
                let height = before.height().max(frame.height());
                (frame.left - before.right) * 1000 >= height * WORD_GAP
            }
            _ => true,
        };
        if apart {
            line.push_space();
        }
        line.begin_word(frame, confidence);
        self.has_letters = false;
    }

    /// Begins a line for a word or text that is in none, below the words before it.
    fn open_loose_line(&mut self, frame: Option<BoxFrame>) {
        if self.is_in(ElementKind::Line) {
            return;
        }
        let role = self.open.last().map(|open| open.role).unwrap_or_default();
        let goes_on = self.is_loose && {
            let last = self.page().last_line().and_then(|line| line.words.last());
            match (last.and_then(|word| word.frame), frame) {
                (Some(last), Some(frame)) => {
                    frame.left > last.left && frame.top < last.bottom
                }
                _ => true,
            }
        };
        if !goes_on {
            self.start_line(&TitleProperties::default(), role);
            self.is_loose = true;
        }
    }

    fn read_text(&mut self, text: &str) {
        let style = self.open.last().map(|open| open.style).unwrap_or_default();
        let is_blank = text.trim().is_empty();
        if self.is_in(ElementKind::OtherReading) {
            if !is_blank {
                self.count_lost(text);
            }
        } else if self.is_in(ElementKind::Hidden) {
            // Nothing of this is on the page.
        } else if self.has_letters && self.is_in(ElementKind::Word) {
            self.push_text(text.trim(), style);
        } else if self.is_in(ElementKind::Line) || self.is_in(ElementKind::Word) {
            self.push_text(text, style);
        } else if is_blank {
            if self.is_loose {
                self.push_text(" ", style);
            }
        } else if self.is_in(ElementKind::Page) || !self.has_pages {
            self.open_loose_line(None);
            self.push_text(text, style);
        } else {
            self.outside.push_str(text);
        }
    }

    fn push_text(&mut self, text: &str, style: LetterStyle) {
        if let Some(line) = self.current_line() {
            line.push_text(text, style);
        }
    }

    fn count_lost(&mut self, text: &str) {
        self.lost.resize(self.pages.len().max(1), (0, String::new()));
        if let Some((count, first)) = self.lost.last_mut() {
            *count += 1;
            if first.is_empty() {
                text.trim().clone_into(first);
            }
        }
    }

    fn current_line(&mut self) -> Option<&mut ScannedLine> {
        self.pages.last_mut()?.last_line()
    }

    fn is_in(&self, kind: ElementKind) -> bool {
        self.open.iter().any(|open| open.kind == kind)
    }

    fn report(&mut self, problems: &mut ProblemList) {
        for (page, (count, first)) in mem::take(&mut self.lost).into_iter().enumerate() {
            if count > 0 {
                let kind = OcrProblemKind::OtherReadings { count, first };
                problems.push(Some(page), kind);
            }
        }
        problems.push_stray(&self.outside);
    }
}
