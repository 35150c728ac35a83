//! An identifier for a book that brings none.

use std::slice;

use crate::book::block::{Block, List, Paragraph};
use crate::book::figure::Alternative;
use crate::book::inline::Inline;
use crate::book::{Book, Division};
use sha2::{Digest, Sha256};

/// A number made from what the book says: its title, its authors, its language and every
/// character of its text. It does not depend on how the book looks, nor on the version of
/// the program, and changes when a word is mended.
#[must_use]
pub fn derived(book: &Book) -> [u8; 16] {
    let mut digest = Sha256::new();
    let metadata = &book.metadata;
    piece(&mut digest, metadata.title.as_deref().unwrap_or_default());
    metadata.authors.iter().for_each(|author| piece(&mut digest, &author.name));
    piece(&mut digest, metadata.language.as_ref().map_or("", |tag| tag.as_str()));
    for division in &book.divisions {
        let chapters = match division {
            Division::Chapter(chapter) => slice::from_ref(chapter),
            Division::Part(part) => {
                inlines(&mut digest, &part.title);
                part.chapters.as_slice()
            }
        };
        for chapter in chapters {
            inlines(&mut digest, &chapter.title);
            blocks(&mut digest, &chapter.blocks);
        }
    }
    for (name, picture) in &book.pictures {
        piece(&mut digest, name);
        digest.update(&picture.bytes);
    }
    let whole = digest.finalize();
    let mut id = [0; 16];
    id.copy_from_slice(&whole[..16]);
    id
}

/// The same as a UUID of version 8, "custom", whose bits are left to the maker but for
/// version and variant (RFC 9562 §5.8).
#[must_use]
pub fn derived_uuid(book: &Book) -> String {
    let mut id = derived(book);
    id[6] = id[6] & 0x0F | 0x80;
    id[8] = id[8] & 0x3F | 0x80;
    let hex = format!("{:032x}", u128::from_be_bytes(id));
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}

/// Adds a piece of text and its end, so that "ab", "c" is not "a", "bc".
fn piece(digest: &mut Sha256, text: &str) {
    digest.update(text);
    digest.update([0]);
}

fn blocks(digest: &mut Sha256, list: &[Block]) {
    for block in list {
        match block {
            Block::Heading(heading) => inlines(digest, &heading.content),
            Block::Paragraph(Paragraph { content, .. })
            | Block::Dateline(Paragraph { content, .. })
            | Block::Direction(Paragraph { content, .. })
            | Block::Salutation(Paragraph { content, .. })
            | Block::Signature(Paragraph { content, .. }) => inlines(digest, content),
            Block::Quotation(inner)
            | Block::Epigraph(inner)
            | Block::Speech(inner)
            | Block::SourceNote(inner) => {
                blocks(digest, inner);
            }
            Block::Verse(verse) => {
                let lines = verse.stanzas.iter().flat_map(|stanza| &stanza.lines);
                lines.for_each(|line| inlines(digest, line));
            }
            Block::List(List { items, .. }) => {
                for item in items {
                    blocks(digest, item);
                }
            }
            Block::Table(table) => {
                for row in std::iter::once(&table.head).chain(&table.rows) {
                    for cell in row {
                        inlines(digest, cell);
                    }
                    piece(digest, "");
                }
                inlines(digest, &table.caption);
            }
            Block::Figure(figure) => {
                piece(digest, &figure.picture);
                match &figure.alternative {
                    Alternative::Missing => piece(digest, "?"),
                    Alternative::Decorative => piece(digest, "*"),
                    Alternative::Words(words) => piece(digest, words),
                }
                inlines(digest, &figure.caption);
            }
            Block::SceneBreak => piece(digest, "*"),
            Block::Preformatted(text) => piece(digest, text),
        }
    }
    piece(digest, "");
}

fn inlines(digest: &mut Sha256, list: &[Inline]) {
    for inline in list {
        match inline {
            Inline::Text(text) | Inline::Code(text) | Inline::PageMark(text) => {
                piece(digest, text);
            }
            Inline::Emphasis(inner)
            | Inline::Strong(inner)
            | Inline::Foreign { content: inner, .. }
            | Inline::Link { content: inner, .. } => inlines(digest, inner),
            Inline::LineBreak => piece(digest, "\n"),
            Inline::Note(note) => blocks(digest, &note.blocks),
        }
    }
    piece(digest, "");
}

#[cfg(test)]
mod tests {
    use super::{Book, Division, Inline, derived};
    use crate::book::Part;

    #[test]
    fn every_word_changes_it() {
        let book = |title: &str| {
            let title = vec![Inline::Text(title.to_owned())];
            let part = Part { title, ..Part::default() };
            Book { divisions: vec![Division::Part(part)], ..Book::default() }
        };
        assert_ne!(derived(&book("Spring")), derived(&book("Autumn")));
        assert_eq!(derived(&book("Spring")), derived(&book("Spring")));
    }
}
