//! Matches of misbehaving engines, and error rates of the SPRT.

mod error_rates;
#[cfg(unix)]
mod forfeits;
