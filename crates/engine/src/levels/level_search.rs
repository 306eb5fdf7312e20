//! Search of a level below full strength.

use amazons::{Move, Position};
use game::SplitMix64;
use search::{SearchLimits, StopSignal};

use super::presets::StrengthLimit;
use super::sampling::sample_line;
use crate::SearchInfo;
use crate::endgames::{EndgameKnowledge, EndgameSource};
use crate::events::{BestMove, Event};
use crate::search_worker::SearchConfig;

/// Searches and samples a move within a strength limit.
pub(crate) struct LevelSearch {
    strength_limit: &'static StrengthLimit,
    config: SearchConfig,
    rng: SplitMix64,
}

impl LevelSearch {
    pub(crate) fn new(
        strength_limit: &'static StrengthLimit,
        config: &SearchConfig,
        rng: SplitMix64,
    ) -> Self {
        let mut config = SearchConfig {
            player: strength_limit.player,
            // One thread, so that a seed repeats a game, and more memory than any level uses.
            threads: 1,
            hash_mib: 64,
            ..config.clone()
        };
        config.data.endgame_source = EndgameSource::Given(EndgameKnowledge::NONE);
        Self {
            strength_limit,
            config,
            rng,
        }
    }

    /// Searches within the given limits and those of the level, and samples a move. The listener
    /// gets the best line only; the last report is the line of the move.
    pub(crate) fn search(
        &mut self,
        position: &Position,
        limits: &SearchLimits<Move>,
        signal: &StopSignal,
        listener: &mut impl FnMut(Event),
    ) -> BestMove {
        let max_nodes = self.strength_limit.nodes;
        let limits = SearchLimits {
            nodes: Some(limits.nodes.map_or(max_nodes, |nodes| nodes.min(max_nodes))),
            time: None,
            multipv: self.strength_limit.max_candidates,
            ..limits.clone()
        };
        let mut report_best = |info: SearchInfo| {
            if info.multipv == 1 {
                listener(Event::Info(info));
            }
        };
        // Memory of earlier moves would make the level stronger.
        let lines = self
            .config
            .searcher()
            .map_or_else(Vec::new, |mut searcher| {
                let result = searcher.search(position, &limits, signal, &mut report_best);
                result.lines
            });
        let Some(sampled) = sample_line(&lines, self.strength_limit, &mut self.rng) else {
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
}
