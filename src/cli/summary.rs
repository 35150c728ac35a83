//! What a run says at its end: what was made, and what wants a look.

use std::fmt::Write;

use pliego::display::display_path;
use pliego::{Format, PressSummary};

use super::built_book::BuiltBook;
use super::findings::FindingCounts;

/// Characters of a title above which it is shortened: no terminal shows more in a line.
const LONGEST_TITLE: usize = 160;

/// The closing lines of `build` (`writes`) and `check`.
pub(crate) fn render_summary(made: &[BuiltBook], denied: bool, writes: bool) -> String {
    let mut text = String::new();
    for one in made {
        let title = one.title.as_deref().map_or(String::new(), shorten_title);
        let _ = writeln!(text, "{}{title}", one.path);
        let _ = writeln!(text, "  {}", describe_contents(one));
        for file in one.files.iter().filter(|_| writes && !denied) {
            let pages = match (file.format, one.pages, &one.press) {
                (Format::Pdf, Some(pages), _) => {
                    format!(", {}", count_things(pages, "page"))
                }
                (Format::Print | Format::Imposed, _, Some(printed)) => {
                    describe_press(printed)
                }
                (Format::Cover, _, Some(printed)) => {
                    format!(", spine {}", printed.spine.in_mm())
                }
                _ => String::new(),
            };
            let _ = writeln!(
                text,
                "  {}  {}{pages}",
                display_path(&file.path),
                format_size(file.bytes)
            );
        }
        if one.finding_counts.to_review_or_guessed > 0 {
            let _ = writeln!(text, "  {}", describe_kinds(one.finding_counts));
        }
    }
    let books = count_things(made.len(), "book");
    let counts = made.iter().map(|one| one.finding_counts).sum();
    let (looks, lists) = (describe_looks(counts), mention_report(counts));
    let _ = match (denied, writes) {
        (true, true) => {
            let kinds = describe_kinds(counts);
            writeln!(text, "{books}: no edition was written, because of {kinds} (--deny)")
        }
        (false, true) => writeln!(text, "{books} made; {looks}{lists}"),
        (_, false) => writeln!(text, "{books} checked; {looks}{lists}"),
    };
    text
}

/// A title after the name of its book, as far as a line has room.
fn shorten_title(title: &str) -> String {
    match title.char_indices().nth(LONGEST_TITLE) {
        Some((end, _)) => format!(": {} …", title[..end].trim_end()),
        None => format!(": {title}"),
    }
}

/// What the press gets, and whose rules it keeps; whether the press will take it nobody
/// knows but the press.
fn describe_press(printed: &PressSummary) -> String {
    let PressSummary { profile, date, pages, paper, .. } = printed;
    let pages = usize::try_from(*pages).unwrap_or(usize::MAX);
    let pages = count_things(pages, "page");
    format!(", {pages} on {paper} paper, set for {profile} of {date}")
}

/// Where the guesses can be read, which are too many for a screen.
fn mention_report(counts: FindingCounts) -> &'static str {
    if counts.to_review_or_guessed > counts.to_review {
        " (--report FILE lists them)"
    } else {
        ""
    }
}

/// What a book holds, in the words of the trade.
fn describe_contents(made: &BuiltBook) -> String {
    let counts = &made.counts;
    let mut parts = Vec::new();
    if counts.parts > 0 {
        parts.push(count_things(counts.parts, "part"));
    }
    parts.push(count_things(counts.chapters, "chapter"));
    if counts.notes > 0 {
        parts.push(count_things(counts.notes, "note"));
    }
    parts.push(count_things(counts.words, "word"));
    parts.join(", ")
}

/// What wants a look, by gravity.
fn describe_kinds(counts: FindingCounts) -> String {
    let guesses = counts.to_review_or_guessed - counts.to_review;
    let kinds =
        [(counts.errors, "error"), (counts.warnings, "warning"), (guesses, "guess")];
    let some = kinds.into_iter().filter(|(number, _)| *number > 0);
    let told: Vec<String> =
        some.map(|(number, name)| count_things(number, name)).collect();
    told.join(", ")
}

/// How much wants a look, and how many decisions were guesses.
pub(crate) fn describe_looks(counts: FindingCounts) -> String {
    let FindingCounts { to_review, to_review_or_guessed, .. } = counts;
    let mut text = match to_review {
        0 => "nothing wants a look".to_owned(),
        1 => "1 place wants a look".to_owned(),
        more => format!("{more} places want a look"),
    };
    if to_review_or_guessed > to_review {
        let guesses = to_review_or_guessed - to_review;
        let _ = write!(text, ", {}", count_things(guesses, "guess"));
    }
    text
}

/// `1 page`, `2 pages`, `3 guesses`.
pub(crate) fn count_things(number: usize, thing: &str) -> String {
    let more = if thing.ends_with('s') { "es" } else { "s" };
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}{more}") }
}

/// A size as people say it, in thousands of bytes.
fn format_size(bytes: usize) -> String {
    match bytes {
        0..1000 => count_things(bytes, "byte"),
        1000..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        _ => format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10),
    }
}
