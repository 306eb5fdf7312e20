//! Opponent-model (OM) search: the opponent moves by their own evaluation function.
//!
//! With *f* our evaluation and *g* the model's, the value of a position for us is
//!
//! ```text
//! V = max of the children's V               at MAX nodes (we move)
//!     V of the child that the model prefers at MIN nodes (the opponent moves)
//!     f                                     at leaves
//! ```
//!
//! and the model prefers by minimax over *g* (Iida, Uiterwijk and van den Herik, *Opponent-Model
//! Search*, 1993). With a correct model *V* is at least the minimax value, and larger where the
//! opponent errs; with a wrong one it can be anything.
//!
//! | file | contents |
//! |---|---|
//! | `one_pass` | OM search by definition and with β-pruning (OMβ1p), for studies |
//! | `minimax` | the opponent of the definition |
//! | `predictor` | interface of opponent models |
//! | `probing` | the searcher: searches our moves and the predicted replies (OMβPb) |
//! | `posterior` | which model fits, judged by the replies so far |
//!
//! OMβ1p and OMβPb are described in Donkers, *Nosce Hostem*, 2003.

mod minimax;
mod one_pass;
mod posterior;
mod predictor;
mod probing;

pub use minimax::Minimax;
pub use one_pass::{OmCounts, OmPruning, OmResult, TieBreak, om_search};
pub use posterior::ModelPosterior;
pub use predictor::{Prediction, Predictor, SearcherPredictor};
pub use probing::{OpponentModelSearch, SearchWidth};
