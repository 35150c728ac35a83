//! The text of a PAGE XML line or region, which the file may give several times: for the
//! region, for its lines, for their words and for their letters.

use std::ops::Range;

use crate::source::ocr::frames::BoxFrame;
use crate::source::ocr::line_style::LetterStyle;
use crate::source::ocr::page_xml::{PageElement, PagePart};
use crate::source::ocr::scanned::{ScannedLine, ScannedPage, ScannedWord};

/// A reading of an element (`TextEquiv`).
#[derive(Debug, Default)]
pub(super) struct PageText {
    /// Its place among the readings; the least one is the best.
    pub(super) index: u32,
    pub(super) confidence: Option<u8>,
    pub(super) text: String,
}

/// Writes the text of a line: its own, which people correct first, and else that of its
/// words. Returns the words that are not in it.
pub(super) fn push_line_text(
    line: &mut ScannedLine,
    mut closed: PageElement,
) -> Vec<String> {
    let own = closed.text.take().filter(|text| !text.text.trim().is_empty());
    closed.parts.retain(|part| !part.text.is_empty());
    for part in &mut closed.parts {
        part.style = part.style.over(closed.style);
    }
    let Some(own) = own else {
        for part in closed.parts {
            line.push_space();
            line.begin_word(part.frame, part.confidence);
            line.push_text(&part.text, part.style);
            line.end_word();
        }
        return Vec::new();
    };
    line.push_text(own.text.trim(), LetterStyle::default());
    let differing = place_words(line, &closed.parts);
    line.styles = list_styles(line, &closed, differing.is_empty());
    if line.words.is_empty() && own.confidence.is_some() {
        push_parted_words(line, own.confidence);
    }
    differing
}

/// The styles of a line: those of the `custom` attribute, or of its words, or its own.
fn list_styles(
    line: &ScannedLine,
    closed: &PageElement,
    all_placed: bool,
) -> Vec<(Range<usize>, LetterStyle)> {
    let listed: Vec<_> = if !closed.custom.styles.is_empty() {
        let offsets = list_offsets(&line.text);
        let byte = |unit: u32| offsets.get(unit as usize).copied();
        let byte = |unit: u32| byte(unit).unwrap_or(line.text.len());
        let styles = closed.custom.styles.iter();
        styles
            .map(|(range, style)| (byte(range.start)..byte(range.end), *style))
            .collect()
    } else if all_placed && !line.words.is_empty() {
        let placed = line.words.iter().zip(&closed.parts);
        placed.map(|(word, part)| (word.text.clone(), part.style)).collect()
    } else {
        vec![(0..line.text.len(), closed.style)]
    };
    let mut styles: Vec<(Range<usize>, LetterStyle)> = Vec::new();
    for (range, style) in listed {
        let from = styles.last().map_or(0, |(range, _)| range.end);
        let range = range.start.max(from)..range.end.max(from);
        if !range.is_empty() && style != LetterStyle::default() {
            styles.push((range, style));
        }
    }
    styles
}

/// Finds the words of a line in its text, one after the other.
fn place_words(line: &mut ScannedLine, parts: &[PagePart]) -> Vec<String> {
    let (mut from, mut differing) = (0, Vec::new());
    for part in parts.iter().filter(|part| !part.text.is_empty()) {
        let rest = line.text.get(from..).unwrap_or_default();
        // A word may not be far: another one that is like it would be taken for it.
        let near = rest.len().min(part.text.len().saturating_mul(2).saturating_add(32));
        let near = (near..=rest.len()).find(|end| rest.is_char_boundary(*end));
        let near = rest.get(..near.unwrap_or(rest.len())).unwrap_or_default();
        if let Some(at) = near.find(&part.text) {
            let start = from + at;
            from = start + part.text.len();
            line.words.push(ScannedWord {
                text: start..from,
                frame: part.frame,
                confidence: part.confidence,
                whole: None,
            });
        } else {
            differing.push(part.text.clone());
        }
    }
    differing
}

/// Makes words of a line that has none: all are as sure as the line.
fn push_parted_words(line: &mut ScannedLine, confidence: Option<u8>) {
    let text = line.text.clone();
    let mut end = 0;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let Some(at) = text.get(end..).and_then(|rest| rest.find(word)) else { return };
        let start = end + at;
        end = start + word.len();
        let text = start..end;
        line.words.push(ScannedWord { text, confidence, ..ScannedWord::default() });
    }
}

/// Where each unit of UTF-16 is in a text, in bytes.
fn list_offsets(text: &str) -> Vec<usize> {
    let units = text.char_indices();
    units.flat_map(|(at, c)| std::iter::repeat_n(at, c.len_utf16())).collect()
}

/// Makes lines of the text of a region that has none. Returns its text if it has lines and
/// says something else than they do.
pub(super) fn push_region_text(
    page: &mut ScannedPage,
    closed: PageElement,
) -> Option<String> {
    for line in page.lines.get_mut(closed.lines_before..).unwrap_or_default() {
        if line.styles.is_empty() && closed.style != LetterStyle::default() {
            line.styles.push((0..line.text.len(), closed.style));
        }
    }
    let text = closed.text.filter(|text| !text.text.trim().is_empty())?;
    let has_text = |line: &ScannedLine| !line.text.trim().is_empty();
    let lines = page.lines.get(closed.lines_before..).unwrap_or_default();
    if lines.iter().any(has_text) {
        let marks = |text: &str| {
            let mut marks: Vec<char> =
                text.chars().filter(|c| !c.is_whitespace()).collect();
            marks.sort_unstable();
            marks
        };
        let joined: String = lines.iter().map(|line| line.text.as_str()).collect();
        let differs = marks(&joined) != marks(&text.text);
        return differs.then(|| text.text.trim().to_owned());
    }
    page.lines.truncate(closed.lines_before);
    let rows: Vec<&str> = text.text.trim().lines().collect();
    let count = i64::try_from(rows.len()).unwrap_or(i64::MAX);
    let frame = BoxFrame::around_points(&closed.points);
    for (row, number) in rows.into_iter().zip(0_i64..) {
        // Its lines are as far apart as the region is high, as far as one knows.
        let frame = frame.map(|frame| {
            let height = frame.height() / count.max(1);
            let top = frame.top + number * height;
            BoxFrame { top, bottom: top + height, ..frame }
        });
        let mut line = ScannedLine {
            block: Some(closed.region),
            place: (
                closed.rank,
                closed.region,
                u32::try_from(number).unwrap_or(u32::MAX),
            ),
            frame,
            role: closed.role,
            ..ScannedLine::default()
        };
        line.push_text(row, closed.style);
        if text.confidence.is_some() {
            push_parted_words(&mut line, text.confidence);
        }
        page.lines.push(line);
    }
    None
}
