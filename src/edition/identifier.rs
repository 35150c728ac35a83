//! Derives an identifier for a book that has none.

use std::slice;

use crate::book::block::{Block, Definition, List, Paragraph};
use crate::book::figure::{Alternative, Figure};
use crate::book::inline::Inline;
use crate::book::{Book, Division};
use sha2::{Digest, Sha256};

/// Derives an identifier from the content of a book: its title, its authors, its language
/// and every character of its text. It does not depend on the design, nor on the version of
/// the program, and changes when a word is corrected. The kinds of
/// spaces do not matter.
#[must_use]
pub fn derive_id(book: &Book) -> [u8; 16] {
    let mut digest = Sha256::new();
    let metadata = &book.metadata;
    add_text(&mut digest, metadata.title.as_deref().unwrap_or_default());
    metadata.authors.iter().for_each(|author| add_text(&mut digest, &author.name));
    add_text(&mut digest, metadata.language.as_ref().map_or("", |tag| tag.as_str()));
    for division in &book.divisions {
        let chapters = match division {
            Division::Chapter(chapter) => slice::from_ref(chapter),
            Division::Part(part) => {
                add_inlines(&mut digest, &part.title);
                part.chapters.as_slice()
            }
        };
        for chapter in chapters {
            add_inlines(&mut digest, &chapter.title);
            add_blocks(&mut digest, &chapter.blocks);
        }
    }
    for (name, picture) in &book.pictures {
        add_text(&mut digest, name);
        digest.update(&picture.bytes);
    }
    let hash = digest.finalize();
    let mut id = [0; 16];
    id.copy_from_slice(&hash[..16]);
    id
}

/// Like [`derive_id`], as a UUID of version 8, "custom", in which all bits but version and
/// variant are free (RFC 9562 §5.8).
#[must_use]
pub fn derive_uuid(book: &Book) -> String {
    let mut id = derive_id(book);
    id[6] = id[6] & 0x0F | 0x80;
    id[8] = id[8] & 0x3F | 0x80;
    let hex = format!("{:032x}", u128::from_be_bytes(id));
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}

/// Adds a text and a terminator, so that "ab", "c" differs from "a", "bc".
fn add_text(digest: &mut Sha256, text: &str) {
    digest.update(text);
    digest.update([0]);
}

/// Adds words. Editions choose the kinds of their spaces, and where no line may end.
fn add_words(digest: &mut Sha256, text: &str) {
    let fixed = ['\u{A0}', '\u{202F}', '\u{2060}'];
    if text.contains(fixed) {
        add_text(digest, &text.replace('\u{2060}', "").replace(fixed, " "));
    } else {
        add_text(digest, text);
    }
}

fn add_blocks(digest: &mut Sha256, list: &[Block]) {
    for block in list {
        match block {
            Block::Heading(heading) => add_inlines(digest, &heading.content),
            Block::Paragraph(Paragraph { content, .. })
            | Block::Dateline(Paragraph { content, .. })
            | Block::Direction(Paragraph { content, .. })
            | Block::Salutation(Paragraph { content, .. })
            | Block::Signature(Paragraph { content, .. }) => add_inlines(digest, content),
            Block::Quotation(inner)
            | Block::Epigraph(inner)
            | Block::Speech(inner)
            | Block::SourceNote(inner)
            | Block::Styled { blocks: inner, .. } => {
                add_blocks(digest, inner);
            }
            Block::Verse(verse) => {
                let lines = verse.stanzas.iter().flat_map(|stanza| &stanza.lines);
                lines.for_each(|line| add_inlines(digest, line));
            }
            Block::List(List { items, .. }) => {
                for item in items {
                    add_blocks(digest, item);
                }
            }
            Block::Definitions(list) => {
                for Definition { term, descriptions } in list {
                    add_inlines(digest, term);
                    for inner in descriptions {
                        add_blocks(digest, inner);
                    }
                }
            }
            Block::Table(table) => {
                for row in std::iter::once(&table.head).chain(&table.rows) {
                    for cell in row {
                        add_inlines(digest, cell);
                    }
                    add_text(digest, "");
                }
                add_inlines(digest, &table.caption);
            }
            Block::Figure(figure) => add_figure(digest, figure),
            Block::SceneBreak => add_text(digest, "*"),
            Block::Preformatted(typed) => add_text(digest, &typed.text),
        }
    }
    add_text(digest, "");
}

fn add_figure(digest: &mut Sha256, figure: &Figure) {
    add_text(digest, &figure.picture);
    match &figure.alternative {
        Alternative::Missing => add_text(digest, "?"),
        Alternative::Decorative => add_text(digest, "*"),
        Alternative::Words(words) => add_text(digest, words),
    }
    add_inlines(digest, &figure.caption);
}

fn add_inlines(digest: &mut Sha256, list: &[Inline]) {
    for inline in list {
        match inline {
            Inline::Text(text) => add_words(digest, text),
            Inline::Code(text) | Inline::PageMark(text) => add_text(digest, text),
            Inline::Formula(formula) => add_text(digest, &formula.tex),
            Inline::Picture(figure) => add_figure(digest, figure),
            Inline::LineBreak => add_text(digest, "\n"),
            Inline::Note(note) => add_blocks(digest, &note.blocks),
            // They show no words here.
            Inline::Anchor(_) | Inline::IndexMark(_) => {}
            holder => add_inlines(digest, holder.content().unwrap_or_default()),
        }
    }
    add_text(digest, "");
}

#[cfg(test)]
mod tests {
    use super::{Book, Division, Inline, derive_id};
    use crate::book::Part;

    #[test]
    fn every_word_changes_the_id() {
        let book = |title: &str| {
            let title = vec![Inline::Text(title.to_owned())];
            let part = Part { title, ..Part::default() };
            Book { divisions: vec![Division::Part(part)], ..Book::default() }
        };
        assert_ne!(derive_id(&book("Spring")), derive_id(&book("Autumn")));
        assert_eq!(derive_id(&book("Spring")), derive_id(&book("Spring")));
    }
}
