//! The metadata of a book: the keys of `[book]` and of a document's metadata block.

use std::fmt;
use std::str::FromStr;

use crate::book::relator::Relator;
use crate::book::source_traits::SourceTraits;
use crate::book::typography::Typography;
use crate::text::dates::FoundDate;
use crate::text::language::Language;

/// What is known about a book or a document. Every field may be missing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Metadata {
    /// The title.
    pub title: Option<String>,
    /// The lines of the title where it is set large, if its author divides it; else none.
    pub title_lines: Vec<String>,
    /// The title as it is in running heads.
    pub short: Option<String>,
    /// The subtitle.
    pub subtitle: Option<String>,
    /// The title that a translated work has in its own language.
    pub original_title: Option<String>,
    /// The authors, in the order of the title page.
    pub authors: Vec<Contributor>,
    /// Translators, editors and others.
    pub contributors: Vec<Contributor>,
    /// The main language.
    pub language: Option<Language>,
    /// Date of the text.
    pub date: Option<Date>,
    /// The publisher.
    pub publisher: Option<String>,
    /// The place where the book is published.
    pub place: Option<String>,
    /// Which edition it is.
    pub edition: Option<String>,
    /// The number of the legal deposit.
    pub deposit: Option<String>,
    /// ISBN of the EPUB, as it is printed: its digits, grouped by hyphens if the publisher
    /// groups them. The number alone does not show where groups end: that is in a table that
    /// grows with every publisher.
    pub isbn_epub: Option<String>,
    /// ISBN of the printed book, in the same form.
    pub isbn_print: Option<String>,
    /// The ISBNs of all editions of the book, in the order in which an imprint has them; none
    /// where an edition has none, or there are not several.
    pub isbns: Vec<EditionIsbn>,
    /// The publisher's own identifier.
    pub identifier: Option<String>,
    /// A few sentences about the book.
    pub description: Option<String>,
    /// Rights statement, on the lines that it has.
    pub rights: Option<String>,
    /// The printed edition that the page marks refer to.
    pub source: Option<String>,
    /// The series, and the book's number in it.
    pub series: Option<BookSeries>,
    /// What is known of the raw text before it is recovered.
    pub source_traits: SourceTraits,
    /// What becomes of the characters of a typewriter.
    pub typography: Option<Typography>,
}

impl Metadata {
    /// Fills the missing fields from other metadata.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        let filled =
            |own: Vec<Contributor>, other| if own.is_empty() { other } else { own };
        let title_lines = match self.title {
            Some(_) => self.title_lines,
            None => other.title_lines,
        };
        Self {
            title: self.title.or(other.title),
            title_lines,
            short: self.short.or(other.short),
            subtitle: self.subtitle.or(other.subtitle),
            original_title: self.original_title.or(other.original_title),
            authors: filled(self.authors, other.authors),
            contributors: filled(self.contributors, other.contributors),
            language: self.language.or(other.language),
            date: self.date.or(other.date),
            publisher: self.publisher.or(other.publisher),
            place: self.place.or(other.place),
            edition: self.edition.or(other.edition),
            deposit: self.deposit.or(other.deposit),
            isbn_epub: self.isbn_epub.or(other.isbn_epub),
            isbn_print: self.isbn_print.or(other.isbn_print),
            isbns: if self.isbns.is_empty() { other.isbns } else { self.isbns },
            identifier: self.identifier.or(other.identifier),
            description: self.description.or(other.description),
            rights: self.rights.or(other.rights),
            source: self.source.or(other.source),
            series: self.series.or(other.series),
            source_traits: self.source_traits.or(other.source_traits),
            typography: self.typography.or(other.typography),
        }
    }
}

impl Metadata {
    /// Takes the line ends out of the title: `A / B` is the title "A B" on two lines.
    pub(crate) fn with_divided_title(mut self) -> Self {
        if let Some(title) = &mut self.title
            && title.contains(LINE_END)
        {
            self.title_lines = title.split(LINE_END).map(str::to_owned).collect();
            *title = self.title_lines.join(" ");
        }
        self
    }

    /// The lines of the title where it is set large.
    pub(crate) fn lines_of_title(&self) -> Vec<&str> {
        match self.title_lines.as_slice() {
            [] => self.title.iter().map(String::as_str).collect(),
            lines => lines.iter().map(String::as_str).collect(),
        }
    }
}

/// What forces a line end in a title.
pub(crate) const LINE_END: &str = " / ";

/// A person who contributed to the book.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Contributor {
    /// The name as it is printed.
    pub name: String,
    /// The name as it is sorted (`Prueba, Juan de`), if known.
    pub sort: Option<String>,
    /// Their role; `None` means author for those listed as authors.
    pub role: Option<Relator>,
}

impl Contributor {
    /// Someone of whom no more than the name is known.
    #[must_use]
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }
}

/// The ISBN of one of several editions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditionIsbn {
    /// The number, as it is printed.
    pub isbn: String,
    /// What the edition is.
    pub form: EditionForm,
}

/// What an edition is, in the list of the ISBNs of an imprint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditionForm {
    /// A book with a paper cover.
    Paperback,
    /// A book with a case of board.
    Hardcover,
    /// An EPUB.
    Epub,
    /// A PDF for readers.
    Pdf,
    /// What the publisher calls it.
    Named(String),
}

/// A series of books, and a number in it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BookSeries {
    /// Name of the series.
    pub name: String,
    /// Number in the series.
    pub number: Option<u32>,
}

/// A year, a month of a year or a day (ISO 8601, reduced accuracy).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// Year of the Common Era, 1 to 9999.
    pub year: u16,
    /// Month, 1 to 12.
    pub month: Option<u8>,
    /// Day of the month; never without a month.
    pub day: Option<u8>,
}

impl From<FoundDate> for Date {
    fn from(FoundDate { year, month, day }: FoundDate) -> Self {
        Self { year, month: Some(month), day }
    }
}

/// The error for a string that is not a date.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a date (write 1926, 1926-03 or 1926-03-04)")]
pub struct NotADate(pub String);

impl FromStr for Date {
    type Err = NotADate;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || NotADate(text.to_owned());
        let number = |part: &str, digits: usize| {
            let well_formed =
                part.len() == digits && part.bytes().all(|b| b.is_ascii_digit());
            well_formed.then(|| part.parse::<u16>().ok()).flatten().ok_or_else(wrong)
        };
        let mut parts = text.splitn(3, '-');
        let year = number(parts.next().unwrap_or_default(), 4)?;
        let month = parts.next().map(|part| number(part, 2)).transpose()?;
        let day = parts.next().map(|part| number(part, 2)).transpose()?;
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let longest = match month {
            Some(2) if leap => 29,
            Some(2) => 28,
            Some(4 | 6 | 9 | 11) => 30,
            _ => 31,
        };
        if year == 0
            || month.is_some_and(|m| !(1..=12).contains(&m))
            || day.is_some_and(|d| !(1..=longest).contains(&d))
        {
            return Err(wrong());
        }
        let narrow = |n: u16| u8::try_from(n).map_err(|_| wrong());
        Ok(Self {
            year,
            month: month.map(narrow).transpose()?,
            day: day.map(narrow).transpose()?,
        })
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        if let Some(month) = self.month {
            write!(f, "-{month:02}")?;
        }
        if let Some(day) = self.day {
            write!(f, "-{day:02}")?;
        }
        Ok(())
    }
}

/// The error for a string that is not an ISBN.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAnIsbn {
    /// It does not look like one.
    #[error(
        "'{0}' is not an ISBN (ten or thirteen digits, the last of which checks the others)"
    )]
    Form(String),
    /// The check digit is wrong.
    #[error(
        "'{text}' is not an ISBN: with the digits before it, the last has to be {digit}"
    )]
    Check {
        /// The string.
        text: String,
        /// The right check digit, if the other digits are right.
        digit: char,
    },
}

/// Parses an ISBN: returns its digits without hyphens and spaces.
///
/// # Errors
///
/// When it has neither ten nor thirteen digits, or the check digit is wrong (ISO 2108:2017;
/// thirteen digits begin with 978 or 979).
pub fn parse_isbn(text: &str) -> Result<String, NotAnIsbn> {
    let wrong = || NotAnIsbn::Form(text.to_owned());
    let digits = strip_isbn(text);
    let (before, last) =
        digits.split_at_checked(digits.len().saturating_sub(1)).ok_or_else(wrong)?;
    let values: Option<Vec<u32>> = before.chars().map(|c| c.to_digit(10)).collect();
    let values = values.ok_or_else(wrong)?;
    let right = match values.len() {
        12 if before.starts_with("978") || before.starts_with("979") => {
            let weighted = values.iter().zip([1, 3].iter().cycle());
            let sum: u32 = weighted.map(|(digit, weight)| digit * weight).sum();
            (10 - sum % 10) % 10
        }
        9 => {
            let sum: u32 = values.iter().zip((2..=10).rev()).map(|(d, w)| d * w).sum();
            (11 - sum % 11) % 11
        }
        _ => return Err(wrong()),
    };
    let digit = char::from_digit(right, 10).unwrap_or('X');
    match last.chars().next() {
        Some(last) if last == digit => Ok(digits),
        Some('0'..='9' | 'X') => Err(NotAnIsbn::Check { text: text.to_owned(), digit }),
        _ => Err(wrong()),
    }
}

/// Formats an ISBN as it is printed: in groups separated by hyphens if the text has the
/// right number of groups (ISO 2108:2017: five, or four for ten digits), else undivided.
///
/// # Errors
///
/// As [`parse_isbn`].
pub fn format_isbn(text: &str) -> Result<String, NotAnIsbn> {
    let digits = parse_isbn(text)?;
    let groups: Vec<&str> =
        text.split(['-', ' ']).filter(|group| !group.is_empty()).collect();
    let whole = if digits.len() == 13 { 5 } else { 4 };
    Ok(if groups.len() == whole { groups.join("-") } else { digits })
}

/// Removes hyphens and spaces from a valid ISBN.
#[must_use]
pub fn strip_isbn(isbn: &str) -> String {
    isbn.chars().filter(|c| !matches!(c, '-' | ' ')).collect()
}
