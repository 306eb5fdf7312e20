//! Search of a level below full strength.

use amazons::Position;
use game::SplitMix64;
use search::StopSignal;

use super::presets::{EvaluationKind, StrengthLimit};
use super::sampling::sample_line;
use crate::analysis::collect_line;
use crate::endgames::{EndgameKnowledge, EndgameSource};
use crate::events::{BestMove, Event, SearchInfo};
use crate::limits::GoLimits;
use crate::search_worker::{SearchConfig, SearchResources, SearchWorker};

/// One thread, so that a seed repeats a game, and more memory than any level uses.
const RESOURCES: SearchResources = SearchResources {
    threads: 1,
    hash_mib: 64,
};

/// Searches and samples a move within a strength limit.
pub(crate) struct LevelSearch {
    pub(crate) strength_limit: &'static StrengthLimit,
    pub(crate) config: SearchConfig,
}

impl LevelSearch {
    /// Searches within the given limits and those of the level, and samples a move. The last report
    /// is the line of that move.
    pub(crate) fn search(
        self,
        position: &Position,
        limits: &GoLimits,
        signal: &StopSignal,
        rng: &mut SplitMix64,
        listener: &mut impl FnMut(Event),
    ) -> BestMove {
        let lines = self.candidate_lines(position, limits, signal, listener);
        let Some(sampled) = sample_line(&lines, self.strength_limit, rng) else {
            return BestMove::from_pv(&[]);
        };
        if sampled.multipv != 1 {
            listener(Event::Info(SearchInfo {
                multipv: 1,
                ..sampled.clone()
            }));
        }
        BestMove::from_pv(&sampled.pv)
    }

    /// The lines to sample from, best first. The listener gets the best line only.
    fn candidate_lines(
        &self,
        position: &Position,
        limits: &GoLimits,
        signal: &StopSignal,
        listener: &mut impl FnMut(Event),
    ) -> Vec<SearchInfo> {
        let max_nodes = self.strength_limit.nodes;
        let limits = GoLimits {
            nodes: Some(limits.nodes.map_or(max_nodes, |nodes| nodes.min(max_nodes))),
            ..limits.clone()
        };
        let mut lines = Vec::new();
        let mut collect = |event| {
            let Event::Info(info) = event else { return };
            if info.multipv == 1 {
                listener(Event::Info(info.clone()));
            }
            collect_line(&mut lines, info);
        };
        let multipv = self.strength_limit.max_candidates;
        self.worker()
            .search(position, &limits, multipv, signal, &mut collect);
        lines
    }

    /// Creates a worker for one move. Memory of earlier moves would make the level stronger.
    fn worker(&self) -> SearchWorker {
        let mut config = SearchConfig {
            resources: RESOURCES,
            ..self.config.clone()
        };
        config.data.endgame_source = EndgameSource::Given(EndgameKnowledge::NONE);
        match self.strength_limit.evaluation {
            EvaluationKind::Handcrafted => SearchWorker::monte_carlo(&config),
            EvaluationKind::Network => SearchWorker::network(&config),
        }
    }
}
