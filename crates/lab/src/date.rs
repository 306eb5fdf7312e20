//! What time it is, for people.

use std::time::{SystemTime, UNIX_EPOCH};

/// Now, as `2026-11-15 09:30 UTC`.
#[must_use]
pub fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    at(since.map_or(0, |since| since.as_secs()))
}

/// So many seconds after 1970 began.
fn at(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil(days);
    let (hour, minute) = (second / 3600, second / 60 % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

/// The date of a day counted from 1970. Years are taken to begin in March, so that the day that comes
/// and goes is the last one.
fn civil(days_since_1970: u64) -> (u64, u64, u64) {
    /// From the first of March of the year 0 to 1970.
    const BEFORE: u64 = 719_468;
    /// The days of 400 years, after which everything repeats.
    const ERA: u64 = 146_097;
    let days = days_since_1970 + BEFORE;
    let (era, day) = (days / ERA, days % ERA);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    (400 * era + year + later, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_moments() {
        assert_eq!(at(0), "1970-01-01 00:00 UTC");
        assert_eq!(at(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(at(1_000_000_000), "2001-09-09 01:46 UTC");
        assert_eq!(at(4_107_542_399), "2100-02-28 23:59 UTC");
    }

    /// Counting day by day, by the rule that everybody knows.
    #[test]
    fn every_day_of_two_centuries() {
        let (mut year, mut month, mut day) = (1970, 1, 1);
        for days in 0..73_000 {
            assert_eq!(civil(days), (year, month, day));
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let length = match month {
                2 if leap => 29,
                2 => 28,
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            day += 1;
            if day > length {
                (day, month) = (1, month + 1);
            }
            if month > 12 {
                (month, year) = (1, year + 1);
            }
        }
    }
}
