//! Reads PAGE XML (2009 to 2019), also as Transkribus, Kraken and OCR-D write it.

use std::mem;

use crate::source::ocr::custom_attribute::{CustomAttribute, read_style};
use crate::source::ocr::frames::{
    BoxFrame, UnitScale, parse_confidence, parse_count, parse_number,
};
use crate::source::ocr::line_style::LetterStyle;
use crate::source::ocr::markup::{Markup, TagAttributes, Token};
use crate::source::ocr::page_text::{PageText, push_line_text, push_region_text};
use crate::source::ocr::problems::{OcrProblemKind, ProblemList};
use crate::source::ocr::reading_order::{ReadingOrder, UNORDERED};
use crate::source::ocr::roles::parse_role;
use crate::source::ocr::scanned::{ScannedBaseline, ScannedLine, ScannedPage};
use crate::source::ocr::{DEFAULT_DPI, OcrRole, ReadOcrError};

/// How deep elements may be nested; regions inside of regions are rarely three deep.
const DEEPEST: usize = 200;

/// Centimetres in an inch, for resolutions in dots per centimetre.
const CENTIMETRES: f64 = 2.54;

/// An element whose end has not come.
#[derive(Debug, Default)]
pub(super) struct PageElement {
    pub(super) name: String,
    /// The points of its outline and of its baseline.
    pub(super) points: Vec<(i64, i64)>,
    pub(super) baseline: Vec<(i64, i64)>,
    pub(super) custom: CustomAttribute,
    pub(super) style: LetterStyle,
    pub(super) role: OcrRole,
    /// The place in the reading order, and the number of the region.
    pub(super) rank: u32,
    pub(super) region: usize,
    /// Its readings, the best one at last.
    pub(super) text: Option<PageText>,
    /// What of its text its parts have: words for a line, letters for a word.
    pub(super) parts: Vec<PagePart>,
    /// The number of lines before it.
    pub(super) lines_before: usize,
}

/// A word or a letter inside another element.
#[derive(Debug)]
pub(super) struct PagePart {
    pub(super) text: String,
    pub(super) confidence: Option<u8>,
    pub(super) frame: Option<BoxFrame>,
    pub(super) style: LetterStyle,
}

/// Reads the pages of a PAGE XML file; there is one, as a rule.
pub(super) fn scan_page_xml(
    text: &str,
    problems: &mut ProblemList,
) -> Result<Vec<ScannedPage>, ReadOcrError> {
    let mut reader = PageXmlReader::default();
    let mut markup = Markup::new(text);
    while let Some(token) = markup.next() {
        match token {
            Token::Start { name, attributes, empty } => {
                reader.start_element(name, &attributes);
                if empty {
                    reader.end_element(name, problems);
                }
                if reader.open.len() > DEEPEST {
                    let line = markup.line();
                    return Err(ReadOcrError::TooDeep { line, limit: DEEPEST });
                }
            }
            Token::End { name } => reader.end_element(name, problems),
            Token::Text(text) => reader.characters.push_str(&text),
        }
    }
    if !reader.open.is_empty() {
        problems.push(reader.pages.len().checked_sub(1), OcrProblemKind::CutOff);
        reader.close_from(0, problems);
    }
    reader.report(problems);
    reader.pages.iter_mut().for_each(ScannedPage::sort_lines);
    Ok(reader.pages)
}

#[derive(Debug, Default)]
struct PageXmlReader {
    pages: Vec<ScannedPage>,
    open: Vec<PageElement>,
    order: ReadingOrder,
    /// The characters since the last tag.
    characters: String,
    /// The other readings of a page: how many, and the first.
    others: (usize, String),
    /// Characters that are in no line.
    stray: String,
}

impl PageXmlReader {
    fn start_element(&mut self, name: &str, attributes: &TagAttributes<'_>) {
        self.drop_characters();
        let scale = self.scale();
        let outer = self.open.last();
        let mut element = PageElement {
            name: name.to_owned(),
            rank: outer.map_or(UNORDERED, |outer| outer.rank),
            region: outer.map_or(0, |outer| outer.region),
            role: outer.map(|outer| outer.role).unwrap_or_default(),
            style: outer.map(|outer| outer.style).unwrap_or_default(),
            ..PageElement::default()
        };
        let index = || attributes.get("index").and_then(parse_count);
        let block = attributes.get("regionRef");
        match name {
            "Page" => self.start_page(attributes),
            "OrderedGroup" | "UnorderedGroup" => self.order.open_group(None, block),
            "OrderedGroupIndexed" | "UnorderedGroupIndexed" => {
                self.order.open_group(index(), block);
            }
            "RegionRefIndexed" | "RegionRef" => {
                self.order.add(index(), block.unwrap_or_default());
            }
            "Coords" | "Baseline" => {
                let points = attributes.get("points").unwrap_or_default();
                self.add_points(name, scale.read_points(points));
            }
            "Point" => {
                let number = |name| attributes.get(name).and_then(parse_number);
                if let (Some(x), Some(y)) = (number("x"), number("y")) {
                    let point = (scale.to_length(x), scale.to_length(y));
                    let holder = self.open.last().map(|open| open.name.clone());
                    self.add_points(&holder.unwrap_or_default(), vec![point]);
                }
            }
            "TextEquiv" => {
                let confidence = attributes.get("conf");
                element.text = Some(PageText {
                    index: index().unwrap_or(0),
                    confidence: confidence.and_then(|conf| parse_confidence(conf, 1.0)),
                    text: String::new(),
                });
            }
            "TextStyle" => {
                let style = read_style(|name| attributes.get(name));
                if let Some(styled) = self.open.last_mut() {
                    styled.style = style.over(styled.style);
                }
            }
            "TextLine" | "Word" | "Glyph" => self.read_common(&mut element, attributes),
            _ if name.ends_with("Region") => self.read_common(&mut element, attributes),
            _ => {}
        }
        self.open.push(element);
    }

    /// Reads what regions, lines and words have in common, and their place.
    fn read_common(&mut self, element: &mut PageElement, attributes: &TagAttributes<'_>) {
        element.custom =
            CustomAttribute::parse(attributes.get("custom").unwrap_or_default());
        let typed = attributes.get("type").and_then(parse_role);
        element.role = typed.or(element.custom.role).unwrap_or(element.role);
        let Some(page) = self.pages.last_mut() else { return };
        element.lines_before = page.lines.len();
        if element.name.ends_with("Region") {
            let id = attributes.get("id").unwrap_or_default();
            // Without an order for all, regions have their own numbers.
            let own = element.custom.index.filter(|_| self.order.is_empty());
            let own = own.map(|index| index.saturating_add(1).min(UNORDERED));
            let is_outer = element.rank == UNORDERED;
            let own = own.filter(|_| is_outer);
            element.rank = self.order.rank(id).or(own).unwrap_or(element.rank);
            element.region = page.blocks;
            page.blocks += 1;
        }
    }

    fn start_page(&mut self, attributes: &TagAttributes<'_>) {
        self.order = ReadingOrder::default();
        let dpi = read_resolution(attributes).unwrap_or(DEFAULT_DPI);
        let scale = UnitScale::new(dpi);
        let length = |name| attributes.get(name).and_then(parse_number);
        let length = |name| length(name).map_or(0, |units| scale.to_length(units));
        self.pages.push(ScannedPage {
            width: length("imageWidth"),
            height: length("imageHeight"),
            dpi,
            ..ScannedPage::default()
        });
    }

    /// Adds points to the element around `Coords` or `Baseline`.
    fn add_points(&mut self, name: &str, points: Vec<(i64, i64)>) {
        let is_holder = |open: &&mut PageElement| open.name != name;
        let Some(element) = self.open.iter_mut().rev().find(is_holder) else { return };
        match name {
            "Coords" => element.points.extend(points),
            "Baseline" => element.baseline.extend(points),
            _ => {}
        }
    }

    fn end_element(&mut self, name: &str, problems: &mut ProblemList) {
        if let Some(from) = self.open.iter().rposition(|open| open.name == name) {
            self.close_from(from, problems);
        }
        self.drop_characters();
    }

    /// Drops the characters since the last tag, but keeps account of those of the page.
    fn drop_characters(&mut self) {
        let holder = self.open.last().map(|open| open.name.as_str());
        if let Some("Page" | "TextRegion" | "TextLine" | "Word" | "Glyph" | "TextEquiv") =
            holder
            && !self.characters.trim().is_empty()
        {
            self.stray.push_str(&self.characters);
            self.stray.push(' ');
        }
        self.characters.clear();
    }

    fn close_from(&mut self, from: usize, problems: &mut ProblemList) {
        while self.open.len() > from {
            let Some(closed) = self.open.pop() else { return };
            match closed.name.as_str() {
                "Unicode" => self.set_unicode(),
                "PlainText" => {
                    // It repeats the text in fewer characters, and counts without it.
                    let text = mem::take(&mut self.characters);
                    let equivalent = self.open.last_mut().and_then(|o| o.text.as_mut());
                    if let Some(equivalent) = equivalent.filter(|e| e.text.is_empty()) {
                        equivalent.text = text;
                    }
                }
                "TextEquiv" => self.add_text(closed.text),
                "Word" | "Glyph" => self.end_part(closed),
                "TextLine" => self.end_line(closed, problems),
                "ReadingOrder" => self.order.close(),
                "OrderedGroup"
                | "UnorderedGroup"
                | "OrderedGroupIndexed"
                | "UnorderedGroupIndexed" => self.order.close_group(),
                name if name.ends_with("Region") => self.end_region(closed, problems),
                _ => {}
            }
        }
    }

    fn set_unicode(&mut self) {
        let text = mem::take(&mut self.characters);
        if let Some(equivalent) = self.open.last_mut().and_then(|o| o.text.as_mut()) {
            equivalent.text = text;
        }
    }

    /// Gives a reading to its element: the one of the least index counts.
    fn add_text(&mut self, text: Option<PageText>) {
        let (Some(mut text), Some(element)) = (text, self.open.last_mut()) else {
            return;
        };
        if let Some(best) = element.text.as_mut() {
            if text.index < best.index {
                mem::swap(best, &mut text);
            }
            self.others.0 += 1;
            if self.others.1.is_empty() {
                text.text.trim().clone_into(&mut self.others.1);
            }
        } else {
            element.text = Some(text);
        }
    }

    /// Gives a word to its line, or a letter to its word.
    fn end_part(&mut self, part: PageElement) {
        let letters = || part.parts.iter().map(|part| part.text.as_str()).collect();
        let (text, confidence) = match part.text {
            Some(text) if !text.text.trim().is_empty() => (text.text, text.confidence),
            _ => (letters(), part.parts.iter().filter_map(|p| p.confidence).min()),
        };
        let frame = BoxFrame::around_points(&part.points);
        if let Some(whole) = self.open.last_mut() {
            let text = text.trim().to_owned();
            whole.parts.push(PagePart { text, confidence, frame, style: part.style });
        }
    }

    fn end_line(&mut self, closed: PageElement, problems: &mut ProblemList) {
        let number = self.pages.len().checked_sub(1);
        let Some(page) = self.pages.last_mut() else { return };
        let index = u32::try_from(page.lines.len()).unwrap_or(UNORDERED);
        let mut line = ScannedLine {
            block: page.blocks.checked_sub(1).map(|last| closed.region.min(last)),
            place: (closed.rank, closed.region, closed.custom.index.unwrap_or(index)),
            frame: BoxFrame::around_points(&closed.points),
            baseline: ScannedBaseline::through(&closed.baseline),
            role: closed.role,
            ..ScannedLine::default()
        };
        let differing = push_line_text(&mut line, closed);
        page.lines.push(line);
        if !differing.is_empty() {
            let text = differing.join(" ");
            problems.push(number, OcrProblemKind::WordsDiffer { text });
        }
    }

    fn end_region(&mut self, closed: PageElement, problems: &mut ProblemList) {
        let number = self.pages.len().checked_sub(1);
        let Some(page) = self.pages.last_mut() else { return };
        if let Some(text) = push_region_text(page, closed) {
            problems.push(number, OcrProblemKind::BlockDiffers { text });
        }
    }

    fn scale(&self) -> UnitScale {
        UnitScale::new(self.pages.last().map_or(DEFAULT_DPI, |page| page.dpi))
    }

    fn report(&mut self, problems: &mut ProblemList) {
        problems.push_stray(&self.stray);
        let (count, first) = mem::take(&mut self.others);
        if count > 0 {
            problems.push(None, OcrProblemKind::OtherReadings { count, first });
        }
    }
}

/// The resolution of the picture (`imageXResolution` with `imageResolutionUnit`).
#[expect(clippy::cast_possible_truncation, reason = "clamped to a range first")]
#[expect(clippy::cast_sign_loss, reason = "clamped to a range first")]
fn read_resolution(attributes: &TagAttributes<'_>) -> Option<u32> {
    let resolution = parse_number(attributes.get("imageYResolution")?)?;
    let per_inch = match attributes.get("imageResolutionUnit")? {
        "PPI" => resolution,
        "PPCM" => resolution * CENTIMETRES,
        _ => return None,
    };
    (per_inch >= 75.0).then(|| per_inch.min(100_000.0).round() as u32)
}
