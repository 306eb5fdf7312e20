//! Match statistics: Elo estimates, SPRT and ratings.
//!
//! The unit is the *game pair*: one opening played twice with colors swapped. The two games of a
//! pair are not independent, since an opening that favors one side favors each player once. Pair
//! scores ([`Pentanomial`]) give the right variance; single games would overstate or understate it.

mod elo;
mod normal;
mod pentanomial;
mod ratings;
mod sprt;

pub use elo::{EloEstimate, elo_to_score};
pub use normal::Z_95;
pub use pentanomial::Pentanomial;
pub use ratings::Rating;
pub(crate) use ratings::{Crosstable, ratings};
pub use sprt::{Decision, EloModel, ParseSprtError, Sprt};
