//! Whether the fonts can set the text of a book at all.

use std::collections::BTreeMap;

use unicode_script::{Script, UnicodeScript};

use super::codes;
use super::font::Fonts;
use crate::book::Book;
use crate::book::block::{TextPassage, visit_passages};
use crate::book::matter::contents::plain;
use crate::diagnostic::{Diagnostic, Severity};

/// Least share of letters that no font has, in per cent: with fewer, the text is still
/// read, and the findings about each character say enough.
const UNREADABLE: usize = 10;

/// Reports the scripts that no font has, if many letters of the book are in them.
pub(super) fn report_unreadable_scripts(book: &Book, fonts: &Fonts) -> Vec<Diagnostic> {
    let mut known: BTreeMap<char, bool> = BTreeMap::new();
    let mut letters = 0_usize;
    let mut missing: BTreeMap<&str, usize> = BTreeMap::new();
    let mut count = |words: &str| {
        for c in words.chars().filter(|c| c.is_alphabetic()) {
            letters += 1;
            let is_known = || fonts.faces().iter().any(|face| face.has(c));
            if !*known.entry(c).or_insert_with(is_known) {
                *missing.entry(script_name(c)).or_default() += 1;
            }
        }
    };
    for chapter in book.chapters() {
        visit_passages(&chapter.blocks, &mut |passage| match passage {
            TextPassage::Line(line) => count(&plain(line)),
            TextPassage::Preformatted(words) => count(words),
        });
    }
    let said =
        missing.into_iter().filter(|(_, count)| count * 100 >= letters * UNREADABLE);
    let report = |(script, count): (&str, usize)| {
        let message = format!(
            "no font has the {script} script: {} in 100 letters of the text cannot be read \
             in the PDF",
            count * 100 / letters.max(1)
        );
        Diagnostic::new(codes::SCRIPT_MISSING, Severity::Warning, message)
            .hint("make the EPUB alone (--formats epub), or name a folder with a font that has it (--fonts DIR)")
    };
    said.map(report).collect()
}

/// The name of a character's script (UAX #24).
fn script_name(c: char) -> &'static str {
    match c.script() {
        Script::Common | Script::Inherited | Script::Unknown => "unknown",
        script => script.full_name(),
    }
}
