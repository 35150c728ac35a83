//! Rewrites what stands in and between lines: fenced divisions (`:::`) as `<div>`, notes
//! inside the line (`^[…]`) as notes at the end, raised and lowered letters (`m^2^`, `H~2~O`)
//! as `<sup>` and `<sub>`, formulas (`$x^2$`) as elements of their own, and raw HTML
//! (`` `<b>`{=html} ``) as HTML.
//!
//! All are pandoc's (Pandoc User's Guide, extensions `fenced_divs`, `inline_notes`,
//! `superscript`, `subscript`, `tex_math_dollars` and `raw_attribute`).

use std::ops::Range;

use super::{IndentedCode, OpenFence, RewriteOutput, RewrittenText, skip_code};
use crate::book::markdown::attributes::parse_attributes;
use crate::book::markdown::formula_marks::{
    FoundFormula, LONGEST_FORMULA, format_formula_element, measure_formula,
};
use crate::book::markdown::write::escape::escape_attribute;

/// The longest note inside a line, in bytes. Without a limit, every unclosed bracket would
/// scan the rest of the text.
const LONGEST_NOTE: usize = 8_192;

/// The longest address of a link with its title, in bytes, for the same reason.
const LONGEST_RESOURCE: usize = 8_192;

/// The limit on bytes scanned for what turns out to have no end. After that, the rest of the
/// text is not searched for notes inside lines, formulas and addresses.
const SEARCHED_AT_MOST: usize = 1 << 24;

/// Rewrites the lines of a text from a byte on.
pub(super) fn rewrite_lines<'a>(
    text: &'a str,
    from: usize,
    code: &IndentedCode,
) -> RewrittenText<'a> {
    let body = &text[from..];
    let has_colon = body.lines().any(|line| line.trim_start().starts_with(':'));
    let signs = ['^', '~', '$'];
    if !has_colon
        && !body.contains(signs)
        && !body.contains(INDEX_LINK)
        && !body.contains(RAW_HTML)
        && !body.contains("\\ ")
    {
        return RewrittenText::new_unchanged(text);
    }
    let mut rewriter = LineRewriter {
        text,
        output: RewriteOutput::new(text, from),
        open_divisions: 0,
        code_fence: OpenFence::default(),
        code,
        no_tag_end: 0,
        searched: 0,
        notes: Vec::new(),
        label: find_free_label(body),
    };
    rewriter.read_lines(from);
    rewriter.write_notes();
    rewriter.output.finish()
}

/// A prefix for the labels of generated notes that no label in the text begins with.
fn find_free_label(text: &str) -> String {
    let labels = (0..).map(|number: u32| match number {
        0 => "inline-".to_owned(),
        number => format!("inline-{number}-"),
    });
    let free = labels.into_iter().find(|label| !text.contains(&format!("[^{label}")));
    free.unwrap_or_default()
}

/// Rewrites a text line by line.
struct LineRewriter<'a, 'c> {
    text: &'a str,
    output: RewriteOutput<'a>,
    open_divisions: usize,
    code_fence: OpenFence<'a>,
    code: &'c IndentedCode,
    /// Before this byte, no tag ends that has not ended yet.
    no_tag_end: usize,
    /// The bytes scanned so far for what turned out to have no end.
    searched: usize,
    /// The bytes of the notes inside lines, in order.
    notes: Vec<Range<usize>>,
    /// The beginning of their labels.
    label: String,
}

impl LineRewriter<'_, '_> {
    fn read_lines(&mut self, from: usize) {
        let mut start = from;
        while start < self.text.len() {
            let line_end = self.text[start..].find('\n').map(|end| start + end + 1);
            let end = line_end.unwrap_or(self.text.len());
            let line = &self.text[start..end];
            let content = line.trim_start_matches([' ', '\t', '>']);
            if self.code_fence.takes_line(content) || self.code.has_line(start, line) {
                self.output.copy(start..end);
                start = end;
                continue;
            }
            let prefix = &line[..line.len() - content.len()];
            if content.starts_with(":::")
                && self.write_fence(prefix, content.trim_end(), start)
            {
                start = end;
                continue;
            }
            // The parser takes any colon for a description; pandoc wants a space after it.
            if content.starts_with(':') && !content[1..].starts_with([' ', '\t']) {
                let colon = start + prefix.len();
                self.output.copy(start..colon);
                self.output.write("\\", colon);
                start = self.copy_with_notes(colon, end);
                continue;
            }
            start = self.copy_with_notes(start, end);
        }
    }

    /// Writes a fence as the tag of a division. Returns false if the line is not a fence.
    fn write_fence(&mut self, prefix: &str, line: &str, start: usize) -> bool {
        let rest = line.trim_start_matches(':');
        let said = rest.trim_end_matches(':').trim();
        let tag = if said.is_empty() {
            if self.open_divisions == 0 {
                return false;
            }
            self.open_divisions -= 1;
            "</div>".to_owned()
        } else {
            let attributes = match parse_attributes(said) {
                Some(attributes) if attributes.length == said.len() => {
                    attributes.write_html()
                }
                None if !said.contains(|c: char| c.is_whitespace() || c == '{') => {
                    format!(" class=\"{}\"", escape_attribute(said))
                }
                _ => return false,
            };
            self.open_divisions += 1;
            format!("<div{attributes}>")
        };
        let blank = prefix.trim_end();
        self.output.write(&format!("{blank}\n{prefix}{tag}\n{blank}\n"), start);
        true
    }

    /// Copies a line except for its notes, which may end on a later line. Returns the byte
    /// after the copied text.
    fn copy_with_notes(&mut self, start: usize, end: usize) -> usize {
        let (mut copied, mut at, mut end) = (start, start, end);
        while at < end {
            let rest = &self.text[at..end];
            let signs = ['^', '~', '`', '\\', '<', ']', '$'];
            let Some(found) = rest.find(signs) else { break };
            at += found;
            let rest = &self.text[at..end];
            if rest.starts_with("\\ ") && !rest[2..].trim_end().is_empty() {
                // A space that is escaped is not broken at.
                self.output.copy(copied..at);
                self.output.write("&nbsp;", at);
                at += 2;
                copied = at;
            } else if let Some(escaped) = rest.strip_prefix('\\') {
                at += 1 + escaped.chars().next().map_or(0, char::len_utf8);
            } else if rest.starts_with('`') {
                let length = skip_code(rest);
                let ticks = rest.len() - rest.trim_start_matches('`').len();
                if length > 2 * ticks && rest[length..].starts_with(RAW_HTML) {
                    self.output.copy(copied..at);
                    self.output.copy(at + ticks..at + length - ticks);
                    copied = at + length + RAW_HTML.len();
                    at = copied;
                } else {
                    at += length;
                }
            } else if rest.starts_with('$') {
                match self.find_formula(at) {
                    Some(formula) => {
                        self.output.copy(copied..at);
                        at = self.write_formula(at, formula);
                        copied = at;
                        if at > end {
                            end = self.end_of_line(at);
                        }
                    }
                    None => at += 1,
                }
            } else if let Some(length) = measure_index_link(rest) {
                // An address has no spaces, but between pointed brackets.
                self.output.copy(copied..at + 2);
                self.output.write("<", at + 2);
                self.output.copy(at + 2..at + length - 1);
                self.output.write(">", at + length - 1);
                copied = at + length - 1;
                at += length;
            } else if let Some(length) = self.skip_address(at, end) {
                at += length;
            } else if let Some(raised) = find_raised(rest) {
                let name = if rest.starts_with('^') { "sup" } else { "sub" };
                self.output.copy(copied..at);
                self.output.write(&format!("<{name}>"), at);
                self.output.copy(at + 1..at + 1 + raised);
                at += raised + 2;
                self.output.write(&format!("</{name}>"), at);
                copied = at;
            } else if rest.starts_with("~~") {
                at += rest.len() - rest.trim_start_matches('~').len();
            } else if let Some(note) = self.find_note(at) {
                self.output.copy(copied..at);
                self.notes.push(note.clone());
                let mark = format!("[^{}{}]", self.label, self.notes.len());
                self.output.write(&mark, at);
                (copied, at) = (note.end + 1, note.end + 1);
                if at > end {
                    end = self.end_of_line(at);
                }
            } else {
                at += 1;
            }
        }
        self.output.copy(copied..end);
        end
    }

    /// The byte after the line that a byte is on.
    fn end_of_line(&self, at: usize) -> usize {
        let end = self.text[at..].find('\n').map(|line| at + line + 1);
        end.unwrap_or(self.text.len())
    }

    /// The formula that begins at a byte.
    fn find_formula(&mut self, at: usize) -> Option<FoundFormula> {
        if self.searched > SEARCHED_AT_MOST {
            return None;
        }
        let rest = &self.text[at..];
        let formula = measure_formula(&rest[..rest.floor_char_boundary(LONGEST_FORMULA)]);
        if formula.is_none() && rest.starts_with("$$") {
            self.searched += LONGEST_FORMULA;
        }
        formula
    }

    /// Writes a formula as an element. Returns the byte after it.
    fn write_formula(&mut self, at: usize, formula: FoundFormula) -> usize {
        let FoundFormula { tex, length, is_display } = formula;
        let line = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        let is_quoted = self.text[line..at].trim_start().starts_with('>');
        let tex = &self.text[at + tex.start..at + tex.end];
        let lines = tex.lines().enumerate().map(|(place, line)| {
            let signs: &[char] = if is_quoted { &[' ', '\t', '>'] } else { &[' ', '\t'] };
            if place == 0 { line } else { line.trim_start_matches(signs) }
        });
        let tex = lines.collect::<Vec<&str>>().join(" ");
        self.output.write(&format_formula_element(tex.trim(), is_display), at);
        at + length
    }

    /// The length of the tag, or of the address of a link, that begins at a byte.
    fn skip_address(&mut self, at: usize, end: usize) -> Option<usize> {
        let text = &self.text[at..end];
        match text.as_bytes() {
            [b'<', next, ..] if next.is_ascii_alphabetic() || *next == b'/' => {
                if at < self.no_tag_end {
                    return Some(1);
                }
                let found = text.find('>');
                if found.is_none() {
                    self.no_tag_end = end;
                }
                Some(found.map_or(1, |found| found + 1))
            }
            [b']', b'(', ..] if self.searched <= SEARCHED_AT_MOST => {
                let text = &text[..text.floor_char_boundary(LONGEST_RESOURCE)];
                let length = measure_resource(text);
                if length.is_none() {
                    self.searched += text.len();
                }
                Some(length.unwrap_or("](".len()))
            }
            [b'<' | b']', ..] => Some(1),
            _ => None,
        }
    }

    /// The bytes between the brackets of a note that begins at a byte.
    fn find_note(&mut self, at: usize) -> Option<Range<usize>> {
        if self.searched > SEARCHED_AT_MOST {
            return None;
        }
        let note = self.search_note(at);
        if note.is_none() {
            self.searched += LONGEST_NOTE;
        }
        note
    }

    fn search_note(&self, at: usize) -> Option<Range<usize>> {
        let start = at + "^[".len();
        let rest = self.text[at..].strip_prefix("^[")?;
        let rest = &rest[..rest.floor_char_boundary(LONGEST_NOTE)];
        let mut depth = 1_usize;
        let mut escaped = false;
        let mut line_is_blank = false;
        for (place, c) in rest.char_indices() {
            match c {
                _ if std::mem::take(&mut escaped) => {}
                '\\' => escaped = true,
                '[' => depth += 1,
                ']' => depth -= 1,
                '\n' if std::mem::replace(&mut line_is_blank, true) => return None,
                // A note in a quotation of several lines has its signs in it.
                '>' if line_is_blank => return None,
                _ => {}
            }
            line_is_blank &= c.is_whitespace();
            if depth == 0 {
                let note = start..start + place;
                return (!self.text[note.clone()].trim().is_empty()).then_some(note);
            }
        }
        None
    }

    /// Writes the notes that were inside lines.
    fn write_notes(&mut self) {
        if let Some(fence) = self.code_fence.0.filter(|_| !self.notes.is_empty()) {
            // Code that nothing ends would take the notes in.
            self.output.write(&format!("\n{fence}"), self.text.len());
        }
        let mut index = 0;
        // A note may have others in it.
        while let Some(note) = self.notes.get(index).cloned() {
            index += 1;
            let label = format!("\n\n[^{}{index}]: ", self.label);
            self.output.write(&label, note.start);
            let start = self.output.text.len();
            self.copy_with_notes(note.start, note.end);
            // A note is one paragraph.
            let words = self.output.text.split_off(start).replace('\n', " ");
            self.output.text.push_str(&words);
        }
    }
}

/// What follows the marks of items and descriptions that a line begins with: a code block may
/// begin behind them.
pub(super) fn skip_item_marks(line: &str) -> &str {
    let mut rest = line;
    loop {
        let number = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let marks = if number.len() < rest.len() {
            &['.', ')'][..]
        } else {
            &['-', '+', '*', ':']
        };
        let Some(after) = number.strip_prefix(marks) else { return rest };
        if !after.starts_with([' ', '\t']) {
            return rest;
        }
        rest = after.trim_start_matches([' ', '\t', '>']);
    }
}

/// The length of the end of a link's text with its address and title, from the bracket to
/// the parenthesis (`CommonMark` 0.31.2, section 6.3).
fn measure_resource(text: &str) -> Option<usize> {
    let inner = text.strip_prefix("](")?;
    let mut rest = inner.trim_start();
    if let Some(address) = rest.strip_prefix('<') {
        rest = &address[find_unescaped(address, |c| matches!(c, '>' | '<' | '\n'))?..];
        rest = rest.strip_prefix('>')?;
    } else {
        let mut depth = 0_usize;
        let end = find_unescaped(rest, |c| {
            let closes = c == ')' && depth == 0;
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            closes || c.is_ascii_whitespace()
        });
        rest = &rest[end?..];
    }
    let title = rest.trim_start();
    let closing = title.chars().next().filter(|_| title.len() < rest.len());
    if let Some(closing) = closing.and_then(|c| match c {
        '"' | '\'' => Some(c),
        '(' => Some(')'),
        _ => None,
    }) {
        let words = &title[1..];
        rest = &words[find_unescaped(words, |c| c == closing)? + 1..];
    }
    let after = rest.trim_start().strip_prefix(')')?;
    Some(text.len() - after.len())
}

/// The byte of the first character that is wanted and not escaped.
fn find_unescaped(text: &str, mut wanted: impl FnMut(char) -> bool) -> Option<usize> {
    let mut escaped = false;
    let found = text.char_indices().find(|&(_, c)| {
        if std::mem::take(&mut escaped) && c.is_ascii_punctuation() {
            return false;
        }
        escaped = c == '\\';
        wanted(c)
    });
    found.map(|(at, _)| at)
}

/// The longest run of superscript or subscript letters, in bytes.
const LONGEST_RAISED: usize = 40;

/// The bytes of the raised or lowered letters that a text begins with, between its signs: no
/// white space, and no part of an address.
fn find_raised(text: &str) -> Option<usize> {
    let sign = text.chars().next().filter(|c| matches!(c, '^' | '~'))?;
    let inner = &text[1..];
    let inner = &inner[..inner.floor_char_boundary(LONGEST_RAISED)];
    let end = inner.find(|c: char| {
        c == sign || c.is_whitespace() || matches!(c, '[' | ']' | '/' | '<' | '`' | '\\')
    })?;
    let follows = inner[end..].starts_with(sign);
    let is_double = inner[end..].starts_with("~~");
    (end > 0 && follows && !is_double).then_some(end)
}

/// The longest address of an index entry, in bytes.
const LONGEST_ENTRY: usize = 400;

/// What makes the code before it HTML.
const RAW_HTML: &str = "{=html}";

/// How the address of an entry of the index begins.
const INDEX_LINK: &str = "](index:";

/// The length of the address of an entry of the index that a text begins with, with its
/// brackets.
fn measure_index_link(text: &str) -> Option<usize> {
    let rest = text.strip_prefix(INDEX_LINK)?;
    let rest = &rest[..rest.floor_char_boundary(LONGEST_ENTRY)];
    let end = rest.lines().next().and_then(|line| line.find([')', '<', '>']))?;
    rest[end..].starts_with(')').then_some(INDEX_LINK.len() + end + 1)
}

#[cfg(test)]
mod tests {
    use crate::book::markdown::read::abbreviations::Abbreviations;
    use crate::book::markdown::read::rewriting::{RewrittenText, rewrite_text};

    fn rewrite(text: &str) -> RewrittenText<'_> {
        rewrite_text(text, 0, &Abbreviations::default())
    }

    #[test]
    fn fences_become_tags_and_keep_their_places() {
        let text = "Uno.\n::: verse\nDos.\n:::\nTres.\n";
        let rewritten = rewrite(text);
        let wanted = "Uno.\n\n<div class=\"verse\">\n\nDos.\n\n</div>\n\nTres.\n";
        assert_eq!(rewritten.text, wanted);
        for word in ["Uno", "Dos", "Tres"] {
            let at = rewritten.text.find(word).unwrap();
            assert_eq!(rewritten.origin_of(at), text.find(word).unwrap(), "{word}");
        }
    }

    #[test]
    fn notes_inside_lines_become_notes_at_the_end() {
        let text = "Uno^[nota [a]\n`b`]. `^[c]` \\^[d] ^[e\n";
        let rewritten = rewrite(text);
        let wanted = "Uno[^inline-1]. `^[c]` \\^[d] ^[e\n\n\n[^inline-1]: nota [a] `b`";
        assert_eq!(rewritten.text, wanted);
        let at = rewritten.text.find("nota").unwrap();
        assert_eq!(rewritten.origin_of(at), text.find("nota").unwrap());
    }

    #[test]
    fn raised_and_lowered_letters_become_elements() {
        for (text, wanted) in [
            ("H~2~O, m^2^.", "H<sub>2</sub>O, m<sup>2</sup>."),
            ("~~a~~ ~b c~ 2^ 3^ ^a\\^b^", "~~a~~ ~b c~ 2^ 3^ ^a\\^b^"),
            ("<http://a/~b~> [c](~d~)", "<http://a/~b~> [c](~d~)"),
            ("[c](<d)~e~> \"f) ~g~\") ~h~", "[c](<d)~e~> \"f) ~g~\") <sub>h</sub>"),
            ("[c](d(~e~)\\)~f~) [g](h i) ~j~", "[c](d(~e~)\\)~f~) [g](h i) <sub>j</sub>"),
        ] {
            assert_eq!(rewrite(text).text, wanted);
        }
    }

    #[test]
    fn code_and_plain_colons_are_left_alone() {
        for text in ["```\n::: a\n```\n^[", "a ::: b\n", "a\n: b\n"] {
            assert_eq!(rewrite(text).text, text);
        }
        for text in [":::\n", "::: a b\n", ":-)\n"] {
            assert_eq!(rewrite(text).text, format!("\\{text}"));
        }
    }
}
