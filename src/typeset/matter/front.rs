//! Front matter: half title, title page, imprint.

use crate::book::matter::front::{credits, fills_a_title_page, imprint, title_date};
use crate::book::matter::words::Words;
use crate::book::metadata::Metadata;
use crate::design::{Design, Lettering};
use crate::length::Length;
use crate::typeset::document::Role;
use crate::typeset::line::{Line, SetParagraph};
use crate::typeset::matter::column::Column;
use crate::typeset::matter::compositor::{Compositor, Style};
use crate::typeset::matter::heads;
use crate::typeset::matter::opening::run_over;
use crate::typeset::page::galley::{HalfLines, Place, PlacedLine, Strip, depth};
use crate::typeset::paragraph::Alignment;

/// The half title stands so far down, in hundredths of the page.
const HALF_TITLE: HalfLines = 22;
/// The author on the title page stands so far down, in hundredths of the page.
const AUTHOR: HalfLines = 12;
/// The title on the title page begins so far down, in hundredths of the page.
const TITLE: HalfLines = 26;
/// A title's leading on the title page, in half lines: 26 on 35 where the text is on 14.
const TITLE_LEADING: HalfLines = 5;
/// A title longer than so many letters is set in the size of the author's name.
const LONG_TITLE: usize = 90;
/// Leading of the imprint, in twentieths of its size: 9 on 12.
const IMPRINT_LEADING: i64 = 26;

/// Sets the pages before the contents.
#[derive(Clone, Copy)]
pub(crate) struct Front<'a, 'f> {
    /// Who sets the lines.
    pub(crate) compositor: &'a Compositor<'f>,
    /// The particulars of the book.
    pub(crate) metadata: &'a Metadata,
    /// The words of its language.
    pub(crate) words: &'a Words,
    /// Width of the text block.
    pub(crate) measure: Length,
}

/// Lines of a title page that stand together: each with what it is part of and its
/// leading.
#[derive(Debug, Default)]
struct Group {
    lines: Vec<(Line, usize, HalfLines)>,
    height: HalfLines,
}

impl Front<'_, '_> {
    /// The half title: the title alone, at the size of the text. None without a title.
    pub(crate) fn half_title(&self, mut column: Column) -> Option<Column> {
        let title = self.metadata.title.as_deref()?;
        let page = column.grid.lines * 2;
        let height = page * HALF_TITLE / 100;
        let mut strip = Strip { height, ..Strip::default() };
        let letters = self.design().front.half_title;
        let style = Style { letters, ..self.style(self.design().font_size) };
        let tag = column.tag(Role::Paragraph, None);
        let set = self.compositor.plain(title, &style);
        if depth(set.lines.len(), 2) + height > page {
            run_over(&mut column, [(set, tag)]);
            return Some(column);
        }
        strip.add(set.lines, tag, Length::ZERO, 2, column.grid);
        strip.height = page;
        column.galley.tags[tag].pieces = set.pieces;
        column.block(strip);
        Some(column)
    }

    /// The title page. None where there is nothing to say on it.
    pub(crate) fn title_page(&self, mut column: Column) -> Option<Column> {
        if !fills_a_title_page(self.metadata) {
            return None;
        }
        let Metadata { title, subtitle, authors, .. } = self.metadata;
        column.begin(Place::TitlePage);
        let page = column.grid.lines * 2;
        let long = title.iter().any(|title| title.chars().count() > LONG_TITLE);
        let large =
            if long { self.design().sizes.author } else { self.design().sizes.title };
        let front = self.design().front;
        let author = self.style(self.design().sizes.author);
        let italic = Style { letters: Lettering::Italic, ..author };
        let titled = Style { letters: front.letters, ..self.style(large) };
        let text = self.style(self.design().font_size);

        let leading = if long { 3 } else { TITLE_LEADING };
        let words = [
            (vec![heads::names(authors, self.words)], author, 3),
            (title.iter().cloned().collect(), titled, leading),
            (subtitle.iter().cloned().collect(), italic, 3),
            (credits(self.metadata, self.words), text, 2),
            (self.foot(), text, 2),
        ];
        let groups = words.each_ref().map(|(paragraphs, style, leading)| {
            self.group(&mut column, paragraphs, style, *leading)
        });
        let heights = groups.iter().map(|group| group.height);
        let set = heights.fold(0, HalfLines::saturating_add);
        if set > page {
            let words = words.iter().flat_map(|(paragraphs, ..)| paragraphs);
            let set = self.paragraphs(&mut column, words, &text);
            run_over(&mut column, set);
            return Some(column);
        }

        let author_top = page * AUTHOR / 100;
        let above_title =
            (page * TITLE / 100).saturating_sub(author_top + groups[0].height).max(4);
        let wanted = [author_top, above_title, 1, 4];
        let spare = page.saturating_sub(set);
        let sum: HalfLines = wanted.iter().sum();
        // Where the page is too small for the white, all white gives way alike.
        let white = |one: HalfLines| if sum > spare { one * spare / sum } else { one };
        let rest = spare.saturating_sub(wanted.into_iter().map(white).sum());
        let whites = wanted.into_iter().map(white).chain([rest]);

        let mut strip = Strip::default();
        for (group, white) in groups.into_iter().zip(whites) {
            strip.height += white;
            for (line, tag, leading) in group.lines {
                strip.add([line], tag, Length::ZERO, leading, column.grid);
            }
        }
        strip.height = page;
        column.block(strip);
        Some(column)
    }

    /// The look of the book.
    fn design(&self) -> &Design {
        self.compositor.design()
    }

    /// How words are set on these pages.
    fn style(&self, size: Length) -> Style {
        Style::alone(size, self.measure, self.design().front.axis)
    }

    /// Sets paragraphs, each with a tag of its own; nothing for empty ones.
    fn paragraphs<'w>(
        &self,
        column: &mut Column,
        paragraphs: impl IntoIterator<Item = &'w String>,
        style: &Style,
    ) -> Vec<(SetParagraph, usize)> {
        let words = paragraphs.into_iter().filter(|words| !words.is_empty());
        let set = words.map(|words| {
            let tag = column.tag(Role::Paragraph, None);
            (self.compositor.plain(words, style), tag)
        });
        set.collect()
    }

    /// Sets paragraphs that stand together; nothing for empty ones.
    fn group(
        &self,
        column: &mut Column,
        paragraphs: &[String],
        style: &Style,
        leading: HalfLines,
    ) -> Group {
        let mut group = Group::default();
        for (set, tag) in self.paragraphs(column, paragraphs, style) {
            group.height = group.height.saturating_add(depth(set.lines.len(), leading));
            column.galley.tags[tag].pieces = set.pieces;
            group.lines.extend(set.lines.into_iter().map(|line| (line, tag, leading)));
        }
        group
    }

    /// Publisher and date, for the last lines of the page.
    fn foot(&self) -> Vec<String> {
        let publisher = self.metadata.publisher.clone();
        let date = title_date(self.metadata, self.words, self.isbn());
        publisher.into_iter().chain(date).collect()
    }

    /// The imprint: small, at the foot, only what is known. None where nothing is.
    pub(crate) fn imprint(&self, mut column: Column) -> Option<Column> {
        let paragraphs = imprint(self.metadata, self.words, self.isbn());
        if paragraphs.is_empty() {
            return None;
        }
        let style =
            Style::display(self.design().sizes.imprint, self.measure, Alignment::Ragged);
        let leading = self.design().sizes.imprint.scaled(IMPRINT_LEADING, 20);
        let paragraphs = self.paragraphs(&mut column, &paragraphs, &style);
        let page = column.grid.lines * 2;
        let foot = column.grid.height(page - 2) + column.grid.first;
        let room = column.grid.height(page) / leading.0.max(1);
        let count: usize = paragraphs.iter().map(|(set, _)| set.lines.len()).sum();
        if count > usize::try_from(room.0).unwrap_or(0).max(1) {
            run_over(&mut column, paragraphs);
            return Some(column);
        }
        let mut lines = Vec::new();
        for (set, tag) in paragraphs {
            column.galley.tags[tag].pieces = set.pieces;
            lines.extend(set.lines.into_iter().map(|line| (line, tag)));
        }
        let mut strip = Strip { height: page, ..Strip::default() };
        let count = i32::try_from(lines.len()).unwrap_or(1);
        for (place, (line, tag)) in (1..).zip(lines) {
            let drop = foot - leading * (count - place);
            strip.lines.push(PlacedLine {
                line,
                tag: Some(tag),
                left: Length::ZERO,
                drop,
            });
        }
        column.block(strip);
        Some(column)
    }

    /// The number of the printed book, else that of the EPUB.
    fn isbn(&self) -> Option<&str> {
        let Metadata { isbn_print, isbn_epub, .. } = self.metadata;
        isbn_print.as_deref().or(isbn_epub.as_deref())
    }
}
