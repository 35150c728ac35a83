//! Inlines as Markdown.

use std::borrow::Cow;

use super::Writer;
use super::escape::{self, Surroundings};
use super::longest_run;
use crate::book::inline::{Inline, Leaf, leaves};

/// A part of a line whose spelling depends on its neighbours.
enum Piece<'a> {
    /// Words, still to be escaped.
    Text {
        /// The words.
        words: &'a str,
        /// They stand in the text of a link.
        linked: bool,
    },
    /// What is written as it is.
    Raw(Cow<'a, str>),
    /// A line end.
    Break,
    /// The beginning or the end of emphasis.
    Delimiter {
        /// Its place in [`Pieces::emphases`].
        emphasis: usize,
        /// It is the beginning.
        opens: bool,
    },
}

/// An emphasis, and how it can be written.
struct Emphasis {
    /// Strong words.
    strong: bool,
    /// It stands in another.
    nested: bool,
    /// Asterisks would not be read as this emphasis.
    needs_tag: bool,
}

impl Emphasis {
    fn spelling(&self, opens: bool) -> &'static str {
        match (self.needs_tag, self.strong, opens) {
            (false, false, _) => "*",
            (false, true, _) => "**",
            (true, false, true) => "<em>",
            (true, false, false) => "</em>",
            (true, true, true) => "<strong>",
            (true, true, false) => "</strong>",
        }
    }
}

/// A line, or several, in pieces.
#[derive(Default)]
struct Pieces<'a> {
    /// They stand in a cell of a table.
    in_cell: bool,
    list: Vec<Piece<'a>>,
    emphases: Vec<Emphasis>,
}

/// What stands around an inline.
#[derive(Clone, Copy, Default)]
struct Within {
    emphasis: bool,
    link: bool,
    holder: Holder,
}

/// What holds a line.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Holder {
    /// A paragraph, which may have several lines.
    #[default]
    Paragraph,
    /// A heading, which is a single line.
    Heading,
    /// A cell of a table: a single line, too, in which a pipe means its end.
    Cell,
}

impl<'a> Writer<'a> {
    /// A paragraph; a line break is a backslash at the line end.
    pub(super) fn paragraph_lines(&mut self, content: &'a [Inline]) -> String {
        let lines = self.lines(content, Within::default()).into_iter();
        let lines = lines.map(escape::guard_line).collect::<Vec<_>>().join("\\\n");
        escape::guard_paragraph(lines)
    }

    /// A heading, which is a single line: a line break is an HTML element.
    pub(super) fn heading_line(&mut self, content: &'a [Inline]) -> String {
        let within = Within { holder: Holder::Heading, ..Within::default() };
        escape::guard_heading(self.lines(content, within).concat())
    }

    /// A cell of a table: a single line, too, in which every pipe is guarded.
    pub(super) fn cell_line(&mut self, content: &'a [Inline]) -> String {
        let within = Within { holder: Holder::Cell, ..Within::default() };
        escape::guard_spaces(self.lines(content, within).concat())
    }

    fn lines(&mut self, content: &'a [Inline], within: Within) -> Vec<String> {
        let mut pieces =
            Pieces { in_cell: within.holder == Holder::Cell, ..Pieces::default() };
        self.collect(content, within, &mut pieces);
        pieces.choose_spellings();
        pieces.lines()
    }

    fn collect(&mut self, list: &'a [Inline], within: Within, pieces: &mut Pieces<'a>) {
        for inline in list {
            match inline {
                Inline::Text(words) => {
                    pieces.list.push(Piece::Text { words, linked: within.link });
                }
                Inline::Emphasis(inner) => self.emphasis(false, inner, within, pieces),
                Inline::Strong(inner) => self.emphasis(true, inner, within, pieces),
                Inline::Foreign { language, content } => {
                    pieces.raw(format!("<span lang=\"{language}\">"));
                    self.collect(content, within, pieces);
                    pieces.raw("</span>");
                }
                Inline::Link { target, content } => {
                    self.link(target, content, within, pieces);
                }
                // Between backticks only a backslash guards a pipe.
                Inline::Code(text) if within.holder == Holder::Cell => {
                    let code = code(text).replace('|', "\\|");
                    pieces.list.push(Piece::Raw(code.into()));
                }
                Inline::Code(text) => pieces.raw(code(text)),
                Inline::LineBreak if within.holder != Holder::Paragraph => {
                    pieces.raw("<br/>");
                }
                Inline::LineBreak => pieces.list.push(Piece::Break),
                Inline::Note(note) => {
                    self.open.push_back(note);
                    pieces.raw(format!("[^{}]", self.called.next(note)));
                }
                Inline::PageMark(label) => pieces.raw(page_mark(label)),
            }
        }
    }

    fn emphasis(
        &mut self,
        strong: bool,
        inner: &'a [Inline],
        within: Within,
        pieces: &mut Pieces<'a>,
    ) {
        let emphasis = pieces.emphases.len();
        let nested = within.emphasis;
        pieces.emphases.push(Emphasis { strong, nested, needs_tag: false });
        pieces.list.push(Piece::Delimiter { emphasis, opens: true });
        self.collect(inner, Within { emphasis: true, ..within }, pieces);
        pieces.list.push(Piece::Delimiter { emphasis, opens: false });
    }

    fn link(
        &mut self,
        target: &'a str,
        content: &'a [Inline],
        within: Within,
        pieces: &mut Pieces<'a>,
    ) {
        if matches!(content, [Inline::Text(text)] if text == target)
            && escape::is_plain_address(target)
        {
            pieces.raw(format!("<{target}>"));
        } else if leaves(content).any(keeps_out_of_brackets) || pieces.end_with_bracket()
        {
            // A note mark is a link of its own, and CommonMark knows no link in a link;
            // directly before one it would be the text of a reference (§6.3). A bracket
            // that no backslash can guard might end the text as a definition's (§4.7).
            pieces.raw(format!("<a href=\"{}\">", escape::attribute(target)));
            self.collect(content, within, pieces);
            pieces.raw("</a>");
        } else {
            pieces.raw("[");
            self.collect(content, Within { link: true, ..within }, pieces);
            pieces.raw(format!("]({})", escape::destination(target)));
        }
    }
}

impl<'a> Pieces<'a> {
    fn raw(&mut self, text: impl Into<Cow<'a, str>>) {
        let text = text.into();
        let guarded = self.in_cell && text.contains('|');
        let text = if guarded { text.replace('|', "&#124;").into() } else { text };
        self.list.push(Piece::Raw(text));
    }

    fn end_with_bracket(&self) -> bool {
        matches!(self.list.last(), Some(Piece::Raw(text)) if text.ends_with(']'))
    }

    /// Decides which emphases asterisks can mark (CommonMark §6.2).
    ///
    /// Stricter than it must be, so that no other run of asterisks is ever involved: the
    /// neighbours are never asterisks themselves, and inside other emphasis a run only
    /// opens or only closes.
    fn choose_spellings(&mut self) {
        for place in 0..self.list.len() {
            let Piece::Delimiter { emphasis, opens } = self.list[place] else { continue };
            let before = place.checked_sub(1).map(|before| self.last_of(before));
            let after = (place + 1 < self.list.len()).then(|| self.first_of(place + 1));
            let (outer, inner) = if opens { (before, after) } else { (after, before) };
            let outer = outer.unwrap_or(Neighbour::Space);
            let inner = inner.unwrap_or(Neighbour::Space);
            let one = &mut self.emphases[emphasis];
            let outer_parts = matches!(outer, Neighbour::Space | Neighbour::Punctuation);
            let flanks = match inner {
                Neighbour::Letter => outer != Neighbour::Delimiter,
                Neighbour::Punctuation | Neighbour::Other => outer_parts,
                Neighbour::Space | Neighbour::Delimiter => false,
            };
            // A run that both opens and closes could close the emphasis around it.
            let is_one_way = outer == Neighbour::Space
                || (outer == Neighbour::Punctuation && inner == Neighbour::Letter);
            one.needs_tag |= !flanks || (one.nested && !is_one_way);
        }
    }

    fn first_of(&self, place: usize) -> Neighbour {
        match &self.list[place] {
            Piece::Text { words, .. } => neighbour(words.chars().next()),
            Piece::Raw(text) => neighbour(text.chars().next()),
            Piece::Break => Neighbour::Punctuation,
            Piece::Delimiter { .. } => Neighbour::Delimiter,
        }
    }

    fn last_of(&self, place: usize) -> Neighbour {
        match &self.list[place] {
            Piece::Text { words, .. } => neighbour(words.chars().next_back()),
            Piece::Raw(text) => neighbour(text.chars().next_back()),
            Piece::Break => Neighbour::Space,
            Piece::Delimiter { .. } => Neighbour::Delimiter,
        }
    }

    /// The lines, escaped but for what only matters at their beginning and end.
    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut line = String::new();
        for (place, piece) in self.list.iter().enumerate() {
            match piece {
                Piece::Text { words, linked } => {
                    let before = place.checked_sub(1).map(|before| &self.list[before]);
                    let around = Surroundings {
                        linked: *linked,
                        bracket_before: matches!(
                            before,
                            Some(Piece::Raw(text)) if text.ends_with(']')
                        ),
                        link_after: matches!(
                            self.list.get(place + 1),
                            Some(Piece::Raw(text)) if text == "["
                        ),
                    };
                    escape::push_escaped(words, around, self.in_cell, &mut line);
                }
                Piece::Raw(text) => line.push_str(text),
                Piece::Break => lines.push(std::mem::take(&mut line)),
                Piece::Delimiter { emphasis, opens } => {
                    line.push_str(self.emphases[*emphasis].spelling(*opens));
                }
            }
        }
        lines.push(line);
        lines
    }
}

/// A character beside a delimiter, as CommonMark §6.2 sorts them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Neighbour {
    /// White space, or the end of the line.
    Space,
    /// Certainly punctuation.
    Punctuation,
    /// Certainly neither white space nor punctuation.
    Letter,
    /// Neither white space nor, for certain, anything else.
    Other,
    /// Another delimiter.
    Delimiter,
}

fn neighbour(c: Option<char>) -> Neighbour {
    const MARKS: &str = "«»‹›“”„‘’‚¿¡—–…·†‡§¶";
    // Circled letters are alphabetic, and symbols all the same.
    let may_be_symbol = |c| matches!(c, '\u{2100}'..='\u{2bff}' | '\u{1f000}'..);
    match c {
        Some(c) if c.is_ascii_punctuation() || MARKS.contains(c) => {
            Neighbour::Punctuation
        }
        Some(c) if c.is_alphanumeric() && !may_be_symbol(c) => Neighbour::Letter,
        Some(c) if !c.is_whitespace() => Neighbour::Other,
        Some(_) | None => Neighbour::Space,
    }
}

/// Whether something cannot stand between the brackets of a link.
fn keeps_out_of_brackets(leaf: Leaf<'_>) -> bool {
    match leaf {
        Leaf::Note(_) => true,
        Leaf::Code(words) | Leaf::PageMark(words) => words.contains(']'),
        Leaf::Text(_) | Leaf::LineBreak => false,
    }
}

/// A code span (CommonMark §6.1): more backticks around it than in it, and spaces inside
/// where they would be taken for padding or for more backticks.
fn code(text: &str) -> String {
    let fence = "`".repeat(longest_run(text, '`') + 1);
    let padded = text.starts_with('`')
        || text.ends_with('`')
        || (text.starts_with(' ')
            && text.ends_with(' ')
            && !text.trim_matches(' ').is_empty());
    let padding = if padded { " " } else { "" };
    format!("{fence}{padding}{text}{padding}{fence}")
}

/// An image and the words that stand for it.
pub(super) fn image(words: &str, address: &str) -> String {
    let mut line = String::new();
    let around = Surroundings { linked: true, bracket_before: false, link_after: false };
    escape::push_escaped(words, around, false, &mut line);
    format!("![{line}]({})", escape::destination(address))
}

fn page_mark(label: &str) -> String {
    let id: String = label
        .chars()
        .map(
            |c| if c.is_alphanumeric() || matches!(c, '-' | '.' | '_') { c } else { '-' },
        )
        .collect();
    let label = escape::attribute(label);
    format!(r#"<span id="page-{id}" role="doc-pagebreak" aria-label="{label}"></span>"#)
}
