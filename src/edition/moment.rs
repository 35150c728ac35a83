//! Points in time as file formats write them.

use std::fmt;

use crate::book::metadata::Date;

/// The time of making where a format requires one and none is given, in seconds since
/// 1970-01-01: the earliest that a zip archive can store. With the current time every build
/// would differ.
pub const FALLBACK_TIME: u64 = 315_532_800;

/// The last second of the year 9999, the last year of four digits.
const LATEST: u64 = 253_402_300_799;

/// Seconds per day.
const DAY: u64 = 86_400;

/// A moment in the Gregorian calendar, in universal time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment {
    /// Year, 1 to 9999.
    pub year: u64,
    /// Month, 1 to 12.
    pub month: u64,
    /// Day of the month, 1 to 31.
    pub day: u64,
    /// Hour, 0 to 23.
    pub hour: u64,
    /// Minute, 0 to 59.
    pub minute: u64,
    /// Second, 0 to 59.
    pub second: u64,
}

impl Moment {
    /// The moment this many seconds after the beginning of 1970.
    #[must_use]
    pub fn from_seconds(seconds: u64) -> Self {
        let seconds = seconds.min(LATEST);
        let (mut days, rest) = (seconds / DAY, seconds % DAY);
        let mut year = 1970;
        while days >= count_days_of_year(year) {
            days -= count_days_of_year(year);
            year += 1;
        }
        let mut month = 1;
        while days >= count_days_of_month(year, month) {
            days -= count_days_of_month(year, month);
            month += 1;
        }
        let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
        Self { year, month, day: days + 1, hour, minute, second }
    }

    /// The first moment of a day; none if the date is a year or a month.
    #[must_use]
    pub fn of_day(date: Date) -> Option<Self> {
        let (month, day) = (u64::from(date.month?), u64::from(date.day?));
        let year = u64::from(date.year);
        Some(Self { year, month, day, hour: 0, minute: 0, second: 0 })
    }
}

impl fmt::Display for Moment {
    /// Writes `2026-11-21T00:17:39Z` (RFC 3339, the format of `dcterms:modified`).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day, hour, minute, second } = self;
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }
}

fn is_leap_year(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn count_days_of_year(year: u64) -> u64 {
    if is_leap_year(year) { 366 } else { 365 }
}

fn count_days_of_month(year: u64, month: u64) -> u64 {
    match month {
        2 if is_leap_year(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::{FALLBACK_TIME, LATEST, Moment};

    #[test]
    fn moments_are_written_by_rfc_3339() {
        let cases = [
            (0, "1970-01-01T00:00:00Z"),
            (FALLBACK_TIME, "1980-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_868_799, "2000-02-29T23:59:59Z"),
            (LATEST, "9999-12-31T23:59:59Z"),
            (u64::MAX, "9999-12-31T23:59:59Z"),
        ];
        for (seconds, written) in cases {
            assert_eq!(Moment::from_seconds(seconds).to_string(), written);
        }
    }
}
