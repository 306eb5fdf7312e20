//! Combinatorial games: two players, Left and Right, full knowledge, no chance; who cannot move loses.
//!
//! What a position is worth *besides other positions* is a [`Value`]: a game in canonical form, kept once in a [`Games`], so
//! that equal games are equal words. Values can be [compared](Games::compare), [added](Games::sum), written and
//! [read](Games::parse) in the usual notation; each has stops, a [thermograph](Games::thermograph) with mean and temperature, and
//! an [outcome](Games::outcome). [`Sums`] says who wins many games side by side without adding them up.
//!
//! A game with thousands of positions takes microseconds for each. Where values are made on many cores at once, [`Forms`]
//! and [`Order`] can be used by themselves: forms are shared, comparisons belong to a thread.
//!
//! Nothing here knows any game that people play.
//!
//! Lowest first: `number`, `hashing` → `forms` → `order` → `canonical` → `thermograph` → `games` → `notation`, `sums`.

mod canonical;
mod forms;
mod games;
mod hashing;
mod notation;
mod number;
mod order;
mod sums;
mod thermograph;

pub use forms::{Forms, Value};
pub use games::{Games, Outcome};
pub use notation::NotAGame;
pub use number::Number;
pub use order::Order;
pub use sums::Sums;
pub use thermograph::{Corner, Thermograph};
