//! What a run says at its end: what was made, and what wants a look.

use std::fmt::Write;

use pliego::diagnostic::Severity;
use pliego::disk::shown;

use super::args::Format;
use super::findings::{Findings, Told};
use super::press::{Made, Printed};
use super::report::Outcome;

/// The closing lines of `build` (`writes`) and `check`.
pub(crate) fn summary(made: &[Made], outcome: Outcome, writes: bool) -> String {
    let mut text = String::new();
    for one in made {
        let title = one.title.as_deref().map_or(String::new(), |t| format!(": {t}"));
        let _ = writeln!(text, "{}{title}", one.findings.name);
        let _ = writeln!(text, "  {}", contents(one));
        if writes && outcome == Outcome::Done {
            for (format, file) in &one.files {
                let pages = match (format, one.pages, &one.printed) {
                    (Format::Pdf, Some(pages), _) => {
                        format!(", {}", count(pages, "page"))
                    }
                    (Format::Print | Format::Imposed, _, Some(printed)) => {
                        for_press(printed)
                    }
                    (Format::Cover, _, Some(printed)) => {
                        format!(", spine {}", printed.spine.in_mm())
                    }
                    _ => String::new(),
                };
                let size = size(file.bytes.len());
                let _ = writeln!(text, "  {}  {size}{pages}", shown(&file.path));
            }
        }
        if one.findings.told(Told::Doubts) > 0 {
            let _ = writeln!(text, "  {}", kinds(std::iter::once(&one.findings)));
        }
    }
    let books = count(made.len(), "book");
    let findings = || made.iter().map(|one| &one.findings);
    let (looks, lists) = (looks(findings()), lists(findings()));
    let _ = match (outcome, writes) {
        (Outcome::Denied, true) => {
            let kinds = kinds(findings());
            writeln!(text, "{books}: no edition was written, because of {kinds} (--deny)")
        }
        (_, true) => writeln!(text, "{books} made; {looks}{lists}"),
        (_, false) => writeln!(text, "{books} checked; {looks}{lists}"),
    };
    text
}

/// What the press gets, and whose rules it keeps; whether the press will take it nobody
/// knows but the press.
fn for_press(printed: &Printed) -> String {
    let Printed { profile, date, pages, paper, .. } = printed;
    let pages = usize::try_from(*pages).unwrap_or(usize::MAX);
    let pages = count(pages, "page");
    format!(", {pages} on {paper} paper, set for {profile} of {date}")
}

/// Where the guesses can be read, which are too many for a screen.
fn lists<'a>(mut all: impl Iterator<Item = &'a Findings>) -> &'static str {
    let guessed =
        all.any(|findings| findings.told(Told::Doubts) > findings.told(Told::Looks));
    if guessed { " (--report FILE lists them)" } else { "" }
}

/// What a book holds, in the words of the trade.
fn contents(made: &Made) -> String {
    let counts = &made.counts;
    let mut parts = Vec::new();
    if counts.parts > 0 {
        parts.push(count(counts.parts, "part"));
    }
    parts.push(count(counts.chapters, "chapter"));
    if counts.notes > 0 {
        parts.push(count(counts.notes, "note"));
    }
    parts.push(count(counts.words, "word"));
    parts.join(", ")
}

/// What wants a look, by gravity.
fn kinds<'a>(all: impl Iterator<Item = &'a Findings>) -> String {
    let mut kinds = [(0, "error"), (0, "warning"), (0, "guess")];
    for findings in all {
        kinds[0].0 += findings.count(Severity::Error);
        kinds[1].0 += findings.count(Severity::Warning);
        kinds[2].0 += findings.told(Told::Doubts) - findings.told(Told::Looks);
    }
    let some = kinds.into_iter().filter(|(number, _)| *number > 0);
    let told: Vec<String> = some.map(|(number, name)| count(number, name)).collect();
    told.join(", ")
}

/// How much wants a look, and how many decisions were guesses.
pub(crate) fn looks<'a>(all: impl Iterator<Item = &'a Findings>) -> String {
    let (mut looks, mut doubts) = (0, 0);
    for findings in all {
        looks += findings.told(Told::Looks);
        doubts += findings.told(Told::Doubts);
    }
    let mut told = match looks {
        0 => "nothing wants a look".to_owned(),
        1 => "1 place wants a look".to_owned(),
        more => format!("{more} places want a look"),
    };
    if doubts > looks {
        let _ = write!(told, ", {}", count(doubts - looks, "guess"));
    }
    told
}

/// `1 page`, `2 pages`, `3 guesses`.
pub(crate) fn count(number: usize, thing: &str) -> String {
    let more = if thing.ends_with('s') { "es" } else { "s" };
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}{more}") }
}

/// A size as people say it, in thousands of bytes.
fn size(bytes: usize) -> String {
    match bytes {
        0..1000 => count(bytes, "byte"),
        1000..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        _ => format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10),
    }
}
