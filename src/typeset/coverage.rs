//! Whether the text of a book can be set at all.

use std::collections::BTreeMap;

use unicode_script::{Script, UnicodeScript};

use super::codes;
use super::font::Fonts;
use crate::book::Book;
use crate::book::block::{TextPassage, visit_passages};
use crate::book::matter::contents::write_plain_text;
use crate::diagnostic::{Diagnostic, Severity};
use crate::text::letters::is_right_to_left;

/// Least share of letters that cannot be read, in per cent: with fewer, the text is still
/// read, and the findings about each character say enough.
const UNREADABLE: usize = 10;

/// A script with a smaller share of the letters is not worth a finding of its own, in per
/// cent.
const WORTH_NAMING: usize = 1;

/// Why letters cannot be read in the PDF.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Obstacle {
    /// No font has them.
    WithoutFont,
    /// Their script runs from right to left, and lines are set from left to right.
    RightToLeft,
}

/// Reports the scripts that cannot be read in the PDF, if many letters of the book are in
/// them.
pub(super) fn report_unreadable_scripts(book: &Book, fonts: &Fonts) -> Vec<Diagnostic> {
    let mut known: BTreeMap<char, Option<Obstacle>> = BTreeMap::new();
    let mut letters = 0_usize;
    let mut unreadable: BTreeMap<(Obstacle, &str), usize> = BTreeMap::new();
    let mut count = |words: &str| {
        for c in words.chars().filter(|c| c.is_alphabetic()) {
            letters += 1;
            if let Some(why) = *known.entry(c).or_insert_with(|| find_obstacle(c, fonts))
            {
                *unreadable.entry((why, script_name(c))).or_default() += 1;
            }
        }
    };
    for chapter in book.chapters() {
        visit_passages(&chapter.blocks, &mut |passage| match passage {
            TextPassage::Line(line) => count(&write_plain_text(line)),
            TextPassage::Preformatted(words) => count(words),
        });
    }
    if unreadable.values().sum::<usize>() * 100 < letters * UNREADABLE {
        return Vec::new();
    }
    let named =
        unreadable.into_iter().filter(|(_, count)| count * 100 >= letters * WORTH_NAMING);
    let report = |((why, script), count): ((Obstacle, &str), usize)| {
        let share = count * 100 / letters.max(1);
        let (message, remedy) = match why {
            Obstacle::WithoutFont => (
                format!("no font has the {script} script"),
                "make the EPUB alone (--formats epub), or name a folder with a font that \
                 has it (--fonts DIR), and the family as 'font' in [design]",
            ),
            Obstacle::RightToLeft => (
                format!("the {script} script runs from right to left, which is not set"),
                "make the EPUB alone (--formats epub)",
            ),
        };
        let message = format!(
            "{message}: {share} in 100 letters of the text cannot be read in the PDF"
        );
        Diagnostic::new(codes::SCRIPT_MISSING, Severity::Warning, message).hint(remedy)
    };
    named.map(report).collect()
}

/// What prevents a letter from being read in the PDF.
fn find_obstacle(c: char, fonts: &Fonts) -> Option<Obstacle> {
    if fonts.faces().iter().any(|face| face.has(c)) {
        is_right_to_left(c).then_some(Obstacle::RightToLeft)
    } else {
        Some(Obstacle::WithoutFont)
    }
}

/// The name of a character's script (UAX #24).
fn script_name(c: char) -> &'static str {
    match c.script() {
        Script::Common | Script::Inherited | Script::Unknown => "unknown",
        script => script.full_name(),
    }
}
