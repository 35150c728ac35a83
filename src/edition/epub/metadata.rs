//! The package's metadata: bibliography and accessibility (EPUB 3.3 §5.5; EPUB
//! Accessibility 1.1).
//!
//! What is written here is true of the book in hand: a feature is named when it is there.

use super::claims::Claims;
use super::markup::{Markup, tag};
use super::plan::Plan;
use crate::book::metadata::Contributor;
use crate::book::relator::Relator;
use crate::edition::identifier::derived_uuid;
use crate::edition::moment::{Moment, NO_MOMENT};

/// What is kept, in the words that EPUB Accessibility 1.1 prescribes.
const CONFORMANCE: &str = "EPUB Accessibility 1.1 - WCAG 2.2 Level AA";

/// Id of the package's unique identifier, as epub-builder names it.
const UNIQUE: &str = "epub-id-1";

/// Who says that the book is accessible: a publisher has not looked.
pub(super) const CERTIFIER: &str = "pliego";

/// The unique identifier: the ISBN, else the publisher's own, else one made from the text.
pub(super) fn identifier(plan: &Plan<'_>) -> String {
    let metadata = &plan.publication.book.metadata;
    let isbn = metadata.isbn_epub.as_ref().map(|isbn| format!("urn:isbn:{isbn}"));
    let own = || given(metadata.identifier.as_ref()).map(str::to_owned);
    let derived = || format!("urn:uuid:{}", derived_uuid(plan.publication.book));
    isbn.or_else(own).unwrap_or_else(derived)
}

/// Words that are there and not blank.
pub(super) fn given(words: Option<&String>) -> Option<&str> {
    words.map(String::as_str).filter(|words| !words.trim().is_empty())
}

/// The whole `metadata` element of a book with this unique identifier.
pub(super) fn metadata(plan: &Plan<'_>, claims: &Claims, identifier: &str) -> String {
    let mut opf = Opf(Markup::new());
    opf.0.open_line(
        tag("metadata")
            .with("xmlns:dc", "http://purl.org/dc/elements/1.1/")
            .with("xmlns:opf", "http://www.idpf.org/2007/opf"),
    );
    opf.bibliography(plan, identifier);
    opf.source(plan, claims.pages);
    opf.series(plan);
    let made = Moment::from_seconds(plan.publication.made.unwrap_or(NO_MOMENT));
    opf.meta("dcterms:modified", &made.to_string());
    opf.accessibility(claims);
    if plan.asks_for_fonts() {
        opf.meta("ibooks:specified-fonts", "true");
    }
    if plan.publication.cover.is_some() {
        // What EPUB 2 readers, and some shops, look for.
        opf.named("cover", "cover-image");
    }
    opf.0.finish().0
}

/// The metadata in the writing.
struct Opf(Markup);

impl Opf {
    fn bibliography(&mut self, plan: &Plan<'_>, unique: &str) {
        let metadata = &plan.publication.book.metadata;
        self.0.line(tag("dc:identifier").with("id", UNIQUE), unique);
        if let Some(own) = metadata.identifier.as_ref().filter(|&own| *own != unique) {
            self.0.line(tag("dc:identifier"), own);
        }
        self.0.line(tag("dc:title").with("id", "title"), plan.title());
        self.refine("title", "title-type", "main");
        if let Some(subtitle) = &metadata.subtitle {
            self.0.line(tag("dc:title").with("id", "subtitle"), subtitle);
            self.refine("subtitle", "title-type", "subtitle");
        }
        self.0.line(tag("dc:language"), plan.language.as_str());
        for (index, author) in metadata.authors.iter().enumerate() {
            let id = format!("creator-{}", index + 1);
            self.person("dc:creator", &id, author, Some("aut"));
        }
        for (index, contributor) in metadata.contributors.iter().enumerate() {
            let id = format!("contributor-{}", index + 1);
            self.person("dc:contributor", &id, contributor, None);
        }
        let date = metadata.date.map(|date| date.to_string());
        for (element, value) in [
            ("dc:publisher", &metadata.publisher),
            ("dc:date", &date),
            ("dc:description", &metadata.description),
            ("dc:rights", &metadata.rights),
        ] {
            if let Some(value) = given(value.as_ref()) {
                self.0.line(tag(element), value);
            }
        }
    }

    /// Someone who made the book. The form by which to sort is only written where it is
    /// known: names are not guessed at.
    fn person(
        &mut self,
        element: &'static str,
        id: &str,
        person: &Contributor,
        usual: Option<&str>,
    ) {
        if person.name.trim().is_empty() {
            return;
        }
        self.0.line(tag(element).with("id", id), &person.name);
        if let Some(role) = person.role.map(Relator::as_str).or(usual) {
            let meta = tag("meta").with("refines", &format!("#{id}"));
            let meta = meta.with("property", "role").with("scheme", "marc:relators");
            self.0.line(meta, role);
        }
        if let Some(sort) = &person.sort {
            self.refine(id, "file-as", sort);
        }
    }

    /// The printed source, and that the page numbers are its own.
    fn source(&mut self, plan: &Plan<'_>, has_pages: bool) {
        let source = given(plan.publication.book.metadata.source.as_ref());
        if let Some(source) = source {
            self.0.line(tag("dc:source").with("id", "source"), source);
        }
        if has_pages {
            if source.is_some() {
                self.refine("source", "source-of", "pagination");
            }
            let named = source.unwrap_or(plan.words.unnamed_source);
            self.meta("pageBreakSource", named);
        }
    }

    /// The series, in the form of EPUB 3 and in the one that most reading programs know.
    fn series(&mut self, plan: &Plan<'_>) {
        let Some(series) = &plan.publication.book.metadata.series else { return };
        let number = series.number.map(|number| number.to_string());
        let collection = tag("meta").with("property", "belongs-to-collection");
        self.0.line(collection.with("id", "series"), &series.name);
        self.refine("series", "collection-type", "series");
        if let Some(number) = &number {
            self.refine("series", "group-position", number);
        }
        self.named("calibre:series", &series.name);
        if let Some(number) = &number {
            self.named("calibre:series_index", number);
        }
    }

    fn accessibility(&mut self, claims: &Claims) {
        if claims.conforms() {
            self.meta("dcterms:conformsTo", CONFORMANCE);
            self.meta("a11y:certifiedBy", CERTIFIER);
        }
        self.meta("schema:accessMode", "textual");
        if claims.pictures {
            self.meta("schema:accessMode", "visual");
        }
        // Text is enough where words say all that pictures show.
        let sufficient = if claims.textual { "textual" } else { "textual,visual" };
        self.meta("schema:accessModeSufficient", sufficient);
        let features = [
            ("tableOfContents", true),
            ("structuralNavigation", claims.headings),
            ("readingOrder", true),
            ("displayTransformability", true),
            ("ARIA", true),
            ("alternativeText", claims.described),
            ("pageBreakMarkers", claims.pages),
            ("pageNavigation", claims.pages),
        ];
        for (feature, _) in features.into_iter().filter(|(_, is_there)| *is_there) {
            self.meta("schema:accessibilityFeature", feature);
        }
        self.meta("schema:accessibilityHazard", "none");
        self.meta("schema:accessibilitySummary", &claims.summary);
    }

    fn meta(&mut self, property: &str, value: &str) {
        self.0.line(tag("meta").with("property", property), value);
    }

    fn refine(&mut self, id: &str, property: &str, value: &str) {
        let meta = tag("meta").with("refines", &format!("#{id}"));
        self.0.line(meta.with("property", property), value);
    }

    /// A `meta` of the second version of EPUB.
    fn named(&mut self, name: &str, content: &str) {
        self.0.void(&tag("meta").with("name", name).with("content", content));
        self.0.words("\n");
    }
}
