//! The closing lines of a run: what was built, and the number of findings.

use std::fmt::Write;

use pliego::display::display_path;
use pliego::{Format, PressSummary};

use super::built_book::{BuiltBook, FileMeasures};
use super::counts::count_things;
use super::findings::FindingCounts;

/// Characters of a title above which it is shortened: terminals have shorter lines.
const LONGEST_TITLE: usize = 160;

/// The closing lines of `build` (`writes`) and `check`.
pub(crate) fn render_summary(made: &[BuiltBook], denied: bool, writes: bool) -> String {
    let mut text = String::new();
    for one in made {
        let title = one.title.as_deref().map_or(String::new(), shorten_title);
        let _ = writeln!(text, "{}{title}", one.path);
        let _ = writeln!(text, "  {}", describe_contents(one));
        for source in &one.sources {
            let _ = writeln!(text, "  {source}");
        }
        for file in one.files.iter().filter(|_| writes && !denied) {
            let pages = match (&file.measures, file.format) {
                (FileMeasures::None, _) => String::new(),
                (FileMeasures::Pages(pages), _) => {
                    format!(", {}", count_things(*pages, "page"))
                }
                (FileMeasures::Press(printed), Format::Cover) => {
                    format!(", spine {}", printed.spine.in_mm())
                }
                (FileMeasures::Press(printed), _) => describe_press(printed),
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
    let (reviews, report) = (describe_reviews(counts), mention_report(counts));
    let _ = match (denied, writes) {
        (true, true) => {
            let kinds = describe_kinds(counts);
            writeln!(text, "{books}: no edition was written, because of {kinds} (--deny)")
        }
        (false, true) => writeln!(text, "{books} built; {reviews}{report}"),
        (_, false) => writeln!(text, "{books} checked; {reviews}{report}"),
    };
    text
}

/// A title to follow the name of its book, cut to a line.
fn shorten_title(title: &str) -> String {
    match title.char_indices().nth(LONGEST_TITLE) {
        Some((end, _)) => format!(": {} …", title[..end].trim_end()),
        None => format!(": {title}"),
    }
}

/// The pages for a press, and the profile that they keep. Only the press can accept them.
fn describe_press(printed: &PressSummary) -> String {
    let PressSummary { profile, date, pages, paper, .. } = printed;
    let pages = usize::try_from(*pages).unwrap_or(usize::MAX);
    let pages = count_things(pages, "page");
    format!(", {pages} on {paper} paper, set for {profile} of {date}")
}

/// Where to read the guesses, which are too many for a screen.
fn mention_report(counts: FindingCounts) -> &'static str {
    if counts.to_review_or_guessed > counts.to_review {
        " (--report FILE lists them)"
    } else {
        ""
    }
}

/// How many parts, chapters, notes and words a book has.
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

/// The number of findings, by severity.
fn describe_kinds(counts: FindingCounts) -> String {
    let guesses = counts.to_review_or_guessed - counts.to_review;
    let kinds =
        [(counts.errors, "error"), (counts.warnings, "warning"), (guesses, "guess")];
    let some = kinds.into_iter().filter(|(number, _)| *number > 0);
    let kinds: Vec<String> =
        some.map(|(number, name)| count_things(number, name)).collect();
    kinds.join(", ")
}

/// How many places to review, and how many decisions were guesses.
pub(crate) fn describe_reviews(counts: FindingCounts) -> String {
    let FindingCounts { to_review, to_review_or_guessed, .. } = counts;
    let mut text = match to_review {
        0 => "nothing to review".to_owned(),
        1 => "1 place to review".to_owned(),
        more => format!("{more} places to review"),
    };
    if to_review_or_guessed > to_review {
        let guesses = to_review_or_guessed - to_review;
        let _ = write!(text, ", {}", count_things(guesses, "guess"));
    }
    text
}

/// A size in decimal units, as file managers show it.
fn format_size(bytes: usize) -> String {
    match bytes {
        0..1000 => count_things(bytes, "byte"),
        1000..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        _ => format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10),
    }
}
