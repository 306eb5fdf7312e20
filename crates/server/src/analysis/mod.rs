//! Searches as jobs of the [worker pool](crate::pool).
//!
//! | module | content |
//! |---|---|
//! | `engine_factory` | creates engines and searches |
//! | `jobs` | searches with one result: a move, a hint, a position of a review |
//! | `live` | searches that run while clients watch, shared by all clients of a position |

mod engine_factory;
mod jobs;
mod live;

pub use engine_factory::{EngineFactory, MAX_MULTIPV};
pub use jobs::{SearchJob, SearchService, StopCondition};
pub use live::{AnalysisKey, AnalysisUpdate, LatestUpdate, LiveAnalysis};
