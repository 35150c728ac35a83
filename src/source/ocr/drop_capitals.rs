//! Joins drop capitals that are blocks or lines of their own to the lines beside them.

use crate::source::ocr::OcrRole;
use crate::source::ocr::scanned::ScannedPage;

/// The most characters of a drop capital: a letter with a quotation mark or an apostrophe.
const MOST_CHARACTERS: usize = 3;

/// The most drop capitals of a page that are joined.
const MOST_CAPITALS: usize = 50;

/// Joins each drop capital to the first line beside it; one without a line keeps its role.
pub(super) fn join_drop_capitals(page: &mut ScannedPage) {
    let (mut at, mut count) = (0, 0);
    while let Some(capital) = page.lines.get(at).filter(|_| count < MOST_CAPITALS) {
        let is_capital = capital.role == OcrRole::DropCapital
            && capital.text.chars().count() <= MOST_CHARACTERS;
        count += usize::from(is_capital);
        match is_capital.then(|| find_line_beside(page, at)).flatten() {
            Some(beside) => {
                let capital = page.lines.remove(at);
                let beside = if beside > at { beside - 1 } else { beside };
                if let Some(line) = page.lines.get_mut(beside) {
                    line.prepend(&capital.text);
                    // The line begins where its capital does.
                    if let (Some(own), Some(capital)) = (line.extent(), capital.extent())
                    {
                        let left = own.left.min(capital.left);
                        line.frame.iter_mut().for_each(|frame| frame.left = left);
                        let first = line.words.first_mut();
                        if let Some(frame) = first.and_then(|word| word.frame.as_mut()) {
                            frame.left = left;
                        }
                    }
                }
            }
            None => at += 1,
        }
    }
}

/// The first line that begins to the right of a drop capital and at its height; without
/// boxes, the next one in reading order.
fn find_line_beside(page: &ScannedPage, at: usize) -> Option<usize> {
    let Some(capital) = page.lines.get(at)?.extent() else {
        return (at + 1 < page.lines.len()).then_some(at + 1);
    };
    let candidates = page.lines.iter().enumerate().filter(|(other, line)| {
        *other != at && line.role != OcrRole::DropCapital && !line.role.is_of_page()
    });
    let beside = candidates.filter_map(|(other, line)| {
        let frame = line.extent()?;
        let middle = i64::midpoint(frame.top, frame.bottom);
        let is_beside = (capital.top..=capital.bottom).contains(&middle)
            && frame.right > capital.right
            && frame.left >= i64::midpoint(capital.left, capital.right)
            && frame.left - capital.right <= capital.width().max(capital.height());
        is_beside.then_some((frame.top, other))
    });
    beside.min().map(|(_, other)| other)
}
