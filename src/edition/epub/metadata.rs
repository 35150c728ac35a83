//! The metadata of the package: bibliography and accessibility (EPUB 3.3 §5.5; EPUB
//! Accessibility 1.1).
//!
//! It states only what is true of this book: a feature is named if the book has it.

use super::accessibility::AccessibilityClaims;
use super::markup::{XmlWriter, tag};
use super::names::UNIQUE_IDENTIFIER;
use super::plan::{EpubPlan, non_blank};
use crate::book::metadata::{Contributor, strip_isbn};
use crate::book::relator::Relator;
use crate::book::shop::{Exemption, ShopDetails, SubjectScheme};
use crate::edition::identifier::derive_uuid;

/// The standard that the book conforms to, as EPUB Accessibility 1.1 prescribes its name.
const CONFORMANCE: &str = "EPUB Accessibility 1.1 - WCAG 2.2 Level AA";

/// Who certifies the accessibility of a book whose publisher names nobody: the program.
pub(super) const CERTIFIER: &str = "pliego";

/// Chooses the unique identifier: the ISBN, or the publisher's own, or one derived from the
/// text.
pub(super) fn choose_identifier(plan: &EpubPlan<'_>) -> String {
    let metadata = &plan.publication.book.metadata;
    let isbn = metadata.isbn_epub.as_ref();
    let isbn = isbn.map(|isbn| format!("urn:isbn:{}", strip_isbn(isbn)));
    let own = || non_blank(metadata.identifier.as_ref()).map(str::to_owned);
    let derived = || format!("urn:uuid:{}", derive_uuid(plan.publication.book));
    isbn.or_else(own).unwrap_or_else(derived)
}

/// Writes the whole `metadata` element, with this unique identifier.
pub(super) fn write_metadata(
    plan: &EpubPlan<'_>,
    claims: &AccessibilityClaims,
    identifier: &str,
) -> String {
    let mut writer = MetadataWriter(XmlWriter::new());
    writer.0.open_line(
        tag("metadata")
            .with("xmlns:dc", "http://purl.org/dc/elements/1.1/")
            .with("xmlns:opf", "http://www.idpf.org/2007/opf"),
    );
    writer.write_bibliography(plan, identifier);
    writer.write_source(plan, claims.has_pages);
    writer.write_series(plan);
    let made = plan.publication.required_moment();
    writer.write_meta("dcterms:modified", &made.to_string());
    writer.write_accessibility(plan, claims);
    if plan.asks_for_fonts() {
        writer.write_meta("ibooks:specified-fonts", "true");
    }
    if plan.publication.cover.is_some() {
        // EPUB 2 reading systems and some shops look for it.
        writer.write_epub2_meta("cover", "cover-image");
    }
    writer.0.finish().text
}

/// Writes the `metadata` element.
struct MetadataWriter(XmlWriter);

impl MetadataWriter {
    fn write_bibliography(&mut self, plan: &EpubPlan<'_>, unique: &str) {
        let metadata = &plan.publication.book.metadata;
        self.0.write_line(tag("dc:identifier").with("id", UNIQUE_IDENTIFIER), unique);
        if let Some(own) = metadata.identifier.as_ref().filter(|&own| *own != unique) {
            self.0.write_line(tag("dc:identifier"), own);
        }
        self.0.write_line(tag("dc:title").with("id", "title"), plan.title());
        self.write_refinement("title", "title-type", "main");
        if let Some(subtitle) = &metadata.subtitle {
            self.0.write_line(tag("dc:title").with("id", "subtitle"), subtitle);
            self.write_refinement("subtitle", "title-type", "subtitle");
        }
        self.0.write_line(tag("dc:language"), plan.language.as_str());
        for (index, author) in metadata.authors.iter().enumerate() {
            let id = format!("creator-{}", index + 1);
            self.write_contributor(plan, "dc:creator", &id, author, Some("aut"));
        }
        for (index, contributor) in metadata.contributors.iter().enumerate() {
            let id = format!("contributor-{}", index + 1);
            self.write_contributor(plan, "dc:contributor", &id, contributor, None);
        }
        // The date is that of the publication; in a book that does not say when it comes
        // out, that of its text.
        let published = plan.publication.shop.and_then(|shop| shop.published);
        let date = published.or(metadata.date).map(|date| date.to_string());
        let rights = metadata.rights.as_ref().map(|rights| rights.replace('\n', " "));
        for (element, value) in [
            ("dc:publisher", &metadata.publisher),
            ("dc:date", &date),
            ("dc:description", &metadata.description),
            ("dc:rights", &rights),
        ] {
            if let Some(value) = non_blank(value.as_ref()) {
                self.0.write_line(tag(element), value);
            }
        }
        if let Some(shop) = plan.publication.shop {
            self.write_subjects(shop);
        }
    }

    /// Writes the subjects with their schemes, and the keywords without one.
    fn write_subjects(&mut self, shop: &ShopDetails) {
        for (subject, number) in shop.subjects.iter().zip(1..) {
            let id = format!("subject-{}", i32::to_string(&number));
            let authority = match subject.scheme {
                SubjectScheme::Bisac => "BISAC",
                SubjectScheme::Thema => "THEMA",
            };
            self.0.write_line(tag("dc:subject").with("id", &id), &subject.code);
            self.write_refinement(&id, "authority", authority);
            self.write_refinement(&id, "term", &subject.code);
        }
        for keyword in &shop.keywords {
            self.0.write_line(tag("dc:subject"), keyword);
        }
    }

    /// Writes an author or contributor.
    fn write_contributor(
        &mut self,
        plan: &EpubPlan<'_>,
        element: &'static str,
        id: &str,
        person: &Contributor,
        default_role: Option<&str>,
    ) {
        if person.name.trim().is_empty() {
            return;
        }
        self.0.write_line(tag(element).with("id", id), &person.name);
        if let Some(role) = person.role.map(Relator::as_str).or(default_role) {
            let meta = tag("meta").with("refines", &format!("#{id}"));
            let meta = meta.with("property", "role").with("scheme", "marc:relators");
            self.0.write_line(meta, role);
        }
        let inferred = || plan.infer_filing_name(person);
        if let Some(sort) = person.sort.clone().or_else(inferred) {
            self.write_refinement(id, "file-as", &sort);
        }
    }

    /// Writes the printed source, and that the page numbers are from it.
    fn write_source(&mut self, plan: &EpubPlan<'_>, has_pages: bool) {
        let source = non_blank(plan.publication.book.metadata.source.as_ref());
        if let Some(source) = source {
            self.0.write_line(tag("dc:source").with("id", "source"), source);
        }
        if has_pages {
            if source.is_some() {
                self.write_refinement("source", "source-of", "pagination");
            }
            let name = source.unwrap_or(plan.words.unnamed_source);
            self.write_meta("pageBreakSource", name);
        }
    }

    /// Writes the series as EPUB 3 has it, and as most reading systems know it.
    fn write_series(&mut self, plan: &EpubPlan<'_>) {
        let Some(series) = &plan.publication.book.metadata.series else { return };
        let number = series.number.map(|number| number.to_string());
        let collection = tag("meta").with("property", "belongs-to-collection");
        self.0.write_line(collection.with("id", "series"), &series.name);
        self.write_refinement("series", "collection-type", "series");
        if let Some(number) = &number {
            self.write_refinement("series", "group-position", number);
        }
        self.write_epub2_meta("calibre:series", &series.name);
        if let Some(number) = &number {
            self.write_epub2_meta("calibre:series_index", number);
        }
    }

    fn write_accessibility(&mut self, plan: &EpubPlan<'_>, claims: &AccessibilityClaims) {
        let shop = plan.publication.shop;
        if claims.conforms() {
            self.write_meta("dcterms:conformsTo", CONFORMANCE);
            let certifier = shop.and_then(|shop| shop.certifier.as_deref());
            self.write_meta("a11y:certifiedBy", certifier.unwrap_or(CERTIFIER));
        }
        if let Some(exemption) = shop.and_then(|shop| shop.exemption) {
            self.write_meta("a11y:exemption", name_exemption(exemption));
        }
        self.write_meta("schema:accessMode", "textual");
        if claims.has_pictures {
            self.write_meta("schema:accessMode", "visual");
        }
        // Text is sufficient if all pictures have text alternatives.
        let sufficient = if claims.is_textual { "textual" } else { "textual,visual" };
        self.write_meta("schema:accessModeSufficient", sufficient);
        let features = [
            ("tableOfContents", true),
            ("structuralNavigation", claims.has_headings),
            ("readingOrder", true),
            ("displayTransformability", true),
            ("ARIA", true),
            ("alternativeText", claims.describes_pictures),
            ("MathML", claims.has_formulas),
            ("pageBreakMarkers", claims.has_pages),
            ("pageNavigation", claims.has_pages),
        ];
        for (feature, _) in features.into_iter().filter(|(_, is_there)| *is_there) {
            self.write_meta("schema:accessibilityFeature", feature);
        }
        self.write_meta("schema:accessibilityHazard", "none");
        self.write_meta("schema:accessibilitySummary", &claims.summary);
    }

    fn write_meta(&mut self, property: &str, value: &str) {
        self.0.write_line(tag("meta").with("property", property), value);
    }

    fn write_refinement(&mut self, id: &str, property: &str, value: &str) {
        let meta = tag("meta").with("refines", &format!("#{id}"));
        self.0.write_line(meta.with("property", property), value);
    }

    /// Writes a `meta` element of EPUB 2.
    fn write_epub2_meta(&mut self, name: &str, content: &str) {
        self.0.write_empty(&tag("meta").with("name", name).with("content", content));
        self.0.write_text("\n");
    }
}

/// The name of an exemption (EPUB Accessibility exemption property).
fn name_exemption(exemption: Exemption) -> &'static str {
    match exemption {
        Exemption::MicroEnterprise => "eaa-microenterprise",
        Exemption::DisproportionateBurden => "eaa-disproportionate-burden",
        Exemption::FundamentalAlteration => "eaa-fundamental-alteration",
    }
}
