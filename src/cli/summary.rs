//! What a run says at its end: what was made, and what wants a look.

use std::fmt::Write;

use pliego::display::display_path;
use pliego::{Format, PressSummary};

use super::edition::Edition;
use super::findings::Tally;

/// Characters of a title above which it is shortened: no terminal shows more in a line.
const LONGEST_TITLE: usize = 160;

/// The closing lines of `build` (`writes`) and `check`.
pub(crate) fn summary(made: &[Edition], denied: bool, writes: bool) -> String {
    let mut text = String::new();
    for one in made {
        let title = one.title.as_deref().map_or(String::new(), beginning);
        let _ = writeln!(text, "{}{title}", one.path);
        let _ = writeln!(text, "  {}", contents(one));
        for file in one.files.iter().filter(|_| writes && !denied) {
            let pages = match (file.format, one.pages, &one.press) {
                (Format::Pdf, Some(pages), _) => format!(", {}", count(pages, "page")),
                (Format::Print | Format::Imposed, _, Some(printed)) => for_press(printed),
                (Format::Cover, _, Some(printed)) => {
                    format!(", spine {}", printed.spine.in_mm())
                }
                _ => String::new(),
            };
            let _ = writeln!(
                text,
                "  {}  {}{pages}",
                display_path(&file.path),
                size(file.bytes)
            );
        }
        if one.tally.doubts > 0 {
            let _ = writeln!(text, "  {}", kinds(one.tally));
        }
    }
    let books = count(made.len(), "book");
    let tally = made.iter().map(|one| one.tally).sum();
    let (looks, lists) = (looks(tally), lists(tally));
    let _ = match (denied, writes) {
        (true, true) => {
            let kinds = kinds(tally);
            writeln!(text, "{books}: no edition was written, because of {kinds} (--deny)")
        }
        (false, true) => writeln!(text, "{books} made; {looks}{lists}"),
        (_, false) => writeln!(text, "{books} checked; {looks}{lists}"),
    };
    text
}

/// A title after the name of its book, as far as a line has room.
fn beginning(title: &str) -> String {
    match title.char_indices().nth(LONGEST_TITLE) {
        Some((end, _)) => format!(": {} …", title[..end].trim_end()),
        None => format!(": {title}"),
    }
}

/// What the press gets, and whose rules it keeps; whether the press will take it nobody
/// knows but the press.
fn for_press(printed: &PressSummary) -> String {
    let PressSummary { profile, date, pages, paper, .. } = printed;
    let pages = usize::try_from(*pages).unwrap_or(usize::MAX);
    let pages = count(pages, "page");
    format!(", {pages} on {paper} paper, set for {profile} of {date}")
}

/// Where the guesses can be read, which are too many for a screen.
fn lists(tally: Tally) -> &'static str {
    if tally.doubts > tally.looks { " (--report FILE lists them)" } else { "" }
}

/// What a book holds, in the words of the trade.
fn contents(made: &Edition) -> String {
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
fn kinds(tally: Tally) -> String {
    let guesses = tally.doubts - tally.looks;
    let kinds =
        [(tally.errors, "error"), (tally.warnings, "warning"), (guesses, "guess")];
    let some = kinds.into_iter().filter(|(number, _)| *number > 0);
    let told: Vec<String> = some.map(|(number, name)| count(number, name)).collect();
    told.join(", ")
}

/// How much wants a look, and how many decisions were guesses.
pub(crate) fn looks(tally: Tally) -> String {
    let Tally { looks, doubts, .. } = tally;
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
