//! Front matter: half title, title page, imprint.

use crate::book::inline::Inline;
use crate::book::matter::front::{
    fills_a_title_page, format_title_date, list_credits, list_imprint,
};
use crate::book::matter::titles::bind_title;
use crate::book::matter::words::EditionWords;
use crate::book::metadata::Metadata;
use crate::design::{Acronyms, Design};
use crate::length::Length;
use crate::text::span::Origin;
use crate::typeset::document::Role;
use crate::typeset::line::{SetParagraph, TextLine};
use crate::typeset::matter::column::GalleyColumn;
use crate::typeset::matter::compositor::{Compositor, CompositorStyle};
use crate::typeset::matter::heads;
use crate::typeset::matter::opening::set_overlong;
use crate::typeset::page::galley::{
    GalleyRow, HalfLines, NamedDestination, PlacedLine, row_height,
};
use crate::typeset::paragraph::LineAlignment;
use crate::typeset::shape::FigureStyle;

/// How far down the half title is, in hundredths of the page.
const HALF_TITLE: HalfLines = 22;
/// How far down the author on the title page is, in hundredths of the page.
const AUTHOR: HalfLines = 12;
/// How far down the title on the title page begins, in hundredths of the page.
const TITLE: HalfLines = 26;
/// A title's leading on the title page, in half lines: 26 on 35 where the text is on 14.
const TITLE_LEADING: HalfLines = 5;
/// A title with more letters than this is set in the size of the author's name.
const LONG_TITLE: usize = 90;
/// Leading of the imprint, in twentieths of its size: 9 on 12.
const IMPRINT_LEADING: i64 = 26;

/// Sets the pages before the contents.
#[derive(Clone, Copy)]
pub(crate) struct FrontMatterSetter<'a, 'f> {
    /// Sets the lines.
    pub(crate) compositor: &'a Compositor<'f>,
    /// The metadata of the book.
    pub(crate) metadata: &'a Metadata,
    /// The edition's own words in the book's language.
    pub(crate) words: &'a EditionWords,
    /// The width of the text block.
    pub(crate) measure: Length,
}

/// Lines of a title page that belong together, each with its parent tag and its leading.
#[derive(Debug, Default)]
struct TitlePageGroup {
    lines: Vec<(TextLine, usize, HalfLines)>,
    height: HalfLines,
}

impl FrontMatterSetter<'_, '_> {
    /// Sets the half title: the title alone, at the size of the text. None without a title.
    pub(crate) fn set_half_title(
        &self,
        mut column: GalleyColumn,
    ) -> Option<GalleyColumn> {
        let title = self.metadata.title.as_deref()?;
        let page = column.grid.lines * 2;
        let height = page * HALF_TITLE / 100;
        let mut row = GalleyRow { height, ..GalleyRow::default() };
        let letters = self.design().front.half_title;
        let style =
            CompositorStyle { letters, ..self.front_style(self.design().font_size) };
        let tag = column.add_tag(Role::Paragraph, None);
        let set = self.set_words(title, &style);
        if row_height(set.lines.len(), 2) + height > page {
            set_overlong(&mut column, [(set, tag)]);
            return Some(column);
        }
        row.add_lines(set.lines, tag, Length::ZERO, 2, column.grid);
        row.height = page;
        column.galley.tags[tag].spans = set.spans;
        column.add_block(row);
        Some(column)
    }

    /// Sets the title page. None if there is nothing to put on it.
    pub(crate) fn set_title_page(
        &self,
        mut column: GalleyColumn,
    ) -> Option<GalleyColumn> {
        if !fills_a_title_page(self.metadata) {
            return None;
        }
        let Metadata { title, subtitle, authors, .. } = self.metadata;
        column.begin_destination(NamedDestination::TitlePage);
        let page = column.grid.lines * 2;
        let long = title.iter().any(|title| title.chars().count() > LONG_TITLE);
        let large =
            if long { self.design().sizes.author } else { self.design().sizes.title };
        let front = self.design().front;
        let author = self.front_style(self.design().sizes.author);
        let letters = self.design().display_blocks.letters;
        let subtitled = CompositorStyle { letters, ..author };
        let titled =
            CompositorStyle { letters: front.letters, ..self.front_style(large) };
        let text = self.front_style(self.design().font_size);

        let leading = if long { 3 } else { TITLE_LEADING };
        let words = [
            (vec![heads::join_names(authors, self.words)], author, 3),
            (self.join_title_lines(), titled, leading),
            (subtitle.iter().cloned().collect(), subtitled, 3),
            (list_credits(self.metadata, self.words), text, 2),
            (self.publisher_and_date(), text, 2),
        ];
        let groups = words.each_ref().map(|(paragraphs, style, leading)| {
            self.set_group(&mut column, paragraphs, style, *leading)
        });
        let heights = groups.iter().map(|group| group.height);
        let set = heights.fold(0, HalfLines::saturating_add);
        if set > page {
            let words = words.iter().flat_map(|(paragraphs, ..)| paragraphs);
            let set = self.set_paragraphs(&mut column, words, &text);
            set_overlong(&mut column, set);
            return Some(column);
        }

        let author_top = page * AUTHOR / 100;
        let above_title =
            (page * TITLE / 100).saturating_sub(author_top + groups[0].height).max(4);
        let wanted = [author_top, above_title, 1, 4];
        let spare = page.saturating_sub(set);
        let sum: HalfLines = wanted.iter().sum();
        // If the page is too small for the space, all space shrinks in proportion.
        let white = |one: HalfLines| if sum > spare { one * spare / sum } else { one };
        let rest = spare.saturating_sub(wanted.into_iter().map(white).sum());
        let whites = wanted.into_iter().map(white).chain([rest]);

        let mut row = GalleyRow::default();
        for (group, white) in groups.into_iter().zip(whites) {
            row.height += white;
            for (line, tag, leading) in group.lines {
                row.add_lines([line], tag, Length::ZERO, leading, column.grid);
            }
        }
        row.height = page;
        column.add_block(row);
        Some(column)
    }

    /// The design of the book.
    fn design(&self) -> &Design {
        self.compositor.design()
    }

    /// How words are set on these pages.
    fn front_style(&self, size: Length) -> CompositorStyle {
        CompositorStyle::standalone(size, self.measure, self.design().front.axis)
    }

    /// Sets paragraphs, each with a tag of its own; nothing for empty ones.
    fn set_paragraphs<'w>(
        &self,
        column: &mut GalleyColumn,
        paragraphs: impl IntoIterator<Item = &'w String>,
        style: &CompositorStyle,
    ) -> Vec<(SetParagraph, usize)> {
        let words = paragraphs.into_iter().filter(|words| !words.is_empty());
        let set = words.map(|words| {
            let tag = column.add_tag(Role::Paragraph, None);
            (self.set_words(words, style), tag)
        });
        set.collect()
    }

    /// The title with its own line ends.
    fn join_title_lines(&self) -> Vec<String> {
        let lines = self.metadata.lines_of_title();
        if lines.is_empty() { Vec::new() } else { vec![lines.join("\n")] }
    }

    /// Sets words on the lines that they have. Of those that stand alone no line ends after
    /// a small word.
    fn set_words(&self, words: &str, style: &CompositorStyle) -> SetParagraph {
        if !style.alone {
            return self.compositor.set_plain(words, style);
        }
        let mut content = Vec::new();
        for line in words.split('\n') {
            if !content.is_empty() {
                content.push(Inline::LineBreak);
            }
            content.push(Inline::Text(line.to_owned()));
        }
        let content = bind_title(&content, self.compositor.language());
        self.compositor.set_balanced(&content, style, Origin::default())
    }

    /// Sets paragraphs that belong together; nothing for empty ones.
    fn set_group(
        &self,
        column: &mut GalleyColumn,
        paragraphs: &[String],
        style: &CompositorStyle,
        leading: HalfLines,
    ) -> TitlePageGroup {
        let mut group = TitlePageGroup::default();
        for (set, tag) in self.set_paragraphs(column, paragraphs, style) {
            group.height =
                group.height.saturating_add(row_height(set.lines.len(), leading));
            column.galley.tags[tag].spans = set.spans;
            group.lines.extend(set.lines.into_iter().map(|line| (line, tag, leading)));
        }
        group
    }

    /// Publisher and date, for the last lines of the page.
    fn publisher_and_date(&self) -> Vec<String> {
        let publisher = self.metadata.publisher.clone();
        let date = format_title_date(self.metadata, self.words, self.isbn().as_deref());
        publisher.into_iter().chain(date).collect()
    }

    /// Sets the imprint: small, at the foot, only what is known. None if nothing is known.
    pub(crate) fn set_imprint(&self, mut column: GalleyColumn) -> Option<GalleyColumn> {
        let groups = list_imprint(self.metadata, self.words, self.isbn().as_deref());
        if groups.is_empty() {
            return None;
        }
        let style = CompositorStyle {
            figures: FigureStyle::Lining,
            // A line without a small letter, "ISBN … (EPUB)", keeps its capitals. So do those
            // beside it.
            acronyms: (!self.metadata.isbns.is_empty()).then_some(Acronyms::Capitals),
            ..CompositorStyle::display(
                self.design().sizes.imprint,
                self.measure,
                LineAlignment::Ragged,
            )
        };
        let leading = self.design().sizes.imprint.scaled(IMPRINT_LEADING, 20);
        let groups: Vec<Vec<(SetParagraph, usize)>> = groups
            .iter()
            .map(|group| self.set_paragraphs(&mut column, group, &style))
            .collect();
        let page = column.grid.lines * 2;
        let foot = column.grid.measure_height(page - 2) + column.grid.first;
        let room = column.grid.measure_height(page) / leading.0.max(1);
        let set = groups.iter().flatten().map(|(set, _)| set.lines.len()).sum::<usize>();
        // A line of white parts the groups.
        let count = set + groups.len() - 1;
        if count > usize::try_from(room.0).unwrap_or(0).max(1) {
            set_overlong(&mut column, groups.into_iter().flatten());
            return Some(column);
        }
        let mut row = GalleyRow { height: page, ..GalleyRow::default() };
        let mut drop = foot - leading * (i32::try_from(count).unwrap_or(1) - 1);
        for group in groups {
            for (set, tag) in group {
                column.galley.tags[tag].spans = set.spans;
                for line in set.lines {
                    let (tag, left) = (Some(tag), Length::ZERO);
                    row.lines.push(PlacedLine { line, tag, left, drop });
                    drop += leading;
                }
            }
            drop += leading;
        }
        column.add_block(row);
        Some(column)
    }

    /// The ISBN of the printed book, or else that of the EPUB, which says so: each form of a
    /// book has a number of its own.
    fn isbn(&self) -> Option<String> {
        let Metadata { isbn_print, isbn_epub, .. } = self.metadata;
        let of_epub = || isbn_epub.as_ref().map(|isbn| format!("{isbn} (EPUB)"));
        isbn_print.clone().or_else(of_epub)
    }
}
