//! References in a text without notes: they may be in another file, or were not found.

use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::notes::mark_candidate::{BRACKETED, MarkCandidate, MarkSetting};
use crate::text::note_series::LabelSeries;

/// Fewest steps from one number to the next. Parts of a sentence are counted, too, but
/// their numbers are worth less; five numbers in order by chance are odds of 1 to 119.
const FEWEST: usize = 5;

/// Least share of these numbers that are one more than the one before, in per cent.
const IN_ORDER: usize = 50;

/// Warns of numbers that count like references, in a text without notes.
pub(super) fn report_free_marks(marks: &[MarkCandidate]) -> Option<Diagnostic> {
    let is_sure = |mark: &&MarkCandidate| {
        let setting = matches!(
            mark.setting,
            MarkSetting::Square
                | MarkSetting::Round
                | MarkSetting::Curly
                | MarkSetting::Raised
                | MarkSetting::AfterLetter
        );
        mark.series == LabelSeries::Figure && setting && mark.worth >= BRACKETED
    };
    let (mut all, mut steps) = (0, 0);
    let mut last: Option<&MarkCandidate> = None;
    let mut first = None;
    for mark in marks.iter().filter(is_sure) {
        all += 1;
        let follows =
            last.is_some_and(|last| last.number.checked_add(1) == Some(mark.number));
        if follows {
            steps += 1;
            first = first.or(last);
        }
        if follows || mark.number == 1 {
            last = Some(mark);
        }
    }
    let first = first.filter(|_| steps >= FEWEST && steps * 100 >= all * IN_ORDER)?;
    let message = format!(
        "uncertain: {} numbers from here on count like references to notes, but no notes \
         were found; they remain in the text",
        steps + 1
    );
    let hint =
        "if the text has the notes, say where they are: --notes page, chapter or end";
    Some(
        Diagnostic::new(codes::MARK_WITHOUT_NOTE, Severity::Warning, message)
            .at(first.span)
            .hint(hint),
    )
}
