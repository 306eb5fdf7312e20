//! Sums of subgames: what Okada, Kuroda and Kanada, "Subgame Database for Amazons", counted and measured.

mod counts;
mod exact;
mod figure4;
mod four;
mod proved;
mod sampling;
mod supply;
mod turn_orders;
mod two;

pub use counts::Table3;
pub use exact::ExactSums;
pub use figure4::Figure4;
pub use four::{Table7, Table8, Table9};
pub use proved::Proved;
pub use sampling::{Kind, Outcome, Sampled, Sampling};
pub use turn_orders::TurnOrders;
pub use two::{Table4, Table5, Table6};
