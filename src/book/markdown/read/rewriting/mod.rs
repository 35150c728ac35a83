//! Rewrites what the parser does not know as what it knows, before it reads the text: first
//! whole blocks, such as tables that are drawn with lines, then what stands in lines.

mod blocks;
mod dashed_tables;
mod drawn_table;
mod example_lists;
mod grid_tables;
mod item_marks;
mod labelled_lists;
mod lines;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag};

use super::PARSER_OPTIONS;
use super::abbreviations::Abbreviations;
use crate::book::block::ListNumbering;
use lines::skip_item_marks;

/// A text that was rewritten, and where each of its bytes was before.
#[derive(Debug)]
pub(super) struct RewrittenText<'a> {
    /// The text.
    pub(super) text: Cow<'a, str>,
    /// Its pieces, in order; none if nothing was rewritten.
    pieces: Vec<Piece>,
    /// How the items are numbered whose labels were rewritten, by where they were before.
    numberings: BTreeMap<usize, ListNumbering>,
}

/// A piece of a rewritten text.
#[derive(Debug, Clone, Copy)]
struct Piece {
    /// Its first byte in the rewritten text.
    start: usize,
    /// The byte of the text before it was rewritten that this one was, or stands for.
    origin: usize,
    /// Its bytes were copied one by one; else all of them stand for that byte.
    is_copy: bool,
}

impl<'a> RewrittenText<'a> {
    /// A text that stays as it is.
    fn new_unchanged(text: &'a str) -> Self {
        Self {
            text: Cow::Borrowed(text),
            pieces: Vec::new(),
            numberings: BTreeMap::new(),
        }
    }

    /// Where a byte was before the text was rewritten.
    pub(super) fn origin_of(&self, byte: usize) -> usize {
        let next = self.pieces.partition_point(|piece| piece.start <= byte);
        match next.checked_sub(1).map(|last| self.pieces[last]) {
            None => byte,
            Some(Piece { origin, is_copy: false, .. }) => origin,
            Some(Piece { start, origin, .. }) => origin + (byte - start),
        }
    }

    /// How the item is numbered whose label, at a byte, was rewritten.
    pub(super) fn numbering_at(&self, byte: usize) -> Option<ListNumbering> {
        self.numberings.get(&self.origin_of(byte)).copied()
    }

    /// The pieces of a text that was rewritten from this one, as pieces of what this one was
    /// rewritten from.
    fn trace_pieces(&self, later: &[Piece], end: usize) -> Vec<Piece> {
        let mut traced = Vec::with_capacity(later.len());
        for (at, &piece) in later.iter().enumerate() {
            let origin = self.origin_of(piece.origin);
            let is_copy = piece.is_copy && self.is_copy_at(piece.origin);
            traced.push(Piece { origin, is_copy, ..piece });
            if !piece.is_copy {
                continue;
            }
            let length = later.get(at + 1).map_or(end, |next| next.start) - piece.start;
            let first = self.pieces.partition_point(|one| one.start <= piece.origin);
            let inside = self.pieces[first..].iter();
            let inside =
                inside.take_while(|one| one.start < piece.origin.saturating_add(length));
            traced.extend(inside.map(|one| Piece {
                start: piece.start + (one.start - piece.origin),
                ..*one
            }));
        }
        traced
    }

    /// Whether a byte was copied: it was typed.
    pub(super) fn is_copy_at(&self, byte: usize) -> bool {
        let next = self.pieces.partition_point(|piece| piece.start <= byte);
        next.checked_sub(1).is_none_or(|last| self.pieces[last].is_copy)
    }
}

/// Rewrites a text from a byte on.
pub(super) fn rewrite_text<'a>(
    text: &'a str,
    from: usize,
    abbreviations: &Abbreviations<'_>,
) -> RewrittenText<'a> {
    let code = IndentedCode::find(text, from);
    let blocks = blocks::rewrite_blocks(text, from, &code, abbreviations);
    if blocks.pieces.is_empty() {
        return lines::rewrite_lines(text, from, &code);
    }
    let code = IndentedCode::find(&blocks.text, from);
    let lines = lines::rewrite_lines(&blocks.text, from, &code);
    if lines.pieces.is_empty() {
        return blocks;
    }
    let pieces = blocks.trace_pieces(&lines.pieces, lines.text.len());
    let numberings = blocks.numberings;
    RewrittenText { text: Cow::Owned(lines.text.into_owned()), pieces, numberings }
}

/// The text that another is rewritten as.
struct RewriteOutput<'a> {
    source: &'a str,
    text: String,
    pieces: Vec<Piece>,
    /// As in the text that it becomes.
    numberings: BTreeMap<usize, ListNumbering>,
}

impl<'a> RewriteOutput<'a> {
    /// What is before a byte stays as it is.
    fn new(source: &'a str, from: usize) -> Self {
        let pieces = vec![Piece { start: 0, origin: 0, is_copy: true }];
        let text = source[..from].to_owned();
        Self { source, text, pieces, numberings: BTreeMap::new() }
    }

    /// Copies bytes of the source.
    fn copy(&mut self, bytes: Range<usize>) {
        let start = self.text.len();
        let continues_last = self.pieces.last().is_some_and(|last| {
            last.is_copy && last.origin + (start - last.start) == bytes.start
        });
        if !continues_last {
            self.pieces.push(Piece { start, origin: bytes.start, is_copy: true });
        }
        self.text.push_str(&self.source[bytes]);
    }

    /// Writes what stands for a byte of the source.
    fn write(&mut self, words: &str, origin: usize) {
        let start = self.text.len();
        self.pieces.push(Piece { start, origin, is_copy: false });
        self.text.push_str(words);
    }

    /// The text; if the whole source was copied, it is that.
    fn finish(self) -> RewrittenText<'a> {
        if self.pieces.len() == 1 && self.text.len() == self.source.len() {
            return RewrittenText::new_unchanged(self.source);
        }
        let Self { text, pieces, numberings, .. } = self;
        RewrittenText { text: Cow::Owned(text), pieces, numberings }
    }
}

/// Where a text has code that is indented: what is a mark elsewhere is a sign there.
struct IndentedCode(Vec<Range<usize>>);

impl IndentedCode {
    /// Finds the code of a text from a byte on.
    fn find(text: &str, from: usize) -> Self {
        let body = &text[from..];
        if !body.contains("    ") && !body.contains('\t') {
            return Self(Vec::new());
        }
        let events = Parser::new_ext(body, PARSER_OPTIONS).into_offset_iter();
        let code = events.filter_map(|(event, place)| match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)) => {
                Some(place.start + from..place.end + from)
            }
            _ => None,
        });
        Self(code.collect())
    }

    /// Whether the first sign of a line, which begins at a byte, is code.
    fn has_line(&self, start: usize, line: &str) -> bool {
        let first = start + line.len() - line.trim_start_matches([' ', '\t', '>']).len();
        let next = self.0.partition_point(|code| code.start <= first);
        next.checked_sub(1).is_some_and(|last| self.0[last].contains(&first))
    }
}

/// The fence of the code block that is open while a text is read line by line.
#[derive(Default)]
pub(super) struct OpenFence<'a>(Option<&'a str>);

impl<'a> OpenFence<'a> {
    /// Whether a line, without its indent, belongs to a code block. Its fences do.
    pub(super) fn takes_line(&mut self, content: &'a str) -> bool {
        match self.0 {
            None => {
                self.0 = measure_code_fence(skip_item_marks(content));
                self.0.is_some()
            }
            Some(open) => {
                self.0 = Some(open).filter(|open| !ends_code(content, open));
                true
            }
        }
    }
}

/// Whether a line, without its indent, ends the code that a fence began.
fn ends_code(content: &str, fence: &str) -> bool {
    let closing = content.trim_end();
    closing.starts_with(fence) && closing.trim_matches('`').trim_matches('~').is_empty()
}

/// The fence of a code block that a line begins with. What follows a fence of backticks has
/// none, or it is code inside the line (`CommonMark` 0.31.2, section 4.5).
fn measure_code_fence(line: &str) -> Option<&str> {
    let sign = ['`', '~'].into_iter().find(|&sign| line.starts_with(sign))?;
    let info = line.trim_start_matches(sign);
    let fence = &line[..line.len() - info.len()];
    (fence.len() >= 3 && !(sign == '`' && info.contains(sign))).then_some(fence)
}

/// The length of the code span that a text begins with, or of its backticks if no others end
/// it on the line (CommonMark §6.1).
fn skip_code(text: &str) -> usize {
    let run = text.len() - text.trim_start_matches('`').len();
    let (ticks, mut rest) = text.split_at(run);
    while let Some(at) = rest.find('`') {
        let after = &rest[at..];
        let length = after.len() - after.trim_start_matches('`').len();
        rest = &after[length..];
        if length == ticks.len() {
            return text.len() - rest.len();
        }
    }
    run
}
