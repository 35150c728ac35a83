//! Reading and writing documents as Markdown.
//!
//! Reader and writer are in one module of the model because they keep one promise: what
//! [`write()`] writes, [`read()`] reads back as the same document (in [normal
//! form](super::normal)). A change to one of them usually needs a change to the other.
//! Recovery writes Markdown that a person then corrects, so the writer escapes only what it
//! must, and the reader accepts what people write by hand.
//!
//! # The dialect
//!
//! CommonMark with footnotes (`[^1]`; for a second series, such as an editor's notes beside
//! the author's, `[^*1]`), and the following for what CommonMark cannot express:
//!
//! | in the book | as Markdown |
//! | --- | --- |
//! | metadata | a YAML block between `---` lines at the very beginning; the keys of `[book]` |
//! | verse | `<div class="verse">`, blank line, stanzas as paragraphs, `\` at line ends, blank line, `</div>` |
//! | epigraph, source note | `<div class="epigraph">` or `source-note` around blocks |
//! | speech of a play | `<div class="speech">` around blocks; the first begins with the speaker's name, in `**` |
//! | stage direction | `<div class="direction">` around a paragraph |
//! | table | a table of pipes; with a caption, `<div class="table">` around a paragraph and it |
//! | figure | an image alone in a paragraph; with a caption, `<div class="figure">` around it and a paragraph; an ornament as `<img alt="">` |
//! | dateline, salutation, signature | a `<div>` of that class around a paragraph |
//! | styled blocks | `<div class="NAME">` around blocks |
//! | definitions | a line, and `:   ` before the first line of each description |
//! | labels of a list | `a)`, `(a)`, `iv.`, `1.º`, `II.` before paragraphs; `<ol type="a">` around items that are more |
//! | spanning cells | `<table>`, each cell in blank lines |
//! | width of a picture | `{width=50%}` after the image |
//! | words of a kind | `<del>`, `<u>`, `<mark>`, `<kbd>`, `<abbr title="…">`, `<span class="NAME">` |
//! | small capitals, raised, lowered | `<span class="smallcaps">`, `<sup>`, `<sub>` |
//! | anchor | `<a id="NAME"></a>` |
//! | cross reference | a link to `#NAME`, or to another document of the book |
//! | entry of the index | `<span class="index" data-entry="…"></span>` |
//! | foreign phrase | `<span lang="ru">…</span>` |
//! | page of origin | `<span id="page-12" role="doc-pagebreak" aria-label="12"></span>` |
//! | scene break | `* * *` |
//! | preformatted text | a fenced code block |
//!
//! A paragraph is one line. Notes are at the end, in the order of their references. If `*`
//! would not be read as emphasis (next to other emphasis, or punctuation inside a word;
//! CommonMark §6.2), the writer uses `<em>` and `<strong>`, which the reader accepts.
//!
//! # What the reader does with other input
//!
//! * A quotation in which every paragraph has hard line breaks is verse. Inside `<div
//!   class="verse">`, soft line ends end lines of verse, too.
//! * The blank lines inside a `<div>` may be left out.
//! * `<br>`, `<em>`, `<i>`, `<cite>`, `<strong>`, `<b>`, `<code>`, `<q>`, `<a href>`, lists,
//!   tables, figures and block quotations mean what they mean in HTML. Comments are left
//!   out; of other HTML the text stays.
//! * What pandoc and GitHub write is understood as well: attributes in braces, `~~…~~`,
//!   `^…^`, `~…~`, `^[…]`, `:::`, `- [ ]`, `> [!NOTE]`, `[words](index:entry)`, tables drawn
//!   with lines or dashes and their captions, verse behind bars, `(@)`, `#.`, `% Title`,
//!   `*[HTML]: …`, `[Heading]`.
//! * A cell of a table of HTML is one line of text: items, paragraphs and code in it become
//!   lines. Its inlines may be Markdown, as in pandoc's `markdown_in_html_blocks`.
//! * What other dialects have and this one has not is printed as it is typed.
//! * Two labels in order make a list. One by itself is text, and `A.` always, because it may
//!   begin a name. Roman capitals with a stop (`II.`) and bullets (`•`) make a list only on
//!   lines without others between them.
//! * The title of an image is its caption. Of an image inside a line of text, the
//!   description stays. A table with an empty header has none; cells beyond its last column
//!   are added to the last cell.
//! * A note that nothing refers to is put at the end of the paragraph before it. A note
//!   that is referenced again is repeated, without the notes inside it.
//! * A mark `[^x]` without a note stays as text.
//!
//! All of this is reported.

mod attributes;
mod formula_marks;
mod index_entry;
mod item_labels;
pub mod metadata;
pub mod read;
mod title_block;
pub mod write;

pub use write::remarks::Remark;

use super::Document;
use crate::diagnostic::Warned;
use crate::text::span::FileId;

/// The first character of the labels of notes of the second series.
const SECOND: char = '*';

/// What an item of a task list that is to be done begins with.
pub(crate) const TO_DO: char = '☐';

/// What an item of a task list that is done begins with.
pub(crate) const DONE: char = '☑';

/// Reads a document from Markdown. `file` is the file that spans refer to.
///
/// Never fails: what is not valid in the dialect is kept as text, and reported.
#[must_use]
pub fn read(text: &str, file: FileId) -> Warned<Document> {
    read::read_document(text, file)
}

/// Writes a document as Markdown.
///
/// `read(&write(&document), file)` gives `normalise(document)` without findings.
#[must_use]
pub fn write(document: &Document) -> String {
    write::write_document(document, &[])
}

/// Writes a document as Markdown, with remarks for the person who corrects it: comments,
/// which the reader leaves out.
#[must_use]
pub fn write_with_remarks(document: &Document, remarks: &[Remark]) -> String {
    write::write_document(document, remarks)
}
