//! The score table: scores of all subgames up to ten squares when the players alternate.

pub(crate) mod build;
mod layer;
mod retrograde;
mod score_pair;
mod shard;
mod table;

pub use build::{
    BuildProgress, ProgressCallback, build_score_shard, build_score_table,
    build_score_table_in_memory,
};
pub use score_pair::ScorePair;
pub(crate) use shard::SUMS_PER_SHARD;
pub use shard::{Shard, ShardKind};
pub use table::{FileSummary, ScoreTable, ScoredMove, default_dir};
