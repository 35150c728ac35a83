//! Divides the pages of a scan that show two facing pages of a book each.

use crate::source::facing_pages::{
    OpenBookSheet, WrittenExtent, find_gutter, part_of_width,
};
use crate::source::ocr::frames::BoxFrame;
use crate::source::ocr::scanned::{ScannedLine, ScannedPage};

impl OpenBookSheet for ScannedPage {
    fn size(&self) -> (i64, i64) {
        (self.width, self.height)
    }

    fn extents(&self) -> impl Iterator<Item = WrittenExtent> {
        self.lines.iter().flat_map(list_extents)
    }
}

/// The extents of the words of a line, or its own if its words have no boxes.
fn list_extents(line: &ScannedLine) -> impl Iterator<Item = WrittenExtent> {
    let extent = |frame: BoxFrame, text: &str| WrittenExtent {
        left: frame.left,
        right: frame.right,
        characters: text.chars().count(),
        is_blank: false,
    };
    let text_of = |word| line.text.get(word).unwrap_or_default();
    let words = line
        .words
        .iter()
        .filter_map(move |word| Some(extent(word.frame?, text_of(word.text.clone()))));
    let has_words = line.words.iter().any(|word| word.frame.is_some());
    let whole = line.frame.filter(|_| !has_words);
    words.chain(whole.map(|frame| extent(frame, &line.text)))
}

/// Divides the pages of a document if they show two facing pages each. Each half is a page,
/// the left one first, and knows the number of its sheet. The pages are upright.
pub(super) fn divide_sheets(pages: Vec<ScannedPage>) -> Vec<ScannedPage> {
    let Some(gutter) = find_gutter(&pages) else { return pages };
    let numbered = pages.into_iter().zip(1_u32..);
    numbered.flat_map(|(page, number)| divide_sheet(page, gutter, number)).collect()
}

/// Divides a sheet; `gutter` is in thousandths of its width. Lines keep their order in each
/// half.
fn divide_sheet(page: ScannedPage, gutter: i64, number: u32) -> [ScannedPage; 2] {
    let gutter = part_of_width(page.width, gutter);
    let mut halves = [gutter, page.width - gutter].map(|width| ScannedPage {
        // The file does not say which of the two pages its label is for.
        label: None,
        image: page.image,
        sheet: Some(number),
        width,
        height: page.height,
        dpi: page.dpi,
        blocks: page.blocks,
        lines: Vec::new(),
    });
    let [left, right] = &mut halves;
    let mut push = |mut line: ScannedLine, is_right: bool| {
        if is_right {
            line.move_left(gutter);
            right.lines.push(line);
        } else {
            left.lines.push(line);
        }
    };
    let mut is_right = false;
    for mut line in page.lines {
        let behind = cut_at_gutter(&mut line, gutter);
        // A line without a box is on the page of the line before it.
        let middle = line.extent().map(|frame| i64::midpoint(frame.left, frame.right));
        is_right = middle.map_or(is_right, |middle| middle >= gutter);
        push(line, is_right);
        if let Some(behind) = behind {
            is_right = true;
            push(behind, true);
        }
    }
    halves
}

/// Cuts a line in two at the gutter that it crosses, as programs make of two lines at one
/// height. The second one begins with the first word behind the gutter.
fn cut_at_gutter(line: &mut ScannedLine, gutter: i64) -> Option<ScannedLine> {
    let is_right = |frame: BoxFrame| i64::midpoint(frame.left, frame.right) >= gutter;
    let first = line.words.iter().position(|word| word.frame.is_some_and(is_right))?;
    let before = line.words.get(..first).unwrap_or_default();
    before.iter().any(|word| word.frame.is_some()).then(|| line.split_off(first, gutter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::ocr::line_style::LetterStyle;

    #[test]
    fn a_line_across_the_gutter_keeps_its_letters_and_styles() {
        let mut line = ScannedLine::default();
        let italic = LetterStyle { italic: true, ..LetterStyle::default() };
        let frame = |left| BoxFrame { left, top: 0, right: left + 30, bottom: 10 };
        let words = [("über", 0, false), ("den", 40, true), ("Fluß", 140, true)];
        for (word, left, is_italic) in words {
            line.push_space();
            line.begin_word(Some(frame(left)), Some(90));
            let style = if is_italic { italic } else { LetterStyle::default() };
            line.push_text(word, style);
            line.end_word();
        }
        // The space between the two is italic as well.
        line.styles = vec![(6..line.text.len(), italic)];
        let behind = cut_at_gutter(&mut line, 100).expect("it crosses the gutter");
        assert_eq!((&*line.text, &*behind.text), ("über den", "Fluß"));
        assert_eq!(
            (&*line.styles, &*behind.styles),
            (&[(6..9, italic)][..], &[(0..5, italic)][..])
        );
        assert_eq!(behind.words.len(), 1);
        assert_eq!(behind.words[0].text, 0..5);
        assert_eq!(
            (line.words.len(), cut_at_gutter(&mut line, 100).is_none()),
            (2, true)
        );
    }
}
