//! Searchers for any two-player game of perfect information.
//!
//! A [`Searcher`] takes a position and [`Limits`], tells a listener what it finds as it finds it, and
//! ends with an [`Answer`]; a [`Signal`] ends it at any time. There are three: [`AlphaBeta`] looks at all
//! lines to a depth, [`MonteCarlo`] grows a tree where it looks promising, [`OpponentModel`] knows whom it plays. All work on anything that
//! implements [`game::Game`], and know nothing about it but what an [`Evaluator`] tells them.
//!
//! ```
//! use search::{AlphaBeta, Evaluator, Limits, Score, Searcher, Signal, Value};
//! use toys::TicTacToe;
//!
//! /// Knows nothing: every position is even.
//! #[derive(Clone)]
//! struct Even;
//!
//! impl Evaluator<TicTacToe> for Even {
//!     fn evaluate(&mut self, _: &TicTacToe) -> Value {
//!         Value::DRAW
//!     }
//! }
//!
//! let mut searcher = AlphaBeta::new(Even);
//! let start = TicTacToe::start();
//! let answer = searcher.search(&start, &Limits::none(), &Signal::new(), &mut |_| {});
//! assert_eq!(answer.score(), Some(Score::Draw));
//! ```
//!
//! Proofs are kept apart from estimates throughout ([`Value`]): a position is called won or lost only
//! if the rules say so on every line that matters. Where an evaluator left moves out, "all the others
//! lose" is not enough, and the searchers go back for the missing ones.

pub mod alpha_beta;
mod budget;
mod chance;
mod depth;
mod evaluator;
mod fingerprint;
mod limits;
pub mod monte_carlo;
pub mod opponent_model;
mod report;
mod searcher;
mod signal;
mod table;
mod value;

pub use alpha_beta::AlphaBeta;
pub use budget::Budget;
pub use depth::Depth;
pub use evaluator::{Candidate, Candidates, Evaluator, Wanted, evaluate_children};
pub use limits::Limits;
pub use monte_carlo::MonteCarlo;
pub use opponent_model::OpponentModel;
pub use report::{Answer, Line, Report, Score};
pub use searcher::{Memory, Searcher};
pub use signal::{Allowance, Signal};
pub use value::Value;
