//! A file of decisions with some added or taken out. The rest of it stays as a person wrote it.

use std::fmt::Write;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::decisions_file::read_decisions;
use crate::book::decisions::{
    Decisions, LineDecision, MarkDecision, SeenDoubt, WordDecision,
};

/// What the tables of decisions about lines, marks and words are called in the file, and those
/// of doubts that were seen.
const LINES: &str = "decision";
const MARKS: &str = "mark";
const WORDS: &str = "word";
const SEEN: &str = "seen";

/// Decisions of a file, by their indices in ascending order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DecisionIndices {
    /// Those about lines.
    pub lines: Vec<usize>,
    /// Those about marks.
    pub marks: Vec<usize>,
    /// Those about words.
    pub words: Vec<usize>,
    /// Doubts that were seen.
    pub seen: Vec<usize>,
}

/// The file with more decisions at its end. `document` is the name of the text in the first
/// line of a new file.
///
/// ```
/// use pliego::project::{add_decisions, read_decisions};
/// use pliego::{Decisions, LineDecision, LineVerdict};
///
/// let heading = LineDecision {
///     line: "The \"mill\"".to_owned(),
///     before: None,
///     after: Some("It stood.".to_owned()),
///     lines: 1,
///     is: LineVerdict::Heading,
///     level: Some(2),
/// };
/// let added = Decisions { lines: vec![heading], ..Decisions::default() };
/// let text = add_decisions("", "mill.txt", &added);
/// assert_eq!(read_decisions("mill.decisions.toml", &text).unwrap(), added);
/// ```
#[must_use]
pub fn add_decisions(text: &str, document: &str, added: &Decisions) -> String {
    let mut file = if text.trim().is_empty() {
        format!("# What was decided about {}.\n", document.escape_debug())
    } else {
        let mut file = text.to_owned();
        if !file.ends_with('\n') {
            file.push('\n');
        }
        file
    };
    for decision in &added.lines {
        let LineDecision { line, before, after, lines, is, level } = decision;
        open_table(&mut file, LINES);
        write_words(&mut file, "before", before.as_deref());
        write_words(&mut file, "line", Some(line));
        write_words(&mut file, "after", after.as_deref());
        write_number(&mut file, "lines", Some(*lines).filter(|lines| *lines != 1));
        write_words(&mut file, "is", Some(is.name()));
        write_number(&mut file, "level", level.map(u32::from));
    }
    for decision in &added.marks {
        let MarkDecision { line, before, after, mark, occurrence, .. } = decision;
        open_table(&mut file, MARKS);
        write_words(&mut file, "before", before.as_deref());
        write_words(&mut file, "line", Some(line));
        write_words(&mut file, "after", after.as_deref());
        write_words(&mut file, "mark", Some(mark));
        write_number(&mut file, "occurrence", Some(*occurrence).filter(|nth| *nth != 1));
        write_words(&mut file, "note-before", decision.note_before.as_deref());
        write_words(&mut file, "note", decision.note.as_deref());
        write_words(&mut file, "note-after", decision.note_after.as_deref());
    }
    for decision in &added.words {
        let WordDecision { line, before, after, word, occurrence, reading } = decision;
        open_table(&mut file, WORDS);
        write_words(&mut file, "before", before.as_deref());
        write_words(&mut file, "line", Some(line));
        write_words(&mut file, "after", after.as_deref());
        write_words(&mut file, "word", Some(word));
        write_number(&mut file, "occurrence", Some(*occurrence).filter(|nth| *nth != 1));
        write_words(&mut file, "reading", reading.as_deref());
    }
    for SeenDoubt { doubt, line, before, after, passage } in &added.seen {
        open_table(&mut file, SEEN);
        write_words(&mut file, "doubt", Some(doubt));
        write_words(&mut file, "before", before.as_deref());
        write_words(&mut file, "line", line.as_deref());
        write_words(&mut file, "after", after.as_deref());
        write_words(&mut file, "passage", passage.as_deref());
    }
    file
}

fn open_table(file: &mut String, name: &str) {
    let _ = write!(file, "\n[[{name}]]\n");
}

fn write_words(file: &mut String, key: &str, words: Option<&str>) {
    if let Some(words) = words {
        let _ = writeln!(file, "{key} = {}", quote_toml(words));
    }
}

fn write_number(file: &mut String, key: &str, number: Option<u32>) {
    if let Some(number) = number {
        let _ = writeln!(file, "{key} = {number}");
    }
}

/// The file without some of its decisions; `None` if it is written in a form from which they
/// cannot be taken with certainty. Comments stay, except those inside what is taken out.
#[must_use]
pub fn remove_decisions(text: &str, removed: &DecisionIndices) -> Option<String> {
    let DecisionIndices { lines, marks, words, seen } = removed;
    let tables = [(LINES, lines), (MARKS, marks), (WORDS, words), (SEEN, seen)];
    if tables.iter().all(|(_, indices)| indices.is_empty()) {
        return Some(text.to_owned());
    }
    let mut ranges = Vec::new();
    for (name, indices) in tables {
        let all = list_ranges(text, name)?;
        let own = indices.iter().map(|&index| all.get(index).cloned());
        ranges.extend(own.collect::<Option<Vec<Range<usize>>>>()?);
    }
    ranges.sort_by_key(|range| range.start);
    let mut kept = String::with_capacity(text.len());
    let mut from = 0;
    for range in ranges {
        kept.push_str(text.get(from..range.start)?);
        from = range.end;
    }
    kept.push_str(text.get(from..)?);
    // Whatever the form of the file: it says now what it should.
    let before = read_decisions("", text).ok()?;
    let wanted = Decisions {
        lines: without(before.lines, lines),
        marks: without(before.marks, marks),
        words: without(before.words, words),
        seen: without(before.seen, seen),
    };
    (read_decisions("", &kept).ok()? == wanted).then_some(kept)
}

/// A list without what is at some indices.
fn without<T>(list: Vec<T>, removed: &[usize]) -> Vec<T> {
    let kept = list.into_iter().enumerate();
    kept.filter(|(at, _)| !removed.contains(at)).map(|(_, one)| one).collect()
}

/// The bytes of each table of a name: from its header to the end of the line of its last
/// value, and the blank line before it.
fn list_ranges(text: &str, table: &str) -> Option<Vec<Range<usize>>> {
    let parsed = DeTable::parse(text).ok()?;
    let list = match parsed.get_ref().get(table).map(Spanned::get_ref) {
        Some(DeValue::Array(list)) => list,
        Some(_) => return None,
        None => return Some(Vec::new()),
    };
    let range_of = |decision: &Spanned<DeValue<'_>>| {
        let DeValue::Table(entries) = decision.get_ref() else { return None };
        let first = entries.keys().map(|key| key.span().start).min()?;
        let last = entries.values().map(|value| value.span().end).max()?;
        let header = text.get(..first)?.rfind("[[")?;
        let name = text.get(header + 2..first)?.trim_start();
        if !name.starts_with(table) {
            return None;
        }
        let before = text.get(..header)?;
        let start = if before.ends_with("\n\n") { header - 1 } else { header };
        let end = text.get(last..)?.find('\n').map_or(text.len(), |end| last + end + 1);
        Some(start..end)
    };
    list.iter().map(range_of).collect()
}

/// A text as a basic string (TOML 1.0, "String").
fn quote_toml(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::{Strategy, any, proptest};
    use proptest::sample::select;
    use proptest::{option, prop_assert_eq};

    use super::*;
    use crate::book::decisions::LineVerdict;

    /// No words are blank: the reader asks for some.
    const WORDS: &str =
        "[a-z\"\\\\ñ#=\\[\\]]([a-z\"\\\\\t\u{7f}\u{85}ñ#= \\[\\]]{0,9}[a-z\"])?";

    fn decisions() -> impl Strategy<Value = Decisions> {
        let other = || option::of(WORDS);
        let line = (
            (WORDS, other(), other()),
            1_u32..4,
            select(LineVerdict::ALL.to_vec()),
            option::of(1_u8..6),
        );
        let line = line.prop_map(|((line, before, after), lines, is, level)| {
            LineDecision { line, before, after, lines, is, level }
        });
        let mark =
            ((WORDS, other(), other()), (WORDS, 1_u32..3), (other(), other(), other()));
        let mark = mark.prop_map(|(own, (mark, occurrence), note)| {
            let ((line, before, after), (note, note_before, note_after)) = (own, note);
            MarkDecision {
                line,
                before,
                after,
                mark,
                occurrence,
                note,
                note_before,
                note_after,
            }
        });
        let word = ((WORDS, other(), other()), (WORDS, 1_u32..3, other()));
        let word =
            word.prop_map(|((line, before, after), (word, occurrence, reading))| {
                WordDecision { line, before, after, word, occurrence, reading }
            });
        let seen = (WORDS, other(), (other(), other()), other());
        let seen = seen.prop_map(|(doubt, line, (before, after), passage)| SeenDoubt {
            doubt,
            line,
            before,
            after,
            passage,
        });
        (vec(line, 0..4), vec(mark, 0..4), vec(word, 0..4), vec(seen, 0..4)).prop_map(
            |(lines, marks, words, seen)| Decisions { lines, marks, words, seen },
        )
    }

    proptest! {
        /// What was added is read, and what was taken out is gone, and nothing else.
        #[test]
        fn decisions_are_added_and_taken_out(
            added in decisions(),
            more in decisions(),
            picks in vec(any::<bool>(), 8),
        ) {
            let text = add_decisions(&add_decisions("", "a.txt", &added), "a.txt", &more);
            let all = Decisions {
                lines: [added.lines, more.lines].concat(),
                marks: [added.marks, more.marks].concat(),
                words: [added.words, more.words].concat(),
                seen: [added.seen, more.seen].concat(),
            };
            prop_assert_eq!(&read_decisions("a", &text).unwrap(), &all);
            let pick = |count: usize| (0..count).filter(|at| picks[*at]).collect::<Vec<_>>();
            let (lines, marks) = (pick(all.lines.len()), pick(all.marks.len()));
            let (words, seen) = (pick(all.words.len()), pick(all.seen.len()));
            let kept = Decisions {
                lines: without(all.lines, &lines),
                marks: without(all.marks, &marks),
                words: without(all.words, &words),
                seen: without(all.seen, &seen),
            };
            let removed = DecisionIndices { lines, marks, words, seen };
            let left = remove_decisions(&text, &removed).unwrap();
            prop_assert_eq!(read_decisions("a", &left).unwrap(), kept);
        }
    }

    #[test]
    fn what_a_person_wrote_stays() {
        let text = "# mine\n[[decision]] # a head\nline = \"A\"\nis = \"heading\" # sure\n\
                    # about B\n\n[[decision]]\nline = \"B\"\nis = \"text\"\n# the end\n";
        let lines = |lines: &[usize]| DecisionIndices {
            lines: lines.to_vec(),
            ..DecisionIndices::default()
        };
        let first = remove_decisions(text, &lines(&[0])).unwrap();
        assert_eq!(
            first,
            "# mine\n# about B\n\n[[decision]]\nline = \"B\"\nis = \"text\"\n# the end\n"
        );
        assert_eq!(
            remove_decisions(&first, &lines(&[0])).unwrap(),
            "# mine\n# about B\n# the end\n"
        );
        let inline = "decision = [{ line = \"A\", is = \"text\" }]\n";
        assert_eq!(remove_decisions(inline, &lines(&[0])), None);
        assert_eq!(remove_decisions(inline, &lines(&[])).as_deref(), Some(inline));
    }
}
