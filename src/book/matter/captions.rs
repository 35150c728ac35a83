//! Numbers of captions, and the list of the figures.
//!
//! Both are for all editions alike, so they are made once, when the book is assembled. The
//! list is a chapter that each edition makes, like the index, because it says pages in one
//! that has them.

use schemars::JsonSchema;
use serde::Deserialize;

use super::contents::write_plain_text;
use super::words::{EditionWords, fill_pattern};
use crate::book::block::{Block, Paragraph};
use crate::book::inline::{Inline, InlineLeaf, PhraseKind, leaves};
use crate::book::matter::index::{INDEX_STYLE, insert_in_back_matter};
use crate::book::passage::{CaptionHolder, visit_captions_mut};
use crate::book::purpose::Purpose;
use crate::book::{Book, Chapter, Division};

/// Whether captions are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CaptionNumbers {
    /// They are as the text has them.
    #[default]
    None,
    /// Figures and tables are numbered through the book, each by itself: "Figure 3."
    Numbered,
}

/// A figure in the list of figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedFigure {
    /// The number of the anchor in its caption.
    pub anchor: u32,
    /// Its caption.
    pub caption: String,
}

/// Numbers the captions of a book, and notes its figures for their list.
pub fn number_captions(book: &mut Book, numbers: CaptionNumbers, has_list: bool) {
    let is_numbered = numbers == CaptionNumbers::Numbered;
    if !is_numbered && !has_list {
        return;
    }
    let words = EditionWords::for_language(book.metadata.language.as_ref());
    let Book { divisions, places, .. } = book;
    let mut next = places.anchors.keys().last().map_or(0, |last| last + 1);
    let (mut figures, mut tables) = (0_u32, 0_u32);
    let mut visit = |holder: CaptionHolder, caption: &mut Vec<Inline>| {
        if caption.is_empty() {
            return;
        }
        let said = write_plain_text(caption);
        let mut label = String::new();
        if is_numbered {
            let (count, pattern) = match holder {
                CaptionHolder::Figure => (&mut figures, words.figure),
                CaptionHolder::Table => (&mut tables, words.table),
            };
            *count += 1;
            label = fill_pattern(pattern, &count.to_string());
            // References to the figure are called by its number.
            for anchor in anchors_in(caption) {
                places.anchors.insert(anchor, label.clone());
            }
            let content = vec![Inline::Text(format!("{label}. "))];
            let label = Inline::Phrase { kind: PhraseKind::Added, content };
            caption.insert(0, label);
        }
        if has_list && holder == CaptionHolder::Figure {
            caption.insert(0, Inline::Anchor(next.to_string()));
            places.anchors.insert(next, said.clone());
            let caption =
                if label.is_empty() { said } else { format!("{label}. {said}") };
            places.figures.push(ListedFigure { anchor: next, caption });
            next += 1;
        }
    };
    for chapter in divisions.iter_mut().flat_map(Division::chapters_mut) {
        visit_captions_mut(&mut chapter.blocks, &mut visit);
    }
}

/// The numbers of the anchors in a line.
fn anchors_in(line: &[Inline]) -> Vec<u32> {
    let anchor = |leaf| match leaf {
        InlineLeaf::Anchor(name) => name.parse().ok(),
        _ => None,
    };
    leaves(line).filter_map(anchor).collect()
}

/// Adds the list of the figures to a book that asks for one: before its index. `locate` says
/// the page of an anchor, in an edition that has pages.
pub(crate) fn add_list_of_figures(
    book: &mut Book,
    locate: &dyn Fn(u32) -> Option<String>,
) {
    if book.places.figures.is_empty() {
        return;
    }
    let words = EditionWords::for_language(book.metadata.language.as_ref());
    let entry = |figure: &ListedFigure| {
        let said = match locate(figure.anchor) {
            Some(page) => format!("{}, {page}", figure.caption.trim_end_matches('.')),
            None => figure.caption.clone(),
        };
        let content = vec![Inline::CrossReference {
            target: figure.anchor.to_string(),
            content: vec![Inline::Text(said)],
        }];
        Block::Paragraph(Paragraph { content, ..Paragraph::default() })
    };
    let blocks = book.places.figures.iter().map(entry).collect();
    let chapter = Chapter {
        purpose: Purpose::Figures,
        title: vec![Inline::Text(words.figures.to_owned())],
        blocks: vec![Block::Styled { style: INDEX_STYLE.to_owned(), blocks }],
        ..Chapter::default()
    };
    insert_in_back_matter(book, chapter);
}

#[cfg(test)]
mod tests {
    use super::{CaptionNumbers, add_list_of_figures, number_captions};
    use crate::book::block::Block;
    use crate::book::figure::Figure;
    use crate::book::inline::Inline;
    use crate::book::matter::contents::write_plain_text;
    use crate::book::{Book, Chapter, Division};

    #[test]
    fn figures_are_numbered_and_listed() {
        let figure = |caption: &str| {
            let caption = vec![Inline::Text(caption.to_owned())];
            Block::Figure(Figure { caption, ..Figure::default() })
        };
        let blocks =
            vec![figure("A mill."), Block::Figure(Figure::default()), figure("B")];
        let chapter = Chapter { blocks, ..Chapter::default() };
        let divisions = vec![Division::Chapter(chapter)];
        let mut book = Book { divisions, ..Book::default() };
        number_captions(&mut book, CaptionNumbers::Numbered, true);
        add_list_of_figures(&mut book, &|anchor| Some((10 + anchor).to_string()));
        let [Division::Chapter(first), Division::Chapter(list)] =
            book.divisions.as_slice()
        else {
            panic!("two chapters");
        };
        let Block::Figure(last) = &first.blocks[2] else { panic!("a figure") };
        assert_eq!(write_plain_text(&last.caption), "Figure 2. B");
        let Block::Styled { blocks, .. } = &list.blocks[0] else { panic!("a list") };
        let Block::Paragraph(entry) = &blocks[0] else { panic!("an entry") };
        assert_eq!(write_plain_text(&entry.content), "Figure 1. A mill, 10");
    }
}
