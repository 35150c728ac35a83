//! The publication as an EPUB 3 package that conforms to EPUB 3.3.
//!
//! A plan names the files; each content document is rendered to a value with its markup and
//! its facts; documents that are too large are divided; the package is assembled, and the
//! ONIX message written, from the values. So no book is rendered twice.
//!
//! `EPUB_3_3.md` lists the clauses of the standard and how each is met.

mod codes;
mod error;
mod flavour;
mod names;
mod split;

mod plan;

mod characters;
mod kobo_spans;
mod lists;

mod markup;

mod document;

mod writer;

mod figures;
mod formulas;
mod notes;
mod openings;
mod tables;
mod titles;

mod front_documents;
mod notes_documents;

mod chapter_documents;

mod render;

mod proof;

mod cross_references;
mod divide;

mod accessibility;
mod findings;

mod metadata;
mod navigation;
mod onix;
mod onix_shop;

mod face_rules;
mod fonts;
mod own_style;
mod selectors;
mod style;
mod text_look;

mod package;

pub use error::EpubError;
pub use flavour::EpubFlavour;
pub use own_style::{StyleError, check_style_sheet};
pub use proof::{EpubProof, render_proof};

use crate::diagnostic::Warned;
use crate::edition::Publication;

use accessibility::AccessibilityClaims;
use cross_references::resolve_cross_references;
use divide::divide_documents;
use document::{BookFacts, ContentDocument};
use findings::report_findings;
use navigation::{list_entries, render_navigation};
use onix::write_onix;
use package::{PackageParts, assemble_package};
use plan::{EpubPlan, EpubVariant};
use render::{arrange_documents, render_documents};
use style::write_rules;
use text_look::{FaceRules, TextLook};

/// The content of an EPUB: its documents, rendered, and the facts about them. Render a
/// publication once, and write its editions from that.
#[derive(Debug)]
pub struct EpubContent<'a> {
    plan: EpubPlan<'a>,
    /// In reading order.
    documents: Vec<ContentDocument>,
    facts: BookFacts,
}

impl<'a> EpubContent<'a> {
    /// Renders a publication for some reading systems.
    #[must_use]
    pub fn render(publication: &Publication<'a>, flavour: EpubFlavour) -> Self {
        Self::render_variant(publication, EpubVariant { flavour, kobo_spans: false })
    }

    /// Renders a publication with Kobo's own markup, which its devices show with the app for
    /// books from its shop if the name of the file ends in `.kepub.epub`.
    #[must_use]
    pub fn render_kepub(publication: &Publication<'a>) -> Self {
        let flavour = EpubFlavour::Kobo;
        Self::render_variant(publication, EpubVariant { flavour, kobo_spans: true })
    }

    fn render_variant(publication: &Publication<'a>, variant: EpubVariant) -> Self {
        let mut plan = EpubPlan::new(publication, variant);
        let mut documents = render_documents(&plan);
        let mut facts = BookFacts::collect(&plan, &documents);
        if documents.iter().any(ContentDocument::is_too_large) {
            documents = divide_documents(&mut plan, &documents);
            // New files have titles of their own.
            for document in &documents {
                facts.characters.add_shown(&document.facts.characters);
            }
        }
        let mut documents = arrange_documents(&plan, documents);
        if !plan.publication.book.places.anchors.is_empty() {
            resolve_cross_references(&mut documents);
        }
        Self { plan, documents, facts }
    }

    /// Writes the EPUB: the whole archive. The same publication gives the same bytes.
    ///
    /// # Errors
    ///
    /// [`EpubError`] if the cover cannot be painted, or the archive cannot be made, which no
    /// book should cause.
    pub fn write_epub(&self) -> Result<Warned<Vec<u8>>, EpubError> {
        let Self { plan, documents, facts } = self;
        let entries = list_entries(plan, documents);
        let navigation = render_navigation(plan, documents, &entries);
        let mut characters = facts.characters.clone();
        characters.add(&navigation.characters);
        // Labels of lists, and what the publisher's rules add.
        let Publication { design, style, .. } = plan.publication;
        let added = FaceRules::read(&write_rules(design, &facts.style, style)).generated;
        characters.record(&added, TextLook::default(), None);
        let mut diagnostics = report_findings(plan, documents, &characters);
        let parts = PackageParts {
            documents,
            entries: &entries,
            navigation: &navigation.text,
            characters: &characters,
            style: &facts.style,
            claims: &AccessibilityClaims::derive(
                plan,
                facts,
                plan.cover_page().is_some(),
            ),
        };
        let value = assemble_package(plan, &parts)?.collect(&mut diagnostics);
        Ok(Warned { value, diagnostics })
    }

    /// Writes the ONIX message that announces the EPUB to shops. It is the same for all
    /// reading systems.
    #[must_use]
    pub fn describe_onix(&self) -> Warned<String> {
        let Self { plan, facts, .. } = self;
        // The generic EPUB has a page for every cover.
        let shows_cover = plan.publication.cover.is_some();
        write_onix(plan, &AccessibilityClaims::derive(plan, facts, shows_cover))
    }
}

/// Makes an EPUB of a publication for some reading systems: the whole archive. The same
/// publication gives the same bytes.
///
/// # Errors
///
/// As [`EpubContent::write_epub`].
pub fn epub(
    publication: &Publication<'_>,
    flavour: EpubFlavour,
) -> Result<Warned<Vec<u8>>, EpubError> {
    EpubContent::render(publication, flavour).write_epub()
}

#[cfg(test)]
thread_local! {
    /// How many chapters this thread has rendered.
    static RENDERED_CHAPTERS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Counts a chapter that is rendered.
#[cfg(test)]
fn count_rendering() {
    RENDERED_CHAPTERS.set(RENDERED_CHAPTERS.get() + 1);
}

/// How many chapters this thread renders during a call.
#[cfg(test)]
pub(crate) fn count_renderings_in(call: impl FnOnce()) -> usize {
    let before = RENDERED_CHAPTERS.get();
    call();
    RENDERED_CHAPTERS.get() - before
}

#[cfg(test)]
mod tests {
    use super::split::LARGEST_FILE;
    use super::{EpubContent, EpubFlavour, count_renderings_in, epub};
    use crate::book::block::{Block, Heading, Paragraph};
    use crate::book::inline::{Inline, Note};
    use crate::book::{Book, Chapter, Division};
    use crate::design::Design;
    use crate::edition::Publication;

    fn text(words: &str) -> Vec<Inline> {
        vec![Inline::Text(words.to_owned())]
    }

    /// A short chapter, and one of `paragraphs` paragraphs with a note each.
    fn book(paragraphs: usize) -> Book {
        let paragraph = |number: usize| {
            let words = format!("Párrafo {number}. {}", "El agua baja. ".repeat(20));
            let note = Block::Paragraph(Paragraph {
                content: text("Una nota."),
                ..Paragraph::default()
            });
            let note = Note { blocks: vec![note], ..Note::default() };
            let mut content = text(&words);
            content.push(Inline::Note(Box::new(note)));
            Block::Paragraph(Paragraph { content, ..Paragraph::default() })
        };
        let heading = |number: usize| {
            let content = text(&format!("Tramo {number}"));
            Block::Heading(Heading { level: 2, content, ..Heading::default() })
        };
        let long = (0..paragraphs).flat_map(|number| match number % 100 {
            50 => vec![heading(number), paragraph(number)],
            _ => vec![paragraph(number)],
        });
        let chapters = [vec![paragraph(0)], long.collect()];
        let divisions = chapters.map(|blocks| {
            let title = text("El río");
            Division::Chapter(Chapter { title, blocks, ..Chapter::default() })
        });
        Book { divisions: divisions.into(), ..Book::default() }.with_note_ids()
    }

    #[test]
    fn no_chapter_is_rendered_twice() {
        let design = Design::default();
        for paragraphs in [10, 2000] {
            let book = book(paragraphs);
            let publication = Publication::new(&book, &design, &[]);
            let mut files = 0;
            let renderings = count_renderings_in(|| {
                let content = EpubContent::render(&publication, EpubFlavour::Generic);
                files = content.documents.len();
                content.write_epub().expect("a package");
                let _ = content.describe_onix();
            });
            assert_eq!(renderings, 2, "{paragraphs} paragraphs");
            assert_eq!(files > 4, paragraphs > 10, "{files} files");
        }
    }

    #[test]
    fn large_documents_are_divided() {
        let (book, design) = (book(2000), Design::default());
        let publication = Publication::new(&book, &design, &[]);
        for content in [
            EpubContent::render(&publication, EpubFlavour::Generic),
            EpubContent::render_kepub(&publication),
        ] {
            let sizes = content.documents.iter().map(|document| document.markup.len());
            assert!(sizes.clone().all(|size| size <= LARGEST_FILE), "{sizes:?}");
            let paragraphs = content.documents.iter().map(|document| {
                let text = document.markup.split("class=\"noteref\"").skip(1);
                text.count()
            });
            assert_eq!(paragraphs.sum::<usize>(), 2001);
        }
    }

    #[test]
    fn one_rendering_gives_the_same_editions() {
        let (book, design) = (book(10), Design::default());
        let publication = Publication::new(&book, &design, &[]);
        let content = EpubContent::render(&publication, EpubFlavour::Kindle);
        let generic = EpubContent::render(&publication, EpubFlavour::Generic);
        assert_eq!(content.describe_onix(), generic.describe_onix());
        let bytes = content.write_epub().expect("a package").value;
        let wanted = epub(&publication, EpubFlavour::Kindle).expect("a package").value;
        assert!(bytes == wanted, "other bytes");
    }
}
