//! Writes inlines as Markdown.

use std::borrow::Cow;
use std::fmt::Write;

use super::MarkdownWriter;
use super::escape::{self, HeadingWords, Surroundings};
use super::longest_run;
use crate::book::figure::{Alternative, Figure};
use crate::book::formula::Formula;
use crate::book::inline::{FontVariant, Inline, InlineLeaf, PhraseKind, leaves};
use crate::book::markdown::formula_marks::{format_formula_element, is_whole_formula};
use crate::book::markdown::index_entry::format_index_entry;
use crate::book::matter::contents::write_plain_text;

/// A piece of a line whose spelling depends on its neighbours.
enum LinePiece<'a> {
    /// Text, not escaped yet.
    Text {
        /// The text.
        words: &'a str,
        /// It is inside the text of a link.
        linked: bool,
    },
    /// Finished Markdown.
    Raw(Cow<'a, str>),
    /// A line end.
    Break,
    /// The beginning or the end of emphasis.
    Delimiter {
        /// Its index in [`LinePieces::emphases`].
        emphasis: usize,
        /// Whether it is the beginning.
        opens: bool,
    },
}

/// An emphasis, and how it can be written.
struct EmphasisMark {
    /// Strong emphasis.
    strong: bool,
    /// It is inside another emphasis.
    nested: bool,
    /// Asterisks would not be read as this emphasis, so it needs an HTML tag.
    needs_tag: bool,
}

impl EmphasisMark {
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

/// The pieces of a line, or of several.
#[derive(Default)]
struct LinePieces<'a> {
    /// They are inside a table cell.
    in_cell: bool,
    list: Vec<LinePiece<'a>>,
    emphases: Vec<EmphasisMark>,
}

/// The context of an inline.
#[derive(Clone, Copy, Default)]
struct WritingContext {
    emphasis: bool,
    link: bool,
    holder: LineHolder,
}

/// The block that a line belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum LineHolder {
    /// A paragraph, which may have several lines.
    #[default]
    Paragraph,
    /// A heading, which is a single line.
    Heading,
    /// A table cell: a single line, too, in which a pipe ends the cell.
    Cell,
}

impl<'a> MarkdownWriter<'a> {
    /// Writes a paragraph; a line break is a backslash at the line end.
    pub(super) fn write_paragraph(&mut self, content: &'a [Inline]) -> String {
        let lines = self.write_lines(content, WritingContext::default()).into_iter();
        let lines = lines.map(escape::guard_line).collect::<Vec<_>>().join("\\\n");
        escape::guard_paragraph(lines)
    }

    /// Writes a heading, which is a single line: a line break is an HTML element.
    pub(super) fn write_heading(&mut self, content: &'a [Inline]) -> String {
        let within =
            WritingContext { holder: LineHolder::Heading, ..WritingContext::default() };
        escape::guard_heading(self.write_lines(content, within).concat())
    }

    /// Writes a table cell: a single line, too, in which every pipe is escaped.
    pub(super) fn write_cell(&mut self, content: &'a [Inline]) -> String {
        let within =
            WritingContext { holder: LineHolder::Cell, ..WritingContext::default() };
        escape::guard_spaces(self.write_lines(content, within).concat())
    }

    fn write_lines(
        &mut self,
        content: &'a [Inline],
        within: WritingContext,
    ) -> Vec<String> {
        let mut pieces = LinePieces {
            in_cell: within.holder == LineHolder::Cell,
            ..LinePieces::default()
        };
        self.collect_pieces(content, within, &mut pieces);
        pieces.choose_spellings();
        pieces.to_lines(&self.headings)
    }

    fn collect_pieces(
        &mut self,
        list: &'a [Inline],
        within: WritingContext,
        pieces: &mut LinePieces<'a>,
    ) {
        for (place, inline) in list.iter().enumerate() {
            match inline {
                Inline::Text(words) => {
                    pieces.list.push(LinePiece::Text { words, linked: within.link });
                }
                Inline::Emphasis(inner) => {
                    self.collect_emphasis(false, inner, within, pieces);
                }
                Inline::Strong(inner) => {
                    self.collect_emphasis(true, inner, within, pieces);
                }
                Inline::Variant { variant, content } => {
                    let (opens, closes) = variant_tags(*variant);
                    pieces.push_raw(opens);
                    self.collect_pieces(content, within, pieces);
                    pieces.push_raw(closes);
                }
                Inline::Foreign { language, content } => {
                    pieces.push_raw(format!("<span lang=\"{language}\">"));
                    self.collect_pieces(content, within, pieces);
                    pieces.push_raw("</span>");
                }
                Inline::Phrase { kind, content } => {
                    let (opens, closes) = phrase_tags(kind);
                    pieces.push_raw(opens);
                    self.collect_pieces(content, within, pieces);
                    pieces.push_raw(closes);
                }
                Inline::Link { target, content }
                | Inline::CrossReference { target, content } => {
                    self.collect_link(target, content, within, pieces);
                }
                Inline::Anchor(name) => {
                    let name = escape::escape_attribute(name);
                    pieces.push_raw(format!("<a id=\"{name}\"></a>"));
                }
                Inline::IndexMark(mark) => {
                    let entry = escape::escape_attribute(&format_index_entry(mark));
                    let tag =
                        format!("<span class=\"index\" data-entry=\"{entry}\"></span>");
                    pieces.push_raw(tag);
                }
                // Between backticks only a backslash escapes a pipe.
                Inline::Code(text) if within.holder == LineHolder::Cell => {
                    let code = format_code(text).replace('|', "\\|");
                    pieces.list.push(LinePiece::Raw(code.into()));
                }
                Inline::Code(text) => pieces.push_raw(format_code(text)),
                Inline::Formula(formula) => {
                    let next = list.get(place + 1);
                    let figure_follows = matches!(next, Some(Inline::Text(text))
                        if text.starts_with(|c: char| c.is_ascii_digit()));
                    // Between dollar signs nothing escapes a pipe.
                    let is_parted =
                        within.holder == LineHolder::Cell && formula.tex.contains('|');
                    pieces.push_raw(format_formula(formula, figure_follows || is_parted));
                }
                Inline::Picture(figure) => pieces.push_raw(format_picture(figure)),
                Inline::LineBreak if within.holder != LineHolder::Paragraph => {
                    pieces.push_raw("<br/>");
                }
                Inline::LineBreak => pieces.list.push(LinePiece::Break),
                Inline::Note(note) => {
                    self.open.push_back(note);
                    pieces.push_raw(format!("[^{}]", self.called.next(note)));
                }
                Inline::PageMark(label) => pieces.push_raw(format_page_mark(label)),
            }
        }
    }

    fn collect_emphasis(
        &mut self,
        strong: bool,
        inner: &'a [Inline],
        within: WritingContext,
        pieces: &mut LinePieces<'a>,
    ) {
        let emphasis = pieces.emphases.len();
        let nested = within.emphasis;
        pieces.emphases.push(EmphasisMark { strong, nested, needs_tag: false });
        pieces.list.push(LinePiece::Delimiter { emphasis, opens: true });
        self.collect_pieces(inner, WritingContext { emphasis: true, ..within }, pieces);
        pieces.list.push(LinePiece::Delimiter { emphasis, opens: false });
    }

    fn collect_link(
        &mut self,
        target: &'a str,
        content: &'a [Inline],
        within: WritingContext,
        pieces: &mut LinePieces<'a>,
    ) {
        if matches!(content, [Inline::Text(text)] if text == target)
            && escape::is_plain_address(target)
        {
            pieces.push_raw(format!("<{target}>"));
        } else if leaves(content).any(is_forbidden_in_brackets)
            || pieces.end_with_bracket()
        {
            // A note mark is a link, and CommonMark allows no link inside a link; directly
            // before a link it would be the text of a reference (§6.3). A bracket that no
            // backslash can escape might end the text like that of a definition (§4.7).
            pieces.push_raw(format!("<a href=\"{}\">", escape::escape_attribute(target)));
            self.collect_pieces(content, within, pieces);
            pieces.push_raw("</a>");
        } else {
            pieces.push_raw("[");
            self.collect_pieces(content, WritingContext { link: true, ..within }, pieces);
            pieces.push_raw(format!("]({})", escape::format_destination(target)));
        }
    }
}

/// The tags around letters of another form; pandoc reads them, too.
fn variant_tags(variant: FontVariant) -> (&'static str, &'static str) {
    match variant {
        FontVariant::SmallCaps => ("<span class=\"smallcaps\">", "</span>"),
        FontVariant::Superscript => ("<sup>", "</sup>"),
        FontVariant::Subscript => ("<sub>", "</sub>"),
    }
}

/// The tags around words with a meaning or a style of their own.
fn phrase_tags(kind: &PhraseKind) -> (String, &'static str) {
    match kind {
        // No document has them.
        PhraseKind::Added => (String::new(), ""),
        PhraseKind::Deleted => ("<del>".to_owned(), "</del>"),
        PhraseKind::Underlined => ("<u>".to_owned(), "</u>"),
        PhraseKind::Marked => ("<mark>".to_owned(), "</mark>"),
        PhraseKind::Keyboard => ("<kbd>".to_owned(), "</kbd>"),
        PhraseKind::Marginal => ("<span class=\"margin-note\">".to_owned(), "</span>"),
        PhraseKind::Abbreviation { expansion: None } => ("<abbr>".to_owned(), "</abbr>"),
        PhraseKind::Abbreviation { expansion: Some(words) } => {
            (format!("<abbr title=\"{}\">", escape::escape_attribute(words)), "</abbr>")
        }
        PhraseKind::Styled(style) => {
            (format!("<span class=\"{}\">", escape::escape_attribute(style)), "</span>")
        }
    }
}

impl<'a> LinePieces<'a> {
    fn push_raw(&mut self, text: impl Into<Cow<'a, str>>) {
        let text = text.into();
        let guarded = self.in_cell && text.contains('|');
        let text = if guarded { text.replace('|', "&#124;").into() } else { text };
        self.list.push(LinePiece::Raw(text));
    }

    fn end_with_bracket(&self) -> bool {
        matches!(self.list.last(), Some(LinePiece::Raw(text)) if text.ends_with(']'))
    }

    /// Decides which emphases can be written with asterisks (CommonMark §6.2).
    ///
    /// This is stricter than necessary, so that no other run of asterisks is ever involved:
    /// neighbours are never asterisks themselves, and inside other emphasis a run only
    /// opens or only closes.
    fn choose_spellings(&mut self) {
        for place in 0..self.list.len() {
            let LinePiece::Delimiter { emphasis, opens } = self.list[place] else {
                continue;
            };
            let before = place.checked_sub(1).map(|before| self.last_of(before));
            let after = (place + 1 < self.list.len()).then(|| self.first_of(place + 1));
            let (outer, inner) = if opens { (before, after) } else { (after, before) };
            let outer = outer.unwrap_or(AdjacentCharacter::Space);
            let inner = inner.unwrap_or(AdjacentCharacter::Space);
            let one = &mut self.emphases[emphasis];
            let outer_parts = matches!(
                outer,
                AdjacentCharacter::Space | AdjacentCharacter::Punctuation
            );
            let flanks = match inner {
                AdjacentCharacter::Letter => outer != AdjacentCharacter::Delimiter,
                AdjacentCharacter::Punctuation | AdjacentCharacter::Other => outer_parts,
                AdjacentCharacter::Space | AdjacentCharacter::Delimiter => false,
            };
            // A run that both opens and closes could close the emphasis around it.
            let is_one_way = outer == AdjacentCharacter::Space
                || (outer == AdjacentCharacter::Punctuation
                    && inner == AdjacentCharacter::Letter);
            one.needs_tag |= !flanks || (one.nested && !is_one_way);
        }
    }

    fn first_of(&self, place: usize) -> AdjacentCharacter {
        match &self.list[place] {
            LinePiece::Text { words, .. } => classify_character(words.chars().next()),
            LinePiece::Raw(text) => classify_character(text.chars().next()),
            LinePiece::Break => AdjacentCharacter::Punctuation,
            LinePiece::Delimiter { .. } => AdjacentCharacter::Delimiter,
        }
    }

    fn last_of(&self, place: usize) -> AdjacentCharacter {
        match &self.list[place] {
            LinePiece::Text { words, .. } => {
                classify_character(words.chars().next_back())
            }
            LinePiece::Raw(text) => classify_character(text.chars().next_back()),
            LinePiece::Break => AdjacentCharacter::Space,
            LinePiece::Delimiter { .. } => AdjacentCharacter::Delimiter,
        }
    }

    /// The lines, escaped except at their beginning and end.
    fn to_lines(&self, headings: &HeadingWords) -> Vec<String> {
        let mut lines = Vec::new();
        let mut line = String::new();
        for (place, piece) in self.list.iter().enumerate() {
            match piece {
                LinePiece::Text { words, linked } => {
                    let before = place.checked_sub(1).map(|before| &self.list[before]);
                    let around = Surroundings {
                        headings,
                        linked: *linked,
                        bracket_before: matches!(
                            before,
                            Some(LinePiece::Raw(text)) if text.ends_with(']')
                        ),
                        link_after: matches!(
                            self.list.get(place + 1),
                            Some(LinePiece::Raw(text)) if text == "["
                        ),
                    };
                    escape::push_escaped(words, around, self.in_cell, &mut line);
                }
                LinePiece::Raw(text) => line.push_str(text),
                LinePiece::Break => lines.push(std::mem::take(&mut line)),
                LinePiece::Delimiter { emphasis, opens } => {
                    line.push_str(self.emphases[*emphasis].spelling(*opens));
                }
            }
        }
        lines.push(line);
        lines
    }
}

/// The class of a character next to a delimiter (CommonMark §6.2).
#[derive(Clone, Copy, PartialEq, Eq)]
enum AdjacentCharacter {
    /// White space, or the end of the line.
    Space,
    /// Certainly punctuation.
    Punctuation,
    /// Certainly neither white space nor punctuation.
    Letter,
    /// Not white space, and possibly punctuation.
    Other,
    /// Another delimiter.
    Delimiter,
}

fn classify_character(c: Option<char>) -> AdjacentCharacter {
    const MARKS: &str = "«»‹›“”„‘’‚¿¡—–…·†‡§¶";
    // Circled letters are alphabetic, but they are also symbols.
    let may_be_symbol = |c| matches!(c, '\u{2100}'..='\u{2bff}' | '\u{1f000}'..);
    match c {
        Some(c) if c.is_ascii_punctuation() || MARKS.contains(c) => {
            AdjacentCharacter::Punctuation
        }
        Some(c) if c.is_alphanumeric() && !may_be_symbol(c) => AdjacentCharacter::Letter,
        Some(c) if !c.is_whitespace() => AdjacentCharacter::Other,
        Some(_) | None => AdjacentCharacter::Space,
    }
}

/// Whether an inline must not be between the brackets of a link.
fn is_forbidden_in_brackets(leaf: InlineLeaf<'_>) -> bool {
    match leaf {
        // The words of an entry may have any sign.
        InlineLeaf::Note(_) | InlineLeaf::IndexMark(_) => true,
        InlineLeaf::Code(words) | InlineLeaf::PageMark(words) => words.contains(']'),
        InlineLeaf::Formula(formula) => formula.tex.contains(']'),
        InlineLeaf::Anchor(name) => name.contains([']', '[']),
        InlineLeaf::Text(_) | InlineLeaf::Picture(_) | InlineLeaf::LineBreak => false,
    }
}

/// Formats a code span (CommonMark §6.1): with more backticks around it than in it, and
/// with spaces inside if they would be taken for padding or for more backticks.
fn format_code(text: &str) -> String {
    let fence = "`".repeat(longest_run(text, '`') + 1);
    let padded = text.starts_with('`')
        || text.ends_with('`')
        || (text.starts_with(' ')
            && text.ends_with(' ')
            && !text.trim_matches(' ').is_empty());
    let padding = if padded { " " } else { "" };
    format!("{fence}{padding}{text}{padding}{fence}")
}

/// Formats a formula between dollar signs, or as an element where these would be read
/// otherwise.
fn format_formula(formula: &Formula, needs_element: bool) -> String {
    let Formula { tex, is_display } = formula;
    let sign = if *is_display { "$$" } else { "$" };
    let written = format!("{sign}{tex}{sign}");
    if is_whole_formula(&written) && !needs_element {
        return written;
    }
    format_formula_element(tex, *is_display)
}

/// Formats a picture in a line of text: as HTML if it has a title or a width, or is an
/// ornament.
fn format_picture(figure: &Figure) -> String {
    let Figure { picture, alternative, caption, width, .. } = figure;
    let title = write_plain_text(caption);
    let words = match alternative {
        Alternative::Words(words) => Some(words.as_str()),
        Alternative::Missing => Some(""),
        Alternative::Decorative => None,
    };
    if let (Some(words), None, "") = (words, width, title.as_str()) {
        return format_image(words, picture);
    }
    let mut tag = format!("<img src=\"{}\"", escape::escape_attribute(picture));
    let mut push = |name: &str, value: &str| {
        let _ = write!(tag, " {name}=\"{}\"", escape::escape_attribute(value));
    };
    if *alternative != Alternative::Missing {
        push("alt", words.unwrap_or_default());
    }
    if !title.is_empty() {
        push("title", &title);
    }
    if let Some(width) = width {
        push("width", &width.to_string());
    }
    // A bracket might end the text of a link around it.
    tag.replace('[', "&#91;").replace(']', "&#93;") + "/>"
}

/// Formats an image with its description.
pub(super) fn format_image(words: &str, address: &str) -> String {
    let mut line = String::new();
    let around = Surroundings {
        headings: &HeadingWords::default(),
        linked: true,
        bracket_before: false,
        link_after: false,
    };
    escape::push_escaped(words, around, false, &mut line);
    format!("![{line}]({})", escape::format_destination(address))
}

fn format_page_mark(label: &str) -> String {
    let id: String = label
        .chars()
        .map(
            |c| if c.is_alphanumeric() || matches!(c, '-' | '.' | '_') { c } else { '-' },
        )
        .collect();
    let label = escape::escape_attribute(label);
    format!(r#"<span id="page-{id}" role="doc-pagebreak" aria-label="{label}"></span>"#)
}
