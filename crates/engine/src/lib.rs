//! The Amazons engine behind one interface: a position goes in, moves and analysis come out.
//!
//! Protocols, the match runner and the app play and analyze through [`Engine`]:
//!
//! - [`Engine::best_move`] searches and waits for the move.
//! - [`Engine::analyze`] searches and waits for the best lines.
//! - [`Engine::start`] searches in its own thread, passes [`Event`]s to a listener and can be
//!   stopped at any time through its [`SearchHandle`].
//! - [`Engine::incremental_move`] and [`Engine::incremental_analysis`] do the same in time slices of
//!   the caller's thread.
//!
//! [`GoLimits`] limit a search; [`Engine::OPTIONS`] lists the options. Players: MCTS with the
//! network, alpha-beta and MCTS with the handcrafted evaluation, opponent-model search, and uniformly
//! random moves. The crate knows no protocol and prints nothing.
//!
//! ```
//! use amazons::{Game, Position};
//! use engine::{Engine, GoLimits};
//!
//! let mut engine = Engine::new();
//! engine.set_option("MultiPV", "3")?;
//! let position = Position::parse("6x6")?;
//! let analysis = engine.analyze(&position, GoLimits::nodes(50))?;
//! assert_eq!(analysis.lines().len(), 3);
//! assert!(position.is_legal(analysis.best_move().unwrap()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod book_evaluator;
pub mod book_trials;
mod endgames;
mod engine;
mod engine_data;
mod events;
mod incremental_analysis;
mod levels;
mod network_expander;
mod noise;
mod opening_book;
pub mod opponent_fit;
mod opponent_model;
mod options;
mod parameter_overrides;
pub mod puzzles;
mod random_player;
pub mod review;
mod search_control;
mod search_handle;
mod search_worker;
mod simd;
mod staged_evaluator;
mod time_management;

pub use analysis::Analysis;
pub use book_evaluator::{EngineEvaluator, evaluation_from_analysis};
pub use endgames::{ExactResult, HottestRegion};
pub use engine::Engine;
pub use events::{BestMove, BookStatus, Event};
pub use incremental_analysis::{AnalysisSlice, IncrementalAnalysis};
pub use levels::Level;
pub use opponent_model::format_opponent_file;
pub use options::{EngineOption, OptionError, OptionKind};
pub use search::{ClockState, Score};
pub use search_control::SearchControl;
pub use search_handle::SearchHandle;
pub use simd::evaluation_backend;
pub use time_management::TimeBudget;

/// Limits of a search, as in UCI `go`. Option `MultiPV` sets the number of lines, not
/// [`SearchLimits::multipv`](search::SearchLimits::multipv).
pub type GoLimits = search::GoLimits<amazons::Move>;

/// One line of play with its score and statistics.
pub type SearchInfo = search::SearchInfo<amazons::Move>;
