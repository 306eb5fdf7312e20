//! Amazons endgames: score and value tables of small subgames, bounds and scores of sums, exact
//! analysis, and a board solver.
//!
//! A *subgame* is a region of the board, connected by king's moves and cut off by burned squares,
//! with the amazons on it.
//!
//! - The [`ScoreTable`] has the scores of all subgames up to ten squares when the players
//!   alternate ([`ScorePair`]). It stores no boards: the index of a subgame follows from its
//!   [`Shape`] and its [`Placements`]. Scores of subgames do not add up; [`bounds`] limits the
//!   score of a sum, [`SumScorer`] finds it by search, and its sign says who
//!   [wins](ScoreTable::winner).
//! - The [`ValueTable`] has the values of subgames as combinatorial games, which do add up.
//!   [`ValueCalculator`] computes them for regions of any size.
//! - [`ExactAnalyzer`] finds the value of each region, the winner, the [`Lead`], the winning moves
//!   and best play; [`EndgameReport`] is all of that at once.
//! - [`Solver`] proves who wins whole boards.
//!
//! Modules, lowest first: `shape`, `placement`, `visibility`, `sided_region` → `shape_sums`,
//! `shape_catalogue` → `table_file`, `shape_index` → `scores` → `bounds`, `sum_score`, `values` →
//! `winner`, `solver`, `exact_analysis` → `report`.
//!
//! ```
//! use amazons::Color;
//! use amazons::notation::parse_position;
//! use endgame::{AnalysisLimits, ExactAnalyzer};
//!
//! // Black (x) has five moves, White (o) two, in regions of their own.
//! let board = parse_position("x.....|######|o..###")?;
//! let mut analyzer = ExactAnalyzer::new(None, AnalysisLimits::INTERACTIVE);
//! let regions = analyzer.analyze_regions(&[board])?;
//! let lead = analyzer.lead(&regions, Color::White).expect("both values are known");
//! assert_eq!((lead.winner, lead.moves.exact()), (Color::Black, Some(3)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bounds;
mod brute_force;
mod error;
mod exact_analysis;
mod placement;
mod report;
mod scores;
mod shape;
mod shape_catalogue;
mod shape_index;
mod shape_sums;
mod sided_region;
mod solver;
mod sum_score;
mod table_file;
mod values;
mod visibility;
mod winner;

pub use bounds::{Bounds, bounds};
pub use brute_force::{exhaustive_score, position_from_shape};
pub use error::TableError;
pub use exact_analysis::{
    AnalysisLimits, AnalyzedMove, AnalyzedRegion, BestPlayMove, EquivalentMoves, ExactAnalyzer,
    Lead, MoveReason, RegionValue,
};
pub use placement::{MAX_AMAZONS, Placements};
pub use report::{
    EndgameReport, MoveReport, OutcomeForFirstPlayer, ReportStage, SolverLimits, region_label,
};
pub use scores::{
    BuildProgress, FileSummary, ProgressCallback, ScorePair, ScoreTable, ScoredMove, Shard,
    ShardKind, build_score_shard, build_score_table, build_score_table_in_memory, default_dir,
};
pub use shape::{Canonicalized, MAX_SQUARES, Shape};
pub use shape_catalogue::{ShapeCatalogue, count_subgames};
pub use solver::{
    FirstPlayerResult, Solution, SolveProgress, Solver, WinningMoves, WinningMovesProgress,
};
pub use sum_score::{SubgameId, SumScorer};
pub use values::{
    ValueBuildProgress, ValueCalculator, ValueLimits, ValueRecord, ValueTable, build_value_table,
};
