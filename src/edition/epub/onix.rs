//! What shops are told of an EPUB: an ONIX for Books 3.1 message with one product.
//!
//! Names of elements and their order are those of the reference tags (ONIX for Books
//! Product Information Format Specification 3.1); codes are named with their
//! list. Prices, territories and subjects are between publisher and shop, and not said.
//! The date of the text is none of the dates that ONIX knows of a product.

use super::claims::Claims;
use super::codes;
use super::cuts::Weights;
use super::leaves;
use super::markup::{Markup, tag};
use super::metadata::{CERTIFIER, given, identifier};
use super::plan::{Make, Plan};
use super::xhtml::Renderer;
use crate::book::metadata::{Contributor, Metadata, strip_isbn};
use crate::book::relator::Relator;
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::edition::Publication;
use crate::edition::moment::{Moment, NO_MOMENT};
use crate::text::language::Language;

/// Digits of the present form of an ISBN.
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

/// Languages whose bibliographic code (ISO 639-2/B, as List 74 has it) is not their
/// terminological one (ISO 639-2/T).
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

/// Makes the ONIX message that announces the EPUB of a publication.
#[must_use]
pub fn onix(publication: &Publication<'_>) -> Warned<String> {
    let plan = Plan::new(publication, Make::default(), &Weights::default());
    // What can be claimed of the files is known when they are written.
    let mut renderer = Renderer::new(&plan);
    leaves::leaves(&mut renderer);
    let claims = Claims::of(&plan, !renderer.pages.is_empty(), renderer.described);
    let mut message = Message(Markup::new());
    message.0.declaration();
    message.0.open_line(
        tag("ONIXMessage")
            .with("release", "3.1")
            .with("xmlns", "http://ns.editeur.org/onix/3.1/reference"),
    );
    message.header(&plan);
    message.product(&plan, &claims);
    Warned {
        value: message.0.finish().0,
        diagnostics: particulars(&publication.book.metadata),
    }
}

/// What shops ask for and the book does not say.
fn particulars(metadata: &Metadata) -> Vec<Diagnostic> {
    let lacks = |code, message: &str, hint: &str| {
        Diagnostic::new(code, Severity::Warning, message).hint(hint)
    };
    let mut found = Vec::new();
    if given(metadata.publisher.as_ref()).is_none() {
        let message = "the ONIX message has no publisher; 'pliego' stands as its sender";
        found.push(lacks(codes::NO_SENDER, message, "give it in book.toml"));
    }
    if metadata.isbn_epub.is_none() {
        let message = "the ONIX message has no ISBN; shops may not take it";
        found.push(lacks(codes::NO_ISBN, message, "give isbn = { epub = \"978…\" }"));
    }
    found
}

/// The message in the writing.
struct Message(Markup);

impl Message {
    fn header(&mut self, plan: &Plan<'_>) {
        let publisher = plan.publication.book.metadata.publisher.as_ref();
        let sender = given(publisher).unwrap_or(CERTIFIER);
        let sent = Moment::from_seconds(plan.publication.made.unwrap_or(NO_MOMENT));
        self.within("Header", |message| {
            message.within("Sender", |message| message.say("SenderName", sender));
            message.say("SentDateTime", &to_the_minute(sent));
        });
    }

    fn product(&mut self, plan: &Plan<'_>, claims: &Claims) {
        let metadata = &plan.publication.book.metadata;
        self.within("Product", |message| {
            let own = identifier(plan);
            message.say("RecordReference", &own);
            // List 1: notification confirmed on publication.
            message.say("NotificationType", "03");
            message.product_identifier(metadata.isbn_epub.as_deref(), &own);
            message.within("DescriptiveDetail", |message| {
                message.form(claims);
                message.series(metadata);
                message.titles(plan);
                message.contributors(metadata);
                message.languages(&plan.language);
            });
            if let Some(description) = given(metadata.description.as_ref()) {
                message.within("CollateralDetail", |message| {
                    message.within("TextContent", |message| {
                        // List 153: description; List 154: for any audience.
                        message.say("TextType", "03");
                        message.say("ContentAudience", "00");
                        message.say("Text", description);
                    });
                });
            }
            message.publishing(plan);
            message.printed(metadata);
        });
    }

    /// List 5: an ISBN by its length, or the publisher's own identifier.
    fn product_identifier(&mut self, isbn: Option<&str>, own: &str) {
        self.within("ProductIdentifier", |message| {
            if let Some(isbn) = isbn {
                return message.isbn(isbn);
            }
            message.say("ProductIDType", "01");
            message.say("IDTypeName", "dc:identifier");
            message.say("IDValue", own);
        });
    }

    fn isbn(&mut self, isbn: &str) {
        let kind = if isbn.len() == ISBN_13 { "15" } else { "02" };
        self.say("ProductIDType", kind);
        self.say("IDValue", isbn);
    }

    /// What kind of product it is, and who can read it.
    fn form(&mut self, claims: &Claims) {
        // List 2: a single item; List 150: a digital download; List 175: EPUB.
        self.say("ProductComposition", "00");
        self.say("ProductForm", "ED");
        self.say("ProductFormDetail", "E101");
        self.accessible("00", Some(&claims.summary));
        for (code, holds) in accessibility(claims) {
            if holds {
                self.accessible(code, None);
            }
        }
        // List 81: text to be read by eye; still images.
        self.say("PrimaryContentType", "10");
        if claims.pictures {
            self.say("ProductContentType", "07");
        }
        // List 144: no technical protection.
        self.say("EpubTechnicalProtection", "00");
    }

    /// A detail of accessibility (List 79, code 09).
    fn accessible(&mut self, code: &str, words: Option<&str>) {
        if words.is_some_and(str::is_empty) {
            return;
        }
        self.within("ProductFormFeature", |message| {
            message.say("ProductFormFeatureType", "09");
            message.say("ProductFormFeatureValue", code);
            if let Some(words) = words {
                message.say("ProductFormFeatureDescription", words);
            }
        });
    }

    fn series(&mut self, metadata: &Metadata) {
        let Some(series) = &metadata.series else { return };
        self.within("Collection", |message| {
            // List 148: the publisher's own collection.
            message.say("CollectionType", "10");
            if let Some(number) = series.number {
                message.within("CollectionSequence", |message| {
                    // List 197: the order that the numbers of the titles tell.
                    message.say("CollectionSequenceType", "02");
                    message.say("CollectionSequenceNumber", &number.to_string());
                });
            }
            message.title(("02", &series.name), None);
        });
    }

    fn titles(&mut self, plan: &Plan<'_>) {
        let subtitle = plan.publication.book.metadata.subtitle.as_ref();
        self.title(("01", plan.title()), given(subtitle));
    }

    /// A title; of the product or of the collection (List 149).
    fn title(&mut self, (level, title): (&str, &str), subtitle: Option<&str>) {
        self.within("TitleDetail", |message| {
            // List 15: the title as it is on the product.
            message.say("TitleType", "01");
            message.within("TitleElement", |message| {
                message.say("TitleElementLevel", level);
                message.say("TitleText", title);
                if let Some(subtitle) = subtitle {
                    message.say("Subtitle", subtitle);
                }
            });
        });
    }

    fn contributors(&mut self, metadata: &Metadata) {
        let authors = metadata.authors.iter().map(|author| (author, "A01"));
        let others = metadata.contributors.iter().map(|other| (other, OTHER_ROLE));
        let named = |(person, _): &(&Contributor, _)| !person.name.trim().is_empty();
        let all: Vec<_> = authors.chain(others).filter(named).collect();
        if all.is_empty() {
            self.0.void(&tag("NoContributor"));
            self.0.words("\n");
        }
        for ((person, usual), place) in all.into_iter().zip(1..) {
            self.within("Contributor", |message| {
                message.say("SequenceNumber", &i32::to_string(&place));
                message.say("ContributorRole", person.role.map_or(usual, role));
                message.say("PersonName", &person.name);
                if let Some(sort) = given(person.sort.as_ref()) {
                    message.say("PersonNameInverted", sort);
                }
            });
        }
    }

    fn languages(&mut self, language: &Language) {
        let Some(code) = bibliographic(language) else { return };
        self.within("Language", |message| {
            // List 22: language of the text.
            message.say("LanguageRole", "01");
            message.say("LanguageCode", code);
        });
    }

    fn publishing(&mut self, plan: &Plan<'_>) {
        let publisher = plan.publication.book.metadata.publisher.as_ref();
        let made = plan.publication.made.map(Moment::from_seconds);
        let publisher = given(publisher);
        if publisher.is_none() && made.is_none() {
            return;
        }
        self.within("PublishingDetail", |message| {
            if let Some(publisher) = publisher {
                message.within("Publisher", |message| {
                    // List 45: publisher.
                    message.say("PublishingRole", "01");
                    message.say("PublisherName", publisher);
                });
            }
            if let Some(Moment { year, month, day, .. }) = made {
                message.within("PublishingDate", |message| {
                    // List 163: publication; List 55: year, month, day.
                    message.say("PublishingDateRole", "01");
                    let date = format!("{year:04}{month:02}{day:02}");
                    message.0.line(tag("Date").with("dateformat", "00"), &date);
                });
            }
        });
    }

    /// The printed book, where it has an ISBN.
    fn printed(&mut self, metadata: &Metadata) {
        let Some(isbn) = metadata.isbn_print.as_deref().map(strip_isbn) else { return };
        self.within("RelatedMaterial", |message| {
            message.within("RelatedProduct", |message| {
                // List 51: the same content in another form.
                message.say("ProductRelationCode", "06");
                message.within("ProductIdentifier", |message| message.isbn(&isbn));
            });
        });
    }

    fn within(&mut self, name: &'static str, write: impl FnOnce(&mut Self)) {
        self.0.open_line(tag(name));
        write(self);
        self.0.close_line();
    }

    fn say(&mut self, name: &'static str, words: &str) {
        self.0.line(tag(name), words);
    }
}

/// List 196, accessibility details of e-publications, and which of them hold.
fn accessibility(claims: &Claims) -> [(&'static str, bool); 13] {
    [
        // EPUB Accessibility 1.1.
        ("04", claims.conforms()),
        // Contents that lead to every title.
        ("11", true),
        // One order in which to read.
        ("13", true),
        // Pictures have alternatives in words.
        ("14", claims.described),
        // Page numbers of a printed edition.
        ("19", claims.pages),
        // Languages are marked.
        ("22", claims.languages),
        // From heading to heading.
        ("29", claims.headings),
        // ARIA roles.
        ("30", true),
        // Landmarks.
        ("32", true),
        // The look of all text is the reader's to change.
        ("36", true),
        // All can be read without sight.
        ("52", claims.textual),
        // WCAG 2.2, and its level AA.
        ("82", claims.conforms()),
        ("85", claims.conforms()),
    ]
}

/// A moment as `SentDateTime` has it.
fn to_the_minute(moment: Moment) -> String {
    let Moment { year, month, day, hour, minute, .. } = moment;
    format!("{year:04}{month:02}{day:02}T{hour:02}{minute:02}Z")
}

/// What somebody did, by List 17.
fn role(relator: Relator) -> &'static str {
    let known = ROLES.iter().find(|(marc, _)| *marc == relator.as_str());
    known.map_or(OTHER_ROLE, |(_, role)| role)
}

/// A language by List 74; none for those that it does not know.
fn bibliographic(language: &Language) -> Option<&'static str> {
    let primary = language.primary();
    let known = isolang::Language::from_639_1(primary)
        .or_else(|| isolang::Language::from_639_3(primary))?;
    let code = known.to_639_3();
    let other = BIBLIOGRAPHIC.iter().find(|(terminological, _)| *terminological == code);
    Some(other.map_or(code, |(_, bibliographic)| bibliographic))
}
