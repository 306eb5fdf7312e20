//! The rules against known counts, another library, and slow truth.

mod contract;
mod endings;
mod exchanges;
mod haitaka;
mod perft;
mod random_games;
