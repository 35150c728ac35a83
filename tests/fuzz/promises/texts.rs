//! Texts: what a document is read from.

use pliego::book::normal::normalise;
use pliego::book::{Document, markdown};
use pliego::recover::ledger::Account;
use pliego::recover::{Hints, Recovered, ledger};
use pliego::source::{self, Text, character_widths};
use pliego::text::span::FileId;

/// Bytes are a text or are refused; the characters of a text have their bytes, all of them
/// and each once, and its lines cover it.
pub(super) fn source(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let (mut lengths, mut sum) = (0, 0);
    let mark = character_widths(bytes, |length, width| {
        lengths += length;
        sum += width;
    });
    sum += mark;
    assert_eq!((lengths, sum), (text.text.len(), bytes.len()));
    let mut end = 0;
    for line in &text.lines {
        let between = &text.text[end..line.span.start as usize];
        assert!(between.chars().all(|c| "\n\u{C}".contains(c)), "{between:?} is no line");
        end = line.span.end as usize;
        assert!(!text.slice(line.span).contains(['\n', '\u{C}']));
    }
    assert!(text.text[end..].chars().all(|c| "\n\u{C}".contains(c)));
}

/// A raw text becomes a document that has every character but the removals, and no other;
/// the ledger sums to the file; what is written of it reads back as the same book, of
/// which nothing is to be said.
pub(super) fn recover(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let recovered = pliego::recover::recover(&text, &Hints::default()).value;
    assert_eq!(ledger::check_balance(&text, &recovered), Ok(()));
    sums_up(&text, &recovered);
    let account = Account::of(&recovered.ledger, bytes);
    assert_eq!(account.sum(), bytes.len() as u64, "{account:?}");
    let written = markdown::write(&recovered.document);
    let read = markdown::read(&written, FileId(0));
    let normal = normalise(recovered.document).without_positions();
    assert_eq!(read.value.without_positions(), normal, "{written}");
}

/// The entries of a ledger follow one another from the first byte of a text to its last.
fn sums_up(text: &Text, recovered: &Recovered) {
    let mut at = 0;
    for entry in &recovered.ledger.entries {
        assert!(entry.span.start == at && entry.span.end >= at, "{entry:?} after {at}");
        at = entry.span.end;
    }
    assert_eq!(at as usize, text.text.len());
}

/// Any Markdown is a document; what is written of it reads back the same, in normal form,
/// and says no more.
pub(super) fn markdown(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let document = markdown::read(&text.text, FileId(0)).value;
    let written = markdown::write(&document);
    let again = markdown::read(&written, FileId(0));
    assert_eq!(markdown::write(&again.value), written);
    let [again, document] = [again.value, document].map(Document::without_positions);
    assert_eq!(again, document, "{written}");
}

/// Any particulars at the head of a Markdown document are read, and said, and are no part
/// of its text.
pub(super) fn metadata(bytes: &[u8]) {
    let lines = String::from_utf8_lossy(bytes).replace("\n---", "\n--");
    markdown(format!("---\ntitle: T\n{lines}\n---\n\nText.\n").as_bytes());
}

/// Bytes as the program decodes them.
fn text(bytes: &[u8]) -> Option<Text> {
    Some(source::read(FileId(0), "text", bytes).ok()?.value)
}
