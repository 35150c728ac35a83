//! Reads ALTO (versions 1 to 4 of the schema), in whatever namespace.

use std::collections::BTreeMap;
use std::mem;

use crate::source::ocr::frames::{
    BoxFrame, UnitScale, parse_confidence, parse_count, parse_number,
};
use crate::source::ocr::line_style::LetterStyle;
use crate::source::ocr::markup::{Markup, TagAttributes, Token};
use crate::source::ocr::problems::{OcrProblemKind, ProblemList};
use crate::source::ocr::reading_order::{BlockChain, ReadingOrder, UNORDERED};
use crate::source::ocr::roles::parse_role;
use crate::source::ocr::scanned::{ScannedBaseline, ScannedLine, ScannedPage};
use crate::source::ocr::title_properties::in_points;
use crate::source::ocr::{DEFAULT_DPI, OcrRole, ReadOcrError};

/// How deep elements may be nested; ALTO has eight levels, and more only for composed
/// blocks inside others.
const DEEPEST: usize = 200;

/// Units in an inch where `MeasurementUnit` is `mm10`: tenths of a millimetre.
const TENTH_MILLIMETRES: u32 = 254;

/// Units in an inch where `MeasurementUnit` is `inch1200`.
const TWELVE_HUNDREDTHS: u32 = 1200;

/// The characters that stand for the hyphen of a line end: hyphen-minus, the soft hyphen,
/// the hyphen, and the sign that marks a line end in many German editions.
const HYPHENS: [char; 4] = ['-', '\u{AD}', '\u{2010}', '¬'];

/// An element whose end has not come, with what holds for all inside of it.
#[derive(Debug, Clone, Default)]
struct AltoElement {
    name: String,
    style: LetterStyle,
    role: OcrRole,
    /// The place in the reading order.
    rank: u32,
}

/// Reads the pages of an ALTO file.
pub(super) fn scan_alto(
    text: &str,
    problems: &mut ProblemList,
) -> Result<Vec<ScannedPage>, ReadOcrError> {
    let mut reader = AltoReader {
        dpi: DEFAULT_DPI,
        // Some programs write no spaces at all; then all strings are apart.
        has_spaces: text.contains("<SP") || text.contains(":SP"),
        ..AltoReader::default()
    };
    let mut markup = Markup::new(text);
    while let Some(token) = markup.next() {
        match token {
            Token::Start { name, attributes, empty } => {
                reader.start_element(name, &attributes);
                if empty {
                    reader.end_element(name);
                }
                if reader.open.len() > DEEPEST {
                    let line = markup.line();
                    return Err(ReadOcrError::TooDeep { line, limit: DEEPEST });
                }
            }
            Token::End { name } => reader.end_element(name),
            Token::Text(text) => reader.read_text(&text, problems),
        }
    }
    if !reader.open.is_empty() {
        problems.push(reader.pages.len().checked_sub(1), OcrProblemKind::CutOff);
    }
    reader.end_page();
    reader.report(problems);
    reader.pages.iter_mut().for_each(ScannedPage::sort_lines);
    Ok(reader.pages)
}

#[derive(Debug, Default)]
struct AltoReader {
    pages: Vec<ScannedPage>,
    open: Vec<AltoElement>,
    dpi: u32,
    has_spaces: bool,
    styles: BTreeMap<String, LetterStyle>,
    /// The roles that tags mean.
    tags: BTreeMap<String, OcrRole>,
    order: ReadingOrder,
    /// The blocks of the page with those that follow them (`IDNEXT`).
    chain: BlockChain,
    /// The other readings of a page: how many, and the first.
    others: Vec<(usize, String)>,
    /// Characters that are in no line.
    stray: String,
}

impl AltoReader {
    fn start_element(&mut self, name: &str, attributes: &TagAttributes<'_>) {
        let outer = self.open.last().cloned().unwrap_or_default();
        let rank = if self.open.is_empty() { UNORDERED } else { outer.rank };
        let mut element = AltoElement { name: name.to_owned(), rank, ..outer };
        match name {
            "TextStyle" => self.add_style(attributes),
            "OrderedGroup" | "UnorderedGroup" => self.order.open_group(None, None),
            "ElementRef" => {
                self.order.add(None, attributes.get("REF").unwrap_or_default());
            }
            "Page" => self.start_page(attributes),
            "TopMargin" => (element.role, element.rank) = (OcrRole::Header, 0),
            // The schema has the margins before the text, whatever stands in them.
            "LeftMargin" | "RightMargin" => {
                (element.role, element.rank) = (OcrRole::Marginalia, UNORDERED + 1);
            }
            "BottomMargin" => {
                (element.role, element.rank) = (OcrRole::Footer, UNORDERED + 2);
            }
            "ComposedBlock" | "TextBlock" | "TextLine" | "String" => {
                self.read_common(&mut element, attributes);
                self.start_text(&element, attributes);
            }
            "SP" => {
                if let Some(line) = self.current_line() {
                    line.push_space();
                }
            }
            "HYP" => self.push_hyphen(attributes.get("CONTENT"), element.style),
            "Variant" => {
                self.count_other(attributes.get("CONTENT").unwrap_or_default());
            }
            "LayoutTag" | "StructureTag" | "OtherTag" => self.add_tag(attributes),
            _ => {}
        }
        self.open.push(element);
    }

    fn end_element(&mut self, name: &str) {
        let Some(from) = self.open.iter().rposition(|open| open.name == name) else {
            return;
        };
        self.open.truncate(from);
        match name {
            "OrderedGroup" | "UnorderedGroup" => self.order.close_group(),
            "ReadingOrder" => self.order.close(),
            _ => {}
        }
    }

    fn read_text(&mut self, text: &str, problems: &mut ProblemList) {
        let text = text.trim();
        let Some(open) = self.open.last().filter(|_| !text.is_empty()) else { return };
        match (open.name.as_str(), text) {
            ("MeasurementUnit", "pixel") => {}
            ("MeasurementUnit", "mm10") => self.dpi = TENTH_MILLIMETRES,
            ("MeasurementUnit", "inch1200") => self.dpi = TWELVE_HUNDREDTHS,
            ("MeasurementUnit", unit) => {
                let unit = unit.to_owned();
                problems.push(None, OcrProblemKind::UnknownUnit { unit });
            }
            ("ALTERNATIVE", other) => self.count_other(other),
            // The text of the document is in attributes, and that of elements describes it.
            ("Page" | "PrintSpace" | "TextBlock" | "TextLine" | "String", stray) => {
                self.stray.push_str(stray);
                self.stray.push(' ');
            }
            _ => {}
        }
    }

    fn add_style(&mut self, attributes: &TagAttributes<'_>) {
        let Some(id) = attributes.get("ID") else { return };
        let mut style = LetterStyle::default();
        style.add_words(attributes.get("FONTSTYLE").unwrap_or_default());
        let size = attributes.get("FONTSIZE").and_then(parse_number);
        style.font_size = size.filter(|size| *size > 0.0).map(in_points);
        self.styles.insert(id.to_owned(), style);
    }

    fn add_tag(&mut self, attributes: &TagAttributes<'_>) {
        let mut named =
            ["LABEL", "TYPE"].into_iter().filter_map(|name| attributes.get(name));
        let role = named.find_map(parse_role);
        if let (Some(id), Some(role)) = (attributes.get("ID"), role) {
            self.tags.insert(id.to_owned(), role);
        }
    }

    /// Orders the blocks of a page as each names the next one, unless the file has an
    /// order for all.
    fn end_page(&mut self) {
        let chain = mem::take(&mut self.chain);
        let Some(page) = self.pages.last_mut() else { return };
        if !self.order.is_empty() || !chain.is_linked() {
            return;
        }
        let places = chain.find_places();
        for line in &mut page.lines {
            let place = line.block.and_then(|block| places.get(block));
            line.place.1 = place.copied().unwrap_or(line.place.1);
        }
    }

    fn start_page(&mut self, attributes: &TagAttributes<'_>) {
        let scale = UnitScale::new(self.dpi);
        let length = |name| attributes.get(name).and_then(parse_number);
        let length = |name| length(name).map_or(0, |units| scale.to_length(units));
        let label = attributes.get("PRINTED_IMG_NR").map(str::trim);
        self.end_page();
        self.pages.push(ScannedPage {
            label: label.filter(|label| !label.is_empty()).map(str::to_owned),
            image: attributes.get("PHYSICAL_IMG_NR").and_then(parse_count),
            width: length("WIDTH"),
            height: length("HEIGHT"),
            dpi: self.dpi,
            ..ScannedPage::default()
        });
    }

    /// Reads what blocks, lines and strings have in common: style, role and place.
    fn read_common(&mut self, element: &mut AltoElement, attributes: &TagAttributes<'_>) {
        let ids = |name| attributes.get(name).unwrap_or_default().split_whitespace();
        let styles = ids("STYLEREFS").filter_map(|id| self.styles.get(id));
        let mut style =
            styles.fold(LetterStyle::default(), |all, style| all.over(*style));
        style.add_words(attributes.get("STYLE").unwrap_or_default());
        element.style = style.over(element.style);
        let tagged = ids("TAGREFS").find_map(|id| self.tags.get(id));
        let typed = attributes.get("TYPE").and_then(parse_role);
        element.role = tagged.copied().or(typed).unwrap_or(element.role);
        let id = attributes.get("ID").unwrap_or_default();
        element.rank = self.order.rank(id).unwrap_or(element.rank);
        if element.name == "TextBlock" {
            self.chain.add(id, attributes.get("IDNEXT"));
        }
    }

    fn start_text(&mut self, element: &AltoElement, attributes: &TagAttributes<'_>) {
        let scale = UnitScale::new(self.dpi);
        let frame = read_frame(attributes, scale);
        let Some(page) = self.pages.last_mut() else { return };
        match element.name.as_str() {
            "TextBlock" => page.blocks += 1,
            "TextLine" => page.lines.push(ScannedLine {
                block: page.blocks.checked_sub(1),
                place: (element.rank, page.blocks.saturating_sub(1), 0),
                frame,
                baseline: read_baseline(attributes, frame, scale),
                role: element.role,
                ..ScannedLine::default()
            }),
            "String" => self.push_string(element, frame, attributes),
            _ => {}
        }
    }

    fn push_string(
        &mut self,
        element: &AltoElement,
        frame: Option<BoxFrame>,
        attributes: &TagAttributes<'_>,
    ) {
        let content = attributes.get("CONTENT").unwrap_or_default();
        let confidence =
            attributes.get("WC").and_then(|number| parse_confidence(number, 1.0));
        let has_spaces = self.has_spaces;
        let Some(line) = self.current_line() else { return };
        line.place.0 = line.place.0.min(element.rank);
        if !has_spaces {
            line.push_space();
        }
        line.begin_word(frame, confidence);
        let whole = attributes.get("SUBS_CONTENT").map(str::to_owned);
        if let Some(word) = line.words.last_mut() {
            word.whole = whole;
        }
        line.push_text(content, element.style);
        line.end_word();
        if attributes.get("SUBS_TYPE") == Some("HypPart1") {
            self.push_hyphen(None, element.style);
        }
    }

    /// Appends the hyphen of a line end, unless the line has it already: it may be in the
    /// string, implied by its type, and an element of its own, all at once.
    fn push_hyphen(&mut self, hyphen: Option<&str>, style: LetterStyle) {
        let is_hyphen = hyphen.is_none_or(|hyphen| {
            let hyphen = hyphen.trim();
            hyphen.is_empty() || hyphen.chars().all(|c| HYPHENS.contains(&c))
        });
        let Some(line) = self.current_line() else { return };
        line.trim_end();
        if !is_hyphen {
            line.push_text(hyphen.unwrap_or_default(), style);
        } else if line.text.ends_with(['\u{AD}', '¬'].as_slice()) {
            // These say nothing else than a hyphen does.
            line.replace_last("-");
        } else if !line.text.ends_with(HYPHENS.as_slice()) {
            line.push_text("-", style);
            line.end_word();
        }
    }

    fn count_other(&mut self, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        self.others.resize(self.pages.len().max(1), (0, String::new()));
        if let Some((count, first)) = self.others.last_mut() {
            *count += 1;
            if first.is_empty() {
                text.clone_into(first);
            }
        }
    }

    fn current_line(&mut self) -> Option<&mut ScannedLine> {
        let is_open = self.open.iter().rev().any(|open| open.name == "TextLine");
        self.pages.last_mut().filter(|_| is_open)?.last_line()
    }

    fn report(&mut self, problems: &mut ProblemList) {
        problems.push_stray(&self.stray);
        for (page, (count, first)) in mem::take(&mut self.others).into_iter().enumerate()
        {
            if count > 0 {
                let kind = OcrProblemKind::OtherReadings { count, first };
                problems.push(Some(page), kind);
            }
        }
    }
}

fn read_frame(attributes: &TagAttributes<'_>, scale: UnitScale) -> Option<BoxFrame> {
    let length = |name| attributes.get(name).and_then(parse_number);
    let (left, top) = (length("HPOS")?, length("VPOS")?);
    let (width, height) = (length("WIDTH")?, length("HEIGHT")?);
    let to = |units: f64| scale.to_length(units);
    let is_box = width > 0.0 && height > 0.0;
    is_box.then(|| BoxFrame {
        left: to(left),
        top: to(top),
        right: to(left + width),
        bottom: to(top + height),
    })
}

/// The baseline: its height until ALTO 4.0, and since then also a row of points.
fn read_baseline(
    attributes: &TagAttributes<'_>,
    frame: Option<BoxFrame>,
    scale: UnitScale,
) -> Option<ScannedBaseline> {
    let baseline = attributes.get("BASELINE")?;
    match parse_number(baseline) {
        Some(height) => {
            let y = scale.to_length(height);
            let frame = frame.filter(|frame| (frame.top..=frame.bottom).contains(&y))?;
            Some(ScannedBaseline { x: frame.left, y, slope: 0 })
        }
        None => ScannedBaseline::through(&scale.read_points(baseline)),
    }
}
