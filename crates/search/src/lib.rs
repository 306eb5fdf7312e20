//! Game-tree search for two-player games with perfect information.
//!
//! For authors of engines. Implement [`game::Game`] for the rules and [`Evaluator`] for static
//! evaluation and candidate moves; a [`Searcher`] then takes a position and [`SearchLimits`],
//! reports [`SearchInfo`] while it runs and returns a [`SearchResult`]. A [`StopSignal`] stops it
//! at any time. Three searchers: [`AlphaBeta`], [`Mcts`] (PUCT without rollouts) and
//! [`OpponentModelSearch`].
//!
//! ```
//! use search::{AlphaBeta, Evaluator, Score, SearchLimits, Searcher, StopSignal, Value};
//! use toys::TicTacToe;
//!
//! struct ZeroEvaluator;
//!
//! impl Evaluator<TicTacToe> for ZeroEvaluator {
//!     fn evaluate(&mut self, _: &TicTacToe) -> Value {
//!         Value::DRAW
//!     }
//! }
//!
//! let mut searcher = AlphaBeta::new(ZeroEvaluator);
//! let (start, limits) = (TicTacToe::start(), SearchLimits::unlimited());
//! let result = searcher.search(&start, &limits, &StopSignal::new(), &mut |_| {});
//! assert_eq!(result.score(), Some(Score::Draw));
//! ```
//!
//! A [`Value`] is an estimate or a proven win or loss, and the two are never mixed. A position is
//! proven only by the rules or by [`Evaluator::proven_outcome`]. If an evaluator omits moves,
//! losing all candidates proves nothing: the searchers then search the remaining moves.

pub mod alpha_beta;
mod budget;
mod depth;
mod evaluator;
mod info;
mod limits;
pub mod mcts;
mod move_hash;
pub mod opponent_model;
mod searcher;
mod stop_signal;
mod transposition_table;
mod value;
mod win_probability;

pub use alpha_beta::AlphaBeta;
pub use budget::SearchBudget;
pub use depth::Depth;
pub use evaluator::{Candidate, CandidateRequest, Candidates, Evaluator, evaluate_children};
pub use info::{Score, SearchInfo, SearchResult};
pub use limits::{ClockState, GoLimits, SearchLimits};
pub use mcts::Mcts;
pub use opponent_model::OpponentModelSearch;
pub use searcher::{MemoryUsage, Searcher};
pub use stop_signal::{StopSignal, TimeUse};
pub use value::Value;
