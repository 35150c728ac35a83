//! A document as Markdown, written and read.
//!
//! Reader and writer stand beside each other, and both in the room of the model,
//! because together they make one promise: what [`write()`] writes, [`read()`] reads back
//! as the same document (in [normal form](super::normal)). Whoever changes one of them
//! has the other on the desk. Recovery writes through here what a person then mends, so
//! the writer escapes only what must be, and the reader takes what people write by hand.
//!
//! # The dialect
//!
//! CommonMark with footnotes (`[^1]`; of a second series, that of an editor beside the
//! author's, `[^*1]`), and for what it has no word for:
//!
//! | in the book | as Markdown |
//! | --- | --- |
//! | particulars | a YAML block between `---` lines at the very head; the keys of `[book]` |
//! | verse | `<div class="verse">`, blank line, stanzas as paragraphs, `\` at line ends, blank line, `</div>` |
//! | epigraph, source note | `<div class="epigraph">` or `source-note` around blocks |
//! | speech of a play | `<div class="speech">` around blocks; the first begins with who speaks, in `**` |
//! | stage direction | `<div class="direction">` around a paragraph |
//! | table | a table of pipes; with a caption, `<div class="table">` around a paragraph and it |
//! | figure | an image alone in a paragraph; with a caption, `<div class="figure">` around it and a paragraph; an ornament that says nothing as `<img alt="">` |
//! | dateline, salutation, signature | a `<div>` of that class around a paragraph |
//! | foreign phrase | `<span lang="ru">…</span>` |
//! | page of origin | `<span id="page-12" role="doc-pagebreak" aria-label="12"></span>` |
//! | scene break | `* * *` |
//! | preformatted text | a fenced code block |
//!
//! A paragraph is one line. Notes stand at the end, in the order of their calls. Where
//! `*` would not be read as emphasis (it touches other emphasis, or punctuation inside a
//! word; CommonMark §6.2) the writer takes `<em>` and `<strong>`, which the reader knows.
//!
//! # What the reader makes of the rest
//!
//! * A quotation in which every paragraph has hard line breaks is verse. Inside
//!   `<div class="verse">` plain line ends are line ends of the verse too.
//! * The blank lines inside a `<div>` may be left out.
//! * `<br>`, `<em>`, `<i>`, `<cite>`, `<strong>`, `<b>` and `<a href>` are what they are
//!   in HTML; comments are left out; of other HTML the text stays.
//! * The title of an image is its caption. Of an image in a line of text its description
//!   stays. A table whose head is empty has none; cells beyond
//!   its last column stand in that column.
//! * A note that nothing calls is put at the end of the paragraph before it. A note
//!   called again stands there again, without the notes inside it.
//! * A mark `[^x]` without a note stays as text.
//!
//! Nothing of this is done in silence.

pub mod metadata;
pub mod read;
pub mod write;

pub use write::remarks::Remark;

use super::Document;
use crate::diagnostic::Warned;
use crate::text::span::FileId;

/// What the labels of notes of the second series begin with.
const SECOND: char = '*';

/// Reads a document from Markdown. `file` is what spans name.
///
/// Never fails: what is no valid Markdown of the dialect is kept as text, and said.
#[must_use]
pub fn read(text: &str, file: FileId) -> Warned<Document> {
    read::read_document(text, file)
}

/// Writes a document as Markdown.
///
/// `read(&write(&document), file)` gives `normalise(document)` and nothing to complain
/// of.
#[must_use]
pub fn write(document: &Document) -> String {
    write::write_document(document, &[])
}

/// Writes a document as Markdown, with remarks for the person who mends it: comments that
/// the reader leaves out.
#[must_use]
pub fn write_with_remarks(document: &Document, remarks: &[Remark]) -> String {
    write::write_document(document, remarks)
}
