//! Combinatorial game theory: short partizan games under normal play (a player who cannot move
//! loses), with players Left and Right.
//!
//! A [`GameValue`] is a game in canonical form, interned in a [`ValueStore`]: equal games have
//! equal ids. Values can be [compared](ValueStore::compare), [added](ValueStore::sum),
//! [formatted](ValueStore::format) and [parsed](ValueStore::parse) in the usual notation. Each has
//! stops, a [thermograph](ValueStore::thermograph) with mean and temperature, and an [outcome
//! class](ValueStore::outcome). [`SumSolver`] decides who wins a disjunctive sum without computing
//! its canonical form. Terms are those of Siegel's *Combinatorial Game Theory*.
//!
//! ```
//! use combinatorial::{GameValue, OutcomeClass, ValueStore};
//!
//! let mut store = ValueStore::default();
//! let hot = store.parse("{5|-5}")?;
//! let star = store.parse("*")?;
//! let sum = store.sum(hot, star);
//! assert_eq!(store.format(sum), "{5*|-5*}");
//! assert_eq!(store.sum(sum, sum), GameValue::ZERO);
//! assert_eq!(store.outcome(sum), OutcomeClass::Next);
//! assert_eq!(store.thermograph(hot).temperature().to_string(), "5");
//! # Ok::<(), combinatorial::ParseGameError>(())
//! ```
//!
//! Cost: microseconds per position. To compute values in parallel, share a [`FormInterner`] and
//! give each thread its own [`OrderCache`].

mod canonicalize;
mod dyadic;
mod format;
mod interner;
mod order;
mod parse;
mod store;
mod sum_solver;
mod thermograph;

pub use dyadic::Dyadic;
pub use interner::{FormInterner, GameValue, Player, mix};
pub use order::OrderCache;
pub use parse::ParseGameError;
pub use store::{OutcomeClass, ValueStore};
pub use sum_solver::SumSolver;
pub use thermograph::{Thermograph, WallPoint};
