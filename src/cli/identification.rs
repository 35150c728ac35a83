//! What raw texts were taken for, in words.

use pliego::{Identification, SourceForm, SourceNotes};

use super::counts::count_things;

/// Confidence in thousandths from which on the program calls itself sure of what a text is.
const SURE: u16 = 990;

/// Confidence in thousandths from which on it calls itself fairly sure.
const FAIRLY_SURE: u16 = 900;

/// What raw texts were taken for, and how sure that is: a line for each that differs, with
/// the number of texts where several were taken for the same.
pub(crate) fn describe_sources(sources: &[Option<Identification>]) -> Vec<String> {
    let lines: Vec<String> =
        sources.iter().flatten().map(describe_identification).collect();
    let mut seen: Vec<(String, usize)> = Vec::new();
    for line in lines {
        match seen.iter_mut().find(|(known, _)| *known == line) {
            Some((_, count)) => *count += 1,
            None => seen.push((line, 1)),
        }
    }
    let line = |(line, count)| match count {
        1 => format!("taken for {line}"),
        count => format!("{count} texts taken for {line}"),
    };
    seen.into_iter().map(line).collect()
}

/// What a raw text was taken for.
fn describe_identification(source: &Identification) -> String {
    let Identification { form, notes, note_count, confidence, .. } = *source;
    let has_pages = matches!(
        form,
        SourceForm::Pages
            | SourceForm::Scan
            | SourceForm::Proofreading
            | SourceForm::PageCodes
    );
    let form = match form {
        SourceForm::Pages => "typeset pages",
        SourceForm::Scan => "scanned pages",
        SourceForm::Transcription => "a transcription without pages",
        SourceForm::Proofreading => "pages of proofreaders",
        SourceForm::PageCodes => "a text with page codes",
        SourceForm::Converted => "the output of a converter",
        SourceForm::Verbatim => "lines to be kept as they are",
    };
    let place = match notes {
        SourceNotes::None => "",
        SourceNotes::Page if has_pages && note_count == 1 => " at a page bottom",
        SourceNotes::Page if has_pages => " at page bottoms",
        SourceNotes::Page if note_count == 1 => " after its paragraph",
        SourceNotes::Page => " after their paragraphs",
        SourceNotes::Chapter if note_count == 1 => " at a chapter end",
        SourceNotes::Chapter => " at chapter ends",
        SourceNotes::End => " at the end",
    };
    let count = match note_count {
        0 => "no notes".to_owned(),
        count => count_things(count, "note"),
    };
    let sure = match confidence {
        SURE.. => "sure",
        FAIRLY_SURE.. => "fairly sure",
        _ => "unsure; --form and --notes state it",
    };
    format!("{form}, {count}{place} ({sure})")
}
