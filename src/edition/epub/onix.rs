//! The message by which shops learn of an EPUB: ONIX for Books 3.1, with one product.
//!
//! Element names and their order are those of the reference tags (ONIX for Books Product
//! Information Format Specification 3.1); codes are commented with their list. What the
//! publisher says to shops alone is in `onix_shop`. The date of the text is none of the dates
//! of a product that ONIX has.

use super::accessibility::AccessibilityClaims;
use super::codes;
use super::markup::{XmlWriter, tag};
use super::metadata::{CERTIFIER, choose_identifier};
use super::onix_shop::find_coming_day;
use super::plan::{EpubPlan, non_blank};
use crate::book::metadata::{Contributor, Metadata, strip_isbn};
use crate::book::relator::Relator;
use crate::book::shop::ShopDetails;
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::edition::Publication;
use crate::edition::moment::Moment;
use crate::text::language::Language;

/// The number of digits of an ISBN since 2007.
const ISBN_13: usize = 13;

/// List 17: a role without a code of its own.
const OTHER_ROLE: &str = "Z99";

/// List 17, contributor roles, by MARC relator codes. The others are [`OTHER_ROLE`].
const ROLES: [(&str, &str); 17] = [
    ("adp", "B05"),
    ("aft", "A19"),
    ("ann", "A20"),
    ("aui", "A24"),
    ("aut", "A01"),
    ("bkd", "A11"),
    ("cmm", "A21"),
    ("cmp", "A06"),
    ("com", "C01"),
    ("cov", "A36"),
    ("edt", "B01"),
    ("ill", "A12"),
    ("lbt", "A03"),
    ("pht", "A13"),
    ("trl", "B06"),
    ("win", "A24"),
    ("wpr", "A15"),
];

/// The languages whose bibliographic code (ISO 639-2/B, which List 74 has) differs from
/// their terminological one (ISO 639-2/T).
const BIBLIOGRAPHIC: [(&str, &str); 20] = [
    ("bod", "tib"),
    ("ces", "cze"),
    ("cym", "wel"),
    ("deu", "ger"),
    ("ell", "gre"),
    ("eus", "baq"),
    ("fas", "per"),
    ("fra", "fre"),
    ("hye", "arm"),
    ("isl", "ice"),
    ("kat", "geo"),
    ("mkd", "mac"),
    ("mri", "mao"),
    ("msa", "may"),
    ("mya", "bur"),
    ("nld", "dut"),
    ("ron", "rum"),
    ("slk", "slo"),
    ("sqi", "alb"),
    ("zho", "chi"),
];

/// Writes the message, and reports what shops ask for and the book lacks.
pub(super) fn write_onix(
    plan: &EpubPlan<'_>,
    claims: &AccessibilityClaims,
) -> Warned<String> {
    let mut message = OnixMessage(XmlWriter::new());
    message.0.write_declaration();
    message.0.open_line(
        tag("ONIXMessage")
            .with("release", "3.1")
            .with("xmlns", "http://ns.editeur.org/onix/3.1/reference"),
    );
    message.write_header(plan);
    message.write_product(plan, claims);
    Warned {
        value: message.0.finish().text,
        diagnostics: report_missing(&plan.publication),
    }
}

fn report_missing(publication: &Publication<'_>) -> Vec<Diagnostic> {
    let metadata = &publication.book.metadata;
    let report = |code, message: &str, hint: &str| {
        Diagnostic::new(code, Severity::Warning, message).hint(hint)
    };
    let mut found = Vec::new();
    if non_blank(metadata.publisher.as_ref()).is_none() {
        let message = if publication.shop.is_some_and(ShopDetails::needs_publisher) {
            "the ONIX message has 'pliego' as its sender, and neither dates nor rights nor \
             prices, because the book has no publisher"
        } else {
            "the ONIX message has 'pliego' as its sender, because the book has no publisher"
        };
        found.push(report(codes::NO_SENDER, message, "set 'publisher' in book.toml"));
    }
    if metadata.isbn_epub.is_none() {
        let message = "the ONIX message has no ISBN; shops may reject it";
        let hint = "set isbn = { epub = \"978…\" } in book.toml";
        found.push(report(codes::NO_ISBN, message, hint));
    }
    found
}

/// Writes the message.
pub(super) struct OnixMessage(pub(super) XmlWriter);

impl OnixMessage {
    fn write_header(&mut self, plan: &EpubPlan<'_>) {
        let publisher = plan.publication.book.metadata.publisher.as_ref();
        let sender = non_blank(publisher).unwrap_or(CERTIFIER);
        let sent = plan.publication.required_moment();
        self.write_within("Header", |message| {
            message.write_within("Sender", |message| message.write("SenderName", sender));
            message.write("SentDateTime", &format_minute(sent));
        });
    }

    fn write_product(&mut self, plan: &EpubPlan<'_>, claims: &AccessibilityClaims) {
        let metadata = &plan.publication.book.metadata;
        self.write_within("Product", |message| {
            let own = choose_identifier(plan);
            message.write("RecordReference", &own);
            // List 1: a confirmed notification, in advance or on publication.
            let is_coming = find_coming_day(plan).is_some();
            message.write("NotificationType", if is_coming { "02" } else { "03" });
            message.write_product_identifier(metadata.isbn_epub.as_deref(), &own);
            message.write_within("DescriptiveDetail", |message| {
                message.write_form(plan, claims);
                message.write_series(metadata);
                message.write_titles(plan);
                message.write_contributors(metadata);
                message.write_language(&plan.language);
                if let Some(shop) = plan.publication.shop {
                    message.write_subjects(shop);
                }
            });
            if let Some(description) = non_blank(metadata.description.as_ref()) {
                message.write_within("CollateralDetail", |message| {
                    message.write_within("TextContent", |message| {
                        // List 153: description; List 154: for any audience.
                        message.write("TextType", "03");
                        message.write("ContentAudience", "00");
                        message.write("Text", description);
                    });
                });
            }
            message.write_publishing(plan);
            message.write_other_editions(metadata);
            message.write_supply(plan);
        });
    }

    /// Writes the identifier of the product (List 5): an ISBN by its length, or the
    /// publisher's own.
    fn write_product_identifier(&mut self, isbn: Option<&str>, own: &str) {
        self.write_within("ProductIdentifier", |message| {
            if let Some(isbn) = isbn {
                return message.write_isbn(&strip_isbn(isbn));
            }
            message.write("ProductIDType", "01");
            message.write("IDTypeName", "dc:identifier");
            message.write("IDValue", own);
        });
    }

    fn write_isbn(&mut self, isbn: &str) {
        let kind = if isbn.len() == ISBN_13 { "15" } else { "02" };
        self.write("ProductIDType", kind);
        self.write("IDValue", isbn);
    }

    /// Writes what kind of product it is, and its accessibility.
    fn write_form(&mut self, plan: &EpubPlan<'_>, claims: &AccessibilityClaims) {
        // List 2: a single item; List 150: a digital download; List 175: EPUB.
        self.write("ProductComposition", "00");
        self.write("ProductForm", "ED");
        self.write("ProductFormDetail", "E101");
        self.write_accessibility_detail("00", Some(&claims.summary));
        for (code, is_true) in list_accessibility(claims) {
            if is_true {
                self.write_accessibility_detail(code, None);
            }
        }
        if let Some(shop) = plan.publication.shop {
            self.write_certification(shop, claims.conforms());
        }
        // List 81: text to be read by eye; still images.
        self.write("PrimaryContentType", "10");
        if claims.has_pictures {
            self.write("ProductContentType", "07");
        }
        // List 144: no technical protection.
        self.write("EpubTechnicalProtection", "00");
    }

    /// Writes a detail of accessibility (List 79, code 09), with a description in words if
    /// it has one.
    pub(super) fn write_accessibility_detail(&mut self, code: &str, words: Option<&str>) {
        if words.is_some_and(str::is_empty) {
            return;
        }
        self.write_within("ProductFormFeature", |message| {
            message.write("ProductFormFeatureType", "09");
            message.write("ProductFormFeatureValue", code);
            if let Some(words) = words {
                message.write("ProductFormFeatureDescription", words);
            }
        });
    }

    fn write_series(&mut self, metadata: &Metadata) {
        let Some(series) = &metadata.series else { return };
        self.write_within("Collection", |message| {
            // List 148: the publisher's own collection.
            message.write("CollectionType", "10");
            if let Some(number) = series.number {
                message.write_within("CollectionSequence", |message| {
                    // List 197: the order of the numbers of the titles.
                    message.write("CollectionSequenceType", "02");
                    message.write("CollectionSequenceNumber", &number.to_string());
                });
            }
            message.write_title(TitleLevel::Collection, &series.name, None);
        });
    }

    fn write_titles(&mut self, plan: &EpubPlan<'_>) {
        let subtitle = plan.publication.book.metadata.subtitle.as_ref();
        self.write_title(TitleLevel::Product, plan.title(), non_blank(subtitle));
    }

    fn write_title(&mut self, level: TitleLevel, title: &str, subtitle: Option<&str>) {
        self.write_within("TitleDetail", |message| {
            // List 15: the title as it is on the product.
            message.write("TitleType", "01");
            message.write_within("TitleElement", |message| {
                message.write("TitleElementLevel", level.code());
                message.write("TitleText", title);
                if let Some(subtitle) = subtitle {
                    message.write("Subtitle", subtitle);
                }
            });
        });
    }

    fn write_contributors(&mut self, metadata: &Metadata) {
        let authors = metadata.authors.iter().map(|author| (author, "A01"));
        let others = metadata.contributors.iter().map(|other| (other, OTHER_ROLE));
        let named = |(person, _): &(&Contributor, _)| !person.name.trim().is_empty();
        let all: Vec<_> = authors.chain(others).filter(named).collect();
        if all.is_empty() {
            self.0.write_empty(&tag("NoContributor"));
            self.0.write_text("\n");
        }
        for ((person, default_role), number) in all.into_iter().zip(1..) {
            self.write_within("Contributor", |message| {
                message.write("SequenceNumber", &i32::to_string(&number));
                message
                    .write("ContributorRole", person.role.map_or(default_role, map_role));
                message.write("PersonName", &person.name);
                if let Some(sort) = non_blank(person.sort.as_ref()) {
                    message.write("PersonNameInverted", sort);
                }
            });
        }
    }

    fn write_language(&mut self, language: &Language) {
        let Some(code) = map_language(language) else { return };
        self.write_within("Language", |message| {
            // List 22: language of the text.
            message.write("LanguageRole", "01");
            message.write("LanguageCode", code);
        });
    }

    fn write_publishing(&mut self, plan: &EpubPlan<'_>) {
        let Publication { book, shop, made, .. } = plan.publication;
        // The details of a publication are not valid without a publisher.
        let Some(publisher) = non_blank(book.metadata.publisher.as_ref()) else { return };
        let published = shop.and_then(|shop| Moment::of_day(shop.published?));
        let day = published.or(made.map(Moment::from_seconds));
        self.write_within("PublishingDetail", |message| {
            message.write_within("Publisher", |message| {
                // List 45: publisher.
                message.write("PublishingRole", "01");
                message.write("PublisherName", publisher);
            });
            if let Some(day) = day {
                message.write_within("PublishingDate", |message| {
                    // List 163: publication.
                    message.write("PublishingDateRole", "01");
                    message.write_date(day);
                });
            }
            if let Some(shop) = shop {
                message.write_sales_rights(shop);
            }
        });
    }

    /// Writes a day.
    pub(super) fn write_date(&mut self, day: Moment) {
        let Moment { year, month, day, .. } = day;
        let date = format!("{year:04}{month:02}{day:02}");
        // List 55: year, month, day.
        self.0.write_line(tag("Date").with("dateformat", "00"), &date);
    }

    /// Writes the ISBNs of the other editions, as far as they are known: of the printed book,
    /// or of all that the book has by name.
    fn write_other_editions(&mut self, metadata: &Metadata) {
        let own = metadata.isbn_epub.as_deref().map(strip_isbn);
        let printed = metadata.isbn_print.iter();
        let named = metadata.isbns.iter().map(|one| &one.isbn);
        let mut others: Vec<String> = Vec::new();
        for isbn in printed.chain(named).map(|isbn| strip_isbn(isbn)) {
            if own.as_ref() != Some(&isbn) && !others.contains(&isbn) {
                others.push(isbn);
            }
        }
        if others.is_empty() {
            return;
        }
        self.write_within("RelatedMaterial", |message| {
            for isbn in &others {
                message.write_within("RelatedProduct", |message| {
                    // List 51: the same content in another form.
                    message.write("ProductRelationCode", "06");
                    message.write_within("ProductIdentifier", |message| {
                        message.write_isbn(isbn);
                    });
                });
            }
        });
    }

    pub(super) fn write_within(
        &mut self,
        name: &'static str,
        write: impl FnOnce(&mut Self),
    ) {
        self.0.open_line(tag(name));
        write(self);
        self.0.close_line();
    }

    pub(super) fn write(&mut self, name: &'static str, text: &str) {
        self.0.write_line(tag(name), text);
    }
}

/// What has a title (List 149).
#[derive(Debug, Clone, Copy)]
enum TitleLevel {
    Product,
    Collection,
}

impl TitleLevel {
    fn code(self) -> &'static str {
        match self {
            Self::Product => "01",
            Self::Collection => "02",
        }
    }
}

/// The accessibility details of List 196, and which of them are true.
fn list_accessibility(claims: &AccessibilityClaims) -> [(&'static str, bool); 14] {
    [
        // EPUB Accessibility 1.1.
        ("04", claims.conforms()),
        // Contents that lead to every title.
        ("11", true),
        // A reading order.
        ("13", true),
        // Pictures have text alternatives.
        ("14", claims.describes_pictures),
        // Formulas in MathML.
        ("17", claims.has_formulas),
        // Page numbers of a printed edition.
        ("19", claims.has_pages),
        // Languages are marked.
        ("22", claims.marks_languages),
        // Navigation by headings.
        ("29", claims.has_headings),
        // ARIA roles.
        ("30", true),
        // Landmarks.
        ("32", true),
        // The reader can change the look of all text.
        ("36", true),
        // Everything can be read without sight.
        ("52", claims.is_textual),
        // WCAG 2.2, and its level AA.
        ("82", claims.conforms()),
        ("85", claims.conforms()),
    ]
}

/// Formats a moment for `SentDateTime`.
fn format_minute(moment: Moment) -> String {
    let Moment { year, month, day, hour, minute, .. } = moment;
    format!("{year:04}{month:02}{day:02}T{hour:02}{minute:02}Z")
}

/// The code of a contributor's role in List 17.
fn map_role(relator: Relator) -> &'static str {
    let known = ROLES.iter().find(|(marc, _)| *marc == relator.as_str());
    known.map_or(OTHER_ROLE, |(_, role)| role)
}

/// The code of a language in List 74; `None` if it has none.
fn map_language(language: &Language) -> Option<&'static str> {
    let primary = language.primary();
    let known = isolang::Language::from_639_1(primary)
        .or_else(|| isolang::Language::from_639_3(primary))?;
    let code = known.to_639_3();
    let other = BIBLIOGRAPHIC.iter().find(|(terminological, _)| *terminological == code);
    Some(other.map_or(code, |(_, bibliographic)| bibliographic))
}
