//! What the EPUB edition reports about a book, besides its fonts.

use super::characters::{LeftOutCharacter, UsedCharacters};
use super::codes;
use super::document::ContentDocument;
use super::plan::{EpubPlan, non_blank};
use crate::diagnostic::{Diagnostic, Severity};

/// Reports what is missing, left out, too large, or not clear by itself.
pub(super) fn report_findings(
    plan: &EpubPlan<'_>,
    documents: &[ContentDocument],
    characters: &UsedCharacters,
) -> Vec<Diagnostic> {
    let mut found = report_missing_metadata(plan);
    found.extend(report_left_out(characters));
    let too_large = documents.iter().filter(|document| document.is_too_large());
    found.extend(too_large.map(report_too_large));
    found.extend(report_ibid_notes(plan));
    found.extend(report_filing_names(plan));
    found
}

fn report_missing_metadata(plan: &EpubPlan<'_>) -> Vec<Diagnostic> {
    let metadata = &plan.publication.book.metadata;
    let mut found = Vec::new();
    if non_blank(metadata.title.as_ref()).is_none() {
        found.push(
            Diagnostic::new(codes::NO_TITLE, Severity::Warning, "the book has no title")
                .hint("set it in book.toml, or with --title"),
        );
    }
    if metadata.language.is_none() {
        let message = "the language of the book is unknown";
        found.push(
            Diagnostic::new(codes::NO_LANGUAGE, Severity::Warning, message)
                .hint("set it in book.toml, or with --lang"),
        );
    }
    found
}

/// Reports the names whose form to sort by is inferred.
fn report_filing_names(plan: &EpubPlan<'_>) -> Option<Diagnostic> {
    let metadata = &plan.publication.book.metadata;
    let people = metadata.authors.iter().chain(&metadata.contributors);
    let inferred = people
        .filter_map(|person| Some(format!("'{}'", plan.infer_filing_name(person)?)));
    let inferred: Vec<String> = inferred.collect();
    if inferred.is_empty() {
        return None;
    }
    let message = format!("sorted by {}, as the names suggest", inferred.join(" and "));
    let found = Diagnostic::new(codes::FILED_AS, Severity::Note, message);
    Some(found.hint("state it: { name = \"…\", sort = \"…\" }"))
}

fn report_left_out(characters: &UsedCharacters) -> Vec<Diagnostic> {
    let report = |(&character, left_out): (&char, &LeftOutCharacter)| {
        let (code, count) = (u32::from(character), left_out.count);
        let message =
            format!("U+{code:04X} is not allowed in an EPUB and was left out ({count}×)");
        let mut found =
            Diagnostic::new(codes::FORBIDDEN_CHARACTER, Severity::Warning, message);
        found.span = left_out.origin;
        found
    };
    characters.forbidden.iter().map(report).collect()
}

fn report_too_large(document: &ContentDocument) -> Diagnostic {
    let kilobytes = document.markup.len().div_ceil(1024);
    let message = format!(
        "the EPUB has a file of {kilobytes} kB for '{}', because one block of it is too \
         long; old devices open it slowly or not at all",
        document.title
    );
    Diagnostic::new(codes::LARGE_FILE, Severity::Warning, message)
        .hint("split the block: a poem into poems, a list into lists")
}

/// Reports notes that only refer to the note before, which a reading system may not show.
fn report_ibid_notes(plan: &EpubPlan<'_>) -> Option<Diagnostic> {
    let (_, first) = plan.ibid_notes.first_key_value()?;
    let count = plan.ibid_notes.len();
    let serials = plan.ibid_notes.keys();
    let completed = serials.filter_map(|&serial| plan.find_repeated_note(serial)).count();
    let message = match (count - completed, completed) {
        (0, _) => return None,
        (1, 0) => {
            "1 note says only \"the same as before\" (Ibid. or the like), which is \
                   not clear in readers that show one note at a time"
                .to_owned()
        }
        (left, 0) => format!(
            "{left} notes say only \"the same as before\" (Ibid. or the like), which is \
             not clear in readers that show one note at a time"
        ),
        (left, _) => format!(
            "{left} of {count} notes that say \"the same as before\" (Ibid. or the like) \
             are not completed, because the note before is long or refers to another"
        ),
    };
    let mut found = Diagnostic::new(codes::IBID_NOTES, Severity::Note, message);
    found.span = first.note.note.origin.0;
    Some(match completed {
        0 => found.hint("ibid = \"complete\" in book.toml repeats the note before"),
        _ => found,
    })
}
