//! Lines of text in normal form.

use super::{
    is_dropped, normalise_blocks, normalise_figure_parts, strip_control_characters,
};
use crate::book::figure::Figure;
use crate::book::inline::{IndexMark, IndexSee, Inline, PhraseKind};
use crate::book::matter::address::is_in_book;
use crate::book::matter::contents::write_plain_text;

/// Brings a line into normal form, up to its line breaks.
pub(super) fn normalise_inlines(content: Vec<Inline>) -> Vec<Inline> {
    let mut content =
        ForwardPass { after_space: true, line_empty: true }.list(content, false);
    BackwardPass { line_end: true, end: true }.list(&mut content);
    hoist_breaks(content)
}

/// The first pass over a paragraph: single spaces, no empty inlines, adjacent inlines
/// joined.
struct ForwardPass {
    /// A space here would be the second one, or the first of its line.
    after_space: bool,
    /// The current line is empty so far.
    line_empty: bool,
}

impl ForwardPass {
    fn list(&mut self, list: Vec<Inline>, in_link: bool) -> Vec<Inline> {
        let mut normal = Vec::with_capacity(list.len());
        for inline in list {
            self.inline(inline, in_link, &mut normal);
        }
        normal
    }

    fn inline(&mut self, inline: Inline, in_link: bool, normal: &mut Vec<Inline>) {
        let one = match inline {
            Inline::Text(text) => Inline::Text(self.text(&text)),
            Inline::Emphasis(inner) => Inline::Emphasis(self.list(inner, in_link)),
            Inline::Strong(inner) => Inline::Strong(self.list(inner, in_link)),
            Inline::Variant { variant, content } => {
                Inline::Variant { variant, content: self.list(content, in_link) }
            }
            Inline::Foreign { language, content } => {
                Inline::Foreign { language, content: self.list(content, in_link) }
            }
            Inline::Phrase { kind: PhraseKind::Added, .. } => return,
            Inline::Phrase { kind, content } => {
                let content = self.list(content, in_link);
                Inline::Phrase { kind: normalise_phrase(kind), content }
            }
            Inline::Anchor(name) => {
                let name = normalise_name(&name);
                if name.is_empty() {
                    return;
                }
                Inline::Anchor(name)
            }
            Inline::IndexMark(mark) => match normalise_index_mark(*mark) {
                Some(mark) => Inline::IndexMark(Box::new(mark)),
                None => return,
            },
            Inline::Link { target, content }
            | Inline::CrossReference { target, content } => {
                let target = strip_control_characters(&target);
                let content = self.list(content, true);
                if in_link || target.is_empty() {
                    for inner in content {
                        join_inline(normal, inner);
                    }
                    return;
                }
                if is_in_book(target.trim()) {
                    // Without words of its own, it is a word of the edition.
                    if content.is_empty() {
                        (self.after_space, self.line_empty) = (false, false);
                    }
                    Inline::CrossReference { target: target.trim().to_owned(), content }
                } else {
                    Inline::Link { target, content }
                }
            }
            Inline::Code(text) => Inline::Code(strip_control_characters(&text)),
            Inline::Formula(mut formula) => {
                formula.tex = normalise_tex(&formula.tex);
                if formula.tex.len() > LONGEST_TEX {
                    Inline::Code(formula.tex)
                } else {
                    Inline::Formula(formula)
                }
            }
            Inline::Picture(figure) => match normalise_picture(*figure) {
                Ok(figure) => Inline::Picture(Box::new(figure)),
                Err(Some(words)) => Inline::Text(self.text(&words)),
                Err(None) => return,
            },
            Inline::PageMark(label) => {
                Inline::PageMark(strip_control_characters(&label).trim().to_owned())
            }
            Inline::Note(mut note) => {
                note.blocks = normalise_blocks(std::mem::take(&mut note.blocks));
                Inline::Note(note)
            }
            Inline::LineBreak => {
                if !self.line_empty {
                    normal.push(Inline::LineBreak);
                    (self.after_space, self.line_empty) = (true, true);
                }
                return;
            }
        };
        if is_empty(&one) {
            return;
        }
        let is_object = matches!(
            one,
            Inline::Code(_) | Inline::Formula(_) | Inline::Picture(_) | Inline::Note(_)
        );
        if is_object || one.is_place() {
            (self.after_space, self.line_empty) = (false, false);
        }
        join_inline(normal, one);
    }

    fn text(&mut self, text: &str) -> String {
        // Most characters need one comparison only.
        let is_plain = |c: char| c.is_ascii_graphic();
        let is_space = |c: char| c == ' ' || c.is_control();
        let mut normal = String::with_capacity(text.len());
        let mut rest = text;
        loop {
            let word = rest.find(|c| !is_plain(c) && (is_space(c) || is_dropped(c)));
            let (word, after) = rest.split_at(word.unwrap_or(rest.len()));
            if !word.is_empty() {
                normal.push_str(word);
                (self.after_space, self.line_empty) = (false, false);
            }
            let mut after = after.chars();
            let Some(c) = after.next() else { return normal };
            rest = after.as_str();
            if !is_dropped(c) && !std::mem::replace(&mut self.after_space, true) {
                normal.push(' ');
            }
        }
    }
}

/// A picture in a line in normal form; without an address, its words. Its title has no marks.
fn normalise_picture(figure: Figure) -> Result<Figure, Option<String>> {
    let mut figure = normalise_figure_parts(figure);
    let title = write_plain_text(&figure.caption);
    let title = normalise_words(&title).map(|title| title.trim().to_owned());
    figure.caption = title.map(Inline::Text).into_iter().collect();
    if !figure.picture.is_empty() {
        return Ok(figure);
    }
    Err(figure.alternative.words().map(str::to_owned))
}

/// The longest formula, in bytes: with its signs a reader of Markdown finds its end.
const LONGEST_TEX: usize = 4000;

/// The TeX of a formula on one line, without what would end it before its end.
fn normalise_tex(tex: &str) -> String {
    let tex = strip_control_characters(&tex.replace(['\n', '\t'], " "));
    tex.split_whitespace().collect::<Vec<_>>().join(" ").replace("`$", "` $")
}

/// Appends an inline, merging it with the last one if both are of one kind.
fn join_inline(list: &mut Vec<Inline>, inline: Inline) {
    match (list.last_mut(), inline) {
        (Some(Inline::Text(before)), Inline::Text(text))
        | (Some(Inline::Code(before)), Inline::Code(text)) => before.push_str(&text),
        (Some(Inline::Emphasis(before)), Inline::Emphasis(inner))
        | (Some(Inline::Strong(before)), Inline::Strong(inner)) => {
            for one in inner {
                join_inline(before, one);
            }
        }
        (
            Some(Inline::Variant { variant, content }),
            Inline::Variant { variant: other, content: inner },
        ) if *variant == other => {
            for one in inner {
                join_inline(content, one);
            }
        }
        (
            Some(Inline::Foreign { language, content }),
            Inline::Foreign { language: other, content: inner },
        ) if *language == other => {
            for one in inner {
                join_inline(content, one);
            }
        }
        (_, inline) => list.push(inline),
    }
}

fn is_empty(inline: &Inline) -> bool {
    match inline {
        Inline::Text(text) | Inline::Code(text) | Inline::PageMark(text) => {
            text.is_empty()
        }
        Inline::Formula(formula) => formula.tex.is_empty(),
        Inline::Note(note) => note.blocks.is_empty(),
        Inline::LineBreak
        | Inline::Picture(_)
        | Inline::CrossReference { .. }
        | Inline::Anchor(_)
        | Inline::IndexMark(_) => false,
        holder => holder.content().is_some_and(<[Inline]>::is_empty),
    }
}

/// The second pass, from the end: no spaces before a line end, no line break at the end.
struct BackwardPass {
    /// Nothing follows on this line.
    line_end: bool,
    /// Nothing follows at all.
    end: bool,
}

impl BackwardPass {
    fn list(&mut self, list: &mut Vec<Inline>) {
        let mut kept = Vec::with_capacity(list.len());
        while let Some(mut inline) = list.pop() {
            if self.keeps(&mut inline) {
                kept.push(inline);
            }
        }
        kept.reverse();
        *list = kept;
    }

    /// Whether anything is left of an inline.
    fn keeps(&mut self, inline: &mut Inline) -> bool {
        match inline {
            Inline::Text(text) => {
                if self.line_end {
                    text.truncate(text.trim_end_matches(' ').len());
                }
                if text.is_empty() {
                    return false;
                }
                (self.line_end, self.end) = (false, false);
                true
            }
            Inline::LineBreak => {
                self.line_end = true;
                !self.end
            }
            Inline::CrossReference { content, .. } if content.is_empty() => {
                (self.line_end, self.end) = (false, false);
                true
            }
            inline => {
                if let Some(inner) = inline.content_mut() {
                    self.list(inner);
                    !inner.is_empty()
                } else {
                    (self.line_end, self.end) = (false, false);
                    true
                }
            }
        }
    }
}

/// Moves line breaks from the edges of inlines out of them.
fn hoist_breaks(list: Vec<Inline>) -> Vec<Inline> {
    let mut outer = Vec::with_capacity(list.len());
    for mut inline in list {
        let Some(content) = inline.content_mut().map(std::mem::take) else {
            outer.push(inline);
            continue;
        };
        let may_be_empty = matches!(inline, Inline::CrossReference { .. });
        let mut content = hoist_breaks(content);
        let ends = content.pop_if(|last| matches!(last, Inline::LineBreak));
        if matches!(content.first(), Some(Inline::LineBreak)) {
            outer.push(content.remove(0));
        }
        if may_be_empty || !content.is_empty() {
            outer.push(inline.with_content(content));
        }
        outer.extend(ends);
    }
    outer
}

/// What words are, in normal form.
fn normalise_phrase(kind: PhraseKind) -> PhraseKind {
    match kind {
        PhraseKind::Styled(style) => PhraseKind::Styled(normalise_style(&style)),
        PhraseKind::Abbreviation { expansion } => PhraseKind::Abbreviation {
            expansion: expansion.as_deref().and_then(normalise_words),
        },
        kind => kind,
    }
}

/// The classes that say what blocks or words are, and cannot name a style of one's own.
const RESERVED_STYLES: [&str; 26] = [
    "verse",
    "poem",
    "epigraph",
    "speech",
    "direction",
    "dateline",
    "salutation",
    "signature",
    "source-note",
    "table",
    "figure",
    "smallcaps",
    "small-caps",
    "smcp",
    "sc",
    "underline",
    "underlined",
    "ul",
    "mark",
    "kbd",
    "margin-note",
    "marginnote",
    "aside",
    "column-margin",
    "index",
    "abbr",
];

/// The name of a style: a CSS class of letters, figures, hyphens and underscores. One
/// without a name, or with that of something else, begins with `style-`.
pub(super) fn normalise_style(name: &str) -> String {
    let name: String = name
        .trim()
        .chars()
        .map(|c| if c.is_alphanumeric() || c == '_' { c } else { '-' })
        .collect();
    let is_reserved = RESERVED_STYLES.contains(&name.to_lowercase().as_str());
    if name.is_empty() || is_reserved { format!("style-{name}") } else { name }
}

/// The name of an anchor: without white space, as HTML has it (HTML §3.2.6).
fn normalise_name(name: &str) -> String {
    let kept = |c: &char| !c.is_whitespace() && !c.is_control() && !is_dropped(*c);
    name.chars().filter(kept).collect()
}

/// Words on one line, with single spaces; none if nothing is left.
fn normalise_words(words: &str) -> Option<String> {
    let words = strip_control_characters(words);
    let words: Vec<&str> = words.split(' ').filter(|word| !word.is_empty()).collect();
    let words = words.join(" ");
    (!words.trim().is_empty()).then_some(words)
}

/// An entry of the index in normal form; none without words.
fn normalise_index_mark(mark: IndexMark) -> Option<IndexMark> {
    let path = mark.path.into_iter().filter_map(|mut heading| {
        heading.words = normalise_words(&heading.words)?;
        heading.sort = heading.sort.as_deref().and_then(normalise_words);
        heading.sort = heading.sort.filter(|sort| *sort != heading.words);
        Some(heading)
    });
    let path: Vec<_> = path.collect();
    let see = mark.see.and_then(|see| match see {
        IndexSee::See(other) => normalise_words(&other).map(IndexSee::See),
        IndexSee::SeeAlso(other) => normalise_words(&other).map(IndexSee::SeeAlso),
    });
    (!path.is_empty()).then_some(IndexMark { path, see })
}
