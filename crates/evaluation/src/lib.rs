//! Static evaluation of Amazons positions from queen and king distances, mobility and territory.
//! Deterministic on every machine; no search.
//!
//! An evaluation takes four steps:
//!
//! 1. [`EvalBoard`]: amazons and empty squares, also between the step and the arrow of a move.
//! 2. [`Features`]: integers, independent of the side to move. For each side: squares nearer by
//!    queen or king moves and by how much, squares within a number of moves, mobility.
//! 3. An [`EvaluationFunction`] maps them to log-odds. [`TaperedEvaluation`] is the engine's
//!    handcrafted evaluation: fitted weights of all [`Term`]s, interpolated by game phase.
//!    [`DominationDistance`] and [`Lieberum`] are evaluations from the literature.
//! 4. [`LogOdds`]: the log-odds of winning for the player to move, in millilogits.
//!
//! A [`SimdBackend`] (AVX-512, AVX2 or portable) is chosen at run time; all give the same results.
//! [`DistanceMaps`] holds the distances themselves, for display. [`TermWeights`] are read from and
//! written to files and can be [fitted](choice_model) to observed moves.
//!
//! ```
//! use amazons::Position;
//! use evaluation::{EvalBoard, EvaluationFunction, Features, TaperedEvaluation};
//!
//! let board = EvalBoard::from(&Position::standard_start());
//! assert_eq!(Features::of(&board).queen.ties(), 48);
//! let log_odds = TaperedEvaluation::default().evaluate(&board);
//! println!("win probability: {:.0} %", 100.0 * log_odds.win_probability());
//! ```

pub mod choice_model;
mod distance_comparison;
mod distance_maps;
pub mod domination_distance;
mod eval_board;
mod evaluation_function;
pub mod features;
mod flood_fill;
pub mod lieberum;
mod log_odds;
pub mod mobility;
mod simd;
mod tapered;
mod terms;
pub mod weights;

pub use distance_comparison::DistanceComparison;
pub use distance_maps::{DistanceMap, DistanceMaps};
pub use domination_distance::DominationDistance;
pub use eval_board::EvalBoard;
pub use evaluation_function::EvaluationFunction;
pub use features::Features;
pub use lieberum::Lieberum;
pub use log_odds::LogOdds;
pub use simd::SimdBackend;
pub use tapered::TaperedEvaluation;
pub use terms::{Term, Terms};
pub use weights::{TermWeights, WeightsError};
