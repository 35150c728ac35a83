//! What a message says to shops beyond the book itself: its subjects, where it may be sold,
//! and for how much.

use super::markup::tag;
use super::onix::OnixMessage;
use super::plan::{EpubPlan, non_blank};
use crate::book::shop::{
    Exemption, NEWEST_THEMA, RetailPrice, SalesArea, ShopDetails, SubjectCode,
    SubjectScheme,
};
use crate::edition::moment::Moment;

/// List 49: the world.
const WORLD: &str = "WORLD";

/// Between keywords, as List 27 recommends.
const KEYWORD_SEPARATOR: &str = "; ";

impl OnixMessage {
    /// Writes the subjects. The first of each scheme is the main one.
    pub(super) fn write_subjects(&mut self, shop: &ShopDetails) {
        let version = shop.thema_version.as_deref().unwrap_or(NEWEST_THEMA);
        let mut schemes = Vec::new();
        for subject in &shop.subjects {
            let scheme = map_scheme(subject);
            let is_main = subject.qualifier().is_none() && !schemes.contains(&scheme);
            schemes.push(scheme);
            self.write_within("Subject", |message| {
                if is_main {
                    message.0.write_empty(&tag("MainSubject"));
                    message.0.write_text("\n");
                }
                message.write("SubjectSchemeIdentifier", scheme);
                if subject.scheme == SubjectScheme::Thema {
                    message.write("SubjectSchemeVersion", version);
                }
                message.write("SubjectCode", &subject.code);
            });
        }
        if !shop.keywords.is_empty() {
            self.write_within("Subject", |message| {
                // List 27: keywords.
                message.write("SubjectSchemeIdentifier", "20");
                let keywords = shop.keywords.join(KEYWORD_SEPARATOR);
                message.write("SubjectHeadingText", &keywords);
            });
        }
    }

    /// Writes who certifies the accessibility, if the book says so and it `conforms`, and
    /// why it need not be accessible (List 196).
    pub(super) fn write_certification(&mut self, shop: &ShopDetails, conforms: bool) {
        if let Some(certifier) = shop.certifier.as_deref().filter(|_| conforms) {
            self.write_accessibility_detail("90", Some(certifier));
        }
        if let Some(exemption) = shop.exemption {
            self.write_accessibility_detail(map_exemption(exemption), None);
        }
    }

    /// Writes where the EPUB may be sold, and where it may not (List 46).
    pub(super) fn write_sales_rights(&mut self, shop: &ShopDetails) {
        let allowed = if shop.is_exclusive { "01" } else { "02" };
        let forbidden = "03";
        match &shop.sold_in {
            SalesArea::Unstated => {}
            SalesArea::World => self.write_within("SalesRights", |message| {
                message.write("SalesRightsType", allowed);
                message.write_within("Territory", |message| {
                    message.write("RegionsIncluded", WORLD);
                    message.write_countries("CountriesExcluded", &shop.not_sold_in);
                });
            }),
            SalesArea::Countries(countries) => {
                self.write_sales_right(allowed, countries);
            }
        }
        if !shop.not_sold_in.is_empty() {
            self.write_sales_right(forbidden, &shop.not_sold_in);
        }
        // What holds for the rest of the world, where there is one.
        match &shop.sold_in {
            SalesArea::Unstated if shop.states_rights() => {
                self.write("ROWSalesRightsType", "00");
            }
            SalesArea::Unstated | SalesArea::World => {}
            SalesArea::Countries(_) => self.write("ROWSalesRightsType", forbidden),
        }
    }

    fn write_sales_right(&mut self, right: &str, countries: &[String]) {
        self.write_within("SalesRights", |message| {
            message.write("SalesRightsType", right);
            message.write_territory(countries);
        });
    }

    fn write_territory(&mut self, countries: &[String]) {
        self.write_within("Territory", |message| {
            message.write_countries("CountriesIncluded", countries);
        });
    }

    fn write_countries(&mut self, name: &'static str, countries: &[String]) {
        if !countries.is_empty() {
            self.write(name, &countries.join(" "));
        }
    }

    /// Writes who sells the EPUB to shops, and for how much.
    pub(super) fn write_supply(&mut self, plan: &EpubPlan<'_>) {
        let supplier = plan.publication.book.metadata.publisher.as_ref();
        let (Some(shop), Some(supplier)) = (plan.publication.shop, non_blank(supplier))
        else {
            return;
        };
        if shop.prices.is_empty() {
            return;
        }
        self.write_within("ProductSupply", |message| {
            message.write_within("SupplyDetail", |message| {
                message.write_within("Supplier", |message| {
                    // List 93: the publisher, to shops.
                    message.write("SupplierRole", "01");
                    message.write("SupplierName", supplier);
                });
                message.write_availability(find_coming_day(plan));
                for price in &shop.prices {
                    message.write_price(price);
                }
            });
        });
    }

    /// Writes whether it can be had (List 65), or from which day on.
    fn write_availability(&mut self, coming: Option<Moment>) {
        let Some(day) = coming else {
            return self.write("ProductAvailability", "20");
        };
        self.write("ProductAvailability", "10");
        self.write_within("SupplyDate", |message| {
            // List 166: expected availability.
            message.write("SupplyDateRole", "08");
            message.write_date(day);
        });
    }

    fn write_price(&mut self, price: &RetailPrice) {
        // List 58: a recommended or a fixed price, without or with tax.
        let kind = match (price.is_fixed, price.includes_tax) {
            (false, false) => "01",
            (false, true) => "02",
            (true, false) => "03",
            (true, true) => "04",
        };
        self.write_within("Price", |message| {
            message.write("PriceType", kind);
            if price.is_free() {
                // List 57: free of charge; an amount is never zero.
                message.write("UnpricedItemType", "01");
            } else {
                message.write("PriceAmount", &price.amount);
            }
            message.write("CurrencyCode", &price.currency);
            if !price.countries.is_empty() {
                message.write_territory(&price.countries);
            }
        });
    }
}

/// The day on which the EPUB comes out, if that is after the day on which it is made.
pub(super) fn find_coming_day(plan: &EpubPlan<'_>) -> Option<Moment> {
    let made = Moment::from_seconds(plan.publication.made?);
    Moment::of_day(plan.publication.shop?.published?).filter(|day| *day > made)
}

/// The scheme of a subject in List 27.
fn map_scheme(subject: &SubjectCode) -> &'static str {
    match (subject.scheme, subject.qualifier()) {
        (SubjectScheme::Bisac, _) => "10",
        // Place, language, time, education, interest, style.
        (SubjectScheme::Thema, Some('1')) => "94",
        (SubjectScheme::Thema, Some('2')) => "95",
        (SubjectScheme::Thema, Some('3')) => "96",
        (SubjectScheme::Thema, Some('4')) => "97",
        (SubjectScheme::Thema, Some('5')) => "98",
        (SubjectScheme::Thema, Some('6')) => "99",
        (SubjectScheme::Thema, _) => "93",
    }
}

/// The code of an exemption in List 196.
fn map_exemption(exemption: Exemption) -> &'static str {
    match exemption {
        Exemption::MicroEnterprise => "75",
        Exemption::DisproportionateBurden => "76",
        Exemption::FundamentalAlteration => "77",
    }
}
